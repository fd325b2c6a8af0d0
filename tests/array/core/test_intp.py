"""Positions and counts are int64 on every platform; only `_array/core/intp.py` depends on numpy's index type."""
from __future__ import annotations

import ast
import types
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from minitorch_compat._array.core import dtypes, intp

ROOT = Path(intp.__file__).parent.parent
#: Of the package all but the module itself, and what other projects' tests import.
FILES = [p for p in sorted(ROOT.rglob("*.py")) if p != Path(intp.__file__) and "_internal" not in p.parts]

#: What `intp` offers; as methods they are those of arrays in the kernels alone, since tensors have them, too.
OFFERED = {name for name, value in vars(intp).items() if callable(value) and not name.startswith("_")} - {"Any"}
METHODS = {"take", "repeat", "argmax", "argmin", "argsort", "argpartition", "nonzero", "searchsorted", "reduceat"}
#: Where a dtype is given, there is no question; and `np.asarray` is mostly asked of arrays.
TYPED = {"arange": 4, "cumsum": 3, "indices": 2, "prod": 3}
#: Types whose size is a matter of the platform.
SIZED_BY_PLATFORM = {"intp", "uintp", "int_", "uint", "long", "ulong", "intc", "uintc"}


def is_whole(node: ast.AST) -> bool:
    if isinstance(node, (ast.List, ast.Tuple)):
        return bool(node.elts) and all(map(is_whole, node.elts))
    return isinstance(node, ast.UnaryOp) and is_whole(node.operand) or isinstance(node, ast.Constant) and type(node.value) is int


