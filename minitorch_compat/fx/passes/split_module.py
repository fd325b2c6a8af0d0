"""Split a graph: a module of submodules, each of which runs the nodes that a callback assigns to it."""
from __future__ import annotations

import operator
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from ..._namespace.modules import recorded_getattr
from ...nn import Module
from ..graph import Graph
from ..graph_module import GraphModule, attribute_at
from ..node import Node, map_arg

__all__ = ["Partition", "split_module"]


class Partition:
    """Nodes that become a submodule; `inputs`, `outputs` and the neighbours are dicts with None values, used as ordered sets."""

    submod_name: str

    def __init__(self, name: str) -> None:
        self.name, self.submod_name = name, f"submod_{name}"
        self.node_names: list[str] = []
        self.inputs: dict[str, None] = {}
        self.outputs: dict[str, None] = {}
        self.dependencies: dict[str, None] = {}
        self.dependents: dict[str, None] = {}
        self.graph: Any = Graph()
        self.environment: dict[Node, Node] = {}
        self.targets: dict[str, Any] = {}

    def __repr__(self) -> str:
        return (f"name: {self.name},\n nodes: {self.node_names},\n inputs: {self.inputs},\n outputs: {self.outputs},\n"
                f" partitions depended on: {self.dependencies},\n partition dependents: {self.dependents}")


class _Partitioner:
    """A graph's nodes by part, and the values that pass from part to part."""

    def __init__(self, m: Any, name_of: Callable[[Node], str]) -> None:
        self.m = m
        self.nodes: dict[str, Node] = {n.name: n for n in m.graph.nodes}
        self.part_of_node: dict[Node, str] = {}
        self.parts: dict[str, Partition] = {}
        for node in m.graph.nodes:
            if node.op in ("placeholder", "get_attr", "output"):
                continue
            name = self.part_of_node[node] = name_of(node)
            self.parts.setdefault(name, Partition(name)).node_names.append(node.name)
        for node in m.graph.nodes:
            map_arg((node.args, node.kwargs), partial(self._record_use, user_node=node))

    def _record_use(self, used: Node, user_node: Node) -> Node:
        source, goal = self.part_of_node.get(used), self.part_of_node.get(user_node)
        if source == goal:
            return used
        if source is not None:
            self.parts[source].outputs[used.name] = None
        if goal is not None:
            self.parts[goal].inputs[used.name] = None
        if source is not None and goal is not None:
            self.parts[source].dependents[goal] = None
            self.parts[goal].dependencies[source] = None
        return used

    def sorted_names(self) -> list[str]:
        """The names of the parts in topological order. RuntimeError if there is none."""
        waits = {name: set(part.dependencies) for name, part in self.parts.items()}
        ready = [name for name, others in waits.items() if not others]
        order: list[str] = []
        while ready:
            name = ready.pop()
            order.append(name)
            for dependent in self.parts[name].dependents:
                waits[dependent].remove(name)
                if not waits[dependent]:
                    ready.append(dependent)
        if len(order) != len(self.parts):
            raise RuntimeError("cycle exists between partitions!")
        return order

    def take_inputs(self, part: Partition, keep_names: bool) -> None:
        """Add the parameters of a part; inputs that are submodules become attributes of the part instead."""
        modules = [name for name in part.inputs if self._submodule_at(self.nodes[name]) is not None]
        part.inputs = {name: None for name in part.inputs if name not in modules}
        for i, name in enumerate(part.inputs):
            node = self.nodes[name]
            self._map_copy(part, node, part.graph.placeholder(name if keep_names else f"arg_{i}", node.type))
        for name in modules:
            node = self.nodes[name]
            part.targets[node.target] = self._submodule_at(node)
            self._map_copy(part, node, part.graph.get_attr(node.target))

    def _submodule_at(self, node: Node) -> Module | None:
        value = attribute_at(self.m, node.target) if node.op == "get_attr" else None
        return value if isinstance(value, Module) else None

    @staticmethod
    def _map_copy(part: Partition, node: Node, copy: Node) -> None:
        copy.meta = node.meta.copy()
        part.environment[node] = copy

    def take_node(self, node: Node, keep_name: bool, qualname_map: dict[str, str] | None) -> None:
        """Add a copy of a node to its part."""
        part = self.parts[self.part_of_node[node]]
        inside = part.environment.__getitem__
        target = node.target
        if node.op == "call_module":
            target = node.target.replace(".", "_")
            part.targets[target] = attribute_at(self.m, node.target)
            if qualname_map is not None:
                qualname_map[f"{part.submod_name}.{target}"] = node.target
        self._map_copy(part, node, part.graph.create_node(
            node.op, target, map_arg(node.args, inside), map_arg(node.kwargs, inside), node.name if keep_name else None, node.type))


