"""Versions compare by number, pre-releases before releases."""
from __future__ import annotations

import pytest

from minitorch_compat.torch_version import TorchVersion


@pytest.mark.parametrize(("lower", "higher"), (
    ("1.9.1", "1.10"), ("2.1.0a0", "2.1.0"), ("2.1.0.dev20240101", "2.1.0a0"), ("2.1.0a0", "2.1.0b1"), ("2.1.0b1", "2.1.0rc1"),
    ("2.1.0rc1", "2.1"),
    ("2.1", "2.1.1a0"), ("1.10.0a", (1, 10)), ("1.10.0a", [1, 10, 0, "b"])))
def test_order(lower: str, higher: object) -> None:
    assert TorchVersion(lower) < higher and TorchVersion(lower) <= higher and TorchVersion(lower) != higher
    assert not TorchVersion(lower) >= higher
    if isinstance(higher, str):
        assert TorchVersion(higher) > lower


def test_equality() -> None:
    assert TorchVersion("2.1") == "2.1.0" == TorchVersion("2.1.0") == (2, 1) and TorchVersion("1.10.0a") >= [1, 10, 0, "a"]
