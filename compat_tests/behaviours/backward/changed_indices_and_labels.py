"""What backward notices of changed indices and labels, the graphs of attention with dropout."""
from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

from .. import chain, refused
from .writes_before_backward import _outcomes


def changed_indices(torch: Any) -> Iterator[Any]:
    """Indices of bags, labels of alignments, places along a dimension."""
    F = torch.nn.functional
    for mode in ("sum", "mean", "max"):
        yield list(_outcomes(torch, lambda: [torch.tensor([0, 1, 2, 1]), torch.ones(5, 3), torch.tensor([0, 2])],
                             lambda i, w, o, mode=mode: F.embedding_bag(i, w, o, mode=mode)))
    yield list(_outcomes(torch, lambda: [torch.tensor([[0, 1], [2, 1]]), torch.ones(5, 3), torch.ones(2, 2)],
                         lambda i, w, s: F.embedding_bag(i, w, mode="sum", per_sample_weights=s)))
    table = torch.ones(3, 2, requires_grad=True)
    yield chain(F.embedding_bag(torch.tensor([0, 1]), table, torch.tensor([0])).grad_fn)

    def labelled() -> list[Any]:
        return [torch.linspace(-1, 1, 24).reshape(4, 2, 3).log_softmax(2), torch.tensor([[1, 2], [2, 1]])]
    for reduction in ("none", "mean"):
        yield list(_outcomes(torch, labelled, lambda p, t, r=reduction: F.ctc_loss(p, t, (4, 3), (2, 1), reduction=r)))
    p, t = labelled()
    p.requires_grad_()
    node = F.ctc_loss(p, t, (4, 3), (2, 1), reduction="none").grad_fn
    yield node._saved_targets, node._saved_targets.data_ptr() == t.data_ptr(), chain(node)
    for indices, dim in ((torch.tensor([[0, 1, 0]]), 0), (torch.tensor([1, 2]), None), (torch.tensor([[0], [1]]), 1)):
        yield list(_outcomes(torch, lambda i=indices: [torch.arange(6.0).reshape(2, 3), i.clone()],
                             lambda x, i, dim=dim: torch.take_along_dim(x, i, dim)))


def places_along_a_dimension(torch: Any) -> Iterator[Any]:
    """`take_along_dim`: along a dimension places are counted modulo its size, in the whole they are not."""
    for x in (torch.arange(6.0).reshape(2, 3), torch.arange(6.0).reshape(2, 3).requires_grad_()):
        for places in ([[0, 7]], [[0, -7, -4]], [[0, 2, -2]]):
            yield torch.take_along_dim(x, torch.tensor(places), 1)
            yield refused(lambda x=x, places=places: torch.take_along_dim(x, torch.tensor(places)))
    yield refused(lambda: torch.take_along_dim(torch.zeros(2, 0), torch.zeros(1, 1, dtype=torch.int64), 1))


def powers_of_two(torch: Any) -> Iterator[Any]:
    """`ldexp`: the type of its result, numbers whose power alone is out of range, what its node keeps."""
    types = (torch.float16, torch.bfloat16, torch.float32, torch.float64, torch.int32, torch.uint8, torch.complex64)
    for first in types:
        for second in types[:-1]:
            if {first, second} != {torch.complex64, torch.float16}:
                yield torch.ldexp(torch.tensor([3, 5]).to(first), torch.tensor([2, 1]).to(second)).dtype
                yield torch.ldexp(torch.tensor([3]).to(first), torch.tensor(2).to(second)).dtype
    yield torch.ldexp(torch.tensor([1.5, 0.0, 1e-300, 1.0], dtype=torch.float64), torch.tensor([2000, 2000, 1100, -1074]))
    yield torch.ldexp(torch.tensor([1e-40, 1.0]), torch.tensor([140, -149]))
    yield torch.ldexp(torch.tensor([1.0, 3e-5]).half(), torch.tensor([20, 14]))
    for make in (lambda: [torch.ones(2), torch.tensor([1, 2])], lambda: [torch.ones(2), torch.tensor([1.0, 2.5])]):
        yield list(_outcomes(torch, make, torch.ldexp))
        x, y = make()
        node = torch.ldexp(x.requires_grad_(), y).grad_fn
        yield chain(node), node._saved_other, node._saved_result
    x = torch.ones(2, dtype=torch.float16, requires_grad=True)
    yield torch.autograd.grad(torch.ldexp(x, torch.tensor([2, 3])).sum(), x)


def attention_op_by_op(torch: Any) -> Iterator[Any]:
    """Where PyTorch has no fused attention: dropout, masks that want a gradient, other shapes."""
    F = torch.nn.functional
    q = torch.arange(2 * 2 * 3 * 4.0).reshape(2, 2, 3, 4).sin().requires_grad_()
    masks = (None, torch.eye(3).bool(), torch.zeros(3, 3), torch.zeros(3, 3, requires_grad=True), torch.zeros(3, 3).bool())
    for mask in masks:
        for dropped in (0.0, 0.5):
            y = F.scaled_dot_product_attention(q, q, q, mask, dropped)
            yield chain(y.grad_fn, 12), y._version, y.stride()
    for scale in (-0.25, 0.0):
        yield F.scaled_dot_product_attention(q[0], q[0], q[0], masks[1], scale=scale)
    yield F.scaled_dot_product_attention(q.detach()[0], q.detach()[0], q.detach()[0], masks[4])
    layer = torch.nn.MultiheadAttention(4, 2, dropout=0.5)
    x = torch.ones(3, 2, 4)
    for need in (True, False):
        yield chain(layer(x, x, x, need_weights=need)[0].grad_fn, 15)


