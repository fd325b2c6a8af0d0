"""Gathering and scattering by index arrays and masks."""
from __future__ import annotations

from typing import Any

from ...._array.index import repeat_and_count as r
from ...._array.index import scatter as k
from ...batching import rules as b
from ...batching import shapes as bs
from ...facts import NO_UNSIGNED, NoUnsigned, Out
from ...not_implemented import no_derivative, no_tangent
from ...op import InPlace, custom, linear, nondiff

ALL = "function method inplace out"

GATHER = linear("gather(Tensor input, int dim, Tensor index, *, bool sparse_grad=False) -> Tensor",
                lambda x, dim, index, sparse=False: k.gather(x, dim, index),
                lambda xp, g, _out, x, dim, index, sparse_grad: xp.gather_backward(g, dim, index, x.shape), variants="",
                may_not_overlap=(0, 2), batch=bs.gather_rule(1, picks=True), holomorphic=False, allows_cpu_index=True,
                out=Out(may_be_input=False), unsigned=NoUnsigned("scatter_gather_tensor_cpu", answers_empty=True))
GATHER_BACKWARD = linear("gather_backward(Tensor input, int dim, Tensor index, int[] shape) -> Tensor", k.gather_backward,
                         lambda xp, g, _out, _x, dim, index, shape: xp.gather(g, dim, index), module=None, node="ScatterAddBackward0",
                         batch=bs.gather_rule(1, shape=3), result_version=(1, ""), visible_edges=(None, 0))
def _pick_rule(xp: Any, g: Any, dim: int, index: Any, source: Any) -> Any:
    """The gradient of a source that may be larger than the number of places: zeros for the rest."""
    found = xp.gather(g, dim, index)
    return found if tuple(found.shape) == tuple(source.shape) else xp.scatter_source(found, source.shape)


SCATTER = linear("scatter_tensor(Tensor input, int dim, Tensor index, Tensor src) -> Tensor", k.scatter,
                 lambda xp, g, _out, _x, dim, index, _src: xp.scatter_clear(g, dim, index), None,
                 lambda xp, g, _out, _x, dim, index, src_meta: _pick_rule(xp, g, dim, index, src_meta), additive=True,
                 module=None, node="ScatterBackward0", may_not_overlap=(2, 3), batch=bs.gather_rule(1), aten="scatter.src",
                 allows_mixed_devices=True, function="scatter", unsigned=NoUnsigned("scatter_gather_tensor_cpu", answers_empty=True))
SCATTER_VALUE = custom("scatter_value(Tensor input, int dim, Tensor index, Scalar value) -> Tensor", k.scatter,
                       lambda xp, g, _out, _x, dim, index, value: xp.scatter_clear(g, dim, index),
                       jvp=lambda xp, ts, _out, _x, dim, index, value: xp.scatter_clear(ts[0], dim, index), module=None,
                       node="ScatterBackward1", may_not_overlap=(2,), batch=bs.gather_rule(1), aten="scatter.value",
                       allows_mixed_devices=True, unsigned=NoUnsigned("scatter_gather_scalar_cpu", answers_empty=True))
_NO_DERIVATIVE, _NO_TANGENT = no_derivative("scatter"), no_tangent("scatter")
SCATTER_REDUCED = custom("scatter_reduced_tensor(Tensor input, int dim, Tensor index, Tensor src, str reduce) -> Tensor", k.scatter,
                         lambda xp, g, _out, _x, dim, index, _src, reduce: _NO_DERIVATIVE(), None,
                         lambda xp, g, _out, _x, dim, index, _src, reduce: _NO_DERIVATIVE(), jvp=_NO_TANGENT, module=None,
                         node="NotImplemented", may_not_overlap=(2, 3), batch=bs.gather_rule(1), allows_mixed_devices=True)
SCATTER_REDUCED_VALUE = custom("scatter_reduced_value(Tensor input, int dim, Tensor index, Scalar value, str reduce) -> Tensor", k.scatter,
                               lambda xp, g, _out, _x, dim, index, value, reduce: _NO_DERIVATIVE(), jvp=_NO_TANGENT, module=None,
                               node="NotImplemented", may_not_overlap=(2,), batch=bs.gather_rule(1), allows_mixed_devices=True)
SCATTER_CLEAR = linear("scatter_clear(Tensor input, int dim, Tensor index) -> Tensor", lambda x, dim, index: k.scatter(x, dim, index, 0),
                       lambda xp, g, _out, _x, dim, index: xp.scatter_clear(g, dim, index), module=None, node="ScatterBackward1",
                       batch=bs.gather_rule(1), allows_mixed_devices=True)
