"""How a backward ends: nodes whose outputs are inputs of `backward`, remaining leaves, results."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.row_order import note_layout
from ..._array.shape.strided import storage_of
from ..._dispatch.call.caller import wrap
from ..._dispatch.graph.errors import freed_error
from ..._dispatch.graph.node import FREED, AccumulateGrad
from ..._dispatch.graph.unpacking import unpacked_arrays
from ..._dispatch.state import LOCAL
from ..._dispatch.tensor import NO_GRAD
from ..cotangents.accumulate import accumulate_function, accumulate_plain
from ..cotangents.ownership import resolve_shared
from ..hooks import is_captured, run_post_hooks, run_pre_hooks
from ..spaces import ARRAY_SPACE, check_versions
from .paths import reachable

if TYPE_CHECKING:
    from ..run import Task


def check_and_unpack_saved(node: Any) -> None:
    """Unpack what `node` saved, though no formula needs it: as in PyTorch it may be freed or modified, and hooks see it."""
    if node._counter is not None:
        if node.saved is FREED:
            raise freed_error()
        if check_versions(node):
            unpacked_arrays(node)


def run_captured_node(node: Any, g: Any, space: Any, retain: bool) -> None:
    """Run a node whose output is an input of `backward`; as in PyTorch its hooks run, and its gradients are dropped."""
    hooks = node.hooks
    received = g if hooks is None else run_pre_hooks(node, g, space)
    grads: Any = [None] * len(node.edges)
    if node.op is None:
        grads = node._derive(received, space)
    else:
        check_and_unpack_saved(node)
    if hooks is not None:
        run_post_hooks(node, grads, received, space)
    if not retain and node._counter is not None:
        node.release()


def check_undefined(node: Any) -> None:
    """Raise what a node without any cotangent raises all the same: for freed or modified saved tensors, and if it has no derivative."""
    check_and_unpack_saved(node)
    if node.op.node_name == "NotImplemented":
        node._derive(None, ARRAY_SPACE)


def will_execute(task: Task, node: Any) -> bool:
    """Whether the backward `task` runs `node`; as in PyTorch a backward of one output does not count the node it starts from."""
    if len(task.roots) == 1 and task.roots[0][0] is (node.variable if isinstance(node, AccumulateGrad) else node):
        return False
    if isinstance(node, AccumulateGrad):
        return _will_execute_leaf(task, node.variable)
    if task.needed is not None and node.key in task.needed:
        return True
    runs = task.captures is None or task.leaves_only and task.needed is None or is_captured(task.captures, node)
    return runs and any(n is node for n in reachable(task.roots))


def _will_execute_leaf(task: Task, leaf: Any) -> bool:
    if task.captures is not None and (id(leaf), 0) not in task.captures:
        return False
    is_reachable = any(edge is leaf for edge, _ in task.roots) or any(edge is leaf for n in reachable(task.roots) for edge in n.edges)
    if is_reachable and task.captures is not None and not task.accumulates_captures:
        raise RuntimeError("A leaf node was passed to _will_engine_execute_node but we are currently running autograd.grad(). "
                           "This is currently not supported.")
    return is_reachable


def finish(task: Any, targets: Any) -> list[Any]:
    """Accumulate the remaining leaves, run the final callbacks, and return the results."""
    space = task.space
    if task.captures is None:
        add = accumulate_function()
        entries = list(task.leaves.values())
        task.leaves.clear()
        if task.conjugates is not None:
            for entry in entries:
                entry[1] = task.as_lazy_conjugate(entry[1], entry[2])
        resolve_shared(entries, task.lent_blocks)
        if space is ARRAY_SPACE and not LOCAL.inference:
            entries = accumulate_plain(entries)
        for leaf, g, _, ownership in entries:
            add(leaf, g, space, task.create_graph, ownership)
    else:
        for leaf in [entry[0] for entry in task.leaves.values()]:
            task.finish_leaf(leaf)
    for callback in task.callbacks or ():
        callback()
    if targets is None:
        return []
    assert task.captures is not None
    caller_cotangents, captured_grads = task.caller_cotangents, task.captured_grads
    if space is ARRAY_SPACE:
        results = {i: caller_cotangents[id(g)] if id(g) in caller_cotangents else returned_gradient(task.as_lazy_conjugate(g))
                   for i, g in captured_grads.items() if g is not None}
    else:
        results = {i: space.wrap(task.as_lazy_conjugate(g)) for i, g in captured_grads.items() if g is not None}
    return [results.get(task.captures[(id(e), s)]) for e, s in targets]


_INVALID_GRADIENT = "Function returned an invalid gradient"


def _add_node_name(node: Any, error: Exception) -> None:
    """Add the node's name and the gradient's index to an error of fitting a gradient."""
    expected = str(error).rpartition("compatible with ")[2]
    indices = (i for i, (n, slot) in enumerate(node.next_functions) if n is not None and str(n._input_metadata[slot].shape) == expected)
    error.args = (f"Function {node.name()} returned an invalid gradient at index {next(indices, 0)}{str(error)[len(_INVALID_GRADIENT):]}",)


def clean_up_after_error(task: Any, node: Any, error: Exception) -> None:
    """Clean up after an error at `node`: as in PyTorch, leaves that were complete before it still get their gradients."""
    if str(error).startswith(_INVALID_GRADIENT):
        _add_node_name(node, error)
    roots = [(node, 0), *((entry[0], 0) for entry in task.pending.values())]
    open_leaves = {id(edge) for n in reachable(roots) if task.needed is None or n.key in task.needed for edge in n.edges}
    for leaf in [entry[0] for entry in task.leaves.values()]:
        if id(leaf) not in open_leaves:
            task.finish_leaf(leaf)


def captured_leaf_gradients(task: Any, targets: list[tuple[Any, int]]) -> list[Any]:
    """The results of `finish` where all targets are leaves without hooks."""
    results: list[Any] = []
    for leaf, _ in targets:
        entry = task.leaves.get(id(leaf))
        if entry is None or leaf._requires_grad is not True:
            results.append(None)
            continue
        g = entry[1]
        results.append(task.caller_cotangents[id(g)] if id(g) in task.caller_cotangents else returned_gradient(g))
    return results


def returned_gradient(g: Any) -> Any:
    """The gradient `g` as `grad` returns it: a no_grad view if it shares memory with a larger array."""
    t = wrap(g)
    if g.__class__ is np.ndarray and g.base is not None and not LOCAL.inference:
        t._view = base = wrap(storage_of(g))
        t._counter = base._counter = [0]
        t._attr_version = 0
        t._meta_for_writing().creation = NO_GRAD
    else:
        note_layout(g)
    return t
