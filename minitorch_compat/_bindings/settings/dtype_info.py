"""Properties of dtypes: limits, and promotion of operands."""
from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from ..._array.core import dtypes as _np
from ..._dispatch import dtype as _d
from ..._dispatch.levels.lifting import example_array
from ..._dispatch.state import Classes
from ..._dispatch.tensor import TensorBase
from ..functions.arguments import MISSING
from ..functions.shown_signatures import shown_as

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_PYTHON_TYPES = {float: _d.float64, int: _d.int64, bool: _d.bool_, complex: _d.complex128}


def _dtype_argument(value: Any, function: str, name: str, position: int) -> _d.dtype:
    if value.__class__ is _d.dtype:
        return value
    try:
        if value in _PYTHON_TYPES:
            return _PYTHON_TYPES[value]
    except TypeError:
        pass
    raise TypeError(f"{function}(): argument '{name}' (position {position}) must be torch.dtype, not {type(value).__name__}")


def _limits(eps: float, largest: float, least: float, smallest_normal: float) -> SimpleNamespace:
    """The values of `finfo` for a dtype that numpy does not have."""
    return SimpleNamespace(eps=eps, max=largest, min=least, smallest_normal=smallest_normal, bits=8, precision=0)


_SMALL_FLOATS = {
    "float8_e4m3fn": _limits(2.0**-3, 448.0, -448.0, 2.0**-6),
    "float8_e4m3fnuz": _limits(2.0**-3, 240.0, -240.0, 2.0**-7),
    "float8_e5m2": _limits(2.0**-2, 57344.0, -57344.0, 2.0**-14),
    "float8_e5m2fnuz": _limits(2.0**-3, 57344.0, -57344.0, 2.0**-15),
    "float8_e8m0fnu": _limits(1.0, 2.0**127, 2.0**-127, 2.0**-127),
}


def _refuse_pickle(self: Any) -> NoReturn:
    raise TypeError(f"cannot pickle 'torch.{type(self).__name__}' object")


class finfo:
    """Limits of a floating dtype, or of the parts of a complex one.

    Parameters
    ----------
    type : torch.dtype, optional
        The dtype; the default dtype if not given.

    Raises
    ------
    TypeError
        The dtype is not floating.

    References
    ----------
    PyTorch: ``torch.finfo``.

    Examples
    --------
    >>> torch.finfo(torch.float16).max, torch.finfo(torch.float64).eps
    (65504.0, 2.220446049250313e-16)
    >>> torch.finfo().bits
    32
    """

    __slots__ = ("_info", "dtype")
    __module__ = "torch"
    _info: Any
    dtype: str

    @shown_as("self, type=None")
    def __init__(self, type: Any = MISSING) -> None:
        torch_dtype = _d.get_default_dtype() if type is MISSING else _dtype_argument(type, "finfo", "type", 1)
        if not (torch_dtype.is_floating_point or torch_dtype.is_complex):
            raise TypeError("torch.finfo() requires a floating point input type. Use torch.iinfo to handle 'torch.finfo'")
        if torch_dtype.name in _SMALL_FLOATS:
            self._info, self.dtype = _SMALL_FLOATS[torch_dtype.name], torch_dtype.name
            return
        if torch_dtype.name == "complex32":
            torch_dtype = _d.float16
        real = _np.real_of(torch_dtype.numpy)
        if real.kind == "V":
            import ml_dtypes

            self._info = ml_dtypes.finfo(real)  # type: ignore[no-untyped-call]
        else:
            self._info = np.finfo(real)
        self.dtype = _d.of(real).name

    if not TYPE_CHECKING:
        __reduce__ = _refuse_pickle

    @property
    def bits(self) -> int:
        """The number of bits of a value."""
        return int(self._info.bits)

    @property
    def eps(self) -> float:
        """The difference between 1 and the next larger value."""
        return float(self._info.eps)

    @property
    def max(self) -> float:
        """The largest value."""
        return float(self._info.max)

    @property
    def min(self) -> float:
        """The smallest value, a negative one."""
        return float(self._info.min)

    @property
    def smallest_normal(self) -> float:
        """The smallest positive normal value."""
        return float(self._info.smallest_normal)

    tiny = smallest_normal

    @property
    def resolution(self) -> float:
        """Ten to minus the number of decimal digits that are exact."""
        return float(f"1e-{int(self._info.precision)}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, finfo) and self.dtype == other.dtype

    def __hash__(self) -> int:
        return hash(self.dtype)

    def __repr__(self) -> str:
        parts = {name: f"{getattr(self, name):g}" for name in ("resolution", "min", "max", "eps", "smallest_normal", "tiny")}
        return f"finfo({', '.join(f'{name}={value}' for name, value in parts.items())}, dtype={self.dtype})"


class iinfo:
    """Limits of an integer dtype.

    Parameters
    ----------
    type : torch.dtype
        The dtype.

    Raises
    ------
    TypeError
        The dtype is not of integers.

    References
    ----------
    PyTorch: ``torch.iinfo``.

    Examples
    --------
    >>> torch.iinfo(torch.int8).min, torch.iinfo(torch.int64).max
    (-128, 9223372036854775807)
    """

    __slots__ = ("_info", "dtype")
    __module__ = "torch"

    def __init__(self, type: Any) -> None:
        torch_dtype = _dtype_argument(type, "iinfo", "type", 1)
        if torch_dtype is _d.bool_:
            raise TypeError("torch.bool is not supported by torch.iinfo")
        if torch_dtype.is_floating_point or torch_dtype.is_complex:
            raise TypeError("torch.iinfo() requires an integer input type. Use torch.finfo to handle 'torch.iinfo'")
        self._info = np.iinfo(torch_dtype.numpy)
        self.dtype: str = torch_dtype.name

    if not TYPE_CHECKING:
        __reduce__ = _refuse_pickle

    @property
    def bits(self) -> int:
        """The number of bits of a value."""
        return self._info.bits

    @property
    def max(self) -> int:
        """The largest value."""
        return int(self._info.max)

    @property
    def min(self) -> int:
        """The smallest value."""
        return int(self._info.min)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, iinfo) and self.dtype == other.dtype

    def __hash__(self) -> int:
        return hash(self.dtype)

    def __repr__(self) -> str:
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"


