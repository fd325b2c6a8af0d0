"""Options of old programs, and options at the limits of what is accepted."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch
from tests.many_cases import for_each

F = torch.nn.functional
X, Y = torch.linspace(0.1, 0.9, 6).reshape(2, 3), torch.linspace(0.8, 0.2, 6).reshape(2, 3)
LOSSES: dict[str, tuple[Any, ...]] = {
    "mse_loss": (X, Y), "l1_loss": (X, Y), "smooth_l1_loss": (X, Y), "binary_cross_entropy": (X, Y),
    "binary_cross_entropy_with_logits": (X, Y),
    "nll_loss": (X.log(), torch.tensor([0, 2])), "cross_entropy": (X, torch.tensor([0, 2])), "soft_margin_loss": (X, Y.sign()),
    "hinge_embedding_loss": (X, Y.sign()), "multi_margin_loss": (X, torch.tensor([0, 2])), "multilabel_soft_margin_loss": (X, Y.round()),
    "multilabel_margin_loss": (X, torch.tensor([[0, -1, 1], [2, 0, -1]])), "poisson_nll_loss": (X, Y), "kl_div": (X.log(), Y),
    "margin_ranking_loss": (X, Y, Y.sign()), "cosine_embedding_loss": (X, Y, torch.tensor([1, -1])), "triplet_margin_loss": (X, Y, X + Y)}
#: (size_average, reduce) -> what they are called now.
FORMER = {(True, True): "mean", (False, True): "sum", (None, True): "mean", (False, None): "sum", (True, None): "mean",
          (True, False): "none", (False, False): "none", (None, False): "none"}


@pytest.mark.filterwarnings("ignore:.*reduction:UserWarning")
@for_each([(loss, *given) for loss in LOSSES for given in FORMER])
def test_what_reductions_were_called_before(loss: str, size_average: Any, reduce: Any) -> None:
    function = getattr(F, loss)
    wanted = function(*LOSSES[loss], reduction=FORMER[size_average, reduce])
    found = function(*LOSSES[loss], size_average=size_average, reduce=reduce)
    assert found.shape == wanted.shape and torch.equal(found, wanted)


def test_versions_of_modules_come_with_their_states() -> None:
    seen: list[Any] = []

    class Versioned(torch.nn.Linear):
        _version = 7

        def _load_from_state_dict(self, state: Any, prefix: str, metadata: Any, *rest: Any) -> None:
            seen.append((metadata.get("version"), hasattr(state, "_metadata")))
            super()._load_from_state_dict(state, prefix, metadata, *rest)

    module = torch.nn.Sequential(Versioned(1, 1))
    state = module.state_dict()
    state._metadata["0"]["version"] = 3
    module.load_state_dict(state)
    module.load_state_dict(dict(state))  # which knows none
    alone = Versioned(1, 1)
    alone.load_state_dict(alone.state_dict())
    assert seen == [(3, False), (None, False), (7, True)] and state._metadata["0"]["version"] == 3


def test_edges_of_what_layers_take() -> None:
    x = torch.ones(1, 2, 5, 5)
    for stride in ([1], [1, 1], (1,), 1):
        assert F.conv2d(x, torch.ones(2, 2, 3, 3), padding="same", stride=stride, dilation=stride).shape == x.shape
    for stride in ([1, 1, 1], []):
        with pytest.raises(RuntimeError, match="stride cannot broadcast to 2 dimensions"):
            F.conv2d(x, torch.ones(2, 2, 3, 3), padding="same", stride=stride)
    with pytest.raises(RuntimeError, match="Expected num groups to be greater than 0"):
        F.group_norm(x, -1)


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


def test_who_does_not_check_does_not_check_anywhere() -> None:
    for name in ("log_prob", "cdf", "log_cdf", "log_survival_function"):
        d = torch.distributions.GeneralizedPareto(torch.tensor(0.0), torch.tensor(1.0), torch.tensor(0.5), validate_args=False)
        getattr(d, name)(torch.tensor(-1.0))
        checked = torch.distributions.GeneralizedPareto(torch.tensor(0.0), torch.tensor(1.0), torch.tensor(0.5), validate_args=True)
        with pytest.raises(ValueError, match="to be within the support"):
            getattr(checked, name)(torch.tensor(-1.0))
