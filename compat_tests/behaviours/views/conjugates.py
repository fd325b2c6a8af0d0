"""Conjugates and negatives that share memory: `conj()`, `.H`, `imag` of a conjugate, `_neg_view`."""
from __future__ import annotations

import copy
import io
import pickle
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from .. import chain, refused
from .._autograd import tried


def _z(torch: Any, grad: bool = False) -> Any:
    return torch.tensor([1 + 2j, 3 - 4j, 5 + 1j], requires_grad=grad)


def _weights(torch: Any) -> Any:
    return torch.tensor([1 + 1j, 2j, 3 - 1j])


def _state(t: Any) -> Any:
    return t.is_conj(), t.is_neg(), t.resolve_conj().resolve_neg().tolist()


def marks(torch: Any) -> Iterator[Any]:
    """`conj`, `.H`, `imag` and `_neg_view` set flags on views of one memory, and a second `conj` clears them."""
    x = _z(torch)
    y = x.conj()
    yield y.is_conj(), x.is_conj(), torch.is_conj(y), y._is_view(), y._base is x, y.data_ptr() == x.data_ptr(), type(y) is torch.Tensor
    yield [y.conj().is_conj(), y.conj() is x, y.conj()._base is x, y.resolve_conj().is_conj(), x.resolve_conj() is x, y.resolve_neg() is y]
    yield [_state(v) for v in (torch._neg_view(x), torch._neg_view(y), y._neg_view()._neg_view(), torch.conj_physical(y))]
    yield [r.conj() is r for r in (torch.ones(2), torch.arange(2))]
    m = torch.tensor([[1 + 1j, 2 + 2j], [3 + 3j, 4 - 1j]])
    yield [_state(v) for v in (m.H, m.mH, m.adjoint(), torch.adjoint(m))], [v._base is m for v in (m.H, m.mH)]
    yield [_state(v) for v in (y.real, y.imag, torch.real(y), torch.imag(y))]
    yield y.is_contiguous(), y.contiguous() is y, y.stride(), y.dtype, y.is_set_to(x), y.to(torch.complex64) is y


def views_keep_them(torch: Any) -> Iterator[Any]:
    """Views of a conjugate, from slices to `detach`, keep its flags and memory."""
    y = _z(torch).conj()
    for v in (y[0], y[1:], y[::2], y[None], y[...], y.view(3, 1), y.reshape(1, 3), y.unsqueeze(0), y.expand(2, 3), y.detach(), y.data,
              y.flatten(), y.as_strided((2,), (2,)), *y.split(2), *y.unbind(), y.squeeze(), y.narrow(0, 1, 2), y.imag[1:],
              y.imag.view(1, 3), torch.nn.Parameter(y), torch.as_tensor(y), y.view_as(y), y.movedim(0, 0), *y.chunk(2)):
        yield _state(v), v.data_ptr() - y.data_ptr(), v.stride()


def ops_resolve_them(torch: Any) -> Iterator[Any]:
    """Ops on a conjugate compute with the conjugated values."""
    x = _z(torch)
    y = x.conj()
    yield from (
              y + 1, y * y, y.sum(), y.abs(), y.clone(), y.to(torch.complex128), torch.cat([y, y]), torch.stack([y, x]), y[[0, 2]],
              y[y.abs() > 3], y.exp(), y.flip(0), torch.where(y.abs() > 3, y, x), torch.zeros_like(y), y.new_ones(2), torch.vdot(y, x),
              torch.dot(x, y), y.imag * 2, y.imag.sum(), y.imag.sort().values, torch.outer(y, x), y.cumsum(0),
              torch.view_as_real(y.clone()),
              y.imag.double(), torch.tensor(2.0) * y, 2 * y, y / 2, y**2, -y, y == x, torch.unique(y.imag), y.roll(1), y.angle(),
              torch.searchsorted(torch.tensor([-3.0, -1.0, 0.0]), y.imag.contiguous()), y.diag(), torch.einsum("i,i->", x, y), y.tolist(),
              torch.isclose(y, x), torch.allclose(y, x.conj()), torch.equal(y, x), y.nonzero(), torch.polar(x.abs(), y.imag))


