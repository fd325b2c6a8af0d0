"""Special methods, errors of assignments, numpy arrays as indices. The expected values are PyTorch's."""
from __future__ import annotations

import numpy as np
import pytest

import minitorch_compat as torch


def test_shifts_of_numbers() -> None:
    assert (2 << torch.tensor([1, 2])).tolist() == [4, 8]
    assert (8 >> torch.tensor([1, 2])).tolist() == [4, 2]


def test_old_names() -> None:
    x = torch.ones(2)
    assert x.__div__(2).tolist() == [0.5, 0.5] and x.__rdiv__(2).tolist() == [2.0, 2.0] and x.__idiv__(2) is x
    assert torch.ones(1).__long__() == 1 and torch.ones(1).__nonzero__() is True


def test_numpy_functions_answer_with_tensors() -> None:
    assert isinstance(np.sin(torch.zeros(2)), torch.Tensor)
    assert torch.zeros(2).__array_wrap__(np.array([True])).dtype is torch.uint8


def test_deleting_is_refused() -> None:
    with pytest.raises(TypeError, match="Tensor does not support deleting items"):
        del torch.zeros(2)[0]


@pytest.mark.parametrize(("value", "kind"), [([5], "list"), (None, "NoneType"), ("a", "str"), ((1, 2), "tuple"),
                                             (np.ones(3), "numpy.ndarray")])
def test_assigning_what_is_no_tensor(value: object, kind: str) -> None:
    x = torch.zeros(3)
    with pytest.raises(TypeError, match=f"can't assign a {kind} to a torch.FloatTensor"):
        x[0:2] = value
    assert x.tolist() == [0.0] * 3 and x._version == 0


def test_numpy_indices() -> None:
    x = torch.arange(6).view(2, 3)
    assert x[np.array([0, 1]), np.array([1, 2])].tolist() == [1, 5]
    assert x[:, np.array([0, 2])].tolist() == [[0, 2], [3, 5]]
    assert x[np.array([True, False])].tolist() == [[0, 1, 2]]
    assert x[np.int64(1)].tolist() == [3, 4, 5]
    x[np.array([0]), np.int64(1)] = np.float64(7)
    assert x[0].tolist() == [0, 7, 2]


def test_aliases_and_in_place_functions() -> None:
    x = torch.tensor([-1.0, 4.0])
    assert torch.absolute(x).tolist() == x.absolute().tolist() == [1.0, 4.0]
    assert torch.negative.__name__ == "negative" and torch.greater(x, 0).tolist() == x.greater(0).tolist() == [False, True]
    assert torch.relu_(x) is x and torch.sqrt_(x).tolist() == [0.0, 2.0]
    assert torch.clamp_(x, max=1.0) is x and x.tolist() == [0.0, 1.0]
    assert torch.fill(x, 3).tolist() == [3.0, 3.0] and torch.zero_(x).tolist() == [0.0, 0.0]
