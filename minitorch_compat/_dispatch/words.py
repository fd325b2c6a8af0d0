"""The modules of `_fidelity.words`, by subject, each imported when first needed: `raise graph_words.leaf_inplace()`."""
from __future__ import annotations

from typing import Any

from .._array.core.deferred import Family


def _messages(subject: str) -> Any:
    return Family(f"{__name__.partition('.')[0]}._fidelity.words.{subject}")


argument_words: Any = _messages("arguments")
device_words: Any = _messages("devices")
graph_words: Any = _messages("graph")
kernel_words: Any = _messages("kernels")
layout_words: Any = _messages("layouts")
level_words: Any = _messages("levels")
value_words: Any = _messages("values")
