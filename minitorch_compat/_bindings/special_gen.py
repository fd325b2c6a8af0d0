"""Functions of torch.special.

Generated from the op schemas by `python minitorch_compat/_bindings/generate.py`; do not edit.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .._dispatch.call import caller
from .._dispatch.dtype import array_dtype
from .._dispatch.dtype import dtype as dtype_type
from . import return_types
from ._support import MISSING, as_scalar, missing_argument, write_out

if TYPE_CHECKING:
    from .tensor import Tensor

Number = int | float | complex | bool

_entr = caller("entr")
_erfcx = caller("erfcx")
_i0e = caller("i0e")
_i1 = caller("i1")
_i1e = caller("i1e")
_log_ndtr = caller("log_ndtr")
_ndtr = caller("ndtr")
_ndtri = caller("ndtri")
_xlog1py = caller("xlog1py")
_zeta = caller("zeta")


def entr(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """-x log x; 0 at 0, -inf below."""
    if out is not None:
        return write_out(_entr, out, input)
    return _entr(input)


def erfcx(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """exp(x^2) erfc(x)."""
    if out is not None:
        return write_out(_erfcx, out, input)
    return _erfcx(input)


def i0e(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """exp(-|x|) times the Bessel function of order 0."""
    if out is not None:
        return write_out(_i0e, out, input)
    return _i0e(input)


def i1(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The modified Bessel function of the first kind and order 1."""
    if out is not None:
        return write_out(_i1, out, input)
    return _i1(input)


def i1e(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """exp(-|x|) times the Bessel function of order 1."""
    if out is not None:
        return write_out(_i1e, out, input)
    return _i1e(input)


def log_ndtr(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The logarithm of the normal distribution function."""
    if out is not None:
        return write_out(_log_ndtr, out, input)
    return _log_ndtr(input)


def ndtr(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The normal distribution function."""
    if out is not None:
        return write_out(_ndtr, out, input)
    return _ndtr(input)


def ndtri(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The inverse of the normal distribution function."""
    if out is not None:
        return write_out(_ndtri, out, input)
    return _ndtri(input)


def xlog1py(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """input * log(1 + other); 0 where `input` is 0."""
    if out is not None:
        return write_out(_xlog1py, out, input, other)
    return _xlog1py(input, other)


def zeta(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The Hurwitz zeta function."""
    if out is not None:
        return write_out(_zeta, out, input, other)
    return _zeta(input, other)


__all__ = ["entr", "erfcx", "i0e", "i1", "i1e", "log_ndtr", "ndtr", "ndtri", "xlog1py", "zeta"]
