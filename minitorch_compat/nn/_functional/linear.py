"""Layers that multiply by a matrix: `linear`, `bilinear`."""
from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.dtypes import c_name
from ..._array.linalg.products import affine
from ..._array.shape.views import wrap_dim
from ..._array.sparse.coo import is_coo
from ..._bindings.functions.arguments import write_out
from ..._bindings.functions.fake_quantize import _grouped_mm as grouped_product
from ..._bindings.generated.functions import addmm
from ..._bindings.override.overridable import resolve
from ..._bindings.settings.constants import strided
from ..._dispatch.call.autocast import in_lower_precision
from ..._dispatch.call.caller import caller
from ..._dispatch.call.fast_paths.fast_calls import ternary_call
from ..._dispatch.call.torch_function import dispatch_override, handles_overrides
from ..._dispatch.levels.lifting import batch_levels
from ..._dispatch.state import ACTIVE, LOCAL, ORDINARY
from ..._ops.op import ENTRY
from .arguments import requires_tensor

if TYPE_CHECKING:
    from ..._bindings.tensor.tensor import Tensor

_linear, _matmul, _t, _mv = caller("linear_2d"), caller("matmul"), caller("t"), caller("mv")
_trilinear, _mm_nt, _reshape, _addmm = caller("trilinear"), caller("mm_nt"), caller("reshape"), caller("addmm")
_squeeze_rows = caller("squeezed")


@handles_overrides
def linear(input: Tensor, weight: Tensor, bias: Tensor | None = None, *, out: Tensor | None = None) -> Tensor:
    """An affine map of the last dimension.

        out = input @ weight.T + bias

    Parameters
    ----------
    input : Tensor
        ... x in_features.
    weight : Tensor
        out_features x in_features, or of size in_features.
    bias : Tensor, optional
        Of size out_features.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        ... x out_features.

    Raises
    ------
    RuntimeError
        The sizes do not fit.

    References
    ----------
    PyTorch: torch.nn.functional.linear

    Examples
    --------
    >>> torch.nn.functional.linear(torch.tensor([[1., 2.]]), torch.tensor([[1., 0.], [0., 1.], [1., 1.]]), torch.tensor([0., 0., 10.]))
    tensor([[ 1.,  2., 13.]])
    """
    try:
        if bias is None or out is not None or ACTIVE:
            return _general_linear(input, weight, bias, out)
        return _affine(input, weight, bias)
    except Exception as error:
        return resolve(error)


def _general_linear(input: Any, weight: Any, bias: Any, out: Any = None) -> Any:
    """`linear` without a bias, of other than matrices, or with unusual or wrong arguments."""
    # Checked here, not by a wrapper, which would cost a tenth of a small layer.
    if (input.__class__ not in ORDINARY or weight.__class__ not in ORDINARY or bias.__class__ not in ORDINARY
            or out is not None or ACTIVE and LOCAL.function_modes):
        dispatch_override((input, weight, bias, out))
    if out is not None:
        return write_out(linear, out, input, weight, bias)
    if ACTIVE and LOCAL.autocast is not None and bias is not None and any(map(batch_levels, (input, weight, bias))):
        return _matmul_transposed(input, weight) + bias  # as in PyTorch vmap takes it apart first, and autocast casts the product alone
    try:
        if bias is not None and input._array.ndim == 2 == weight._array.ndim:
            return _addmm(bias, input, _t(weight)) if LOCAL.saved_hooks or LOCAL.observer is not None else _linear(input, weight, bias)
    except (RuntimeError, AttributeError):
        pass  # the checks below raise
    shape = input._array.shape
    if not shape or not weight._array.ndim:
        raise RuntimeError(f"both arguments to linear need to be at least 1D, but they are {len(shape)}D and {weight._array.ndim}D")
    if bias is None:
        return _matmul_transposed(input, weight)
    if ACTIVE:  # autocast lists the whole, of which the sum below would not be cast
        bias, = in_lower_precision(bias)
    if weight._array.ndim > 2:
        _t(weight)  # raises
    if len(shape) == 2:
        if input.layout is not strided:
            return addmm(bias, input, _t(weight))
        if weight._array.ndim == 1:
            raise RuntimeError("mat2 must be a matrix, got 1-D tensor")
        return _linear(input, weight, bias)
    is_lifted = input._array.__class__ is not np.ndarray
    if _is_row(bias._array.shape) and (is_lifted or input._array.flags.c_contiguous):
        if len(shape) == 1 and is_lifted and weight._array.ndim == 2 and bias._array.ndim == 1:
            return _mv(weight, input) + bias  # two ops, not five: inside a function transform an op costs more than its arithmetic
        rows = input.reshape(prod(shape[:-1]), shape[-1])
        return linear(rows, weight, bias).view(*shape[:-1], weight._array.shape[0])
    return _add_bias(_matmul_transposed(input, weight), bias, 2 if len(shape) == 1 and weight._array.ndim == 2 else 1)


def _is_row(shape: tuple[int, ...]) -> bool:
    """Whether a bias has a single dimension, not counting those of size 1: PyTorch then reshapes the input to a matrix."""
    return len(shape) == 1 or sum(n != 1 for n in shape) == 1


