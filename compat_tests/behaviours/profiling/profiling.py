"""Profilers: which calls are measured, how they nest, what is summed, what traces hold; times are each side's own affair."""
from __future__ import annotations

import contextlib
import gzip
import importlib
import json
import os
import tempfile
import threading
from collections.abc import Callable, Iterator
from typing import Any

from .. import refused


def _module(torch: Any, name: str = "autograd.profiler") -> Any:
    return importlib.import_module(f"{torch.__name__}.{name}")


def _events(torch: Any, call: Callable[[], Any], **options: Any) -> Any:
    with _module(torch).profile(**options) as prof:
        call()
    return prof.function_events


def _outermost(torch: Any, call: Callable[[], Any], **options: Any) -> list[str]:
    """The names of what was called, without what ran inside."""
    return [e.name for e in _events(torch, call, **options) if e.cpu_parent is None]


OPS = """x + x;x * 2;x - 1;x / x;x.sin();x.exp();x.sum();x.mean();x.max();x.t();x.view(-1);x[0];x.clone();
torch.mm(x, x);
torch.bmm(x[None], x[None]);torch.cat([x, x]);torch.stack([x, x]);x.relu();x.sigmoid();x.tanh();torch.softmax(x, 0);x.unsqueeze(0);x > 0;
torch.where(x > 0, x, x);x.abs();x.sqrt();x.pow(2);x.add_(1);x.mul_(2);x.sort();x.topk(1);x.cumsum(0);x.argmax();x.transpose(0, 1);
x.permute(1, 0);
F.linear(x, x, x[0]);F.relu(x);F.gelu(x);F.layer_norm(x, (3,));F.conv1d(x[None], x[None])"""
CREATION = """torch.ones(2);torch.zeros(2);torch.empty(2);torch.full((2,), 1.0);torch.arange(3);torch.eye(2);torch.linspace(0, 1, 3);
torch.rand(2);
torch.randn(2);torch.randint(3, (2,));torch.randperm(3);torch.zeros_like(x);torch.ones_like(x);torch.rand_like(x);torch.full_like(x, 2.0);
torch.empty_like(x);x.new_zeros(2);x.new_ones(2);x.new_full((2,), 1.0);x.new_empty(2);torch.empty_strided((2,), (1,));
torch.scalar_tensor(1.0);
torch.logspace(0, 1, 3)"""


def _names(torch: Any, expressions: str) -> Iterator[Any]:
    space = {"torch": torch, "F": importlib.import_module(f"{torch.__name__}.nn.functional")}
    for text in expressions.replace("\n", "").split(";"):
        x = torch.ones(3, 3)
        yield text, _outermost(torch, lambda text=text, x=x: eval(text, {**space, "x": x}))


def names_of_ops(torch: Any) -> Iterator[Any]:
    """The outermost aten names that the profiler lists for forty common calls on tensors."""
    yield from _names(torch, OPS)


def names_of_creation_functions(torch: Any) -> Iterator[Any]:
    """The outermost aten names that the profiler lists for functions that create tensors."""
    yield from _names(torch, CREATION)


def nesting(torch: Any) -> Iterator[Any]:
    """Spans of record_function hold the ops run inside them, as parent and children, in name and in time."""
    record = _module(torch).record_function

    def work() -> None:
        with record("outer"):
            torch.ones(2) + 1
            with record("inner", "argument"):
                torch.ones(2).sin()
        with record("after"):
            pass

    kept = ("outer", "inner", "after", "aten::add", "aten::sin", "aten::ones")
    events = [e for e in _events(torch, work) if e.name in kept]
    yield [(e.name, None if e.cpu_parent is None else e.cpu_parent.name) for e in events]
    yield [[c.name for c in e.cpu_children if c.name in kept] for e in events]
    yield all(p.time_range.start <= c.time_range.start and c.time_range.end <= p.time_range.end for p in events for c in p.cpu_children)
    yield all(e.time_range.elapsed_us() == e.cpu_time_total >= e.self_cpu_time_total >= 0 for e in events)


