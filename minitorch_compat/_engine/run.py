"""Backward: from cotangents of outputs to gradients of leaves or of chosen inputs.

Nodes run in descending order of creation, which is a topological order, taken from a heap of keys: a node is popped only when
everything that sends it a cotangent has run.  Nothing recurses, so depth is bounded by memory only.
"""
from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from heapq import heappop, heappush
from itertools import count
from types import MappingProxyType
from typing import Any

import numpy as np

from .._array.core.execution.quiet import restore, silence
from .._array.core.numbers import NUMBERS32
from .._dispatch.call.caller import TENSORS, wrap
from .._dispatch.call.result_layouts import PERMUTED, resolve_gradient_layout
from .._dispatch.graph.errors import freed_error
from .._dispatch.graph.node import FOLDED_GRAPHS, FREED, AccumulateGrad, Node, OpNode
from .._dispatch.graph.recording import edge_of
from .._dispatch.graph.unpacking import unpack
from .._dispatch.state import ACTIVE, LOCAL, PLAIN, Anomaly, set_recording
from .._dispatch.tensor import is_meta_tensor
from .._ops.namespace import ARRAYS
from .._ops.op import ENTRY
from .cotangents.accumulate import accumulate_function, accumulate_plain
from .cotangents.conjugates import LazyConjugates
from .cotangents.expanded import MAX_DENSE, copy_if_expanded, densify
from .cotangents.fitting import add_to_entry, fit_gradients, fit_to_edge, materialize, sum_gradients
from .cotangents.ownership import LENT, OWN, SHARED, blocks_of, resolve_shared, state_after, states_after
from .hooks import is_captured, run_output_hooks, run_post_hooks, run_pre_hooks, run_tensor_hooks
from .schedule.captures import capture, restrict_to_targets, set_captures
from .schedule.finishing import captured_leaf_gradients, check_undefined, clean_up_after_error, finish, run_captured_node, will_execute
from .schedule.leaves import LeafScheduler, schedule_leaves
from .schedule.paths import all_paths_end_at, is_off_path
from .spaces import (
    ARRAY_SPACE,
    ARRAYS_BELOW,
    TENSOR_SPACE,
    TensorsBelow,
    TensorSpace,
    arrays_below,
    check_versions,
    tensors_below,
    to_shape_error,
    unpack_saved_arrays,
)

_ndarray, _float32, _multiply = np.ndarray, np.dtype(np.float32), np.multiply
_CONJ = ENTRY._conj
fit = ARRAY_SPACE.fit
_next_task = count().__next__

_NOTHING = frozenset({type(None)})

#: Backward calls nested deeper than this continue in a new thread, which has its own stack.
MAX_DEPTH = 25


_NO_COTANGENTS: Any = MappingProxyType({})


