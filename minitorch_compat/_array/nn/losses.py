"""Classification losses, binary cross entropies and regression losses."""
from __future__ import annotations

import math
from functools import lru_cache, partial
from typing import Any

import numpy as np

from ..core import intp
from ..core.axes import take_along_axis
from ..core.dtypes import HALF_TYPES, scalar_name
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import (
    add_reduce,
    all_within,
    blockwise,
    constants,
    count_nonzero,
    max_integer,
    rounded_once,
    row_starts,
    through_float32,
    widen_half,
)
from ..core.execution.quiet import quiet
from ..core.undispatched import putmask, where
from ..pointwise.activation import logsigmoid
from ..pointwise.clamping import clamp_scalars
from ..pointwise.elementwise import clip, mul
from ..pointwise.through_float64 import log1p
from ..reduce.reduction import sum_all
from ..shape.strided import empty_like_layout, has_layout_of

Array = np.ndarray[Any, np.dtype[Any]]
_PROBABILITY_EPSILON = float(np.float32(1e-12))


def _check_target(a: Array, target: Array, ignore_index: int) -> tuple[Array, Array | None]:
    """The target as valid indices, with 0 for ignored ones; and the mask of those that are not ignored, None if none is."""
    _check_target_dtype(target)
    classes = a.shape[1] if a.ndim > 1 else a.shape[0]
    ignored = constants(_int64, ignore_index)[0] if target.dtype is _int64 else ignore_index
    not_ignored: Any = np.asarray(np.not_equal(target, ignored))
    if count_nonzero(not_ignored) == not_ignored.size:
        valid, not_ignored = target, None
    elif target.ndim and target.size <= _SMALL_SIZE:
        valid = target.copy()
        putmask(valid, np.logical_not(not_ignored), constants(valid.dtype, 0)[0])
    else:
        valid = np.asarray(np.multiply(not_ignored, target, dtype=target.dtype))
    doubtful = valid.size and (valid.dtype is not _int64 or max_integer(valid.view(_uint64)) >= classes)
    if doubtful and (valid.min() < 0 or valid.max() >= classes):
        bad = valid[(valid < 0) | (valid >= classes)].reshape(-1)[0]
        raise IndexError(f"Target {bad} is out of bounds.")
    return valid, not_ignored


def _check_target_dtype(target: Array) -> None:
    if target.dtype is not _int64 and target.dtype.name not in ("int64", "uint8"):  # numpy recomputes a dtype's name every time
        raise RuntimeError(f"expected target dtype to be Long or Byte, but got {scalar_name(target.dtype)}")


def check_weighted(a: Array, target: Array, weight: Array | None) -> None:
    """The checks of log-probabilities, targets and class weights before their dtypes are compared."""
    _check_shapes(a.shape, target.shape)
    _check_target_dtype(target)
    if weight is not None:
        _check_weight(a, weight)


@lru_cache(maxsize=256)
def _check_shapes(a: tuple[int, ...], target: tuple[int, ...]) -> None:
    """Raise for targets of another shape; combinations that passed are cached."""
    if len(a) == 1:
        if len(target) > 1:
            raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
        if math.prod(target) != 1:
            raise ValueError(f"For 1D input, 1D target must have size 1, but got target size: {target[0]}")
        return
    if not target or a[0] != target[0]:
        got = target[0] if target else 0
        raise ValueError(f"Expected input batch_size ({a[0]}) to match target batch_size ({got}).")
    expected = (a[0], *a[2:])
    if target != expected:
        if len(a) == 2:
            raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
        if len(a) == 4 and len(target) != 3:
            raise RuntimeError(f"only batches of spatial targets supported (3D tensors) but got targets of dimension: {len(target)}")
        if len(a) == 4:
            raise RuntimeError(f"size mismatch (got input: {list(a)} , target: {list(target)}")
        raise RuntimeError(f"Expected target size {list(expected)}, got {list(target)}")


def _check_weight(a: Array, weight: Array) -> None:
    classes = a.shape[1] if a.ndim > 1 else a.shape[0]
    if weight.shape != (classes,):
        if a.ndim > 2:
            raise RuntimeError("weight tensor should be defined either for all or no classes")
        raise RuntimeError(f"weight tensor should be defined either for all {classes} classes or no classes but got weight tensor of "
                           f"shape: {list(weight.shape)}")


