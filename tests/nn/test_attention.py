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
