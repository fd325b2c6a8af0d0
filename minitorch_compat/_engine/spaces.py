"""What backward computes in: arrays when its result is final, tensors when it must be differentiable again.

What holds for every formula lives here and nowhere else: which arguments get one, conjugation for complex values, undoing
broadcasting, casting back to the input's dtype.
"""
from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from .._array.core.conjugate import Pending, Unresolved
from .._array.core.dtypes import HALF_TYPES, cast
from .._array.core.execution.block_sizes import block_size
from .._array.core.execution.blocks import widen_half
from .._array.core.meta import MetaArray, make_meta
from .._array.core.row_order import note_layout
from .._array.shape.strided import convert
from .._array.shape.unbroadcast import sum_to_shape
from .._array.sparse.coo import Sparse, astype
from .._dispatch.call.caller import TENSORS, wrap
from .._dispatch.call.kernel_errors import broadcast_message
from .._dispatch.call.result_layouts import PERMUTED, resolve_gradient_layout
from .._dispatch.graph.errors import freed_error
from .._dispatch.graph.node import FREED, OpNode
from .._dispatch.graph.packing_order import sort_keys
from .._dispatch.graph.saved_tensor_hooks import PACKED_COUNTER
from .._dispatch.graph.unpacking import list_width, unpack, unpacked_arrays, update_replaced_data
from .._dispatch.graph.versions import is_marked_only
from .._dispatch.levels.lifting import (
    Lifted,
    TrackLevel,
    array_values,
    concrete_array,
    create_like,
    lift,
    resolve_levels,
    value_below,
)
from .._dispatch.state import LOCAL
from .._dispatch.tensor import is_meta_tensor
from .._ops.namespace import ARRAYS


def check_versions(node: OpNode) -> bool:
    """Raise if saved tensors of `node` were changed in place; return whether they have to be unpacked again."""
    versions = node.versions
    packed = False
    for i in range(0, len(versions), 2):
        if versions[i][0] != versions[i + 1]:
            if versions[i] is not PACKED_COUNTER:
                if not is_marked_only(versions[i][0], versions[i + 1]):
                    from .._fidelity.modified_errors import modified_error

                    if all(edge is None for edge, _ in node.next_functions):
                        return packed  # the node was recorded under no_grad, where PyTorch saves nothing
                    raise modified_error(node, _first_modified(node, i))
                update_replaced_data(node)
            packed = True
    return packed


