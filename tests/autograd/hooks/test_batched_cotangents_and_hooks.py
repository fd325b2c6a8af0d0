"""Unusual uses of batched cotangents, hooks and saved tensors. What is asserted here was observed at PyTorch 2.13."""
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


class _Slope(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, g: Any, x: Any) -> Any:
        ctx.save_for_backward(g, x)
        return g * x.cos()

    @staticmethod
    def backward(ctx: Any, gg: Any) -> Any:
        g, x = ctx.saved_tensors
        return gg * x.cos(), -gg * g * x.sin()


class _Sine(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        ctx.save_for_backward(x)
        return x.sin()

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return _Slope.apply(g, *ctx.saved_tensors)


def test_functions_with_one_forward_run_in_batched_backward() -> None:
    x = torch.tensor([0.0, 0.5, 1.0])
    assert torch.allclose(torch.autograd.functional.jacobian(_Sine.apply, x, vectorize=True), torch.diag(x.cos()))
    hessian = torch.autograd.functional.hessian(lambda t: _Sine.apply(t).sum(), x, vectorize=True)
    assert torch.allclose(hessian, torch.diag(-x.sin()))


def test_functions_with_one_forward_are_refused_inside_of_transforms_whatever_they_are_given() -> None:
    with pytest.raises(RuntimeError, match="it must override the setup_context staticmethod"):
        torch.vmap(lambda a: a + _Sine.apply(torch.ones(3)))(torch.ones(2, 3))


class _Seen(torch.autograd.Function):
    dims: list[Any] = []

    @staticmethod
    def forward(x: Any) -> Any:
        return x * 2

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        pass

    @staticmethod
    def vmap(info: Any, in_dims: Any, x: Any) -> Any:
        _Seen.dims.append((in_dims, tuple(x.shape)))
        return x * 2, in_dims[0]


@pytest.mark.parametrize(("before", "dim"), [
    (lambda a: a.sin(), 2), (lambda a: a.clone(), 2), (lambda a: a.double().neg(), 2), (lambda a: a + 1, 0), (lambda a: a.cumsum(0), 0)])
def test_the_dimension_of_the_examples_stays_through_functions_of_one_tensor(before: Any, dim: int) -> None:
    _Seen.dims.clear()
    y = torch.arange(24.0).reshape(2, 3, 4)
    out = torch.vmap(lambda a: _Seen.apply(before(a)), in_dims=2)(y)
    assert _Seen.dims == [((dim,), (2, 3, 4) if dim else (4, 2, 3))]
    assert torch.equal(out[1], before(y[..., 1]) * 2)


def test_the_norms_of_a_cosine_are_bounded_behind_the_derivative() -> None:
    a = torch.tensor([[1e-9, 0.0]], requires_grad=True)
    torch.nn.functional.cosine_similarity(a, torch.tensor([[1.0, 2.0]])).sum().backward()
    assert torch.allclose(a.grad, torch.tensor([[4.0249e7, 8.9443e7]]), rtol=1e-4)


def test_larger_of_two_lists_in_place_has_a_derivative() -> None:
    x, y = leaf(1.0, 3.0), leaf(2.0, 2.0)
    (t,) = torch._foreach_maximum_([x * 1], [y])
    assert t.grad_fn.name() == "MaximumBackward0"
    assert [g.tolist() for g in grad(t.sum(), [x, y], create_graph=True)] == [[0.0, 1.0], [1.0, 0.0]]
    with pytest.raises(RuntimeError, match="doesn't match the broadcast shape"):
        torch._foreach_maximum_([torch.ones(2)], [torch.ones(2, 2)])


def test_a_product_that_cannot_be_viewed_is_refused() -> None:
    x = torch.arange(6.0).reshape(2, 3)
    with pytest.raises(RuntimeError, match="view size is not compatible"):
        torch.kron(x.t(), x)
    assert torch.kron(x.t(), x, out=torch.empty(6, 6))[1, 3] == 9
