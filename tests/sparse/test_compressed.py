"""Sparse matrices by rows, columns and blocks. PyTorch's results are in `compat_tests/behaviours/ops/compressed.py`."""
from __future__ import annotations

import copy
import io
import itertools
import pickle
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch

DENSE = torch.tensor([[1.0, 0.0, 2.0], [0.0, 0.0, 3.0], [4.0, 5.0, 0.0], [0.0, 0.0, 0.0]], dtype=torch.float64)
LAYOUTS = (torch.sparse_csr, torch.sparse_csc, torch.sparse_bsr, torch.sparse_bsc)


def make_compressed(layout: Any, x: Any = DENSE) -> Any:
    return x.to_sparse(layout=layout, blocksize=(2, 1) if "bs" in str(layout) else None)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_there_and_back(layout: Any) -> None:
    x = make_compressed(layout)
    assert x.layout is layout and x.to_dense().equal(DENSE)
    assert x.to_sparse().to_dense().equal(DENSE) and x.t().to_dense().equal(DENSE.t())
    for other in LAYOUTS:
        if "bs" in str(layout) and "bs" not in str(other):
            with pytest.raises(RuntimeError, match="expected SparseCsr or SparseCsc layout but got SparseBs"):
                make_compressed(other, x)
        else:
            assert make_compressed(other, x).to_dense().equal(DENSE)
    for again in (copy.deepcopy(x), pickle.loads(pickle.dumps(x)), x.clone(), x.detach()):
        assert again.layout is layout and again.to_dense().equal(DENSE)
    file = io.BytesIO()
    torch.save([x], file)
    file.seek(0)
    assert torch.load(file)[0].to_dense().equal(DENSE)


def test_batches_and_dense_dimensions() -> None:
    pair = torch.stack([DENSE, DENSE.flip(0)])
    for layout in LAYOUTS:
        assert make_compressed(layout, pair).to_dense().equal(pair)
    deep = torch.stack([DENSE, 2 * DENSE], 2)
    x = deep.to_sparse_csr(dense_dim=1)
    assert x.dense_dim() == 1 and x.values().shape == (5, 2) and x.to_dense().equal(deep)


@pytest.mark.parametrize("layout", LAYOUTS[:2])
def test_products_are_those_of_dense_matrices(layout: Any) -> None:
    torch.manual_seed(0)
    a = torch.randn(7, 5, dtype=torch.float64) * (torch.rand(7, 5) < 0.4)
    w, x = torch.randn(5, 3, dtype=torch.float64), a.to_sparse(layout=layout)
    torch.testing.assert_close(x @ w, a @ w)
    torch.testing.assert_close(w.t() @ x.t(), w.t() @ a.t())
    torch.testing.assert_close(torch.mv(x, w[:, 0]), a @ w[:, 0])
    torch.testing.assert_close((x @ x.t()).to_dense(), a @ a.t())


def test_derivatives_of_values() -> None:
    crow, col = torch.tensor([0, 2, 3, 5, 5]), torch.tensor([0, 2, 2, 0, 1])
    w = torch.arange(6.0, dtype=torch.float64).reshape(3, 2).requires_grad_()
    v = torch.tensor([1.0, 2.0, 3.0, 4.0, 5.0], dtype=torch.float64, requires_grad=True)

    def of(function: Any) -> Any:
        return lambda v, w: function(torch.sparse_csr_tensor(crow, col, v, (4, 3)), w)

    for function in (lambda x, w: x @ w, lambda x, w: torch.sparse.mm(x, w), lambda x, w: (x * x).to_dense(), lambda x, w: x.t().to_dense(),
                     lambda x, w: (x.to_sparse_csc() + x.to_sparse_csc()).to_dense(),
                     lambda x, w: torch.sparse.mm(x, w, "mean"), lambda x, w: torch.sparse.mm(x, w, "amax"),
                     lambda x, w: x.sin().to_dense(), lambda x, w: w.t() @ x.t(), lambda x, w: (x @ x.t()).to_dense()):
        assert torch.autograd.gradcheck(of(function), (v, w))
        assert torch.autograd.gradgradcheck(of(function), (v, w))


