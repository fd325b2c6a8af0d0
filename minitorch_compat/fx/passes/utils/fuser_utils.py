"""Replace sets of nodes by calls of submodules that compute the same."""
from __future__ import annotations

import copy
import heapq
import operator
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from ...._namespace.modules import recorded_getattr
from ...graph import Graph
from ...graph_module import GraphModule
from ...node import Node
from ..tools_common import stable_topological_sort
from .common import lift_subgraph_as_module
from .matcher_utils import _is_acyclic

__all__ = ["erase_nodes", "fuse_as_graphmodule", "fuse_by_partitions", "insert_subgm", "topo_sort", "validate_partition"]


def topo_sort(nodes: list[Node]) -> list[Node]:
    """Nodes in an order in which each comes after those that it uses; as given, where it is free."""
    position = {node: i for i, node in enumerate(nodes)}
    waiting_for = {node: sum(used in position for used in node.all_input_nodes) for node in nodes}
    ready = [(i, node) for node, i in position.items() if waiting_for[node] == 0]
    result: list[Node] = []
    while ready:
        _, node = heapq.heappop(ready)
        result.append(node)
        for user in node.users:
            if user in waiting_for:
                waiting_for[user] -= 1
                if waiting_for[user] == 0:
                    heapq.heappush(ready, (position[user], user))
    if len(result) != len(nodes):
        raise AssertionError("topological sorted nodes doesn't have same length as input nodes")
    return result


def validate_partition(partition: Iterable[Node]) -> bool:
    """Whether nodes can become one: no value goes from them to others and back."""
    return _is_acyclic(set(partition))


def fuse_as_graphmodule(
    gm: GraphModule, nodes: list[Node], module_name: str, partition_lookup_table: dict[Node, int | None] | None = None, *,
    always_return_tuple: bool = False,
) -> tuple[GraphModule, tuple[Node, ...], tuple[Node, ...]]:
    """A module that computes what sorted nodes of `gm` compute; and the nodes that it takes and returns the values of."""
    for node in nodes:
        if node.graph.owning_module is not gm:
            raise AssertionError(f"{node} doesn't belong to passed in graph module {gm._get_name()}")
        if node._erased:
            raise AssertionError(f"{node} has been removed from owning graph")
    if not validate_partition(nodes):
        raise AssertionError("Invalid partition, found dependency cycles")
    inside = set(nodes if partition_lookup_table is None else partition_lookup_table)
    graph, inputs, copies = Graph(), dict[Node, Node](), dict[Node, Node]()

    def copy_of(node: Node) -> Node:
        if node in inside:
            return copies[node]
        if node not in inputs:
            inputs[node] = graph.placeholder(node.name, type_expr=node.type)
            inputs[node].meta = copy.copy(node.meta)
        return inputs[node]

    for node in nodes:
        copies[node] = graph.node_copy(node, copy_of)
    returned = tuple(node for node in nodes if any(user not in inside for user in node.users))
    results = tuple(copies[node] for node in returned)
    graph.output(results[0] if len(results) == 1 and not always_return_tuple else results)
    graph.lint()
    fused, _ = lift_subgraph_as_module(gm, graph, comp_name="", class_name=module_name)
    return fused, tuple(inputs), returned


def insert_subgm(gm: GraphModule, sub_gm: GraphModule, orig_inputs: tuple[Node, ...], orig_outputs: tuple[Node, ...],
                 insertion_point: Node | None = None) -> GraphModule:
    """Add the call of a module as returned by `fuse_as_graphmodule`, and let its results be used instead of those of the nodes."""
    name = type(sub_gm).__name__
    gm.add_submodule(name, sub_gm)
    if insertion_point is None:
        insertion_point = next((node for node in reversed(gm.graph.nodes) if node in orig_outputs), None)
        if insertion_point is None:
            raise AssertionError("insertion_point must be given where orig_outputs is empty")
    with gm.graph.inserting_after(insertion_point):
        call: Any = gm.graph.call_module(name, args=orig_inputs)
    if len(orig_outputs) == 1 and not isinstance(sub_gm.graph.output_node().args[0], tuple):
        orig_outputs[0].replace_all_uses_with(call, propagate_meta=True)
    elif orig_outputs:
        with gm.graph.inserting_before(call.next):
            for i, node in enumerate(orig_outputs):
                node.replace_all_uses_with(gm.graph.call_function(operator.getitem, (call, i)), propagate_meta=True)
        call.meta["val"] = tuple(node.meta.get("val") for node in orig_outputs)
    return gm


def erase_nodes(gm: GraphModule, nodes: list[Node]) -> None:
    """Erase nodes, the last one first."""
    for node in reversed(nodes):
        gm.graph.erase_node(node)


def fuse_by_partitions(gm: GraphModule, partitions: list[dict[Node, int | None]], prefix: str = "fused_",
                       always_return_tuple: bool = False) -> GraphModule:
    """Replace each set of nodes by the call of a submodule."""
    for i, partition in enumerate(partitions):
        nodes = topo_sort(list(partition))
        fused, inputs, outputs = fuse_as_graphmodule(gm, nodes, f"{prefix}{i}", partition, always_return_tuple=always_return_tuple)
        insert_subgm(gm, fused, inputs, outputs, nodes[-1])
        erase_nodes(gm, nodes)
    stable_topological_sort(gm)
    gm.graph.lint()
    return gm


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx.passes.utils.fuser_utils")
