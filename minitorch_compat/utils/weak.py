"""Weak references and dictionaries that know objects by identity: a tensor's `==` answers with a tensor, so it is no key of others."""
from __future__ import annotations

import weakref
from collections.abc import Iterator, Mapping, MutableMapping
from typing import Any
from weakref import ref

__all__ = ["TensorWeakRef", "WeakIdKeyDictionary", "WeakIdRef", "WeakTensorKeyDictionary"]


class WeakIdRef(weakref.ref[Any]):
    """A weak reference that equals another one as long as both name the same living object."""

    __slots__ = ("_id",)

    def __init__(self, key: Any, callback: Any = None) -> None:
        self._id = id(key)
        super().__init__(key, callback)  # type: ignore[call-arg]

    def __call__(self) -> Any:
        return super().__call__()

    def __hash__(self) -> int:
        return self._id

    def __eq__(self, other: object) -> bool:
        a, b = self(), other() if isinstance(other, weakref.ref) else None
        return a is b if a is not None and b is not None else self is other

    def __ne__(self, other: object) -> bool:
        return not self == other


#: PyTorch keeps what is behind a tensor alive with it; here a tensor is one object.
WeakTensorRef = WeakIdRef


class WeakIdKeyDictionary(MutableMapping[Any, Any]):
    """A dictionary whose keys are known by identity and forgotten once nobody else holds them."""

    def __init__(self, dict: Mapping[Any, Any] | None = None, ref_type: Any = WeakIdRef) -> None:
        self.data: Any = {}
        self.ref_type = ref_type
        data = weakref.ref(self)

        def remove(key: Any) -> None:
            own = data()
            if own is not None:
                own.data.pop(key, None)

        self._remove = remove
        if dict is not None:
            self.update(dict)

    def __getitem__(self, key: Any) -> Any:
        return self.data[self.ref_type(key)]

    def __setitem__(self, key: Any, value: Any) -> None:
        self.data[self.ref_type(key, self._remove)] = value

    def __delitem__(self, key: Any) -> None:
        del self.data[self.ref_type(key)]

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[Any]:
        for reference in list(self.data):
            key = reference()
            if key is not None:
                yield key

    def __contains__(self, key: object) -> bool:
        try:
            return self.ref_type(key) in self.data
        except TypeError:  # of what there are no weak references
            return False

    def __repr__(self) -> str:
        return f"<{type(self).__name__} at {id(self):#x}>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Mapping):
            return NotImplemented
        return {id(k): v for k, v in self.items()} == {id(k): v for k, v in other.items()}

    __hash__ = None  # type: ignore[assignment]

    def keyrefs(self) -> list[Any]:
        """The weak references to the keys."""
        return list(self.data)

    def popitem(self) -> tuple[Any, Any]:
        """One pair of those whose keys live, taken out."""
        while self.data:
            reference, value = self.data.popitem()
            key = reference()
            if key is not None:
                return key, value
        raise KeyError("dictionary is empty")

    def pop(self, key: Any, *default: Any) -> Any:
        """The value of a key, taken out; the default where it is not there."""
        return self.data.pop(self.ref_type(key), *default)

    def setdefault(self, key: Any, default: Any = None) -> Any:
        """The value of a key, which is `default` from now on where it had none."""
        return self.data.setdefault(self.ref_type(key, self._remove), default)

    def copy(self) -> WeakIdKeyDictionary:
        """A dictionary of its own with the same pairs."""
        return type(self)(self, self.ref_type)

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> WeakIdKeyDictionary:
        from copy import deepcopy

        new = type(self)(ref_type=self.ref_type)
        for key, value in self.items():
            new[key] = deepcopy(value, memo)
        return new

    def __or__(self, other: Any) -> Any:
        if not isinstance(other, Mapping):
            return NotImplemented
        new = self.copy()
        new.update(other)
        return new


WeakTensorKeyDictionary = WeakIdKeyDictionary


class TensorWeakRef:
    """A weak reference to a tensor."""

    def __init__(self, tensor: Any) -> None:
        self.ref = ref(tensor)

    def __call__(self) -> Any:
        return self.ref()
