"""Modules of settings that reject the same values as PyTorch's."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from .._array.exchange.type_names import value_type_name
from .._bindings.settings.float32_precision import Key, float32_precision, set_float32_precision


def check_flag(setter: str) -> Callable[[Any], None]:
    """A check that accepts only True and False; its error names PyTorch's setter."""
    def check(value: Any) -> None:
        if value is not True and value is not False:
            raise RuntimeError(f"{setter} expects a bool, but got {value_type_name(value)}")

    return check


class BackendSettings(ModuleType):
    """A module, or a part of one, with attributes that are checked on assignment (`_checks`).

    `_precision_keys` are library and kind of op whose float32 precision is read, and those for which it is set.
    """

    _precision_keys: tuple[Key, Key]

    @property
    def fp32_precision(self) -> str:
        """The precision of float32 computations that is requested; they have full precision, which every setting permits."""
        return float32_precision(self._precision_keys[0])

    @fp32_precision.setter
    def fp32_precision(self, value: Any) -> None:
        set_float32_precision(self._precision_keys[1], value)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in (checks := self.__dict__.get("_checks", {})):
            checks[name](value)
        super().__setattr__(name, value)


def make_part(name: str, kind: type[BackendSettings] = BackendSettings, /, **switches: Any) -> BackendSettings:
    """Settings of one kind of op, such as `torch.backends.cudnn.conv`."""
    out = kind(name)
    library, op = name.split(".")[-2:]
    key = ("cuda" if library == "cudnn" else library), op
    out.__dict__.update(switches, _precision_keys=(key, key))
    return out


@contextmanager
def set_temporarily(module: Any, **values: Any) -> Iterator[None]:
    """Context that changes settings of a module; None keeps a setting."""
    requested = {name: value for name, value in values.items() if value is not None}
    before = {name: getattr(module, name) for name in requested}
    try:
        for name, value in requested.items():
            setattr(module, name, value)
        yield
    finally:
        for name, value in before.items():
            setattr(module, name, value)
