"""Selecting, sorting and placing, where torch spells it irregularly. Functions first, then their methods."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core import intp
from ..._array.core.blocks import greatest
from ..._array.core.dtypes import WIDE, c_name, check_word
from ..._array.core.numbers import plain_number
from ..._array.core.user_warnings import warn_once
from ..._array.index import repeat_and_count as rearrange
from ..._array.index import scatter as _scatter
from ..._array.index import sorting as k
from ..._array.index.indexing import check_value, normalize
from ..._array.shape.views import broadcast_to, common_shape, wrap_dim
from ..._dispatch.call.argument_errors import wrong_combination, wrong_type
from ..._dispatch.call.caller import caller, later, later_as, settle_calls, wrap
from ..._dispatch.call.kernel_errors import broadcast_message, type_name
from ..._dispatch.graph.inplace import inplace
from ..._dispatch.graph.node import Node
from ..._dispatch.graph.recording import edge_of, hang
from ..._dispatch.levels.lifting import Lifted, batch_levels, concrete_values, mapped
from ..._dispatch.state import ACTIVE, LOCAL, PLAIN, Classes
from ..._dispatch.tensor import TensorBase
from ..._ops.op import OPS
from ..functions.arguments import MISSING, misplaced, missing_argument, once, overloaded, takes_tensor, unrecorded, write_out
from ..functions.on_values import on_values
from ..functions.shown_signatures import shown_as
from ..override.overridable import ask_all, asks, resolve
from ..settings import return_types
from ..settings.constants import contiguous_format
from .indexing import bare, guarded, refuse_byte_mask, refuse_own_indices
from .indexing_batched import check_target, has_batched, placed

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_sort, _median_dim, _median_all, _nonzero_rows, _index_select, _gather, _sparse_gather = (
    later(n) for n in ("sort", "median_dim", "median_all", "nonzero_rows", "index_select", "gather", "sparse_gather"))
_scatter_tensor, _scatter_value, _fill_value, _fill_tensor, _index_fill, _index_fill_tensor, _index_put, _where = (
    later(n) for n in ("scatter_tensor", "scatter_value", "masked_fill_value", "masked_fill_tensor", "index_fill_value",
                        "index_fill_tensor", "index_put_plan", "where"))

_sort_stable = later_as("sort", "SortBackward1")
_nanmedian_all = later_as("median_all", "NanmedianBackward0")
_nanmedian_dim = later_as("median_dim", "NanmedianBackward1")
settle_calls(globals())


def sort(input: Tensor, dim: Any = -1, descending: bool = False, stable: bool | None = None, *, out: Sequence[Tensor] | None = None) -> Any:
    """Values in order along `dim`, and where they stood."""
    if isinstance(dim, bool):
        dim, descending = -1, dim
    args = (dim, descending, bool(stable))
    call = _sort if stable is None else _sort_stable
    return return_types.sort(*(call(input, *args) if out is None else write_out(call, out, input, *args)))


@takes_tensor
def msort(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Values in order along the first dimension."""
    if out is not None:
        return write_out(msort, out, input)
    return _sort(input, 0, False, False)[0]


@shown_as("input, dim=None, keepdim=False, *, out=None")
def median(input: Tensor, dim: int | None = None, keepdim: bool = MISSING, *, out: Sequence[Tensor] | None = None) -> Any:
    """The middle value (the lower of two), of all elements or along `dim` with its place."""
    if dim is None:
        if keepdim is not MISSING or out is not None:
            raise missing_argument("median", "dim")
        return _median_all(input, False)
    keepdim = False if keepdim is MISSING else keepdim
    if out is not None:
        return write_out(median, out, input, dim, keepdim)
    return return_types.median(*_median_dim(input, dim, keepdim, False))


@shown_as("input, dim=None, keepdim=False, *, out=None")
def nanmedian(input: Tensor, dim: int | None = None, keepdim: bool = MISSING, *, out: Sequence[Tensor] | None = None) -> Any:
    """`median` of what is not NaN."""
    if dim is None:
        if keepdim is not MISSING or out is not None:
            raise missing_argument("nanmedian", "dim")
        return _nanmedian_all(input, True)
    keepdim = False if keepdim is MISSING else keepdim
    if out is not None:
        return write_out(nanmedian, out, input, dim, keepdim)
    return return_types.nanmedian(*_nanmedian_dim(input, dim, keepdim, True))


