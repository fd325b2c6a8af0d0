"""Exceptions of communication between processes."""
from __future__ import annotations


class DistError(RuntimeError):
    """An error of communication between processes."""

    __module__ = "torch.distributed"


class DistBackendError(DistError):
    """An error of the backend."""

    __module__ = "torch.distributed"


class DistNetworkError(DistError):
    """An error of the network."""

    __module__ = "torch.distributed"


class DistStoreError(DistError):
    """An error of a store."""

    __module__ = "torch.distributed"


class QueueEmptyError(DistStoreError):
    """Raised when a queue of a store is empty."""

    __module__ = "torch.distributed"
