"""torch.func: results that are the same for every example are examples all the same: where `out_dims` puts them, and in memory."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import refused


def _batch(torch: Any) -> Any:
    return torch.arange(6.0).reshape(2, 3)


def _losses(torch: Any) -> list[Any]:
    """Functions whose gradient does not depend on the example, or not at all."""
    weights = torch.tensor([1.0, 2.0, 3.0])
    return [lambda a: a.sum(), lambda a: a.mean(), lambda a: (a * weights).sum(), lambda a: -a.sum(), lambda a: a @ weights, lambda a: a[0],
            lambda a: torch.cat([a, weights]).sum(), lambda a: (a * 0).sum(), lambda a: torch.ones(()), lambda a: a.cumsum(0).sum(),
            lambda a: a.expand(2, 3).sum(), lambda a: (a.detach() * 2).sum() + a[0], lambda a: (a ** 2).sum()]


def gradients_that_no_example_decides(torch: Any) -> Iterator[Any]:
    """vmap of grad, with the examples in either dimension, and with the value."""
    func, x = torch.func, _batch(torch)
    for loss in _losses(torch):
        yield func.vmap(func.grad(loss))(x), func.vmap(func.grad(loss), out_dims=1)(x)
        yield func.vmap(func.grad_and_value(loss), out_dims=(1, 0))(x)


def jacobians_that_no_example_decides(torch: Any) -> Iterator[Any]:
    """vmap of Jacobians in both modes, of Hessians, and of the function from vjp."""
    func, x = torch.func, _batch(torch)
    for loss in _losses(torch):
        yield func.vmap(func.jacrev(loss), out_dims=1)(x), func.vmap(func.jacfwd(loss), out_dims=1)(x)
        yield func.vmap(lambda a, f=loss: func.vjp(f, a)[1](torch.tensor(1.0))[0], out_dims=1)(x)
    for loss in (_losses(torch)[0], _losses(torch)[9]):
        yield func.vmap(func.hessian(loss), out_dims=2)(x)
    # PyTorch: (tensor([[1., 1.], [1., 1.], [1., 1.]]), tensor([[1., 1.], [1., 1.], [1., 1.]]))
    # PyTorch: RuntimeError: The expanded size of the tensor (2) ...


def gradients_of_shared_parameters(torch: Any) -> Iterator[Any]:
    """The gradient of a bias is one for each example, though it depends on none."""
    func, x = torch.func, _batch(torch)

    def loss(weight: Any, bias: Any, a: Any) -> Any:
        return torch.nn.functional.linear(a, weight, bias).sum()

    yield func.vmap(func.grad(loss, argnums=(0, 1)), (None, None, 0))(torch.ones(1, 3), torch.ones(1), x)
    yield func.vmap(func.grad(loss, argnums=(0, 1)), (None, None, 0), out_dims=1)(torch.ones(2, 3), torch.ones(2), x)
    # PyTorch: (tensor([[[0., 1., 2.]], [[3., 4., 5.]]]), tensor([[1.], [1.]]))
    # PyTorch: (tensor([[[0., 1., 2.], [3., 4., 5.]], [[0., 1., 2.], [3., 4., 5.]]]), tensor([[1., 1.], [1., 1.]]))


def results_without_examples(torch: Any) -> Iterator[Any]:
    """A result of the function itself that depends on no example is expanded at once, which fails where that is no expansion."""
    func, x = torch.func, _batch(torch)
    yield func.vmap(lambda a: torch.ones(3))(x)
    yield refused(lambda: func.vmap(lambda a: torch.ones(3), out_dims=1)(x)), func.vmap(lambda a: torch.ones(1), out_dims=1)(x)
    # PyTorch: tensor([[1., 1., 1.], [1., 1., 1.]])
    # PyTorch: (RuntimeError: The expanded size of the tensor (2) ..., tensor([[1., 1.]]))


def memory_order_of_new_tensors(torch: Any) -> Iterator[Any]:
    """Factories like a batched tensor keep the order of its memory; new_zeros does not."""
    func, x = torch.func, torch.arange(24.0).reshape(4, 3, 2).permute(2, 1, 0)
    for make in (torch.zeros_like, torch.ones_like, lambda a: torch.full_like(a, 2.0), lambda a: torch.zeros_like(a).copy_(a),
                 lambda a: a.new_zeros(a.shape), lambda a: torch.zeros_like(a, dtype=torch.int64), lambda a: torch.zeros_like(a) * a):
        yield func.vmap(make)(x), func.vmap(func.vmap(make))(x), func.vmap(func.grad(lambda a, m=make: m(a).double().sum()))(x)


def zeros_in_memory_order(torch: Any) -> Iterator[Any]:
    """Gradients and tangents of what does not depend on the input lie as the input does."""
    func, x = torch.func, torch.arange(6.0).reshape(3, 2).t()
    yield func.grad(lambda a: torch.ones(()))(x), func.vjp(lambda a: torch.ones(2), x)[1](torch.ones(2)), func.jvp(lambda a: x, (x,), (x,))
    yield func.vmap(func.grad(lambda a: torch.ones(())))(x)


def modules_with_backward_hooks(torch: Any) -> Iterator[Any]:
    """`jvp` of a module with backward hooks: what has a tangent has no graph, so they have nothing to watch; `grad` refuses them."""
    func, layer, seen = torch.func, torch.nn.Linear(3, 2), []
    torch.nn.init.constant_(layer.weight, 0.5)
    torch.nn.init.constant_(layer.bias, 1.0)
    layer.register_full_backward_hook(lambda *_: seen.append("hook"))
    layer.register_full_backward_pre_hook(lambda *_: seen.append("before"))
    x = torch.ones(3)
    primal, tangent = func.jvp(layer, (x,), (x,))
    yield primal.detach(), tangent.detach(), seen
    yield func.jacfwd(layer)(x).detach(), seen
    yield refused(lambda: func.grad(lambda a: layer(a).sum())(x)), refused(lambda: func.jacrev(layer)(x))
    # PyTorch: (tensor([2.5000, 2.5000]), tensor([1.5000, 1.5000]), [])
    # PyTorch: (tensor([[0.5000, 0.5000, 0.5000], [0.5000, 0.5000, 0.5000]]), [])
    # PyTorch: (RuntimeError: In order to use an autograd.Function ..., RuntimeError: In order to use an autograd.Function ...)
