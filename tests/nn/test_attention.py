"""Attention where a mask and causality come together."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
import minitorch_compat.nn.functional as F


def _query(*shape: int) -> torch.Tensor:
    return torch.arange(1.0, 1 + torch.Size(shape).numel()).sin().reshape(shape)


@pytest.mark.parametrize("recorded", [False, True])
def test_a_mask_and_causality_are_both_heeded(recorded: bool) -> None:
    q = _query(2, 2, 3, 4).requires_grad_(recorded)
    added, seen = _query(3, 3), torch.tensor([[True, False, True], [True, True, False], [False, True, True]])
    triangle = torch.ones(3, 3).tril().bool()
    both = F.scaled_dot_product_attention(q, q, q, attn_mask=added, is_causal=True)
    assert torch.allclose(both, F.scaled_dot_product_attention(q, q, q, attn_mask=added.masked_fill(~triangle, float("-inf"))))
    both = F.scaled_dot_product_attention(q, q, q, attn_mask=seen, is_causal=True)
    assert torch.allclose(both, F.scaled_dot_product_attention(q, q, q, attn_mask=seen & triangle))


def test_op_by_op_only_one_of_them_is_taken() -> None:
    q = _query(2, 2, 3, 4)
    for call in (lambda: F.scaled_dot_product_attention(q[0], q[0], q[0], attn_mask=_query(3, 3), is_causal=True),
                 lambda: F.scaled_dot_product_attention(q, q, q, attn_mask=_query(3, 3), is_causal=True, dropout_p=0.5),
                 lambda: F.scaled_dot_product_attention(q, q, q, attn_mask=_query(3, 3).requires_grad_(), is_causal=True)):
        with pytest.raises(RuntimeError, match="Explicit attn_mask should not be set when is_causal=True"):
            call()


def test_attention_is_one_node():
    q, k = torch.randn(2, 3, 4, 8, requires_grad=True), torch.randn(2, 3, 5, 8)
    seen = torch.ones(4, 5, dtype=torch.bool)
    seen[0] = False
    out = F.scaled_dot_product_attention(q, k, k, attn_mask=seen)
    node = out.grad_fn
    assert node.name() == "ScaledDotProductFlashAttentionForCpuBackward0"
    assert [n is None for n, _ in node.next_functions] == [False, True, True]
    assert node._saved_query is q and node._saved_scale is None and node._saved_dropout_p == 0 and not node._saved_is_causal
    assert node._saved_attn_mask[0, 0] == float("-inf") and node._saved_attn_mask[1].tolist() == [0.0] * 5
    assert node._saved_logsumexp.shape == (2, 3, 4) and node._saved_logsumexp[0, 0, 0] == 0
    assert out[:, :, 0].abs().max() == 0
    by_hand = torch.softmax(q[:, :, 1:] @ k.mT / 8**0.5, -1) @ k
    assert torch.allclose(out[:, :, 1:], by_hand, atol=1e-6)
    found, = torch.autograd.grad(out.square().sum(), q)
    expected, = torch.autograd.grad(by_hand.square().sum(), q)
    assert torch.allclose(found, expected, atol=1e-5)


def test_attention_by_parts():
    q = torch.randn(2, 3, 4, 8, requires_grad=True)
    mask = torch.zeros(4, 4, requires_grad=True)
    for out in (F.scaled_dot_product_attention(q, q, q, attn_mask=mask), F.scaled_dot_product_attention(q, q, q, dropout_p=0.1),
                F.scaled_dot_product_attention(q[0], q[0], q[0])):
        assert out.grad_fn.name() == "UnsafeViewBackward0"
