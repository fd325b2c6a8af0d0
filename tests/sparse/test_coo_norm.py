"""`native_norm`: what PyTorch has of norms in coordinate form only."""
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
