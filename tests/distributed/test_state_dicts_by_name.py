"""`torch.distributed.checkpoint.state_dict` in one process."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat import nn
from minitorch_compat.distributed.checkpoint.state_dict import (
    StateDictOptions,
    get_model_state_dict,
    get_optimizer_state_dict,
    get_state_dict,
    set_model_state_dict,
    set_optimizer_state_dict,
    set_state_dict,
)


def small() -> nn.Module:
    model = nn.Sequential(nn.Linear(2, 3), nn.BatchNorm1d(3), nn.Linear(3, 1))
    model[2].bias.requires_grad_(False)
    return model


NAMES = list(small().state_dict())


def test_a_model_under_its_own_names() -> None:
    model = small()
    state = get_model_state_dict(torch.compile(model))
    assert list(state) == NAMES and state["0.weight"].data_ptr() == model[0].weight.data_ptr() and not state["0.weight"].requires_grad
    inner = nn.Sequential(torch.compile(model), nn.ReLU())
    assert list(get_model_state_dict(inner)) == [f"0.{name}" for name in NAMES]
    assert "2.bias" not in get_model_state_dict(model, options=StateDictOptions(ignore_frozen_params=True))
    assert list(get_model_state_dict(model, submodules={model[2]})) == ["2.weight", "2.bias"]
    short = StateDictOptions(keep_submodule_prefixes=False)
    assert list(get_model_state_dict(model, submodules={model[2]}, options=short)) == ["weight", "bias"]


def test_it_is_loaded_into_a_wrapped_model() -> None:
    model = small()
    state = {name: value + 1 for name, value in get_model_state_dict(model).items()}
    assert set_model_state_dict(torch.compile(model), state) == ([], [])
    assert torch.equal(model[0].weight, state["0.weight"]) and list(state) == NAMES
    state["more"] = state.pop("0.bias")
    with pytest.raises(RuntimeError, match="Missing key"):
        set_model_state_dict(torch.compile(model), state)
    with pytest.raises(RuntimeError, match="Missing key"):
        set_model_state_dict(model, state)
    assert set_model_state_dict(model, state, options=StateDictOptions(strict=False)) == (["0.bias"], ["more"])
    assert set_model_state_dict(model, state, options=StateDictOptions(full_state_dict=True, strict=False)) == ([], ["more"])


def test_whole_states_take_the_place_of_meta_tensors() -> None:
    state = small().state_dict()
    with torch.device("meta"):
        empty = small()
    set_model_state_dict(empty, state, options=StateDictOptions(full_state_dict=True))
    assert torch.equal(empty[0].weight, state["0.weight"])


OPTIMIZERS = {"adam": lambda ps: torch.optim.Adam(ps, lr=0.1), "sgd": lambda ps: torch.optim.SGD(ps, lr=0.1, momentum=0.9),
              "plain": lambda ps: torch.optim.SGD(ps, lr=0.1)}


@pytest.mark.parametrize("flat", [False, True])
@pytest.mark.parametrize("name", OPTIMIZERS)
def test_optimizers_go_on_where_they_were(name: str, flat: bool) -> None:
    options = StateDictOptions(flatten_optimizer_state_dict=flat)
    model = small()
    optimizer = OPTIMIZERS[name](model.parameters())
    model(torch.randn(5, 2)).sum().backward()
    optimizer.step()
    optimizer.zero_grad()
    optimizer.param_groups[0]["lr"] = 0.3
    state = get_optimizer_state_dict(model, optimizer, options=options)
    others = OPTIMIZERS[name](model.parameters())
    set_optimizer_state_dict(model, others, state, options=options)
    mine, theirs = optimizer.state_dict(), others.state_dict()
    assert mine["param_groups"] == theirs["param_groups"]
    for place, values in mine["state"].items():
        for key, value in values.items():
            assert value is None or torch.equal(value, theirs["state"][place][key])


def test_the_first_state_of_an_optimizer() -> None:
    model = small()
    before = model[0].weight.clone()
    state: Any = get_optimizer_state_dict(model, torch.optim.Adam(model.parameters()))
    assert list(state["state"]) == ["0.weight", "0.bias", "1.weight", "1.bias", "2.weight"] and torch.equal(before, model[0].weight)
    assert state["param_groups"][0]["params"] == [*state["state"], "2.bias"] and state["param_groups"][0]["lr"] == 0.001
    assert model[0].weight.grad is None


def test_several_optimizers_take_their_parts() -> None:
    model = small()
    both = [torch.optim.Adam(model[0].parameters()), torch.optim.SGD(model[1].parameters(), lr=0.2, momentum=0.5)]
    state, of_optimizers = get_state_dict(model, both)
    of_optimizers["param_groups"][1]["lr"] = 0.7
    assert set_state_dict(model, both, model_state_dict=state, optim_state_dict=of_optimizers) == ([], [])
    assert [optimizer.param_groups[0]["lr"] for optimizer in both] == [0.001, 0.7]
    of_optimizers["state"].pop("0.weight")
    with pytest.raises(RuntimeError, match=r"Missing optimizer state for parameter '0\.weight'"):
        set_optimizer_state_dict(model, both, of_optimizers)


def test_refusals() -> None:
    model = small()
    with pytest.raises(ValueError, match="full_state_dict must be True"):
        get_model_state_dict(model, options=StateDictOptions(broadcast_from_rank0=True))
    with pytest.raises(RuntimeError, match="Optimizers are not passed in"):
        get_optimizer_state_dict(model, [])
    with pytest.raises(ValueError, match="Default process group"):
        set_model_state_dict(model, {}, options=StateDictOptions(broadcast_from_rank0=True, full_state_dict=True))
