"""numpy's functions that take or return positions and counts, with int64 whatever `np.intp` is.

PyTorch's indices and counts are int64 on every platform. numpy's have the size of a pointer: where that is 32 bits (i386, arm,
WebAssembly) `argsort` and the like return int32, some functions refuse int64, and others silently drop its upper half. So all code
that makes, takes or counts positions goes through this module, and nothing else in the package uses `np.intp`. Where that is int64
the names below are numpy's own functions, at no cost; elsewhere they convert arguments and results.
"""
from __future__ import annotations

from typing import Any

import numpy as np

_Array = np.ndarray[Any, Any]
_INTP, _INT64 = np.dtype(np.intp), np.dtype(np.int64)

#: Added to messages about sizes that are too large where PyTorch's own limit is not the reason.
ADDRESS_BITS_NOTE = "" if _INTP is _INT64 else f" (this platform's addresses have {8 * _INTP.itemsize} bits)"


def to_intp(positions: Any) -> _Array:
    """Positions or counts converted to `np.intp`; IndexError for one that does not fit."""
    positions = np.asarray(positions)
    if np.can_cast(positions.dtype, _INTP):
        return positions
    found = positions.astype(_INTP)
    if (found != positions).any():
        unrepresentable = positions[found != positions].flat[0]
        raise IndexError(f"{unrepresentable} does not fit into the {8 * _INTP.itemsize} bits of this platform's addresses")
    return found


def _counts_to_intp(counts: Any) -> _Array:
    """Counts of repetitions converted to `np.intp`; RuntimeError for one that does not fit."""
    try:
        return to_intp(counts)
    except IndexError as error:
        raise RuntimeError(f"Storage size calculation overflowed: {error}") from None


def index_to_intp(index: tuple[Any, ...]) -> tuple[Any, ...]:
    """The parts of an index, with index arrays converted to `np.intp`: numpy would drop the upper half of values that do not fit."""
    return tuple([to_intp(part) if part.__class__ is np.ndarray and part.dtype.kind == "i" else part for part in index])


def _to_int64(positions: Any) -> Any:
    """A result of numpy's as int64."""
    return positions.astype(_INT64) if positions.dtype == _INTP else positions


def take(a: _Array, indices: Any, axis: int | None = None, out: Any = None, mode: Any = "raise") -> _Array:
    """`a.take`."""
    if mode == "clip":
        indices = np.clip(indices, 0, max((a.size if axis is None else a.shape[axis]) - 1, 0))
    return a.take(to_intp(indices), axis, out, mode)


def repeat(a: Any, repeats: Any, axis: int | None = None) -> _Array:
    """`a.repeat`."""
    return np.repeat(a, _counts_to_intp(repeats), axis)


def argmax(a: Any, axis: int | None = None, *, keepdims: bool = False) -> Any:
    """`a.argmax`."""
    return _to_int64(np.argmax(a, axis, keepdims=keepdims))


def argmin(a: Any, axis: int | None = None, *, keepdims: bool = False) -> Any:
    """`a.argmin`."""
    return _to_int64(np.argmin(a, axis, keepdims=keepdims))


def argsort(a: Any, axis: int | None = -1, kind: Any = None) -> _Array:
    """`a.argsort`."""
    found: _Array = _to_int64(np.argsort(a, axis, kind))
    return found


def argpartition(a: Any, kth: Any, axis: int | None = -1) -> _Array:
    """`a.argpartition`."""
    found: _Array = _to_int64(np.argpartition(a, to_intp(kth), axis))
    return found


def lexsort(keys: Any, axis: int = -1) -> _Array:
    """`np.lexsort`."""
    found: _Array = _to_int64(np.lexsort(keys, axis))
    return found


def nonzero(a: Any) -> tuple[_Array, ...]:
    """`a.nonzero`."""
    return tuple(map(_to_int64, np.nonzero(a)))


def flatnonzero(a: Any) -> _Array:
    """`np.flatnonzero`."""
    found: _Array = _to_int64(np.flatnonzero(a))
    return found


def argwhere(a: Any) -> _Array:
    """`np.argwhere`."""
    found: _Array = _to_int64(np.argwhere(a))
    return found


