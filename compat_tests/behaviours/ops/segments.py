"""Runs of rows, bags, groups, hashes, rounding as quantized tensors would, and old forms of scaled products."""
from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .. import refused
from .._autograd import tried

_HOW = ("sum", "mean", "max", "min", "prod")


def _rows(torch: Any) -> Any:
    return torch.tensor([[1.0, 2.0], [3.0, 3.0], [3.0, 0.0], [4.0, 0.0], [6.0, 6.0], [6.0, 5.0]])


def runs(torch: Any) -> Iterator[Any]:
    """Sums, means, extremes and products of runs of rows, with their gradients and initial values."""
    lengths, offsets = torch.tensor([2, 0, 4]), torch.tensor([0, 2, 2, 6])
    for how in _HOW:
        for initial in (None, 2.0, 6):
            x = _rows(torch).requires_grad_()
            out = torch.segment_reduce(x, how, lengths=lengths, initial=initial)
            yield out, torch.autograd.grad(out, x, torch.arange(1.0, 7).reshape(3, 2))
        yield torch.segment_reduce(_rows(torch).half(), how, offsets=offsets)
        yield torch.segment_reduce(_rows(torch)[:, 0], how, lengths=torch.tensor([1, 2]), unsafe=True)
        yield torch.segment_reduce(_rows(torch).t(), how, lengths=torch.tensor([[2, 4], [1, 5]]), axis=-1)
        yield torch.segment_reduce(torch.tensor([1.0, float("nan"), 3.0, 4.0]), how, lengths=torch.tensor([1, 2, 1]))


def refused_runs(torch: Any) -> Iterator[Any]:
    """What segment_reduce says to wrong reductions, lengths, offsets, axes and dtypes."""
    x, lengths, f = _rows(torch), torch.tensor([2, 0, 4]), torch.segment_reduce
    for call in (lambda: f(x, "sum"), lambda: f(x, "odd", lengths=lengths), lambda: f(x, "sum", lengths=lengths[:2]),
                 lambda: f(x, "sum", lengths=torch.tensor([2, -1, 5])), lambda: f(x, "sum", lengths=lengths, axis=1),
                 lambda: f(x, "sum", indices=lengths), lambda: f(x.long(), "sum", lengths=lengths),
                 lambda: f(x, "sum", lengths=lengths.float()), lambda: f(x, "sum", lengths=lengths, axis=2),
                 lambda: f(x, "sum", offsets=torch.tensor([[0, 6]])), lambda: f(x, "sum", lengths)):
        yield refused(call)


def hashes(torch: Any) -> Iterator[Any]:
    """hash_tensor hashes whole tensors or single dimensions of each dtype, and refuses other modes."""
    x = torch.tensor([[-0.0, 1.5, float("nan")], [3.0, -4.0, float("inf")]])
    for dtype in (torch.float16, torch.float32, torch.float64):
        yield torch.hash_tensor(x.to(dtype)), x.to(dtype).hash_tensor(1), torch.hash_tensor(x.to(dtype), (0, 1), keepdim=True)
    for dtype in (torch.bool, torch.uint8, torch.int8, torch.int64):
        yield torch.hash_tensor(torch.tensor([[1, 2], [3, 100]]).to(dtype), 0)
    for call in (lambda: torch.hash_tensor(x, mode=1), lambda: torch.hash_tensor(x, 2), lambda: torch.hash_tensor(x.cfloat()),
                 lambda: torch.hash_tensor(torch.zeros(0, 3)), lambda: torch.hash_tensor(torch.zeros(0, 3), 0)):
        yield refused(call)


def bags(torch: Any) -> Iterator[Any]:
    """embedding_bag returns sums, means or maxima of rows with its three helper tensors and gradients."""
    index, offsets = torch.tensor([1, 2, 4, 5, 4, 3]), torch.tensor([0, 2, 2, 5])
    for mode in (0, 1, 2):
        for dtype in (torch.float32, torch.float64):
            w = torch.arange(12.0).reshape(6, 2).to(dtype).requires_grad_()
            found = torch.embedding_bag(w, index, offsets, False, mode)
            yield found, torch.autograd.grad(found[0].sum(), w), found[0].grad_fn.name()
        yield torch.embedding_bag(w.detach(), index, offsets, False, mode, False, None, False, 4)
        yield torch.embedding_bag(w.detach(), index.int(), offsets.int(), mode=mode)
    yield torch.embedding_bag(w.detach().float(), index, offsets, False, 0, False, torch.arange(6.0))


def refused_bags(torch: Any) -> Iterator[Any]:
    """What embedding_bag says to wrong dtypes, modes, offsets, weights and indices."""
    w, index, offsets, f = torch.arange(12.0).reshape(6, 2), torch.tensor([1, 2, 4]), torch.tensor([0, 2]), torch.embedding_bag
    for call in (lambda: f(w, index.float(), offsets), lambda: f(w.long(), index, offsets), lambda: f(w, index, offsets, False, 3),
                 lambda: f(w, index, offsets + 1), lambda: f(w[0], index, offsets),
                 lambda: f(w, index, offsets.reshape(1, 2)), lambda: f(w, index, offsets, False, 1, False, torch.ones(3)),
                 lambda: f(w, index, offsets, False, 1, False, None, False, 7)):
        yield refused(call)
    yield refused(lambda: f(w, index + 3, offsets))["raised"]  # PyTorch looks for the words in memory that it has let go of


