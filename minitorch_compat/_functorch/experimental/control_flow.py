"""`functorch.experimental.control_flow`: branches and loops as functions."""
from __future__ import annotations

from ..._control import cond

__all__ = ["cond"]
