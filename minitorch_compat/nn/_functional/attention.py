"""Attention. https://docs.pytorch.org/docs/stable/nn.functional.html"""
from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.user_warnings import warn
from ..._array.linalg.products import matmul
from ..._array.nn.attention import (
    add_mask,
    attention_in_blocks,
    causal_attention,
    is_computed_in_blocks,
    mask_later_keys,
    skips_masked_blocks,
)
from ..._array.reduce.softmax import safe_softmax
from ..._array.shape.copies import triangle
from ..._bindings.functions.arguments import can_run_on_arrays
from ..._bindings.generated import functions as ops
from ..._dispatch.call.autocast import run_in_lower_precision
from ..._dispatch.call.caller import caller, wrap
from ..._dispatch.grad_mode import profiled_as_one
from ..._dispatch.messages import argument_messages
from ..._dispatch.state import ACTIVE, LOCAL
from ..._dispatch.tensor import TensorBase, is_meta_tensor
from .arguments import requires_tensor
from .dropout import dropout
from .linear import linear

if TYPE_CHECKING:
    from ..._bindings.annotations import Dtype
    from ..._bindings.tensor.tensor import Tensor

_flash, _FLASH_NAME = caller("flash_attention"), "_scaled_dot_product_flash_attention_for_cpu.default"
_matmul, _bmm, _softmax, _pad = caller("matmul"), caller("bmm"), caller("softmax_dim"), caller("constant_pad_nd")
#: The permitted kernels, set by `torch.nn.attention.sdpa_kernel`: `flash` is the fused one, `math` is a sequence of ops.
KERNELS = {"flash": True, "mem_efficient": True, "math": True, "cudnn": True}
_scale_by, _safe_softmax = caller("mul_scalar"), caller("safe_softmax")


