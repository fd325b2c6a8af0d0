"""Random functions draw nothing for meta tensors: the generator's state does not change, as in PyTorch."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat import nn

F = nn.functional


def _meta(*shape: int) -> Any:
    return torch.empty(*shape, device="meta")


DRAWS: dict[str, Callable[[], Any]] = {
    "bernoulli": lambda: torch.bernoulli(_meta(3)), "bernoulli of a chance": lambda: torch.bernoulli(_meta(3), 0.5),
    "bernoulli_": lambda: _meta(3).bernoulli_(), "multinomial": lambda: torch.multinomial(_meta(3), 2),
    "poisson": lambda: torch.poisson(_meta(3)), "normal": lambda: torch.normal(_meta(3), _meta(3)),
    "normal_": lambda: _meta(3).normal_(), "exponential_": lambda: _meta(3).exponential_(), "random_": lambda: _meta(3).random_(5),
    "rand_like": lambda: torch.rand_like(_meta(3)), "randint": lambda: torch.randint(5, (3,), device="meta"),
    "randperm": lambda: torch.randperm(5, device="meta"), "gamma": lambda: torch._standard_gamma(_meta(3)),
    "dropout": lambda: F.dropout(_meta(3)), "alpha_dropout": lambda: F.alpha_dropout(_meta(3), 0.5, True),
    "feature_alpha_dropout": lambda: F.feature_alpha_dropout(_meta(3, 3), 0.5, True),
    "rrelu": lambda: F.rrelu(_meta(3), training=True), "gumbel_softmax": lambda: F.gumbel_softmax(_meta(3)),
    "fractional_max_pool2d": lambda: F.fractional_max_pool2d(_meta(1, 2, 6, 6), 2, 3),
    "attention": lambda: F.scaled_dot_product_attention(_meta(1, 3, 4), _meta(1, 3, 4), _meta(1, 3, 4), dropout_p=0.5),
    "trunc_normal_": lambda: nn.init.trunc_normal_(_meta(3)), "sparse_": lambda: nn.init.sparse_(_meta(3, 3), 0.5),
    "svd_lowrank": lambda: torch.svd_lowrank(_meta(4, 4), 2)[0],
    "LSTM": lambda: nn.LSTM(3, 4, 2, dropout=0.5, device="meta")(_meta(5, 2, 3))[0],
}


@pytest.mark.parametrize("name", DRAWS)
def test_nothing_is_drawn(name: str) -> None:
    torch.manual_seed(0)
    before = torch.get_rng_state()
    assert DRAWS[name]().device.type == "meta"
    assert torch.equal(torch.get_rng_state(), before)
