"""Checks of values assigned as the gradient of a tensor."""
from __future__ import annotations

from typing import Any

from ..._array.core.dtypes import c_name
from ..._array.exchange.type_names import value_type_name
from ..._dispatch.call.kernel_errors import type_name
from ..._dispatch.tensor import ANY_DTYPE, TensorBase


def check_gradient(t: Any, value: Any) -> None:
    """Refuse a gradient that does not fit `t`."""
    if not isinstance(value, TensorBase):
        raise TypeError(f"assigned grad expected to be a Tensor or None but got grad of type {value_type_name(value)}")
    gradient: Any = value
    if value is t:
        raise RuntimeError("can't assign Variable as its own grad")
    _check_dtype(t, value)
    if gradient.is_meta is not t.is_meta:
        raise RuntimeError(f"attempting to assign a gradient with device type '{gradient.device.type}' to a tensor with device type "
                           f"'{t.device.type}'. Please ensure that the gradient and the tensor are on the same device")
    if value._array.shape != t._array.shape:
        raise RuntimeError(f"attempting to assign a gradient of size '{list(value._array.shape)}' to a tensor of size "
                           f"'{list(t._array.shape)}'. Please ensure that the gradient and the tensor are the same size")


def _check_dtype(t: Any, value: Any) -> None:
    grad_dtype: Any = None if t._autograd_meta is None else t._autograd_meta.grad_dtype
    grad_dtype = t._array.dtype if grad_dtype is None else grad_dtype
    if grad_dtype is not ANY_DTYPE and value._array.dtype is not grad_dtype:
        raise RuntimeError(f"attempting to assign a gradient with dtype '{c_name(value._array.dtype)}' to a tensor with grad_dtype "
                           f"'{type_name(grad_dtype)}'. The gradient must match the tensor's grad_dtype (defaults to the tensor's dtype). "
                           "You can set the tensor's grad_dtype attribute with a specific dtype, or None to allow any dtype. Set "
                           "grad_dtype with caution. Diverging the dtypes of a tensor and its gradient may break downstream systems "
                           "that assume they match.")
