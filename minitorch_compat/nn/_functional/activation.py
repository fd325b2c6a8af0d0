"""Activation functions. https://docs.pytorch.org/docs/stable/nn.functional.html#non-linear-activation-functions"""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.dtypes import check_word
from ..._array.core.numbers import real_beside
from ..._array.core.user_warnings import warn
from ..._array.exchange.type_names import type_of
from ..._array.shape.views import wrap_dim
from ..._bindings.functions.arguments import as_float, as_scalar, is_whole, write_out
from ..._bindings.generated import functions as ops
from ..._bindings.override.overridable import resolve
from ..._bindings.randomness.generators import stream_of
from ..._bindings.retired.methods import prelu_of
from ..._bindings.settings.constants import contiguous_format
from ..._dispatch.call.argument_errors import wrong_type
from ..._dispatch.call.caller import caller, wrap
from ..._dispatch.call.kernel_errors import type_name
from ..._dispatch.dtype import array_dtype
from ..._dispatch.graph.inplace import inplace as _in_place
from ..._dispatch.levels.lifting import batch_levels, values_of
from ..._dispatch.tensor import TensorBase
from ..._fidelity.argument_checks import hand_on
from ..._ops.computed_defaults import WorkedOut
from ..._ops.op import OPS
from .arguments import complains_as, wants_tensor

if TYPE_CHECKING:
    from ..._bindings.tensor.tensor import Tensor

_softmax, _log_softmax, _cast = (caller(n) for n in ("softmax_dim", "log_softmax_dim", "cast"))
_gelu, _silu, _mish, _softplus, _elu, _leaky = (caller(n) for n in ("gelu", "silu", "mish", "softplus", "elu", "leaky_relu"))
_logsigmoid, _threshold, _hardtanh = (caller(n) for n in ("logsigmoid", "threshold", "hardtanh"))
_hardsigmoid, _hardswish, _hardshrink, _softshrink, _relu = (
    caller(n) for n in ("hardsigmoid", "hardswish", "hardshrink", "softshrink", "relu"))
_celu, _glu = caller("celu"), caller("glu_of")
_rrelu_with_noise, _rrelu_of_mean = caller("rrelu_with_noise"), caller("rrelu_of_mean")

_SELU_ALPHA, _SELU_SCALE = 1.6732632423543772848170429916717, 1.0507009873554804934193349852946


def _implicit_dim(name: str, ndim: int) -> int:
    """The dimension old code left out."""

    warn(f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument.",
         UserWarning)
    return 0 if ndim in (0, 1, 3) else 1


def _check_real(value: Any, kind: str) -> None:
    """Refuse a complex number where PyTorch's kernel takes one in C++'s `kind`."""
    if isinstance(value, complex):
        raise RuntimeError(f"value cannot be converted to type {kind} without overflow")


def softmax(input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: int | None = None) -> Tensor:
    """exp(input), scaled to sum to 1 along `dim`."""
    if dim is None:
        dim = _implicit_dim("softmax", input.dim())
    elif dim.__class__ is not int and not is_whole(dim):
        raise wrong_type("softmax", "dim", 1, "int", dim)
    return _softmax(input if dtype is None else _cast(input, array_dtype(dtype)), dim)


def softmin(input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: int | None = None) -> Tensor:
    """softmax of -input."""
    if dim is None:
        input.dim  # noqa: B018 (is what PyTorch asks for first)
    less = -input
    if not isinstance(less, TensorBase):
        raise AttributeError(f"'{type_of(less)}' object has no attribute 'softmax'")
    return softmax(less, dim, _stacklevel, dtype)


def log_softmax(input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: int | None = None) -> Tensor:
    """log(softmax(input)), computed without that detour."""
    if dim is None:
        dim = _implicit_dim("log_softmax", input.dim())
    return _log_softmax(input if dtype is None else _cast(input, array_dtype(dtype)), dim)


def relu(input: Tensor, inplace: bool = False) -> Tensor:
    """max(input, 0)."""
    try:
        return _in_place(OPS["relu"], input) if inplace else _relu(input)
    except Exception as error:
        return resolve(error)


@wants_tensor("relu6")
def relu6(input: Tensor, inplace: bool = False) -> Tensor:
    """input limited to [0, 6]."""
    return hardtanh(input, 0, 6, inplace)


def gelu(input: Tensor, approximate: str = "none", *, out: Tensor | None = None) -> Tensor:
    """input times the normal distribution function at it, exact or by `approximate="tanh"`."""
    return _gelu(input, approximate) if out is None else write_out(_gelu, out, input, approximate)