class Task:
    """State of one backward: pending nodes, requested captures, and the space it computes in."""

    __slots__ = ("_id", "accumulates_captures", "callbacks", "caller_cotangents", "captured_grads", "captures", "conjugates",
                 "create_graph",
                 "depth", "heap",
                 "leaves", "leaves_only", "lent_blocks", "needed", "pending", "retain", "roots", "scheduled", "space")
    _id: int
    captured_grads: dict[int, Any]
    roots: list[tuple[Any, int]]

    def __init__(self, space: Any, retain: bool, create_graph: bool) -> None:
        self.space = space
        self.retain = retain
        self.create_graph = create_graph
        self.heap: list[int] = []
        #: Key of a node -> [node, cotangent(s) so far, whether that is a sum made here, ownership state of its memory].
        self.pending: dict[int, list[Any]] = {}
        #: id of a leaf -> the same list for the leaf.
        self.leaves: dict[int, list[Any]] = {}
        self.captures: dict[tuple[int, int], int] | None = None
        self.needed: set[int] | None = None
        self.accumulates_captures = True
        #: Whether every captured edge is a leaf.
        self.leaves_only = False
        self.scheduled = False
        self.depth = 1
        self.callbacks: list[Callable[[], Any]] | None = None
        #: id of an array -> the caller's cotangent tensor, so that one that arrives unchanged is returned as that tensor.
        self.caller_cotangents: Any = _NO_COTANGENTS
        #: Memory blocks shared between cotangents that user code (a hook, a custom Function) has seen.
        self.lent_blocks: list[Any] = []
        #: Gradients that PyTorch returns with the conjugate bit set.
        self.conjugates: LazyConjugates | None = None

    @property
    def id(self) -> int:
        """A number unique to this backward."""
        try:
            return self._id
        except AttributeError:
            self._id = _next_task()
            return self._id

    def send(self, edge: Any, slot: int, g: Any, ownership: int = OWN) -> None:
        """Accumulate cotangent `g` at output `slot` of `edge`; `ownership` is its ownership state."""
        if not isinstance(edge, Node):
            self.send_to_leaf(edge, g, ownership)
            return
        key = edge.key
        entry = self.pending.get(key)
        if entry is None:
            heappush(self.heap, key)
            if edge.shape is None:
                cots: Any = [None] * len(edge.metas)
                cots[slot] = g
                self.pending[key] = [edge, cots, False, ownership]
            else:
                self.pending[key] = [edge, g, False, ownership]
        elif edge.shape is None:
            cots = entry[1]
            cots[slot] = g if cots[slot] is None else sum_gradients(cots[slot], g)
            entry[3] = max(entry[3], ownership)
        else:
            add_to_entry(entry, g, ownership)

    def send_to_leaf(self, leaf: Any, g: Any, ownership: int = OWN) -> None:
        """Accumulate `g` in the pending gradient of a leaf."""
        # Popped and reinserted, so that the dict keeps the order in which leaves became complete.
        entry = self.leaves.pop(id(leaf), None)
        if entry is None:
            entry = [leaf, g, False, ownership]
        else:
            add_to_entry(entry, g, ownership)
        self.leaves[id(leaf)] = entry
        meta = leaf._autograd_meta
        if meta is not None and (meta.hooks or meta.post_hooks or meta.node_hooks):
            self.finish_leaves_early()

    def finish_leaves_early(self) -> None:
        """Accumulate each leaf as soon as it is complete, because hooks make the order observable."""
        if not self.scheduled:
            self.push(LeafScheduler(self), float("-inf"))
            self.scheduled = True

    def send_undefined(self, edge: Any) -> None:
        """Say that an output of `edge` has no gradient.

        The node there runs all the same: a Function materializes zeros, hooks are called with None.
        """
        if isinstance(edge, Node):
            if edge.key not in self.pending:
                heappush(self.heap, edge.key)
                self.pending[edge.key] = [edge, None if edge.shape is not None else [None] * len(edge.metas), False, OWN]
        elif edge._autograd_meta is not None and id(edge) not in self.leaves:
            self.send_to_leaf(edge, None)

    def push(self, step: Any, key: float) -> None:
        """Schedule `step` to run after the nodes with keys down to `key`."""
        heappush(self.heap, key)  # type: ignore[misc]
        self.pending[key] = [step, (), 0, None]  # type: ignore[index]
        if self.needed is not None:
            self.needed.add(key)  # type: ignore[arg-type]

    def note_conjugate(self, g: Any) -> None:
        """Record that PyTorch's `g` has the conjugate bit set."""
        if self.conjugates is None:
            self.conjugates = LazyConjugates()
        self.conjugates.note(g)

    def as_lazy_conjugate(self, g: Any, is_sum: bool = False) -> Any:
        """`g` as returned to user code: a lazily conjugated view where PyTorch returns one."""
        return g if self.conjugates is None or is_sum else self.conjugates.restore(g)

    def finish_leaf(self, leaf: Any) -> None:
        """Accumulate or capture the complete gradient of `leaf`."""
        leaf, g, is_sum, ownership = self.leaves.pop(id(leaf))
        captures = self.captures
        if captures is None or self.accumulates_captures and (id(leaf), 0) in captures:
            if ownership == SHARED:
                self.lent_blocks += blocks_of(g)
            accumulate_function()(leaf, self.as_lazy_conjugate(g, is_sum), self.space, self.create_graph, ownership)
        elif (id(leaf), 0) in captures and leaf._requires_grad is True:
            self.captured_grads[captures[(id(leaf), 0)]] = run_tensor_hooks(leaf, self.as_lazy_conjugate(g, is_sum), self.space)

    def will_execute(self, node: Any) -> bool:
        """Whether this backward runs `node`."""
        return will_execute(self, node)


