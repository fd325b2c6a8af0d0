"""Arguments that are sparse, on the meta device, or of one dimension too many, of functions that mostly know nothing of them."""
from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any

from .. import refused


def _failure(call: Callable[[], Any]) -> Any:
    """What a refused call says, but for the list of builds that PyTorch goes on with, or what is there instead."""
    outcome = refused(call)
    return outcome["raised"], outcome["message"].split("' backend")[0].split(": attempted to run")[0]


def _sparse(torch: Any, *shape: int) -> Any:
    return torch.arange(torch.ones(shape).numel(), dtype=torch.float32).reshape(shape).to_sparse()


def _meta(torch: Any, *shape: int) -> Any:
    return torch.ones(shape, device="meta")


def sparse_batches(torch: Any) -> Iterator[Any]:
    """bmm takes a sparse batch as its first factor alone; what it and matmul say of all other combinations."""
    torch.sparse.check_sparse_tensor_invariants.disable()  # PyTorch wants to be told; here everything is checked
    x, y = _sparse(torch, 2, 3, 4), torch.arange(40.0).reshape(2, 4, 5)
    twice = torch.sparse_coo_tensor([[0, 0, 1], [0, 0, 1], [1, 1, 0]], [1.0, 2.0, 3.0], (2, 2, 4))
    yield torch.bmm(x, y), x.bmm(y), torch.bmm(twice, y), torch.bmm(x.long(), y.long()), torch.bmm(_sparse(torch, 0, 3, 4), y[:0])
    for a, b in ((y.mT, x.mT.to_dense().to_sparse()), (x, x), (x, y.mT), (x, y[:1]), (x[0], y), (x, y[0]), (x, y.double()),
                 (x.half(), y.half()), (torch.ones(2, 3, 4).to_sparse(2), y), (x[..., None].coalesce(), y)):
        yield _failure(lambda a=a, b=b: torch.bmm(a, b))
    for a, b in ((x, y), (y.mT, _sparse(torch, 2, 4, 3)), (x, y[0]), (x, y[0, :, 0])):
        yield _failure(lambda a=a, b=b: torch.matmul(a, b))


def gradients_of_sparse_batches(torch: Any) -> Iterator[Any]:
    """The gradient of bmm with respect to its sparse factor is dense."""
    x, y = _sparse(torch, 2, 3, 4).requires_grad_(), torch.arange(40.0).reshape(2, 4, 5).requires_grad_()
    out = torch.bmm(x, y)
    (out * 0.001).sin().sum().backward()
    yield out.grad_fn.name(), x.grad, y.grad


def sparse_factors(torch: Any) -> Iterator[Any]:
    """`addmm` takes a sparse first factor, and only that; `mv` one of two."""
    def mk(sparse: int, *shape: int) -> Any:
        return _sparse(torch, *shape) if sparse else torch.ones(shape)
    warnings.simplefilter("ignore")  # PyTorch takes the way over a layout that it calls beta
    for i in range(1, 8):
        a, b, c = mk(i & 4, 2, 3), mk(i & 2, 2, 4), mk(i & 1, 4, 3)
        yield (i, _failure(lambda a=a, b=b, c=c: torch.addmm(a, b, c)), _failure(lambda a=a, b=b, c=c: a.addmm_(b, c)))
    yield torch.mv(torch.ones(2, 4), _sparse(torch, 4)), _failure(lambda: torch.mv(_sparse(torch, 2, 4), _sparse(torch, 4)))


def sparse_memory(torch: Any) -> Iterator[Any]:
    """Sparse tensors have no strides to make and no storage to resize, but take resize_as_ of a sparse tensor."""
    s = _sparse(torch, 3, 3)
    yield _failure(lambda: s.new_empty_strided((2, 2), (2, 1))), _failure(lambda: s.clone().resize_(3, 3))
    yield _failure(lambda: s.clone().resize_as_(torch.ones(2, 2))), s.clone().resize_as_(s).layout == torch.sparse_coo


