"""The first result of an op with several, called without tensors of the others, is that of the whole call."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat._array.core.row_order import PERMUTED
from minitorch_compat._dispatch.call.caller import caller
from minitorch_compat._dispatch.call.fast_paths.first_result import first_result
from tests.many_cases import for_each

POOL = ((2, 1), (2, 1), (0, 0), (1, 1), False)
CALLS: dict[str, Any] = {
    "native_layer_norm": lambda x: (x, (4,), torch.arange(4.0).to(x), None, 1e-5),
    "group_norm_of": lambda x: (x, torch.arange(4.0).to(x), None, 2, 1e-5),
    "max_pool2d_and_indices": lambda x: (x, *POOL),
}
INPUTS: dict[str, Any] = {
    "contiguous": lambda x: x, "with a gradient": lambda x: x.clone().requires_grad_(), "on the meta device": lambda x: x.to("meta"),
    "a view of one with a gradient": lambda x: torch.stack([x, x]).requires_grad_()[0], "a view": lambda x: torch.stack([x, x])[1],
    "turned": lambda x: x.transpose(2, 3), "channels last": lambda x: x.contiguous(memory_format=torch.channels_last),
    "expanded": lambda x: x[..., :1].expand(1, 4, 4, 4), "double": torch.Tensor.double, "half": torch.Tensor.half,
}


def described(t: Any) -> Any:
    values = None if t.is_meta else t.detach().clone()
    return t.dtype, t.shape, t.stride(), t.requires_grad, type(t.grad_fn), t._version, t._is_view(), id(t._array) in PERMUTED, values


@for_each([(name, kind) for name in CALLS for kind in INPUTS])
def test_same_as_all_results(name: str, kind: str) -> None:
    x = torch.linspace(-1, 1, 64).reshape(1, 4, 4, 4)
    args = CALLS[name](INPUTS[kind](x))
    first, *_ = caller(name)(*args)
    alone = first_result(name)(*args)
    *found, values = described(alone)
    *expected, expected_values = described(first)
    assert found == expected
    assert values is None or values.equal(expected_values)


def test_without_recording() -> None:
    x = torch.ones(1, 4, 4, 4, requires_grad=True)
    with torch.no_grad():
        assert not first_result("group_norm_of")(x, None, None, 2, 1e-5).requires_grad
    with torch.inference_mode():
        assert first_result("group_norm_of")(x, None, None, 2, 1e-5).is_inference()


def test_errors_are_those_of_the_call() -> None:
    with pytest.raises(RuntimeError, match="Given normalized_shape"):
        first_result("native_layer_norm")(torch.ones(2, 3), (4,), None, None, 1e-5)


def test_levels_have_their_part() -> None:
    x = torch.linspace(-1, 1, 64).reshape(1, 4, 4, 4)
    call = first_result("native_layer_norm")
    batched = torch.func.vmap(lambda t: call(t, (4,), None, None, 1e-5))(torch.stack([x, 2 * x]))
    assert torch.allclose(batched[1], call(2 * x, (4,), None, None, 1e-5))
    gradients = [torch.func.grad(lambda t, f=f: f(t).square().sum())(x) for f in (
        lambda t: call(t, (4,), None, None, 1e-5), lambda t: caller("native_layer_norm")(t, (4,), None, None, 1e-5)[0])]
    assert gradients[0].equal(gradients[1])
