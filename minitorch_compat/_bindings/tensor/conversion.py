"""Dtype conversions: `to`, `type`, `float` and the like. https://docs.pytorch.org/docs/stable/generated/torch.Tensor.to.html"""
from __future__ import annotations

import builtins
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.dtypes import FLOAT8_NAMES, SCALAR_NAMES
from ..._array.core.meta import NO_DATA
from ..._array.core.user_warnings import warn_imaginary_part_discarded
from ..._array.exchange.type_names import value_type_name
from ..._array.shape.strided import is_channels_last_like
from ..._array.shape.views import CHANNELS_LAST
from ..._dispatch import dtype as _d
from ..._dispatch.call.caller import lazy_call, lazy_call_as, resolve_calls
from ..._dispatch.call.torch_function import dispatch_override, handles_overrides
from ..._dispatch.device import as_device, check_device, device
from ..._dispatch.levels.lifting import example_array
from ..._dispatch.messages import argument_messages
from ..._dispatch.state import ACTIVE, LOCAL, ORDINARY
from ..._dispatch.tensor import TensorBase, is_meta_tensor
from ..functions.shown_signatures import shown_as
from ..override.overridable import all_overridable, overridable_def, resolve
from ..settings.constants import memory_format

if TYPE_CHECKING:
    from .tensor import Tensor

_cast, _to_format, _contiguous = lazy_call("cast"), lazy_call("to_format"), lazy_call("contiguous")
_to_copy = lazy_call_as("clone", "ToCopyBackward0")
resolve_calls(globals())

#: The legacy names of dtypes, as in the result of `Tensor.type()`.
TYPE_NAMES = {d: SCALAR_NAMES[d.name] for d in (*_d.ALL, *map(_d.foreign, FLOAT8_NAMES))}
BY_TYPE_NAME = {f"torch.{name}Tensor": d for d, name in TYPE_NAMES.items()}


def is_dtype(value: Any) -> builtins.bool:
    """Whether a value is a dtype, or a Python class that stands for one."""
    return value.__class__ is _d.dtype or isinstance(value, builtins.type) and value in _d.OF_CLASSES


#: The dtypes of Python numbers passed as tensors.
DTYPE_OF_NUMBER = {builtins.bool: _d.bool_, builtins.float: _d.float64, builtins.complex: _d.complex128}


def _parse_to_arguments(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, builtins.bool, Any, Any]:
    """The requested numpy dtype (None: keep), whether to copy, the memory format, and whether the device is meta (None: keep)."""
    for value in (*args, *kwargs.values()):
        if value.__class__ not in ORDINARY:
            dispatch_override((*args, *kwargs.values()))
            break
    given = dict(kwargs) if args else None
    dtype, copy = kwargs.pop("dtype", None), kwargs.pop("copy", False)
    if dtype is not None and not is_dtype(dtype):
        raise argument_messages.wrong_combination("to", args, {"dtype": dtype})
    place, other, layout = kwargs.pop("device", None), kwargs.pop("tensor", None), kwargs.pop("memory_format", None)
    if place is not None and not _is_device_like(place):
        raise argument_messages.wrong_combination("to", args, {"device": place})
    flag = kwargs.pop("non_blocking", False)
    if kwargs:
        raise TypeError(f"to() received an invalid combination of arguments - got an unexpected keyword argument '{next(iter(kwargs))}'")
    if flag is not True and flag is not False or copy is not True and copy is not False:
        raise argument_messages.wrong_combination("to", args, {"non_blocking": flag, "copy": copy})
    if layout is not None and layout.__class__ is not memory_format:
        raise argument_messages.wrong_combination("to", args, {"memory_format": layout})
    flags: list[builtins.bool] = []
    stage = 0  # progress of positional arguments: a device (1), then a dtype, or a tensor (2), then flags
    for arg in args:
        if is_dtype(arg) and stage < 2:
            dtype, stage = arg, 2
        elif isinstance(arg, (str, device)) and not stage:
            place, stage = arg, 1
        elif isinstance(arg, TensorBase) and not stage:
            other, stage = arg, 2
        elif not stage and (arg.__class__ in DTYPE_OF_NUMBER or arg.__class__ is builtins.int and args[1:2] in ((True,), (False,))):
            dtype, stage = DTYPE_OF_NUMBER.get(arg.__class__, _d.int64), 2  # a number stands for a tensor
        elif not stage and isinstance(arg, (np.bool_, np.inexact)):
            dtype, stage = _d.float64, 2
        elif isinstance(arg, builtins.bool) and stage == 2 and len(flags) < 2:
            flags.append(arg)
        elif not stage and _is_device_like(arg):
            place, stage = device(arg), 1
        elif arg is None and stage < 2:
            stage += 1
        else:
            raise argument_messages.wrong_combination("to", args, {})
    if given:
        _check_repeated_arguments(args, given, stage, flags)
    to_meta = None if place is None else check_device(place, None)
    if other is not None:
        return other._array.dtype, len(flags) > 1 and flags[1] or builtins.bool(copy), layout, is_meta_tensor(other)
    return _d.array_dtype(dtype), builtins.bool(copy) or (len(flags) > 1 and flags[1]), layout, to_meta


