"""The function of an entry by its name, on either side.

Most names are the attribute path below `torch`. The others are listed: operators and methods without a function, arguments in another
order, and variants that the database defines by a small expression.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

Function = Callable[..., Any]


def method_call(name: str) -> Callable[[Any], Function]:
    """A method that has no function."""
    return lambda torch: lambda x, *args, **kwargs: getattr(x, name)(*args, **kwargs)


def swapped(path: str) -> Callable[[Any], Function]:
    """A function whose first two arguments the database gives in the other order."""
    return lambda torch: lambda a, b, *args, **kwargs: attribute(torch, path)(b, a, *args, **kwargs)


def on_clone(name: str) -> Callable[[Any], Function]:
    """A method that changes its tensor: applied to a copy."""
    return lambda torch: lambda x, *args, **kwargs: getattr(x.clone(), name)(*args, **kwargs)


METHODS = ("contiguous", "sum_to_size", "expand", "expand_as", "to", "reshape_as", "view", "view_as", "bfloat16", "bool", "byte", "char",
           "double", "float", "half", "int", "long", "short", "cdouble", "cfloat", "chalf", "new_zeros", "new_ones", "new_empty",
           "new_empty_strided", "new_full", "unfold", "repeat", "item", "__radd__", "__rdiv__", "__rmul__", "__rand__", "__ror__",
           "__rxor__", "__rmatmul__", "__rmod__", "__rpow__", "__rsub__", "__getitem__")

ENTRIES: dict[str, Callable[[Any], Function]] = {name: method_call(name) for name in METHODS}
ENTRIES |= {name: on_clone(name) for name in ("resize_", "resize_as_", "zero_")}
ENTRIES |= {name: (lambda torch, name=name: lambda x: getattr(x, name)) for name in ("T", "H", "mT", "mH")}
ENTRIES |= {name: on_clone(name + "_") for name in ("cauchy", "exponential", "geometric", "log_normal", "normal|in_place", "uniform")}
ENTRIES["normal|in_place"] = on_clone("normal_")
ENTRIES |= {name: swapped(name) for name in ("einsum", "polygamma", "special.polygamma", "nn.functional.embedding",
                                             "nn.functional.embedding_bag", "where")}
ENTRIES |= {
    "normal|number_mean": lambda torch: lambda std, mean, *args, **kwargs: torch.normal(mean, std, *args, **kwargs),
    "svd_lowrank": lambda torch: lambda a, b, **kwargs: torch.svd_lowrank(a @ b.mT, **kwargs),
    "pca_lowrank": lambda torch: lambda a, b, **kwargs: torch.pca_lowrank(a @ b.mT, **kwargs),
    "linalg.lstsq|grad_oriented": lambda torch: lambda a, b, driver: torch.linalg.lstsq(a, b, driver=driver)[:2],
    "linalg.pinv|singular": lambda torch: lambda a, b: torch.linalg.pinv(a @ b.mT),
}

#: Results that are determined only up to signs, phases or order: the functions of them that are compared.
GAUGES: dict[str, Callable[[Any, Any], Any]] = {
    "svd": lambda torch, r: (r[0].abs(), r[1], r[2].abs()),
    "linalg.svd": lambda torch, r: (r[0].abs(), r[1], r[2].abs()),
    "svd_lowrank": lambda torch, r: (r[0].abs(), r[1], r[2].abs()),
    "pca_lowrank": lambda torch, r: (r[0].abs(), r[1], r[2].abs()),
    "linalg.eigh": lambda torch, r: (r[0], r[1].abs()),
    "linalg.eig": lambda torch, r: (sorted_eigenvalues(torch, r[0]),),
    "linalg.eigvals": lambda torch, r: (sorted_eigenvalues(torch, r),),
    "lobpcg": lambda torch, r: (r[0],),
}

#: Ops whose elements are uninitialized memory.
UNDEFINED = frozenset({"empty", "empty_like", "empty_strided", "empty_permuted", "new_empty", "new_empty_strided", "resize_", "resize_as_"})


def sorted_eigenvalues(torch: Any, values: Any) -> Any:
    """Eigenvalues sorted by absolute value, an order that does not depend on the rounding of equal ones."""
    return values.abs().sort(-1)[0]


def attribute(torch: Any, path: str) -> Any:
    """`torch.path`; AttributeError when a part is missing."""
    for part in path.split("."):
        torch = getattr(torch, part)
    return torch


def function(torch: Any, entry: str) -> Function:
    """The function that an entry calls."""
    name = entry.split("|")[0]
    special = ENTRIES.get(entry) or ENTRIES.get(name)
    return special(torch) if special else attribute(torch, name)


def exists(torch: Any, entry: str) -> bool:
    """Whether the name of the entry exists and is not a placeholder."""
    name = entry.split("|")[0]
    if entry in ("normal|in_place",) or name in ("cauchy", "exponential", "geometric", "log_normal", "uniform"):
        name += "_" if not name.endswith("_") else ""
    for root in (torch, torch.Tensor):
        try:
            found = attribute(root, name)
        except (AttributeError, NotImplementedError):
            continue
        return not is_placeholder(found)
    return False


def is_placeholder(value: Any) -> bool:
    """Placeholders, which raise on use, have the name as an attribute."""
    return getattr(value, "torch_name", None) is not None
