"""Scaled dot product attention as one kernel, and its derivative."""
from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np

from ..core import intp
from ..core.execution.block_sizes import block_size
from ..core.execution.quiet import quiet
from ..linalg.products import multiply_stacks
from ..linalg.small_products import matmul_in_pieces
from ..reduce.softmax import safe_softmax
from ..shape.copies import triangle
from ..shape.strided import convert

Array = np.ndarray[Any, np.dtype[Any]]


def score_factor(query: Any, scale: float | None) -> float:
    """The factor of the scores."""
    return 1 / math.sqrt(query.shape[-1]) if scale is None else scale


def is_additive_mask(mask: Any) -> bool:
    """Whether a mask, an array or a tensor, is additive rather than boolean."""
    return bool(getattr(mask, "_array", mask).dtype.kind != "b")


def combine_masks(query: Any, key: Any, mask: Any, causal: bool) -> Any:
    """The combined mask, boolean or additive; None if nothing is masked."""
    if not causal:
        return mask
    causal_mask = triangle(query.shape[-2], key.shape[-2])
    if mask is None:
        return causal_mask
    return add_causal_mask(mask, causal_mask)


#: Queries from which on a transposed copy of the keys pays for the product.
_TRANSPOSE_MIN_QUERIES = block_size(__name__, "_TRANSPOSE_MIN_QUERIES", 64)


def _scaled_products(query: Array, key: Array, factor: float) -> Array:
    """Products of queries and keys, times a factor."""
    number = query.dtype.type(factor)
    if query.shape[-2] < _TRANSPOSE_MIN_QUERIES:
        return multiply_stacks(np.multiply(query, number), key.swapaxes(-2, -1))
    transposed_key = key.swapaxes(-2, -1)
    return matmul_in_pieces(query, np.multiply(transposed_key, number, np.empty(transposed_key.shape, key.dtype)))


def _scores(query: Array, key: Array, mask: Any, causal: bool, scale: float | None) -> Array:
    scores = _scaled_products(query, key, score_factor(query, scale))
    if causal and mask is None:
        return mask_later_keys(scores, 0)
    block_mask = combine_masks(query, key, mask, causal)
    if block_mask is None:
        return scores
    return add_mask(scores, block_mask)


@quiet
def add_mask(scores: Array, mask: Array) -> Array:
    """Add a mask, in-place. A boolean one counts as -inf where it is False: scores of NaN and infinity become NaN, as in PyTorch."""
    return np.add(scores, mask if mask.dtype.kind != "b" else np.where(mask, scores.dtype.type(0), scores.dtype.type(-math.inf)), scores)


def mask_later_keys(scores: Array, first: int) -> Array:
    """Mask later keys with -inf, in-place, in the scores of queries from position `first` on."""
    rows, keys = scores.shape[-2:]
    for i in range(min(rows, max(0, keys - 1 - first))):
        scores[..., i, first + i + 1:] = -math.inf
    return scores


#: Queries of a block in causal attention: scores masked for the whole block are not computed.
_QUERY_BLOCK = block_size(__name__, "_QUERY_BLOCK", 128)
#: Scores from which on that pays.
_SKIPPING_MIN_SCORES = block_size(__name__, "_SKIPPING_MIN_SCORES", 1 << 17)


def skips_masked_blocks(query: Array, key: Array) -> bool:
    """Whether it pays to skip scores that are masked for whole blocks of queries."""
    return query.shape[-2] > _QUERY_BLOCK and math.prod(query.shape[:-1]) * key.shape[-2] > _SKIPPING_MIN_SCORES


