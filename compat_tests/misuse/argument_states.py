"""Wrong calls: other objects for an argument, all tensors of another dtype, tensors in other states, extreme numbers,
other `out=`, shared memory. These kinds of `compat_tests.misuse` run only on request."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..judging.portable import BITS, TensorRecord, flat_tensors
from ..operations.probes import Op, Sample
from ..operations.variants import cast, strided
from .calls import (
    Arguments,
    Change,
    Variants,
    always,
    first_element,
    ints,
    number,
    of_record,
    replacing,
    reshaped,
    with_out,
)

Tensors = Callable[[Any, Any], Any]

OBJECTS: dict[str, Change] = {
    "empty list": always(lambda torch: []), "empty tuple": always(lambda torch: ()), "dict": always(lambda torch: {}),
    "set": always(lambda torch: {1}), "bytes": always(lambda torch: b"a"), "range": always(lambda torch: range(2)),
    "Size": always(lambda torch: torch.Size((1, 2))), "slice": always(lambda torch: slice(None)), "ellipsis": always(lambda torch: ...),
    "2**64": always(lambda torch: 2**64), "inf": always(lambda torch: float("inf")),
    "nan": always(lambda torch: float("nan")), "0": always(lambda torch: 0), "False": always(lambda torch: False),
    "npint": always(lambda torch: np.int64(1)), "array": always(lambda torch: np.ones(2, np.float32)),
    "array of none": always(lambda torch: np.array(1)), "ints": always(lambda torch: [1, 1]), "tuple": always(lambda torch: (0, 1)),
    "nested": always(lambda torch: [[1], [2]]), "texts": always(lambda torch: ["a"]), "tensors": always(lambda torch: [torch.ones(2)]),
    "tensors and none": always(lambda torch: [torch.ones(2), None]), "number": always(lambda torch: torch.tensor(1.5)),
    "whole number": always(lambda torch: torch.tensor(1)), "flag": always(lambda torch: torch.tensor(True)),
    "leaf number": always(lambda torch: torch.tensor(1.0, requires_grad=True)), "ints of tensors": always(lambda torch: [torch.tensor(1)]),
    "npints": always(lambda torch: [np.int64(1), np.int64(1)]), "device": always(lambda torch: torch.device("cpu")),
    "layout": always(lambda torch: torch.strided),
    "class": always(lambda torch: torch.Tensor), "complex number": always(lambda torch: 1 + 1j),
    "generator": always(lambda torch: torch.Generator()), "function": always(lambda torch: abs), "float text": always(lambda torch: "1.0")}

EDGES: dict[str, Change] = {
    "2**63-1": number(2**63 - 1, int), "-2**63": number(-2**63, int), "2**63": number(2**63, int),
    "2": number(2, int), "3": number(3, int), "-2": number(-2, int), "whole": number(2.0, int), "broken": number(1.5, int),
    "none": number(None, int, float, bool, str), "not": lambda value: (lambda torch: not value) if type(value) is bool else None,  # type: ignore[dict-item]
    "one": number(1, bool), "0.0": number(0.0, float), "-0.5": number(-0.5, float), "inf": number(float("inf"), float),
    "-inf": number(float("-inf"), float), "1e40": number(1e40, float), "1": number(1, float, int), "i": number(1j, float),
    "Text": lambda value: (lambda torch: value.upper()) if type(value) is str else None, "no text": number("", str),
    "first 2**62": ints(lambda v: [2**62, *v[1:]]), "none at all": ints(lambda v: []),
    "only the first": ints(lambda v: v[:1]), "two more": ints(lambda v: [*v, *v[-1:], *v[-1:]]),
    "negative": ints(lambda v: [-x for x in v]),
    "backwards": ints(lambda v: v[::-1]), "ones": ints(lambda v: [1 for _ in v]), "zeros": ints(lambda v: [0 for _ in v]),
    "last 100": ints(lambda v: [*v[:-1], 100]), "last -1": ints(lambda v: [*v[:-1], -1]), "with a fraction": ints(lambda v: [*v[:-1], 1.5]),  # type: ignore[list-item]
    "with a flag": ints(lambda v: [*v[:-1], True]), "with none": ints(lambda v: [*v[:-1], None]),  # type: ignore[list-item]
    "element 2**31": first_element(2**31 - 1), "element -1": first_element(-1), "element 3": first_element(3)}

LAYOUTS: dict[str, Change] = {
    "two more dims": reshaped(lambda a: a[None, None]), "shorter": reshaped(lambda a: a[..., :-1] if a.ndim and a.shape[-1] > 1 else None),
    "shorter first": reshaped(lambda a: a[:-1] if a.ndim > 1 and len(a) > 1 else None),
    "of one element": reshaped(lambda a: a.reshape(-1)[:1].reshape((1,) * a.ndim) if a.size and a.ndim else None),
    "flat": reshaped(lambda a: a.reshape(-1) if a.ndim > 1 else None), "last of one": reshaped(lambda a: a[..., :1] if a.ndim else None),
    "first of one": reshaped(lambda a: a[:1] if a.ndim > 1 else None), "nothing": reshaped(lambda a: np.zeros(0, a.dtype)),
    "twice as long": reshaped(lambda a: np.concatenate([a, a], -1) if a.ndim else None),
    "no first": reshaped(lambda a: a[:0] if a.ndim > 1 else None), "trailing dim": reshaped(lambda a: a[..., None]),
    "strided": of_record(lambda r: strided(r) if r.shape else None)}


def every_dtype(_op: Op, sample: Sample, form: str) -> Variants:
    """All tensors at once in another dtype, and the floating-point ones alone."""
    for dtype in ("bool", "uint8", "int8", "int16", "int32", "int64", "float16", "float32", "float64", "complex64", "complex128"):
        yield "all", dtype, lambda torch, dtype=dtype: in_dtype(sample, torch, dtype, "biufc")
        yield "floats", dtype, lambda torch, dtype=dtype: in_dtype(sample, torch, dtype, "fc")
    for dtype in ("bfloat16", "uint16", "uint32", "uint64"):
        yield "all", dtype, lambda torch, dtype=dtype: converted(sample, torch, dtype, True)
        yield "floats", dtype, lambda torch, dtype=dtype: converted(sample, torch, dtype, False)


def in_dtype(sample: Sample, torch: Any, dtype: str, kinds: str) -> Arguments:
    def change(record: TensorRecord) -> TensorRecord:
        return cast(dtype)(record) if record.data.dtype.kind in kinds and record.dtype not in BITS else record
    args, kwargs = sample.changed(change).build(torch)
    return list(args), kwargs


def converted(sample: Sample, torch: Any, dtype: str, everything: bool) -> Arguments:
    wanted = getattr(torch, dtype)

    def change(value: Any) -> Any:
        if isinstance(value, torch.Tensor):
            return value.to(wanted) if everything or value.is_floating_point() or value.is_complex() else value
        if type(value) in (list, tuple):
            return type(value)(change(v) for v in value)
        return value
    args, kwargs = sample.build(torch)
    return [change(a) for a in args], {name: change(a) for name, a in kwargs.items()}


STATES: dict[str, Tensors] = {
    "conjugate": lambda torch, t: t.to(torch.complex64).conj(), "negative": lambda torch, t: torch._neg_view(t),
    "leaf": lambda torch, t: t.detach().to(t.dtype if t.is_floating_point() or t.is_complex() else torch.float32).requires_grad_(),
    "sparse": lambda torch, t: t.to_sparse(), "meta": lambda torch, t: t.to("meta"), "array": lambda torch, t: t.numpy(),
    "list": lambda torch, t: t.tolist(), "parameter": lambda torch, t: torch.nn.Parameter(t, requires_grad=False),
    "channels last": lambda torch, t: t.to(memory_format=torch.channels_last), "expanded": lambda torch, t: t[:1].expand(t.shape),
    "in a list": lambda torch, t: [t], "in a tuple": lambda torch, t: (t, t)}


def every_state(_op: Op, sample: Sample, form: str) -> Variants:
    """One tensor after the other in another state."""
    given: dict[int | str, Any] = {**dict(enumerate((sample.input, *sample.args))), **sample.kwargs}
    for place, value in given.items():
        if isinstance(value, TensorRecord):
            for name, make in STATES.items():
                if place != 0 or form == "function" or name not in ("array", "list", "in a list", "in a tuple"):
                    yield place, name, lambda torch, place=place, make=make: in_state(sample, torch, place, make)


def in_state(sample: Sample, torch: Any, place: int | str, make: Tensors) -> Arguments:
    args, kwargs = sample.build(torch)
    given = list(args)
    if isinstance(place, int):
        given[place] = make(torch, given[place])
    else:
        kwargs[place] = make(torch, kwargs[place])
    return given, kwargs


MORE_OUTS: dict[str, Tensors] = {
    "bfloat16": lambda torch, t: torch.zeros(t.shape, dtype=torch.bfloat16),
    "uint8": lambda torch, t: torch.zeros(t.shape, dtype=torch.uint8),
    "float32": lambda torch, t: torch.zeros(t.shape, dtype=torch.float32),
    "turned": lambda torch, t: torch.zeros(t.shape[::-1], dtype=t.dtype).permute(*range(t.dim())[::-1]),
    "shorter": lambda torch, t: torch.zeros(t.shape[1:], dtype=t.dtype),
    "flat": lambda torch, t: torch.zeros(t.numel(), dtype=t.dtype), "one": lambda torch, t: torch.zeros(1, dtype=t.dtype),
    "window": lambda torch, t: torch.zeros((*t.shape, 2), dtype=t.dtype)[..., 0],
    "short window": lambda torch, t: torch.zeros(9, dtype=t.dtype)[:1],
    "conjugate": lambda torch, t: torch.zeros(t.shape, dtype=torch.complex64).conj(),
    "parameter": lambda torch, t: torch.nn.Parameter(torch.zeros(t.shape, dtype=t.dtype), requires_grad=False),
    "in a list": lambda torch, t: [torch.zeros(t.shape, dtype=t.dtype)],
    "in a tuple": lambda torch, t: (torch.zeros(t.shape, dtype=t.dtype),),
    "array": lambda torch, t: np.zeros(tuple(t.shape), np.float32), "text": lambda torch, t: "s", "none": lambda torch, t: None,
    "number": lambda torch, t: 1, "computed": lambda torch, t: torch.zeros(t.shape, requires_grad=True) * 2}


def more_outs(op: Op, sample: Sample, form: str) -> Variants:
    if op.out and form == "function":
        for name, make in MORE_OUTS.items():
            yield "out", name, lambda torch, make=make: with_out(op, sample, torch, lambda t: make(torch, t))
        yield "out", "beside gradients", lambda torch: gradients_and_out(op, sample, torch)
        yield "out", "part of the input", lambda torch: overlapping_out(op, sample, torch)


def gradients_and_out(op: Op, sample: Sample, torch: Any) -> Arguments:
    args, kwargs = with_out(op, sample, torch, torch.zeros_like)
    for t in flat_tensors(torch, (args, {k: v for k, v in kwargs.items() if k != "out"})):
        if t.is_floating_point() or t.is_complex():
            t.requires_grad_()
    return args, kwargs


def overlapping_out(op: Op, sample: Sample, torch: Any) -> Arguments:
    args, kwargs = with_out(op, sample, torch, torch.zeros_like)
    source, result = args[0], kwargs["out"]
    memory = torch.zeros(source.numel() + 1, dtype=source.dtype)
    args[0] = memory[:-1].view(source.shape)
    args[0].copy_(source)
    kwargs["out"] = memory[1:][:result.numel()].view(result.shape)
    return args, kwargs


def overlapping(_op: Op, sample: Sample, form: str) -> Variants:
    """A tensor changed in place by one that shares a part of its memory, by itself, and by one that is transposed; frozen ones."""
    if form != "inplace":
        return
    others: list[int | str] = [*range(1, 1 + len(sample.args)), *sample.kwargs]
    given: dict[int | str, Any] = {**dict(enumerate((sample.input, *sample.args))), **sample.kwargs}
    for place in others:
        if isinstance(given[place], TensorRecord):
            for name, offset in (("shifted", 1), ("itself", 0)):
                yield place, name, lambda torch, place=place, offset=offset: sharing(sample, torch, place, offset)
    for name in ("conjugate", "detached", "strided"):
        yield 0, name, lambda torch, name=name: in_state(sample, torch, 0, SELVES[name])


SELVES: dict[str, Tensors] = {
    "conjugate": lambda torch, t: t.to(torch.complex64).conj(),
    "detached": lambda torch, t: t.requires_grad_().clone().detach(), "strided": lambda torch, t: torch.stack([t, t], -1)[..., 0]}


def sharing(sample: Sample, torch: Any, place: int | str, offset: int) -> Arguments:
    args, kwargs = sample.build(torch)
    given = list(args)
    count = given[0].numel()
    memory = torch.zeros(count + offset, dtype=given[0].dtype)
    memory[:count].copy_(given[0].reshape(-1))
    other = memory[offset:].view(given[0].shape)
    given[0] = memory[:count].view(given[0].shape)
    if isinstance(place, int):
        given[place] = other
    else:
        kwargs[place] = other
    return given, kwargs


ARGUMENT_STATES: dict[str, Callable[[Op, Sample, str], Variants]] = {
    "objects": replacing(OBJECTS), "edges": replacing(EDGES), "layouts": replacing(LAYOUTS), "whole": every_dtype, "states": every_state,
    "outs": more_outs, "overlaps": overlapping}
