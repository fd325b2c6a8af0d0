"""Where in memory windows, gradients and tangents lie under transforms, and what they depend on there."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .._func import silent


def _window(call: Callable[[], Any]) -> Any:
    """What `as_strided` gives, or the first sentences of its refusal."""
    try:
        found = call()
    except RuntimeError as error:
        return str(error).partition(" This is")[0]
    return found.clone(), found.stride(), found.storage_offset()


def windows_inside_vmap(torch: Any) -> Iterator[Any]:
    """They look at the memory of the examples as it lies."""
    x, vmap = torch.arange(24.0).view(2, 3, 4), torch.func.vmap
    for size, stride, offset, dim in (
        ((2, 2), (4, 1), None, 0), ((2, 2), (4, 1), 2, 0), ((2, 2), (4, 1), None, 1), ((2, 2), (12, 1), None, 1),
        ((2, 2), (12, 4), None, 2), ((2, 2), (12, 4), 1, 2), ((2, 2), (12, 1), 1, 2), ((2, 2), (4, 8), None, 1),
        ((2, 2), (4, 1), 6, 0), ((2, 2), (4, 1), 7, 0), ((5, 2), (4, 1), None, 0),
    ):
        yield _window(lambda s=size, t=stride, o=offset, d=dim: vmap(lambda y: y.as_strided(s, t, o), in_dims=d)(x))
    for own in (lambda y: y.t(), lambda y: y[1], lambda y: y[1:], lambda y: y * 1):
        for offset in (None, 0, 4):
            yield _window(lambda own=own, o=offset: vmap(lambda y: own(y).as_strided((2,), (1,), o))(x))
    yield _window(lambda: vmap(vmap(lambda y: y.as_strided((2,), (4,)), in_dims=1))(x))


def gradients_of_windows_inside_vmap(torch: Any) -> Iterator[Any]:
    """as_strided inside vmap takes windows of one example, and gradients and Jacobians follow."""
    x, vmap, grad = torch.arange(24.0).view(2, 3, 4), torch.func.vmap, torch.func.grad
    for size, stride, dim in (((2, 2), (4, 1), 0), ((2, 2), (4, 1), 1), ((2, 2), (12, 4), 2)):
        yield grad(lambda x, s=size, t=stride, d=dim: (vmap(lambda y: y.as_strided(s, t), in_dims=d)(x) ** 2).sum())(x).clone()
        yield vmap(grad(lambda y, s=size, t=stride: (y.as_strided(s, t) ** 2).sum()), in_dims=dim)(x).clone()
    for jacobian in (torch.func.jacrev, torch.func.jacfwd):
        yield jacobian(lambda y: y.as_strided((2, 2), (1, 4)))(x[0]).clone()


def gradients_through_complex_numbers(torch: Any) -> Iterator[Any]:
    """Of real inputs they are the real parts of complex ones, as views."""
    w = torch.tensor([[0.3, -0.2], [1.0, 0.4]])
    functions = (
        lambda x: torch.complex(x, w).angle(), lambda x: torch.complex(w, x).abs(), lambda x: torch.view_as_real(torch.polar(x, w)),
        lambda x: (torch.complex(x, w).conj() * w).imag, lambda x: torch.fft.rfft(x).abs(), lambda x: torch.fft.fft2(x).real,
        lambda x: (x * torch.complex(w, w)).abs(), lambda x: x.to(torch.complex64).abs(), lambda x: (x[0] + 1j * w).angle(),
        lambda x: torch.fft.ihfft(x).abs(), lambda x: x.to(torch.complex128).abs(),
    )
    x = torch.tensor([[0.25, 0.5], [0.75, -1.25]], requires_grad=True)
    for f in functions:
        def loss(x: Any, f: Any = f) -> Any:
            return (f(x) ** 2).sum()
        yield torch.autograd.grad(loss(x), x)[0].stride()
        again = torch.autograd.grad(loss(x), x, create_graph=True)[0]
        yield again.stride(), again._is_view(), again.grad_fn and again.grad_fn.name()
        yield torch.func.grad(loss)(x.detach()).stride(), torch.func.grad(loss)(x).stride()


def flat_functions_above_a_graph(torch: Any) -> Iterator[Any]:
    """What is linear piece by piece has gradients that depend on its input all the same, by zeros."""
    f = torch.nn.functional
    x = torch.tensor([[0.25, 0.5, 1.1], [0.75, -1.25, 0.4], [1.75, 2.75, -0.6]], requires_grad=True)
    for function in (
        f.leaky_relu, f.hardshrink, f.softshrink, f.hardtanh, f.relu6, lambda x: f.threshold(x, 0.1, 0.2),
        lambda x: f.prelu(x, x[0].detach()),
        lambda x: f.pad(x, (1, 1), mode="reflect"), lambda x: f.pad(x, (1, 1), mode="replicate"), lambda x: f.avg_pool2d(x[None], 2, 1),
        lambda x: f.max_pool2d(x[None], 2, 1), lambda x: f.adaptive_avg_pool2d(x[None], 2),
        lambda x: f.nll_loss(x, torch.tensor([0, 1, 2])),
    ):
        out, pull = torch.func.vjp(function, x)
        for g in (pull(torch.ones_like(out))[0], torch.func.grad(lambda x, g=function: (g(x) ** 2).sum())(x)):
            yield g.detach().clone(), g.requires_grad


@silent
def softmax_of_one_number_per_example(torch: Any) -> Iterator[Any]:
    """Values, history and strides that jacrev and grad give for the softmax of one number, mapped and unmapped."""
    v = torch.ones(2, requires_grad=True)
    for function in (torch.func.jacrev, torch.func.grad):
        for op in (lambda x: x.softmax(-1), lambda x: x.log_softmax(0)):
            found = torch.func.vmap(function(op))(2 - v)
            yield found.detach().clone(), found.requires_grad, found.stride()
            found = function(op)((2 - v)[0])
            yield found.detach().clone(), found.requires_grad, found.stride()


def kronecker_products_of_examples(torch: Any) -> Iterator[Any]:
    """vmap of kron over each dimension of a batch."""
    x, w = torch.arange(18.0).view(3, 3, 2), torch.arange(4.0).view(2, 2)
    for dim in range(3):
        yield torch.func.vmap(lambda y: torch.kron(y, w), in_dims=dim)(x).clone()