def _check_repeated_arguments(args: tuple[Any, ...], named: dict[str, Any], stage: int, flags: list[builtins.bool]) -> None:
    """Refuse keywords for arguments passed by position, which `stage` and `flags` describe."""
    twice = [name for name in ("non_blocking", "copy")[:builtins.len(flags)] if name in named]
    if twice and isinstance(args[0], (str, device)):
        raise TypeError(f"to() got multiple values for argument '{twice[0]}'")
    if twice or "device" in named or stage == 2 and "dtype" in named:
        raise argument_messages.wrong_combination("to", args, named)


def _is_device_like(value: Any) -> builtins.bool:
    """Whether a value names a device, possibly by an index."""
    return isinstance(value, (str, device, builtins.int, np.integer)) and not isinstance(value, builtins.bool)


def _move_to_meta(x: Any, dtype: Any, layout: Any, to_meta: builtins.bool) -> Any:
    """`x` moved to the meta device; moving from meta to the CPU raises."""
    if not to_meta:
        raise NotImplementedError(NO_DATA)
    from ..._dispatch.layouts.meta import move_to_meta

    out = move_to_meta(x, dtype)
    return out if layout is None else out.to(memory_format=layout)


def _dtype_of_class(cls: Any) -> _d.dtype:
    """The dtype of a legacy tensor class; for `torch.Tensor` the default dtype."""
    if isinstance(cls, builtins.type) and issubclass(cls, TensorBase):
        return _d.get_default_dtype()
    if not hasattr(cls, "tensor_dtype"):
        raise ValueError(f"invalid type: '{cls.__name__ if cls.__module__ == 'builtins' else f'{cls.__module__}.{cls.__name__}'}'")
    if cls.is_cuda:
        raise RuntimeError(f"Cannot initialize CUDA without ATen_cuda library. There is no GPU here for a torch.cuda.{cls.__name__}")
    cls.require()
    return cls.tensor_dtype


def _to_memory_format(input: Any, dtype: Any, copy: builtins.bool, layout: Any) -> Any:
    """`input` converted to a dtype and memory format; itself if it has them already."""
    if not copy and dtype is input._array.dtype and _suggested_memory_format(input) == layout.name:
        return input
    return _to_format(input, dtype, layout)


def _cast_to(name: str, input: Any, dtype: _d.dtype, layout: Any) -> Any:
    """The result of `float(memory_format=...)` and the like."""
    if layout.__class__ is not memory_format:
        raise TypeError(f"{name}(): argument 'memory_format' must be torch.memory_format, not {value_type_name(layout)}")
    if layout.__class__ not in ORDINARY or layout.name == "preserve_format":
        return input.to(dtype, memory_format=layout)
    return _to_memory_format(input, dtype.numpy, False, layout)


