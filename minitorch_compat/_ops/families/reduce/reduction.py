"""Reductions."""
from __future__ import annotations

from typing import Any

import numpy as np

from ...._array.core.dtypes import Defaults
from ...._array.core.dtypes import cast as cast_array
from ...._array.reduce import moments
from ...._array.reduce import reduction as k
from ...._array.shape.unbroadcast import sum_to_shape_op
from ...batching import rules as b
from ...batching import shapes as bs
from ...facts import NO_UNSIGNED, NoUnsigned, Out
from ...formula_parts import restore_reduced_dims, scatter_reduced
from ...namespace import array_of
from ...op import InPlace, Op, composite, custom, linear, nondiff, overload

SUM = linear("sum(Tensor input) -> Tensor", k.sum_all, lambda xp, g, _out, x_meta: xp.expand_reduced(g, x_meta.shape, None, False),
             variants="", batch=b.over_all_elements("sum_dim", False, None), holomorphic=False, compressed="total",
             out=Out(reads_before_write="first"))
SUM_DIM = linear("sum_dim(Tensor input, int[1]? dim=None, bool keepdim=False, ScalarType? dtype=None) -> Tensor", k.sum,
                 lambda xp, g, _out, x_meta, dim, keepdim, dtype: xp.expand_reduced(g, x_meta.shape, dim, keepdim), variants="",
                 node="SumBackward1", exact_out=False, batch=b.along_dim(1), holomorphic=False, aten="sum.dim_IntList",
                 coo="sum_dim", coo_node="SparseSumBackward0", compressed="sum_dim",
                 out=Out(reads_before_write="first"))
MEAN_GRADIENT = Op("composite", "mean_gradient(Tensor input, int[] shape, int[1]? dim, bool keepdim) -> Tensor",
                   k.mean_gradient,
                   composite=lambda xp, g, shape, dim, keepdim: xp.div_scalar(
                       xp.expand_reduced(g, shape, dim, keepdim), int(k.reduced_count(shape, dim))),
                   module=None)
MEAN = linear("mean(Tensor input) -> Tensor", k.mean_all,
              lambda xp, g, _out, x_meta: xp.mean_gradient(g, x_meta.shape, None, False), variants="",
              exact_out=False, batch=b.over_all_elements("mean_dim", False, None), holomorphic=False, dense_gradient=True,
              refused_as="mean.dim",
              out_overload="sum_out", out=Out(reads_before_write="first"))
MEAN_DIM = linear("mean_dim(Tensor input, int[1]? dim=None, bool keepdim=False, ScalarType? dtype=None) -> Tensor", k.mean,
                  lambda xp, g, _out, x_meta, dim, keepdim, dtype: xp.mean_gradient(g, x_meta.shape, dim, keepdim),
                  variants="", node="MeanBackward1",
                  exact_out=False, batch=b.along_dim(1), holomorphic=False, dense_gradient=True, aten="mean.dim",
                  out_overload="sum_out", out=Out(reads_before_write="first",
                  accepted_dtypes="cast", dtype_message="mean.dtype_out(): input types can't be cast to the desired output type {1}"))
NANSUM = custom("nansum(Tensor input, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor", k.nansum,
                lambda xp, g, _out, x, dim, keepdim, dtype: xp.expand_reduced(g, x.shape, dim, keepdim) * xp.logical_not(xp.isnan(x)),
                jvp=lambda xp, t, _out, x, dim, keepdim, dtype: xp.sum_dim(xp.where_or_zero(xp.logical_not(xp.isnan(x)), t), dim, keepdim,
                                                                           dtype),
                exact_out=False, batch=b.along_dim(1), out=Out(reads_before_write="first"))


def _sum_again(xp: Any, g: Any, shape: Any, dim: Any, keepdim: bool) -> Any:
    if not shape and (not g.shape or not dim and dim != 0):
        return xp.sum(g)
    total, n = xp.sum_dim(g, dim, True, None), len(g.shape)
    if not keepdim:
        for d in sorted([d % n for d in ((dim,) if dim.__class__ is int else dim or range(n))], reverse=True):
            total = xp.squeeze(total, d)
    return total