def biases_of_many_dimensions(torch: Any) -> Iterator[Any]:
    """PyTorch makes a matrix of the input where the bias is a single row or column, and otherwise adds the bias in place."""
    for x in ((5,), (2, 3, 5), (2, 2, 3, 5)):
        for w in ((5,), (4, 5)):
            for b in ((), (1,), (4,), (2, 3), (1, 3), (2, 1), (6, 4), (6, 1), (1, 4), (1, 1, 4), (2, 3, 4), (1, 1, 3, 4), (4, 1), (1, 1)):
                for turned in (False, True):
                    given = torch.arange(float(torch.ones(x).numel())).reshape(x)
                    if turned:
                        given = given.reshape(x[::-1]).permute(*range(len(x) - 1, -1, -1))
                    try:
                        out = torch.nn.functional.linear(given, torch.ones(w, requires_grad=True), torch.ones(b))
                        yield x, w, b, out, out.grad_fn.name()
                    except RuntimeError as error:
                        yield x, w, b, str(error)


def slopes(torch: Any) -> Iterator[Any]:
    """The weight of prelu must be a scalar or a vector of the input's channels, and on the input's device."""
    prelu = torch.nn.functional.prelu
    for x in ((), (5,), (2, 3), (2, 1), (1,)):
        for w in ((), (1,), (3,), (1, 1), (1, 3), (1, 1, 1)):
            yield x, w, _failure(lambda x=x, w=w: prelu(-torch.ones(x), torch.ones(w)))
    for x, w in ((_meta(torch, 2, 3), torch.ones(3)), (torch.ones(2, 3), _meta(torch, 3)), (_meta(torch, 2, 3), torch.ones(()))):
        yield _failure(lambda x=x, w=w: prelu(x, w))


def one_of_two_devices(torch: Any) -> Iterator[Any]:
    """normal and batch_norm refuse a mix of CPU and meta tensors; only a scalar std on the CPU passes."""
    m, c, zero, none = _meta(torch, 3), torch.ones(3), torch.ones(()), _meta(torch)
    for mean, std in ((m, c), (c, m), (c, none), (none, c), (m, zero), (zero, m)):
        yield _failure(lambda mean=mean, std=std: torch.normal(mean, std))
    for k in range(5):
        given = [torch.ones(3, 2), *(torch.ones(2) for _ in range(4))]
        given[k] = given[k].to("meta")
        yield k, *(_failure(lambda given=given, t=t: torch.nn.functional.batch_norm(*given, training=t)) for t in (False, True))


def without_values(torch: Any) -> Iterator[Any]:
    """What one_hot, cov, corrcoef, combinations and histograms do on the meta device, where there are no values to read."""
    index, one_hot = torch.zeros(3, dtype=torch.int64, device="meta"), torch.nn.functional.one_hot
    for i in (index, index[:0], index[0]):
        yield [_failure(lambda i=i, n=n: one_hot(i, n)) for n in (-2, -1, 0, 1, 5)], one_hot(i, 5).shape, one_hot(i, 0).shape
    yield _failure(lambda: one_hot(torch.zeros(0, dtype=torch.int64), 0)), _failure(lambda: one_hot(torch.zeros(0, dtype=torch.int64), -2))
    x, weights = _meta(torch, 3, 4), torch.ones(4, device="meta")
    for call in (lambda: torch.cov(x), lambda: torch.cov(x, aweights=weights), lambda: torch.corrcoef(x), lambda: x[0].corrcoef(),
                 lambda: torch.combinations(weights), lambda: torch.histogramdd(x, [2, 2, 2, 2]), lambda: torch.histogram(weights, 2)):
        yield _failure(call)
    yield torch.combinations(weights, 0).shape


def signals_of_nothing(torch: Any) -> Iterator[Any]:
    """istft fails where the window leaves no sample to return, by a reduction over an empty tensor."""
    for length in (None, 0, 3):
        for center in (True, False):
            said = _failure(lambda length=length, center=center: torch.istft(
                torch.ones(5, 1, dtype=torch.complex64), 8, window=torch.ones(8), center=center, length=length))
            yield length, center, said
    # PyTorch: (None, True, ('RuntimeError', 'min(): Expected reduction dim to be ...'))
    # PyTorch: (None, False, ('nothing', 'Tensor'))
    # PyTorch: (0, True, ('RuntimeError', 'min(): Expected reduction dim to be ...'))
    # PyTorch: (0, False, ('RuntimeError', 'min(): Expected reduction dim to be ...'))
    # PyTorch: (3, True, ('nothing', 'Tensor'))
    # PyTorch: (3, False, ('nothing', 'Tensor'))


