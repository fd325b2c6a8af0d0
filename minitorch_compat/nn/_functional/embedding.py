"""Tables of rows and indices into them: `embedding`, bags of rows, `one_hot`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core import intp
from ..._array.core.dtypes import INDEX_TYPES, int64, tensor_type
from ..._array.core.execution.blocks import max_integer
from ..._array.core.meta import make_meta
from ..._array.core.user_warnings import warn
from ..._array.nn.embedding_bags import bag_maxima, check_indices, embedding_renorm, segment_sums
from ..._bindings.functions.arguments import as_float
from ..._bindings.generated import functions as ops
from ..._dispatch.call.caller import caller, wrap
from ..._dispatch.grad_mode import grad_mode, profiled_as_one
from ..._dispatch.graph.versions import bump_version
from ..._dispatch.levels.lifting import Lifted, batch_levels, concrete_values, map_values, tensor_values
from ..._dispatch.messages import layout_messages
from ..._dispatch.state import ACTIVE, LOCAL, PLAIN
from ..._dispatch.tensor import TensorBase, is_meta_tensor
from ..._engine.composite.nodes import one_node
from ..._fidelity.argument_checks import check_native
from .embedding_bag_levels import embedding_bag_in_levels, gradient_divisors

if TYPE_CHECKING:
    from ..._bindings.tensor.tensor import Tensor

_embedding, _sparse_embedding, _bag_sums = caller("embedding"), caller("sparse_embedding"), caller("bag_sums")
_ONE = np.array(1, np.int64)


def embedding(input: Tensor, weight: Tensor, padding_idx: int | None = None, max_norm: float | None = None, norm_type: float = 2.0,
              scale_grad_by_freq: bool = False, sparse: bool = False) -> Tensor:
    """The rows of a table at given indices.

        out[i] = weight[input[i]]

    Parameters
    ----------
    input : Tensor
        Indices, `torch.int32` or `torch.int64`.
    weight : Tensor
        The table: a row for each index.
    padding_idx : int, optional
        The index of the row that gets no gradient.
    max_norm : float, optional
        Rows that are used and have a greater norm are first scaled down to it, in place.
    norm_type : float, default 2.0
        The order of this norm.
    scale_grad_by_freq : bool, default False
        Divide gradients by the number of times an index occurs.
    sparse : bool, default False
        Whether the gradient of `weight` is sparse.

    Returns
    -------
    Tensor
        In the shape of `input`, with the rows as a new last dimension.

    Raises
    ------
    IndexError
        An index is out of range.

    References
    ----------
    PyTorch: torch.nn.functional.embedding

    Examples
    --------
    >>> table = torch.tensor([[0., 0.], [1., 10.], [2., 20.]])
    >>> torch.nn.functional.embedding(torch.tensor([2, 1, 2]), table)
    tensor([[ 2., 20.],
            [ 1., 10.],
            [ 2., 20.]])
    """
    _check_table(weight)
    rows = weight._array.shape[0]
    if padding_idx is not None:
        if not (padding_idx < rows if padding_idx > 0 else padding_idx >= -rows):
            raise AssertionError("Padding_idx must be within num_embeddings")
        if not isinstance(padding_idx, (bool, float)):
            padding_idx %= rows
    if isinstance(padding_idx, (bool, float)) or scale_grad_by_freq.__class__ is not bool or sparse.__class__ is not bool:
        check_native("embedding", weight, input, -1 if padding_idx is None else padding_idx, scale_grad_by_freq, sparse)
    if max_norm is not None:
        _renormalize_rows(weight, input, max_norm, norm_type)
    if not rows and input._array.size:
        raise RuntimeError("index_select(): self indexing axis dim should be positive")
    if weight._array.dtype.kind == "c" and LOCAL.grad and weight.requires_grad:
        raise RuntimeError("embedding does not support automatic differentiation for outputs with complex dtype.")
    if sparse and weight._grad_fn is None and not LOCAL.levels:  # all other nodes and levels expect dense gradients
        return _sparse_embedding(weight, input, -1 if padding_idx is None else padding_idx, scale_grad_by_freq)
    return _embedding(weight, input, -1 if padding_idx is None else padding_idx, scale_grad_by_freq)


def _renormalize_rows(weight: Any, input: Any, max_norm: Any, norm_type: Any) -> None:
    """Scale down the rows that are used, without recording it."""
    if not (max_norm.__class__ is norm_type.__class__ is float):
        check_native("embedding_renorm_", weight, input, max_norm, norm_type)
    max_norm, norm_type = as_float(max_norm), as_float(norm_type)
    if LOCAL.levels:
        with grad_mode(False):
            ops.embedding_renorm_(weight.detach(), input, max_norm, norm_type)
        return
    if not is_meta_tensor(weight):
        weight._array[...] = embedding_renorm(weight._array, input._array, max_norm, norm_type)
    bump_version(weight)


def _check_table(weight: Any) -> None:
    if not isinstance(weight, TensorBase):
        raise TypeError(f"embedding(): argument 'weight' (position 1) must be Tensor, not {type(weight).__name__}")
    if weight._array.ndim != 2:
        raise RuntimeError("'weight' must be 2-D")


def _are_both_integer(input: Any, offsets: Any) -> bool:
    """Whether both are tensors of integers or booleans."""
    return all(isinstance(t, TensorBase) and t._array.dtype.kind not in "fV" for t in (input, offsets))


def embedding_bag(input: Tensor, weight: Tensor, offsets: Tensor | None = None, max_norm: float | None = None, norm_type: float = 2,
                  scale_grad_by_freq: bool = False, mode: str = "mean", sparse: bool = False, per_sample_weights: Tensor | None = None,
                  include_last_offset: bool = False, padding_idx: int | None = None) -> Any:
    """Sums, means or maxima of rows of a table, in bags.

    Parameters
    ----------
    input : Tensor
        Indices: a row for each bag, or all of one dimension with `offsets`.
    weight : Tensor
        The table: a row for each index.
    offsets : Tensor, optional
        The start of each bag.
    max_norm : float, optional
        Rows that are used and have a greater norm are first scaled down to it, in place.
    norm_type : float, default 2
        The order of this norm.
    scale_grad_by_freq : bool, default False
        Divide gradients by the number of times an index occurs; not for 'max'.
    mode : 'mean', 'sum' or 'max', default 'mean'
        How a bag is reduced.
    sparse : bool, default False
        Whether the gradient of `weight` is sparse; not for 'max'.
    per_sample_weights : Tensor, optional
        Multiply the rows, for 'sum' only.
    include_last_offset : bool, default False
        `offsets` also contains the end of the last bag.
    padding_idx : int, optional
        An index that is ignored.

    Returns
    -------
    Tensor
        One row for each bag; zeros for an empty one.

    Raises
    ------
    RuntimeError
        The offsets do not fit, or an index is out of range.

    References
    ----------
    PyTorch: torch.nn.functional.embedding_bag

    Examples
    --------
    >>> table = torch.tensor([[0., 0.], [1., 10.], [2., 20.]])
    >>> torch.nn.functional.embedding_bag(torch.tensor([1, 2, 2]), table, torch.tensor([0, 1]), mode="sum")
    tensor([[ 1., 10.],
            [ 4., 40.]])
    """
    if max_norm is None and padding_idx is None and per_sample_weights is None and not include_last_offset and not ACTIVE and (
            mode == "sum" or mode == "mean") and scale_grad_by_freq.__class__ is bool is sparse.__class__:
        result = _plain_embedding_bag(input, weight, offsets, mode == "mean")
        if result is not None:
            return result
    if isinstance(weight, TensorBase) and weight._array.dtype == np.int64 and input._array.dtype.kind in "fV":
        warn("Argument order of nn.functional.embedding_bag was changed: `embedding_bag(weight, input, ...)` is deprecated, "
             "`embedding_bag(input, weight, ...)` is what it is called like now.")
        input, weight = weight, input
    starts: Any = offsets
    if _are_both_integer(input, starts) and starts.dtype is not input.dtype:
        common = ops.promote_types(input.dtype, starts.dtype)
        input, starts = input.to(common), starts.to(common)
    _check_bags(input, weight, starts, mode, per_sample_weights)
    if scale_grad_by_freq.__class__ is not bool or sparse.__class__ is not bool:
        check_native("embedding_bag", weight, input, input if starts is None else starts, scale_grad_by_freq, 0, sparse)
    check_bag_types(weight, per_sample_weights)
    padding = bag_padding(weight, padding_idx)
    plain_inputs: Any = [t if t.__class__ in PLAIN else None for t in (input, starts)]
    input, starts = (t if t is None or batch_levels(t) else wrap(tensor_values(t)) for t in (input, starts))
    value_dependent = (input, starts, weight if mode == "max" else None)
    if any(t is not None and isinstance(t._array, Lifted) for t in value_dependent):
        return embedding_bag_in_levels(input, weight, starts, mode, per_sample_weights, include_last_offset, padding, scale_grad_by_freq)
    if is_meta_tensor(weight):
        if per_sample_weights is not None and per_sample_weights.requires_grad and LOCAL.grad:
            raise layout_messages.write_to_meta("embedding_bag")
        count = input._array.shape[0] if starts is None else starts._array.shape[0] - bool(include_last_offset)
        return _meta_bags(weight, wrap(make_meta((count,), int64)))
    weights = per_sample_weights
    if weights is not None and weights._array.ndim != 1:
        weights = weights.reshape(-1)
    saved_bag = SavedBagAttributes(weight, weights, input, starts, padding)
    index, weights, bag, count, saved_bag.all_bags = split_into_bags(input, weight, starts, weights, include_last_offset, padding, mode)
    if mode == "max" and scale_grad_by_freq:
        raise ValueError("max mode does not support scaling the gradient by the frequency")
    if mode == "max" and sparse:
        raise ValueError("max mode does not support sparse weights")
    profiled_args = weight, input, starts, scale_grad_by_freq, ("sum", "mean", "max").index(mode), sparse, weights
    return profiled_as_one("_embedding_bag.default", profiled_args,
                  lambda: reduce_bags(weight, weights, plain_inputs[0], plain_inputs[1], index, bag, count, mode, max_norm, norm_type,
                                      scale_grad_by_freq,
                                      sparse, saved_bag))


def _plain_embedding_bag(input: Any, weight: Any, offsets: Any, mean: bool) -> Any:
    """Sums or means of bags of plain tensors, where no node is recorded; None if the arguments are others or need to be checked."""
    if input.__class__ not in PLAIN or weight.__class__ not in PLAIN or weight._requires_grad and LOCAL.grad:
        return None
    table, index = weight._array, input._array
    if table.__class__ is not np.ndarray or index.__class__ is not np.ndarray or index.dtype is not int64 or (
            table.dtype.char not in "fd" or table.ndim != 2 or not index.size):
        return None
    if index.ndim == 2 and offsets is None:
        starts = intp.arange(0, index.size, index.shape[1])
    elif index.ndim == 1 and offsets.__class__ in PLAIN and offsets._array.__class__ is np.ndarray:
        starts = offsets._array
        if starts.ndim != 1 or starts.dtype is not int64 or not starts.size or starts.item(0) or starts.item(-1) > index.size or (
                np.less(starts[1:], starts[:-1]).any()):
            return None
    else:
        return None
    if max_integer(index.view(np.uint64)) >= len(table):  # as unsigned, negative ones are the largest
        return None
    sizes = np.diff(starts, append=index.size)
    out = segment_sums(table, index.reshape(-1), sizes)
    if mean:
        np.divide(out, np.maximum(sizes, 1).astype(out.dtype)[:, None], out)
    return wrap(out)


class SavedBagAttributes:
    """Attributes of bags that PyTorch's node shows, and all indices, whose frequencies scale gradients."""

    __slots__ = ("all_bags", "bag_size", "has_weight_gradient", "indices", "is_fast", "maximum_positions", "padding", "rows")
    all_bags: Any
    maximum_positions: Any

    def __init__(self, weight: Any, weights: Any, input: Any, offsets: Any, padding: int | None) -> None:
        table = weight._array
        self.rows, self.padding, self.all_bags, self.maximum_positions = table.shape[0], padding, None, None
        self.indices = input._array.reshape(-1)
        self.bag_size = 0 if input._array.ndim == 1 else input._array.shape[1]
        self.has_weight_gradient = weights is not None and weights.requires_grad  # only then the table is saved
        # Whether PyTorch's sum does not record the bag of each index.
        self.is_fast = (table.dtype.itemsize < 8 and table.strides[1] == table.itemsize
                        and (weights is None or weights._array.strides[0] == weights._array.itemsize))

    def starts(self, count: int, kind: Any) -> Any:
        """The starts of the bags of a matrix of indices."""
        return np.arange(count, dtype=kind) * self.bag_size

    def sizes(self, bag: Any, count: int) -> Any:
        """The number of indices in each bag, including those after the end of the last bag, as in PyTorch."""
        return intp.bincount(self.all_bags if count and self.padding is None else bag, minlength=count)

    def results(self, index: Any, bag: Any, count: int, mode: str, kind: Any) -> tuple[Any, Any, Any]:
        """The bag of each index, the sizes of the bags, and the indices of the maxima, as PyTorch records them."""
        if mode == "sum":
            all_bags = self.all_bags[:0] if self.is_fast and self.padding is None else self.all_bags
            return all_bags.astype(kind), np.zeros(count, kind), np.zeros(count, kind)
        sizes = self.sizes(bag, count).astype(kind)
        if mode == "mean":
            return self.all_bags.astype(kind), sizes, sizes.copy()
        positions, is_filled = self.maximum_positions
        return self.all_bags.astype(kind), sizes, np.where(is_filled, index[positions] if index.size else positions, 0).astype(kind)


