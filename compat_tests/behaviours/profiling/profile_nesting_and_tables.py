"""Profilers: nesting of what the user marks, sums, tables; what is measured inside an op is each side's own affair."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

from .. import refused


def _module(torch: Any, name: str) -> Any:
    return importlib.import_module(f"{torch.__name__}.{name}")


def marked_spans(torch: Any) -> Iterator[Any]:
    """Marked spans nest around ops, are flagged as the user's own, and carry no input shapes."""
    profiler = _module(torch, "autograd.profiler")
    profile, record_function = profiler.profile, profiler.record_function
    x = torch.ones(40, 4)
    with profile(record_shapes=True) as prof, record_function("outer"):
        torch.mm(x, torch.ones(4, 5))
        with record_function("inner"):
            x.sin()
    events = prof.function_events
    names = ("outer", "inner", "aten::mm", "aten::sin")
    kept = [e for e in events if e.name in names]
    yield [(e.name, None if e.cpu_parent is None else e.cpu_parent.name, e.is_user_annotation) for e in kept]
    yield [e.input_shapes for e in kept]
    yield sorted((a.key, a.count) for a in prof.key_averages() if a.key in names)
    yield all(e.cpu_time_total >= e.self_cpu_time_total >= 0 for e in kept)
    # PyTorch: [('outer', None, True), ('aten::mm', 'outer', False), ('inner', 'outer', True), ('aten::sin', 'inner', False)]
    # PyTorch: [[], [[40, 4], [4, 5]], [], [[40, 4]]]
    # PyTorch: [('aten::mm', 1), ('aten::sin', 1), ('inner', 1), ('outer', 1)]
    # PyTorch: True


def tables(torch: Any) -> Iterator[Any]:
    """Tables of events with made-up times: sorting, row limit, header, time unit, and the table of no events."""
    module = _module(torch, "autograd.profiler_util")
    EventList, FunctionEvent = module.EventList, module.FunctionEvent
    events = EventList([FunctionEvent(1, "a", 0, 1.0, 5.0), FunctionEvent(2, "b", 0, 2.0, 3.0), FunctionEvent(3, "a", 0, 6.0, 7500.5)])
    events._build_tree()
    yield events.table(), events.table(sort_by="cpu_time_total", row_limit=1, header="HEAD"), EventList([]).table()
    yield events.table(time_unit="ms", top_level_events_only=True), events.self_cpu_time_total, repr(events[0]), events.total_average()
    yield refused(lambda: events.table(sort_by="nothing"))


def schedules(torch: Any) -> Iterator[Any]:
    """Which action a schedule plans at each of ten steps, with repeat, skip_first and skip_first_wait."""
    schedule = _module(torch, "profiler").schedule
    for options in ({}, {"repeat": 1}, {"skip_first": 2}, {"skip_first": 1, "skip_first_wait": 1}):
        plan = schedule(wait=1, warmup=1, active=2, **options)
        yield [plan(i).name for i in range(10)]
    yield refused(lambda: schedule(wait=-1, warmup=0, active=0))
    # PyTorch: ['NONE', 'WARMUP', 'RECORD', 'RECORD_AND_SAVE', 'NONE', 'WARMUP', 'RECORD', 'RECORD_AND_SAVE', 'NONE', 'WARMUP']
    # PyTorch: ['NONE', 'WARMUP', 'RECORD', 'RECORD_AND_SAVE', 'NONE', 'NONE', 'NONE', 'NONE', 'NONE', 'NONE']
    # PyTorch: ['NONE', 'NONE', 'NONE', 'WARMUP', 'RECORD', 'RECORD_AND_SAVE', 'NONE', 'WARMUP', 'RECORD', 'RECORD_AND_SAVE']
    # PyTorch: ['NONE', 'WARMUP', 'RECORD', 'RECORD_AND_SAVE', 'NONE', 'WARMUP', 'RECORD', 'RECORD_AND_SAVE', 'NONE', 'WARMUP']
    # PyTorch: AssertionError: Invalid profiler schedule arguments. ...


def scheduled_profile(torch: Any) -> Iterator[Any]:
    """A schedule with repeat=2 hands over two traces with two steps each, and an unstarted profile has no events."""
    module = _module(torch, "profiler")
    ProfilerActivity, profile, schedule = module.ProfilerActivity, module.profile, module.schedule
    seen = []

    def ready(p: Any) -> None:
        seen.append((p.step_num, [e.name for e in p.events() if e.name.startswith("ProfilerStep")]))

    plan = schedule(wait=1, warmup=1, active=2, repeat=2)
    with profile(activities=[ProfilerActivity.CPU], schedule=plan, on_trace_ready=ready, acc_events=True) as p:
        for _ in range(10):
            torch.ones(3).sin()
            p.step()
    yield [step for step, _ in seen], seen[0][1]
    yield refused(lambda: profile().events())
    # PyTorch: ([4, 8], ['ProfilerStep*', 'ProfilerStep*'])
    # PyTorch: AssertionError: Profiler must be initialized before ...


def contexts(torch: Any) -> Iterator[Any]:
    """Profile contexts are not reentrant, give None when disabled, and nvtx wants CUDA where itt does not."""
    profiler = _module(torch, "autograd.profiler")
    prof = profiler.profile()
    yield repr(prof)
    with prof:
        pass
    yield refused(prof.__enter__), profiler.profile(enabled=False).__enter__()
    yield refused(profiler.emit_nvtx().__enter__)
    with profiler.emit_itt():
        yield torch.ones(2) + 1
    # PyTorch: '<unfinished torch.autograd.profile>'
    # PyTorch: (RuntimeError: Profiler context manager is not ..., None)
    # PyTorch: AssertionError: Torch not compiled with CUDA enabled
    # PyTorch: tensor([2., 2.])