@requires_tensor("scaled_dot_product_attention", "query")
def scaled_dot_product_attention(query: Tensor, key: Tensor, value: Tensor, attn_mask: Tensor | None = None, dropout_p: float = 0.0,
                                 is_causal: bool = False,
                                 scale: float | None = None, enable_gqa: bool = False) -> Tensor:
    """Attention: means of values, weighted by how well keys fit queries.

        softmax(query @ key.mT * scale + mask) @ value

    Parameters
    ----------
    query : Tensor
        batch x ... x heads x L x E.
    key : Tensor
        batch x ... x heads x S x E.
    value : Tensor
        batch x ... x heads x S x Ev.
    attn_mask : Tensor, optional
        Broadcast to ... x L x S: booleans, True where a query may attend to a key, or floats that are added.
    dropout_p : float, default 0.0
        The probability that a weight is dropped, also in evaluation.
    is_causal : bool, default False
        Queries attend to keys up to their own position; not together with `attn_mask`.
    scale : float, optional
        1 / sqrt(E) if not given.
    enable_gqa : bool, default False
        Keys and values may have fewer heads, each shared by several heads of queries.

    Returns
    -------
    Tensor
        batch x ... x heads x L x Ev.

    Raises
    ------
    RuntimeError
        `attn_mask` and `is_causal` are both given, or shapes do not fit.

    Notes
    -----
    After Vaswani and others (2017).

    References
    ----------
    PyTorch: torch.nn.functional.scaled_dot_product_attention

    Examples
    --------
    >>> q, k = torch.zeros(1, 2, 4), torch.ones(1, 3, 4)
    >>> v = torch.tensor([[[1.], [2.], [6.]]])
    >>> torch.nn.functional.scaled_dot_product_attention(q, k, v)
    tensor([[[3.],
             [3.]]])
    >>> torch.nn.functional.scaled_dot_product_attention(k, k, v, is_causal=True)
    tensor([[[1.0000],
             [1.5000],
             [3.0000]]])
    """
    if ACTIVE and LOCAL.autocast is not None:
        return run_in_lower_precision(scaled_dot_product_attention, (query, key, value, attn_mask), dropout_p, is_causal, scale, enable_gqa)
    _check_attention(query._array, key._array, value._array, attn_mask)
    if not dropout_p <= 1.0 and dropout_p == dropout_p:
        raise RuntimeError(f"dropout probability has to be between 0 and 1, but got {dropout_p:g}")
    is_fused = KERNELS["flash"] and not dropout_p > 0.0 and _is_fused(query, key, value, enable_gqa)
    if not dropout_p > 0.0:
        if dropout_p and is_fused:
            raise RuntimeError("scaled_dot_product_attention_flash_attention: Currently do not support dropout > 0")
        dropout_p = 0.0
    head_dim = query._array.shape[-1]
    factor = scale if scale is not None else 1 / math.sqrt(head_dim) if head_dim else 1.0  # without elements every score is 0
    if is_fused and attn_mask is not None:
        if attn_mask._array.ndim == 1:
            raise IndexError("Dimension out of range (expected to be in range of [-1, 0], but got -2)")
        is_fused = _is_mask_fusable(attn_mask, query._array, key._array)
    if not is_fused and not KERNELS["math"] and not (KERNELS["flash"] and query._array.dtype.kind == "V" and not dropout_p):
        raise RuntimeError("No available kernel.  Aborting execution." if KERNELS["flash"] else "No viable backend for "
                           "scaled_dot_product_attention was found. This is likely due to turning off both the math kernel and the "
                           "fused kernels.")
    is_recorded = not (can_run_on_arrays(query, key, value) and (attn_mask is None or can_run_on_arrays(attn_mask)))
    if is_fused and (is_recorded or enable_gqa) and not (ACTIVE and (LOCAL.levels or LOCAL.functionalizing)):  # levels look into the op
        return profiled_as_one(_FLASH_NAME, (query, key, value, dropout_p, is_causal),
                      lambda: _flash(query, key, value, attn_mask, is_causal, scale)[0])
    if query._array.dtype.itemsize == 2 and query._array.dtype.kind in "fV":  # only the result is rounded, as in PyTorch
        mask = attn_mask if attn_mask is None or attn_mask._array.dtype.kind == "b" else attn_mask.float()
        return scaled_dot_product_attention(query.float(), key.float(), value.float(), mask, dropout_p, is_causal, scale, enable_gqa).to(
            query.dtype)
    if not (is_recorded or dropout_p or enable_gqa or is_causal and attn_mask is not None) and query._array.dtype.char in "fd":
        array_mask = None if attn_mask is None else attn_mask._array
        with suppress(ValueError, RuntimeError):  # shapes that do not fit; the ops below refuse them with PyTorch's message
            return wrap(_attention_on_arrays(query._array, key._array, value._array, array_mask, is_causal, factor))
    if enable_gqa:
        heads = query._array.shape[-3]
        if heads % key._array.shape[-3] or heads % value._array.shape[-3]:
            raise RuntimeError("Number of heads in key and value must divide the number of heads in ")
        ratio = query._array.shape[-3] // key._array.shape[-3]
        key, value = key.repeat_interleave(ratio, -3), value.repeat_interleave(ratio, -3)

    def run() -> Any:
        mask = _additive_mask(attn_mask, query)
        return _attention_by_ops(query, key, value, mask, dropout_p, is_causal, factor, is_fused)

    if ACTIVE and is_fused:
        return profiled_as_one(_FLASH_NAME, (query, key, value, dropout_p, is_causal), lambda: _match_layout(query, run()))
    return run()


def _match_layout(query: Any, out: Any) -> Any:
    """`out` with its dimensions in the order in which the query has them in memory, as PyTorch's fused op returns it."""
    strides = query._array.strides
    order = sorted(range(len(strides)), key=lambda d: -strides[d])
    return out.permute(order).contiguous().permute([order.index(d) for d in range(len(order))])


def _is_mask_fusable(mask: Any, query: Any, key: Any) -> bool:
    """Whether PyTorch's fused op accepts the mask, which gets no gradient from it."""
    full_shape = (*query.shape[:-1], key.shape[-2])
    shape = mask._array.shape
    return len(shape) in (2, 4) and all(n in (1, m)
                                        for n, m in zip(shape, full_shape[-len(shape):], strict=True)) and not mask.requires_grad


def _is_fused(query: Any, key: Any, value: Any, enable_gqa: bool) -> bool:
    """Whether PyTorch has a fused op for this attention; in it, heads of the query may share keys and values if asked for."""
    q, k, v = query._array, key._array, value._array
    if not (q.ndim == k.ndim == v.ndim == 4 and k.shape[:2] == v.shape[:2] and (
            q.shape[1] == k.shape[1] or enable_gqa and k.shape[1] and q.shape[1] % k.shape[1] == 0)):
        return False
    return q.shape[0] == k.shape[0] and q.shape[-1] == k.shape[-1] == v.shape[-1] and q.dtype.kind in "fV" and (
        k.shape[2] == v.shape[2] and all(a.size and a.strides[-1] == a.itemsize for a in (q, k, v)))


