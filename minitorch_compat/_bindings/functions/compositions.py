"""Functions composed of others, whose derivatives follow from these."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core import intp
from ..._array.core.dtypes import Defaults, check_64_bits, require_kernel, scalar_name
from ..._array.core.dtypes import result_type as common_type
from ..._array.core.numbers import check_numel, to_int64, to_python_number
from ..._array.core.user_warnings import warn_once
from ..._array.exchange.type_names import value_type_name
from ..._array.index import repeat_and_count as rearrange
from ..._array.shape import copies
from ..._array.shape.strided import dense_layout, is_dense
from ..._array.shape.views import check_diff_shapes, wrap_dim, wrap_dims
from ..._array.sparse.coo import Sparse
from ..._dispatch.call.caller import caller, lazy_call, resolve_calls, wrap
from ..._dispatch.call.kernel_errors import type_name
from ..._dispatch.call.result_layouts import note_layouts
from ..._dispatch.device import check_device, refuse_pinned
from ..._dispatch.dtype import array_dtype, of
from ..._dispatch.graph.inplace import check_overlap
from ..._dispatch.levels.lifting import Lifted, map_values
from ..._dispatch.messages import argument_messages
from ..._dispatch.state import ACTIVE, LOCAL, PLAIN
from ..._dispatch.tensor import TensorBase, is_meta_tensor, set_array
from ..._engine.composite.nodes import one_node
from ..creation.factories import finish
from ..generated.functions_gen import nansum
from ..override.named_refusals import named
from ..settings import return_types
from ..storage.borrowed import mark_borrowed, warn_not_writable
from .arguments import MISSING, check_tensor_list, is_int_like, out_results, overloaded, require_strided, takes_out, takes_tensor, write_out
from .shapes import as_strided
from .shown_signatures import shown_as

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_add, _sub, _mul, _div, _cat, _stack = (
    lazy_call(n) for n in ("add", "sub", "mul", "div", "cat", "stack"))
_narrow, _select, _reshape, _vector_norm, _scaled, _sinc = (
    lazy_call(n) for n in ("narrow", "select", "reshape", "vector_norm", "mul_scalar", "sinc_of"))
_slice = lazy_call("slice")
resolve_calls(globals())


def _store_result(out: Any, result: Any, *read: Any) -> Any:
    """A result, stored in `out` if given; `read` are arguments that must not partly overlap it."""
    if out is None:
        return result
    if LOCAL.grad and isinstance(out, TensorBase) and (result.requires_grad or out.requires_grad):  # type: ignore[attr-defined]
        return out_results.store_recorded(out, result)
    if read and isinstance(out, TensorBase) and out._array.shape == result._array.shape:
        check_overlap(out._array, read)
    stored: Any = lambda: result  # noqa: E731
    stored.exact_out = False  # these functions end in an op that casts to the dtype of `out`
    return write_out(stored, out)


def _to_floating(x: Any) -> Any:
    """Convert integers to the default floating dtype."""
    return x if x._array.dtype.kind in "fcV" else x.to(of(Defaults.floating))


def _to_real_floating(name: str, x: Any) -> Any:
    """`_to_floating`; refuse complex tensors."""
    if x._array.dtype.kind == "c":
        raise RuntimeError(f"{name} is not supported for complex tensors.")
    return _to_floating(x)


# Elementwise ------------------------------------------------------------------------------------------------------------------------


@takes_tensor
def positive(input: Tensor) -> Tensor:
    # The docstring is written in _bindings/functions/compositions.md.
    """The tensor itself, for the unary operator `+`.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.

    Returns
    -------
    Tensor
        The same object as `input`.

    Raises
    ------
    RuntimeError
        `input` is of truth values.

    References
    ----------
    PyTorch: torch.positive

    Examples
    --------
    >>> x = torch.tensor([1, -2])
    >>> torch.positive(x)
    tensor([ 1, -2])
    """
    if input._array.dtype.kind == "b":
        raise RuntimeError("The `+` operator, on a bool tensor is not supported.")
    return input


@one_node("Deg2RadBackward0", saves="")
@takes_tensor
def deg2rad(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/compositions.md.
    """Angles in degrees as radians.

        out[i] = input[i] * pi / 180

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
    PyTorch: torch.deg2rad

    Examples
    --------
    >>> torch.deg2rad(torch.tensor([180., 90., -45.]))
    tensor([ 3.1416,  1.5708, -0.7854])
    """
    return _store_result(out, _scaled(_to_real_floating("deg2rad", input), math.pi / 180), input)


@one_node("Rad2DegBackward0", saves="")
@takes_tensor
def rad2deg(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/compositions.md.
    """Angles in radians as degrees.

        out[i] = input[i] * 180 / pi

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
    PyTorch: torch.rad2deg

    Examples
    --------
    >>> torch.rad2deg(torch.tensor([3.1416, -1.5708]))
    tensor([180.0004, -90.0002])
    """
    return _store_result(out, _scaled(_to_real_floating("rad2deg", input), 180 / math.pi), input)


@takes_tensor
def sinc(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/compositions.md.
    """The normalized sinc function.

        out[i] = sin(pi * input[i]) / (pi * input[i]), and 1 where input[i] is 0

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers and truth values are computed in the default dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape, and in dtype if that is floating or complex.

    Raises
    ------
    RuntimeError
        `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.sinc

    Examples
    --------
    >>> torch.sinc(torch.tensor([0., 0.5, 1.]))
    tensor([ 1.0000e+00,  6.3662e-01, -2.7828e-08])
    """
    return _store_result(out, _sinc(_to_floating(input)), input)


def ldexp(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/compositions.md.
    """Multiply by powers of two.

        out[i] = input[i] * 2 ** other[i]

    Parameters
    ----------
    input : Tensor
        The mantissas.
    other : Tensor
        The exponents, usually integers.
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
    PyTorch: torch.ldexp

    Examples
    --------
    >>> torch.ldexp(torch.tensor([1., 3.]), torch.tensor([3, -1]))
    tensor([8.0000, 1.5000])
    """
    for position, (name, value) in enumerate((("input", input), ("other", other)), 1):
        if not isinstance(value, TensorBase):
            raise argument_messages.wrong_type("ldexp", name, position, "Tensor", value)
    if other._array.dtype.kind == "b" and input._array.dtype.kind in "fV":
        raise NotImplementedError("\"ldexp_cpu_exp\" not implemented for 'Bool'")
    if out is not None:
        return write_out(ldexp, out, input, other)
    if other._array.dtype.kind in "iu" and input._array.dtype.kind in "fV":
        return caller("ldexp_whole")(input, other)
    kinds = (other._array.dtype.kind, input._array.dtype.kind)
    dtype = other._array.dtype if kinds[0] in "fVc" else input._array.dtype if kinds[1] == "c" else Defaults.floating
    return caller("ldexp_of")(input if kinds[1] in "fVc" else input.to(of(dtype)), other, dtype)


@one_node("FrexpBackward0", saves="other", overload="Tensor")
@takes_tensor
@takes_out
def frexp(input: Tensor, *, out: Sequence[Tensor] | None = None) -> Any:
    # The docstring is written in _bindings/functions/compositions.md.
    """Split floats into a mantissa and an exponent.

        input[i] = mantissa[i] * 2 ** exponent[i], with 0.5 <= |mantissa[i]| < 1

    Parameters
    ----------
    input : Tensor
        Floats.
    out : tuple of two Tensors, optional
        Take the results.

    Returns
    -------
    mantissa (Tensor)
        Of the dtype of `input`.
    exponent (Tensor)
        Of the dtype `torch.int32`.

    Raises
    ------
    RuntimeError
        `input` is not floating.

    References
    ----------
    PyTorch: torch.frexp

    Examples
    --------
    >>> torch.frexp(torch.tensor([0., 1., 10.]))
    torch.return_types.frexp(
    mantissa=tensor([0.0000, 0.5000, 0.6250]),
    exponent=tensor([0, 1, 4], dtype=torch.int32))
    """
    if out is not None:
        return write_out(frexp, out, input)
    if input._array.dtype.kind not in "fV":
        raise RuntimeError("torch.frexp() only supports floating-point dtypes")
    if input._array.__class__ is not np.ndarray:
        power = map_values(input, lambda a: np.frexp(a)[1].astype(np.int32))
        scale = map_values(power, lambda e: np.ldexp(np.ones((), input._array.dtype), -e).astype(input._array.dtype))
        return return_types.frexp(_mul(input, scale), power)
    mantissa, exponent = np.frexp(input._array)
    if input.requires_grad or input._autograd_meta is not None:
        values = _mul(input, wrap(np.ldexp(np.ones((), input._array.dtype), -exponent).astype(input._array.dtype)))
    else:
        values = wrap(note_layouts(mantissa))
    return return_types.frexp(values, wrap(note_layouts(exponent.astype(np.int32))))


def isin(elements: Tensor, test_elements: Tensor, *, assume_unique: bool = False, invert: bool = False,
         out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/compositions.md.
    """Whether elements occur in another tensor.

    Parameters
    ----------
    elements : Tensor or number
        The elements to search for.
    test_elements : Tensor or number
        The elements to search in.
    assume_unique : bool, default False
        Whether neither has repeated elements; may be faster.
    invert : bool, default False
        Return True for elements that do not occur.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Truth values in the shape of `elements`.

    Raises
    ------
    TypeError
        Both are numbers.

    References
    ----------
    PyTorch: torch.isin

    Examples
    --------
    >>> torch.isin(torch.tensor([[7, 0], [0, 5]]), torch.tensor([5, 6, 7]))
    tensor([[ True, False],
            [False,  True]])
    """
    if out is not None:
        return write_out(isin, out, elements, test_elements, assume_unique=assume_unique, invert=invert)
    if elements.__class__ in PLAIN and test_elements.__class__ in PLAIN:
        a, b = elements._array, test_elements._array
        is_usual = a.__class__ is b.__class__ is np.ndarray and a.dtype is b.dtype and a.dtype.char in "fdli"
        if is_usual and a.size * b.size <= _MAX_COMPARISONS:
            found = _is_in_few(a, b)
            return wrap(np.logical_not(found) if invert else found)
    elements, test_elements = (to_python_number(v) if isinstance(v, np.generic) else v for v in (elements, test_elements))
    operands = (elements, test_elements)
    if not all(isinstance(v, (TensorBase, int, float, complex)) for v in operands) or not any(isinstance(v, TensorBase) for v in operands):
        raise argument_messages.wrong_combination("isin", (elements, test_elements), {})
    if any(isinstance(t, TensorBase) and isinstance(t._array, Lifted) for t in (elements, test_elements)):
        return _isin_under_transforms(elements, test_elements, invert)
    a, b = (t._array if isinstance(t, TensorBase) else np.asarray(_to_numpy_scalar(t))
            for t in (elements, test_elements))
    for dtype in (a.dtype, b.dtype):
        if dtype.kind in "bc":
            raise RuntimeError(f"Unsupported input type encountered for isin(): {scalar_name(dtype)}")
    if 0 < b.size < 10 * a.size**0.145:  # PyTorch sorts if there are more
        require_kernel("isin_default_cpu", a.dtype)
    return wrap(np.isin(a, b, assume_unique=assume_unique, invert=invert))


#: Up to this number of pairs every element is compared with every other: `np.isin` takes several times as long for few.
_MAX_COMPARISONS = 1024


def _is_in_few(a: np.ndarray[Any, Any], b: np.ndarray[Any, Any]) -> Any:
    return np.logical_or.reduce(np.equal(a.reshape(-1, 1), b.reshape(-1)), 1).reshape(a.shape)


def _isin_under_transforms(elements: Any, test_elements: Any, invert: bool) -> Any:
    """`isin` inside a function transform: compare every element with every other."""
    a: Any = elements if isinstance(elements, TensorBase) else wrap(intp.asarray(elements))
    b: Any = test_elements if isinstance(test_elements, TensorBase) else wrap(intp.asarray(test_elements))
    found = (a.unsqueeze(-1) == b.reshape(-1)).any(-1)
    return found.logical_not() if invert else found


# Differences and sums ---------------------------------------------------------------------------------------------------------------


@takes_tensor
def diff(input: Tensor, n: int = 1, dim: int = -1, prepend: Tensor | None = None, append: Tensor | None = None, *,
         out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/compositions.md.
    """The differences of neighbours along a dimension, repeated `n` times.

        out[i] = input[i+1] - input[i]

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; for truth values the result is whether neighbours differ.
    n : int, default 1
        How often.
    dim : int, default -1
        The dimension.
    prepend : Tensor, optional
        Prepended to `input` first.
    append : Tensor, optional
        Appended to `input` first.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        `n` elements less along `dim`.

    Raises
    ------
    RuntimeError
        `input` has no dimension.

    References
    ----------
    PyTorch: torch.diff

    Examples
    --------
    >>> torch.diff(torch.tensor([1, 3, 2, 6])), torch.diff(torch.tensor([1, 3, 2, 6]), n=2)
    (tensor([ 2, -1,  4]), tensor([-3,  5]))
    """
    if not input._array.ndim:
        raise RuntimeError("diff expects input to be at least one-dimensional")
    if n < 0:
        raise RuntimeError(f"order must be non-negative but got {n}")
    to_int64(n)
    parts = [t for t in (prepend, input, append) if t is not None and n or t is input]
    check_diff_shapes(input._array.shape, [t._array.shape for t in parts if t is not input], wrap_dim(dim, input._array.ndim))
    x = _cat(parts, dim) if len(parts) > 1 else input
    dim = wrap_dim(dim, x._array.ndim)
    for _ in range(min(n, x._array.shape[dim])):
        length = x._array.shape[dim]
        if not length:
            break
        early, late = _narrow(x, dim, 0, length - 1), _narrow(x, dim, 1, length - 1)
        x = caller("logical_xor")(late, early) if x._array.dtype.kind == "b" else _sub(late, early)
    return _store_result(out, x if n else _copy(x))


def _copy(x: Any) -> Any:
    """`x`, copied into new memory."""
    if x._array.__class__ is not np.ndarray:
        return x.clone()
    t = caller("copy")(wrap(np.zeros_like(x._array)), x)
    set_array(t, np.array(x._array, order="K"))
    return t


def _to_numpy_scalar(number: Any) -> Any:
    """A number for numpy: an int of more than 63 bits, which equals none of the integers compared with it, becomes a float."""
    return number if number.__class__ is not int or check_64_bits(number) < 1 << 63 else float(number)


@overloaded
def trapezoid(y: Tensor, x: Tensor | None = None, *, dx: int | float | complex | bool | None = None, dim: int = -1) -> Tensor:
    # The docstring is written in _bindings/functions/compositions.md.
    """The integral along a dimension, by the trapezoidal rule.

        sum_i (y[i] + y[i+1]) / 2 * (x[i+1] - x[i])

    Parameters
    ----------
    y : Tensor
        The values of the function.
    x : Tensor, optional
        Where they were taken; evenly spaced if not given.
    dx : number, optional
        The distance of points, if `x` is not given.
    dim : int, default -1
        The dimension to integrate along.

    Returns
    -------
    Tensor
        Without `dim`.

    Raises
    ------
    RuntimeError
        `x` does not fit `y`.

    References
    ----------
    PyTorch: torch.trapezoid

    Examples
    --------
    >>> torch.trapezoid(torch.tensor([1., 5., 10.])), torch.trapezoid(torch.tensor([1., 5., 10.]), dx=2)
    (tensor(10.5000), tensor(21.))
    """
    if not y._array.ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    pairs, steps = _trapezoid_terms("trapezoid", y, x, dim, dx)
    if not y._array.shape[dim]:
        return y.new_zeros([n for d, n in enumerate(y._array.shape) if d != dim % y._array.ndim])
    if steps is None:
        ends = _add(_select(y, dim, 0), _select(y, dim, -1))
        return _multiply(_sub(y.sum(dim), _multiply(ends, 0.5)), 1.0 if dx is None else float(dx))  # type: ignore[arg-type]
    return _divide(_mul(pairs(), steps).sum(wrap_dim(dim, y._array.ndim)), 2.0)


@overloaded
def trapz(y: Tensor, x: Tensor | None = None, *, dx: float | None = None, dim: int = -1) -> Tensor:
    # The docstring is written in _bindings/functions/compositions.md.
    """The former name of `torch.trapezoid`: the integral by the trapezoidal rule.

    Parameters
    ----------
    y : Tensor
        The values of the function.
    x : Tensor, optional
        Where they were taken; evenly spaced if not given.
    dim : int, default -1
        The dimension to integrate along.
    dx : number, default 1
        The distance of points, if `x` is not given.

    Returns
    -------
    Tensor
        Without `dim`.

    References
    ----------
    PyTorch: torch.trapz

    Examples
    --------
    >>> torch.trapz(torch.tensor([1., 5., 10.]), torch.tensor([0., 1., 3.]))
    tensor(18.)
    """
    return trapezoid(y, x, dx=float(dx) if dx.__class__ in (bool, int) else dx, dim=dim)


@overloaded
def cumulative_trapezoid(y: Tensor, x: Tensor | None = None, *, dx: int | float | complex | bool | None = None, dim: int = -1) -> Tensor:
    # The docstring is written in _bindings/functions/compositions.md.
    """The cumulative integrals along a dimension, by the trapezoidal rule.

    Parameters
    ----------
    y : Tensor
        The values of the function.
    x : Tensor, optional
        Where they were taken; evenly spaced if not given.
    dx : number, optional
        The distance of points, if `x` is not given.
    dim : int, default -1
        The dimension to integrate along.

    Returns
    -------
    Tensor
        One element less along `dim` than `y`.

    References
    ----------
    PyTorch: torch.cumulative_trapezoid

    Examples
    --------
    >>> torch.cumulative_trapezoid(torch.tensor([1., 5., 10.]))
    tensor([ 3.0000, 10.5000])
    """
    if x is not None and dx is not None:
        raise argument_messages.wrong_combination("cumulative_trapezoid", (y, x), {"dx": dx})
    pairs, steps = _trapezoid_terms("cumulative_trapezoid", y, x, dim, dx)
    if steps is None:
        return _multiply(pairs(), (1 if dx is None else dx) / 2).cumsum(dim)
    return _divide(_mul(pairs(), steps).cumsum(dim), 2.0)


def _divide(t: Any, number: Any) -> Any:
    return caller("div_scalar")(t, number) if t._array.dtype.kind in "fV" and isinstance(number, (int, float)) else _div(t, number)


def _multiply(t: Any, number: Any) -> Any:
    return caller("mul_scalar")(t, number) if t._array.dtype.kind in "fcV" and isinstance(number, (int, float)) else _mul(t, number)


def _trapezoid_terms(name: str, y: Any, x: Any, dim: int, dx: Any) -> tuple[Any, Any]:
    """What gives the sums of neighbours, and the steps between the coordinates that are given."""
    if x is not None and dx is not None:
        raise argument_messages.wrong_combination(name, (y, x), {"dx": dx})
    length = y._array.shape[wrap_dim(dim, y._array.ndim)] if y._array.ndim else 0
    if any(t is not None and t._array.dtype.kind == "b" for t in (x, y)):
        raise RuntimeError(f"{name}: received a bool input for {'`y`' if x is None else '`x` or `y`'}, but bool is not supported")
    if isinstance(dx, (bool, complex)):
        raise RuntimeError(f"{name}: Currently, we only support dx as a real number.")
    if dx.__class__ is int:
        check_64_bits(dx)
    if not y._array.ndim:
        raise IndexError("slice() cannot be applied to a 0-dim tensor.")
    dim = dim if x is None else wrap_dim(dim, y._array.ndim)
    pairs = lambda: _add(_slice(y, dim, 0, -1, 1), _slice(y, dim, 1, None, 1))  # noqa: E731
    if x is None:
        return pairs, None
    if x._array.ndim and x._array.shape[dim if x._array.ndim == y._array.ndim else -1] != length and x._array.ndim in (1, y._array.ndim):
        raise RuntimeError(f"{name}: There must be one `x` value for each sample point")
    steps = diff(x, dim=dim if x._array.ndim == y._array.ndim else -1)
    if x._array.ndim == 1 and y._array.ndim > 1:
        steps = steps.reshape([-1 if d == dim % y._array.ndim else 1 for d in range(y._array.ndim)])
    return pairs, steps


@overloaded
@shown_as("input, *, spacing=1, dim=None, edge_order=1")
def gradient(input: Tensor, *, spacing: int | float | complex | bool | Sequence[Tensor] | Sequence[float] | None = MISSING,
             dim: int | Sequence[int] | None = None, edge_order: int = 1) -> tuple[Any, ...]:
    # The docstring is written in _bindings/functions/compositions.md.
    """Numerical derivatives of a function known at points, by central differences.

        (f(x + h) - f(x - h)) / 2h inside, one-sided at the ends

    Parameters
    ----------
    input : Tensor
        The values of the function on a grid.
    spacing : number, sequence of numbers, or sequence of Tensors, default 1
        The distance of points, for all or each dimension, or their coordinates.
    dim : int or sequence of ints, optional
        The dimensions to differentiate along; all if None.
    edge_order : 1 or 2, default 1
        The order of the differences at the ends.

    Returns
    -------
    tuple of Tensors
        One for each dimension, in the shape of `input`.

    Raises
    ------
    RuntimeError
        `input` has too few points along a dimension.

    Notes
    -----
    An approximation; for exact derivatives see `torch.autograd.grad`.

    References
    ----------
    PyTorch: torch.gradient

    Examples
    --------
    >>> torch.gradient(torch.tensor([1., 2., 4., 7.]))
    (tensor([1.0000, 1.5000, 2.5000, 3.0000]),)
    >>> torch.gradient(torch.tensor([1., 4., 9.]), spacing=2.)
    (tensor([1.5000, 2.0000, 2.5000]),)
    """
    if spacing is None and isinstance(dim, (tuple, list)):
        raise argument_messages.wrong_combination("gradient", (input,), {"edge_order": edge_order, "dim": dim, "spacing": spacing})
    if input._array.dtype == np.uint8:
        raise RuntimeError("torch.gradient does not support uint8 input.")
    ndim = input._array.ndim
    dims = list(range(ndim)) if dim is None else [dim] if isinstance(dim, int) else list(dim)
    spacing = 1 if spacing is None or spacing is MISSING else spacing
    steps = spacing if isinstance(spacing, (tuple, list)) else [spacing] * len(dims)
    tensors: list[Any] = [step for step in steps if isinstance(step, TensorBase)]
    if any(step.device != input.device for step in tensors):
        raise RuntimeError("torch.gradient expected each tensor to be on the same device, but those of spacing are not where the input is.")
    if len(steps) != len(dims):
        raise RuntimeError("torch.gradient expected spacing to be unspecified, a scalar, or a list of length equal to 'self.dim() = "
                           f"{ndim}', since dim argument was not given, but got a list of length {len(steps)}" if dim is None else
                           f"torch.gradient expected spacing to be unspecified, a scalar or it's spacing and dim arguments to have the "
                           f"same length, but got a spacing argument of length {len(steps)} and a dim argument of length {len(dims)}.")
    if edge_order not in (1, 2):
        raise RuntimeError("torch.gradient only supports edge_order=1 and edge_order=2.")
    for d in (dims := list(wrap_dims(dims, ndim))):
        if input._array.shape[d] < edge_order + 1:
            raise RuntimeError("torch.gradient expected each dimension size to be at least edge_order+1")
    return tuple(_gradient_along(input, d, _check_spacing(h, input._array.shape[d]), edge_order) for d, h in zip(dims, steps, strict=True))


def _check_spacing(spacing: Any, size: int) -> Any:
    """The step between samples, or the vector of steps between given coordinates."""
    if not isinstance(spacing, TensorBase):
        return check_64_bits(spacing) if spacing.__class__ is int else spacing
    if spacing._array.shape != (size,):
        raise RuntimeError(f"torch.gradient expected each element of spacing to have a length of {size}, but got a tensor with shape "
                           f"{list(spacing._array.shape)}")
    return diff(spacing)  # type: ignore[arg-type]


def _gradient_along(x: Any, dim: int, steps: Any, edge_order: int) -> Any:
    n = x._array.shape[dim]

    def part(start: int, length: int) -> Any:
        return _narrow(x, dim, start, length)

    def step(start: int, length: int = 1) -> Any:
        if not isinstance(steps, TensorBase):
            return steps
        return _narrow(steps, 0, start, length).reshape([-1 if d == dim else 1 for d in range(x._array.ndim)])

    if isinstance(steps, TensorBase):
        before, after = step(0, n - 2), step(1, n - 2)
        inner = (part(0, n - 2) * (-after / (before * (before + after))) + part(1, n - 2) * ((after - before) / (before * after))
                 + part(2, n - 2) * (before / (after * (before + after))))
    else:
        inner = _divide(_divide(part(2, n - 2) - part(0, n - 2), steps), 2)
    first, last = _divide(part(1, 1) - part(0, 1), step(0)), _divide(part(n - 1, 1) - part(n - 2, 1), step(n - 2))
    if edge_order == 2 and not isinstance(steps, TensorBase):
        first = _divide(_multiply(part(0, 1), -1.5) + _multiply(part(1, 1), 2) - _multiply(part(2, 1), 0.5), steps)
        last = _divide(_multiply(part(n - 3, 1), 0.5) - _multiply(part(n - 2, 1), 2) + _multiply(part(n - 1, 1), 1.5), steps)
    elif edge_order == 2:
        first = _edge_derivative([part(i, 1) for i in (0, 1, 2)], _edge_weights(step(0), step(1)))
        last = _edge_derivative([part(i, 1) for i in (n - 3, n - 2, n - 1)],
                                [-w for w in reversed(_edge_weights(step(n - 2), step(n - 3)))])
    return _cat([first, inner, last], dim)


def _edge_weights(near: Any, far: Any) -> list[Any]:
    """Weights of three samples, from the edge inwards, in the derivative at the edge of the parabola through them."""
    return [-(2 * near + far) / (near * (near + far)), (near + far) / (near * far), -near / (far * (near + far))]


def _edge_derivative(values: list[Any], weights: list[Any]) -> Any:
    return values[0] * weights[0] + values[1] * weights[1] + values[2] * weights[2]


@takes_tensor
def nanmean(input: Tensor, dim: int | Sequence[int] | None = None, keepdim: bool = False, *, dtype: Any = None,
            out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/compositions.md.
    """The mean of the elements that are not nan.

    Parameters
    ----------
    input : Tensor
        Floats.
    dim : int or tuple of ints, optional
        The dimensions to average along; None for all elements.
    keepdim : bool, default False
        Keep the reduced dimensions, with size 1.
    dtype : torch.dtype, optional
        The dtype of the result, to which `input` is cast first.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Without the dimensions that were reduced, or with size 1 there if `keepdim` is true.

    Raises
    ------
    RuntimeError
        `input` is not floating.

    References
    ----------
    PyTorch: torch.nanmean

    Examples
    --------
    >>> torch.nanmean(torch.tensor([[1., float("nan")], [3., 4.]]), dim=1)
    tensor([1.0000, 3.5000])
    """
    x = input if dtype is None else input.to(dtype)
    if dtype is not None and x._array.dtype.kind not in "fcV":
        raise RuntimeError("nanmean(): could not infer output dtype. Optional dtype must be either a floating point or complex dtype. Got: "
                           f"{scalar_name(x._array.dtype)}")
    if input._array.dtype.kind != "c" and x._array.dtype.kind == "c":
        raise NotImplementedError(f"\"nansum_cpu\" not implemented for '{scalar_name(x._array.dtype)}'")
    if x._array.dtype.kind not in "fcV":
        raise RuntimeError(f"nanmean(): expected input to have floating point or complex dtype but got {scalar_name(x._array.dtype)}")
    if x._array.dtype.kind == "c":
        for d in dim if isinstance(dim, (tuple, list)) else () if dim is None else (dim,):
            wrap_dim(d, x._array.ndim)
        raise RuntimeError("nansum on CPU does not support complex inputs")
    if out is not None:
        if isinstance(out, TensorBase) and out._array.dtype.kind not in "fV":
            raise NotImplementedError(f"\"nansum_cpu\" not implemented for '{scalar_name(out._array.dtype)}'")
        nansum(x, dim, keepdim, out=out)
        return out.div_(x.isnan().logical_not().sum(dim, keepdim=keepdim).to(x.dtype))
    return _div(nansum(x, dim, keepdim), caller("logical_not")(caller("isnan")(x)).sum(dim, keepdim=keepdim))


@one_node("DistBackward0")
def dist(input: Tensor, other: Tensor, p: float = 2) -> Tensor:
    # The docstring is written in _bindings/functions/compositions.md.
    """The norm of the difference of two tensors.

        (sum |input - other| ** p) ** (1 / p)

    Parameters
    ----------
    input : Tensor
        The first point.
    other : Tensor
        The second point; both are broadcast.
    p : number, default 2
        The order of the norm.

    Returns
    -------
    Tensor
        A tensor without dimensions.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.dist

    Examples
    --------
    >>> torch.dist(torch.tensor([1., 2.]), torch.tensor([4., 6.]))
    tensor(5.)
    """
    difference = _sub(input, other)
    kind = difference._array.dtype
    if kind.kind not in "fcV":
        raise RuntimeError(f"norm(): input dtype should be either floating point or complex. Got {scalar_name(kind)} instead.")
    if isinstance(difference._array, Sparse):
        return difference.norm(p)
    return _vector_norm(difference, p, None, False, None)


@one_node("RenormBackward0")
@named("renorm")
def renorm(input: Tensor, p: float, dim: int, maxnorm: float, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/compositions.md.
    """Scale down the slices along a dimension whose norm is too large.

    Parameters
    ----------
    input : Tensor
        Floats or complex numbers, with at least two dimensions.
    p : number
        The order of the norm.
    dim : int
        The dimension of the slices.
    maxnorm : number
        The maximum of the norms.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape and dtype of `input`.

    Raises
    ------
    RuntimeError
        `p` is not positive, or `maxnorm` is negative.

    References
    ----------
    PyTorch: torch.renorm

    Examples
    --------
    >>> torch.renorm(torch.tensor([[3., 4.], [0.3, 0.4]]), p=2, dim=0, maxnorm=1)
    tensor([[0.6000, 0.8000],
            [0.3000, 0.4000]])
    """
    if isinstance(p, complex) or isinstance(maxnorm, complex):
        raise RuntimeError(f"renorm: {'p' if isinstance(p, complex) else 'maxnorm'} must be real-valued")
    return caller("renorm_of")(input, p, dim, maxnorm)


# Joining, splitting, arranging --------------------------------------------------------------------------------------------------------


def _block_diagonal(blocks: list[Any]) -> Any:
    """The same for arrays of one dtype."""
    out = np.zeros((sum(a.shape[0] for a in blocks), sum(a.shape[1] for a in blocks)), blocks[0].dtype)
    row = column = 0
    for a in blocks:
        height, width = a.shape
        out[row:row + height, column:column + width] = a
        row, column = row + height, column + width
    return out


@one_node("BlockDiagBackward0", saves="")
def block_diag(*tensors: Any) -> Tensor:
    # The docstring is written in _bindings/functions/compositions.md.
    """A matrix with the given ones along its diagonal, and zeros elsewhere.

    Parameters
    ----------
    tensors : Tensors
        Of at most two dimensions; of one dimension they count as rows.

    Returns
    -------
    Tensor
        Of two dimensions.

    Raises
    ------
    RuntimeError
        A tensor has more than two dimensions.

    References
    ----------
    PyTorch: torch.block_diag

    Examples
    --------
    >>> torch.block_diag(torch.tensor([[1, 2]]), torch.tensor([[3], [4]]))
    tensor([[1, 2, 0],
            [0, 0, 3],
            [0, 0, 4]])
    """
    check_tensor_list(tensors)
    rows = [t.reshape(1, -1) if t._array.ndim < 2 else t for t in tensors]
    if any(t._array.ndim > 2 for t in rows):
        wrong = next(i for i, t in enumerate(rows) if t._array.ndim > 2)
        raise RuntimeError(f"torch.block_diag: Input tensors must have 2 or fewer dimensions. Input {wrong} has {rows[wrong]._array.ndim} "
                           "dimensions")
    if len({t._array.dtype for t in tensors}) > 1:
        dtype = of(common_type([t._array for t in tensors]))
        rows = [t.to(dtype) for t in rows]
    if rows and not ACTIVE and all(t.__class__ in PLAIN and t._array.__class__ is np.ndarray for t in rows) and not (
            LOCAL.grad and any(t._requires_grad for t in rows)):
        return wrap(_block_diagonal([t._array for t in rows]))
    width, before, out = sum(t._array.shape[1] for t in rows), 0, []
    for t in rows:  # between zeros, so that the gradient of each is a view of the result's
        height, own = t._array.shape
        out.append(_cat([t.new_zeros(height, before), t, t.new_zeros(height, width - before - own)], 1))
        before += own
    return _cat(out, 0) if out else finish(np.empty((1, 0), Defaults.floating), False)


@takes_tensor
def combinations(input: Tensor, r: int = 2, with_replacement: bool = False) -> Tensor:
    # The docstring is written in _bindings/functions/compositions.md.
    """All selections of `r` elements of a tensor, as rows.

    Parameters
    ----------
    input : Tensor
        Of one dimension.
    r : int, default 2
        How many of them.
    with_replacement : bool, default False
        Whether an element may be taken more than once.

    Returns
    -------
    Tensor
        One row for each selection, in the order of `itertools.combinations`.

    Raises
    ------
    RuntimeError
        `input` has not one dimension, or `r` is negative.

    References
    ----------
    PyTorch: torch.combinations

    Examples
    --------
    >>> torch.combinations(torch.tensor([1, 2, 3]))
    tensor([[1, 2],
            [1, 3],
            [2, 3]])
    """
    if input._array.ndim != 1:
        raise RuntimeError("Expect a 1D vector, but got shape " f"{list(input._array.shape)}")
    if r < 0:
        raise RuntimeError(f"Expect a non-negative number, but got {r}")
    if not r:
        return input.new_empty(0)
    if to_int64(r) >= 1 << 59:  # too many columns
        raise RuntimeError("cannot create std::vector larger than max_size()")
    if is_meta_tensor(input):
        from ..._dispatch.layouts.meta import needs_values_error

        raise needs_values_error("masked_select")
    return _stack([input[wrap(column)] for column in rearrange.combination_indices(input._array.size, r, with_replacement)], 1)


@takes_tensor
def kron(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/compositions.md.
    """The Kronecker product: every element of one times all of the other.

    Parameters
    ----------
    input : Tensor
        The first factor.
    other : Tensor
        The second factor.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Sizes are the products of both; missing dimensions are added in front, with size 1.

    References
    ----------
    PyTorch: torch.kron

    Examples
    --------
    >>> torch.kron(torch.tensor([[1, 2]]), torch.tensor([[1, 1], [0, 1]]))
    tensor([[1, 1, 2, 2],
            [0, 1, 0, 2]])
    """
    ndim = max(input._array.ndim, other._array.ndim)
    a, b = ((1,) * (ndim - t._array.ndim) + t._array.shape for t in (input, other))
    spread, nested = tuple([n for size in a for n in (size, 1)]), tuple([n for size in b for n in (1, size)])
    product = _mul(_reshape(input, spread), _reshape(other, nested))
    shape = tuple([m * n for m, n in zip(a, b, strict=True)])
    if out is None and product._array.__class__ is np.ndarray and not product.is_contiguous():
        product.detach().view(shape)  # raises if the product cannot be viewed so, as in PyTorch
    return _store_result(out, _reshape(product, shape))


@takes_tensor
def inner(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/compositions.md.
    """The inner products along the last dimensions.

        out[..., i, ..., j] = sum_k input[..., i, k] * other[..., j, k]

    Parameters
    ----------
    input : Tensor
        The first factor.
    other : Tensor
        The second factor, with the same last size.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape of `input` and that of `other`, both without the last dimension.

    Raises
    ------
    RuntimeError
        The last sizes differ.

    References
    ----------
    PyTorch: torch.inner

    Examples
    --------
    >>> torch.inner(torch.tensor([[1., 2.], [3., 4.]]), torch.tensor([5., 6.]))
    tensor([17., 39.])
    """
    if wrong := [t for t in (out, other) if t is not None and is_meta_tensor(t) is not is_meta_tensor(input)]:
        raise RuntimeError(f"Expected tensor to have {input.device} DeviceType, but got tensor with {wrong[0].device} DeviceType (while "
                           "checking arguments for inner())")
    if not input._array.ndim or not other._array.ndim:
        return _store_result(out, _mul(input, other))
    if out is not None and out._array.dtype != input._array.dtype:
        raise RuntimeError(f"tensordot: Expected the output tensor to have dtype {type_name(input._array.dtype)}, but got an output tensor "
                           f"with dtype {type_name(out._array.dtype)}")
    if input._array.shape[-1] != other._array.shape[-1]:
        raise RuntimeError(f"inner() the last dimension must match on both input tensors but got shapes {list(input._array.shape)} and "
                           f"{list(other._array.shape)}")
    from ..linalg.products import tensordot

    return _store_result(out, tensordot(input, other, ([-1], [-1])))


@named("cross")
def cross(input: Tensor, other: Tensor, dim: int | None = None, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/compositions.md.
    """The cross product of vectors with three elements.

    Parameters
    ----------
    input : Tensor
        The first factor.
    other : Tensor
        The second; both are broadcast.
    dim : int, optional
        Where the three elements are; the first dimension of size 3 if not given.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Perpendicular to both; in the shape to which they broadcast.

    Raises
    ------
    RuntimeError
        `dim` has another size than 3.

    Notes
    -----
    Pass `dim`, or use `torch.linalg.cross`: the search for a dimension is deprecated.

    References
    ----------
    PyTorch: torch.cross

    Examples
    --------
    >>> torch.cross(torch.tensor([1., 0., 0.]), torch.tensor([0., 1., 0.]), dim=0)
    tensor([0., 0., 1.])
    """
    if dim is None:
        if 3 not in input._array.shape:
            raise RuntimeError("no dimension of size 3 in input")
        dim = input._array.shape.index(3)
        warn_once("Using torch.cross without specifying the dim arg is deprecated.\nPlease either pass the dim explicitly or simply use "
                  "torch.linalg.cross.")
    return caller("linalg_cross")(input, other, dim)


@named("linalg_cross")
def linalg_cross(input: Any, other: Any, *, dim: int = -1, out: Any = None) -> Any:
    # The docstring is written in _bindings/functions/compositions.md.
    """The cross product of vectors with three elements.

    Parameters
    ----------
    input : Tensor
        The first factor.
    other : Tensor
        The second; both are broadcast.
    dim : int, default -1
        Where the three elements are.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Perpendicular to both; in the shape to which they broadcast.

    Raises
    ------
    RuntimeError
        `dim` has another size than 3.

    References
    ----------
    PyTorch: torch.linalg.cross

    Examples
    --------
    >>> torch.linalg.cross(torch.tensor([1., 0., 0.]), torch.tensor([0., 1., 0.]))
    tensor([0., 0., 1.])
    """
    return caller("linalg_cross")(input, other, dim)


def _split_at(name: str, input: Any, indices_or_sections: Any, dim: int, least: int) -> Any:
    if input._array.ndim < least:
        raise RuntimeError(f"torch.{name} requires a tensor with at least {least} dimension, but got a tensor "
                           f"with {input._array.ndim} dimensions!")
    if not isinstance(indices_or_sections, (int, tuple, list)):
        raise argument_messages.wrong_combination(name, (input, indices_or_sections), {})
    if isinstance(indices_or_sections, int) and (indices_or_sections == 0 or input._array.shape[dim] % indices_or_sections):
        raise RuntimeError(f"torch.{name} attempted to split along dimension {dim}, but the size of the dimension "
                           f"{input._array.shape[dim]} is not divisible by the split_size {indices_or_sections}!")
    return input.tensor_split(indices_or_sections, dim)


@overloaded
@shown_as("input, indices_or_sections")
def hsplit(input: Tensor, indices_or_sections: Any, *rest: int) -> tuple[Tensor, ...]:
    # The docstring is written in _bindings/functions/compositions.md.
    """Pieces by columns: `torch.tensor_split` along the second dimension, or the only one.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    indices_or_sections : int or ints
        The number of equal pieces, or the indices to split at.

    Returns
    -------
    tuple of Tensors
        Views.

    Raises
    ------
    RuntimeError
        The size cannot be divided into equal pieces.

    References
    ----------
    PyTorch: torch.hsplit

    Examples
    --------
    >>> torch.hsplit(torch.arange(4).reshape(2, 2), 2)
    (tensor([[0],
            [2]]), tensor([[1],
            [3]]))
    """
    return _split_at("hsplit", input, (indices_or_sections, *rest) if rest else indices_or_sections, 0 if input._array.ndim == 1 else 1, 1)


@overloaded
@shown_as("input, indices_or_sections")
def vsplit(input: Tensor, indices_or_sections: Any, *rest: int) -> tuple[Tensor, ...]:
    # The docstring is written in _bindings/functions/compositions.md.
    """Pieces by rows: `torch.tensor_split` along the first dimension.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    indices_or_sections : int or ints
        The number of equal pieces, or the indices to split at.

    Returns
    -------
    tuple of Tensors
        Views.

    Raises
    ------
    RuntimeError
        `input` has less than two dimensions, or the size cannot be divided into equal pieces.

    References
    ----------
    PyTorch: torch.vsplit

    Examples
    --------
    >>> torch.vsplit(torch.arange(4).reshape(2, 2), 2)
    (tensor([[0, 1]]), tensor([[2, 3]]))
    """
    return _split_at("vsplit", input, (indices_or_sections, *rest) if rest else indices_or_sections, 0, 2)


@overloaded
@shown_as("input, indices_or_sections")
def dsplit(input: Tensor, indices_or_sections: Any, *rest: int) -> tuple[Tensor, ...]:
    # The docstring is written in _bindings/functions/compositions.md.
    """Pieces in depth: `torch.tensor_split` along the third dimension.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    indices_or_sections : int or ints
        The number of equal pieces, or the indices to split at.

    Returns
    -------
    tuple of Tensors
        Views.

    Raises
    ------
    RuntimeError
        `input` has less than three dimensions, or the size cannot be divided into equal pieces.

    References
    ----------
    PyTorch: torch.dsplit

    Examples
    --------
    >>> [part.shape for part in torch.dsplit(torch.zeros(2, 3, 4), 2)]
    [torch.Size([2, 3, 2]), torch.Size([2, 3, 2])]
    """
    return _split_at("dsplit", input, (indices_or_sections, *rest) if rest else indices_or_sections, 2, 3)


def vander(x: Tensor, N: int | None = None, increasing: bool = False) -> Tensor:
    # The docstring is written in _bindings/functions/compositions.md.
    """The Vandermonde matrix: the powers of the elements as columns.

        out[i, j] = x[i] ** (N - 1 - j), or x[i] ** j if increasing

    Parameters
    ----------
    x : Tensor
        Of one dimension.
    N : int, optional
        How many columns; as many as rows if not given.
    increasing : bool, default False
        Powers from left to right, from 0 on.

    Returns
    -------
    Tensor
        Of the shape (len(x), N).

    Raises
    ------
    RuntimeError
        `x` has not one dimension.

    References
    ----------
    PyTorch: torch.vander

    Examples
    --------
    >>> torch.vander(torch.tensor([1, 2, 3]))
    tensor([[1, 1, 1],
            [4, 2, 1],
            [9, 3, 1]])
    """
    if x._array.ndim != 1:
        raise RuntimeError("x must be a one-dimensional tensor.")
    count = x._array.shape[-1] if N is None else check_numel(N)
    if count < 0:
        raise RuntimeError("N must be non-negative.")
    base = x if x._array.dtype.kind in "fcV" else x.to(of(np.dtype(np.int64)))
    if not count:
        return base.new_empty((*base.shape, 0))
    columns = [base * 0 + 1]
    for _ in range(count - 1):
        columns.append(_mul(columns[-1], base))
    powers = _stack(columns[:count], -1)
    return powers if increasing else powers.flip(-1)


@named("linalg_vander")
def linalg_vander(x: Any, *, N: int | None = None) -> Any:
    # The docstring is written in _bindings/functions/compositions.md.
    """The Vandermonde matrix: the powers of the elements as columns, from 0 on.

        out[..., i, j] = x[..., i] ** j

    Parameters
    ----------
    x : Tensor
        Of any number of dimensions, the last of which is expanded.
    N : int, optional
        How many columns; as many as `x` has along its last dimension if not given.

    Returns
    -------
    Tensor
        With one dimension more than `x`.

    References
    ----------
    PyTorch: torch.linalg.vander

    Examples
    --------
    >>> torch.linalg.vander(torch.tensor([1, 2, 3]))
    tensor([[1, 1, 1],
            [1, 2, 4],
            [1, 3, 9]])
    """
    dtype, shape = x._array.dtype, x._array.shape
    if dtype.kind not in "fciu" or dtype.itemsize == 2 and dtype.kind == "f":
        raise RuntimeError(f"linalg.vander supports floating point, complex, and integer tensors, but got {scalar_name(dtype)}")
    count = shape[-1] if N is None and shape else 1 if N is None else N
    if count <= 1:
        raise RuntimeError("N must be greater than 1.")
    x = x.unsqueeze(-1)
    ones = x.new_ones((*(shape or (1,)), 1))
    return _cat([ones, x.expand(*(shape or (1,)), count - 1).cumprod(-1)], -1)


def _to_int(value: Any) -> int:
    if value.__class__ is not int and not is_int_like(value):
        raise TypeError(f"must be int, not {value_type_name(value)}")
    return to_int64(value)


def _triangle_shape(row: Any, col: Any) -> tuple[int, int]:
    for name, count in (("row", _to_int(row)), ("col", _to_int(col))):
        if count < 0:
            raise RuntimeError(f"{name} must be non-negative, got{count}")
    return _to_int(row), _to_int(col)


def _triangle_indices(name: str, row: int, col: int, offset: int, dtype: Any, device: Any, pin_memory: bool, requires_grad: bool) -> Tensor:
    check_device(device, f"aten::{name}")
    extent = _triangle_shape(row, col)
    refuse_pinned(pin_memory)
    np_dtype = np.dtype(np.int64) if dtype is None else array_dtype(dtype)
    if np_dtype not in (np.int64, np.int32):
        raise NotImplementedError(f"\"{name}\" not implemented for '{type_name(np_dtype)}'")
    indices = copies.triangle_indices(*extent, _to_int(offset), np_dtype, upper=name == "triu_indices")
    return finish(indices, requires_grad, device)


def tril_indices(row: int, col: int, offset: int = 0, *, dtype: Any = None, device: Any = None, layout: Any = None,
                 pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
    # The docstring is written in _bindings/functions/compositions.md.
    """The indices of the lower triangle of a matrix.

    Parameters
    ----------
    row : int
        How many rows the matrix has.
    col : int
        How many columns.
    offset : int, default 0
        Which diagonal is the last: 0 the main one, positive ones above.
    dtype : torch.dtype, default torch.int64
        The dtype of the indices.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.
    requires_grad : bool, default False
        Whether autograd records operations on the result.

    Returns
    -------
    Of the shape (2, N)
        row numbers, then column numbers.

    References
    ----------
    PyTorch: torch.tril_indices

    Examples
    --------
    >>> torch.tril_indices(2, 3)
    tensor([[0, 1, 1],
            [0, 0, 1]])
    """
    require_strided("tril_indices", layout)
    return _triangle_indices("tril_indices", row, col, offset, dtype, device, pin_memory, requires_grad)


def triu_indices(row: int, col: int, offset: int = 0, *, dtype: Any = None, device: Any = None, layout: Any = None,
                 pin_memory: bool = False, requires_grad: bool = False) -> Tensor:
    # The docstring is written in _bindings/functions/compositions.md.
    """The indices of the upper triangle of a matrix.

    Parameters
    ----------
    row : int
        How many rows the matrix has.
    col : int
        How many columns.
    offset : int, default 0
        Which diagonal is the first: 0 the main one, positive ones above.
    dtype : torch.dtype, default torch.int64
        The dtype of the indices.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.
    requires_grad : bool, default False
        Whether autograd records operations on the result.

    Returns
    -------
    Of the shape (2, N)
        row numbers, then column numbers.

    References
    ----------
    PyTorch: torch.triu_indices

    Examples
    --------
    >>> torch.triu_indices(3, 3, offset=1)
    tensor([[0, 0, 1],
            [1, 2, 2]])
    """
    require_strided("triu_indices", layout)
    return _triangle_indices("triu_indices", row, col, offset, dtype, device, pin_memory, requires_grad)


def unravel_index(indices: Tensor, shape: int | Sequence[int]) -> tuple[Any, ...]:
    # The docstring is written in _bindings/functions/compositions.md.
    """Convert indices into the flattened tensor to coordinates.

    Parameters
    ----------
    indices : Tensor
        Integers.
    shape : ints
        The shape of the tensor.

    Returns
    -------
    tuple of Tensors
        One for each dimension, in the shape of `indices`.

    Raises
    ------
    ValueError
        An index is out of range.

    References
    ----------
    PyTorch: torch.unravel_index

    Examples
    --------
    >>> torch.unravel_index(torch.tensor([1, 5]), (2, 3))
    (tensor([0, 1]), tensor([1, 2]))
    """
    if not isinstance(shape, (int, Sequence)):
        raise TypeError(f"expected 'shape' to be int or sequence of ints, but got {type(shape)}")
    size = tuple(shape) if not isinstance(shape, int) else (shape,)
    if wrong := [n for n in size if not isinstance(n, int)]:
        raise TypeError(f"expected 'shape' sequence to only contain ints, but got {type(wrong[0])}")
    if indices._array.dtype.kind not in "iu":
        raise TypeError(f"expected 'indices' to be integer dtype, but got {indices.dtype}")
    if 0 in size:
        raise RuntimeError("ZeroDivisionError")
    if min(size, default=0) < 0:
        raise ValueError(f"'shape' cannot have negative values, but got {size}")
    if any(n >= 1 << 63 for n in size):
        raise ValueError("Overflow when unpacking long long")
    if isinstance(indices._array, Lifted):
        return tuple(map_values(indices, lambda a, d=d: np.asarray(intp.unravel_index(a, size)[d], np.int64)) for d in range(len(size)))
    if not size:
        return ()
    steps = [math.prod(size[d + 1:]) for d in range(len(size))]
    linear_indices = np.asarray(indices._array, np.int64)  # a narrow dtype may not hold such large steps
    found = wrap(np.stack([linear_indices // step % n for step, n in zip(steps, size, strict=True)], -1))
    return caller("unbind")(found, -1)


# Replacing parts ---------------------------------------------------------------------------------------------------------------------


@takes_tensor
def as_strided_scatter(input: Tensor, src: Tensor, size: Sequence[int], stride: Sequence[int], storage_offset: int | None = None) -> Tensor:
    # The docstring is written in _bindings/functions/compositions.md.
    """A copy in which another tensor replaces the elements of the view with this shape and strides.

    Parameters
    ----------
    input : Tensor
        The tensor to copy.
    src : Tensor
        The new values; of the shape `size`.
    size : ints
        The shape.
    stride : ints
        The stride of each dimension, in elements.
    storage_offset : int, optional
        Where to begin.

    Returns
    -------
    Tensor
        Gradients flow back to both.

    Raises
    ------
    RuntimeError
        The shape of `src` does not fit, or elements of the view overlap.

    References
    ----------
    PyTorch: torch.as_strided_scatter

    Examples
    --------
    >>> torch.as_strided_scatter(torch.zeros(4), torch.ones(2), (2,), (2,))
    tensor([1., 0., 1., 0.])
    """
    if input._array.__class__ is np.ndarray:
        own = input.storage_offset()
        if storage_offset is not None and own or not is_dense(input._array) and all(input.stride()):
            return _scatter_into_storage(input, src, tuple(size), tuple(stride), storage_offset, own)
        _check_window(input, src, tuple(size), tuple(stride), storage_offset or 0)
    return caller("as_strided_scatter")(input, src, tuple(size), tuple(stride), storage_offset or 0, dense_layout(input._array),
                                        storage_offset)


@one_node("AsStridedScatterBackward0")
def _scatter_into_storage(input: Any, src: Any, size: Any, stride: Any, storage_offset: Any, own: int) -> Any:
    """The same for a view that starts at `own`: the offset counts from the start of the memory, which may be before the view."""
    span = 1 + sum((n - 1) * step for n, step in zip(input.shape, input.stride()))
    block = as_strided(input, (own + span,), (1,), 0)
    block = as_strided_scatter(block, src, size, stride, own if storage_offset is None else storage_offset)
    return as_strided(block, tuple(input.shape), input.stride(), own)


def _check_window(input: Any, src: Any, size: tuple[int, ...], stride: tuple[int, ...], offset: int) -> None:
    """Refuse a window outside of the memory of a copy of `input`, or one that does not have the shape of `src`."""
    window = as_strided(wrap(np.empty_like(input._array)), size, stride, offset)
    if src._array.shape != window._array.shape:
        raise RuntimeError(f"expected src to have a size equal to the slice of self. src size = {list(src._array.shape)}, slice size = "
                           f"{list(window._array.shape)}")
    check_overlap(window._array, ())


def frombuffer(buffer: Any, *, dtype: Any, count: int = -1, offset: int = 0, requires_grad: bool = False) -> Tensor:
    # The docstring is written in _bindings/functions/compositions.md.
    """A tensor over the memory of an object with the buffer protocol.

    Parameters
    ----------
    buffer : object
        bytes, bytearray, array, memoryview, ...
    dtype : torch.dtype
        The dtype of the elements.
    count : int, default -1
        How many elements; all if negative.
    offset : int, default 0
        The number of bytes to skip.
    requires_grad : bool, default False
        Whether autograd records operations on the result.

    Returns
    -------
    Tensor
        Of one dimension, sharing the memory.

    Raises
    ------
    ValueError
        The buffer is too short, or its length is no multiple of an element's.

    References
    ----------
    PyTorch: torch.frombuffer

    Examples
    --------
    >>> torch.frombuffer(bytearray([1, 0, 2, 0]), dtype=torch.int16)
    tensor([1, 2], dtype=torch.int16)
    """
    try:
        memoryview(buffer)
    except TypeError:
        raise ValueError("object does not implement Python buffer protocol.") from None
    length = memoryview(buffer).nbytes
    if not length or not count:
        raise ValueError(f"both buffer length ({length}) and count ({count}) must not be 0")
    np_dtype = array_dtype(dtype)
    _check_buffer(length, np_dtype.itemsize, count, offset)
    array = mark_borrowed(np.frombuffer(buffer, np_dtype, count, offset))
    if not array.flags.writeable:
        warn_not_writable("buffer")
    return finish(array, requires_grad)


def _check_buffer(length: int, item: int, count: int, offset: int) -> None:
    """Refuse to read beyond the end of a buffer, or a number of bytes that is no multiple of the element size."""
    if not 0 <= offset < length:
        raise ValueError(f"offset ({offset} bytes) must be non-negative and no greater than buffer length ({length} bytes) minus 1")
    if count < 0 and (length - offset) % item:
        raise ValueError(f"buffer length ({length - offset} bytes) after offset ({offset} bytes) must be a multiple of element size "
                         f"({item})")
    if count > 0 and count * item > length - offset:
        raise ValueError(f"requested buffer length ({count} * {item} bytes) after offset ({offset} bytes) must not be greater than actual "
                         f"buffer length ({length} bytes)")


def deg2rad_(input: Tensor) -> Tensor:
    # The docstring is written in _bindings/functions/compositions.md.
    """Angles in degrees as radians. In place.

        out[i] = input[i] * pi / 180

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
    PyTorch: torch.deg2rad

    Examples
    --------
    >>> torch.deg2rad_(torch.tensor([180., 90., -45.]))
    tensor([ 3.1416,  1.5708, -0.7854])
    """
    return input.deg2rad_()


def rad2deg_(input: Tensor) -> Tensor:
    # The docstring is written in _bindings/functions/compositions.md.
    """Angles in radians as degrees. In place.

        out[i] = input[i] * 180 / pi

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
    PyTorch: torch.rad2deg

    Examples
    --------
    >>> torch.rad2deg_(torch.tensor([3.1416, -1.5708]))
    tensor([180.0004, -90.0002])
    """
    return input.rad2deg_()


def sinc_(input: Tensor) -> Tensor:
    # The docstring is written in _bindings/functions/compositions.md.
    """The normalized sinc function. In place.

        out[i] = sin(pi * input[i]) / (pi * input[i]), and 1 where input[i] is 0

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
    PyTorch: torch.sinc

    Examples
    --------
    >>> torch.sinc_(torch.tensor([0., 0.5, 1.]))
    tensor([ 1.0000e+00,  6.3662e-01, -2.7828e-08])
    """
    return input.sinc_()


def ldexp_(input: Tensor, other: Tensor) -> Tensor:
    # The docstring is written in _bindings/functions/compositions.md.
    """Multiply by powers of two. In place.

        out[i] = input[i] * 2 ** other[i]

    Parameters
    ----------
    input : Tensor
        The mantissas.
    other : Tensor
        The exponents, usually integers.

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
    PyTorch: torch.ldexp

    Examples
    --------
    >>> torch.ldexp_(torch.tensor([1., 3.]), torch.tensor([3, -1]))
    tensor([8.0000, 1.5000])
    """
    return input.ldexp_(other)


__all__ = [
    "as_strided_scatter", "block_diag", "combinations", "cross", "cumulative_trapezoid", "deg2rad", "deg2rad_", "diff", "dist", "dsplit",
    "frexp", "frombuffer", "gradient", "hsplit", "inner", "isin", "kron", "ldexp", "ldexp_", "nanmean", "positive", "rad2deg", "rad2deg_",
    "renorm", "sinc", "sinc_", "trapezoid", "trapz", "tril_indices", "triu_indices", "unravel_index", "vander", "vsplit",
]
