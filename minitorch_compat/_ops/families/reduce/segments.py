"""Reductions over segments of unequal lengths. Their derivatives are those of scattering, each element going to its segment."""
from __future__ import annotations

from typing import Any

from ...._array.reduce import segments as k
from ...facts import Out
from ...op import custom, nondiff
from ..index.scatter_reduce import SLOPES, ones_at

SEGMENT_INDEX = nondiff("segment_index(Tensor input, Tensor? lengths, Tensor? offsets, int axis) -> Tensor", k.segment_index, module=None)
SEGMENT_SIZES = nondiff("segment_sizes(Tensor input, Tensor? lengths, Tensor? offsets, float empty) -> Tensor", k.segment_sizes,
                        module=None)


def _segment_indices(xp: Any, out: Any, data: Any, lengths: Any, offsets: Any, axis: int) -> tuple[Any, Any]:
    """For each element the index of its segment, and 1; or 0 if it belongs to none."""
    index = xp.segment_index(data, lengths, offsets, axis)
    inside = index < out.shape[axis]
    return index * inside, ones_at(xp, inside, data)


def _extreme_slope(xp: Any, out: Any, data: Any, axis: int, index: Any, inside: Any) -> Any:
    """Elements that equal the extreme, or are NaN, share the cotangent evenly."""
    there = ones_at(xp, (data == xp.gather(out, axis, index)) | (data != data), data) * inside
    count = xp.scatter_add(xp.fill_like(out, 0.0), axis, index, there)
    return there / xp.gather(xp.where(count == 0, xp.fill_like(count, 1.0), count), axis, index)


def _segment_partial(xp: Any, out: Any, data: Any, reduce: str, lengths: Any, offsets: Any, axis: int, initial: Any, index: Any,
                     inside: Any) -> Any:
    """The derivative of a segment's result by each of its elements."""
    if reduce == "sum":
        return inside
    if reduce == "mean":
        return inside / xp.gather(xp.segment_sizes(out, lengths, offsets, 1.0), axis, index)
    if reduce == "prod":
        start = xp.fill_like(out, 1.0 if initial is None else float(initial))
        return SLOPES["prod"](xp, out, start, axis, index, xp.where(inside == 1, data, inside + 1), True)[1] * inside
    return _extreme_slope(xp, out, data, axis, index, inside)


def _segment_vjp(xp: Any, g: Any, out: Any, data: Any, reduce: str, lengths: Any, _indices: Any, offsets: Any, axis: int, _unsafe: bool,
            initial: Any) -> Any:
    axis %= len(data.shape)
    if not out.shape[axis]:
        return xp.fill_like(data, 0.0)
    index, inside = _segment_indices(xp, out, data, lengths, offsets, axis)
    return xp.gather(g, axis, index) * _segment_partial(xp, out, data, reduce, lengths, offsets, axis, initial, index, inside)


def _segment_jvp(xp: Any, ts: Any, out: Any, data: Any, reduce: str, lengths: Any, _indices: Any, offsets: Any, axis: int, _unsafe: bool,
               initial: Any) -> Any:
    axis %= len(data.shape)
    if not out.shape[axis]:
        return xp.fill_like(out, 0.0)
    index, inside = _segment_indices(xp, out, data, lengths, offsets, axis)
    tangent = ts[0] * _segment_partial(xp, out, data, reduce, lengths, offsets, axis, initial, index, inside)
    return xp.scatter_add(xp.fill_like(out, 0.0), axis, index, tangent)


SEGMENT_REDUCE = custom(
    "segment_reduce(Tensor data, str reduce, *, Tensor? lengths=None, Tensor? indices=None, Tensor? offsets=None, int axis=0, "
    "bool unsafe=False, Scalar? initial=None) -> Tensor", k.segment_reduce,
    lambda xp, g, out, data, reduce, lengths, indices, offsets, axis, unsafe, initial: _segment_vjp(
        xp, g, out, data, reduce, lengths, indices, offsets, axis, unsafe, initial),
    jvp=_segment_jvp, variants="function",
    doc="Sums, means, products or extremes of runs along `axis`, which `lengths` or `offsets` cut it into; `initial` joins each of them.",
    meta_rule="unsafe")

HASH_TENSOR = nondiff("hash_tensor(Tensor input, int[1] dim=[], *, bool keepdim=False, int mode=0) -> Tensor", k.hash_tensor,
                      doc="The exclusive or of the bits of all elements, or of those along `dim`, as uint64.", out=Out(checks_out_only=True,
                      accepted_dtypes="exact", dtype_message="Expected result to be of dtype uint64, but got {1}"))
