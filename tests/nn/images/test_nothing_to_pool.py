"""Layers on empty tensors, by the dimension that is 0: examples, channels, pixels, or the width of an embedding."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch

F = torch.nn.functional


@pytest.mark.parametrize(("n", "shape", "missing"), [
    (1, (0, 3), None), (1, (0, 2, 3), None), (1, (2, 0), "[2, 0, 1] with dimension 1"),
    (2, (0, 3, 6), None), (2, (0, 2, 3, 6), None), (2, (1, 0, 3, 6), "[1, 0, 3, 6] with dimension 1"),
    (2, (2, 0, 6), "[2, 0, 6] with dimension 1"), (2, (1, 2, 0, 6), "[1, 2, 0, 6] with dimension 2"),
    (3, (0, 2, 3, 6, 5), None), (3, (1, 2, 3, 0, 5), "[1, 2, 3, 0, 5] with dimension 3")])
def test_maxima_are_put_back_unless_more_than_the_batch_is_empty(n: int, shape: tuple[int, ...], missing: str | None) -> None:
    unpool: Any = getattr(F, f"max_unpool{n}d")
    values, places = torch.zeros(shape), torch.zeros(shape, dtype=torch.int64)
    if missing is None:
        assert tuple(unpool(values, places, 2).shape) == (*shape[:-n], *(2 * size for size in shape[-n:]))
    else:
        with pytest.raises(RuntimeError) as caught:
            unpool(values, places, 2)
        assert f"_forward_out_cpu(): Expected input to have non-zero size for non-batch dimensions, but got {missing}" in str(caught.value)


def test_the_mean_of_no_pixels_is_no_number() -> None:
    assert F.adaptive_avg_pool1d(torch.zeros(8, 0), 1).isnan().all() and F.adaptive_avg_pool1d(torch.zeros(2, 8, 0), 1).shape == (2, 8, 1)
    with pytest.raises(RuntimeError, match="non-zero size for non-batch dimensions"):
        F.adaptive_avg_pool1d(torch.zeros(8, 0), 2)


@pytest.mark.parametrize("sparse", [False, True])
def test_embeddings_of_no_width_have_gradients_of_none(sparse: bool) -> None:
    for call in (lambda w: F.embedding(torch.tensor([1, 2]), w, sparse=sparse),
                 lambda w: F.embedding_bag(torch.tensor([[1, 2]]), w, sparse=sparse)):
        weight = torch.zeros(10, 0, requires_grad=True)
        call(weight).sum().backward()
        assert weight.grad.shape == (10, 0)


def test_a_shuffle_of_no_channels_goes_forwards_only() -> None:
    x = torch.zeros(1, 0, 10, 10, requires_grad=True)
    shuffled = F.channel_shuffle(x, 2)
    with pytest.raises(RuntimeError, match="Number of groups to divide channels in must be positive"):
        shuffled.sum().backward()
