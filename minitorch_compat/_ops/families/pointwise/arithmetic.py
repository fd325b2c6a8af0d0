"""Arithmetic and elementary functions."""
from __future__ import annotations

import cmath
import math
from typing import Any

from ...._array.core.dtypes import c_name
from ...._array.pointwise import clamping as limits
from ...._array.pointwise import division, logistic
from ...._array.pointwise import elementwise as k
from ...batching import rules as b
from ...facts import EXACT_DTYPE_OUT, FOUND_DTYPE, NO_UNSIGNED, UNARY_FOREACH, Foreach, NoUnsigned, Out
from ...namespace import number_over
from ...not_implemented import no_derivative, not_implemented
from ...op import InPlace, Op, composite, custom, elementwise, nondiff, overload, set_number_overloads

ALL = "function method inplace out"

def _check_exponent(_x: Any, exponent: Any) -> None:
    """Refuse a power of a sparse tensor that would be 1 at unspecified elements."""
    if exponent == 0:
        raise RuntimeError("pow: cannot raise to zeroth power on sparse tensor; it would make the result tensor dense")


# Arithmetic -----------------------------------------------------------------------------------------------------------------------

ADD = elementwise("add(Tensor input, Tensor other) -> Tensor", k.add,
                  lambda xp, g, _out, _x, _y: g,
                  lambda xp, g, _out, _x, _y: g, promote="common", variants="", holomorphic=False, aten="add.Tensor",
                  flops="elements",
                  compressed="add", allows_complex_tangents=True, keeps_tangent_dtype=True, unbatched_write_error="broadcast",
                  allows_mixed_in_place=True,
                  kernel_takes_out=True, accepts_numbers_alone=True,
                  foreach=Foreach(2, ("1Scalar", "1ScalarList", "0List", "0Tensor"), one_for_all=True, one_as_number=True,
                                  by_number="add_scalar"), unsigned=NoUnsigned("add_stub"))
SUB = elementwise("sub(Tensor input, Tensor other) -> Tensor", k.sub,
                  lambda xp, g, _out, _x, _y: g,
                  lambda xp, g, _out, _x, _y: -g, promote="difference", variants="", holomorphic=False, aten="sub.Tensor",
                  allows_complex_tangents=True, keeps_tangent_dtype=True, unbatched_write_error="arithmetic",
                  allows_mixed_in_place=True, kernel_takes_out=True, accepts_numbers_alone=True,
                  foreach=Foreach(2, ("1Scalar", "1ScalarList", "0List", "0Tensor"), by_number="sub"), aliases=("subtract",),
                  unsigned=NoUnsigned("add_stub"))
ADD_SCALED = elementwise("add_scaled(Tensor input, Tensor other, *, Scalar alpha) -> Tensor", k.add_scaled,
                         lambda xp, g, _out, _x, _y, _alpha: g,
                         lambda xp, g, _out, _x, _y, alpha: xp.mul_scalar(g, alpha), promote="common", module=None, node="AddBackward0",
                         holomorphic="tensors", aten="add.Tensor", allows_complex_tangents=True, keeps_tangent_dtype=True,
                         unbatched_write_error="broadcast")
SUB_SCALED = elementwise("sub_scaled(Tensor input, Tensor other, *, Scalar alpha) -> Tensor", k.sub_scaled,
                         lambda xp, g, _out, _x, _y, _alpha: g,
                         lambda xp, g, _out, _x, _y, alpha: xp.mul_scalar(-g, alpha), promote="common", module=None, node="SubBackward0",
                         holomorphic="tensors", aten="sub.Tensor", allows_complex_tangents=True, keeps_tangent_dtype=True,
                         unbatched_write_error="arithmetic")
RSUB_SCALED = elementwise("rsub_scaled(Tensor input, Tensor other, *, Scalar alpha) -> Tensor",
                          lambda a, b, alpha: k.add_scaled(b, a, -alpha),
                          lambda xp, g, _out, _x, _y, alpha: xp.mul_scalar(-g, alpha),
                          lambda xp, g, _out, _x, _y, _alpha: g, promote="common", module=None, node="RsubBackward0",
                          holomorphic="tensors", aten="rsub.Tensor", allows_complex_tangents=True, keeps_tangent_dtype=True)
RSUB = elementwise("rsub(Tensor input, Scalar other) -> Tensor", lambda a, b: k.sub(b, a),
                   lambda xp, g, _out, _x, other: -g, promote="difference", variants="", node="RsubBackward1", aten="rsub.Scalar",
                   fills_new_memory=True, unsigned=NoUnsigned("add_stub"))
RSUB_TENSOR = elementwise("rsub_tensor(Tensor input, Tensor other) -> Tensor", lambda a, b: k.sub(b, a),
                          lambda xp, g, _out, _x, _y: -g,
                          lambda xp, g, _out, _x, _y: g, promote="difference", variants="", numbers="second", node="RsubBackward0",
                          holomorphic=False, iterates_backwards=True, aten="rsub.Tensor", device_argument=1, allows_complex_tangents=True,
                          unsigned=NoUnsigned("add_stub"))
MUL = elementwise("mul(Tensor input, Tensor other) -> Tensor", k.mul,
                  lambda xp, g, _out, _x, y: g * y,
                  lambda xp, g, _out, x, _y: g * x, promote="common", wide_number=True, doc="Elementwise product.", holomorphic="tensors",
                  aten="mul.Tensor", flops="elements",
                  compressed="mul", converts_numbers=True, adds_missing_tangents=True, allows_complex_tangents=True,
                  unbatched_write_error="arithmetic", allows_mixed_in_place=True, kernel_takes_out=True,
                  accepts_numbers_alone=True, widens_float16=True,
                  foreach=Foreach(2, ("1Scalar", "1ScalarList", "0List", "0Tensor"), one_for_all=True, by_number="mul_scalar"),
                  aliases=("multiply",))
DIV = elementwise("div(Tensor input, Tensor other) -> Tensor", k.div,
                  lambda xp, g, _out, _x, y: g / y,
                  lambda xp, g, _out, x, y: -g * (x / y / y), promote="floating", wide_number=True, variants="", holomorphic="tensors",
                  aten="div.Tensor",
                  converts_numbers=True, allows_complex_tangents=True, tangent_rule="quotient", unbatched_write_error="arithmetic",
                  allows_mixed_in_place=True,
                  accepts_numbers_alone=True,
                  foreach=Foreach(2, ("1Scalar", "1ScalarList", "0", "0Tensor"), one_for_all=True, by_number="div_scalar"),
                  aliases=("divide", "true_divide"))
NEG = elementwise("neg(Tensor input) -> Tensor", k.neg, lambda xp, g, _out, _x: -g, doc="The negative of each element.",
                  refuses={
    "b": "Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use the `~` or "
         "`logical_not()` operator instead."}, holomorphic=False,
                  compressed="values", keeps_tangent_dtype=True, has_float16_kernel=True, out=EXACT_DTYPE_OUT, foreach=UNARY_FOREACH,
                  aliases=("negative",), unsigned=NO_UNSIGNED)
RECIPROCAL = elementwise("reciprocal(Tensor input) -> Tensor", k.reciprocal, lambda xp, g, out, _x: -g * (out * out),
                         promote="floating", doc="1 / input.", foreach=UNARY_FOREACH)
