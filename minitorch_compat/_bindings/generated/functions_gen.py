"""Functions of torch.

Generated from the op schemas by `python minitorch_compat/_bindings/generate.py`; do not edit.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..._dispatch.call.caller import later, settle_calls
from ..._dispatch.dtype import array_dtype
from ..._dispatch.dtype import dtype as dtype_type
from ..functions.arguments import MISSING, SIZES, as_float, as_scalar, misplaced, missing_argument, no_sizes, once, whole, write_out
from ..functions.shown_signatures import shown_as
from ..override.overridable import resolve
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
_alias_copy = later("alias_copy")
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
_cat = later("cat")
_ceil = later("ceil")
_complex = later("complex")
_constant_pad_nd = later("constant_pad_nd")
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
_diagonal_copy = later("diagonal_copy")
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
_permute = later("permute")
_permute_copy = later("permute_copy")
_polar = later("polar")
_reciprocal = later("reciprocal")
_relu = later("relu")
_remainder = later("remainder")
_roll = later("roll")
_rsqrt = later("rsqrt")
_scatter_add = later("scatter_add")
_segment_reduce = later("segment_reduce")
_select = later("select")
_select_copy = later("select_copy")
_select_scatter = later("select_scatter")
_sgn = later("sgn")
_sigmoid = later("sigmoid")
_sign = later("sign")
_signbit = later("signbit")
_sin = later("sin")
_sinh = later("sinh")
_slice_copy = later("slice_copy")
_slice_scatter = later("slice_scatter")
_split_with_sizes = later("split_with_sizes")
_sqrt = later("sqrt")
_square = later("square")
_stack = later("stack")
_t = later("t")
_t_copy = later("t_copy")
_take = later("take")
_tan = later("tan")
_tanh = later("tanh")
_topk = later("topk")
_trace = later("trace")
_transpose = later("transpose")
_transpose_copy = later("transpose_copy")
_tril = later("tril")
_triu = later("triu")
_trunc = later("trunc")
_unbind = later("unbind")
_unfold_copy = later("unfold_copy")
_unsafe_split = later("unsafe_split")
_unsafe_split_with_sizes = later("unsafe_split_with_sizes")
_unsqueeze = later("unsqueeze")
_unsqueeze_copy = later("unsqueeze_copy")
_vdot = later("vdot")
_view_as_complex = later("view_as_complex")
_view_as_real = later("view_as_real")
_xlogy = later("xlogy")
settle_calls(globals())


def abs(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.abs`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_abs, out, input)
        return _abs(input)
    except Exception as error:
        return resolve(error)


def absolute(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Another name of `abs`."""
    try:
        if out is not None:
            return write_out(_abs, out, input)
        return _abs(input)
    except Exception as error:
        return resolve(error)


