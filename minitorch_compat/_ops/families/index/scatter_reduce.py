"""scatter_reduce: sums, products, means and extremes of all elements with the same index."""
from __future__ import annotations

from typing import Any

import numpy as np

from ...._array.index import scatter as k
from ...batching import rules as b
from ...batching import shapes as bs
from ...facts import NoUnsigned
from ...namespace import ARRAYS, array_of
from ...op import custom, nondiff

FILL_LIKE = nondiff("fill_like(Tensor input, float value) -> Tensor", lambda a, value: np.full_like(a, value), module=None,
                    batch=b.broadcast_rule, aten="fill")


def ones_at(xp: Any, mask: Any, like: Any) -> Any:
    """1 where the mask is true, else 0, in the dtype of `like`."""
    return xp.where(mask, xp.fill_like(like, 1.0), xp.fill_like(like, 0.0))


def _partial_derivatives(xp: Any, out: Any, x: Any, dim: int, index: Any, src: Any, reduce: str, include_self: bool) -> tuple[Any, Any]:
    """The derivatives of the results by the elements of `x` at their places, and by the scattered elements of `src`."""
    to_self, to_src = SLOPES[reduce](xp, out, x, dim, index, src, include_self)
    return (to_self if include_self else xp.scatter_clear(to_self, dim, index)), to_src


def _partials_of_sum(xp: Any, out: Any, x: Any, dim: int, index: Any, src: Any, include_self: bool) -> tuple[Any, Any]:
    return xp.fill_like(x, 1.0), xp.fill_like(src, 1.0)


def _partials_of_mean(xp: Any, out: Any, x: Any, dim: int, index: Any, src: Any, include_self: bool) -> tuple[Any, Any]:
    start = xp.fill_like(x, 1.0) if include_self else xp.scatter_clear(xp.fill_like(x, 1.0), dim, index)
    share = 1 / xp.scatter_add(start, dim, index, xp.fill_like(src, 1.0))
    return share, xp.gather(share, dim, index)


def _partials_of_prod(xp: Any, out: Any, x: Any, dim: int, index: Any, src: Any, include_self: bool) -> tuple[Any, Any]:
    """The product of the other factors: by division, and recomputed without the element where it is the only zero."""
    others = xp.scatter_reduce_of(xp.fill_like(x, 1.0), dim, index, src, "prod", True)
    zero = src == 0
    zeros = xp.gather(xp.scatter_add(xp.fill_like(x, 0.0), dim, index, ones_at(xp, zero, src)), dim, index)
    alone = zero & (zeros == 1)
    without = xp.scatter_reduce_of(x, dim, index, xp.where(alone, xp.fill_like(src, 1.0), src), "prod", include_self)
    divided = xp.gather(out, dim, index) / xp.where(zero, xp.fill_like(src, 1.0), src)
    return others, _once_differentiable(xp, xp.where(alone, xp.gather(without, dim, index), divided), zeros, zero, lambda t: t)


def _partials_of_extreme(xp: Any, out: Any, x: Any, dim: int, index: Any, src: Any, include_self: bool) -> tuple[Any, Any]:
    """Ties share the gradient evenly."""
    here = ones_at(xp, x == out, x)
    if not include_self:
        here = xp.scatter_clear(here, dim, index)
    there = ones_at(xp, src == xp.gather(out, dim, index), src)
    count = xp.scatter_add(here, dim, index, there)
    count = xp.where(count == 0, xp.fill_like(count, 1.0), count)
    untouched = xp.scatter_clear(xp.fill_like(x, 1.0), dim, index)
    return xp.where(untouched == 1, untouched, here / count), there / xp.gather(count, dim, index)


SLOPES = {"sum": _partials_of_sum, "mean": _partials_of_mean, "prod": _partials_of_prod, "amax": _partials_of_extreme,
          "amin": _partials_of_extreme}


