"""Functions of torch.special.

Generated from the op schemas by `python minitorch_compat/_bindings/generate.py`; do not edit.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..._dispatch.call.caller import lazy_call, resolve_calls
from ..._dispatch.call.torch_function import handles_overrides
from ..._dispatch.dtype import array_dtype
from ..._dispatch.dtype import dtype as dtype_type
from ..functions.arguments import (
    MISSING,
    SIZES,
    as_float,
    as_scalar,
    check_int_list,
    raise_wrong_type,
    resolve_alias,
    resolve_numpy_names,
    resolve_numpy_operands,
    to_int,
    write_out,
)
from ..functions.shown_signatures import shown_as
from ..override.overridable import resolve
from ..settings import return_types

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

Number = int | float | complex | bool

(
    _airy_ai, _bessel_j0, _bessel_j1, _bessel_y0, _bessel_y1, _chebyshev_polynomial_t, _chebyshev_polynomial_u,
    _chebyshev_polynomial_v, _chebyshev_polynomial_w, _entr, _erfcx, _hermite_polynomial_h, _hermite_polynomial_he, _i0e, _i1, _i1e,
    _laguerre_polynomial_l, _legendre_polynomial_p, _log_ndtr, _modified_bessel_i0, _modified_bessel_i1, _modified_bessel_k0,
    _modified_bessel_k1, _ndtr, _ndtri, _scaled_modified_bessel_k0, _scaled_modified_bessel_k1, _shifted_chebyshev_polynomial_t,
    _shifted_chebyshev_polynomial_u, _shifted_chebyshev_polynomial_v, _shifted_chebyshev_polynomial_w, _spherical_bessel_j0, _xlog1py,
    _zeta,
) = map(lazy_call, (
    "airy_ai", "bessel_j0", "bessel_j1", "bessel_y0", "bessel_y1", "chebyshev_polynomial_t", "chebyshev_polynomial_u",
    "chebyshev_polynomial_v", "chebyshev_polynomial_w", "entr", "erfcx", "hermite_polynomial_h", "hermite_polynomial_he", "i0e", "i1",
    "i1e", "laguerre_polynomial_l", "legendre_polynomial_p", "log_ndtr", "modified_bessel_i0", "modified_bessel_i1",
    "modified_bessel_k0", "modified_bessel_k1", "ndtr", "ndtri", "scaled_modified_bessel_k0", "scaled_modified_bessel_k1",
    "shifted_chebyshev_polynomial_t", "shifted_chebyshev_polynomial_u", "shifted_chebyshev_polynomial_v",
    "shifted_chebyshev_polynomial_w", "spherical_bessel_j0", "xlog1py", "zeta",
))
resolve_calls(globals())


@handles_overrides
def special_airy_ai(x: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Airy's function Ai.

    Parameters
    ----------
    input, x, z : Tensor
        Numbers of any real dtype; integers are computed in the default dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape, and in dtype if that is floating.

    Raises
    ------
    RuntimeError
        `input` is complex, or `out` has a dtype to which the result cannot be cast.

    Notes
    -----
    It has no derivative, as in PyTorch.

    References
    ----------
    PyTorch: torch.special.airy_ai

    Examples
    --------
    >>> torch.special.airy_ai(torch.tensor([0.5, 1., 2.]))
    tensor([0.2317, 0.1353, 0.0349])
    """
    try:
        if out is not None:
            return write_out(_airy_ai, out, x)
        return _airy_ai(x)
    except Exception as error:
        return resolve(error)


airy_ai = special_airy_ai


