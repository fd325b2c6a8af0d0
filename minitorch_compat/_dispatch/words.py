"""The modules of `_fidelity.words`, by subject, each imported when first needed: `raise graph_words.leaf_in_place()`."""
from __future__ import annotations

from typing import Any

from .._array.core.deferred import Family


def _room(subject: str) -> Any:
    return Family(f"{__name__.partition('.')[0]}._fidelity.words.{subject}")


argument_words: Any = _room("arguments")
device_words: Any = _room("devices")
graph_words: Any = _room("graph")
kernel_words: Any = _room("kernels")
layout_words: Any = _room("layouts")
level_words: Any = _room("levels")
value_words: Any = _room("values")
