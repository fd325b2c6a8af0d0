"""Attention whose heads share keys and values (`enable_gqa`) is the fused op, as in PyTorch: one node, and linear memory."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch
import minitorch_compat._array.nn.attention as kernels

attend = torch.nn.functional.scaled_dot_product_attention


@pytest.mark.parametrize("block", [kernels.BLOCK, 8])
@pytest.mark.parametrize("how", ["plain", "causal", "additive", "boolean"])
def test_gradients_are_those_of_repeated_heads(block: int, how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernels, "BLOCK", block)
    torch.manual_seed(0)
    query, key, value = (torch.randn(2, heads, 5, 3, dtype=torch.float64).requires_grad_() for heads in (6, 2, 2))
    options: dict[str, Any] = {"plain": {}, "causal": {"is_causal": True},
                               "additive": {"attn_mask": torch.randn(5, 5, dtype=torch.float64)},
                               "boolean": {"attn_mask": torch.ones(5, 5).tril().bool()}}[how]
    out = attend(query, key, value, enable_gqa=True, **options)
    expected = attend(query, key.repeat_interleave(3, 1), value.repeat_interleave(3, 1), **options)
    weight = torch.randn_like(out)
    torch.testing.assert_close(out, expected)
    for found, wanted in zip(torch.autograd.grad((out * weight).sum(), (query, key, value)),
                             torch.autograd.grad((expected * weight).sum(), (query, key, value)), strict=True):
        torch.testing.assert_close(found, wanted)
    with torch.no_grad():
        torch.testing.assert_close(attend(query, key, value, enable_gqa=True, **options), expected)


def test_it_is_one_node_with_pytorchs_layouts() -> None:
    query, key, value = torch.randn(1, 3, 4, 8).transpose(1, 2).requires_grad_(), *(torch.randn(1, 2, 3, 8).requires_grad_() for _ in "kv")
    out = attend(query, key, value, enable_gqa=True)
    assert type(out.grad_fn).__name__ == "ScaledDotProductFlashAttentionForCpuBackward0"
    assert out.stride() == (96, 8, 32, 1)
    strides = [g.stride() for g in torch.autograd.grad(out.sum(), (query, key, value))]
    assert strides == [(96, 8, 32, 1), (48, 8, 16, 1), (48, 8, 16, 1)]


def test_heads_that_do_not_divide_are_refused() -> None:
    with pytest.raises(RuntimeError, match="must divide the number of heads"):
        attend(torch.ones(1, 4, 2, 2), torch.ones(1, 3, 2, 2), torch.ones(1, 3, 2, 2), enable_gqa=True)
