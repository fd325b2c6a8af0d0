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
from ..accumulate import accumulate_plain, adder
from ..hooks import captured, run_post_hooks, run_pre_hooks
from ..ownership import resolve_shared
from ..spaces import ARRAY_SPACE, check_versions
from .paths import reachable

if TYPE_CHECKING:
    from ..run import Task


def take_out(node: Any) -> None:
    """Unpack what `node` saved, though no formula needs it: as in PyTorch it may be freed or modified, and hooks see it."""
    if node._counter is not None:
        if node.saved is FREED:
            raise freed_error()
        if check_versions(node):
            unpacked_arrays(node)


def end_at(node: Any, g: Any, space: Any, retain: bool) -> None:
    """Run a node whose output is an input of `backward`; as in PyTorch its hooks run, and its gradients are dropped."""
    hooks = node.hooks
    received = g if hooks is None else run_pre_hooks(node, g, space)
    grads: Any = [None] * len(node.edges)
    if node.op is None:
        grads = node._derive(received, space)
    else:
        take_out(node)
    if hooks is not None:
        run_post_hooks(node, grads, received, space)
    if not retain and node._counter is not None:
        node.release()


def pass_nothing(node: Any) -> None:
    """Raise what a node without any cotangent raises all the same: for freed or modified saved tensors, and if it has no derivative."""
    take_out(node)
    if node.op.node_name == "NotImplemented":
        node._derive(None, ARRAY_SPACE)


def reaches(task: Task, node: Any) -> bool:
    """Whether the backward `task` runs `node`."""
    if isinstance(node, AccumulateGrad):
        return _reaches_leaf(task, node.variable)
    if task.needed is not None and node.key in task.needed:
        return True
    runs = task.captures is None or task.leaves_only and task.needed is None or captured(task.captures, node)
    return runs and any(n is node for n in reachable(task.roots))


def _reaches_leaf(task: Task, leaf: Any) -> bool:
    if task.captures is not None and (id(leaf), 0) not in task.captures:
        return False
    found = any(edge is leaf for edge, _ in task.roots) or any(edge is leaf for n in reachable(task.roots) for edge in n.edges)
    if found and task.captures is not None and not task.into:
        raise RuntimeError("A leaf node was passed to _will_engine_execute_node but we are currently running autograd.grad(). "
                           "This is currently not supported.")
    return found


def finish(task: Any, targets: Any) -> list[Any]:
    """Accumulate the remaining leaves, run the final callbacks, and return the results."""
    space = task.space
    if task.captures is None:
        add = adder()
        entries = list(task.leaves.values())
        task.leaves.clear()
        if task.conjugates is not None:
            for entry in entries:
                entry[1] = task.lazily(entry[1], entry[2])
        resolve_shared(entries, task.lent)
        if space is ARRAY_SPACE and not LOCAL.inference:
            entries = accumulate_plain(entries)
        for leaf, g, _, held in entries:
            add(leaf, g, space, task.create_graph, held)
    else:
        for leaf in [entry[0] for entry in task.leaves.values()]:
            task.finish_leaf(leaf)
    for callback in task.callbacks or ():
        callback()
    if targets is None:
        return []
    assert task.captures is not None
    given, found = task.given, task.found
    if space is ARRAY_SPACE:
        wrapped = {i: given[id(g)] if id(g) in given else handed_out(task.lazily(g)) for i, g in found.items() if g is not None}
    else:
        wrapped = {i: space.wrap(task.lazily(g)) for i, g in found.items() if g is not None}
    return [wrapped.get(task.captures[(id(e), s)]) for e, s in targets]


_UNNAMED = "Function returned an invalid gradient"


def _name_function(node: Any, error: Exception) -> None:
    """Add the node's name and the gradient's index to an error of fitting a gradient."""
    expected = str(error).rpartition("compatible with ")[2]
    places = (i for i, (n, slot) in enumerate(node.next_functions) if n is not None and str(n._input_metadata[slot].shape) == expected)
    error.args = (f"Function {node.name()} returned an invalid gradient at index {next(places, 0)}{str(error)[len(_UNNAMED):]}",)


def fail(task: Any, node: Any, error: Exception) -> None:
    """Clean up after an error at `node`: as in PyTorch, leaves that were complete before it still get their gradients."""
    if str(error).startswith(_UNNAMED):
        _name_function(node, error)
    roots = [(node, 0), *((entry[0], 0) for entry in task.pending.values())]
    open_leaves = {id(edge) for n in reachable(roots) if task.needed is None or n.key in task.needed for edge in n.edges}
    for leaf in [entry[0] for entry in task.leaves.values()]:
        if id(leaf) not in open_leaves:
            task.finish_leaf(leaf)


def results_of(task: Any, targets: list[tuple[Any, int]]) -> list[Any]:
    """The results of `finish` where all targets are leaves without hooks."""
    results: list[Any] = []
    for leaf, _ in targets:
        entry = task.leaves.get(id(leaf))
        if entry is None or leaf._requires_grad is not True:
            results.append(None)
            continue
        g = entry[1]
        results.append(task.given[id(g)] if id(g) in task.given else handed_out(g))
    return results


def handed_out(g: Any) -> Any:
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
