"""The modules of `_fidelity.words`, by subject, each imported when first needed: `raise graph_words.leaf_in_place()`."""
from __future__ import annotations

from typing import Any

from .._array.core.deferred import Family


def _lazy_module(subject: str) -> Any:
    return Family(f"{__name__.partition('.')[0]}._fidelity.words.{subject}")


argument_words: Any = _lazy_module("arguments")
device_words: Any = _lazy_module("devices")
graph_words: Any = _lazy_module("graph")
kernel_words: Any = _lazy_module("kernels")
layout_words: Any = _lazy_module("layouts")
level_words: Any = _lazy_module("levels")
value_words: Any = _lazy_module("values")
