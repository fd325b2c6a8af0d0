"""Shapes and views."""
from __future__ import annotations

from .._array import shape as k
from .._array import strided
from .op import linear

VIEW = linear("view(Tensor input, int[] size) -> Tensor", k.view,
              lambda xp, g, _out, x_meta, size: xp.reshape(g, x_meta.shape), view=True, variants="")
# Only formulas call this one: the public reshape is a view where it can be one, else a copy.
RESHAPE = linear("reshape(Tensor input, int[] size) -> Tensor", k.reshape,
                 lambda xp, g, _out, x_meta, size: xp.reshape(g, x_meta.shape), node="UnsafeViewBackward0", variants="")
EXPAND = linear("expand(Tensor input, int[] size) -> Tensor", k.expand,
                lambda xp, g, _out, x_meta, size: xp.sum_to_size(g, x_meta.shape), view=True, variants="")
TRANSPOSE = linear("transpose(Tensor input, int dim0, int dim1) -> Tensor", k.transpose,
                   lambda xp, g, _out, _x, dim0, dim1: xp.transpose(g, dim0, dim1), view=True, variants="function method")
T = linear("t(Tensor input) -> Tensor", k.t, lambda xp, g, _out, _x: xp.t(g), view=True, variants="function method")
PERMUTE = linear("permute(Tensor input, int[] dims) -> Tensor", k.permute,
                 lambda xp, g, _out, _x, dims: xp.permute(g, _inverse(dims)), view=True, variants="function")
UNSQUEEZE = linear("unsqueeze(Tensor input, int dim) -> Tensor", k.unsqueeze,
                   lambda xp, g, _out, x_meta, dim: xp.reshape(g, x_meta.shape), view=True, variants="function method")
SQUEEZE = linear("squeeze(Tensor input, int[1]? dim=None) -> Tensor", k.squeeze,
                 lambda xp, g, _out, x_meta, dim: xp.reshape(g, x_meta.shape), view=True, variants="function method")
ALIAS = linear("alias(Tensor input) -> Tensor", k.alias, lambda xp, g, _out, _x: g, view=True, module=None)
CLONE = linear("clone(Tensor input, MemoryFormat? memory_format=None) -> Tensor", k.clone,
               lambda xp, g, _out, _x, memory_format: g, variants="")
CONTIGUOUS = linear("contiguous(Tensor input) -> Tensor", k.contiguous, lambda xp, g, _out, _x: g, module=None,
                    node="CloneBackward0")
AS_STRIDED = linear("as_strided(Tensor input, int[] size, int[] stride, int offset=0) -> Tensor", strided.window,
                    lambda xp, g, _out, x_meta, size, stride, offset: xp.as_strided_transpose(g, x_meta.shape, size, stride, offset),
                    view=True, variants="")
AS_STRIDED_TRANSPOSE = linear(
    "as_strided_transpose(Tensor input, int[] shape, int[] size, int[] stride, int offset) -> Tensor", strided.window_transpose,
    lambda xp, g, _out, _x, shape, size, stride, offset: xp.as_strided(g, size, stride, offset), module=None)
AS_STRIDED_SCATTER = linear(
    "as_strided_scatter(Tensor input, Tensor src, int[] size, int[] stride, int offset=0) -> Tensor", strided.window_scatter,
    lambda xp, g, _out, _x, _src, size, stride, offset: xp.as_strided_scatter(g, xp.mul(xp.as_strided(g, size, stride, offset), 0.0),
                                                                              size, stride, offset),
    lambda xp, g, _out, _x, _src, size, stride, offset: xp.as_strided(g, size, stride, offset), variants="")


def _inverse(order: tuple[int, ...]) -> tuple[int, ...]:
    """The permutation that undoes `order`."""
    n = len(order)
    inverse = [0] * n
    for i, d in enumerate(order):
        inverse[d % n] = i
    return tuple(inverse)
