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


def names_in(rows, around):
    return [(name.removeprefix("aten::"), shapes) for name, shapes, outer in rows if outer == around]


def test_what_an_index_calls_depends_on_the_index():
    x, places, mask = torch.ones(4, 3), torch.tensor([0, 2]), torch.tensor([True, False, True, True])
    looked = [("as_strided", [[4, 3], [], [], []]), ("reshape", [[2], []])]
    assert names_in(heard(lambda: x[places]), "aten::index") == looked
    found = [("nonzero", [[4]]), ("select", [[3, 1], [], []]), ("as_strided", [[4, 3], [], [], []]), ("reshape", [[3], []])]
    assert names_in(heard(lambda: x[mask]), "aten::index") == found
    spread = [name for name, _ in names_in(heard(lambda: x[places[:, None], places]), "aten::index")]
    assert spread == ["expand", "expand", "as_strided", "reshape", "reshape"]
    apart = names_in(heard(lambda: torch.ones(4, 2, 3)[places, :, places]), "aten::index")
    assert apart[:2] == [("permute", [[4, 2, 3], []]), ("as_strided", [[4, 3, 2], [], [], []])]


def test_elements_that_an_index_names_get_their_gradient():
    x = torch.ones(4, 3, requires_grad=True)
    rows = heard(lambda: x[torch.tensor([0, 2])].backward(torch.ones(2, 3)))
    assert names_in(rows, "IndexBackward0") == [("new_zeros", [[2, 3], [], [], [], [], []]),
                                                ("_index_put_impl_", [[4, 3], [], [2, 3], [], []])]
    assert names_in(rows, "aten::_index_put_impl_") == [("as_strided", [[4, 3], [], [], []]), ("reshape", [[2], []])]


def test_writing_a_number():
    def write(index):
        torch.zeros(4, 3)[index] = 2.0

    mask = torch.tensor([True, False, True, True])
    rows = heard(lambda: write(mask))
    assert [name for name, _, around in rows if not around] == ["aten::zeros", "aten::lift_fresh", "aten::index_put_"]
    assert [name for name, _ in names_in(rows, "aten::_index_put_impl_")] == ["unsqueeze", "item", "masked_fill_"]
    assert [name for name, _ in names_in(heard(lambda: write(torch.tensor([0]))), "aten::_index_put_impl_")] == ["as_strided", "reshape"]
    assert names_in(heard(lambda: write(0)), "aten::fill_")[-1] == ("copy_", [[3], [], []])
    rows = heard(lambda: torch.zeros(4, 3).index_put((torch.tensor([0]),), torch.ones(3)))
    assert [name for name, _ in names_in(rows, "aten::index_put")] == ["clone", "index_put_"]


def test_rolling_goes_dimension_by_dimension():
    x = torch.ones(3, 2)
    assert [name for name, _ in names_in(heard(lambda: x.roll(1, 0)), "aten::roll")] == ["narrow", "narrow", "cat"]
    assert [name for name, _ in names_in(heard(lambda: x.roll(1)), "aten::roll")][:2] == ["view", "roll"]
    rows = heard(lambda: x.roll((1, 1), (0, 1)))
    assert [name for name, _, _ in rows].count("aten::roll") == 3 and len(names_in(rows, "aten::cat")) == 1  # parts that lie alike
    assert len(names_in(heard(lambda: torch.ones(3, 3).roll(1, 1)), "aten::cat")) == 2


def test_products_of_batches_are_made_alike_before():
    rows = names_in(heard(lambda: torch.ones(2, 3, 4) @ torch.ones(2, 4, 5)), "aten::matmul")
    assert rows == [("expand", [[2, 3, 4], [], []]), ("reshape", [[2, 3, 4], []]), ("expand", [[2, 4, 5], [], []]),
                    ("reshape", [[2, 4, 5], []]), ("bmm", [[2, 3, 4], [2, 4, 5]]), ("_unsafe_view", [[2, 3, 5], []])]


def test_the_largest_share_the_gradient():
    x = torch.ones(4, 3, requires_grad=True)
    rows = names_in(heard(lambda: x.amax(1).backward(torch.ones(4))), "AmaxBackward0")
    assert rows == [("reshape", [[4], []]), ("eq", [[4, 1], [4, 3]]), ("reshape", [[4], []]), ("sum", [[4, 3], [], [], []]),
                    ("div", [[4, 1], [4, 1]]), ("mul", [[4, 1], [4, 3]])]


def test_normalizing_by_running_statistics():
    image, norm = torch.ones(2, 3, 4, 4, requires_grad=True), torch.nn.BatchNorm2d(3).eval()
    assert [name for name, _ in names_in(heard(lambda: norm(image)), "aten::native_batch_norm")] == ["empty_like", *["empty"] * 4]
    rows = names_in(heard(lambda: norm(image).sum().backward()), "NativeBatchNormBackward0")
    assert rows == [("native_batch_norm_backward", [[2, 3, 4, 4]] * 2 + [[3]] * 3 + [[0]] * 2 + [[]] * 3)]
    flat = torch.nn.BatchNorm1d(3)
    assert "zeros" in [name for name, _ in names_in(heard(lambda: flat(torch.ones(4, 3))), "aten::native_batch_norm")]


def test_losses_and_joins_have_their_parts_inside():
    x = torch.ones(2, 3, requires_grad=True)
    rows = heard(lambda: torch.nn.functional.l1_loss(x, torch.zeros(2, 3)).backward())
    assert names_in(rows, "aten::l1_loss") == [("sub", [[2, 3], [2, 3], []]), ("abs", [[2, 3]]), ("mean", [[2, 3], []])]
    assert ("div", [[2, 3], []]) in names_in(rows, "MeanBackward0")
    assert [name for name, _ in names_in(heard(lambda: torch.hstack([x, x])), "aten::hstack")] == ["atleast_1d", "cat"]


def test_gradients_of_reductions_have_the_shapes_of_what_was_reduced():
    x = torch.arange(12.0).reshape(4, 3).requires_grad_()
    kept = names_in(heard(lambda: x.sum(1, True).backward(torch.ones(4, 1))), "SumBackward1")
    assert kept == [("expand", [[4, 1], [], []])]
    rows = names_in(heard(lambda: x.sum(1).backward(torch.ones(4))), "SumBackward1")
    assert rows == [("unsqueeze", [[4], []]), ("expand", [[4, 1], [], []])]
    rows = heard(lambda: x.max(1)[0].backward(torch.ones(4)))
    inner = names_in(rows, "aten::value_selecting_reduction_backward")
    assert [name for name, _ in inner] == ["unsqueeze", "unsqueeze", "zeros", "scatter_"]
    assert inner[-1][1] == [[4, 3], [], [4, 1], [4, 1]] and ("zero_", [[4, 3]]) in names_in(rows, "aten::zeros")
    rows = names_in(heard(lambda: x.max().backward()), "MaxBackward1")
    assert ("eq", [[4, 3], []]) in rows and rows[-1] == ("masked_fill_", [[4, 3], [4, 3], []])
