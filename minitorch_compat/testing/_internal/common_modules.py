"""`torch.testing._internal.common_modules`: names; the database of modules is not here."""
from __future__ import annotations

from typing import Any

from ..._modules import recorded
from ._parametrizing import NeedsDatabase


class modules(NeedsDatabase):
    """Tests over PyTorch's modules: one test remains, and it raises UnsupportedError."""

    def __init__(self, module_info_iterable: Any = None, *args: Any, **kwargs: Any) -> None:
        super().__init__("torch.testing._internal.common_modules.modules")


__getattr__ = recorded("torch.testing._internal.common_modules")
