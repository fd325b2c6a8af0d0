"""What an import of this much code is kept from: the cyclic collector looking at it, and frames that fall off the end of their memory."""
from __future__ import annotations

import gc
from collections.abc import Callable
from types import FunctionType, TracebackType

#: Words of the stack of a `roomy` function. More than half of what CPython then takes for its frame, so that two nested ones get one each.
_WORDS = 4200


class paused:
    """No collections inside, which save a tenth of the time; what was made there counts as old afterwards, for nothing of it is garbage."""

    def __enter__(self) -> None:
        self.enabled = gc.isenabled()
        gc.disable()

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None) -> None:
        if not self.enabled:
            return
        if kind is None and hasattr(gc, "freeze") and not gc.get_freeze_count():
            gc.freeze()  # both together move everything to the oldest generation, and look at nothing
            gc.unfreeze()
        gc.enable()


def roomy(function: Callable[[], None]) -> Callable[[], None]:
    """`function`, with room for the frames of what it calls.

    CPython keeps frames in chunks of 16 KB, which it takes from the system as calls reach their end and returns as calls leave them.
    Imports inside of imports stand at such an end a thousand times if they begin at an unlucky depth: a fifth of their time, or more.
    A frame that says to need more than a chunk gets a larger one, in which the others follow. Memory that nobody writes to costs nothing.
    """
    if isinstance(function, FunctionType):
        function.__code__ = function.__code__.replace(co_stacksize=_WORDS)
    return function


@roomy
def import_most() -> None:
    """Import what nearly every program uses: numpy, the ops, and Tensor."""
    with paused():
        import numpy  # noqa: F401 (not from deep inside)

        from . import _ops, autograd  # noqa: F401
        from ._bindings.tensor import tensor  # noqa: F401
