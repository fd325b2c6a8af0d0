"""In-place calls: the op's result is written into its first argument, with PyTorch's history and refusals."""
from __future__ import annotations

import weakref
from collections.abc import Callable
from functools import cache, partial
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..._array.core.conjugate import Pending, Unreadable, Unresolved, apply_flags
from ..._array.core.dtypes import HALF_TYPES, LIMITED_TYPES, UnsupportedError, can_cast, check_64_bits, float64_to_float32, result_type
from ..._array.core.execution.block_sizes import block_size
from ..._array.core.execution.blocks import through_float32
from ..._array.core.execution.quiet import restore, silence
from ..._array.core.execution.threads import PARALLEL_SIZE, POOLS, map_parallel, piece_slices, run_in_pieces
from ..._array.core.meta import MetaArray
from ..._array.core.numbers import NUMBERS32, cache_number32, to_python_number
from ..._array.core.undispatched import copyto, may_share_memory
from ..._array.core.user_warnings import warn
from ..._array.pointwise.elementwise import INPLACE
from ..._array.shape.strided import Geometry, address, copy_with_window, is_dense, is_same_window, shares_memory
from ..._array.sparse.coo import Sparse
from ..._ops.batching.rules import broadcast_rule
from ..._ops.op import ENTRY, NOTHING, OPS, VALUE, Op, overload
from ..call import caller as _call
from ..call.caller import caller, unwrap
from ..call.kernel_errors import broadcast_message, type_name
from ..call.torch_function import dispatch_override, met_by_levels
from ..levels.lifting import example_array
from ..messages import graph_messages, kernel_messages
from ..state import ACTIVE, LOCAL, PAUSED, PLAIN, Anomaly, Classes
from ..tensor import DEFAULT, TensorBase
from .inplace_checks import EARLY_CHECKS, refuse_size
from .node import FREED, Node, OpNode, next_key, short_name
from .packing_order import packing_order
from .recording import Recorder, _save_output, edge_of, needs_mask, note_origin, plan_for, select_overload
from .saved_tensor_hooks import pack_in_order
from .versions import bump_version, counter_of
from .views import (
    LazyMarks,
    apply_marks,
    attach_window,
    move_retained,
    put_window,
    refresh,
    requires_grad,
    take_window,
    view_geometry,
    view_marks,
    view_refusal,
)

_declared_op = dict.get  # without the function of the table, which would load families
_STORED_DTYPES = "fdlqihbB?FD"  # dtypes, by numpy's characters, whose kernels return the dtype in which results are stored


def inplace(op: Op, x: Any, *args: Any) -> Any:
    """In-place call `x = op(x, *args)`. Nothing is written unless all checks pass."""
    if x.__class__ not in PLAIN or (ACTIVE or x._autograd_meta is not None) and not _is_unaffected_by_modes(x, args):
        return _general_inplace(op, x, args)
    if x._requires_grad and x._array.__class__ is not np.ndarray:
        return _general_inplace(op, x, args)
    if x._requires_grad or _may_need_mask(args):
        full_args = (x, *with_defaults(op, args))
        mask = needs_mask(op, full_args)
        if (x._requires_grad or mask) and not _call._all_plain(op, full_args):
            dispatch_override(full_args)
        if mask and LOCAL.grad and op.in_place.is_tracked:
            if x._array.dtype.kind in "fcV":
                check_writable(x)
                if _record_by_fast_path(op, mask, full_args):
                    return x
                try:
                    return record_inplace(op, mask, full_args)
                except Unresolved:
                    return _general_inplace(op, x, args)
            if op.overwrites != "copy":  # PyTorch checks this for all other ops, of integers, too
                check_writable(x)
    try:
        _write(op, x, args, True)
    except Unresolved:
        return _general_inplace(op, x, args)
    return x


def _is_unaffected_by_modes(x: Any, args: tuple[Any, ...]) -> bool:
    """Whether an in-place call is unaffected by open modes (inference mode apart) and by metadata of its tensors."""
    if LOCAL.levels or LOCAL.function_modes or LOCAL.observer is not None or LOCAL.before_write is not None or LOCAL.saved_hooks or (
            Anomaly.enabled or LOCAL.functionalizing or LOCAL.grad and LOCAL.inference or (
                Classes.inference_leaves is not None and Classes.inference_leaves.registered)):
        return False
    for t in (x, *args):
        meta = getattr(t, "_autograd_meta", None)
        if meta is not None and (meta.tangents or not (meta.inference and LOCAL.inference)):
            return False
    return True


_NON_TENSOR_TYPES = frozenset({float, int, bool, type(None), str})


def _may_need_mask(args: tuple[Any, ...]) -> bool:
    """Whether an argument requires a gradient, or is not a plain tensor or number."""
    for t in args:  # noqa: SIM110  (a generator takes as long as all the rest)
        if t.__class__ not in _NON_TENSOR_TYPES and (t.__class__ not in PLAIN or t._requires_grad):
            return True
    return False


