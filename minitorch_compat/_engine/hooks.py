"""Hooks of tensors and nodes. A node without hooks has `hooks` None and never gets here.

The order at a node: hooks of its output tensors, gradients retained for them (and captured for `grad`), the node's pre-hooks, its
derivative, its post-hooks.
"""
from __future__ import annotations

from typing import Any

import numpy as np

from .._array.core.conjugate import Pending
from .._array.core.dtypes import scalar_name, tensor_type
from .._array.exchange.type_names import value_type_name
from .._dispatch.call.caller import TENSORS, wrap
from .._dispatch.graph.node import AccumulateGrad, Node
from .._dispatch.levels.lifting import Lifted
from .._dispatch.state import LOCAL, Anomaly, Classes
from .._dispatch.tensor import TensorBase
from .cotangents.ownership import LENT


def run_output_hooks(node: Any, g: Any, space: Any) -> Any:
    """Hooks of the output tensors, then `.grad` of those that retain it."""
    if Anomaly.enabled:
        LOCAL.node = node
    hooks = node.hooks
    if not hooks.tensor and not hooks.retain:
        return g
    several = node.shape is None
    cots = list(g) if several else [g]
    for slot, by_id in list(hooks.tensor.items()):
        cots[slot] = call_tensor_hooks(by_id, cots[slot], space)
    for slot, ref in list(hooks.retain.items()):
        tensor = ref()
        if tensor is not None and cots[slot] is not None:
            retain_gradient(tensor, cots[slot], space)
    return cots if several else cots[0]


def retain_gradient(tensor: Any, g: Any, space: Any) -> None:
    """Add to a non-leaf's `.grad`; never in place, since the gradient is still used by the rest of backward."""
    value, grad = space.wrap(g), tensor._grad
    if grad is not None and isinstance(grad._array, Lifted) and not grad._array.level.alive:
        grad = None  # left by a vmap that has ended (`is_grads_batched`); nothing can be added to it
    if grad is not None:
        tensor._gradient = grad + value
    else:  # a row-major copy, whatever the tensor's layout
        array = value._array
        if array.__class__ is np.ndarray and array.size == 1 and value._grad_fn is None:
            value = wrap(array.copy())  # an expanded number has no strides to preserve
        dense = array.__class__ is not np.ndarray or array.flags.c_contiguous
        tensor._gradient = value.clone() if dense else TENSORS.contiguous(value)


def run_pre_hooks(node: Any, g: Any, space: Any) -> Any:
    """The node's pre-hooks on the cotangents of its outputs."""
    if not node.hooks.pre:
        return g
    several = node.shape is None
    visible = _visible_outputs(node)
    cots = _run_pre(node.hooks, tuple(to_tensors([g[i] for i in visible] if several else (g,), space)))
    raw = [None if c is None else space.unwrap(c) for c in cots]
    if not several:
        return raw[0]
    replacements = dict(zip(visible, raw, strict=True))
    return [replacements.get(i) for i in range(len(g))]


def _visible_outputs(node: Any) -> Any:
    """Which outputs of a node PyTorch's node has: the differentiable ones."""
    if node.shape is not None:
        return (0,)
    return node.op.differentiable if node.op is not None and not node.op.schema.returns_list else range(len(node.metas))


def _run_pre(hooks: Any, cots: tuple[Any, ...]) -> tuple[Any, ...]:
    for hook in list(hooks.pre.values()):
        replaced = hook(cots)
        if replaced is not None:
            cots = check_replacement(hook, replaced, cots)
    return cots


def run_post_hooks(node: Any, grads: Any, g: Any, space: Any) -> Any:
    """The node's post-hooks: `hook(grad_inputs, grad_outputs)` may replace the former."""
    if not node.hooks.post:
        return grads
    inputs = tuple(to_tensors(grads, space))
    if node.op is not None:  # a joint formula may return gradients that were not requested
        if not node.op.has_lists:
            inputs = tuple(x if edge is not None and is_gradient_needed(LOCAL.task, edge) else None
                           for x, edge in zip(inputs, node.edges, strict=True))
        from .._fidelity.visible_nodes import visible_inputs

        visible = visible_inputs(node.op, len(inputs))
        inputs, all_inputs = tuple(inputs[i] for i in visible), inputs
    outputs = tuple(to_tensors([g[i] for i in _visible_outputs(node)] if node.shape is None else (g,), space))
    for hook in list(node.hooks.post.values()):
        replaced = hook(inputs, outputs)
        if replaced is not None:
            inputs = check_replacement(hook, replaced, inputs)
    if node.op is not None:
        replacements = dict(zip(visible, inputs, strict=True))
        inputs = tuple(replacements.get(i, x) for i, x in enumerate(all_inputs))
    results = [None if x is None else space.unwrap(x) for x in inputs]
    if Anomaly.enabled:
        from .anomaly import check_nan

        check_nan(node, results, space)
    return results


def is_gradient_needed(task: Any, edge: Any) -> bool:
    """Whether the running backward needs a gradient at `edge`; with `inputs`, only edges on a path to them do."""
    if task is None or task.captures is None or task.needed is None:
        return True
    if isinstance(edge, Node):
        return edge.key in task.needed or is_captured(task.captures, edge)
    return (id(edge), 0) in task.captures


