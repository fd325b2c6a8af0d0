"""Sparse matrices by rows, by columns and of blocks: how they are made and printed, what they do, and what gradients they have."""
from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from .. import refused


def _summary(t: Any) -> Any:
    """What there is to see of a tensor of any layout."""
    if str(t.layout) == "torch.strided":
        return t
    return {"text": repr(t), "graph": None if t.grad_fn is None else t.grad_fn.name(), "layout": str(t.layout), "nnz": t._nnz(),
            "dense": t.detach().to_dense()}


def _failure(call: Any) -> Any:
    outcome = refused(call)
    return outcome["raised"], outcome["message"].split(" with arguments")[0].split("::")[0]


def _dense(torch: Any) -> Any:
    warnings.simplefilter("ignore")  # that support is in beta
    return torch.tensor([[1.0, 0.0, 2.0], [0.0, 0.0, 3.0], [4.0, 5.0, 0.0], [0.0, 0.0, 0.0]])


def making(torch: Any) -> Iterator[Any]:
    """From parts, from dense, between layouts, in batches."""
    d = _dense(torch)
    yield _summary(torch.sparse_csr_tensor([0, 2, 3], [0, 1, 1], [1.0, 2.0, 3.0]))
    yield _summary(torch.sparse_csr_tensor([0, 2, 3], [0, 1, 1], [1, 2, 3], (2, 4), dtype=torch.float64))
    yield _summary(torch.sparse_csr_tensor([0, 0, 0], [], [], (2, 3)))
    yield _summary(torch.sparse_csc_tensor([0, 2, 3], [0, 1, 1], [1.0, 2.0, 3.0], (3, 2)))
    yield _summary(torch.sparse_bsr_tensor([0, 1, 2], [0, 1], torch.arange(8.0).reshape(2, 2, 2)))
    yield _summary(torch.sparse_bsc_tensor([0, 1, 2], [0, 1], torch.arange(8.0).reshape(2, 2, 2)))
    yield _summary(torch.sparse_compressed_tensor([0, 1], [0], [2.0], (1, 1), layout=torch.sparse_csr, requires_grad=True))
    for layout in (torch.sparse_csr, torch.sparse_csc):
        yield _summary(d.to_sparse(layout=layout))
        yield _summary(d.to_sparse().to_sparse(layout=layout))
    for block in ((2, 1), (4, 3), 1):
        yield _summary(d.to_sparse_bsr(block))
        yield _summary(d.to_sparse_bsc(block))
        yield _summary(d.to_sparse_csr().to_sparse_bsr(block))
    yield _summary(d.to_sparse_csr().to_sparse_csc().to_sparse())
    yield _summary(torch.stack([d, 2 * d]).to_sparse_csr())
    yield _summary(torch.stack([d, d.flip(1)], 2).to_sparse_csr(dense_dim=1))
    yield _summary(torch.zeros(2, 3, layout=torch.sparse_csr))
    yield _summary(torch.zeros_like(d.to_sparse_csr()))
    yield _summary(torch.ones_like(d.to_sparse_csc()))
    yield _summary(torch.full_like(d.to_sparse_csr(), 2))
    for layout in (None, torch.sparse_csr, torch.sparse_csc):
        yield _summary(torch.sparse.spdiags(torch.arange(9.0).reshape(3, 3), torch.tensor([0, -1, 2]), (4, 3), layout))


def looking(torch: Any) -> Iterator[Any]:
    """Parts and properties."""
    x = _dense(torch).to_sparse_csr()
    yield x.crow_indices().clone(), x.col_indices().clone(), x.values()
    yield x.is_sparse, x.is_sparse_csr, str(x.layout), x.sparse_dim(), x.dense_dim(), x._nnz(), tuple(x.shape), x.numel(), len(x)
    yield x.t().ccol_indices().clone(), x.t().row_indices().clone()
    for call in (x.ccol_indices, x.row_indices, x.indices, x.coalesce, x.is_coalesced, x.stride, x.is_contiguous, x.contiguous, x.numpy,
                 x.type, x._indices, x._values, x.data_ptr, x.untyped_storage, lambda: x.T, lambda: x[1:], _dense(torch).crow_indices):
        yield _failure(call)
    yield _summary(x[0]), _summary(x[:, 2]), x[0, 2], _summary(x.select(1, 0))
    file = io.BytesIO()
    torch.save({"x": x}, file)
    file.seek(0)
    yield _summary(torch.load(file)["x"])