def with_defaults(op: Op, args: tuple[Any, ...]) -> tuple[Any, ...]:
    return (*[to_python_number(a) if isinstance(a, np.generic) else a for a in args], *[p.value for p in op.params[len(args) + 1:]])


@met_by_levels("x", "args")
def _general_inplace(op: Op, x: Any, args: tuple[Any, ...]) -> Any:
    if LOCAL.function_modes or x.__class__ not in PLAIN:
        dispatch_override((x, *args))
    if LOCAL.observer is not None:
        return LOCAL.observer(op, (x, *args), lambda: _unprofiled_inplace(op, x, args), suffix="_")
    return _unprofiled_inplace(op, x, args)


def _unprofiled_inplace(op: Op, x: Any, args: tuple[Any, ...]) -> Any:
    from ..call.special_calls import special_inplace

    if Classes.inference_leaves is not None and LOCAL.grad and not LOCAL.levels and op.in_place.is_tracked and requires_grad(x) and (
            not Classes.inference_leaves.are_all(op, (x, *args))):
        check_writable(x)  # this check comes first for recorded calls
    handled, result = special_inplace(op, x, args)
    if handled:
        return result
    full_args = (x, *with_defaults(op, args))
    mask = needs_mask(op, full_args)
    if mask and LOCAL.grad and not LOCAL.inference and op.in_place.is_tracked:
        if x._array.dtype.kind in "fcV" or op.overwrites != "copy":
            check_writable(x)
        if x._array.dtype.kind in "fcV":
            return record_inplace(op, mask, full_args)
    _write(op, x, args, not ACTIVE)
    return x


def _write(op: Op, x: Any, args: tuple[Any, ...], use_result: bool) -> None:
    """Compute and store without history, by the op's ordinary call if nothing observes calls."""
    a = x._array
    if op.kernel_takes_out and len(args) == 1:
        y = args[0]
        b = y._array if y.__class__ in PLAIN else y
        if (b.__class__ in (float, int) and a.dtype.char in "fd") or (
                b is not y and b.__class__ is np.ndarray and b.dtype is a.dtype and a.dtype.char not in LIMITED_TYPES):
            if 0 in a.strides or b is not y and y._counter is x._counter:
                check_overlap(a, args)
            token = silence()
            try:
                if POOLS and a.size >= 2 * PARALLEL_SIZE:
                    run_in_pieces(op.kernel, (a, b), a)
                else:
                    op.kernel(a, b, out=a)  # type: ignore[misc]
            except ValueError:
                pass  # raised with the right message below
            else:
                bump_version(x)
                return
            finally:
                restore(token)
    if a.__class__ is not np.ndarray and isinstance(a, Unreadable):
        raise Unresolved  # before the op is called out of place, which refuses what in-place calls do not
    if use_result and _write_result(op, x, a, args):
        return
    if op.overwrites == "copy" and is_same_window(a, args[0]._array):
        bump_version(x)
        return
    check_memory(op, a, args)
    try:
        result = compute(op, (x, *with_defaults(op, args)))
    except (RuntimeError, TypeError) as error:
        if op.in_place.check:
            EARLY_CHECKS[op.in_place.check](op, a, args)
        if isinstance(error, UnsupportedError) and error.name == "torch.complex32" and a.dtype.kind == "f":
            raise graph_messages.cannot_cast("ComplexHalf", type_name(a.dtype)) from None
        if op.promote == "fitting" and str(error).startswith("value cannot be converted"):
            _check_promoted(op, x, args)
        raise
    if result.shape != a.shape and op.in_place.check:
        EARLY_CHECKS[op.in_place.check](op, a, args)
    store_result(x, result, op)


def _write_result(op: Op, x: Any, a: Any, args: tuple[Any, ...]) -> bool:
    """Write the out-of-place result directly into memory without internal overlap or overlap with arguments; False if that does not apply.

    If False, nothing has been written, and the general path finds and reports what is wrong.
    """
    if a.__class__ is not np.ndarray or a.dtype.char not in _STORED_DTYPES or _declared_op(OPS, op.name) is not op or (
            not a.flags.c_contiguous and (0 in a.strides or op.in_place.internal_overlap is not None)):
        return False
    overwrites, all_known = getattr(op.kernel, "overwrites", False), True
    for t in args:
        if t.__class__ in PLAIN:
            b = t._array
            if b.__class__ is not np.ndarray or may_share_memory(a, b):
                return False
        elif t.__class__ not in _NON_TENSOR_TYPES:
            all_known = False  # such as the plan of an index
            if not overwrites:
                return False
    if op.elementwise and a.size >= _MIN_BLOCKED and _write_blocks(op, a, args) or overwrites and _overwrite_part(op, a, args):
        bump_version(x)
        return True
    if not all_known:
        return False
    try:
        result = args[0]._array if op.overwrites == "copy" else caller(op.name)(x, *args)._array
        if result.dtype is not a.dtype or result.shape != a.shape:
            return False
        copyto(a, result)
    except Exception:
        return False
    bump_version(x)
    return True


