"""`torch.testing._internal.common_optimizers`: names; the database of optimizers is not here."""
from __future__ import annotations

from typing import Any

from ..._modules import recorded
from ._parametrizing import NeedsDatabase


class optims(NeedsDatabase):
    """Tests over PyTorch's optimizers: one test remains, and it raises UnsupportedError."""

    def __init__(self, optim_info_iterable: Any = None, *args: Any, **kwargs: Any) -> None:
        super().__init__("torch.testing._internal.common_optimizers.optims")


__getattr__ = recorded("torch.testing._internal.common_optimizers")
