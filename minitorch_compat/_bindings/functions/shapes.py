"""Shape functions with irregular signatures: `*sizes`, overloads, lists. Functions first, then their methods."""
from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.numbers import index, to_int64
from ..._array.core.user_warnings import warn, warn_once
from ..._array.index import slice_scatter as placing
from ..._array.shape.views import CHANNELS_LAST, can_view, common_shape, resolve_size, wrap_dim
from ..._dispatch.call.caller import lazy_call, resolve_calls
from ..._dispatch.call.kernel_errors import broadcast_message, type_name
from ..._dispatch.graph.recording import record_unary
from ..._dispatch.graph.views import refresh
from ..._dispatch.levels.lifting import Lifted, example_array, storage_offset_at_level
from ..._dispatch.messages import argument_messages, layout_messages
from ..._dispatch.size import Size
from ..._dispatch.state import ACTIVE, PAUSED, PLAIN, Classes
from ..._dispatch.tensor import TensorBase, is_meta_tensor
from ..._dispatch.wrapping import view_of, wrap
from ..._ops.op import ENTRY, META, NOTHING
from ..override.overridable import all_overridable, overridable_def, refuse
from ..settings.constants import contiguous_format
from ..tensor.conversion import contiguous_copy, is_in_memory_format, memory_format_name
from .arguments import (
    MISSING,
    call_with_out,
    check_tensor_list,
    missing_argument,
    overloaded,
    raise_wrong_type,
    refuse_bool_size,
    resolve_alias,
    takes_tensor,
    to_int,
    write_out,
)
from .shown_signatures import shown_as

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_view, _reshape, _reshape_alias, _expand, _permute, _as_strided, _clone = (
    lazy_call(n) for n in ("view", "reshape", "reshape_alias", "expand", "permute", "as_strided", "clone"))
_sum_to_size, _transpose, _squeeze_all, _squeeze = (lazy_call(n) for n in ("sum_to_size", "transpose", "squeeze_all", "squeeze"))
_split_even, _split_with_sizes, _cat, _stack = (lazy_call(n) for n in ("split_even", "split_with_sizes", "cat", "stack"))
_flip, _repeat, _movedim, _diagonal_copy, _diag_embed = (lazy_call(n) for n in ("flip", "repeat", "movedim", "diagonal_copy", "diag_embed"))
_unsqueeze, _slice, _narrow, _rot90, _squeeze_dims = (lazy_call(n) for n in ("unsqueeze", "slice", "narrow", "rot90", "squeeze_dims"))
_unsafe_split, _unsafe_split_sizes = lazy_call("unsafe_split"), lazy_call("unsafe_split_with_sizes")
resolve_calls(globals())


def unpack_sizes(args: tuple[Any, ...]) -> Any:
    """The sizes of both `f(2, 3)` and `f((2, 3))`."""
    return tuple(args[0]) if len(args) == 1 and isinstance(args[0], (tuple, list)) else args


def unpack_ints(args: tuple[Any, ...], name: str, argument: str = "size") -> tuple[int, ...]:
    """The sizes of both `f(2, 3)` and `f((2, 3))`, as ints."""
    if not args:
        raise missing_argument(name, argument)
    sizes = unpack_sizes(args)
    try:
        return tuple(map(index, sizes))
    except TypeError:
        raise _sizes_error(args, sizes, name, argument) from None


def _sizes_error(args: tuple[Any, ...], sizes: Any, name: str, argument: str) -> TypeError:
    """The error for sizes that are no ints."""
    if args is sizes and isinstance(args[0], (tuple, list)):
        return TypeError(f"{name}() takes 1 positional argument but {len(args)} were given")
    place, wrong = next(((i, v) for i, v in enumerate(sizes) if not hasattr(v, "__index__")), (0, sizes[0]))
    if place == 0:
        return argument_messages.wrong_type(name, argument, 1, "tuple of ints", wrong)
    return TypeError(f"{name}(): argument '{argument}' failed to unpack the object at pos {place + 1} with error "
                     f"\"type must be tuple of ints,but got {type(wrong).__name__}\"")


def reshape(input: Tensor, shape: Sequence[int]) -> Tensor:
    # The docstring is written in _bindings/functions/shapes.md.
    """The same elements in another shape; a view where possible, else a copy.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    shape : ints
        The new shape, as one sequence (a method takes several ints, too). One size may be -1: it follows from the others.

    Returns
    -------
    Tensor
        Of the given shape; it shares memory with `input` if strides can express the shape.

    Raises
    ------
    RuntimeError
        The shape has another number of elements, or two sizes are -1.

    References
    ----------
    PyTorch: torch.reshape

    Examples
    --------
    >>> x = torch.arange(6)
    >>> torch.reshape(x, (2, 3))
    tensor([[0, 1, 2],
            [3, 4, 5]])
    >>> torch.reshape(x, (-1, 2)).shape
    torch.Size([3, 2])
    """
    try:
        a = input._array
    except AttributeError:
        raise TypeError(f"reshape(): argument 'input' (position 1) must be Tensor, not {type(input).__name__}") from None
    if shape.__class__ is not tuple or -1 in shape or math.prod(shape) != a.size:
        shape = resolve_size(shape, a.size)
    if a.__class__ in Classes.layouts:
        raise RuntimeError("reshape is not implemented for sparse tensors")
    if a.__class__ is not np.ndarray:
        viewable = can_view(example_array(a), shape)
    elif not (viewable := a.flags.c_contiguous):
        copied = a.reshape(shape)
        viewable = copied.base is a or copied.base is not None and copied.base is a.base
        if not (viewable or ACTIVE or PAUSED) and input.__class__ in PLAIN and input._autograd_meta is None:
            return wrap(copied) if _is_constant(input) or not refresh(input) else _record_copy(input, copied)
    if not viewable:
        return _reshape(_clone(input, contiguous_format), shape)
    return (_view if a.flags.c_contiguous or _is_constant(input) else _reshape_alias)(input, shape)


def _record_copy(x: Any, copied: Any) -> Any:
    """The result of clone and reshape of `x`, whose elements were already copied into the new shape, with both nodes."""
    a = x._array
    cloned, out = wrap(copied.reshape(a.shape)), wrap(copied)
    record_unary(ENTRY.clone, (NOTHING, NOTHING), cloned, x, a, (contiguous_format,))
    record_unary(ENTRY.reshape, (NOTHING, META), out, cloned, cloned._array, (copied.shape,))
    return out


#: The order of the dimensions of a transposed matrix.
_TRANSPOSED_ORDER = (1, 0)


def _is_constant(x: Any) -> bool:
    """Whether neither `x` nor, if it is a view, its base requires a gradient."""
    requires_grad = x._requires_grad
    return not requires_grad or requires_grad is not True and not x._view._requires_grad


