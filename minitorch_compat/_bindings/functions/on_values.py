"""Functions that compute on plain values, under levels of function transforms.

They have no derivative (or none that a transform could use), so at a reverse-mode level they use the tensor below; under vmap they
run once per example, with the warning of ops without a batching rule.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..._array.core.conjugate import Unresolved
from ..._array.core.user_warnings import warn
from ..._array.sparse.coo import unsupported_error
from ..._dispatch.call.caller import TENSORS
from ..._dispatch.graph.recording import attach_node, edge_of
from ..._dispatch.layouts.conjugate import run_on_resolved
from ..._dispatch.levels.lifting import DYNAMIC, BatchLevel, Constant, Tracked, is_at_level, lift_batch, resolve_levels, value_below
from ..._dispatch.state import ACTIVE, LOCAL, Classes
from ..._dispatch.tensor import TensorBase, set_array, wrap_as
from ..._ops.op import ENTRY
from .arguments import fast_wraps

Function = Callable[..., Any]


def on_values(name: str, *, dynamic: bool = False, warns: bool = True, history: Any = None,
              reader: str = "") -> Callable[[Function], Function]:
    """Decorate a function of plain values that PyTorch calls `aten::name`.

    `dynamic`: vmap refuses it, since its results differ in shape; not `warns`: its cost is small compared with what follows; `history`:
    the node of the first result, for a function without a derivative whose backward raises; `reader`: the op of PyTorch's that refuses
    meta tensors in it, whose shapes do not tell the result's.
    """
    def decorate(function: Function) -> Function:
        @fast_wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            if ACTIVE and LOCAL.levels:
                level, args, kwargs = _highest_level(args, kwargs)
                if level is not None:
                    return _call_at_level(call, level, args, kwargs, name, dynamic, warns, history)
            try:
                return function(*args, **kwargs)
            except Unresolved as error:
                from ..._dispatch.layouts.meta import any_meta, needs_values_error

                if (dynamic or reader) and any_meta((args, kwargs)):
                    raise needs_values_error(reader or name) from None
                return run_on_resolved(function, args, kwargs, error)
            except Exception:
                if any(t.is_sparse for t in _find_tensors((args, kwargs))):
                    raise unsupported_error(name) from None
                raise

        return call

    return decorate


def _highest_level(args: Any, kwargs: Any) -> tuple[Any, Any, Any]:
    """The highest open level of the tensors among the arguments, and the arguments without ended levels."""
    args, kwargs = (_map_tensors(resolve_levels, v) for v in (args, kwargs))
    found = [t._array.level for t in _find_tensors((args, kwargs)) if hasattr(t._array, "level")]
    return max(found, key=lambda level: level.index, default=None), args, kwargs


def _find_tensors(value: Any) -> list[Any]:
    if isinstance(value, TensorBase):
        return [value]
    if isinstance(value, dict):
        value = list(value.values())
    return [t for v in value for t in _find_tensors(v)] if isinstance(value, (tuple, list)) else []


def _map_tensors(change: Function, value: Any) -> Any:
    """`value` with every tensor in it replaced."""
    if isinstance(value, TensorBase):
        return change(value)
    if isinstance(value, dict):
        return {k: _map_tensors(change, v) for k, v in value.items()}
    if isinstance(value, (tuple, list)):
        parts = [_map_tensors(change, v) for v in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    return value


def _call_at_level(call: Function, level: Any, args: Any, kwargs: Any, name: str, dynamic: bool, warns: bool, history: Any) -> Any:
    delegated, LOCAL.delegated = LOCAL.delegated, True
    try:
        if isinstance(level, BatchLevel):
            if dynamic and not level.is_legacy:
                raise RuntimeError(DYNAMIC.format(name))
            if warns and not level.is_legacy:
                from ..._dispatch.levels.vmap import NO_BATCHING_RULE

                warn(NO_BATCHING_RULE.format(name))
            return _call_per_example(call, level, args, kwargs, name)
        found = call(*_map_tensors(lambda t: value_below(t, level), args), **_map_tensors(lambda t: value_below(t, level), kwargs))
        outs = _map_tensors(lambda t: wrap_as(Classes.tensor, Constant(t, level)), found)
    finally:
        LOCAL.delegated = delegated
    if history is not None and LOCAL.grad:
        for t in _find_tensors((args, kwargs)):
            if t.requires_grad:
                _attach_history(history, t, _find_tensors(outs)[0], level)
                break
    return outs


def _attach_history(history: Any, source: Any, out: Any, level: Any) -> None:
    edge, slot = edge_of(source)
    set_array(out, Tracked(out._array.value, level))
    attach_node(history((edge,), (slot,)), ENTRY.clone, (out,))  # an entry with a single result, too


def _call_per_example(call: Function, level: BatchLevel, args: Any, kwargs: Any, name: str) -> Any:
    if not level.size:
        raise RuntimeError(f"vmap: {name} has no batching rule, so it cannot be called on no examples at all")
    outs = []
    for i in range(level.size):
        def example(t: Any, i: int = i) -> Any:
            return TENSORS.select(t._array.value, 0, i) if is_at_level(t, level) else t

        outs.append(call(*_map_tensors(example, args), **_map_tensors(example, kwargs)))
    return _stack_results(outs, level)


def _stack_results(outs: list[Any], level: BatchLevel) -> Any:
    first = outs[0]
    if isinstance(first, TensorBase):
        return lift_batch(TENSORS.stack(outs, 0), level)
    parts = [_stack_results(list(members), level) for members in zip(*outs, strict=True)]
    return type(first)(*parts) if hasattr(first, "_fields") else type(first)(parts)
