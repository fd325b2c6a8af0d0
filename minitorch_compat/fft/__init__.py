"""`torch.fft`: discrete Fourier transforms. https://docs.pytorch.org/docs/stable/fft.html"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._bindings.linalg.fourier import *
from .._namespace.names import missing

__all__ = ["fft", "fft2", "fftfreq", "fftn", "fftshift", "hfft", "hfft2", "hfftn", "ifft", "ifft2", "ifftn", "ifftshift", "ihfft", "ihfft2",
           "ihfftn", "irfft", "irfft2", "irfftn", "rfft", "rfft2", "rfftfreq", "rfftn"]

if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.fft", __name__)
from .._bindings.override.public_functions import make_all_overridable

make_all_overridable(globals(), "torch.fft")


if TYPE_CHECKING:  # names provided by `__getattr__`
    Tensor: Any