def causal_attention(query: Array, key: Array, value: Array, factor: float) -> Array:
    """Causal attention without the weights: keys after a query's position are masked."""
    length, step = query.shape[-2], min(_QUERY_BLOCK, max(1, query.shape[-2] // 4))
    out = np.empty((*query.shape[:-1], value.shape[-1]), query.dtype)
    for i in range(0, length, step):
        end = min(length, i + step)
        weights = _weights(query[..., i:end, :], key[..., :end, :], i, factor)
        matmul_in_pieces(weights, value[..., :end, :], out[..., i:end, :])
    return out


#: Number of scores above which queries are processed in blocks, and the size of a block.
BLOCK = block_size(__name__, "BLOCK", 1 << 20)


def is_computed_in_blocks(query: Array, key: Array) -> bool:
    """Whether attention is computed by blocks of queries."""
    return math.prod(query.shape[:-1]) * key.shape[-2] > BLOCK and query.ndim == key.ndim == 4


def _blocks(query: Array, key: Array, mask: Any, causal: bool) -> Iterator[tuple[Any, Any, Any, Any]]:
    """The index of an example and a head, the slice of queries, the slice of keys that are not all masked, and the mask of the block.

    The mask is boolean or additive or, if only later keys are masked, the position of the first query.
    """
    batch, heads, length, _ = query.shape
    step = max(1, BLOCK // max(1, key.shape[-2]))
    if causal and mask is None:
        step = min(step, _QUERY_BLOCK)
    full = None if mask is None else np.broadcast_to(mask, (batch, heads, length, key.shape[-2]))
    for head_index in np.ndindex(batch, heads):
        for i in range(0, length, step):
            rows = slice(i, min(length, i + step))
            block_mask: Any = None if full is None else full[head_index][rows]
            if causal and full is None:
                block_mask = rows.start  # stands for a causal mask
            elif causal:
                earlier = intp.arange(key.shape[-2]) <= intp.arange(rows.start, rows.stop)[:, None]
                block_mask = earlier if block_mask is None else add_causal_mask(block_mask, earlier)
            yield head_index, rows, slice(rows.stop if block_mask.__class__ is int else None), block_mask


def add_causal_mask(mask: Array, causal_mask: Array) -> Array:
    """A boolean or additive mask combined with a boolean causal one."""
    return mask & causal_mask if mask.dtype.kind == "b" else np.where(causal_mask, mask, mask.dtype.type(-math.inf))


def _weights(query: Array, key: Array, block_mask: Any, factor: float) -> Array:
    """The attention weights of a block of queries."""
    scores = _scaled_products(query, key, factor)
    if block_mask.__class__ is int:
        mask_later_keys(scores, block_mask)
    elif block_mask is not None:
        add_mask(scores, block_mask)
    return safe_softmax(scores, -1, block_mask.__class__ is int)


def attention_in_blocks(query: Array, key: Array, value: Array, mask: Any, causal: bool, factor: float) -> Array:
    """The attended values alone, of four dimensions, in the layout of the query: the weights of one block at a time."""
    same = query.shape[-1] == value.shape[-1]
    out = np.empty_like(query, subok=False) if same else np.empty((*query.shape[:-1], value.shape[-1]), query.dtype)
    for head_index, rows, keys, block_mask in _blocks(query, key, mask, causal):
        weights = _weights(query[head_index][rows], key[head_index][keys], block_mask, factor)
        out[head_index][rows] = np.matmul(weights, value[head_index][keys])
    return out


def repeat_heads(a: Array, query: Array) -> Array:
    """Keys or values with each head repeated for the heads of the query that share it."""
    return a if a.ndim < 3 or a.shape[-3] == query.shape[-3] else intp.repeat(a, query.shape[-3] // a.shape[-3], -3)


def _sum_shared_heads(grad: Array, heads: int) -> Array:
    """The gradient of keys or values of `heads` heads from that of the repeated ones, in the same layout."""
    batch, repeated, length, width = grad.shape
    if heads == repeated:
        return grad
    return grad.transpose(0, 2, 1, 3).reshape(batch, length, heads, repeated // heads, width).sum(3).transpose(0, 2, 1, 3)


def attention(query: Array, key: Array, value: Array, mask: Any, causal: bool, scale: float | None) -> tuple[Array, Array]:
    """The attended values, in the layout of the query, and the weights; rows that are entirely masked have weights 0.

    For long sequences weights are not kept but recomputed: the result has an expanded NaN in their place.
    """
    if query.dtype.itemsize == 2:
        query32, key32, value32 = (a.astype(np.float32) for a in (query, key, value))
        out, weights = attention(query32, key32, value32, mask, causal, scale)
        return convert(out, query.dtype), weights
    key, value = repeat_heads(key, query), repeat_heads(value, query)
    if is_computed_in_blocks(query, key):
        shape = (*query.shape[:-1], key.shape[-2])
        return (attention_in_blocks(query, key, value, mask, causal, score_factor(query, scale)),
                np.broadcast_to(query.dtype.type(math.nan), shape))
    weights = safe_softmax(_scores(query, key, mask, causal, scale), -1, causal)
    return matmul_in_pieces(weights, value, np.empty_like(query, subok=False)), weights


def attention_backward(g: Array, out: Array, weights: Array, query: Array, key: Array, value: Array, mask: Any, causal: bool,
                       scale: float | None) -> tuple[Array, Array, Array, None]:
    """The gradients of query, key and value."""
    if query.dtype.itemsize == 2:
        g, out, query, key, value = (a.astype(np.float32) for a in (g, out, query, key, value))
    factor = query.dtype.type(score_factor(query, scale))
    heads, key, value = key.shape[-3], repeat_heads(key, query), repeat_heads(value, query)
    if not any(weights.strides):
        gq, gk, gv = _backward_in_blocks(g, out, query, key, value, mask, causal, factor)
    else:
        slopes = _score_gradients(g, out, weights, value, factor)
        gq, gk, gv = (_matmul_heads_inside(slopes, key), _matmul_heads_inside(slopes.swapaxes(-2, -1), query),
                      _matmul_heads_inside(weights.swapaxes(-2, -1), g))
    return gq, _sum_shared_heads(gk, heads), _sum_shared_heads(gv, heads), None


def _score_gradients(g: Array, out: Array, weights: Array, value: Array, factor: Any) -> Array:
    """The cotangents of the unscaled products of queries and keys."""
    slopes = _scaled_products(g, value, 1)
    np.subtract(slopes, np.einsum("...i,...i->...", g, out)[..., None], slopes)
    np.multiply(slopes, weights, slopes)
    return np.multiply(slopes, factor, slopes)


def _backward_in_blocks(g: Array, out: Array, query: Array, key: Array, value: Array, mask: Any, causal: bool,
                        factor: Any) -> tuple[Array, Array, Array]:
    gq, gk, gv = (_zeros_heads_inside(a) for a in (query, key, value))
    for head_index, rows, keys, block_mask in _blocks(query, key, mask, causal):
        own, part = query[head_index][rows], g[head_index][rows]
        weights = _weights(own, key[head_index][keys], block_mask, factor)
        gv[head_index][keys] += np.matmul(weights.T, part)
        slopes = _score_gradients(part, out[head_index][rows], weights, value[head_index][keys], factor)
        gq[head_index][rows] = np.matmul(slopes, key[head_index][keys])
        gk[head_index][keys] += np.matmul(slopes.T, own)
    return gq, gk, gv


def _zeros_heads_inside(a: Array) -> Array:
    """Zeros with the layout of results of `_matmul_heads_inside`."""
    batch, heads, length, width = a.shape
    return np.zeros((batch, length, heads, width), a.dtype).transpose(0, 2, 1, 3)


def _matmul_heads_inside(a: Array, b: Array) -> Array:
    """a @ b, with the memory order (batch, position, head), as before attention splits the heads."""
    batch, heads, length, _ = a.shape
    out = np.empty((batch, length, heads, b.shape[-1]), b.dtype).transpose(0, 2, 1, 3)
    return matmul_in_pieces(a, b, out)


def logsumexp(query: Array, key: Array, mask: Any, causal: bool, scale: float | None) -> Array:
    """log(sum(exp(scores))) of each row, 0 where all keys are masked; in PyTorch's layout, heads innermost."""
    if query.dtype.itemsize == 2:
        query, key = query.astype(np.float32), key.astype(np.float32)
    key = repeat_heads(key, query)
    if is_computed_in_blocks(query, key):
        found = np.empty(query.shape[:-1], query.dtype)
        for head_index, rows, keys, block_mask in _blocks(query, key, mask, causal):
            parts = query[head_index][rows], key[head_index][keys]
            scores = _scores(*parts, None, False, scale) if block_mask.__class__ is int else _scores(*parts, block_mask, False, scale)
            found[head_index][rows] = _logsumexp_of_scores(mask_later_keys(scores, block_mask) if block_mask.__class__ is int else scores)
    else:
        found = _logsumexp_of_scores(_scores(query, key, mask, causal, scale))
    transposed = np.empty(found.swapaxes(-2, -1).shape, found.dtype)
    transposed[...] = found.swapaxes(-2, -1)
    return transposed.swapaxes(-2, -1)


def _logsumexp_of_scores(scores: Array) -> Array:
    peak = scores.max(-1, keepdims=True)
    peak[np.isneginf(peak)] = 0
    sums = np.exp(scores - peak).sum(-1)
    return np.log(sums, out=np.zeros_like(sums), where=sums > 0) + peak[..., 0]