def _tangent(xp: Any, ts: Any, out: Any, x: Any, dim: int, index: Any, src: Any, reduce: str, include_self: bool) -> Any:
    to_self, to_src = _partial_derivatives(xp, out, x, dim, index, src, reduce, include_self)
    start = xp.fill_like(x, 0.0) if ts[0] is None else ts[0] * to_self
    return start if ts[2] is None else xp.scatter_add(start, dim, index, ts[2] * to_src)


def _count(xp: Any, g: Any, dim: int, index: Any, src: Any, include_self: bool) -> Any:
    """The number of elements at each place, and 1 where there are none."""
    count = xp.scatter_add(xp.fill_like(g, float(include_self)), dim, index, xp.fill_like(src, 1.0))
    return xp.masked_fill_value(count, count == 0, 1.0)


def _share(xp: Any, g: Any, out: Any, x: Any, dim: int, index: Any, src: Any) -> Any:
    """The share of each element that equals the extreme; PyTorch counts `self` among them even if it was excluded."""
    there = xp.cast(src == xp.gather(out, dim, index), array_of(x).dtype)
    return g / xp.scatter_add(xp.cast(x == out, array_of(x).dtype), dim, index, there)


def _to_self(xp: Any, g: Any, out: Any, x: Any, dim: int, index: Any, src: Any, reduce: str, include_self: bool) -> Any:
    """The gradient of the elements of `x`."""
    if reduce == "mean":
        return g / _count(xp, g, dim, index, src, include_self)
    if reduce == "prod":
        filled = xp.masked_fill_value(x, x == 0, 1.0)
        return g * xp.scatter_reduce_of(filled, dim, index, src, "prod", include_self) / filled
    return g if reduce == "sum" else (x == out) * _share(xp, g, out, x, dim, index, src)


def _to_source(xp: Any, pick: Any, g: Any, out: Any, x: Any, dim: int, index: Any, src: Any, reduce: str, include_self: bool) -> Any:
    """The gradient of the scattered elements; `pick` gathers their values."""
    if reduce == "mean":
        return pick(g) / pick(_count(xp, g, dim, index, src, include_self))
    if reduce == "prod":
        return _vjp_of_prod(xp, pick, g, out, x, dim, index, src, include_self)
    return pick(g) if reduce == "sum" else (src == pick(out)) * pick(_share(xp, g, out, x, dim, index, src))


def _refuse_second_derivative(_xp: Any, _g: Any, _out: Any, _grad: Any, message: str) -> Any:
    raise RuntimeError(message)


#: An identity whose derivative is refused.
ONCE_DIFFERENTIABLE = custom("once_differentiable(Tensor grad, str message) -> Tensor", lambda grad, message: grad.copy(),
                             _refuse_second_derivative,
                             jvp=lambda xp, ts, out, grad, message: _refuse_second_derivative(xp, ts, out, grad, message), module=None,
                             node="Error",
                             batch=b.broadcast_rule)


def _once_differentiable(xp: Any, grad: Any, zeros: Any, zero: Any, pick: Any) -> Any:
    """`grad`, whose derivative is refused where several factors of one product are zero: the product of the others is found by division."""
    counts = array_of(pick(zeros))
    if xp is ARRAYS or not isinstance(counts, np.ndarray) or not ((counts > 1) & array_of(zero)).any():
        return grad
    return xp.once_differentiable(grad, "scatter_reduce(), index_reduce(), segment_reduce(): Double backward is unsupported for src when "
                                        ">1 zeros in src are scattered to the same position in self")


def _vjp_of_prod(xp: Any, pick: Any, g: Any, out: Any, x: Any, dim: int, index: Any, src: Any, include_self: bool) -> Any:
    """For products: the product of the other factors by division, and recomputed where the factor is the only zero."""
    zero = src == 0
    zeros = xp.scatter_add(xp.fill_like(x, 0.0), dim, index, xp.cast(zero, array_of(x).dtype))
    alone = zero & (pick(zeros) == 1)
    without = xp.scatter_reduce_of(x, dim, index, xp.masked_fill_value(src, alone, 1.0), "prod", include_self)
    return _once_differentiable(xp, xp.where(alone, pick(g * without), pick(g * out) / xp.masked_fill_value(src, zero, 1.0)), zeros, zero,
                                pick)


