"""Reductions with irregular signatures. Functions first, then their methods."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.dtypes import LIMITED_TYPES, c_name
from ..._array.core.execution.blocks import all_finite
from ..._array.core.user_warnings import warn
from ..._array.reduce import moments
from ..._array.shape.views import wrap_dim
from ..._dispatch.call.caller import lazy_call, lazy_call_as, resolve_calls
from ..._dispatch.call.kernel_errors import type_name
from ..._dispatch.call.torch_function import handles_overrides
from ..._dispatch.dtype import array_dtype
from ..._dispatch.messages import argument_messages
from ..._dispatch.tensor import TensorBase
from ..._engine.composite.nodes import one_node
from ..override.overridable import all_overridable, overridable_def, refuse, resolve
from ..settings import return_types
from .arguments import MISSING, out_refusals, raise_wrong_type, resolve_alias, resolve_numpy_names, takes_tensor, write_out
from .shown_signatures import shown_as

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_sum, _sum_dim, _mean, _mean_dim = (lazy_call(n) for n in ("sum", "sum_dim", "mean", "mean_dim"))
_prod_dim, _var, _std = (lazy_call(n) for n in ("prod_dim", "var_of", "std_of"))
# Over all elements, with a dtype: separate signatures.
_sum_as, _mean_as, _prod_as = (lazy_call_as(f"{n}_dim", f"{n.capitalize()}Backward0") for n in ("sum", "mean", "prod"))
_max, _max_dim, _min, _min_dim = (lazy_call(n) for n in ("max_all", "max_dim", "min_all", "min_dim"))
_maximum, _minimum, _amax, _amin = (lazy_call(n) for n in ("maximum", "minimum", "amax", "amin"))
resolve_calls(globals())


@shown_as("input, dim=None, keepdim=False, *, dtype=None, out=None")
@handles_overrides
def sum(input: Tensor = MISSING, dim: int | Sequence[int] | None = MISSING, keepdim: bool = MISSING, x: Any = MISSING, a: Any = MISSING,
        x1: Any = MISSING, dtype: Any = None, out: Tensor | None = None, axis: Any = MISSING, keepdims: Any = MISSING) -> Tensor:
    # The docstring is written in _bindings/functions/reductions.md.
    """The sum of all elements, or of those along some dimensions.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.
    dtype : torch.dtype, optional
        The dtype to sum in, and of the result. Integers and truth values are summed in `torch.int64` if it is not
        given.
    dim : int or tuple of ints, optional
        The dimensions to sum along; None for all elements.
    keepdim : bool, default False
        Keep the reduced dimensions, with size 1.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Without the dimensions that were reduced, or with size 1 there if `keepdim` is true.

    Raises
    ------
    IndexError
        `dim` is no dimension of `input`.

    Notes
    -----
    The gradient is the cotangent, expanded to the shape of `input`.

    References
    ----------
    PyTorch: torch.sum

    Examples
    --------
    >>> torch.sum(torch.tensor([1., 2., 3.]))
    tensor(6.)
    >>> x = torch.tensor([[1, 2], [3, 4]])
    >>> torch.sum(x, dim=0), torch.sum(x, dim=1, keepdim=True)
    (tensor([4, 6]), tensor([[3],
            [7]]))
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("sum", 3, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("sum", "axis", axis, dim, MISSING)
        if keepdims is not MISSING:
            keepdim = resolve_alias("sum", "keepdims", keepdims, keepdim, MISSING)
        keep = False if keepdim is MISSING else keepdim  # the arguments stay unchanged, for handlers
        if dim is True or dim is False or keep is not False and keep is not True:
            raise_wrong_type("sum", "dim", "int[]?", dim)
        if dim is MISSING:
            if dtype is None and out is None and keepdim is MISSING:
                return _sum(input)
            check_keepdim("sum", (input,), keepdim)
        over = None if dim is MISSING else dim
        if out is not None:
            _check_out_dtype(out, dtype)
            return write_out(_sum_dim, out, input, over, keep, array_dtype(out.dtype if dtype is None else dtype))
        return (_sum_as if dim is MISSING else _sum_dim)(input, over, keep, None if dtype is None else array_dtype(dtype))
    except Exception as error:
        return resolve(error)


def _check_out_dtype(out: Any, dtype: Any) -> None:
    """Refuse an `out` of another dtype than the requested one."""
    if dtype is not None and isinstance(out, TensorBase) and out.dtype != dtype:  # type: ignore[attr-defined]
        wanted, got = c_name(array_dtype(dtype)), c_name(out._array.dtype)
        raise RuntimeError(f"Expected out tensor to have dtype {wanted}, but got {got} instead")


@shown_as("input, dim=None, keepdim=False, *, dtype=None, out=None")
@handles_overrides
def mean(input: Tensor = MISSING, dim: int | Sequence[int] | None = MISSING, keepdim: bool = MISSING, x: Any = MISSING, a: Any = MISSING,
         x1: Any = MISSING, dtype: Any = None, out: Tensor | None = None, axis: Any = MISSING, keepdims: Any = MISSING) -> Tensor:
    # The docstring is written in _bindings/functions/reductions.md.
    """The mean of all elements, or of those along some dimensions.

        sum(input) / n

    Parameters
    ----------
    input : Tensor
        Floats or complex numbers.
    dtype : torch.dtype, optional
        The dtype to compute in, and of the result; required if `input` is of integers.
    dim : int or tuple of ints, optional
        The dimensions to average along; None for all elements.
    keepdim : bool, default False
        Keep the reduced dimensions, with size 1.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Without the dimensions that were reduced, or with size 1 there if `keepdim` is true.

    Raises
    ------
    RuntimeError
        `input` is of integers or truth values, and `dtype` is not given.
    IndexError
        `dim` is no dimension of `input`.

    References
    ----------
    PyTorch: torch.mean

    Examples
    --------
    >>> x = torch.tensor([[1., 2.], [3., 6.]])
    >>> torch.mean(x), torch.mean(x, dim=1)
    (tensor(3.), tensor([1.5000, 4.5000]))
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("mean", 3, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("mean", "axis", axis, dim, MISSING)
        if keepdims is not MISSING:
            keepdim = resolve_alias("mean", "keepdims", keepdims, keepdim, MISSING)
        keep = False if keepdim is MISSING else keepdim  # the arguments stay unchanged, for handlers
        if dim is True or dim is False or keep is not False and keep is not True:
            raise_wrong_type("mean", "dim", "int[]?", dim)
        if dim is MISSING:
            if dtype is None and out is None and keepdim is MISSING:
                return _mean(input)
            check_keepdim("mean", (input,), keepdim)
        over = None if dim is MISSING else dim
        if out is not None:
            if dim is not MISSING and isinstance(out, TensorBase):
                _check_mean_out(input._array.dtype if dtype is None else array_dtype(dtype), out._array.dtype, dtype is not None)
            return write_out(_mean_dim, out, input, over, keep, array_dtype(dtype))
        return (_mean_as if dim is MISSING else _mean_dim)(input, over, keep, None if dtype is None else array_dtype(dtype))
    except Exception as error:
        return resolve(error)


def _check_mean_out(result: Any, own: Any, exact: bool) -> None:
    """Refuse an `out` that a mean over dimensions does not fit; the mean of all elements has another message."""
    if result is not own and result.kind in "fcV":
        out_refusals.check_type("mean", result, own, exact)


def check_keepdim(name: str, args: tuple[Any, ...], keepdim: Any) -> Any:
    """Refuse `keepdim` without `dim`."""
    if keepdim is not MISSING:
        raise argument_messages.wrong_combination(name, args, {"keepdim": keepdim})


@shown_as("input, dim=None, keepdim=False, *, dtype=None, out=None")
def prod(input: Tensor, dim: int = MISSING, keepdim: bool = MISSING, *, dtype: Any = None, out: Tensor | None = None,
         axis: Any = MISSING) -> Tensor:
    # The docstring is written in _bindings/functions/reductions.md.
    """The product of all elements, or of those along a dimension.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.
    dtype : torch.dtype, optional
        The dtype to multiply in, and of the result. Integers are multiplied in `torch.int64` if it is not given.
    dim : int, optional
        The dimension to multiply along; all elements if not given.
    keepdim : bool, default False
        Keep the reduced dimensions, with size 1.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Without the dimensions that were reduced, or with size 1 there if `keepdim` is true.

    Raises
    ------
    IndexError
        `dim` is no dimension of `input`.

    References
    ----------
    PyTorch: torch.prod

    Examples
    --------
    >>> x = torch.tensor([[1., 2.], [3., 4.]])
    >>> torch.prod(x), torch.prod(x, dim=0)
    (tensor(24.), tensor([3., 8.]))
    """
    if axis is not MISSING:
        dim = resolve_alias("prod", "axis", axis, dim, MISSING)
    if dim is MISSING:
        dim = check_keepdim("prod", (input,), keepdim)
    keepdim = False if keepdim is MISSING else keepdim
    if out is not None:
        _check_out_dtype(out, dtype)
        return write_out(_prod_dim, out, input, dim, keepdim, array_dtype(out.dtype if dtype is None else dtype))
    return (_prod_dim if dim is not None else _prod_as)(input, dim, keepdim, None if dtype is None else array_dtype(dtype))


def _variance_or_std(name: str, call: Any, input: Any, dim: Any, unbiased: Any, correction: Any, keepdim: Any, out: Any) -> Any:
    if unbiased is not None and (correction is not MISSING or isinstance(dim, bool)):
        raise argument_messages.wrong_combination(name, (input,), {"unbiased": unbiased})
    if isinstance(dim, bool):  # called as var(input, unbiased)
        if correction is not MISSING:
            raise argument_messages.wrong_combination(name, (input, dim), {"correction": correction})
        dim, unbiased = MISSING, dim
    over_all = dim is MISSING
    if over_all:
        dim = check_keepdim(name, (input,), MISSING if unbiased is None else keepdim)
    keepdim = False if keepdim is MISSING else keepdim
    if unbiased is not None and correction is MISSING:
        if unbiased.__class__ is not bool:
            raise argument_messages.wrong_combination(name, (input, dim, unbiased), {})
        correction = int(unbiased)
    if correction is MISSING:
        correction = None if over_all else 1
    step = 1 if correction is None else correction
    if correction is None and input._requires_grad is not False:
        from ..._ops.computed_defaults import NO_CORRECTION as step
    if name.endswith("mean") and input._array.dtype.kind in "biu":
        raise RuntimeError(f"{name} only support floating point and complex dtypes")
    found = call(input, dim, step, keepdim) if out is None else write_out(call, out, input, dim, step, keepdim)
    if step * found._array.size >= input._array.size and (found._array.size or step >= 0):
        warn(f"{name}(): degrees of freedom is <= 0. Correction should be strictly less than the reduction factor (input numel divided by "
             "output numel).")
    return found


@shown_as("input, dim=None, *, correction=1, keepdim=False, out=None")
def var(input: Tensor, dim: int | Sequence[int] | None = MISSING, unbiased: bool | None = None, keepdim: bool = MISSING, *,
        correction: int | float | complex | bool | None = MISSING, out: Tensor | None = None,
        axis: Any = MISSING) -> Tensor:
    # The docstring is written in _bindings/functions/reductions.md.
    """The variance of all elements, or of those along some dimensions.

        sum((x - mean(x)) ** 2) / max(0, n - correction)

    Parameters
    ----------
    input : Tensor
        Floats or complex numbers.
    dim : int or tuple of ints, optional
        The dimensions to reduce; None for all elements.
    correction : int, default 1
        Subtracted from the number of elements; 1 gives the estimate of a sample (Bessel), 0 that of the whole
        population.
    keepdim : bool, default False
        Keep the reduced dimensions, with size 1.
    unbiased : bool, optional
        The older form of `correction`: True for 1, False for 0.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Without the dimensions that were reduced, or with size 1 there if `keepdim` is true.

    Raises
    ------
    RuntimeError
        `input` is of integers.

    Notes
    -----
    With as few elements as `correction` the result is nan, or inf, with a warning.

    References
    ----------
    PyTorch: torch.var

    Examples
    --------
    >>> x = torch.tensor([[1., 2.], [3., 6.]])
    >>> torch.var(x), torch.var(x, dim=1, correction=0)
    (tensor(4.6667), tensor([0.2500, 2.2500]))
    """
    if axis is not MISSING:
        dim = resolve_alias("var", "axis", axis, dim, MISSING)
    return _variance_or_std("var", _var, input, dim, unbiased, correction, keepdim, out)


@shown_as("input, dim=None, *, correction=1, keepdim=False, out=None")
def std(input: Tensor, dim: int | Sequence[int] | None = MISSING, unbiased: bool | None = None, keepdim: bool = MISSING, *,
        correction: int | float | complex | bool | None = MISSING, out: Tensor | None = None,
        axis: Any = MISSING) -> Tensor:
    # The docstring is written in _bindings/functions/reductions.md.
    """The standard deviation of all elements, or of those along some dimensions.

        sqrt(sum((x - mean(x)) ** 2) / max(0, n - correction))

    Parameters
    ----------
    input : Tensor
        Floats or complex numbers.
    dim : int or tuple of ints, optional
        The dimensions to reduce; None for all elements.
    correction : int, default 1
        Subtracted from the number of elements; 1 gives the estimate of a sample (Bessel), 0 that of the whole
        population.
    keepdim : bool, default False
        Keep the reduced dimensions, with size 1.
    unbiased : bool, optional
        The older form of `correction`: True for 1, False for 0.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Without the dimensions that were reduced, or with size 1 there if `keepdim` is true.

    Raises
    ------
    RuntimeError
        `input` is of integers.

    Notes
    -----
    With as few elements as `correction` the result is nan, or inf, with a warning.

    References
    ----------
    PyTorch: torch.std

    Examples
    --------
    >>> x = torch.tensor([[1., 2.], [3., 6.]])
    >>> torch.std(x), torch.std(x, dim=1, correction=0)
    (tensor(2.1602), tensor([0.5000, 1.5000]))
    """
    if axis is not MISSING:
        dim = resolve_alias("std", "axis", axis, dim, MISSING)
    return _variance_or_std("std", _std, input, dim, unbiased, correction, keepdim, out)


def _check_dim_and_keepdim(name: str, input: Any, dim: Any, unbiased: Any, keepdim: Any) -> tuple[Any, Any]:
    """`dim` and `keepdim`; refuse `keepdim` with `unbiased` and no dimension, which no signature has."""
    if dim is MISSING or isinstance(dim, bool):
        if keepdim is not MISSING and (unbiased is not None or dim is not MISSING):
            raise argument_messages.wrong_combination(name, (input,), {"keepdim": keepdim, "unbiased": unbiased})
        dim = None if dim is MISSING else dim
    return dim, keepdim


def _shown_of_variance(arguments: dict[str, Any]) -> dict[str, Any]:
    dim, unbiased, correction = arguments["dim"], arguments["unbiased"], arguments["correction"]
    if isinstance(dim, bool):
        dim, unbiased = None, dim
    plain = not isinstance(dim, (int, tuple, list, type(None))) and not isinstance(unbiased, bool)
    dim = (dim,) if isinstance(dim, int) else dim if isinstance(dim, (tuple, list)) else None
    return {**arguments, "dim": dim and tuple([d % 2**64 for d in dim]), "keepdim": arguments["keepdim"] is True,
            # An argument that was not given is neither a number nor a bool.
            "correction": correction if correction.__class__ in (int, float) else None if plain else int(unbiased is not False)}


@one_node("VarMeanBackward0", overload="correction", shows=_shown_of_variance)
@shown_as("input, dim=None, *, correction=1, keepdim=False")
def var_mean(input: Tensor, dim: int | Sequence[int] | None = MISSING, unbiased: bool | None = None, keepdim: bool = MISSING, *,
             correction: int | float | complex | bool | None = MISSING) -> Any:
    # The docstring is written in _bindings/functions/reductions.md.
    """The variance and the mean, in one call.

    Parameters
    ----------
    input : Tensor
        Floats or complex numbers.
    dim : int or tuple of ints, optional
        The dimensions to reduce; None for all elements.
    correction : int, default 1
        Subtracted from the number of elements, see `torch.var`.
    keepdim : bool, default False
        Keep the reduced dimensions, with size 1.
    unbiased : bool, optional
        The older form of `correction`: True for 1, False for 0.

    Returns
    -------
    tuple of two Tensors
        The variance, then the mean.

    Raises
    ------
    RuntimeError
        `input` is of integers.

    References
    ----------
    PyTorch: torch.var_mean

    Examples
    --------
    >>> torch.var_mean(torch.tensor([[1., 2.], [3., 6.]]), dim=0)
    (tensor([2., 8.]), tensor([2., 4.]))
    """
    dim, keepdim = _check_dim_and_keepdim("var_mean", input, dim, unbiased, keepdim)
    return _variance_or_std("var_mean", _var, input, dim, unbiased, correction, keepdim, None), _running_mean(input, dim, keepdim is True)


@one_node("StdMeanBackward0", overload="correction", shows=_shown_of_variance)
@shown_as("input, dim=None, *, correction=1, keepdim=False")
def std_mean(input: Tensor, dim: int | Sequence[int] | None = MISSING, unbiased: bool | None = None, keepdim: bool = MISSING, *,
             correction: int | float | complex | bool | None = MISSING) -> Any:
    # The docstring is written in _bindings/functions/reductions.md.
    """The standard deviation and the mean, in one call.

    Parameters
    ----------
    input : Tensor
        Floats or complex numbers.
    dim : int or tuple of ints, optional
        The dimensions to reduce; None for all elements.
    correction : int, default 1
        Subtracted from the number of elements, see `torch.std`.
    keepdim : bool, default False
        Keep the reduced dimensions, with size 1.
    unbiased : bool, optional
        The older form of `correction`: True for 1, False for 0.

    Returns
    -------
    tuple of two Tensors
        The standard deviation, then the mean.

    Raises
    ------
    RuntimeError
        `input` is of integers.

    References
    ----------
    PyTorch: torch.std_mean

    Examples
    --------
    >>> torch.std_mean(torch.tensor([[1., 2.], [3., 6.]]), dim=0)
    (tensor([1.4142, 2.8284]), tensor([2., 4.]))
    """
    dim, keepdim = _check_dim_and_keepdim("std_mean", input, dim, unbiased, keepdim)
    return _variance_or_std("std_mean", _std, input, dim, unbiased, correction, keepdim, None), _running_mean(input, dim, keepdim is True)


def _running_mean(input: Any, dim: Any, keepdim: bool) -> Any:
    """The mean that PyTorch computes with a variance: updated element by element, so that only NaN follows an infinity."""
    dim = None if isinstance(dim, bool) else dim
    mean = _mean_dim(input, dim, keepdim, None)
    if mean._array.__class__ is np.ndarray and not all_finite(mean._array):
        mean._array[...] = moments.running_mean(input._array, dim, keepdim)
    return mean


def _max_or_min(calls: Any, result: Any, input: Any, other: Any, dim: Any, keepdim: bool, out: Any) -> Any:
    """Over all elements, along a dimension, or of two tensors. The second positional argument is the dimension or the other tensor."""
    over_all, along_dim, elementwise = calls
    if other is None and dim is None and out is None and keepdim is MISSING:
        return over_all(input)
    if other.__class__ is int and dim is None:
        other, dim = None, other
    elif isinstance(other, TensorBase) and dim is None and keepdim is MISSING:
        return elementwise(input, other) if out is None else write_out(elementwise, out, input, other)
    if other is not None or isinstance(dim, TensorBase):
        dim = _resolve_dim(over_all.__name__.removesuffix("_all"), input, other, dim, keepdim)
    if dim is None:
        if keepdim is not MISSING:
            raise argument_messages.wrong_combination(over_all.__name__.removesuffix("_all"), (input,), {"keepdim": keepdim})
        return over_all(input) if out is None else write_out(over_all, out, input)
    keepdim = False if keepdim is MISSING else keepdim
    if out is not None:
        return return_types.with_out(result.__name__)(write_out(along_dim, out, input, dim, keepdim))
    return return_types.from_items(result, along_dim(input, dim, keepdim))


def _resolve_dim(name: str, input: Any, other: Any, dim: Any, keepdim: bool) -> Any:
    """The dimension, as an int or a tensor of one element."""
    if other is not None and dim is not None:
        raise argument_messages.wrong_combination(name, (input, other), {"dim": dim})
    value = other if dim is None else dim
    if not isinstance(value, TensorBase):
        return value
    if value._array.size != 1 or value._array.dtype.kind not in "iu":
        raise argument_messages.wrong_combination(name, (input,), {"dim": value, "keepdim": keepdim})
    return int(value)  # type: ignore[call-overload]


@shown_as("input, dim=None, keepdim=False, *, out=None")
def max(input: Tensor, other: Tensor | None = None, keepdim: bool = MISSING, *, dim: int | None = None,
        out: Tensor | Sequence[Tensor] | None = None, axis: Any = MISSING) -> Any:
    # The docstring is written in _bindings/functions/reductions.md.
    """The greatest element, the greatest along a dimension with its index, or the greater of two tensors.

    With `dim` the result is a named tuple of values and indices. With `other` it is `torch.maximum(input, other)`.

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    dim : int, optional
        The dimension to reduce.
    keepdim : bool, default False
        Keep `dim`, with size 1.
    other : Tensor, optional
        The second operand, in place of `dim`.
    out : Tensor or tuple of two Tensors, optional
        Take the results.

    Returns
    -------
    values (Tensor)
        The greatest elements; nan if there is one.
    indices (Tensor)
        With `dim` only: their indices along it, as `torch.int64`.

    Raises
    ------
    RuntimeError
        `input` is empty and `dim` not given, or complex.
    IndexError
        `dim` is no dimension of `input`, or has no elements.

    Notes
    -----
    The gradient without `dim` is shared by all elements that equal the maximum; with `dim` it goes to the one at
    `indices`.

    References
    ----------
    PyTorch: torch.max

    Examples
    --------
    >>> x = torch.tensor([[1., 5., 2.], [7., 0., 3.]])
    >>> torch.max(x)
    tensor(7.)
    >>> torch.max(x, dim=1)
    torch.return_types.max(
    values=tensor([5., 7.]),
    indices=tensor([1, 0]))
    >>> torch.max(x[0], x[1])
    tensor([7., 5., 3.])
    """
    return _max_or_min((_max, _max_dim, _maximum), return_types.max, input, other,
                       dim if axis is MISSING else resolve_alias("max", "axis", axis, dim, None), keepdim, out)


@shown_as("input, dim=None, keepdim=False, *, out=None")
def min(input: Tensor, other: Tensor | None = None, keepdim: bool = MISSING, *, dim: int | None = None,
        out: Tensor | Sequence[Tensor] | None = None, axis: Any = MISSING) -> Any:
    # The docstring is written in _bindings/functions/reductions.md.
    """The least element, the least along a dimension with its index, or the smaller of two tensors.

    With `dim` the result is a named tuple of values and indices. With `other` it is `torch.minimum(input, other)`.

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    dim : int, optional
        The dimension to reduce.
    keepdim : bool, default False
        Keep `dim`, with size 1.
    other : Tensor, optional
        The second operand, in place of `dim`.
    out : Tensor or tuple of two Tensors, optional
        Take the results.

    Returns
    -------
    values (Tensor)
        The least elements; nan if there is one.
    indices (Tensor)
        With `dim` only: their indices along it, as `torch.int64`.

    Raises
    ------
    RuntimeError
        `input` is empty and `dim` not given, or complex.
    IndexError
        `dim` is no dimension of `input`, or has no elements.

    Notes
    -----
    The gradient without `dim` is shared by all elements that equal the minimum; with `dim` it goes to the one at
    `indices`.

    References
    ----------
    PyTorch: torch.min

    Examples
    --------
    >>> x = torch.tensor([[1., 5., 2.], [7., 0., 3.]])
    >>> torch.min(x)
    tensor(0.)
    >>> torch.min(x, dim=1)
    torch.return_types.min(
    values=tensor([1., 0.]),
    indices=tensor([0, 1]))
    """
    return _max_or_min((_min, _min_dim, _minimum), return_types.min, input, other,
                       dim if axis is MISSING else resolve_alias("min", "axis", axis, dim, None), keepdim, out)


def _aminmax_error(x: Any, dim: int | None) -> Exception:
    """PyTorch's error for complex numbers, which have no order; a 0-d tensor with a `dim` has a message of its own."""
    name = type_name(x._array.dtype)
    if dim is not None and not x._array.ndim and wrap_dim(dim, 0) == 0:
        return RuntimeError(f"aminmax not implemented for {name}")
    return NotImplementedError(f"\"aminmax_cpu\" not implemented for '{name}'")


@one_node("AminmaxBackward0")
@takes_tensor
def aminmax(input: Tensor, *, dim: int | None = None, keepdim: bool = False, out: Sequence[Tensor] | None = None) -> Any:
    # The docstring is written in _bindings/functions/reductions.md.
    """The least and the greatest elements, in one pass.

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    dim : int, optional
        The dimension to reduce; None for all elements.
    keepdim : bool, default False
        Keep the reduced dimensions, with size 1.
    out : tuple of two Tensors, optional
        Take the results.

    Returns
    -------
    min (Tensor)
        The least elements, nan if there is one.
    max (Tensor)
        The greatest elements.

    Raises
    ------
    RuntimeError
        `input` is empty where it is reduced.

    References
    ----------
    PyTorch: torch.aminmax

    Examples
    --------
    >>> torch.aminmax(torch.tensor([[1., 5.], [7., 0.]]), dim=0)
    torch.return_types.aminmax(
    min=tensor([1., 0.]),
    max=tensor([7., 5.]))
    """
    if out is not None:
        return write_out(aminmax, out, input, dim=dim, keepdim=keepdim)
    if dim is not None and input._array.ndim and input._array.shape[wrap_dim(dim, input._array.ndim)] == 0:
        raise IndexError(f"aminmax: Expected reduction dim {dim % input._array.ndim} to have non-zero size.")
    if not input._array.size and dim is None:
        raise RuntimeError("aminmax(): cannot compute aminmax over an empty dimension as the operation has no identity.")
    if input._array.dtype.kind == "c" or input._array.dtype.char in LIMITED_TYPES and (input._array.ndim or dim is None):
        raise _aminmax_error(input, dim)
    where = () if dim is None else (dim,)
    return return_types.aminmax(_amin(input, where, keepdim), _amax(input, where, keepdim))


@all_overridable
class ReductionMethods:
    """The methods of these functions; `Tensor` inherits them."""

    __slots__ = ()

    @shown_as("self, dim=None, keepdim=False, *, dtype=None")
    def sum(self: Any, dim: int | Sequence[int] | None = MISSING, keepdim: bool = MISSING, *, dtype: Any = None, axis: Any = MISSING,
            keepdims: Any = MISSING) -> Tensor:
        # The docstring is written in _bindings/functions/reductions.md.
        """The sum of all elements, or of those along some dimensions.

        Parameters
        ----------
        dtype : torch.dtype, optional
            The dtype to sum in, and of the result. Integers and truth values are summed in `torch.int64` if it is not
            given.
        dim : int or tuple of ints, optional
            The dimensions to sum along; None for all elements.
        keepdim : bool, default False
            Keep the reduced dimensions, with size 1.

        Returns
        -------
        Tensor
            Without the dimensions that were reduced, or with size 1 there if `keepdim` is true.

        Raises
        ------
        IndexError
            `dim` is no dimension of `self`.

        Notes
        -----
        The gradient is the cotangent, expanded to the shape of `self`.

        References
        ----------
        PyTorch: torch.sum

        Examples
        --------
        >>> torch.tensor([1., 2., 3.]).sum()
        tensor(6.)
        >>> x = torch.tensor([[1, 2], [3, 4]])
        >>> x.sum(dim=0), x.sum(dim=1, keepdim=True)
        (tensor([4, 6]), tensor([[3],
                [7]]))
        """
        if dim is MISSING and axis is MISSING:
            if dtype is None and keepdim is MISSING and keepdims is MISSING:
                return _sum(self)
            check_keepdim("sum", (), keepdims if keepdim is MISSING else keepdim)
        try:
            if dim is MISSING and axis is MISSING:
                return sum(self, dtype=dtype)
            return sum(self, dim, keepdim, dtype=dtype, axis=axis, keepdims=keepdims)
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim=None, keepdim=False, *, dtype=None")
    def mean(self: Any, dim: int | Sequence[int] | None = MISSING, keepdim: bool = MISSING, *, dtype: Any = None, axis: Any = MISSING,
             keepdims: Any = MISSING) -> Tensor:
        # The docstring is written in _bindings/functions/reductions.md.
        """The mean of all elements, or of those along some dimensions.

            sum(self) / n

        Parameters
        ----------
        dtype : torch.dtype, optional
            The dtype to compute in, and of the result; required if `self` is of integers.
        dim : int or tuple of ints, optional
            The dimensions to average along; None for all elements.
        keepdim : bool, default False
            Keep the reduced dimensions, with size 1.

        Returns
        -------
        Tensor
            Without the dimensions that were reduced, or with size 1 there if `keepdim` is true.

        Raises
        ------
        RuntimeError
            `self` is of integers or truth values, and `dtype` is not given.
        IndexError
            `dim` is no dimension of `self`.

        References
        ----------
        PyTorch: torch.mean

        Examples
        --------
        >>> x = torch.tensor([[1., 2.], [3., 6.]])
        >>> x.mean(), x.mean(dim=1)
        (tensor(3.), tensor([1.5000, 4.5000]))
        """
        if dim is MISSING and axis is MISSING:
            check_keepdim("mean", (), keepdims if keepdim is MISSING else keepdim)
        try:
            if dim is MISSING and axis is MISSING:
                return mean(self, dtype=dtype)
            return mean(self, dim, keepdim, dtype=dtype, axis=axis, keepdims=keepdims)
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim=None, keepdim=False, *, dtype=None")
    def prod(self: Any, dim: int = MISSING, keepdim: bool = MISSING, *, dtype: Any = None, axis: Any = MISSING,
             keepdims: Any = MISSING) -> Tensor:
        # The docstring is written in _bindings/functions/reductions.md.
        """The product of all elements, or of those along a dimension.

        Parameters
        ----------
        dtype : torch.dtype, optional
            The dtype to multiply in, and of the result. Integers are multiplied in `torch.int64` if it is not given.
        dim : int, optional
            The dimension to multiply along; all elements if not given.
        keepdim : bool, default False
            Keep the reduced dimensions, with size 1.

        Returns
        -------
        Tensor
            Without the dimensions that were reduced, or with size 1 there if `keepdim` is true.

        Raises
        ------
        IndexError
            `dim` is no dimension of `self`.

        References
        ----------
        PyTorch: torch.prod

        Examples
        --------
        >>> x = torch.tensor([[1., 2.], [3., 4.]])
        >>> x.prod(), x.prod(dim=0)
        (tensor(24.), tensor([3., 8.]))
        """
        if dim is MISSING and axis is MISSING:
            dim = check_keepdim("prod", (), keepdims if keepdim is MISSING else keepdim)
        return prod(self, dim, keepdim if keepdims is MISSING else resolve_alias("prod", "keepdims", keepdims, keepdim, MISSING),
                    dtype=dtype, axis=axis)

    @shown_as("self, dim=None, *, correction=1, keepdim=False")
    def var(self: Any, dim: int | Sequence[int] | None = MISSING, unbiased: bool | None = None, keepdim: bool = MISSING, *,
            correction: int | float | complex | bool | None = MISSING,
            axis: Any = MISSING, keepdims: Any = MISSING) -> Tensor:
        # The docstring is written in _bindings/functions/reductions.md.
        """The variance of all elements, or of those along some dimensions.

            sum((x - mean(x)) ** 2) / max(0, n - correction)

        Parameters
        ----------
        dim : int or tuple of ints, optional
            The dimensions to reduce; None for all elements.
        correction : int, default 1
            Subtracted from the number of elements; 1 gives the estimate of a sample (Bessel), 0 that of the whole
            population.
        keepdim : bool, default False
            Keep the reduced dimensions, with size 1.
        unbiased : bool, optional
            The older form of `correction`: True for 1, False for 0.

        Returns
        -------
        Tensor
            Without the dimensions that were reduced, or with size 1 there if `keepdim` is true.

        Raises
        ------
        RuntimeError
            `self` is of integers.

        Notes
        -----
        With as few elements as `correction` the result is nan, or inf, with a warning.

        References
        ----------
        PyTorch: torch.var

        Examples
        --------
        >>> x = torch.tensor([[1., 2.], [3., 6.]])
        >>> x.var(), x.var(dim=1, correction=0)
        (tensor(4.6667), tensor([0.2500, 2.2500]))
        """
        return var(self, dim, unbiased, keepdim if keepdims is MISSING else resolve_alias("var", "keepdims", keepdims, keepdim, MISSING),
                   correction=correction, axis=axis)

    @shown_as("self, dim=None, *, correction=1, keepdim=False")
    def std(self: Any, dim: int | Sequence[int] | None = MISSING, unbiased: bool | None = None, keepdim: bool = MISSING, *,
            correction: int | float | complex | bool | None = MISSING,
            axis: Any = MISSING, keepdims: Any = MISSING) -> Tensor:
        # The docstring is written in _bindings/functions/reductions.md.
        """The standard deviation of all elements, or of those along some dimensions.

            sqrt(sum((x - mean(x)) ** 2) / max(0, n - correction))

        Parameters
        ----------
        dim : int or tuple of ints, optional
            The dimensions to reduce; None for all elements.
        correction : int, default 1
            Subtracted from the number of elements; 1 gives the estimate of a sample (Bessel), 0 that of the whole
            population.
        keepdim : bool, default False
            Keep the reduced dimensions, with size 1.
        unbiased : bool, optional
            The older form of `correction`: True for 1, False for 0.

        Returns
        -------
        Tensor
            Without the dimensions that were reduced, or with size 1 there if `keepdim` is true.

        Raises
        ------
        RuntimeError
            `self` is of integers.

        Notes
        -----
        With as few elements as `correction` the result is nan, or inf, with a warning.

        References
        ----------
        PyTorch: torch.std

        Examples
        --------
        >>> x = torch.tensor([[1., 2.], [3., 6.]])
        >>> x.std(), x.std(dim=1, correction=0)
        (tensor(2.1602), tensor([0.5000, 1.5000]))
        """
        return std(self, dim, unbiased, keepdim if keepdims is MISSING else resolve_alias("std", "keepdims", keepdims, keepdim, MISSING),
                   correction=correction, axis=axis)

    @overridable_def
    @shown_as("self, dim=None, keepdim=False")
    def max(self: Any, other: Tensor | None = None, keepdim: bool = MISSING, *, dim: int | None = None, axis: Any = MISSING,
            keepdims: Any = MISSING) -> Any:
        # The docstring is written in _bindings/functions/reductions.md.
        """The greatest element, the greatest along a dimension with its index, or the greater of two tensors.

        With `dim` the result is a named tuple of values and indices. With `other` it is `torch.maximum(self, other)`.

        Parameters
        ----------
        dim : int, optional
            The dimension to reduce.
        keepdim : bool, default False
            Keep `dim`, with size 1.
        other : Tensor, optional
            The second operand, in place of `dim`.

        Returns
        -------
        values (Tensor)
            The greatest elements; nan if there is one.
        indices (Tensor)
            With `dim` only: their indices along it, as `torch.int64`.

        Raises
        ------
        RuntimeError
            `self` is empty and `dim` not given, or complex.
        IndexError
            `dim` is no dimension of `self`, or has no elements.

        Notes
        -----
        The gradient without `dim` is shared by all elements that equal the maximum; with `dim` it goes to the one at
        `indices`.

        References
        ----------
        PyTorch: torch.max

        Examples
        --------
        >>> x = torch.tensor([[1., 5., 2.], [7., 0., 3.]])
        >>> x.max()
        tensor(7.)
        >>> x.max(dim=1)
        torch.return_types.max(
        values=tensor([5., 7.]),
        indices=tensor([1, 0]))
        >>> x[0].max(x[1])
        tensor([7., 5., 3.])
        """
        return max(self, other, keepdim if keepdims is MISSING else resolve_alias("max", "keepdims", keepdims, keepdim, MISSING), dim=dim,
                   axis=axis)

    @overridable_def
    @shown_as("self, dim=None, keepdim=False")
    def min(self: Any, other: Tensor | None = None, keepdim: bool = MISSING, *, dim: int | None = None, axis: Any = MISSING,
            keepdims: Any = MISSING) -> Any:
        # The docstring is written in _bindings/functions/reductions.md.
        """The least element, the least along a dimension with its index, or the smaller of two tensors.

        With `dim` the result is a named tuple of values and indices. With `other` it is `torch.minimum(self, other)`.

        Parameters
        ----------
        dim : int, optional
            The dimension to reduce.
        keepdim : bool, default False
            Keep `dim`, with size 1.
        other : Tensor, optional
            The second operand, in place of `dim`.

        Returns
        -------
        values (Tensor)
            The least elements; nan if there is one.
        indices (Tensor)
            With `dim` only: their indices along it, as `torch.int64`.

        Raises
        ------
        RuntimeError
            `self` is empty and `dim` not given, or complex.
        IndexError
            `dim` is no dimension of `self`, or has no elements.

        Notes
        -----
        The gradient without `dim` is shared by all elements that equal the minimum; with `dim` it goes to the one at
        `indices`.

        References
        ----------
        PyTorch: torch.min

        Examples
        --------
        >>> x = torch.tensor([[1., 5., 2.], [7., 0., 3.]])
        >>> x.min()
        tensor(0.)
        >>> x.min(dim=1)
        torch.return_types.min(
        values=tensor([1., 0.]),
        indices=tensor([0, 1]))
        """
        return min(self, other, keepdim if keepdims is MISSING else resolve_alias("min", "keepdims", keepdims, keepdim, MISSING), dim=dim,
                   axis=axis)

    @shown_as("self, *, dim=None, keepdim=False")
    def aminmax(self: Any, *, dim: int | None = None, keepdim: bool = False, axis: Any = MISSING, keepdims: Any = MISSING) -> Any:
        # The docstring is written in _bindings/functions/reductions.md.
        """The least and the greatest elements, in one pass.

        Parameters
        ----------
        dim : int, optional
            The dimension to reduce; None for all elements.
        keepdim : bool, default False
            Keep the reduced dimensions, with size 1.

        Returns
        -------
        min (Tensor)
            The least elements, nan if there is one.
        max (Tensor)
            The greatest elements.

        Raises
        ------
        RuntimeError
            `self` is empty where it is reduced.

        References
        ----------
        PyTorch: torch.aminmax

        Examples
        --------
        >>> torch.tensor([[1., 5.], [7., 0.]]).aminmax(dim=0)
        torch.return_types.aminmax(
        min=tensor([1., 0.]),
        max=tensor([7., 5.]))
        """
        return aminmax(self, dim=dim if axis is MISSING else resolve_alias("aminmax", "axis", axis, dim, None),
                       keepdim=keepdim if keepdims is MISSING else resolve_alias("aminmax", "keepdims", keepdims, keepdim, False))


__all__ = ["aminmax", "max", "mean", "min", "prod", "std", "std_mean", "sum", "var", "var_mean"]