def bags_that_start_before_the_first(torch: Any) -> Iterator[Any]:
    """A negative offset of embedding_bag raises IndexError."""
    for mode in ("mean", "max"):
        yield _failure(lambda mode=mode: torch.nn.functional.embedding_bag(
            torch.tensor([1, 2, 3, 0]), torch.ones(4, 5), torch.tensor([0, -2]), mode=mode))
    # PyTorch: ('IndexError', 'index out of range in self')
    # PyTorch: ('IndexError', 'index out of range in self')


def views_read_otherwise(torch: Any) -> Iterator[Any]:
    """Conjugate and negative views go through methods as through functions; nothing is drawn twice on the way."""
    x = torch.arange(25.0).reshape(5, 5).sin()
    n, c = torch._neg_view(x), (x * (1 + 2j)).conj()
    yield n.norm("nuc"), n.norm("nuc", dim=(0, 1)), c.norm("nuc"), c.norm(2), n.bernoulli(0.5).shape
    yield torch.unravel_index(torch._neg_view(-torch.arange(6).reshape(2, 3)), (3, 4)), _failure(lambda: torch.searchsorted(c[0], x[0]))
    yield torch.searchsorted(torch._neg_view(-torch.arange(5.0)), x[0]), torch.bucketize(n, torch._neg_view(-torch.arange(5.0)))
    for exponent in (n, c, torch.ones((), device="meta")):
        yield _failure(lambda exponent=exponent: x.clone().float_power_(exponent))
    for mean, std in ((n, 1.0), (n, torch.ones(5, 5)), (x, torch._neg_view(-torch.ones(5, 5))), (2.0, torch._neg_view(-torch.ones(5, 5)))):
        torch.manual_seed(0)
        yield torch.normal(mean, std)


def shapes_without_values(torch: Any) -> Iterator[Any]:
    """Shapes and dtypes of sorting, sampling, searching and factorising on meta, and refusals where devices are mixed."""
    m, number = _meta(torch, 5, 5), _meta(torch)
    index = torch.ones(2, 3, dtype=torch.int64, device="meta")
    calls = (lambda: torch.unravel_index(index, (3, 4))[1], lambda: torch.multinomial(m, 2, True), lambda: torch.multinomial(m[0], 7),
             lambda: m.multinomial(2), lambda: m.bernoulli(), lambda: torch.bucketize(m, m[0]), lambda: torch.searchsorted(m, m),
             lambda: torch.linalg.matrix_power(m, 0), lambda: torch.linalg.ldl_factor(m).LD, lambda: torch.mode(number).indices,
             lambda: torch.histc(m, 10), lambda: torch.linspace(number, torch.tensor(2.0), 5), lambda: torch.linspace(0, number, 0),
             lambda: torch.logspace(torch.tensor(2.0), number, 3, dtype=torch.float64), lambda: m.take_along_dim(index[:1, :1], 1))
    for i, call in enumerate(calls):
        out = call()
        yield i, out.shape, out.dtype, out.device.type
    three = torch.ones(2, dtype=torch.int64)
    for a, b in ((m, torch.ones(2, 5)), (torch.ones(5, 5), m[:2])):
        yield _failure(lambda a=a, b=b: torch.index_add(a, 0, three, b)), _failure(lambda a=a, b=b: a.index_copy_(0, three, b))
    for k in range(2):  # of the last PyTorch looks at the shape only
        given = [torch.ones(2, 2) for _ in range(3)]
        given[k] = given[k].to("meta")
        yield k, _failure(lambda given=given: torch.addmm(*given)), _failure(lambda given=given: given[0].addmm_(*given[1:]))