EXPAND_REDUCED = linear("expand_reduced(Tensor input, int[] shape, int[1]? dim, bool keepdim) -> Tensor", k.expand_reduced,
                        lambda xp, g, _out, x_meta, shape, dim, keepdim: _sum_again(xp, g, x_meta.shape, dim, keepdim),
                        module=None, view=True, node="ExpandBackward0", batch=bs.expand_reduced, aten="expand")


def _sum_to_size(xp: Any, x: Any, size: Any) -> Any:
    """Undo broadcasting: the sum, then a view without the leading dimensions."""
    if not size:
        return xp.sum(x)
    lead = len(x.shape) - len(size)
    dims = (*range(lead), *(lead + i for i, n in enumerate(size) if n == 1 and x.shape[lead + i] != 1))
    total = xp.sum_dim(x, dims, True, None) if dims else x
    return xp.view(total, size) if lead else total


SUM_TO_SIZE = Op("composite", "sum_to_size(Tensor input, int[] size) -> Tensor", sum_to_shape_op, composite=_sum_to_size, variants="",
                 holomorphic=False)
SUM_TO_SIZE.set_facts(sums_broadcast=True)
def _cast_back(xp: Any, g: Any, dtype: Any, cast_to: Any) -> Any:
    if cast_to.kind == "c" and dtype.kind == "f":
        g = xp.real_part(g)  # a view, which is copied only if the precision differs
        if (g._array if hasattr(g, "_array") else g).dtype == dtype:
            return g
    return xp.cast(g, dtype)


CAST = linear("cast(Tensor input, ScalarType dtype) -> Tensor", cast_array,
              lambda xp, g, _out, x_meta, dtype: _cast_back(xp, g, x_meta.dtype, dtype),
              module=None, node="ToCopyBackward0", holomorphic=False, dense_gradient=True,
              batch=b.broadcast_rule, copies=True, aten="_to_copy", overload_arguments="conversion",
              compressed="values", compressed_node="ToCopyBackward0", keeps_batch_dim=True, fills_new_memory=True, float8=True)

# Products -------------------------------------------------------------------------------------------------------------------------


def _prod_tangent(xp: Any, t: Any, out: Any, x: Any, dim: Any, keepdim: bool, _dtype: Any) -> Any:
    if not x.shape:
        return t  # avoids dividing, especially by infinity
    return xp.sum_dim(t * (xp.prod_others(x, dim) if k.has_zero(x) else _restore_dims(xp, out, dim, keepdim) / x), dim, keepdim, None)


def _prod_vjp(xp: Any, g: Any, out: Any, x: Any, dim: Any, keepdim: bool) -> Any:
    """The product divided by each element, which is where PyTorch's infinities and NaN come from.

    Where an element is 0 it takes another path, which shows in node names and strides.
    """
    if not x.shape:
        return g
    if not k.has_zero(x):
        return _restore_dims(xp, g, dim, keepdim) * (_restore_dims(xp, out, dim, keepdim) / x)
    if dim is None:
        return xp.contiguous_zeros(x) if k.has_several_zeros(x) else xp.view(g * xp.prod_others(xp.reshape(x, (-1,)), 0), x.shape)
    if x.shape[dim] == 1:
        return _restore_dims(xp, g, dim, keepdim)
    return _restore_dims(xp, g, dim, keepdim) * xp.prod_others(x, dim)


def _restore_dims(xp: Any, reduced: Any, dim: Any, keepdim: bool) -> Any:
    """What was reduced along `dim`, with that dimension restored."""
    return reduced if dim is None or keepdim else xp.unsqueeze(reduced, dim)


PROD_DIM = custom("prod_dim(Tensor input, int? dim=None, bool keepdim=False, ScalarType? dtype=None) -> Tensor", k.prod,
                  lambda xp, g, out, x, dim, keepdim, dtype: _prod_vjp(xp, g, out, x, dim, keepdim),
                  jvp=_prod_tangent, variants="", node="ProdBackward1", exact_out=False, batch=b.along_dim(1, everything=False),
                  aten="prod.dim_int|default", refused_as="prod.dim_int", overload_arguments="product of all",
                  autocast="single", out=Out(reads_before_write="first"))
