"""`torch.utils.tensorboard`: what `SummaryWriter` is told, as event files for TensorBoard.

The messages and the files are those of the package tensorboard (`pip install tensorboard`), without which this cannot be imported.
https://docs.pytorch.org/docs/stable/tensorboard.html
"""
from __future__ import annotations

import importlib.util

if importlib.util.find_spec("tensorboard") is None:
    raise ModuleNotFoundError("No module named 'tensorboard'", name="tensorboard")

from ._messages import imported
from .writer import FileWriter, SummaryWriter

RecordWriter = imported("summary.writer.record_writer", "RecordWriter")

__all__ = ["FileWriter", "RecordWriter", "SummaryWriter"]
