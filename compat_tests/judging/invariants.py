"""Invariants after every test and case, asserted by all runners."""
from __future__ import annotations

import gc
from typing import Any

import numpy as np

from minitorch_compat._dispatch import state

#: Thread-local state, with its values when no level, mode or hook is open.
CLOSED: dict[str, Any] = {
    "levels": [], "function_modes": [], "saved_hooks": [], "saved_hooks_disabled": None, "grad": True, "inference": False, "observer": None,
    "task": None, "node": None, "before_write": None, "delegated": False, "autocast": None, "functionalizing": 0, "autocast_cache": None,
    "no_overrides": 0, "skip_override_check": False, "forward_limit": state.NO_LEVEL_LIMIT}

#: numpy's error state and buffer size, which kernels change while they run.
ERRORS, BUFFER = np.geterr(), np.getbufsize()


def left_open() -> list[str]:
    """The levels, modes and hooks that are still open; between tests there must be none."""
    if state.ACTIVE:
        gc.collect()  # inference tensors may live until the cyclic collector runs
    found = [f"LOCAL.{name} is {getattr(state.LOCAL, name)!r}" for name, closed in CLOSED.items() if getattr(state.LOCAL, name) != closed]
    if state.ACTIVE:
        found.append(f"ACTIVE holds {state.ACTIVE!r}")
    if state.Anomaly.enabled:
        found.append("anomaly mode is on")
    if (np.geterr(), np.getbufsize()) != (ERRORS, BUFFER):
        found.append(f"numpy's error state is {np.geterr()}, its buffer {np.getbufsize()}")
    return found


def close() -> None:
    """Reset everything, so that later tests are not affected."""
    state.set_recording(True)
    for name, closed in CLOSED.items():
        setattr(state.LOCAL, name, type(closed)(closed) if isinstance(closed, list) else closed)
    state.ACTIVE.clear()
    state.PAUSED.clear()
    state.Anomaly.enabled = False
    np.seterr(**ERRORS)  # type: ignore[arg-type]  # numpy's own answer
    np.setbufsize(BUFFER)


def memory(tensor: Any) -> Any:
    """The ndarray of a tensor, None if it has none or no elements."""
    array = getattr(tensor, "_array", None)
    return array if array.__class__ is np.ndarray and array.size else None


def shared(named: dict[str, Any]) -> list[str]:
    """Pairs of names whose tensors have an element in common."""
    arrays = [(name, array) for name, tensor in named.items() if (array := memory(tensor)) is not None]
    return [f"{a} and {b} share memory" for i, (b, y) in enumerate(arrays) for a, x in arrays[:i] if np.may_share_memory(x, y) and
            np.shares_memory(x, y, max_work=10_000)]


def gradients_shared(tensors: dict[str, Any]) -> list[str]:
    """Pairs of different leaves whose `.grad` have memory in common; in PyTorch they never share it."""
    leaves = {id(t): (name, t) for name, t in tensors.items() if _has_gradient(t)}
    return shared({f"{name}.grad": t.grad for name, t in leaves.values()})


def _has_gradient(tensor: Any) -> bool:
    try:
        return tensor.requires_grad and tensor.is_leaf and tensor.grad is not None
    except RuntimeError:  # a view whose base was changed without recording
        return False
