"""Parts of graphs replaced by others."""
from __future__ import annotations

from typing import Any, NamedTuple

from .._modules import recorded
from .graph import Graph
from .graph_module import GraphModule
from .node import Node

__all__ = ["Match", "replace_pattern"]


class Match(NamedTuple):
    """Where a pattern was found: its last node, and the node of the graph for each of the pattern."""

    anchor: Node
    nodes_map: dict[Node, Node]


def replace_pattern(gm: GraphModule, pattern: Any, replacement: Any) -> list[Match]:
    """Replace each part of `gm` that does what `pattern` does (in the same steps) by what `replacement` does; the matches are the answer.

    Matches do not overlap, and nobody else uses what is computed within one.
    """
    wanted, other = _graph_of(pattern), _graph_of(replacement)
    found = _matches(gm.graph, wanted)
    renamed: dict[Node, Node] = {}
    for match in found:
        _replace(gm, wanted, other, match, renamed)
    gm.recompile()
    return found


def _graph_of(value: Any) -> Graph:
    from ._symbolic_trace import symbolic_trace

    return value.graph if isinstance(value, GraphModule) else value if isinstance(value, Graph) else symbolic_trace(value).graph


def _matches(graph: Graph, pattern: Graph) -> list[Match]:
    last = pattern.output_node().args[0]
    if not isinstance(last, Node):
        raise NotImplementedError("a pattern has one result")
    found, taken = list[Match](), set[Node]()
    for node in graph.nodes:
        mapping: dict[Node, Node] = {}
        if not _fits(last, node, mapping):
            continue
        inner = {n for p, n in mapping.items() if p.op != "placeholder"}
        closed = all(user in inner for p, n in mapping.items() if p.op != "placeholder" and p is not last for user in n.users)
        if closed and not inner & taken:
            taken |= inner
            found.append(Match(node, mapping))
    return found


def _fits(p: Any, n: Any, mapping: dict[Node, Node]) -> bool:
    """Whether a value of the graph may stand for one of the pattern."""
    if isinstance(p, Node):
        if p in mapping:
            return mapping[p] is n
        if isinstance(n, Node) and n in mapping.values():  # no two of the pattern are one of the graph
            return False
        if p.op == "placeholder":
            mapping[p] = n
            return True
        if not isinstance(n, Node) or (p.op, p.target, len(p.args), p.kwargs.keys()) != (n.op, n.target, len(n.args), n.kwargs.keys()):
            return False
        pairs = [*zip(p.args, n.args, strict=True), *((p.kwargs[k], n.kwargs[k]) for k in p.kwargs)]
        if not all(_fits(a, b, mapping) for a, b in pairs):
            return False
        mapping[p] = n
        return True
    if isinstance(p, (list, tuple)) and isinstance(n, (list, tuple)):
        return len(p) == len(n) and all(_fits(a, b, mapping) for a, b in zip(p, n, strict=True))
    return type(p) is type(n) and bool(p == n)


def _replace(gm: GraphModule, pattern: Graph, replacement: Graph, match: Match, renamed: dict[Node, Node]) -> None:
    inputs = [renamed.get(n, n) if isinstance(n, Node) else n
              for n in (match.nodes_map.get(p) for p in pattern.nodes if p.op == "placeholder")]
    free = [n for n in replacement.nodes if n.op == "placeholder"]
    if len(free) != len(inputs):
        raise AssertionError(f"the replacement has {len(free)} parameters, the pattern {len(inputs)}")
    mapping: Any = dict(zip(free, inputs, strict=True))
    users = {renamed.get(user, user) for user in match.anchor.users}
    with gm.graph.inserting_before(next((n for n in gm.graph.nodes if n in users), match.anchor)):
        new = gm.graph.graph_copy(replacement, mapping)
    if not isinstance(new, Node):
        raise NotImplementedError("a replacement has one result")
    match.anchor.replace_all_uses_with(new)
    renamed[match.anchor] = new
    inner = {n for p, n in match.nodes_map.items() if p.op != "placeholder"}
    for node in reversed(gm.graph.nodes):
        if node in inner and not node.users:
            gm.graph.erase_node(node)


__getattr__ = recorded("torch.fx.subgraph_rewriter")
