"""What PyTorch says of views that lost their history before it says anything else. Only reached when a call has failed."""
from __future__ import annotations

from typing import Any

from .._dispatch.inplace import check_writable
from .._dispatch.overrides import members
from .._dispatch.state import LOCAL
from .._dispatch.tensor import TensorBase
from .._dispatch.views import refresh
from .._ops.op import OPS

#: Functions made of others: they look at their arguments before any of the others asks for a history.
_COMPOSED = frozenset((
    "allclose", "chunk", "coalesce", "const_data_ptr", "cross", "diag", "diff", "dsplit", "flatten", "fliplr", "flipud", "ger", "histc",
    "hsplit", "inner", "is_nonzero", "isclose", "istft", "logdet", "matmul", "matrix_power", "moveaxis", "movedim", "multinomial",
    "nanmean", "nanquantile", "narrow", "new_ones", "new_tensor", "new_zeros", "outer", "prelu", "quantile", "repeat_interleave",
    "resize_as", "size", "stft", "storage_type", "subtract", "subtract_", "sum_to_size", "svd", "tensor", "tensor_split", "tensordot",
    "to_sparse_coo", "unflatten", "unique_consecutive", "vsplit", "argmax", "argmin", "swap_tensors", "linear", "conv1d", "conv2d",
    "conv3d", "einsum", "bilinear", "greater", "greater_equal", "less", "less_equal", "not_equal", "logical_and_", "logical_or_",
    "logical_xor_", "unsafe_chunk", "fill_diagonal_"))

#: Methods that end as those in place do, and change no values.
_OF_MARKS = frozenset(("apply_", "detach_", "map2_", "map_", "requires_grad_", "resize_", "resize_as_", "set_", "share_memory_"))


#: What has no derivative and asks for a history all the same.
_NO_DERIVATIVE = frozenset((
    "bitwise_and", "bitwise_left_shift", "bitwise_not", "bitwise_or", "bitwise_right_shift", "bitwise_xor", "gcd", "lcm"))


def said_first(full: str, values: Any, error: Exception) -> RuntimeError | None:
    """What PyTorch says of a call of `full` on `values` before it comes to `error`: that an argument is a view without a history."""
    name = full.rpartition(".")[2]
    if not LOCAL.grad or full.startswith("torch.autograd.") or "functions with out=" in str(error):
        return None
    if name[-2:] == "__":  # of assignments and reads only what makes views first
        return stale(values) if name[2:] in ("getitem__", "setitem__") and str(error).startswith("slice()") else None
    if name in _COMPOSED or name in _OF_MARKS or (
            OPS.declares(name) and not OPS[name].is_differentiable and name not in _NO_DERIVATIVE):
        return None
    return _unwritable(values) if name[-1] == "_" else stale(values)


def stale(values: Any) -> RuntimeError | None:
    """What is said of the first view among `values` whose history cannot be made anew."""
    for t in members(values):
        if isinstance(t, TensorBase) and t._view is not None and (said := _refused(refresh, t)) is not None:
            return said
    return None


def _unwritable(values: Any) -> RuntimeError | None:
    """What is said of the first of `values`, which was to be changed in place."""
    asked = [t for t in members(values) if isinstance(t, TensorBase)]
    if LOCAL.levels or not asked or asked[0].is_inference() or not any(t.requires_grad for t in asked):  # type: ignore[attr-defined]
        return None
    return _refused(check_writable, asked[0])


def _refused(check: Any, t: Any) -> RuntimeError | None:
    try:
        check(t)
    except RuntimeError as said:
        return said
    return None
