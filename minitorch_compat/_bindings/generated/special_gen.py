"""Functions of torch.special.

Generated from the op schemas by `python minitorch_compat/_bindings/generate.py`; do not edit.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..._dispatch.call.caller import later, settle_calls
from ..._dispatch.dtype import array_dtype
from ..._dispatch.dtype import dtype as dtype_type
from ..functions.arguments import MISSING, SIZES, as_float, as_scalar, misplaced, missing_argument, no_sizes, once, whole, write_out
from ..functions.shown_signatures import shown_as
from ..override.overridable import resolve
from ..settings import return_types

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

Number = int | float | complex | bool

_airy_ai = later("airy_ai")
_bessel_j0 = later("bessel_j0")
_bessel_j1 = later("bessel_j1")
_bessel_y0 = later("bessel_y0")
_bessel_y1 = later("bessel_y1")
_chebyshev_polynomial_t = later("chebyshev_polynomial_t")
_chebyshev_polynomial_u = later("chebyshev_polynomial_u")
_chebyshev_polynomial_v = later("chebyshev_polynomial_v")
_chebyshev_polynomial_w = later("chebyshev_polynomial_w")
_entr = later("entr")
_erfcx = later("erfcx")
_hermite_polynomial_h = later("hermite_polynomial_h")
_hermite_polynomial_he = later("hermite_polynomial_he")
_i0e = later("i0e")
_i1 = later("i1")
_i1e = later("i1e")
_laguerre_polynomial_l = later("laguerre_polynomial_l")
_legendre_polynomial_p = later("legendre_polynomial_p")
_log_ndtr = later("log_ndtr")
_modified_bessel_i0 = later("modified_bessel_i0")
_modified_bessel_i1 = later("modified_bessel_i1")
_modified_bessel_k0 = later("modified_bessel_k0")
_modified_bessel_k1 = later("modified_bessel_k1")
_ndtr = later("ndtr")
_ndtri = later("ndtri")
_scaled_modified_bessel_k0 = later("scaled_modified_bessel_k0")
_scaled_modified_bessel_k1 = later("scaled_modified_bessel_k1")
_shifted_chebyshev_polynomial_t = later("shifted_chebyshev_polynomial_t")
_shifted_chebyshev_polynomial_u = later("shifted_chebyshev_polynomial_u")
_shifted_chebyshev_polynomial_v = later("shifted_chebyshev_polynomial_v")
_shifted_chebyshev_polynomial_w = later("shifted_chebyshev_polynomial_w")
_spherical_bessel_j0 = later("spherical_bessel_j0")
_xlog1py = later("xlog1py")
_zeta = later("zeta")
settle_calls(globals())


def special_airy_ai(x: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The Airy function Ai."""
    try:
        if out is not None:
            return write_out(_airy_ai, out, x)
        return _airy_ai(x)
    except Exception as error:
        return resolve(error)


airy_ai = special_airy_ai