PROD_DIM.transform_op = overload(
    PROD_DIM, "ProdBackward1",
    lambda xp, g, _out, x, dim, keepdim, _dtype: _restore_dims(xp, g, dim, keepdim) * xp.prod_others(x, dim) if x.shape else g)
PROD_DIM.transform_op.jvp = lambda xp, t, _out, x, dim, keepdim, _dtype: xp.sum_dim(t * xp.prod_others(x, dim), dim, keepdim, None)
PROD = composite("prod(Tensor input) -> Tensor", lambda xp, x: xp.prod_dim(x, None, False, None), variants="", autocast="single",
                 out=Out(reads_before_write="first"))

def _product_of_others(xp: Any, x: Any, dim: Any) -> Any:
    """The products of the elements before each element and of those after it."""
    if dim is None:
        return xp.view(_product_of_others(xp, xp.reshape(x, (-1,)), 0), x.shape)
    if not x.shape or 0 in x.shape:
        return xp.contiguous_zeros(x) + 1
    n, one = x.shape[dim], xp.contiguous_zeros(xp.slice(x, dim, 0, 1, 1)) + 1
    before = xp.cumprod(xp.cat((one, xp.slice(x, dim, 0, n - 1, 1)), dim), dim, None)
    behind = xp.cumprod(xp.cat((one, xp.flip(xp.slice(x, dim, 1, n, 1), (dim,))), dim), dim, None)
    return before * xp.flip(behind, (dim,))


PROD_OTHERS = Op("composite", "prod_others(Tensor input, int? dim=None) -> Tensor", k.prod_others, composite=_product_of_others,
                 module=None)

# Extremes -------------------------------------------------------------------------------------------------------------------------


# Where the extreme is NaN, no element equals it.
def _distribute_to_equals(xp: Any, g: Any, out: Any, x: Any, dim: Any, keepdim: bool) -> Any:
    even = _spread_evenly(xp, restore_reduced_dims(xp, g, x, dim, keepdim), x == restore_reduced_dims(xp, out, x, dim, keepdim), dim)
    return even if x.shape or keepdim or dim is None or dim == () else xp.sum(even)  # a dimension of a 0-d tensor was given


def _spread_evenly(xp: Any, g: Any, hit: Any, dim: Any) -> Any:
    """An equal part of `g` for each element of the mask."""
    return g / xp.sum_dim(xp.cast(hit, array_of(g).dtype), None if dim == () else dim, True, None) * hit


def _collect_from_equals(xp: Any, t: Any, out: Any, x: Any, dim: Any, keepdim: bool) -> Any:
    return xp.sum_dim(t * xp.extreme_weights(x, out, dim, keepdim, False), dim, keepdim, None)


def _distribute_evenly(xp: Any, g: Any, out: Any, x: Any) -> Any:
    hit = (x == out) | (xp.isnan(x) & xp.isnan(out))
    return xp.masked_fill_tensor(xp.contiguous_zeros(x), hit, g / xp.sum(hit))


AMAX = custom("amax(Tensor input, int[] dim=[], bool keepdim=False) -> Tensor", k.amax, _distribute_to_equals, jvp=_collect_from_equals,
              batch=b.along_dim(1), kernel_label="max_values_cpu", out=Out(
                  reads_before_write="first", accepted_dtypes="exact",
                  dtype_message="Expected the dtype for input and out to match, but got {0} for input's dtype and {1} for out's dtype."),
              unsigned=NoUnsigned(answers_empty=True))
AMIN = custom("amin(Tensor input, int[] dim=[], bool keepdim=False) -> Tensor", k.amin, _distribute_to_equals, jvp=_collect_from_equals,
              batch=b.along_dim(1), kernel_label="min_values_cpu", out=Out(
                  reads_before_write="first", accepted_dtypes="exact",
                  dtype_message="Expected the dtype for input and out to match, but got {0} for input's dtype and {1} for out's dtype."),
              unsigned=NoUnsigned(answers_empty=True))
