"""Profiles: functions that have a span, and the calls inside of it."""
from __future__ import annotations

import minitorch_compat as torch
from minitorch_compat.autograd import profiler


def profile_of(run):
    with profiler.profile(record_shapes=True) as prof:
        run()
    return [(e.name, e.input_shapes, e.cpu_parent.name if e.cpu_parent else "") for e in prof.function_events]


def test_aliases_have_spans_of_their_own():
    x = torch.ones(3)
    rows = profile_of(lambda: (x.clip(0), x.absolute(), torch.cdist(x[None], x[None]), torch.greater(x, 0)))
    outermost = [name for name, _, around in rows if not around]
    assert [name for name in outermost if name != "aten::unsqueeze" and "index" not in name] == [
        "aten::clip", "aten::absolute", "aten::cdist", "aten::greater"]


def test_attention_is_one_op_inside_of_transforms():
    def attend(t):
        return torch.nn.functional.scaled_dot_product_attention(t, t, t)

    t = torch.ones(2, 2, 4, 5, 8)
    flash = "aten::_scaled_dot_product_flash_attention_for_cpu"
    for call in (lambda: attend(t[0]), lambda: torch.vmap(attend)(t), lambda: torch.func.grad(lambda t: attend(t).sum())(t[0]),
                 lambda: attend(t[0].clone().requires_grad_())):
        shapes = [shapes for name, shapes, around in profile_of(call) if name == flash]
        assert len(shapes) == 1 and shapes[0][0][-3:] == [4, 5, 8]


def test_nodes_of_leaves_are_told_what_they_get():
    x, y = torch.ones(3, requires_grad=True), torch.ones(2, 3, requires_grad=True)
    shapes = [shapes for name, shapes, _ in profile_of(lambda: (x * y).sum().backward()) if name == "torch::autograd::AccumulateGrad"]
    assert sorted(shapes) == [[[2, 3]], [[3]]]