def _additive_mask(mask: Any, query: Any) -> Any:
    """The mask to add to scores: minus infinity where a boolean mask is False."""
    if mask is None or mask._array.dtype.kind != "b":
        return mask
    return ops.where(mask, 0.0, float("-inf")).to(query.dtype)


def _attention_by_ops(query: Any, key: Any, value: Any, attn_mask: Any, dropout_p: float, is_causal: bool, factor: float,
                      fused: bool) -> Any:
    """Attention, op by op. Both factors of the product are scaled by the root of the scale, so that no score overflows."""
    root = math.sqrt(abs(factor))
    query = _scale_by(query, root if factor > 0 else -root)
    if is_causal:
        earlier = wrap(triangle(query._array.shape[-2], key._array.shape[-2])).to(query.device)
        attn_mask = _additive_mask(earlier, query) if attn_mask is None else _restrict_to_earlier_keys(attn_mask, earlier, fused)
    scores = _matmul(query, _scale_by(key.transpose(-2, -1), root))
    if attn_mask is not None:
        scores = scores + attn_mask if ACTIVE and LOCAL.levels else scores.add_(attn_mask)
    weights = _safe_softmax(scores, -1)
    if dropout_p:
        weights = dropout(weights, dropout_p)
    return _matmul(weights, value)


def _restrict_to_earlier_keys(mask: Any, earlier: Any, fused: bool) -> Any:
    """`mask` restricted to earlier keys. PyTorch takes both only in its fused op, which has no gradient for the mask."""
    if not fused:
        raise RuntimeError("_scaled_dot_product_attention: Explicit attn_mask should not be set when is_causal=True")
    return ops.where(earlier, mask, float("-inf"))


#: The number of scores per example up to which blocks are not considered.
_UNBLOCKED_SCORES = 1 << 12


def _attention_on_arrays(q: Any, k: Any, v: Any, mask: Any, causal: bool, factor: float) -> Any:
    """Attention on arrays, where nothing is recorded."""
    if q.shape[-2] * k.shape[-2] > _UNBLOCKED_SCORES and q.ndim == k.ndim == v.ndim == 4 and q.shape[:2] == k.shape[:2] == v.shape[:2] and (
            q.shape[-1] == k.shape[-1] and k.shape[2] == v.shape[2] and (mask is None or mask.ndim in (2, 4))):
        if is_computed_in_blocks(q, k):
            return attention_in_blocks(q, k, v, mask, causal, factor)
        if causal and mask is None and skips_masked_blocks(q, k):
            return causal_attention(q, k, v, factor)
    scores = np.asarray(matmul(np.multiply(q, q.dtype.type(factor)), k.swapaxes(-2, -1)))
    if causal:
        mask_later_keys(scores, 0)
    elif mask is not None:
        add_mask(scores, mask)  # raises ValueError if the mask has more examples than the scores
    return np.asarray(matmul(safe_softmax(scores, -1, causal), v))


def _check_attention(q: Any, k: Any, v: Any, mask: Any) -> None:
    if not q.dtype == k.dtype == v.dtype:
        raise RuntimeError(f"Expected query, key, and value to have the same dtype, but got query.dtype: {_c_name(q.dtype)} key.dtype: "
                           f"{_c_name(k.dtype)} and value.dtype: {_c_name(v.dtype)} instead.")
    if min(q.ndim, k.ndim, v.ndim) < 2:
        raise RuntimeError("Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: "
                           f"{q.ndim} key.dim: {k.ndim} and value.dim: {v.ndim} instead.")
    if mask is not None and mask._array.dtype.kind != "b" and mask._array.dtype not in (q.dtype, np.float32):
        raise RuntimeError("Expected attn_mask dtype to be bool or float or to match query dtype, but got attn_mask.dtype: "
                           f"{_c_name(mask._array.dtype)} and  query.dtype: {_c_name(q.dtype)} instead.")