MAX = custom("max_all(Tensor input) -> Tensor", k.max_all, lambda xp, g, out, x: xp.distribute_evenly(g, out, x),
             jvp=lambda xp, t, out, x: _collect_from_equals(xp, t, out, x, None, False), variants="", node="MaxBackward1", exact_out=False,
             batch=b.over_all_elements("amax", False), aten="max", kernel_label="max_all",
             out=Out(reads_before_write="first",
             accepted_dtypes="cast",
                     dtype_message="Expected canCast( typeMetaToScalarType(self.dtype()), typeMetaToScalarType(out.dtype())) to be true, "
                      "but got false."), unsigned=NO_UNSIGNED)
MIN = custom("min_all(Tensor input) -> Tensor", k.min_all, lambda xp, g, out, x: xp.distribute_evenly(g, out, x),
             jvp=lambda xp, t, out, x: _collect_from_equals(xp, t, out, x, None, False), variants="", node="MinBackward1", exact_out=False,
             batch=b.over_all_elements("amin", False), aten="min", kernel_label="min_all",
             out=Out(reads_before_write="first",
             accepted_dtypes="cast",
                     dtype_message="Expected canCast( typeMetaToScalarType(self.dtype()), typeMetaToScalarType(out.dtype())) to be true, "
                      "but got false."), unsigned=NO_UNSIGNED)
DISTRIBUTE_EVENLY = Op("composite", "distribute_evenly(Tensor grad, Tensor out, Tensor input) -> Tensor", k.distribute_evenly,
                       composite=_distribute_evenly, module=None)
DISTRIBUTE_EVENLY.set_facts(aten="masked_fill")
EXTREME_WEIGHTS = nondiff("extreme_weights(Tensor input, Tensor out, int[]? dim, bool keepdim, bool nans=True) -> Tensor",
                          k.extreme_weights, module=None, batch=b.along_dim(2))
MAX_DIM = custom("max_dim(Tensor input, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)", k.max_dim,
                 lambda xp, g, _values, indices, x_meta, dim, keepdim: scatter_reduced(xp, g, indices, x_meta.shape, dim, keepdim),
                 jvp=lambda xp, t, _values, indices, _x, dim, keepdim: xp.gather_dim(t, indices, dim, keepdim), differentiable=(0,),
                 variants="", node="MaxBackward0", batch=b.along_dim(1), aten="max.dim",
                 unsigned=NoUnsigned("max_cpu", answers_empty=True, answers_single=True))
MIN_DIM = custom("min_dim(Tensor input, int dim, bool keepdim=False) -> (Tensor values, Tensor indices)", k.min_dim,
                 lambda xp, g, _values, indices, x_meta, dim, keepdim: scatter_reduced(xp, g, indices, x_meta.shape, dim, keepdim),
                 jvp=lambda xp, t, _values, indices, _x, dim, keepdim: xp.gather_dim(t, indices, dim, keepdim), differentiable=(0,),
                 variants="", node="MinBackward0", batch=b.along_dim(1), aten="min.dim",
                 unsigned=NoUnsigned("min_cpu", answers_empty=True, answers_single=True))
SCATTER_DIM = linear("scatter_dim(Tensor input, Tensor index, int[] shape, int dim, bool keepdim) -> Tensor", k.scatter_dim,
                     lambda xp, g, _out, _x, index, shape, dim, keepdim: xp.gather_dim(g, index, dim, keepdim), module=None,
                     node="ScatterBackward0", batch=bs.scatter_dim, visible_edges=(None, 0))
GATHER_DIM = linear("gather_dim(Tensor input, Tensor index, int dim, bool keepdim) -> Tensor", k.gather_dim,
                    lambda xp, g, _out, x_meta, index, dim, keepdim: xp.scatter_dim(g, index, x_meta.shape, dim, keepdim), module=None,
                    node="GatherBackward0", batch=bs.gather_dim)
ARGMAX = nondiff("argmax(Tensor input, int? dim=None, bool keepdim=False) -> Tensor", k.argmax, doc="Where the largest element stands.",
                 refuses={"b": "argmax(): does not support bool input", "c": "argmax(): does not support complex input"},
                 batch=b.along_dim(1, everything=False), out=Out(reads_before_write="first", is_tracked=False),
                 unsigned=NoUnsigned(answers_empty=True))
