"""Derivatives beyond one backward: higher orders, Jacobians, forward mode, custom Functions, hooks, checkpoints."""

from __future__ import annotations

import importlib
from functools import partial
from typing import Any

from .models import mlp
from .training import set_weights
from .workload import Step, Workload, normal, weights


def _leaf(torch: Any, *shape: int, seed: int = 1) -> Any:
    return torch.from_numpy(normal(*shape, seed=seed)).requires_grad_()


def double_backward(torch: Any, size: int) -> Step:
    x = _leaf(torch, size)

    def step() -> Any:
        x.grad = None
        (first,) = torch.autograd.grad((x**3).sin().sum(), x, create_graph=True)
        first.square().sum().backward()
        return x.grad

    return step


def gradient_penalty(torch: Any, hidden: int, batch: int) -> Step:
    model = set_weights(torch, mlp(torch, 16, hidden, hidden, 1))
    parameters = list(model.parameters())
    x = _leaf(torch, batch, 16)

    def step() -> Any:
        for parameter in parameters:
            parameter.grad = None
        (first,) = torch.autograd.grad(model(x).sum(), x, create_graph=True)
        ((first.norm(2, dim=1) - 1) ** 2).mean().backward()
        return parameters[0].grad

    return step


def _energy(torch: Any, size: int) -> Any:
    matrix = torch.from_numpy(weights(size, size))
    return lambda x: (matrix @ x).tanh().pow(2).sum() + x.sin().dot(x)


def hessian(torch: Any, size: int, vectorize: bool) -> Step:
    function, x = _energy(torch, size), torch.from_numpy(normal(size))
    return lambda: torch.autograd.functional.hessian(function, x, vectorize=vectorize)


def _field(torch: Any, size: int) -> Any:
    """A vector function of a vector with a full Jacobian."""
    matrix = torch.from_numpy(weights(size, size))
    return lambda x: (matrix @ x).tanh() * x


def jacobian(torch: Any, size: int, vectorize: bool) -> Step:
    function, x = _field(torch, size), torch.from_numpy(normal(size))
    return lambda: torch.autograd.functional.jacobian(function, x, vectorize=vectorize)


def product(torch: Any, size: int, name: str) -> Step:
    function = (_field if name in ("jvp", "vjp") else _energy)(torch, size)
    x, v = torch.from_numpy(normal(size)), torch.from_numpy(normal(size, seed=1))
    compute = getattr(torch.autograd.functional, name)
    return lambda: compute(function, x, v)[1]


def dual_numbers(torch: Any, size: int) -> Step:
    x, t = torch.from_numpy(normal(size)), torch.from_numpy(normal(size, seed=1))
    forward_ad = importlib.import_module(f"{torch.__name__}.autograd.forward_ad")

    def step() -> Any:
        with forward_ad.dual_level():
            y = forward_ad.make_dual(x, t)
            for _ in range(5):
                y = (y.sin() * y).tanh()
            return forward_ad.unpack_dual(y).tangent

    return step


def dual_network(torch: Any, hidden: int, batch: int) -> Step:
    model = set_weights(torch, mlp(torch, 16, hidden, hidden, 1))
    x, t = torch.from_numpy(normal(batch, 16)), torch.from_numpy(normal(batch, 16, seed=1))
    return lambda: torch.func.jvp(model, (x,), (t,))[1].detach()


def custom_function(torch: Any, size: int) -> Step:
    class Scaled(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any, factor: float) -> Any:
            ctx.save_for_backward(x)
            ctx.factor = factor
            return x * x * factor

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            (x,) = ctx.saved_tensors
            return 2 * ctx.factor * x * g, None

    x = _leaf(torch, size)

    def step() -> Any:
        x.grad = None
        y = x
        for _ in range(5):
            y = Scaled.apply(y, 0.5)
        y.sum().backward()
        return x.grad

    return step


def tensor_hooks(torch: Any, size: int) -> Step:
    x = _leaf(torch, size)

    def step() -> Any:
        x.grad = None
        y = x
        for _ in range(5):
            y = y.sin()
            y.register_hook(lambda g: g * 0.5)
        y.sum().backward()
        return x.grad

    return step


def module_hooks(torch: Any, hidden: int, batch: int) -> Step:
    model = set_weights(torch, mlp(torch, 16, hidden, hidden, 1))
    seen: list[Any] = []
    for module in model:
        module.register_forward_hook(lambda module, args, out: seen.append(out))
        module.register_full_backward_hook(lambda module, before, after: None)
    x = _leaf(torch, batch, 16)

    def step() -> Any:
        x.grad = None
        seen.clear()
        model(x).sum().backward()
        model.zero_grad()
        return x.grad

    return step


def checkpoint(torch: Any, hidden: int, batch: int) -> Step:
    model = set_weights(torch, mlp(torch, 16, hidden, hidden, 1))
    function = importlib.import_module(f"{torch.__name__}.utils.checkpoint").checkpoint
    x = _leaf(torch, batch, 16)

    def step() -> Any:
        x.grad = None
        function(model, x, use_reentrant=False).sum().backward()
        model.zero_grad()
        return x.grad

    return step


_CASES = {
    **{f"double backward, {size}": partial(double_backward, size=size) for size in (16, 100_000)},
    "gradient penalty, MLP 16-32-32-1": partial(gradient_penalty, hidden=32, batch=16),
    "gradient penalty, MLP 16-256-256-1": partial(gradient_penalty, hidden=256, batch=128),
    "hessian of 20, row by row": partial(hessian, size=20, vectorize=False),
    "hessian of 20, vectorized": partial(hessian, size=20, vectorize=True),
    "jacobian of 20, row by row": partial(jacobian, size=20, vectorize=False),
    "jacobian of 20, vectorized": partial(jacobian, size=20, vectorize=True),
    **{f"{name} of 50": partial(product, size=50, name=name) for name in ("hvp", "vhp", "jvp", "vjp")},
    **{f"dual numbers, 5 steps, {size}": partial(dual_numbers, size=size) for size in (16, 100_000)},
    "jvp of an MLP 16-32-32-1": partial(dual_network, hidden=32, batch=16),
    **{f"custom Function, 5 calls, {size}": partial(custom_function, size=size) for size in (16, 100_000)},
    **{f"tensor hooks, 5 steps, {size}": partial(tensor_hooks, size=size) for size in (16, 100_000)},
    "module hooks, MLP 16-32-32-1": partial(module_hooks, hidden=32, batch=16),
    "checkpoint, MLP 16-32-32-1": partial(checkpoint, hidden=32, batch=16),
    "checkpoint, MLP 16-256-256-1": partial(checkpoint, hidden=256, batch=128),
}

WORKLOADS = [Workload("autograd", name, build) for name, build in _CASES.items()]
