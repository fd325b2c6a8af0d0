"""Tensors in coordinate form: how they are made and printed, what they do, and what gradients they have and give."""
from __future__ import annotations

import copy
import io
import warnings
from collections.abc import Iterator
from typing import Any

from .. import refused


def _parts(t: Any) -> Any:
    """What there is to see of a tensor of either layout."""
    if not t.is_sparse:
        return t
    return {"text": repr(t), "graph": None if t.grad_fn is None else t.grad_fn.name(), "dims": (t.sparse_dim(), t.dense_dim(), t._nnz()),
            "layout": str(t.layout), "coalesced": t.is_coalesced(), "dense": t.detach().to_dense()}


def _failure(call: Any) -> Any:
    """The type of what a refused call raises, and its first words: PyTorch's go on about its builds."""
    outcome = refused(call)
    return outcome["raised"], outcome["message"].split(" with arguments")[0].split("::")[0]


def _one(torch: Any) -> Any:
    return torch.sparse_coo_tensor([[0, 1, 1], [2, 0, 2]], [3.0, 4.0, 5.0], (2, 3))


def _twice(torch: Any) -> Any:
    """One place named twice."""
    return torch.sparse_coo_tensor([[0, 0, 1], [1, 1, 2]], [1.0, 2.0, 3.0], (2, 3))


def _hybrid(torch: Any) -> Any:
    return torch.sparse_coo_tensor([[0, 1, 0]], torch.ones(3, 2), (2, 2))


def _dense(torch: Any) -> Any:
    return torch.arange(6.0).reshape(2, 3)


def making(torch: Any) -> Iterator[Any]:
    """A sparse COO tensor can be made from tensors or lists, with or without size, and shares its values."""
    torch.sparse.check_sparse_tensor_invariants.disable()  # PyTorch wants to be told; here everything is checked
    i, v = torch.tensor([[0, 1, 1], [2, 0, 2]]), torch.tensor([3.0, 4.0, 5.0])
    yield _parts(torch.sparse_coo_tensor(i, v))
    yield _parts(torch.sparse_coo_tensor(i, v, (4, 4), dtype=torch.float64, device="cpu"))
    yield _parts(torch.sparse_coo_tensor(i, v, torch.Size([2, 3]), requires_grad=True))
    yield _parts(torch.sparse_coo_tensor(i, v, (2, 3), is_coalesced=True))
    yield _parts(torch.sparse_coo_tensor([[0, 1], [1, 0]], [1, 2]))
    yield _parts(torch.sparse_coo_tensor((2, 3)))
    yield _parts(torch.sparse_coo_tensor(i, v.clone().requires_grad_(), (2, 3)))
    yield _parts(_hybrid(torch))
    yield _parts(torch.zeros(2, 3, layout=torch.sparse_coo))
    x = v.clone()
    shared = torch.sparse_coo_tensor(i, x, (2, 3))
    x.mul_(2)
    yield _parts(shared)


def refused_makings(torch: Any) -> Iterator[Any]:
    """Sparse tensors whose indices, values and sizes do not fit, some only with check_invariants."""
    i, v = torch.tensor([[0, 1, 1], [2, 0, 2]]), torch.tensor([3.0, 4.0, 5.0])
    yield refused(lambda: torch.sparse_coo_tensor(i, v, (2,)))
    yield refused(lambda: torch.sparse_coo_tensor(i, v[:2], (2, 3)))
    yield refused(lambda: torch.sparse_coo_tensor(-i, v))
    yield refused(lambda: torch.sparse_coo_tensor(i, v, (2, 2), check_invariants=True))
    yield refused(lambda: torch.sparse_coo_tensor(-i, v, (2, 3), check_invariants=True))
    yield refused(lambda: torch.sparse_coo_tensor(i[:, [0, 0, 1]], v, (2, 3), is_coalesced=True, check_invariants=True))
    yield refused(lambda: torch.sparse_coo_tensor(i, v.long(), (2, 3), requires_grad=True))


