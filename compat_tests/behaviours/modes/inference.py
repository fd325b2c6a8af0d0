"""Inference tensors and their refusals."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .._autograd import function_of, made_in_inference, make_leaf, tried


def inf_flags(torch: Any) -> Iterator[Any]:
    """An inference tensor is a leaf that tracks no version, and its slices are views that are inference tensors too."""
    t = made_in_inference(torch)
    yield (
        t.is_inference(),
        t.requires_grad,
        t.is_leaf,
        tried(lambda: t._version),
        t.grad_fn,
        t._is_view(),
        t._base if not t._is_view() else 0,
    )
    with torch.inference_mode():
        v = t[:2]
        t.view(3, 1)
        yield (v.is_inference(), v._is_view(), tried(lambda: v._base), tried(lambda: v._version))
    # PyTorch: (True, False, True, ('RuntimeError', 'Inference tensors do not track version ...'), None, False, None)
    # PyTorch: (True, False, None, ('RuntimeError', 'Inference tensors do not track version ...'))


def inf_requires_grad(torch: Any) -> Iterator[Any]:
    """When requires_grad may be set on an inference tensor, and what one made with it can be used for."""
    t = made_in_inference(torch)
    yield tried(lambda: t.requires_grad_())
    yield t.requires_grad
    t = made_in_inference(torch)

    def s():
        t.requires_grad = True

    yield tried(s)
    with torch.inference_mode():
        yield tried(lambda: made_in_inference(torch).requires_grad_())
        yield tried(lambda: torch.ones(2, requires_grad=True))
        x = torch.ones(2, requires_grad=True)
        yield ((x * 2).requires_grad, x.is_inference())
    yield tried(lambda: x * 2)
    y = torch.ones(2)
    yield tried(lambda: y * x)
    yield tried(lambda: made_in_inference(torch).requires_grad_(False))
    # PyTorch: ('RuntimeError', 'Setting requires_grad=True on inference ...')
    # PyTorch: False
    # PyTorch: ('RuntimeError', 'Setting requires_grad=True on inference ...')
    # PyTorch: RuntimeError: Inference tensors do not track version ...


def inf_in_graph(torch: Any) -> Iterator[Any]:
    """Which operations refuse an inference tensor beside a leaf because they would save it for backward."""
    t = made_in_inference(torch)
    a = make_leaf(torch)
    yield tried(lambda: a * t)
    yield tried(lambda: a + t)
    yield tried(lambda: t * 2)
    yield tried(lambda: a.exp() * 1 + t)
    yield tried(lambda: torch.where(t > 1, a, t))
    yield tried(lambda: torch.cat([a, t]))
    yield tried(lambda: a @ t)
    yield tried(lambda: a[t.long() - 1])
    yield tried(lambda: a / t)
    yield tried(lambda: a - t)
    yield tried(lambda: torch.stack([a, t]))
    yield tried(lambda: a.masked_fill(t > 1, 0.0))
    yield tried(lambda: torch.addcmul(a, t, t))


def inf_inplace_outside(torch: Any) -> Iterator[Any]:
    """In-place changes of an inference tensor are refused outside inference mode; which ones are let through."""
    t = made_in_inference(torch)
    yield tried(lambda: t.add_(1))
    yield tried(lambda: t.mul_(make_leaf(torch)))
    yield tried(lambda: t.zero_())
    yield tried(lambda: t.__setitem__(0, 5.0))
    yield tried(lambda: t.copy_(torch.ones(3)))
    yield tried(lambda: torch.add(torch.ones(3), 1, out=t))
    yield tried(lambda: t.fill_(3))
    yield tried(lambda: t.normal_())
    yield tried(lambda: t.resize_(2))
    yield tried(lambda: t.t_())
    yield tried(lambda: t.unsqueeze_(0))
    yield tried(lambda: t.squeeze_())
    yield tried(lambda: t.detach_())


def inf_inplace_outside_nograd(torch: Any) -> Iterator[Any]:
    """Whether no_grad lets an inference tensor be changed in-place outside inference mode."""
    t = made_in_inference(torch)
    with torch.no_grad():
        yield tried(lambda: t.add_(1))
        yield tried(lambda: t.__setitem__(0, 5.0))
        yield tried(lambda: t.unsqueeze_(0))
    # PyTorch: ('RuntimeError', 'Inplace update to inference tensor ...')
    # PyTorch: ('RuntimeError', 'Inplace update to inference tensor ...')
    # PyTorch: ('RuntimeError', 'Inplace update to inference tensor ...')


def inf_views_outside(torch: Any) -> Iterator[Any]:
    """Views of an inference tensor are inference tensors also outside the mode, clones are not."""
    t = made_in_inference(torch)
    v = tried(lambda: t[:2])
    yield (v, v.is_inference(), v._is_view())
    w = t.view(3, 1)
    yield (w, w.is_inference(), tried(lambda: w.add_(1)))
    d = t.detach()
    yield (d.is_inference(), tried(lambda: d.add_(1)))
    yield (t.clone().is_inference(), t.clone().requires_grad_().requires_grad)
    # PyTorch: RuntimeError: Inference tensors do not track version ...


def inf_normal_tensors_inside(torch: Any) -> Iterator[Any]:
    """In inference mode a view of a normal tensor stays normal, and changes count in its version."""
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
    yield tried(lambda: v.add_(1))
    yield v.is_inference()


def inf_normal_leaf_inside(torch: Any) -> Iterator[Any]:
    """What a leaf and its views can do inside inference mode, and how such views behave outside."""
    a = make_leaf(torch)
    with torch.inference_mode():
        yield tried(lambda: a.add_(1))
        yield tried(lambda: a[:2].add_(1))
        v = a[:2]
        yield (v.requires_grad, v.is_inference())
        y = a * 2
        yield (y.requires_grad, y.is_inference())
    yield tried(lambda: v.add_(1))
    yield tried(lambda: v * 2)
    yield v.requires_grad
    b = a * 1
    with torch.inference_mode():
        w = b[:2]
        yield (tried(lambda: w.add_(1)), w.grad_fn, b._version)
    yield tried(lambda: w.mul_(2))
    yield tried(lambda: b.grad_fn.name())
    # PyTorch: tensor([2., 3., 4.], requires_grad=True)
    # PyTorch: RuntimeError: A view was created in inference mode ...


def inf_saved(torch: Any) -> Iterator[Any]:
    """save_for_backward and layers refuse an inference tensor; under no_grad it can be used."""
    t = made_in_inference(torch)
    a = make_leaf(torch)
    F = function_of(torch, lambda ctx, x, y: [ctx.save_for_backward(y), x * 2][1], lambda ctx, g: (g * ctx.saved_tensors[0], None))
    yield tried(lambda: F.apply(a, t))
    with torch.no_grad():
        yield (a * t)
    yield tried(lambda: torch.nn.functional.linear(a, t))
    yield tried(lambda: torch.nn.functional.embedding(torch.tensor([0]), t.view(3, 1)))
    # PyTorch: ('RuntimeError', 'Inference tensors cannot be saved for ...')
    # PyTorch: tensor([1., 4., 9.])
    # PyTorch: ('RuntimeError', 'Inference tensors cannot be saved for ...')
    # PyTorch: tensor([[1.]])


def inf_backward(torch: Any) -> Iterator[Any]:
    """What backward does inside inference mode and what kind of tensor the gradient then is."""
    a = make_leaf(torch)
    y = (a * 2).sum()
    with torch.inference_mode():
        yield tried(lambda: y.backward())
        yield (a.grad, a.grad.is_inference() if a.grad is not None else None)
    z = (a * 3).sum()
    yield tried(lambda: z.backward())
    yield a.grad
    # PyTorch: None
    # PyTorch: RuntimeError: Inference tensors do not track version ...


def inf_backward_grad_input(torch: Any) -> Iterator[Any]:
    """An inference tensor as the cotangent of backward and grad, with and without create_graph."""
    a = make_leaf(torch)
    y = a * 2
    t = made_in_inference(torch)
    yield tried(lambda: y.backward(t))
    yield a.grad
    yield tried(lambda: torch.autograd.grad(a * 2, a, t))
    yield tried(lambda: torch.autograd.grad(a * 2, a, t, create_graph=True))
    yield tried(lambda: (a * a).backward(t))
    # PyTorch: None
    # PyTorch: tensor([2., 4., 6.])
    # PyTorch: (tensor([2., 4., 6.]),)
    # PyTorch: (tensor([2., 4., 6.]),)
    # PyTorch: None


def inf_grad_assign(torch: Any) -> Iterator[Any]:
    """An inference tensor assigned to grad, and backward that then adds to it."""
    a = make_leaf(torch)
    t = made_in_inference(torch)

    def s():
        a.grad = t

    yield tried(s)
    yield tried(lambda: (a * 2).sum().backward())
    yield a.grad
    # PyTorch: None
    # PyTorch: ('RuntimeError', 'Inplace update to inference tensor ...')
    # PyTorch: RuntimeError: Inference tensors do not track version ...


def inf_data_assign(torch: Any) -> Iterator[Any]:
    """Which assignments to data may mix inference tensors and normal tensors."""
    a = make_leaf(torch)
    t = made_in_inference(torch)

    def s():
        a.data = t

    yield tried(s)
    yield a.is_inference()

    def s():
        t.data = torch.ones(3)

    yield tried(s)
    yield t.is_inference()
    b = torch.ones(2)
    with torch.inference_mode():

        def s():
            b.data = torch.zeros(2)

        yield tried(s)
        yield (b.is_inference(), b)
    # PyTorch: None
    # PyTorch: True
    # PyTorch: None
    # PyTorch: False
    # PyTorch: None
    # PyTorch: (True, tensor([0., 0.]))


def inf_hooks(torch: Any) -> Iterator[Any]:
    """An inference tensor takes no hooks, retain_grad or backward, since it requires no gradient."""
    t = made_in_inference(torch)
    yield tried(lambda: t.register_hook(lambda g: g))
    yield tried(lambda: t.retain_grad())
    yield tried(lambda: t.backward())
    yield tried(lambda: t.register_post_accumulate_grad_hook(lambda g: g))
    # PyTorch: ('RuntimeError', 'cannot register a hook on a tensor that ...')
    # PyTorch: ('RuntimeError', "can't retain_grad on Tensor that has ...")
    # PyTorch: ('RuntimeError', 'element 0 of tensors does not require ...')
    # PyTorch: ('RuntimeError', 'cannot register a hook on a tensor that ...')


def inf_nested(torch: Any) -> Iterator[Any]:
    """How inference mode, its opposite and grad modes nest, and what is recorded in each."""
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
    """inference_mode works as a decorator with and without parentheses, and with False inside the mode."""

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
    # PyTorch: (True, True, False, 'f', 'g')
    # PyTorch: False


def inf_version_ops(torch: Any) -> Iterator[Any]:
    """An inference tensor has no version to read or raise, and what a Parameter made from it is."""
    with torch.inference_mode():
        t = torch.ones(3)
        t.add_(1)
        yield tried(lambda: t._version)
        yield tried(lambda: torch._C._autograd._unsafe_set_version_counter if False else 0)
        yield tried(lambda: torch.autograd.graph.increment_version(t))
    yield tried(lambda: torch.autograd.graph.increment_version(t))
    yield tried(lambda: t.data.is_inference())
    yield tried(lambda: torch.nn.Parameter(t).requires_grad)
    yield tried(lambda: torch.nn.Parameter(t, requires_grad=False).is_inference())


def inf_modules(torch: Any) -> Iterator[Any]:
    """What a module whose parameters were made in inference mode can and cannot do outside."""
    with torch.inference_mode():
        m = torch.nn.Linear(2, 2)
    yield (m.weight.is_inference(), m.weight.requires_grad)
    yield tried(lambda: m(torch.ones(1, 2)).shape)
    yield tried(lambda: m(torch.ones(1, 2, requires_grad=True)).sum().backward())
    n = torch.nn.Linear(2, 2)
    with torch.inference_mode():
        yield n(torch.ones(1, 2)).requires_grad
        torch.optim.SGD(n.parameters(), lr=0.1)
    yield tried(lambda: n(made_in_inference(torch, 2).view(1, 2)).sum().backward())
    # PyTorch: (True, True)
    # PyTorch: Size(1, 2)
    # PyTorch: ('RuntimeError', 'Inference tensors cannot be saved for ...')
    # PyTorch: False
    # PyTorch: ('RuntimeError', 'Inference tensors cannot be saved for ...')


def inf_factory_like(torch: Any) -> Iterator[Any]:
    """Which copies, conversions and views of an inference tensor are inference tensors outside the mode."""
    t = made_in_inference(torch)
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
    # PyTorch: ([False, False, False, False, False], False, False, True, True, [1.0, 2.0, 3.0], [1.0, 2.0, 3.0], 1.0, True, True)