def platform_dependent(tree: ast.AST, kernels: bool) -> Iterator[str]:
    """Expressions that give or take another dtype where `np.intp` is another."""
    called = {id(node.func): node for node in ast.walk(tree) if isinstance(node, ast.Call)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            typed = any(k.arg == "dtype" for k in node.keywords)
            name = ast.unparse(node.func)
            if any(k.arg == "dtype" and ast.unparse(k.value) == "int" for k in node.keywords) or (
                    name.startswith("np.") or name.endswith(".astype")) and any(ast.unparse(a) == "int" for a in node.args):
                yield ast.unparse(node)
            count = {"np.array": 1, "np.full": 2}.get(name)
            if not typed and len(node.args) == count and is_whole(node.args[-1]):
                yield ast.unparse(node)
        if not isinstance(node, ast.Attribute):
            continue
        base, call = ast.unparse(node.value), called.get(id(node))
        if base == "np":
            with_dtype = call is not None and node.attr in TYPED and (
                any(k.arg == "dtype" for k in call.keywords) or len(call.args) >= TYPED[node.attr])
            if node.attr in SIZED_BY_PLATFORM or node.attr in OFFERED - {"asarray"} | {"prod"} and not with_dtype:
                yield ast.unparse(call or node)
        elif kernels and node.attr in METHODS and base not in ("intp", "_STORE", "self"):
            yield ast.unparse(call or node)


@pytest.mark.parametrize("source", ["np.argsort(x)", "x.argmax(1)", "find(x.argmax)", "np.arange(3)", "np.array([1, 2])", "x.astype(int)",
                                    "np.zeros(3, np.intp)", "np.zeros(3, int)", "np.full(3, -1)", "np.prod(shape)",
                                    "np.add.reduceat(x, y)"])
def test_what_is_looked_for_is_found(source: str) -> None:
    assert list(platform_dependent(ast.parse(source), True))


@pytest.mark.parametrize("source", ["intp.argsort(x)", "np.arange(3, dtype=np.int64)", "np.array([1, 2], np.int64)", "np.full(3, 0.5)"])
def test_what_is_right_is_not(source: str) -> None:
    assert not list(platform_dependent(ast.parse(source), True))


def test_nothing_else_depends_on_the_size_of_a_pointer() -> None:
    found = {str(p.relative_to(ROOT)): wrong for p in FILES
             if (wrong := list(platform_dependent(ast.parse(p.read_text()), "_array" in p.parts)))}
    assert found == {}


class SmallNumpy:
    """numpy as it is where a pointer has 32 bits: it finds int32, and some of its functions refuse int64."""

    intp = np.int32
    refusing = {"repeat", "bincount"}
    finding = {"argmax", "argmin", "argsort", "argpartition", "lexsort", "nonzero", "flatnonzero", "argwhere", "searchsorted", "bincount",
               "count_nonzero", "cumsum", "unravel_index", "triu_indices", "tril_indices", "arange",
               "unique"}

    def __getattr__(self, name: str) -> Any:
        function = getattr(np, name)
        if name not in self.refusing | self.finding:
            return function

        def call(*args: Any, **options: Any) -> Any:
            if name in self.refusing and any(isinstance(a, np.ndarray) and a.dtype == np.int64 for a in args[name == "repeat":]):
                raise TypeError("Cannot cast array data from dtype('int64') to dtype('int32') according to the rule 'safe'")
            return small(function(*args, **options)) if name in self.finding else function(*args, **options)

        return call


def small(found: Any) -> Any:
    if isinstance(found, tuple):
        return tuple(map(small, found))
    return found.astype(np.int32) if getattr(found, "dtype", None) == np.int64 else found


def _narrow() -> Any:
    module = types.ModuleType("narrow_intp")
    source = Path(intp.__file__).read_text().replace("import numpy as np\n", "\n", 1)  # lines keep their numbers
    module.__dict__["np"] = SmallNumpy()
    exec(compile(source, intp.__file__, "exec"), module.__dict__)
    return module


#: The module as it would be there; from before the tests, so that faults that are planted reach its functions.
NARROW = _narrow()


@pytest.fixture
def narrow() -> Any:
    """The module as it would be there."""
    return NARROW


X = np.array([[3., 1, 2], [0, 5, 4]])
ORDER = np.array([2, 0, 1], np.int64)
CALLS: dict[str, Callable[[Any], Any]] = {
    "take": lambda m: m.take(ORDER, ORDER), "repeat": lambda m: m.repeat(ORDER, ORDER), "argmax": lambda m: m.argmax(X, 1, keepdims=True),
    "argmin": lambda m: m.argmin(X), "argsort": lambda m: m.argsort(X, axis=1, kind="stable"), "lexsort": lambda m: m.lexsort(X),
    "argpartition": lambda m: m.argpartition(X, 1, axis=1), "nonzero": lambda m: m.nonzero(X), "flatnonzero": lambda m: m.flatnonzero(X),
    "argwhere": lambda m: m.argwhere(X), "searchsorted": lambda m: m.searchsorted(X[0], X, "right", ORDER),
    "unique": lambda m: m.unique(X, return_inverse=True)[1], "bincount": lambda m: m.bincount(ORDER, minlength=5),
    "count_nonzero": lambda m: m.count_nonzero(X, axis=1), "cumsum": lambda m: m.cumsum(X > 1), "arange": lambda m: m.arange(1, 9, 2),
    "unravel_index": lambda m: m.unravel_index(ORDER, (2, 3)), "indices": lambda m: m.indices((2, 3)),
    "triu_indices": lambda m: m.triu_indices(3, 1), "tril_indices": lambda m: m.tril_indices(3),
    "ndarray_take": lambda m: m.ndarray_take(ORDER, ORDER), "ndarray_argmax": lambda m: m.ndarray_argmax(X, 1),
    "ndarray_argmin": lambda m: m.ndarray_argmin(X),
    "asarray": lambda m: m.asarray([1, 2]),
    "reduceat": lambda m: m.reduceat(np.add, ORDER, ORDER[1:])}


@pytest.mark.parametrize("name", CALLS)
def test_everything_found_is_int64(narrow: Any, name: str) -> None:
    here, there = (found if isinstance(found := CALLS[name](m), tuple) else (found,) for m in (intp, narrow))
    assert len(here) == len(there)
    for a, b in zip(here, there, strict=True):
        assert a.dtype is b.dtype is dtypes.int64 or a.dtype == b.dtype == np.int64
        assert a.tolist() == b.tolist()


def test_all_is_called() -> None:
    assert OFFERED - set(CALLS) == {"to_intp", "index_to_intp"}


@pytest.mark.parametrize("beyond", [1 << 31, 1 << 32, -(1 << 32), -(1 << 31) - 1])
def test_what_the_word_does_not_hold_is_refused(narrow: Any, beyond: int) -> None:
    index = np.array([0, beyond], np.int64)
    for call in (lambda: narrow.to_intp(index), lambda: narrow.take(ORDER, index), lambda: narrow.index_to_intp((slice(None), index)),
                 lambda: narrow.unravel_index(index, (1 << 40, 2))):
        with pytest.raises(IndexError, match=f"{beyond} does not fit into the 32 bits"):
            call()
    for count in (lambda: narrow.repeat(ORDER[:2], index), lambda: narrow.bincount(index)):
        with pytest.raises(RuntimeError, match="Storage size calculation overflowed"):
            count()


def test_an_index_goes_through_unchanged(narrow: Any) -> None:
    index = (slice(1, None), np.array([True, False]), ORDER)
    found = narrow.index_to_intp(index)
    assert found[:2] == index[:2] and found[2].dtype == np.int32 and found[2].tolist() == ORDER.tolist()
    if dtypes.int64 is np.dtype(np.intp):
        assert intp.index_to_intp(index) is index and intp.to_intp(ORDER) is ORDER


@pytest.mark.parametrize("letter", "bBhHiIlLqQ")
def test_types_of_one_size_are_one_object(letter: str) -> None:
    kind = np.dtype(letter)
    named = getattr(dtypes, kind.name)
    assert dtypes.canonical_dtype(kind) is named and dtypes.to_plain_ndarray(np.zeros(2, kind)).dtype is named
    assert dtypes.scalar_dtype(kind.type(1)) is named


def test_promotion_answers_with_our_objects() -> None:
    for a in (dtypes.uint8, dtypes.int8, dtypes.int16, dtypes.int32, dtypes.int64):
        for b in (dtypes.uint8, dtypes.int8, dtypes.int16, dtypes.int32, dtypes.int64):
            found = dtypes.promote_types(a, b)
            assert dtypes.canonical_dtype(found) is found