def split_into_bags(input: Any, weight: Any, offsets: Any, weights: Any, include_last_offset: bool,
                    padding: int | None, mode: str = "sum") -> tuple[Any, Any, Any, int, Any]:
    """The indices, their weights and bags, without those of the padding; the number of bags, and the bag of every index."""
    is_library_kernel = mode != "max" and padding is None and weight._array.dtype != np.float64  # where PyTorch calls a library
    if input._array.ndim == 2:
        starts = intp.arange(len(input._array)) * input._array.shape[1]
    else:
        starts = _bag_starts(input, offsets, include_last_offset)
    index = input._array.reshape(-1)
    _check_rows(index, weight._array.shape[0], is_library_kernel)
    sizes = np.diff(np.append(starts, index.size))
    if len(sizes) and sizes.min() >= 0:
        all_bags = bag = intp.repeat(intp.arange(len(starts)), sizes)
    else:
        all_bags = bag = np.subtract(intp.searchsorted(starts, intp.arange(index.size), "right"), _ONE)
    kept_positions = None if padding is None else intp.flatnonzero(index != padding)
    if include_last_offset and is_library_kernel and input._array.ndim == 1 and offsets._array.item(-1) < index.size:
        # In the library the last offset ends the last bag; elsewhere PyTorch's last bag extends to the end.
        kept_positions = intp.arange(offsets._array.item(-1))
    if not len(starts):
        kept_positions = bag[:0]
    if kept_positions is not None:
        index, bag = index[kept_positions], bag[kept_positions]
        weights = None if weights is None else weights.index_select(0, wrap(kept_positions))
    return index, weights, bag, len(starts), all_bags