def _overwrite_part(op: Op, a: Any, args: tuple[Any, ...]) -> bool:
    """`_write_result` of an op whose kernel writes into a part of contiguous memory and need not see the rest."""
    if not a.flags.c_contiguous or op.promote is not None or op.refuses or any(
            i and i <= len(args) and args[i - 1].__class__ not in PLAIN for i in op.schema.tensor_positions):
        return False
    kernel: Any = op.kernel
    values = [t._array if t.__class__ in PLAIN else t for t in args]
    try:
        kernel(a, *values, *[p.value for p in op.params[len(args) + 1:]], into=a)
    except Exception:  # raised again, with the right message, by the call that writes elsewhere first
        return False
    return True


#: Number of elements from which an elementwise in-place op runs by blocks: results stay in the cache until they are stored.
_MIN_BLOCKED = block_size(__name__, "_MIN_BLOCKED", 1 << 13)


def _write_blocks(op: Op, a: Any, args: tuple[Any, ...]) -> bool:
    """`_write_result` of an elementwise op by blocks on all threads, for contiguous arrays of one shape and dtype."""
    kernel, tensors = op.kernel, op.schema.tensor_positions
    if kernel is None or a.dtype.char not in "fd" or not a.flags.c_contiguous:
        return False
    values: list[Any] = [a.reshape(-1)]
    for i, value in enumerate(args, 1):
        if value.__class__ in PLAIN:
            b = value._array
            if b.dtype is not a.dtype or b.shape != a.shape or not b.flags.c_contiguous:
                return False
            values.append(b.reshape(-1))
        elif i in tensors:
            return False
        else:
            values.append(value)
    values += [p.value for p in op.params[len(args) + 1:]]

    ufunc: Any = getattr(kernel, "__wrapped__", kernel)
    kernel_into = INPLACE.get(kernel)
    if kernel_into is None and ufunc.__class__ is np.ufunc and ufunc.nin == len(values) and _keeps_dtype(ufunc, a.dtype.char):
        kernel_into = partial(_ufunc_into, ufunc)
    pieces = piece_slices(a.size) if POOLS and a.size >= (2 * PARALLEL_SIZE if kernel in INPLACE else PARALLEL_SIZE) else [slice(0, a.size)]
    token = silence()
    try:
        try:  # a few elements raise what the kernel raises; a block cannot be undone once it is written
            if kernel_into is not None:
                kernel_into(*_block_arguments(values, slice(0, 0)))
            elif (first := np.asarray(kernel(*_block_arguments(values, slice(0, 1))))).dtype is not a.dtype or first.shape != (1,):
                return False
        except (ValueError, TypeError, RuntimeError, OverflowError, Unresolved):
            return False
        if kernel_into is not None:
            map_parallel(lambda cut: kernel_into(*_block_arguments(values, cut)), pieces)
        else:
            map_parallel(lambda cut: _store_by_steps(kernel, values, cut), pieces)
    finally:
        restore(token)
    return True


def _block_arguments(values: list[Any], cut: slice) -> list[Any]:
    """The arguments of a call for one block of its arrays."""
    return [v[cut] if v.__class__ is np.ndarray and v.ndim else v for v in values]


def _ufunc_into(ufunc: Any, a: Any, *others: Any) -> None:
    ufunc(a, *others, out=a)


def _store_by_steps(kernel: Any, values: list[Any], cut: slice) -> None:
    """Run the kernel on one block and store the result in the block of the first array while it is in the cache."""
    end = min(cut.stop, values[0].size)
    for start in range(cut.start, end, _BLOCK):
        parts = _block_arguments(values, slice(start, min(start + _BLOCK, end)))
        parts[0][...] = kernel(*parts)


_BLOCK = block_size(__name__, "_BLOCK", 1 << 15)


@cache
def _keeps_dtype(ufunc: Any, char: str) -> bool:
    """Whether a ufunc has a loop for a dtype (numpy's character) whose result has the same dtype."""
    return f"{char * ufunc.nin}->{char}" in ufunc.types


def _check_promoted(op: Op, x: Any, args: Any) -> None:
    """Refuse a result dtype that cannot be stored in the tensor."""
    full_args = (x, *with_defaults(op, args))
    _check_cast(x._array, result_type(_as_operand(full_args[i]) for i in op.promoted if full_args[i] is not None))


def _as_operand(value: Any) -> Any:
    """An argument as dtype promotion sees it."""
    if isinstance(value, TensorBase):
        return np.empty((1,) * value._array.ndim, value._array.dtype) if isinstance(value._array, Sparse) else value._array
    return to_python_number(value) if isinstance(value, np.generic) else value


def check_broadcast_shape(a: Any, others: list[tuple[int, ...]]) -> None:
    """Refuse shapes that broadcast with an array's shape to another shape."""
    shapes = [a.shape, *others]
    if text := broadcast_message(shapes):
        raise RuntimeError(text)
    full = np.broadcast_shapes(*shapes)
    if full != a.shape:
        raise graph_messages.output_shape_mismatch(a.shape, full)