class _BaseGraph:
    """The graph that calls the parts."""

    def __init__(self, m: Any, keep_names: bool) -> None:
        self.m, self.keep_names = m, keep_names
        self.graph = Graph()
        self.nodes: dict[str, Node] = {}
        self.held: dict[str, Any] = {}

    def take(self, node: Node) -> None:
        """Add a parameter or an attribute of the module; other nodes belong to parts."""
        if node.name in self.nodes or node.op not in ("placeholder", "get_attr"):
            return
        if node.op == "get_attr":
            copy = self.graph.get_attr(node.target)
            self.held[node.target] = attribute_at(self.m, node.target)
        else:
            copy = self.graph.create_node("placeholder", node.name if self.keep_names else node.target, node.args, type_expr=node.type)
        copy.meta = node.meta.copy()
        self.nodes[node.name] = copy

    def call(self, part: Partition, tuple_return: bool) -> None:
        """Add a call of a finished part."""
        by_name = {node.name: copy for node, copy in part.environment.items()}
        outputs = tuple(by_name[name] for name in part.outputs)
        is_single = len(outputs) == 1 and not tuple_return
        part.graph.output(outputs[0] if is_single else outputs)
        self.held[part.submod_name] = GraphModule(part.targets, part.graph)
        called = self.graph.call_module(part.submod_name, tuple(self.nodes[name] for name in part.inputs))
        for i, name in enumerate(part.outputs):
            self.nodes[name] = called if is_single else self.graph.call_function(operator.getitem, (called, i))


def split_module(
    m: GraphModule, root_m: Any, split_callback: Callable[[Node], Any], qualname_map: dict[str, str] | None = None,
    keep_original_order: bool | None = False, keep_original_node_name: bool | None = False, keep_original_input_name: bool = True, *,
    partition_affix: str | None = None, tuple_return: bool = False,
) -> GraphModule:
    """Return a module with a submodule `submod_<i>` for each value `i` of `split_callback`, which is called for every node that computes.

    Parts are called in topological order, with `keep_original_order` in the order of their first nodes;
    RuntimeError for a cyclic dependency. `qualname_map` is filled with new path -> path in `m`.
    `partition_affix` is part of the names of the submodules; with `tuple_return` each of them returns a tuple. `root_m` is not used.
    """
    cut = _Partitioner(m, lambda node: "_".join([*([partition_affix] if partition_affix is not None else []), str(split_callback(node))]))
    order = cut.sorted_names()
    for name in order:
        cut.take_inputs(cut.parts[name], keep_original_input_name)
    for node in m.graph.nodes:
        if node in cut.part_of_node:
            cut.take_node(node, bool(keep_original_node_name), qualname_map)
    base = _BaseGraph(m, bool(keep_original_node_name))
    for node in m.graph.nodes:
        if node.op == "placeholder" or not keep_original_order or not cut.parts:
            base.take(node)
    for name in cut.parts if keep_original_order else order:
        part = cut.parts[name]
        for needed in part.inputs:
            base.take(cut.nodes[needed])
        base.call(part, tuple_return)
    for node in m.graph.find_nodes(op="output"):
        base.graph.output(map_arg(node.args[0], lambda n: base.nodes[n.name]))
    out = GraphModule(base.held, base.graph)
    out.meta["partition_names"] = {part.submod_name for part in cut.parts.values()}
    return out


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx.passes.split_module")
