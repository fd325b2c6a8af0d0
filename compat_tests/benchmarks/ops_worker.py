"""One side of the op benchmark in its own process; requests as in `worker`.

{"do": "plan", "name", "n"} says which sample to time, {"do": "load", "name", "plan", "backward", "seconds"} prepares it,
{"do": "time"} runs one block.
"""
from __future__ import annotations

import math
import sys
import warnings
from time import perf_counter
from typing import Any

import numpy as np

from ..operations import callables
from ..operations.probes import Op, Sample, call, differentiable, flat_tensors, pattern
from . import ops_samples
from .worker import Worker, block_size, library, serve, time_block
from .workloads.workload import Step

#: A sample that takes this long on the planning side is large enough, whatever its number of elements.
LONG = 0.03
SMALL = 64
WARM_UP = 0.01


def forward_step(torch: Any, op: Op, sample: Sample) -> Step:
    args, kwargs = sample.build(torch)
    function = op.function(torch)
    return lambda: function(*args, **kwargs)


def backward_step(torch: Any, op: Op, sample: Sample) -> Step:
    """Forward and the gradients of all tensors that the sample marks; TypeError when the result has none."""
    args, kwargs, marked = differentiable(torch, sample)
    function, grad = op.function(torch), torch.autograd.grad
    result = call(torch, function, args, kwargs)
    outs = [t for t in flat_tensors(torch, result) if t.requires_grad]
    if not outs or not marked:
        raise TypeError("nothing to differentiate")
    cotangents = [pattern(torch, t, i) for i, t in enumerate(outs)]
    if isinstance(result, torch.Tensor):
        cotangent = cotangents[0]
        return lambda: grad(function(*args, **kwargs), marked, cotangent, allow_unused=True)

    def step() -> Any:
        found = [t for t in flat_tensors(torch, function(*args, **kwargs)) if t.requires_grad]
        return grad(found, marked, cotangents, allow_unused=True)

    return step


def magnitude(torch: Any, value: Any) -> float:
    """Sum of absolute values over all finite elements of all tensors in a result."""
    total = 0.0
    for tensor in flat_tensors(torch, value):
        plain = tensor.detach().resolve_conj().resolve_neg()
        array = plain.to(torch.complex128 if tensor.is_complex() else torch.float64).numpy()
        total += float(np.abs(array[np.isfinite(array)]).sum())
    return total


def measured(torch: Any, op: Op, sample: Sample) -> tuple[int, float]:
    """Elements of the largest tensor, given or returned, and the seconds of a call."""
    step = forward_step(torch, op, sample)
    start = perf_counter()
    result = step()
    spent = perf_counter() - start
    return max([ops_samples.elements(sample), *(t.numel() for t in flat_tensors(torch, result))]), spent


def grow(torch: Any, op: Op, sample: Sample, strategy: str, wanted: int) -> dict[str, Any] | None:
    """As far as a strategy gets: up to the wanted elements, or to a call that takes long; None when it gets nowhere."""
    best: dict[str, Any] | None = None
    n = 4 * max(ops_samples.elements(sample), 16)
    while True:
        n = min(n, wanted)
        try:
            size, spent = measured(torch, op, ops_samples.STRATEGIES[strategy](sample, n))
        except Exception:
            return best
        found = {"strategy": strategy, "n": n, "elements": size, "enough": size >= wanted / 4 or spent > LONG}
        if best is None or abs(math.log(size / wanted)) < abs(math.log(best["elements"] / wanted)):
            best = found
        if n == wanted or size > 0.9 * wanted or spent > LONG:
            return best | {"enough": True} if found["enough"] else best
        n *= 4


class OpsWorker(Worker):
    def __init__(self, side: str) -> None:
        super().__init__(side)
        self.torch = library(side)
        warnings.simplefilter("ignore")

    def plan(self, name: str, n: int) -> dict[str, Any]:
        """Which sample to time: a recorded one for small n, a grown one for large n."""
        if name in ops_samples.CALLS:
            return {"strategy": "call", "n": n, "elements": n}
        op, samples = ops_samples.recorded(name)
        if not samples:
            raise LookupError("no sample without error was recorded")
        index = ops_samples.nearest(samples, n)
        best = {"strategy": "recorded", "index": index, "elements": ops_samples.elements(samples[index][1])}
        if n <= SMALL:
            return best
        for index, strategy in ops_samples.candidates(name, samples):
            found = grow(self.torch, op, samples[index][1], strategy, n)
            if found and found["elements"] > best["elements"]:
                best = found | {"index": index}
            if best.get("enough"):
                break
        return best

    def load(self, name: str, plan: dict[str, Any], backward: bool, seconds: float) -> dict[str, Any]:  # type: ignore[override]
        op, sample = ops_samples.planned_sample(name, plan)
        self.step = (backward_step if backward else forward_step)(self.torch, op, sample)
        self.torch.manual_seed(0)
        result = self.step()
        answer = 0.0
        if name.split("|")[0] not in callables.UNDEFINED and not backward:
            answer = magnitude(self.torch, op.result(self.torch, result))
        elif backward:
            answer = magnitude(self.torch, result)
        del result
        until = perf_counter() + min(WARM_UP, 5 * seconds)
        while perf_counter() < until:
            self.step()
        self.calls = block_size(self.step, seconds)
        return {"magnitude": answer, "seconds": time_block(self.step, self.calls) * self.calls}

    def actions(self) -> dict[str, Any]:
        return {**super().actions(), "plan": self.plan}


if __name__ == "__main__":
    serve(OpsWorker, sys.argv[1])
