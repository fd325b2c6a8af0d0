"""`torch._C._nn`: what libraries that have a `to` of their own ask of it."""
from __future__ import annotations

from ..nn.modules._conversion import _parse_to

__all__ = ["_parse_to"]
