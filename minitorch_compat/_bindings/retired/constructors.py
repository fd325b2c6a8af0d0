"""The legacy constructors: `torch.Tensor(2, 3)`, `torch.FloatTensor([1, 2])`, and the legacy tensor types."""
from __future__ import annotations

import operator
from typing import Any

import numpy as np

from ..._array.core.dtypes import Defaults, c_name
from ..._array.core.numbers import check_not_negative
from ..._array.core.user_warnings import warn_once
from ..._array.exchange.parsing import parse
from ..._array.exchange.type_names import value_type_name
from ..._array.sparse.coo import is_coo
from ..._dispatch import dtype as _d
from ..._dispatch.call.caller import caller, wrap
from ..._dispatch.call.kernel_errors import out_of_memory
from ..._dispatch.call.torch_function import NO_CLASSES, switched_off
from ..._dispatch.device import device as _device
from ..._dispatch.messages import argument_messages
from ..._dispatch.state import Classes
from ..._dispatch.tensor import TensorBase, with_class, wrap_as
from ..._dispatch.unsupported import UnsupportedError
from ..creation.factories import unwrap
from ..randomness.determinism import fill_uninitialized
from ..settings.constants import sparse_coo, strided
from ..tensor.conversion import BY_TYPE_NAME

_alias = caller("alias")
_OPTIONS = "TensorOptions(dtype={}, device=cpu, layout=Strided, requires_grad=false (default), pinned_memory=false (default), " \
           "memory_format=(nullopt))"


def legacy_tensor(cls: Any, *args: Any, device: Any = None, **kwargs: Any) -> Any:
    """`Tensor(*sizes)`: uninitialised; `Tensor(data)`: its values, of the default dtype; `Tensor(tensor)`: an alias of it."""
    _check_keywords(device, kwargs)
    args = (kwargs["other"],) if "other" in kwargs else args
    if args and isinstance(args[0], TensorBase) and len(args) == 1:
        if device is not None:
            raise RuntimeError("Legacy tensor constructor of the form torch.Tensor(tensor, device=device) is not supported.  Use "
                               "torch.tensor(...) or torch.as_tensor(...) instead.")
        return _alias_as_class(args[0], cls)
    return wrap_as(cls, _new_array(Defaults.floating, _positional_arguments(args, kwargs)))


def typed_new(np_dtype: np.dtype[Any], args: tuple[Any, ...], device: Any = None, **kwargs: Any) -> Any:
    """`FloatTensor(...)` and `tensor.new(...)`: like `Tensor(...)`, with a fixed dtype."""
    _check_keywords(device, kwargs)
    args = _positional_arguments(args, kwargs)
    if len(args) == 1 and isinstance(args[0], TensorBase):
        if args[0]._array.dtype is not np_dtype:
            ours, theirs = (_OPTIONS.format(c_name(t)) for t in (np_dtype, args[0]._array.dtype))
            raise TypeError(f"expected {ours} (got {theirs})")
        if device is not None:
            raise RuntimeError("Legacy tensor new of the form tensor.new(tensor, device=device) is not supported.  Use "
                               "torch.as_tensor(...) instead.")
        return _alias_as_class(args[0], Classes.tensor)
    return wrap(_new_array(np_dtype, args))


def _alias_as_class(t: Any, cls: Any) -> Any:
    """An alias of `t`, history included, of another class; without calling `__torch_function__` of the class of `t`."""
    with switched_off(NO_CLASSES):
        return with_class(_alias(t), cls)


