"""Forward mode: duals, levels, views, changes in place, and both modes together."""
from __future__ import annotations

import copy
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from .. import refused


def _forward_ad(torch: Any) -> Any:
    """The module, after PyTorch's first level of a process, which loads decompositions and warns of their own ways."""
    fw = torch.autograd.forward_ad
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with fw.dual_level():
            fw.make_dual(torch.ones(1), torch.ones(1))
    return fw


def _plain(value: Any) -> Any:
    """Values, types and nesting, without strides and counters."""
    if value is None or isinstance(value, (str, int, float, bool, complex)):
        return value
    if isinstance(value, (tuple, list)):
        return [type(value).__name__, *map(_plain, value)]
    return value.clone().tolist(), str(value.dtype), tuple(value.shape)  # a clone: PyTorch's lazy zeros have no memory


def _pair(torch: Any, n: int = 3) -> tuple[Any, Any]:
    x = torch.arange(1.0, n + 1, dtype=torch.float64)
    return x, x / 4


def make_dual_refusals(torch: Any) -> Iterator[Any]:
    """A dual needs an open level and float tensors of one shape; other tangents and levels are refused."""
    fw = _forward_ad(torch)
    x, t = _pair(torch)
    yield refused(lambda: fw.make_dual(x, t)), refused(lambda: fw.make_dual(x, t, level=-1))
    with fw.dual_level():
        yield refused(lambda: fw.make_dual(x, t[:2])), refused(lambda: fw.make_dual(x, t.reshape(1, 3)))
        yield refused(lambda: fw.make_dual(x.long(), t)), refused(lambda: fw.make_dual(x, t.long()))
        yield refused(lambda: fw.make_dual(x > 1, t))
        yield refused(lambda: fw.make_dual(x, t.float()))
        yield refused(lambda: fw.make_dual(x, t.to(torch.complex64)))
        yield refused(lambda: fw.make_dual(x.to(torch.complex64), t))
        yield refused(lambda: fw.make_dual(x, None)), refused(lambda: fw.make_dual(None, t)), refused(lambda: fw.make_dual(1.0, t))
        dual = fw.make_dual(x, t)
        yield refused(lambda: fw.make_dual(dual, t)), refused(lambda: fw.make_dual(x, dual))
        yield refused(lambda: fw.make_dual(x)), refused(lambda: fw.make_dual(x, t, 0))


def unpacking(torch: Any) -> Iterator[Any]:
    """A dual unpacks into a named pair of primal view and tangent; a plain tensor has no tangent."""
    fw = _forward_ad(torch)
    x, t = _pair(torch)
    yield fw.unpack_dual(x), refused(lambda: fw.unpack_dual(3)), refused(lambda: fw.unpack_dual(None))
    with fw.dual_level():
        d = fw.make_dual(x, t)
        parts = fw.unpack_dual(d)
        yield type(parts).__name__, parts._fields, parts.primal, parts.tangent, parts[1] is parts.tangent
        yield parts.tangent is t, parts.primal is x, parts.primal.data_ptr() == x.data_ptr(), len(parts)
        plain = fw.unpack_dual(x)
        yield plain.tangent, plain.primal is x, plain.primal
        yield fw.unpack_dual(torch.tensor([1, 2])), fw.unpack_dual(torch.tensor([True]))
        first, second = fw.unpack_dual(d * 2)
        yield first, second
    yield fw.unpack_dual(d), parts.tangent, fw.unpack_dual(parts.primal).tangent


def levels(torch: Any) -> Iterator[Any]:
    """Levels count from zero, and only the one that is open can be left, by its own number."""
    fw = _forward_ad(torch)
    yield refused(fw.exit_dual_level)
    yield fw.enter_dual_level(), fw.exit_dual_level()
    with fw.dual_level() as level:
        yield level
        yield refused(lambda: fw.exit_dual_level(level=3)), refused(lambda: fw.exit_dual_level(level=-1))
    yield refused(lambda: fw.exit_dual_level(level=0))
    for _ in range(3):
        yield fw.enter_dual_level()
        fw.exit_dual_level(level=0)
    yield refused(lambda: fw.exit_dual_level(0))