def writes_reach_the_memory(torch: Any) -> Iterator[Any]:
    """Writes through a conjugate or negative view land conjugated in the memory of the base."""
    def put(y: Any, key: Any, value: Any) -> None:
        y[key] = value

    writes: list[Callable[[Any], Any]] = [
        lambda y: y.mul_(2j), lambda y: y.add_(y), lambda y: y.add_(1 + 1j), lambda y: y.fill_(1j), lambda y: y.zero_(),
        lambda y: y.copy_(_z(torch) + 1), lambda y: y.copy_(y.conj()), lambda y: put(y, 0, 7 + 1j), lambda y: put(y, slice(1, None), 2j),
        lambda y: put(y, [0, 2], torch.tensor([1j, 2j])), lambda y: put(y, y.abs() > 3, 1j), lambda y: y.exp_(), lambda y: y.pow_(2),
        lambda y: torch.add(_z(torch), 1j, out=y), lambda y: torch.mul(y, y, out=y), lambda y: y.imag.mul_(3), lambda y: y.imag.add_(1),
        lambda y: y.real.add_(1), lambda y: put(y.imag, 0, 9.0), lambda y: y[1:].mul_(2j), lambda y: y.conj_physical_(),
        lambda y: y.masked_fill_(torch.tensor([True, False, True]), 1j), lambda y: y.index_fill_(0, torch.tensor([1]), 1j),
        lambda y: y.addcmul_(y, y, value=2), lambda y: y.lerp_(y * 2, 0.5), lambda y: y.neg_(), lambda y: y.conj().add_(1j),
        lambda y: y.index_add_(0, torch.tensor([0, 0]), torch.tensor([1j, 2j])), lambda y: y.div_(2), lambda y: y.sub_(y.clone()),
        lambda y: setattr(y, "imag", 4.0), lambda y: setattr(y, "real", torch.ones(3)), lambda y: y._neg_view().add_(1j),
        lambda y: y.resize_(2), lambda y: y.unsqueeze_(0).mul_(2), lambda y: y.t_().mul_(2), lambda y: y.requires_grad_(False).mul_(3)]
    for write in writes:
        x = _z(torch)
        y = x.conj()
        write(y)
        yield x, _state(y), x._version, y._version
    r = torch.tensor([1, 2])
    n = torch._neg_view(r)
    n.add_(1)
    n[0] = 5
    yield r, n.tolist(), n.is_neg()


def writes_into_others(torch: Any) -> Iterator[Any]:
    """A tensor written from its own conjugate, and `data` replaced by a conjugate."""
    def into(write: Callable[[Any], Any]) -> Any:
        x = _z(torch)
        write(x)
        return x

    yield into(lambda x: x.copy_(x.conj())), into(lambda x: x.add_(x.conj())), into(lambda x: x.conj().add_(x))
    yield into(lambda x: x.__setitem__(0, x.conj()[1])), into(lambda x: torch.mul(x.conj(), 2, out=x))
    yield refused(lambda: into(lambda x: x.__setitem__(slice(1, None), x.conj()[:2])))
    torch.manual_seed(0)
    yield into(lambda x: x.conj().normal_())
    x = _z(torch)
    a = torch.zeros(3, dtype=torch.complex64)
    a.data = x.conj()
    yield _state(a), a.data_ptr() == x.data_ptr()
    # PyTorch: (tensor([1.-2.j, 3.+4.j, 5.-1.j]), tensor([2.+0.j, 6.+0.j, 10.+0.j]), tensor([2.-0.j, 6.-0.j, 10.-0.j]))
    # PyTorch: (tensor([3.+4.j, 3.-4.j, 5.+1.j]), tensor([2.-4.j, 6.+8.j, 10.-2.j]))
    # PyTorch: RuntimeError: unsupported operation: some elements of ...
    # PyTorch: tensor([1.0896+0.2075j, -1.5406-0.4019j, -0.7669+0.9890j])
    # PyTorch: ((True, False, [(1-2j), (3+4j), (5-1j)]), True)


