"""Objects that give and take their state."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from ..._namespace.names import missing

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


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.distributed.checkpoint.stateful", __name__)
