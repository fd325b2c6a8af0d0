"""Type aliases for parameters other than tensors, imported only under TYPE_CHECKING."""
from __future__ import annotations

from typing import TypeAlias

from .._dispatch.device import device
from .._dispatch.dtype import dtype
from .randomness.generators import Generator
from .settings.constants import layout, memory_format

Device: TypeAlias = device | str | int | None
Dtype: TypeAlias = dtype | None
OptionalGenerator: TypeAlias = Generator | None
Layout: TypeAlias = layout | None
MemoryFormat: TypeAlias = memory_format | None
