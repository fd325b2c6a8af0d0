"""The order in which PyTorch packs and unpacks what a node saves: by name."""
from __future__ import annotations

from functools import cache
from typing import Any

from ..._ops.op import Op
from .errors import saved_positions


def sort_keys(node: Any) -> list[int]:
    """For each pair in `versions`, the place of its tensor in PyTorch's order: arguments by name, then results."""
    from ..._fidelity.saved_attributes import find_saved_index, saved_names

    names = [name.lstrip("*") for name in saved_names().get(node.op.node_name, "").split()]
    places = [find_saved_index(node.op, name) for name in names]
    results = len(node.op.schema.outputs)
    return [(places.index(p) if p in places else len(places)) + len(places) * (p < results) for p in saved_positions(node)]


def packing_order(op: Op) -> tuple[int, ...]:
    """The indices of `Node.saved` in the order in which PyTorch packs and unpacks them: arguments by name, then results."""
    return _packing_order(op.name, op.node_name, op)


@cache
def _packing_order(_name: str, node_name: str, op: Op) -> tuple[int, ...]:
    from ..._fidelity.saved_attributes import find_saved_index, saved_names

    outputs = len(op.schema.outputs)
    named = [find_saved_index(op, entry[1:]) for entry in saved_names().get(node_name, "").split() if entry[0] == "*"]
    places = dict.fromkeys([*(p for p in named if p is not None), *range(outputs + len(op.params))])
    return tuple(sorted(places, key=lambda place: place < outputs))
