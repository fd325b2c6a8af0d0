"""Special functions. https://docs.pytorch.org/docs/stable/special.html"""
from __future__ import annotations

import math
from typing import Any

from ...._array.core.dtypes import scalar_name
from ...._array.special import bessel, incomplete_gamma
from ...._array.special import modified_bessel_and_zeta as k
from ...._array.special import orthogonal_polynomials as p
from ...batching.rules import broadcast_rule
from ...not_implemented import not_implemented
from ...op import composite, elementwise, nondiff, overload, set_number_overloads
from ..linalg.decompositions import plain

_ALL = "function method inplace out"
_SPECIAL = {"module": "special", "variants": "function out", "promote": "floating", "refuses": "c"}


def _refuse_dtype(what: str) -> Any:
    refuse = not_implemented(what)
    return lambda xp, g, _out, _x, _y: refuse()


def _sum(terms: Any) -> Any:
    total = next(terms)
    for term in terms:
        total = total + term
    return total


def _refuse_half(name: str, x: Any) -> None:
    """PyTorch has no kernel for these derivatives in half precision."""
    if plain(x).dtype.itemsize == 2:
        raise NotImplementedError(f"\"{name}\" not implemented for '{scalar_name(plain(x).dtype)}'")


# PyTorch's slope is the constant 1/2 unless |x| > 0: at NaN, too.


def _i1_vjp(xp: Any, g: Any, out: Any, x: Any) -> Any:
    _refuse_half("i1_backward", x)
    number = xp.where(x == x, x, 1.0)
    return g * xp.where(x == x, xp.i0(number) - _i1_over_x(xp, out, number), 0.5)


def _i1e_vjp(xp: Any, g: Any, out: Any, x: Any) -> Any:
    _refuse_half("i1e_backward", x)
    number = xp.where(x == x, x, 1.0)
    return g * xp.where(x == x, xp.i0e(number) - xp.sgn(number) * out - _i1_over_x(xp, out, number), 0.5)


I0 = elementwise("i0(Tensor input) -> Tensor", k.i0, lambda xp, g, _out, x: g * xp.i1(x), promote="floating", variants=_ALL, refuses="c",
                 doc="The modified Bessel function of the first kind and order 0.", kernel_label="i0_vml_cpu")
I0E = elementwise("i0e(Tensor input) -> Tensor", k.i0e, lambda xp, g, out, x: g * (xp.i1e(x) - xp.sgn(x) * out),
                  node="SpecialI0EBackward0", doc="exp(-|x|) times the Bessel function of order 0.", **_SPECIAL)
I1 = elementwise("i1(Tensor input) -> Tensor", k.i1, _i1_vjp,
                 node="SpecialI1Backward0", doc="The modified Bessel function of the first kind and order 1.", **_SPECIAL)
I1E = elementwise("i1e(Tensor input) -> Tensor", k.i1e, _i1e_vjp,
                  node="SpecialI1EBackward0", doc="exp(-|x|) times the Bessel function of order 1.", **_SPECIAL)


def _i1_over_x(xp: Any, out: Any, x: Any) -> Any:
    """I_1(x) / x, with its limit 1/2 at 0."""
    return xp.where(x == 0, 0.5, out / xp.where(x == 0, 1.0, x))


def _sinc_vjp(xp: Any, g: Any, _out: Any, x: Any) -> Any:
    """(cos(pi x) pi x - sin(pi x)) / (pi x^2), and 0 at 0, where PyTorch's next derivative is 0, too."""
    scaled, squared = xp.mul_scalar(x, math.pi), xp.mul_scalar(x * x, math.pi)
    return xp.where(squared == 0, 0.0, g * ((scaled * xp.cos(scaled) - xp.sin(scaled)) / squared))


SINC = elementwise("sinc_of(Tensor input) -> Tensor", k.sinc, _sinc_vjp, promote="floating", module=None, node="SincBackward0", aten="sinc")
ERFCX = elementwise("erfcx(Tensor input) -> Tensor", k.erfcx, lambda xp, g, out, x: g * (2 * x * out - 2 / math.sqrt(math.pi)),
                    node="SpecialErfcxBackward0", doc="exp(x^2) erfc(x).", **_SPECIAL)
