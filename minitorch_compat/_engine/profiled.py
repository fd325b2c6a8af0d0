"""Backward under a profiler: a span per node, and inside it one per kernel that its formula calls."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .._dispatch.graph.errors import freed_error
from .._dispatch.graph.node import FREED, AccumulateGrad, Node, OpNode, as_node
from .._dispatch.graph.unpacking import unpacked_arrays
from .._dispatch.state import LOCAL
from .._ops.namespace import ARRAYS, Namespace
from .._ops.op import Op
from .cotangents.accumulate import accumulate
from .run import run_graph
from .spaces import ArraysBelow, ArraySpace, TensorsBelow, TensorSpace, _general_vjp, check_versions

_FINISHING = f"{__package__}.schedule.finishing"


def node_of_frames(frame: Any) -> Node | None:
    """The node that the innermost backward on the stack is running, read from its frames: recording it would slow every node down."""
    while frame is not None:
        module, frame_locals = frame.f_globals.get("__name__"), frame.f_locals
        if module == accumulate.__module__ and "leaf" in frame_locals:
            return as_node(frame_locals["leaf"])
        if module == _FINISHING and "callback" in frame_locals:  # all nodes are done when the final callbacks run
            return None
        if module == run_graph.__module__ and isinstance(frame_locals.get("node"), Node):
            return as_node(frame_locals["node"])
        frame = frame.f_back
    return None


#: The profiler's record scope of backward functions.
BACKWARD_SCOPE = 1


class _ProfiledKernels(Namespace):
    """Kernels, each inside a span."""

    def _entry(self, op: Op) -> Callable[..., Any]:
        kernel = getattr(ARRAYS, op.name)

        def call(*args: Any) -> Any:
            observer = LOCAL.observer
            return kernel(*args) if observer is None else observer(op, args, lambda: kernel(*args))

        return call


class _ProfiledHooks:
    """Opens a node's span before its hooks run, so that what they do is recorded inside it."""

    #: The node being evaluated, its span, and the observer, which a hook may end.
    opened: tuple[Node, Any, Any] | None = None

    def open(self, node: Node) -> None:
        """Called before the hooks of `node`."""
        observer = LOCAL.observer
        if observer is not None:
            self.opened = node, _begin_span(observer, f"autograd::engine::evaluate_function: {node.name()}", node), observer

    def close(self) -> None:
        """Called after them."""
        if self.opened is not None:
            self.opened[2].finish(self.opened[1])
            self.opened = None


def _begin_span(observer: Any, name: str, node: Node) -> Any:
    span = observer.begin(name, BACKWARD_SCOPE)
    if not isinstance(node, AccumulateGrad):
        span.sequence_nr = node._sequence_nr()
    return span


class ProfiledArrays(_ProfiledHooks, ArraySpace):
    """A profiled ArraySpace."""

    xp = _ProfiledKernels()

    def vjp(self, node: OpNode, g: Any) -> Any:
        op: Any = node.op
        conjugate = op.holomorphic and node.dtype is not None and node.dtype.kind == "c"
        return profiled_node(node, lambda: _general_vjp(self, node, g, _saved_arrays(node), conjugate), self, g)


def _saved_arrays(node: OpNode) -> Any:
    if node.saved is FREED:
        raise freed_error()
    return unpacked_arrays(node) if check_versions(node) else node.saved


class ProfiledTensors(_ProfiledHooks, TensorSpace):
    """A profiled TensorSpace; the ops it calls are profiled in any case."""

    def vjp(self, node: OpNode, g: Any) -> Any:
        return profiled_node(node, lambda: super(ProfiledTensors, self).vjp(node, g), self, g)


class ProfiledTensorsBelow(_ProfiledHooks, TensorsBelow):
    """A profiled TensorsBelow."""

    def vjp(self, node: OpNode, g: Any) -> Any:
        return profiled_node(node, lambda: super(ProfiledTensorsBelow, self).vjp(node, g), self, g)


class ProfiledArraysBelow(_ProfiledHooks, ArraysBelow):
    """A profiled ArraysBelow; spans of nodes only."""

    def vjp(self, node: OpNode, g: Any) -> Any:
        return profiled_node(node, lambda: super(ProfiledArraysBelow, self).vjp(node, g), self, g)


def profiled_space(space: Any) -> Any:
    """The profiled version of a space."""
    if isinstance(space, TensorsBelow):
        return ProfiledTensorsBelow(space.level)
    if isinstance(space, TensorSpace):
        return ProfiledTensors()
    return ProfiledArraysBelow() if isinstance(space, ArraysBelow) else ProfiledArrays()


def accumulate_profiled(leaf: Any, g: Any, space: Any, create_graph: bool, ownership: int) -> None:
    """`accumulate` inside the spans of the leaf's AccumulateGrad."""
    profiled_node(as_node(leaf), lambda: accumulate(leaf, g, space, create_graph, ownership), g=g)  # type: ignore[arg-type]


def profiled_node(node: Node, run: Callable[[], Any], space: Any = None, g: Any = None) -> Any:
    """Run `run()` inside the two spans that PyTorch records for a node: the engine's, which `space` may have opened, and the node's own.

    `g` are the node's cotangents.
    """
    observer = LOCAL.observer
    if observer is None:
        return run()
    opened = space is not None and space.opened is not None and space.opened[0] is node
    outer = None if opened else _begin_span(observer, f"autograd::engine::evaluate_function: {node.name()}", node)
    inner = _begin_span(observer, node.name(), node)
    inner.is_formula = isinstance(node, OpNode)
    inner.args = observer.describe_all(g if isinstance(g, (tuple, list)) else (g,))
    try:
        try:
            grads = run()
            if isinstance(node, OpNode):
                observer.after_formula(node, g)
            return grads
        finally:
            observer.finish(inner)
    finally:
        if outer is not None:
            observer.finish(outer)


def profiled_call(name: str, run: Callable[[], Any]) -> Any:
    """Run the forward of a custom Function inside a span of its name."""
    observer = LOCAL.observer
    span = observer.begin(name)
    try:
        return run()
    finally:
        observer.finish(span)


def profiled_ones(g: Any) -> Any:
    """The implicit cotangent 1 of a backward, shown to the profiler."""
    observer = LOCAL.observer
    return g if observer is None else observer.record_creation("ones_like", g)
