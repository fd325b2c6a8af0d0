"""Activation functions, softmax, and special functions."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...._array.core.execution.blocks import rounded_once, widen_half
from ...._array.pointwise import activation as k
from ...._array.reduce import softmax as s
from ...._array.shape.strided import convert
from ...._array.special import erf_and_gamma as sp
from ...batching import rules as b
from ...facts import EXACT_DTYPE_OUT, UNARY_FOREACH, NoUnsigned, Out
from ...formula_parts import restore_reduced_dims
from ...namespace import ARRAYS
from ...not_implemented import no_derivative, no_tangent
from ...op import InPlace, Op, custom, elementwise, fused, nondiff, symmetric

# Softmax --------------------------------------------------------------------------------------------------------------------------

def _zero_for_scalars_rule(rule: Any) -> Any:
    """The batching rule of a gradient that is a constant 0 for 0-d examples, as in PyTorch."""

    def call(xp: Any, op: Any, batch: Any, args: list[Any]) -> Any:
        output = batch.full(xp, args, 1)
        return xp.contiguous_zeros(xp.stop_gradient(output)) if len(output._array.shape) == 1 else rule(xp, op, batch, args)

    return call


SOFTMAX = symmetric("softmax_dim(Tensor input, int dim) -> Tensor", s.softmax,
                    lambda xp, g, out, _x, dim: xp.softmax_backward(g, out, dim), module=None, node="SoftmaxBackward0",
                    batch=b.along_dim(1),
                    aten="_softmax", overload_arguments="softmax", meta_rule="as the first", tangent_dtype="rounded by kind",
                    out=Out(reads_before_write="first"))
SAFE_SOFTMAX = symmetric("safe_softmax(Tensor input, int dim) -> Tensor", s.safe_softmax,
                         lambda xp, g, out, _x, dim: xp.softmax_backward(g, out, dim), module=None, node="SafeSoftmaxBackward0",
                         batch=b.along_dim(1), aten="_safe_softmax")
SOFTMAX_BACKWARD = custom("softmax_backward(Tensor grad, Tensor output, int dim) -> Tensor", s.softmax_backward,
                          lambda xp, g, _out, _grad, output, dim: xp.softmax_backward(g, output, dim),
                          lambda xp, g, _out, grad, output, dim: _softmax_double_backward(xp, g, grad, output, dim),
                          jvp=lambda xp, ts, _out, grad, output, dim: _add_terms(
                              None if ts[0] is None else xp.softmax_backward(ts[0], output, dim),
                              None if ts[1] is None else ts[1] * (grad - xp.sum_dim(grad * output, dim, True, None))
                              - output * xp.sum_dim(grad * ts[1], dim, True, None)), module=None, node="SoftmaxBackwardDataBackward0",
                          batch=_zero_for_scalars_rule(b.along_dim(2)), aten="_softmax_backward_data")


def _softmax_double_backward(xp: Any, g: Any, grad: Any, output: Any, dim: int) -> Any:
    """d/d output of output * (grad - sum(grad * output)), transposed."""
    return g * (grad - xp.sum_dim(grad * output, dim, True, None)) - grad * xp.sum_dim(g * output, dim, True, None)


def _add_terms(a: Any, b: Any) -> Any:
    return b if a is None else a if b is None else a + b


LOG_SOFTMAX = custom("log_softmax_dim(Tensor input, int dim) -> Tensor", s.log_softmax,
                     lambda xp, g, out, _x, dim: xp.log_softmax_backward(g, out, dim),
                     jvp=lambda xp, t, out, _x, dim: t - xp.sum_dim(t * xp.exp(out), dim, True, None), module=None,
                     node="LogSoftmaxBackward0", batch=b.along_dim(1), aten="_log_softmax", overload_arguments="softmax",
                     meta_rule="as the first", tangent_dtype="rounded by kind", out=Out(reads_before_write="first"))
LOG_SOFTMAX_BACKWARD = custom("log_softmax_backward(Tensor grad, Tensor output, int dim) -> Tensor", s.log_softmax_backward,
                              lambda xp, g, _out, _grad, output, dim: g - xp.sum_dim(g * xp.exp(output), dim, True, None),
                              lambda xp, g, _out, grad, output, dim: -g * xp.exp(output) * xp.sum_dim(grad, dim, True, None),
                              jvp=lambda xp, ts, _out, grad, output, dim: _add_terms(
                                  None if ts[0] is None else xp.log_softmax_backward(ts[0], output, dim),
                                  None if ts[1] is None else -ts[1] * xp.exp(output) * xp.sum_dim(grad, dim, True, None)),
                              module=None, node="LogSoftmaxBackwardDataBackward0", batch=_zero_for_scalars_rule(b.along_dim(2)),
                              aten="_log_softmax_backward_data")
LOGSUMEXP = custom("logsumexp(Tensor input, int[1] dim, bool keepdim=False) -> Tensor", s.logsumexp,
                   lambda xp, g, out, x, dim, keepdim: restore_reduced_dims(xp, g, x, dim, keepdim) * xp.exp(
                       x - restore_reduced_dims(xp, out, x, dim, keepdim)),
                   jvp=lambda xp, t, out, x, dim, keepdim: xp.sum_dim(
                       t * xp.exp(x - restore_reduced_dims(xp, out, x, dim, keepdim)), dim, keepdim, None), promote="floating",
                   batch=b.along_dim(1), refused_as="logsumexp.out", tangent_dtype="rounded", out_overload="logsumexp_out",
                   out=Out(reads_before_write="first", accepted_dtypes="cast",
                           dtype_message="logsumexp(): Expected floating point type for result tensor, but got: {1}"))


def _shares(xp: Any, out: Any, x: Any, dim: int) -> Any:
    """exp(x_i - out_j) at [..., j, i], 0 for i > j: the derivative of each running sum by each element."""
    count = xp.index_range(x.shape[dim])
    later = xp.lt(xp.unsqueeze(count, -1), count)
    spread = xp.unsqueeze(xp.transpose(x, dim, -1), -2) - xp.unsqueeze(xp.transpose(out, dim, -1), -1)
    return xp.exp(xp.masked_fill_value(spread, later, float("-inf")))


def _logcumsumexp_vjp(xp: Any, g: Any, out: Any, x: Any, dim: int) -> Any:
    """The reverse running sum of g_j exp(x_i - out_j), in logarithms: separately for positive and negative cotangents.

    PyTorch's algorithm, with its consequences: a NaN cotangent counts as neither and gives 0; an infinite one affects only what precedes
    it.
    """
    if not x.shape or 0 in x.shape:
        return g
    dtype = (g._array if hasattr(g, "_array") else g).dtype
    least = -float(np.finfo(dtype).max) if dtype.kind in "fc" else LEAST_BFLOAT16
    if dtype.kind == "c":
        return _exp_of_running_sum(xp, xp.where(g != 0, xp.log(g), least), out, x, dim)
    size = xp.log(xp.abs(g))
    positive, negative = (_exp_of_running_sum(xp, xp.where(part, size, least), out, x, dim) for part in (g > 0, g < 0))
    return positive - negative


def _exp_of_running_sum(xp: Any, logarithm: Any, out: Any, x: Any, dim: int) -> Any:
    running = xp.flip(xp.logcumsumexp(xp.flip(logarithm - out, (dim,)), dim), (dim,))
    return xp.exp(running + x)


#: bfloat16's.
LEAST_BFLOAT16 = -3.3895313892515355e38


def _logcumsumexp_jvp(xp: Any, t: Any, out: Any, x: Any, dim: int) -> Any:
    if not x.shape:
        return t
    brought = xp.unsqueeze(xp.transpose(t, dim, -1), -2) * _shares(xp, out, x, dim)
    return xp.transpose(xp.sum_dim(brought, (-1,), False, None), dim, -1)


LOGCUMSUMEXP = custom("logcumsumexp(Tensor input, int dim) -> Tensor", s.logcumsumexp, _logcumsumexp_vjp, jvp=_logcumsumexp_jvp,
                      variants="function method out", exact_out=True, doc="The running log of the sum of exponentials.",
                      batch=b.along_dim(1), refused_as="_logcumsumexp", meta_rule="as the first", tangent_dtype="rounded",
                      kernel_label="logcumsumexp_out_cpu",
                      out=Out(accepted_dtypes="exact", dtype_message="expected scalar_type {0} but found {1}"))

# Activations ----------------------------------------------------------------------------------------------------------------------

NN: dict[str, Any] = {"module": None}
GELU = elementwise("gelu(Tensor input, str approximate='none') -> Tensor", k.gelu,
                   lambda xp, g, _out, x, approximate: xp.gelu_gradient(g, x, approximate), refuses="buic", **NN, tangent_check="exact",
                   kernel_label="GeluKernelImpl", out=EXACT_DTYPE_OUT)
GELU_GRADIENT = elementwise("gelu_gradient(Tensor grad, Tensor input, str approximate) -> Tensor",
                            k.gelu_gradient,
                            lambda xp, g, _out, _grad, x, approximate: xp.gelu_gradient(g, x, approximate),
                            lambda xp, g, _out, grad, x, approximate: g * grad * _gelu_curvature(xp, x, approximate),
                            node="GeluBackwardBackward0", **NN, aten="gelu_backward")


def _gelu_curvature(xp: Any, x: Any, approximate: str) -> Any:
    if approximate == "none":
        return xp.exp(x * x * -0.5) * (2 - x * x) * (1 / math.sqrt(2 * math.pi))
    c, a = math.sqrt(2 / math.pi), 0.044715
    t = xp.tanh((x + x * x * x * a) * c)
    du = (1 + x * x * (3 * a)) * c
    return (1 - t * t) * (du - x * t * du * du + x * x * (3 * a * c))


SILU = elementwise("silu(Tensor input) -> Tensor", k.silu, lambda xp, g, _out, x: xp.silu_gradient(g, x), refuses="bui", **NN)


def _silu_gradient(xp: Any, g: Any, x: Any) -> Any:
    share = xp.sigmoid(x)
    return g * share * xp.add_scalar(x * (1 - share), 1)


SILU_GRADIENT = Op("composite", "silu_gradient(Tensor grad, Tensor input) -> Tensor", k.silu_gradient, composite=_silu_gradient, **NN)
SILU_GRADIENT.set_facts(aten="silu_backward")


def _mish_derivative(xp: Any, x: Any) -> Any:
    t, s = xp.tanh(xp.softplus(x, 1, 20)), xp.sigmoid(x)
    return t + x * s * (1 - t * t)


def _mish_vjp(xp: Any, g: Any, _out: Any, x: Any) -> Any:
    if xp is ARRAYS and x.dtype.itemsize == 2:  # rounded once, as in PyTorch
        return convert(widen_half(g) * _mish_derivative(xp, widen_half(x)), x.dtype)
    return g * _mish_derivative(xp, x)


MISH = elementwise("mish(Tensor input) -> Tensor", k.mish, _mish_vjp, refuses="buic", **NN)


def _softplus_curvature(xp: Any, g: Any, x: Any, beta: float, threshold: float) -> Any:
    """g times the second derivative of softplus."""
    scaled = xp.mul_scalar(x, beta)
    slope = xp.sigmoid_gradient(g, xp.sigmoid(scaled)) * xp.cast((scaled < threshold), (x._array if hasattr(x, "_array") else x).dtype)
    return xp.mul_scalar(slope, beta)


SOFTPLUS = elementwise("softplus(Tensor input, Scalar beta=1, Scalar threshold=20) -> Tensor", k.softplus,
                       lambda xp, g, _out, x, beta, threshold: xp.softplus_gradient(g, x, beta, threshold), refuses="buic", **NN,
                       out=EXACT_DTYPE_OUT)
SOFTPLUS_GRADIENT = elementwise("softplus_gradient(Tensor grad, Tensor input, Scalar beta, Scalar threshold) -> Tensor",
                                k.softplus_gradient,
                                lambda xp, g, _out, _grad, x, beta, threshold: xp.softplus_gradient(g, x, beta, threshold),
                                lambda xp, g, _out, grad, x, beta, threshold: _softplus_curvature(xp, g * grad, x, beta, threshold),
                                node="SoftplusBackwardBackward0", **NN, aten="softplus_backward")


def _elu_curvature(xp: Any, x: Any, alpha: float, scale: float, input_scale: float) -> Any:
    below = xp.exp(xp.clamp_scalars(x, None, 0.0) * input_scale) * (alpha * scale * input_scale * input_scale)
    return xp.where(x < 0, below, 0.0)


def _elu_from_result(xp: Any, g: Any, out: Any, alpha: float, scale: float, input_scale: float) -> Any:
    """In place only the result is saved, which does not determine the slope if that is negative."""
    if alpha < 0:
        raise RuntimeError(_NEGATIVE.format("elu"))
    if xp is ARRAYS:
        return k.elu_gradient_from_result(g, out, alpha * scale, scale, input_scale)
    return xp.where(out <= 0, g * input_scale * (out + alpha * scale), g * scale)


_NEGATIVE = ("In-place {} backward calculation is triggered with a negative slope which is not supported. This is caused by calling "
             "in-place forward function with a negative slope, please call out-of-place version instead.")
ELU = elementwise("elu(Tensor input, Scalar alpha=1, Scalar scale=1, Scalar input_scale=1) -> Tensor", k.elu,
                  lambda xp, g, _out, x, alpha, scale, input_scale: xp.elu_gradient(g, x, alpha, scale, input_scale), refuses="buic",
                  in_place=InPlace(node="EluBackward1", vjps=(
                      lambda xp, g, out, _x, alpha, scale, input_scale: _elu_from_result(xp, g, out, alpha, scale, input_scale),)), **NN,
                  overload_arguments="first two")
ELU_GRADIENT = elementwise("elu_gradient(Tensor grad, Tensor input, Scalar alpha, Scalar scale, Scalar input_scale) -> Tensor",
                           k.elu_gradient,
                           lambda xp, g, _out, _grad, x, alpha, scale, input_scale: xp.elu_gradient(g, x, alpha, scale, input_scale),
                           lambda xp, g, _out, grad, x, alpha, scale, input_scale: g * grad * _elu_curvature(
                               xp, x, alpha, scale, input_scale), node="EluBackwardBackward0", **NN, aten="elu_backward")
CELU = elementwise("celu(Tensor input, Scalar alpha=1) -> Tensor", lambda x, alpha: k.elu(x, alpha, 1.0, 1.0 / alpha),
                   lambda xp, g, _out, x, alpha: xp.elu_gradient(g, x, alpha, 1, 1.0 / alpha), refuses="buic",
                   in_place=InPlace(node="CeluBackward1", vjps=(
                       lambda xp, g, out, _x, alpha: _elu_from_result(xp, g, out, alpha, 1.0, 1.0 / alpha),)), **NN, refused_as="elu",
                   kernel_label="elu_cpu")


def _glu_parts(xp: Any, x: Any, dim: int) -> tuple[Any, Any]:
    """The gated half, and the sigmoid of the gates."""
    half = x.shape[dim] // 2
    return xp.narrow(x, dim, 0, half), xp.sigmoid(xp.narrow(x, dim, half, half))


def _glu_backward(xp: Any, g: Any, x: Any, dim: int) -> Any:
    first, gate = _glu_parts(xp, x, dim)
    return xp.cat([g * gate, g * first * gate * (1 - gate)], dim)


def _glu_double_backward(xp: Any, h: Any, _out: Any, _g: Any, x: Any, dim: int) -> Any:
    """The contribution of `h`, the cotangent of a gradient, to the cotangent from which that gradient was computed."""
    (first, gate), half = _glu_parts(xp, x, dim), x.shape[dim] // 2
    return xp.narrow(h, dim, 0, half) * gate + xp.narrow(h, dim, half, half) * first * gate * (1 - gate)


def _glu_curvature(xp: Any, h: Any, _out: Any, g: Any, x: Any, dim: int) -> Any:
    (first, gate), half = _glu_parts(xp, x, dim), x.shape[dim] // 2
    first_half, second_half = xp.narrow(h, dim, 0, half), xp.narrow(h, dim, half, half)
    slope = g * gate * (1 - gate)
    return xp.cat([second_half * slope, slope * (first_half + second_half * first * (1 - 2 * gate))], dim)


def _glu(xp: Any, x: Any, dim: int) -> Any:
    first, gate = _glu_parts(xp, x, dim)
    return first * gate


GLU = fused("glu_of(Tensor input, int dim) -> Tensor", k.glu, lambda xp, g, _out, x, dim: xp.glu_gradient(g, x, dim),
            has_differentiable_vjps=True,
            composite=_glu, node="GluBackward0", batch=b.Definition(_glu), refuses="buic", **NN, aten="glu", tangent_check="written",
            kernel_label="glu_cpu")
GLU_GRADIENT = fused("glu_gradient(Tensor grad, Tensor input, int dim) -> Tensor",
                     rounded_once(lambda g, x, dim: np.ascontiguousarray(_glu_backward(ARRAYS, g, x, dim))), _glu_double_backward,
                     _glu_curvature,
                     has_differentiable_vjps=True,
                     composite=_glu_backward, node="GluBackwardBackward0", batch=b.Definition(_glu_backward), **NN, aten="glu_backward")

def _leaky_relu_from_result(xp: Any, g: Any, out: Any, _x: Any, negative_slope: float) -> Any:
    if negative_slope < 0:
        raise RuntimeError(_NEGATIVE.format("leakyReLu"))
    return xp.where(out > 0, g, xp.mul_scalar(g, negative_slope))


LEAKY_RELU = elementwise("leaky_relu(Tensor input, Scalar negative_slope=0.01) -> Tensor", k.leaky_relu,
                         lambda xp, g, _out, x, negative_slope: xp.where(x > 0, g, xp.mul_scalar(g, negative_slope)), piecewise_linear=True,
                         refuses="buic",
                         in_place=InPlace(node="LeakyReluBackward1", vjps=(_leaky_relu_from_result,)), **NN, gradient_layout="saved")
# Random slopes, or their mean; the bounds are for nodes to show.
RRELU_WITH_NOISE = elementwise(
    "rrelu_with_noise(Tensor input, Tensor noise, float lower, float upper) -> Tensor", lambda x, noise, _lower, _upper: x * noise,
    lambda xp, g, _out, x, noise, _lower, _upper: g * noise, piecewise_linear=True, node="RreluWithNoiseBackward0", refuses="buic",
    in_place=InPlace(node="RreluWithNoiseBackward1", vjps=(lambda xp, g, out, _x, noise, _lower, _upper: g * noise, None)), **NN,
    saved_constants={"training": True}, row_major=True, kernel_label="rrelu_with_noise_out_cpu")
RRELU_OF_MEAN = elementwise(
    "rrelu_of_mean(Tensor input, float lower, float upper) -> Tensor",
    lambda x, lower, upper: np.asarray(k.leaky_relu(x, (lower + upper) / 2), order="C"),
    lambda xp, g, _out, x, lower, upper: xp.where(x > 0, g, xp.mul_scalar(g, (lower + upper) / 2)), piecewise_linear=True,
    node="RreluWithNoiseBackward0",
    refuses="buic", in_place=InPlace(node="RreluWithNoiseBackward1", vjps=(
        lambda xp, g, out, x, lower, upper: _leaky_relu_from_result(xp, g, out, x, (lower + upper) / 2),)), **NN, aten="leaky_relu",
    saved_constants={"training": False}, row_major=True, saved_computed={"noise": lambda values: np.zeros_like(values("self"))},
    kernel_label="leaky_relu_cpu")


# The slope of prelu at 0 is the lower one, and in PyTorch its own derivatives there are those of the upper one.


def _prelu_input_vjp(xp: Any, g: Any, _out: Any, x: Any, w: Any) -> Any:
    below = g * w
    if xp is not ARRAYS:
        below = xp.where(x == 0, xp.stop_gradient(below) + (g - xp.stop_gradient(g)), below)
    return xp.where(x > 0, g, below)


PRELU = elementwise("prelu_kernel(Tensor input, Tensor weight) -> Tensor", k.prelu, _prelu_input_vjp,
                    lambda xp, g, _out, x, w: xp.where(x >= 0 if xp is not ARRAYS else x > 0, 0.0, g * x), node="PreluKernelBackward0",
                    refuses="buic", piecewise_linear=True, **NN, gradient_layout="saved", aten="_prelu_kernel", extra_calls="slopes",
                    autocast="lower", allows_complex_tangents=True, has_zero_second_tangent=False, tangent_rule="slopes")
LOGSIGMOID = elementwise("logsigmoid(Tensor input) -> Tensor", k.logsigmoid,
                         lambda xp, g, _out, x: xp.logsigmoid_gradient(g, x), node="LogSigmoidBackward0", refuses="buic", row_major=True,
                         gradient_layout="own", **NN, aten="log_sigmoid_forward", tangent_check="written", kernel_label="log_sigmoid_cpu",
                         out=Out(accepted_dtypes="exact", dtype_message="expected scalar type {0} but found {1}",
                                 refusing_function="log_sigmoid_forward"))
LOGSIGMOID_GRADIENT = elementwise("logsigmoid_gradient(Tensor grad, Tensor input) -> Tensor", k.logsigmoid_gradient,
                                  lambda xp, g, _out, _grad, x: xp.logsigmoid_gradient(g, x),
                                  lambda xp, g, _out, grad, x: -g * grad * xp.sigmoid(x) * xp.sigmoid(-x),
                                  node="LogSigmoidBackwardBackward0", row_major=True, **NN, aten="log_sigmoid_backward")
THRESHOLD = elementwise("threshold(Tensor input, Scalar threshold, Scalar value) -> Tensor", k.threshold,
                        lambda xp, g, _out, x, threshold, value: xp.where_or_zero(xp.logical_not(x <= threshold), g), piecewise_linear=True,
                        refuses="bc", in_place=InPlace(node="ThresholdBackward1"), **NN, gradient_layout="saved")
HARDTANH = elementwise("hardtanh(Tensor input, Scalar min_val=-1, Scalar max_val=1) -> Tensor", k.hardtanh,
                       lambda xp, g, _out, x, min_val, max_val: xp.masked_keep(g, xp.between(x, min_val, max_val)),
                       piecewise_linear=True, refuses={"b": "Bool inputs not supported for hardtanh", "c": ""}, **NN,
                       out_overload="hardtanh_out",
                       complex_refusal="clamp is not supported for complex types", unsigned=NoUnsigned("clamp_scalar_cpu"))
HARDSIGMOID = elementwise("hardsigmoid(Tensor input) -> Tensor", k.hardsigmoid,
                          lambda xp, g, _out, x: xp.hardsigmoid_gradient(g, x), refuses="buic", **NN)
_NO_SECOND = no_derivative("hardsigmoid_backward")
HARDSIGMOID_GRADIENT = custom("hardsigmoid_gradient(Tensor grad, Tensor input) -> Tensor",
                              k.hardsigmoid_gradient,
                              lambda xp, g, _out, _grad, _x: _NO_SECOND(), lambda xp, g, _out, _grad, _x: _NO_SECOND(),
                              jvp=no_tangent("hardsigmoid_backward"), node="NotImplemented", batch=b.broadcast_rule, **NN)
HARDSWISH = elementwise("hardswish(Tensor input) -> Tensor", k.hardswish,
                        lambda xp, g, _out, x: xp.hardswish_gradient(g, x), refuses="buic", **NN)
HARDSWISH_GRADIENT = elementwise("hardswish_gradient(Tensor grad, Tensor input) -> Tensor", k.hardswish_gradient,
                                 lambda xp, g, _out, _grad, x: xp.hardswish_gradient(g, x),
                                 lambda xp, g, _out, grad, x: xp.where(xp.between(x, -3, 3), g * grad / 3, 0.0),
                                 node="HardswishBackwardBackward0", **NN)
HARDSHRINK = elementwise("hardshrink(Tensor input, Scalar lambd=0.5) -> Tensor", k.hardshrink,
                         lambda xp, g, _out, x, lambd: xp.masked_keep(g, (x > lambd) | (x < -lambd)), variants="function method out",
                         piecewise_linear=True, refuses="buic", out=EXACT_DTYPE_OUT)
SOFTSHRINK = elementwise("softshrink(Tensor input, Scalar lambd=0.5) -> Tensor", k.softshrink,
                         lambda xp, g, _out, x, lambd: xp.masked_keep(g, (x > lambd) | (x < -lambd)), piecewise_linear=True, refuses="buic",
                         **NN, kernel_label="softshrink_check", out=EXACT_DTYPE_OUT)
BETWEEN = nondiff("between(Tensor input, Scalar low, Scalar high) -> Tensor", k.between, batch=b.broadcast_rule, **NN)

# Special functions ----------------------------------------------------------------------------------------------------------------

ERF = elementwise("erf(Tensor input) -> Tensor", sp.erf,
                  lambda xp, g, _out, x: xp.mul_scalar(xp.exp(-xp.pow_scalar(x, 2)), 2 / math.sqrt(math.pi)) * g,
                  promote="floating", refuses="c", gradient_layout="saved", compressed="values", kernel_label="erf_vml_cpu", coo="values",
                  foreach=UNARY_FOREACH)
ERFC = elementwise("erfc(Tensor input) -> Tensor", sp.erfc,
                   lambda xp, g, _out, x: xp.mul_scalar(xp.exp(-xp.pow_scalar(x, 2)), -2 / math.sqrt(math.pi)) * g,
                   promote="floating", refuses="c", kernel_label="erfc_vml_cpu", foreach=UNARY_FOREACH)
ERFINV = elementwise("erfinv(Tensor input) -> Tensor", sp.erfinv,
                     lambda xp, g, _out, x: xp.mul_scalar(xp.exp(xp.pow_scalar(xp.erfinv(x), 2)), math.sqrt(math.pi) / 2) * g,
                     promote="floating", refuses="c", gradient_layout="saved",
                     compressed="values", kernel_label="erfinv_vml_cpu", coo="values")  # saves the argument, as PyTorch's node does
LGAMMA = elementwise("lgamma(Tensor input) -> Tensor", sp.lgamma, lambda xp, g, _out, x: g * xp.digamma(x), promote="floating", refuses="c",
                     kernel_label="lgamma_vml_cpu", foreach=UNARY_FOREACH)
DIGAMMA = elementwise("digamma(Tensor input) -> Tensor", sp.digamma, lambda xp, g, _out, x: g * xp.polygamma_of(x, 1), promote="floating",
                      refuses="c", kernel_label="digamma")
POLYGAMMA = elementwise("polygamma_of(Tensor input, int n) -> Tensor", lambda a, n: sp.polygamma(n, a),
                        lambda xp, g, _out, x, n: g * xp.polygamma_of(x, n + 1), promote="floating", node="PolygammaBackward0",
                        in_place=InPlace(node="PolygammaBackward1"), **NN, aten="polygamma", refused_in_place_as="polygamma.out")
