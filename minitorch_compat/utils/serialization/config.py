"""`torch.utils.serialization.config`: what `torch.load` and `torch.save` do unless their arguments say otherwise.

`load.mmap` is the default of the argument of `torch.load`; `load.endianness`, `load.mmap_flags` and `save.compute_crc32` are what
the functions of `torch.serialization` set; `save.storage_alignment` is the multiple at which the bytes of a storage begin.
`load.calculate_storage_offsets` and `save.use_pinned_memory_for_d2h` are about speed and GPUs: they change no result.
"""
from __future__ import annotations

from contextlib import ContextDecorator
from typing import Any

from ..._serialization.settings import Settings

#: Setting -> its attribute in `Settings`.
_ATTRIBUTES = {
    "load.mmap": "mmap", "load.endianness": "endianness", "load.mmap_flags": "mmap_flags",
    "load.calculate_storage_offsets": "calculate_storage_offsets", "save.compute_crc32": "crc32",
    "save.use_pinned_memory_for_d2h": "use_pinned_memory_for_d2h", "save.storage_alignment": "alignment",
}


def _attribute(setting: str) -> str:
    if setting not in _ATTRIBUTES:
        raise AttributeError(f"torch.utils.serialization.config.{setting} does not exist")
    return _ATTRIBUTES[setting]


class _Group:
    """The settings of loading, or of saving, as attributes."""

    def __init__(self, name: str) -> None:
        vars(self)["_name"] = name

    def __getattr__(self, name: str) -> Any:
        return getattr(Settings, _attribute(f"{self._name}.{name}"))

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(Settings, _attribute(f"{self._name}.{name}"), value)


load, save = _Group("load"), _Group("save")


class patch(ContextDecorator):
    """`patch("load.mmap", True)`, `patch({"load.mmap": True})`: a context and decorator with these settings."""

    def __init__(self, arg1: str | dict[str, Any] | None = None, arg2: Any = None, **kwargs: Any) -> None:
        changes = {arg1: arg2} if isinstance(arg1, str) else {**(arg1 or {}), **kwargs}
        self.changes = {_attribute(setting): value for setting, value in changes.items()}

    def __enter__(self) -> None:
        self.before = {name: getattr(Settings, name) for name in self.changes}
        self._set(self.changes)

    def __exit__(self, *exc: object) -> None:
        self._set(self.before)

    @staticmethod
    def _set(values: dict[str, Any]) -> None:
        for name, value in values.items():
            setattr(Settings, name, value)


def get_config_copy() -> dict[str, Any]:
    """All settings and their values."""
    return {setting: getattr(Settings, name) for setting, name in _ATTRIBUTES.items()}


def load_config(maybe_pickled_config: dict[str, Any]) -> None:
    """Set what `get_config_copy` gave."""
    patch(maybe_pickled_config).__enter__()


__all__ = ["get_config_copy", "load", "load_config", "patch", "save"]
