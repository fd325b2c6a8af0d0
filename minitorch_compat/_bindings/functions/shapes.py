"""Shape functions that torch spells irregularly: `*sizes`, several signatures, lists. Functions first, then their methods."""
from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.numbers import index, word
from ..._array.core.user_warnings import warn, warn_once
from ..._array.index import slice_scatter as placing
from ..._array.shape.views import CHANNELS_LAST, can_view, common_shape, resolve_size, wrap_dim
from ..._dispatch.call.argument_errors import wrong_combination, wrong_type
from ..._dispatch.call.caller import later, settle_calls
from ..._dispatch.call.kernel_errors import broadcast_message, type_name
from ..._dispatch.levels.lifting import Lifted, own_offset, representative
from ..._dispatch.size import Size
from ..._dispatch.state import Classes
from ..._dispatch.tensor import TensorBase, is_ghost
from ..override.overridable import ask_all, asks, refuse
from ..tensor.conversion import copied_in_order, format_name, in_layout
from .arguments import (
    MISSING,
    check_members,
    into,
    misplaced,
    missing_argument,
    no_flag,
    once,
    overloaded,
    takes_tensor,
    whole,
)
from .shown_signatures import shown_as

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_view, _reshape, _reshape_alias, _expand, _permute, _as_strided, _clone = (
    later(n) for n in ("view", "reshape", "reshape_alias", "expand", "permute", "as_strided", "clone"))
_sum_to_size, _transpose, _squeeze_all, _squeeze = (later(n) for n in ("sum_to_size", "transpose", "squeeze_all", "squeeze"))
_split_even, _split_with_sizes, _cat, _stack = (later(n) for n in ("split_even", "split_with_sizes", "cat", "stack"))
_flip, _repeat, _movedim, _diagonal_copy, _diag_embed = (later(n) for n in ("flip", "repeat", "movedim", "diagonal_copy", "diag_embed"))
_unsqueeze, _slice, _narrow, _rot90, _squeeze_dims = (later(n) for n in ("unsqueeze", "slice", "narrow", "rot90", "squeeze_dims"))
_unsafe_split, _unsafe_split_sizes = later("unsafe_split"), later("unsafe_split_with_sizes")
settle_calls(globals())


def sizes(args: tuple[Any, ...]) -> Any:
    """`f(2, 3)` and `f((2, 3))` alike."""
    return tuple(args[0]) if len(args) == 1 and isinstance(args[0], (tuple, list)) else args


def ints(args: tuple[Any, ...], name: str, argument: str = "size") -> tuple[int, ...]:
    """`f(2, 3)` and `f((2, 3))` alike, as integers."""
    if not args:
        raise missing_argument(name, argument)
    given = sizes(args)
    try:
        return tuple(map(index, given))
    except TypeError:
        raise _not_ints(args, given, name, argument) from None


def _not_ints(args: tuple[Any, ...], given: Any, name: str, argument: str) -> TypeError:
    """The error for sizes that are no integers."""
    if args is given and isinstance(args[0], (tuple, list)):
        return TypeError(f"{name}() takes 1 positional argument but {len(args)} were given")
    place, odd = next(((i, v) for i, v in enumerate(given) if not hasattr(v, "__index__")), (0, given[0]))
    if place == 0:
        return wrong_type(name, argument, 1, "tuple of ints", odd)
    return TypeError(f"{name}(): argument '{argument}' failed to unpack the object at pos {place + 1} with error "
                     f"\"type must be tuple of ints,but got {type(odd).__name__}\"")


def reshape(input: Tensor, shape: Sequence[int]) -> Tensor:
    """Another shape: a view where the strides allow it, else a copy."""
    try:
        a = input._array
    except AttributeError:
        raise TypeError(f"reshape(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}") from None
    if shape.__class__ is not tuple or -1 in shape or math.prod(shape) != a.size:
        shape = resolve_size(shape, a.size)
    if a.__class__ in Classes.layouts:
        raise RuntimeError("reshape is not implemented for sparse tensors")
    viewable = can_view(a if a.__class__ is np.ndarray else representative(a), shape)
    if not viewable:
        return _reshape(_clone(input, None), shape)
    return (_reshape_alias if input._requires_grad and not a.flags.c_contiguous else _view)(input, shape)


@takes_tensor
def as_strided(input: Tensor, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None) -> Tensor:
    """Any window on a tensor's memory; `storage_offset` counts from the start of the storage."""
    return windowed(_as_strided, input, size, stride, storage_offset)


