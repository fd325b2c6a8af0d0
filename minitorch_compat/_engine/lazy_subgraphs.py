"""Many steps as one: a part of a graph that one kernel runs, and that is there step by step for whoever looks at it.

A layer of a GRU records a dozen of PyTorch's nodes per time. While nobody sees them they are a `_FoldedSteps`, which has a kernel for its
derivative, and a `FoldedNode` for each of its results. As soon as one of these is shown to somebody, or gradients of gradients are asked
for, the steps are recorded: the same ops with the same values.
"""
from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from .._dispatch.graph.errors import freed_error
from .._dispatch.graph.node import FOLDED_GRAPHS, FREED, Node, OpNode, next_key
from .._dispatch.graph.recording import edge_of
from .._dispatch.graph.versions import CONSTANT, counter_of
from .._dispatch.state import LOCAL, set_recording
from .._dispatch.wrapping import wrap
from .schedule.paths import reachable

Array = np.ndarray[Any, np.dtype[Any]]
#: Between the keys of recorded steps: of the fractions that other half steps have none is a few of these.
_KEY_STEP = 2.0 ** -20


def fold(results: Sequence[Any], inputs: Sequence[Any], saved: Sequence[Array | None], versioned: Sequence[Any],
         derivative: Callable[[Sequence[Any]], tuple[Any, ...]], steps: Callable[..., Sequence[Any]]) -> None:
    """Record that `results`, the last made first, are what `steps` makes of `inputs` (tensors or None), with the history of all as one.

    `derivative` has the gradients of the inputs from those of the results, None for those that have none. `saved` are the values of the
    inputs for `steps`; those of the `versioned` ones PyTorch saves, too, so that a change in place is refused.
    """
    FOLDED_GRAPHS[:] = [None]
    folded = _FoldedSteps(inputs, saved, versioned, derivative, steps)
    folded.shape, folded.metas = None, tuple([(t._array.shape, t._array.dtype) for t in results])
    for i, t in reversed(list(enumerate(results))):
        node: Any = FoldedNode()
        node.op, node.key, node.hooks = None, next_key(), None
        node.edges, node.slots, node.saved, node.versions = (folded,), (i,), (), ()
        node.shape, node.dtype = t._array.shape, t._array.dtype
        t._grad_fn, t._requires_grad = node, True
        folded.results.insert(0, (node.key, weakref.ref(node)))


def unfold_all(roots: list[tuple[Any, int]]) -> None:
    """Record the steps of all that is folded in the graph of `roots`."""
    for node in reachable(roots):
        if node.folded:
            node.unfold()


class FoldedNode(OpNode):
    """The node of one result, which hands its gradient on to the `_FoldedSteps`; one of an op, once it has been looked at."""

    __slots__ = ()
    folded = True

    def _derive(self, g: Any, _space: Any) -> Any:
        return (g,)

    def unfold(self) -> None:
        """Become what it is in PyTorch."""
        self._links[0].unfold()


