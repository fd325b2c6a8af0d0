"""LAPACK through numpy: what `numpy.linalg` does for arrays of one type of single or double precision.

Its functions spend 3 to 5 us on their arguments and on the error state, more than on a small matrix. The generalized ufuncs behind them
are private, so their absence falls back to the functions themselves; so do arrays without elements, which these treat apart.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Array = np.ndarray[Any, np.dtype[Any]]
LinAlgError = np.linalg.LinAlgError
_linalg: Any = np.linalg

try:
    from numpy._core.umath import _extobj_contextvar, _make_extobj
    from numpy.linalg import _umath_linalg as _ufuncs

    def _refuse(_what: str, _flag: int) -> None:
        raise LinAlgError("singular, not positive-definite, or without convergence")

    #: LAPACK's failures arrive as invalid values.
    _RAISING = _make_extobj(call=_refuse, invalid="call", over="ignore", divide="ignore", under="ignore")

    def _direct(name: str, result: str, otherwise: Callable[..., Any]) -> Callable[..., Any]:
        """The ufunc of that name for one array, in double precision, its results in the precision of the array."""
        ufunc, signatures = getattr(_ufuncs, name), _signatures("d->" + result)
        silent = name in _SURE

        def call(a: Array) -> Any:
            signature = signatures.get(a.dtype.char)
            if signature is None or a.ndim < 2 or not a.size:
                return otherwise(a)
            if silent:
                found = ufunc(a, signature=signature)
            else:
                token = _extobj_contextvar.set(_RAISING)
                try:
                    found = ufunc(a, signature=signature)
                finally:
                    _extobj_contextvar.reset(token)
            if a.dtype.char in "dD":
                return found
            return tuple([_single(f) for f in found]) if found.__class__ is tuple else _single(found)

        return call

    #: Ufuncs that never fail, and say so in no other way than by a zero.
    _SURE = ("det", "slogdet")

    def _signatures(real: str) -> dict[str, str]:
        """By the type of the arguments; in `real` "d" stands for what is complex if they are, "r" for what is not."""
        plain, others = real.replace("r", "d"), real.replace("d", "D").replace("r", "d")
        return {"f": plain, "d": plain, "F": others, "D": others}

    def _single(found: Any) -> Any:
        return found.astype(np.complex64 if found.dtype.kind == "c" else np.float32)

    def _solved(a: Array, b: Array) -> Array:
        signature = _SOLVE.get(a.dtype.char)
        if signature is None or a.dtype is not b.dtype or a.ndim < 2 or b.ndim < 2 or not (a.size and b.size):
            return np.asarray(_linalg.solve(a, b))
        token = _extobj_contextvar.set(_RAISING)
        try:
            found = _ufuncs.solve(a, b, signature=signature)
        finally:
            _extobj_contextvar.reset(token)
        return np.asarray(found if a.dtype.char in "dD" else _single(found))

    _SOLVE = _signatures("dd->d")
    solve = _solved
    _QR, _Q = _signatures("d->d"), (_ufuncs.qr_r_raw, _ufuncs.qr_reduced, _ufuncs.qr_complete)

    def qr(a: Array, complete: bool) -> tuple[Array, Array]:
        """Orthonormal columns, and below the triangle what LAPACK keeps there."""
        m, n = a.shape[-2:]
        reflect, reduced, whole = _Q
        code = a.dtype.char
        work = a.astype(np.float64 if code in "fd" else np.complex128)
        token = _extobj_contextvar.set(_RAISING)
        try:
            tau = reflect(work, signature=_QR[code])
            q = (whole if complete and m > n else reduced)(work, tau, signature=_SOLVE[code])
        finally:
            _extobj_contextvar.reset(token)
        r = work if complete else work[..., :min(m, n), :]
        return (q, r) if code in "dD" else (_single(q), _single(r))
except (ImportError, AttributeError):  # pragma: no cover - a numpy that keeps them elsewhere
    def _direct(name: str, result: str, otherwise: Callable[..., Any]) -> Callable[..., Any]:
        return otherwise

    solve = _linalg.solve

    def qr(a: Array, complete: bool) -> tuple[Array, Array]:
        """Orthonormal columns, and the triangle."""
        q, r = np.linalg.qr(a, mode="complete" if complete else "reduced")
        return q, r


def _tuple(function: Callable[..., Any], *rest: Any) -> Callable[..., Any]:
    return lambda a: tuple(function(a, *rest))


# Of results "d" stands for those of the argument's kind, "r" for real ones.
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
    """The Moore-Penrose inverse and the singular values, of which those up to `rcond` times the largest count as 0 in the first."""
    rcond = np.asarray(rcond)
    if not a.size:
        return np.asarray(_linalg.pinv(a, rcond)), np.asarray(_linalg.svd(a, compute_uv=False))
    u, s, vh = svd_reduced(a.conjugate() if a.dtype.kind == "c" else a)
    large = s > rcond[..., None] * s[..., :1]
    inverse = np.divide(1, s, where=large, out=np.zeros_like(s))
    return np.matmul(vh.swapaxes(-1, -2), inverse[..., None] * u.swapaxes(-1, -2)), s