def run_graph(
    outputs: Sequence[Any], cotangents: Sequence[Any], *, inputs: Sequence[Any] | None = None, create_graph: bool = False,
    retain: bool = True, accumulate_into: bool = False, space: Any = None, all_paths: bool = False,
) -> list[Any]:
    """Run backward from `outputs` with their `cotangents` (tensors).

    With `inputs` (tensors or (node, slot) edges) only the paths to them are run and their gradients returned, None where no path
    leads; `accumulate_into` adds them to the `.grad` of those that are leaves instead.  Without, every leaf accumulates.
    `space` overrides the space that follows from grad mode and levels; `all_paths` promises that all paths end at `inputs`, so that no
    node can be skipped.
    """
    outer = LOCAL.task
    if outer is not None and outer.depth >= MAX_DEPTH:
        from .nested_backward import in_new_thread

        return in_new_thread(partial(run_graph, outputs, cotangents, inputs=inputs, create_graph=create_graph, retain=retain,
                                     accumulate_into=accumulate_into))
    if space is None:
        space = TENSOR_SPACE if create_graph or ACTIVE and LOCAL.levels or any(map(is_meta_tensor, outputs)) else ARRAY_SPACE
    on_tensors = space.differentiable
    outer_node = None
    if Anomaly.enabled:
        from .anomaly import nan_checked_space

        outer_node, space = LOCAL.node, nan_checked_space(space)
    elif ACTIVE and LOCAL.observer is not None:
        from .profiled import profiled_space

        space = profiled_space(space)
    task = Task(space, retain, create_graph)
    task.roots = [_as_edge(o) if isinstance(o, tuple) else edge_of(o) for o in outputs]
    if on_tensors and FOLDED_GRAPHS:
        from .lazy_subgraphs import unfold_all

        unfold_all(task.roots)
    targets = None
    if space is ARRAY_SPACE:
        task.caller_cotangents = {id(g._array): g for g in cotangents if g.__class__ in PLAIN}
    if inputs is not None:
        targets = [_as_edge(i) if isinstance(i, tuple) else edge_of(i) for i in inputs]
        task.accumulates_captures = accumulate_into
        if all_paths:
            set_captures(task, targets)
        else:
            restrict_to_targets(task, task.roots, targets)
    for (edge, slot), g in zip(task.roots, cotangents, strict=True):
        task.send(edge, slot, g if on_tensors else g._array, LENT)
    if outer is not None:
        task.depth = outer.depth + 1
    if space.open is not None:
        task.finish_leaves_early()
    return _run(task, targets, outer, outer_node)


def run_from_tensor(t: Any, g: Any, retain: bool, cotangent: Any = None) -> None:
    """`run_graph` on arrays from one tensor into the leaves, with no mode open: `loss.backward()`, or `t.backward(given)`."""
    outer = LOCAL.task
    if outer is not None or ACTIVE or Anomaly.enabled:
        from .profiled import profiled_ones

        run_graph((t,), (profiled_ones(wrap(g)) if cotangent is None else cotangent,), retain=retain)
        return
    task = Task(ARRAY_SPACE, retain, False)
    task.caller_cotangents = _NO_COTANGENTS if cotangent is None else {id(g): cotangent}
    edge, slot = root = edge_of(t)
    task.roots = [root]
    ownership = OWN if cotangent is None else LENT
    if edge.__class__ is not OpNode or edge.shape is None:
        task.send(edge, slot, g, ownership)
        edge = None
    _run_on_arrays(task, None, edge, g, ownership)


