"""Indexing by tensors and masks; plans come from `_array.index.indexing.normalize`."""
from __future__ import annotations

from typing import Any

from ...._array.index import indexing as k
from ...._array.index.indexing import index_put
from ...batching import shapes as bs
from ...facts import NoUnsigned
from ...op import InPlace, linear

INDEX = linear("index(Tensor input, Any plan) -> Tensor", k.take,
               lambda xp, g, _out, x_meta, plan: xp.index_backward(g, plan, x_meta.shape), module=None, batch=bs.index, aten="index.Tensor",
               overload_arguments="first alone", allows_cpu_index=True, records_inference_calls=True, saves_index=True, float8=True)
INDEX_BACKWARD = linear("index_backward(Tensor input, Any plan, int[] shape) -> Tensor", k.index_backward,
                        lambda xp, g, _out, _x, plan, shape: xp.index(g, plan), module=None, node="IndexPutImplBackward0",
                        batch=bs.index_backward, result_version=(1, ""), visible_edges=(None, 0), saved_constants={"accumulate": True})


def _put_label(x: Any, value: Any, plan: Any, *_: Any) -> str:
    """Flags and a single value fill, where there is a dimension."""
    return "masked_fill" if plan.masks and value.size == 1 and x.ndim else "index_put"


INDEX_PUT = linear("index_put_plan(Tensor input, Tensor value, Any plan, bool accumulate) -> Tensor", index_put,
                   lambda xp, g, _out, _x, _value, plan, accumulate: g if accumulate else xp.index_clear(g, plan),
                   lambda xp, g, _out, _x, _value, plan, accumulate: xp.index(g, plan), additive=True, module=None,
                   node="IndexPutBackward0", may_not_overlap=(1,), batch=bs.index_put,
                   in_place=InPlace(internal_overlap=("index_put_", "indices] = tensor")), aten="index_put", refused_as="_index_put_impl_",
                   allows_cpu_index=True, unbatched_write_error="own name", allows_mixed_devices=True, saves_index=True,
                   unsigned=NoUnsigned(_put_label), float8=True)
INDEX_CLEAR = linear("index_clear(Tensor input, Any plan) -> Tensor", k.index_clear,
                     lambda xp, g, _out, _x, plan: xp.index_clear(g, plan), module=None, node="IndexPutBackward0", batch=bs.index_clear,
                     visible_edges=(0, None), saved_constants={"accumulate": False})
