"""Backward: from cotangents of outputs to gradients of leaves or of chosen inputs.

Nodes run in descending order of creation, which is a topological order, taken from a heap of keys: a node is popped only when
everything that sends it a cotangent has run.  Nothing recurses, so depth is bounded by memory only.
"""
from __future__ import annotations

from collections.abc import Sequence
from heapq import heappop, heappush
from typing import Any

import numpy as np

from .._array.quiet import restore, silence
from .._dispatch.modes import grad_mode
from .._dispatch.node import AccumulateGrad, Node
from .._dispatch.record import edge_of
from .._dispatch.state import ACTIVE
from .accumulate import accumulate
from .hooks import run_post_hooks, run_pre_hooks, run_tensor_hooks
from .spaces import ARRAY_SPACE, TENSOR_SPACE

_ndarray = np.ndarray


class Task:
    """One backward: what is pending, where it ends, what it computes in."""

    __slots__ = ("captures", "create_graph", "found", "heap", "leaves", "needed", "pending", "retain", "space")

    def __init__(self, space: Any, retain: bool, create_graph: bool) -> None:
        self.space = space
        self.retain = retain
        self.create_graph = create_graph
        self.heap: list[int] = []
        self.pending: dict[int, list[Any]] = {}
        self.leaves: dict[int, list[Any]] = {}
        self.captures: dict[tuple[int, int], int] | None = None
        self.needed: set[int] | None = None
        self.found: dict[int, Any] = {}

    def send(self, edge: Any, slot: int, g: Any) -> None:
        """Add cotangent `g` to what waits at output `slot` of `edge`."""
        if not isinstance(edge, Node):
            self._send_to_leaf(edge, g)
            return
        key = edge.key
        entry = self.pending.get(key)
        if entry is None:
            heappush(self.heap, key)
            if edge.shape is None:
                cots: Any = [None] * len(edge.metas)
                cots[slot] = g
                self.pending[key] = [edge, cots, False]
            else:
                self.pending[key] = [edge, g, False]
        elif edge.shape is None:
            cots = entry[1]
            cots[slot] = g if cots[slot] is None else cots[slot] + g
        else:
            _add(entry, g)

    def _send_to_leaf(self, leaf: Any, g: Any) -> None:
        # Popped and put back, so that leaves stand in the order in which they became complete.
        entry = self.leaves.pop(id(leaf), None)
        if entry is None:
            entry = [leaf, g, False]
        else:
            _add(entry, g)
        self.leaves[id(leaf)] = entry


def _add(entry: list[Any], g: Any) -> None:
    """Add `g` to an entry's cotangent, in place once the sum is the entry's own."""
    total = entry[1]
    if entry[2] and total.__class__ is _ndarray and total.dtype is g.dtype:
        np.add(total, g, out=total)
    else:
        entry[1] = total + g
        entry[2] = True


def run_graph(
    outputs: Sequence[Any], cotangents: Sequence[Any], *, inputs: Sequence[Any] | None = None, create_graph: bool = False,
    retain: bool = True, accumulate_into: bool = False,
) -> list[Any]:
    """Run backward from `outputs` with their `cotangents` (tensors).

    With `inputs` (tensors or (node, slot) edges) only the paths to them are run and their gradients returned, None where no path
    leads; `accumulate_into` adds them to the inputs' `.grad` instead.  Without, every leaf accumulates.
    """
    tensors = create_graph or bool(ACTIVE)
    task = Task(TENSOR_SPACE if tensors else ARRAY_SPACE, retain or create_graph, create_graph)
    roots = [edge_of(o) if not isinstance(o, tuple) else o for o in outputs]
    targets = None
    if inputs is not None:
        targets = [edge_of(i) if not isinstance(i, tuple) else i for i in inputs]
        _restrict(task, roots, targets)
    for (edge, slot), g in zip(roots, cotangents, strict=True):
        task.send(edge, slot, g if tensors else g.array)
    with grad_mode(create_graph):
        _run_quietly(task)
        return _finish(task, inputs, targets, accumulate_into)


def _run_quietly(task: Task) -> None:
    token = silence()
    try:
        _sweep(task)
    finally:
        restore(token)


