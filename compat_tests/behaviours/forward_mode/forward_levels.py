"""Forward mode, levels within levels: higher derivatives, perturbations kept apart, backward and changes in place through levels.

PyTorch has one level; higher derivatives are recorded from its `func.jvp` of `func.jvp` and compared with levels that nest.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .forward_ad import _forward_ad, _plain


def _nests(torch: Any) -> bool:
    fw = _forward_ad(torch)
    with fw.dual_level():
        try:
            with fw.dual_level():
                return True
        except RuntimeError:
            return False


def _derivative(torch: Any, f: Callable[[Any], Any], by_levels: bool) -> Callable[[Any], Any]:
    """d f / d x of a number: by a level of forward mode, or by `func.jvp` where levels do not nest."""
    fw = torch.autograd.forward_ad

    def derivative(x: Any) -> Any:
        if not by_levels:
            return torch.func.jvp(f, (x,), (torch.ones_like(x),))[1]
        with fw.dual_level():
            tangent = fw.unpack_dual(f(fw.make_dual(x, torch.ones_like(x)))).tangent
            return torch.zeros_like(x) if tangent is None else tangent

    return derivative


def _both_ways(torch: Any, build: Callable[[Callable[[Callable[[Any], Any]], Callable[[Any], Any]]], Any]) -> Any:
    """What `build(d)` gives with levels where they nest; `func.jvp` must agree with that."""
    by_func = build(lambda f: _derivative(torch, f, False))
    if not _nests(torch):
        return _plain(by_func)
    by_levels = build(lambda f: _derivative(torch, f, True))
    assert _plain(by_levels) == _plain(by_func), (by_levels, by_func)
    return _plain(by_levels)


def nth_derivatives(torch: Any) -> Iterator[Any]:
    """Five nested derivatives of many functions agree between forward levels and reverse mode."""
    functions: list[Callable[[Any], Any]] = [
        lambda a: a**6, torch.sin, torch.exp, lambda a: 1 / a, lambda a: a * a.sin() * a.exp(), lambda a: a.log1p() / (1 + a), torch.tanh,
        lambda a: a.sqrt().cos(), torch.sigmoid, lambda a: (a * 2).pow(a), torch.erf, lambda a: a.logaddexp(2 * a), torch.lgamma]
    for f in functions:
        def build(d: Any, f: Any = f) -> Any:
            g, found = f, []
            for _ in range(5):
                g = d(g)
                found.append(g(torch.tensor(1.3, dtype=torch.float64)))
            return found

        yield _both_ways(torch, build)


def perturbation_confusion(torch: Any) -> Iterator[Any]:
    """Nested derivatives keep the perturbations of the inner and the outer variable apart."""
    one, two = torch.tensor(1.0, dtype=torch.float64), torch.tensor(2.0, dtype=torch.float64)
    yield _both_ways(torch, lambda d: d(lambda x: x * d(lambda y: x + y)(one))(one))
    yield _both_ways(torch, lambda d: d(lambda x: x * d(lambda y: x * y)(two))(two))
    yield _both_ways(torch, lambda d: d(lambda x: d(lambda y: x * y)(x) * x)(two))
    yield _both_ways(torch, lambda d: d(lambda x: x * d(lambda y: y * d(lambda z: x * y * z)(y))(x))(two))
    yield _both_ways(torch, lambda d: d(lambda x: d(lambda y: x**2)(two) + x)(two))
    yield _both_ways(torch, lambda d: d(d(lambda x: x * x * x))(two) - d(lambda x: 3 * x * x)(two))
    # PyTorch: (1.0, 'torch.float64', ())
    # PyTorch: (4.0, 'torch.float64', ())
    # PyTorch: (4.0, 'torch.float64', ())
    # PyTorch: (24.0, 'torch.float64', ())
    # PyTorch: (1.0, 'torch.float64', ())
    # PyTorch: (0.0, 'torch.float64', ())


def confusion_to_depth_5(torch: Any) -> Iterator[Any]:
    """Derivatives nested five deep that use all outer variables keep the perturbations apart."""
    x0 = torch.tensor(1.5, dtype=torch.float64)

    def tower(d: Any, depth: int) -> Callable[[Any], Any]:
        if depth == 0:
            return lambda x: x.sin() * x
        inner = tower(d, depth - 1)
        return lambda x: x * d(lambda y: inner(y) * x + y * x)(x)

    for depth in range(1, 6):
        yield _both_ways(torch, lambda d, depth=depth: d(tower(d, depth))(x0))
    for depth in range(1, 6):
        def mixed(d: Any, depth: int = depth) -> Any:
            def level(k: int, outer: list[Any]) -> Callable[[Any], Any]:
                if k == 0:
                    return lambda x: torch.stack([*outer, x]).prod() * x.exp()
                return lambda x: d(level(k - 1, [*outer, x]))(x)
            return d(level(depth - 1, []))(x0)

        yield _both_ways(torch, mixed)


def levels_with_matrices(torch: Any) -> Iterator[Any]:
    """PyTorch's answers by backward of backward: its jvp of jvp of det and solve is another number."""
    a = torch.tensor([[2.0, 0.5], [0.5, 1.0]], dtype=torch.float64)
    functions: list[Callable[[Any], Any]] = [
        lambda s: torch.linalg.inv(a * s), lambda s: torch.linalg.det(a * s), lambda s: torch.softmax(a * s, 0),
        lambda s: (a * s) @ (a + s),
        lambda s: torch.linalg.cholesky(a * s), lambda s: (a * s).logsumexp(1), lambda s: torch.linalg.solve(a * s, a + s),
        lambda s: torch.cumprod(a * s, 0), lambda s: (a * s + 1).norm(),
        lambda s: (a * s).prod(), lambda s: torch.nn.functional.linear(a * s, a + s, a[0] * s)]
    weight = torch.tensor([[1.0, -2.0], [0.5, 3.0]], dtype=torch.float64)

    def derived(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def derivative(s: Any) -> Any:
            s = s if s.requires_grad else s.clone().requires_grad_()
            out = f(s)
            found = torch.autograd.grad(out, s, create_graph=True, allow_unused=True)[0] if out.requires_grad else None
            return torch.zeros_like(s) if found is None else found

        return derivative

    for f in functions:
        g: Callable[[Any], Any] = lambda s, f=f: (f(s) * (weight if f(s).dim() else 1)).sum()  # noqa: E731
        found = []
        for _ in range(3):
            g = _derivative(torch, g, True) if _nests(torch) else derived(g)
            found.append(round(g(torch.tensor(1.2, dtype=torch.float64)).item(), 8) + 0.0)
        yield found


def _both_rounded(torch: Any, build: Any) -> Any:
    by_func = [_plain(v) for v in build(lambda f: _derivative(torch, f, False))]
    if not _nests(torch):
        return by_func
    by_levels = [_plain(v) for v in build(lambda f: _derivative(torch, f, True))]
    assert all(abs(p[0] - q[0]) < 1e-8 * (1 + abs(p[0])) for p, q in zip(by_levels, by_func, strict=True))
    return by_levels


def backward_through_levels(torch: Any) -> Iterator[Any]:
    """Reverse mode twice through up to four nested derivatives gives the same by either way."""
    for depth in range(1, 5):
        def build(d: Any, depth: int = depth) -> Any:
            x = torch.tensor(0.7, dtype=torch.float64, requires_grad=True)
            g: Callable[[Any], Any] = lambda a: a.sin() * a**3  # noqa: E731
            for _ in range(depth):
                g = d(g)
            y = g(x)
            (first,) = torch.autograd.grad(y, x, create_graph=True)
            (second,) = torch.autograd.grad(first, x)
            return [y.detach(), first.detach(), second]

        yield [round(v[0], 9) for v in _both_rounded(torch, build)]
    # PyTorch: [1.20934087, 4.73338365, 10.398976812]
    # PyTorch: [4.73338365, 10.398976812, -2.154378618]
    # PyTorch: [10.398976812, -2.154378618, -65.779092229]
    # PyTorch: [-2.154378618, -65.779092229, -44.670406753]


def changes_in_place_in_both_modes(torch: Any) -> Iterator[Any]:
    """Second derivatives through changes in-place agree for reverse over reverse, forward and back."""
    fw = _forward_ad(torch)
    weights = torch.tensor([0.3, 0.9, 1.2, 0.5], dtype=torch.float64)

    def element(x: Any, y: Any) -> Any:
        y[0] = x[1] * 2
        return y * y * x

    def view(x: Any, y: Any) -> Any:
        y[1:3].add_(x[:2])
        return y * y * x

    def view_of_view(x: Any, y: Any) -> Any:
        y.view(2, 2)[:, 0].mul_(x[:2])
        return y * y

    def into_zeros(x: Any, y: Any) -> Any:
        base = torch.zeros(2, 4, dtype=torch.float64)
        base[0] = x
        base[1].copy_(y)
        return base**3

    def overwritten(x: Any, y: Any) -> Any:
        y.fill_(1.5)
        y[:2].mul_(x[:2])
        return y * y * x

    def pulled(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def derivative(s: Any) -> Any:
            leaf = s.clone().requires_grad_()
            return torch.autograd.grad(f(leaf), leaf, create_graph=True)[0]

        return derivative

    def pushed(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
        def derivative(s: Any) -> Any:
            with fw.dual_level():
                return fw.unpack_dual(f(fw.make_dual(s, torch.ones_like(s)))).tangent

        return derivative

    for change in (element, view, view_of_view, into_zeros, overwritten):
        def f(s: Any, change: Any = change) -> Any:
            x = weights * s + 0.3
            return change(x, (x.sin() + 1.5).clone()).sum()

        s = torch.tensor(0.7, dtype=torch.float64)
        yield [round(outer(inner(f))(s).item(), 9) for outer, inner in ((pulled, pulled), (pushed, pulled), (pulled, pushed))]
    # PyTorch: [10.187800919, 10.187800919, 10.187800919]
    # PyTorch: [25.436059383, 25.436059383, 25.436059383]
    # PyTorch: [11.072176178, 11.072176178, 11.072176178]
    # PyTorch: [-9.558596398, -9.558596398, -9.558596398]
    # PyTorch: [10.7892, 10.7892, 10.7892]
