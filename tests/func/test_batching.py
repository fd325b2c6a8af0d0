"""Every op under vmap agrees with a loop: over each dimension, with shared arguments, nested, and inside and outside of derivatives.

The arguments are those of `samples.py`; the examples of a batch differ in their float values.
"""
from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat._dispatch.call.caller import caller
from minitorch_compat._dispatch.dtype import array_dtype
from minitorch_compat._ops.op import OPS
from minitorch_compat.func import grad, jvp, vmap
from tests.many_cases import for_each
from tests.ops.op_row import Default, F, build
from tests.samples import ROWS

#: Ops that run example by example, as PyTorch has no batching rule for them either.
LOOPS = {"bincount", "embedding_renorm", "fake_quantize", "fake_quantize_channels", "grouped_product", "hash_tensor", "histc",
         "segment_index", "segment_reduce", "segment_sizes"}
#: Ops whose result has a shape of its own for each example: PyTorch refuses them.
DYNAMIC = {"masked_select", "nonzero_rows"}
#: What has no tensor argument.
WITHOUT_TENSORS = {"index_range", "row_pairs"}
#: Views that the strides of another batch dimension do not allow, as in PyTorch.
FIRST_DIMENSION_ONLY = {"as_strided", "reshape_alias", "view", "view_as_complex"}
#: The median of tied values: under grad of vmap one of them gets all of the gradient.
TIES = {"median_all"}

CALLS = [(name, call) for name, row in ROWS.items() if name in OPS and name not in LOOPS | DYNAMIC | WITHOUT_TENSORS
         for call in range(len(row.calls))]


class Case:
    """A call of a row, as a function of its tensors, with some examples of them."""

    def __init__(self, name: str, call: int, count: int = 3) -> None:
        self.row, self.op = ROWS[name], OPS[name]
        examples = [self.arguments(call, seed) for seed in range(count)]
        self.template = examples[0]
        self.places = [(i, k) for i, a in enumerate(self.template) for k in _members(a)]
        self.examples = [[e[i] if k is None else e[i][k] for i, k in self.places] for e in examples]
        self.count = len(self.places)

    def arguments(self, call: int, seed: int) -> list[Any]:
        row = replace(self.row, op=f"{self.row.op}#{seed}") if seed else self.row
        args = build(row, call, lambda a: torch.from_numpy(np.array(a, order="C")), lambda n: array_dtype(getattr(torch, n)),
                     dtype=row.base)
        return [a.value if isinstance(a, Default) else a for a in args]

    def __call__(self, *tensors: Any) -> list[Any]:
        args = [list(a) if isinstance(a, list) else a for a in self.template]
        for (i, k), t in zip(self.places, tensors, strict=True):
            if k is None:
                args[i] = t
            else:
                args[i][k] = t
        out = caller(self.op.name)(*(args if self.row.prepare is None else self.row.prepare(*args)))
        return list(out) if isinstance(out, tuple) else [out]

    def differentiated(self, call: int) -> tuple[int, ...]:
        """The positions of tensors that have a derivative."""
        if not self.row.first or not self.op.is_differentiable or not any(o.is_floating_point() for o in self(*self.examples[0])):
            return ()
        formulas = dict(zip(self.op.schema.tensor_positions, self.op.vjps, strict=False))
        specs = [s for a in self.row.calls[call] for s in (a if isinstance(a, list) else [a])]
        specs = [s for s in specs if type(s).__name__ in "FC"]
        return tuple(j for j, (i, _) in enumerate(self.places)
                     if isinstance(specs[j], F) and (self.op.kind == "composite" or formulas[i] is not None)
                     and self.examples[0][j].is_floating_point())

    def scalar(self, *tensors: Any) -> Any:
        """A scalar of the differentiable outputs in which every element weighs differently."""
        many = self.op.schema.returns_list
        outs = [o for i, o in enumerate(self(*tensors)) if o.is_floating_point() and (many or i in self.op.differentiable)]
        return sum((o * torch.arange(1.0, o.numel() + 1, dtype=o.dtype).reshape(o.shape)).sum() for o in outs)


def _members(a: Any) -> list[Any]:
    if isinstance(a, torch.Tensor):
        return [None]
    return list(range(len(a))) if isinstance(a, list) and a and all(isinstance(m, torch.Tensor) for m in a) else []


def stacked(examples: list[list[Any]], dim: int = 0) -> list[Any]:
    return [torch.stack(list(members), min(dim, members[0].ndim)) for members in zip(*examples, strict=True)]


def same(found: Any, expected: Any) -> None:
    for a, b in zip(_as_list(found), _as_list(expected), strict=True):
        assert a.shape == b.shape and a.dtype == b.dtype
        np.testing.assert_allclose(a.detach().numpy(force=True), b.detach().numpy(force=True), rtol=1e-7, atol=1e-9)


def _as_list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, (tuple, list)) else [value]


def loop(function: Callable[..., Any], examples: list[list[Any]]) -> list[Any]:
    return stacked([_as_list(function(*e)) for e in examples])