NDTR = composite("ndtr(Tensor input) -> Tensor",
                 lambda xp, x: xp.mul_scalar(xp.add_scalar(xp.erf(xp.mul_scalar(x, math.sqrt(0.5))), 1), 0.5),
                 doc="The normal distribution function.", **_SPECIAL, kernel_label="erf_vml_cpu")
NDTRI = elementwise("ndtri(Tensor input) -> Tensor", k.ndtri,
                    lambda xp, g, out, _x: xp.mul_scalar(g, math.sqrt(2 * math.pi)) * xp.exp(out * out * 0.5), node="SpecialNdtriBackward0",
                    doc="The inverse of the normal distribution function.", **_SPECIAL)
LOG_NDTR = elementwise("log_ndtr(Tensor input) -> Tensor", k.log_ndtr,
                       lambda xp, g, out, x: xp.div_scalar(g, math.sqrt(2 * math.pi)) * xp.exp(-(out + xp.pow_scalar(x, 2) * 0.5)),
                       node="SpecialLogNdtrBackward0",
                       doc="The logarithm of the normal distribution function.", **_SPECIAL)
MVLGAMMA = elementwise("mvlgamma_of(Tensor input, int p) -> Tensor", k.mvlgamma,
                       lambda xp, g, _out, x, p: g * _sum(xp.polygamma_of(x + (0.0 - i / 2), 0) for i in range(p)), promote="floating",
                       node="MvlgammaBackward0", module=None,
                       aten="mvlgamma", refused_as="arange.start_out", refused_in_place_as="mvlgamma.out")
ENTR = elementwise("entr(Tensor input) -> Tensor", k.entr, lambda xp, g, _out, x: g * -xp.add_scalar(xp.log(x), 1),
                   node="SpecialEntrBackward0", doc="-x log x; 0 at 0, -inf below.", **_SPECIAL)
XLOG1PY = elementwise("xlog1py(Tensor input, Tensor other) -> Tensor", k.xlog1py,
                      lambda xp, g, _out, x, y: xp.masked_fill_value(xp.xlog1py(g, y), (x == 0) & (y <= -1), 0.0),
                      lambda xp, g, _out, x, y: g * x / xp.add_scalar(y, 1), node="SpecialXlog1PyBackward0",
                      doc="input * log(1 + other); 0 where `input` is 0.", numbers="one", **_SPECIAL)
set_number_overloads(XLOG1PY, "SpecialXlog1PyBackward2", overload(XLOG1PY, "SpecialXlog1PyBackward1", None, XLOG1PY.vjps[1]))
ZETA = elementwise("zeta(Tensor input, Tensor other) -> Tensor", k.zeta, _refuse_dtype("zeta"),
                   lambda xp, g, _out, x, q: g * (-x * xp.zeta(x + 1, q)), node="SpecialZetaBackward0",
                   doc="The Hurwitz zeta function.", numbers="one", **_SPECIAL, tangent_rule="zeta function")
set_number_overloads(ZETA, "SpecialZetaBackward2", overload(ZETA, "SpecialZetaBackward1", None, ZETA.vjps[1]))
IGAMMA = elementwise("igamma(Tensor input, Tensor other) -> Tensor", incomplete_gamma.igamma, _refuse_dtype("igamma: input"),
                     lambda xp, g, _out, a, x: g * xp.exp((a - 1) * xp.log(x) - x - xp.lgamma(a)), promote="common", numbers="none",
                     variants=_ALL, refuses="buic",
                     doc="The regularised lower incomplete gamma function.", tangent_rule="lower gamma")
IGAMMAC = elementwise("igammac(Tensor input, Tensor other) -> Tensor", incomplete_gamma.igammac, _refuse_dtype("igammac: input"),
                      lambda xp, g, _out, a, x: -g * xp.exp((a - 1) * xp.log(x) - x - xp.lgamma(a)), promote="common", numbers="none",
                      variants=_ALL, refuses="buic",
                      doc="The regularised upper incomplete gamma function.", tangent_rule="upper gamma")


# Without derivatives, as in PyTorch ---------------------------------------------------------------------------------------------------


def _declare_with_parameter(name: str, parameter: str, kernel: Any, doc: str) -> Any:
    """A function without a derivative in PyTorch."""
    return nondiff(f"{name}(Tensor {parameter}) -> Tensor", kernel, batch=broadcast_rule, doc=doc, **_SPECIAL)