def decorators_and_generators(torch: Any) -> Iterator[Any]:
    """record_function decorates functions, keeps their names, and closes its span on an exception; it needs a name."""
    record = _module(torch).record_function

    @record("decorated")
    def work(a: Any) -> Any:
        """Doc."""
        return a.sin()

    def failing() -> None:
        with record("failing"):
            raise KeyError("inside")

    def several() -> None:
        work(torch.ones(2))
        work(torch.ones(2))
        with contextlib.suppress(KeyError):
            failing()

    events = _events(torch, several)
    yield [e.name for e in events if not e.name.startswith("aten")], work.__name__, work.__doc__
    with record("outside of any profile") as span:
        yield type(span).__name__
    yield refused(lambda: record())["raised"]
    # PyTorch: (['decorated', 'decorated', 'failing'], 'work', 'Doc.')
    # PyTorch: 'record_function'
    # PyTorch: 'TypeError'


def sums_by_name(torch: Any) -> Iterator[Any]:
    """key_averages counts calls by name, or by name and input shapes, and averages times count give totals."""
    def work() -> None:
        x = torch.ones(4, 4)
        for n in range(3):
            x.sin()
            (x[:n + 1] @ x).exp()

    names = ("aten::sin", "aten::exp", "aten::mm", "aten::ones")
    prof = _module(torch).profile(record_shapes=True)
    with prof:
        work()
    for group in ({}, {"group_by_input_shape": True}):
        averages = [a for a in prof.key_averages(**group) if a.key in names]
        yield sorted((a.key, a.count, str(a.input_shapes)) for a in averages)
        yield all(abs(a.cpu_time * a.count - a.cpu_time_total) < 1e-6 * (1 + a.cpu_time_total) for a in averages)
    total = prof.total_average()
    yield total.key, type(total).__name__, prof.self_cpu_time_total > 0, type(prof.key_averages()).__name__


def shapes_and_types(torch: Any) -> Iterator[Any]:
    """Input shapes of ops are listed with record_shapes=True and are missing without it."""
    x = torch.ones(2, 3)
    calls: list[Callable[[], Any]] = [lambda: torch.mm(x, x.t()), lambda: x.sin(), lambda: torch.add(x, x), lambda: x.sum(1)]
    for call, record in [(c, r) for c in calls for r in (True, False)]:
        events = [e for e in _events(torch, call, record_shapes=record) if e.cpu_parent is None and e.name != "aten::t"]
        yield [(e.name, e.input_shapes[:2]) for e in events]


def backward(torch: Any) -> Iterator[Any]:
    """Each node run in backward is an event under one of the engine's; the ops in it are counted with those of forward."""
    x = torch.ones(3, requires_grad=True)
    events = _events(torch, lambda: (x.sin() * x.exp()).sum().backward())
    names = [e.name for e in events]
    for wanted in ("SinBackward0", "MulBackward0", "ExpBackward0", "SumBackward0", "autograd::engine::evaluate_function: SinBackward0"):
        found = [e for e in events if e.name == wanted]
        yield wanted, len(found), found[0].cpu_parent.name if found and found[0].cpu_parent is not None else None
    yield names.count("aten::sin")
    # PyTorch: ('SinBackward0', 1, 'autograd::engine::evaluate_function: ...')
    # PyTorch: ('MulBackward0', 1, 'autograd::engine::evaluate_function: ...')
    # PyTorch: ('ExpBackward0', 1, 'autograd::engine::evaluate_function: ...')
    # PyTorch: ('SumBackward0', 1, 'autograd::engine::evaluate_function: ...')
    # PyTorch: ('autograd::engine::evaluate_function: ...', 1, None)
    # PyTorch: 1


def memory(torch: Any) -> Iterator[Any]:
    """With profile_memory an op is charged what it allocates: nothing for views and in-place ops."""
    x = torch.ones(256)
    events = _events(torch, lambda: (x.sin(), x.view(16, 16), x.add_(1)), profile_memory=True)
    sizes = {e.name: e.cpu_memory_usage for e in events if e.cpu_parent is None}
    yield sizes["aten::sin"], sizes["aten::view"], sizes["aten::add_"]
    yield "CPU Mem" in events.table(), "CPU Mem" in _events(torch, lambda: x.sin()).table()
    # PyTorch: (1024, 0, 0)
    # PyTorch: (True, False)


def flops(torch: Any) -> Iterator[Any]:
    """With with_flops products of matrices count two operations per multiplication, elementwise mul and add one, sin none."""
    x, y = torch.ones(3, 4), torch.ones(4, 5)
    events = _events(torch, lambda: (torch.mm(x, y), x * x, x + x, torch.bmm(x[None], y[None]), x.sin()), with_flops=True)
    yield [(e.name, e.flops) for e in events if e.name in ("aten::mm", "aten::mul", "aten::add", "aten::bmm", "aten::sin")]
    # PyTorch: [('aten::mm', 120), ('aten::mul', 12), ('aten::add', 12), ('aten::bmm', 120), ('aten::sin', 0)]