@takes_tensor
def nonzero(input: Tensor, *, out: Tensor | None = None, as_tuple: bool = False) -> Any:
    """The indices of elements that are not 0: a row each, or (`as_tuple`) a vector per dimension."""
    if as_tuple and out is None:
        if ACTIVE and batch_levels(input):
            raise RuntimeError("Batching rule not implemented for aten::nonzero_numpy. We could not generate a fallback.")
        return caller("unbind")(_nonzero_rows(input if input._array.ndim else input.unsqueeze(0)), 1)
    if out is None:
        return _nonzero_rows(input)
    if not isinstance(out, TensorBase):
        raise TypeError(f"nonzero(): argument 'out' must be Tensor, not {type(out).__name__}")
    if as_tuple:
        raise RuntimeError("nonzero does not support the out kwarg when as_tuple is True")
    if out._array.dtype != np.int64:
        raise RuntimeError(f"nonzero: Expected out tensor to have scalar type Long but got scalar type{type_name(out._array.dtype)}")
    return write_out(_nonzero_rows, out, input)


@takes_tensor
@on_values("argwhere")
def argwhere(input: Tensor) -> Tensor:
    """The indices of elements that are not 0, a row each."""
    return _nonzero_rows(input)


def scatter(input: Tensor, dim: int, index: Tensor, src: Tensor | None = None, value: int | float | complex | bool | None = None, *,
            reduce: str | None = None, out: Tensor | None = None) -> Tensor:
    """A copy of `input` with `src` (a tensor or a number) placed at `index` along `dim`."""
    if out is not None:
        return write_out(scatter, out, input, dim, index, src, value, reduce=reduce)
    source = _one_source(input, dim, index, src, value)
    if reduce is not None:
        return caller(_scatter_reduced(source))(input, dim, index, source, reduce)
    if isinstance(source, TensorBase):
        return _scatter_tensor(input, dim, index, source)
    return _scatter_value(input, dim, index, source)


def _one_source(input: Any, dim: Any, index: Any, src: Any, value: Any) -> Any:
    """What is to be placed, which is given in one of two ways."""
    if src is not None and value is not None:
        raise wrong_combination("scatter", (input, dim, index, src), {"value": value})
    return value if src is None else src


def _scatter_reduced(source: Any) -> str:
    """The op behind `reduce=`, by what is scattered."""
    if not isinstance(source, TensorBase):
        return "scatter_reduced_value"
    warn_once("The reduce argument of torch.scatter with Tensor src is deprecated. Use torch.scatter_reduce instead, which knows more "
              "reductions.")
    return "scatter_reduced_tensor"


@shown_as("input, dim, index, *, sparse_grad=False, out=None")
def gather(input: Tensor, dim: int = MISSING, index: Tensor = MISSING, *, sparse_grad: bool = False, out: Tensor | None = None,
           axis: Any = MISSING) -> Tensor:
    """`input[..., index, ...]` along `dim`, elementwise; `sparse_grad` has the gradient of a leaf in coordinate form."""
    try:
        if axis is not MISSING:
            dim = once(axis, dim, MISSING)
        if dim is None or dim is True or dim is False:
            misplaced("gather", "dim", "int", dim)
        if sparse_grad is not False:
            if sparse_grad is not True:
                misplaced("gather", "sparse_grad", "bool", sparse_grad)
            if input._grad_fn is None and not LOCAL.levels and out is None:  # elsewhere, formulas expect dense cotangents
                return _sparse_gather(input, dim, index)
        if out is not None:
            return write_out(_gather, out, input, dim, index, sparse_grad)
        return _gather(input, dim, index, sparse_grad)
    except Exception as error:
        return resolve(error)


_SEQUENCES = frozenset({list, tuple, np.ndarray})


def masked_fill(input: Tensor, mask: Tensor, value: Tensor | int | float | complex | bool) -> Tensor:
    """A copy of `input` with `value` where the mask holds."""
    if value.__class__ in _SEQUENCES:  # of which numpy would take the element
        raise wrong_combination("masked_fill", (mask, value), {})
    return _fill_tensor(input, mask, value) if isinstance(value, TensorBase) else _fill_value(input, mask, value)


