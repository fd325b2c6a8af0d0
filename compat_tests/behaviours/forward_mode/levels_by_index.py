"""Forward mode: levels by their index, tensors transposed in place, other threads, what has no tangent."""
from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

from .. import refused


def index_of_the_open_level(torch: Any) -> Iterator[Any]:
    """The index of the open dual level is -1 outside, and leaving a level that is not open is refused."""
    fw = torch.autograd.forward_ad
    yield fw._current_level
    with fw.dual_level():
        yield fw._current_level, refused(lambda: fw.exit_dual_level(level=7)), fw._current_level
    yield fw._current_level
    try:
        with fw.dual_level():
            raise KeyError
    except KeyError:
        yield fw._current_level
    yield refused(fw.exit_dual_level), refused(lambda: fw.exit_dual_level(level=0)), refused(lambda: fw.exit_dual_level(level=-1))
    yield fw._current_level


def turned_in_place(torch: Any) -> Iterator[Any]:
    """The tangent is turned, too, and is gone with its level."""
    fw = torch.autograd.forward_ad
    for name, *args in (("unsqueeze_", 0), ("squeeze_",), ("as_strided_", (2,), (1,)),
                        ("squeeze_", 1)):
        with fw.dual_level():
            tangent = torch.tensor([[3.0], [4.0]])
            dual = fw.make_dual(torch.ones(2, 1), tangent)
            getattr(dual, name)(*args)
            found = fw.unpack_dual(dual)
            yield found.primal.tolist(), found.tangent.tolist(), found.tangent._version, tangent.shape
            yield fw.unpack_dual(dual * 2).tangent.clone()
        with fw.dual_level():
            yield fw.unpack_dual(dual).tangent, fw.unpack_dual(dual * 2).tangent


def sizes_stay(torch: Any) -> Iterator[Any]:
    """A dual tensor cannot be resized, and whether a sparse tangent fits a dense primal."""
    fw = torch.autograd.forward_ad
    with fw.dual_level():
        dual = fw.make_dual(torch.ones(2, 1), torch.ones(2, 1))
        yield refused(lambda: dual.resize_(2, 1)), refused(lambda: fw.make_dual(torch.ones(2), torch.ones(2).to_sparse()))
    # PyTorch: (RuntimeError: cannot resize variables that has a ..., NotImplementedError: Cannot access storage of ...)


def seen_from_another_thread(torch: Any) -> Iterator[Any]:
    """A dual tensor keeps its tangent in another thread, where new results get tangents too."""
    fw = torch.autograd.forward_ad
    found: list[Any] = []

    class Cube(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_forward(x)
            return x**3

        @staticmethod
        def jvp(ctx: Any, t: Any) -> Any:
            return 3 * ctx.saved_tensors[0] ** 2 * t

    with fw.dual_level():
        dual = fw.make_dual(torch.tensor([1.0, 2.0], dtype=torch.float64), torch.tensor([3.0, 5.0], dtype=torch.float64))

        def work() -> None:
            found.append(fw.unpack_dual(dual).tangent.clone())
            found.append(fw.unpack_dual(dual * dual.sin()).tangent.clone())
            found.append(fw.unpack_dual(Cube.apply(dual)).tangent.clone())
            changed = dual.clone()
            changed[0].mul_(2)
            found.append(fw.unpack_dual(changed.mul_(dual)).tangent.clone())

        thread = threading.Thread(target=work)
        thread.start()
        thread.join()
        yield found, fw.unpack_dual(dual).tangent.clone()


def without_forward_mode(torch: Any) -> Iterator[Any]:
    """Functions that have no derivative in forward mode refuse dual tensors."""
    fw = torch.autograd.forward_ad
    with fw.dual_level():
        d = fw.make_dual(torch.tensor([0.1, 0.2, 0.3]), torch.ones(3))
        for call in (lambda: torch.special.zeta(d, d), lambda: torch.igamma(d, d), lambda: torch.igammac(d, d),
                     lambda: torch.linalg.ldl_factor(torch.outer(d, d)), lambda: torch.cdist(d[:, None], d[:, None])):
            yield refused(call)
    # PyTorch: NotImplementedError: Trying to use forward AD with ...
    # PyTorch: NotImplementedError: Trying to use forward AD with igamma ...
    # PyTorch: NotImplementedError: Trying to use forward AD with igammac ...
    # PyTorch: NotImplementedError: Trying to use forward AD with ...
    # PyTorch: NotImplementedError: Trying to use forward AD with ...


def nth_derivatives_of_tensors(torch: Any) -> Iterator[Any]:
    """By `func.jvp` of `func.jvp`; levels that nest must agree with that."""
    fw, functional = torch.autograd.forward_ad, torch.nn.functional
    start = torch.tensor([0.3, 1.2, -0.7, 2.1], dtype=torch.float64)
    matrix = torch.tensor([[2.0, 0.3, -0.1], [0.2, 1.5, 0.4], [0.1, -0.2, 1.8]], dtype=torch.float64)
    places = torch.tensor([2, 0, 3])

    def in_place(x: Any) -> Any:
        y = x.clone()
        y.mul_(x)
        y[0] = x[1] * 2
        y.view(2, 2)[1].exp_().add_(x[:2])
        return y * x

    def written(x: Any) -> Any:
        y = x.clone()
        y[places] = x[:3] * x[1:]
        return y.index_add(0, places, x[:3] ** 2) * x

    functions = (
        lambda x: x.sin() / x, lambda x: x.abs() ** x, lambda x: (x.view(2, 2) @ x.view(2, 2).t() @ x.view(2, 2)).reshape(-1),
        lambda x: torch.where(x > 1, x**4, x.exp() * x), in_place, written, lambda x: (x * x).cumsum(0) * x, lambda x: x.cumprod(0) * x,
        lambda x: x.softmax(0) * x, lambda x: x.norm() * x, lambda x: torch.linalg.vector_norm(x, 3) * x,
        lambda x: torch.linalg.inv(matrix + x[:3].diag()).reshape(-1), lambda x: torch.linalg.matrix_exp((matrix + x[:3].diag()) * 0.3),
        lambda x: x.var() * x, lambda x: x.sort().values ** 3 * x, lambda x: torch.einsum("i,j,k->ijk", x, x, x), functional.softplus,
        lambda x: functional.conv1d(x.view(1, 1, 4), x[:2].view(1, 1, 2)), lambda x: torch.fft.fft(x * x).abs() * x)

    def by_transform(f: Any) -> Any:
        return lambda x: torch.func.jvp(f, (x,), (torch.ones_like(x),))[1]

    def by_level(f: Any) -> Any:
        def derivative(x: Any) -> Any:
            with fw.dual_level():
                y = f(fw.make_dual(x, torch.ones_like(x)))
                tangent = fw.unpack_dual(y).tangent
                return torch.zeros_like(y) if tangent is None else tangent
        return derivative

    with fw.dual_level():
        try:
            with fw.dual_level():
                nests = True
        except RuntimeError:
            nests = False
    for f in functions:
        g = h = f
        for _ in range(3):
            g, h = by_transform(g), by_level(h)
            value = g(start)
            if nests:
                torch.testing.assert_close(h(start), value)
            yield [f"{v:.7f}" for v in torch.view_as_real(value + 0j).flatten().tolist()]
