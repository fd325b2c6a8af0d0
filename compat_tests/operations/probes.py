"""Probes of an operation on one sample, which run on either side and give an outcome per aspect.

A probe is a function `(torch, op, sample) -> {aspect: outcome}`. Each call sees fresh tensors and a freshly seeded generator.
"""
from __future__ import annotations

import warnings
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..judging.portable import Raised, TensorRecord, build, exception, flat_tensors, map_tensors, snapshot, tensors_in
from . import callables, variants

SEED = 20240229

Outcome = Any
Probe = Callable[[Any, "Op", "Sample"], dict[str, Outcome]]


@dataclass
class Op:
    """The facts about an entry that probes need; the rest is in its samples."""

    name: str
    tier: int
    method: str | None
    inplace: str | None
    out: bool
    dtypes: tuple[str, ...]

    def function(self, torch: Any) -> Callable[..., Any]:
        return callables.function(torch, self.name)

    def result(self, torch: Any, value: Any) -> Any:
        """The part of a result that is determined."""
        gauge = callables.GAUGES.get(self.name) or callables.GAUGES.get(self.name.split("|")[0])
        return gauge(torch, value) if gauge else value


@dataclass
class Sample:
    """Arguments in portable form."""

    input: Any
    args: tuple[Any, ...]
    kwargs: dict[str, Any]

    def arguments(self) -> Any:
        return (self.input, self.args, self.kwargs)

    def changed(self, change: variants.Change) -> Sample:
        return Sample(*variants.apply(change, self.arguments()))

    def build(self, torch: Any) -> tuple[tuple[Any, ...], dict[str, Any]]:
        source, args, kwargs = build(torch, self.arguments())
        return (source, *args), kwargs


def caught(function: Callable[[], Any]) -> Any:
    """The result of a function, or the exception that it raises."""
    try:
        return function()
    except Exception as error:
        return exception(error)


def call(torch: Any, function: Callable[..., Any], args: Any, kwargs: Any) -> Any:
    torch.manual_seed(SEED)
    return function(*args, **kwargs)


# --- forward -------------------------------------------------------------------------------------------------------------------------

def layout(torch: Any, value: Any) -> Any:
    """Dtype, shape and strides of every tensor in a result."""
    return [(str(t.dtype), tuple(t.shape), tuple(t.stride())) for t in flat_tensors(torch, value)]


def sharing(torch: Any, result: Any, given: list[Any]) -> Any:
    """For each tensor of a result: the argument it is, the arguments whose memory it uses, and where in it."""
    return [([i for i, g in enumerate(given) if g is t], [i for i, g in enumerate(given) if shares(g, t)], t.storage_offset(), t._is_view())
            for t in flat_tensors(torch, result)]


def shares(a: Any, b: Any) -> bool:
    """Whether the memory ranges of two tensors overlap."""
    first, last = span(a), span(b)
    return first[0] < last[1] and last[0] < first[1]


def span(tensor: Any) -> tuple[int, int]:
    """Addresses of the first byte and of the one after the last; (0, 0) for an empty tensor, or a zero tensor without memory."""
    if not tensor.numel() or not tensor.data_ptr():
        return 0, 0
    reach = sum((n - 1) * s for n, s in zip(tensor.shape, tensor.stride()))
    return tensor.data_ptr(), tensor.data_ptr() + (reach + 1) * tensor.element_size()


def values(torch: Any, op: Op, result: Any) -> Any:
    """The determined elements of a result."""
    if op.name.split("|")[0] in callables.UNDEFINED:
        return [tuple(t.shape) for t in flat_tensors(torch, result)]
    return snapshot(torch, op.result(torch, result))


def forward(torch: Any, op: Op, sample: Sample) -> dict[str, Outcome]:
    try:
        args, kwargs = sample.build(torch)
        given = flat_tensors(torch, (args, kwargs))
        versions = [t._version for t in given]
        result = call(torch, op.function(torch), args, kwargs)
    except Exception as error:
        return dict.fromkeys(("forward", "layout", "alias"), exception(error))
    return {"forward": caught(lambda: values(torch, op, result)), "layout": caught(lambda: layout(torch, result)),
            "alias": caught(lambda: (sharing(torch, result, given), [t._version - v for t, v in zip(given, versions)]))}


