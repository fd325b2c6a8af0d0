"""Strides where there is one channel or no batch, `out=` in the memory of an argument, and tensors without values."""
from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from typing import Any


def _outcome(call: Callable[[], Any]) -> Any:
    """A result, or the error."""
    try:
        return call()
    except (IndexError, NotImplementedError, RuntimeError, TypeError) as error:
        return type(error).__name__, str(error).split("\n")[0].partition("  (Could")[0]


def _layouts(*tensors: Any) -> Any:
    return [(str(t.dtype), tuple(t.shape), t.stride()) for t in tensors]


def signals_of_one_channel(torch: Any) -> Iterator[Any]:
    """A signal or a weight that may be taken for channels that lie innermost, and what is made of it, forward and backward."""
    f = torch.nn.functional
    for batch, channels, outs, kernel, groups in ((2, 1, 1, 3, 1), (1, 1, 3, 3, 1), (2, 1, 3, 1, 1), (2, 3, 3, 3, 1), (2, 2, 4, 3, 2)):
        plain, turned = torch.ones(batch, channels, 8), torch.ones(batch, 8, channels).transpose(1, 2)
        weight, other = torch.ones(outs, channels // groups, kernel), torch.ones(outs, kernel, channels // groups).transpose(1, 2)
        for x in (plain, turned):
            for w in (weight, other):
                leaves = [t.detach().requires_grad_() for t in (x, w)]
                y = f.conv1d(*leaves, stride=2, groups=groups)
                yield _layouts(y, *torch.autograd.grad(y.sum(), leaves)[:1 if kernel == 1 else 2])
            yield _layouts(f.conv_transpose1d(x, torch.ones(channels, outs // groups, kernel), stride=2, groups=groups))


def volumes_without_a_batch(torch: Any) -> Iterator[Any]:
    """Pooled where the channels lie innermost, with gaps and without."""
    f = torch.nn.functional
    x = torch.arange(4.0 * 4 * 6 * 3).view(4, 4, 6, 3)
    for volume in (x.permute(3, 0, 1, 2), x[:, :, 1:5].permute(3, 0, 1, 2), x[..., 1:].permute(3, 0, 1, 2), x[..., :1].permute(3, 0, 1, 2),
                   x.permute(3, 0, 2, 1), x.permute(3, 1, 0, 2)):
        leaf = volume.detach().requires_grad_()
        for pool in (lambda v: f.max_pool3d(v, 2), lambda v: f.avg_pool3d(v, 2), lambda v: f.adaptive_avg_pool3d(v, 1),
                     lambda v: f.adaptive_avg_pool3d(v, 2), lambda v: f.adaptive_max_pool3d(v, 2)):
            y = pool(leaf)
            yield _layouts(y, *torch.autograd.grad(y.sum(), leaf)), _layouts(pool(volume[None]))
        yield _layouts(*f.max_pool3d(volume, 2, return_indices=True))


def parts_copied_of_a_wrong_dimension(torch: Any) -> Iterator[Any]:
    """`narrow_copy`, dense and sparse."""
    x = torch.arange(6.0).view(2, 3)
    for dim in (-3, -1, 1, 2, 7):
        yield _outcome(lambda d=dim: torch.narrow_copy(x, d, 0, 1)), _outcome(lambda d=dim: x.to_sparse().narrow_copy(d, 0, 1).to_dense())


def outputs_in_the_memory_of_an_argument(torch: Any) -> Iterator[Any]:
    """Which of them `kthvalue` and `cat` refuse."""
    def kth(take: Callable[[Any], Any]) -> Any:
        x = torch.tensor([[3.0, 1.0, 2.0], [6.0, 5.0, 4.0]])
        return *torch.kthvalue(x, 2, out=(take(x), torch.zeros(2, dtype=torch.int64))), x

    for take in (lambda x: x.view(-1)[:2], lambda x: x[:, 1], lambda x: x[1, :2], lambda x: x[:0]):
        yield _outcome(lambda take=take: kth(take))
    whole = torch.arange(6).view(2, 3)
    yield _outcome(lambda: torch.kthvalue(whole, 2, out=(torch.zeros(2, dtype=torch.int64), whole.view(-1)[:2]))[0])
    joins = (lambda x: torch.cat([x], out=x), lambda x: torch.cat([x[:1], x[1:]], out=x), lambda x: torch.cat([x[0, :1]], out=x[1, :1]),
             lambda x: torch.cat([x[:, 0]], out=x[:, 1]), lambda x: torch.cat([x.view(-1)[:3]], out=x.view(-1)[1:4]))
    for join in joins:
        x = torch.arange(6.0).view(2, 3)
        yield _outcome(lambda join=join, x=x: (join(x), x))


def numbers_without_values(torch: Any) -> Iterator[Any]:
    """On the meta device nobody divides by 0, and factors are taken for what they may be."""
    whole, real = torch.empty(3, dtype=torch.int64, device="meta"), torch.empty(2, 4, 4, device="meta")
    for divide in (torch.floor_divide, torch.remainder, torch.fmod, lambda x, y: torch.div(x, y, rounding_mode="trunc")):
        for by in (0, whole, torch.tensor(0), torch.tensor(-1)):
            yield _layouts(divide(whole, by))
    yield _layouts(whole.clone().floor_divide_(0), whole // 0, 1 % whole, torch.pow(whole, -1), torch.gcd(whole, whole))
    pivots, sides = torch.empty(2, 4, dtype=torch.int32, device="meta"), torch.empty(2, 4, 3, device="meta")
    yield _layouts(torch.linalg.lu_solve(real, pivots, sides), torch.linalg.lu_solve(real, pivots, sides.mT, left=False))
    yield _layouts(*torch.lu_unpack(real, pivots)), _layouts(*torch.lu_unpack(real, pivots, unpack_data=False))
    attention = torch.nn.MultiheadAttention(8, 2, device="meta")
    x = torch.empty(5, 7000, 8, device="meta")
    with torch.no_grad():
        yield _layouts(*attention(x, x, x)), _layouts(attention(x, x, x, need_weights=False)[0])


def decompositions_under_autocast(torch: Any) -> Iterator[Any]:
    """Their types, and what is refused: some are cast, some are made of a product."""
    a = torch.tensor([[4.0, 1.0, 0.5], [1.0, 3.0, 0.25], [0.5, 0.25, 5.0]])
    linalg = torch.linalg
    for lower in (torch.bfloat16, torch.float16):
        for x in (a, a.to(lower), a.double()):
            with torch.autocast("cpu", dtype=lower):
                for call in (linalg.pinv, torch.pinverse, lambda x: linalg.pinv(x, rtol=0.1), lambda x: linalg.pinv(x, hermitian=True),
                             lambda x: linalg.matrix_norm(x, 2), lambda x: linalg.matrix_norm(x, "nuc"), torch.nuclear_norm,
                             linalg.matrix_norm, linalg.svdvals, linalg.inv, linalg.det, linalg.slogdet, linalg.eigh, linalg.qr,
                             linalg.matrix_exp, linalg.matrix_rank, linalg.cond, lambda x: linalg.matrix_power(x, 3),
                             lambda x: linalg.multi_dot([x, x, x]), linalg.cholesky, linalg.lu_factor):
                    with warnings.catch_warnings(record=True) as caught:
                        warnings.simplefilter("always")
                        found = _outcome(lambda x=x, call=call: call(x))
                    yield [(w.category.__name__, str(w.message)[:30]) for w in caught]
                    yield _layouts(*(found if isinstance(found, tuple) else (found,))) if _is_of_tensors(torch, found) else found


def _is_of_tensors(torch: Any, found: Any) -> bool:
    return all(isinstance(t, torch.Tensor) for t in (found if isinstance(found, tuple) else (found,)))
