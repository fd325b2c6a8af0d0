"""In-place functions of torch.

Generated from the op schemas by `python minitorch_compat/_bindings/generate.py`; do not edit.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..._dispatch.call.caller import lazy_call, resolve_calls
from ..._dispatch.call.torch_function import handles_overrides
from ..._dispatch.dtype import array_dtype
from ..._dispatch.dtype import dtype as dtype_type
from ..._dispatch.graph.inplace import inplace
from ..._ops.op import OPS
from ..functions.arguments import MISSING, SIZES, as_float, as_scalar, check_int_list, raise_wrong_type, resolve_alias, to_int
from ..override.overridable import resolve

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

Number = int | float | complex | bool

@handles_overrides
def abs_(input: Tensor) -> Tensor:
    """The absolute value of each element. In place.

        out[i] = |input[i]|

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype but `torch.bool`.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` is of truth values, or `input` has a dtype to which the result cannot be cast.

    Notes
    -----
    The gradient at zero is zero. In place it refuses complex tensors.

    References
    ----------
    PyTorch: torch.abs

    Examples
    --------
    >>> torch.abs_(torch.tensor([-1, 2, -3]))
    tensor([1, 2, 3])
    """
    try:
        return inplace(OPS["abs"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def acos_(input: Tensor) -> Tensor:
    """The arccosine of each element, in radians between 0 and pi. In place.

        out[i] = arccos(input[i])

    Real numbers outside of -1 to 1 give nan.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.acos

    Examples
    --------
    >>> torch.acos_(torch.tensor([1., 0.5, -1.]))
    tensor([0.0000, 1.0472, 3.1416])
    """
    try:
        return inplace(OPS["acos"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def acosh_(input: Tensor) -> Tensor:
    """The inverse hyperbolic cosine of each element. In place.

        out[i] = ln(input[i] + sqrt(input[i] ** 2 - 1))

    Real numbers below 1 give nan.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.acosh

    Examples
    --------
    >>> torch.acosh_(torch.tensor([1., 2., 0.5]))
    tensor([0.0000, 1.3170,    nan])
    """
    try:
        return inplace(OPS["acosh"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def addmv_(input: Tensor, mat: Tensor, vec: Tensor, *, beta: Number = 1, alpha: Number = 1) -> Tensor:
    """Add the product of a matrix and a vector. In place.

        out = beta * input + alpha * (mat @ vec)

    Parameters
    ----------
    input : Tensor
        The tensor that the product is added to; broadcast to size n.
    mat : Tensor
        n x m.
    vec : Tensor
        Of size m.
    beta : number, default 1
        Multiplies `input`; 0 ignores it, nan included.
    alpha : number, default 1
        Multiplies the product.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        The sizes or dtypes do not fit.

    References
    ----------
    PyTorch: torch.addmv

    Examples
    --------
    >>> torch.addmv_(torch.ones(2), torch.tensor([[1., 2.], [3., 4.]]), torch.tensor([1., 1.]))
    tensor([4., 8.])
    """
    try:
        return inplace(OPS["addmv"], input, mat, vec, as_scalar(beta), as_scalar(alpha))
    except Exception as error:
        return resolve(error)


@handles_overrides
def arccos_(input: Tensor) -> Tensor:
    """The arccosine of each element, in radians between 0 and pi. In place.

        out[i] = arccos(input[i])

    Real numbers outside of -1 to 1 give nan.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.acos

    Examples
    --------
    >>> torch.arccos_(torch.tensor([1., 0.5, -1.]))
    tensor([0.0000, 1.0472, 3.1416])
    """
    try:
        return inplace(OPS["acos"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def arccosh_(input: Tensor) -> Tensor:
    """The inverse hyperbolic cosine of each element. In place.

        out[i] = ln(input[i] + sqrt(input[i] ** 2 - 1))

    Real numbers below 1 give nan.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.acosh

    Examples
    --------
    >>> torch.arccosh_(torch.tensor([1., 2., 0.5]))
    tensor([0.0000, 1.3170,    nan])
    """
    try:
        return inplace(OPS["acosh"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def arcsin_(input: Tensor) -> Tensor:
    """The arcsine of each element, in radians between -pi/2 and pi/2. In place.

        out[i] = arcsin(input[i])

    Real numbers outside of -1 to 1 give nan.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.asin

    Examples
    --------
    >>> torch.arcsin_(torch.tensor([0., 0.5, 1., 2.]))
    tensor([0.0000, 0.5236, 1.5708,    nan])
    """
    try:
        return inplace(OPS["asin"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def arcsinh_(input: Tensor) -> Tensor:
    """The inverse hyperbolic sine of each element. In place.

        out[i] = ln(input[i] + sqrt(input[i] ** 2 + 1))

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.asinh

    Examples
    --------
    >>> torch.arcsinh_(torch.tensor([0., 1., -1.]))
    tensor([ 0.0000,  0.8814, -0.8814])
    """
    try:
        return inplace(OPS["asinh"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def arctan_(input: Tensor) -> Tensor:
    """The arctangent of each element, in radians between -pi/2 and pi/2. In place.

        out[i] = arctan(input[i])

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.atan

    Examples
    --------
    >>> torch.arctan_(torch.tensor([0., 1., -1e9]))
    tensor([ 0.0000,  0.7854, -1.5708])
    """
    try:
        return inplace(OPS["atan"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def arctanh_(input: Tensor) -> Tensor:
    """The inverse hyperbolic tangent of each element. In place.

        out[i] = ln((1 + input[i]) / (1 - input[i])) / 2

    1 and -1 give infinities, real numbers beyond nan.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.atanh

    Examples
    --------
    >>> torch.arctanh_(torch.tensor([0., 0.5, 1., 2.]))
    tensor([0.0000, 0.5493,    inf,    nan])
    """
    try:
        return inplace(OPS["atanh"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def asin_(input: Tensor) -> Tensor:
    """The arcsine of each element, in radians between -pi/2 and pi/2. In place.

        out[i] = arcsin(input[i])

    Real numbers outside of -1 to 1 give nan.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.asin

    Examples
    --------
    >>> torch.asin_(torch.tensor([0., 0.5, 1., 2.]))
    tensor([0.0000, 0.5236, 1.5708,    nan])
    """
    try:
        return inplace(OPS["asin"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def asinh_(input: Tensor) -> Tensor:
    """The inverse hyperbolic sine of each element. In place.

        out[i] = ln(input[i] + sqrt(input[i] ** 2 + 1))

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.asinh

    Examples
    --------
    >>> torch.asinh_(torch.tensor([0., 1., -1.]))
    tensor([ 0.0000,  0.8814, -0.8814])
    """
    try:
        return inplace(OPS["asinh"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def atan_(input: Tensor) -> Tensor:
    """The arctangent of each element, in radians between -pi/2 and pi/2. In place.

        out[i] = arctan(input[i])

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.atan

    Examples
    --------
    >>> torch.atan_(torch.tensor([0., 1., -1e9]))
    tensor([ 0.0000,  0.7854, -1.5708])
    """
    try:
        return inplace(OPS["atan"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def atanh_(input: Tensor) -> Tensor:
    """The inverse hyperbolic tangent of each element. In place.

        out[i] = ln((1 + input[i]) / (1 - input[i])) / 2

    1 and -1 give infinities, real numbers beyond nan.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.atanh

    Examples
    --------
    >>> torch.atanh_(torch.tensor([0., 0.5, 1., 2.]))
    tensor([0.0000, 0.5493,    inf,    nan])
    """
    try:
        return inplace(OPS["atanh"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def ceil_(input: Tensor) -> Tensor:
    """Each element rounded up. In place.

        out[i] = the smallest integer that is not below input[i]

    Integers come back as they are. The gradient is zero.

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` is complex, or `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.ceil

    Examples
    --------
    >>> torch.ceil_(torch.tensor([-0.5, 0.2, 1.]))
    tensor([-0., 1., 1.])
    """
    try:
        return inplace(OPS["ceil"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def conj_physical_(input: Tensor) -> Tensor:
    """The complex conjugates, computed immediately. In place.

        out[i] = real(input[i]) - 1j * imag(input[i])

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.conj_physical

    Examples
    --------
    >>> torch.conj_physical_(torch.tensor([1 + 2j]))
    tensor([1.-2.j])
    """
    try:
        return inplace(OPS["conj_physical"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def cos_(input: Tensor) -> Tensor:
    """The cosine of each element. In place.

        out[i] = cos(input[i])

    Parameters
    ----------
    input : Tensor
        Angles in radians, of any dtype; integers are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.cos

    Examples
    --------
    >>> torch.cos_(torch.tensor([0., 1., 3.1416]))
    tensor([ 1.0000,  0.5403, -1.0000])
    """
    try:
        return inplace(OPS["cos"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def cosh_(input: Tensor) -> Tensor:
    """The hyperbolic cosine of each element. In place.

        out[i] = (e ** input[i] + e ** -input[i]) / 2

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.cosh

    Examples
    --------
    >>> torch.cosh_(torch.tensor([0., 1., -1.]))
    tensor([1.0000, 1.5431, 1.5431])
    """
    try:
        return inplace(OPS["cosh"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def erf_(input: Tensor) -> Tensor:
    """The error function. In place.

        out[i] = 2 / sqrt(pi) * integral of e ** (-t ** 2) from 0 to input[i]

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` is complex, or `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.erf

    Examples
    --------
    >>> torch.erf_(torch.tensor([0., 1., -1.]))
    tensor([ 0.0000,  0.8427, -0.8427])
    """
    try:
        return inplace(OPS["erf"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def erfc_(input: Tensor) -> Tensor:
    """The complementary error function, 1 - erf, exact also where erf is near 1. In place.

        out[i] = 1 - erf(input[i])

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` is complex, or `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.erfc

    Examples
    --------
    >>> torch.erfc_(torch.tensor([0., 1., 10.]))
    tensor([1.0000e+00, 1.5730e-01, 1.4013e-45])
    """
    try:
        return inplace(OPS["erfc"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def exp_(input: Tensor) -> Tensor:
    """e to the power of each element. In place.

        out[i] = e ** input[i]

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.exp

    Examples
    --------
    >>> torch.exp_(torch.tensor([0., 1., -1.]))
    tensor([1.0000, 2.7183, 0.3679])
    """
    try:
        return inplace(OPS["exp"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def exp2_(input: Tensor) -> Tensor:
    """2 to the power of each element. In place.

        out[i] = 2 ** input[i]

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.exp2

    Examples
    --------
    >>> torch.exp2_(torch.tensor([0., 1., 3., -1.]))
    tensor([1.0000, 2.0000, 8.0000, 0.5000])
    """
    try:
        return inplace(OPS["exp2"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def expm1_(input: Tensor) -> Tensor:
    """The exponential less one, exact also near zero. In place.

        out[i] = e ** input[i] - 1

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype. Where they are small, `torch.exp(x) - 1` would lose the digits that this keeps.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.expm1

    Examples
    --------
    >>> torch.expm1_(torch.tensor([0., 1e-6, 1.]))
    tensor([0.0000e+00, 1.0000e-06, 1.7183e+00])
    """
    try:
        return inplace(OPS["expm1"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def fix_(input: Tensor) -> Tensor:
    """Each element rounded towards zero. In place.

        out[i] = sign(input[i]) * floor(|input[i]|)

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` is complex, or `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.trunc

    Examples
    --------
    >>> torch.fix_(torch.tensor([-1.7, 0.2, 1.9]))
    tensor([-1.,  0.,  1.])
    """
    try:
        return inplace(OPS["trunc"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def floor_(input: Tensor) -> Tensor:
    """Each element rounded down. In place.

        out[i] = the largest integer that is not above input[i]

    Integers come back as they are. The gradient is zero.

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` is complex, or `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.floor

    Examples
    --------
    >>> torch.floor_(torch.tensor([-0.5, 0.2, 1.]))
    tensor([-1.,  0.,  1.])
    """
    try:
        return inplace(OPS["floor"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def frac_(input: Tensor) -> Tensor:
    """What is behind the point, with the sign of the element. In place.

        out[i] = input[i] - trunc(input[i])

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` is of integers or complex.

    References
    ----------
    PyTorch: torch.frac

    Examples
    --------
    >>> torch.frac_(torch.tensor([1.5, -2.25, 3.]))
    tensor([ 0.5000, -0.2500,  0.0000])
    """
    try:
        return inplace(OPS["frac"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def gcd_(input: Tensor, other: Tensor) -> Tensor:
    """The greatest common divisor of integers. In place.

    Parameters
    ----------
    input : Tensor
        Integers.
    other : Tensor
        Integers.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        An operand is not of integers.

    References
    ----------
    PyTorch: torch.gcd

    Examples
    --------
    >>> torch.gcd_(torch.tensor([12, 18, 0]), torch.tensor([8, -27, 5]))
    tensor([4, 9, 5])
    """
    try:
        return inplace(OPS["gcd"], input, other)
    except Exception as error:
        return resolve(error)


@handles_overrides
def i0_(input: Tensor) -> Tensor:
    """The modified Bessel function of the first kind and order 0. In place.

        out[i] = sum of (input[i] / 2) ** (2 k) / (k!) ** 2 over k >= 0

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` is complex, or `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.i0

    Examples
    --------
    >>> torch.i0_(torch.tensor([0., 1., 2.]))
    tensor([1.0000, 1.2661, 2.2796])
    """
    try:
        return inplace(OPS["i0"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def lcm_(input: Tensor, other: Tensor) -> Tensor:
    """The least common multiple of integers. In place.

    Parameters
    ----------
    input : Tensor
        Integers.
    other : Tensor
        Integers.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        An operand is not of integers.

    References
    ----------
    PyTorch: torch.lcm

    Examples
    --------
    >>> torch.lcm_(torch.tensor([4, 6, 0]), torch.tensor([6, 8, 5]))
    tensor([12, 24,  0])
    """
    try:
        return inplace(OPS["lcm"], input, other)
    except Exception as error:
        return resolve(error)


@handles_overrides
def log_(input: Tensor) -> Tensor:
    """The natural logarithm of each element. In place.

        out[i] = ln(input[i])

    Zero gives -inf and negative real numbers nan.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.log

    Examples
    --------
    >>> torch.log_(torch.tensor([1., 10., 0.]))
    tensor([0.0000, 2.3026,   -inf])
    """
    try:
        return inplace(OPS["log"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def log10_(input: Tensor) -> Tensor:
    """The logarithm of each element to the base 10. In place.

        out[i] = log10(input[i])

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.log10

    Examples
    --------
    >>> torch.log10_(torch.tensor([1., 1000., 0.1]))
    tensor([ 0.,  3., -1.])
    """
    try:
        return inplace(OPS["log10"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def log1p_(input: Tensor) -> Tensor:
    """The natural logarithm of one plus each element, exact also near zero. In place.

        out[i] = ln(1 + input[i])

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.log1p

    Examples
    --------
    >>> torch.log1p_(torch.tensor([0., 1e-6, 1.]))
    tensor([0.0000e+00, 1.0000e-06, 6.9315e-01])
    """
    try:
        return inplace(OPS["log1p"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def log2_(input: Tensor) -> Tensor:
    """The logarithm of each element to the base 2. In place.

        out[i] = log2(input[i])

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.log2

    Examples
    --------
    >>> torch.log2_(torch.tensor([1., 8., 0.5]))
    tensor([ 0.,  3., -1.])
    """
    try:
        return inplace(OPS["log2"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def logit_(input: Tensor, eps: float | None = None) -> Tensor:
    """The logarithm of the odds, the inverse of `torch.sigmoid`. In place.

        out[i] = ln(input[i] / (1 - input[i]))

    Parameters
    ----------
    input : Tensor
        Probabilities; outside of 0 to 1 the result is nan.
    eps : float, optional
        Elements are first clamped to lie between eps and 1 - eps.

    Returns
    -------
    Tensor
        `input`, changed.

    References
    ----------
    PyTorch: torch.logit

    Examples
    --------
    >>> torch.logit_(torch.tensor([0.5, 0.9, 1.]))
    tensor([0.0000, 2.1972,    inf])
    """
    try:
        return inplace(OPS["logit"], input, None if eps is None else as_float(eps))
    except Exception as error:
        return resolve(error)


@handles_overrides
def nan_to_num_(input: Tensor, nan: float | None = None, posinf: float | None = None, neginf: float | None = None) -> Tensor:
    """Puts numbers in the place of nan and infinities. In place.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.
    nan : number, default 0.0
        What nan becomes.
    posinf : number, optional
        What inf becomes; the greatest finite number of the dtype if not given.
    neginf : number, optional
        What -inf becomes; the least finite number of the dtype if not given.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has another dtype than `input`.

    References
    ----------
    PyTorch: torch.nan_to_num

    Examples
    --------
    >>> x = torch.tensor([float("nan"), float("inf"), -float("inf"), 1.])
    >>> torch.nan_to_num_(x, nan=0., posinf=10., neginf=-10.)
    tensor([  0.,  10., -10.,   1.])
    """
    try:
        return inplace(OPS["nan_to_num"], input, None if nan is None else as_float(nan), None if posinf is None else as_float(posinf), None if neginf is None else as_float(neginf))
    except Exception as error:
        return resolve(error)


@handles_overrides
def neg_(input: Tensor) -> Tensor:
    """The negative of each element. In place.

        out[i] = -input[i]

    This is the unary operator `-`.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` is of truth values; use `~` or `logical_not` for those.

    References
    ----------
    PyTorch: torch.neg

    Examples
    --------
    >>> torch.neg_(torch.tensor([1., -2., 0.5]))
    tensor([-1.0000,  2.0000, -0.5000])
    """
    try:
        return inplace(OPS["neg"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def negative_(input: Tensor) -> Tensor:
    """The negative of each element. In place.

        out[i] = -input[i]

    This is the unary operator `-`.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` is of truth values; use `~` or `logical_not` for those.

    References
    ----------
    PyTorch: torch.neg

    Examples
    --------
    >>> torch.negative_(torch.tensor([1., -2., 0.5]))
    tensor([-1.0000,  2.0000, -0.5000])
    """
    try:
        return inplace(OPS["neg"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def reciprocal_(input: Tensor) -> Tensor:
    """One over each element. In place.

        out[i] = 1 / input[i]

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.reciprocal

    Examples
    --------
    >>> torch.reciprocal_(torch.tensor([2., -4., 0.5]))
    tensor([ 0.5000, -0.2500,  2.0000])
    """
    try:
        return inplace(OPS["reciprocal"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
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
    PyTorch: torch.relu

    Examples
    --------
    >>> torch.relu_(torch.tensor([-1., 0., 2.]))
    tensor([0., 0., 2.])
    """
    try:
        return inplace(OPS["relu"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def rsqrt_(input: Tensor) -> Tensor:
    """One over the square root of each element. In place.

        out[i] = 1 / sqrt(input[i])

    Zero gives inf, negative real numbers nan.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.rsqrt

    Examples
    --------
    >>> torch.rsqrt_(torch.tensor([4., 0.25, 0.]))
    tensor([0.5000, 2.0000,    inf])
    """
    try:
        return inplace(OPS["rsqrt"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def sigmoid_(input: Tensor) -> Tensor:
    """The logistic function. In place.

        out[i] = 1 / (1 + e ** -input[i])

    The same as `torch.nn.functional.sigmoid` and `torch.special.expit`.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.sigmoid

    Examples
    --------
    >>> torch.sigmoid_(torch.tensor([0., 1., -100.]))
    tensor([0.5000, 0.7311, 0.0000])
    """
    try:
        return inplace(OPS["sigmoid"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def sin_(input: Tensor) -> Tensor:
    """The sine of each element. In place.

        out[i] = sin(input[i])

    Parameters
    ----------
    input : Tensor
        Angles in radians, of any dtype; integers are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.sin

    Examples
    --------
    >>> torch.sin_(torch.tensor([0., 1., 1.5708]))
    tensor([0.0000, 0.8415, 1.0000])
    """
    try:
        return inplace(OPS["sin"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def sinh_(input: Tensor) -> Tensor:
    """The hyperbolic sine of each element. In place.

        out[i] = (e ** input[i] - e ** -input[i]) / 2

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.sinh

    Examples
    --------
    >>> torch.sinh_(torch.tensor([0., 1., -1.]))
    tensor([ 0.0000,  1.1752, -1.1752])
    """
    try:
        return inplace(OPS["sinh"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def sqrt_(input: Tensor) -> Tensor:
    """The square root of each element. In place.

        out[i] = sqrt(input[i])

    Negative real numbers give nan.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.sqrt

    Examples
    --------
    >>> torch.sqrt_(torch.tensor([4., 2., 0.]))
    tensor([2.0000, 1.4142, 0.0000])
    """
    try:
        return inplace(OPS["sqrt"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def square_(input: Tensor) -> Tensor:
    """The square of each element. In place.

        out[i] = input[i] * input[i]

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.square

    Examples
    --------
    >>> torch.square_(torch.tensor([-2., 1., 3.]))
    tensor([4., 1., 9.])
    """
    try:
        return inplace(OPS["square"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def tan_(input: Tensor) -> Tensor:
    """The tangent of each element. In place.

        out[i] = tan(input[i])

    Parameters
    ----------
    input : Tensor
        Angles in radians, of any dtype; integers are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.tan

    Examples
    --------
    >>> torch.tan_(torch.tensor([0., 0.5, 1.]))
    tensor([0.0000, 0.5463, 1.5574])
    """
    try:
        return inplace(OPS["tan"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def tanh_(input: Tensor) -> Tensor:
    """The hyperbolic tangent of each element. In place.

        out[i] = sinh(input[i]) / cosh(input[i])

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers and truth values are computed in the default dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.tanh

    Examples
    --------
    >>> torch.tanh_(torch.tensor([0., 1., -10.]))
    tensor([ 0.0000,  0.7616, -1.0000])
    """
    try:
        return inplace(OPS["tanh"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def trunc_(input: Tensor) -> Tensor:
    """Each element rounded towards zero. In place.

        out[i] = sign(input[i]) * floor(|input[i]|)

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `input` is complex, or `input` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.trunc

    Examples
    --------
    >>> torch.trunc_(torch.tensor([-1.7, 0.2, 1.9]))
    tensor([-1.,  0.,  1.])
    """
    try:
        return inplace(OPS["trunc"], input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def xlogy_(input: Tensor, other: Tensor | Number) -> Tensor:
    """A product with a logarithm that is zero where the first factor is zero. In place.

        out[i] = input[i] * ln(other[i]), 0 where input[i] is 0, nan where other[i] is nan

    Parameters
    ----------
    input : Tensor or number
        The factor.
    other : Tensor or number
        What the logarithm is taken of. One of both has to be a tensor.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.xlogy

    Examples
    --------
    >>> torch.xlogy_(torch.tensor([0., 1., 2.]), torch.tensor([0., 2., 1.]))
    tensor([0.0000, 0.6931, 0.0000])
    """
    try:
        return inplace(OPS["xlogy"], input, other)
    except Exception as error:
        return resolve(error)


__all__ = ["abs_", "acos_", "acosh_", "addmv_", "arccos_", "arccosh_", "arcsin_", "arcsinh_", "arctan_", "arctanh_", "asin_", "asinh_", "atan_", "atanh_", "ceil_", "conj_physical_", "cos_", "cosh_", "erf_", "erfc_", "exp2_", "exp_", "expm1_", "fix_", "floor_", "frac_", "gcd_", "i0_", "lcm_", "log1p_", "log2_", "log10_", "log_", "logit_", "nan_to_num_", "neg_", "negative_", "reciprocal_", "relu_", "rsqrt_", "sigmoid_", "sin_", "sinh_", "sqrt_", "square_", "tan_", "tanh_", "trunc_", "xlogy_"]
