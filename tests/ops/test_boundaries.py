"""PyTorch's results at thresholds: ends of supports and ranges, kinks with two derivatives, ties, limits, changes of print format.

The cases come from the tables of `boundaries.py`.
"""
from __future__ import annotations

import json
import lzma
import math
import re
import warnings
from collections import defaultdict
from functools import cache
from typing import Any

import pytest

import minitorch_compat as torch
from tests.ops.boundaries import RECORDED, TABLES, outcome

#: Relative error by dtype: functions of several steps are off by a few ulps on either side.
RTOL = {"torch.float16": 2e-3, "torch.float32": 4e-6, "torch.float64": 1e-12, "torch.complex64": 4e-6}
#: Below this size errors are compared as they are: what cancels is as exact as what it was made of.
SMALL = 0.25
NOT_BUILT = "PyTorch has not built this second derivative"
ENDS = "PyTorch takes a support that ends where the other does for one that is not inside of it: infinity, where the divergence is finite"
#: How cases begin in which the answer may differ, each with its reason.
DEVIATES = {
    "torch.distributions.kl_divergence(distribution('ContinuousBernoulli', 0.0), distribution('Uniform', ": ENDS,
    "torch.distributions.kl_divergence(distribution('ContinuousBernoulli', 1.0), distribution('Uniform', ": ENDS,
    "torch.distributions.kl_divergence(distribution('Uniform', 0.0, 1.0), distribution('ContinuousBernoulli', ": ENDS,
    "derivatives(lambda x: F.multi_margin_loss(": NOT_BUILT,
    "derivatives(lambda x: torch.pdist(torch.stack([x, x]).reshape(2, 1)": NOT_BUILT,
    "derivatives(lambda x: F.grid_sample(torch.arange(4.0).reshape(1, 1, 2, 2), torch.stack([x, x]).reshape(1, 1, 1, 2), "
    "padding_mode='border', align_corners=False), tensor(-0.4999999701976776))":
        "an ulp from the border rounding decides whether it is crossed",
}


@cache
def recorded() -> dict[str, dict[str, Any]]:
    found: dict[str, dict[str, Any]] = json.loads(lzma.decompress(RECORDED.read_bytes()))
    return found


def groups() -> dict[str, list[tuple[str, Any]]]:
    """The cases, by table and the function they call."""
    found: dict[str, list[tuple[str, Any]]] = defaultdict(list)
    for table, cases in recorded().items():
        for case, expected in cases.items():
            names = re.findall(r"distribution\('(\w+)|((?:torch|F)\.[\w.]+)|(clip_grad_\w+)", case)
            found[f"{table} {next(filter(None, (n for some in names for n in some)), '')}"].append((case, expected))
    return found


GROUPS = groups()


def difference(found: Any, expected: Any) -> str:
    if isinstance(expected, dict) and isinstance(found, dict) and "values" in expected and "values" in found:
        for what in ("dtype", "shape"):
            if found[what] != expected[what]:
                return f"{what} {found[what]} instead of {expected[what]}"
        rtol = RTOL.get(expected["dtype"], 0.0)
        same = all(near(a, b, rtol) for a, b in zip(found["values"], expected["values"], strict=True))
        return "" if same else f"{found['values']} instead of {expected['values']}"
    if isinstance(expected, list) and isinstance(found, list) and len(found) == len(expected):
        return "; ".join(filter(None, (difference(a, b) for a, b in zip(found, expected, strict=True))))
    return "" if found == expected else f"{found} instead of {expected}"


def near(a: Any, b: Any, rtol: float) -> bool:
    if isinstance(a, list):
        return all(near(x, y, rtol) for x, y in zip(a, b, strict=True))
    if not isinstance(b, str):
        return bool(a == b)
    x, y = float(a), float(b)
    if not (math.isfinite(x) and math.isfinite(y)):
        return x == y or (math.isnan(x) and math.isnan(y))
    return abs(x - y) <= rtol * max(abs(y), SMALL)


def test_every_case_is_recorded() -> None:
    """After a change of the tables: `python tests/data/recorders/ops/boundaries.py`, where PyTorch is installed."""
    assert {name: [*dict.fromkeys(table())] for name, table in TABLES.items()} == {name: [*cases] for name, cases in recorded().items()}


@pytest.mark.parametrize("group", GROUPS)
def test_at_thresholds(group: str) -> None:
    wrong = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for case, expected in GROUPS[group]:
            found = difference(outcome(torch, case), expected)
            if found and not case.startswith(tuple(DEVIATES)):
                wrong.append(f"{case}: {found}")
    assert not wrong, "\n".join(wrong)