def refusals(torch: Any) -> Iterator[Any]:
    """What refuses a conjugate: `numpy`, `view_as_real`, views of another dtype, DLPack."""
    y = _z(torch).conj()
    for call in (lambda: y.numpy(), lambda: torch._neg_view(y).conj().numpy(), lambda: torch.view_as_real(y), lambda: y.view(torch.float32),
                 lambda: y.imag.view(torch.int32), lambda: y.__dlpack__(), lambda: y.requires_grad_().numpy(),
                 lambda: _z(torch, True).conj().add_(1)):
        yield refused(call)
    yield y.detach().numpy(force=True).tolist()


def as_text_and_elsewhere(torch: Any) -> Iterator[Any]:
    """Printing, copying, pickling and saving of conjugates, and whether the flag survives."""
    x = _z(torch)
    y = x.conj()
    yield repr(y), repr(y.imag), f"{y[0]}", y[0].item(), complex(y[0]), bool(y[0])
    yield [_state(f(y)) for f in (copy.copy, copy.deepcopy, lambda t: pickle.loads(pickle.dumps(t)))]
    file = io.BytesIO()
    torch.save({"x": x, "y": y}, file)
    file.seek(0)
    loaded = torch.load(file)
    loaded["x"][0] = 9 + 1j
    yield _state(loaded["x"]), _state(loaded["y"])
    yield y.untyped_storage().data_ptr() == x.untyped_storage().data_ptr()
    # PyTorch: ('tensor([1.-2.j, 3.+4.j, 5.-1.j])', 'tensor([-2.,  4., -1.])', '(1-2j)', (1-2j), (1-2j), True)
    # PyTorch: [(True, False, [(1-2j), (3+4j), (5-1j)]), (False, False, [(1-2j), (3+4j), (5-1j)]), (True, False, [(1-2j), (3+4j), (5-1j)])]
    # PyTorch: ((False, False, [(9+1j), (3-4j), (5+1j)]), (True, False, [(9-1j), (3+4j), (5-1j)]))
    # PyTorch: True


def gradients(torch: Any) -> Iterator[Any]:
    """Nodes and gradients of views that conjugate or negate."""
    programs: list[Callable[[Any], Any]] = [
        lambda x: x.conj() * 2, lambda x: x.conj().imag, lambda x: x.conj().real, lambda x: x.conj() * x, lambda x: x.conj().conj(),
        lambda x: torch._neg_view(x), lambda x: x.conj().resolve_conj(), lambda x: x.conj().imag.resolve_neg(), lambda x: x.conj()[1:],
        lambda x: x.unsqueeze(0).H, lambda x: x.conj().conj_physical(), lambda x: x.conj().unbind()[1], lambda x: x.conj().exp(),
        lambda x: torch.stack([x.conj(), x]), lambda x: x.conj().view(3, 1).t()]
    for program in programs:
        x = _z(torch, True)
        out = program(x)
        out.backward(torch.full_like(out.detach().resolve_conj().resolve_neg(), 2))
        yield chain(out.grad_fn), x.grad.resolve_conj() + 0


