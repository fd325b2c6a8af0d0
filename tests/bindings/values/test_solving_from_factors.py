"""Solving from factors, and related functions: nodes, errors, strides, ties, random projections."""
from __future__ import annotations

import pytest

import minitorch_compat as torch

A = torch.tensor([[4.0, 1.0, 0.5], [1.0, 5.0, 2.0], [0.5, 2.0, 6.0]], dtype=torch.float64)

LOW_RANK = [[2.029863887037809, 0.42408945944314536], [0.8022360769098716, 0.3879308067061566]]
TIES = [[1, 4, 1], [0, 0, 3], [2, 1, 4]]


def node(x: torch.Tensor) -> str:
    return type(x.grad_fn).__name__


def test_each_has_a_node_of_its_own() -> None:
    a = A.clone().requires_grad_()
    factor, b = torch.linalg.cholesky(A).requires_grad_(), torch.ones(3, 2, dtype=torch.float64)
    lu, pivots = torch.linalg.lu_factor(A)
    lu.requires_grad_()
    assert node(torch.cholesky(a)) == "CholeskyBackward0" and node(torch.cholesky_solve(b, factor)) == "CholeskySolveBackward0"
    assert node(torch.cholesky_inverse(factor)) == "CholeskyInverseBackward0" and node(torch.linalg.matrix_exp(a)) == \
        "LinalgMatrixExpBackward0"
    assert node(torch.linalg.lu_solve(lu, pivots, b)) == "LinalgLuSolveBackward0" and node(torch.lu_unpack(lu, pivots)[1]) == \
        "LuUnpackBackward0"
    assert node(torch.linalg.lstsq(a, b)[0]) == "LinalgLstsqBackward0" and node(torch.triangular_solve(b, a)[1]) == \
        "TriangularSolveBackward0"
    assert node(torch.cdist(a, a)) == "CdistBackward0" and node(torch.renorm(a, 2, 0, 1.0)) == "RenormBackward0"
    assert node(torch.linalg.cross(a, A)) == "LinalgCrossBackward0" and node(torch.linalg.multi_dot([a, A])) == "ViewBackward0"
    assert node(a.T.reshape(3, 3, 1)) == "ReshapeAliasBackward0" and node(a.reshape(9)) == "ViewBackward0"


@pytest.mark.parametrize("hermitian", [False, True])
def test_least_squares_gradients_of_solution_and_residuals(hermitian: bool) -> None:
    dtype = torch.complex128 if hermitian else torch.float64
    generator = torch.Generator().manual_seed(0)
    a = torch.randn(2, 5, 3, dtype=dtype, generator=generator).requires_grad_()
    b = torch.randn(2, 5, 2, dtype=dtype, generator=generator).requires_grad_()
    assert torch.autograd.gradcheck(lambda x, y: torch.linalg.lstsq(x, y, driver="gels")[:2], (a, b), check_forward_ad=True)


@pytest.mark.parametrize("transpose", [False, True])
@pytest.mark.parametrize("left", [False, True])
def test_gradients_of_products_with_reflections(left: bool, transpose: bool) -> None:
    generator = torch.Generator().manual_seed(1)
    a, tau, c = (torch.randn(*s, dtype=torch.complex128, generator=generator).requires_grad_() for s in ((4, 2), (2,), (4, 3)))
    other = c if left else c.mT
    assert torch.autograd.gradcheck(lambda *args: torch.ormqr(*args, left, transpose), (a, tau, other.detach().requires_grad_()))
    assert torch.autograd.gradgradcheck(torch.linalg.householder_product, (a, tau))


def test_what_has_no_forward_mode_or_second_derivative_says_so() -> None:
    x = A.clone().requires_grad_()
    with torch.autograd.forward_ad.dual_level():
        dual = torch.autograd.forward_ad.make_dual(A, A)
        with pytest.raises(NotImplementedError, match="Trying to use forward AD with cholesky that does not support it"):
            torch.cholesky(dual)
    (g,) = torch.autograd.grad(torch.cdist(x, A + 1, 1.0).sum(), x, create_graph=True)
    with pytest.raises(NotImplementedError, match="the derivative for '_cdist_backward' is not implemented"):
        g.sum().backward()
    (g,) = torch.autograd.grad(torch.cdist(x, A + 1, compute_mode="use_mm_for_euclid_dist").sum(), x, create_graph=True)
    assert torch.autograd.grad(g.square().sum(), x)[0].shape == (3, 3)


