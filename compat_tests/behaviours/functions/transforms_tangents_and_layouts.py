"""Calls inside transforms, with tangents, of sparse and meta tensors, of no dimensions."""
from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any


def _told(torch: Any, texts: str) -> Iterator[Any]:
    """The answers to expressions, one a line, as lists or as the type of the error with its first words."""
    names = {"torch": torch, "func": torch.func, "vmap": torch.vmap, "grad": torch.func.grad, "jvp": torch.func.jvp}
    for text in filter(None, map(str.strip, texts.splitlines())):
        known = {**names, "x": torch.tensor([1.0, 0.0, 3.0]), "big": torch.arange(24.0).view(2, 2, 3, 2),
                 "m": torch.tensor([[2.0, 1.0, 0.5], [1.0, 3.0, 0.0], [0.0, 1.0, 4.0]])}
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                found = _plain(torch, eval(text, known))
            yield text, found
        except Exception as error:
            yield text, type(error).__name__, str(error)[:25]


def _rounded(value: Any) -> Any:
    """To four digits."""
    if isinstance(value, list):
        return [_rounded(v) for v in value]
    if isinstance(value, complex):
        return [_rounded(value.real), _rounded(value.imag)]
    return float(f"{value:.4g}") if isinstance(value, float) else value


def _plain(torch: Any, value: Any) -> Any:
    if isinstance(value, (tuple, list)):
        return [_plain(torch, v) for v in value]
    if not isinstance(value, torch.Tensor):
        return value
    if value.is_meta:
        return str(value.dtype), tuple(value.shape), value.stride()
    dense = value.detach()
    dense = dense if dense.layout is torch.strided else dense.to_dense()
    return str(value.layout), str(dense.dtype), _rounded(dense.resolve_conj().tolist())


def in_transforms(torch: Any) -> Iterator[Any]:
    """Reductions of single elements, index writes, decompositions."""
    yield from _told(torch, """
        vmap(lambda x: x.kthvalue(1)[0])(x)
        vmap(lambda x: x.median())(x)
        vmap(lambda x: x.mode()[0])(x)
        vmap(lambda x: jvp(lambda x: x.kthvalue(1)[0], (x,), (x,)))(x)
        vmap(lambda x: jvp(lambda x: x.median(0)[0], (x,), (x,)))(x)
        vmap(lambda x: jvp(lambda x: x.mode(0)[0], (x,), (x,)))(x)
        vmap(lambda x: jvp(lambda x: x.max(0)[0], (x,), (x,)))(x)
        vmap(grad(lambda x: x.kthvalue(1)[0]))(x)
        vmap(lambda x: x.topk(1)[0])(x)
        vmap(lambda x: x.sort()[0])(x)
        vmap(lambda x: x.cumsum(0))(x)
        vmap(lambda x: x.logcumsumexp(0))(x)
        vmap(lambda x: x.diff())(m)
        jvp(lambda x: x.cumprod(0), (torch.tensor(0.0),), (torch.tensor(2.0),))
        jvp(lambda x: x.cumprod(0), (x,), (x + 1,))
        vmap(lambda x: jvp(lambda x: x.cumprod(0), (x,), (x + 1,)))(m)
        jvp(lambda m: torch.lu_unpack(m, torch.tensor([1, 2, 3], dtype=torch.int32))[1:], (m,), (m,))
        jvp(lambda m: torch.lu_unpack(m, torch.tensor([1, 2, 3], dtype=torch.int32), unpack_pivots=False)[1:], (m,), (m,))
        grad(lambda m: grad(lambda m: torch.slogdet(m)[1])(m).sum())(m * 0)
        grad(lambda m: torch.slogdet(m)[1])(m)
        vmap(lambda m: m.index_put((torch.tensor([0, 2]), torch.tensor([1, 1])), torch.tensor([7.0, 8.0])))(torch.stack([m, m]))
        vmap(lambda a: torch.index_put(a, (torch.tensor([0, 1]), None, torch.tensor([1, 0])), torch.ones(2, 3)))(big)
        vmap(lambda a, v: torch.index_put(a, (torch.tensor([0, 1]), None, torch.tensor([1, 0])), v))(big, big[0])
        vmap(lambda v: torch.index_put(torch.zeros(2, 3, 2), (torch.tensor([0, 1]), None, torch.tensor([1, 0])), v))(torch.ones(2, 2, 3))
        vmap(lambda a: a[torch.tensor([0, 1]), :, torch.tensor([1, 0])])(big)
        vmap(lambda a: a[torch.tensor([0, 1]), :, 1])(big)
        grad(lambda x: (x * 2).copy_(torch.ones(3)).sum())(x)
        grad(lambda x: (x * 2).copy_(x * x).sum())(x)
        grad(lambda x: (x * 2).fill_(2).sum() + x.sum())(x)
        grad(lambda x: (x * 2).zero_().add_(x).sum())(x)
        grad(lambda x: (x * 2).exp_().mul_(x).sum())(x)
        grad(lambda x: (x * 2).sigmoid_().add_(x).pow(2).sum())(x)
        grad(lambda x: (x * 2).uniform_().sum())(x)
        vmap(lambda x: grad(lambda x: (x * 2).normal_().mul(0).sum() + x)(x))(x)
        grad(lambda x: grad(lambda x: (x * 2).tanh_().sum())(x).sum())(x)
        grad(lambda x: torch.stack((x * 2).unbind()).sum())(x)
        grad(lambda x: (x * 2).unbind()[0].mul_(2).sum())(x)
        grad(lambda x: (x * 2).split(2)[0].mul_(2).sum())(x)
        vmap(lambda x: torch.zeros(3).add_(x))(m)
        vmap(lambda x: torch.zeros(3).copy_(x))(m)
        vmap(lambda x: torch.zeros(1, 3).copy_(x))(m)
        vmap(lambda x: torch.zeros(3).mul_(x))(m)
        vmap(lambda x: x.clone().add_(torch.ones(2, 3)))(m)
        vmap(lambda x: x.view(1, 3).squeeze().sum())(m)
        vmap(lambda x: torch.cat([x, torch.ones(2)]))(m)
        vmap(lambda x: torch.block_diag(x, torch.ones(1)))(m)
        vmap(lambda x: torch.meshgrid(x, torch.ones(2), indexing="ij")[0])(m)
        vmap(lambda x: torch.histc(x, 2))(m)
        vmap(lambda x: torch.bincount(x.long()))(m)
        vmap(lambda x: x.to("meta"))(m)
        vmap(lambda x: x * 2)(m.to("meta"))
        vmap(lambda x: x.sum())(torch.ones(0, 3))
        vmap(lambda x: x.item())(x)
        vmap(lambda x: x.tolist())(x)
        grad(lambda x: float(x.sum()) * x.sum())(x)
        grad(lambda x: x.numpy().sum())(x)""")


