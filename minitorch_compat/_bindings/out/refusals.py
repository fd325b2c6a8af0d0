"""What PyTorch says of an `out` that does not fit. Ops differ in what they take and in their words; only a refusal looks here.

In a text {0} is the result's dtype and {1} that of `out`, {2} and {3} are the same in C++'s words.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..._array.core.dtypes import c_name, can_cast, result_type
from ..._array.core.user_warnings import warn
from ..._dispatch.call.kernel_errors import type_name
from ..._dispatch.graph.inplace import check_overlap, check_stays, check_writable
from ..._dispatch.state import LOCAL
from ..._dispatch.tensor import TensorBase, is_meta_tensor


def _words(text: str) -> list[str]:
    return text.split()


_FOUND = "Found dtype {1} but expected {0}"
_SAME_SCALAR = "(): self and result must have the same scalar type"
_HISTOGRAM = "torch.histogram: input tensor and hist tensor should have the same dtype, but got input {2} and hist {3}"
_NO_COMPLEX_OUT, _NO_REAL_OUT = " expects a complex output tensor, but got {1}", " expects a floating point output tensor, but got {1}"
_DOT = "result dtype {1} does not match input dtype {0}"

#: Ops that take the result's dtype alone, and do not speak of it as most do.
_EXACT = {
    **dict.fromkeys(_words("round round_decimals conj_physical ceil neg sign gelu hardshrink abs trunc softplus sgn frac floor softshrink "
                    "bitwise_not clamp_scalars clamp_min_scalar clamp_max_scalar"), _FOUND),
    **dict.fromkeys(("amax", "amin"), "Expected the dtype for input and out to match, but got {0} for input's dtype and {1} for out's "
                                      "dtype."),
    **dict.fromkeys(("histc", "histogram"), _HISTOGRAM),
    "logcumsumexp": "expected scalar_type {0} but found {1}",
    "where": "Expected out type to be {0} but got {1}",
    **dict.fromkeys(("complex", "polar"), "Expected object of scalar type {0} but got scalar type {1} for argument 'out'"),
    **dict.fromkeys(("dot", "vdot"), _DOT),
    "mv": "addmv input tensors must have the same dtype, but got {1}, {0}, and {0}",
    "addbmm": "self and mat2 must have the same dtype, but got {1} and {0}",
    **dict.fromkeys(("linalg_solve_triangular", "logsigmoid"), "expected scalar type {0} but found {1}"),
    "linalg_matrix_norm": "linalg.matrix_norm expected out tensor dtype {0} but got: {1}",
    "linalg_norm": "linalg.norm expected out tensor dtype {0} but got: {1}",
    **dict.fromkeys(("cummax", "cummin"), "expected scalar_type {0} but found {1}"),
    "quantile": "quantile() out tensor must be same dtype as the input tensor",
    **dict.fromkeys(("searchsorted", "bucketize"), "torch.searchsorted(): output tensor's dtype is wrong, it can only be Int(int32) or "
                    "Long(int64) depending on whether out_int32 flag is True, but we got output tensor's dtype {1} "
                    "and out_int32 flag is {4}"),
    **{name: name + _SAME_SCALAR for name in ("masked_select", "index_select")},
    "tensordot": "tensordot: Expected the output tensor to have dtype {0}, but got an output tensor with dtype {1}",
    "kthvalue": "output values must be of same type as input",
    "mode": "expected scalar type '{0}' but got '{1}' for values output",
    "nan_to_num": "nan_to_num: dtype of out: {1} should be same as input: {0}",
    "take": "take(): self and out expected to have the same dtype, but got self.dtype = {0} and out.dtype = {1}",
    "linalg_vecdot": "linalg.vecdot: Expected out of dtype{0} but found {1}",
    "narrow_copy": "Expected self.dtype() == output.dtype() to be true, but got false.",
    "ormqr": "torch.ormqr: Expected input and result to have the same dtype, but input has dtype{0} and result has dtype {1}",
    **{name: f"{name} does not support non-boolean outputs." for name in ("signbit", "isposinf", "isneginf")},
    "frexp": "torch.frexp() expects mantissa to have dtype {2} but got {3}",
    "hash_tensor": "Expected result to be of dtype uint64, but got {1}",
    **dict.fromkeys(("native_batch_norm", "_native_batch_norm_legit"), "expected scalar type {0} but found {1}"),
    "heaviside": "heaviside is not yet implemented for tensors with different dtypes.",
    "float_power": "the output given to float_power has dtype {1} but the operation's result requires dtype {0}",
    "linalg_multi_dot": "multi_dot(): expected out tensor to have dtype {2} but got {3}",
    "cumsum": "Expected out tensor to have dtype {2}, but got {3} instead",
    "cumprod": "Expected out tensor to have dtype {2}, but got {3} instead",
    **{name: f"{name} only supports bool tensor for result, got: {{1}}" for name in ("all", "any")},
}


def _castable(speaker: str, result: str = "result") -> str:
    return f"{speaker}: Expected {result} to be safely castable from {{0}} dtype, but got {result} with dtype {{1}}"


#: Ops that take whatever the result can be cast to, and do not speak of it as most do.
_CAST = {
    "linalg_pinv": _castable("linalg.pinv"), "linalg_eig": _castable("torch.linalg.eig", "eigenvalues"),
    "linalg_eigvals": _castable("torch.linalg.eigvals", "eigenvalues"), "linalg_lstsq": _castable("torch.linalg.lstsq", "solution"),
    "linalg_matrix_power": _castable("matrix_power"), "cholesky": _castable("cholesky"), "linalg_cond": _castable("linalg.cond"),
    "cholesky_inverse": _castable("cholesky_inverse"), "cholesky_solve": _castable("cholesky_solve"),
    "linalg_matrix_rank": _castable("torch.linalg.matrix_rank"), "linalg_tensorinv": _castable("tensorinv"),
    "linalg_tensorsolve": _castable("tensorsolve"), "geqrf": _castable("torch.geqrf", "a"),
    **{name: _castable("torch.linalg.householder_product") for name in ("linalg_householder_product", "orgqr")},
    "mvlgamma": "mvlgamma: result type {0} can't be cast to the desired output type {0}",
    "ldexp": "ldexp can't be cast to the desired output type {1}",
    "mean_dim": "mean.dtype_out(): input types can't be cast to the desired output type {1}",
    "logsumexp": "logsumexp(): Expected floating point type for result tensor, but got: {1}",
    "diag": "diag: result type {0} can't be cast to the desired out= type {1}",
    **dict.fromkeys(("max_all", "min_all"), "Expected canCast( typeMetaToScalarType(self.dtype()), typeMetaToScalarType(out.dtype())) to "
                                            "be true, but got false."),
    **dict.fromkeys(("cat", "stack"), "torch.cat(): input types can't be cast to the desired output type {1}"),
}

#: Ops that take any dtype of a kind.
_OF_A_KIND = {
    **{f"fft_{name}": ("c", name + _NO_COMPLEX_OUT) for name in ("fft", "ifft", "rfft", "ihfft")},
    **{f"fft_{name}": ("c", f"{name.replace('2', 'n').removeprefix('i') if 'h' not in name else name.replace('2', 'n')}" + _NO_COMPLEX_OUT)
       for name in ("fft2", "fftn", "ifft2", "ifftn", "rfft2", "rfftn", "ihfft2", "ihfftn")},
    **{f"fft_{name}": ("f", name.replace("2", "n") + _NO_REAL_OUT) for name in ("irfft", "hfft", "irfft2", "irfftn", "hfft2", "hfftn")},
}

#: Ops that look at `out`, which is to have the dtype of their first argument, before they look at what is in that.
_LOOK_FIRST = frozenset(_words("linalg_cholesky linalg_inv inverse linalg_solve linalg_lu_factor dot vdot"))

#: What is said of the second of several results.
_OF_THE_SECOND = {
    "frexp": "torch.frexp() expects exponent to have {2} dtype but got {3}", "kthvalue": "output indices must be of scalar type {0}",
    "mode": "expected scalar type '{0}' but got '{1}' for indices output"}

#: Errors that are no RuntimeErrors.
_TYPE_ERRORS = frozenset({"cat", "stack"})


#: Ops whose results of complex numbers are real: these are stored in what they can be cast to, or as complex numbers of the input's dtype.
_REAL_OF_COMPLEX = frozenset({"abs"})


def check_type(name: str, dtype: np.dtype[Any], own: np.dtype[Any], exact: bool, place: int = 0, given: Any = None) -> None:
    """Refuse an `out` of dtype `own` for a result of `dtype`, the first or a later one, as op `name` of what is `given` does."""
    if name in _REAL_OF_COMPLEX and isinstance(given, TensorBase) and given._array.dtype.kind == "c":
        name, exact, dtype = (name, True, given._array.dtype) if own.kind == "c" else ("", False, dtype)
        if own == dtype:
            return
    if place and name in _OF_THE_SECOND:
        text, fits = _OF_THE_SECOND[name], False
    elif name == "heaviside" and own.kind == "c":
        text, fits = "heaviside is not yet implemented for complex tensors.", False
    elif name in _OF_A_KIND:
        kind, text = _OF_A_KIND[name]
        fits = own.kind in (kind, "V") if kind == "f" else own.kind == kind
    elif name in ("all", "any"):
        text, fits = _EXACT[name], own.name in ("bool", "uint8")  # whichever of both the result is
    elif name in _CAST:
        text, fits = _CAST[name], can_cast(dtype, own)
    elif exact or name in _EXACT:
        text, fits = _EXACT.get(name, "Expected out tensor to have dtype {2}, but got {3} instead"), False
    else:
        text, fits = "result type {0} can't be cast to the desired output type {1}", can_cast(dtype, own)
    if not fits:
        said = text.format(type_name(dtype), type_name(own), c_name(dtype), c_name(own), dtype == np.int32)
        raise (TypeError if name in _TYPE_ERRORS else RuntimeError)(said)


def is_exact(name: str) -> bool:
    """Whether an op looks at the type of `out` before anything else, in words of its own."""
    return name in _EXACT


def check_own_type(name: str, dtype: np.dtype[Any], own: np.dtype[Any]) -> None:
    """Refuse an `out` that is the input of a limit given as numbers, where the result cannot be cast to it."""
    if name in ("clamp_scalars", "clamp_min_scalar", "clamp_max_scalar") and not can_cast(dtype, own):
        raise RuntimeError(f"result type {type_name(dtype)} can't be cast to the desired output type {c_name(own)}")


def look_first(name: str, outs: Any, args: tuple[Any, ...], error: Exception) -> None:
    """Of a call that failed with `error`: refuse an `out` that PyTorch refuses before it comes to that."""
    if name in _LOOK_FIRST and args and isinstance(args[0], TensorBase) and "Low precision" not in str(error):
        own, dtype = outs[0]._array.dtype, args[0]._array.dtype
        if own != dtype:
            check_type(name, dtype, own, True)
    if name == "cat" and str(error).startswith(("Tensors must have same number", "Sizes of tensors must match")):
        check_type(name, result_type(t._array for t in args[0]), outs[0]._array.dtype, False)


def is_met_on_the_walk(error: Exception) -> bool:
    """Whether an elementwise op fails with `error` only when it walks its arguments and `out` together, or later."""
    return str(error).startswith("The size of tensor a") or "_cpu\" not implemented for" in str(error)


def check_exponents(result: np.dtype[Any], own: np.dtype[Any]) -> None:
    """Refuse a result of `ldexp_` in another dtype than that of the tensor, if it cannot be cast."""
    if not can_cast(result, own):
        speaker = f"result type {type_name(result)}" if result.kind == "c" else "ldexp"
        raise RuntimeError(f"{speaker} can't be cast to the desired output type {type_name(own)}")


def check_scalable(t: Any, other: Any) -> None:
    """Refuse, before anything is computed, a tensor that `ldexp_` cannot write to."""
    if LOCAL.grad:
        check_writable(t)
    if t._array.__class__ is np.ndarray:
        check_overlap(t._array, ())
    if t._array.dtype.kind in "biu":
        check_exponents(np.dtype(np.float32), t._array.dtype)
    if isinstance(other, TensorBase):
        if is_meta_tensor(t) is not is_meta_tensor(other) and other._array.ndim:
            here, there = ("cpu", "meta") if is_meta_tensor(t) else ("meta", "cpu")
            raise RuntimeError(f"Tensor on device {here} is not on the expected device {there}!")
        check_stays(t._array, [other._array.shape])


#: Ops that look at the device of `out` where they make it fit, before anything is copied.
_MADE_TO_FIT = frozenset(_words(
    "argmax argmin gather hash_tensor index_reduce linalg_cholesky linalg_cholesky_ex linalg_det linalg_inv linalg_inv_ex linalg_svd "
    "linalg_svdvals max_dim min_dim avg_pool2d scatter scatter_add svd topk"))


#: Functions that look at the dtype of `out` before they ask whether a gradient is wanted.
TYPE_FIRST = frozenset({*_words("all any float_power signbit isposinf isneginf hash_tensor"),
                        *(name for name, (kind, _) in _OF_A_KIND.items() if kind == "c")})


#: Elementwise functions that look at the dtype of `out` before they ask which memory it has.
TYPE_BEFORE_MEMORY = TYPE_FIRST | {"where", "complex", "polar", "heaviside", "ldexp", "nan_to_num", "threshold"}


def _apart(speaker: str, result: str = "{1}", given: str = "{0}") -> str:
    return f"{speaker}: Expected result and input tensors to be on the same device, but got result on {result} and input on {given}"


#: What functions say of an `out` on device {1} for a result on {0}, where it is not that nothing is copied from one to the other.
_DEVICES = {
    **dict.fromkeys(_MADE_TO_FIT, "Expected out tensor to have device {0}, but got {1} instead"),
    "tensordot": "tensordot: Expected the output and input tensors to be on the same device, but got the output tensor on {1}, input "
                 "tensor a on {0}, and input tensor b on {0}",
    **{f"linalg_{name}": _apart(speaker) for name, speaker in {
        "matrix_power": "matrix_power", "pinv": "linalg.pinv", "cond": "linalg.cond", "matrix_rank": "torch.linalg.matrix_rank",
        "tensorinv": "tensorinv", "tensorsolve": "tensorsolve"}.items()},
    **{f"linalg_{name}": _apart(f"linalg.{name}", "{0}", "{1}") for name in ("norm", "matrix_norm", "vecdot")},
    **dict.fromkeys(("quantile", "nanquantile"), "quantile() out tensor must be on the same device as the input tensor"),
    "angle": "out Tensor doesn't have the correct device set",
    "inner": "Expected tensor to have {0} DeviceType, but got tensor with {1} DeviceType (while checking arguments for inner())",
    "linalg_multi_dot": "multi_dot(): expected out tensor to be on device {0} but got {1}",
    "special_ndtr": "Expected all tensors to be on the same device, but found at least two devices, {0} and {1}!",
    "take_along_dim": "Expected tensor to have {0} Device, but got tensor with {1} Device (while checking arguments for "
                      "torch.take_along_dim():)",
}


def device_refusal(name: str, here: str, there: str) -> RuntimeError:
    """The error for an `out` on device `there` of a result on `here`."""
    text = _DEVICES.get(name, "Attempting to copy from device {0} to device {1}, but cross-device copies are not allowed!")
    return RuntimeError(text.format(here, there))


# --- gradients ------------------------------------------------------------------------------------------------------------------------

#: Functions that end in copying into `out`, which then is refused as any tensor changed in place.
_COPYING = frozenset(_words("tensordot linalg_matrix_power linalg_norm linalg_matrix_norm quantile svd inner linalg_cond linalg_tensorinv "
                     "linalg_tensorsolve special_ndtr"))
#: Functions that speak of another one, to which they hand `out`.
_SPEAKERS = {
    **dict.fromkeys(_words("fft_fft2 fft_fftn fft_ifft2 fft_ifftn fft_ihfft2 fft_ihfftn"), "_fft_c2c"),
    **dict.fromkeys(_words("fft_irfft fft_irfft2 fft_irfftn fft_hfft fft_hfft2 fft_hfftn"), "_fft_c2r"),
    **dict.fromkeys(_words("fft_fft fft_rfft fft_rfft2 fft_rfftn"), "_fft_r2c"),
    **dict.fromkeys(("fft_ifft", "fft_ihfft"), "aten::conj_physical"),
    **dict.fromkeys(("linalg_eigh", "linalg_eigvalsh"), "_linalg_eigh"),
    **dict.fromkeys(("linalg_svd", "linalg_svdvals", "svd"), "_linalg_svd"),
    **dict.fromkeys(("linalg_solve", "linalg_solve_ex"), "_linalg_solve_ex"),
    **{f"linalg_{name}": f"_linalg_{name}" for name in ("det", "slogdet")},
    **{f"linalg_{name}": f"linalg_{name}_ex" for name in ("cholesky", "inv", "lu_factor")},
    **{name: f"linalg_{name}" for name in ("cross", "lu_solve", "qr")},
    **dict.fromkeys(("linalg_ldl_factor", "linalg_ldl_factor_ex"), "aten::linalg_ldl_factor_ex"),
    "norm": "linalg_vector_norm", "logsigmoid": "log_sigmoid_forward", "linalg_multi_dot": "mm", "outer": "mul", "kron": "mul",
    "ger": "mul", "square": "pow", "float_power": "pow", "msort": "sort", "diff": "sub", "linalg_vecdot": "sum",
    "true_divide": "div", "maximum": "maximum", "minimum": "minimum", "cat": "cat", "nanmean": "nansum",
    "linalg_matrix_power": "matmul", "_native_batch_norm_legit": "aten::_native_batch_norm_legit", "linalg_matrix_rank": "sum",
    "take_along_dim": "gather", "diagonal_copy": "aten::diagonal_copy", "diag_embed": "aten::diag_embed",
    **{name: f"aten::{name}" for name in _words(
        "alias_copy as_strided_copy bitwise_and bitwise_or bitwise_xor bitwise_not bitwise_left_shift bitwise_right_shift "
        "conj_physical expand_copy floor_divide gcd heaviside histogram lcm linalg_eigvals linalg_ldl_solve log_softmax softmax "
        "permute_copy slice_scatter squeeze_copy t_copy transpose_copy unfold_copy unsqueeze_copy view_copy")},
}


def speaker(name: str) -> str:
    """Who refuses gradients: the function that the program called, another one, or (`aten::`) the dispatcher, for want of a derivative."""
    return _SPEAKERS.get(name) or _SPEAKERS.get(public_name(name)) or public_name(name)


def recorded_as(name: str, args: tuple[Any, ...] = ()) -> str:
    """What an `out` that is no leaf is given for a history where a gradient is wanted: a "refusal" in backward, a "copy", or nothing."""
    if name in _COPYING:
        return "copy" if name != "svd" and (name != "linalg_matrix_power" or args[1] in (0, 1)) else ""
    return "refusal" if speaker(name).startswith("aten::") else ""


def gradient_refusal(name: str, leaf: Any, args: tuple[Any, ...] = ()) -> RuntimeError:
    """The error where a gradient would be wanted of what is stored; `leaf` says whether `out` is a leaf that requires one, or a view
    of such a leaf ("view"), or neither."""
    if leaf and (name == "svd" or recorded_as(name, args) == "copy"):
        return RuntimeError(f"a {'view of a ' if leaf == 'view' else ''}leaf Variable that requires grad is being used in an in-place "
                            "operation.")
    return RuntimeError(f"{speaker(name)}(): functions with out=... arguments don't support automatic differentiation, but one of the "
                        "arguments requires grad.")


# --- how many -------------------------------------------------------------------------------------------------------------------------

def check_count(name: Callable[[], str], out: Any, result: Any) -> None:
    """Refuse a tensor where the results are several, several where there is one, and too many or too few."""
    several = isinstance(result, (tuple, list))
    if several is not isinstance(out, (tuple, list)):
        wanted = "tuple of Tensors" if several else "Tensor"
        called = public_name(name())
        raise TypeError(f"{_SPEAKERS[called] if called == 'norm' else called}(): argument 'out' must be {wanted}, not {type(out).__name__}")
    if several and len(out) != len(result):
        raise TypeError(f"expected tuple of {len(result)} elements but got {len(out)}")


def public_name(name: str) -> str:
    """The function that the program called, if it is one of torch's own: `max` for op `max_dim`."""
    from ..._fidelity.called_function import called_name

    return name if name.startswith(("linalg_", "fft_", "aten::")) else called_name(name).replace("special_polygamma", "polygamma")


def warn_of_count(array: Any, count: int) -> None:
    """Say that the `out` of `arange` has another number of elements than it will have."""
    if array.size and array.size != count:
        warn(f"The number of elements in the out tensor of shape {list(array.shape)} is {array.size} which does not match the "
             f"computed number of elements {count}. It will be resized to a tensor of shape ({count},).")
