"""What a sample gives on the meta device: forward, gradients, in place and into `out=`. Runs on either side."""
from __future__ import annotations

from typing import Any

from ..judging.portable import Raised, TensorRecord, build, exception, flat_tensors, map_tensors
from ..operations.probes import Op, Sample, call, rest


def on_meta(torch: Any, sample: Sample, marked: list[Any] | None = None) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """The arguments on the meta device, in the layout of the sample; `marked` gets those that the sample marks, requiring grad."""
    def make(record: TensorRecord) -> Any:
        there = build(torch, record)
        tensor = torch.empty_strided(there.shape, there.stride(), dtype=there.dtype, device="meta")
        if marked is not None and record.requires_grad:
            marked.append(tensor.requires_grad_())
        return tensor

    source, args, kwargs = (rest(torch, v) for v in map_tensors(make, sample.arguments(), TensorRecord))
    return (source, *args), {name: "meta" if name == "device" else value for name, value in kwargs.items()}


def layout(tensor: Any) -> tuple[Any, ...]:
    """Dtype, shape and device."""
    return str(tensor.dtype), tuple(tensor.shape), str(tensor.device)


def layouts(torch: Any, value: Any) -> list[Any]:
    """Of all tensors of a result; of those with elements also the strides."""
    return [(*layout(t), tuple(t.stride()) if t.numel() else None) for t in flat_tensors(torch, value)]


def forward(torch: Any, op: Op, sample: Sample) -> Any:
    args, kwargs = on_meta(torch, sample)
    return layouts(torch, call(torch, op.function(torch), args, kwargs))


def grad(torch: Any, op: Op, sample: Sample) -> Any:
    marked: list[Any] = []
    args, kwargs = on_meta(torch, sample, marked)
    outs = [t for t in flat_tensors(torch, call(torch, op.function(torch), args, kwargs)) if t.requires_grad] if marked else []
    if not outs:
        return []
    found = torch.autograd.grad(outs, marked, [torch.empty_like(t) for t in outs], allow_unused=True)
    return [None if g is None else layout(g) for g in found]


def inplace(torch: Any, op: Op, sample: Sample) -> Any:
    (source, *args), kwargs = on_meta(torch, sample)
    before = source._version
    result = call(torch, getattr(source, op.inplace or ""), args, kwargs)
    return layouts(torch, source), result is source, source._version > before


def out(torch: Any, op: Op, sample: Sample) -> Any:
    args, kwargs = on_meta(torch, sample)
    expected = call(torch, op.function(torch), args, kwargs)
    target = map_tensors(lambda t: torch.empty(t.shape, dtype=t.dtype, device="meta"),
                         expected if isinstance(expected, torch.Tensor) else tuple(expected), torch.Tensor)
    call(torch, op.function(torch), args, {**kwargs, "out": target})
    return [layout(t) for t in flat_tensors(torch, target)]


WAYS = {"forward": forward, "grad": grad, "inplace": inplace, "out": out}


def run(torch: Any, op: Op, sample: Sample, way: str) -> Any:
    """The outcome of a way of calling; of an exception its type."""
    try:
        return WAYS[way](torch, op, sample)
    except Exception as error:
        return Raised(exception(error).type, "")


def ways(op: Op, dtype: str) -> list[str]:
    """The ways that an operation has."""
    return ["forward", *["grad"] * (dtype != "int64"), *["inplace"] * (op.inplace is not None), *["out"] * op.out]
