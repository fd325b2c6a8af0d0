"""Objects that give and take their state."""
from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

__all__ = ["Stateful"]


@runtime_checkable
class Stateful(Protocol):
    """Anything with `state_dict` and `load_state_dict`: it may stand in the dictionary that is saved."""

    def state_dict(self) -> dict[str, Any]:
        """Its state."""
        ...

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Take its state."""
        ...
