"""Methods of torch.Tensor.

Generated from the op schemas by `python minitorch_compat/_bindings/generate.py`; do not edit.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..._dispatch.call.caller import later, settle_calls
from ..._dispatch.dtype import array_dtype
from ..._dispatch.dtype import dtype as dtype_type
from ..._dispatch.graph.inplace import in_place
from ..functions.arguments import MISSING, SIZES, as_float, as_scalar, misplaced, missing_argument, no_sizes, once, same_dtype, whole
from ..functions.shown_signatures import shown_as
from ..override.overridable import refuse, resolve
from ..retired.scaled_forms import scaled_affine, scaled_product
from ..settings import return_types

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

Number = int | float | complex | bool

_abs = later("abs")
_acos = later("acos")
_acosh = later("acosh")
_addbmm = later("addbmm")
_addcdiv = later("addcdiv")
_addcmul = later("addcmul")
_addmm = later("addmm")
_addmv = later("addmv")
_addr = later("addr")
_all = later("all")
_amax = later("amax")
_amin = later("amin")
_angle = later("angle")
_any = later("any")
_argmax = later("argmax")
_argmin = later("argmin")
_argsort = later("argsort")
_asin = later("asin")
_asinh = later("asinh")
_atan = later("atan")
_atan2 = later("atan2")
_atanh = later("atanh")
_baddbmm = later("baddbmm")
_bincount = later("bincount")
_bitwise_and = later("bitwise_and")
_bitwise_left_shift = later("bitwise_left_shift")
_bitwise_not = later("bitwise_not")
_bitwise_or = later("bitwise_or")
_bitwise_right_shift = later("bitwise_right_shift")
_bitwise_xor = later("bitwise_xor")
_bmm = later("bmm")
_ceil = later("ceil")
_copysign = later("copysign")
_cos = later("cos")
_cosh = later("cosh")
_count_nonzero = later("count_nonzero")
_cummax = later("cummax")
_cummin = later("cummin")
_cumprod = later("cumprod")
_cumsum = later("cumsum")
_diag_embed = later("diag_embed")
_diagonal = later("diagonal")
_diagonal_scatter = later("diagonal_scatter")
_digamma = later("digamma")
_dot = later("dot")
_eq = later("eq")
_erf = later("erf")
_erfc = later("erfc")
_erfinv = later("erfinv")
_exp = later("exp")
_exp2 = later("exp2")
_expm1 = later("expm1")
_floor = later("floor")
_floor_divide = later("floor_divide")
_fmax = later("fmax")
_fmin = later("fmin")
_fmod = later("fmod")
_frac = later("frac")
_gcd = later("gcd")
_ge = later("ge")
_ger = later("ger")
_gt = later("gt")
_hardshrink = later("hardshrink")
_hash_tensor = later("hash_tensor")
_heaviside = later("heaviside")
_histc = later("histc")
_hypot = later("hypot")
_i0 = later("i0")
_igamma = later("igamma")
_igammac = later("igammac")
_index_add = later("index_add")
_index_copy = later("index_copy")
_index_select = later("index_select")
_isfinite = later("isfinite")
_isinf = later("isinf")
_isnan = later("isnan")
_isneginf = later("isneginf")
_isposinf = later("isposinf")
_isreal = later("isreal")
_kthvalue = later("kthvalue")
_lcm = later("lcm")
_le = later("le")
_lgamma = later("lgamma")
_log = later("log")
_log10 = later("log10")
_log1p = later("log1p")
_log2 = later("log2")
_logaddexp = later("logaddexp")
_logaddexp2 = later("logaddexp2")
_logcumsumexp = later("logcumsumexp")
_logical_and = later("logical_and")
_logical_not = later("logical_not")
_logical_or = later("logical_or")
_logical_xor = later("logical_xor")
_logit = later("logit")
_logsumexp = later("logsumexp")
_lt = later("lt")
_masked_scatter = later("masked_scatter")
_masked_select = later("masked_select")
_matmul = later("matmul")
_maximum = later("maximum")
_minimum = later("minimum")
_mm = later("mm")
_mode = later("mode")
_movedim = later("movedim")
_mul = later("mul")
_mv = later("mv")
_nan_to_num = later("nan_to_num")
_nansum = later("nansum")
_narrow_copy = later("narrow_copy")
_ne = later("ne")
_neg = later("neg")
_nextafter = later("nextafter")
_outer = later("outer")
_reciprocal = later("reciprocal")
_relu = later("relu")
_remainder = later("remainder")
_roll = later("roll")
_rsqrt = later("rsqrt")
_scatter_add = later("scatter_add")
_select = later("select")
_select_scatter = later("select_scatter")
_sgn = later("sgn")
_sigmoid = later("sigmoid")
_sign = later("sign")
_signbit = later("signbit")
_sin = later("sin")
_sinh = later("sinh")
_slice_scatter = later("slice_scatter")
_split_with_sizes = later("split_with_sizes")
_sqrt = later("sqrt")
_square = later("square")
_t = later("t")
_take = later("take")
_tan = later("tan")
_tanh = later("tanh")
_topk = later("topk")
_trace = later("trace")
_transpose = later("transpose")
_tril = later("tril")
_triu = later("triu")
_trunc = later("trunc")
_unbind = later("unbind")
_unfold = later("unfold")
_unsafe_split = later("unsafe_split")
_unsafe_split_with_sizes = later("unsafe_split_with_sizes")
_unsqueeze = later("unsqueeze")
_vdot = later("vdot")
_xlogy = later("xlogy")
_abs_ = in_place("abs")
_acos_ = in_place("acos")
_acosh_ = in_place("acosh")
_addbmm_ = in_place("addbmm")
_addcdiv_ = in_place("addcdiv")
_addcmul_ = in_place("addcmul")
_addmm_ = in_place("addmm")
_addmv_ = in_place("addmv")
_addr_ = in_place("addr")
_asin_ = in_place("asin")
_asinh_ = in_place("asinh")
_atan_ = in_place("atan")
_atan2_ = in_place("atan2")
_atanh_ = in_place("atanh")
_baddbmm_ = in_place("baddbmm")
_bitwise_and_ = in_place("bitwise_and")
_bitwise_left_shift_ = in_place("bitwise_left_shift")
_bitwise_not_ = in_place("bitwise_not")
_bitwise_or_ = in_place("bitwise_or")
_bitwise_right_shift_ = in_place("bitwise_right_shift")
_bitwise_xor_ = in_place("bitwise_xor")
_ceil_ = in_place("ceil")
_conj_physical_ = in_place("conj_physical")
_copysign_ = in_place("copysign")
_cos_ = in_place("cos")
_cosh_ = in_place("cosh")
_cumprod_ = in_place("cumprod")
_cumsum_ = in_place("cumsum")
_digamma_ = in_place("digamma")
_eq_ = in_place("eq")
_erf_ = in_place("erf")
_erfc_ = in_place("erfc")
_erfinv_ = in_place("erfinv")
_exp_ = in_place("exp")
_exp2_ = in_place("exp2")
_expm1_ = in_place("expm1")
_floor_ = in_place("floor")
_floor_divide_ = in_place("floor_divide")
_fmod_ = in_place("fmod")
_frac_ = in_place("frac")
_gcd_ = in_place("gcd")
_ge_ = in_place("ge")
_gt_ = in_place("gt")
_heaviside_ = in_place("heaviside")
_hypot_ = in_place("hypot")
_i0_ = in_place("i0")
_igamma_ = in_place("igamma")
_igammac_ = in_place("igammac")
_index_add_ = in_place("index_add")
_index_copy_ = in_place("index_copy")
_lcm_ = in_place("lcm")
_le_ = in_place("le")
_lgamma_ = in_place("lgamma")
_log_ = in_place("log")
_log10_ = in_place("log10")
_log1p_ = in_place("log1p")
_log2_ = in_place("log2")
_logical_and_ = in_place("logical_and")
_logical_not_ = in_place("logical_not")
_logical_or_ = in_place("logical_or")
_logical_xor_ = in_place("logical_xor")
_logit_ = in_place("logit")
_lt_ = in_place("lt")
_masked_scatter_ = in_place("masked_scatter")
_mul_ = in_place("mul")
_nan_to_num_ = in_place("nan_to_num")
_ne_ = in_place("ne")
_neg_ = in_place("neg")
_nextafter_ = in_place("nextafter")
_reciprocal_ = in_place("reciprocal")
_relu_ = in_place("relu")
_remainder_ = in_place("remainder")
_rsqrt_ = in_place("rsqrt")
_scatter_add_ = in_place("scatter_add")
_sgn_ = in_place("sgn")
_sigmoid_ = in_place("sigmoid")
_sign_ = in_place("sign")
_sin_ = in_place("sin")
_sinh_ = in_place("sinh")
_sqrt_ = in_place("sqrt")
_square_ = in_place("square")
_tan_ = in_place("tan")
_tanh_ = in_place("tanh")
_tril_ = in_place("tril")
_triu_ = in_place("triu")
_trunc_ = in_place("trunc")
_xlogy_ = in_place("xlogy")
settle_calls(globals())


class GeneratedMethods:
    """Methods of ops; `Tensor` inherits them."""

    __slots__ = ()

    def abs(self: Any) -> Tensor:
        """`torch.abs`; see PyTorch's page of that name."""
        try:
            return _abs(self)
        except Exception as error:
            return refuse(error)

    def abs_(self: Any) -> Tensor:
        """`torch.abs`; see PyTorch's page of that name. In place."""
        try:
            return _abs_(self)
        except Exception as error:
            return refuse(error)

    def absolute(self: Any) -> Tensor:
        """Another name of `abs`."""
        try:
            return _abs(self)
        except Exception as error:
            return refuse(error)

    def absolute_(self: Any) -> Tensor:
        """Another name of `abs`. In place."""
        try:
            return _abs_(self)
        except Exception as error:
            return refuse(error)

    def acos(self: Any) -> Tensor:
        """`torch.acos`; see PyTorch's page of that name."""
        try:
            return _acos(self)
        except Exception as error:
            return refuse(error)

    def acos_(self: Any) -> Tensor:
        """`torch.acos`; see PyTorch's page of that name. In place."""
        try:
            return _acos_(self)
        except Exception as error:
            return refuse(error)

    def acosh(self: Any) -> Tensor:
        """`torch.acosh`; see PyTorch's page of that name."""
        try:
            return _acosh(self)
        except Exception as error:
            return refuse(error)

    def acosh_(self: Any) -> Tensor:
        """`torch.acosh`; see PyTorch's page of that name. In place."""
        try:
            return _acosh_(self)
        except Exception as error:
            return refuse(error)

    @shown_as("self, batch1, batch2, *, beta=1, alpha=1")
    def addbmm(self: Any, batch1: Tensor, batch2: Tensor, *rest: Any, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """beta * input + alpha * the sum of bmm(batch1, batch2) over the batch."""
        try:
            if rest:
                return scaled_affine("addbmm", "batch1 batch2", type(self).addbmm, self, batch1, batch2, rest)
            return _addbmm(self, batch1, batch2, as_scalar(beta), as_scalar(alpha))
        except Exception as error:
            return resolve(error)

    @shown_as("self, batch1, batch2, *, beta=1, alpha=1")
    def addbmm_(self: Any, batch1: Tensor, batch2: Tensor, *rest: Any, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """beta * input + alpha * the sum of bmm(batch1, batch2) over the batch. In place."""
        try:
            if rest:
                return scaled_affine("addbmm_", "batch1 batch2", type(self).addbmm_, self, batch1, batch2, rest)
            return _addbmm_(self, batch1, batch2, as_scalar(beta), as_scalar(alpha))
        except Exception as error:
            return resolve(error)

    @shown_as("self, tensor1, tensor2, *, value=1")
    def addcdiv(self: Any, tensor1: Tensor, tensor2: Tensor, *rest: Any, value: Number = 1) -> Tensor:
        """input + value * tensor1 / tensor2."""
        try:
            if rest:
                return scaled_product("addcdiv", type(self).addcdiv, self, tensor1, tensor2, rest)
            return _addcdiv(self, tensor1, tensor2, as_scalar(value))
        except Exception as error:
            return resolve(error)

    @shown_as("self, tensor1, tensor2, *, value=1")
    def addcdiv_(self: Any, tensor1: Tensor, tensor2: Tensor, *rest: Any, value: Number = 1) -> Tensor:
        """input + value * tensor1 / tensor2. In place."""
        try:
            if rest:
                return scaled_product("addcdiv_", type(self).addcdiv_, self, tensor1, tensor2, rest)
            return _addcdiv_(self, tensor1, tensor2, as_scalar(value))
        except Exception as error:
            return resolve(error)

    @shown_as("self, tensor1, tensor2, *, value=1")
    def addcmul(self: Any, tensor1: Tensor, tensor2: Tensor, *rest: Any, value: Number = 1) -> Tensor:
        """input + value * tensor1 * tensor2."""
        try:
            if rest:
                return scaled_product("addcmul", type(self).addcmul, self, tensor1, tensor2, rest)
            return _addcmul(self, tensor1, tensor2, as_scalar(value))
        except Exception as error:
            return resolve(error)

    @shown_as("self, tensor1, tensor2, *, value=1")
    def addcmul_(self: Any, tensor1: Tensor, tensor2: Tensor, *rest: Any, value: Number = 1) -> Tensor:
        """input + value * tensor1 * tensor2. In place."""
        try:
            if rest:
                return scaled_product("addcmul_", type(self).addcmul_, self, tensor1, tensor2, rest)
            return _addcmul_(self, tensor1, tensor2, as_scalar(value))
        except Exception as error:
            return resolve(error)

    @shown_as("self, mat1, mat2, *, beta=1, alpha=1")
    def addmm(self: Any, mat1: Tensor, mat2: Tensor, *rest: Any, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """beta * input + alpha * (mat1 @ mat2)."""
        try:
            if rest:
                return scaled_affine("addmm", "mat1 mat2", type(self).addmm, self, mat1, mat2, rest)
            return _addmm(self, mat1, mat2, as_scalar(beta), as_scalar(alpha))
        except Exception as error:
            return resolve(error)

    @shown_as("self, mat1, mat2, *, beta=1, alpha=1")
    def addmm_(self: Any, mat1: Tensor, mat2: Tensor, *rest: Any, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """beta * input + alpha * (mat1 @ mat2). In place."""
        try:
            if rest:
                return scaled_affine("addmm_", "mat1 mat2", type(self).addmm_, self, mat1, mat2, rest)
            return _addmm_(self, mat1, mat2, as_scalar(beta), as_scalar(alpha))
        except Exception as error:
            return resolve(error)

    @shown_as("self, mat, vec, *, beta=1, alpha=1")
    def addmv(self: Any, mat: Tensor, vec: Tensor, *rest: Any, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """beta * input + alpha * (mat @ vec)."""
        try:
            if rest:
                return scaled_affine("addmv", "mat vec", type(self).addmv, self, mat, vec, rest)
            return _addmv(self, mat, vec, as_scalar(beta), as_scalar(alpha))
        except Exception as error:
            return resolve(error)

    @shown_as("self, mat, vec, *, beta=1, alpha=1")
    def addmv_(self: Any, mat: Tensor, vec: Tensor, *rest: Any, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """beta * input + alpha * (mat @ vec). In place."""
        try:
            if rest:
                return scaled_affine("addmv_", "mat vec", type(self).addmv_, self, mat, vec, rest)
            return _addmv_(self, mat, vec, as_scalar(beta), as_scalar(alpha))
        except Exception as error:
            return resolve(error)

    @shown_as("self, vec1, vec2, *, beta=1, alpha=1")
    def addr(
        self: Any, vec1: Tensor | Number, vec2: Tensor | Number, *rest: Any, beta: Number = 1, alpha: Number = 1,
    ) -> Tensor:
        """beta * input + alpha * outer(vec1, vec2)."""
        try:
            if rest:
                return scaled_affine("addr", "vec1 vec2", type(self).addr, self, vec1, vec2, rest)
            return _addr(self, vec1, vec2, as_scalar(beta), as_scalar(alpha))
        except Exception as error:
            return resolve(error)

    @shown_as("self, vec1, vec2, *, beta=1, alpha=1")
    def addr_(
        self: Any, vec1: Tensor | Number, vec2: Tensor | Number, *rest: Any, beta: Number = 1, alpha: Number = 1,
    ) -> Tensor:
        """beta * input + alpha * outer(vec1, vec2). In place."""
        try:
            if rest:
                return scaled_affine("addr_", "vec1 vec2", type(self).addr_, self, vec1, vec2, rest)
            return _addr_(self, vec1, vec2, as_scalar(beta), as_scalar(alpha))
        except Exception as error:
            return resolve(error)

    @shown_as("self, dim=None, keepdim=False")
    def all(
        self: Any,
        dim: int | Sequence[int] | None = None,
        keepdim: bool = False,
        *,
        axis: Any = MISSING,
        keepdims: Any = MISSING,
    ) -> Tensor:
        """Whether every element is true."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, None)
            if keepdims is not MISSING:
                keepdim = once(keepdims, keepdim, False)
            if dim.__class__ not in SIZES and dim is not None:
                no_sizes("all", "dim", dim)
            if keepdim is not False and keepdim is not True:
                misplaced("all", "keepdim", "bool", keepdim)
            return _all(self, dim, keepdim)
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim=(), keepdim=False")
    def amax(
        self: Any,
        dim: int | Sequence[int] = (),
        keepdim: bool = False,
        *,
        axis: Any = MISSING,
        keepdims: Any = MISSING,
    ) -> Tensor:
        """`torch.amax`; see PyTorch's page of that name."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, ())
            if keepdims is not MISSING:
                keepdim = once(keepdims, keepdim, False)
            if dim.__class__ not in SIZES and dim is not None:
                no_sizes("amax", "dim", dim)
            if keepdim is not False and keepdim is not True:
                misplaced("amax", "keepdim", "bool", keepdim)
            return _amax(self, dim, keepdim)
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim=(), keepdim=False")
    def amin(
        self: Any,
        dim: int | Sequence[int] = (),
        keepdim: bool = False,
        *,
        axis: Any = MISSING,
        keepdims: Any = MISSING,
    ) -> Tensor:
        """`torch.amin`; see PyTorch's page of that name."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, ())
            if keepdims is not MISSING:
                keepdim = once(keepdims, keepdim, False)
            if dim.__class__ not in SIZES and dim is not None:
                no_sizes("amin", "dim", dim)
            if keepdim is not False and keepdim is not True:
                misplaced("amin", "keepdim", "bool", keepdim)
            return _amin(self, dim, keepdim)
        except Exception as error:
            return refuse(error)

    def angle(self: Any) -> Tensor:
        """`torch.angle`; see PyTorch's page of that name."""
        try:
            return _angle(self)
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim=None, keepdim=False")
    def any(
        self: Any,
        dim: int | Sequence[int] | None = None,
        keepdim: bool = False,
        *,
        axis: Any = MISSING,
        keepdims: Any = MISSING,
    ) -> Tensor:
        """Whether some element is true."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, None)
            if keepdims is not MISSING:
                keepdim = once(keepdims, keepdim, False)
            if dim.__class__ not in SIZES and dim is not None:
                no_sizes("any", "dim", dim)
            if keepdim is not False and keepdim is not True:
                misplaced("any", "keepdim", "bool", keepdim)
            return _any(self, dim, keepdim)
        except Exception as error:
            return refuse(error)

    def arccos(self: Any) -> Tensor:
        """Another name of `acos`."""
        try:
            return _acos(self)
        except Exception as error:
            return refuse(error)

    def arccos_(self: Any) -> Tensor:
        """Another name of `acos`. In place."""
        try:
            return _acos_(self)
        except Exception as error:
            return refuse(error)

    def arccosh(self: Any) -> Tensor:
        """Another name of `acosh`."""
        try:
            return _acosh(self)
        except Exception as error:
            return refuse(error)

    def arccosh_(self: Any) -> Tensor:
        """Another name of `acosh`. In place."""
        try:
            return _acosh_(self)
        except Exception as error:
            return refuse(error)

    def arcsin(self: Any) -> Tensor:
        """Another name of `asin`."""
        try:
            return _asin(self)
        except Exception as error:
            return refuse(error)

    def arcsin_(self: Any) -> Tensor:
        """Another name of `asin`. In place."""
        try:
            return _asin_(self)
        except Exception as error:
            return refuse(error)

    def arcsinh(self: Any) -> Tensor:
        """Another name of `asinh`."""
        try:
            return _asinh(self)
        except Exception as error:
            return refuse(error)

    def arcsinh_(self: Any) -> Tensor:
        """Another name of `asinh`. In place."""
        try:
            return _asinh_(self)
        except Exception as error:
            return refuse(error)

    def arctan(self: Any) -> Tensor:
        """Another name of `atan`."""
        try:
            return _atan(self)
        except Exception as error:
            return refuse(error)

    def arctan_(self: Any) -> Tensor:
        """Another name of `atan`. In place."""
        try:
            return _atan_(self)
        except Exception as error:
            return refuse(error)

    def arctan2(self: Any, other: Tensor) -> Tensor:
        """Another name of `atan2`."""
        try:
            return _atan2(self, other)
        except Exception as error:
            return resolve(error)

    def arctan2_(self: Any, other: Tensor) -> Tensor:
        """Another name of `atan2`. In place."""
        try:
            return _atan2_(self, other)
        except Exception as error:
            return resolve(error)

    def arctanh(self: Any) -> Tensor:
        """Another name of `atanh`."""
        try:
            return _atanh(self)
        except Exception as error:
            return refuse(error)

    def arctanh_(self: Any) -> Tensor:
        """Another name of `atanh`. In place."""
        try:
            return _atanh_(self)
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim=None, keepdim=False")
    def argmax(
        self: Any, dim: int | None = None, keepdim: bool = False, *, axis: Any = MISSING, keepdims: Any = MISSING,
    ) -> Tensor:
        """Where the largest element stands."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, None)
            if keepdims is not MISSING:
                keepdim = once(keepdims, keepdim, False)
            if dim.__class__ is not int and dim is not None:
                dim = whole("argmax", "dim", dim)
            if keepdim is not False and keepdim is not True:
                misplaced("argmax", "keepdim", "bool", keepdim)
            return _argmax(self, dim, keepdim)
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim=None, keepdim=False")
    def argmin(
        self: Any, dim: int | None = None, keepdim: bool = False, *, axis: Any = MISSING, keepdims: Any = MISSING,
    ) -> Tensor:
        """Where the smallest element stands."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, None)
            if keepdims is not MISSING:
                keepdim = once(keepdims, keepdim, False)
            if dim.__class__ is not int and dim is not None:
                dim = whole("argmin", "dim", dim)
            if keepdim is not False and keepdim is not True:
                misplaced("argmin", "keepdim", "bool", keepdim)
            return _argmin(self, dim, keepdim)
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim=-1, descending=False, stable=False")
    def argsort(
        self: Any, dim: int = -1, descending: bool = False, stable: bool = False, *, axis: Any = MISSING,
    ) -> Tensor:
        """`torch.argsort`; see PyTorch's page of that name."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, -1)
            if dim.__class__ is not int:
                dim = whole("argsort", "dim", dim)
            if descending is not False and descending is not True:
                misplaced("argsort", "descending", "bool", descending)
            if stable is not False and stable is not True:
                misplaced("argsort", "stable", "bool", stable)
            return _argsort(self, dim, descending, stable)
        except Exception as error:
            return refuse(error)

    def asin(self: Any) -> Tensor:
        """`torch.asin`; see PyTorch's page of that name."""
        try:
            return _asin(self)
        except Exception as error:
            return refuse(error)

    def asin_(self: Any) -> Tensor:
        """`torch.asin`; see PyTorch's page of that name. In place."""
        try:
            return _asin_(self)
        except Exception as error:
            return refuse(error)

    def asinh(self: Any) -> Tensor:
        """`torch.asinh`; see PyTorch's page of that name."""
        try:
            return _asinh(self)
        except Exception as error:
            return refuse(error)

    def asinh_(self: Any) -> Tensor:
        """`torch.asinh`; see PyTorch's page of that name. In place."""
        try:
            return _asinh_(self)
        except Exception as error:
            return refuse(error)

    def atan(self: Any) -> Tensor:
        """`torch.atan`; see PyTorch's page of that name."""
        try:
            return _atan(self)
        except Exception as error:
            return refuse(error)

    def atan_(self: Any) -> Tensor:
        """`torch.atan`; see PyTorch's page of that name. In place."""
        try:
            return _atan_(self)
        except Exception as error:
            return refuse(error)

    def atan2(self: Any, other: Tensor) -> Tensor:
        """`torch.atan2`; see PyTorch's page of that name."""
        try:
            return _atan2(self, other)
        except Exception as error:
            return resolve(error)

    def atan2_(self: Any, other: Tensor) -> Tensor:
        """`torch.atan2`; see PyTorch's page of that name. In place."""
        try:
            return _atan2_(self, other)
        except Exception as error:
            return resolve(error)

    def atanh(self: Any) -> Tensor:
        """`torch.atanh`; see PyTorch's page of that name."""
        try:
            return _atanh(self)
        except Exception as error:
            return refuse(error)

    def atanh_(self: Any) -> Tensor:
        """`torch.atanh`; see PyTorch's page of that name. In place."""
        try:
            return _atanh_(self)
        except Exception as error:
            return refuse(error)

    @shown_as("self, batch1, batch2, *, beta=1, alpha=1")
    def baddbmm(self: Any, batch1: Tensor, batch2: Tensor, *rest: Any, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """beta * input + alpha * bmm(batch1, batch2)."""
        try:
            if rest:
                return scaled_affine("baddbmm", "batch1 batch2", type(self).baddbmm, self, batch1, batch2, rest)
            return _baddbmm(self, batch1, batch2, as_scalar(beta), as_scalar(alpha))
        except Exception as error:
            return resolve(error)

    @shown_as("self, batch1, batch2, *, beta=1, alpha=1")
    def baddbmm_(self: Any, batch1: Tensor, batch2: Tensor, *rest: Any, beta: Number = 1, alpha: Number = 1) -> Tensor:
        """beta * input + alpha * bmm(batch1, batch2). In place."""
        try:
            if rest:
                return scaled_affine("baddbmm_", "batch1 batch2", type(self).baddbmm_, self, batch1, batch2, rest)
            return _baddbmm_(self, batch1, batch2, as_scalar(beta), as_scalar(alpha))
        except Exception as error:
            return resolve(error)

    def bincount(self: Any, weights: Tensor | None = None, minlength: int = 0) -> Tensor:
        """`torch.bincount`; see PyTorch's page of that name."""
        try:
            if minlength.__class__ is not int:
                minlength = whole("bincount", "minlength", minlength)
            return _bincount(self, weights, minlength)
        except Exception as error:
            return resolve(error)

    def bitwise_and(self: Any, other: Tensor | Number) -> Tensor:
        """`torch.bitwise_and`; see PyTorch's page of that name."""
        try:
            return _bitwise_and(self, other)
        except Exception as error:
            return resolve(error)

    def bitwise_and_(self: Any, other: Tensor | Number) -> Tensor:
        """`torch.bitwise_and`; see PyTorch's page of that name. In place."""
        try:
            return _bitwise_and_(self, other)
        except Exception as error:
            return resolve(error)

    def bitwise_left_shift(self: Any, other: Tensor | Number) -> Tensor:
        """`torch.bitwise_left_shift`; see PyTorch's page of that name."""
        try:
            return _bitwise_left_shift(self, other)
        except Exception as error:
            return resolve(error)

    def bitwise_left_shift_(self: Any, other: Tensor | Number) -> Tensor:
        """`torch.bitwise_left_shift`; see PyTorch's page of that name. In place."""
        try:
            return _bitwise_left_shift_(self, other)
        except Exception as error:
            return resolve(error)

    def bitwise_not(self: Any) -> Tensor:
        """`torch.bitwise_not`; see PyTorch's page of that name."""
        try:
            return _bitwise_not(self)
        except Exception as error:
            return refuse(error)

    def bitwise_not_(self: Any) -> Tensor:
        """`torch.bitwise_not`; see PyTorch's page of that name. In place."""
        try:
            return _bitwise_not_(self)
        except Exception as error:
            return refuse(error)

    def bitwise_or(self: Any, other: Tensor | Number) -> Tensor:
        """`torch.bitwise_or`; see PyTorch's page of that name."""
        try:
            return _bitwise_or(self, other)
        except Exception as error:
            return resolve(error)

    def bitwise_or_(self: Any, other: Tensor | Number) -> Tensor:
        """`torch.bitwise_or`; see PyTorch's page of that name. In place."""
        try:
            return _bitwise_or_(self, other)
        except Exception as error:
            return resolve(error)

    def bitwise_right_shift(self: Any, other: Tensor | Number) -> Tensor:
        """`torch.bitwise_right_shift`; see PyTorch's page of that name."""
        try:
            return _bitwise_right_shift(self, other)
        except Exception as error:
            return resolve(error)

    def bitwise_right_shift_(self: Any, other: Tensor | Number) -> Tensor:
        """`torch.bitwise_right_shift`; see PyTorch's page of that name. In place."""
        try:
            return _bitwise_right_shift_(self, other)
        except Exception as error:
            return resolve(error)

    def bitwise_xor(self: Any, other: Tensor | Number) -> Tensor:
        """`torch.bitwise_xor`; see PyTorch's page of that name."""
        try:
            return _bitwise_xor(self, other)
        except Exception as error:
            return resolve(error)

    def bitwise_xor_(self: Any, other: Tensor | Number) -> Tensor:
        """`torch.bitwise_xor`; see PyTorch's page of that name. In place."""
        try:
            return _bitwise_xor_(self, other)
        except Exception as error:
            return resolve(error)

    def bmm(self: Any, mat2: Tensor) -> Tensor:
        """`torch.bmm`; see PyTorch's page of that name."""
        try:
            return _bmm(self, mat2)
        except Exception as error:
            return resolve(error)

    def ceil(self: Any) -> Tensor:
        """`torch.ceil`; see PyTorch's page of that name."""
        try:
            return _ceil(self)
        except Exception as error:
            return refuse(error)

    def ceil_(self: Any) -> Tensor:
        """`torch.ceil`; see PyTorch's page of that name. In place."""
        try:
            return _ceil_(self)
        except Exception as error:
            return refuse(error)

    def conj_physical_(self: Any) -> Tensor:
        """`torch.conj_physical`; see PyTorch's page of that name. In place."""
        try:
            return _conj_physical_(self)
        except Exception as error:
            return refuse(error)

    def copysign(self: Any, other: Tensor | Number) -> Tensor:
        """`torch.copysign`; see PyTorch's page of that name."""
        try:
            return _copysign(self, other)
        except Exception as error:
            return resolve(error)

    def copysign_(self: Any, other: Tensor | Number) -> Tensor:
        """`torch.copysign`; see PyTorch's page of that name. In place."""
        try:
            return _copysign_(self, other)
        except Exception as error:
            return resolve(error)

    def cos(self: Any) -> Tensor:
        """`torch.cos`; see PyTorch's page of that name."""
        try:
            return _cos(self)
        except Exception as error:
            return refuse(error)

    def cos_(self: Any) -> Tensor:
        """`torch.cos`; see PyTorch's page of that name. In place."""
        try:
            return _cos_(self)
        except Exception as error:
            return refuse(error)

    def cosh(self: Any) -> Tensor:
        """`torch.cosh`; see PyTorch's page of that name."""
        try:
            return _cosh(self)
        except Exception as error:
            return refuse(error)

    def cosh_(self: Any) -> Tensor:
        """`torch.cosh`; see PyTorch's page of that name. In place."""
        try:
            return _cosh_(self)
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim=None")
    def count_nonzero(self: Any, dim: int | Sequence[int] | None = None, *, axis: Any = MISSING) -> Tensor:
        """`torch.count_nonzero`; see PyTorch's page of that name."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, None)
            if dim.__class__ not in SIZES and dim is not None:
                no_sizes("count_nonzero", "dim", dim)
            return _count_nonzero(self, dim)
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim")
    def cummax(self: Any, dim: Any = MISSING, *, axis: Any = MISSING) -> return_types.cummax:
        """`torch.cummax`; see PyTorch's page of that name."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, MISSING)
            if dim is MISSING:
                raise missing_argument("cummax", "dim")
            if dim.__class__ is not int:
                dim = whole("cummax", "dim", dim)
            return return_types.cummax(*_cummax(self, dim))
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim")
    def cummin(self: Any, dim: Any = MISSING, *, axis: Any = MISSING) -> return_types.cummin:
        """`torch.cummin`; see PyTorch's page of that name."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, MISSING)
            if dim is MISSING:
                raise missing_argument("cummin", "dim")
            if dim.__class__ is not int:
                dim = whole("cummin", "dim", dim)
            return return_types.cummin(*_cummin(self, dim))
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim, *, dtype=None")
    def cumprod(self: Any, dim: Any = MISSING, *, dtype: dtype_type | None = None, axis: Any = MISSING) -> Tensor:
        """`torch.cumprod`; see PyTorch's page of that name."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, MISSING)
            if dim is MISSING:
                raise missing_argument("cumprod", "dim")
            if dim.__class__ is not int:
                dim = whole("cumprod", "dim", dim)
            return _cumprod(self, dim, None if dtype is None else array_dtype(dtype))
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim, *, dtype=None")
    def cumprod_(self: Any, dim: Any = MISSING, *, dtype: dtype_type | None = None, axis: Any = MISSING) -> Tensor:
        """`torch.cumprod`; see PyTorch's page of that name. In place."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, MISSING)
            if dim is MISSING:
                raise missing_argument("cumprod", "dim")
            if dim.__class__ is not int:
                dim = whole("cumprod", "dim", dim)
            return _cumprod_(self, dim, None if dtype is None else same_dtype(self, dtype))
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim, *, dtype=None")
    def cumsum(self: Any, dim: Any = MISSING, *, dtype: dtype_type | None = None, axis: Any = MISSING) -> Tensor:
        """`torch.cumsum`; see PyTorch's page of that name."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, MISSING)
            if dim is MISSING:
                raise missing_argument("cumsum", "dim")
            if dim.__class__ is not int:
                dim = whole("cumsum", "dim", dim)
            return _cumsum(self, dim, None if dtype is None else array_dtype(dtype))
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim, *, dtype=None")
    def cumsum_(self: Any, dim: Any = MISSING, *, dtype: dtype_type | None = None, axis: Any = MISSING) -> Tensor:
        """`torch.cumsum`; see PyTorch's page of that name. In place."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, MISSING)
            if dim is MISSING:
                raise missing_argument("cumsum", "dim")
            if dim.__class__ is not int:
                dim = whole("cumsum", "dim", dim)
            return _cumsum_(self, dim, None if dtype is None else same_dtype(self, dtype))
        except Exception as error:
            return refuse(error)

    def diag_embed(self: Any, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor:
        """Matrices with the last dimension on their diagonal."""
        try:
            if offset.__class__ is not int:
                offset = whole("diag_embed", "offset", offset)
            if dim1.__class__ is not int:
                dim1 = whole("diag_embed", "dim1", dim1)
            if dim2.__class__ is not int:
                dim2 = whole("diag_embed", "dim2", dim2)
            return _diag_embed(self, offset, dim1, dim2)
        except Exception as error:
            return refuse(error)

    def diagonal(self: Any, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
        """The diagonal of two dimensions, as the last one; a view."""
        try:
            if offset.__class__ is not int:
                offset = whole("diagonal", "offset", offset)
            if dim1.__class__ is not int:
                dim1 = whole("diagonal", "dim1", dim1)
            if dim2.__class__ is not int:
                dim2 = whole("diagonal", "dim2", dim2)
            return _diagonal(self, offset, dim1, dim2)
        except Exception as error:
            return refuse(error)

    def diagonal_scatter(self: Any, src: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
        """A copy of `input` with `src` on a diagonal."""
        try:
            if offset.__class__ is not int:
                offset = whole("diagonal_scatter", "offset", offset)
            if dim1.__class__ is not int:
                dim1 = whole("diagonal_scatter", "dim1", dim1)
            if dim2.__class__ is not int:
                dim2 = whole("diagonal_scatter", "dim2", dim2)
            return _diagonal_scatter(self, src, offset, dim1, dim2)
        except Exception as error:
            return resolve(error)

    def digamma(self: Any) -> Tensor:
        """`torch.digamma`; see PyTorch's page of that name."""
        try:
            return _digamma(self)
        except Exception as error:
            return refuse(error)

    def digamma_(self: Any) -> Tensor:
        """`torch.digamma`; see PyTorch's page of that name. In place."""
        try:
            return _digamma_(self)
        except Exception as error:
            return refuse(error)

    def dot(self: Any, tensor: Tensor) -> Tensor:
        """`torch.dot`; see PyTorch's page of that name."""
        try:
            return _dot(self, tensor)
        except Exception as error:
            return resolve(error)

    def eq(self: Any, other: Tensor | Number) -> Tensor:
        """input == other, elementwise."""
        try:
            return _eq(self, other)
        except Exception as error:
            return resolve(error)

    def eq_(self: Any, other: Tensor | Number) -> Tensor:
        """input == other, elementwise. In place."""
        try:
            return _eq_(self, other)
        except Exception as error:
            return resolve(error)

    def erf(self: Any) -> Tensor:
        """`torch.erf`; see PyTorch's page of that name."""
        try:
            return _erf(self)
        except Exception as error:
            return refuse(error)

    def erf_(self: Any) -> Tensor:
        """`torch.erf`; see PyTorch's page of that name. In place."""
        try:
            return _erf_(self)
        except Exception as error:
            return refuse(error)

    def erfc(self: Any) -> Tensor:
        """`torch.erfc`; see PyTorch's page of that name."""
        try:
            return _erfc(self)
        except Exception as error:
            return refuse(error)

    def erfc_(self: Any) -> Tensor:
        """`torch.erfc`; see PyTorch's page of that name. In place."""
        try:
            return _erfc_(self)
        except Exception as error:
            return refuse(error)

    def erfinv(self: Any) -> Tensor:
        """`torch.erfinv`; see PyTorch's page of that name."""
        try:
            return _erfinv(self)
        except Exception as error:
            return refuse(error)

    def erfinv_(self: Any) -> Tensor:
        """`torch.erfinv`; see PyTorch's page of that name. In place."""
        try:
            return _erfinv_(self)
        except Exception as error:
            return refuse(error)

    def exp(self: Any) -> Tensor:
        """`torch.exp`; see PyTorch's page of that name."""
        try:
            return _exp(self)
        except Exception as error:
            return refuse(error)

    def exp_(self: Any) -> Tensor:
        """`torch.exp`; see PyTorch's page of that name. In place."""
        try:
            return _exp_(self)
        except Exception as error:
            return refuse(error)

    def exp2(self: Any) -> Tensor:
        """`torch.exp2`; see PyTorch's page of that name."""
        try:
            return _exp2(self)
        except Exception as error:
            return refuse(error)

    def exp2_(self: Any) -> Tensor:
        """`torch.exp2`; see PyTorch's page of that name. In place."""
        try:
            return _exp2_(self)
        except Exception as error:
            return refuse(error)

    def expm1(self: Any) -> Tensor:
        """`torch.expm1`; see PyTorch's page of that name."""
        try:
            return _expm1(self)
        except Exception as error:
            return refuse(error)

    def expm1_(self: Any) -> Tensor:
        """`torch.expm1`; see PyTorch's page of that name. In place."""
        try:
            return _expm1_(self)
        except Exception as error:
            return refuse(error)

    def fix(self: Any) -> Tensor:
        """Another name of `trunc`."""
        try:
            return _trunc(self)
        except Exception as error:
            return refuse(error)

    def fix_(self: Any) -> Tensor:
        """Another name of `trunc`. In place."""
        try:
            return _trunc_(self)
        except Exception as error:
            return refuse(error)

    def floor(self: Any) -> Tensor:
        """`torch.floor`; see PyTorch's page of that name."""
        try:
            return _floor(self)
        except Exception as error:
            return refuse(error)

    def floor_(self: Any) -> Tensor:
        """`torch.floor`; see PyTorch's page of that name. In place."""
        try:
            return _floor_(self)
        except Exception as error:
            return refuse(error)

    def floor_divide(self: Any, other: Tensor | Number) -> Tensor:
        """Division rounded down; it has no derivative, and says so in backward."""
        try:
            return _floor_divide(self, other)
        except Exception as error:
            return resolve(error)

    def floor_divide_(self: Any, other: Tensor | Number) -> Tensor:
        """Division rounded down; it has no derivative, and says so in backward. In place."""
        try:
            return _floor_divide_(self, other)
        except Exception as error:
            return resolve(error)

    def fmax(self: Any, other: Tensor) -> Tensor:
        """`torch.fmax`; see PyTorch's page of that name."""
        try:
            return _fmax(self, other)
        except Exception as error:
            return resolve(error)

    def fmin(self: Any, other: Tensor) -> Tensor:
        """`torch.fmin`; see PyTorch's page of that name."""
        try:
            return _fmin(self, other)
        except Exception as error:
            return resolve(error)

    def fmod(self: Any, other: Tensor | Number) -> Tensor:
        """Remainder of the division that truncates: it has the sign of `input`."""
        try:
            return _fmod(self, other)
        except Exception as error:
            return resolve(error)

    def fmod_(self: Any, other: Tensor | Number) -> Tensor:
        """Remainder of the division that truncates: it has the sign of `input`. In place."""
        try:
            return _fmod_(self, other)
        except Exception as error:
            return resolve(error)

    def frac(self: Any) -> Tensor:
        """`torch.frac`; see PyTorch's page of that name."""
        try:
            return _frac(self)
        except Exception as error:
            return refuse(error)

    def frac_(self: Any) -> Tensor:
        """`torch.frac`; see PyTorch's page of that name. In place."""
        try:
            return _frac_(self)
        except Exception as error:
            return refuse(error)

    def gcd(self: Any, other: Tensor) -> Tensor:
        """`torch.gcd`; see PyTorch's page of that name."""
        try:
            return _gcd(self, other)
        except Exception as error:
            return resolve(error)

    def gcd_(self: Any, other: Tensor) -> Tensor:
        """`torch.gcd`; see PyTorch's page of that name. In place."""
        try:
            return _gcd_(self, other)
        except Exception as error:
            return resolve(error)

    def ge(self: Any, other: Tensor | Number) -> Tensor:
        """input >= other, elementwise."""
        try:
            return _ge(self, other)
        except Exception as error:
            return resolve(error)

    def ge_(self: Any, other: Tensor | Number) -> Tensor:
        """input >= other, elementwise. In place."""
        try:
            return _ge_(self, other)
        except Exception as error:
            return resolve(error)

    def ger(self: Any, vec2: Tensor) -> Tensor:
        """`torch.ger`; see PyTorch's page of that name."""
        try:
            return _ger(self, vec2)
        except Exception as error:
            return resolve(error)

    def greater(self: Any, other: Tensor | Number) -> Tensor:
        """Another name of `gt`."""
        try:
            return _gt(self, other)
        except Exception as error:
            return resolve(error)

    def greater_(self: Any, other: Tensor | Number) -> Tensor:
        """Another name of `gt`. In place."""
        try:
            return _gt_(self, other)
        except Exception as error:
            return resolve(error)

    def greater_equal(self: Any, other: Tensor | Number) -> Tensor:
        """Another name of `ge`."""
        try:
            return _ge(self, other)
        except Exception as error:
            return resolve(error)

    def greater_equal_(self: Any, other: Tensor | Number) -> Tensor:
        """Another name of `ge`. In place."""
        try:
            return _ge_(self, other)
        except Exception as error:
            return resolve(error)

    def gt(self: Any, other: Tensor | Number) -> Tensor:
        """input > other, elementwise."""
        try:
            return _gt(self, other)
        except Exception as error:
            return resolve(error)

    def gt_(self: Any, other: Tensor | Number) -> Tensor:
        """input > other, elementwise. In place."""
        try:
            return _gt_(self, other)
        except Exception as error:
            return resolve(error)

    def hardshrink(self: Any, lambd: Number = 0.5) -> Tensor:
        """`torch.hardshrink`; see PyTorch's page of that name."""
        try:
            return _hardshrink(self, as_scalar(lambd))
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim=(), *, keepdim=False, mode=0")
    def hash_tensor(
        self: Any,
        dim: int | Sequence[int] = (),
        *,
        keepdim: bool = False,
        mode: int = 0,
        axis: Any = MISSING,
        keepdims: Any = MISSING,
    ) -> Tensor:
        """The exclusive or of the bits of all elements, or of those along `dim`, as uint64."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, ())
            if keepdims is not MISSING:
                keepdim = once(keepdims, keepdim, False)
            if dim.__class__ not in SIZES and dim is not None:
                no_sizes("hash_tensor", "dim", dim)
            if keepdim is not False and keepdim is not True:
                misplaced("hash_tensor", "keepdim", "bool", keepdim)
            if mode.__class__ is not int:
                mode = whole("hash_tensor", "mode", mode)
            return _hash_tensor(self, dim, keepdim, mode)
        except Exception as error:
            return refuse(error)

    def heaviside(self: Any, values: Tensor) -> Tensor:
        """`torch.heaviside`; see PyTorch's page of that name."""
        try:
            return _heaviside(self, values)
        except Exception as error:
            return resolve(error)

    def heaviside_(self: Any, values: Tensor) -> Tensor:
        """`torch.heaviside`; see PyTorch's page of that name. In place."""
        try:
            return _heaviside_(self, values)
        except Exception as error:
            return resolve(error)

    def histc(self: Any, bins: int = 100, min: Number = 0, max: Number = 0) -> Tensor:
        """`torch.histc`; see PyTorch's page of that name."""
        try:
            if bins.__class__ is not int:
                bins = whole("histc", "bins", bins)
            return _histc(self, bins, as_scalar(min), as_scalar(max))
        except Exception as error:
            return refuse(error)

    def hypot(self: Any, other: Tensor) -> Tensor:
        """`torch.hypot`; see PyTorch's page of that name."""
        try:
            return _hypot(self, other)
        except Exception as error:
            return resolve(error)

    def hypot_(self: Any, other: Tensor) -> Tensor:
        """`torch.hypot`; see PyTorch's page of that name. In place."""
        try:
            return _hypot_(self, other)
        except Exception as error:
            return resolve(error)

    def i0(self: Any) -> Tensor:
        """The modified Bessel function of the first kind and order 0."""
        try:
            return _i0(self)
        except Exception as error:
            return refuse(error)

    def i0_(self: Any) -> Tensor:
        """The modified Bessel function of the first kind and order 0. In place."""
        try:
            return _i0_(self)
        except Exception as error:
            return refuse(error)

    def igamma(self: Any, other: Tensor) -> Tensor:
        """The regularised lower incomplete gamma function."""
        try:
            return _igamma(self, other)
        except Exception as error:
            return resolve(error)

    def igamma_(self: Any, other: Tensor) -> Tensor:
        """The regularised lower incomplete gamma function. In place."""
        try:
            return _igamma_(self, other)
        except Exception as error:
            return resolve(error)

    def igammac(self: Any, other: Tensor) -> Tensor:
        """The regularised upper incomplete gamma function."""
        try:
            return _igammac(self, other)
        except Exception as error:
            return resolve(error)

    def igammac_(self: Any, other: Tensor) -> Tensor:
        """The regularised upper incomplete gamma function. In place."""
        try:
            return _igammac_(self, other)
        except Exception as error:
            return resolve(error)

    @shown_as("self, dim, index, source, *, alpha=1")
    def index_add(
        self: Any,
        dim: Any = MISSING,
        index: Tensor = MISSING,
        source: Tensor = MISSING,
        *,
        alpha: Number = 1,
        axis: Any = MISSING,
    ) -> Tensor:
        """`torch.index_add`; see PyTorch's page of that name."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, MISSING)
            if dim is MISSING:
                raise missing_argument("index_add", "dim")
            if dim.__class__ is not int:
                dim = whole("index_add", "dim", dim)
            return _index_add(self, dim, index, source, as_scalar(alpha))
        except Exception as error:
            return resolve(error)

    @shown_as("self, dim, index, source, *, alpha=1")
    def index_add_(
        self: Any,
        dim: Any = MISSING,
        index: Tensor = MISSING,
        source: Tensor = MISSING,
        *,
        alpha: Number = 1,
        axis: Any = MISSING,
    ) -> Tensor:
        """`torch.index_add`; see PyTorch's page of that name. In place."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, MISSING)
            if dim is MISSING:
                raise missing_argument("index_add", "dim")
            if dim.__class__ is not int:
                dim = whole("index_add", "dim", dim)
            return _index_add_(self, dim, index, source, as_scalar(alpha))
        except Exception as error:
            return resolve(error)

    @shown_as("self, dim, index, source")
    def index_copy(
        self: Any, dim: Any = MISSING, index: Tensor = MISSING, source: Tensor = MISSING, *, axis: Any = MISSING,
    ) -> Tensor:
        """`torch.index_copy`; see PyTorch's page of that name."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, MISSING)
            if dim is MISSING:
                raise missing_argument("index_copy", "dim")
            if dim.__class__ is not int:
                dim = whole("index_copy", "dim", dim)
            return _index_copy(self, dim, index, source)
        except Exception as error:
            return resolve(error)

    @shown_as("self, dim, index, source")
    def index_copy_(
        self: Any, dim: Any = MISSING, index: Tensor = MISSING, source: Tensor = MISSING, *, axis: Any = MISSING,
    ) -> Tensor:
        """`torch.index_copy`; see PyTorch's page of that name. In place."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, MISSING)
            if dim is MISSING:
                raise missing_argument("index_copy", "dim")
            if dim.__class__ is not int:
                dim = whole("index_copy", "dim", dim)
            return _index_copy_(self, dim, index, source)
        except Exception as error:
            return resolve(error)

    @shown_as("self, dim, index")
    def index_select(self: Any, dim: Any = MISSING, index: Tensor = MISSING, *, axis: Any = MISSING) -> Tensor:
        """`torch.index_select`; see PyTorch's page of that name."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, MISSING)
            if dim is MISSING:
                raise missing_argument("index_select", "dim")
            if dim.__class__ is not int:
                dim = whole("index_select", "dim", dim)
            return _index_select(self, dim, index)
        except Exception as error:
            return resolve(error)

    def isfinite(self: Any) -> Tensor:
        """`torch.isfinite`; see PyTorch's page of that name."""
        try:
            return _isfinite(self)
        except Exception as error:
            return refuse(error)

    def isinf(self: Any) -> Tensor:
        """`torch.isinf`; see PyTorch's page of that name."""
        try:
            return _isinf(self)
        except Exception as error:
            return refuse(error)

    def isnan(self: Any) -> Tensor:
        """`torch.isnan`; see PyTorch's page of that name."""
        try:
            return _isnan(self)
        except Exception as error:
            return refuse(error)

    def isneginf(self: Any) -> Tensor:
        """`torch.isneginf`; see PyTorch's page of that name."""
        try:
            return _isneginf(self)
        except Exception as error:
            return refuse(error)

    def isposinf(self: Any) -> Tensor:
        """`torch.isposinf`; see PyTorch's page of that name."""
        try:
            return _isposinf(self)
        except Exception as error:
            return refuse(error)

    def isreal(self: Any) -> Tensor:
        """`torch.isreal`; see PyTorch's page of that name."""
        try:
            return _isreal(self)
        except Exception as error:
            return refuse(error)

    @shown_as("self, k, dim=-1, keepdim=False")
    def kthvalue(
        self: Any, k: int, dim: int = -1, keepdim: bool = False, *, axis: Any = MISSING, keepdims: Any = MISSING,
    ) -> return_types.kthvalue:
        """`torch.kthvalue`; see PyTorch's page of that name."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, -1)
            if keepdims is not MISSING:
                keepdim = once(keepdims, keepdim, False)
            if k.__class__ is not int:
                k = whole("kthvalue", "k", k)
            if dim.__class__ is not int:
                dim = whole("kthvalue", "dim", dim)
            if keepdim is not False and keepdim is not True:
                misplaced("kthvalue", "keepdim", "bool", keepdim)
            return return_types.kthvalue(*_kthvalue(self, k, dim, keepdim))
        except Exception as error:
            return refuse(error)

    def lcm(self: Any, other: Tensor) -> Tensor:
        """`torch.lcm`; see PyTorch's page of that name."""
        try:
            return _lcm(self, other)
        except Exception as error:
            return resolve(error)

    def lcm_(self: Any, other: Tensor) -> Tensor:
        """`torch.lcm`; see PyTorch's page of that name. In place."""
        try:
            return _lcm_(self, other)
        except Exception as error:
            return resolve(error)

    def le(self: Any, other: Tensor | Number) -> Tensor:
        """input <= other, elementwise."""
        try:
            return _le(self, other)
        except Exception as error:
            return resolve(error)

    def le_(self: Any, other: Tensor | Number) -> Tensor:
        """input <= other, elementwise. In place."""
        try:
            return _le_(self, other)
        except Exception as error:
            return resolve(error)

    def less(self: Any, other: Tensor | Number) -> Tensor:
        """Another name of `lt`."""
        try:
            return _lt(self, other)
        except Exception as error:
            return resolve(error)

    def less_(self: Any, other: Tensor | Number) -> Tensor:
        """Another name of `lt`. In place."""
        try:
            return _lt_(self, other)
        except Exception as error:
            return resolve(error)

    def less_equal(self: Any, other: Tensor | Number) -> Tensor:
        """Another name of `le`."""
        try:
            return _le(self, other)
        except Exception as error:
            return resolve(error)

    def less_equal_(self: Any, other: Tensor | Number) -> Tensor:
        """Another name of `le`. In place."""
        try:
            return _le_(self, other)
        except Exception as error:
            return resolve(error)

    def lgamma(self: Any) -> Tensor:
        """The logarithm of the absolute value of the gamma function, element by element.

            out[i] = log |gamma(input[i])|

        Its derivative is `torch.digamma`. It is infinite where the gamma function has its poles: at zero and at the negative
        integers.

        Returns
        -------
        Tensor
            As many elements as `self`, in its shape and, if that is floating, in its dtype.

        Raises
        ------
        RuntimeError
            `self` is complex.

        References
        ----------
        PyTorch: torch.lgamma

        Examples
        --------
        >>> x = torch.tensor([0.5, 1., 2., 10.])
        >>> x.lgamma()
        tensor([ 0.5724,  0.0000,  0.0000, 12.8018])
        >>> torch.tensor(-2.).lgamma()
        tensor(inf)
        """
        try:
            return _lgamma(self)
        except Exception as error:
            return refuse(error)

    def lgamma_(self: Any) -> Tensor:
        """The logarithm of the absolute value of the gamma function, element by element. In place.

            out[i] = log |gamma(input[i])|

        Its derivative is `torch.digamma`. It is infinite where the gamma function has its poles: at zero and at the negative
        integers.

        Returns
        -------
        Tensor
            `self`, changed.

        Raises
        ------
        RuntimeError
            `self` is complex.

        Examples
        --------
        >>> x = torch.tensor([0.5, 1., 2., 10.])
        >>> x.lgamma_()
        tensor([ 0.5724,  0.0000,  0.0000, 12.8018])
        """
        try:
            return _lgamma_(self)
        except Exception as error:
            return refuse(error)

    def log(self: Any) -> Tensor:
        """`torch.log`; see PyTorch's page of that name."""
        try:
            return _log(self)
        except Exception as error:
            return refuse(error)

    def log_(self: Any) -> Tensor:
        """`torch.log`; see PyTorch's page of that name. In place."""
        try:
            return _log_(self)
        except Exception as error:
            return refuse(error)

    def log10(self: Any) -> Tensor:
        """`torch.log10`; see PyTorch's page of that name."""
        try:
            return _log10(self)
        except Exception as error:
            return refuse(error)

    def log10_(self: Any) -> Tensor:
        """`torch.log10`; see PyTorch's page of that name. In place."""
        try:
            return _log10_(self)
        except Exception as error:
            return refuse(error)

    def log1p(self: Any) -> Tensor:
        """`torch.log1p`; see PyTorch's page of that name."""
        try:
            return _log1p(self)
        except Exception as error:
            return refuse(error)

    def log1p_(self: Any) -> Tensor:
        """`torch.log1p`; see PyTorch's page of that name. In place."""
        try:
            return _log1p_(self)
        except Exception as error:
            return refuse(error)

    def log2(self: Any) -> Tensor:
        """`torch.log2`; see PyTorch's page of that name."""
        try:
            return _log2(self)
        except Exception as error:
            return refuse(error)

    def log2_(self: Any) -> Tensor:
        """`torch.log2`; see PyTorch's page of that name. In place."""
        try:
            return _log2_(self)
        except Exception as error:
            return refuse(error)

    def logaddexp(self: Any, other: Tensor) -> Tensor:
        """`torch.logaddexp`; see PyTorch's page of that name."""
        try:
            return _logaddexp(self, other)
        except Exception as error:
            return resolve(error)

    def logaddexp2(self: Any, other: Tensor) -> Tensor:
        """`torch.logaddexp2`; see PyTorch's page of that name."""
        try:
            return _logaddexp2(self, other)
        except Exception as error:
            return resolve(error)

    @shown_as("self, dim")
    def logcumsumexp(self: Any, dim: Any = MISSING, *, axis: Any = MISSING) -> Tensor:
        """The running log of the sum of exponentials."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, MISSING)
            if dim is MISSING:
                raise missing_argument("logcumsumexp", "dim")
            if dim.__class__ is not int:
                dim = whole("logcumsumexp", "dim", dim)
            return _logcumsumexp(self, dim)
        except Exception as error:
            return refuse(error)

    def logical_and(self: Any, other: Tensor) -> Tensor:
        """`torch.logical_and`; see PyTorch's page of that name."""
        try:
            return _logical_and(self, other)
        except Exception as error:
            return resolve(error)

    def logical_and_(self: Any, other: Tensor) -> Tensor:
        """`torch.logical_and`; see PyTorch's page of that name. In place."""
        try:
            return _logical_and_(self, other)
        except Exception as error:
            return resolve(error)

    def logical_not(self: Any) -> Tensor:
        """`torch.logical_not`; see PyTorch's page of that name."""
        try:
            return _logical_not(self)
        except Exception as error:
            return refuse(error)

    def logical_not_(self: Any) -> Tensor:
        """`torch.logical_not`; see PyTorch's page of that name. In place."""
        try:
            return _logical_not_(self)
        except Exception as error:
            return refuse(error)

    def logical_or(self: Any, other: Tensor) -> Tensor:
        """`torch.logical_or`; see PyTorch's page of that name."""
        try:
            return _logical_or(self, other)
        except Exception as error:
            return resolve(error)

    def logical_or_(self: Any, other: Tensor) -> Tensor:
        """`torch.logical_or`; see PyTorch's page of that name. In place."""
        try:
            return _logical_or_(self, other)
        except Exception as error:
            return resolve(error)

    def logical_xor(self: Any, other: Tensor) -> Tensor:
        """`torch.logical_xor`; see PyTorch's page of that name."""
        try:
            return _logical_xor(self, other)
        except Exception as error:
            return resolve(error)

    def logical_xor_(self: Any, other: Tensor) -> Tensor:
        """`torch.logical_xor`; see PyTorch's page of that name. In place."""
        try:
            return _logical_xor_(self, other)
        except Exception as error:
            return resolve(error)

    def logit(self: Any, eps: float | None = None) -> Tensor:
        """log(input / (1 - input)), `input` clamped to [eps, 1 - eps] if `eps` is given."""
        try:
            return _logit(self, None if eps is None else as_float(eps))
        except Exception as error:
            return refuse(error)

    def logit_(self: Any, eps: float | None = None) -> Tensor:
        """log(input / (1 - input)), `input` clamped to [eps, 1 - eps] if `eps` is given. In place."""
        try:
            return _logit_(self, None if eps is None else as_float(eps))
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim, keepdim=False")
    def logsumexp(
        self: Any, dim: Any = MISSING, keepdim: bool = False, *, axis: Any = MISSING, keepdims: Any = MISSING,
    ) -> Tensor:
        """`torch.logsumexp`; see PyTorch's page of that name."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, MISSING)
            if dim is MISSING:
                raise missing_argument("logsumexp", "dim")
            if keepdims is not MISSING:
                keepdim = once(keepdims, keepdim, False)
            if dim.__class__ not in SIZES:
                no_sizes("logsumexp", "dim", dim)
            if keepdim is not False and keepdim is not True:
                misplaced("logsumexp", "keepdim", "bool", keepdim)
            return _logsumexp(self, dim, keepdim)
        except Exception as error:
            return refuse(error)

    def lt(self: Any, other: Tensor | Number) -> Tensor:
        """input < other, elementwise."""
        try:
            return _lt(self, other)
        except Exception as error:
            return resolve(error)

    def lt_(self: Any, other: Tensor | Number) -> Tensor:
        """input < other, elementwise. In place."""
        try:
            return _lt_(self, other)
        except Exception as error:
            return resolve(error)

    def masked_scatter(self: Any, mask: Tensor, source: Tensor) -> Tensor:
        """`torch.masked_scatter`; see PyTorch's page of that name."""
        try:
            return _masked_scatter(self, mask, source)
        except Exception as error:
            return resolve(error)

    def masked_scatter_(self: Any, mask: Tensor, source: Tensor) -> Tensor:
        """`torch.masked_scatter`; see PyTorch's page of that name. In place."""
        try:
            return _masked_scatter_(self, mask, source)
        except Exception as error:
            return resolve(error)

    def masked_select(self: Any, mask: Tensor) -> Tensor:
        """`torch.masked_select`; see PyTorch's page of that name."""
        try:
            return _masked_select(self, mask)
        except Exception as error:
            return resolve(error)

    def matmul(self: Any, other: Tensor) -> Tensor:
        """`torch.matmul`; see PyTorch's page of that name."""
        try:
            return _matmul(self, other)
        except Exception as error:
            return resolve(error)

    def maximum(self: Any, other: Tensor) -> Tensor:
        """`torch.maximum`; see PyTorch's page of that name."""
        try:
            return _maximum(self, other)
        except Exception as error:
            return resolve(error)

    def minimum(self: Any, other: Tensor) -> Tensor:
        """`torch.minimum`; see PyTorch's page of that name."""
        try:
            return _minimum(self, other)
        except Exception as error:
            return resolve(error)

    def mm(self: Any, mat2: Tensor) -> Tensor:
        """`torch.mm`; see PyTorch's page of that name."""
        try:
            return _mm(self, mat2)
        except Exception as error:
            return resolve(error)

    @shown_as("self, dim=-1, keepdim=False")
    def mode(
        self: Any, dim: int = -1, keepdim: bool = False, *, axis: Any = MISSING, keepdims: Any = MISSING,
    ) -> return_types.mode:
        """`torch.mode`; see PyTorch's page of that name."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, -1)
            if keepdims is not MISSING:
                keepdim = once(keepdims, keepdim, False)
            if dim.__class__ is not int:
                dim = whole("mode", "dim", dim)
            if keepdim is not False and keepdim is not True:
                misplaced("mode", "keepdim", "bool", keepdim)
            return return_types.mode(*_mode(self, dim, keepdim))
        except Exception as error:
            return refuse(error)

    def movedim(self: Any, source: int | Sequence[int], destination: int | Sequence[int]) -> Tensor:
        """Some dimensions moved, the others kept in order; a view."""
        try:
            if source.__class__ not in SIZES:
                no_sizes("movedim", "source", source)
            if destination.__class__ not in SIZES:
                no_sizes("movedim", "destination", destination)
            return _movedim(self, source, destination)
        except Exception as error:
            return refuse(error)

    def mul(self: Any, other: Tensor | Number) -> Tensor:
        """Elementwise product."""
        try:
            return _mul(self, other)
        except Exception as error:
            return resolve(error)

    def mul_(self: Any, other: Tensor | Number) -> Tensor:
        """Elementwise product. In place."""
        try:
            return _mul_(self, other)
        except Exception as error:
            return resolve(error)

    def multiply(self: Any, other: Tensor | Number) -> Tensor:
        """Another name of `mul`."""
        try:
            return _mul(self, other)
        except Exception as error:
            return resolve(error)

    def multiply_(self: Any, other: Tensor | Number) -> Tensor:
        """Another name of `mul`. In place."""
        try:
            return _mul_(self, other)
        except Exception as error:
            return resolve(error)

    def mv(self: Any, vec: Tensor) -> Tensor:
        """`torch.mv`; see PyTorch's page of that name."""
        try:
            return _mv(self, vec)
        except Exception as error:
            return resolve(error)

    def nan_to_num(
        self: Any, nan: float | None = None, posinf: float | None = None, neginf: float | None = None,
    ) -> Tensor:
        """`torch.nan_to_num`; see PyTorch's page of that name."""
        try:
            return _nan_to_num(self, None if nan is None else as_float(nan), None if posinf is None else as_float(posinf), None if neginf is None else as_float(neginf))
        except Exception as error:
            return refuse(error)

    def nan_to_num_(
        self: Any, nan: float | None = None, posinf: float | None = None, neginf: float | None = None,
    ) -> Tensor:
        """`torch.nan_to_num`; see PyTorch's page of that name. In place."""
        try:
            return _nan_to_num_(self, None if nan is None else as_float(nan), None if posinf is None else as_float(posinf), None if neginf is None else as_float(neginf))
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim=None, keepdim=False, *, dtype=None")
    def nansum(
        self: Any,
        dim: int | Sequence[int] | None = None,
        keepdim: bool = False,
        *,
        dtype: dtype_type | None = None,
        axis: Any = MISSING,
        keepdims: Any = MISSING,
    ) -> Tensor:
        """`torch.nansum`; see PyTorch's page of that name."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, None)
            if keepdims is not MISSING:
                keepdim = once(keepdims, keepdim, False)
            if dim.__class__ not in SIZES and dim is not None:
                no_sizes("nansum", "dim", dim)
            if keepdim is not False and keepdim is not True:
                misplaced("nansum", "keepdim", "bool", keepdim)
            return _nansum(self, dim, keepdim, None if dtype is None else array_dtype(dtype))
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim, start, length")
    def narrow_copy(
        self: Any, dim: Any = MISSING, start: int = MISSING, length: int = MISSING, *, axis: Any = MISSING,
    ) -> Tensor:
        """`narrow`, as a copy."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, MISSING)
            if dim is MISSING:
                raise missing_argument("narrow_copy", "dim")
            if dim.__class__ is not int:
                dim = whole("narrow_copy", "dim", dim)
            if start.__class__ is not int:
                start = whole("narrow_copy", "start", start)
            if length.__class__ is not int:
                length = whole("narrow_copy", "length", length)
            return _narrow_copy(self, dim, start, length)
        except Exception as error:
            return refuse(error)

    def ne(self: Any, other: Tensor | Number) -> Tensor:
        """input != other, elementwise."""
        try:
            return _ne(self, other)
        except Exception as error:
            return resolve(error)

    def ne_(self: Any, other: Tensor | Number) -> Tensor:
        """input != other, elementwise. In place."""
        try:
            return _ne_(self, other)
        except Exception as error:
            return resolve(error)

    def neg(self: Any) -> Tensor:
        """The negative of each element."""
        try:
            return _neg(self)
        except Exception as error:
            return refuse(error)

    def neg_(self: Any) -> Tensor:
        """The negative of each element. In place."""
        try:
            return _neg_(self)
        except Exception as error:
            return refuse(error)

    def negative(self: Any) -> Tensor:
        """Another name of `neg`."""
        try:
            return _neg(self)
        except Exception as error:
            return refuse(error)

    def negative_(self: Any) -> Tensor:
        """Another name of `neg`. In place."""
        try:
            return _neg_(self)
        except Exception as error:
            return refuse(error)

    def nextafter(self: Any, other: Tensor) -> Tensor:
        """`torch.nextafter`; see PyTorch's page of that name."""
        try:
            return _nextafter(self, other)
        except Exception as error:
            return resolve(error)

    def nextafter_(self: Any, other: Tensor) -> Tensor:
        """`torch.nextafter`; see PyTorch's page of that name. In place."""
        try:
            return _nextafter_(self, other)
        except Exception as error:
            return resolve(error)

    def not_equal(self: Any, other: Tensor | Number) -> Tensor:
        """Another name of `ne`."""
        try:
            return _ne(self, other)
        except Exception as error:
            return resolve(error)

    def not_equal_(self: Any, other: Tensor | Number) -> Tensor:
        """Another name of `ne`. In place."""
        try:
            return _ne_(self, other)
        except Exception as error:
            return resolve(error)

    def outer(self: Any, vec2: Tensor) -> Tensor:
        """`torch.outer`; see PyTorch's page of that name."""
        try:
            return _outer(self, vec2)
        except Exception as error:
            return resolve(error)

    def reciprocal(self: Any) -> Tensor:
        """1 / input."""
        try:
            return _reciprocal(self)
        except Exception as error:
            return refuse(error)

    def reciprocal_(self: Any) -> Tensor:
        """1 / input. In place."""
        try:
            return _reciprocal_(self)
        except Exception as error:
            return refuse(error)

    def relu(self: Any) -> Tensor:
        """`torch.relu`; see PyTorch's page of that name."""
        try:
            return _relu(self)
        except Exception as error:
            return refuse(error)

    def relu_(self: Any) -> Tensor:
        """`torch.relu`; see PyTorch's page of that name. In place."""
        try:
            return _relu_(self)
        except Exception as error:
            return refuse(error)

    def remainder(self: Any, other: Tensor | Number) -> Tensor:
        """Remainder of the division that rounds down: it has the sign of `other`."""
        try:
            return _remainder(self, other)
        except Exception as error:
            return resolve(error)

    def remainder_(self: Any, other: Tensor | Number) -> Tensor:
        """Remainder of the division that rounds down: it has the sign of `other`. In place."""
        try:
            return _remainder_(self, other)
        except Exception as error:
            return resolve(error)

    def roll(self: Any, shifts: int | Sequence[int], dims: int | Sequence[int] | None = None) -> Tensor:
        """`torch.roll`; see PyTorch's page of that name."""
        try:
            if shifts.__class__ not in SIZES:
                no_sizes("roll", "shifts", shifts)
            if dims.__class__ not in SIZES and dims is not None:
                no_sizes("roll", "dims", dims)
            return _roll(self, shifts, dims)
        except Exception as error:
            return refuse(error)

    def rsqrt(self: Any) -> Tensor:
        """`torch.rsqrt`; see PyTorch's page of that name."""
        try:
            return _rsqrt(self)
        except Exception as error:
            return refuse(error)

    def rsqrt_(self: Any) -> Tensor:
        """`torch.rsqrt`; see PyTorch's page of that name. In place."""
        try:
            return _rsqrt_(self)
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim, index, src")
    def scatter_add(
        self: Any, dim: Any = MISSING, index: Tensor = MISSING, src: Tensor = MISSING, *, axis: Any = MISSING,
    ) -> Tensor:
        """`torch.scatter_add`; see PyTorch's page of that name."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, MISSING)
            if dim is MISSING:
                raise missing_argument("scatter_add", "dim")
            if dim.__class__ is not int:
                dim = whole("scatter_add", "dim", dim)
            return _scatter_add(self, dim, index, src)
        except Exception as error:
            return resolve(error)

    @shown_as("self, dim, index, src")
    def scatter_add_(
        self: Any, dim: Any = MISSING, index: Tensor = MISSING, src: Tensor = MISSING, *, axis: Any = MISSING,
    ) -> Tensor:
        """`torch.scatter_add`; see PyTorch's page of that name. In place."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, MISSING)
            if dim is MISSING:
                raise missing_argument("scatter_add", "dim")
            if dim.__class__ is not int:
                dim = whole("scatter_add", "dim", dim)
            return _scatter_add_(self, dim, index, src)
        except Exception as error:
            return resolve(error)

    @shown_as("self, dim, index")
    def select(self: Any, dim: Any = MISSING, index: int = MISSING, *, axis: Any = MISSING) -> Tensor:
        """One index along a dimension, which is dropped; a view."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, MISSING)
            if dim is MISSING:
                raise missing_argument("select", "dim")
            if dim.__class__ is not int:
                dim = whole("select", "dim", dim)
            if index.__class__ is not int:
                index = whole("select", "index", index)
            return _select(self, dim, index)
        except Exception as error:
            return refuse(error)

    @shown_as("self, src, dim, index")
    def select_scatter(
        self: Any, src: Tensor, dim: Any = MISSING, index: int = MISSING, *, axis: Any = MISSING,
    ) -> Tensor:
        """A copy of `input` with `src` at an index along `dim`."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, MISSING)
            if dim is MISSING:
                raise missing_argument("select_scatter", "dim")
            if dim.__class__ is not int:
                dim = whole("select_scatter", "dim", dim)
            if index.__class__ is not int:
                index = whole("select_scatter", "index", index)
            return _select_scatter(self, src, dim, index)
        except Exception as error:
            return resolve(error)

    def sgn(self: Any) -> Tensor:
        """`torch.sgn`; see PyTorch's page of that name."""
        try:
            return _sgn(self)
        except Exception as error:
            return refuse(error)

    def sgn_(self: Any) -> Tensor:
        """`torch.sgn`; see PyTorch's page of that name. In place."""
        try:
            return _sgn_(self)
        except Exception as error:
            return refuse(error)

    def sigmoid(self: Any) -> Tensor:
        """`torch.sigmoid`; see PyTorch's page of that name."""
        try:
            return _sigmoid(self)
        except Exception as error:
            return refuse(error)

    def sigmoid_(self: Any) -> Tensor:
        """`torch.sigmoid`; see PyTorch's page of that name. In place."""
        try:
            return _sigmoid_(self)
        except Exception as error:
            return refuse(error)

    def sign(self: Any) -> Tensor:
        """`torch.sign`; see PyTorch's page of that name."""
        try:
            return _sign(self)
        except Exception as error:
            return refuse(error)

    def sign_(self: Any) -> Tensor:
        """`torch.sign`; see PyTorch's page of that name. In place."""
        try:
            return _sign_(self)
        except Exception as error:
            return refuse(error)

    def signbit(self: Any) -> Tensor:
        """`torch.signbit`; see PyTorch's page of that name."""
        try:
            return _signbit(self)
        except Exception as error:
            return refuse(error)

    def sin(self: Any) -> Tensor:
        """`torch.sin`; see PyTorch's page of that name."""
        try:
            return _sin(self)
        except Exception as error:
            return refuse(error)

    def sin_(self: Any) -> Tensor:
        """`torch.sin`; see PyTorch's page of that name. In place."""
        try:
            return _sin_(self)
        except Exception as error:
            return refuse(error)

    def sinh(self: Any) -> Tensor:
        """`torch.sinh`; see PyTorch's page of that name."""
        try:
            return _sinh(self)
        except Exception as error:
            return refuse(error)

    def sinh_(self: Any) -> Tensor:
        """`torch.sinh`; see PyTorch's page of that name. In place."""
        try:
            return _sinh_(self)
        except Exception as error:
            return refuse(error)

    @shown_as("self, src, dim=0, start=None, end=None, step=1")
    def slice_scatter(
        self: Any,
        src: Tensor,
        dim: int = 0,
        start: int | None = None,
        end: int | None = None,
        step: int = 1,
        *,
        axis: Any = MISSING,
    ) -> Tensor:
        """A copy of `input` with `src` in a slice along `dim`."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, 0)
            if dim.__class__ is not int:
                dim = whole("slice_scatter", "dim", dim)
            if start.__class__ is not int and start is not None:
                start = whole("slice_scatter", "start", start)
            if end.__class__ is not int and end is not None:
                end = whole("slice_scatter", "end", end)
            if step.__class__ is not int:
                step = whole("slice_scatter", "step", step)
            return _slice_scatter(self, src, dim, start, end, step)
        except Exception as error:
            return resolve(error)

    @shown_as("self, split_sizes, dim=0")
    def split_with_sizes(
        self: Any, split_sizes: int | Sequence[int], dim: int = 0, *, axis: Any = MISSING,
    ) -> tuple[Tensor, ...]:
        """`torch.split_with_sizes`; see PyTorch's page of that name."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, 0)
            if split_sizes.__class__ not in SIZES:
                no_sizes("split_with_sizes", "split_sizes", split_sizes)
            if dim.__class__ is not int:
                dim = whole("split_with_sizes", "dim", dim)
            return _split_with_sizes(self, split_sizes, dim)
        except Exception as error:
            return refuse(error)

    def sqrt(self: Any) -> Tensor:
        """`torch.sqrt`; see PyTorch's page of that name."""
        try:
            return _sqrt(self)
        except Exception as error:
            return refuse(error)

    def sqrt_(self: Any) -> Tensor:
        """`torch.sqrt`; see PyTorch's page of that name. In place."""
        try:
            return _sqrt_(self)
        except Exception as error:
            return refuse(error)

    def square(self: Any) -> Tensor:
        """input * input."""
        try:
            return _square(self)
        except Exception as error:
            return refuse(error)

    def square_(self: Any) -> Tensor:
        """input * input. In place."""
        try:
            return _square_(self)
        except Exception as error:
            return refuse(error)

    def t(self: Any) -> Tensor:
        """The transpose of a matrix; a view."""
        try:
            return _t(self)
        except Exception as error:
            return refuse(error)

    def take(self: Any, index: Tensor) -> Tensor:
        """`torch.take`; see PyTorch's page of that name."""
        try:
            return _take(self, index)
        except Exception as error:
            return resolve(error)

    def tan(self: Any) -> Tensor:
        """`torch.tan`; see PyTorch's page of that name."""
        try:
            return _tan(self)
        except Exception as error:
            return refuse(error)

    def tan_(self: Any) -> Tensor:
        """`torch.tan`; see PyTorch's page of that name. In place."""
        try:
            return _tan_(self)
        except Exception as error:
            return refuse(error)

    def tanh(self: Any) -> Tensor:
        """`torch.tanh`; see PyTorch's page of that name."""
        try:
            return _tanh(self)
        except Exception as error:
            return refuse(error)

    def tanh_(self: Any) -> Tensor:
        """`torch.tanh`; see PyTorch's page of that name. In place."""
        try:
            return _tanh_(self)
        except Exception as error:
            return refuse(error)

    @shown_as("self, k, dim=-1, largest=True, sorted=True")
    def topk(
        self: Any, k: int, dim: int = -1, largest: bool = True, sorted: bool = True, *, axis: Any = MISSING,
    ) -> return_types.topk:
        """`torch.topk`; see PyTorch's page of that name."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, -1)
            if k.__class__ is not int:
                k = whole("topk", "k", k)
            if dim.__class__ is not int:
                dim = whole("topk", "dim", dim)
            if largest is not True and largest is not False:
                misplaced("topk", "largest", "bool", largest)
            if sorted is not True and sorted is not False:
                misplaced("topk", "sorted", "bool", sorted)
            return return_types.topk(*_topk(self, k, dim, largest, sorted))
        except Exception as error:
            return refuse(error)

    def trace(self: Any) -> Tensor:
        """The sum of a matrix's diagonal."""
        try:
            return _trace(self)
        except Exception as error:
            return refuse(error)

    def transpose(self: Any, dim0: int, dim1: int) -> Tensor:
        """Two dimensions swapped; a view."""
        try:
            if dim0.__class__ is not int:
                dim0 = whole("transpose", "dim0", dim0)
            if dim1.__class__ is not int:
                dim1 = whole("transpose", "dim1", dim1)
            return _transpose(self, dim0, dim1)
        except Exception as error:
            return refuse(error)

    def tril(self: Any, diagonal: int = 0) -> Tensor:
        """The lower triangle of matrices, 0 elsewhere."""
        try:
            if diagonal.__class__ is not int:
                diagonal = whole("tril", "diagonal", diagonal)
            return _tril(self, diagonal)
        except Exception as error:
            return refuse(error)

    def tril_(self: Any, diagonal: int = 0) -> Tensor:
        """The lower triangle of matrices, 0 elsewhere. In place."""
        try:
            if diagonal.__class__ is not int:
                diagonal = whole("tril", "diagonal", diagonal)
            return _tril_(self, diagonal)
        except Exception as error:
            return refuse(error)

    def triu(self: Any, diagonal: int = 0) -> Tensor:
        """The upper triangle of matrices, 0 elsewhere."""
        try:
            if diagonal.__class__ is not int:
                diagonal = whole("triu", "diagonal", diagonal)
            return _triu(self, diagonal)
        except Exception as error:
            return refuse(error)

    def triu_(self: Any, diagonal: int = 0) -> Tensor:
        """The upper triangle of matrices, 0 elsewhere. In place."""
        try:
            if diagonal.__class__ is not int:
                diagonal = whole("triu", "diagonal", diagonal)
            return _triu_(self, diagonal)
        except Exception as error:
            return refuse(error)

    def trunc(self: Any) -> Tensor:
        """`torch.trunc`; see PyTorch's page of that name."""
        try:
            return _trunc(self)
        except Exception as error:
            return refuse(error)

    def trunc_(self: Any) -> Tensor:
        """`torch.trunc`; see PyTorch's page of that name. In place."""
        try:
            return _trunc_(self)
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim=0")
    def unbind(self: Any, dim: int = 0, *, axis: Any = MISSING) -> tuple[Tensor, ...]:
        """Every index along a dimension, as a tuple; views."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, 0)
            if dim.__class__ is not int:
                dim = whole("unbind", "dim", dim)
            return _unbind(self, dim)
        except Exception as error:
            return refuse(error)

    def unfold(self: Any, dimension: int, size: int, step: int) -> Tensor:
        """`torch.unfold`; see PyTorch's page of that name."""
        try:
            if dimension.__class__ is not int:
                dimension = whole("unfold", "dimension", dimension)
            if size.__class__ is not int:
                size = whole("unfold", "size", size)
            if step.__class__ is not int:
                step = whole("unfold", "step", step)
            return _unfold(self, dimension, size, step)
        except Exception as error:
            return refuse(error)

    @shown_as("self, split_size, dim=0")
    def unsafe_split(self: Any, split_size: int, dim: int = 0, *, axis: Any = MISSING) -> tuple[Tensor, ...]:
        """`split` without the tracking of views."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, 0)
            if split_size.__class__ is not int:
                split_size = whole("unsafe_split", "split_size", split_size)
            if dim.__class__ is not int:
                dim = whole("unsafe_split", "dim", dim)
            return _unsafe_split(self, split_size, dim)
        except Exception as error:
            return refuse(error)

    @shown_as("self, split_sizes, dim=0")
    def unsafe_split_with_sizes(
        self: Any, split_sizes: int | Sequence[int], dim: int = 0, *, axis: Any = MISSING,
    ) -> tuple[Tensor, ...]:
        """`split_with_sizes` without the tracking of views."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, 0)
            if split_sizes.__class__ not in SIZES:
                no_sizes("unsafe_split_with_sizes", "split_sizes", split_sizes)
            if dim.__class__ is not int:
                dim = whole("unsafe_split_with_sizes", "dim", dim)
            return _unsafe_split_with_sizes(self, split_sizes, dim)
        except Exception as error:
            return refuse(error)

    @shown_as("self, dim")
    def unsqueeze(self: Any, dim: Any = MISSING, *, axis: Any = MISSING) -> Tensor:
        """A dimension of size 1 put in at `dim`; a view."""
        try:
            if axis is not MISSING:
                dim = once(axis, dim, MISSING)
            if dim is MISSING:
                raise missing_argument("unsqueeze", "dim")
            if dim.__class__ is not int:
                dim = whole("unsqueeze", "dim", dim)
            return _unsqueeze(self, dim)
        except Exception as error:
            return refuse(error)

    def vdot(self: Any, other: Tensor) -> Tensor:
        """`torch.vdot`; see PyTorch's page of that name."""
        try:
            return _vdot(self, other)
        except Exception as error:
            return resolve(error)

    def xlogy(self: Any, other: Tensor | Number) -> Tensor:
        """`torch.xlogy`; see PyTorch's page of that name."""
        try:
            return _xlogy(self, other)
        except Exception as error:
            return resolve(error)

    def xlogy_(self: Any, other: Tensor | Number) -> Tensor:
        """`torch.xlogy`; see PyTorch's page of that name. In place."""
        try:
            return _xlogy_(self, other)
        except Exception as error:
            return resolve(error)