def check_memory(op: Op, a: Any, args: Any) -> None:
    """Refuse, or warn about, writing into memory with internal overlap or partial overlap with an argument."""
    rules = op.in_place
    if rules.internal_overlap is None:
        # Element i is written after element i of the others is read.
        elementwise_order = op.kind == "elementwise" or op.batch is broadcast_rule
        read = args if op.overwrites == "copy" else _read_arguments(args) if elementwise_order and a.__class__ is not Pending else ()
        check_overlap(a, read)
    else:
        if rules.internal_overlap and 0 in a.strides and _has_expanded_dim(a):
            name, example = rules.internal_overlap
            warn(f"Use of {name} on expanded tensors is deprecated. Please clone() the tensor before performing this operation. This "
                 f"also applies to advanced indexing e.g. tensor[{example}")
        _check_partial_overlap(a, args[:rules.checked_arguments])
    if op.may_not_overlap:
        check_no_overlap(a, [args[i - 1] for i in op.may_not_overlap if i])


def check_no_overlap(a: Any, args: Any) -> None:
    """Refuse to write into `a` if a tensor argument (or a member of a list) shares its memory."""
    if a.__class__ is MetaArray or isinstance(a, Sparse):
        return
    target = _memory(a)
    for arg in args:
        for t in arg if arg.__class__ in (list, tuple) else (arg,):
            if isinstance(t, TensorBase) and _overlaps(target, t._array):
                raise RuntimeError(PARTIAL_OVERLAP)


def _overlaps(a: np.ndarray[Any, Any], b: Any) -> bool:
    """Whether two dense arrays overlap; as in PyTorch, arrays with gaps are not checked."""
    if b.__class__ is MetaArray or isinstance(b, Sparse):
        return False
    other = _memory(b)
    return bool(a.size and other.size) and may_share_memory(a, other) and is_dense(a) and is_dense(other)


def _read_arguments(args: Any) -> list[Any]:
    """The arguments that are read during the write; lazy conjugates are computed before anything is written."""
    return [t for t in args if isinstance(t, TensorBase) and not isinstance(t._array, Pending)]


def _has_expanded_dim(a: Any) -> bool:
    return bool(a.size) and any(step == 0 and size > 1 for step, size in zip(a.strides, a.shape, strict=True))


PARTIAL_OVERLAP = (
    "unsupported operation: some elements of the input tensor and the written-to tensor refer to a single memory location. Please "
    "clone() the tensor before performing the operation.")


def check_overlap(a: np.ndarray[Any, Any], args: Any) -> None:
    """Refuse to write into `a` if it has internal overlap (e.g. an expanded tensor) or overlaps an argument partly."""
    if 0 in a.strides and _has_expanded_dim(a):
        raise graph_messages.overlapping_write()
    _check_partial_overlap(a, args)


def _check_partial_overlap(a: Any, args: Any) -> None:
    """Refuse to write into `a` if it overlaps an argument partly."""
    if a.__class__ is MetaArray:
        return  # it has no internal overlap
    for arg in args:
        if isinstance(arg, TensorBase) and _overlaps_partly(_memory(a), _memory(arg._array)):
            raise RuntimeError(PARTIAL_OVERLAP)


def _memory(array: Any) -> Any:
    return example_array(array)


def _overlaps_partly(a: np.ndarray[Any, Any], b: np.ndarray[Any, Any]) -> bool:
    """Whether two dense arrays overlap without being the same; as in PyTorch, arrays with gaps are not checked."""
    if a is b or isinstance(b, Sparse) or not may_share_memory(a, b) or not (is_dense(a) and is_dense(b)):
        return False
    return address(a) != address(b) or a.shape != b.shape or any(
        s != t and n > 1 for s, t, n in zip(a.strides, b.strides, a.shape, strict=True))  # the stride of a single element does not matter


def compute(op: Op, args: tuple[Any, ...]) -> np.ndarray[Any, Any]:
    """The op's result as an array, without history."""
    if op.composite is not None and op.kernel is None:
        from ..grad_mode import grad_mode

        with grad_mode(False):
            return op.composite(_call.TENSORS, *args)._array
    result = unwrap_and_run(op, args)
    return result if isinstance(result, np.ndarray) else np.asarray(result)


def unwrap_and_run(op: Op, args: tuple[Any, ...]) -> Any:
    """Run the kernel on the promoted arrays of `args`."""
    if not _call._all_plain(op, args):
        from ..call.special_calls import any_sparse, check_types, sparse_call, to_dense

        check_types(op, args)
        if any_sparse(args):
            return to_dense(sparse_call(op, args, True)._array)
    try:
        values = unwrap(op, args)
        return _call.run_kernel(op, values, args)
    except (ValueError, Unresolved, RuntimeWarning, FloatingPointError, OverflowError) as error:
        return _call.handle_kernel_error(op, args, error)._array


