"""`flex_attention`: score and mask functions, compared with attention with an explicit mask."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch
import minitorch_compat.nn.functional as F
from minitorch_compat.nn.attention.flex_attention import AuxRequest, create_block_mask, create_mask, flex_attention, or_masks


def _tensors(*shape: int, dtype: Any = torch.float64) -> list[torch.Tensor]:
    torch.manual_seed(0)
    return [torch.rand(*shape, dtype=dtype) for _ in range(3)]


def _causal(b: Any, h: Any, q_idx: Any, kv_idx: Any) -> Any:
    return q_idx >= kv_idx


@pytest.mark.filterwarnings("ignore:flex_attention called without")
def test_it_is_attention_with_the_mask_written_out() -> None:
    q, k, v = _tensors(2, 4, 5, 8)
    bias = torch.rand(4, 5, 5, dtype=torch.float64)
    assert torch.allclose(flex_attention(q, k, v), F.scaled_dot_product_attention(q, k, v))
    biased = flex_attention(q, k, v, score_mod=lambda s, b, h, i, j: s + bias[h, i, j])
    assert torch.allclose(biased, F.scaled_dot_product_attention(q, k, v, attn_mask=bias))
    masked = flex_attention(q, k, v, block_mask=create_block_mask(_causal, None, None, 5, 5))
    assert torch.allclose(masked, F.scaled_dot_product_attention(q, k, v, is_causal=True))
    shared = flex_attention(q, k[:, :2], v[:, :2], enable_gqa=True)
    assert torch.allclose(shared, F.scaled_dot_product_attention(q, k[:, :2], v[:, :2], enable_gqa=True))


@pytest.mark.filterwarnings("ignore:flex_attention called without")
def test_tensors_that_scores_use_have_gradients_and_others_none() -> None:
    q, k, v = _tensors(1, 2, 3, 4)
    bias = torch.rand(2, 3, 3, dtype=torch.float64, requires_grad=True)
    beside = bias.detach().clone().requires_grad_()
    out, aux = flex_attention(q, k, v, score_mod=lambda s, b, h, i, j: s + bias[h, i, j], return_aux=AuxRequest(lse=True))
    scores = q @ k.mT / 2 + beside
    ((out * v).sum() + aux.lse.sum()).backward()
    ((scores.softmax(-1) @ v * v).sum() + scores.logsumexp(-1).sum()).backward()
    assert torch.allclose(bias.grad, beside.grad)
    with pytest.raises(NotImplementedError, match="does not support backward on CPU"):
        flex_attention(q.requires_grad_(), k, v)


@pytest.mark.filterwarnings("ignore:flex_attention called without")
def test_a_query_that_sees_nothing_gets_zeros_and_no_nan() -> None:
    q, k, v = _tensors(1, 1, 3, 4)
    p = torch.ones((), dtype=torch.float64, requires_grad=True)
    out, aux = flex_attention(q, k, v, score_mod=lambda s, b, h, i, j: torch.where(i > 0, s * p, -float("inf")),
                              return_aux=AuxRequest(lse=True))
    assert out[0, 0, 0].tolist() == [0.0] * 4 and aux.lse[0, 0, 0].item() == -float("inf")
    (out.sum() + aux.lse[..., 1:].sum()).backward()
    assert p.grad.isfinite()


def test_blocks_are_those_of_the_mask() -> None:
    mask = or_masks(_causal, lambda b, h, i, j: (j < 2) & (b == 1))
    blocks = create_block_mask(mask, 2, 1, 7, 9, BLOCK_SIZE=(2, 3))
    dense = F.pad(create_mask(mask, 2, 1, 7, 9), (0, 0, 0, 1)).reshape(2, 1, 4, 2, 3, 3)
    assert blocks.to_dense().bool().equal(dense.any(-1).any(3))
    assert blocks.full_kv_num_blocks is not None and blocks.full_kv_num_blocks.sum() == dense.all(-1).all(3).sum()
    assert blocks.shape == (2, 1, 7, 9) and blocks[1].shape == (1, 1, 7, 9)
    with pytest.raises(RuntimeError, match="sliced BlockMask"):
        flex_attention(*_tensors(1, 1, 7, 9), block_mask=blocks[1])


def test_a_mask_of_another_length_is_refused() -> None:
    for size, said in ((4, "smaller"), (8, "larger")):
        with pytest.raises(ValueError, match=said):
            flex_attention(*_tensors(1, 1, 6, 2), block_mask=create_block_mask(_causal, 1, 1, size, size))


@pytest.mark.parametrize("trained", range(3))
def test_gradients_of_its_arguments_are_refused_on_the_cpu(trained: int) -> None:
    tensors = _tensors(1, 1, 4, 8)
    tensors[trained].requires_grad_()
    with pytest.raises(NotImplementedError, match="does not support backward on CPU"):
        flex_attention(*tensors)
