"""Primals that are views, gradients to be conjugated on reading, Jacobians of several outputs, 0-d scatters."""
from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

from compat_tests.behaviours._autograd import function_of, make_leaf, tried


def unpacked_primal(torch: Any) -> Iterator[Any]:
    """The primal unpacked from a dual is a view of it, and writes to either rewrite the other."""
    fw = torch.autograd.forward_ad
    x = make_leaf(torch)
    with fw.dual_level():
        dual = fw.make_dual(x, torch.ones(3)) * 2
        primal = fw.unpack_dual(dual).primal
        yield primal._is_view(), primal._base is dual, primal.grad_fn.name(), [n.name() for n, _ in primal.grad_fn.next_functions]
        dual.mul_(3)
        yield primal.grad_fn.name(), primal._version, primal
        yield fw.unpack_dual(primal).tangent, fw.unpack_dual(primal[1:]).tangent
        primal.mul_(2)
        yield dual.grad_fn.name(), primal.grad_fn.name(), dual.tolist(), primal
        yield torch.autograd.grad(dual.sum(), x)
        with torch.no_grad():
            primal = fw.unpack_dual(dual).primal
            yield primal._is_view(), primal._base is dual, primal.requires_grad


CONJUGATED = {
    "conj": lambda x: x.conj(), "conj of sum": lambda x: (x + 1).conj(), "scaled": lambda x: (x * 2).conj(),
    "twice": lambda x: x.conj().conj(), "adjoint": lambda x: x.reshape(2, 1).mH, "after": lambda x: x.conj() * 2,
    "view": lambda x: x[:1].conj(), "imag": lambda x: x.conj().imag, "negated": lambda x: -x.conj(),
    "resolved": lambda x: x.conj().resolve_conj(), "expanded": lambda x: x.expand(3, 2).conj(), "physical": lambda x: x.conj_physical(),
    "number": lambda x: x * 2, "outer": lambda x: x.reshape(2, 1) @ x.reshape(1, 2)}


def conjugated_gradients(torch: Any) -> Iterator[Any]:
    """Gradients may come as lazy conjugates; which do, from `grad` and in `.grad`."""
    for name, f in CONJUGATED.items():
        x = torch.tensor([1 + 2j, 3 - 1j], requires_grad=True)
        y = f(x)
        g, = torch.autograd.grad(y, x, torch.ones_like(y), retain_graph=True)
        yield name, g.is_conj(), g.is_neg(), g.resolve_conj()
        y.backward(torch.ones_like(y), retain_graph=True)
        yield x.grad.is_conj(), x.grad
        y.backward(torch.ones_like(y))
        yield x.grad.is_conj(), (x.grad + 8 + 8j).tolist()  # the sign of zeros aside
        y = f(x)
        g, = torch.autograd.grad(y, x, torch.ones_like(y), create_graph=True)
        yield g.is_conj(), g.resolve_conj().tolist()


def conjugated_gradients_in_hooks(torch: Any) -> Iterator[Any]:
    """Conjugate gradients in hooks, in accumulation and in an optimizer step."""
    x = torch.tensor([1 + 2j, 3 - 1j], requires_grad=True)
    seen: list[Any] = []
    x.register_hook(seen.append)
    for _ in range(2):
        x.conj().backward(torch.full((2,), 1 + 2j))
        yield x.grad.is_conj(), x.grad, list(seen)
    x = torch.tensor([1 + 2j, 3 - 1j], requires_grad=True)
    x.register_hook(lambda g: g.conj())
    (x * 1j).backward(torch.ones(2, dtype=torch.complex64))
    yield x.grad.resolve_conj(), x.grad.tolist()
    p = torch.nn.Parameter(torch.tensor([1 + 2j, 3 - 1j]))
    optimizer = torch.optim.SGD([p], lr=0.1)
    torch.view_as_real(p.conj() - 1j).square().sum().backward()
    yield tried(optimizer.step), p.detach()
    # PyTorch: (False, tensor([1.-2.j, 1.-2.j]), [tensor([1.-2.j, 1.-2.j])])
    # PyTorch: (False, tensor([2.-4.j, 2.-4.j]), [tensor([1.-2.j, 1.-2.j]), tensor([1.-2.j, 1.-2.j])])
    # PyTorch: (tensor([0.+1.j, 0.+1.j]), [1j, 1j])
    # PyTorch: (None, tensor([0.8000+1.4000j, 2.4000-1.0000j]))
    # PyTorch: memory in common: 0 and 2, 1 and 3