def store_result(x: Any, result: np.ndarray[Any, Any], op: Op) -> None:
    """Write `result` into `x` if shape and dtype allow it."""
    a = x._array
    if a.__class__ is MetaArray or a.__class__ is Pending:
        raise Unresolved
    check_fits(a, result, op)
    # Where elements share memory only changed elements are written, since the others would undo the change.
    changed = (result != a) & ((result == result) | (a == a)) if op.in_place.internal_overlap is not None and shares_memory(a) else True
    np.copyto(a, float64_to_float32(result) if a.dtype in HALF_TYPES else result, casting="unsafe", where=changed)
    bump_version(x)


def check_fits(a: Any, result: Any, op: Op) -> None:
    """Refuse a result of `op` whose shape or dtype does not fit the memory `a`."""
    if result.shape != a.shape:
        if op.in_place.check.endswith("product"):
            refuse_size(a, result.shape)
        if np.broadcast_shapes(result.shape, a.shape) != a.shape:
            raise graph_messages.output_shape_mismatch(a.shape, result.shape)
    if result.dtype.kind == "f" and a.dtype.kind == "c":
        raise graph_messages.complex_inplace(op.name)
    if op.in_place.accumulates and (a.dtype.kind == "b" or a.dtype.char in LIMITED_TYPES):
        if a.ndim and a.size:
            raise kernel_messages.no_kernel(f"{op.name}_out_cpu", a.dtype)
        return
    if result.dtype is not a.dtype:
        _check_cast(a, result.dtype, op.in_place.format_dtype or type_name)


def _check_cast(a: Any, dtype: Any, format_dtype: Any = type_name) -> None:
    """Refuse a result dtype that does not fit the memory `a`."""
    if not can_cast(dtype, a.dtype):
        raise graph_messages.cannot_cast(type_name(dtype), format_dtype(a.dtype))


def check_writable(x: Any) -> None:
    """Refuse in-place changes that autograd forbids; inference mode bypasses autograd."""
    if LOCAL.inference and not LOCAL.levels:
        return
    base = x._view
    if base is None:
        if x._grad_fn is None and x._requires_grad:
            raise graph_messages.leaf_inplace()
        return
    creation = DEFAULT if x._autograd_meta is None else x._autograd_meta.creation
    if creation != DEFAULT:
        raise view_refusal(x._grad_fn, x._output_nr, creation, itself=True)
    if base._grad_fn is None and (base._requires_grad is True or x._requires_grad is True):
        raise graph_messages.leaf_inplace(view=True)
    if x._grad_fn is None and not LOCAL.levels and requires_grad(x):  # its view history was not refreshed since its base got one
        raise graph_messages.leaf_inplace()
    refresh(x)


def record_inplace(op: Op, mask: int, args: tuple[Any, ...]) -> Any:
    """A recorded in-place call: the node saves the arguments as they were and the output as it becomes."""
    x = args[0]
    if op.in_place.recorded_op is not None:
        name, rest = op.in_place.recorded_op  # one node in PyTorch
        return record_inplace(OPS[name], mask, (x, *rest))
    if op.in_place.node is not None:
        op = inplace_overload(op, op.in_place.number_node is not None and not isinstance(args[1], TensorBase))
    if op.overwrites != "copy" or not is_same_window(x._array, args[1]._array):
        check_memory(op, x._array, args[1:])
    try:
        values = unwrap(op, args)
    except (KeyError, AttributeError):
        from ..call.special_calls import check_types

        check_types(op, args)
        raise
    plan = plan_for(op, mask)
    if plan.args[0] == VALUE:
        # The formula needs the old value, which is about to be overwritten.
        values[0] = values[0].copy()
    recorder = Recorder()
    recorder.saved.append(None)
    for i, param in enumerate(op.params):
        if param.is_tensor or param.is_tensor_list:
            # x's own counter is about to change; the saved copy cannot be modified, so it is saved as a plain value.
            # (With saved-tensor hooks the copy is packed like any saved tensor.)
            saved_tensor = (_call.caller("clone")(x) if LOCAL.saved_hooks and plan.args[0] == VALUE else 0.0) if i == 0 else args[i]
            recorder.save(plan.args[i], saved_tensor, values[i])
            # CopySlices zeroes the window of a copy in any case.
            recorder.connect(None if i == 0 and op.overwrites == "copy" and x._view is not None else args[i])
        else:
            recorder.saved.append(values[i])
    if LOCAL.saved_hooks:
        pack_in_order(packing_order(op), recorder.saved)
    result = unwrap_and_run(op, args)
    store_result(x, np.asarray(result), op)
    _finish_node(op, x, args, recorder, plan)
    return x


@cache
def _records_same_node(op: Op, mask: int) -> bool:
    """Whether an in-place call leaves the same node as out of place, and the node saves nothing that is overwritten."""
    rules = op.in_place
    if op.overwrites == "copy" or op.may_not_overlap or OPS[op.name] is not op or len(op.schema.outputs) != 1 or (
            rules.internal_overlap is not None or rules.node is not None or rules.recorded_op is not None or rules.vjps
            or rules.accumulates):
        return False
    plan = plan_for(op, mask)
    return plan.args[0] != VALUE and (plan.outputs[0] == NOTHING or plan.outputs[0] == VALUE and len(op.schema.tensor_positions) == 1)