FMOD = elementwise("fmod(Tensor input, Tensor other) -> Tensor", division.fmod,
                   lambda xp, g, _out, _x, _y: g,
                   lambda xp, g, _out, x, y: -g * xp.div_trunc(x, y), promote="common", numbers="second",
                   doc="Remainder of the division that truncates: it has the sign of `input`.", refuses="bc", node="FmodBackward1",
                   aten="fmod.*", refused_as="fmod.Tensor", unsigned=NO_UNSIGNED)
set_number_overloads(FMOD, "FmodBackward0")
REMAINDER = elementwise("remainder(Tensor input, Tensor other) -> Tensor", division.remainder,
                        lambda xp, g, _out, _x, _y: g,
                        lambda xp, g, _out, x, y: -g * xp.div_floor(x, y), promote="common", numbers="one",
                        doc="Remainder of the division that rounds down: it has the sign of `other`.", refuses="bc",
                        node="RemainderBackward1", aten="remainder.*", refused_as="remainder.Tensor", out=Out(accepts_number=False),
                        unsigned=NO_UNSIGNED)


def _refuse_vjp(name: str) -> Any:
    """The formula of an op of two tensors that has a node but no derivative."""
    refuse = no_derivative(name)
    return lambda xp, g, _out, _x, _y: refuse()


set_number_overloads(REMAINDER, "RemainderBackward0",
                     overload(REMAINDER, "NotImplemented", _refuse_vjp("remainder"), _refuse_vjp("remainder")))

# Steps: their slopes are zeros, not None.
DIV_TRUNC = elementwise("div_trunc(Tensor input, Tensor other) -> Tensor", division.div_trunc,
                        lambda xp, g, _out, _x, y: xp.zero_gradient(g),
                        lambda xp, g, _out, x, y: xp.zero_gradient(g), promote="common", wide_number=True, module=None, node="DivBackward2",
                        refuses="bc", aten="div.Tensor_mode", coo="div_trunc", accepts_numbers_alone=True,
                        saved_constants={"rounding_mode": "trunc"}, unsigned=NO_UNSIGNED)
DIV_FLOOR = elementwise("div_floor(Tensor input, Tensor other) -> Tensor", division.floor_divide,
                        lambda xp, g, _out, _x, y: xp.zero_gradient(g),
                        lambda xp, g, _out, x, y: xp.zero_gradient(g), promote="common", wide_number=True, module=None, node="DivBackward2",
                        refuses="bc", aten="div.Tensor_mode", coo="div_floor", accepts_numbers_alone=True,
                        saved_constants={"rounding_mode": "floor"}, unsigned=NO_UNSIGNED)


_FLOOR_IN_PLACE, _HEAVISIDE_IN_PLACE = (
    InPlace(node="NotImplemented", vjps=(_refuse_vjp(f"{name}_"),) * 2) for name in ("floor_divide", "heaviside"))

FLOOR_DIVIDE = elementwise("floor_divide(Tensor input, Tensor other) -> Tensor", division.floor_divide, *[_refuse_vjp("floor_divide")] * 2,
                           promote="common", wide_number=True, variants=ALL, node="NotImplemented", refuses="bc",
                           in_place=_FLOOR_IN_PLACE,
                           doc="Division rounded down; it has no derivative, and says so in backward.",
                           aten="floor_divide.default", aten_in_place="floor_divide_.Tensor",
                           coo="floor_divide", forward_mode=False, allows_mixed_devices=True, accepts_numbers_alone=True,
                           kernel_label="div_floor_cpu",
                           out=Out(refusing_function="aten::"), unsigned=NO_UNSIGNED)


def _power_rule(xp: Any, g: Any, _out: Any, x: Any, y: Any) -> Any:
    """g * y * x**(y - 1), and 0 where y is 0 (also at x = 0)."""
    if isinstance(y, (int, float, complex)):
        return xp.zero_gradient(g) if y == 0 else g * xp.pow_derivative(x, y)
    return xp.where(y == 0, 0.0, g * (y * xp.pow(x, y - 1)))


def _exponent_rule(xp: Any, g: Any, out: Any, x: Any, y: Any) -> Any:
    """g * out * log(x), and 0 where x is 0 and y is not negative."""
    of_complex = getattr(y, "_array", y).dtype.kind == "c"
    if not isinstance(x, (int, float, complex)):
        logarithm = xp.log(x)
    elif of_complex or isinstance(x, complex):
        logarithm = cmath.log(x) if x else complex(math.nan, math.nan)
    else:
        logarithm = math.log(x) if x > 0 else math.nan if x else -math.inf
    if isinstance(x, (int, float, complex)) and x:
        return g * (out * logarithm)
    nothing = (x == 0) & (xp.real_part(y) >= 0)
    return g * xp.where(nothing & (y == xp.real_part(y)) if of_complex else nothing, 0.0, out * logarithm)


MUL_SCALAR = elementwise("mul_scalar(Tensor input, Scalar factor) -> Tensor", k.mul_scalar,
                         lambda xp, g, _out, _x, factor: xp.mul_scalar(g, factor),
                         module=None, promote="power", numbers="none", node="MulBackward1", wide_number=True, aten="mul.Scalar",
                         coo="mul_scalar", allows_complex_tangents=True)
ADD_SCALAR = elementwise("add_scalar(Tensor input, Scalar number) -> Tensor", k.add, lambda xp, g, _out, _x, _number: g, module=None,
                         promote="power", numbers="none", node="AddBackward1", aten="add.Scalar",
                         allows_complex_tangents=True, keeps_tangent_dtype=True)
DIV_SCALAR = elementwise("div_scalar(Tensor input, Scalar divisor) -> Tensor", k.div_scalar,
                         lambda xp, g, _out, _x, divisor: xp.div_scalar(g, divisor),
                         module=None, promote="power", numbers="none", node="DivBackward1", wide_number=True, aten="div.Scalar",
                         allows_complex_tangents=True)
POW_DERIVATIVE = Op("composite", "pow_derivative(Tensor input, Scalar exponent) -> Tensor",
                    lambda x, y: 2 * x if y == 2 else k.mul_scalar(k.pow(x, y - 1), y),
                    composite=lambda xp, x, y: xp.mul_scalar(xp.pow_scalar(x, y - 1), y), module=None)
def _base_rule(xp: Any, g: Any, out: Any, x: Any, y: Any) -> Any:
    """`_power_rule`; as in PyTorch the result is saved, too, and modifying it is noticed."""
    return _power_rule(xp, g, out, x, y)


POW = elementwise("pow(Tensor input, Tensor exponent) -> Tensor", k.pow, _base_rule, _exponent_rule, promote="common", numbers="one",
                  variants="", node="PowBackward1", refuses="b",
                  aten="pow.Tensor_Tensor", aten_in_place="pow_.Tensor", refused_in_place_as="pow_.Tensor", kernel_label="pow",
                  foreach=Foreach(2, ("0Scalar", "1", "0"), number_first="2"), unsigned=NO_UNSIGNED)
