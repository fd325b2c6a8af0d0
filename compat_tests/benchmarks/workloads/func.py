"""`torch.func`: derivatives of functions, and many examples at once."""

from __future__ import annotations

from typing import Any

from .models import mlp
from .training import CLASSES, set_weights
from .workload import Step, Workload, labels, normal, weights


def digits_cnn(torch: Any) -> Any:
    """The small CNN of the digits example: 8x8 images."""
    nn = torch.nn
    features = [nn.Conv2d(1, 16, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(16, 32, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2)]
    return nn.Sequential(*features, nn.Flatten(), nn.Linear(128, CLASSES))


def per_sample_gradients(torch: Any, batch: int = 64) -> Step:
    model = set_weights(torch, digits_cnn(torch))
    func, cross_entropy = torch.func, torch.nn.functional.cross_entropy
    params = {name: p.detach() for name, p in model.named_parameters()}
    x, y = torch.from_numpy(normal(batch, 1, 8, 8)), torch.from_numpy(labels(batch, CLASSES))

    def loss(params: Any, x: Any, y: Any) -> Any:
        return cross_entropy(func.functional_call(model, params, (x.unsqueeze(0),)), y.unsqueeze(0))

    each = func.vmap(func.grad(loss), in_dims=(None, 0, 0))
    return lambda: each(params, x, y)["0.weight"]


def _energy(torch: Any, size: int) -> Any:
    """A scalar function of a vector with a full Hessian."""
    matrix = torch.from_numpy(weights(size, size))
    return lambda x: (matrix @ x).tanh().pow(2).sum() + x.sin().dot(x)


def hessian(torch: Any, size: int = 50) -> Step:
    compute, x = torch.func.hessian(_energy(torch, size)), torch.from_numpy(normal(size))
    return lambda: compute(x)


def jacobian(torch: Any, transform: str) -> Step:
    model = set_weights(torch, mlp(torch, 64, 64, 64))
    params = {name: p.detach() for name, p in model.named_parameters()}
    x = torch.from_numpy(normal(64))
    compute = getattr(torch.func, transform)(lambda x: torch.func.functional_call(model, params, (x,)))
    return lambda: compute(x)


def hvp(torch: Any, size: int = 50) -> Step:
    gradient = torch.func.grad(_energy(torch, size))
    x, v = torch.from_numpy(normal(size)), torch.from_numpy(normal(size, seed=1))
    return lambda: torch.func.jvp(gradient, (x,), (v,))[1]


def vjp_of_grad(torch: Any, size: int = 50) -> Step:
    gradient = torch.func.grad(_energy(torch, size))
    x, v = torch.from_numpy(normal(size)), torch.from_numpy(normal(size, seed=1))
    return lambda: torch.func.vjp(gradient, x)[1](v)[0]


def grad_of_jvp(torch: Any, size: int = 50) -> Step:
    function, func = _energy(torch, size), torch.func
    x, v = torch.from_numpy(normal(size)), torch.from_numpy(normal(size, seed=1))
    product = func.grad(lambda x: func.jvp(function, (x,), (v,))[1])
    return lambda: product(x)


def ensemble(torch: Any, count: int = 10, batch: int = 32) -> Step:
    func = torch.func
    model = mlp(torch, 64, 64, CLASSES)
    params = {name: torch.from_numpy(normal(count, *p.shape, scale=0.1)) for name, p in model.named_parameters()}
    x = torch.from_numpy(normal(batch, 64))
    each = func.vmap(lambda p, x: func.functional_call(model, p, (x,)), in_dims=(0, None))
    return lambda: each(params, x)


WORKLOADS = [
    Workload("func", "per-sample gradients, digits CNN, batch 64", per_sample_gradients),
    Workload("func", "hessian of a function of 50 numbers", hessian),
    Workload("func", "jacrev of an MLP 64-64-64", lambda torch: jacobian(torch, "jacrev")),
    Workload("func", "jacfwd of an MLP 64-64-64", lambda torch: jacobian(torch, "jacfwd")),
    Workload("func", "Hessian-vector product, jvp of grad", hvp),
    Workload("func", "Hessian-vector product, vjp of grad", vjp_of_grad),
    Workload("func", "Hessian-vector product, grad of jvp", grad_of_jvp),
    Workload("func", "ensemble of 10 MLPs by vmap, batch 32", ensemble),
]