def converting(torch: Any) -> Iterator[Any]:
    """Conversions between dense, sparse, hybrid and coalesced tensors, and which ones are refused."""
    d = _dense(torch)
    yield _parts(d.to_sparse())
    yield _parts(d.to_sparse(1))
    yield _parts(d.to_sparse(sparse_dim=1))
    yield _parts(d.to_sparse(layout=torch.sparse_coo))
    yield _parts(torch.tensor(2.0).to_sparse())
    yield d.to_dense() is d, d.sparse_dim(), d.dense_dim()
    for t in (_one(torch), _twice(torch), _hybrid(torch)):
        yield t.to_dense()
        yield _parts(t.coalesce())
        yield t.coalesce().indices().tolist(), t.coalesce().values(), t._indices(), t._values()
        yield _parts(t.double()), _parts(t.to(torch.int32)), _parts(t.bool())
    c = _one(torch).coalesce()
    yield c.coalesce() is c
    for name in ("indices", "values"):
        yield refused(getattr(_one(torch), name))
        yield refused(getattr(d, name))
    yield refused(d.coalesce)
    yield refused(lambda: d.to_sparse(3))
    yield refused(lambda: d.to_sparse(0))


def attributes(torch: Any) -> Iterator[Any]:
    """What size, layout, type and the copies of a sparse tensor are."""
    s = _one(torch)
    yield s.is_sparse, str(s.layout), tuple(s.shape), s.size(), s.size(1), s.dim(), s.ndim, s.numel(), str(s.dtype), str(s.device), len(s)
    yield s.requires_grad, s.is_leaf, s.grad, s.is_contiguous(), s.type(), s.double().type(), s.element_size(), s.is_floating_point()
    yield isinstance(s, torch.Tensor), torch.is_tensor(s), isinstance(s, torch.sparse.FloatTensor), isinstance(s, torch.FloatTensor)
    yield _parts(s.detach()), _parts(s.clone()), _parts(copy.deepcopy(s)), _parts(s.clone().requires_grad_())


def elementwise(torch: Any) -> Iterator[Any]:
    """Pointwise functions of sparse tensors, with and without repeated indices, and products with numbers."""
    for s in (_one(torch), _twice(torch)):
        for name in ("neg", "abs", "sqrt", "sin", "tan", "asin", "tanh", "log1p", "sign", "floor", "ceil", "trunc", "relu",
                     "square", "isnan", "erf"):
            yield name, _parts(getattr(s, name)())
        yield (_parts(-s), _parts(s * 2), _parts(2.5 * s), _parts(s / 2), _parts(s ** 2),
               _parts(s * torch.tensor(2.0)), _parts(torch.relu(s)))
    yield _parts(_one(torch).int() * 2.5), _parts(_one(torch).int() / 2)
    yield _parts((_one(torch) / 2).expm1())  # of 4 the digits shown end where CPUs round otherwise


def sums_of_tensors(torch: Any) -> Iterator[Any]:
    """Sums of sparse and dense tensors work with the dense one on the left; the reverse is refused."""
    s, u, d = _one(torch), _twice(torch), _dense(torch)
    yield _parts(s + u), _parts(s - u), _parts(u + u), _parts(s.coalesce() + u.coalesce()), _parts(torch.add(s, u, alpha=3))
    yield d + s, d - u, torch.add(d, s, alpha=3), d.clone().add_(s), d.clone().add_(u, alpha=-2), d.clone().sub_(s)
    yield _parts(s.double() + s), torch.ones(2, 3) + s.double()
    yield refused(lambda: s + d)
    yield refused(lambda: s + 1)
    yield refused(lambda: s + s.t())
    yield refused(lambda: torch.ones(3) + s)


def products_of_tensors(torch: Any) -> Iterator[Any]:
    """Pointwise products of sparse tensors with sparse and dense ones, and the quotients refused."""
    s, u, d = _one(torch), _twice(torch), _dense(torch)
    yield _parts(s * u), _parts(s.coalesce() * u.coalesce()), _parts(s * d), _parts(u * d), _parts(d * s), _parts(s * d[0])
    yield refused(lambda: s / s)
    yield refused(lambda: s / d)
    yield refused(lambda: s * s.t())


def matrix_products(torch: Any) -> Iterator[Any]:
    """Every spelling of a matrix product with a sparse factor, and which layout the result has."""
    d = _dense(torch)
    for s in (_one(torch), _twice(torch)):
        yield s @ d.t(), torch.mm(s, d.t()), torch.spmm(s, d.t()), torch.sparse.mm(s, d.t()), torch.matmul(s, d.t()), s.mm(d.t())
        yield d @ s.t(), torch.sparse.mm(d, s.t()), s @ d[0], torch.mv(s, d[1]), torch.nn.functional.linear(d, s)
        yield torch.sparse.addmm(torch.ones(2, 2), s, d.t(), beta=2, alpha=3), torch.addmm(torch.ones(2, 2), s, d.t())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # PyTorch takes the way over a layout that it calls beta
            yield _parts(torch.sparse.mm(s, s.t())), _parts(torch.mm(s.t(), s))
        yield _parts(torch.smm(s, d.t())), _parts(torch.hspmm(s, d.t()))
    s = _one(torch)
    yield torch.sparse.mm(torch.sparse_coo_tensor((2, 3)), d.t())
    yield refused(lambda: torch.sparse.mm(s, d))
    yield refused(lambda: torch.sparse.mm(s, d.t().double()))


