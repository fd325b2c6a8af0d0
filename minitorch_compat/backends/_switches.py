"""Modules of switches that refuse what PyTorch's refuse."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import ModuleType
from typing import Any

from .._array.exchange.type_names import type_of

_PRECISIONS = ("none", "ieee", "tf32", "bf16")


def flag(setter: str) -> Callable[[Any], None]:
    """A check that takes True and False only, in the name of PyTorch's setter."""
    def check(value: Any) -> None:
        if value is not True and value is not False:
            raise RuntimeError(f"{setter} expects a bool, but got {type_of(value)}")

    return check


def precision(value: Any) -> None:
    """A check of a `fp32_precision`: what products of float32 may lose. They lose nothing here, which each allows."""
    if value not in _PRECISIONS:
        raise RuntimeError(f"Unknown precision: {value}")


class Switches(ModuleType):
    """A module, or a part of one, some of whose attributes are checked when they are set (`_checks`)."""

    def __setattr__(self, name: str, value: Any) -> None:
        if name in (checks := self.__dict__.get("_checks", {})):
            checks[name](value)
        super().__setattr__(name, value)


def part(name: str, **switches: Any) -> Switches:
    """`torch.backends.cudnn.conv` and its like: switches of one kind of op."""
    out = Switches(name)
    out.__dict__.update(switches, _checks={"fp32_precision": precision})
    return out


@contextmanager
def set_for_now(module: Any, **values: Any) -> Iterator[None]:
    """Switches of a module set for the length of a block; None leaves one as it is."""
    given = {name: value for name, value in values.items() if value is not None}
    before = {name: getattr(module, name) for name in given}
    try:
        for name, value in given.items():
            setattr(module, name, value)
        yield
    finally:
        for name, value in before.items():
            setattr(module, name, value)
