"""`swap_tensors` and `set_module` of torch.utils."""
from __future__ import annotations

import weakref
from typing import Any

from .._dispatch.graph.accumulator_lifetime import nodes_leading_to
from .._dispatch.graph.views import has_node
from .._dispatch.unsupported import UnsupportedError

_MISSING: Any = object()


def swap_tensors(t1: Any, t2: Any) -> None:
    """Swap two tensors: each gets the values, class and attributes of the other.

    Parameters
    ----------
    t1 : Tensor
        One.
    t2 : Tensor
        The other.

    Raises
    ------
    RuntimeError
        If one has weak references, or is referenced by autograd.

    References
    ----------
    PyTorch: ``torch.utils.swap_tensors``.

    Examples
    --------
    >>> a, b = torch.tensor([1.]), torch.tensor([2., 3.])
    >>> torch.utils.swap_tensors(a, b)
    >>> a, b
    (tensor([2., 3.]), tensor([1.]))
    """
    for name, t in (("t1", t1), ("t2", t2)):
        if weakref.getweakrefs(t):
            raise RuntimeError(f"Cannot swap {name} because it has weakref associated with it")
    for t in (t1, t2):
        if not has_node(t) and t.requires_grad and nodes_leading_to(t):
            raise UnsupportedError("torch.utils.swap_tensors of a leaf that a graph leads to")
    slots = {slot for t in (t1, t2) for cls in type(t).__mro__ for slot in _slots_of(cls)} - {"__weakref__", "__dict__"}
    try:
        t1.__class__, t2.__class__ = t2.__class__, t1.__class__
    except TypeError as error:  # from the first of the two assignments
        raise RuntimeError("Cannot swap t1 and t2 if they have different slots") from error
    for slot in ("__dict__", *slots):
        first, second = (getattr(t, slot, _MISSING) for t in (t1, t2))
        _set_slot(t1, slot, second)
        _set_slot(t2, slot, first)


def _slots_of(cls: type) -> list[str]:
    slots = vars(cls).get("__slots__", ())
    return [slots] if isinstance(slots, str) else list(slots)


def _set_slot(t: Any, slot: str, value: Any) -> None:
    if value is not _MISSING:
        object.__setattr__(t, slot, value)
    elif getattr(t, slot, _MISSING) is not _MISSING:
        object.__delattr__(t, slot)


def set_module(obj: Any, mod: str) -> None:
    """Set the ``__module__`` of an object.

    Parameters
    ----------
    obj : object
        A class or function.
    mod : str
        Name of the module.

    References
    ----------
    PyTorch: ``torch.utils.set_module``.
    """
    if not isinstance(mod, str):
        raise TypeError("The mod argument should be a string")
    obj.__module__ = mod