def with_tangents(torch: Any) -> Iterator[Any]:
    """In-place calls of dual tensors, their views and bases."""
    fw = torch.autograd.forward_ad
    for write in ("a.add_(b)", "a[0].add_(b[0])", "b.add_(a)", "b[1:].mul_(a[1:])", "b[0].copy_(a[0])", "a.copy_(b)", "a.zero_()",
                  "a[1].fill_(3)", "b.expand(3).add_(a)", "a.exp_()", "a.square_()", "b[::2].addcmul_(a[::2], a[::2])",
                  "a.float_power_(2)", "b.view(3, 1).add_(a.view(3, 1))", "b.index_add_(0, torch.tensor([0, 0]), a[:2])",
                  "a.masked_fill_(b > 1, 2)", "b.detach().add_(a)", "b[0:0].add_(a[0:0])", "a.pow_(b)",
                  "b.pow_(a)", "a.clamp_(0.5, 2)", "b.unbind()[0].add_(a[1])"):
        with fw.dual_level():
            a, b = fw.make_dual(torch.tensor([1.0, 2.0, 3.0]), torch.tensor([1.0, 0.0, 2.0])), torch.tensor([2.0, 1.0, 4.0])
            try:
                eval(write, {"a": a, "b": b, "torch": torch})
                duals = [fw.unpack_dual(t) for t in (a, b)]
                yield write, [None if t is None else _rounded(t.tolist()) for dual in duals for t in (dual.primal, dual.tangent)]
            except Exception as error:
                yield write, type(error).__name__, str(error)[:40]


