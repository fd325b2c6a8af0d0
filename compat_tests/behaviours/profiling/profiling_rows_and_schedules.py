"""Profiles: rows and columns, spans of the user's own, schedules, misuse."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from .._autograd import tried


def _profile(torch: Any, **kw) -> Any:
    return torch.autograd.profiler.profile(**kw)


def _columns(s: Any) -> Any:
    return [[c.strip() for c in leaf.split("  ") if c.strip()] for leaf in s.split("\n") if "Name" in leaf]


def _run(torch: Any) -> Any:
    a = torch.ones(3, 3, requires_grad=True)
    (a @ a).relu().sum().backward()


def shapes(torch: Any) -> Iterator[Any]:
    with _profile(torch, record_shapes=True) as p:
        torch.ones(2, 3) @ torch.ones(3, 4)
        torch.ones(5, 3) @ torch.ones(3, 4)
        torch.add(torch.ones(2), torch.ones(2))
        torch.add(torch.ones(2), 1)
        torch.cat([torch.ones(2), torch.ones(3)])
    yield sorted(

            (e.key, e.count, str(e.input_shapes))
            for e in p.key_averages(group_by_input_shape=True)
            if e.key in ("aten::mm", "aten::add", "aten::cat")

    )
    yield sorted((e.key, e.count) for e in p.key_averages() if e.key in ("aten::mm", "aten::add", "aten::cat"))
    yield [e.input_shapes for e in p.function_events if e.name == "aten::mm"]


def nesting(torch: Any) -> Iterator[Any]:
    rf = torch.autograd.profiler.record_function
    with _profile(torch) as p, rf("outer"):
        with rf("inner"):
            torch.ones(2) + 1
        torch.ones(2) * 2
    ev = {e.name: e for e in p.function_events}
    yield (
        ev["inner"].cpu_parent.name,
        [c.name for c in ev["outer"].cpu_children],
        ev["outer"].cpu_parent,
        [c.name for c in ev["inner"].cpu_children],
    )
    yield (ev["outer"].cpu_time_total >= ev["inner"].cpu_time_total, ev["outer"].self_cpu_time_total <= ev["outer"].cpu_time_total)


def rf_decorator(torch: Any) -> Iterator[Any]:
    rf = torch.autograd.profiler.record_function

    @rf("deco")
    def f(x):
        """d"""
        return x * 2

    with _profile(torch) as p:
        f(torch.ones(2))
        f(torch.ones(2))
    yield ([(e.key, e.count) for e in p.key_averages() if e.key == "deco"], f.__name__, f.__doc__)
    f(torch.ones(1))
    r = rf("a")
    yield tried(lambda: r.__exit__(None, None, None))
    with rf("x", "args") as q:
        yield type(q).__name__
    yield tried(lambda: rf())
    yield tried(lambda: rf(3).__enter__())
    yield tried(lambda: rf("a", args=3).__enter__().__exit__(None, None, None))


def rf_generator(torch: Any) -> Iterator[Any]:
    rf = torch.autograd.profiler.record_function

    @rf("gen")
    def g():
        yield 1
        yield 2

    with _profile(torch) as p:
        list(g())
    yield [(e.key, e.count) for e in p.key_averages() if e.key == "gen"]


def total_average(torch: Any) -> Iterator[Any]:
    with _profile(torch) as p:
        _run(torch)
    t = p.total_average()
    yield (t.key, t.count == sum(e.count for e in p.key_averages()), type(t).__name__)
    yield (p.self_cpu_time_total > 0, type(p.self_cpu_time_total).__name__)


def disabled(torch: Any) -> Iterator[Any]:
    with _profile(torch, enabled=False) as p:
        _run(torch)
    yield tried(lambda: p.key_averages())
    yield tried(lambda: repr(p))
    yield tried(lambda: p.table())
    yield tried(lambda: p.function_events)
    yield tried(lambda: p.total_average())
    yield tried(lambda: p.export_chrome_trace("/tmp/x.json"))
    yield tried(lambda: p.self_cpu_time_total)


def inside(torch: Any) -> Iterator[Any]:
    with _profile(torch) as p:
        _run(torch)
        yield tried(lambda: p.key_averages())
    yield (len(p.function_events) > 0)


def twice(torch: Any) -> Iterator[Any]:
    p = _profile(torch)
    with p:
        pass
    yield tried(lambda: p.__enter__())


def exceptions(torch: Any) -> Iterator[Any]:

    def f():
        with _profile(torch) as p:
            f.p = p
            torch.ones(2) + 1
            raise ValueError("x")

    yield (tried(f), len(f.p.function_events) > 0)
    with _profile(torch) as p:
        try:
            with torch.autograd.profiler.record_function("r"):
                raise KeyError
        except KeyError:
            pass
        with contextlib.suppress(RuntimeError):
            torch.ones(2) @ torch.ones(3)
    yield [e.name for e in p.function_events if e.name == "r"]


def optim(torch: Any) -> Iterator[Any]:
    m = torch.nn.Linear(2, 2)
    o = torch.optim.SGD(m.parameters(), lr=0.1)
    with _profile(torch) as p:
        m(torch.ones(1, 2)).sum().backward()
        o.step()
        o.zero_grad()
    yield sorted(e.key for e in p.key_averages() if "Optimizer" in e.key)


def flops(torch: Any) -> Iterator[Any]:
    with _profile(torch, with_flops=True) as p:
        torch.ones(2, 3) @ torch.ones(3, 4)
        torch.ones(5) * 2
        torch.ones(5) + 2
        torch.nn.functional.conv2d(torch.ones(1, 1, 5, 5), torch.ones(1, 1, 3, 3))
        torch.bmm(torch.ones(2, 2, 3), torch.ones(2, 3, 2))
        torch.addmm(torch.ones(2, 2), torch.ones(2, 2), torch.ones(2, 2))
    yield sorted((e.key, e.flops) for e in p.key_averages() if e.flops)


def memory(torch: Any) -> Iterator[Any]:
    """Bytes per call, and what is let go; numbers of Python's are no tensors here, so there are none of them."""
    functional, itt = torch.nn.functional, torch.profiler.itt
    x, layer = torch.ones(8, 8), torch.nn.Linear(8, 4)
    programs = (lambda: x + x, lambda: (x @ x).sum(), lambda: x.view(-1), lambda: x.t().clone(), lambda: torch.zeros(3), lambda: layer(x),
                lambda: functional.softmax(x + x, 1), lambda: functional.layer_norm(x, (8,)), lambda: torch.cat([x, x]).exp().exp(),
                lambda: functional.relu(x), lambda: functional.max_pool2d(x[None], 2), lambda: x.double(), lambda: x.sum(0).exp_(),
                lambda: functional.embedding(torch.tensor([1]), x), lambda: x.max(1)[0], lambda: torch.stack([x, x], -1))
    with torch.no_grad():
        for program in programs:
            with _profile(torch, profile_memory=True) as p:
                kept = program()
                with torch.profiler.record_function("let go"):
                    del kept
                program()
            yield [(e.name, e.cpu_memory_usage, e.self_cpu_memory_usage) for e in p.function_events if e.name != "aten::as_strided"]
            total = p.total_average()
            yield total.cpu_memory_usage, total.self_cpu_memory_usage
    with itt.range("a {}", "b"):
        yield itt.is_available(), itt.range_push("x"), itt.range_pop(), itt.mark("z")
    yield p.function_events.supported_export_stacks_metrics()