def special_bessel_j0(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The Bessel function of the first kind and order 0."""
    try:
        if out is not None:
            return write_out(_bessel_j0, out, input)
        return _bessel_j0(input)
    except Exception as error:
        return resolve(error)


bessel_j0 = special_bessel_j0


def special_bessel_j1(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The Bessel function of the first kind and order 1."""
    try:
        if out is not None:
            return write_out(_bessel_j1, out, input)
        return _bessel_j1(input)
    except Exception as error:
        return resolve(error)


bessel_j1 = special_bessel_j1


def special_bessel_y0(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The Bessel function of the second kind and order 0."""
    try:
        if out is not None:
            return write_out(_bessel_y0, out, input)
        return _bessel_y0(input)
    except Exception as error:
        return resolve(error)


bessel_y0 = special_bessel_y0


def special_bessel_y1(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The Bessel function of the second kind and order 1."""
    try:
        if out is not None:
            return write_out(_bessel_y1, out, input)
        return _bessel_y1(input)
    except Exception as error:
        return resolve(error)


bessel_y1 = special_bessel_y1


def special_chebyshev_polynomial_t(x: Tensor, n: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The Chebyshev polynomial of the first kind and degree n."""
    try:
        if out is not None:
            return write_out(_chebyshev_polynomial_t, out, x, n)
        return _chebyshev_polynomial_t(x, n)
    except Exception as error:
        return resolve(error)


chebyshev_polynomial_t = special_chebyshev_polynomial_t


def special_chebyshev_polynomial_u(x: Tensor, n: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The Chebyshev polynomial of the second kind and degree n."""
    try:
        if out is not None:
            return write_out(_chebyshev_polynomial_u, out, x, n)
        return _chebyshev_polynomial_u(x, n)
    except Exception as error:
        return resolve(error)


chebyshev_polynomial_u = special_chebyshev_polynomial_u


def special_chebyshev_polynomial_v(x: Tensor, n: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The Chebyshev polynomial of the third kind and degree n."""
    try:
        if out is not None:
            return write_out(_chebyshev_polynomial_v, out, x, n)
        return _chebyshev_polynomial_v(x, n)
    except Exception as error:
        return resolve(error)


chebyshev_polynomial_v = special_chebyshev_polynomial_v


def special_chebyshev_polynomial_w(x: Tensor, n: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The Chebyshev polynomial of the fourth kind and degree n."""
    try:
        if out is not None:
            return write_out(_chebyshev_polynomial_w, out, x, n)
        return _chebyshev_polynomial_w(x, n)
    except Exception as error:
        return resolve(error)


chebyshev_polynomial_w = special_chebyshev_polynomial_w


def special_entr(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """-x log x; 0 at 0, -inf below."""
    try:
        if out is not None:
            return write_out(_entr, out, input)
        return _entr(input)
    except Exception as error:
        return resolve(error)


entr = special_entr


def special_erfcx(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """exp(x^2) erfc(x)."""
    try:
        if out is not None:
            return write_out(_erfcx, out, input)
        return _erfcx(input)
    except Exception as error:
        return resolve(error)


erfcx = special_erfcx


def special_hermite_polynomial_h(x: Tensor, n: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The physicists' Hermite polynomial of degree n."""
    try:
        if out is not None:
            return write_out(_hermite_polynomial_h, out, x, n)
        return _hermite_polynomial_h(x, n)
    except Exception as error:
        return resolve(error)


hermite_polynomial_h = special_hermite_polynomial_h


def special_hermite_polynomial_he(x: Tensor, n: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The probabilists' Hermite polynomial of degree n."""
    try:
        if out is not None:
            return write_out(_hermite_polynomial_he, out, x, n)
        return _hermite_polynomial_he(x, n)
    except Exception as error:
        return resolve(error)


hermite_polynomial_he = special_hermite_polynomial_he


def special_i0e(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """exp(-|x|) times the Bessel function of order 0."""
    try:
        if out is not None:
            return write_out(_i0e, out, input)
        return _i0e(input)
    except Exception as error:
        return resolve(error)


i0e = special_i0e


def special_i1(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The modified Bessel function of the first kind and order 1."""
    try:
        if out is not None:
            return write_out(_i1, out, input)
        return _i1(input)
    except Exception as error:
        return resolve(error)


i1 = special_i1


def special_i1e(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """exp(-|x|) times the Bessel function of order 1."""
    try:
        if out is not None:
            return write_out(_i1e, out, input)
        return _i1e(input)
    except Exception as error:
        return resolve(error)


i1e = special_i1e


def special_laguerre_polynomial_l(x: Tensor, n: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The Laguerre polynomial of degree n."""
    try:
        if out is not None:
            return write_out(_laguerre_polynomial_l, out, x, n)
        return _laguerre_polynomial_l(x, n)
    except Exception as error:
        return resolve(error)


laguerre_polynomial_l = special_laguerre_polynomial_l


def special_legendre_polynomial_p(x: Tensor, n: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The Legendre polynomial of degree n."""
    try:
        if out is not None:
            return write_out(_legendre_polynomial_p, out, x, n)
        return _legendre_polynomial_p(x, n)
    except Exception as error:
        return resolve(error)


legendre_polynomial_p = special_legendre_polynomial_p


def special_log_ndtr(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The logarithm of the normal distribution function."""
    try:
        if out is not None:
            return write_out(_log_ndtr, out, input)
        return _log_ndtr(input)
    except Exception as error:
        return resolve(error)


log_ndtr = special_log_ndtr


def special_modified_bessel_i0(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The modified Bessel function I of order 0."""
    try:
        if out is not None:
            return write_out(_modified_bessel_i0, out, input)
        return _modified_bessel_i0(input)
    except Exception as error:
        return resolve(error)


modified_bessel_i0 = special_modified_bessel_i0


def special_modified_bessel_i1(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The modified Bessel function I of order 1."""
    try:
        if out is not None:
            return write_out(_modified_bessel_i1, out, input)
        return _modified_bessel_i1(input)
    except Exception as error:
        return resolve(error)


modified_bessel_i1 = special_modified_bessel_i1


def special_modified_bessel_k0(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The modified Bessel function K of order 0."""
    try:
        if out is not None:
            return write_out(_modified_bessel_k0, out, input)
        return _modified_bessel_k0(input)
    except Exception as error:
        return resolve(error)


modified_bessel_k0 = special_modified_bessel_k0


def special_modified_bessel_k1(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The modified Bessel function K of order 1."""
    try:
        if out is not None:
            return write_out(_modified_bessel_k1, out, input)
        return _modified_bessel_k1(input)
    except Exception as error:
        return resolve(error)


modified_bessel_k1 = special_modified_bessel_k1


def special_ndtr(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The normal distribution function."""
    try:
        if out is not None:
            return write_out(_ndtr, out, input)
        return _ndtr(input)
    except Exception as error:
        return resolve(error)


ndtr = special_ndtr


def special_ndtri(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The inverse of the normal distribution function."""
    try:
        if out is not None:
            return write_out(_ndtri, out, input)
        return _ndtri(input)
    except Exception as error:
        return resolve(error)


ndtri = special_ndtri


def special_scaled_modified_bessel_k0(x: Tensor, *, out: Tensor | None = None) -> Tensor:
    """exp(x) times K of order 0."""
    try:
        if out is not None:
            return write_out(_scaled_modified_bessel_k0, out, x)
        return _scaled_modified_bessel_k0(x)
    except Exception as error:
        return resolve(error)


scaled_modified_bessel_k0 = special_scaled_modified_bessel_k0


def special_scaled_modified_bessel_k1(x: Tensor, *, out: Tensor | None = None) -> Tensor:
    """exp(x) times K of order 1."""
    try:
        if out is not None:
            return write_out(_scaled_modified_bessel_k1, out, x)
        return _scaled_modified_bessel_k1(x)
    except Exception as error:
        return resolve(error)


scaled_modified_bessel_k1 = special_scaled_modified_bessel_k1


def special_shifted_chebyshev_polynomial_t(x: Tensor, n: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """`chebyshev_polynomial_t` of 2 x - 1."""
    try:
        if out is not None:
            return write_out(_shifted_chebyshev_polynomial_t, out, x, n)
        return _shifted_chebyshev_polynomial_t(x, n)
    except Exception as error:
        return resolve(error)


shifted_chebyshev_polynomial_t = special_shifted_chebyshev_polynomial_t


def special_shifted_chebyshev_polynomial_u(x: Tensor, n: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """`chebyshev_polynomial_u` of 2 x - 1."""
    try:
        if out is not None:
            return write_out(_shifted_chebyshev_polynomial_u, out, x, n)
        return _shifted_chebyshev_polynomial_u(x, n)
    except Exception as error:
        return resolve(error)


shifted_chebyshev_polynomial_u = special_shifted_chebyshev_polynomial_u


def special_shifted_chebyshev_polynomial_v(x: Tensor, n: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """`chebyshev_polynomial_v` of 2 x - 1."""
    try:
        if out is not None:
            return write_out(_shifted_chebyshev_polynomial_v, out, x, n)
        return _shifted_chebyshev_polynomial_v(x, n)
    except Exception as error:
        return resolve(error)


shifted_chebyshev_polynomial_v = special_shifted_chebyshev_polynomial_v


def special_shifted_chebyshev_polynomial_w(x: Tensor, n: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """`chebyshev_polynomial_w` of 2 x - 1."""
    try:
        if out is not None:
            return write_out(_shifted_chebyshev_polynomial_w, out, x, n)
        return _shifted_chebyshev_polynomial_w(x, n)
    except Exception as error:
        return resolve(error)


shifted_chebyshev_polynomial_w = special_shifted_chebyshev_polynomial_w


def special_spherical_bessel_j0(x: Tensor, *, out: Tensor | None = None) -> Tensor:
    """sin(x) / x."""
    try:
        if out is not None:
            return write_out(_spherical_bessel_j0, out, x)
        return _spherical_bessel_j0(x)
    except Exception as error:
        return resolve(error)


spherical_bessel_j0 = special_spherical_bessel_j0


def special_xlog1py(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """input * log(1 + other); 0 where `input` is 0."""
    try:
        if out is not None:
            return write_out(_xlog1py, out, input, other)
        return _xlog1py(input, other)
    except Exception as error:
        return resolve(error)


xlog1py = special_xlog1py


def special_zeta(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """The Hurwitz zeta function."""
    try:
        if out is not None:
            return write_out(_zeta, out, input, other)
        return _zeta(input, other)
    except Exception as error:
        return resolve(error)


zeta = special_zeta


__all__ = ["airy_ai", "bessel_j0", "bessel_j1", "bessel_y0", "bessel_y1", "chebyshev_polynomial_t", "chebyshev_polynomial_u", "chebyshev_polynomial_v", "chebyshev_polynomial_w", "entr", "erfcx", "hermite_polynomial_h", "hermite_polynomial_he", "i0e", "i1", "i1e", "laguerre_polynomial_l", "legendre_polynomial_p", "log_ndtr", "modified_bessel_i0", "modified_bessel_i1", "modified_bessel_k0", "modified_bessel_k1", "ndtr", "ndtri", "scaled_modified_bessel_k0", "scaled_modified_bessel_k1", "shifted_chebyshev_polynomial_t", "shifted_chebyshev_polynomial_u", "shifted_chebyshev_polynomial_v", "shifted_chebyshev_polynomial_w", "spherical_bessel_j0", "xlog1py", "zeta"]
