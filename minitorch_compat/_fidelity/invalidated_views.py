"""What PyTorch says of views that lost their history before it says anything else. Only reached when a call has failed."""
from __future__ import annotations

import sys
from typing import Any

from .._dispatch.call.torch_function import members, mode_open
from .._dispatch.grad_mode import grad_mode
from .._dispatch.graph.inplace import check_writable
from .._dispatch.graph.views import refresh
from .._dispatch.state import LOCAL, Classes
from .._dispatch.tensor import TensorBase
from .._ops.op import OPS

#: Functions made of others: they look at their arguments before any of the others asks for a history.
_COMPOSED = frozenset((
    "allclose", "broadcast_tensors", "cdist", "chunk", "coalesce", "const_data_ptr", "cross", "diag", "diff", "dsplit", "flatten",
    "fliplr", "flipud", "ger", "histc", "hsplit", "inner", "is_nonzero", "isclose", "istft", "logdet", "matmul", "matrix_power",
    "meshgrid", "moveaxis", "movedim", "multinomial", "nanmean", "nanquantile", "narrow", "new_ones", "new_tensor", "new_zeros", "outer",
    "pad", "prelu", "quantile", "repeat_interleave", "resize_as", "size", "stft", "storage_type", "subtract", "subtract_", "sum_to_size",
    "svd", "tensor", "tensor_split", "tensordot", "to", "to_sparse_coo", "unflatten", "unique_consecutive", "vsplit", "argmax", "argmin",
    "swap_tensors", "linear", "conv1d", "conv2d", "conv3d", "einsum", "bilinear", "greater", "greater_equal", "less", "less_equal",
    "not_equal", "logical_and_", "logical_or_", "logical_xor_", "unsafe_chunk", "fill_diagonal_", "float_power_"))

#: Of what these refuse only this comes from themselves; the rest comes from functions that have asked.
_OWN_REFUSALS = {"cross": "no dimension of size 3", "matmul": "at least 1D", "linear": "at least 1D", "outer": "Expected 1-D",
                 "ger": "Expected 1-D", "float_power_": "the base given"}

#: Methods that end as those in place do, and change no values.
_OF_MARKS = frozenset(("apply_", "detach_", "map2_", "map_", "requires_grad_", "resize_", "resize_as_", "set_", "share_memory_"))


def earlier_error(full: str, args: Any, kwargs: dict[str, Any], error: Exception) -> Exception | None:
    """What PyTorch says of a failed call of `full` before it comes to `error`, where an argument is a view without a history."""
    name, values = full.rpartition(".")[2], (*args, *kwargs.values())
    if not LOCAL.grad or full.startswith(("torch.autograd.", "torch.nn.init.")) or "functions with out=" in str(error) or mode_open():
        return None  # where a mode is open, `error` is that of its handler, or has been looked at behind it
    if name[-2:] == "__":  # of assignments and reads only what makes views first
        return invalidated(values) if name[2:] in ("getitem__", "setitem__") and str(error).startswith("slice()") else None
    if name in _COMPOSED:
        return _worded_by_itself(full, args, kwargs, error)
    if name in _OF_MARKS or OPS.declares(name) and not (OPS[name].is_differentiable or OPS[name].asks_for_history):
        return None
    if name == "copy_" and args[0]._array.dtype.kind not in "fcV":
        return None  # nothing is recorded of copies into integers, whatever is copied
    return _unwritable(values) if name[-1] == "_" else invalidated(values)


def _worded_by_itself(full: str, args: Any, kwargs: dict[str, Any], error: Exception) -> Exception | None:
    """The same of a function made of others, which here may have asked for a history too soon."""
    lost = invalidated((*args, *kwargs.values()))
    if lost is None:
        return None
    own = _without_histories(full, args, kwargs) if str(error) == str(lost) and "." in full else error
    return own if own is not None and _OWN_REFUSALS.get(full.rpartition(".")[2], "") in str(own) else lost


def _without_histories(full: str, args: Any, kwargs: dict[str, Any]) -> Exception | None:
    """What else is wrong with the call."""
    space, _, name = full.rpartition(".")
    owner = Classes.tensor if space == "torch.Tensor" else sys.modules[__name__.partition(".")[0] + space.removeprefix("torch")]
    try:
        with grad_mode(False):
            getattr(owner, name)(*map(_bare, args), **{key: _bare(value) for key, value in kwargs.items()})
    except Exception as error:
        return error
    return None


def _bare(value: Any) -> Any:
    if value.__class__ in (list, tuple):
        return type(value)(map(_bare, value))
    return value.data if isinstance(value, TensorBase) else value  # type: ignore[attr-defined]


def invalidated(values: Any) -> RuntimeError | None:
    """What is said of the first view among `values` whose history cannot be made anew."""
    try:
        views = [t for t in members(values) if isinstance(t, TensorBase) and t._view is not None]
    except RecursionError:  # a list that is in itself
        return None
    return next((said for t in views if (said := _refused(refresh, t)) is not None), None)


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