def _saved_of_bags(weight: Any, weights: Any, input: Any, offsets: Any, *_: Any) -> tuple[Any, ...]:
    return input, offsets, weights, weight if weights is not None and weights.requires_grad else None


def _shown_of_bags(arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments of `embedding_bag` that PyTorch saves; it saves `weight` only for the gradient of `per_sample_weights`."""
    from ..._engine.composite.saved_names import ComputedPlaceholder, FlattenedPlaceholder, TensorPlaceholder

    weights = arguments["weights"]
    saved = {"mode": ("sum", "mean", "max").index(arguments["mode"]), "per_sample_weights": weights, "sparse": arguments["sparse"],
             "scale_grad_by_freq": arguments["by_frequency"]}
    saved_bag, kind = arguments["saved_bag"], arguments["index"].dtype
    saved["weight"] = arguments["weight"] if saved_bag.has_weight_gradient else None
    saved["padding_idx"], saved["weight_sym_argsize_0"] = 2**64 - 1 if saved_bag.padding is None else saved_bag.padding, saved_bag.rows
    if isinstance(arguments["self"], TensorPlaceholder):  # not the result of a transform
        saved["indices"], saved["offsets"] = FlattenedPlaceholder(arguments["self"].index), arguments["offsets"]
        if arguments["offsets"] is None:
            saved["offsets"] = ComputedPlaceholder(lambda: saved_bag.starts(arguments["count"], kind))
        parts = arguments["index"], arguments["bag"], arguments["count"], arguments["mode"], kind
        saved |= {f"result{i + 1}": ComputedPlaceholder(lambda i=i: saved_bag.results(*parts)[i]) for i in range(3)}
    return saved


@one_node("EmbeddingBagBackward0", saves=_saved_of_bags, shows=_shown_of_bags)
def reduce_bags(weight: Any, weights: Any, input: Any, offsets: Any, index: Any, bag: Any, count: int, mode: str, max_norm: float | None,
                norm_type: float, by_frequency: bool, sparse: bool, saved_bag: SavedBagAttributes) -> Any:
    """The rows at `index` of `weight`, times `weights`, reduced by `bag`; `index` and `bag` are derived from `input` and `offsets`."""
    if max_norm is not None:
        _renormalize_rows(weight, wrap(index), max_norm, norm_type)
    if mode == "max":
        return _reduce_maxima(weight, index, bag, count, saved_bag)
    if sparse and index.size:
        rows = embedding(wrap(index), weight, None, None, norm_type, by_frequency, True)
        rows = rows if weights is None else rows * weights.unsqueeze(1)
        sums = ops.zeros(count, rows._array.shape[1], dtype=rows.dtype).index_add(0, wrap(bag), rows)
    else:
        divisors = wrap(gradient_divisors(index, saved_bag.indices).astype(weight._array.dtype)) if by_frequency else None
        sums = _bag_sums(weight, wrap(index), wrap(bag), weights, divisors, count)
    if mode == "sum":
        return sums
    return sums / wrap(np.maximum(saved_bag.sizes(bag, count), 1).astype(sums._array.dtype)).unsqueeze(1)


@one_node("EmbeddingBagBackward0", saves="")
def _meta_bags(weight: Any, index: Any) -> Any:
    """One row for each of `index`, without values."""
    return _embedding(weight, index, -1, False)


def _check_bags(input: Any, weight: Any, offsets: Any, mode: str, weights: Any) -> None:
    if weights is not None and input.size() != weights.size():
        raise ValueError(f"embedding_bag: If per_sample_weights ({weights.shape}) is not None, then it must have the same shape as the "
                         f"input ({input.shape})")
    if weight.dim() != 2:
        raise ValueError(f"weight has to be a 2D Tensor, but got Tensor of dimension {weight.dim()}")
    dims = input.dim()
    if dims not in (1, 2):
        raise ValueError(f"input has to be 1D or 2D Tensor, but got Tensor of dimension {dims}")
    if dims == 2 and offsets is not None:
        kind = "<class 'torch.Tensor'>" if isinstance(offsets, TensorBase) else type(offsets)
        raise ValueError("if input is 2D, then offsets has to be None, as input is treated is a mini-batch of fixed length sequences. "
                         f"However, found offsets of type {kind}")
    if dims == 1 and offsets is None:
        raise ValueError("offsets has to be a 1D Tensor but got None")
    if dims == 1 and offsets.dim() != 1:
        raise ValueError("offsets has to be a 1D Tensor")
    if dims == 1 and offsets._array.dtype not in INDEX_TYPES:
        raise RuntimeError("Expected tensor for argument #1 'indices' to have one of the following scalar types: Long, Int; but got "
                           f"{tensor_type(offsets._array.dtype)} instead (while checking arguments for embedding_bag)")
    if dims == 2 and input._array.dtype.kind in "bc":
        ops.arange(0, 1, dtype=input.dtype)  # raises as PyTorch does when it makes the offsets
    if dims == 2 and not input._array.shape[1]:  # PyTorch makes the offsets as a range with this step
        raise RuntimeError("step must be nonzero")
    if mode not in ("sum", "mean", "max"):
        raise ValueError("mode has to be one of sum, mean or max")
    if weights is not None and mode != "sum":
        raise NotImplementedError("embedding_bag: per_sample_weights was not None. per_sample_weights is only supported for mode='sum' "
                                  f"(got mode='{mode}'). Please open a feature request on GitHub.")


def check_bag_types(weight: Any, weights: Any) -> None:
    dtype = weight._array.dtype
    if dtype.kind not in "fV":
        raise RuntimeError("Expected tensor for argument #1 'weight' to have one of the following scalar types: Half, BFloat16, Float, "
                           f"Double; but got {tensor_type(dtype)} instead (while checking arguments for embedding_bag)")
    if weights is not None and weights._array.dtype != dtype:
        raise RuntimeError("Expected tensor for argument #1 'weight' to have the same type as tensor for argument #1 'per_sample_weights'; "
                           f"but type {tensor_type(dtype)} does not equal {tensor_type(weights._array.dtype)} (while checking arguments "
                           "for embedding_bag)")


def _check_rows(index: Any, rows: int, in_blocks: bool) -> None:
    check_indices(index, 1, "embedding_bag")
    if index.dtype is int64 and (not index.size or max_integer(index.view(np.uint64)) < rows):  # as unsigned, negative ones are the largest
        return
    wrong = intp.flatnonzero((index < 0) | (index >= rows))
    if wrong.size:
        position, value = wrong[0], index[wrong[0]]
        raise RuntimeError(f"Index {position} of input takes value {value} which is not in the valid range [0, {rows})" if in_blocks else
                           f"embedding_bag: Expected idx >= 0 && idx < num_embeddings but found idx to be {value}")


def bag_padding(weight: Any, padding_idx: int | None) -> int | None:
    rows = weight._array.shape[0]
    if padding_idx is not None and not -rows <= padding_idx < rows:
        raise RuntimeError(f"padding_idx must be within the number of embeddings, -{rows} through {rows - 1}, but got {padding_idx}")
    return None if padding_idx is None else padding_idx % rows


def _bag_starts(input: Any, offsets: Any, include_last_offset: bool) -> Any:
    starts = offsets._array
    if include_last_offset and not starts.size:
        raise RuntimeError("include_last_offset: number of offset should be at least 1")
    if starts.size and starts.item(0) != 0:
        raise RuntimeError("offsets[0] has to be 0, i.e., the first sequence in the mini-batch has to start from position 0. However, got "
                           f"{starts[0]}")
    if starts.size and starts.item(-1) > input._array.size:
        raise RuntimeError(f"offsets[-1] can not be greater than input's length {input._array.size} but got offsets[-1] of {starts[-1]}")
    if starts.size and starts.min() < 0:
        raise IndexError("index out of range in self")
    return starts[:-1] if include_last_offset else starts


def _reduce_maxima(weight: Any, index: Any, bag: Any, count: int, saved_bag: SavedBagAttributes) -> Any:
    """The maxima over each bag, 0 for an empty one."""
    positions, is_filled = saved_bag.maximum_positions = bag_maxima(weight._array, index, bag, count)
    if not len(bag):
        return weight[:0].sum(0).expand(count, -1)
    # An index of rows and columns saves nothing of the table, which may be written to before backward; `gather` would.
    maxima = weight[wrap(index.astype(int64)[positions]), wrap(np.arange(positions.shape[1]))]
    return ops.where(wrap(is_filled), maxima, 0.0)


def one_hot(tensor: Any, num_classes: int = -1) -> Tensor:
    """Indices as rows of zeros with a one.

    Parameters
    ----------
    tensor : Tensor
        Indices, `torch.int64`.
    num_classes : int, default -1
        The length of rows; one more than the greatest index if -1.

    Returns
    -------
    Tensor
        `torch.int64`, in the shape of `tensor` with a new last dimension.

    Raises
    ------
    RuntimeError
        An index is negative, or not below `num_classes`.

    References
    ----------
    PyTorch: torch.nn.functional.one_hot

    Examples
    --------
    >>> torch.nn.functional.one_hot(torch.tensor([0, 2, 1]))
    tensor([[1, 0, 0],
            [0, 0, 1],
            [0, 1, 0]])
    """
    if is_meta_tensor(tensor) and tensor._array.dtype == np.int64:
        return _one_hot_meta(tensor, num_classes)
    a = concrete_values(tensor)
    if a.dtype != np.int64:
        raise RuntimeError("one_hot is only applicable to index tensor of type LongTensor.")
    largest = max_integer(a.view(np.uint64)) if a.size else 0  # as unsigned, negative ones are the largest
    if largest >= 1 << 63:
        raise RuntimeError("Class values must be non-negative.")
    if num_classes == -1:
        if batch_levels(tensor):
            raise RuntimeError("When vmap-ing torch.nn.functional.one_hot, please provide an explicit positive num_classes argument.")
        if not a.size:
            raise RuntimeError(_EMPTY_CLASSES_ERROR)
        num_classes = largest + 1
    elif a.size and largest >= num_classes:
        raise RuntimeError("Class values must be smaller than num_classes.")
    elif not a.size and num_classes <= 0:
        raise RuntimeError(_EMPTY_CLASSES_ERROR)
    if not ACTIVE and tensor._array is a:
        found = wrap(_one_hot(a, num_classes))
        if a.size:
            found._counter = [2]  # PyTorch makes zeros and writes ones
        return found
    return map_values(tensor, lambda values: _one_hot(values, num_classes))


_EMPTY_CLASSES_ERROR = "Can not infer total number of classes from empty tensor."


def _one_hot_meta(tensor: Any, num_classes: int) -> Any:
    """`one_hot` of meta tensors, from which the number of classes cannot be derived."""
    if num_classes < 0:
        raise RuntimeError("Tensor.item() cannot be called on meta tensors" if num_classes == -1 else
                           "upper bound and lower bound inconsistent with step sign")
    return wrap(make_meta((*tensor._array.shape, num_classes), tensor._array.dtype))


def _one_hot(values: Any, count: int) -> Any:
    out = np.zeros((*values.shape, count), np.int64)  # raises if there is not enough memory, before anything is written
    out.reshape(-1, count)[intp.arange(values.size), values.reshape(-1)] = 1
    return out


__all__ = ["embedding", "embedding_bag", "one_hot"]
