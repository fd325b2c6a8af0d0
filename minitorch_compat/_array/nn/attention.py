"""Scaled dot product attention as one kernel, and its derivative."""
from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..core import intp
from ..core.execution.block_sizes import block_size
from ..linalg.small_products import by_small_products
from ..pointwise.where import select
from ..reduce.softmax import safe_softmax
from ..shape.copies import triangle
from ..shape.strided import convert

Array = np.ndarray[Any, np.dtype[Any]]


def factor_of(query: Any, scale: float | None) -> float:
    """The factor of the scores."""
    return 1 / math.sqrt(query.shape[-1]) if scale is None else scale


def is_added(mask: Any) -> bool:
    """Whether a mask, an array or a tensor, is additive rather than boolean."""
    return bool(getattr(mask, "_array", mask).dtype.kind != "b")


def visible(query: Any, key: Any, mask: Any, causal: bool) -> Any:
    """The combined mask, boolean or additive; None if nothing is masked."""
    if not causal:
        return mask
    earlier = triangle(query.shape[-2], key.shape[-2])
    if mask is None:
        return earlier
    return visible_both(mask, earlier)


#: Queries from which on a transposed copy of the keys pays for the product.
_QUERIES = block_size(__name__, "_QUERIES", 64)


def _products(query: Array, key: Array, factor: float) -> Array:
    """Products of queries and keys, times a factor."""
    number = query.dtype.type(factor)
    if query.shape[-2] < _QUERIES:
        return np.matmul(np.multiply(query, number), key.swapaxes(-2, -1))
    turned = key.swapaxes(-2, -1)
    return by_small_products(query, np.multiply(turned, number, np.empty(turned.shape, key.dtype)))


def _scores(query: Array, key: Array, mask: Any, causal: bool, scale: float | None) -> Array:
    scores = _products(query, key, factor_of(query, scale))
    if causal and mask is None:
        return hidden_later(scores, 0)
    seen = visible(query, key, mask, causal)
    if seen is None:
        return scores
    return np.add(scores, seen, scores) if seen.dtype.kind != "b" else select(seen, scores, scores.dtype.type(-math.inf))


def hidden_later(scores: Array, first: int) -> Array:
    """Mask later keys with -inf, in-place, in the scores of queries from position `first` on."""
    rows, keys = scores.shape[-2:]
    for i in range(min(rows, max(0, keys - 1 - first))):
        scores[..., i, first + i + 1:] = -math.inf
    return scores


#: Queries of a block in causal attention: scores masked for the whole block are not computed.
_STRETCH = block_size(__name__, "_STRETCH", 128)
#: Scores from which on that pays.
_MANY = block_size(__name__, "_MANY", 1 << 17)


def is_causal_by_stretches(query: Array, key: Array) -> bool:
    """Whether it pays to skip scores that are masked for whole blocks of queries."""
    return query.shape[-2] > _STRETCH and math.prod(query.shape[:-1]) * key.shape[-2] > _MANY


