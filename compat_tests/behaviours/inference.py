"""Inference tensors and their refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any


def _tried(call: Callable[[], Any]) -> Any:
    """What a call gives, or how it fails."""
    try:
        return call()
    except BaseException as error:
        return type(error).__name__, str(error).split("\n")[0]


def _function(torch: Any, forward: Any = None, backward: Any = None, name: str = "Fn", **attributes: Any) -> Any:
    """A Function of these static methods."""
    members = {
        k: v if isinstance(v, (bool, int, str)) else staticmethod(v)
        for k, v in (("forward", forward), ("backward", backward), *attributes.items())
        if v is not None
    }
    return type(name, (torch.autograd.Function,), members)


def _leaf(torch: Any, n: int = 3) -> Any:
    return torch.arange(1.0, n + 1).requires_grad_()


def _made_in_inference(torch: Any, n: Any = 3) -> Any:
    with torch.inference_mode():
        return torch.arange(1.0, n + 1)


def inf_flags(torch: Any) -> Iterator[Any]:
    t = _made_in_inference(torch)
    yield (
        t.is_inference(),
        t.requires_grad,
        t.is_leaf,
        _tried(lambda: t._version),
        t.grad_fn,
        t._is_view(),
        t._base if not t._is_view() else 0,
    )
    with torch.inference_mode():
        v = t[:2]
        t.view(3, 1)
        yield (v.is_inference(), v._is_view(), _tried(lambda: v._base), _tried(lambda: v._version))


def inf_requires_grad(torch: Any) -> Iterator[Any]:
    t = _made_in_inference(torch)
    yield _tried(lambda: t.requires_grad_())
    yield t.requires_grad
    t = _made_in_inference(torch)

    def s():
        t.requires_grad = True

    yield _tried(s)
    with torch.inference_mode():
        yield _tried(lambda: _made_in_inference(torch).requires_grad_())
        yield _tried(lambda: torch.ones(2, requires_grad=True))
        x = torch.ones(2, requires_grad=True)
        yield ((x * 2).requires_grad, x.is_inference())
    yield _tried(lambda: x * 2)
    y = torch.ones(2)
    yield _tried(lambda: y * x)
    yield _tried(lambda: _made_in_inference(torch).requires_grad_(False))


def inf_in_graph(torch: Any) -> Iterator[Any]:
    t = _made_in_inference(torch)
    a = _leaf(torch)
    yield _tried(lambda: a * t)
    yield _tried(lambda: a + t)
    yield _tried(lambda: t * 2)
    yield _tried(lambda: a.exp() * 1 + t)
    yield _tried(lambda: torch.where(t > 1, a, t))
    yield _tried(lambda: torch.cat([a, t]))
    yield _tried(lambda: a @ t)
    yield _tried(lambda: a[t.long() - 1])
    yield _tried(lambda: a / t)
    yield _tried(lambda: a - t)
    yield _tried(lambda: torch.stack([a, t]))
    yield _tried(lambda: a.masked_fill(t > 1, 0.0))
    yield _tried(lambda: torch.addcmul(a, t, t))


def inf_inplace_outside(torch: Any) -> Iterator[Any]:
    t = _made_in_inference(torch)
    yield _tried(lambda: t.add_(1))
    yield _tried(lambda: t.mul_(_leaf(torch)))
    yield _tried(lambda: t.zero_())
    yield _tried(lambda: t.__setitem__(0, 5.0))
    yield _tried(lambda: t.copy_(torch.ones(3)))
    yield _tried(lambda: torch.add(torch.ones(3), 1, out=t))
    yield _tried(lambda: t.fill_(3))
    yield _tried(lambda: t.normal_())
    yield _tried(lambda: t.resize_(2))
    yield _tried(lambda: t.t_())
    yield _tried(lambda: t.unsqueeze_(0))
    yield _tried(lambda: t.squeeze_())
    yield _tried(lambda: t.detach_())


def inf_inplace_outside_nograd(torch: Any) -> Iterator[Any]:
    t = _made_in_inference(torch)
    with torch.no_grad():
        yield _tried(lambda: t.add_(1))
        yield _tried(lambda: t.__setitem__(0, 5.0))
        yield _tried(lambda: t.unsqueeze_(0))


def inf_views_outside(torch: Any) -> Iterator[Any]:
    t = _made_in_inference(torch)
    v = _tried(lambda: t[:2])
    yield (v, v.is_inference(), v._is_view())
    w = t.view(3, 1)
    yield (w, w.is_inference(), _tried(lambda: w.add_(1)))
    d = t.detach()
    yield (d.is_inference(), _tried(lambda: d.add_(1)))
    yield (t.clone().is_inference(), t.clone().requires_grad_().requires_grad)


def inf_normal_tensors_inside(torch: Any) -> Iterator[Any]:
    a = torch.ones(3)
    with torch.inference_mode():
        v = a[:2]
        yield (v.is_inference(), v._is_view(), v._base is a)
        a.add_(1)
        yield (a._version, a.is_inference())
        v.add_(1)
        yield (a._version, a)
        c = a * 2
        yield c.is_inference()
        d = a.detach()
        yield d.is_inference()
        yield a.data.is_inference()
    yield _tried(lambda: v.add_(1))
    yield v.is_inference()


def inf_normal_leaf_inside(torch: Any) -> Iterator[Any]:
    a = _leaf(torch)
    with torch.inference_mode():
        yield _tried(lambda: a.add_(1))
        yield _tried(lambda: a[:2].add_(1))
        v = a[:2]
        yield (v.requires_grad, v.is_inference())
        y = a * 2
        yield (y.requires_grad, y.is_inference())
    yield _tried(lambda: v.add_(1))
    yield _tried(lambda: v * 2)
    yield v.requires_grad
    b = a * 1
    with torch.inference_mode():
        w = b[:2]
        yield (_tried(lambda: w.add_(1)), w.grad_fn, b._version)
    yield _tried(lambda: w.mul_(2))
    yield _tried(lambda: b.grad_fn.name())


def inf_saved(torch: Any) -> Iterator[Any]:
    t = _made_in_inference(torch)
    a = _leaf(torch)
    F = _function(torch, lambda ctx, x, y: [ctx.save_for_backward(y), x * 2][1], lambda ctx, g: (g * ctx.saved_tensors[0], None))
    yield _tried(lambda: F.apply(a, t))
    with torch.no_grad():
        yield (a * t)
    yield _tried(lambda: torch.nn.functional.linear(a, t))
    yield _tried(lambda: torch.nn.functional.embedding(torch.tensor([0]), t.view(3, 1)))


def inf_backward(torch: Any) -> Iterator[Any]:
    a = _leaf(torch)
    y = (a * 2).sum()
    with torch.inference_mode():
        yield _tried(lambda: y.backward())
        yield (a.grad, a.grad.is_inference() if a.grad is not None else None)
    z = (a * 3).sum()
    yield _tried(lambda: z.backward())
    yield a.grad


def inf_backward_grad_input(torch: Any) -> Iterator[Any]:
    a = _leaf(torch)
    y = a * 2
    t = _made_in_inference(torch)
    yield _tried(lambda: y.backward(t))
    yield a.grad
    yield _tried(lambda: torch.autograd.grad(a * 2, a, t))
    yield _tried(lambda: torch.autograd.grad(a * 2, a, t, create_graph=True))
    yield _tried(lambda: (a * a).backward(t))


def inf_grad_assign(torch: Any) -> Iterator[Any]:
    a = _leaf(torch)
    t = _made_in_inference(torch)

    def s():
        a.grad = t

    yield _tried(s)
    yield _tried(lambda: (a * 2).sum().backward())
    yield a.grad


def inf_data_assign(torch: Any) -> Iterator[Any]:
    a = _leaf(torch)
    t = _made_in_inference(torch)

    def s():
        a.data = t

    yield _tried(s)
    yield a.is_inference()

    def s():
        t.data = torch.ones(3)

    yield _tried(s)
    yield t.is_inference()
    b = torch.ones(2)
    with torch.inference_mode():

        def s():
            b.data = torch.zeros(2)

        yield _tried(s)
        yield (b.is_inference(), b)


def inf_hooks(torch: Any) -> Iterator[Any]:
    t = _made_in_inference(torch)
    yield _tried(lambda: t.register_hook(lambda g: g))
    yield _tried(lambda: t.retain_grad())
    yield _tried(lambda: t.backward())
    yield _tried(lambda: t.register_post_accumulate_grad_hook(lambda g: g))


def inf_nested(torch: Any) -> Iterator[Any]:
    with torch.inference_mode():
        with torch.inference_mode(False):
            yield (torch.is_inference_mode_enabled(), torch.is_grad_enabled())
            a = torch.ones(2, requires_grad=True)
            y = a * 2
            yield (y.requires_grad, y.is_inference())
        yield (torch.is_inference_mode_enabled(), torch.is_grad_enabled())
        with torch.enable_grad():
            yield (torch.is_grad_enabled(), torch.is_inference_mode_enabled())
            z = torch.ones(2, requires_grad=True) * 2
            yield (z.requires_grad, z.is_inference())
        torch.set_grad_enabled(True)
        yield torch.is_grad_enabled()
    yield (torch.is_grad_enabled(), torch.is_inference_mode_enabled())


def inf_decorator(torch: Any) -> Iterator[Any]:

    @torch.inference_mode
    def f(x):
        return x * 2

    @torch.inference_mode()
    def g(x):
        return x * 2

    @torch.inference_mode(False)
    def h(x):
        return x * 2

    yield (f(torch.ones(1)).is_inference(), g(torch.ones(1)).is_inference(), h(torch.ones(1)).is_inference(), f.__name__, g.__name__)
    with torch.inference_mode():
        yield h(torch.ones(1)).is_inference()


def inf_version_ops(torch: Any) -> Iterator[Any]:
    with torch.inference_mode():
        t = torch.ones(3)
        t.add_(1)
        yield _tried(lambda: t._version)
        yield _tried(lambda: torch._C._autograd._unsafe_set_version_counter if False else 0)
        yield _tried(lambda: torch.autograd.graph.increment_version(t))
    yield _tried(lambda: torch.autograd.graph.increment_version(t))
    yield _tried(lambda: t.data.is_inference())
    yield _tried(lambda: torch.nn.Parameter(t).requires_grad)
    yield _tried(lambda: torch.nn.Parameter(t, requires_grad=False).is_inference())


def inf_modules(torch: Any) -> Iterator[Any]:
    with torch.inference_mode():
        m = torch.nn.Linear(2, 2)
    yield (m.weight.is_inference(), m.weight.requires_grad)
    yield _tried(lambda: m(torch.ones(1, 2)).shape)
    yield _tried(lambda: m(torch.ones(1, 2, requires_grad=True)).sum().backward())
    n = torch.nn.Linear(2, 2)
    with torch.inference_mode():
        yield n(torch.ones(1, 2)).requires_grad
        torch.optim.SGD(n.parameters(), lr=0.1)
    yield _tried(lambda: n(_made_in_inference(torch, 2).view(1, 2)).sum().backward())


def inf_factory_like(torch: Any) -> Iterator[Any]:
    t = _made_in_inference(torch)
    yield (
        [f(t).is_inference() for f in (torch.zeros_like, torch.ones_like, torch.empty_like, torch.clone, torch.rand_like)],
        t.new_ones(2).is_inference(),
        t.to(torch.float64).is_inference(),
        t.float() is t,
        t.contiguous() is t,
        t.numpy().tolist(),
        t.tolist(),
        t[0].item(),
        t.reshape(3).is_inference(),
        t.flatten().is_inference(),
    )