POW_SCALAR = elementwise("pow_scalar(Tensor input, Scalar exponent) -> Tensor", k.pow, _power_rule, promote="power", numbers="none",
                         variants="", node="PowBackward0", aten="pow.Tensor_Scalar", aten_in_place="pow_.Scalar",
                         coo_check=_check_exponent, coo="values", unsigned=NoUnsigned("pow"))
POW_OF_SCALAR = elementwise("pow_of_scalar(Scalar input, Tensor exponent) -> Tensor", k.pow_of_scalar,
                            _exponent_rule, promote="common", variants="", node="PowBackward2", row_major=True, aten="pow.Scalar",
                            out_overload="pow_out", unsigned=NoUnsigned("pow"))
SQUARE = composite("square(Tensor input) -> Tensor", lambda xp, x: xp.pow_scalar(x, 2), variants=ALL, doc="input * input.", exact_out=False,
                   in_place=InPlace(recorded_op=("pow_scalar", (2,))),
                   refused_as="pow.Tensor_Scalar", refused_in_place_as="pow_.Scalar", out=Out(refusing_function="pow"))
FLOAT_POWER = composite("float_power(Tensor input, Tensor exponent) -> Tensor",
                        lambda xp, x, y: _float_power(xp, x, y), variants="", aten="float_power.*",
                        out=Out(accepted_dtypes="exact",
                      dtype_message="the output given to float_power has dtype {1} but the operation's result requires dtype {0}",
                                refusing_function="pow"))


def _float_power(xp: Any, x: Any, y: Any) -> Any:
    x, y = (float(v) if isinstance(v, int) else k.as_double(xp, v) for v in (x, y))
    if hasattr(x, "shape") and hasattr(y, "shape"):
        return xp.pow(x, y)
    return xp.pow_scalar(x, y) if hasattr(x, "shape") else xp.pow_of_scalar(x, y)


# The result is saved in any case, as in PyTorch.
LDEXP_WHOLE = elementwise("ldexp_whole(Tensor input, Tensor other) -> Tensor", k.ldexp_whole,
                          lambda xp, g, out, _x, other: xp.ldexp_whole(g, other),
                          lambda xp, g, out, _x, _other: xp.mul_scalar(g * out, math.log(2)), module=None, refuses="bc",
                          node="LdexpBackward0", aten="ldexp")
#: `dtype` is the dtype in which PyTorch computes 2 ** other.
LDEXP = elementwise("ldexp_of(Tensor input, Tensor other, ScalarType dtype) -> Tensor", k.ldexp,
                    lambda xp, g, out, _x, other, _dtype: g * xp.pow_of_scalar(2.0, other),
                    lambda xp, g, out, _x, _other, _dtype: xp.mul_scalar(g * out, math.log(2)), promote="common", module=None,
                    node="LdexpBackward0", aten="ldexp", refused_as="pow.Scalar")
ADDCMUL = elementwise("addcmul(Tensor input, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor", k.addcmul,
                      lambda xp, g, _out, _x, _a, _b, value: g,
                      lambda xp, g, _out, _x, _a, b, value: g * xp.mul_scalar(b, value),
                      lambda xp, g, _out, _x, a, _b, value: g * xp.mul_scalar(a, value), promote="common",
                      doc="input + value * tensor1 * tensor2.",
                      refuses="b", numbers="none", allows_complex_tangents=True, kernel_label="addcmul_cpu_out",
                      foreach=Foreach(3, ("0Scalar", "0ScalarList")), unsigned=NO_UNSIGNED)
ADDCDIV = elementwise("addcdiv(Tensor input, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor", k.addcdiv,
                      lambda xp, g, _out, _x, _a, b, value: g,
                      lambda xp, g, _out, _x, _a, b, value: g * number_over(value, b),
                      lambda xp, g, _out, _x, a, b, value: -g * (xp.mul_scalar(a, value) / (b * b)), promote="quotient",
                      doc="input + value * tensor1 / tensor2.", numbers="none", allows_complex_tangents=True,
                      foreach=Foreach(3, ("0Scalar", "0ScalarList")))
LERP = elementwise("lerp(Tensor input, Tensor end, Tensor weight) -> Tensor", k.lerp,
                   lambda xp, g, _out, _x, _end, w: g * (1 - w),
                   lambda xp, g, _out, _x, _end, w: g * w,
                   lambda xp, g, _out, x, end, _w: g * (end - x), variants="", node="LerpBackward1",
                   promote="common", aten="lerp.Tensor", allows_complex_tangents=True, tangent_check="interpolation",
                   foreach=Foreach(3, ("0Scalar", "0ScalarList", "1List")))
LERP_SCALAR = elementwise("lerp_scalar(Tensor input, Tensor end, Scalar weight) -> Tensor", k.lerp,
                          lambda xp, g, _out, _x, _end, weight: xp.mul_scalar(g, 1 - weight),
                          lambda xp, g, _out, _x, _end, weight: xp.mul_scalar(g, weight), variants="", node="LerpBackward0",
                          exact_out=False, aten="lerp.Scalar",
                          allows_complex_tangents=True, keeps_tangent_dtype=True, tangent_check="interpolation")

# Elementary functions -------------------------------------------------------------------------------------------------------------

EXP = elementwise("exp(Tensor input) -> Tensor", k.exp, lambda xp, g, out, _x: g * out, promote="floating", foreach=UNARY_FOREACH)
EXP2 = elementwise("exp2(Tensor input) -> Tensor", k.exp2, lambda xp, g, out, _x: xp.mul_scalar(g * out, math.log(2)), promote="floating")
EXPM1 = elementwise("expm1(Tensor input) -> Tensor", k.expm1, lambda xp, g, out, _x: g * xp.add_scalar(out, 1), promote="floating",
                    compressed="values", coo="values", foreach=UNARY_FOREACH)
LOG = elementwise("log(Tensor input) -> Tensor", k.log, lambda xp, g, _out, x: g / x, promote="floating", foreach=UNARY_FOREACH)
LOG2 = elementwise("log2(Tensor input) -> Tensor", k.log2, lambda xp, g, _out, x: g / xp.mul_scalar(x, math.log(2)), promote="floating",
                   foreach=UNARY_FOREACH)
LOG10 = elementwise("log10(Tensor input) -> Tensor", k.log10, lambda xp, g, _out, x: g / xp.mul_scalar(x, math.log(10)), promote="floating",
                    foreach=UNARY_FOREACH)
LOG1P = elementwise("log1p(Tensor input) -> Tensor", k.log1p, lambda xp, g, _out, x: g / xp.add_scalar(x, 1), promote="floating",
                    node="Log1PBackward0", compressed="values", coo="values", foreach=UNARY_FOREACH)
SQRT = elementwise("sqrt(Tensor input) -> Tensor", k.sqrt, lambda xp, g, out, _x: g / xp.mul_scalar(out, 2), promote="floating",
                   compressed="values", coo="values", foreach=UNARY_FOREACH)
RSQRT = elementwise("rsqrt(Tensor input) -> Tensor", k.rsqrt, lambda xp, g, out, _x: xp.mul_scalar(g, -0.5) * xp.pow_scalar(out, 3),
                    promote="floating", foreach=UNARY_FOREACH)
SIN = elementwise("sin(Tensor input) -> Tensor", k.sin, lambda xp, g, _out, x: g * xp.cos(x), promote="floating", compressed="values",
                  coo="values", foreach=UNARY_FOREACH)
