"""Views changed in place whose base is not row-major: gradients, and the derivatives of gradients by their cotangents."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def _writes() -> dict[str, Any]:
    def row(z: Any) -> Any:
        z[0] = z[0] * 2
        return z

    def scaled(z: Any) -> Any:
        z[0].mul_(3)
        return z

    def number(z: Any) -> Any:
        z[0] = 5.0
        return z

    def copied(z: Any) -> Any:
        z[0].copy_(z[1])
        return z

    def transposed(z: Any) -> Any:
        z.transpose(-1, -2)[0].mul_(3)
        return z

    def column(z: Any) -> Any:
        z[..., 1] *= z[..., 0]
        return z

    def nested(z: Any) -> Any:
        z[:, 1:][0].exp_()
        return z

    return {f.__name__: f for f in (row, scaled, number, copied, transposed, column, nested)}


def _points(torch: Any) -> list[Any]:
    x = torch.arange(6.0, dtype=torch.float64).reshape(2, 3).div(4).add(0.5)
    cube = torch.arange(12.0, dtype=torch.float64).reshape(2, 3, 2).div(8).add(0.5)
    return [x, x.t().contiguous().t(), cube.permute(2, 0, 1), cube.permute(1, 2, 0)]


def second_derivatives_of_writes(torch: Any) -> Iterator[Any]:
    """The gradient, and the derivative of a product with it by the cotangent and by the input, for cotangents that lie in either way."""
    for name, write in _writes().items():
        for x in _points(torch):
            for v in (torch.ones_like(x).cumsum(0), torch.ones_like(x).cumsum(-1).contiguous()):
                a, g = x.clone().requires_grad_(), v.clone().requires_grad_()
                first, = torch.autograd.grad(write(a * 1), a, g, create_graph=True)
                yield name, first.detach(), torch.autograd.grad((first * v).sum(), [g, a], allow_unused=True)


def functional_products_of_writes(torch: Any) -> Iterator[Any]:
    """The products of `torch.autograd.functional`, which derive twice, and Hessians."""
    functional = torch.autograd.functional
    for name, write in _writes().items():
        for x in _points(torch)[1:3]:
            v = torch.ones_like(x).cumsum(0)
            yield name, functional.jvp(lambda z, w=write: w(z * 1), x, v)[1], functional.vjp(lambda z, w=write: w(z * 1), x, v)[1]
            yield functional.hvp(lambda z, w=write: (w(z * 1) ** 3).sum(), x, v)[1], functional.jacobian(lambda z, w=write: w(z * 1), x)


def vectors_without_grad_mode(torch: Any) -> Iterator[Any]:
    """With `create_graph` a vector keeps its history under `no_grad`, too."""
    functional = torch.autograd.functional
    a, b = torch.tensor([1.0, 2.0], requires_grad=True), torch.tensor([0.5, 0.3])
    for mode in (torch.no_grad, torch.enable_grad):
        with mode():
            results = [functional.vjp(lambda z: z * z.detach(), b, a, create_graph=True)[1],
                       functional.vjp(lambda z: z * 2, b, a, create_graph=True)[1],
                       functional.jvp(lambda z: z * 2, b, a, create_graph=True)[1],
                       functional.hvp(lambda z: (z * z).sum(), b, a, create_graph=True)[1],
                       functional.vhp(lambda z: (z * z).sum(), b, a, create_graph=True)[1],
                       functional.vjp(lambda z: z * z, b, a)[1]]
        yield results, [r.requires_grad and torch.autograd.grad(r.sum(), a, retain_graph=True) for r in results]