def _positional_arguments(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
    """Positional arguments, or the single keyword argument."""
    if "size" in kwargs:
        from ..._dispatch.size import Size

        return (Size(kwargs["size"]),)
    return args or tuple(kwargs.values())


def _check_keywords(device: Any, kwargs: dict[str, Any]) -> None:
    place = _device("cpu" if device is None else device)
    if place.type != "cpu":
        raise RuntimeError(f"legacy constructor expects device type: cpu but device type: {place.type} was passed")
    unknown = kwargs.keys() - {"size", "data", "other", "storage"}
    if unknown or len(kwargs) > 1:
        raise TypeError(f"new() received an invalid combination of arguments - got ({', '.join(kwargs)}), but expected one of: "
                        "(*, torch.device device = None), (tuple of ints size, *, torch.device device = None), "
                        "(object data, *, torch.device device = None)")


def _uninitialized(sizes: Any, np_dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    try:
        shape = tuple(map(operator.index, sizes))
    except TypeError:
        place = next(i for i, n in enumerate(sizes, 1) if isinstance(n, type) or getattr(n, "ndim", None) or not hasattr(n, "__index__"))
        raise TypeError(f"new(): argument 'size' failed to unpack the object at pos {place} with error "
                        f"\"type must be tuple of ints,but got {value_type_name(sizes[place - 1])}\"") from None
    check_not_negative(shape)
    try:
        return fill_uninitialized(np.empty(shape, np_dtype))
    except MemoryError as error:
        raise out_of_memory(error) from None


def _new_array(np_dtype: np.dtype[Any], args: tuple[Any, ...]) -> np.ndarray[Any, Any]:
    """The array that a legacy constructor makes of sizes, a size, or data."""
    if not args:
        return np.empty(0, np_dtype)
    data = args[0]
    is_size = isinstance(data, tuple) and type(data) is not tuple  # a torch.Size is a size, a plain tuple is data
    if len(args) > 1 and not hasattr(data, "__index__") or len(args) > 1 and isinstance(data, (TensorBase, np.ndarray)):
        raise argument_messages.wrong_combination("new", args, {})
    if is_size or len(args) > 1 or hasattr(data, "__index__") and not isinstance(data, (np.ndarray, type)) and data is not True:
        return _uninitialized(data if is_size else args, np_dtype)
    if isinstance(data, (str, bytes)):
        raise TypeError(f"new(): invalid data type '{type(data).__name__}'")
    if hasattr(data, "_storage_array"):
        return data._storage_array(np_dtype)
    if isinstance(data, dict) or not hasattr(data, "__len__"):
        raise TypeError(f"new(): data must be a sequence (got {value_type_name(data)})")
    return parse(data, np_dtype, unwrap)


class tensortype(type):
    """The metaclass of legacy tensor types: calling one makes a tensor, `isinstance` checks the dtype."""

    tensor_dtype: _d.dtype
    place: str | None

    def __new__(mcs, name: str, bases: tuple[type, ...], body: dict[str, Any], dtype: _d.dtype | None = None,
                place: str | None = None) -> tensortype:
        if dtype is None:
            raise TypeError(f"type 'torch.{bases[0].__name__}' is not an acceptable base type")
        cls = super().__new__(mcs, name, bases, body)
        cls.tensor_dtype, cls.place = dtype, place
        cls.__module__ = "torch" if place is None else f"torch.{place}"
        return cls

    def __init__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any], dtype: Any = None, place: str | None = None) -> None:
        super().__init__(name, bases, body)

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        if cls.place == "sparse":
            _warn_of_sparse_type(args)
            return _sparse_new(cls.tensor_dtype, args, **kwargs)
        cls.require()
        return typed_new(cls.tensor_dtype.numpy, args, **kwargs)

    def require(cls) -> None:
        """Refuse types of devices that do not exist."""
        if cls.place == "cuda":
            raise TypeError(f"type torch.cuda.{cls.__name__} not available. Torch not compiled with CUDA enabled.")
        if cls.place is not None:
            raise UnsupportedError(f"torch.{cls.place}.{cls.__name__} as a type to convert to", "use to_sparse()")

    def __instancecheck__(cls, instance: Any) -> bool:
        return (cls.place != "cuda" and isinstance(instance, TensorBase) and _d.of(instance._array.dtype) is cls.tensor_dtype
                and is_coo(instance._array) is (cls.place == "sparse"))

    @property
    def dtype(cls) -> _d.dtype:
        """The dtype of the type's tensors."""
        return cls.tensor_dtype

    @property
    def layout(cls) -> Any:
        """The layout of the type's tensors."""
        return sparse_coo if cls.place == "sparse" else strided

    @property
    def is_cuda(cls) -> bool:
        """Whether the type's tensors would be on a GPU."""
        return cls.place == "cuda"

    @property
    def is_sparse(cls) -> bool:
        """Whether the type's tensors would be sparse."""
        return cls.place == "sparse"


