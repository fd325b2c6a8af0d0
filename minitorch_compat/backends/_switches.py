"""Modules of settings that reject the same values as PyTorch's."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from .._array.exchange.type_names import value_type_name

_PRECISIONS = ("none", "ieee", "tf32", "bf16")


def check_flag(setter: str) -> Callable[[Any], None]:
    """A check that accepts only True and False; its error names PyTorch's setter."""
    def check(value: Any) -> None:
        if value is not True and value is not False:
            raise RuntimeError(f"{setter} expects a bool, but got {value_type_name(value)}")

    return check


def precision(value: Any) -> None:
    """A check of `fp32_precision`. Products of float32 have full precision here, which every setting permits."""
    if value not in _PRECISIONS:
        raise RuntimeError(f"Unknown precision: {value}")


class BackendSettings(ModuleType):
    """A module, or a part of one, with attributes that are checked on assignment (`_checks`)."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name in (checks := self.__dict__.get("_checks", {})):
            checks[name](value)
        super().__setattr__(name, value)


def make_part(name: str, kind: type[BackendSettings] = BackendSettings, /, **switches: Any) -> BackendSettings:
    """Settings of one kind of op, such as `torch.backends.cudnn.conv`."""
    out = kind(name)
    out.__dict__.update(switches, _checks={"fp32_precision": precision})
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
