"""`torch.dtype` and its instances."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, overload

import numpy as np

from .._array.core import dtypes as _np
from .messages import value_messages


class SignatureLike:
    """The `__signature__` that PyTorch's class shows, which is that of a function like it; subclasses have their own."""

    def __init__(self, like: Callable[..., Any]) -> None:
        self._like = like

    def __set_name__(self, owner: type, name: str) -> None:
        self._owner = owner

    def __get__(self, instance: Any, owner: type) -> Any:
        if owner is not self._owner:
            raise AttributeError("__signature__")
        import inspect

        return inspect.signature(self._like)


class dtype:
    """A tensor's element type; `array_dtype` is numpy's dtype (None if numpy has none; bfloat16's is filled in by `numpy`).

    A dtype that numpy lacks can be named and compared, and has a size and a kind, but no tensor can have it.

    Notes
    -----
    Dtypes are attributes of torch, not constructed: `torch.float32`, `torch.int64`.

    References
    ----------
    PyTorch: ``torch.dtype``.

    Examples
    --------
    >>> torch.tensor([1.5]).dtype
    torch.float32
    >>> torch.int16.itemsize, torch.int16.is_floating_point, torch.complex64.is_complex
    (2, False, True)
    """

    __slots__ = ("array_dtype", "name")
    __module__ = "torch"
    __signature__: ClassVar[Any] = SignatureLike(lambda: None)

    def __init__(self, name: str, array_dtype: np.dtype[Any] | None) -> None:
        self.name: str = name
        self.array_dtype: np.dtype[Any] | None = array_dtype

    def __repr__(self) -> str:
        return f"torch.{self.name}"

    def __reduce__(self) -> str | tuple[Any, ...]:
        from .naming import name_constant

        return name_constant(self.name) or (_by_name, (self.name,))

    def __copy__(self) -> dtype:
        return self

    def __deepcopy__(self, memo: Any) -> dtype:
        return self

    @property
    def is_floating_point(self) -> bool:
        """Whether this is a real floating type."""
        if self.array_dtype is None:
            return "float" in self.name
        return _np.is_floating(self.array_dtype)

    @property
    def is_complex(self) -> bool:
        """Whether this is a complex type."""
        return self.name == "complex32" if self.array_dtype is None else self.array_dtype.kind == "c"

    @property
    def is_signed(self) -> bool:
        """Whether this type has negative values."""
        if self.array_dtype is not None:
            return self.array_dtype.kind not in "ub"
        if self.name.startswith("bits"):
            raise value_messages.is_signed_of_bits()
        if "q" in self.name:
            raise value_messages.is_signed_of_quantized(self)
        return not self.name.startswith("uint") and self.name != "float8_e8m0fnu"

    @property
    def itemsize(self) -> int:
        """Bytes per element."""
        return self.array_dtype.itemsize if self.array_dtype is not None else _FOREIGN_SIZES.get(self.name, 1)

    @property
    def numpy(self) -> np.dtype[Any]:
        """The numpy dtype; raises if numpy cannot hold this type."""
        found = self.array_dtype
        if found is None:
            found = self.numpy_if_there
            if found is None:
                if self.name in _np.FLOAT8_NAMES:
                    found = _np.load_float8(self.name)
                    if found is not None:
                        self.array_dtype = found
                        _OF_NUM[found.num] = self
                        return found
                from .._array.exchange.extras import unsupported_dtype_error

                raise unsupported_dtype_error(self.name)
        return found

    @property
    def numpy_if_there(self) -> np.dtype[Any] | None:
        """The numpy dtype, or None if numpy cannot hold this type."""
        return _bfloat16_of_numpy() if self is bfloat16 and self.array_dtype is None else self.array_dtype

    def to_complex(self) -> dtype:
        """The complex type whose parts have this type.

        Returns
        -------
        torch.dtype
            Itself where it is complex.

        Examples
        --------
        >>> torch.float32.to_complex(), torch.float64.to_complex()
        (torch.complex64, torch.complex128)
        """
        if self is float16:
            return foreign("complex32")
        if self.array_dtype is not None and self.array_dtype.kind in "iub":
            raise value_messages.no_complex_dtype(self.numpy)
        return of(_np.complex_of(self.numpy))

    def to_real(self) -> dtype:
        """The type of the parts of this complex type.

        Returns
        -------
        torch.dtype
            Itself where it is real.

        Examples
        --------
        >>> torch.complex64.to_real(), torch.float64.to_real()
        (torch.float32, torch.float64)
        """
        return of(_np.real_of(self.numpy))