def _sparse_new(dtype: _d.dtype, args: tuple[Any, ...], **kwargs: Any) -> Any:
    """`torch.sparse.FloatTensor(indices, values, size)`, or only sizes."""
    from ..sparse_tensors.coo import sparse_coo_tensor

    if len(args) == 1 and isinstance(args[0], (tuple, list)):
        args = tuple(args[0])
    if all(isinstance(n, int) for n in args):
        return sparse_coo_tensor(size=args or (0,), dtype=dtype, **kwargs)
    if not isinstance(args[0], TensorBase) or len(args) == 1:
        raise argument_messages.wrong_combination("new", args, kwargs)
    return sparse_coo_tensor(*args, **kwargs)


def _warn_of_sparse_type(args: tuple[Any, ...]) -> None:
    given = "shape" if all(isinstance(n, (int, tuple)) for n in args) else ", ".join(("indices", "values", "shape")[:max(len(args), 2)])
    warn_once(f"torch.sparse.SparseTensor({f'{given}, *, device=' if args else ''}) is deprecated.  Please use torch.sparse_coo_tensor"
              f"({given if args else '(0,)'}, dtype=).")


class FloatTensor(metaclass=tensortype, dtype=_d.float32):
    """The legacy type of float32 tensors: a call makes one, `isinstance` checks the dtype.

    Parameters
    ----------
    *args : ints, sequence or Tensor
        Sizes of an uninitialised tensor, or the values; a tensor of this dtype is aliased.
    **kwargs : object
        `size` or `data` in place of the positional one; `device`, which can only be the CPU.

    Notes
    -----
    `torch.tensor(..., dtype=torch.float32)` is clearer.

    References
    ----------
    PyTorch: ``torch.FloatTensor``.

    Examples
    --------
    >>> t = torch.FloatTensor([1.5, 2.0])
    >>> t
    tensor([1.5000, 2.0000])
    >>> isinstance(t, torch.FloatTensor), torch.FloatTensor(2, 3).shape
    (True, torch.Size([2, 3]))
    """


class DoubleTensor(metaclass=tensortype, dtype=_d.float64):
    """The legacy type of float64 tensors: a call makes one, `isinstance` checks the dtype.

    Parameters
    ----------
    *args : ints, sequence or Tensor
        Sizes of an uninitialised tensor, or the values; a tensor of this dtype is aliased.
    **kwargs : object
        `size` or `data` in place of the positional one; `device`, which can only be the CPU.

    Notes
    -----
    `torch.tensor(..., dtype=torch.float64)` is clearer.

    References
    ----------
    PyTorch: ``torch.DoubleTensor``.

    Examples
    --------
    >>> t = torch.DoubleTensor([1.5, 2.0])
    >>> t
    tensor([1.5000, 2.0000], dtype=torch.float64)
    >>> isinstance(t, torch.DoubleTensor), torch.DoubleTensor(2, 3).shape
    (True, torch.Size([2, 3]))
    """


class HalfTensor(metaclass=tensortype, dtype=_d.float16):
    """The legacy type of float16 tensors: a call makes one, `isinstance` checks the dtype.

    Parameters
    ----------
    *args : ints, sequence or Tensor
        Sizes of an uninitialised tensor, or the values; a tensor of this dtype is aliased.
    **kwargs : object
        `size` or `data` in place of the positional one; `device`, which can only be the CPU.

    Notes
    -----
    `torch.tensor(..., dtype=torch.float16)` is clearer.

    References
    ----------
    PyTorch: ``torch.HalfTensor``.

    Examples
    --------
    >>> t = torch.HalfTensor([1.5, 2.0])
    >>> t
    tensor([1.5000, 2.0000], dtype=torch.float16)
    >>> isinstance(t, torch.HalfTensor), torch.HalfTensor(2, 3).shape
    (True, torch.Size([2, 3]))
    """


