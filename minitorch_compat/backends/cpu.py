"""`torch.backends.cpu`."""
from __future__ import annotations


def get_cpu_capability() -> str:
    """The string DEFAULT: numpy chooses its vector instructions itself."""
    return "DEFAULT"