def _target_weights(a: Array, not_ignored: Array | None, valid: Array, weight: Array | None) -> Array | None:
    """The weight of each target, 0 for ignored ones; None if all are 1."""
    if weight is not None:
        _check_weight(a, weight)
        picked = weight[valid]
        return picked if not_ignored is None else where(not_ignored, picked, a.dtype.type(0))
    return None if not_ignored is None else not_ignored.astype(a.dtype)


def _gather_target(a: Array, valid: Array) -> Array:
    if a.ndim == 1:
        return a[valid.reshape(-1)[0]].reshape(valid.shape)
    if a.ndim == 2:
        return a[intp.arange(a.shape[0]), valid]
    if a.size > _SMALL_SIZE:
        return take_along_axis(a, valid[:, None], 1)[:, 0]
    lines, step = _class_starts(a.shape)
    return a.ravel()[np.add(lines, np.multiply(valid if valid.dtype is _int64 else valid.astype(np.int64), step))]


_SMALL_SIZE = block_size(__name__, "_SMALL_SIZE", 1024)


@lru_cache(maxsize=64)
def _class_starts(shape: tuple[int, ...]) -> tuple[Array, Array]:
    """Flat positions of the first class, in the shape of a target, and the stride between classes."""
    return intp.arange(math.prod(shape)).reshape(shape)[:, 0].copy(), np.array(math.prod(shape[2:]), np.int64)


def _is_common_case(shape: tuple[int, ...], target: Array, weight: Array | None, reduction: str, ignore_index: int) -> bool:
    """The usual case: one valid class per row of a matrix, no weights, a scalar result."""
    if len(shape) != 2 or weight is not None or reduction == "none" or target.dtype is not _int64 or target.shape != shape[:1]:
        return False
    if not target.size:
        return False
    # Negative classes are the largest as unsigned integers, so one comparison checks both bounds.
    return max_integer(target.view(_uint64)) < shape[1] and not 0 <= ignore_index < shape[1]


_int64, _uint64 = np.dtype(np.int64), np.dtype(np.uint64)


@quiet
def nll_loss(a: Array, target: Array, weight: Array | None, reduction: str, ignore_index: int) -> Array:
    """Minus the log-probabilities of the targets: each of them, their (weighted) mean or their sum."""
    if _is_common_case(a.shape, target, weight, reduction, ignore_index):
        picked = intp.take(a, np.add(row_starts(a.shape), target))
        if a.dtype.char in "fd":  # in Python: dividing in float64 and rounding to float32 gives the same quotients
            loss = 0 - sum_all(picked).item()  # 0 minus a sum of 0 is not -0
            return np.array(loss / len(target) if reduction == "mean" else loss, a.dtype)
        picked = widen_half(picked)
        total = 0 - (sum_all(picked) if picked.dtype.char in "fd" else add_reduce(picked))
        return np.asarray(total / len(target) if reduction == "mean" else total, a.dtype)
    if weight is None:
        _check_shapes(a.shape, target.shape)
    else:
        check_weighted(a, target, weight)
    if a.ndim == 1:
        target = target.reshape(())  # a single example has a scalar loss, whatever the target's shape
    valid, not_ignored = _check_target(a, target, ignore_index)
    picked = _gather_target(a, valid)
    factors = _target_weights(a, not_ignored, valid, weight) if weight is not None or reduction == "mean" else not_ignored
    if weight is None and not_ignored is not None:
        if picked.ndim and picked.size <= _SMALL_SIZE:
            putmask(picked, np.logical_not(not_ignored), constants(a.dtype, 0)[0])
        else:
            picked = where(not_ignored, picked, constants(a.dtype, 0)[0])
    elif factors is not None:
        picked = where(factors == 0, a.dtype.type(0), picked * factors)
    if reduction == "none":
        return -picked if factors is None else np.subtract(constants(a.dtype, 0)[0], picked)  # an ignored one gives 0, not -0
    picked = widen_half(np.asarray(picked).reshape(-1))
    total = 0 - add_reduce(picked)
    if reduction == "sum":
        return np.asarray(total, a.dtype)
    divisor = picked.size if factors is None else add_reduce(widen_half(np.asarray(factors).reshape(-1)))
    return np.asarray(total / np.asarray(divisor, picked.dtype), a.dtype)


