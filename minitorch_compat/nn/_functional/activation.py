"""Activation functions. https://docs.pytorch.org/docs/stable/nn.functional.html#non-linear-activation-functions"""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.dtypes import check_64_bits
from ..._array.core.execution.blocks import count_nonzero
from ..._array.core.meta import make_meta
from ..._array.core.numbers import check_number_fits
from ..._array.core.user_warnings import warn
from ..._array.shape.views import wrap_dim
from ..._bindings.functions.arguments import as_float, as_scalar, is_int_like, write_out
from ..._bindings.generated import functions as ops
from ..._bindings.override.overridable import resolve
from ..._bindings.randomness.generators import stream_of
from ..._bindings.retired.methods import prelu_of
from ..._bindings.settings.constants import contiguous_format
from ..._dispatch.call.caller import caller, wrap
from ..._dispatch.call.kernel_errors import type_name
from ..._dispatch.call.torch_function import handles_overrides
from ..._dispatch.dtype import array_dtype
from ..._dispatch.graph.inplace import inplace as _in_place
from ..._dispatch.levels.lifting import batch_levels, tensor_values
from ..._dispatch.messages import argument_messages
from ..._dispatch.tensor import is_meta_tensor
from ..._fidelity.argument_checks import check_native
from ..._ops.computed_defaults import ComputedDefault
from ..._ops.op import ENTRY
from .arguments import requires_tensor, with_error_name

if TYPE_CHECKING:
    from ..._bindings.annotations import OptionalGenerator
    from ..._bindings.tensor.tensor import Tensor
    from ..._dispatch.dtype import dtype as dtype_type

_softmax, _log_softmax, _cast = (caller(n) for n in ("softmax_dim", "log_softmax_dim", "cast"))
_gelu, _silu, _mish, _softplus, _elu, _leaky_relu = (caller(n) for n in ("gelu", "silu", "mish", "softplus", "elu", "leaky_relu"))
_logsigmoid, _threshold, _hardtanh = (caller(n) for n in ("logsigmoid", "threshold", "hardtanh"))
_hardsigmoid, _hardswish, _hardshrink, _softshrink, _relu = (
    caller(n) for n in ("hardsigmoid", "hardswish", "hardshrink", "softshrink", "relu"))
_celu, _glu = caller("celu"), caller("glu_of")
_rrelu_with_noise, _rrelu_of_mean = caller("rrelu_with_noise"), caller("rrelu_of_mean")

_SELU_ALPHA, _SELU_SCALE = 1.6732632423543772848170429916717, 1.0507009873554804934193349852946


def _implicit_dim(name: str, ndim: int) -> int:
    """Return the dimension for calls without `dim`, as in old code, with a warning."""

    warn(f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument.",
         UserWarning)
    return 0 if ndim in (0, 1, 3) else 1


def _refuse_complex_number(value: Any, kind: str) -> None:
    """Refuse a complex number where PyTorch's kernel takes a number of the C++ type `kind`."""
    if isinstance(value, complex):
        raise RuntimeError(f"value cannot be converted to type {kind} without overflow")


def softmax(input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: dtype_type | None = None) -> Tensor:
    """Exponentials along a dimension, divided by their sum: positive, and adding up to 1.

        out[i] = e ** input[i] / sum_j(e ** input[j])

    Parameters
    ----------
    input : Tensor
        Floats, mostly the scores of classes.
    dim : int, optional
        The dimension to normalize along. Without it one is chosen, with a warning.
    _stacklevel : int, default 3
        The stack level of the warning about a missing `dim`.
    dtype : torch.dtype, optional
        The dtype to which `input` is cast first.

    Returns
    -------
    Tensor
        In the shape of `input`.

    Raises
    ------
    RuntimeError
        `input` has an integer dtype, and `dtype` is not given.

    Notes
    -----
    For a loss use `log_softmax` or `cross_entropy`, which lose no digits.

    References
    ----------
    PyTorch: torch.nn.functional.softmax

    Examples
    --------
    >>> torch.nn.functional.softmax(torch.tensor([[1., 2., 3.], [0., 0., 0.]]), dim=1)
    tensor([[0.0900, 0.2447, 0.6652],
            [0.3333, 0.3333, 0.3333]])
    """
    if dim is None:
        dim = _implicit_dim("softmax", input.dim())
    elif dim.__class__ is not int and not is_int_like(dim):
        raise argument_messages.wrong_type("softmax", "dim", 1, "int", dim)
    return _softmax(input if dtype is None else _cast(input, array_dtype(dtype)), dim)


