"""Derivatives at singular matrices and at repeated eigenvalues: determinants, decompositions; and where such results lie."""
from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

_MATRICES = (((1.0, 2.0), (2.0, 4.0)), ((-1.0, -2.0), (-2.0, -4.0)), ((0.0, 1.0), (0.0, 0.0)), ((0.0, 0.0), (0.0, 0.0)), ((0.0,),))


def _leaves(torch: Any) -> Iterator[Any]:
    for rows in _MATRICES:
        for factor in (1, 1 + 2j):
            dtype = torch.float64 if factor == 1 else torch.complex128
            yield (torch.tensor(rows, dtype=dtype) * factor).requires_grad_()


def _gradient(torch: Any, y: Any, x: Any, **options: Any) -> Any:
    """In rows: how the gradients lie is not meant here."""
    return torch.autograd.grad(y, x, **options)[0].detach().clone(memory_format=torch.contiguous_format)


def determinants(torch: Any) -> Iterator[Any]:
    """Gradients and tangents of determinants at singular matrices, with and without a graph."""
    for a in _leaves(torch):
        yield _gradient(torch, torch.linalg.det(a).real, a).abs()  # zeros have whatever sign
        yield _gradient(torch, torch.linalg.det(a).real, a, create_graph=True).mul(1e6).round().abs()
        yield [t.abs() for t in torch.func.jvp(torch.linalg.det, (a.detach(),), (torch.ones_like(a),))]
    x = torch.tensor(_MATRICES[0], dtype=torch.float64, requires_grad=True)
    mixed = torch.stack([x, x + torch.eye(2)])
    yield _gradient(torch, torch.linalg.det(mixed).sum(), x)
    yield torch.func.vmap(torch.func.grad(torch.linalg.det))(mixed.detach()).mul(1e6).round().abs()
    # PyTorch: tensor([[0., 0.], [0., 0.]], dtype=torch.float64)
    # PyTorch: tensor([[4000000., 2000000.], [2000000., 1000000.]], dtype=torch.float64)
    # PyTorch: [tensor(0., dtype=torch.float64), tensor(0., dtype=torch.float64)]
    # PyTorch: tensor([[0., 0.], [0., 0.]], dtype=torch.float64)
    # PyTorch: NotImplementedError: "round_vml_cpu" not implemented for ...


def second_derivatives_of_determinants(torch: Any) -> Iterator[Any]:
    """Second derivatives of the determinant at singular matrices are finite, but nan for the zero matrix."""
    for rows in _MATRICES[:4]:
        a = torch.tensor(rows, dtype=torch.float64, requires_grad=True)
        g, = torch.autograd.grad(torch.linalg.det(a), a, create_graph=True)
        yield _gradient(torch, g.sum(), a).mul(1e6).round().abs()
    # PyTorch: tensor([[1000000., 1000000.], [1000000., 1000000.]], dtype=torch.float64)
    # PyTorch: tensor([[1000000., 1000000.], [1000000., 1000000.]], dtype=torch.float64)
    # PyTorch: tensor([[1000000., 1000000.], [1000000., 1000000.]], dtype=torch.float64)
    # PyTorch: tensor([[nan, nan], [nan, nan]], dtype=torch.float64)


def logarithms_of_determinants(torch: Any) -> Iterator[Any]:
    """At singular matrices logarithms of determinants have infinite gradients and nan tangents."""
    for rows in _MATRICES[:2]:
        a = torch.tensor(rows, dtype=torch.float64, requires_grad=True)
        yield _gradient(torch, torch.linalg.slogdet(a)[1], a), _gradient(torch, torch.logdet(a), a)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # numpy's, of sums that are NaN
            yield torch.func.jvp(torch.linalg.slogdet, (a.detach(),), (torch.ones_like(a),))[1][1]
    # PyTorch: (tensor([[-inf, inf], [inf, -inf]], dtype=torch.float64), tensor([[-inf, inf], [inf, -inf]], dtype=torch.float64))
    # PyTorch: tensor(nan, dtype=torch.float64)
    # PyTorch: (tensor([[-inf, inf], [inf, -inf]], dtype=torch.float64), tensor([[-inf, inf], [inf, -inf]], dtype=torch.float64))
    # PyTorch: tensor(nan, dtype=torch.float64)