def index_fill(input: Tensor, dim: int, index: Tensor, value: Tensor | int | float | complex | bool) -> Tensor:
    """A copy of `input` with `value` at `index` along `dim`."""
    return _index_fill_tensor(input, dim, index, value) if isinstance(value, TensorBase) else _index_fill(input, dim, index, value)


@takes_tensor
def index_put(input: Tensor, indices: Sequence[Tensor], values: Tensor, accumulate: bool = False) -> Tensor:
    """A copy of `input` after `input[indices] = values`, or `+=` with `accumulate`."""
    if ACTIVE and has_batched(indices):
        return placed(input, tuple(indices), values, accumulate)
    if not accumulate and values._array.size == 1:
        refuse_byte_mask(indices)
    return guarded(_index_put(input, values, _plan(input, indices, values), accumulate), indices)


def _plan(input: Any, indices: Any, values: Any) -> Any:
    if len(indices) > input._array.ndim:
        raise IndexError(f"too many indices for tensor of dimension {input._array.ndim} (got {len(indices)})")
    plan = normalize(bare(tuple(indices)), input._array.shape)
    if values._array.ndim > 1 and 1 in values._array.shape[:1] and input._array.__class__ is np.ndarray is values._array.__class__:
        check_value(input._array, plan, values._array)
    return plan


@takes_tensor
def take_along_dim(input: Tensor, indices: Tensor, dim: int | None = None, *, out: Tensor | None = None) -> Tensor:
    """Elements of `input` at `indices` along `dim`, other dimensions broadcast."""
    if out is not None:
        return write_out(take_along_dim, out, input, indices, dim)
    if indices._array.dtype != np.int64:
        raise RuntimeError(f"torch.take_along_dim(): dtype of indices should be Long but got {type_name(indices._array.dtype)}")
    whole = dim is None
    if dim is None:
        input, indices, dim = input.view(-1), indices.view(-1), 0
    if input._array.ndim != indices._array.ndim:
        raise RuntimeError("torch.take_along_dim(): input and indices should have the same number of dimensions, but got "
                           f"{input._array.ndim} dimensions for input, and {indices._array.ndim} dimensions for indices")
    dim = wrap_dim(dim, input._array.ndim)
    if not input._array.ndim:
        raise IndexError("Dimension specified as 0 but tensor has no dimensions")
    if input._array.dtype.char not in WIDE and unrecorded(input, indices):
        try:
            return wrap(_take_along(input._array, indices._array, dim, whole))
        except RuntimeError:
            pass  # said below
    if not whole:
        input, indices = _broadcast_except(input, indices, dim)
    size, places = input._array.shape[dim], indices._array
    if indices.__class__ in PLAIN and places.__class__ is np.ndarray and not ACTIVE:
        return _gather(input, dim, indices if whole else wrap(_remainders(places, size)))  # a copy: the indices themselves may change
    return _gather(input, dim, indices if whole else indices % size)


def _remainders(places: Any, size: int) -> Any:
    if not size and places.size:
        raise RuntimeError("ZeroDivisionError")
    return np.remainder(places, max(size, 1))


def _take_along(a: Any, places: Any, dim: int, whole: bool) -> Any:
    """The same of arrays."""
    size = a.shape[dim]
    if not whole and places.size and greatest(places.view(np.uint64)) >= size:
        places = _remainders(places, size)
    if a.shape[:dim] + a.shape[dim + 1:] != places.shape[:dim] + places.shape[dim + 1:]:
        if _scatter.spreads(a.shape, places, dim):
            return _scatter.gather_spread(a, dim, places)
        one = (1,)
        shape = common_shape((a.shape[:dim] + one + a.shape[dim + 1:], places.shape[:dim] + one + places.shape[dim + 1:]))
        a = broadcast_to(a, shape[:dim] + a.shape[dim:dim + 1] + shape[dim + 1:])
        places = broadcast_to(places, shape[:dim] + places.shape[dim:dim + 1] + shape[dim + 1:])
    return _scatter.gather(a, dim, places)


