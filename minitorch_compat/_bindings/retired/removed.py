"""Functions that PyTorch 1.9 gave up for those of `torch.linalg`: they can be named, and say what to call instead."""
from __future__ import annotations

from typing import Any, NoReturn


def _gone(name: str, instead: str, *given: Any) -> NoReturn:
    """Refuse, whatever was given."""
    raise RuntimeError(f"This function was deprecated since version 1.9 and is now removed. torch.{name}: use {instead}.")


def eig(self: Any, eigenvectors: bool = False, *, e: Any = None, v: Any = None) -> Any:
    """Removed: RuntimeError."""
    _gone("eig", "`torch.linalg.eig` or `torch.linalg.eigvals`, which return complex tensors")


def symeig(input: Any, eigenvectors: Any = False, upper: Any = True, *, out: Any = None) -> Any:
    """Removed: RuntimeError."""
    _gone("symeig", "`torch.linalg.eigh` or `torch.linalg.eigvalsh`, with UPLO='U' for the upper triangle", out)


def lstsq(input: Any, A: Any, *, out: Any = None) -> Any:
    """Removed: RuntimeError."""
    _gone("lstsq", "`torch.linalg.lstsq`, which takes the arguments in reverse order and has further fields", out)


def solve(input: Any, A: Any, *, out: Any = None) -> Any:
    """Removed: RuntimeError."""
    _gone("solve", "`torch.linalg.solve`, which takes the arguments in reverse order and does not return the LU factorization", out)


def matrix_rank(input: Any, tol: Any = None, symmetric: Any = False, *, out: Any = None) -> Any:
    """Removed: RuntimeError."""
    _gone("matrix_rank", "`torch.linalg.matrix_rank`, where `symmetric` is called `hermitian`", out)
