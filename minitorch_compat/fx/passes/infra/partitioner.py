"""Divide a graph into what a backend supports and the rest."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ...._namespace.modules import recorded_getattr
from ...graph_module import GraphModule
from ...node import Node, _get_qualified_name
from ..operator_support import OperatorSupportBase
from ..utils.fuser_utils import fuse_by_partitions

__all__ = ["CapabilityBasedPartitioner", "Partition"]

#: What is not worth a partition of its own.
_NON_COMPUTE_OPS = {"torch.ops.aten.view", "_operator.getitem"}


class Partition:
    """A set of nodes that become one: a dict from nodes to their positions."""

    def __init__(self, id: int | None = None, nodes: Iterable[Node] | None = None, node_orders: Iterable[int] | None = None) -> None:
        self.id = id
        names = [] if nodes is None else list(nodes)
        orders: list[Any] = [None] * len(names) if node_orders is None else list(node_orders)
        if len(names) != len(orders):
            raise AssertionError("nodes and node_orders must have the same length")
        self.nodes: dict[Node, int | None] = dict(zip(names, orders, strict=True))

    def __repr__(self) -> str:
        return str(self.nodes)

    def add_node(self, node: Node, node_order: int | None = None) -> None:
        """Add a node."""
        self.nodes[node] = node_order

    def remove_node(self, node: Node) -> None:
        """Remove a node."""
        del self.nodes[node]

    def size(self) -> int:
        """The number of nodes."""
        return len(self.nodes)


def _calls(node: Node, names: Iterable[str]) -> bool:
    """Whether a node calls a function with one of these qualified names."""
    return node.op == "call_function" and _get_qualified_name(node.target) in names


class CapabilityBasedPartitioner:
    """Makes partitions, as large as possible, of the nodes that `operator_support` supports, and fuses each into a submodule.

    A partition needs two calls of functions, besides `non_compute_ops`, unless `allows_single_node_partition`, or it calls one of
    `allowed_single_node_partition_ops`. With `skip_horizontal_fusion` only nodes that use one another are together.
    """

    def __init__(
        self, graph_module: GraphModule, operator_support: OperatorSupportBase, allows_single_node_partition: bool = False,
        non_compute_ops: Sequence[str] | None = None, allowed_single_node_partition_ops: Sequence[str] | None = None,
        skip_horizontal_fusion: bool = False,
    ) -> None:
        self.graph_module, self.operator_support = graph_module, operator_support
        self.allows_single_node_partition = allows_single_node_partition
        self.non_compute_ops = list(non_compute_ops or ())
        self.allowed_single_node_partition_ops = list(allowed_single_node_partition_ops or ())
        self.skip_horizontal_fusion = skip_horizontal_fusion

    def propose_partitions(self) -> list[Partition]:
        """The partitions."""
        modules = dict(self.graph_module.named_modules())
        nodes = list(self.graph_module.graph.nodes)
        found = _Partitions()
        for order, node in enumerate(reversed(nodes)):
            if not self.operator_support.is_node_supported(modules, node):
                continue
            found.create(node, order)
            users = [found.of[user] for user in node.users if user in found.of]
            found.merge(found.of[node], users if self.skip_horizontal_fusion else found.by_age())
        for partition in found.partitions.values():
            partition.nodes = dict(sorted(partition.nodes.items(), key=lambda item: item[1] or 0, reverse=True))
        found.move_getitems(nodes)
        return [p for p in found.partitions.values() if p.nodes and (self.allows_single_node_partition or self._is_worthwhile(p))]

    def _is_worthwhile(self, partition: Partition) -> bool:
        trivial = _NON_COMPUTE_OPS | set(self.non_compute_ops)
        functions = [node for node in partition.nodes if node.op == "call_function"]
        return sum(not _calls(node, trivial) for node in functions) + sum(
            _calls(node, self.allowed_single_node_partition_ops) for node in functions) > 1

    def fuse_partitions(self, partitions: list[Partition], prefix: str = "fused_") -> GraphModule:
        """Replace each partition by the call of a submodule, named by `prefix` and a number."""
        return fuse_by_partitions(self.graph_module, [partition.nodes for partition in partitions], prefix=prefix)

    def partition_and_fuse(self, prefix: str = "fused_") -> GraphModule:
        """Both steps."""
        return self.fuse_partitions(self.propose_partitions(), prefix=prefix)

    def remove_bookend_non_compute_ops(self, partitions: list[Partition]) -> None:
        """Remove the calls of `non_compute_ops` with which partitions begin or end."""
        for partition in partitions:
            inside = dict.fromkeys(node for node in partition.nodes if node.op != "placeholder")
            removed: set[Node] = set()
            for node in inside:
                if _calls(node, self.non_compute_ops) and all(n in removed or n not in inside for n in node.all_input_nodes):
                    removed.add(node)
            for node in reversed(inside):
                if _calls(node, self.non_compute_ops) and all(n in removed or n not in inside for n in node.users):
                    removed.add(node)
            for node in removed:
                partition.remove_node(node)


class _Partitions:
    """Partitions while they are merged."""

    def __init__(self) -> None:
        self.partitions: dict[int, Partition] = {}
        self.age: dict[int, int] = {}
        self.of: dict[Node, int] = {}

    def create(self, node: Node, order: int) -> None:
        """Create a partition of one node."""
        number = len(self.of)
        self.partitions[number] = Partition(number, [node], [order])
        self.age[number] = number
        self.of[node] = number

    def by_age(self) -> list[int]:
        """The partitions, the oldest first."""
        return sorted(self.partitions, key=self.age.__getitem__)

    def merge(self, current: int, others: list[int]) -> None:
        """Merge a partition with each of the others, if possible."""
        for other in others:
            if other in self.partitions and other != current and not self._is_cyclic(current, other):
                smaller = self.partitions[current].size() < self.partitions[other].size()
                kept, gone = (other, current) if smaller else (current, other)
                nodes = self.partitions.pop(gone).nodes
                self.partitions[kept].nodes.update(nodes)
                self.of.update(dict.fromkeys(nodes, kept))
                self.age[kept] = min(self.age[kept], self.age.pop(gone))
                current = kept

    def _is_cyclic(self, a: int, b: int) -> bool:
        """Whether a value would go from two partitions to others, or other nodes, and back, if they were one."""
        inside = {*self.partitions[a].nodes, *self.partitions[b].nodes}
        seen: set[Node] = set()
        queue = [user for node in inside for user in node.users if user not in inside]
        while queue:
            node = queue.pop()
            if node in inside:
                return True
            if node not in seen:
                group = self.partitions[self.of[node]].nodes if node in self.of else (node,)
                seen.update(group)
                queue.extend(user for member in group for user in member.users if user not in seen)
        return False

    def move_getitems(self, nodes: list[Node]) -> None:
        """Move the items of a tuple to the partition of the tuple, or out of any."""
        while True:
            moves = {user: self.of.get(node) for node in nodes if all(_calls(user, ("_operator.getitem",)) for user in node.users)
                     for user in node.users if self.of.get(user) != self.of.get(node)}
            if not moves:
                return
            for user, number in moves.items():
                if user in self.of:
                    self.partitions[self.of.pop(user)].remove_node(user)
                if number is not None:
                    self.of[user] = number
                    self.partitions[number].add_node(user)


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx.passes.infra.partitioner")