def leaf_gradients(outputs: list[tuple[Any, Any]], leaves: Sequence[Any], retain: bool,
                   caller_cotangents: dict[int, Any]) -> list[Any] | None:
    """`run_graph` on arrays from tensors with cotangents to leaves; None where a mode is open or a leaf is a view or has metadata.

    `caller_cotangents` maps the ids of arrays to the caller's cotangent tensors.
    """
    captures: dict[tuple[int, int], int] = {}
    for leaf in leaves:
        if (leaf.__class__ not in PLAIN or leaf._grad_fn is not None or leaf._view is not None or leaf._autograd_meta is not None
                or leaf._requires_grad is not True):
            return None
        captures[id(leaf), 0] = len(captures)
    outer = LOCAL.task
    if ACTIVE or Anomaly.enabled or outer is not None and outer.depth >= MAX_DEPTH or len(captures) != len(leaves):
        return None
    task = Task(ARRAY_SPACE, retain, False)
    if outer is not None:
        task.depth = outer.depth + 1
    roots = task.roots = []
    for t, g in outputs:  # noqa: B007 (of a single one, both are used below)
        edge, slot = root = edge_of(t)
        if edge.__class__ is not OpNode:
            return None
        roots.append(root)
    task.accumulates_captures, task.leaves_only, task.caller_cotangents = False, True, caller_cotangents
    targets = [(leaf, 0) for leaf in leaves]
    if len(roots) == 1 and all_paths_end_at(set(map(id, leaves)), edge):
        task.captures = captures
        task.captured_grads = {}
    else:
        restrict_to_targets(task, task.roots, targets)
    if len(roots) > 1 or edge.shape is None:
        for (edge, slot), (_, g) in zip(roots, outputs, strict=True):
            task.send(edge, slot, g, LENT)
        edge = None
    return _run_on_arrays(task, targets, edge, g, LENT)


def _run_on_arrays(task: Task, targets: Any, node: Any, g: Any, ownership: int) -> list[Any]:
    """`_run` on arrays with no mode open, first `node`, if any, with cotangent `g`."""
    if _run_chains(task, node, g, ownership) and (task.captures is not None or _accumulate_first_gradients(task)):
        return [] if targets is None else captured_leaf_gradients(task, targets)
    return _run(task, targets, LOCAL.task, None)


def _run(task: Task, targets: Any, outer: Task | None, outer_node: Any) -> list[Any]:
    """Run the pending nodes of `task`; `outer` is the enclosing backward."""
    LOCAL.task = task
    mode = set_recording(bool(task.create_graph))
    try:
        _run_silenced(task)
        return finish(task, targets)
    finally:
        set_recording(mode)
        LOCAL.task = outer
        if Anomaly.enabled:
            LOCAL.node = outer_node


def _run_chains(task: Task, node: Any, g: Any, ownership: int) -> bool:
    """Run `node`, if any, and what is pending as long as only array formulas are needed, without touching thread state; return whether
    the graph is finished."""
    heap, pending = task.heap, task.pending
    token = silence()
    try:
        while True:
            if node is None:
                if not heap:
                    return True
                node, g, _, ownership = pending[heap[0]]
                if node.op is None or g is None:
                    return False
                del pending[heappop(heap)]
            node, g, ownership = _run_chain(task, node, g, ownership)
            if node is not None:
                heappush(heap, node.key)
                pending[node.key] = [node, g, False, ownership]
                return False
    except BaseException:
        pending.clear()  # entries may refer back to the task
        raise
    finally:
        restore(token)


def _accumulate_first_gradients(task: Task) -> bool:
    """Set the gradients of leaves that have none yet and no hooks; return whether those were all."""
    entries = list(task.leaves.values())
    task.leaves.clear()
    resolve_shared(entries, task.lent_blocks)
    others = accumulate_plain(entries)
    for entry in others:
        task.leaves[id(entry[0])] = entry
    return not others and task.callbacks is None