def levels_named(torch: Any) -> Iterator[Any]:
    """A level can be named by its number; unpacking at -1 gives no tangent, and a level by position is refused."""
    fw = _forward_ad(torch)
    x, t = _pair(torch)
    with fw.dual_level() as level:
        d = fw.make_dual(x, t, level=level)
        yield fw.unpack_dual(d, level=level), fw.unpack_dual(d, level=0), fw.unpack_dual(d, level=-1)
        yield refused(lambda: fw.unpack_dual(d, 0))


def duals_of_an_exited_level(torch: Any) -> Iterator[Any]:
    """Tangents are gone once their level is left, and a later level does not bring them back."""
    fw = _forward_ad(torch)
    x, t = _pair(torch)
    with fw.dual_level():
        d = fw.make_dual(x, t)
        y = d.sin()
        v = y[1:]
    yield fw.unpack_dual(d).tangent, fw.unpack_dual(y).tangent, fw.unpack_dual(v).tangent, d, y, v
    with fw.dual_level():
        yield [fw.unpack_dual(a).tangent for a in (d, y, v)]
        again = fw.make_dual(d, t * 2)
        yield fw.unpack_dual(again.cos()).tangent


def exceptions_close_levels(torch: Any) -> Iterator[Any]:
    """An exception closes its level, and dual_level also works as a decorator."""
    fw = _forward_ad(torch)
    x, t = _pair(torch)

    def failing() -> None:
        with fw.dual_level():
            fw.make_dual(x, t)
            raise KeyError("inside")

    yield refused(failing), refused(lambda: fw.make_dual(x, t))

    @fw.dual_level()
    def decorated(a: Any) -> Any:
        return fw.unpack_dual(fw.make_dual(a, t).exp()).tangent

    yield decorated(x), decorated(x * 2), decorated.__name__


def printing(torch: Any) -> Iterator[Any]:
    """A dual prints its tangent beside the values while its level is open, and not afterwards."""
    fw = _forward_ad(torch)
    x, t = _pair(torch)
    with fw.dual_level():
        d = fw.make_dual(x, t)
        yield repr(d), str(d * 2), f"{d}", repr(d.requires_grad_()), repr(fw.unpack_dual(d))
        yield repr(fw.make_dual(torch.tensor(2.0), torch.tensor(3.0))), f"{fw.make_dual(torch.tensor(2.0), torch.tensor(3.0)):.2f}"
        yield d.tolist(), d.sum().item(), d.numel(), bool(d[0] > 0)
    yield repr(d)


def to_numpy_and_copies(torch: Any) -> Iterator[Any]:
    """Copies and casts keep the tangent; what detach, data, new tensors, numpy and deepcopy make of it."""
    fw = _forward_ad(torch)
    x, t = _pair(torch)
    with fw.dual_level():
        d = fw.make_dual(x, t)
        yield refused(d.numpy), d.tolist()
        for made in (d.clone(), d.to(torch.float64), d.contiguous(), d.type_as(x.double()), torch.clone(d), d.float(), d.half()):
            yield _plain(fw.unpack_dual(made))
        yield refused(lambda: copy.deepcopy(d))
        yield [fw.unpack_dual(m).tangent for m in (d.detach(), d.data, torch.empty_like(d), torch.zeros_like(d), d.new_ones(3))]
        yield fw.unpack_dual(d.detach()).primal, fw.unpack_dual(torch.tensor(d.tolist())).tangent


def views(torch: Any) -> Iterator[Any]:
    """A view of a dual has a tangent that is the same view of the base's tangent."""
    fw = _forward_ad(torch)
    x, t = torch.arange(6.0).reshape(2, 3), torch.arange(6.0, 12).reshape(2, 3)
    with fw.dual_level():
        d = fw.make_dual(x, t)
        made = [d[0], d[:, 1:], d.t(), d.reshape(3, 2), d.view(-1), d.expand(2, 2, 3), d.unsqueeze(0), d.diagonal(), d.permute(1, 0),
                d.as_strided((2, 2), (1, 2)), d.narrow(1, 0, 2), d.squeeze(), d.movedim(0, 1), d.flatten(), d.select(1, 2), d.real,
                *d.unbind(), *d.split(1), *d.chunk(3, 1), d.unfold(1, 2, 1)]
        for v in made:
            tangent = fw.unpack_dual(v).tangent
            yield v._is_view(), tangent._is_view(), tangent.tolist(), tuple(tangent.stride()), tangent.storage_offset()