class _FoldedSteps(Node):
    """What all results have in common."""

    __slots__ = ("derivative", "input_metas", "results", "saved_versions", "steps", "top_nodes")

    def __init__(self, inputs: Sequence[Any], saved: Sequence[Array | None], versioned: Sequence[Any], derivative: Any, steps: Any) -> None:
        places = [edge_of(t) if t is not None and t.requires_grad else (None, 0) for t in inputs]
        super().__init__(tuple(edge for edge, _ in places), tuple(slot for _, slot in places))
        self.derivative, self.steps, self.saved = derivative, steps, tuple(saved)
        self.input_metas = [None if a is None else (a.shape, a.dtype) for a in saved]
        versioned_ids = set(map(id, versioned))
        #: By the place of an input: its counter, and the version that it had.
        self.saved_versions = {i: (counter := counter_of(t), counter[0]) for i, t in enumerate(inputs) if id(t) in versioned_ids}
        self.versions = tuple([part for pair in self.saved_versions.values() for part in pair]) or CONSTANT
        self.results: list[tuple[int, weakref.ref[FoldedNode]]] = []
        self.top_nodes: list[Any] | None = None

    def _derive(self, g: Any, _space: Any) -> Any:
        if self.saved is FREED:
            raise freed_error()
        if self.top_nodes is None and not any(counter[0] != version for counter, version in self.saved_versions.values()):
            return self.derivative(g)
        return self._derive_by_steps(g)

    def release(self) -> None:
        """Drop what was saved, but for what it was like."""
        super().release()
        self.derivative = freed_error

    def _derive_by_steps(self, g: Sequence[Any]) -> list[Any]:
        """By the nodes of the steps, which see to what has been changed in the meantime."""
        from .run import run_graph

        self.unfold()
        assert self.top_nodes is not None
        requested = [(i, (edge, slot)) for i, (edge, slot) in enumerate(zip(self.edges, self.slots)) if edge is not None]
        cotangents = [(top, part) for top, part in zip(self.top_nodes, g) if part is not None]
        input_grads = run_graph([(top, 0) for top, _ in cotangents], [wrap(part) for _, part in cotangents],
                                inputs=[place for _, place in requested])
        grads: list[Any] = [None] * len(self.edges)
        for (i, _), t in zip(requested, input_grads):
            grads[i] = None if t is None else t._array
        return grads

    def unfold(self) -> None:
        """Record the steps, and put them between the results and the inputs."""
        if self.top_nodes is not None:
            return
        freed = self.saved is FREED
        saved = [None if v is None else np.zeros(*v) for v in self.input_metas] if freed else self.saved
        inputs = [None if a is None else wrap(a) for a in saved]
        for i, (t, edge) in enumerate(zip(inputs, self.edges)):
            if t is not None:
                t._requires_grad, t._counter = edge is not None, self.saved_versions.get(i, (None,))[0]
        with _modes_closed():
            new_nodes = [t._grad_fn for t in self.steps(*inputs)]
        places = {id(t): place for t, *place in zip(inputs, self.edges, self.slots) if t is not None}
        self.top_nodes = self._insert_nodes(new_nodes, places, freed)

    def _insert_nodes(self, new_nodes: list[Any], places: dict[int, Any], freed: bool) -> list[Any]:
        """The results' nodes, which have taken the places of the nodes `new_nodes` for them."""
        nodes = reachable([(node, 0) for node in new_nodes])
        saved_versions = {id(counter): version for counter, version in self.saved_versions.values()}
        top_nodes, keys, key = [], {}, 0.0
        for node, (own_key, result) in zip(new_nodes, self.results):
            top = result()
            if top is not None:
                places[id(node)] = top, 0
            top_nodes.append(node if top is None else top)
            keys[id(node)] = own_key
        for node in nodes:
            node.key = key = keys.get(id(node), key + _KEY_STEP)
            new_edges = [places.get(id(edge), (edge, slot)) for edge, slot in zip(node.edges, node.slots or (0,) * len(node.edges))]
            node.edges, slots = tuple(edge for edge, _ in new_edges), tuple(slot for _, slot in new_edges)
            if any(slots) or node.slots is not None:
                node.slots = slots
            if freed:
                node.saved = FREED if node._counter is not None else node.saved
            elif saved_versions:
                versions = node.versions
                node.versions = tuple(part for counter, version in zip(versions[::2], versions[1::2])
                                      for part in (counter, saved_versions.get(id(counter), version)))
        for node, top in zip(new_nodes, top_nodes):
            if top is not node:
                _become(top, node)
        return top_nodes


def _become(top: Any, node: Any) -> None:
    """Have `top` be what `node` is; its place in the order and its hooks are its own."""
    top.__class__ = node.__class__
    top.op, top.edges, top.saved, top.versions = node.op, node.edges, node.saved, node.versions
    top.slots = node.slots


@contextmanager
def _modes_closed() -> Iterator[None]:
    """Calls are recorded, and no mode of this thread acts on them."""
    closed: dict[str, Any] = {"levels": [], "function_modes": [], "saved_hooks": [], "observer": None, "inference": False, "autocast": None}
    previous = {name: getattr(LOCAL, name) for name in closed}
    mode = set_recording(True)
    try:
        for name, value in closed.items():
            setattr(LOCAL, name, value)
        yield
    finally:
        for name, value in previous.items():
            setattr(LOCAL, name, value)
        set_recording(mode)
