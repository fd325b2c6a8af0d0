"""Exceptions of `torch` that nothing here raises, for programs that catch them."""
from __future__ import annotations


class AcceleratorError(RuntimeError):
    """An error reported by an accelerator."""

    __module__ = "torch"


class FatalError(Exception):
    """An error that a process cannot recover from."""

    __module__ = "torch"