def _first_modified(node: OpNode, start: int) -> int:
    """The index of the modified saved tensor that PyTorch reports: the first in the order of their names."""
    versions = node.versions
    changed = [i // 2 for i in range(start, len(versions), 2) if versions[i] is not PACKED_COUNTER and versions[i][0] != versions[i + 1]]
    order = sort_keys(node)
    return min(changed, key=lambda pair: order[pair]) if len(changed) > 1 and len(order) > max(changed) else changed[0]


def unpack_saved_arrays(node: OpNode) -> tuple[Any, ...]:
    """The values that `node` saved, unpacked by hooks, which may return a meta tensor."""
    saved = unpacked_arrays(node)
    if any(v.__class__ is MetaArray for v in saved):
        raise RuntimeError("Tensor on device meta is not on the expected device cpu!")
    return saved


def to_shape_error(error: Exception, g: Any, saved: Any) -> Exception:
    """The error to raise for a failed formula: PyTorch's broadcast error if an unpacked tensor has another shape than was saved."""
    shapes = [getattr(v, "shape", ()) for v in (g, *saved)] if error.__class__ is ValueError and saved.__class__ is tuple else []
    message = broadcast_message(shapes)
    return error if message is None else RuntimeError(message)


class ArraySpace:
    """Cotangents are ndarrays (or numpy scalars); formulas call kernels; nothing is recorded."""

    differentiable = False
    #: Called before the hooks of a node, for the profiler.
    open: Any = None

    def vjp(self, node: OpNode, g: Any) -> Any:
        """Cotangents of the node's inputs, not yet fitted to them."""
        saved = node.saved
        if saved is FREED:
            raise freed_error()
        if node._counter is not None and check_versions(node):
            saved = unpack_saved_arrays(node)
        op: Any = node.op
        conjugate = op.holomorphic and node.dtype is not None and node.dtype.kind == "c"
        # The results of formulas are not bound to local names: the traceback of an unpack hook may keep this frame alive.
        resolves_layout = op.resolves_gradient_layout and (PERMUTED or getattr(g, "base", None) is not None)
        to_layout: Any = partial(resolve_gradient_layout, op, g, saved) if resolves_layout else _unchanged
        if node.dtype in HALF_TYPES and not op.has_lists and not op.view and _is_large(g, saved):
            g, saved, to_layout = _to_float32(g), tuple(map(_to_float32, saved)), partial(_round_once, to_layout, node.dtype)
        try:
            if conjugate or op.has_lists or op.joint is not None:
                return list(map(to_layout, _general_vjp(self, node, g, saved, conjugate)))
            vjps = op.vjps
            if len(vjps) == 1:
                return (to_layout(vjps[0](ARRAYS, g, *saved)),)
            return [None if edge is None or f is None else to_layout(f(ARRAYS, g, *saved))
                    for f, edge in zip(vjps, node.edges, strict=True)]
        except Unresolved:  # the op used the memory unconjugated, but its formula needs the values
            return list(map(to_layout, _general_vjp(self, node, _resolve_lazy(g), _resolve_lazy(saved), conjugate)))
        except ValueError as error:
            raise to_shape_error(error, g, saved) from None

    xp: Any = ARRAYS

    def conj(self, g: Any) -> Any:
        return np.conj(g)

    def fit(self, g: Any, shape: tuple[int, ...], dtype: Any) -> Any:
        """Undo broadcasting and promotion."""
        if g.dtype is not dtype and dtype.kind == "f" and g.dtype.kind == "c" and not isinstance(g, Sparse):
            g = g.real  # a view, as in PyTorch
        if g.shape != shape:
            g = g.sum_to(shape) if isinstance(g, Sparse) else sum_to_shape(g, shape)
        if g.dtype is not dtype:
            if isinstance(g, Sparse):
                return astype(g, dtype)
            g = cast(np.asarray(g), dtype)
        return g

    def wrap(self, g: Any) -> Any:
        note_layout(g)
        return wrap(g)

    def unwrap(self, t: Any) -> Any:
        return array_values(t._array)

    def zeros(self, shape: tuple[int, ...], dtype: Any, _like: Any = None) -> Any:
        return np.zeros(shape, dtype)


def _unchanged(gradient: Any) -> Any:
    return gradient


def _resolve_lazy(saved: Any) -> Any:
    """Resolve lazy conjugates and negatives, also inside saved values; anything else is returned as it is."""
    if saved.__class__ is tuple or saved.__class__ is list:
        return [_resolve_lazy(v) for v in saved]
    return saved.read() if saved.__class__ is Pending else saved


#: Number of elements from which a formula in half precision is computed in float32: numpy's loops for half precision take 30 times
#: as long.
_MIN_WIDE = block_size(__name__, "_MIN_WIDE", 1 << 13)


def _is_large(g: Any, saved: tuple[Any, ...]) -> bool:
    return max([v.size for v in (g, *saved) if v.__class__ is np.ndarray], default=0) >= _MIN_WIDE


def _round_once(to_layout: Any, dtype: Any, gradient: Any) -> Any:
    """Round what a formula has computed in float32 to half precision, once."""
    if gradient.__class__ is np.ndarray and gradient.dtype == np.float32:
        gradient = convert(gradient, dtype)
    return to_layout(gradient)


def _to_float32(value: Any) -> Any:
    """Half-precision arrays as float32; anything else is returned as it is."""
    return widen_half(value) if value.__class__ is np.ndarray else value


class ArraysBelow(ArraySpace):
    """Backward of a function transform's level with no other level below it, computed on the arrays below."""

    def unwrap(self, t: Any) -> Any:
        return concrete_array(t._array)  # made by a hook inside the level

    def vjp(self, node: OpNode, g: Any) -> Any:
        saved: Any = node.saved
        if saved is FREED:
            raise freed_error()
        if node._counter is not None and check_versions(node):
            saved = unpacked_arrays(node)
        saved = arrays_below(saved)
        op: Any = node.op
        if op.formulas is not None and node.dtype is not None and node.dtype.kind != "c":
            return [None if edge is None or f is None else f(ARRAYS, g, *saved) for f, edge in zip(op.vjps, node.edges, strict=True)]
        conjugate = op.holomorphic and node.dtype is not None and node.dtype.kind == "c"
        return _general_vjp(self, node, g, saved, conjugate)


def arrays_below(saved: Any) -> list[Any]:
    """What a level's node saved, as the arrays below the level."""
    return [v.value._array if isinstance(v, Lifted) else arrays_below(v) if v.__class__ is list else v for v in saved]


class TensorSpace:
    """Cotangents are tensors; formulas call ops, which record (grad mode permitting) and respect open levels."""

    differentiable = True
    open: Any = None
    #: Whether cotangents may have a graph of their own at the level of the nodes' inputs.
    has_graph = True
    xp = TENSORS

    def vjp(self, node: OpNode, g: Any) -> list[Any]:
        if node.saved is FREED:
            raise freed_error()
        check_versions(node)
        op: Any = node.op
        dtype = node.dtype
        conjugate = op.holomorphic and dtype is not None and dtype.kind == "c"
        saved = self.arguments(node)
        if not op.has_differentiable_vjps:
            return _vjp_by_definition(node, g, saved)
        if op.formulas is not None and not conjugate:
            results = _by_formulas(self.xp, node, g, saved)
        else:
            results = _general_vjp(self, node, g, saved, conjugate)
        if self.has_graph and LOCAL.grad and op.piecewise_linear:
            from .piecewise_linear import connect_to_input

            results[0] = connect_to_input(results[0], node)
        return results

    def arguments(self, node: OpNode) -> tuple[Any, ...]:
        """The saved arrays as tensors, each attached to its place in the graph."""
        return tuple(unpack(node))

    def conj(self, g: Any) -> Any:
        return TENSORS.conj_now(g)

    def fit(self, g: Any, shape: tuple[int, ...], dtype: Any) -> Any:
        if g._array.dtype is not dtype and dtype.kind == "f" and g._array.dtype.kind == "c":
            g = TENSORS.real_part(g)
        if g._array.shape != shape:
            g = TENSORS.sum_to_size(g, shape)
        if g._array.dtype is not dtype:
            g = TENSORS.cast(g, dtype)
        return g

    def wrap(self, g: Any) -> Any:
        return g

    def unwrap(self, t: Any) -> Any:
        return t

    def zeros(self, shape: tuple[int, ...], dtype: Any, like: Any = None) -> Any:
        """Zeros on the device of `like`."""
        return wrap(make_meta(shape, dtype) if is_meta_tensor(like) else np.zeros(shape, dtype))


def _by_formulas(xp: Any, node: OpNode, g: Any, saved: Any) -> list[Any]:
    """The gradients of inputs that have an edge, where an op has one formula per input."""
    vjps, links = node.op.vjps, node._links
    if links.__class__ is tuple:
        return [None if edge is None or f is None else f(xp, g, *saved) for f, edge in zip(vjps, links, strict=True)]
    results: list[Any] = [None] * len(vjps)
    formula = vjps[node._only]
    if formula is not None:
        results[node._only] = formula(xp, g, *saved)
    return results


class TensorsBelow(TensorSpace):
    """Backward of a function transform's level, computed with the tensors one level below, where it may be recorded."""

    has_graph = False

    def __init__(self, level: Any) -> None:
        self.level = level

    def arguments(self, node: OpNode) -> tuple[Any, ...]:
        saved = node.saved
        if PACKED_COUNTER in node.versions:
            saved = unpacked_arrays(node)
        return tuple(tensors_below(saved))

    def unwrap(self, t: Any) -> Any:
        return value_below(resolve_levels(t), self.level)

    def vjp(self, node: OpNode, g: Any) -> list[Any]:
        op: Any = node.op
        saved: Any = node.saved
        if op.formulas is not None and op.has_differentiable_vjps and saved is not FREED and (
                node.dtype is not None and node.dtype.kind != "c"):
            if node._counter is not None and check_versions(node):
                saved = unpacked_arrays(node)
            saved = tensors_below(saved)
            results = _by_formulas(TENSORS, node, g, saved)
            return self._connect_flat(results, node, saved)
        if op.has_differentiable_vjps or saved is FREED:
            return self._connect_flat(super().vjp(node, g), node, None)
        check_versions(node)
        return _vjp_at_level(node, g, self.arguments(node))

    def _connect_flat(self, results: list[Any], node: OpNode, saved: Any) -> list[Any]:
        if node.op.piecewise_linear and LOCAL.grad:
            from .piecewise_linear import connect_below

            connect_below(results, node, self.arguments(node) if saved is None else saved)
        return results


def tensors_below(saved: Any) -> list[Any]:
    """What a level's node saved, as the tensors below the level."""
    return [v.value if isinstance(v, Lifted) else tensors_below(v) if v.__class__ is list else v for v in saved]


_REAL_NUMBERS = frozenset({int, float, bool})


def _general_vjp(space: Any, node: OpNode, g: Any, saved: Any, conjugate: bool) -> list[Any]:
    """The general case: complex values, joint formulas, and lists of tensors, whose members have an edge each.

    A formula states the transpose of a complex-linear map; the adjoint that backward needs is its conjugate:
    conj(transpose(conj(g))).
    """
    op: Any = node.op
    conjugate = conjugate and not (op.holomorphic == "tensors" and all(v is None or v.__class__ in _REAL_NUMBERS for v in saved))
    if conjugate:
        g = space.conj(g)
    if op.joint is not None:
        results = list(op.joint(space.xp, g, *saved))
    else:
        results = _vjp_by_argument(space, node, g, saved)
    return [space.conj(r) if conjugate and r is not None else r for r in results]


def _vjp_by_argument(space: Any, node: OpNode, g: Any, saved: Any) -> list[Any]:
    op: Any = node.op
    if not op.has_lists:
        return [None if edge is None or f is None else f(space.xp, g, *saved) for f, edge in zip(op.vjps, node.edges, strict=True)]
    results: list[Any] = []
    for formula, position in zip(op.vjps, op.schema.tensor_positions, strict=True):
        is_list = op.params[position].is_tensor_list
        count = list_width(node) if is_list else 1
        if formula is None or all(e is None for e in node.edges[len(results):len(results) + count]):
            results += [None] * count
            continue
        gi = formula(space.xp, g, *saved)
        results += list(gi) if is_list else [gi]
    return results


def _vjp_by_definition(node: OpNode, g: Any, saved: tuple[Any, ...]) -> list[Any]:
    """The vjp of a fused op as the vjp of its definition, which can be differentiated again."""
    from .._dispatch.grad_mode import grad_mode
    from .run import run_graph

    op: Any = node.op
    args = list(saved[len(op.schema.outputs):])
    positions = [i for i, e in zip(op.schema.tensor_positions, node.edges, strict=True) if e is not None]
    with grad_mode(True):
        for i in positions:
            args[i] = TENSORS.alias(args[i])
        result = op.composite(TENSORS, *args)
    outs = result if isinstance(result, tuple) else (result,)
    cots = g if isinstance(g, (tuple, list)) else (g,)
    pairs = [(o, c) for o, c in zip(outs, cots, strict=False) if c is not None and o.requires_grad]
    grads = iter(run_graph([o for o, _ in pairs], [c for _, c in pairs], inputs=[args[i] for i in positions], create_graph=LOCAL.grad))
    found = iter([_zeros_like(args[i]) if gi is None else gi for i, gi in zip(positions, grads, strict=True)])
    return [None if e is None else next(found) for e in node.edges]


def _zeros_like(x: Any) -> Any:
    """The gradient of an argument on which the result of an op does not depend, with options such as the nearest pixel of an image."""
    make = make_meta if is_meta_tensor(x) else np.zeros
    return create_like(x, x._array.shape, lambda shape: make(shape, x._array.dtype))


def _vjp_at_level(node: OpNode, g: Any, saved: tuple[Any, ...]) -> list[Any]:
    """The same where the arguments have no graph: a temporary level differentiates the definition."""
    from .._dispatch.grad_mode import grad_mode
    from .run import run_graph

    op: Any = node.op
    args = list(saved[len(op.schema.outputs):])
    positions = [i for i, e in zip(op.schema.tensor_positions, node.edges, strict=True) if e is not None]
    with TrackLevel() as level, grad_mode(True):
        for i in positions:
            args[i] = lift(args[i], level)
            args[i]._requires_grad = True
        result = op.composite(TENSORS, *args)
    outs = result if isinstance(result, tuple) else (result,)
    cots = g if isinstance(g, (tuple, list)) else (g,)
    pairs = [(o, c) for o, c in zip(outs, cots, strict=False) if c is not None and o.requires_grad]
    grads = iter(run_graph([o for o, _ in pairs], [c for _, c in pairs], inputs=[args[i] for i in positions],
                           create_graph=level.outer_grad, space=TensorsBelow(level)))
    return [None if e is None else next(grads) for e in node.edges]


ARRAY_SPACE = ArraySpace()
ARRAYS_BELOW = ArraysBelow()
TENSOR_SPACE = TensorSpace()