def causal_attention(query: Array, key: Array, value: Array, factor: float) -> Array:
    """Causal attention without the weights: keys after a query's position are masked."""
    length, step = query.shape[-2], min(_STRETCH, max(1, query.shape[-2] // 4))
    out = np.empty((*query.shape[:-1], value.shape[-1]), query.dtype)
    for i in range(0, length, step):
        end = min(length, i + step)
        weights = _weights(query[..., i:end, :], key[..., :end, :], i, factor)
        by_small_products(weights, value[..., :end, :], out[..., i:end, :])
    return out


#: Number of scores above which queries are processed in blocks, and the size of a block.
BLOCK = block_size(__name__, "BLOCK", 1 << 20)


def is_long(query: Array, key: Array) -> bool:
    """Whether attention is computed by blocks of queries."""
    return math.prod(query.shape[:-1]) * key.shape[-2] > BLOCK and query.ndim == key.ndim == 4


def _blocks(query: Array, key: Array, mask: Any, causal: bool) -> Iterator[tuple[Any, Any, Any, Any]]:
    """The index of an example and a head, the slice of queries, the slice of keys that are not all masked, and the mask of the block.

    The mask is boolean or additive or, if only later keys are masked, the position of the first query.
    """
    batch, heads, length, _ = query.shape
    step = max(1, BLOCK // max(1, key.shape[-2]))
    if causal and mask is None:
        step = min(step, _STRETCH)
    full = None if mask is None else np.broadcast_to(mask, (batch, heads, length, key.shape[-2]))
    for place in np.ndindex(batch, heads):
        for i in range(0, length, step):
            rows = slice(i, min(length, i + step))
            seen: Any = None if full is None else full[place][rows]
            if causal and full is None:
                seen = rows.start  # stands for a causal mask
            elif causal:
                earlier = intp.arange(key.shape[-2]) <= intp.arange(rows.start, rows.stop)[:, None]
                seen = earlier if seen is None else visible_both(seen, earlier)
            yield place, rows, slice(rows.stop if seen.__class__ is int else None), seen


def visible_both(mask: Array, earlier: Array) -> Array:
    """A boolean or additive mask combined with a boolean causal one."""
    return mask & earlier if mask.dtype.kind == "b" else np.where(earlier, mask, mask.dtype.type(-math.inf))


def _weights(query: Array, key: Array, seen: Any, factor: float) -> Array:
    """The attention weights of a block of queries."""
    scores = _products(query, key, factor)
    if seen.__class__ is int:
        hidden_later(scores, seen)
    elif seen is not None:
        scores = np.add(scores, seen, scores) if seen.dtype.kind != "b" else select(seen, scores, scores.dtype.type(-math.inf))
    return safe_softmax(scores, -1, seen.__class__ is int)


def attention_by_blocks(query: Array, key: Array, value: Array, mask: Any, causal: bool, factor: float) -> Array:
    """The attended values alone, of four dimensions, in the layout of the query: the weights of one block at a time."""
    same = query.shape[-1] == value.shape[-1]
    out = np.empty_like(query, subok=False) if same else np.empty((*query.shape[:-1], value.shape[-1]), query.dtype)
    for place, rows, keys, seen in _blocks(query, key, mask, causal):
        out[place][rows] = np.matmul(_weights(query[place][rows], key[place][keys], seen, factor), value[place][keys])
    return out


def attention(query: Array, key: Array, value: Array, mask: Any, causal: bool, scale: float | None) -> tuple[Array, Array]:
    """The attended values, in the layout of the query, and the weights; rows that are entirely masked have weights 0.

    For long sequences weights are not kept but recomputed: the result has an expanded NaN in their place.
    """
    if query.dtype.itemsize == 2:
        query32, key32, value32 = (a.astype(np.float32) for a in (query, key, value))
        out, weights = attention(query32, key32, value32, mask, causal, scale)
        return convert(out, query.dtype), weights
    if is_long(query, key):
        shape = (*query.shape[:-1], key.shape[-2])
        return (attention_by_blocks(query, key, value, mask, causal, factor_of(query, scale)),
                np.broadcast_to(query.dtype.type(math.nan), shape))
    weights = safe_softmax(_scores(query, key, mask, causal, scale), -1, causal)
    return by_small_products(weights, value, np.empty_like(query, subok=False)), weights


def attention_backward(g: Array, out: Array, weights: Array, query: Array, key: Array, value: Array, mask: Any, causal: bool,
                       scale: float | None) -> tuple[Array, Array, Array, None]:
    """The gradients of query, key and value."""
    if query.dtype.itemsize == 2:
        g, out, query, key, value = (a.astype(np.float32) for a in (g, out, query, key, value))
    factor = query.dtype.type(factor_of(query, scale))
    if not any(weights.strides):
        return _backward_by_blocks(g, out, query, key, value, mask, causal, factor)
    slopes = _slopes(g, out, weights, value, factor)
    return _product(slopes, key), _product(slopes.swapaxes(-2, -1), query), _product(weights.swapaxes(-2, -1), g), None


def _slopes(g: Array, out: Array, weights: Array, value: Array, factor: Any) -> Array:
    """The cotangents of the unscaled products of queries and keys."""
    slopes = _products(g, value, 1)
    np.subtract(slopes, np.einsum("...i,...i->...", g, out)[..., None], slopes)
    np.multiply(slopes, weights, slopes)
    return np.multiply(slopes, factor, slopes)


def _backward_by_blocks(g: Array, out: Array, query: Array, key: Array, value: Array, mask: Any, causal: bool,
                        factor: Any) -> tuple[Array, Array, Array, None]:
    gq, gk, gv = (_transposed_zeros(a) for a in (query, key, value))
    for place, rows, keys, seen in _blocks(query, key, mask, causal):
        own, part = query[place][rows], g[place][rows]
        weights = _weights(own, key[place][keys], seen, factor)
        gv[place][keys] += np.matmul(weights.T, part)
        slopes = _slopes(part, out[place][rows], weights, value[place][keys], factor)
        gq[place][rows] = np.matmul(slopes, key[place][keys])
        gk[place][keys] += np.matmul(slopes.T, own)
    return gq, gk, gv, None


def _transposed_zeros(a: Array) -> Array:
    """Zeros with the layout of results of `_product`."""
    batch, heads, length, width = a.shape
    return np.zeros((batch, length, heads, width), a.dtype).transpose(0, 2, 1, 3)


def _product(a: Array, b: Array) -> Array:
    """a @ b, with the memory order (batch, position, head), as before attention splits the heads."""
    batch, heads, length, _ = a.shape
    out = np.empty((batch, length, heads, b.shape[-1]), b.dtype).transpose(0, 2, 1, 3)
    return by_small_products(a, b, out)


def logsumexp(query: Array, key: Array, mask: Any, causal: bool, scale: float | None) -> Array:
    """log(sum(exp(scores))) of each row, 0 where all keys are masked; in PyTorch's layout, heads innermost."""
    if query.dtype.itemsize == 2:
        query, key = query.astype(np.float32), key.astype(np.float32)
    if is_long(query, key):
        found = np.empty(query.shape[:-1], query.dtype)
        for place, rows, keys, seen in _blocks(query, key, mask, causal):
            parts = query[place][rows], key[place][keys]
            scores = _scores(*parts, None, False, scale) if seen.__class__ is int else _scores(*parts, seen, False, scale)
            found[place][rows] = _log_sums(hidden_later(scores, seen) if seen.__class__ is int else scores)
    else:
        found = _log_sums(_scores(query, key, mask, causal, scale))
    transposed = np.empty(found.swapaxes(-2, -1).shape, found.dtype)
    transposed[...] = found.swapaxes(-2, -1)
    return transposed.swapaxes(-2, -1)


def _log_sums(scores: Array) -> Array:
    peak = scores.max(-1, keepdims=True)
    peak[np.isneginf(peak)] = 0
    sums = np.exp(scores - peak).sum(-1)
    return np.log(sums, out=np.zeros_like(sums), where=sums > 0) + peak[..., 0]
