"""The protocol of objects with a state."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from ..._namespace.names import missing

__all__ = ["Stateful"]


@runtime_checkable
class Stateful(Protocol):
    """An object with `state_dict` and `load_state_dict`, which may be an entry of a saved dict."""

    def state_dict(self) -> dict[str, Any]:
        """Return the state."""
        ...

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Load a state."""
        ...


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.distributed.checkpoint.stateful", __name__)
