"""`torch.backends.openmp`: not here."""
from __future__ import annotations


def is_available() -> bool:
    """False."""
    return False
