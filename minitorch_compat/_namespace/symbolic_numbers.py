"""`torch.sym_int` and similar: arithmetic on sizes that PyTorch's compilers can trace. Sizes are plain numbers here."""
from __future__ import annotations

import math
from typing import Any


def sym_int(a: Any) -> int:
    """An int, also of a symbolic number: truncated towards zero.

    Parameters
    ----------
    a : number
        The number.

    Returns
    -------
    int
        The int.

    References
    ----------
    PyTorch: torch.sym_int

    Examples
    --------
    >>> torch.sym_int(2.7)
    2
    """
    return int(a)


def sym_float(a: Any) -> float:
    """A float, also of a symbolic number.

    Parameters
    ----------
    a : number
        The number.

    Returns
    -------
    float
        The float.

    References
    ----------
    PyTorch: torch.sym_float

    Examples
    --------
    >>> torch.sym_float(2)
    2.0
    """
    return float(a)


def sym_not(a: Any) -> bool:
    """The negation, also of a symbolic truth value.

    Parameters
    ----------
    a : bool
        The truth value.

    Returns
    -------
    bool
        The opposite value.

    References
    ----------
    PyTorch: torch.sym_not

    Examples
    --------
    >>> torch.sym_not(True)
    False
    """
    return not a


def sym_max(a: Any, b: Any) -> Any:
    """The greater of two numbers, also of symbolic ones; a float if one is.

    Parameters
    ----------
    a : number
        The first number.
    b : number
        The second number.

    Returns
    -------
    number
        The greater.

    References
    ----------
    PyTorch: torch.sym_max

    Examples
    --------
    >>> torch.sym_max(2, 3.5), torch.sym_max(2, 1.0)
    (3.5, 2.0)
    """
    return _to_common_type(max(a, b), a, b)


def sym_min(a: Any, b: Any) -> Any:
    """The smaller of two numbers, also of symbolic ones; a float if one is.

    Parameters
    ----------
    a : number
        The first number.
    b : number
        The second number.

    Returns
    -------
    number
        The smaller.

    References
    ----------
    PyTorch: torch.sym_min

    Examples
    --------
    >>> torch.sym_min(2, 3.5)
    2.0
    """
    return _to_common_type(min(a, b), a, b)


def sym_ite(b: Any, t: Any, f: Any) -> Any:
    """One of two numbers, selected by a truth value.

    Parameters
    ----------
    b : bool
        The truth value.
    t : number
        The value for True.
    f : number
        The value for False.

    Returns
    -------
    number
        One of the two values.

    References
    ----------
    PyTorch: torch.sym_ite

    Examples
    --------
    >>> torch.sym_ite(True, 1, 2)
    1
    """
    if not isinstance(b, bool) or type(t) is not type(f):
        raise AssertionError(f"expected a bool and two values of one type, got {type(b).__name__}, {type(t).__name__}, {type(f).__name__}")
    return t if b else f


def sym_sqrt(a: Any) -> float:
    """The square root of a number, also of a symbolic one.

    Parameters
    ----------
    a : number
        The number.

    Returns
    -------
    float
        The root.

    References
    ----------
    PyTorch: torch.sym_sqrt

    Examples
    --------
    >>> torch.sym_sqrt(4)
    2.0
    """
    return math.sqrt(a)


def sym_sum(*args: Any) -> Any:
    """The sum of numbers, also of symbolic ones.

    Parameters
    ----------
    args : sequence of numbers
        The numbers.

    Returns
    -------
    number
        The sum.

    References
    ----------
    PyTorch: torch.sym_sum

    Examples
    --------
    >>> torch.sym_sum([1, 2, 3])
    6
    """
    return sum(args[0] if len(args) == 1 and isinstance(args[0], (list, tuple)) else args)


def _to_common_type(value: Any, *operands: Any) -> Any:
    return float(value) if any(isinstance(v, float) for v in operands) else value