def silu(input: Tensor, inplace: bool = False) -> Tensor:
    """input * sigmoid(input)."""
    return _in_place(OPS["silu"], input) if inplace else _silu(input)


def mish(input: Tensor, inplace: bool = False) -> Tensor:
    """input * tanh(softplus(input))."""
    return _in_place(OPS["mish"], input) if inplace else _mish(input)


def softplus(input: Tensor, beta: float = 1, threshold: float = 20, *, out: Tensor | None = None) -> Tensor:
    """log(1 + exp(beta input)) / beta, linear where beta input is above `threshold`."""
    return _softplus(input, beta, threshold) if out is None else write_out(_softplus, out, input, beta, threshold)


def elu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """input above 0, alpha (exp(input) - 1) below."""
    if alpha.__class__ is not float:
        hand_on("elu", input, alpha)
        _check_real(alpha, "float")
    return _in_place(OPS["elu"], input, alpha, 1, 1) if inplace else _elu(input, alpha, 1, 1)


@wants_tensor("selu")
def selu(input: Tensor, inplace: bool = False) -> Tensor:
    """A scaled elu that keeps mean 0 and variance 1 (Klambauer et al., 2017)."""
    return _in_place(OPS["elu"], input, _SELU_ALPHA, _SELU_SCALE, 1) if inplace else _elu(input, _SELU_ALPHA, _SELU_SCALE, 1)


def celu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """max(0, input) + min(0, alpha (exp(input / alpha) - 1))."""
    if alpha.__class__ is not float:
        hand_on("celu", input, alpha)
        _check_real(alpha, "double")
    if alpha == 0:
        raise RuntimeError("ZeroDivisionError: alpha cannot be 0 for CELU")
    return _in_place(OPS["celu"], input, alpha) if inplace else _celu(input, alpha)


def leaky_relu(input: Tensor, negative_slope: float = 0.01, inplace: bool = False) -> Tensor:
    """input above 0, `negative_slope` times input below."""
    if negative_slope.__class__ is not float:
        hand_on("leaky_relu", input, negative_slope)
        _check_real(negative_slope, "float")
    return _in_place(OPS["leaky_relu"], input, negative_slope) if inplace else _leaky(input, negative_slope)


@wants_tensor("rrelu")
def rrelu(input: Tensor, lower: float = 1.0 / 8, upper: float = 1.0 / 3, training: bool = False, inplace: bool = False) -> Tensor:
    """leaky_relu with a random slope per element in training, the mean slope otherwise."""
    return randomly_leaky(input, lower, upper, training, inplace)


def randomly_leaky(input: Any, lower: float, upper: float, training: bool, inplace: bool, generator: Any = None) -> Any:
    """`rrelu` with slopes drawn from a generator."""
    for name, bound in (("lower", lower), ("upper", upper)):
        _check_real(bound, "double")
        if bound.__class__ is int:
            check_word(bound)
        real_beside(bound, input._array.dtype)
        if not math.isfinite(bound):
            raise RuntimeError(f"rrelu: {name} bound must be finite, got {bound}")
    if lower > upper:
        raise RuntimeError("Lower bound should be less than or equal to the upper bound")
    if not training:
        return _in_place(OPS["rrelu_of_mean"], input, lower, upper) if inplace else _rrelu_of_mean(input, lower, upper)
    if batch_levels(input):
        raise RuntimeError("vmap: we do not yet support aten::rrelu. Please file an issue")
    a = values_of(input)
    if a.dtype == np.float16 or a.dtype.kind not in "fV":
        raise NotImplementedError(f"\"rrelu_with_noise_out_cpu\" not implemented for '{type_name(a.dtype)}'")
    slope = np.ones(a.shape, a.dtype)
    below = a <= 0  # only these draw a number
    slope[below] = stream_of(generator).doubles(int(below.sum())) * (upper - lower) + lower
    return (_in_place(OPS["rrelu_with_noise"], input, wrap(slope), lower, upper) if inplace else
            _rrelu_with_noise(input, wrap(slope), lower, upper))


@wants_tensor("prelu")
def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """leaky_relu with a learnt slope, one or one per channel."""
    return prelu_of(input, weight)


