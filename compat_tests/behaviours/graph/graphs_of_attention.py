"""The graphs that multi-head attention leaves behind, and the versions that hooks of leaves see."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import chain


def multi_head_attention(torch: Any) -> Iterator[Any]:
    """The chain of nodes behind MultiheadAttention, by inputs, masks and whether weights are wanted."""
    layer, x, y = torch.nn.MultiheadAttention(4, 2), torch.ones(3, 2, 4), torch.ones(5, 2, 4)
    for need in (True, False):
        for given in ((x, x, x), (x, y, y), (x, y, y * 1)):
            out, weights = layer(*given, need_weights=need)
            yield chain(out.grad_fn, 15), None if weights is None else chain(weights.grad_fn, 15)
    for options in ({"attn_mask": torch.zeros(3, 3)}, {"attn_mask": torch.zeros(3, 3), "need_weights": False},
                    {"key_padding_mask": torch.zeros(2, 3, dtype=torch.bool), "average_attn_weights": False}):
        out, weights = layer(x, x, x, **options)
        yield chain(out.grad_fn, 15), None if weights is None else chain(weights.grad_fn, 15), out.stride(), out._version
    out, weights = layer(x[:, 0], x[:, 0], x[:, 0])
    yield chain(out.grad_fn, 15), chain(weights.grad_fn, 15)


def other_keys_and_values(torch: Any) -> Iterator[Any]:
    """The chain of nodes of MultiheadAttention with other key and value sizes, key bias and zero attention."""
    layer = torch.nn.MultiheadAttention(4, 2, batch_first=True, kdim=3, vdim=5, add_bias_kv=True, add_zero_attn=True)
    yield chain(layer(torch.ones(3, 2, 4), torch.ones(3, 2, 3), torch.ones(3, 2, 5))[0].grad_fn, 15)


def one_tensor_without_a_batch(torch: Any) -> Iterator[Any]:
    """Query, key and value get a batch dimension each, and so are three tensors from there on."""
    torch.manual_seed(0)
    x = torch.randn(3, 4, requires_grad=True)
    weight, bias, out = torch.randn(12, 4), torch.randn(12), torch.randn(4, 4)
    for query, key, value in ((x, x, x), (x, x * 1, x), (x, x[:2], x[:2])):
        found, weights = torch.nn.functional.multi_head_attention_forward(
            query, key, value, 4, 2, weight, bias, None, None, False, 0.0, out, torch.zeros(4))
        yield chain(found.grad_fn, 15), chain(weights.grad_fn, 15), found.shape
    for layer in (torch.nn.MultiheadAttention(4, 2), torch.nn.MultiheadAttention(4, 2, batch_first=True)):
        found, weights = layer(x, x, x)
        yield chain(found.grad_fn, 15), found.shape