def views_share_tangents(torch: Any) -> Iterator[Any]:
    """An in-place change of a view or of its base shows in the tangents of both."""
    fw = _forward_ad(torch)
    with fw.dual_level():
        x, t = torch.arange(6.0).reshape(2, 3), torch.ones(2, 3)
        d = fw.make_dual(x, t)
        v = d[0]
        v.mul_(3)
        yield _plain(fw.unpack_dual(d)), _plain(fw.unpack_dual(v)), t.tolist(), x.tolist()
        d.mul_(2)
        yield _plain(fw.unpack_dual(d)), _plain(fw.unpack_dual(v)), t.tolist()
        v.zero_()
        yield _plain(fw.unpack_dual(d)), _plain(fw.unpack_dual(v))
        d[:, 1] = 5.0
        yield _plain(fw.unpack_dual(d)), _plain(fw.unpack_dual(v))


def changes_in_place(torch: Any) -> Iterator[Any]:
    """In-place operations on duals and plain tensors update or create the tangent of their target."""
    fw = _forward_ad(torch)
    x, t = _pair(torch)
    changes: list[Callable[[Any, Any], Any]] = [
        lambda a, b: a.add_(b), lambda a, b: a.mul_(b), lambda a, b: a.div_(b), lambda a, b: a.copy_(b), lambda a, b: a.sub_(b, alpha=2),
        lambda a, b: a.pow_(2), lambda a, b: a.sin_(), lambda a, b: a.zero_(), lambda a, b: a.fill_(2.0), lambda a, b: a.clamp_(0, 2),
        lambda a, b: a.addcmul_(b, b, value=2), lambda a, b: a.lerp_(b, 0.5), lambda a, b: a.exp_(), lambda a, b: a.relu_(),
        lambda a, b: a.masked_fill_(b > 1.5, 0.0), lambda a, b: a.index_fill_(0, torch.tensor([0]), 3.0), lambda a, b: a.neg_()]
    with fw.dual_level():
        for change in changes:
            for duals in ((True, False), (False, True), (True, True)):
                a, b = x.clone(), x.clone().flip(0)
                p = fw.make_dual(a, t.clone()) if duals[0] else a
                q = fw.make_dual(b, t.clone() * 2) if duals[1] else b
                p_before = fw.unpack_dual(p).tangent
                result = change(p, q)
                yield result is p, _plain(fw.unpack_dual(p)), p_before is None or p_before.tolist()


def into_views_of_plain_tensors(torch: Any) -> Iterator[Any]:
    """Writing a dual into a view gives the plain base, and its other views, a tangent."""
    fw = _forward_ad(torch)
    x, t = _pair(torch)
    with fw.dual_level():
        d = fw.make_dual(x, t)
        base = torch.zeros(2, 3)
        other = base.view(-1)
        base[0] = d
        yield _plain(fw.unpack_dual(base)), _plain(fw.unpack_dual(other)), _plain(fw.unpack_dual(base[1]))
        base[1].copy_(d * d)
        yield _plain(fw.unpack_dual(base)), _plain(fw.unpack_dual(base.sin()))
        column = torch.zeros(3, 2)[:, 1]
        column.add_(d)
        yield _plain(fw.unpack_dual(column)), fw.unpack_dual(column).tangent.stride(), _plain(fw.unpack_dual(column._base))
        wide = torch.zeros(3, 2).t()
        wide[1] = d
        yield _plain(fw.unpack_dual(wide)), fw.unpack_dual(wide).tangent.stride()


