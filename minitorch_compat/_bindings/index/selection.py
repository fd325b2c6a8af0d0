"""Selecting, sorting and scattering, where torch's signatures are irregular. Functions first, then their methods."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core import intp
from ..._array.core.dtypes import LIMITED_TYPES, Defaults, c_name, check_64_bits
from ..._array.core.execution.blocks import max_integer
from ..._array.core.meta import MetaArray, make_meta
from ..._array.core.numbers import to_python_number
from ..._array.core.user_warnings import warn_once
from ..._array.index import repeat_and_count as rearrange
from ..._array.index import scatter as _scatter
from ..._array.index import sorting as k
from ..._array.index.indexing import check_value, normalize
from ..._array.shape.views import broadcast_to, common_shape, wrap_dim
from ..._dispatch.call.caller import caller, lazy_call, lazy_call_as, resolve_calls, wrap
from ..._dispatch.call.kernel_errors import broadcast_message, type_name
from ..._dispatch.call.torch_function import handles_overrides
from ..._dispatch.graph.inplace import inplace
from ..._dispatch.graph.node import Node
from ..._dispatch.graph.recording import attach_node, edge_of
from ..._dispatch.graph.versions import bump_version
from ..._dispatch.levels.lifting import Lifted, batch_levels, concrete_values, map_values
from ..._dispatch.messages import argument_messages
from ..._dispatch.state import ACTIVE, LOCAL, PLAIN, Classes
from ..._dispatch.tensor import TensorBase, is_meta_tensor
from ..._ops.op import ENTRY, OPS
from ..functions.arguments import (
    MISSING,
    can_run_on_arrays,
    missing_argument,
    overloaded,
    raise_wrong_type,
    resolve_alias,
    takes_tensor,
    write_out,
)
from ..functions.on_values import on_values
from ..functions.shown_signatures import shown_as
from ..override.overridable import all_overridable, overridable_def, resolve
from ..settings import return_types
from ..settings.constants import contiguous_format
from .indexing import (
    is_unrecorded_meta,
    refuse_byte_mask,
    refuse_overlapping_indices,
    replace_meta_indices,
    save_index,
    unwrap_index,
)
from .indexing_batched import check_batched_target, has_batched, index_put_batched

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_sort, _median_dim, _median_all, _nonzero_rows, _index_select, _gather, _sparse_gather = (
    lazy_call(n) for n in ("sort", "median_dim", "median_all", "nonzero_rows", "index_select", "gather", "sparse_gather"))
_scatter_tensor, _scatter_value, _fill_value, _fill_tensor, _index_fill, _index_fill_tensor, _index_put = (
    lazy_call(n) for n in ("scatter_tensor", "scatter_value", "masked_fill_value", "masked_fill_tensor", "index_fill_value",
                        "index_fill_tensor", "index_put_plan"))

_sort_stable = lazy_call_as("sort", "SortBackward1")
_nanmedian_all = lazy_call_as("median_all", "NanmedianBackward0")
_nanmedian_dim = lazy_call_as("median_dim", "NanmedianBackward1")
resolve_calls(globals())


def sort(input: Tensor, dim: Any = -1, descending: bool = False, stable: bool | None = None, *, out: Sequence[Tensor] | None = None) -> Any:
    # The docstring is written in _bindings/index/selection.md.
    """The elements sorted along a dimension, and the original index of each.

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    dim : int, default -1
        The dimension to sort.
    descending : bool, default False
        Sort in descending order.
    stable : bool, default False
        Keep the order of equal elements.
    out : tuple of two Tensors, optional
        Take the results.

    Returns
    -------
    values (Tensor)
        In the shape of `input`; nan counts as greatest.
    indices (Tensor)
        The original index of each along `dim`.

    Raises
    ------
    RuntimeError
        `input` is complex.
    IndexError
        `dim` is no dimension of `input`.

    References
    ----------
    PyTorch: torch.sort

    Examples
    --------
    >>> torch.sort(torch.tensor([[3., 1., 2.], [0., 5., -1.]]))
    torch.return_types.sort(
    values=tensor([[ 1.,  2.,  3.],
            [-1.,  0.,  5.]]),
    indices=tensor([[1, 2, 0],
            [2, 0, 1]]))
    >>> torch.sort(torch.tensor([3, 1, 2]), descending=True).values
    tensor([3, 2, 1])
    """
    if isinstance(dim, bool):
        dim, descending = -1, dim
    args = (dim, descending, bool(stable))
    call = _sort if stable is None else _sort_stable
    if out is not None:
        return return_types.with_out("sort")(write_out(call, out, input, *args))
    return return_types.from_items(return_types.sort, call(input, *args))


@takes_tensor
def msort(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/index/selection.md.
    """The elements sorted along the first dimension.

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape of `input`: `torch.sort(input, dim=0).values`.

    References
    ----------
    PyTorch: torch.msort

    Examples
    --------
    >>> torch.msort(torch.tensor([[3., 1.], [2., 5.]]))
    tensor([[2., 1.],
            [3., 5.]])
    """
    if out is not None:
        return write_out(msort, out, input)
    return sort_values(input, 0)


def sort_values(x: Any, dim: int, row_major: bool = False) -> Any:
    """The values in ascending order along a dimension; without recording, their indices are not computed."""
    found = k.sorted_values(x._array, dim, row_major) if can_run_on_arrays(x) else None
    return wrap(found) if found is not None else _sort(x, dim, False, False)[0]


def _median(public: Any, calls: tuple[Any, Any, Any], skips_nan: bool, input: Any, dim: Any, keepdim: Any, out: Any) -> Any:
    of_all, over_dim, pair = calls
    if dim is None:
        if keepdim is not MISSING or out is not None:
            raise missing_argument(public.__name__, "dim")
        return of_all(input, skips_nan)
    keepdim = False if keepdim is MISSING else keepdim
    if out is not None:
        return write_out(public, out, input, dim, keepdim)
    return return_types.from_items(pair, over_dim(input, dim, keepdim, skips_nan))


@shown_as("input, dim=None, keepdim=False, *, out=None")
def median(input: Tensor, dim: int | None = None, keepdim: bool = MISSING, *, out: Sequence[Tensor] | None = None) -> Any:
    # The docstring is written in _bindings/index/selection.md.
    """The median of all elements, or the medians along a dimension with their indices.

    For an even number of elements it is the lower of the two in the middle; for the mean of both see `torch.quantile`. nan
    takes precedence.

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    dim : int, optional
        The dimension to reduce.
    keepdim : bool, default False
        Keep `dim`, with size 1.
    out : tuple of two Tensors, optional
        With `dim` only: receive the results.

    Returns
    -------
    values (Tensor)
        The medians.
    indices (Tensor)
        With `dim` only: their indices along it.

    Raises
    ------
    IndexError
        `dim` is no dimension of `input`.

    References
    ----------
    PyTorch: torch.median

    Examples
    --------
    >>> x = torch.tensor([[1., 5., 2.], [7., 0., 3.]])
    >>> torch.median(x)
    tensor(2.)
    >>> torch.median(x, dim=1)
    torch.return_types.median(
    values=tensor([2., 3.]),
    indices=tensor([2, 2]))
    """
    return _median(median, (_median_all, _median_dim, return_types.median), False, input, dim, keepdim, out)


@shown_as("input, dim=None, keepdim=False, *, out=None")
def nanmedian(input: Tensor, dim: int | None = None, keepdim: bool = MISSING, *, out: Sequence[Tensor] | None = None) -> Any:
    # The docstring is written in _bindings/index/selection.md.
    """The median of the elements that are not nan.

    As `torch.median`, but nan is ignored; the result is nan only if all elements are.

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    dim : int, optional
        The dimension to reduce.
    keepdim : bool, default False
        Keep `dim`, with size 1.
    out : tuple of two Tensors, optional
        With `dim` only: receive the results.

    Returns
    -------
    values (Tensor)
        The medians.
    indices (Tensor)
        With `dim` only: their indices along it.

    Raises
    ------
    IndexError
        `dim` is no dimension of `input`.

    References
    ----------
    PyTorch: torch.nanmedian

    Examples
    --------
    >>> torch.nanmedian(torch.tensor([1., float("nan"), 3., 2.]))
    tensor(2.)
    """
    return _median(nanmedian, (_nanmedian_all, _nanmedian_dim, return_types.nanmedian), True, input, dim, keepdim, out)


@takes_tensor
def nonzero(input: Tensor, *, out: Tensor | None = None, as_tuple: bool = False) -> Any:
    # The docstring is written in _bindings/index/selection.md.
    """The indices of nonzero elements.

    Parameters
    ----------
    input : Tensor
        Of any dtype.
    as_tuple : bool, default False
        Return one tensor for each dimension, for use as an index, instead of one row for each element.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Indices (`torch.int64`) of the shape (N, input.dim()), or a tuple.

    References
    ----------
    PyTorch: torch.nonzero

    Examples
    --------
    >>> x = torch.tensor([[1, 0], [2, 3]])
    >>> torch.nonzero(x)
    tensor([[0, 0],
            [1, 0],
            [1, 1]])
    >>> torch.nonzero(x, as_tuple=True)
    (tensor([0, 1, 1]), tensor([0, 0, 1]))
    """
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
@on_values("argwhere", reader="nonzero")
def argwhere(input: Tensor) -> Tensor:
    # The docstring is written in _bindings/index/selection.md.
    """The indices of nonzero elements, one row for each.

    Parameters
    ----------
    input : Tensor
        Of any dtype.

    Returns
    -------
    Tensor
        Indices (`torch.int64`) of the shape (N, input.dim()).

    References
    ----------
    PyTorch: torch.argwhere

    Examples
    --------
    >>> torch.argwhere(torch.tensor([1, 0, 1]))
    tensor([[0],
            [2]])
    """
    return _nonzero_rows(input)


def scatter(input: Tensor, dim: int, index: Tensor, src: Tensor | None = None, value: int | float | complex | bool | None = None, *,
            reduce: str | None = None, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/index/selection.md.
    """Write elements of a source to positions along a dimension, given by an index for each.

        self[index[i][j]][j] = src[i][j]    (dim = 0)
        self[i][index[i][j]] = src[i][j]    (dim = 1)

    Parameters
    ----------
    input : Tensor
        The tensor to write into; in place, the tensor itself.
    dim : int
        The dimension that the indices go along.
    index : Tensor
        `torch.int64`, nowhere longer than `src`, and except along `dim` nowhere longer than `input`.
    src : Tensor
        The values; of the dtype of `input`. `value` replaces it for a single number.
    reduce : str, optional
        'add' or 'multiply' instead of overwriting; newer code uses `scatter_add` and `scatter_reduce`.
    value : number, optional
        The same for all positions.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape of `input`.

    Raises
    ------
    RuntimeError
        An index is out of range, or a shape or dtype does not fit.

    Notes
    -----
    For repeated indices, one of the elements is kept. The reverse is `torch.gather`, which is the gradient for `src`.

    References
    ----------
    PyTorch: torch.scatter

    Examples
    --------
    >>> torch.scatter(torch.zeros(2, 3), 1, torch.tensor([[0], [2]]), torch.tensor([[1.], [2.]]))
    tensor([[1., 0., 0.],
            [0., 0., 2.]])
    >>> torch.scatter(torch.zeros(2, 3), 1, torch.tensor([[0], [2]]), 9.)
    tensor([[9., 0., 0.],
            [0., 0., 9.]])
    """
    if out is not None:
        return write_out(scatter, out, input, dim, index, src, value, reduce=reduce)
    source = _select_source(input, dim, index, src, value)
    if reduce is not None:
        return caller(_scatter_reduce_op(source))(input, dim, index, source, reduce)
    if isinstance(source, TensorBase):
        return _scatter_tensor(input, dim, index, source)
    return _scatter_value(input, dim, index, source)


def _select_source(input: Any, dim: Any, index: Any, src: Any, value: Any) -> Any:
    """The values to scatter, which are passed as `src` or as `value`."""
    if src is not None and value is not None:
        raise argument_messages.wrong_combination("scatter", (input, dim, index, src), {"value": value})
    return value if src is None else src


def _scatter_reduce_op(source: Any) -> str:
    """The op for `reduce=`, by the kind of the source."""
    if not isinstance(source, TensorBase):
        return "scatter_reduced_value"
    warn_once("The reduce argument of torch.scatter with Tensor src is deprecated. Use torch.scatter_reduce instead, which knows more "
              "reductions.")
    return "scatter_reduced_tensor"


@shown_as("input, dim, index, *, sparse_grad=False, out=None")
@handles_overrides
def gather(input: Tensor, dim: int = MISSING, index: Tensor = MISSING, *, sparse_grad: bool = False, out: Tensor | None = None,
           axis: Any = MISSING) -> Tensor:
    # The docstring is written in _bindings/index/selection.md.
    """Elements selected along a dimension, by an index for each.

        out[i][j] = input[index[i][j]][j]    (dim = 0)
        out[i][j] = input[i][index[i][j]]    (dim = 1)

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    dim : int
        The dimension that the indices go along.
    index : Tensor
        `torch.int64`, with as many dimensions as `input`, and nowhere else longer than it.
    sparse_grad : bool, default False
        Whether the gradient is sparse.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape of `index`; nothing is broadcast.

    Raises
    ------
    RuntimeError
        An index is out of range, or a shape does not fit.

    References
    ----------
    PyTorch: torch.gather

    Examples
    --------
    >>> x = torch.tensor([[1, 2], [3, 4]])
    >>> torch.gather(x, 1, torch.tensor([[1], [0]]))
    tensor([[2],
            [3]])
    """
    try:
        if axis is not MISSING:
            dim = resolve_alias("gather", "axis", axis, dim, MISSING)
        if dim is None or dim is True or dim is False:
            raise_wrong_type("gather", "dim", "int", dim)
        if sparse_grad is not False:
            if sparse_grad is not True:
                raise_wrong_type("gather", "sparse_grad", "bool", sparse_grad)
            if input._grad_fn is None and not LOCAL.levels and out is None:  # other formulas expect dense cotangents
                return _sparse_gather(input, dim, index)
        if out is not None:
            return write_out(_gather, out, input, dim, index, sparse_grad)
        return _gather(input, dim, index, sparse_grad)
    except Exception as error:
        return resolve(error)


_SEQUENCES = frozenset({list, tuple, np.ndarray})


def masked_fill(input: Tensor, mask: Tensor, value: Tensor | int | float | complex | bool) -> Tensor:
    # The docstring is written in _bindings/index/selection.md.
    """Write a number where a mask is true.

    Parameters
    ----------
    input : Tensor
        The tensor.
    mask : Tensor
        Truth values, broadcast to the tensor.
    value : number or Tensor
        The number; a tensor must have no dimensions.

    Returns
    -------
    Tensor
        In the shape to which both broadcast.

    Raises
    ------
    RuntimeError
        `mask` is not of truth values, or does not fit.

    References
    ----------
    PyTorch: torch.masked_fill

    Examples
    --------
    >>> torch.masked_fill(torch.tensor([1., 2., 3.]), torch.tensor([True, False, True]), 0.)
    tensor([0., 2., 0.])
    """
    if value.__class__ in _SEQUENCES:  # numpy would take the element of a sequence
        raise argument_messages.wrong_combination("masked_fill", (mask, value), {})
    return _fill_tensor(input, mask, value) if isinstance(value, TensorBase) else _fill_value(input, mask, value)


def index_fill(input: Tensor, dim: int, index: Tensor, value: Tensor | int | float | complex | bool) -> Tensor:
    # The docstring is written in _bindings/index/selection.md.
    """Fill the slices at given indices of a dimension with one number.

    Parameters
    ----------
    input : Tensor
        The tensor to write into.
    dim : int
        The dimension.
    index : Tensor
        Where; `torch.int64`, of one dimension.
    value : number or Tensor
        The number; a tensor must have no dimensions.

    Returns
    -------
    Tensor
        In the shape of `input`.

    Raises
    ------
    IndexError
        An index is out of range.

    References
    ----------
    PyTorch: torch.index_fill

    Examples
    --------
    >>> torch.index_fill(torch.zeros(2, 3), 1, torch.tensor([0, 2]), 7.)
    tensor([[7., 0., 7.],
            [7., 0., 7.]])
    """
    return _index_fill_tensor(input, dim, index, value) if isinstance(value, TensorBase) else _index_fill(input, dim, index, value)


@takes_tensor
def index_put(input: Tensor, indices: Sequence[Tensor], values: Tensor, accumulate: bool = False) -> Tensor:
    # The docstring is written in _bindings/index/selection.md.
    """Write values at positions given by one index tensor for each dimension: `input[indices] = values`.

    Parameters
    ----------
    input : Tensor
        The tensor to write into.
    indices : tuple of Tensors
        Integers or truth values, broadcast against each other.
    values : Tensor
        The values; broadcast to the positions, of the dtype of `input`.
    accumulate : bool, default False
        Add instead of overwriting.

    Returns
    -------
    Tensor
        In the shape of `input`.

    Raises
    ------
    IndexError
        An index is out of range.

    Notes
    -----
    For repeated indices without `accumulate`, one of the values is kept.

    References
    ----------
    PyTorch: torch.index_put

    Examples
    --------
    >>> torch.index_put(torch.zeros(2, 2), (torch.tensor([0, 1]), torch.tensor([1, 0])), torch.tensor([5., 6.]))
    tensor([[0., 5.],
            [6., 0.]])
    """
    if ACTIVE and has_batched(indices):
        return index_put_batched(input, tuple(indices), values, accumulate)
    if not accumulate and values._array.size == 1:
        refuse_byte_mask(indices)
    if is_unrecorded_meta(input, values):
        return caller("clone")(input)  # how many elements a mask selects is not known, and PyTorch checks no shapes
    return save_index(_index_put(input, values, _make_index_plan(input, indices, values), accumulate), indices)


def _make_index_plan(input: Any, indices: Any, values: Any) -> Any:
    if not len(indices):  # PyTorch's kernels refuse it, with various messages
        raise RuntimeError("index_put(): at least one index must be provided")
    if len(indices) > input._array.ndim:
        raise IndexError(f"too many indices for tensor of dimension {input._array.ndim} (got {len(indices)})")
    if input._array.__class__ is MetaArray:
        indices = replace_meta_indices(input, tuple(indices))
    plan = normalize(unwrap_index(tuple(indices)), input._array.shape)
    if values._array.ndim > 1 and 1 in values._array.shape[:1] and input._array.__class__ is np.ndarray is values._array.__class__:
        check_value(input._array, plan, values._array)
    return plan


@takes_tensor
def take_along_dim(input: Tensor, indices: Tensor, dim: int | None = None, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/index/selection.md.
    """Elements selected along a dimension, as by numpy's `take_along_axis`.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    indices : Tensor
        `torch.int64`; broadcast against `input` except along `dim`.
    dim : int, optional
        The dimension; the flattened tensor if not given.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape of the broadcast indices.

    Raises
    ------
    RuntimeError
        A shape does not fit, or an index is out of range.

    References
    ----------
    PyTorch: torch.take_along_dim

    Examples
    --------
    >>> x = torch.tensor([[10, 30, 20], [60, 40, 50]])
    >>> torch.take_along_dim(x, torch.argsort(x, dim=1), dim=1)
    tensor([[10, 20, 30],
            [40, 50, 60]])
    """
    if out is not None:
        return write_out(take_along_dim, out, input, indices, dim)
    if indices._array.dtype != np.int64:
        raise RuntimeError(f"torch.take_along_dim(): dtype of indices should be Long but got {type_name(indices._array.dtype)}")
    is_flat = dim is None
    if dim is None:
        input, indices, dim = input.view(-1), indices.view(-1), 0
    if input._array.ndim != indices._array.ndim:
        raise RuntimeError("torch.take_along_dim(): input and indices should have the same number of dimensions, but got "
                           f"{input._array.ndim} dimensions for input, and {indices._array.ndim} dimensions for indices")
    dim = wrap_dim(dim, input._array.ndim)
    if not input._array.ndim:
        raise IndexError("Dimension specified as 0 but tensor has no dimensions")
    if input._array.dtype.char not in LIMITED_TYPES and can_run_on_arrays(input, indices):
        try:
            return wrap(_take_along_arrays(input._array, indices._array, dim, is_flat))
        except RuntimeError:
            pass  # refused below
    if not is_flat:
        input, indices = _broadcast_except(input, indices, dim)
    size, index_array = input._array.shape[dim], indices._array
    if indices.__class__ in PLAIN and index_array.__class__ is np.ndarray and not ACTIVE:
        # a copy: the caller may change the indices
        return _gather(input, dim, indices if is_flat else wrap(_wrap_indices(index_array, size)))
    return _gather(input, dim, indices if is_flat else indices % size)


def _wrap_indices(indices: Any, size: int) -> Any:
    if not size and indices.size:
        raise RuntimeError("ZeroDivisionError")
    return np.remainder(indices, max(size, 1))


def _take_along_arrays(a: Any, indices: Any, dim: int, is_flat: bool) -> Any:
    """The same for arrays."""
    size = a.shape[dim]
    differ = a.shape[:dim] + a.shape[dim + 1:] != indices.shape[:dim] + indices.shape[dim + 1:]
    if differ and _scatter.broadcasts_to_gather(a.shape, indices, dim):
        return _scatter.gather_broadcast(a, dim, indices)
    if not is_flat and indices.size and max_integer(indices.view(np.uint64)) >= size:
        indices = _wrap_indices(indices, size)
    if differ:
        one = (1,)
        shape = common_shape((a.shape[:dim] + one + a.shape[dim + 1:], indices.shape[:dim] + one + indices.shape[dim + 1:]))
        a = broadcast_to(a, shape[:dim] + a.shape[dim:dim + 1] + shape[dim + 1:])
        indices = broadcast_to(indices, shape[:dim] + indices.shape[dim:dim + 1] + shape[dim + 1:])
    return _scatter.gather(a, dim, indices)


def _broadcast_except(input: Any, indices: Any, dim: int) -> tuple[Any, Any]:
    """Broadcast both tensors in every dimension except `dim`; the first is expanded in any case, as in PyTorch."""
    a, i = list(input._array.shape), list(indices._array.shape)
    a[dim] = i[dim] = 1
    if a != i:
        shape = common_shape((tuple(a), tuple(i)))
        a, i = list(shape), list(shape)
    a[dim], i[dim] = input._array.shape[dim], indices._array.shape[dim]
    return input.expand(tuple(a)), _expand_if_needed(indices, tuple(i))


def _expand_if_needed(t: Any, shape: tuple[int, ...]) -> Any:
    return t if t._array.shape == shape else t.expand(shape)


@overloaded
def repeat_interleave(input: Tensor, repeats: Tensor | int | None = None, dim: int | None = None, *,
                      output_size: int | None = None) -> Tensor:
    # The docstring is written in _bindings/index/selection.md.
    """Repeat each element.

    Parameters
    ----------
    input : Tensor
        The elements. As the only argument, it has the numbers of repetitions of 0, 1, 2, ...
    repeats : int or Tensor
        The number of repetitions, for all elements or for each along `dim`.
    dim : int, optional
        The dimension; the flattened tensor if not given.
    output_size : int, optional
        The sum of `repeats`, if it is known.

    Returns
    -------
    Tensor
        As `input`, but longer along `dim`.

    Raises
    ------
    RuntimeError
        A number is negative, or there are not as many as elements.

    References
    ----------
    PyTorch: torch.repeat_interleave

    Examples
    --------
    >>> torch.repeat_interleave(torch.tensor([1, 2]), 2)
    tensor([1, 1, 2, 2])
    >>> torch.repeat_interleave(torch.tensor([[5, 6], [7, 8]]), torch.tensor([1, 2]), dim=0)
    tensor([[5, 6],
            [7, 8],
            [7, 8]])
    """
    if repeats is None:
        if input._array.ndim != 1:
            raise RuntimeError("repeat_interleave only accept 1D vector as repeat")
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
def _repeat_index(repeats: Any, length: int, output_size: int | None, *args: Any) -> Any:
    if is_meta_tensor(repeats):
        if output_size is None:
            raise RuntimeError("cannot repeat_interleave a meta tensor without output_size")
        return wrap(make_meta((output_size,), np.int64))
    return wrap(rearrange.repeat_index(repeats._array, length, output_size, *args))


def _repeat_evenly(input: Any, repeats: int, dim: int, output_size: int | None) -> Any:
    """Every slice equally often: an expanded copy with two dimensions merged."""
    shape = input._array.shape
    if repeats < 0:
        raise RuntimeError("Repeats must be non-negative")
    if output_size is not None and output_size != shape[dim] * repeats:
        raise RuntimeError(f"repeat_interleave: Invalid output_size, expected {shape[dim] * repeats} but got {output_size}")
    if shape and can_run_on_arrays(input):
        copy = wrap(intp.repeat(input._array, repeats, dim).reshape(*shape[:dim + 1], repeats, *shape[dim + 1:]))
        return copy.view(*shape[:dim], shape[dim] * repeats, *shape[dim + 1:])
    expanded = input.unsqueeze(dim + 1).expand(*shape[:dim + 1], repeats, *shape[dim + 1:])
    return expanded.clone(memory_format=contiguous_format).view(*shape[:dim], shape[dim] * repeats, *shape[dim + 1:])


class _UniqueNode(Node):
    """The node of distinct values, which have no derivative: backward raises."""

    __slots__ = ()
    op_name = ""

    def _derive(self, g: Any, space: Any) -> Any:
        raise NotImplementedError(f"the derivative for '{self.op_name}' is not implemented.")


class Unique2Backward0(_UniqueNode):
    """The node of `unique` without `dim`."""

    __slots__ = ()
    op_name = "_unique2"


class UniqueDimBackward0(_UniqueNode):
    """The node of `unique` along a dimension."""

    __slots__ = ()
    op_name = "unique_dim"


class UniqueConsecutiveBackward0(_UniqueNode):
    """The node of `unique_consecutive`."""

    __slots__ = ()
    op_name = "unique_consecutive"


def _unique_results(input: Any, kind: type[_UniqueNode], found: tuple[Any, Any, Any], inverse: bool, counts: bool) -> Any:
    values = [wrap(found[0])]
    if input._autograd_meta is not None and input._autograd_meta.tangents:
        raise NotImplementedError(f"Trying to use forward AD with {kind.op_name} that does not support it because it has not been "
                                  "implemented yet.")
    if LOCAL.grad and input.requires_grad:
        edge, slot = edge_of(input)
        node = kind((edge,), (slot,))
        attach_node(node, ENTRY.clone, (values[0],))  # an entry with a single result, too
    values += [wrap(found[1])] if inverse else []
    values += [wrap(found[2])] if counts else []
    return tuple(values) if len(values) > 1 else values[0]


def unique(input: Any, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None) -> Any:
    # The docstring is written in _bindings/index/selection.md.
    """The distinct elements, or the distinct slices along a dimension.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.
    sorted : bool, default True
        Return them in order. They always are.
    return_inverse : bool, default False
        Return also the index of each element among the distinct ones.
    return_counts : bool, default False
        Return also the count of each.
    dim : int, optional
        Compare whole slices along this dimension; None for single elements.

    Returns
    -------
    output (Tensor)
        The distinct elements, or slices.
    inverse_indices (Tensor)
        If requested: in the shape of `input`, or of size `input.size(dim)`.
    counts (Tensor)
        If requested: one count per distinct element.

    Raises
    ------
    IndexError
        `dim` is no dimension of `input`.

    Notes
    -----
    No derivative.

    References
    ----------
    PyTorch: torch.unique

    Examples
    --------
    >>> x = torch.tensor([3, 1, 3, 2, 1])
    >>> torch.unique(x)
    tensor([1, 2, 3])
    >>> torch.unique(x, return_inverse=True, return_counts=True)
    (tensor([1, 2, 3]), tensor([2, 0, 2, 1, 0]), tensor([2, 1, 2]))
    """
    if not isinstance(input, TensorBase):
        raise argument_messages.wrong_type("_unique2" if dim is None else "unique_dim", "input", 1, "Tensor", input)
    return _unique_all(input, return_inverse, return_counts) if dim is None else _unique_dim(input, dim, return_inverse, return_counts)


@on_values("_unique2", dynamic=True, history=Unique2Backward0)
def _unique_all(input: Any, return_inverse: bool, return_counts: bool) -> Any:
    return _unique_results(input, Unique2Backward0, k.unique(input._array, None, return_inverse), return_inverse, return_counts)


@on_values("unique_dim", dynamic=True, history=UniqueDimBackward0)
def _unique_dim(input: Any, dim: int, return_inverse: bool, return_counts: bool) -> Any:
    return _unique_results(input, UniqueDimBackward0, k.unique(input._array, dim), return_inverse, return_counts)


@takes_tensor
@on_values("unique_consecutive", dynamic=True, history=UniqueConsecutiveBackward0)
def unique_consecutive(input: Any, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None) -> Any:
    # The docstring is written in _bindings/index/selection.md.
    """The elements without those that equal their predecessor.

    Parameters
    ----------
    return_inverse : bool, default False
        Return also the index of each element in the result.
    return_counts : bool, default False
        Return also the lengths of the runs.
    dim : int, optional
        Compare whole slices along this dimension; None for the flattened tensor.
    input : Tensor
        Numbers of any dtype.

    Returns
    -------
    output (Tensor)
        One element, or slice, of each run.
    inverse_indices (Tensor)
        If requested: in the shape of `input`, or of size `input.size(dim)`.
    counts (Tensor)
        If requested: the lengths of the runs.

    Raises
    ------
    IndexError
        `dim` is no dimension of `input`.

    References
    ----------
    PyTorch: torch.unique_consecutive

    Examples
    --------
    >>> torch.unique_consecutive(torch.tensor([1, 1, 2, 2, 2, 1]), return_counts=True)
    (tensor([1, 2, 1]), tensor([2, 3, 1]))
    """
    return _unique_results(input, UniqueConsecutiveBackward0, k.unique_consecutive(input._array, dim), return_inverse, return_counts)


def is_lifted(t: Any) -> bool:
    """Whether `t` belongs to a level of a function transform."""
    return isinstance(t, TensorBase) and isinstance(t._array, Lifted)


def have_plain_arrays(*arguments: Any) -> bool:
    """Whether arguments are plain tensors over ndarrays, or numbers: of no other layout, and of no level."""
    for t in arguments:
        if t.__class__ in PLAIN:
            if t._array.__class__ is not np.ndarray:
                return False
        elif isinstance(t, TensorBase):
            return False
    return True


def _warn_noncontiguous(values: Any, bounds: Any) -> None:
    for array, what in ((values, "input value"), (bounds, "boundary")):
        if not array.flags.c_contiguous:
            warn_once(f"torch.searchsorted(): {what} tensor is non-contiguous, this will lower the performance due to extra data copy when "
                      "converting non-contiguous tensor to contiguous.")


@overloaded
def searchsorted(sorted_sequence: Tensor, input: Tensor, *, out_int32: bool = False, right: bool = False, side: str | None = None,
                 out: Tensor | None = None,
                 sorter: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/index/selection.md.
    """The indices at which values can be inserted into a sorted sequence to keep it sorted.

    With `right` false: sorted_sequence[i-1] < value <= sorted_sequence[i]; with `right` true: sorted_sequence[i-1] <=
    value < sorted_sequence[i].

    Parameters
    ----------
    sorted_sequence : Tensor
        Sorted along the last dimension; either of one dimension, or with the leading shape of `values`.
    values, input : Tensor or number
        The elements to search for.
    out_int32 : bool, default False
        Return indices as `torch.int32` instead of `torch.int64`.
    right : bool, default False
        Insert after equal elements instead of before them.
    side : 'left' or 'right', optional
        The same as `right`, as a string.
    sorter : Tensor, optional
        Indices that sort `sorted_sequence`, if it is not sorted itself.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Indices in the shape of `values`.

    Raises
    ------
    RuntimeError
        The leading shapes differ, or `side` and `right` contradict each other.

    References
    ----------
    PyTorch: torch.searchsorted

    Examples
    --------
    >>> s = torch.tensor([1, 3, 5, 7, 9])
    >>> torch.searchsorted(s, torch.tensor([3, 6])), torch.searchsorted(s, torch.tensor([3, 6]), right=True)
    (tensor([1, 3]), tensor([2, 3]))
    """
    if out is not None:
        return write_out(searchsorted, out, sorted_sequence, input, out_int32=out_int32, right=right, side=side, sorter=sorter)
    order = None if sorter is None else sorter._array
    if not have_plain_arrays(sorted_sequence, input, sorter):
        _refuse_sparse("searchsorted", input, sorted_sequence)
        if is_lifted(sorted_sequence) or sorted_sequence._array.ndim > 1 and is_lifted(input) or is_lifted(sorter):
            return _searchsorted_under_transforms(sorted_sequence, input, sorter, out_int32, right, side)
        if is_lifted(input):
            return map_values(input, lambda values: k.searchsorted(concrete_values(sorted_sequence), values, out_int32=out_int32,
                                                                   right=right, side=side, sorter=order))
    if sorted_sequence._array.ndim != 1 and not isinstance(input, TensorBase):
        k.searchsorted(sorted_sequence._array, np.zeros((), sorted_sequence._array.dtype), right=right, side=side, sorter=order)
    values = input._array if isinstance(input, TensorBase) else _search_value(input, sorted_sequence._array.dtype)
    _warn_noncontiguous(values, sorted_sequence._array)
    return wrap(k.searchsorted(sorted_sequence._array, values, out_int32=out_int32, right=right, side=side, sorter=order))


def _refuse_sparse(name: str, input: Any, bounds: Any) -> None:
    for t in (bounds, input):
        if isinstance(t, TensorBase) and t._array.__class__ in Classes.layouts:
            from ..._array.sparse.coo import unsupported_error

            raise unsupported_error(f"{name}.{'Tensor' if isinstance(input, TensorBase) else 'Scalar'}")


def _search_value(value: Any, dtype: Any) -> Any:
    """A number to search for, in the dtype of the sequence."""
    if isinstance(value, complex):
        raise NotImplementedError("\"searchsorted_out_cpu\" not implemented for 'ComplexFloat'")
    if value.__class__ is int:  # integers wrap around, like PyTorch's
        return np.asarray(check_64_bits(value)).astype(dtype)
    return np.asarray(value, np.result_type(dtype, Defaults.floating) if dtype.kind in "iu" else dtype)


@on_values("searchsorted")
def _searchsorted_under_transforms(sorted_sequence: Any, input: Any, sorter: Any, out_int32: bool, right: bool, side: str | None) -> Any:
    return searchsorted(sorted_sequence, input, out_int32=out_int32, right=right, side=side, sorter=sorter)


@on_values("bucketize")
def _bucketize_under_transforms(input: Any, boundaries: Any, out_int32: bool, right: bool) -> Any:
    return bucketize(input, boundaries, out_int32=out_int32, right=right)


def bucketize(input: Tensor, boundaries: Tensor, *, out_int32: bool = False, right: bool = False, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/index/selection.md.
    """The index of the interval between boundaries that each element belongs to.

    Parameters
    ----------
    input : Tensor or number
        The values.
    boundaries : Tensor
        The sorted boundaries, of one dimension.
    out_int32 : bool, default False
        Return indices as `torch.int32` instead of `torch.int64`.
    right : bool, default False
        Count an element that equals a boundary as beyond it.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Indices in the shape of `input`, between 0 and the number of boundaries.

    Raises
    ------
    RuntimeError
        `boundaries` has not one dimension.

    References
    ----------
    PyTorch: torch.bucketize

    Examples
    --------
    >>> torch.bucketize(torch.tensor([[1., 3.], [4., 9.]]), torch.tensor([2., 4., 8.]))
    tensor([[0, 1],
            [1, 3]])
    """
    if isinstance(input, np.generic):
        input = to_python_number(input)
    numbers = () if out is not None else (int, float, complex)
    if not isinstance(input, (TensorBase, *numbers)) or not isinstance(boundaries, TensorBase):
        raise argument_messages.wrong_combination("bucketize", (input, boundaries), {})
    if out is not None:
        return write_out(bucketize, out, input, boundaries, out_int32=out_int32, right=right)
    if not have_plain_arrays(input, boundaries):
        _refuse_sparse("bucketize", input, boundaries)
        if is_lifted(boundaries):
            return _bucketize_under_transforms(input, boundaries, out_int32, right)
        if is_lifted(input):
            return map_values(input, lambda values: k.bucketize(values, concrete_values(boundaries), out_int32=out_int32, right=right))
    values = np.asarray(input._array) if isinstance(input, TensorBase) else _search_value(input, boundaries._array.dtype)
    _warn_noncontiguous(values, boundaries._array)
    return wrap(k.bucketize(values, boundaries._array, out_int32=out_int32, right=right))


@all_overridable
class SelectionMethods:
    """The methods of these functions; `Tensor` inherits them."""

    __slots__ = ()

    def sort(self: Any, dim: Any = -1, descending: bool = False, stable: bool | None = None) -> Any:
        # The docstring is written in _bindings/index/selection.md.
        """The elements sorted along a dimension, and the original index of each.

        Parameters
        ----------
        dim : int, default -1
            The dimension to sort.
        descending : bool, default False
            Sort in descending order.
        stable : bool, default False
            Keep the order of equal elements.

        Returns
        -------
        values (Tensor)
            In the shape of `self`; nan counts as greatest.
        indices (Tensor)
            The original index of each along `dim`.

        Raises
        ------
        RuntimeError
            `self` is complex.
        IndexError
            `dim` is no dimension of `self`.

        References
        ----------
        PyTorch: torch.sort

        Examples
        --------
        >>> torch.tensor([[3., 1., 2.], [0., 5., -1.]]).sort()
        torch.return_types.sort(
        values=tensor([[ 1.,  2.,  3.],
                [-1.,  0.,  5.]]),
        indices=tensor([[1, 2, 0],
                [2, 0, 1]]))
        >>> torch.tensor([3, 1, 2]).sort(descending=True).values
        tensor([3, 2, 1])
        """
        return sort(self, dim, descending, stable)

    def msort(self: Any) -> Tensor:
        # The docstring is written in _bindings/index/selection.md.
        """The elements sorted along the first dimension.

        Returns
        -------
        Tensor
            In the shape of `self`: `torch.sort(self, dim=0).values`.

        References
        ----------
        PyTorch: torch.msort

        Examples
        --------
        >>> torch.tensor([[3., 1.], [2., 5.]]).msort()
        tensor([[2., 1.],
                [3., 5.]])
        """
        return msort(self)

    @shown_as("self, dim=None, keepdim=False")
    def median(self: Any, dim: int | None = None, keepdim: bool = MISSING, *, axis: Any = MISSING, keepdims: Any = MISSING) -> Any:
        # The docstring is written in _bindings/index/selection.md.
        """The median of all elements, or the medians along a dimension with their indices.

        For an even number of elements it is the lower of the two in the middle; for the mean of both see `torch.quantile`. nan
        takes precedence.

        Parameters
        ----------
        dim : int, optional
            The dimension to reduce.
        keepdim : bool, default False
            Keep `dim`, with size 1.

        Returns
        -------
        values (Tensor)
            The medians.
        indices (Tensor)
            With `dim` only: their indices along it.

        Raises
        ------
        IndexError
            `dim` is no dimension of `self`.

        References
        ----------
        PyTorch: torch.median

        Examples
        --------
        >>> x = torch.tensor([[1., 5., 2.], [7., 0., 3.]])
        >>> x.median()
        tensor(2.)
        >>> x.median(dim=1)
        torch.return_types.median(
        values=tensor([2., 3.]),
        indices=tensor([2, 2]))
        """
        return median(self, dim if axis is MISSING else resolve_alias("median", "axis", axis, dim, None),
                      keepdim if keepdims is MISSING else resolve_alias("median", "keepdims", keepdims, keepdim, MISSING))

    @shown_as("self, dim=None, keepdim=False")
    def nanmedian(self: Any, dim: int | None = None, keepdim: bool = MISSING, *, axis: Any = MISSING, keepdims: Any = MISSING) -> Any:
        # The docstring is written in _bindings/index/selection.md.
        """The median of the elements that are not nan.

        As `torch.median`, but nan is ignored; the result is nan only if all elements are.

        Parameters
        ----------
        dim : int, optional
            The dimension to reduce.
        keepdim : bool, default False
            Keep `dim`, with size 1.

        Returns
        -------
        values (Tensor)
            The medians.
        indices (Tensor)
            With `dim` only: their indices along it.

        Raises
        ------
        IndexError
            `dim` is no dimension of `self`.

        References
        ----------
        PyTorch: torch.nanmedian

        Examples
        --------
        >>> torch.tensor([1., float("nan"), 3., 2.]).nanmedian()
        tensor(2.)
        """
        return nanmedian(self, dim if axis is MISSING else resolve_alias("nanmedian", "axis", axis, dim, None),
                      keepdim if keepdims is MISSING else resolve_alias("nanmedian", "keepdims", keepdims, keepdim, MISSING))

    def nonzero(self: Any, *, as_tuple: bool = False) -> Any:
        # The docstring is written in _bindings/index/selection.md.
        """The indices of nonzero elements.

        Parameters
        ----------
        as_tuple : bool, default False
            Return one tensor for each dimension, for use as an index, instead of one row for each element.

        Returns
        -------
        Tensor
            Indices (`torch.int64`) of the shape (N, input.dim()), or a tuple.

        References
        ----------
        PyTorch: torch.nonzero

        Examples
        --------
        >>> x = torch.tensor([[1, 0], [2, 3]])
        >>> x.nonzero()
        tensor([[0, 0],
                [1, 0],
                [1, 1]])
        >>> x.nonzero(as_tuple=True)
        (tensor([0, 1, 1]), tensor([0, 0, 1]))
        """
        return nonzero(self, as_tuple=as_tuple)

    def nonzero_static(self: Any, *, size: int, fill_value: int = -1) -> Tensor:
        # The docstring is written in _bindings/functions/view_copies.md.
        """The indices of nonzero elements, in a result of given size.

        Parameters
        ----------
        size : int
            The number of rows; further elements are left out, missing ones filled.
        fill_value : int, default -1
            The value of missing rows.

        Returns
        -------
        Tensor
            Indices (`torch.int64`) of the shape (size, input.dim()).

        References
        ----------
        PyTorch: torch.nonzero_static

        Examples
        --------
        >>> torch.tensor([0, 5, 6]).nonzero_static(size=3)
        tensor([[ 1],
                [ 2],
                [-1]])
        """
        from ..functions.view_copies import nonzero_static

        return nonzero_static(self, size=size, fill_value=fill_value)

    def argwhere(self: Any) -> Tensor:
        # The docstring is written in _bindings/index/selection.md.
        """The indices of nonzero elements, one row for each.

        Returns
        -------
        Tensor
            Indices (`torch.int64`) of the shape (N, input.dim()).

        References
        ----------
        PyTorch: torch.argwhere

        Examples
        --------
        >>> torch.tensor([1, 0, 1]).argwhere()
        tensor([[0],
                [2]])
        """
        return argwhere(self)

    @overridable_def
    def scatter(self: Any, dim: int, index: Tensor, src: Tensor | None = None, value: int | float | complex | bool | None = None, *,
                reduce: str | None = None) -> Tensor:
        # The docstring is written in _bindings/index/selection.md.
        """Write elements of a source to positions along a dimension, given by an index for each.

            self[index[i][j]][j] = src[i][j]    (dim = 0)
            self[i][index[i][j]] = src[i][j]    (dim = 1)

        Parameters
        ----------
        dim : int
            The dimension that the indices go along.
        index : Tensor
            `torch.int64`, nowhere longer than `src`, and except along `dim` nowhere longer than `self`.
        src : Tensor
            The values; of the dtype of `self`. `value` replaces it for a single number.
        reduce : str, optional
            'add' or 'multiply' instead of overwriting; newer code uses `scatter_add` and `scatter_reduce`.
        value : number, optional
            The same for all positions.

        Returns
        -------
        Tensor
            In the shape of `self`.

        Raises
        ------
        RuntimeError
            An index is out of range, or a shape or dtype does not fit.

        Notes
        -----
        For repeated indices, one of the elements is kept. The reverse is `torch.gather`, which is the gradient for `src`.

        References
        ----------
        PyTorch: torch.scatter

        Examples
        --------
        >>> torch.zeros(2, 3).scatter(1, torch.tensor([[0], [2]]), torch.tensor([[1.], [2.]]))
        tensor([[1., 0., 0.],
                [0., 0., 2.]])
        >>> torch.zeros(2, 3).scatter(1, torch.tensor([[0], [2]]), 9.)
        tensor([[9., 0., 0.],
                [0., 0., 9.]])
        """
        return scatter(self, dim, index, src, value, reduce=reduce)

    @overridable_def
    def scatter_(self: Any, dim: int, index: Tensor, src: Tensor | None = None, value: int | float | complex | bool | None = None, *,
                 reduce: str | None = None) -> Tensor:
        # The docstring is written in _bindings/index/selection.md.
        """Write elements of a source to positions along a dimension, given by an index for each. In place.

            self[index[i][j]][j] = src[i][j]    (dim = 0)
            self[i][index[i][j]] = src[i][j]    (dim = 1)

        Parameters
        ----------
        dim : int
            The dimension that the indices go along.
        index : Tensor
            `torch.int64`, nowhere longer than `src`, and except along `dim` nowhere longer than `self`.
        src : Tensor
            The values; of the dtype of `self`. `value` replaces it for a single number.
        reduce : str, optional
            'add' or 'multiply' instead of overwriting; newer code uses `scatter_add` and `scatter_reduce`.
        value : number, optional
            The same for all positions.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            An index is out of range, or a shape or dtype does not fit.

        Notes
        -----
        For repeated indices, one of the elements is kept. The reverse is `torch.gather`, which is the gradient for `src`.

        References
        ----------
        PyTorch: torch.scatter

        Examples
        --------
        >>> torch.zeros(2, 3).scatter_(1, torch.tensor([[0], [2]]), torch.tensor([[1.], [2.]]))
        tensor([[1., 0., 0.],
                [0., 0., 2.]])
        """
        source = _select_source(self, dim, index, src, value)
        if isinstance(index, TensorBase) and index._array.dtype.kind not in "iu":
            raise RuntimeError("scatter(): Expected dtype int32/int64 for index")
        if isinstance(index, TensorBase) and max(index._array.ndim, 1) != max(self._array.ndim, 1) and math.prod(index._array.shape):
            raise RuntimeError("Index tensor must have the same number of dimensions as self tensor")  # checked before overlapping memory
        if reduce is not None:
            return inplace(OPS[_scatter_reduce_op(source)], self, dim, index, source, reduce)
        return inplace(OPS["scatter_tensor" if isinstance(source, TensorBase) else "scatter_value"], self, dim, index, source)

    def gather(self: Any, dim: int, index: Tensor, *, sparse_grad: bool = False) -> Tensor:
        # The docstring is written in _bindings/index/selection.md.
        """Elements selected along a dimension, by an index for each.

            out[i][j] = self[index[i][j]][j]    (dim = 0)
            out[i][j] = self[i][index[i][j]]    (dim = 1)

        Parameters
        ----------
        dim : int
            The dimension that the indices go along.
        index : Tensor
            `torch.int64`, with as many dimensions as `self`, and nowhere else longer than it.
        sparse_grad : bool, default False
            Whether the gradient is sparse.

        Returns
        -------
        Tensor
            In the shape of `index`; nothing is broadcast.

        Raises
        ------
        RuntimeError
            An index is out of range, or a shape does not fit.

        References
        ----------
        PyTorch: torch.gather

        Examples
        --------
        >>> x = torch.tensor([[1, 2], [3, 4]])
        >>> x.gather(1, torch.tensor([[1], [0]]))
        tensor([[2],
                [3]])
        """
        return gather(self, dim, index, sparse_grad=sparse_grad)

    @handles_overrides
    def masked_fill(self: Any, mask: Tensor, value: Tensor | int | float | complex | bool) -> Tensor:
        # The docstring is written in _bindings/index/selection.md.
        """Write a number where a mask is true.

        Parameters
        ----------
        mask : Tensor
            Truth values, broadcast to the tensor.
        value : number or Tensor
            The number; a tensor must have no dimensions.

        Returns
        -------
        Tensor
            In the shape to which both broadcast.

        Raises
        ------
        RuntimeError
            `mask` is not of truth values, or does not fit.

        References
        ----------
        PyTorch: torch.masked_fill

        Examples
        --------
        >>> torch.tensor([1., 2., 3.]).masked_fill(torch.tensor([True, False, True]), 0.)
        tensor([0., 2., 0.])
        """
        try:
            return masked_fill(self, mask, value)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def masked_fill_(self: Any, mask: Tensor, value: Tensor | int | float | complex | bool) -> Tensor:
        # The docstring is written in _bindings/index/selection.md.
        """Write a number where a mask is true. In place.

        Parameters
        ----------
        mask : Tensor
            Truth values, broadcast to the tensor.
        value : number or Tensor
            The number; a tensor must have no dimensions.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `mask` is not of truth values, or does not fit.

        References
        ----------
        PyTorch: torch.masked_fill

        Examples
        --------
        >>> torch.tensor([1., 2., 3.]).masked_fill_(torch.tensor([True, False, True]), 0.)
        tensor([0., 2., 0.])
        """
        try:
            if value.__class__ in _SEQUENCES:  # numpy would take the element of a sequence
                raise argument_messages.wrong_combination("masked_fill_", (mask, value), {})
            return inplace(OPS["masked_fill_tensor" if isinstance(value, TensorBase) else "masked_fill_value"], self, mask, value)
        except Exception as error:
            if "must match the size of tensor" in str(error):  # the message names the tensor's size first, then the mask's
                found = mask._array.dtype
                error = RuntimeError(f"masked_fill_ only supports boolean masks, but got mask with dtype {c_name(found)}"
                                     if found.kind != "b" else broadcast_message([self._array.shape, mask._array.shape]))
            return resolve(error)

    @overridable_def
    def index_fill(self: Any, dim: int, index: Tensor, value: Tensor | int | float | complex | bool) -> Tensor:
        # The docstring is written in _bindings/index/selection.md.
        """Fill the slices at given indices of a dimension with one number.

        Parameters
        ----------
        dim : int
            The dimension.
        index : Tensor
            Where; `torch.int64`, of one dimension.
        value : number or Tensor
            The number; a tensor must have no dimensions.

        Returns
        -------
        Tensor
            In the shape of `self`.

        Raises
        ------
        IndexError
            An index is out of range.

        References
        ----------
        PyTorch: torch.index_fill

        Examples
        --------
        >>> torch.zeros(2, 3).index_fill(1, torch.tensor([0, 2]), 7.)
        tensor([[7., 0., 7.],
                [7., 0., 7.]])
        """
        return index_fill(self, dim, index, value)

    @overridable_def
    def index_fill_(self: Any, dim: int, index: Tensor, value: Tensor | int | float | complex | bool) -> Tensor:
        # The docstring is written in _bindings/index/selection.md.
        """Fill the slices at given indices of a dimension with one number. In place.

        Parameters
        ----------
        dim : int
            The dimension.
        index : Tensor
            Where; `torch.int64`, of one dimension.
        value : number or Tensor
            The number; a tensor must have no dimensions.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        IndexError
            An index is out of range.

        References
        ----------
        PyTorch: torch.index_fill

        Examples
        --------
        >>> torch.zeros(2, 3).index_fill_(1, torch.tensor([0, 2]), 7.)
        tensor([[7., 0., 7.],
                [7., 0., 7.]])
        """
        return inplace(OPS["index_fill_tensor" if isinstance(value, TensorBase) else "index_fill_value"], self, dim, index, value)

    @overridable_def
    def index_put(self: Any, indices: Sequence[Tensor], values: Tensor, accumulate: bool = False) -> Tensor:
        # The docstring is written in _bindings/index/selection.md.
        """Write values at positions given by one index tensor for each dimension: `self[indices] = values`.

        Parameters
        ----------
        indices : tuple of Tensors
            Integers or truth values, broadcast against each other.
        values : Tensor
            The values; broadcast to the positions, of the dtype of `self`.
        accumulate : bool, default False
            Add instead of overwriting.

        Returns
        -------
        Tensor
            In the shape of `self`.

        Raises
        ------
        IndexError
            An index is out of range.

        Notes
        -----
        For repeated indices without `accumulate`, one of the values is kept.

        References
        ----------
        PyTorch: torch.index_put

        Examples
        --------
        >>> torch.zeros(2, 2).index_put((torch.tensor([0, 1]), torch.tensor([1, 0])), torch.tensor([5., 6.]))
        tensor([[0., 5.],
                [6., 0.]])
        """
        return index_put(self, indices, values, accumulate)

    @overridable_def
    def index_put_(self: Any, indices: Sequence[Tensor], values: Tensor, accumulate: bool = False) -> Tensor:
        # The docstring is written in _bindings/index/selection.md.
        """Write values at positions given by one index tensor for each dimension: `self[indices] = values`. In place.

        Parameters
        ----------
        indices : tuple of Tensors
            Integers or truth values, broadcast against each other.
        values : Tensor
            The values; broadcast to the positions, of the dtype of `self`.
        accumulate : bool, default False
            Add instead of overwriting.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        IndexError
            An index is out of range.

        Notes
        -----
        For repeated indices without `accumulate`, one of the values is kept.

        References
        ----------
        PyTorch: torch.index_put

        Examples
        --------
        >>> torch.zeros(2, 2).index_put_((torch.tensor([0, 1]), torch.tensor([1, 0])), torch.tensor([5., 6.]))
        tensor([[0., 5.],
                [6., 0.]])
        """
        if ACTIVE and has_batched(indices):
            check_batched_target(self, indices)
            return self.copy_(index_put_batched(self, tuple(indices), values, accumulate))
        if not accumulate and values._array.size == 1:
            refuse_byte_mask(indices)
        if is_unrecorded_meta(self, values):
            bump_version(self)
            return self
        plan = _make_index_plan(self, indices, values)
        if self._array.__class__ is np.ndarray and not (getattr(plan, "masks", None) and values._array.size == 1 and not accumulate):
            refuse_overlapping_indices(self._array, indices)
        return save_index(inplace(ENTRY.index_put_plan, self, values, plan, accumulate), indices)

    @overridable_def
    def take_along_dim(self: Any, indices: Tensor, dim: int | None = None) -> Tensor:
        # The docstring is written in _bindings/index/selection.md.
        """Elements selected along a dimension, as by numpy's `take_along_axis`.

        Parameters
        ----------
        indices : Tensor
            `torch.int64`; broadcast against `self` except along `dim`.
        dim : int, optional
            The dimension; the flattened tensor if not given.

        Returns
        -------
        Tensor
            In the shape of the broadcast indices.

        Raises
        ------
        RuntimeError
            A shape does not fit, or an index is out of range.

        References
        ----------
        PyTorch: torch.take_along_dim

        Examples
        --------
        >>> x = torch.tensor([[10, 30, 20], [60, 40, 50]])
        >>> x.take_along_dim(torch.argsort(x, dim=1), dim=1)
        tensor([[10, 20, 30],
                [40, 50, 60]])
        """
        return take_along_dim(self, indices, dim)

    @overridable_def
    def repeat_interleave(self: Any, repeats: Tensor | int, dim: int | None = None, *, output_size: int | None = None) -> Tensor:
        # The docstring is written in _bindings/index/selection.md.
        """Repeat each element.

        Parameters
        ----------
        repeats : int or Tensor
            The number of repetitions, for all elements or for each along `dim`.
        dim : int, optional
            The dimension; the flattened tensor if not given.
        output_size : int, optional
            The sum of `repeats`, if it is known.

        Returns
        -------
        Tensor
            As `self`, but longer along `dim`.

        Raises
        ------
        RuntimeError
            A number is negative, or there are not as many as elements.

        References
        ----------
        PyTorch: torch.repeat_interleave

        Examples
        --------
        >>> torch.tensor([1, 2]).repeat_interleave(2)
        tensor([1, 1, 2, 2])
        >>> torch.tensor([[5, 6], [7, 8]]).repeat_interleave(torch.tensor([1, 2]), dim=0)
        tensor([[5, 6],
                [7, 8],
                [7, 8]])
        """
        return repeat_interleave(self, repeats, dim, output_size=output_size)

    def unique(self: Any, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None) -> Any:
        # The docstring is written in _bindings/index/selection.md.
        """The distinct elements, or the distinct slices along a dimension.

        Parameters
        ----------
        sorted : bool, default True
            Return them in order. They always are.
        return_inverse : bool, default False
            Return also the index of each element among the distinct ones.
        return_counts : bool, default False
            Return also the count of each.
        dim : int, optional
            Compare whole slices along this dimension; None for single elements.

        Returns
        -------
        output (Tensor)
            The distinct elements, or slices.
        inverse_indices (Tensor)
            If requested: in the shape of `self`, or of size `self.size(dim)`.
        counts (Tensor)
            If requested: one count per distinct element.

        Raises
        ------
        IndexError
            `dim` is no dimension of `self`.

        Notes
        -----
        No derivative.

        References
        ----------
        PyTorch: torch.unique

        Examples
        --------
        >>> x = torch.tensor([3, 1, 3, 2, 1])
        >>> x.unique()
        tensor([1, 2, 3])
        >>> x.unique(return_inverse=True, return_counts=True)
        (tensor([1, 2, 3]), tensor([2, 0, 2, 1, 0]), tensor([2, 1, 2]))
        """
        return unique(self, sorted, return_inverse, return_counts, dim)

    def unique_consecutive(self: Any, return_inverse: bool = False, return_counts: bool = False, dim: int | None = None) -> Any:
        # The docstring is written in _bindings/index/selection.md.
        """The elements without those that equal their predecessor.

        Parameters
        ----------
        return_inverse : bool, default False
            Return also the index of each element in the result.
        return_counts : bool, default False
            Return also the lengths of the runs.
        dim : int, optional
            Compare whole slices along this dimension; None for the flattened tensor.

        Returns
        -------
        output (Tensor)
            One element, or slice, of each run.
        inverse_indices (Tensor)
            If requested: in the shape of `self`, or of size `self.size(dim)`.
        counts (Tensor)
            If requested: the lengths of the runs.

        Raises
        ------
        IndexError
            `dim` is no dimension of `self`.

        References
        ----------
        PyTorch: torch.unique_consecutive

        Examples
        --------
        >>> torch.tensor([1, 1, 2, 2, 2, 1]).unique_consecutive(return_counts=True)
        (tensor([1, 2, 1]), tensor([2, 3, 1]))
        """
        return unique_consecutive(self, return_inverse, return_counts, dim)


__all__ = ["argwhere", "bucketize", "gather", "index_fill", "index_put", "masked_fill", "median", "msort", "nanmedian", "nonzero",
           "repeat_interleave",
           "scatter", "searchsorted", "sort", "take_along_dim", "unique", "unique_consecutive"]