def gradients_after_writes(torch: Any) -> Iterator[Any]:
    """A write through a conjugate view rewrites its base, and an earlier view follows."""
    w = torch.tensor([2j, 1, 3.0])
    writes: list[Callable[[Any], Any]] = [
        lambda y: y.conj().mul_(w), lambda y: y.conj()[1:].exp_(), lambda y: y.conj().__setitem__(0, torch.tensor(3j)),
        lambda y: y.conj().fill_(1j), lambda y: y.conj().imag.mul_(torch.tensor([2.0, 3, 4])), lambda y: y[1:].conj().pow_(2),
        lambda y: y.conj().copy_(w), lambda y: torch._neg_view(y).mul_(w), lambda y: y.conj().imag.exp_(), lambda y: y.conj().zero_(),
        lambda y: y.conj().addcmul_(w, w), lambda y: y.conj().masked_fill_(torch.tensor([True, False, True]), 1j)]
    for write in writes:
        x = _z(torch, True)
        y = x * 1
        early = y.conj()
        write(y)
        yield y.grad_fn.name(), early.grad_fn.name(), y.detach(), early.detach().resolve_conj()
        (y * _weights(torch)).sum().backward(torch.tensor(1 + 1j), retain_graph=True)
        first, x.grad = x.grad, None
        (early * _weights(torch)).sum().backward(torch.tensor(1 + 1j))
        yield first + 0, x.grad.resolve_conj() + 0


def histories(torch: Any) -> Iterator[Any]:
    """Version checks, views without grad, leaves and `grad` that are conjugates."""
    x = _z(torch, True)
    y = x * 1
    v = y.conj()
    z = v * v
    y.add_(1)
    yield refused(lambda: z.sum().backward(torch.tensor(1 + 0j)))
    y = x * 1
    v = y.conj()
    z = v * v
    v.add_(1)
    yield refused(lambda: z.sum().backward(torch.tensor(1 + 0j)))
    with torch.no_grad():
        v = (x * 1).conj()
    yield v.requires_grad, refused(lambda: v.mul_(x))
    c, d = _z(torch), _z(torch, True)
    c.conj().mul_(d)
    (c * _weights(torch)).sum().backward(torch.tensor(1 + 1j))
    yield chain(c.grad_fn), d.grad.resolve_conj()
    leaf = _z(torch).conj().requires_grad_()
    (leaf * 2j).sum().backward(torch.tensor(1 + 0j))
    yield leaf.is_leaf, leaf.is_conj(), leaf.grad.resolve_conj()
    x.grad = torch.tensor([1j, 2, 3]).conj()
    (x * 2).sum().backward(torch.tensor(1j))
    yield _state(x.grad)
    # PyTorch: RuntimeError: one of the variables needed for ...
    # PyTorch: RuntimeError: one of the variables needed for ...
    # PyTorch: (False, RuntimeError: A view was created in no_grad mode and ...)
    # PyTorch: (['torch::autograd::CopySlices', [None, 0], [['torch::autograd::AccumulateGrad'], 0]], tensor([2.+4.j, 14.-2.j, 14.-18.j]))
    # PyTorch: (True, True, tensor([0.-2.j, 0.-2.j, 0.-2.j]))
    # PyTorch: (True, False, [1j, (2+2j), (3+2j)])


def forward_mode(torch: Any) -> Iterator[Any]:
    """Tangents of conjugate views are conjugated too, and writes through them reach the tangent of the base."""
    fw = torch.autograd.forward_ad
    t = torch.tensor([1j, 1, 2])
    with fw.dual_level():
        d = fw.make_dual(_z(torch), t)
        v = d.conj()
        yield _state(v), _state(fw.unpack_dual(v).tangent), fw.unpack_dual(v * v).tangent + 0
        v.mul_(2j)
        yield fw.unpack_dual(d).tangent, fw.unpack_dual(d).primal
        d = fw.make_dual(_z(torch), t)
        d.conj().imag.mul_(torch.tensor([2.0, 3, 4]))
        yield fw.unpack_dual(d).tangent, fw.unpack_dual(d).primal
        x = _z(torch)
        x.conj().mul_(fw.make_dual(_z(torch), t))
        yield fw.unpack_dual(x).tangent + 0, x.detach()
    # PyTorch: ((True, False, [(1-2j), (3+4j), (5-1j)]), (True, False, [-1j, (1-0j), (2-0j)]), tensor([-4.-2.j, 6.+8.j, 20.-4.j]))
    # PyTorch: (tensor([2.-0.j, 0.-2.j, 0.-4.j]), tensor([4.-2.j, -8.-6.j, 2.-10.j]))
    # PyTorch: (tensor([2.-0.j, 0.-6.j, 0.-16.j]), tensor([1.+4.j, 3.-12.j, 5.+4.j]))
    # PyTorch: (tensor([2.+4.j, 24.+18.j, -16.+80.j]), tensor([5.-0.j, 25.-0.j, 26.-0.j]))
    # PyTorch: memory in common: 1 and 3


