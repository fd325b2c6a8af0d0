"""DataParallel: with no GPU it calls the module it wraps."""
from __future__ import annotations

from typing import Any

from .._modules import recorded
from .modules.module import Module

__path__: list[str] = []  # modules below are found by `_modules.py`

__getattr__ = recorded("torch.nn.parallel")

__all__ = ["DataParallel"]


class DataParallel(Module):
    """Holds a model under `module`, which is where its parameters' names say they are, and calls it."""

    __module__ = "minitorch_compat.nn.parallel.data_parallel"

    def __init__(self, module: Module, device_ids: Any = None, output_device: Any = None, dim: int = 0) -> None:
        super().__init__()
        self.module = module
        self.device_ids: list[Any] = []

    def forward(self, *inputs: Any, **kwargs: Any) -> Any:
        """What the module gives."""
        return self.module(*inputs, **kwargs)
