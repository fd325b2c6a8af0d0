"""The cyclic collector, kept from looking at what an import makes: a tenth of the time of this package's."""
from __future__ import annotations

import gc
from types import TracebackType


class paused:
    """No collections inside; what was made there counts as old afterwards, for nothing of it is garbage."""

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
