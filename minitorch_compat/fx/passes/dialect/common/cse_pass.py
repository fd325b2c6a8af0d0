"""Common subexpression elimination."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....._namespace.modules import recorded_getattr
from ....graph import Graph
from ....graph_module import GraphModule
from ....node import Node
from ...infra.pass_base import PassBase, PassResult

__all__ = ["CSEPass", "get_CSE_banned_ops"]

_RANDOM = ("dropout", "_fused_dropout", "_standard_gamma", "bernoulli", "multinomial", "native_dropout", "normal", "poisson", "binomial",
           "rrelu", "rand_like", "rand", "randint", "randn", "randperm")
_IN_PLACE = ("add_", "sub_", "mul_", "div_", "pow_", "lerp_", "relu_", "sigmoid_", "tanh_")


def get_CSE_banned_ops() -> set[Any]:
    """Ops whose calls must stay, even with the same arguments: random and in-place ones."""
    from ..... import ops

    return {getattr(ops.aten, name) for name in (*_RANDOM, *_IN_PLACE)}


def _key(value: Any) -> Any:
    """A hashable description of arguments, which tells the types of constants: 1, 1.0 and True differ."""
    if isinstance(value, dict):
        return "dict", tuple((k, _key(v)) for k, v in value.items())
    if isinstance(value, (list, tuple)):
        return type(value).__name__, tuple(map(_key, value))
    if isinstance(value, slice):
        return "slice", _key((value.start, value.stop, value.step))
    return type(value), value


class CSEPass(PassBase):
    """Computes calls with the same target and arguments once; except those of `banned_ops`.

    ``CSEPass(get_CSE_banned_ops())(module)`` returns a `PassResult`.
    """

    def __init__(self, banned_ops: set[Any] | None = None) -> None:
        self.banned_ops = set() if banned_ops is None else banned_ops

    def call(self, graph_module: GraphModule) -> PassResult:
        """Make a module with the remaining calls."""
        graph, copies, computed = Graph(), dict[Node, Node](), dict[Any, Node]()
        for node in graph_module.graph.nodes:
            target = getattr(node.target, "overloadpacket", node.target)
            if node.op in ("placeholder", "output", "get_attr") or target in self.banned_ops:
                copies[node] = graph.node_copy(node, copies.__getitem__)
                continue
            copied = graph.node_copy(node, copies.__getitem__)
            first = computed.setdefault((node.op, node.target, _key(copied.args), _key(copied.kwargs)), copied)
            if first is not copied:
                graph.erase_node(copied)
            copies[node] = first
        if len(set(copies.values())) == len(copies):
            return PassResult(graph_module, False)
        return PassResult(GraphModule(graph_module, graph), True)


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx.passes.dialect.common.cse_pass")