def acos(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.acos`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_acos, out, input)
        return _acos(input)
    except Exception as error:
        return resolve(error)


def acosh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.acosh`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_acosh, out, input)
        return _acosh(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, batch1, batch2, *, beta=1, alpha=1, out=None")
def addbmm(
    input: Tensor,
    batch1: Tensor,
    batch2: Tensor,
    *rest: Any,
    beta: Number = 1,
    alpha: Number = 1,
    out: Tensor | None = None,
) -> Tensor:
    """beta * input + alpha * the sum of bmm(batch1, batch2) over the batch."""
    try:
        if rest:
            return scaled_affine("addbmm", "batch1 batch2", addbmm, input, batch1, batch2, rest, out)
        if out is not None:
            return write_out(_addbmm, out, input, batch1, batch2, as_scalar(beta), as_scalar(alpha))
        return _addbmm(input, batch1, batch2, as_scalar(beta), as_scalar(alpha))
    except Exception as error:
        return resolve(error)


@shown_as("input, tensor1, tensor2, *, value=1, out=None")
def addcdiv(
    input: Tensor, tensor1: Tensor, tensor2: Tensor, *rest: Any, value: Number = 1, out: Tensor | None = None,
) -> Tensor:
    """input + value * tensor1 / tensor2."""
    try:
        if rest:
            return scaled_product("addcdiv", addcdiv, input, tensor1, tensor2, rest, out)
        if out is not None:
            return write_out(_addcdiv, out, input, tensor1, tensor2, as_scalar(value))
        return _addcdiv(input, tensor1, tensor2, as_scalar(value))
    except Exception as error:
        return resolve(error)


@shown_as("input, tensor1, tensor2, *, value=1, out=None")
def addcmul(
    input: Tensor, tensor1: Tensor, tensor2: Tensor, *rest: Any, value: Number = 1, out: Tensor | None = None,
) -> Tensor:
    """input + value * tensor1 * tensor2."""
    try:
        if rest:
            return scaled_product("addcmul", addcmul, input, tensor1, tensor2, rest, out)
        if out is not None:
            return write_out(_addcmul, out, input, tensor1, tensor2, as_scalar(value))
        return _addcmul(input, tensor1, tensor2, as_scalar(value))
    except Exception as error:
        return resolve(error)


@shown_as("input, mat1, mat2, *, beta=1, alpha=1, out=None")
def addmm(
    input: Tensor,
    mat1: Tensor,
    mat2: Tensor,
    *rest: Any,
    beta: Number = 1,
    alpha: Number = 1,
    out: Tensor | None = None,
) -> Tensor:
    """beta * input + alpha * (mat1 @ mat2)."""
    try:
        if rest:
            return scaled_affine("addmm", "mat1 mat2", addmm, input, mat1, mat2, rest, out)
        if out is not None:
            return write_out(_addmm, out, input, mat1, mat2, as_scalar(beta), as_scalar(alpha))
        return _addmm(input, mat1, mat2, as_scalar(beta), as_scalar(alpha))
    except Exception as error:
        return resolve(error)


@shown_as("input, mat, vec, *, beta=1, alpha=1, out=None")
def addmv(
    input: Tensor,
    mat: Tensor,
    vec: Tensor,
    *rest: Any,
    beta: Number = 1,
    alpha: Number = 1,
    out: Tensor | None = None,
) -> Tensor:
    """beta * input + alpha * (mat @ vec)."""
    try:
        if rest:
            return scaled_affine("addmv", "mat vec", addmv, input, mat, vec, rest, out)
        if out is not None:
            return write_out(_addmv, out, input, mat, vec, as_scalar(beta), as_scalar(alpha))
        return _addmv(input, mat, vec, as_scalar(beta), as_scalar(alpha))
    except Exception as error:
        return resolve(error)


@shown_as("input, vec1, vec2, *, beta=1, alpha=1, out=None")
def addr(
    input: Tensor,
    vec1: Tensor | Number,
    vec2: Tensor | Number,
    *rest: Any,
    beta: Number = 1,
    alpha: Number = 1,
    out: Tensor | None = None,
) -> Tensor:
    """beta * input + alpha * outer(vec1, vec2)."""
    try:
        if rest:
            return scaled_affine("addr", "vec1 vec2", addr, input, vec1, vec2, rest, out)
        if out is not None:
            return write_out(_addr, out, input, vec1, vec2, as_scalar(beta), as_scalar(alpha))
        return _addr(input, vec1, vec2, as_scalar(beta), as_scalar(alpha))
    except Exception as error:
        return resolve(error)


def alias_copy(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """A copy."""
    try:
        if out is not None:
            return write_out(_alias_copy, out, input)
        return _alias_copy(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim=None, keepdim=False, *, out=None")
def all(
    input: Tensor,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    out: Tensor | None = None,
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
        if out is not None:
            return write_out(_all, out, input, dim, keepdim)
        return _all(input, dim, keepdim)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim=(), keepdim=False, *, out=None")
def amax(
    input: Tensor,
    dim: int | Sequence[int] = (),
    keepdim: bool = False,
    *,
    out: Tensor | None = None,
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
        if out is not None:
            return write_out(_amax, out, input, dim, keepdim)
        return _amax(input, dim, keepdim)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim=(), keepdim=False, *, out=None")
def amin(
    input: Tensor,
    dim: int | Sequence[int] = (),
    keepdim: bool = False,
    *,
    out: Tensor | None = None,
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
        if out is not None:
            return write_out(_amin, out, input, dim, keepdim)
        return _amin(input, dim, keepdim)
    except Exception as error:
        return resolve(error)


def angle(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.angle`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_angle, out, input)
        return _angle(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim=None, keepdim=False, *, out=None")
def any(
    input: Tensor,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    out: Tensor | None = None,
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
        if out is not None:
            return write_out(_any, out, input, dim, keepdim)
        return _any(input, dim, keepdim)
    except Exception as error:
        return resolve(error)


def arccos(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Another name of `acos`."""
    try:
        if out is not None:
            return write_out(_acos, out, input)
        return _acos(input)
    except Exception as error:
        return resolve(error)


def arccosh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Another name of `acosh`."""
    try:
        if out is not None:
            return write_out(_acosh, out, input)
        return _acosh(input)
    except Exception as error:
        return resolve(error)


def arcsin(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Another name of `asin`."""
    try:
        if out is not None:
            return write_out(_asin, out, input)
        return _asin(input)
    except Exception as error:
        return resolve(error)


def arcsinh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Another name of `asinh`."""
    try:
        if out is not None:
            return write_out(_asinh, out, input)
        return _asinh(input)
    except Exception as error:
        return resolve(error)


def arctan(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Another name of `atan`."""
    try:
        if out is not None:
            return write_out(_atan, out, input)
        return _atan(input)
    except Exception as error:
        return resolve(error)


def arctan2(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Another name of `atan2`."""
    try:
        if out is not None:
            return write_out(_atan2, out, input, other)
        return _atan2(input, other)
    except Exception as error:
        return resolve(error)


def arctanh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Another name of `atanh`."""
    try:
        if out is not None:
            return write_out(_atanh, out, input)
        return _atanh(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim=None, keepdim=False, *, out=None")
def argmax(
    input: Tensor,
    dim: int | None = None,
    keepdim: bool = False,
    *,
    out: Tensor | None = None,
    axis: Any = MISSING,
    keepdims: Any = MISSING,
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
        if out is not None:
            return write_out(_argmax, out, input, dim, keepdim)
        return _argmax(input, dim, keepdim)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim=None, keepdim=False, *, out=None")
def argmin(
    input: Tensor,
    dim: int | None = None,
    keepdim: bool = False,
    *,
    out: Tensor | None = None,
    axis: Any = MISSING,
    keepdims: Any = MISSING,
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
        if out is not None:
            return write_out(_argmin, out, input, dim, keepdim)
        return _argmin(input, dim, keepdim)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim=-1, descending=False, stable=False, *, out=None")
def argsort(
    input: Tensor,
    dim: int = -1,
    descending: bool = False,
    stable: bool = False,
    *,
    out: Tensor | None = None,
    axis: Any = MISSING,
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
        if out is not None:
            return write_out(_argsort, out, input, dim, descending, stable)
        return _argsort(input, dim, descending, stable)
    except Exception as error:
        return resolve(error)


def asin(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.asin`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_asin, out, input)
        return _asin(input)
    except Exception as error:
        return resolve(error)


def asinh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.asinh`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_asinh, out, input)
        return _asinh(input)
    except Exception as error:
        return resolve(error)


def atan(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.atan`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_atan, out, input)
        return _atan(input)
    except Exception as error:
        return resolve(error)


def atan2(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.atan2`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_atan2, out, input, other)
        return _atan2(input, other)
    except Exception as error:
        return resolve(error)


def atanh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.atanh`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_atanh, out, input)
        return _atanh(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, batch1, batch2, *, beta=1, alpha=1, out=None")
def baddbmm(
    input: Tensor,
    batch1: Tensor,
    batch2: Tensor,
    *rest: Any,
    beta: Number = 1,
    alpha: Number = 1,
    out: Tensor | None = None,
) -> Tensor:
    """beta * input + alpha * bmm(batch1, batch2)."""
    try:
        if rest:
            return scaled_affine("baddbmm", "batch1 batch2", baddbmm, input, batch1, batch2, rest, out)
        if out is not None:
            return write_out(_baddbmm, out, input, batch1, batch2, as_scalar(beta), as_scalar(alpha))
        return _baddbmm(input, batch1, batch2, as_scalar(beta), as_scalar(alpha))
    except Exception as error:
        return resolve(error)


def bincount(input: Tensor, weights: Tensor | None = None, minlength: int = 0) -> Tensor:
    """`torch.bincount`; see PyTorch's page of that name."""
    try:
        if minlength.__class__ is not int:
            minlength = whole("bincount", "minlength", minlength)
        return _bincount(input, weights, minlength)
    except Exception as error:
        return resolve(error)


def bitwise_and(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """`torch.bitwise_and`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_bitwise_and, out, input, other)
        return _bitwise_and(input, other)
    except Exception as error:
        return resolve(error)


def bitwise_left_shift(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """`torch.bitwise_left_shift`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_bitwise_left_shift, out, input, other)
        return _bitwise_left_shift(input, other)
    except Exception as error:
        return resolve(error)


def bitwise_not(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.bitwise_not`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_bitwise_not, out, input)
        return _bitwise_not(input)
    except Exception as error:
        return resolve(error)


def bitwise_or(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """`torch.bitwise_or`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_bitwise_or, out, input, other)
        return _bitwise_or(input, other)
    except Exception as error:
        return resolve(error)


def bitwise_right_shift(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """`torch.bitwise_right_shift`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_bitwise_right_shift, out, input, other)
        return _bitwise_right_shift(input, other)
    except Exception as error:
        return resolve(error)


def bitwise_xor(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """`torch.bitwise_xor`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_bitwise_xor, out, input, other)
        return _bitwise_xor(input, other)
    except Exception as error:
        return resolve(error)


def bmm(input: Tensor, mat2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.bmm`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_bmm, out, input, mat2)
        return _bmm(input, mat2)
    except Exception as error:
        return resolve(error)


@shown_as("tensors, dim=0, *, out=None")
def cat(tensors: Sequence[Tensor], dim: int = 0, *, out: Tensor | None = None, axis: Any = MISSING) -> Tensor:
    """Tensors joined along an existing dimension."""
    try:
        if axis is not MISSING:
            dim = once(axis, dim, 0)
        if dim.__class__ is not int:
            dim = whole("cat", "dim", dim)
        if out is not None:
            return write_out(_cat, out, tensors, dim)
        return _cat(tensors, dim)
    except Exception as error:
        return resolve(error)


def ceil(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.ceil`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_ceil, out, input)
        return _ceil(input)
    except Exception as error:
        return resolve(error)


def complex(real: Tensor, imag: Tensor, *, out: Tensor | None = None) -> Tensor:
    """real + i imag."""
    try:
        if out is not None:
            return write_out(_complex, out, real, imag)
        return _complex(real, imag)
    except Exception as error:
        return resolve(error)


def constant_pad_nd(input: Tensor, pad: int | Sequence[int], value: Number = 0) -> Tensor:
    """`torch.constant_pad_nd`; see PyTorch's page of that name."""
    try:
        if pad.__class__ not in SIZES:
            no_sizes("constant_pad_nd", "pad", pad)
        return _constant_pad_nd(input, pad, as_scalar(value))
    except Exception as error:
        return resolve(error)


def copysign(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """`torch.copysign`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_copysign, out, input, other)
        return _copysign(input, other)
    except Exception as error:
        return resolve(error)


def cos(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.cos`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_cos, out, input)
        return _cos(input)
    except Exception as error:
        return resolve(error)


def cosh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.cosh`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_cosh, out, input)
        return _cosh(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim=None")
def count_nonzero(input: Tensor, dim: int | Sequence[int] | None = None, *, axis: Any = MISSING) -> Tensor:
    """`torch.count_nonzero`; see PyTorch's page of that name."""
    try:
        if axis is not MISSING:
            dim = once(axis, dim, None)
        if dim.__class__ not in SIZES and dim is not None:
            no_sizes("count_nonzero", "dim", dim)
        return _count_nonzero(input, dim)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, *, out=None")
def cummax(
    input: Tensor, dim: Any = MISSING, *, out: Sequence[Tensor] | None = None, axis: Any = MISSING,
) -> return_types.cummax:
    """`torch.cummax`; see PyTorch's page of that name."""
    try:
        if axis is not MISSING:
            dim = once(axis, dim, MISSING)
        if dim is MISSING:
            raise missing_argument("cummax", "dim")
        if dim.__class__ is not int:
            dim = whole("cummax", "dim", dim)
        if out is not None:
            return write_out(_cummax, out, input, dim)
        return return_types.cummax(*_cummax(input, dim))
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, *, out=None")
def cummin(
    input: Tensor, dim: Any = MISSING, *, out: Sequence[Tensor] | None = None, axis: Any = MISSING,
) -> return_types.cummin:
    """`torch.cummin`; see PyTorch's page of that name."""
    try:
        if axis is not MISSING:
            dim = once(axis, dim, MISSING)
        if dim is MISSING:
            raise missing_argument("cummin", "dim")
        if dim.__class__ is not int:
            dim = whole("cummin", "dim", dim)
        if out is not None:
            return write_out(_cummin, out, input, dim)
        return return_types.cummin(*_cummin(input, dim))
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, *, dtype=None, out=None")
def cumprod(
    input: Tensor,
    dim: Any = MISSING,
    *,
    dtype: dtype_type | None = None,
    out: Tensor | None = None,
    axis: Any = MISSING,
) -> Tensor:
    """`torch.cumprod`; see PyTorch's page of that name."""
    try:
        if axis is not MISSING:
            dim = once(axis, dim, MISSING)
        if dim is MISSING:
            raise missing_argument("cumprod", "dim")
        if dim.__class__ is not int:
            dim = whole("cumprod", "dim", dim)
        if out is not None:
            return write_out(_cumprod, out, input, dim, array_dtype(out.dtype if dtype is None else dtype))
        return _cumprod(input, dim, None if dtype is None else array_dtype(dtype))
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, *, dtype=None, out=None")
def cumsum(
    input: Tensor,
    dim: Any = MISSING,
    *,
    dtype: dtype_type | None = None,
    out: Tensor | None = None,
    axis: Any = MISSING,
) -> Tensor:
    """`torch.cumsum`; see PyTorch's page of that name."""
    try:
        if axis is not MISSING:
            dim = once(axis, dim, MISSING)
        if dim is MISSING:
            raise missing_argument("cumsum", "dim")
        if dim.__class__ is not int:
            dim = whole("cumsum", "dim", dim)
        if out is not None:
            return write_out(_cumsum, out, input, dim, array_dtype(out.dtype if dtype is None else dtype))
        return _cumsum(input, dim, None if dtype is None else array_dtype(dtype))
    except Exception as error:
        return resolve(error)


def diag_embed(input: Tensor, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor:
    """Matrices with the last dimension on their diagonal."""
    try:
        if offset.__class__ is not int:
            offset = whole("diag_embed", "offset", offset)
        if dim1.__class__ is not int:
            dim1 = whole("diag_embed", "dim1", dim1)
        if dim2.__class__ is not int:
            dim2 = whole("diag_embed", "dim2", dim2)
        return _diag_embed(input, offset, dim1, dim2)
    except Exception as error:
        return resolve(error)


def diagonal(input: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
    """The diagonal of two dimensions, as the last one; a view."""
    try:
        if offset.__class__ is not int:
            offset = whole("diagonal", "offset", offset)
        if dim1.__class__ is not int:
            dim1 = whole("diagonal", "dim1", dim1)
        if dim2.__class__ is not int:
            dim2 = whole("diagonal", "dim2", dim2)
        return _diagonal(input, offset, dim1, dim2)
    except Exception as error:
        return resolve(error)


def diagonal_copy(input: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1, *, out: Tensor | None = None) -> Tensor:
    """`diagonal`, as a copy."""
    try:
        if offset.__class__ is not int:
            offset = whole("diagonal_copy", "offset", offset)
        if dim1.__class__ is not int:
            dim1 = whole("diagonal_copy", "dim1", dim1)
        if dim2.__class__ is not int:
            dim2 = whole("diagonal_copy", "dim2", dim2)
        if out is not None:
            return write_out(_diagonal_copy, out, input, offset, dim1, dim2)
        return _diagonal_copy(input, offset, dim1, dim2)
    except Exception as error:
        return resolve(error)


def diagonal_scatter(input: Tensor, src: Tensor, offset: int = 0, dim1: int = 0, dim2: int = 1) -> Tensor:
    """A copy of `input` with `src` on a diagonal."""
    try:
        if offset.__class__ is not int:
            offset = whole("diagonal_scatter", "offset", offset)
        if dim1.__class__ is not int:
            dim1 = whole("diagonal_scatter", "dim1", dim1)
        if dim2.__class__ is not int:
            dim2 = whole("diagonal_scatter", "dim2", dim2)
        return _diagonal_scatter(input, src, offset, dim1, dim2)
    except Exception as error:
        return resolve(error)


def digamma(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.digamma`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_digamma, out, input)
        return _digamma(input)
    except Exception as error:
        return resolve(error)


def dot(input: Tensor, tensor: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.dot`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_dot, out, input, tensor)
        return _dot(input, tensor)
    except Exception as error:
        return resolve(error)


def eq(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """input == other, elementwise."""
    try:
        if out is not None:
            return write_out(_eq, out, input, other)
        return _eq(input, other)
    except Exception as error:
        return resolve(error)


def erf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.erf`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_erf, out, input)
        return _erf(input)
    except Exception as error:
        return resolve(error)


def erfc(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.erfc`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_erfc, out, input)
        return _erfc(input)
    except Exception as error:
        return resolve(error)


def erfinv(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.erfinv`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_erfinv, out, input)
        return _erfinv(input)
    except Exception as error:
        return resolve(error)


def exp(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.exp`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_exp, out, input)
        return _exp(input)
    except Exception as error:
        return resolve(error)


def exp2(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.exp2`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_exp2, out, input)
        return _exp2(input)
    except Exception as error:
        return resolve(error)


def expm1(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.expm1`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_expm1, out, input)
        return _expm1(input)
    except Exception as error:
        return resolve(error)


def fix(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Another name of `trunc`."""
    try:
        if out is not None:
            return write_out(_trunc, out, input)
        return _trunc(input)
    except Exception as error:
        return resolve(error)


def floor(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.floor`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_floor, out, input)
        return _floor(input)
    except Exception as error:
        return resolve(error)


def floor_divide(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Division rounded down; it has no derivative, and says so in backward."""
    try:
        if out is not None:
            return write_out(_floor_divide, out, input, other)
        return _floor_divide(input, other)
    except Exception as error:
        return resolve(error)


def fmax(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.fmax`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_fmax, out, input, other)
        return _fmax(input, other)
    except Exception as error:
        return resolve(error)


def fmin(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.fmin`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_fmin, out, input, other)
        return _fmin(input, other)
    except Exception as error:
        return resolve(error)


def fmod(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Remainder of the division that truncates: it has the sign of `input`."""
    try:
        if out is not None:
            return write_out(_fmod, out, input, other)
        return _fmod(input, other)
    except Exception as error:
        return resolve(error)


def frac(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.frac`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_frac, out, input)
        return _frac(input)
    except Exception as error:
        return resolve(error)


def gcd(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.gcd`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_gcd, out, input, other)
        return _gcd(input, other)
    except Exception as error:
        return resolve(error)


def ge(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """input >= other, elementwise."""
    try:
        if out is not None:
            return write_out(_ge, out, input, other)
        return _ge(input, other)
    except Exception as error:
        return resolve(error)


def ger(input: Tensor, vec2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.ger`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_ger, out, input, vec2)
        return _ger(input, vec2)
    except Exception as error:
        return resolve(error)


def greater(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Another name of `gt`."""
    try:
        if out is not None:
            return write_out(_gt, out, input, other)
        return _gt(input, other)
    except Exception as error:
        return resolve(error)


def greater_equal(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Another name of `ge`."""
    try:
        if out is not None:
            return write_out(_ge, out, input, other)
        return _ge(input, other)
    except Exception as error:
        return resolve(error)


def gt(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """input > other, elementwise."""
    try:
        if out is not None:
            return write_out(_gt, out, input, other)
        return _gt(input, other)
    except Exception as error:
        return resolve(error)


def hardshrink(input: Tensor, lambd: Number = 0.5, *, out: Tensor | None = None) -> Tensor:
    """`torch.hardshrink`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_hardshrink, out, input, as_scalar(lambd))
        return _hardshrink(input, as_scalar(lambd))
    except Exception as error:
        return resolve(error)


@shown_as("input, dim=(), *, keepdim=False, mode=0, out=None")
def hash_tensor(
    input: Tensor,
    dim: int | Sequence[int] = (),
    *,
    keepdim: bool = False,
    mode: int = 0,
    out: Tensor | None = None,
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
        if out is not None:
            return write_out(_hash_tensor, out, input, dim, keepdim, mode)
        return _hash_tensor(input, dim, keepdim, mode)
    except Exception as error:
        return resolve(error)


def heaviside(input: Tensor, values: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.heaviside`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_heaviside, out, input, values)
        return _heaviside(input, values)
    except Exception as error:
        return resolve(error)


def histc(input: Tensor, bins: int = 100, min: Number = 0, max: Number = 0, *, out: Tensor | None = None) -> Tensor:
    """`torch.histc`; see PyTorch's page of that name."""
    try:
        if bins.__class__ is not int:
            bins = whole("histc", "bins", bins)
        if out is not None:
            return write_out(_histc, out, input, bins, as_scalar(min), as_scalar(max))
        return _histc(input, bins, as_scalar(min), as_scalar(max))
    except Exception as error:
        return resolve(error)


def hypot(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.hypot`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_hypot, out, input, other)
        return _hypot(input, other)
    except Exception as error:
        return resolve(error)


def i0(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The modified Bessel function of the first kind and order 0."""
    try:
        if out is not None:
            return write_out(_i0, out, input)
        return _i0(input)
    except Exception as error:
        return resolve(error)


def igamma(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The regularised lower incomplete gamma function."""
    try:
        if out is not None:
            return write_out(_igamma, out, input, other)
        return _igamma(input, other)
    except Exception as error:
        return resolve(error)


def igammac(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The regularised upper incomplete gamma function."""
    try:
        if out is not None:
            return write_out(_igammac, out, input, other)
        return _igammac(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, index, source, *, alpha=1, out=None")
def index_add(
    input: Tensor,
    dim: Any = MISSING,
    index: Tensor = MISSING,
    source: Tensor = MISSING,
    *,
    alpha: Number = 1,
    out: Tensor | None = None,
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
        if out is not None:
            return write_out(_index_add, out, input, dim, index, source, as_scalar(alpha))
        return _index_add(input, dim, index, source, as_scalar(alpha))
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, index, source, *, out=None")
def index_copy(
    input: Tensor,
    dim: Any = MISSING,
    index: Tensor = MISSING,
    source: Tensor = MISSING,
    *,
    out: Tensor | None = None,
    axis: Any = MISSING,
) -> Tensor:
    """`torch.index_copy`; see PyTorch's page of that name."""
    try:
        if axis is not MISSING:
            dim = once(axis, dim, MISSING)
        if dim is MISSING:
            raise missing_argument("index_copy", "dim")
        if dim.__class__ is not int:
            dim = whole("index_copy", "dim", dim)
        if out is not None:
            return write_out(_index_copy, out, input, dim, index, source)
        return _index_copy(input, dim, index, source)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, index, *, out=None")
def index_select(
    input: Tensor, dim: Any = MISSING, index: Tensor = MISSING, *, out: Tensor | None = None, axis: Any = MISSING,
) -> Tensor:
    """`torch.index_select`; see PyTorch's page of that name."""
    try:
        if axis is not MISSING:
            dim = once(axis, dim, MISSING)
        if dim is MISSING:
            raise missing_argument("index_select", "dim")
        if dim.__class__ is not int:
            dim = whole("index_select", "dim", dim)
        if out is not None:
            return write_out(_index_select, out, input, dim, index)
        return _index_select(input, dim, index)
    except Exception as error:
        return resolve(error)


def isfinite(input: Tensor) -> Tensor:
    """`torch.isfinite`; see PyTorch's page of that name."""
    try:
        return _isfinite(input)
    except Exception as error:
        return resolve(error)


def isinf(input: Tensor) -> Tensor:
    """`torch.isinf`; see PyTorch's page of that name."""
    try:
        return _isinf(input)
    except Exception as error:
        return resolve(error)


def isnan(input: Tensor) -> Tensor:
    """`torch.isnan`; see PyTorch's page of that name."""
    try:
        return _isnan(input)
    except Exception as error:
        return resolve(error)


def isneginf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.isneginf`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_isneginf, out, input)
        return _isneginf(input)
    except Exception as error:
        return resolve(error)


def isposinf(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.isposinf`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_isposinf, out, input)
        return _isposinf(input)
    except Exception as error:
        return resolve(error)


def isreal(input: Tensor) -> Tensor:
    """`torch.isreal`; see PyTorch's page of that name."""
    try:
        return _isreal(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, k, dim=-1, keepdim=False, *, out=None")
def kthvalue(
    input: Tensor,
    k: int,
    dim: int = -1,
    keepdim: bool = False,
    *,
    out: Sequence[Tensor] | None = None,
    axis: Any = MISSING,
    keepdims: Any = MISSING,
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
        if out is not None:
            return write_out(_kthvalue, out, input, k, dim, keepdim)
        return return_types.kthvalue(*_kthvalue(input, k, dim, keepdim))
    except Exception as error:
        return resolve(error)


def lcm(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.lcm`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_lcm, out, input, other)
        return _lcm(input, other)
    except Exception as error:
        return resolve(error)


def le(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """input <= other, elementwise."""
    try:
        if out is not None:
            return write_out(_le, out, input, other)
        return _le(input, other)
    except Exception as error:
        return resolve(error)


def less(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Another name of `lt`."""
    try:
        if out is not None:
            return write_out(_lt, out, input, other)
        return _lt(input, other)
    except Exception as error:
        return resolve(error)


def less_equal(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Another name of `le`."""
    try:
        if out is not None:
            return write_out(_le, out, input, other)
        return _le(input, other)
    except Exception as error:
        return resolve(error)


def lgamma(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The logarithm of the absolute value of the gamma function, element by element.

        out[i] = log |gamma(input[i])|

    Its derivative is `torch.digamma`. It is infinite where the gamma function has its poles: at zero and at the negative
    integers.

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype; integers and truth values are computed in the default dtype.
    out : Tensor, optional
        Takes the result.

    Returns
    -------
    Tensor
        As many elements as `input`, in its shape and, if that is floating, in its dtype.

    Raises
    ------
    RuntimeError
        `input` is complex, or `out` has a dtype to which the result cannot be cast.

    References
    ----------
    PyTorch: torch.lgamma

    Examples
    --------
    >>> x = torch.tensor([0.5, 1., 2., 10.])
    >>> torch.lgamma(x)
    tensor([ 0.5724,  0.0000,  0.0000, 12.8018])
    >>> torch.lgamma(torch.tensor(-2.))
    tensor(inf)
    """
    try:
        if out is not None:
            return write_out(_lgamma, out, input)
        return _lgamma(input)
    except Exception as error:
        return resolve(error)


def log(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.log`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_log, out, input)
        return _log(input)
    except Exception as error:
        return resolve(error)


def log10(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.log10`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_log10, out, input)
        return _log10(input)
    except Exception as error:
        return resolve(error)


def log1p(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.log1p`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_log1p, out, input)
        return _log1p(input)
    except Exception as error:
        return resolve(error)


def log2(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.log2`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_log2, out, input)
        return _log2(input)
    except Exception as error:
        return resolve(error)


def logaddexp(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.logaddexp`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_logaddexp, out, input, other)
        return _logaddexp(input, other)
    except Exception as error:
        return resolve(error)


def logaddexp2(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.logaddexp2`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_logaddexp2, out, input, other)
        return _logaddexp2(input, other)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, *, out=None")
def logcumsumexp(input: Tensor, dim: Any = MISSING, *, out: Tensor | None = None, axis: Any = MISSING) -> Tensor:
    """The running log of the sum of exponentials."""
    try:
        if axis is not MISSING:
            dim = once(axis, dim, MISSING)
        if dim is MISSING:
            raise missing_argument("logcumsumexp", "dim")
        if dim.__class__ is not int:
            dim = whole("logcumsumexp", "dim", dim)
        if out is not None:
            return write_out(_logcumsumexp, out, input, dim)
        return _logcumsumexp(input, dim)
    except Exception as error:
        return resolve(error)


def logical_and(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.logical_and`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_logical_and, out, input, other)
        return _logical_and(input, other)
    except Exception as error:
        return resolve(error)


def logical_not(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.logical_not`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_logical_not, out, input)
        return _logical_not(input)
    except Exception as error:
        return resolve(error)


def logical_or(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.logical_or`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_logical_or, out, input, other)
        return _logical_or(input, other)
    except Exception as error:
        return resolve(error)


def logical_xor(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.logical_xor`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_logical_xor, out, input, other)
        return _logical_xor(input, other)
    except Exception as error:
        return resolve(error)


def logit(input: Tensor, eps: float | None = None, *, out: Tensor | None = None) -> Tensor:
    """log(input / (1 - input)), `input` clamped to [eps, 1 - eps] if `eps` is given."""
    try:
        if out is not None:
            return write_out(_logit, out, input, None if eps is None else as_float(eps))
        return _logit(input, None if eps is None else as_float(eps))
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, keepdim=False, *, out=None")
def logsumexp(
    input: Tensor,
    dim: Any = MISSING,
    keepdim: bool = False,
    *,
    out: Tensor | None = None,
    axis: Any = MISSING,
    keepdims: Any = MISSING,
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
        if out is not None:
            return write_out(_logsumexp, out, input, dim, keepdim)
        return _logsumexp(input, dim, keepdim)
    except Exception as error:
        return resolve(error)


def lt(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """input < other, elementwise."""
    try:
        if out is not None:
            return write_out(_lt, out, input, other)
        return _lt(input, other)
    except Exception as error:
        return resolve(error)


def masked_scatter(input: Tensor, mask: Tensor, source: Tensor) -> Tensor:
    """`torch.masked_scatter`; see PyTorch's page of that name."""
    try:
        return _masked_scatter(input, mask, source)
    except Exception as error:
        return resolve(error)


def masked_select(input: Tensor, mask: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.masked_select`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_masked_select, out, input, mask)
        return _masked_select(input, mask)
    except Exception as error:
        return resolve(error)


def matmul(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.matmul`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_matmul, out, input, other)
        return _matmul(input, other)
    except Exception as error:
        return resolve(error)


def maximum(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.maximum`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_maximum, out, input, other)
        return _maximum(input, other)
    except Exception as error:
        return resolve(error)


def minimum(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.minimum`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_minimum, out, input, other)
        return _minimum(input, other)
    except Exception as error:
        return resolve(error)


def mm(input: Tensor, mat2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.mm`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_mm, out, input, mat2)
        return _mm(input, mat2)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim=-1, keepdim=False, *, out=None")
def mode(
    input: Tensor,
    dim: int = -1,
    keepdim: bool = False,
    *,
    out: Sequence[Tensor] | None = None,
    axis: Any = MISSING,
    keepdims: Any = MISSING,
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
        if out is not None:
            return write_out(_mode, out, input, dim, keepdim)
        return return_types.mode(*_mode(input, dim, keepdim))
    except Exception as error:
        return resolve(error)


def movedim(input: Tensor, source: int | Sequence[int], destination: int | Sequence[int]) -> Tensor:
    """Some dimensions moved, the others kept in order; a view."""
    try:
        if source.__class__ not in SIZES:
            no_sizes("movedim", "source", source)
        if destination.__class__ not in SIZES:
            no_sizes("movedim", "destination", destination)
        return _movedim(input, source, destination)
    except Exception as error:
        return resolve(error)


def mul(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Elementwise product."""
    try:
        if out is not None:
            return write_out(_mul, out, input, other)
        return _mul(input, other)
    except Exception as error:
        return resolve(error)


def multiply(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Another name of `mul`."""
    try:
        if out is not None:
            return write_out(_mul, out, input, other)
        return _mul(input, other)
    except Exception as error:
        return resolve(error)


def mv(input: Tensor, vec: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.mv`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_mv, out, input, vec)
        return _mv(input, vec)
    except Exception as error:
        return resolve(error)


def nan_to_num(
    input: Tensor,
    nan: float | None = None,
    posinf: float | None = None,
    neginf: float | None = None,
    *,
    out: Tensor | None = None,
) -> Tensor:
    """`torch.nan_to_num`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_nan_to_num, out, input, None if nan is None else as_float(nan), None if posinf is None else as_float(posinf), None if neginf is None else as_float(neginf))
        return _nan_to_num(input, None if nan is None else as_float(nan), None if posinf is None else as_float(posinf), None if neginf is None else as_float(neginf))
    except Exception as error:
        return resolve(error)


@shown_as("input, dim=None, keepdim=False, *, dtype=None, out=None")
def nansum(
    input: Tensor,
    dim: int | Sequence[int] | None = None,
    keepdim: bool = False,
    *,
    dtype: dtype_type | None = None,
    out: Tensor | None = None,
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
        if out is not None:
            return write_out(_nansum, out, input, dim, keepdim, array_dtype(out.dtype if dtype is None else dtype))
        return _nansum(input, dim, keepdim, None if dtype is None else array_dtype(dtype))
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, start, length, *, out=None")
def narrow_copy(
    input: Tensor,
    dim: Any = MISSING,
    start: int = MISSING,
    length: int = MISSING,
    *,
    out: Tensor | None = None,
    axis: Any = MISSING,
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
        if out is not None:
            return write_out(_narrow_copy, out, input, dim, start, length)
        return _narrow_copy(input, dim, start, length)
    except Exception as error:
        return resolve(error)


def ne(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """input != other, elementwise."""
    try:
        if out is not None:
            return write_out(_ne, out, input, other)
        return _ne(input, other)
    except Exception as error:
        return resolve(error)


def neg(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """The negative of each element."""
    try:
        if out is not None:
            return write_out(_neg, out, input)
        return _neg(input)
    except Exception as error:
        return resolve(error)


def negative(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """Another name of `neg`."""
    try:
        if out is not None:
            return write_out(_neg, out, input)
        return _neg(input)
    except Exception as error:
        return resolve(error)


def nextafter(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.nextafter`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_nextafter, out, input, other)
        return _nextafter(input, other)
    except Exception as error:
        return resolve(error)


def not_equal(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Another name of `ne`."""
    try:
        if out is not None:
            return write_out(_ne, out, input, other)
        return _ne(input, other)
    except Exception as error:
        return resolve(error)


def outer(input: Tensor, vec2: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.outer`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_outer, out, input, vec2)
        return _outer(input, vec2)
    except Exception as error:
        return resolve(error)


def permute(input: Tensor, dims: int | Sequence[int]) -> Tensor:
    """All dimensions in a new order; a view."""
    try:
        if dims.__class__ not in SIZES:
            no_sizes("permute", "dims", dims)
        return _permute(input, dims)
    except Exception as error:
        return resolve(error)


def permute_copy(input: Tensor, dims: int | Sequence[int], *, out: Tensor | None = None) -> Tensor:
    """`permute`, as a copy."""
    try:
        if dims.__class__ not in SIZES:
            no_sizes("permute_copy", "dims", dims)
        if out is not None:
            return write_out(_permute_copy, out, input, dims)
        return _permute_copy(input, dims)
    except Exception as error:
        return resolve(error)


def polar(abs: Tensor, angle: Tensor, *, out: Tensor | None = None) -> Tensor:
    """abs (cos angle + i sin angle)."""
    try:
        if out is not None:
            return write_out(_polar, out, abs, angle)
        return _polar(abs, angle)
    except Exception as error:
        return resolve(error)


def reciprocal(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """1 / input."""
    try:
        if out is not None:
            return write_out(_reciprocal, out, input)
        return _reciprocal(input)
    except Exception as error:
        return resolve(error)


def relu(input: Tensor) -> Tensor:
    """`torch.relu`; see PyTorch's page of that name."""
    try:
        return _relu(input)
    except Exception as error:
        return resolve(error)


def remainder(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """Remainder of the division that rounds down: it has the sign of `other`."""
    try:
        if out is not None:
            return write_out(_remainder, out, input, other)
        return _remainder(input, other)
    except Exception as error:
        return resolve(error)


def roll(input: Tensor, shifts: int | Sequence[int], dims: int | Sequence[int] | None = None) -> Tensor:
    """`torch.roll`; see PyTorch's page of that name."""
    try:
        if shifts.__class__ not in SIZES:
            no_sizes("roll", "shifts", shifts)
        if dims.__class__ not in SIZES and dims is not None:
            no_sizes("roll", "dims", dims)
        return _roll(input, shifts, dims)
    except Exception as error:
        return resolve(error)


def rsqrt(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.rsqrt`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_rsqrt, out, input)
        return _rsqrt(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, index, src, *, out=None")
def scatter_add(
    input: Tensor,
    dim: Any = MISSING,
    index: Tensor = MISSING,
    src: Tensor = MISSING,
    *,
    out: Tensor | None = None,
    axis: Any = MISSING,
) -> Tensor:
    """`torch.scatter_add`; see PyTorch's page of that name."""
    try:
        if axis is not MISSING:
            dim = once(axis, dim, MISSING)
        if dim is MISSING:
            raise missing_argument("scatter_add", "dim")
        if dim.__class__ is not int:
            dim = whole("scatter_add", "dim", dim)
        if out is not None:
            return write_out(_scatter_add, out, input, dim, index, src)
        return _scatter_add(input, dim, index, src)
    except Exception as error:
        return resolve(error)


def segment_reduce(
    data: Tensor,
    reduce: str,
    *,
    lengths: Tensor | None = None,
    indices: Tensor | None = None,
    offsets: Tensor | None = None,
    axis: int = 0,
    unsafe: bool = False,
    initial: Number | None = None,
) -> Tensor:
    """Sums, means, products or extremes of runs along `axis`, which `lengths` or `offsets` cut it into; `initial` joins each of them."""
    try:
        if axis.__class__ is not int:
            axis = whole("segment_reduce", "axis", axis)
        if unsafe is not False and unsafe is not True:
            misplaced("segment_reduce", "unsafe", "bool", unsafe)
        return _segment_reduce(data, reduce, lengths, indices, offsets, axis, unsafe, None if initial is None else as_scalar(initial))
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, index")
def select(input: Tensor, dim: Any = MISSING, index: int = MISSING, *, axis: Any = MISSING) -> Tensor:
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
        return _select(input, dim, index)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, index, *, out=None")
def select_copy(
    input: Tensor, dim: Any = MISSING, index: int = MISSING, *, out: Tensor | None = None, axis: Any = MISSING,
) -> Tensor:
    """`select`, as a copy."""
    try:
        if axis is not MISSING:
            dim = once(axis, dim, MISSING)
        if dim is MISSING:
            raise missing_argument("select_copy", "dim")
        if dim.__class__ is not int:
            dim = whole("select_copy", "dim", dim)
        if index.__class__ is not int:
            index = whole("select_copy", "index", index)
        if out is not None:
            return write_out(_select_copy, out, input, dim, index)
        return _select_copy(input, dim, index)
    except Exception as error:
        return resolve(error)


@shown_as("input, src, dim, index")
def select_scatter(
    input: Tensor, src: Tensor, dim: Any = MISSING, index: int = MISSING, *, axis: Any = MISSING,
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
        return _select_scatter(input, src, dim, index)
    except Exception as error:
        return resolve(error)


def sgn(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.sgn`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_sgn, out, input)
        return _sgn(input)
    except Exception as error:
        return resolve(error)


def sigmoid(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.sigmoid`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_sigmoid, out, input)
        return _sigmoid(input)
    except Exception as error:
        return resolve(error)


def sign(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.sign`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_sign, out, input)
        return _sign(input)
    except Exception as error:
        return resolve(error)


def signbit(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.signbit`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_signbit, out, input)
        return _signbit(input)
    except Exception as error:
        return resolve(error)


def sin(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.sin`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_sin, out, input)
        return _sin(input)
    except Exception as error:
        return resolve(error)


def sinh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.sinh`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_sinh, out, input)
        return _sinh(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim=0, start=None, end=None, step=1, *, out=None")
def slice_copy(
    input: Tensor,
    dim: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
    *,
    out: Tensor | None = None,
    axis: Any = MISSING,
) -> Tensor:
    """A range of indices along a dimension, as a copy."""
    try:
        if axis is not MISSING:
            dim = once(axis, dim, 0)
        if dim.__class__ is not int:
            dim = whole("slice_copy", "dim", dim)
        if start.__class__ is not int and start is not None:
            start = whole("slice_copy", "start", start)
        if end.__class__ is not int and end is not None:
            end = whole("slice_copy", "end", end)
        if step.__class__ is not int:
            step = whole("slice_copy", "step", step)
        if out is not None:
            return write_out(_slice_copy, out, input, dim, start, end, step)
        return _slice_copy(input, dim, start, end, step)
    except Exception as error:
        return resolve(error)


@shown_as("input, src, dim=0, start=None, end=None, step=1, *, out=None")
def slice_scatter(
    input: Tensor,
    src: Tensor,
    dim: int = 0,
    start: int | None = None,
    end: int | None = None,
    step: int = 1,
    *,
    out: Tensor | None = None,
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
        if out is not None:
            return write_out(_slice_scatter, out, input, src, dim, start, end, step)
        return _slice_scatter(input, src, dim, start, end, step)
    except Exception as error:
        return resolve(error)


@shown_as("input, split_sizes, dim=0")
def split_with_sizes(
    input: Tensor, split_sizes: int | Sequence[int], dim: int = 0, *, axis: Any = MISSING,
) -> tuple[Tensor, ...]:
    """`torch.split_with_sizes`; see PyTorch's page of that name."""
    try:
        if axis is not MISSING:
            dim = once(axis, dim, 0)
        if split_sizes.__class__ not in SIZES:
            no_sizes("split_with_sizes", "split_sizes", split_sizes)
        if dim.__class__ is not int:
            dim = whole("split_with_sizes", "dim", dim)
        return _split_with_sizes(input, split_sizes, dim)
    except Exception as error:
        return resolve(error)


def sqrt(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.sqrt`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_sqrt, out, input)
        return _sqrt(input)
    except Exception as error:
        return resolve(error)


def square(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """input * input."""
    try:
        if out is not None:
            return write_out(_square, out, input)
        return _square(input)
    except Exception as error:
        return resolve(error)


@shown_as("tensors, dim=0, *, out=None")
def stack(tensors: Sequence[Tensor], dim: int = 0, *, out: Tensor | None = None, axis: Any = MISSING) -> Tensor:
    """Tensors joined along a new dimension."""
    try:
        if axis is not MISSING:
            dim = once(axis, dim, 0)
        if dim.__class__ is not int:
            dim = whole("stack", "dim", dim)
        if out is not None:
            return write_out(_stack, out, tensors, dim)
        return _stack(tensors, dim)
    except Exception as error:
        return resolve(error)


def t(input: Tensor) -> Tensor:
    """The transpose of a matrix; a view."""
    try:
        return _t(input)
    except Exception as error:
        return resolve(error)


def t_copy(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`t`, as a copy."""
    try:
        if out is not None:
            return write_out(_t_copy, out, input)
        return _t_copy(input)
    except Exception as error:
        return resolve(error)


def take(input: Tensor, index: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.take`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_take, out, input, index)
        return _take(input, index)
    except Exception as error:
        return resolve(error)


def tan(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.tan`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_tan, out, input)
        return _tan(input)
    except Exception as error:
        return resolve(error)


def tanh(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.tanh`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_tanh, out, input)
        return _tanh(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, k, dim=-1, largest=True, sorted=True, *, out=None")
def topk(
    input: Tensor,
    k: int,
    dim: int = -1,
    largest: bool = True,
    sorted: bool = True,
    *,
    out: Sequence[Tensor] | None = None,
    axis: Any = MISSING,
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
        if out is not None:
            return write_out(_topk, out, input, k, dim, largest, sorted)
        return return_types.topk(*_topk(input, k, dim, largest, sorted))
    except Exception as error:
        return resolve(error)


def trace(input: Tensor) -> Tensor:
    """The sum of a matrix's diagonal."""
    try:
        return _trace(input)
    except Exception as error:
        return resolve(error)


def transpose(input: Tensor, dim0: int, dim1: int) -> Tensor:
    """Two dimensions swapped; a view."""
    try:
        if dim0.__class__ is not int:
            dim0 = whole("transpose", "dim0", dim0)
        if dim1.__class__ is not int:
            dim1 = whole("transpose", "dim1", dim1)
        return _transpose(input, dim0, dim1)
    except Exception as error:
        return resolve(error)


def transpose_copy(input: Tensor, dim0: int, dim1: int, *, out: Tensor | None = None) -> Tensor:
    """`transpose`, as a copy."""
    try:
        if dim0.__class__ is not int:
            dim0 = whole("transpose_copy", "dim0", dim0)
        if dim1.__class__ is not int:
            dim1 = whole("transpose_copy", "dim1", dim1)
        if out is not None:
            return write_out(_transpose_copy, out, input, dim0, dim1)
        return _transpose_copy(input, dim0, dim1)
    except Exception as error:
        return resolve(error)


def tril(input: Tensor, diagonal: int = 0, *, out: Tensor | None = None) -> Tensor:
    """The lower triangle of matrices, 0 elsewhere."""
    try:
        if diagonal.__class__ is not int:
            diagonal = whole("tril", "diagonal", diagonal)
        if out is not None:
            return write_out(_tril, out, input, diagonal)
        return _tril(input, diagonal)
    except Exception as error:
        return resolve(error)


def triu(input: Tensor, diagonal: int = 0, *, out: Tensor | None = None) -> Tensor:
    """The upper triangle of matrices, 0 elsewhere."""
    try:
        if diagonal.__class__ is not int:
            diagonal = whole("triu", "diagonal", diagonal)
        if out is not None:
            return write_out(_triu, out, input, diagonal)
        return _triu(input, diagonal)
    except Exception as error:
        return resolve(error)


def trunc(input: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.trunc`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_trunc, out, input)
        return _trunc(input)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim=0")
def unbind(input: Tensor, dim: int = 0, *, axis: Any = MISSING) -> tuple[Tensor, ...]:
    """Every index along a dimension, as a tuple; views."""
    try:
        if axis is not MISSING:
            dim = once(axis, dim, 0)
        if dim.__class__ is not int:
            dim = whole("unbind", "dim", dim)
        return _unbind(input, dim)
    except Exception as error:
        return resolve(error)


def unfold_copy(input: Tensor, dimension: int, size: int, step: int, *, out: Tensor | None = None) -> Tensor:
    """`unfold`, as a copy."""
    try:
        if dimension.__class__ is not int:
            dimension = whole("unfold_copy", "dimension", dimension)
        if size.__class__ is not int:
            size = whole("unfold_copy", "size", size)
        if step.__class__ is not int:
            step = whole("unfold_copy", "step", step)
        if out is not None:
            return write_out(_unfold_copy, out, input, dimension, size, step)
        return _unfold_copy(input, dimension, size, step)
    except Exception as error:
        return resolve(error)


@shown_as("input, split_size, dim=0")
def unsafe_split(input: Tensor, split_size: int, dim: int = 0, *, axis: Any = MISSING) -> tuple[Tensor, ...]:
    """`split` without the tracking of views."""
    try:
        if axis is not MISSING:
            dim = once(axis, dim, 0)
        if split_size.__class__ is not int:
            split_size = whole("unsafe_split", "split_size", split_size)
        if dim.__class__ is not int:
            dim = whole("unsafe_split", "dim", dim)
        return _unsafe_split(input, split_size, dim)
    except Exception as error:
        return resolve(error)


@shown_as("input, split_sizes, dim=0")
def unsafe_split_with_sizes(
    input: Tensor, split_sizes: int | Sequence[int], dim: int = 0, *, axis: Any = MISSING,
) -> tuple[Tensor, ...]:
    """`split_with_sizes` without the tracking of views."""
    try:
        if axis is not MISSING:
            dim = once(axis, dim, 0)
        if split_sizes.__class__ not in SIZES:
            no_sizes("unsafe_split_with_sizes", "split_sizes", split_sizes)
        if dim.__class__ is not int:
            dim = whole("unsafe_split_with_sizes", "dim", dim)
        return _unsafe_split_with_sizes(input, split_sizes, dim)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim")
def unsqueeze(input: Tensor, dim: Any = MISSING, *, axis: Any = MISSING) -> Tensor:
    """A dimension of size 1 put in at `dim`; a view."""
    try:
        if axis is not MISSING:
            dim = once(axis, dim, MISSING)
        if dim is MISSING:
            raise missing_argument("unsqueeze", "dim")
        if dim.__class__ is not int:
            dim = whole("unsqueeze", "dim", dim)
        return _unsqueeze(input, dim)
    except Exception as error:
        return resolve(error)


@shown_as("input, dim, *, out=None")
def unsqueeze_copy(input: Tensor, dim: Any = MISSING, *, out: Tensor | None = None, axis: Any = MISSING) -> Tensor:
    """`unsqueeze`, as a copy."""
    try:
        if axis is not MISSING:
            dim = once(axis, dim, MISSING)
        if dim is MISSING:
            raise missing_argument("unsqueeze_copy", "dim")
        if dim.__class__ is not int:
            dim = whole("unsqueeze_copy", "dim", dim)
        if out is not None:
            return write_out(_unsqueeze_copy, out, input, dim)
        return _unsqueeze_copy(input, dim)
    except Exception as error:
        return resolve(error)


def vdot(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    """`torch.vdot`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_vdot, out, input, other)
        return _vdot(input, other)
    except Exception as error:
        return resolve(error)


def view_as_complex(input: Tensor) -> Tensor:
    """The last dimension, of size 2, as parts of complex numbers; a view."""
    try:
        return _view_as_complex(input)
    except Exception as error:
        return resolve(error)


def view_as_real(input: Tensor) -> Tensor:
    """The parts of complex numbers as a last dimension of size 2; a view."""
    try:
        return _view_as_real(input)
    except Exception as error:
        return resolve(error)


def xlogy(input: Tensor, other: Tensor | Number, *, out: Tensor | None = None) -> Tensor:
    """`torch.xlogy`; see PyTorch's page of that name."""
    try:
        if out is not None:
            return write_out(_xlogy, out, input, other)
        return _xlogy(input, other)
    except Exception as error:
        return resolve(error)


__all__ = ["abs", "absolute", "acos", "acosh", "addbmm", "addcdiv", "addcmul", "addmm", "addmv", "addr", "alias_copy", "all", "amax", "amin", "angle", "any", "arccos", "arccosh", "arcsin", "arcsinh", "arctan", "arctan2", "arctanh", "argmax", "argmin", "argsort", "asin", "asinh", "atan", "atan2", "atanh", "baddbmm", "bincount", "bitwise_and", "bitwise_left_shift", "bitwise_not", "bitwise_or", "bitwise_right_shift", "bitwise_xor", "bmm", "cat", "ceil", "complex", "constant_pad_nd", "copysign", "cos", "cosh", "count_nonzero", "cummax", "cummin", "cumprod", "cumsum", "diag_embed", "diagonal", "diagonal_copy", "diagonal_scatter", "digamma", "dot", "eq", "erf", "erfc", "erfinv", "exp", "exp2", "expm1", "fix", "floor", "floor_divide", "fmax", "fmin", "fmod", "frac", "gcd", "ge", "ger", "greater", "greater_equal", "gt", "hardshrink", "hash_tensor", "heaviside", "histc", "hypot", "i0", "igamma", "igammac", "index_add", "index_copy", "index_select", "isfinite", "isinf", "isnan", "isneginf", "isposinf", "isreal", "kthvalue", "lcm", "le", "less", "less_equal", "lgamma", "log", "log1p", "log2", "log10", "logaddexp", "logaddexp2", "logcumsumexp", "logical_and", "logical_not", "logical_or", "logical_xor", "logit", "logsumexp", "lt", "masked_scatter", "masked_select", "matmul", "maximum", "minimum", "mm", "mode", "movedim", "mul", "multiply", "mv", "nan_to_num", "nansum", "narrow_copy", "ne", "neg", "negative", "nextafter", "not_equal", "outer", "permute", "permute_copy", "polar", "reciprocal", "relu", "remainder", "roll", "rsqrt", "scatter_add", "segment_reduce", "select", "select_copy", "select_scatter", "sgn", "sigmoid", "sign", "signbit", "sin", "sinh", "slice_copy", "slice_scatter", "split_with_sizes", "sqrt", "square", "stack", "t", "t_copy", "take", "tan", "tanh", "topk", "trace", "transpose", "transpose_copy", "tril", "triu", "trunc", "unbind", "unfold_copy", "unsafe_split", "unsafe_split_with_sizes", "unsqueeze", "unsqueeze_copy", "vdot", "view_as_complex", "view_as_real", "xlogy"]
