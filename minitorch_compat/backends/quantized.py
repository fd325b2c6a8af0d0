"""`torch.backends.quantized`: names of engines. Nothing here computes on quantized tensors."""
from __future__ import annotations

engine = "none"
supported_engines = ["none"]
