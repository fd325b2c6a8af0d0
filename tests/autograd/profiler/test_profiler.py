"""The profilers: names, counts, nesting, shapes; their tables are laid out as PyTorch's."""
from __future__ import annotations

import contextlib
import gzip
import json
import threading
import warnings

import pytest

import minitorch_compat as torch
from minitorch_compat import profiler as scheduled
from minitorch_compat._dispatch.state import ACTIVE, LOCAL
from minitorch_compat.autograd import profiler
from minitorch_compat.autograd._profile import recording as recording
from minitorch_compat.autograd.profiler_util import EventList, FunctionEvent, _format_memory, _format_time, _format_time_share


def names(prof):
    return [event.name for event in prof.function_events]


@pytest.fixture
def measured():
    x, y = torch.ones(40, 4), torch.ones(4, 5)
    with profiler.profile(record_shapes=True, profile_memory=True, with_flops=True, with_stack=True) as prof:
        with profiler.record_function("mine"):
            (torch.mm(x, y) * 2).sum()
        x.add_(1)
    return prof


def test_names_nesting_and_counts(measured):
    assert names(measured) == ["mine", "aten::mm", "aten::mul", "aten::sum", "aten::add_"]
    mine, mm, *_ = measured.function_events
    assert [child.name for child in mine.cpu_children] == ["aten::mm", "aten::mul", "aten::sum"]
    assert mm.cpu_parent is mine and mine.cpu_parent is None
    assert mine.is_user_annotation and not mm.is_user_annotation
    assert {a.key: a.count for a in measured.key_averages()}["aten::mm"] == 1


def test_shapes_flops_memory_stack(measured):
    mine, mm, mul, total, _ = measured.function_events
    assert mm.input_shapes == [[40, 4], [4, 5]] and mm.structured_input_strides == [[4, 1], [5, 1]]
    assert mul.input_shapes == [[40, 5], []] and mul.concrete_inputs[1] == 2
    assert (mm.flops, mul.flops, total.flops) == (2 * 40 * 4 * 5, 200, 0)
    assert (mm.cpu_memory_usage, total.cpu_memory_usage, mine.cpu_memory_usage) == (800, 4, 0)
    assert mine.self_cpu_memory_usage == -1604  # all is let go inside
    assert __file__ in mm.stack[0]


def test_times_are_consistent(measured):
    mine = measured.function_events[0]
    inside = sum(child.cpu_time_total for child in mine.cpu_children)
    assert 0 < inside <= mine.cpu_time_total
    assert mine.self_cpu_time_total == pytest.approx(mine.cpu_time_total - inside)
    assert measured.self_cpu_time_total == pytest.approx(sum(e.cpu_time_total for e in measured.function_events if e.cpu_parent is None))
    assert measured.total_average().key == "Total" and measured.total_average().count == 5


def test_composite_ops_hold_what_they_consist_of():
    x, y = torch.ones(2, 3), torch.ones(3, 2)
    with profiler.profile() as prof:
        x.matmul(y)
    (matmul, mm) = prof.function_events
    assert (matmul.name, mm.name) == ("aten::matmul", "aten::mm") and mm.cpu_parent is matmul


def test_results_are_the_same_when_measured():
    def gradient():
        x = torch.tensor([0.5, 1.5], requires_grad=True)
        (x.sin() * x.exp()).sum().backward()
        return x.grad.tolist()

    expected = gradient()
    with profiler.profile():
        assert gradient() == expected


