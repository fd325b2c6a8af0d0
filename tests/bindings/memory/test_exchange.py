"""Exchange with other libraries: numpy, dlpack, copy, pickle. What is asserted holds in PyTorch too."""
from __future__ import annotations

import copy
import pickle
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch


def test_numpy_shares_memory() -> None:
    array = np.arange(6, dtype=np.float32).reshape(2, 3)
    x = torch.from_numpy(array)
    array[0, 0] = 9
    assert x[0, 0].item() == 9 and x.dtype == torch.float32
    back = x.numpy()
    back[1, 2] = -1
    assert x[1, 2].item() == -1 and array[1, 2] == -1
    assert torch.from_numpy(array.T).stride() == (1, 3) and x.t().numpy().strides == (4, 12)


def test_tensor_copies_and_as_tensor_does_not() -> None:
    array = np.zeros(2)
    copied, shared = torch.tensor(array), torch.as_tensor(array)
    array[0] = 1
    assert copied.tolist() == [0.0, 0.0] and shared.tolist() == [1.0, 0.0]
    assert torch.asarray(array).dtype == torch.float64


def test_numpy_refusals() -> None:
    with pytest.raises(RuntimeError, match="on Tensor that requires grad"):
        torch.zeros(2, requires_grad=True).numpy()
    with pytest.raises(TypeError, match="ndarray"):
        torch.from_numpy([1])
    with pytest.raises(TypeError, match="convert np"):
        torch.from_numpy(np.array(["a"]))
    with pytest.raises(ValueError, match="negative"):
        torch.from_numpy(np.arange(3)[::-1])


def test_numpy_functions_take_tensors() -> None:
    x = torch.tensor([1.0, 4.0])
    assert np.asarray(x).tolist() == [1.0, 4.0] and np.sqrt(x).tolist() == [1.0, 2.0]
    assert isinstance(np.float64(2) * x, torch.Tensor) and isinstance(x * np.ones(2, np.float32), torch.Tensor)
    assert np.array(x, dtype=np.int64).dtype == np.int64 and len(np.array(x)) == 2


def test_dlpack() -> None:
    x = torch.arange(4.0)
    assert x.__dlpack_device__() == (1, 0)
    shared = np.from_dlpack(x)
    x[0] = 7
    assert shared[0] == 7
    back = torch.from_dlpack(np.arange(3))
    assert back.tolist() == [0, 1, 2]
    with pytest.raises((RuntimeError, BufferError), match="require"):
        torch.zeros(1, requires_grad=True).__dlpack__()


def test_deepcopy() -> None:
    leaf = torch.ones(2, requires_grad=True)
    (leaf * 3).sum().backward()
    twin = copy.deepcopy(leaf)
    assert twin is not leaf and twin.requires_grad and twin.grad.tolist() == [3.0, 3.0] and twin.grad is not leaf.grad
    with torch.no_grad():
        twin.zero_()
    assert leaf.tolist() == [1.0, 1.0]
    pair = copy.deepcopy([leaf, leaf])
    assert pair[0] is pair[1]
    with pytest.raises(RuntimeError, match="Only Tensors created explicitly by the user"):
        copy.deepcopy(leaf * 1)


@pytest.mark.parametrize("make", [
    lambda: torch.arange(6).reshape(2, 3), lambda: torch.randn(3, requires_grad=True), lambda: torch.zeros(2, 3).t(),
    lambda: torch.tensor(1 + 2j), lambda: torch.zeros(0, 2), lambda: torch.tensor([True, False]),
    lambda: torch.ones(2, dtype=torch.float16),
    lambda: torch.nn.Parameter(torch.ones(2)),
])
def test_pickle(make: Any) -> None:
    x = make()
    y = pickle.loads(pickle.dumps(x))
    assert type(y) is type(x) and torch.equal(x, y) and y.dtype == x.dtype and y.stride() == x.stride()
    assert y.requires_grad == x.requires_grad


def test_python_values() -> None:
    assert torch.tensor(3).item() == 3 and float(torch.tensor(2.5)) == 2.5 and int(torch.tensor(2.9)) == 2 and not torch.tensor(0.0)
    assert torch.tensor(3).__index__() == 3 and [10, 20, 30][torch.tensor(1)] == 20 and list(range(torch.tensor(2))) == [0, 1]
    assert torch.tensor([[1, 2], [3, 4]]).tolist() == [[1, 2], [3, 4]] and len(torch.zeros(3, 2)) == 3
    assert [r.tolist() for r in torch.arange(4).reshape(2, 2)] == [[0, 1], [2, 3]] and 2 in torch.arange(3)
    assert f"{torch.tensor(1.5):.3f}" == "1.500" and hash(torch.zeros(1)) != hash(torch.zeros(1))