def _as_edge(edge: tuple[Any, ...]) -> tuple[Any, int]:
    """Node (a leaf stands for its AccumulateGrad) and output number of a gradient edge."""
    node = edge[0]
    return (node.variable if isinstance(node, AccumulateGrad) else node), edge[1]


def _run_silenced(task: Task) -> None:
    token = silence()
    try:
        if task.heap:
            _run_general(task)
    except BaseException:
        task.pending.clear()  # entries may refer back to the task
        if Anomaly.enabled:
            from .anomaly import report

            report()
        raise
    finally:
        restore(token)


def _run_general(task: Task) -> None:
    heap, pending, space, needed, retain = task.heap, task.pending, task.space, task.needed, task.retain
    captures = task.captures
    on_arrays = space is ARRAY_SPACE or space is ARRAYS_BELOW
    on_tensors = space.__class__ is TensorsBelow and needed is None or space.__class__ is TensorSpace and not Anomaly.enabled
    node = None
    try:
        while heap:
            key = heappop(heap)
            node, g, _, ownership = pending.pop(key)
            if node.op is not None and g is not None and (on_arrays or on_tensors):
                node, g, ownership = _run_chain(task, node, g, ownership) if on_arrays else (*_run_on_tensors(task, node, g), ownership)
                if node is None:
                    continue
                key = node.key
            hooks = node.hooks
            if ownership == SHARED and (hooks is not None or node.op is None):
                task.lent_blocks += blocks_of(g)
            if hooks is not None:
                if needed is not None and key not in needed and not is_captured(captures, node):  # type: ignore[arg-type]
                    continue  # not on a path to an input
                if not task.scheduled:
                    schedule_leaves(task, node)
                if captures is not None and needed is not None and key in needed:
                    # As in PyTorch, a gradient captured at an intermediate node is the one before its hooks.
                    capture(task, node, g)
                if space.open is not None:
                    space.open(node)
                g = run_output_hooks(node, g, space)
                if hooks.tensor or hooks.pre or hooks.post:
                    ownership = LENT
            if captures is not None:
                ownership = LENT  # captured gradients are returned to the caller
            if captures is not None and (hooks is None or needed is None or key not in needed):
                capture(task, node, g)
            if needed is not None and key not in needed:
                if task.accumulates_captures and captures is not None and is_captured(captures, node):
                    run_captured_node(node, g, space, retain)
                continue
            if hooks is not None:
                g = run_pre_hooks(node, g, space)
            received = g
            grads, ownerships = _derive(task, node, g, ownership)
            hooks = node.hooks  # an unpack hook may have registered some
            if hooks is not None:
                if hooks.post:
                    grads = fit_gradients(node, grads, space.fit)
                grads = run_post_hooks(node, grads, received, space)
                if hooks.post:
                    ownerships = [LENT] * len(grads)
                if space.open is not None:
                    space.close()
            if not retain and node._counter is not None:
                node.release()
            _send_to_edges(task, node, grads, ownerships)
    except Exception as error:
        clean_up_after_error(task, node, error)
        raise


def _send_to_edges(task: Task, node: Any, grads: Any, ownerships: Sequence[int]) -> None:
    space, slots = task.space, node.slots
    densifies = task.captures is not None and node.op is not None and node.op.dense_gradient and not space.differentiable
    for position, edge in enumerate(node.edges):
        gi = grads[position]
        if edge is None:
            continue
        if gi is None:
            task.send_undefined(edge)
            continue
        slot = slots[position] if slots else 0
        gi = fit_to_edge(edge, slot, gi, space.fit)
        task.send(edge, slot, copy_if_expanded(gi) if densifies else gi, ownerships[position])


