"""Tensors of the meta device: shapes, dtypes, strides, views and graphs without values.

Such a tensor's `array` is a `MetaArray`, which no kernel can read.  A call fails for that reason and is repeated here.  An elementwise op
runs with two elements along each dimension, which gives dtype and layout; any other runs on zeros that take no memory.
"""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from ..._array.core.conjugate import Pending
from ..._array.core.execution.quiet import quiet
from ..._array.core.meta import NO_DATA, NO_ITEM, MetaArray, make_meta, make_meta_like
from ..._array.shape.strided import dense_strides, memory_order
from ..._ops.op import OPS, Op
from ..call.caller import caller, handle_kernel_error, unwrap
from ..call.promotion import run
from ..call.result_layouts import resolve_layout
from ..call.results import wrap_results
from ..grad_mode import grad_mode
from ..graph.inplace import check_fits, check_overlap, check_writable, rebase, with_defaults
from ..graph.not_implemented import attach_meta_copy
from ..graph.recording import history_of, needs_mask
from ..graph.versions import bump_version
from ..levels.lifting import Lifted, create_like, resolve_levels
from ..messages import layout_messages
from ..state import LOCAL, Classes
from ..tensor import TensorBase, is_meta_tensor, wrap_as


def any_meta(values: Any) -> bool:
    """Whether a meta tensor is among the values, or in a list there."""
    return any(map(is_meta_tensor, _tensors(values)))


def _tensors(values: Any) -> Iterator[Any]:
    for value in values:
        if isinstance(value, TensorBase):
            yield value
        elif value.__class__ in (list, tuple, dict):
            yield from _tensors(value.values() if value.__class__ is dict else value)


def needs_values_error(name: str) -> NotImplementedError:
    """The error for what depends on values; `name` is that of PyTorch's op."""
    error: NotImplementedError = layout_messages.meta_without_values(name)
    return error


def meta_call(op: Op, args: tuple[Any, ...]) -> Any:
    """Repeat a call whose kernel met a meta array."""
    if op.depends_on_values:
        from ..._ops.aten import packet_of

        raise needs_values_error(packet_of(op))
    if op.overwrites and not is_meta_tensor(args[0]):
        raise NotImplementedError(NO_DATA)
    if any(isinstance(t._array, Lifted) for t in _tensors(args)):
        raise layout_messages.meta_in_transform()
    check_devices(op, args)
    from .meta_shapes import FixedSizeArgument, ResultsAreViews, is_affordable, is_large, is_plain  # rarely needed

    two_per_dim = op.elementwise and not op.has_lists and not op.schema.is_tuple
    if not two_per_dim and is_large(args):
        if not (is_plain(args) or is_affordable(args) or op.view):
            raise FixedSizeArgument(op.name)
        try:
            return _infer_results(op, args)
        except ResultsAreViews:
            pass
        except (RuntimeError, IndexError, ValueError, TypeError):
            if not is_affordable(args) and not op.view:
                raise
    placeholders = tuple(_placeholder(a, two_per_dim) for a in args)
    if two_per_dim and all(t._array.dtype.kind in "biu" for t in _tensors(placeholders)):
        placeholders = tuple(_ones_like(a) for a in placeholders)
    try:
        values = unwrap(op, placeholders)
        if op.meta_rule == "unsafe":
            values[6] = True  # unsafe: the lengths are zeros and would fail the check
        result = _run_on_zeros(lambda zeros: _compute(op, zeros), values)
    except (ValueError, OverflowError) as error:
        return handle_kernel_error(op, placeholders, error)
    if two_per_dim:
        result = _full_size(np.asarray(result), args)
    elif result.__class__ is MetaArray:
        pass
    elif isinstance(result, (list, tuple)):
        result = [_meta_result(op, r) for r in result]
    else:
        result = _meta_result(op, result)
    return wrap_results(op, args, [_saved_value(a, v) for a, v in zip(args, values, strict=True)], result)


#: (op, arguments) -> shapes, dtypes and strides of results; whether there are several; dtypes of the arguments.
_INFERRED: dict[Any, tuple[list[tuple[Any, ...]], bool, list[Any]]] = {}


def _infer_results(op: Op, args: tuple[Any, ...]) -> Any:
    """The call with arguments too large to compute with: shapes of results are inferred from calls on small ones."""
    from .meta_shapes import cache_key

    key: tuple[Any, ...] | None
    try:
        key = op.name, *map(cache_key, args)
        inferred = _INFERRED.get(key)
    except TypeError:
        key = inferred = None
    if inferred is None:
        inferred = _apply_shape_rule(op, args) or _extrapolate_results(op, args)
        if key is not None:
            if len(_INFERRED) > 512:
                _INFERRED.clear()
            _INFERRED[key] = inferred
    results, several, values = inferred
    arrays = [make_meta(shape, dtype, strides) for shape, dtype, strides in results]
    saved = [_saved_value(a, v) if any_meta((a,)) else a._array if isinstance(a, TensorBase) else a
             for a, v in zip(args, values, strict=True)]
    return wrap_results(op, args, saved, arrays if several else arrays[0])


