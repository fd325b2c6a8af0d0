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
from ..._ops.op import ENTRY, OPS, Op
from ..call.caller import caller, failed, unwrap
from ..call.promotion import run
from ..call.result_layouts import resolve_layout
from ..call.results import results_of
from ..grad_mode import grad_mode
from ..graph.inplace import check_fits, check_overlap, check_writable, padded, rebase
from ..graph.not_implemented import moved_without_values
from ..graph.recording import history_of, needs_mask
from ..graph.versions import bump
from ..levels.lifting import Lifted, created_like, without_levels
from ..state import LOCAL, Classes
from ..tensor import TensorBase, is_meta_tensor, wrap_as
from ..words import layout_words

#: Functions that are not ops but read values -> the op that PyTorch names in the error.
_BY_VALUE = {"equal": "equal", "argwhere": "nonzero", "histogram": "histogram.bin_ct", "histogramdd": "_histogramdd_bin_edges",
             "cov": "equal", "combinations": "masked_select"}


def any_meta(values: Any) -> bool:
    """Whether a meta tensor is among the values, or in a list there."""
    return any(map(is_meta_tensor, _tensors(values)))


def _tensors(values: Any) -> Iterator[Any]:
    for value in values:
        if isinstance(value, TensorBase):
            yield value
        elif value.__class__ in (list, tuple, dict):
            yield from _tensors(value.values() if value.__class__ is dict else value)


def unavailable(name: str) -> NotImplementedError:
    """The error for what depends on values."""
    found: NotImplementedError = layout_words.needs_values(_BY_VALUE.get(name, name))
    return found


def meta_call(op: Op, args: tuple[Any, ...]) -> Any:
    """Repeat a call whose kernel met a meta array."""
    if op.by_value:
        from ..._ops.aten import packet_of

        raise unavailable(packet_of(op))
    if op.writes and not is_meta_tensor(args[0]):
        raise NotImplementedError(NO_DATA)
    if any(isinstance(t._array, Lifted) for t in _tensors(args)):
        raise layout_words.no_meta_in_transform()
    check_places(op, args)
    from .meta_shapes import OfOneSize, Views, is_bearable, is_large, is_plain  # rarely needed

    small = op.elementwise and not op.has_lists and not op.schema.is_tuple
    if not small and is_large(args):
        if not (is_plain(args) or is_bearable(args) or op.view):
            raise OfOneSize(op.name)
        try:
            return _inferred(op, args)
        except Views:
            pass
        except (RuntimeError, IndexError, ValueError, TypeError):
            if not is_bearable(args) and not op.view:
                raise
    plain = tuple(_stand_in(a, small) for a in args)
    if small and all(t._array.dtype.kind in "biu" for t in _tensors(plain)):
        plain = tuple(_one(a) for a in plain)
    try:
        values = unwrap(op, plain)
        if op.meta == "unsafe":
            values[6] = True  # unsafe: the lengths are zeros and would fail the check
        found = _of_zeros(lambda zeros: _compute(op, zeros, plain), values)
    except (ValueError, OverflowError) as error:
        return failed(op, plain, error)
    if small:
        found = _grown(np.asarray(found), args)
    elif found.__class__ is MetaArray:
        pass
    elif isinstance(found, (list, tuple)):
        found = [_meta_result(op, r) for r in found]
    else:
        found = _meta_result(op, found)
    return results_of(op, args, [_seen(a, v) for a, v in zip(args, values, strict=True)], found)


#: (op, arguments) -> shapes, dtypes and strides of results; whether there are several; dtypes of the arguments.
_KNOWN: dict[Any, tuple[list[tuple[Any, ...]], bool, list[Any]]] = {}


def _inferred(op: Op, args: tuple[Any, ...]) -> Any:
    """The call with arguments too large to compute with: shapes of results are inferred from calls on small ones."""
    from .meta_shapes import key_of

    key: tuple[Any, ...] | None
    try:
        key = op.name, *map(key_of, args)
        known = _KNOWN.get(key)
    except TypeError:
        key = known = None
    if known is None:
        known = _by_rule(op, args) or _worked_out(op, args)
        if key is not None:
            if len(_KNOWN) > 512:
                _KNOWN.clear()
            _KNOWN[key] = known
    results, several, values = known
    arrays = [make_meta(shape, dtype, strides) for shape, dtype, strides in results]
    seen = [_seen(a, v) if any_meta((a,)) else a._array if isinstance(a, TensorBase) else a for a, v in zip(args, values, strict=True)]
    return results_of(op, args, seen, arrays if several else arrays[0])