def _derive(task: Task, node: Any, g: Any, ownership: int) -> tuple[Any, list[int]]:
    """The cotangents of a node's inputs, and their ownership; None for all if the node's own are undefined."""
    if g is None or node.shape is None and not node.takes_nothing and all(c is None for c in g):
        if node.op is not None:
            check_undefined(node)
        return (None,) * len(node.edges), [OWN] * len(node.edges)
    if node.shape is None:
        g = materialize(node, g, task.space)
    conjugated = node.op is _CONJ and task.space is ARRAY_SPACE and task.as_lazy_conjugate(g) is g
    grads = node._derive(g, task.space)
    if conjugated and grads[0] is not None:
        task.note_conjugate(grads[0])
    return grads, states_after(grads, g, ownership, node.op.joint is not None) if node.op is not None else [LENT] * len(grads)


def _run_chain(task: Task, node: Any, g: Any, ownership: int) -> tuple[Any, Any, int]:
    """Run a node and its successors on arrays; return the first node that needs `_run_general`, with its cotangent and state, or None.

    This is `_run_general` for the common case: nodes with one formula per input and at most tensor hooks.  A successor that no newer node
    can send to runs next without entering the heap, so a chain never touches it.  The function is long on purpose: a call per edge,
    to evaluate its formula, makes a backward through small nodes 5 % slower.
    """
    heap, pending, leaves, captures, needed, retain = task.heap, task.pending, task.leaves, task.captures, task.needed, task.retain
    leaves_only, is_lifted = task.leaves_only, task.space is ARRAYS_BELOW
    unpacked: Any = None  # the last values unpacked by saved-tensor hooks, whose shapes may differ from what was saved
    try:
        while True:
            op = node.op
            if op is None:
                return node, g, ownership
            formulas = op.formulas
            if formulas is None or node.dtype is not _float32 and (
                    node.shape is None or node.dtype.kind == "c" or node.dtype.itemsize == 2):
                return (None, None, OWN) if _run_as_a_whole(task, node, g, ownership) else (node, g, ownership)
            hooks = node.hooks
            if hooks is not None:
                if captures is not None or hooks.pre or hooks.post or not task.scheduled:
                    return node, g, ownership
                if ownership == SHARED:
                    task.lent_blocks += blocks_of(g)
                unpacked = None  # an error raised by a hook is not due to unpacked shapes
                g = run_output_hooks(node, g, task.space)
                if hooks.tensor:
                    ownership = LENT
            if captures is not None:
                if not leaves_only and (id(node), 0) in captures:
                    task.captured_grads[captures[id(node), 0]] = g
                    ownership = LENT
                if needed is not None and node.key not in needed:
                    return (node, g, ownership) if task.accumulates_captures else (None, None, OWN)
            original_g, checks_layout = None, False  # the cotangent that a dense copy replaces; whether results may need PyTorch's strides
            saved = node._values
            counter = node._counter
            if counter is not None:
                if saved is FREED:
                    if hooks is not None:  # they have seen the cotangent already
                        raise freed_error()
                    return node, g, ownership
                if (counter[0] != node._version if counter.__class__ is not tuple
                        else len(counter) != 4 or counter[0][0] != counter[1] or counter[2][0] != counter[3]) and check_versions(node):
                    if is_lifted or LOCAL.task is not task:
                        return node, g, ownership
                    saved = unpacked = unpack_saved_arrays(node)
                    if node.hooks is not None and node.hooks.post:  # registered by an unpack hook
                        _finish_hooked(task, node, g, saved)
                        return None, None, OWN
            if is_lifted:
                saved = tuple(arrays_below(node.saved))
            elif counter is not None and (g.base is not None or PERMUTED):
                checks_layout = op.resolves_gradient_layout
                if g.base is not None and g.size <= MAX_DENSE:
                    original_g = g
                    g = densify(g, saved)
            next_node, position, is_scaled = None, 0, False
            edges = node._links
            if edges.__class__ is not tuple:
                position = node._only
                edges = (edges,)
            elif ownership == OWN:
                ownership = SHARED  # it may be passed to several edges
            for edge in edges:
                formula = formulas[position]
                position += 1
                if edge is None or formula is None or needed is not None and (
                        edge.__class__ is not OpNode or edge.key not in needed) and is_off_path(edge, needed, captures):
                    continue
                if saved.__class__ is not tuple:
                    place = node._place
                    if place == 4:
                        if saved.__class__ is float and op.kernel is _multiply:
                            is_scaled = True
                            if g.__class__ is _ndarray and g.dtype is _float32:
                                saved = NUMBERS32.get(saved, saved)
                        gi = formula(ARRAYS, g, None, None, saved)
                    elif place == 3:
                        gi = formula(ARRAYS, g, None, saved, None)
                    elif place == 0:
                        gi = formula(ARRAYS, g, saved, None)
                    elif place == 1:
                        gi = formula(ARRAYS, g, None, saved)
                    else:
                        gi = formula(ARRAYS, g, saved, None, None)
                elif len(saved) == 3:
                    out, x, y = saved
                    gi = formula(ARRAYS, g, out, x, y)
                elif len(saved) == 2:
                    out, x = saved
                    gi = formula(ARRAYS, g, out, x)
                elif len(saved) == 4:
                    out, x, y, z = saved
                    gi = formula(ARRAYS, g, out, x, y, z)
                else:
                    gi = formula(ARRAYS, g, *saved)
                if gi is g:
                    gi_ownership = ownership
                    if original_g is not None:
                        gi = original_g
                else:
                    if checks_layout:
                        gi = resolve_gradient_layout(op, g, saved, gi)
                    gi_ownership = OWN if not ownership or gi.base is None else ownership if gi.base is g else state_after(gi, g, ownership)
                if edge.__class__ is not OpNode and (edge.__class__ in PLAIN or not isinstance(edge, Node)):
                    array = edge._array
                    if edge._autograd_meta is not None:
                        task.send_to_leaf(edge, fit_to_edge(edge, 0, gi, fit), gi_ownership)
                        continue
                    if gi.shape != array.shape or gi.dtype is not edge._dtype:
                        gi = fit(gi, array.shape, array.dtype)
                    if captures is not None and op.dense_gradient:
                        gi = copy_if_expanded(gi)
                    place = id(edge)
                    if place in leaves:
                        task.send_to_leaf(edge, gi, gi_ownership)
                    else:
                        leaves[place] = [edge, gi, False, gi_ownership]
                    continue
                shape = edge.shape
                if shape is None:
                    slots = node.slots
                    slot = slots[position - 1] if slots else 0
                    task.send(edge, slot, fit(gi, *edge.metas[slot]), gi_ownership)
                    continue
                # A cotangent passed through or scaled has the shape and dtype of `g`, which fits `node`.
                if (shape is not node.shape or not is_scaled and gi is not g or edge.dtype is not node.dtype) and (
                        gi.shape != shape or gi.dtype is not edge.dtype):
                    gi = fit_to_edge(edge, 0, gi, fit)
                if pending and edge.key in pending:
                    add_to_entry(pending[edge.key], gi, gi_ownership)
                elif next_node is None:
                    next_node, next_g, next_ownership = edge, gi, gi_ownership
                elif edge is next_node:
                    next_g, next_ownership = sum_gradients(next_g, gi), OWN
                else:
                    task.send(edge, 0, gi, gi_ownership)
            if counter is not None and not retain:
                if node.__class__ is not OpNode or node._values is FREED:  # perhaps freed by another thread
                    node.release()
                else:
                    node._values = FREED  # no other thread runs between the test and this store
            if next_node is None:
                return None, None, OWN
            if heap and heap[0] < next_node.key:
                task.send(next_node, 0, next_g, next_ownership)
                return None, None, OWN
            node, g, ownership = next_node, next_g, next_ownership
    except Exception as error:
        raised = to_shape_error(error, g, unpacked)
        clean_up_after_error(task, node, raised)
        if raised is not error:
            raise raised from None
        raise


