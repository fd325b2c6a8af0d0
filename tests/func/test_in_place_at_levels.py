"""In-place methods on tensors of a level: as out of place, values and derivatives, whatever they are composed of."""
from __future__ import annotations

import itertools
from typing import Any

import pytest

import minitorch_compat as torch

OWN = torch.tensor([[0.3, 0.5], [0.2, 0.6]])
ARGUMENTS: tuple[tuple[Any, ...], ...] = (
    (), (2.0,), (OWN + 1,), (0,), (OWN > 0.4, 2.0), (2, 0, 0.5), (OWN, 0.5), (OWN, OWN + 2), (OWN[0], OWN[1]),
    (0, torch.tensor([0, 1]), 1.0), (torch.ones(3, 2, 4), torch.ones(3, 4, 2)))
#: They draw, or are no writes.
OTHERS = {"bernoulli_", "detach_", "map_", "resize_as_"}
NAMES = sorted(name for name in dir(torch.Tensor) if name.endswith("_") and not name.startswith("_") and hasattr(torch.Tensor, name[:-1]))


def derivatives(method: str, args: tuple[Any, ...], clone: bool) -> Any:
    def f(x: Any) -> Any:
        return getattr(x.clone() if clone else x, method)(*args)

    def weighted(x: Any) -> Any:
        out = f(x)
        return (out * torch.linspace(1, 2, out.numel()).view(out.shape)).sum()

    return (*torch.func.jvp(f, (OWN,), (OWN * 2,)), torch.func.grad(weighted)(OWN), torch.func.vmap(f)(OWN.expand(2, 2, 2)),
            torch.func.grad(lambda x: torch.func.grad(weighted)(x).sum())(OWN))


@pytest.mark.filterwarnings("ignore")
def test_in_place_methods_have_the_derivatives_of_the_others() -> None:
    compared = set()
    for name, args in itertools.product(sorted(set(NAMES) - OTHERS), ARGUMENTS):
        try:
            expected = derivatives(name[:-1], args, False)
            getattr(OWN.clone(), name)(*args)
            if expected[0].dtype is not torch.float32:  # comparisons in place leave the history as it is
                continue
        except (AttributeError, TypeError, RuntimeError, IndexError, ValueError):  # arguments of another method
            continue
        try:
            found = derivatives(name, args, True)
        except NotImplementedError:  # as in PyTorch: those of acosh_, for example
            continue
        for one, other in zip(found, expected, strict=True):
            assert torch.allclose(one, other.to(one.dtype), 1e-4, 1e-6, equal_nan=True), (name, args)
        compared.add(name)
    assert len(compared) > 80
    assert {"sinc_", "renorm_", "deg2rad_", "ldexp_", "addr_", "sigmoid_", "pow_", "lerp_"} <= compared