def life_of_a_profile(torch: Any) -> Iterator[Any]:
    """A profile is unfinished until left, cannot be entered twice, gives None when disabled, and keeps its own events."""
    profile = _module(torch).profile
    prof = profile()
    yield str(prof), repr(prof)
    with prof as entered:
        yield entered is prof, refused(prof.__enter__)
        torch.ones(2).sin()
    yield "aten::sin" in str(prof), refused(prof.__enter__)["raised"]
    off = profile(enabled=False)
    with off as entered:
        torch.ones(2)
    yield entered
    with profile() as first:
        torch.ones(2).sin()
    with profile() as second:
        torch.ones(2).cos()
    yield [e.name for e in first.function_events if e.name in ("aten::sin", "aten::cos")]
    yield [e.name for e in second.function_events if e.name in ("aten::sin", "aten::cos")]
    # PyTorch: ('<unfinished torch.autograd.profile>', '<unfinished torch.autograd.profile>')
    # PyTorch: (True, RuntimeError: Profiler context manager is not ...)
    # PyTorch: (True, 'RuntimeError')
    # PyTorch: None
    # PyTorch: ['aten::sin']
    # PyTorch: ['aten::cos']


def exceptions_inside(torch: Any) -> Iterator[Any]:
    """A profile left by an exception keeps what it has seen, and the next one works."""
    profile = _module(torch).profile

    def failing() -> Any:
        with profile() as prof:
            torch.ones(2).sin()
            try:
                torch.ones(2) @ torch.ones(3)
            finally:
                kept.append(prof)

    kept: list[Any] = []
    yield refused(failing)["raised"], "aten::sin" in [e.name for e in kept[0].function_events]
    with profile() as prof:
        torch.ones(2).cos()
    yield "aten::cos" in [e.name for e in prof.function_events]
    # PyTorch: ('RuntimeError', True)
    # PyTorch: True


def other_threads(torch: Any) -> Iterator[Any]:
    """Ops that a thread started by the profiled code runs are not recorded."""
    def work() -> None:
        thread = threading.Thread(target=lambda: torch.ones(2).cos())
        thread.start()
        thread.join()
        torch.ones(2).sin()

    names = [e.name for e in _events(torch, work)]
    yield "aten::sin" in names, "aten::cos" in names
    # PyTorch: (True, False)


def traces(torch: Any) -> Iterator[Any]:
    """The Chrome trace is JSON with complete events, categories, threads and input dimensions."""
    prof = _module(torch).profile(record_shapes=True)
    with prof, _module(torch).record_function("mine"):
        torch.ones(2, 2).sin()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "trace.json")
        prof.export_chrome_trace(path)
        with open(path) as file:
            trace = json.load(file)
    kept = {e["name"]: e for e in trace["traceEvents"] if e["name"] in ("mine", "aten::sin")}
    yield sorted(kept), {e["ph"] for e in kept.values()} == {"X"}, kept["aten::sin"]["cat"], kept["mine"]["cat"]
    yield all(isinstance(e["ts"], (int, float)) and e["dur"] >= 0 for e in kept.values()), kept["mine"]["tid"] == kept["aten::sin"]["tid"]
    yield kept["mine"]["ts"] <= kept["aten::sin"]["ts"], "displayTimeUnit" in trace, "schemaVersion" in trace
    yield kept["aten::sin"]["args"]["Input Dims"]
    # PyTorch: (['aten::sin', 'mine'], True, 'cpu_op', 'user_annotation')
    # PyTorch: (True, True)
    # PyTorch: (True, True, True)
    # PyTorch: [[2, 2]]


def traces_of_schedules(torch: Any) -> Iterator[Any]:
    """tensorboard_trace_handler writes one compressed trace that begins with the worker's name."""
    module = _module(torch, "profiler")
    with tempfile.TemporaryDirectory() as folder:
        handler = module.tensorboard_trace_handler(folder, worker_name="me", use_gzip=True)
        with module.profile(activities=[module.ProfilerActivity.CPU], on_trace_ready=handler):
            torch.ones(2).sin()
        names = os.listdir(folder)
        with gzip.open(os.path.join(folder, names[0]), "rt") as file:
            trace = json.load(file)
    yield len(names), names[0].startswith("me."), names[0].endswith(".pt.trace.json.gz")
    yield any(e["name"] == "aten::sin" for e in trace["traceEvents"])
    # PyTorch: (1, True, True)
    # PyTorch: True


