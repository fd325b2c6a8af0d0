"""Change the targets of nodes; the sizes of their values."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..._namespace.modules import recorded_getattr
from ..node import Node, Target
from .shape_prop import ShapeProp, TensorMetadata

if TYPE_CHECKING:
    from ..graph_module import GraphModule

__all__ = ["get_size_of_all_nodes", "get_size_of_node", "get_tensor_meta", "replace_target_nodes_with", "size_bytes"]


def replace_target_nodes_with(fx_module: GraphModule, old_op: str, old_target: Target, new_op: str, new_target: Target) -> None:
    """Replace op and target of the nodes that have these."""
    for node in fx_module.graph.nodes:
        if (node.op, node.target) == (old_op, old_target):
            node.op, node.target = new_op, new_target
    fx_module.recompile()


class size_bytes(NamedTuple):
    """Bytes of a node's value, and the same with the parameters of its module."""

    output_size: int
    total_size: int


def get_size_of_all_nodes(fx_module: GraphModule, args: list[Any] | None = None) -> None:
    """Set `size_bytes` of every node, after a run with `args` unless these are None."""
    if args is not None:
        ShapeProp(fx_module).propagate(*args)
    node: Any
    for node in fx_module.graph.nodes:
        if node.op == "output":
            break
        node.size_bytes = get_size_of_node(fx_module, node)


def get_tensor_meta(node: Node) -> TensorMetadata:
    """What `ShapeProp` has recorded of a node's value."""
    found: TensorMetadata | None = node.meta.get("tensor_meta")
    if not found:
        raise RuntimeError(f"Node {node} has no tensor metadata associated with it! Check that shape propagation has run.")
    return found


def get_size_of_node(fx_module: GraphModule, node: Node) -> size_bytes:
    """The size of a node's value, and with parameters."""
    meta = get_tensor_meta(node)
    elements = meta.shape.numel()
    parameters = fx_module.get_submodule(node.target).parameters() if node.op == "call_module" else ()
    total = elements + sum(p.numel() for p in parameters)
    return size_bytes(meta.dtype.itemsize * elements, meta.dtype.itemsize * total)


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx.passes.graph_manipulation")