def _broadcast_except(input: Any, indices: Any, dim: int) -> tuple[Any, Any]:
    """Both tensors broadcast against each other in every dimension but `dim`; the first is expanded in any case, as in PyTorch."""
    a, i = list(input._array.shape), list(indices._array.shape)
    a[dim] = i[dim] = 1
    if a != i:
        shape = common_shape((tuple(a), tuple(i)))
        a, i = list(shape), list(shape)
    a[dim], i[dim] = input._array.shape[dim], indices._array.shape[dim]
    return input.expand(tuple(a)), _expanded(indices, tuple(i))


def _expanded(t: Any, shape: tuple[int, ...]) -> Any:
    return t if t._array.shape == shape else t.expand(shape)


@overloaded
def repeat_interleave(input: Tensor, repeats: Tensor | int | None = None, dim: int | None = None, *,
                      output_size: int | None = None) -> Tensor:
    """Each slice along `dim` (each element, of the flattened input) so many times in a row."""
    if repeats is None:
        return _repeat_index(input, input._array.size, output_size)
    if dim is None:
        input, dim = input.flatten(), 0
    if isinstance(repeats, TensorBase) and repeats._array.ndim > 1:
        raise RuntimeError("repeats must be 0-dim or 1-dim tensor")
    if not isinstance(repeats, TensorBase):
        return _repeat_evenly(input, repeats, wrap_dim(dim, input._array.ndim), output_size)
    if not input._array.ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    if output_size is not None and output_size < 0:
        raise RuntimeError(f"Trying to create tensor with negative dimension {output_size}: [{output_size}]")
    length = input._array.shape[wrap_dim(dim, input._array.ndim)]
    return _index_select(input, dim, _repeat_index(repeats, length, output_size, dim))


@on_values("repeat_interleave")
def _repeat_index(repeats: Any, *args: Any) -> Any:
    return wrap(rearrange.repeat_index(repeats._array, *args))


def _repeat_evenly(input: Any, repeats: int, dim: int, output_size: int | None) -> Any:
    """Every slice equally often: an expanded copy, its two dimensions made one."""
    shape = input._array.shape
    if repeats < 0:
        raise RuntimeError("Repeats must be non-negative")
    if output_size is not None and output_size != shape[dim] * repeats:
        raise RuntimeError(f"repeat_interleave: Invalid output_size, expected {shape[dim] * repeats} but got {output_size}")
    if shape and unrecorded(input):
        copy = wrap(intp.repeat(input._array, repeats, dim).reshape(*shape[:dim + 1], repeats, *shape[dim + 1:]))
        return copy.view(*shape[:dim], shape[dim] * repeats, *shape[dim + 1:])
    spread = input.unsqueeze(dim + 1).expand(*shape[:dim + 1], repeats, *shape[dim + 1:])
    return spread.clone(memory_format=contiguous_format).view(*shape[:dim], shape[dim] * repeats, *shape[dim + 1:])


class _Distinct(Node):
    """History of distinct values, which have no derivative: backward says so."""

    __slots__ = ()
    op_name = ""

    def _derive(self, g: Any, space: Any) -> Any:
        raise NotImplementedError(f"the derivative for '{self.op_name}' is not implemented.")


class Unique2Backward0(_Distinct):
    """That of `unique` without `dim`."""

    __slots__ = ()
    op_name = "_unique2"


class UniqueDimBackward0(_Distinct):
    """That of `unique` along a dimension."""

    __slots__ = ()
    op_name = "unique_dim"


class UniqueConsecutiveBackward0(_Distinct):
    """That of `unique_consecutive`."""

    __slots__ = ()
    op_name = "unique_consecutive"


def _results(input: Any, kind: type[_Distinct], found: tuple[Any, Any, Any], inverse: bool, counts: bool) -> Any:
    values = [wrap(found[0])]
    if input._autograd_meta is not None and input._autograd_meta.tangents:
        raise NotImplementedError(f"Trying to use forward AD with {kind.op_name} that does not support it because it has not been "
                                  "implemented yet.")
    if LOCAL.grad and input.requires_grad:
        edge, slot = edge_of(input)
        node = kind((edge,), (slot,))
        hang(node, OPS["clone"], (values[0],))  # which has one result, too
    values += [wrap(found[1])] if inverse else []
    values += [wrap(found[2])] if counts else []
    return tuple(values) if len(values) > 1 else values[0]


