"""Disabled options have no effect, also on values that arithmetic would change; options may be tensors."""
from __future__ import annotations

import math
from itertools import product
from typing import Any

import pytest

import minitorch_compat as torch
from tests.many_cases import for_each

#: Third value of a parameter that began as [inf, -inf, 1, nan], after two steps of a gradient of 1/2 with a rate of 1/8: PyTorch's.
THIRD = {
    ("SGD", ""): 0.875, ("SGD", "maximize"): 1.125, ("SGD", "momentum"): 0.8188, ("Adam", ""): 0.75, ("Adam", "maximize"): 1.25,
    ("Adam", "amsgrad"): 0.75, ("AdamW", ""): 0.75, ("AdamW", "maximize"): 1.25, ("AdamW", "amsgrad"): 0.75, ("Adagrad", ""): 0.7866,
    ("Adagrad", "maximize"): 1.2134, ("Adadelta", ""): 0.9992, ("Adadelta", "maximize"): 1.0008, ("Adamax", ""): 0.75,
    ("Adamax", "maximize"): 1.25, ("RMSprop", ""): -1.1361, ("RMSprop", "maximize"): 3.1361, ("RMSprop", "momentum"): -2.2611,
    ("RMSprop", "centered"): -1.1513, ("Rprop", ""): 0.725, ("Rprop", "maximize"): 1.275,
    ("RAdam", ""): 0.875, ("RAdam", "maximize"): 1.125,
    ("NAdam", ""): 0.77, ("NAdam", "maximize"): 1.23, ("ASGD", ""): 0.875, ("ASGD", "maximize"): 1.125, ("Muon", ""): 0.9141}
BEGUN = [math.inf, -math.inf, 1.0, math.nan]


def state_after_steps(kind: str, option: str, differentiable: bool) -> tuple[Any, dict[str, Any]]:
    """The parameter and its state after two steps without weight decay."""
    p = torch.nn.Parameter(torch.tensor(BEGUN).reshape((2, 2) if kind == "Muon" else (4,)))
    options: dict[str, Any] = {} if kind == "Rprop" else {"weight_decay": 0}
    if option:
        options[option] = 0.9 if option == "momentum" else True
    if differentiable:
        options["differentiable"] = True
    optimizer = getattr(torch.optim, kind)([p], lr=0.125, **options)
    if differentiable:  # as it is meant: of parameters that are results
        optimizer.param_groups[0]["params"] = [p.clone()]
    p = optimizer.param_groups[0]["params"][0]
    for _ in range(2):
        p.grad = torch.full_like(p, 0.5).detach()
        optimizer.step()
    return p.detach(), optimizer.state[p]


@pytest.mark.filterwarnings("ignore:The .grad attribute of a Tensor that is not a leaf:UserWarning")
@for_each([(kind, option, differentiable) for (kind, option), differentiable in product(THIRD, (False, True))
           if not differentiable or kind != "Muon"])
def test_no_decay_leaves_infinities_alone(kind: str, option: str, differentiable: bool) -> None:
    p, state = state_after_steps(kind, option, differentiable)
    found = p.flatten().tolist()
    assert found[:2] == BEGUN[:2] and math.isnan(found[3]) and found[2] == pytest.approx(THIRD[kind, option], abs=1e-4)
    for name, value in state.items():  # the average of parameters is theirs, too
        assert name == "ax" or not torch.as_tensor(value).isnan().any(), name


@pytest.mark.filterwarnings("ignore:The .grad attribute of a Tensor that is not a leaf:UserWarning")
@for_each(product(("SGD", "Adam", "AdamW", "Adagrad", "Adadelta", "Adamax", "RMSprop", "Rprop", "RAdam", "NAdam", "ASGD"),
                  ("lr", "betas"), (0, 1, 2), (False, True)))
def test_numbers_in_tensors_of_one_element(kind: str, option: str, dims: int, differentiable: bool) -> None:
    """Rates with any number of dimensions, betas with none: what comes of them is the same as of numbers, shapes included."""
    if option == "betas" and (kind not in ("Adam", "AdamW", "Adamax", "RAdam", "NAdam") or dims):
        return
    results = []
    for in_tensors in (False, True):
        def of(x: float, wrapped: bool = in_tensors) -> Any:
            return torch.full((1,) * dims, x) if wrapped else x

        leaf = torch.nn.Parameter(torch.ones(2))
        options = {"lr": of(0.1)} if option == "lr" else {"lr": 0.1, "betas": (of(0.8), of(0.95))}
        optimizer = getattr(torch.optim, kind)([leaf], foreach=False, **({"differentiable": True} if differentiable else {}), **options)
        p = leaf
        if differentiable:
            p = leaf.clone()
            optimizer.param_groups[0]["params"] = [p]
        for n in range(3):
            p.grad = torch.tensor([1.0, -2.0]) * (n + 1)
            optimizer.step()
        assert p.shape == (2,)
        results.append(p.tolist())
    assert results[1] == pytest.approx(results[0], rel=1e-5)


#: What states of older versions get for the options that they lack.
ADDED: dict[str, dict[str, Any]] = {
    "SGD": {"nesterov": False, "maximize": False, "foreach": None, "differentiable": False, "fused": False},
    "Adam": {"amsgrad": False, "maximize": False, "foreach": None, "capturable": False, "differentiable": False, "fused": None,
        "decoupled_weight_decay": False},
    "AdamW": {"amsgrad": False, "maximize": False, "foreach": None, "capturable": False, "differentiable": False, "fused": None,
        "decoupled_weight_decay": True},
    "Adagrad": {"foreach": None, "maximize": False, "differentiable": False, "fused": None},
    "Adadelta": {"maximize": False, "capturable": False, "foreach": None, "differentiable": False},
    "Adamax": {"foreach": None, "maximize": False, "differentiable": False, "capturable": False},
    "RMSprop": {"momentum": 0, "centered": False, "capturable": False, "foreach": None, "maximize": False, "differentiable": False},
    "Rprop": {"foreach": None, "maximize": False, "differentiable": False, "capturable": False},
    "RAdam": {"maximize": False, "foreach": None, "capturable": False, "decoupled_weight_decay": False, "differentiable": False},
    "NAdam": {"decoupled_weight_decay": False, "maximize": False, "foreach": None, "capturable": False, "differentiable": False},
    "ASGD": {"foreach": None, "maximize": False, "differentiable": False, "capturable": False},
    "Adafactor": {"foreach": None},
}


@for_each(["SGD", "Adam", "AdamW", "Adagrad", "Adadelta", "Adamax", "RMSprop", "Rprop", "RAdam", "NAdam", "ASGD", "Adafactor", "Muon",
           "SparseAdam", "LBFGS"])
def test_states_of_older_versions(kind: str) -> None:
    """Each option is left out of a state by itself; PyTorch puts some of them back."""
    def made() -> Any:
        return getattr(torch.optim, kind)([torch.nn.Parameter(torch.ones(2, 2))], lr=0.1)

    for key in [key for key in made().param_groups[0] if key != "params"]:
        optimizer, state = made(), made().__getstate__()
        group = {name: value for name, value in state["param_groups"][0].items() if name != key}
        optimizer.__setstate__({**state, "param_groups": [group]})
        assert optimizer.param_groups[0].get(key, "missing") == ADDED.get(kind, {}).get(key, "missing"), key
        assert type(optimizer.param_groups[0].get(key)) is type(ADDED.get(kind, {}).get(key)), key
