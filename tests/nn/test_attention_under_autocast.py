"""Under autocast attention runs in lower precision, whatever the dtypes of its operands."""
from __future__ import annotations

import itertools
from typing import Any

import pytest

import minitorch_compat as torch

attention = torch.nn.functional.scaled_dot_product_attention
KINDS = [torch.float32, torch.float16, torch.bfloat16]


@pytest.mark.parametrize("lower", [torch.bfloat16, torch.float16])
@pytest.mark.parametrize("mask", [None, torch.bool, torch.float32, torch.float16])
def test_operands_are_cast(mask: Any, lower: Any) -> None:
    pytest.importorskip("ml_dtypes", reason="bfloat16 needs the extra of that name")
    for kinds in itertools.product(KINDS, repeat=3):
        q, k, v = (torch.randn(1, 2, 3, 4).to(kind).requires_grad_() for kind in kinds)
        hidden = None if mask is None else torch.ones(3, 3).to(mask)
        with torch.autocast("cpu", dtype=lower):
            found = attention(q, k, v, hidden)
            assert torch.is_autocast_enabled("cpu") and (q.detach() @ v.detach().mT).dtype == lower
        plain = hidden if hidden is None or mask == torch.bool else hidden.to(lower)
        expected = attention(*(t.detach().to(lower) for t in (q, k, v)), plain)
        assert found.dtype == lower and torch.equal(found.detach(), expected)
        assert type(found.grad_fn).__name__ == "ScaledDotProductFlashAttentionForCpuBackward0"
        found.sum().backward()
        assert [t.grad.dtype for t in (q, k, v)] == list(kinds)


def test_refused_calls_leave_autocast_on() -> None:
    with torch.autocast("cpu", dtype=torch.float16):
        with pytest.raises(RuntimeError):
            attention(torch.ones(1, 2, 3, 4), torch.ones(1, 2, 3, 5), torch.ones(1, 2, 3, 4))
        assert (torch.ones(2, 2) @ torch.ones(2, 2)).dtype == torch.float16


@pytest.mark.parametrize("norm_first", [True, False])
def test_decoder_layers(norm_first: bool) -> None:
    layer = torch.nn.TransformerDecoderLayer(4, 2, 8, 0.0, norm_first=norm_first)
    x, memory = torch.randn(3, 2, 4, requires_grad=True), torch.randn(3, 2, 4, requires_grad=True)
    with torch.autocast("cpu", dtype=torch.float16):
        found = layer(x, memory)
    torch.testing.assert_close(found.float(), layer(x, memory), rtol=0.02, atol=0.02)