COS = elementwise("cos(Tensor input) -> Tensor", k.cos, lambda xp, g, _out, x: g * -xp.sin(x), promote="floating", foreach=UNARY_FOREACH)
TAN = elementwise("tan(Tensor input) -> Tensor", k.tan, lambda xp, g, out, _x: g * xp.add_scalar(out * out, 1), promote="floating",
                  compressed="values", coo="values", foreach=UNARY_FOREACH)
ASIN = elementwise("asin(Tensor input) -> Tensor", k.asin, lambda xp, g, _out, x: g * xp.rsqrt(1 - x * x), promote="floating",
                   compressed="values", coo="values", foreach=UNARY_FOREACH, aliases=("arcsin",))
ACOS = elementwise("acos(Tensor input) -> Tensor", k.acos, lambda xp, g, _out, x: g * -xp.rsqrt(1 - x * x), promote="floating",
                   foreach=UNARY_FOREACH, aliases=("arccos",))
ATAN = elementwise("atan(Tensor input) -> Tensor", k.atan, lambda xp, g, _out, x: g / xp.add_scalar(x * x, 1), promote="floating",
                   compressed="values", coo="values", foreach=UNARY_FOREACH, aliases=("arctan",))
SINH = elementwise("sinh(Tensor input) -> Tensor", k.sinh, lambda xp, g, _out, x: g * xp.cosh(x), promote="floating", compressed="values",
                   coo="values", foreach=UNARY_FOREACH)
COSH = elementwise("cosh(Tensor input) -> Tensor", k.cosh, lambda xp, g, _out, x: g * xp.sinh(x), promote="floating", foreach=UNARY_FOREACH)
TANH = elementwise("tanh(Tensor input) -> Tensor", k.tanh, lambda xp, g, out, _x: xp.tanh_gradient(g, out), promote="floating",
                   compressed="values", coo="values", foreach=UNARY_FOREACH)
TANH_GRADIENT = elementwise("tanh_gradient(Tensor grad, Tensor output) -> Tensor", k.tanh_gradient,
                            lambda xp, g, _out, _grad, output: xp.tanh_gradient(g, output),
                            lambda xp, g, _out, grad, output: -2.0 * g * grad * output, module=None, node="TanhBackwardBackward0",
                            aten="tanh_backward")


def _refuse_in_place(name: str) -> InPlace:
    """A derivative that PyTorch has for out-of-place calls only."""
    refuse = not_implemented(f"inplace version of {name}")
    return InPlace(node=f"{name.capitalize()}Backward1", vjps=(lambda xp, g, _out, _x: refuse(),), not_implemented=True)


ASINH = elementwise("asinh(Tensor input) -> Tensor", k.asinh, lambda xp, g, _out, x: g * xp.rsqrt(xp.pow_scalar(x, 2) + 1),
                    promote="floating", in_place=_refuse_in_place("asinh"), compressed="values", coo="values", aliases=("arcsinh",))
ACOSH = elementwise("acosh(Tensor input) -> Tensor", k.acosh, lambda xp, g, _out, x: g * xp.rsqrt(xp.pow_scalar(x, 2) - 1),
                    promote="floating", in_place=_refuse_in_place("acosh"), aliases=("arccosh",))
ATANH = elementwise("atanh(Tensor input) -> Tensor", k.atanh, lambda xp, g, _out, x: g / (1 - x * x), promote="floating",
                    in_place=_refuse_in_place("atanh"), compressed="values", coo="values", aliases=("arctanh",))


def _atan2_vjp(xp: Any, g: Any, _out: Any, x: Any, y: Any) -> Any:
    """y / (x² + y²) and -x / (x² + y²), but 0 at the origin, where PyTorch's gradient is 0, and the next derivative NaN."""
    total = x * x + y * y
    share = xp.masked_clear(xp.reciprocal(total), total == 0)
    return g * y * share, g * -x * share


ATAN2 = elementwise("atan2(Tensor input, Tensor other) -> Tensor", k.atan2, joint=_atan2_vjp, promote="floating", numbers="none",
                    refuses="c", allows_complex_tangents=True, tangent_rule="angles", unbatched_write_error="broadcast",
                    aliases=("arctan2",))
HYPOT = elementwise("hypot(Tensor input, Tensor other) -> Tensor", k.hypot,
                    lambda xp, g, out, x, _y: g * x / out,
                    lambda xp, g, out, _x, y: g * y / out, promote="common", numbers="none", refuses="buic")
SIGMOID = elementwise("sigmoid(Tensor input) -> Tensor", logistic.sigmoid, lambda xp, g, out, _x: xp.sigmoid_gradient(g, out),
                      promote="floating", foreach=UNARY_FOREACH)
SIGMOID_GRADIENT = elementwise("sigmoid_gradient(Tensor grad, Tensor output) -> Tensor", logistic.sigmoid_gradient,
                               lambda xp, g, _out, _grad, output: xp.sigmoid_gradient(g, output),
                               lambda xp, g, _out, grad, output: g * grad * (1 - 2 * output), module=None,
                               node="SigmoidBackwardBackward0", aten="sigmoid_backward")
def _logit_vjp(xp: Any, g: Any, _out: Any, x: Any, eps: float | None) -> Any:
    """As in PyTorch: NaN outside of [0, 1] without eps; with it, 0 outside of [eps, 1 - eps]."""
    low, high = (0.0, 1.0) if eps is None else (eps, 1.0 - eps)
    return xp.where((x >= low) & (x <= high), g / (x * (1 - x)), math.nan if eps is None else 0.0)


LOGIT = elementwise("logit(Tensor input, float? eps=None) -> Tensor", logistic.logit, _logit_vjp, promote="floating",
                    doc="log(input / (1 - input)), `input` clamped to [eps, 1 - eps] if `eps` is given.", refuses="c")
LOGADDEXP = elementwise("logaddexp(Tensor input, Tensor other) -> Tensor", k.logaddexp,
                        lambda xp, g, _out, x, y: g / xp.add_scalar(xp.exp(y - x), 1),
                        lambda xp, g, _out, x, y: g / xp.add_scalar(xp.exp(x - y), 1), promote="common", numbers="none",
                        variants="function method out", refuses="bui")
LOGADDEXP2 = elementwise("logaddexp2(Tensor input, Tensor other) -> Tensor", k.logaddexp2,
                         lambda xp, g, _out, x, y: g / xp.add_scalar(xp.exp2(y - x), 1),
                         lambda xp, g, _out, x, y: g / xp.add_scalar(xp.exp2(x - y), 1), promote="common", numbers="none",
                         variants="function method out", refuses="buic")
XLOGY = elementwise("xlogy(Tensor input, Tensor other) -> Tensor", k.xlogy,
                    lambda xp, g, _out, x, y: xp.masked_fill_value(xp.xlogy(g, y), (x == 0) & (y <= 0), 0.0),
                    lambda xp, g, _out, x, y: g * x / y, promote="floating", numbers="one", refuses="c",
                    aten="xlogy.*", refused_as="xlogy.Tensor")