BAD = [
    (lambda: torch.zeros(2).item(), RuntimeError, "a Tensor with 2 elements cannot be converted to Scalar"),
    (lambda: bool(torch.zeros(2)), RuntimeError, "Boolean value of Tensor with more than one value is ambiguous"),
    (lambda: len(torch.tensor(1)), TypeError, "len\\(\\) of a 0-d tensor"),
    (lambda: iter(torch.tensor(1)), TypeError, "iteration over a 0-d tensor"),
    (lambda: torch.tensor([[1, 2], [3]]), ValueError, "expected sequence of length 2 at dim 1"),
    (lambda: torch.tensor("a"), (TypeError, ValueError), "too many dimensions 'str'|new\\(\\): invalid data type 'str'"),
    (lambda: torch.zeros(2, device="cuda"), (AssertionError, RuntimeError), "Torch not compiled with CUDA enabled"),
    (lambda: torch.zeros(2).cuda(), (AssertionError, RuntimeError), "Torch not compiled with CUDA enabled"),
    (lambda: torch.device("gpu"), RuntimeError, "Expected one of cpu, cuda"),
    (lambda: torch.zeros(-1), RuntimeError, "negative dimension -1|Dimension size must be non-negative"),
    (lambda: torch.zeros(2, requires_grad=True, dtype=torch.int64), RuntimeError, "Only Tensors of floating point and complex dtype"),
    (lambda: torch.zeros(2) + torch.zeros(3), RuntimeError, r"The size of tensor a \(2\) must match the size of tensor b \(3\)"),
    (lambda: torch.zeros(2, 3) @ torch.zeros(2, 3), RuntimeError, r"mat1 and mat2 shapes cannot be multiplied \(2x3 and 2x3\)"),
    (lambda: torch.zeros(2) @ torch.zeros(2, dtype=torch.float64), RuntimeError, "same dtype"),
    (lambda: torch.zeros(2).sum(3), IndexError, "Dimension out of range"),
    (lambda: torch.zeros(2).sum(dims=0), TypeError, "unexpected keyword argument|invalid combination"),
    (lambda: torch.cat([torch.zeros(2, 2), torch.zeros(3, 3)]), RuntimeError, "Sizes of tensors must match except in dimension 0"),
    (lambda: torch.cat([]), (RuntimeError, ValueError), "expected a non-empty list of Tensors"),
    (lambda: torch.zeros(3)[1.5], (IndexError, TypeError), "only integers, slices|integer"),
    (lambda: torch.nn.Linear(2, 3)(torch.zeros(4)), RuntimeError, "size mismatch|shapes cannot be multiplied|inconsistent"),
    (lambda: torch.arange(3).mean(), RuntimeError, r"mean\(\): could not infer output dtype. Input dtype must be either a floating point"),
    (lambda: torch.zeros(3).no_such_method(), AttributeError, "'Tensor' object has no attribute 'no_such_method'"),
]


@pytest.mark.parametrize("position", range(len(BAD)))
def test_bad_input(position: int) -> None:
    call, error, message = BAD[position]
    with pytest.raises(error, match=message):
        call()


@pytest.mark.parametrize("name", ["bfloat16", "float8_e4m3fn", "float8_e5m2"])
def test_types_that_numpy_has_not_go_through_dlpack(name):
    pytest.importorskip("ml_dtypes")
    dtype = getattr(torch, name)
    x = torch.zeros(3, dtype=dtype)
    y = torch.from_dlpack(x)
    assert y.dtype is dtype
    y[0] = 1
    z = torch.utils.dlpack.from_dlpack(torch.utils.dlpack.to_dlpack(x[:2]))
    assert x.tolist() == [1, 0, 0]
    assert z.tolist() == [1, 0]
    assert torch.asarray(torch.utils.dlpack.to_dlpack(x)).dtype is dtype


def test_a_capsule_is_taken_out_once():
    capsule = torch.utils.dlpack.to_dlpack(torch.ones(2))
    torch.from_dlpack(capsule)
    with pytest.raises(RuntimeError, match="from_dlpack received an invalid capsule"):
        torch.from_dlpack(capsule)
