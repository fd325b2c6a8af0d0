"""What PyTorch's ops call inside: spans of a profile that stand for nothing that happens here.

Who reads a profile compares it with one of PyTorch's, counts included.  Where an op always calls the same there, `inner_spans.json` has the
tree (recorded from PyTorch); what depends on the call is computed below.  A tree is a tuple: name, then the trees inside.
"""
from __future__ import annotations

import functools
import json
from collections.abc import Callable
from os.path import dirname, join
from typing import Any

import numpy as np

from .._dispatch.tensor import TensorBase
from ._aten_names import ATEN_NAMES

Tree = tuple[Any, ...]

_CAST = ("aten::to", ("aten::_to_copy", ("aten::empty_strided",), ("aten::copy_",)))
_AS_STRIDED, _FILL, _EMPTY = ("aten::as_strided",), ("aten::fill_",), ("aten::empty",)
_RESOLVED = ("aten::resolve_conj",)


@functools.cache
def usual() -> dict[str, list[Tree]]:
    """Span -> what is always inside of it, where no rule says more."""
    ruled = {f"aten::{ATEN_NAMES.get(name, name)}" for name in _RULES}
    with open(join(dirname(dirname(__file__)), "inner_spans.json"), encoding="utf-8") as file:
        return {name: list(map(_tree, trees)) for name, trees in json.load(file).items() if name.removesuffix("_") not in ruled}


def _tree(recorded: list[Any]) -> Tree:
    name, inner = recorded
    return (f"aten::{name}" if name[0] != "." else name[1:], *map(_tree, inner))


def inside(name: str, args: tuple[Any, ...], out: Any) -> list[Tree]:
    """What PyTorch calls inside op `name`, called with `args`."""
    rule = _RULES.get(name)
    return [] if rule is None else rule(args, out)


#: The types of the tensors that PyTorch makes of numbers.
_WRAPPED = {bool: np.dtype(bool), int: np.dtype(np.int64), float: np.dtype(np.float64), complex: np.dtype(np.complex128)}


def _with_number(args: tuple[Any, ...], out: Any) -> list[Tree]:
    """A number is a tensor there, which is cast to what is computed in."""
    x, y = args[:2]
    if not isinstance(x, TensorBase):
        x, y = y, x
    wrapped = _WRAPPED.get(type(y))
    if wrapped is None or not isinstance(x, TensorBase):
        return []
    kinds = "biufc"
    own, common = x._array.dtype, out._array.dtype
    if common.kind == "b":  # a comparison
        common = own if kinds.find(own.kind) >= kinds.find(wrapped.kind) or own.kind == "V" else np.dtype(np.float32)
    return [_CAST] * ((own != common) + (wrapped != common))


def _reduced(*fill: Tree) -> Callable[[tuple[Any, ...], Any], list[Tree]]:
    def rule(args: tuple[Any, ...], out: Any) -> list[Tree]:
        x = args[0]
        if not x._array.ndim:
            return list(fill)
        lost = out._array.ndim < x._array.ndim
        cast = [_CAST] if fill and out._array.dtype != x._array.dtype else []
        return [*([_AS_STRIDED] if lost else []), *cast, *fill]

    return rule


_sum = _reduced(_FILL)


def _mean(args: tuple[Any, ...], out: Any) -> list[Tree]:
    return [("aten::sum", *_sum(args, out)), ("aten::div_", _CAST)]


def _product(args: tuple[Any, ...], out: Any) -> list[Tree]:
    return [*([_EMPTY] if args[1] is None else []), *_sum(args, out)]


#: Entry of the table -> a rule of the arguments and the result.
_RULES: dict[str, Callable[[tuple[Any, ...], Any], list[Tree]]] = {
    **dict.fromkeys(("add", "sub", "mul", "div", "eq", "ne", "lt", "le", "gt", "ge"), _with_number),
    **dict.fromkeys(("sum", "sum_dim", "sum_to_size"), _sum), **dict.fromkeys(("mean", "mean_dim"), _mean),
    "vector_norm": _reduced(), "mm": lambda args, out: [_RESOLVED] * 3, "mm_nt": lambda args, out: [_RESOLVED] * 2,
    "pow_scalar": lambda args, out: [("aten::result_type",), ("aten::to",)],
    "clone": lambda args, out: [("aten::empty_strided",), ("aten::copy_",)],
    "contiguous": lambda args, out: [("aten::empty_like", _EMPTY), ("aten::copy_",)],
    "where": lambda args, out: [_EMPTY], "abs": lambda args, out: [_EMPTY, ("aten::abs",)] if args[0]._array.dtype.kind != "c" else [],
    **dict.fromkeys(("clamp_scalars", "clamp_min_scalar", "clamp_max_scalar"), lambda args, out: [("aten::to",)]),
    **dict.fromkeys(("max_all", "min_all"), lambda args, out: [_EMPTY, _FILL]),
    **dict.fromkeys(("amax", "amin", "all", "any", "all_dim", "any_dim"), _sum), "prod_dim": _product,
    "shaped": lambda args, out: [("aten::view",)], "addmm": lambda args, out: [("aten::copy_",), *[_RESOLVED] * 3],
}

#: What a leaf's node calls: where it keeps the gradient as it comes, and where it copies.
KEPT: list[Tree] = [("aten::detach", ("detach",))]
COPIED: list[Tree] = [("aten::new_empty_strided", ("aten::empty_strided",)), ("aten::copy_",)]

__all__ = ["COPIED", "KEPT", "inside", "usual"]
