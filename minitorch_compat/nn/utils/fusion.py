"""Batch norms taken into the layers before them, for evaluation."""
from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any, TypeVar

from .._torch import ops
from ..parameter import Parameter

if TYPE_CHECKING:
    from ..._bindings.tensor.tensor import Tensor

__all__ = ["fuse_conv_bn_eval", "fuse_conv_bn_weights", "fuse_linear_bn_eval", "fuse_linear_bn_weights"]

L = TypeVar("L")


def fuse_conv_bn_eval(conv: L, bn: Any, transpose: bool = False) -> L:
    """A copy of the convolution `conv` that does what it and then the batch norm `bn` do, both in evaluation mode.

    `transpose` says that it is a transposed convolution, whose output channels are the second dimension of the weight. AssertionError if
    either is in training mode.
    """
    assert not (conv.training or bn.training), "Fusion only for eval!"  # type: ignore[attr-defined]
    fused: Any = copy.deepcopy(conv)
    fused.weight, fused.bias = fuse_conv_bn_weights(fused.weight, fused.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias,
                                                    transpose)
    return fused


def fuse_conv_bn_weights(conv_w: Tensor, conv_b: Tensor | None, bn_rm: Tensor, bn_rv: Tensor, bn_eps: float, bn_w: Tensor | None,
                         bn_b: Tensor | None,
                         transpose: bool = False) -> tuple[Parameter, Parameter]:
    """Weight and bias of the fused convolution."""
    shape = [1] * conv_w.ndim
    shape[1 if transpose else 0] = -1
    return _fused(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, shape)


def fuse_linear_bn_eval(linear: L, bn: Any) -> L:
    """A copy of the linear layer that does what it and then the batch norm `bn` do, both in evaluation mode.

    AssertionError if either is in training mode, or if the batch norm has another number of features than the layer, and than 1.
    """
    assert not (linear.training or bn.training), "Fusion only for eval!"  # type: ignore[attr-defined]
    fused: Any = copy.deepcopy(linear)
    assert fused.out_features == bn.num_features or bn.num_features == 1, (
        "To fuse, linear.out_features == bn.num_features or bn.num_features == 1, "
        f"got linear.out_features={fused.out_features} and bn.num_features={bn.num_features}")
    fused.weight, fused.bias = fuse_linear_bn_weights(fused.weight, fused.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias)
    return fused


def fuse_linear_bn_weights(linear_w: Tensor, linear_b: Tensor | None, bn_rm: Tensor, bn_rv: Tensor, bn_eps: float, bn_w: Tensor,
                           bn_b: Tensor) -> tuple[Parameter, Parameter]:
    """Weight and bias of the fused linear map."""
    return _fused(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, [-1, 1])


def _fused(weight: Any, bias: Any, mean: Any, var: Any, eps: float, scale: Any, shift: Any,
           shape: list[int]) -> tuple[Parameter, Parameter]:
    bias = ops.zeros_like(mean) if bias is None else bias
    factor = ops.rsqrt(var + eps)
    factor = factor if scale is None else factor * scale
    moved = (bias - mean) * factor
    moved = moved if shift is None else moved + shift
    wanted = weight.requires_grad
    return (Parameter((weight * factor.reshape(shape)).to(weight.dtype), wanted), Parameter(moved.to(weight.dtype), bias.requires_grad))