def _run_as_a_whole(task: Task, node: Any, g: Any, ownership: int) -> bool:
    """Run a node that has several outputs, or one formula for all inputs, on arrays; return False where `_run_general` has to."""
    captures, needed, counter, dtype = task.captures, task.needed, node._counter, node.dtype
    if node.hooks is not None or dtype is not None and dtype.kind == "c" or captures is not None and not task.leaves_only or (
            needed is not None and node.key not in needed):
        return False
    if counter is not None:
        if node._values is FREED:
            return False
        pairs = iter(node.versions)
        for current, version in zip(pairs, pairs):
            if current[0] != version:
                return False
    if node.shape is None:
        if node.takes_nothing or _NOTHING.issuperset(map(type, g)):
            return False
        g = materialize(node, g, task.space)
    op: Any = node.op
    grads = node._derive(g, task.space)
    states = states_after(grads, g, ownership if captures is None else LENT, op.joint is not None)
    if counter is not None and not task.retain:
        node.release()
    _send_to_edges(task, node, grads, states)
    return True


def _finish_hooked(task: Task, node: Any, g: Any, saved: tuple[Any, ...]) -> None:
    """Run a node of `_run_chain` that has got post-hooks while its saved tensors were unpacked."""
    grads = [None if edge is None or f is None else f(ARRAYS, g, *saved) for f, edge in zip(node.op.formulas, node.edges, strict=True)]
    grads = run_post_hooks(node, fit_gradients(node, grads, fit), g, task.space)
    if not task.retain:
        node.release()
    _send_to_edges(task, node, grads, [LENT] * len(grads))


