"""What nodes of second derivatives save: mostly what those nodes saved whose derivatives they are, and the cotangent.

Formulas here may have worked a value into the cotangent, or ask for one under another name; the node that ran the formula still has it.
"""
from __future__ import annotations

from typing import Any

from .._dispatch.graph.node import FREED, OpNode, as_node
from .._dispatch.unsupported import UnsupportedError
from .saved_attributes import attribute_of, table

#: Second node -> its name of a value -> the first node's name of it, where it is another.
_NAMES = {
    "AdaptiveMaxPool2DBackwardBackward0": {"indices": "result1"},
    "AdaptiveMaxPool3DBackwardBackward0": {"indices": "result1"},
    "EluBackwardBackward0": {"self_or_result": "self"},
    "MaxPool2DWithIndicesBackwardBackward0": {"indices": "result1"},
    "MaxPool3DWithIndicesBackwardBackward0": {"indices": "result1"},
    "NativeBatchNormBackwardBackward0": {"save_mean": "result1", "save_invstd": "result2", "train": "training"},
    "NativeLayerNormBackwardBackward0": {"mean": "result1", "rstd": "result2"},
    "SigmoidBackwardBackward0": {"output": "result"},
    "TanhBackwardBackward0": {"output": "result"},
    "UnfoldBackwardBackward0": {"dim": "dimension"},
}
_COTANGENT = frozenset({"grad_output", "grad_out"})


def saved(node: OpNode, name: str) -> Any:
    """What `node` saved under PyTorch's name, by the node that it is the derivative of; NotImplemented if that does not have it."""
    first, cotangent = node.differentiated
    if name in _COTANGENT:
        return cotangent
    if name.startswith("grad_output_sym_argsize_minus_"):
        return int(cotangent.shape[-int(name[-1])])
    offered = {entry.lstrip("*") for entry in table().get(first.name(), "").split()}
    in_place = "result" in offered and "self" not in offered
    if name == "is_result":
        return in_place
    if name == "threshold" and name not in offered:
        return 0  # relu's
    name = _NAMES.get(node.op.node_name, {}).get(name, name)
    if name == "self" and in_place:
        name = "result"
    if name not in offered:
        return NotImplemented
    if first.saved is FREED:
        raise UnsupportedError(f"{node.name()}._saved_{name}: a value that went when its first derivative's node was freed")
    return attribute_of(first, name)


def edges(node: OpNode) -> tuple[tuple[Any, int], ...]:
    """Where the gradients of such a node go in PyTorch: to the cotangent's node, and where those of the first node's inputs go."""
    first, cotangent = node.differentiated
    end = (None, 0) if not cotangent.requires_grad else (as_node(cotangent), 0) if cotangent.grad_fn is None else (
        cotangent.grad_fn, cotangent._output_nr)
    return (end, *first.next_functions[:2])
