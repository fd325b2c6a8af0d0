"""`out=`: store results in given tensors, after checking that every one fits.

Imported at the first call with `out`.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..._array.core import intp
from ..._array.core.conjugate import Pending
from ..._array.core.meta import MetaArray, make_meta
from ..._array.core.meta import make_meta_like as meta_like
from ..._array.core.user_warnings import warn
from ..._array.exchange.type_names import value_type_name
from ..._array.linalg.products import check_dimensions
from ..._array.sparse.coo import Coo, Sparse, unsupported_error
from ..._dispatch.call.caller import wrap
from ..._dispatch.call.torch_function import dispatch_override
from ..._dispatch.device import check_device
from ..._dispatch.grad_mode import grad_mode
from ..._dispatch.graph.inplace import PARTIAL_OVERLAP, check_overlap
from ..._dispatch.graph.not_implemented import mark_not_differentiable
from ..._dispatch.graph.versions import bump_version, prepare_write
from ..._dispatch.graph.views import has_node
from ..._dispatch.levels.lifting import BatchLevel, Lifted, batch_levels, concrete_array
from ..._dispatch.messages import argument_messages
from ..._dispatch.state import LOCAL, ORDINARY, PLAIN
from ..._dispatch.tensor import TensorBase, is_meta_tensor, set_array
from ..._ops.batching.rules import broadcast_rule
from ..._ops.op import OPS
from ..settings import return_types
from . import overlap as _memory
from . import refusals as out_refusals
from .policies import policy_of


def call_and_store(call: Callable[..., Any], out: Any, *args: Any, **named: Any) -> Any:
    """See `write_out`."""
    outs = out if isinstance(out, (tuple, list)) else (out,)
    if any(value.__class__ not in ORDINARY for value in (*outs, *args)):
        dispatch_override((*outs, *args))
    for o in outs:
        if not isinstance(o, TensorBase):
            op = OPS.get(_function_name(call)) if out.__class__ in (int, float, bool, complex) else None
            if op is not None and op.accepts_numbers_alone:
                return call_and_store(call, wrap(intp.asarray(out)), *args, **named)  # these ops accept a number as `out`
            raise TypeError(f"{_function_name(call)}(): argument 'out' must be Tensor, not {value_type_name(o)}")
    if args and not isinstance(args[0], TensorBase) and not policy_of(_function_name(call)).accepts_number:
        raise argument_messages.wrong_combination(_function_name(call), args, {"out": out})
    leaves = _check_recording(call, outs, args)
    if policy_of(_function_name(call)).reads_as_bytes and outs[0]._array.dtype.name == "uint8" and args[0].__class__ in PLAIN:
        args = (args[0].detach().to(outs[0].dtype), *args[1:])  # PyTorch casts the input to the dtype of `out` first: 0.5 and 256 become 0
    with grad_mode(leaves == "copy"):
        autocast, LOCAL.autocast = LOCAL.autocast, None  # autocast does not apply to calls with `out`
        try:
            result = call(*args, **named)
        finally:
            LOCAL.autocast = autocast
    out_refusals.check_result_count(lambda: _function_name(call), out, result)
    results = result if isinstance(result, tuple) else (result,)
    if any(isinstance(o._array, Sparse) for o in outs):
        return _store_sparse(call, outs, results)
    _check_results(call, outs, results, args)
    for o, r in zip(outs, results, strict=True):
        if leaves == "copy":
            record_copy(o, r)
        else:
            _store(call, o, r, args)
    if leaves == "refusal":
        given = [t for a in (*args, *named.values()) for t in (a if isinstance(a, (tuple, list)) else (a,)) if isinstance(t, TensorBase)]
        mark_not_differentiable(out_refusals.name_in_message(_function_name(call)), (*given, *outs), outs)
    if not isinstance(result, tuple):
        return out
    kind = return_types.with_out(_function_name(call) if result.__class__ is tuple else type(result).__name__)
    return tuple(outs) if kind is None else kind(outs)


def _store_sparse(call: Callable[..., Any], outs: Any, results: Any) -> Any:
    """Store one result of the layout of `out` in it: shape, indices and values are those of the result."""
    out, result = outs[0], results[0]
    if len(outs) > 1 or not isinstance(result._array, Sparse) or out.layout is not result.layout:
        raise unsupported_error(f"{_function_name(call)}.out")
    check_type(out, result.detach()._array.dtype, False, _function_name(call), 0, None)
    set_array(out, result.detach().to(out.dtype).clone()._array)
    bump_version(out)
    return out


def _check_recording(call: Callable[..., Any], outs: Any, args: tuple[Any, ...]) -> str:
    """Refuse a call that would have to be recorded. Return what it records: "refusal" (raised in backward), "copy", or nothing."""
    name = _function_name(call)
    policy = policy_of(name)
    if LOCAL.levels:
        _refuse_batched(LOCAL.levels[-1], name, (*outs, *args))
    leaves = ""
    if LOCAL.grad and any(_needs_grad(a) for a in (outs if policy.checks_out_only else (*outs, *args))):
        leaves = out_refusals.recording_kind(name, args)
        if not leaves and policy.stores_row_matrix and OPS.get(name) is not None:
            check_dimensions(*(t._array.shape for t in args[:2]))
        leaf = _leaf_kind(outs)
        if leaf or not leaves:
            if leaves or getattr(call, "differentiable", True) and policy.is_tracked:
                raise out_refusals.gradient_error(name, leaf, args)
    if LOCAL.levels and any(_has_tangent(a) for a in (*outs, *args)):
        raise NotImplementedError(f"Trying to use forward AD with {_function_name(call)}_out that does not support it because it is an "
                                  "out= function")
    for level in reversed(LOCAL.levels):
        _refuse_batched(level, name, (*outs, *args))
    return leaves


def record_copy(o: Any, r: Any) -> None:
    """Copy one result into `out` with `copy_`, so that the copy is recorded."""
    if o._array.shape != r._array.shape:
        warn_resized(o, r._array.shape)
        resize_array(o, r._array.shape)
    o.copy_(r)


def store_recorded(out: Any, result: Any) -> Any:
    """Store a recorded result in `out`: as a recorded copy if PyTorch makes one, else refuse."""
    name, leaf = out_refusals.public_name("op"), _leaf_kind((out,))
    if leaf or out_refusals.recording_kind(name) != "copy":
        raise out_refusals.gradient_error(name, leaf)
    check_type(out, result._array.dtype, False, name)
    record_copy(out, result)
    return out


def refuse_leaf(name: str, out: Any) -> None:
    """Refuse an `out` of a factory function that is a leaf requiring a gradient, or a view of one."""
    if leaf := _leaf_kind((out,)):
        raise out_refusals.gradient_error(f"aten::{name}", leaf)


def _leaf_kind(outs: Any) -> str:
    """"leaf" if the first tensor that requires a gradient is a leaf, "view" if it is a view of one, else empty."""
    needing = [o for o in outs if o.requires_grad]
    if not needing:
        return ""
    if not has_node(needing[0]):
        return "leaf"
    return "view" if needing[0]._view is not None and needing[0]._view.is_leaf else ""


def _check_results(call: Callable[..., Any], outs: Any, results: Any, args: tuple[Any, ...]) -> None:
    """Refuse results that cannot be stored, before anything is written."""
    name, exact, first = _function_name(call), getattr(call, "exact_out", True), _checks_overlap_first(call)
    policy = policy_of(name)
    for o, r in zip(outs, results, strict=True):
        if (o._array.__class__ is MetaArray) is not (r._array.__class__ is MetaArray):
            source_device, out_device = ("meta", "cpu") if r._array.__class__ is MetaArray else ("cpu", "meta")
            raise out_refusals.device_error(source_device, out_device)
        _check_elementwise_overlap(call, o, args)
        if first and policy.accepted_dtypes != "exact":
            _check_input_shape(o, r, args)
        speaker = "dot" if policy.stores_row_matrix and not r._array.ndim else name
        check_type(o, r._array.dtype, exact, speaker, o is not outs[0], args[0] if args else None)
    if policy.stores_row_matrix and args[0]._array.ndim == 1 and args[1]._array.ndim == 2:
        set_array(outs[0], _resize_to_vector(outs[0]._array, results[0]._array.shape))  # PyTorch resizes to one row, then to a vector
        bump_version(outs[0])
    _memory.refuse_shared_memory(name, outs, args)
    for o, r in zip(outs, results, strict=True):
        if first or len(outs) > 1 and o._array.shape == r._array.shape:  # before the first of several results is written
            check_overlap(o._array, ())
        if not policy.may_be_input and _is_argument(o, args):
            raise RuntimeError(PARTIAL_OVERLAP)
        if first:
            _check_input_shape(o, r, args)


def _check_elementwise_overlap(call: Any, o: Any, args: tuple[Any, ...]) -> None:
    """Refuse an `out` of an elementwise op that overlaps itself or a part of an argument; checked before shapes, dtypes and resizing."""
    name = _function_name(call)
    if o._array.__class__ is np.ndarray and _checks_overlap_first(call) and not policy_of(name).is_selection:
        check_overlap(o._array, [a for a in args if isinstance(a, TensorBase) and a._array.__class__ is np.ndarray])


def _is_argument(o: Any, args: tuple[Any, ...]) -> bool:
    return any(a is o or a.__class__ is list and any(member is o for member in a) for a in args)


def _check_input_shape(o: Any, r: Any, args: tuple[Any, ...]) -> None:
    """Refuse to resize an input of an elementwise op."""
    if o._array.shape != r._array.shape and _is_argument(o, args):
        raise RuntimeError(f"output with shape {list(o._array.shape)} doesn't match the broadcast shape {list(r._array.shape)}")


def _store(call: Callable[..., Any], o: Any, r: Any, args: tuple[Any, ...]) -> None:
    """Store one result."""
    warn_resized(o, r._array.shape)
    dense = getattr(call, "dense_out", False)
    if dense and (dense is True or dense(r)) and o._array.shape != r._array.shape:
        resize_array(o, r._array.shape)
    if o._array.__class__ is MetaArray:
        set_array(o, o._array if o._array.shape == r._array.shape else meta_like(r._array.raw, o._array.dtype))
        bump_version(o)
    elif isinstance(o._array, Lifted):
        with grad_mode(False):
            o.copy_(r)
    elif isinstance(r._array, Sparse) and r._array.__class__ is not Coo and OPS[_function_name(call)].compressed == "mm":
        _copy_into(o, r.to_dense()._array, ())
    else:
        read = [a for a in _memory.elementwise_reads(_function_name(call), args) if not isinstance(getattr(a, "_array", None), Lifted)]
        _copy_into(o, concrete_array(r._array), read)


def warn_resized(o: Any, shape: tuple[int, ...]) -> None:
    """Warn that a non-empty `out` is resized."""
    if o._array.size and o._array.shape != shape:
        warn(f"An output with one or more elements was resized since it had shape {list(o._array.shape)}, which does not match the "
             f"required output shape {list(shape)}. This behavior is deprecated: give an out without elements, as t.resize_(0) "
             "makes it.")


def _refuse_batched(level: Any, name: str, values: tuple[Any, ...]) -> None:
    """Refuse `out=` with tensors that are batched by vmap."""
    tensors = [t for v in values for t in (v if isinstance(v, (tuple, list)) else (v,)) if isinstance(t, TensorBase)]
    if isinstance(level, BatchLevel) and any(level in batch_levels(t) for t in tensors):
        raise RuntimeError(f"Batching rule not implemented for aten::{name}.out; the fallback path doesn't work on out= or view ops.")


def _checks_overlap_first(call: Any) -> bool:
    """Whether PyTorch refuses an `out` that overlaps itself even if it would be resized: elementwise ops, and some that gather."""
    op = OPS.get(_function_name(call)) or OPS.get(_function_name(call).removeprefix("special_"))
    if op is None:
        return _function_name(call) == "ldexp"  # which ends in a product
    return op.kind == "elementwise" or op.batch is broadcast_rule or op.out.is_selection


def _needs_grad(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return any(_needs_grad(v) for v in value)
    return isinstance(value, TensorBase) and bool(value.requires_grad)  # type: ignore[attr-defined]


def _has_tangent(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return any(_has_tangent(v) for v in value)
    return isinstance(value, TensorBase) and value._autograd_meta is not None and bool(value._autograd_meta.tangents)


def _function_name(call: Any) -> str:
    name: str = getattr(call, "torch_name", "") or getattr(getattr(call, "func", call), "__name__", "op")
    return name


def check_type(out: Any, dtype: np.dtype[Any], exact: bool, name: str = "", place: int = 0, first_input: Any = None) -> None:
    """Refuse a result of `dtype` that cannot be stored in `out`."""
    if out._array.dtype != dtype:
        out_refusals.check_type(name, dtype, out._array.dtype, exact, place, first_input, first_input is out)


def store_factory_result(out: Any, result: Any, device: Any = None) -> None:
    """See `store_out`."""
    if device is not None and (on_meta := check_device(device)) is not is_meta_tensor(out):
        requested_device, out_device = ("meta", "cpu") if on_meta else ("cpu", "meta")
        raise RuntimeError(f"device type {requested_device} does not match device type of out parameter ({out_device})")
    check_type(out, result.dtype, False)
    if out._array.__class__ is MetaArray:
        set_array(out, meta_like(result, out._array.dtype))
        return bump_version(out)
    _copy_into(out, result, ())
    if out._requires_grad and LOCAL.grad and out.requires_grad:
        mark_not_differentiable(f"aten::{out_refusals.public_name('')}", (out,), (out,))


def _copy_into(out: Any, result: np.ndarray[Any, Any], args: Any) -> None:
    if out._array.shape != result.shape:
        _resize_memory(out, result)
    prepare_write(out)
    check_overlap(out._array, args)
    if out._array.__class__ is Pending:
        out._array.write(result)
    else:
        np.copyto(out._array, result, casting="unsafe")
    bump_version(out)


def _empty_shaped_like(result: np.ndarray[Any, Any], dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """An empty array with the shape and dimension order of `result`. (numpy's `empty_like` loses the order of dimensions of size 1.)"""
    if not result.size:
        found = np.empty(result.shape, dtype)
        return np.lib.stride_tricks.as_strided(found, found.shape, [s // result.itemsize * dtype.itemsize for s in result.strides])
    order = sorted(range(result.ndim), key=lambda d: -abs(result.strides[d]))
    plain = np.empty([result.shape[d] for d in order], dtype)
    return plain.transpose(sorted(range(len(order)), key=order.__getitem__)) if order != sorted(order) else plain


def _resize_memory(out: Any, result: np.ndarray[Any, Any]) -> None:
    """Give `out` the geometry of `result` in its own memory, so that views of it see the stored values."""
    from ..storage.borrowed import is_borrowed
    from ..storage.moved_memory import try_replace_array, view_in_memory

    target = _empty_shaped_like(result, out._array.dtype)
    pending = out._array if out._array.__class__ is Pending else None
    grows = pending is None and out._array.size < target.size and (out._array.base is None or not out._array.size)
    if grows and not is_borrowed(out._array) and try_replace_array(out, target):
        return
    target = view_in_memory(out, target.shape, tuple([step // target.itemsize for step in target.strides]))
    set_array(out, target if pending is None else pending.rewrap(target))


def _resize_to_vector(a: Any, shape: tuple[int, ...]) -> Any:
    """The result of resizing to a vector: the same memory without gaps if it is large enough."""
    if a.__class__ is MetaArray:
        return make_meta(shape, a.dtype)
    if a.shape == shape and a.strides > (0,):
        return np.lib.stride_tricks.as_strided(a, shape, (a.itemsize,)) if a.size > 1 else a
    return np.empty(shape, a.dtype)


def resize_array(out: Any, shape: tuple[int, ...]) -> None:
    """Resize a tensor in its own memory; its values need not be kept."""
    _resize_memory(out, np.empty(shape, out._array.dtype))