def arithmetic(torch: Any) -> Iterator[Any]:
    """What is there element by element, and what is not."""
    d = _dense(torch)
    for x in (d.to_sparse_csr(), d.to_sparse_csc(), d.to_sparse_bsr((2, 1))):
        for function in (lambda x: x * 2, lambda x: 2 * x, lambda x: -x, lambda x: x + x, lambda x: x.sin(), lambda x: x.abs(),
                         lambda x: x.relu(), lambda x: x.sqrt(), lambda x: x.sum(), lambda x: x.clone(), lambda x: x.double(),
                         lambda x: x.to(torch.int64), lambda x: x.t(), lambda x: x.transpose(0, 1), lambda x: x.to_dense()):
            yield _summary(function(x))
    x = d.to_sparse_csr()
    yield _summary(x * x), _summary(x * d), _summary(d * x), x + d, d + x, _summary(x.add(x, alpha=3)), _summary(x * torch.tensor(2.0))
    yield _summary(x + d.flip(0).to_sparse_csr()), _summary(x * d.flip(0).to_sparse_csr())
    yield _summary(x.sum(0, keepdim=True)), _summary(x.sum(1, keepdim=True)), _summary(d.sparse_mask(x)), _summary(x.sparse_mask(x))
    yield _summary(x.clone().mul_(2)), _summary(x.clone().add_(x)), _summary(x.clone().zero_())
    for call in (lambda: x / 2, lambda: x.exp(), lambda: x.cos(), lambda: x == x, lambda: x - x, lambda: x**2, lambda: x + 1,
                 lambda: x.sum(0),
                 lambda: x + x.to_sparse_csc(), lambda: x * torch.ones(3)):
        yield _failure(call)


def products(torch: Any) -> Iterator[Any]:
    """Matrices and vectors."""
    d = _dense(torch)
    w = torch.arange(12.0).reshape(3, 4)
    for x in (d.to_sparse_csr(), d.to_sparse_csc()):
        yield x @ w, w @ x, torch.mv(x, w[:, 1]), torch.addmm(torch.ones(4, 4), x, w, beta=0.5, alpha=2), torch.sparse.mm(x, w)
        yield torch.sparse.mm(w, x), torch.nn.functional.linear(w.t(), x), (x @ w.to_sparse_csr()).to_dense()
    x = d.to_sparse_csr()
    yield [torch.sparse.mm(x, w, reduce) for reduce in ("sum", "mean", "amax", "amin")]
    yield _summary(torch.sparse.sampled_addmm(x, w.t(), torch.ones(3, 3))), _summary(
        torch.sparse.sampled_addmm(x, torch.ones(4, 2), torch.ones(2, 3), beta=0.5, alpha=2))
    for call in (lambda: x @ w.double(), lambda: x @ torch.ones(2, 2), lambda: x @ w.to_sparse(),
                 lambda: torch.ones(2, 4) @ d.to_sparse_bsr(1),
                 lambda: torch.sparse.sampled_addmm(d.to_sparse_csc(), w.t(), torch.ones(3, 3))):
        yield _failure(call)