set_number_overloads(XLOGY, "XlogyBackward2", overload(XLOGY, "XlogyBackward1", None, XLOGY.vjps[1]))
COPYSIGN = elementwise("copysign(Tensor input, Tensor other) -> Tensor", k.copysign,
                       lambda xp, g, out, x, _y: g * xp.masked_clear(out / x, x == 0),
                       lambda xp, g, out, _x, y_meta: xp.contiguous_zeros(xp.sum_to_size(g, y_meta.shape)), promote="floating",
                       numbers="second", refuses="c", aten="copysign.*", refused_as="copysign.Tensor", unbatched_write_error="broadcast")
set_number_overloads(COPYSIGN, "CopysignBackward1")

#: The gradient of a flat function: zeros that do not depend on the cotangent.
ZERO_GRADIENT = nondiff("zero_gradient(Tensor grad) -> Tensor", k.zero_gradient, module=None, batch=b.broadcast_rule)

# Steps, signs and magnitudes ------------------------------------------------------------------------------------------------------

RELU = elementwise("relu(Tensor input) -> Tensor", k.relu, lambda xp, g, out, _x: xp.relu_gradient(out, g),
                   variants="function method inplace", refuses={"b": "Boolean inputs not supported for relu", "c": ""},
                   gradient_layout="saved", compressed="values",
                   complex_refusal="clamp is not supported for complex types", coo="values", unsigned=NoUnsigned("clamp_min_scalar_cpu"))
CONTIGUOUS_ZEROS = nondiff("contiguous_zeros(Tensor input) -> Tensor", k.contiguous_zeros, module=None, batch=b.broadcast_rule,
                           keeps_batch_dim=True)
#: The same in the layout of the argument.
ZEROS_ALIKE = nondiff("zeros_alike(Tensor input) -> Tensor", k.zeros_alike, module=None, batch=b.broadcast_rule)
#: The engine's replacement of cotangents of `piecewise_linear` ops.
WITH_ZERO_DEPENDENCY = custom("with_zero_dependency(Tensor input, Tensor flat) -> Tensor", k.with_shape_of,
                              lambda xp, g, _out, _x, _flat: g, lambda xp, g, _out, _x, _flat: xp.zeros_alike(g),
                              jvp=lambda xp, ts, _out, _x, _flat: xp.contiguous_zeros(ts[1]) if ts[0] is None else ts[0], module=None,
                              batch=b.broadcast_rule)
#: Forward mode's tangent where PyTorch would have added zeros, got by multiplying with `other`.
WITH_DEPENDENCY = custom("with_dependency(Tensor input, Tensor other) -> Tensor", lambda a, _other: a.copy(order="K"),
                         lambda xp, g, _out, _x, _other: g,
                         lambda xp, g, _out, _x, other_meta: xp.expand(xp.contiguous_zeros(xp.sum(g)), other_meta.shape),
                         jvp=lambda xp, ts, _out, _x, _other: ts[0], node="AddBackward0", module=None, batch=b.leading_dims_rule)
RELU_GRADIENT = elementwise("relu_gradient(Tensor output, Tensor grad) -> Tensor", k.relu_gradient,
                            lambda xp, g, _out, _output, _g: xp.zeros_alike(g),
                            lambda xp, g, _out, output, _g: xp.relu_gradient(output, g), module=None, node="ThresholdBackwardBackward0",
                            aten="threshold_backward", visible_edges=(1, 0))
ABS = custom("abs(Tensor input) -> Tensor", k.abs, lambda xp, g, _out, x: g * xp.sgn(x),
             jvp=lambda xp, t, _out, x: xp.real_part(t * xp.conj_physical(xp.sgn(x))), holomorphic=False, variants=ALL, refuses="b",
             batch=b.broadcast_rule,
             compressed="values", out_overload="abs_out", has_float16_kernel=True, coo="values",
             out=Out(accepted_dtypes="exact", dtype_message=FOUND_DTYPE, stores_real_of_complex=True), foreach=UNARY_FOREACH,
             aliases=("absolute",), unsigned=NO_UNSIGNED, float8=True)
SIGN = elementwise("sign(Tensor input) -> Tensor", k.sign, lambda xp, g, _out, _x: xp.zero_gradient(g), refuses="c",
                   compressed="values",
                   complex_refusal="Unlike NumPy, torch.sign is not intended to support complex numbers. Please use torch.sgn instead.",
                   coo="values", out=EXACT_DTYPE_OUT, foreach=UNARY_FOREACH, unsigned=NO_UNSIGNED)
SGN = custom("sgn(Tensor input) -> Tensor", k.sgn, lambda xp, g, out, x: xp.sgn_gradient(g, out, x), holomorphic=False,
             jvp=lambda xp, t, out, x: xp.sgn_gradient(t, out, x), variants=ALL, batch=b.broadcast_rule, dense_gradient=True,
             compressed="values", tangent_dtype="real part, unresolved", coo="values", out=EXACT_DTYPE_OUT,
             unsigned=NoUnsigned("sign_cpu"))
SGN_GRADIENT = composite("sgn_gradient(Tensor grad, Tensor output, Tensor input) -> Tensor",
                         lambda xp, g, out, x: k.sgn_gradient(xp, g, out, x), module=None)
CONJ_PHYSICAL = custom("conj_physical(Tensor input) -> Tensor", k.conj, lambda xp, g, _out, _x: xp.conj_physical(g),
                       jvp=lambda xp, t, _out, _x: xp.conj_physical(t), holomorphic=False, variants="inplace", batch=b.broadcast_rule,
                       in_place=InPlace(node="ConjPhysicalBackward1"), compressed="values",
                       out=Out(accepted_dtypes="exact", dtype_message=FOUND_DTYPE, refusing_function="aten::"))
FLOOR = elementwise("floor(Tensor input) -> Tensor", k.floor, lambda xp, g, _out, _x: xp.zero_gradient(g), refuses="bc",
                    compressed="values",
                    kernel_label="floor_vml_cpu", complex_refusal="floor is not supported for complex inputs", coo="values",
                    out=EXACT_DTYPE_OUT,
                    foreach=UNARY_FOREACH)
CEIL = elementwise("ceil(Tensor input) -> Tensor", k.ceil, lambda xp, g, _out, _x: xp.zero_gradient(g), refuses="bc",
                   compressed="values",
                   kernel_label="ceil_vml_cpu", complex_refusal="ceil is not supported for complex inputs", coo="values",
                   out=EXACT_DTYPE_OUT,
                   foreach=UNARY_FOREACH)
TRUNC = elementwise("trunc(Tensor input) -> Tensor", k.trunc, lambda xp, g, _out, _x: xp.zero_gradient(g), refuses="bc",
                    compressed="values",
                    kernel_label="trunc_vml_cpu", complex_refusal="trunc is not supported for complex inputs", coo="values",
                    out=EXACT_DTYPE_OUT,
                    foreach=UNARY_FOREACH, aliases=("fix",))
ROUND = elementwise("round(Tensor input) -> Tensor", k.round_half_even, lambda xp, g, _out, _x: xp.zero_gradient(g), variants="",
                    refuses="bc",
                    compressed="values", kernel_label="round_vml_cpu", coo="values", out=EXACT_DTYPE_OUT, foreach=UNARY_FOREACH)