def softmin(input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: dtype_type | None = None) -> Tensor:
    """Softmax of the negative: the least elements get the greatest values.

        out[i] = e ** -input[i] / sum_j(e ** -input[j])

    Parameters
    ----------
    input : Tensor
        Floats.
    dim : int, optional
        The dimension to normalize along. Without it one is chosen, with a warning.
    _stacklevel : int, default 3
        The stack level of the warning about a missing `dim`.
    dtype : torch.dtype, optional
        The dtype to which `input` is cast first.

    Returns
    -------
    Tensor
        In the shape of `input`.

    References
    ----------
    PyTorch: torch.nn.functional.softmin

    Examples
    --------
    >>> torch.nn.functional.softmin(torch.tensor([1., 2., 3.]), dim=0)
    tensor([0.6652, 0.2447, 0.0900])
    """
    return softmax(-input, _implicit_dim("softmin", input.dim()) if dim is None else dim, _stacklevel, dtype)


def log_softmax(input: Tensor, dim: int | None = None, _stacklevel: int = 3, dtype: dtype_type | None = None) -> Tensor:
    """The logarithm of softmax along a dimension, computed without loss of digits.

        out[i] = input[i] - ln(sum_j(e ** input[j]))

    Parameters
    ----------
    input : Tensor
        Floats, mostly the scores of classes.
    dim : int, optional
        The dimension to normalize along. Without it one is chosen, with a warning.
    _stacklevel : int, default 3
        The stack level of the warning about a missing `dim`.
    dtype : torch.dtype, optional
        The dtype to which `input` is cast first.

    Returns
    -------
    Tensor
        In the shape of `input`.

    Raises
    ------
    RuntimeError
        `input` has an integer dtype, and `dtype` is not given.

    References
    ----------
    PyTorch: torch.nn.functional.log_softmax

    Examples
    --------
    >>> torch.nn.functional.log_softmax(torch.tensor([1., 2., 3.]), dim=0)
    tensor([-2.4076, -1.4076, -0.4076])
    """
    if dim is None:
        dim = _implicit_dim("log_softmax", input.dim())
    return _log_softmax(input if dtype is None else _cast(input, array_dtype(dtype)), dim)


@handles_overrides
def relu(input: Tensor, inplace: bool = False) -> Tensor:
    """The rectified linear unit: negative elements become zero.

        out[i] = max(0, input[i])

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    inplace : bool, default False
        Write the result into `input`.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Notes
    -----
    The gradient at 0 is 0.

    References
    ----------
    PyTorch: torch.nn.functional.relu

    Examples
    --------
    >>> torch.nn.functional.relu(torch.tensor([-1., 0., 2.]))
    tensor([0., 0., 2.])
    """
    try:
        return _in_place(ENTRY.relu, input) if inplace else _relu(input)
    except Exception as error:
        return resolve(error)


@requires_tensor("relu6")
def relu6(input: Tensor, inplace: bool = False) -> Tensor:
    """A rectified linear unit with the upper bound 6.

        out[i] = min(max(0, input[i]), 6)

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    inplace : bool, default False
        Write the result into `input`.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    References
    ----------
    PyTorch: torch.nn.functional.relu6

    Examples
    --------
    >>> torch.nn.functional.relu6(torch.tensor([-1., 3., 9.]))
    tensor([0., 3., 6.])
    """
    return hardtanh(input, 0, 6, inplace)


def gelu(input: Tensor, approximate: str = "none", *, out: Tensor | None = None) -> Tensor:
    """The Gaussian error linear unit.

        out[i] = input[i] * ndtr(input[i])

    Parameters
    ----------
    input : Tensor
        Floats.
    approximate : 'none' or 'tanh', default 'none'
        Exact, or by x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 x ** 3))).
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Raises
    ------
    RuntimeError
        `approximate` is neither of these, or `input` has an integer dtype.

    Notes
    -----
    After Hendrycks and Gimpel (2016).

    References
    ----------
    PyTorch: torch.nn.functional.gelu

    Examples
    --------
    >>> torch.nn.functional.gelu(torch.tensor([-1., 0., 2.]))
    tensor([-0.1587,  0.0000,  1.9545])
    >>> torch.nn.functional.gelu(torch.tensor([-1., 0., 2.]), approximate="tanh")
    tensor([-0.1588,  0.0000,  1.9546])
    """
    return _gelu(input, approximate) if out is None else write_out(_gelu, out, input, approximate)


