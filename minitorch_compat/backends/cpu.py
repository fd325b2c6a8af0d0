"""`torch.backends.cpu`."""
from __future__ import annotations


def get_cpu_capability() -> str:
    """The string DEFAULT: which vector instructions numpy uses is numpy's affair."""
    return "DEFAULT"
