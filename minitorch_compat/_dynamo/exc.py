"""Exceptions of the compiler."""
from __future__ import annotations

from typing import TYPE_CHECKING

from .._namespace.names import missing


class TorchDynamoException(RuntimeError):
    """An error of the compiler."""


class InvalidBackend(TorchDynamoException):
    """Raised for an unknown backend."""


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch._dynamo.exc", __name__)