def unique(input: Any, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None) -> Any:
    """The distinct elements (or slices along `dim`), in order."""
    if not isinstance(input, TensorBase):
        raise wrong_type("_unique2" if dim is None else "unique_dim", "input", 1, "Tensor", input)
    return _unique_all(input, return_inverse, return_counts) if dim is None else _unique_dim(input, dim, return_inverse, return_counts)


@on_values("_unique2", dynamic=True, history=Unique2Backward0)
def _unique_all(input: Any, return_inverse: bool, return_counts: bool) -> Any:
    return _results(input, Unique2Backward0, k.unique(input._array, None), return_inverse, return_counts)


@on_values("unique_dim", dynamic=True, history=UniqueDimBackward0)
def _unique_dim(input: Any, dim: int, return_inverse: bool, return_counts: bool) -> Any:
    return _results(input, UniqueDimBackward0, k.unique(input._array, dim), return_inverse, return_counts)


@takes_tensor
@on_values("unique_consecutive", dynamic=True, history=UniqueConsecutiveBackward0)
def unique_consecutive(input: Any, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None) -> Any:
    """The first of each run of equal elements (or slices along `dim`)."""
    return _results(input, UniqueConsecutiveBackward0, k.unique_consecutive(input._array, dim), return_inverse, return_counts)


def lifted(t: Any) -> bool:
    """Whether `t` is a tensor of a function transform."""
    return isinstance(t, TensorBase) and isinstance(t._array, Lifted)


def _warn_of_copies(values: Any, bounds: Any) -> None:
    for array, what in ((values, "input value"), (bounds, "boundary")):
        if not array.flags.c_contiguous:
            warn_once(f"torch.searchsorted(): {what} tensor is non-contiguous, this will lower the performance due to extra data copy when "
                      "converting non-contiguous tensor to contiguous.")


@overloaded
def searchsorted(sorted_sequence: Tensor, input: Tensor, *, out_int32: bool = False, right: bool = False, side: str | None = None,
                 out: Tensor | None = None,
                 sorter: Tensor | None = None) -> Tensor:
    """Where in a sorted sequence each value belongs."""
    if out is not None:
        return write_out(searchsorted, out, sorted_sequence, input, out_int32=out_int32, right=right, side=side, sorter=sorter)
    _refuse_sparse("searchsorted", input, sorted_sequence)
    if lifted(sorted_sequence) or sorted_sequence._array.ndim > 1 and lifted(input) or lifted(sorter):
        return _searchsorted_in_levels(sorted_sequence, input, sorter, out_int32, right, side)
    order = None if sorter is None else sorter._array
    if lifted(input):
        return mapped(input, lambda values: k.searchsorted(concrete_values(sorted_sequence), values, out_int32=out_int32, right=right,
                                                           side=side, sorter=order))
    if sorted_sequence._array.ndim != 1 and not isinstance(input, TensorBase):
        k.searchsorted(sorted_sequence._array, np.zeros((), sorted_sequence._array.dtype), right=right, side=side, sorter=order)
    values = input._array if isinstance(input, TensorBase) else _sought(input, sorted_sequence._array.dtype)
    _warn_of_copies(values, sorted_sequence._array)
    return wrap(k.searchsorted(sorted_sequence._array, values, out_int32=out_int32, right=right, side=side, sorter=order))


def _refuse_sparse(name: str, input: Any, bounds: Any) -> None:
    for t in (bounds, input):
        if isinstance(t, TensorBase) and t._array.__class__ in Classes.layouts:
            from ..._array.sparse.coo import refused

            raise refused(f"{name}.{'Tensor' if isinstance(input, TensorBase) else 'Scalar'}")


def _sought(value: Any, dtype: Any) -> Any:
    """A number to look for, in the type of what it is sought in."""
    if isinstance(value, complex):
        raise NotImplementedError("\"searchsorted_out_cpu\" not implemented for 'ComplexFloat'")
    return np.asarray(check_word(value) if value.__class__ is int else value, dtype)


@on_values("searchsorted")
def _searchsorted_in_levels(sorted_sequence: Any, input: Any, sorter: Any, out_int32: bool, right: bool, side: str | None) -> Any:
    return searchsorted(sorted_sequence, input, out_int32=out_int32, right=right, side=side, sorter=sorter)


