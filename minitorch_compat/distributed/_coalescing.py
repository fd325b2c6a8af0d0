"""Collectives collected by `_coalescing_manager`, which are started together at its end."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from .._dispatch.unsupported import UnsupportedError
from ._groups import Work
from ._world import ProcessGroup, _group

#: The collected calls of each group: name of the collective, a function that starts it with a reduction, and the reduction.
CollectedCalls = list[tuple[str, Callable[[Any], Work], Any]]
COALESCING: dict[ProcessGroup, CollectedCalls] = {}


class _IllegalWork:
    """The result of a collected call with `async_op=True`: it cannot be waited for before the end of the context."""

    def __getattribute__(self, name: str) -> Any:
        if name in ("wait", "is_completed", "is_success", "exception", "synchronize", "result", "source_rank", "get_future"):
            raise ValueError(f"Illegal to call {name} on IllegalWork object")
        return object.__getattribute__(self, name)


class CoalescingManager:
    """The works started at the end of the context."""

    def __init__(self) -> None:
        self.works: list[Work] = []

    def append(self, work: Work | None) -> None:
        """Add a work to wait for."""
        if work is not None:
            self.works.append(work)

    def wait(self) -> None:
        """Wait for all works."""
        for work in self.works:
            work.wait()


def collect_call(group: ProcessGroup, name: str, start: Callable[[Any], Work], op: Any, async_op: bool) -> Any:
    """Collect a call to start later."""
    COALESCING[group].append((name, start, op))
    return _IllegalWork() if async_op else None


@contextmanager
def _coalescing_manager(group: Any = None, device: Any = None, async_ops: bool = False) -> Iterator[CoalescingManager]:
    """Collect calls of one collective (`all_reduce`, `all_gather_single`, `reduce_scatter_single`) and start them at the end.

    Parameters: `async_ops`: do not wait at the end, but in `wait()` of the context object. Raises RuntimeError for calls of different
    collectives; the reduction is that of the first. Raises ValueError for nested contexts of the same group.

    Example: `with _coalescing_manager(async_ops=True) as together: dist.all_reduce(x); dist.all_reduce(y)`, then `together.wait()`.
    """
    if device is not None:
        raise UnsupportedError("_coalescing_manager(device=…)", "groups of the CPU gather calls without it")
    g = _group(group)
    if g in COALESCING:
        raise ValueError("ProcessGroup has non-empty op list at the start of coalescing: _coalescing_manager within another of its group")
    manager, calls = CoalescingManager(), COALESCING.setdefault(g, [])
    try:
        yield manager
    finally:
        del COALESCING[g]
    names = {name for name, _, _ in calls}
    if len(names) > 1:
        raise RuntimeError(f"Coalescing manager requires all collectives to be the same type, but got mixed types: {names}")
    for _, start, _ in calls:
        manager.append(start(calls[0][2]))
    if not async_ops:
        manager.wait()
        manager.works.clear()
