"""`torch._functorch.eager_transforms`: the transforms, and a private helper that code outside of PyTorch uses."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._namespace.modules import recorded_getattr
from ..func._arguments import check_argnums, select_arguments


def _slice_argnums(args: tuple[Any, ...], argnums: Any, as_tuple: bool = True) -> Any:
    """The arguments with these numbers: a tuple, or for one number and without `as_tuple` the argument itself."""
    chosen = select_arguments(args, check_argnums(argnums, len(args)))
    return (chosen,) if as_tuple and isinstance(argnums, int) else chosen


__all__ = ["_slice_argnums"]
if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch._functorch.eager_transforms")
