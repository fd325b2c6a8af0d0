"""Causal masks for two sequence lengths."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat.nn.attention.bias import CausalBias, causal_lower_right, causal_upper_left
from minitorch_compat.nn.functional import scaled_dot_product_attention as attention

QUERY, KEY = torch.linspace(-1, 1, 12).view(1, 1, 3, 4), torch.linspace(-2, 1, 24).view(1, 1, 6, 4)


@pytest.mark.parametrize(("bias", "shift"), [(causal_upper_left(3, 6), 0), (causal_lower_right(3, 6), 3)])
def test_is_the_mask_that_it_stands_for(bias: CausalBias, shift: int) -> None:
    mask = torch.ones(3, 6, dtype=torch.bool).tril(shift)
    assert torch.equal(attention(QUERY, KEY, KEY, attn_mask=bias), attention(QUERY, KEY, KEY, attn_mask=mask))
    assert repr(bias) == repr(mask)


def test_refusals() -> None:
    with pytest.raises(AssertionError, match="only supports 2D tensors"):
        causal_upper_left(3)
    with pytest.raises(ValueError, match="should not be used with causal=True"):
        attention(QUERY, KEY, KEY, attn_mask=causal_lower_right(3, 6), is_causal=True)
    with pytest.warns(UserWarning, match="will produce NaNs"):
        causal_lower_right(3, 2)