ARGMIN = nondiff("argmin(Tensor input, int? dim=None, bool keepdim=False) -> Tensor", k.argmin, doc="Where the smallest element stands.",
                 refuses={"b": "argmin(): does not support bool input", "c": "argmin(): does not support complex input"},
                 batch=b.along_dim(1, everything=False), out=Out(reads_before_write="first", is_tracked=False),
                 unsigned=NoUnsigned(answers_empty=True))

# Moments and norms ----------------------------------------------------------------------------------------------------------------


def _variance_partial(xp: Any, x: Any, dim: Any, correction: float) -> Any:
    """2 (x - mean) / (n - correction); with too few elements for a variance, PyTorch's slopes."""
    dim = dim if x.shape else None
    divisor = k.reduced_count(x.shape, dim) - correction
    mean = xp.mean_dim(x, dim, True, None)
    if dim is None and divisor <= 0:
        return xp.masked_fill_value(xp.cast(xp.contiguous_zeros(x), Defaults.floating) + float("inf"), x == mean, float("nan"))
    return (x - mean) * (2.0 / divisor if divisor else float("inf"))


def _variance_vjp(xp: Any, g: Any, x: Any, dim: Any, correction: float, keepdim: bool) -> Any:
    dim = dim if x.shape else None
    g, divisor = restore_reduced_dims(xp, g, x, dim, keepdim), k.reduced_count(x.shape, dim) - correction
    if dim is None and divisor <= 0:
        return g * _variance_partial(xp, x, dim, correction)
    return xp.mul_scalar(g, 2.0 / divisor if divisor else float("inf")) * (x - xp.mean_dim(x, dim, True, None))


VAR = custom("var_of(Tensor input, int[1]? dim, Scalar correction, bool keepdim=False) -> Tensor", moments.var,
             lambda xp, g, _out, x, dim, correction, keepdim: _variance_vjp(xp, g, x, dim, correction, keepdim),
             jvp=lambda xp, t, _out, x, dim, correction, keepdim: xp.real_part(xp.sum_dim(
                 t * xp.conj_physical(_variance_partial(xp, x, dim, correction)), dim, keepdim, None)),
             variants="", node="VarBackward0", holomorphic=False, exact_out=False, batch=b.along_dim(1), aten="var.correction",
             out=Out(reads_before_write="first"))
STD = custom("std_of(Tensor input, int[1]? dim, Scalar correction, bool keepdim=False) -> Tensor", moments.std,
             lambda xp, g, out, x, dim, correction, keepdim: _variance_vjp(
                 xp, xp.masked_clear(g / xp.mul_scalar(out, 2), out == 0), x, dim, correction, keepdim),
             jvp=lambda xp, t, out, x, dim, correction, keepdim: xp.where_or_zero(out != 0, xp.real_part(xp.sum_dim(
                 t * xp.conj_physical(_variance_partial(xp, x, dim, correction)), dim, keepdim, None)) / (2.0 * out)),
             variants="", node="StdBackward0", holomorphic=False, exact_out=False, batch=b.along_dim(1), aten="std.correction",
             out=Out(reads_before_write="first"))


def _norm_partial(xp: Any, out: Any, x: Any, ord: float, dim: Any, keepdim: bool) -> Any:
    """The derivative of norms that are not sums of powers, and of the 2-norm; 0 where the norm is 0."""
    if ord == 1:
        return xp.sgn(x)
    if ord == 2:
        full = restore_reduced_dims(xp, out, x, dim, keepdim)
        return xp.masked_clear(x / full, full == 0)
    return xp.sgn(x) * xp.extreme_weights(xp.abs(x), out, dim, keepdim)


_WITH_SLOPE = frozenset({1, 2, float("inf"), float("-inf")})


def _power_in_norm(xp: Any, x: Any, ord: float) -> Any:
    """sign(x) |x|^(ord - 1), computed as in PyTorch, on which its own derivative at 0 depends."""
    size = xp.abs(x)
    if ord < 1:
        return xp.sgn(x) * xp.masked_fill_value(xp.pow_scalar(size, ord - 1), x == 0, 0.0)
    return xp.sgn(x) * xp.pow_scalar(size, ord - 1) if ord < 2 else x * xp.pow_scalar(size, ord - 2)