def _run_on_tensors(task: Task, node: Any, g: Any) -> tuple[Any, Any]:
    """`_run_chain` on tensors: the saved ones, or those below a function transform's level."""
    heap, pending, captures, retain, fit, needed = task.heap, task.pending, task.captures, task.retain, task.space.fit, task.needed
    is_below, leaves = task.space.__class__ is TensorsBelow, task.leaves
    while True:
        if node.__class__ is not OpNode and node.op is None:
            return node, g
        op, counter = node.op, node._counter
        formulas = op.formulas
        if (formulas is None or op.kind == "fused" or op.piecewise_linear or node.hooks is not None or node.shape is None
            or node.dtype.kind == "c"
                or needed is not None and node.key not in needed or not (is_below or op.has_differentiable_vjps)):
            return node, g
        if counter is not None and (node._values is FREED or (
                counter[0] != node._version if counter.__class__ is not tuple
                else len(counter) != 4 or counter[0][0] != counter[1] or counter[2][0] != counter[3]) and check_versions(node)):
            return node, g
        if captures is not None and (id(node), 0) in captures:
            task.captured_grads[captures[id(node), 0]] = g
        saved = tensors_below(node.saved) if is_below else unpack(node)
        next_node, position = None, 0
        edges = node._links
        if edges.__class__ is not tuple:
            position = node._only
            edges = (edges,)
        for edge in edges:
            formula = formulas[position]
            position += 1
            if edge is None or formula is None or needed is not None and (
                    edge.__class__ is not OpNode or edge.key not in needed) and is_off_path(edge, needed, captures):
                continue
            gi = formula(TENSORS, g, *saved)
            if gi is None or edge.__class__ is not OpNode or edge.shape is None:
                slots = node.slots
                slot = slots[position - 1] if slots else 0
                if gi is None:
                    task.send_undefined(edge)
                    continue
                gi = fit_to_edge(edge, slot, gi, fit)
                if edge.__class__ in PLAIN and edge._autograd_meta is None and id(edge) not in leaves:
                    leaves[id(edge)] = [edge, gi, False, OWN]
                else:
                    task.send(edge, slot, gi)
                continue
            if gi._array.shape != edge.shape or gi._dtype is not edge.dtype:
                gi = fit(gi, edge.shape, edge.dtype)
            if next_node is None and not (pending and edge.key in pending):
                next_node, next_g = edge, gi
            elif edge is next_node:
                next_g = next_g + gi
            else:
                task.send(edge, 0, gi)
        if counter is not None and not retain:
            node.release()
        if next_node is None:
            return None, None
        if heap and heap[0] < next_node.key:
            task.send(next_node, 0, next_g)
            return None, None
        node, g = next_node, next_g
