"""Losses of any kind: the deprecated arguments that `reduction` replaced; padding to the same size, groups, integers to be ranked."""
from __future__ import annotations

from itertools import product
from typing import Any

import pytest

import minitorch_compat as torch
import minitorch_compat.nn.functional as F

X, Y = (torch.rand(3, 4, generator=torch.Generator().manual_seed(seed)) for seed in (0, 1))
CLASS, SIGN, SIGNS = torch.tensor([0, 1, 2]), torch.tensor([1.0, -1.0, 1.0]), (Y > 0.5).float() * 2 - 1
LOSSES: dict[str, tuple[Any, ...]] = {
    "l1_loss": (X, Y), "mse_loss": (X, Y), "smooth_l1_loss": (X, Y), "binary_cross_entropy": (X, Y),
    "binary_cross_entropy_with_logits": (X, Y), "cross_entropy": (X, CLASS), "nll_loss": (X.log(), CLASS), "kl_div": (X.log(), Y),
    "poisson_nll_loss": (X, Y), "soft_margin_loss": (X, SIGNS), "hinge_embedding_loss": (X, SIGNS), "margin_ranking_loss": (X, Y, SIGNS),
    "multi_margin_loss": (X, CLASS), "multilabel_margin_loss": (X, torch.tensor([[0, 1, -1, 2]] * 3)),
    "multilabel_soft_margin_loss": (X, (Y > 0.5).float()), "triplet_margin_loss": (X, Y, Y.flip(0)), "cosine_embedding_loss": (X, Y, SIGN)}


@pytest.mark.filterwarnings("ignore:size_average and reduce args will be deprecated:UserWarning", "ignore:reduction. .mean.*:UserWarning")
@pytest.mark.parametrize("name", LOSSES)
def test_old_arguments_are_reductions(name: str) -> None:
    """`reduce=False` leaves all elements, else `size_average=False` sums; what is not given is True."""
    loss = getattr(F, name)
    for average, reduce in product((None, True, False), repeat=2):
        if average is not None or reduce is not None:
            reduction = "none" if reduce is False else "sum" if average is False else "mean"
            got, wanted = loss(*LOSSES[name], size_average=average, reduce=reduce), loss(*LOSSES[name], reduction=reduction)
            assert got.shape == wanted.shape and torch.equal(got, wanted), (average, reduce)


@pytest.mark.parametrize("dims", [1, 2, 3])
def test_padding_to_the_same_size_takes_one_number_for_all(dims: int) -> None:
    conv = getattr(F, f"conv{dims}d")
    x, w = torch.ones(1, 1, *[5] * dims), torch.ones(1, 1, *[3] * dims)
    wanted = conv(x, w, padding=1)
    for one in (1, [1], [1] * dims):
        assert torch.equal(conv(x, w, padding="same", stride=one, dilation=one), wanted)
    for name in ("stride", "dilation"):
        with pytest.raises(RuntimeError, match=f"{name} cannot broadcast to {dims} dimensions"):
            conv(x, w, padding="same", **{name: [1] * (dims + 1)})


@pytest.mark.parametrize("groups", [0, -1])
def test_no_groups(groups: int) -> None:
    with pytest.raises((RuntimeError, ZeroDivisionError)):
        F.group_norm(torch.ones(2, 4), groups)


@pytest.mark.parametrize("reduction", ["none", "mean", "sum"])
@pytest.mark.parametrize("margin", [0, 1, 0.5])
def test_ranking_of_integers(margin: float, reduction: str) -> None:
    a, b, signs = torch.tensor([1, 2, 0]), torch.tensor([3, 1, 1]), torch.tensor([1, 1, 1])
    found = torch.nn.functional.margin_ranking_loss(a, b, signs, margin=margin, reduction=reduction)
    expected = torch.nn.functional.margin_ranking_loss(a.float(), b.float(), signs, margin=margin, reduction=reduction)
    assert found.dtype == torch.float32 and torch.equal(found, expected)