def _suggested_memory_format(input: Any) -> str:
    """The memory format suggested by a tensor's strides, with or without gaps: if it is the requested one, PyTorch does not copy."""
    array = example_array(input._array)
    for name, rank in CHANNELS_LAST.items():
        if array.ndim == rank and is_channels_last_like(array):
            return name
    return "contiguous_format"


def contiguous_copy(input: Any) -> Any:
    """A row-major copy, which observers see."""
    if ACTIVE and LOCAL.observer is not None:
        return LOCAL.observer.record_copy(input, lambda: _contiguous(input))
    return _contiguous(input)


def memory_format_name(layout: Any, name: str) -> str:
    """The name of a memory format, which was passed to the function `name`."""
    if layout.__class__ is not memory_format:
        raise TypeError(f"{name}(): argument 'memory_format' must be torch.memory_format, not {value_type_name(layout)}")
    return layout.name


def is_in_memory_format(input: Any, layout: Any) -> builtins.bool:
    """Whether the elements are in the order of a memory format, without gaps."""
    array = input._array
    rank = CHANNELS_LAST.get(layout.name)
    if rank is None or array.ndim != rank or array.__class__ is not np.ndarray:
        return rank is None and array.flags.c_contiguous
    return array.transpose(0, *range(2, rank), 1).flags.c_contiguous