@on_values("bucketize")
def _bucketize_in_levels(input: Any, boundaries: Any, out_int32: bool, right: bool) -> Any:
    return bucketize(input, boundaries, out_int32=out_int32, right=right)


def bucketize(input: Tensor, boundaries: Tensor, *, out_int32: bool = False, right: bool = False, out: Tensor | None = None) -> Tensor:
    """Which of the intervals between sorted boundaries each value is in."""
    if isinstance(input, np.generic):
        input = plain_number(input)
    numbers = () if out is not None else (int, float, complex)
    if not isinstance(input, (TensorBase, *numbers)) or not isinstance(boundaries, TensorBase):
        raise wrong_combination("bucketize", (input, boundaries), {})
    if out is not None:
        return write_out(bucketize, out, input, boundaries, out_int32=out_int32, right=right)
    _refuse_sparse("bucketize", input, boundaries)
    if lifted(boundaries):
        return _bucketize_in_levels(input, boundaries, out_int32, right)
    if lifted(input):
        return mapped(input, lambda values: k.bucketize(values, concrete_values(boundaries), out_int32=out_int32, right=right))
    values = np.asarray(input._array) if isinstance(input, TensorBase) else _sought(input, boundaries._array.dtype)
    _warn_of_copies(values, boundaries._array)
    return wrap(k.bucketize(values, boundaries._array, out_int32=out_int32, right=right))


