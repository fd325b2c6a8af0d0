"""Scaled dot product attention in one piece, and its derivative."""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from .copies import triangle
from .select import select
from .softmax import safe_softmax
from .strided import converted

Array = np.ndarray[Any, np.dtype[Any]]


def factor_of(query: Any, scale: float | None) -> float:
    """What scores are multiplied with."""
    return 1 / math.sqrt(query.shape[-1]) if scale is None else scale


def is_added(mask: Any) -> bool:
    """Whether a mask, an array or a tensor, is of numbers to be added."""
    return bool(getattr(mask, "_array", mask).dtype.kind != "b")


def visible(query: Any, key: Any, mask: Any, causal: bool) -> Any:
    """What may be looked at, as booleans or as numbers to be added to the scores; None: everything."""
    if not causal:
        return mask
    earlier = triangle(query.shape[-2], key.shape[-2])
    if mask is None:
        return earlier
    return mask & earlier if mask.dtype.kind == "b" else np.where(earlier, mask, mask.dtype.type(-math.inf))


def _scores(query: Array, key: Array, mask: Any, causal: bool, scale: float | None) -> Array:
    scores = np.matmul(np.multiply(query, query.dtype.type(factor_of(query, scale))), key.swapaxes(-2, -1))
    seen = visible(query, key, mask, causal)
    if seen is None:
        return scores
    return np.add(scores, seen, scores) if seen.dtype.kind != "b" else select(seen, scores, scores.dtype.type(-math.inf))


def attention(query: Array, key: Array, value: Array, mask: Any, causal: bool, scale: float | None) -> tuple[Array, Array]:
    """The attended values, laid out as the query is, and the weights; rows that may look at nothing weigh nothing."""
    if query.dtype.itemsize == 2:
        query32, key32, value32 = (a.astype(np.float32) for a in (query, key, value))
        out, weights = attention(query32, key32, value32, mask, causal, scale)
        return converted(out, query.dtype), weights
    weights = safe_softmax(_scores(query, key, mask, causal, scale), -1)
    out = np.empty_like(query, subok=False)
    np.matmul(weights, value, out=out)
    return out, weights


def attention_backward(g: Array, out: Array, weights: Array, query: Array, key: Array, value: Array,
                       scale: float | None) -> tuple[Array, Array, Array, None]:
    """The gradients of query, key and value."""
    if query.dtype.itemsize == 2:
        g, out, query, key, value = (a.astype(np.float32) for a in (g, out, query, key, value))
    factor = query.dtype.type(factor_of(query, scale))
    slopes = np.matmul(g, value.swapaxes(-2, -1))
    np.subtract(slopes, np.einsum("...i,...i->...", g, out)[..., None], slopes)
    np.multiply(slopes, weights, slopes)
    np.multiply(slopes, factor, slopes)
    return _product(slopes, key), _product(slopes.swapaxes(-2, -1), query), _product(weights.swapaxes(-2, -1), g), None


def _product(a: Array, b: Array) -> Array:
    """a @ b, in memory with the heads behind the places, as they are before attention splits them."""
    batch, heads, length, _ = a.shape
    out = np.empty((batch, length, heads, b.shape[-1]), b.dtype).transpose(0, 2, 1, 3)
    return np.matmul(a, b, out=out)


def logsumexp(query: Array, key: Array, mask: Any, causal: bool, scale: float | None) -> Array:
    """log(sum(exp(scores))) by rows, 0 where a row may look at nothing; laid out as in PyTorch, heads last."""
    if query.dtype.itemsize == 2:
        query, key = query.astype(np.float32), key.astype(np.float32)
    scores = _scores(query, key, mask, causal, scale)
    peak = scores.max(-1, keepdims=True)
    peak[np.isneginf(peak)] = 0
    sums = np.exp(scores - peak).sum(-1)
    found = np.log(sums, out=np.zeros_like(sums), where=sums > 0) + peak[..., 0]
    turned = np.empty(found.swapaxes(-2, -1).shape, found.dtype)
    turned[...] = found.swapaxes(-2, -1)
    return turned.swapaxes(-2, -1)
