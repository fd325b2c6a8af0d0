"""Decompositions of complex matrices, checked by functions of them that do not depend on phases."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from tests.ops.derivatives import check, check_second

FUNCTIONS: dict[str, tuple[Callable[[Any], Any], tuple[int, int]]] = {
    "eigh values": (lambda a: torch.linalg.eigh(_hermitian(a))[0], (3, 3)),
    "eigh vectors": (lambda a: torch.linalg.eigh(_hermitian(a), "U")[1].abs(), (3, 3)),
    "eigh projection": (lambda a: _outer(torch.linalg.eigh(_hermitian(a))[1][:, 0]), (3, 3)),
    "svd values": (torch.linalg.svdvals, (3, 2)),
    "svd left": (lambda a: torch.linalg.svd(a, full_matrices=False)[0].abs(), (4, 2)),
    "svd right": (lambda a: torch.linalg.svd(a, False)[2].abs(), (2, 3)),
    "svd both": (lambda a: _rank_one(*torch.linalg.svd(a, full_matrices=False)), (3, 3)),
    "slogdet sign": (lambda a: torch.linalg.slogdet(a)[0], (3, 3)),
    "logdet": (torch.logdet, (2, 2)),
    "nuclear norm": (lambda a: torch.norm(a, "nuc"), (3, 2)),
    "cond": (torch.linalg.cond, (2, 2)),
    "pinv": (torch.linalg.pinv, (3, 2)),
}


def _hermitian(a: Any) -> Any:
    return a + a.mH


def _outer(v: Any) -> Any:
    return v[:, None] * v[None, :].conj()


def _rank_one(u: Any, s: Any, vh: Any) -> Any:
    return s[0] * u[:, :1] @ vh[:1]


def _matrix(shape: tuple[int, int], dtype: str) -> Any:
    rng = np.random.default_rng(3)
    parts = rng.uniform(-1, 1, (2, *shape)) + np.eye(*shape) * np.arange(1, shape[1] + 1)
    return torch.tensor(parts[0] + 1j * parts[1] if dtype == "complex128" else parts[0], requires_grad=True)


@pytest.mark.parametrize("dtype", ["float64", "complex128"])
@pytest.mark.parametrize("name", FUNCTIONS)
def test_derivatives(name: str, dtype: str) -> None:
    function, shape = FUNCTIONS[name]
    rng = np.random.default_rng(1)
    check(lambda a: (function(a),), [_matrix(shape, dtype)], rng)
    check_second(lambda a: (function(a),), [_matrix(shape, dtype)], rng, rtol=1e-5)