def transforms(torch: Any) -> Iterator[Any]:
    """Conjugate views and writes through them under `vmap`, `grad`, `vjp`, `jvp` and in inference mode."""
    def written(x: Any) -> Any:
        y = x.clone()
        y.conj().mul_(2j)
        return y

    f = torch.func
    z = torch.tensor([[1 + 1j, 2], [3, 4j]])
    yield _state(f.vmap(lambda x: x.conj())(z)), f.vmap(lambda x: x.conj() * x)(z.conj()), f.vmap(lambda x: x * 2)(z.conj())
    yield f.vmap(written)(z), f.grad(lambda x: (written(x) ** 2).sum().real)(_z(torch)).resolve_conj() + 0
    yield f.grad(lambda x: (x.conj() * x).sum().real)(_z(torch)).resolve_conj() + 0
    yield f.grad(lambda x: (x * x).sum().real)(_z(torch).conj()).resolve_conj() + 0
    yield f.vjp(lambda x: x.conj(), _z(torch))[1](_z(torch))[0].resolve_conj() + 0
    yield f.jvp(lambda x: x.conj() * x, (_z(torch),), (torch.tensor([1j, 1, 2]),))[1].resolve_conj() + 0
    yield torch.autograd.functional.jacobian(lambda x: (x.conj() * x).real, _z(torch)).resolve_conj() + 0
    with torch.inference_mode():
        x = _z(torch)
        x.conj().mul_(2)
    yield x.tolist(), x.conj().is_inference()


def among_modes(torch: Any) -> Iterator[Any]:
    """Conjugates as saved tensors under graph modes and anomaly mode, and in a subclass."""
    graph, one = torch.autograd.graph, torch.tensor(1 + 0j)
    for mode in (graph.save_on_cpu, graph.allow_mutation_on_saved_tensors, torch.autograd.detect_anomaly):
        x = _z(torch, True)
        with mode():
            y = x * 1
            v = y.conj()
            z = v * v
            if mode is graph.allow_mutation_on_saved_tensors:
                v.mul_(3)
            z.sum().backward(one)
        yield x.grad.resolve_conj() + 0

    class Subclass(torch.Tensor):
        pass

    s = _z(torch).as_subclass(Subclass)
    s.conj().mul_(2j)
    s.conj()[0] = 1j
    yield s.tolist(), [type(t).__name__ for t in (s.conj(), s.conj() + 1, s.conj().imag)]
    # PyTorch: tensor([2.-4.j, 6.+8.j, 10.-2.j])
    # PyTorch: tensor([2.-4.j, 6.+8.j, 10.-2.j])
    # PyTorch: tensor([2.-4.j, 6.+8.j, 10.-2.j])
    # PyTorch: ([-1j, (-8-6j), (2-10j)], ['Subclass', 'Subclass', 'Subclass'])
    # PyTorch: UserWarning: Anomaly Detection has been enabled. ...


