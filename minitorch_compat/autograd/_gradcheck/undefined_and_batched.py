"""Checks of `gradcheck` beyond Jacobians: undefined and batched cotangents and tangents."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from ..._array.random.mt19937 import Stream
from ..._array.sparse.coo import Sparse
from ..._dispatch.call.caller import wrap
from ..._dispatch.levels.lifting import array_values
from ..._dispatch.unsupported import UnsupportedError
from ..._engine.backward import grad
from .. import forward_ad
from .errors import GradcheckError, batched_error, undefined_error
from .jacobians import Array, as_tuple, copy_values, differentiable_outputs, is_differentiable, push_forward, random_unit_vector, to_dense


def _random_pair_like(t: Any) -> Array:
    """Two random arrays like that of `t`, drawn from the global generator, as in PyTorch."""
    from ..._bindings.generated.functions import randn

    return np.stack([array_values(randn(t.shape, dtype=t.dtype)._array) for _ in range(2)])


# Missing cotangents ------------------------------------------------------------------------------------------------------------------


def check_undefined_backward(func: Callable[..., Any], args: tuple[Any, ...], inputs: Sequence[Any]) -> None:
    """Backward must work, and give zeros or nothing, with undefined cotangents for all outputs, and for each one of several."""
    from ..._C._functions import UndefinedGrad

    outs = differentiable_outputs(func(*args))
    _run_undefined([UndefinedGrad()(o) for o in outs], inputs)
    for skipped in range(len(outs)) if len(outs) > 1 else ():
        outs = differentiable_outputs(func(*args))
        _run_undefined([UndefinedGrad()(o) if k == skipped else o for k, o in enumerate(outs)], inputs)


def _run_undefined(outs: list[Any], inputs: Sequence[Any]) -> None:
    zeros = [wrap(np.zeros(o._array.shape, o._array.dtype)) for o in outs]
    try:
        found = grad(outs, list(inputs), zeros, allow_unused=True)
    except UnsupportedError:
        raise
    except RuntimeError as error:
        raise undefined_error("Expected backward function to handle undefined output grads") from error
    if any(g is not None and (to_dense(array_values(g._array)) != 0).any() for g in found):
        raise undefined_error("Expected all input grads to be undefined or zero when all output grads are undefined or zero")


# Missing tangents --------------------------------------------------------------------------------------------------------------------


def check_undefined_forward(func: Callable[..., Any], args: tuple[Any, ...], positions: Sequence[int]) -> None:
    """Check that an input without a tangent is treated as one with a zero tangent."""
    draw = Stream()
    tangents = {i: random_unit_vector(draw, args[i]._array).astype(args[i]._array.dtype) for i in positions}
    for i in positions if len(positions) > 1 else ():
        without = {k: t for k, t in tangents.items() if k != i}
        zero = {**tangents, i: np.zeros(args[i]._array.shape, args[i]._array.dtype)}
        pairs = zip(push_forward(func, args, without), push_forward(func, args, zero), strict=True)
        for output, (got, expected) in enumerate(pairs):
            if not np.allclose(got, expected, equal_nan=True):
                raise GradcheckError(f"Mismatch in tangent values for output with index: {output} when input: {args[i]!r} has an undefined "
                                     f"tangent value.  Got: {wrap(got)!r} but expected: {wrap(expected)!r}")


# Batches -----------------------------------------------------------------------------------------------------------------------------


def check_batched_backward(out: Any, inputs: Sequence[Any], number: int) -> None:
    """Check a batched backward over two cotangents against two backwards."""
    batch = _random_pair_like(out)
    single = [grad(out, list(inputs), wrap(v), retain_graph=True, allow_unused=True) for v in batch]
    try:
        found = grad(out, list(inputs), wrap(batch), retain_graph=True, allow_unused=True, is_grads_batched=True)
    except UnsupportedError:
        raise
    except RuntimeError as error:
        raise batched_error(f"While computing batched gradients, got: {error}", "check_batched_grad") from error
    for i, got in enumerate(found):
        parts = [s[i] for s in single]
        if got is None or parts[0] is None:
            continue
        if any(isinstance(p._array, Sparse) for p in parts):
            raise batched_error("While computing batched gradients, got: a sparse gradient has no batch", "check_batched_grad")
        _compare_batch(array_values(got._array), np.stack([array_values(p._array) for p in parts]), number, i, "check_batched_grad")


def check_batched_forward(func: Callable[..., Any], args: tuple[Any, ...], positions: Sequence[int]) -> None:
    """Check a forward pass over two tangents, batched by the older vmap, against two passes."""
    from ..._vmap_internals import _vmap

    for i in positions:
        batch = _random_pair_like(args[i])
        single = [push_forward(func, args, {i: t}) for t in batch]

        def push(tangent: Any, i: int = i) -> Any:
            with forward_ad.dual_level():
                dual = forward_ad.make_dual(args[i].detach(), tangent)
                outs = as_tuple(func(*args[:i], dual, *args[i + 1:]))
                return tuple(_tangent_or_zeros(o) for o in outs)

        try:
            found = _vmap(push)(wrap(batch))
        except UnsupportedError:
            raise
        except RuntimeError as error:
            raise batched_error(f"While computing batched gradients, got: {error}", "check_batched_forward_grad") from error
        for k, got in enumerate(found):
            _compare_batch(array_values(got._array), np.stack([s[k] for s in single]), k, i, "check_batched_forward_grad")


def _tangent_or_zeros(out: Any) -> Any:
    tangent = forward_ad.unpack_dual(out).tangent if is_differentiable(out) else None
    return wrap(np.zeros_like(copy_values(out)[0])) if tangent is None else tangent


def _compare_batch(got: Array, expected: Array, output: int, position: int, argument: str) -> None:
    if got.shape != expected.shape or not np.allclose(got, expected, equal_nan=True):
        raise batched_error(f"For output {output} and input {position}:\nthe batch gave {wrap(got)!r},\none by one: {wrap(expected)!r}",
                              argument)
