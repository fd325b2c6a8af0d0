"""Functions of `torch` with a leading underscore, and edges of constructors."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat._array.core.user_warnings import IssuedWarnings


def test_products_of_bytes() -> None:
    x, y = torch.full((3, 300), 127, dtype=torch.int8), torch.full((300, 2), -128, dtype=torch.int8)
    assert torch._int_mm(x, y).equal(x.int() @ y.int()) and torch._int_mm(x[:0], y).shape == (0, 2)
    out = torch.empty(3, 2, dtype=torch.int32)
    assert torch._int_mm(x, y, out=out) is out and out[0, 0] == -127 * 128 * 300
    for args, named, message in (((x, x), {}, r"self.size\(1\) needs to match mat2.size\(0\)"), ((x[0], y), {}, "to be of dimension 2"),
                                 ((x.int(), y), {}, "Expected self dtype to be int8 or uint8"),
                                 ((x, y), {"out": out[:2]}, r"Expected result.size\(0\) to be 3 but got 2")):
        with pytest.raises(RuntimeError, match=message):
            torch._int_mm(*args, **named)


def test_products_and_indices() -> None:
    x, a = torch.rand(3, 2, 4), torch.rand(2, 3)
    assert torch.allclose(torch._compute_linear_combination(x, a), (a[:, :, None, None] * x).sum(1))
    assert torch._addmm_activation(torch.ones(2), torch.ones(2, 3), -torch.ones(3, 2)).count_nonzero() == 0
    assert torch._dim_arange(x, 2).tolist() == [0, 1, 2, 3]
    assert torch._index_put_impl_(torch.zeros(3), (torch.tensor([0, 0]),), torch.ones(2), True).tolist() == [2, 0, 0]
    assert torch._unsafe_index_put(torch.zeros(3), (torch.tensor([1]),), torch.ones(1)).tolist() == [0, 1, 0]


def test_a_sequence_without_items() -> None:
    class Broken:
        def __len__(self) -> int:
            return 2

        def __getitem__(self, i: int) -> Any:
            raise TypeError

    with pytest.raises(ValueError, match="could not determine the shape of object type 'Broken'"):
        torch.tensor(Broken())


def test_refused_memory() -> None:
    with pytest.raises(RuntimeError, match="'memory_format' argument is incompatible with 'out' tensor argument"):
        torch.empty((2, 3, 4, 5), out=torch.empty(2), memory_format=torch.channels_last)
    x = torch.ones(3)
    with pytest.raises(NotImplementedError, match="set_"):
        x.set_(x.to_sparse())
    assert x.tolist() == [1, 1, 1]


def test_deprecated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(IssuedWarnings, "always", True)
    x = torch.tensor(1.0)
    for call, message in ((lambda: x.adjoint(), r"adjoint\(\) is deprecated on 0-D"), (lambda: x.H, "Tensor.H is deprecated on 0-D"),
                          (lambda: torch.sparse.FloatTensor(2, 3), r"torch.sparse.SparseTensor\(shape, \*, device=\) is deprecated"),
                          (lambda: torch.sparse.FloatTensor(torch.tensor([[0]]), torch.ones(1), (3,)), r"\(indices, values, shape")):
        with pytest.warns(UserWarning, match=message):
            call()
