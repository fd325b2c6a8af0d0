"""`torch.utils.serialization.config`: the settings that `torch.save` and `torch.load` read, among them those of `torch.serialization`."""
from __future__ import annotations

from contextlib import ContextDecorator
from typing import Any

from ..._serialization.settings import Settings


class _Section:
    """Settings under PyTorch's names; assigning another name raises."""

    def __init__(self, section: str, **attributes: str) -> None:
        vars(self).update(_section=section, _attributes=attributes)

    def _attribute(self, name: str) -> str:
        if name not in self._attributes:
            raise AttributeError(f"torch.utils.serialization.config.{self._section}.{name} does not exist")
        return str(self._attributes[name])

    def __getattr__(self, name: str) -> Any:
        return getattr(Settings, self._attribute(name))

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(Settings, self._attribute(name), value)

    def __dir__(self) -> list[str]:
        return list(self._attributes)


#: Offsets are always read from the directory of the archive, and there is no pinned memory: those two change no result.
load = _Section("load", mmap="mmap", endianness="endianness", mmap_flags="mmap_flags", calculate_storage_offsets="calculate_offsets")
save = _Section("save", compute_crc32="crc32", use_pinned_memory_for_d2h="pinned", storage_alignment="alignment")


class patch(ContextDecorator):
    """Context, or decorator, with other settings: `patch("load.mmap", True)`, or a dictionary of several."""

    def __init__(self, arg1: str | dict[str, Any], arg2: Any = None) -> None:
        self.changes = {arg1: arg2} if isinstance(arg1, str) else dict(arg1)
        self._before: list[dict[str, Any]] = []

    def __enter__(self) -> None:
        self._before.append({name: getattr(*self._find(name)) for name in self.changes})
        self._set(self.changes)

    def __exit__(self, *exc: object) -> None:
        self._set(self._before.pop())

    def _set(self, values: dict[str, Any]) -> None:
        for name, value in values.items():
            setattr(*self._find(name), value)

    @staticmethod
    def _find(name: str) -> tuple[_Section, str]:
        section, _, setting = name.partition(".")
        return {"load": load, "save": save}[section], setting


__all__ = ["load", "patch", "save"]