SCATTER_SOURCE = linear("scatter_source(Tensor input, int[] shape) -> Tensor", k.resize_corner,
                        lambda xp, g, _out, x_meta, shape: xp.scatter_source(g, x_meta.shape), module=None, node="SliceBackward0",
                        batch=b.with_shape(1))
SCATTER_ADD = linear("scatter_add(Tensor input, int dim, Tensor index, Tensor src) -> Tensor", k.scatter_add,
                     lambda xp, g, _out, _x, dim, _index, _src: g, None,
                     lambda xp, g, _out, _x, dim, index, src_meta: _pick_rule(xp, g, dim, index, src_meta), additive=True,
                     variants=ALL, may_not_overlap=(2, 3), batch=bs.gather_rule(1),
                     unbatched_write_error="own name", out=Out(is_selection=True), allows_mixed_devices=True,
                     unsigned=NoUnsigned("scatter_gather_tensor_cpu", answers_empty=True))
INDEX_SELECT = linear("index_select(Tensor input, int dim, Tensor index) -> Tensor", k.index_select,
                      lambda xp, g, _out, x_meta, dim, index: xp.index_select_backward(g, dim, index, x_meta.shape), may_not_overlap=(0,),
                      batch=bs.index_select_rule(), holomorphic=False, allows_cpu_index=True, coo="index_select",
                      out=Out(may_be_input=False, is_selection=True,
                      accepted_dtypes="exact", dtype_message="index_select(): self and result must have the same scalar type"),
                      unsigned=NoUnsigned(lambda x, *_: "index_select" if x.ndim < 2 else None), float8=True)
INDEX_SELECT_BACKWARD = linear("index_select_backward(Tensor input, int dim, Tensor index, int[] shape) -> Tensor", k.index_select_backward,
                               lambda xp, g, _out, _x, dim, index, shape: xp.index_select(g, dim, index), module=None,
                               node="IndexAddBackward0", batch=bs.index_select_rule(shape=3), result_version=(1, ""), allows_cpu_index=True,
                               visible_edges=(None, 0), saved_argument_names={"source": "input"})
def _rows_of(xp: Any, g: Any, dim: int, index: Any, source: Any) -> Any:
    """The gradient of the slices of a source; PyTorch expands it to their shape, which it has, except for a 0-d source."""
    found = xp.index_select(g, dim, index)
    return xp.expand(found, tuple(source.shape)) if source.shape else found


def _times(xp: Any, value: Any, factor: Any) -> Any:
    return value if factor == 1 else xp.mul_scalar(value, factor)


def _add_label(x: Any, dim: int, *_: Any) -> str:
    return "index_add_" if x.ndim < 2 else "add_stub" if dim % x.ndim else "scatter_gather_tensor_cpu"


INDEX_ADD = linear("index_add(Tensor input, int dim, Tensor index, Tensor source, *, Scalar alpha=1) -> Tensor", k.index_add,
                   lambda xp, g, _out, _x, dim, _index, _source, alpha: g, None,
                   lambda xp, g, _out, _x, dim, index, source, alpha: _times(xp, _rows_of(xp, g, dim, index, source), alpha), additive=True,
                   variants=ALL, may_not_overlap=(2, 3), batch=bs.index_select_rule(source=3),
                   allows_cpu_index=True, device_error_name="index_add", unbatched_write_error="own name", unsigned=NoUnsigned(_add_label))
INDEX_COPY = linear("index_copy(Tensor input, int dim, Tensor index, Tensor source) -> Tensor", k.index_copy,
                    lambda xp, g, _out, _x, dim, index, _source: xp.index_fill_value(g, dim, index, 0), None,
                    lambda xp, g, _out, _x, dim, index, source: _rows_of(xp, g, dim, index, source), additive=True, variants=ALL,
                    may_not_overlap=(2, 3), batch=bs.index_select_rule(source=3), autocast="widest", allows_cpu_index=True,
                    device_error_name="index_copy", unsigned=NO_UNSIGNED)
INDEX_FILL = custom("index_fill_value(Tensor input, int dim, Tensor index, Scalar value) -> Tensor", k.index_fill,
                    lambda xp, g, _out, _x, dim, index, value: xp.index_fill_value(g, dim, index, 0),
                    jvp=lambda xp, ts, _out, _x, dim, index, value: xp.index_fill_value(ts[0], dim, index, 0), module=None,
                    node="IndexFillBackward0", may_not_overlap=(2,), batch=bs.index_select_rule(),
                    in_place=InPlace(internal_overlap=("index_fill_", "mask] = scalar")), aten="index_fill.int_Scalar",
                    unbatched_write_error="own name", unsigned=NoUnsigned("index_fill_cpu"))
