"""Fast paths of ops with several results, with lists of tensors, or that split a tensor into views, for plain tensors of one dtype."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat._dispatch.call.fast_paths import lists_and_tuples as several


@pytest.fixture
def slow(monkeypatch):
    """The names of ops that took the general way."""
    met, general = [], several.general_call
    monkeypatch.setattr(several, "general_call", lambda op, args: (met.append(op.name), general(op, args))[1])
    return met


@pytest.mark.parametrize("call", [
    lambda x: torch.cat([x, x], 1), lambda x: torch.stack([x, x]), lambda x: torch.split(x, 1), lambda x: torch.unbind(x),
    lambda x: torch.sort(x), lambda x: torch.topk(x, 2), lambda x: x.max(0), lambda x: torch.linalg.eigh(x @ x.mT)])
def test_plain_calls_are_quick_and_recorded(call, slow):
    x = torch.randn(3, 3, requires_grad=True)
    result = call(x)
    found = [t for t in (result if isinstance(result, tuple) else (result,)) if t.is_floating_point()]
    assert slow == []
    assert all(t.requires_grad and t.grad_fn is not None for t in found)
    sum(t.sum() for t in found).backward()
    assert x.grad.shape == x.shape
    with torch.no_grad():
        result = call(x)
    assert all(t.grad_fn is None for t in (result if isinstance(result, tuple) else (result,)))


def test_the_rest_goes_the_general_way(slow):
    assert torch.cat([torch.ones(2), torch.ones(2, dtype=torch.int64)]).dtype is torch.float32
    assert slow == ["cat"]


def test_pieces_may_not_be_changed_in_place():
    x = torch.ones(4, requires_grad=True) * 1
    first, _ = torch.split(x, 2)
    with pytest.raises(RuntimeError, match="multiple views"):
        first += 1