def of_no_or_few_dimensions(torch: Any) -> Iterator[Any]:
    """Contractions, concatenations and paddings at their ends."""
    yield from _told(torch, """
        torch.tensordot(x, x, 2)
        torch.tensordot(m, m, 2)
        torch.tensordot(m, m, 0).shape
        torch.tensordot(m, m, ([0], [5]))
        torch.tensordot(m, m, ([0, 1], [0]))
        torch.tensordot(m, m[:1], ([0], [0]))
        torch.tensordot(m[:0], m[:0], ([0], [0]))
        torch.tensordot(m, x, ([1], [0]))
        torch.tensordot(torch.tensor(2.0), m, 0)
        torch.einsum("ii,ij->j", m, m)
        torch.einsum("ij,kj->", m, m)
        torch.einsum("ij,jk->ik", m[:0], m)
        torch.einsum("ij,jk->ik", m, m[:, :0]).shape
        torch.einsum("ij,jk->ki", m, m)
        torch.einsum("ij,jk", m[:, :1], m)
        torch.einsum("ij,j->i", m, x[:2])
        torch.einsum("...j,j", m, x)
        torch.cat([m.to("meta")], 2)
        torch.stack([m.to("meta")], 3)
        torch.stack([m.to("meta")] * 2, -1)
        torch.cat([m.to("meta")] * 2, -3)
        torch.take_along_dim(torch.tensor(2.0), torch.tensor(0), 0)
        torch.tensor(2.0).kthvalue(1)
        torch.tensor(2.0).cumsum(0)
        torch.tensor(2.0).flip(0)
        torch.tensor(2.0).index_select(0, torch.tensor(0))
        torch.tensor(2.0).gather(0, torch.tensor(0))
        torch.tensor(2.0).unbind()
        torch.tensor(2.0).scatter(0, torch.tensor(0), torch.tensor(3.0))
        m.to(torch.complex64).conj().diagonal_scatter(x.to(torch.complex64))
        torch.exp(x, out=torch.ones(3, dtype=torch.complex64).conj())
        torch.add(m.to(torch.complex64).conj(), 1, out=torch.ones(3, 3, dtype=torch.complex64).conj())
        torch.sort(m.to("meta"), out=(m.to("meta"), m.long().to("meta")))[0]
        torch.device("cpu") < 3
        torch.device("cpu") < torch.device("cpu", 1)
        torch.device("cpu") == "cpu"
        len({torch.device("cpu"), torch.device("cpu"), torch.device("meta")})
        setattr(torch.device("cpu"), "type", "meta")
        setattr(torch.device("cpu"), "index", 2)""")


def of_sparse_tensors(torch: Any) -> Iterator[Any]:
    """Sparse tensors in place, with gradients, and beside dense ones."""
    yield from _told(torch, """
        torch.sparse.sum(m.to_sparse(), dtype=torch.float64)
        torch.sparse.sum(m.to_sparse(), 0, dtype=torch.float64)
        torch.sparse.sum(m.to_sparse(), (0, 1))
        m.to_sparse().sum(1)
        m.to_sparse().sum(dtype=torch.int64)
        m.to_sparse().div(2, rounding_mode="floor")
        m.to_sparse().div(torch.tensor(2.0), rounding_mode="trunc")
        m.clone().add_(m.to_sparse())
        m.clone().add_(m.to_sparse(), alpha=2)
        m.clone().mul_(m.to_sparse())
        m.clone().sub_(m.to_sparse())
        m.to_sparse().mul_(2)
        m.to_sparse().mul_(m.to_sparse())
        m.to_sparse().add_(m.to_sparse())
        m.to_sparse().add_(x.to_sparse())
        m.to_sparse().add_(m)
        m.to_sparse().requires_grad_().mul_(2)
        m.to_sparse().sin_()
        m.to_sparse().neg_()
        m.to_sparse().abs_()
        m.to_sparse().zero_()
        torch.sparse_coo_tensor([[0, 0]], [1.0, 2.0], (2,)).sin_()
        torch.sparse_coo_tensor([[0, 0]], [1.0, 2.0], (2,)).sin()
        torch.sparse_coo_tensor([[0, 0]], [1.0, 2.0], (2,)).neg_()
        m.to_sparse_csr().mul_(2)
        m.to_sparse_csr().add_(m.to_sparse_csr())
        m.to_sparse_csr().sin_()
        m.to_sparse_csr().zero_()
        m.clone().add_(m.to_sparse_csr())
        m.to_sparse_csr().requires_grad_().mul_(2)
        torch.addmm(m, m.to_sparse_csr(), m.to_sparse_csr())
        torch.addmm(m.to_sparse_csr(), m.to_sparse_csr(), m.to_sparse_csr())
        torch.addmm(m.to_sparse_csr(), m, m)
        torch.addmm(m.to_sparse(), m.to_sparse_csr(), m.to_sparse_csr())
        torch.addmm(m, m.to_sparse(), m)
        m.to_sparse_csr().to(torch.complex64).conj()
        (m.to_sparse_csr() * 1j).conj()
        m.to_sparse_csr().sum()
        m.to_sparse_csr().sum(1, keepdim=True)""")
