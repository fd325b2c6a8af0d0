"""`functorch.experimental.control_flow`: branches and loops as functions."""
from __future__ import annotations

from ..._namespace.control_flow import cond

__all__ = ["cond"]
