"""The table of ops, some of whose families are loaded when one of their ops is first needed.

Most programs use a few dozen ops, and declaring all takes a fourth of the import time: only those behind operators are declared at once.
`families_gen.py`, written by the generator of the bindings, maps ops to the families that declare them.
"""
from __future__ import annotations

from collections.abc import Callable, ItemsView, Iterator, KeysView, ValuesView
from importlib import import_module
from typing import TYPE_CHECKING, Any

from .families_gen import FAMILIES

if TYPE_CHECKING:
    from .op import Op

#: The lazily loaded families, as module names below `families/`.
LAZY_FAMILIES = (
    "index.indexing", "index.scatter", "index.scatter_reduce", "index.view_copies", "index.views", "linalg.affine_products",
    "linalg.decompositions", "linalg.distances", "linalg.einsum", "linalg.factorizations", "linalg.fourier", "linalg.solving",
    "nn.attention", "nn.conv", "nn.grid_sample", "nn.loss", "nn.lstm", "nn.margin_losses", "nn.normalization", "pointwise.activation",
    "pointwise.complex", "pointwise.fake_quantize", "pointwise.sampling", "pointwise.special", "reduce.reduction", "reduce.segments",
    "reduce.sorting", "sparse.compressed", "sparse.coo")

#: Op -> the lazily loaded family that declares it.
FAMILY_OF = {name: family for family, names in FAMILIES.items() for name in names.split()}


class Table(dict[str, "Op"]):
    """Every op by name. Looking one up loads its family; iterating loads all."""

    def __missing__(self, name: str) -> Op:
        op = self.get(name)
        if op is None:
            raise KeyError(name)
        return op

    def get(self, name: str, default: Any = None) -> Any:
        op = super().get(name)
        if op is None and name in FAMILY_OF:
            import_module(f"{__package__}.families.{FAMILY_OF[name]}")
            op = super().get(name)
        return default if op is None else op

    def __contains__(self, name: object) -> bool:
        return name in FAMILY_OF or super().__contains__(name)

    def declared(self) -> ValuesView[Op]:
        """The ops that have been declared so far."""
        return super().values()

    def declares(self, name: str) -> bool:
        """Whether an op has been declared already."""
        return super().__contains__(name)

    def load_all(self) -> None:
        """Load every family."""
        for family in LAZY_FAMILIES:
            import_module(f"{__package__}.families.{family}")

    def __iter__(self) -> Iterator[str]:
        self.load_all()
        return super().__iter__()

    def __len__(self) -> int:
        self.load_all()
        return super().__len__()

    def keys(self) -> KeysView[str]:  # type: ignore[override]
        self.load_all()
        return super().keys()

    def values(self) -> ValuesView[Op]:  # type: ignore[override]
        self.load_all()
        return super().values()

    def items(self) -> ItemsView[str, Op]:  # type: ignore[override]
        self.load_all()
        return super().items()


class LazyAttribute:
    """Placeholder for an attribute of an op whose family is not loaded; calling it loads the family and calls the attribute."""

    __slots__ = ("find",)

    def __init__(self, find: Callable[[], Any]) -> None:
        self.find = find

    def __call__(self, *args: Any) -> Any:
        return self.find()(*args)
