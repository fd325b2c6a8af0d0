"""Reachability in a graph."""
from __future__ import annotations

from typing import Any

from ..._dispatch.graph.node import AccumulateGrad, Node, OpNode
from ..hooks import is_captured


def all_paths_end_at(leaf_ids: set[int], root: Any) -> bool:
    """Whether every node reachable from `root` is on a path to one of the leaves with these ids, so that all nodes have to run."""
    seen = {root}
    stack = [root]
    while stack:
        links = stack.pop()._links
        if links.__class__ is not tuple:
            links = (links,)
        has_edge = False
        for edge in links:
            if edge.__class__ is OpNode:
                has_edge = True
                if edge not in seen:
                    seen.add(edge)
                    stack.append(edge)
            elif edge is not None:
                if id(edge) not in leaf_ids:
                    return False
                has_edge = True
        if not has_edge:
            return False
    return True


def needed_for(roots: list[tuple[Any, int]], target_ids: set[int]) -> set[int]:
    """Keys of the nodes from which a node or leaf with one of these ids can be reached."""
    needed: set[int] = set()
    for node in reversed(reachable(roots)):
        links = node._links
        for edge in links if links.__class__ is tuple else (links,):
            # A target, or a node on the way to one.
            if id(edge) in target_ids or (edge.key in needed if edge.__class__ is OpNode else isinstance(edge, Node) and (
                    edge.key in needed or isinstance(edge, AccumulateGrad) and id(edge.variable) in target_ids)):
                needed.add(node.key)
                break
    return needed


def is_off_path(edge: Any, needed: set[int], captures: Any) -> bool:
    """Whether `edge` is on no path to a requested input, so that its gradient need not be computed."""
    if edge.__class__ is OpNode or isinstance(edge, Node):
        return edge.key not in needed and not is_captured(captures, edge) and not isinstance(edge, AccumulateGrad)
    return (id(edge), 0) not in captures


def reachable(roots: list[tuple[Any, int]]) -> list[Any]:
    """Every node reachable from the roots, newest first."""
    stack = [edge for edge, _ in roots if isinstance(edge, Node)]
    seen = {node.key: node for node in stack}
    while stack:
        links = stack.pop()._links
        for edge in links if links.__class__ is tuple else (links,):
            if (edge.__class__ is OpNode or isinstance(edge, Node)) and edge.key not in seen:
                seen[edge.key] = edge
                stack.append(edge)
    return list(seen.values()) if len(seen) == 1 else [seen[key] for key in sorted(seen)]