def sparse_norms(torch: Any) -> Iterator[Any]:
    """norm of a sparse tensor works over all dimensions or none named; over a single one or with keepdim it is refused."""
    s = torch.tensor([[1.0, 0.0, -2.0], [0.0, 3.0, 0.0]]).to_sparse()
    for p in ("fro", None, 1, 0, 3.5, float("inf")):
        yield p, torch.norm(s, p), s.norm(p, (0, 1)), torch.norm(s, p, ()), s.norm(p, [-1, -2])
        yield _failure(lambda p=p: torch.norm(s, p, 1)), _failure(lambda p=p: s.norm(p, (0,), True))
        yield _failure(lambda p=p: s.norm(p, None, True))
    yield _failure(lambda: torch.norm(s.long())), _failure(lambda: torch.norm(s, 2, (0,), dtype=torch.float64))
    yield torch.any(s), s.any(), torch.any(s * 0), torch.signbit(s).to_dense(), torch.deg2rad(s).to_dense(), torch.trapz(s).to_dense()


def sparse_factors_repeated(torch: Any) -> Iterator[Any]:
    """A product of a dense and a smaller sparse tensor repeats the sparse one and is sparse; mul_ keeps the dense one dense."""
    for x, y in (((5,), ()), ((2, 3), (3,)), ((2, 3), ()), ((2, 2, 3), (3,)), ((2, 2, 3), (2, 3))):
        dense, sparse = torch.full(x, 2.0), _sparse(torch, *y) * 1
        for out in (dense * sparse, sparse * dense):
            yield out.layout == torch.sparse_coo, out.is_coalesced(), out.to_dense()
        yield dense.mul_(sparse)


def names_of_what_is_refused(torch: Any) -> Iterator[Any]:
    """Which operator it is that PyTorch has no kernel of for this layout."""
    s, d, F = _sparse(torch, 3, 3), torch.ones(3, 3), torch.nn.functional
    index = torch.zeros(3, 3, dtype=torch.int64)
    for call in (lambda: torch.special.i0e(s), lambda: torch.special.zeta(d, s), lambda: torch.linalg.eig(s),
                 lambda: torch.linalg.lstsq(s, d), lambda: torch.scatter_reduce(s, 0, index, d, "sum"),
                 lambda: d.scatter_reduce_(0, index, s, "sum"), lambda: torch.polygamma(1, s),
                 lambda: s.polygamma_(1), lambda: s.mvlgamma_(1), lambda: torch.round(s, decimals=1),
                 lambda: s.clone().round_(decimals=1), lambda: torch.lerp(s, d, 0.5), lambda: d.lerp_(s, 0.5), lambda: d.atan2_(s),
                 lambda: d.pow_(s), lambda: d.logical_and_(s), lambda: d.ge_(s), lambda: torch.fft.fftn(s), lambda: torch.all(s, 0),
                 lambda: F.glu(s.to_dense()[:, :2].to_sparse()), lambda: F.mse_loss(s, d), lambda: F.huber_loss(s, d),
                 lambda: F.interpolate(_sparse(torch, 1, 2, 3, 3), scale_factor=2, mode="bilinear"), lambda: F.pixel_shuffle(s[None], 1),
                 lambda: d.index_reduce_(0, index[0], s, "mean"), lambda: torch.index_fill(d, 0, index[0], s), lambda: d.put_(index, s),
                 lambda: torch.bucketize(s, d[0])):
        yield _failure(call)


def sparse_under_masks(torch: Any) -> Iterator[Any]:
    """Masked reductions take a sparse mask; most of them refuse a sparse input."""
    masked, x, mask = torch.masked, torch.arange(6.0).reshape(2, 3), torch.tensor([[True, False, True], [False, True, True]])
    for name in ("sum", "prod", "amax", "amin", "mean", "norm", "var", "logsumexp", "cumsum", "argmax"):
        call, more = getattr(masked, name), {"norm": (2.0, 1), "var": (1, True)}.get(name, (1,))
        yield name, call(x, *more, mask=mask.to_sparse())
        if name not in ("sum", "prod", "amax", "amin"):
            yield name, _failure(lambda call=call, more=more: call(x.to_sparse(), *more, mask=mask))
    yield _failure(lambda: masked.logaddexp(x, x.to_sparse())), _failure(lambda: masked.softmax(x.to_sparse(), 1))