def several_outputs_at_once(torch: Any) -> Iterator[Any]:
    """Strides and graphs of vectorized Jacobians and Hessians with several inputs and outputs."""
    functional = torch.autograd.functional
    a, b = torch.tensor([1.0, 2.0], requires_grad=True), torch.tensor([3.0, 4.0], requires_grad=True)
    for f in (lambda a, b: (a * a).sum() + (b * 2).sum(), lambda a, b: (a * a).sum() + (b * b).sum(), lambda a, b: (a * 2).sum() + b.sum()):
        for strategy in ("reverse-mode", "forward-mode"):
            for graph in (False, True):
                rows = tried(lambda f=f, s=strategy, g=graph: functional.hessian(f, (a, b), g, vectorize=True, outer_jacobian_strategy=s))
                if isinstance(rows[0], str):
                    yield rows
                else:
                    yield [(block.tolist(), block.requires_grad, block.stride(), block.grad_fn and block.grad_fn.name())
                           for row in rows for block in row]
    for g in (lambda a, b: (a * a, b * 2), lambda a, b: (torch.ones(3), a), lambda a, b: (a.sum() * b, b.expand(2, 2))):
        for strategy in ("reverse-mode", "forward-mode"):
            rows = functional.jacobian(g, (a.detach(), b.detach()), vectorize=True, strategy=strategy)
            yield [block.tolist() for row in rows for block in row], [block.stride() for row in rows for block in row]


def nothing_given_back(torch: Any) -> Iterator[Any]:
    """What the functions of `autograd.functional` say to a function that returns an empty tuple."""
    functional, x = torch.autograd.functional, torch.ones(2)
    for name in ("vjp", "jvp", "vhp", "hvp", "jacobian", "hessian"):
        for options in ({}, {"strict": True}, {"create_graph": True}):
            for v in ((), (None,), (x,)):
                yield name, tried(lambda n=name, v=v, o=options: getattr(functional, n)(lambda *_: (), x, *v[:n[:2] != "ja"], **o))
    yield tried(lambda: functional.jacobian(lambda *_: (), x, vectorize=True)), tried(lambda: functional.jacobian(lambda *_: (), ()))


def scatters_of_0d(torch: Any) -> Iterator[Any]:
    """Scatters with 0-d tensors as target, index or source: which are computed."""
    for name in ("scatter", "scatter_add", "scatter_reduce"):
        for index in ([0, 2], 1, [1]):
            for source in (5.0, [5.0], [5.0, 6.0, 7.0]):
                for shape in (3, ()):
                    x = torch.zeros(shape, requires_grad=True)
                    extra = ("sum",) if name == "scatter_reduce" else ()
                    call = getattr(x, name)
                    yield name, index, source, shape, tried(lambda: call(0, torch.tensor(index), torch.tensor(source), *extra))


def policies(torch: Any) -> Iterator[Any]:
    """Which ops a selective policy hears of inside attention, LSTM, dropout and other composed functions."""
    module = importlib.import_module(torch.__name__ + ".utils.checkpoint")
    functional = torch.nn.functional
    x, q = torch.ones(2, 4, 6), torch.ones(1, 2, 4, 8)
    lstm = torch.nn.LSTM(6, 5)
    functions = {
        "attention": lambda x: functional.scaled_dot_product_attention(q * x.mean(), q, q, is_causal=True),
        "lstm": lambda x: lstm(x)[0], "dropout": lambda x: functional.dropout(x, 0.5), "channels": lambda x: functional.dropout1d(x, 0.5),
        "native_dropout": lambda x: torch.native_dropout(x, 0.5, True)[0], "var_mean": lambda x: torch.var_mean(x, 0)[0],
        "std_mean": lambda x: torch.std_mean(x, 0)[0], "matmul": lambda x: x @ x.mT, "fft": lambda x: torch.fft.rfft(x).abs(),
        "pad": lambda x: functional.pad(x, (1, 1), mode="reflect"), "pool": lambda x: functional.adaptive_avg_pool1d(x, 2),
        "dist": lambda x: torch.dist(x, x * 2), "sinc": torch.sinc, "renorm": lambda x: torch.renorm(x, 2, 0, 1.0),
        "bilinear": lambda x: functional.bilinear(x, x, torch.ones(3, 6, 6))}
    for name, f in functions.items():
        caught: list[Any] = []

        def policy(ctx: Any, op: Any, *args: Any, caught: list[Any] = caught, **options: Any) -> Any:
            caught.append(str(op))
            return module.CheckpointPolicy.MUST_SAVE if "aten.bmm" in str(op) else module.CheckpointPolicy.PREFER_RECOMPUTE

        leaf = x.clone().requires_grad_()
        contexts = lambda policy=policy: module.create_selective_checkpoint_contexts(policy)  # noqa: E731
        y = module.checkpoint(f, leaf, use_reentrant=False, context_fn=contexts)
        unused = {"lstm": ("aten.clone.default", "aten.zeros.default")}.get(name, ())  # what copies, when, is each side's own affair
        yield name, [op for op in caught if op not in unused]
        y.sum().backward()
        yield leaf.grad is not None


