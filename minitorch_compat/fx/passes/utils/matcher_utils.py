"""Find the subgraphs that match a pattern."""
from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ...._bindings.tensor.tensor import Tensor
from ...._namespace.modules import recorded_getattr
from ...node import Node

if TYPE_CHECKING:
    from ...graph import Graph

__all__ = ["InternalMatch", "SubgraphMatcher"]


@dataclass
class InternalMatch:
    """A match of a pattern: the graph's node, or a constant, for each node of the pattern, for its parameters and its results."""

    anchors: list[Node]
    nodes_map: dict[Node, Any] = field(default_factory=dict)
    placeholder_nodes: list[Any] = field(default_factory=list)
    returning_nodes: list[Any] = field(default_factory=list)
    name_node_map: dict[str, Node] = field(default_factory=dict)


class SubgraphMatcher:
    """Finds the subgraphs that match a pattern.

    A parameter of the pattern matches any value, or only parameters with `match_placeholder`; with `match_output` the result of the
    pattern is that of the graph; with `ignore_literals` constants match any others.
    """

    def __init__(self, pattern: Graph, match_output: bool = False, match_placeholder: bool = False,
                 remove_overlapping_matches: bool = True, ignore_literals: bool = False) -> None:
        self.pattern = pattern
        self.match_output, self.match_placeholder = match_output, match_placeholder
        self.remove_overlapping_matches, self.ignore_literals = remove_overlapping_matches, ignore_literals
        if len(pattern.nodes) == 0:
            raise ValueError("SubgraphMatcher cannot be initialized with an empty pattern")
        if any(node.op != "output" and not node.users and not node.is_impure() for node in pattern.nodes):
            raise AssertionError("SubgraphMatcher cannot be initialized with an pattern with dead code")
        output = pattern.output_node()
        self.pattern_placeholder_nodes = [node for node in pattern.nodes if node.op == "placeholder"]
        self.pattern_returning_nodes = output.all_input_nodes
        # Results that the pattern itself uses, too, are matched by way of their users.
        self.pattern_anchors = [output] if match_output else [node for node in output.all_input_nodes if len(node.users) == 1]
        self._name = ""

    def match(self, graph: Graph, node_name_match: str = "") -> list[InternalMatch]:
        """The matches in a graph; a node whose name contains `node_name_match` matches whatever it computes."""
        self._name = node_name_match
        matches, matched = list[InternalMatch](), set[Node]()
        for mapping in self._match_anchors(graph, self.pattern_anchors, {}):
            inner = {n for p, n in mapping.items() if p.op not in ("placeholder", "output")}
            if self._is_closed(mapping) and _is_acyclic(inner) and not (self.remove_overlapping_matches and inner & matched):
                matched |= inner
                matches.append(InternalMatch(
                    self.pattern_anchors, mapping, [mapping[p] for p in self.pattern_placeholder_nodes if p in mapping],
                    [mapping[p] for p in self.pattern_returning_nodes]))
        return matches

    def _is_closed(self, mapping: dict[Node, Any]) -> bool:
        """Whether no value inside of a match is used outside of it."""
        inner = {n: p for p, n in mapping.items() if p.op != "placeholder"}
        return all(user in inner for n, p in inner.items() if p not in self.pattern_returning_nodes for user in n.users)

    def _match_anchors(self, graph: Graph, anchors: list[Node], mapping: dict[Node, Any]) -> Iterator[dict[Node, Any]]:
        """All ways to match the anchors, and the nodes that they use, with nodes of the graph."""
        if not anchors:
            if mapping:
                yield mapping
            return
        for node in graph.nodes:
            candidate = dict(mapping)
            if self._match_value(anchors[0], node, candidate):
                yield from self._match_anchors(graph, anchors[1:], candidate)

    def _match_value(self, p: Any, n: Any, mapping: dict[Node, Any]) -> bool:
        """Whether a value of the graph matches one of the pattern; if so, nodes are added to the mapping."""
        if isinstance(p, Node):
            if p in mapping:
                return bool(mapping[p] is n or mapping[p] == n)
            if isinstance(n, Node) and n in mapping.values():  # two nodes of the pattern cannot match the same node
                return False
            if not self._nodes_are_equal(p, n):
                return False
            mapping[p] = n
            return p.op == "placeholder" or self._match_arguments(p, n, mapping)
        if isinstance(p, (list, tuple)) and isinstance(n, (list, tuple)):
            return len(p) == len(n) and all(self._match_value(a, b, mapping) for a, b in zip(p, n, strict=True))
        return self.ignore_literals and not isinstance(n, Node) or type(p) is type(n) and bool(p == n)

    def _match_arguments(self, p: Node, n: Node, mapping: dict[Node, Any]) -> bool:
        if len(p.args) != len(n.args) or p.kwargs.keys() != n.kwargs.keys():
            return False
        pairs = [*zip(p.args, n.args, strict=True), *((p.kwargs[k], n.kwargs[k]) for k in p.kwargs)]
        return all(self._match_value(a, b, mapping) for a, b in pairs)

    def _nodes_are_equal(self, p: Node, n: Any) -> bool:
        """Whether a node computes the same as one of the pattern, apart from arguments."""
        if p.op == "placeholder" and not self.match_placeholder:
            return True
        if not isinstance(n, Node):
            return False
        if self._name and self._name in n.name:
            return True
        if p.op != n.op or p.op in ("placeholder", "output"):
            return p.op == n.op
        return _attributes_match(p, n) if p.op == "get_attr" else bool(p.target == n.target)


def _attributes_match(p: Node, n: Node) -> bool:
    """Whether two attributes are tensors of one class; their names and values may differ."""
    from ...graph_module import attribute_at

    kinds = {type(attribute_at(node.graph.owning_module, node.target)) for node in (p, n)}
    if len(kinds) == 1 and not issubclass(kind := kinds.pop(), Tensor):
        raise RuntimeError(f"Unsupported type {kind} when matching attributes")
    return not kinds


def _is_acyclic(nodes: set[Node]) -> bool:
    """Whether no value goes from these nodes to others and back."""
    seen, queue = set[Node](), [user for node in nodes for user in node.users if user not in nodes]
    while queue:
        node = queue.pop()
        if node in nodes:
            return False
        if node not in seen:
            seen.add(node)
            queue.extend(node.users)
    return True


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx.passes.utils.matcher_utils")
