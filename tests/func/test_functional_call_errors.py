"""Invalid replacements in `functional_call`, and hooks that return no gradient."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat import nn


@pytest.mark.parametrize(("name", "error", "phrase"), [
    ("0.training", TypeError, "attribute `training`: True is not an instance of torch.Tensor"),
    ("0.in_features", TypeError, "attribute `in_features`: 2 is not an instance"),
    ("0", TypeError, "attribute `0`: Linear"),
    ("0.weight.a", TypeError, "submodule `0.weight`: Parameter containing"),
    ("1.weight", AttributeError, "Sequential has no attribute `1`"),
    ("0.", KeyError, "t be empty string")])
def test_functional_call_replaces_tensors_only(name: str, error: type[Exception], phrase: str) -> None:
    module, x = nn.Sequential(nn.Linear(2, 2)), torch.ones(2, 2)
    with pytest.raises(error, match=phrase.replace("(", r"\(")) as caught:
        torch.func.functional_call(module, {name: x}, x)
    assert caught.type is error and module[0].in_features == 2 and module[0].training is True


def test_hooks_may_not_move_a_gradient() -> None:
    for register in (lambda p, hook: p.register_hook(hook), lambda p, hook: None):
        p = torch.ones(2, requires_grad=True)
        q = p * 2
        register(p, lambda g: g.to("meta")) or q.register_hook(lambda g: g.to("meta"))
        with pytest.raises(RuntimeError, match="has changed the type of value"):
            q.sum().backward()
        assert p.grad is None


def test_backward_pre_hooks_alone_tell_of_inputs_without_gradients() -> None:
    module = nn.Linear(2, 2)
    seen: list[Any] = []
    module.register_full_backward_pre_hook(lambda m, g: seen.append(g))
    with pytest.warns(UserWarning, match="Full backward hook is firing"):
        module(torch.ones(2, 2)).sum().backward()
    assert len(seen) == 1


def test_randomness_is_asked_for_before_the_odds() -> None:
    with pytest.raises(RuntimeError, match="called random operation while in randomness error mode"):
        torch.func.vmap(lambda t: t.bernoulli())(torch.tensor([2.0, 3.0]))
