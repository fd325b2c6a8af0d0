"""Arithmetic and elementary functions."""
from __future__ import annotations

from .._array import pointwise as k
from .op import elementwise, nondiff

# Arithmetic.
ADD = elementwise("add(Tensor input, Tensor other) -> Tensor", k.add,
                  lambda xp, g, _out, _x, _y: g,
                  lambda xp, g, _out, _x, _y: g, promote="common", variants="")
SUB = elementwise("sub(Tensor input, Tensor other) -> Tensor", k.sub,
                  lambda xp, g, _out, _x, _y: g,
                  lambda xp, g, _out, _x, _y: -g, promote="common", variants="")
MUL = elementwise("mul(Tensor input, Tensor other) -> Tensor", k.mul,
                  lambda xp, g, _out, _x, y: g * y,
                  lambda xp, g, _out, x, _y: g * x, promote="common", doc="Elementwise product.")
DIV = elementwise("div(Tensor input, Tensor other) -> Tensor", k.div,
                  lambda xp, g, _out, _x, y: g / y,
                  lambda xp, g, _out, x, y: -g * (x / y) / y, promote="floating", variants="")
NEG = elementwise("neg(Tensor input) -> Tensor", k.neg, lambda xp, g, _out, _x: -g, doc="The negative of each element.")
POW = elementwise("pow(Tensor input, Tensor exponent) -> Tensor", k.pow,
                  lambda xp, g, _out, x, y: g * xp.pow_grad_base(x, y),
                  lambda xp, g, out, x, y: g * xp.pow_grad_exponent(out, x, y), promote="common")

# Elementary functions.
EXP = elementwise("exp(Tensor input) -> Tensor", k.exp, lambda xp, g, out, _x: g * out, promote="floating")
LOG = elementwise("log(Tensor input) -> Tensor", k.log, lambda xp, g, _out, x: g / x, promote="floating")
SIN = elementwise("sin(Tensor input) -> Tensor", k.sin, lambda xp, g, _out, x: g * xp.cos(x), promote="floating")
COS = elementwise("cos(Tensor input) -> Tensor", k.cos, lambda xp, g, _out, x: -g * xp.sin(x), promote="floating")
TANH = elementwise("tanh(Tensor input) -> Tensor", k.tanh, lambda xp, g, out, _x: g * (1 - out * out), promote="floating")
SQRT = elementwise("sqrt(Tensor input) -> Tensor", k.sqrt, lambda xp, g, out, _x: g / (2 * out), promote="floating")
SIGMOID = elementwise("sigmoid(Tensor input) -> Tensor", k.sigmoid, lambda xp, g, out, _x: g * (out * (1 - out)), promote="floating")
RELU = elementwise("relu(Tensor input) -> Tensor", k.relu, lambda xp, g, out, _x: xp.step_gradient(g, out))
STEP_GRADIENT = elementwise("step_gradient(Tensor grad, Tensor output) -> Tensor", k.step_gradient,
                            lambda xp, g, _out, _g, output: xp.step_gradient(g, output), module=None, node="ThresholdBackwardBackward0")

# Comparisons.
EQ = nondiff("eq(Tensor input, Tensor other) -> Tensor", k.eq, promote="common", variants="function method inplace out")
GT = nondiff("gt(Tensor input, Tensor other) -> Tensor", k.gt, promote="common", variants="function method inplace out")