def in_functions(torch: Any) -> Iterator[Any]:
    """Whether custom Functions, node hooks and module buffers see conjugates with the flag still set."""
    class Asking(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x * 2

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * (2 if ctx.saved_tensors[0].is_conj() else 3)

    class Writing(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.mark_dirty(x)
            return x.mul_(2j)

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * -2j

    one = torch.tensor(1 + 0j)
    x = _z(torch, True)
    Asking.apply(x.conj()).sum().backward(one)
    yield x.grad.resolve_conj() + 0
    x = _z(torch, True) * 1
    y = x.conj()
    Writing.apply(y)
    yield x.detach(), _state(y.detach())
    x = _z(torch, True)
    y = x.conj()
    y.grad_fn.register_prehook(lambda g: tuple(t.conj() for t in g))
    y.grad_fn.register_hook(lambda into, out: tuple(t * 2 for t in into))
    (y * 1j).sum().backward(one)
    yield x.grad.resolve_conj() + 0
    torch.testing.assert_close(_z(torch).conj(), _z(torch).conj().clone())
    module = torch.nn.Module()
    module.register_buffer("held", _z(torch).conj())
    yield module.state_dict()["held"].is_conj(), module.double().held.is_conj()
    # PyTorch: tensor([2.+0.j, 2.+0.j, 2.+0.j])
    # PyTorch: (tensor([4.-2.j, -8.-6.j, 2.-10.j]), (True, False, [(4+2j), (-8+6j), (2+10j)]))
    # PyTorch: tensor([0.-2.j, 0.-2.j, 0.-2.j])
    # PyTorch: (True, True)


def results_stored(torch: Any) -> Iterator[Any]:
    """`out=` and scatters into a conjugate view, and which shape functions keep the flag."""
    eye = torch.eye(2, dtype=torch.complex64) * (1 + 1j)
    for store in (lambda x: torch.where(torch.tensor([True, False, True]), _z(torch), _z(torch) * 2, out=x.conj()),
                  lambda x: torch.cat([_z(torch)[:1], _z(torch)[1:].conj()], out=x.conj()),
                  lambda x: x.conj().index_add_(0, torch.tensor([0, 0]), _z(torch)[:2]),
                  lambda x: x.conj().scatter_(0, torch.tensor([0]), torch.tensor([5 + 1j]))):
        x = _z(torch)
        store(x)
        yield x
    torch.mm(eye.clone(), eye, out=eye.conj())
    yield eye
    yield [t.is_conj() for t in (*torch.tensor_split(_z(torch).conj(), 2), *torch.broadcast_tensors(_z(torch).conj(), _z(torch)[None]),
                                 *torch.meshgrid(_z(torch).conj(), _z(torch), indexing="ij"), torch.atleast_2d(_z(torch).conj()),
                                 _z(torch).conj().unfold(0, 1, 1))]
    # PyTorch: tensor([1.-2.j, 6.+8.j, 5.-1.j])
    # PyTorch: tensor([1.-2.j, 3.-4.j, 5.+1.j])
    # PyTorch: tensor([5.+4.j, 3.-4.j, 5.+1.j])
    # PyTorch: tensor([5.-1.j, 3.-4.j, 5.+1.j])
    # PyTorch: tensor([[0.-2.j, 0.-0.j], [0.-0.j, 0.-2.j]])
    # PyTorch: [True, True, True, False, True, False, True, True]


def _take_step(torch: Any, name: str, view: Any, gradient: Any) -> Any:
    parameters = [torch.nn.Parameter(torch.ones(2, 3)), torch.nn.Parameter(view)]
    parameters[0].grad, parameters[1].grad = torch.ones(2, 3), gradient
    optimizer = getattr(torch.optim, name)(parameters, lr=0.1)
    optimizer.step()
    optimizer.step()
    return [_state(p.detach()) for p in parameters]


def optimizers_step_them(torch: Any) -> Iterator[Any]:
    """Two steps of each optimizer on parameters that are negative or conjugate views."""
    base = torch.arange(6.0).reshape(2, 3) + 1
    for name in ("SGD", "Adam", "AdamW", "Adamax", "NAdam", "RAdam", "RMSprop", "Rprop", "ASGD", "Adadelta", "Adagrad",
                 "Adafactor", "Muon"):
        yield tried(partial(_take_step, torch, name, torch._neg_view(base.clone()), (base + 0.5).sin()))
        yield tried(partial(_take_step, torch, name, torch.complex(base, base.cos()).conj(), torch.complex(base.sin(), base)))
        yield tried(partial(_take_step, torch, name, torch.complex(base, base.cos()), torch.complex(base.sin(), base)))
