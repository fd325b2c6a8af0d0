"""`swap_tensors` and `set_module` of torch.utils."""
from __future__ import annotations

import weakref
from typing import Any

from .._dispatch.graph.accumulator_lifetime import nodes_leading_to
from .._dispatch.graph.views import has_node
from .._dispatch.living_objects import living_objects
from .._dispatch.tensor import TensorBase
from .._engine.replaced_data import detach_graphs

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
        If one has weak references, or is referenced by views, as a gradient, or by what a graph has saved of a leaf.

    Notes
    -----
    A graph that leads to a leaf raises in backward after the leaf was swapped.

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
    for name, t in (("t1", t1), ("t2", t2)):
        if _is_held(t):
            raise RuntimeError(f"Expected use_count of {name} to be 1 or 2 with an AccumulateGrad node but got more, "
                               "make sure you are not holding references to the tensor in other places.")
    slots = {slot for t in (t1, t2) for cls in type(t).__mro__ for slot in _slots_of(cls)} - {"__weakref__", "__dict__"}
    try:
        t1.__class__, t2.__class__ = t2.__class__, t1.__class__
    except TypeError as error:  # from the first of the two assignments
        raise RuntimeError("Cannot swap t1 and t2 if they have different slots") from error
    for t in (t1, t2):
        former = detach_graphs(t) if t.requires_grad and not has_node(t) else None
        if former is not None:
            former.register_prehook(_refuse_gradient)
    for slot in ("__dict__", *slots):
        first, second = (getattr(t, slot, _MISSING) for t in (t1, t2))
        _set_slot(t1, slot, second)
        _set_slot(t2, slot, first)


def _is_held(t: Any) -> bool:
    """Whether a view has `t` as its base, a leaf as its gradient, or a graph has saved it, a leaf."""
    if any(holder._view is t or holder._grad is t for holder in living_objects(TensorBase)):
        return True
    nodes = nodes_leading_to(t) if t.requires_grad and not has_node(t) else ()
    return any(value is t._array for node in nodes if not hasattr(node, "_fn_engine_value") for value in node.saved)


def _refuse_gradient(_grad_outputs: Any) -> None:
    raise RuntimeError("Trying to execute AccumulateGrad node that was poisoned by swap_tensors: the tensor was swapped, perhaps by a "
                       "conversion of its module, between the forward pass and backward")


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
