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


def copy_results(found: Any, out: tuple[Array | None, ...] | None) -> Any:
    """The results, copied to those arrays of `out` that are given."""
    if out is None:
        return found
    results = found if found.__class__ is tuple else (found,)
    for result, target in zip(results, out, strict=True):
        if target is not None:
            target[...] = result
    stored_results = tuple([result if target is None else target for result, target in zip(results, out, strict=True)])
    return stored_results if found.__class__ is tuple else stored_results[0]


try:
    from numpy._core.umath import _extobj_contextvar, _make_extobj
    from numpy.linalg import _umath_linalg as _ufuncs

    def _raise_linalg_error(_what: str, _flag: int) -> None:
        raise LinAlgError("singular, not positive-definite, or without convergence")

    #: numpy reports failures of LAPACK as invalid values.
    _RAISE_ON_INVALID = _make_extobj(call=_raise_linalg_error, invalid="call", over="ignore", divide="ignore", under="ignore")

    def _wrap_ufunc(name: str, result: str, fallback: Callable[..., Any]) -> Callable[..., Any]:
        """The ufunc of that name for one array. It computes in double precision and returns results in the array's precision: in the
        arrays of the tuple `out`, which have that precision, or in new ones where it has None."""
        ufunc, signatures = getattr(_ufuncs, name), _ufunc_signatures("d->" + result)
        never_fails, new = name in _NEVER_FAILING, (None,) * len(result)

        def call(a: Array, out: tuple[Array | None, ...] | None = None) -> Any:
            code = a.dtype.char
            signature = signatures.get(code)
            if signature is None or a.ndim < 2 or not a.size:
                return copy_results(fallback(a), out)
            if never_fails:
                found = ufunc(a, out=out or new, signature=signature)
            else:
                token = _extobj_contextvar.set(_RAISE_ON_INVALID)
                try:
                    found = ufunc(a, out=out or new, signature=signature)
                finally:
                    _extobj_contextvar.reset(token)
            if code == "d" or code == "D" or out is not None and len(out) == 1:
                return found
            return tuple([_to_single_precision(f) for f in found]) if found.__class__ is tuple else _to_single_precision(found)

        return call

    #: Ufuncs that do not report failures: they return 0.
    _NEVER_FAILING = ("det", "slogdet")

    def _ufunc_signatures(real: str) -> dict[str, str]:
        """Signatures by type character. In `real`, "d" is a value of the arguments' kind, "r" a real one."""
        plain, others = real.replace("r", "d"), real.replace("d", "D").replace("r", "d")
        return {"f": plain, "d": plain, "F": others, "D": others}

    def _to_single_precision(found: Any) -> Any:
        single = _SINGLE_PRECISION.get(found.dtype.char)
        return found if single is None else found.astype(single)

    _SINGLE_PRECISION: dict[str, np.dtype[Any]] = {"d": np.dtype(np.float32), "D": np.dtype(np.complex64)}

    def _solve_by_ufunc(a: Array, b: Array, out: tuple[Array] | None = None) -> Array:
        signature = _SOLVE_SIGNATURES.get(a.dtype.char)
        if signature is None or a.dtype is not b.dtype or a.ndim < 2 or b.ndim < 2 or not (a.size and b.size):
            return np.asarray(copy_results(_linalg.solve(a, b), out))
        token = _extobj_contextvar.set(_RAISE_ON_INVALID)
        try:
            found = _ufuncs.solve(a, b, out=out, signature=signature)
        finally:
            _extobj_contextvar.reset(token)
        return np.asarray(found if a.dtype.char in "dD" else _to_single_precision(found))

    _SOLVE_SIGNATURES = _ufunc_signatures("dd->d")
    solve = _solve_by_ufunc
    _QR_SIGNATURES, _QR_UFUNCS = _ufunc_signatures("d->d"), (_ufuncs.qr_r_raw, _ufuncs.qr_reduced, _ufuncs.qr_complete)

    def qr(a: Array, complete: bool, out: tuple[Array] | None = None) -> tuple[Array, Array]:
        """Orthonormal columns, in `out` if given, and the triangle in double precision; below it is LAPACK's data."""
        m, n = a.shape[-2:]
        reflect, reduced, whole = _QR_UFUNCS
        code = a.dtype.char
        work = a.astype(np.float64 if code in "fd" else np.complex128)
        token = _extobj_contextvar.set(_RAISE_ON_INVALID)
        try:
            tau = reflect(work, signature=_QR_SIGNATURES[code])
            q = (whole if complete and m > n else reduced)(work, tau, out=out, signature=_SOLVE_SIGNATURES[code])
        finally:
            _extobj_contextvar.reset(token)
        return q if code in "dD" else _to_single_precision(q), work if complete or m <= n else work[..., :n, :]
except (ImportError, AttributeError):  # pragma: no cover - a numpy that keeps them elsewhere
    def _wrap_ufunc(name: str, result: str, fallback: Callable[..., Any]) -> Callable[..., Any]:
        return lambda a, out=None: copy_results(fallback(a), out)

    def solve(a: Array, b: Array, out: tuple[Array] | None = None) -> Array:
        """x with a x = b."""
        return np.asarray(copy_results(_linalg.solve(a, b), out))

    def qr(a: Array, complete: bool, out: tuple[Array] | None = None) -> tuple[Array, Array]:
        """Orthonormal columns, and the triangle."""
        q, r = np.linalg.qr(a, mode="complete" if complete else "reduced")
        return copy_results(q, out), r


def _returning_tuple(function: Callable[..., Any], *rest: Any) -> Callable[..., Any]:
    return lambda a: tuple(function(a, *rest))


# In results "d" is a value of the argument's kind, "r" a real one.
inv = _wrap_ufunc("inv", "d", _linalg.inv)
det = _wrap_ufunc("det", "d", _linalg.det)
slogdet = _wrap_ufunc("slogdet", "dr", _returning_tuple(_linalg.slogdet))
cholesky = _wrap_ufunc("cholesky_lo", "d", _linalg.cholesky)
eigh_lower = _wrap_ufunc("eigh_lo", "rd", _returning_tuple(_linalg.eigh, "L"))
eigh_upper = _wrap_ufunc("eigh_up", "rd", _returning_tuple(_linalg.eigh, "U"))
svd_full = _wrap_ufunc("svd_f", "drd", _returning_tuple(_linalg.svd, True))
svd_reduced = _wrap_ufunc("svd_s", "drd", _returning_tuple(_linalg.svd, False))
svdvals = _wrap_ufunc("svd", "r", lambda a: _linalg.svd(a, compute_uv=False))


def pinv_and_values(a: Array, rcond: Any) -> tuple[Array, Array]:
    """The Moore-Penrose inverse, in which singular values up to `rcond` times the largest are treated as 0, and all singular values."""
    rcond = np.asarray(rcond)
    if not a.size:
        return np.asarray(_linalg.pinv(a, rcond)), np.asarray(_linalg.svd(a, compute_uv=False))
    u, s, vh = svd_reduced(a.conjugate() if a.dtype.kind == "c" else a)
    inverse = np.zeros(s.shape, s.dtype)
    np.divide(1, s, inverse, where=s > rcond[..., None] * s[..., :1])
    return np.matmul(vh.swapaxes(-1, -2), inverse[..., None] * u.swapaxes(-1, -2)), s
