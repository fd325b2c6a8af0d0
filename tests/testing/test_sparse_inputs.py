"""Methods and functions of `torch.testing._internal.common_utils` that make and check tensors of sparse layouts, and share checks."""
from __future__ import annotations

import unittest

import pytest

import minitorch_compat as torch
from minitorch_compat.testing._internal.common_utils import (
    TestCase,
    check_leaked_tensors,
    clone_input_helper,
    do_test_dtypes,
    do_test_empty_full,
    is_coalesced_indices,
    random_sparse_matrix,
    random_sparse_pd_matrix,
    recover_orig_fp32_precision,
    setLinalgBackendsToDefaultFinally,
)

CASE = TestCase()
COMPRESSED = (torch.sparse_csr, torch.sparse_csc, torch.sparse_bsr, torch.sparse_bsc)


@pytest.mark.parametrize("uncoalesced", (False, True))
def test_random_coordinates(uncoalesced: bool) -> None:
    for size, sparse_dim, nnz in (((4, 6), 2, 5), ((4, 6), 1, 3), ((3, 4, 5), 2, 10), ((), 0, 3), ((4, 0), 2, 0)):
        x, indices, values = CASE.genSparseTensor(size, sparse_dim, nnz, uncoalesced, "cpu", torch.float64)
        assert x.shape == size and x.sparse_dim() == sparse_dim and x.is_coalesced() is not uncoalesced
        assert x._indices().equal(indices) and x._values().equal(values) and CASE.safeToDense(x).shape == size
    with pytest.raises(AssertionError, match="invalid arguments"):
        CASE.genSparseTensor((4, 0), 2, 3, uncoalesced, "cpu", torch.float64)


def test_random_compressed() -> None:
    for make in (CASE.genSparseCSRTensor, CASE.genSparseCSCTensor):
        for size, nnz in (((3, 4), 5), ((3, 4), 0), ((2, 3, 4), 5), ((3, 4), 12), ((3, 0), 0)):
            x = make(size, nnz, device="cpu", dtype=torch.float32, index_dtype=torch.int32)
            assert x.shape == size and x._nnz() == nnz
    deep = CASE.genSparseCSRTensor((3, 4, 2), 5, device="cpu", dtype=torch.float32, index_dtype=torch.int64, dense_dims=1)
    assert deep.values().shape == (5, 2)
    blocks = CASE.genSparseBSRTensor((4, 6), (2, 3), 20, device="cpu", dtype=torch.float32, index_dtype=torch.int64)
    assert blocks.values().shape == (3, 2, 3)
    with pytest.raises(AssertionError, match="nnz out of bounds"):
        CASE.genSparseCSRTensor((3, 4), 50, device="cpu", dtype=torch.float32, index_dtype=torch.int64)


@pytest.mark.parametrize("layout", (torch.strided, torch.sparse_coo, *COMPRESSED))
def test_simple_inputs(layout: torch.layout) -> None:
    shapes = set()
    for x in CASE.generate_simple_inputs(layout, dtype=torch.float64):
        assert x.layout is layout and x.dtype is torch.float64
        dense = x if layout is torch.strided else CASE.safeToDense(x)
        shapes.add(tuple(dense.shape))
        assert not dense.numel() or dense.max() >= 4
    assert {(2, 3), (2, 3, 4, 5), (2, 3, 2, 3), (8, 6), (0, 2)} <= shapes
    count = {torch.strided: 1, torch.sparse_coo: 2}.get(layout, 3)
    arguments = list(CASE.generate_simple_inputs(layout, output_tensor=False, index_dtype=torch.int32, enable_batch=False,
                                                 enable_hybrid=False, enable_zero_sized=False))
    assert all(len(args) == count and set(kwargs) == {"device", "dtype", "size"} for args, kwargs in arguments)
    assert all(len(kwargs["size"]) == 2 for _, kwargs in arguments)


def test_shared_checks() -> None:
    class Case(TestCase):
        def test_all(self) -> None:
            do_test_dtypes(self, (torch.float16, torch.int32, torch.complex64), torch.strided, torch.device("cpu"))
            do_test_dtypes(self, (torch.float32,), torch.sparse_coo, torch.device("cpu"))
            do_test_empty_full(self, (torch.float32, torch.bool), torch.strided, torch.device("cpu"))
            do_test_empty_full(self, (torch.float32,), torch.sparse_coo, torch.device("cpu"))
            self.assertGreaterAlmostEqual(2 - 1e-9, 2)
            self.assertRaises(AssertionError, self.assertGreaterAlmostEqual, 1, 2)

    assert unittest.TextTestRunner(verbosity=0).run(Case("test_all")).wasSuccessful()
    assert is_coalesced_indices(torch.eye(2).to_sparse())
    assert not is_coalesced_indices(torch.sparse_coo_tensor([[1, 0]], [1.0, 2.0], (2,)))
    x = torch.ones(1)
    assert clone_input_helper([x, 3])[1] == 3 and clone_input_helper(x) is not x
    with check_leaked_tensors() as leaked:
        cycle = torch.ones(1)
        cycle.itself = [cycle]
        del cycle
    assert len(leaked) == 1

    @setLinalgBackendsToDefaultFinally
    @recover_orig_fp32_precision
    def change() -> None:
        torch.set_float32_matmul_precision("medium")

    change()
    assert torch.get_float32_matmul_precision() == "highest"


def test_random_matrices() -> None:
    matrix = random_sparse_matrix(4, 6, 0.5)
    assert matrix.shape == (4, 6) and matrix._nnz() == 12 and is_coalesced_indices(matrix)
    assert not is_coalesced_indices(torch.sparse_coo_tensor([[1, 0]], [1.0, 2.0], (2,)))
    positive = random_sparse_pd_matrix(6, 0.5).to_dense()
    torch.testing.assert_close(torch.linalg.eigvalsh(positive), torch.arange(1, 7, dtype=torch.double) / 6)