def shapes_and_sums(torch: Any) -> Iterator[Any]:
    """Transposing, joining, indexing and summing sparse and hybrid tensors, and what is refused."""
    s, h = _one(torch), _hybrid(torch)
    yield _parts(s.t()), _parts(s.T), _parts(s.transpose(0, 1)), _parts(s.permute(1, 0)), _parts(s.unsqueeze(0)), _parts(s.unsqueeze(2))
    yield _parts(h.unsqueeze(2)), _parts(torch.stack([s, s])), _parts(torch.cat([s, _twice(torch)])), _parts(torch.cat([s, s], 1))
    yield _parts(s.index_select(1, torch.tensor([2, 0, 2]))), _parts(s.index_select(0, torch.tensor([1, 0])))
    yield _parts(h.index_select(1, torch.tensor([0]))), _parts(_twice(torch).index_select(0, torch.tensor([0, 0])))
    yield _parts(s[0]), _parts(s[1]), s[0, 2], _parts(s[:, 0]), h[0], _parts(s[-1]), [_parts(row) for row in s]
    yield s.sum(), torch.sum(s), _parts(s.sum(0)), torch.sparse.sum(s), _parts(torch.sparse.sum(s, 0)), _parts(torch.sparse.sum(s, 1))
    yield torch.sparse.sum(s, (0, 1)), torch.sparse.sum(h, 0), _parts(torch.sparse.sum(h, -1)), torch.sparse.sum(s, dtype=torch.float64)
    yield s.norm(), _twice(torch).norm()
    yield refused(h.t)
    yield refused(lambda: h.transpose(0, 1))
    yield refused(lambda: torch.sparse.sum(_dense(torch)))
    yield refused(lambda: s.__setitem__((0, 0), 1.0))


def softmaxes(torch: Any) -> Iterator[Any]:
    """The softmax of a sparse tensor runs over the elements that are present, in each dimension."""
    for t in (_one(torch), _twice(torch), _hybrid(torch)):
        for dim in (0, 1, -1):
            yield _parts(torch.sparse.softmax(t, dim)), _parts(torch.sparse.log_softmax(t, dim))
    yield _parts(torch.sparse.softmax(_one(torch), 1, dtype=torch.float64))
    yield refused(lambda: torch.sparse.softmax(_one(torch), 5))


def refusals(torch: Any) -> Iterator[Any]:
    """No value comes out by accident."""
    s = _one(torch)
    for name in ("exp", "log", "cos", "sigmoid", "mean", "max", "min", "prod", "argmax", "unique", "tril", "trace", "std", "all", "numpy",
                 "tolist", "item", "data_ptr", "untyped_storage", "contiguous", "__bool__", "__float__"):
        yield name, _failure(getattr(s, name))
    yield _failure(lambda: s == s), _failure(lambda: s < 1), _failure(lambda: 2 / s), _failure(lambda: s[0:1]), _failure(lambda: s % 2)
    yield _failure(lambda: s[torch.tensor([0])]), _failure(lambda: torch.softmax(s, 1)), _failure(lambda: torch.ones_like(s))
    yield _failure(lambda: torch.nn.functional.gelu(s)), _failure(lambda: s.clamp(0)), _failure(lambda: s.view(3, 2))
    yield _failure(lambda: torch.nn.functional.mse_loss(s, s)), _failure(lambda: torch.equal(s, s))


def in_place(torch: Any) -> Iterator[Any]:
    """In-place changes of sparse tensors, their version, and values changed through detach."""
    s = _one(torch)
    yield _parts(s.clone().add_(_twice(torch))), _parts(s.clone().sub_(_twice(torch))), _parts(s.clone().mul_(2)), _parts(s.clone().div_(2))
    yield _parts(s.clone().neg_()), _parts(s.clone().zero_()), _parts(s.clone().copy_(_twice(torch))), _parts(torch.zeros_like(s))
    t = s.clone()
    t.add_(t)
    yield t._version
    t.detach()._values().mul_(2)
    yield _parts(t)
    yield refused(lambda: s.clone().requires_grad_().mul_(2))