def repeated_values(torch: Any) -> Iterator[Any]:
    """Gradients of singular values, norms and eigenvectors at matrices with repeated eigenvalues."""
    weight = torch.tensor([[1.0, 2.0], [3.0, 4.0]], dtype=torch.float64)
    for rows in (((1.0, 0.0), (0.0, 1.0)), ((0.0, 0.0), (0.0, 0.0)), ((2.0, 0.0), (0.0, 2.0))):
        for dtype in (torch.float64, torch.complex128):
            a, w = torch.tensor(rows, dtype=dtype, requires_grad=True), weight.to(dtype)
            linalg = torch.linalg
            for call in (lambda: linalg.svdvals(a).sum(), lambda: linalg.svd(a)[1].sum(), lambda: linalg.norm(a, "nuc"),
                         lambda: linalg.norm(a, 2), lambda: (linalg.eigh(a)[0] * weight[0]).sum(), lambda: linalg.eigvals(a).abs().sum(),
                         lambda: (linalg.eigh(a)[1] * w).sum().abs(), lambda: linalg.eigh(a)[1].sum().abs(),
                         lambda: (linalg.eig(a)[1].abs() * weight).sum(), lambda: (linalg.svd(a)[0] * w).sum().abs()):
                yield _gradient(torch, call(), a).abs()


def values_of_nothing_that_is_not_square(torch: Any) -> Iterator[Any]:
    """Gradients of singular values and of the nuclear norm at zero matrices that are not square."""
    for shape in ((2, 3), (3, 2)):
        for dtype in (torch.float64, torch.complex128):
            a = torch.zeros(shape, dtype=dtype, requires_grad=True)
            yield _gradient(torch, torch.linalg.svdvals(a).sum(), a)
            yield _gradient(torch, torch.linalg.norm(a, "nuc"), a)


def where_sums_with_decompositions_lie(torch: Any) -> Iterator[Any]:
    """Results of decompositions lie in columns or rows, and their sums take over those strides."""
    a, b = torch.arange(9.0).reshape(3, 3).sin() + 3 * torch.eye(3), torch.ones(3, 3)
    linalg = torch.linalg
    for name, call in (("inv", lambda: linalg.inv(a)), ("qr", lambda: linalg.qr(a)[0]), ("svd", lambda: linalg.svd(a)[0]),
                       ("lu", lambda: linalg.lu(a)[1]), ("eigh", lambda: linalg.eigh(a @ a.T)[1]), ("solve", lambda: linalg.solve(a, b)),
                       ("cholesky", lambda: linalg.cholesky(a @ a.T)), ("pinv", lambda: linalg.pinv(a)), ("rot90", lambda: a.rot90())):
        result = call()
        yield name, result.stride(), (result + b).stride(), (b + result).stride(), torch.where(b > 0, result, b).stride()


def determinants_of_what_is_not_finite(torch: Any) -> Iterator[Any]:
    """Determinants and their logarithms of singular matrices that hold nan or inf."""
    nan, inf = float("nan"), float("inf")
    for rows in ([[0, 0], [nan, nan]], [[nan, nan], [0, 0]], [[0, 0], [inf, 1]], [[inf, 1], [0, 0]], [[0, nan], [0, 1]], [[0, 0], [0, inf]],
                 [[1, 2, nan], [2, 4, 1], [3, 6, 2]], [[0, 0, 0], [0, 0, 0], [0, 0, nan]]):
        for dtype in (torch.float64, torch.float32, torch.complex128):
            a = torch.tensor(rows, dtype=dtype)
            yield torch.linalg.det(a).abs(), *(t.abs() for t in torch.linalg.slogdet(a)), torch.logdet(a).abs()
        yield torch.linalg.det(torch.stack([a, torch.zeros_like(a)])).abs()
