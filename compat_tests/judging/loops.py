"""vmap against a loop: for every sample, over several ways of batching its tensors, nested, and outside and inside of derivatives.

Needs no reference. The examples of a batch differ: the elements of a tensor are rotated, or where an operation refuses that (a
matrix that is no longer positive definite) scaled.
"""
from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import numpy as np

from ..operations.callables import UNDEFINED
from ..operations.probes import Op, Sample, pattern, rest
from .portable import TensorRecord, build, flat_tensors, map_tensors, tensors_in

#: Examples in a batch.
SIZE = 3
#: Tolerances relative to the largest number of a result, since sums may be in another order, by the itemsize of real numbers.
TOLERANCE = {8: 1e-8, 4: 1e-5, 2: 1e-2}
#: Operations with offsets from the start of memory, which examples share, so that a loop over slices differs.
ABSOLUTE = frozenset({"as_strided"})
#: Operations without a unique derivative if elements are equal: which of them gets it may differ (as in PyTorch).
TIES = frozenset({"median", "nanmedian"})

Tensors = list[Any]


class Refused(Exception):
    """The operation does not accept an example, or has no result that could be batched."""


class Call:
    """An operation on a sample as a function of its tensors."""

    def __init__(self, torch: Any, op: Op, sample: Sample) -> None:
        self.torch, self.op, self.sample = torch, op, sample
        self.records = list({id(r): r for r in tensors_in(sample.arguments())}.values())
        self.marked = [i for i, r in enumerate(self.records) if r.requires_grad]

    def __call__(self, *tensors: Any) -> tuple[Any, ...]:
        """The tensors of the result."""
        given = {id(r): t for r, t in zip(self.records, tensors)}
        swapped = map_tensors(lambda r: given[id(r)], self.sample.arguments(), TensorRecord)
        source, args, kwargs = (rest(self.torch, v) for v in swapped)
        return tuple(flat_tensors(self.torch, self.op.result(self.torch, self.op.function(self.torch)(source, *args, **kwargs))))

    def scalar(self, *tensors: Any) -> Any:
        """A weighted sum of the differentiable elements of the result, with different weights."""
        total = None
        for i, out in enumerate(self(*tensors)):
            if out.is_floating_point() or out.is_complex():
                part = out * pattern(self.torch, out, i + 1)
                part = (self.torch.view_as_real(part) if part.is_complex() else part).sum()
                total = part if total is None else total + part
        if total is None:
            raise Refused
        return total

    def examples(self) -> list[Tensors]:
        """Arguments of several calls that all succeed."""
        for change in (rotate, scaled):
            found = [[build(self.torch, change(r, b)) for r in self.records] for b in range(2 * SIZE)]
            try:
                if not self(*found[0]):
                    raise Refused
                first = [tuple(t.shape) for t in self(*found[0])]
                if all([tuple(t.shape) for t in self(*e)] == first for e in found[1:]):
                    return found
            except Refused:
                raise
            except Exception:
                continue
        raise Refused


def rotate(record: TensorRecord, by: int) -> TensorRecord:
    """The tensor with its elements rotated."""
    return TensorRecord(record.dtype, record.shape, record.strides, np.roll(record.data.reshape(-1), by).reshape(record.shape))


def scaled(record: TensorRecord, by: int) -> TensorRecord:
    """A multiple of a floating or complex tensor."""
    if record.data.dtype.kind not in "fc":
        return record
    return TensorRecord(record.dtype, record.shape, record.strides, np.asarray(record.data * (1 + by / 8), record.data.dtype))


def check(torch: Any, op: Op, sample: Sample) -> Iterator[tuple[str, Callable[[], str | None]]]:
    """Yield pairs for a sample: what is compared, and a function that returns the difference or None."""
    call = Call(torch, op, sample)
    if not call.records or op.name.split("|")[0] in UNDEFINED | ABSOLUTE or draws(torch, call):
        return
    try:
        examples = call.examples()
    except Exception:
        return
    few = examples[:SIZE]
    for dims in patterns(call):
        yield f"in_dims={dims}", lambda dims=dims: batched(torch, call, few, dims)
    yield "nested", lambda: nested(torch, call, examples)
    if call.marked and op.name.split("|")[0] not in TIES:
        yield from derivatives(torch, call, few)


def draws(torch: Any, call: Call) -> bool:
    """Whether the operation takes random numbers."""
    before = torch.get_rng_state()
    try:
        call(*(build(torch, r) for r in call.records))
    except Exception:
        return True
    return not torch.equal(before, torch.get_rng_state())


def patterns(call: Call) -> Iterator[tuple[int | None, ...]]:
    """The in_dims to try: all tensors along the first dimension, the last, a middle one; one of them only; all but one."""
    count = len(call.records)
    yield (0,) * count
    yield (-1,) * count
    if any(r.shape for r in call.records):
        yield tuple(1 if r.shape else 0 for r in call.records)
    if 1 < count <= 6:
        for i, alone in product(range(count), (True, False)):
            if alone or count > 2:
                yield tuple(0 if (i == j) is alone else None for j in range(count))


def stacked(torch: Any, members: Any, dim: int = 0) -> Any:
    return torch.stack(list(members), dim)


def batched(torch: Any, call: Call, examples: list[Tensors], dims: tuple[int | None, ...]) -> str | None:
    """vmap over these dimensions against the loop over the same slices."""
    inputs = [examples[0][i] if d is None else stacked(torch, (e[i] for e in examples), d) for i, d in enumerate(dims)]
    rows = [[t if d is None else t.select(d, b) for t, d in zip(inputs, dims)] for b in range(len(examples))]
    return compared(torch, lambda: torch.func.vmap(call, in_dims=dims)(*inputs), lambda: loop(torch, call, rows))


