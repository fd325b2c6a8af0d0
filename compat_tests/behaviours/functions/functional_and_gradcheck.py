"""autograd.functional and gradcheck: structure, values, strictness, what is found wrong."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any

from .. import refused


def _inputs(torch: Any) -> tuple[Any, Any]:
    return torch.tensor([1.0, 2.0, 3.0]), torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]])


def _plain(value: Any) -> Any:
    """Values, types and nesting; strides and version counters of results are nobody's promise."""
    if isinstance(value, (tuple, list)):
        return [type(value).__name__, *map(_plain, value)]
    return value.tolist(), str(value.dtype), tuple(value.shape), value.requires_grad


def _without_warnings(call: Callable[[], Any]) -> Any:
    """Without the warnings of PyTorch's own decompositions, which come once in a process."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return call()


def _cubes(a: Any) -> Any:
    return (a**3).sum()


def vector_products(torch: Any) -> Iterator[Any]:
    """vjp and jvp give values and products in the form of outputs and inputs, and refuse vectors that do not fit."""
    x, y = _inputs(torch)
    f = torch.autograd.functional
    for product in (f.vjp, f.jvp):
        yield _plain(product(lambda a: a * a, x, x)), _plain(product(lambda a, b: (a * b.sum(), b * 2), (x, y), (x, y)))
        yield _plain(product(lambda a: torch.ones(3), x, x))
        yield refused(lambda product=product: product(lambda a: torch.ones(3), x, x, strict=True))
        yield refused(lambda product=product: product(lambda a: a * a, x))
        yield refused(lambda product=product: product(lambda a: a * a, x, torch.ones(1)))
        yield refused(lambda product=product: product(lambda a: a * a, [x], [x]))


def hessian_products(torch: Any) -> Iterator[Any]:
    """vhp and hvp agree in value and nesting, give zeros for linear functions and refuse non-scalar outputs."""
    x, y = _inputs(torch)
    f = torch.autograd.functional
    for product in (f.vhp, f.hvp):
        yield _plain(product(_cubes, x, x)), _plain(product(lambda a, b: (a * b).pow(2).sum(), (x, y), (x, y)))
        yield _plain(product(lambda a: a.sum(), x, x))
        yield refused(lambda product=product: product(lambda a: a.sum(), x, x, strict=True))
        yield refused(lambda product=product: product(lambda a: a * a, x, x))
        yield refused(lambda product=product: product(lambda a: (a.sum(), a.sum()), x, x))


def jacobians(torch: Any) -> Iterator[Any]:
    """Jacobians are the same by reverse, forward and vectorized ways, and some options exclude each other."""
    x, y = _inputs(torch)
    jacobian = torch.autograd.functional.jacobian
    for vectorize in (False, True):
        for strategy in ("reverse-mode", "forward-mode"):
            if vectorize or strategy == "reverse-mode":
                options = {"vectorize": vectorize, "strategy": strategy}
                yield _plain(_without_warnings(lambda o=options: jacobian(lambda a, b: (a * b.sum(), b * 2), (x, y), **o)))
                yield _plain(_without_warnings(lambda o=options: jacobian(lambda a: a * a, x, **o)))
            yield refused(lambda v=vectorize, s=strategy: jacobian(lambda a: a * a, x, strict=True, vectorize=v, strategy=s))
        yield refused(lambda v=vectorize: jacobian(lambda a: a * a, x, create_graph=True, vectorize=v, strategy="forward-mode"))
    yield refused(lambda: jacobian(lambda a: a, x, strategy="x"))


def hessians(torch: Any) -> Iterator[Any]:
    """Hessians nest over pairs of inputs; strict ones refuse linear functions, and all refuse outputs that are no scalar."""
    x, y = _inputs(torch)
    hessian = torch.autograd.functional.hessian
    yield _plain(hessian(_cubes, x)), _plain(hessian(lambda a, b: (a * b).pow(2).sum(), (x, y)))
    yield _plain(hessian(_cubes, x, vectorize=True)), _plain(hessian(lambda a: a.sum(), x))
    yield refused(lambda: hessian(lambda a: a.sum(), x, strict=True))
    yield refused(lambda: hessian(lambda a: a * a, x)), refused(lambda: hessian(_cubes, x, outer_jacobian_strategy="x"))


def jacobian_of_a_jacobian(torch: Any) -> Iterator[Any]:
    """The jacobian of a jacobian is a cube of second derivatives that backward differentiates again."""
    x = torch.tensor([0.5, 1.5], requires_grad=True)
    jacobian = torch.autograd.functional.jacobian
    found = jacobian(lambda a: jacobian(lambda b: b**3, a, create_graph=True), x, create_graph=True)
    yield _plain(found)
    found.sum().backward()
    yield _plain(x.grad)
    # PyTorch: ([[[3.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 9.0]]], 'torch.float32', (2, 2, 2), True)
    # PyTorch: ([6.0, 6.0], 'torch.float32', (2,), False)


def _square(torch: Any, backward: Any, jvp: Any = None) -> Any:
    def forward(ctx: Any, x: Any) -> Any:
        ctx.x = x.detach()
        ctx.save_for_backward(x)
        return x * x

    body = {"forward": staticmethod(forward), "backward": staticmethod(backward)}
    if jvp is not None:
        body["jvp"] = staticmethod(jvp)
    return type("Square", (torch.autograd.Function,), body).apply


def gradcheck_passes(torch: Any) -> Iterator[Any]:
    """gradcheck and gradgradcheck accept right derivatives of real and complex functions, slow and fast."""
    x = torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64, requires_grad=True)
    z = torch.tensor([1 + 2j, 2 - 1j], dtype=torch.complex128, requires_grad=True)
    for fast in (False, True):
        for func, given in ((lambda a: a.sin() * a, x), (lambda a: (a * a, a.sum()), x), (lambda a: a * a, z), (lambda a: a.abs(), z)):
            check, check_twice = torch.autograd.gradcheck, torch.autograd.gradgradcheck
            yield _without_warnings(lambda f=func, x=given, fast=fast: check(f, (x,), fast_mode=fast, check_forward_ad=True))
            yield check_twice(func, (given,), fast_mode=fast)


def gradcheck_finds(torch: Any) -> Iterator[Any]:
    """gradcheck finds a wrong factor, a missing conjugate, a wrong jvp and a drift; gradgradcheck a frozen input."""
    x = torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64, requires_grad=True)
    z = torch.tensor([1 + 2j, 2 - 1j], dtype=torch.complex128, requires_grad=True)
    check, check_twice = torch.autograd.gradcheck, torch.autograd.gradgradcheck
    factor = _square(torch, lambda ctx, g: 3 * ctx.saved_tensors[0] * g)
    conjugate = _square(torch, lambda ctx, g: 2 * ctx.saved_tensors[0] * g)
    frozen = _square(torch, lambda ctx, g: 2 * ctx.saved_tensors[0].detach() * g)
    forward = _square(torch, lambda ctx, g: 2 * ctx.saved_tensors[0] * g, lambda ctx, t: 3 * ctx.x * t)
    for fast in (False, True):
        yield refused(lambda fast=fast: check(factor, (x,), fast_mode=fast)), check(factor, (x,), fast_mode=fast, raise_exception=False)
        yield refused(lambda fast=fast: check(conjugate, (z,), fast_mode=fast))
        yield check(frozen, (x,), fast_mode=fast), refused(lambda fast=fast: check_twice(frozen, (x,), fast_mode=fast))
        yield _without_warnings(lambda fast=fast: refused(lambda: check(forward, (x,), fast_mode=fast, check_forward_ad=True)))
    calls = [0]

    def drifting(ctx: Any, g: Any) -> Any:
        calls[0] += 1
        return (2 * ctx.saved_tensors[0] + 1e-8 * calls[0]) * g

    yield refused(lambda: check(_square(torch, drifting), (x,)))
    yield check(_square(torch, drifting), (x,), nondet_tol=1e-3)


def gradcheck_refuses(torch: Any) -> Iterator[Any]:
    """gradcheck refuses inputs without gradients, no direction to check, and overlapping memory."""
    x = torch.tensor([1.0, 2.0], dtype=torch.float64, requires_grad=True)
    check = torch.autograd.gradcheck
    yield refused(lambda: check(torch.sin, (x.detach(),))), refused(lambda: check(torch.sin, (x,), check_backward_ad=False))
    yield refused(lambda: check(torch.sin, (x,), check_batched_forward_grad=True))
    yield refused(lambda: check(lambda a: a.detach() * 1, (x,))), check(lambda a: torch.ones(2), (x,))
    yield refused(lambda: check(torch.sin, torch.ones(1, dtype=torch.float64).expand(3).detach().requires_grad_()))
    # PyTorch: (ValueError: gradcheck expects at least one input ..., AssertionError: Expected at least one of ...)
    # PyTorch: AssertionError: Setting check_batched_forward_grad=True ...
    # PyTorch: (GradcheckError: Numerical gradient for function ..., True)
    # PyTorch: RuntimeError: The 0th input has a dimension with ...


def missing_gradients(torch: Any) -> Iterator[Any]:
    """A Function that returns None: what lies further up runs all the same."""
    log: list[Any] = []

    class Nothing(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return None

    def double(materialize: bool) -> Any:
        def forward(ctx: Any, x: Any) -> Any:
            ctx.set_materialize_grads(materialize)
            return x * 2

        def backward(ctx: Any, g: Any) -> Any:
            log.append(None if g is None else g.tolist())
            return None if g is None else g * 2

        body = {"forward": staticmethod(forward), "backward": staticmethod(backward)}
        return type("Double", (torch.autograd.Function,), body).apply

    for materialize in (True, False):
        x = torch.ones(2, requires_grad=True)
        yield _plain(torch.autograd.grad(Nothing.apply(double(materialize)(x).sin()).sum(), x, materialize_grads=True)), log
    x = torch.ones(2, requires_grad=True)
    x.register_hook(lambda g: log.append(("leaf", g)))
    x.register_post_accumulate_grad_hook(lambda p: log.append(("post", p.grad)))
    h = x.sin()
    h.register_hook(lambda g: log.append(("tensor", g)))
    h.grad_fn.register_prehook(lambda grads: log.append(("before", grads)))
    h.grad_fn.register_hook(lambda given, received: log.append(("after", given, received)))
    Nothing.apply(h).sum().backward()
    yield log, x.grad
