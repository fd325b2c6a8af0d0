"""Complex sparse tensors, whose gradients are those of dense ones at their indices; sums in half precision."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import minitorch_compat as torch

DENSE = torch.tensor([[1 + 2j, 0, 3 - 1j], [0, 2j, 0]], dtype=torch.complex128)
OTHER = torch.tensor([[1, 2j], [3j, 4], [5, 6 - 1j]], dtype=torch.complex128)
LAYOUTS: dict[str, Callable[[Any], Any]] = {
    "coo": lambda d: d.to_sparse(), "csr": lambda d: d.to_sparse_csr(), "csc": lambda d: d.to_sparse_csc(),
    "bsr": lambda d: d.to_sparse_bsr((1, 1))}

FUNCTIONS: dict[str, Callable[[Any], Any]] = {
    "conj": lambda x: x.conj(), "conj_physical": lambda x: x.conj_physical(), "neg": lambda x: -x, "times": lambda x: x * (2 + 1j),
    "divided": lambda x: x / (2 + 1j), "sum": lambda x: x + x, "product": lambda x: x * x, "transpose": lambda x: x.t(),
    "adjoint": lambda x: x.t().conj(), "clone": lambda x: x.clone(), "square": lambda x: x.square(), "abs": lambda x: x.abs(),
    "total": lambda x: torch.sum(x), "mm": lambda x: x @ OTHER, "mm with the conjugate": lambda x: x.conj() @ OTHER.conj(),
    "mv": lambda x: x @ OTHER[:, 0], "from the left": lambda x: OTHER @ x}
#: What PyTorch refuses, too.
REFUSED = {("product", "csc"), ("from the left", "bsr"),
           *((name, layout) for name in ("divided", "square") for layout in LAYOUTS if layout != "coo")}


def dense(x: Any) -> Any:
    return x if x.layout == torch.strided else x.to_dense()


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_gradients(name: str, layout: str) -> None:
    if (name, layout) in REFUSED:
        with pytest.raises(RuntimeError):
            FUNCTIONS[name](LAYOUTS[layout](DENSE))
        return
    values = []
    for leaf in (LAYOUTS[layout](DENSE), DENSE.clone()):
        result = dense(FUNCTIONS[name](leaf.requires_grad_()))
        weights = torch.arange(1.0, result.numel() + 1).reshape(result.shape) * (1 + 1j)
        (result * weights).abs().square().sum().backward()
        values.append((result.detach(), dense(leaf.grad)))
    (found, gradient), (expected, slope) = values
    torch.testing.assert_close(found, expected)
    torch.testing.assert_close(torch.where(DENSE != 0, gradient, 0), torch.where(DENSE != 0, slope, 0))


@pytest.mark.parametrize("layout", LAYOUTS)
def test_gradients_with_a_graph(layout: str) -> None:
    leaf, plain = LAYOUTS[layout](DENSE).requires_grad_(), DENSE.clone().requires_grad_()
    found = []
    for x in (leaf, plain):
        weight = OTHER.clone().requires_grad_()
        gradient, = torch.autograd.grad((x.conj() @ weight).abs().square().sum(), weight, create_graph=True)
        gradient.abs().square().sum().backward()
        found.append(weight.grad)
    torch.testing.assert_close(*found)


def test_conjugates_are_computed() -> None:
    x = torch.sparse_coo_tensor(torch.tensor([[0, 0], [1, 1]]), torch.tensor([1j, 2.0]), (2, 2))
    conjugate = x.conj()
    assert not conjugate.is_conj() and not conjugate.is_coalesced()
    assert torch.equal(conjugate.coalesce().values(), torch.tensor([2 - 1j]))
    real = torch.eye(2).to_sparse()
    assert torch.equal(real.conj().to_dense(), torch.eye(2))


@pytest.mark.parametrize("reduce", ["sum", "mean", "amax", "amin"])
@pytest.mark.parametrize("dtype", [torch.float16, torch.bfloat16])
def test_reduced_products_of_half_precision(reduce: str, dtype: Any) -> None:
    if dtype == torch.bfloat16:
        pytest.importorskip("ml_dtypes", reason="bfloat16 needs the extra of that name")
    x = torch.tensor([[1.0, 0, 3], [0, 2, 0], [0, 0, 0]])
    y = torch.arange(6.0).reshape(3, 2) / 3
    weights = torch.tensor([[1, 2.0], [3, 0.3], [1, 1]])
    results = []
    for kind in (dtype, torch.float64):
        half, other = x.to(kind).to_sparse_csr().requires_grad_(), y.to(dtype).to(kind).requires_grad_()
        out = torch.sparse.mm(half, other, reduce)
        (out * weights.to(dtype).to(kind)).sum().backward()
        results.append([t.detach() for t in (out, half.grad.to_dense(), other.grad)])
    for found, expected in zip(*results, strict=True):
        assert found.dtype == dtype
        torch.testing.assert_close(found.double(), expected, rtol=torch.finfo(dtype).eps, atol=0)


def test_reduced_products_of_other_dtypes() -> None:
    with pytest.raises(RuntimeError, match=r"Expected tensor for argument #1 'other' to have scalar type Half; but got torch.FloatTensor"):
        torch.sparse.mm(torch.eye(2, dtype=torch.float16).to_sparse_csr(), torch.ones(2, 2), "sum")
