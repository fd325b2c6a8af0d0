"""Data for errors of backward, and the error for freed saved values."""
from __future__ import annotations

from typing import Any

from ..._ops.op import UNVERSIONED, VALUE, Meta
from ..messages import graph_messages


def freed_error() -> RuntimeError:
    """The error for saved values freed by an earlier backward."""
    error: RuntimeError = graph_messages.saved_tensors_freed()
    return error


def saved_positions(node: Any) -> list[int]:
    """For each pair in `versions`, the index in `saved` that it belongs to."""
    return [i for i, _ in _versioned_values(node)]


def saved_arrays(node: Any) -> list[tuple[Any, int | None]]:
    """The saved values in the order of `versions`, each with its output number if it is an output."""
    count = len(node.op.schema.outputs) if node.op is not None else 0
    return [(value, i if i < count else None) for i, value in _versioned_values(node)]


def _versioned_values(node: Any) -> list[tuple[int, Any]]:
    op = node.op
    count = len(op.schema.outputs)
    tensors = {*range(count), *(count + i for i in op.schema.tensor_positions)}
    tensors -= {i for i in tensors if max((saves[i] for saves in op.saves if saves is not None), default=VALUE) == UNVERSIONED}
    return [(i, member) for i, value in enumerate(node.saved) if i in tensors
            for member in (value if isinstance(value, list) else (value,)) if member is not None and not isinstance(member, Meta)]