def windowed(call: Any, input: Any, size: Any, stride: Any, storage_offset: int | None) -> Any:
    """`call`, which makes the view, of a window that begins where `input` does, or so far from where its memory begins."""
    size, stride = (tuple(map(int, given)) if any(n is True or n is False for n in given) else given for given in (size, stride))
    if stride and min(stride) < 0:
        raise RuntimeError(f"as_strided: Negative strides are not supported at the moment, got strides: {list(stride)}")
    offset = 0 if storage_offset is None else storage_offset - own_offset(input)
    if isinstance(input._array, Lifted):
        from ..._dispatch.levels.vmap_checks import check_window

        check_window(input, size, stride, offset)
    return call(input, tuple(size), tuple(stride), offset, input.stride(), storage_offset)


@takes_tensor
def clone(input: Tensor, *, memory_format: Any = None) -> Tensor:
    """A copy that is part of the graph."""
    return input.clone(memory_format=memory_format)


def flatten(input: Tensor, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    """Dimensions `start_dim` to `end_dim` made one."""
    shape = (a := input._array).shape
    if start_dim.__class__ is int and start_dim == 0 and end_dim.__class__ is int and end_dim == -1 and len(shape) > 1:
        return _view(input, (a.size,)) if a.__class__ is np.ndarray and a.flags.c_contiguous else reshape(input, (math.prod(shape),))
    start = wrap_dim(start_dim if start_dim.__class__ is int else whole("flatten", "start_dim", start_dim), len(shape))
    end = wrap_dim(end_dim if end_dim.__class__ is int else whole("flatten", "end_dim", end_dim), len(shape))
    if start > end:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if not shape:
        return reshape(input, (1,))
    if start == end:
        return input
    return reshape(input, (*shape[:start], math.prod(shape[start:end + 1]), *shape[end + 1:]))


@takes_tensor
def unflatten(input: Tensor, dim: int, sizes: Sequence[int]) -> Tensor:
    """One dimension made several."""
    shape = input._array.shape
    if not shape:
        wrap_dim(dim, 0)
        raise RuntimeError("unflatten got an unexpected error:\nDimension specified as 0 but tensor has no dimensions")
    dim = wrap_dim(dim, len(shape))
    if dim.__class__ is bool or not isinstance(sizes, (list, tuple)):
        misplaced("unflatten", *(("dim", "int", dim) if dim.__class__ is bool else ("sizes", "tuple of ints", sizes)))
    inner = placing.check_unflattened(tuple(sizes), dim, shape[dim])
    return _view(input, (*shape[:dim], *inner, *shape[dim + 1:]))


@takes_tensor
def ravel(input: Tensor) -> Tensor:
    """All elements in one dimension."""
    return _view(input.contiguous(), (input._array.size,))


@shown_as("input, dim=None")
def squeeze(input: Tensor, dim: int | Sequence[int] = MISSING, *, axis: Any = MISSING) -> Tensor:
    """Dimensions of size 1 dropped: all of them, or those among `dim`."""
    dim = dim if axis is MISSING else once(axis, dim, MISSING)
    if dim is MISSING:
        return _squeeze_all(input)
    if dim is None or dim is True or dim is False:
        misplaced("squeeze", "dim", "int", dim)
    return _squeeze_dims(input, tuple(dim)) if isinstance(dim, (tuple, list)) else _squeeze(input, dim)


_LISTS = frozenset({list, tuple, Size})


def split(tensor: Tensor, split_size_or_sections: int | Sequence[int], dim: int = 0) -> tuple[Tensor, ...]:
    """Consecutive pieces of one size, or of given sizes, along a dimension; views."""
    if isinstance(split_size_or_sections, TensorBase) and not split_size_or_sections._array.ndim:
        split_size_or_sections = int(split_size_or_sections)  # type: ignore[call-overload]
    if dim.__class__ is not int or split_size_or_sections.__class__ is not int and (
            split_size_or_sections.__class__ not in _LISTS or not all(m.__class__ is int for m in split_size_or_sections)):
        from ..._fidelity.argument_checks import check_native
        check_native("split" if isinstance(split_size_or_sections, int) else "split_with_sizes", tensor, split_size_or_sections, dim)
    if isinstance(split_size_or_sections, (list, tuple)):
        return _split_with_sizes(tensor, tuple(split_size_or_sections), dim)
    return _split_even(tensor, index(split_size_or_sections), dim)


def chunk(input: Tensor, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
    """At most `chunks` pieces of equal size (the last may be smaller) along a dimension; views."""
    if chunks.__class__ is not int:
        chunks = whole("chunk", "chunks", chunks)
    if dim.__class__ is not int:
        dim = whole("chunk", "dim", dim)
    if not 0 < chunks < 1 << 63:
        word(chunks)
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    if not input._array.ndim:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    n = input._array.shape[wrap_dim(dim, input._array.ndim)]
    return _split_even(input, -(-n // chunks), dim) if n else _split_with_sizes(input, (0,) * chunks, dim)


@overloaded
def tensor_split(input: Tensor, indices_or_sections: Any, dim: int = 0) -> tuple[Tensor, ...]:
    """Pieces at given indices, or as many as said with sizes that differ by one at most; views."""
    if not input._array.ndim:
        raise RuntimeError("tensor_split expected at least a 1-dimensional tensor, but got a tensor with 0 dims")
    dim = wrap_dim(dim, input._array.ndim)
    n = input._array.shape[dim]
    if isinstance(indices_or_sections, TensorBase):
        if indices_or_sections._array.dtype != np.int64:
            kind = type_name(indices_or_sections._array.dtype)
            raise RuntimeError(f"tensor_split expected tensor_indices_or_sections to have dtype of long, but got {kind}")
        if indices_or_sections._array.ndim > 1:
            raise RuntimeError("tensor_split expected tensor_indices_or_sections to be a zero-dimensional or one-dimensional tensor, but "
                               f"got a tensor with {indices_or_sections._array.ndim} dims")
        indices_or_sections = indices_or_sections._array.tolist()
    if indices_or_sections.__class__ is int and indices_or_sections >= 1 << 59:
        raise RuntimeError("cannot create std::vector larger than max_size()")
    if isinstance(indices_or_sections, (list, tuple)):
        cuts = [0, *indices_or_sections, n]
        return tuple(_slice(input, dim, a, b, 1) for a, b in pairwise(cuts))
    parts = int(indices_or_sections)
    if parts <= 0:
        raise RuntimeError(f"number of sections must be larger than 0, got {parts}")
    if parts > np.iinfo(np.int64).max:
        raise ValueError("Overflow when unpacking long long")
    lengths = [n // parts + (i < n % parts) for i in range(parts)]
    return tuple(_slice(input, dim, s, s + m, 1) for s, m in zip((sum(lengths[:i]) for i in range(parts)), lengths, strict=True))


@takes_tensor
def unsafe_chunk(input: Tensor, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
    """`chunk` without the tracking of views."""
    if chunks.__class__ is not int:
        chunks = whole("chunk", "chunks", chunks)
    if dim.__class__ is not int:
        dim = whole("chunk", "dim", dim)
    if not 0 < chunks < 1 << 63:
        word(chunks)
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    if not input._array.ndim:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    n = input._array.shape[wrap_dim(dim, input._array.ndim)]
    return _unsafe_split(input, -(-n // chunks), dim) if n else _unsafe_split_sizes(input, (0,) * chunks, dim)


def narrow(input: Tensor, dim: int, start: Tensor | int, length: int) -> Tensor:
    """`length` indices from `start`, a number or a 0-d tensor, along a dimension; a view."""
    return _narrow(input, dim, start if start.__class__ is int else _start(start), length)


def _start(start: Any) -> Any:
    if not isinstance(start, TensorBase):
        return start
    if start._array.ndim or start._array.dtype.kind not in "iu":
        raise RuntimeError("start must be an 0-dim integral Tensor.")
    return start._array.item()


def concat(tensors: Sequence[Tensor], dim: int = 0, *, out: Tensor | None = None) -> Tensor:
    """Another name of `cat`."""
    from ..generated.functions_gen import cat

    return cat(tensors, dim, out=out)


concatenate = concat


def _at_least(t: Any, ndim: int) -> Any:
    shape = t._array.shape
    if len(shape) >= ndim:
        return t
    if ndim == 1:
        return reshape(t, (1,))
    if ndim == 2:
        return _unsqueeze(t, 0) if shape else reshape(t, (1, 1))
    if len(shape) == 2:
        return _unsqueeze(t, -1)
    return _unsqueeze(_unsqueeze(t, 0), -1) if shape else reshape(t, (1, 1, 1))


def _each(name: str, tensors: tuple[Any, ...], ndim: int) -> Any:
    if len(tensors) == 1 and not isinstance(tensors[0], (TensorBase, tuple, list)):
        raise wrong_combination(name, tensors, {})
    listed = len(tensors) == 1 and isinstance(tensors[0], (tuple, list))
    check_members(tensors[0] if listed else tensors)
    if listed:
        return tuple(_at_least(t, ndim) for t in tensors[0])
    return _at_least(tensors[0], ndim) if len(tensors) == 1 else tuple(_at_least(t, ndim) for t in tensors)


def atleast_1d(*tensors: Any) -> Any:
    """Tensors with at least one dimension."""
    return _each("atleast_1d", tensors, 1)


def atleast_2d(*tensors: Any) -> Any:
    """Tensors with at least two dimensions."""
    return _each("atleast_2d", tensors, 2)


def atleast_3d(*tensors: Any) -> Any:
    """Tensors with at least three dimensions."""
    return _each("atleast_3d", tensors, 3)


def _members(name: str, tensors: Any, ndim: int) -> list[Any]:
    """The tensors of a list, with at least so many dimensions."""
    if isinstance(tensors, TensorBase) or not isinstance(tensors, (tuple, list)):
        raise TypeError(f"{name}(): argument 'tensors' (position 1) must be tuple of Tensors, not {type(tensors).__name__}")
    if not tensors:
        raise RuntimeError(f"{name} expects a non-empty TensorList")
    return [t if t._array.ndim >= ndim else _at_least(t, ndim) for t in tensors]


def hstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """Tensors side by side: along the second dimension, vectors along the first."""
    parts = _members("hstack", tensors, 1)
    return into(out, _cat, parts, 0 if parts[0]._array.ndim == 1 else 1)


def vstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """Tensors on top of each other, vectors as rows."""
    return into(out, _cat, _members("vstack", tensors, 2), 0)


row_stack = vstack


def dstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """Tensors along the third dimension."""
    return into(out, _cat, _members("dstack", tensors, 3), 2)


def column_stack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    """Tensors side by side, vectors as columns."""
    _members("column_stack", tensors, 0)
    return into(out, _cat, [reshape(t, (t._array.size, 1)) if t._array.ndim <= 1 else t for t in tensors], 1)


def broadcast_tensors(*tensors: Any) -> tuple[Tensor, ...]:
    """All tensors expanded to their common shape; views."""
    if len(tensors) == 1 and isinstance(tensors[0], (tuple, list)):
        tensors = tuple(tensors[0])
    check_members(tensors)
    if not tensors:
        return ()
    shapes = [t._array.shape for t in tensors]
    try:
        shape = common_shape(shapes)
    except RuntimeError:
        raise RuntimeError(broadcast_message(shapes)) from None
    return tuple([t if own == shape else _expand(t, shape) for t, own in zip(tensors, shapes, strict=True)])


def broadcast_to(input: Tensor, size: Sequence[int]) -> Tensor:
    """`input` expanded to `size`; a view."""
    return _expand(input, tuple(size))


def _warn_of_reversal(dims: int) -> None:
    warn_once("The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated and it will throw an error in a "
              "future release; `x.mT` transposes batches of matrices" if dims else
              "Tensor.T is deprecated on 0-D tensors. This function is the identity in these cases.")


def meshgrid(*tensors: Any, indexing: str | None = None) -> Any:
    """Coordinates of a grid, from the values along each axis; "ij" (default) or "xy" order."""
    if len(tensors) == 1 and isinstance(tensors[0], (tuple, list)):
        tensors = tuple(tensors[0])
    if indexing not in (None, "ij", "xy"):
        raise RuntimeError(f'torch.meshgrid: indexing must be one of "xy" or "ij", but received: {indexing}')
    _check_axes(tensors)
    if indexing is None:
        warn_once("torch.meshgrid: in an upcoming release, it will be required to pass the indexing argument.")
    swap = indexing == "xy" and len(tensors) >= 2
    if swap:
        tensors = (tensors[1], tensors[0], *tensors[2:])
    shape = tuple(t._array.size for t in tensors)
    grids = [_expand(_view(t, (1,) * i + (shape[i],) + (1,) * (len(shape) - 1 - i)), shape) for i, t in enumerate(tensors)]
    return (grids[1], grids[0], *grids[2:]) if swap else tuple(grids)


def _check_axes(tensors: tuple[Any, ...]) -> None:
    if not tensors:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    check_members(tensors)
    for t in tensors:
        if t._array.dtype is not tensors[0]._array.dtype:
            raise RuntimeError("meshgrid expects all tensors to have the same dtype")
        if is_ghost(t) is not is_ghost(tensors[0]):
            raise RuntimeError("meshgrid expects all tensors to have the same device")
    for t in tensors:
        if t._array.ndim > 1:
            raise RuntimeError("torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: "
                               f"{type_name(t._array.dtype)}{list(t._array.shape)}")


def cartesian_prod(*tensors: Any) -> Tensor:
    """All combinations of one element of each vector, as rows."""
    check_members(tensors)
    for t in tensors:
        if t._array.ndim != 1:
            raise RuntimeError(f"Expect a 1D vector, but got shape {list(t._array.shape)}")
    if len(tensors) == 1:
        return tensors[0]
    return _stack([reshape(g, (-1,)) for g in meshgrid(*tensors, indexing="ij")], 1)


def flip(input: Tensor, dims: Sequence[int]) -> Tensor:
    """Reversed along `dims`."""
    return _flip(input, dims)


@takes_tensor
def fliplr(input: Tensor) -> Tensor:
    """Reversed along the second dimension."""
    if input._array.ndim < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return _flip(input, (1,))


@takes_tensor
def flipud(input: Tensor) -> Tensor:
    """Reversed along the first dimension."""
    if not input._array.ndim:
        raise RuntimeError("Input must be >= 1-d.")
    return _flip(input, (0,))


@takes_tensor
def rot90(input: Tensor, k: int = 1, dims: Any = (0, 1)) -> Tensor:
    """Turned by k right angles in the plane of two dimensions."""
    return _rot90(input, k, tuple(dims))


@takes_tensor
def tile(input: Tensor, dims: Sequence[int]) -> Tensor:
    """`repeat` with missing leading repetitions taken as 1."""
    lead = input._array.ndim - len(dims)
    return _repeat(input, (1,) * lead + tuple(dims))


@takes_tensor
def diag(input: Tensor, diagonal: int = 0, *, out: Tensor | None = None) -> Tensor:
    """The diagonal of a matrix, or the matrix with a vector on its diagonal."""
    if input._array.ndim == 1:
        if out is not None:
            from ..out.refusals import check_type

            check_type("diag", input._array.dtype, out._array.dtype, False)
        return into(out, _diag_embed, input, diagonal, -2, -1)
    if input._array.ndim != 2:
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {input._array.ndim}D")
    return into(out, _diagonal_copy, input, diagonal, 0, 1)


@takes_tensor
def diagflat(input: Tensor, offset: int = 0) -> Tensor:
    """The matrix with all elements of `input` on its diagonal."""
    return _diag_embed(reshape(input, (-1,)), offset, -2, -1)


@takes_tensor
def numel(input: Tensor) -> int:
    """The number of elements."""
    return input._array.size


@takes_tensor
def adjoint(input: Tensor) -> Tensor:
    """The last two dimensions swapped, conjugated if complex."""
    return _adjoint(input, "adjoint()")


def _adjoint(input: Any, name: str) -> Tensor:
    if input._array.ndim == 1:
        raise RuntimeError(f"tensor.{name} is only supported on matrices or batches of matrices. Got 1-D tensor.")
    out = _transpose(input, -2, -1) if input._array.ndim else input
    return out.conj() if input._array.dtype.kind == "c" else out


def moveaxis(input: Tensor, source: int | Sequence[int], destination: int | Sequence[int]) -> Tensor:
    """Another name of `movedim`."""
    return _movedim(input, source, destination)


def sum_to_size(input: Any, size: tuple[int, ...]) -> Tensor:
    """Sum down to a shape that broadcasts to that of `input`; integers sum to int64."""
    shape = input._array.shape
    if not size:
        return input.sum()
    if size == shape:
        return input
    extra = len(shape) - len(size)
    if extra < 0 or any(n not in (1, have) for n, have in zip(size, shape[extra:], strict=True)):
        raise RuntimeError(f"size {{{list(size)}}} is not expandable to size {{{list(shape)}}}.")
    return _sum_to_size(input if input._array.dtype.kind in "fcV" else input.long(), size)


@ask_all
class ShapeMethods:
    """The methods of these functions; `Tensor` inherits them."""

    __slots__ = ()

    def expand(self: Any, *sizes: Any, implicit: bool = False, size: Sequence[int] | None = None) -> Tensor:
        """Dimensions of size 1 repeated, without memory."""
        try:
            return _expand(self, ints(no_flag(sizes if sizes or size is None else (size,)), "expand"))
        except Exception as error:
            return refuse(error)

    @asks
    def expand_as(self: Any, other: Tensor) -> Tensor:
        """`expand` to the shape of `other`."""
        return _expand(self, other._array.shape)

    def broadcast_to(self: Any, *size: Any) -> Tensor:
        """`expand` to `size`."""
        return _expand(self, ints(size, "broadcast_to"))

    def permute(self: Any, *order: Any, dims: Sequence[int] | None = None) -> Tensor:
        """All dimensions in a new order."""
        wanted = order if order or dims is None else (dims,)
        if not wanted:
            raise missing_argument("permute", "dims")
        try:
            return _permute(self, sizes(wanted))
        except Exception as error:
            return refuse(error)

    def as_strided(self: Any, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None) -> Tensor:
        """Any window on the tensor's memory; `storage_offset` counts from the start of the storage."""
        return as_strided(self, size, stride, storage_offset)

    @shown_as("self, *, memory_format=torch.contiguous_format")
    def contiguous(self: Any, *, memory_format: Any = MISSING) -> Tensor:
        """The tensor itself if it lies in row-major order (or in another memory format), else a copy that does."""
        if memory_format is not MISSING and format_name(memory_format, "contiguous") in CHANNELS_LAST:
            return self if in_layout(self, memory_format) else _clone(self, memory_format)
        return self if self._array.flags.c_contiguous else copied_in_order(self)

    @shown_as("self, *, memory_format=torch.contiguous_format")
    def is_contiguous(self: Any, *, memory_format: Any = MISSING) -> bool:
        """Whether the elements lie in row-major order (or in another memory format) without gaps."""
        named = memory_format is not MISSING and format_name(memory_format, "is_contiguous") in CHANNELS_LAST
        return in_layout(self, memory_format) if named else self._array.flags.c_contiguous

    def clone(self: Any, *, memory_format: Any = None) -> Tensor:
        """A copy that is part of the graph."""
        return _clone(self, None if memory_format is None or format_name(memory_format, "clone") == "preserve_format" else memory_format)

    def sum_to_size(self: Any, *size: Any) -> Tensor:
        """Sum down to a shape that broadcasts to this one."""
        return sum_to_size(self, ints(size, "sum_to_size"))

    def flatten(self: Any, start_dim: int = 0, end_dim: int = -1) -> Tensor:
        """Dimensions `start_dim` to `end_dim` made one."""
        try:
            return flatten(self, start_dim, end_dim)
        except Exception as error:
            return refuse(error)

    def unflatten(self: Any, dim: int, sizes: Sequence[int]) -> Tensor:
        """One dimension made several."""
        if not sizes:  # asked before it is asked what they are
            raise RuntimeError("unflatten: sizes must be non-empty")
        try:
            return unflatten(self, dim, sizes)
        except Exception as error:
            return refuse(error)

    def ravel(self: Any) -> Tensor:
        """All elements in one dimension."""
        return ravel(self)

    @shown_as("self, dim=None")
    def squeeze(self: Any, dim: int | Sequence[int] = MISSING, *further: Any, axis: Any = MISSING) -> Tensor:
        """Dimensions of size 1 dropped: all of them, or those among `dim`."""
        try:
            dim = dim if axis is MISSING else once(axis, dim, MISSING)
            return squeeze(self, (dim, *further) if further else dim)
        except Exception as error:
            return refuse(error)

    def split(self: Any, split_size: Any, dim: int = 0) -> tuple[Tensor, ...]:
        """Consecutive pieces along a dimension; views."""
        try:
            return split(self, split_size, dim)
        except Exception as error:
            return refuse(error)

    def chunk(self: Any, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
        """At most `chunks` pieces of equal size along a dimension; views."""
        try:
            return chunk(self, chunks, dim)
        except Exception as error:
            return refuse(error)

    def narrow(self: Any, dim: int, start: Tensor | int, length: int) -> Tensor:
        """`length` indices from `start` along a dimension; a view."""
        return _narrow(self, dim, start if start.__class__ is int else _start(start), length)

    def unsafe_chunk(self: Any, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
        """`chunk` without the tracking of views."""
        return unsafe_chunk(self, chunks, dim)

    @asks
    def tensor_split(self: Any, indices_or_sections: Any, dim: int = 0) -> tuple[Tensor, ...]:
        """Pieces along a dimension; see `torch.tensor_split`."""
        return tensor_split(self, indices_or_sections, dim)

    @shown_as("self, dims")
    def flip(self: Any, *flips: Any, dims: Sequence[int] = MISSING) -> Tensor:
        """Reversed along dimensions: `flip(0, 1)`, `flip((0, 1))`, `flip(dims=(0, 1))`."""
        if dims is not MISSING and flips:
            raise TypeError("flip() got multiple values for argument 'dims'")
        return _flip(self, ints(flips, "flip", "dims") if dims is MISSING else tuple(dims))

    def fliplr(self: Any) -> Tensor:
        """Reversed along the second dimension."""
        return fliplr(self)

    def flipud(self: Any) -> Tensor:
        """Reversed along the first dimension."""
        return flipud(self)

    def rot90(self: Any, k: int = 1, dims: Any = (0, 1)) -> Tensor:
        """Turned by k right angles."""
        return rot90(self, k, dims)

    def repeat(self: Any, *repeats: Any) -> Tensor:
        """The tensor laid side by side, so many times along each dimension."""
        return _repeat(self, ints(repeats, "repeat", "repeats"))

    def tile(self: Any, *dims: Any) -> Tensor:
        """`repeat` with missing leading repetitions taken as 1."""
        return tile(self, ints(dims, "tile", "dims"))

    def diag(self: Any, diagonal: int = 0) -> Tensor:
        """The diagonal of a matrix, or the matrix with a vector on its diagonal."""
        return diag(self, diagonal)

    def diagflat(self: Any, offset: int = 0) -> Tensor:
        """The matrix with all elements on its diagonal."""
        return diagflat(self, offset)

    def adjoint(self: Any) -> Tensor:
        """The last two dimensions swapped, conjugated if complex."""
        return adjoint(self)

    def moveaxis(self: Any, source: int | Sequence[int], destination: int | Sequence[int]) -> Tensor:
        """Another name of `movedim`."""
        return _movedim(self, source, destination)

    def swapaxes(self: Any, axis0: int, axis1: int) -> Tensor:
        """Another name of `transpose`."""
        return _transpose(self, axis0, axis1)

    def swapdims(self: Any, dim0: int, dim1: int) -> Tensor:
        """Another name of `transpose`."""
        return _transpose(self, dim0, dim1)

    @property
    def T(self: Any) -> Tensor:
        """All dimensions reversed; deprecated but for matrices."""
        if self._array.ndim != 2:
            _warn_of_reversal(self._array.ndim)
        return _permute(self, tuple(range(self._array.ndim - 1, -1, -1)))

    @property
    def mT(self: Any) -> Tensor:
        """The last two dimensions swapped."""
        if not self._array.ndim:
            warn("Tensor.mT is deprecated on 0-D tensors.")
            return self
        if self._array.ndim < 2:
            raise RuntimeError(f"tensor.mT is only supported on matrices or batches of matrices. Got {self._array.ndim}-D tensor.")
        return _transpose(self, -2, -1)

    @property
    def H(self: Any) -> Tensor:
        """The transpose of a matrix, conjugated if complex."""
        if self._array.ndim not in (0, 2):
            batches = " For batches of matrices, consider using tensor.mH" if self._array.ndim > 2 else ""
            raise RuntimeError(f"tensor.H is only supported on matrices (2-D tensors). Got {self._array.ndim}-D tensor.{batches}")
        return _adjoint(self, "H")

    @property
    def mH(self: Any) -> Tensor:
        """The last two dimensions swapped, conjugated if complex."""
        if not self._array.ndim:
            warn_once("Tensor.mH is deprecated on 0-D tensors. Consider using x.conj().")
        return _adjoint(self, "mH")


__all__ = [
    "adjoint", "as_strided", "atleast_1d", "atleast_2d", "atleast_3d", "broadcast_tensors",
    "broadcast_to", "cartesian_prod", "chunk", "clone", "column_stack", "concat", "concatenate", "diag", "diagflat", "dstack", "flatten",
    "flip", "fliplr", "flipud", "hstack", "meshgrid", "moveaxis", "narrow", "numel", "ravel", "reshape", "rot90", "row_stack", "split",
    "squeeze", "tensor_split", "tile", "unflatten", "unsafe_chunk", "vstack",
]
