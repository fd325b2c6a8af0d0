"""Creating tensors of the final class without its constructor."""
from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from .._array.core.conjugate import Unreadable
from .graph.views import mark_unusual_view
from .levels.lifting import Lifted
from .state import ACTIVE, LOCAL, PAUSED, Classes
from .tensor import MAYBE, MULTI_OUTPUT, MetaOfOneOfSeveral, TensorBase, wrap_as

_ndarray = np.ndarray
_LAYOUTS = Classes.layouts
_Tensor: Any = TensorBase  # the final class, once `bind` has been called
_blank: Any = TensorBase  # makes an instance whose slots have to be filled


def bind(cls: type[TensorBase]) -> Any:
    """Set the final class; return the function that makes an instance whose slots have to be filled.

    This is the call of a class without `__new__` or metaclass call: it takes two thirds of the time of `object.__new__`, which was a fifth
    of a small addition.
    """
    global _Tensor, _blank
    _Tensor = Classes.tensor = cls
    _blank = Classes.blank = type.__call__.__get__(cls)
    return _blank


def wrap(array: Any) -> Any:
    """A new tensor without history over an array (or a numpy scalar)."""
    if array.__class__ is not _ndarray and not isinstance(array, Lifted):
        if array.__class__ in _LAYOUTS:
            return wrap_as(_LAYOUTS[array.__class__](), array)
        if not isinstance(array, Unreadable):
            array = np.asarray(array)
    if ACTIVE:
        return wrap_as(_Tensor, array)
    t = _blank()
    t._array = array
    t._dtype = array.dtype
    t._grad_fn = None
    t._requires_grad = False
    t._counter = None
    t._view = None
    t._autograd_meta = None
    return t


def wrap_plain(array: Any) -> Any:
    """`wrap` of an ndarray where inference mode is known to be off. Inlined, because `wrap` is too hot for one more call."""
    t = _blank()
    t._array = array
    t._dtype = array.dtype
    t._grad_fn = None
    t._requires_grad = False
    t._counter = None
    t._view = None
    t._autograd_meta = None
    return t


def views_of(source: Any, arrays: Iterable[Any]) -> tuple[Any, ...]:
    """Tensors without history over views of the array of `source`, which are made together."""
    if source._autograd_meta is not None or PAUSED and not LOCAL.grad:
        outs = tuple([view_of(source, array) for array in arrays])
        if not PAUSED or LOCAL.grad:
            for t in outs:
                if t._view is not None:
                    t._meta_for_writing().creation = MULTI_OUTPUT
        return outs
    counter = source._counter
    if counter is None:
        counter = source._counter = [0]
    version, dtype = counter[0], source._dtype
    base = source if source._view is None else source._view
    made = []
    for array in arrays:  # `view_of` inlined
        t = _blank()
        t._array = array
        t._dtype = dtype
        t._grad_fn = None
        t._autograd_meta = MetaOfOneOfSeveral()
        t._counter = counter
        t._attr_version = version
        t._view = base
        t._requires_grad = MAYBE
        made.append(t)
    return tuple(made)


def view_of(source: Any, array: Any) -> Any:
    """A tensor without history over `array`, which is a view of `source`'s array and has its dtype."""
    t = _blank()
    t._array = array
    t._dtype = source._dtype
    t._grad_fn = None
    t._autograd_meta = None
    if source._autograd_meta is not None or PAUSED and not LOCAL.grad:
        t._requires_grad = False
        t._view = t._counter = None
        mark_unusual_view(t, source)
        return t
    counter = source._counter
    if counter is None:
        counter = source._counter = [0]
    t._counter = counter
    t._attr_version = counter[0]
    base = source._view
    t._view = source if base is None else base
    t._requires_grad = MAYBE
    return t
