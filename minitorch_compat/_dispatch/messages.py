"""The modules of `_fidelity.messages`, by subject, each imported when first needed: `raise graph_messages.leaf_inplace()`."""
from __future__ import annotations

from typing import Any

from .._array.core.deferred import Family


def _messages(subject: str) -> Any:
    return Family(f"{__name__.partition('.')[0]}._fidelity.messages.{subject}")


argument_messages: Any = _messages("arguments")
device_messages: Any = _messages("devices")
graph_messages: Any = _messages("graph")
kernel_messages: Any = _messages("kernels")
layout_messages: Any = _messages("layouts")
level_messages: Any = _messages("levels")
value_messages: Any = _messages("values")
