"""Attention with both a mask and causality."""
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


@pytest.mark.parametrize(("queries", "keys"), [(150, 150), (300, 300), (300, 200), (200, 300), (1100, 1100)])
def test_causal_attention_by_stretches_is_that_by_a_mask(queries: int, keys: int) -> None:
    """Values and gradients, with stretches that no key is hidden from, some are, and all but the first are."""
    q, k, v = (_query(2, 2, n, 8).detach().requires_grad_() for n in (queries, keys, keys))
    earlier = torch.ones(queries, keys).tril().bool()
    with torch.no_grad():
        expected = F.scaled_dot_product_attention(q, k, v, attn_mask=earlier)
        assert torch.allclose(F.scaled_dot_product_attention(q, k, v, is_causal=True), expected, atol=1e-6)
    out = F.scaled_dot_product_attention(q, k, v, is_causal=True)
    assert torch.allclose(out, expected, atol=1e-6)
    weight = _query(*out.shape)
    found = torch.autograd.grad((out * weight).sum(), (q, k, v))
    masked = F.scaled_dot_product_attention(q, k, v, attn_mask=earlier)
    for a, b in zip(found, torch.autograd.grad((masked * weight).sum(), (q, k, v)), strict=True):
        assert torch.allclose(a, b, atol=1e-4)


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


@pytest.mark.parametrize("dims", [3, 4])
@pytest.mark.parametrize("recorded", [False, True])
def test_rows_that_numbers_hide_entirely_come_to_nothing(dims: int, recorded: bool) -> None:
    q = _query(2, 1, 3, 4)[(0,) * (4 - dims)].clone().requires_grad_(recorded)
    mask = torch.zeros(3, 3)
    mask[1] = float("-inf")
    out = F.scaled_dot_product_attention(q, q, q, attn_mask=mask)
    assert out[..., 1, :].abs().max() == 0 and torch.equal(out, F.scaled_dot_product_attention(q, q, q, attn_mask=mask == 0))
    if recorded:
        found, = torch.autograd.grad(out.square().sum(), q, create_graph=True)
        assert found.isfinite().all() and torch.autograd.grad(found.sum(), q)[0].isfinite().all()


def test_padding_everywhere_attends_to_nothing() -> None:
    layer = torch.nn.MultiheadAttention(4, 2, batch_first=True)
    x, padding = _query(2, 3, 4), torch.tensor([[False, True, True], [True, True, True]])
    out, _ = layer(x, x, x, key_padding_mask=padding, need_weights=False)
    assert torch.equal(out[1], layer.out_proj.bias.expand(3, 4)) and out.isfinite().all()
    assert layer(x, x, x, key_padding_mask=padding)[0][1].isnan().all()  # with weights PyTorch computes by another way


def test_a_negative_dropout_is_refused_by_the_one_op() -> None:
    q = _query(2, 2, 3, 4)
    with pytest.raises(RuntimeError, match="Currently do not support dropout > 0"):
        F.scaled_dot_product_attention(q, q, q, dropout_p=-1.0)
    assert torch.equal(F.scaled_dot_product_attention(q[0], q[0], q[0], dropout_p=-1.0), F.scaled_dot_product_attention(q[0], q[0], q[0]))


def test_kernels_that_are_switched_off_are_not_used():
    from minitorch_compat.nn.attention import SDPBackend, sdpa_kernel

    q = torch.zeros(1, 2, 4, 8)
    attend = torch.nn.functional.scaled_dot_product_attention
    with sdpa_kernel([SDPBackend.EFFICIENT_ATTENTION]), pytest.raises(RuntimeError, match="No viable backend"):
        attend(q, q, q)
    with sdpa_kernel([SDPBackend.FLASH_ATTENTION]):
        assert attend(q, q, q).shape == q.shape
        with pytest.raises(RuntimeError, match="No available kernel"):
            attend(q, q, q, dropout_p=0.5)
        with pytest.raises(RuntimeError, match="No available kernel"):
            attend(q[0], q[0], q[0])
    with sdpa_kernel([SDPBackend.MATH]):
        assert "Flash" not in attend(q.requires_grad_(), q, q).grad_fn.name()


def test_masks_that_are_the_causal_one():
    from minitorch_compat.nn.modules.transformer import _detect_is_causal_mask

    causal = torch.nn.Transformer.generate_square_subsequent_mask(4)
    assert _detect_is_causal_mask(causal) and _detect_is_causal_mask(causal, size=4) and _detect_is_causal_mask(None, True)
    assert not _detect_is_causal_mask(causal, False) and not _detect_is_causal_mask(causal, size=3) and not _detect_is_causal_mask(None)
    for other in (torch.zeros(4, 4), causal.T, causal[:3], causal.expand(2, 4, 4)):
        assert not _detect_is_causal_mask(other)
