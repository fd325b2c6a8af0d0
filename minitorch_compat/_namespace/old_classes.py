"""The sets of old tensor types and storage classes: `torch._tensor_classes`, `torch._storage_classes`."""
from __future__ import annotations

from typing import Any

from .._bindings.retired.constructors import TYPES
from .._bindings.storage import typed as _typed
from .._bindings.storage.typed import LegacyStorage, TypedStorage, UntypedStorage

_storages = {kind for kind in map(vars(_typed).get, _typed.__all__) if isinstance(kind, type) and issubclass(kind, LegacyStorage)}
_storage_classes: set[Any] = {UntypedStorage, TypedStorage, *_storages}


def _find_tensor_classes() -> set[Any]:
    from .. import cuda, sparse

    places = [sparse, cuda, getattr(cuda, "sparse", None)]
    found = (getattr(place, name, None) for place in places for name in TYPES)
    return {*TYPES.values(), *(kind for kind in found if isinstance(kind, type(TYPES["FloatTensor"])))}


_tensor_classes: set[Any] = _find_tensor_classes()
