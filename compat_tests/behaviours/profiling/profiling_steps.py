"""Profilers: whole steps of training, with the order, nesting and shapes of everything that is heard."""
from __future__ import annotations

import contextlib
import importlib
import warnings
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


def _counted(torch: Any, step: Any) -> Any:
    profile = importlib.import_module(f"{torch.__name__}.autograd.profiler").profile
    step()
    with profile(record_shapes=True) as prof:
        step()
    return sorted((e.key, e.count) for e in prof.key_averages())


def _trained(torch: Any, layers: Any, loss: Any, optimizer: Any) -> Any:
    def step() -> None:
        optimizer.zero_grad()
        loss(layers).backward()
        optimizer.step()

    return _counted(torch, step)


def whole_steps(torch: Any) -> Iterator[Any]:
    nn, functional = torch.nn, torch.nn.functional
    torch.set_num_threads(2)
    net = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.LayerNorm(16), nn.Dropout(0.1), nn.Linear(16, 4))
    target = torch.tensor([0, 1, 2, 3, 0])
    yield _trained(torch, net, lambda m: functional.cross_entropy(m(torch.ones(5, 8)), target), torch.optim.SGD(net.parameters(), 0.1, 0.9))
    image = nn.Sequential(nn.Conv2d(3, 6, 3, padding=1), nn.BatchNorm2d(6), nn.ReLU(), nn.Conv2d(6, 4, 3), nn.GELU(), nn.Flatten(),
                          nn.Linear(144, 3))
    yield _trained(torch, image, lambda m: functional.mse_loss(m(torch.ones(2, 3, 8, 8)), torch.ones(2, 3)),
                   torch.optim.Adam(image.parameters()))
    table, mixing = nn.Embedding(11, 8), nn.Linear(8, 24)
    words = torch.tensor([[0, 1, 2, 3], [4, 5, 6, 7]])

    def attend(_: Any) -> Any:
        q, k, v = (t.view(2, 4, 2, 4).transpose(1, 2) for t in mixing(table(words)).split(8, dim=-1))
        weights = (q @ k.transpose(-2, -1) / 2.0).masked_fill(torch.tril(torch.ones(4, 4)) == 0, float("-inf")).softmax(-1)
        mixed = (weights @ v).transpose(1, 2).contiguous().view(2, 4, 8)
        return functional.cross_entropy((mixed @ table.weight.t()).view(-1, 11), words.view(-1))

    yield _trained(torch, None, attend, torch.optim.AdamW([*table.parameters(), *mixing.parameters()]))


def sums_of_gradients(torch: Any) -> Iterator[Any]:
    x = torch.ones(3, requires_grad=True)

    def several() -> Any:
        y = x * 2
        return y.sin() + y.cos() + y.exp()

    yield _heard(torch, lambda: several().sum().backward())
    yield _heard(torch, lambda: (x * x / (x + 1)).sum().backward())


def memory_of_results(torch: Any) -> Iterator[Any]:
    profile = importlib.import_module(f"{torch.__name__}.autograd.profiler").profile
    x, kept = torch.ones(4, 8), []
    for run in (lambda: x.sin(), lambda: x @ x.mT, lambda: torch.zeros(10), lambda: torch.rand(3, 3), lambda: x.softmax(1),
                lambda: x.clone(), lambda: x.view(-1)):
        with profile(profile_memory=True) as prof:
            kept.append(run())
        yield sorted((e.key, e.cpu_memory_usage, e.self_cpu_memory_usage) for e in prof.key_averages() if e.cpu_memory_usage)
    with profile(profile_memory=True) as prof:
        kept.append(torch.func.vmap(torch.sin)(x))
    yield sorted(e.key for e in prof.key_averages())


def sums_for_leaves(torch: Any) -> Iterator[Any]:
    x = torch.ones(3, 3, requires_grad=True)
    for run in (lambda: (x * x).sum(), lambda: (x + x.exp()).sum(), lambda: (x * 2 + x * 3).exp().sum()):
        x.grad = None
        yield _heard(torch, lambda: run().backward())


def backward_through_writes_to_views(torch: Any) -> Iterator[Any]:
    profile = importlib.import_module(f"{torch.__name__}.autograd.profiler").profile
    x = torch.ones(3, 3, requires_grad=True)
    for context in (profile, contextlib.nullcontext, torch.autograd.detect_anomaly):
        for make in (x.clone, lambda: x * 2):
            y, z, x.grad = make(), make(), None
            row = y[0]
            row.add_(1)
            z[0].mul_(3)
            z[1] = 5.0
            with warnings.catch_warnings(), context():
                warnings.simplefilter("ignore")
                row.backward(torch.ones(3))
                z.sum().backward()
            yield x.grad