ROUND_DECIMALS = elementwise("round_decimals(Tensor input, *, int decimals) -> Tensor", k.round_half_even,
                             lambda xp, g, _out, _x, decimals: xp.zero_gradient(g), module=None, refuses="buic", node="RoundBackward1",
                             aten="round.decimals", kernel_label="round_cpu", out=EXACT_DTYPE_OUT)
FRAC = elementwise("frac(Tensor input) -> Tensor", k.frac, lambda xp, g, _out, _x: g, refuses="buic", compressed="values", coo="values",
                   out=EXACT_DTYPE_OUT, foreach=UNARY_FOREACH)
MAXIMUM = elementwise("maximum(Tensor input, Tensor other) -> Tensor", k.maximum,
                      lambda xp, g, _out, x, y: xp.maximum_gradient(x, y, g),
                      lambda xp, g, _out, x, y: xp.maximum_gradient(y, x, g), promote="common", numbers="none",
                      variants="function method out",
                      refuses={"c": "maximum not implemented for complex tensors."}, gradient_layout="saved",
                      allows_complex_tangents=True, is_selection=True, tangent_rule="larger", out=Out(refusing_function="maximum"),
                      foreach=Foreach(2, ("0", "1", "0List"), of_number="clamp_min"), unsigned=NO_UNSIGNED)
MINIMUM = elementwise("minimum(Tensor input, Tensor other) -> Tensor", k.minimum,
                      lambda xp, g, _out, x, y: xp.maximum_gradient(y, x, g),
                      lambda xp, g, _out, x, y: xp.maximum_gradient(x, y, g), promote="common", numbers="none",
                      variants="function method out",
                      refuses={"c": "minimum not implemented for complex tensors."}, gradient_layout="saved",
                      allows_complex_tangents=True, is_selection=True, tangent_rule="smaller", out=Out(refusing_function="minimum"),
                      foreach=Foreach(2, ("0", "1", "0List"), of_number="clamp_max"), unsigned=NO_UNSIGNED)
FMAX = elementwise("fmax(Tensor input, Tensor other) -> Tensor", k.fmax,
                   lambda xp, g, _out, x, y: xp.masked_fill_value(g, xp.logical_not(xp.selects_first(x, y)), 0.0),
                   lambda xp, g, _out, x, y: xp.masked_fill_value(g, xp.selects_first(x, y), 0.0), promote="common", numbers="none",
                   variants="function method out",
                   refuses={"c": "fmax not implemented for complex tensors."}, is_selection=True, tangent_rule="larger number",
                   unsigned=NoUnsigned("maximum_cpu"))
FMIN = elementwise("fmin(Tensor input, Tensor other) -> Tensor", k.fmin,
                   lambda xp, g, _out, x, y: xp.masked_fill_value(g, xp.logical_not(xp.selects_first(y, x, True)), 0.0),
                   lambda xp, g, _out, x, y: xp.masked_fill_value(g, xp.selects_first(y, x, True), 0.0), promote="common", numbers="none",
                   variants="function method out",
                   refuses={"c": "fmin not implemented for complex tensors."}, is_selection=True, unsigned=NoUnsigned("minimum_cpu"))
MAXIMUM_GRADIENT = elementwise("maximum_gradient(Tensor input, Tensor other, Tensor grad) -> Tensor", k.maximum_gradient,
                               None, None, lambda xp, g, _out, x, y, _grad: xp.maximum_gradient(x, y, g), module=None,
                               node="MaskedFillBackward0",
                               aten="masked_fill", is_composed=True,
                               saved_computed={"mask": lambda values: values("input") < values("other")})
SELECTS_FIRST = nondiff("selects_first(Tensor input, Tensor other, bool smaller=False) -> Tensor", k.selects_first, module=None,
                        batch=b.broadcast_rule)


def _clamp_scalars_label(_x: Any, low: Any, high: Any) -> str:
    return "clamp_min_scalar_cpu" if high is None else "clamp_max_scalar_cpu" if low is None else "clamp_scalar_cpu"


CLAMP = elementwise("clamp_scalars(Tensor input, Scalar? min, Scalar? max) -> Tensor", limits.clamp_scalars,
                    lambda xp, g, _out, x, min, max: xp.where_or_zero(xp.within_bounds(x, min, max), g), promote="fitting", numbers="none",
                    variants="", node="ClampBackward1", refuses="c",
                    exact_out=True, in_place=InPlace(format_dtype=c_name), gradient_layout="saved", aten="clamp.default",
                    keeps_tangent_dtype=True, complex_refusal="clamp is not supported for complex types", out=EXACT_DTYPE_OUT,
                    unsigned=NoUnsigned(_clamp_scalars_label))


def _clamp_label(_x: Any, low: Any, high: Any) -> str:
    """The kernel's name, which depends on which limits are given."""
    return "maximum_cpu" if high is None else "minimum_cpu" if low is None else "clamp_cpu"


CLAMP_TENSORS = elementwise("clamp_tensors(Tensor input, Tensor? min, Tensor? max) -> Tensor", limits.clamp,
                            lambda xp, g, _out, x, min, max: xp.where_or_zero(xp.within_bounds(x, min, max), g),
                            lambda xp, g, _out, x, min, max: xp.where_or_zero(xp.below_min(x, min, max), g),
                            lambda xp, g, _out, x, min, max: xp.where_or_zero(xp.above_max(x, min, max), g), promote="common", variants="",
                            node="ClampBackward0", refuses="c", gradient_layout="saved",
                            aten="clamp.Tensor", is_selection=True, tangent_rule="limits",
                            complex_refusal="clamp is not supported for complex types", kernel_label=_clamp_label, unsigned=NO_UNSIGNED)
CLAMP_MIN_TENSOR = elementwise("clamp_min_tensor(Tensor input, Tensor min) -> Tensor", k.maximum,
                               lambda xp, g, _out, x, y: xp.where_or_zero(xp.within_bounds(x, y, None), g),
                               lambda xp, g, _out, x, y: xp.where_or_zero(xp.below_min(x, y, None), g), promote="common", numbers="second",
                               variants="", node="ClampMinBackward1", refuses="c", gradient_layout="saved",
                               aten="clamp_min.Tensor", profiled_name="clamp", is_selection=True, tangent_rule="limit below",
                               unbatched_write_error="arithmetic",
                               kernel_label="maximum_cpu", unsigned=NO_UNSIGNED)
CLAMP_MAX_TENSOR = elementwise("clamp_max_tensor(Tensor input, Tensor max) -> Tensor", k.minimum,
                               lambda xp, g, _out, x, y: xp.where_or_zero(xp.within_bounds(x, None, y), g),
                               lambda xp, g, _out, x, y: xp.where_or_zero(xp.above_max(x, None, y), g), promote="common", numbers="second",
                               variants="", node="ClampMaxBackward1", refuses="c", gradient_layout="saved",
                               aten="clamp_max.Tensor", profiled_name="clamp", is_selection=True, tangent_rule="limit above",
                               unbatched_write_error="arithmetic",
                               kernel_label="minimum_cpu", unsigned=NO_UNSIGNED)