@quiet
def nll_loss_transpose(g: Array, shape: tuple[int, ...], target: Array, weight: Array | None, reduction: str,
                       ignore_index: int) -> Array:
    """The adjoint of `nll_loss`, which is linear in the log-probabilities."""
    if len(shape) == 1 == target.ndim and shape[0] != target.shape[0]:  # PyTorch does not check this before
        raise RuntimeError(f"size mismatch (got input: {list(shape)}, target: {list(target.shape)})")
    out = np.zeros(shape, g.dtype)
    if _is_common_case(shape, target, weight, reduction, ignore_index):
        out.reshape(-1)[row_starts(shape) + target] = -g / len(target) if reduction == "mean" else -g
        return out
    valid, not_ignored = _check_target(out, target, ignore_index)
    factors = _target_weights(out, not_ignored, valid, weight)
    values = -g
    if reduction == "mean":
        values = values / g.dtype.type(target.size if factors is None else add_reduce(np.asarray(factors).reshape(-1)))
    if factors is not None:
        values = values * factors
        if not_ignored is not None:  # ignored ones get 0, also from a mean over nothing
            values = np.where(not_ignored, values, g.dtype.type(0))
    if out.ndim == 1:
        out[valid.reshape(-1)[0]] = np.asarray(values).reshape(-1)[0]
    elif out.ndim == 2:
        out[intp.arange(shape[0]), valid] = values
    else:
        rest = [intp.arange(n).reshape((-1,) + (1,) * (valid.ndim - 1 - d)) for d, n in enumerate(valid.shape)]
        out[(rest[0], valid, *rest[1:])] = values
    return out


def _first_out_of_range(p: Array, target: Array) -> str:
    """Which of two arrays has the first element outside [0, 1], comparing pairs in order."""
    positions = [intp.flatnonzero(~((a >= 0) & (a <= 1)))[:1].tolist() for a in np.broadcast_arrays(p, target)]
    return "input" if positions[0] and (not positions[1] or positions[0] <= positions[1]) else "target"


@quiet
def bce(p: Array, target: Array) -> Array:
    """Binary cross entropy of probabilities; logarithms are clamped to -100."""
    if target.dtype is not p.dtype:
        raise RuntimeError(f"Found dtype {scalar_name(target.dtype)} but expected {scalar_name(p.dtype)}")
    if not all_within(p, 0, 1) or not all_within(target, 0, 1):
        raise RuntimeError(f"all elements of {_first_out_of_range(p, target)} should be between 0 and 1")
    if p.ndim and p.shape == target.shape:
        one, lowest_log, infinity = constants(p.dtype, 1, -100, np.inf)
        negative_term = np.negative(p)
        clip(log1p(negative_term, negative_term), lowest_log, infinity, negative_term)
        positive_term = np.log(p)
        clip(positive_term, lowest_log, infinity, positive_term)
        np.multiply(negative_term, np.subtract(target, one), negative_term)
        return np.subtract(negative_term, np.multiply(positive_term, target, positive_term), negative_term)
    return (target - 1) * np.maximum(np.log1p(-p), -100) - target * np.maximum(np.log(p), -100)


@quiet
def bce_backward(g: Array, p: Array, target: Array) -> Array:
    """The cotangent of `bce` in p; the divisor is clamped to PyTorch's bound, a float32."""
    return g * ((p - target) / np.maximum((1 - p) * p, _PROBABILITY_EPSILON).astype(p.dtype, copy=False))