def metadata_of_tangents(torch: Any) -> Iterator[Any]:
    """Which tangents are kept as they are, and which are copied because their strides differ from the primal."""
    fw = _forward_ad(torch)
    x = torch.arange(6.0).reshape(2, 3)
    tangents = [torch.ones(3, 2).t(), torch.ones(1).expand(2, 3), torch.ones(2, 6)[:, ::2], torch.ones(4, 3)[1:3], torch.ones(2, 3)]
    with fw.dual_level():
        for t in tangents:
            for primal in (x, x.t().contiguous().t(), x[:, :3]):
                d = fw.make_dual(primal, t)
                tangent = fw.unpack_dual(d).tangent
                yield tangent is t, tuple(tangent.stride()), tangent.storage_offset(), tuple(d.stride()), tangent.tolist()


def duals_of_leaves(torch: Any) -> Iterator[Any]:
    """A dual of a leaf is a view of it with a node, and backward from primal or tangent reaches the leaf."""
    fw = _forward_ad(torch)
    x, t = _pair(torch)
    x.requires_grad_()
    with fw.dual_level():
        d = fw.make_dual(x, t)
        yield d.is_leaf, d.requires_grad, d.grad_fn.name(), d._is_view(), d._base is x
        p = fw.unpack_dual(d).primal
        yield p.requires_grad, p.is_leaf, None if p.grad_fn is None else p.grad_fn.name()
        y = d.sin() * d
        u = fw.unpack_dual(y)
        yield u.primal.requires_grad, u.tangent.requires_grad
        u.tangent.sum().backward(retain_graph=True)
        yield _plain(x.grad), repr(x.grad)
        u.primal.sum().backward()
        yield _plain(x.grad), repr(x.grad)
    yield repr(x.grad), x


def reverse_over_forward(torch: Any) -> Iterator[Any]:
    """The tangent of a function can be differentiated by both the primal and the tangent that went in."""
    fw = _forward_ad(torch)
    x, t = _pair(torch)
    x, t = x.requires_grad_(), t.requires_grad_()
    functions: list[Callable[[Any], Any]] = [
        lambda a: a.exp(), lambda a: a**3, lambda a: (a * a.sum()).sin(), lambda a: a.cumprod(0),
        lambda a: torch.outer(a, a) @ a, lambda a: a.norm() * a, lambda a: torch.where(a > 1.5, a * a, a), lambda a: a.tanh().prod()]
    for f in functions:
        with fw.dual_level():
            tangent = fw.unpack_dual(f(fw.make_dual(x, t))).tangent
            yield _plain(tangent.detach()), _plain(torch.autograd.grad(tangent.sum(), (x, t)))


def forward_over_reverse(torch: Any) -> Iterator[Any]:
    """Gradients of a dual carry tangents that are Hessian-vector products."""
    fw = _forward_ad(torch)
    x, t = _pair(torch)
    functions: list[Callable[[Any], Any]] = [
        lambda a: a.exp().sum(), lambda a: (a**3).sum(), lambda a: (a * a.sum()).sin().sum(), lambda a: torch.softmax(a, 0)[0],
        lambda a: a.cumprod(0).sum(), lambda a: torch.outer(a, a) @ a @ a, lambda a: a.norm(), lambda a: a.prod(), lambda a: a.logsumexp(0)]
    for f in functions:
        with fw.dual_level():
            d = fw.make_dual(x.clone().requires_grad_(), t)
            (g,) = torch.autograd.grad(f(d), d)
            u = fw.unpack_dual(g)
            yield _plain(u.primal.detach()), _plain(u.tangent.detach()), u.tangent.requires_grad
            (g,) = torch.autograd.grad(f(d), d, create_graph=True)
            yield _plain(fw.unpack_dual(g).tangent.detach()), fw.unpack_dual(g).tangent.requires_grad


def duals_as_cotangents(torch: Any) -> Iterator[Any]:
    """A dual as cotangent gives gradients with tangents, also where they accumulate in a leaf."""
    fw = _forward_ad(torch)
    x, t = _pair(torch)
    leaf = x.clone().requires_grad_()
    with fw.dual_level():
        y = leaf.sin()
        (g,) = torch.autograd.grad(y, leaf, fw.make_dual(torch.ones(3), t))
        yield _plain(fw.unpack_dual(g))
        (leaf.cos()).backward(fw.make_dual(torch.ones(3), t))
        yield _plain(fw.unpack_dual(leaf.grad))
        leaf.exp().backward(torch.ones(3))
        yield _plain(fw.unpack_dual(leaf.grad))