@all_overridable
class Conversion:
    """Methods that change the dtype (or would change the device)."""

    __slots__ = ()

    @handles_overrides
    def to(self: Any, *args: Any, **kwargs: Any) -> Tensor:
        # The docstring is written in _bindings/tensor/conversion.md.
        """The tensor with another dtype, or on another device.

        Called as to(dtype), to(device), to(device, dtype) or to(other), whose dtype and device are used.

        Parameters
        ----------
        dtype : torch.dtype, optional
            The dtype.
        non_blocking : bool, default False
            Accepted for programs that use GPUs.
        copy : bool, default False
            Copy even if nothing changes.
        memory_format : torch.memory_format, default torch.preserve_format
            The memory format of the result.
        device : torch.device or str, optional
            The device of the result: "cpu", or "meta".
        other : Tensor, optional
            The tensor with the dtype and device.

        Returns
        -------
        Tensor
            `self` if nothing changes and `copy` is false, else a copy; gradients flow back.

        Raises
        ------
        RuntimeError
            There is no such device.

        References
        ----------
        PyTorch: torch.Tensor.to

        Examples
        --------
        >>> x = torch.tensor([1.5, -2.5])
        >>> x.to(torch.int64)
        tensor([ 1, -2])
        >>> x.to("cpu") is x, x.to(torch.float64).dtype
        (True, torch.float64)
        """
        try:
            if len(args) == 1 and args[0].__class__ is _d.dtype and not kwargs:
                np_dtype, copy, layout = args[0].numpy, False, None
            else:
                np_dtype, copy, layout, to_meta = _parse_to_arguments(args, kwargs)
                if to_meta is not None and to_meta is not is_meta_tensor(self):
                    return _move_to_meta(self, np_dtype, layout, to_meta)
                if layout is not None and layout.name != "preserve_format":
                    return _to_memory_format(self, self._array.dtype if np_dtype is None else np_dtype, copy, layout)
            if np_dtype is None or np_dtype is self._array.dtype:
                return _to_copy(self, None) if copy else self
            if np_dtype.kind in "fiu" and self._array.dtype.kind == "c":
                warn_imaginary_part_discarded()
            return _cast(self, np_dtype)
        except Exception as error:
            return resolve(error)

    @shown_as("self, dtype=None, non_blocking=False")
    def type(self: Any, dtype: Any = None, non_blocking: builtins.bool = False, **kwargs: Any) -> Any:
        # The docstring is written in _bindings/tensor/conversion.md.
        """The name of the tensor's type; or the tensor cast to another.

        Parameters
        ----------
        dtype : torch.dtype or str, optional
            The dtype to cast to; None returns the name.
        non_blocking : bool, default False
            Accepted for programs that use GPUs.

        Returns
        -------
        str or Tensor
            The name, such as 'torch.FloatTensor', or the tensor, `self` if nothing changes.

        Raises
        ------
        ValueError
            There is no such type.

        References
        ----------
        PyTorch: torch.Tensor.type

        Examples
        --------
        >>> torch.tensor([1.5]).type(), torch.tensor([1.5]).type(torch.int32)
        ('torch.FloatTensor', tensor([1], dtype=torch.int32))
        """
        if dtype is None:
            return f"torch.{'meta.' if is_meta_tensor(self) else ''}{TYPE_NAMES[self.dtype]}Tensor"
        if isinstance(dtype, str):
            if dtype.startswith("torch.cuda."):
                raise RuntimeError(f"Cannot initialize CUDA without ATen_cuda library. There is no GPU here for a {dtype}")
            dtype = dtype.replace("torch.sparse.", "torch.")
            if dtype not in BY_TYPE_NAME:
                raise ValueError(f"invalid type: '{dtype}'")
            dtype = BY_TYPE_NAME[dtype]
        elif isinstance(dtype, builtins.type):
            dtype = _dtype_of_class(dtype)
        elif not isinstance(dtype, _d.dtype):
            raise TypeError("dtype must be a type, str, or dtype object")
        return self.to(dtype, memory_format=kwargs.get("memory_format"))

    @overridable_def
    def type_as(self: Any, other: Tensor) -> Tensor:
        # The docstring is written in _bindings/tensor/conversion.md.
        """The tensor cast to the dtype of another: `self.type(tensor.type())`.

        Parameters
        ----------
        other : Tensor
            The tensor with the dtype.

        Returns
        -------
        Tensor
            `self` if nothing changes, else a copy.

        References
        ----------
        PyTorch: torch.Tensor.type_as

        Examples
        --------
        >>> torch.tensor([1, 2]).type_as(torch.tensor([0.5]))
        tensor([1., 2.])
        """
        return self.to(other)

    def float(self: Any, *, memory_format: Any = None) -> Tensor:
        # The docstring is written in _bindings/tensor/conversion.md.
        """The tensor cast to `torch.float32`: `self.to(torch.float32)`.

        Parameters
        ----------
        memory_format : torch.memory_format, default torch.preserve_format
            The memory format of the result.

        Returns
        -------
        Tensor
            `self` if it has this dtype already, else a copy.

        References
        ----------
        PyTorch: torch.Tensor.float

        Examples
        --------
        >>> torch.tensor([1]).float()
        tensor([1.])
        """
        return self.to(_d.float32) if memory_format is None else _cast_to("float", self, _d.float32, memory_format)

    def double(self: Any, *, memory_format: Any = None) -> Tensor:
        # The docstring is written in _bindings/tensor/conversion.md.
        """The tensor cast to `torch.float64`: `self.to(torch.float64)`.

        Parameters
        ----------
        memory_format : torch.memory_format, default torch.preserve_format
            The memory format of the result.

        Returns
        -------
        Tensor
            `self` if it has this dtype already, else a copy.

        References
        ----------
        PyTorch: torch.Tensor.double

        Examples
        --------
        >>> torch.tensor([1]).double()
        tensor([1.], dtype=torch.float64)
        """
        return self.to(_d.float64) if memory_format is None else _cast_to("double", self, _d.float64, memory_format)

    def half(self: Any, *, memory_format: Any = None) -> Tensor:
        # The docstring is written in _bindings/tensor/conversion.md.
        """The tensor cast to `torch.float16`: `self.to(torch.float16)`.

        Parameters
        ----------
        memory_format : torch.memory_format, default torch.preserve_format
            The memory format of the result.

        Returns
        -------
        Tensor
            `self` if it has this dtype already, else a copy.

        References
        ----------
        PyTorch: torch.Tensor.half

        Examples
        --------
        >>> torch.tensor([1]).half()
        tensor([1.], dtype=torch.float16)
        """
        return self.to(_d.float16) if memory_format is None else _cast_to("half", self, _d.float16, memory_format)

    def bfloat16(self: Any, *, memory_format: Any = None) -> Tensor:
        # The docstring is written in _bindings/tensor/conversion.md.
        """The tensor cast to `torch.bfloat16`: `self.to(torch.bfloat16)`.

        Parameters
        ----------
        memory_format : torch.memory_format, default torch.preserve_format
            The memory format of the result.

        Returns
        -------
        Tensor
            `self` if it has this dtype already, else a copy.

        References
        ----------
        PyTorch: torch.Tensor.bfloat16

        Examples
        --------
        >>> torch.tensor([1]).bfloat16()
        tensor([1.], dtype=torch.bfloat16)
        """
        return self.to(_d.bfloat16) if memory_format is None else _cast_to("bfloat16", self, _d.bfloat16, memory_format)

    def long(self: Any, *, memory_format: Any = None) -> Tensor:
        # The docstring is written in _bindings/tensor/conversion.md.
        """The tensor cast to `torch.int64`: `self.to(torch.int64)`.

        Parameters
        ----------
        memory_format : torch.memory_format, default torch.preserve_format
            The memory format of the result.

        Returns
        -------
        Tensor
            `self` if it has this dtype already, else a copy.

        References
        ----------
        PyTorch: torch.Tensor.long

        Examples
        --------
        >>> torch.tensor([1.7]).long()
        tensor([1])
        """
        return self.to(_d.int64) if memory_format is None else _cast_to("long", self, _d.int64, memory_format)

    def int(self: Any, *, memory_format: Any = None) -> Tensor:
        # The docstring is written in _bindings/tensor/conversion.md.
        """The tensor cast to `torch.int32`: `self.to(torch.int32)`.

        Parameters
        ----------
        memory_format : torch.memory_format, default torch.preserve_format
            The memory format of the result.

        Returns
        -------
        Tensor
            `self` if it has this dtype already, else a copy.

        References
        ----------
        PyTorch: torch.Tensor.int

        Examples
        --------
        >>> torch.tensor([1.7]).int()
        tensor([1], dtype=torch.int32)
        """
        return self.to(_d.int32) if memory_format is None else _cast_to("int", self, _d.int32, memory_format)

    def short(self: Any, *, memory_format: Any = None) -> Tensor:
        # The docstring is written in _bindings/tensor/conversion.md.
        """The tensor cast to `torch.int16`: `self.to(torch.int16)`.

        Parameters
        ----------
        memory_format : torch.memory_format, default torch.preserve_format
            The memory format of the result.

        Returns
        -------
        Tensor
            `self` if it has this dtype already, else a copy.

        References
        ----------
        PyTorch: torch.Tensor.short

        Examples
        --------
        >>> torch.tensor([1.7]).short()
        tensor([1], dtype=torch.int16)
        """
        return self.to(_d.int16) if memory_format is None else _cast_to("short", self, _d.int16, memory_format)

    def char(self: Any, *, memory_format: Any = None) -> Tensor:
        # The docstring is written in _bindings/tensor/conversion.md.
        """The tensor cast to `torch.int8`: `self.to(torch.int8)`.

        Parameters
        ----------
        memory_format : torch.memory_format, default torch.preserve_format
            The memory format of the result.

        Returns
        -------
        Tensor
            `self` if it has this dtype already, else a copy.

        References
        ----------
        PyTorch: torch.Tensor.char

        Examples
        --------
        >>> torch.tensor([1.7]).char()
        tensor([1], dtype=torch.int8)
        """
        return self.to(_d.int8) if memory_format is None else _cast_to("char", self, _d.int8, memory_format)

    def byte(self: Any, *, memory_format: Any = None) -> Tensor:
        # The docstring is written in _bindings/tensor/conversion.md.
        """The tensor cast to `torch.uint8`: `self.to(torch.uint8)`.

        Parameters
        ----------
        memory_format : torch.memory_format, default torch.preserve_format
            The memory format of the result.

        Returns
        -------
        Tensor
            `self` if it has this dtype already, else a copy.

        References
        ----------
        PyTorch: torch.Tensor.byte

        Examples
        --------
        >>> torch.tensor([1.7]).byte()
        tensor([1], dtype=torch.uint8)
        """
        return self.to(_d.uint8) if memory_format is None else _cast_to("byte", self, _d.uint8, memory_format)

    def bool(self: Any, *, memory_format: Any = None) -> Tensor:
        # The docstring is written in _bindings/tensor/conversion.md.
        """The tensor cast to `torch.bool`: `self.to(torch.bool)`.

        Parameters
        ----------
        memory_format : torch.memory_format, default torch.preserve_format
            The memory format of the result.

        Returns
        -------
        Tensor
            `self` if it has this dtype already, else a copy.

        References
        ----------
        PyTorch: torch.Tensor.bool

        Examples
        --------
        >>> torch.tensor([1.7]).bool()
        tensor([True])
        """
        return self.to(_d.bool_) if memory_format is None else _cast_to("bool", self, _d.bool_, memory_format)

    def cfloat(self: Any, *, memory_format: Any = None) -> Any:
        # The docstring is written in _bindings/tensor/conversion.md.
        """The tensor cast to `torch.complex64`: `self.to(torch.complex64)`.

        Parameters
        ----------
        memory_format : torch.memory_format, default torch.preserve_format
            The memory format of the result.

        Returns
        -------
        Tensor
            `self` if it has this dtype already, else a copy.

        References
        ----------
        PyTorch: torch.Tensor.cfloat

        Examples
        --------
        >>> torch.tensor([1]).cfloat()
        tensor([1.+0.j])
        """
        return self.to(_d.complex64) if memory_format is None else _cast_to("cfloat", self, _d.complex64, memory_format)

    def cdouble(self: Any, *, memory_format: Any = None) -> Any:
        # The docstring is written in _bindings/tensor/conversion.md.
        """The tensor cast to `torch.complex128`: `self.to(torch.complex128)`.

        Parameters
        ----------
        memory_format : torch.memory_format, default torch.preserve_format
            The memory format of the result.

        Returns
        -------
        Tensor
            `self` if it has this dtype already, else a copy.

        References
        ----------
        PyTorch: torch.Tensor.cdouble

        Examples
        --------
        >>> torch.tensor([1]).cdouble()
        tensor([1.+0.j], dtype=torch.complex128)
        """
        return self.to(_d.complex128) if memory_format is None else _cast_to("cdouble", self, _d.complex128, memory_format)

    def cpu(self: Any, *, memory_format: Any = None) -> Tensor:
        # The docstring is written in _bindings/tensor/conversion.md.
        """The tensor on the CPU.

        Parameters
        ----------
        memory_format : torch.memory_format, default torch.preserve_format
            The memory format of the result.

        Returns
        -------
        Tensor
            `self` if it is on the CPU already.

        References
        ----------
        PyTorch: torch.Tensor.cpu

        Examples
        --------
        >>> x = torch.tensor([1.])
        >>> x.cpu() is x
        True
        """
        if memory_format is not None:
            return self.to("cpu", memory_format=memory_format)
        return self.to("cpu") if is_meta_tensor(self) else self

    def cuda(self: Any, device: Any = None, non_blocking: builtins.bool = False, memory_format: Any = None) -> Tensor:
        # The docstring is written in _bindings/tensor/conversion.md.
        """The tensor on a GPU: it raises, as PyTorch does when built without CUDA.

        Parameters
        ----------
        device : torch.device, optional
            Which.
        non_blocking : bool, default False
            Whether to copy asynchronously.
        memory_format : torch.memory_format, default torch.preserve_format
            The memory format of the result.

        Returns
        -------
        never
            It raises.

        Raises
        ------
        AssertionError
            Always.

        References
        ----------
        PyTorch: torch.Tensor.cuda

        Examples
        --------
        >>> try:
        ...     torch.tensor([1.]).cuda()
        ... except AssertionError as error:
        ...     print(error)
        Torch not compiled with CUDA enabled
        """
        if device is not None and as_device(device).type != "cuda":
            raise RuntimeError("Invalid device, must be cuda device")
        raise AssertionError("Torch not compiled with CUDA enabled")

    def is_floating_point(self: Any) -> builtins.bool:
        # The docstring is written in _bindings/tensor/conversion.md.
        """Whether the dtype is floating.

        Returns
        -------
        bool
            The answer.

        References
        ----------
        PyTorch: torch.is_floating_point

        Examples
        --------
        >>> torch.tensor([1.]).is_floating_point(), torch.tensor([1]).is_floating_point()
        (True, False)
        """
        return self._array.dtype.kind in "fV"

    def is_complex(self: Any) -> builtins.bool:
        # The docstring is written in _bindings/tensor/conversion.md.
        """Whether the dtype is complex.

        Returns
        -------
        bool
            The answer.

        References
        ----------
        PyTorch: torch.is_complex

        Examples
        --------
        >>> torch.tensor([1j]).is_complex(), torch.tensor([1.]).is_complex()
        (True, False)
        """
        return self._array.dtype.kind == "c"

    def is_signed(self: Any) -> builtins.bool:
        # The docstring is written in _bindings/settings/process.md.
        """Whether the dtype has negative numbers.

        Returns
        -------
        bool
            The answer.

        References
        ----------
        PyTorch: torch.is_signed

        Examples
        --------
        >>> torch.tensor([1]).is_signed(), torch.tensor([1], dtype=torch.uint8).is_signed()
        (True, False)
        """
        return self.dtype.is_signed


