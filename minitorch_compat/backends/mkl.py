"""`torch.backends.mkl`: not here."""
from __future__ import annotations

from .._names import missing


def is_available() -> bool:
    """False."""
    return False


__getattr__ = missing("torch.backends.mkl", __name__)