def changed(aspect: str) -> Probe:
    """The forward call on a variant of the sample."""
    def probe(torch: Any, op: Op, sample: Sample) -> dict[str, Outcome]:
        outcome = forward(torch, op, sample.changed(variants.CHANGES[aspect]))
        return {aspect: outcome["forward"] if isinstance(outcome["forward"], Raised) else (outcome["forward"], outcome["layout"])}
    return probe


def method(torch: Any, op: Op, sample: Sample) -> dict[str, Outcome]:
    def run() -> Any:
        (source, *args), kwargs = sample.build(torch)
        result = call(torch, getattr(source, op.method), args, kwargs)
        return values(torch, op, result), layout(torch, result)
    return {"method": caught(run)}


def inplace(torch: Any, op: Op, sample: Sample) -> dict[str, Outcome]:
    """The in-place method: the tensor afterwards, whether it is returned, how often its version moved; also through a view."""
    def run(view: bool) -> Any:
        (source, *args), kwargs = sample.build(torch)
        base = source
        if view:
            base = torch.stack([source, source])
            source = base[1]
        before = source._version
        result = call(torch, getattr(source, op.inplace), args, kwargs)
        return snapshot(torch, base), layout(torch, source), result is source, source._version - before
    return {"inplace": [caught(lambda: run(False)), caught(lambda: run(True))]}


def out(torch: Any, op: Op, sample: Sample) -> dict[str, Outcome]:
    """`out=`: given a right tensor, one with strides, an empty one, one of another dtype and one that requires grad."""
    def run(make: Callable[[Any], Any]) -> Any:
        args, kwargs = sample.build(torch)
        expected = call(torch, op.function(torch), args, kwargs)
        args, kwargs = sample.build(torch)
        target = map_tensors(make, expected if isinstance(expected, torch.Tensor) else tuple(expected), torch.Tensor)
        result = call(torch, op.function(torch), args, {**kwargs, "out": target})
        pairs = zip(flat_tensors(torch, result), flat_tensors(torch, target))
        return values(torch, op, target), layout(torch, target), [r is t for r, t in pairs]
    return {"out": [caught(lambda make=make: run(make)) for make in out_targets(torch)]}


def out_targets(torch: Any) -> list[Callable[[Any], Any]]:
    return [lambda t: torch.zeros(t.shape, dtype=t.dtype),
            # numpy does not keep the strides of arrays without elements.
            lambda t: torch.zeros((*t.shape, 2), dtype=t.dtype)[..., 0] if t.numel() else torch.zeros(t.shape, dtype=t.dtype),
            lambda t: torch.empty(0, dtype=t.dtype),
            lambda t: torch.zeros(t.shape, dtype=torch.int64 if t.dtype.is_floating_point or t.dtype.is_complex else torch.float64),
            lambda t: torch.zeros(t.shape, dtype=t.dtype, requires_grad=t.dtype.is_floating_point or t.dtype.is_complex)]


# --- dtypes --------------------------------------------------------------------------------------------------------------------------

DTYPES = ("bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64", "complex64", "complex128")


def promotion(torch: Any, op: Op, sample: Sample) -> dict[str, Outcome]:
    """Result dtypes: all tensors cast, only the first cast, the first a 0-d tensor of another dtype."""
    if not any(True for _ in tensors_in(sample.arguments())):
        return {}

    def dtypes_of(variant: Any) -> Any:
        args, kwargs = Sample(*variant).build(torch)
        return [str(t.dtype) for t in flat_tensors(torch, call(torch, op.function(torch), args, kwargs))]

    def kinds(apply: Callable[[variants.Change, Any], Any], change: Callable[[str], variants.Change]) -> Any:
        return [type_only(caught(lambda d=d: dtypes_of(apply(change(d), sample.arguments())))) for d in DTYPES]

    def scalar(dtype: str) -> variants.Change:
        return lambda record: variants.zero_d(variants.cast(dtype)(record))

    several = sum(1 for _ in tensors_in(sample.arguments())) > 1
    outcome = [kinds(variants.apply, floats_cast)]
    if several:
        outcome += [kinds(variants.apply_first, variants.cast), kinds(variants.apply_first, scalar)]
    return {"promotion": outcome}


