"""torch.func as programs use it: ensembles, spectral norms, results that no example went into, vmap over no examples, refusals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._func import attempt, plain, silent


@silent
def layouts_of_linear(torch: Any) -> Iterator[Any]:
    """Results of an ensemble's layers lie example by example, so that `view` takes them."""
    F, vmap = torch.nn.functional, torch.func.vmap
    w, b = torch.arange(30.0).reshape(5, 2, 3), torch.arange(10.0).reshape(5, 2)
    for shape in ((3,), (4, 3), (1, 3), (6, 4, 3)):
        x = torch.arange(72.0).reshape(-1)[:torch.Size(shape).numel()].reshape(shape)
        for call in (lambda: vmap(F.linear, (None, 0, 0))(x, w, b), lambda: vmap(F.linear, (None, 0))(x, w),
                     lambda: vmap(F.linear, (None, 0, None))(x, w, b[0]), lambda: vmap(lambda m: x @ m.t())(w)):
            found = call()
            yield shape, found.stride(), [round(v, 2) for v in found.reshape(-1).tolist()[:20]]
        yield plain(torch.func.grad(lambda m: vmap(F.linear, (None, 0))(x * 0.01, m).square().sum())(w * 0.25).round(decimals=2))


@silent
def spectral_norms(torch: Any) -> Iterator[Any]:
    """Power iteration writes its buffers inside of a transform."""
    func, nn = torch.func, torch.nn
    for norm in (nn.utils.parametrizations.spectral_norm, nn.utils.spectral_norm):
        torch.manual_seed(0)
        layer = norm(nn.Linear(3, 2))
        parameters = {k: v.detach() for k, v in layer.named_parameters()}

        def loss(p: Any, x: Any, layer: Any = layer) -> Any:
            return (func.functional_call(layer, p, (x,)) ** 2).sum()

        x = torch.linspace(-1, 1, 12).reshape(4, 3)
        for call in (lambda p=parameters, f=loss: func.grad(f)(p, x[0]),
                     lambda p=parameters, f=loss: func.vmap(func.grad(f), (None, 0))(p, x)):
            yield {k: [round(e, 3) + 0.0 for e in v.reshape(-1).tolist()] for k, v in call().items()}
        yield [(k, round(b.abs().sum().item(), 3)) for k, b in layer.named_buffers()]


@silent
def results_of_no_example(torch: Any) -> Iterator[Any]:
    """`out_dims` of what is the same for all: expanded from the left, which is refused where it does not fit."""
    x = torch.arange(6.0).reshape(2, 3)
    for shape in ((), (2,), (3,), (2, 2), (1, 2), (2, 1), (3, 2)):
        for dim in range(len(shape) + 1):
            shared = torch.arange(float(torch.Size(shape).numel())).reshape(shape)
            yield shape, dim, attempt(lambda s=shared, d=dim: torch.func.vmap(lambda a: s, out_dims=d)(x))


@silent
def over_no_examples(torch: Any) -> Iterator[Any]:
    """vmap over no examples of medians, determinants and qr: empty results, or the op's refusal of the shape."""
    for shape in ((0, 3), (0, 3, 3), (0,)):
        x = torch.zeros(shape)
        for f in (torch.median, torch.nanmedian, torch.det, torch.slogdet, torch.linalg.qr):
            found = attempt(lambda x=x, f=f: torch.func.vmap(f)(x))
            yield shape, found
    yield attempt(lambda: torch.func.vmap(lambda a: torch.randperm(3), randomness="different")(torch.zeros(0, 2)))


@silent
def scaled_sums_in_place(torch: Any) -> Iterator[Any]:
    """`add_` and `sub_` with alpha, of what all examples share."""
    x, shared = torch.arange(6.0).reshape(2, 3), torch.ones(3)
    for name in ("add_", "sub_"):
        yield attempt(lambda n=name: torch.func.vmap(lambda a: getattr(shared.clone(), n)(a, alpha=0.5))(x))
        yield attempt(lambda n=name: torch.func.grad(lambda a: getattr(shared, n)(a, alpha=0.5).sum())(x))
        yield attempt(lambda n=name: torch.func.vmap(torch.func.grad(lambda a: getattr(shared.clone(), n)(a, alpha=0.5).sum()))(x))
        yield plain(torch.func.vmap(lambda a, n=name: getattr(a.clone(), n)(a, alpha=0.5))(x))


@silent
def old_constructors(torch: Any) -> Iterator[Any]:
    """`torch.Tensor(t)` is a view with a history; `torch.tensor(t)` a copy without one, inside of transforms, too."""
    func, x = torch.func, torch.tensor([1.0, 2.0])
    for make in (torch.Tensor, torch.FloatTensor, lambda t: torch.ones(1).new(t), torch.tensor):
        leaf = x.clone().requires_grad_()
        for t in (leaf, leaf * 1, x):
            made = make(t)
            yield made.requires_grad, made.is_leaf, made._base is t, made.grad_fn and made.grad_fn.name(), made.tolist()
        torch.autograd.grad((make(leaf) * leaf).sum(), leaf)
        f = lambda a, make=make: (make(a) * a * a).sum()  # noqa: E731
        yield plain(func.grad(f)(x)), plain(func.jvp(f, (x,), (x,))), plain(func.grad(lambda a, f=f: func.grad(f)(a).sum())(x))
        yield plain(func.grad(lambda b, make=make: func.grad(lambda a: (make(b) * a * a).sum())(b).sum())(x))
    yield plain(func.vmap(torch.Tensor)(torch.ones(2, 3)))
    yield attempt(lambda: torch.Tensor(x, device="cpu"))


@silent
def bounds_of_lists(torch: Any) -> Iterator[Any]:
    """In place, where what is compared is saved."""
    x = torch.tensor([0.25, -0.5])
    for bound in (torch._foreach_maximum_, torch._foreach_minimum_):
        def f(a: Any, bound: Any = bound) -> Any:
            made = [a * 1, a.sin()]
            bound(made, [a * 2, a.detach() * 2])
            return made[0].sum() + made[1].sum()

        yield plain(torch.func.grad(f)(x))
        leaf = x.clone().requires_grad_()
        yield torch.autograd.grad(f(leaf), leaf)[0].tolist()
    # PyTorch: ([2.0, 1.8775825500488281], 'torch.float32', (2,), False)
    # PyTorch: [2.0, 1.8775825500488281]
    # PyTorch: ([1.9689123630523682, 2.0], 'torch.float32', (2,), False)
    # PyTorch: [1.9689123630523682, 2.0]
