"""In which order PyTorch takes out what a node saved: by name."""
from __future__ import annotations

from typing import Any

from .graph_errors import saved_positions


def order_of_names(node: Any) -> list[int]:
    """For each pair in `versions`, where its tensor stands among PyTorch's names for what such a node saves."""
    from .saved_attributes import position_in, table

    names = [name.lstrip("*") for name in table().get(node.op.node_name, "").split()]
    places = [position_in(node.op, name) for name in names]
    return [places.index(p) if p in places else len(places) for p in saved_positions(node)]
