"""`torch.backends`: what a build was made with, and switches of libraries that are not here."""
from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .._namespace.names import missing
from . import cpu, cuda, cudnn, mha, mkl, mkldnn, mps, openmp, opt_einsum
from ._switches import Switches, precision

fp32_precision = "none"
_checks = {"fp32_precision": precision}


def disable_global_flags() -> None:
    """Nothing: PyTorch has flags of these libraries frozen for good; here nothing depends on them."""


def flags_frozen() -> bool:
    """False."""
    return False


@contextmanager
def __allow_nonbracketed_mutation() -> Iterator[None]:
    """Where frozen flags may be set all the same."""
    yield


__all__ = ["cpu", "cuda", "cudnn", "mha", "mkl", "mkldnn", "mps", "openmp", "opt_einsum"]

if not TYPE_CHECKING:  # checkers are to know the names that there are
    __getattr__ = missing("torch.backends", __name__)
sys.modules[__name__].__class__ = Switches


if TYPE_CHECKING:  # what `__getattr__` answers
    cusparselt: Any
    kleidiai: Any
    miopen: Any
    nnpack: Any
    python_native: Any