def _record_by_fast_path(op: Op, mask: int, args: tuple[Any, ...]) -> bool:
    """`record_inplace` by the fast path out of place, whose result and node are given to `x`.

    False, with nothing done, if that does not apply.
    """
    x, a = args[0], args[0]._array
    if x._view is not None or not _records_same_node(op, mask) or a.__class__ is not np.ndarray or not a.flags.c_contiguous:
        return False
    for value in args[1:]:
        if value.__class__ in PLAIN:
            b = value._array
            if b.__class__ is not np.ndarray or b.dtype is not a.dtype or may_share_memory(a, b):
                return False
    try:
        out = _call.caller(op.name)(*args)
    except Exception:  # reported for the in-place call
        return False
    result, node = out._array, out._grad_fn
    saves_output = plan_for(op, mask).outputs[0] == VALUE
    if result.shape != a.shape or result.dtype is not a.dtype or node.__class__ is not OpNode or (
            saves_output and node._values is not result):
        return False
    np.copyto(a, result)
    bump_version(x)
    rebase(x, node)
    if saves_output:
        node._values, node._counter, node._version = a, x._counter, x._counter[0]
    return True


@cache
def inplace_overload(op: Op, with_number: bool) -> Op:
    """Records in-place calls."""
    rules = op.in_place
    assert rules.node is not None
    if with_number and rules.number_node is not None:
        return overload(op, rules.number_node, rules.vjps[0], None)  # a number has no edge
    return overload(op, rules.node, *rules.vjps)


def _finish_node(op: Op, x: Any, args: tuple[Any, ...], recorder: Recorder, plan: Any) -> None:
    node: Any = object.__new__(OpNode)
    node.op = op if op.number_overloads is None else select_overload(op, args)
    node.key = next_key()
    if plan.outputs[0]:
        output_recorder = Recorder()
        _save_output(output_recorder, plan.outputs[0], x)
        recorder.saved[0] = output_recorder.saved[0]
        recorder.versions += output_recorder.versions
    node.edges = tuple(recorder.edges)
    if any(recorder.slots):
        node.slots = tuple(recorder.slots)
    node.saved, node.versions = tuple(recorder.saved), tuple(recorder.versions)
    node.hooks = None
    node.shape, node.dtype = x._array.shape, x._array.dtype
    if Anomaly.enabled:
        note_origin(node)
    rebase(x, node)
    if LOCAL.saved_hooks and plan.outputs[0]:
        node.saved = (pack_in_order((0,), recorder.saved[:1])[0], *node.saved[1:])  # hooks see the new history of `x`


def rebase(x: Any, node: Any, slot: int = 0, position: int = 0) -> None:
    """Set `node` as the history of `x`, whose memory it wrote, and of the base if `x` is a view. `x` is input `position` of `node`."""
    base = x._view
    # The last writer is reported when backward finds a modified saved tensor.
    counter: list[Any] = counter_of(x)
    counter[1:] = [short_name(node) if base is None else "torch::autograd::CopySlices", slot if base is None else 0]
    if base is None:
        _attach(x, node, slot)
        return
    window = view_geometry(x)
    edge, base_slot = edge_of(base) if base.requires_grad else (None, 0)
    marks = view_marks(x, window)
    copy = CopySlices(base, window, node, slot, (edge, base_slot), position, marks)
    _attach(base, copy, 0)
    if ACTIVE or x._autograd_meta is not None or x._requires_grad is False or x._attr_version == counter[0] or (
            x._grad_fn is not None and x._grad_fn.hooks is not None):
        attach_window(x, base, window, marks)
        x._attr_version = counter[0]  # otherwise `refresh` sets it when queried; the view made by an indexed assignment is never queried


def _attach(x: Any, node: Any, slot: int) -> None:
    before = x._grad_fn, x._output_nr
    x._grad_fn, x._output_nr, x._requires_grad = node, slot, True
    move_retained(x, before)


