"""Functions of `torch` besides those of `torch.nn.functional`: recurrent layers with weights as arguments, and other forms."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat import nn
from minitorch_compat.nn import functional as F

LAYERS = [(nn.GRU, torch.gru), (nn.LSTM, torch.lstm), (nn.RNN, torch.rnn_tanh)]


def _same(found: Any, output: Any, final: Any) -> bool:
    final = final if isinstance(final, tuple) else (final,)
    return all(torch.allclose(a, b) for a, b in zip(found, (output, *final), strict=True))


@pytest.mark.parametrize(("kind", "function"), LAYERS)
@pytest.mark.parametrize("both", [False, True])
@pytest.mark.parametrize("bias", [False, True])
def test_recurrent_layers(kind: Any, function: Any, both: bool, bias: bool) -> None:
    layer = kind(2, 3, 2, bidirectional=both, bias=bias)
    x, h = torch.randn(4, 5, 2), torch.randn(4 if both else 2, 5, 3)
    state: Any = (h, h + 1) if kind is nn.LSTM else h
    rest = (layer._flat_weights, bias, 2, 0.0, False, both)
    assert _same(function(x, state, *rest, False), *layer(x, state))
    by_batch = function(x.transpose(0, 1), state, *rest, batch_first=True)
    assert _same((by_batch[0].transpose(0, 1), *by_batch[1:]), *layer(x, state))
    packed = nn.utils.rnn.pack_padded_sequence(x, [4, 3, 3, 2, 1])
    output, final = layer(packed, state)
    assert _same(function(packed.data, packed.batch_sizes, state, *rest), output.data, final)
    function(x, state, *rest, False)[0].sum().backward()
    assert layer.weight_ih_l0.grad is not None


def test_cells() -> None:
    x, h = torch.randn(4, 2), torch.randn(4, 3)
    for kind, function in ((nn.GRUCell, torch.gru_cell), (nn.LSTMCell, torch.lstm_cell), (nn.RNNCell, torch.rnn_tanh_cell)):
        cell: Any = kind(2, 3)
        state: Any = (h, h) if kind is nn.LSTMCell else h
        weights = (cell.weight_ih, cell.weight_hh, cell.bias_ih, cell.bias_hh)
        found, expected = function(x, state, *weights), cell(x, state)
        assert all(torch.allclose(a, b) for a, b in zip(found, expected, strict=True))
    assert torch.equal(torch.rnn_relu_cell(x, h, *weights), torch.relu(F.linear(x, *weights[::2]) + F.linear(h, *weights[1::2])))


def test_convolutions() -> None:
    x, w = torch.randn(1, 2, 6), torch.randn(3, 2, 2)
    assert torch.equal(torch.convolution(x, w, None, [1], [1], [1], False, [0], 1), F.conv1d(x, w, None, 1, 1))
    v = torch.randn(2, 3, 2)
    assert torch.equal(torch.convolution(x, v, None, [2], [1], [1], True, [1], 1), F.conv_transpose1d(x, v, None, 2, 1, 1))
    by_time = torch.conv_tbc(x.permute(2, 0, 1), w.permute(2, 1, 0), torch.ones(3), 1)
    assert torch.allclose(by_time.permute(1, 2, 0), F.conv1d(x, w, torch.ones(3), 1, 1))


def test_other_spellings() -> None:
    x = torch.arange(6.0).view(1, 1, 6)
    assert [t.tolist() for t in torch.max_pool1d_with_indices(x, 2)] == [[[[1.0, 3.0, 5.0]]], [[[1, 3, 5]]]]
    assert torch.adaptive_max_pool1d(x, 2)[1].tolist() == [[[2, 5]]]
    kept, mask = torch.native_dropout(torch.ones(100), 0.5, True)
    assert torch.equal(kept != 0, mask) and set(kept.tolist()) == {0.0, 2.0}
    grid = torch.affine_grid_generator(torch.eye(2, 3).view(1, 2, 3), [1, 1, 3, 3], True)
    assert torch.allclose(torch.grid_sampler(x.view(1, 1, 2, 3), grid, 0, 0, True)[0, 0, 0], torch.tensor([0.0, 1.0, 2.0]))


def test_range_has_its_end() -> None:
    with pytest.warns(UserWarning, match=r"torch\.range is deprecated"):
        assert torch.range(1, 2, 0.5).tolist() == [1.0, 1.5, 2.0]
    with pytest.warns(UserWarning), pytest.raises(RuntimeError, match="upper bound and lower bound inconsistent with step sign"):
        torch.range(1, 0)


def test_norms_of_old() -> None:
    v = torch.arange(6.0).view(2, 3)
    assert torch.allclose(torch.norm_except_dim(v, 2, 0), v.norm(dim=1, keepdim=True)) and torch.norm_except_dim(v, 1, -1).item() == 15
    assert torch.allclose(torch.frobenius_norm(v, (0, 1)), v.norm()) and torch.allclose(torch.nuclear_norm(v), torch.linalg.norm(v, "nuc"))


def test_first_elements_that_are_not_zero() -> None:
    x = torch.tensor([[1.0, 0.0], [0.0, 2.0]])
    assert torch.nonzero_static(x, size=3).tolist() == [[0, 0], [1, 1], [-1, -1]]
    assert x.nonzero_static(size=1).tolist() == [[0, 0]] and torch.nonzero_static(torch.tensor(1.0), size=2).shape == (2, 0)
    with pytest.raises(RuntimeError, match="must be an non-negative integer"):
        torch.nonzero_static(x, size=-1)


@pytest.mark.parametrize("name", ["eig", "symeig", "matrix_rank"])
def test_removed(name: str) -> None:
    with pytest.raises(RuntimeError, match=r"deprecated since version 1\.9 and is now removed"):
        getattr(torch, name)(torch.eye(2))


def test_numbers_that_stand_for_sizes() -> None:
    assert (torch.sym_int(1.5), torch.sym_max(2, 1.5), torch.sym_min(1, 2), torch.sym_ite(True, 1, 2)) == (1, 2.0, 1, 1)
    assert isinstance(torch.sym_max(2, 1.5), float) and torch.sym_sum([1, 2]) == 3 and torch.sym_not(False) and torch.sym_sqrt(4) == 2


def test_a_row_that_pads_has_no_gradient_be_it_the_first() -> None:
    for padding, expected in ((0, [0, 1, 0]), (1, [2, 0, 0]), (-1, [2, 1, 0])):
        weight = torch.zeros(3, 1, requires_grad=True)
        torch.embedding(weight, torch.tensor([0, 1, 0]), padding).sum().backward()
        assert weight.grad.flatten().tolist() == expected


@pytest.mark.parametrize("half", [torch.bfloat16, torch.float16])
@pytest.mark.parametrize("training", [False, True])
def test_statistics_of_half_precision_have_the_dtype_of_the_parameters(half: torch.dtype, training: bool) -> None:
    x = torch.arange(8.0).reshape(4, 2)

    def dtypes(dtype: torch.dtype, *others: torch.dtype | None) -> list[torch.dtype]:
        parameters = [None if d is None else torch.ones(2, dtype=d) for d in others]
        return [t.dtype for t in torch.native_batch_norm(x.to(dtype), *parameters, training, 0.1, 1e-5)]

    single = torch.float32
    for others in ((None, None, half, half), (half, None, half, half), (half, half, half, half)):
        assert dtypes(half, *others) == [half] * 3
    for others in ((None, None, single, single), (single, None, single, single), (None, single, single, single)):
        assert dtypes(half, *others) == [half, single, single]
    assert dtypes(torch.float64, None, None, torch.float64, torch.float64) == [torch.float64] * 3
    if training:
        assert dtypes(half, None, None, None, None) == [half] * 3 and dtypes(half, None, single, None, None) == [half, single, single]
