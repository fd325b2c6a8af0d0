"""Modules as functions: `functional_call`, `stack_module_state`."""
from __future__ import annotations

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat import nn
from minitorch_compat.func import functional_call, grad, stack_module_state, vmap

ONE = torch.ones(1, 2)


class Tied(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.a = nn.Linear(2, 2, bias=False)
        self.b = nn.Linear(2, 2, bias=False)
        self.b.weight = self.a.weight

    def forward(self, x):  # type: ignore[no-untyped-def]
        return self.a(x) + self.b(x)


def test_parameters_are_put_back() -> None:
    m = nn.Linear(2, 1)
    weight = m.weight
    assert functional_call(m, {"weight": ONE, "bias": torch.zeros(1)}, ONE).item() == 2
    assert functional_call(m, ({"weight": ONE}, {"bias": torch.ones(1)}), (ONE,)).item() == 3
    assert m.weight is weight
    with pytest.raises(RuntimeError):
        functional_call(m, {"weight": torch.ones(1, 3)}, ONE)
    assert m.weight is weight


def test_ties() -> None:
    m = Tied()
    assert functional_call(m, {"a.weight": torch.ones(2, 2)}, ONE).tolist() == [[4, 4]]
    with pytest.raises(ValueError, match="functional_call got multiple values for keys"):
        functional_call(m, {"a.weight": torch.ones(2, 2), "b.weight": torch.zeros(2, 2)}, ONE)


@pytest.mark.parametrize(("given", "strict", "kind", "phrase"), [
    ({"weight": ONE}, True, RuntimeError, "Missing key.s.: 'bias'"),
    ({"foo": ONE}, True, RuntimeError, "Unexpected key.s.: 'foo'"),
    ({"a.foo": ONE}, False, AttributeError, "Linear has no attribute `a`"),
    ({"weight": 1.0}, False, TypeError, "1.0 is not an instance of torch.Tensor"),
    (({"weight": ONE}, {"weight": ONE}), False, ValueError, "appeared in multiple dictionaries"),
    ([1], False, ValueError, "Expected all elements of parameter_and_buffer_dicts to be dictionaries"),
])
def test_refusals(given, strict, kind, phrase) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(kind, match=phrase):
        functional_call(nn.Linear(2, 1), given, ONE, strict=strict)


def test_buffers_are_updated_in_the_dict() -> None:
    m = nn.BatchNorm1d(2)
    buffers = {name: t.clone() for name, t in m.named_buffers()}
    functional_call(m, buffers, torch.randn(4, 2))
    assert buffers["num_batches_tracked"].item() == 1 and m.num_batches_tracked.item() == 0


def test_ensemble() -> None:
    models = [nn.Sequential(nn.Linear(3, 4), nn.Tanh(), nn.Linear(4, 2)) for _ in range(3)]
    params, buffers = stack_module_state(models)
    assert params["0.weight"].shape == (3, 4, 3) and params["0.weight"].requires_grad and not buffers
    x = torch.randn(5, 3)
    found = vmap(lambda p, x: functional_call(models[0], p, x), in_dims=(0, None))(params, x)
    for i, m in enumerate(models):
        np.testing.assert_allclose(found[i].detach().numpy(), m(x).detach().numpy(), rtol=1e-5, atol=1e-6)
    with pytest.raises(RuntimeError, match="Expected at least one model"):
        stack_module_state([])


def test_per_sample_gradients_of_a_network() -> None:
    torch.manual_seed(0)
    m = nn.Sequential(nn.Conv2d(1, 3, 3, padding=1), nn.ReLU(), nn.MaxPool2d(2), nn.Flatten(), nn.Linear(12, 4))
    params = {k: v.detach() for k, v in m.named_parameters()}
    x, y = torch.randn(5, 1, 4, 4), torch.tensor([0, 1, 2, 3, 0])

    def loss(p, x, y):  # type: ignore[no-untyped-def]
        return nn.functional.cross_entropy(functional_call(m, p, x.unsqueeze(0)), y.unsqueeze(0))

    found = vmap(grad(loss), in_dims=(None, 0, 0))(params, x, y)
    for i in range(5):
        m.zero_grad()
        nn.functional.cross_entropy(m(x[i:i + 1]), y[i:i + 1]).backward()
        for name, p in m.named_parameters():
            np.testing.assert_allclose(found[name][i].numpy(), p.grad.numpy(), rtol=1e-4, atol=1e-6)


def test_batch_norm_statistics() -> None:
    m = nn.BatchNorm1d(3)
    x = torch.arange(12.0).reshape(4, 3)
    with pytest.raises(RuntimeError, match="would mutate a captured Tensor"):
        grad(lambda x: m(x).sum())(x)
    with pytest.raises(RuntimeError, match="were not batched"):
        vmap(lambda x: nn.functional.batch_norm(x, m.running_mean, m.running_var, training=True))(torch.stack([x, x]))
    assert m.num_batches_tracked.item() == 0 and m.running_mean.tolist() == [0, 0, 0]
    stacked = {name: torch.stack([t, t]) for name, t in m.named_buffers()}
    params = {name: p.detach() for name, p in m.named_parameters()}
    loss = lambda p, b, x: functional_call(m, (p, b), (x,)).pow(3).sum()  # noqa: E731
    vmap(grad(loss), in_dims=(None, 0, 0))(params, stacked, torch.stack([x, 2 * x]))
    np.testing.assert_allclose(stacked["running_mean"].numpy(), [[0.45, 0.55, 0.65], [0.9, 1.1, 1.3]], rtol=1e-6)
    assert stacked["num_batches_tracked"].tolist() == [1, 1]


def test_constants_made_inside_may_be_written() -> None:
    c = torch.ones(3)
    assert grad(lambda x: ((c * 1).add_(1) * x).sum())(torch.ones(3)).tolist() == [2, 2, 2]
    with pytest.raises(RuntimeError, match="would mutate a captured Tensor"):
        grad(lambda x: (c.add_(1) * x).sum())(torch.ones(3))
    assert c.tolist() == [1, 1, 1]
