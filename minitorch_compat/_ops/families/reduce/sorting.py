"""Sorting and ops based on it. Gradients go to where the values came from."""
from __future__ import annotations

import math

from ...._array.index import scatter
from ...._array.index import sorting as k
from ...batching import rules as b
from ...batching import shapes as bs
from ...facts import NO_UNSIGNED, NoUnsigned, Out
from ...formula_parts import scatter_reduced
from ...op import Op, custom, linear

SORT = custom("sort(Tensor input, int dim=-1, bool descending=False, bool stable=False) -> (Tensor values, Tensor indices)", k.sort,
              lambda xp, g, _values, indices, x_meta, dim, descending, stable: xp.sort_backward(g, dim, indices, x_meta.shape),
              jvp=lambda xp, t, _values, indices, _x, dim, descending, stable: xp.gather(t, dim, indices), differentiable=(0,), variants="",
              batch=b.along_dim(1), refused_as="sort.stable", fills_new_memory=True)
TOPK = custom("topk(Tensor input, int k, int dim=-1, bool largest=True, bool sorted=True) -> (Tensor values, Tensor indices)", k.topk,
              lambda xp, g, _values, indices, x_meta, k, dim, largest, sorted: xp.sort_backward(g, dim, indices, x_meta.shape),
              jvp=lambda xp, t, _values, indices, _x, k, dim, largest, sorted: xp.gather(t, dim, indices), differentiable=(0,),
              batch=b.along_dim(2), unsigned=NoUnsigned(answers_single=True))
#: Sorting is recorded for tensors that need a gradient, so that invalidated views refuse it, too.
ARGSORT = Op("composite", "argsort(Tensor input, int dim=-1, bool descending=False, bool stable=False) -> Tensor", k.argsort,
             composite=lambda xp, x, dim, descending, stable: xp.sort(x, dim, descending, stable)[1],
             variants="function method out", batch=b.along_dim(1))
ARGSORT.is_differentiable = False
ARGSORT.set_facts(aten="sort", profiled_name="argsort")
KTHVALUE = custom("kthvalue(Tensor input, int k, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)", k.kthvalue,
                  lambda xp, g, _values, indices, x_meta, k, dim, keepdim: scatter_reduced(xp, g, indices, x_meta.shape, dim, keepdim),
                  jvp=lambda xp, t, _values, indices, _x, k, dim, keepdim: xp.gather_dim(t, indices, dim, keepdim), differentiable=(0,),
                  may_not_overlap=(0,), batch=b.along_dim(2), refused_as="kthvalue.values", out_overload="kthvalue_out",
                  out=Out(reads_before_write="first", accepted_dtypes="exact",
                      dtype_message="output values must be of same type as input",
                      second_dtype_message="output indices must be of scalar type {0}"), unsigned=NoUnsigned(answers_single=True))
MEDIAN_DIM = custom("median_dim(Tensor input, int dim, bool keepdim, bool ignore_nan) -> (Tensor values, Tensor indices)", k.median,
                    lambda xp, g, _values, indices, x_meta, dim, keepdim, ignore_nan: scatter_reduced(
                        xp, g, indices, x_meta.shape, dim, keepdim),
                    jvp=lambda xp, t, _values, indices, _x, dim, keepdim, ignore_nan: xp.gather_dim(t, indices, dim, keepdim),
                    differentiable=(0,), module=None, node="MedianBackward1", batch=b.along_dim(1),
                    aten="median.dim", refused_as="median.dim_values", out_overload="median_out", kernel_label="median_out",
                    unsigned=NO_UNSIGNED)
MEDIAN = custom("median_all(Tensor input, bool ignore_nan) -> Tensor", k.median_all,
                lambda xp, g, out, x, ignore_nan: xp.distribute_evenly(g, out, x),
                jvp=lambda xp, t, out, x, ignore_nan: xp.sum(t * xp.extreme_weights(x, out, None, False, False)), module=None,
                node="MedianBackward0",
                batch=b.Definition(lambda xp, x, ignore_nan: xp.median_dim(xp.reshape(x, (math.prod(x.shape),)), 0, False, ignore_nan)[0]),
                aten="median", unsigned=NoUnsigned("median_cpu", answers_empty=True))
MODE = custom("mode(Tensor input, int dim=-1, bool keepdim=False) -> (Tensor values, Tensor indices)", k.mode,
              lambda xp, g, _values, indices, x_meta, dim, keepdim: scatter_reduced(xp, g, indices, x_meta.shape, dim, keepdim),
              jvp=lambda xp, t, _values, indices, _x, dim, keepdim: xp.gather_dim(t, indices, dim, keepdim), differentiable=(0,),
              batch=b.along_dim(1),
              out=Out(accepted_dtypes="exact",
                      dtype_message="expected scalar type '{0}' but got '{1}' for values output",
                      second_dtype_message="expected scalar type '{0}' but got '{1}' for indices output"),
              unsigned=NoUnsigned("mode_cpu", answers_empty=True, answers_single=True))
CUMMAX = custom("cummax(Tensor input, int dim) -> (Tensor values, Tensor indices)", k.cummax,
                lambda xp, g, _values, indices, x, dim: xp.cummaxmin_backward(g, dim, indices, x.shape) if 0 not in x.shape else x,
                jvp=lambda xp, t, _values, indices, _x, dim: xp.gather(t, dim, indices), differentiable=(0,), batch=b.along_dim(1),
                refused_as="_cummax_helper", out_overload="cummax_out", out=Out(reads_before_write="first",
                accepted_dtypes="exact", dtype_message="expected scalar_type {0} but found {1}"),
                unsigned=NoUnsigned(answers_empty=True, answers_single=True))
CUMMIN = custom("cummin(Tensor input, int dim) -> (Tensor values, Tensor indices)", k.cummin,
                lambda xp, g, _values, indices, x, dim: xp.cummaxmin_backward(g, dim, indices, x.shape) if 0 not in x.shape else x,
                jvp=lambda xp, t, _values, indices, _x, dim: xp.gather(t, dim, indices), differentiable=(0,), batch=b.along_dim(1),
                refused_as="_cummin_helper", out_overload="cummin_out", out=Out(reads_before_write="first",
                accepted_dtypes="exact", dtype_message="expected scalar_type {0} but found {1}"),
                unsigned=NoUnsigned(answers_empty=True, answers_single=True))
# PyTorch scatters into zeros without references, with other versions and names than those of `gather`'s backward.
SORT_BACKWARD = linear("sort_backward(Tensor input, int dim, Tensor index, int[] shape) -> Tensor", scatter.gather_backward,
                       lambda xp, g, _out, _x, dim, index, shape: xp.gather(g, dim, index), module=None, node="ScatterBackward0",
                       batch=bs.gather_rule(1, shape=3), aten="value_selecting_reduction_backward", visible_edges=(None, 0))
CUMMAXMIN_BACKWARD = linear("cummaxmin_backward(Tensor input, int dim, Tensor index, int[] shape) -> Tensor", scatter.gather_backward,
                            lambda xp, g, _out, _x, dim, index, shape: xp.gather(g, dim, index), module=None, node="ScatterAddBackward0",
                            batch=bs.gather_rule(1, shape=3), aten="scatter_add", visible_edges=(None, 0))
