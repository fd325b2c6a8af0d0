"""PyTorch's private interface to the engine, as called by libraries, and the argument preparation of `backward` and `grad`."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from .._array.exchange.type_names import value_type_name
from .._bindings.tensor.tensor import Tensor
from .._dispatch.levels.lifting import forbid_backward
from .._dispatch.state import ACTIVE
from .._engine.backward import (
    batched_cotangents,
    check_cotangent,
    check_inputs,
    check_outputs,
    grad_or_default,
    make_cotangents,
    meta_of,
    to_bool,
)
from .._engine.run import run_graph
from .graph import GradientEdge


def run_backward(
    tensors: Any, grad_tensors: Any, keep_graph: bool, create_graph: bool, inputs: Any = (), allow_unreachable: bool = False,
    accumulate_grad: bool = False,
) -> tuple[Any, ...] | None:
    """Run backward from the tuple `tensors` (or edges) with the cotangents `grad_tensors`.

    With `accumulate_grad`, gradients are accumulated into leaves, or into `inputs` if given, and None is returned; otherwise the gradients
    of `inputs` are returned, where None requires `allow_unreachable`.  Cotangents must not be None; one that the output broadcasts to is
    summed to its shape.
    """
    keep, create, lenient, into = map(to_bool, (keep_graph, create_graph, allow_unreachable, accumulate_grad))
    for name, value in ("tensors", tensors), ("grad_tensors", grad_tensors):
        if not isinstance(value, tuple):
            raise RuntimeError(f"{name} argument is expected to be a tuple, but got {value_type_name(value)}")
    if len(tensors) != len(grad_tensors):
        raise RuntimeError(f"got {len(tensors)} tensors and {len(grad_tensors)} gradients")
    if ACTIVE:
        forbid_backward()
    cotangents = [_cotangent(i, out, g) for i, (out, g) in enumerate(zip(tensors, grad_tensors, strict=True))]
    if not isinstance(inputs, tuple):
        raise RuntimeError("inputs to run_backward must be a tuple")
    if not inputs and not into:
        raise RuntimeError("accumulate_grad || !outputs.empty() INTERNAL ASSERT FAILED: grad requires non-empty inputs.")
    for t in inputs:
        if into and isinstance(t, Tensor):
            t.retain_grad()
        check_inputs((t,))
    found = run_graph(tensors, cotangents, inputs=inputs or None, create_graph=create, retain=keep, accumulate_into=into and bool(inputs))
    return None if into else tuple(grad_or_default(i, g, None, lenient, False) for i, g in enumerate(found))


def _cotangent(i: int, out: Any, g: Any) -> Any:
    if not isinstance(out, (Tensor, GradientEdge)):
        raise RuntimeError(f"element {i} of tensors tuple is neither a Tensor nor a GradientEdge")
    try:
        check_outputs((out,))
    except RuntimeError as error:
        raise RuntimeError(str(error).replace("element 0", f"element {i}", 1)) from None
    if g is None:
        if isinstance(out, Tensor):
            raise RuntimeError(f"element {i} of gradients tuple is None, but the corresponding Tensor requires grad")
        raise RuntimeError(f"element {i} of gradients tuple is None, but the corresponding output is a GradientEdge."
                           "This is not supported.")
    if not isinstance(g, Tensor):
        raise RuntimeError(f"element {i} of gradients tuple is not a Tensor or None")
    shape = meta_of(out)[0]
    return check_cotangent(out, g if g._array.shape == shape else sum_to_shape(i, shape, g))


def sum_to_shape(i: int, shape: tuple[int, ...], g: Any) -> Any:
    """The `i`-th cotangent summed to the shape of its output, if that broadcasts to it."""
    g_shape = g._array.shape
    try:
        fits = np.broadcast_shapes(shape, g_shape) == g_shape
    except ValueError:
        fits = False
    if not fits:
        raise RuntimeError(f"invalid gradient at index {i} - got {list(g_shape)} but expected shape compatible with {list(shape)}")
    return g.sum_to_size(shape)


def _engine_run_backward(t_outputs: Sequence[Any], *args: Any, **kwargs: Any) -> Any:
    """`run_backward`, by the name that `backward` and `grad` call it by in PyTorch."""
    return run_backward(t_outputs, *args, **kwargs)


def _tensor_or_tensors_to_tuple(tensors: Any, length: int) -> tuple[Any, ...]:
    """`tensors` as a tuple; `length` times None for None."""
    if tensors is None:
        return (None,) * length
    return (tensors,) if isinstance(tensors, Tensor) else tuple(tensors)


def _make_grads(outputs: Sequence[Any], grads: Sequence[Any], is_grads_batched: bool) -> tuple[Any, ...]:
    """The cotangents of `outputs`: those given, checked, and ones for scalar outputs without one."""
    checked = batched_cotangents(outputs, grads) if is_grads_batched else make_cotangents(outputs, grads)
    # The engine converts dtypes.
    return tuple(default if passed is None else passed for default, passed in zip(checked, grads, strict=False))


__all__ = ["_engine_run_backward", "_make_grads", "_tensor_or_tensors_to_tuple", "run_backward"]
