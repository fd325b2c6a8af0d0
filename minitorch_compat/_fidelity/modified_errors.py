"""The errors for saved tensors that were changed in place. Imported only when backward has failed."""
from __future__ import annotations

from typing import Any

import numpy as np

from .._array.core.dtypes import tensor_type
from .._dispatch.graph.errors import saved_arrays
from .._dispatch.graph.node import AccumulateGrad, OpNode, as_node, short_name
from .._dispatch.graph.versions import ConvertedVersion, changed_tensor
from .._dispatch.graph.views import view_refusal
from .._dispatch.state import Anomaly
from .._dispatch.tensor import MULTI_OUTPUT


def modified_error(node: Any, index: int) -> RuntimeError:
    """The error for a saved tensor that was changed in place."""
    saved = saved_arrays(node)
    array, output = saved[index] if index < len(saved) else (_index_array(node, index - len(saved)), None)
    counter, expected = node.versions[2 * index:2 * index + 2]
    if output is None and (invalidated := _invalidated_error(node, array)) is not None:
        return invalidated
    tensor = None if output is not None else changed_tensor(expected.array() if isinstance(expected, ConvertedVersion) else array)
    if tensor is not None and was_detached(node, array, tensor):
        return detached_error()
    if _is_transposed(node, array):  # PyTorch saves a view
        return changed_error(array.T, counter[0], expected, None if _edge_of_saved(node, array) is None else ("AsStrided", 0))
    if tensor is not None:
        return changed_error(tensor._array, counter[0], expected, _current_origin(tensor))
    if output is not None:
        return changed_error(array, counter[0], expected, None if array.dtype.kind in "biu" else (short_name(node), output))
    origin = _origin(node, array, counter)
    return changed_error(array, counter[0], expected, origin)


def _is_transposed(node: Any, array: Any) -> bool:
    """Whether PyTorch saves this argument transposed, as the weight of a linear layer."""
    fused = None if node.op is None else node.op.unfused
    return fused is not None and node.saved[len(node.op.schema.outputs) + fused.transposed] is array


def _invalidated_error(node: Any, array: Any) -> RuntimeError | None:
    """PyTorch's error for a saved view that is one of several outputs: it is raised before that for the changed tensor."""
    node, slot = _edge_of_saved(node, array) or (None, 0)
    ancestor = node
    while isinstance(ancestor, OpNode) and ancestor.op.view:
        if ancestor.op.schema.returns_list:
            return view_refusal(node, slot, MULTI_OUTPUT, itself=False)
        ancestor = ancestor.edges[0]
    return None


def was_detached(node: Any, array: Any, tensor: Any) -> bool:
    """Whether `tensor`, whose `array` the node saved, had a history then and has none now."""
    if tensor._grad_fn is not None:
        return False
    edge = _edge_of_saved(node, array)
    return edge is not None and not _is_leaf_edge(edge[0])


def _is_leaf_edge(node: Any) -> bool:
    """Whether a node accumulates into a leaf: an AccumulateGrad, one whose leaf has had its data replaced, or None."""
    return node is None or isinstance(node, AccumulateGrad) or node.op is None and node.name() == "torch::autograd::AccumulateGrad"


def detached_error() -> RuntimeError:
    """The error for a saved tensor that has been detached in place since."""
    return RuntimeError("Trying to use a saved tensor that has been detached in-place, i.e. with .detach_().This is not supported, please "
                        "use out-of-place `.detach()` instead")


def _current_origin(tensor: Any) -> tuple[str, int] | None:
    return None if tensor.grad_fn is None else (short_name(tensor.grad_fn), tensor._output_nr)


def changed_error(array: Any, version: int, expected: int, origin: tuple[str, int] | None) -> RuntimeError:
    """The error for a changed tensor; `origin` is the name of the node that it is an output of, and the output number."""
    dtype = expected.dtype if isinstance(expected, ConvertedVersion) else array.dtype
    where = "" if origin is None else f", which is output {origin[1]} of {origin[0]},"
    return RuntimeError(
        "one of the variables needed for gradient computation has been modified by an inplace operation: "
        f"[{tensor_type(dtype)} {list(array.shape)}]{where} is at version {version}; expected version {expected} instead. Hint: "
        + ("the backtrace further above shows the operation that failed to compute its gradient. The variable in question was changed in "
           "there or anywhere later. Good luck!" if Anomaly.enabled else
           "enable anomaly detection to find the operation that failed to compute its gradient, with "
           "torch.autograd.set_detect_anomaly(True, check_nan=False)."))


def _origin(node: Any, array: Any, counter: list[Any]) -> tuple[str, int] | None:
    """The node and output number that a saved argument comes from now: the call that wrote it last, if that was recorded."""
    edge = _edge_of_saved(node, array)
    if edge is None or _is_leaf_edge(edge[0]):  # it had no history then, but an in-place write may have given it one
        return (counter[1], counter[2]) if len(counter) > 1 else None
    if edge[0].op is not None and edge[0].op.view and not edge[0].op.schema.returns_list:
        if edge[0].op.only_sets_marks:
            return short_name(edge[0]), 0
        return "AsStrided", 0  # the history of a view whose base was changed
    return (counter[1], counter[2]) if len(counter) > 1 else (short_name(edge[0]), edge[1])


def _index_array(node: Any, place: int) -> Any:
    """The array at a place among the index arrays that an indexing node guards besides its arguments."""
    return [a for plan in node.saved for a in getattr(plan, "index", ()) if isinstance(a, np.ndarray)][place]


def _edge_of_saved(node: Any, array: Any) -> tuple[Any, int] | None:
    count = len(node.op.schema.outputs)
    slots = node.slots or (0,) * len(node.edges)
    for i, edge, slot in zip(node.op.schema.tensor_positions, node.edges, slots, strict=False):
        if node.saved[count + i] is array and edge is not None:
            return as_node(edge), slot
    return None
