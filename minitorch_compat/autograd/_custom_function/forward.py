"""Forward mode through a custom Function: its `jvp` runs once per open level at which an argument has a tangent."""
from __future__ import annotations

from typing import Any

from ..._bindings.tensor.tensor import Tensor
from ..._dispatch.call.caller import TENSORS
from ..._dispatch.graph.views import take_window, view_geometry
from ..._dispatch.levels.forward import in_memory_order_of, set_tangent, tangent_of
from ..._dispatch.state import LOCAL
from ..._dispatch.tensor import TensorBase
from ..._dispatch.unsupported import UnsupportedError
from .ctx_names import user_attributes


class forward_levels_below:
    """Context in which calls see only tangents of forward levels below `limit`."""

    __slots__ = ("limit", "previous")

    def __init__(self, limit: int) -> None:
        self.limit = limit

    def __enter__(self) -> None:
        self.previous = LOCAL.forward_limit
        LOCAL.forward_limit = min(self.limit, self.previous)

    def __exit__(self, *exc: object) -> None:
        LOCAL.forward_limit = self.previous


def forward_levels(args: tuple[Any, ...]) -> list[int]:
    """The levels at which an argument has a tangent, outermost first."""
    levels: set[int] = set()
    for a in args:
        if isinstance(a, Tensor) and a._autograd_meta is not None and a._autograd_meta.tangents:
            levels.update(a._autograd_meta.tangents)
    return sorted(level for level in levels if level < LOCAL.forward_limit)


def forward_tangents(cls: Any, node: Any, args: tuple[Any, ...], results: tuple[Any, ...], level: int) -> None:
    """Set the tangents of the outputs at `level`. The `jvp` is itself differentiated at the levels below."""
    _check_saved(node, args, results, level)
    materialize = node.__dict__.get("materialize_grads", True)
    tangents = tuple(tangent_or_zeros(a, level, materialize) for a in args)
    with forward_levels_below(level), user_attributes(node):
        found = cls.jvp(node, *tangents)
    attach_tangents(node, found, (args, tangents), results, level)


def attach_tangents(ctx: Any, tangents: Any, inputs: tuple[Any, Any], results: tuple[Any, ...], level: int) -> None:
    """Set the tangents returned by a `jvp` on the outputs; `inputs` are the arguments and their tangents."""
    tangents = tangents if isinstance(tangents, tuple) else (tangents,)
    for i, tangent in enumerate(tangents):
        if tangent is not None and not isinstance(tangent, TensorBase):
            raise RuntimeError(f"expected Variable or None (got {type(tangent).__name__}) for grad output {i}.")
    if len(tangents) != len(results):
        raise RuntimeError(f"Function's jvp returned an invalid number of forward gradients (expected {len(results)} but got "
                           f"{len(tangents)})")
    for i, (out, tangent) in enumerate(zip(results, tangents, strict=True)):
        if tangent is not None or _must_have_tangent(ctx, out):
            _set_output_tangent(ctx, i, out, tangent, inputs, level)


def tangent_or_zeros(a: Any, level: int, materialize: bool) -> Any:
    """The tangent of an argument as `jvp` receives it."""
    if not isinstance(a, Tensor):
        return None
    tangent = tangent_of(a, level)
    if tangent is None and materialize and a._array.dtype.kind in "fcV":
        return a.new_zeros(a.shape)
    return tangent


def _check_saved(node: Any, args: tuple[Any, ...], results: tuple[Any, ...], level: int) -> None:
    """Refuse saved intermediate results in nested levels: they have lost their dependence on the lower levels."""
    if level == forward_levels(args)[0]:
        return
    known_ids = {id(t) for t in (*args, *results)}
    if any(t is not None and id(t) not in known_ids for t in node.__dict__.get("saved_for_forward") or ()):
        raise UnsupportedError("nested forward levels through a Function that saves intermediate results with save_for_forward")


def _must_have_tangent(ctx: Any, out: Any) -> bool:
    return (isinstance(out, Tensor) and out._array.dtype.kind in "fcV"
            and not any(out is t for t in getattr(ctx, "non_differentiable", None) or ()))


def _set_output_tangent(node: Any, index: int, out: Any, tangent: Any, inputs: tuple[Any, Any], level: int) -> None:
    if tangent is None:
        raise RuntimeError("Expected both tensor and its forward grad to be floating point or complex: a jvp returned None for the "
                           f"differentiable output {index}")
    if not isinstance(out, Tensor) or any(out is t for t in node.__dict__.get("non_differentiable") or ()):
        raise RuntimeError(f"Function's jvp returned a gradient at position {index}, but  the corresponding forward output is not a "
                           "differentiable Tensor.You should return None at that position instead.")
    source = next((i for i, a in enumerate(inputs[0]) if isinstance(a, Tensor) and _alias_relation(out, a) is not None), None)
    if source is not None and _alias_relation(out, inputs[0][source]) == "view" and tangent_of(inputs[0][source], level) is None:
        tangent = _place_in_base(out, tangent, level)
    elif source is not None and not LOCAL.levels[level].functional:  # `func.jvp` does not check this
        _check_aliasing(_alias_relation(out, inputs[0][source]), tangent, inputs[1][source])
    if source is None:
        set_tangent(out, level, in_memory_order_of(out, tangent))
    elif tangent is not tangent_of(out, level):
        set_tangent(out, level, tangent)


def _place_in_base(view: Any, tangent: Any, level: int) -> Any:
    """Give the base of a view a tangent that is zero outside the view; return the view's tangent as a view of it."""
    base = view._view
    if tangent_of(base, level) is not None or tangent.shape != view.shape:
        return tangent
    base_tangent = base.new_zeros(base.shape)
    set_tangent(base, level, base_tangent)
    part = take_window(TENSORS, base_tangent, view_geometry(view)).copy_(tangent)
    part._counter[0] = 0  # as if created with these values
    return part


def _alias_relation(out: Any, a: Any) -> str | None:
    """How an output aliases an argument: "same", "view" or None."""
    if out is a:
        return "same"
    return "view" if out._view is not None and out._view is (a if a._view is None else a._view) else None


def _check_aliasing(relation: str | None, tangent: Any, input_tangent: Any) -> None:
    if relation == "same":
        if tangent is not input_tangent:
            raise RuntimeError("An inplace custom Function is not modifying the forward mode gradients inplace. If the forward is "
                               "modifying an input inplace, then the jvp function must modify the corresponding gradient inplace.")
        return
    if tangent._view is None:
        raise RuntimeError("A custom Function's forward is returning a view (or an input as-is) but the jvp is not returning a view.")
    if input_tangent is not None and tangent._view is not (input_tangent if input_tangent._view is None else input_tangent._view):
        which = "the given grad input" if input_tangent._view is None else "the same base as the given grad input"
        raise RuntimeError(f"A custom Function is returning a view but the jvp is not returning a view of {which}.")