def gradients(torch: Any) -> Iterator[Any]:
    """Of leaves, of values, of what was made compressed, and of what is beside."""
    d = _dense(torch)
    functions: list[Callable[[Any, Any], Any]] = [
        lambda x, w: x @ w, lambda x, w: torch.sparse.mm(x, w), lambda x, w: torch.mv(x, w[:, 0]),
        lambda x, w: torch.addmm(torch.ones(4, 4), x, w), lambda x, w: x.to_dense(), lambda x, w: x * 2, lambda x, w: x.sum(),
        lambda x, w: x.values(), lambda x, w: x + x, lambda x, w: x * x, lambda x, w: x + w.t(), lambda x, w: x.t(),
        lambda x, w: x.clone(), lambda x, w: x.double(), lambda x, w: torch.sparse.sampled_addmm(x, w.t(), torch.eye(3)),
        lambda x, w: x.to_sparse(), lambda x, w: x.to_sparse_csc(), lambda x, w: w.t() @ x.t(), lambda x, w: w @ x,
        lambda x, w: torch.sparse.mm(x, w, "sum"), lambda x, w: torch.sparse.mm(x, w, "mean"),
        lambda x, w: torch.sparse.mm(x, w, "amax")]
    for function in functions:
        x, w = d.to_sparse_csr().requires_grad_(), torch.arange(12.0).reshape(3, 4).requires_grad_()
        out = function(x, w)
        yield out.grad_fn.name()
        (out if str(out.layout) == "torch.strided" else out.to_dense()).pow(2).sum().backward()
        yield _summary(x.grad), w.grad if w.grad is None else w.grad.clone()
    v = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    for make in (torch.sparse_csr_tensor, torch.sparse_csc_tensor):
        x = make(torch.tensor([0, 2, 3]), torch.tensor([0, 1, 1]), v, (2, 2))
        yield _summary(x), torch.autograd.grad((x @ torch.ones(2, 2) * 3).pow(2).sum(), v)[0]
    leaf = d.clone().requires_grad_()
    (leaf.to_sparse_csr() @ torch.arange(6.0).reshape(3, 2)).sum().backward()
    yield leaf.grad


def refusals(torch: Any) -> Iterator[Any]:
    """Parts that do not fit."""
    d = _dense(torch)
    for parts in (([0, 2, 4], [0, 1, 1], [1.0, 2, 3], (2, 2)), ([1, 2, 3], [0, 1, 1], [1.0, 2, 3], (2, 2)),
                  ([0, 2, 3], [0, 1, 5], [1.0, 2, 3], (2, 2)), ([0, 2, 3], [1, 0, 1], [1.0, 2, 3], (2, 2)),
                  ([0, 2, 3], [0, 1, 1], [1.0, 2], (2, 2)), ([0, 2, 3], [0, 1, 1], [1.0, 2, 3], (3, 2)),
                  ([0, 2, 1, 3], [0, 1, 1], [1.0, 2, 3], (3, 2)), ([0, 2, 3], [0, 0, 1], [1.0, 2, 3], (2, 2)),
                  ([0, 2, 3], [0, 1, 1], [1.0, 2, 3], (2,)), ([[0, 2, 3]], [0, 1, 1], [1.0, 2, 3], (2, 2))):
        yield _failure(lambda parts=parts: torch.sparse_csr_tensor(*parts, check_invariants=True))
    for call in (lambda: torch.sparse_compressed_tensor([0, 1], [0], [1.0]), lambda: torch.sparse_bsr_tensor([0, 1], [0], [1.0]),
                 lambda: d.to_sparse_bsr(2), lambda: d.to_sparse(layout=torch.sparse_bsr), lambda: d[0].to_sparse_csr(),
                 lambda: d.to_sparse(1).to_sparse_csr(), lambda: d.to_sparse_csr().to_dense(torch.float64),
                 lambda: d.to_sparse_csr().to_sparse(1), lambda: torch.stack([d, d * 0]).to_sparse_csr(),
                 lambda: torch.zeros_like(d.to_sparse_csr(), layout=torch.strided)):
        yield _failure(call)


def batches(torch: Any) -> Iterator[Any]:
    """Batches of matrices: what is kept of each, back again, without any -0, and which cannot be one tensor."""
    x = (1 + torch.arange(48.0).reshape(2, 4, 6)) * torch.tensor([1.0, 0.0, -0.0, 1.0, 0.0, 0.0]) - 100 * torch.eye(4, 6)
    blocks = torch.arange(1.0, 13.0).reshape(3, 2, 2).repeat(1, 2, 3) * torch.eye(2, 3).repeat_interleave(2, 0).repeat_interleave(2, 1)
    for values in (x, x.reshape(1, 2, 4, 6), x.transpose(1, 2), x.long(), x.bool(), torch.ones(2, 0, 3)):
        for form in ("csr", "csc"):
            made = getattr(values, f"to_sparse_{form}")
            yield _summary(made()), made().to_dense(), torch.signbit(made().to_dense())
    for form in ("bsr", "bsc"):
        for block in ((2, 2), (1, 2)):
            made = getattr(blocks, f"to_sparse_{form}")(block)
            yield _summary(made), made.to_dense()
        yield _summary(blocks.sparse_mask(getattr(blocks, f"to_sparse_{form}")((2, 2))))
    yield refused(lambda: torch.zeros(0, 2, 2).to_sparse_csr()), refused(lambda: torch.tensor([[[1.0, 0]], [[1, 1]]]).to_sparse_csr())
    for starts, places, values, size in (([0, 1, 3], [0, 0, 1], [1.0, -0.0, 3], (2, 2)), ([[0, 1, 1]], [[0]], [[-0.0]], (1, 2, 2))):
        yield torch.signbit(torch.sparse_csr_tensor(starts, places, torch.tensor(values), size).to_dense())