def floats_cast(dtype: str) -> variants.Change:
    """Casts what is not an index or a mask."""
    return lambda record: variants.cast(dtype)(record) if record.data.dtype.kind in "fc" else record


def type_only(outcome: Any) -> Any:
    return Raised(outcome.type, "") if isinstance(outcome, Raised) and outcome.type != "UnsupportedError" else outcome


# --- derivatives ---------------------------------------------------------------------------------------------------------------------

def pattern(torch: Any, like: Any, seed: int) -> Any:
    """A cotangent or tangent for a tensor: computed by a fixed rule, exact in every dtype, so that it need not be stored."""
    steps = np.arange(like.numel(), dtype=np.int64)
    numbers = ((steps * 7 + seed * 5) % 11 - 4).astype(np.float64) / 8
    if like.dtype.is_complex:
        numbers = numbers + 1j * ((steps * 5 + seed * 3) % 7 - 3) / 8
    return torch.from_numpy(numbers.reshape(tuple(like.shape))).to(like.dtype)


def differentiable(torch: Any, sample: Sample) -> tuple[Any, Any, list[Any]]:
    """Arguments with the tensors that the sample marks requiring grad, and these."""
    marked: list[Any] = []

    def make(record: TensorRecord) -> Any:
        tensor = build(torch, record)
        if record.requires_grad:
            marked.append(tensor.requires_grad_())
        return tensor

    source, args, kwargs = map_tensors(make, sample.arguments(), TensorRecord)
    source, args, kwargs = (rest(torch, v) for v in (source, args, kwargs))
    return (source, *args), kwargs, marked


def rest(torch: Any, value: Any) -> Any:
    """Build what is still portable; tensors are kept."""
    if isinstance(value, torch.Tensor):
        return value
    if isinstance(value, dict):
        return {k: rest(torch, v) for k, v in value.items()}
    if isinstance(value, (tuple, list)):
        return type(value)(rest(torch, v) for v in value)
    return build(torch, value)


def outputs(torch: Any, op: Op, args: Any, kwargs: Any) -> list[Any]:
    result = op.result(torch, call(torch, op.function(torch), args, kwargs))
    return [t for t in flat_tensors(torch, result) if t.requires_grad]


def node_name(tensor: Any) -> str | None:
    return None if tensor.grad_fn is None else tensor.grad_fn.name()


def autograd(torch: Any, op: Op, sample: Sample) -> dict[str, Outcome]:
    """The graph attributes of a result, before backward."""
    def run() -> Any:
        args, kwargs, _ = differentiable(torch, sample)
        result = call(torch, op.function(torch), args, kwargs)
        return [(t.requires_grad, t.is_leaf, node_name(t)) for t in flat_tensors(torch, result)]
    return {"autograd": caught(run)}


def grad(torch: Any, op: Op, sample: Sample) -> dict[str, Outcome]:
    def run() -> Any:
        args, kwargs, marked = differentiable(torch, sample)
        outs = outputs(torch, op, args, kwargs)
        found = torch.autograd.grad(outs, marked, [pattern(torch, t, i) for i, t in enumerate(outs)], allow_unused=True)
        return snapshot(torch, found)
    return {"grad": caught(run)}


def gradgrad(torch: Any, op: Op, sample: Sample) -> dict[str, Outcome]:
    """The gradient of the gradient, with respect to inputs and cotangents."""
    def run() -> Any:
        args, kwargs, marked = differentiable(torch, sample)
        outs = outputs(torch, op, args, kwargs)
        cotangents = [pattern(torch, t, i).requires_grad_() for i, t in enumerate(outs)]
        first = torch.autograd.grad(outs, marked, cotangents, create_graph=True, allow_unused=True)
        seeded = [(t, pattern(torch, t, 7 + i)) for i, t in enumerate(first) if t is not None and t.requires_grad]
        if not seeded:
            return []
        second = torch.autograd.grad([t for t, _ in seeded], [*marked, *cotangents], [g for _, g in seeded], allow_unused=True)
        return snapshot(torch, second)
    return {"gradgrad": caught(run)}


