"""Functions of torch.

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
from ..retired.scaled_forms import scaled_affine, scaled_product
from ..settings import return_types

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

Number = int | float | complex | bool

(
    _abs, _acos, _acosh, _addbmm, _addcdiv, _addcmul, _addmm, _addmv, _addr, _alias_copy, _all, _amax, _amin, _angle, _any, _argmax,
    _argmin, _argsort, _asin, _asinh, _atan, _atan2, _atanh, _baddbmm, _bincount, _bitwise_and, _bitwise_left_shift, _bitwise_not,
    _bitwise_or, _bitwise_right_shift, _bitwise_xor, _bmm, _cat, _ceil, _complex, _constant_pad_nd, _copysign, _cos, _cosh,
    _count_nonzero, _cummax, _cummin, _cumprod, _cumsum, _diag_embed, _diagonal, _diagonal_copy, _diagonal_scatter, _digamma, _dot,
    _eq, _erf, _erfc, _erfinv, _exp, _exp2, _expm1, _floor, _floor_divide, _fmax, _fmin, _fmod, _frac, _gcd, _ge, _ger, _gt,
    _hardshrink, _hash_tensor, _heaviside, _histc, _hypot, _i0, _igamma, _igammac, _index_add, _index_copy, _index_select, _isfinite,
    _isinf, _isnan, _isneginf, _isposinf, _isreal, _kthvalue, _lcm, _le, _lgamma, _log, _log10, _log1p, _log2, _logaddexp,
    _logaddexp2, _logcumsumexp, _logical_and, _logical_not, _logical_or, _logical_xor, _logit, _logsumexp, _lt, _masked_scatter,
    _masked_select, _matmul, _maximum, _minimum, _mm, _mode, _movedim, _mul, _mv, _nan_to_num, _nansum, _narrow_copy, _ne, _neg,
    _nextafter, _outer, _permute, _permute_copy, _polar, _reciprocal, _relu, _remainder, _roll, _rsqrt, _scatter_add, _segment_reduce,
    _select, _select_copy, _select_scatter, _sgn, _sigmoid, _sign, _signbit, _sin, _sinh, _slice_copy, _slice_scatter,
    _split_with_sizes, _sqrt, _square, _stack, _t, _t_copy, _take, _tan, _tanh, _topk, _trace, _transpose, _transpose_copy, _tril,
    _triu, _trunc, _unbind, _unfold_copy, _unsafe_split, _unsafe_split_with_sizes, _unsqueeze, _unsqueeze_copy, _vdot,
    _view_as_complex, _view_as_real, _xlogy,
) = map(lazy_call, (
    "abs", "acos", "acosh", "addbmm", "addcdiv", "addcmul", "addmm", "addmv", "addr", "alias_copy", "all", "amax", "amin", "angle",
    "any", "argmax", "argmin", "argsort", "asin", "asinh", "atan", "atan2", "atanh", "baddbmm", "bincount", "bitwise_and",
    "bitwise_left_shift", "bitwise_not", "bitwise_or", "bitwise_right_shift", "bitwise_xor", "bmm", "cat", "ceil", "complex",
    "constant_pad_nd", "copysign", "cos", "cosh", "count_nonzero", "cummax", "cummin", "cumprod", "cumsum", "diag_embed", "diagonal",
    "diagonal_copy", "diagonal_scatter", "digamma", "dot", "eq", "erf", "erfc", "erfinv", "exp", "exp2", "expm1", "floor",
    "floor_divide", "fmax", "fmin", "fmod", "frac", "gcd", "ge", "ger", "gt", "hardshrink", "hash_tensor", "heaviside", "histc",
    "hypot", "i0", "igamma", "igammac", "index_add", "index_copy", "index_select", "isfinite", "isinf", "isnan", "isneginf",
    "isposinf", "isreal", "kthvalue", "lcm", "le", "lgamma", "log", "log10", "log1p", "log2", "logaddexp", "logaddexp2",
    "logcumsumexp", "logical_and", "logical_not", "logical_or", "logical_xor", "logit", "logsumexp", "lt", "masked_scatter",
    "masked_select", "matmul", "maximum", "minimum", "mm", "mode", "movedim", "mul", "mv", "nan_to_num", "nansum", "narrow_copy",
    "ne", "neg", "nextafter", "outer", "permute", "permute_copy", "polar", "reciprocal", "relu", "remainder", "roll", "rsqrt",
    "scatter_add", "segment_reduce", "select", "select_copy", "select_scatter", "sgn", "sigmoid", "sign", "signbit", "sin", "sinh",
    "slice_copy", "slice_scatter", "split_with_sizes", "sqrt", "square", "stack", "t", "t_copy", "take", "tan", "tanh", "topk",
    "trace", "transpose", "transpose_copy", "tril", "triu", "trunc", "unbind", "unfold_copy", "unsafe_split",
    "unsafe_split_with_sizes", "unsqueeze", "unsqueeze_copy", "vdot", "view_as_complex", "view_as_real", "xlogy",
))
resolve_calls(globals())


@shown_as("input, *, out=None")
@handles_overrides
def abs(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The absolute value of each element.

        out[i] = |input[i]|

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype but `torch.bool`.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape and dtype; of complex numbers in the real dtype of the same precision.

    Raises
    ------
    RuntimeError
        `input` is of truth values, or `out` has a dtype to which the result cannot be cast.

    Notes
    -----
    The gradient at zero is zero. In place it refuses complex tensors.

    References
    ----------
    PyTorch: torch.abs

    Examples
    --------
    >>> torch.abs(torch.tensor([-1, 2, -3]))
    tensor([1, 2, 3])
    >>> torch.abs(torch.tensor([3 + 4j]))
    tensor([5.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("abs", 1, input, x, a, x1)
        if out is not None:
            return write_out(_abs, out, input)
        return _abs(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def absolute(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The absolute value of each element.

        out[i] = |input[i]|

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype but `torch.bool`.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape and dtype; of complex numbers in the real dtype of the same precision.

    Raises
    ------
    RuntimeError
        `input` is of truth values, or `out` has a dtype to which the result cannot be cast.

    Notes
    -----
    The gradient at zero is zero. In place it refuses complex tensors.

    References
    ----------
    PyTorch: torch.abs

    Examples
    --------
    >>> torch.absolute(torch.tensor([-1, 2, -3]))
    tensor([1, 2, 3])
    >>> torch.absolute(torch.tensor([3 + 4j]))
    tensor([5.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("absolute", 1, input, x, a, x1)
        if out is not None:
            return write_out(_abs, out, input)
        return _abs(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def acos(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The arccosine of each element, in radians between 0 and pi.

        out[i] = arccos(input[i])

    Real numbers outside of -1 to 1 give nan.

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
    PyTorch: torch.acos

    Examples
    --------
    >>> torch.acos(torch.tensor([1., 0.5, -1.]))
    tensor([0.0000, 1.0472, 3.1416])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("acos", 1, input, x, a, x1)
        if out is not None:
            return write_out(_acos, out, input)
        return _acos(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def acosh(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The inverse hyperbolic cosine of each element.

        out[i] = ln(input[i] + sqrt(input[i] ** 2 - 1))

    Real numbers below 1 give nan.

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
    PyTorch: torch.acosh

    Examples
    --------
    >>> torch.acosh(torch.tensor([1., 2., 0.5]))
    tensor([0.0000, 1.3170,    nan])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("acosh", 1, input, x, a, x1)
        if out is not None:
            return write_out(_acosh, out, input)
        return _acosh(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, batch1, batch2, *, beta=1, alpha=1, out=None")
@handles_overrides
def addbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *rest: Any, beta: Number = 1, alpha: Number = 1,
           out: Tensor | None = None) -> Tensor:
    """Adds the sum of the products of two batches of matrices.

        out = beta * input + alpha * sum_b (batch1[b] @ batch2[b])

    Parameters
    ----------
    input : Tensor
        What is added to; broadcast to n x p.
    batch1 : Tensor
        b x n x m.
    batch2 : Tensor
        b x m x p.
    beta : number, default 1
        Multiplies `input`; 0 ignores it, nan included.
    alpha : number, default 1
        Multiplies the sum.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        n x p.

    Raises
    ------
    RuntimeError
        The sizes or dtypes do not fit.

    References
    ----------
    PyTorch: torch.addbmm

    Examples
    --------
    >>> torch.addbmm(torch.zeros(2, 2), torch.ones(3, 2, 1), torch.ones(3, 1, 2))
    tensor([[3., 3.],
            [3., 3.]])
    """
    try:
        if rest:
            return scaled_affine("addbmm", "batch1 batch2", addbmm, input, batch1, batch2, rest, out)
        if out is not None:
            return write_out(_addbmm, out, input, batch1, batch2, as_scalar(beta), as_scalar(alpha))
        return _addbmm(input, batch1, batch2, as_scalar(beta), as_scalar(alpha))
    except Exception as error:
        return resolve(error)


@shown_as("input, tensor1, tensor2, *, value=1, out=None")
@handles_overrides
def addcdiv(input: Tensor, tensor1: Tensor, tensor2: Tensor, *rest: Any, value: Number = 1, out: Tensor | None = None) -> Tensor:
    """Adds the quotient of two tensors, multiplied by `value`, to a third.

        out[i] = input[i] + value * tensor1[i] / tensor2[i]

    Parameters
    ----------
    input : Tensor
        What is added to.
    tensor1 : Tensor
        The dividend.
    tensor2 : Tensor
        The divisor.
    value : number, default 1
        Multiplies the quotient.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast and the dtype to which they promote.

    Raises
    ------
    RuntimeError
        `tensor1` and `tensor2` are both of integers, or the shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.addcdiv

    Examples
    --------
    >>> torch.addcdiv(torch.ones(2), torch.tensor([1., 2.]), torch.tensor([4., 4.]), value=2)
    tensor([1.5000, 2.0000])
    """
    try:
        if rest:
            return scaled_product("addcdiv", addcdiv, input, tensor1, tensor2, rest, out)
        if out is not None:
            return write_out(_addcdiv, out, input, tensor1, tensor2, as_scalar(value))
        return _addcdiv(input, tensor1, tensor2, as_scalar(value))
    except Exception as error:
        return resolve(error)


@shown_as("input, tensor1, tensor2, *, value=1, out=None")
@handles_overrides
def addcmul(input: Tensor, tensor1: Tensor, tensor2: Tensor, *rest: Any, value: Number = 1, out: Tensor | None = None) -> Tensor:
    """Adds the product of two tensors, multiplied by `value`, to a third.

        out[i] = input[i] + value * tensor1[i] * tensor2[i]

    Parameters
    ----------
    input : Tensor
        What is added to.
    tensor1 : Tensor
        The first factor.
    tensor2 : Tensor
        The second factor.
    value : number, default 1
        Multiplies the product. For integers it must be an int.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast and the dtype to which they promote.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast, or the result does not fit into `out`.

    References
    ----------
    PyTorch: torch.addcmul

    Examples
    --------
    >>> torch.addcmul(torch.ones(2), torch.tensor([1., 2.]), torch.tensor([3., 4.]), value=0.5)
    tensor([2.5000, 5.0000])
    """
    try:
        if rest:
            return scaled_product("addcmul", addcmul, input, tensor1, tensor2, rest, out)
        if out is not None:
            return write_out(_addcmul, out, input, tensor1, tensor2, as_scalar(value))
        return _addcmul(input, tensor1, tensor2, as_scalar(value))
    except Exception as error:
        return resolve(error)


@shown_as("input, mat1, mat2, *, beta=1, alpha=1, out=None")
@handles_overrides
def addmm(input: Tensor, mat1: Tensor, mat2: Tensor, *rest: Any, beta: Number = 1, alpha: Number = 1, out: Tensor | None = None) -> Tensor:
    """Adds the product of two matrices.

        out = beta * input + alpha * (mat1 @ mat2)

    Parameters
    ----------
    input : Tensor
        What is added to; broadcast to n x p.
    mat1 : Tensor
        n x m.
    mat2 : Tensor
        m x p.
    beta : number, default 1
        Multiplies `input`; 0 ignores it, nan included.
    alpha : number, default 1
        Multiplies the product.
    out_dtype : torch.dtype, optional
        The dtype of the result, where it may be wider than that of the factors.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        n x p.

    Raises
    ------
    RuntimeError
        The sizes or dtypes do not fit.

    References
    ----------
    PyTorch: torch.addmm

    Examples
    --------
    >>> torch.addmm(torch.ones(2), torch.eye(2), torch.tensor([[1., 2.], [3., 4.]]), alpha=10)
    tensor([[11., 21.],
            [31., 41.]])
    """
    try:
        if rest:
            return scaled_affine("addmm", "mat1 mat2", addmm, input, mat1, mat2, rest, out)
        if out is not None:
            return write_out(_addmm, out, input, mat1, mat2, as_scalar(beta), as_scalar(alpha))
        return _addmm(input, mat1, mat2, as_scalar(beta), as_scalar(alpha))
    except Exception as error:
        return resolve(error)


@shown_as("input, mat, vec, *, beta=1, alpha=1, out=None")
@handles_overrides
def addmv(input: Tensor, mat: Tensor, vec: Tensor, *rest: Any, beta: Number = 1, alpha: Number = 1, out: Tensor | None = None) -> Tensor:
    """Add the product of a matrix and a vector.

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
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Of size n.

    Raises
    ------
    RuntimeError
        The sizes or dtypes do not fit.

    References
    ----------
    PyTorch: torch.addmv

    Examples
    --------
    >>> torch.addmv(torch.ones(2), torch.tensor([[1., 2.], [3., 4.]]), torch.tensor([1., 1.]))
    tensor([4., 8.])
    """
    try:
        if rest:
            return scaled_affine("addmv", "mat vec", addmv, input, mat, vec, rest, out)
        if out is not None:
            return write_out(_addmv, out, input, mat, vec, as_scalar(beta), as_scalar(alpha))
        return _addmv(input, mat, vec, as_scalar(beta), as_scalar(alpha))
    except Exception as error:
        return resolve(error)


@shown_as("input, vec1, vec2, *, beta=1, alpha=1, out=None")
@handles_overrides
def addr(input: Tensor, vec1: Tensor | Number, vec2: Tensor | Number, *rest: Any, beta: Number = 1, alpha: Number = 1,
         out: Tensor | None = None) -> Tensor:
    """Adds the outer product of two vectors.

        out = beta * input + alpha * outer(vec1, vec2)

    Parameters
    ----------
    input : Tensor
        What is added to; broadcast to n x m.
    vec1 : Tensor
        Of size n.
    vec2 : Tensor
        Of size m.
    beta : number, default 1
        Multiplies `input`; 0 ignores it, nan included.
    alpha : number, default 1
        Multiplies the product.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        n x m.

    Raises
    ------
    RuntimeError
        The sizes or dtypes do not fit.

    References
    ----------
    PyTorch: torch.addr

    Examples
    --------
    >>> torch.addr(torch.zeros(2, 2), torch.tensor([1., 2.]), torch.tensor([3., 4.]))
    tensor([[3., 4.],
            [6., 8.]])
    """
    try:
        if rest:
            return scaled_affine("addr", "vec1 vec2", addr, input, vec1, vec2, rest, out)
        if out is not None:
            return write_out(_addr, out, input, vec1, vec2, as_scalar(beta), as_scalar(alpha))
        return _addr(input, vec1, vec2, as_scalar(beta), as_scalar(alpha))
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def alias_copy(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """A copy of the whole tensor.

    Parameters
    ----------
    input : Tensor
        What is copied from.
    out : Tensor, optional
        Takes the result.

    Returns
    -------
    Tensor
        In memory of its own; gradients flow back to `input`.

    References
    ----------
    PyTorch: torch.alias_copy

    Examples
    --------
    >>> torch.alias_copy(torch.tensor([1, 2]))
    tensor([1, 2])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("alias_copy", 1, input, x, a, x1)
        if out is not None:
            return write_out(_alias_copy, out, input)
        return _alias_copy(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim=None, keepdim=False, *, out=None")
@handles_overrides
def all(input: Tensor = MISSING, dim: int | Sequence[int] | None = None, keepdim: bool = False, x: Any = MISSING, a: Any = MISSING,
        x1: Any = MISSING, out: Tensor | None = None, axis: Any = MISSING, keepdims: Any = MISSING) -> Tensor:
    """Whether all elements are true, or all of those along some dimensions.

    Parameters
    ----------
    input : Tensor
        Of any dtype; what is not zero counts as True.
    dim : int or tuple of ints, optional
        What to look along; None for all elements.
    keepdim : bool, default False
        Keep the reduced dimensions, with size 1.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Truth values; `torch.uint8` if `input` is of that dtype. Of no elements: True.

    Raises
    ------
    IndexError
        `dim` is no dimension of `input`.

    References
    ----------
    PyTorch: torch.all

    Examples
    --------
    >>> x = torch.tensor([[True, False], [True, True]])
    >>> torch.all(x), torch.all(x, dim=1)
    (tensor(False), tensor([False,  True]))
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("all", 3, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("all", "axis", axis, dim, None)
        if keepdims is not MISSING:
            keepdim = resolve_alias("all", "keepdims", keepdims, keepdim, False)
        if dim.__class__ not in SIZES and dim is not None:
            check_int_list("all", "dim", dim)
        if keepdim is not False and keepdim is not True:
            raise_wrong_type("all", "keepdim", "bool", keepdim)
        if out is not None:
            return write_out(_all, out, input, dim, keepdim)
        return _all(input, dim, keepdim)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim=(), keepdim=False, *, out=None")
@handles_overrides
def amax(input: Tensor = MISSING, dim: int | Sequence[int] = (), keepdim: bool = False, x: Any = MISSING, a: Any = MISSING,
         x1: Any = MISSING, out: Tensor | None = None, axis: Any = MISSING, keepdims: Any = MISSING) -> Tensor:
    """The greatest elements along some dimensions, without their places.

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    dim : int or tuple of ints, default ()
        What to look along; all dimensions if empty.
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
        `input` is complex, or empty where it is reduced.

    Notes
    -----
    Elements that are equal and greatest share the gradient, unlike those of `torch.max` with `dim`.

    References
    ----------
    PyTorch: torch.amax

    Examples
    --------
    >>> torch.amax(torch.tensor([[1., 5.], [7., 7.]]), dim=1)
    tensor([5., 7.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("amax", 3, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("amax", "axis", axis, dim, ())
        if keepdims is not MISSING:
            keepdim = resolve_alias("amax", "keepdims", keepdims, keepdim, False)
        if dim.__class__ not in SIZES and dim is not None:
            check_int_list("amax", "dim", dim)
        if keepdim is not False and keepdim is not True:
            raise_wrong_type("amax", "keepdim", "bool", keepdim)
        if out is not None:
            return write_out(_amax, out, input, dim, keepdim)
        return _amax(input, dim, keepdim)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim=(), keepdim=False, *, out=None")
@handles_overrides
def amin(input: Tensor = MISSING, dim: int | Sequence[int] = (), keepdim: bool = False, x: Any = MISSING, a: Any = MISSING,
         x1: Any = MISSING, out: Tensor | None = None, axis: Any = MISSING, keepdims: Any = MISSING) -> Tensor:
    """The least elements along some dimensions, without their places.

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    dim : int or tuple of ints, default ()
        What to look along; all dimensions if empty.
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
        `input` is complex, or empty where it is reduced.

    Notes
    -----
    Elements that are equal and least share the gradient, unlike those of `torch.min` with `dim`.

    References
    ----------
    PyTorch: torch.amin

    Examples
    --------
    >>> torch.amin(torch.tensor([[1., 5.], [7., 7.]]), dim=1)
    tensor([1., 7.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("amin", 3, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("amin", "axis", axis, dim, ())
        if keepdims is not MISSING:
            keepdim = resolve_alias("amin", "keepdims", keepdims, keepdim, False)
        if dim.__class__ not in SIZES and dim is not None:
            check_int_list("amin", "dim", dim)
        if keepdim is not False and keepdim is not True:
            raise_wrong_type("amin", "keepdim", "bool", keepdim)
        if out is not None:
            return write_out(_amin, out, input, dim, keepdim)
        return _amin(input, dim, keepdim)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def angle(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The angles of complex numbers in the plane, in radians.

        out[i] = atan2(imag(input[i]), real(input[i]))

    Of real numbers it is 0, pi where they are negative, and nan of nan.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers and truth values are computed in the default dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Of a real floating dtype, in the shape of `input`.

    Raises
    ------
    RuntimeError
        `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.angle

    Examples
    --------
    >>> torch.angle(torch.tensor([1j, -1 + 0j, 1 + 1j]))
    tensor([1.5708, 3.1416, 0.7854])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("angle", 1, input, x, a, x1)
        if out is not None:
            return write_out(_angle, out, input)
        return _angle(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim=None, keepdim=False, *, out=None")
@handles_overrides
def any(input: Tensor = MISSING, dim: int | Sequence[int] | None = None, keepdim: bool = False, x: Any = MISSING, a: Any = MISSING,
        x1: Any = MISSING, out: Tensor | None = None, axis: Any = MISSING, keepdims: Any = MISSING) -> Tensor:
    """Whether an element is true, or one of those along some dimensions.

    Parameters
    ----------
    input : Tensor
        Of any dtype; what is not zero counts as True.
    dim : int or tuple of ints, optional
        What to look along; None for all elements.
    keepdim : bool, default False
        Keep the reduced dimensions, with size 1.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Truth values; `torch.uint8` if `input` is of that dtype. Of no elements: False.

    Raises
    ------
    IndexError
        `dim` is no dimension of `input`.

    References
    ----------
    PyTorch: torch.any

    Examples
    --------
    >>> x = torch.tensor([[True, False], [False, False]])
    >>> torch.any(x), torch.any(x, dim=1)
    (tensor(True), tensor([ True, False]))
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("any", 3, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("any", "axis", axis, dim, None)
        if keepdims is not MISSING:
            keepdim = resolve_alias("any", "keepdims", keepdims, keepdim, False)
        if dim.__class__ not in SIZES and dim is not None:
            check_int_list("any", "dim", dim)
        if keepdim is not False and keepdim is not True:
            raise_wrong_type("any", "keepdim", "bool", keepdim)
        if out is not None:
            return write_out(_any, out, input, dim, keepdim)
        return _any(input, dim, keepdim)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def arccos(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The arccosine of each element, in radians between 0 and pi.

        out[i] = arccos(input[i])

    Real numbers outside of -1 to 1 give nan.

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
    PyTorch: torch.acos

    Examples
    --------
    >>> torch.arccos(torch.tensor([1., 0.5, -1.]))
    tensor([0.0000, 1.0472, 3.1416])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("arccos", 1, input, x, a, x1)
        if out is not None:
            return write_out(_acos, out, input)
        return _acos(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def arccosh(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The inverse hyperbolic cosine of each element.

        out[i] = ln(input[i] + sqrt(input[i] ** 2 - 1))

    Real numbers below 1 give nan.

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
    PyTorch: torch.acosh

    Examples
    --------
    >>> torch.arccosh(torch.tensor([1., 2., 0.5]))
    tensor([0.0000, 1.3170,    nan])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("arccosh", 1, input, x, a, x1)
        if out is not None:
            return write_out(_acosh, out, input)
        return _acosh(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def arcsin(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The arcsine of each element, in radians between -pi/2 and pi/2.

        out[i] = arcsin(input[i])

    Real numbers outside of -1 to 1 give nan.

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
    PyTorch: torch.asin

    Examples
    --------
    >>> torch.arcsin(torch.tensor([0., 0.5, 1., 2.]))
    tensor([0.0000, 0.5236, 1.5708,    nan])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("arcsin", 1, input, x, a, x1)
        if out is not None:
            return write_out(_asin, out, input)
        return _asin(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def arcsinh(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The inverse hyperbolic sine of each element.

        out[i] = ln(input[i] + sqrt(input[i] ** 2 + 1))

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
    PyTorch: torch.asinh

    Examples
    --------
    >>> torch.arcsinh(torch.tensor([0., 1., -1.]))
    tensor([ 0.0000,  0.8814, -0.8814])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("arcsinh", 1, input, x, a, x1)
        if out is not None:
            return write_out(_asinh, out, input)
        return _asinh(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def arctan(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The arctangent of each element, in radians between -pi/2 and pi/2.

        out[i] = arctan(input[i])

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
    PyTorch: torch.atan

    Examples
    --------
    >>> torch.arctan(torch.tensor([0., 1., -1e9]))
    tensor([ 0.0000,  0.7854, -1.5708])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("arctan", 1, input, x, a, x1)
        if out is not None:
            return write_out(_atan, out, input)
        return _atan(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def arctan2(input: Tensor = MISSING, other: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
            out: Tensor | None = None) -> Tensor:
    """The angle of the point (`other`, `input`) in the plane, in radians between -pi and pi.

        out[i] = arctan(input[i] / other[i]), in the quadrant that the signs say

    Parameters
    ----------
    input : Tensor
        The coordinates y.
    other : Tensor
        The coordinates x.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast; integers give the default dtype.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast, or an operand is complex.

    References
    ----------
    PyTorch: torch.atan2

    Examples
    --------
    >>> y, x = torch.tensor([1., 1., -1.]), torch.tensor([1., -1., -1.])
    >>> torch.arctan2(y, x)
    tensor([ 0.7854,  2.3562, -2.3562])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("arctan2", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_atan2, out, input, other)
        return _atan2(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def arctanh(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The inverse hyperbolic tangent of each element.

        out[i] = ln((1 + input[i]) / (1 - input[i])) / 2

    1 and -1 give infinities, real numbers beyond nan.

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
    PyTorch: torch.atanh

    Examples
    --------
    >>> torch.arctanh(torch.tensor([0., 0.5, 1., 2.]))
    tensor([0.0000, 0.5493,    inf,    nan])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("arctanh", 1, input, x, a, x1)
        if out is not None:
            return write_out(_atanh, out, input)
        return _atanh(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim=None, keepdim=False, *, out=None")
@handles_overrides
def argmax(input: Tensor = MISSING, dim: int | None = None, keepdim: bool = False, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
           out: Tensor | None = None, axis: Any = MISSING, keepdims: Any = MISSING) -> Tensor:
    """Where the greatest element is.

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    dim : int, optional
        What to look along. Without it the answer counts in the flattened tensor.
    keepdim : bool, default False
        Keep `dim`, with size 1.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Indices (`torch.int64`).

    Raises
    ------
    IndexError
        `dim` is no dimension of `input`, or `input` has no elements.

    References
    ----------
    PyTorch: torch.argmax

    Examples
    --------
    >>> x = torch.tensor([[1., 5., 2.], [7., 0., 3.]])
    >>> torch.argmax(x), torch.argmax(x, dim=1)
    (tensor(3), tensor([1, 0]))
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("argmax", 3, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("argmax", "axis", axis, dim, None)
        if keepdims is not MISSING:
            keepdim = resolve_alias("argmax", "keepdims", keepdims, keepdim, False)
        if dim.__class__ is not int and dim is not None:
            dim = to_int("argmax", "dim", dim)
        if keepdim is not False and keepdim is not True:
            raise_wrong_type("argmax", "keepdim", "bool", keepdim)
        if out is not None:
            return write_out(_argmax, out, input, dim, keepdim)
        return _argmax(input, dim, keepdim)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim=None, keepdim=False, *, out=None")
@handles_overrides
def argmin(input: Tensor = MISSING, dim: int | None = None, keepdim: bool = False, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
           out: Tensor | None = None, axis: Any = MISSING, keepdims: Any = MISSING) -> Tensor:
    """Where the least element is.

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    dim : int, optional
        What to look along. Without it the answer counts in the flattened tensor.
    keepdim : bool, default False
        Keep the reduced dimensions, with size 1.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Indices (`torch.int64`).

    Raises
    ------
    IndexError
        `dim` is no dimension of `input`, or `input` has no elements.

    References
    ----------
    PyTorch: torch.argmin

    Examples
    --------
    >>> x = torch.tensor([[1., 5., 2.], [7., 0., 3.]])
    >>> torch.argmin(x), torch.argmin(x, dim=1)
    (tensor(4), tensor([0, 1]))
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("argmin", 3, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("argmin", "axis", axis, dim, None)
        if keepdims is not MISSING:
            keepdim = resolve_alias("argmin", "keepdims", keepdims, keepdim, False)
        if dim.__class__ is not int and dim is not None:
            dim = to_int("argmin", "dim", dim)
        if keepdim is not False and keepdim is not True:
            raise_wrong_type("argmin", "keepdim", "bool", keepdim)
        if out is not None:
            return write_out(_argmin, out, input, dim, keepdim)
        return _argmin(input, dim, keepdim)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim=-1, descending=False, stable=False, *, out=None")
@handles_overrides
def argsort(input: Tensor = MISSING, dim: int = -1, descending: bool = False, stable: bool = False, x: Any = MISSING, a: Any = MISSING,
            x1: Any = MISSING, out: Tensor | None = None, axis: Any = MISSING) -> Tensor:
    """Where the elements stand that come first, second, ... in order.

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    dim : int, default -1
        What to sort along.
    descending : bool, default False
        The greatest first.
    stable : bool, default False
        Keep the order of equal elements.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Indices (`torch.int64`) in the shape of `input`.

    Raises
    ------
    IndexError
        `dim` is no dimension of `input`.

    References
    ----------
    PyTorch: torch.argsort

    Examples
    --------
    >>> torch.argsort(torch.tensor([3., 1., 2.]))
    tensor([1, 2, 0])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("argsort", 4, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("argsort", "axis", axis, dim, -1)
        if dim.__class__ is not int:
            dim = to_int("argsort", "dim", dim)
        if descending is not False and descending is not True:
            raise_wrong_type("argsort", "descending", "bool", descending)
        if stable is not False and stable is not True:
            raise_wrong_type("argsort", "stable", "bool", stable)
        if out is not None:
            return write_out(_argsort, out, input, dim, descending, stable)
        return _argsort(input, dim, descending, stable)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def asin(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The arcsine of each element, in radians between -pi/2 and pi/2.

        out[i] = arcsin(input[i])

    Real numbers outside of -1 to 1 give nan.

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
    PyTorch: torch.asin

    Examples
    --------
    >>> torch.asin(torch.tensor([0., 0.5, 1., 2.]))
    tensor([0.0000, 0.5236, 1.5708,    nan])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("asin", 1, input, x, a, x1)
        if out is not None:
            return write_out(_asin, out, input)
        return _asin(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def asinh(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The inverse hyperbolic sine of each element.

        out[i] = ln(input[i] + sqrt(input[i] ** 2 + 1))

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
    PyTorch: torch.asinh

    Examples
    --------
    >>> torch.asinh(torch.tensor([0., 1., -1.]))
    tensor([ 0.0000,  0.8814, -0.8814])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("asinh", 1, input, x, a, x1)
        if out is not None:
            return write_out(_asinh, out, input)
        return _asinh(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def atan(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The arctangent of each element, in radians between -pi/2 and pi/2.

        out[i] = arctan(input[i])

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
    PyTorch: torch.atan

    Examples
    --------
    >>> torch.atan(torch.tensor([0., 1., -1e9]))
    tensor([ 0.0000,  0.7854, -1.5708])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("atan", 1, input, x, a, x1)
        if out is not None:
            return write_out(_atan, out, input)
        return _atan(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def atan2(input: Tensor = MISSING, other: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
          out: Tensor | None = None) -> Tensor:
    """The angle of the point (`other`, `input`) in the plane, in radians between -pi and pi.

        out[i] = arctan(input[i] / other[i]), in the quadrant that the signs say

    Parameters
    ----------
    input : Tensor
        The coordinates y.
    other : Tensor
        The coordinates x.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast; integers give the default dtype.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast, or an operand is complex.

    References
    ----------
    PyTorch: torch.atan2

    Examples
    --------
    >>> y, x = torch.tensor([1., 1., -1.]), torch.tensor([1., -1., -1.])
    >>> torch.atan2(y, x)
    tensor([ 0.7854,  2.3562, -2.3562])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("atan2", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_atan2, out, input, other)
        return _atan2(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def atanh(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The inverse hyperbolic tangent of each element.

        out[i] = ln((1 + input[i]) / (1 - input[i])) / 2

    1 and -1 give infinities, real numbers beyond nan.

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
    PyTorch: torch.atanh

    Examples
    --------
    >>> torch.atanh(torch.tensor([0., 0.5, 1., 2.]))
    tensor([0.0000, 0.5493,    inf,    nan])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("atanh", 1, input, x, a, x1)
        if out is not None:
            return write_out(_atanh, out, input)
        return _atanh(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, batch1, batch2, *, beta=1, alpha=1, out=None")
@handles_overrides
def baddbmm(input: Tensor, batch1: Tensor, batch2: Tensor, *rest: Any, beta: Number = 1, alpha: Number = 1,
            out: Tensor | None = None) -> Tensor:
    """Adds the products of two batches of matrices.

        out[b] = beta * input[b] + alpha * (batch1[b] @ batch2[b])

    Parameters
    ----------
    input : Tensor
        What is added to; broadcast to b x n x p.
    batch1 : Tensor
        b x n x m.
    batch2 : Tensor
        b x m x p.
    beta : number, default 1
        Multiplies `input`; 0 ignores it, nan included.
    alpha : number, default 1
        Multiplies the products.
    out_dtype : torch.dtype, optional
        The dtype of the result, where it may be wider than that of the factors.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        b x n x p.

    Raises
    ------
    RuntimeError
        The sizes or dtypes do not fit.

    References
    ----------
    PyTorch: torch.baddbmm

    Examples
    --------
    >>> torch.baddbmm(torch.ones(1, 1), torch.ones(2, 1, 3), torch.ones(2, 3, 1))
    tensor([[[4.]],
    <BLANKLINE>
            [[4.]]])
    """
    try:
        if rest:
            return scaled_affine("baddbmm", "batch1 batch2", baddbmm, input, batch1, batch2, rest, out)
        if out is not None:
            return write_out(_baddbmm, out, input, batch1, batch2, as_scalar(beta), as_scalar(alpha))
        return _baddbmm(input, batch1, batch2, as_scalar(beta), as_scalar(alpha))
    except Exception as error:
        return resolve(error)


@shown_as("input, weights=None, minlength=0")
@handles_overrides
def bincount(input: Tensor = MISSING, weights: Tensor | None = None, minlength: int = 0, x: Any = MISSING, a: Any = MISSING,
             x1: Any = MISSING) -> Tensor:
    """How often each of the integers 0, 1, 2, ... occurs.

        out[n] = how many i have input[i] == n, or the sum of weights[i] over them

    Parameters
    ----------
    input : Tensor
        Integers that are not negative, of one dimension.
    weights : Tensor, optional
        What each counts; in the shape of `input`.
    minlength : int, default 0
        The least number of results.

    Returns
    -------
    Tensor
        As many as the greatest integer plus one, or `minlength`: `torch.int64`, or of the dtype of `weights`.

    Raises
    ------
    RuntimeError
        `input` has negative elements or more than one dimension.

    References
    ----------
    PyTorch: torch.bincount

    Examples
    --------
    >>> torch.bincount(torch.tensor([0, 1, 1, 3]))
    tensor([1, 2, 0, 1])
    >>> torch.bincount(torch.tensor([0, 1, 1]), weights=torch.tensor([0.5, 1., 2.]), minlength=4)
    tensor([0.5000, 3.0000, 0.0000, 0.0000])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("bincount", 3, input, x, a, x1)
        if minlength.__class__ is not int:
            minlength = to_int("bincount", "minlength", minlength)
        return _bincount(input, weights, minlength)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def bitwise_and(input: Tensor = MISSING, other: Tensor | Number = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
                x2: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The bits that are set in both operands.

        out[i] = input[i] & other[i]

    This is the operator `&`.

    Parameters
    ----------
    input : Tensor
        Integers or truth values.
    other : Tensor or number
        Integers or truth values, too.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast and the dtype to which they promote.

    Raises
    ------
    RuntimeError
        An operand is neither of integers nor of truth values, or the shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.bitwise_and

    Examples
    --------
    >>> torch.bitwise_and(torch.tensor([12, 10]), 6)
    tensor([4, 2])
    >>> torch.bitwise_and(torch.tensor([True, False]), torch.tensor([True, True]))
    tensor([ True, False])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("bitwise_and", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_bitwise_and, out, input, other)
        return _bitwise_and(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def bitwise_left_shift(input: Tensor = MISSING, other: Tensor | Number = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
                       x2: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The bits shifted to the left.

        out[i] = input[i] << other[i]

    This is the operator `<<`.

    Parameters
    ----------
    input : Tensor
        Integers or truth values.
    other : Tensor or int
        By how many places.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast and the dtype to which they promote.

    Raises
    ------
    RuntimeError
        An operand is neither of integers nor of truth values, or the shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.bitwise_left_shift

    Examples
    --------
    >>> torch.bitwise_left_shift(torch.tensor([1, 3]), 2)
    tensor([ 4, 12])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("bitwise_left_shift", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_bitwise_left_shift, out, input, other)
        return _bitwise_left_shift(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def bitwise_not(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The bits that are not set.

        out[i] = ~input[i]

    This is the operator `~`: of truth values the negation, of signed integers `-input[i] - 1`.

    Parameters
    ----------
    input : Tensor
        Integers or truth values.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Raises
    ------
    RuntimeError
        `input` is neither of integers nor of truth values.

    References
    ----------
    PyTorch: torch.bitwise_not

    Examples
    --------
    >>> torch.bitwise_not(torch.tensor([0, 5, -1]))
    tensor([-1, -6,  0])
    >>> torch.bitwise_not(torch.tensor([True, False]))
    tensor([False,  True])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("bitwise_not", 1, input, x, a, x1)
        if out is not None:
            return write_out(_bitwise_not, out, input)
        return _bitwise_not(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def bitwise_or(input: Tensor = MISSING, other: Tensor | Number = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
               x2: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The bits that are set in at least one operand.

        out[i] = input[i] | other[i]

    This is the operator `|`.

    Parameters
    ----------
    input : Tensor
        Integers or truth values.
    other : Tensor or number
        Integers or truth values, too.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast and the dtype to which they promote.

    Raises
    ------
    RuntimeError
        An operand is neither of integers nor of truth values, or the shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.bitwise_or

    Examples
    --------
    >>> torch.bitwise_or(torch.tensor([12, 10]), 6)
    tensor([14, 14])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("bitwise_or", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_bitwise_or, out, input, other)
        return _bitwise_or(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def bitwise_right_shift(input: Tensor = MISSING, other: Tensor | Number = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
                        x2: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The bits shifted to the right, the sign kept.

        out[i] = input[i] >> other[i]

    This is the operator `>>`.

    Parameters
    ----------
    input : Tensor
        Integers or truth values.
    other : Tensor or int
        By how many places.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast and the dtype to which they promote.

    Raises
    ------
    RuntimeError
        An operand is neither of integers nor of truth values, or the shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.bitwise_right_shift

    Examples
    --------
    >>> torch.bitwise_right_shift(torch.tensor([16, -7]), 1)
    tensor([ 8, -4])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("bitwise_right_shift", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_bitwise_right_shift, out, input, other)
        return _bitwise_right_shift(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def bitwise_xor(input: Tensor = MISSING, other: Tensor | Number = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
                x2: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The bits that are set in just one operand.

        out[i] = input[i] ^ other[i]

    This is the operator `^`.

    Parameters
    ----------
    input : Tensor
        Integers or truth values.
    other : Tensor or number
        Integers or truth values, too.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast and the dtype to which they promote.

    Raises
    ------
    RuntimeError
        An operand is neither of integers nor of truth values, or the shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.bitwise_xor

    Examples
    --------
    >>> torch.bitwise_xor(torch.tensor([12, 10]), 6)
    tensor([10, 12])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("bitwise_xor", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_bitwise_xor, out, input, other)
        return _bitwise_xor(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, mat2, *, out=None")
@handles_overrides
def bmm(input: Tensor = MISSING, mat2: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
        out: Tensor | None = None) -> Tensor:
    """The products of the matrices of two batches.

        out[b] = input[b] @ mat2[b]

    Parameters
    ----------
    input : Tensor
        b x n x m.
    mat2 : Tensor
        b x m x p, of the same dtype.
    out_dtype : torch.dtype, optional
        The dtype of the result, where it may be wider than that of the factors.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        b x n x p.

    Raises
    ------
    RuntimeError
        The sizes or dtypes do not fit.

    References
    ----------
    PyTorch: torch.bmm

    Examples
    --------
    >>> torch.bmm(torch.ones(2, 1, 3), torch.ones(2, 3, 2))
    tensor([[[3., 3.]],
    <BLANKLINE>
            [[3., 3.]]])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("bmm", 2, input, x, a, x1)
        if out is not None:
            return write_out(_bmm, out, input, mat2)
        return _bmm(input, mat2)
    except Exception as error:
        return resolve(error)


@shown_as("tensors, dim=0, *, out=None")
@handles_overrides
def cat(tensors: Sequence[Tensor], dim: int = 0, *, out: Tensor | None = None, axis: Any = MISSING) -> Tensor:
    """Tensors joined along an existing dimension.

    Parameters
    ----------
    tensors : sequence of Tensors
        Of the same shape except in `dim`; empty ones of one dimension are ignored.
    dim : int, default 0
        The dimension to join along.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        A copy, in the dtype to which all promote.

    Raises
    ------
    RuntimeError
        The shapes do not fit, or there are no tensors.

    References
    ----------
    PyTorch: torch.cat

    Examples
    --------
    >>> a, b = torch.tensor([[1, 2]]), torch.tensor([[3, 4], [5, 6]])
    >>> torch.cat([a, b])
    tensor([[1, 2],
            [3, 4],
            [5, 6]])
    >>> torch.cat([a, a], dim=1)
    tensor([[1, 2, 1, 2]])
    """
    try:
        if axis is not MISSING:
            dim = resolve_alias("cat", "axis", axis, dim, 0)
        if dim.__class__ is not int:
            dim = to_int("cat", "dim", dim)
        if out is not None:
            return write_out(_cat, out, tensors, dim)
        return _cat(tensors, dim)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def ceil(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """Each element rounded up.

        out[i] = the smallest integer that is not below input[i]

    Integers come back as they are. The gradient is zero.

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Raises
    ------
    RuntimeError
        `input` is complex, or `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.ceil

    Examples
    --------
    >>> torch.ceil(torch.tensor([-0.5, 0.2, 1.]))
    tensor([-0., 1., 1.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("ceil", 1, input, x, a, x1)
        if out is not None:
            return write_out(_ceil, out, input)
        return _ceil(input)
    except Exception as error:
        return resolve(error)


@handles_overrides
def complex(real: Tensor, imag: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Complex numbers from real and imaginary parts.

        out[i] = real[i] + 1j * imag[i]

    Parameters
    ----------
    real : Tensor
        The real parts; floats.
    imag : Tensor
        The imaginary parts, of the same dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the complex dtype of the same precision and the shape to which both broadcast.

    Raises
    ------
    RuntimeError
        The dtypes differ, or are not floating.

    References
    ----------
    PyTorch: torch.complex

    Examples
    --------
    >>> torch.complex(torch.tensor([1., 2.]), torch.tensor([3., -4.]))
    tensor([1.+3.j, 2.-4.j])
    """
    try:
        if out is not None:
            return write_out(_complex, out, real, imag)
        return _complex(real, imag)
    except Exception as error:
        return resolve(error)


@shown_as("input, pad, value=0")
@handles_overrides
def constant_pad_nd(input: Tensor = MISSING, pad: int | Sequence[int] = MISSING, value: Number = 0, x: Any = MISSING, a: Any = MISSING,
                    x1: Any = MISSING) -> Tensor:
    """A tensor with a margin of one number around.

    Parameters
    ----------
    input : Tensor
        What is padded.
    pad : ints
        Two numbers for each dimension, from the last on: how many elements in front and behind; negative ones cut off.
    value : number, default 0
        What the margin is filled with.

    Returns
    -------
    Tensor
        A copy.

    Raises
    ------
    RuntimeError
        There are more pairs than dimensions.

    References
    ----------
    PyTorch: torch.constant_pad_nd

    Examples
    --------
    >>> torch.constant_pad_nd(torch.tensor([1, 2]), (1, 2), 9)
    tensor([9, 1, 2, 9, 9])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("constant_pad_nd", 3, input, x, a, x1)
        if pad.__class__ not in SIZES:
            check_int_list("constant_pad_nd", "pad", pad)
        return _constant_pad_nd(input, pad, as_scalar(value))
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def copysign(input: Tensor = MISSING, other: Tensor | Number = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
             x2: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The magnitudes of one tensor with the signs of another.

        out[i] = |input[i]| if other[i] has no sign bit, else -|input[i]|

    Parameters
    ----------
    input : Tensor
        The magnitudes.
    other : Tensor or number
        The signs; -0.0 counts as negative.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast; integers give the default dtype.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast, or `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.copysign

    Examples
    --------
    >>> torch.copysign(torch.tensor([1., -2., 3.]), torch.tensor([-1., 1., -0.]))
    tensor([-1.,  2., -3.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("copysign", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_copysign, out, input, other)
        return _copysign(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def cos(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The cosine of each element.

        out[i] = cos(input[i])

    Parameters
    ----------
    input : Tensor
        Angles in radians, of any dtype; integers are computed in the default dtype.
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
    PyTorch: torch.cos

    Examples
    --------
    >>> torch.cos(torch.tensor([0., 1., 3.1416]))
    tensor([ 1.0000,  0.5403, -1.0000])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("cos", 1, input, x, a, x1)
        if out is not None:
            return write_out(_cos, out, input)
        return _cos(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def cosh(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The hyperbolic cosine of each element.

        out[i] = (e ** input[i] + e ** -input[i]) / 2

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
    PyTorch: torch.cosh

    Examples
    --------
    >>> torch.cosh(torch.tensor([0., 1., -1.]))
    tensor([1.0000, 1.5431, 1.5431])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("cosh", 1, input, x, a, x1)
        if out is not None:
            return write_out(_cosh, out, input)
        return _cosh(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim=None")
@handles_overrides
def count_nonzero(input: Tensor = MISSING, dim: int | Sequence[int] | None = None, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
                  axis: Any = MISSING) -> Tensor:
    """How many elements are not zero.

    Parameters
    ----------
    input : Tensor
        Of any dtype.
    dim : int or tuple of ints, optional
        What to count along; None for all elements.

    Returns
    -------
    Tensor
        Numbers of elements (`torch.int64`), without the dimensions that were reduced.

    References
    ----------
    PyTorch: torch.count_nonzero

    Examples
    --------
    >>> torch.count_nonzero(torch.tensor([[1., 0.], [2., 3.]]), dim=0)
    tensor([2, 1])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("count_nonzero", 2, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("count_nonzero", "axis", axis, dim, None)
        if dim.__class__ not in SIZES and dim is not None:
            check_int_list("count_nonzero", "dim", dim)
        return _count_nonzero(input, dim)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, *, out=None")
@handles_overrides
def cummax(input: Tensor = MISSING, dim: Any = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
           out: Sequence[Tensor] | None = None, axis: Any = MISSING) -> return_types.cummax:
    """The running maxima along a dimension, and where they stand.

        values[i] = max(input[0], ..., input[i])

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    dim : int
        The dimension; negative ones count from the end.
    out : tuple of two Tensors, optional
        Take the results.

    Returns
    -------
    values (Tensor)
        In the shape of `input`.
    indices (Tensor)
        Where along `dim` each was found; the last of equal ones.

    Raises
    ------
    IndexError
        `dim` is no dimension of `input`.

    References
    ----------
    PyTorch: torch.cummax

    Examples
    --------
    >>> torch.cummax(torch.tensor([1., 3., 2., 5., 4.]), dim=0)
    torch.return_types.cummax(
    values=tensor([1., 3., 3., 5., 5.]),
    indices=tensor([0, 1, 1, 3, 3]))
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("cummax", 2, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("cummax", "axis", axis, dim, MISSING)
        if dim.__class__ is not int:
            dim = to_int("cummax", "dim", dim)
        if out is not None:
            return write_out(_cummax, out, input, dim)
        return return_types.from_items(return_types.cummax, _cummax(input, dim))
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, *, out=None")
@handles_overrides
def cummin(input: Tensor = MISSING, dim: Any = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
           out: Sequence[Tensor] | None = None, axis: Any = MISSING) -> return_types.cummin:
    """The running minima along a dimension, and where they stand.

        values[i] = min(input[0], ..., input[i])

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    dim : int
        The dimension; negative ones count from the end.
    out : tuple of two Tensors, optional
        Take the results.

    Returns
    -------
    values (Tensor)
        In the shape of `input`.
    indices (Tensor)
        Where along `dim` each was found; the last of equal ones.

    Raises
    ------
    IndexError
        `dim` is no dimension of `input`.

    References
    ----------
    PyTorch: torch.cummin

    Examples
    --------
    >>> torch.cummin(torch.tensor([4., 3., 5., 1., 2.]), dim=0)
    torch.return_types.cummin(
    values=tensor([4., 3., 3., 1., 1.]),
    indices=tensor([0, 1, 1, 3, 3]))
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("cummin", 2, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("cummin", "axis", axis, dim, MISSING)
        if dim.__class__ is not int:
            dim = to_int("cummin", "dim", dim)
        if out is not None:
            return write_out(_cummin, out, input, dim)
        return return_types.from_items(return_types.cummin, _cummin(input, dim))
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, *, dtype=None, out=None")
@handles_overrides
def cumprod(input: Tensor = MISSING, dim: Any = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
            dtype: dtype_type | None = None, out: Tensor | None = None, axis: Any = MISSING) -> Tensor:
    """The running products along a dimension.

        out[i] = input[0] * input[1] * ... * input[i]

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.
    dim : int
        The dimension; negative ones count from the end.
    dtype : torch.dtype, optional
        What to multiply in, and the dtype of the result. Integers are multiplied in `torch.int64` if it is not given.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape of `input`.

    Raises
    ------
    IndexError
        `dim` is no dimension of `input`.

    Notes
    -----
    The gradient is right where elements are zero, too.

    References
    ----------
    PyTorch: torch.cumprod

    Examples
    --------
    >>> torch.cumprod(torch.tensor([1., 2., 3., 4.]), dim=0)
    tensor([ 1.,  2.,  6., 24.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("cumprod", 2, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("cumprod", "axis", axis, dim, MISSING)
        if dim.__class__ is not int:
            dim = to_int("cumprod", "dim", dim)
        if out is not None:
            return write_out(_cumprod, out, input, dim, array_dtype(out.dtype if dtype is None else dtype))
        return _cumprod(input, dim, None if dtype is None else array_dtype(dtype))
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, *, dtype=None, out=None")
@handles_overrides
def cumsum(input: Tensor = MISSING, dim: Any = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
           dtype: dtype_type | None = None, out: Tensor | None = None, axis: Any = MISSING) -> Tensor:
    """The running sums along a dimension.

        out[i] = input[0] + input[1] + ... + input[i]

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.
    dim : int
        The dimension; negative ones count from the end.
    dtype : torch.dtype, optional
        What to sum in, and the dtype of the result. Integers are summed in `torch.int64` if it is not given.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape of `input`.

    Raises
    ------
    IndexError
        `dim` is no dimension of `input`.

    References
    ----------
    PyTorch: torch.cumsum

    Examples
    --------
    >>> torch.cumsum(torch.tensor([[1., 2., 3.], [4., 5., 6.]]), dim=1)
    tensor([[ 1.,  3.,  6.],
            [ 4.,  9., 15.]])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("cumsum", 2, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("cumsum", "axis", axis, dim, MISSING)
        if dim.__class__ is not int:
            dim = to_int("cumsum", "dim", dim)
        if out is not None:
            return write_out(_cumsum, out, input, dim, array_dtype(out.dtype if dtype is None else dtype))
        return _cumsum(input, dim, None if dtype is None else array_dtype(dtype))
    except Exception as error:
        return resolve(error)


@shown_as("input, offset=0, dim1=-2, dim2=-1")
@handles_overrides
def diag_embed(input: Tensor = MISSING, offset: int = 0, dim1: int = -2, dim2: int = -1, x: Any = MISSING, a: Any = MISSING,
               x1: Any = MISSING) -> Tensor:
    """Matrices whose diagonals are along the last dimension of a tensor.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    offset : int, default 0
        Which diagonal: 0 the main one, positive ones above, negative ones below.
    dim1 : int, default -2
        Where the rows go.
    dim2 : int, default -1
        Where the columns go.

    Returns
    -------
    Tensor
        With one dimension more than `input`; zero beside the diagonals.

    Raises
    ------
    RuntimeError
        Both dimensions are the same.

    References
    ----------
    PyTorch: torch.diag_embed

    Examples
    --------
    >>> torch.diag_embed(torch.tensor([[1, 2], [3, 4]]))
    tensor([[[1, 0],
             [0, 2]],
    <BLANKLINE>
            [[3, 0],
             [0, 4]]])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("diag_embed", 4, input, x, a, x1)
        if offset.__class__ is not int:
            offset = to_int("diag_embed", "offset", offset)
        if dim1.__class__ is not int:
            dim1 = to_int("diag_embed", "dim1", dim1)
        if dim2.__class__ is not int:
            dim2 = to_int("diag_embed", "dim2", dim2)
        return _diag_embed(input, offset, dim1, dim2)
    except Exception as error:
        return resolve(error)


@shown_as("input, offset=0, dim1=0, dim2=1")
@handles_overrides
def diagonal(input: Tensor = MISSING, offset: int = 0, dim1: int = 0, dim2: int = 1, x: Any = MISSING, a: Any = MISSING,
             x1: Any = MISSING) -> Tensor:
    """The diagonal of a matrix, or of all matrices along two dimensions.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    offset : int, default 0
        Which diagonal: 0 the main one, positive ones above, negative ones below.
    dim1 : int, default 0
        The dimension of rows.
    dim2 : int, default 1
        The dimension of columns.

    Returns
    -------
    Tensor
        A view, in which the diagonal is the last dimension.

    Raises
    ------
    RuntimeError
        Both dimensions are the same.

    References
    ----------
    PyTorch: torch.diagonal

    Examples
    --------
    >>> torch.diagonal(torch.tensor([[1, 2], [3, 4]]))
    tensor([1, 4])
    >>> torch.diagonal(torch.zeros(2, 3, 4), dim1=1, dim2=2).shape
    torch.Size([2, 3])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("diagonal", 4, input, x, a, x1)
        if offset.__class__ is not int:
            offset = to_int("diagonal", "offset", offset)
        if dim1.__class__ is not int:
            dim1 = to_int("diagonal", "dim1", dim1)
        if dim2.__class__ is not int:
            dim2 = to_int("diagonal", "dim2", dim2)
        return _diagonal(input, offset, dim1, dim2)
    except Exception as error:
        return resolve(error)


@shown_as("input, offset=0, dim1=0, dim2=1, *, out=None")
@handles_overrides
def diagonal_copy(input: Tensor = MISSING, offset: int = 0, dim1: int = 0, dim2: int = 1, x: Any = MISSING, a: Any = MISSING,
                  x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The diagonal as a copy; see `torch.diagonal`.

    Parameters
    ----------
    input : Tensor
        Of at least two dimensions.
    offset, dim1, dim2 : int, default 0, 0 and 1
        Which diagonal, and of which dimensions.
    out : Tensor, optional
        Takes the result.

    Returns
    -------
    Tensor
        A copy.

    References
    ----------
    PyTorch: torch.diagonal_copy

    Examples
    --------
    >>> torch.diagonal_copy(torch.tensor([[1, 2], [3, 4]]))
    tensor([1, 4])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("diagonal_copy", 4, input, x, a, x1)
        if offset.__class__ is not int:
            offset = to_int("diagonal_copy", "offset", offset)
        if dim1.__class__ is not int:
            dim1 = to_int("diagonal_copy", "dim1", dim1)
        if dim2.__class__ is not int:
            dim2 = to_int("diagonal_copy", "dim2", dim2)
        if out is not None:
            return write_out(_diagonal_copy, out, input, offset, dim1, dim2)
        return _diagonal_copy(input, offset, dim1, dim2)
    except Exception as error:
        return resolve(error)


@shown_as("input, src, offset=0, dim1=0, dim2=1")
@handles_overrides
def diagonal_scatter(input: Tensor = MISSING, src: Tensor = MISSING, offset: int = 0, dim1: int = 0, dim2: int = 1, x: Any = MISSING,
                     a: Any = MISSING, x1: Any = MISSING) -> Tensor:
    """A copy with another tensor as a diagonal.

    Parameters
    ----------
    input : Tensor
        What is copied, of at least two dimensions.
    src : Tensor
        The diagonal; in the shape of `torch.diagonal(input, offset, dim1, dim2)`.
    offset : int, default 0
        Which diagonal: 0 the main one, positive ones above, negative ones below.
    dim1 : int, default 0
        The dimension of rows.
    dim2 : int, default 1
        The dimension of columns.

    Returns
    -------
    Tensor
        Gradients flow back to both.

    Raises
    ------
    RuntimeError
        The shape of `src` does not fit.

    References
    ----------
    PyTorch: torch.diagonal_scatter

    Examples
    --------
    >>> torch.diagonal_scatter(torch.zeros(2, 2), torch.ones(2))
    tensor([[1., 0.],
            [0., 1.]])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("diagonal_scatter", 5, input, x, a, x1)
        if offset.__class__ is not int:
            offset = to_int("diagonal_scatter", "offset", offset)
        if dim1.__class__ is not int:
            dim1 = to_int("diagonal_scatter", "dim1", dim1)
        if dim2.__class__ is not int:
            dim2 = to_int("diagonal_scatter", "dim2", dim2)
        return _diagonal_scatter(input, src, offset, dim1, dim2)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def digamma(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The logarithmic derivative of the gamma function.

        out[i] = gamma'(input[i]) / gamma(input[i])

    -inf at zero and nan at the negative integers.

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
    PyTorch: torch.digamma

    Examples
    --------
    >>> torch.digamma(torch.tensor([1., 0.5, 10.]))
    tensor([-0.5772, -1.9635,  2.2518])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("digamma", 1, input, x, a, x1)
        if out is not None:
            return write_out(_digamma, out, input)
        return _digamma(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, tensor, *, out=None")
@handles_overrides
def dot(input: Tensor = MISSING, tensor: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
        out: Tensor | None = None) -> Tensor:
    """The inner product of two vectors.

        sum_i input[i] * tensor[i]

    Parameters
    ----------
    input : Tensor
        Of one dimension.
    tensor : Tensor
        Of the same size and dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Without dimensions. Nothing is conjugated, see `torch.vdot`.

    Raises
    ------
    RuntimeError
        The sizes or dtypes differ, or an operand is no vector.

    References
    ----------
    PyTorch: torch.dot

    Examples
    --------
    >>> torch.dot(torch.tensor([1., 2.]), torch.tensor([3., 4.]))
    tensor(11.)
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("dot", 2, input, x, a, x1)
        if out is not None:
            return write_out(_dot, out, input, tensor)
        return _dot(input, tensor)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def eq(input: Tensor = MISSING, other: Tensor | Number = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
       out: Tensor | None = None) -> Tensor:
    """Whether elements are equal.

        out[i] = input[i] == other[i]

    This is the operator `==`. For one answer about two whole tensors see `torch.equal`.

    Parameters
    ----------
    input : Tensor
        The left side.
    other : Tensor or number
        The right side.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Truth values (`torch.bool`) in the shape to which both sides broadcast; in place, in the dtype of the tensor.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.eq

    Examples
    --------
    >>> torch.eq(torch.tensor([1, 2, 3]), torch.tensor([1, 5, 3]))
    tensor([ True, False,  True])
    >>> torch.eq(torch.tensor([1., 2.]), 2)
    tensor([False,  True])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("eq", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_eq, out, input, other)
        return _eq(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def erf(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The error function.

        out[i] = 2 / sqrt(pi) * integral of e ** (-t ** 2) from 0 to input[i]

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
    PyTorch: torch.erf

    Examples
    --------
    >>> torch.erf(torch.tensor([0., 1., -1.]))
    tensor([ 0.0000,  0.8427, -0.8427])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("erf", 1, input, x, a, x1)
        if out is not None:
            return write_out(_erf, out, input)
        return _erf(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def erfc(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The complementary error function, 1 - erf, exact also where erf is near 1.

        out[i] = 1 - erf(input[i])

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
    PyTorch: torch.erfc

    Examples
    --------
    >>> torch.erfc(torch.tensor([0., 1., 10.]))
    tensor([1.0000e+00, 1.5730e-01, 1.4013e-45])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("erfc", 1, input, x, a, x1)
        if out is not None:
            return write_out(_erfc, out, input)
        return _erfc(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def erfinv(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The inverse of the error function.

        out[i] = the x with erf(x) = input[i]

    Defined between -1 and 1, which give infinities; nan beyond.

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
    PyTorch: torch.erfinv

    Examples
    --------
    >>> torch.erfinv(torch.tensor([0., 0.5, -1., 2.]))
    tensor([0.0000, 0.4769,   -inf,    nan])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("erfinv", 1, input, x, a, x1)
        if out is not None:
            return write_out(_erfinv, out, input)
        return _erfinv(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def exp(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """e to the power of each element.

        out[i] = e ** input[i]

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
    PyTorch: torch.exp

    Examples
    --------
    >>> torch.exp(torch.tensor([0., 1., -1.]))
    tensor([1.0000, 2.7183, 0.3679])
    >>> torch.exp(torch.tensor([0, 2]))
    tensor([1.0000, 7.3891])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("exp", 1, input, x, a, x1)
        if out is not None:
            return write_out(_exp, out, input)
        return _exp(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def exp2(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """2 to the power of each element.

        out[i] = 2 ** input[i]

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
    PyTorch: torch.exp2

    Examples
    --------
    >>> torch.exp2(torch.tensor([0., 1., 3., -1.]))
    tensor([1.0000, 2.0000, 8.0000, 0.5000])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("exp2", 1, input, x, a, x1)
        if out is not None:
            return write_out(_exp2, out, input)
        return _exp2(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def expm1(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The exponential less one, exact also near zero.

        out[i] = e ** input[i] - 1

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype. Where they are small, `torch.exp(x) - 1` would lose the digits that this keeps.
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
    PyTorch: torch.expm1

    Examples
    --------
    >>> torch.expm1(torch.tensor([0., 1e-6, 1.]))
    tensor([0.0000e+00, 1.0000e-06, 1.7183e+00])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("expm1", 1, input, x, a, x1)
        if out is not None:
            return write_out(_expm1, out, input)
        return _expm1(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def fix(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """Each element rounded towards zero.

        out[i] = sign(input[i]) * floor(|input[i]|)

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Raises
    ------
    RuntimeError
        `input` is complex, or `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.trunc

    Examples
    --------
    >>> torch.fix(torch.tensor([-1.7, 0.2, 1.9]))
    tensor([-1.,  0.,  1.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("fix", 1, input, x, a, x1)
        if out is not None:
            return write_out(_trunc, out, input)
        return _trunc(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def floor(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """Each element rounded down.

        out[i] = the largest integer that is not above input[i]

    Integers come back as they are. The gradient is zero.

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Raises
    ------
    RuntimeError
        `input` is complex, or `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.floor

    Examples
    --------
    >>> torch.floor(torch.tensor([-0.5, 0.2, 1.]))
    tensor([-1.,  0.,  1.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("floor", 1, input, x, a, x1)
        if out is not None:
            return write_out(_floor, out, input)
        return _floor(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def floor_divide(input: Tensor = MISSING, other: Tensor | Number = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
                 x2: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The quotient of two tensors, rounded downwards.

        out[i] = floor(input[i] / other[i])

    This is the operator `//`.

    Parameters
    ----------
    input : Tensor
        The first operand.
    other : Tensor or number
        The second operand.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast and the dtype to which they promote.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast, or integers are divided by zero.

    References
    ----------
    PyTorch: torch.floor_divide

    Examples
    --------
    >>> torch.floor_divide(torch.tensor([7, -7]), 2)
    tensor([ 3, -4])
    >>> torch.floor_divide(torch.tensor([4., 3.]), torch.tensor([2.5]))
    tensor([1., 1.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("floor_divide", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_floor_divide, out, input, other)
        return _floor_divide(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def fmax(input: Tensor = MISSING, other: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
         out: Tensor | None = None) -> Tensor:
    """The greater of two tensors, element by element; of a nan and a number the number.

    Parameters
    ----------
    input : Tensor
        The first operand.
    other : Tensor
        The second operand.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast and the dtype to which they promote.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast, or `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.fmax

    Examples
    --------
    >>> torch.fmax(torch.tensor([1., float("nan")]), torch.tensor([float("nan"), 2.]))
    tensor([1., 2.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("fmax", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_fmax, out, input, other)
        return _fmax(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def fmin(input: Tensor = MISSING, other: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
         out: Tensor | None = None) -> Tensor:
    """The smaller of two tensors, element by element; of a nan and a number the number.

    Parameters
    ----------
    input : Tensor
        The first operand.
    other : Tensor
        The second operand.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast and the dtype to which they promote.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast, or `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.fmin

    Examples
    --------
    >>> torch.fmin(torch.tensor([1., float("nan")]), torch.tensor([3., 2.]))
    tensor([1., 2.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("fmin", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_fmin, out, input, other)
        return _fmin(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def fmod(input: Tensor = MISSING, other: Tensor | Number = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
         x2: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The remainder of a division that rounds towards zero, as in C; its sign is that of the dividend.

        out[i] = input[i] - trunc(input[i] / other[i]) * other[i]

    Parameters
    ----------
    input : Tensor
        The first operand.
    other : Tensor or number
        The second operand.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast and the dtype to which they promote.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast, or integers are divided by zero.

    References
    ----------
    PyTorch: torch.fmod

    Examples
    --------
    >>> torch.fmod(torch.tensor([-3., -1., 1., 3.]), 2)
    tensor([-1., -1.,  1.,  1.])
    >>> torch.fmod(torch.tensor([5, -5]), -3)
    tensor([ 2, -2])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("fmod", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_fmod, out, input, other)
        return _fmod(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def frac(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """What is behind the point, with the sign of the element.

        out[i] = input[i] - trunc(input[i])

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Raises
    ------
    RuntimeError
        `input` is of integers or complex.

    References
    ----------
    PyTorch: torch.frac

    Examples
    --------
    >>> torch.frac(torch.tensor([1.5, -2.25, 3.]))
    tensor([ 0.5000, -0.2500,  0.0000])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("frac", 1, input, x, a, x1)
        if out is not None:
            return write_out(_frac, out, input)
        return _frac(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def gcd(input: Tensor = MISSING, other: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
        out: Tensor | None = None) -> Tensor:
    """The greatest common divisor of integers.

    Parameters
    ----------
    input : Tensor
        Integers.
    other : Tensor
        Integers.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Not negative; in the shape to which the operands broadcast. gcd(0, 0) is 0.

    Raises
    ------
    RuntimeError
        An operand is not of integers.

    References
    ----------
    PyTorch: torch.gcd

    Examples
    --------
    >>> torch.gcd(torch.tensor([12, 18, 0]), torch.tensor([8, -27, 5]))
    tensor([4, 9, 5])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("gcd", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_gcd, out, input, other)
        return _gcd(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def ge(input: Tensor = MISSING, other: Tensor | Number = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
       out: Tensor | None = None) -> Tensor:
    """Whether elements are greater than or equal to those of the other side.

        out[i] = input[i] >= other[i]

    This is the operator `>=`. Complex numbers have no order, and raise RuntimeError.

    Parameters
    ----------
    input : Tensor
        The left side.
    other : Tensor or number
        The right side.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Truth values (`torch.bool`) in the shape to which both sides broadcast; in place, in the dtype of the tensor.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.ge

    Examples
    --------
    >>> torch.ge(torch.tensor([1, 2, 3]), 2)
    tensor([False,  True,  True])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("ge", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_ge, out, input, other)
        return _ge(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, vec2, *, out=None")
@handles_overrides
def ger(input: Tensor = MISSING, vec2: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
        out: Tensor | None = None) -> Tensor:
    """The outer product of two vectors.

        out[i, j] = input[i] * vec2[j]

    Parameters
    ----------
    input : Tensor
        Of size n.
    vec2 : Tensor
        Of size m.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        n x m.

    Raises
    ------
    RuntimeError
        An operand is no vector.

    References
    ----------
    PyTorch: torch.outer

    Examples
    --------
    >>> torch.ger(torch.tensor([1., 2.]), torch.tensor([3., 4.]))
    tensor([[3., 4.],
            [6., 8.]])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("ger", 2, input, x, a, x1)
        if out is not None:
            return write_out(_ger, out, input, vec2)
        return _ger(input, vec2)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def greater(input: Tensor = MISSING, other: Tensor | Number = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
            x2: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """Whether elements are greater than those of the other side.

        out[i] = input[i] > other[i]

    This is the operator `>`. Complex numbers have no order, and raise RuntimeError.

    Parameters
    ----------
    input : Tensor
        The left side.
    other : Tensor or number
        The right side.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Truth values (`torch.bool`) in the shape to which both sides broadcast; in place, in the dtype of the tensor.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.gt

    Examples
    --------
    >>> torch.greater(torch.tensor([1, 2, 3]), 2)
    tensor([False, False,  True])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("greater", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_gt, out, input, other)
        return _gt(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def greater_equal(input: Tensor = MISSING, other: Tensor | Number = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
                  x2: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """Whether elements are greater than or equal to those of the other side.

        out[i] = input[i] >= other[i]

    This is the operator `>=`. Complex numbers have no order, and raise RuntimeError.

    Parameters
    ----------
    input : Tensor
        The left side.
    other : Tensor or number
        The right side.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Truth values (`torch.bool`) in the shape to which both sides broadcast; in place, in the dtype of the tensor.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.ge

    Examples
    --------
    >>> torch.greater_equal(torch.tensor([1, 2, 3]), 2)
    tensor([False,  True,  True])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("greater_equal", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_ge, out, input, other)
        return _ge(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def gt(input: Tensor = MISSING, other: Tensor | Number = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
       out: Tensor | None = None) -> Tensor:
    """Whether elements are greater than those of the other side.

        out[i] = input[i] > other[i]

    This is the operator `>`. Complex numbers have no order, and raise RuntimeError.

    Parameters
    ----------
    input : Tensor
        The left side.
    other : Tensor or number
        The right side.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Truth values (`torch.bool`) in the shape to which both sides broadcast; in place, in the dtype of the tensor.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.gt

    Examples
    --------
    >>> torch.gt(torch.tensor([1, 2, 3]), 2)
    tensor([False, False,  True])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("gt", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_gt, out, input, other)
        return _gt(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, lambd=0.5, *, out=None")
@handles_overrides
def hardshrink(input: Tensor = MISSING, lambd: Number = 0.5, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
               out: Tensor | None = None) -> Tensor:
    """Elements near zero become zero.

        out[i] = input[i] if |input[i]| > lambd, else 0

    Parameters
    ----------
    input : Tensor
        Floats.
    lambd : float, default 0.5
        How near.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    References
    ----------
    PyTorch: torch.hardshrink

    Examples
    --------
    >>> torch.hardshrink(torch.tensor([-1., 0.3, 2.]))
    tensor([-1.,  0.,  2.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("hardshrink", 2, input, x, a, x1)
        if out is not None:
            return write_out(_hardshrink, out, input, as_scalar(lambd))
        return _hardshrink(input, as_scalar(lambd))
    except Exception as error:
        return resolve(error)


@shown_as("input, dim=(), *, keepdim=False, mode=0, out=None")
@handles_overrides
def hash_tensor(input: Tensor = MISSING, dim: int | Sequence[int] = (), x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
                keepdim: bool = False, mode: int = 0, out: Tensor | None = None, axis: Any = MISSING, keepdims: Any = MISSING) -> Tensor:
    """A hash of the bits of a tensor, the same for equal values.

    Parameters
    ----------
    input : Tensor
        Of any dtype.
    mode : int, default 0
        The kind of hash; 0, the exclusive or of the elements' bits, is the only one.
    dim : int or tuple of ints, optional
        What to reduce; all dimensions if not given.
    keepdim : bool, default False
        Keep the reduced dimensions, with size 1.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Of the dtype `torch.uint64`.

    References
    ----------
    PyTorch: torch.hash_tensor

    Examples
    --------
    >>> torch.hash_tensor(torch.tensor([1, 2, 4]))
    tensor(7, dtype=torch.uint64)
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("hash_tensor", 2, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("hash_tensor", "axis", axis, dim, ())
        if keepdims is not MISSING:
            keepdim = resolve_alias("hash_tensor", "keepdims", keepdims, keepdim, False)
        if dim.__class__ not in SIZES and dim is not None:
            check_int_list("hash_tensor", "dim", dim)
        if keepdim is not False and keepdim is not True:
            raise_wrong_type("hash_tensor", "keepdim", "bool", keepdim)
        if mode.__class__ is not int:
            mode = to_int("hash_tensor", "mode", mode)
        if out is not None:
            return write_out(_hash_tensor, out, input, dim, keepdim, mode)
        return _hash_tensor(input, dim, keepdim, mode)
    except Exception as error:
        return resolve(error)


@shown_as("input, values, *, out=None")
@handles_overrides
def heaviside(input: Tensor = MISSING, values: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
              out: Tensor | None = None) -> Tensor:
    """The step function: 0 below zero, 1 above, and `values` at zero.

        out[i] = 0 if input[i] < 0, values[i] if input[i] == 0, 1 if input[i] > 0

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    values : Tensor
        What it is at zero; of the dtype of `input`.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast.

    Raises
    ------
    RuntimeError
        The dtypes differ, or the operands are complex.

    References
    ----------
    PyTorch: torch.heaviside

    Examples
    --------
    >>> torch.heaviside(torch.tensor([-1.5, 0., 2.]), torch.tensor([0.5]))
    tensor([0.0000, 0.5000, 1.0000])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("heaviside", 2, input, x, a, x1)
        if out is not None:
            return write_out(_heaviside, out, input, values)
        return _heaviside(input, values)
    except Exception as error:
        return resolve(error)


@shown_as("input, bins=100, min=0, max=0, *, out=None")
@handles_overrides
def histc(input: Tensor = MISSING, bins: int = 100, min: Number = 0, max: Number = 0, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
          out: Tensor | None = None) -> Tensor:
    """How many elements fall into each of `bins` equal intervals.

    Parameters
    ----------
    input : Tensor
        Floats.
    bins : int, default 100
        How many intervals.
    min : number, default 0
        The lower end.
    max : number, default 0
        The upper end; if both are 0 the least and greatest elements are taken.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Numbers of elements, in the dtype of `input`. What is out of range, and nan, is left out.

    Raises
    ------
    RuntimeError
        `max` is less than `min`, or `bins` is not positive.

    References
    ----------
    PyTorch: torch.histc

    Examples
    --------
    >>> torch.histc(torch.tensor([1., 2., 1., 4.]), bins=4, min=0, max=4)
    tensor([0., 2., 1., 1.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("histc", 4, input, x, a, x1)
        if bins.__class__ is not int:
            bins = to_int("histc", "bins", bins)
        if out is not None:
            return write_out(_histc, out, input, bins, as_scalar(min), as_scalar(max))
        return _histc(input, bins, as_scalar(min), as_scalar(max))
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def hypot(input: Tensor = MISSING, other: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
          out: Tensor | None = None) -> Tensor:
    """The length of the hypotenuse of right-angled triangles, without overflow.

        out[i] = sqrt(input[i] ** 2 + other[i] ** 2)

    Parameters
    ----------
    input : Tensor
        The first operand.
    other : Tensor
        The second operand.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast and the dtype to which they promote.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast, or `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.hypot

    Examples
    --------
    >>> torch.hypot(torch.tensor([3., 5.]), torch.tensor([4., 12.]))
    tensor([ 5., 13.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("hypot", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_hypot, out, input, other)
        return _hypot(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def i0(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The modified Bessel function of the first kind and order 0.

        out[i] = sum of (input[i] / 2) ** (2 k) / (k!) ** 2 over k >= 0

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
    PyTorch: torch.i0

    Examples
    --------
    >>> torch.i0(torch.tensor([0., 1., 2.]))
    tensor([1.0000, 1.2661, 2.2796])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("i0", 1, input, x, a, x1)
        if out is not None:
            return write_out(_i0, out, input)
        return _i0(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def igamma(input: Tensor = MISSING, other: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
           out: Tensor | None = None) -> Tensor:
    """The regularized lower incomplete gamma function.

        out[i] = integral of t ** (input[i] - 1) * e ** -t from 0 to other[i], divided by gamma(input[i])

    Parameters
    ----------
    input : Tensor
        The parameter; floats that are not negative.
    other : Tensor
        The upper limit; floats that are not negative.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Between 0 and 1, in the shape to which both broadcast.

    Raises
    ------
    RuntimeError
        An operand is not floating, or the shapes cannot be broadcast.

    Notes
    -----
    It has a derivative only for `other`.

    References
    ----------
    PyTorch: torch.igamma

    Examples
    --------
    >>> torch.igamma(torch.tensor([1., 4.]), torch.tensor([1., 3.]))
    tensor([0.6321, 0.3528])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("igamma", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_igamma, out, input, other)
        return _igamma(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def igammac(input: Tensor = MISSING, other: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
            out: Tensor | None = None) -> Tensor:
    """The regularized upper incomplete gamma function, 1 - gammainc.

        out[i] = integral of t ** (input[i] - 1) * e ** -t from other[i] on, divided by gamma(input[i])

    Parameters
    ----------
    input : Tensor
        The parameter; floats that are not negative.
    other : Tensor
        The lower limit; floats that are not negative.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Between 0 and 1, in the shape to which both broadcast.

    Raises
    ------
    RuntimeError
        An operand is not floating, or the shapes cannot be broadcast.

    Notes
    -----
    It has a derivative only for `other`.

    References
    ----------
    PyTorch: torch.igammac

    Examples
    --------
    >>> torch.igammac(torch.tensor([1., 4.]), torch.tensor([1., 3.]))
    tensor([0.3679, 0.6472])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("igammac", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_igammac, out, input, other)
        return _igammac(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, index, source, *, alpha=1, out=None")
@handles_overrides
def index_add(input: Tensor = MISSING, dim: Any = MISSING, index: Tensor = MISSING, source: Tensor = MISSING, x: Any = MISSING,
              a: Any = MISSING, x1: Any = MISSING, alpha: Number = 1, out: Tensor | None = None, axis: Any = MISSING) -> Tensor:
    """Adds slices of a source at some indices of a dimension.

        input[index[i], ...] += alpha * source[i, ...]    (dim = 0)

    Parameters
    ----------
    input : Tensor
        What is added to.
    dim : int
        The dimension.
    index : Tensor
        Where; `torch.int32` or `torch.int64`, of one dimension.
    source : Tensor
        What is added; as long along `dim` as `index`.
    alpha : number, default 1
        Multiplies `source`.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape of `input`.

    Raises
    ------
    RuntimeError
        An index is out of range, or a shape or dtype does not fit.

    References
    ----------
    PyTorch: torch.index_add

    Examples
    --------
    >>> torch.index_add(torch.zeros(3), 0, torch.tensor([0, 0, 2]), torch.tensor([1., 2., 3.]))
    tensor([3., 0., 3.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("index_add", 4, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("index_add", "axis", axis, dim, MISSING)
        if dim.__class__ is not int:
            dim = to_int("index_add", "dim", dim)
        if out is not None:
            return write_out(_index_add, out, input, dim, index, source, as_scalar(alpha))
        return _index_add(input, dim, index, source, as_scalar(alpha))
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, index, source, *, out=None")
@handles_overrides
def index_copy(input: Tensor = MISSING, dim: Any = MISSING, index: Tensor = MISSING, source: Tensor = MISSING, x: Any = MISSING,
               a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None, axis: Any = MISSING) -> Tensor:
    """Writes slices of a source at some indices of a dimension.

        input[index[i], ...] = source[i, ...]    (dim = 0)

    Parameters
    ----------
    input : Tensor
        What is written over.
    dim : int
        The dimension.
    index : Tensor
        Where; `torch.int64`, of one dimension.
    source : Tensor
        What is written; as long along `dim` as `index`, of the dtype of `input`.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape of `input`.

    Raises
    ------
    RuntimeError
        An index is out of range, or a shape or dtype does not fit.

    References
    ----------
    PyTorch: torch.index_copy

    Examples
    --------
    >>> torch.index_copy(torch.zeros(3), 0, torch.tensor([2, 0]), torch.tensor([5., 6.]))
    tensor([6., 0., 5.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("index_copy", 4, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("index_copy", "axis", axis, dim, MISSING)
        if dim.__class__ is not int:
            dim = to_int("index_copy", "dim", dim)
        if out is not None:
            return write_out(_index_copy, out, input, dim, index, source)
        return _index_copy(input, dim, index, source)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, index, *, out=None")
@handles_overrides
def index_select(input: Tensor = MISSING, dim: Any = MISSING, index: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING,
                 x1: Any = MISSING, out: Tensor | None = None, axis: Any = MISSING) -> Tensor:
    """The slices at some indices of a dimension.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    dim : int
        The dimension.
    index : Tensor
        Which slices, in which order; `torch.int32` or `torch.int64`, of one dimension.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        A copy, as long along `dim` as `index`.

    Raises
    ------
    IndexError
        An index is out of range.

    Notes
    -----
    The gradient is added up where an index comes more than once.

    References
    ----------
    PyTorch: torch.index_select

    Examples
    --------
    >>> torch.index_select(torch.tensor([[1, 2], [3, 4], [5, 6]]), 0, torch.tensor([2, 0]))
    tensor([[5, 6],
            [1, 2]])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("index_select", 3, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("index_select", "axis", axis, dim, MISSING)
        if dim.__class__ is not int:
            dim = to_int("index_select", "dim", dim)
        if out is not None:
            return write_out(_index_select, out, input, dim, index)
        return _index_select(input, dim, index)
    except Exception as error:
        return resolve(error)


@shown_as("input")
@handles_overrides
def isfinite(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING) -> Tensor:
    """Whether elements are neither infinite nor nan.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.

    Returns
    -------
    Tensor
        Truth values (`torch.bool`), in the shape of `input`.

    References
    ----------
    PyTorch: torch.isfinite

    Examples
    --------
    >>> torch.isfinite(torch.tensor([1., float("nan"), float("inf")]))
    tensor([ True, False, False])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("isfinite", 1, input, x, a, x1)
        return _isfinite(input)
    except Exception as error:
        return resolve(error)


@shown_as("input")
@handles_overrides
def isinf(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING) -> Tensor:
    """Whether elements are inf or -inf; of complex numbers, whether a part is.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.

    Returns
    -------
    Tensor
        Truth values (`torch.bool`), in the shape of `input`.

    References
    ----------
    PyTorch: torch.isinf

    Examples
    --------
    >>> torch.isinf(torch.tensor([1., float("nan"), float("-inf")]))
    tensor([False, False,  True])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("isinf", 1, input, x, a, x1)
        return _isinf(input)
    except Exception as error:
        return resolve(error)


@shown_as("input")
@handles_overrides
def isnan(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING) -> Tensor:
    """Whether elements are nan; of complex numbers, whether a part is.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.

    Returns
    -------
    Tensor
        Truth values (`torch.bool`), in the shape of `input`.

    References
    ----------
    PyTorch: torch.isnan

    Examples
    --------
    >>> torch.isnan(torch.tensor([1., float("nan"), float("inf")]))
    tensor([False,  True, False])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("isnan", 1, input, x, a, x1)
        return _isnan(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def isneginf(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """Whether elements are -inf.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Truth values (`torch.bool`), in the shape of `input`.

    Raises
    ------
    RuntimeError
        `input` is complex.

    References
    ----------
    PyTorch: torch.isneginf

    Examples
    --------
    >>> torch.isneginf(torch.tensor([float("-inf"), float("inf"), 1.]))
    tensor([ True, False, False])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("isneginf", 1, input, x, a, x1)
        if out is not None:
            return write_out(_isneginf, out, input)
        return _isneginf(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def isposinf(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """Whether elements are inf.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Truth values (`torch.bool`), in the shape of `input`.

    Raises
    ------
    RuntimeError
        `input` is complex.

    References
    ----------
    PyTorch: torch.isposinf

    Examples
    --------
    >>> torch.isposinf(torch.tensor([float("-inf"), float("inf"), 1.]))
    tensor([False,  True, False])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("isposinf", 1, input, x, a, x1)
        if out is not None:
            return write_out(_isposinf, out, input)
        return _isposinf(input)
    except Exception as error:
        return resolve(error)


@shown_as("input")
@handles_overrides
def isreal(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING) -> Tensor:
    """Whether elements have no imaginary part, or one of zero.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.

    Returns
    -------
    Tensor
        Truth values (`torch.bool`), in the shape of `input`.

    References
    ----------
    PyTorch: torch.isreal

    Examples
    --------
    >>> torch.isreal(torch.tensor([1 + 1j, 2 + 0j]))
    tensor([False,  True])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("isreal", 1, input, x, a, x1)
        return _isreal(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, k, dim=-1, keepdim=False, *, out=None")
@handles_overrides
def kthvalue(input: Tensor = MISSING, k: int = MISSING, dim: int = -1, keepdim: bool = False, x: Any = MISSING, a: Any = MISSING,
             x1: Any = MISSING, out: Sequence[Tensor] | None = None, axis: Any = MISSING, keepdims: Any = MISSING) -> return_types.kthvalue:
    """The `k`-th least elements along a dimension, and where they stand.

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    k : int
        Which; 1 is the least.
    dim : int, optional
        What to look along; the last dimension if not given.
    keepdim : bool, default False
        Keep the reduced dimensions, with size 1.
    out : tuple of two Tensors, optional
        Take the results.

    Returns
    -------
    values (Tensor)
        Without `dim`, or with size 1 there if `keepdim` is true.
    indices (Tensor)
        Where along `dim` they stand.

    Raises
    ------
    RuntimeError
        `k` is out of range.

    References
    ----------
    PyTorch: torch.kthvalue

    Examples
    --------
    >>> torch.kthvalue(torch.tensor([[4., 1., 3.], [9., 8., 7.]]), 2)
    torch.return_types.kthvalue(
    values=tensor([3., 8.]),
    indices=tensor([2, 1]))
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("kthvalue", 4, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("kthvalue", "axis", axis, dim, -1)
        if keepdims is not MISSING:
            keepdim = resolve_alias("kthvalue", "keepdims", keepdims, keepdim, False)
        if k.__class__ is not int:
            k = to_int("kthvalue", "k", k)
        if dim.__class__ is not int:
            dim = to_int("kthvalue", "dim", dim)
        if keepdim is not False and keepdim is not True:
            raise_wrong_type("kthvalue", "keepdim", "bool", keepdim)
        if out is not None:
            return write_out(_kthvalue, out, input, k, dim, keepdim)
        return return_types.from_items(return_types.kthvalue, _kthvalue(input, k, dim, keepdim))
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def lcm(input: Tensor = MISSING, other: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
        out: Tensor | None = None) -> Tensor:
    """The least common multiple of integers.

    Parameters
    ----------
    input : Tensor
        Integers.
    other : Tensor
        Integers.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Not negative; in the shape to which the operands broadcast. lcm(0, n) is 0.

    Raises
    ------
    RuntimeError
        An operand is not of integers.

    References
    ----------
    PyTorch: torch.lcm

    Examples
    --------
    >>> torch.lcm(torch.tensor([4, 6, 0]), torch.tensor([6, 8, 5]))
    tensor([12, 24,  0])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("lcm", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_lcm, out, input, other)
        return _lcm(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def le(input: Tensor = MISSING, other: Tensor | Number = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
       out: Tensor | None = None) -> Tensor:
    """Whether elements are less than or equal to those of the other side.

        out[i] = input[i] <= other[i]

    This is the operator `<=`. Complex numbers have no order, and raise RuntimeError.

    Parameters
    ----------
    input : Tensor
        The left side.
    other : Tensor or number
        The right side.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Truth values (`torch.bool`) in the shape to which both sides broadcast; in place, in the dtype of the tensor.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.le

    Examples
    --------
    >>> torch.le(torch.tensor([1, 2, 3]), 2)
    tensor([ True,  True, False])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("le", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_le, out, input, other)
        return _le(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def less(input: Tensor = MISSING, other: Tensor | Number = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
         x2: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """Whether elements are less than those of the other side.

        out[i] = input[i] < other[i]

    This is the operator `<`. Complex numbers have no order, and raise RuntimeError.

    Parameters
    ----------
    input : Tensor
        The left side.
    other : Tensor or number
        The right side.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Truth values (`torch.bool`) in the shape to which both sides broadcast; in place, in the dtype of the tensor.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.lt

    Examples
    --------
    >>> torch.less(torch.tensor([1, 2, 3]), 2)
    tensor([ True, False, False])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("less", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_lt, out, input, other)
        return _lt(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def less_equal(input: Tensor = MISSING, other: Tensor | Number = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
               x2: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """Whether elements are less than or equal to those of the other side.

        out[i] = input[i] <= other[i]

    This is the operator `<=`. Complex numbers have no order, and raise RuntimeError.

    Parameters
    ----------
    input : Tensor
        The left side.
    other : Tensor or number
        The right side.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Truth values (`torch.bool`) in the shape to which both sides broadcast; in place, in the dtype of the tensor.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.le

    Examples
    --------
    >>> torch.less_equal(torch.tensor([1, 2, 3]), 2)
    tensor([ True,  True, False])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("less_equal", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_le, out, input, other)
        return _le(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def lgamma(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The logarithm of |gamma|, the absolute values of the gamma function.

        out[i] = ln |gamma(input[i])|

    Its derivative is `torch.digamma`. It is infinite at zero and the negative integers.

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
    PyTorch: torch.lgamma

    Examples
    --------
    >>> torch.lgamma(torch.tensor([0.5, 1., 10., -2.]))
    tensor([ 0.5724,  0.0000, 12.8018,     inf])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("lgamma", 1, input, x, a, x1)
        if out is not None:
            return write_out(_lgamma, out, input)
        return _lgamma(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def log(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The natural logarithm of each element.

        out[i] = ln(input[i])

    Zero gives -inf and negative real numbers nan.

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
    PyTorch: torch.log

    Examples
    --------
    >>> torch.log(torch.tensor([1., 10., 0.]))
    tensor([0.0000, 2.3026,   -inf])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("log", 1, input, x, a, x1)
        if out is not None:
            return write_out(_log, out, input)
        return _log(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def log10(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The logarithm of each element to the base 10.

        out[i] = log10(input[i])

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
    PyTorch: torch.log10

    Examples
    --------
    >>> torch.log10(torch.tensor([1., 1000., 0.1]))
    tensor([ 0.,  3., -1.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("log10", 1, input, x, a, x1)
        if out is not None:
            return write_out(_log10, out, input)
        return _log10(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def log1p(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The natural logarithm of one plus each element, exact also near zero.

        out[i] = ln(1 + input[i])

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
    PyTorch: torch.log1p

    Examples
    --------
    >>> torch.log1p(torch.tensor([0., 1e-6, 1.]))
    tensor([0.0000e+00, 1.0000e-06, 6.9315e-01])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("log1p", 1, input, x, a, x1)
        if out is not None:
            return write_out(_log1p, out, input)
        return _log1p(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def log2(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The logarithm of each element to the base 2.

        out[i] = log2(input[i])

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
    PyTorch: torch.log2

    Examples
    --------
    >>> torch.log2(torch.tensor([1., 8., 0.5]))
    tensor([ 0.,  3., -1.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("log2", 1, input, x, a, x1)
        if out is not None:
            return write_out(_log2, out, input)
        return _log2(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def logaddexp(input: Tensor = MISSING, other: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
              out: Tensor | None = None) -> Tensor:
    """The logarithm of a sum of exponentials, without overflow.

        out[i] = ln(e ** input[i] + e ** other[i])

    Adds numbers of which only the logarithms can be represented. See `torch.logsumexp` for more than two.

    Parameters
    ----------
    input : Tensor
        The first operand.
    other : Tensor
        The second operand.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast and the dtype to which they promote.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast, or `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.logaddexp

    Examples
    --------
    >>> torch.logaddexp(torch.tensor([-1000., 0.]), torch.tensor([-1000., 1.]))
    tensor([-999.3068,    1.3133])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("logaddexp", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_logaddexp, out, input, other)
        return _logaddexp(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def logaddexp2(input: Tensor = MISSING, other: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
               out: Tensor | None = None) -> Tensor:
    """The logarithm to the base 2 of a sum of powers of 2, without overflow.

        out[i] = log2(2 ** input[i] + 2 ** other[i])

    Parameters
    ----------
    input : Tensor
        The first operand.
    other : Tensor
        The second operand.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast and the dtype to which they promote.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast, or `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.logaddexp2

    Examples
    --------
    >>> torch.logaddexp2(torch.tensor([3., 0.]), torch.tensor([3., 1.]))
    tensor([4.0000, 1.5850])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("logaddexp2", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_logaddexp2, out, input, other)
        return _logaddexp2(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, *, out=None")
@handles_overrides
def logcumsumexp(input: Tensor = MISSING, dim: Any = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
                 out: Tensor | None = None, axis: Any = MISSING) -> Tensor:
    """The logarithms of running sums of exponentials, without overflow.

        out[i] = ln(e ** input[0] + ... + e ** input[i])

    Parameters
    ----------
    input : Tensor
        Floats or complex numbers.
    dim : int
        The dimension; negative ones count from the end.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape and dtype of `input`.

    Raises
    ------
    IndexError
        `dim` is no dimension of `input`.

    References
    ----------
    PyTorch: torch.logcumsumexp

    Examples
    --------
    >>> torch.logcumsumexp(torch.tensor([0., 0., 1000.]), dim=0)
    tensor([0.0000e+00, 6.9315e-01, 1.0000e+03])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("logcumsumexp", 2, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("logcumsumexp", "axis", axis, dim, MISSING)
        if dim.__class__ is not int:
            dim = to_int("logcumsumexp", "dim", dim)
        if out is not None:
            return write_out(_logcumsumexp, out, input, dim)
        return _logcumsumexp(input, dim)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def logical_and(input: Tensor = MISSING, other: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
                out: Tensor | None = None) -> Tensor:
    """Whether both elements are true.

        out[i] = input[i] != 0 and other[i] != 0

    Parameters
    ----------
    input : Tensor
        Of any dtype; what is not zero counts as True.
    other : Tensor
        The second operand, likewise.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Truth values (`torch.bool`) in the shape to which the operands broadcast.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.logical_and

    Examples
    --------
    >>> torch.logical_and(torch.tensor([True, True, False]), torch.tensor([True, False, False]))
    tensor([ True, False, False])
    >>> torch.logical_and(torch.tensor([0, 1, 2]), torch.tensor([1, 0, 3]))
    tensor([False, False,  True])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("logical_and", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_logical_and, out, input, other)
        return _logical_and(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def logical_not(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """Whether elements are false.

        out[i] = input[i] == 0

    Parameters
    ----------
    input : Tensor
        Of any dtype; what is not zero counts as True.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Truth values in the shape of `input`; in place, and into `out`, in the dtype of that.

    References
    ----------
    PyTorch: torch.logical_not

    Examples
    --------
    >>> torch.logical_not(torch.tensor([False, True, True]))
    tensor([ True, False, False])
    >>> torch.logical_not(torch.tensor([3, 0, -2]))
    tensor([False,  True, False])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("logical_not", 1, input, x, a, x1)
        if out is not None:
            return write_out(_logical_not, out, input)
        return _logical_not(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def logical_or(input: Tensor = MISSING, other: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
               out: Tensor | None = None) -> Tensor:
    """Whether at least one of both elements is true.

        out[i] = input[i] != 0 or other[i] != 0

    Parameters
    ----------
    input : Tensor
        Of any dtype; what is not zero counts as True.
    other : Tensor
        The second operand, likewise.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Truth values (`torch.bool`) in the shape to which the operands broadcast.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.logical_or

    Examples
    --------
    >>> torch.logical_or(torch.tensor([True, True, False]), torch.tensor([True, False, False]))
    tensor([ True,  True, False])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("logical_or", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_logical_or, out, input, other)
        return _logical_or(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def logical_xor(input: Tensor = MISSING, other: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
                out: Tensor | None = None) -> Tensor:
    """Whether just one of both elements is true.

        out[i] = (input[i] != 0) != (other[i] != 0)

    Parameters
    ----------
    input : Tensor
        Of any dtype; what is not zero counts as True.
    other : Tensor
        The second operand, likewise.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Truth values (`torch.bool`) in the shape to which the operands broadcast.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.logical_xor

    Examples
    --------
    >>> torch.logical_xor(torch.tensor([True, True, False]), torch.tensor([True, False, False]))
    tensor([False,  True, False])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("logical_xor", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_logical_xor, out, input, other)
        return _logical_xor(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, eps=None, *, out=None")
@handles_overrides
def logit(input: Tensor = MISSING, eps: float | None = None, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
          out: Tensor | None = None) -> Tensor:
    """The logarithm of the odds, the inverse of `torch.sigmoid`.

        out[i] = ln(input[i] / (1 - input[i]))

    Parameters
    ----------
    input : Tensor
        Probabilities; outside of 0 to 1 the result is nan.
    eps : float, optional
        Elements are first clamped to lie between eps and 1 - eps.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape; integers give the default dtype.

    References
    ----------
    PyTorch: torch.logit

    Examples
    --------
    >>> torch.logit(torch.tensor([0.5, 0.9, 1.]))
    tensor([0.0000, 2.1972,    inf])
    >>> torch.logit(torch.tensor([0., 1.]), eps=1e-3)
    tensor([-6.9068,  6.9068])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("logit", 2, input, x, a, x1)
        if out is not None:
            return write_out(_logit, out, input, None if eps is None else as_float(eps))
        return _logit(input, None if eps is None else as_float(eps))
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, keepdim=False, *, out=None")
@handles_overrides
def logsumexp(input: Tensor = MISSING, dim: Any = MISSING, keepdim: bool = False, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
              out: Tensor | None = None, axis: Any = MISSING, keepdims: Any = MISSING) -> Tensor:
    """The logarithm of a sum of exponentials, without overflow.

        ln(sum(e ** input))

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype; integers are computed in the default dtype.
    dim : int or tuple of ints
        What to sum along.
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
    The gradient is `torch.softmax(input, dim)` times the cotangent.

    References
    ----------
    PyTorch: torch.logsumexp

    Examples
    --------
    >>> torch.logsumexp(torch.tensor([[1000., 1000.], [0., 1.]]), dim=1)
    tensor([1000.6932,    1.3133])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("logsumexp", 3, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("logsumexp", "axis", axis, dim, MISSING)
        if keepdims is not MISSING:
            keepdim = resolve_alias("logsumexp", "keepdims", keepdims, keepdim, False)
        if dim.__class__ not in SIZES:
            check_int_list("logsumexp", "dim", dim)
        if keepdim is not False and keepdim is not True:
            raise_wrong_type("logsumexp", "keepdim", "bool", keepdim)
        if out is not None:
            return write_out(_logsumexp, out, input, dim, keepdim)
        return _logsumexp(input, dim, keepdim)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def lt(input: Tensor = MISSING, other: Tensor | Number = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
       out: Tensor | None = None) -> Tensor:
    """Whether elements are less than those of the other side.

        out[i] = input[i] < other[i]

    This is the operator `<`. Complex numbers have no order, and raise RuntimeError.

    Parameters
    ----------
    input : Tensor
        The left side.
    other : Tensor or number
        The right side.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Truth values (`torch.bool`) in the shape to which both sides broadcast; in place, in the dtype of the tensor.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.lt

    Examples
    --------
    >>> torch.lt(torch.tensor([1, 2, 3]), 2)
    tensor([ True, False, False])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("lt", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_lt, out, input, other)
        return _lt(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, mask, source")
@handles_overrides
def masked_scatter(input: Tensor = MISSING, mask: Tensor = MISSING, source: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING,
                   x1: Any = MISSING) -> Tensor:
    """Puts the elements of a source, one after the other, where a mask is true.

    Parameters
    ----------
    input : Tensor
        The tensor.
    mask : Tensor
        Truth values, broadcast to the tensor.
    source : Tensor
        At least as many elements as the mask has true ones; of the same dtype.

    Returns
    -------
    Tensor
        In the shape to which both broadcast.

    Raises
    ------
    RuntimeError
        The source has too few elements, or another dtype.

    References
    ----------
    PyTorch: torch.masked_scatter

    Examples
    --------
    >>> torch.masked_scatter(torch.zeros(3), torch.tensor([True, False, True]), torch.tensor([5., 6.]))
    tensor([5., 0., 6.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("masked_scatter", 3, input, x, a, x1)
        return _masked_scatter(input, mask, source)
    except Exception as error:
        return resolve(error)


@shown_as("input, mask, *, out=None")
@handles_overrides
def masked_select(input: Tensor = MISSING, mask: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
                  out: Tensor | None = None) -> Tensor:
    """The elements where a mask is true.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    mask : Tensor
        Truth values; both are broadcast.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Of one dimension, a copy.

    Raises
    ------
    RuntimeError
        `mask` is not of truth values.

    References
    ----------
    PyTorch: torch.masked_select

    Examples
    --------
    >>> x = torch.tensor([[1, 2], [3, 4]])
    >>> torch.masked_select(x, x > 2)
    tensor([3, 4])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("masked_select", 2, input, x, a, x1)
        if out is not None:
            return write_out(_masked_select, out, input, mask)
        return _masked_select(input, mask)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def matmul(input: Tensor = MISSING, other: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
           out: Tensor | None = None) -> Tensor:
    """The product of two tensors as matrices; the operator `@`.

    Vectors give a number, a matrix and a vector a vector, matrices a matrix; further dimensions are batches and are
    broadcast.

    Parameters
    ----------
    input : Tensor
        The first factor.
    other : Tensor
        The second factor, of the same dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        The last two dimensions are those of the product; a vector's dimension is dropped again.

    Raises
    ------
    RuntimeError
        The inner sizes differ, or the dtypes.

    References
    ----------
    PyTorch: torch.matmul

    Examples
    --------
    >>> torch.matmul(torch.tensor([[1., 2.], [3., 4.]]), torch.tensor([5., 6.]))
    tensor([17., 39.])
    >>> torch.matmul(torch.ones(10, 3, 4), torch.ones(4, 5)).shape
    torch.Size([10, 3, 5])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("matmul", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_matmul, out, input, other)
        return _matmul(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def maximum(input: Tensor = MISSING, other: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
            out: Tensor | None = None) -> Tensor:
    """The greater of two tensors, element by element; nan if one is nan.

        out[i] = max(input[i], other[i])

    `torch.fmax` prefers the other operand to nan.

    Parameters
    ----------
    input : Tensor
        The first operand.
    other : Tensor
        The second operand.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast and the dtype to which they promote.

    Raises
    ------
    RuntimeError
        An operand is complex, or the shapes cannot be broadcast.

    Notes
    -----
    Where both are equal, each gets half of the gradient.

    References
    ----------
    PyTorch: torch.maximum

    Examples
    --------
    >>> torch.maximum(torch.tensor([1., 5.]), torch.tensor([3., 2.]))
    tensor([3., 5.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("maximum", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_maximum, out, input, other)
        return _maximum(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def minimum(input: Tensor = MISSING, other: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
            out: Tensor | None = None) -> Tensor:
    """The smaller of two tensors, element by element; nan if one is nan.

        out[i] = min(input[i], other[i])

    `torch.fmin` prefers the other operand to nan.

    Parameters
    ----------
    input : Tensor
        The first operand.
    other : Tensor
        The second operand.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast and the dtype to which they promote.

    Raises
    ------
    RuntimeError
        An operand is complex, or the shapes cannot be broadcast.

    Notes
    -----
    Where both are equal, each gets half of the gradient.

    References
    ----------
    PyTorch: torch.minimum

    Examples
    --------
    >>> torch.minimum(torch.tensor([1., 5.]), torch.tensor([3., 2.]))
    tensor([1., 2.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("minimum", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_minimum, out, input, other)
        return _minimum(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, mat2, *, out=None")
@handles_overrides
def mm(input: Tensor = MISSING, mat2: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
       out: Tensor | None = None) -> Tensor:
    """The product of two matrices.

        out[i, j] = sum_k input[i, k] * mat2[k, j]

    Parameters
    ----------
    input : Tensor
        n x m.
    mat2 : Tensor
        m x p, of the same dtype.
    out_dtype : torch.dtype, optional
        The dtype of the result, where it may be wider than that of the factors.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        n x p. Nothing is broadcast, see `torch.matmul`.

    Raises
    ------
    RuntimeError
        The sizes or dtypes do not fit.

    References
    ----------
    PyTorch: torch.mm

    Examples
    --------
    >>> torch.mm(torch.tensor([[1., 2.], [3., 4.]]), torch.tensor([[0., 1.], [1., 0.]]))
    tensor([[2., 1.],
            [4., 3.]])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("mm", 2, input, x, a, x1)
        if out is not None:
            return write_out(_mm, out, input, mat2)
        return _mm(input, mat2)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim=-1, keepdim=False, *, out=None")
@handles_overrides
def mode(input: Tensor = MISSING, dim: int = -1, keepdim: bool = False, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
         out: Sequence[Tensor] | None = None, axis: Any = MISSING, keepdims: Any = MISSING) -> return_types.mode:
    """The most frequent elements along a dimension, and where they stand.

    Of several that are equally frequent it is the least.

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    dim : int, default -1
        What to look along.
    keepdim : bool, default False
        Keep the reduced dimensions, with size 1.
    out : tuple of two Tensors, optional
        Take the results.

    Returns
    -------
    values (Tensor)
        The most frequent elements.
    indices (Tensor)
        Where along `dim` one of them stands.

    Raises
    ------
    IndexError
        `dim` is no dimension of `input`.

    References
    ----------
    PyTorch: torch.mode

    Examples
    --------
    >>> torch.mode(torch.tensor([[1, 2, 2, 3], [4, 4, 1, 1]])).values
    tensor([2, 1])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("mode", 3, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("mode", "axis", axis, dim, -1)
        if keepdims is not MISSING:
            keepdim = resolve_alias("mode", "keepdims", keepdims, keepdim, False)
        if dim.__class__ is not int:
            dim = to_int("mode", "dim", dim)
        if keepdim is not False and keepdim is not True:
            raise_wrong_type("mode", "keepdim", "bool", keepdim)
        if out is not None:
            return write_out(_mode, out, input, dim, keepdim)
        return return_types.from_items(return_types.mode, _mode(input, dim, keepdim))
    except Exception as error:
        return resolve(error)


@shown_as("input, source, destination")
@handles_overrides
def movedim(input: Tensor = MISSING, source: int | Sequence[int] = MISSING, destination: int | Sequence[int] = MISSING, x: Any = MISSING,
            a: Any = MISSING, x1: Any = MISSING) -> Tensor:
    """With some dimensions in other places; the rest keep their order.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    source : int or ints
        Which dimensions.
    destination : int or ints
        Where they go.

    Returns
    -------
    Tensor
        A view of `input`.

    Raises
    ------
    RuntimeError
        The numbers of both differ, or a dimension comes twice.

    References
    ----------
    PyTorch: torch.movedim

    Examples
    --------
    >>> torch.movedim(torch.zeros(2, 3, 5), 0, -1).shape
    torch.Size([3, 5, 2])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("movedim", 3, input, x, a, x1)
        if source.__class__ not in SIZES:
            check_int_list("movedim", "source", source)
        if destination.__class__ not in SIZES:
            check_int_list("movedim", "destination", destination)
        return _movedim(input, source, destination)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def mul(input: Tensor = MISSING, other: Tensor | Number = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
        out: Tensor | None = None) -> Tensor:
    """The product of two tensors, element by element.

        out[i] = input[i] * other[i]

    The operators `*` and `*=` are calls of it. For the product of matrices see `torch.matmul`.

    Parameters
    ----------
    input : Tensor
        The first operand.
    other : Tensor or number
        The second operand.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast and the dtype to which they promote.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast, or `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.mul

    Examples
    --------
    >>> torch.mul(torch.tensor([1., 2., 3.]), 2)
    tensor([2., 4., 6.])
    >>> torch.mul(torch.tensor([[1], [2]]), torch.tensor([3, 4]))
    tensor([[3, 4],
            [6, 8]])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("mul", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_mul, out, input, other)
        return _mul(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def multiply(input: Tensor = MISSING, other: Tensor | Number = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
             x2: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The product of two tensors, element by element.

        out[i] = input[i] * other[i]

    The operators `*` and `*=` are calls of it. For the product of matrices see `torch.matmul`.

    Parameters
    ----------
    input : Tensor
        The first operand.
    other : Tensor or number
        The second operand.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast and the dtype to which they promote.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast, or `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.mul

    Examples
    --------
    >>> torch.multiply(torch.tensor([1., 2., 3.]), 2)
    tensor([2., 4., 6.])
    >>> torch.multiply(torch.tensor([[1], [2]]), torch.tensor([3, 4]))
    tensor([[3, 4],
            [6, 8]])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("multiply", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_mul, out, input, other)
        return _mul(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, vec, *, out=None")
@handles_overrides
def mv(input: Tensor = MISSING, vec: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
       out: Tensor | None = None) -> Tensor:
    """The product of a matrix and a vector.

        out[i] = sum_k input[i, k] * vec[k]

    Parameters
    ----------
    input : Tensor
        n x m.
    vec : Tensor
        Of size m.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Of size n.

    Raises
    ------
    RuntimeError
        The sizes or dtypes do not fit.

    References
    ----------
    PyTorch: torch.mv

    Examples
    --------
    >>> torch.mv(torch.tensor([[1., 2.], [3., 4.]]), torch.tensor([5., 6.]))
    tensor([17., 39.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("mv", 2, input, x, a, x1)
        if out is not None:
            return write_out(_mv, out, input, vec)
        return _mv(input, vec)
    except Exception as error:
        return resolve(error)


@shown_as("input, nan=None, posinf=None, neginf=None, *, out=None")
@handles_overrides
def nan_to_num(input: Tensor = MISSING, nan: float | None = None, posinf: float | None = None, neginf: float | None = None,
               x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """Puts numbers in the place of nan and infinities.

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
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Raises
    ------
    RuntimeError
        `out` has another dtype than `input`.

    References
    ----------
    PyTorch: torch.nan_to_num

    Examples
    --------
    >>> x = torch.tensor([float("nan"), float("inf"), -float("inf"), 1.])
    >>> torch.nan_to_num(x, nan=0., posinf=10., neginf=-10.)
    tensor([  0.,  10., -10.,   1.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("nan_to_num", 4, input, x, a, x1)
        if out is not None:
            return write_out(_nan_to_num, out, input, None if nan is None else as_float(nan), None if posinf is None else as_float(posinf), None if neginf is None else as_float(neginf))
        return _nan_to_num(input, None if nan is None else as_float(nan), None if posinf is None else as_float(posinf), None if neginf is None else as_float(neginf))
    except Exception as error:
        return resolve(error)


@shown_as("input, dim=None, keepdim=False, *, dtype=None, out=None")
@handles_overrides
def nansum(input: Tensor = MISSING, dim: int | Sequence[int] | None = None, keepdim: bool = False, x: Any = MISSING, a: Any = MISSING,
           x1: Any = MISSING, dtype: dtype_type | None = None, out: Tensor | None = None, axis: Any = MISSING,
           keepdims: Any = MISSING) -> Tensor:
    """The sum of elements, nan counting as zero.

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    dtype : torch.dtype, optional
        What to sum in, and the dtype of the result.
    dim : int or tuple of ints, optional
        What to sum along; None for all elements.
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
    PyTorch: torch.nansum

    Examples
    --------
    >>> torch.nansum(torch.tensor([1., float("nan"), 3.]))
    tensor(4.)
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("nansum", 3, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("nansum", "axis", axis, dim, None)
        if keepdims is not MISSING:
            keepdim = resolve_alias("nansum", "keepdims", keepdims, keepdim, False)
        if dim.__class__ not in SIZES and dim is not None:
            check_int_list("nansum", "dim", dim)
        if keepdim is not False and keepdim is not True:
            raise_wrong_type("nansum", "keepdim", "bool", keepdim)
        if out is not None:
            return write_out(_nansum, out, input, dim, keepdim, array_dtype(out.dtype if dtype is None else dtype))
        return _nansum(input, dim, keepdim, None if dtype is None else array_dtype(dtype))
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, start, length, *, out=None")
@handles_overrides
def narrow_copy(input: Tensor = MISSING, dim: Any = MISSING, start: int = MISSING, length: int = MISSING, x: Any = MISSING,
                a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None, axis: Any = MISSING) -> Tensor:
    """The slice of some length along a dimension, copied.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    dim : int
        The dimension.
    start : int
        Where it begins.
    length : int
        How long it is.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        A copy.

    Raises
    ------
    RuntimeError
        It does not fit into the dimension.

    References
    ----------
    PyTorch: torch.narrow_copy

    Examples
    --------
    >>> torch.narrow_copy(torch.arange(5), 0, 1, 3)
    tensor([1, 2, 3])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("narrow_copy", 4, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("narrow_copy", "axis", axis, dim, MISSING)
        if dim.__class__ is not int:
            dim = to_int("narrow_copy", "dim", dim)
        if start.__class__ is not int:
            start = to_int("narrow_copy", "start", start)
        if length.__class__ is not int:
            length = to_int("narrow_copy", "length", length)
        if out is not None:
            return write_out(_narrow_copy, out, input, dim, start, length)
        return _narrow_copy(input, dim, start, length)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def ne(input: Tensor = MISSING, other: Tensor | Number = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
       out: Tensor | None = None) -> Tensor:
    """Whether elements differ.

        out[i] = input[i] != other[i]

    This is the operator `!=`. nan differs from everything, itself included.

    Parameters
    ----------
    input : Tensor
        The left side.
    other : Tensor or number
        The right side.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Truth values (`torch.bool`) in the shape to which both sides broadcast; in place, in the dtype of the tensor.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.ne

    Examples
    --------
    >>> torch.ne(torch.tensor([1, 2, 3]), torch.tensor([1, 5, 3]))
    tensor([False,  True, False])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("ne", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_ne, out, input, other)
        return _ne(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def neg(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The negative of each element.

        out[i] = -input[i]

    This is the unary operator `-`.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Raises
    ------
    RuntimeError
        `input` is of truth values; use `~` or `logical_not` for those.

    References
    ----------
    PyTorch: torch.neg

    Examples
    --------
    >>> torch.neg(torch.tensor([1., -2., 0.5]))
    tensor([-1.0000,  2.0000, -0.5000])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("neg", 1, input, x, a, x1)
        if out is not None:
            return write_out(_neg, out, input)
        return _neg(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def negative(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The negative of each element.

        out[i] = -input[i]

    This is the unary operator `-`.

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Raises
    ------
    RuntimeError
        `input` is of truth values; use `~` or `logical_not` for those.

    References
    ----------
    PyTorch: torch.neg

    Examples
    --------
    >>> torch.negative(torch.tensor([1., -2., 0.5]))
    tensor([-1.0000,  2.0000, -0.5000])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("negative", 1, input, x, a, x1)
        if out is not None:
            return write_out(_neg, out, input)
        return _neg(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def nextafter(input: Tensor = MISSING, other: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
              out: Tensor | None = None) -> Tensor:
    """The floats next to those of `input`, on the way to those of `other`.

    Parameters
    ----------
    input : Tensor
        Where to start.
    other : Tensor
        Where to go; of the dtype of `input`.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Of the dtype of `input`, in the shape to which the operands broadcast.

    Raises
    ------
    RuntimeError
        The operands are of integers or complex, or the shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.nextafter

    Examples
    --------
    >>> eps = torch.finfo(torch.float32).eps
    >>> torch.nextafter(torch.tensor([1., 2.]), torch.tensor([2., 1.])) == torch.tensor([1 + eps, 2 - eps])
    tensor([True, True])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("nextafter", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_nextafter, out, input, other)
        return _nextafter(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def not_equal(input: Tensor = MISSING, other: Tensor | Number = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
              x2: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """Whether elements differ.

        out[i] = input[i] != other[i]

    This is the operator `!=`. nan differs from everything, itself included.

    Parameters
    ----------
    input : Tensor
        The left side.
    other : Tensor or number
        The right side.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Truth values (`torch.bool`) in the shape to which both sides broadcast; in place, in the dtype of the tensor.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.ne

    Examples
    --------
    >>> torch.not_equal(torch.tensor([1, 2, 3]), torch.tensor([1, 5, 3]))
    tensor([False,  True, False])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("not_equal", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_ne, out, input, other)
        return _ne(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, vec2, *, out=None")
@handles_overrides
def outer(input: Tensor = MISSING, vec2: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
          out: Tensor | None = None) -> Tensor:
    """The outer product of two vectors.

        out[i, j] = input[i] * vec2[j]

    Parameters
    ----------
    input : Tensor
        Of size n.
    vec2 : Tensor
        Of size m.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        n x m.

    Raises
    ------
    RuntimeError
        An operand is no vector.

    References
    ----------
    PyTorch: torch.outer

    Examples
    --------
    >>> torch.outer(torch.tensor([1., 2.]), torch.tensor([3., 4.]))
    tensor([[3., 4.],
            [6., 8.]])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("outer", 2, input, x, a, x1)
        if out is not None:
            return write_out(_outer, out, input, vec2)
        return _outer(input, vec2)
    except Exception as error:
        return resolve(error)


@shown_as("input, dims")
@handles_overrides
def permute(input: Tensor = MISSING, dims: int | Sequence[int] = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING) -> Tensor:
    """The tensor with its dimensions in another order.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    dims : ints
        For each dimension of the result, its position in `input` (a method takes several ints, too).

    Returns
    -------
    Tensor
        A view of `input`.

    Raises
    ------
    RuntimeError
        `dims` is no permutation.

    References
    ----------
    PyTorch: torch.permute

    Examples
    --------
    >>> torch.permute(torch.zeros(2, 3, 5), (2, 0, 1)).shape
    torch.Size([5, 2, 3])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("permute", 2, input, x, a, x1)
        if dims.__class__ not in SIZES:
            check_int_list("permute", "dims", dims)
        return _permute(input, dims)
    except Exception as error:
        return resolve(error)


@shown_as("input, dims, *, out=None")
@handles_overrides
def permute_copy(input: Tensor = MISSING, dims: int | Sequence[int] = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
                 out: Tensor | None = None) -> Tensor:
    """The tensor with its dimensions in another order, as a copy.

    What `torch.permute` gives as a view.

    Parameters
    ----------
    input : Tensor
        What is copied from.
    dims : ints
        The order of dimensions.
    out : Tensor, optional
        Takes the result.

    Returns
    -------
    Tensor
        In memory of its own; gradients flow back to `input`.

    References
    ----------
    PyTorch: torch.permute_copy

    Examples
    --------
    >>> torch.permute_copy(torch.tensor([[1, 2], [3, 4]]), (1, 0))
    tensor([[1, 3],
            [2, 4]])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("permute_copy", 2, input, x, a, x1)
        if dims.__class__ not in SIZES:
            check_int_list("permute_copy", "dims", dims)
        if out is not None:
            return write_out(_permute_copy, out, input, dims)
        return _permute_copy(input, dims)
    except Exception as error:
        return resolve(error)


@handles_overrides
def polar(abs: Tensor, angle: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Complex numbers from absolute values and angles.

        out[i] = abs[i] * (cos(angle[i]) + 1j * sin(angle[i]))

    Parameters
    ----------
    abs : Tensor
        The absolute values; floats.
    angle : Tensor
        The angles in radians, of the same dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the complex dtype of the same precision and the shape to which both broadcast.

    Raises
    ------
    RuntimeError
        The dtypes differ, or are not floating.

    References
    ----------
    PyTorch: torch.polar

    Examples
    --------
    >>> torch.polar(torch.tensor([1., 2.]), torch.tensor([0., torch.pi / 2]))
    tensor([ 1.0000e+00+0.j, -8.7423e-08+2.j])
    """
    try:
        if out is not None:
            return write_out(_polar, out, abs, angle)
        return _polar(abs, angle)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def reciprocal(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """One over each element.

        out[i] = 1 / input[i]

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
    PyTorch: torch.reciprocal

    Examples
    --------
    >>> torch.reciprocal(torch.tensor([2., -4., 0.5]))
    tensor([ 0.5000, -0.2500,  2.0000])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("reciprocal", 1, input, x, a, x1)
        if out is not None:
            return write_out(_reciprocal, out, input)
        return _reciprocal(input)
    except Exception as error:
        return resolve(error)


@shown_as("input")
@handles_overrides
def relu(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING) -> Tensor:
    """The rectified linear unit: negative elements become zero.

        out[i] = max(0, input[i])

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Notes
    -----
    The gradient at 0 is 0.

    References
    ----------
    PyTorch: torch.relu

    Examples
    --------
    >>> torch.relu(torch.tensor([-1., 0., 2.]))
    tensor([0., 0., 2.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("relu", 1, input, x, a, x1)
        return _relu(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def remainder(input: Tensor = MISSING, other: Tensor | Number = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
              x2: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The remainder of a division that rounds downwards; its sign is that of the divisor.

        out[i] = input[i] - floor(input[i] / other[i]) * other[i]

    This is Python's `%`. `torch.fmod` has the sign of the dividend instead.

    Parameters
    ----------
    input : Tensor
        The first operand.
    other : Tensor or number
        The second operand.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape to which the operands broadcast and the dtype to which they promote.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast, or integers are divided by zero.

    Notes
    -----
    `input` may be a number if `other` is a tensor. Remainders by zero of floats are nan.

    References
    ----------
    PyTorch: torch.remainder

    Examples
    --------
    >>> torch.remainder(torch.tensor([-3., -1., 1., 3.]), 2)
    tensor([1., 1., 1., 1.])
    >>> torch.remainder(torch.tensor([5, -5]), -3)
    tensor([-1, -2])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("remainder", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_remainder, out, input, other)
        return _remainder(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, shifts, dims=None")
@handles_overrides
def roll(input: Tensor = MISSING, shifts: int | Sequence[int] = MISSING, dims: int | Sequence[int] | None = None, x: Any = MISSING,
         a: Any = MISSING, x1: Any = MISSING) -> Tensor:
    """With elements shifted along some dimensions; what falls out comes in again.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    shifts : int or ints
        By how much, for each dimension.
    dims : int or ints, optional
        The dimensions; the flattened tensor if not given.

    Returns
    -------
    Tensor
        A copy in the shape of `input`.

    Raises
    ------
    RuntimeError
        There are not as many shifts as dimensions.

    References
    ----------
    PyTorch: torch.roll

    Examples
    --------
    >>> torch.roll(torch.tensor([1, 2, 3, 4]), 1)
    tensor([4, 1, 2, 3])
    >>> torch.roll(torch.tensor([[1, 2], [3, 4]]), shifts=1, dims=1)
    tensor([[2, 1],
            [4, 3]])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("roll", 3, input, x, a, x1)
        if shifts.__class__ not in SIZES:
            check_int_list("roll", "shifts", shifts)
        if dims.__class__ not in SIZES and dims is not None:
            check_int_list("roll", "dims", dims)
        return _roll(input, shifts, dims)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def rsqrt(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """One over the square root of each element.

        out[i] = 1 / sqrt(input[i])

    Zero gives inf, negative real numbers nan.

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
    PyTorch: torch.rsqrt

    Examples
    --------
    >>> torch.rsqrt(torch.tensor([4., 0.25, 0.]))
    tensor([0.5000, 2.0000,    inf])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("rsqrt", 1, input, x, a, x1)
        if out is not None:
            return write_out(_rsqrt, out, input)
        return _rsqrt(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, index, src, *, out=None")
@handles_overrides
def scatter_add(input: Tensor = MISSING, dim: Any = MISSING, index: Tensor = MISSING, src: Tensor = MISSING, x: Any = MISSING,
                a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None, axis: Any = MISSING) -> Tensor:
    """Adds elements of a source at places along a dimension, by an index for each.

        input[index[i][j]][j] += src[i][j]    (dim = 0)
        input[i][index[i][j]] += src[i][j]    (dim = 1)

    Parameters
    ----------
    input : Tensor
        What is added to.
    dim : int
        The dimension that the indices go along.
    index : Tensor
        `torch.int64`, nowhere longer than `src`, and but for `dim` nowhere longer than `input`.
    src : Tensor
        What is added; of the dtype of `input`.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape of `input`.

    Raises
    ------
    RuntimeError
        An index is out of range, or a shape or dtype does not fit.

    References
    ----------
    PyTorch: torch.scatter_add

    Examples
    --------
    >>> torch.scatter_add(torch.zeros(3), 0, torch.tensor([0, 2, 0]), torch.tensor([1., 2., 3.]))
    tensor([4., 0., 2.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("scatter_add", 4, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("scatter_add", "axis", axis, dim, MISSING)
        if dim.__class__ is not int:
            dim = to_int("scatter_add", "dim", dim)
        if out is not None:
            return write_out(_scatter_add, out, input, dim, index, src)
        return _scatter_add(input, dim, index, src)
    except Exception as error:
        return resolve(error)


@handles_overrides
def segment_reduce(data: Tensor, reduce: str, *, lengths: Tensor | None = None, indices: Tensor | None = None,
                   offsets: Tensor | None = None, axis: int = 0, unsafe: bool = False, initial: Number | None = None) -> Tensor:
    """Reduces segments of a tensor, each to one element.

    Parameters
    ----------
    data : Tensor
        What is reduced.
    reduce : 'sum', 'mean', 'max', 'min' or 'prod'
        How.
    lengths : Tensor, optional
        The lengths of the segments along `axis`.
    indices : Tensor, optional
        Not supported, as in PyTorch.
    offsets : Tensor, optional
        Where segments begin, and the end, in the place of `lengths`.
    unsafe : bool, default False
        Do not check that the lengths add up.
    initial : number, optional
        What empty segments give, and others start from.
    axis : int, default 0
        What the segments lie along.

    Returns
    -------
    Tensor
        As many along `axis` as there are segments.

    Raises
    ------
    RuntimeError
        Neither `lengths` nor `offsets` is given, or they do not add up.

    References
    ----------
    PyTorch: torch.segment_reduce

    Examples
    --------
    >>> torch.segment_reduce(torch.tensor([1., 2., 3., 4.]), "sum", lengths=torch.tensor([1, 3]))
    tensor([1., 9.])
    """
    try:
        if axis.__class__ is not int:
            axis = to_int("segment_reduce", "axis", axis)
        if unsafe is not False and unsafe is not True:
            raise_wrong_type("segment_reduce", "unsafe", "bool", unsafe)
        return _segment_reduce(data, reduce, lengths, indices, offsets, axis, unsafe, None if initial is None else as_scalar(initial))
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, index")
@handles_overrides
def select(input: Tensor = MISSING, dim: Any = MISSING, index: int = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
           axis: Any = MISSING) -> Tensor:
    """The slice at one index of a dimension.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    dim : int
        The dimension.
    index : int
        Which; negative ones count from the end.

    Returns
    -------
    Tensor
        A view, without `dim`: `input[..., index, ...]`.

    Raises
    ------
    IndexError
        The index is out of range.

    References
    ----------
    PyTorch: torch.select

    Examples
    --------
    >>> torch.select(torch.tensor([[1, 2], [3, 4]]), 1, 0)
    tensor([1, 3])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("select", 3, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("select", "axis", axis, dim, MISSING)
        if dim.__class__ is not int:
            dim = to_int("select", "dim", dim)
        if index.__class__ is not int:
            index = to_int("select", "index", index)
        return _select(input, dim, index)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, index, *, out=None")
@handles_overrides
def select_copy(input: Tensor = MISSING, dim: Any = MISSING, index: int = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
                out: Tensor | None = None, axis: Any = MISSING) -> Tensor:
    """The slice at one index of a dimension, as a copy.

    What `torch.select` gives as a view.

    Parameters
    ----------
    input : Tensor
        What is copied from.
    dim : int, default <required>
        The dimension.
    index : int, default <required>
        Which slice.
    out : Tensor, optional
        Takes the result.

    Returns
    -------
    Tensor
        In memory of its own; gradients flow back to `input`.

    References
    ----------
    PyTorch: torch.select_copy

    Examples
    --------
    >>> torch.select_copy(torch.tensor([[1, 2], [3, 4]]), 0, 1)
    tensor([3, 4])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("select_copy", 3, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("select_copy", "axis", axis, dim, MISSING)
        if dim.__class__ is not int:
            dim = to_int("select_copy", "dim", dim)
        if index.__class__ is not int:
            index = to_int("select_copy", "index", index)
        if out is not None:
            return write_out(_select_copy, out, input, dim, index)
        return _select_copy(input, dim, index)
    except Exception as error:
        return resolve(error)


@shown_as("input, src, dim, index")
@handles_overrides
def select_scatter(input: Tensor = MISSING, src: Tensor = MISSING, dim: Any = MISSING, index: int = MISSING, x: Any = MISSING,
                   a: Any = MISSING, x1: Any = MISSING, axis: Any = MISSING) -> Tensor:
    """A copy with another tensor as the slice at one index of a dimension.

    Parameters
    ----------
    input : Tensor
        What is copied.
    src : Tensor
        The slice; in the shape of `input.select(dim, index)`.
    dim : int
        The dimension.
    index : int
        Which slice.

    Returns
    -------
    Tensor
        Gradients flow back to both.

    Raises
    ------
    RuntimeError
        The shape of `src` does not fit.

    References
    ----------
    PyTorch: torch.select_scatter

    Examples
    --------
    >>> torch.select_scatter(torch.zeros(2, 2), torch.ones(2), 0, 1)
    tensor([[0., 0.],
            [1., 1.]])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("select_scatter", 4, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("select_scatter", "axis", axis, dim, MISSING)
        if dim.__class__ is not int:
            dim = to_int("select_scatter", "dim", dim)
        if index.__class__ is not int:
            index = to_int("select_scatter", "index", index)
        return _select_scatter(input, src, dim, index)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def sgn(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The sign of each element, also for complex numbers.

        out[i] = input[i] / |input[i]|, and 0 where input[i] is 0

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Raises
    ------
    RuntimeError
        `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.sgn

    Examples
    --------
    >>> torch.sgn(torch.tensor([3 + 4j, 0, -2]))
    tensor([ 0.6000+0.8000j,  0.0000+0.0000j, -1.0000+0.0000j])
    >>> torch.sgn(torch.tensor([-5, 0, 3]))
    tensor([-1,  0,  1])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("sgn", 1, input, x, a, x1)
        if out is not None:
            return write_out(_sgn, out, input)
        return _sgn(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def sigmoid(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The logistic function.

        out[i] = 1 / (1 + e ** -input[i])

    The same as `torch.nn.functional.sigmoid` and `torch.special.expit`.

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
    PyTorch: torch.sigmoid

    Examples
    --------
    >>> torch.sigmoid(torch.tensor([0., 1., -100.]))
    tensor([0.5000, 0.7311, 0.0000])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("sigmoid", 1, input, x, a, x1)
        if out is not None:
            return write_out(_sigmoid, out, input)
        return _sigmoid(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def sign(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The sign of each element: -1, 0 or 1.

        out[i] = (input[i] > 0) - (input[i] < 0)

    nan has the sign 0. For complex numbers see `torch.sgn`. The gradient is zero.

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Raises
    ------
    RuntimeError
        `input` is complex, or `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.sign

    Examples
    --------
    >>> torch.sign(torch.tensor([0.7, -1.2, 0., 2.3]))
    tensor([ 1., -1.,  0.,  1.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("sign", 1, input, x, a, x1)
        if out is not None:
            return write_out(_sign, out, input)
        return _sign(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def signbit(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """Whether the sign bit of each element is set.

    Unlike `input < 0` it is also true of -0.0.

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Truth values, in the shape of `input`.

    Raises
    ------
    RuntimeError
        `input` is complex.

    References
    ----------
    PyTorch: torch.signbit

    Examples
    --------
    >>> torch.signbit(torch.tensor([0.7, -1.2, 0., -0.]))
    tensor([False,  True, False,  True])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("signbit", 1, input, x, a, x1)
        if out is not None:
            return write_out(_signbit, out, input)
        return _signbit(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def sin(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The sine of each element.

        out[i] = sin(input[i])

    Parameters
    ----------
    input : Tensor
        Angles in radians, of any dtype; integers are computed in the default dtype.
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
    PyTorch: torch.sin

    Examples
    --------
    >>> torch.sin(torch.tensor([0., 1., 1.5708]))
    tensor([0.0000, 0.8415, 1.0000])
    >>> torch.sin(torch.arange(3))
    tensor([0.0000, 0.8415, 0.9093])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("sin", 1, input, x, a, x1)
        if out is not None:
            return write_out(_sin, out, input)
        return _sin(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def sinh(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The hyperbolic sine of each element.

        out[i] = (e ** input[i] - e ** -input[i]) / 2

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
    PyTorch: torch.sinh

    Examples
    --------
    >>> torch.sinh(torch.tensor([0., 1., -1.]))
    tensor([ 0.0000,  1.1752, -1.1752])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("sinh", 1, input, x, a, x1)
        if out is not None:
            return write_out(_sinh, out, input)
        return _sinh(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim=0, start=None, end=None, step=1, *, out=None")
@handles_overrides
def slice_copy(input: Tensor = MISSING, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1, x: Any = MISSING,
               a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None, axis: Any = MISSING) -> Tensor:
    """A slice along a dimension, as a copy.

    Parameters
    ----------
    input : Tensor
        What is copied from.
    dim : int, default 0
        The dimension.
    start, end : int, optional
        Where the slice begins and ends.
    step : int, default 1
        By how much to go on.
    out : Tensor, optional
        Takes the result.

    Returns
    -------
    Tensor
        In memory of its own; gradients flow back to `input`.

    References
    ----------
    PyTorch: torch.slice_copy

    Examples
    --------
    >>> torch.slice_copy(torch.arange(5), 0, 1, 4)
    tensor([1, 2, 3])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("slice_copy", 5, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("slice_copy", "axis", axis, dim, 0)
        if dim.__class__ is not int:
            dim = to_int("slice_copy", "dim", dim)
        if start.__class__ is not int and start is not None:
            start = to_int("slice_copy", "start", start)
        if end.__class__ is not int and end is not None:
            end = to_int("slice_copy", "end", end)
        if step.__class__ is not int:
            step = to_int("slice_copy", "step", step)
        if out is not None:
            return write_out(_slice_copy, out, input, dim, start, end, step)
        return _slice_copy(input, dim, start, end, step)
    except Exception as error:
        return resolve(error)


@shown_as("input, src, dim=0, start=None, end=None, step=1, *, out=None")
@handles_overrides
def slice_scatter(input: Tensor = MISSING, src: Tensor = MISSING, dim: int = 0, start: int | None = None, end: int | None = None,
                  step: int = 1, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None,
                  axis: Any = MISSING) -> Tensor:
    """A copy with another tensor as a slice along a dimension.

    Parameters
    ----------
    input : Tensor
        What is copied.
    src : Tensor
        The slice; in the shape of `input[..., start:end:step, ...]`.
    dim : int, default 0
        The dimension.
    start : int, optional
        Where it begins.
    end : int, optional
        Where it ends.
    step : int, default 1
        By how much it goes on.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Gradients flow back to both.

    Raises
    ------
    RuntimeError
        The shape of `src` does not fit.

    References
    ----------
    PyTorch: torch.slice_scatter

    Examples
    --------
    >>> torch.slice_scatter(torch.zeros(4), torch.ones(2), start=1, end=3)
    tensor([0., 1., 1., 0.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("slice_scatter", 6, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("slice_scatter", "axis", axis, dim, 0)
        if dim.__class__ is not int:
            dim = to_int("slice_scatter", "dim", dim)
        if start.__class__ is not int and start is not None:
            start = to_int("slice_scatter", "start", start)
        if end.__class__ is not int and end is not None:
            end = to_int("slice_scatter", "end", end)
        if step.__class__ is not int:
            step = to_int("slice_scatter", "step", step)
        if out is not None:
            return write_out(_slice_scatter, out, input, src, dim, start, end, step)
        return _slice_scatter(input, src, dim, start, end, step)
    except Exception as error:
        return resolve(error)


@shown_as("input, split_sizes, dim=0")
@handles_overrides
def split_with_sizes(input: Tensor = MISSING, split_sizes: int | Sequence[int] = MISSING, dim: int = 0, x: Any = MISSING, a: Any = MISSING,
                     x1: Any = MISSING, axis: Any = MISSING) -> tuple[Tensor, ...]:
    """Pieces of a tensor along a dimension, of given sizes.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    split_sizes : ints
        The sizes, which add up to that of `dim`.
    dim : int, default 0
        What to split along.

    Returns
    -------
    tuple of Tensors
        Views.

    Raises
    ------
    RuntimeError
        The sizes do not add up.

    References
    ----------
    PyTorch: torch.split_with_sizes

    Examples
    --------
    >>> torch.split_with_sizes(torch.arange(5), [1, 4])
    (tensor([0]), tensor([1, 2, 3, 4]))
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("split_with_sizes", 3, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("split_with_sizes", "axis", axis, dim, 0)
        if split_sizes.__class__ not in SIZES:
            check_int_list("split_with_sizes", "split_sizes", split_sizes)
        if dim.__class__ is not int:
            dim = to_int("split_with_sizes", "dim", dim)
        return _split_with_sizes(input, split_sizes, dim)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def sqrt(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The square root of each element.

        out[i] = sqrt(input[i])

    Negative real numbers give nan.

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
    PyTorch: torch.sqrt

    Examples
    --------
    >>> torch.sqrt(torch.tensor([4., 2., 0.]))
    tensor([2.0000, 1.4142, 0.0000])
    >>> torch.sqrt(torch.tensor([9, 16]))
    tensor([3., 4.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("sqrt", 1, input, x, a, x1)
        if out is not None:
            return write_out(_sqrt, out, input)
        return _sqrt(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def square(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The square of each element.

        out[i] = input[i] * input[i]

    Parameters
    ----------
    input : Tensor
        Numbers of any dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Raises
    ------
    RuntimeError
        `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.square

    Examples
    --------
    >>> torch.square(torch.tensor([-2., 1., 3.]))
    tensor([4., 1., 9.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("square", 1, input, x, a, x1)
        if out is not None:
            return write_out(_square, out, input)
        return _square(input)
    except Exception as error:
        return resolve(error)


@shown_as("tensors, dim=0, *, out=None")
@handles_overrides
def stack(tensors: Sequence[Tensor], dim: int = 0, *, out: Tensor | None = None, axis: Any = MISSING) -> Tensor:
    """Tensors joined along a new dimension.

    Parameters
    ----------
    tensors : sequence of Tensors
        All of the same shape.
    dim : int, default 0
        Where the new dimension stands in the result.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        A copy, in the dtype to which all promote.

    Raises
    ------
    RuntimeError
        The shapes differ, or there are no tensors.

    References
    ----------
    PyTorch: torch.stack

    Examples
    --------
    >>> torch.stack([torch.tensor([1, 2]), torch.tensor([3, 4])])
    tensor([[1, 2],
            [3, 4]])
    >>> torch.stack([torch.tensor([1, 2]), torch.tensor([3, 4])], dim=1)
    tensor([[1, 3],
            [2, 4]])
    """
    try:
        if axis is not MISSING:
            dim = resolve_alias("stack", "axis", axis, dim, 0)
        if dim.__class__ is not int:
            dim = to_int("stack", "dim", dim)
        if out is not None:
            return write_out(_stack, out, tensors, dim)
        return _stack(tensors, dim)
    except Exception as error:
        return resolve(error)


@shown_as("input")
@handles_overrides
def t(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING) -> Tensor:
    """The transpose of a matrix.

    Parameters
    ----------
    input : Tensor
        Of at most two dimensions; with fewer than two it is returned unchanged.

    Returns
    -------
    Tensor
        A view of `input`.

    Raises
    ------
    RuntimeError
        `input` has more than two dimensions.

    References
    ----------
    PyTorch: torch.t

    Examples
    --------
    >>> torch.t(torch.tensor([[1, 2], [3, 4]]))
    tensor([[1, 3],
            [2, 4]])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("t", 1, input, x, a, x1)
        return _t(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def t_copy(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The transpose of a matrix, as a copy.

    What `torch.t` gives as a view.

    Parameters
    ----------
    input : Tensor
        What is copied from.
    out : Tensor, optional
        Takes the result.

    Returns
    -------
    Tensor
        In memory of its own; gradients flow back to `input`.

    References
    ----------
    PyTorch: torch.t_copy

    Examples
    --------
    >>> torch.t_copy(torch.tensor([[1, 2], [3, 4]]))
    tensor([[1, 3],
            [2, 4]])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("t_copy", 1, input, x, a, x1)
        if out is not None:
            return write_out(_t_copy, out, input)
        return _t_copy(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, index, *, out=None")
@handles_overrides
def take(input: Tensor = MISSING, index: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
         out: Tensor | None = None) -> Tensor:
    """Elements picked by indices into the flattened tensor.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    index : Tensor
        `torch.int64`.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        In the shape of `index`.

    Raises
    ------
    IndexError
        An index is out of range.

    References
    ----------
    PyTorch: torch.take

    Examples
    --------
    >>> torch.take(torch.tensor([[4, 3, 5], [6, 7, 8]]), torch.tensor([0, 2, 5]))
    tensor([4, 5, 8])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("take", 2, input, x, a, x1)
        if out is not None:
            return write_out(_take, out, input, index)
        return _take(input, index)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def tan(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The tangent of each element.

        out[i] = tan(input[i])

    Parameters
    ----------
    input : Tensor
        Angles in radians, of any dtype; integers are computed in the default dtype.
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
    PyTorch: torch.tan

    Examples
    --------
    >>> torch.tan(torch.tensor([0., 0.5, 1.]))
    tensor([0.0000, 0.5463, 1.5574])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("tan", 1, input, x, a, x1)
        if out is not None:
            return write_out(_tan, out, input)
        return _tan(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def tanh(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """The hyperbolic tangent of each element.

        out[i] = sinh(input[i]) / cosh(input[i])

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
    PyTorch: torch.tanh

    Examples
    --------
    >>> torch.tanh(torch.tensor([0., 1., -10.]))
    tensor([ 0.0000,  0.7616, -1.0000])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("tanh", 1, input, x, a, x1)
        if out is not None:
            return write_out(_tanh, out, input)
        return _tanh(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, k, dim=-1, largest=True, sorted=True, *, out=None")
@handles_overrides
def topk(input: Tensor = MISSING, k: int = MISSING, dim: int = -1, largest: bool = True, sorted: bool = True, x: Any = MISSING,
         a: Any = MISSING, x1: Any = MISSING, out: Sequence[Tensor] | None = None, axis: Any = MISSING) -> return_types.topk:
    """The `k` greatest or least elements along a dimension, and where they stand.

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    k : int
        How many.
    dim : int, optional
        What to look along; the last dimension if not given.
    largest : bool, default True
        The greatest; False for the least.
    sorted : bool, default True
        Return them in order.
    out : tuple of two Tensors, optional
        Take the results.

    Returns
    -------
    values (Tensor)
        As `input`, with size `k` along `dim`.
    indices (Tensor)
        Where along `dim` they stand.

    Raises
    ------
    RuntimeError
        `k` is negative or greater than the dimension.

    References
    ----------
    PyTorch: torch.topk

    Examples
    --------
    >>> torch.topk(torch.tensor([1., 5., 3., 4.]), 2)
    torch.return_types.topk(
    values=tensor([5., 4.]),
    indices=tensor([1, 3]))
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("topk", 5, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("topk", "axis", axis, dim, -1)
        if k.__class__ is not int:
            k = to_int("topk", "k", k)
        if dim.__class__ is not int:
            dim = to_int("topk", "dim", dim)
        if largest is not True and largest is not False:
            raise_wrong_type("topk", "largest", "bool", largest)
        if sorted is not True and sorted is not False:
            raise_wrong_type("topk", "sorted", "bool", sorted)
        if out is not None:
            return write_out(_topk, out, input, k, dim, largest, sorted)
        return return_types.from_items(return_types.topk, _topk(input, k, dim, largest, sorted))
    except Exception as error:
        return resolve(error)


@shown_as("input")
@handles_overrides
def trace(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING) -> Tensor:
    """The sum of the diagonal of a matrix.

    Parameters
    ----------
    input : Tensor
        Of two dimensions.

    Returns
    -------
    Tensor
        Without dimensions.

    Raises
    ------
    RuntimeError
        `input` has not two dimensions.

    References
    ----------
    PyTorch: torch.trace

    Examples
    --------
    >>> torch.trace(torch.tensor([[1, 2], [3, 4]]))
    tensor(5)
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("trace", 1, input, x, a, x1)
        return _trace(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim0, dim1")
@handles_overrides
def transpose(input: Tensor = MISSING, dim0: int = MISSING, dim1: int = MISSING, x: Any = MISSING, a: Any = MISSING,
              x1: Any = MISSING) -> Tensor:
    """The tensor with two dimensions exchanged.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    dim0 : int
        The first.
    dim1 : int
        The second.

    Returns
    -------
    Tensor
        A view of `input`.

    Raises
    ------
    IndexError
        A dimension is out of range.

    References
    ----------
    PyTorch: torch.transpose

    Examples
    --------
    >>> x = torch.tensor([[1, 2, 3], [4, 5, 6]])
    >>> torch.transpose(x, 0, 1)
    tensor([[1, 4],
            [2, 5],
            [3, 6]])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("transpose", 3, input, x, a, x1)
        if dim0.__class__ is not int:
            dim0 = to_int("transpose", "dim0", dim0)
        if dim1.__class__ is not int:
            dim1 = to_int("transpose", "dim1", dim1)
        return _transpose(input, dim0, dim1)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim0, dim1, *, out=None")
@handles_overrides
def transpose_copy(input: Tensor = MISSING, dim0: int = MISSING, dim1: int = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
                   out: Tensor | None = None) -> Tensor:
    """The tensor with two dimensions exchanged, as a copy.

    What `torch.transpose` gives as a view.

    Parameters
    ----------
    input : Tensor
        What is copied from.
    dim0 : int
        The one dimension.
    dim1 : int
        The other.
    out : Tensor, optional
        Takes the result.

    Returns
    -------
    Tensor
        In memory of its own; gradients flow back to `input`.

    References
    ----------
    PyTorch: torch.transpose_copy

    Examples
    --------
    >>> torch.transpose_copy(torch.tensor([[1, 2], [3, 4]]), 0, 1)
    tensor([[1, 3],
            [2, 4]])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("transpose_copy", 3, input, x, a, x1)
        if dim0.__class__ is not int:
            dim0 = to_int("transpose_copy", "dim0", dim0)
        if dim1.__class__ is not int:
            dim1 = to_int("transpose_copy", "dim1", dim1)
        if out is not None:
            return write_out(_transpose_copy, out, input, dim0, dim1)
        return _transpose_copy(input, dim0, dim1)
    except Exception as error:
        return resolve(error)


@shown_as("input, diagonal=0, *, out=None")
@handles_overrides
def tril(input: Tensor = MISSING, diagonal: int = 0, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
         out: Tensor | None = None) -> Tensor:
    """The lower triangles of matrices; zero elsewhere.

    Parameters
    ----------
    input : Tensor
        Of at least two dimensions.
    diagonal : int, default 0
        Which is the last diagonal to keep: 0 the main one, positive ones above.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        A copy in the shape of `input`.

    Raises
    ------
    RuntimeError
        `input` has less than two dimensions.

    References
    ----------
    PyTorch: torch.tril

    Examples
    --------
    >>> torch.tril(torch.tensor([[1, 2], [3, 4]]))
    tensor([[1, 0],
            [3, 4]])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("tril", 2, input, x, a, x1)
        if diagonal.__class__ is not int:
            diagonal = to_int("tril", "diagonal", diagonal)
        if out is not None:
            return write_out(_tril, out, input, diagonal)
        return _tril(input, diagonal)
    except Exception as error:
        return resolve(error)


@shown_as("input, diagonal=0, *, out=None")
@handles_overrides
def triu(input: Tensor = MISSING, diagonal: int = 0, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
         out: Tensor | None = None) -> Tensor:
    """The upper triangles of matrices; zero elsewhere.

    Parameters
    ----------
    input : Tensor
        Of at least two dimensions.
    diagonal : int, default 0
        Which is the first diagonal to keep: 0 the main one, positive ones above.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        A copy in the shape of `input`.

    Raises
    ------
    RuntimeError
        `input` has less than two dimensions.

    References
    ----------
    PyTorch: torch.triu

    Examples
    --------
    >>> torch.triu(torch.ones(3, 3), diagonal=1)
    tensor([[0., 1., 1.],
            [0., 0., 1.],
            [0., 0., 0.]])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("triu", 2, input, x, a, x1)
        if diagonal.__class__ is not int:
            diagonal = to_int("triu", "diagonal", diagonal)
        if out is not None:
            return write_out(_triu, out, input, diagonal)
        return _triu(input, diagonal)
    except Exception as error:
        return resolve(error)


@shown_as("input, *, out=None")
@handles_overrides
def trunc(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """Each element rounded towards zero.

        out[i] = sign(input[i]) * floor(|input[i]|)

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Raises
    ------
    RuntimeError
        `input` is complex, or `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.trunc

    Examples
    --------
    >>> torch.trunc(torch.tensor([-1.7, 0.2, 1.9]))
    tensor([-1.,  0.,  1.])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("trunc", 1, input, x, a, x1)
        if out is not None:
            return write_out(_trunc, out, input)
        return _trunc(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim=0")
@handles_overrides
def unbind(input: Tensor = MISSING, dim: int = 0, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
           axis: Any = MISSING) -> tuple[Tensor, ...]:
    """All slices along a dimension.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    dim : int, default 0
        The dimension that is taken apart.

    Returns
    -------
    tuple of Tensors
        Views, without `dim`.

    Raises
    ------
    IndexError
        `dim` is no dimension of `input`.

    References
    ----------
    PyTorch: torch.unbind

    Examples
    --------
    >>> torch.unbind(torch.tensor([[1, 2], [3, 4]]))
    (tensor([1, 2]), tensor([3, 4]))
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("unbind", 2, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("unbind", "axis", axis, dim, 0)
        if dim.__class__ is not int:
            dim = to_int("unbind", "dim", dim)
        return _unbind(input, dim)
    except Exception as error:
        return resolve(error)


@shown_as("input, dimension, size, step, *, out=None")
@handles_overrides
def unfold_copy(input: Tensor = MISSING, dimension: int = MISSING, size: int = MISSING, step: int = MISSING, x: Any = MISSING,
                a: Any = MISSING, x1: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """All windows along a dimension, as a copy.

    Parameters
    ----------
    input : Tensor
        What is copied from.
    dimension : int
        The dimension.
    size : int
        The length of a window.
    step : int
        The distance of windows.
    out : Tensor, optional
        Takes the result.

    Returns
    -------
    Tensor
        In memory of its own; gradients flow back to `input`.

    References
    ----------
    PyTorch: torch.unfold_copy

    Examples
    --------
    >>> torch.unfold_copy(torch.arange(4), 0, 2, 1)
    tensor([[0, 1],
            [1, 2],
            [2, 3]])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("unfold_copy", 4, input, x, a, x1)
        if dimension.__class__ is not int:
            dimension = to_int("unfold_copy", "dimension", dimension)
        if size.__class__ is not int:
            size = to_int("unfold_copy", "size", size)
        if step.__class__ is not int:
            step = to_int("unfold_copy", "step", step)
        if out is not None:
            return write_out(_unfold_copy, out, input, dimension, size, step)
        return _unfold_copy(input, dimension, size, step)
    except Exception as error:
        return resolve(error)


@shown_as("input, split_size, dim=0")
@handles_overrides
def unsafe_split(input: Tensor = MISSING, split_size: int = MISSING, dim: int = 0, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
                 axis: Any = MISSING) -> tuple[Tensor, ...]:
    """As `torch.split`, but the pieces count as tensors of their own, not as views.

    Parameters
    ----------
    tensor : Tensor
        What to split; a method splits `self`.
    split_size_or_sections, split_size : int
        The size of each; the last may be smaller.
    dim : int, default 0
        What to split along.
    input : Tensor
        The tensor that is read.

    Returns
    -------
    tuple of Tensors
        Writing in place into both `input` and a piece gives wrong gradients unnoticed.

    References
    ----------
    PyTorch: torch.unsafe_split

    Examples
    --------
    >>> torch.unsafe_split(torch.arange(5), 2)
    (tensor([0, 1]), tensor([2, 3]), tensor([4]))
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("unsafe_split", 3, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("unsafe_split", "axis", axis, dim, 0)
        if split_size.__class__ is not int:
            split_size = to_int("unsafe_split", "split_size", split_size)
        if dim.__class__ is not int:
            dim = to_int("unsafe_split", "dim", dim)
        return _unsafe_split(input, split_size, dim)
    except Exception as error:
        return resolve(error)


@shown_as("input, split_sizes, dim=0")
@handles_overrides
def unsafe_split_with_sizes(input: Tensor = MISSING, split_sizes: int | Sequence[int] = MISSING, dim: int = 0, x: Any = MISSING,
                            a: Any = MISSING, x1: Any = MISSING, axis: Any = MISSING) -> tuple[Tensor, ...]:
    """As `torch.split_with_sizes`, but the pieces count as tensors of their own, not as views.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    split_sizes : ints
        The sizes.
    dim : int, default 0
        What to split along.

    Returns
    -------
    tuple of Tensors
        Writing in place into both `input` and a piece gives wrong gradients unnoticed.

    References
    ----------
    PyTorch: torch.unsafe_split_with_sizes

    Examples
    --------
    >>> torch.unsafe_split_with_sizes(torch.arange(5), [1, 4])
    (tensor([0]), tensor([1, 2, 3, 4]))
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("unsafe_split_with_sizes", 3, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("unsafe_split_with_sizes", "axis", axis, dim, 0)
        if split_sizes.__class__ not in SIZES:
            check_int_list("unsafe_split_with_sizes", "split_sizes", split_sizes)
        if dim.__class__ is not int:
            dim = to_int("unsafe_split_with_sizes", "dim", dim)
        return _unsafe_split_with_sizes(input, split_sizes, dim)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim")
@handles_overrides
def unsqueeze(input: Tensor = MISSING, dim: Any = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
              axis: Any = MISSING) -> Tensor:
    """With a new dimension of size 1.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.
    dim : int
        Where it stands in the result, between -input.dim() - 1 and input.dim().

    Returns
    -------
    Tensor
        A view of `input`.

    Raises
    ------
    IndexError
        `dim` is out of range.

    References
    ----------
    PyTorch: torch.unsqueeze

    Examples
    --------
    >>> x = torch.tensor([1, 2, 3])
    >>> torch.unsqueeze(x, 0), torch.unsqueeze(x, -1).shape
    (tensor([[1, 2, 3]]), torch.Size([3, 1]))
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("unsqueeze", 2, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("unsqueeze", "axis", axis, dim, MISSING)
        if dim.__class__ is not int:
            dim = to_int("unsqueeze", "dim", dim)
        return _unsqueeze(input, dim)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, *, out=None")
@handles_overrides
def unsqueeze_copy(input: Tensor = MISSING, dim: Any = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
                   out: Tensor | None = None, axis: Any = MISSING) -> Tensor:
    """The tensor with a new dimension of size 1, as a copy.

    What `torch.unsqueeze` gives as a view.

    Parameters
    ----------
    input : Tensor
        What is copied from.
    dim : int, default <required>
        Where the new dimension stands.
    out : Tensor, optional
        Takes the result.

    Returns
    -------
    Tensor
        In memory of its own; gradients flow back to `input`.

    References
    ----------
    PyTorch: torch.unsqueeze_copy

    Examples
    --------
    >>> torch.unsqueeze_copy(torch.tensor([1, 2]), 0)
    tensor([[1, 2]])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("unsqueeze_copy", 2, input, x, a, x1)
        if axis is not MISSING:
            dim = resolve_alias("unsqueeze_copy", "axis", axis, dim, MISSING)
        if dim.__class__ is not int:
            dim = to_int("unsqueeze_copy", "dim", dim)
        if out is not None:
            return write_out(_unsqueeze_copy, out, input, dim)
        return _unsqueeze_copy(input, dim)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def vdot(input: Tensor = MISSING, other: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING, x2: Any = MISSING,
         out: Tensor | None = None) -> Tensor:
    """The inner product of two vectors, the first conjugated.

        sum_i conj(input[i]) * other[i]

    Parameters
    ----------
    input : Tensor
        Of one dimension.
    other : Tensor
        Of the same size and dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Without dimensions.

    Raises
    ------
    RuntimeError
        The sizes or dtypes differ, or an operand is no vector.

    References
    ----------
    PyTorch: torch.vdot

    Examples
    --------
    >>> torch.vdot(torch.tensor([1j, 2]), torch.tensor([1j, 1]))
    tensor(3.+0.j)
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("vdot", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_vdot, out, input, other)
        return _vdot(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input")
@handles_overrides
def view_as_complex(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING) -> Tensor:
    """Pairs of real numbers as complex ones, in the same memory.

    Parameters
    ----------
    input : Tensor
        Floats, with a last dimension of size 2 and stride 1.

    Returns
    -------
    Tensor
        A view without the last dimension.

    Raises
    ------
    RuntimeError
        The last dimension has another size or stride.

    References
    ----------
    PyTorch: torch.view_as_complex

    Examples
    --------
    >>> torch.view_as_complex(torch.tensor([[1., 2.], [3., -4.]]))
    tensor([1.+2.j, 3.-4.j])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("view_as_complex", 1, input, x, a, x1)
        return _view_as_complex(input)
    except Exception as error:
        return resolve(error)


@shown_as("input")
@handles_overrides
def view_as_real(input: Tensor = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING) -> Tensor:
    """Complex numbers as pairs of real ones, in the same memory.

    Parameters
    ----------
    input : Tensor
        Of a complex dtype.

    Returns
    -------
    Tensor
        A view with a new last dimension of size 2.

    Raises
    ------
    RuntimeError
        `input` is not complex, or conjugated lazily (call `resolve_conj`).

    References
    ----------
    PyTorch: torch.view_as_real

    Examples
    --------
    >>> torch.view_as_real(torch.tensor([1 + 2j, 3 - 4j]))
    tensor([[ 1.,  2.],
            [ 3., -4.]])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING:
            input = resolve_numpy_names("view_as_real", 1, input, x, a, x1)
        return _view_as_real(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, other, *, out=None")
@handles_overrides
def xlogy(input: Tensor = MISSING, other: Tensor | Number = MISSING, x: Any = MISSING, a: Any = MISSING, x1: Any = MISSING,
          x2: Any = MISSING, out: Tensor | None = None) -> Tensor:
    """A product with a logarithm that is zero where the first factor is zero.

        out[i] = input[i] * ln(other[i]), 0 where input[i] is 0, nan where other[i] is nan

    Parameters
    ----------
    input : Tensor or number
        The factor.
    other : Tensor or number
        What the logarithm is taken of. One of both has to be a tensor.
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
    PyTorch: torch.xlogy

    Examples
    --------
    >>> torch.xlogy(torch.tensor([0., 1., 2.]), torch.tensor([0., 2., 1.]))
    tensor([0.0000, 0.6931, 0.0000])
    """
    try:
        if x is not MISSING or a is not MISSING or x1 is not MISSING or x2 is not MISSING:
            input, other = resolve_numpy_operands("xlogy", 2, input, other, x, a, x1, x2)
        if out is not None:
            return write_out(_xlogy, out, input, other)
        return _xlogy(input, other)
    except Exception as error:
        return resolve(error)


__all__ = ["abs", "absolute", "acos", "acosh", "addbmm", "addcdiv", "addcmul", "addmm", "addmv", "addr", "alias_copy", "all", "amax", "amin", "angle", "any", "arccos", "arccosh", "arcsin", "arcsinh", "arctan", "arctan2", "arctanh", "argmax", "argmin", "argsort", "asin", "asinh", "atan", "atan2", "atanh", "baddbmm", "bincount", "bitwise_and", "bitwise_left_shift", "bitwise_not", "bitwise_or", "bitwise_right_shift", "bitwise_xor", "bmm", "cat", "ceil", "complex", "constant_pad_nd", "copysign", "cos", "cosh", "count_nonzero", "cummax", "cummin", "cumprod", "cumsum", "diag_embed", "diagonal", "diagonal_copy", "diagonal_scatter", "digamma", "dot", "eq", "erf", "erfc", "erfinv", "exp", "exp2", "expm1", "fix", "floor", "floor_divide", "fmax", "fmin", "fmod", "frac", "gcd", "ge", "ger", "greater", "greater_equal", "gt", "hardshrink", "hash_tensor", "heaviside", "histc", "hypot", "i0", "igamma", "igammac", "index_add", "index_copy", "index_select", "isfinite", "isinf", "isnan", "isneginf", "isposinf", "isreal", "kthvalue", "lcm", "le", "less", "less_equal", "lgamma", "log", "log1p", "log2", "log10", "logaddexp", "logaddexp2", "logcumsumexp", "logical_and", "logical_not", "logical_or", "logical_xor", "logit", "logsumexp", "lt", "masked_scatter", "masked_select", "matmul", "maximum", "minimum", "mm", "mode", "movedim", "mul", "multiply", "mv", "nan_to_num", "nansum", "narrow_copy", "ne", "neg", "negative", "nextafter", "not_equal", "outer", "permute", "permute_copy", "polar", "reciprocal", "relu", "remainder", "roll", "rsqrt", "scatter_add", "segment_reduce", "select", "select_copy", "select_scatter", "sgn", "sigmoid", "sign", "signbit", "sin", "sinh", "slice_copy", "slice_scatter", "split_with_sizes", "sqrt", "square", "stack", "t", "t_copy", "take", "tan", "tanh", "topk", "trace", "transpose", "transpose_copy", "tril", "triu", "trunc", "unbind", "unfold_copy", "unsafe_split", "unsafe_split_with_sizes", "unsqueeze", "unsqueeze_copy", "vdot", "view_as_complex", "view_as_real", "xlogy"]
