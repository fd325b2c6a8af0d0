"""`torch.backends`: build information, and settings of libraries that are not available."""
from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from .._namespace.names import missing
from . import cpu, cuda, cudnn, mha, mkl, mkldnn, mps, openmp, opt_einsum
from ._switches import BackendSettings

_precision_keys = ("generic", ""), ("generic", "")


def disable_global_flags() -> None:
    """Do nothing: PyTorch freezes the flags of these libraries, on which nothing depends here."""


def flags_frozen() -> bool:
    """False."""
    return False


@contextmanager
def __allow_nonbracketed_mutation() -> Iterator[None]:
    """Context in which frozen flags may be set."""
    yield


__all__ = ["cpu", "cuda", "cudnn", "mha", "mkl", "mkldnn", "mps", "openmp", "opt_einsum"]

if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.backends", __name__)
sys.modules[__name__].__class__ = BackendSettings


if TYPE_CHECKING:  # names provided by `__getattr__`
    cusparselt: Any
    kleidiai: Any
    miopen: Any
    nnpack: Any
    python_native: Any