def jvp(torch: Any, op: Op, sample: Sample) -> dict[str, Outcome]:
    def run() -> Any:
        forward_ad = torch.autograd.forward_ad
        with forward_ad.dual_level():
            count = 0

            def dual(record: TensorRecord) -> Any:
                nonlocal count
                tensor = build(torch, record)
                if not record.requires_grad:
                    return tensor
                count += 1
                return forward_ad.make_dual(tensor, pattern(torch, tensor, count))

            source, args, kwargs = (rest(torch, v) for v in map_tensors(dual, sample.arguments(), TensorRecord))
            result = op.result(torch, call(torch, op.function(torch), (source, *args), kwargs))
            return [snapshot(torch, forward_ad.unpack_dual(t).tangent) for t in flat_tensors(torch, result)]
    return {"jvp": caught(run)}


def vmap(torch: Any, op: Op, sample: Sample) -> dict[str, Outcome]:
    """Batched over a new first dimension of every tensor that is differentiable (of all, when none is)."""
    def run() -> Any:
        records = list(tensors_in(sample.arguments()))
        chosen = [r for r in records if r.requires_grad] or records
        batch = [torch.stack([build(torch, r)] * 2) for r in chosen]

        def batched(*tensors: Any) -> Any:
            given = iter(tensors)
            ids = {id(r) for r in chosen}
            swap = map_tensors(lambda r: next(given) if id(r) in ids else build(torch, r), sample.arguments(), TensorRecord)
            source, args, kwargs = (rest(torch, v) for v in swap)
            return op.result(torch, op.function(torch)(source, *args, **kwargs))

        torch.manual_seed(SEED)
        result = torch.func.vmap(batched, randomness="different")(*batch)
        return snapshot(torch, result) if op.name.split("|")[0] not in callables.UNDEFINED else values(torch, op, result)
    return {"vmap": caught(run)}


# --- misuse --------------------------------------------------------------------------------------------------------------------------

def misuse(torch: Any, op: Op, sample: Sample) -> dict[str, Outcome]:
    """No arguments at all, an unknown keyword, one argument too many, text instead of the first argument."""
    def attempt(run: Callable[[Callable[..., Any], Any, Any], Any]) -> Any:
        args, kwargs = sample.build(torch)
        outcome = caught(lambda: layout(torch, run(op.function(torch), args, kwargs)))
        return outcome
    tries = [attempt(lambda f, args, kwargs: f()),
             attempt(lambda f, args, kwargs: f(*args, **kwargs, no_such_argument=1)),
             attempt(lambda f, args, kwargs: f(*args, *([object()] * 12), **kwargs)),
             attempt(lambda f, args, kwargs: f("text", *args[1:], **kwargs))]
    return {"misuse": tries}


def error(torch: Any, op: Op, sample: Sample) -> Outcome:
    """The exception of a call that must fail."""
    def run() -> Any:
        args, kwargs = sample.build(torch)
        return layout(torch, call(torch, op.function(torch), args, kwargs))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return caught(run)


PROBES: dict[str, Probe] = {
    "forward": forward, "method": method, "inplace": inplace, "out": out, "promotion": promotion, "autograd": autograd, "grad": grad,
    "gradgrad": gradgrad, "jvp": jvp, "vmap": vmap, "misuse": misuse} | {name: changed(name) for name in variants.CHANGES}


def run(torch: Any, op: Op, sample: Sample, names: list[str]) -> dict[str, Outcome]:
    """The outcomes of the named probes for a sample, ignoring warnings."""
    outcomes: dict[str, Outcome] = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for name in names:
            outcomes.update(PROBES[name](torch, op, sample))
    return outcomes
