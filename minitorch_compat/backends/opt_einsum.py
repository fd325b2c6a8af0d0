"""`torch.backends.opt_einsum`: not available."""
from __future__ import annotations

enabled = False
strategy = None


def is_available() -> bool:
    """False."""
    return False


def get_opt_einsum() -> None:
    """None."""
    return None