INDEX_FILL_TENSOR = linear("index_fill_tensor(Tensor input, int dim, Tensor index, Tensor value) -> Tensor", k.index_fill,
                           lambda xp, g, _out, _x, dim, index, _value: xp.index_fill_value(g, dim, index, 0), None,
                           lambda xp, g, _out, _x, dim, index, _value: xp.sum(xp.where_or_zero(
                               xp.index_fill_value(xp.contiguous_zeros(g), dim, index, 1) != 0, g)), additive=True, module=None,
                           node="IndexFillBackward1", may_not_overlap=(2,), batch=b.Definition(bs.index_fill_tensor),
                           in_place=InPlace(internal_overlap=("index_fill_", "mask] = scalar")),
                           aten="index_fill.int_Tensor", refused_as="index_fill_.int_Tensor",
                           device_error_name="index_copy", unbatched_write_error="own name", unsigned=NoUnsigned("index_fill_cpu"))
FILL = custom("fill_value(Tensor input, Scalar value) -> Tensor", k.fill_like, lambda xp, g, _out, _x, _value: xp.contiguous_zeros(g),
              jvp=lambda xp, t, _out, _x, _value: xp.contiguous_zeros(t), module=None, node="FillBackward0", batch=b.leading_dims_rule,
              aten="fill.Scalar", refused_as="fill_.Scalar")
FILL_TENSOR = linear("fill_tensor(Tensor input, Tensor value) -> Tensor", k.fill_like,
                     lambda xp, g, _out, _x, _value: xp.contiguous_zeros(g), lambda xp, g, _out, _x, _value: xp.sum(g), additive=True,
                     module=None, node="FillBackward1", batch=bs.fill_tensor, in_place=InPlace(node="FillBackward3"), aten="fill.Tensor",
                     overwrites="fill", unbatched_write_error="own name")
MASKED_FILL = custom("masked_fill_value(Tensor input, Tensor mask, Scalar value) -> Tensor", k.masked_fill,
                     lambda xp, g, _out, _x, mask, value: xp.masked_fill_value(g, mask, 0),
                     jvp=lambda xp, ts, _out, _x, mask, value: xp.masked_fill_value(ts[0], mask, 0), module=None,
                     node="MaskedFillBackward0", batch=b.broadcast_rule,
                     in_place=InPlace(internal_overlap=("masked_fill_", "mask] = scalar"), checked_arguments=1), aten="masked_fill.Scalar",
                     device_argument=1, coo="masked_fill", unbatched_write_error="arithmetic", unsigned=NoUnsigned("masked_fill"))
MASKED_FILL_TENSOR = linear("masked_fill_tensor(Tensor input, Tensor mask, Tensor value) -> Tensor", k.masked_fill,
                            lambda xp, g, _out, _x, mask, _value: xp.masked_fill_value(g, mask, 0), None,
                            lambda xp, g, _out, _x, mask, _value: xp.sum(xp.where_or_zero(mask, g)), additive=True, module=None,
                            node="MaskedFillBackward1", batch=bs.masked_fill_tensor,
                            in_place=InPlace(internal_overlap=("masked_fill_", "mask] = scalar"), checked_arguments=1),
                            aten="masked_fill.Tensor", unsigned=NoUnsigned("masked_fill"))
MASKED_SELECT = linear("masked_select(Tensor input, Tensor mask) -> Tensor", k.masked_select,
                       lambda xp, g, _out, x, mask: xp.masked_select_backward(g, mask, x.shape), may_not_overlap=(0, 1),
                       batch=bs.masked_select,
                       depends_on_values=True, has_dynamic_shape=True, out=Out(may_be_input=False, is_selection=True,
                       accepted_dtypes="exact", dtype_message="masked_select(): self and result must have the same scalar type"),
                       unsigned=NoUnsigned("masked_select", answers_empty=True))
MASKED_SELECT_BACKWARD = linear("masked_select_backward(Tensor input, Tensor mask, int[] shape) -> Tensor", k.masked_select_backward,
                                lambda xp, g, _out, x_meta, mask, shape: xp.masked_scatter_backward(g, mask, x_meta.shape), module=None,
                                node="MaskedScatterBackward0",
                                batch=b.Definition(bs.masked_select_backward), result_version=(1, ""), aten="masked_scatter",
                                visible_edges=(None, 0), saved_argument_names={"source": "input"})
