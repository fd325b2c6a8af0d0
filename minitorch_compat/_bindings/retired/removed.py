"""Functions that PyTorch 1.9 replaced by those of `torch.linalg`: they can be named, and a call names the replacement."""
from __future__ import annotations

from typing import Any, NoReturn


def _raise_removed(name: str, instead: str, *given: Any) -> NoReturn:
    """Raise, whatever the arguments."""
    raise RuntimeError(f"This function was deprecated since version 1.9 and is now removed. torch.{name}: use {instead}.")


def eig(self: Any, eigenvectors: bool = False, *, e: Any = None, v: Any = None) -> Any:
    # The docstring is written in _bindings/retired/removed.md.
    """Removed from PyTorch: raises an error that names its replacement in `torch.linalg`.

    Parameters
    ----------
    input, A, other, tol, symmetric, eigenvectors, upper, e, v, out : object
        Its former arguments, now without effect.

    Returns
    -------
    never
        It raises.

    Raises
    ------
    RuntimeError
        Always.

    References
    ----------
    PyTorch: torch.matrix_rank

    Examples
    --------
    >>> try:
    ...     torch.eig(torch.eye(2), torch.eye(2))
    ... except RuntimeError as error:
    ...     print("removed" in str(error) or "deprecated" in str(error))
    True
    """
    _raise_removed("eig", "`torch.linalg.eig` or `torch.linalg.eigvals`, which return complex tensors")


def symeig(input: Any, eigenvectors: Any = False, upper: Any = True, *, out: Any = None) -> Any:
    # The docstring is written in _bindings/retired/removed.md.
    """Removed from PyTorch: raises an error that names its replacement in `torch.linalg`.

    Parameters
    ----------
    input, A, other, tol, symmetric, eigenvectors, upper, e, v, out : object
        Its former arguments, now without effect.

    Returns
    -------
    never
        It raises.

    Raises
    ------
    RuntimeError
        Always.

    References
    ----------
    PyTorch: torch.matrix_rank

    Examples
    --------
    >>> try:
    ...     torch.symeig(torch.eye(2), torch.eye(2))
    ... except RuntimeError as error:
    ...     print("removed" in str(error) or "deprecated" in str(error))
    True
    """
    _raise_removed("symeig", "`torch.linalg.eigh` or `torch.linalg.eigvalsh`, with UPLO='U' for the upper triangle", out)


def lstsq(input: Any, A: Any, *, out: Any = None) -> Any:
    # The docstring is written in _bindings/retired/removed.md.
    """Removed from PyTorch: raises an error that names its replacement in `torch.linalg`.

    Parameters
    ----------
    input, A, other, tol, symmetric, eigenvectors, upper, e, v, out : object
        Its former arguments, now without effect.

    Returns
    -------
    never
        It raises.

    Raises
    ------
    RuntimeError
        Always.

    References
    ----------
    PyTorch: torch.matrix_rank

    Examples
    --------
    >>> try:
    ...     torch.lstsq(torch.eye(2), torch.eye(2))
    ... except RuntimeError as error:
    ...     print("removed" in str(error) or "deprecated" in str(error))
    True
    """
    _raise_removed("lstsq", "`torch.linalg.lstsq`, which takes the arguments in reverse order and has further fields", out)


def solve(input: Any, A: Any, *, out: Any = None) -> Any:
    # The docstring is written in _bindings/retired/removed.md.
    """Removed from PyTorch: raises an error that names its replacement in `torch.linalg`.

    Parameters
    ----------
    input, A, other, tol, symmetric, eigenvectors, upper, e, v, out : object
        Its former arguments, now without effect.

    Returns
    -------
    never
        It raises.

    Raises
    ------
    RuntimeError
        Always.

    References
    ----------
    PyTorch: torch.matrix_rank

    Examples
    --------
    >>> try:
    ...     torch.solve(torch.eye(2), torch.eye(2))
    ... except RuntimeError as error:
    ...     print("removed" in str(error) or "deprecated" in str(error))
    True
    """
    _raise_removed("solve", "`torch.linalg.solve`, which takes the arguments in reverse order and does not return the LU factorization",
                   out)


def matrix_rank(input: Any, tol: Any = None, symmetric: Any = False, *, out: Any = None) -> Any:
    # The docstring is written in _bindings/retired/removed.md.
    """Removed from PyTorch: raises an error that names its replacement in `torch.linalg`.

    Parameters
    ----------
    input, A, other, tol, symmetric, eigenvectors, upper, e, v, out : object
        Its former arguments, now without effect.

    Returns
    -------
    never
        It raises.

    Raises
    ------
    RuntimeError
        Always.

    References
    ----------
    PyTorch: torch.matrix_rank

    Examples
    --------
    >>> try:
    ...     torch.matrix_rank(torch.eye(2), torch.eye(2))
    ... except RuntimeError as error:
    ...     print("removed" in str(error) or "deprecated" in str(error))
    True
    """
    _raise_removed("matrix_rank", "`torch.linalg.matrix_rank`, where `symmetric` is called `hermitian`", out)
