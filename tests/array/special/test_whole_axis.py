"""Functions of doubles over all orders of magnitude, as in PyTorch: `whole_axis.py`, `data/whole_axis.json.xz`."""
from __future__ import annotations

import json
import lzma
import math
from pathlib import Path

import pytest

import minitorch_compat as torch

from .whole_axis import FUNCTIONS, POINTS, values

RECORDED = json.loads(lzma.decompress((Path(__file__).parents[2] / "data" / "whole_axis.json.xz").read_bytes()))
#: How far the two may lie apart, in parts of the value, where PyTorch itself is not as exact as a few units of the last place: next to
#: the zeros of Bessel functions and far out on their waves, next to poles, where an argument is about as large as the parameter.
INEXACT = {"airy_ai": 4e-3, "bessel_j0": 5e-6, "bessel_j1": 5e-7, "bessel_y0": 5e-7, "bessel_y1": 5e-6, "polygamma 2": 1e-10,
           "gammainc 25.0": 2e-9, "gammaincc 25.0": 4e-9, "gammainc 190.0": 1e-9, "gammaincc 190.0": 1e-9, "gammainc 205.0": 2e-9,
           "gammaincc 205.0": 4e-9}


#: What is nothing beside the numbers of which it is the difference, and of subnormal numbers.
NOTHING = {"tanhshrink": 1e-16}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_values(name: str) -> None:
    expected, found = [float.fromhex(text) for text in RECORDED[name]], values(torch, name)
    relative, absolute = INEXACT.get(name, 1e-12), NOTHING.get(name, 1e-300)
    assert [(x, a, b) for x, a, b in zip(POINTS, expected, found, strict=True)
            if not math.isclose(a, b, rel_tol=relative, abs_tol=absolute) and (a == a or b == b)] == []