class BFloat16Tensor(metaclass=tensortype, dtype=_d.bfloat16):
    """The legacy type of bfloat16 tensors: a call makes one, `isinstance` checks the dtype. Needs the bfloat16 extra.

    Parameters
    ----------
    *args : ints, sequence or Tensor
        Sizes of an uninitialised tensor, or the values; a tensor of this dtype is aliased.
    **kwargs : object
        `size` or `data` in place of the positional one; `device`, which can only be the CPU.

    Notes
    -----
    `torch.tensor(..., dtype=torch.bfloat16)` is clearer.

    References
    ----------
    PyTorch: ``torch.BFloat16Tensor``.

    Examples
    --------
    >>> t = torch.BFloat16Tensor([1.5, 2.0])
    >>> t
    tensor([1.5000, 2.0000], dtype=torch.bfloat16)
    >>> isinstance(t, torch.BFloat16Tensor), torch.BFloat16Tensor(2, 3).shape
    (True, torch.Size([2, 3]))
    """


class LongTensor(metaclass=tensortype, dtype=_d.int64):
    """The legacy type of int64 tensors: a call makes one, `isinstance` checks the dtype.

    Parameters
    ----------
    *args : ints, sequence or Tensor
        Sizes of an uninitialised tensor, or the values; a tensor of this dtype is aliased.
    **kwargs : object
        `size` or `data` in place of the positional one; `device`, which can only be the CPU.

    Notes
    -----
    `torch.tensor(..., dtype=torch.int64)` is clearer.

    References
    ----------
    PyTorch: ``torch.LongTensor``.

    Examples
    --------
    >>> t = torch.LongTensor([1, 2, 3])
    >>> t
    tensor([1, 2, 3])
    >>> isinstance(t, torch.LongTensor), torch.LongTensor(2, 3).shape
    (True, torch.Size([2, 3]))
    """


class IntTensor(metaclass=tensortype, dtype=_d.int32):
    """The legacy type of int32 tensors: a call makes one, `isinstance` checks the dtype.

    Parameters
    ----------
    *args : ints, sequence or Tensor
        Sizes of an uninitialised tensor, or the values; a tensor of this dtype is aliased.
    **kwargs : object
        `size` or `data` in place of the positional one; `device`, which can only be the CPU.

    Notes
    -----
    `torch.tensor(..., dtype=torch.int32)` is clearer.

    References
    ----------
    PyTorch: ``torch.IntTensor``.

    Examples
    --------
    >>> t = torch.IntTensor([1, 2, 3])
    >>> t
    tensor([1, 2, 3], dtype=torch.int32)
    >>> isinstance(t, torch.IntTensor), torch.IntTensor(2, 3).shape
    (True, torch.Size([2, 3]))
    """


class ShortTensor(metaclass=tensortype, dtype=_d.int16):
    """The legacy type of int16 tensors: a call makes one, `isinstance` checks the dtype.

    Parameters
    ----------
    *args : ints, sequence or Tensor
        Sizes of an uninitialised tensor, or the values; a tensor of this dtype is aliased.
    **kwargs : object
        `size` or `data` in place of the positional one; `device`, which can only be the CPU.

    Notes
    -----
    `torch.tensor(..., dtype=torch.int16)` is clearer.

    References
    ----------
    PyTorch: ``torch.ShortTensor``.

    Examples
    --------
    >>> t = torch.ShortTensor([1, 2, 3])
    >>> t
    tensor([1, 2, 3], dtype=torch.int16)
    >>> isinstance(t, torch.ShortTensor), torch.ShortTensor(2, 3).shape
    (True, torch.Size([2, 3]))
    """


class CharTensor(metaclass=tensortype, dtype=_d.int8):
    """The legacy type of int8 tensors: a call makes one, `isinstance` checks the dtype.

    Parameters
    ----------
    *args : ints, sequence or Tensor
        Sizes of an uninitialised tensor, or the values; a tensor of this dtype is aliased.
    **kwargs : object
        `size` or `data` in place of the positional one; `device`, which can only be the CPU.

    Notes
    -----
    `torch.tensor(..., dtype=torch.int8)` is clearer.

    References
    ----------
    PyTorch: ``torch.CharTensor``.

    Examples
    --------
    >>> t = torch.CharTensor([-1, 2])
    >>> t
    tensor([-1,  2], dtype=torch.int8)
    >>> isinstance(t, torch.CharTensor), torch.CharTensor(2, 3).shape
    (True, torch.Size([2, 3]))
    """


