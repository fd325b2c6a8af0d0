"""Errors for an `out` that does not fit: dtype, device, gradients, number of tensors. Imported only for a refusal."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..._array.core.dtypes import c_name, can_cast
from ..._array.core.user_warnings import warn
from ..._dispatch.call.kernel_errors import type_name
from ..._dispatch.graph.inplace import check_broadcast_shape, check_overlap, check_writable
from ..._dispatch.graph.views import requires_grad
from ..._dispatch.state import LOCAL
from ..._dispatch.tensor import TensorBase, is_meta_tensor
from ..._ops.facts import DEFAULT_OUT
from .policies import policy_of


def check_type(name: str, dtype: np.dtype[Any], own: np.dtype[Any], exact: bool, place: int = 0, first_input: Any = None,
               own_input: bool = False) -> None:
    """Refuse an `out` of dtype `own` for result number `place`, of `dtype`, of op `name`. `first_input` is the op's first argument,
    `own_input` whether `out` is that argument."""
    policy = policy_of(name)
    if policy.stores_real_of_complex and isinstance(first_input, TensorBase) and first_input._array.dtype.kind == "c":
        if own.kind == "c":
            dtype = first_input._array.dtype
        else:
            policy, exact = DEFAULT_OUT, False
        if own == dtype:
            return
    if own_input and policy.accepted_dtypes == "exact" and not can_cast(dtype, own):
        raise RuntimeError(f"result type {type_name(dtype)} can't be cast to the desired output type {c_name(own)}")
    dtype_rule = policy.accepted_dtypes or ("exact" if exact else "cast")
    if place and policy.second_dtype_message:
        fits, text = False, policy.second_dtype_message
    elif dtype_rule == "exact":
        fits, text = False, policy.dtype_message or "Expected out tensor to have dtype {2}, but got {3} instead"
    elif dtype_rule == "cast":
        fits, text = can_cast(dtype, own), policy.dtype_message or "result type {0} can't be cast to the desired output type {1}"
    else:
        fits, text = _KIND_CHECKS[dtype_rule](own), policy.dtype_message
    if not fits:
        words = text.format(type_name(dtype), type_name(own), c_name(dtype), c_name(own), dtype == np.int32)
        raise (TypeError if policy.is_type_error else RuntimeError)(words)


_KIND_CHECKS: dict[str, Callable[[np.dtype[Any]], bool]] = {
    "complexes": lambda own: own.kind == "c", "reals": lambda own: own.kind in "fV",
    "bools or bytes": lambda own: own.name in ("bool", "uint8")}


def check_exponents(result: np.dtype[Any], own: np.dtype[Any]) -> None:
    """Refuse a result of `ldexp_` that cannot be cast to the dtype of the tensor."""
    if not can_cast(result, own):
        speaker = f"result type {type_name(result)}" if result.kind == "c" else "ldexp"
        raise RuntimeError(f"{speaker} can't be cast to the desired output type {type_name(own)}")


def check_ldexp_target(t: Any, other: Any) -> None:
    """Refuse, before anything is computed, a tensor that `ldexp_` cannot write to."""
    if LOCAL.grad and any(isinstance(v, TensorBase) and requires_grad(v) for v in (t, other)):
        check_writable(t)
    if t._array.__class__ is np.ndarray:
        check_overlap(t._array, ())
    if t._array.dtype.kind in "biu":
        check_exponents(np.dtype(np.float32), t._array.dtype)
    if isinstance(other, TensorBase):
        if is_meta_tensor(t) is not is_meta_tensor(other) and other._array.ndim:
            other_device, own_device = ("cpu", "meta") if is_meta_tensor(t) else ("meta", "cpu")
            raise RuntimeError(f"Tensor on device {other_device} is not on the expected device {own_device}!")
        check_broadcast_shape(t._array, [other._array.shape])


def device_error(source_device: str, out_device: str) -> RuntimeError:
    """The error for an `out` on device `out_device` of a result on `source_device`."""
    return RuntimeError(f"Attempting to copy from device {source_device} to device {out_device}, but cross-device copies are not allowed!")


# --- gradients ------------------------------------------------------------------------------------------------------------------------

def name_in_message(name: str) -> str:
    """The name in the message that refuses gradients: the function called, another one, or `aten::...` if the op has no derivative."""
    public = public_name(name)
    for known in (name, public):
        if words := policy_of(known).refusing_function:
            return words + known if words == "aten::" else words
    return public


def recording_kind(name: str, args: tuple[Any, ...] = ()) -> str:
    """What is recorded for an `out` that is no leaf if a gradient is required: "refusal" (raised in backward), "copy", or nothing."""
    if policy_of(name).ends_in_copy:
        return "copy" if name != "svd" and (name != "linalg_matrix_power" or args[1] in (0, 1)) else ""
    return "refusal" if name_in_message(name).startswith("aten::") else ""


def gradient_error(name: str, leaf: Any, args: tuple[Any, ...] = ()) -> RuntimeError:
    """The error for a result that requires a gradient; `leaf` is "leaf" if `out` is a leaf that requires one, "view" if it is a view
    of such a leaf, else empty."""
    if leaf and (name == "svd" or recording_kind(name, args) == "copy"):
        return RuntimeError(f"a {'view of a ' if leaf == 'view' else ''}leaf Variable that requires grad is being used in an in-place "
                            "operation.")
    return RuntimeError(f"{name_in_message(name)}(): functions with out=... arguments don't support automatic differentiation, but one of "
                        "the arguments requires grad.")


# --- how many -------------------------------------------------------------------------------------------------------------------------

def check_result_count(name: Callable[[], str], out: Any, result: Any) -> None:
    """Refuse an `out` with another number of tensors than there are results."""
    several = isinstance(result, (tuple, list))
    if several is not isinstance(out, (tuple, list)):
        wanted = "tuple of Tensors" if several else "Tensor"
        called = public_name(name())
        shown = name_in_message(called) if called == "norm" else called
        raise TypeError(f"{shown}(): argument 'out' must be {wanted}, not {type(out).__name__}")
    if several and len(out) != len(result):
        raise TypeError(f"expected tuple of {len(result)} elements but got {len(out)}")


def public_name(name: str) -> str:
    """The function that user code called, if it is one of torch's own namespace: `max` for op `max_dim`."""
    from ..._fidelity.called_function import called_name

    return name if name.startswith(("linalg_", "fft_", "aten::")) else called_name(name).replace("special_polygamma", "polygamma")


def warn_arange_resize(array: Any, count: int) -> None:
    """Warn that the `out` of `arange` has another number of elements than the result."""
    if array.size and array.size != count:
        warn(f"The number of elements in the out tensor of shape {list(array.shape)} is {array.size} which does not match the "
             f"computed number of elements {count}. It will be resized to a tensor of shape ({count},).")
