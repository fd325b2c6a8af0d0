"""`torch.utils.tensorboard`: needs the package tensorboard, and says so; what would write its files is not here."""
from __future__ import annotations

import importlib.util
from typing import Any

from ..._names import placeholder

if importlib.util.find_spec("tensorboard") is None:
    raise ModuleNotFoundError("No module named 'tensorboard'", name="tensorboard")


def __getattr__(name: str) -> Any:
    if name in ("FileWriter", "RecordWriter", "SummaryWriter"):
        return placeholder(f"torch.utils.tensorboard.{name}", "c")
    raise AttributeError(f"module 'torch.utils.tensorboard' has no attribute {name!r}")