CLAMP_MIN = elementwise("clamp_min_scalar(Tensor input, Scalar min) -> Tensor", limits.clamp_scalars,
                        lambda xp, g, _out, x, min: xp.where_or_zero(xp.within_bounds(x, min, None), g), promote="fitting", numbers="none",
                        variants="", node="ClampMinBackward0", refuses="c",
                        exact_out=True, in_place=InPlace(format_dtype=c_name), gradient_layout="saved",
                        aten="clamp_min.default", unbatched_write_error="arithmetic",
                        complex_refusal="clamp is not supported for complex types", out=EXACT_DTYPE_OUT,
                        foreach=Foreach(2, ("0Scalar", "0ScalarList", "1List")), unsigned=NO_UNSIGNED)
CLAMP_MAX = elementwise("clamp_max_scalar(Tensor input, Scalar max) -> Tensor", lambda a, high: limits.clamp_scalars(a, None, high),
                        lambda xp, g, _out, x, max: xp.where_or_zero(xp.within_bounds(x, None, max), g), promote="fitting", numbers="none",
                        variants="", node="ClampMaxBackward0", refuses="c",
                        exact_out=True, in_place=InPlace(format_dtype=c_name), gradient_layout="saved",
                        aten="clamp_max.default", unbatched_write_error="arithmetic",
                        complex_refusal="clamp is not supported for complex types", out=EXACT_DTYPE_OUT,
                        foreach=Foreach(2, ("0Scalar", "0ScalarList", "1List")), unsigned=NO_UNSIGNED)
WITHIN_BOUNDS = nondiff("within_bounds(Tensor input, Tensor? min, Tensor? max) -> Tensor", limits.within_bounds, promote="common",
                        module=None, batch=b.broadcast_rule)
BELOW_MIN = nondiff("below_min(Tensor input, Tensor? min, Tensor? max) -> Tensor", limits.below_min, promote="common", module=None,
                    batch=b.broadcast_rule)
ABOVE_MAX = nondiff("above_max(Tensor input, Tensor? min, Tensor? max) -> Tensor", limits.above_max, promote="common", module=None,
                    batch=b.broadcast_rule)
NAN_TO_NUM = elementwise("nan_to_num(Tensor input, float? nan=None, float? posinf=None, float? neginf=None) -> Tensor", limits.nan_to_num,
                         lambda xp, g, _out, x, nan, posinf, neginf: g * xp.isfinite(x), out_overload="nan_to_num_out", coo="values",
                         out=Out(accepted_dtypes="exact", dtype_message="nan_to_num: dtype of out: {1} should be same as input: {0}"))
WHERE = elementwise("where(Tensor condition, Tensor input, Tensor other) -> Tensor", k.where,
                    None,
                    lambda xp, g, _out, condition, _x, _y: xp.where_or_zero(condition, g),
                    lambda xp, g, _out, condition, _x, _y: xp.where_or_zero(xp.logical_not(condition), g), promote="branches", variants="",
                    exact_out=True, holomorphic=False, gradient_layout="saved", aten="where.self", extra_calls="numbers",
                    allows_complex_tangents=True, keeps_tangent_dtype=True,
                    out=Out(accepted_dtypes="exact", dtype_message="Expected out type to be {0} but got {1}"), float8=True)
#: The first argument decides the result's layout.
WHERE_OR_ZERO = elementwise("where_or_zero(Tensor mask, Tensor input) -> Tensor", k.where_or_zero,
                            None, lambda xp, g, _out, mask, _x: xp.where_or_zero(mask, g), module=None,
                            node="WhereBackward0", gradient_layout="saved", visible_edges=(1, None),
                            saved_argument_names={"condition": "mask"})
MASKED_KEEP = elementwise("masked_keep(Tensor input, Tensor mask) -> Tensor", k.masked_keep,
                          lambda xp, g, _out, _x, mask: xp.masked_keep(g, mask), None, module=None, node="WhereBackward0",
                          gradient_layout="saved", visible_edges=(0, None), saved_argument_names={"condition": "mask"})
#: Tensors that PyTorch's formulas fill in place.
MASKED_CLEAR = elementwise("masked_clear(Tensor input, Tensor mask) -> Tensor", k.masked_clear,
                           lambda xp, g, _out, _x, mask: xp.masked_clear(g, mask), None, module=None, node="MaskedFillBackward0")
HEAVISIDE = elementwise("heaviside(Tensor input, Tensor values) -> Tensor", k.heaviside, *[_refuse_vjp("heaviside")] * 2, variants=ALL,
                        node="NotImplemented", refuses={"c": "heaviside is not yet implemented for complex tensors."},
                        in_place=_HEAVISIDE_IN_PLACE, forward_mode=False,
                        out=Out(accepted_dtypes="exact",
                      dtype_message="heaviside is not yet implemented for tensors with different dtypes.", refusing_function="aten::"),
                        unsigned=NO_UNSIGNED)

# Comparisons and logic ------------------------------------------------------------------------------------------------------------



def _in_place(name: str, **rules: Any) -> InPlace:
    """A comparison written into numbers has zero gradients."""
    def flat(xp: Any, g: Any, _out: Any, _x: Any, _other: Any) -> Any:
        return xp.zero_gradient(g)

    return InPlace(node=f"{name}Backward1", number_node=f"{name}Backward0", vjps=(flat, flat), **rules)


EQ = nondiff("eq(Tensor input, Tensor other) -> Tensor", k.eq, promote="compared", numbers="second", variants=ALL,
             doc="input == other, elementwise.", batch=b.broadcast_rule, in_place=_in_place("Eq"), aten="eq.*", accepts_numpy_arrays=True,
             out=Out(is_tracked=False), float8=True)
NE = nondiff("ne(Tensor input, Tensor other) -> Tensor", k.ne, promote="compared", numbers="second", variants=ALL,
             doc="input != other, elementwise.", batch=b.broadcast_rule, in_place=_in_place("Ne"), aten="ne.*",
             out=Out(is_tracked=False), aliases=("not_equal",), float8=True)
LT = nondiff("lt(Tensor input, Tensor other) -> Tensor", k.lt, promote="common", numbers="second", variants=ALL,
             doc="input < other, elementwise.", refuses="c", batch=b.broadcast_rule, in_place=_in_place("Lt"), aten="lt.*",
             out=Out(is_tracked=False), aliases=("less",), unsigned=NO_UNSIGNED)
LE = nondiff("le(Tensor input, Tensor other) -> Tensor", k.le, promote="common", numbers="second", variants=ALL,
             doc="input <= other, elementwise.", refuses="c", batch=b.broadcast_rule, in_place=_in_place("Le"), aten="le.*",
             out=Out(is_tracked=False), aliases=("less_equal",), unsigned=NO_UNSIGNED)
GT = nondiff("gt(Tensor input, Tensor other) -> Tensor", k.gt, promote="common", numbers="second", variants=ALL,
             doc="input > other, elementwise.", refuses="c", batch=b.broadcast_rule, in_place=_in_place("Gt"), aten="gt.*",
             out=Out(is_tracked=False), aliases=("greater",), unsigned=NO_UNSIGNED)
GE = nondiff("ge(Tensor input, Tensor other) -> Tensor", k.ge, promote="common", numbers="second", variants=ALL,
             doc="input >= other, elementwise.", refuses="c", batch=b.broadcast_rule, in_place=_in_place("Ge"), aten="ge.*",
             out=Out(is_tracked=False), aliases=("greater_equal",), unsigned=NO_UNSIGNED)