class ByteTensor(metaclass=tensortype, dtype=_d.uint8):
    """The legacy type of uint8 tensors: a call makes one, `isinstance` checks the dtype.

    Parameters
    ----------
    *args : ints, sequence or Tensor
        Sizes of an uninitialised tensor, or the values; a tensor of this dtype is aliased.
    **kwargs : object
        `size` or `data` in place of the positional one; `device`, which can only be the CPU.

    Notes
    -----
    `torch.tensor(..., dtype=torch.uint8)` is clearer.

    References
    ----------
    PyTorch: ``torch.ByteTensor``.

    Examples
    --------
    >>> t = torch.ByteTensor([1, 255])
    >>> t
    tensor([  1, 255], dtype=torch.uint8)
    >>> isinstance(t, torch.ByteTensor), torch.ByteTensor(2, 3).shape
    (True, torch.Size([2, 3]))
    """


class BoolTensor(metaclass=tensortype, dtype=_d.bool_):
    """The legacy type of bool tensors: a call makes one, `isinstance` checks the dtype.

    Parameters
    ----------
    *args : ints, sequence or Tensor
        Sizes of an uninitialised tensor, or the values; a tensor of this dtype is aliased.
    **kwargs : object
        `size` or `data` in place of the positional one; `device`, which can only be the CPU.

    Notes
    -----
    `torch.tensor(..., dtype=torch.bool)` is clearer.

    References
    ----------
    PyTorch: ``torch.BoolTensor``.

    Examples
    --------
    >>> t = torch.BoolTensor([True, False])
    >>> t
    tensor([ True, False])
    >>> isinstance(t, torch.BoolTensor), torch.BoolTensor(2, 3).shape
    (True, torch.Size([2, 3]))
    """


TYPES = {t.__name__: t for t in (FloatTensor, DoubleTensor, HalfTensor, BFloat16Tensor, LongTensor, IntTensor, ShortTensor, CharTensor,
                                 ByteTensor, BoolTensor)}


def tensor_types_of(place: str) -> dict[str, Any]:
    """The legacy types of another device or layout: `torch.cuda.FloatTensor` and the like, which can be named but not called."""
    return {name: _make_type(name, t.tensor_dtype, place) for name, t in TYPES.items()}


def _make_type(name: str, dtype: _d.dtype, place: str) -> Any:
    return tensortype(name, (), {"__doc__": f"""The old type of {dtype.name} tensors, {place} ones, to be named and asked for its dtype.

        A sparse one can be called with indices, values and a size, or with sizes alone; others cannot be called here.

        Parameters
        ----------
        *args : object
            What the tensor is made of.
        **kwargs : object
            The same by name.

        References
        ----------
        PyTorch: ``torch.{place}.{name}``.

        Examples
        --------
        >>> torch.{place}.{name}.dtype
        {dtype}
        """}, dtype=dtype, place=place)


def set_default_tensor_type(t: Any) -> None:
    # The docstring is written in _bindings/retired/constructors.md.
    """Deprecated: set default dtype and device by the name of a tensor type; see `torch.set_default_dtype`.

    Parameters
    ----------
    t : str or type
        Such as 'torch.DoubleTensor'.

    Returns
    -------
    None
        Nothing.

    References
    ----------
    PyTorch: torch.set_default_tensor_type

    Examples
    --------
    >>> torch.set_default_tensor_type("torch.DoubleTensor")
    >>> torch.get_default_dtype()
    torch.float64
    >>> torch.set_default_dtype(torch.float32)
    """
    warn_once("torch.set_default_tensor_type() is deprecated as of PyTorch 2.1, please use torch.set_default_dtype() and "
              "torch.set_default_device() as alternatives.")
    if isinstance(t, str):
        if t.startswith("torch.cuda."):
            raise TypeError(f"type {t} not available. Torch not compiled with CUDA enabled.")
        module, _, name = t.rpartition(".")
        if module != "torch" and not module.startswith("torch."):
            raise ModuleNotFoundError(f"No module named '{module or name}'")
        if t not in BY_TYPE_NAME:
            raise AttributeError(f"module '{module}' has no attribute '{name}'")
        dtype = BY_TYPE_NAME[t]
    elif isinstance(t, tensortype):
        t.require()
        dtype = t.tensor_dtype
    else:
        raise TypeError("invalid type object: only floating-point types are supported as the default type")
    _d.set_default_dtype(dtype)
