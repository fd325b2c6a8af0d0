"""Functions whose names end in an underscore change their argument and return it; those without do not change it."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch

F = torch.nn.functional
DROPPING = ("alpha_dropout_", "dropout_", "feature_alpha_dropout_", "feature_dropout_")
IN_BOTH = ("celu_", "relu_", "rrelu_", "selu_", "threshold_")
ONLY_FUNCTIONAL = ("elu_", "hardtanh_", "leaky_relu_")


@pytest.mark.parametrize(("space", "name"), [
    *[pytest.param(torch, name, id=f"torch.{name}") for name in DROPPING + IN_BOTH],
    *[pytest.param(F, name, id=f"functional.{name}") for name in IN_BOTH + ONLY_FUNCTIONAL]])
def test_the_argument_itself_is_changed(space: Any, name: str) -> None:
    function = getattr(space, name)
    x = torch.tensor([-1.5, 0.5] * 8).reshape(2, 8)
    before = x.clone()
    options: tuple[Any, ...] = (0.5, True) if name in DROPPING else (0.1, 0.3) if name == "threshold_" else ()
    assert function(x, *options) is x
    assert x._version >= 1 and not torch.equal(x, before)
    plain = getattr(space, name[:-1], None) or getattr(F, name[:-1])
    kept = before.clone()
    assert plain(kept, *options) is not kept and torch.equal(kept, before)


def test_a_copy_of_windows_is_written_where_it_is_wanted() -> None:
    out = torch.empty(2, 2)
    assert torch.unfold_copy(torch.arange(5.0), 0, 2, 2, out=out) is out
    assert out.tolist() == [[0, 1], [2, 3]]
    assert torch.unfold_copy(torch.arange(3.0), 0, 2, 1).tolist() == [[0, 1], [1, 2]]


def test_hooks_with_keywords_get_the_module_first() -> None:
    seen: list[Any] = []
    module = torch.nn.Linear(1, 1)
    for options in ({}, {"always_call": True}):
        module.register_forward_hook(lambda self, args, kwargs, out: seen.append((self is module, len(args), [*kwargs], type(out))),
                                     with_kwargs=True, **options)
    module(torch.ones(1))
    module(input=torch.ones(1))
    with pytest.raises(RuntimeError):
        module(input=torch.ones(2))
    assert seen == [(True, 1, [], torch.Tensor)] * 2 + [(True, 0, ["input"], torch.Tensor)] * 2 + [(True, 0, ["input"], type(None))]


def test_shared_modules_share_gradients_and_buffers() -> None:
    module = torch.nn.Linear(2, 2)
    module.weight.grad = torch.ones(2, 2)
    module.register_buffer("extra", torch.ones(2))
    module.share_memory()
    assert [t.is_shared() for t in (module.weight, module.bias, module.extra, module.weight.grad)] == [True] * 4