@takes_tensor
def as_strided(input: Tensor, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/shapes.md.
    """A view of a tensor's memory with the given shape and strides.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    size : ints
        The shape.
    stride : ints
        The stride of each dimension, in elements.
    storage_offset : int, optional
        The offset in the memory; that of `input` if not given.

    Returns
    -------
    A view. Elements may share memory
        copy it before writing in place.

    Raises
    ------
    RuntimeError
        The view would extend beyond the memory.

    References
    ----------
    PyTorch: torch.as_strided

    Examples
    --------
    >>> torch.as_strided(torch.arange(9), (2, 2), (3, 1), 1)
    tensor([[1, 2],
            [4, 5]])
    """
    return call_on_window(_as_strided, input, size, stride, storage_offset)


def call_on_window(call: Any, input: Any, size: Any, stride: Any, storage_offset: int | None) -> Any:
    """Call `call`, which makes the view, for a window at `storage_offset` in the memory, by default where `input` begins."""
    if bool in map(type, size) or bool in map(type, stride):
        size, stride = tuple(map(int, size)), tuple(map(int, stride))
    if stride and min(stride) < 0:
        raise RuntimeError(f"as_strided: Negative strides are not supported at the moment, got strides: {list(stride)}")
    offset = 0 if storage_offset is None else storage_offset - storage_offset_at_level(input)
    a = input._array
    if a.__class__ is np.ndarray and a.size:
        item = a.itemsize
        return call(input, tuple(size), tuple(stride), offset, tuple([s // item for s in a.strides]), storage_offset)
    if isinstance(a, Lifted):
        from ..._dispatch.levels.vmap_checks import check_window

        check_window(input, size, stride, offset)
    return call(input, tuple(size), tuple(stride), offset, input.stride(), storage_offset)


@takes_tensor
def clone(input: Tensor, *, memory_format: Any = None) -> Tensor:
    # The docstring is written in _bindings/functions/shapes.md.
    """A copy recorded by autograd: gradients flow back to the original.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    memory_format : torch.memory_format, default torch.preserve_format
        The memory format of the result; the strides of `input` if that is dense.

    Returns
    -------
    Tensor
        In new memory. For a copy without history call `detach` on it.

    References
    ----------
    PyTorch: torch.clone

    Examples
    --------
    >>> x = torch.tensor([1., 2.], requires_grad=True)
    >>> torch.clone(x)
    tensor([1., 2.], grad_fn=<CloneBackward0>)
    """
    return input.clone(memory_format=memory_format)


def flatten(input: Tensor, start_dim: int = 0, end_dim: int = -1) -> Tensor:
    # The docstring is written in _bindings/functions/shapes.md.
    """Merge neighbouring dimensions into one.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    start_dim : int, default 0
        The first of them.
    end_dim : int, default -1
        The last of them.

    Returns
    -------
    Tensor
        A view where possible, else a copy; of one dimension if all are taken.

    Raises
    ------
    RuntimeError
        `start_dim` is after `end_dim`.

    References
    ----------
    PyTorch: torch.flatten

    Examples
    --------
    >>> torch.flatten(torch.zeros(2, 3, 4), start_dim=1).shape
    torch.Size([2, 12])
    >>> torch.flatten(torch.tensor([[1, 2], [3, 4]]))
    tensor([1, 2, 3, 4])
    """
    shape = (a := input._array).shape
    if start_dim.__class__ is int and start_dim == 0 and end_dim.__class__ is int and end_dim == -1 and len(shape) > 1:
        return _view(input, (a.size,)) if a.__class__ is np.ndarray and a.flags.c_contiguous else reshape(input, (math.prod(shape),))
    start = wrap_dim(start_dim if start_dim.__class__ is int else to_int("flatten", "start_dim", start_dim), len(shape))
    end = wrap_dim(end_dim if end_dim.__class__ is int else to_int("flatten", "end_dim", end_dim), len(shape))
    if start > end:
        raise RuntimeError("flatten() has invalid args: start_dim cannot come after end_dim")
    if not shape:
        return reshape(input, (1,))
    if start == end:
        return input
    return reshape(input, (*shape[:start], math.prod(shape[start:end + 1]), *shape[end + 1:]))


@takes_tensor
def unflatten(input: Tensor, dim: int, sizes: Sequence[int]) -> Tensor:
    # The docstring is written in _bindings/functions/shapes.md.
    """Split one dimension into several, the reverse of `torch.flatten`.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    dim : int or str
        Which.
    sizes : ints
        The new sizes; one may be -1 and follows from the others.

    Returns
    -------
    Tensor
        A view of `input`.

    Raises
    ------
    RuntimeError
        The sizes do not multiply to the size of `dim`.

    References
    ----------
    PyTorch: torch.unflatten

    Examples
    --------
    >>> torch.unflatten(torch.zeros(3, 4), 1, (2, 2)).shape
    torch.Size([3, 2, 2])
    """
    shape = input._array.shape
    if not shape:
        wrap_dim(dim, 0)
        raise RuntimeError("unflatten got an unexpected error:\nDimension specified as 0 but tensor has no dimensions")
    dim = wrap_dim(dim, len(shape))
    if dim.__class__ is bool or not isinstance(sizes, (list, tuple)):
        raise_wrong_type("unflatten", *(("dim", "int", dim) if dim.__class__ is bool else ("sizes", "tuple of ints", sizes)))
    inner = placing.infer_unflattened_sizes(tuple(sizes), dim, shape[dim])
    return _view(input, (*shape[:dim], *inner, *shape[dim + 1:]))


@takes_tensor
def ravel(input: Tensor) -> Tensor:
    # The docstring is written in _bindings/functions/shapes.md.
    """All elements in one dimension.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.

    Returns
    -------
    Tensor
        A view if `input` is contiguous, else a copy.

    References
    ----------
    PyTorch: torch.ravel

    Examples
    --------
    >>> torch.ravel(torch.tensor([[1, 2], [3, 4]]))
    tensor([1, 2, 3, 4])
    """
    return _view(input.contiguous(), (input._array.size,))


@shown_as("input, dim=None")
def squeeze(input: Tensor, dim: int | Sequence[int] = MISSING, *, axis: Any = MISSING) -> Tensor:
    # The docstring is written in _bindings/functions/shapes.md.
    """The tensor without dimensions of size 1.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    dim : int or tuple of ints, optional
        Only these; all if not given. Dimensions of another size remain.

    Returns
    -------
    Tensor
        A view of `input`.

    Raises
    ------
    IndexError
        `dim` is no dimension of `input`.

    References
    ----------
    PyTorch: torch.squeeze

    Examples
    --------
    >>> x = torch.zeros(1, 2, 1, 3)
    >>> torch.squeeze(x).shape, torch.squeeze(x, 0).shape, torch.squeeze(x, (0, 1)).shape
    (torch.Size([2, 3]), torch.Size([2, 1, 3]), torch.Size([2, 1, 3]))
    """
    dim = dim if axis is MISSING else resolve_alias("squeeze", "axis", axis, dim, MISSING)
    if dim is MISSING:
        return _squeeze_all(input)
    if dim is None or dim is True or dim is False:
        raise_wrong_type("squeeze", "dim", "int", dim)
    return _squeeze_dims(input, tuple(dim)) if isinstance(dim, (tuple, list)) else _squeeze(input, dim)


_LIST_CLASSES = frozenset({list, tuple, Size})


def split(tensor: Tensor, split_size_or_sections: int | Sequence[int], dim: int = 0) -> tuple[Tensor, ...]:
    # The docstring is written in _bindings/functions/shapes.md.
    """Pieces of a tensor along a dimension, of a given size or of given sizes.

    Parameters
    ----------
    tensor : Tensor
        The tensor to split; a method splits `self`.
    split_size_or_sections, split_size : int or list of ints
        The size of each piece (the last may be smaller), or all sizes.
    dim : int, default 0
        The dimension to split.

    Returns
    -------
    tuple of Tensors
        Views.

    Raises
    ------
    RuntimeError
        The sizes do not add up, or are negative.

    References
    ----------
    PyTorch: torch.split

    Examples
    --------
    >>> torch.split(torch.arange(5), 2)
    (tensor([0, 1]), tensor([2, 3]), tensor([4]))
    >>> torch.split(torch.arange(5), [1, 4])
    (tensor([0]), tensor([1, 2, 3, 4]))
    """
    if isinstance(split_size_or_sections, TensorBase) and not split_size_or_sections._array.ndim:
        split_size_or_sections = int(split_size_or_sections)  # type: ignore[arg-type]
    if dim.__class__ is not int or split_size_or_sections.__class__ is not int and (
            split_size_or_sections.__class__ not in _LIST_CLASSES or not all(m.__class__ is int for m in split_size_or_sections)):
        from ..._fidelity.argument_checks import check_native
        check_native("split" if isinstance(split_size_or_sections, int) else "split_with_sizes", tensor, split_size_or_sections, dim)
    if isinstance(split_size_or_sections, (list, tuple)):
        return _split_with_sizes(tensor, tuple(split_size_or_sections), dim)
    return _split_even(tensor, index(split_size_or_sections), dim)  # type: ignore[arg-type]


def chunk(input: Tensor, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
    # The docstring is written in _bindings/functions/shapes.md.
    """At most `chunks` pieces of a tensor along a dimension, all but the last of equal size.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    chunks : int
        The number of pieces; there may be fewer.
    dim : int, default 0
        The dimension to split.

    Returns
    -------
    tuple of Tensors
        Views.

    Raises
    ------
    RuntimeError
        `chunks` is not positive.

    Notes
    -----
    `torch.tensor_split` returns exactly this number.

    References
    ----------
    PyTorch: torch.chunk

    Examples
    --------
    >>> torch.chunk(torch.arange(5), 3)
    (tensor([0, 1]), tensor([2, 3]), tensor([4]))
    """
    return _chunk(_split_even, _split_with_sizes, input, chunks, dim)


@overloaded
def tensor_split(input: Tensor, indices_or_sections: Any, dim: int = 0) -> tuple[Tensor, ...]:
    # The docstring is written in _bindings/functions/shapes.md.
    """Pieces of a tensor along a dimension: a number of them, or split before given indices.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    indices_or_sections : int, ints or Tensor
        The number of pieces, whose sizes differ by at most 1, or the indices to split at.
    dim : int, default 0
        The dimension to split.

    Returns
    -------
    tuple of Tensors
        Views.

    Raises
    ------
    RuntimeError
        The number is not positive.

    References
    ----------
    PyTorch: torch.tensor_split

    Examples
    --------
    >>> torch.tensor_split(torch.arange(5), 3)
    (tensor([0, 1]), tensor([2, 3]), tensor([4]))
    >>> torch.tensor_split(torch.arange(5), (1, 3))
    (tensor([0]), tensor([1, 2]), tensor([3, 4]))
    """
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
        return tuple([_slice(input, dim, a, b, 1) for a, b in pairwise(cuts)])
    parts = int(indices_or_sections)
    if parts <= 0:
        raise RuntimeError(f"number of sections must be larger than 0, got {parts}")
    if parts >= 1 << 63:
        raise ValueError("Overflow when unpacking long long")
    length, rest = divmod(n, parts)
    cuts = [i * length + min(i, rest) for i in range(parts + 1)]
    return tuple([_slice(input, dim, start, end, 1) for start, end in pairwise(cuts)])


@takes_tensor
def unsafe_chunk(input: Tensor, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
    # The docstring is written in _bindings/functions/shapes.md.
    """As `torch.chunk`, but the pieces count as independent tensors, not as views.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    chunks : int
        How many pieces.
    dim : int, default 0
        The dimension to split.

    Returns
    -------
    tuple of Tensors
        In-place writes into both `input` and a piece give wrong gradients without an error.

    References
    ----------
    PyTorch: torch.unsafe_chunk

    Examples
    --------
    >>> torch.unsafe_chunk(torch.arange(5), 3)
    (tensor([0, 1]), tensor([2, 3]), tensor([4]))
    """
    return _chunk(_unsafe_split, _unsafe_split_sizes, input, chunks, dim)


def _chunk(split_evenly: Any, split_by_sizes: Any, input: Any, chunks: Any, dim: Any) -> Any:
    if chunks.__class__ is not int:
        chunks = to_int("chunk", "chunks", chunks)
    if dim.__class__ is not int:
        dim = to_int("chunk", "dim", dim)
    if not 0 < chunks < 1 << 63:
        to_int64(chunks)
        raise RuntimeError(f"chunk expects `chunks` to be greater than 0, got: {chunks}")
    if not input._array.ndim:
        raise RuntimeError("chunk expects at least a 1-dimensional tensor")
    n = input._array.shape[wrap_dim(dim, input._array.ndim)]
    return split_evenly(input, -(-n // chunks), dim) if n else split_by_sizes(input, (0,) * chunks, dim)


def narrow(input: Tensor, dim: int, start: Tensor | int, length: int) -> Tensor:
    # The docstring is written in _bindings/functions/shapes.md.
    """A slice of given length along a dimension.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    dim : int
        The dimension.
    start : int or Tensor
        Where it begins.
    length : int
        How long it is.

    Returns
    -------
    Tensor
        A view.

    Raises
    ------
    RuntimeError
        It does not fit into the dimension.

    References
    ----------
    PyTorch: torch.narrow

    Examples
    --------
    >>> torch.narrow(torch.arange(5), 0, 1, 3)
    tensor([1, 2, 3])
    """
    return _narrow(input, dim, start if start.__class__ is int else _start_index(start), length)


def _start_index(start: Any) -> Any:
    if not isinstance(start, TensorBase):
        return start
    if start._array.ndim or start._array.dtype.kind not in "iu":
        raise RuntimeError("start must be an 0-dim integral Tensor.")
    return start._array.item()


def concat(tensors: Sequence[Tensor], dim: int = 0, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/shapes.md.
    """Tensors joined along an existing dimension.

    Parameters
    ----------
    tensors : sequence of Tensors
        Of the same shape except in `dim`; empty ones of one dimension are ignored.
    dim : int, default 0
        The dimension to join along.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        A copy, in the dtype to which all promote.

    Raises
    ------
    RuntimeError
        The shapes do not fit, or there are no tensors.

    References
    ----------
    PyTorch: torch.cat

    Examples
    --------
    >>> a, b = torch.tensor([[1, 2]]), torch.tensor([[3, 4], [5, 6]])
    >>> torch.concat([a, b])
    tensor([[1, 2],
            [3, 4],
            [5, 6]])
    >>> torch.concat([a, a], dim=1)
    tensor([[1, 2, 1, 2]])
    """
    from ..generated.functions_gen import cat

    return cat(tensors, dim, out=out)


concatenate = concat


def _add_dims(t: Any, ndim: int) -> Any:
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


def _map_add_dims(name: str, tensors: tuple[Any, ...], ndim: int) -> Any:
    if len(tensors) == 1 and not isinstance(tensors[0], (TensorBase, tuple, list)):
        raise argument_messages.wrong_combination(name, tensors, {})
    listed = len(tensors) == 1 and isinstance(tensors[0], (tuple, list))
    check_tensor_list(tensors[0] if listed else tensors)
    if listed:
        return tuple(_add_dims(t, ndim) for t in tensors[0])
    return _add_dims(tensors[0], ndim) if len(tensors) == 1 else tuple(_add_dims(t, ndim) for t in tensors)


def atleast_1d(*tensors: Any) -> Any:
    # The docstring is written in _bindings/functions/shapes.md.
    """Tensors with at least one dimension.

    Parameters
    ----------
    tensors : Tensor or Tensors
        Several, or one sequence.

    Returns
    -------
    Tensor
        A view if one was missing, else the tensor itself; a tuple for several.

    References
    ----------
    PyTorch: torch.atleast_1d

    Examples
    --------
    >>> torch.atleast_1d(torch.tensor(5))
    tensor([5])
    """
    return _map_add_dims("atleast_1d", tensors, 1)


def atleast_2d(*tensors: Any) -> Any:
    # The docstring is written in _bindings/functions/shapes.md.
    """Tensors with at least two dimensions; missing ones are added in front.

    Parameters
    ----------
    tensors : Tensor or Tensors
        Several, or one sequence.

    Returns
    -------
    Tensor
        A view if some were missing, else the tensor itself; a tuple for several.

    References
    ----------
    PyTorch: torch.atleast_2d

    Examples
    --------
    >>> torch.atleast_2d(torch.tensor([1, 2]))
    tensor([[1, 2]])
    """
    return _map_add_dims("atleast_2d", tensors, 2)


def atleast_3d(*tensors: Any) -> Any:
    # The docstring is written in _bindings/functions/shapes.md.
    """Tensors with at least three dimensions; a matrix gets a last one, a vector one on either side.

    Parameters
    ----------
    tensors : Tensor or Tensors
        Several, or one sequence.

    Returns
    -------
    Tensor
        A view if some were missing, else the tensor itself; a tuple for several.

    References
    ----------
    PyTorch: torch.atleast_3d

    Examples
    --------
    >>> torch.atleast_3d(torch.tensor([1, 2])).shape
    torch.Size([1, 2, 1])
    """
    return _map_add_dims("atleast_3d", tensors, 3)


def _stack_operands(name: str, tensors: Any, ndim: int) -> list[Any]:
    """The tensors of a list, with at least `ndim` dimensions."""
    if tensors.__class__ not in _LIST_CLASSES and (isinstance(tensors, TensorBase) or not isinstance(tensors, (tuple, list))):
        raise TypeError(f"{name}(): argument 'tensors' (position 1) must be tuple of Tensors, not {type(tensors).__name__}")
    if not tensors:
        raise RuntimeError(f"{name} expects a non-empty TensorList")
    return [t if t._array.ndim >= ndim else _add_dims(t, ndim) for t in tensors]


def hstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/shapes.md.
    """Tensors joined side by side: along the second dimension, those of one along that.

    Parameters
    ----------
    tensors : sequence of Tensors
        Numbers count as having one element along one dimension.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        A copy.

    Raises
    ------
    RuntimeError
        The shapes do not fit.

    References
    ----------
    PyTorch: torch.hstack

    Examples
    --------
    >>> torch.hstack([torch.tensor([1, 2]), torch.tensor([3])])
    tensor([1, 2, 3])
    """
    parts = _stack_operands("hstack", tensors, 1)
    dim = 0 if parts[0]._array.ndim == 1 else 1
    return _cat(parts, dim) if out is None else write_out(_cat, out, parts, dim)


def vstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/shapes.md.
    """Tensors joined one below the other, along the first dimension; those of one dimension are rows.

    Parameters
    ----------
    tensors : sequence of Tensors
        What to join.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        A copy, of at least two dimensions.

    Raises
    ------
    RuntimeError
        The shapes do not fit.

    References
    ----------
    PyTorch: torch.vstack

    Examples
    --------
    >>> torch.vstack([torch.tensor([1, 2]), torch.tensor([3, 4])])
    tensor([[1, 2],
            [3, 4]])
    """
    parts = _stack_operands("vstack", tensors, 2)
    return _cat(parts, 0) if out is None else write_out(_cat, out, parts, 0)


row_stack = vstack


def dstack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/shapes.md.
    """Tensors joined along the third dimension.

    Parameters
    ----------
    tensors : sequence of Tensors
        Those of fewer dimensions get new ones, see `torch.atleast_3d`.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        A copy, of at least three dimensions.

    Raises
    ------
    RuntimeError
        The shapes do not fit.

    References
    ----------
    PyTorch: torch.dstack

    Examples
    --------
    >>> torch.dstack([torch.tensor([1, 2]), torch.tensor([3, 4])])
    tensor([[[1, 3],
             [2, 4]]])
    """
    parts = _stack_operands("dstack", tensors, 3)
    return _cat(parts, 2) if out is None else write_out(_cat, out, parts, 2)


def column_stack(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/shapes.md.
    """Tensors joined side by side; those of one dimension are columns.

    Parameters
    ----------
    tensors : sequence of Tensors
        What to join.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        A copy, of at least two dimensions.

    Raises
    ------
    RuntimeError
        The shapes do not fit.

    References
    ----------
    PyTorch: torch.column_stack

    Examples
    --------
    >>> torch.column_stack([torch.tensor([1, 2]), torch.tensor([3, 4])])
    tensor([[1, 3],
            [2, 4]])
    """
    parts = [reshape(t, (t._array.size, 1)) if t._array.ndim <= 1 else t for t in _stack_operands("column_stack", tensors, 0)]
    return _cat(parts, 1) if out is None else write_out(_cat, out, parts, 1)


def broadcast_tensors(*tensors: Any) -> tuple[Tensor, ...]:
    # The docstring is written in _bindings/functions/shapes.md.
    """Several tensors broadcast to their common shape.

    Parameters
    ----------
    tensors : Tensors
        The tensors.

    Returns
    -------
    tuple of Tensors
        Views in which elements share memory.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.broadcast_tensors

    Examples
    --------
    >>> a, b = torch.broadcast_tensors(torch.tensor([[1], [2]]), torch.tensor([3, 4, 5]))
    >>> a
    tensor([[1, 1, 1],
            [2, 2, 2]])
    """
    check_tensor_list(tensors)
    if not tensors:
        return ()
    shapes = [t._array.shape for t in tensors]
    try:
        shape = common_shape(shapes)
    except RuntimeError:
        raise RuntimeError(broadcast_message(shapes)) from None
    return tuple([t if own == shape else _expand(t, shape) for t, own in zip(tensors, shapes, strict=True)])


def broadcast_to(input: Tensor, size: Sequence[int]) -> Tensor:
    # The docstring is written in _bindings/functions/shapes.md.
    """The tensor broadcast to a shape.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    shape, size : ints
        The shape.

    Returns
    -------
    Tensor
        A view in which elements share memory.

    Raises
    ------
    RuntimeError
        It cannot be broadcast to it.

    References
    ----------
    PyTorch: torch.broadcast_to

    Examples
    --------
    >>> torch.broadcast_to(torch.tensor([1, 2, 3]), (2, 3))
    tensor([[1, 2, 3],
            [1, 2, 3]])
    """
    return _expand(input, tuple(size))


def _warn_deprecated_reversal(dims: int) -> None:
    warn_once("The use of `x.T` on tensors of dimension other than 2 to reverse their shape is deprecated and it will throw an error in a "
              "future release; `x.mT` transposes batches of matrices" if dims else
              "Tensor.T is deprecated on 0-D tensors. This function is the identity in these cases.")


def meshgrid(*tensors: Any, indexing: str | None = None) -> Any:
    # The docstring is written in _bindings/functions/shapes.md.
    """Coordinates of all points of a grid, one tensor for each axis.

    Parameters
    ----------
    tensors : Tensors
        The coordinates along each axis, of at most one dimension; also as one sequence.
    indexing : 'ij' or 'xy', optional
        'ij' lets the first tensor vary along rows; 'xy', as in plots, exchanges the first two axes.

    Returns
    -------
    tuple of Tensors
        Views, expanded to the grid.

    Raises
    ------
    RuntimeError
        The dtypes differ, or a tensor has more than one dimension.

    Notes
    -----
    Pass `indexing`: without it, 'ij' is used with a warning.

    References
    ----------
    PyTorch: torch.meshgrid

    Examples
    --------
    >>> x, y = torch.meshgrid(torch.tensor([1, 2]), torch.tensor([3, 4, 5]), indexing="ij")
    >>> x
    tensor([[1, 1, 1],
            [2, 2, 2]])
    >>> y
    tensor([[3, 4, 5],
            [3, 4, 5]])
    """
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
    shape = tuple([t._array.size for t in tensors])
    grids = [_expand(_view(t, (1,) * i + (shape[i],) + (1,) * (len(shape) - 1 - i)), shape) for i, t in enumerate(tensors)]
    return (grids[1], grids[0], *grids[2:]) if swap else tuple(grids)


def _check_axes(tensors: tuple[Any, ...]) -> None:
    if not tensors:
        raise RuntimeError("meshgrid expects a non-empty TensorList")
    check_tensor_list(tensors)
    first = tensors[0]
    for t in tensors:
        if t._array.dtype is not first._array.dtype:
            raise RuntimeError("meshgrid expects all tensors to have the same dtype")
        if t._array.__class__ is not first._array.__class__ and is_meta_tensor(t) is not is_meta_tensor(first):
            raise RuntimeError("meshgrid expects all tensors to have the same device")
    for t in tensors:
        if t._array.ndim > 1:
            raise RuntimeError("torch.meshgrid: Expected 0D or 1D tensor in the tensor list but got: "
                               f"{type_name(t._array.dtype)}{list(t._array.shape)}")


def cartesian_prod(*tensors: Any) -> Tensor:
    # The docstring is written in _bindings/functions/shapes.md.
    """All combinations of elements of some tensors, as rows.

    Parameters
    ----------
    tensors : Tensors
        Of one dimension each.

    Returns
    -------
    Tensor
        One column for each tensor; of one dimension for a single tensor.

    Raises
    ------
    RuntimeError
        A tensor has not one dimension.

    References
    ----------
    PyTorch: torch.cartesian_prod

    Examples
    --------
    >>> torch.cartesian_prod(torch.tensor([1, 2]), torch.tensor([4, 5]))
    tensor([[1, 4],
            [1, 5],
            [2, 4],
            [2, 5]])
    """
    check_tensor_list(tensors)
    for t in tensors:
        if t._array.ndim != 1:
            raise RuntimeError(f"Expect a 1D vector, but got shape {list(t._array.shape)}")
    if len(tensors) == 1:
        return tensors[0]
    return _stack([reshape(g, (-1,)) for g in meshgrid(*tensors, indexing="ij")], 1)


def flip(input: Tensor, dims: Sequence[int]) -> Tensor:
    # The docstring is written in _bindings/functions/shapes.md.
    """The tensor with the order of elements reversed along some dimensions.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    dims : ints
        The dimensions.

    Returns
    -------
    Tensor
        A copy, since strides cannot be negative.

    Raises
    ------
    RuntimeError
        A dimension is named twice.

    References
    ----------
    PyTorch: torch.flip

    Examples
    --------
    >>> torch.flip(torch.tensor([[1, 2], [3, 4]]), (0, 1))
    tensor([[4, 3],
            [2, 1]])
    """
    return _flip(input, dims)


@takes_tensor
def fliplr(input: Tensor) -> Tensor:
    # The docstring is written in _bindings/functions/shapes.md.
    """The tensor with columns in reverse order: `torch.flip` along the second dimension.

    Parameters
    ----------
    input : Tensor
        Of at least two dimensions.

    Returns
    -------
    Tensor
        A copy.

    References
    ----------
    PyTorch: torch.fliplr

    Examples
    --------
    >>> torch.fliplr(torch.tensor([[1, 2], [3, 4]]))
    tensor([[2, 1],
            [4, 3]])
    """
    if input._array.ndim < 2:
        raise RuntimeError("Input must be >= 2-d.")
    return _flip(input, (1,))


@takes_tensor
def flipud(input: Tensor) -> Tensor:
    # The docstring is written in _bindings/functions/shapes.md.
    """The tensor with rows in reverse order: `torch.flip` along the first dimension.

    Parameters
    ----------
    input : Tensor
        Of at least one dimension.

    Returns
    -------
    Tensor
        A copy.

    References
    ----------
    PyTorch: torch.flipud

    Examples
    --------
    >>> torch.flipud(torch.tensor([[1, 2], [3, 4]]))
    tensor([[3, 4],
            [1, 2]])
    """
    if not input._array.ndim:
        raise RuntimeError("Input must be >= 1-d.")
    return _flip(input, (0,))


@takes_tensor
def rot90(input: Tensor, k: int = 1, dims: Any = (0, 1)) -> Tensor:
    # The docstring is written in _bindings/functions/shapes.md.
    """Rotate by 90 degrees, `k` times, in the plane of two dimensions.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    k : int, default 1
        How often; positive from the first dimension towards the second.
    dims : two ints, default (0, 1)
        The plane.

    Returns
    -------
    Tensor
        A copy.

    References
    ----------
    PyTorch: torch.rot90

    Examples
    --------
    >>> torch.rot90(torch.tensor([[1, 2], [3, 4]]))
    tensor([[2, 4],
            [1, 3]])
    """
    return _rot90(input, k, tuple(dims))


@takes_tensor
def tile(input: Tensor, dims: Sequence[int]) -> Tensor:
    # The docstring is written in _bindings/functions/shapes.md.
    """The tensor repeated along its dimensions, as by numpy's `tile`.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    dims : ints
        The number of repetitions along each dimension; missing ones are 1, in front.

    Returns
    -------
    Tensor
        A copy.

    References
    ----------
    PyTorch: torch.tile

    Examples
    --------
    >>> torch.tile(torch.tensor([1, 2]), (2, 2))
    tensor([[1, 2, 1, 2],
            [1, 2, 1, 2]])
    """
    added = input._array.ndim - len(dims)
    return _repeat(input, (1,) * added + tuple(dims))


@takes_tensor
def diag(input: Tensor, diagonal: int = 0, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/shapes.md.
    """The diagonal of a matrix, or a matrix with a given diagonal.

    Parameters
    ----------
    input : Tensor
        Of one dimension: the diagonal; of two: the matrix.
    diagonal : int, default 0
        Which diagonal: 0 the main one, positive ones above, negative ones below.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        A matrix, or the diagonal as a copy.

    Raises
    ------
    RuntimeError
        `input` has more than two dimensions.

    References
    ----------
    PyTorch: torch.diag

    Examples
    --------
    >>> torch.diag(torch.tensor([1, 2]))
    tensor([[1, 0],
            [0, 2]])
    >>> torch.diag(torch.tensor([[1, 2], [3, 4]]))
    tensor([1, 4])
    """
    if input._array.ndim == 1:
        if out is not None:
            from ..out.refusals import check_type

            check_type("diag", input._array.dtype, out._array.dtype, False)
        return call_with_out(out, _diag_embed, input, diagonal, -2, -1)
    if input._array.ndim != 2:
        raise RuntimeError(f"diag(): Supports 1D or 2D tensors. Got {input._array.ndim}D")
    return call_with_out(out, _diagonal_copy, input, diagonal, 0, 1)


@takes_tensor
def diagflat(input: Tensor, offset: int = 0) -> Tensor:
    # The docstring is written in _bindings/functions/shapes.md.
    """A matrix whose diagonal has all elements of a tensor.

    Parameters
    ----------
    input : Tensor
        Of any shape; it is flattened.
    offset : int, default 0
        Which diagonal: 0 the main one, positive ones above, negative ones below.

    Returns
    -------
    Tensor
        Of two dimensions.

    References
    ----------
    PyTorch: torch.diagflat

    Examples
    --------
    >>> torch.diagflat(torch.tensor([1, 2]), 1)
    tensor([[0, 1, 0],
            [0, 0, 2],
            [0, 0, 0]])
    """
    return _diag_embed(reshape(input, (-1,)), offset, -2, -1)


@takes_tensor
def numel(input: Tensor) -> int:
    # The docstring is written in _bindings/functions/shapes.md.
    """The number of elements of a tensor.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.

    Returns
    -------
    int
        The product of its sizes.

    References
    ----------
    PyTorch: torch.numel

    Examples
    --------
    >>> torch.numel(torch.zeros(2, 3))
    6
    """
    return input._array.size


@takes_tensor
def adjoint(input: Tensor) -> Tensor:
    # The docstring is written in _bindings/functions/shapes.md.
    """The matrices transposed and complex conjugated.

    Parameters
    ----------
    input : Tensor
        Of at least two dimensions; the last two are those of the matrices.

    Returns
    -------
    Tensor
        A view of `input`: `input.mH`.

    Raises
    ------
    RuntimeError
        `input` has less than two dimensions.

    References
    ----------
    PyTorch: torch.adjoint

    Examples
    --------
    >>> torch.adjoint(torch.tensor([[1 + 1j, 2], [3, 4]]))
    tensor([[1.-1.j, 3.-0.j],
            [2.-0.j, 4.-0.j]])
    """
    return _adjoint(input, "adjoint()")


def _adjoint(input: Any, name: str) -> Tensor:
    if input._array.ndim == 1:
        raise RuntimeError(f"tensor.{name} is only supported on matrices or batches of matrices. Got 1-D tensor.")
    if not input._array.ndim:
        warn_once(f"{name if '(' in name else f'Tensor.{name}'} is deprecated on 0-D tensors. Consider using x.conj().")
    out = _transpose(input, -2, -1) if input._array.ndim else input
    return out.conj() if input._array.dtype.kind == "c" else out


def moveaxis(input: Tensor, source: int | Sequence[int], destination: int | Sequence[int]) -> Tensor:
    # The docstring is written in _bindings/functions/shapes.md.
    """The tensor with some dimensions moved; numpy's name of `torch.movedim`.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    source : int or ints
        Which dimensions.
    destination : int or ints
        Their new positions.

    Returns
    -------
    Tensor
        A view of `input`.

    References
    ----------
    PyTorch: torch.moveaxis

    Examples
    --------
    >>> torch.moveaxis(torch.zeros(2, 3, 5), (0, 1), (1, 0)).shape
    torch.Size([3, 2, 5])
    """
    return _movedim(input, source, destination)


def sum_to_size(input: Any, size: tuple[int, ...]) -> Tensor:
    """Sum to a shape that broadcasts to that of `input`; integers sum to int64."""
    shape = input._array.shape
    if not size:
        return input.sum()
    if size == shape:
        return input
    extra = len(shape) - len(size)
    if extra < 0 or any(n not in (1, have) for n, have in zip(size, shape[extra:], strict=True)):
        raise RuntimeError(f"size {{{list(size)}}} is not expandable to size {{{list(shape)}}}.")
    return _sum_to_size(input if input._array.dtype.kind in "fcV" else input.long(), size)


@all_overridable
class ShapeMethods:
    """The methods of these functions; `Tensor` inherits them."""

    __slots__ = ()

    def expand(self: Any, *sizes: Any, implicit: bool = False, size: Sequence[int] | None = None) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """The tensor with dimensions of size 1 repeated, without copying.

        Parameters
        ----------
        size : ints
            The new shape; -1 keeps a size. Additional dimensions are added in front.
        implicit : bool, default False
            For the use of function transforms.

        Returns
        -------
        Tensor
            A view in which elements share memory; copy it before writing in place.

        Raises
        ------
        RuntimeError
            A size other than 1 differs.

        References
        ----------
        PyTorch: torch.Tensor.expand

        Examples
        --------
        >>> torch.tensor([[1], [2]]).expand(2, 3)
        tensor([[1, 1, 1],
                [2, 2, 2]])
        """
        try:
            return _expand(self, unpack_ints(refuse_bool_size(sizes if sizes or size is None else (size,)), "expand"))
        except Exception as error:
            return refuse(error)

    @overridable_def
    def expand_as(self: Any, other: Tensor) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """The tensor expanded to the shape of another: `self.expand(other.size())`.

        Parameters
        ----------
        other : Tensor
            The tensor with the shape.

        Returns
        -------
        Tensor
            A view in which elements share memory.

        References
        ----------
        PyTorch: torch.Tensor.expand_as

        Examples
        --------
        >>> torch.tensor([[1], [2]]).expand_as(torch.zeros(2, 3))
        tensor([[1, 1, 1],
                [2, 2, 2]])
        """
        return _expand(self, other._array.shape)

    def broadcast_to(self: Any, *size: Any) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """The tensor broadcast to a shape.

        Parameters
        ----------
        shape, size : ints
            The shape.

        Returns
        -------
        Tensor
            A view in which elements share memory.

        Raises
        ------
        RuntimeError
            It cannot be broadcast to it.

        References
        ----------
        PyTorch: torch.broadcast_to

        Examples
        --------
        >>> torch.tensor([1, 2, 3]).broadcast_to((2, 3))
        tensor([[1, 2, 3],
                [1, 2, 3]])
        """
        return _expand(self, unpack_ints(size, "broadcast_to"))

    def permute(self: Any, *order: Any, dims: Sequence[int] | None = None) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """The tensor with its dimensions in another order.

        Parameters
        ----------
        dims : ints
            For each dimension of the result, its position in `self` (a method takes several ints, too).

        Returns
        -------
        Tensor
            A view of `self`.

        Raises
        ------
        RuntimeError
            `dims` is no permutation.

        References
        ----------
        PyTorch: torch.permute

        Examples
        --------
        >>> torch.zeros(2, 3, 5).permute((2, 0, 1)).shape
        torch.Size([5, 2, 3])
        """
        wanted = order if order or dims is None else (dims,)
        if not wanted:
            raise missing_argument("permute", "dims")
        try:
            return _permute(self, unpack_sizes(wanted))
        except Exception as error:
            return refuse(error)

    def as_strided(self: Any, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """A view of a tensor's memory with the given shape and strides.

        Parameters
        ----------
        size : ints
            The shape.
        stride : ints
            The stride of each dimension, in elements.
        storage_offset : int, optional
            The offset in the memory; that of `self` if not given.

        Returns
        -------
        A view. Elements may share memory
            copy it before writing in place.

        Raises
        ------
        RuntimeError
            The view would extend beyond the memory.

        References
        ----------
        PyTorch: torch.as_strided

        Examples
        --------
        >>> torch.arange(9).as_strided((2, 2), (3, 1), 1)
        tensor([[1, 2],
                [4, 5]])
        """
        return as_strided(self, size, stride, storage_offset)

    @shown_as("self, *, memory_format=torch.contiguous_format")
    def contiguous(self: Any, *, memory_format: Any = MISSING) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """The tensor with its elements in order in memory.

        Parameters
        ----------
        memory_format : torch.memory_format, default torch.contiguous_format
            Which order.

        Returns
        -------
        Tensor
            `self` if it is in this order already, else a copy.

        References
        ----------
        PyTorch: torch.Tensor.contiguous

        Examples
        --------
        >>> x = torch.zeros(2, 3)
        >>> x.contiguous() is x, x.t().is_contiguous(), x.t().contiguous().is_contiguous()
        (True, False, True)
        """
        if memory_format is not MISSING and memory_format_name(memory_format, "contiguous") in CHANNELS_LAST:
            return self if is_in_memory_format(self, memory_format) else _clone(self, memory_format)
        return self if self._array.flags.c_contiguous else contiguous_copy(self)

    @shown_as("self, *, memory_format=torch.contiguous_format")
    def is_contiguous(self: Any, *, memory_format: Any = MISSING) -> bool:
        # The docstring is written in _bindings/functions/shapes.md.
        """Whether the elements are in order in memory.

        Parameters
        ----------
        memory_format : torch.memory_format, default torch.contiguous_format
            Which order.

        Returns
        -------
        bool
            The answer.

        References
        ----------
        PyTorch: torch.Tensor.is_contiguous

        Examples
        --------
        >>> torch.zeros(2, 3).is_contiguous(), torch.zeros(2, 3).t().is_contiguous()
        (True, False)
        """
        named = memory_format is not MISSING and memory_format_name(memory_format, "is_contiguous") in CHANNELS_LAST
        return is_in_memory_format(self, memory_format) if named else self._array.flags.c_contiguous

    def clone(self: Any, *, memory_format: Any = None) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """A copy recorded by autograd: gradients flow back to the original.

        Parameters
        ----------
        memory_format : torch.memory_format, default torch.preserve_format
            The memory format of the result; the strides of `self` if that is dense.

        Returns
        -------
        Tensor
            In new memory. For a copy without history call `detach` on it.

        References
        ----------
        PyTorch: torch.clone

        Examples
        --------
        >>> x = torch.tensor([1., 2.], requires_grad=True)
        >>> x.clone()
        tensor([1., 2.], grad_fn=<CloneBackward0>)
        """
        if memory_format is None or memory_format_name(memory_format, "clone") == "preserve_format":
            return _clone(self, None)
        if self._array.__class__ in Classes.layouts:
            raise layout_messages.unsupported_memory_format(memory_format)
        return _clone(self, memory_format)

    def sum_to_size(self: Any, *size: Any) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """Sum to a given shape, the reverse of broadcasting.

        Parameters
        ----------
        size : ints
            The shape, to which `self` could be the broadcast.

        Returns
        -------
        Tensor
            Of the given shape.

        Raises
        ------
        RuntimeError
            `size` cannot be broadcast to the shape of the tensor.

        References
        ----------
        PyTorch: torch.Tensor.sum_to_size

        Examples
        --------
        >>> torch.ones(3, 2).sum_to_size(1, 2)
        tensor([[3., 3.]])
        """
        return sum_to_size(self, unpack_ints(size, "sum_to_size"))

    def flatten(self: Any, start_dim: int = 0, end_dim: int = -1) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """Merge neighbouring dimensions into one.

        Parameters
        ----------
        start_dim : int, default 0
            The first of them.
        end_dim : int, default -1
            The last of them.

        Returns
        -------
        Tensor
            A view where possible, else a copy; of one dimension if all are taken.

        Raises
        ------
        RuntimeError
            `start_dim` is after `end_dim`.

        References
        ----------
        PyTorch: torch.flatten

        Examples
        --------
        >>> torch.zeros(2, 3, 4).flatten(start_dim=1).shape
        torch.Size([2, 12])
        >>> torch.tensor([[1, 2], [3, 4]]).flatten()
        tensor([1, 2, 3, 4])
        """
        try:
            return flatten(self, start_dim, end_dim)
        except Exception as error:
            return refuse(error)

    def unflatten(self: Any, dim: int, sizes: Sequence[int]) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """Split one dimension into several, the reverse of `torch.flatten`.

        Parameters
        ----------
        dim : int or str
            Which.
        sizes : ints
            The new sizes; one may be -1 and follows from the others.

        Returns
        -------
        Tensor
            A view of `self`.

        Raises
        ------
        RuntimeError
            The sizes do not multiply to the size of `dim`.

        References
        ----------
        PyTorch: torch.unflatten

        Examples
        --------
        >>> torch.zeros(3, 4).unflatten(1, (2, 2)).shape
        torch.Size([3, 2, 2])
        """
        if not sizes:  # checked before the type of the sizes
            raise RuntimeError("unflatten: sizes must be non-empty")
        try:
            return unflatten(self, dim, sizes)
        except Exception as error:
            return refuse(error)

    def ravel(self: Any) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """All elements in one dimension.

        Returns
        -------
        Tensor
            A view if `self` is contiguous, else a copy.

        References
        ----------
        PyTorch: torch.ravel

        Examples
        --------
        >>> torch.tensor([[1, 2], [3, 4]]).ravel()
        tensor([1, 2, 3, 4])
        """
        return ravel(self)

    @shown_as("self, dim=None")
    def squeeze(self: Any, dim: int | Sequence[int] = MISSING, *further: Any, axis: Any = MISSING) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """The tensor without dimensions of size 1.

        Parameters
        ----------
        dim : int or tuple of ints, optional
            Only these; all if not given. Dimensions of another size remain.

        Returns
        -------
        Tensor
            A view of `self`.

        Raises
        ------
        IndexError
            `dim` is no dimension of `self`.

        References
        ----------
        PyTorch: torch.squeeze

        Examples
        --------
        >>> x = torch.zeros(1, 2, 1, 3)
        >>> x.squeeze().shape, x.squeeze(0).shape, x.squeeze((0, 1)).shape
        (torch.Size([2, 3]), torch.Size([2, 1, 3]), torch.Size([2, 1, 3]))
        """
        try:
            dim = dim if axis is MISSING else resolve_alias("squeeze", "axis", axis, dim, MISSING)
            return squeeze(self, (dim, *further) if further else dim)  # type: ignore[arg-type]
        except Exception as error:
            return refuse(error)

    def split(self: Any, split_size: Any, dim: int = 0) -> tuple[Tensor, ...]:
        # The docstring is written in _bindings/functions/shapes.md.
        """Pieces of a tensor along a dimension, of a given size or of given sizes.

        Parameters
        ----------
        split_size : int or list of ints
            The size of each piece (the last may be smaller), or all sizes.
        dim : int, default 0
            The dimension to split.

        Returns
        -------
        tuple of Tensors
            Views.

        Raises
        ------
        RuntimeError
            The sizes do not add up, or are negative.

        References
        ----------
        PyTorch: torch.split

        Examples
        --------
        >>> torch.arange(5).split(2)
        (tensor([0, 1]), tensor([2, 3]), tensor([4]))
        >>> torch.arange(5).split([1, 4])
        (tensor([0]), tensor([1, 2, 3, 4]))
        """
        try:
            return split(self, split_size, dim)
        except Exception as error:
            return refuse(error)

    @shown_as("self, chunks, dim=0")
    def chunk(self: Any, chunks: int, dim: int = 0, *, axis: Any = MISSING) -> tuple[Tensor, ...]:
        # The docstring is written in _bindings/functions/shapes.md.
        """At most `chunks` pieces of a tensor along a dimension, all but the last of equal size.

        Parameters
        ----------
        chunks : int
            The number of pieces; there may be fewer.
        dim : int, default 0
            The dimension to split.

        Returns
        -------
        tuple of Tensors
            Views.

        Raises
        ------
        RuntimeError
            `chunks` is not positive.

        Notes
        -----
        `torch.tensor_split` returns exactly this number.

        References
        ----------
        PyTorch: torch.chunk

        Examples
        --------
        >>> torch.arange(5).chunk(3)
        (tensor([0, 1]), tensor([2, 3]), tensor([4]))
        """
        if axis is not MISSING:
            dim = resolve_alias("chunk", "axis", axis, dim, 0)
        try:
            return chunk(self, chunks, dim)
        except Exception as error:
            return refuse(error)

    def narrow(self: Any, dim: int, start: Tensor | int, length: int) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """A slice of given length along a dimension.

        Parameters
        ----------
        dim : int
            The dimension.
        start : int or Tensor
            Where it begins.
        length : int
            How long it is.

        Returns
        -------
        Tensor
            A view.

        Raises
        ------
        RuntimeError
            It does not fit into the dimension.

        References
        ----------
        PyTorch: torch.narrow

        Examples
        --------
        >>> torch.arange(5).narrow(0, 1, 3)
        tensor([1, 2, 3])
        """
        return _narrow(self, dim, start if start.__class__ is int else _start_index(start), length)

    def unsafe_chunk(self: Any, chunks: int, dim: int = 0) -> tuple[Tensor, ...]:
        # The docstring is written in _bindings/functions/shapes.md.
        """As `torch.chunk`, but the pieces count as independent tensors, not as views.

        Parameters
        ----------
        chunks : int
            How many pieces.
        dim : int, default 0
            The dimension to split.

        Returns
        -------
        tuple of Tensors
            In-place writes into both `self` and a piece give wrong gradients without an error.

        References
        ----------
        PyTorch: torch.unsafe_chunk

        Examples
        --------
        >>> torch.arange(5).unsafe_chunk(3)
        (tensor([0, 1]), tensor([2, 3]), tensor([4]))
        """
        return unsafe_chunk(self, chunks, dim)

    @overridable_def
    def tensor_split(self: Any, indices_or_sections: Any, dim: int = 0) -> tuple[Tensor, ...]:
        # The docstring is written in _bindings/functions/shapes.md.
        """Pieces of a tensor along a dimension: a number of them, or split before given indices.

        Parameters
        ----------
        indices_or_sections : int, ints or Tensor
            The number of pieces, whose sizes differ by at most 1, or the indices to split at.
        dim : int, default 0
            The dimension to split.

        Returns
        -------
        tuple of Tensors
            Views.

        Raises
        ------
        RuntimeError
            The number is not positive.

        References
        ----------
        PyTorch: torch.tensor_split

        Examples
        --------
        >>> torch.arange(5).tensor_split(3)
        (tensor([0, 1]), tensor([2, 3]), tensor([4]))
        >>> torch.arange(5).tensor_split((1, 3))
        (tensor([0]), tensor([1, 2]), tensor([3, 4]))
        """
        return tensor_split(self, indices_or_sections, dim)

    @shown_as("self, dims")
    def flip(self: Any, *flips: Any, dims: Sequence[int] = MISSING) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """The tensor with the order of elements reversed along some dimensions.

        Parameters
        ----------
        dims : ints
            The dimensions.

        Returns
        -------
        Tensor
            A copy, since strides cannot be negative.

        Raises
        ------
        RuntimeError
            A dimension is named twice.

        References
        ----------
        PyTorch: torch.flip

        Examples
        --------
        >>> torch.tensor([[1, 2], [3, 4]]).flip((0, 1))
        tensor([[4, 3],
                [2, 1]])
        """
        if dims is not MISSING and flips:
            raise TypeError("flip() got multiple values for argument 'dims'")
        return _flip(self, unpack_ints(flips, "flip", "dims") if dims is MISSING else tuple(dims))

    def fliplr(self: Any) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """The tensor with columns in reverse order: `torch.flip` along the second dimension.

        Returns
        -------
        Tensor
            A copy.

        References
        ----------
        PyTorch: torch.fliplr

        Examples
        --------
        >>> torch.tensor([[1, 2], [3, 4]]).fliplr()
        tensor([[2, 1],
                [4, 3]])
        """
        return fliplr(self)

    def flipud(self: Any) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """The tensor with rows in reverse order: `torch.flip` along the first dimension.

        Returns
        -------
        Tensor
            A copy.

        References
        ----------
        PyTorch: torch.flipud

        Examples
        --------
        >>> torch.tensor([[1, 2], [3, 4]]).flipud()
        tensor([[3, 4],
                [1, 2]])
        """
        return flipud(self)

    def rot90(self: Any, k: int = 1, dims: Any = (0, 1)) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """Rotate by 90 degrees, `k` times, in the plane of two dimensions.

        Parameters
        ----------
        k : int, default 1
            How often; positive from the first dimension towards the second.
        dims : two ints, default (0, 1)
            The plane.

        Returns
        -------
        Tensor
            A copy.

        References
        ----------
        PyTorch: torch.rot90

        Examples
        --------
        >>> torch.tensor([[1, 2], [3, 4]]).rot90()
        tensor([[2, 4],
                [1, 3]])
        """
        return rot90(self, k, dims)

    def repeat(self: Any, *repeats: Any) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """The tensor repeated along its dimensions.

        Parameters
        ----------
        repeats : ints
            The number of repetitions along each dimension; more numbers than dimensions add new ones in front.

        Returns
        -------
        Tensor
            A copy. `Tensor.expand` needs no memory for dimensions of size 1.

        Raises
        ------
        RuntimeError
            There are fewer numbers than dimensions.

        References
        ----------
        PyTorch: torch.Tensor.repeat

        Examples
        --------
        >>> torch.tensor([1, 2]).repeat(2, 2)
        tensor([[1, 2, 1, 2],
                [1, 2, 1, 2]])
        """
        return _repeat(self, unpack_ints(repeats, "repeat", "repeats"))

    def tile(self: Any, *dims: Any) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """The tensor repeated along its dimensions, as by numpy's `tile`.

        Parameters
        ----------
        dims : ints
            The number of repetitions along each dimension; missing ones are 1, in front.

        Returns
        -------
        Tensor
            A copy.

        References
        ----------
        PyTorch: torch.tile

        Examples
        --------
        >>> torch.tensor([1, 2]).tile((2, 2))
        tensor([[1, 2, 1, 2],
                [1, 2, 1, 2]])
        """
        return tile(self, unpack_ints(dims, "tile", "dims"))

    def diag(self: Any, diagonal: int = 0) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """The diagonal of a matrix, or a matrix with a given diagonal.

        Parameters
        ----------
        diagonal : int, default 0
            Which diagonal: 0 the main one, positive ones above, negative ones below.

        Returns
        -------
        Tensor
            A matrix, or the diagonal as a copy.

        Raises
        ------
        RuntimeError
            `self` has more than two dimensions.

        References
        ----------
        PyTorch: torch.diag

        Examples
        --------
        >>> torch.tensor([1, 2]).diag()
        tensor([[1, 0],
                [0, 2]])
        >>> torch.tensor([[1, 2], [3, 4]]).diag()
        tensor([1, 4])
        """
        return diag(self, diagonal)

    def diagflat(self: Any, offset: int = 0) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """A matrix whose diagonal has all elements of a tensor.

        Parameters
        ----------
        offset : int, default 0
            Which diagonal: 0 the main one, positive ones above, negative ones below.

        Returns
        -------
        Tensor
            Of two dimensions.

        References
        ----------
        PyTorch: torch.diagflat

        Examples
        --------
        >>> torch.tensor([1, 2]).diagflat(1)
        tensor([[0, 1, 0],
                [0, 0, 2],
                [0, 0, 0]])
        """
        return diagflat(self, offset)

    def adjoint(self: Any) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """The matrices transposed and complex conjugated.

        Returns
        -------
        Tensor
            A view of `self`: `self.mH`.

        Raises
        ------
        RuntimeError
            `self` has less than two dimensions.

        References
        ----------
        PyTorch: torch.adjoint

        Examples
        --------
        >>> torch.tensor([[1 + 1j, 2], [3, 4]]).adjoint()
        tensor([[1.-1.j, 3.-0.j],
                [2.-0.j, 4.-0.j]])
        """
        return adjoint(self)

    def moveaxis(self: Any, source: int | Sequence[int], destination: int | Sequence[int]) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """The tensor with some dimensions moved; numpy's name of `torch.movedim`.

        Parameters
        ----------
        source : int or ints
            Which dimensions.
        destination : int or ints
            Their new positions.

        Returns
        -------
        Tensor
            A view of `self`.

        References
        ----------
        PyTorch: torch.moveaxis

        Examples
        --------
        >>> torch.zeros(2, 3, 5).moveaxis((0, 1), (1, 0)).shape
        torch.Size([3, 2, 5])
        """
        return _movedim(self, source, destination)

    def swapaxes(self: Any, axis0: int, axis1: int) -> Tensor:
        # The docstring is written in _bindings/tensor/reshaping.md.
        """The tensor with two dimensions exchanged; numpy's name of `torch.transpose`.

        Parameters
        ----------
        axis0 : int
            The first.
        axis1 : int
            The second.

        Returns
        -------
        Tensor
            A view of `self`.

        References
        ----------
        PyTorch: torch.swapaxes

        Examples
        --------
        >>> torch.zeros(2, 3, 4).swapaxes(0, 2).shape
        torch.Size([4, 3, 2])
        """
        return _transpose(self, axis0, axis1)

    def swapdims(self: Any, dim0: int, dim1: int) -> Tensor:
        # The docstring is written in _bindings/tensor/reshaping.md.
        """The tensor with two dimensions exchanged; another name of `torch.transpose`.

        Parameters
        ----------
        dim0 : int
            The first.
        dim1 : int
            The second.

        Returns
        -------
        Tensor
            A view of `self`.

        References
        ----------
        PyTorch: torch.swapdims

        Examples
        --------
        >>> torch.zeros(2, 3, 4).swapdims(0, 2).shape
        torch.Size([4, 3, 2])
        """
        return _transpose(self, dim0, dim1)

    @property
    def T(self: Any) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """The tensor with its dimensions in reverse order.

        Notes
        -----
        Deprecated for other tensors than matrices; see `Tensor.mT`.

        References
        ----------
        PyTorch: torch.Tensor.T

        Examples
        --------
        >>> torch.tensor([[1, 2], [3, 4]]).T
        tensor([[1, 3],
                [2, 4]])
        """
        a = self._array
        if a.ndim != 2:
            _warn_deprecated_reversal(a.ndim)
        elif not ACTIVE and self.__class__ in PLAIN and _is_constant(self) and a.__class__ is np.ndarray and a.size:
            return view_of(self, a.T)
        else:
            return _permute(self, _TRANSPOSED_ORDER)
        return _permute(self, tuple(range(a.ndim - 1, -1, -1)))

    @property
    def mT(self: Any) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """The tensor with its last two dimensions exchanged: batches of matrices transposed.

        References
        ----------
        PyTorch: torch.Tensor.mT

        Examples
        --------
        >>> torch.zeros(5, 2, 3).mT.shape
        torch.Size([5, 3, 2])
        """
        if not self._array.ndim:
            warn("Tensor.mT is deprecated on 0-D tensors.")
            return self
        if self._array.ndim < 2:
            raise RuntimeError(f"tensor.mT is only supported on matrices or batches of matrices. Got {self._array.ndim}-D tensor.")
        return _transpose(self, -2, -1)

    @property
    def H(self: Any) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """The matrix transposed and complex conjugated.

        Notes
        -----
        Of two dimensions, or none. For batches there is `Tensor.mH`.

        References
        ----------
        PyTorch: torch.Tensor.H

        Examples
        --------
        >>> torch.tensor([[1 + 1j, 2], [3, 4]]).H
        tensor([[1.-1.j, 3.-0.j],
                [2.-0.j, 4.-0.j]])
        """
        if self._array.ndim not in (0, 2):
            batches = " For batches of matrices, consider using tensor.mH" if self._array.ndim > 2 else ""
            raise RuntimeError(f"tensor.H is only supported on matrices (2-D tensors). Got {self._array.ndim}-D tensor.{batches}")
        return _adjoint(self, "H")

    @property
    def mH(self: Any) -> Tensor:
        # The docstring is written in _bindings/functions/shapes.md.
        """The tensor with its last two dimensions exchanged and complex conjugated.

        References
        ----------
        PyTorch: torch.Tensor.mH

        Examples
        --------
        >>> torch.tensor([[1 + 1j, 2], [3, 4]]).mH
        tensor([[1.-1.j, 3.-0.j],
                [2.-0.j, 4.-0.j]])
        """
        return _adjoint(self, "mH")


__all__ = [
    "adjoint", "as_strided", "atleast_1d", "atleast_2d", "atleast_3d", "broadcast_tensors",
    "broadcast_to", "cartesian_prod", "chunk", "clone", "column_stack", "concat", "concatenate", "diag", "diagflat", "dstack", "flatten",
    "flip", "fliplr", "flipud", "hstack", "meshgrid", "moveaxis", "narrow", "numel", "ravel", "reshape", "rot90", "row_stack", "split",
    "squeeze", "tensor_split", "tile", "unflatten", "unsafe_chunk", "vstack",
]
