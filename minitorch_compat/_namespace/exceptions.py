"""Exceptions of `torch` that nothing here raises, for programs that catch them."""
from __future__ import annotations


class AcceleratorError(RuntimeError):
    """What an accelerator reports."""

    __module__ = "torch"


class FatalError(Exception):
    """What a process cannot recover from."""

    __module__ = "torch"


__all__ = ["AcceleratorError", "FatalError"]