def tables_of_real_calls(torch: Any) -> Iterator[Any]:
    """table() takes a header, a row limit and a column to sort by, and refuses columns it does not know."""
    prof = _module(torch).profile(record_shapes=True)
    with prof:
        for _ in range(3):
            torch.ones(8, 8).sin().sum()
    averages = prof.key_averages()
    text = averages.table(sort_by="count", row_limit=2)
    yield [word in text for word in ("Name", "Self CPU %", "CPU total", "# of Calls", "Self CPU time total:")], text.count("aten::") <= 2
    yield "Input Shapes" in prof.key_averages(group_by_input_shape=True).table()
    yield "aten::sin" in averages.table(sort_by="cpu_time_total"), "HEAD" in averages.table(header="HEAD")
    yield refused(lambda: averages.table(sort_by="nothing")), refused(lambda: averages.table(time_unit="years"))["raised"]
    for key in ("cpu_time", "cpu_time_total", "self_cpu_time_total", "count", "cpu_memory_usage"):
        yield key, refused(lambda key=key: averages.table(sort_by=key))["raised"]


def stacks(torch: Any) -> Iterator[Any]:
    """export_stacks needs with_stack=True and a metric that it knows."""
    profile = _module(torch).profile
    with profile() as prof:
        torch.ones(2).sin()
    with tempfile.TemporaryDirectory() as folder:
        yield refused(lambda: prof.export_stacks(os.path.join(folder, "x")))["raised"]
    with profile(with_stack=True) as prof:
        torch.ones(2).sin()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "stacks")
        prof.export_stacks(path, "self_cpu_time_total")
        yield os.path.exists(path), refused(lambda: prof.export_stacks(path, "nothing"))["raised"]
    # PyTorch: 'AssertionError'
    # PyTorch: (True, 'ValueError')


def steps_and_schedules(torch: Any) -> Iterator[Any]:
    """How often and at which step a schedule of wait, warmup, active and repeat hands over its events."""
    module = _module(torch, "profiler")
    for wait, warmup, active, repeat in ((0, 0, 1, 1), (1, 1, 1, 2), (0, 1, 2, 0), (2, 0, 1, 1)):
        ready: list[Any] = []
        plan = module.schedule(wait=wait, warmup=warmup, active=active, repeat=repeat)
        with module.profile(activities=[module.ProfilerActivity.CPU], schedule=plan, acc_events=True,
                            on_trace_ready=lambda p, ready=ready: ready.append((p.step_num,
                                                                                sum(e.name == "aten::sin" for e in p.events())))) as p:
            for _ in range(6):
                torch.ones(2).sin()
                p.step()
        yield [step for step, _ in ready], [count for _, count in ready], str(p.current_action), p.step_num
    # PyTorch: ([1], [1], 'ProfilerAction.NONE', 6)
    # PyTorch: ([3, 6], [1, 2], 'ProfilerAction.NONE', 6)
    # PyTorch: ([3, 6], [2, 4], 'ProfilerAction.WARMUP', 6)
    # PyTorch: ([3], [1], 'ProfilerAction.NONE', 6)
    # PyTorch: UserWarning: Profiler won't be using warmup, this ...
    # PyTorch: UserWarning: Profiler won't be using warmup, this ...


def profiler_of_profiler(torch: Any) -> Iterator[Any]:
    """torch.profiler.profile records as the older one does, takes metadata, and wants at least one activity."""
    module = _module(torch, "profiler")
    with module.profile(record_shapes=True) as p:
        torch.ones(2, 2).sin()
    yield "aten::sin" in [e.name for e in p.events()], "aten::sin" in p.key_averages().table(), str(module.ProfilerActivity.CPU)
    yield refused(lambda: module.profile(activities=[])), refused(lambda: module.schedule(wait=0, warmup=0, active=0))["raised"]
    p.add_metadata("key", "value")
    p.add_metadata_json("list", "[1, 2]")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "t.json")
        p.export_chrome_trace(path)
        yield os.path.getsize(path) > 100
    yield module.ProfilerActivity.CPU in module.supported_activities(), module.kineto_available()
    # PyTorch: (True, True, 'ProfilerActivity.CPU')
    # PyTorch: (AssertionError: No valid profiler activities found, 'AssertionError')
    # PyTorch: True
    # PyTorch: (True, True)