def _c_name(dtype: Any) -> str:
    names = {"float32": "float", "float64": "double", "float16": "c10::Half", "int64": "long int", "int32": "int"}
    return names.get(dtype.name, str(dtype.name))


# Multi-head attention ---------------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Heads:
    """Queries, keys and values of all heads, (batch * heads, length, head_dim), with their masks."""

    query: Any
    key: Any
    value: Any
    mask: Any
    padding: Any
    count: int

    @property
    def batch(self) -> int:
        return int(self.query._array.shape[0]) // self.count


def multi_head_attention_forward(
    query: Tensor, key: Tensor, value: Tensor, embed_dim_to_check: int, num_heads: int, in_proj_weight: Tensor | None,
    in_proj_bias: Tensor | None, bias_k: Tensor | None,
    bias_v: Tensor | None, add_zero_attn: bool, dropout_p: float, out_proj_weight: Tensor, out_proj_bias: Tensor | None,
    training: bool = True,
    key_padding_mask: Tensor | None = None, need_weights: bool = True, attn_mask: Tensor | None = None,
    use_separate_proj_weight: bool = False,
    q_proj_weight: Tensor | None = None, k_proj_weight: Tensor | None = None, v_proj_weight: Tensor | None = None,
    static_k: Tensor | None = None, static_v: Tensor | None = None,
    average_attn_weights: bool = True, is_causal: bool = False,
) -> tuple[Any, Any]:
    """Attention in several heads, with projections before and after it; called by `torch.nn.MultiheadAttention`.

    Parameters
    ----------
    query, key, value : Tensor
        L x batch x E, S x batch x E and S x batch x E, or without the batch.
    embed_dim_to_check : int
        E, the expected size of `query`.
    num_heads : int
        The number of heads, a divisor of E.
    in_proj_weight, in_proj_bias : Tensor or None
        The projections of all three in one: 3 E x E and 3 E.
    bias_k, bias_v : Tensor or None
        One more key and value, 1 x 1 x E.
    add_zero_attn : bool
        One more key and value of zeros.
    dropout_p : float
        The probability that a weight is dropped, in training.
    out_proj_weight, out_proj_bias : Tensor or None
        The last projection: E x E and E.
    training : bool, default True
        Whether to drop.
    key_padding_mask : Tensor, optional
        batch x S: True where a key is to be ignored, or floats that are added.
    need_weights : bool, default True
        Return the weights, too.
    attn_mask : Tensor, optional
        L x S, or for each head: True where a query must not attend to a key, or floats that are added.
    use_separate_proj_weight : bool, default False
        Use the next three parameters instead of `in_proj_weight`.
    q_proj_weight, k_proj_weight, v_proj_weight : Tensor, optional
        The projections one by one.
    static_k, static_v : Tensor, optional
        Keys and values that are projected already.
    average_attn_weights : bool, default True
        The mean of weights over heads.
    is_causal : bool, default False
        A hint that `attn_mask` is causal; the mask must be given nevertheless.

    Returns
    -------
    tuple
        The result, L x batch x E, and the weights, batch x L x S, or None.

    Raises
    ------
    RuntimeError
        The shapes do not fit.

    References
    ----------
    PyTorch: torch.nn.functional.multi_head_attention_forward

    Examples
    --------
    >>> E = 2; x = torch.eye(E).unsqueeze(1)
    >>> p = torch.eye(E).repeat(3, 1), torch.zeros(3 * E), None, None, False, 0., torch.eye(E), torch.zeros(E)
    >>> out, weights = torch.nn.functional.multi_head_attention_forward(x, x, x, E, 1, *p)
    >>> weights.flatten()
    tensor([0.6698, 0.3302, 0.3302, 0.6698])
    """
    batched = _check_dimensions(query, key, value, key_padding_mask, attn_mask, num_heads)
    if not batched:
        query, key, value = (x.unsqueeze(1) for x in (query, key, value))  # three nodes and products even for a single tensor
        key_padding_mask = None if key_padding_mask is None else key_padding_mask.unsqueeze(0)
    key_padding_mask = _check_and_add_mask(key_padding_mask, "key_padding_mask", attn_mask, "attn_mask", query.dtype)
    if is_causal and attn_mask is None:
        raise RuntimeError("Need attn_mask if specifying the is_causal hint. You may use the Transformer module method "
                           "`generate_square_subsequent_mask` to create this mask.")
    if is_causal and key_padding_mask is None and not need_weights:
        attn_mask = None  # the kernel applies this mask itself
    else:
        attn_mask = _check_and_add_mask(attn_mask, "attn_mask", None, "", query.dtype)
        is_causal = is_causal and key_padding_mask is None and not need_weights
    _check_sizes(query, key, value, embed_dim_to_check, num_heads, use_separate_proj_weight)
    if use_separate_proj_weight:
        parts = _separate_projection(query, key, value, (q_proj_weight, k_proj_weight, v_proj_weight), in_proj_bias)
    else:
        parts = _packed_projection(query, key, value, in_proj_weight, in_proj_bias)
    mask = _mask_per_head(attn_mask, query, key, num_heads)
    heads = _split_heads(parts, mask, key_padding_mask, num_heads, (bias_k, bias_v), (static_k, static_v))
    if add_zero_attn:
        _append_zeros(heads)
    attended, weights = _attend(heads, dropout_p if training else 0.0, need_weights, is_causal)
    length, batch, _ = query._array.shape
    output = linear(attended, out_proj_weight, out_proj_bias).view(length, batch, out_proj_weight._array.shape[0])
    if weights is not None:
        weights = weights.view(batch, num_heads, *weights._array.shape[1:])
        weights = weights.mean(1) if average_attn_weights else weights
    if not batched:
        return output.squeeze(1), None if weights is None else weights.squeeze(0)
    return output, weights


