"""Conversions between tensors and Python: numbers, lists, numpy, pickle, copy."""
from __future__ import annotations

import sys
from typing import Any

import numpy as np

from ..._array.core.conjugate import Pending
from ..._array.core.dtypes import FLOAT8
from ..._array.core.meta import MetaArray
from ..._array.core.row_order import note_layout
from ..._array.core.user_warnings import warn, warn_once
from ..._array.shape.strided import copy_memory_and_window
from ..._dispatch.call.caller import lazy_call, resolve_calls, wrap
from ..._dispatch.device import check_device
from ..._dispatch.graph.versions import bump_version
from ..._dispatch.levels.lifting import ESCAPED, NO_ITEM, NO_STORAGE, check_storage, refuse_copy, tensor_values
from ..._dispatch.naming import names_torch
from ..._dispatch.state import ACTIVE, LOCAL, PLAIN, Classes
from ..._dispatch.tensor import TensorBase, is_meta_tensor, set_array, wrap_as
from ..storage.borrowed import mark_borrowed
from .printing import tensor_repr

_unbind = lazy_call("unbind")
resolve_calls(globals())


def single_element(t: Any) -> Any:
    """The value of a tensor of one element, for Python's conversions; `item` raises another error."""
    if t._array.size != 1:
        raise ValueError("only one element tensors can be converted to Python scalars")
    return t.item()


def _real_number(t: Any) -> Any:
    value = single_element(t)
    return value.real if value.__class__ is complex else value


def warn_scalar_conversion(x: Any) -> None:
    """Warn once that a number has no history, if grad mode is enabled."""
    if LOCAL.grad and x.requires_grad:
        warn_once("Converting a tensor with requires_grad=True to a scalar may lead to unexpected behavior.\n"
             "Consider using tensor.detach() first.")


#: The package's name, which identifies its frames.
_PACKAGE = __name__.partition(".")[0]


