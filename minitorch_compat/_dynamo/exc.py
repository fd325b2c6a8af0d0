"""What asking for a compiler raises."""
from __future__ import annotations


class TorchDynamoException(RuntimeError):
    """An error of the compiler."""


class InvalidBackend(TorchDynamoException):
    """There is no backend of that name."""
