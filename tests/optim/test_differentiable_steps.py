"""Steps with `differentiable=True` are the ordinary ones."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch
from tests.many_cases import for_each

OPTIONS: dict[str, dict[str, Any]] = {
    "SGD": {"momentum": 0.7, "dampening": 0.2, "weight_decay": 0.1}, "Adam": {"betas": (0.7, 0.9), "weight_decay": 0.1, "amsgrad": True},
    "AdamW": {"betas": (0.7, 0.9), "weight_decay": 0.3},
    "Adagrad": {"lr_decay": 0.3, "weight_decay": 0.1, "initial_accumulator_value": 0.2},
    "Adadelta": {"rho": 0.7, "weight_decay": 0.1}, "Adamax": {"betas": (0.7, 0.9), "weight_decay": 0.1},
    "RMSprop": {"alpha": 0.7, "momentum": 0.3, "centered": True, "weight_decay": 0.1}, "Rprop": {"etas": (0.4, 1.3)},
    "RAdam": {"betas": (0.7, 0.9), "weight_decay": 0.1}, "NAdam": {"betas": (0.7, 0.9), "momentum_decay": 0.1, "weight_decay": 0.1},
    "ASGD": {"lambd": 0.2, "alpha": 0.6, "t0": 1.0, "weight_decay": 0.1}}


@pytest.mark.filterwarnings("ignore:The .grad attribute of a Tensor that is not a leaf:UserWarning")
@for_each([(kind, maximize) for kind in OPTIONS for maximize in (False, True)])
def test_steps_that_can_be_differentiated_are_the_others(kind: str, maximize: bool) -> None:
    """Parameters and all that is kept of them, after each of six steps."""
    made: list[Callable[..., Any]] = [getattr(torch.optim, kind)] * 2
    leaf = torch.tensor([1.0, -2.0, 0.5], dtype=torch.float64)
    params = [torch.nn.Parameter(leaf.clone()), leaf.clone().requires_grad_().clone()]
    begun = [torch.nn.Parameter(leaf.clone()) for _ in range(2)]
    optimizers = [make([p], lr=0.1, maximize=maximize, **OPTIONS[kind], **more)
                  for make, p, more in zip(made, begun, ({}, {"differentiable": True}), strict=True)]
    for optimizer, p in zip(optimizers, params, strict=True):
        if kind == "Adagrad":  # whose state is there from the beginning
            optimizer.state[p] = optimizer.state.pop(optimizer.param_groups[0]["params"][0])
        optimizer.param_groups[0]["params"] = [p]
    for n in range(6):
        for optimizer, p in zip(optimizers, params, strict=True):
            p.grad = torch.tensor([1.0, -0.5, 0.3], dtype=torch.float64) * (1 - 0.7 * n)
            optimizer.step()
        assert torch.allclose(params[0].detach(), params[1].detach(), rtol=1e-6, atol=1e-8), n
        states = [optimizer.state[p] for optimizer, p in zip(optimizers, params, strict=True)]
        assert states[0].keys() == states[1].keys()
        for name, value in states[0].items():
            if value is not None:
                assert torch.allclose(*(torch.as_tensor(s[name]).detach().double() for s in states), rtol=1e-6, atol=1e-8), (n, name)
