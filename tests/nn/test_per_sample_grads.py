"""Per-sample gradients (`torch.nn.utils._per_sample_grad`), against those of a loop over the examples."""
from __future__ import annotations

import pytest

import minitorch_compat as torch
from minitorch_compat import nn
from minitorch_compat.nn.utils._per_sample_grad import call_for_per_sample_grads


class Shared(nn.Module):
    """One layer called twice, another with a frozen weight."""

    def __init__(self) -> None:
        super().__init__()
        self.twice, self.frozen = nn.Linear(4, 4), nn.Linear(4, 2)
        self.frozen.weight.requires_grad_(False)

    def forward(self, x):
        return self.frozen(self.twice(self.twice(x).tanh()))


class Outputs(nn.Module):
    """A recurrent layer without its final state."""

    def __init__(self, layer: nn.Module) -> None:
        super().__init__()
        self.layer = layer

    def forward(self, x):
        return self.layer(x)[0]


CASES = {
    "linear": (lambda: nn.Linear(4, 3), (5, 4)), "linear_of_rank_4": (lambda: nn.Linear(4, 3, bias=False), (5, 2, 6, 4)),
    "conv1d": (lambda: nn.Conv1d(4, 6, 3, padding=1, groups=2), (3, 4, 8)),
    "conv2d": (lambda: nn.Conv2d(4, 6, 3, stride=2, dilation=2, padding=2), (3, 4, 8, 9)),
    "conv2d_same": (lambda: nn.Conv2d(2, 3, 3, padding="same"), (2, 2, 5, 5)),
    "conv1d_circular": (lambda: nn.Conv1d(2, 3, 3, padding=1, padding_mode="circular"), (2, 2, 5)),
    "conv3d": (lambda: nn.Conv3d(2, 3, 2), (2, 2, 4, 4, 4)),
    "layer_norm": (lambda: nn.LayerNorm((3, 4)), (5, 2, 3, 4)), "group_norm": (lambda: nn.GroupNorm(2, 4), (5, 4, 3)),
    "instance_norm": (lambda: nn.InstanceNorm2d(4, affine=True, track_running_stats=True), (5, 4, 3, 3)), "shared": (Shared, (3, 4)),
    "lstm": (lambda: Outputs(nn.LSTM(4, 3, 2, batch_first=True)), (3, 5, 4)),
    "lstm_with_projection": (lambda: Outputs(nn.LSTM(4, 3, batch_first=True, proj_size=2, bias=False)), (3, 5, 4)),
    "gru": (lambda: Outputs(nn.GRU(4, 3, batch_first=True, bidirectional=True)), (3, 5, 4)),
    "rnn": (lambda: Outputs(nn.RNN(4, 3, batch_first=True, nonlinearity="relu")), (3, 5, 4)),
}


def _loss(y):
    return (y * torch.arange(y[0].numel(), dtype=y.dtype).reshape(y.shape[1:]).cos()).sum()


def _gradients_by_loop(module, x):
    names, parameters = zip(*[(name, p) for name, p in module.named_parameters() if p.requires_grad], strict=True)
    rows = [torch.autograd.grad(_loss(module(one[None])), parameters) for one in x]
    return {name: torch.stack(rows_of) for name, rows_of in zip(names, zip(*rows, strict=True), strict=True)}


@pytest.mark.parametrize("name", CASES)
def test_as_a_loop_over_the_examples(name):
    make, shape = CASES[name]
    torch.manual_seed(0)
    module, x = make().double(), torch.randn(*shape, dtype=torch.double, requires_grad=True)
    expected = _gradients_by_loop(module, x.detach())
    (grad,) = torch.autograd.grad(_loss(module(x)), x)
    _loss(call_for_per_sample_grads(module)(x)).backward()
    for parameter_name, parameter in module.named_parameters():
        if parameter_name in expected:
            assert parameter.grad is None
            torch.testing.assert_close(parameter.grad_sample, expected[parameter_name])
    torch.testing.assert_close(x.grad, grad)


@pytest.mark.parametrize("options", [{}, {"padding_idx": 2}, {"padding_idx": -1}])
def test_embedding(options):
    torch.manual_seed(0)
    module, x = nn.Embedding(7, 3, **options), torch.tensor([[1, 2, 1], [0, 2, 6]])
    _loss(call_for_per_sample_grads(module)(x)).backward()
    torch.testing.assert_close(module.weight.grad_sample, _gradients_by_loop(module, x)["weight"])


def test_of_a_mean_each_example_has_its_own():
    module, x = nn.Linear(2, 1, bias=False), torch.tensor([[1., 2], [3, 4]])
    call_for_per_sample_grads(module, batch_size=2, loss_reduction="mean")(x).mean().backward()
    assert module.weight.grad_sample.tolist() == [[[1, 2]], [[3, 4]]]


def test_refusals():
    layer, x = nn.Linear(4, 3), torch.ones(5, 4)
    for module, arguments, inputs, words in [
            (layer, {"loss_reduction": "x"}, x, "Expected loss_reduction argument to be sum or mean"),
            (3, {}, x, "Module passed must be nn.Module"), (layer, {"batch_size": 0}, x, "Batch size must be positive"),
            (layer, {"batch_size": 3}, x, "batch size matching input"), (nn.BatchNorm1d(4), {}, x, "cannot handle function batch_norm"),
            (nn.Conv1d(4, 3, 1), {}, torch.ones(4, 4), "batch"), (nn.LayerNorm((5, 4)), {}, x, "batch dimension"),
            (layer, {}, torch.ones(0, 4), "0 is not a valid batch size"), (layer, {}, 3, "Unable to find a tensor")]:
        with pytest.raises(RuntimeError, match=words):
            call_for_per_sample_grads(module, **arguments)(inputs)
    with pytest.raises(RuntimeError, match="batch size 5 and one with batch size 3"):
        call_for_per_sample_grads(nn.Bilinear(4, 3, 2))(x, torch.ones(3, 3))
    call_for_per_sample_grads(layer)(x).sum().backward()
    with pytest.raises(RuntimeError, match="accumulates the gradients"):
        call_for_per_sample_grads(layer)


def test_the_number_of_examples_is_that_of_tensors_given_by_name() -> None:
    layer = nn.Linear(2, 1)
    call_for_per_sample_grads(layer)(input=torch.ones(4, 2)).sum().backward()
    assert layer.weight.grad_sample.shape == (4, 1, 2)


def test_recurrent_layers_in_float32_and_over_time_first() -> None:
    x = torch.randn(5, 3, 4)
    for layer in (nn.LSTM(4, 2), nn.GRU(4, 2)):
        call_for_per_sample_grads(layer, batch_first=False)(x)[0].sum().backward()
        layer(x)[0].sum().backward()
        for parameter in layer.parameters():
            assert parameter.grad_sample.shape == (3, *parameter.shape)
            torch.testing.assert_close(parameter.grad_sample.sum(0), parameter.grad)
