"""The gradients of matrix products have PyTorch's strides."""
from __future__ import annotations

import json
from typing import Any

import minitorch_compat as torch
from tests.autograd.gradients.product_layouts import CALLS, RECORDED, cases, outcome
from tests.many_cases import for_each

_KEPT = json.loads(RECORDED.read_text())
_WANTED = [(*case, _KEPT["strides"][place]) for case, place in zip(cases(), _KEPT["of"], strict=True)]


@for_each(_WANTED, lambda case: str(case[:4]))
def test_strides_of_gradients_of_products(call: str, first: str, second: str, size: Any, wanted: list[list[int]]) -> None:
    found = outcome(torch, call, first, second, size)
    assert found == wanted, (found, wanted)


def test_the_layouts_differ_enough_to_tell() -> None:
    assert len({json.dumps(wanted) for *_, wanted in _WANTED}) > 40 and {case[0] for case in _WANTED} == set(CALLS)