def test_backward():
    class Double(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g * 2

    x = torch.ones(3, requires_grad=True)
    loss = (Double.apply(x).sin() * x).sum()
    with profiler.profile() as prof:
        loss.backward()
    nodes = [e for e in prof.function_events if e.name.startswith("autograd::engine::evaluate_function: ")]
    assert [e.name.split()[1] for e in nodes] == ["SumBackward0", "MulBackward0", "SinBackward0", "DoubleBackward",
                                                   "torch::autograd::AccumulateGrad"]
    sine = nodes[2].cpu_children[0]
    assert sine.name == "SinBackward0" and [e.name for e in sine.cpu_children] == ["aten::cos"]
    assert sine.sequence_nr >= 0
    assert x.grad.tolist() == torch.autograd.grad(((x * 2).sin() * x).sum(), x)[0].tolist()


def test_training_step():
    net = torch.nn.Linear(3, 2)
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    with profiler.profile(record_shapes=True, with_flops=True) as prof:
        opt.zero_grad()
        net(torch.ones(4, 3)).sum().backward()
        opt.step()
    found = {e.name: e for e in prof.function_events}
    assert {"Optimizer.step#SGD.step", "Optimizer.zero_grad#SGD.zero_grad", "AddmmBackward0"} <= found.keys()
    assert found["aten::addmm"].flops == 2 * 4 * 3 * 2


def test_backward_with_create_graph():
    x = torch.ones(3, requires_grad=True)
    with profiler.profile() as prof:
        (g,) = torch.autograd.grad(x.sin().sum(), x, create_graph=True)
    assert "SinBackward0" in names(prof) and "aten::cos" in names(prof) and g.requires_grad


@pytest.mark.parametrize("make", [profiler.profile, scheduled.profile])
def test_nothing_is_left_active(make):
    before = len(ACTIVE)
    with pytest.raises(ZeroDivisionError), make():
        torch.ones(2) + 1
        raise ZeroDivisionError
    assert len(ACTIVE) == before and LOCAL.observer is None


def test_an_error_inside_an_op_closes_its_span():
    x = torch.ones(2, 3)
    with profiler.profile() as prof:
        with pytest.raises(RuntimeError):
            torch.mm(x, x)
        x + 1
    failed, after = prof.function_events
    assert failed.time_range.end <= after.time_range.start and after.cpu_parent is None


def test_other_threads_are_not_heard():
    with profiler.profile() as prof:
        thread = threading.Thread(target=lambda: torch.ones(2) + 1)
        thread.start()
        thread.join()
    assert names(prof) == []


def test_record_function_without_a_profile_and_as_decorator():
    @profiler.record_function("doubled")
    def double(x):
        return x * 2

    x = torch.ones(1)
    assert double(x).item() == 2.0
    with profiler.profile() as prof:
        double(x)
    assert names(prof) == ["doubled", "aten::mul"]


def test_inner_profile_takes_over():
    x = torch.ones(1)
    with profiler.profile() as outer:
        x.sin()
        with profiler.profile() as inner:
            x.cos()
        x.exp()
    assert (names(outer), names(inner)) == (["aten::sin", "aten::exp"], ["aten::cos"])


def test_is_not_reentrant():
    prof = profiler.profile()
    assert repr(prof) == "<unfinished torch.autograd.profile>" and prof.table() == ""
    with prof:
        pass
    with pytest.raises(RuntimeError, match="Profiler context manager is not reentrant"), prof:
        pass
    with profiler.profile(enabled=False) as none:
        assert none is None


def test_device_arguments_warn():
    with pytest.warns(FutureWarning, match="`use_cuda` will be deprecated"), pytest.warns(UserWarning, match="CUDA is not available"):
        profiler.profile(use_cuda=True)


def test_emitters():
    with pytest.raises(AssertionError, match="Torch not compiled with CUDA enabled"), profiler.emit_nvtx():
        pass
    with profiler.emit_itt() as itt:
        assert (torch.ones(1) + 1).item() == 2
    with pytest.raises(RuntimeError, match="ITT annotation context manager is not reentrant"), itt:
        pass


# Tables and traces ---------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def made_up():
    events = EventList([FunctionEvent(1, "a", 0, 1.0, 5.0), FunctionEvent(2, "b", 0, 2.0, 3.0), FunctionEvent(3, "a", 0, 6.0, 7.5)])
    events._build_tree()
    return events


def test_table_is_pytorchs(made_up):
    # As PyTorch 2.13 prints the same events.
    assert made_up.table() == """\
-----  ------------  ------------  ------------  ------------  ------------  ------------  
 Name    Self CPU %      Self CPU   CPU total %     CPU total  CPU time avg    # of Calls  
-----  ------------  ------------  ------------  ------------  ------------  ------------  
    a        54.55%       3.000us        72.73%       4.000us       4.000us             1  
    b        18.18%       1.000us        18.18%       1.000us       1.000us             1  
    a        27.27%       1.500us        27.27%       1.500us       1.500us             1  
-----  ------------  ------------  ------------  ------------  ------------  ------------  
Self CPU time total: 5.500us
"""  # noqa: W291
    assert EventList([]).table() == ""


def test_table_options(measured):
    sums = measured.key_averages(group_by_input_shape=True)
    lines = sums.table(sort_by="cpu_time_total", row_limit=2, header="HEAD").splitlines()
    assert lines[1] == "HEAD" and "Input Shapes" in lines[3] and "Total FLOPs" in lines[3] and "CPU Mem" in lines[3]
    assert lines[5].split()[0] == max(sums, key=lambda row: row.cpu_time_total).key and len(lines) == 9
    top = measured.table(top_level_events_only=True, time_unit="s")
    assert "mine" in top and "aten::add_" in top and "aten::mm" not in top and "us " not in top
    with pytest.raises(AttributeError, match="nothing"):
        measured.table(sort_by="nothing")
    long = EventList([FunctionEvent(1, "n" * 80, 0, 0.0, 1.0)]).table()
    assert "n" * 52 + "..." in long and "n" * 53 not in long


def test_stacks_in_tables(measured):
    lines = measured.key_averages(group_by_stack_n=1).table().splitlines()
    assert "Source Location" in lines[1]
    (product,) = [i for i, line in enumerate(lines) if "aten::mm" in line]
    assert "test_profiler.py" in lines[product] and lines[product + 1].strip() == ""


def test_sums(made_up):
    a, b = made_up.key_averages()
    assert (a.key, a.count, a.cpu_time_total, a.self_cpu_time_total, a.cpu_time) == ("a", 2, 5.5, 4.5, 2.75)
    assert (b.count, a.cpu_time_str, a.self_cpu_time_total_str) == (1, "2.750us", "4.500us")
    assert "key=a" in repr(a) and "count" not in repr(a)


@pytest.mark.parametrize(("value", "text"), [(0.4, "0.400us"), (999, "999.000us"), (1000.5, "1.000ms"), (2e6, "2.000s")])
def test_format_time(value, text):
    assert _format_time(value) == text


def test_other_formats():
    assert [_format_memory(n) for n in (400, 999000, 2_000_000_000, -2048)] == ["400 B", "975.59 KB", "1.86 GB", "-2.00 KB"]
    assert (_format_time_share(1, 8), _format_time_share(0, 0)) == ("12.50%", "NaN")


@pytest.mark.parametrize("name", ["trace.json", "trace.json.gz"])
def test_chrome_trace(measured, tmp_path, name):
    path = tmp_path / name
    measured.export_chrome_trace(str(path))
    trace = json.loads(gzip.decompress(path.read_bytes()) if name.endswith("gz") else path.read_text())
    *complete, whole = [event for event in trace["traceEvents"] if event["ph"] == "X"]
    assert [event["name"] for event in complete] == names(measured)
    assert whole["name"] == "PyTorch Profiler (0)" and whole["ts"] == 0 and whole["dur"] >= max(e["ts"] + e["dur"] for e in complete)
    assert all({"ts", "dur", "pid", "tid", "cat"} <= event.keys() for event in complete)
    outer, inner = complete[:2]
    assert outer["ts"] <= inner["ts"] and inner["ts"] + inner["dur"] <= outer["ts"] + outer["dur"]
    assert outer["cat"] == "user_annotation" and inner["args"]["Input Dims"] == [[40, 4], [4, 5]]


def test_stacks(measured, tmp_path):
    path = tmp_path / "stacks"
    measured.export_stacks(str(path))
    frames, count = path.read_text().splitlines()[0].rsplit(" ", 1)
    assert "test_profiler.py" in frames and int(count) > 0
    with pytest.raises(ValueError, match="metric should be one of"):
        measured.export_stacks(str(path), "x")


# torch.profiler ------------------------------------------------------------------------------------------------------------------------


def actions(count, **options):
    return [scheduled.schedule(**options)(i).name for i in range(count)]


def test_schedule():
    expected = ["NONE", "NONE", "WARMUP", "RECORD", "RECORD_AND_SAVE", "NONE"]
    assert actions(6, wait=1, warmup=1, active=2, repeat=1, skip_first=1) == expected
    assert actions(5, wait=1, warmup=1, active=2, repeat=1, skip_first=1, skip_first_wait=1) == [expected[0], *expected[2:]]
    with pytest.raises(AssertionError, match=r"Invalid profiler schedule arguments\. Got wait=-1"):
        scheduled.schedule(wait=-1, warmup=0, active=0)
    with pytest.warns(UserWarning, match="Profiler won't be using warmup"):
        scheduled.schedule(wait=1, warmup=0, active=1)


def test_scheduled_profile():
    seen, x = [], torch.ones(3)
    plan = scheduled.schedule(wait=1, warmup=1, active=2, repeat=2)
    with scheduled.profile(schedule=plan, on_trace_ready=lambda p: seen.append((p.step_num, [e.trace_name for e in p.events()]))) as prof:
        for _ in range(10):
            x + 1
            prof.step()
    steps = [["ProfilerStep#2", "aten::add", "ProfilerStep#3", "aten::add"], ["ProfilerStep#6", "aten::add", "ProfilerStep#7", "aten::add"]]
    assert seen == [(4, steps[0]), (8, steps[1])]


def test_handler_and_metadata(tmp_path):
    with scheduled.profile(activities=[scheduled.ProfilerActivity.CPU]) as prof:
        torch.ones(2) + 1
        prof.add_metadata("key", "value")
        prof.add_metadata_json("json", '{"a": 1}')
    scheduled.tensorboard_trace_handler(str(tmp_path), worker_name="w")(prof)
    (path,) = tmp_path.iterdir()
    trace = json.loads(path.read_text())
    assert path.name.startswith("w.") and path.name.endswith(".pt.trace.json")
    assert (trace["key"], trace["json"]) == ("value", {"a": 1})


def test_before_anything_is_measured():
    with pytest.raises(AssertionError, match="Profiler must be initialized before accessing events"):
        scheduled.profile().events()
    assert scheduled.supported_activities() == {scheduled.ProfilerActivity.CPU}
    with pytest.raises(NotImplementedError):
        scheduled.ExecutionTraceObserver()


def test_step_tracker():
    tracker = profiler.KinetoStepTracker
    start = tracker.current_step()
    tracker.init_step_count("one")
    tracker.init_step_count("two")
    assert [tracker.increment_step(name) for name in ("one", "two", "one")] == [start + 1, start + 1, start + 2]
    assert tracker.erase_step_count("one") and tracker.erase_step_count("two") and not tracker.erase_step_count("two")


@pytest.mark.parametrize("name", ["ones", "zeros", "rand", "randn", "arange", "eye", "full", "new_zeros", "ones_like", "randperm",
                                  "linspace"])
def test_creation_functions_are_measured(name):
    x = torch.ones(3)
    arguments = {"full": ((3,), 2.0), "ones_like": (x,), "linspace": (0, 1, 3)}.get(name, (3,))
    with profiler.profile(profile_memory=True) as prof:
        (getattr(x, name) if name.startswith("new_") else getattr(torch, name))(*arguments)
    event, freed = prof.function_events
    assert freed.name == "[memory]" and freed.cpu_memory_usage == -event.cpu_memory_usage
    assert event.name == f"aten::{name}" and event.cpu_memory_usage > 0 and event.cpu_time_total > 0


def test_leaves_and_outer_functions_have_spans():
    w, b = torch.ones(2, 3, requires_grad=True), torch.ones(2, requires_grad=True)
    with profiler.profile() as prof:
        torch.nn.functional.linear(torch.ones(4, 3), w, b).softmax(1).sum().backward()
    names = [e.name for e in prof.function_events]
    assert names.count("torch::autograd::AccumulateGrad") == 2
    parents = {e.name: e.cpu_parent.name for e in prof.function_events if e.cpu_parent is not None}
    assert (parents["aten::addmm"], parents["aten::_softmax"]) == ("aten::linear", "aten::softmax")


def test_events_of_all_cycles():
    module = scheduled
    plan = module.schedule(wait=1, warmup=1, active=1, repeat=2)
    for accumulated, expected in ((True, [1, 2]), (False, [1, 1])):
        counts = []
        with module.profile(schedule=plan, acc_events=accumulated,
                            on_trace_ready=lambda p, counts=counts: counts.append(sum(e.name == "aten::sin" for e in p.events()))) as p:
            for _ in range(6):
                torch.ones(2).sin()
                p.step()
        assert counts == expected


def test_shapes_for_every_argument_of_pytorchs_op():
    with profiler.profile(record_shapes=True) as prof:
        torch.add(torch.ones(2), torch.ones(2))
        torch.cat([torch.ones(2), torch.ones(3)])
    shapes = {e.name: e.input_shapes for e in prof.function_events}
    assert shapes["aten::add"] == [[2], [2], []] and shapes["aten::cat"] == [[], []]
    assert next(e for e in prof.function_events if e.name == "aten::cat").structured_input_shapes[0] == [[2], [3]]


def test_functions_have_a_span_of_their_own():
    class Double(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            return x * 2

        @staticmethod
        def backward(ctx, g):
            return g * 2

    with profiler.profile() as prof:
        Double.apply(torch.ones(1, requires_grad=True)).backward()
    assert names(prof)[1:3] == ["Double", "aten::mul"] and "DoubleBackward" in names(prof)


def test_looking_while_it_measures_spoils_nothing():
    with profiler.profile() as prof:
        torch.ones(1)
        assert len(prof.function_events) == 0
    assert names(prof) == ["aten::ones"]


def test_collection_can_be_toggled():
    cpu = [scheduled.ProfilerActivity.CPU]
    with scheduled.profile() as prof:
        torch.ones(1)
        prof.toggle_collection_dynamic(False, cpu)
        torch.zeros(1)
        prof.toggle_collection_dynamic(True, cpu)
        torch.full((1,), 2.0)
    assert [e.key for e in prof.key_averages()] == ["aten::ones", "aten::full"]
    assert LOCAL.observer is None and not ACTIVE


@pytest.mark.parametrize(("activities", "error"), [(["x"], AssertionError), ([scheduled.ProfilerActivity.CPU, "x"], TypeError)])
def test_activities_are_checked(activities, error):
    with pytest.raises(error):
        scheduled.profile(activities=activities)


def test_misused_record_function():
    with pytest.raises(AssertionError, match="Expected record to be set"):
        profiler.record_function("a").__exit__(None, None, None)
    with pytest.raises(RuntimeError, match="Expected a value of type 'str' for argument 'name'"):
        profiler.record_function(3).__enter__()


def test_tables_sort_by_old_device_names():
    with profiler.profile() as prof:
        torch.ones(1)
    assert "aten::ones" in prof.key_averages().table(sort_by="cuda_time_total")


def test_losses_have_atens_names():
    with profiler.profile() as prof:
        torch.nn.functional.mse_loss(torch.ones(2), torch.zeros(2))
    assert "aten::mse_loss" in names(prof)


def test_refusals_are_the_same_while_it_measures():
    with profiler.profile():
        with pytest.raises(RuntimeError, match="Autograd not support dtype: Bool"):
            torch.ones(2, requires_grad=True).sum(dtype=torch.bool)
        with pytest.raises(RuntimeError, match="Expected p_in >= 0"):
            torch.bernoulli(torch.tensor([2.0]))


def test_public_functions_have_one_span_whatever_they_consist_of():
    x = torch.ones(3, 3)
    functional = torch.nn.functional
    with profiler.profile(record_shapes=True) as prof:
        functional.batch_norm(x, x[0], x[0])
        functional.dropout(x)
        x.t().reshape(9)
        x.chunk(3)
        functional.relu(x.clone(), inplace=True)
        functional.normalize(x)
    outermost = [(e.name, e.input_shapes[0]) for e in prof.function_events if e.cpu_parent is None]
    assert outermost[:8] == [
        ("aten::select", [3, 3]), ("aten::select", [3, 3]), ("aten::batch_norm", [3, 3]), ("aten::dropout", [3, 3]), ("aten::t", [3, 3]),
        ("aten::reshape", [3, 3]), ("aten::chunk", [3, 3]), ("aten::clone", [3, 3])]
    assert [name for name, _ in outermost[8:]] == [
        "aten::relu_", "aten::linalg_vector_norm", "aten::clamp_min", "aten::expand_as", "aten::div"]
    (split,) = [e for e in prof.function_events if e.name == "aten::split"]
    assert split.cpu_parent.name == "aten::chunk"


def test_modes_above_a_profile_may_outlive_it():
    prof = profiler.profile()
    prof.__enter__()
    with torch.overrides.BaseTorchFunctionMode():
        torch.ones(2).sin()
        prof.__exit__(None, None, None)
        assert torch.ones(2).cos().shape == (2,)
    assert "aten::sin" in [e.name for e in prof.function_events]
    assert not torch.overrides._get_current_function_mode_stack()


def test_backward_makes_its_first_cotangent():
    x = torch.ones(3, requires_grad=True)
    y = x.sum()
    with profiler.profile() as prof:
        y.backward()
    assert prof.function_events[0].name == "aten::ones_like"


def test_layer_norm_with_shapes():
    x = torch.ones(2, 3)
    with profiler.profile(record_shapes=True) as prof:
        torch.nn.functional.layer_norm(x, (3,))
    assert prof.function_events[0].name == "aten::layer_norm" and prof.function_events[0].input_shapes[0] == [2, 3]


def test_only_the_cpu_is_there_to_be_measured():
    from minitorch_compat.profiler import ProfilerActivity, profile, schedule

    with pytest.warns(UserWarning, match="CUDA is not available"), pytest.raises(AssertionError, match="No activities specified"):
        profile(activities=[ProfilerActivity.CUDA]).start()
    with pytest.warns(UserWarning, match="CUDA is not available"), profile(
            activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as prof:
        torch.ones(2).sin()
    assert "aten::sin" in [e.name for e in prof.events()]
    with pytest.raises(AssertionError, match="Profiler must be initialized before stopping trace"):
        profile().stop()
    with profile(schedule=schedule(wait=0, warmup=1, active=1)) as prof, warnings.catch_warnings(record=True):
        for _ in range(5):
            prof.step()


def test_backward_shows_shapes_and_no_values():
    x = torch.ones(3, 4, requires_grad=True)
    with profiler.profile(record_shapes=True, with_flops=True) as prof:
        (x @ torch.ones(4, 2)).sum().backward()
    product = [e for e in prof.function_events if e.name == "aten::mm" and e.cpu_parent.name == "MmBackward0"]
    assert [(e.input_shapes, e.flops, e.concrete_inputs) for e in product] == [([[3, 2], [2, 4]], 48, [None, None])]


def test_operations_in_place_and_on_rows_are_not_counted():
    x, w = torch.ones(1, 1, 4), torch.ones(1, 1, 2)
    with profiler.profile(with_flops=True) as prof:
        x.add_(1)
        torch.nn.functional.conv1d(x, w)
        torch.nn.functional.conv2d(x[None], w[None])
    assert {e.name: e.flops for e in prof.function_events if e.flops} == {"aten::conv2d": 2 * 3 * 2}


def test_traces_have_arrows_from_ops_to_their_nodes(tmp_path):
    x = torch.ones(3, requires_grad=True)
    with profiler.profile() as prof:
        x.sin().sum().backward()
    prof.export_chrome_trace(str(tmp_path / "trace.json"))
    events = json.loads((tmp_path / "trace.json").read_text())["traceEvents"]
    ends = {phase: {e["id"]: e["ts"] for e in events if e["ph"] == phase and e["cat"] == "fwdbwd"} for phase in "sf"}
    starts = {e["ts"]: e["name"] for e in events if e["ph"] == "X"}
    named = sorted((min(n for t, n in starts.items() if t == ends["s"][i]), starts[ends["f"][i]].rpartition(" ")[2]) for i in ends["s"])
    assert named == [("aten::sin", "SinBackward0"), ("aten::sum", "SumBackward0")]


def test_hooks_are_heard_inside_their_node():
    x = torch.ones(3, requires_grad=True)
    with torch.autograd.profiler.profile() as prof:
        y = x * 2

        def hook(g):
            with torch.autograd.profiler.record_function("in the hook"):
                return g * 3

        y.register_hook(hook)
        y.sum().backward()
    inside = next(e for e in prof.function_events if e.name == "in the hook")
    assert inside.cpu_parent.name == "autograd::engine::evaluate_function: MulBackward0"
    assert [c.name for c in inside.cpu_parent.cpu_children] == ["in the hook", "MulBackward0"]
    assert any(e.name == "torch::autograd::AccumulateGrad" for e in prof.function_events)


def test_helpers_of_formulas_have_no_span():
    x = torch.ones(3, requires_grad=True)
    with profiler.profile() as prof:
        (x**3).sum().backward()
    assert "aten::pow_derivative" not in names(prof)


def test_sparse_tensors_are_measured():
    with profiler.profile(record_shapes=True) as prof:
        torch.eye(3).to_sparse() @ torch.ones(3, 3)
    assert [[3, 3], [3, 3]] in [e.input_shapes for e in prof.function_events]


def test_memory_is_counted_where_it_is_allocated_and_let_go(tmp_path):
    x = torch.ones(4, 4)
    with profiler.profile(profile_memory=True) as prof:
        y = x + x
        with profiler.record_function("mine"):
            del y
        z = x.t()
        kept = x.double() + 1
        del z
    torch.ones(2)  # nobody listens
    seen = [(e.name, e.cpu_memory_usage, e.self_cpu_memory_usage) for e in prof.function_events if e.cpu_memory_usage]
    assert seen[:2] == [("aten::add", 64, 64), ("mine", -64, -64)]
    assert sum(e.self_cpu_memory_usage for e in prof.function_events) == 128
    assert kept.nbytes == 128
    prof.export_chrome_trace(str(tmp_path / "trace.json"))
    instants = [e["args"] for e in json.loads((tmp_path / "trace.json").read_text())["traceEvents"] if e["name"] == "[memory]"]
    assert [e["Bytes"] for e in instants][:2] == [64, -64] and instants[-1]["Total Allocated"] == 128
    assert instants[0]["Addr"] == instants[1]["Addr"]


def test_memory_timelines_are_refused_and_marks_go_nowhere():
    from minitorch_compat.profiler import itt

    with torch.profiler.profile(profile_memory=True) as prof:
        torch.ones(2)
    with pytest.warns(FutureWarning, match="deprecated"), pytest.raises(ValueError, match="required for memory profiling"):
        prof.export_memory_timeline("timeline.json")
    assert itt.is_available() and itt.range_push("a") is itt.range_pop() is itt.mark("b") is None
    with itt.range("a {}", 1), pytest.raises(TypeError):
        itt.mark(1)


def test_spans_that_are_opened_and_closed_by_calls():
    with torch.autograd.profiler.profile() as prof:
        for enter in (torch.ops.profiler._record_function_enter, torch.ops.profiler._record_function_enter_new):
            handle = enter("mine", None)
            torch.ones(2) + 1
            torch.ops.profiler._record_function_exit(handle)
    mine = [e for e in prof.function_events if e.name == "mine"]
    assert [[child.name for child in e.cpu_children] for e in mine] == [["aten::ones", "aten::add"]] * 2
    with pytest.raises(AttributeError, match="'profiler' object has no attribute"):
        torch.ops.profiler.nothing  # noqa: B018


def test_a_node_of_several_cotangents_shows_the_shape_of_each():
    a, b = torch.ones(2, 3, requires_grad=True).unbind()
    loss = (a * b).sum()
    with torch.profiler.profile(record_shapes=True) as p:
        loss.backward()
    assert [e.input_shapes for e in p.events() if e.name == "UnbindBackward0"] == [[[3], [3]]]


@pytest.mark.parametrize("run", [lambda loss, x: loss.backward(), lambda loss, x: torch.autograd.grad(loss, x)], ids=["backward", "grad"])
def test_a_hook_ends_the_profile(run):
    x, prof = torch.ones(3, requires_grad=True), profiler.profile()
    with contextlib.ExitStack() as stack:
        stack.enter_context(prof)
        y = x * 2
        y.register_hook(lambda g: stack.close())
        run((y * 3).sum(), x)
    assert not ACTIVE and not LOCAL.function_modes and LOCAL.observer is None
    assert "aten::mul" in {e.name for e in prof.function_events} and "MulBackward0" in {e.name for e in prof.function_events}
