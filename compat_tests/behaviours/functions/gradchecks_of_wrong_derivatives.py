"""Wrong derivatives: each is found by gradcheck, slow and fast, of real and of complex numbers, and named alike."""
from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator
from typing import Any

Formula = Callable[..., Any]


def _vector(torch: Any, is_complex: bool, *shape: int) -> Any:
    x = torch.arange(1.0, 1 + torch.Size(shape).numel(), dtype=torch.float64).reshape(shape) / 3
    return (x * (1 + 0.5j) if is_complex else x).requires_grad_()


def _function(torch: Any, forward: Formula, backward: Formula, jvp: Formula | None = None, materialize: bool = True) -> Any:
    """A Function that saves its inputs: `backward(inputs, *cotangents)`, `jvp(inputs, *tangents)`."""
    class Planted(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, *xs: Any) -> Any:
            ctx.set_materialize_grads(materialize)
            ctx.save_for_backward(*xs)
            ctx.save_for_forward(*xs)
            return forward(*xs)

        @staticmethod
        def backward(ctx: Any, *gs: Any) -> Any:
            return backward(ctx.saved_tensors, *gs)

    if jvp is not None:
        Planted.jvp = staticmethod(lambda ctx, *ts: jvp(ctx.saved_tensors, *ts))
    return Planted.apply


