"""Indices of stable sorts are numpy's, whichever algorithm computes them."""
from __future__ import annotations

import numpy as np
import pytest

from minitorch_compat._array.core import stable_order
from minitorch_compat._array.core.stable_order import stable_argsort

DTYPES = ["e", "f", "d", "b", "h", "i", "q", "B", "H", "I", "Q"]


def elements(char: str, shape: tuple[int, ...], spread: float) -> np.ndarray:
    rng = np.random.default_rng(0)
    if char not in "efd":
        info = np.iinfo(char)
        low, high = max(info.min, -int(spread)), min(info.max, int(spread))
        return rng.integers(low, high, shape, dtype=char, endpoint=True)
    with np.errstate(all="ignore"):
        x = (rng.standard_normal(shape) * spread).round().astype(char)
    for start, value in enumerate((np.nan, -0.0, 0.0, np.inf, -np.inf)):
        x.reshape(-1)[start::17] = value
    return x


@pytest.mark.parametrize("spread", [3, 1000, 1e19], ids=["ties", "some ties", "wide"])
@pytest.mark.parametrize("char", DTYPES)
def test_as_numpy(char: str, spread: float) -> None:
    for shape, dim in (((5000,), 0), ((70, 90), 0), ((70, 90), -1), ((3, 41, 30), 1), ((200, 9), 1), ((0, 3000), 1), ((3000, 0), 1)):
        x = elements(char, shape, spread)
        np.testing.assert_array_equal(stable_argsort(x, dim), np.argsort(x, dim, kind="stable"))
        back = np.flip(x, dim)
        falling = np.flip(x.shape[dim] - 1 - np.argsort(back, dim, kind="stable"), dim)
        np.testing.assert_array_equal(stable_argsort(x, dim, True), falling)
        transposed = x.T[..., ::-1] if x.ndim > 1 else x[::-1]
        np.testing.assert_array_equal(stable_argsort(transposed), np.argsort(transposed, -1, kind="stable"))


def test_wide_keys_are_packed_where_they_fit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of rows with a position of b bits, keys that span up to 2**(63 - b) have room: one more, and the other way is taken."""
    taken: list[str] = []
    by_values = stable_order._argsort_then_order_ties
    monkeypatch.setattr(stable_order, "_argsort_then_order_ties", lambda keys: taken.append("values") or by_values(keys))
    n = 4000  # 12 bits, and too few to be sorted by digits
    for span, way in ((2**51 - 1, []), (2**51, ["values"])):
        for least in (-span // 2, -2**62, 2**62 - 5):
            taken.clear()
            x = np.random.default_rng(1).integers(least, least + span, n, endpoint=True)
            x[:2], x[-2:] = (least, least + span), (least + span, least)
            np.testing.assert_array_equal(stable_argsort(x), np.argsort(x, kind="stable"))
            assert taken == way


@pytest.mark.parametrize("dtype", ["int32", "int64", "uint32", "uint64", "float32", "float64", "float16"])
@pytest.mark.parametrize("shape", [(4095,), (4096,), (3, 5000), (5000, 2)])
@pytest.mark.parametrize("digits", [False, True])
def test_many_are_sorted_by_what_is_quicker(dtype: str, shape: tuple[int, ...], digits: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows of as many as that, over the whole range of the type and near to each other, with equal ones among them."""
    monkeypatch.setattr(stable_order, "is_radix_sort_faster", lambda: digits)
    draw = np.random.default_rng(0)
    for span in (1, 2**16 - 1, 2**16, 2**40, 2**64 - 1):
        bits = draw.integers(0, min(span, 2**(8 * np.dtype(dtype).itemsize) - 1), shape, np.uint64, endpoint=True)
        x = bits.astype(f"u{np.dtype(dtype).itemsize}").view(dtype)
        x.reshape(-1)[::7] = x.reshape(-1)[0]
        for dim in range(-1, x.ndim - 1):
            for down in (False, True):
                order = stable_argsort(x, dim, down)
                at = np.take_along_axis(x, order, dim)
                wanted = np.sort(x, dim)
                np.testing.assert_array_equal(at, np.flip(wanted, dim) if down else wanted)
                if not down:
                    np.testing.assert_array_equal(order, np.argsort(x, dim, kind="stable"))