@handles_overrides
def silu(input: Tensor, inplace: bool = False) -> Tensor:
    """The sigmoid linear unit, also called swish.

        out[i] = input[i] * sigmoid(input[i])

    Parameters
    ----------
    input : Tensor
        Floats.
    inplace : bool, default False
        Write the result into `input`.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    References
    ----------
    PyTorch: torch.nn.functional.silu

    Examples
    --------
    >>> torch.nn.functional.silu(torch.tensor([-1., 0., 2.]))
    tensor([-0.2689,  0.0000,  1.7616])
    """
    try:
        return _in_place(ENTRY.silu, input) if inplace else _silu(input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def mish(input: Tensor, inplace: bool = False) -> Tensor:
    """A smooth, not monotonic unit.

        out[i] = input[i] * tanh(ln(1 + e ** input[i]))

    Parameters
    ----------
    input : Tensor
        Floats.
    inplace : bool, default False
        Write the result into `input`.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Notes
    -----
    After Misra (2019).

    References
    ----------
    PyTorch: torch.nn.functional.mish

    Examples
    --------
    >>> torch.nn.functional.mish(torch.tensor([-1., 0., 2.]))
    tensor([-0.3034,  0.0000,  1.9440])
    """
    try:
        return _in_place(ENTRY.mish, input) if inplace else _mish(input)
    except Exception as error:
        return resolve(error)


def softplus(input: Tensor, beta: float = 1, threshold: float = 20, *, out: Tensor | None = None) -> Tensor:
    """A smooth rectified linear unit.

        out[i] = ln(1 + e ** (beta * input[i])) / beta

    Parameters
    ----------
    input : Tensor
        Floats.
    beta : number, default 1
        The sharpness of the bend.
    threshold : number, default 20
        Above input * beta > threshold it is taken to be linear.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    References
    ----------
    PyTorch: torch.nn.functional.softplus

    Examples
    --------
    >>> torch.nn.functional.softplus(torch.tensor([-1., 0., 30.]))
    tensor([ 0.3133,  0.6931, 30.0000])
    """
    return _softplus(input, beta, threshold) if out is None else write_out(_softplus, out, input, beta, threshold)


def elu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """The exponential linear unit.

        out[i] = input[i] if input[i] > 0, else alpha * (e ** input[i] - 1)

    Parameters
    ----------
    input : Tensor
        Floats.
    alpha : float, default 1.0
        Minus the limit at minus infinity.
    inplace : bool, default False
        Write the result into `input`.
    scale, input_scale : float, default 1
        Factors of the result, and of `input` in the exponential.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Notes
    -----
    After Clevert, Unterthiner, Hochreiter (2016).

    References
    ----------
    PyTorch: torch.nn.functional.elu

    Examples
    --------
    >>> torch.nn.functional.elu(torch.tensor([-1., 0., 2.]))
    tensor([-0.6321,  0.0000,  2.0000])
    """
    if alpha.__class__ is not float:
        check_native("elu", input, alpha)
        _refuse_complex_number(alpha, "float")
    return _in_place(ENTRY.elu, input, alpha, 1, 1) if inplace else _elu(input, alpha, 1, 1)


@requires_tensor("selu")
def selu(input: Tensor, inplace: bool = False) -> Tensor:
    """The scaled exponential linear unit, which keeps mean 0 and variance 1.

        out[i] = scale * (input[i] if input[i] > 0, else alpha * (e ** input[i] - 1))

    with scale = 1.0507... and alpha = 1.6732...

    Parameters
    ----------
    input : Tensor
        Floats.
    inplace : bool, default False
        Write the result into `input`.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Notes
    -----
    After Klambauer and others (2017). Meant for weights of variance 1 / fan_in.

    References
    ----------
    PyTorch: torch.nn.functional.selu

    Examples
    --------
    >>> torch.nn.functional.selu(torch.tensor([-1., 0., 2.]))
    tensor([-1.1113,  0.0000,  2.1014])
    """
    return _in_place(ENTRY.elu, input, _SELU_ALPHA, _SELU_SCALE, 1) if inplace else _elu(input, _SELU_ALPHA, _SELU_SCALE, 1)


def celu(input: Tensor, alpha: float = 1.0, inplace: bool = False) -> Tensor:
    """The exponential linear unit that is continuously differentiable for every `alpha`.

        out[i] = max(0, input[i]) + min(0, alpha * (e ** (input[i] / alpha) - 1))

    Parameters
    ----------
    input : Tensor
        Floats.
    alpha : float, default 1.
        Minus the limit at minus infinity; not 0.
    inplace : bool, default False
        Write the result into `input`.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Notes
    -----
    After Barron (2017).

    References
    ----------
    PyTorch: torch.nn.functional.celu

    Examples
    --------
    >>> torch.nn.functional.celu(torch.tensor([-1., 0., 2.]), alpha=2.)
    tensor([-0.7869,  0.0000,  2.0000])
    """
    if alpha.__class__ is not float:
        check_native("celu", input, alpha)
        _refuse_complex_number(alpha, "double")
    if alpha == 0:
        raise RuntimeError("ZeroDivisionError: alpha cannot be 0 for CELU")
    return _in_place(ENTRY.celu, input, alpha) if inplace else _celu(input, alpha)


def leaky_relu(input: Tensor, negative_slope: float = 0.01, inplace: bool = False) -> Tensor:
    """A rectified linear unit with a small slope below zero.

        out[i] = input[i] if input[i] > 0, else negative_slope * input[i]

    Parameters
    ----------
    input : Tensor
        Floats.
    negative_slope : float, default 0.01
        The slope below zero.
    inplace : bool, default False
        Write the result into `input`.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    References
    ----------
    PyTorch: torch.nn.functional.leaky_relu

    Examples
    --------
    >>> torch.nn.functional.leaky_relu(torch.tensor([-1., 0., 2.]), 0.1)
    tensor([-0.1000,  0.0000,  2.0000])
    """
    if negative_slope.__class__ is not float:
        check_native("leaky_relu", input, negative_slope)
        _refuse_complex_number(negative_slope, "float")
    return _in_place(ENTRY.leaky_relu, input, negative_slope) if inplace else _leaky_relu(input, negative_slope)


@requires_tensor("rrelu")
def rrelu(input: Tensor, lower: float = 1.0 / 8, upper: float = 1.0 / 3, training: bool = False, inplace: bool = False) -> Tensor:
    """A rectified linear unit with random slopes below zero.

    Parameters
    ----------
    input : Tensor
        Floats.
    lower : float, default 1./8
        The least slope.
    upper : float, default 1./3
        The greatest slope.
    training : bool, default False
        Draw a slope for each element; else all are the mean of both bounds.
    inplace : bool, default False
        Write the result into `input`.
    generator : torch.Generator, optional
        The source of random numbers; the default generator if not given.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Notes
    -----
    After Xu and others (2015).

    References
    ----------
    PyTorch: torch.nn.functional.rrelu

    Examples
    --------
    >>> torch.nn.functional.rrelu(torch.tensor([-1., 2.]))
    tensor([-0.2292,  2.0000])
    """
    return rrelu_with_generator(input, lower, upper, training, inplace)


def _draw_negative_slopes(a: Any, lower: float, upper: float, stream: Any) -> Any:
    """1 for positive elements, a random slope for each other element."""
    slope = np.ones(a.shape, a.dtype)
    is_negative = np.asarray(a <= 0)
    kind = np.float64 if a.dtype == np.float64 else np.float32  # the bounds are rounded, the numbers drawn between them are not
    dtype_lower, dtype_upper = float(kind(lower)), float(kind(upper))
    slope[is_negative] = stream.doubles(count_nonzero(is_negative)) * (dtype_upper - dtype_lower) + dtype_lower
    return slope


def rrelu_with_generator(input: Any, lower: float, upper: float, training: bool, inplace: bool, generator: OptionalGenerator = None) -> Any:
    """`rrelu` with slopes drawn from a generator."""
    for name, bound in (("lower", lower), ("upper", upper)):
        _refuse_complex_number(bound, "double")
        if bound.__class__ is int:
            check_64_bits(bound)
        check_number_fits(bound, input._array.dtype)
        if not math.isfinite(bound):
            raise RuntimeError(f"rrelu: {name} bound must be finite, got {bound}")
    if lower > upper:
        raise RuntimeError("Lower bound should be less than or equal to the upper bound")
    if not training:
        return _in_place(ENTRY.rrelu_of_mean, input, lower, upper) if inplace else _rrelu_of_mean(input, lower, upper)
    if batch_levels(input):
        raise RuntimeError("vmap: we do not yet support aten::rrelu. Please file an issue")
    a = tensor_values(input)
    if a.dtype == np.float16 or a.dtype.kind not in "fV":
        raise NotImplementedError(f"\"rrelu_with_noise_out_cpu\" not implemented for '{type_name(a.dtype)}'")
    slope = make_meta(a.shape, a.dtype) if is_meta_tensor(input) else _draw_negative_slopes(a, lower, upper, stream_of(generator))
    return (_in_place(ENTRY.rrelu_with_noise, input, wrap(slope), lower, upper) if inplace else
            _rrelu_with_noise(input, wrap(slope), lower, upper))


@requires_tensor("prelu")
def prelu(input: Tensor, weight: Tensor) -> Tensor:
    """A rectified linear unit with learned slopes below zero.

        out[i] = input[i] if input[i] > 0, else weight * input[i]

    Parameters
    ----------
    input : Tensor
        Floats.
    weight : Tensor
        One slope for all, or one for each channel, which is the second dimension.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Raises
    ------
    RuntimeError
        There are not as many slopes as channels.

    Notes
    -----
    After He and others (2015).

    References
    ----------
    PyTorch: torch.prelu

    Examples
    --------
    >>> torch.nn.functional.prelu(torch.tensor([-1., 2.]), torch.tensor([0.25]))
    tensor([-0.2500,  2.0000])
    """
    return prelu_of(input, weight)


@requires_tensor("log_sigmoid")
@with_error_name("log_sigmoid")
def logsigmoid(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The logarithm of the logistic function.

        out[i] = -ln(1 + e ** -input[i])

    Parameters
    ----------
    input : Tensor
        Floats.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    References
    ----------
    PyTorch: torch.nn.functional.logsigmoid

    Examples
    --------
    >>> torch.nn.functional.logsigmoid(torch.tensor([-100., 0., 2.]))
    tensor([-100.0000,   -0.6931,   -0.1269])
    """
    return _logsigmoid(input) if out is None else write_out(_logsigmoid, out, input)


@with_error_name("_threshold")
def threshold(input: Tensor, threshold: float, value: float, inplace: bool = False) -> Tensor:
    """Elements that are not above a threshold are replaced.

        out[i] = input[i] if input[i] > threshold, else value

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    threshold : number
        The threshold.
    value : number
        The value that replaces them.
    inplace : bool, default False
        Write the result into `input`.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    References
    ----------
    PyTorch: torch.nn.functional.threshold

    Examples
    --------
    >>> torch.nn.functional.threshold(torch.tensor([-1., 0.5, 2.]), 1., -5.)
    tensor([-5., -5.,  2.])
    """
    return _in_place(ENTRY.threshold, input, threshold, value) if inplace else _threshold(input, threshold, value)


def hardtanh(input: Tensor, min_val: float = -1.0, max_val: float = 1.0, inplace: bool = False) -> Tensor:
    """Each element, kept between two bounds.

        out[i] = min(max(min_val, input[i]), max_val)

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    min_val : float, default -1.
        The lower bound.
    max_val : float, default 1.
        The upper bound.
    inplace : bool, default False
        Write the result into `input`.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    References
    ----------
    PyTorch: torch.nn.functional.hardtanh

    Examples
    --------
    >>> torch.nn.functional.hardtanh(torch.tensor([-3., 0.5, 2.]))
    tensor([-1.0000,  0.5000,  1.0000])
    """
    if min_val > max_val:
        raise ValueError("min_val cannot be greater than max_val")
    minimum, maximum = as_scalar(min_val), as_scalar(max_val)
    return _in_place(ENTRY.hardtanh, input, minimum, maximum) if inplace else _hardtanh(input, minimum, maximum)


@handles_overrides
def hardsigmoid(input: Tensor, inplace: bool = False) -> Tensor:
    """A piecewise linear function like the logistic one.

        out[i] = min(max(0, input[i] + 3), 6) / 6

    Parameters
    ----------
    input : Tensor
        Floats.
    inplace : bool, default False
        Write the result into `input`.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    References
    ----------
    PyTorch: torch.nn.functional.hardsigmoid

    Examples
    --------
    >>> torch.nn.functional.hardsigmoid(torch.tensor([-4., 0., 1.]))
    tensor([0.0000, 0.5000, 0.6667])
    """
    try:
        return _in_place(ENTRY.hardsigmoid, input) if inplace else _hardsigmoid(input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def hardswish(input: Tensor, inplace: bool = False) -> Tensor:
    """A piecewise function like `silu`.

        out[i] = input[i] * min(max(0, input[i] + 3), 6) / 6

    Parameters
    ----------
    input : Tensor
        Floats.
    inplace : bool, default False
        Write the result into `input`.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Notes
    -----
    After Howard and others (2019).

    References
    ----------
    PyTorch: torch.nn.functional.hardswish

    Examples
    --------
    >>> torch.nn.functional.hardswish(torch.tensor([-4., 1., 4.]))
    tensor([-0.0000, 0.6667, 4.0000])
    """
    try:
        return _in_place(ENTRY.hardswish, input) if inplace else _hardswish(input)
    except Exception as error:
        return resolve(error)


def hardshrink(input: Tensor, lambd: float = 0.5, *, out: Tensor | None = None) -> Tensor:
    """Elements near zero become zero.

        out[i] = input[i] if |input[i]| > lambd, else 0

    Parameters
    ----------
    input : Tensor
        Floats.
    lambd : float, default 0.5
        The bound below which absolute values become zero.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    References
    ----------
    PyTorch: torch.nn.functional.hardshrink

    Examples
    --------
    >>> torch.nn.functional.hardshrink(torch.tensor([-1., 0.3, 2.]))
    tensor([-1.,  0.,  2.])
    """
    lambd = as_scalar(lambd)
    return _hardshrink(input, lambd) if out is None else write_out(_hardshrink, out, input, lambd)


def softshrink(input: Tensor, lambd: float = 0.5, *, out: Tensor | None = None) -> Tensor:
    """Move elements towards zero by `lambd`, at most to zero.

        out[i] = sign(input[i]) * max(0, |input[i]| - lambd)

    Parameters
    ----------
    input : Tensor
        Floats.
    lambd : float, default 0.5
        The distance; not negative.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Raises
    ------
    RuntimeError
        `lambd` is negative.

    References
    ----------
    PyTorch: torch.nn.functional.softshrink

    Examples
    --------
    >>> torch.nn.functional.softshrink(torch.tensor([-1., 0.3, 2.]))
    tensor([-0.5000,  0.0000,  1.5000])
    """
    lambd = as_scalar(lambd)
    _refuse_complex_number(lambd, "double")
    return _softshrink(input, lambd) if out is None else write_out(_softshrink, out, input, lambd)


def tanhshrink(input: Any) -> Tensor:
    """The difference between an element and its hyperbolic tangent.

        out[i] = input[i] - tanh(input[i])

    Parameters
    ----------
    input : Tensor
        Floats.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    References
    ----------
    PyTorch: torch.nn.functional.tanhshrink

    Examples
    --------
    >>> torch.nn.functional.tanhshrink(torch.tensor([-1., 0., 2.]))
    tensor([-0.2384,  0.0000,  1.0360])
    """
    return input - input.tanh()


def softsign(input: Any) -> Tensor:
    """A sigmoid function without exponentials.

        out[i] = input[i] / (1 + |input[i]|)

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.

    Returns
    -------
    Tensor
        As `input` in shape; integers give the default dtype.

    References
    ----------
    PyTorch: torch.nn.functional.softsign

    Examples
    --------
    >>> torch.nn.functional.softsign(torch.tensor([-1., 0., 3.]))
    tensor([-0.5000,  0.0000,  0.7500])
    """
    return input / (input.abs() + 1)


def glu(input: Tensor, dim: int = -1) -> Tensor:
    """The gated linear unit: one half of a dimension times the logistic function of the other.

        out = a * sigmoid(b), where a and b are the halves of input along dim

    Parameters
    ----------
    input : Tensor
        Floats; the size of `dim` is even.
    dim : int, default -1
        The dimension that is halved.

    Returns
    -------
    Tensor
        Half as long along `dim`.

    Raises
    ------
    RuntimeError
        The size of `dim` is odd.

    Notes
    -----
    After Dauphin and others (2017).

    References
    ----------
    PyTorch: torch.nn.functional.glu

    Examples
    --------
    >>> torch.nn.functional.glu(torch.tensor([1., 2., 0., 100.]))
    tensor([0.5000, 2.0000])
    """
    shape = input._array.shape
    if not shape:
        raise RuntimeError("glu does not support scalars because halving size must be even")
    position = wrap_dim(dim, len(shape))
    if shape[position] % 2:
        raise RuntimeError(f"Halving dimension must be even, but dimension {position} is size {shape[position]}")
    return _glu(input, dim if dim.__class__ is int and dim >= 0 else ComputedDefault(position, dim))


def sigmoid(input: Tensor) -> Tensor:
    """The logistic function of each element.

        out[i] = 1 / (1 + e ** -input[i])

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers are computed in the default dtype.

    Returns
    -------
    Tensor
        As `input` in shape; integers give the default dtype.

    References
    ----------
    PyTorch: torch.nn.functional.sigmoid

    Examples
    --------
    >>> torch.nn.functional.sigmoid(torch.tensor([-1., 0., 2.]))
    tensor([0.2689, 0.5000, 0.8808])
    """
    return input.sigmoid()


def tanh(input: Tensor) -> Tensor:
    """The hyperbolic tangent of each element.

        out[i] = (e ** input[i] - e ** -input[i]) / (e ** input[i] + e ** -input[i])

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers are computed in the default dtype.

    Returns
    -------
    Tensor
        As `input` in shape; integers give the default dtype.

    References
    ----------
    PyTorch: torch.nn.functional.tanh

    Examples
    --------
    >>> torch.nn.functional.tanh(torch.tensor([-1., 0., 2.]))
    tensor([-0.7616,  0.0000,  0.9640])
    """
    return input.tanh()


def gumbel_softmax(logits: Tensor, tau: float = 1, hard: bool = False, eps: float = 1e-10, dim: int = -1) -> Tensor:
    """Differentiable random choices among classes.

        softmax((logits + g) / tau), where g are Gumbel's random numbers

    Parameters
    ----------
    logits : Tensor
        The unnormalized log-probabilities.
    tau : float, default 1
        The temperature: the lower, the nearer to a choice of one.
    hard : bool, default False
        Return ones and zeros, with the gradient of the soft choice.
    eps : float, default 1e-10
        Has no effect.
    dim : int, default -1
        The dimension of the classes.

    Returns
    -------
    Tensor
        In the shape of `logits`.

    Notes
    -----
    After Jang, Gu, Poole (2017) and Maddison, Mnih, Teh (2017).

    References
    ----------
    PyTorch: torch.nn.functional.gumbel_softmax

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.nn.functional.gumbel_softmax(torch.zeros(2, 3), hard=True)
    tensor([[0., 0., 1.],
            [0., 1., 0.]])
    """
    if eps != 1e-10:
        warn("`eps` parameter is deprecated and has no effect.")
    gumbels = -ops.empty_like(logits, memory_format=contiguous_format).exponential_().log()
    soft = softmax((logits + gumbels) / tau, dim)
    if not hard:
        return soft
    index = soft.max(dim, keepdim=True)[1]
    return ops.zeros_like(logits).scatter_(dim, index, 1.0) - soft.detach() + soft


def relu_(input: Tensor) -> Tensor:
    """The rectified linear unit: negative elements become zero. In place.

        out[i] = max(0, input[i])

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Notes
    -----
    The gradient at 0 is 0.

    References
    ----------
    PyTorch: torch.nn.functional.relu

    Examples
    --------
    >>> torch.nn.functional.relu_(torch.tensor([-1., 0., 2.]))
    tensor([0., 0., 2.])
    """
    return relu(input, True)


def elu_(input: Tensor, alpha: float = 1.0, scale: float = 1, input_scale: float = 1) -> Tensor:
    """The exponential linear unit. In place.

        out[i] = input[i] if input[i] > 0, else alpha * (e ** input[i] - 1)

    Parameters
    ----------
    input : Tensor
        Floats.
    alpha : float, default 1.0
        Minus the limit at minus infinity.
    scale, input_scale : float, default 1
        Factors of the result, and of `input` in the exponential.

    Returns
    -------
    Tensor
        `input`, changed.

    Notes
    -----
    After Clevert, Unterthiner, Hochreiter (2016).

    References
    ----------
    PyTorch: torch.nn.functional.elu

    Examples
    --------
    >>> torch.nn.functional.elu_(torch.tensor([-1., 0., 2.]))
    tensor([-0.6321,  0.0000,  2.0000])
    """
    if scale == 1 and input_scale == 1:
        return elu(input, alpha, True)
    return _in_place(ENTRY.elu, input, alpha, scale, input_scale)


def selu_(input: Tensor) -> Tensor:
    """The scaled exponential linear unit, which keeps mean 0 and variance 1. In place.

        out[i] = scale * (input[i] if input[i] > 0, else alpha * (e ** input[i] - 1))

    with scale = 1.0507... and alpha = 1.6732...

    Parameters
    ----------
    input : Tensor
        Floats.

    Returns
    -------
    Tensor
        `input`, changed.

    Notes
    -----
    After Klambauer and others (2017). Meant for weights of variance 1 / fan_in.

    References
    ----------
    PyTorch: torch.nn.functional.selu

    Examples
    --------
    >>> torch.nn.functional.selu_(torch.tensor([-1., 0., 2.]))
    tensor([-1.1113,  0.0000,  2.1014])
    """
    return selu(input, True)


def celu_(input: Tensor, alpha: float = 1.0) -> Tensor:
    """The exponential linear unit that is continuously differentiable for every `alpha`. In place.

        out[i] = max(0, input[i]) + min(0, alpha * (e ** (input[i] / alpha) - 1))

    Parameters
    ----------
    input : Tensor
        Floats.
    alpha : float, default 1.
        Minus the limit at minus infinity; not 0.

    Returns
    -------
    Tensor
        `input`, changed.

    Notes
    -----
    After Barron (2017).

    References
    ----------
    PyTorch: torch.nn.functional.celu

    Examples
    --------
    >>> torch.nn.functional.celu_(torch.tensor([-1., 0., 2.]), alpha=2.)
    tensor([-0.7869,  0.0000,  2.0000])
    """
    return celu(input, alpha, True)


def leaky_relu_(input: Tensor, negative_slope: float = 0.01) -> Tensor:
    """A rectified linear unit with a small slope below zero. In place.

        out[i] = input[i] if input[i] > 0, else negative_slope * input[i]

    Parameters
    ----------
    input : Tensor
        Floats.
    negative_slope : float, default 0.01
        The slope below zero.

    Returns
    -------
    Tensor
        `input`, changed.

    References
    ----------
    PyTorch: torch.nn.functional.leaky_relu

    Examples
    --------
    >>> torch.nn.functional.leaky_relu_(torch.tensor([-1., 0., 2.]), 0.1)
    tensor([-0.1000,  0.0000,  2.0000])
    """
    return leaky_relu(input, negative_slope, True)


def hardtanh_(input: Tensor, min_val: float = -1.0, max_val: float = 1.0) -> Tensor:
    """Each element, kept between two bounds. In place.

        out[i] = min(max(min_val, input[i]), max_val)

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    min_val : float, default -1.
        The lower bound.
    max_val : float, default 1.
        The upper bound.

    Returns
    -------
    Tensor
        `input`, changed.

    References
    ----------
    PyTorch: torch.nn.functional.hardtanh

    Examples
    --------
    >>> torch.nn.functional.hardtanh_(torch.tensor([-3., 0.5, 2.]))
    tensor([-1.0000,  0.5000,  1.0000])
    """
    return hardtanh(input, min_val, max_val, True)


def threshold_(input: Tensor, threshold: float, value: float) -> Tensor:
    """Elements that are not above a threshold are replaced. In place.

        out[i] = input[i] if input[i] > threshold, else value

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    threshold : number
        The threshold.
    value : number
        The value that replaces them.

    Returns
    -------
    Tensor
        `input`, changed.

    References
    ----------
    PyTorch: torch.nn.functional.threshold

    Examples
    --------
    >>> torch.nn.functional.threshold_(torch.tensor([-1., 0.5, 2.]), 1., -5.)
    tensor([-5., -5.,  2.])
    """
    return _in_place(ENTRY.threshold, input, as_float(threshold), as_float(value))


@requires_tensor("rrelu_")
def rrelu_(input: Tensor, lower: float = 1.0 / 8, upper: float = 1.0 / 3, training: bool = False,
           generator: OptionalGenerator = None) -> Tensor:
    """A rectified linear unit with random slopes below zero. In place.

    Parameters
    ----------
    input : Tensor
        Floats.
    lower : float, default 1./8
        The least slope.
    upper : float, default 1./3
        The greatest slope.
    training : bool, default False
        Draw a slope for each element; else all are the mean of both bounds.
    generator : torch.Generator, optional
        The source of random numbers; the default generator if not given.

    Returns
    -------
    Tensor
        `input`, changed.

    Notes
    -----
    After Xu and others (2015).

    References
    ----------
    PyTorch: torch.nn.functional.rrelu

    Examples
    --------
    >>> torch.nn.functional.rrelu_(torch.tensor([-1., 2.]))
    tensor([-0.2292,  2.0000])
    """
    return rrelu_with_generator(input, lower, upper, training, True, generator)


__all__ = [
    "celu", "celu_", "elu", "elu_", "gelu", "glu", "gumbel_softmax", "hardshrink", "hardsigmoid", "hardswish", "hardtanh", "hardtanh_",
    "leaky_relu", "leaky_relu_", "log_softmax", "logsigmoid", "mish", "prelu", "relu", "relu6", "relu_", "rrelu", "rrelu_", "selu",
    "selu_", "sigmoid", "silu", "softmax", "softmin", "softplus", "softshrink", "softsign", "tanh", "tanhshrink", "threshold",
    "threshold_",
]
