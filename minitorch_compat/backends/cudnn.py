"""`torch.backends.cudnn`: switches that are kept and do nothing."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

__path__: list[str] = []  # modules below are found by `_modules.py`

enabled, benchmark, deterministic, allow_tf32 = True, False, False, True
benchmark_limit = 10


def is_available() -> bool:
    """False."""
    return False


def version() -> None:
    """None."""
    return


def is_acceptable(tensor: Any) -> bool:
    """False."""
    return False


@contextmanager
def flags(enabled: bool = False, benchmark: bool = False, benchmark_limit: int = 10, deterministic: bool = False,
          allow_tf32: bool = True, **others: Any) -> Iterator[None]:
    """The switches set for the length of a block."""
    given = {"enabled": enabled, "benchmark": benchmark, "benchmark_limit": benchmark_limit, "deterministic": deterministic,
             "allow_tf32": allow_tf32}
    before = {name: globals()[name] for name in given}
    globals().update(given)
    try:
        yield
    finally:
        globals().update(before)
