"""Complex numbers and their parts."""
from __future__ import annotations

from typing import Any

from ...._array.core import conjugate as pending
from ...._array.pointwise import complex as k
from ...batching import rules as b
from ...facts import Out
from ...op import composite, custom, linear, nondiff

COMPLEX = custom("complex(Tensor real, Tensor imag) -> Tensor", k.complex_,
                 lambda xp, g, _out, real, _imag: xp.real_part(g),
                 lambda xp, g, _out, _real, imag: xp.imag_part(g),
                 jvp=lambda xp, ts, _out, real, imag: xp.complex(*_complex_tangent(ts, real, imag)),
                 holomorphic=False, variants="function out", doc="real + i imag.", batch=b.broadcast_rule, refused_as="complex.out",
                 out=Out(accepted_dtypes="exact",
                         dtype_message="Expected object of scalar type {0} but got scalar type {1} for argument 'out'"))
POLAR = custom("polar(Tensor abs, Tensor angle) -> Tensor", k.polar,
               lambda xp, g, out, _abs, _angle: _dot(xp, g, xp.sgn(out)),  # negative where `abs` is negative, as in PyTorch
               lambda xp, g, out, _abs, _angle: _dot(xp, g, xp.times_i(out)),
               jvp=lambda xp, ts, _out, abs, angle: _polar_tangent(xp, ts, abs, angle),
               holomorphic=False, variants="function out", doc="abs (cos angle + i sin angle).", batch=b.broadcast_rule,
               refused_as="polar.out",
               autocast="single",
               out=Out(accepted_dtypes="exact",
                       dtype_message="Expected object of scalar type {0} but got scalar type {1} for argument 'out'"))
# In PyTorch's convention for gradients of complex tensors, the adjoint of a view of parts is the view back.
VIEW_AS_REAL = linear("view_as_real(Tensor input) -> Tensor", k.view_as_real,
                      lambda xp, g, _out, _x: xp.view_as_complex(xp.contiguous(g)), view=True, holomorphic=False, variants="function",
                      doc="The parts of complex numbers as a last dimension of size 2; a view.", batch=b.leading_dims_rule,
                      coo="view_as_real", refused_as="view_as_real_copy", resolves_conjugates=True, strided=False)
VIEW_AS_COMPLEX = linear("view_as_complex(Tensor input) -> Tensor", k.view_as_complex,
                         lambda xp, g, _out, _x: xp.view_as_real(g.resolve_conj() if xp.has_views else g),
                         view=True, holomorphic=False, variants="function",
                         doc="The last dimension, of size 2, as parts of complex numbers; a view.", batch=b.leading_dims_rule,
                         refused_as="view_as_complex_copy", autocast="single", strided=False)
# Real and imaginary parts for formulas: views of tensors, which gives gradients of real inputs PyTorch's strides.
REAL_PART = composite("real_part(Tensor input) -> Tensor", lambda xp, x: _part(xp, x, 0), kernel=k.real_part, module=None, aten="real")
IMAG_PART = composite("imag_part(Tensor input) -> Tensor", lambda xp, x: _part(xp, x, 1), kernel=k.imag_part, module=None, aten="imag")
TIMES_I = linear("times_i(Tensor input) -> Tensor", k.times_i, lambda xp, g, _out, _x: -xp.times_i(g), holomorphic=False, module=None,
                batch=b.broadcast_rule, aten="rot90")
# Lazily computed views: `_dispatch/layouts/conjugate.py`.
CONJ = custom("_conj(Tensor input) -> Tensor", pending.conj_view,
              lambda xp, g, _out, _x: (xp._conj if xp.has_views else xp.conj_now)(g),
              jvp=lambda xp, t, _out, _x: xp._conj(t), holomorphic=False, module=None, node="ConjBackward0", batch=b.leading_dims_rule,
              view=True,
              strided=False, only_sets_marks=True, compressed="conj")
NEG_VIEW = linear("_neg_view(Tensor input) -> Tensor", pending.neg_view, lambda xp, g, _out, _x: -g, holomorphic=False, module=None,
                  node="NegViewBackward0", batch=b.leading_dims_rule, view=True, strided=False, only_sets_marks=True)
# On arrays, backward conjugates at once: the result is not a view of anything.
CONJ_NOW = custom("conj_now(Tensor input) -> Tensor", lambda a: a.conj(), lambda xp, g, _out, _x: xp.conj_now(g),
                  jvp=lambda xp, t, _out, _x: xp.conj_now(t), holomorphic=False, module=None, node="ConjBackward0", batch=b.broadcast_rule,
                  compressed="conj")
ANGLE = custom("angle(Tensor input) -> Tensor", k.angle, lambda xp, g, _out, x: _angle_gradient(xp, g, x),
               jvp=lambda xp, t, _out, x: _angle_tangent(xp, t, x), holomorphic=False, exact_out=False, batch=b.broadcast_rule,
               gradient_layout="saved", compressed="values", tangent_dtype="real part, unresolved")
ISREAL = nondiff("isreal(Tensor input) -> Tensor", k.isreal, variants="function method", batch=b.broadcast_rule)


def _part(xp: Any, x: Any, index: int) -> Any:
    if not _is_complex(x):
        return xp.contiguous_zeros(x) if index else x
    if x.is_conj():
        x = xp._conj(x)
        return xp.select(xp.view_as_real(x) if index == 0 else xp._neg_view(xp.view_as_real(x)), len(x.shape), index)
    return xp.select(xp.view_as_real(x), len(x.shape), index)


def _complex_tangent(tangents: Any, real: Any, imag: Any) -> tuple[Any, Any]:
    return tuple(x * 0.0 if t is None else t for t, x in zip(tangents, (real, imag), strict=True))


def _dot(xp: Any, x: Any, y: Any) -> Any:
    """The real inner product of two complex numbers."""
    return xp.real_part(xp.conj_now(x) * y)


def _polar_tangent(xp: Any, tangents: Any, abs: Any, angle: Any) -> Any:
    dr, dt = _complex_tangent(tangents, abs, angle)
    cos, sin = xp.cos(angle), xp.sin(angle)
    return xp.complex(dr * cos - abs * dt * sin, dr * sin + abs * dt * cos)


def _is_complex(x: Any) -> bool:
    return (x._array if hasattr(x, "_array") else x).dtype.kind == "c"


def _norm_squared(xp: Any, x: Any) -> Any:
    """|x|^2, and 1 at 0, where the angle has slope 0."""
    re, im = xp.real_part(x), xp.imag_part(x)
    square = re * re + im * im
    return xp.where(square == 0, 1.0, square), re, im


def _angle_gradient(xp: Any, g: Any, x: Any) -> Any:
    if not _is_complex(x):
        return xp.zero_gradient(g)
    square, re, im = _norm_squared(xp, x)
    return xp.complex(-g * im / square, g * re / square)


def _angle_tangent(xp: Any, t: Any, x: Any) -> Any:
    if not _is_complex(x):
        return xp.zero_gradient(t)
    square, re, im = _norm_squared(xp, x)
    return (re * xp.imag_part(t) - im * xp.real_part(t)) / square
