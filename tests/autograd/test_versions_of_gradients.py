"""Versions of gradients, which count the writes of PyTorch's backward: a node that hands its gradient on hands on the version."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch


def versions(f: Any, *, zero_d: bool = False) -> tuple[int, int]:
    x = torch.tensor(0.5 if zero_d else [[0.5, 1.5], [2.0, 0.25]], dtype=torch.float64, requires_grad=True)
    (g,) = torch.autograd.grad(f(x).sum(), x)
    f(x).sum().backward()
    assert x.grad is not None
    return g._version, x.grad._version


@pytest.mark.parametrize("before", [
    lambda x: x + 1, lambda x: x.clone(), lambda x: x.reshape(-1).view(2, 2), lambda x: x.mT.mT, lambda x: x[None].squeeze(0)])
def test_handed_on(before: Any) -> None:
    assert versions(lambda x: before(x)[[0, 1]]) == (1, 1)
    assert versions(lambda x: before(x).max(-1)[0]) == (2, 2)
    assert versions(lambda x: before(x).mean()) == (0, 0)
    assert versions(lambda x: before(x).sum()) == (0, 1), "expanded, so that it is copied when it is kept"
    assert versions(lambda x: (lambda y: y * y)(before(x))) == (1, 1)


def test_made_anew() -> None:
    for before in (lambda x: x * 1, lambda x: 3 - x, lambda x: x.exp()):
        assert versions(lambda x, before=before: before(x).max(-1)[0]) == (0, 0)


def test_without_dimensions() -> None:
    assert versions(lambda x: x * x, zero_d=True) == (1, 1)
    assert versions(lambda x: x * 2 + x * 3 + x * 4, zero_d=True) == (2, 2)


def test_windows_copy_first() -> None:
    def changed(x: Any) -> Any:
        y = x + 1
        y[0].mul_(2)
        return y

    assert versions(changed) == (2, 2)


def test_hooks_bring_their_own() -> None:
    x = torch.ones(3, requires_grad=True)
    x.register_hook(lambda g: g * 2)
    assert torch.autograd.grad(x.take(torch.tensor([0, 1])).sum(), x)[0]._version == 0


def test_a_gradient_that_is_kept_can_be_added_to() -> None:
    x = torch.ones(8, 1, requires_grad=True)
    for count in (1, 2):
        x.sum(1, keepdim=True).sum().backward()
        assert x.grad is not None
        assert x.grad.tolist() == [[float(count)]] * 8


def grads(f: Any, *shape: int) -> tuple[int, int, tuple[int, ...]]:
    """Versions of the gradient of a leaf of ones as `.grad` and as `grad` gives it, and the strides of the latter."""
    leaves = [torch.ones(shape, requires_grad=True) for _ in range(2)]
    f(leaves[0]).backward()
    (g,) = torch.autograd.grad(f(leaves[1]), leaves[1])
    assert leaves[0].grad is not None
    return leaves[0].grad._version, g._version, g.stride()


C, W = torch.full((2, 3), 0.5), torch.full((3,), 0.25)


@pytest.mark.parametrize(("f", "shape", "expected"), [
    (lambda v: ((v - v) ** 2).sum(), (3,), (1, 1, (1,))),
    (lambda v: (v - v).mean(), (3,), (1, 1, (1,))),
    (lambda v: torch.fmod(v, v).mean(), (2, 2), (1, 1, (2, 1))),
    # What was summed over leading dimensions is a view, to which PyTorch adds nothing.
    (lambda v: (v * C + v * C).sum(), (3,), (0, 0, (1,))),
    (lambda v: (v * C + v * C).sum(), (1, 3), (1, 1, (3, 1))),
    (lambda v: (v * C).sum() + (v * W).sum(), (3,), (1, 1, (1,))),
    (lambda v: (v * W).sum() + (v * C).sum(), (3,), (0, 0, (1,))),
    (lambda v: v.sum(), (1,), (1, 0, (0,))),
    (lambda v: v.view(-1, 1).sum(), (1,), (1, 0, (0,))),
    (lambda v: v.neg().sum(), (1,), (0, 0, (1,))),
    (lambda v: v.cumsum(-1).sum(), (2, 1), (1, 0, (0, 0))),
    (lambda v: torch.copysign(C, v).sum(), (2, 3), (1, 1, (3, 1))),
    (lambda v: torch.copysign(v, C).sum(), (2, 3), (0, 0, (3, 1))),
    (lambda v: (v @ v.mT).sum(), (1, 1), (0, 0, (1, 1))),
    (lambda v: (v @ v.mT).sum(), (2, 2), (1, 1, (2, 1))),
    (lambda v: torch.nn.functional.linear(C, v).sum(), (2, 3), (0, 0, (3, 1))),
    (lambda v: v.prod(0).mean(), (2, 3), (0, 0, (3, 1)))])
def test_as_recorded(f: Any, shape: tuple[int, ...], expected: Any) -> None:
    assert grads(f, *shape) == expected


def test_nothing_is_copied_where_it_was_repeated() -> None:
    v = torch.ones(0, 2, requires_grad=True)
    v.sum().backward()
    assert v.grad is not None and v.grad._version == 1


def test_recorded_sums_are_made_anew() -> None:
    v = torch.ones(3, requires_grad=True)
    (g,) = torch.autograd.grad((torch.maximum(v, v) ** 2).sum(), v, create_graph=True)
    assert g._version == 0


def _captured(f: Any) -> int:
    """The version of the gradient of a tensor that is no leaf."""
    y = torch.arange(1.0, 4.0).requires_grad_() * 2
    return torch.autograd.grad(f(y), y, retain_graph=True)[0]._version  # type: ignore[no-any-return]


@pytest.mark.parametrize(("f", "expected"), [
    (lambda y: y[[0, -1]].sum(), 1), (lambda y: torch.minimum(y, y).sum(), 2), (lambda y: y.max(0)[0], 2), (lambda y: y.sum(), 0),
    (lambda y: (y * y + y * 3).sum(), 2), (lambda y: torch.div(y, y, rounding_mode="trunc").sum(), 1),
    (lambda y: (y * 2).sum() + y.mean(), 1), (lambda y: torch.stack([y, y])[0].sum(), 0)])
def test_of_what_is_no_leaf(f: Any, expected: int) -> None:
    assert _captured(f) == expected


def test_what_several_outputs_share_is_added_up_in_place() -> None:
    x = torch.arange(6.0).reshape(2, 3).requires_grad_()
    least = x.min(1).values
    again = least.squeeze(-1)
    total = (least % least).repeat(2, 1) - again[again != 7]
    assert torch.autograd.grad(total.sum(), least)[0]._version == 2


@pytest.mark.parametrize(("f", "expected"), [
    (torch.nn.functional.silu, 2), (lambda x: torch.atan2(x, x), 7), (lambda x: x.erf(), 1), (lambda x: x.asinh(), 1),
    (lambda x: x.abs(), 0), (lambda x: x.relu(), 0), (lambda x: x.logcumsumexp(0), 2)])
def test_of_second_gradients(f: Any, expected: int) -> None:
    x = torch.tensor([0.5, -0.25], dtype=torch.float64, requires_grad=True)
    with_graph = torch.autograd.grad((f(x) ** 2).sum(), x, create_graph=True)[0]
    assert torch.autograd.grad(with_graph.sum(), x)[0]._version == expected


def test_gradients_of_changed_views_are_changed_views() -> None:
    x = torch.arange(6.0).reshape(2, 3).requires_grad_()
    y = x + 0
    y[0].mul_(2)
    g = torch.autograd.grad((y**2).sum(), x, create_graph=True)[0]
    assert g.grad_fn is not None and g.grad_fn.name() == "torch::autograd::CopySlices"
    assert g._version == 2 and torch.autograd.grad(g.sum(), x)[0].tolist() == [[8.0] * 3, [2.0] * 3]


@pytest.mark.parametrize("change", ["y[0] = 3", "y[...] += 1", "y[0].add_(1)", "y[1:].zero_()", "y.view(-1).add_(1)", "y[0].copy_(y[1])"])
def test_history_of_a_changed_view_is_used_up(change: str) -> None:
    x = torch.arange(6.0).reshape(2, 3).requires_grad_()
    y = x + 1
    exec(change, {"y": y})
    torch.autograd.grad(y.sum(), x)
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        torch.autograd.grad(y.sum(), x)


def test_what_no_gradient_reaches_is_refused_all_the_same() -> None:
    x = torch.ones(2, requires_grad=True)
    y = x * x
    y.sum().backward()
    with pytest.raises(RuntimeError, match="backward through the graph a second time"):
        y.norm(0).backward()
    with pytest.raises(RuntimeError, match="derivative for aten::floor_divide is not implemented"):
        (True // x).norm(0).backward()


@pytest.mark.filterwarnings("ignore:Use of index_fill_")
def test_nothing_is_written_back_into_repeated_memory() -> None:
    x = torch.ones(2, requires_grad=True)
    y = (x * 1).expand(2, 2)
    y.index_fill_(0, torch.tensor([0]), -2.0)
    with pytest.raises(RuntimeError, match="more than one element of the written-to tensor"):
        y.sum().backward()


def test_infinite_cotangents_of_logcumsumexp_spoil_only_what_is_before() -> None:
    x = torch.tensor([0.5, -1.0, 2.0, 0.3], dtype=torch.float64, requires_grad=True)
    g = torch.autograd.grad(x.logcumsumexp(0), x, torch.tensor([float("inf"), 1, 1, 1], dtype=torch.float64))[0]
    assert g[0].item() == float("inf") and g[1:].tolist() == pytest.approx([0.2557418911325177, 1.4725986030036047, 0.12550386754768544])


def test_hooks_of_leaves_see_how_often_the_gradient_was_added_to():
    for run, expected in ((lambda x: x * x, 1), (lambda x: x * 2 + x * 3 + x * 4, 2), (lambda x: x * 2, 0)):
        x, seen = torch.ones(3, requires_grad=True), []
        x.register_hook(lambda g, seen=seen: seen.append(g._version))
        run(x).sum().backward()
        assert seen == [expected]


def test_nodes_that_were_looked_at_hand_versions_on_as_well() -> None:
    x = torch.arange(6.0).requires_grad_()
    y = x + 1
    y[1:].square_()
    assert y.grad_fn is not None and [n and n.name() for n, _ in y.grad_fn.next_functions] == ["AddBackward0"]
    assert torch.autograd.grad(y.sum(), x)[0]._version == 2
