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
