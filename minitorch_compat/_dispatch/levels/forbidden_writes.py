"""In-place calls that function transforms forbid: the name of the call, and what may be written inside `jvp`.

PyTorch names the overload that it refuses (`add_.Tensor`).
"""
from __future__ import annotations

from typing import Any

from ..._ops.op import Op
from ..state import LOCAL
from ..tensor import TensorBase

CAPTURED = ("During a grad (vjp, jvp, grad, etc) transform, the function provided attempted to call in-place operation (aten::{}) that "
            "would mutate a captured Tensor. This is not supported; please rewrite the function being transformed to explicitly accept "
            "the mutated Tensor(s) as inputs.")
def inplace_overload_name(op: Op, args: tuple[Any, ...]) -> str:
    """PyTorch's name of the in-place overload of `op` for these arguments."""
    from ..._ops.aten import name_in_errors

    return name_in_errors(op, args, True)


def check_captured(t: Any, name: str, others: tuple[Any, ...] = ()) -> None:
    """Refuse to write into a tensor that was not made inside the innermost open `grad`, `vjp` or `jvp`.

    Tensors made inside a reverse-mode level belong to it, so that a tensor of a lower level was made outside; inside `jvp` they are
    registered. If vmap does not allow `t` to take one value per example from the `others`, its own error is raised later.
    """
    from .lifting import BatchLevel, is_at_level

    if LOCAL.delegated:
        return
    owner = t if t._view is None else t._view
    for level in reversed(LOCAL.levels):
        if is_at_level(t, level):
            return
        if isinstance(level, BatchLevel):
            if any(isinstance(o, TensorBase) and is_at_level(o, level) for o in others):
                return
        elif level.differentiates:
            if not is_made_inside(t, level) and not is_made_inside(owner, level):
                raise RuntimeError(CAPTURED.format(name))
            return


def base_name(overload_name: str) -> str:
    return overload_name.split("_.")[0].removesuffix("_")


def is_made_inside(t: Any, level: Any) -> bool:
    """Whether `t`, a tensor over an ndarray, was made inside `level`, a `jvp`, or depends on its primals."""
    if not hasattr(level, "tangent_refs") or t._autograd_meta is None:
        return False
    made_in = t._autograd_meta.made_in
    return (made_in is not None and made_in.index >= level.index and made_in.index < len(LOCAL.levels)
            and LOCAL.levels[made_in.index] is made_in) or bool(t._autograd_meta.tangents) and level.index in t._autograd_meta.tangents
