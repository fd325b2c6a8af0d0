"""Exceptions of communication between processes."""
from __future__ import annotations


class DistError(RuntimeError):
    """An error of communication between processes."""

    __module__ = "torch.distributed"


class DistBackendError(DistError):
    """An error of what communicates."""

    __module__ = "torch.distributed"


class DistNetworkError(DistError):
    """An error of the network."""

    __module__ = "torch.distributed"


class DistStoreError(DistError):
    """An error of the store that processes share."""

    __module__ = "torch.distributed"


class QueueEmptyError(DistStoreError):
    """A queue of the store from which nothing can be taken."""

    __module__ = "torch.distributed"
