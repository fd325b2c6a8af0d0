"""Conversions between dtypes: `to`, `type`, `float` and their like."""
from __future__ import annotations

from typing import Any

from .._dispatch import dtype as _d
from .._dispatch.call import caller
from .._dispatch.device import check_device, device

_cast = caller("cast")


class Conversion:
    """Methods that change dtype (or would change device)."""

    __slots__ = ()

    def to(self: Any, *args: Any, **kwargs: Any) -> Any:
        """`to(dtype)`, `to(device)`, `to(device, dtype)`, `to(other)`: the tensor itself when nothing changes."""
        wanted, copy = _target(args, kwargs)
        if wanted is None or wanted is self.array.dtype:
            return self.clone() if copy else self
        return _cast(self, wanted)

    def float(self: Any, memory_format: Any = None) -> Any:
        """As float32."""
        return self.to(_d.float32)

    def double(self: Any, memory_format: Any = None) -> Any:
        """As float64."""
        return self.to(_d.float64)

    def long(self: Any, memory_format: Any = None) -> Any:
        """As int64."""
        return self.to(_d.int64)


def _target(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, bool]:
    """The numpy dtype asked for (None: keep) and whether a copy is."""
    wanted, copy = kwargs.get("dtype"), bool(kwargs.get("copy", False))
    place = kwargs.get("device")
    for arg in args:
        if isinstance(arg, _d.dtype):
            wanted = arg
        elif isinstance(arg, (str, device)):
            place = arg
        elif hasattr(arg, "array"):
            wanted = arg.dtype
    check_device(place)
    return (None if wanted is None else _d.array_dtype(wanted)), copy
