"""`rearrange`, `replace_all_batch_norm_modules_`; restrictions of jvp; bags, labels and quantiles per example."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat import nn
from minitorch_compat.func import grad, jvp, rearrange, replace_all_batch_norm_modules_, vmap

F = nn.functional
X = torch.arange(24.0).reshape(2, 3, 4)


@pytest.mark.parametrize(("pattern", "sizes", "expected"), [
    ("a b c -> c a b", {}, lambda x: x.permute(2, 0, 1)), ("a b c -> (b a) c", {}, lambda x: x.transpose(0, 1).reshape(6, 4)),
    ("a b (c d) -> d a c b", {"c": 2}, lambda x: x.reshape(2, 3, 2, 2).permute(3, 0, 2, 1)),
    ("... c -> c ...", {}, lambda x: x.movedim(2, 0)),
    ("a ... -> a (...)", {}, lambda x: x.reshape(2, 12)), ("a b c -> a 1 (b c) ()", {}, lambda x: x.reshape(2, 1, 12, 1)),
])
def test_rearrange(pattern: str, sizes: dict[str, int], expected: Callable[[Any], Any]) -> None:
    assert torch.equal(rearrange(X, pattern, **sizes), expected(X))


@pytest.mark.parametrize(("pattern", "phrase"), [
    ("a b c", "single '->'"), ("a b -> b a", "must be equal to the number of dimensions"), ("a b c -> a", "only on one side"),
    ("a a b -> b", "duplicate dimension 'a'"), ("a (b c d -> a", "Imbalanced"), ("a b c ... ... -> a", "only one ellipsis"),
    ("a b _ -> a", "Invalid axis identifier: _"), ("a b, c -> a", "Unknown character ','"), ("a b 2 -> a b", "unnamed axes of size 1")])
def test_rearrange_refuses(pattern: str, phrase: str) -> None:
    with pytest.raises(ValueError, match=phrase):
        rearrange(X, pattern)


def test_rearrange_needs_sizes_that_fit() -> None:
    for sizes in ({}, {"b": 2}, {"b": 2, "c": 2}):
        with pytest.raises(Exception, match=r"dimension") as error:
            rearrange(X, "a (b c) d -> a b c d", **sizes)
        assert type(error.value).__name__ == "DimensionBindError"


def test_batch_norm_under_vmap() -> None:
    model = nn.Sequential(nn.Conv1d(1, 2, 1), nn.BatchNorm1d(2))
    x = torch.arange(12.0).reshape(2, 2, 1, 3)
    with pytest.raises(RuntimeError, match="Batch norm got a batched tensor"):
        vmap(model)(x)
    assert replace_all_batch_norm_modules_(model) is model
    assert model[1].running_mean is None and not model[1].track_running_stats
    assert torch.allclose(vmap(model)(x), torch.stack([model(x[0]), model(x[1])]))


def test_captured_tensors_are_not_written_in_jvp() -> None:
    captured, x = torch.zeros(3), torch.ones(3)
    for write in (lambda a: captured.add_(a), lambda a: captured.zero_(), lambda a: captured.fill_(1.0), lambda a: captured.uniform_(),
                  lambda a: captured[0].copy_(a[0])):
        for call in (lambda w=write: jvp(w, (x,), (x,)), lambda w=write: grad(lambda a: w(a).sum())(x)):
            with pytest.raises(RuntimeError, match="would mutate a captured Tensor"):
                call()
    assert captured.tolist() == [0, 0, 0]

    def inside(a: Any) -> Any:
        made = torch.zeros(3)
        made[1:] = a[1:]
        mask = a > 0
        mask.logical_not_()
        return made.add_(captured.clone().add_(1)) * (~mask)

    assert jvp(inside, (x,), (x,))[1].tolist() == [0, 1, 1]
    for clear in (lambda a: a.clone().zero_(), lambda a: (a * 2).fill_(3.0), lambda a: (a * 2).zero_().add_(a)):
        out, tangent = vmap(lambda a, f=clear: jvp(f, (a,), (a,)))(torch.ones(2, 3))
        assert torch.equal(tangent, out * 0 + tangent[0, 0]) and torch.equal(jvp(clear, (x,), (x,))[1], tangent[0])


def test_what_outlives_grad_is_a_plain_value() -> None:
    kept: list[Any] = []
    grad(lambda a: (kept.append(a * 2), a.sum())[1])(torch.ones(2, 3))
    b = kept[0]
    for value in (b + 1, b.sum(), b[0], b[:, 1:], b.clone(), torch.stack([b, b]), b.T, b.softmax(0), b @ b.T):
        assert not value.requires_grad
    assert b.sum().item() == 12 and b.tolist() == [[2.0] * 3] * 2


def test_gradients_through_the_tangent() -> None:
    x, v = torch.tensor([1.0, 2.0], requires_grad=True), torch.tensor([3.0, 1.0])
    tangent = jvp(lambda a: (a**3).sum(), (x,), (v,))[1]
    assert torch.autograd.grad(tangent, x)[0].tolist() == [18.0, 12.0]


def _loop(function: Callable[..., Any], *inputs: Any) -> Any:
    return torch.stack([function(*(x[i] for x in inputs)) for i in range(len(inputs[0]))])


@pytest.mark.parametrize("mode", ["sum", "mean", "max"])
@pytest.mark.parametrize("padding", [None, 2])
def test_bags_of_each_example(mode: str, padding: int | None) -> None:
    torch.manual_seed(0)
    w, index = torch.randn(6, 3, dtype=torch.float64), torch.randint(0, 6, (3, 7))
    offsets = torch.tensor([[0, 2, 5], [0, 0, 4], [0, 3, 7]])
    bag = lambda i, o: F.embedding_bag(i, w, o, mode=mode, padding_idx=padding)  # noqa: E731
    slope = lambda i, o: grad(lambda w, i: (F.embedding_bag(i, w, o, mode=mode, padding_idx=padding) ** 2).sum())(w, i)  # noqa: E731
    for f in (bag, slope):
        assert torch.allclose(vmap(f)(index, offsets), _loop(f, index, offsets))
    matrix = index[:, :6].reshape(3, 2, 3)
    f = lambda i: F.embedding_bag(i, w, mode=mode, padding_idx=padding)  # noqa: E731
    assert torch.allclose(vmap(f)(matrix), _loop(f, matrix))


def test_labels_of_each_example() -> None:
    torch.manual_seed(0)
    log_probs, targets = torch.randn(3, 6, 2, 4, dtype=torch.float64).log_softmax(-1), torch.randint(1, 4, (3, 2, 2))
    inputs, lengths = torch.tensor([[6, 5], [4, 6], [6, 6]]), torch.tensor([[2, 1], [1, 1], [2, 2]])
    for f in (F.ctc_loss, lambda *args: grad(F.ctc_loss)(*args)):
        assert torch.allclose(vmap(f)(log_probs, targets, inputs, lengths), _loop(f, log_probs, targets, inputs, lengths))
    shared = lambda p: F.ctc_loss(p, targets[0], (6, 5), (2, 1))  # noqa: E731
    assert torch.allclose(vmap(shared)(log_probs), _loop(shared, log_probs))


@pytest.mark.parametrize("function", [
    lambda x, q: torch.quantile(x, q.sigmoid()), lambda x, q: grad(lambda q: torch.quantile(x, q.sigmoid()))(q),
    lambda x, q: torch.searchsorted(x.sort()[0], x), lambda x, q: torch.bucketize(x, x.sort()[0]), lambda x, q: torch.isin(x, x[:2]),
    lambda x, q: torch.renorm(x.reshape(2, 3), 2, 0, 1.0), lambda x, q: torch.as_strided(x, (2, 2), (2, 1)),
    lambda x, q: torch.repeat_interleave(x, (x > 0) * 0 + 2), lambda x, q: torch.linalg.lu_factor(x[:4].reshape(2, 2))[0]])
@pytest.mark.filterwarnings("ignore:There is a performance drop")
def test_values_decide_for_each_example(function: Callable[..., Any]) -> None:
    torch.manual_seed(0)
    x, q = torch.randn(3, 6, dtype=torch.float64), torch.randn(3, dtype=torch.float64)
    assert torch.allclose(vmap(function)(x, q).double(), _loop(function, x, q).double())


def test_quantile_has_a_derivative_in_the_share() -> None:
    q = torch.tensor(0.3, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.grad(torch.quantile(torch.arange(5.0, dtype=torch.float64), q), q)[0].item() == pytest.approx(4.0)


def test_products_with_infinities():
    x = torch.tensor([float("inf"), 2.0, 3.0])
    assert torch.func.grad(torch.prod)(x).tolist() == [6.0, float("inf"), float("inf")]
    assert torch.func.grad(lambda x: x.prod(0))(x).tolist() == [6.0, float("inf"), float("inf")]
    assert torch.func.jvp(torch.prod, (x,), (torch.ones(3),))[1].item() == float("inf")
    leaf = x.clone().requires_grad_()
    leaf.prod().backward()  # divides, as PyTorch does where nothing is transformed
    assert leaf.grad.isnan().tolist() == [True, False, False]


def test_statistics_of_a_batch_are_updated_inside_of_transforms() -> None:
    x = torch.arange(24.0).reshape(2, 4, 3)
    mean, var = torch.zeros(2, 3), torch.ones(2, 3)
    vmap(lambda a, m, v: F.batch_norm(a, m, v, training=True, momentum=0.25))(x, mean, var)
    torch.testing.assert_close(mean, torch.tensor([[1.125, 1.375, 1.625], [4.125, 4.375, 4.625]]))
    torch.testing.assert_close(var, torch.full((2, 3), 4.5))
    mean, var = torch.zeros(3), torch.ones(3)

    def updated(a: Any, m: Any, v: Any) -> Any:
        return F.batch_norm(a, m, v, training=True, momentum=0.5).pow(3).sum(), (m, v)

    _, (mean, var) = grad(updated, has_aux=True)(x[0] ** 2, mean, var)
    torch.testing.assert_close(mean, torch.tensor([15.75, 20.75, 26.75]))
    torch.testing.assert_close(var, torch.tensor([662.0, 962.0, 1322.0]))
