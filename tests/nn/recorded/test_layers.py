"""Every layer against PyTorch 2.13's results: repr, names, initial values, outputs, gradients."""
from __future__ import annotations

import copy
import pickle
from functools import cache

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat import nn
from tests.nn.recorded.layer_cases import CASES, REFERENCE, make_inputs, make_layer, run

RECORDED = dict(np.load(REFERENCE))
IDS = [f"{i}-{case[0]}" for i, case in enumerate(CASES)]
EVERY_CASE = pytest.mark.parametrize("index", range(len(CASES)), ids=IDS)


def layer_of(index):
    return make_layer(torch, *CASES[index])


@cache
def fresh(index):
    """The layer as it was made, for tests that leave it so."""
    return layer_of(index)


def recorded_state(index):
    return {key: RECORDED[f"{index}/state/{key}"] for key in RECORDED[f"{index}/keys"]}


@EVERY_CASE
def test_repr_and_names(index):
    layer = fresh(index)
    assert repr(layer) == str(RECORDED[f"{index}/repr"])
    assert list(layer.state_dict()) == list(RECORDED[f"{index}/keys"])


@EVERY_CASE
def test_initial_values_of_seed_0(index):
    for key, value in fresh(index).state_dict().items():
        np.testing.assert_allclose(value.numpy(), RECORDED[f"{index}/state/{key}"], rtol=3e-7, atol=1e-8, err_msg=key)


@EVERY_CASE
def test_outputs_and_gradients(index):
    layer = layer_of(index)
    layer.load_state_dict({k: torch.from_numpy(np.array(v)) for k, v in recorded_state(index).items()})
    outputs, grads = run(torch, layer, make_inputs(torch, CASES[index][3]))
    assert sum(k.startswith(f"{index}/out/") for k in RECORDED) == len(outputs)
    for j, output in enumerate(outputs):
        np.testing.assert_allclose(output.detach().numpy(), RECORDED[f"{index}/out/{j}"], rtol=2e-5, atol=2e-6)
    for j, grad in enumerate(grads):
        expected = RECORDED.get(f"{index}/grad/{j}")
        assert (grad is None) == (expected is None)
        if grad is not None:
            np.testing.assert_allclose(grad.numpy(), expected, rtol=1e-4, atol=5e-6)


@EVERY_CASE
def test_copies_and_pickles_are_equal_and_independent(index):
    layer = fresh(index)
    for twin in (copy.deepcopy(layer), pickle.loads(pickle.dumps(layer))):
        assert repr(twin) == repr(layer)
        for (name, ours), theirs in zip(twin.named_parameters(), layer.parameters(), strict=True):
            assert isinstance(ours, nn.Parameter) and ours is not theirs, name
            assert ours.data_ptr() != theirs.data_ptr(), name
            np.testing.assert_array_equal(ours.detach().numpy(), theirs.detach().numpy())


def test_batch_norm_keeps_running_statistics():
    norm = nn.BatchNorm1d(2)
    norm(torch.tensor([[1.0, 2.0], [3.0, 6.0]]))
    np.testing.assert_allclose(norm.running_mean.numpy(), [0.2, 0.4], rtol=1e-6)
    np.testing.assert_allclose(norm.running_var.numpy(), [1.1, 1.7], rtol=1e-6)
    assert norm.num_batches_tracked.item() == 1
    norm.eval()
    before = norm.running_mean.clone()
    norm(torch.ones(3, 2))
    assert norm.num_batches_tracked.item() == 1 and bool((norm.running_mean == before).all())


def test_dropout_does_nothing_in_evaluation():
    x = torch.ones(5)
    assert nn.Dropout(0.5).eval()(x) is x or bool((nn.Dropout(0.5).eval()(x) == x).all())
    dropped = nn.Dropout(0.5)(torch.ones(1000))
    assert set(dropped.tolist()) == {0.0, 2.0}


def test_embedding_padding_row():
    table = nn.Embedding(3, 2, padding_idx=-1)
    assert table.padding_idx == 2 and table.weight[2].tolist() == [0.0, 0.0]
    table(torch.tensor([0, 2])).sum().backward()
    assert table.weight.grad.tolist() == [[1.0, 1.0], [0.0, 0.0], [0.0, 0.0]]
    frozen = nn.Embedding.from_pretrained(torch.ones(2, 2))
    assert not frozen.weight.requires_grad


