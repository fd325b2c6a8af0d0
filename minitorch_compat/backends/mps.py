"""`torch.backends.mps`: not here."""
from __future__ import annotations

from .._namespace.names import missing


def is_available() -> bool:
    """False."""
    return False


def is_built() -> bool:
    """False."""
    return False


__getattr__ = missing("torch.backends.mps", __name__)
