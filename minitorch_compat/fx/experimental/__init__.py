"""`torch.fx.experimental`: what code without a tracer asks of it."""
from __future__ import annotations

from ..._namespace.modules import recorded

__getattr__ = recorded("torch.fx.experimental")
