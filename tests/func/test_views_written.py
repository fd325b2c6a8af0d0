"""Writes into views whose derivatives vary with the examples of `vmap`: correct or refused, never lost."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat import func


def test_a_write_into_a_view_reaches_the_tangent_of_what_it_is_of() -> None:
    def f(x: torch.Tensor) -> torch.Tensor:
        y = x.clone()
        y[0].mul_(x[1])
        return y

    x = torch.tensor([[1.0, 2.0], [3.0, 5.0]])
    assert func.vmap(func.jacfwd(f))(x).tolist() == [[[2.0, 1.0], [0.0, 1.0]], [[5.0, 3.0], [0.0, 1.0]]]
    second = func.vmap(func.jacfwd(func.jacfwd(f)))(x)
    assert second[0].tolist() == [[[0.0, 1.0], [1.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]]]


def test_a_write_into_new_zeros_reaches_them_too() -> None:
    def f(x: torch.Tensor) -> torch.Tensor:
        y = torch.zeros_like(x)
        y[0] = x[1] * 2
        return (y ** 2).sum()

    def g(x: torch.Tensor) -> torch.Tensor:
        return func.jvp(f, (x,), (x.cos(),))[1]

    x = torch.tensor([[1.0, 2.0], [3.0, 5.0]])
    second = [[0.0, 0.0], [0.0, 8.0]]
    assert func.hessian(f)(x[0]).tolist() == second
    assert func.vmap(func.hessian(f))(x).tolist() == [second, second]
    assert func.vmap(func.hessian(g))(x).tolist() == torch.stack([func.hessian(g)(row) for row in x]).tolist()


def test_a_second_write_reads_the_tangents_of_the_first() -> None:
    """Those at lower levels, which the first one replaced because they had no value for every example."""
    def f(x: torch.Tensor) -> torch.Tensor:
        return (x * 1).sin_().sin_()

    def along(x: torch.Tensor) -> torch.Tensor:
        return func.jvp(f, (x,), (x.cos(),))[1]

    x = torch.tensor([[0.25, 0.5], [0.75, -1.0]])
    torch.testing.assert_close(func.vmap(func.jacfwd(along))(x), torch.stack([func.jacfwd(along)(row) for row in x]))


def test_a_write_under_vmap_leaves_what_a_gradient_outside_of_it_saved() -> None:
    def f(x: torch.Tensor) -> torch.Tensor:
        return x.clone().mul_(x).div_(x + 1)

    x = torch.tensor([[0.25, 0.5], [0.75, -0.5]])
    expected = torch.stack([func.jacrev(f)(row).sum(0) for row in x])
    torch.testing.assert_close(func.grad(lambda a: func.vmap(f)(a).sum())(x), expected)
    leaf = x.clone().requires_grad_()
    func.vmap(f)(leaf).sum().backward()
    torch.testing.assert_close(leaf.grad, expected)


def test_a_product_saves_what_its_formula_asks_for_whoever_came_first() -> None:
    x = torch.tensor([0.25, 0.5])
    func.grad(lambda x: x.prod() ** 2)(x)
    y = x.clone().requires_grad_()
    first = torch.autograd.grad(torch.prod(y) ** 2, y, create_graph=True)[0]
    assert torch.autograd.grad(first.sum(), y)[0].tolist() == func.grad(lambda x: func.grad(lambda x: x.prod() ** 2)(x).sum())(x).tolist()
    func.vmap(func.grad(lambda x: x.cumprod(0).sum()))(x[None])
    y.grad = None
    y.cumprod(0).sum().backward()
    assert y.grad.tolist() == [1.5, 0.25]


def test_what_has_no_derivative_is_written_without_a_node_or_cuts_the_history() -> None:
    x = torch.tensor([2.0, 3.0])

    def total(name: str, *args: torch.Tensor) -> torch.Tensor:
        def f(a: torch.Tensor) -> torch.Tensor:
            y = a * 2
            getattr(y, name)(*args)
            return (y * a).sum()

        return func.grad(f)(x)

    ones = torch.ones(2)
    for name in ("ge_", "eq_"):  # whose nodes have zero gradients
        assert torch.equal(total(name, ones), (getattr(x * 2, name)(ones)))
    for name, args in (("logical_not_", ()), ("logical_and_", (ones,)), ("logical_or_", (ones,)), ("logical_xor_", (ones,))):
        assert torch.equal(total(name, *args), getattr(x * 2, name)(*args) + 2 * x)


def test_a_result_that_is_larger_than_its_tensor_is_refused() -> None:
    x = torch.tensor([1.0, 2.0])
    for f in (lambda a: (a[None] * 1).addmm_(torch.ones(3, 2), torch.ones(2, 2)),
              lambda a: (a[:1] * 1).addmv_(torch.ones(3, 2), torch.ones(2)),
              lambda a: (a[None, None] * 1).baddbmm_(torch.ones(1, 2, 2), torch.ones(1, 2, 2))):
        with pytest.raises(RuntimeError, match="Bad in-place call: input tensor size"):
            func.grad(lambda a, f=f: f(a).sum())(x)
