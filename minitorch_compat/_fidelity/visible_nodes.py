"""What nodes show of the graph when inspected: PyTorch's edges, and PyTorch's nodes in place of fused ones."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from .._array.core.conjugate import transposed
from .._dispatch.graph.node import FREED, Node, OpNode, node_class
from .._ops.op import ENTRY, OPS, Op, layout_overloads


def visible_edges(op: Op, edges: tuple[Any, ...]) -> tuple[Any, ...]:
    """The edges of a node that PyTorch's `next_functions` has, too; for NotImplemented nodes, only those that lead somewhere."""
    places = op.visible_edges
    if places is not None:
        return tuple((None, 0) if i is None else edges[i] for i in places)
    seen = (edges[i] for i in visible_inputs(op, len(edges)))
    return tuple(edge for edge in seen if edge[0] is not None) if op.node_name == "NotImplemented" else tuple(seen)


def visible_inputs(op: Op, count: int) -> tuple[int, ...]:
    """Indices of those of a node's `count` edges that PyTorch has, too: none for masks and indices; a bias comes first."""
    if op.has_lists or count != len(op.vjps):
        return tuple(range(count))
    if op.joint is not None:  # one formula for all inputs: running statistics have no edge
        names = [op.params[i].name for i in op.schema.tensor_positions]
        return tuple(i for i, name in enumerate(names) if not name.startswith("running_") and name not in ("attn_mask", "pivots"))
    return tuple(i for i, formula in enumerate(op.vjps) if formula is not None)


#: Attributes of every node of PyTorch.
_COMMON_ATTRIBUTES = frozenset((
    "_input_metadata", "_register_hook_dict", "_sequence_nr", "_set_sequence_nr", "metadata", "name", "next_functions", "register_hook",
    "register_prehook", "requires_grad", "variable"))


def visible_attributes(node: Node, names: Iterable[str]) -> list[str]:
    """Those attributes of a node that PyTorch's nodes have: none that the engine stores there; of a custom Function also the user's."""
    own = {name for base in Node.__mro__ for name in vars(base)} - _COMMON_ATTRIBUTES
    theirs = node.op is None and hasattr(node, "save_for_backward")
    return [name for name in names if name.startswith(("__", "_saved_", "_raw_saved_")) or name in _COMMON_ATTRIBUTES
            or theirs and not name.startswith("_fn_") and name not in own]


def visible_edges_of(node: OpNode, edges: Callable[[], tuple[Any, ...]]) -> tuple[Any, ...]:
    """The `next_functions` of a node; `edges` returns all of its edges."""
    if node.op.unfused is not None:
        unfuse(node)
    return visible_edges(node.op, edges())


def unfuse(node: OpNode) -> None:
    """Split the node of a product with a transposed matrix into PyTorch's two: the product (in a linear layer, `addmm`) and the transpose.

    Only for a node that is inspected, and before backward: the fused node takes one step less.
    """
    unfused = node.op.unfused
    assert unfused is not None
    name, order, position = unfused.op, unfused.order, unfused.transposed
    edges, slots, saved = list(node.edges), list(node.slots or (0,) * len(node.edges)), node.saved
    if edges[position] is not None:
        edges[position], slots[position] = _transpose_node(edges[position], slots[position], node), 0
    op = OPS[name]
    node.op = op if op.layout_formulas is None or node.op.layout_formulas is None else _same_layout_overload(op, node.op)
    node.edges = tuple(edges[i] for i in order)
    node.slots = tuple(slots[i] for i in order) if any(slots) else None
    if saved is not FREED:
        _, *values = saved
        if values[position] is not None:
            values[position] = transposed(values[position])
        node.saved = (None, *(values[i] for i in order), *(p.value for p in node.op.params[len(order):]))
    if node.__class__ is not OpNode:
        node.__class__ = node_class(node.op)


def _same_layout_overload(op: Op, fused: Op) -> Op:
    """The product `op` in the overload for the memory layouts of the factors of `fused`, which transposes the second one itself."""
    layouts = layout_overloads(OPS[fused.name])
    return layout_overloads(op)[layouts.index(fused)] if fused in layouts else op


def _transpose_node(edge: Any, slot: int, node: OpNode) -> OpNode:
    """A node for the transpose of the output that `edge` leads to, which runs between `node` and the next older one."""
    shape = edge._array.shape if not isinstance(edge, Node) else edge.shape if edge.shape is not None else edge.metas[slot][0]
    made: Any = object.__new__(OpNode)
    made.op, made.key = ENTRY.t, node.key + 0.75  # after the nodes of leaves, see `schedule_leaves`
    made.edges, made.slots = (edge,), (slot,) if slot else None
    made.saved, made.versions, made.hooks = (None, None), (), None
    made.shape, made.dtype = shape[::-1], node.dtype
    return made