def result_type(tensor: Tensor | None = None, other: Tensor | int | float | complex | bool | None = None, **named: Any) -> _d.dtype:
    # The docstring is written in _bindings/settings/dtype_info.md.
    """The dtype of an operation on two operands.

    Parameters
    ----------
    tensor1, tensor : Tensor or number
        The first.
    tensor2, other : Tensor or number
        The second.

    Returns
    -------
    torch.dtype
        Tensors with dimensions count before those without, and these before numbers, unless theirs is a higher kind.

    References
    ----------
    PyTorch: torch.result_type

    Examples
    --------
    >>> torch.result_type(torch.tensor([1, 2]), 1.5)
    torch.float32
    >>> torch.result_type(torch.tensor([1.]), torch.tensor(1.5, dtype=torch.float64))
    torch.float32
    """
    operands = [tensor, other, *named.values()]
    values = [_representative(v._array) if isinstance(v, TensorBase) else v for v in operands if v is not None]
    if len(values) != 2:
        raise TypeError("result_type(): takes two operands, tensors or numbers")
    try:
        return _d.of(_np.result_type(values))
    except _np.UnsupportedError:
        return _d.foreign("complex32")


def _representative(array: Any) -> Any:
    """An array of the same dtype and rank."""
    kind: Any = array.__class__
    if kind in Classes.layouts:
        return np.empty((0,) * array.ndim, array.dtype)
    return example_array(array)


def promote_types(type1: Any, type2: Any) -> _d.dtype:
    # The docstring is written in _bindings/settings/dtype_info.md.
    """The dtype to which two dtypes promote.

    Parameters
    ----------
    type1 : torch.dtype
        The first.
    type2 : torch.dtype
        The second.

    Returns
    -------
    torch.dtype
        The smallest dtype, of a kind not lower than both, that can represent their numbers.

    References
    ----------
    PyTorch: torch.promote_types

    Examples
    --------
    >>> torch.promote_types(torch.int32, torch.float16), torch.promote_types(torch.uint8, torch.int8)
    (torch.float16, torch.int16)
    """
    first, second = (_dtype_argument(t, "promote_types", f"type{i}", i) for i, t in enumerate((type1, type2), 1))
    return _d.of(_np.promote_types(first.numpy, second.numpy))


def can_cast(from_: Any, to: Any) -> bool:
    # The docstring is written in _bindings/settings/dtype_info.md.
    """Whether a dtype can be cast to another without changing kind.

    Parameters
    ----------
    from_ : torch.dtype
        The dtype to cast from.
    to : torch.dtype
        The dtype to cast to.

    Returns
    -------
    bool
        False from complex to real, from floating to integers, and from anything to bool.

    References
    ----------
    PyTorch: torch.can_cast

    Examples
    --------
    >>> torch.can_cast(torch.float64, torch.float32), torch.can_cast(torch.float32, torch.int64)
    (True, False)
    """
    source, target = _dtype_argument(from_, "can_cast", "from_", 1), _dtype_argument(to, "can_cast", "to", 2)
    return _np.can_cast(source.numpy, target.numpy)


__all__ = ["can_cast", "finfo", "iinfo", "promote_types", "result_type"]