def gradients_of_leaves(torch: Any) -> Iterator[Any]:
    """Whether the gradient of a sparse leaf is sparse or dense, by the operation that used it."""
    weights = torch.arange(1.0, 5.0).reshape(2, 2)
    for make in (_one, _twice):
        for name, call in {
            "to_dense": lambda s: (s.to_dense() * _dense(torch)).sum(), "unmasked": lambda s: s.to_dense(masked_grad=False).cumsum(1).sum(),
            "sparse.mm": lambda s: (torch.sparse.mm(s, _dense(torch).t()) * weights).sum(), "sum": lambda s: s.sum(),
            "mm": lambda s: (torch.mm(s, _dense(torch).t()) * weights).sum(), "mv": lambda s: (s @ _dense(torch)[1]).sum(),
            "rmm": lambda s: (_dense(torch) @ s.t()).cumsum(0).sum(), "values": lambda s: (s.coalesce().values() ** 2).sum(),
            "neg": lambda s: torch.sparse.sum(-s), "mul": lambda s: torch.sparse.sum(s * 3), "square": lambda s: torch.sparse.sum(s ** 2),
            "dense": lambda s: torch.sparse.sum(s * _dense(torch)), "t": lambda s: torch.sparse.sum(s.t() * 2),
            "double": lambda s: torch.sparse.sum(s.double()), "add": lambda s: (_dense(torch) + s).sum(),
            "softmax": lambda s: (torch.sparse.log_softmax(s, 1).to_dense() * 2).sum(),
            "sum0": lambda s: torch.sparse.sum(torch.sparse.sum(s, 0) * 2),
        }.items():
            s = make(torch).requires_grad_()
            call(s).backward()
            yield name, s.grad.is_sparse, s.grad.to_dense(), s.grad._indices() if s.grad.is_sparse else None


def gradients_of_values(torch: Any) -> Iterator[Any]:
    """The gradient reaches the values a sparse tensor was made from, also at repeated indices."""
    i = torch.tensor([[0, 1, 1], [2, 0, 2]])
    for call in (lambda s: s.to_dense().cumsum(1).sum(), lambda s: torch.sparse.mm(s, _dense(torch).t()).cumsum(1).sum(),
                 lambda s: (s @ _dense(torch).t()).sum(), lambda s: (s.coalesce().values() ** 2).sum(), lambda s: torch.sparse.sum(s * s)):
        for places in (i, torch.zeros_like(i)):
            v = torch.tensor([3.0, 4.0, 5.0], requires_grad=True)
            out = call(torch.sparse_coo_tensor(places, v, (2, 3)))
            out.backward()
            yield out.detach(), v.grad
    v, d = torch.tensor([3.0, 4.0, 5.0], requires_grad=True), _dense(torch).requires_grad_()
    torch.sparse.addmm(torch.ones(2, 2), torch.sparse_coo_tensor(i, v, (2, 3)), d.t(), alpha=2).cumsum(0).sum().backward()
    yield v.grad, d.grad
    d = _dense(torch).requires_grad_()
    (d.to_sparse() * 2).to_dense().cumsum(1).sum().backward()
    yield d.grad


def accumulation(torch: Any) -> Iterator[Any]:
    """Sparse and dense gradients added to one leaf in any order, and whether grad is replaced."""
    s = _one(torch).requires_grad_()
    s.to_dense().sum().backward()
    first = s.grad
    (s.to_dense() * 2).sum().backward()
    yield s.grad is first, s.grad._version, s.grad.to_dense()
    for order in ("sd", "ds", "ss"):
        w = torch.ones(4, 2, requires_grad=True)
        for kind in order:
            (torch.nn.functional.embedding(torch.tensor([1, 2, 1]), w, sparse=True) if kind == "s" else w * 3).sum().backward()
        yield order, w.grad.is_sparse, w.grad.to_dense()
    w = torch.ones(4, 2, requires_grad=True)
    (torch.nn.functional.embedding(torch.tensor([1, 2]), w, sparse=True).sum() + w.sum()).backward()
    yield w.grad
    # PyTorch: (True, 1, tensor([[0., 0., 3.], [3., 0., 3.]]))
    # PyTorch: ('sd', False, tensor([[3., 3.], [5., 5.], [4., 4.], [3., 3.]]))
    # PyTorch: ('ds', False, tensor([[3., 3.], [5., 5.], [4., 4.], [3., 3.]]))
    # PyTorch: ('ss', True, tensor([[0., 0.], [4., 4.], [2., 2.], [0., 0.]]))
    # PyTorch: tensor([[1., 1.], [2., 2.], [2., 2.], [1., 1.]])