def products_added_to_what_is_dense(torch: Any) -> Iterator[Any]:
    """`addmm` and `mm` with `out=` of two factors of every layout: the values, or that there are none."""
    a, b, dense = torch.tensor([[1.0, 0, 2], [0, 0, 3]]), torch.tensor([[0.0, 4], [5, 0], [6, 7]]), torch.ones(2, 2)
    layouts = (torch.Tensor.to_sparse, torch.Tensor.to_sparse_csr, torch.Tensor.to_sparse_csc, lambda t: t.to_sparse_bsr((1, 1)),
               lambda t: t.to_sparse_bsc((1, 1)), lambda t: t)
    for first in layouts[1:]:
        for second in layouts:
            x, y = first(a), second(b)
            for call in (lambda x=x, y=y: torch.addmm(dense, x, y), lambda x=x, y=y: torch.addmm(dense, x, y, beta=0.5, alpha=2),
                         lambda x=x, y=y: dense.clone().addmm_(x, y), lambda x=x, y=y: torch.addmm(dense, x, y, out=torch.zeros(2, 2)),
                         lambda x=x, y=y: torch.sparse.addmm(dense, x, y))[:4 if x is a else 5]:
                yield _dense_or_refused(call)
    x, y = a.to_sparse_csr().requires_grad_(), b.to_sparse_csr().requires_grad_()
    out = torch.addmm(dense, x, y)
    yield type(out.grad_fn).__name__, torch.autograd.grad(out.sum(), (x, y))
    yield torch.addmm(dense.to_sparse_csc(), a.to_sparse_csc(), b.to_sparse_csc()).to_dense()
    yield torch.mm(a.to_sparse_csr(), b.to_sparse_csr(), out=torch.zeros(2, 2))


def _dense_or_refused(call: Callable[[], Any]) -> Any:
    try:
        return call().to_dense()
    except RuntimeError:
        return "refused"


def batches_in_other_layouts(torch: Any) -> Iterator[Any]:
    """To coordinates, to the other compressed form, and one of their matrices."""
    stack = torch.tensor([[[1.0, 0], [0, 2]], [[0, 3.0], [4, 0]]])
    for batch in (stack, stack.expand(3, 2, 2, 2)):
        for make in (torch.Tensor.to_sparse_csr, torch.Tensor.to_sparse_csc):
            compressed = make(batch)
            coo = compressed.to_sparse()
            yield coo._indices(), coo._values(), coo.is_coalesced(), coo.sparse_dim(), coo.dense_dim(), tuple(coo.shape)
            yield [part.clone() for part in (compressed.to_sparse_csr().col_indices(), compressed.to_sparse_csc().row_indices(),
                                             compressed.to_sparse_csc().values())]
            yield str(compressed[1].layout), compressed[1].to_dense()
    blocks = torch.arange(32.0).view(2, 4, 4)
    for compressed in (blocks.to_sparse_bsr((2, 2)), blocks.to_sparse_bsc((2, 2))):
        yield compressed.to_sparse()._indices(), compressed.to_sparse().to_dense()
    hybrid = torch.sparse_csr_tensor(torch.tensor([[0, 1, 2], [0, 1, 2]]), torch.tensor([[0, 1], [1, 0]]),
                                     torch.arange(8.0).view(2, 2, 2), size=(2, 2, 2, 2)).to_sparse()
    yield hybrid.sparse_dim(), hybrid.dense_dim(), hybrid._indices(), hybrid.to_dense()
