"""LAPACK through numpy: the functions of `numpy.linalg` for arrays of one dtype of single or double precision.

Those spend 3 to 5 us on their arguments and on the error state, more than on a small matrix. The generalized ufuncs behind them are
private: without them, and for empty arrays, which need special cases, this falls back to the public functions.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
LinAlgError = np.linalg.LinAlgError
_linalg: Any = np.linalg


def stored(found: Any, out: tuple[Array | None, ...] | None) -> Any:
    """The results, copied to those arrays of `out` that are given."""
    if out is None:
        return found
    results = found if found.__class__ is tuple else (found,)
    for result, room in zip(results, out, strict=True):
        if room is not None:
            room[...] = result
    kept = tuple([result if room is None else room for result, room in zip(results, out, strict=True)])
    return kept if found.__class__ is tuple else kept[0]


try:
    from numpy._core.umath import _extobj_contextvar, _make_extobj
    from numpy.linalg import _umath_linalg as _ufuncs

    def _refuse(_what: str, _flag: int) -> None:
        raise LinAlgError("singular, not positive-definite, or without convergence")

    #: numpy reports failures of LAPACK as invalid values.
    _RAISING = _make_extobj(call=_refuse, invalid="call", over="ignore", divide="ignore", under="ignore")

    def _direct(name: str, result: str, otherwise: Callable[..., Any]) -> Callable[..., Any]:
        """The ufunc of that name for one array. It computes in double precision and returns results in the array's precision: in the
        arrays of the tuple `out`, which have that precision, or in new ones where it has None."""
        ufunc, signatures = getattr(_ufuncs, name), _signatures("d->" + result)
        silent, new = name in _SURE, (None,) * len(result)

        def call(a: Array, out: tuple[Array | None, ...] | None = None) -> Any:
            code = a.dtype.char
            signature = signatures.get(code)
            if signature is None or a.ndim < 2 or not a.size:
                return stored(otherwise(a), out)
            if silent:
                found = ufunc(a, out=out or new, signature=signature)
            else:
                token = _extobj_contextvar.set(_RAISING)
                try:
                    found = ufunc(a, out=out or new, signature=signature)
                finally:
                    _extobj_contextvar.reset(token)
            if code == "d" or code == "D" or out is not None and len(out) == 1:
                return found
            return tuple([_single(f) for f in found]) if found.__class__ is tuple else _single(found)

        return call

    #: Ufuncs that do not report failures: they return 0.
    _SURE = ("det", "slogdet")

    def _signatures(real: str) -> dict[str, str]:
        """Signatures by type character. In `real`, "d" is a value of the arguments' kind, "r" a real one."""
        plain, others = real.replace("r", "d"), real.replace("d", "D").replace("r", "d")
        return {"f": plain, "d": plain, "F": others, "D": others}

    def _single(found: Any) -> Any:
        code = found.dtype.char
        return found.astype(np.float32) if code == "d" else found.astype(np.complex64) if code == "D" else found

    def _solved(a: Array, b: Array, out: tuple[Array] | None = None) -> Array:
        signature = _SOLVE.get(a.dtype.char)
        if signature is None or a.dtype is not b.dtype or a.ndim < 2 or b.ndim < 2 or not (a.size and b.size):
            return np.asarray(stored(_linalg.solve(a, b), out))
        token = _extobj_contextvar.set(_RAISING)
        try:
            found = _ufuncs.solve(a, b, out=out, signature=signature)
        finally:
            _extobj_contextvar.reset(token)
        return np.asarray(found if a.dtype.char in "dD" else _single(found))

    _SOLVE = _signatures("dd->d")
    solve = _solved
    _QR, _Q = _signatures("d->d"), (_ufuncs.qr_r_raw, _ufuncs.qr_reduced, _ufuncs.qr_complete)

    def qr(a: Array, complete: bool, out: tuple[Array] | None = None) -> tuple[Array, Array]:
        """Orthonormal columns, in `out` if given, and the triangle in double precision; below it is LAPACK's data."""
        m, n = a.shape[-2:]
        reflect, reduced, whole = _Q
        code = a.dtype.char
        work = a.astype(np.float64 if code in "fd" else np.complex128)
        token = _extobj_contextvar.set(_RAISING)
        try:
            tau = reflect(work, signature=_QR[code])
            q = (whole if complete and m > n else reduced)(work, tau, out=out, signature=_SOLVE[code])
        finally:
            _extobj_contextvar.reset(token)
        return q if code in "dD" else _single(q), work if complete or m <= n else work[..., :n, :]
except (ImportError, AttributeError):  # pragma: no cover - a numpy that keeps them elsewhere
    def _direct(name: str, result: str, otherwise: Callable[..., Any]) -> Callable[..., Any]:
        return lambda a, out=None: stored(otherwise(a), out)

    def solve(a: Array, b: Array, out: tuple[Array] | None = None) -> Array:
        """x with a x = b."""
        return np.asarray(stored(_linalg.solve(a, b), out))

    def qr(a: Array, complete: bool, out: tuple[Array] | None = None) -> tuple[Array, Array]:
        """Orthonormal columns, and the triangle."""
        q, r = np.linalg.qr(a, mode="complete" if complete else "reduced")
        return stored(q, out), r


def _tuple(function: Callable[..., Any], *rest: Any) -> Callable[..., Any]:
    return lambda a: tuple(function(a, *rest))


# In results "d" is a value of the argument's kind, "r" a real one.
inv = _direct("inv", "d", _linalg.inv)
det = _direct("det", "d", _linalg.det)
slogdet = _direct("slogdet", "dr", _tuple(_linalg.slogdet))
cholesky = _direct("cholesky_lo", "d", _linalg.cholesky)
eigh_lower = _direct("eigh_lo", "rd", _tuple(_linalg.eigh, "L"))
eigh_upper = _direct("eigh_up", "rd", _tuple(_linalg.eigh, "U"))
svd_full = _direct("svd_f", "drd", _tuple(_linalg.svd, True))
svd_reduced = _direct("svd_s", "drd", _tuple(_linalg.svd, False))
svdvals = _direct("svd", "r", lambda a: _linalg.svd(a, compute_uv=False))


def pinv_and_values(a: Array, rcond: Any) -> tuple[Array, Array]:
    """The Moore-Penrose inverse, in which singular values up to `rcond` times the largest are treated as 0, and all singular values."""
    rcond = np.asarray(rcond)
    if not a.size:
        return np.asarray(_linalg.pinv(a, rcond)), np.asarray(_linalg.svd(a, compute_uv=False))
    u, s, vh = svd_reduced(a.conjugate() if a.dtype.kind == "c" else a)
    inverse = np.zeros(s.shape, s.dtype)
    np.divide(1, s, inverse, where=s > rcond[..., None] * s[..., :1])
    return np.matmul(vh.swapaxes(-1, -2), inverse[..., None] * u.swapaxes(-1, -2)), s
