"""`torch.return_types`: the named tuples of ops with several results."""
from __future__ import annotations

from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar

from ..._dispatch.naming import names_torch, torch_object

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor


class _FieldCount:
    """The number of fields of a class."""

    def __get__(self, instance: Any, owner: Any) -> int:
        return len(owner.__match_args__)


class _Result(tuple):  # type: ignore[type-arg]
    """A tuple whose items have names and whose repr is PyTorch's."""

    __slots__ = ()
    __module__ = "torch.return_types"
    #: The fields. No `_fields`, by which programs tell namedtuples: those are built from several arguments.
    __match_args__: ClassVar[tuple[str, ...]] = ()
    #: What Python's own sequences of named fields tell.
    n_fields = n_sequence_fields = _FieldCount()
    n_unnamed_fields = 0

    def __new__(cls, *items: Any) -> Any:
        if len(items) == 1 or items[-1].__class__ is dict and not items[-1]:
            items, count = tuple(items[0]), len(cls.__match_args__)
            if len(items) != count:
                raise TypeError(f"torch.return_types.{cls.__name__}() takes a {count}-sequence ({len(items)}-sequence given)")
        return tuple.__new__(cls, items)

    def __repr__(self) -> str:
        lines = ",\n".join(f"{name}={value!r}" for name, value in zip(self.__match_args__, self, strict=True))
        return f"torch.return_types.{type(self).__name__}(\n{lines})"

    def __reduce__(self) -> Any:
        if not names_torch():
            return _made, (type(self).__name__, tuple(self))
        return torch_object("torch.return_types", type(self).__name__), (tuple(self),)


#: A result of a class from a sequence of as many items as it has fields: `class(*items)` at a third of the time.
from_items = tuple.__new__


def _made(name: str, items: tuple[Any, ...]) -> Any:
    return globals()[name](items)


class _ValuesIndices(_Result):
    __slots__ = ()
    __match_args__ = ("values", "indices")

    @property
    def values(self) -> Tensor:
        """The values."""
        return self[0]

    @property
    def indices(self) -> Tensor:
        """The indices of the values."""
        return self[1]


class max(_ValuesIndices):
    __slots__ = ()


class min(_ValuesIndices):
    __slots__ = ()


class sort(_ValuesIndices):
    __slots__ = ()


class topk(_ValuesIndices):
    __slots__ = ()


class median(_ValuesIndices):
    __slots__ = ()


class nanmedian(_ValuesIndices):
    __slots__ = ()


class mode(_ValuesIndices):
    __slots__ = ()


class kthvalue(_ValuesIndices):
    __slots__ = ()


class cummax(_ValuesIndices):
    __slots__ = ()


class cummin(_ValuesIndices):
    __slots__ = ()


class aminmax(_Result):
    __slots__ = ()
    __match_args__ = ("min", "max")

    @property
    def min(self) -> Any:
        """The smallest values."""
        return self[0]

    @property
    def max(self) -> Any:
        """The largest values."""
        return self[1]


#: Other results: name -> names of the items. Their classes are created on first access.
FIELDS = {
    "frexp": ("mantissa", "exponent"),
    "histogram": ("hist", "bin_edges"),
    "histogramdd": ("hist", "bin_edges"),
    "lu_unpack": ("P", "L", "U"),
    "triangular_solve": ("solution", "cloned_coefficient"),
    "linalg_cholesky_ex": ("L", "info"),
    "linalg_inv_ex": ("inverse", "info"),
    "linalg_solve_ex": ("result", "info"),
    "linalg_eig": ("eigenvalues", "eigenvectors"),
    "linalg_lstsq": ("solution", "residuals", "rank", "singular_values"),
    "linalg_lu": ("P", "L", "U"),
    "linalg_lu_factor": ("LU", "pivots"),
    "linalg_lu_factor_ex": ("LU", "pivots", "info"),
    "linalg_slogdet": ("sign", "logabsdet"),
    "linalg_qr": ("Q", "R"),
    "linalg_eigh": ("eigenvalues", "eigenvectors"),
    "linalg_svd": ("U", "S", "Vh"),
    "linalg_ldl_factor": ("LD", "pivots"),
    "linalg_ldl_factor_ex": ("LD", "pivots", "info"),
    "_lu_with_info": ("LU", "pivots", "info"),
    "slogdet": ("sign", "logabsdet"),
    "qr": ("Q", "R"),
    "geqrf": ("a", "tau"),
    "svd": ("U", "S", "V"),
}
#: Functions without `out=`.
_WITHOUT_OUT = frozenset({"histogramdd", "_lu_with_info"})


for _kind in [kind for kind in globals().values() if isinstance(kind, type) and issubclass(kind, _Result)]:
    _kind.__module__ = "torch.return_types"


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    def __getattr__(name: str) -> Any:
        base = name.removesuffix("_out")
        fields = FIELDS.get(base) or base != name and getattr(globals().get(base), "__match_args__", None)
        if not fields or base != name and base in _WITHOUT_OUT:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        made = globals()[name] = _make_result_type(name, *fields)
        return made


def all_result_types() -> list[Any]:
    """The classes of all functions that return named tuples, with `out=` and without."""
    direct = [name for name, kind in globals().items() if isinstance(kind, type) and issubclass(kind, _Result) and name[:1] != "_"
              and not name.endswith("_out")]
    for name in {*direct, *FIELDS}:
        named(name)
        with_out(name)
    return [kind for name, kind in sorted(globals().items())
            if isinstance(kind, type) and issubclass(kind, _Result) and kind.__name__ == name and name[:1] != "_"]


def named(name: str) -> Any:
    """The class of this name, or None."""
    return globals().get(name) or (__getattr__(name) if name in FIELDS else None)


def with_out(name: str) -> Any:
    """The class of the function's result when called with `out=`, or None."""
    if name in _WITHOUT_OUT or not isinstance(kind := named(name), type) or not issubclass(kind, _Result):
        return None
    return globals().get(f"{name}_out") or __getattr__(f"{name}_out")


def _make_result_type(name: str, *fields: str) -> Any:
    """The class of a result with these fields."""
    members: dict[str, Any] = {"__slots__": (), "__module__": "torch.return_types", "__match_args__": fields,
                               "__doc__": f"What `torch.{name}` gives."}
    members.update({field: property(itemgetter(i)) for i, field in enumerate(fields)})
    return type(name, (_Result,), members)
