"""Passes over graphs."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._namespace.modules import recorded

if not TYPE_CHECKING:  # checkers are to know the names that there are
    __getattr__ = recorded("torch.fx.passes")