def _check_dimensions(query: Any, key: Any, value: Any, padding: Any, mask: Any, num_heads: int) -> bool:
    """Whether there is a batch dimension; AssertionError if the arguments disagree."""
    ndim = query._array.ndim
    if ndim not in (2, 3):
        raise AssertionError(f"query should be unbatched 2D or batched 3D tensor but received {ndim}-D query tensor")
    expected_rank = "batched (3-D)" if ndim == 3 else "unbatched (2-D)"
    if key._array.ndim != ndim or value._array.ndim != ndim:
        raise AssertionError(f"For {expected_rank} `query`, expected `key` and `value` to be {ndim}-D but found {key._array.ndim}-D and "
                             f"{value._array.ndim}-D tensors respectively")
    if padding is not None and padding._array.ndim != ndim - 1:
        raise AssertionError(f"For {expected_rank} `query`, expected `key_padding_mask` to be `None` or {ndim - 1}-D but found "
                             f"{padding._array.ndim}-D tensor instead")
    if mask is not None and mask._array.ndim not in (2, 3):
        raise AssertionError(f"For {expected_rank} `query`, expected `attn_mask` to be `None`, 2-D or 3-D but found "
                             f"{mask._array.ndim}-D tensor instead")
    if mask is not None and ndim == 2 and mask._array.ndim == 3:
        expected = (num_heads, query._array.shape[0], key._array.shape[0])
        if mask._array.shape != expected:
            raise AssertionError(f"Expected `attn_mask` shape to be {expected} but got {mask.shape}")
    return bool(ndim == 3)


def additive_masks(padding: Any, padding_name: str, mask: Any, mask_name: str, dtype: Dtype) -> tuple[Any, Any]:
    """Both masks as numbers to add, with a warning if their types differ."""
    if padding is mask is None:
        return None, None
    return _check_and_add_mask(padding, padding_name, mask, mask_name, dtype), _check_and_add_mask(mask, mask_name, None, "", dtype)


def _check_and_add_mask(mask: Any, name: str, other: Any, other_name: str, dtype: Any) -> Any:
    """The mask as numbers to add: minus infinity where a boolean mask is True, with a warning if its type differs from the other's."""
    if mask is None:
        return None
    if not isinstance(mask, TensorBase):
        raise argument_messages.wrong_type("is_floating_point", "input", 1, "Tensor", mask)
    kind = mask._array.dtype.kind
    if kind not in "bfV":
        raise AssertionError(f"only bool and floating types of {name} are supported")
    if other is not None and other._array.dtype is not mask._array.dtype:
        warn(f"Support for mismatched {name} and {other_name} is deprecated. Use same type for both instead.")
    additive: Any = mask
    return ops.zeros_like(additive, dtype=dtype).masked_fill_(additive, float("-inf")) if kind == "b" else additive


