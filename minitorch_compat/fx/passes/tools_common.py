"""The order of nodes, and names of their targets."""
from __future__ import annotations

import heapq
import operator
from collections import deque
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ..._bindings.tensor.tensor import Tensor
from ..._namespace.modules import recorded_getattr
from ...nn import Module
from ..graph import Graph
from ..node import Node, _get_qualified_name

if TYPE_CHECKING:
    from ..graph_module import GraphModule

__all__ = ["get_acc_ops_name", "get_node_target", "is_node_output_tensor", "legalize_graph", "stable_topological_sort"]

CALLABLE_NODE_OPS = {"call_module", "call_function", "call_method"}
_FIRST = {getattr(operator, name) for name in ("add", "mul", "sub", "floordiv", "truediv", "mod", "le", "lt", "ge", "gt", "eq", "ne")}


def get_acc_ops_name(k: Any) -> str:
    """The qualified name of a class or function; a string is returned as it is."""
    if isinstance(k, str):
        return k
    if k.__module__ and "acc_ops" in k.__module__:
        return f"acc_ops.{k.__name__}"
    return f"{(k.__module__ or '').replace('torch._ops', 'torch.ops')}.{k.__name__}"


def get_node_target(submodules: Mapping[str, Module], node: Node) -> str:
    """The qualified name of what a node calls: a function, a method's name, or the class of a module."""
    if node.op not in CALLABLE_NODE_OPS:
        raise AssertionError(f"Expect op types of {', '.join(sorted(CALLABLE_NODE_OPS))}, but found {node.op}")
    if node.op == "call_module":
        module = submodules[node.target]
        return get_acc_ops_name(getattr(module, "_base_class_origin", type(module)))
    return _get_qualified_name(node.target) if node.op == "call_function" else str(node.target)


def is_node_output_tensor(node: Node) -> bool:
    """Whether a node's value is known to be a tensor."""
    kind = node.meta.get("type")
    return kind is not None and issubclass(kind, Tensor)


def legalize_graph(gm: GraphModule) -> GraphModule:
    """Sort the nodes so that each comes after those that it uses."""
    ready: deque[Node] = deque()
    return _sort(gm, ready, lambda node: (ready.appendleft if node.op == "call_function" and node.target in _FIRST else ready.append)(node),
                 ready.popleft)


def stable_topological_sort(gm: GraphModule) -> GraphModule:
    """The same; nodes stay in their order as far as possible."""
    position = {node: i for i, node in enumerate(gm.graph.nodes)}
    ready: list[tuple[int, Node]] = []
    return _sort(gm, ready, lambda node: heapq.heappush(ready, (position[node], node)), lambda: heapq.heappop(ready)[1])


def _sort(gm: GraphModule, ready: Any, push: Any, pop: Any) -> GraphModule:
    """Copy nodes in the order in which `pop` returns them from `ready`, to which `push` adds a node when all that it uses is copied."""
    waiting_for = {node: len(node.all_input_nodes) for node in gm.graph.nodes}
    for node in [node for node, count in waiting_for.items() if count == 0]:
        ready.append(node) if isinstance(ready, deque) else push(node)
    graph, copies = Graph(), dict[Node, Node]()
    while ready:
        node = pop()
        copies[node] = graph.node_copy(node, copies.__getitem__)
        for user in node.users:
            waiting_for[user] -= 1
            if waiting_for[user] == 0:
                push(user)
    if len(copies) < len(waiting_for):
        raise RuntimeError(f"Input graph has cycles, unable to add {[node for node in waiting_for if node not in copies]}")
    graph._codegen = gm.graph._codegen
    gm.graph = graph
    return gm


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx.passes.tools_common")
