"""Optimizers' steps that are differentiated themselves, and steps on the meta device."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._autograd import tried

KINDS: list[tuple[str, dict[str, Any]]] = [
    ("SGD", {}), ("SGD", {"momentum": 0.9}), ("SGD", {"momentum": 0.9, "nesterov": True, "weight_decay": 0.1, "maximize": True}),
    ("Adam", {}), ("Adam", {"amsgrad": True}), ("Adam", {"weight_decay": 0.1}), ("AdamW", {}), ("RMSprop", {}),
    ("RMSprop", {"momentum": 0.9, "centered": True}), ("Adagrad", {"lr_decay": 0.1}), ("Adadelta", {}), ("Adamax", {}), ("NAdam", {}),
    ("NAdam", {"weight_decay": 0.1, "decoupled_weight_decay": True}), ("RAdam", {}), ("ASGD", {}), ("Rprop", {}),
]


def _gradients_after_steps(torch: Any, name: str, options: dict[str, Any], steps: int) -> Any:
    start = torch.linspace(0.5, 1.5, 4, dtype=torch.float64).requires_grad_()
    slope = torch.linspace(0.1, 0.9, 4, dtype=torch.float64).requires_grad_()
    p = start.clone()
    optimizer = getattr(torch.optim, name)([p], lr=0.1, differentiable=True, **options)
    for i in range(steps):
        p.grad = slope * start if i == 0 else slope * 2
        optimizer.step()
    found = torch.autograd.grad((p**2).sum(), [start, slope], allow_unused=True)
    return [[round(v, 5) for v in t.tolist()] for t in (p.detach(), *(g for g in found if g is not None))]


def steps_that_are_differentiated(torch: Any) -> Iterator[Any]:
    """What differentiating one and two optimizer steps with differentiable=True gives, by optimizer."""
    for name, options in KINDS:
        for steps in (1, 2):
            yield name, tried(lambda name=name, options=options, steps=steps: _gradients_after_steps(torch, name, options, steps))


def rates_that_are_differentiated(torch: Any) -> Iterator[Any]:
    """The parameter after a differentiable step has a gradient for a tensor learning rate."""
    for name in ("SGD", "Adam"):
        rate = torch.tensor(0.1, dtype=torch.float64, requires_grad=True)
        p = torch.ones(3, dtype=torch.float64).requires_grad_().clone()
        optimizer = getattr(torch.optim, name)([p], lr=rate, differentiable=True)
        p.grad = torch.arange(1.0, 4.0, dtype=torch.float64)
        optimizer.step()
        yield tried(lambda p=p, rate=rate: round(torch.autograd.grad(p.sum(), rate)[0].item(), 5))
    # PyTorch: -6.0
    # PyTorch: -2.99998


def steps_on_the_meta_device(torch: Any) -> Iterator[Any]:
    """Two optimizer steps on meta tensors, and on which device the state lies."""
    for name in (*dict.fromkeys(name for name, _ in KINDS), "Adafactor", "Muon"):
        p = torch.nn.Parameter(torch.empty(3, 4, device="meta"))
        p.grad = torch.empty(3, 4, device="meta")
        optimizer = getattr(torch.optim, name)([p], lr=0.1)
        yield name, tried(optimizer.step), tried(optimizer.step), p._version
        if name not in ("ASGD", "Adafactor"):
            yield {key: str(v.device) if hasattr(v, "device") else v for key, v in optimizer.state[p].items()}