def _over_norm(xp: Any, g: Any, out: Any, ord: float) -> Any:
    """g / norm^(ord - 1), and 0 where the norm is 0."""
    return g * xp.pow_scalar(out, 1 - ord) if ord < 1 else xp.masked_clear(g / xp.pow_scalar(out, ord - 1), out == 0)


def _norm_vjp(xp: Any, g: Any, out: Any, x: Any, ord: float, dim: Any, keepdim: bool) -> Any:
    if ord == 0:  # the number of non-zero elements has no gradient, not even zeros
        return None
    g, out = (restore_reduced_dims(xp, v, x, dim, keepdim) for v in (g, out))
    if ord == 1:
        return xp.sgn(x) * g
    if ord == 2:
        return g * _norm_partial(xp, out, x, ord, dim, True)
    if ord in _WITH_SLOPE:
        size = xp.abs(x)
        return xp.sgn(x) * _spread_evenly(xp, g, (size == out) | (xp.isnan(size) & xp.isnan(out)), dim)
    power = _power_in_norm(xp, x, ord)
    return power * g * xp.pow_scalar(out, 1 - ord) if ord < 1 else power * _over_norm(xp, g, out, ord)


def _norm_jvp(xp: Any, t: Any, out: Any, x: Any, ord: float, dim: Any, keepdim: bool) -> Any:
    if ord == 0:
        return xp.contiguous_zeros(out)
    with_slope = ord in _WITH_SLOPE
    slope = _norm_partial(xp, out, x, ord, dim, keepdim) if with_slope else _power_in_norm(xp, x, ord)
    total = xp.real_part(xp.sum_dim(t * xp.conj_physical(slope), dim, keepdim, None))
    return total if with_slope else _over_norm(xp, total, out, ord)


VECTOR_NORM = custom(
    "vector_norm(Tensor input, Scalar ord=2, int[1]? dim=None, bool keepdim=False, ScalarType? dtype=None) -> Tensor", k.vector_norm,
    joint=lambda xp, g, out, x, ord, dim, keepdim, dtype: (_norm_vjp(xp, g, out, x, ord, dim, keepdim),),
    jvp=lambda xp, t, out, x, ord, dim, keepdim, dtype: _norm_jvp(xp, t, out, x, ord, dim, keepdim),
    module="linalg", variants="", node="LinalgVectorNormBackward0", holomorphic=False, batch=b.along_dim(2),
    overload_arguments="norm")

# Running --------------------------------------------------------------------------------------------------------------------------

CUMSUM = linear("cumsum(Tensor input, int dim, *, ScalarType? dtype=None) -> Tensor", k.cumsum,
                lambda xp, g, _out, _x, dim, dtype: xp.reverse_cumsum(g, dim), variants="function method inplace out", exact_out=False,
                batch=b.along_dim(1), holomorphic=False, in_place=InPlace(accumulates=True), meta_rule="as the first",
                out=Out(accepted_dtypes="exact", dtype_message="Expected out tensor to have dtype {2}, but got {3} instead"))


def _reverse_cumsum(xp: Any, g: Any, dim: int) -> Any:
    return xp.flip(xp.cumsum(xp.flip(g, (dim,)), dim, None), (dim,)) if g.shape and g.shape[dim] != 1 and 0 not in g.shape else g


REVERSE_CUMSUM = Op("composite", "reverse_cumsum(Tensor input, int dim) -> Tensor", k.reverse_cumsum, composite=_reverse_cumsum,
                    module=None)


def _cumprod_vjp(xp: Any, g: Any, out: Any, x: Any, dim: int, _dtype: Any) -> Any:
    if not x.shape or x.shape[dim] == 1 or 0 in x.shape:
        return g
    if not k.has_zero(x):
        return xp.reverse_cumsum(g * out, dim) / x
    return xp.cumprod_gradient(g, out, x, dim)


def _cumprod_gradient(xp: Any, g: Any, _out: Any, x: Any, dim: int) -> Any:
    """Slice by slice, so that it is differentiable: for each element the products from it on, without it."""
    n, rows = x.shape[dim], []
    without = xp.contiguous_zeros(xp.slice(x, dim, 0, 1, 1)) + 1
    for i in range(n):
        if i:
            without = xp.prod_dim(xp.slice(x, dim, 0, i, 1), dim, True, None)
        if i < n - 1:
            after = xp.cumprod(xp.slice(x, dim, i + 1, n, 1), dim, None)
            without = xp.cat((without, without * after if i else after), dim)
        rows.append(xp.sum_dim(xp.slice(g, dim, i, n, 1) * without, dim, False, None))
    return xp.assemble_slices(xp.stack(rows, dim), dim)


