"""What nodes show of the graph to whoever looks: PyTorch's edges, and PyTorch's nodes for those that do several steps in one."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .._array.core.conjugate import transposed
from .._dispatch.graph.node import FREED, Node, OpNode, node_class
from .._ops.op import ENTRY, OPS, Op, layout_overloads


def seen_edges(op: Op, edges: tuple[Any, ...]) -> tuple[Any, ...]:
    """Of the `next_functions` of a node all that PyTorch has: where backward ends, only what would have got a gradient."""
    places = op.seen_edges
    if places is not None:
        return tuple((None, 0) if i is None else edges[i] for i in places)
    seen = (edges[i] for i in visible_inputs(op, len(edges)))
    return tuple(edge for edge in seen if edge[0] is not None) if op.node_name == "NotImplemented" else tuple(seen)


def visible_inputs(op: Op, count: int) -> tuple[int, ...]:
    """Which of a node's `count` edges PyTorch has too: none for masks and indices; a bias comes first."""
    if op.has_lists or count != len(op.vjps):
        return tuple(range(count))
    if op.joint is not None:  # which gives something for all: running statistics are no inputs of the derivative
        names = [op.params[i].name for i in op.schema.tensor_positions]
        return tuple(i for i, name in enumerate(names) if not name.startswith("running_") and name not in ("attn_mask", "pivots"))
    return tuple(i for i, formula in enumerate(op.vjps) if formula is not None)


#: What every node of PyTorch has.
_OF_ALL = frozenset((
    "_input_metadata", "_register_hook_dict", "_sequence_nr", "_set_sequence_nr", "metadata", "name", "next_functions", "register_hook",
    "register_prehook", "requires_grad", "variable"))


def shown_names(node: Node, names: Iterable[str]) -> list[str]:
    """Of the attributes of a node those that PyTorch's nodes have: not what the engine keeps there; of a Function's also its user's."""
    own = {name for base in Node.__mro__ for name in vars(base)} - _OF_ALL
    theirs = node.op is None and hasattr(node, "save_for_backward")
    return [name for name in names if name.startswith(("__", "_saved_", "_raw_saved_")) or name in _OF_ALL
            or theirs and not name.startswith("_fn_") and name not in own]


def seen_edges_of(node: OpNode, edges: Callable[[], tuple[Any, ...]]) -> tuple[Any, ...]:
    """The `next_functions` of a node, of which `edges` gives all."""
    if node.op.unfused is not None:
        unfuse(node)
    return seen_edges(node.op, edges())


def unfuse(node: OpNode) -> None:
    """Make PyTorch's nodes of a product with a transposed matrix: the product (in a linear layer, `addmm`) and the transposition.

    Only for a node that somebody looks at, and before backward: the fused one does the same in one step less.
    """
    unfused = node.op.unfused
    assert unfused is not None
    name, order, position = unfused.op, unfused.order, unfused.transposed
    edges, slots, saved = list(node.edges), list(node.slots or (0,) * len(node.edges)), node.saved
    if edges[position] is not None:
        edges[position], slots[position] = _transposition(edges[position], slots[position], node), 0
    op = OPS[name]
    node.op = op if op.layouts is None or node.op.layouts is None else _with_layouts_of(op, node.op)
    node.edges = tuple(edges[i] for i in order)
    node.slots = tuple(slots[i] for i in order) if any(slots) else None
    if saved is not FREED:
        _, *values = saved
        if values[position] is not None:
            values[position] = transposed(values[position])
        node.saved = (None, *(values[i] for i in order), *(p.value for p in node.op.params[len(order):]))
    if node.__class__ is not OpNode:
        node.__class__ = node_class(node.op)


def _with_layouts_of(op: Op, fused: Op) -> Op:
    """The product `op` of factors with the memory layouts of those of `fused`, which transposes the second itself."""
    layouts = layout_overloads(OPS[fused.name])
    return layout_overloads(op)[layouts.index(fused)] if fused in layouts else op


def _transposition(edge: Any, slot: int, node: OpNode) -> OpNode:
    """The node of a transposition of what `edge` leads to, which runs between `node` and the next older one."""
    shape = edge._array.shape if not isinstance(edge, Node) else edge.shape if edge.shape is not None else edge.metas[slot][0]
    made: Any = object.__new__(OpNode)
    made.op, made.key = ENTRY.t, node.key + 0.75  # behind the ends of leaves, see `schedule_leaves`
    made.edges, made.slots = (edge,), (slot,) if slot else None
    made.saved, made.versions, made.hooks = (None, None), (), None
    made.shape, made.dtype = shape[::-1], node.dtype
    return made
