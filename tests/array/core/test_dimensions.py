"""Tensors of more than 64 dimensions, which numpy does not support, are refused with the same error everywhere."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat._dispatch.unsupported import UnsupportedError

SIZE = [1] * 65
F = torch.nn.functional


def most() -> Any:
    return torch.zeros([1] * 64)


def nested(depth: int) -> Any:
    return 1.0 if not depth else [nested(depth - 1)]


@pytest.mark.parametrize("call", [
    *[lambda f=f: f(SIZE) for f in (torch.zeros, torch.ones, torch.empty, torch.rand, torch.randn, torch.ones(1).view,
                                    torch.ones(1).reshape, torch.ones(1).expand, torch.ones(1).new_zeros, torch.ones(1).repeat,
                                    torch.ones(1).tile)],
    lambda: torch.zeros(*SIZE), lambda: torch.full(SIZE, 1.0), lambda: torch.randint(0, 5, SIZE), lambda: torch.empty(SIZE, device="meta"),
    lambda: torch.normal(0.0, 1.0, SIZE), lambda: torch.empty_strided(SIZE, SIZE), lambda: torch.ones(1).as_strided(SIZE, SIZE),
    lambda: torch.ones(1).resize_(SIZE), lambda: torch.ones(1).set_(torch.ones(1).untyped_storage(), 0, SIZE, SIZE),
    lambda: torch.broadcast_to(torch.ones(1), SIZE), lambda: torch.tensor(nested(65)), lambda: torch.asarray(nested(65)),
    lambda: most()[None], lambda: most().unsqueeze(0), lambda: most().unsqueeze(-1), lambda: most().unsqueeze_(0),
    lambda: torch.empty_like(most(), device="meta")[None], lambda: torch.stack([most(), most()]), lambda: most().unfold(0, 1, 1),
    lambda: most().unflatten(0, (1, 1)), lambda: torch.diag_embed(most()), lambda: F.one_hot(most().long(), 3),
    lambda: F.embedding(most().long(), torch.ones(3, 2)), lambda: torch.view_as_real(most().to(torch.complex64)),
    lambda: torch.ones(3)[torch.zeros(SIZE, dtype=torch.int64)], lambda: torch.tensordot(most(), most(), 0),
    lambda: torch.meshgrid(*[torch.ones(1)] * 65, indexing="ij"), lambda: torch.vmap(lambda t: t[None])(most()),
    lambda: torch.distributions.Normal(0.0, 1.0).sample(SIZE),
    lambda: torch.sparse_coo_tensor(torch.zeros(65, 1, dtype=torch.int64), [1.0], SIZE).to_dense(),
])
@pytest.mark.filterwarnings("ignore")
def test_refused_in_one_way(call: Callable[[], Any]) -> None:
    with pytest.raises(UnsupportedError, match=r"a tensor of .* dimensions is not supported by \w+: numpy's arrays have at most 64"):
        call()


def test_64_are_as_good_as_any() -> None:
    x = most().requires_grad_()
    (x + x).permute(*range(63, -1, -1)).reshape(-1).sum().backward()
    assert x.grad.shape == (1,) * 64
