"""Fusion of batch norms into the layers before them, for evaluation."""
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
    """Fuse a convolution and the batch norm after it, for evaluation.

    Parameters
    ----------
    conv : Module
        The convolution; it is not changed.
    bn : Module
        The batch norm, with running statistics.
    transpose : bool, default False
        Whether the convolution is transposed.

    Returns
    -------
    Module
        A copy of ``conv`` with other parameters.

    Raises
    ------
    AssertionError
        If one of them is training.

    References
    ----------
    PyTorch: ``torch.nn.utils.fuse_conv_bn_eval``.

    Examples
    --------
    >>> conv, bn = torch.nn.Conv1d(1, 2, 3).eval(), torch.nn.BatchNorm1d(2).eval()
    >>> x = torch.randn(1, 1, 5)
    >>> torch.allclose(torch.nn.utils.fuse_conv_bn_eval(conv, bn)(x), bn(conv(x)), atol=1e-6)
    True
    """
    assert not (conv.training or bn.training), "Fusion only for eval!"  # type: ignore[attr-defined]
    fused: Any = copy.deepcopy(conv)
    fused.weight, fused.bias = fuse_conv_bn_weights(fused.weight, fused.bias, bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias,
                                                    transpose)
    return fused


def fuse_conv_bn_weights(conv_w: Tensor, conv_b: Tensor | None, bn_rm: Tensor, bn_rv: Tensor, bn_eps: float, bn_w: Tensor | None,
                         bn_b: Tensor | None,
                         transpose: bool = False) -> tuple[Parameter, Parameter]:
    """Kernel and bias of a convolution that includes a batch norm.

    Parameters
    ----------
    conv_w : Tensor
        Kernel.
    conv_b : Tensor or None
        Bias.
    bn_rm : Tensor
        Running mean.
    bn_rv : Tensor
        Running variance.
    bn_eps : float
        ``eps`` of the batch norm.
    bn_w : Tensor or None
        Its scale.
    bn_b : Tensor or None
        Its shift.
    transpose : bool, default False
        Whether the convolution is transposed.

    Returns
    -------
    tuple of Parameter
        Kernel and bias.

    References
    ----------
    PyTorch: ``torch.nn.utils.fuse_conv_bn_weights``.

    Examples
    --------
    >>> one = torch.ones(1)
    >>> w, b = torch.nn.utils.fuse_conv_bn_weights(torch.ones(1, 1, 1), None, one, one, 0.0, 2 * one, one)
    >>> w.detach(), b.detach()
    (tensor([[[2.]]]), tensor([-1.]))
    """
    shape = [1] * conv_w.ndim
    shape[1 if transpose else 0] = -1
    return _fused_parameters(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, shape)


def fuse_linear_bn_eval(linear: L, bn: Any) -> L:
    """Fuse a linear layer and the batch norm after it, for evaluation.

    Parameters
    ----------
    linear : Linear
        The layer; it is not changed.
    bn : Module
        The batch norm, with running statistics.

    Returns
    -------
    Linear
        A copy of ``linear`` with other parameters.

    Raises
    ------
    AssertionError
        If one of them is training, or sizes do not fit.

    References
    ----------
    PyTorch: ``torch.nn.utils.fuse_linear_bn_eval``.

    Examples
    --------
    >>> linear, bn = torch.nn.Linear(2, 3).eval(), torch.nn.BatchNorm1d(3).eval()
    >>> x = torch.randn(4, 2)
    >>> torch.allclose(torch.nn.utils.fuse_linear_bn_eval(linear, bn)(x), bn(linear(x)), atol=1e-6)
    True
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
    """Weight and bias of a linear layer that includes a batch norm.

    Parameters
    ----------
    linear_w : Tensor
        Weight.
    linear_b : Tensor or None
        Bias.
    bn_rm : Tensor
        Running mean.
    bn_rv : Tensor
        Running variance.
    bn_eps : float
        ``eps`` of the batch norm.
    bn_w : Tensor
        Its scale.
    bn_b : Tensor
        Its shift.

    Returns
    -------
    tuple of Parameter
        Weight and bias.

    References
    ----------
    PyTorch: ``torch.nn.utils.fuse_linear_bn_weights``.

    Examples
    --------
    >>> one = torch.ones(1)
    >>> w, b = torch.nn.utils.fuse_linear_bn_weights(torch.ones(1, 1), None, one, one, 0.0, 2 * one, one)
    >>> w.detach(), b.detach()
    (tensor([[2.]]), tensor([-1.]))
    """
    return _fused_parameters(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, [-1, 1])


def _fused_parameters(weight: Any, bias: Any, mean: Any, var: Any, eps: float, scale: Any, shift: Any,
                      shape: list[int]) -> tuple[Parameter, Parameter]:
    bias = ops.zeros_like(mean) if bias is None else bias
    factor = ops.rsqrt(var + eps)
    factor = factor if scale is None else factor * scale
    moved = (bias - mean) * factor
    moved = moved if shift is None else moved + shift
    requires_grad = weight.requires_grad
    return (Parameter((weight * factor.reshape(shape)).to(weight.dtype), requires_grad),
            Parameter(moved.to(weight.dtype), bias.requires_grad))