@pytest.mark.parametrize("hermitian", [False, True])
def test_ldl_factors_and_solutions(hermitian: bool) -> None:
    generator = torch.Generator().manual_seed(2)
    a = torch.randn(2, 7, 7, dtype=torch.complex128 if hermitian else torch.float64, generator=generator)
    a = a + (a.mH if hermitian else a.mT)
    a[0].diagonal().zero_()  # which takes blocks of size 2
    b = torch.randn(2, 7, 3, dtype=a.dtype, generator=generator)
    factors, pivots = torch.linalg.ldl_factor(a, hermitian=hermitian)
    assert factors.stride() == (49, 1, 7) and (pivots[0] < 0).any()
    torch.testing.assert_close(a @ torch.linalg.ldl_solve(factors, pivots, b, hermitian=hermitian), b)
    with pytest.raises(RuntimeError, match="A must be batches of square matrices"):
        torch.linalg.ldl_factor(b)


def test_projections_draw_the_numbers_that_pytorch_draws() -> None:
    torch.manual_seed(0)
    a = torch.rand(4, 3, dtype=torch.float64)
    # Recorded from PyTorch: one after the other.
    torch.testing.assert_close(torch.svd_lowrank(a, q=2)[1], torch.tensor(LOW_RANK[0], dtype=torch.float64))
    torch.testing.assert_close(torch.pca_lowrank(a, q=2, niter=1)[1], torch.tensor(LOW_RANK[1], dtype=torch.float64))
    with pytest.raises(ValueError, match="must be non-negative integer and not greater than"):
        torch.pca_lowrank(a, q=4)


def test_ties_of_kthvalue_end_where_quickselect_ends() -> None:
    x = torch.tensor([[2, 1, 2, 1, 2, 1, 2], [0, 0, 0, 0, 0, 0, 0], [3, 1, 3, 2, 3, 1, 0]])
    assert [x.kthvalue(k).indices.tolist() for k in (2, 4, 6)] == TIES


def test_sizes_and_types_that_do_not_fit() -> None:
    with pytest.raises(RuntimeError, match="Expected b and A to have the same dtype, but found b of type Float and A of type Double"):
        torch.cholesky_solve(torch.ones(3, 1), A)
    with pytest.raises(RuntimeError, match="Expected A and B to have the same dtype"):
        torch.linalg.solve(A.half(), A)
    with pytest.raises(RuntimeError, match="N must be greater than 1"):
        torch.linalg.vander(A, N=1)
    with pytest.raises(TypeError, match=r"linalg_multi_dot\(\): argument 'tensors' \(position 1\) must be tuple of Tensors, not str"):
        torch.linalg.multi_dot("x")
    with pytest.raises(TypeError, match="expected Tensor as element 1 in argument 1, but got int"):
        torch.einsum("ij->i", [A, 3])
    assert torch.linalg.LinAlgError.__name__ == "_LinAlgError"


def test_matrices_without_elements_lie_column_by_column() -> None:
    empty = torch.zeros(0, 5, 5)
    assert torch.linalg.inv(empty).stride() == (25, 1, 5) and torch.cholesky(empty).stride() == (25, 5, 1)
    assert torch.linalg.svd(torch.zeros(0, 3, 5, dtype=torch.float16), full_matrices=False)[1].dtype == torch.float16


def test_norms_of_half_precision_and_of_order_0() -> None:
    x = torch.tensor([-300.0, 400.0], dtype=torch.float16, requires_grad=True)
    assert torch.linalg.vector_norm(x).item() == 500 and torch.linalg.vector_norm(x, 6).item() < 430
    assert torch.autograd.grad(torch.linalg.vector_norm(x, 0), x, allow_unused=True) == (None,)


def test_full_singular_vectors_have_a_tangent_where_they_have_one() -> None:
    with torch.autograd.forward_ad.dual_level():
        x = torch.autograd.forward_ad.make_dual(A[:, :2].contiguous(), torch.ones(3, 2, dtype=torch.float64))
        u = torch.autograd.forward_ad.unpack_dual(torch.linalg.svd(x)[0]).tangent
        thin = torch.autograd.forward_ad.unpack_dual(torch.linalg.svd(x, full_matrices=False)[0]).tangent
    torch.testing.assert_close(u[:, :2], thin)
    assert not u[:, 2].any()
