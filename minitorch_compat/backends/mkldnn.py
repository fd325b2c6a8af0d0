"""`torch.backends.mkldnn`: not here."""
from __future__ import annotations

enabled = False


def is_available() -> bool:
    """False."""
    return False
