"""Attention and encoder layers in evaluation without gradients, for which PyTorch has separate kernels.

These kernels differ from the general path: masks are converted to booleans (any nonzero value masks), a query for which
all keys are masked gives NaN, `is_causal` without a mask is no error, and an encoder with only a padding mask skips padding, where its
result is 0.
"""
from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from ..._dispatch.state import LOCAL
from ...backends import mha
from .. import functional as F
from .._torch import is_grad_enabled, ops
from ._hooks import has_forward_hooks

if TYPE_CHECKING:
    from ._attention import MultiheadAttention
    from .transformer import TransformerEncoder, TransformerEncoderLayer


def is_attention_eligible(layer: MultiheadAttention, query: Any, key: Any, value: Any, masks: tuple[Any, ...]) -> bool:
    """Whether PyTorch uses its inference kernel for this attention."""
    if layer.training or not layer.batch_first or not (query is key is value) or query.dim() != 3 or not mha.get_fastpath_enabled():
        return False
    weight, bias = layer.in_proj_weight, layer.in_proj_bias
    if weight is None or bias is None or not query.dtype == weight.dtype == bias.dtype:
        return False
    if layer.num_heads % 2 or layer.bias_k is not None or layer.bias_v is not None or layer.add_zero_attn or not layer._qkv_same_embed_dim:
        return False
    if any(mask is not None and mask.is_floating_point() for mask in masks):
        return False
    return _is_plain_inference((query, weight, bias, layer.out_proj.weight, layer.out_proj.bias))


def is_layer_eligible(layer: TransformerEncoderLayer, src: Any) -> bool:
    """Whether PyTorch uses its inference kernel for this encoder layer."""
    attention = layer.self_attn
    if layer.training or src.dim() != 3 or not attention.batch_first or not mha.get_fastpath_enabled():
        return False
    if attention.in_proj_bias is None or not attention._qkv_same_embed_dim or attention.num_heads % 2:
        return False
    if not layer.activation_relu_or_gelu or layer.norm1.eps != layer.norm2.eps or any(map(has_forward_hooks, layer.modules())):
        return False
    return _is_plain_inference((src, *_parameters(layer)))


def is_padding_removable(encoder: TransformerEncoder, src: Any, padding: Any, mask: Any) -> bool:
    """Whether PyTorch removes padding before the encoder's layers."""
    first = encoder.layers[0]
    if not getattr(encoder, "use_nested_tensor", False) or first.training or src.dim() != 3 or padding is None or mask is not None:
        return False
    if not mha.get_fastpath_enabled() or padding.shape != src.shape[:2] or not _is_plain_inference((src, *_parameters(first))):
        return False
    return not getattr(encoder, "mask_check", True) or _left_aligned(padding)


def _parameters(layer: TransformerEncoderLayer) -> tuple[Any, ...]:
    attention = layer.self_attn
    parts = (attention.out_proj, layer.norm1, layer.norm2, layer.linear1, layer.linear2)
    return (attention.in_proj_weight, attention.in_proj_bias, *(p for part in parts for p in (part.weight, part.bias)))


def _is_plain_inference(tensors: tuple[Any, ...]) -> bool:
    """Whether no gradient is needed, no class overrides, and no tensor is on the meta device."""
    from ...overrides import has_torch_function
    if has_torch_function(tensors) or not all(t.device.type == "cpu" for t in tensors if t is not None):
        return False
    return not (is_grad_enabled() and any(t.requires_grad for t in tensors if t is not None))


def _left_aligned(padding: Any) -> bool:
    """Whether no token follows padding."""
    is_token = padding.logical_not()
    return not bool((is_token[:, 1:] & ~is_token[:, :-1]).any())


def attention(layer: MultiheadAttention, x: Any, attn_mask: Any, padding: Any, need_weights: bool, average: bool) -> tuple[Any, Any]:
    """The output (N, L, E) and the weights of the inference kernel."""
    is_masked = None
    merged, _ = layer.merge_masks(attn_mask, padding, x)
    if merged is not None:
        batch, length, _ = x.shape
        is_masked = merged.bool() if merged.dim() == 4 else merged.bool().view(batch, 1, 1, length)
        if is_masked.shape[1] not in (1, layer.num_heads):
            raise RuntimeError(f"For mask_type == 2 mask shape should match input shape, but got attn_mask {tuple(attn_mask.shape)}")
        is_masked = is_masked.expand(batch, layer.num_heads, length, length)
    output, weights = _attend(layer, x, is_masked, need_weights)
    if weights is not None and average:
        weights = weights.mean(1)
    return output, weights


def _attend(layer: MultiheadAttention, x: Any, is_masked: Any, need_weights: bool) -> tuple[Any, Any]:
    mask = None
    if is_masked is not None:
        mask = ops.zeros(is_masked.shape, dtype=x.dtype).masked_fill_(is_masked, float("-inf")).flatten(0, 1)
    x = x.transpose(1, 0)
    output, weights = F.multi_head_attention_forward(
        x, x, x, layer.embed_dim, layer.num_heads, layer.in_proj_weight, layer.in_proj_bias, None, None, False, 0.0, layer.out_proj.weight,
        layer.out_proj.bias, training=False, need_weights=need_weights, attn_mask=mask, average_attn_weights=False)
    output = output.transpose(1, 0).contiguous()
    if is_masked is not None and not need_weights:
        is_fully_masked = is_masked.all(-1).any(1)  # queries for which all keys are masked in some head
        if bool(is_fully_masked.any()):
            output = output.masked_fill(is_fully_masked.unsqueeze(-1), float("nan"))
    return output, weights


def encoder_layer(layer: TransformerEncoderLayer, x: Any, mask: Any, padding: Any) -> Any:
    """Run an encoder layer without dropout, with the activation of its constructor; under autocast in the lower precision."""
    if LOCAL.autocast is not None:
        return _encoder_layer_autocast(layer, x, mask, padding)
    activation = F.relu if layer.activation_relu_or_gelu == 1 else F.gelu

    def attend(x: Any) -> Any:
        return attention(layer.self_attn, x, mask, padding, False, False)[0]

    def feed_forward(x: Any) -> Any:
        return F.linear(activation(F.linear(x, layer.linear1.weight, layer.linear1.bias)), layer.linear2.weight, layer.linear2.bias)

    def norm(x: Any, part: Any) -> Any:
        return F.layer_norm(x, (layer.self_attn.embed_dim,), part.weight, part.bias, layer.norm1.eps)

    if layer.norm_first:
        x = x + attend(norm(x, layer.norm1))
        return x + feed_forward(norm(x, layer.norm2))
    x = norm(x + attend(x), layer.norm1)
    return norm(x + feed_forward(x), layer.norm2)


def _encoder_layer_autocast(layer: TransformerEncoderLayer, x: Any, mask: Any, padding: Any) -> Any:
    from ...amp import autocast, get_autocast_dtype
    dtype = get_autocast_dtype("cpu")
    with autocast("cpu", enabled=False):
        return encoder_layer(copy.deepcopy(layer).to(dtype), x.to(dtype), mask, padding)


def padding_moved_to_end(padding: Any) -> Any:
    """Return a mask with the padding of each example moved to its end. Raise RuntimeError if there is only padding."""
    lengths = padding.logical_not().sum(1, keepdim=True)
    moved = ops.arange(padding.shape[1]).unsqueeze(0) >= lengths
    if bool(moved.all()):
        raise RuntimeError("to_padded_tensor: at least one constituent tensor should have non-zero numel")
    return moved
