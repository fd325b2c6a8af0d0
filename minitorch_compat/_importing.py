"""Two measures that make importing this much code faster: no garbage collection, and a stack chunk large enough for nested imports."""
from __future__ import annotations

import gc
from collections.abc import Callable
from types import FunctionType, TracebackType

#: Stack size of a `with_stack_space` function, in words: more than half of the chunk that CPython then allocates, so that nested ones get
#: one each.
_STACK_WORDS = 4200


class paused:
    """Disables garbage collection, which saves a tenth of the time; the objects created inside are moved to the oldest generation."""

    def __enter__(self) -> None:
        self.enabled = gc.isenabled()
        gc.disable()

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        if not self.enabled:
            return
        if kind is None and hasattr(gc, "freeze") and not gc.get_freeze_count():
            gc.freeze()  # both together move all objects to the oldest generation without traversing them
            gc.unfreeze()
        gc.enable()


def with_stack_space(function: Callable[[], None]) -> Callable[[], None]:
    """Reserve stack space for the frames that `function` calls.

    CPython allocates frames in chunks of 16 KB, a new one whenever a call reaches the end of a chunk, and frees it when that call returns.
    Nested imports that begin at an unlucky depth cross such an end a thousand times, which takes a fifth of their time or more.
    A frame that requires more than a chunk gets a larger one, which the following frames share. Pages not written to cost nothing.
    """
    if isinstance(function, FunctionType):
        function.__code__ = function.__code__.replace(co_stacksize=_STACK_WORDS)
    return function


@with_stack_space
def import_most() -> None:
    """Import what nearly every program uses: numpy, the ops, and Tensor."""
    with paused():
        import numpy  # noqa: F401 (not from deep inside)

        from . import _ops, autograd  # noqa: F401
        from ._bindings.tensor import tensor  # noqa: F401