def _outcome(torch: Any, call: Callable[[], Any]) -> Any:
    """The result, or the error: its first line, and the first number or Jacobian that it shows."""
    torch.manual_seed(0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return call()
        except Exception as error:
            first = re.split(r"\. |\.$|(?<=got): ", str(error).split("\n")[0])[0]
            shown = re.search(r"numerical:([^t].*)\nanalytical:(.*)\n", str(error))
            return type(error).__name__, first, None if shown is None else [f"{complex(s):.4f}" for s in shown.groups()]


def _check_outcome(torch: Any, function: Any, inputs: tuple[Any, ...], check: str = "gradcheck", **options: Any) -> Any:
    call = getattr(torch.autograd, check)
    return [_outcome(torch, lambda fast=fast: call(function, inputs, fast_mode=fast, **options)) for fast in (False, True)]


def _square(x: Any) -> Any:
    return x * x


def _right(saved: Any, g: Any) -> Any:
    return 2 * saved[0].conj() * g


def factors(torch: Any) -> Iterator[Any]:
    """How far a factor in a derivative must be off until gradcheck finds it."""
    for z in (False, True):
        for factor in (2, 3, -2, 0, 1, 2.5, 2.01, 2 + 1e-3):
            yield _check_outcome(torch, _function(torch, _square, lambda s, g, c=factor: c * s[0].conj() * g), (_vector(torch, z, 3),))
    yield _check_outcome(torch, _function(torch, _square, lambda s, g: 2j * s[0].conj() * g), (_vector(torch, True, 3),))


def single_entries(torch: Any) -> Iterator[Any]:
    """gradcheck finds one wrong entry, a common offset, nan, a missing gradient and a reversed one."""
    by = torch.tensor([1.0, 1.0, 1.01], dtype=torch.float64)
    for z in (False, True):
        for backward in (lambda s, g: _right(s, g) * by, lambda s, g: _right(s, g) + 0.01 * g.sum(),
                         lambda s, g: _right(s, g) * float("nan"), lambda s, g: None, lambda s, g: _right(s, g).flip(0)):
            yield _check_outcome(torch, _function(torch, _square, backward), (_vector(torch, z, 3),))
        yield _check_outcome(torch, _function(torch, lambda a: a @ a, lambda s, g: g @ s[0].mH + s[0] @ g), (_vector(torch, z, 2, 2),))


def conjugates(torch: Any) -> Iterator[Any]:
    """gradcheck finds a forgotten or surplus conjugate for complex numbers, where real ones do not show it."""
    for backward in (lambda s, g: 2 * s[0] * g, lambda s, g: _right(s, g.conj()), lambda s, g: _right(s, g).conj()):
        for z in (False, True):
            yield _check_outcome(torch, _function(torch, _square, backward), (_vector(torch, z, 3),))
    real, z = _vector(torch, False, 3), _vector(torch, True, 3)
    yield _check_outcome(torch, _function(torch, lambda x: x * (1 + 2j), lambda s, g: (g * (1 + 2j)).real), (real,))
    yield _check_outcome(torch, _function(torch, lambda x: x * (1 + 2j), lambda s, g: (g * (1 - 2j)).real), (real,))
    yield _check_outcome(torch, _function(torch, lambda x: x.real * 1, lambda s, g: (g + 0j) * 1j), (z,))
    yield _check_outcome(torch, _function(torch, lambda x: x.abs(), lambda s, g: 2 * g * s[0] / s[0].abs()), (z,))
    yield _check_outcome(torch, _function(torch, lambda x, y: x * y, lambda s, g: ((g * s[1]).real, g * s[0])), (real, z))


def numbers_of_inputs_and_outputs(torch: Any) -> Iterator[Any]:
    """gradcheck names which input and which output belongs to the wrong derivative."""
    def third(s: Any, g: Any) -> Any:
        return None, 3 * g * s[0]

    real, z = _vector(torch, False, 3), _vector(torch, True, 3)
    yield _check_outcome(torch, _function(torch, lambda n, a: n * a, third), (torch.arange(3), real))
    yield _check_outcome(torch, _function(torch, lambda n, a: n * a, third), (real.detach(), real))
    for x in (real, z):
        yield _check_outcome(torch, _function(torch, lambda a, b: a * b, lambda s, g: (g * s[1].conj(), 1.5 * g * s[0].conj())),
                             (x, x.clone()))
        yield _check_outcome(torch, _function(torch, lambda a, b: a * b, lambda s, g: (g * s[1].conj(), None)), (x, x.clone()))
        yield _check_outcome(torch, _function(torch, lambda a: (a * a, a * 3), lambda s, g, h: _right(s, g) + 2 * h), (x,))
    for backward in (lambda s, g, h, k: g * 2 + h * 2 + k * 2.5, lambda s, g, h, k: g * 2.5 + h * 2 + k * 3):
        yield _check_outcome(torch, _function(torch, lambda a: (a.real * 2, a * 2, a * 3), backward), (z,))


def forward_mode(torch: Any) -> Iterator[Any]:
    """gradcheck of forward mode finds a jvp that is wrong, zero, missing or conjugates its tangent."""
    for z in (False, True):
        for jvp in (lambda s, t: 2 * s[0] * t, lambda s, t: 3 * s[0] * t, lambda s, t: 2 * s[0].conj() * t, lambda s, t: t * 0, None,
                    lambda s, t: 2 * s[0] * t.conj()):
            yield _check_outcome(torch, _function(torch, _square, _right, jvp), (_vector(torch, z, 3),), check_forward_ad=True)

    def product(s: Any, g: Any) -> Any:
        return (g * s[1].conj()).real, g * s[0]

    for jvp in (lambda s, a, b: 2 * a * s[1] + s[0] * b, lambda s, a, b: a * s[1] + 2 * s[0] * b,
                lambda s, a, b: 2 * (a * s[1] + s[0] * b)):
        inputs = _vector(torch, False, 3), _vector(torch, True, 3)
        yield _check_outcome(torch, _function(torch, lambda a, b: a * b, product, jvp), inputs, check_forward_ad=True)
        yield _check_outcome(torch, _function(torch, lambda a, b: a * b, product, jvp), inputs, check_forward_ad=True,
                             check_backward_ad=False)


def not_deterministic(torch: Any) -> Iterator[Any]:
    """gradcheck finds a backward that differs between calls by more than nondet_tol."""
    for z in (False, True):
        for size, tolerance in ((1e-8, 0.0), (1e-8, 1e-5), (1e-3, 1e-5), (0.0, -1.0)):
            calls = [0]

            def backward(s: Any, g: Any, size: float = size, calls: list[int] = calls) -> Any:
                calls[0] += 1
                return _right(s, g) + size * (calls[0] % 2) * g

            yield _check_outcome(torch, _function(torch, _square, backward), (_vector(torch, z, 3),), nondet_tol=tolerance)


def second_order(torch: Any) -> Iterator[Any]:
    """gradgradcheck finds second derivatives that are cut or wrong while the first ones are right."""
    twice = _function(torch, lambda a: a * 1, lambda s, g: 2 * g)
    for z in (False, True):
        for backward in (lambda s, g: 2 * s[0].detach().conj() * g, lambda s, g: (s[0].conj() + s[0].detach().conj()) * g,
                         lambda s, g: _right(s, g.detach()), lambda s, g: 2 * twice(s[0]).conj() * g):
            function = _function(torch, _square, backward)
            yield (_check_outcome(torch, function, (_vector(torch, z, 3),)),
                   _check_outcome(torch, function, (_vector(torch, z, 3),), "gradgradcheck"))
        frozen = _function(torch, _square, _right, lambda s, t: 2 * s[0].detach() * t)
        yield _check_outcome(torch, frozen, (_vector(torch, z, 3),), "gradgradcheck", check_rev_over_rev=True)
    yield _check_outcome(torch, lambda x: torch.ones(3, dtype=torch.float64), (_vector(torch, False, 3),), "gradgradcheck")[0][0]


def missing_cotangents(torch: Any) -> Iterator[Any]:
    """gradcheck tries undefined cotangents and finds a backward that mistakes or cannot handle None."""
    def ones(s: Any, g: Any, h: Any) -> Any:
        if g is None and h is None:
            return torch.ones_like(s[0])
        return (0 if g is None else _right(s, g)) + (0 if h is None else 3 * h)

    def second_alone(s: Any, g: Any, h: Any) -> Any:
        if g is None:
            return None if h is None else 2 * h
        return _right(s, g) + (0 if h is None else 3 * h)

    def crash(s: Any, g: Any, h: Any) -> Any:
        return _right(s, g) + 3 * h

    for z in (False, True):
        for backward in (ones, second_alone, crash):
            function = _function(torch, lambda a: (a * a, a * 3), backward, materialize=False)
            yield _check_outcome(torch, function, (_vector(torch, z, 3),))
            yield _check_outcome(torch, function, (_vector(torch, z, 3),), check_undefined_grad=False)


def wrong_kinds(torch: Any) -> Iterator[Any]:
    """What gradcheck says to gradients of another dtype, size, count or type, and to a crash."""
    for z in (False, True):
        single = torch.complex64 if z else torch.float32
        for backward in (lambda s, g, t=single: _right(s, g).to(t), lambda s, g: torch.cat([g, g]), lambda s, g: (g, g), lambda s, g: 3.0,
                         lambda s, g: 1 / 0):
            yield _check_outcome(torch, _function(torch, _square, backward), (_vector(torch, z, 3),), check_grad_dtypes=True)


def sparse_inputs(torch: Any) -> Iterator[Any]:
    """For sparse inputs gradcheck needs masked to agree with what the derivative does outside stored places."""
    for masked in (True, False):
        def matrix() -> Any:
            torch.sparse.check_sparse_tensor_invariants.disable()  # says that they are checked
            places, values = torch.tensor([[0, 1], [1, 0]]), torch.tensor([1.0, 2.0], dtype=torch.float64)
            return torch.sparse_coo_tensor(places, values, (2, 2)).requires_grad_()

        yield _check_outcome(torch, lambda x, m=masked: x.to_dense(masked_grad=m), (matrix(),), masked=masked)
        yield _check_outcome(torch, lambda x, m=masked: x.to_dense(masked_grad=not m), (matrix(),), masked=masked)
        yield _check_outcome(torch, _function(torch, lambda x: x.to_dense() * 2, lambda s, g: g * 3), (matrix(),), masked=masked)
        only_stored = _function(torch, lambda x: x.to_dense() * 2, lambda s, g: (g * 3).sparse_mask(s[0].coalesce()))
        yield _check_outcome(torch, only_stored, (matrix(),), masked=masked)


def tensors_in_lists(torch: Any) -> Iterator[Any]:
    """gradcheck takes lists of tensors in forward mode; in reverse mode a leaf among them raises an IndexError."""
    x, y = _vector(torch, False, 3), _vector(torch, False, 3)
    for inputs in ((x, (y,)), (x, [y]), (x, [y.detach()])):
        yield _check_outcome(torch, lambda a, b: a * b[0], inputs, check_backward_ad=False, check_forward_ad=True)
        yield [r if isinstance(r, bool) else r[0] for r in _check_outcome(torch, lambda a, b: a * b[0], inputs)]
    # PyTorch: [True, True]
    # PyTorch: ['IndexError', 'IndexError']
    # PyTorch: [True, True]
    # PyTorch: ['IndexError', 'IndexError']
    # PyTorch: [True, True]
    # PyTorch: [True, True]


def changed_inputs(torch: Any) -> Iterator[Any]:
    """A function that changes its input in place through detach gives gradcheck a mismatch of Jacobians."""
    x = _vector(torch, False, 3)
    yield _check_outcome(torch, lambda a: a.detach().mul_(2) * a, (x,))


def conjugates_that_are_views(torch: Any) -> Iterator[Any]:
    """As inputs, as outputs and as gradients."""
    z = _vector(torch, True, 3).detach()
    for view in (torch.conj, torch._neg_view, lambda a: torch._neg_view(a.conj())):
        yield _check_outcome(torch, _square, (view(z.clone()).requires_grad_(),), check_forward_ad=True, check_batched_grad=True)
        yield _check_outcome(torch, _square, (view(z.clone()).requires_grad_(),), check="gradgradcheck", check_fwd_over_rev=True)
        yield _check_outcome(torch, lambda a, b=view: b(a * a), (z.clone().requires_grad_(),), check_forward_ad=True)
        yield _check_outcome(torch, lambda a, b=view: (b(a), a * 2), (z.clone().requires_grad_(),), check_forward_ad=True)
        yield _check_outcome(torch, _function(torch, _square, lambda s, g, b=view: b(3 * s[0] * g)), (z.clone().requires_grad_(),))


def in_which_order(torch: Any) -> Iterator[Any]:
    """A function that counts its calls is wrong by what it counts: the lower neighbour comes first."""
    seen: list[Any] = []

    def counting(x: Any) -> Any:
        seen.append(((x.detach() - torch.arange(1.0, 4)) * 1e6).round().tolist())
        return x * x + len(seen) * 1e-3

    for fast in (False, True):
        x = torch.arange(1.0, 4, dtype=torch.float64).requires_grad_()
        yield _outcome(torch, lambda x=x, fast=fast: torch.autograd.gradcheck(counting, x, fast_mode=fast))
        yield [] if fast else seen[:7]
        seen.clear()
    # PyTorch: ('GradcheckError', 'Jacobian mismatch for output 0 with ...', None)
    # PyTorch: [[0.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, -1.0], [0.0, 0.0, 1.0]]
    # PyTorch: ('GradcheckError', 'Jacobian mismatch for output 0 with ...', ['831.4551+0.0000j', '4.0115+0.0000j'])
    # PyTorch: []


def steps_and_tolerances(torch: Any) -> Iterator[Any]:
    """What gradcheck does with tensors, negative values, zero, inf, nan, None or strings as its tolerances."""
    for options in ({"eps": torch.tensor(1e-6, dtype=torch.float64)}, {"atol": -1.0}, {"rtol": -1.0}, {"rtol": 0.0, "atol": 0.0},
                    {"atol": float("inf")}, {"rtol": float("nan")}):
        for found in _check_outcome(torch, lambda x: x**3, (_vector(torch, False, 3),), **options):
            yield found if found is True else found[:2]
    for options in ({"rtol": None}, {"atol": None}, {"atol": "a"}, {"eps": None}):
        yield [found[0] for found in _check_outcome(torch, lambda x: x**3, (_vector(torch, False, 3),), **options)]


def half_precision(torch: Any) -> Iterator[Any]:
    """gradcheck in half precision needs a large step and loose tolerances to tell right from wrong."""
    for dtype in (torch.float16, torch.bfloat16):
        for function in (_square, _function(torch, _square, lambda s, g: 3 * s[0] * g)):
            x = torch.tensor([1.0, 2.0], dtype=dtype, requires_grad=True)
            for options in ({}, {"eps": 0.125, "atol": 0.1, "rtol": 0.1}):
                yield [found if found is True else found[:2] for found in _check_outcome(torch, function, (x,), **options)]