def _check_sizes(query: Any, key: Any, value: Any, embed_dim: int, num_heads: int, separate: bool) -> None:
    size = query._array.shape[-1]
    if size != embed_dim:
        raise AssertionError(f"was expecting embedding dimension of {embed_dim}, but got {size}")
    if size // num_heads * num_heads != size:
        raise AssertionError(f"embed_dim {size} not divisible by num_heads {num_heads}")
    if separate and key._array.shape[:2] != value._array.shape[:2]:
        raise AssertionError(f"key's sequence and batch dims {key.shape[:2]} do not match value's {value.shape[:2]}")
    if not separate and key._array.shape != value._array.shape:
        raise AssertionError(f"key shape {key.shape} does not match value shape {value.shape}")


def _packed_projection(query: Any, key: Any, value: Any, weight: Any, bias: Any) -> Any:
    """The three projections from one weight, in as few products as the identity of the inputs allows."""
    if weight is None:
        raise AssertionError("use_separate_proj_weight is False but in_proj_weight is None")
    size = query._array.shape[-1]
    if key is value and query is key:
        return _contiguous_parts(linear(query, weight, bias), 3)
    if key is value:
        w_q, w_kv = weight.split([size, 2 * size])
        b_q, b_kv = (None, None) if bias is None else bias.split([size, 2 * size])
        return linear(query, w_q, b_q), *_contiguous_parts(linear(key, w_kv, b_kv), 2)
    biases = (None, None, None) if bias is None else bias.chunk(3)
    w_q, w_k, w_v = weight.chunk(3)  # Python raises where these are not three
    b_q, b_k, b_v = biases
    return linear(query, w_q, b_q), linear(key, w_k, b_k), linear(value, w_v, b_v)