def _polynomial(name: str, kernel: Any, doc: str) -> Any:
    return nondiff(f"{name}(Tensor x, Tensor n) -> Tensor", kernel, batch=broadcast_rule, doc=doc, numbers="one", **_SPECIAL)


AIRY_AI = _declare_with_parameter("airy_ai", "x", bessel.airy_ai, "The Airy function Ai.")
BESSEL_J0 = _declare_with_parameter("bessel_j0", "input", bessel.bessel_j0, "The Bessel function of the first kind and order 0.")
BESSEL_J1 = _declare_with_parameter("bessel_j1", "input", bessel.bessel_j1, "The Bessel function of the first kind and order 1.")
BESSEL_Y0 = _declare_with_parameter("bessel_y0", "input", bessel.bessel_y0, "The Bessel function of the second kind and order 0.")
BESSEL_Y1 = _declare_with_parameter("bessel_y1", "input", bessel.bessel_y1, "The Bessel function of the second kind and order 1.")
MODIFIED_I0 = _declare_with_parameter("modified_bessel_i0", "input", bessel.modified_bessel_i0,
                                      "The modified Bessel function I of order 0.")
MODIFIED_I1 = _declare_with_parameter("modified_bessel_i1", "input", bessel.modified_bessel_i1,
                                      "The modified Bessel function I of order 1.")
MODIFIED_K0 = _declare_with_parameter("modified_bessel_k0", "input", bessel.modified_bessel_k0,
                                      "The modified Bessel function K of order 0.")
MODIFIED_K1 = _declare_with_parameter("modified_bessel_k1", "input", bessel.modified_bessel_k1,
                                      "The modified Bessel function K of order 1.")
SCALED_K0 = _declare_with_parameter("scaled_modified_bessel_k0", "x", bessel.scaled_modified_bessel_k0, "exp(x) times K of order 0.")
SCALED_K1 = _declare_with_parameter("scaled_modified_bessel_k1", "x", bessel.scaled_modified_bessel_k1, "exp(x) times K of order 1.")
SPHERICAL_J0 = _declare_with_parameter("spherical_bessel_j0", "x", bessel.spherical_bessel_j0, "sin(x) / x.")
CHEBYSHEV_T = _polynomial("chebyshev_polynomial_t", p.chebyshev_t, "The Chebyshev polynomial of the first kind and degree n.")
CHEBYSHEV_U = _polynomial("chebyshev_polynomial_u", p.chebyshev_u, "The Chebyshev polynomial of the second kind and degree n.")
CHEBYSHEV_V = _polynomial("chebyshev_polynomial_v", p.chebyshev_v, "The Chebyshev polynomial of the third kind and degree n.")
CHEBYSHEV_W = _polynomial("chebyshev_polynomial_w", p.chebyshev_w, "The Chebyshev polynomial of the fourth kind and degree n.")
SHIFTED_T = _polynomial("shifted_chebyshev_polynomial_t", p.shifted_chebyshev_t, "`chebyshev_polynomial_t` of 2 x - 1.")
SHIFTED_U = _polynomial("shifted_chebyshev_polynomial_u", p.shifted_chebyshev_u, "`chebyshev_polynomial_u` of 2 x - 1.")
SHIFTED_V = _polynomial("shifted_chebyshev_polynomial_v", p.shifted_chebyshev_v, "`chebyshev_polynomial_v` of 2 x - 1.")
SHIFTED_W = _polynomial("shifted_chebyshev_polynomial_w", p.shifted_chebyshev_w, "`chebyshev_polynomial_w` of 2 x - 1.")
HERMITE_H = _polynomial("hermite_polynomial_h", p.hermite_h, "The physicists' Hermite polynomial of degree n.")
HERMITE_HE = _polynomial("hermite_polynomial_he", p.hermite_he, "The probabilists' Hermite polynomial of degree n.")
LAGUERRE_L = _polynomial("laguerre_polynomial_l", p.laguerre_l, "The Laguerre polynomial of degree n.")
LEGENDRE_P = _polynomial("legendre_polynomial_p", p.legendre_p, "The Legendre polynomial of degree n.")
