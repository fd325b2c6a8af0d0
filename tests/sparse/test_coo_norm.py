"""`native_norm` and `new`: old functions of PyTorch for tensors in coordinate form."""
from __future__ import annotations

import pytest

import minitorch_compat as torch


def test_native_norm_is_of_sparse_tensors() -> None:
    x = torch.sparse_coo_tensor(torch.tensor([[0, 1, 0], [2, 0, 2]]), torch.tensor([3.0, 5.0, 9.0]), (2, 3))
    assert torch.native_norm(x).item() == 13 and torch.native_norm(x, 1).item() == 17 and torch.native_norm(x).layout is torch.strided
    with pytest.raises(NotImplementedError, match="aten::native_norm"):
        torch.native_norm(x.to_dense())
    with pytest.raises(RuntimeError, match="only supports full reductions"):
        torch.native_norm(x, 2, 0, False, None)


def test_new_of_a_sparse_tensor_is_sparse() -> None:
    """As optimizers write it that put other values at the places of a sparse gradient."""
    x = torch.sparse_coo_tensor(torch.tensor([[0, 1]]), torch.tensor([3.0, 5.0], dtype=torch.float64), (4,)).coalesce()
    y = x.new(x._indices(), x._values() + 1, x.size())
    assert y.is_sparse and y.dtype is torch.float64 and y.to_dense().tolist() == [4, 6, 0, 0]
    assert x.new(2, 3).is_sparse and x.new(2, 3).shape == (2, 3)