LOGICAL_NOT = nondiff("logical_not(Tensor input) -> Tensor", k.logical_not, variants=ALL, exact_out=False, batch=b.broadcast_rule,
                      in_place=InPlace(is_tracked=False), refused_as="logical_not.out", out=Out(is_tracked=False), unsigned=NO_UNSIGNED)
LOGICAL_AND = nondiff("logical_and(Tensor input, Tensor other) -> Tensor", k.logical_and, promote="common", numbers="none",
                      variants=ALL, batch=b.broadcast_rule, in_place=InPlace(is_tracked=False), refused_as="logical_and.out",
                      unbatched_write_error="arithmetic", allows_mixed_in_place=True,
                      out=Out(is_tracked=False), unsigned=NO_UNSIGNED)
LOGICAL_OR = nondiff("logical_or(Tensor input, Tensor other) -> Tensor", k.logical_or, promote="common", numbers="none", variants=ALL,
                     batch=b.broadcast_rule, in_place=InPlace(is_tracked=False), refused_as="logical_or.out",
                     unbatched_write_error="arithmetic", allows_mixed_in_place=True,
                     out=Out(is_tracked=False), unsigned=NO_UNSIGNED)
LOGICAL_XOR = nondiff("logical_xor(Tensor input, Tensor other) -> Tensor", k.logical_xor, promote="common", numbers="none",
                      variants=ALL, batch=b.broadcast_rule, in_place=InPlace(is_tracked=False), refused_as="logical_xor.out",
                      unbatched_write_error="arithmetic", allows_mixed_in_place=True,
                      out=Out(is_tracked=False), unsigned=NO_UNSIGNED)
BITWISE_NOT = nondiff("bitwise_not(Tensor input) -> Tensor", k.bitwise_not, variants=ALL, refuses="fcV", batch=b.broadcast_rule,
                      out=Out(accepted_dtypes="exact", dtype_message=FOUND_DTYPE, refusing_function="aten::"), unsigned=NO_UNSIGNED)
BITWISE_AND = nondiff("bitwise_and(Tensor input, Tensor other) -> Tensor", k.bitwise_and, promote="common", numbers="one",
                      variants=ALL, refuses="fcV",
                      batch=b.broadcast_rule, forward_mode=False, aten="bitwise_and.*", refused_as="bitwise_and.Tensor",
                      unbatched_write_error="broadcast",
                      out=Out(accepts_number=False, refusing_function="aten::"))
BITWISE_OR = nondiff("bitwise_or(Tensor input, Tensor other) -> Tensor", k.bitwise_or, promote="common", numbers="one", variants=ALL,
                     refuses="fcV",
                     batch=b.broadcast_rule, forward_mode=False, aten="bitwise_or.*", refused_as="bitwise_or.Tensor",
                     unbatched_write_error="broadcast",
                     out=Out(accepts_number=False, refusing_function="aten::"))
BITWISE_XOR = nondiff("bitwise_xor(Tensor input, Tensor other) -> Tensor", k.bitwise_xor, promote="common", numbers="one",
                      variants=ALL, refuses="fcV",
                      batch=b.broadcast_rule, forward_mode=False, aten="bitwise_xor.*", refused_as="bitwise_xor.Tensor",
                      unbatched_write_error="broadcast",
                      out=Out(accepts_number=False, refusing_function="aten::"))
LEFT_SHIFT = nondiff("bitwise_left_shift(Tensor input, Tensor other) -> Tensor", k.left_shift, promote="common", numbers="one",
                     variants=ALL,
                     refuses="bfcV", batch=b.broadcast_rule, forward_mode=False,
                     aten="bitwise_left_shift.*", refused_as="bitwise_left_shift.Tensor",
                     unbatched_write_error="broadcast", kernel_label="lshift_cpu",
                     out=Out(accepts_number=False, refusing_function="aten::"), unsigned=NO_UNSIGNED)
RIGHT_SHIFT = nondiff("bitwise_right_shift(Tensor input, Tensor other) -> Tensor", k.right_shift, promote="common", numbers="one",
                      variants=ALL,
                      refuses="bfcV", batch=b.broadcast_rule, forward_mode=False,
                      aten="bitwise_right_shift.*", refused_as="bitwise_right_shift.Tensor",
                      unbatched_write_error="broadcast", kernel_label="rshift_cpu",
                      out=Out(accepts_number=False, refusing_function="aten::"), unsigned=NO_UNSIGNED)
ISNAN = nondiff("isnan(Tensor input) -> Tensor", k.isnan, variants="function method", batch=b.broadcast_rule, compressed="values",
                coo="values", float8=True)
ISINF = nondiff("isinf(Tensor input) -> Tensor", k.isinf, variants="function method", batch=b.broadcast_rule, compressed="values",
                coo="values")
ISFINITE = nondiff("isfinite(Tensor input) -> Tensor", k.isfinite, variants="function method", batch=b.broadcast_rule,
                   result_version=(1, "c"),
                   refused_as="ne.Scalar")
ISPOSINF = nondiff("isposinf(Tensor input) -> Tensor", k.isposinf, variants="function method out",
                   refuses={"c": "isposinf does not support complex inputs."}, batch=b.broadcast_rule, compressed="values",
                   out=Out(is_tracked=False,
                   accepted_dtypes="exact", dtype_message="isposinf does not support non-boolean outputs."),
                   coo="values")
ISNEGINF = nondiff("isneginf(Tensor input) -> Tensor", k.isneginf, variants="function method out",
                   refuses={"c": "isneginf does not support complex inputs."}, batch=b.broadcast_rule, compressed="values",
                   out=Out(is_tracked=False,
                   accepted_dtypes="exact", dtype_message="isneginf does not support non-boolean outputs."),
                   coo="values")
SIGNBIT = nondiff("signbit(Tensor input) -> Tensor", k.signbit, variants="function method out", refuses="c", batch=b.broadcast_rule,
                  compressed="values", complex_refusal="signbit is not implemented for complex tensors.", out=Out(is_tracked=False,
                  accepted_dtypes="exact", dtype_message="signbit does not support non-boolean outputs."),
                  coo="values")
NEXTAFTER = elementwise("nextafter(Tensor input, Tensor other) -> Tensor", k.nextafter,
                        lambda xp, g, _out, x, y: xp.where(x == y, 0.0, g),
                        lambda xp, g, _out, _x, y_meta: xp.contiguous_zeros(xp.sum_to_size(g, y_meta.shape)), promote="common",
                        numbers="none", refuses="buic", gradient_layout="own")
GCD = nondiff("gcd(Tensor input, Tensor other) -> Tensor", k.gcd, promote="common", numbers="none", variants=ALL, refuses="bfcV",
              batch=b.broadcast_rule, forward_mode=False, unbatched_write_error="broadcast", out=Out(refusing_function="aten::"),
              unsigned=NO_UNSIGNED)
LCM = nondiff("lcm(Tensor input, Tensor other) -> Tensor", k.lcm, promote="common", numbers="none", variants=ALL, refuses="bfcV",
              batch=b.broadcast_rule, forward_mode=False, unbatched_write_error="broadcast", out=Out(refusing_function="aten::"),
              unsigned=NO_UNSIGNED)