def only_children(torch: Any) -> Iterator[Any]:
    span = torch.autograd.profiler.record_function
    x = torch.ones(2)
    with _profile(torch) as p:
        with span("a"), span("a"), span("a"):
            x.sin()
            x.cos()
        with span("b"):
            with span("b"):
                x.sin()
            with span("b"):
                x.cos()
        with span("c"), span("d"), span("c"):
            x.exp()
    yield [(e.name, e.cpu_parent and e.cpu_parent.name, [c.name for c in e.cpu_children]) for e in p.function_events]
    yield sorted((e.key, e.count) for e in p.key_averages())


def scopes_and_arguments(torch: Any) -> Iterator[Any]:
    span = torch.autograd.profiler.record_function
    x = torch.ones(2, requires_grad=True)
    with _profile(torch, record_shapes=True) as p:
        with span("a"), span("b", "what for"):
            y = x.sin().sum()
        y.backward()
    yield [(e.name, e.scope, e.sequence_nr >= 0) for e in p.function_events]
    yield [(e.name, e.input_shapes, e.concrete_inputs) for e in p.function_events if e.is_user_annotation]


def devices_that_are_not_there(torch: Any) -> Iterator[Any]:
    for options in ({"use_cpu": False}, {"use_cpu": False, "use_kineto": True}, {"use_cpu": False, "enabled": False}):
        yield tried(lambda: type(_profile(torch, **options)).__name__)
    with _profile(torch) as p:
        torch.ones(2)
    for metric in ("xpu_time_total", "self_cuda_time_total", "privateuse1_time_total", "mtia_time_total"):
        yield tried(lambda: len(p.key_averages().table(sort_by=metric).split("\n")))
    yield p.__exit__(None, None, None), _profile(torch, enabled=False).__exit__(None, None, None)
