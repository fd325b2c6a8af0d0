"""The error of everything that PyTorch has and this package has not."""
from __future__ import annotations


class UnsupportedError(NotImplementedError):
    """A name or a use that PyTorch supports and this package does not; names it and the page that lists it."""

    def __init__(self, name: str, status: str = "not built yet") -> None:
        super().__init__(f"{name} is not supported by minitorch_compat: {status}. See docs/coverage.md.")
        self.name = name
        self.status = status
