"""Methods of torch.Tensor.

Generated from the op schemas by `python minitorch_compat/_bindings/generate.py`; do not edit.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..._dispatch.call.caller import lazy_call, resolve_calls
from ..._dispatch.call.torch_function import handles_overrides
from ..._dispatch.dtype import array_dtype
from ..._dispatch.dtype import dtype as dtype_type
from ..._dispatch.graph.inplace import in_place
from ..functions.arguments import (
    MISSING,
    SIZES,
    as_float,
    as_scalar,
    check_int_list,
    check_own_dtype,
    raise_wrong_type,
    resolve_alias,
    to_int,
)
from ..functions.shown_signatures import shown_as
from ..override.overridable import refuse, resolve
from ..retired.scaled_forms import scaled_affine, scaled_product
from ..settings import return_types

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

Number = int | float | complex | bool

(
    _abs, _acos, _acosh, _addbmm, _addcdiv, _addcmul, _addmm, _addmv, _addr, _all, _amax, _amin, _angle, _any, _argmax, _argmin,
    _argsort, _asin, _asinh, _atan, _atan2, _atanh, _baddbmm, _bincount, _bitwise_and, _bitwise_left_shift, _bitwise_not, _bitwise_or,
    _bitwise_right_shift, _bitwise_xor, _bmm, _ceil, _copysign, _cos, _cosh, _count_nonzero, _cummax, _cummin, _cumprod, _cumsum,
    _diag_embed, _diagonal, _diagonal_scatter, _digamma, _dot, _eq, _erf, _erfc, _erfinv, _exp, _exp2, _expm1, _floor, _floor_divide,
    _fmax, _fmin, _fmod, _frac, _gcd, _ge, _ger, _gt, _hardshrink, _hash_tensor, _heaviside, _histc, _hypot, _i0, _igamma, _igammac,
    _index_add, _index_copy, _index_select, _isfinite, _isinf, _isnan, _isneginf, _isposinf, _isreal, _kthvalue, _lcm, _le, _lgamma,
    _log, _log10, _log1p, _log2, _logaddexp, _logaddexp2, _logcumsumexp, _logical_and, _logical_not, _logical_or, _logical_xor,
    _logit, _logsumexp, _lt, _masked_scatter, _masked_select, _matmul, _maximum, _minimum, _mm, _mode, _movedim, _mul, _mv,
    _nan_to_num, _nansum, _narrow_copy, _ne, _neg, _nextafter, _outer, _reciprocal, _relu, _remainder, _roll, _rsqrt, _scatter_add,
    _select, _select_scatter, _sgn, _sigmoid, _sign, _signbit, _sin, _sinh, _slice_scatter, _split_with_sizes, _sqrt, _square, _t,
    _take, _tan, _tanh, _topk, _trace, _transpose, _tril, _triu, _trunc, _unbind, _unfold, _unsafe_split, _unsafe_split_with_sizes,
    _unsqueeze, _vdot, _xlogy,
) = map(lazy_call, (
    "abs", "acos", "acosh", "addbmm", "addcdiv", "addcmul", "addmm", "addmv", "addr", "all", "amax", "amin", "angle", "any", "argmax",
    "argmin", "argsort", "asin", "asinh", "atan", "atan2", "atanh", "baddbmm", "bincount", "bitwise_and", "bitwise_left_shift",
    "bitwise_not", "bitwise_or", "bitwise_right_shift", "bitwise_xor", "bmm", "ceil", "copysign", "cos", "cosh", "count_nonzero",
    "cummax", "cummin", "cumprod", "cumsum", "diag_embed", "diagonal", "diagonal_scatter", "digamma", "dot", "eq", "erf", "erfc",
    "erfinv", "exp", "exp2", "expm1", "floor", "floor_divide", "fmax", "fmin", "fmod", "frac", "gcd", "ge", "ger", "gt", "hardshrink",
    "hash_tensor", "heaviside", "histc", "hypot", "i0", "igamma", "igammac", "index_add", "index_copy", "index_select", "isfinite",
    "isinf", "isnan", "isneginf", "isposinf", "isreal", "kthvalue", "lcm", "le", "lgamma", "log", "log10", "log1p", "log2",
    "logaddexp", "logaddexp2", "logcumsumexp", "logical_and", "logical_not", "logical_or", "logical_xor", "logit", "logsumexp", "lt",
    "masked_scatter", "masked_select", "matmul", "maximum", "minimum", "mm", "mode", "movedim", "mul", "mv", "nan_to_num", "nansum",
    "narrow_copy", "ne", "neg", "nextafter", "outer", "reciprocal", "relu", "remainder", "roll", "rsqrt", "scatter_add", "select",
    "select_scatter", "sgn", "sigmoid", "sign", "signbit", "sin", "sinh", "slice_scatter", "split_with_sizes", "sqrt", "square", "t",
    "take", "tan", "tanh", "topk", "trace", "transpose", "tril", "triu", "trunc", "unbind", "unfold", "unsafe_split",
    "unsafe_split_with_sizes", "unsqueeze", "vdot", "xlogy",
))
(
    _abs_, _acos_, _acosh_, _addbmm_, _addcdiv_, _addcmul_, _addmm_, _addmv_, _addr_, _asin_, _asinh_, _atan_, _atan2_, _atanh_,
    _baddbmm_, _bitwise_and_, _bitwise_left_shift_, _bitwise_not_, _bitwise_or_, _bitwise_right_shift_, _bitwise_xor_, _ceil_,
    _conj_physical_, _copysign_, _cos_, _cosh_, _cumprod_, _cumsum_, _digamma_, _eq_, _erf_, _erfc_, _erfinv_, _exp_, _exp2_, _expm1_,
    _floor_, _floor_divide_, _fmod_, _frac_, _gcd_, _ge_, _gt_, _heaviside_, _hypot_, _i0_, _igamma_, _igammac_, _index_add_,
    _index_copy_, _lcm_, _le_, _lgamma_, _log_, _log10_, _log1p_, _log2_, _logical_and_, _logical_not_, _logical_or_, _logical_xor_,
    _logit_, _lt_, _masked_scatter_, _mul_, _nan_to_num_, _ne_, _neg_, _nextafter_, _reciprocal_, _relu_, _remainder_, _rsqrt_,
    _scatter_add_, _sgn_, _sigmoid_, _sign_, _sin_, _sinh_, _sqrt_, _square_, _tan_, _tanh_, _tril_, _triu_, _trunc_, _xlogy_,
) = map(in_place, (
    "abs", "acos", "acosh", "addbmm", "addcdiv", "addcmul", "addmm", "addmv", "addr", "asin", "asinh", "atan", "atan2", "atanh",
    "baddbmm", "bitwise_and", "bitwise_left_shift", "bitwise_not", "bitwise_or", "bitwise_right_shift", "bitwise_xor", "ceil",
    "conj_physical", "copysign", "cos", "cosh", "cumprod", "cumsum", "digamma", "eq", "erf", "erfc", "erfinv", "exp", "exp2", "expm1",
    "floor", "floor_divide", "fmod", "frac", "gcd", "ge", "gt", "heaviside", "hypot", "i0", "igamma", "igammac", "index_add",
    "index_copy", "lcm", "le", "lgamma", "log", "log10", "log1p", "log2", "logical_and", "logical_not", "logical_or", "logical_xor",
    "logit", "lt", "masked_scatter", "mul", "nan_to_num", "ne", "neg", "nextafter", "reciprocal", "relu", "remainder", "rsqrt",
    "scatter_add", "sgn", "sigmoid", "sign", "sin", "sinh", "sqrt", "square", "tan", "tanh", "tril", "triu", "trunc", "xlogy",
))
resolve_calls(globals())


class GeneratedMethods:
    """Methods of ops; `Tensor` inherits them."""

    __slots__ = ()

    def abs(self: Any) -> Tensor:
        """The absolute value of each element.

            out[i] = |self[i]|

        Returns
        -------
        Tensor
            As `self` in shape and dtype; of complex numbers in the real dtype of the same precision.

        Raises
        ------
        RuntimeError
            `self` is of truth values.

        Notes
        -----
        The gradient at zero is zero. In place it refuses complex tensors.

        References
        ----------
        PyTorch: torch.abs

        Examples
        --------
        >>> torch.tensor([-1, 2, -3]).abs()
        tensor([1, 2, 3])
        >>> torch.tensor([3 + 4j]).abs()
        tensor([5.])
        """
        try:
            return _abs(self)
        except Exception as error:
            return refuse(error)

    def abs_(self: Any) -> Tensor:
        """The absolute value of each element. In place.

            out[i] = |self[i]|

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` is of truth values, or `self` has a dtype to which the result cannot be cast.

        Notes
        -----
        The gradient at zero is zero. In place it refuses complex tensors.

        References
        ----------
        PyTorch: torch.abs

        Examples
        --------
        >>> torch.tensor([-1, 2, -3]).abs_()
        tensor([1, 2, 3])
        """
        try:
            return _abs_(self)
        except Exception as error:
            return refuse(error)

    def absolute(self: Any) -> Tensor:
        """The absolute value of each element.

            out[i] = |self[i]|

        Returns
        -------
        Tensor
            As `self` in shape and dtype; of complex numbers in the real dtype of the same precision.

        Raises
        ------
        RuntimeError
            `self` is of truth values.

        Notes
        -----
        The gradient at zero is zero. In place it refuses complex tensors.

        References
        ----------
        PyTorch: torch.abs

        Examples
        --------
        >>> torch.tensor([-1, 2, -3]).absolute()
        tensor([1, 2, 3])
        >>> torch.tensor([3 + 4j]).absolute()
        tensor([5.])
        """
        try:
            return _abs(self)
        except Exception as error:
            return refuse(error)

    def absolute_(self: Any) -> Tensor:
        """The absolute value of each element. In place.

            out[i] = |self[i]|

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` is of truth values, or `self` has a dtype to which the result cannot be cast.

        Notes
        -----
        The gradient at zero is zero. In place it refuses complex tensors.

        References
        ----------
        PyTorch: torch.abs

        Examples
        --------
        >>> torch.tensor([-1, 2, -3]).absolute_()
        tensor([1, 2, 3])
        """
        try:
            return _abs_(self)
        except Exception as error:
            return refuse(error)

    def acos(self: Any) -> Tensor:
        """The arccosine of each element, in radians between 0 and pi.

            out[i] = arccos(self[i])

        Real numbers outside of -1 to 1 give nan.

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.acos

        Examples
        --------
        >>> torch.tensor([1., 0.5, -1.]).acos()
        tensor([0.0000, 1.0472, 3.1416])
        """
        try:
            return _acos(self)
        except Exception as error:
            return refuse(error)

    def acos_(self: Any) -> Tensor:
        """The arccosine of each element, in radians between 0 and pi. In place.

            out[i] = arccos(self[i])

        Real numbers outside of -1 to 1 give nan.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.acos

        Examples
        --------
        >>> torch.tensor([1., 0.5, -1.]).acos_()
        tensor([0.0000, 1.0472, 3.1416])
        """
        try:
            return _acos_(self)
        except Exception as error:
            return refuse(error)

    def acosh(self: Any) -> Tensor:
        """The inverse hyperbolic cosine of each element.

            out[i] = ln(self[i] + sqrt(self[i] ** 2 - 1))

        Real numbers below 1 give nan.

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.acosh

        Examples
        --------
        >>> torch.tensor([1., 2., 0.5]).acosh()
        tensor([0.0000, 1.3170,    nan])
        """
        try:
            return _acosh(self)
        except Exception as error:
            return refuse(error)

    def acosh_(self: Any) -> Tensor:
        """The inverse hyperbolic cosine of each element. In place.

            out[i] = ln(self[i] + sqrt(self[i] ** 2 - 1))

        Real numbers below 1 give nan.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.acosh

        Examples
        --------
        >>> torch.tensor([1., 2., 0.5]).acosh_()
        tensor([0.0000, 1.3170,    nan])
        """
        try:
            return _acosh_(self)
        except Exception as error:
            return refuse(error)

    @shown_as("self, batch1, batch2, *, beta=1, alpha=1")
    @handles_overrides
    def addbmm(self: Any, batch1: Tensor, batch2: Tensor, *rest: Any, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """Adds the sum of the products of two batches of matrices.

            out = beta * self + alpha * sum_b (batch1[b] @ batch2[b])

        Parameters
        ----------
        batch1 : Tensor
            b x n x m.
        batch2 : Tensor
            b x m x p.
        beta : number, default 1
            Multiplies `self`; 0 ignores it, nan included.
        alpha : number, default 1
            Multiplies the sum.

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
        >>> torch.zeros(2, 2).addbmm(torch.ones(3, 2, 1), torch.ones(3, 1, 2))
        tensor([[3., 3.],
                [3., 3.]])
        """
        try:
            if rest:
                return scaled_affine("addbmm", "batch1 batch2", type(self).addbmm, self, batch1, batch2, rest)
            return _addbmm(self, batch1, batch2, as_scalar(beta), as_scalar(alpha))
        except Exception as error:
            return resolve(error)

    @shown_as("self, batch1, batch2, *, beta=1, alpha=1")
    @handles_overrides
    def addbmm_(self: Any, batch1: Tensor, batch2: Tensor, *rest: Any, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """Adds the sum of the products of two batches of matrices. In place.

            out = beta * self + alpha * sum_b (batch1[b] @ batch2[b])

        Parameters
        ----------
        batch1 : Tensor
            b x n x m.
        batch2 : Tensor
            b x m x p.
        beta : number, default 1
            Multiplies `self`; 0 ignores it, nan included.
        alpha : number, default 1
            Multiplies the sum.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The sizes or dtypes do not fit.

        References
        ----------
        PyTorch: torch.addbmm

        Examples
        --------
        >>> torch.zeros(2, 2).addbmm_(torch.ones(3, 2, 1), torch.ones(3, 1, 2))
        tensor([[3., 3.],
                [3., 3.]])
        """
        try:
            if rest:
                return scaled_affine("addbmm_", "batch1 batch2", type(self).addbmm_, self, batch1, batch2, rest)
            return _addbmm_(self, batch1, batch2, as_scalar(beta), as_scalar(alpha))
        except Exception as error:
            return resolve(error)

    @shown_as("self, tensor1, tensor2, *, value=1")
    @handles_overrides
    def addcdiv(self: Any, tensor1: Tensor, tensor2: Tensor, *rest: Any, value: Number = 1) -> Tensor:
        """Adds the quotient of two tensors, multiplied by `value`, to a third.

            out[i] = self[i] + value * tensor1[i] / tensor2[i]

        Parameters
        ----------
        tensor1 : Tensor
            The dividend.
        tensor2 : Tensor
            The divisor.
        value : number, default 1
            Multiplies the quotient.

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
        >>> torch.ones(2).addcdiv(torch.tensor([1., 2.]), torch.tensor([4., 4.]), value=2)
        tensor([1.5000, 2.0000])
        """
        try:
            if rest:
                return scaled_product("addcdiv", type(self).addcdiv, self, tensor1, tensor2, rest)
            return _addcdiv(self, tensor1, tensor2, as_scalar(value))
        except Exception as error:
            return resolve(error)

    @shown_as("self, tensor1, tensor2, *, value=1")
    @handles_overrides
    def addcdiv_(self: Any, tensor1: Tensor, tensor2: Tensor, *rest: Any, value: Number = 1) -> Tensor:
        """Adds the quotient of two tensors, multiplied by `value`, to a third. In place.

            out[i] = self[i] + value * tensor1[i] / tensor2[i]

        Parameters
        ----------
        tensor1 : Tensor
            The dividend.
        tensor2 : Tensor
            The divisor.
        value : number, default 1
            Multiplies the quotient.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `tensor1` and `tensor2` are both of integers, or the shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.addcdiv

        Examples
        --------
        >>> torch.ones(2).addcdiv_(torch.tensor([1., 2.]), torch.tensor([4., 4.]), value=2)
        tensor([1.5000, 2.0000])
        """
        try:
            if rest:
                return scaled_product("addcdiv_", type(self).addcdiv_, self, tensor1, tensor2, rest)
            return _addcdiv_(self, tensor1, tensor2, as_scalar(value))
        except Exception as error:
            return resolve(error)

    @shown_as("self, tensor1, tensor2, *, value=1")
    @handles_overrides
    def addcmul(self: Any, tensor1: Tensor, tensor2: Tensor, *rest: Any, value: Number = 1) -> Tensor:
        """Adds the product of two tensors, multiplied by `value`, to a third.

            out[i] = self[i] + value * tensor1[i] * tensor2[i]

        Parameters
        ----------
        tensor1 : Tensor
            The first factor.
        tensor2 : Tensor
            The second factor.
        value : number, default 1
            Multiplies the product. For integers it must be an int.

        Returns
        -------
        Tensor
            In the shape to which the operands broadcast and the dtype to which they promote.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.addcmul

        Examples
        --------
        >>> torch.ones(2).addcmul(torch.tensor([1., 2.]), torch.tensor([3., 4.]), value=0.5)
        tensor([2.5000, 5.0000])
        """
        try:
            if rest:
                return scaled_product("addcmul", type(self).addcmul, self, tensor1, tensor2, rest)
            return _addcmul(self, tensor1, tensor2, as_scalar(value))
        except Exception as error:
            return resolve(error)

    @shown_as("self, tensor1, tensor2, *, value=1")
    @handles_overrides
    def addcmul_(self: Any, tensor1: Tensor, tensor2: Tensor, *rest: Any, value: Number = 1) -> Tensor:
        """Adds the product of two tensors, multiplied by `value`, to a third. In place.

            out[i] = self[i] + value * tensor1[i] * tensor2[i]

        Parameters
        ----------
        tensor1 : Tensor
            The first factor.
        tensor2 : Tensor
            The second factor.
        value : number, default 1
            Multiplies the product. For integers it must be an int.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast, or the result does not fit into `self`.

        References
        ----------
        PyTorch: torch.addcmul

        Examples
        --------
        >>> torch.ones(2).addcmul_(torch.tensor([1., 2.]), torch.tensor([3., 4.]), value=0.5)
        tensor([2.5000, 5.0000])
        """
        try:
            if rest:
                return scaled_product("addcmul_", type(self).addcmul_, self, tensor1, tensor2, rest)
            return _addcmul_(self, tensor1, tensor2, as_scalar(value))
        except Exception as error:
            return resolve(error)

    @shown_as("self, mat1, mat2, *, beta=1, alpha=1")
    @handles_overrides
    def addmm(self: Any, mat1: Tensor, mat2: Tensor, *rest: Any, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """Adds the product of two matrices.

            out = beta * self + alpha * (mat1 @ mat2)

        Parameters
        ----------
        mat1 : Tensor
            n x m.
        mat2 : Tensor
            m x p.
        beta : number, default 1
            Multiplies `self`; 0 ignores it, nan included.
        alpha : number, default 1
            Multiplies the product.

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
        >>> torch.ones(2).addmm(torch.eye(2), torch.tensor([[1., 2.], [3., 4.]]), alpha=10)
        tensor([[11., 21.],
                [31., 41.]])
        """
        try:
            if rest:
                return scaled_affine("addmm", "mat1 mat2", type(self).addmm, self, mat1, mat2, rest)
            return _addmm(self, mat1, mat2, as_scalar(beta), as_scalar(alpha))
        except Exception as error:
            return resolve(error)

    @shown_as("self, mat1, mat2, *, beta=1, alpha=1")
    @handles_overrides
    def addmm_(self: Any, mat1: Tensor, mat2: Tensor, *rest: Any, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """Adds the product of two matrices. In place.

            out = beta * self + alpha * (mat1 @ mat2)

        Parameters
        ----------
        mat1 : Tensor
            n x m.
        mat2 : Tensor
            m x p.
        beta : number, default 1
            Multiplies `self`; 0 ignores it, nan included.
        alpha : number, default 1
            Multiplies the product.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The sizes or dtypes do not fit.

        References
        ----------
        PyTorch: torch.Tensor.addmm_

        Examples
        --------
        >>> torch.ones(2, 2).addmm_(torch.eye(2), torch.tensor([[1., 2.], [3., 4.]]), alpha=10)
        tensor([[11., 21.],
                [31., 41.]])
        """
        try:
            if rest:
                return scaled_affine("addmm_", "mat1 mat2", type(self).addmm_, self, mat1, mat2, rest)
            return _addmm_(self, mat1, mat2, as_scalar(beta), as_scalar(alpha))
        except Exception as error:
            return resolve(error)

    @shown_as("self, mat, vec, *, beta=1, alpha=1")
    @handles_overrides
    def addmv(self: Any, mat: Tensor, vec: Tensor, *rest: Any, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """Add the product of a matrix and a vector.

            out = beta * self + alpha * (mat @ vec)

        Parameters
        ----------
        mat : Tensor
            n x m.
        vec : Tensor
            Of size m.
        beta : number, default 1
            Multiplies `self`; 0 ignores it, nan included.
        alpha : number, default 1
            Multiplies the product.

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
        >>> torch.ones(2).addmv(torch.tensor([[1., 2.], [3., 4.]]), torch.tensor([1., 1.]))
        tensor([4., 8.])
        """
        try:
            if rest:
                return scaled_affine("addmv", "mat vec", type(self).addmv, self, mat, vec, rest)
            return _addmv(self, mat, vec, as_scalar(beta), as_scalar(alpha))
        except Exception as error:
            return resolve(error)

    @shown_as("self, mat, vec, *, beta=1, alpha=1")
    @handles_overrides
    def addmv_(self: Any, mat: Tensor, vec: Tensor, *rest: Any, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """Add the product of a matrix and a vector. In place.

            out = beta * self + alpha * (mat @ vec)

        Parameters
        ----------
        mat : Tensor
            n x m.
        vec : Tensor
            Of size m.
        beta : number, default 1
            Multiplies `self`; 0 ignores it, nan included.
        alpha : number, default 1
            Multiplies the product.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The sizes or dtypes do not fit.

        References
        ----------
        PyTorch: torch.addmv

        Examples
        --------
        >>> torch.ones(2).addmv_(torch.tensor([[1., 2.], [3., 4.]]), torch.tensor([1., 1.]))
        tensor([4., 8.])
        """
        try:
            if rest:
                return scaled_affine("addmv_", "mat vec", type(self).addmv_, self, mat, vec, rest)
            return _addmv_(self, mat, vec, as_scalar(beta), as_scalar(alpha))
        except Exception as error:
            return resolve(error)

    @shown_as("self, vec1, vec2, *, beta=1, alpha=1")
    @handles_overrides
    def addr(self: Any, vec1: Tensor | Number, vec2: Tensor | Number, *rest: Any, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """Adds the outer product of two vectors.

            out = beta * self + alpha * outer(vec1, vec2)

        Parameters
        ----------
        vec1 : Tensor
            Of size n.
        vec2 : Tensor
            Of size m.
        beta : number, default 1
            Multiplies `self`; 0 ignores it, nan included.
        alpha : number, default 1
            Multiplies the product.

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
        >>> torch.zeros(2, 2).addr(torch.tensor([1., 2.]), torch.tensor([3., 4.]))
        tensor([[3., 4.],
                [6., 8.]])
        """
        try:
            if rest:
                return scaled_affine("addr", "vec1 vec2", type(self).addr, self, vec1, vec2, rest)
            return _addr(self, vec1, vec2, as_scalar(beta), as_scalar(alpha))
        except Exception as error:
            return resolve(error)

    @shown_as("self, vec1, vec2, *, beta=1, alpha=1")
    @handles_overrides
    def addr_(self: Any, vec1: Tensor | Number, vec2: Tensor | Number, *rest: Any, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """Adds the outer product of two vectors. In place.

            out = beta * self + alpha * outer(vec1, vec2)

        Parameters
        ----------
        vec1 : Tensor
            Of size n.
        vec2 : Tensor
            Of size m.
        beta : number, default 1
            Multiplies `self`; 0 ignores it, nan included.
        alpha : number, default 1
            Multiplies the product.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The sizes or dtypes do not fit.

        References
        ----------
        PyTorch: torch.addr

        Examples
        --------
        >>> torch.zeros(2, 2).addr_(torch.tensor([1., 2.]), torch.tensor([3., 4.]))
        tensor([[3., 4.],
                [6., 8.]])
        """
        try:
            if rest:
                return scaled_affine("addr_", "vec1 vec2", type(self).addr_, self, vec1, vec2, rest)
            return _addr_(self, vec1, vec2, as_scalar(beta), as_scalar(alpha))
        except Exception as error:
            return resolve(error)

    @shown_as("self, dim=None, keepdim=False")
    def all(self: Any, dim: int | Sequence[int] | None = None, keepdim: bool = False, *, axis: Any = MISSING,
            keepdims: Any = MISSING) -> Tensor:
        """Whether all elements are true, or all of those along some dimensions.

        Parameters
        ----------
        dim : int or tuple of ints, optional
            What to look along; None for all elements.
        keepdim : bool, default False
            Keep the reduced dimensions, with size 1.

        Returns
        -------
        Tensor
            Truth values; `torch.uint8` if `self` is of that dtype. Of no elements: True.

        Raises
        ------
        IndexError
            `dim` is no dimension of `self`.

        References
        ----------
        PyTorch: torch.all

        Examples
        --------
        >>> x = torch.tensor([[True, False], [True, True]])
        >>> x.all(), x.all(dim=1)
        (tensor(False), tensor([False,  True]))
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("all", "axis", axis, dim, None)
            if keepdims is not MISSING:
                keepdim = resolve_alias("all", "keepdims", keepdims, keepdim, False)
            if dim.__class__ not in SIZES and dim is not None:
                check_int_list("all", "dim", dim)
            if keepdim is not False and keepdim is not True:
                raise_wrong_type("all", "keepdim", "bool", keepdim)
            return _all(self, dim, keepdim)
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim=(), keepdim=False")
    def amax(self: Any, dim: int | Sequence[int] = (), keepdim: bool = False, *, axis: Any = MISSING, keepdims: Any = MISSING) -> Tensor:
        """The greatest elements along some dimensions, without their places.

        Parameters
        ----------
        dim : int or tuple of ints, default ()
            What to look along; all dimensions if empty.
        keepdim : bool, default False
            Keep the reduced dimensions, with size 1.

        Returns
        -------
        Tensor
            Without the dimensions that were reduced, or with size 1 there if `keepdim` is true.

        Raises
        ------
        RuntimeError
            `self` is complex, or empty where it is reduced.

        Notes
        -----
        Elements that are equal and greatest share the gradient, unlike those of `torch.max` with `dim`.

        References
        ----------
        PyTorch: torch.amax

        Examples
        --------
        >>> torch.tensor([[1., 5.], [7., 7.]]).amax(dim=1)
        tensor([5., 7.])
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("amax", "axis", axis, dim, ())
            if keepdims is not MISSING:
                keepdim = resolve_alias("amax", "keepdims", keepdims, keepdim, False)
            if dim.__class__ not in SIZES and dim is not None:
                check_int_list("amax", "dim", dim)
            if keepdim is not False and keepdim is not True:
                raise_wrong_type("amax", "keepdim", "bool", keepdim)
            return _amax(self, dim, keepdim)
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim=(), keepdim=False")
    def amin(self: Any, dim: int | Sequence[int] = (), keepdim: bool = False, *, axis: Any = MISSING, keepdims: Any = MISSING) -> Tensor:
        """The least elements along some dimensions, without their places.

        Parameters
        ----------
        dim : int or tuple of ints, default ()
            What to look along; all dimensions if empty.
        keepdim : bool, default False
            Keep the reduced dimensions, with size 1.

        Returns
        -------
        Tensor
            Without the dimensions that were reduced, or with size 1 there if `keepdim` is true.

        Raises
        ------
        RuntimeError
            `self` is complex, or empty where it is reduced.

        Notes
        -----
        Elements that are equal and least share the gradient, unlike those of `torch.min` with `dim`.

        References
        ----------
        PyTorch: torch.amin

        Examples
        --------
        >>> torch.tensor([[1., 5.], [7., 7.]]).amin(dim=1)
        tensor([1., 7.])
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("amin", "axis", axis, dim, ())
            if keepdims is not MISSING:
                keepdim = resolve_alias("amin", "keepdims", keepdims, keepdim, False)
            if dim.__class__ not in SIZES and dim is not None:
                check_int_list("amin", "dim", dim)
            if keepdim is not False and keepdim is not True:
                raise_wrong_type("amin", "keepdim", "bool", keepdim)
            return _amin(self, dim, keepdim)
        except Exception as error:
            return refuse(error)

    def angle(self: Any) -> Tensor:
        """The angles of complex numbers in the plane, in radians.

            out[i] = atan2(imag(self[i]), real(self[i]))

        Of real numbers it is 0, pi where they are negative, and nan of nan.

        Returns
        -------
        Tensor
            Of a real floating dtype, in the shape of `self`.

        References
        ----------
        PyTorch: torch.angle

        Examples
        --------
        >>> torch.tensor([1j, -1 + 0j, 1 + 1j]).angle()
        tensor([1.5708, 3.1416, 0.7854])
        """
        try:
            return _angle(self)
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim=None, keepdim=False")
    def any(self: Any, dim: int | Sequence[int] | None = None, keepdim: bool = False, *, axis: Any = MISSING,
            keepdims: Any = MISSING) -> Tensor:
        """Whether an element is true, or one of those along some dimensions.

        Parameters
        ----------
        dim : int or tuple of ints, optional
            What to look along; None for all elements.
        keepdim : bool, default False
            Keep the reduced dimensions, with size 1.

        Returns
        -------
        Tensor
            Truth values; `torch.uint8` if `self` is of that dtype. Of no elements: False.

        Raises
        ------
        IndexError
            `dim` is no dimension of `self`.

        References
        ----------
        PyTorch: torch.any

        Examples
        --------
        >>> x = torch.tensor([[True, False], [False, False]])
        >>> x.any(), x.any(dim=1)
        (tensor(True), tensor([ True, False]))
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("any", "axis", axis, dim, None)
            if keepdims is not MISSING:
                keepdim = resolve_alias("any", "keepdims", keepdims, keepdim, False)
            if dim.__class__ not in SIZES and dim is not None:
                check_int_list("any", "dim", dim)
            if keepdim is not False and keepdim is not True:
                raise_wrong_type("any", "keepdim", "bool", keepdim)
            return _any(self, dim, keepdim)
        except Exception as error:
            return refuse(error)

    def arccos(self: Any) -> Tensor:
        """The arccosine of each element, in radians between 0 and pi.

            out[i] = arccos(self[i])

        Real numbers outside of -1 to 1 give nan.

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.acos

        Examples
        --------
        >>> torch.tensor([1., 0.5, -1.]).arccos()
        tensor([0.0000, 1.0472, 3.1416])
        """
        try:
            return _acos(self)
        except Exception as error:
            return refuse(error)

    def arccos_(self: Any) -> Tensor:
        """The arccosine of each element, in radians between 0 and pi. In place.

            out[i] = arccos(self[i])

        Real numbers outside of -1 to 1 give nan.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.acos

        Examples
        --------
        >>> torch.tensor([1., 0.5, -1.]).arccos_()
        tensor([0.0000, 1.0472, 3.1416])
        """
        try:
            return _acos_(self)
        except Exception as error:
            return refuse(error)

    def arccosh(self: Any) -> Tensor:
        """The inverse hyperbolic cosine of each element.

            out[i] = ln(self[i] + sqrt(self[i] ** 2 - 1))

        Real numbers below 1 give nan.

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.acosh

        Examples
        --------
        >>> torch.tensor([1., 2., 0.5]).arccosh()
        tensor([0.0000, 1.3170,    nan])
        """
        try:
            return _acosh(self)
        except Exception as error:
            return refuse(error)

    def arccosh_(self: Any) -> Tensor:
        """The inverse hyperbolic cosine of each element. In place.

            out[i] = ln(self[i] + sqrt(self[i] ** 2 - 1))

        Real numbers below 1 give nan.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.acosh

        Examples
        --------
        >>> torch.tensor([1., 2., 0.5]).arccosh_()
        tensor([0.0000, 1.3170,    nan])
        """
        try:
            return _acosh_(self)
        except Exception as error:
            return refuse(error)

    def arcsin(self: Any) -> Tensor:
        """The arcsine of each element, in radians between -pi/2 and pi/2.

            out[i] = arcsin(self[i])

        Real numbers outside of -1 to 1 give nan.

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.asin

        Examples
        --------
        >>> torch.tensor([0., 0.5, 1., 2.]).arcsin()
        tensor([0.0000, 0.5236, 1.5708,    nan])
        """
        try:
            return _asin(self)
        except Exception as error:
            return refuse(error)

    def arcsin_(self: Any) -> Tensor:
        """The arcsine of each element, in radians between -pi/2 and pi/2. In place.

            out[i] = arcsin(self[i])

        Real numbers outside of -1 to 1 give nan.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.asin

        Examples
        --------
        >>> torch.tensor([0., 0.5, 1., 2.]).arcsin_()
        tensor([0.0000, 0.5236, 1.5708,    nan])
        """
        try:
            return _asin_(self)
        except Exception as error:
            return refuse(error)

    def arcsinh(self: Any) -> Tensor:
        """The inverse hyperbolic sine of each element.

            out[i] = ln(self[i] + sqrt(self[i] ** 2 + 1))

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.asinh

        Examples
        --------
        >>> torch.tensor([0., 1., -1.]).arcsinh()
        tensor([ 0.0000,  0.8814, -0.8814])
        """
        try:
            return _asinh(self)
        except Exception as error:
            return refuse(error)

    def arcsinh_(self: Any) -> Tensor:
        """The inverse hyperbolic sine of each element. In place.

            out[i] = ln(self[i] + sqrt(self[i] ** 2 + 1))

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.asinh

        Examples
        --------
        >>> torch.tensor([0., 1., -1.]).arcsinh_()
        tensor([ 0.0000,  0.8814, -0.8814])
        """
        try:
            return _asinh_(self)
        except Exception as error:
            return refuse(error)

    def arctan(self: Any) -> Tensor:
        """The arctangent of each element, in radians between -pi/2 and pi/2.

            out[i] = arctan(self[i])

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.atan

        Examples
        --------
        >>> torch.tensor([0., 1., -1e9]).arctan()
        tensor([ 0.0000,  0.7854, -1.5708])
        """
        try:
            return _atan(self)
        except Exception as error:
            return refuse(error)

    def arctan_(self: Any) -> Tensor:
        """The arctangent of each element, in radians between -pi/2 and pi/2. In place.

            out[i] = arctan(self[i])

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.atan

        Examples
        --------
        >>> torch.tensor([0., 1., -1e9]).arctan_()
        tensor([ 0.0000,  0.7854, -1.5708])
        """
        try:
            return _atan_(self)
        except Exception as error:
            return refuse(error)

    @handles_overrides
    def arctan2(self: Any, other: Tensor) -> Tensor:
        """The angle of the point (`other`, `self`) in the plane, in radians between -pi and pi.

            out[i] = arctan(self[i] / other[i]), in the quadrant that the signs say

        Parameters
        ----------
        other : Tensor
            The coordinates x.

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
        >>> y.arctan2(x)
        tensor([ 0.7854,  2.3562, -2.3562])
        """
        try:
            return _atan2(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def arctan2_(self: Any, other: Tensor) -> Tensor:
        """The angle of the point (`other`, `self`) in the plane, in radians between -pi and pi. In place.

            out[i] = arctan(self[i] / other[i]), in the quadrant that the signs say

        Parameters
        ----------
        other : Tensor
            The coordinates x.

        Returns
        -------
        Tensor
            `self`, changed.

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
        >>> y.arctan2_(x)
        tensor([ 0.7854,  2.3562, -2.3562])
        """
        try:
            return _atan2_(self, other)
        except Exception as error:
            return resolve(error)

    def arctanh(self: Any) -> Tensor:
        """The inverse hyperbolic tangent of each element.

            out[i] = ln((1 + self[i]) / (1 - self[i])) / 2

        1 and -1 give infinities, real numbers beyond nan.

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.atanh

        Examples
        --------
        >>> torch.tensor([0., 0.5, 1., 2.]).arctanh()
        tensor([0.0000, 0.5493,    inf,    nan])
        """
        try:
            return _atanh(self)
        except Exception as error:
            return refuse(error)

    def arctanh_(self: Any) -> Tensor:
        """The inverse hyperbolic tangent of each element. In place.

            out[i] = ln((1 + self[i]) / (1 - self[i])) / 2

        1 and -1 give infinities, real numbers beyond nan.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.atanh

        Examples
        --------
        >>> torch.tensor([0., 0.5, 1., 2.]).arctanh_()
        tensor([0.0000, 0.5493,    inf,    nan])
        """
        try:
            return _atanh_(self)
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim=None, keepdim=False")
    def argmax(self: Any, dim: int | None = None, keepdim: bool = False, *, axis: Any = MISSING, keepdims: Any = MISSING) -> Tensor:
        """Where the greatest element is.

        Parameters
        ----------
        dim : int, optional
            What to look along. Without it the answer counts in the flattened tensor.
        keepdim : bool, default False
            Keep `dim`, with size 1.

        Returns
        -------
        Tensor
            Indices (`torch.int64`).

        Raises
        ------
        IndexError
            `dim` is no dimension of `self`, or `self` has no elements.

        References
        ----------
        PyTorch: torch.argmax

        Examples
        --------
        >>> x = torch.tensor([[1., 5., 2.], [7., 0., 3.]])
        >>> x.argmax(), x.argmax(dim=1)
        (tensor(3), tensor([1, 0]))
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("argmax", "axis", axis, dim, None)
            if keepdims is not MISSING:
                keepdim = resolve_alias("argmax", "keepdims", keepdims, keepdim, False)
            if dim.__class__ is not int and dim is not None:
                dim = to_int("argmax", "dim", dim)
            if keepdim is not False and keepdim is not True:
                raise_wrong_type("argmax", "keepdim", "bool", keepdim)
            return _argmax(self, dim, keepdim)
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim=None, keepdim=False")
    def argmin(self: Any, dim: int | None = None, keepdim: bool = False, *, axis: Any = MISSING, keepdims: Any = MISSING) -> Tensor:
        """Where the least element is.

        Parameters
        ----------
        dim : int, optional
            What to look along. Without it the answer counts in the flattened tensor.
        keepdim : bool, default False
            Keep the reduced dimensions, with size 1.

        Returns
        -------
        Tensor
            Indices (`torch.int64`).

        Raises
        ------
        IndexError
            `dim` is no dimension of `self`, or `self` has no elements.

        References
        ----------
        PyTorch: torch.argmin

        Examples
        --------
        >>> x = torch.tensor([[1., 5., 2.], [7., 0., 3.]])
        >>> x.argmin(), x.argmin(dim=1)
        (tensor(4), tensor([0, 1]))
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("argmin", "axis", axis, dim, None)
            if keepdims is not MISSING:
                keepdim = resolve_alias("argmin", "keepdims", keepdims, keepdim, False)
            if dim.__class__ is not int and dim is not None:
                dim = to_int("argmin", "dim", dim)
            if keepdim is not False and keepdim is not True:
                raise_wrong_type("argmin", "keepdim", "bool", keepdim)
            return _argmin(self, dim, keepdim)
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim=-1, descending=False, stable=False")
    def argsort(self: Any, dim: int = -1, descending: bool = False, stable: bool = False, *, axis: Any = MISSING) -> Tensor:
        """Where the elements stand that come first, second, ... in order.

        Parameters
        ----------
        dim : int, default -1
            What to sort along.
        descending : bool, default False
            The greatest first.
        stable : bool, default False
            Keep the order of equal elements.

        Returns
        -------
        Tensor
            Indices (`torch.int64`) in the shape of `self`.

        Raises
        ------
        IndexError
            `dim` is no dimension of `self`.

        References
        ----------
        PyTorch: torch.argsort

        Examples
        --------
        >>> torch.tensor([3., 1., 2.]).argsort()
        tensor([1, 2, 0])
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("argsort", "axis", axis, dim, -1)
            if dim.__class__ is not int:
                dim = to_int("argsort", "dim", dim)
            if descending is not False and descending is not True:
                raise_wrong_type("argsort", "descending", "bool", descending)
            if stable is not False and stable is not True:
                raise_wrong_type("argsort", "stable", "bool", stable)
            return _argsort(self, dim, descending, stable)
        except Exception as error:
            return refuse(error)

    def asin(self: Any) -> Tensor:
        """The arcsine of each element, in radians between -pi/2 and pi/2.

            out[i] = arcsin(self[i])

        Real numbers outside of -1 to 1 give nan.

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.asin

        Examples
        --------
        >>> torch.tensor([0., 0.5, 1., 2.]).asin()
        tensor([0.0000, 0.5236, 1.5708,    nan])
        """
        try:
            return _asin(self)
        except Exception as error:
            return refuse(error)

    def asin_(self: Any) -> Tensor:
        """The arcsine of each element, in radians between -pi/2 and pi/2. In place.

            out[i] = arcsin(self[i])

        Real numbers outside of -1 to 1 give nan.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.asin

        Examples
        --------
        >>> torch.tensor([0., 0.5, 1., 2.]).asin_()
        tensor([0.0000, 0.5236, 1.5708,    nan])
        """
        try:
            return _asin_(self)
        except Exception as error:
            return refuse(error)

    def asinh(self: Any) -> Tensor:
        """The inverse hyperbolic sine of each element.

            out[i] = ln(self[i] + sqrt(self[i] ** 2 + 1))

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.asinh

        Examples
        --------
        >>> torch.tensor([0., 1., -1.]).asinh()
        tensor([ 0.0000,  0.8814, -0.8814])
        """
        try:
            return _asinh(self)
        except Exception as error:
            return refuse(error)

    def asinh_(self: Any) -> Tensor:
        """The inverse hyperbolic sine of each element. In place.

            out[i] = ln(self[i] + sqrt(self[i] ** 2 + 1))

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.asinh

        Examples
        --------
        >>> torch.tensor([0., 1., -1.]).asinh_()
        tensor([ 0.0000,  0.8814, -0.8814])
        """
        try:
            return _asinh_(self)
        except Exception as error:
            return refuse(error)

    def atan(self: Any) -> Tensor:
        """The arctangent of each element, in radians between -pi/2 and pi/2.

            out[i] = arctan(self[i])

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.atan

        Examples
        --------
        >>> torch.tensor([0., 1., -1e9]).atan()
        tensor([ 0.0000,  0.7854, -1.5708])
        """
        try:
            return _atan(self)
        except Exception as error:
            return refuse(error)

    def atan_(self: Any) -> Tensor:
        """The arctangent of each element, in radians between -pi/2 and pi/2. In place.

            out[i] = arctan(self[i])

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.atan

        Examples
        --------
        >>> torch.tensor([0., 1., -1e9]).atan_()
        tensor([ 0.0000,  0.7854, -1.5708])
        """
        try:
            return _atan_(self)
        except Exception as error:
            return refuse(error)

    @handles_overrides
    def atan2(self: Any, other: Tensor) -> Tensor:
        """The angle of the point (`other`, `self`) in the plane, in radians between -pi and pi.

            out[i] = arctan(self[i] / other[i]), in the quadrant that the signs say

        Parameters
        ----------
        other : Tensor
            The coordinates x.

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
        >>> y.atan2(x)
        tensor([ 0.7854,  2.3562, -2.3562])
        """
        try:
            return _atan2(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def atan2_(self: Any, other: Tensor) -> Tensor:
        """The angle of the point (`other`, `self`) in the plane, in radians between -pi and pi. In place.

            out[i] = arctan(self[i] / other[i]), in the quadrant that the signs say

        Parameters
        ----------
        other : Tensor
            The coordinates x.

        Returns
        -------
        Tensor
            `self`, changed.

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
        >>> y.atan2_(x)
        tensor([ 0.7854,  2.3562, -2.3562])
        """
        try:
            return _atan2_(self, other)
        except Exception as error:
            return resolve(error)

    def atanh(self: Any) -> Tensor:
        """The inverse hyperbolic tangent of each element.

            out[i] = ln((1 + self[i]) / (1 - self[i])) / 2

        1 and -1 give infinities, real numbers beyond nan.

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.atanh

        Examples
        --------
        >>> torch.tensor([0., 0.5, 1., 2.]).atanh()
        tensor([0.0000, 0.5493,    inf,    nan])
        """
        try:
            return _atanh(self)
        except Exception as error:
            return refuse(error)

    def atanh_(self: Any) -> Tensor:
        """The inverse hyperbolic tangent of each element. In place.

            out[i] = ln((1 + self[i]) / (1 - self[i])) / 2

        1 and -1 give infinities, real numbers beyond nan.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.atanh

        Examples
        --------
        >>> torch.tensor([0., 0.5, 1., 2.]).atanh_()
        tensor([0.0000, 0.5493,    inf,    nan])
        """
        try:
            return _atanh_(self)
        except Exception as error:
            return refuse(error)

    @shown_as("self, batch1, batch2, *, beta=1, alpha=1")
    @handles_overrides
    def baddbmm(self: Any, batch1: Tensor, batch2: Tensor, *rest: Any, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """Adds the products of two batches of matrices.

            out[b] = beta * self[b] + alpha * (batch1[b] @ batch2[b])

        Parameters
        ----------
        batch1 : Tensor
            b x n x m.
        batch2 : Tensor
            b x m x p.
        beta : number, default 1
            Multiplies `self`; 0 ignores it, nan included.
        alpha : number, default 1
            Multiplies the products.

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
        >>> torch.ones(1, 1).baddbmm(torch.ones(2, 1, 3), torch.ones(2, 3, 1))
        tensor([[[4.]],
        <BLANKLINE>
                [[4.]]])
        """
        try:
            if rest:
                return scaled_affine("baddbmm", "batch1 batch2", type(self).baddbmm, self, batch1, batch2, rest)
            return _baddbmm(self, batch1, batch2, as_scalar(beta), as_scalar(alpha))
        except Exception as error:
            return resolve(error)

    @shown_as("self, batch1, batch2, *, beta=1, alpha=1")
    @handles_overrides
    def baddbmm_(self: Any, batch1: Tensor, batch2: Tensor, *rest: Any, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """Adds the products of two batches of matrices. In place.

            out[b] = beta * self[b] + alpha * (batch1[b] @ batch2[b])

        Parameters
        ----------
        batch1 : Tensor
            b x n x m.
        batch2 : Tensor
            b x m x p.
        beta : number, default 1
            Multiplies `self`; 0 ignores it, nan included.
        alpha : number, default 1
            Multiplies the products.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The sizes or dtypes do not fit.

        References
        ----------
        PyTorch: torch.Tensor.baddbmm_

        Examples
        --------
        >>> torch.ones(1, 1, 1).baddbmm_(torch.ones(1, 1, 3), torch.ones(1, 3, 1))
        tensor([[[4.]]])
        """
        try:
            if rest:
                return scaled_affine("baddbmm_", "batch1 batch2", type(self).baddbmm_, self, batch1, batch2, rest)
            return _baddbmm_(self, batch1, batch2, as_scalar(beta), as_scalar(alpha))
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def bincount(self: Any, weights: Tensor | None = None, minlength: int = 0) -> Tensor:
        """How often each of the integers 0, 1, 2, ... occurs.

            out[n] = how many i have self[i] == n, or the sum of weights[i] over them

        Parameters
        ----------
        weights : Tensor, optional
            What each counts; in the shape of `self`.
        minlength : int, default 0
            The least number of results.

        Returns
        -------
        Tensor
            As many as the greatest integer plus one, or `minlength`: `torch.int64`, or of the dtype of `weights`.

        Raises
        ------
        RuntimeError
            `self` has negative elements or more than one dimension.

        References
        ----------
        PyTorch: torch.bincount

        Examples
        --------
        >>> torch.tensor([0, 1, 1, 3]).bincount()
        tensor([1, 2, 0, 1])
        >>> torch.tensor([0, 1, 1]).bincount(weights=torch.tensor([0.5, 1., 2.]), minlength=4)
        tensor([0.5000, 3.0000, 0.0000, 0.0000])
        """
        try:
            if minlength.__class__ is not int:
                minlength = to_int("bincount", "minlength", minlength)
            return _bincount(self, weights, minlength)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def bitwise_and(self: Any, other: Tensor | Number) -> Tensor:
        """The bits that are set in both operands.

            out[i] = self[i] & other[i]

        This is the operator `&`.

        Parameters
        ----------
        other : Tensor or number
            Integers or truth values, too.

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
        >>> torch.tensor([12, 10]).bitwise_and(6)
        tensor([4, 2])
        >>> torch.tensor([True, False]).bitwise_and(torch.tensor([True, True]))
        tensor([ True, False])
        """
        try:
            return _bitwise_and(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def bitwise_and_(self: Any, other: Tensor | Number) -> Tensor:
        """The bits that are set in both operands. In place.

            out[i] = self[i] & other[i]

        This is the operator `&`.

        Parameters
        ----------
        other : Tensor or number
            Integers or truth values, too.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            An operand is neither of integers nor of truth values, or the shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.bitwise_and

        Examples
        --------
        >>> torch.tensor([12, 10]).bitwise_and_(6)
        tensor([4, 2])
        """
        try:
            return _bitwise_and_(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def bitwise_left_shift(self: Any, other: Tensor | Number) -> Tensor:
        """The bits shifted to the left.

            out[i] = self[i] << other[i]

        This is the operator `<<`.

        Parameters
        ----------
        other : Tensor or int
            By how many places.

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
        >>> torch.tensor([1, 3]).bitwise_left_shift(2)
        tensor([ 4, 12])
        """
        try:
            return _bitwise_left_shift(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def bitwise_left_shift_(self: Any, other: Tensor | Number) -> Tensor:
        """The bits shifted to the left. In place.

            out[i] = self[i] << other[i]

        This is the operator `<<`.

        Parameters
        ----------
        other : Tensor or int
            By how many places.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            An operand is neither of integers nor of truth values, or the shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.bitwise_left_shift

        Examples
        --------
        >>> torch.tensor([1, 3]).bitwise_left_shift_(2)
        tensor([ 4, 12])
        """
        try:
            return _bitwise_left_shift_(self, other)
        except Exception as error:
            return resolve(error)

    def bitwise_not(self: Any) -> Tensor:
        """The bits that are not set.

            out[i] = ~self[i]

        This is the operator `~`: of truth values the negation, of signed integers `-self[i] - 1`.

        Returns
        -------
        Tensor
            As `self` in shape and dtype.

        Raises
        ------
        RuntimeError
            `self` is neither of integers nor of truth values.

        References
        ----------
        PyTorch: torch.bitwise_not

        Examples
        --------
        >>> torch.tensor([0, 5, -1]).bitwise_not()
        tensor([-1, -6,  0])
        >>> torch.tensor([True, False]).bitwise_not()
        tensor([False,  True])
        """
        try:
            return _bitwise_not(self)
        except Exception as error:
            return refuse(error)

    def bitwise_not_(self: Any) -> Tensor:
        """The bits that are not set. In place.

            out[i] = ~self[i]

        This is the operator `~`: of truth values the negation, of signed integers `-self[i] - 1`.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` is neither of integers nor of truth values.

        References
        ----------
        PyTorch: torch.bitwise_not

        Examples
        --------
        >>> torch.tensor([0, 5, -1]).bitwise_not_()
        tensor([-1, -6,  0])
        """
        try:
            return _bitwise_not_(self)
        except Exception as error:
            return refuse(error)

    @handles_overrides
    def bitwise_or(self: Any, other: Tensor | Number) -> Tensor:
        """The bits that are set in at least one operand.

            out[i] = self[i] | other[i]

        This is the operator `|`.

        Parameters
        ----------
        other : Tensor or number
            Integers or truth values, too.

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
        >>> torch.tensor([12, 10]).bitwise_or(6)
        tensor([14, 14])
        """
        try:
            return _bitwise_or(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def bitwise_or_(self: Any, other: Tensor | Number) -> Tensor:
        """The bits that are set in at least one operand. In place.

            out[i] = self[i] | other[i]

        This is the operator `|`.

        Parameters
        ----------
        other : Tensor or number
            Integers or truth values, too.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            An operand is neither of integers nor of truth values, or the shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.bitwise_or

        Examples
        --------
        >>> torch.tensor([12, 10]).bitwise_or_(6)
        tensor([14, 14])
        """
        try:
            return _bitwise_or_(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def bitwise_right_shift(self: Any, other: Tensor | Number) -> Tensor:
        """The bits shifted to the right, the sign kept.

            out[i] = self[i] >> other[i]

        This is the operator `>>`.

        Parameters
        ----------
        other : Tensor or int
            By how many places.

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
        >>> torch.tensor([16, -7]).bitwise_right_shift(1)
        tensor([ 8, -4])
        """
        try:
            return _bitwise_right_shift(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def bitwise_right_shift_(self: Any, other: Tensor | Number) -> Tensor:
        """The bits shifted to the right, the sign kept. In place.

            out[i] = self[i] >> other[i]

        This is the operator `>>`.

        Parameters
        ----------
        other : Tensor or int
            By how many places.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            An operand is neither of integers nor of truth values, or the shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.bitwise_right_shift

        Examples
        --------
        >>> torch.tensor([16, -7]).bitwise_right_shift_(1)
        tensor([ 8, -4])
        """
        try:
            return _bitwise_right_shift_(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def bitwise_xor(self: Any, other: Tensor | Number) -> Tensor:
        """The bits that are set in just one operand.

            out[i] = self[i] ^ other[i]

        This is the operator `^`.

        Parameters
        ----------
        other : Tensor or number
            Integers or truth values, too.

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
        >>> torch.tensor([12, 10]).bitwise_xor(6)
        tensor([10, 12])
        """
        try:
            return _bitwise_xor(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def bitwise_xor_(self: Any, other: Tensor | Number) -> Tensor:
        """The bits that are set in just one operand. In place.

            out[i] = self[i] ^ other[i]

        This is the operator `^`.

        Parameters
        ----------
        other : Tensor or number
            Integers or truth values, too.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            An operand is neither of integers nor of truth values, or the shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.bitwise_xor

        Examples
        --------
        >>> torch.tensor([12, 10]).bitwise_xor_(6)
        tensor([10, 12])
        """
        try:
            return _bitwise_xor_(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def bmm(self: Any, mat2: Tensor) -> Tensor:
        """The products of the matrices of two batches.

            out[b] = self[b] @ mat2[b]

        Parameters
        ----------
        mat2 : Tensor
            b x m x p, of the same dtype.

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
        >>> torch.ones(2, 1, 3).bmm(torch.ones(2, 3, 2))
        tensor([[[3., 3.]],
        <BLANKLINE>
                [[3., 3.]]])
        """
        try:
            return _bmm(self, mat2)
        except Exception as error:
            return resolve(error)

    def ceil(self: Any) -> Tensor:
        """Each element rounded up.

            out[i] = the smallest integer that is not below self[i]

        Integers come back as they are. The gradient is zero.

        Returns
        -------
        Tensor
            As `self` in shape and dtype.

        Raises
        ------
        RuntimeError
            `self` is complex.

        References
        ----------
        PyTorch: torch.ceil

        Examples
        --------
        >>> torch.tensor([-0.5, 0.2, 1.]).ceil()
        tensor([-0., 1., 1.])
        """
        try:
            return _ceil(self)
        except Exception as error:
            return refuse(error)

    def ceil_(self: Any) -> Tensor:
        """Each element rounded up. In place.

            out[i] = the smallest integer that is not below self[i]

        Integers come back as they are. The gradient is zero.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` is complex, or `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.ceil

        Examples
        --------
        >>> torch.tensor([-0.5, 0.2, 1.]).ceil_()
        tensor([-0., 1., 1.])
        """
        try:
            return _ceil_(self)
        except Exception as error:
            return refuse(error)

    def conj_physical_(self: Any) -> Tensor:
        """The complex conjugates, computed immediately. In place.

            out[i] = real(self[i]) - 1j * imag(self[i])

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.conj_physical

        Examples
        --------
        >>> torch.tensor([1 + 2j]).conj_physical_()
        tensor([1.-2.j])
        """
        try:
            return _conj_physical_(self)
        except Exception as error:
            return refuse(error)

    @handles_overrides
    def copysign(self: Any, other: Tensor | Number) -> Tensor:
        """The magnitudes of one tensor with the signs of another.

            out[i] = |self[i]| if other[i] has no sign bit, else -|self[i]|

        Parameters
        ----------
        other : Tensor or number
            The signs; -0.0 counts as negative.

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
        PyTorch: torch.copysign

        Examples
        --------
        >>> torch.tensor([1., -2., 3.]).copysign(torch.tensor([-1., 1., -0.]))
        tensor([-1.,  2., -3.])
        """
        try:
            return _copysign(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def copysign_(self: Any, other: Tensor | Number) -> Tensor:
        """The magnitudes of one tensor with the signs of another. In place.

            out[i] = |self[i]| if other[i] has no sign bit, else -|self[i]|

        Parameters
        ----------
        other : Tensor or number
            The signs; -0.0 counts as negative.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast, or `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.copysign

        Examples
        --------
        >>> torch.tensor([1., -2., 3.]).copysign_(torch.tensor([-1., 1., -0.]))
        tensor([-1.,  2., -3.])
        """
        try:
            return _copysign_(self, other)
        except Exception as error:
            return resolve(error)

    def cos(self: Any) -> Tensor:
        """The cosine of each element.

            out[i] = cos(self[i])

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.cos

        Examples
        --------
        >>> torch.tensor([0., 1., 3.1416]).cos()
        tensor([ 1.0000,  0.5403, -1.0000])
        """
        try:
            return _cos(self)
        except Exception as error:
            return refuse(error)

    def cos_(self: Any) -> Tensor:
        """The cosine of each element. In place.

            out[i] = cos(self[i])

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.cos

        Examples
        --------
        >>> torch.tensor([0., 1., 3.1416]).cos_()
        tensor([ 1.0000,  0.5403, -1.0000])
        """
        try:
            return _cos_(self)
        except Exception as error:
            return refuse(error)

    def cosh(self: Any) -> Tensor:
        """The hyperbolic cosine of each element.

            out[i] = (e ** self[i] + e ** -self[i]) / 2

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.cosh

        Examples
        --------
        >>> torch.tensor([0., 1., -1.]).cosh()
        tensor([1.0000, 1.5431, 1.5431])
        """
        try:
            return _cosh(self)
        except Exception as error:
            return refuse(error)

    def cosh_(self: Any) -> Tensor:
        """The hyperbolic cosine of each element. In place.

            out[i] = (e ** self[i] + e ** -self[i]) / 2

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.cosh

        Examples
        --------
        >>> torch.tensor([0., 1., -1.]).cosh_()
        tensor([1.0000, 1.5431, 1.5431])
        """
        try:
            return _cosh_(self)
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim=None")
    def count_nonzero(self: Any, dim: int | Sequence[int] | None = None, *, axis: Any = MISSING) -> Tensor:
        """How many elements are not zero.

        Parameters
        ----------
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
        >>> torch.tensor([[1., 0.], [2., 3.]]).count_nonzero(dim=0)
        tensor([2, 1])
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("count_nonzero", "axis", axis, dim, None)
            if dim.__class__ not in SIZES and dim is not None:
                check_int_list("count_nonzero", "dim", dim)
            return _count_nonzero(self, dim)
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim")
    def cummax(self: Any, dim: Any = MISSING, *, axis: Any = MISSING) -> return_types.cummax:
        """The running maxima along a dimension, and where they stand.

            values[i] = max(self[0], ..., self[i])

        Parameters
        ----------
        dim : int
            The dimension; negative ones count from the end.

        Returns
        -------
        values (Tensor)
            In the shape of `self`.
        indices (Tensor)
            Where along `dim` each was found; the last of equal ones.

        Raises
        ------
        IndexError
            `dim` is no dimension of `self`.

        References
        ----------
        PyTorch: torch.cummax

        Examples
        --------
        >>> torch.tensor([1., 3., 2., 5., 4.]).cummax(dim=0)
        torch.return_types.cummax(
        values=tensor([1., 3., 3., 5., 5.]),
        indices=tensor([0, 1, 1, 3, 3]))
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("cummax", "axis", axis, dim, MISSING)
            if dim.__class__ is not int:
                dim = to_int("cummax", "dim", dim)
            return return_types.from_items(return_types.cummax, _cummax(self, dim))
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim")
    def cummin(self: Any, dim: Any = MISSING, *, axis: Any = MISSING) -> return_types.cummin:
        """The running minima along a dimension, and where they stand.

            values[i] = min(self[0], ..., self[i])

        Parameters
        ----------
        dim : int
            The dimension; negative ones count from the end.

        Returns
        -------
        values (Tensor)
            In the shape of `self`.
        indices (Tensor)
            Where along `dim` each was found; the last of equal ones.

        Raises
        ------
        IndexError
            `dim` is no dimension of `self`.

        References
        ----------
        PyTorch: torch.cummin

        Examples
        --------
        >>> torch.tensor([4., 3., 5., 1., 2.]).cummin(dim=0)
        torch.return_types.cummin(
        values=tensor([4., 3., 3., 1., 1.]),
        indices=tensor([0, 1, 1, 3, 3]))
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("cummin", "axis", axis, dim, MISSING)
            if dim.__class__ is not int:
                dim = to_int("cummin", "dim", dim)
            return return_types.from_items(return_types.cummin, _cummin(self, dim))
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim, *, dtype=None")
    def cumprod(self: Any, dim: Any = MISSING, *, dtype: dtype_type | None = None, axis: Any = MISSING) -> Tensor:
        """The running products along a dimension.

            out[i] = self[0] * self[1] * ... * self[i]

        Parameters
        ----------
        dim : int
            The dimension; negative ones count from the end.
        dtype : torch.dtype, optional
            What to multiply in, and the dtype of the result. Integers are multiplied in `torch.int64` if it is not given.

        Returns
        -------
        Tensor
            In the shape of `self`.

        Raises
        ------
        IndexError
            `dim` is no dimension of `self`.

        Notes
        -----
        The gradient is right where elements are zero, too.

        References
        ----------
        PyTorch: torch.cumprod

        Examples
        --------
        >>> torch.tensor([1., 2., 3., 4.]).cumprod(dim=0)
        tensor([ 1.,  2.,  6., 24.])
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("cumprod", "axis", axis, dim, MISSING)
            if dim.__class__ is not int:
                dim = to_int("cumprod", "dim", dim)
            return _cumprod(self, dim, None if dtype is None else array_dtype(dtype))
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim, *, dtype=None")
    def cumprod_(self: Any, dim: Any = MISSING, *, dtype: dtype_type | None = None, axis: Any = MISSING) -> Tensor:
        """The running products along a dimension. In place.

            out[i] = self[0] * self[1] * ... * self[i]

        Parameters
        ----------
        dim : int
            The dimension; negative ones count from the end.
        dtype : torch.dtype, optional
            What to multiply in, and the dtype of the result. Integers are multiplied in `torch.int64` if it is not given.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        IndexError
            `dim` is no dimension of `self`.

        Notes
        -----
        The gradient is right where elements are zero, too.

        References
        ----------
        PyTorch: torch.cumprod

        Examples
        --------
        >>> torch.tensor([1., 2., 3., 4.]).cumprod_(dim=0)
        tensor([ 1.,  2.,  6., 24.])
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("cumprod", "axis", axis, dim, MISSING)
            if dim.__class__ is not int:
                dim = to_int("cumprod", "dim", dim)
            return _cumprod_(self, dim, None if dtype is None else check_own_dtype(self, dtype))
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim, *, dtype=None")
    def cumsum(self: Any, dim: Any = MISSING, *, dtype: dtype_type | None = None, axis: Any = MISSING) -> Tensor:
        """The running sums along a dimension.

            out[i] = self[0] + self[1] + ... + self[i]

        Parameters
        ----------
        dim : int
            The dimension; negative ones count from the end.
        dtype : torch.dtype, optional
            What to sum in, and the dtype of the result. Integers are summed in `torch.int64` if it is not given.

        Returns
        -------
        Tensor
            In the shape of `self`.

        Raises
        ------
        IndexError
            `dim` is no dimension of `self`.

        References
        ----------
        PyTorch: torch.cumsum

        Examples
        --------
        >>> torch.tensor([[1., 2., 3.], [4., 5., 6.]]).cumsum(dim=1)
        tensor([[ 1.,  3.,  6.],
                [ 4.,  9., 15.]])
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("cumsum", "axis", axis, dim, MISSING)
            if dim.__class__ is not int:
                dim = to_int("cumsum", "dim", dim)
            return _cumsum(self, dim, None if dtype is None else array_dtype(dtype))
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim, *, dtype=None")
    def cumsum_(self: Any, dim: Any = MISSING, *, dtype: dtype_type | None = None, axis: Any = MISSING) -> Tensor:
        """The running sums along a dimension. In place.

            out[i] = self[0] + self[1] + ... + self[i]

        Parameters
        ----------
        dim : int
            The dimension; negative ones count from the end.
        dtype : torch.dtype, optional
            What to sum in, and the dtype of the result. Integers are summed in `torch.int64` if it is not given.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        IndexError
            `dim` is no dimension of `self`.

        References
        ----------
        PyTorch: torch.cumsum

        Examples
        --------
        >>> torch.tensor([[1., 2., 3.], [4., 5., 6.]]).cumsum_(dim=1)
        tensor([[ 1.,  3.,  6.],
                [ 4.,  9., 15.]])
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("cumsum", "axis", axis, dim, MISSING)
            if dim.__class__ is not int:
                dim = to_int("cumsum", "dim", dim)
            return _cumsum_(self, dim, None if dtype is None else check_own_dtype(self, dtype))
        except Exception as error:
            return refuse(error)

    def diag_embed(self: Any, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor:
        """Matrices whose diagonals are along the last dimension of a tensor.

        Parameters
        ----------
        offset : int, default 0
            Which diagonal: 0 the main one, positive ones above, negative ones below.
        dim1 : int, default -2
            Where the rows go.
        dim2 : int, default -1
            Where the columns go.

        Returns
        -------
        Tensor
            With one dimension more than `self`; zero beside the diagonals.

        Raises
        ------
        RuntimeError
            Both dimensions are the same.

        References
        ----------
        PyTorch: torch.diag_embed

        Examples
        --------
        >>> torch.tensor([[1, 2], [3, 4]]).diag_embed()
        tensor([[[1, 0],
                 [0, 2]],
        <BLANKLINE>
                [[3, 0],
                 [0, 4]]])
        """
        try:
            if offset.__class__ is not int:
                offset = to_int("diag_embed", "offset", offset)
            if dim1.__class__ is not int:
                dim1 = to_int("diag_embed", "dim1", dim1)
            if dim2.__class__ is not int:
                dim2 = to_int("diag_embed", "dim2", dim2)
            return _diag_embed(self, offset, dim1, dim2)
        except Exception as error:
            return refuse(error)

    def diagonal(self: Any, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
        """The diagonal of a matrix, or of all matrices along two dimensions.

        Parameters
        ----------
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
        >>> torch.tensor([[1, 2], [3, 4]]).diagonal()
        tensor([1, 4])
        >>> torch.zeros(2, 3, 4).diagonal(dim1=1, dim2=2).shape
        torch.Size([2, 3])
        """
        try:
            if offset.__class__ is not int:
                offset = to_int("diagonal", "offset", offset)
            if dim1.__class__ is not int:
                dim1 = to_int("diagonal", "dim1", dim1)
            if dim2.__class__ is not int:
                dim2 = to_int("diagonal", "dim2", dim2)
            return _diagonal(self, offset, dim1, dim2)
        except Exception as error:
            return refuse(error)

    @handles_overrides
    def diagonal_scatter(self: Any, src: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
        """A copy with another tensor as a diagonal.

        Parameters
        ----------
        src : Tensor
            The diagonal; in the shape of `torch.diagonal(self, offset, dim1, dim2)`.
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
        >>> torch.zeros(2, 2).diagonal_scatter(torch.ones(2))
        tensor([[1., 0.],
                [0., 1.]])
        """
        try:
            if offset.__class__ is not int:
                offset = to_int("diagonal_scatter", "offset", offset)
            if dim1.__class__ is not int:
                dim1 = to_int("diagonal_scatter", "dim1", dim1)
            if dim2.__class__ is not int:
                dim2 = to_int("diagonal_scatter", "dim2", dim2)
            return _diagonal_scatter(self, src, offset, dim1, dim2)
        except Exception as error:
            return resolve(error)

    def digamma(self: Any) -> Tensor:
        """The logarithmic derivative of the gamma function.

            out[i] = gamma'(self[i]) / gamma(self[i])

        -inf at zero and nan at the negative integers.

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating.

        Raises
        ------
        RuntimeError
            `self` is complex.

        References
        ----------
        PyTorch: torch.digamma

        Examples
        --------
        >>> torch.tensor([1., 0.5, 10.]).digamma()
        tensor([-0.5772, -1.9635,  2.2518])
        """
        try:
            return _digamma(self)
        except Exception as error:
            return refuse(error)

    def digamma_(self: Any) -> Tensor:
        """The logarithmic derivative of the gamma function. In place.

            out[i] = gamma'(self[i]) / gamma(self[i])

        -inf at zero and nan at the negative integers.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` is complex, or `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.digamma

        Examples
        --------
        >>> torch.tensor([1., 0.5, 10.]).digamma_()
        tensor([-0.5772, -1.9635,  2.2518])
        """
        try:
            return _digamma_(self)
        except Exception as error:
            return refuse(error)

    @handles_overrides
    def dot(self: Any, tensor: Tensor) -> Tensor:
        """The inner product of two vectors.

            sum_i self[i] * tensor[i]

        Parameters
        ----------
        tensor : Tensor
            Of the same size and dtype.

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
        >>> torch.tensor([1., 2.]).dot(torch.tensor([3., 4.]))
        tensor(11.)
        """
        try:
            return _dot(self, tensor)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def eq(self: Any, other: Tensor | Number) -> Tensor:
        """Whether elements are equal.

            out[i] = self[i] == other[i]

        This is the operator `==`. For one answer about two whole tensors see `torch.equal`.

        Parameters
        ----------
        other : Tensor or number
            The right side.

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
        >>> torch.tensor([1, 2, 3]).eq(torch.tensor([1, 5, 3]))
        tensor([ True, False,  True])
        >>> torch.tensor([1., 2.]).eq(2)
        tensor([False,  True])
        """
        try:
            return _eq(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def eq_(self: Any, other: Tensor | Number) -> Tensor:
        """Whether elements are equal. In place.

            out[i] = self[i] == other[i]

        This is the operator `==`. For one answer about two whole tensors see `torch.equal`.

        Parameters
        ----------
        other : Tensor or number
            The right side.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.Tensor.eq_

        Examples
        --------
        >>> torch.tensor([1, 2, 3]).eq_(torch.tensor([1, 5, 3]))
        tensor([1, 0, 1])
        """
        try:
            return _eq_(self, other)
        except Exception as error:
            return resolve(error)

    def erf(self: Any) -> Tensor:
        """The error function.

            out[i] = 2 / sqrt(pi) * integral of e ** (-t ** 2) from 0 to self[i]

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating.

        Raises
        ------
        RuntimeError
            `self` is complex.

        References
        ----------
        PyTorch: torch.erf

        Examples
        --------
        >>> torch.tensor([0., 1., -1.]).erf()
        tensor([ 0.0000,  0.8427, -0.8427])
        """
        try:
            return _erf(self)
        except Exception as error:
            return refuse(error)

    def erf_(self: Any) -> Tensor:
        """The error function. In place.

            out[i] = 2 / sqrt(pi) * integral of e ** (-t ** 2) from 0 to self[i]

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` is complex, or `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.erf

        Examples
        --------
        >>> torch.tensor([0., 1., -1.]).erf_()
        tensor([ 0.0000,  0.8427, -0.8427])
        """
        try:
            return _erf_(self)
        except Exception as error:
            return refuse(error)

    def erfc(self: Any) -> Tensor:
        """The complementary error function, 1 - erf, exact also where erf is near 1.

            out[i] = 1 - erf(self[i])

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating.

        Raises
        ------
        RuntimeError
            `self` is complex.

        References
        ----------
        PyTorch: torch.erfc

        Examples
        --------
        >>> torch.tensor([0., 1., 10.]).erfc()
        tensor([1.0000e+00, 1.5730e-01, 1.4013e-45])
        """
        try:
            return _erfc(self)
        except Exception as error:
            return refuse(error)

    def erfc_(self: Any) -> Tensor:
        """The complementary error function, 1 - erf, exact also where erf is near 1. In place.

            out[i] = 1 - erf(self[i])

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` is complex, or `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.erfc

        Examples
        --------
        >>> torch.tensor([0., 1., 10.]).erfc_()
        tensor([1.0000e+00, 1.5730e-01, 1.4013e-45])
        """
        try:
            return _erfc_(self)
        except Exception as error:
            return refuse(error)

    def erfinv(self: Any) -> Tensor:
        """The inverse of the error function.

            out[i] = the x with erf(x) = self[i]

        Defined between -1 and 1, which give infinities; nan beyond.

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating.

        Raises
        ------
        RuntimeError
            `self` is complex.

        References
        ----------
        PyTorch: torch.erfinv

        Examples
        --------
        >>> torch.tensor([0., 0.5, -1., 2.]).erfinv()
        tensor([0.0000, 0.4769,   -inf,    nan])
        """
        try:
            return _erfinv(self)
        except Exception as error:
            return refuse(error)

    def erfinv_(self: Any) -> Tensor:
        """The inverse of the error function. In place.

            out[i] = the x with erf(x) = self[i]

        Defined between -1 and 1, which give infinities; nan beyond.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` is complex, or `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.erfinv

        Examples
        --------
        >>> torch.tensor([0., 0.5, -1., 2.]).erfinv_()
        tensor([0.0000, 0.4769,   -inf,    nan])
        """
        try:
            return _erfinv_(self)
        except Exception as error:
            return refuse(error)

    def exp(self: Any) -> Tensor:
        """e to the power of each element.

            out[i] = e ** self[i]

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.exp

        Examples
        --------
        >>> torch.tensor([0., 1., -1.]).exp()
        tensor([1.0000, 2.7183, 0.3679])
        >>> torch.tensor([0, 2]).exp()
        tensor([1.0000, 7.3891])
        """
        try:
            return _exp(self)
        except Exception as error:
            return refuse(error)

    def exp_(self: Any) -> Tensor:
        """e to the power of each element. In place.

            out[i] = e ** self[i]

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.exp

        Examples
        --------
        >>> torch.tensor([0., 1., -1.]).exp_()
        tensor([1.0000, 2.7183, 0.3679])
        """
        try:
            return _exp_(self)
        except Exception as error:
            return refuse(error)

    def exp2(self: Any) -> Tensor:
        """2 to the power of each element.

            out[i] = 2 ** self[i]

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.exp2

        Examples
        --------
        >>> torch.tensor([0., 1., 3., -1.]).exp2()
        tensor([1.0000, 2.0000, 8.0000, 0.5000])
        """
        try:
            return _exp2(self)
        except Exception as error:
            return refuse(error)

    def exp2_(self: Any) -> Tensor:
        """2 to the power of each element. In place.

            out[i] = 2 ** self[i]

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.exp2

        Examples
        --------
        >>> torch.tensor([0., 1., 3., -1.]).exp2_()
        tensor([1.0000, 2.0000, 8.0000, 0.5000])
        """
        try:
            return _exp2_(self)
        except Exception as error:
            return refuse(error)

    def expm1(self: Any) -> Tensor:
        """The exponential less one, exact also near zero.

            out[i] = e ** self[i] - 1

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.expm1

        Examples
        --------
        >>> torch.tensor([0., 1e-6, 1.]).expm1()
        tensor([0.0000e+00, 1.0000e-06, 1.7183e+00])
        """
        try:
            return _expm1(self)
        except Exception as error:
            return refuse(error)

    def expm1_(self: Any) -> Tensor:
        """The exponential less one, exact also near zero. In place.

            out[i] = e ** self[i] - 1

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.expm1

        Examples
        --------
        >>> torch.tensor([0., 1e-6, 1.]).expm1_()
        tensor([0.0000e+00, 1.0000e-06, 1.7183e+00])
        """
        try:
            return _expm1_(self)
        except Exception as error:
            return refuse(error)

    def fix(self: Any) -> Tensor:
        """Each element rounded towards zero.

            out[i] = sign(self[i]) * floor(|self[i]|)

        Returns
        -------
        Tensor
            As `self` in shape and dtype.

        Raises
        ------
        RuntimeError
            `self` is complex.

        References
        ----------
        PyTorch: torch.trunc

        Examples
        --------
        >>> torch.tensor([-1.7, 0.2, 1.9]).fix()
        tensor([-1.,  0.,  1.])
        """
        try:
            return _trunc(self)
        except Exception as error:
            return refuse(error)

    def fix_(self: Any) -> Tensor:
        """Each element rounded towards zero. In place.

            out[i] = sign(self[i]) * floor(|self[i]|)

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` is complex, or `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.trunc

        Examples
        --------
        >>> torch.tensor([-1.7, 0.2, 1.9]).fix_()
        tensor([-1.,  0.,  1.])
        """
        try:
            return _trunc_(self)
        except Exception as error:
            return refuse(error)

    def floor(self: Any) -> Tensor:
        """Each element rounded down.

            out[i] = the largest integer that is not above self[i]

        Integers come back as they are. The gradient is zero.

        Returns
        -------
        Tensor
            As `self` in shape and dtype.

        Raises
        ------
        RuntimeError
            `self` is complex.

        References
        ----------
        PyTorch: torch.floor

        Examples
        --------
        >>> torch.tensor([-0.5, 0.2, 1.]).floor()
        tensor([-1.,  0.,  1.])
        """
        try:
            return _floor(self)
        except Exception as error:
            return refuse(error)

    def floor_(self: Any) -> Tensor:
        """Each element rounded down. In place.

            out[i] = the largest integer that is not above self[i]

        Integers come back as they are. The gradient is zero.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` is complex, or `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.floor

        Examples
        --------
        >>> torch.tensor([-0.5, 0.2, 1.]).floor_()
        tensor([-1.,  0.,  1.])
        """
        try:
            return _floor_(self)
        except Exception as error:
            return refuse(error)

    @handles_overrides
    def floor_divide(self: Any, other: Tensor | Number) -> Tensor:
        """The quotient of two tensors, rounded downwards.

            out[i] = floor(self[i] / other[i])

        This is the operator `//`.

        Parameters
        ----------
        other : Tensor or number
            The second operand.

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
        >>> torch.tensor([7, -7]).floor_divide(2)
        tensor([ 3, -4])
        >>> torch.tensor([4., 3.]).floor_divide(torch.tensor([2.5]))
        tensor([1., 1.])
        """
        try:
            return _floor_divide(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def floor_divide_(self: Any, other: Tensor | Number) -> Tensor:
        """The quotient of two tensors, rounded downwards. In place.

            out[i] = floor(self[i] / other[i])

        This is the operator `//`.

        Parameters
        ----------
        other : Tensor or number
            The second operand.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast, or integers are divided by zero.

        References
        ----------
        PyTorch: torch.floor_divide

        Examples
        --------
        >>> torch.tensor([7, -7]).floor_divide_(2)
        tensor([ 3, -4])
        """
        try:
            return _floor_divide_(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def fmax(self: Any, other: Tensor) -> Tensor:
        """The greater of two tensors, element by element; of a nan and a number the number.

        Parameters
        ----------
        other : Tensor
            The second operand.

        Returns
        -------
        Tensor
            In the shape to which the operands broadcast and the dtype to which they promote.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.fmax

        Examples
        --------
        >>> torch.tensor([1., float("nan")]).fmax(torch.tensor([float("nan"), 2.]))
        tensor([1., 2.])
        """
        try:
            return _fmax(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def fmin(self: Any, other: Tensor) -> Tensor:
        """The smaller of two tensors, element by element; of a nan and a number the number.

        Parameters
        ----------
        other : Tensor
            The second operand.

        Returns
        -------
        Tensor
            In the shape to which the operands broadcast and the dtype to which they promote.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.fmin

        Examples
        --------
        >>> torch.tensor([1., float("nan")]).fmin(torch.tensor([3., 2.]))
        tensor([1., 2.])
        """
        try:
            return _fmin(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def fmod(self: Any, other: Tensor | Number) -> Tensor:
        """The remainder of a division that rounds towards zero, as in C; its sign is that of the dividend.

            out[i] = self[i] - trunc(self[i] / other[i]) * other[i]

        Parameters
        ----------
        other : Tensor or number
            The second operand.

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
        >>> torch.tensor([-3., -1., 1., 3.]).fmod(2)
        tensor([-1., -1.,  1.,  1.])
        >>> torch.tensor([5, -5]).fmod(-3)
        tensor([ 2, -2])
        """
        try:
            return _fmod(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def fmod_(self: Any, other: Tensor | Number) -> Tensor:
        """The remainder of a division that rounds towards zero, as in C; its sign is that of the dividend. In place.

            out[i] = self[i] - trunc(self[i] / other[i]) * other[i]

        Parameters
        ----------
        other : Tensor or number
            The second operand.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast, or integers are divided by zero.

        References
        ----------
        PyTorch: torch.fmod

        Examples
        --------
        >>> torch.tensor([-3., -1., 1., 3.]).fmod_(2)
        tensor([-1., -1.,  1.,  1.])
        """
        try:
            return _fmod_(self, other)
        except Exception as error:
            return resolve(error)

    def frac(self: Any) -> Tensor:
        """What is behind the point, with the sign of the element.

            out[i] = self[i] - trunc(self[i])

        Returns
        -------
        Tensor
            As `self` in shape and dtype.

        Raises
        ------
        RuntimeError
            `self` is of integers or complex.

        References
        ----------
        PyTorch: torch.frac

        Examples
        --------
        >>> torch.tensor([1.5, -2.25, 3.]).frac()
        tensor([ 0.5000, -0.2500,  0.0000])
        """
        try:
            return _frac(self)
        except Exception as error:
            return refuse(error)

    def frac_(self: Any) -> Tensor:
        """What is behind the point, with the sign of the element. In place.

            out[i] = self[i] - trunc(self[i])

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` is of integers or complex.

        References
        ----------
        PyTorch: torch.frac

        Examples
        --------
        >>> torch.tensor([1.5, -2.25, 3.]).frac_()
        tensor([ 0.5000, -0.2500,  0.0000])
        """
        try:
            return _frac_(self)
        except Exception as error:
            return refuse(error)

    @handles_overrides
    def gcd(self: Any, other: Tensor) -> Tensor:
        """The greatest common divisor of integers.

        Parameters
        ----------
        other : Tensor
            Integers.

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
        >>> torch.tensor([12, 18, 0]).gcd(torch.tensor([8, -27, 5]))
        tensor([4, 9, 5])
        """
        try:
            return _gcd(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def gcd_(self: Any, other: Tensor) -> Tensor:
        """The greatest common divisor of integers. In place.

        Parameters
        ----------
        other : Tensor
            Integers.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            An operand is not of integers.

        References
        ----------
        PyTorch: torch.gcd

        Examples
        --------
        >>> torch.tensor([12, 18, 0]).gcd_(torch.tensor([8, -27, 5]))
        tensor([4, 9, 5])
        """
        try:
            return _gcd_(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def ge(self: Any, other: Tensor | Number) -> Tensor:
        """Whether elements are greater than or equal to those of the other side.

            out[i] = self[i] >= other[i]

        This is the operator `>=`. Complex numbers have no order, and raise RuntimeError.

        Parameters
        ----------
        other : Tensor or number
            The right side.

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
        >>> torch.tensor([1, 2, 3]).ge(2)
        tensor([False,  True,  True])
        """
        try:
            return _ge(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def ge_(self: Any, other: Tensor | Number) -> Tensor:
        """Whether elements are greater than or equal to those of the other side. In place.

            out[i] = self[i] >= other[i]

        This is the operator `>=`. Complex numbers have no order, and raise RuntimeError.

        Parameters
        ----------
        other : Tensor or number
            The right side.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.Tensor.ge_

        Examples
        --------
        >>> torch.tensor([1, 2, 3]).ge_(2)
        tensor([0, 1, 1])
        """
        try:
            return _ge_(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def ger(self: Any, vec2: Tensor) -> Tensor:
        """The outer product of two vectors.

            out[i, j] = self[i] * vec2[j]

        Parameters
        ----------
        vec2 : Tensor
            Of size m.

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
        >>> torch.tensor([1., 2.]).ger(torch.tensor([3., 4.]))
        tensor([[3., 4.],
                [6., 8.]])
        """
        try:
            return _ger(self, vec2)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def greater(self: Any, other: Tensor | Number) -> Tensor:
        """Whether elements are greater than those of the other side.

            out[i] = self[i] > other[i]

        This is the operator `>`. Complex numbers have no order, and raise RuntimeError.

        Parameters
        ----------
        other : Tensor or number
            The right side.

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
        >>> torch.tensor([1, 2, 3]).greater(2)
        tensor([False, False,  True])
        """
        try:
            return _gt(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def greater_(self: Any, other: Tensor | Number) -> Tensor:
        """Whether elements are greater than those of the other side. In place.

            out[i] = self[i] > other[i]

        This is the operator `>`. Complex numbers have no order, and raise RuntimeError.

        Parameters
        ----------
        other : Tensor or number
            The right side.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.Tensor.greater_

        Examples
        --------
        >>> torch.tensor([1, 2, 3]).greater_(2)
        tensor([0, 0, 1])
        """
        try:
            return _gt_(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def greater_equal(self: Any, other: Tensor | Number) -> Tensor:
        """Whether elements are greater than or equal to those of the other side.

            out[i] = self[i] >= other[i]

        This is the operator `>=`. Complex numbers have no order, and raise RuntimeError.

        Parameters
        ----------
        other : Tensor or number
            The right side.

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
        >>> torch.tensor([1, 2, 3]).greater_equal(2)
        tensor([False,  True,  True])
        """
        try:
            return _ge(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def greater_equal_(self: Any, other: Tensor | Number) -> Tensor:
        """Whether elements are greater than or equal to those of the other side. In place.

            out[i] = self[i] >= other[i]

        This is the operator `>=`. Complex numbers have no order, and raise RuntimeError.

        Parameters
        ----------
        other : Tensor or number
            The right side.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.Tensor.greater_equal_

        Examples
        --------
        >>> torch.tensor([1, 2, 3]).greater_equal_(2)
        tensor([0, 1, 1])
        """
        try:
            return _ge_(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def gt(self: Any, other: Tensor | Number) -> Tensor:
        """Whether elements are greater than those of the other side.

            out[i] = self[i] > other[i]

        This is the operator `>`. Complex numbers have no order, and raise RuntimeError.

        Parameters
        ----------
        other : Tensor or number
            The right side.

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
        >>> torch.tensor([1, 2, 3]).gt(2)
        tensor([False, False,  True])
        """
        try:
            return _gt(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def gt_(self: Any, other: Tensor | Number) -> Tensor:
        """Whether elements are greater than those of the other side. In place.

            out[i] = self[i] > other[i]

        This is the operator `>`. Complex numbers have no order, and raise RuntimeError.

        Parameters
        ----------
        other : Tensor or number
            The right side.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.Tensor.gt_

        Examples
        --------
        >>> torch.tensor([1, 2, 3]).gt_(2)
        tensor([0, 0, 1])
        """
        try:
            return _gt_(self, other)
        except Exception as error:
            return resolve(error)

    def hardshrink(self: Any, lambd: Number = 0.5) -> Tensor:
        """Elements near zero become zero.

            out[i] = self[i] if |self[i]| > lambd, else 0

        Parameters
        ----------
        lambd : float, default 0.5
            How near.

        Returns
        -------
        Tensor
            As `self` in shape and dtype.

        References
        ----------
        PyTorch: torch.hardshrink

        Examples
        --------
        >>> torch.tensor([-1., 0.3, 2.]).hardshrink()
        tensor([-1.,  0.,  2.])
        """
        try:
            return _hardshrink(self, as_scalar(lambd))
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim=(), *, keepdim=False, mode=0")
    def hash_tensor(self: Any, dim: int | Sequence[int] = (), *, keepdim: bool = False, mode: int = 0, axis: Any = MISSING,
                    keepdims: Any = MISSING) -> Tensor:
        """A hash of the bits of a tensor, the same for equal values.

        Parameters
        ----------
        mode : int, default 0
            The kind of hash; 0, the exclusive or of the elements' bits, is the only one.
        dim : int or tuple of ints, optional
            What to reduce; all dimensions if not given.
        keepdim : bool, default False
            Keep the reduced dimensions, with size 1.

        Returns
        -------
        Tensor
            Of the dtype `torch.uint64`.

        References
        ----------
        PyTorch: torch.hash_tensor

        Examples
        --------
        >>> torch.tensor([1, 2, 4]).hash_tensor()
        tensor(7, dtype=torch.uint64)
        """
        try:
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
            return _hash_tensor(self, dim, keepdim, mode)
        except Exception as error:
            return refuse(error)

    @handles_overrides
    def heaviside(self: Any, values: Tensor) -> Tensor:
        """The step function: 0 below zero, 1 above, and `values` at zero.

            out[i] = 0 if self[i] < 0, values[i] if self[i] == 0, 1 if self[i] > 0

        Parameters
        ----------
        values : Tensor
            What it is at zero; of the dtype of `self`.

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
        >>> torch.tensor([-1.5, 0., 2.]).heaviside(torch.tensor([0.5]))
        tensor([0.0000, 0.5000, 1.0000])
        """
        try:
            return _heaviside(self, values)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def heaviside_(self: Any, values: Tensor) -> Tensor:
        """The step function: 0 below zero, 1 above, and `values` at zero. In place.

            out[i] = 0 if self[i] < 0, values[i] if self[i] == 0, 1 if self[i] > 0

        Parameters
        ----------
        values : Tensor
            What it is at zero; of the dtype of `self`.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The dtypes differ, or the operands are complex.

        References
        ----------
        PyTorch: torch.heaviside

        Examples
        --------
        >>> torch.tensor([-1.5, 0., 2.]).heaviside_(torch.tensor([0.5]))
        tensor([0.0000, 0.5000, 1.0000])
        """
        try:
            return _heaviside_(self, values)
        except Exception as error:
            return resolve(error)

    def histc(self: Any, bins: int = 100, min: Number = 0, max: Number = 0) -> Tensor:
        """How many elements fall into each of `bins` equal intervals.

        Parameters
        ----------
        bins : int, default 100
            How many intervals.
        min : number, default 0
            The lower end.
        max : number, default 0
            The upper end; if both are 0 the least and greatest elements are taken.

        Returns
        -------
        Tensor
            Numbers of elements, in the dtype of `self`. What is out of range, and nan, is left out.

        Raises
        ------
        RuntimeError
            `max` is less than `min`, or `bins` is not positive.

        References
        ----------
        PyTorch: torch.histc

        Examples
        --------
        >>> torch.tensor([1., 2., 1., 4.]).histc(bins=4, min=0, max=4)
        tensor([0., 2., 1., 1.])
        """
        try:
            if bins.__class__ is not int:
                bins = to_int("histc", "bins", bins)
            return _histc(self, bins, as_scalar(min), as_scalar(max))
        except Exception as error:
            return refuse(error)

    @handles_overrides
    def hypot(self: Any, other: Tensor) -> Tensor:
        """The length of the hypotenuse of right-angled triangles, without overflow.

            out[i] = sqrt(self[i] ** 2 + other[i] ** 2)

        Parameters
        ----------
        other : Tensor
            The second operand.

        Returns
        -------
        Tensor
            In the shape to which the operands broadcast and the dtype to which they promote.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.hypot

        Examples
        --------
        >>> torch.tensor([3., 5.]).hypot(torch.tensor([4., 12.]))
        tensor([ 5., 13.])
        """
        try:
            return _hypot(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def hypot_(self: Any, other: Tensor) -> Tensor:
        """The length of the hypotenuse of right-angled triangles, without overflow. In place.

            out[i] = sqrt(self[i] ** 2 + other[i] ** 2)

        Parameters
        ----------
        other : Tensor
            The second operand.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast, or `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.hypot

        Examples
        --------
        >>> torch.tensor([3., 5.]).hypot_(torch.tensor([4., 12.]))
        tensor([ 5., 13.])
        """
        try:
            return _hypot_(self, other)
        except Exception as error:
            return resolve(error)

    def i0(self: Any) -> Tensor:
        """The modified Bessel function of the first kind and order 0.

            out[i] = sum of (self[i] / 2) ** (2 k) / (k!) ** 2 over k >= 0

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating.

        Raises
        ------
        RuntimeError
            `self` is complex.

        References
        ----------
        PyTorch: torch.i0

        Examples
        --------
        >>> torch.tensor([0., 1., 2.]).i0()
        tensor([1.0000, 1.2661, 2.2796])
        """
        try:
            return _i0(self)
        except Exception as error:
            return refuse(error)

    def i0_(self: Any) -> Tensor:
        """The modified Bessel function of the first kind and order 0. In place.

            out[i] = sum of (self[i] / 2) ** (2 k) / (k!) ** 2 over k >= 0

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` is complex, or `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.i0

        Examples
        --------
        >>> torch.tensor([0., 1., 2.]).i0_()
        tensor([1.0000, 1.2661, 2.2796])
        """
        try:
            return _i0_(self)
        except Exception as error:
            return refuse(error)

    @handles_overrides
    def igamma(self: Any, other: Tensor) -> Tensor:
        """The regularized lower incomplete gamma function.

            out[i] = integral of t ** (self[i] - 1) * e ** -t from 0 to other[i], divided by gamma(self[i])

        Parameters
        ----------
        other : Tensor
            The upper limit; floats that are not negative.

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
        >>> torch.tensor([1., 4.]).igamma(torch.tensor([1., 3.]))
        tensor([0.6321, 0.3528])
        """
        try:
            return _igamma(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def igamma_(self: Any, other: Tensor) -> Tensor:
        """The regularized lower incomplete gamma function. In place.

            out[i] = integral of t ** (self[i] - 1) * e ** -t from 0 to other[i], divided by gamma(self[i])

        Parameters
        ----------
        other : Tensor
            The upper limit; floats that are not negative.

        Returns
        -------
        Tensor
            `self`, changed.

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
        >>> torch.tensor([1., 4.]).igamma_(torch.tensor([1., 3.]))
        tensor([0.6321, 0.3528])
        """
        try:
            return _igamma_(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def igammac(self: Any, other: Tensor) -> Tensor:
        """The regularized upper incomplete gamma function, 1 - gammainc.

            out[i] = integral of t ** (self[i] - 1) * e ** -t from other[i] on, divided by gamma(self[i])

        Parameters
        ----------
        other : Tensor
            The lower limit; floats that are not negative.

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
        >>> torch.tensor([1., 4.]).igammac(torch.tensor([1., 3.]))
        tensor([0.3679, 0.6472])
        """
        try:
            return _igammac(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def igammac_(self: Any, other: Tensor) -> Tensor:
        """The regularized upper incomplete gamma function, 1 - gammainc. In place.

            out[i] = integral of t ** (self[i] - 1) * e ** -t from other[i] on, divided by gamma(self[i])

        Parameters
        ----------
        other : Tensor
            The lower limit; floats that are not negative.

        Returns
        -------
        Tensor
            `self`, changed.

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
        >>> torch.tensor([1., 4.]).igammac_(torch.tensor([1., 3.]))
        tensor([0.3679, 0.6472])
        """
        try:
            return _igammac_(self, other)
        except Exception as error:
            return resolve(error)

    @shown_as("self, dim, index, source, *, alpha=1")
    @handles_overrides
    def index_add(self: Any, dim: Any = MISSING, index: Tensor = MISSING, source: Tensor = MISSING, *, alpha: Number = 1,
                  axis: Any = MISSING) -> Tensor:
        """Adds slices of a source at some indices of a dimension.

            self[index[i], ...] += alpha * source[i, ...]    (dim = 0)

        Parameters
        ----------
        dim : int
            The dimension.
        index : Tensor
            Where; `torch.int32` or `torch.int64`, of one dimension.
        source : Tensor
            What is added; as long along `dim` as `index`.
        alpha : number, default 1
            Multiplies `source`.

        Returns
        -------
        Tensor
            In the shape of `self`.

        Raises
        ------
        RuntimeError
            An index is out of range, or a shape or dtype does not fit.

        References
        ----------
        PyTorch: torch.index_add

        Examples
        --------
        >>> torch.zeros(3).index_add(0, torch.tensor([0, 0, 2]), torch.tensor([1., 2., 3.]))
        tensor([3., 0., 3.])
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("index_add", "axis", axis, dim, MISSING)
            if dim.__class__ is not int:
                dim = to_int("index_add", "dim", dim)
            return _index_add(self, dim, index, source, as_scalar(alpha))
        except Exception as error:
            return resolve(error)

    @shown_as("self, dim, index, source, *, alpha=1")
    @handles_overrides
    def index_add_(self: Any, dim: Any = MISSING, index: Tensor = MISSING, source: Tensor = MISSING, *, alpha: Number = 1,
                   axis: Any = MISSING) -> Tensor:
        """Adds slices of a source at some indices of a dimension. In place.

            self[index[i], ...] += alpha * source[i, ...]    (dim = 0)

        Parameters
        ----------
        dim : int
            The dimension.
        index : Tensor
            Where; `torch.int32` or `torch.int64`, of one dimension.
        source : Tensor
            What is added; as long along `dim` as `index`.
        alpha : number, default 1
            Multiplies `source`.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            An index is out of range, or a shape or dtype does not fit.

        References
        ----------
        PyTorch: torch.index_add

        Examples
        --------
        >>> torch.zeros(3).index_add_(0, torch.tensor([0, 0, 2]), torch.tensor([1., 2., 3.]))
        tensor([3., 0., 3.])
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("index_add", "axis", axis, dim, MISSING)
            if dim.__class__ is not int:
                dim = to_int("index_add", "dim", dim)
            return _index_add_(self, dim, index, source, as_scalar(alpha))
        except Exception as error:
            return resolve(error)

    @shown_as("self, dim, index, source")
    @handles_overrides
    def index_copy(self: Any, dim: Any = MISSING, index: Tensor = MISSING, source: Tensor = MISSING, *, axis: Any = MISSING) -> Tensor:
        """Writes slices of a source at some indices of a dimension.

            self[index[i], ...] = source[i, ...]    (dim = 0)

        Parameters
        ----------
        dim : int
            The dimension.
        index : Tensor
            Where; `torch.int64`, of one dimension.
        source : Tensor
            What is written; as long along `dim` as `index`, of the dtype of `self`.

        Returns
        -------
        Tensor
            In the shape of `self`.

        Raises
        ------
        RuntimeError
            An index is out of range, or a shape or dtype does not fit.

        References
        ----------
        PyTorch: torch.index_copy

        Examples
        --------
        >>> torch.zeros(3).index_copy(0, torch.tensor([2, 0]), torch.tensor([5., 6.]))
        tensor([6., 0., 5.])
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("index_copy", "axis", axis, dim, MISSING)
            if dim.__class__ is not int:
                dim = to_int("index_copy", "dim", dim)
            return _index_copy(self, dim, index, source)
        except Exception as error:
            return resolve(error)

    @shown_as("self, dim, index, source")
    @handles_overrides
    def index_copy_(self: Any, dim: Any = MISSING, index: Tensor = MISSING, source: Tensor = MISSING, *, axis: Any = MISSING) -> Tensor:
        """Writes slices of a source at some indices of a dimension. In place.

            self[index[i], ...] = source[i, ...]    (dim = 0)

        Parameters
        ----------
        dim : int
            The dimension.
        index : Tensor
            Where; `torch.int64`, of one dimension.
        source : Tensor
            What is written; as long along `dim` as `index`, of the dtype of `self`.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            An index is out of range, or a shape or dtype does not fit.

        References
        ----------
        PyTorch: torch.index_copy

        Examples
        --------
        >>> torch.zeros(3).index_copy_(0, torch.tensor([2, 0]), torch.tensor([5., 6.]))
        tensor([6., 0., 5.])
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("index_copy", "axis", axis, dim, MISSING)
            if dim.__class__ is not int:
                dim = to_int("index_copy", "dim", dim)
            return _index_copy_(self, dim, index, source)
        except Exception as error:
            return resolve(error)

    @shown_as("self, dim, index")
    @handles_overrides
    def index_select(self: Any, dim: Any = MISSING, index: Tensor = MISSING, *, axis: Any = MISSING) -> Tensor:
        """The slices at some indices of a dimension.

        Parameters
        ----------
        dim : int
            The dimension.
        index : Tensor
            Which slices, in which order; `torch.int32` or `torch.int64`, of one dimension.

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
        >>> torch.tensor([[1, 2], [3, 4], [5, 6]]).index_select(0, torch.tensor([2, 0]))
        tensor([[5, 6],
                [1, 2]])
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("index_select", "axis", axis, dim, MISSING)
            if dim.__class__ is not int:
                dim = to_int("index_select", "dim", dim)
            return _index_select(self, dim, index)
        except Exception as error:
            return resolve(error)

    def isfinite(self: Any) -> Tensor:
        """Whether elements are neither infinite nor nan.

        Returns
        -------
        Tensor
            Truth values (`torch.bool`), in the shape of `self`.

        References
        ----------
        PyTorch: torch.isfinite

        Examples
        --------
        >>> torch.tensor([1., float("nan"), float("inf")]).isfinite()
        tensor([ True, False, False])
        """
        try:
            return _isfinite(self)
        except Exception as error:
            return refuse(error)

    def isinf(self: Any) -> Tensor:
        """Whether elements are inf or -inf; of complex numbers, whether a part is.

        Returns
        -------
        Tensor
            Truth values (`torch.bool`), in the shape of `self`.

        References
        ----------
        PyTorch: torch.isinf

        Examples
        --------
        >>> torch.tensor([1., float("nan"), float("-inf")]).isinf()
        tensor([False, False,  True])
        """
        try:
            return _isinf(self)
        except Exception as error:
            return refuse(error)

    def isnan(self: Any) -> Tensor:
        """Whether elements are nan; of complex numbers, whether a part is.

        Returns
        -------
        Tensor
            Truth values (`torch.bool`), in the shape of `self`.

        References
        ----------
        PyTorch: torch.isnan

        Examples
        --------
        >>> torch.tensor([1., float("nan"), float("inf")]).isnan()
        tensor([False,  True, False])
        """
        try:
            return _isnan(self)
        except Exception as error:
            return refuse(error)

    def isneginf(self: Any) -> Tensor:
        """Whether elements are -inf.

        Returns
        -------
        Tensor
            Truth values (`torch.bool`), in the shape of `self`.

        Raises
        ------
        RuntimeError
            `self` is complex.

        References
        ----------
        PyTorch: torch.isneginf

        Examples
        --------
        >>> torch.tensor([float("-inf"), float("inf"), 1.]).isneginf()
        tensor([ True, False, False])
        """
        try:
            return _isneginf(self)
        except Exception as error:
            return refuse(error)

    def isposinf(self: Any) -> Tensor:
        """Whether elements are inf.

        Returns
        -------
        Tensor
            Truth values (`torch.bool`), in the shape of `self`.

        Raises
        ------
        RuntimeError
            `self` is complex.

        References
        ----------
        PyTorch: torch.isposinf

        Examples
        --------
        >>> torch.tensor([float("-inf"), float("inf"), 1.]).isposinf()
        tensor([False,  True, False])
        """
        try:
            return _isposinf(self)
        except Exception as error:
            return refuse(error)

    def isreal(self: Any) -> Tensor:
        """Whether elements have no imaginary part, or one of zero.

        Returns
        -------
        Tensor
            Truth values (`torch.bool`), in the shape of `self`.

        References
        ----------
        PyTorch: torch.isreal

        Examples
        --------
        >>> torch.tensor([1 + 1j, 2 + 0j]).isreal()
        tensor([False,  True])
        """
        try:
            return _isreal(self)
        except Exception as error:
            return refuse(error)

    @shown_as("self, k, dim=-1, keepdim=False")
    def kthvalue(self: Any, k: int, dim: int = -1, keepdim: bool = False, *, axis: Any = MISSING,
                 keepdims: Any = MISSING) -> return_types.kthvalue:
        """The `k`-th least elements along a dimension, and where they stand.

        Parameters
        ----------
        k : int
            Which; 1 is the least.
        dim : int, optional
            What to look along; the last dimension if not given.
        keepdim : bool, default False
            Keep the reduced dimensions, with size 1.

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
        >>> torch.tensor([[4., 1., 3.], [9., 8., 7.]]).kthvalue(2)
        torch.return_types.kthvalue(
        values=tensor([3., 8.]),
        indices=tensor([2, 1]))
        """
        try:
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
            return return_types.from_items(return_types.kthvalue, _kthvalue(self, k, dim, keepdim))
        except Exception as error:
            return refuse(error)

    @handles_overrides
    def lcm(self: Any, other: Tensor) -> Tensor:
        """The least common multiple of integers.

        Parameters
        ----------
        other : Tensor
            Integers.

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
        >>> torch.tensor([4, 6, 0]).lcm(torch.tensor([6, 8, 5]))
        tensor([12, 24,  0])
        """
        try:
            return _lcm(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def lcm_(self: Any, other: Tensor) -> Tensor:
        """The least common multiple of integers. In place.

        Parameters
        ----------
        other : Tensor
            Integers.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            An operand is not of integers.

        References
        ----------
        PyTorch: torch.lcm

        Examples
        --------
        >>> torch.tensor([4, 6, 0]).lcm_(torch.tensor([6, 8, 5]))
        tensor([12, 24,  0])
        """
        try:
            return _lcm_(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def le(self: Any, other: Tensor | Number) -> Tensor:
        """Whether elements are less than or equal to those of the other side.

            out[i] = self[i] <= other[i]

        This is the operator `<=`. Complex numbers have no order, and raise RuntimeError.

        Parameters
        ----------
        other : Tensor or number
            The right side.

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
        >>> torch.tensor([1, 2, 3]).le(2)
        tensor([ True,  True, False])
        """
        try:
            return _le(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def le_(self: Any, other: Tensor | Number) -> Tensor:
        """Whether elements are less than or equal to those of the other side. In place.

            out[i] = self[i] <= other[i]

        This is the operator `<=`. Complex numbers have no order, and raise RuntimeError.

        Parameters
        ----------
        other : Tensor or number
            The right side.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.Tensor.le_

        Examples
        --------
        >>> torch.tensor([1, 2, 3]).le_(2)
        tensor([1, 1, 0])
        """
        try:
            return _le_(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def less(self: Any, other: Tensor | Number) -> Tensor:
        """Whether elements are less than those of the other side.

            out[i] = self[i] < other[i]

        This is the operator `<`. Complex numbers have no order, and raise RuntimeError.

        Parameters
        ----------
        other : Tensor or number
            The right side.

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
        >>> torch.tensor([1, 2, 3]).less(2)
        tensor([ True, False, False])
        """
        try:
            return _lt(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def less_(self: Any, other: Tensor | Number) -> Tensor:
        """Whether elements are less than those of the other side. In place.

            out[i] = self[i] < other[i]

        This is the operator `<`. Complex numbers have no order, and raise RuntimeError.

        Parameters
        ----------
        other : Tensor or number
            The right side.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.Tensor.less_

        Examples
        --------
        >>> torch.tensor([1, 2, 3]).less_(2)
        tensor([1, 0, 0])
        """
        try:
            return _lt_(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def less_equal(self: Any, other: Tensor | Number) -> Tensor:
        """Whether elements are less than or equal to those of the other side.

            out[i] = self[i] <= other[i]

        This is the operator `<=`. Complex numbers have no order, and raise RuntimeError.

        Parameters
        ----------
        other : Tensor or number
            The right side.

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
        >>> torch.tensor([1, 2, 3]).less_equal(2)
        tensor([ True,  True, False])
        """
        try:
            return _le(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def less_equal_(self: Any, other: Tensor | Number) -> Tensor:
        """Whether elements are less than or equal to those of the other side. In place.

            out[i] = self[i] <= other[i]

        This is the operator `<=`. Complex numbers have no order, and raise RuntimeError.

        Parameters
        ----------
        other : Tensor or number
            The right side.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.Tensor.less_equal_

        Examples
        --------
        >>> torch.tensor([1, 2, 3]).less_equal_(2)
        tensor([1, 1, 0])
        """
        try:
            return _le_(self, other)
        except Exception as error:
            return resolve(error)

    def lgamma(self: Any) -> Tensor:
        """The logarithm of |gamma|, the absolute values of the gamma function.

            out[i] = ln |gamma(self[i])|

        Its derivative is `torch.digamma`. It is infinite at zero and the negative integers.

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating.

        Raises
        ------
        RuntimeError
            `self` is complex.

        References
        ----------
        PyTorch: torch.lgamma

        Examples
        --------
        >>> torch.tensor([0.5, 1., 10., -2.]).lgamma()
        tensor([ 0.5724,  0.0000, 12.8018,     inf])
        """
        try:
            return _lgamma(self)
        except Exception as error:
            return refuse(error)

    def lgamma_(self: Any) -> Tensor:
        """The logarithm of |gamma|, the absolute values of the gamma function. In place.

            out[i] = ln |gamma(self[i])|

        Its derivative is `torch.digamma`. It is infinite at zero and the negative integers.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` is complex, or `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.lgamma

        Examples
        --------
        >>> torch.tensor([0.5, 1., 10., -2.]).lgamma_()
        tensor([ 0.5724,  0.0000, 12.8018,     inf])
        """
        try:
            return _lgamma_(self)
        except Exception as error:
            return refuse(error)

    def log(self: Any) -> Tensor:
        """The natural logarithm of each element.

            out[i] = ln(self[i])

        Zero gives -inf and negative real numbers nan.

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.log

        Examples
        --------
        >>> torch.tensor([1., 10., 0.]).log()
        tensor([0.0000, 2.3026,   -inf])
        """
        try:
            return _log(self)
        except Exception as error:
            return refuse(error)

    def log_(self: Any) -> Tensor:
        """The natural logarithm of each element. In place.

            out[i] = ln(self[i])

        Zero gives -inf and negative real numbers nan.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.log

        Examples
        --------
        >>> torch.tensor([1., 10., 0.]).log_()
        tensor([0.0000, 2.3026,   -inf])
        """
        try:
            return _log_(self)
        except Exception as error:
            return refuse(error)

    def log10(self: Any) -> Tensor:
        """The logarithm of each element to the base 10.

            out[i] = log10(self[i])

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.log10

        Examples
        --------
        >>> torch.tensor([1., 1000., 0.1]).log10()
        tensor([ 0.,  3., -1.])
        """
        try:
            return _log10(self)
        except Exception as error:
            return refuse(error)

    def log10_(self: Any) -> Tensor:
        """The logarithm of each element to the base 10. In place.

            out[i] = log10(self[i])

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.log10

        Examples
        --------
        >>> torch.tensor([1., 1000., 0.1]).log10_()
        tensor([ 0.,  3., -1.])
        """
        try:
            return _log10_(self)
        except Exception as error:
            return refuse(error)

    def log1p(self: Any) -> Tensor:
        """The natural logarithm of one plus each element, exact also near zero.

            out[i] = ln(1 + self[i])

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.log1p

        Examples
        --------
        >>> torch.tensor([0., 1e-6, 1.]).log1p()
        tensor([0.0000e+00, 1.0000e-06, 6.9315e-01])
        """
        try:
            return _log1p(self)
        except Exception as error:
            return refuse(error)

    def log1p_(self: Any) -> Tensor:
        """The natural logarithm of one plus each element, exact also near zero. In place.

            out[i] = ln(1 + self[i])

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.log1p

        Examples
        --------
        >>> torch.tensor([0., 1e-6, 1.]).log1p_()
        tensor([0.0000e+00, 1.0000e-06, 6.9315e-01])
        """
        try:
            return _log1p_(self)
        except Exception as error:
            return refuse(error)

    def log2(self: Any) -> Tensor:
        """The logarithm of each element to the base 2.

            out[i] = log2(self[i])

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.log2

        Examples
        --------
        >>> torch.tensor([1., 8., 0.5]).log2()
        tensor([ 0.,  3., -1.])
        """
        try:
            return _log2(self)
        except Exception as error:
            return refuse(error)

    def log2_(self: Any) -> Tensor:
        """The logarithm of each element to the base 2. In place.

            out[i] = log2(self[i])

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.log2

        Examples
        --------
        >>> torch.tensor([1., 8., 0.5]).log2_()
        tensor([ 0.,  3., -1.])
        """
        try:
            return _log2_(self)
        except Exception as error:
            return refuse(error)

    @handles_overrides
    def logaddexp(self: Any, other: Tensor) -> Tensor:
        """The logarithm of a sum of exponentials, without overflow.

            out[i] = ln(e ** self[i] + e ** other[i])

        Adds numbers of which only the logarithms can be represented. See `torch.logsumexp` for more than two.

        Parameters
        ----------
        other : Tensor
            The second operand.

        Returns
        -------
        Tensor
            In the shape to which the operands broadcast and the dtype to which they promote.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.logaddexp

        Examples
        --------
        >>> torch.tensor([-1000., 0.]).logaddexp(torch.tensor([-1000., 1.]))
        tensor([-999.3068,    1.3133])
        """
        try:
            return _logaddexp(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def logaddexp2(self: Any, other: Tensor) -> Tensor:
        """The logarithm to the base 2 of a sum of powers of 2, without overflow.

            out[i] = log2(2 ** self[i] + 2 ** other[i])

        Parameters
        ----------
        other : Tensor
            The second operand.

        Returns
        -------
        Tensor
            In the shape to which the operands broadcast and the dtype to which they promote.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.logaddexp2

        Examples
        --------
        >>> torch.tensor([3., 0.]).logaddexp2(torch.tensor([3., 1.]))
        tensor([4.0000, 1.5850])
        """
        try:
            return _logaddexp2(self, other)
        except Exception as error:
            return resolve(error)

    @shown_as("self, dim")
    def logcumsumexp(self: Any, dim: Any = MISSING, *, axis: Any = MISSING) -> Tensor:
        """The logarithms of running sums of exponentials, without overflow.

            out[i] = ln(e ** self[0] + ... + e ** self[i])

        Parameters
        ----------
        dim : int
            The dimension; negative ones count from the end.

        Returns
        -------
        Tensor
            In the shape and dtype of `self`.

        Raises
        ------
        IndexError
            `dim` is no dimension of `self`.

        References
        ----------
        PyTorch: torch.logcumsumexp

        Examples
        --------
        >>> torch.tensor([0., 0., 1000.]).logcumsumexp(dim=0)
        tensor([0.0000e+00, 6.9315e-01, 1.0000e+03])
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("logcumsumexp", "axis", axis, dim, MISSING)
            if dim.__class__ is not int:
                dim = to_int("logcumsumexp", "dim", dim)
            return _logcumsumexp(self, dim)
        except Exception as error:
            return refuse(error)

    @handles_overrides
    def logical_and(self: Any, other: Tensor) -> Tensor:
        """Whether both elements are true.

            out[i] = self[i] != 0 and other[i] != 0

        Parameters
        ----------
        other : Tensor
            The second operand, likewise.

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
        >>> torch.tensor([True, True, False]).logical_and(torch.tensor([True, False, False]))
        tensor([ True, False, False])
        >>> torch.tensor([0, 1, 2]).logical_and(torch.tensor([1, 0, 3]))
        tensor([False, False,  True])
        """
        try:
            return _logical_and(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def logical_and_(self: Any, other: Tensor) -> Tensor:
        """Whether both elements are true. In place.

            out[i] = self[i] != 0 and other[i] != 0

        Parameters
        ----------
        other : Tensor
            The second operand, likewise.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.logical_and

        Examples
        --------
        >>> torch.tensor([True, True, False]).logical_and_(torch.tensor([True, False, False]))
        tensor([ True, False, False])
        """
        try:
            return _logical_and_(self, other)
        except Exception as error:
            return resolve(error)

    def logical_not(self: Any) -> Tensor:
        """Whether elements are false.

            out[i] = self[i] == 0

        Returns
        -------
        Tensor
            Truth values in the shape of `self`; in place in the dtype of that.

        References
        ----------
        PyTorch: torch.logical_not

        Examples
        --------
        >>> torch.tensor([False, True, True]).logical_not()
        tensor([ True, False, False])
        >>> torch.tensor([3, 0, -2]).logical_not()
        tensor([False,  True, False])
        """
        try:
            return _logical_not(self)
        except Exception as error:
            return refuse(error)

    def logical_not_(self: Any) -> Tensor:
        """Whether elements are false. In place.

            out[i] = self[i] == 0

        Returns
        -------
        Tensor
            `self`, changed.

        References
        ----------
        PyTorch: torch.logical_not

        Examples
        --------
        >>> torch.tensor([False, True, True]).logical_not_()
        tensor([ True, False, False])
        """
        try:
            return _logical_not_(self)
        except Exception as error:
            return refuse(error)

    @handles_overrides
    def logical_or(self: Any, other: Tensor) -> Tensor:
        """Whether at least one of both elements is true.

            out[i] = self[i] != 0 or other[i] != 0

        Parameters
        ----------
        other : Tensor
            The second operand, likewise.

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
        >>> torch.tensor([True, True, False]).logical_or(torch.tensor([True, False, False]))
        tensor([ True,  True, False])
        """
        try:
            return _logical_or(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def logical_or_(self: Any, other: Tensor) -> Tensor:
        """Whether at least one of both elements is true. In place.

            out[i] = self[i] != 0 or other[i] != 0

        Parameters
        ----------
        other : Tensor
            The second operand, likewise.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.logical_or

        Examples
        --------
        >>> torch.tensor([True, True, False]).logical_or_(torch.tensor([True, False, False]))
        tensor([ True,  True, False])
        """
        try:
            return _logical_or_(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def logical_xor(self: Any, other: Tensor) -> Tensor:
        """Whether just one of both elements is true.

            out[i] = (self[i] != 0) != (other[i] != 0)

        Parameters
        ----------
        other : Tensor
            The second operand, likewise.

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
        >>> torch.tensor([True, True, False]).logical_xor(torch.tensor([True, False, False]))
        tensor([False,  True, False])
        """
        try:
            return _logical_xor(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def logical_xor_(self: Any, other: Tensor) -> Tensor:
        """Whether just one of both elements is true. In place.

            out[i] = (self[i] != 0) != (other[i] != 0)

        Parameters
        ----------
        other : Tensor
            The second operand, likewise.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.logical_xor

        Examples
        --------
        >>> torch.tensor([True, True, False]).logical_xor_(torch.tensor([True, False, False]))
        tensor([False,  True, False])
        """
        try:
            return _logical_xor_(self, other)
        except Exception as error:
            return resolve(error)

    def logit(self: Any, eps: float | None = None) -> Tensor:
        """The logarithm of the odds, the inverse of `torch.sigmoid`.

            out[i] = ln(self[i] / (1 - self[i]))

        Parameters
        ----------
        eps : float, optional
            Elements are first clamped to lie between eps and 1 - eps.

        Returns
        -------
        Tensor
            As `self` in shape; integers give the default dtype.

        References
        ----------
        PyTorch: torch.logit

        Examples
        --------
        >>> torch.tensor([0.5, 0.9, 1.]).logit()
        tensor([0.0000, 2.1972,    inf])
        >>> torch.tensor([0., 1.]).logit(eps=1e-3)
        tensor([-6.9068,  6.9068])
        """
        try:
            return _logit(self, None if eps is None else as_float(eps))
        except Exception as error:
            return refuse(error)

    def logit_(self: Any, eps: float | None = None) -> Tensor:
        """The logarithm of the odds, the inverse of `torch.sigmoid`. In place.

            out[i] = ln(self[i] / (1 - self[i]))

        Parameters
        ----------
        eps : float, optional
            Elements are first clamped to lie between eps and 1 - eps.

        Returns
        -------
        Tensor
            `self`, changed.

        References
        ----------
        PyTorch: torch.logit

        Examples
        --------
        >>> torch.tensor([0.5, 0.9, 1.]).logit_()
        tensor([0.0000, 2.1972,    inf])
        """
        try:
            return _logit_(self, None if eps is None else as_float(eps))
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim, keepdim=False")
    def logsumexp(self: Any, dim: Any = MISSING, keepdim: bool = False, *, axis: Any = MISSING, keepdims: Any = MISSING) -> Tensor:
        """The logarithm of a sum of exponentials, without overflow.

            ln(sum(e ** self))

        Parameters
        ----------
        dim : int or tuple of ints
            What to sum along.
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
        The gradient is `torch.softmax(self, dim)` times the cotangent.

        References
        ----------
        PyTorch: torch.logsumexp

        Examples
        --------
        >>> torch.tensor([[1000., 1000.], [0., 1.]]).logsumexp(dim=1)
        tensor([1000.6932,    1.3133])
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("logsumexp", "axis", axis, dim, MISSING)
            if keepdims is not MISSING:
                keepdim = resolve_alias("logsumexp", "keepdims", keepdims, keepdim, False)
            if dim.__class__ not in SIZES:
                check_int_list("logsumexp", "dim", dim)
            if keepdim is not False and keepdim is not True:
                raise_wrong_type("logsumexp", "keepdim", "bool", keepdim)
            return _logsumexp(self, dim, keepdim)
        except Exception as error:
            return refuse(error)

    @handles_overrides
    def lt(self: Any, other: Tensor | Number) -> Tensor:
        """Whether elements are less than those of the other side.

            out[i] = self[i] < other[i]

        This is the operator `<`. Complex numbers have no order, and raise RuntimeError.

        Parameters
        ----------
        other : Tensor or number
            The right side.

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
        >>> torch.tensor([1, 2, 3]).lt(2)
        tensor([ True, False, False])
        """
        try:
            return _lt(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def lt_(self: Any, other: Tensor | Number) -> Tensor:
        """Whether elements are less than those of the other side. In place.

            out[i] = self[i] < other[i]

        This is the operator `<`. Complex numbers have no order, and raise RuntimeError.

        Parameters
        ----------
        other : Tensor or number
            The right side.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.Tensor.lt_

        Examples
        --------
        >>> torch.tensor([1, 2, 3]).lt_(2)
        tensor([1, 0, 0])
        """
        try:
            return _lt_(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def masked_scatter(self: Any, mask: Tensor, source: Tensor) -> Tensor:
        """Puts the elements of a source, one after the other, where a mask is true.

        Parameters
        ----------
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
        >>> torch.zeros(3).masked_scatter(torch.tensor([True, False, True]), torch.tensor([5., 6.]))
        tensor([5., 0., 6.])
        """
        try:
            return _masked_scatter(self, mask, source)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def masked_scatter_(self: Any, mask: Tensor, source: Tensor) -> Tensor:
        """Puts the elements of a source, one after the other, where a mask is true. In place.

        Parameters
        ----------
        mask : Tensor
            Truth values, broadcast to the tensor.
        source : Tensor
            At least as many elements as the mask has true ones; of the same dtype.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The source has too few elements, or another dtype.

        References
        ----------
        PyTorch: torch.masked_scatter

        Examples
        --------
        >>> torch.zeros(3).masked_scatter_(torch.tensor([True, False, True]), torch.tensor([5., 6.]))
        tensor([5., 0., 6.])
        """
        try:
            return _masked_scatter_(self, mask, source)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def masked_select(self: Any, mask: Tensor) -> Tensor:
        """The elements where a mask is true.

        Parameters
        ----------
        mask : Tensor
            Truth values; both are broadcast.

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
        >>> x.masked_select(x > 2)
        tensor([3, 4])
        """
        try:
            return _masked_select(self, mask)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def matmul(self: Any, other: Tensor) -> Tensor:
        """The product of two tensors as matrices; the operator `@`.

        Vectors give a number, a matrix and a vector a vector, matrices a matrix; further dimensions are batches and are
        broadcast.

        Parameters
        ----------
        other : Tensor
            The second factor, of the same dtype.

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
        >>> torch.tensor([[1., 2.], [3., 4.]]).matmul(torch.tensor([5., 6.]))
        tensor([17., 39.])
        >>> torch.ones(10, 3, 4).matmul(torch.ones(4, 5)).shape
        torch.Size([10, 3, 5])
        """
        try:
            return _matmul(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def maximum(self: Any, other: Tensor) -> Tensor:
        """The greater of two tensors, element by element; nan if one is nan.

            out[i] = max(self[i], other[i])

        `torch.fmax` prefers the other operand to nan.

        Parameters
        ----------
        other : Tensor
            The second operand.

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
        >>> torch.tensor([1., 5.]).maximum(torch.tensor([3., 2.]))
        tensor([3., 5.])
        """
        try:
            return _maximum(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def minimum(self: Any, other: Tensor) -> Tensor:
        """The smaller of two tensors, element by element; nan if one is nan.

            out[i] = min(self[i], other[i])

        `torch.fmin` prefers the other operand to nan.

        Parameters
        ----------
        other : Tensor
            The second operand.

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
        >>> torch.tensor([1., 5.]).minimum(torch.tensor([3., 2.]))
        tensor([1., 2.])
        """
        try:
            return _minimum(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def mm(self: Any, mat2: Tensor) -> Tensor:
        """The product of two matrices.

            out[i, j] = sum_k self[i, k] * mat2[k, j]

        Parameters
        ----------
        mat2 : Tensor
            m x p, of the same dtype.

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
        >>> torch.tensor([[1., 2.], [3., 4.]]).mm(torch.tensor([[0., 1.], [1., 0.]]))
        tensor([[2., 1.],
                [4., 3.]])
        """
        try:
            return _mm(self, mat2)
        except Exception as error:
            return resolve(error)

    @shown_as("self, dim=-1, keepdim=False")
    def mode(self: Any, dim: int = -1, keepdim: bool = False, *, axis: Any = MISSING, keepdims: Any = MISSING) -> return_types.mode:
        """The most frequent elements along a dimension, and where they stand.

        Of several that are equally frequent it is the least.

        Parameters
        ----------
        dim : int, default -1
            What to look along.
        keepdim : bool, default False
            Keep the reduced dimensions, with size 1.

        Returns
        -------
        values (Tensor)
            The most frequent elements.
        indices (Tensor)
            Where along `dim` one of them stands.

        Raises
        ------
        IndexError
            `dim` is no dimension of `self`.

        References
        ----------
        PyTorch: torch.mode

        Examples
        --------
        >>> torch.tensor([[1, 2, 2, 3], [4, 4, 1, 1]]).mode().values
        tensor([2, 1])
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("mode", "axis", axis, dim, -1)
            if keepdims is not MISSING:
                keepdim = resolve_alias("mode", "keepdims", keepdims, keepdim, False)
            if dim.__class__ is not int:
                dim = to_int("mode", "dim", dim)
            if keepdim is not False and keepdim is not True:
                raise_wrong_type("mode", "keepdim", "bool", keepdim)
            return return_types.from_items(return_types.mode, _mode(self, dim, keepdim))
        except Exception as error:
            return refuse(error)

    def movedim(self: Any, source: int | Sequence[int], destination: int | Sequence[int]) -> Tensor:
        """With some dimensions in other places; the rest keep their order.

        Parameters
        ----------
        source : int or ints
            Which dimensions.
        destination : int or ints
            Where they go.

        Returns
        -------
        Tensor
            A view of `self`.

        Raises
        ------
        RuntimeError
            The numbers of both differ, or a dimension comes twice.

        References
        ----------
        PyTorch: torch.movedim

        Examples
        --------
        >>> torch.zeros(2, 3, 5).movedim(0, -1).shape
        torch.Size([3, 5, 2])
        """
        try:
            if source.__class__ not in SIZES:
                check_int_list("movedim", "source", source)
            if destination.__class__ not in SIZES:
                check_int_list("movedim", "destination", destination)
            return _movedim(self, source, destination)
        except Exception as error:
            return refuse(error)

    @handles_overrides
    def mul(self: Any, other: Tensor | Number) -> Tensor:
        """The product of two tensors, element by element.

            out[i] = self[i] * other[i]

        The operators `*` and `*=` are calls of it. For the product of matrices see `torch.matmul`.

        Parameters
        ----------
        other : Tensor or number
            The second operand.

        Returns
        -------
        Tensor
            In the shape to which the operands broadcast and the dtype to which they promote.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.mul

        Examples
        --------
        >>> torch.tensor([1., 2., 3.]).mul(2)
        tensor([2., 4., 6.])
        >>> torch.tensor([[1], [2]]).mul(torch.tensor([3, 4]))
        tensor([[3, 4],
                [6, 8]])
        """
        try:
            return _mul(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def mul_(self: Any, other: Tensor | Number) -> Tensor:
        """The product of two tensors, element by element. In place.

            out[i] = self[i] * other[i]

        The operators `*` and `*=` are calls of it. For the product of matrices see `torch.matmul`.

        Parameters
        ----------
        other : Tensor or number
            The second operand.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast, or `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.mul

        Examples
        --------
        >>> torch.tensor([1., 2., 3.]).mul_(2)
        tensor([2., 4., 6.])
        """
        try:
            return _mul_(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def multiply(self: Any, other: Tensor | Number) -> Tensor:
        """The product of two tensors, element by element.

            out[i] = self[i] * other[i]

        The operators `*` and `*=` are calls of it. For the product of matrices see `torch.matmul`.

        Parameters
        ----------
        other : Tensor or number
            The second operand.

        Returns
        -------
        Tensor
            In the shape to which the operands broadcast and the dtype to which they promote.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.mul

        Examples
        --------
        >>> torch.tensor([1., 2., 3.]).multiply(2)
        tensor([2., 4., 6.])
        >>> torch.tensor([[1], [2]]).multiply(torch.tensor([3, 4]))
        tensor([[3, 4],
                [6, 8]])
        """
        try:
            return _mul(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def multiply_(self: Any, other: Tensor | Number) -> Tensor:
        """The product of two tensors, element by element. In place.

            out[i] = self[i] * other[i]

        The operators `*` and `*=` are calls of it. For the product of matrices see `torch.matmul`.

        Parameters
        ----------
        other : Tensor or number
            The second operand.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast, or `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.mul

        Examples
        --------
        >>> torch.tensor([1., 2., 3.]).multiply_(2)
        tensor([2., 4., 6.])
        """
        try:
            return _mul_(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def mv(self: Any, vec: Tensor) -> Tensor:
        """The product of a matrix and a vector.

            out[i] = sum_k self[i, k] * vec[k]

        Parameters
        ----------
        vec : Tensor
            Of size m.

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
        >>> torch.tensor([[1., 2.], [3., 4.]]).mv(torch.tensor([5., 6.]))
        tensor([17., 39.])
        """
        try:
            return _mv(self, vec)
        except Exception as error:
            return resolve(error)

    def nan_to_num(self: Any, nan: float | None = None, posinf: float | None = None, neginf: float | None = None) -> Tensor:
        """Puts numbers in the place of nan and infinities.

        Parameters
        ----------
        nan : number, default 0.0
            What nan becomes.
        posinf : number, optional
            What inf becomes; the greatest finite number of the dtype if not given.
        neginf : number, optional
            What -inf becomes; the least finite number of the dtype if not given.

        Returns
        -------
        Tensor
            As `self` in shape and dtype.

        References
        ----------
        PyTorch: torch.nan_to_num

        Examples
        --------
        >>> x = torch.tensor([float("nan"), float("inf"), -float("inf"), 1.])
        >>> x.nan_to_num(nan=0., posinf=10., neginf=-10.)
        tensor([  0.,  10., -10.,   1.])
        """
        try:
            return _nan_to_num(self, None if nan is None else as_float(nan), None if posinf is None else as_float(posinf), None if neginf is None else as_float(neginf))
        except Exception as error:
            return refuse(error)

    def nan_to_num_(self: Any, nan: float | None = None, posinf: float | None = None, neginf: float | None = None) -> Tensor:
        """Puts numbers in the place of nan and infinities. In place.

        Parameters
        ----------
        nan : number, default 0.0
            What nan becomes.
        posinf : number, optional
            What inf becomes; the greatest finite number of the dtype if not given.
        neginf : number, optional
            What -inf becomes; the least finite number of the dtype if not given.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has another dtype than `self`.

        References
        ----------
        PyTorch: torch.nan_to_num

        Examples
        --------
        >>> x = torch.tensor([float("nan"), float("inf"), -float("inf"), 1.])
        >>> x.nan_to_num_(nan=0., posinf=10., neginf=-10.)
        tensor([  0.,  10., -10.,   1.])
        """
        try:
            return _nan_to_num_(self, None if nan is None else as_float(nan), None if posinf is None else as_float(posinf), None if neginf is None else as_float(neginf))
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim=None, keepdim=False, *, dtype=None")
    def nansum(self: Any, dim: int | Sequence[int] | None = None, keepdim: bool = False, *, dtype: dtype_type | None = None,
               axis: Any = MISSING, keepdims: Any = MISSING) -> Tensor:
        """The sum of elements, nan counting as zero.

        Parameters
        ----------
        dtype : torch.dtype, optional
            What to sum in, and the dtype of the result.
        dim : int or tuple of ints, optional
            What to sum along; None for all elements.
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
        PyTorch: torch.nansum

        Examples
        --------
        >>> torch.tensor([1., float("nan"), 3.]).nansum()
        tensor(4.)
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("nansum", "axis", axis, dim, None)
            if keepdims is not MISSING:
                keepdim = resolve_alias("nansum", "keepdims", keepdims, keepdim, False)
            if dim.__class__ not in SIZES and dim is not None:
                check_int_list("nansum", "dim", dim)
            if keepdim is not False and keepdim is not True:
                raise_wrong_type("nansum", "keepdim", "bool", keepdim)
            return _nansum(self, dim, keepdim, None if dtype is None else array_dtype(dtype))
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim, start, length")
    def narrow_copy(self: Any, dim: Any = MISSING, start: int = MISSING, length: int = MISSING, *, axis: Any = MISSING) -> Tensor:
        """The slice of some length along a dimension, copied.

        Parameters
        ----------
        dim : int
            The dimension.
        start : int
            Where it begins.
        length : int
            How long it is.

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
        >>> torch.arange(5).narrow_copy(0, 1, 3)
        tensor([1, 2, 3])
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("narrow_copy", "axis", axis, dim, MISSING)
            if dim.__class__ is not int:
                dim = to_int("narrow_copy", "dim", dim)
            if start.__class__ is not int:
                start = to_int("narrow_copy", "start", start)
            if length.__class__ is not int:
                length = to_int("narrow_copy", "length", length)
            return _narrow_copy(self, dim, start, length)
        except Exception as error:
            return refuse(error)

    @handles_overrides
    def ne(self: Any, other: Tensor | Number) -> Tensor:
        """Whether elements differ.

            out[i] = self[i] != other[i]

        This is the operator `!=`. nan differs from everything, itself included.

        Parameters
        ----------
        other : Tensor or number
            The right side.

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
        >>> torch.tensor([1, 2, 3]).ne(torch.tensor([1, 5, 3]))
        tensor([False,  True, False])
        """
        try:
            return _ne(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def ne_(self: Any, other: Tensor | Number) -> Tensor:
        """Whether elements differ. In place.

            out[i] = self[i] != other[i]

        This is the operator `!=`. nan differs from everything, itself included.

        Parameters
        ----------
        other : Tensor or number
            The right side.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.Tensor.ne_

        Examples
        --------
        >>> torch.tensor([1, 2, 3]).ne_(torch.tensor([1, 5, 3]))
        tensor([0, 1, 0])
        """
        try:
            return _ne_(self, other)
        except Exception as error:
            return resolve(error)

    def neg(self: Any) -> Tensor:
        """The negative of each element.

            out[i] = -self[i]

        This is the unary operator `-`.

        Returns
        -------
        Tensor
            As `self` in shape and dtype.

        Raises
        ------
        RuntimeError
            `self` is of truth values; use `~` or `logical_not` for those.

        References
        ----------
        PyTorch: torch.neg

        Examples
        --------
        >>> torch.tensor([1., -2., 0.5]).neg()
        tensor([-1.0000,  2.0000, -0.5000])
        """
        try:
            return _neg(self)
        except Exception as error:
            return refuse(error)

    def neg_(self: Any) -> Tensor:
        """The negative of each element. In place.

            out[i] = -self[i]

        This is the unary operator `-`.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` is of truth values; use `~` or `logical_not` for those.

        References
        ----------
        PyTorch: torch.neg

        Examples
        --------
        >>> torch.tensor([1., -2., 0.5]).neg_()
        tensor([-1.0000,  2.0000, -0.5000])
        """
        try:
            return _neg_(self)
        except Exception as error:
            return refuse(error)

    def negative(self: Any) -> Tensor:
        """The negative of each element.

            out[i] = -self[i]

        This is the unary operator `-`.

        Returns
        -------
        Tensor
            As `self` in shape and dtype.

        Raises
        ------
        RuntimeError
            `self` is of truth values; use `~` or `logical_not` for those.

        References
        ----------
        PyTorch: torch.neg

        Examples
        --------
        >>> torch.tensor([1., -2., 0.5]).negative()
        tensor([-1.0000,  2.0000, -0.5000])
        """
        try:
            return _neg(self)
        except Exception as error:
            return refuse(error)

    def negative_(self: Any) -> Tensor:
        """The negative of each element. In place.

            out[i] = -self[i]

        This is the unary operator `-`.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` is of truth values; use `~` or `logical_not` for those.

        References
        ----------
        PyTorch: torch.neg

        Examples
        --------
        >>> torch.tensor([1., -2., 0.5]).negative_()
        tensor([-1.0000,  2.0000, -0.5000])
        """
        try:
            return _neg_(self)
        except Exception as error:
            return refuse(error)

    @handles_overrides
    def nextafter(self: Any, other: Tensor) -> Tensor:
        """The floats next to those of `self`, on the way to those of `other`.

        Parameters
        ----------
        other : Tensor
            Where to go; of the dtype of `self`.

        Returns
        -------
        Tensor
            Of the dtype of `self`, in the shape to which the operands broadcast.

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
        >>> torch.tensor([1., 2.]).nextafter(torch.tensor([2., 1.])) == torch.tensor([1 + eps, 2 - eps])
        tensor([True, True])
        """
        try:
            return _nextafter(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def nextafter_(self: Any, other: Tensor) -> Tensor:
        """The floats next to those of `self`, on the way to those of `other`. In place.

        Parameters
        ----------
        other : Tensor
            Where to go; of the dtype of `self`.

        Returns
        -------
        Tensor
            `self`, changed.

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
        >>> torch.tensor([1., 2.]).nextafter_(torch.tensor([2., 1.])) == torch.tensor([1 + eps, 2 - eps])
        tensor([True, True])
        """
        try:
            return _nextafter_(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def not_equal(self: Any, other: Tensor | Number) -> Tensor:
        """Whether elements differ.

            out[i] = self[i] != other[i]

        This is the operator `!=`. nan differs from everything, itself included.

        Parameters
        ----------
        other : Tensor or number
            The right side.

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
        >>> torch.tensor([1, 2, 3]).not_equal(torch.tensor([1, 5, 3]))
        tensor([False,  True, False])
        """
        try:
            return _ne(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def not_equal_(self: Any, other: Tensor | Number) -> Tensor:
        """Whether elements differ. In place.

            out[i] = self[i] != other[i]

        This is the operator `!=`. nan differs from everything, itself included.

        Parameters
        ----------
        other : Tensor or number
            The right side.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.Tensor.not_equal_

        Examples
        --------
        >>> torch.tensor([1, 2, 3]).not_equal_(torch.tensor([1, 5, 3]))
        tensor([0, 1, 0])
        """
        try:
            return _ne_(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def outer(self: Any, vec2: Tensor) -> Tensor:
        """The outer product of two vectors.

            out[i, j] = self[i] * vec2[j]

        Parameters
        ----------
        vec2 : Tensor
            Of size m.

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
        >>> torch.tensor([1., 2.]).outer(torch.tensor([3., 4.]))
        tensor([[3., 4.],
                [6., 8.]])
        """
        try:
            return _outer(self, vec2)
        except Exception as error:
            return resolve(error)

    def reciprocal(self: Any) -> Tensor:
        """One over each element.

            out[i] = 1 / self[i]

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.reciprocal

        Examples
        --------
        >>> torch.tensor([2., -4., 0.5]).reciprocal()
        tensor([ 0.5000, -0.2500,  2.0000])
        """
        try:
            return _reciprocal(self)
        except Exception as error:
            return refuse(error)

    def reciprocal_(self: Any) -> Tensor:
        """One over each element. In place.

            out[i] = 1 / self[i]

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.reciprocal

        Examples
        --------
        >>> torch.tensor([2., -4., 0.5]).reciprocal_()
        tensor([ 0.5000, -0.2500,  2.0000])
        """
        try:
            return _reciprocal_(self)
        except Exception as error:
            return refuse(error)

    def relu(self: Any) -> Tensor:
        """The rectified linear unit: negative elements become zero.

            out[i] = max(0, self[i])

        Returns
        -------
        Tensor
            As `self` in shape and dtype.

        Notes
        -----
        The gradient at 0 is 0.

        References
        ----------
        PyTorch: torch.relu

        Examples
        --------
        >>> torch.tensor([-1., 0., 2.]).relu()
        tensor([0., 0., 2.])
        """
        try:
            return _relu(self)
        except Exception as error:
            return refuse(error)

    def relu_(self: Any) -> Tensor:
        """The rectified linear unit: negative elements become zero. In place.

            out[i] = max(0, self[i])

        Returns
        -------
        Tensor
            `self`, changed.

        Notes
        -----
        The gradient at 0 is 0.

        References
        ----------
        PyTorch: torch.relu

        Examples
        --------
        >>> torch.tensor([-1., 0., 2.]).relu_()
        tensor([0., 0., 2.])
        """
        try:
            return _relu_(self)
        except Exception as error:
            return refuse(error)

    @handles_overrides
    def remainder(self: Any, other: Tensor | Number) -> Tensor:
        """The remainder of a division that rounds downwards; its sign is that of the divisor.

            out[i] = self[i] - floor(self[i] / other[i]) * other[i]

        This is Python's `%`. `torch.fmod` has the sign of the dividend instead.

        Parameters
        ----------
        other : Tensor or number
            The second operand.

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
        `self` may be a number if `other` is a tensor. Remainders by zero of floats are nan.

        References
        ----------
        PyTorch: torch.remainder

        Examples
        --------
        >>> torch.tensor([-3., -1., 1., 3.]).remainder(2)
        tensor([1., 1., 1., 1.])
        >>> torch.tensor([5, -5]).remainder(-3)
        tensor([-1, -2])
        """
        try:
            return _remainder(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def remainder_(self: Any, other: Tensor | Number) -> Tensor:
        """The remainder of a division that rounds downwards; its sign is that of the divisor. In place.

            out[i] = self[i] - floor(self[i] / other[i]) * other[i]

        This is Python's `%`. `torch.fmod` has the sign of the dividend instead.

        Parameters
        ----------
        other : Tensor or number
            The second operand.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast, or integers are divided by zero.

        Notes
        -----
        `self` may be a number if `other` is a tensor. Remainders by zero of floats are nan.

        References
        ----------
        PyTorch: torch.remainder

        Examples
        --------
        >>> torch.tensor([-3., -1., 1., 3.]).remainder_(2)
        tensor([1., 1., 1., 1.])
        """
        try:
            return _remainder_(self, other)
        except Exception as error:
            return resolve(error)

    def roll(self: Any, shifts: int | Sequence[int], dims: int | Sequence[int] | None = None) -> Tensor:
        """With elements shifted along some dimensions; what falls out comes in again.

        Parameters
        ----------
        shifts : int or ints
            By how much, for each dimension.
        dims : int or ints, optional
            The dimensions; the flattened tensor if not given.

        Returns
        -------
        Tensor
            A copy in the shape of `self`.

        Raises
        ------
        RuntimeError
            There are not as many shifts as dimensions.

        References
        ----------
        PyTorch: torch.roll

        Examples
        --------
        >>> torch.tensor([1, 2, 3, 4]).roll(1)
        tensor([4, 1, 2, 3])
        >>> torch.tensor([[1, 2], [3, 4]]).roll(shifts=1, dims=1)
        tensor([[2, 1],
                [4, 3]])
        """
        try:
            if shifts.__class__ not in SIZES:
                check_int_list("roll", "shifts", shifts)
            if dims.__class__ not in SIZES and dims is not None:
                check_int_list("roll", "dims", dims)
            return _roll(self, shifts, dims)
        except Exception as error:
            return refuse(error)

    def rsqrt(self: Any) -> Tensor:
        """One over the square root of each element.

            out[i] = 1 / sqrt(self[i])

        Zero gives inf, negative real numbers nan.

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.rsqrt

        Examples
        --------
        >>> torch.tensor([4., 0.25, 0.]).rsqrt()
        tensor([0.5000, 2.0000,    inf])
        """
        try:
            return _rsqrt(self)
        except Exception as error:
            return refuse(error)

    def rsqrt_(self: Any) -> Tensor:
        """One over the square root of each element. In place.

            out[i] = 1 / sqrt(self[i])

        Zero gives inf, negative real numbers nan.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.rsqrt

        Examples
        --------
        >>> torch.tensor([4., 0.25, 0.]).rsqrt_()
        tensor([0.5000, 2.0000,    inf])
        """
        try:
            return _rsqrt_(self)
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim, index, src")
    @handles_overrides
    def scatter_add(self: Any, dim: Any = MISSING, index: Tensor = MISSING, src: Tensor = MISSING, *, axis: Any = MISSING) -> Tensor:
        """Adds elements of a source at places along a dimension, by an index for each.

            self[index[i][j]][j] += src[i][j]    (dim = 0)
            self[i][index[i][j]] += src[i][j]    (dim = 1)

        Parameters
        ----------
        dim : int
            The dimension that the indices go along.
        index : Tensor
            `torch.int64`, nowhere longer than `src`, and but for `dim` nowhere longer than `self`.
        src : Tensor
            What is added; of the dtype of `self`.

        Returns
        -------
        Tensor
            In the shape of `self`.

        Raises
        ------
        RuntimeError
            An index is out of range, or a shape or dtype does not fit.

        References
        ----------
        PyTorch: torch.scatter_add

        Examples
        --------
        >>> torch.zeros(3).scatter_add(0, torch.tensor([0, 2, 0]), torch.tensor([1., 2., 3.]))
        tensor([4., 0., 2.])
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("scatter_add", "axis", axis, dim, MISSING)
            if dim.__class__ is not int:
                dim = to_int("scatter_add", "dim", dim)
            return _scatter_add(self, dim, index, src)
        except Exception as error:
            return resolve(error)

    @shown_as("self, dim, index, src")
    @handles_overrides
    def scatter_add_(self: Any, dim: Any = MISSING, index: Tensor = MISSING, src: Tensor = MISSING, *, axis: Any = MISSING) -> Tensor:
        """Adds elements of a source at places along a dimension, by an index for each. In place.

            self[index[i][j]][j] += src[i][j]    (dim = 0)
            self[i][index[i][j]] += src[i][j]    (dim = 1)

        Parameters
        ----------
        dim : int
            The dimension that the indices go along.
        index : Tensor
            `torch.int64`, nowhere longer than `src`, and but for `dim` nowhere longer than `self`.
        src : Tensor
            What is added; of the dtype of `self`.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            An index is out of range, or a shape or dtype does not fit.

        References
        ----------
        PyTorch: torch.scatter_add

        Examples
        --------
        >>> torch.zeros(3).scatter_add_(0, torch.tensor([0, 2, 0]), torch.tensor([1., 2., 3.]))
        tensor([4., 0., 2.])
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("scatter_add", "axis", axis, dim, MISSING)
            if dim.__class__ is not int:
                dim = to_int("scatter_add", "dim", dim)
            return _scatter_add_(self, dim, index, src)
        except Exception as error:
            return resolve(error)

    @shown_as("self, dim, index")
    def select(self: Any, dim: Any = MISSING, index: int = MISSING, *, axis: Any = MISSING) -> Tensor:
        """The slice at one index of a dimension.

        Parameters
        ----------
        dim : int
            The dimension.
        index : int
            Which; negative ones count from the end.

        Returns
        -------
        Tensor
            A view, without `dim`: `self[..., index, ...]`.

        Raises
        ------
        IndexError
            The index is out of range.

        References
        ----------
        PyTorch: torch.select

        Examples
        --------
        >>> torch.tensor([[1, 2], [3, 4]]).select(1, 0)
        tensor([1, 3])
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("select", "axis", axis, dim, MISSING)
            if dim.__class__ is not int:
                dim = to_int("select", "dim", dim)
            if index.__class__ is not int:
                index = to_int("select", "index", index)
            return _select(self, dim, index)
        except Exception as error:
            return refuse(error)

    @shown_as("self, src, dim, index")
    @handles_overrides
    def select_scatter(self: Any, src: Tensor, dim: Any = MISSING, index: int = MISSING, *, axis: Any = MISSING) -> Tensor:
        """A copy with another tensor as the slice at one index of a dimension.

        Parameters
        ----------
        src : Tensor
            The slice; in the shape of `self.select(dim, index)`.
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
        >>> torch.zeros(2, 2).select_scatter(torch.ones(2), 0, 1)
        tensor([[0., 0.],
                [1., 1.]])
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("select_scatter", "axis", axis, dim, MISSING)
            if dim.__class__ is not int:
                dim = to_int("select_scatter", "dim", dim)
            if index.__class__ is not int:
                index = to_int("select_scatter", "index", index)
            return _select_scatter(self, src, dim, index)
        except Exception as error:
            return resolve(error)

    def sgn(self: Any) -> Tensor:
        """The sign of each element, also for complex numbers.

            out[i] = self[i] / |self[i]|, and 0 where self[i] is 0

        Returns
        -------
        Tensor
            As `self` in shape and dtype.

        References
        ----------
        PyTorch: torch.sgn

        Examples
        --------
        >>> torch.tensor([3 + 4j, 0, -2]).sgn()
        tensor([ 0.6000+0.8000j,  0.0000+0.0000j, -1.0000+0.0000j])
        >>> torch.tensor([-5, 0, 3]).sgn()
        tensor([-1,  0,  1])
        """
        try:
            return _sgn(self)
        except Exception as error:
            return refuse(error)

    def sgn_(self: Any) -> Tensor:
        """The sign of each element, also for complex numbers. In place.

            out[i] = self[i] / |self[i]|, and 0 where self[i] is 0

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.sgn

        Examples
        --------
        >>> torch.tensor([3 + 4j, 0, -2]).sgn_()
        tensor([ 0.6000+0.8000j,  0.0000+0.0000j, -1.0000+0.0000j])
        """
        try:
            return _sgn_(self)
        except Exception as error:
            return refuse(error)

    def sigmoid(self: Any) -> Tensor:
        """The logistic function.

            out[i] = 1 / (1 + e ** -self[i])

        The same as `torch.nn.functional.sigmoid` and `torch.special.expit`.

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.sigmoid

        Examples
        --------
        >>> torch.tensor([0., 1., -100.]).sigmoid()
        tensor([0.5000, 0.7311, 0.0000])
        """
        try:
            return _sigmoid(self)
        except Exception as error:
            return refuse(error)

    def sigmoid_(self: Any) -> Tensor:
        """The logistic function. In place.

            out[i] = 1 / (1 + e ** -self[i])

        The same as `torch.nn.functional.sigmoid` and `torch.special.expit`.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.sigmoid

        Examples
        --------
        >>> torch.tensor([0., 1., -100.]).sigmoid_()
        tensor([0.5000, 0.7311, 0.0000])
        """
        try:
            return _sigmoid_(self)
        except Exception as error:
            return refuse(error)

    def sign(self: Any) -> Tensor:
        """The sign of each element: -1, 0 or 1.

            out[i] = (self[i] > 0) - (self[i] < 0)

        nan has the sign 0. For complex numbers see `torch.sgn`. The gradient is zero.

        Returns
        -------
        Tensor
            As `self` in shape and dtype.

        Raises
        ------
        RuntimeError
            `self` is complex.

        References
        ----------
        PyTorch: torch.sign

        Examples
        --------
        >>> torch.tensor([0.7, -1.2, 0., 2.3]).sign()
        tensor([ 1., -1.,  0.,  1.])
        """
        try:
            return _sign(self)
        except Exception as error:
            return refuse(error)

    def sign_(self: Any) -> Tensor:
        """The sign of each element: -1, 0 or 1. In place.

            out[i] = (self[i] > 0) - (self[i] < 0)

        nan has the sign 0. For complex numbers see `torch.sgn`. The gradient is zero.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` is complex, or `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.sign

        Examples
        --------
        >>> torch.tensor([0.7, -1.2, 0., 2.3]).sign_()
        tensor([ 1., -1.,  0.,  1.])
        """
        try:
            return _sign_(self)
        except Exception as error:
            return refuse(error)

    def signbit(self: Any) -> Tensor:
        """Whether the sign bit of each element is set.

        Unlike `self < 0` it is also true of -0.0.

        Returns
        -------
        Tensor
            Truth values, in the shape of `self`.

        Raises
        ------
        RuntimeError
            `self` is complex.

        References
        ----------
        PyTorch: torch.signbit

        Examples
        --------
        >>> torch.tensor([0.7, -1.2, 0., -0.]).signbit()
        tensor([False,  True, False,  True])
        """
        try:
            return _signbit(self)
        except Exception as error:
            return refuse(error)

    def sin(self: Any) -> Tensor:
        """The sine of each element.

            out[i] = sin(self[i])

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.sin

        Examples
        --------
        >>> torch.tensor([0., 1., 1.5708]).sin()
        tensor([0.0000, 0.8415, 1.0000])
        >>> torch.arange(3).sin()
        tensor([0.0000, 0.8415, 0.9093])
        """
        try:
            return _sin(self)
        except Exception as error:
            return refuse(error)

    def sin_(self: Any) -> Tensor:
        """The sine of each element. In place.

            out[i] = sin(self[i])

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.sin

        Examples
        --------
        >>> torch.tensor([0., 1., 1.5708]).sin_()
        tensor([0.0000, 0.8415, 1.0000])
        """
        try:
            return _sin_(self)
        except Exception as error:
            return refuse(error)

    def sinh(self: Any) -> Tensor:
        """The hyperbolic sine of each element.

            out[i] = (e ** self[i] - e ** -self[i]) / 2

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.sinh

        Examples
        --------
        >>> torch.tensor([0., 1., -1.]).sinh()
        tensor([ 0.0000,  1.1752, -1.1752])
        """
        try:
            return _sinh(self)
        except Exception as error:
            return refuse(error)

    def sinh_(self: Any) -> Tensor:
        """The hyperbolic sine of each element. In place.

            out[i] = (e ** self[i] - e ** -self[i]) / 2

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.sinh

        Examples
        --------
        >>> torch.tensor([0., 1., -1.]).sinh_()
        tensor([ 0.0000,  1.1752, -1.1752])
        """
        try:
            return _sinh_(self)
        except Exception as error:
            return refuse(error)

    @shown_as("self, src, dim=0, start=None, end=None, step=1")
    @handles_overrides
    def slice_scatter(self: Any, src: Tensor, dim: int = 0, start: int | None = None, end: int | None = None, step: int = 1, *,
                      axis: Any = MISSING) -> Tensor:
        """A copy with another tensor as a slice along a dimension.

        Parameters
        ----------
        src : Tensor
            The slice; in the shape of `self[..., start:end:step, ...]`.
        dim : int, default 0
            The dimension.
        start : int, optional
            Where it begins.
        end : int, optional
            Where it ends.
        step : int, default 1
            By how much it goes on.

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
        >>> torch.zeros(4).slice_scatter(torch.ones(2), start=1, end=3)
        tensor([0., 1., 1., 0.])
        """
        try:
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
            return _slice_scatter(self, src, dim, start, end, step)
        except Exception as error:
            return resolve(error)

    @shown_as("self, split_sizes, dim=0")
    def split_with_sizes(self: Any, split_sizes: int | Sequence[int], dim: int = 0, *, axis: Any = MISSING) -> tuple[Tensor, ...]:
        """Pieces of a tensor along a dimension, of given sizes.

        Parameters
        ----------
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
        >>> torch.arange(5).split_with_sizes([1, 4])
        (tensor([0]), tensor([1, 2, 3, 4]))
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("split_with_sizes", "axis", axis, dim, 0)
            if split_sizes.__class__ not in SIZES:
                check_int_list("split_with_sizes", "split_sizes", split_sizes)
            if dim.__class__ is not int:
                dim = to_int("split_with_sizes", "dim", dim)
            return _split_with_sizes(self, split_sizes, dim)
        except Exception as error:
            return refuse(error)

    def sqrt(self: Any) -> Tensor:
        """The square root of each element.

            out[i] = sqrt(self[i])

        Negative real numbers give nan.

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.sqrt

        Examples
        --------
        >>> torch.tensor([4., 2., 0.]).sqrt()
        tensor([2.0000, 1.4142, 0.0000])
        >>> torch.tensor([9, 16]).sqrt()
        tensor([3., 4.])
        """
        try:
            return _sqrt(self)
        except Exception as error:
            return refuse(error)

    def sqrt_(self: Any) -> Tensor:
        """The square root of each element. In place.

            out[i] = sqrt(self[i])

        Negative real numbers give nan.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.sqrt

        Examples
        --------
        >>> torch.tensor([4., 2., 0.]).sqrt_()
        tensor([2.0000, 1.4142, 0.0000])
        """
        try:
            return _sqrt_(self)
        except Exception as error:
            return refuse(error)

    def square(self: Any) -> Tensor:
        """The square of each element.

            out[i] = self[i] * self[i]

        Returns
        -------
        Tensor
            As `self` in shape and dtype.

        References
        ----------
        PyTorch: torch.square

        Examples
        --------
        >>> torch.tensor([-2., 1., 3.]).square()
        tensor([4., 1., 9.])
        """
        try:
            return _square(self)
        except Exception as error:
            return refuse(error)

    def square_(self: Any) -> Tensor:
        """The square of each element. In place.

            out[i] = self[i] * self[i]

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.square

        Examples
        --------
        >>> torch.tensor([-2., 1., 3.]).square_()
        tensor([4., 1., 9.])
        """
        try:
            return _square_(self)
        except Exception as error:
            return refuse(error)

    def t(self: Any) -> Tensor:
        """The transpose of a matrix.

        Returns
        -------
        Tensor
            A view of `self`.

        Raises
        ------
        RuntimeError
            `self` has more than two dimensions.

        References
        ----------
        PyTorch: torch.t

        Examples
        --------
        >>> torch.tensor([[1, 2], [3, 4]]).t()
        tensor([[1, 3],
                [2, 4]])
        """
        try:
            return _t(self)
        except Exception as error:
            return refuse(error)

    @handles_overrides
    def take(self: Any, index: Tensor) -> Tensor:
        """Elements picked by indices into the flattened tensor.

        Parameters
        ----------
        index : Tensor
            `torch.int64`.

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
        >>> torch.tensor([[4, 3, 5], [6, 7, 8]]).take(torch.tensor([0, 2, 5]))
        tensor([4, 5, 8])
        """
        try:
            return _take(self, index)
        except Exception as error:
            return resolve(error)

    def tan(self: Any) -> Tensor:
        """The tangent of each element.

            out[i] = tan(self[i])

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.tan

        Examples
        --------
        >>> torch.tensor([0., 0.5, 1.]).tan()
        tensor([0.0000, 0.5463, 1.5574])
        """
        try:
            return _tan(self)
        except Exception as error:
            return refuse(error)

    def tan_(self: Any) -> Tensor:
        """The tangent of each element. In place.

            out[i] = tan(self[i])

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.tan

        Examples
        --------
        >>> torch.tensor([0., 0.5, 1.]).tan_()
        tensor([0.0000, 0.5463, 1.5574])
        """
        try:
            return _tan_(self)
        except Exception as error:
            return refuse(error)

    def tanh(self: Any) -> Tensor:
        """The hyperbolic tangent of each element.

            out[i] = sinh(self[i]) / cosh(self[i])

        Returns
        -------
        Tensor
            As `self` in shape, and in dtype if that is floating or complex.

        References
        ----------
        PyTorch: torch.tanh

        Examples
        --------
        >>> torch.tensor([0., 1., -10.]).tanh()
        tensor([ 0.0000,  0.7616, -1.0000])
        """
        try:
            return _tanh(self)
        except Exception as error:
            return refuse(error)

    def tanh_(self: Any) -> Tensor:
        """The hyperbolic tangent of each element. In place.

            out[i] = sinh(self[i]) / cosh(self[i])

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.tanh

        Examples
        --------
        >>> torch.tensor([0., 1., -10.]).tanh_()
        tensor([ 0.0000,  0.7616, -1.0000])
        """
        try:
            return _tanh_(self)
        except Exception as error:
            return refuse(error)

    @shown_as("self, k, dim=-1, largest=True, sorted=True")
    def topk(self: Any, k: int, dim: int = -1, largest: bool = True, sorted: bool = True, *, axis: Any = MISSING) -> return_types.topk:
        """The `k` greatest or least elements along a dimension, and where they stand.

        Parameters
        ----------
        k : int
            How many.
        dim : int, optional
            What to look along; the last dimension if not given.
        largest : bool, default True
            The greatest; False for the least.
        sorted : bool, default True
            Return them in order.

        Returns
        -------
        values (Tensor)
            As `self`, with size `k` along `dim`.
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
        >>> torch.tensor([1., 5., 3., 4.]).topk(2)
        torch.return_types.topk(
        values=tensor([5., 4.]),
        indices=tensor([1, 3]))
        """
        try:
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
            return return_types.from_items(return_types.topk, _topk(self, k, dim, largest, sorted))
        except Exception as error:
            return refuse(error)

    def trace(self: Any) -> Tensor:
        """The sum of the diagonal of a matrix.

        Returns
        -------
        Tensor
            Without dimensions.

        Raises
        ------
        RuntimeError
            `self` has not two dimensions.

        References
        ----------
        PyTorch: torch.trace

        Examples
        --------
        >>> torch.tensor([[1, 2], [3, 4]]).trace()
        tensor(5)
        """
        try:
            return _trace(self)
        except Exception as error:
            return refuse(error)

    def transpose(self: Any, dim0: int, dim1: int) -> Tensor:
        """The tensor with two dimensions exchanged.

        Parameters
        ----------
        dim0 : int
            The first.
        dim1 : int
            The second.

        Returns
        -------
        Tensor
            A view of `self`.

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
        >>> x.transpose(0, 1)
        tensor([[1, 4],
                [2, 5],
                [3, 6]])
        """
        try:
            if dim0.__class__ is not int:
                dim0 = to_int("transpose", "dim0", dim0)
            if dim1.__class__ is not int:
                dim1 = to_int("transpose", "dim1", dim1)
            return _transpose(self, dim0, dim1)
        except Exception as error:
            return refuse(error)

    def tril(self: Any, diagonal: int = 0) -> Tensor:
        """The lower triangles of matrices; zero elsewhere.

        Parameters
        ----------
        diagonal : int, default 0
            Which is the last diagonal to keep: 0 the main one, positive ones above.

        Returns
        -------
        Tensor
            A copy in the shape of `self`.

        Raises
        ------
        RuntimeError
            `self` has less than two dimensions.

        References
        ----------
        PyTorch: torch.tril

        Examples
        --------
        >>> torch.tensor([[1, 2], [3, 4]]).tril()
        tensor([[1, 0],
                [3, 4]])
        """
        try:
            if diagonal.__class__ is not int:
                diagonal = to_int("tril", "diagonal", diagonal)
            return _tril(self, diagonal)
        except Exception as error:
            return refuse(error)

    def tril_(self: Any, diagonal: int = 0) -> Tensor:
        """The lower triangles of matrices; zero elsewhere. In place.

        Parameters
        ----------
        diagonal : int, default 0
            Which is the last diagonal to keep: 0 the main one, positive ones above.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has less than two dimensions.

        References
        ----------
        PyTorch: torch.tril

        Examples
        --------
        >>> torch.tensor([[1, 2], [3, 4]]).tril_()
        tensor([[1, 0],
                [3, 4]])
        """
        try:
            if diagonal.__class__ is not int:
                diagonal = to_int("tril", "diagonal", diagonal)
            return _tril_(self, diagonal)
        except Exception as error:
            return refuse(error)

    def triu(self: Any, diagonal: int = 0) -> Tensor:
        """The upper triangles of matrices; zero elsewhere.

        Parameters
        ----------
        diagonal : int, default 0
            Which is the first diagonal to keep: 0 the main one, positive ones above.

        Returns
        -------
        Tensor
            A copy in the shape of `self`.

        Raises
        ------
        RuntimeError
            `self` has less than two dimensions.

        References
        ----------
        PyTorch: torch.triu

        Examples
        --------
        >>> torch.ones(3, 3).triu(diagonal=1)
        tensor([[0., 1., 1.],
                [0., 0., 1.],
                [0., 0., 0.]])
        """
        try:
            if diagonal.__class__ is not int:
                diagonal = to_int("triu", "diagonal", diagonal)
            return _triu(self, diagonal)
        except Exception as error:
            return refuse(error)

    def triu_(self: Any, diagonal: int = 0) -> Tensor:
        """The upper triangles of matrices; zero elsewhere. In place.

        Parameters
        ----------
        diagonal : int, default 0
            Which is the first diagonal to keep: 0 the main one, positive ones above.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` has less than two dimensions.

        References
        ----------
        PyTorch: torch.triu

        Examples
        --------
        >>> torch.ones(3, 3).triu_(diagonal=1)
        tensor([[0., 1., 1.],
                [0., 0., 1.],
                [0., 0., 0.]])
        """
        try:
            if diagonal.__class__ is not int:
                diagonal = to_int("triu", "diagonal", diagonal)
            return _triu_(self, diagonal)
        except Exception as error:
            return refuse(error)

    def trunc(self: Any) -> Tensor:
        """Each element rounded towards zero.

            out[i] = sign(self[i]) * floor(|self[i]|)

        Returns
        -------
        Tensor
            As `self` in shape and dtype.

        Raises
        ------
        RuntimeError
            `self` is complex.

        References
        ----------
        PyTorch: torch.trunc

        Examples
        --------
        >>> torch.tensor([-1.7, 0.2, 1.9]).trunc()
        tensor([-1.,  0.,  1.])
        """
        try:
            return _trunc(self)
        except Exception as error:
            return refuse(error)

    def trunc_(self: Any) -> Tensor:
        """Each element rounded towards zero. In place.

            out[i] = sign(self[i]) * floor(|self[i]|)

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` is complex, or `self` has a dtype to which the result cannot be cast.

        References
        ----------
        PyTorch: torch.trunc

        Examples
        --------
        >>> torch.tensor([-1.7, 0.2, 1.9]).trunc_()
        tensor([-1.,  0.,  1.])
        """
        try:
            return _trunc_(self)
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim=0")
    def unbind(self: Any, dim: int = 0, *, axis: Any = MISSING) -> tuple[Tensor, ...]:
        """All slices along a dimension.

        Parameters
        ----------
        dim : int, default 0
            The dimension that is taken apart.

        Returns
        -------
        tuple of Tensors
            Views, without `dim`.

        Raises
        ------
        IndexError
            `dim` is no dimension of `self`.

        References
        ----------
        PyTorch: torch.unbind

        Examples
        --------
        >>> torch.tensor([[1, 2], [3, 4]]).unbind()
        (tensor([1, 2]), tensor([3, 4]))
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("unbind", "axis", axis, dim, 0)
            if dim.__class__ is not int:
                dim = to_int("unbind", "dim", dim)
            return _unbind(self, dim)
        except Exception as error:
            return refuse(error)

    def unfold(self: Any, dimension: int, size: int, step: int) -> Tensor:
        """All windows of some size along a dimension.

        Parameters
        ----------
        dimension : int
            The dimension.
        size : int
            The length of a window.
        step : int
            The distance of windows.

        Returns
        -------
        Tensor
            A view with the elements of a window as a new last dimension.

        Raises
        ------
        RuntimeError
            The window is longer than the dimension, or `step` not positive.

        References
        ----------
        PyTorch: torch.Tensor.unfold

        Examples
        --------
        >>> torch.arange(5).unfold(0, 3, 1)
        tensor([[0, 1, 2],
                [1, 2, 3],
                [2, 3, 4]])
        """
        try:
            if dimension.__class__ is not int:
                dimension = to_int("unfold", "dimension", dimension)
            if size.__class__ is not int:
                size = to_int("unfold", "size", size)
            if step.__class__ is not int:
                step = to_int("unfold", "step", step)
            return _unfold(self, dimension, size, step)
        except Exception as error:
            return refuse(error)

    @shown_as("self, split_size, dim=0")
    def unsafe_split(self: Any, split_size: int, dim: int = 0, *, axis: Any = MISSING) -> tuple[Tensor, ...]:
        """As `torch.split`, but the pieces count as tensors of their own, not as views.

        Parameters
        ----------
        split_size : int
            The size of each; the last may be smaller.
        dim : int, default 0
            What to split along.

        Returns
        -------
        tuple of Tensors
            Writing in place into both `self` and a piece gives wrong gradients unnoticed.

        References
        ----------
        PyTorch: torch.unsafe_split

        Examples
        --------
        >>> torch.arange(5).unsafe_split(2)
        (tensor([0, 1]), tensor([2, 3]), tensor([4]))
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("unsafe_split", "axis", axis, dim, 0)
            if split_size.__class__ is not int:
                split_size = to_int("unsafe_split", "split_size", split_size)
            if dim.__class__ is not int:
                dim = to_int("unsafe_split", "dim", dim)
            return _unsafe_split(self, split_size, dim)
        except Exception as error:
            return refuse(error)

    @shown_as("self, split_sizes, dim=0")
    def unsafe_split_with_sizes(self: Any, split_sizes: int | Sequence[int], dim: int = 0, *, axis: Any = MISSING) -> tuple[Tensor, ...]:
        """As `torch.split_with_sizes`, but the pieces count as tensors of their own, not as views.

        Parameters
        ----------
        split_sizes : ints
            The sizes.
        dim : int, default 0
            What to split along.

        Returns
        -------
        tuple of Tensors
            Writing in place into both `self` and a piece gives wrong gradients unnoticed.

        References
        ----------
        PyTorch: torch.unsafe_split_with_sizes

        Examples
        --------
        >>> torch.arange(5).unsafe_split_with_sizes([1, 4])
        (tensor([0]), tensor([1, 2, 3, 4]))
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("unsafe_split_with_sizes", "axis", axis, dim, 0)
            if split_sizes.__class__ not in SIZES:
                check_int_list("unsafe_split_with_sizes", "split_sizes", split_sizes)
            if dim.__class__ is not int:
                dim = to_int("unsafe_split_with_sizes", "dim", dim)
            return _unsafe_split_with_sizes(self, split_sizes, dim)
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim")
    def unsqueeze(self: Any, dim: Any = MISSING, *, axis: Any = MISSING) -> Tensor:
        """With a new dimension of size 1.

        Parameters
        ----------
        dim : int
            Where it stands in the result, between -input.dim() - 1 and input.dim().

        Returns
        -------
        Tensor
            A view of `self`.

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
        >>> x.unsqueeze(0), x.unsqueeze(-1).shape
        (tensor([[1, 2, 3]]), torch.Size([3, 1]))
        """
        try:
            if axis is not MISSING:
                dim = resolve_alias("unsqueeze", "axis", axis, dim, MISSING)
            if dim.__class__ is not int:
                dim = to_int("unsqueeze", "dim", dim)
            return _unsqueeze(self, dim)
        except Exception as error:
            return refuse(error)

    @handles_overrides
    def vdot(self: Any, other: Tensor) -> Tensor:
        """The inner product of two vectors, the first conjugated.

            sum_i conj(self[i]) * other[i]

        Parameters
        ----------
        other : Tensor
            Of the same size and dtype.

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
        >>> torch.tensor([1j, 2]).vdot(torch.tensor([1j, 1]))
        tensor(3.+0.j)
        """
        try:
            return _vdot(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def xlogy(self: Any, other: Tensor | Number) -> Tensor:
        """A product with a logarithm that is zero where the first factor is zero.

            out[i] = self[i] * ln(other[i]), 0 where self[i] is 0, nan where other[i] is nan

        Parameters
        ----------
        other : Tensor or number
            What the logarithm is taken of. One of both has to be a tensor.

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
        >>> torch.tensor([0., 1., 2.]).xlogy(torch.tensor([0., 2., 1.]))
        tensor([0.0000, 0.6931, 0.0000])
        """
        try:
            return _xlogy(self, other)
        except Exception as error:
            return resolve(error)

    @handles_overrides
    def xlogy_(self: Any, other: Tensor | Number) -> Tensor:
        """A product with a logarithm that is zero where the first factor is zero. In place.

            out[i] = self[i] * ln(other[i]), 0 where self[i] is 0, nan where other[i] is nan

        Parameters
        ----------
        other : Tensor or number
            What the logarithm is taken of. One of both has to be a tensor.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            The shapes cannot be broadcast.

        References
        ----------
        PyTorch: torch.xlogy

        Examples
        --------
        >>> torch.tensor([0., 1., 2.]).xlogy_(torch.tensor([0., 2., 1.]))
        tensor([0.0000, 0.6931, 0.0000])
        """
        try:
            return _xlogy_(self, other)
        except Exception as error:
            return resolve(error)
