"""`torch.nn._reduction`: the names and numbers of the reductions of losses."""
from __future__ import annotations

from .._array.core.user_warnings import warn

_NUMBERS = {"none": 0, "mean": 1, "elementwise_mean": 1, "sum": 2}


def get_enum(reduction: str) -> int:
    """The number that PyTorch's native functions take for `reduction`. Raise ValueError for an unknown name."""
    if reduction == "elementwise_mean":
        warn("reduction='elementwise_mean' is deprecated. Please use reduction='mean' instead.")
    if reduction not in _NUMBERS:
        raise ValueError(f"{reduction} is not a valid value for reduction")
    return _NUMBERS[reduction]


def legacy_get_string(size_average: bool | None, reduce: bool | None, emit_warning: bool = True) -> str:
    """The name of the reduction that the two deprecated flags select."""
    reduction = "none" if reduce is False else "sum" if size_average is False else "mean"
    if emit_warning:
        warn(f"size_average and reduce args will be deprecated, please use reduction='{reduction}' instead.")
    return reduction


def legacy_get_enum(size_average: bool | None, reduce: bool | None, emit_warning: bool = True) -> int:
    """The number of the reduction that the two deprecated flags select."""
    return get_enum(legacy_get_string(size_average, reduce, emit_warning))
