"""Ops that PyTorch does not have check their arguments, and can be overridden, like the others: by the schema of their entry."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat._bindings.override import failed_calls
from minitorch_compat._fidelity import argument_checks


@pytest.fixture
def unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    """PyTorch's signatures and lists of functions are not there."""
    monkeypatch.setattr(argument_checks, "signatures", lambda space, name: None)
    monkeypatch.setattr(failed_calls, "by_code", lambda code: None)
    monkeypatch.setattr(failed_calls, "BY_CODE", {})
    monkeypatch.setattr(failed_calls, "wrappers", lambda: None)


def test_signatures_follow_from_schemas() -> None:
    assert argument_checks.signature_of_entry("torch", "cumsum") == ["Tensor input, int dim, *, Tensor? out=None, ScalarType? dtype=None"]
    assert argument_checks.signature_of_entry("torch.Tensor", "cumsum_") == ["int dim, *, Tensor? out=None, ScalarType? dtype=None"]
    assert argument_checks.signature_of_entry("torch.linalg", "cumsum") is None
    assert argument_checks.signature_of_entry("torch", "mm_of_view") is None  # only for formulas


@pytest.mark.usefixtures("unknown")
@pytest.mark.parametrize(("call", "text"), [
    (lambda x: torch.cumsum(x, "a"), r"cumsum\(\): argument 'dim' \(position 2\) must be int, not str"),
    (lambda x: torch.frac("a"), r"frac\(\): argument 'input' \(position 1\) must be Tensor, not str"),
    (lambda x: torch.cumsum(x, 0, dimm=1), "unexpected keyword argument 'dimm'"),
    (lambda x: torch.cumsum(x), "missing 1 required positional argument")])
def test_the_op_and_the_argument_are_named(call: Any, text: str) -> None:
    with pytest.raises(TypeError, match=text):
        call(torch.ones(2, 2))


@pytest.mark.usefixtures("unknown")
def test_modes_and_subclasses_are_asked() -> None:
    x = torch.ones(2)
    with torch.profiler.profile() as prof:
        torch.frac(x)
    assert [event.name for event in prof.events()] == ["aten::frac"]

    class Other(torch.Tensor):
        @classmethod
        def __torch_function__(cls, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
            return func.__name__

    assert torch.frac(torch.ones(2).as_subclass(Other)) == "frac"
