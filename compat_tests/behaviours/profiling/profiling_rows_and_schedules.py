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
    """With record_shapes rows are also grouped by input shapes, in which numbers have an empty shape."""
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
    """Every profiled operation has the enclosing span as its parent and counts toward its time."""
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
    # PyTorch: ('outer', ['inner', 'aten::ones', 'aten::mul'], None, ['aten::ones', 'aten::add'])
    # PyTorch: (True, True)


def rf_decorator(torch: Any) -> Iterator[Any]:
    """record_function as a decorator makes a span per call and keeps name and docstring; misuse is answered."""
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
    # PyTorch: ([('deco', 2)], 'f', 'd')
    # PyTorch: ('AssertionError', 'Expected record to be set')
    # PyTorch: 'record_function'
    # PyTorch: ('TypeError', 'record_function.__init__() missing 1 ...')
    # PyTorch: ('RuntimeError', 'profiler::_record_function_enter_new() ...')
    # PyTorch: ('RuntimeError', 'profiler::_record_function_enter_new() ...')


def rf_generator(torch: Any) -> Iterator[Any]:
    """A decorated generator function gives one span however many values it yields."""
    rf = torch.autograd.profiler.record_function

    @rf("gen")
    def g():
        yield 1
        yield 2

    with _profile(torch) as p:
        list(g())
    yield [(e.key, e.count) for e in p.key_averages() if e.key == "gen"]
    # PyTorch: [('gen', 1)]


def total_average(torch: Any) -> Iterator[Any]:
    """The total average counts all rows together."""
    with _profile(torch) as p:
        _run(torch)
    t = p.total_average()
    yield (t.key, t.count == sum(e.count for e in p.key_averages()), type(t).__name__)
    yield (p.self_cpu_time_total > 0, type(p.self_cpu_time_total).__name__)
    # PyTorch: ('Total', True, 'FunctionEventAvg')
    # PyTorch: (True, 'float')


def disabled(torch: Any) -> Iterator[Any]:
    """A profile that is not enabled has nothing to show and refuses or answers its queries."""
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
    """A running profile has no averages yet, and events only after its end."""
    with _profile(torch) as p:
        _run(torch)
        yield tried(lambda: p.key_averages())
    yield (len(p.function_events) > 0)
    # PyTorch: []
    # PyTorch: True


def twice(torch: Any) -> Iterator[Any]:
    """A profile object cannot be entered a second time."""
    p = _profile(torch)
    with p:
        pass
    yield tried(lambda: p.__enter__())
    # PyTorch: ('RuntimeError', 'Profiler context manager is not ...')


def exceptions(torch: Any) -> Iterator[Any]:
    """A profile and a span that end by an exception are still recorded, and the exception passes on."""

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
    # PyTorch: (('ValueError', 'x'), True)
    # PyTorch: ['r']


def optim(torch: Any) -> Iterator[Any]:
    """The step and zero_grad of an optimizer are rows named after its class."""
    m = torch.nn.Linear(2, 2)
    o = torch.optim.SGD(m.parameters(), lr=0.1)
    with _profile(torch) as p:
        m(torch.ones(1, 2)).sum().backward()
        o.step()
        o.zero_grad()
    yield sorted(e.key for e in p.key_averages() if "Optimizer" in e.key)
    # PyTorch: ['Optimizer.step#SGD.step', 'Optimizer.zero_grad#SGD.zero_grad']


def flops(torch: Any) -> Iterator[Any]:
    """With with_flops the rows of products, sums and convolutions tell their floating-point operations."""
    with _profile(torch, with_flops=True) as p:
        torch.ones(2, 3) @ torch.ones(3, 4)
        torch.ones(5) * 2
        torch.ones(5) + 2
        torch.nn.functional.conv2d(torch.ones(1, 1, 5, 5), torch.ones(1, 1, 3, 3))
        torch.bmm(torch.ones(2, 2, 3), torch.ones(2, 3, 2))
        torch.addmm(torch.ones(2, 2), torch.ones(2, 2), torch.ones(2, 2))
    yield sorted((e.key, e.flops) for e in p.key_averages() if e.flops)
    # PyTorch: [('aten::add', 5), ('aten::addmm', 16), ('aten::bmm', 48), ('aten::conv2d', 162), ('aten::mm', 48), ('aten::mul', 5)]


def only_children(torch: Any) -> Iterator[Any]:
    """A span that is the only child of a span of its own name is merged with it; others are kept."""
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