def grad_modes(torch: Any) -> Iterator[Any]:
    """Forward mode works under no_grad, where tangents need no gradient, and is off in inference mode."""
    fw = _forward_ad(torch)
    x, t = _pair(torch)
    x.requires_grad_()
    with fw.dual_level():
        d = fw.make_dual(x, t)
        with torch.no_grad():
            u = fw.unpack_dual(d.sin())
            yield u.tangent.detach(), u.tangent.requires_grad, u.primal.requires_grad
            inside = fw.make_dual(x, t)
            yield inside.requires_grad, fw.unpack_dual(inside * 2).tangent
        with torch.inference_mode():
            yield _plain(fw.unpack_dual(d)), fw.unpack_dual(d.sin()).tangent, repr(d)
        with torch.enable_grad():
            yield fw.unpack_dual(d.sin()).tangent.requires_grad
    with torch.inference_mode(), fw.dual_level():
        d = fw.make_dual(torch.ones(2), torch.ones(2))
        yield d.is_inference(), _plain(fw.unpack_dual(d)), fw.unpack_dual(d.exp()).tangent, fw._is_fwd_grad_enabled()
        with torch.inference_mode(False):
            yield fw._is_fwd_grad_enabled()
    with torch.inference_mode():
        yield _plain(torch.func.jvp(torch.sin, (torch.ones(2),), (torch.ones(2),)))


def forward_grad_switch(torch: Any) -> Iterator[Any]:
    """With forward gradients switched off, operations drop tangents, while func.jvp switches them on again."""
    fw = _forward_ad(torch)
    x, t = _pair(torch)
    with fw.dual_level():
        d = fw.make_dual(x, t)
        yield fw._is_fwd_grad_enabled()
        with fw._set_fwd_grad_enabled(False):
            yield fw._is_fwd_grad_enabled(), fw.unpack_dual(d * 2).tangent, fw.unpack_dual(d)
            d.mul_(2)
        yield fw._is_fwd_grad_enabled(), fw.unpack_dual(d * 2).tangent
    with fw._set_fwd_grad_enabled(False):
        yield torch.func.jvp(torch.sin, (x,), (t,))
    # PyTorch: True
    # PyTorch: (False, None, UnpackedDualTensor(tensor([1., 2., 3.], dtype=torch.float64), None))
    # PyTorch: (True, tensor([0.5000, 1.0000, 1.5000], dtype=torch.float64))
    # PyTorch: (tensor([0.9093, -0.7568, -0.2794], dtype=torch.float64), tensor([-0.1040, -0.3268, 0.7201], dtype=torch.float64))


