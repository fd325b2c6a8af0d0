"""`torch.cuda.nvtx` of a CPU build: annotations for an absent profiler."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NoReturn

__all__ = ["mark", "range", "range_end", "range_pop", "range_push", "range_start"]
_TEXT = "NVTX functions not installed. Are you sure you have a CUDA build?"


def range_push(msg: str) -> NoReturn:
    """RuntimeError: there is no CUDA."""
    raise RuntimeError(_TEXT)


def range_pop() -> NoReturn:
    """RuntimeError: there is no CUDA."""
    raise RuntimeError(_TEXT)


def range_start(msg: str) -> NoReturn:
    """AttributeError: there is no CUDA, and PyTorch says it in this way."""
    raise AttributeError("'_NVTXStub' object has no attribute 'rangeStartA'")


def range_end(range_id: int) -> NoReturn:
    """AttributeError: there is no CUDA, and PyTorch says it in this way."""
    raise AttributeError("'_NVTXStub' object has no attribute 'rangeEnd'")


def mark(msg: str) -> NoReturn:
    """RuntimeError: there is no CUDA."""
    raise RuntimeError(_TEXT)


@contextmanager
def range(msg: str, *args: Any, **kwargs: Any) -> Iterator[None]:
    """A context manager and decorator around `range_push` and `range_pop`: raises RuntimeError when entered."""
    range_push(msg.format(*args, **kwargs))
    yield