def embeddings(torch: Any) -> Iterator[Any]:
    """Sparse gradients of Embedding and EmbeddingBag, their hooks, second derivatives and refusals."""
    x = torch.tensor([[1, 2], [1, 4]])
    for options in ({}, {"padding_idx": 1}, {"max_norm": 1.0}):
        e = torch.nn.Embedding(5, 2, sparse=True, **options)
        out = e(x)
        (out * torch.arange(8.0).reshape(2, 2, 2)).sum().backward()
        yield out.grad_fn.name(), e.weight.grad._indices(), e.weight.grad._values(), e.weight.grad.is_coalesced()
        e.zero_grad(set_to_none=False)
        yield _parts(e.weight.grad)
    e = torch.nn.Embedding(5, 2, sparse=True)
    caught = []
    e.weight.register_hook(lambda g: caught.append(_parts(g)))
    grad, = torch.autograd.grad(e(x).sum(), e.weight)
    yield _parts(grad.coalesce()), len(caught)
    once, = torch.autograd.grad((e(x) ** 3).sum(), e.weight, create_graph=True)
    yield torch.autograd.grad(once.to_dense().sum(), e.weight)[0].to_dense()
    e = torch.nn.Embedding(5, 2, sparse=True, scale_grad_by_freq=True)
    yield refused(lambda: e(x).sum().backward())
    for mode in ("sum", "mean"):
        bag = torch.nn.EmbeddingBag(5, 2, mode=mode, sparse=True)
        bag(torch.tensor([1, 2, 1, 4]), torch.tensor([0, 2])).sum().backward()
        yield bag.weight.grad._indices(), bag.weight.grad._values()
    yield refused(lambda: torch.nn.EmbeddingBag(5, 2, mode="max", sparse=True)(x))


def optimizers(torch: Any) -> Iterator[Any]:
    """Which optimizers take sparse gradients, what they do to the weights, and how the rest refuse."""
    for name, options in (("SGD", {}), ("SGD", {"momentum": 0.9}), ("SGD", {"momentum": 0.9, "nesterov": True}),
                          ("SGD", {"maximize": True}), ("SGD", {"weight_decay": 0.1}),
                          ("Adagrad", {}), ("Adagrad", {"lr_decay": 0.5}), ("Adagrad", {"weight_decay": 0.1}),
                          ("SparseAdam", {}), ("SparseAdam", {"maximize": True}), ("Adam", {}), ("AdamW", {}), ("RMSprop", {}),
                          ("Adadelta", {}), ("Adamax", {}), ("NAdam", {}), ("RAdam", {}), ("ASGD", {}), ("Rprop", {})):
        w = torch.nn.Parameter(torch.ones(4, 2))
        optimizer = getattr(torch.optim, name)([w], lr=0.1, **options)
        try:
            for rows in ([1, 2, 1], [1, 2, 1], [3, 0]):
                optimizer.zero_grad()
                (torch.nn.functional.embedding(torch.tensor(rows), w, sparse=True) ** 2).sum().backward()
                optimizer.step()
        except RuntimeError as error:
            yield name, str(error)
        else:
            yield name, w.detach().clone(), sorted(optimizer.state[w])
    w = torch.nn.Parameter(torch.ones(4, 2))
    torch.nn.functional.embedding(torch.tensor([1, 2]), w, sparse=True).sum().backward()
    yield _failure(lambda: torch.nn.utils.clip_grad_norm_([w], 1.0))
    w.grad = torch.ones(4, 2)
    yield refused(torch.optim.SparseAdam([w]).step)


def files(torch: Any) -> Iterator[Any]:
    """Sparse tensors can be saved and loaded, and be buffers and parameters of a module."""
    file = io.BytesIO()
    torch.save({"a": _twice(torch), "b": _one(torch).coalesce()}, file)
    file.seek(0)
    loaded = torch.load(file)
    yield _parts(loaded["a"]), _parts(loaded["b"])
    module = torch.nn.Module()
    module.register_buffer("a", _one(torch))
    module.w = torch.nn.Parameter(_one(torch))
    module.double()
    yield {name: _parts(value) for name, value in module.state_dict().items()}
    yield repr(module.w)


def summaries(torch: Any) -> Iterator[Any]:
    """The printed form of large and small sparse tensors, with gradients and other dtypes."""
    yield repr(torch.eye(1500).to_sparse())
    yield repr(torch.eye(3).to_sparse().requires_grad_() * 2)
    yield repr(torch.eye(3).double().to_sparse())
