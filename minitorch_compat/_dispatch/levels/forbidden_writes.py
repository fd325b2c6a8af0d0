"""In-place calls that a function transform forbids: how the call is named, and what may be written inside `jvp`.

PyTorch names the overload it refuses (`add_.Tensor`).
"""
from __future__ import annotations

from typing import Any

from ..state import LOCAL
from ..tensor import TensorBase

CAPTURED = ("During a grad (vjp, jvp, grad, etc) transform, the function provided attempted to call in-place operation (aten::{}) that "
            "would mutate a captured Tensor. This is not supported; please rewrite the function being transformed to explicitly accept "
            "the mutated Tensor(s) as inputs.")
#: Ops whose in-place form has overloads: by the last argument, or by name.
_BY_ARGUMENT = frozenset({"bitwise_and", "bitwise_left_shift", "bitwise_or", "bitwise_right_shift", "bitwise_xor", "copysign", "eq", "fmod",
                          "float_power", "ge", "gt", "le", "lt", "ne", "remainder", "xlogy"})
_OVERLOADS = {
    "add": "add_.Tensor", "add_scaled": "add_.Tensor", "clamp_max_scalar": "clamp_max_", "clamp_max_tensor": "clamp_max_.Tensor",
    "clamp_min_scalar": "clamp_min_", "clamp_min_tensor": "clamp_min_.Tensor", "clamp_scalars": "clamp_", "clamp_tensors": "clamp_.Tensor",
    "div": "div_.Tensor", "fill_tensor": "fill_.Tensor", "floor_divide": "floor_divide_.Tensor",
    "index_fill_tensor": "index_fill_.int_Tensor", "index_fill_value": "index_fill_.int_Scalar", "index_put_plan": "index_put_",
    "lerp": "lerp_.Tensor", "lerp_scalar": "lerp_.Scalar",
    "masked_fill_tensor": "masked_fill_.Tensor", "masked_fill_value": "masked_fill_.Scalar", "mul": "mul_.Tensor", "pow": "pow_.Tensor",
    "pow_scalar": "pow_.Scalar", "put_flat": "put_", "scatter_reduce_of": "scatter_reduce_.two", "scatter_tensor": "scatter_.src",
    "scatter_value": "scatter_.value", "sub": "sub_.Tensor", "sub_scaled": "sub_.Tensor"}

#: Ops that vmap does not refuse before the shapes disagree.
BROADCASTING = frozenset({"add", "atan2", "bitwise_and", "bitwise_left_shift", "bitwise_or", "bitwise_right_shift", "bitwise_xor",
                           "copysign", "gcd", "lcm"})


def overload(op: Any, args: tuple[Any, ...]) -> str:
    """What PyTorch calls the in-place overload of `op` that takes these arguments."""
    name: str = op.name
    if name in _BY_ARGUMENT:
        return f"{name}_.{'Tensor' if isinstance(args[-1], TensorBase) else 'Scalar'}"
    return _OVERLOADS.get(name) or name + "_"


def check_captured(t: Any, name: str, others: tuple[Any, ...] = ()) -> None:
    """Refuse to write into a tensor that the innermost open `grad`, `vjp` or `jvp` has not seen made.

    What is made inside a reverse-mode level belongs to it, so that a tensor of levels below was made outside; inside `jvp` it is noted.
    Where vmap does not let `t` take a value per example from the `others`, that is said instead, later.
    """
    from .lifting import BatchLevel, is_at

    if LOCAL.lowered:
        return
    owner = t if t._view is None else t._view
    for level in reversed(LOCAL.levels):
        if is_at(t, level):
            return
        if isinstance(level, BatchLevel):
            if base_name(name) not in BROADCASTING and any(isinstance(o, TensorBase) and is_at(o, level) for o in others):
                return
        elif level.differentiates:
            if not made_inside(t, level) and not made_inside(owner, level):
                raise RuntimeError(CAPTURED.format(name))
            return


def base_name(overload_name: str) -> str:
    return overload_name.split("_.")[0].removesuffix("_")


def made_inside(t: Any, level: Any) -> bool:
    """Whether `t`, a tensor over an ndarray, was made inside `level`, a `jvp`, or varies with its primals."""
    if not hasattr(level, "duals") or t._autograd_meta is None:
        return False
    made_in = t._autograd_meta.made_in
    return (made_in is not None and made_in.index >= level.index and made_in.index < len(LOCAL.levels)
            and LOCAL.levels[made_in.index] is made_in) or bool(t._autograd_meta.tangents) and level.index in t._autograd_meta.tangents
