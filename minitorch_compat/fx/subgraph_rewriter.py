"""Replace subgraphs that match a pattern."""
from __future__ import annotations

import copy
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from .._namespace.modules import recorded_getattr
from ..nn import Module
from .graph import Graph
from .graph_module import GraphModule, _assign_attr, attribute_at
from .node import Node
from .passes.utils.matcher_utils import InternalMatch, SubgraphMatcher

__all__ = ["Match", "ReplacedPatterns", "replace_pattern", "replace_pattern_with_filters"]


class Match(NamedTuple):
    """A match of a pattern: its last node, and the graph's node for each node of the pattern."""

    anchor: Node
    nodes_map: dict[Node, Any]


@dataclass
class ReplacedPatterns:
    """A `Match`, and the nodes that have replaced it."""

    anchor: Node
    nodes_map: dict[Node, Any]
    replacements: list[Node]


def replace_pattern(gm: GraphModule, pattern: Any, replacement: Any) -> list[Match]:
    """Replace each subgraph that matches a pattern.

    Parameters
    ----------
    gm : GraphModule
        The module to transform.
    pattern : callable or GraphModule
        The pattern.
    replacement : callable or GraphModule
        The replacement, with the same parameters.

    Returns
    -------
    list of Match
        The matches.

    References
    ----------
    PyTorch: ``torch.fx.replace_pattern``.

    Examples
    --------
    >>> traced = torch.fx.symbolic_trace(lambda x: torch.sin(x) + 1)
    >>> matches = torch.fx.replace_pattern(traced, lambda x: torch.sin(x), lambda x: torch.cos(x))
    >>> len(matches), traced(torch.zeros(1))
    (1, tensor([2.]))
    """
    return [Match(r.anchor, r.nodes_map) for r in replace_pattern_with_filters(gm, pattern, replacement)]


def replace_pattern_with_filters(
    gm: GraphModule, pattern: Any, replacement: Any = None, match_filters: list[Callable[[Any, Graph, Graph], bool]] | None = None,
    ignore_literals: bool = False, replacement_callback: Callable[[Any, Graph, Graph], Graph] | None = None, node_name_match: str = "",
) -> list[ReplacedPatterns]:
    """`replace_pattern`, only for matches for which every filter, called as `(match, graph, pattern's graph)`, returns True.

    With `ignore_literals` numbers and strings of the pattern match any others; `replacement_callback`, called with the arguments of a
    filter, returns the replacement for a match. A node whose name contains `node_name_match` matches whatever it computes.
    """
    pattern_graph, replacement_graph = _to_graph(pattern), None if replacement is None else _to_graph(replacement)
    last = pattern_graph.output_node().args[0]
    returned = list(last) if isinstance(last, (list, tuple)) else [last]
    if not all(isinstance(node, Node) for node in returned):
        raise NotImplementedError("what a pattern returns are values that it computes")
    matches = [m for m in SubgraphMatcher(pattern_graph, ignore_literals=ignore_literals).match(gm.graph, node_name_match)
               if all(accepts(m, gm.graph, pattern_graph) for accepts in match_filters or ())]
    replaced_nodes: dict[Node, Node] = {}
    replacements = []
    for match in matches:
        graph = replacement_graph if replacement_callback is None else replacement_callback(match, gm.graph, pattern_graph)
        if graph is None:
            raise AssertionError("Must provide either a replacement or a replacement_callback")
        match.nodes_map = {p: replaced_nodes.get(n, n) if isinstance(n, Node) else n for p, n in match.nodes_map.items()}
        replacements.append(_replace_match(gm, pattern_graph, graph, match, returned, replaced_nodes))
    gm.recompile()
    if isinstance(replacement, Module):
        _copy_attributes(replacement, gm)
    return replacements


def _copy_attributes(replacement: Module, gm: GraphModule) -> None:
    """Copy the submodules, parameters and buffers that the graph uses now, and drop the submodules that it no longer uses."""
    for node in gm.graph.nodes:
        if node.op in ("call_module", "get_attr") and not _has_attribute(gm, node.target):
            if not _has_attribute(replacement, node.target):
                raise RuntimeError(f'Attempted to create a "{node.op}" node during subgraph rewriting with target {node.target}, but the '
                                   "referenced attribute does not exist in the replacement GraphModule")
            value = copy.deepcopy(attribute_at(replacement, node.target))
            if isinstance(value, Module):
                gm.add_submodule(node.target, value)
            else:
                _assign_attr(value, gm, node.target)
    gm.delete_all_unused_submodules()
    gm.graph.lint()


def _has_attribute(module: Any, path: str) -> bool:
    try:
        attribute_at(module, path)
    except AttributeError:
        return False
    return True


def _to_graph(value: Any) -> Graph:
    from ._symbolic_trace import symbolic_trace

    return value.graph if isinstance(value, GraphModule) else value if isinstance(value, Graph) else symbolic_trace(value).graph


def _replace_match(gm: GraphModule, pattern: Graph, replacement: Graph, match: InternalMatch, returned: list[Node],
                   replaced_nodes: dict[Node, Node]) -> ReplacedPatterns:
    inputs = [match.nodes_map.get(p) for p in pattern.nodes if p.op == "placeholder"]
    parameters = [n for n in replacement.nodes if n.op == "placeholder"]
    if len(parameters) != len(inputs):
        raise AssertionError(f"the replacement has {len(parameters)} parameters, the pattern {len(inputs)}")
    mapping: Any = dict(zip(parameters, inputs, strict=True))
    replaced = [match.nodes_map[p] for p in returned]
    users = {user for node in replaced for user in node.users}
    before = set(gm.graph.nodes)
    with gm.graph.inserting_before(next((n for n in gm.graph.nodes if n in users), replaced[-1])):
        result = gm.graph.graph_copy(replacement, mapping)
    new = list(result) if isinstance(result, (list, tuple)) else [result]
    if len(new) != len(replaced):
        raise AssertionError(f"the replacement returns {len(new)} values, the pattern {len(replaced)}")
    for old, node in zip(replaced, new, strict=True):
        if isinstance(node, Node):
            old.replace_all_uses_with(node)
            replaced_nodes[old] = node
    inner_nodes = {n for p, n in match.nodes_map.items() if p.op != "placeholder"}
    for node in reversed(gm.graph.nodes):
        if node in inner_nodes and not node.users:
            gm.graph.erase_node(node)
    return ReplacedPatterns(match.anchors[0], match.nodes_map, [n for n in gm.graph.nodes if n not in before])


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx.subgraph_rewriter")
