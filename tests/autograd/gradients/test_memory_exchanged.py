"""Views whose memory is replaced remain views of their base."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
import minitorch_compat.autograd.forward_ad as forward_ad


def names(t):
    return [t.grad_fn.name(), *(n.name() for n, _ in t.grad_fn.next_functions if n is not None)]


def test_set_on_a_view_rewrites_the_history_of_its_base():
    leaf = torch.ones(4, requires_grad=True)
    base = leaf * 2
    view = base[:2]
    view.set_(torch.zeros(2))
    assert view._base is base and view._version == base._version == 1
    assert names(base) == ["torch::autograd::CopySlices", "MulBackward0"]
    assert names(view) == ["AsStridedBackward0", "torch::autograd::CopySlices"]
    assert base.tolist() == [2.0] * 4 and view.tolist() == [0.0, 0.0]
    with pytest.raises(RuntimeError, match="derivative for set_ is not implemented"):
        base.sum().backward()


def test_a_view_set_without_a_record_is_a_window_at_its_new_place():
    leaf = torch.ones(4, requires_grad=True)
    base = leaf * 2
    view = base[2:]
    with torch.no_grad():
        view.set_(torch.zeros(2))
    view.sum().backward()
    assert leaf.grad.tolist() == [2.0, 2.0, 0.0, 0.0]


def test_a_base_that_gets_other_memory_keeps_its_views():
    factor = torch.ones(2, requires_grad=True)
    for give in (lambda t: t.set_(torch.zeros(4)), lambda t: setattr(t, "data", torch.zeros(4))):
        factor.grad = None
        base = torch.arange(10.0)
        view = base[1:3]
        give(base)
        view.mul_(factor)
        base.sum().backward()
        assert factor.grad.tolist() == [1.0, 2.0] and base.tolist() == [0.0] * 4


def test_windows_outside_of_the_base_are_refused():
    base = torch.ones(10)[1:3].data
    base.as_strided((2,), (1,), 0).mul_(torch.ones(2, requires_grad=True))
    with pytest.raises(RuntimeError, match="invalid storage offset -1"):
        base.sum().backward()
    base = torch.ones(10).resize_(3)
    base.as_strided((5,), (1,)).mul_(torch.ones(5, requires_grad=True))
    with pytest.raises(RuntimeError, match="requiring a storage size of 20 are out of bounds for storage of size 12"):
        base.sum().backward()


def test_duals_are_not_set():
    with forward_ad.dual_level():
        dual = forward_ad.make_dual(torch.ones(4), torch.ones(4))
        for call in (lambda: torch.zeros(2).set_(dual), dual.set_):
            with pytest.raises(NotImplementedError, match="forward AD with set_"):
                call()
