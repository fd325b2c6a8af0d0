"""Passes over graphs."""
from __future__ import annotations

from ..._namespace.modules import recorded

__getattr__ = recorded("torch.fx.passes")