def is_captured(captures: dict[tuple[int, int], int], node: Any) -> bool:
    """Whether an output of `node` is captured."""
    return any((id(node), slot) in captures for slot in range(1 if node.shape is not None else len(node.metas)))


def to_tensors(values: Any, space: Any) -> list[Any]:
    """Cotangents as tensors, as hooks receive them."""
    task = LOCAL.task
    if task is None or not task.caller_cotangents:
        return [None if v is None else space.wrap(v) for v in values]
    return [None if v is None else to_tensor(v, space) for v in values]


def to_tensor(g: Any, space: Any) -> Any:
    """One cotangent as a tensor, as a hook receives it."""
    caller_tensor = _caller_tensor(g)
    return space.wrap(g) if caller_tensor is None else caller_tensor


def _caller_tensor(g: Any) -> Any:
    """The caller's own tensor for a cotangent that arrives unchanged, so that in-place writes by a hook count as writes to it."""
    task = LOCAL.task
    t = None if task is None else task.caller_cotangents.get(id(g))
    return t if t is not None and t._array is g else None


def check_replacement(hook: Any, replaced: Any, values: tuple[Any, ...]) -> tuple[Any, ...]:
    """A node hook's result as a tuple of the right length."""
    if not isinstance(replaced, tuple):
        raise TypeError(f"expected tuple, but hook returned '{value_type_name(replaced)}'")
    if len(replaced) != len(values):
        raise RuntimeError(f"hook '{_name(hook)}' has returned an incorrect number of values (got {len(replaced)}, but expected "
                           f"{len(values)})")
    for new, old in zip(replaced, values, strict=True):
        if new is not old:
            check_hook_result(hook, new, old)
    return tuple(replaced)


def call_tensor_hooks(hooks: dict[int, Any], g: Any, space: Any, at_leaf: bool = False) -> Any:
    """Pass a cotangent through tensor hooks; a result other than None replaces it. A leaf's gradient may be lazily conjugated."""
    caller_tensor = _caller_tensor(g)
    value = caller_tensor if caller_tensor is not None or g is None else space.wrap(g) if at_leaf else to_tensor(g, space)
    for hook in list(hooks.values()):
        result = hook(value)
        if result is not None:
            value = check_hook_result(hook, result, value)
    if value is None:
        return None
    return value._array if at_leaf and not space.differentiable and value._array.__class__ is Pending else space.unwrap(value)


def check_hook_result(hook: Any, result: Any, value: Any) -> Any:
    """Refuse a hook's replacement of another shape, dtype or device."""
    if result is None or result is value:
        return result
    if value is None:
        raise RuntimeError("can't replace a None gradient with a non-None value")
    if not isinstance(result, TensorBase):
        raise TypeError(f"expected Variable, but hook returned '{value_type_name(result)}'")
    a, b = result._array, value._array
    if not (a.__class__ is b.__class__ is np.ndarray and a.dtype is b.dtype) and _type_of(result) != _type_of(value):
        raise RuntimeError(f"hook '{_name(hook)}' has changed the type of value (was {_type_of(value)} got {_type_of(result)})")
    if a.shape != b.shape:
        raise RuntimeError(f"hook '{_name(hook)}' has changed the size of value")
    return result


def _type_of(t: Any) -> str:
    if t.is_meta:
        return f"Meta{scalar_name(t._array.dtype)}Type"
    name = tensor_type(t._array.dtype)
    return name.replace("torch.", "torch.sparse.", 1) if t.is_sparse else name


def _name(hook: Any) -> str:
    return getattr(hook, "__name__", "<unknown>")


def run_tensor_hooks(leaf: Any, g: Any, space: Any) -> Any:
    """Run a leaf's own hooks."""
    meta = leaf._autograd_meta
    if meta is None or not meta.hooks:
        return g
    return call_tensor_hooks(meta.hooks, g, space, at_leaf=True)


def call_node(node: Any, cotangents: tuple[Any, ...]) -> Any:
    """Apply a node's derivative to tensors outside of any backward: no hooks run, nothing is sent on."""
    from .cotangents.accumulate import accumulate
    from .spaces import TENSOR_SPACE

    several = node.shape is None and not (node.op is not None and len(node._input_metadata) == 1)
    count = len(node.metas) if several else 1
    if len(cotangents) != count:
        raise TypeError(f"expected {count} arguments, got {len(cotangents)} instead")
    for i, g in enumerate(cotangents):
        if g is not None and not isinstance(g, TensorBase):
            raise TypeError(f"argument {i} is not a Variable")
    if isinstance(node, AccumulateGrad):
        accumulate(node.variable, cotangents[0], TENSOR_SPACE, LOCAL.grad, LENT)
        return ()
    if all(g is None for g in cotangents):
        grads: Any = [None] * len(node.edges)
    else:
        metas = node.metas if several else ()
        zeros = [TENSOR_SPACE.zeros(*meta) if g is None else g for g, meta in zip(cotangents, metas, strict=False)]
        grads = node._derive(tuple(zeros) if several else cotangents[0], TENSOR_SPACE)
    grads = [None if edge is None else g for g, edge in zip(grads, node.edges, strict=True)]
    if node.op is not None:
        from .._fidelity.visible_nodes import visible_inputs

        grads = [grads[i] for i in visible_inputs(node.op, len(grads))]
    return grads[0] if len(grads) == 1 else tuple(grads)


Classes.call_node = call_node