class Interop:
    """Conversions to Python and numpy types."""

    __slots__ = ()

    def item(self: Any) -> Any:
        # The docstring is written in _bindings/tensor/interop.md.
        """The only element, as a Python number.

        Returns
        -------
        number
            int, float, complex or bool, depending on the dtype.

        Raises
        ------
        RuntimeError
            The tensor has more or fewer elements than one.

        References
        ----------
        PyTorch: torch.Tensor.item

        Examples
        --------
        >>> torch.tensor([2.5]).item()
        2.5
        """
        try:
            return self._array.item()
        except ValueError:
            raise RuntimeError(f"a Tensor with {self._array.size} elements cannot be converted to Scalar") from None

    def tolist(self: Any) -> Any:
        # The docstring is written in _bindings/tensor/interop.md.
        """The elements as nested lists of Python numbers.

        Returns
        -------
        list
            For a tensor without dimensions a number.

        References
        ----------
        PyTorch: torch.Tensor.tolist

        Examples
        --------
        >>> torch.tensor([[1, 2], [3, 4]]).tolist()
        [[1, 2], [3, 4]]
        """
        return self._array.tolist()

    def numpy(self: Any, *, force: bool = False) -> np.ndarray[Any, Any]:
        # The docstring is written in _bindings/tensor/interop.md.
        """The tensor as an ndarray that shares its memory.

        Parameters
        ----------
        force : bool, default False
            Also detach, resolve lazy conjugation and move to the CPU, where needed.

        Returns
        -------
        numpy.ndarray
            Writes into one are visible in the other.

        Raises
        ------
        RuntimeError
            The tensor requires gradients (call `detach` first), or is a conjugate.

        References
        ----------
        PyTorch: torch.Tensor.numpy

        Examples
        --------
        >>> torch.tensor([1., 2.]).numpy()
        array([1., 2.], dtype=float32)
        """
        if force is not False and force is not True:
            raise TypeError(f"numpy(): argument 'force' must be bool, not {type(force).__name__}")
        if self._requires_grad and LOCAL.grad and self.requires_grad and not force and self._array.__class__ is not MetaArray:
            raise RuntimeError("Can't call numpy() on Tensor that requires grad. Use tensor.detach().numpy() instead.")
        if ACTIVE:
            check_storage()
        if self._array.__class__ is Pending and not force:
            name, short = ("conjugate", "conj") if self._array.conjugated else ("negative", "neg")
            raise RuntimeError(f"Can't call numpy() on Tensor that has {name} bit set. Use tensor.resolve_{short}().numpy() instead.")
        a = self._array
        if a.dtype.kind == "V" or a.dtype.char in FLOAT8:
            from .conversion import TYPE_NAMES

            raise TypeError(f"Got unsupported ScalarType {TYPE_NAMES[self.dtype]}")
        if a.__class__ is MetaArray:
            raise TypeError("can't convert meta device type tensor to numpy. Use Tensor.cpu() to copy the tensor to host memory first.")
        return mark_borrowed(a)[...] if a.__class__ is np.ndarray else tensor_values(self, NO_STORAGE if a.level.alive else ESCAPED)

    def __array__(self: Any, dtype: Any = None, copy: bool | None = None) -> Any:
        a = self.numpy()
        if dtype is not None and a.dtype != dtype:
            return a.astype(dtype)
        return a.copy() if copy else a

    def __dlpack__(self: Any, *, stream: Any = -1, max_version: Any = None, dl_device: Any = None, copy: Any = None) -> Any:
        if stream is not None and stream.__class__ is not int:
            raise TypeError("stream must be ``int`` or ``none``")
        if self.requires_grad:
            raise BufferError("Can't export tensors that require gradient, use tensor.detach()")
        if self._array.__class__ is Pending and self._array.conjugated:
            raise BufferError("Can't export tensors with the conjugate bit set")
        if self._array.__class__ is MetaArray:
            raise BufferError("Cannot pack tensors on meta")
        if stream not in (None, -1):
            raise AssertionError("stream should be None on cpu.")
        if dl_device is not None:
            from ..creation.asarray import check_dlpack_device

            dl_device = check_dlpack_device(dl_device, copy)
        if not _is_numpy_dtype(self._array.dtype):
            from .dlpack_types import export_capsule

            return export_capsule(self._array, max_version=max_version, dl_device=dl_device, copy=copy)
        return self._array.__dlpack__(max_version=max_version, dl_device=dl_device, copy=copy)

    def __dlpack_device__(self: Any) -> tuple[int, int]:
        if self._array.__class__ is MetaArray:
            raise ValueError("Unknown device type meta for Dlpack")
        from .dlpack_types import DLDeviceType

        return (DLDeviceType.kDLCPU, 0)

    def __bool__(self: Any) -> bool:
        a = self._array
        if a.size != 1:
            raise RuntimeError("Boolean value of Tensor with no values is ambiguous" if not a.size else
                               "Boolean value of Tensor with more than one value is ambiguous")
        return bool(a)

    def __float__(self: Any) -> float:
        if self._requires_grad:
            warn_scalar_conversion(self)
        if self._array.dtype.kind == "c" and self._array.size == 1 and self._array.item().imag:
            raise RuntimeError("value cannot be converted to type double without overflow")
        return float(_real_number(self))

    def __int__(self: Any) -> int:
        if self._array.dtype.kind == "c" and self._array.size == 1 and self._array.item().imag:
            raise RuntimeError("value cannot be converted to type int64_t without overflow")
        return int(_real_number(self))

    def __index__(self: Any) -> int:
        if self._array.dtype.kind not in "iub" or self._array.size != 1:
            raise TypeError("only integer tensors of a single element can be converted to an index")
        if self._array.dtype.kind == "b" and sys._getframe(1).f_globals.get("__name__", "").startswith(_PACKAGE):
            raise TypeError("a truth value is no int")  # Python would accept a bool, but torch's functions do not
        return int(self._array.item())

    def __iter__(self: Any) -> Any:
        usual = self.__class__ in PLAIN and not LOCAL.function_modes
        if not (self._array.ndim if usual else self.dim()):
            raise TypeError("iteration over a 0-d tensor")
        return iter(_unbind(self, 0) if usual else self.unbind(0))

    def __reversed__(self: Any) -> Any:
        return self.flip(0) if self._array.ndim else self

    def __contains__(self: Any, element: Any) -> bool:
        if not isinstance(element, (TensorBase, int, float, complex, np.integer)):
            raise RuntimeError(f"Tensor.__contains__ only supports Tensor or scalar, but you passed in a {type(element)}.")
        return bool((element == self).any().item())

    def __format__(self: Any, format_spec: str) -> str:
        if self._array.ndim == 0 and type(self) is Classes.tensor and not is_meta_tensor(self):  # subclasses show their repr
            from ..._array.exchange.printing import format_scalar

            return format_scalar(tensor_values(self, NO_ITEM), format_spec)
        return object.__format__(self, format_spec)

    def __repr__(self: Any, *, tensor_contents: Any = None) -> str:
        return tensor_repr(self, Classes.tensor, tensor_contents)

    def __deepcopy__(self: Any, memo: dict[int, Any]) -> Any:
        if id(self) in memo:
            return memo[id(self)]
        if ACTIVE:
            refuse_copy(self)
        if self.grad_fn is not None:
            raise RuntimeError("Only Tensors created explicitly by the user (graph leaves) support the deepcopy protocol at the moment.  "
                               "If you were attempting to deepcopy a module, this may be because of a torch.nn.utils.weight_norm usage, "
                               "see https://github.com/pytorch/pytorch/pull/103001")
        if type(self) not in PLAIN and type(self.new_empty(())) is not type(self):
            raise RuntimeError("The default implementation of __deepcopy__() for non-wrapper subclasses only works for subclass types that "
                               "implement new_empty() and for which that function returns another instance of the same subclass. You "
                               "should either properly implement new_empty() for your subclass or override __deepcopy__() if it is "
                               "intended behavior for new_empty() to return an instance of a different type.")
        import copy

        array = self._array.read() if self._array.__class__ is Pending else (
            self._array.copy() if self._array.__class__ is MetaArray else copy_memory_and_window(self._array, memo))
        note_layout(array)
        out = wrap_as(type(self), array)
        bump_version(out)  # PyTorch creates and then fills it
        memo[id(self)] = out
        out._requires_grad = self._requires_grad is True
        if self._grad is not None:
            out._gradient = copy.deepcopy(self._grad, memo)
        if self.__dict__:
            out.__dict__.update(copy.deepcopy(self.__dict__, memo))
        return out

    def __copy__(self: Any) -> Any:
        """Return another leaf over the same memory, as pickling with shared storages would."""
        if ACTIVE:
            refuse_copy(self)
        warn_if_has_hooks(self)
        return _rebuild(type(self), self._array, bool(self.requires_grad), dict(self.__dict__))

    def __reduce_ex__(self: Any, proto: Any) -> Any:
        if "multiprocessing.reduction" in sys.modules:
            from ..storage import sharing

            if sharing.is_being_sent():
                return sharing.reduce_tensor(self)
        from .pickled_windows import reduce_tensor, reduce_with_memory

        return reduce_tensor(self) if names_torch() else reduce_with_memory(self)

    def __array_wrap__(self: Any, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        """Wrap results of numpy functions with tensor arguments as tensors; bool becomes uint8, as in PyTorch."""
        return wrap(array.astype(np.uint8) if array.dtype == np.bool_ else array)

    def __setstate__(self: Any, state: Any) -> None:
        """Restore the state of very old pickles."""
        if len(state) == 4:
            self.set_(*state)
            return
        self.requires_grad, _, _ = state

    def __long__(self: Any) -> int:
        return int(self.item())

    def __nonzero__(self: Any) -> bool:
        return bool(self)


def warn_if_has_hooks(tensor: Any) -> None:
    """Warn about every backward hook of `tensor`, since saving loses them."""
    for hook in (getattr(tensor, "_backward_hooks", None) or {}).values():
        if not hasattr(hook, "__torch_unserializable__"):
            warn(f"backward hook {hook!r} on tensor will not be serialized.  If this is expected, you can "
                 "decorate the function with @torch.utils.hooks.unserializable_hook to suppress this warning")


def reduce_by_copy(t: Any) -> Any:
    """Pickle a tensor with only its own elements."""
    if ACTIVE:
        refuse_copy(t)
    warn_if_has_hooks(t)
    if t._array.__class__ is MetaArray:
        return rebuild_meta_array, (t.dtype, tuple(t.shape), t.stride(), bool(t.requires_grad))
    copy = _copy_array(t._array)
    # PyTorch pickles a non-leaf as a detached leaf, with its requires_grad flag.
    rest = t.grad_fn is not None or bool(t.requires_grad), dict(t.__dict__)
    if copy.ndim > 2 and copy.__class__ is np.ndarray and not copy.flags.forc:  # numpy pickles C and Fortran order only
        order = sorted(range(copy.ndim), key=lambda d: -copy.strides[d])
        return _rebuild_permuted, (type(t), copy.transpose(order), order, *rest)
    return _rebuild, (type(t), copy, *rest)


def _copy_array(array: Any) -> Any:
    return array.rewrap(array.raw.copy("K")) if array.__class__ is Pending else array.copy("K")


def rebuild_meta_array(dtype: Any, size: Any, stride: Any, requires_grad: bool) -> Any:
    """Rebuild a meta tensor."""
    from ..creation.factories import empty_strided

    return empty_strided(size, stride, dtype=dtype, device="meta", requires_grad=requires_grad)


def _rebuild_permuted(cls: Any, array: Any, order: list[int], requires_grad: bool, attributes: dict[str, Any]) -> Any:
    """`_rebuild` for an array whose dimensions were pickled in memory order."""
    return _rebuild(cls, array.transpose(sorted(range(len(order)), key=order.__getitem__)), requires_grad, attributes)


def _rebuild(cls: Any, array: Any, requires_grad: bool, attributes: dict[str, Any]) -> Any:
    """Rebuild a tensor. The dtype is looked up, since dispatch compares dtypes by identity."""
    if array.__class__ is Pending:
        out = _rebuild(cls, array.raw, requires_grad, attributes)
        set_array(out, array.rewrap(out._array))
        return out
    if array.__class__ is MetaArray:
        out = wrap_as(cls, array)
        out._requires_grad = requires_grad
        out.__dict__.update(attributes)
        return out
    canonical = np.dtype(array.dtype.type)
    out = wrap_as(cls, array.view(canonical) if array.dtype is not canonical else array)
    out._requires_grad = requires_grad
    out.__dict__.update(attributes)
    bump_version(out)
    return out


class _CapsuleExporter:
    """Wraps a capsule for numpy, which expects an object with `__dlpack__`. The only device is the CPU."""

    def __init__(self, capsule: Any) -> None:
        self.capsule = capsule

    def __dlpack__(self, **request: Any) -> Any:
        return self.capsule

    def __dlpack_device__(self) -> tuple[int, int]:
        return 1, 0


class _WritableMemory:
    """Marks as writable the memory of an array that numpy treats as read-only because the capsule has no flag; PyTorch writes to it."""

    def __init__(self, array: Any) -> None:
        self._array = array
        self.__array_interface__ = {**array.__array_interface__, "data": (array.__array_interface__["data"][0], False)}


_INVALID_CAPSULE = ("from_dlpack received an invalid capsule. Note that DLTensor capsules can be consumed only once, so you might "
                    "have already constructed a tensor from it once.")


def _is_numpy_dtype(dtype: Any) -> bool:
    return dtype.kind != "V" and dtype.char not in FLOAT8


def _array_from_capsule(capsule: Any) -> Any:
    """The memory of a capsule as an array."""
    from .dlpack_types import retype_as_integers

    try:
        dtype = retype_as_integers(capsule)
    except ValueError:
        raise RuntimeError(_INVALID_CAPSULE) from None
    array = np.asarray(_WritableMemory(np.from_dlpack(_CapsuleExporter(capsule))))
    return array if dtype is None else array.view(dtype)


def from_dlpack(ext_tensor: Any, *, device: Any = None, copy: bool | None = None) -> Any:
    # The docstring is written in _bindings/tensor/interop.md.
    """A tensor over the memory of another library's array, by the DLPack protocol.

    Parameters
    ----------
    ext_tensor : object
        An object with `__dlpack__`, or a capsule.
    device : torch.device or str, optional
        The device of the result.
    copy : bool, optional
        True copies, False raises if a copy is needed.

    Returns
    -------
    Tensor
        A tensor that shares the memory.

    References
    ----------
    PyTorch: torch.from_dlpack

    Examples
    --------
    >>> import numpy as np
    >>> a = np.arange(3)
    >>> torch.from_dlpack(a)
    tensor([0, 1, 2])
    """
    if check_device(device, None):
        raise BufferError("Cannot pack tensors on meta")
    if hasattr(ext_tensor, "__dlpack__"):
        if ext_tensor.__dlpack_device__()[0] == 1 and isinstance(ext_tensor, TensorBase) and not _is_numpy_dtype(ext_tensor._array.dtype):
            array = _array_from_capsule(ext_tensor.__dlpack__())  # type: ignore[attr-defined]
        else:
            try:
                array = np.from_dlpack(ext_tensor)
            except (BufferError, RuntimeError):  # possibly a type that numpy does not support
                array = _array_from_capsule(ext_tensor.__dlpack__())
    elif type(ext_tensor).__name__ == "PyCapsule":
        array = _array_from_capsule(ext_tensor)
    else:
        raise RuntimeError(_INVALID_CAPSULE)
    array = array.copy() if copy else mark_borrowed(array)
    note_layout(array)
    return wrap(array)


def to_dlpack(tensor: Any) -> Any:
    # The docstring is written in _bindings/tensor/interop.md.
    """A tensor as a DLPack capsule, for other libraries.

    Parameters
    ----------
    tensor : Tensor
        A tensor that requires no gradient.

    Returns
    -------
    PyCapsule
        To be consumed once. Newer code passes the tensor itself, which has `__dlpack__`.

    References
    ----------
    PyTorch: torch.to_dlpack

    Examples
    --------
    >>> capsule = torch.to_dlpack(torch.tensor([1, 2]))
    >>> torch.from_dlpack(capsule)
    tensor([1, 2])
    """
    if not isinstance(tensor, TensorBase):
        raise TypeError(f"_to_dlpack(): argument 'data' (position 1) must be Tensor, not {type(tensor).__name__}")
    if tensor._array.__class__ in Classes.layouts:
        raise RuntimeError("Cannot access data pointer of Tensor that doesn't have storage")
    return tensor.detach().__dlpack__()  # type: ignore[attr-defined]


__all__ = ["from_dlpack", "to_dlpack"]
