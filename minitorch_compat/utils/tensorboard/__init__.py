"""`torch.utils.tensorboard`: event files for TensorBoard, written by `SummaryWriter`.

Messages and files are written with the package tensorboard (`pip install "minitorch-compat[tensorboard]"`), without which importing this
module raises.
https://docs.pytorch.org/docs/stable/tensorboard.html
"""
from __future__ import annotations

import importlib.util
from typing import Any

from ..._array.core.dtypes import UnsupportedError
from ..._array.exchange.extras import extra_hint


class MissingExtra(UnsupportedError, ModuleNotFoundError):  # type: ignore[misc]  # both have a `name`
    """Raised when the package tensorboard is missing; also a ModuleNotFoundError, as in PyTorch."""


if importlib.util.find_spec("tensorboard") is None:
    missing: MissingExtra = MissingExtra("torch.utils.tensorboard", f"No module named 'tensorboard', {extra_hint('tensorboard')}")
    missing.name = "tensorboard"
    raise missing

from ._messages import import_name
from .writer import FileWriter, SummaryWriter

RecordWriter: Any = import_name("summary.writer.record_writer", "RecordWriter")

__all__ = ["FileWriter", "RecordWriter", "SummaryWriter"]
