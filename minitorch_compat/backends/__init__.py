"""`torch.backends`: what a build was made with, and switches of libraries that are not here."""
from __future__ import annotations

from .._names import missing
from . import cpu, cuda, cudnn, mkl, mkldnn, mps, openmp, opt_einsum

__all__ = ["cpu", "cuda", "cudnn", "mkl", "mkldnn", "mps", "openmp", "opt_einsum"]

__getattr__ = missing("torch.backends", __name__)
