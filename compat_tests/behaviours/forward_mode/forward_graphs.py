"""Forward mode and the graph: on what tangents depend, what changes in place leave behind, how tangents are laid out."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .. import refused
from .forward_ad import _forward_ad, _plain

#: Of two tensors: how the tangent of the result depends on both.
TERMS = """a * 1;1 * a;a / 2;2 / a;a * b;b * a;a / b;b / a;a + b;a - 1;a ** b;b ** a;a @ b;b @ a;torch.mv(a, b[0]);
torch.dot(a[0], b[0]);torch.bmm(a[None], b[None]);torch.outer(a[0], b[0]);torch.addmm(a, b, b);torch.addmm(b, a, b);
torch.addmm(b, b, a);torch.addmv(a[0], b, b[0]);torch.addcmul(a, b, b);torch.addcmul(b, a, b);torch.addcdiv(b, b, a);
torch.lerp(a, b, b);torch.lerp(b, b, a);torch.lerp(a, b, 0.3);torch.atan2(a, b);torch.hypot(a, b);torch.fmod(a, b);
torch.maximum(a, b);torch.minimum(b, a);torch.where(b > 1, a, b);torch.xlogy(a, b);torch.xlogy(a, 2);torch.xlogy(2, a);
torch.special.xlog1py(a, 2);torch.cat([a, b]);a.clamp(b, b + 1);a.expand_as(b);torch.rsub(a, b);
torch.nn.functional.linear(a, b);torch.nn.functional.linear(b, a, b[0]);torch.nn.functional.linear(b, b, a[0]);
torch.nn.functional.conv1d(a[None], b[None]);torch.nn.functional.conv1d(b[None], a[None]);torch.linalg.cross(a3, b3);
torch.kron(a, b);torch.einsum('ij,jk->ik', a, b);torch.gather(a, 0, torch.tensor([[0, 1]]));
torch.nn.functional.embedding(torch.tensor([0, 1]), a);torch.nn.functional.prelu(a, b[0, :1]);torch.cholesky_solve(a, b);
torch.vdot(a[0], b[0])"""


def _two_duals(torch: Any) -> tuple[Any, Any, Any]:
    values = ([1.0, 2.0], [0.5, 3.0]), ([0.5, -1.0], [2.0, 0.25]), ([0.7, 1.2], [0.9, 0.4])
    return tuple(torch.tensor(v, dtype=torch.float64) for v in values)  # type: ignore[return-value]


def _rounded(values: Any) -> Any:
    """The values; of a clone, for they may be lazy zeros."""
    return None if values is None else [round(v, 6) + 0.0 for v in values.detach().clone().reshape(-1).tolist()]


def history_of_tangents(torch: Any) -> Iterator[Any]:
    """For which operations of two tensors the tangent requires a gradient, and to which leaves it leads."""
    fw = _forward_ad(torch)
    primal, tangent, other = _two_duals(torch)
    for leaves in ("ab", "a", "b"):
        for text in TERMS.replace("\n", "").split(";"):
            with fw.dual_level():
                x, b = primal.clone().requires_grad_("a" in leaves), other.clone().requires_grad_("b" in leaves)
                a = fw.make_dual(x, tangent)
                space = {"torch": torch, "a": a, "b": b, "a3": torch.cat([a, a[:, :1]], 1), "b3": torch.cat([b, b[:, :1]], 1)}
                t = fw.unpack_dual(eval(text, space)).tangent
                found = torch.autograd.grad(t.sum(), [v for v in (x, b) if v.requires_grad], allow_unused=True) if t.requires_grad else ()
                yield leaves, text, t.requires_grad, _rounded(t), [_rounded(g) for g in found]


CHANGES: dict[str, Callable[[Any, Any], Any]] = {
    "add": lambda a, b: a.add_(b), "mul": lambda a, b: a.mul_(b), "by 2": lambda a, b: a.mul_(2), "div": lambda a, b: a.div_(b),
    "copy": lambda a, b: a.copy_(b), "sin": lambda a, b: a.sin_(), "pow": lambda a, b: a.pow_(2), "tril": lambda a, b: a.tril_(),
    "clamp": lambda a, b: a.clamp_(0, 1), "lerp": lambda a, b: a.lerp_(b, 0.5), "addcmul": lambda a, b: a.addcmul_(b, b),
    "masked": lambda a, b: a.masked_fill_(b > 1, 0.5), "trunc": lambda a, b: a.trunc_(), "fill": lambda a, b: a.fill_(2.0),
    "zero": lambda a, b: a.zero_(), "normal": lambda a, b: a.normal_(), "bernoulli": lambda a, b: a.bernoulli_(0.5),
    "index": lambda a, b: a.index_add_(0, a.new_zeros(2).long(), b), "item": lambda a, b: a.__setitem__(0, b[1]) or a}


def nodes_of_changes_in_place(torch: Any) -> Iterator[Any]:
    """In-place changes of duals and their views leave the usual nodes, versions, tangents and gradients."""
    fw = _forward_ad(torch)
    primal, tangent, other = _two_duals(torch)
    for name, change in CHANGES.items():
        for view in (False, True):
            with fw.dual_level():
                x, b = primal.clone().requires_grad_(), other.clone().requires_grad_()
                whole = fw.make_dual(x, tangent).clone()
                a = whole.t() if view else whole
                result = change(a, b)
                u = fw.unpack_dual(result)
                yield name, view, result is a, a.grad_fn.name(), whole.grad_fn.name(), a._version, u.tangent.requires_grad
                if name in ("normal", "bernoulli"):
                    yield u.tangent.tolist()
                else:
                    yield _plain(u.primal.detach()), _plain(u.tangent.detach()), _plain(fw.unpack_dual(whole).tangent.detach())
                    yield [_rounded(g) for g in torch.autograd.grad(u.primal.sum(), (x, b), allow_unused=True, retain_graph=True)]


def changes_without_gradients(torch: Any) -> Iterator[Any]:
    """An in-place change of a dual under no_grad scales its tangent but leaves its history alone."""
    fw = _forward_ad(torch)
    primal, tangent, _ = _two_duals(torch)
    with fw.dual_level():
        x = primal.clone().requires_grad_()
        a = fw.make_dual(x, tangent) * 1
        with torch.no_grad():
            a.mul_(3)
        u = fw.unpack_dual(a)
        yield a.grad_fn.name(), _plain(u.primal.detach()), _plain(u.tangent.detach())
        yield torch.autograd.grad(u.primal.sum(), x)
    # PyTorch: ('MulBackward0', ([[3.0, 6.0], [1.5, 9.0]], 'torch.float64', (2, 2)), ([[1.5, -3.0], [6.0, 0.75]], 'torch.float64', (2, 2)))
    # PyTorch: (tensor([[1., 1.], [1., 1.]], dtype=torch.float64),)


def refusals_leave_no_trace(torch: Any) -> Iterator[Any]:
    """An in-place change that is refused leaves values, tangent and version counter of the dual as they were."""
    fw = _forward_ad(torch)
    primal, tangent, other = _two_duals(torch)
    calls: list[Callable[[Any], Any]] = [
        lambda a: a.zero_(), lambda a: a.fill_(1.0), lambda a: a.mul_(2), lambda a: a.trunc_(), lambda a: a.copy_(other),
        lambda a: a.sin_(), lambda a: a.scatter_(0, torch.zeros(1, 2).long(), other[:1]),
        lambda a: a.normal_(), lambda a: a.resize_(4), lambda a: a.t_()]
    for call in calls:
        with fw.dual_level():
            a = (fw.make_dual(primal.clone(), tangent.clone()) * 1).requires_grad_()
            yield refused(lambda a=a, call=call: call(a)), a.detach(), _plain(fw.unpack_dual(a).tangent), a._version
    with fw.dual_level():
        a = fw.make_dual(primal.clone(), tangent.clone())
        yield refused(lambda: a.resize_(4))


def layouts_of_tangents(torch: Any) -> Iterator[Any]:
    """Strides of tangents, compared with the primals' strides, after operations on a transposed dual."""
    fw = _forward_ad(torch)
    primal, tangent, other = _two_duals(torch)
    with fw.dual_level():
        a = fw.make_dual(primal, tangent)
        t = a.t()
        for value in (t.clone(), t * 2, t + other.t(), t / (t * t + 1), t.sort(0)[0], t.sin(), torch.where(t > 1, t, other), t.softmax(0),
                      torch.nn.functional.layer_norm(t, (2,)), other.t() * a, t.cumsum(1), t.contiguous(), t.exp().t(), a @ t,
                      t.clone().add_(a), t.clone().lerp_(other, 0.5), torch.cat([t, t]), t.flip(0), t.max(0)[0]):
            yield value.stride(), fw.unpack_dual(value).tangent.stride(), _plain(fw.unpack_dual(value).tangent)


def tangents_of_views_that_were_looked_at(torch: Any) -> Iterator[Any]:
    """The tangent of a view follows its changed base whether or not its grad_fn is read first."""
    fw = _forward_ad(torch)
    primal, tangent, other = _two_duals(torch)
    for look in (False, True):
        with fw.dual_level():
            base = other.clone() * 1
            view = base.t()
            base.mul_(fw.make_dual(primal.clone().requires_grad_(), tangent))
            if look:
                yield view.grad_fn.name()
            yield _plain(fw.unpack_dual(view).tangent.detach()), _plain(fw.unpack_dual(base).tangent.detach())
    # PyTorch: (([[0.35, 1.8], [-1.2, 0.1]], 'torch.float64', (2, 2)), ([[0.35, -1.2], [1.8, 0.1]], 'torch.float64', (2, 2)))
    # PyTorch: 'AsStridedBackward0'
    # PyTorch: (([[0.35, 1.8], [-1.2, 0.1]], 'torch.float64', (2, 2)), ([[0.35, -1.2], [1.8, 0.1]], 'torch.float64', (2, 2)))