def test_sampled_products_have_derivatives() -> None:
    x = DENSE.to_sparse_csr()
    a, b = (torch.randn(*s, dtype=torch.float64).requires_grad_() for s in ((4, 2), (2, 3)))

    def sampled(a: Any, b: Any) -> Any:
        return torch.sparse.sampled_addmm(x, a, b, beta=0.5, alpha=2.0).values()

    expected = (0.5 * DENSE + 2 * (a @ b))[DENSE != 0]
    torch.testing.assert_close(sampled(a, b), expected)
    assert torch.autograd.gradcheck(sampled, (a, b)) and torch.autograd.gradgradcheck(sampled, (a, b))


def test_memory_is_that_of_the_values() -> None:
    """A product must not make the matrix dense: this one would take 80 GB."""
    n = 100_000
    x = torch.sparse_csr_tensor(torch.arange(n + 1), torch.arange(n).flip(0), torch.ones(n), (n, n), requires_grad=True)
    out = torch.sparse.mm(x, torch.arange(float(n)).unsqueeze(1))
    assert out[0].item() == n - 1
    out.sum().backward()
    assert x.grad is not None and np.array_equal(x.grad.values().numpy(), np.arange(n)[::-1])


def test_what_is_not_there_is_refused() -> None:
    x = DENSE.to_sparse_csr()
    for call in (lambda: x.exp(), lambda: x + 1, lambda: x.view(3, 4), lambda: torch.cat([x, x]), lambda: x.numpy(), lambda: x.tolist(),
                 lambda: np.asarray(x), lambda: torch.func.vmap(lambda d: d.to_sparse_csr().to_dense())(torch.stack([DENSE])),
                 lambda: torch.func.jvp(lambda w: torch.sparse.mm(x, w), (DENSE.t(),), (DENSE.t(),))):
        with pytest.raises((NotImplementedError, RuntimeError, TypeError)):
            call()


def test_products_of_two_dtypes_name_the_first() -> None:
    m, wide = torch.eye(2, 3).to_sparse_csr(), torch.ones(3, 2, dtype=torch.float64)
    with pytest.raises(RuntimeError, match="expected scalar type Float but found Double"):
        torch.mm(m, wide)
    with pytest.raises(RuntimeError, match="expected scalar type Double but found Float"):
        torch.mm(wide.t(), torch.eye(3, 2).to_sparse_csr())


def test_values_and_sizes_in_place() -> None:
    x = torch.eye(3).to_sparse_csr()
    assert x.fill_(4).to_dense().equal(4 * torch.eye(3)) and x._nnz() == 3
    assert x.resize_(4, 3).to_dense().equal(torch.cat([4 * torch.eye(3), torch.zeros(1, 3)])) and x.resize_((2, 5)).shape == (2, 5)
    with pytest.raises(RuntimeError, match="Resizing columns of sparse CSR tensors to a smaller value is not supported"):
        x.resize_(2, 4)
    with pytest.raises(RuntimeError, match="Only batched sparse CSR matrices are supported, but got size"):
        x.resize_(9)
    with pytest.raises(RuntimeError, match=r"with blocksize changed from \[2, 1\] to \[1, 1\] is not supported"):
        make_compressed(torch.sparse_bsr).to_sparse_bsr((1, 1))


def test_a_matrix_times_a_vector_added() -> None:
    x, v = torch.tensor([[0.0, 2.0], [3.0, 0.0]]), torch.tensor([1.0, 5.0])
    assert torch.addmv(v, x.to_sparse_csr(), v, beta=2, alpha=3).equal(torch.addmv(v, x, v, beta=2, alpha=3))
    assert torch.addmv(v * torch.nan, x.to_sparse_csr(), v, beta=0).equal(x @ v)


