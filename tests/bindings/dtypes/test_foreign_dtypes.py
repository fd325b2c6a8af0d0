"""Arrays whose dtypes are equal but not identical to ours: from pickles, and of C types of the same size."""
from __future__ import annotations

import pickle

import numpy as np
import pytest

import minitorch_compat as torch


class Marked(np.ndarray):
    """Somebody's kind of array."""


def unpickled_array(dtype=np.float64):
    array = pickle.loads(pickle.dumps(np.arange(1, 5, dtype=dtype).reshape(2, 2)))
    assert array.dtype is not np.dtype(dtype)
    return array


MAKERS = {
    "from_numpy": torch.from_numpy, "tensor": torch.tensor, "as_tensor": torch.as_tensor, "asarray": torch.asarray,
    "list": lambda a: torch.tensor([a[0], a[1]]), "operand": lambda a: torch.zeros(2, 2, dtype=torch.float64) + a,
    "subclass": lambda a: torch.as_tensor(a.view(Marked)),
    "stored": lambda a: torch.zeros(2, 2, dtype=torch.float64).copy_(torch.from_numpy(a)),
}


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
@pytest.mark.filterwarnings("ignore:Creating a tensor from a list")
def test_they_are_of_the_same_type_as_others(make):
    x, ones = make(unpickled_array()), torch.ones(2, 2, dtype=torch.float64)
    assert x._array.dtype is ones._array.dtype and type(x._array) is np.ndarray
    assert torch.addmm(ones, x, ones).tolist() == [[4, 4], [8, 8]]
    x.requires_grad_()
    torch.cdist(x @ ones, x).sum().backward()
    assert x.grad.dtype == torch.float64
    assert torch.isclose(x, x.detach()).all()


def test_memory_stays_shared():
    array = unpickled_array()
    x = torch.from_numpy(array)
    x[0, 0] = 7
    array[1, 1] = 8
    assert array[0, 0] == 7 and x[1, 1] == 8


def test_types_of_the_same_size():
    x = torch.from_numpy(np.arange(3, dtype=np.longlong))
    assert x.dtype == torch.int64
    assert torch.ones(3)[x].tolist() == [1, 1, 1]
    assert torch.tensor([1, 2, 3]).index_add(0, x, x).tolist() == [1, 3, 5]
    assert torch.nn.functional.embedding(x, torch.ones(3, 2)).shape == (3, 2)