@wants_tensor("log_sigmoid")
@complains_as("log_sigmoid")
def logsigmoid(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """log(sigmoid(input))."""
    return _logsigmoid(input) if out is None else write_out(_logsigmoid, out, input)


@complains_as("_threshold")
def threshold(input: Tensor, threshold: float, value: float, inplace: bool = False) -> Tensor:
    """input above the threshold, `value` elsewhere."""
    return _in_place(OPS["threshold"], input, threshold, value) if inplace else _threshold(input, threshold, value)


def hardtanh(input: Tensor, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False) -> Tensor:
    """input limited to [min_val, max_val]."""
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    low, high = as_scalar(min_val), as_scalar(max_val)
    return _in_place(OPS["hardtanh"], input, low, high) if inplace else _hardtanh(input, low, high)


def hardsigmoid(input: Tensor, inplace: bool = False) -> Tensor:
    """(input + 3) / 6 limited to [0, 1]."""
    return _in_place(OPS["hardsigmoid"], input) if inplace else _hardsigmoid(input)


def hardswish(input: Tensor, inplace: bool = False) -> Tensor:
    """input * hardsigmoid(input)."""
    return _in_place(OPS["hardswish"], input) if inplace else _hardswish(input)


def hardshrink(input: Tensor, lambd: float = 0.5, *, out: Tensor | None = None) -> Tensor:
    """input outside [-lambd, lambd], 0 inside."""
    lambd = as_scalar(lambd)
    return _hardshrink(input, lambd) if out is None else write_out(_hardshrink, out, input, lambd)


def softshrink(input: Tensor, lambd: float = 0.5, *, out: Tensor | None = None) -> Tensor:
    """input moved toward 0 by lambd, not beyond it."""
    lambd = as_scalar(lambd)
    _check_real(lambd, "double")
    return _softshrink(input, lambd) if out is None else write_out(_softshrink, out, input, lambd)


def tanhshrink(input: Any) -> Tensor:
    """input - tanh(input)."""
    return input - input.tanh()


def softsign(input: Any) -> Tensor:
    """input / (1 + |input|)."""
    return input / (input.abs() + 1)


def glu(input: Tensor, dim: int = -1) -> Tensor:
    """The first half along `dim` times the sigmoid of the second."""
    if input._array.ndim == 0:
        raise RuntimeError("glu does not support scalars because halving size must be even")
    wrap_dim(dim, input._array.ndim)
    if input._array.shape[dim] % 2:
        raise RuntimeError(f"Halving dimension must be even, but dimension {dim % input._array.ndim} is size {input._array.shape[dim]}")
    return _glu(input, WorkedOut(dim % input._array.ndim, dim))


def sigmoid(input: Tensor) -> Tensor:
    """1 / (1 + exp(-input))."""
    return input.sigmoid()


def tanh(input: Tensor) -> Tensor:
    """The hyperbolic tangent."""
    return input.tanh()


def gumbel_softmax(logits: Tensor, tau: float = 1, hard: bool = False, eps: float = 1e-10, dim: int = -1) -> Tensor:
    """A sample of the Gumbel-softmax distribution; `hard` gives one-hot values with the soft gradient."""
    if eps != 1e-10:
        warn("`eps` parameter is deprecated and has no effect.")
    gumbels = -ops.empty_like(logits, memory_format=contiguous_format).exponential_().log()
    soft = softmax((logits + gumbels) / tau, dim)
    if not hard:
        return soft
    index = soft.max(dim, keepdim=True)[1]
    return ops.zeros_like(logits).scatter_(dim, index, 1.0) - soft.detach() + soft


def relu_(input: Tensor) -> Tensor:
    """`relu` in place."""
    return relu(input, True)


def elu_(input: Tensor, alpha: float = 1.0, scale: float = 1, input_scale: float = 1) -> Tensor:
    """`elu` in place, of `input_scale` times the negative inputs, and the result times `scale`."""
    if scale == 1 and input_scale == 1:
        return elu(input, alpha, True)
    return _in_place(OPS["elu"], input, alpha, scale, input_scale)


def selu_(input: Tensor) -> Tensor:
    """`selu` in place."""
    return selu(input, True)


def celu_(input: Tensor, alpha: float = 1.0) -> Tensor:
    """`celu` in place."""
    return celu(input, alpha, True)


def leaky_relu_(input: Tensor, negative_slope: float = 0.01) -> Tensor:
    """`leaky_relu` in place."""
    return leaky_relu(input, negative_slope, True)


def hardtanh_(input: Tensor, min_val: float = -1.0, max_val: float = 1.0) -> Tensor:
    """`hardtanh` in place."""
    return hardtanh(input, min_val, max_val, True)


def threshold_(input: Tensor, threshold: float, value: float) -> Tensor:
    """`threshold` in place."""
    return _in_place(OPS["threshold"], input, as_float(threshold), as_float(value))


@wants_tensor("rrelu_")
def rrelu_(input: Tensor, lower: float = 1.0 / 8, upper: float = 1.0 / 3, training: bool = False, generator: Any = None) -> Tensor:
    """`rrelu` in place."""
    return randomly_leaky(input, lower, upper, training, True, generator)