class CopySlices(Node):
    """History of a base whose view was changed in place by `inner`: `inner`'s gradient inside the window, the rest passes through.

    The view is input `position` of `inner`; the base takes its place here.  `marks` is the view's conjugation or negation.
    """

    __module__ = "builtins"  # as in PyTorch
    __slots__ = ("inner", "layout", "marks", "position", "slot", "window")

    def __init__(
        self, base: TensorBase, window: Any, inner: Any, slot: int, base_edge: tuple[Any, int], position: int = 0,
        marks: LazyMarks | None = None,
    ) -> None:
        edges, slots = list(inner.edges), list(inner.slots or (0,) * len(inner.edges))
        edges[position], slots[position] = base_edge
        super().__init__(tuple(edges), tuple(slots))
        a = base._array
        self.shape, self.dtype = a.shape, a.dtype
        self.layout = tuple(s // a.itemsize for s in a.strides)
        self.window, self.inner, self.slot, self.position, self.marks = window, inner, slot, position, marks
        self._counter = ()  # PyTorch frees the inner node, too, so there is always something to release
        inner.window_copy = weakref.ref(self)

    def name(self) -> str:
        return "torch::autograd::CopySlices"

    @property
    def next_functions(self) -> tuple[tuple[Node | None, int], ...]:
        """The nodes of the gradients: as many as the in-place op's node has."""
        from ..._fidelity.visible_nodes import visible_edges

        edges, op = super().next_functions, self.inner.op
        return edges if op is None else visible_edges(op, edges)

    def _derive(self, g: Any, space: Any) -> Any:
        if self.saved is FREED or self.inner.saved is FREED:
            from .errors import freed_error

            raise freed_error()
        if space.differentiable:
            return self._derive_tensors(g, space)
        base_grad, window = copy_with_window(g, self.window, self.layout)
        check_overlap(window, ())
        marks = self.marks or (False, False)
        grads = list(self.inner._derive(self._inner_cotangents(apply_flags(window, *marks) if any(marks) else window.copy()), space))
        view_grad = grads[self.position]
        if view_grad is None or self.inner.edges[self.position] is None:
            window[...] = 0
        else:
            window[...] = apply_flags(space.fit(view_grad, window.shape, window.dtype), *marks)
        grads[self.position] = base_grad
        return grads

    def _inner_cotangents(self, g: Any) -> Any:
        if self.inner.shape is not None:
            return g
        return [g if i == self.slot else None for i in range(len(self.inner.metas))]

    def _derive_tensors(self, g: Any, space: Any) -> Any:
        xp = space.xp
        if not ACTIVE and self.window.__class__ is Geometry and not any(self.marks or ()) and g._array.__class__ is np.ndarray:
            return self._derive_in_place(xp, g, space)
        window = apply_marks(xp, take_window(xp, g, self.window, self.layout), self.marks)
        grads = list(self.inner._derive(self._inner_cotangents(window), space))
        view_grad = grads[self.position]
        if view_grad is None or self.inner.edges[self.position] is None:
            view_grad = space.zeros(window._array.shape, window._array.dtype)
        view_grad = apply_marks(xp, space.fit(view_grad, window._array.shape, window._array.dtype), self.marks)
        grads[self.position] = put_window(xp, g, view_grad, self.window, self.layout)
        return grads

    def _derive_in_place(self, xp: Any, g: Any, space: Any) -> Any:
        """Write through the window of a copy if no level is open, as PyTorch does, so that the gradient's own history is a CopySlices."""
        base_grad = _call.wrap(copy_with_window(g._array, self.window, self.layout)[0])
        inplace(ENTRY.copy, base_grad, g)
        window = xp.as_strided(base_grad, *self.window, self.layout)
        grads = list(self.inner._derive(self._inner_cotangents(xp.clone(window, _ROW_MAJOR)), space))
        view_grad = grads[self.position]
        if view_grad is None or self.inner.edges[self.position] is None:
            view_grad = space.zeros(window._array.shape, window._array.dtype)
        inplace(ENTRY.copy, window, space.fit(view_grad, window._array.shape, window._array.dtype))
        grads[self.position] = base_grad
        return grads

    def release(self) -> None:
        super().release()
        self.inner.release()


class Overwritten(Node):
    """History of a tensor whose values were replaced by new ones: the gradient is zero."""

    __slots__ = ()

    def _derive(self, g: Any, space: Any) -> Any:
        return [space.zeros(self.shape, self.dtype, g)]


class FillBackward2(Overwritten):
    """The node of `fill_` with a number."""

    __slots__ = ()


class ZeroBackward0(Overwritten):
    """The node of `zero_`."""

    __slots__ = ()


@cache
def overwritten_node_class(name: str) -> type[Overwritten]:
    """The node class of op `name`, which replaces all values by new ones: `NormalBackward0`."""
    return type(name, (Overwritten,), {"__slots__": ()})


def set_overwritten(x: Any, kind: type[Overwritten] = Overwritten) -> None:
    """Set the history of a tensor that was filled with new values."""
    edge, slot = edge_of(x)
    node = kind((edge,), (slot,))
    node.shape, node.dtype = x._array.shape, x._array.dtype
    rebase(x, node)


#: What the op `clone` reads of a memory format.
_ROW_MAJOR = SimpleNamespace(name="contiguous_format")
_FLOAT16, _FLOAT32, _INT64 = np.dtype(np.float16), np.dtype(np.float32), np.dtype(np.int64)
_INT64_BOUND = 1 << 63


def _overwriting_kernel(op: Op) -> Any:
    """The function that writes an elementwise op's result into its first tensor, or None."""
    if not op.elementwise or op.schema.tensor_positions[0] != 0:
        return None
    ufunc: Any = getattr(op.kernel, "__wrapped__", op.kernel)
    if ufunc.__class__ is np.ufunc and ufunc.nin == 1 == len(op.params) and _keeps_dtype(ufunc, "f") and _keeps_dtype(ufunc, "d"):
        return lambda a: ufunc(a, a)
    return INPLACE.get(op.kernel) if len(op.schema.tensor_positions) < 3 else None


def _is_untracked(t: Any) -> bool:
    """Whether recording and checks are off for a tensor that requires a gradient, or is a view."""
    base = t._view
    if base is None:
        return bool(PAUSED) and not LOCAL.grad
    return t._requires_grad is not True and t._grad_fn is base._grad_fn is None is base._autograd_meta and not base._requires_grad


def _overwriting_call(op: Op, kernel_into: Any) -> Callable[..., Any]:
    """`inplace` of an op with an `_overwriting_kernel`; a short path on one thread for plain floating tensors without history."""
    times = 2 if op.kernel in INPLACE else 1  # memory-bound loops need twice as many elements before threads pay off

    def call(x: Any, *args: Any) -> Any:
        if x.__class__ not in PLAIN or ACTIVE or x._autograd_meta is not None or (
                x._requires_grad or x._view is not None) and not _is_untracked(x):
            return inplace(op, x, *args)
        a = x._array
        if not a.size or POOLS and a.size >= times * PARALLEL_SIZE or a.dtype.char not in "fd" or not a.flags.c_contiguous:
            return inplace(op, x, *args)
        for value in args:
            if value.__class__ is not float and value.__class__ is not int and value is not None:
                return _overwrite_with_vector(op, kernel_into, x, *args)
        token = silence()
        try:
            kernel_into(a, *args)
        except (TypeError, ValueError, RuntimeError, OverflowError, Unresolved):
            return inplace(op, x, *args)  # raises the error
        finally:
            restore(token)
        bump_version(x)
        return x

    return call


def _overwrite_with_vector(op: Op, kernel_into: Any, x: Any, y: Any, *args: Any) -> Any:
    """The same with a second tensor of the first's dtype and shape, contiguous and without overlap."""
    a = x._array
    if a.__class__ is not np.ndarray or y.__class__ not in PLAIN or y is x or 1 not in op.schema.tensor_positions or (
            y._requires_grad or y._view is not None) and not _is_untracked(y):
        return inplace(op, x, y, *args)
    b = y._array
    if b.__class__ is not np.ndarray or b.dtype is not a.dtype or b.shape != a.shape or not b.flags.c_contiguous or (
            may_share_memory(a, b)):
        return inplace(op, x, y, *args)
    for value in args:
        if value.__class__ is not float and value.__class__ is not int:
            return inplace(op, x, y, *args)
    token = silence()
    try:
        kernel_into(a.reshape(-1), b.reshape(-1), *args)
    except (TypeError, ValueError, RuntimeError, OverflowError, Unresolved):
        return inplace(op, x, y, *args)  # raises the error
    finally:
        restore(token)
    bump_version(x)
    return x


def in_place(name: str) -> Callable[..., Any]:
    """The in-place call of op `name`.

    Adding, subtracting and multiplying plain floating tensors without history or overlap is inlined.
    """
    if not OPS.declares(name):
        return _call.LazyCall(in_place, name)
    op = OPS[name]
    if not op.kernel_takes_out:
        kernel_into = _overwriting_kernel(op)
        return partial(inplace, op) if kernel_into is None else _overwriting_call(op, kernel_into)
    kernel: Any = op.kernel
    half = through_float32(kernel)

    def call(x: Any, y: Any) -> Any:
        if x.__class__ not in PLAIN or ACTIVE or x._autograd_meta is not None or (
                x._requires_grad or x._view is not None) and (x._view is y or not _is_untracked(x)):
            return inplace(op, x, y)
        a = x._array
        if a.base is not None and 0 in a.strides:  # e.g. the gradient of a sum
            return inplace(op, x, y)
        dtype = x._dtype
        if y.__class__ is not float and y.__class__ in PLAIN:  # a set costs as much as four comparisons
            b = y._array
            if y._dtype is not dtype or (y._requires_grad or y._view is not None) and (
                    y._counter is x._counter or not _is_untracked(y)):
                return inplace(op, x, y)
        elif y.__class__ is float and (dtype is _FLOAT32 or dtype.char == "d") or y.__class__ is int and (
                dtype is _FLOAT32 or dtype.char == "d" or dtype is _INT64 and -_INT64_BOUND <= y < _INT64_BOUND):
            b = y
            if dtype is _FLOAT32:
                b = NUMBERS32.get(y)
                if b is None:
                    b = cache_number32(y)
            elif y.__class__ is int:
                check_64_bits(y)
        else:
            return inplace(op, x, y)
        if dtype is not _FLOAT32 and dtype.char in LIMITED_TYPES:
            return inplace(op, x, y)
        token = silence()
        try:
            if POOLS and a.size >= 2 * PARALLEL_SIZE:
                run_in_pieces(kernel, (a, b), a)
            elif dtype is not _FLOAT16:
                kernel(a, b, a)
            else:
                np.copyto(a, half(a, b))
        except (ValueError, Unresolved):  # shapes that do not broadcast: the general path raises the error
            return inplace(op, x, y)
        finally:
            restore(token)
        counter = x._counter
        if counter is None:
            x._counter = [1]
        else:
            counter[0] += 1
        return x

    return call