def ranges_of_other_tools(torch: Any) -> Iterator[Any]:
    """emit_nvtx needs CUDA unless disabled, emit_itt works once, and load_nvprof fails on an empty database."""
    module = _module(torch)
    yield refused(module.emit_nvtx().__enter__), module.emit_nvtx(enabled=False).__enter__()
    with module.emit_itt(enabled=False):
        yield torch.ones(2).sin()
    itt = module.emit_itt()
    with itt:
        yield refused(itt.__enter__)
    with tempfile.TemporaryDirectory() as folder:  # a database of that name is made
        yield refused(lambda: module.load_nvprof(os.path.join(folder, "database")))["raised"] != "nothing"
    # PyTorch: (AssertionError: Torch not compiled with CUDA enabled, None)
    # PyTorch: tensor([0.8415, 0.8415])
    # PyTorch: RuntimeError: ITT annotation context manager is not ...
    # PyTorch: True


def events_by_hand(torch: Any) -> Iterator[Any]:
    """From events with made-up times the tree, self times, totals and tables follow."""
    util = _module(torch, "autograd.profiler_util")
    events = util.EventList([util.FunctionEvent(1, "a", 0, 0.0, 10.0), util.FunctionEvent(2, "b", 0, 1.0, 4.0),
                             util.FunctionEvent(3, "c", 0, 2.0, 3.0), util.FunctionEvent(4, "b", 0, 5.0, 9.0),
                             util.FunctionEvent(5, "d", 1, 0.0, 2.0)])
    events._build_tree()
    yield [(e.name, None if e.cpu_parent is None else e.cpu_parent.name, e.self_cpu_time_total, e.cpu_time_total) for e in events]
    yield events.self_cpu_time_total, repr(events[1]), events[0].time_range.elapsed_us(), len(events)
    yield events.table(sort_by="cpu_time_total", row_limit=2), events.table(top_level_events_only=True)


def helpers_of_the_module(torch: Any) -> Iterator[Any]:
    """EnforceUnique, Interval, the step tracker and the string table behind the profiler, used by hand."""
    module, util = _module(torch), _module(torch, "autograd.profiler_util")
    unique = module.EnforceUnique()
    unique.see("a", 1)
    yield refused(lambda: unique.see("a", 1)), unique.see("a", 2)
    yield util.Interval(1.0, 3.5).elapsed_us()
    tracker = module.KinetoStepTracker
    start = tracker.current_step()
    tracker.init_step_count("one")
    yield tracker.increment_step("one") - start, tracker.increment_step("two") - start, tracker.increment_step("one") - start
    yield tracker.erase_step_count("two"), tracker.erase_step_count("two"), tracker.erase_step_count("one")
    table = util.StringTable()
    yield table["_ZN3fooE"] is not None, type(table).__name__
    # PyTorch: (RuntimeError: duplicate key: ('a', 1), None)
    # PyTorch: 2.5
    # PyTorch: (1, 2, 2)
    # PyTorch: (True, False, True)
    # PyTorch: (True, 'StringTable')


def modules_and_optimizers(torch: Any) -> Iterator[Any]:
    """A training step lists optimizer steps and zero_grad by class, one linear layer, and a gradient per parameter."""
    torch.manual_seed(0)
    net = torch.nn.Linear(3, 1)
    optimizer = torch.optim.SGD(net.parameters(), lr=0.1)

    def step() -> None:
        optimizer.zero_grad()
        net(torch.ones(2, 3)).sum().backward()
        optimizer.step()

    names = [e.name for e in _events(torch, step)]
    for wanted in ("Optimizer.step#SGD.step", "Optimizer.zero_grad#SGD.zero_grad", "aten::linear", "AddmmBackward0",
                   "torch::autograd::AccumulateGrad"):
        yield wanted, names.count(wanted)
    # PyTorch: ('Optimizer.step#SGD.step', 1)
    # PyTorch: ('Optimizer.zero_grad#SGD.zero_grad', 1)
    # PyTorch: ('aten::linear', 1)
    # PyTorch: ('AddmmBackward0', 1)
    # PyTorch: ('torch::autograd::AccumulateGrad', 2)