def _vjp_of_self(xp: Any, g: Any, out: Any, x: Any, dim: int, index: Any, src: Any, reduce: str, include_self: bool) -> Any:
    grad = _to_self(xp, g, out, x, dim, index, src, reduce, include_self)
    return grad if include_self else xp.scatter_clear(grad, dim, index)


def _scatter_label(_x: Any, _dim: int, _index: Any, _src: Any, reduce: str, *_: Any) -> str:
    return "scatter_gather_tensor_cpu" + ("" if reduce in ("sum", "prod") else f"_reduce_{reduce}")


SCATTER_REDUCE = custom(
    "scatter_reduce_of(Tensor input, int dim, Tensor index, Tensor src, str reduce, bool include_self=True) -> Tensor", k.scatter_reduce,
    _vjp_of_self, None,
    lambda xp, g, out, x, dim, index, src, reduce, include_self: _to_source(
        xp, lambda t: xp.gather(t, dim, index), g, out, x, dim, index, src, reduce, include_self),
    jvp=_tangent, module=None, node="ScatterReduceBackward0", may_not_overlap=(2, 3), batch=bs.gather_rule(1),
    aten="scatter_reduce.two", unbatched_write_error="own name", allows_mixed_devices=True, function="scatter_reduce",
    unsigned=NoUnsigned(_scatter_label, answers_empty=True))


def _spread(xp: Any, index: Any, source: Any, dim: int) -> Any:
    """An index of slices as one of elements."""
    shape = [1] * len(source.shape)
    if shape:
        shape[dim] = -1
    return xp.expand(xp.reshape(index, tuple(shape)), tuple(source.shape))


def _tangent_of_slices(xp: Any, ts: Any, out: Any, x: Any, dim: int, index: Any, source: Any, reduce: str, include_self: bool) -> Any:
    return _tangent(xp, ts, out, x, dim, _spread(xp, index, source, dim), source, reduce, include_self)


def _reduce_label(x: Any, _dim: int, _index: Any, _source: Any, reduce: str, *_: Any) -> str | None:
    return "index_func_" if x.ndim < 2 else {"mean": "add_stub", "amin": "minimum_cpu", "amax": "maximum_cpu"}.get(reduce)


def _index_reduce_vjp(xp: Any, g: Any, out: Any, x: Any, dim: int, index: Any, source: Any, reduce: str, include_self: bool) -> Any:
    grad = _to_self(xp, g, out, x, dim, _spread(xp, index, source, dim), source, reduce, include_self)
    return grad if include_self else xp.index_fill_value(grad, dim, index, 0)


def _index_reduce_source_vjp(xp: Any, g: Any, out: Any, x: Any, dim: int, index: Any, source: Any, reduce: str, include_self: bool) -> Any:
    def pick(t: Any) -> Any:
        return xp.reshape(xp.index_select(t, dim, index), tuple(source.shape)) if not source.shape else xp.index_select(t, dim, index)

    return _to_source(xp, pick, g, out, x, dim, _spread(xp, index, source, dim), source, reduce, include_self)


INDEX_REDUCE = custom(
    "index_reduce(Tensor input, int dim, Tensor index, Tensor source, str reduce, bool include_self=True) -> Tensor", k.index_reduce,
    _index_reduce_vjp, None, _index_reduce_source_vjp, jvp=_tangent_of_slices, variants="", may_not_overlap=(2, 3),
    batch=b.Definition(lambda xp, x, dim, index, source, reduce, include_self: xp.scatter_reduce_of(
        x, dim, _spread(xp, index, source, dim), source, reduce, include_self)), allows_mixed_devices=True,
    unsigned=NoUnsigned(_reduce_label))
