"""Conjugated and negated views."""
from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import minitorch_compat as torch
from minitorch_compat._array.core.conjugate import Pending, Unresolved
from minitorch_compat._dispatch.call.caller import caller
from minitorch_compat._dispatch.graph.inplace import inplace
from minitorch_compat._ops.op import OPS
from minitorch_compat.autograd import forward_ad as fw
from tests.many_cases import for_each
from tests.ops.test_ops import op_args
from tests.samples import ROWS


def z(grad: bool = False) -> torch.Tensor:
    return torch.tensor([1 + 2j, 3 - 4j], dtype=torch.complex128, requires_grad=grad)


def test_what_is_written_into_a_conjugate_reaches_the_original() -> None:
    x = z()
    y = x.conj()
    y.mul_(2j)
    y[0] = 7 + 1j
    assert x.tolist() == [7 - 1j, -8 - 6j]
    assert y.tolist() == [7 + 1j, -8 + 6j]
    assert x._version == y._version == 2
    y.imag.add_(1)
    y.fill_(y[0])
    torch.add(y, 1, out=y)
    assert x.tolist() == [8 - 2j, 8 - 2j]


@pytest.mark.parametrize("write", [
    lambda y: y.copy_(z()), lambda y: y.zero_(), lambda y: y[1:].exp_(), lambda y: y.view(2, 1).add_(1j),
    lambda y: y.masked_fill_(y == y, 3j),
    lambda y: y.__setitem__([0], 2j), lambda y: y.real.fill_(4), lambda y: y.imag.mul_(2), lambda y: y.normal_(),
    lambda y: y._neg_view().add_(1j), lambda y: y.addcmul_(y, y), lambda y: y.resize_(1).add_(1),
])
def test_every_way_of_writing(write: object) -> None:
    x = z()
    y = x.conj()
    write(y)  # type: ignore[operator]
    assert np.array_equal(x[:y.numel()].conj().resolve_conj().numpy(), y.resolve_conj().numpy())
    assert x._version >= 1
    assert x.tolist() != z().tolist()


def test_marks() -> None:
    x = z()
    y = x.conj()
    assert y.is_conj() and not x.is_conj() and y._base is x and y.data_ptr() == x.data_ptr()
    assert all(v.is_conj() for v in (y[0], y.t(), y.detach(), y.reshape(2, 1), y.unbind()[0]))
    assert not any(v.is_conj() for v in (y.clone(), y + 1, y.conj()))
    assert y.imag.is_neg() and not y.real.is_neg() and y.imag.tolist() == [-2.0, 4.0]
    assert torch.eye(2).to(torch.complex64).H.is_conj()
    with pytest.raises(RuntimeError, match="conjugate bit set"):
        y.numpy()
    with pytest.raises(RuntimeError, match="negative bit set"):
        y.imag.numpy()
    assert y.numpy(force=True).tolist() == y.tolist()
    assert repr(y) == "tensor([1.-2.j, 3.+4.j], dtype=torch.complex128)"
    assert pickle.loads(pickle.dumps(y)).is_conj() and not copy.deepcopy(y).is_conj()


def test_gradients_pass_writes_through_a_conjugate() -> None:
    def f(x: torch.Tensor) -> torch.Tensor:
        y = x * 1
        y.conj().mul_(x)
        y.conj()[1:].sin_()
        y.conj().imag.mul_(x.real + 1)
        return y

    assert torch.autograd.gradcheck(f, (z(True),))
    assert torch.autograd.gradgradcheck(f, (z(True),))
    with fw.dual_level():
        d = fw.make_dual(z(), torch.tensor([1j, 1], dtype=torch.complex128))
        d.conj().mul_(2j)
        assert fw.unpack_dual(d).tangent.tolist() == [2 + 0j, -2j]


@for_each([name for name, row in ROWS.items() if name in OPS and row.base == "float64"])
def test_no_op_sees_the_memory(name: str) -> None:
    """Every op gives for a negative (an array that no kernel can read) what it gives for its values, or refuses."""
    row, op = ROWS[name], OPS[name]
    args = op_args(row, 0, dtype=row.base)
    args = list(args if row.prepare is None else row.prepare(*args))

    def negative(value: object) -> object:
        if isinstance(value, list):
            return [negative(v) for v in value]
        if not isinstance(value, torch.Tensor) or not value.is_floating_point():
            return value
        return torch._neg_view(-value.detach())

    call = caller(op.name)
    torch.manual_seed(0)
    expected = call(*args)
    torch.manual_seed(0)
    found = call(*[negative(a) for a in args])
    for a, b in zip(*(v if isinstance(v, (tuple, list)) else (v,) for v in (found, expected)), strict=True):
        assert a.shape == b.shape
        np.testing.assert_array_equal(a.resolve_neg().numpy(force=True), b.numpy(force=True))


