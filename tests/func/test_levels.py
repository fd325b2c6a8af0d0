"""What belongs to which level: in-place writes, user-opened forward levels, hooks, custom Functions, tensors that outlive a transform."""
from __future__ import annotations

import copy
import pickle
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat.autograd import forward_ad
from minitorch_compat.func import functional_call, grad, hessian, jacfwd, jacrev, jvp, vjp, vmap

X = torch.tensor([1.0, 2.0, 3.0])
ONES = torch.ones(3)
CAPTURED = r"attempted to call in-place operation \(aten::mul_.Tensor\) that would mutate a captured Tensor"


class Cube(torch.autograd.Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x: Any) -> Any:
        return x * x * x

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.save_for_backward(inputs[0])
        ctx.save_for_forward(inputs[0])

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return g * 3 * ctx.saved_tensors[0] ** 2

    @staticmethod
    def jvp(ctx: Any, t: Any) -> Any:
        return 3 * ctx.saved_tensors[0] ** 2 * t


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(x: Any) -> Any:
        return x.mul_(2)

    @staticmethod
    def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
        ctx.mark_dirty(inputs[0])

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return g * 2


def test_the_outer_transforms_tensor_is_captured() -> None:
    with pytest.raises(RuntimeError, match=CAPTURED):
        grad(lambda z: grad(lambda y: (z.mul_(2) * y).sum())(X).sum())(X)
    with pytest.raises(RuntimeError, match=CAPTURED):
        grad(lambda z: jvp(lambda y: (z * 1).detach().mul_(2) * z.mul_(2) * y, (X,), (ONES,))[1].sum())(X)
    with pytest.raises(RuntimeError, match=CAPTURED):
        vmap(lambda z: grad(lambda y: (z.mul_(2) * y).sum())(X))(torch.ones(2, 3))


def test_inference_tensors_elsewhere_change_nothing() -> None:
    with torch.inference_mode():
        leaf = torch.ones(3, requires_grad=True)
    test_the_outer_transforms_tensor_is_captured()
    assert leaf.is_inference()


def test_what_is_made_inside_of_the_outer_transforms_tensor_is_not() -> None:
    assert grad(lambda z: grad(lambda y: ((z * 1).mul_(y) * y).sum())(X).sum())(X).tolist() == [2.0, 4.0, 6.0]
    assert grad(lambda z: jvp(lambda y: (z * 1).detach().mul_(2) * y * z, (X,), (ONES,))[1].sum())(X).tolist() == [2.0, 4.0, 6.0]
    assert vmap(lambda z: grad(lambda y: ((z * 1).mul_(y) * y).sum())(X))(torch.ones(2, 3)).tolist() == [[2.0, 4.0, 6.0]] * 2


def test_changing_the_shape_of_what_is_captured() -> None:
    with pytest.raises(RuntimeError, match=r"aten::unsqueeze_\) that would mutate a captured Tensor"):
        grad(lambda y: (ONES.unsqueeze_(0) * y).sum())(X)
    assert ONES.shape == (3,)


def test_unpacking_a_dual_of_outside() -> None:
    seen = []

    def function(y: Any) -> Any:
        primal, tangent = forward_ad.unpack_dual(y)
        seen.append(tangent)
        return (primal * y).sum()

    with forward_ad.dual_level():
        gradient = grad(function)(forward_ad.make_dual(X, ONES * 2))
        assert seen == [None]
        assert forward_ad.unpack_dual(gradient).tangent.tolist() == [4.0, 4.0, 4.0]


def test_making_a_dual_inside_at_a_level_of_outside() -> None:
    def function(y: Any) -> Any:
        return forward_ad.unpack_dual(forward_ad.make_dual(X, y).square()).tangent.sum()

    with forward_ad.dual_level() as level:
        gradient = grad(function)(ONES)
        assert gradient.tolist() == [2.0, 4.0, 6.0]
        assert forward_ad.unpack_dual(gradient, level=level).tangent is None
        assert vmap(grad(function))(torch.ones(2, 3)).tolist() == [[2.0, 4.0, 6.0]] * 2


def test_second_derivatives_between_functions() -> None:
    def f(y: Any) -> Any:
        return Cube.apply(y).sum() ** 2

    expected = hessian(lambda y: (y ** 3).sum() ** 2)(X)
    for twice in (hessian, lambda g: jacrev(jacrev(g)), lambda g: jacfwd(jacfwd(g)), lambda g: jacrev(jacfwd(g))):
        assert torch.allclose(twice(f)(X), expected)
    assert torch.allclose(vjp(grad(f), X)[1](X)[0], expected @ X)


def test_a_function_that_writes_into_its_input() -> None:
    def f(y: Any) -> Any:
        a = y * 3
        b = Doubled.apply(a)
        assert b is a
        return (a * b).sum()

    assert grad(f)(X).tolist() == [72.0, 144.0, 216.0]


