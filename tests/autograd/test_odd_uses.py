"""Odd uses of batched cotangents, hooks and what nodes have saved. What is asserted here was observed at PyTorch 2.13."""
from __future__ import annotations

from collections import OrderedDict
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat.autograd import grad
from minitorch_compat.autograd.graph import get_gradient_edge


def leaf(*values: float) -> Any:
    return torch.tensor(list(values), requires_grad=True)


def batched(hook: Any) -> Any:
    """A gradient of two cotangents at once, past a hook."""
    x = leaf(1.0, 2.0, 3.0)
    y = x * x
    y.register_hook(hook)
    return grad([y * 2], [x], [torch.ones(2, 3)], is_grads_batched=True)


@pytest.mark.parametrize(("hook", "text"), [
    (lambda g: g.sum().item(), "Batching rule not implemented for aten::item. We could not generate a fallback."),
    (lambda g: float(g.sum()), "aten::item"), (lambda g: bool(g.sum()), "aten::is_nonzero"),
    (lambda g: g if g.sum() > 0 else None, "aten::is_nonzero"),
    (lambda g: torch.rand(3), "We do not yet support calling random operations inside of vmap"),
    (lambda g: torch.rand_like(g), "We do not yet support calling random operations inside of vmap"),
    (lambda g: torch.zeros(3).add_(g), r"aten::add_\(self, \*extra_args\) is not possible because .* at level 1"),
    (lambda g: torch.zeros(3).mul_(g), r"aten::mul_\(self, "), (lambda g: torch.zeros(3).copy_(g), r"aten::copy_\(self, "),
    (lambda g: torch.zeros(3).__setitem__(0, g[0]), r"aten::copy_\(self, ")])
def test_batched_backward_refuses_in_words_of_its_own(hook: Any, text: str) -> None:
    with pytest.raises(RuntimeError, match=text):
        batched(hook)


def test_what_escapes_from_a_batched_backward_has_no_memory() -> None:
    seen: list[Any] = []
    batched(seen.append)
    assert seen[0].shape == (3,)
    with pytest.raises(RuntimeError, match="Cannot access data pointer of Tensor that doesn't have storage"):
        seen[0] + 1


def test_where_a_wrong_cotangent_stands_is_found_by_comparing() -> None:
    x = leaf(1.0, 2.0, 3.0)
    with pytest.raises(RuntimeError, match=r"size of tensor a \(3\) must match the size of tensor b \(4\)"):
        grad([x * 2, x * 3], [x], [torch.ones(3), torch.ones(4)])
    with pytest.raises(RuntimeError, match="Boolean value of Tensor with more than one value is ambiguous"):
        torch.autograd.backward([x * 2, x * 3], [torch.ones(3), torch.ones(1)])
    with pytest.raises(RuntimeError, match="Boolean value of Tensor with more than one value is ambiguous"):
        grad([x * 2, x * 3], [x], [torch.ones(2, 3), torch.ones(3)], is_grads_batched=True)
    with pytest.raises(RuntimeError, match=r"grad_output\[0\] has a shape of torch.Size\(\[4\]\) and output\[0\]"):
        grad([x * 2], [x], [torch.ones(4)])


def test_a_batched_cotangent_that_does_not_fit_an_edge() -> None:
    x = leaf(1.0, 2.0, 3.0)
    with pytest.raises(RuntimeError, match="Batched grads are not supported with GradientEdge"):
        grad([get_gradient_edge(x * 2)], [x], [torch.ones(2, 4)], is_grads_batched=True)


def test_handles_on_what_was_freed_refuse() -> None:
    x = leaf(1.0, 2.0)
    y = x.sin()
    handle = y.grad_fn._raw_saved_self
    y.sum().backward()
    assert handle.data is None
    with pytest.raises(RuntimeError, match="Trying to backward through the graph a second time"):
        handle.unpack()
    with pytest.raises(RuntimeError, match="Calling register_hooks on a saved tensor after it has been freed"):
        handle.register_hooks(lambda t: t, lambda t: t)


def test_handles_on_what_was_not_given_outlive_the_graph() -> None:
    y = torch.nn.functional.layer_norm(torch.ones(2, 3, requires_grad=True), (3,))
    handle = y.grad_fn._raw_saved_bias
    y.sum().backward()
    assert handle.unpack() is None
    with pytest.raises(RuntimeError, match="with value None is forbidden"):
        handle.register_hooks(lambda t: t, lambda t: t)


def test_hooks_after_accumulation_may_return_the_leaf() -> None:
    x = leaf(1.0, 2.0)
    x.register_post_accumulate_grad_hook(lambda p: p)
    (x * 2).sum().backward()
    seen: list[Any] = []
    x.register_post_accumulate_grad_hook(lambda p: torch.zeros(2))
    x.register_post_accumulate_grad_hook(lambda p: seen.append(p.tolist()))
    with pytest.raises(RuntimeError, match="Tensor post accumulate grad hooks should return None"):
        (x * 2).sum().backward()
    assert seen == [[0.0, 0.0]]


def test_hooks_of_a_view_whose_base_has_changed_stay_with_the_old_node() -> None:
    seen: list[str] = []
    base = leaf(1.0, 2.0, 3.0) * 1
    view = base[:2]
    view.register_hook(lambda g: seen.append("before"))
    base.mul_(3)
    view.register_hook(lambda g: seen.append("unnoticed"))
    view.sum().backward(retain_graph=True)
    assert seen == []
    view.register_hook(lambda g: seen.append("after"))
    view.sum().backward()
    assert seen == ["after"]


def test_a_dict_of_hooks_that_is_assigned_is_only_shown_by_what_is_no_leaf() -> None:
    seen: list[str] = []
    x = leaf(1.0, 2.0)
    y = x * 2
    y.register_hook(lambda g: seen.append("node"))
    y._backward_hooks = OrderedDict({5: lambda g: seen.append("dict")})
    assert list(y._backward_hooks) == [5]
    y.sum().backward(retain_graph=True)
    y._backward_hooks = None
    y.sum().backward()
    x._backward_hooks = OrderedDict({5: lambda g: seen.append("leaf")})
    (x * 2).sum().backward()
    assert seen == ["node", "node", "leaf"]


def test_products_remember_what_their_own_formula_asks_for() -> None:
    torch.func.grad(lambda x: torch.vmap(lambda v: v.prod(0))(x).sum())(torch.ones(2, 3))
    x = leaf(2.0, 3.0)
    x.prod(0).backward()
    assert x.grad.tolist() == [3.0, 2.0]