def refused_gradients(torch: Any) -> Iterator[Any]:
    """Gradients that overlap in memory, lie on the meta device or have the wrong batch shape."""
    x = torch.ones(2, 3, requires_grad=True)
    x.grad = torch.ones(1).expand(2, 3)
    yield tried(lambda: (x * x).sum().backward()), x.grad.tolist()
    x.grad = None
    y = x * 2
    far = torch.ones(2, 3, device="meta")
    yield tried(lambda: y.backward(far)), tried(lambda: torch.autograd.grad(y, x, far)), tried(lambda: setattr(x, "grad", far))
    yield tried(lambda: torch.autograd.grad([y, y], x, [torch.ones(2, 2, 3), torch.ones(3, 2, 3)], is_grads_batched=True))
    away = function_of(torch, lambda ctx, x: x * 1, lambda ctx, g: far)
    yield tried(lambda: away.apply(x).sum().backward()), x.grad
    yield tried(lambda: delattr(x, "data"))
    z = x * 1
    low = torch.aminmax(z)[0]
    z.mul_(2)
    yield tried(low.backward)


def values_of_other_shapes_from_hooks(torch: Any) -> Iterator[Any]:
    """An unpack hook may return a tensor of another shape, and backward computes with it."""
    for hook in (lambda t: t[:1], lambda t: t.expand(2, 3).clone(), lambda t: t * 2):
        x = torch.ones(3, requires_grad=True)
        with torch.autograd.graph.saved_tensors_hooks(lambda t: t.detach() * 1, hook):
            y = x * x
        for graph in (True, False):
            g, = torch.autograd.grad(y.sum(), x, create_graph=graph, retain_graph=True)
            yield g.tolist(), torch.autograd.grad(g.sum(), x)[0].tolist() if graph else None
        yield y.grad_fn._saved_self.tolist()
    y = x * x
    raw = y.grad_fn._raw_saved_self
    y.sum().backward()
    yield raw.data


def marked_tensors(torch: Any) -> Iterator[Any]:
    """What the node of a Function remembers of its dirty and non-differentiable marks."""
    def forward(ctx: Any, x: Any) -> Any:
        ctx.mark_dirty(x.mul_(2))
        ctx.mark_non_differentiable(sign := x.sign())
        return x, sign

    changing = function_of(torch, forward, lambda ctx, g, _: g)
    leaf = torch.arange(1.0, 5.0).reshape(2, 2).requires_grad_()
    yield tried(lambda: changing.apply(leaf))
    out = changing.apply(torch.ones(2, requires_grad=True) * 1)
    yield out[0].grad_fn.non_differentiable, out[0].grad_fn.dirty_tensors
    # PyTorch: ('RuntimeError', 'a leaf Variable that requires grad has ...')
    # PyTorch: (None, None)


def views_of_what_has_no_tangent(torch: Any) -> Iterator[Any]:
    """An input returned by a Function gets the tangent that `jvp` answers, if that is allowed."""
    fw = torch.autograd.forward_ad
    for answer in (lambda t: t, lambda t: t.view_as(t), lambda t: t * 1, lambda t: torch.ones(2)):
        returning = function_of(torch, lambda ctx, a, b: (a * b, b), jvp=lambda ctx, ta, tb, answer=answer: (ta * 2, answer(tb)))
        with fw.dual_level():
            a, b = fw.make_dual(torch.ones(2), torch.full((2,), 3.0)), torch.ones(2)
            out = returning.apply(a, b)
            yield [fw.unpack_dual(t) for t in (*out, b)], out[1]._is_view()
            b = fw.make_dual(torch.ones(2), torch.full((2,), 4.0))
            yield tried(lambda: fw.unpack_dual(returning.apply(a, b)[1]).tangent)
