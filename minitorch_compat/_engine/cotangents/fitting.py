"""Gradients along edges: fitted to the receiver's shape and dtype, and summed where several arrive."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..._array.core.execution.blocks import float16_through_float32
from ..._array.sparse.coo import Sparse
from ..._dispatch.call.result_layouts import resolve_layout
from ..._dispatch.graph.node import Node
from ..._dispatch.tensor import ANY_DTYPE, TensorBase
from .expanded import scalar_of_expanded
from .ownership import OWN

_ndarray = np.ndarray
_FLOAT16 = np.dtype(np.float16)
_sum_of_halves = float16_through_float32(np.add)  # numpy is slow in half precision


def add_to_entry(entry: list[Any], g: Any, ownership: int) -> None:
    """Add `g` with ownership state `ownership` to a pending entry; in place once its cotangent is a sum made here (`entry[2]`)."""
    total = entry[1]
    if entry[2] and total.__class__ is _ndarray and total.dtype is g.dtype and total.dtype is not _FLOAT16:
        np.add(total, g, out=total)
    elif total is None:
        entry[1], entry[3] = g, ownership
    else:
        entry[1] = sum_gradients(total, g)
        entry[2], entry[3] = True, OWN


def sum_gradients(total: Any, g: Any) -> Any:
    """The sum of two gradients in the layout of the first. The operands stand in PyTorch's order, which decides what a sparse sum is."""
    if total.__class__ is not _ndarray:
        array = total._array if isinstance(total, TensorBase) else total
        return g + total if isinstance(array, Sparse) else total + g
    number = scalar_of_expanded(total) if total.base is not None and g.__class__ is _ndarray else total
    out = number + g if total.dtype is not _FLOAT16 else _sum_of_halves(number, g)
    return out if total.flags.c_contiguous or number is not total else resolve_layout(out, (total, g))


def fit_to_edge(edge: Any, slot: int, g: Any, fit: Any) -> Any:
    """`g` fitted to the shape and dtype that `edge` expects at `slot`."""
    if not isinstance(edge, Node):
        meta = edge._autograd_meta
        if meta is None:
            return fit(g, edge._array.shape, edge._array.dtype)
        shape = edge._array.shape if meta.recorded_shape is None else meta.recorded_shape[0]
        return fit(g, shape, edge._array.dtype if meta.grad_dtype is None else _leaf_dtype(edge, g))
    if edge.shape is not None:
        return fit(g, edge.shape, edge.dtype)
    return fit(g, *edge.metas[slot])


def fit_gradients(node: Any, grads: Any, fit: Any) -> list[Any]:
    """A node's gradients fitted to its inputs, as hooks see them."""
    slots = node.slots or (0,) * len(node.edges)
    return [gi if gi is None or edge is None else fit_to_edge(edge, slot, gi, fit)
            for gi, edge, slot in zip(grads, node.edges, slots, strict=True)]


def _leaf_dtype(leaf: Any, g: Any) -> Any:
    """The dtype of the gradient of a leaf with `grad_dtype`; `ANY_DTYPE` keeps the dtype of `g`."""
    dtype = leaf._autograd_meta.grad_dtype
    if dtype is not ANY_DTYPE and dtype.kind not in "fcV":
        raise RuntimeError("isDifferentiableType(grad.scalar_type()) INTERNAL ASSERT FAILED: a gradient cannot be of that grad_dtype")
    return (g._array if isinstance(g, TensorBase) else g).dtype if dtype is ANY_DTYPE else dtype


def materialize(node: Any, cots: list[Any], space: Any) -> Any:
    """The cotangents of a node with several outputs in the form its formula takes."""
    op = node.op
    if op is None:
        return cots
    if not op.schema.returns_list and len(op.differentiable) == 1:
        return cots[op.differentiable[0]]
    if op.joint_takes_none:
        return tuple(cots)
    given = next((c for c in cots if c is not None), None)
    if op.schema.returns_list and len(node.edges) == 1:  # the formula concatenates them: one zero array per shape is enough
        return _fill_with_shared_zeros(cots, node.metas, space, given)
    return tuple(space.zeros(*meta, given) if c is None else c for c, meta in zip(cots, node.metas, strict=True))


def _fill_with_shared_zeros(cots: list[Any], metas: Any, space: Any, given: Any) -> tuple[Any, ...]:
    filled, zero, zero_meta = [], None, None
    for c, meta in zip(cots, metas, strict=True):
        if c is None:
            if meta != zero_meta:
                zero, zero_meta = space.zeros(*meta, given), meta
            c = zero
        filled.append(c)
    return tuple(filled)
