"""What is recorded of a behaviour."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import minitorch_compat as torch
from compat_tests import behaviours


def test_mistake_of_a_case_is_not_recorded() -> None:
    def misspelt(torch: Any) -> Iterator[Any]:
        yield torch.ones(1)
        yield undefined_name  # type: ignore[name-defined]  # noqa: F821

    with pytest.raises(NameError):
        behaviours.run(torch, misspelt)


def test_error_that_a_case_ends_with_is_recorded() -> None:
    def refused(torch: Any) -> Iterator[Any]:
        yield torch.ones(1)
        torch.ones(2).reshape(3)

    outcome = behaviours.run(torch, refused)
    assert len(outcome["values"]) == 1 and outcome["error"]["raised"] == "RuntimeError"
