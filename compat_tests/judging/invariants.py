"""What holds after anything that has run, whatever it was: asserted by every runner, of tests and of cases."""
from __future__ import annotations

import gc
from typing import Any

import numpy as np

from minitorch_compat._dispatch import state

#: What a thread has open, and what it is when nothing is.
CLOSED: dict[str, Any] = {
    "levels": [], "function_modes": [], "saved_hooks": [], "saved_hooks_disabled": None, "grad": True, "inference": False, "observer": None,
    "task": None, "node": None, "writes": None, "lowered": False, "autocast": None, "functionalizing": 0, "autocast_cache": None,
    "no_overrides": 0, "unasked": False, "forward_limit": state.EVERY_LEVEL}

#: What numpy does about floating-point errors, and its buffer: kernels change both for as long as they run.
ERRORS, BUFFER = np.geterr(), np.getbufsize()


def left_open() -> list[str]:
    """The levels, modes and hooks that are open: nobody's, between tests."""
    if state.ACTIVE:
        gc.collect()  # an inference leaf lives as long as what holds it: perhaps until the collector comes
    found = [f"LOCAL.{name} is {getattr(state.LOCAL, name)!r}" for name, closed in CLOSED.items() if getattr(state.LOCAL, name) != closed]
    if state.ACTIVE:
        found.append(f"ACTIVE holds {state.ACTIVE!r}")
    if state.Anomaly.enabled:
        found.append("anomaly mode is on")
    if (np.geterr(), np.getbufsize()) != (ERRORS, BUFFER):
        found.append(f"numpy's error state is {np.geterr()}, its buffer {np.getbufsize()}")
    return found


def close() -> None:
    """Puts everything back, so that what comes next is not blamed for it."""
    state.set_recording(True)
    for name, closed in CLOSED.items():
        setattr(state.LOCAL, name, type(closed)(closed) if isinstance(closed, list) else closed)
    state.ACTIVE.clear()
    state.PAUSED.clear()
    state.Anomaly.enabled = False
    np.seterr(**ERRORS)  # type: ignore[arg-type]  # numpy's own answer
    np.setbufsize(BUFFER)


def memory(tensor: Any) -> Any:
    """The bare memory of a tensor that has some; else None."""
    array = getattr(tensor, "_array", None)
    return array if array.__class__ is np.ndarray and array.size else None


def shared(named: dict[str, Any]) -> list[str]:
    """Pairs of names whose tensors have an element in common."""
    arrays = [(name, array) for name, tensor in named.items() if (array := memory(tensor)) is not None]
    return [f"{a} and {b} share memory" for i, (b, y) in enumerate(arrays) for a, x in arrays[:i] if np.may_share_memory(x, y) and
            np.shares_memory(x, y, max_work=10_000)]


def gradients_shared(tensors: dict[str, Any]) -> list[str]:
    """Pairs of different leaves whose `.grad` have memory in common; PyTorch never hands the same to two of them."""
    leaves = {id(t): (name, t) for name, t in tensors.items() if _has_gradient(t)}
    return shared({f"{name}.grad": t.grad for name, t in leaves.values()})


def _has_gradient(tensor: Any) -> bool:
    try:
        return tensor.requires_grad and tensor.is_leaf and tensor.grad is not None
    except RuntimeError:  # a view whose base was changed where nothing is recorded
        return False