@pytest.fixture(autouse=True)
def no_fallback():  # type: ignore[no-untyped-def]
    with warnings.catch_warnings():
        warnings.filterwarnings("error", message="There is a performance drop")
        yield


@pytest.mark.parametrize(("name", "call"), CALLS)
def test_vmap_is_the_loop(name: str, call: int) -> None:
    case = Case(name, call)
    patterns = {tuple(True for _ in range(case.count))} | {
        tuple((j == k) is one for j in range(case.count)) for k in range(case.count) for one in (True, False)}
    for pattern in patterns:
        if not any(pattern):
            continue
        examples = [[case.examples[b if p else 0][j] for j, p in enumerate(pattern)] for b in range(3)]
        expected = loop(case, examples)
        for dim in (0,) if name in FIRST_DIMENSION_ONLY else (0, 1, 9):  # 9: the last
            inputs = [s if p else t for p, s, t in zip(pattern, stacked(examples, dim), examples[0], strict=True)]
            dims = tuple((min(dim, t.ndim) if dim < 9 else -1) if p else None for p, t in zip(pattern, examples[0], strict=True))
            same(vmap(case, in_dims=dims)(*inputs), expected)


@pytest.mark.parametrize(("name", "call"), CALLS)
def test_nested(name: str, call: int) -> None:
    case = Case(name, call, 6)
    rows = [case.examples[:3], case.examples[3:]]
    inputs = stacked([stacked(row) for row in rows])
    same(vmap(vmap(case))(*inputs), stacked([loop(case, row) for row in rows]))
    first_only = tuple(0 if j == 0 else None for j in range(case.count))
    shared = [t if j == 0 else t[:, 0] for j, t in enumerate(inputs)]
    expected = stacked([loop(case, [[e[0], *row[0][1:]] for e in row]) for row in rows])
    same(vmap(vmap(case, in_dims=first_only))(*shared), expected)


@pytest.mark.parametrize(("name", "call"), CALLS)
def test_with_derivatives(name: str, call: int) -> None:
    case = Case(name, call)
    argnums = case.differentiated(call)
    if not argnums:
        return
    examples = case.examples[:3]
    inputs = stacked(examples)
    gradient = grad(case.scalar, argnums=argnums)
    expected = loop(gradient, examples)
    same(vmap(gradient)(*inputs), expected)
    if name not in TIES:
        same(grad(lambda *ts: vmap(case.scalar)(*ts).sum(), argnums=argnums)(*inputs), expected)
    one = tuple(0 if j == argnums[0] else None for j in range(case.count))
    alone = [[e[j] if d == 0 else examples[0][j] for j, d in enumerate(one)] for e in examples]
    mixed = [t if d == 0 else u for t, u, d in zip(inputs, examples[0], one, strict=True)]
    same(vmap(gradient, in_dims=one)(*mixed), loop(gradient, alone))
    if getattr(case.row, "forward", True):
        _check_tangents(case, argnums, examples)


def _check_tangents(case: Case, argnums: tuple[int, ...], examples: list[list[Any]]) -> None:
    def push(function: Callable[..., Any], tensors: list[Any], tangents: Any) -> Any:
        def of(*moving: Any) -> Any:
            full = list(tensors)
            for j, t in zip(argnums, moving, strict=True):
                full[j] = t
            return function(*full)

        return jvp(of, tuple(tensors[j] for j in argnums), tuple(tangents))[1]

    along = [[torch.cos(torch.arange(e[j].numel(), dtype=e[j].dtype) + b + j).reshape(e[j].shape) for j in argnums]
             for b, e in enumerate(examples)]
    expected = stacked([[push(case.scalar, e, t)] for e, t in zip(examples, along, strict=True)])
    count = case.count
    found = vmap(lambda *ts: push(case.scalar, list(ts[:count]), ts[count:]))(*stacked(examples), *stacked(along))
    same(found, expected)
    same(push(vmap(case.scalar), stacked(examples), stacked(along)), expected)


@for_each(sorted(name for name, op in OPS.items() if op.module != "sparse"))
def test_every_op_has_a_rule(name: str) -> None:
    op = OPS[name]
    assert op.batch is not None or op.kind == "composite" or name in LOOPS | WITHOUT_TENSORS


@pytest.mark.parametrize("name", sorted(DYNAMIC))
def test_shapes_that_depend_on_values_are_refused(name: str) -> None:
    mask = torch.tensor([[True, False], [True, True]])
    calls = {"masked_select": lambda m: torch.ones(2).masked_select(m), "nonzero_rows": lambda m: m.nonzero()}
    with pytest.raises(RuntimeError, match=r"vmap: (We do not support batching operators|Attempted to vmap over `mask`)"):
        vmap(calls[name])(mask)


def test_the_loop_warns() -> None:
    with pytest.warns(UserWarning, match="have not yet implemented the batching rule for aten::histc"):
        found = vmap(lambda x: x.histc(3, 0, 3))(torch.tensor([[0.5, 1.5, 2.5], [0.5, 0.5, 0.5]]))
    assert found.tolist() == [[1, 1, 1], [3, 0, 0]]
