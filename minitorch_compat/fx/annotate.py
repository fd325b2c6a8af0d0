"""`torch.fx.annotate`: the type of a value that is traced."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._namespace.modules import recorded_getattr
from .proxy import Proxy

__all__ = ["annotate"]


def annotate(val: Any, type: Any) -> Any:
    """Annotate a proxy with a type; other values are returned as they are.

    Parameters
    ----------
    val : object
        The value.
    type : type
        Its type.

    Returns
    -------
    object
        The value.

    Raises
    ------
    RuntimeError
        If it has a type.

    References
    ----------
    PyTorch: torch.fx.annotate.annotate

    Examples
    --------
    >>> from torch.fx.annotate import annotate
    >>> "add : int = x + 1" in torch.fx.symbolic_trace(lambda x: annotate(x + 1, int)).code
    True
    """
    if isinstance(val, Proxy):
        if val.node.type:
            raise RuntimeError(f"Tried to annotate a value that already had a type on it! Existing type is {val.node.type} and new type "
                               f"is {type}. A parameter of the traced function has the type of its annotation.")
        val.node.type = type
    return val


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx.annotate")
