"""Profiles: functions that have a span, and what is called inside of it."""
from __future__ import annotations

import minitorch_compat as torch
from minitorch_compat.autograd import profiler


def profiled(run):
    with profiler.profile(record_shapes=True) as prof:
        run()
    return [(e.name, e.input_shapes, e.cpu_parent.name if e.cpu_parent else "") for e in prof.function_events]


def test_aliases_have_spans_of_their_own():
    x = torch.ones(3)
    rows = profiled(lambda: (x.clip(0), x.absolute(), torch.cdist(x[None], x[None]), torch.greater(x, 0)))
    outermost = [name for name, _, around in rows if not around]
    assert [name for name in outermost if name != "aten::unsqueeze" and "index" not in name] == [
        "aten::clip", "aten::absolute", "aten::cdist", "aten::greater"]


def test_distances_are_one_op():
    x = torch.ones(2, 3)
    assert [row for row in profiled(lambda: torch.nn.functional.pairwise_distance(x, x + 1)) if row[2] == "aten::pairwise_distance"] == [
        (name, shapes, "aten::pairwise_distance") for name, shapes in (
            ("aten::sub", [[2, 3], [2, 3], []]), ("aten::add", [[2, 3], [], []]), ("aten::norm", [[2, 3], [], [], []]))]


def test_steps_of_recurrent_cells():
    cell = torch.nn.GRUCell(2, 3)
    rows = [row for row in profiled(lambda: cell(torch.ones(4, 2))) if row[2] == "aten::gru_cell"]
    assert [name for name, _, _ in rows] == [f"aten::{name}" for name in (
        "linear", "unsafe_chunk", "linear", "unsafe_chunk", "add_", "sigmoid_", "add_", "sigmoid_", "mul_", "add", "tanh_", "sub", "mul_",
        "add_")]
