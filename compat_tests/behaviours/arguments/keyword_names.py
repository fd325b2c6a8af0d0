"""Arguments by the names that PyTorch's signatures give them, which differ between the signatures of one function."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._autograd import tried


def square(torch: Any) -> Any:
    """A symmetric matrix in double precision on which calls by keyword names are tried."""
    return torch.tensor([[4.0, 1.0, 2.0], [1.0, 5.0, 3.0], [2.0, 3.0, 6.0]], dtype=torch.float64)


def pieces_by_name(torch: Any) -> Iterator[Any]:
    """`sections`, `indices`, `tensor_indices_or_sections`."""
    a, b = square(torch), torch.arange(18.0).reshape(2, 3, 3)
    for name in ("hsplit", "vsplit"):
        for given in ({"sections": 3}, {"indices": [1]}):
            yield getattr(torch, name)(a, **given), getattr(a, name)(**given), getattr(torch, name)(input=a, **given)
    yield torch.dsplit(b, sections=3), b.dsplit(indices=[1, 2]), b.dsplit(sections=3)
    for given in ({"sections": 2}, {"indices": (1, 2), "dim": 1}, {"tensor_indices_or_sections": torch.tensor(2)},
                  {"tensor_indices_or_sections": torch.tensor([1, 2]), "dim": 1}):
        yield torch.tensor_split(a, **given), a.tensor_split(**given), torch.tensor_split(input=a, **given)
    yield tried(lambda: torch.tensor_split(a, sections=(1, 2))), tried(lambda: torch.hsplit(a, indices=2))


def matrices_by_name(torch: Any) -> Iterator[Any]:
    """The functions of `torch.linalg`, whose first argument is `input` or `A`."""
    a, six = square(torch), torch.eye(6, dtype=torch.float64).reshape(2, 3, 6)
    linalg = torch.linalg
    yield linalg.cholesky(input=a), linalg.cholesky_ex(input=a).L.tolist(), linalg.eigh(input=a).eigenvalues.round(decimals=8)
    yield linalg.eigvalsh(input=a).round(decimals=8)
    yield linalg.norm(input=a), linalg.norm(input=a, ord=1), linalg.matrix_norm(input=a), linalg.vector_norm(input=a)
    yield linalg.matrix_rank(input=a).item(), linalg.matrix_power(input=a, n=2), torch.matrix_power(input=a, n=2)
    yield linalg.tensorinv(input=six, ind=2), linalg.tensorsolve(input=six, other=torch.ones(2, 3, dtype=torch.float64))
    yield linalg.solve_triangular(input=a, B=a, upper=True), linalg.slogdet(A=a).sign, linalg.inv(A=a)
    yield torch.cholesky_inverse(input=a), torch.cholesky_solve(input=a, input2=a)
    yield tried(lambda: linalg.tensorinv(six, nothing=2))


def other_names(torch: Any) -> Iterator[Any]:
    """Functions with several signatures, or with names that PyTorch's own documentation does not tell."""
    a, i, v = square(torch), torch.tensor([0, 2, 1]), torch.tensor([0.5, 1.0, 2.0])
    yield torch.isin(element=1, test_elements=i), torch.isin(elements=i, test_element=2)
    yield torch.swapdims(a, dim0=0, dim1=1), torch.swapaxes(a, axis0=0, axis1=1), a.swapdims(dim0=0, dim1=1)
    yield a.clone().swapaxes_(axis0=0, axis1=1), a.clone().swapdims_(dim0=0, dim1=1)
    yield a.clone().copy_(other=v), a.clone().map_(other=a, callable=lambda x, y: x + y)
    yield torch.nn.functional.one_hot(input=i, num_classes=3).tolist()
    names = ("chebyshev_polynomial_t", "hermite_polynomial_h", "laguerre_polynomial_l", "legendre_polynomial_p")
    yield [getattr(torch.special, name)(x=v, n=i) for name in names]
    yield torch.special.chebyshev_polynomial_t(x=2, n=i), tried(lambda: torch.special.chebyshev_polynomial_t(input=v, n=2))[0]
    yield torch.ormqr(input=a, input2=v.double(), input3=a, left=True)


def factories_with_more(torch: Any) -> Iterator[Any]:
    """`pin_memory`, `layout`, `requires_grad` and `generator` where they are seldom given."""
    a = square(torch)
    yield torch.zeros_like(a, pin_memory=False), torch.ones_like(a, pin_memory=False), torch.full_like(a, 3, pin_memory=False)
    yield a.new_full((2,), 3.0, layout=torch.strided, pin_memory=False)
    yield torch.tril_indices(3, 3, pin_memory=False, requires_grad=False), torch.triu_indices(3, 3, 1, pin_memory=False)
    yield tried(lambda: torch.tril_indices(3, 3, requires_grad=True)), torch.fft.fftfreq(3, pin_memory=False)
    for make in (torch.zeros_like, torch.ones_like, torch.empty_like, torch.rand_like, torch.randn_like):
        yield tried(lambda make=make: make(a, pin_memory=True))
    generator = torch.Generator().manual_seed(3)
    yield torch.randint_like(a, 10, generator=generator), torch.randint_like(a, low=3, high=10, generator=generator, dtype=torch.int32)
    x = -a
    yield torch.rrelu(x, 0.1, 0.3, True, generator), torch.rrelu_(x.clone(), 0.1, 0.3, True, generator=generator)
    yield torch.nn.functional.rrelu_(x.clone(), 0.1, 0.3, True, generator)
    yield torch.nn.functional.elu_(x.clone(), alpha=0.2, scale=2.0, input_scale=0.5)


def copies_with_more(torch: Any) -> Iterator[Any]:
    """`view_copy` to another dtype, `expand_copy(implicit=)`, `threshold(out=)`."""
    v = torch.tensor([0.5, 1.0, 2.0], requires_grad=True)
    yield torch.view_copy(v, dtype=torch.int32), torch.view_copy(v, torch.int32), torch.view_copy(v, (3, 1))
    yield torch.view_copy(v, size=[3, 1])
    yield torch.view_copy(torch.ones(2, 4).t(), torch.int32).stride()
    yield torch.expand_copy(v, (2, 3), implicit=True), torch.expand_copy(v, (2, 3), implicit=False)
    out = torch.empty(3)
    yield torch.threshold(v.detach(), 0.7, 9.0, out=out) is out, out


def weighted_losses(torch: Any) -> Iterator[Any]:
    """The mean of a weighted loss: by the weights for `mse_loss` and `l1_loss`, plain for `huber_loss`."""
    f, a = torch.nn.functional, square(torch)
    for reduction in ("none", "sum", "mean"):
        yield [loss(a, 2 * a, reduction=reduction, weight=a) for loss in (f.mse_loss, f.l1_loss, f.huber_loss)]
    yield [tried(lambda loss=loss: loss(a, 2 * a, weight=torch.ones(1))) for loss in (f.mse_loss, f.l1_loss, f.huber_loss)]
