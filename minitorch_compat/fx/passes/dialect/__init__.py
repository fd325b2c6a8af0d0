"""Passes for graphs of certain ops."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ...._namespace.modules import recorded_getattr

if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx.passes.dialect")
