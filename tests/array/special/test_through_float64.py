"""Functions of many float32 numbers, computed in double precision: the rounded results, with signs, infinities and NaN."""
from __future__ import annotations

import numpy as np
import pytest

from minitorch_compat._array.pointwise import through_float64 as doubled
from minitorch_compat._array.pointwise.through_float64_kernels import compute_in_pieces

UFUNCS = {"expm1": np.expm1, "log1p": np.log1p, "sinh": np.sinh, "cosh": np.cosh, "asinh": np.arcsinh, "acosh": np.arccosh,
          "atanh": np.arctanh}
SPECIAL = [0.0, -0.0, np.inf, -np.inf, np.nan, 1, -1, 1e-45, -1e-45, 1e-10, 3e38, -3e38, 88.8, -88.8, 89.5, -104, 0.99999994, -0.99999994,
           1.0000001, 2**-12, -2**-12]


@pytest.mark.parametrize("scale", [1e-6, 1e-3, 0.3, 3, 80, 1e10])
@pytest.mark.parametrize("name", UFUNCS)
def test_results_are_those_of_double_precision_rounded(name: str, scale: float) -> None:
    x = np.concatenate((SPECIAL, np.random.default_rng(0).standard_normal(20000) * scale)).astype(np.float32)
    if name == "acosh":
        x = np.concatenate((x, np.abs(x) + 1)).astype(np.float32)
    with np.errstate(all="ignore"):
        found, wanted = compute_in_pieces(UFUNCS[name], x, None), UFUNCS[name](x.astype(np.float64))
        rounded = wanted.astype(np.float32)
    assert (np.isnan(found) == np.isnan(rounded)).all()
    here = ~np.isnan(rounded)
    assert (np.signbit(found) == np.signbit(rounded))[here].all()
    finite = np.isfinite(rounded)
    assert (found == rounded)[here & ~finite].all()
    ulps = np.abs(found[finite] - wanted[finite]) / np.spacing(np.maximum(np.abs(rounded[finite]), np.float32(1e-38)))
    assert ulps.max() < 0.51


@pytest.mark.parametrize("name", UFUNCS)
def test_arrays_few_wide_spread_out_or_given(name: str) -> None:
    function, ufunc = getattr(doubled, name), UFUNCS[name]
    x = np.linspace(1, 2, 5000).astype(np.float32) if name == "acosh" else np.linspace(-0.9, 0.9, 5000).astype(np.float32)
    assert np.allclose(function(x), ufunc(x), rtol=3e-7, atol=0)
    for other in (x[:7], x[::2], x.astype(np.float64), x.reshape(50, 100).T, x[0], x.reshape(5, 10, 100)):
        found = function(other)
        assert found.dtype == other.dtype and found.shape == other.shape and np.allclose(found, ufunc(other), rtol=3e-7, atol=0)
    own = x.copy()
    assert function(own, own) is own and np.allclose(own, ufunc(x), rtol=3e-7, atol=0)
    columns = np.empty((100, 50), np.float32).T
    assert function(x.reshape(50, 100), columns) is columns and np.allclose(columns, ufunc(x.reshape(50, 100)), rtol=3e-7, atol=0)