def _apply_shape_rule(op: Op, args: tuple[Any, ...]) -> Any:
    """The result by the op's own shape rule; None if it has none, or none for such arguments."""
    if op.shape_rule is None:
        return None
    values = [_placeholder(a, False)._array if isinstance(a, TensorBase) else a for a in args]
    shape = op.shape_rule(*values)
    first = values[0].dtype
    if shape is None or any(v.dtype != first for v in values if isinstance(v, np.ndarray)):
        return None
    return [(shape, first, None)], False, [_empty_like(v) for v in values]


def _extrapolate_results(op: Op, args: tuple[Any, ...]) -> tuple[list[tuple[Any, ...]], bool, list[Any]]:
    from .meta_shapes import ResultsAreViews, extrapolate

    several = False

    def call(small: list[Any]) -> tuple[list[Any], list[Any]]:
        nonlocal several
        values = unwrap(op, tuple(small))
        if op.meta_rule == "unsafe":
            values[6] = True
        result = _run_on_zeros(lambda zeros: _compute(op, zeros), values)
        several = isinstance(result, (list, tuple))
        arrays = [r.raw if isinstance(r, (MetaArray, Pending)) else np.asarray(r) for r in (result if several else [result])]
        if arrays and all(any(np.may_share_memory(r, v) for v in values if isinstance(v, np.ndarray)) for r in arrays):
            raise ResultsAreViews
        return arrays, values

    results, values = extrapolate(op.name, call, args)
    empties = [_empty_like(v) for v in values]
    return [(r.shape, r.dtype, tuple(s // r.itemsize for s in r.strides)) for r in results], several, empties


def _empty_like(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_empty_like(v) for v in value]
    return np.empty(0, value.dtype) if isinstance(value, np.ndarray) else value


@quiet
def _compute(op: Op, values: list[Any]) -> Any:
    kernel: Any = op.kernel
    rule = op.meta_rule
    if rule == "product" and values[0].ndim > 1 and values[1].ndim > 1:
        product = _product_result(*values[:2])
        if product is not None:
            return product
    if rule == "affine":
        return _affine_result(op, values)
    if rule == "as the first" and values[0].flags.c_contiguous:
        part = run(op, kernel, [values[0][tuple(slice(0, 2) for _ in values[0].shape)], *values[1:]])
        return make_meta(values[0].shape, np.asarray(part).dtype)
    if rule in ("joined", "stacked") and len({(a.shape, a.dtype) for a in values[0]}) == 1 and values[0][0].flags.c_contiguous:
        return _concatenation_result(rule == "stacked", *values)
    result = run(op, kernel, values)
    return resolve_layout(result, [values[i] for i in op.schema.tensor_positions]) if op.elementwise else result


def _product_result(a: Any, b: Any) -> MetaArray | None:
    """The shape of a matrix product; None for arguments that the kernel has to check."""
    if a.shape[-1] != b.shape[-2] or a.dtype is not b.dtype or a.dtype.kind not in "fcV":
        return None
    batch = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    return make_meta((*batch, a.shape[-2], b.shape[-1]), a.dtype)


def _affine_result(op: Op, values: list[Any]) -> Any:
    """A matrix times a transposed one plus a vector: one row and column is computed, to check that they fit."""
    x, weight, bias = values[:3]
    small = np.asarray(op.kernel(x[:1], weight[:1], bias[:1], *values[3:])) if bias.shape == weight.shape[:1] else None  # type: ignore[misc]
    return op.kernel(*values) if small is None else make_meta((x.shape[0], weight.shape[0]), small.dtype)  # type: ignore[misc]


def _concatenation_result(stacked: bool, arrays: list[Any], dim: int) -> MetaArray:
    """Concatenation or stacking of arrays of one shape."""
    shape = list(arrays[0].shape)
    rank = len(shape) + stacked
    if not -rank <= dim < rank:
        raise layout_messages.dim_out_of_range(dim, rank)
    if stacked:
        shape.insert(dim % rank, len(arrays))
    else:
        shape[dim] *= len(arrays)
    return make_meta(tuple(shape), arrays[0].dtype)


def _run_on_zeros(call: Callable[[list[Any]], Any], values: list[Any]) -> Any:
    """Run `call` on the values: zeros, or identity matrices if it finds zeros singular."""
    try:
        return call(values)
    except RuntimeError as error:
        if not any(name in str(error) for name in ("linalg.", "cholesky: ", "cholesky_inverse: ")):
            raise
        return call([_identity_like(v) for v in values])


def _identity_like(value: Any) -> Any:
    """An identity matrix in place of zeros; what is not a floating matrix is returned as it is."""
    if isinstance(value, TensorBase):
        return wrap_as(Classes.tensor, _identity_like(value._array))
    if not isinstance(value, np.ndarray) or value.ndim < 2 or value.dtype.kind not in "fc":
        return value
    return np.ascontiguousarray(np.broadcast_to(np.eye(*value.shape[-2:], dtype=value.dtype), value.shape))


def check_devices(op: Op, args: tuple[Any, ...]) -> None:
    """Refuse CPU tensors together with meta tensors, except for 0-d ones and indices."""
    if op.device_error_name:
        _check_three_devices(op, [a for a in args if isinstance(a, TensorBase)])
    if op.allows_mixed_devices and args[0].__class__ not in (list, tuple) and is_meta_tensor(args[0]):
        return
    leading = args[op.device_argument:]
    tensors = [*_tensors(leading), *_tensors(args[:len(args) - len(leading)])]
    first = next((t for t in tensors if t._array.ndim), next(filter(is_meta_tensor, tensors)))
    for t in tensors:
        if is_meta_tensor(t) is is_meta_tensor(first) or t._array.ndim == 0 and not is_meta_tensor(t):
            continue
        if op.allows_cpu_index and is_meta_tensor(tensors[0]) and t._array.dtype.kind in "biu":
            continue
        raise device_mismatch(t, first)


def _check_three_devices(op: Op, tensors: list[Any]) -> None:
    names = ["meta" if is_meta_tensor(t) else "cpu" for t in tensors]
    if len(set(names)) > 1:
        raise layout_messages.devices_differ(op.device_error_name, names)


def device_mismatch(t: Any, other: Any) -> RuntimeError:
    """The error for a tensor on another device than the others."""
    names = ["meta" if is_meta_tensor(x) else "cpu" for x in (t, other)]
    error: RuntimeError = layout_messages.unexpected_device(*names)
    return error


def _placeholder(value: Any, two_per_dim: bool) -> Any:
    """A tensor over zeros in place of a meta array; a small one has at most two elements along each dimension."""
    if value.__class__ in (list, tuple):
        return value.__class__(_placeholder(v, two_per_dim) for v in value)
    if not isinstance(value, TensorBase):
        return value
    stored: Any = value._array
    array = stored.raw if stored.__class__ is MetaArray else stored
    if two_per_dim:
        array = array[tuple(slice(0, 2) for _ in array.shape)]
    elif array is stored:
        return value
    return wrap_as(Classes.tensor, array)


def _ones_like(value: Any) -> Any:
    """Ones in place of a whole number or many: nobody divides by 0, nor by a power."""
    if isinstance(value, TensorBase):
        return wrap_as(Classes.tensor, np.ones_like(value._array)) if value._array.dtype.kind in "iu" else value
    return 1 if value.__class__ is int else value


def _full_size(result: Any, args: tuple[Any, ...]) -> MetaArray:
    """The meta array of a full-size result, of which `result` holds two elements along each dimension."""
    shape = np.broadcast_shapes(*(t._array.shape for t in _tensors(args)))
    if result.flags.c_contiguous or 0 in shape:
        return make_meta(shape, result.dtype)
    return make_meta(shape, result.dtype, dense_strides(shape, memory_order(result)))


def _meta_result(op: Op, result: Any) -> MetaArray:
    """The meta array of a result: of a view the window itself, else other memory of the same layout."""
    if result.__class__ is Pending:
        return MetaArray(result.raw)  # a meta array has no values to conjugate
    result = np.asarray(result)
    if op.view:
        return MetaArray(result)
    if not result.size or any(s < 0 for s in result.strides):
        return make_meta_like(result)
    return make_meta(result.shape, result.dtype, tuple(s // result.itemsize for s in result.strides))


def _saved_value(arg: Any, value: Any) -> Any:
    """What a node saves of an argument: its meta array in the dtype of the kernel."""
    if arg.__class__ in (list, tuple):
        return [_saved_value(a, v) for a, v in zip(arg, value, strict=True)] if arg and isinstance(arg[0], TensorBase) else value
    if not is_meta_tensor(arg):
        return value
    return arg._array if value.dtype is arg._array.dtype else make_meta_like(arg._array.raw, value.dtype)


# In place -------------------------------------------------------------------------------------------------------------------------

def meta_inplace(op: Op, x: Any, args: tuple[Any, ...]) -> Any:
    """In-place call `x = op(x, *args)`: everything but the write."""
    full_args = (x, *with_defaults(op, args))
    if not is_meta_tensor(x):
        if not op.overwrites:
            check_devices(op, full_args)
        raise NotImplementedError(NO_DATA) if op.overwrites else device_mismatch(next(filter(is_meta_tensor, _tensors(args))), x)
    is_recorded = bool(needs_mask(op, full_args) and LOCAL.grad and not LOCAL.inference and x._array.dtype.kind in "fcV")
    if is_recorded:
        check_writable(x)
    check_overlap(x._array.raw, ())
    if op.overwrites == "copy" or op.allows_mixed_in_place:
        full_args = (x, *(_to_meta(a) if isinstance(a, TensorBase) else a for a in full_args[1:]))
    with grad_mode(is_recorded):
        result = caller(op.name)(_snapshot(x), *full_args[1:])
    check_fits(x._array, result._array, op)
    bump_version(x)
    if is_recorded and result._grad_fn is not None:
        rebase(x, result._grad_fn, result._output_nr)
    return x


def _to_meta(t: Any) -> Any:
    """The meta tensor of a copy to the meta device."""
    return t if is_meta_tensor(t) else move_to_meta(t)


def move_to_meta(t: Any, dtype: Any = None) -> Any:
    """A meta tensor with the layout of `t`."""
    if isinstance(t._array, Lifted):
        if LOCAL.grad and t.requires_grad:
            raise layout_messages.move_to_meta_in_transform()
        target = t._array.dtype if dtype is None else dtype
        return create_like(resolve_levels(t), t._array.shape, lambda shape: make_meta(shape, target))
    if not hasattr(t._array, "flags"):
        raise layout_messages.move_sparse_to_meta()
    source = t._array if isinstance(t._array, np.ndarray) else t._array.raw
    return attach_meta_copy(NO_DATA, t, wrap_as(Classes.tensor, make_meta_like(source, dtype)))


def _snapshot(x: Any) -> Any:
    """`x` as it is now, with its history: PyTorch's node saves a copy, which the write does not change."""
    out = wrap_as(Classes.tensor, x._array)
    if x.requires_grad:
        out._grad_fn, out._output_nr, out._requires_grad = history_of(x), x._output_nr, True
    return out


# Functions that read arrays themselves --------------------------------------------------------------------------------------------

def run_on_placeholders(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Decorator: call a function with zeros in place of meta arrays; its results become meta arrays."""
    name = function.__name__
    op = OPS.get(name)
    if op is not None and op.depends_on_values:
        raise needs_values_error(name)
    tensors = list(_tensors((*args, *kwargs.values())))
    if name.endswith("_") or kwargs.get("out") is not None or LOCAL.grad and any(t.requires_grad for t in tensors):
        raise layout_messages.write_to_meta(name)
    cpu_tensors = [t for t in tensors if not is_meta_tensor(t) and t._array.ndim]
    if cpu_tensors:
        raise device_mismatch(cpu_tensors[0], next(filter(is_meta_tensor, tensors)))
    from .meta_shapes import is_large

    if is_large((*args, *kwargs.values())):
        return _infer_function(function, args, kwargs)
    positional, keywords = [_placeholder(a, False) for a in args], {key: _placeholder(a, False) for key, a in kwargs.items()}
    return _as_meta(_run_on_zeros(lambda zeros: function(*zeros, **keywords), positional))


def _infer_function(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    from .meta_shapes import extrapolate

    def call(small: list[Any]) -> tuple[list[Any], Any]:
        keywords = dict(zip(kwargs, small[len(args):], strict=True))
        result = _run_on_zeros(lambda zeros: function(*zeros, **keywords), small[:len(args)])
        parts = [result] if isinstance(result, TensorBase) else result if isinstance(result, (list, tuple)) else ()
        arrays: list[Any] = [t._array for t in _tensors(parts)]
        return [a if isinstance(a, np.ndarray) else a.raw for a in arrays], result

    shapes, result = extrapolate(function.__name__, call, [*args, *kwargs.values()])
    return _as_meta(result, iter(shapes))


def _as_meta(value: Any, arrays: Iterator[MetaArray] | None = None) -> Any:
    """Replace the tensors of a result by meta tensors with the given `arrays`, in order."""
    if isinstance(value, TensorBase) and arrays is not None:
        return wrap_as(Classes.tensor, next(arrays))
    if isinstance(value, TensorBase):
        array: Any = value._array
        return wrap_as(Classes.tensor, make_meta_like(array if isinstance(array, np.ndarray) else array.raw))
    if isinstance(value, (list, tuple)):
        parts = [_as_meta(v, arrays) for v in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    if isinstance(value, bool):
        raise RuntimeError(NO_ITEM)
    if isinstance(value, (int, float)):
        raise NotImplementedError(NO_DATA)
    return value
