"""Profilers: whole steps of training, with the order, nesting and shapes of everything that is heard."""
from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any


def _tree(event: Any) -> list[Any]:
    inner = sorted(event.cpu_children, key=lambda e: (e.time_range.start, e.id))
    return [event.name, event.input_shapes, event.sequence_nr >= 0, [_tree(e) for e in inner]]


def _heard(torch: Any, run: Any) -> list[Any]:
    profile = importlib.import_module(f"{torch.__name__}.autograd.profiler").profile
    with profile(record_shapes=True) as prof:
        run()
    return [_tree(e) for e in sorted(prof.function_events, key=lambda e: (e.time_range.start, e.id)) if e.cpu_parent is None]


def layers(torch: Any) -> Iterator[Any]:
    net = torch.nn.Sequential(torch.nn.Linear(4, 5), torch.nn.ReLU(), torch.nn.Linear(5, 3))
    yield _heard(torch, lambda: net(torch.ones(2, 4)).exp().mean((0, 1)).backward())


def optimizers(torch: Any) -> Iterator[Any]:
    for name, options in (("SGD", {}), ("SGD", {"momentum": 0.9, "weight_decay": 0.1}), ("SGD", {"momentum": 0.9, "nesterov": True}),
                          ("Adam", {}), ("AdamW", {}), ("RMSprop", {}), ("Adagrad", {})):
        layer = torch.nn.Linear(4, 3)
        optimizer = getattr(torch.optim, name)(layer.parameters(), lr=0.1, **options)
        for _ in range(2):
            layer(torch.ones(2, 4)).sum().backward()
            yield name, _heard(torch, optimizer.step)


def functions(torch: Any) -> Iterator[Any]:
    x = torch.ones(2, 3, requires_grad=True)
    yield _heard(torch, lambda: (x @ torch.ones(3, 4)).sum().backward())
    yield _heard(torch, lambda: (x * torch.ones(3)).sum().backward())
    yield _heard(torch, lambda: torch.nn.functional.nll_loss(x, torch.zeros(2, dtype=torch.long)))
    yield _heard(torch, lambda: (x.detach().requires_grad_() * torch.ones(3, requires_grad=True)).sum().backward())