def _by_rule(op: Op, args: tuple[Any, ...]) -> Any:
    """The result by the op's own shape rule; None if it has none, or none for such arguments."""
    if op.shape_rule is None:
        return None
    values = [_stand_in(a, False)._array if isinstance(a, TensorBase) else a for a in args]
    shape = op.shape_rule(*values)
    first = values[0].dtype
    if shape is None or any(v.dtype != first for v in values if isinstance(v, np.ndarray)):
        return None
    return [(shape, first, None)], False, [_without_elements(v) for v in values]


def _worked_out(op: Op, args: tuple[Any, ...]) -> tuple[list[tuple[Any, ...]], bool, list[Any]]:
    from .meta_shapes import Views, extrapolated

    several = False

    def call(small: list[Any]) -> tuple[list[Any], list[Any]]:
        nonlocal several
        values = unwrap(op, tuple(small))
        if op.meta == "unsafe":
            values[6] = True
        found = _of_zeros(lambda zeros: _compute(op, zeros, tuple(small)), values)
        several = isinstance(found, (list, tuple))
        arrays = [r.raw if isinstance(r, (MetaArray, Pending)) else np.asarray(r) for r in (found if several else [found])]
        if arrays and all(any(np.may_share_memory(r, v) for v in values if isinstance(v, np.ndarray)) for r in arrays):
            raise Views
        return arrays, values

    results, values = extrapolated(op.name, call, args)
    kinds = [_without_elements(v) for v in values]
    return [(r.shape, r.dtype, tuple(s // r.itemsize for s in r.strides)) for r in results], several, kinds


def _without_elements(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_without_elements(v) for v in value]
    return np.empty(0, value.dtype) if isinstance(value, np.ndarray) else value


@quiet
def _compute(op: Op, values: list[Any], args: tuple[Any, ...]) -> Any:
    kernel: Any = op.kernel
    rule = op.meta
    if rule == "product" and values[0].ndim > 1 and values[1].ndim > 1:
        product = _product(*values[:2])
        if product is not None:
            return product
    if rule == "affine":
        return _affine(op, values)
    if rule == "as the first" and values[0].flags.c_contiguous:
        part = run(op, kernel, [values[0][tuple(slice(0, 2) for _ in values[0].shape)], *values[1:]], args)
        return make_meta(values[0].shape, np.asarray(part).dtype)
    if rule in ("joined", "stacked") and len({(a.shape, a.dtype) for a in values[0]}) == 1 and values[0][0].flags.c_contiguous:
        return _joined(rule == "stacked", *values)
    result = run(op, kernel, values, args)
    return resolve_layout(result, [values[i] for i in op.schema.tensor_positions]) if op.elementwise else result


def _product(a: Any, b: Any) -> MetaArray | None:
    """The shape of a matrix product; None for arguments that the kernel has to check."""
    if a.shape[-1] != b.shape[-2] or a.dtype is not b.dtype or a.dtype.kind not in "fcV":
        return None
    batch = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    return make_meta((*batch, a.shape[-2], b.shape[-1]), a.dtype)


def _affine(op: Op, values: list[Any]) -> Any:
    """A matrix times a transposed one plus a vector: one row and column is computed, to check that they fit."""
    x, weight, bias = values[:3]
    small = np.asarray(op.kernel(x[:1], weight[:1], bias[:1], *values[3:])) if bias.shape == weight.shape[:1] else None  # type: ignore[misc]
    return op.kernel(*values) if small is None else make_meta((x.shape[0], weight.shape[0]), small.dtype)  # type: ignore[misc]


def _joined(stacked: bool, arrays: list[Any], dim: int) -> MetaArray:
    """Concatenation or stacking of arrays of one shape."""
    shape = list(arrays[0].shape)
    rank = len(shape) + stacked
    if not -rank <= dim < rank:
        raise layout_words.no_dimension(dim, rank)
    if stacked:
        shape.insert(dim % rank, len(arrays))
    else:
        shape[dim] *= len(arrays)
    return make_meta(tuple(shape), arrays[0].dtype)


def _of_zeros(call: Callable[[list[Any]], Any], values: list[Any]) -> Any:
    """Run `call` on the values: zeros, or identity matrices if it finds zeros singular."""
    try:
        return call(values)
    except RuntimeError as error:
        if not any(name in str(error) for name in ("linalg.", "cholesky: ", "cholesky_inverse: ")):
            raise
        return call([_regular(v) for v in values])


def _regular(value: Any) -> Any:
    """An identity matrix in place of zeros; what is not a floating matrix is returned as it is."""
    if isinstance(value, TensorBase):
        return wrap_as(Classes.tensor, _regular(value._array))
    if not isinstance(value, np.ndarray) or value.ndim < 2 or value.dtype.kind not in "fc":
        return value
    return np.ascontiguousarray(np.broadcast_to(np.eye(*value.shape[-2:], dtype=value.dtype), value.shape))


def check_places(op: Op, args: tuple[Any, ...]) -> None:
    """Refuse CPU tensors together with meta tensors, except for 0-d ones and indices."""
    if op.names_devices:
        _check_three(op, [a for a in args if isinstance(a, TensorBase)])
    if op.mixes_devices and args[0].__class__ not in (list, tuple) and is_meta_tensor(args[0]):
        return
    given = args[op.device_of:]
    tensors = [*_tensors(given), *_tensors(args[:len(args) - len(given)])]
    first = next((t for t in tensors if t._array.ndim), next(filter(is_meta_tensor, tensors)))
    for t in tensors:
        if is_meta_tensor(t) is is_meta_tensor(first) or t._array.ndim == 0 and not is_meta_tensor(t):
            continue
        if op.takes_places and is_meta_tensor(tensors[0]) and t._array.dtype.kind in "biu":
            continue
        raise wrong_place(t, first)


def _check_three(op: Op, tensors: list[Any]) -> None:
    names = ["meta" if is_meta_tensor(t) else "cpu" for t in tensors]
    if len(set(names)) > 1:
        raise layout_words.three_devices(op.names_devices, names)


def wrong_place(t: Any, other: Any) -> RuntimeError:
    """The error for a tensor on another device than the others."""
    names = ["meta" if is_meta_tensor(x) else "cpu" for x in (t, other)]
    found: RuntimeError = layout_words.other_device(*names)
    return found


def _stand_in(value: Any, small: bool) -> Any:
    """A tensor over zeros in place of a meta array; a small one has at most two elements along each dimension."""
    if value.__class__ in (list, tuple):
        return value.__class__(_stand_in(v, small) for v in value)
    if not isinstance(value, TensorBase):
        return value
    held: Any = value._array
    array = held.raw if held.__class__ is MetaArray else held
    if small:
        array = array[tuple(slice(0, 2) for _ in array.shape)]
    elif array is held:
        return value
    return wrap_as(Classes.tensor, array)


def _one(value: Any) -> Any:
    """Ones in place of a whole number or many: nobody divides by 0, nor by a power."""
    if isinstance(value, TensorBase):
        return wrap_as(Classes.tensor, np.ones_like(value._array)) if value._array.dtype.kind in "iu" else value
    return 1 if value.__class__ is int else value


def _grown(result: Any, args: tuple[Any, ...]) -> MetaArray:
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


def _seen(arg: Any, value: Any) -> Any:
    """What a node saves of an argument: its meta array in the dtype of the kernel."""
    if arg.__class__ in (list, tuple):
        return [_seen(a, v) for a, v in zip(arg, value, strict=True)] if arg and isinstance(arg[0], TensorBase) else value
    if not is_meta_tensor(arg):
        return value
    return arg._array if value.dtype is arg._array.dtype else make_meta_like(arg._array.raw, value.dtype)


# In place -------------------------------------------------------------------------------------------------------------------------

def meta_inplace(op: Op, x: Any, args: tuple[Any, ...]) -> Any:
    """In-place call `x = op(x, *args)`: everything but the write."""
    full = (x, *padded(op, args))
    if not is_meta_tensor(x):
        if not op.writes:
            check_places(op, full)
        raise NotImplementedError(NO_DATA) if op.writes else wrong_place(next(filter(is_meta_tensor, _tensors(args))), x)
    recorded = bool(needs_mask(op, full) and LOCAL.grad and not LOCAL.inference and x._array.dtype.kind in "fcV")
    if recorded:
        check_writable(x)
    check_overlap(x._array.raw, ())
    if op.writes == "copy":
        full = (x, *(_moved(a) if isinstance(a, TensorBase) else a for a in full[1:]))
    with grad_mode(recorded):
        result = caller(op.name)(_snapshot(x), *full[1:])
    check_fits(x._array, result._array, op)
    if recorded and x._view is not None and op.kind in ("composite", "fused"):
        return meta_inplace(ENTRY.copy, x, (result,))  # the base records a single node
    bump(x)
    if recorded and result._grad_fn is not None:
        rebase(x, result._grad_fn, result._output_nr)
    return x


def _moved(t: Any) -> Any:
    """The meta tensor of a copy to the meta device."""
    return t if is_meta_tensor(t) else moved_to_meta(t)


def moved_to_meta(t: Any, dtype: Any = None) -> Any:
    """A meta tensor with the layout of `t`."""
    if isinstance(t._array, Lifted):
        if LOCAL.grad and t.requires_grad:
            raise layout_words.not_moved_to_meta()
        wanted = t._array.dtype if dtype is None else dtype
        return created_like(without_levels(t), t._array.shape, lambda shape: make_meta(shape, wanted))
    if not hasattr(t._array, "flags"):
        raise layout_words.no_sparse_on_meta()
    source = t._array if isinstance(t._array, np.ndarray) else t._array.raw
    return moved_without_values(NO_DATA, t, wrap_as(Classes.tensor, make_meta_like(source, dtype)))


def _snapshot(x: Any) -> Any:
    """`x` as it is now, with its history: PyTorch's node saves a copy, which the write does not change."""
    out = wrap_as(Classes.tensor, x._array)
    if x.requires_grad:
        out._grad_fn, out._output_nr, out._requires_grad = history_of(x), x._output_nr, True
    return out


# Functions that read arrays themselves --------------------------------------------------------------------------------------------

def on_stand_ins(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    """Decorator: call a function with zeros in place of meta arrays; its results become meta arrays."""
    name = function.__name__
    op = OPS.get(name)
    if name in _BY_VALUE or op is not None and op.by_value:
        raise unavailable(name)
    given = list(_tensors((*args, *kwargs.values())))
    if name.endswith("_") or kwargs.get("out") is not None or LOCAL.grad and any(t.requires_grad for t in given):
        raise layout_words.not_written_on_meta(name)
    strangers = [t for t in given if not is_meta_tensor(t) and t._array.ndim]
    if strangers:
        raise wrong_place(strangers[0], next(filter(is_meta_tensor, given)))
    from .meta_shapes import is_large

    if is_large((*args, *kwargs.values())):
        return _function_inferred(function, args, kwargs)
    plain, named = [_stand_in(a, False) for a in args], {key: _stand_in(a, False) for key, a in kwargs.items()}
    return _as_meta(_of_zeros(lambda zeros: function(*zeros, **named), plain))


def _function_inferred(function: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
    from .meta_shapes import extrapolated

    def call(small: list[Any]) -> tuple[list[Any], Any]:
        named = dict(zip(kwargs, small[len(args):], strict=True))
        found = _of_zeros(lambda zeros: function(*zeros, **named), small[:len(args)])
        parts = [found] if isinstance(found, TensorBase) else found if isinstance(found, (list, tuple)) else ()
        arrays: list[Any] = [t._array for t in _tensors(parts)]
        return [a if isinstance(a, np.ndarray) else a.raw for a in arrays], found

    shapes, found = extrapolated(function.__name__, call, [*args, *kwargs.values()])
    return _as_meta(found, iter(shapes))


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
