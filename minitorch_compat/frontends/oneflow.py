"""OneFlow's `oneflow.autograd`: cotangents are required, `retain_graph` is a plain bool, and without inputs `grad` runs backward."""
from __future__ import annotations

from typing import Any

from .._dispatch.tensor import TensorBase
from ..autograd import backward as _backward
from ..autograd import grad as _grad


def backward(tensors: Any, grad_tensors: Any, retain_graph: bool = False, create_graph: bool = False) -> None:
    """Add the gradients of `tensors` to the `.grad` of the leaves they depend on.

    `grad_tensors` (no default; None or empty for scalars) are the cotangents; `create_graph` implies `retain_graph`.
    """
    outputs = _to_list(tensors)
    _backward(outputs, _cotangents(outputs, grad_tensors), bool(retain_graph or create_graph), create_graph)


def grad(
    outputs: Any, inputs: Any, grad_outputs: Any = None, retain_graph: bool = False, create_graph: bool = False,
    allow_unused: bool = False,
) -> tuple[Any, ...]:
    """The gradients of `outputs` with respect to `inputs`, as a tuple; without inputs call `backward` and return an empty tuple."""
    outs, input_list = _to_list(outputs), _to_list(inputs)
    if not input_list:
        backward(outs, grad_outputs, retain_graph, create_graph)
        return ()
    if not all(t.requires_grad for t in input_list):
        raise RuntimeError("All input tensors `.requires_grad` should be true")
    gradients = _grad(outs, input_list, _cotangents(outs, grad_outputs), bool(retain_graph or create_graph), create_graph,
                      allow_unused=allow_unused)
    return tuple(gradients)


def _to_list(tensors: Any) -> list[Any]:
    return [tensors] if isinstance(tensors, TensorBase) else list(tensors)


def _cotangents(outputs: list[Any], grad_outputs: Any) -> list[Any]:
    cots = [] if grad_outputs is None else _to_list(grad_outputs)
    if not all(t.requires_grad for t in outputs):
        raise RuntimeError("All output tensors `.requires_grad` should be true")
    if cots and len(cots) != len(outputs):
        raise RuntimeError(f"got {len(outputs)} tensors and {len(cots)} gradients")
    cots = cots or [None] * len(outputs)
    for out, g in zip(outputs, cots, strict=True):
        if g is None and out._array.size != 1:
            raise RuntimeError("Grad can be implicitly created only for scalar outputs")
    return cots


__all__ = ["backward", "grad"]