def test_hooks_get_tensors() -> None:
    def f(y: Any) -> Any:
        z = y * 3
        z.register_hook(lambda g: g * 2)
        return (z * z).sum()

    assert grad(f)(X).tolist() == [36.0, 72.0, 108.0]
    assert vmap(grad(f))(torch.stack([X, X])).tolist() == [[36.0, 72.0, 108.0]] * 2


def test_writing_into_what_outlived_its_transform() -> None:
    kept: list[Any] = []
    grad(lambda y: (kept.append(y * 2), y.sum())[1])(X)
    assert kept[0].mul_(2) is kept[0]
    assert (kept[0] ** 2).tolist() == [16.0, 64.0, 144.0]


@pytest.mark.parametrize("use", [copy.copy, copy.deepcopy, pickle.dumps, lambda t: t.untyped_storage()])
def test_there_is_no_storage_to_copy(use: Any) -> None:
    for transform in (lambda f: grad(f)(X), lambda f: jvp(f, (X,), (X,))):
        with pytest.raises(NotImplementedError, match="Cannot access storage of TensorWrapper"):
            transform(lambda y: (use(y), y.sum())[1])
    with pytest.raises(NotImplementedError, match="Cannot access storage of BatchedTensorImpl"):
        vmap(lambda y: (use(y), y.sum())[1])(torch.ones(2, 3))


@pytest.mark.parametrize("use", [lambda t: t.detach().numpy(), lambda t: torch.zeros(3).numpy(), lambda t: t.data_ptr()])
def test_there_is_no_memory_to_hand_out(use: Any) -> None:
    with pytest.raises(RuntimeError, match="Cannot access data pointer of Tensor that doesn't have storage"):
        grad(lambda y: (use(y), y.sum())[1])(X)


def test_out_under_vmap() -> None:
    with pytest.raises(RuntimeError, match=r"Batching rule not implemented for aten::add\.out"):
        vmap(lambda y: torch.add(y, 1, out=torch.zeros(3)))(torch.ones(2, 3))


def test_no_derivative_is_said() -> None:
    with pytest.raises(NotImplementedError, match="the derivative for '_unique2' is not implemented"):
        grad(lambda y: y.unique().sum())(X)
    with pytest.raises(NotImplementedError, match="Trying to use forward AD with _unique2"):
        jvp(torch.unique, (X,), (X,))
    with pytest.raises(RuntimeError, match="All outputs of f must be floating-point or complex Tensors, got Tensor with dtype"):
        vjp(lambda y: y.long(), X)
    with pytest.raises(RuntimeError, match=r"attempting to call Tensor.retain_grad\(\) inside of a function being transformed"):
        grad(lambda y: (y.retain_grad(), y.sum())[1])(X)
    with pytest.raises(ValueError, match="Expected parameter_and_buffer_dicts to be a dict, or a list/tuple of dicts"):
        functional_call(torch.nn.Linear(3, 1), 3, (X,))


def test_mappings_of_dimensions() -> None:
    rows, columns = torch.arange(6.0).reshape(2, 3), torch.ones(3, 2)
    both = lambda d: d["a"].sum() + d["b"].sum()  # noqa: E731
    assert vmap(both, in_dims=({"b": 1, "a": 0},))({"a": rows, "b": columns}).tolist() == [5.0, 7.0, 9.0]
    with pytest.raises(ValueError, match="in_dims is not compatible with the structure"):
        vmap(both, in_dims=({"a": 0, "c": 1},))({"a": rows, "b": columns})


def test_bags_divide_by_the_frequency_in_their_example() -> None:
    weight, index = torch.ones(4, 1), torch.tensor([[0, 1, 1], [3, 3, 3]])
    bag = lambda w, i: torch.nn.functional.embedding_bag(i.unsqueeze(0), w, mode="sum", scale_grad_by_freq=True).sum()  # noqa: E731
    assert vmap(grad(bag), in_dims=(None, 0))(weight, index).squeeze(-1).tolist() == [[1.0, 1.0, 0.0, 0.0], [0.0, 0.0, 0.0, 1.0]]
    assert grad(lambda w: vmap(bag, in_dims=(None, 0))(w, index).sum())(weight).squeeze(-1).tolist() == [1.0, 1.0, 0.0, 1.0]


def test_running_statistics_are_written_inside() -> None:
    x, mean, var = torch.arange(12.0).reshape(3, 4), torch.zeros(4), torch.ones(4)
    norm = lambda y, m, v: torch.nn.functional.batch_norm(y, m, v, training=True).pow(3).sum()  # noqa: E731
    grad(lambda y: norm(y, mean, var))(x)
    jvp(lambda y: norm(y, mean, var), (x,), (x,))
    assert torch.allclose(mean, x.mean(0) * 0.19)
    means, variances = torch.zeros(2, 4), torch.ones(2, 4)
    vmap(lambda y, m, v: grad(lambda y: norm(y, m, v))(y))(torch.stack([x, x]), means, variances)
    assert torch.allclose(means, x.mean(0).expand(2, 4) * 0.1)