def rows_brought_to_a_norm(torch: Any) -> Iterator[Any]:
    """embedding_renorm_ shrinks in place only those rows whose norm is above the limit."""
    index, f = torch.tensor([1, 2, -1]), torch.embedding_renorm_
    for kind in (1.0, 2.0, float("inf")):
        w = torch.arange(8.0).reshape(4, 2)
        yield f(w, index, 1.5, kind), w
    w = torch.ones(4, 2).requires_grad_()
    out = f(w * 2, index, 1.0, 2.0)
    yield out, tried(lambda: out.sum().backward())
    for call in (lambda: f(w, index, 1.0, 2.0), lambda: f(torch.ones(3), index, 1.0, 2.0), lambda: f(torch.ones(3, 2), index + 2, 1.0, 2.0),
                 lambda: f(torch.ones(3, 2), index.float(), 1.0, 2.0), lambda: f(torch.ones(3, 2).long(), index, 1.0, 2.0)):
        yield refused(call)


def rounding(torch: Any) -> Iterator[Any]:
    """Fake quantization rounds to a grid by tensor or channel and passes gradients only inside its range."""
    x = torch.tensor([[-1.5, 0.24, 0.25, 0.26], [1.1, 3.0, float("nan"), float("inf")]])
    scale, zero = torch.tensor([0.1, 0.5]), torch.tensor([0, 1], dtype=torch.int32)
    whole, channels = torch.fake_quantize_per_tensor_affine, torch.fake_quantize_per_channel_affine
    for call in (lambda y: whole(y, 0.1, 0, 0, 20), lambda y: whole(y, scale[:1], zero[:1], 0, 20),
                 lambda y: channels(y, scale, zero, 0, 0, 20), lambda y: channels(y, scale, zero.float() + 0.25, 0, 0, 20),
                 lambda y: whole(y, 0.1, 10, -128, 127)):
        for dtype in (torch.float32, torch.float64, torch.float16):
            y = x.to(dtype).requires_grad_()
            out = call(y)
            yield out, torch.autograd.grad(out, y, torch.full_like(out, 2.0))
    yield whole(x.t(), 0.1, 0, 0, 255), channels(x.t(), scale, zero, 1, 0, 255)
    for call in (lambda: whole(x, 0.1, 300, 0, 255), lambda: whole(x, 0.1, 0, 5, 1), lambda: whole(x.long(), 0.1, 0, 0, 9),
                 lambda: channels(x, scale, zero, 1, 0, 9), lambda: channels(x, scale, zero.long(), 0, 0, 9),
                 lambda: channels(x, scale.double(), zero, 0, 0, 9), lambda: channels(x, scale, zero[:1], 0, 0, 9),
                 lambda: channels(x, scale, zero, -1, 0, 9), lambda: channels(x, scale, zero + 30, 0, 0, 9)):
        yield refused(call)


def products_of_groups(torch: Any) -> Iterator[Any]:
    """grouped_mm multiplies groups of rows by their own matrices and refuses strides off 16 bytes."""
    f, ends = torch.nn.functional.grouped_mm, torch.tensor([2, 6], dtype=torch.int32)
    a, b = torch.arange(24.0).reshape(6, 4), torch.arange(24.0).reshape(2, 3, 4).transpose(1, 2)
    yield f(a, b, offs=ends), f(torch.arange(24.0).reshape(2, 3, 4), b), f(a.half(), torch.ones(2, 8, 4).half().transpose(1, 2),
                                                                        offs=ends)
    x, w = torch.ones(6, 8).requires_grad_(), torch.ones(2, 4, 8).transpose(1, 2).requires_grad_()
    out = f(x, w, offs=ends)
    yield out, [g.sum() for g in torch.autograd.grad(out, (x, w), torch.ones_like(out))], out.grad_fn.name()
    for call in (lambda: f(a, b), lambda: f(a, b, offs=ends.long()), lambda: f(a, b.double(), offs=ends), lambda: f(a, b.half(), offs=ends),
                 lambda: f(a, b, offs=ends[:1]), lambda: f(a[0], b, offs=ends), lambda: f(a[:, :3], b, offs=ends),
                 lambda: f(a, b, offs=ends, bias=torch.ones(3)), lambda: f(a, b, offs=ends, out_dtype=torch.float16),
                 lambda: f(a[:, :3].contiguous(), b[:, :3], offs=ends), lambda: f(torch.ones(3, 3, 4), b)):
        yield refused(call)
    # PyTorch: RuntimeError: strides should be multiple of 16 bytes


def numbers_before_tensors(torch: Any) -> Iterator[Any]:
    """The old forms of addmm and its like take their factors as numbers before the tensors."""
    x, v, b = torch.arange(1.0, 5).reshape(2, 2), torch.arange(1.0, 3), torch.arange(1.0, 9).reshape(2, 2, 2)
    for name, start, factors in (("addmm", x, (x, x)), ("addr", x, (v, v)), ("addmv", v, (x, v)), ("addbmm", x, (b, b)),
                                 ("baddbmm", b, (b, b))):
        f = getattr(torch, name)
        yield f(2, start, 3, *factors), f(2, start, *factors), getattr(start, name)(2, 3, *factors)
        yield getattr(start.clone(), name + "_")(2, *factors), f(2, start, 3, *factors, out=torch.empty(0))
        yield refused(lambda f=f, start=start, factors=factors: f(start, 3, *factors))
