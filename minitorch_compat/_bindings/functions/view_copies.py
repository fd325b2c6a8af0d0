"""Pieces and chunks as copies, masked indexing, and other functions that PyTorch's compilers use rather than user code."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core import intp
from ..._array.core.dtypes import Defaults, c_name, require_kernel
from ..._array.core.meta import make_meta
from ..._array.shape.strided import empty_strided
from ..._array.shape.views import wrap_dim
from ..._dispatch.call.caller import caller
from ..._dispatch.call.kernel_errors import type_name
from ..._dispatch.device import refuse_pinned
from ..._dispatch.dtype import array_dtype
from ..._dispatch.grad_mode import grad_mode
from ..._dispatch.graph.not_implemented import mark_not_differentiable
from ..._dispatch.levels.lifting import concrete_array
from ..._dispatch.messages import argument_messages
from ..._dispatch.state import LOCAL
from ..._dispatch.tensor import TensorBase, is_meta_tensor
from ..creation.factories import finish
from ..generated.functions_gen import segment_reduce as _segment_reduce
from ..randomness.determinism import fill_uninitialized
from .arguments import MISSING, call_with_out, check_tensor_list, out_results, require_strided, takes_tensor, write_out
from .on_values import on_values
from .shapes import call_on_window
from .shown_signatures import shown_as

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_unbind_copy, _split_copy, _split_sizes_copy = (caller(n) for n in ("unbind_copy", "split_copy", "split_with_sizes_copy"))
_cat, _pad, _reshape, _clone = (caller(n) for n in ("cat", "constant_pad_nd", "reshape", "clone"))
_as_real, _as_complex = caller("view_as_real"), caller("view_as_complex")
_as_strided_copy, _squeeze_all_copy, _squeeze_dim_copy, _squeeze_dims_copy = (
    caller(n) for n in ("as_strided_copy", "squeeze_all_copy", "squeeze_dim_copy", "squeeze_dims_copy"))


#: Functions that messages call by another name.
_OUT_OP_NAMES = {
    "split_with_sizes_copy": "split_with_sizes_copy_out", "unbind_copy": "unbind_copy_int_out", "split_copy": "split_copy_Tensor_out()"}


def _store_pieces(call: Any, out: Any, *args: Any) -> Any:
    """The pieces, or None if they were stored in the list `out`, as in PyTorch."""
    if out is None:
        return call(*args)
    count = len(call(*args))
    if len(out) != count:
        speaker = _OUT_OP_NAMES[call.__name__]
        raise RuntimeError(f"{speaker} expected an out= argument of size {count}, got size {len(out)}")
    write_out(call, tuple(out), *args)
    return None


@takes_tensor
def as_strided_copy(input: Tensor, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None, *,
                    out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/view_copies.md.
    """A copy of a view of the memory with the given shape and strides.

    The copy of the view that `torch.as_strided` returns.

    Parameters
    ----------
    input : Tensor
        The tensor to copy.
    size, stride, storage_offset : ints
        As for `torch.as_strided`.
    out : Tensor, optional
        Takes the result.

    Returns
    -------
    Tensor
        In new memory; gradients flow back to `input`.

    References
    ----------
    PyTorch: torch.as_strided_copy

    Examples
    --------
    >>> torch.as_strided_copy(torch.arange(4), (2, 2), (1, 1))
    tensor([[0, 1],
            [1, 2]])
    """
    return call_with_out(out, call_on_window, _as_strided_copy, input, size, stride, storage_offset)


@shown_as("input, dim=None, *, out=None")
def squeeze_copy(input: Tensor, dim: int | Sequence[int] = MISSING, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/view_copies.md.
    """The tensor without dimensions of size 1, as a copy.

    The copy of the view that `torch.squeeze` returns.

    Parameters
    ----------
    input : Tensor
        The tensor to copy.
    dim : int or tuple of ints, optional
        Which dimensions of size 1 to drop; all if not given.
    out : Tensor, optional
        Takes the result.

    Returns
    -------
    Tensor
        In new memory; gradients flow back to `input`.

    References
    ----------
    PyTorch: torch.squeeze_copy

    Examples
    --------
    >>> torch.squeeze_copy(torch.zeros(1, 2))
    tensor([0., 0.])
    """
    if dim is MISSING:
        return call_with_out(out, _squeeze_all_copy, input)
    return call_with_out(out, _squeeze_dims_copy if isinstance(dim, (tuple, list)) else _squeeze_dim_copy, input, dim)


def unbind_copy(input: Tensor, dim: int = 0, *, out: Sequence[Tensor] | None = None) -> tuple[Tensor, ...]:
    # The docstring is written in _bindings/functions/view_copies.md.
    """All slices along a dimension, as copies.

    The copies of the views that `torch.unbind` returns.

    Parameters
    ----------
    input : Tensor
        The tensor to copy.
    dim : int, default 0
        The dimension to remove.
    out : sequence of Tensors, optional
        Takes the result.

    Returns
    -------
    tuple of Tensors
        In new memory; gradients flow back to `input`.

    References
    ----------
    PyTorch: torch.unbind_copy

    Examples
    --------
    >>> torch.unbind_copy(torch.tensor([[1, 2], [3, 4]]))
    (tensor([1, 2]), tensor([3, 4]))
    """
    return _store_pieces(_unbind_copy, out, input, dim)


def split_copy(input: Tensor, split_size: int, dim: int = 0, *, out: Sequence[Tensor] | None = None) -> tuple[Tensor, ...]:
    # The docstring is written in _bindings/functions/view_copies.md.
    """Pieces of a tensor along a dimension, as copies.

    The copies of the views that `torch.split` returns.

    Parameters
    ----------
    input : Tensor
        The tensor to copy.
    split_size : int
        The size of each piece; the last may be smaller.
    dim : int, default 0
        The dimension to split.
    out : sequence of Tensors, optional
        Takes the result.

    Returns
    -------
    tuple of Tensors
        In new memory; gradients flow back to `input`.

    References
    ----------
    PyTorch: torch.split_copy

    Examples
    --------
    >>> torch.split_copy(torch.arange(3), 2)
    (tensor([0, 1]), tensor([2]))
    """
    return _store_pieces(_split_copy, out, input, split_size, dim)


def split_with_sizes_copy(input: Tensor, split_sizes: Sequence[int], dim: int = 0, *,
                          out: Sequence[Tensor] | None = None) -> tuple[Tensor, ...]:
    # The docstring is written in _bindings/functions/view_copies.md.
    """Pieces of given sizes along a dimension, as copies.

    The copies of the views that `torch.split_with_sizes` returns.

    Parameters
    ----------
    input : Tensor
        The tensor to copy.
    split_sizes : ints
        The sizes.
    dim : int, default 0
        The dimension to split.
    out : sequence of Tensors, optional
        Takes the result.

    Returns
    -------
    tuple of Tensors
        In new memory; gradients flow back to `input`.

    References
    ----------
    PyTorch: torch.split_with_sizes_copy

    Examples
    --------
    >>> torch.split_with_sizes_copy(torch.arange(3), [1, 2])
    (tensor([0]), tensor([1, 2]))
    """
    with grad_mode(LOCAL.grad and out is None):  # PyTorch does not check whether `out` requires a gradient
        return _store_pieces(_split_sizes_copy, out, input, split_sizes, dim)


def _chunk_cat(tensors: Any, dim: int, num_chunks: int, *, out: Any = None) -> Tensor:
    """Split every tensor into chunks along `dim` (the last one zero-padded), flatten each from there on, and concatenate."""
    if isinstance(tensors, TensorBase) or not isinstance(tensors, (tuple, list)):
        raise argument_messages.wrong_type("_chunk_cat", "tensors", 1, "tuple of Tensors", tensors)
    check_tensor_list(tensors)
    dim = _check_chunk_cat(tensors, dim, num_chunks)
    parts = []
    for t in (t.detach() for t in tensors):
        shape = t._array.shape
        step = -(-shape[dim] // num_chunks)
        if step * num_chunks != shape[dim]:
            t = _pad(t, (0, 0) * (len(shape) - dim - 1) + (0, step * num_chunks - shape[dim]), 0)
        parts.append(_reshape(t, (*shape[:dim], num_chunks, -1)))
    if out is not None:
        if LOCAL.grad and isinstance(out, TensorBase) and out.requires_grad:  # type: ignore[attr-defined]
            out_results.refuse_leaf("_chunk_cat", out)
        with grad_mode(False):
            write_out(_cat, out, parts, dim + 1)
        return mark_not_differentiable("aten::_chunk_cat", (*tensors, out), (out,))[0]
    return mark_not_differentiable("aten::_chunk_cat", tensors, (_cat(parts, dim + 1),))[0]


def _check_chunk_cat(tensors: Any, dim: int, num_chunks: int) -> int:
    if not tensors:
        raise RuntimeError("_chunk_cat expects a non-empty input tensor list")
    if num_chunks < 1:
        raise RuntimeError("_chunk_cat expects positive num_chunks")
    if len({t._array.dtype for t in tensors}) > 1:
        raise RuntimeError("_chunk_cat expects all input tensors with the same dtype")
    shapes = [t._array.shape for t in tensors]
    if any(0 in shape for shape in shapes):
        raise RuntimeError("_chunk_cat expects non-empty tensor")
    if dim < 0:
        if len({len(shape) for shape in shapes}) > 1:
            raise RuntimeError("_chunk_cat expects non-negative dim when input tensors have different ndims")
    if len({len(shape) for shape in shapes}) == 1:
        dim = wrap_dim(dim, len(shapes[0]))
    if any(dim >= len(shape) for shape in shapes):
        raise RuntimeError("_chunk_cat expects dim < ndim for all input tensors")
    if any(shape[:dim] != shapes[0][:dim] for shape in shapes):
        raise RuntimeError("_chunk_cat expects same sizes of 0,...,dim-1 dimensions for all tensors")
    return dim


@takes_tensor
def _unsafe_masked_index(input: Any, mask: Any, indices: Any, fill: Any) -> Tensor:
    """`input[indices]` where the mask is True, else `fill`; there indices may be out of range."""
    if not indices:
        raise IndexError("at least one index must be provided")
    return input[_clamp_indices(input, indices)].masked_fill(mask.logical_not(), fill)


@takes_tensor
def _unsafe_masked_index_put_accumulate(input: Any, mask: Any, indices: Any, values: Any) -> Tensor:
    """`values` added at `indices` where the mask is True; elsewhere indices may be out of range."""
    return input.index_put(_clamp_indices(input, indices), values.masked_fill(mask.logical_not(), 0), True)


def _clamp_indices(input: Any, indices: Any) -> tuple[Any, ...]:
    shape = input._array.shape
    if len(indices) > len(shape):
        raise IndexError(f"too many indices for tensor of dimension {len(shape)} (got {len(indices)})")
    for i in indices:
        if i is not None and i._array.dtype.name not in ("int32", "int64"):
            raise RuntimeError(f"_unsafe_masked_index found unexpected index type {type_name(i._array.dtype)}")
    return tuple(slice(None) if i is None else i.clamp(-n, n - 1) for i, n in zip(indices, shape, strict=False))


def empty_permuted(size: Sequence[int], physical_layout: Sequence[int], *, dtype: Any = None, layout: Any = None, device: Any = None,
                   requires_grad: bool = False, pin_memory: bool = False) -> Tensor:
    # The docstring is written in _bindings/functions/view_copies.md.
    """An uninitialized dense tensor with its dimensions in the given memory order.

    Parameters
    ----------
    size : ints
        The shape, as a sequence.
    physical_layout : ints
        The dimensions, from the outermost in memory to the innermost.
    dtype : torch.dtype, optional
        The dtype of the elements; the default dtype if not given.
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    requires_grad : bool, default False
        Whether autograd records operations on the result.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.

    Returns
    -------
    Tensor
        Of the given shape.

    Raises
    ------
    RuntimeError
        `physical_layout` is no permutation.

    References
    ----------
    PyTorch: torch.empty_permuted

    Examples
    --------
    >>> torch.empty_permuted((2, 3, 5), (0, 2, 1)).stride()
    (15, 1, 3)
    """
    require_strided("empty_permuted", layout)
    refuse_pinned(pin_memory)
    if not isinstance(size, (tuple, list)):
        raise argument_messages.wrong_type("empty_permuted", "size", 1, "tuple of ints", size)
    if not isinstance(physical_layout, (tuple, list)):
        raise argument_messages.wrong_type("empty_permuted", "physical_layout", 2, "tuple of ints", physical_layout)
    _check_order(len(size), physical_layout)
    strides, step = [0] * len(size), 1
    for d in reversed(physical_layout):
        strides[d] = step
        step *= max(size[d], 1)
    np_dtype: np.dtype[Any] = Defaults.floating if dtype is None else array_dtype(dtype)
    return finish(fill_uninitialized(empty_strided(tuple(size), tuple(strides), np_dtype)), requires_grad, device)


def _check_order(ndim: int, order: Sequence[int]) -> None:
    if len(order) != ndim:
        raise RuntimeError("Number of dimensions in size does not match the length of the physical_layout; i.e. "
                           f"len(size) = {ndim} is not equal to len(physical_layout) = {len(order)}")
    for place, d in enumerate(order):
        if not 0 <= d < ndim:
            raise RuntimeError(f"Dimension out of range (expected to be between 0 and {ndim - 1}, but got {d} at index {place}).  NB: "
                               "negative dims not currently supported; file an issue if you want it.")
        if d in order[:place]:
            raise RuntimeError("Duplicate dim not allowed")



def detach_copy(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/view_copies.md.
    """The tensor without its history, as a copy.

    The copy of the view that `torch.detach` returns.

    Parameters
    ----------
    input : Tensor
        The tensor to copy.
    out : Tensor, optional
        Takes the result.

    Returns
    -------
    Tensor
        In new memory, without history.

    References
    ----------
    PyTorch: torch.detach_copy

    Examples
    --------
    >>> torch.detach_copy(torch.tensor([1., 2.]))
    tensor([1., 2.])
    """
    return call_with_out(out, _clone, input.detach())


def view_as_real_copy(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/view_copies.md.
    """Complex numbers as pairs of real ones, as a copy.

    The copy of the view that `torch.view_as_real` returns.

    Parameters
    ----------
    input : Tensor
        The tensor to copy.
    out : Tensor, optional
        Takes the result.

    Returns
    -------
    Tensor
        In new memory; gradients flow back to `input`.

    References
    ----------
    PyTorch: torch.view_as_real_copy

    Examples
    --------
    >>> torch.view_as_real_copy(torch.tensor([1 + 2j]))
    tensor([[1., 2.]])
    """
    return call_with_out(out, _clone, _as_real(input))


def view_as_complex_copy(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/view_copies.md.
    """Pairs of real numbers as complex ones, as a copy.

    The copy of the view that `torch.view_as_complex` returns.

    Parameters
    ----------
    input : Tensor
        The tensor to copy.
    out : Tensor, optional
        Takes the result.

    Returns
    -------
    Tensor
        In new memory; gradients flow back to `input`.

    References
    ----------
    PyTorch: torch.view_as_complex_copy

    Examples
    --------
    >>> torch.view_as_complex_copy(torch.tensor([[1., 2.]]))
    tensor([1.+2.j])
    """
    if input.requires_grad and LOCAL.grad:
        raise RuntimeError("view_as_complex_copy does not support automatic differentiation for outputs with complex dtype.")
    return call_with_out(out, _clone, _as_complex(input))


@on_values("nonzero_static")
def nonzero_static(input: Tensor, *, size: int, fill_value: int = -1, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/view_copies.md.
    """The indices of nonzero elements, in a result of given size.

    Parameters
    ----------
    input : Tensor
        Of any dtype.
    size : int
        The number of rows; further elements are left out, missing ones filled.
    fill_value : int, default -1
        The value of missing rows.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Indices (`torch.int64`) of the shape (size, input.dim()).

    References
    ----------
    PyTorch: torch.nonzero_static

    Examples
    --------
    >>> torch.nonzero_static(torch.tensor([0, 5, 6]), size=3)
    tensor([[ 1],
            [ 2],
            [-1]])
    """
    if size < 0:
        raise RuntimeError("nonzero_static: 'size' must be an non-negative integer")
    if out is not None and out._array.dtype != np.int64:
        raise RuntimeError(f"nonzero_static: Expected out tensor to have scalar type Long but got scalar type{c_name(out._array.dtype)}")
    if is_meta_tensor(input):
        return finish(make_meta((size, input._array.ndim), np.dtype(np.int64)), False, None, out)
    a = concrete_array(input._array)
    require_kernel("nonzero_count_cpu", a.dtype)
    rows = np.full((size, input._array.ndim), fill_value, np.int64)
    if a.ndim:
        linear_indices = intp.flatnonzero(np.not_equal(a, 0))[:size]
        rows[:len(linear_indices)] = np.stack(intp.unravel_index(linear_indices, a.shape), -1) if linear_indices.size else 0
    return finish(rows, False, None, out)


__all__ = ["_chunk_cat", "_segment_reduce", "_unsafe_masked_index", "_unsafe_masked_index_put_accumulate", "as_strided_copy",
           "detach_copy", "empty_permuted", "nonzero_static", "split_copy", "split_with_sizes_copy", "squeeze_copy", "unbind_copy",
           "view_as_complex_copy", "view_as_real_copy"]
