"""Scaled dot product attention where PyTorch has one op for it."""
from __future__ import annotations

from typing import Any

from ...._array.nn import attention as k
from ...batching import rules as b
from ...op import fused


def _repeat_heads(xp: Any, a: Any, query: Any) -> Any:
    """Keys or values with each head repeated for the heads of the query that share it."""
    *batch, heads, length, width = a.shape
    ratio = query.shape[-3] // heads
    if ratio == 1:
        return a
    return xp.reshape(xp.expand(xp.unsqueeze(a, -3), (*batch, heads, ratio, length, width)), (*batch, heads * ratio, length, width))


def _attention_by_ops(xp: Any, query: Any, key: Any, value: Any, mask: Any, causal: bool, scale: float | None) -> tuple[Any, Any]:
    key, value = _repeat_heads(xp, key, query), _repeat_heads(xp, value, query)
    scores = xp.matmul(query * k.score_factor(query, scale), xp.transpose(key, -2, -1))
    added = mask is not None and k.is_additive_mask(mask)
    if added:
        scores = scores + mask
    if not causal and (mask is None or added):
        weights = xp.safe_softmax(scores, -1)
        return xp.matmul(weights, value), xp.stop_gradient(weights)
    ones = xp.exp(xp.contiguous_zeros(xp.stop_gradient(scores)))
    hidden = xp.triu(ones, 1) if causal else xp.contiguous_zeros(ones)
    if mask is not None and not added:
        hidden = xp.masked_fill_value(ones, mask, 0.0) + hidden
    weights = xp.safe_softmax(xp.masked_fill_value(scores, hidden > 0, float("-inf")), -1)
    return xp.matmul(weights, value), xp.stop_gradient(weights)


FLASH_ATTENTION = fused(
    "flash_attention(Tensor query, Tensor key, Tensor value, Tensor? attn_mask, bool is_causal, float? scale) -> "
    "(Tensor output, Tensor weights)", k.attention,
    joint=lambda xp, g, output, weights, query, key, value, attn_mask, is_causal, scale: k.attention_backward(
        g, output, weights, query, key, value, attn_mask, is_causal, scale),
    composite=_attention_by_ops, differentiable=(0,), module=None, node="ScaledDotProductFlashAttentionForCpuBackward0", refuses="buic",
    batch=b.Definition(_attention_by_ops))
