"""A view created before its base gets a tangent has the tangent, too, whatever is read first."""
from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

import minitorch_compat as torch
from minitorch_compat.autograd import forward_ad
from tests.many_cases import for_each

VIEWS: dict[str, Callable[[Any], Any]] = {
    "slice": lambda x: x[0:1], "select": lambda x: x[1], "view": lambda x: x.view(-1), "t": lambda x: x.t(),
    "expand": lambda x: x.unsqueeze(0).expand(2, 2, 3), "unbind": lambda x: x.unbind()[0], "diagonal": lambda x: x.diagonal(),
    "narrow": lambda x: x.narrow(1, 0, 2), "all of it": lambda x: x[:], "view of a view": lambda x: x.t()[1:].t(),
    "window": lambda x: x.as_strided((2,), (1,), 1)}
#: What gives the base its tangents, in place: the whole, a part, or by way of another view.
WRITES: dict[str, Callable[[Any, Any], Any]] = {
    "copy_": lambda x, d: x.copy_(d), "add_": lambda x, d: x.add_(d), "mul_": lambda x, d: x.mul_(d),
    "an item": lambda x, d: x.__setitem__(0, d[0]), "part": lambda x, d: x[1].add_(d[0]),
    "another view": lambda x, d: x.view(-1).copy_(d.view(-1))}
#: Every way to the level of an argument: of one tensor, of several, of a list, of views, reductions, products, and in place.
CALLS: dict[str, Callable[[Any], Any]] = {
    "mul": lambda v: v * 2, "square": lambda v: v * v, "exp": lambda v: v.exp(), "sum": lambda v: v.sum(), "dim": lambda v: v.sum(-1),
    "clamp": lambda v: v.clamp(0, 9), "cat": lambda v: torch.cat([v, v]), "stack": lambda v: torch.stack([torch.zeros_like(v), v]),
    "where": lambda v: torch.where(torch.tensor(True), v, v * 0), "clone": lambda v: v.clone(), "reshape": lambda v: v.reshape(-1),
    "matmul": lambda v: v.reshape(1, -1) @ v.reshape(-1, 1), "addcmul": lambda v: torch.addcmul(v, v, v), "itself": lambda v: v,
    "add_": lambda v: torch.zeros_like(v).add_(v), "add": lambda v: torch.add(torch.zeros_like(v), v), "index": lambda v: v[..., 0],
    "softmax": lambda v: v.softmax(-1), "lerp": lambda v: torch.lerp(v, v * 2, v)}


@for_each(product(VIEWS, WRITES, CALLS))
def test_older_views_have_the_tangents_of_their_base(view: str, write: str, call: str) -> None:
    with forward_ad.dual_level():
        base = torch.arange(6.0).reshape(2, 3)
        older = VIEWS[view](base)
        WRITES[write](base, forward_ad.make_dual(torch.full((2, 3), 2.0), torch.arange(1.0, 7).reshape(2, 3)))
        found = forward_ad.unpack_dual(CALLS[call](older))
        after = forward_ad.unpack_dual(base)
        wanted = forward_ad.unpack_dual(CALLS[call](VIEWS[view](forward_ad.make_dual(after.primal.clone(), after.tangent.clone()))))
        assert found.tangent is not None
        assert torch.equal(found.primal, wanted.primal) and torch.equal(found.tangent, wanted.tangent)


def test_detached_ones_have_none() -> None:
    with forward_ad.dual_level():
        base = torch.zeros(3)
        older = base.detach()
        base.copy_(forward_ad.make_dual(torch.ones(3), torch.ones(3)))
        assert older.tolist() == [1, 1, 1]
        assert forward_ad.unpack_dual(older * 2).tangent is None and forward_ad.unpack_dual(base * 2).tangent.tolist() == [2, 2, 2]