MASKED_SCATTER = linear("masked_scatter(Tensor input, Tensor mask, Tensor source) -> Tensor", k.masked_scatter,
                        lambda xp, g, _out, _x, mask, _source: xp.masked_fill_value(g, mask, 0), None,
                        lambda xp, g, _out, _x, mask, source_meta: xp.masked_scatter_backward(g, mask, source_meta.shape),
                        additive=True, variants="function method inplace", batch=b.Definition(bs.masked_scatter),
                        refused_as="masked_scatter_", in_place=InPlace(check="mask"), allows_mixed_devices=True,
                        unsigned=NoUnsigned("masked_scatter"))
# The elements where the mask is true, in order, followed by zeros: a result whose shape does not depend on the mask.
MASKED_SCATTER_BACKWARD = linear("masked_scatter_backward(Tensor input, Tensor mask, int[] shape) -> Tensor", k.masked_scatter_backward,
                                 lambda xp, g, _out, x_meta, mask, shape: xp.masked_select_backward(g, mask, x_meta.shape), module=None,
                                 node="MaskedScatterBackwardBackward0", batch=b.Definition(bs.masked_scatter_backward),
                                 aten="masked_select")
PAD_TO_SHAPE = linear("pad_to_shape(Tensor input, int[] shape) -> Tensor", k.pad_to_shape,
                      lambda xp, g, _out, x_meta, shape: xp.flat_prefix(g, x_meta.shape[0]), module=None, node="ViewBackward0",
                      batch=bs.pad_to, aten="constant_pad_nd")
FLAT_PREFIX = linear("flat_prefix(Tensor input, int count) -> Tensor", lambda a, count: a.reshape(-1)[:count].copy(),
                     lambda xp, g, _out, x_meta, count: xp.pad_to_shape(g, x_meta.shape), module=None, node="SliceBackward0",
                     batch=bs.flat_prefix, is_composed=True)
TAKE = linear("take(Tensor input, Tensor index) -> Tensor", k.take_flat,
              lambda xp, g, _out, x, index: xp.take_backward(g, index, x.shape), may_not_overlap=(0, 1), batch=bs.take,
              allows_cpu_index=True,
              out=Out(may_be_input=False, is_selection=True,
              accepted_dtypes="exact",
                      dtype_message="take(): self and out expected to have the same dtype, but got self.dtype = {0} and out.dtype = {1}"),
              unsigned=NoUnsigned(answers_empty=True))
TAKE_BACKWARD = linear("take_backward(Tensor input, Tensor index, int[] shape) -> Tensor", k.take_flat_backward,
                       lambda xp, g, _out, _x, index, shape: xp.take(g, index), module=None, node="PutBackward0", batch=bs.take_backward,
                       result_version=(1, ""), visible_edges=(None, 0), saved_argument_names={"source": "input"},
                       saved_constants={"accumulate": True})
PUT = linear("put_flat(Tensor input, Tensor index, Tensor source, bool accumulate=False) -> Tensor", k.put_flat,
             lambda xp, g, _out, _x, index, _source, accumulate: g if accumulate else xp.put_flat(
                 g, index, xp.contiguous_zeros(xp.take(g, index)), False), None,
             lambda xp, g, _out, _x, index, source, accumulate: xp.reshape_or_copy(xp.take(g, index), source.shape), additive=True,
             module=None, node="PutBackward0", may_not_overlap=(1, 2), batch=b.Definition(bs.put),
             aten="put", refused_as="put_", allows_mixed_devices=True, unsigned=NoUnsigned("take_put_cpu", answers_empty=True))
NONZERO = nondiff("nonzero_rows(Tensor input) -> Tensor", k.nonzero, module=None, batch=bs.refuse_dynamic_shape("nonzero"), aten="nonzero",
                  depends_on_values=True, has_dynamic_shape=True, out=Out(is_tracked=False), unsigned=NoUnsigned("nonzero_count_cpu"))


_NO_SLOPE_OF_COUNTS = no_derivative("bincount")
BINCOUNT = custom("bincount(Tensor input, Tensor? weights=None, int minlength=0) -> Tensor", r.bincount, None,
                  lambda xp, g, _out, _x, _w, minlength: _NO_SLOPE_OF_COUNTS(), jvp=_NO_SLOPE_OF_COUNTS,
                  variants="function method", node="NotImplemented", depends_on_values=True, unsigned=NO_UNSIGNED)
HISTC = nondiff("histc(Tensor input, int bins=100, Scalar min=0, Scalar max=0) -> Tensor", r.histc, exact_out=True,
                out=Out(reads_before_write="first", is_tracked=False,
                accepted_dtypes="exact",
                        dtype_message="torch.histogram: input tensor and hist tensor should have the same dtype, but got input {2} and "
                      "hist {3}"))
