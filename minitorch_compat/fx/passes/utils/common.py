"""Subgraphs as modules; comparison of graphs."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ...._namespace.modules import recorded_getattr
from ....nn import Module
from ...graph import Graph
from ...graph_module import GraphModule, attribute_at
from .matcher_utils import SubgraphMatcher

__all__ = ["HolderModule", "compare_graphs", "lift_subgraph_as_module"]


class HolderModule(Module):
    """A module with the given submodules."""

    def __init__(self, d: dict[str, Module | None]) -> None:
        super().__init__()
        for name, module in d.items():
            self.add_module(name, module)


def lift_subgraph_as_module(gm: GraphModule, subgraph: Graph, comp_name: str = "",
                            class_name: str = "GraphModule") -> tuple[GraphModule, dict[str, str]]:
    """A module that runs a graph, with the attributes of `gm` that it uses; and a dict of their paths, with `comp_name` before each."""
    root = HolderModule({})
    paths = [node.target for node in subgraph.nodes if node.op in ("call_module", "get_attr")]
    for path in paths:
        *parents, name = path.split(".")
        at = root
        for part in parents:
            if not hasattr(at, part):
                at.add_module(part, HolderModule({}))
            at = getattr(at, part)
        setattr(at, name, attribute_at(gm, path))
    return GraphModule(root, subgraph, class_name), {path: f"{comp_name}.{path}" for path in paths}


def compare_graphs(left: Graph, right: Graph) -> bool:
    """Whether two graphs compute the same in the same way, whatever the names of their nodes."""
    return bool(SubgraphMatcher(left, match_output=True, match_placeholder=True).match(right))


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx.passes.utils.common")