def _contiguous_parts(product: Any, count: int) -> tuple[Any, ...]:
    """The parts of a product along its last dimension, each contiguous."""
    *leading, size = product._array.shape
    if can_run_on_arrays(product) and not is_meta_tensor(product):
        rows = product._array.reshape(*leading, count, size // count)
        return tuple(wrap(rows[..., i, :].copy()) for i in range(count))
    return _parts_as_views(product, count)


def _parts_as_views(product: Any, count: int) -> tuple[Any, ...]:
    """The same parts as consecutive views of one tensor."""
    *leading, size = product._array.shape
    parts = product.view(*leading, count, size // count).unsqueeze(0).transpose(0, -2).squeeze(-2).contiguous()
    return tuple(parts[i] for i in range(count))


def _separate_projection(query: Any, key: Any, value: Any, weights: tuple[Any, ...], bias: Any) -> Any:
    size = query._array.shape[-1]
    for letter, wanted, x, weight in zip("qkv", ("query", "key", "value"), (query, key, value), weights, strict=True):
        if weight is None:
            raise AssertionError(f"use_separate_proj_weight is True but {letter}_proj_weight is None")
        expected = (size, x._array.shape[-1])
        if weight._array.shape != expected:
            raise AssertionError(f"expecting {wanted} weights shape of {expected}, but got {weight.shape}")
    biases = (None, None, None) if bias is None else bias.chunk(3)
    return tuple(linear(x, w, b) for x, w, b in zip((query, key, value), weights, biases, strict=True))


def _mask_per_head(mask: Any, query: Any, key: Any, num_heads: int) -> Any:
    """The mask for all heads, with a leading dimension."""
    if mask is None:
        return None
    length, batch, _ = query._array.shape
    expected: tuple[int, ...] = (length, key._array.shape[0])
    if mask._array.ndim == 3:
        expected = (batch * num_heads, *expected)
    if mask._array.shape != expected:
        raise RuntimeError(f"The shape of the {mask._array.ndim}D attn_mask is {mask.shape}, but should be {expected}.")
    return mask if mask._array.ndim == 3 else mask.unsqueeze(0)


def _split_heads(parts: Any, mask: Any, padding: Any, num_heads: int, biases: tuple[Any, Any], static: tuple[Any, Any]) -> _Heads:
    """Projections (length, N, E) split into heads; bias rows are appended, given keys and values used instead."""
    query, key, value = parts
    _, batch, size = query._array.shape
    head_dim = size // num_heads
    for which, other, extra, missing_one in (("k", "v", *biases), ("v", "k", *biases[::-1])):
        if extra is not None and missing_one is None:
            raise AssertionError(f"bias_{which} is set but bias_{other} is None")
    if biases[0] is not None:
        if static[0] is not None or static[1] is not None:
            raise AssertionError(f"bias cannot be added to static {'key' if static[0] is not None else 'value'}.")
        key, value = (ops.cat((x, b.repeat(1, batch, 1))) for x, b in zip((key, value), biases, strict=True))
        mask, padding = _with_extra_key(mask), _with_extra_key(padding)

    def by_head(x: Any) -> Any:
        return x.view(x._array.shape[0], batch * num_heads, head_dim).transpose(0, 1)

    query = by_head(query)
    key, value = (by_head(x) if s is None else _check_static(s, name, batch * num_heads, head_dim)
                  for x, s, name in zip((key, value), static, ("static_k", "static_v"), strict=True))
    if padding is not None and padding._array.shape[0] != batch:
        raise AssertionError(f"Expected key_padded_mask.shape[0] to be {batch}, but got {padding._array.shape[0]}")
    return _Heads(query, key, value, mask, padding, num_heads)


def _check_static(static: Any, name: str, rows: int, head_dim: int) -> Any:
    for d, expected_size in ((0, rows), (2, head_dim)):
        if static._array.shape[d] != expected_size:
            raise AssertionError(f"expecting {name}.size({d}) of {expected_size}, but got {static._array.shape[d]}")
    return static


def _with_extra_key(mask: Any) -> Any:
    """The mask with one more key, which every query may attend to."""
    return None if mask is None else _pad(mask, (0, 1), 0)


def _append_zeros(heads: _Heads) -> None:
    """Append a key and a value of zeros, to which queries may attend instead of any other."""
    zeros = ops.zeros((heads.key._array.shape[0], 1, heads.key._array.shape[2]), dtype=heads.key.dtype, device=heads.key.device)
    heads.key, heads.value = ops.cat([heads.key, zeros], 1), ops.cat([heads.value, zeros], 1)
    heads.mask, heads.padding = _with_extra_key(heads.mask), _with_extra_key(heads.padding)


def _attend(heads: _Heads, dropout_p: float, need_weights: bool, is_causal: bool) -> tuple[Any, Any]:
    """Attended values, (length * batch, E), and the weights if they are wanted."""
    mask = _merged_mask(heads)
    batch, count = heads.batch, heads.count
    if need_weights:
        scaled, transposed = heads.query * math.sqrt(1.0 / heads.query._array.shape[-1]), heads.key.transpose(-2, -1)
        weights = _softmax(_bmm(scaled, transposed) if mask is None else ops.baddbmm(mask, scaled, transposed), -1)
        if dropout_p > 0.0:
            weights = dropout(weights, dropout_p)
        attended = _bmm(weights, heads.value)
        length, size = attended._array.shape[1:]
        return attended.transpose(0, 1).reshape(length * batch, count * size), weights
    if mask is not None:
        mask = mask.unsqueeze(0) if mask._array.shape[0] == 1 else mask.view(batch, count, -1, mask._array.shape[-1])
    query, key, value = (x.view(batch, count, *x._array.shape[1:]) for x in (heads.query, heads.key, heads.value))
    attention = scaled_dot_product_attention
    if is_meta_tensor(query):
        from ..functional import scaled_dot_product_attention as attention  # which knows what to do where there are no values
    attended = attention(query, key, value, mask, dropout_p, is_causal).permute(2, 0, 1, 3)
    length, _, _, size = attended._array.shape
    return attended.reshape(length * batch, count * size), None


def _merged_mask(heads: _Heads) -> Any:
    """Both masks as one to add to the scores."""
    padding, keys = heads.padding, heads.key._array.shape[1]
    if padding is None:
        return heads.mask
    if padding._array.shape[1] != keys:
        raise AssertionError(f"Expected key_padded_mask.shape[1] to be {keys}, but got {padding._array.shape[1]}")
    batch, count = heads.batch, heads.count
    spread = padding.view(batch, 1, 1, keys).expand(-1, count, -1, -1).reshape(batch * count, 1, keys)
    return spread if heads.mask is None else heads.mask + spread


__all__ = ["multi_head_attention_forward", "scaled_dot_product_attention"]
