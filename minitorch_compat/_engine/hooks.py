"""Hooks of tensors and nodes. A node without hooks has `hooks` None and never comes here."""
from __future__ import annotations

from typing import Any


def run_pre_hooks(node: Any, g: Any, space: Any) -> Any:
    """Tensor hooks, then the node's pre-hooks, then retained gradients, on the cotangents of the outputs."""
    several = node.shape is None
    cots = list(g) if several else [g]
    hooks = node.hooks
    for slot, by_id in hooks.tensor.items():
        cots[slot] = call_all(by_id, cots[slot], space)
    for hook in list(hooks.pre.values()):
        replaced = hook(tuple(None if c is None else space.wrap(c) for c in cots))
        if replaced is not None:
            cots = [None if c is None else space.unwrap(c) for c in _as_tuple(replaced)]
    for slot, ref in hooks.retain.items():
        tensor = ref()
        if tensor is not None and cots[slot] is not None:
            _retain(tensor, cots[slot], space)
    return cots if several else cots[0]


def _as_tuple(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def _retain(tensor: Any, g: Any, space: Any) -> None:
    from .accumulate import accumulate

    accumulate(tensor, g, space, space.differentiable, hooks=False)


def call_all(hooks: dict[int, Any], g: Any, space: Any) -> Any:
    """Pass a cotangent through tensor hooks; one that returns something replaces it."""
    if g is None:
        return None
    value = space.wrap(g)
    for hook in list(hooks.values()):
        result = hook(value)
        if result is not None:
            value = checked(result, value)
    return space.unwrap(value)


def checked(result: Any, value: Any) -> Any:
    """Refuse a hook's replacement that is not of the gradient's kind."""
    if not hasattr(result, "array"):
        raise TypeError(f"hook has to return a Tensor or None, but got {type(result).__name__} (expected Variable, but hook returned "
                        f"{type(result).__name__})")
    if result.array.shape != value.array.shape:
        raise RuntimeError("hook has changed the size of value")
    if result.array.dtype is not value.array.dtype:
        raise RuntimeError("hook has changed the type of value")
    return result


def run_tensor_hooks(leaf: Any, g: Any, space: Any) -> Any:
    """A leaf's own hooks."""
    meta = leaf._meta
    if meta is None or not meta.hooks:
        return g
    return call_all(meta.hooks, g, space)


def run_post_hooks(node: Any, grads: Any, g: Any, space: Any) -> Any:
    """The node's post-hooks: `hook(grad_inputs, grad_outputs)` may replace the former."""
    if not node.hooks.post:
        return grads
    inputs = tuple(None if x is None else space.wrap(x) for x in grads)
    outputs = tuple(None if x is None else space.wrap(x) for x in (g if isinstance(g, (tuple, list)) else (g,)))
    for hook in list(node.hooks.post.values()):
        replaced = hook(inputs, outputs)
        if replaced is not None:
            inputs = _as_tuple(replaced)
    return [None if x is None else space.unwrap(x) for x in inputs]