def _add_bias(product: Any, bias: Any, version: int) -> Any:
    """The sum. PyTorch adds in place: the version counts it (also that a row was squeezed in place before), and the shape must not grow."""
    out, size = product + bias, product._array.shape
    if out._array.shape != size:
        raise RuntimeError(f"output with shape {list(size)} doesn't match the broadcast shape {list(out._array.shape)}")
    if out._counter is None:
        out._counter = [version]
    return out


def _matmul_transposed(x: Any, weight: Any) -> Any:
    """x @ weight.T, if possible by an op that does not transpose the weight, so that its gradient has the strides of the weight.

    `unfuse` in `_dispatch/graph/node.py` makes PyTorch's nodes of it when a graph is inspected.
    """
    shape, size = x._array.shape, weight._array.shape
    if (len(size) == 2 and shape[-1] == size[1] and x._dtype is weight._dtype and x._dtype.kind != "b" and not LOCAL.saved_hooks
            and LOCAL.observer is None and not is_coo(x._array) and not is_coo(weight._array)):
        if len(shape) == 2:
            return _mm_nt(x, weight)
        if weight.requires_grad and len(shape) != 2:
            if len(shape) == 1:
                return _squeeze_rows(_mm_nt(x.unsqueeze(0), weight), 0)
            return _reshape(_mm_nt(x.reshape(prod(shape[:-1]), size[1]), weight), (*shape[:-1], size[0]))
    return _matmul(x, _t(weight))


#: The usual case: a matrix, a weight and a bias.
_affine = ternary_call(ENTRY.linear_2d, affine, _general_linear)


@requires_tensor("bilinear", "input1")
def bilinear(input1: Tensor, input2: Tensor, weight: Tensor, bias: Tensor | None = None) -> Tensor:
    """A bilinear map of two tensors.

        out[..., k] = sum_ij input1[..., i] * weight[k, i, j] * input2[..., j] + bias[k]

    Parameters
    ----------
    input1 : Tensor
        ... x in1_features.
    input2 : Tensor
        ... x in2_features.
    weight : Tensor
        out_features x in1_features x in2_features.
    bias : Tensor, optional
        Of size out_features.

    Returns
    -------
    Tensor
        ... x out_features.

    Raises
    ------
    RuntimeError
        The sizes do not fit.

    References
    ----------
    PyTorch: torch.nn.functional.bilinear

    Examples
    --------
    >>> torch.nn.functional.bilinear(torch.ones(1, 2), torch.ones(1, 3), torch.ones(1, 2, 3))
    tensor([[6.]])
    """
    tensors = {"input1": input1, "input2": input2, "weight": weight} | ({} if bias is None else {"bias": bias})
    if len({t._array.dtype for t in tensors.values()}) > 1:
        kinds = ", ".join(f"{name}: {c_name(t._array.dtype)}" for name, t in tensors.items())
        raise RuntimeError(f"All tensors must have the same dtype, got {kinds}")
    _check_bilinear(input1._array.shape, input2._array.shape, weight._array.shape, None if bias is None else bias._array.shape)
    left, right = (t.reshape(-1, t._array.shape[-1]) for t in (input1, input2))
    out = _trilinear(left, weight, right).reshape(*input1._array.shape[:-1], weight._array.shape[0])
    return out if bias is None else out + bias


def _check_bilinear(first: tuple[int, ...], second: tuple[int, ...], weight: tuple[int, ...], bias: tuple[int, ...] | None) -> None:
    if len(first) != len(second):
        raise RuntimeError(f"bilinear(): input dimensions do not match: got {len(first)} and {len(second)}")
    for i, (a, b) in enumerate(zip(first[:-1], second[:-1], strict=True)):
        if a != b:
            raise RuntimeError(f"bilinear(): input batch dimensions do not match at dim {i}: got {a} and {b}")
    for i, shape in ((1, first), (2, second)):
        _dimension_size(weight, i)
        if shape[-1] != weight[i]:
            raise RuntimeError(f"bilinear(): input{i} size does not match weight size: got {shape[-1]} but expected {weight[i]}")
    if bias is not None and _dimension_size(bias, 0) != weight[0]:
        raise RuntimeError(f"bilinear(): bias size does not match weight size: got {bias[0]} but expected {weight[0]}")


def _dimension_size(shape: tuple[int, ...], dim: int) -> int:
    if not shape:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    return shape[wrap_dim(dim, len(shape))]


def grouped_mm(mat_a: Tensor, mat_b: Tensor, *, offs: Tensor | None = None, bias: Tensor | None = None, out_dtype: Any = None) -> Tensor:
    """Matrix products of groups of different sizes.

    Parameters
    ----------
    mat_a : Tensor
        The first factors: of two dimensions, divided into groups by `offs`, or of three.
    mat_b : Tensor
        The second factors, likewise.
    offs : Tensor, optional
        The ends of the groups (`torch.int32`), if a factor has two dimensions.
    bias : Tensor, optional
        Not supported, as in PyTorch.
    out_dtype : torch.dtype, optional
        The dtype of the result.

    Returns
    -------
    Tensor
        The products, in the layout that the factors imply.

    References
    ----------
    PyTorch: torch.nn.functional.grouped_mm

    Examples
    --------
    >>> torch.nn.functional.grouped_mm(torch.ones(2, 1, 8, dtype=torch.bfloat16), torch.ones(2, 8, 8, dtype=torch.bfloat16)).shape
    torch.Size([2, 1, 8])
    """
    return grouped_product(mat_a, mat_b, offs, bias, out_dtype)


__all__ = ["bilinear", "grouped_mm", "linear"]