@quiet
def bce_with_logits(x: Array, target: Array) -> Array:
    """Binary cross entropy of logits, without overflow."""
    if target.dtype.kind in "iu":
        raise RuntimeError(f"result type {scalar_name(x.dtype)} can't be cast to the desired output type {scalar_name(target.dtype)}")
    if x.dtype in HALF_TYPES:  # each step is rounded, as in PyTorch
        return (target.dtype.type(1) - target) * x - logsigmoid(x)
    if x.ndim and x.shape == target.shape and x.dtype is target.dtype:
        one, zero, infinity = constants(x.dtype, 1, 0, np.inf)
        far = np.abs(x)
        log1p(np.exp(np.negative(far, far), far), far)
        out = np.subtract(one, target)
        np.add(np.multiply(out, x, out), far, out)
        return np.add(out, clip(np.negative(x, far), zero, infinity, far), out)
    return (1 - target) * x + np.log1p(np.exp(-np.abs(x))) + np.maximum(-x, 0)


def squared_difference(a: Array, b: Array) -> Array:
    """(a - b) squared."""
    if a.dtype.itemsize != 2:
        difference = a - b
        return np.square(difference, difference) if difference.__class__ is np.ndarray else np.square(difference)
    difference = _difference(a, b)
    return _product(difference, difference)


_difference, _product = through_float32(np.subtract), through_float32(np.multiply)


@rounded_once
def smooth_l1(a: Array, b: Array, beta: float) -> Array:
    """Quadratic below `beta`, linear above."""
    return _huber_value(a, b, beta, 2 / beta) if beta else np.abs(np.subtract(a, b))


@rounded_once
def huber(a: Array, b: Array, delta: float) -> Array:
    """Quadratic below `delta`, linear above with slope `delta`."""
    return _huber_value(a, b, delta, 2.0)


def laid_out_like(a: Array, loss: Array) -> Array:
    """A loss in the layout that PyTorch's new tensor like `a` has."""
    if loss.ndim < 2 or loss.__class__ is not np.ndarray or has_layout_of(loss, a):
        return loss
    out = empty_like_layout(a, loss.dtype)
    out[...] = loss
    return out


def mse_backward(g: Array, a: Array, b: Array, scale: float) -> Array:
    """The cotangent of the squared difference in a, for a cotangent of `scale * g` per element."""
    return _scale_gradient(g, scale, 2 * (a - b))


def smooth_l1_backward(g: Array, a: Array, b: Array, beta: float, scale: float) -> Array:
    """The same for `smooth_l1`."""
    return _scale_gradient(g, scale, clamp_scalars((a - b) * (1 / beta), -1.0, 1.0))


def huber_backward(g: Array, a: Array, b: Array, delta: float, scale: float) -> Array:
    """The same for `huber`."""
    return _scale_gradient(g, scale, clamp_scalars(a - b, -delta, delta))


def _scale_gradient(g: Array, scale: float, own: Array) -> Array:
    """`scale` * g * `own`; if g is a scalar the result is written to `own`, which no other code uses."""
    factor = g if scale == 1 else g * scale
    writable = own.__class__ is np.ndarray and own.ndim and own.dtype.char in "fd"
    if writable and getattr(factor, "ndim", 1) == 0 and factor.dtype is own.dtype:
        own = np.multiply(factor, own, own)
    else:
        own = np.asarray(mul(factor, own))
    return own if own.flags.c_contiguous else np.ascontiguousarray(own)  # whatever the layout of the arguments


def _huber_value(a: Array, b: Array, limit: float, factor: float) -> Array:
    """d^2 / 2 up to the limit, limit (d - limit / 2) beyond, with d = |a - b|; times half the factor."""
    if a.shape != b.shape:
        a, b = np.broadcast_arrays(a, b)
    return blockwise(partial(_huber_step, limit, factor), 1, a, b)


def _huber_step(limit: float, factor: float, out: Array | None, scratch: Array | None, a: Array, b: Array) -> Array:
    """(m / 2) (d - m / 2) times the factor, with d = |a - b| and m = min(d, limit)"""
    zero, half, most, scale = constants(a.dtype, 0, 0.5, limit, factor)
    out = np.subtract(a, b, out)
    np.abs(out, out)
    scratch = clip(out, zero, most) if scratch is None else clip(out, zero, most, scratch)
    np.multiply(scratch, half, scratch)
    np.subtract(out, scratch, out)
    np.multiply(out, scratch, out)
    return np.multiply(out, scale, out)
