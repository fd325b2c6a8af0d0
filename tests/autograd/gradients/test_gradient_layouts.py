"""Strides of gradients, unusual numbers, overlapping elements, the current node."""
from __future__ import annotations

import copy
import re
import warnings
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat._engine.cotangents import accumulate


def test_layout_of_a_gradient_is_warned_of_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(accumulate, "_LAYOUT_WARNED", [])
    for count in (1, 0):
        w = torch.ones(2, 3, requires_grad=True)
        w.grad = torch.ones(3, 2).t()
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            (w * 2).sum().backward()
        assert len(said) == count
        assert w.grad.stride() == (1, 2)


def test_the_node_that_runs() -> None:
    x, seen = torch.ones(2, requires_grad=True), []
    y = x * 2
    y.register_hook(lambda g: seen.append(torch._C._current_autograd_node()))
    x.register_hook(lambda g: seen.append(torch._C._current_autograd_node()))
    y.sum().backward()
    assert seen[0] is y.grad_fn and seen[1].name() == "torch::autograd::AccumulateGrad"
    assert torch._C._current_autograd_node() is None


def test_numbers_with_a_gradient_to_lose() -> None:
    one, x = torch.tensor(1.0, requires_grad=True), torch.ones(2)
    for call in (lambda: torch.arange(one), lambda: torch.add(x, x, alpha=one), lambda: torch.full_like(x, one)):
        with pytest.raises(TypeError, match="must be Number, not Tensor"):
            call()
    assert torch.arange(torch.tensor(2.0)).tolist() == [0.0, 1.0]


def test_writes_where_elements_share_memory() -> None:
    y = torch.arange(4.0)
    y.as_strided((3, 2), (1, 1)).index_put_((torch.tensor([0, 1]),), torch.tensor([7.0, 8.0]))
    assert y.tolist() == [7.0, 7.0, 8.0, 3.0]
    with pytest.warns(UserWarning, match="expanded tensors is deprecated"):
        y.expand(2, 4).masked_fill_(torch.ones(2, 4, dtype=torch.bool), 1)
    for write in (lambda: y.index_put_((torch.tensor([1, 2]),), y[:2]), lambda: y.__setitem__(torch.tensor([1, 2]), y[:2])):
        with pytest.raises(RuntimeError, match="single memory location"):
            write()

    def pushed(x: torch.Tensor) -> torch.Tensor:
        z = x.clone()
        z.as_strided((3, 2), (1, 1)).index_put_((torch.tensor([0, 1]),), x[:2])
        return z

    primal, tangent = torch.func.jvp(pushed, (torch.arange(4.0),), (torch.tensor([1.0, 2, 3, 4]),))
    assert primal.tolist() == [0.0, 0.0, 1.0, 3.0] and tangent.tolist() == [1.0, 1.0, 2.0, 4.0]


def test_odd_indices() -> None:
    x = torch.ones(3)
    refused = pytest.raises((IndexError, TypeError), match=r"too many indices|invalid data type")
    with pytest.warns(UserWarning, match="non-tuple sequence"), refused:
        x["ab"]
    with pytest.raises(TypeError, match="complex"):
        x[[1j]]


def test_hooks_that_get_lost() -> None:
    x = torch.ones(2, requires_grad=True)
    x.register_hook(print)
    with pytest.warns(UserWarning, match="will not be serialized"):
        copy.copy(x)


def test_functional_of_nothing() -> None:
    with pytest.raises(IndexError):
        torch.autograd.functional.jacobian(lambda x: (), torch.ones(2))
    with pytest.raises(TypeError, match="given to hessian"):
        torch.autograd.functional.hessian(lambda x: x, [torch.ones(2)])  # type: ignore[arg-type]


def test_random_nestings() -> None:
    def nested(function: object, inner: str, outer: str) -> torch.Tensor:
        return torch.vmap(torch.vmap(function, randomness=inner), randomness=outer)(torch.zeros(2, 3))

    assert nested(lambda x: torch.nn.functional.dropout(x + 1), "same", "same").unique().numel() == 1
    with pytest.raises(RuntimeError, match="different inplace randomness"):
        nested(lambda x: x.clone().uniform_(), "same", "different")


def test_inside_functionalize() -> None:
    with pytest.raises(RuntimeError, match="functorch transform"):
        torch.func.functionalize(lambda x: x.requires_grad_())(torch.ones(2))


def test_one_dimensional_weights() -> None:
    with pytest.raises(RuntimeError, match="mat2 must be a matrix"):
        torch.nn.functional.linear(torch.ones(2, 3), torch.ones(3), torch.ones(2))


def test_what_one_node_of_several_steps_saved() -> None:
    m = torch.arange(12.0).reshape(3, 4).requires_grad_()
    node = torch.nn.functional.pdist(m).grad_fn
    assert node._saved_p == 2.0 and node._saved_self is m and node._saved_result.grad_fn is node
    assert {"_saved_p", "_saved_self", "_saved_result"} <= set(dir(node))
    node = torch.renorm(m, 2, 0, 1.0).grad_fn
    assert (node._saved_dim, node._saved_maxnorm) == (0, 1.0)
    assert torch.float_power(m, 2).grad_fn.name() == "PowBackward0"
    node = torch.var_mean(m, 1)[0].grad_fn
    assert (node._saved_dim, node._saved_correction) == ((1,), 1)
    with pytest.raises(AttributeError):
        _ = node._saved_nothing


def test_a_number_is_filled_in() -> None:
    x = torch.ones(2, 2, requires_grad=True) * 1
    x[0] = torch.tensor(3.0)
    assert x.grad_fn.next_functions[0][0].name().startswith("MulBackward")
    y = torch.arange(4.0)
    y[:2] = y[1]  # memory of its own: no overlap to refuse
    assert y.tolist() == [1.0, 1.0, 2.0, 3.0]


@pytest.mark.parametrize(("call", "message"), [
    (lambda x: torch.heaviside(x, x), "derivative for aten::heaviside is not implemented"),
    (lambda x: x.floor_divide(2), "derivative for aten::floor_divide is not implemented"),
    (lambda x: torch.igamma(x, x.detach()), "the derivative for 'igamma: input' is not implemented."),
    (lambda x: torch.special.zeta(x, x.detach() + 1), "the derivative for 'zeta' is not implemented."),
])
def test_what_has_no_derivative_says_so_in_backward(call: Any, message: str) -> None:
    """The result requires a gradient all the same: a loss that goes through such an op is not silently constant."""
    x = torch.tensor([0.5, 1.5], requires_grad=True)
    y = call(x)
    assert y.requires_grad
    with pytest.raises((RuntimeError, NotImplementedError), match=f"^{re.escape(message)}"):
        y.sum().backward()