@ask_all
class SelectionMethods:
    """The methods of these functions; `Tensor` inherits them."""

    __slots__ = ()

    def sort(self: Any, dim: Any = -1, descending: bool = False, stable: bool | None = None) -> Any:
        """Values in order along `dim`, and where they stood."""
        return sort(self, dim, descending, stable)

    def msort(self: Any) -> Tensor:
        """Values in order along the first dimension."""
        return msort(self)

    @shown_as("self, dim=None, keepdim=False")
    def median(self: Any, dim: int | None = None, keepdim: bool = MISSING, *, axis: Any = MISSING, keepdims: Any = MISSING) -> Any:
        """The middle value; see `torch.median`."""
        return median(self, dim if axis is MISSING else once(axis, dim, None),
                      keepdim if keepdims is MISSING else once(keepdims, keepdim, MISSING))

    @shown_as("self, dim=None, keepdim=False")
    def nanmedian(self: Any, dim: int | None = None, keepdim: bool = MISSING, *, axis: Any = MISSING, keepdims: Any = MISSING) -> Any:
        """The middle value of what is not NaN."""
        return nanmedian(self, dim if axis is MISSING else once(axis, dim, None),
                      keepdim if keepdims is MISSING else once(keepdims, keepdim, MISSING))

    def nonzero(self: Any, *, as_tuple: bool = False) -> Any:
        """The indices of elements that are not 0; see `torch.nonzero`."""
        return nonzero(self, as_tuple=as_tuple)

    def nonzero_static(self: Any, *, size: int, fill_value: int = -1) -> Tensor:
        """The indices of the first elements that are not 0; see `torch.nonzero_static`."""
        from ..functions.view_copies import nonzero_static

        return nonzero_static(self, size=size, fill_value=fill_value)

    def argwhere(self: Any) -> Tensor:
        """The indices of elements that are not 0, a row each."""
        return argwhere(self)

    @asks
    def scatter(self: Any, dim: int, index: Tensor, src: Tensor | None = None, value: int | float | complex | bool | None = None, *,
                reduce: str | None = None) -> Tensor:
        """A copy with `src` placed at `index`; see `torch.scatter`."""
        return scatter(self, dim, index, src, value, reduce=reduce)

    @asks
    def scatter_(self: Any, dim: int, index: Tensor, src: Tensor | None = None, value: int | float | complex | bool | None = None, *,
                 reduce: str | None = None) -> Tensor:
        """Place `src` (a tensor or a number) at `index` along `dim`."""
        source = _one_source(self, dim, index, src, value)
        if isinstance(index, TensorBase) and index._array.dtype.kind not in "iu":
            raise RuntimeError("scatter(): Expected dtype int32/int64 for index")
        if isinstance(index, TensorBase) and max(index._array.ndim, 1) != max(self._array.ndim, 1) and math.prod(index._array.shape):
            raise RuntimeError("Index tensor must have the same number of dimensions as self tensor")  # before memory is compared
        if reduce is not None:
            return inplace(OPS[_scatter_reduced(source)], self, dim, index, source, reduce)
        return inplace(OPS["scatter_tensor" if isinstance(source, TensorBase) else "scatter_value"], self, dim, index, source)

    def gather(self: Any, dim: int, index: Tensor, *, sparse_grad: bool = False) -> Tensor:
        """See `torch.gather`."""
        return gather(self, dim, index, sparse_grad=sparse_grad)

    def masked_fill(self: Any, mask: Tensor, value: Tensor | int | float | complex | bool) -> Tensor:
        """A copy with `value` where the mask holds."""
        try:
            return masked_fill(self, mask, value)
        except Exception as error:
            return resolve(error)

    def masked_fill_(self: Any, mask: Tensor, value: Tensor | int | float | complex | bool) -> Tensor:
        """Put `value` where the mask holds."""
        try:
            if value.__class__ in _SEQUENCES:  # of which numpy would take the element
                raise wrong_combination("masked_fill_", (mask, value), {})
            return inplace(OPS["masked_fill_tensor" if isinstance(value, TensorBase) else "masked_fill_value"], self, mask, value)
        except Exception as error:
            if "must match the size of tensor" in str(error):  # of the tensor first, and then of the mask
                found = mask._array.dtype
                error = RuntimeError(f"masked_fill_ only supports boolean masks, but got mask with dtype {c_name(found)}"
                                     if found.kind != "b" else broadcast_message([self._array.shape, mask._array.shape]))
            return resolve(error)

    @asks
    def index_fill(self: Any, dim: int, index: Tensor, value: Tensor | int | float | complex | bool) -> Tensor:
        """A copy with `value` at `index` along `dim`."""
        return index_fill(self, dim, index, value)

    @asks
    def index_fill_(self: Any, dim: int, index: Tensor, value: Tensor | int | float | complex | bool) -> Tensor:
        """Put `value` at `index` along `dim`."""
        return inplace(OPS["index_fill_tensor" if isinstance(value, TensorBase) else "index_fill_value"], self, dim, index, value)

    @asks
    def index_put(self: Any, indices: Sequence[Tensor], values: Tensor, accumulate: bool = False) -> Tensor:
        """A copy after `self[indices] = values`."""
        return index_put(self, indices, values, accumulate)

    @asks
    def index_put_(self: Any, indices: Sequence[Tensor], values: Tensor, accumulate: bool = False) -> Tensor:
        """`self[indices] = values`, or `+=` with `accumulate`."""
        if ACTIVE and has_batched(indices):
            check_target(self, "index_put", indices)
            return self.copy_(placed(self, tuple(indices), values, accumulate))
        if not accumulate and values._array.size == 1:
            refuse_byte_mask(indices)
        plan = _plan(self, indices, values)
        if self._array.__class__ is np.ndarray and not (getattr(plan, "masks", None) and values._array.size == 1 and not accumulate):
            refuse_own_indices(self._array, indices)
        return guarded(inplace(OPS["index_put_plan"], self, values, plan, accumulate), indices)

    @asks
    def take_along_dim(self: Any, indices: Tensor, dim: int | None = None) -> Tensor:
        """Elements at `indices` along `dim`."""
        return take_along_dim(self, indices, dim)

    @asks
    def repeat_interleave(self: Any, repeats: Tensor | int, dim: int | None = None, *, output_size: int | None = None) -> Tensor:
        """Each slice along `dim` so many times in a row."""
        return repeat_interleave(self, repeats, dim, output_size=output_size)

    def unique(self: Any, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None) -> Any:
        """The distinct elements, in order."""
        return unique(self, sorted, return_inverse, return_counts, dim)

    def unique_consecutive(self: Any, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None) -> Any:
        """The first of each run of equal elements."""
        return unique_consecutive(self, return_inverse, return_counts, dim)


__all__ = ["argwhere", "bucketize", "gather", "index_fill", "index_put", "masked_fill", "median", "msort", "nanmedian", "nonzero",
           "repeat_interleave",
           "scatter", "searchsorted", "sort", "take_along_dim", "unique", "unique_consecutive"]