def _sweep(task: Task) -> None:
    heap, pending, space, needed, retain = task.heap, task.pending, task.space, task.needed, task.retain
    fit, send, captures = space.fit, task.send, task.captures
    while heap:
        key = heappop(heap)
        node, g, _ = pending.pop(key)
        if node.hooks is not None:
            g = run_pre_hooks(node, g, space)
        if captures is not None:
            _capture(task, node, g)
        if needed is not None and key not in needed:
            continue
        if node.shape is None:
            g = _materialize(node, g, space)
        grads = node.apply(g, space)
        if node.hooks is not None:
            grads = run_post_hooks(node, grads, g, space)
        if not retain and node.versions:
            node.release()
        slots = node.slots
        position = -1
        for edge in node.edges:
            position += 1
            gi = grads[position]
            if edge is None or gi is None:
                continue
            if slots is None:
                shape = edge.shape
                slot = 0
                if shape is not None and space is ARRAY_SPACE:
                    # The hot case, inline: arrays that fit already go on as they are.
                    dtype = edge.dtype if isinstance(edge, Node) else edge.array.dtype
                    if gi.shape != shape or gi.dtype is not dtype:
                        gi = fit(gi, shape, dtype)
                    send(edge, 0, gi)
                    continue
            else:
                slot = slots[position]
            send(edge, slot, _fit_to(edge, slot, gi, fit))


def _fit_to(edge: Any, slot: int, g: Any, fit: Any) -> Any:
    if not isinstance(edge, Node):
        return fit(g, edge.array.shape, edge.array.dtype)
    if edge.shape is not None:
        return fit(g, edge.shape, edge.dtype) if edge.dtype is not None else g
    return fit(g, *edge.metas[slot])


def _materialize(node: Any, cots: list[Any], space: Any) -> Any:
    """The cotangent(s) of a node with several outputs, as its formula takes them."""
    op = node.op
    if op is None:
        return cots
    if not op.schema.returns_list and len(op.differentiable) == 1:
        return cots[op.differentiable[0]]
    return tuple(space.zeros(*meta) if c is None else c for c, meta in zip(cots, node.metas, strict=True))


def _restrict(task: Task, roots: list[tuple[Any, int]], targets: list[tuple[Any, int]]) -> None:
    """Find the nodes from which a target can be reached; only they need to run."""
    wanted = {id(edge) for edge, _ in targets}
    task.captures = {(id(edge), slot): i for i, (edge, slot) in enumerate(targets)}
    needed: set[int] = set()
    for node in reversed(_reachable(roots)):
        for edge in node.edges:
            if edge is not None and (id(edge) in wanted or isinstance(edge, Node) and edge.key in needed
                                     or isinstance(edge, AccumulateGrad) and id(edge.variable) in wanted):
                needed.add(node.key)
                break
    task.needed = needed


def _reachable(roots: list[tuple[Any, int]]) -> list[Any]:
    """Every node reachable from the roots, newest first."""
    stack = [edge for edge, _ in roots if isinstance(edge, Node)]
    seen = {node.key: node for node in stack}
    while stack:
        for edge in stack.pop().edges:
            if isinstance(edge, Node) and edge.key not in seen:
                seen[edge.key] = edge
                stack.append(edge)
    return [seen[key] for key in sorted(seen)]


def _capture(task: Task, node: Any, g: Any) -> None:
    assert task.captures is not None
    if node.shape is None:
        for slot, part in enumerate(g):
            _keep(task, (id(node), slot), part)
    else:
        _keep(task, (id(node), 0), g)


def _keep(task: Task, key: tuple[int, int], g: Any) -> None:
    assert task.captures is not None
    if key in task.captures and g is not None:
        task.found[task.captures[key]] = g


def _finish(task: Task, inputs: Sequence[Any] | None, targets: Any, accumulate_into: bool) -> list[Any]:
    space = task.space
    if inputs is None:
        for leaf, g, _ in _drain(task.leaves):
            accumulate(leaf, g, space, task.create_graph)
        return []
    for leaf, g, _ in _drain(task.leaves):
        key = (id(leaf), 0)
        assert task.captures is not None
        if key in task.captures:
            if accumulate_into:
                accumulate(leaf, g, space, task.create_graph)
            else:
                task.found[task.captures[key]] = run_tensor_hooks(leaf, g, space)
    results = [task.found.get(task.captures[(id(e), s)]) for e, s in targets]  # type: ignore[index]
    if accumulate_into:
        for t, g in zip(inputs, results, strict=True):
            if g is not None:
                accumulate(t, g, space, task.create_graph, hooks=False)
        return []
    return [None if g is None else space.wrap(g) for g in results]


def _drain(leaves: dict[int, list[Any]]) -> Any:
    """Entries in order of completion, each let go before it is used, so that an array nobody else holds can be kept."""
    for key in list(leaves):
        yield leaves.pop(key)

