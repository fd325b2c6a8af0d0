"""Profiles: what PyTorch calls inside of ops and of nodes of backward."""
from __future__ import annotations

import minitorch_compat as torch
from minitorch_compat.autograd import profiler


def heard(run):
    with profiler.profile(record_shapes=True) as prof:
        run()
    return [(e.name, e.input_shapes, e.cpu_parent.name if e.cpu_parent else "") for e in prof.function_events]


def test_aliases_have_spans_of_their_own():
    x = torch.ones(3)
    rows = heard(lambda: (x.clip(0), x.absolute(), torch.cdist(x[None], x[None]), torch.greater(x, 0)))
    outermost = [name for name, _, around in rows if not around]
    assert [name for name in outermost if name != "aten::unsqueeze" and "index" not in name] == [
        "aten::clip", "aten::absolute", "aten::cdist", "aten::greater"]


def test_distances_are_one_op():
    x = torch.ones(2, 3)
    assert [row for row in heard(lambda: torch.nn.functional.pairwise_distance(x, x + 1)) if row[2] == "aten::pairwise_distance"] == [
        (name, shapes, "aten::pairwise_distance") for name, shapes in (
            ("aten::sub", [[2, 3], [2, 3], []]), ("aten::add", [[2, 3], [], []]), ("aten::norm", [[2, 3], [], [], []]))]


def test_what_nodes_call_has_the_shapes_of_what_they_saved():
    x = torch.ones(4, 3, requires_grad=True)
    rows = heard(lambda: x[1].sum().backward())
    assert ("aten::select_backward", [[3], [], [], []], "SelectBackward0") in rows
    assert ("aten::select", [[4, 3], [], []], "aten::select_backward") in rows
    rows = heard(lambda: torch.nn.functional.mse_loss(x, torch.zeros(4, 3)).backward())
    assert ("aten::mse_loss_backward", [[], [4, 3], [4, 3], []], "MseLossBackward0") in rows
    assert ("aten::mse_loss_backward", [[], [4, 3], [4, 3], [], [4, 3]], "aten::mse_loss_backward") in rows


def test_which_gradients_are_wanted_says_what_a_node_calls():
    x, y = torch.ones(3, requires_grad=True), torch.ones(3, requires_grad=True)
    for z, count in ((x - y, 1), (x - 1, 0), (1 - x, 1), (x.detach() - y, 1)):
        rows = heard(lambda z=z: z.backward(torch.ones(3)))
        assert [name for name, _, _ in rows].count("aten::neg") == count


def test_steps_of_recurrent_cells():
    cell = torch.nn.GRUCell(2, 3)
    rows = [row for row in heard(lambda: cell(torch.ones(4, 2))) if row[2] == "aten::gru_cell"]
    assert [name for name, _, _ in rows] == [f"aten::{name}" for name in (
        "linear", "unsafe_chunk", "linear", "unsafe_chunk", "add_", "sigmoid_", "add_", "sigmoid_", "mul_", "add", "tanh_", "sub", "mul_",
        "add_")]


def test_numbers_are_cast_in_memory_of_their_own():
    x = torch.ones(4)
    with profiler.profile(profile_memory=True) as prof:
        kept = x * 2
    product, cast, *_ = prof.function_events
    assert (product.name, product.cpu_memory_usage, product.self_cpu_memory_usage) == ("aten::mul", 16, 12)
    assert (cast.name, cast.cpu_memory_usage, cast.self_cpu_memory_usage) == ("aten::to", 4, 0) and kept.sum() == 8


def test_arguments_of_parts_have_the_shapes_of_what_is_around():
    x = torch.ones(2, 3, requires_grad=True)
    rows = heard(lambda: torch.maximum(x, x * x).backward(torch.ones(2, 3)))
    node = [row[:2] for row in rows if row[2] == "MaximumBackward0"]
    assert ("aten::eq", [[2, 3], [2, 3]]) in node and ("aten::masked_fill_", [[2, 3], [2, 3], []]) in node
    rows = heard(lambda: torch.ones(2, 3).sort())
    assert ("aten::resize_", [[0], [], []]) in [row[:2] for row in rows]  # the values, which are made without elements
    rows = heard(lambda: x**2)
    assert [shapes for name, shapes, around in rows if (name, around) == ("aten::to", "aten::pow")] == [[[2, 3], [], [], [], []]]
