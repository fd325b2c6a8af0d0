"""`torch.fft`: Fourier transforms. Names that are not built yet say so when they are used."""
from __future__ import annotations

from .._names import missing

__getattr__ = missing("torch.fft", __name__)