def test_packed_sequences_through_an_lstm_equal_single_runs():
    torch.manual_seed(1)
    lstm = nn.LSTM(3, 4, bidirectional=True)
    sequences = [torch.randn(n, 3) for n in (2, 5, 4)]
    packed = nn.utils.rnn.pack_sequence(sequences, enforce_sorted=False)
    output, (hidden, cell) = lstm(packed)
    padded, lengths = nn.utils.rnn.pad_packed_sequence(output)
    assert lengths.tolist() == [2, 5, 4]
    for i, sequence in enumerate(sequences):
        alone, (h, c) = lstm(sequence)
        np.testing.assert_allclose(padded[:len(sequence), i].detach().numpy(), alone.detach().numpy(), rtol=1e-5,
                                   atol=1e-6)
        np.testing.assert_allclose(hidden[:, i].detach().numpy(), h.detach().numpy(), rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(cell[:, i].detach().numpy(), c.detach().numpy(), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(("make", "error", "text"), [
    (lambda: nn.Conv2d(3, 4, 3, groups=2), ValueError, "in_channels must be divisible by groups"),
    (lambda: nn.Conv2d(4, 3, 3, groups=2), ValueError, "out_channels must be divisible by groups"),
    (lambda: nn.Conv2d(2, 2, 3, padding="same", stride=2), ValueError, "not supported for strided convolutions"),
    (lambda: nn.Conv2d(2, 2, 3, padding_mode="odd"), ValueError, "padding_mode must be one of"),
    (lambda: nn.ConvTranspose2d(2, 2, 3, padding_mode="reflect"), ValueError, 'Only "zeros" padding mode is supported'),
    (lambda: nn.Dropout(2), ValueError, "dropout probability has to be between 0 and 1, but got 2"),
    (lambda: nn.BatchNorm2d(2)(torch.ones(2, 2)), ValueError, r"expected 4D input \(got 2D input\)"),
    (lambda: nn.GroupNorm(2, 3), ValueError, r"num_channels \(3\) must be divisible by num_groups \(2\)"),
    (lambda: nn.Embedding(3, 2, padding_idx=5), AssertionError, "Padding_idx must be within num_embeddings"),
    (lambda: nn.LSTM(2, 3)(torch.ones(2)), ValueError, "LSTM: Expected input to be 2D or 3D, got 1D instead"),
    (lambda: nn.LSTM(2, 3)(torch.ones(2, 3)), RuntimeError, "must be equal to input_size. Expected 2, got 3"),
    (lambda: nn.GRU(2, 3)(torch.ones(2, 2, 2), torch.ones(1, 3, 3)), RuntimeError, r"Expected hidden size \(1, 2, 3\)"),
    (lambda: nn.LSTM(2, 3, dropout=2), ValueError, "dropout should be a number in range"),
    (lambda: nn.MultiheadAttention(4, 3), AssertionError, "embed_dim must be divisible by num_heads"),
    (lambda: nn.TransformerEncoderLayer(8, 2, activation="odd"), RuntimeError,
     "activation should be relu/gelu, not odd"),
    (lambda: nn.TripletMarginLoss(margin=0), ValueError, "expected margin to be greater than 0, got 0 instead"),
    (lambda: nn.Unflatten(1, (2, 3.0)), TypeError, "found element of type float at pos 1"),
])
def test_refusals(make, error, text):
    with pytest.raises(error, match=text):
        make()


def test_transposed_convolution_output_size():
    conv = nn.ConvTranspose2d(2, 2, 3, 2)
    x = torch.ones(1, 2, 3, 3)
    assert tuple(conv(x, output_size=(7, 8)).shape) == (1, 2, 7, 8)
    with pytest.raises(ValueError, match=r"valid sizes range from \[7, 7\] to \[8, 8\]"):
        conv(x, output_size=(7, 10))


def test_lazy_linear_becomes_linear():
    lazy = nn.LazyLinear(3)
    assert repr(lazy.weight) == "<UninitializedParameter>"
    with pytest.raises(RuntimeError, match="Can't access the shape of an uninitialized parameter"):
        _ = lazy.weight.shape
    assert tuple(lazy(torch.ones(2, 5)).shape) == (2, 3)
    assert type(lazy) is nn.Linear and type(lazy.weight) is nn.Parameter and lazy.in_features == 5