def without_derivatives(torch: Any) -> Iterator[Any]:
    """Integer and boolean results of duals have no tangent, steps have zeros, and some operations refuse."""
    fw = _forward_ad(torch)
    x, t = _pair(torch)
    with fw.dual_level():
        d = fw.make_dual(x, t)
        for y in (d > 1, d.argmax(), d.long(), d == d, d.sign(), d.floor(), d.round(), d.isnan(), torch.zeros(3), d.bool(), d.int(),
                  d.sort().indices, d.max(0).indices, d.nonzero(), d.ceil()):
            u = fw.unpack_dual(y)
            yield str(u.primal.dtype), _plain(u.tangent)
        for call in (lambda: torch.heaviside(d, x), lambda: d // 2, lambda: torch.gcd(d, d), lambda: torch.floor_divide(x, d)):
            yield refused(call)


def several_outputs(torch: Any) -> Iterator[Any]:
    """Tangents of sorts, maxima, statistics and decompositions, one for each floating output."""
    fw = _forward_ad(torch)
    x = torch.tensor([[3.0, 1.0, 2.0], [0.5, 4.0, -1.0]])
    t = torch.arange(6.0).reshape(2, 3)
    with fw.dual_level():
        d = fw.make_dual(x, t)
        for result in (d.sort(1), d.max(1), d.topk(2), d.cummax(1), torch.std_mean(d, 1), torch.linalg.slogdet(d[:, :2]), d.median(1),
                       d.mode(1), torch.frexp(x), torch.aminmax(d), d.kthvalue(2, 1), torch.linalg.qr(d)):
            yield [_plain(fw.unpack_dual(r).tangent) for r in result if r.is_floating_point()]


def lists_of_tensors(torch: Any) -> Iterator[Any]:
    """Joining, indexing and padding mix duals and plain tensors, whose tangents count as zeros."""
    fw = _forward_ad(torch)
    x, t = _pair(torch)
    with fw.dual_level():
        d = fw.make_dual(x, t)
        for y in (torch.cat([d, x]), torch.stack([x, d, d]), torch.cat([x, d, x.double()]), torch.hstack((d, d)),
                  torch.meshgrid(d, x, indexing="ij")[0],
                  torch.einsum("i,j->ij", d, x), torch.block_diag(d.reshape(1, 3), x), torch.broadcast_tensors(d, torch.ones(2, 1))[0],
                  torch.index_select(d, 0, torch.tensor([2, 0])), torch.gather(d, 0, torch.tensor([1, 1])), d[torch.tensor([0, 0])],
                  d[x > 1], torch.take(d, torch.tensor([2])), torch.where(x > 2, d, x), torch.nn.functional.pad(d, (1, 1))):
            yield _plain(fw.unpack_dual(y))


def promotion(torch: Any) -> Iterator[Any]:
    """When dtypes are promoted the tangent has the dtype of the result."""
    fw = _forward_ad(torch)
    x, t = _pair(torch)
    with fw.dual_level():
        d = fw.make_dual(x, t)
        for y in (d * x.double(), d + 1, 2 / d, d * torch.tensor(2), d * torch.tensor(2.0),
                  d + torch.ones(3, dtype=torch.int64),
                  d * 1j, d.to(torch.complex64), d * torch.tensor(True), d**torch.tensor([1, 2, 3]), 2**d, torch.pow(d, d), d % 2):
            yield _plain(fw.unpack_dual(y))


def complex_numbers(torch: Any) -> Iterator[Any]:
    """Tangents of complex functions, of lazy conjugates and of views as real or complex."""
    fw = _forward_ad(torch)
    z, w = torch.tensor([1 + 2j, -3 + 0.5j]), torch.tensor([0.5 - 1j, 2 + 2j])
    with fw.dual_level():
        d = fw.make_dual(z, w)
        for y in (d.conj(), d.real, d.imag, d.abs(), d.angle(), d * d, d.exp(), torch.view_as_real(d), d.sum(), d / (d + 1), d.conj() * d,
                  torch.view_as_complex(fw.make_dual(torch.ones(2, 2), torch.ones(2, 2))), d.resolve_conj(),
                  d.conj().resolve_conj(), d.sgn()):
            yield _plain(fw.unpack_dual(y))


def function_with_jvp(torch: Any) -> Iterator[Any]:
    """A jvp gets tangents in the order of inputs, and sees plain saved tensors for those without one."""
    fw = _forward_ad(torch)
    x, t = _pair(torch)
    log: list[Any] = []

    class Scale(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, a: Any, b: Any, factor: float) -> Any:
            ctx.save_for_forward(a, b)
            ctx.factor = factor
            log.append([fw.unpack_dual(v).tangent for v in (a, b)])
            return a * b * factor, a + 1

        @staticmethod
        def jvp(ctx: Any, ta: Any, tb: Any, tf: Any) -> Any:
            log.append([None if v is None else v.tolist() for v in (ta, tb, tf)])
            a, b = ctx.saved_tensors
            return (ta * b + a * tb) * ctx.factor, ta

    with fw.dual_level():
        d = fw.make_dual(x, t)
        for args in ((d, x), (x, d), (d, d), (x, x)):
            yield [_plain(fw.unpack_dual(o)) for o in Scale.apply(*args, 3.0)], list(log)
            log.clear()


def function_mistakes(torch: Any) -> Iterator[Any]:
    """What a missing jvp, or one with a wrong count, shape or type of tangents, says for duals and for plain tensors."""
    fw = _forward_ad(torch)
    x, t = _pair(torch)

    def function(jvp: Callable[..., Any] | None, forward: Callable[..., Any] = lambda ctx, a: a * 2) -> Any:
        body: dict[str, Any] = {"forward": staticmethod(forward), "backward": staticmethod(lambda ctx, g: g * 2)}
        if jvp is not None:
            body["jvp"] = staticmethod(jvp)
        return type("Mistaken", (torch.autograd.Function,), body)

    with fw.dual_level():
        d = fw.make_dual(x, t)
        for jvp in (None, lambda ctx, u: (u, u), lambda ctx, u: u[:2], lambda ctx, u: u.double(), lambda ctx, u: 3.0,
                    lambda ctx, u: (u,), lambda ctx: None, lambda ctx, u: [u]):
            yield refused(lambda jvp=jvp: _plain(fw.unpack_dual(function(jvp).apply(d))))
            yield refused(lambda jvp=jvp: _plain(fw.unpack_dual(function(jvp).apply(x))))


def function_views_and_changes(torch: Any) -> Iterator[Any]:
    """A jvp must change its tangent in place, or return a view of it, just as its forward does."""
    fw = _forward_ad(torch)

    def changed(ctx: Any, a: Any) -> Any:
        ctx.mark_dirty(a)
        return a.mul_(2)

    def apply(forward: Callable[..., Any], jvp: Callable[..., Any], a: Any) -> Any:
        body = {"forward": staticmethod(forward), "backward": staticmethod(lambda ctx, g: g), "jvp": staticmethod(jvp)}
        return type("Changed", (torch.autograd.Function,), body).apply(a)

    with fw.dual_level():
        for jvp in (lambda ctx, t: t.mul_(2), lambda ctx, t: t * 2):
            d = fw.make_dual(torch.ones(3), torch.ones(3))
            yield refused(lambda jvp=jvp, d=d: apply(changed, jvp, d)), _plain(fw.unpack_dual(d))
        for jvp in (lambda ctx, t: t.view(1, 3), lambda ctx, t: t.view(1, 3).clone()):
            d = fw.make_dual(torch.ones(3), torch.ones(3))
            yield refused(lambda jvp=jvp, d=d: _plain(fw.unpack_dual(apply(lambda ctx, a: a.view(1, 3), jvp, d))))
        d = fw.make_dual(torch.ones(3), torch.ones(3))
        yield refused(lambda: _plain(fw.unpack_dual(apply(lambda ctx, a: a, lambda ctx, t: t, d))))


def out_arguments(torch: Any) -> Iterator[Any]:
    """Operations with out= refuse duals as input and as destination."""
    fw = _forward_ad(torch)
    x, t = _pair(torch)
    with fw.dual_level():
        d = fw.make_dual(x, t)
        yield refused(lambda: torch.sin(d, out=torch.empty(3)))
        yield refused(lambda: torch.sin(x, out=d))
        yield refused(lambda: torch.add(d, x, out=torch.empty(3)))
    # PyTorch: NotImplementedError: Trying to use forward AD with sin_out ...
    # PyTorch: NotImplementedError: Trying to use forward AD with sin_out ...
    # PyTorch: NotImplementedError: Trying to use forward AD with add_out ...


def data_and_set(torch: Any) -> Iterator[Any]:
    """The data of a dual has no tangent, writes to it leave the tangent alone, and replacing it keeps the tangent."""
    fw = _forward_ad(torch)
    x, t = _pair(torch)
    with fw.dual_level():
        d = fw.make_dual(x.clone(), t.clone())
        yield _plain(fw.unpack_dual(d.data)), d.data.data_ptr() == d.data_ptr()
        d.data.mul_(5)
        yield _plain(fw.unpack_dual(d))
        with torch.no_grad():
            d.mul_(2)
        yield _plain(fw.unpack_dual(d))
        d.detach().add_(1)
        yield _plain(fw.unpack_dual(d))
        e = fw.make_dual(x.clone(), t.clone())
        e.data = torch.zeros(3)
        yield _plain(fw.unpack_dual(e))
    # PyTorch: (['UnpackedDualTensor', ([1.0, 2.0, 3.0], 'torch.float64', (3,)), None], True)
    # PyTorch: ['UnpackedDualTensor', ([5.0, 10.0, 15.0], 'torch.float64', (3,)), ([0.25, 0.5, 0.75], 'torch.float64', (3,))]
    # PyTorch: ['UnpackedDualTensor', ([10.0, 20.0, 30.0], 'torch.float64', (3,)), ([0.5, 1.0, 1.5], 'torch.float64', (3,))]
    # PyTorch: ['UnpackedDualTensor', ([11.0, 21.0, 31.0], 'torch.float64', (3,)), ([0.5, 1.0, 1.5], 'torch.float64', (3,))]
    # PyTorch: ['UnpackedDualTensor', ([0.0, 0.0, 0.0], 'torch.float32', (3,)), ([0.25, 0.5, 0.75], 'torch.float64', (3,))]


def modules(torch: Any) -> Iterator[Any]:
    """Duals set in place of a module's parameters, and duals through losses, norms and convolutions, give tangents."""
    fw = _forward_ad(torch)
    torch.manual_seed(0)
    layer = torch.nn.Linear(3, 2).double()
    x = torch.randn(4, 3, dtype=torch.float64)
    tangents = {name: torch.ones_like(p) for name, p in layer.named_parameters()}
    with fw.dual_level():
        for name, p in list(layer.named_parameters()):
            delattr(layer, name)
            setattr(layer, name, fw.make_dual(p, tangents[name]))
        out = fw.unpack_dual(layer(x))
        yield _plain(out.tangent.detach()), type(layer.weight).__name__
    with fw.dual_level():
        loss = torch.nn.functional.cross_entropy(fw.make_dual(x, torch.ones_like(x)) * 2, torch.tensor([0, 1, 2, 0]))
        yield _plain(fw.unpack_dual(loss))
        norm = torch.nn.functional.layer_norm(fw.make_dual(x, x * x), (3,))
        yield _plain(fw.unpack_dual(norm))
        w = torch.ones(2, 4, 2, dtype=torch.float64)
        conv = torch.nn.functional.conv1d(fw.make_dual(x.reshape(1, 4, 3), x.reshape(1, 4, 3) + 1), fw.make_dual(w, w + 1))
        yield _plain(fw.unpack_dual(conv))


def func_jvp_and_backward(torch: Any) -> Iterator[Any]:
    """func.jvp nests, runs under vmap, and its tangent can be sent backward to a leaf outside."""
    x, t = _pair(torch)
    func = torch.func
    yield _plain(func.jvp(lambda a: func.jvp(torch.sin, (a,), (torch.ones(3),))[1], (x,), (t,)))
    yield _plain(func.vmap(lambda v: func.jvp(lambda a: a * a.sum(), (x,), (v,))[1])(torch.eye(3, dtype=torch.float64)))
    leaf = x.clone().requires_grad_()
    for f in (lambda a: a**3, lambda a: a.sin() * a.exp(), lambda a: a.prod() * a, lambda a: torch.cat([a, a]).sin()):
        value, tangent = func.jvp(f, (leaf,), (t,))
        yield _plain(tangent.detach()), _plain(torch.autograd.grad(tangent.sum(), leaf)), value.requires_grad
        (f(leaf).sum() + func.jvp(f, (leaf,), (t,))[1].sum()).backward()
    yield _plain(leaf.grad)


def hooks_under_a_level(torch: Any) -> Iterator[Any]:
    """A hook run in a backward over duals sees a cotangent that has a tangent, and so has the gradient of the leaf."""
    fw = _forward_ad(torch)
    x, t = _pair(torch)
    leaf = x.clone().requires_grad_()
    seen: list[Any] = []
    with fw.dual_level():
        d = fw.make_dual(leaf, t)
        y = d.sin()
        y.register_hook(lambda g: seen.append(_plain(fw.unpack_dual(g))))
        (y * y).sum().backward()
        yield seen, _plain(fw.unpack_dual(leaf.grad))
