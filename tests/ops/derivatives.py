"""Derivatives checked along random directions: a product with the Jacobian in each mode against finite differences.

Independent of `autograd.gradcheck`, so that neither hides the other's mistakes, and fast enough for every op.  Complex
numbers count as pairs of reals, with the pairing Re(conj(a) b), as PyTorch's gradients of complex tensors do.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

import minitorch_compat as torch
from minitorch_compat import Tensor
from minitorch_compat.autograd import forward_ad, grad

Function = Callable[..., tuple[Any, ...]]

STEP = 5e-4
#: Central differences of fourth order: far below the tolerance, and the step stays clear of kinks.
STENCIL = ((1, 8 / 12), (-1, -8 / 12), (2, -1 / 12), (-2, 1 / 12))


def direction(rng: np.random.Generator, like: Any) -> Any:
    """A random tensor of the same shape and type."""
    values = rng.uniform(0.2, 1, like.shape) * rng.choice([-1.0, 1.0], like.shape)
    if like.is_complex():
        values = values + 1j * rng.uniform(-1, 1, like.shape)
    return torch.tensor(values, dtype=like.dtype)


def pairing(left: Sequence[Any], right: Sequence[Any]) -> float:
    """The real inner product of two lists of arrays, None counting as 0."""
    return float(sum((np.conj(values(a)) * values(b)).sum().real for a, b in zip(left, right, strict=True)
                     if a is not None and b is not None))


def values(t: Any) -> Any:
    return t.detach().resolve_conj().resolve_neg().numpy() if isinstance(t, Tensor) else t


def numerical(function: Function, primals: Sequence[Any], tangents: Sequence[Any]) -> list[Any]:
    """The derivative of the outputs along `tangents`, as arrays."""
    total: list[Any] = []
    for steps, weight in STENCIL:
        moved = [(x.detach() + v * (steps * STEP)).requires_grad_() for x, v in zip(primals, tangents, strict=True)]
        terms = [values(o) * (weight / STEP) for o in function(*moved)]
        total = [a + b for a, b in zip(total, terms, strict=True)] if total else terms
    return total


def derivative_by_tangents(function: Function, primals: Sequence[Any], tangents: Sequence[Any | None]) -> list[Any]:
    """The same in forward mode; a tangent of None is left out, not zero."""
    with forward_ad.dual_level():
        duals = [x if v is None else forward_ad.make_dual(x, v) for x, v in zip(primals, tangents, strict=True)]
        outs = [forward_ad.unpack_dual(o) for o in function(*duals)]
    for primal, tangent in outs:
        assert tangent is None or (tangent.shape == primal.shape and tangent.dtype == primal.dtype)
    return [torch.zeros_like(primal.detach()) if tangent is None else tangent for primal, tangent in outs]


def derivative_by_cotangents(function: Function, primals: Sequence[Any], cotangents: Sequence[Any], chosen: Sequence[int], *,
                             create_graph: bool = False) -> list[Any]:
    """Cotangents of the primals in `chosen`, which alone require gradients; with `create_graph` as functions of the primals."""
    if create_graph:
        leaves = [x if x.requires_grad else x.detach().requires_grad_() for x in primals]
    else:
        leaves = [x.detach().requires_grad_(i in chosen) for i, x in enumerate(primals)]
    outs = function(*leaves)
    pairs = [(o, w) for o, w in zip(outs, cotangents, strict=True) if o.requires_grad]
    wanted = [leaves[i] for i in chosen]
    if not pairs:
        return [None] * len(wanted)
    found = grad([o for o, _ in pairs], wanted, [w for _, w in pairs], create_graph=create_graph, allow_unused=True)
    for x, g in zip(wanted, found, strict=True):
        assert g is None or (g.shape == x.shape and g.dtype == x.dtype)
    return list(found)


def subsets(count: int) -> list[list[int]]:
    """Everything together, and each alone."""
    return [list(range(count)), *([[i] for i in range(count)] if count > 1 else [])]


def check(function: Function, primals: Sequence[Any], rng: np.random.Generator, *, rtol: float = 1e-6, backward: bool = True,
          linear: int = 0) -> None:
    """Forward mode, and with `backward` reverse mode, against differences: by all primals together and by each alone.

    The differences are taken by each alone; along all together the derivative is their sum. In the last `linear` primals the function
    must be linear: there its value at the tangent is the derivative.
    """
    count = len(primals)
    steps = [direction(rng, x) for x in primals]
    weights = [direction(rng, o) for o in function(*primals)] if backward else []
    alone = []
    for i in range(count):
        if i >= count - linear:
            alone.append([values(o) for o in function(*(steps[j] if j == i else torch.zeros_like(x) if j >= count - linear else x
                                                        for j, x in enumerate(primals)))])
        else:
            alone.append(numerical(function, primals, [v if j == i else torch.zeros_like(v) for j, v in enumerate(steps)]))
    for chosen in subsets(count):
        tangents = [v if i in chosen else None for i, v in enumerate(steps)]
        expected = [sum(parts) for parts in zip(*(alone[i] for i in chosen), strict=True)]
        for k, (ours, reference) in enumerate(zip(derivative_by_tangents(function, primals, tangents), expected, strict=True)):
            np.testing.assert_allclose(values(ours), reference, rtol=rtol, atol=rtol, err_msg=f"forward mode, output {k} by {chosen}")
        if backward:
            found = derivative_by_cotangents(function, primals, weights, chosen)
            np.testing.assert_allclose(pairing(found, [steps[i] for i in chosen]), pairing(weights, expected), rtol=rtol, atol=rtol,
                                       err_msg=f"reverse mode by {chosen}")


def check_second(function: Function, primals: Sequence[Any], rng: np.random.Generator, *, rtol: float = 1e-6) -> None:
    """Both modes through reverse mode, and reverse mode through forward mode."""
    outs = function(*primals)
    cotangents = [direction(rng, o) for o in outs]
    count = len(primals)

    def gradient(*both: Any) -> tuple[Any, ...]:
        found = derivative_by_cotangents(function, both[:count], both[count:], range(count), create_graph=True)
        return tuple(torch.zeros_like(x) if g is None else g for g, x in zip(found, primals, strict=True))

    check(gradient, [*primals, *(w.requires_grad_() for w in cotangents)], rng, rtol=rtol, linear=len(cotangents))

    tangents = [direction(rng, x) for x in primals]
    check_reverse_over_forward(function, primals, tangents, rng, rtol)


def check_reverse_over_forward(function: Function, primals: Sequence[Any], tangents: Sequence[Any], rng: np.random.Generator,
                               rtol: float) -> None:
    def forward_derivative(*points: Any) -> tuple[Any, ...]:
        return tuple(derivative_by_tangents(function, points, tangents))

    moves = [direction(rng, x) for x in primals]
    expected = numerical(forward_derivative, primals, moves)
    cotangents = [direction(rng, o) for o in forward_derivative(*primals)]
    found = derivative_by_cotangents(forward_derivative, primals, cotangents, range(len(primals)))
    np.testing.assert_allclose(pairing(found, moves), pairing(cotangents, expected), rtol=rtol, atol=rtol, err_msg="reverse over forward")


def check_third(function: Function, primals: Sequence[Any], rng: np.random.Generator, *, rtol: float = 1e-4) -> None:
    """The third derivative along a line, by levels within levels and by backward of backward, against differences of the second."""
    points, moves = [x.detach() for x in primals], [direction(rng, x.detach()) for x in primals]
    weights = [direction(rng, o.detach()) for o in function(*points)]

    def on_line(s: Any) -> Any:
        outs = function(*(x + s * v for x, v in zip(points, moves, strict=True)))
        return sum((torch.real(o * w).sum() for o, w in zip(outs, weights, strict=True)), torch.zeros((), dtype=torch.float64))

    second = forward_derivative(forward_derivative(on_line))
    expected = sum(weight / STEP * second(torch.tensor(steps * STEP, dtype=torch.float64)).item() for steps, weight in STENCIL)
    forward, backward = forward_derivative, backward_derivative
    for modes in ((forward, forward, forward), (backward, backward, backward), (backward, forward, backward), (forward, backward, forward)):
        found = on_line
        for mode in modes:
            found = mode(found)
        np.testing.assert_allclose(found(torch.zeros((), dtype=torch.float64)).item(), expected, rtol=rtol, atol=rtol, err_msg=str(modes))


def forward_derivative(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The derivative of a function of a number, by a forward level."""
    def derivative(s: Any) -> Any:
        with forward_ad.dual_level():
            tangent = forward_ad.unpack_dual(f(forward_ad.make_dual(s, torch.ones_like(s)))).tangent
        return torch.zeros_like(s) if tangent is None else tangent

    return derivative


def backward_derivative(f: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The derivative of a function of a number, by backward."""
    def derivative(s: Any) -> Any:
        leaf = s.clone().requires_grad_()
        out = f(leaf)
        found = grad(out, leaf, create_graph=True, allow_unused=True)[0] if out.requires_grad else None
        return torch.zeros_like(leaf) if found is None else found

    return derivative
