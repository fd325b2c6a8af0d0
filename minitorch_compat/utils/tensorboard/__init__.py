"""`torch.utils.tensorboard`: what `SummaryWriter` is told, as event files for TensorBoard.

The messages and the files are those of the package tensorboard (`pip install "minitorch-compat[tensorboard]"`), without which this cannot
be imported.
https://docs.pytorch.org/docs/stable/tensorboard.html
"""
from __future__ import annotations

import importlib.util
from typing import Any

from ..._array.core.dtypes import UnsupportedError
from ..._array.exchange.extras import needs_extra


class MissingExtra(UnsupportedError, ModuleNotFoundError):  # type: ignore[misc]  # both have a `name`
    """The package tensorboard is not there: for programs that catch what a missing module raises in PyTorch, too."""


if importlib.util.find_spec("tensorboard") is None:
    missing: MissingExtra = MissingExtra("torch.utils.tensorboard", f"No module named 'tensorboard', {needs_extra('tensorboard')}")
    missing.name = "tensorboard"
    raise missing

from ._messages import imported
from .writer import FileWriter, SummaryWriter

RecordWriter: Any = imported("summary.writer.record_writer", "RecordWriter")

__all__ = ["FileWriter", "RecordWriter", "SummaryWriter"]