def attention_refused(torch: Any) -> Iterator[Any]:
    """Masks that do not fit."""
    F = torch.nn.functional
    for q in (torch.ones(2, 2, 3, 4), torch.ones(2, 2, 3, 4, requires_grad=True)):
        for mask, causal in ((torch.zeros(3), False), (torch.zeros(2, 3, 3), True), (torch.zeros(1, 1, 2, 3, 3), False),
                             (torch.zeros(2, 3), True), (torch.zeros(2, 3), False)):
            yield refused(lambda q=q, mask=mask, causal=causal: F.scaled_dot_product_attention(q, q, q, mask, is_causal=causal))


def where_vmap_was_told(torch: Any) -> Iterator[Any]:
    """The dimensions that a `vmap` staticmethod is told: those that vmap was called with, for what it was called with."""
    told: list[Any] = []

    class Product(torch.autograd.Function):
        @staticmethod
        def forward(x: Any, y: Any, rest: Any) -> Any:
            return x * 2

        @staticmethod
        def setup_context(ctx: Any, inputs: Any, output: Any) -> None:
            pass

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 2, None, None

        @staticmethod
        def vmap(info: Any, in_dims: Any, x: Any, y: Any, rest: Any) -> Any:
            told.append((in_dims, tuple(x.shape), info.batch_size))
            return Product.apply(x, y, rest), in_dims[0]

    x = torch.arange(24.0).reshape(2, 3, 4)
    vmap = torch.func.vmap
    for dim in (0, 1, 2, -1):
        yield vmap(lambda a: Product.apply(a, None, [a, 1]), in_dims=dim)(x)
        yield vmap(lambda a, b: Product.apply(a, b, None), in_dims=(dim, 0), out_dims=dim)(x, x.movedim(dim, 0))
        yield vmap(lambda a: Product.apply(a.sum(0), a, ()), in_dims=dim)(x)
        yield vmap(lambda a: vmap(lambda b: Product.apply(b, a, None), in_dims=1)(a), in_dims=dim)(x)
        yield vmap(torch.func.grad(lambda a: Product.apply(a, None, 3).sum()), in_dims=dim)(x).contiguous()
        yield told[:]
        told.clear()


def leaves_that_are_views(torch: Any) -> Iterator[Any]:
    """A Function's view of a leaf that is a view itself, changed where nothing is recorded."""
    class Flat(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            return x.view(-1)

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g.view(2, 3)

    for leaf in (torch.arange(6.0).reshape(2, 3).requires_grad_(), torch.ones(2, 3, requires_grad=True)):
        flat = Flat.apply(leaf)
        with torch.no_grad():
            flat.mul_(2)
        yield refused(lambda flat=flat: flat.is_leaf), refused(lambda flat=flat: flat.grad_fn)
    # PyTorch: (RuntimeError: Output 0 of Flat is a view and its base ..., RuntimeError: Output 0 of Flat is a view and its base ...)
    # PyTorch: (RuntimeError: Output 0 of Flat is a view and its base ..., RuntimeError: Output 0 of Flat is a view and its base ...)


def leaves_that_ask_no_more(torch: Any) -> Iterator[Any]:
    """A leaf that stopped asking for a gradient and was changed."""
    for call in (lambda t: t * t, lambda t: t.exp(), lambda t: t.sin()):
        t = torch.ones(3, requires_grad=True)
        y = call(t)
        t.requires_grad_(False)
        t.add_(1)
        yield refused(y.sum().backward)
    # PyTorch: RuntimeError: one of the variables needed for ...
    # PyTorch: nothing: NoneType
    # PyTorch: RuntimeError: one of the variables needed for ...


def versions_of_what_was_loaded(torch: Any) -> Iterator[Any]:
    """A tensor out of a file has been written once."""
    import io

    for saved in (torch.ones(3), torch.ones(2, requires_grad=True), torch.ones(2, dtype=torch.complex64).conj(), torch.zeros(0, 2)):
        file = io.BytesIO()
        torch.save(saved, file)
        file.seek(0)
        yield torch.load(file)._version
    # PyTorch: 1
    # PyTorch: 1
    # PyTorch: 1
    # PyTorch: 1


def gradchecks_of_compressed(torch: Any) -> Iterator[Any]:
    """`gradcheck` with inputs in compressed form: what is varied with and without `masked`."""
    warnings.simplefilter("ignore")  # what PyTorch says of such tensors once in a process
    dense = torch.tensor([[1.0, 0.0, 2.0, 0.0], [0.0, 3.0, 0.0, 0.5]], dtype=torch.float64)
    other = torch.arange(8.0, dtype=torch.float64).reshape(4, 2)
    makers = {"csr": lambda: dense.to_sparse_csr(), "csc": lambda: dense.to_sparse_csc(), "bsr": lambda: dense.to_sparse_bsr((2, 2))}
    calls = {"dense": lambda s: s.to_dense(), "unmasked": lambda s: s.to_dense(masked_grad=False), "square": lambda s: s.to_dense() ** 2,
             "twice": lambda s: (s * 2).to_dense(), "product": lambda s: s @ other, "vector": lambda s: s.mv(other[:, 0]),
             "values": lambda s: s.values(), "turned": lambda s: s.t().to_dense(), "neg": lambda s: (-s).to_dense(),
             "coordinates": lambda s: s.to_sparse().to_dense(), "total": lambda s: s.sum(), "detached": lambda s: s.detach().to_dense(),
             "sparse": lambda s: s * 1}
    for form, make in makers.items():
        for name, call in calls.items():
            for options in ({}, {"masked": True}, {"masked": False}, {"masked": True, "fast_mode": True}):
                s = make().requires_grad_()
                try:
                    found = torch.autograd.gradcheck(call, (s,), **options)
                except Exception as error:
                    found = type(error).__name__
                yield form, name, options, found