def is_floating_point(input: Tensor) -> bool:
    # The docstring is written in _bindings/tensor/conversion.md.
    """Whether the dtype is floating.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.

    Returns
    -------
    bool
        The answer.

    References
    ----------
    PyTorch: torch.is_floating_point

    Examples
    --------
    >>> torch.is_floating_point(torch.tensor([1.])), torch.is_floating_point(torch.tensor([1]))
    (True, False)
    """
    return input.is_floating_point()


def is_complex(input: Tensor) -> bool:
    # The docstring is written in _bindings/tensor/conversion.md.
    """Whether the dtype is complex.

    Parameters
    ----------
    input : Tensor
        The tensor that is read.

    Returns
    -------
    bool
        The answer.

    References
    ----------
    PyTorch: torch.is_complex

    Examples
    --------
    >>> torch.is_complex(torch.tensor([1j])), torch.is_complex(torch.tensor([1.]))
    (True, False)
    """
    return input.is_complex()


def is_tensor(obj: Any) -> bool:
    # The docstring is written in _bindings/tensor/conversion.md.
    """Whether an object is a tensor: `isinstance(obj, torch.Tensor)`.

    Parameters
    ----------
    obj : object
        Any object.

    Returns
    -------
    bool
        The answer.

    References
    ----------
    PyTorch: torch.is_tensor

    Examples
    --------
    >>> torch.is_tensor(torch.zeros(2)), torch.is_tensor([1, 2])
    (True, False)
    """
    return isinstance(obj, TensorBase)


__all__ = ["is_complex", "is_floating_point", "is_tensor"]
