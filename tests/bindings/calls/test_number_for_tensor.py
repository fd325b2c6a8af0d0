"""Numbers that PyTorch accepts for tensors, and tensors of one number that it accepts for numbers."""
from __future__ import annotations

import numpy as np
import pytest

import minitorch_compat as torch
import minitorch_compat.nn.functional as F
from minitorch_compat._array.core.user_warnings import IssuedWarnings


def test_a_dimension_may_be_a_tensor_of_one_number() -> None:
    x = torch.tensor([[1.0, 2.0], [3.0, 0.0]])
    assert x.max(dim=torch.tensor(1)).values.tolist() == [2.0, 3.0]
    assert torch.min(x, torch.tensor(0), True).indices.tolist() == [[0, 1]]
    assert x.max(torch.tensor(1.0)).tolist() == [[1.0, 2.0], [3.0, 1.0]]  # by position the other tensor
    with pytest.raises(TypeError, match=r"max\(\) received an invalid combination"):
        x.max(dim=torch.tensor(1.0))


def test_numbers_stand_for_tensors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(IssuedWarnings, "always", True)
    x = torch.tensor([[1.0, 2.0]])
    assert x.to(True).dtype is torch.bool
    assert x.to(1.5).dtype is torch.float64
    assert x.to(0, True).dtype is torch.int64
    assert x.clone().copy_(np.int64(2)).tolist() == [[2.0, 2.0]]
    assert x.view(int).shape == (1, 1)
    with pytest.warns(UserWarning, match="discards the imaginary part"):
        assert x.clone().copy_(1j).tolist() == [[0.0, 0.0]]


@pytest.mark.filterwarnings("ignore:This overload of")
def test_the_old_order_of_sums_takes_numbers() -> None:
    x = torch.tensor([1.0, 2.0])
    assert torch.add(x, 2, 3).tolist() == [7.0, 8.0]
    assert x.clone().sub_(2, 1).tolist() == [-1.0, 0.0]


def test_tensors_of_one_number_stand_for_numbers() -> None:
    x, two = torch.tensor([[1.0, 2.0]]), torch.tensor(2)
    assert torch.histc(x, two).tolist() == [1.0, 1.0]
    assert torch.hann_window(two).tolist() == [0.0, 1.0]
    assert torch.fft.fftn(x, np.int64(2)).shape == (1, 2)
    assert torch.allclose(x, x + 1, two)
    assert F.threshold_(x.clone(), two, 5.0).tolist() == [[5.0, 5.0]]


def test_shapes_to_broadcast() -> None:
    assert torch.broadcast_shapes(None, (2,)) == (2,)
    assert torch.broadcast_shapes(True, [2, True]) == (2, 1)


def test_tolerances_by_position() -> None:
    x = torch.eye(2)
    assert torch.linalg.matrix_rank(x, 1).item() == 0
    assert torch.linalg.pinv(x, 0.5, True).tolist() == x.tolist()
    assert torch.linalg.cond(torch.ones(0, 3)).tolist() == 0.0


def test_a_bias_of_another_dtype_is_added_to_a_transposed_convolution() -> None:
    found = F.conv_transpose1d(torch.ones(1, 1, 2), torch.ones(1, 1, 2), torch.ones(1, dtype=torch.float64))
    assert found.dtype is torch.float32
    assert found.tolist() == [[[2.0, 3.0, 2.0]]]


def test_bags_of_small_integers() -> None:
    table = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
    assert F.embedding_bag(torch.tensor([0, 1], dtype=torch.int16), table, torch.tensor([0])).tolist() == [[2.0, 3.0]]


def test_a_dimension_by_numpys_name_is_refused_by_its_own_error() -> None:
    with pytest.raises(IndexError, match="Dimension out of range"):
        torch.ones(2, 2).sum(axis=2)


def test_a_scaler_that_has_not_scaled() -> None:
    scaler = torch.amp.GradScaler("cpu")
    weight = torch.nn.Parameter(torch.ones(2))
    optimizer = torch.optim.SGD([weight], lr=0.1)
    with pytest.raises(AssertionError, match="Attempted step but _scale is None"):
        scaler.step(optimizer)
    scaler.scale(weight.sum()).backward()
    scaler.step(optimizer)
    with pytest.raises(RuntimeError, match=r"step\(\) has already been called since the last update"):
        scaler.step(optimizer)
    with pytest.raises(RuntimeError, match=r"unscale_\(\) is being called after step"):
        scaler.unscale_(optimizer)
    scaler.update()
    assert weight.tolist() == pytest.approx([0.9, 0.9])


def test_targets_beyond_probabilities() -> None:
    for bad in (2.0, -1.0, float("nan")):
        with pytest.raises(RuntimeError, match="all elements of target should be between 0 and 1"):
            F.binary_cross_entropy(torch.tensor([0.5]), torch.tensor([bad]))


def test_a_schedule_that_cannot_be_called_leaves_the_groups_alone() -> None:
    optimizer = torch.optim.SGD([torch.nn.Parameter(torch.ones(1))], lr=0.1)
    before = dict(optimizer.param_groups[0])
    with pytest.raises(TypeError, match="lr_lambda should be a function, but got int"):
        torch.optim.lr_scheduler.MultiplicativeLR(optimizer, 1)
    assert optimizer.param_groups[0] == before


def test_pivots_are_looked_at() -> None:
    factors, pivots = torch.linalg.lu_factor(torch.tensor([[4.0, 3.0], [6.0, 3.0]]))
    for bad, text in ((0, "greater or equal to 1"), (3, "smaller or equal to LU.size")):
        with pytest.raises(RuntimeError, match=text):
            torch.linalg.lu_solve(factors, torch.full_like(pivots, bad), torch.ones(2, 1))


def test_a_linear_layer_of_another_dtype() -> None:
    with pytest.raises(RuntimeError, match="mat1 and mat2 must have the same dtype, but got Long and Float"):
        torch.nn.Linear(4, 2)(torch.tensor([0, 1]))


def test_subscripts_are_counted_in_the_whole_equation() -> None:
    with pytest.raises(RuntimeError, match="invalid subscript given at index 4"):
        torch.einsum("ij,j!", torch.ones(2, 2), torch.ones(2, 2))


def test_numpys_classes_are_no_dtypes() -> None:
    with pytest.raises(TypeError, match=r"zeros\(\): argument 'dtype' must be torch.dtype, not type"):
        torch.zeros(2, dtype=np.float64)


def test_a_module_is_converted_by_a_number() -> None:
    assert torch.nn.Linear(1, 1).to(1.5).weight.dtype is torch.float64
    with pytest.raises(TypeError, match="only accepts floating point or complex dtypes"):
        torch.nn.Linear(1, 1).to(True)