uint8: dtype
uint16: dtype
uint32: dtype
uint64: dtype
int8: dtype
int16: dtype
int32: dtype
int64: dtype
float16: dtype
float32: dtype
float64: dtype
complex64: dtype
complex128: dtype
bool_: dtype = dtype("bool", _np.bool_)
uint8, uint16, uint32, uint64 = (dtype(f"uint{8 << i}", t) for i, t in enumerate((_np.uint8, _np.uint16, _np.uint32, _np.uint64)))
int8, int16, int32, int64 = (dtype(f"int{8 << i}", t) for i, t in enumerate((_np.int8, _np.int16, _np.int32, _np.int64)))
float16, float32, float64 = dtype("float16", _np.float16), dtype("float32", _np.float32), dtype("float64", _np.float64)
bfloat16: dtype = dtype("bfloat16", None)
complex64, complex128 = dtype("complex64", _np.complex64), dtype("complex128", _np.complex128)

ALL = (bool_, uint8, uint16, uint32, uint64, int8, int16, int32, int64, float16, float32, float64, bfloat16, complex64, complex128)
# numpy has two type numbers of the same size among C's int, long and long long; which two depends on the platform.
_OF_NUM = {np.dtype(kind).num: d for kind in "?bBhHiIlLqQefdFD" for d in ALL
           if d.array_dtype is not None and d.array_dtype == np.dtype(kind)}
_NAMES = {d.name: d for d in ALL}
#: Bytes per element of the types that numpy lacks, where it is not one.
_FOREIGN_SIZES = {"bfloat16": 2, "complex32": 4, "bits16": 2, "qint32": 4}
_OTHER_NAMES = {"chalf": "complex32", "bit": "uint1"}


def _bfloat16_of_numpy() -> np.dtype[Any] | None:
    """The numpy dtype of bfloat16, registered with the kernels; None without the extra."""
    found = _np.load_bfloat16()
    if found is not None:
        bfloat16.array_dtype = found
        _OF_NUM[found.num] = bfloat16
    return found


if _np.bfloat16 is not None:
    _bfloat16_of_numpy()


def of(array_dtype: np.dtype[Any]) -> dtype:
    """The torch dtype of a numpy dtype; TypeError if torch has none."""
    found = _OF_NUM.get(array_dtype.num)
    if found is None:
        if array_dtype.kind == "V" and array_dtype == _bfloat16_of_numpy():
            return bfloat16
        raise value_messages.unsupported_array_type(array_dtype.type)
    return found


def foreign(name: str) -> dtype:
    """The dtype of that name, which numpy lacks: the same object each time."""
    name = _OTHER_NAMES.get(name, name)
    return _NAMES.get(name) or _NAMES.setdefault(name, dtype(name, None))


def _by_name(name: str) -> dtype:
    return foreign(name)


#: The dtypes that Python's own classes stand for.
OF_CLASSES = {float: float64, int: int64, bool: bool_, complex: complex128}


@overload
def array_dtype(value: None) -> None: ...


@overload
def array_dtype(value: dtype) -> np.dtype[Any]: ...


def array_dtype(value: Any) -> np.dtype[Any] | None:
    """The numpy dtype of a `dtype=` argument: None stays None; Python's number types are accepted, as in torch."""
    if value is None:
        return None
    if value.__class__ is not dtype:
        if value in OF_CLASSES:
            return OF_CLASSES[value].numpy
        raise value_messages.not_a_dtype(value)
    return value.numpy


def get_default_dtype() -> dtype:
    """The default floating dtype.

    Returns
    -------
    torch.dtype
        The one set by `torch.set_default_dtype`, else `torch.float32`.

    References
    ----------
    PyTorch: torch.get_default_dtype

    Examples
    --------
    >>> torch.get_default_dtype()
    torch.float32
    """
    return of(_np.Defaults.floating)


def set_default_dtype(d: dtype) -> None:
    """Sets the default floating dtype.

    Python floats become tensors of it, and integers are promoted to it. The default complex dtype follows: `torch.complex128` for
    `torch.float64`.

    Parameters
    ----------
    d : torch.dtype
        A floating dtype; at first it is `torch.float32`.

    Returns
    -------
    None
        Nothing.

    Raises
    ------
    TypeError
        It is not floating.

    References
    ----------
    PyTorch: torch.set_default_dtype

    Examples
    --------
    >>> torch.set_default_dtype(torch.float64)
    >>> torch.tensor([1.5]).dtype
    torch.float64
    >>> torch.set_default_dtype(torch.float32)
    """
    if d.__class__ is not dtype:
        raise value_messages.invalid_default_dtype(None)
    if not d.is_floating_point:
        raise value_messages.invalid_default_dtype(d)
    _np.set_default_floating(d.numpy)