def nested(torch: Any, call: Call, examples: list[Tensors]) -> str | None:
    """vmap in vmap, the outer one along the last dimension."""
    halves = [examples[:SIZE], examples[SIZE:]]
    inputs = [stacked(torch, [stacked(torch, (e[i] for e in half)) for half in halves], -1) for i in range(len(call.records))]

    def loops() -> Tensors:
        rows = [[[t.select(-1, outer).select(0, inner) for t in inputs] for inner in range(SIZE)] for outer in range(2)]
        return [stacked(torch, parts) for parts in zip(*(loop(torch, call, row) for row in rows))]

    return compared(torch, lambda: torch.func.vmap(torch.func.vmap(call), in_dims=-1)(*inputs), loops)


def compared(torch: Any, mapped: Callable[[], Any], loops: Callable[[], Tensors]) -> str | None:
    """The difference of both results; where the loop raises (for example for a view of such strides), vmap must raise, too."""
    try:
        expected = loops()
    except Exception as error:
        try:
            mapped()
        except Exception:
            return None
        return f": the loop raises {type(error).__name__}, vmap does not"
    return difference(torch, mapped(), expected)


def derivatives(torch: Any, call: Call, examples: list[Tensors]) -> Iterator[tuple[str, Callable[[], str | None]]]:
    """The gradient and the tangent of each example: vmap outside, inside, and the loop."""
    func, marked = torch.func, tuple(call.marked)
    inputs = [stacked(torch, (e[i] for e in examples)) for i in range(len(call.records))]
    gradient = func.grad(call.scalar, argnums=marked)
    tangents = [[pattern(torch, e[i], b + i) for i in marked] for b, e in enumerate(examples)]
    moving = [stacked(torch, (t[k] for t in tangents)) for k in range(len(marked))]

    def push(function: Callable[..., Any], primals: Tensors, along: Tensors) -> Any:
        def of(*given: Any) -> Any:
            full = list(primals)
            for i, t in zip(marked, given):
                full[i] = t
            return function(*full)

        return func.jvp(of, tuple(primals[i] for i in marked), tuple(along))[1]

    try:
        slopes = loop(torch, gradient, examples)
    except Exception:
        return
    yield "vmap(grad)", lambda: difference(torch, func.vmap(gradient)(*inputs), slopes)
    yield "grad(vmap)", lambda: difference(torch, func.grad(lambda *ts: func.vmap(call.scalar)(*ts).sum(), argnums=marked)(*inputs), slopes)
    try:
        moved = loop(torch, lambda *ts: (push(call.scalar, list(ts[:len(inputs)]), list(ts[len(inputs):])),),
                     [e + t for e, t in zip(examples, tangents)])
    except Exception:
        return
    count = len(inputs)
    yield "vmap(jvp)", lambda: difference(
        torch, (func.vmap(lambda *ts: push(call.scalar, list(ts[:count]), list(ts[count:])))(*inputs, *moving),), moved)
    yield "jvp(vmap)", lambda: difference(torch, (push(func.vmap(call.scalar), inputs, moving),), moved)


def loop(torch: Any, function: Callable[..., Any], rows: list[Tensors]) -> Tensors:
    """The results of one call after another."""
    return [stacked(torch, members) for members in zip(*(function(*row) for row in rows))]


def difference(torch: Any, found: Any, expected: Any) -> str | None:
    """A description of the first different tensors."""
    for k, (a, b) in enumerate(zip(found, expected)):
        if a.shape != b.shape or a.dtype != b.dtype:
            return f"[{k}]: the loop gives {b.dtype} {tuple(b.shape)}, vmap {a.dtype} {tuple(a.shape)}"
        half = a.dtype == torch.bfloat16  # not a dtype of numpy; compared exactly, as integers are
        x, y = ((t.float() if half else t).detach().resolve_conj().resolve_neg().numpy() for t in (a, b))
        if half or x.dtype.kind not in "fc":
            wrong = x != y
        else:
            scale = np.abs(np.where(np.isfinite(y), y, 0)).max(initial=0.0)
            allowed = TOLERANCE[x.real.itemsize] * (1 + scale)
            wrong = ~((np.abs(x - y) <= allowed) | (x == y) | np.isnan(x) & np.isnan(y))
        if wrong.any():
            at = tuple(int(i[0]) for i in np.nonzero(np.atleast_1d(wrong)))
            return f"[{k}]: {int(wrong.sum())} of {wrong.size} differ: at {list(at)} the loop gives {np.atleast_1d(y)[at]!r}, " \
                   f"vmap {np.atleast_1d(x)[at]!r}"
    return None


#: Messages of vmap where a loop succeeds, as in PyTorch: results whose shape depends on values, statistics that all examples
#: share and write, and views that the strides of the batch do not allow.
REFUSALS = re.compile(r"dynamic shape|aten::nonzero_numpy|provide an explicit positive num_classes|Attempted to vmap over `mask`"
                      r"|running_mean or running_var, which will be updated in place|view size is not compatible"
                      r"|required rank 4 tensor to use channels_last|must have a last dimension with stride 1")


def differences(torch: Any, op: Op, sample: Sample) -> Iterator[tuple[str, list[str]]]:
    """Yield pairs for a sample: what is compared, and a list of at most one difference."""
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        for label, compare in check(torch, op, sample):
            try:
                found = compare()
            except Exception as error:
                if REFUSALS.search(str(error)):
                    continue
                found = f": vmap raises {type(error).__name__}({str(error).splitlines()[0][:160] if str(error) else ''})"
            yield label, [] if found is None else [found]