def searchsorted(a: Any, v: Any, side: Any = "left", sorter: Any = None) -> Any:
    """`np.searchsorted`."""
    return _to_int64(np.searchsorted(a, v, side, None if sorter is None else to_intp(sorter)))


def unique(a: Any, **which: Any) -> Any:
    """`np.unique`, with positions and counts as int64."""
    found = np.unique(a, **which)
    return (found[0], *map(_to_int64, found[1:])) if isinstance(found, tuple) else found


def bincount(x: Any, weights: Any = None, minlength: int = 0) -> _Array:
    """`np.bincount`."""
    found: _Array = _to_int64(np.bincount(_counts_to_intp(x), weights, minlength))
    return found


def count_nonzero(a: Any, axis: Any = None) -> Any:
    """`np.count_nonzero`."""
    found = np.count_nonzero(a, axis)
    return found if found.__class__ is int else _to_int64(found)


def cumsum(a: Any) -> _Array:
    """`np.cumsum` without a dtype."""
    found: _Array = _to_int64(np.cumsum(a))
    return found


def reduceat(ufunc: np.ufunc, a: Any, indices: Any, axis: int = 0, dtype: Any = None) -> _Array:
    """`ufunc.reduceat`."""
    return np.asarray(ufunc.reduceat(a, to_intp(indices), axis, dtype))


def unravel_index(indices: Any, shape: Any) -> tuple[Any, ...]:
    """`np.unravel_index`."""
    return tuple(map(_to_int64, np.unravel_index(to_intp(indices), shape)))


def arange(*ends: Any) -> _Array:
    """`np.arange` without a dtype."""
    found: _Array = _to_int64(np.arange(*ends))
    return found


def asarray(value: Any) -> _Array:
    """`np.asarray`, with Python's integers as int64; numpy's own arrays and scalars keep their dtype."""
    found = np.asarray(value)
    return found if isinstance(value, (np.ndarray, np.generic)) else _to_int64(found)


def indices(shape: Any) -> _Array:
    """`np.indices`."""
    return np.indices(shape, np.int64)


def triu_indices(n: int, k: int = 0) -> tuple[_Array, _Array]:
    """`np.triu_indices`."""
    rows, columns = np.triu_indices(n, k)
    return _to_int64(rows), _to_int64(columns)


def tril_indices(n: int, k: int = 0) -> tuple[_Array, _Array]:
    """`np.tril_indices`."""
    rows, columns = np.tril_indices(n, k)
    return _to_int64(rows), _to_int64(columns)


#: The same for arguments known to be ndarrays: without a Python frame where positions are int64 anyway.
ndarray_take: Any = take
ndarray_argmax: Any = argmax
ndarray_argmin: Any = argmin


if _INTP is _INT64:
    # Methods are looked up on the argument: objects that are not ndarrays (a conjugated view, a meta array) raise there.
    globals().update(
        to_intp=np.asarray, index_to_intp=tuple,
        take=lambda a, indices, axis=None, out=None, mode="raise": a.take(indices, axis, out, mode),
        ndarray_take=np.ndarray.take, ndarray_argmax=np.ndarray.argmax, ndarray_argmin=np.ndarray.argmin,
        repeat=lambda a, repeats, axis=None: a.repeat(repeats, axis),
        argmax=lambda a, axis=None, *, keepdims=False: a.argmax(axis, keepdims=keepdims),
        argmin=lambda a, axis=None, *, keepdims=False: a.argmin(axis, keepdims=keepdims),
        argsort=lambda a, axis=-1, kind=None: a.argsort(axis, kind),
        argpartition=lambda a, kth, axis=-1: a.argpartition(kth, axis),
        nonzero=lambda a: a.nonzero(),
        searchsorted=lambda a, v, side="left", sorter=None: a.searchsorted(v, side, sorter),
        lexsort=np.lexsort, flatnonzero=np.flatnonzero, argwhere=np.argwhere, unique=np.unique, bincount=np.bincount,
        count_nonzero=np.count_nonzero, cumsum=lambda a: np.asarray(a).cumsum(), reduceat=np.ufunc.reduceat, unravel_index=np.unravel_index,
        arange=np.arange, asarray=np.asarray, indices=np.indices, triu_indices=np.triu_indices, tril_indices=np.tril_indices)
