"""The exception of checkpoints."""
from __future__ import annotations

from typing import Any

__all__ = ["CheckpointException"]


class CheckpointException(BaseException):
    """Raised when a checkpoint cannot be written or read; holds the failure of each process."""

    def __init__(self, msg: str, failures: dict[int, Any]) -> None:
        super().__init__(msg, failures)
        self._failures = failures

    @property
    def failures(self) -> dict[int, Any]:
        """Rank -> exception and traceback."""
        return self._failures

    def __str__(self) -> str:
        return f"CheckpointException ranks:{self._failures.keys()}\n" + "\n".join(f"rank {r}: {e}" for r, e in self._failures.items())
