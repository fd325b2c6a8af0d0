"""`DispatchKey` and `DispatchKeySet`: names that code combines at import. They have no influence on dispatch here."""
from __future__ import annotations

import enum
from typing import Any

_SINGLE = {
    "Undefined": 0, "Dense": 1, "Quantized": 5, "Sparse": 8, "SparseCsr": 9, "NestedTensor": 10, "BackendSelect": 11, "Python": 13,
    "FuncTorchDynamicLayerBackMode": 14, "Functionalize": 15, "Conjugate": 16, "Negative": 17, "ZeroTensor": 18, "ADInplaceOrView": 19,
    "AutogradOther": 20, "AutogradFunctionality": 21, "AutogradNestedTensor": 22, "AutocastCPU": 24, "AutocastXPU": 27, "AutocastIPU": 28,
    "AutocastHPU": 29, "AutocastMPS": 31, "AutocastCUDA": 32, "AutocastPrivateUse1": 33, "FuncTorchBatched": 34, "FuncTorchVmapMode": 36,
    "FuncTorchGradWrapper": 39, "PythonTLSSnapshot": 41, "FuncTorchDynamicLayerFrontMode": 42, "PreDispatch": 45, "PythonDispatcher": 46,
    "Autograd": 150, "CompositeImplicitAutograd": 151, "FuncTorchBatchedDecomposition": 152, "CompositeImplicitAutogradNestedTensor": 153,
    "CompositeExplicitAutograd": 154, "CompositeExplicitAutogradNonFunctional": 155,
}
_BACKENDS = ["CPU", "CUDA", "HIP", "XLA", "MPS", "IPU", "XPU", "HPU", "VE", "Lazy", "MTIA", "MAIA", "PrivateUse1", "PrivateUse2",
             "PrivateUse3", "Meta"]
#: Prefix of the keys that each backend has -> the value before the first of them.
_PER_BACKEND = {"": 48, "Quantized": 65, "Sparse": 82, "SparseCsr": 99, "NestedTensor": 116, "Autograd": 133}

DispatchKey: Any = enum.IntEnum("DispatchKey", _SINGLE | {  # type: ignore[misc]
    f"{prefix}{backend}": first + i for prefix, first in _PER_BACKEND.items() for i, backend in enumerate(_BACKENDS, 1)})


class DispatchKeySet:
    """A set of keys."""

    def __init__(self, *keys: Any) -> None:
        self._keys = frozenset(keys)

    def has(self, key: Any) -> bool:
        """Whether `key` is in the set."""
        return key in self._keys

    def add(self, key: Any) -> DispatchKeySet:
        """The union with `key`."""
        return DispatchKeySet(*self._keys, key)

    def remove(self, key: Any) -> DispatchKeySet:
        """The set without `key`."""
        return DispatchKeySet(*self._keys - {key})

    def __or__(self, other: DispatchKeySet) -> DispatchKeySet:
        return DispatchKeySet(*self._keys, *other._keys)

    def __and__(self, other: DispatchKeySet) -> DispatchKeySet:
        return DispatchKeySet(*self._keys & other._keys)

    def __sub__(self, other: DispatchKeySet) -> DispatchKeySet:
        return DispatchKeySet(*self._keys - other._keys)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DispatchKeySet) and self._keys == other._keys

    def __hash__(self) -> int:
        return hash(self._keys)

    def __repr__(self) -> str:
        return f"DispatchKeySet({', '.join(key.name for key in sorted(self._keys))})"
