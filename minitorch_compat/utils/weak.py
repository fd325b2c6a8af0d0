"""`torch.utils.weak`: weak references to tensors, and mappings with keys compared by identity."""
from __future__ import annotations

import weakref
from collections.abc import Callable, Mapping, MutableMapping
from typing import Any
from weakref import ref

from .._bindings.tensor.tensor import Tensor

WeakRef = ref


class WeakIdRef(weakref.ref):  # type: ignore[type-arg]
    """A weak reference that compares by identity.

    Parameters
    ----------
    key : object
        The referent.
    callback : callable, optional
        Called when the referent is finalized.

    References
    ----------
    PyTorch: ``torch.utils.weak.WeakIdRef``.

    Examples
    --------
    >>> x = torch.ones(1)
    >>> torch.utils.weak.WeakIdRef(x)() is x
    True
    """

    __slots__ = ("_id",)

    def __init__(self, key: Any, callback: Callable[..., Any] | None = None) -> None:
        self._id = id(key)
        super().__init__(key, callback)  # type: ignore[call-arg]

    def __call__(self) -> Any:
        """The object, or None when it is gone."""
        return super().__call__()

    def __hash__(self) -> int:
        return self._id

    def __eq__(self, other: object) -> bool:
        own_object, other_object = self(), other() if isinstance(other, weakref.ref) else None
        return own_object is other_object if own_object is not None and other_object is not None else self is other

    def __ne__(self, other: object) -> bool:  # overrides that of weakref.ref, which compares the referents
        return not self == other


class _WeakHashRef(WeakIdRef):
    """A weak reference with the hash and the equality of its referent."""

    __slots__ = ()

    def __init__(self, key: Any, callback: Callable[..., Any] | None = None) -> None:
        super().__init__(key, callback)
        self._id = hash(key)

    def __hash__(self) -> int:
        return self._id

    def __eq__(self, other: object) -> bool:
        own_object, other_object = self(), other() if isinstance(other, weakref.ref) else None
        return own_object == other_object if own_object is not None and other_object is not None else self is other


class TensorWeakRef:
    """A weak reference to a tensor.

    Parameters
    ----------
    tensor : Tensor
        The tensor.

    References
    ----------
    PyTorch: ``torch.utils.weak.TensorWeakRef``.

    Examples
    --------
    >>> x = torch.ones(1)
    >>> torch.utils.weak.TensorWeakRef(x)() is x
    True
    """

    def __init__(self, tensor: Tensor) -> None:
        if not isinstance(tensor, Tensor):
            raise AssertionError(f"expected torch.Tensor, got {type(tensor)}.")
        self.ref: Any = WeakRef(tensor)

    def __call__(self) -> Tensor | None:
        """The tensor, or None when it is gone."""
        return self.ref()


class WeakIdKeyDictionary(weakref.WeakKeyDictionary[Any, Any]):
    """A dict with weakly referenced keys, compared by identity, for example tensors.

    Parameters
    ----------
    dict : dict, optional
        Initial entries.
    ref_type : type, default WeakIdRef
        Class of the references.

    References
    ----------
    PyTorch: ``torch.utils.weak.WeakIdKeyDictionary``.

    Examples
    --------
    >>> notes = torch.utils.weak.WeakTensorKeyDictionary()
    >>> x = torch.ones(1)
    >>> notes[x] = "a note"
    >>> notes[x], len(notes)
    ('a note', 1)
    """

    data: dict[Any, Any]
    _remove: Callable[..., Any]  # of the base class, like `data`: the callback of references

    def __init__(self, dict: Any = None, ref_type: Any = WeakIdRef) -> None:
        self.ref_type = ref_type
        super().__init__(dict)

    def __getitem__(self, key: Any) -> Any:
        return self.data[self.ref_type(key)]

    def __setitem__(self, key: Any, value: Any) -> None:
        self.data[self.ref_type(key, self._remove)] = value

    def __delitem__(self, key: Any) -> None:
        self._dirty_len = True  # as in the base class, whose `__len__` then forgets pending removals of keys that are gone already
        del self.data[self.ref_type(key)]

    def __contains__(self, key: object) -> bool:
        try:
            return self.ref_type(key) in self.data
        except TypeError:
            return False

    get = Mapping.get  # type: ignore[assignment]
    pop = MutableMapping.pop  # type: ignore[assignment]
    setdefault = MutableMapping.setdefault  # type: ignore[assignment]

    def update(self, entries: Any = None, /, **kwargs: Any) -> None:
        """Add entries.

        Parameters
        ----------
        entries : mapping or iterable of pairs, optional
            The entries.

        Examples
        --------
        >>> notes = torch.utils.weak.WeakTensorKeyDictionary()
        >>> x = torch.ones(1)
        >>> notes.update({x: 1})
        >>> len(notes)
        1
        """
        entries = {} if entries is None else entries
        for key, value in (*(entries if hasattr(entries, "items") else dict(entries)).items(), *kwargs.items()):
            self[key] = value

    def copy(self) -> WeakIdKeyDictionary:
        """A shallow copy.

        Returns
        -------
        WeakIdKeyDictionary
            The copy.

        Examples
        --------
        >>> len(torch.utils.weak.WeakTensorKeyDictionary().copy())
        0
        """
        return type(self)(self, ref_type=self.ref_type)

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> WeakIdKeyDictionary:
        from copy import deepcopy

        out = type(self)(ref_type=self.ref_type)
        for key, value in self.items():
            out[key] = deepcopy(value, memo)
        return out

    def __ror__(self, other: Any) -> Any:
        if not isinstance(other, Mapping):
            return NotImplemented
        out = type(self)(other, ref_type=self.ref_type)
        out.update(self)
        return out

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mapping):
            return NotImplemented
        return {id(k): v for k, v in self.items()} == {id(k): v for k, v in other.items()}

    __hash__ = None  # type: ignore[assignment]


WeakTensorKeyDictionary = WeakIdKeyDictionary

__all__ = ["TensorWeakRef", "WeakIdKeyDictionary", "WeakIdRef", "WeakTensorKeyDictionary"]