def test_underscored_functions() -> None:
    x = torch.tensor([[0.0, 2.0, 3.0], [0.0, 0.0, 5.0]]).to_sparse_csr()
    rows, columns = torch._convert_indices_from_csr_to_coo(x.crow_indices(), x.col_indices())
    assert rows.tolist() == [0, 0, 1] and columns.tolist() == [1, 2, 2]
    assert torch._convert_indices_from_coo_to_csr(rows, 2, out_int32=True).equal(x.crow_indices().int())
    batch = torch._convert_indices_from_csr_to_coo(torch.tensor([[0, 1], [0, 1]]), torch.tensor([[2], [3]]), transpose=True)
    assert batch.tolist() == [[0, 1], [2, 3], [0, 0]]
    assert torch._sparse_csr_prod(x, [1], keepdim=True).to_dense().tolist() == [[6.0], [5.0]]
    assert torch._sparse_csr_sum(x, [0], keepdim=True, dtype=torch.float64).to_dense().tolist() == [[0.0, 2.0, 8.0]]
    assert torch._validate_sparse_csr_tensor_args(x.crow_indices(), x.col_indices(), x.values(), x.shape) is None
    with pytest.raises(RuntimeError, match="`0 <= col_indices < ncols` is not satisfied"):
        torch._validate_sparse_compressed_tensor_args(x.crow_indices(), x.col_indices(), x.values(), (2, 2), torch.sparse_csr)
    assert torch._sparse_broadcast_to(x.to_sparse(), (2, 2, 3)).to_dense().equal(torch.stack([x.to_dense()] * 2))


def test_triangular_systems() -> None:
    dense = torch.tensor([[2.0, 7.0, 1.0], [1.0, 3.0, 5.0], [2.0, 1.0, 4.0]], dtype=torch.float64)
    b = torch.arange(6, dtype=torch.float64).view(3, 2)
    for upper, transpose, unit in itertools.product((False, True), repeat=3):
        solution, copied = torch.triangular_solve(b, dense.to_sparse_csr(), upper, transpose, unit)
        assert torch.allclose(solution, torch.triangular_solve(b, dense, upper, transpose, unit)[0]) and copied.shape == (0,)
    with pytest.raises(ValueError, match="triangular_solve: unsupported sparse layout"):
        torch.triangular_solve(b, dense.to_sparse_csc())


def test_out_and_copies() -> None:
    x = DENSE.to_sparse_csr()
    out = torch.empty(DENSE.shape, layout=torch.sparse_csr, dtype=torch.float64)
    assert torch.add(x, x, out=out) is out and out.to_dense().equal(2 * DENSE)
    a, b = torch.ones(4, 2, dtype=torch.float64), torch.ones(2, 3, dtype=torch.float64)
    assert torch.sparse.sampled_addmm(x, a, b, out=out).to_dense().equal(torch.sparse.sampled_addmm(x, a, b).to_dense())
    for call, message in ((lambda: torch.sparse.sampled_addmm(x, a.float(), b), "Expected mat1 and self to have the same dtype"),
                          (lambda: torch.sparse.sampled_addmm(x, x, b), "Expected mat1 to have strided layout"),
                          (lambda: x.clone().copy_(torch.ones_like(DENSE).to_sparse_csr()), "the same number of specified elements"),
                          (lambda: x.clone().copy_(x.to_dense()[:1].to_sparse_csr()), "expected shapes of self and src to match")):
        with pytest.raises(RuntimeError, match=message):
            call()
    with pytest.raises(NotImplementedError, match="new_ones"):
        x.new_ones(2)
    w, bias = torch.rand(5, 3, dtype=torch.float64), torch.rand(4, dtype=torch.float64)
    assert torch.allclose(torch.nn.functional.linear(w, x, bias), torch.nn.functional.linear(w, DENSE, bias))
