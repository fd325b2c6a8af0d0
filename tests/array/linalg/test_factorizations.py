"""Factorizations of a single matrix use other code than those of a batch, and give the same results."""
from __future__ import annotations

import numpy as np
import pytest

from minitorch_compat._array.linalg import decompositions, factorizations, ldl

RNG = np.random.default_rng(11)


def _matrices(*shape: int, kind: str = "d") -> np.ndarray:
    a = RNG.normal(size=shape)
    return (a + 1j * RNG.normal(size=shape) if kind == "D" else a).astype(kind)


@pytest.mark.parametrize("kind", "fdD")
@pytest.mark.parametrize("shape", [(5, 5), (5, 3), (3, 5)])
def test_lu_of_one_matrix_and_of_many(shape, kind) -> None:
    batch = _matrices(4, *shape, kind=kind)
    batch[1, :, 1] = 0
    batch[2] = 0
    together = factorizations.lu_factor(batch)
    for i, a in enumerate(batch):
        for one, all_ in zip(factorizations.lu_factor(a), together, strict=True):
            np.testing.assert_allclose(one, all_[i], rtol=1e-5 if kind == "f" else 1e-12)
        p, lower, upper = factorizations.lu(a)
        np.testing.assert_allclose(p @ lower @ upper, a, atol=1e-5)
        np.testing.assert_array_equal(lower, np.tril(lower))
        np.testing.assert_array_equal(upper, np.triu(upper))


@pytest.mark.parametrize("upper", [True, False])
@pytest.mark.parametrize("unit", [True, False])
def test_triangles_are_solved_without_reading_the_other(upper, unit) -> None:
    a, b = _matrices(3, 6, 6) + 4 * np.eye(6), _matrices(3, 6, 2)
    together = decompositions.solve_triangular(a, b, upper, True, unit)
    for i in range(3):
        alone = decompositions.solve_triangular(a[i], b[i], upper, True, unit)
        np.testing.assert_allclose(alone, together[i], rtol=1e-10)
        assert alone.strides == (8, 48)
    transposed = decompositions.solve_triangular(a[0].T, b[0].T, not upper, False, unit)
    np.testing.assert_allclose(transposed.T, together[0], rtol=1e-10)


def test_a_zero_on_the_diagonal_of_a_triangle_divides() -> None:
    a = np.array([[2.0, 1.0], [5.0, 0.0]])
    np.testing.assert_array_equal(decompositions.solve_triangular(a, np.array([[1.0], [1.0]]), True, True, False), [[-np.inf], [np.inf]])


def test_inverses_say_which_pivot_is_zero() -> None:
    a = np.stack([np.eye(3), np.diag([1.0, 0, 2])])
    inverse, info = decompositions.inv_ex(a)
    assert info.tolist() == [0, 2] and decompositions.inv_ex(a[0])[1].tolist() == 0
    np.testing.assert_array_equal(inverse[0], np.eye(3))
    assert decompositions.solve_ex(a, np.ones((2, 3, 1)))[1].tolist() == [0, 2]


@pytest.mark.parametrize(("kind", "hermitian"), [("f", False), ("d", False), ("D", False), ("D", True)])
@pytest.mark.parametrize("n", [1, 2, 6])
def test_ldl_of_a_batch(n, kind, hermitian) -> None:
    """Matrices of one batch choose blocks of different sizes."""
    a = _matrices(2, 40, n, n, kind=kind)
    a = a + (a.conj() if hermitian else a).swapaxes(-1, -2)
    a[0, 1] = np.eye(n)[::-1]
    factors, pivots, info = ldl.factor(a, hermitian)
    assert not info.any() and (n == 1 or (pivots < 0).any())
    for index in ((0, 1), (1, 7)):
        alone = ldl.factor(a[index], hermitian)
        np.testing.assert_allclose(alone[0], factors[index], rtol=1e-4 if kind == "f" else 1e-9)
        np.testing.assert_array_equal(alone[1], pivots[index])
    b = _matrices(2, 40, n, 3, kind=kind)
    x = ldl.solve(factors, pivots, b, hermitian)
    np.testing.assert_allclose(a @ x, b, atol=0.02 if kind == "f" else 1e-9)


def test_ldl_reports_a_column_of_zeros() -> None:
    a = np.stack([np.eye(3), np.diag([1.0, 0, 2])])
    assert ldl.factor(a, False)[2].tolist() == [0, 2]


@pytest.mark.parametrize("n", [1, 2, 3, 5, 8])
def test_ldl_of_one_small_matrix(n) -> None:
    """Column by column in Python, it takes the same blocks and rows, ties between small integers included."""
    rng = np.random.default_rng(n)
    for number in range(60):
        a = rng.integers(-2, 3, (n, n)).astype(np.float64)
        if number % 3 == 0:
            np.fill_diagonal(a, 0)
        few, many = ldl._factor_in_python(a), ldl._factor_batch(a[None], False)
        np.testing.assert_array_equal(few[1], many[1])
        np.testing.assert_array_equal(few[2], many[2])
        np.testing.assert_allclose(few[0], many[0], rtol=1e-9, atol=1e-9)
