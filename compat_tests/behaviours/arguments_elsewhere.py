"""Arguments that are sparse, on the meta device, or of one dimension too many, of functions that mostly know nothing of them."""
from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any

from . import refused


def _failure(call: Callable[[], Any]) -> Any:
    """What a refused call says, but for the list of builds that PyTorch goes on with, or what is there instead."""
    outcome = refused(call)
    return outcome["raised"], outcome["message"].split("' backend")[0].split(": attempted to run")[0]


def _sparse(torch: Any, *shape: int) -> Any:
    return torch.arange(torch.ones(shape).numel(), dtype=torch.float32).reshape(shape).to_sparse()


def _meta(torch: Any, *shape: int) -> Any:
    return torch.ones(shape, device="meta")


def sparse_batches(torch: Any) -> Iterator[Any]:
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
    prelu = torch.nn.functional.prelu
    for x in ((), (5,), (2, 3), (2, 1), (1,)):
        for w in ((), (1,), (3,), (1, 1), (1, 3), (1, 1, 1)):
            yield x, w, _failure(lambda x=x, w=w: prelu(-torch.ones(x), torch.ones(w)))
    for x, w in ((_meta(torch, 2, 3), torch.ones(3)), (torch.ones(2, 3), _meta(torch, 3)), (_meta(torch, 2, 3), torch.ones(()))):
        yield _failure(lambda x=x, w=w: prelu(x, w))


def one_of_two_devices(torch: Any) -> Iterator[Any]:
    m, c, zero, none = _meta(torch, 3), torch.ones(3), torch.ones(()), _meta(torch)
    for mean, std in ((m, c), (c, m), (c, none), (none, c), (m, zero), (zero, m)):
        yield _failure(lambda mean=mean, std=std: torch.normal(mean, std))
    for k in range(5):
        given = [torch.ones(3, 2), *(torch.ones(2) for _ in range(4))]
        given[k] = given[k].to("meta")
        yield k, *(_failure(lambda given=given, t=t: torch.nn.functional.batch_norm(*given, training=t)) for t in (False, True))


def without_values(torch: Any) -> Iterator[Any]:
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
    for length in (None, 0, 3):
        for center in (True, False):
            said = _failure(lambda length=length, center=center: torch.istft(
                torch.ones(5, 1, dtype=torch.complex64), 8, window=torch.ones(8), center=center, length=length))
            yield length, center, said


def bags_that_start_before_the_first(torch: Any) -> Iterator[Any]:
    for mode in ("mean", "max"):
        yield _failure(lambda mode=mode: torch.nn.functional.embedding_bag(
            torch.tensor([1, 2, 3, 0]), torch.ones(4, 5), torch.tensor([0, -2]), mode=mode))
