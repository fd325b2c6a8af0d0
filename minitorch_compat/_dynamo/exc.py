"""What asking for a compiler raises."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .._namespace.names import missing


class TorchDynamoException(RuntimeError):
    """An error of the compiler."""


class InvalidBackend(TorchDynamoException):
    """There is no backend of that name."""


if not TYPE_CHECKING:  # checkers are to know the names that there are
    __getattr__ = missing("torch._dynamo.exc", __name__)
