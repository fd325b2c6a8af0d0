"""`torch.asarray`: convert nearly anything to a tensor, sharing memory where possible and allowed."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.dtypes import is_differentiable
from ..._array.core.user_warnings import warn
from ..._array.exchange.type_names import value_type_name
from ..._dispatch.call.torch_function import NO_CLASSES, switched_off
from ..._dispatch.device import check_device
from ..._dispatch.dtype import array_dtype, get_default_dtype
from ..._dispatch.tensor import TensorBase
from ..tensor.interop import from_dlpack
from .factories import finish, from_numpy, tensor

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_TYPE_NAMES = {"float64": "Double", "float32": "Float", "float16": "Half", "bfloat16": "BFloat16", "int64": "Long", "int32": "Int",
               "int16": "Short", "int8": "Char", "uint8": "Byte", "bool": "Bool", "complex64": "ComplexFloat",
               "complex128": "ComplexDouble"}
_WARNED: list[bool] = []
#: DLPack's numbers of device types that PyTorch could copy a tensor to.
_DLPACK_BACKENDS = {2: "CUDA", 8: "MPS", 10: "HIP", 17: "MAIA"}


def check_dlpack_device(dl_device: Any, copy: bool | None) -> tuple[int, int]:
    """Refuse a `dl_device` of `__dlpack__` other than the CPU, whose index is ignored."""
    if dl_device.__class__ not in (tuple, list) or any(not isinstance(part, int) or part.__class__ is bool for part in dl_device):
        raise TypeError(f"_to_dlpack(): argument 'dl_device' must be tuple of ints, not {value_type_name(dl_device)}")
    if not dl_device:
        return (1, 0)
    if len(dl_device) != 2:
        raise RuntimeError("dl_device must be either None or a tuple of ints")
    kind, index = dl_device
    if kind == 1:
        return (1, 0)
    if kind not in _DLPACK_BACKENDS:
        raise BufferError(f"Unsupported device_type: {kind}")
    if copy is False:
        raise ValueError(f"cannot move (i.e. copy=False) tensor from cpu to {_DLPACK_BACKENDS[kind].lower()}:{index} without copying.")
    raise NotImplementedError(f"Could not run 'aten::empty_strided' with arguments from the '{_DLPACK_BACKENDS[kind]}' backend.")


def asarray(obj: Any, *, dtype: Any = None, device: Any = None, copy: bool | None = None, requires_grad: bool | None = None) -> Tensor:
    # The docstring is written in _bindings/creation/asarray.md.
    """Convert an object to a tensor, sharing its memory where possible.

    Parameters
    ----------
    obj : Tensor, ndarray, DLPack capsule, buffer, number or nested sequence
        The object to convert.
    dtype : torch.dtype
        The dtype of the elements; from the object if not given.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    copy : bool, optional
        True copies, False raises if a copy is needed, None copies only if needed.
    requires_grad : bool, optional
        Whether autograd records operations on the result.

    Returns
    -------
    Tensor
        A tensor; it shares memory with `obj` where possible.

    Raises
    ------
    ValueError
        A copy is needed, and `copy` is False.

    References
    ----------
    PyTorch: torch.asarray

    Examples
    --------
    >>> t = torch.tensor([1., 2.])
    >>> torch.asarray(t) is t, torch.asarray(t, copy=True) is t
    (True, False)
    >>> torch.asarray([1, 2, 3], dtype=torch.float32)
    tensor([1., 2., 3.])
    """
    if device is not None and check_device(device, None):
        return finish(asarray(obj, dtype=dtype)._array, bool(requires_grad), device)
    if isinstance(obj, TensorBase):
        with switched_off(NO_CLASSES):
            return _convert_tensor(obj, dtype, copy, requires_grad)
    if isinstance(obj, np.generic) and copy is False:
        raise RuntimeError("can't alias NumPy scalars. Either remove copy=False or transform it in a ndarray. ")
    if isinstance(obj, (np.generic, np.ndarray)) and not obj.ndim:
        shared, copy = tensor(obj), False if copy else copy  # PyTorch treats arrays without dimensions as scalars, and copies them
    else:
        shared = _share_memory(obj, dtype)
    if shared is None:
        if copy is False:
            raise ValueError("can't alias arbitrary sequence into a tensor.")
        out = tensor(obj, dtype=dtype)
    else:
        out = _convert_tensor(shared, dtype, copy, False)
    return _require_grad(out) if requires_grad else out


def _require_grad(t: Any) -> Any:
    if not is_differentiable(t._array.dtype):
        raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
    return t.requires_grad_()


def _convert_tensor(t: Any, dtype: Any, copy: bool | None, requires_grad: bool | None) -> Any:
    if requires_grad is None and t.requires_grad and not _WARNED:
        _WARNED.append(True)
        warn("torch.asarray: unspecified requires_grad now defaults to obj.requires_grad instead of False. Pass "
             "requires_grad=False explicitly to get the old behavior and silence this warning.")
    np_dtype = t._array.dtype if dtype is None else array_dtype(dtype)
    if np_dtype != t._array.dtype:
        if copy is False:
            raise ValueError(f"can't alias tensor with dtype '{_type_name(t.dtype)}' into dtype '{_type_name(dtype)}'.")
        out = t.to(dtype)
    else:
        out = t.clone() if copy else t
    if requires_grad is False and out.requires_grad:
        return out.requires_grad_(False) if out.is_leaf else out.detach()  # a leaf is changed in place, as in PyTorch
    return _require_grad(out) if requires_grad and not out.requires_grad else out


def _type_name(dtype: Any) -> str:
    return _TYPE_NAMES.get(dtype.name, dtype.name)


def _share_memory(obj: Any, dtype: Any) -> Any:
    """A tensor over the memory of `obj`; None if it has none to share."""
    if isinstance(obj, np.ndarray):
        return from_numpy(obj)
    if hasattr(obj, "__dlpack__") or type(obj).__name__ == "PyCapsule":
        return from_dlpack(obj)
    try:
        buffer = memoryview(obj)
    except TypeError:
        return None
    from ..functions.compositions import frombuffer

    return frombuffer(buffer, dtype=get_default_dtype() if dtype is None else dtype)