@shown_as("input, *, out=None")
@handles_overrides
def special_bessel_j0(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The Bessel function of the first kind and order 0.

    Parameters
    ----------
    input, x, z : Tensor
        Numbers of any real dtype; integers are computed in the default dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape, and in dtype if that is floating.

    Raises
    ------
    RuntimeError
        `input` is complex, or `out` has a dtype to which the result cannot be cast.

    Notes
    -----
    It has no derivative, as in PyTorch.

    References
    ----------
    PyTorch: torch.special.bessel_j0

    Examples
    --------
    >>> torch.special.bessel_j0(torch.tensor([0.5, 1., 2.]))
    tensor([0.9385, 0.7652, 0.2239])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("special_bessel_j0", 1, input, x, a, x1)
        if out is not None:
            return write_out(_bessel_j0, out, input)
        return _bessel_j0(input)
    except Exception as error:
        return resolve(error)


bessel_j0 = special_bessel_j0


@shown_as("input, *, out=None")
@handles_overrides
def special_bessel_j1(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The Bessel function of the first kind and order 1.

    Parameters
    ----------
    input, x, z : Tensor
        Numbers of any real dtype; integers are computed in the default dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape, and in dtype if that is floating.

    Raises
    ------
    RuntimeError
        `input` is complex, or `out` has a dtype to which the result cannot be cast.

    Notes
    -----
    It has no derivative, as in PyTorch.

    References
    ----------
    PyTorch: torch.special.bessel_j1

    Examples
    --------
    >>> torch.special.bessel_j1(torch.tensor([0.5, 1., 2.]))
    tensor([0.2423, 0.4401, 0.5767])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("special_bessel_j1", 1, input, x, a, x1)
        if out is not None:
            return write_out(_bessel_j1, out, input)
        return _bessel_j1(input)
    except Exception as error:
        return resolve(error)


bessel_j1 = special_bessel_j1


@shown_as("input, *, out=None")
@handles_overrides
def special_bessel_y0(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The Bessel function of the second kind and order 0.

    Parameters
    ----------
    input, x, z : Tensor
        Numbers of any real dtype; integers are computed in the default dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape, and in dtype if that is floating.

    Raises
    ------
    RuntimeError
        `input` is complex, or `out` has a dtype to which the result cannot be cast.

    Notes
    -----
    It has no derivative, as in PyTorch.

    References
    ----------
    PyTorch: torch.special.bessel_y0

    Examples
    --------
    >>> torch.special.bessel_y0(torch.tensor([0.5, 1., 2.]))
    tensor([-0.4445,  0.0883,  0.5104])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("special_bessel_y0", 1, input, x, a, x1)
        if out is not None:
            return write_out(_bessel_y0, out, input)
        return _bessel_y0(input)
    except Exception as error:
        return resolve(error)


bessel_y0 = special_bessel_y0


@shown_as("input, *, out=None")
@handles_overrides
def special_bessel_y1(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The Bessel function of the second kind and order 1.

    Parameters
    ----------
    input, x, z : Tensor
        Numbers of any real dtype; integers are computed in the default dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape, and in dtype if that is floating.

    Raises
    ------
    RuntimeError
        `input` is complex, or `out` has a dtype to which the result cannot be cast.

    Notes
    -----
    It has no derivative, as in PyTorch.

    References
    ----------
    PyTorch: torch.special.bessel_y1

    Examples
    --------
    >>> torch.special.bessel_y1(torch.tensor([0.5, 1., 2.]))
    tensor([-1.4715, -0.7812, -0.1070])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("special_bessel_y1", 1, input, x, a, x1)
        if out is not None:
            return write_out(_bessel_y1, out, input)
        return _bessel_y1(input)
    except Exception as error:
        return resolve(error)


bessel_y1 = special_bessel_y1


@handles_overrides
def special_chebyshev_polynomial_t(x: Tensor, n: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Chebyshev's polynomials of the first kind.

        T_n(cos t) = cos(n t)

    Parameters
    ----------
    input, x : Tensor
        Where to evaluate; of any real dtype.
    n : Tensor or int
        The degree. Negative degrees give zero.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which `input` and `n` broadcast; integers give the default dtype.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    Notes
    -----
    It has no derivative, as in PyTorch.

    References
    ----------
    PyTorch: torch.special.chebyshev_polynomial_t

    Examples
    --------
    >>> torch.special.chebyshev_polynomial_t(torch.tensor([0., 0.5, 2.]), 3)
    tensor([-0., -1., 26.])
    """
    try:
        if out is not None:
            return write_out(_chebyshev_polynomial_t, out, x, n)
        return _chebyshev_polynomial_t(x, n)
    except Exception as error:
        return resolve(error)


chebyshev_polynomial_t = special_chebyshev_polynomial_t


@handles_overrides
def special_chebyshev_polynomial_u(x: Tensor, n: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Chebyshev's polynomials of the second kind.

        U_n(cos t) * sin t = sin((n + 1) t)

    Parameters
    ----------
    input, x : Tensor
        Where to evaluate; of any real dtype.
    n : Tensor or int
        The degree. Negative degrees give zero.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which `input` and `n` broadcast; integers give the default dtype.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    Notes
    -----
    It has no derivative, as in PyTorch.

    References
    ----------
    PyTorch: torch.special.chebyshev_polynomial_u

    Examples
    --------
    >>> torch.special.chebyshev_polynomial_u(torch.tensor([0., 0.5, 2.]), 3)
    tensor([-0., -1., 56.])
    """
    try:
        if out is not None:
            return write_out(_chebyshev_polynomial_u, out, x, n)
        return _chebyshev_polynomial_u(x, n)
    except Exception as error:
        return resolve(error)


chebyshev_polynomial_u = special_chebyshev_polynomial_u


@handles_overrides
def special_chebyshev_polynomial_v(x: Tensor, n: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Chebyshev's polynomials of the third kind.

        V_n(cos t) * cos(t / 2) = cos((n + 1/2) t)

    Parameters
    ----------
    input, x : Tensor
        Where to evaluate; of any real dtype.
    n : Tensor or int
        The degree. Negative degrees give zero.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which `input` and `n` broadcast; integers give the default dtype.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    Notes
    -----
    It has no derivative, as in PyTorch.

    References
    ----------
    PyTorch: torch.special.chebyshev_polynomial_v

    Examples
    --------
    >>> torch.special.chebyshev_polynomial_v(torch.tensor([0., 0.5, 2.]), 3)
    tensor([ 1., -1., 41.])
    """
    try:
        if out is not None:
            return write_out(_chebyshev_polynomial_v, out, x, n)
        return _chebyshev_polynomial_v(x, n)
    except Exception as error:
        return resolve(error)


chebyshev_polynomial_v = special_chebyshev_polynomial_v


@handles_overrides
def special_chebyshev_polynomial_w(x: Tensor, n: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Chebyshev's polynomials of the fourth kind.

        W_n(cos t) * sin(t / 2) = sin((n + 1/2) t)

    Parameters
    ----------
    input, x : Tensor
        Where to evaluate; of any real dtype.
    n : Tensor or int
        The degree. Negative degrees give zero.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which `input` and `n` broadcast; integers give the default dtype.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    Notes
    -----
    It has no derivative, as in PyTorch.

    References
    ----------
    PyTorch: torch.special.chebyshev_polynomial_w

    Examples
    --------
    >>> torch.special.chebyshev_polynomial_w(torch.tensor([0., 0.5, 2.]), 3)
    tensor([-1., -1., 71.])
    """
    try:
        if out is not None:
            return write_out(_chebyshev_polynomial_w, out, x, n)
        return _chebyshev_polynomial_w(x, n)
    except Exception as error:
        return resolve(error)


chebyshev_polynomial_w = special_chebyshev_polynomial_w


@shown_as("input, *, out=None")
@handles_overrides
def special_entr(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The elements of an entropy.

        out[i] = -input[i] * ln(input[i]); 0 at 0, -inf below

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype; integers and truth values are computed in the default dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape, and in dtype if that is floating.

    Raises
    ------
    RuntimeError
        `input` is complex, or `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.special.entr

    Examples
    --------
    >>> torch.special.entr(torch.tensor([0., 0.5, 1., -1.]))
    tensor([0.0000, 0.3466, -0.0000,   -inf])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("special_entr", 1, input, x, a, x1)
        if out is not None:
            return write_out(_entr, out, input)
        return _entr(input)
    except Exception as error:
        return resolve(error)


entr = special_entr


@shown_as("input, *, out=None")
@handles_overrides
def special_erfcx(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The scaled complementary error function.

        out[i] = e ** (input[i] ** 2) * erfc(input[i])

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype; integers and truth values are computed in the default dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape, and in dtype if that is floating.

    Raises
    ------
    RuntimeError
        `input` is complex, or `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.special.erfcx

    Examples
    --------
    >>> torch.special.erfcx(torch.tensor([0., 1., 10.]))
    tensor([1.0000, 0.4276, 0.0561])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("special_erfcx", 1, input, x, a, x1)
        if out is not None:
            return write_out(_erfcx, out, input)
        return _erfcx(input)
    except Exception as error:
        return resolve(error)


erfcx = special_erfcx


@handles_overrides
def special_hermite_polynomial_h(x: Tensor, n: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Hermite's polynomials, as physicists define them.

        H_n = 2 x H_(n-1) - 2 (n - 1) H_(n-2), H_0 = 1, H_1 = 2 x

    Parameters
    ----------
    input, x : Tensor
        Where to evaluate; of any real dtype.
    n : Tensor or int
        The degree. Negative degrees give zero.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which `input` and `n` broadcast; integers give the default dtype.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    Notes
    -----
    It has no derivative, as in PyTorch.

    References
    ----------
    PyTorch: torch.special.hermite_polynomial_h

    Examples
    --------
    >>> torch.special.hermite_polynomial_h(torch.tensor([0., 0.5, 2.]), 3)
    tensor([-0., -5., 40.])
    """
    try:
        if out is not None:
            return write_out(_hermite_polynomial_h, out, x, n)
        return _hermite_polynomial_h(x, n)
    except Exception as error:
        return resolve(error)


hermite_polynomial_h = special_hermite_polynomial_h


@handles_overrides
def special_hermite_polynomial_he(x: Tensor, n: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Hermite's polynomials, as probabilists define them.

        He_n = x He_(n-1) - (n - 1) He_(n-2), He_0 = 1, He_1 = x

    Parameters
    ----------
    input, x : Tensor
        Where to evaluate; of any real dtype.
    n : Tensor or int
        The degree. Negative degrees give zero.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which `input` and `n` broadcast; integers give the default dtype.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    Notes
    -----
    It has no derivative, as in PyTorch.

    References
    ----------
    PyTorch: torch.special.hermite_polynomial_he

    Examples
    --------
    >>> torch.special.hermite_polynomial_he(torch.tensor([0., 0.5, 2.]), 3)
    tensor([-0.0000, -1.3750,  2.0000])
    """
    try:
        if out is not None:
            return write_out(_hermite_polynomial_he, out, x, n)
        return _hermite_polynomial_he(x, n)
    except Exception as error:
        return resolve(error)


hermite_polynomial_he = special_hermite_polynomial_he


@shown_as("input, *, out=None")
@handles_overrides
def special_i0e(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The modified Bessel function of order 0, scaled.

        out[i] = e ** -|input[i]| * i0(input[i])

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype; integers and truth values are computed in the default dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape, and in dtype if that is floating.

    Raises
    ------
    RuntimeError
        `input` is complex, or `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.special.i0e

    Examples
    --------
    >>> torch.special.i0e(torch.tensor([0., 1., 2.5]))
    tensor([1.0000, 0.4658, 0.2700])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("special_i0e", 1, input, x, a, x1)
        if out is not None:
            return write_out(_i0e, out, input)
        return _i0e(input)
    except Exception as error:
        return resolve(error)


i0e = special_i0e


@shown_as("input, *, out=None")
@handles_overrides
def special_i1(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The modified Bessel function of the first kind and order 1.

        out[i] = the derivative of i0

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype; integers and truth values are computed in the default dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape, and in dtype if that is floating.

    Raises
    ------
    RuntimeError
        `input` is complex, or `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.special.i1

    Examples
    --------
    >>> torch.special.i1(torch.tensor([0., 1., 2.5]))
    tensor([0.0000, 0.5652, 2.5167])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("special_i1", 1, input, x, a, x1)
        if out is not None:
            return write_out(_i1, out, input)
        return _i1(input)
    except Exception as error:
        return resolve(error)


i1 = special_i1


@shown_as("input, *, out=None")
@handles_overrides
def special_i1e(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The modified Bessel function of order 1, scaled.

        out[i] = e ** -|input[i]| * i1(input[i])

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype; integers and truth values are computed in the default dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape, and in dtype if that is floating.

    Raises
    ------
    RuntimeError
        `input` is complex, or `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.special.i1e

    Examples
    --------
    >>> torch.special.i1e(torch.tensor([0., 1., 2.5]))
    tensor([0.0000, 0.2079, 0.2066])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("special_i1e", 1, input, x, a, x1)
        if out is not None:
            return write_out(_i1e, out, input)
        return _i1e(input)
    except Exception as error:
        return resolve(error)


i1e = special_i1e


@handles_overrides
def special_laguerre_polynomial_l(x: Tensor, n: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Laguerre's polynomials.

        n L_n = (2 n - 1 - x) L_(n-1) - (n - 1) L_(n-2), L_0 = 1, L_1 = 1 - x

    Parameters
    ----------
    input, x : Tensor
        Where to evaluate; of any real dtype.
    n : Tensor or int
        The degree. Negative degrees give zero.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which `input` and `n` broadcast; integers give the default dtype.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    Notes
    -----
    It has no derivative, as in PyTorch.

    References
    ----------
    PyTorch: torch.special.laguerre_polynomial_l

    Examples
    --------
    >>> torch.special.laguerre_polynomial_l(torch.tensor([0., 0.5, 2.]), 3)
    tensor([ 1.0000, -0.1458, -0.3333])
    """
    try:
        if out is not None:
            return write_out(_laguerre_polynomial_l, out, x, n)
        return _laguerre_polynomial_l(x, n)
    except Exception as error:
        return resolve(error)


laguerre_polynomial_l = special_laguerre_polynomial_l


@handles_overrides
def special_legendre_polynomial_p(x: Tensor, n: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Legendre's polynomials.

        n P_n = (2 n - 1) x P_(n-1) - (n - 1) P_(n-2), P_0 = 1, P_1 = x

    Parameters
    ----------
    input, x : Tensor
        Where to evaluate; of any real dtype.
    n : Tensor or int
        The degree. Negative degrees give zero.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which `input` and `n` broadcast; integers give the default dtype.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    Notes
    -----
    It has no derivative, as in PyTorch.

    References
    ----------
    PyTorch: torch.special.legendre_polynomial_p

    Examples
    --------
    >>> torch.special.legendre_polynomial_p(torch.tensor([0., 0.5, 2.]), 3)
    tensor([-0.0000, -0.4375, 17.0000])
    """
    try:
        if out is not None:
            return write_out(_legendre_polynomial_p, out, x, n)
        return _legendre_polynomial_p(x, n)
    except Exception as error:
        return resolve(error)


legendre_polynomial_p = special_legendre_polynomial_p


@shown_as("input, *, out=None")
@handles_overrides
def special_log_ndtr(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The logarithm of the distribution function of the standard normal distribution.

        out[i] = ln(ndtr(input[i])), exact also far below zero

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype; integers and truth values are computed in the default dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape, and in dtype if that is floating.

    Raises
    ------
    RuntimeError
        `input` is complex, or `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.special.log_ndtr

    Examples
    --------
    >>> torch.special.log_ndtr(torch.tensor([0., -3., -30.]))
    tensor([  -0.6931,   -6.6077, -454.3213])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("special_log_ndtr", 1, input, x, a, x1)
        if out is not None:
            return write_out(_log_ndtr, out, input)
        return _log_ndtr(input)
    except Exception as error:
        return resolve(error)


log_ndtr = special_log_ndtr


@shown_as("input, *, out=None")
@handles_overrides
def special_modified_bessel_i0(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
                               out: Tensor | None = None) -> Tensor:
    """The modified Bessel function of the first kind and order 0.

    Parameters
    ----------
    input, x, z : Tensor
        Numbers of any real dtype; integers are computed in the default dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape, and in dtype if that is floating.

    Raises
    ------
    RuntimeError
        `input` is complex, or `out` has a dtype to which the result cannot be cast.

    Notes
    -----
    It has no derivative, as in PyTorch.

    References
    ----------
    PyTorch: torch.special.modified_bessel_i0

    Examples
    --------
    >>> torch.special.modified_bessel_i0(torch.tensor([0.5, 1., 2.]))
    tensor([1.0635, 1.2661, 2.2796])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("special_modified_bessel_i0", 1, input, x, a, x1)
        if out is not None:
            return write_out(_modified_bessel_i0, out, input)
        return _modified_bessel_i0(input)
    except Exception as error:
        return resolve(error)


modified_bessel_i0 = special_modified_bessel_i0


@shown_as("input, *, out=None")
@handles_overrides
def special_modified_bessel_i1(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
                               out: Tensor | None = None) -> Tensor:
    """The modified Bessel function of the first kind and order 1.

    Parameters
    ----------
    input, x, z : Tensor
        Numbers of any real dtype; integers are computed in the default dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape, and in dtype if that is floating.

    Raises
    ------
    RuntimeError
        `input` is complex, or `out` has a dtype to which the result cannot be cast.

    Notes
    -----
    It has no derivative, as in PyTorch.

    References
    ----------
    PyTorch: torch.special.modified_bessel_i1

    Examples
    --------
    >>> torch.special.modified_bessel_i1(torch.tensor([0.5, 1., 2.]))
    tensor([0.2579, 0.5652, 1.5906])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("special_modified_bessel_i1", 1, input, x, a, x1)
        if out is not None:
            return write_out(_modified_bessel_i1, out, input)
        return _modified_bessel_i1(input)
    except Exception as error:
        return resolve(error)


modified_bessel_i1 = special_modified_bessel_i1


@shown_as("input, *, out=None")
@handles_overrides
def special_modified_bessel_k0(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
                               out: Tensor | None = None) -> Tensor:
    """The modified Bessel function of the second kind and order 0.

    Parameters
    ----------
    input, x, z : Tensor
        Numbers of any real dtype; integers are computed in the default dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape, and in dtype if that is floating.

    Raises
    ------
    RuntimeError
        `input` is complex, or `out` has a dtype to which the result cannot be cast.

    Notes
    -----
    It has no derivative, as in PyTorch.

    References
    ----------
    PyTorch: torch.special.modified_bessel_k0

    Examples
    --------
    >>> torch.special.modified_bessel_k0(torch.tensor([0.5, 1., 2.]))
    tensor([0.9244, 0.4210, 0.1139])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("special_modified_bessel_k0", 1, input, x, a, x1)
        if out is not None:
            return write_out(_modified_bessel_k0, out, input)
        return _modified_bessel_k0(input)
    except Exception as error:
        return resolve(error)


modified_bessel_k0 = special_modified_bessel_k0


@shown_as("input, *, out=None")
@handles_overrides
def special_modified_bessel_k1(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
                               out: Tensor | None = None) -> Tensor:
    """The modified Bessel function of the second kind and order 1.

    Parameters
    ----------
    input, x, z : Tensor
        Numbers of any real dtype; integers are computed in the default dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape, and in dtype if that is floating.

    Raises
    ------
    RuntimeError
        `input` is complex, or `out` has a dtype to which the result cannot be cast.

    Notes
    -----
    It has no derivative, as in PyTorch.

    References
    ----------
    PyTorch: torch.special.modified_bessel_k1

    Examples
    --------
    >>> torch.special.modified_bessel_k1(torch.tensor([0.5, 1., 2.]))
    tensor([1.6564, 0.6019, 0.1399])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("special_modified_bessel_k1", 1, input, x, a, x1)
        if out is not None:
            return write_out(_modified_bessel_k1, out, input)
        return _modified_bessel_k1(input)
    except Exception as error:
        return resolve(error)


modified_bessel_k1 = special_modified_bessel_k1


@shown_as("input, *, out=None")
@handles_overrides
def special_ndtr(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The distribution function of the standard normal distribution.

        out[i] = (1 + erf(input[i] / sqrt(2))) / 2

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype; integers and truth values are computed in the default dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape, and in dtype if that is floating.

    Raises
    ------
    RuntimeError
        `input` is complex, or `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.special.ndtr

    Examples
    --------
    >>> torch.special.ndtr(torch.tensor([0., 1.96, -3.]))
    tensor([0.5000, 0.9750, 0.0013])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("special_ndtr", 1, input, x, a, x1)
        if out is not None:
            return write_out(_ndtr, out, input)
        return _ndtr(input)
    except Exception as error:
        return resolve(error)


ndtr = special_ndtr


@shown_as("input, *, out=None")
@handles_overrides
def special_ndtri(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The quantiles of the standard normal distribution, the inverse of `ndtr`.

        out[i] = the x with ndtr(x) = input[i]

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype; integers and truth values are computed in the default dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape, and in dtype if that is floating.

    Raises
    ------
    RuntimeError
        `input` is complex, or `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.special.ndtri

    Examples
    --------
    >>> torch.special.ndtri(torch.tensor([0.5, 0.975, 0.]))
    tensor([0.0000, 1.9600,   -inf])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("special_ndtri", 1, input, x, a, x1)
        if out is not None:
            return write_out(_ndtri, out, input)
        return _ndtri(input)
    except Exception as error:
        return resolve(error)


ndtri = special_ndtri


@handles_overrides
def special_scaled_modified_bessel_k0(x: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The modified Bessel function of the second kind and order 0, times e ** x.

    Parameters
    ----------
    input, x, z : Tensor
        Numbers of any real dtype; integers are computed in the default dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape, and in dtype if that is floating.

    Raises
    ------
    RuntimeError
        `input` is complex, or `out` has a dtype to which the result cannot be cast.

    Notes
    -----
    It has no derivative, as in PyTorch.

    References
    ----------
    PyTorch: torch.special.scaled_modified_bessel_k0

    Examples
    --------
    >>> torch.special.scaled_modified_bessel_k0(torch.tensor([0.5, 1., 2.]))
    tensor([1.5241, 1.1445, 0.8416])
    """
    try:
        if out is not None:
            return write_out(_scaled_modified_bessel_k0, out, x)
        return _scaled_modified_bessel_k0(x)
    except Exception as error:
        return resolve(error)


scaled_modified_bessel_k0 = special_scaled_modified_bessel_k0


@handles_overrides
def special_scaled_modified_bessel_k1(x: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The modified Bessel function of the second kind and order 1, times e ** x.

    Parameters
    ----------
    input, x, z : Tensor
        Numbers of any real dtype; integers are computed in the default dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape, and in dtype if that is floating.

    Raises
    ------
    RuntimeError
        `input` is complex, or `out` has a dtype to which the result cannot be cast.

    Notes
    -----
    It has no derivative, as in PyTorch.

    References
    ----------
    PyTorch: torch.special.scaled_modified_bessel_k1

    Examples
    --------
    >>> torch.special.scaled_modified_bessel_k1(torch.tensor([0.5, 1., 2.]))
    tensor([2.7310, 1.6362, 1.0335])
    """
    try:
        if out is not None:
            return write_out(_scaled_modified_bessel_k1, out, x)
        return _scaled_modified_bessel_k1(x)
    except Exception as error:
        return resolve(error)


scaled_modified_bessel_k1 = special_scaled_modified_bessel_k1


@handles_overrides
def special_shifted_chebyshev_polynomial_t(x: Tensor, n: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Chebyshev's polynomials of the first kind, shifted to [0, 1].

        T*_n(x) = T_n(2 x - 1)

    Parameters
    ----------
    input, x : Tensor
        Where to evaluate; of any real dtype.
    n : Tensor or int
        The degree. Negative degrees give zero.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which `input` and `n` broadcast; integers give the default dtype.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    Notes
    -----
    It has no derivative, as in PyTorch.

    References
    ----------
    PyTorch: torch.special.shifted_chebyshev_polynomial_t

    Examples
    --------
    >>> torch.special.shifted_chebyshev_polynomial_t(torch.tensor([0., 0.5, 2.]), 3)
    tensor([-1., -0., 99.])
    """
    try:
        if out is not None:
            return write_out(_shifted_chebyshev_polynomial_t, out, x, n)
        return _shifted_chebyshev_polynomial_t(x, n)
    except Exception as error:
        return resolve(error)


shifted_chebyshev_polynomial_t = special_shifted_chebyshev_polynomial_t


@handles_overrides
def special_shifted_chebyshev_polynomial_u(x: Tensor, n: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Chebyshev's polynomials of the second kind, shifted to [0, 1].

        U*_n(x) = U_n(2 x - 1)

    Parameters
    ----------
    input, x : Tensor
        Where to evaluate; of any real dtype.
    n : Tensor or int
        The degree. Negative degrees give zero.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which `input` and `n` broadcast; integers give the default dtype.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    Notes
    -----
    It has no derivative, as in PyTorch.

    References
    ----------
    PyTorch: torch.special.shifted_chebyshev_polynomial_u

    Examples
    --------
    >>> torch.special.shifted_chebyshev_polynomial_u(torch.tensor([0., 0.5, 2.]), 3)
    tensor([ -4.,  -0., 204.])
    """
    try:
        if out is not None:
            return write_out(_shifted_chebyshev_polynomial_u, out, x, n)
        return _shifted_chebyshev_polynomial_u(x, n)
    except Exception as error:
        return resolve(error)


shifted_chebyshev_polynomial_u = special_shifted_chebyshev_polynomial_u


@handles_overrides
def special_shifted_chebyshev_polynomial_v(x: Tensor, n: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Chebyshev's polynomials of the third kind, shifted to [0, 1].

        V*_n(x) = V_n(2 x - 1)

    Parameters
    ----------
    input, x : Tensor
        Where to evaluate; of any real dtype.
    n : Tensor or int
        The degree. Negative degrees give zero.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which `input` and `n` broadcast; integers give the default dtype.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    Notes
    -----
    It has no derivative, as in PyTorch.

    References
    ----------
    PyTorch: torch.special.shifted_chebyshev_polynomial_v

    Examples
    --------
    >>> torch.special.shifted_chebyshev_polynomial_v(torch.tensor([0., 0.5, 2.]), 3)
    tensor([ -7.,   1., 169.])
    """
    try:
        if out is not None:
            return write_out(_shifted_chebyshev_polynomial_v, out, x, n)
        return _shifted_chebyshev_polynomial_v(x, n)
    except Exception as error:
        return resolve(error)


shifted_chebyshev_polynomial_v = special_shifted_chebyshev_polynomial_v


@handles_overrides
def special_shifted_chebyshev_polynomial_w(x: Tensor, n: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Chebyshev's polynomials of the fourth kind, shifted to [0, 1].

        W*_n(x) = W_n(2 x - 1)

    Parameters
    ----------
    input, x : Tensor
        Where to evaluate; of any real dtype.
    n : Tensor or int
        The degree. Negative degrees give zero.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which `input` and `n` broadcast; integers give the default dtype.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    Notes
    -----
    It has no derivative, as in PyTorch.

    References
    ----------
    PyTorch: torch.special.shifted_chebyshev_polynomial_w

    Examples
    --------
    >>> torch.special.shifted_chebyshev_polynomial_w(torch.tensor([0., 0.5, 2.]), 3)
    tensor([ -1.,  -1., 239.])
    """
    try:
        if out is not None:
            return write_out(_shifted_chebyshev_polynomial_w, out, x, n)
        return _shifted_chebyshev_polynomial_w(x, n)
    except Exception as error:
        return resolve(error)


shifted_chebyshev_polynomial_w = special_shifted_chebyshev_polynomial_w


@handles_overrides
def special_spherical_bessel_j0(x: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The spherical Bessel function of the first kind and order 0, sin(x) / x.

    Parameters
    ----------
    input, x, z : Tensor
        Numbers of any real dtype; integers are computed in the default dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape, and in dtype if that is floating.

    Raises
    ------
    RuntimeError
        `input` is complex, or `out` has a dtype to which the result cannot be cast.

    Notes
    -----
    It has no derivative, as in PyTorch.

    References
    ----------
    PyTorch: torch.special.spherical_bessel_j0

    Examples
    --------
    >>> torch.special.spherical_bessel_j0(torch.tensor([0.5, 1., 2.]))
    tensor([0.9589, 0.8415, 0.4546])
    """
    try:
        if out is not None:
            return write_out(_spherical_bessel_j0, out, x)
        return _spherical_bessel_j0(x)
    except Exception as error:
        return resolve(error)


spherical_bessel_j0 = special_spherical_bessel_j0


@shown_as("input, other, *, out=None")
@handles_overrides
def special_xlog1py(input: Tensor = MISSING, other: Tensor | Number = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
                    x2: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """A product with the logarithm of one plus the second, zero where the first factor is zero.

        out[i] = input[i] * ln(1 + other[i]), 0 where input[i] is 0, nan where other[i] is nan

    Parameters
    ----------
    input : Tensor or number
        The factor.
    other : Tensor or number
        What is added to 1. One of both has to be a tensor.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast; integers give the default dtype.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.special.xlog1py

    Examples
    --------
    >>> torch.special.xlog1py(torch.tensor([0., 1., 2.]), torch.tensor([-1., 1., 0.5]))
    tensor([0.0000, 0.6931, 0.8109])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("special_xlog1py", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_xlog1py, out, input, other)
        return _xlog1py(input, other)
    except Exception as error:
        return resolve(error)


xlog1py = special_xlog1py


@shown_as("input, other, *, out=None")
@handles_overrides
def special_zeta(input: Tensor = MISSING, other: Tensor | Number = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
                 x2: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The zeta function of Hurwitz; Riemann's where the second argument is 1.

        out[i] = sum of 1 / (k + other[i]) ** input[i] over k = 0, 1, 2, ...

    Parameters
    ----------
    input : Tensor or number
        The exponent.
    other : Tensor or number
        The shift. One of both has to be a tensor.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which both broadcast; integers give the default dtype.

    Notes
    -----
    It has a derivative only for `other`.

    References
    ----------
    PyTorch: torch.special.zeta

    Examples
    --------
    >>> torch.special.zeta(torch.tensor([2., 4.]), 1)
    tensor([1.6449, 1.0823])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("special_zeta", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_zeta, out, input, other)
        return _zeta(input, other)
    except Exception as error:
        return resolve(error)


zeta = special_zeta


__all__ = ["airy_ai", "bessel_j0", "bessel_j1", "bessel_y0", "bessel_y1", "chebyshev_polynomial_t", "chebyshev_polynomial_u", "chebyshev_polynomial_v", "chebyshev_polynomial_w", "entr", "erfcx", "hermite_polynomial_h", "hermite_polynomial_he", "i0e", "i1", "i1e", "laguerre_polynomial_l", "legendre_polynomial_p", "log_ndtr", "modified_bessel_i0", "modified_bessel_i1", "modified_bessel_k0", "modified_bessel_k1", "ndtr", "ndtri", "scaled_modified_bessel_k0", "scaled_modified_bessel_k1", "shifted_chebyshev_polynomial_t", "shifted_chebyshev_polynomial_u", "shifted_chebyshev_polynomial_v", "shifted_chebyshev_polynomial_w", "spherical_bessel_j0", "xlog1py", "zeta"]