REAL = [name for name, row in ROWS.items() if name in OPS and row.base == "float64"]


@pytest.mark.parametrize("name", [name for name in REAL if "inplace" in OPS[name].variants and not OPS[name].in_place.not_implemented])
def test_in_place(name: str) -> None:
    """Written into a negative is what is written into its values; with a history too."""
    row, op = ROWS[name], OPS[name]
    args = op_args(row, 0, dtype=row.base)
    first, *others = list(args if row.prepare is None else row.prepare(*args))
    start = first.detach()

    def run(x: torch.Tensor, view: torch.Tensor) -> torch.Tensor:
        inplace(op, view, *others)
        return x

    plain, memory = start.clone(), -start
    with torch.no_grad():
        try:
            run(plain, plain)
        except RuntimeError:
            with pytest.raises(RuntimeError):
                run(memory, torch._neg_view(memory))
            return
        run(memory, torch._neg_view(memory))
    np.testing.assert_array_equal(-memory.numpy(), plain.numpy())
    if not op.is_differentiable or op.name in ("igamma", "igammac", "floor_divide", "heaviside"):
        return
    found = []
    for sign in (1, -1):
        leaf = start.clone().requires_grad_()
        x = leaf * sign
        run(x, torch._neg_view(x) if sign < 0 else x)
        (x * sign * torch.arange(1.0, x.numel() + 1, dtype=x.dtype).reshape(x.shape)).sum().backward()
        found.append(leaf.grad)
    np.testing.assert_allclose(found[0].numpy(), found[1].numpy(), rtol=1e-12)  # type: ignore[union-attr]


def test_it_is_no_array() -> None:
    pending = Pending(np.ones(3), False, True)
    for use in (np.asarray, np.sum, np.negative, len, lambda a: a[0], lambda a: a + 1, lambda a: np.ones(3) @ a, lambda a: a.reshape(3, 1),
                lambda a: np.copyto(np.empty(3), a), lambda a: np.add(np.ones(3), a)):
        with pytest.raises((Unresolved, TypeError)):
            use(pending)  # type: ignore[no-untyped-call, operator]


def test_what_a_conjugate_is_mixed_with() -> None:
    x = z(True) * 1
    parts = torch._neg_view(x).unbind()
    x.mul_(2)
    with pytest.raises(RuntimeError, match="multiple views"):
        parts[0] * 2
    real, y = torch.ones(2, dtype=torch.float64, requires_grad=True) * 1, z().conj()
    real.add_(y.imag)  # one that is recorded, and promotes
    assert real.tolist() == [-1.0, 5.0]
    with fw.dual_level():
        d = fw.make_dual(z(), torch.ones_like(z()))
        view = d.conj()
        d.mul_(2)
        assert view._version == d._version == 1


_DRAWS = {
    "bernoulli": torch.bernoulli, "bernoulli_": lambda p: torch.empty(p.shape).bernoulli_(p),
    "multinomial": lambda p: torch.multinomial(p, 3),
    "poisson": torch.poisson, "normal": lambda p: torch.normal(p, p),
    "binomial": lambda p: torch.binomial(torch.full_like(p, 9.0), p), "gamma": torch._standard_gamma, "dirichlet": torch._sample_dirichlet,
}


@pytest.mark.parametrize("name", _DRAWS)
def test_draws_with_negated_parameters_are_those_with_their_values(name: str) -> None:
    """Nothing is drawn before the parameters are read."""
    p = torch.tensor([0.1, 0.5, 0.9, 0.3, 0.7])
    found = []
    for given in (p, torch._neg_view(-p)):
        torch.manual_seed(0)
        found.append((_DRAWS[name](given), torch.rand(2)))
    assert all(torch.equal(a, b) for a, b in zip(*found, strict=True))


def test_a_lazily_negated_tolerance_is_read() -> None:
    x = torch.tensor([[2.0, 0.0], [0.0, 1.0]])
    assert torch.equal(torch.linalg.pinv(x, rtol=torch._neg_view(torch.tensor(-0.6))), torch.tensor([[0.5, 0.0], [0.0, 0.0]]))
