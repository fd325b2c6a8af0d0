"""Primals that are views, lazily conjugated gradients, Jacobians of several outputs at once."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat.autograd import forward_ad as fw
from minitorch_compat.autograd import functional


def leaf() -> torch.Tensor:
    return torch.tensor([1 + 2j, 3 - 1j], requires_grad=True)


def test_an_unpacked_primal_is_a_view_of_the_dual_without_its_tangent() -> None:
    x = torch.arange(1.0, 4.0, requires_grad=True)
    with fw.dual_level():
        dual = fw.make_dual(x, torch.ones(3)) * 2
        primal = fw.unpack_dual(dual).primal
        assert primal._base is dual and primal.grad_fn.name() == "torch::autograd::Identity"
        dual.mul_(3)
        assert primal.grad_fn.name() == "AsStridedBackward0"
        assert fw.unpack_dual(primal).tangent is None and fw.unpack_dual(primal[1:]).tangent is None
        primal.mul_(2)
        assert dual.tolist() == [12.0, 24.0, 36.0]
        assert torch.autograd.grad(dual.sum(), x)[0].tolist() == [12.0] * 3


def test_gradients_that_come_from_a_conjugate_are_to_be_conjugated_on_reading() -> None:
    for f, lazy in ((lambda x: x.conj(), True), (lambda x: (x + 1).conj(), True), (lambda x: x.reshape(2, 1).mH, True),
                    (lambda x: x.conj() * 2j, True), (lambda x: (x * 2).conj(), False), (lambda x: x.conj().conj(), False)):
        x = leaf()
        y = f(x)
        ones = torch.full(y.shape, 1 + 1j)
        assert torch.autograd.grad(y, x, ones, retain_graph=True)[0].is_conj() is lazy
        expected = torch.autograd.grad(y, x, ones, create_graph=True)[0].resolve_conj().tolist()
        y.backward(ones)
        assert x.grad.is_conj() is lazy
        assert x.grad.tolist() == expected


def test_a_gradient_that_a_hook_keeps_is_no_other_tensors_memory() -> None:
    x, seen = leaf(), []
    x.register_hook(seen.append)
    for _ in range(2):
        x.conj().backward(torch.full((2,), 1 + 2j))
    assert seen[0].tolist() == [1 - 2j, 1 - 2j] and seen[0].is_conj() and not x.grad.is_conj()
    assert x.grad.tolist() == [2 - 4j, 2 - 4j]


def test_gradient_descent_reads_gradients_that_are_to_be_conjugated() -> None:
    p = torch.nn.Parameter(torch.tensor([1 + 2j, 3 - 1j]))
    q = torch.nn.Parameter(p.detach().clone())
    for parameter, f in ((p, lambda p: p.conj()), (q, lambda q: q.conj_physical())):
        optimizer = torch.optim.SGD([parameter], lr=0.1)

        def loss(parameter=parameter, optimizer=optimizer, f=f) -> torch.Tensor:
            optimizer.zero_grad()
            value = torch.view_as_real(f(parameter) - 1j).square().sum()
            value.backward()
            return value

        optimizer.step(loss)
    assert p.grad.is_conj() and not q.grad.is_conj()
    assert torch.allclose(p.detach(), q.detach())


@pytest.mark.parametrize("name", ["Adam", "RMSprop", "Adagrad", "Adadelta", "Adamax", "NAdam", "RAdam", "ASGD", "Rprop", "LBFGS"])
def test_optimizers_that_step_pairs_refuse_gradients_that_are_to_be_conjugated(name: str) -> None:
    p = torch.nn.Parameter(torch.tensor([1 + 2j, 3 - 1j]))
    p.grad = torch.tensor([1 + 2j, 1j]).conj()
    with pytest.raises(RuntimeError, match="view_as_real doesn't work on unresolved conjugated tensors"):
        getattr(torch.optim, name)([p]).step(lambda: 1.0)
    assert p.tolist() == [1 + 2j, 3 - 1j]


def test_real_factors_leave_the_signs_of_zeros_alone() -> None:
    x = leaf()
    assert str(torch.autograd.grad((x * 2).sum(), x, torch.ones((), dtype=torch.complex64))[0]) == "tensor([2.+0.j, 2.+0.j])"


def test_a_block_of_zeros_of_a_vectorized_hessian_has_a_graph() -> None:
    a, b = torch.tensor([1.0, 2.0], requires_grad=True), torch.tensor([3.0, 4.0], requires_grad=True)
    rows = functional.hessian(lambda a, b: (a ** 3).sum() + (b ** 3).sum(), (a, b), create_graph=True, vectorize=True)
    assert all(block.requires_grad for row in rows for block in row)
    assert rows[0][0].tolist() == [[6.0, 0.0], [0.0, 12.0]] and rows[0][1].tolist() == [[0.0, 0.0], [0.0, 0.0]]


@pytest.mark.parametrize("strategy", ["reverse-mode", "forward-mode"])
def test_jacobians_of_several_outputs_and_inputs(strategy: str) -> None:
    a, b = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 4.0, 5.0])
    rows = functional.jacobian(lambda a, b: (a.sum() * b, torch.ones(2), a.outer(b)), (a, b), vectorize=True, strategy=strategy)
    again = functional.jacobian(lambda a, b: (a.sum() * b, torch.ones(2), a.outer(b)), (a, b))
    assert [[block.tolist() for block in row] for row in rows] == [[block.tolist() for block in row] for row in again]


def test_the_jacobian_of_nothing() -> None:
    assert functional.jacobian(lambda a: a * 2, torch.ones(0), vectorize=True, strategy="forward-mode").shape == (0, 0)
    with pytest.raises(IndexError, match="index 0 is out of bounds"):  # no cotangent that could be looked at
        functional.jacobian(lambda a: a * 2, torch.ones(0), vectorize=True)


def test_functions_of_which_nothing_comes() -> None:
    for call in (lambda: functional.vjp(lambda x: (), torch.ones(2), ()), lambda: functional.jacobian(lambda x: (), torch.ones(2)),
                 lambda: functional.jacobian(lambda: (), ())):
        with pytest.raises(IndexError, match="tuple index out of range"):
            call()
    with pytest.raises(RuntimeError, match="independent of input 0"):
        functional.vjp(lambda x: (), torch.ones(2), (), strict=True)


def test_scatter_takes_0d_for_1d() -> None:
    for index, source in ((1, [5.0, 6.0]), ([1], 5.0), (1, 5.0)):
        x, src = torch.zeros(3, requires_grad=True), torch.tensor(source, requires_grad=True)
        y = torch.scatter(x, 0, torch.tensor(index), src)
        assert y.tolist() == [0.0, 5.0, 0.0]
        gx, gs = torch.autograd.grad(y.sum(), (x, src))
        assert gx.tolist() == [1.0, 0.0, 1.0] and gs.flatten()[0] == 1.0 and gs.sum() == 1.0
    with pytest.raises(RuntimeError, match=r"no larger size than src \[\]"):
        torch.zeros(3).scatter_(0, torch.tensor([0, 2]), torch.tensor(5.0))


def test_gradients_that_cannot_be_added_are_refused() -> None:
    x = torch.ones(2, 3, requires_grad=True)
    x.grad = torch.ones(1).expand(2, 3)
    with pytest.raises(RuntimeError, match="single memory location"):
        (x * x).sum().backward()
    assert x.grad.tolist() == [[1.0] * 3] * 2
    x.grad, far = None, torch.ones(2, 3, device="meta")
    with pytest.raises(RuntimeError, match="expected device cpu but got meta"):
        (x * 2).backward(far)
    with pytest.raises(RuntimeError, match="device type 'meta'"):
        x.grad = far
    with pytest.raises(ValueError, match="same size in the mapped dimension"):
        torch.autograd.grad([x * 2, x * 3], x, [torch.ones(2, 2, 3), torch.ones(3, 2, 3)], is_grads_batched=True)
    with pytest.raises(RuntimeError, match="Deleting tensor data"):
        del x.data


def test_what_an_unpack_hook_returns_keeps_its_shape_in_a_second_derivative() -> None:
    x = torch.ones(3, requires_grad=True)
    with torch.autograd.graph.saved_tensors_hooks(lambda t: t.detach(), lambda t: t.expand(2, 3).clone()):
        y = x * x
    g, = torch.autograd.grad(y.sum(), x, create_graph=True)
    assert g.tolist() == [4.0] * 3 and torch.autograd.grad(g.sum(), x)[0].tolist() == [4.0] * 3


def test_marks_of_a_function_do_not_outlive_its_forward() -> None:
    class Changing(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.mark_dirty(x.mul_(2))
            ctx.mark_non_differentiable(sign := x.sign())
            return x, sign

        @staticmethod
        def backward(ctx, g, _):
            return g

    out, _ = Changing.apply(torch.ones(2, requires_grad=True) * 1)
    assert out.grad_fn.non_differentiable is None and out.grad_fn.dirty_tensors is None
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad has been used in an in-place operation"):
        Changing.apply(torch.arange(1.0, 5.0).reshape(2, 2).requires_grad_())


def test_a_view_without_tangent_takes_the_one_that_a_jvp_gives_it() -> None:
    class Returning(torch.autograd.Function):
        @staticmethod
        def forward(ctx, a, b):
            return a * b, b

        @staticmethod
        def jvp(ctx, ta, tb):
            return ta, torch.full((2,), 5.0)

    with fw.dual_level():
        b = torch.ones(2)
        out = Returning.apply(fw.make_dual(torch.ones(2), torch.ones(2)), b)
        assert fw.unpack_dual(out[1]).tangent.tolist() == fw.unpack_dual(b).tangent.tolist() == [5.0, 5.0]