CUMPROD_GRADIENT = Op("composite", "cumprod_gradient(Tensor grad, Tensor out, Tensor input, int dim) -> Tensor", k.cumprod_gradient,
                      composite=_cumprod_gradient, module=None)


def _cumprod_jvp(xp: Any, t: Any, out: Any, x: Any, dim: int, _dtype: Any) -> Any:
    if not k.has_zero(x):
        return out * xp.cumsum(t / x, dim, None)
    if not x.shape:
        return t
    product = xp.unsqueeze(xp.transpose(t, dim, -1), -1) * _cumprod_jacobian(xp, x, dim)
    return xp.transpose(xp.sum_dim(product, -2, False, None), dim, -1)


def _cumprod_jacobian(xp: Any, x: Any, dim: int) -> Any:
    """d out_j / d x_i at [..., i, j]: the product of all x up to j without x_i, which division by x cannot give at 0."""
    lanes = xp.transpose(x, dim, -1)
    rows = xp.expand(xp.unsqueeze(lanes, -2), (*lanes.shape, lanes.shape[-1]))
    ones = xp.pow_scalar(rows, 0)
    without = xp.triu(rows, 1) + xp.tril(rows, -1) + xp.tril(xp.triu(ones, 0), 0)
    return xp.triu(xp.cumprod(without, -1, None), 0)


#: PyTorch writes these slices into zeros, along a dimension.
ASSEMBLE_SLICES = linear("assemble_slices(Tensor input, int dim) -> Tensor", lambda a, dim: np.array(a, order="C"),
                         lambda xp, g, _out, _x, dim: g,
                         module=None, node="torch::autograd::CopySlices", result_version=(lambda x, dim: x.shape[dim] + 1, ""),
                         batch=b.along_dim(1))
CUMPROD = custom("cumprod(Tensor input, int dim, *, ScalarType? dtype=None) -> Tensor", k.cumprod, _cumprod_vjp, jvp=_cumprod_jvp,
                 variants="function method inplace out", exact_out=False, batch=b.along_dim(1),
                 in_place=InPlace(accumulates=True), meta_rule="as the first", tangent_dtype="real part",
                 out=Out(accepted_dtypes="exact", dtype_message="Expected out tensor to have dtype {2}, but got {3} instead"))
#: There PyTorch always uses the differentiable formula for zeros.
CUMPROD.transform_op = overload(CUMPROD, "CumprodBackward0", lambda xp, g, out, x, dim, _dtype: (
    _cumprod_gradient(xp, g, out, x, dim) if x.shape and x.shape[dim] != 1 and 0 not in x.shape else g))

# Logic ----------------------------------------------------------------------------------------------------------------------------

ALL = nondiff("all(Tensor input, int[1]? dim=None, bool keepdim=False) -> Tensor", k.all, doc="Whether every element is true.",
              batch=b.along_dim(1), aten="all.dim|default", out=Out(reads_before_write="first", is_tracked=False, reads_as_bytes=True,
              accepted_dtypes="bools or bytes", dtype_message="all only supports bool tensor for result, got: {1}"))
ANY = nondiff("any(Tensor input, int[1]? dim=None, bool keepdim=False) -> Tensor", k.any, doc="Whether some element is true.",
              batch=b.along_dim(1), aten="any.dim|default", coo="any_of",
              out=Out(reads_before_write="first", is_tracked=False, reads_as_bytes=True,
              accepted_dtypes="bools or bytes", dtype_message="any only supports bool tensor for result, got: {1}"))
COUNT_NONZERO = nondiff("count_nonzero(Tensor input, int[1]? dim=None) -> Tensor", k.count_nonzero, variants="function method",
                        batch=b.along_dim(1), refused_as="count_nonzero.dim_IntList",
                        unsigned=NoUnsigned(lambda _x, dim, *_: None if dim else "nonzero_count_cpu"))
