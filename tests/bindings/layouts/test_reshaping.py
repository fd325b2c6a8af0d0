"""In-place changes of geometry, other dtypes of the same memory, storages. The expected values are PyTorch's."""
from __future__ import annotations

import pytest

import minitorch_compat as torch


@pytest.mark.parametrize(("name", "args", "shape", "stride"), [
    ("t_", (), (3, 2), (1, 3)), ("transpose_", (0, 1), (3, 2), (1, 3)), ("swapaxes_", (0, 1), (3, 2), (1, 3)),
    ("unsqueeze_", (0,), (1, 2, 3), (6, 3, 1)), ("as_strided_", ((2,), (2,), 1), (2,), (2,)), ("squeeze_", (), (2, 3), (3, 1)),
])
def test_views_in_place(name: str, args: tuple[object, ...], shape: tuple[int, ...], stride: tuple[int, ...]) -> None:
    x = torch.arange(6.0).view(2, 3)
    assert getattr(x, name)(*args) is x
    assert x.shape == shape and x.stride()[-1] == stride[-1] and x._version == 1
    y = torch.arange(6.0).view(2, 3).requires_grad_()
    w = y * 2
    out = getattr(w, name)(*args)
    (out * out).sum().backward()
    twice = y.detach() * 8
    expected = twice if name != "as_strided_" else twice * torch.tensor([[0.0, 1, 0], [1, 0, 0]])
    assert torch.equal(y.grad, expected)


def test_a_leaf_is_refused() -> None:
    with pytest.raises(RuntimeError, match="a leaf Variable that requires grad is being used in an in-place operation"):
        torch.ones(2, requires_grad=True).unsqueeze_(0)


def test_view_of_a_view_in_place() -> None:
    x = torch.arange(6.0, requires_grad=True)
    y = (x * 2).view(2, 3)
    y.t_()
    (y * torch.arange(6.0).view(3, 2)).sum().backward()
    assert x.grad.tolist() == [0.0, 4.0, 8.0, 2.0, 6.0, 10.0]


def test_other_dtypes() -> None:
    x = torch.ones(4, dtype=torch.int32)
    assert x.view(torch.int64).tolist() == [4294967297, 4294967297]
    assert x.view(torch.int8).shape == (16,)
    y = torch.ones(2)
    v = y.view(torch.int32)
    y.add_(1)
    assert v.tolist() == [1073741824] * 2 and v._version == 1 and not v._is_view()
    assert not torch.ones(2, requires_grad=True).view(torch.complex64).requires_grad


@pytest.mark.parametrize(("make", "words"), [
    (lambda: torch.ones(3, dtype=torch.int32).view(torch.int64), r"self.size\(-1\) must be divisible by 2 to view Int as Long"),
    (lambda: torch.ones(4, 4, dtype=torch.int32).t().view(torch.int64), r"self.stride\(-1\) must be 1"),
    (lambda: torch.ones((), dtype=torch.int32).view(torch.int8), r"self.dim\(\) cannot be 0 to view Int as Char"),
])
def test_other_dtypes_that_do_not_fit(make: object, words: str) -> None:
    with pytest.raises(RuntimeError, match=words):
        make()  # type: ignore[operator]


def test_resize_keeps_memory_where_it_fits() -> None:
    x = torch.arange(6.0)
    y = x[1:].resize_(2, 2)
    y.zero_()
    assert x.tolist() == [0.0, 0.0, 0.0, 0.0, 0.0, 5.0]
    assert x.resize_as_(torch.zeros(2, 2)).shape == (2, 2)
    with pytest.raises(RuntimeError, match="cannot resize variables that require grad"):
        torch.ones(2, requires_grad=True).resize_(1)


def test_set() -> None:
    x, y = torch.arange(4.0), torch.zeros(2)
    y.set_(x)
    assert y.data_ptr() == x.data_ptr() and y.is_set_to(x)
    assert y.set_(x.untyped_storage(), 1, (2,), (2,)).tolist() == [1.0, 3.0]
    assert y.set_().shape == (0,)


def test_fill_diagonal() -> None:
    assert torch.zeros(3, 3).fill_diagonal_(2).tolist() == [[2, 0, 0], [0, 2, 0], [0, 0, 2]]
    assert torch.zeros(5, 2).fill_diagonal_(2, wrap=True).tolist() == [[2, 0], [0, 2], [0, 0], [2, 0], [0, 2]]
    with pytest.raises(RuntimeError, match="all dimensions of input must be of equal length"):
        torch.zeros(2, 3, 2).fill_diagonal_(1)


def test_elementwise_python_functions() -> None:
    x = torch.arange(3.0)
    assert x.map_(torch.ones(3), lambda a, b: a + b).apply_(lambda a: 2 * a).tolist() == [2.0, 4.0, 6.0]
    with pytest.raises(RuntimeError, match=r"Can't call apply_\(\) on Variable that requires grad"):
        torch.ones(1, requires_grad=True).apply_(abs)


def test_storages_are_shared() -> None:
    x = torch.arange(6.0)
    s = x[2:].untyped_storage()
    assert s.nbytes() == 24 and s.data_ptr() == x.data_ptr() and s == x.view(2, 3).t().untyped_storage()
    assert x.as_strided((2,), (2,), 1).untyped_storage().data_ptr() == x.data_ptr()
    s.fill_(0)
    assert x.tolist() == [0.0] * 6
    assert x[1:]._typed_storage().tolist() == [0.0] * 6


def test_typed_storages() -> None:
    s = torch.FloatStorage([1, 2, 3])
    assert isinstance(s, torch.FloatStorage) and isinstance(s, torch.TypedStorage) and not isinstance(s, torch.LongStorage)
    assert s.tolist() == [1.0, 2.0, 3.0] and s.type() == "torch.FloatStorage" and s.long().tolist() == [1, 2, 3]
    assert torch.FloatTensor(s).tolist() == s.tolist() and torch.is_storage(s)
    assert repr(s) == " 1.0\n 2.0\n 3.0\n[torch.storage.TypedStorage(dtype=torch.float32, device=cpu) of size 3]"
    assert torch.arange(3).storage_type() is torch.LongStorage
