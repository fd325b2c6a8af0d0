"""Reductions."""
from __future__ import annotations

from .._array import reduction as k
from .._array.dtypes import cast as cast_array
from .._array.reduce_to import sum_to_shape
from .op import linear

SUM = linear("sum(Tensor input, int[1]? dim=None, bool keepdim=False, ScalarType? dtype=None) -> Tensor", k.sum,
             lambda xp, g, _out, x_meta, dim, keepdim, dtype: xp.expand_reduced(g, x_meta.shape, dim, keepdim))
MEAN = linear("mean(Tensor input, int[1]? dim=None, bool keepdim=False, ScalarType? dtype=None) -> Tensor", k.mean,
              lambda xp, g, _out, x_meta, dim, keepdim, dtype: xp.expand_reduced(g / k.count(x_meta.shape, dim), x_meta.shape, dim,
                                                                                 keepdim))
EXPAND_REDUCED = linear("expand_reduced(Tensor input, int[] shape, int[1]? dim, bool keepdim) -> Tensor", k.expand_reduced,
                        lambda xp, g, _out, _x, shape, dim, keepdim: xp.sum(g, dim, keepdim), module=None, node="ExpandBackward0")
SUM_TO_SIZE = linear("sum_to_size(Tensor input, int[] size) -> Tensor", sum_to_shape,
                     lambda xp, g, _out, x_meta, size: xp.expand(g, x_meta.shape), variants="", node="SumBackward1")
CAST = linear("cast(Tensor input, ScalarType dtype) -> Tensor", cast_array,
              lambda xp, g, _out, x_meta, dtype: xp.cast(g, x_meta.dtype), module=None, node="ToCopyBackward0", holomorphic=False)
