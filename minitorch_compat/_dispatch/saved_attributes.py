"""`Node._saved_self` and its like: what a node saved, under PyTorch's names.

`saved_names.json` lists PyTorch's names by node class; a `*` marks tensors, which have a `_raw_saved_` twin.  Most of them are names of
the schema; `_Source` says where a name is found here.
"""
from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from os.path import dirname, join
from typing import Any

import numpy as np

from .._ops.op import Meta, Op
from .dtype import of
from .graph_errors import freed_error
from .node import FREED, OpNode
from .saving import PACKED_COUNTER, Packed, pack_with
from .size import Size
from .unpacking import unpack
from .unsupported import UnsupportedError


@cache
def _table() -> dict[str, str]:
    with open(join(dirname(__file__), "saved_names.json"), encoding="utf-8") as file:
        names: dict[str, str] = json.load(file)
    return names


def attributes(op: Op) -> dict[str, Any]:
    """What the class of an op's nodes offers under PyTorch's names for what they save."""
    found: dict[str, Any] = {}
    for entry in _table().get(op.node_name, "").split():
        name, is_tensor = entry.lstrip("*"), entry[0] == "*"
        found[f"_saved_{name}"] = SavedAttribute(name, is_tensor)
        if is_tensor:
            found[f"_raw_saved_{name}"] = RawSavedAttribute(name)
    return found


class SavedAttribute:
    """`node._saved_x`: a saved tensor, with its place in the graph, or another value that the call was made with."""

    def __init__(self, name: str, is_tensor: bool) -> None:
        self.name = name
        self.is_tensor = is_tensor

    def __get__(self, node: Any, owner: Any) -> Any:
        if node is None:
            return self
        if node.saved is FREED and self.is_tensor:
            raise freed_error()
        return _value(node, self.name)


class RawSavedAttribute:
    """`node._raw_saved_x`: a handle on a saved tensor."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __get__(self, node: Any, owner: Any) -> Any:
        return self if node is None else SavedTensor(node, _index_of(node, self.name))


def _index_of(node: OpNode, name: str) -> int:
    """The position in `saved` of what PyTorch calls `name`."""
    outputs, params = node.op.schema.outputs, [p.name for p in node.op.params]
    if name in params:
        return len(outputs) + params.index(name)
    if name == "self":
        return len(outputs)
    if name in outputs:
        return outputs.index(name)
    if name.startswith("result"):
        return int(name[6:] or 0)
    raise UnsupportedError(f"{node.name()}._saved_{name}")


def _value(node: OpNode, name: str) -> Any:
    base, _, what = name.partition("_sym_")
    if what == "sizes" or name.endswith("_sizes"):
        return Size(_described(node, base.removesuffix("_sizes")).shape)
    if name.endswith("_scalar_type"):
        return of(_described(node, name.removesuffix("_scalar_type")).dtype)
    index = _index_of(node, name)
    if isinstance(node.saved[index], (Packed, np.ndarray, list)):
        return checked_value(node, index)
    value = node.saved[index]
    if name == "dim" and isinstance(value, int) and "[" in node.op.params[index - len(node.op.schema.outputs)].type:
        value = (value,)
    return _as_unsigned(value) if name in ("dim", "dim0", "dim1") else None if isinstance(value, Meta) else value


def _described(node: OpNode, name: str) -> Any:
    """The Meta or array of an argument, whichever the node kept; else the shape of the edge's end."""
    index = _index_of(node, name)
    if node.saved is not FREED and hasattr(node.saved[index], "shape"):
        return node.saved[index]
    raise UnsupportedError(f"{node.name()}._saved_{name}_sizes")


def _as_unsigned(value: Any) -> Any:
    """PyTorch keeps dimensions unsigned, so that -1 shows as 2**64 - 1."""
    if isinstance(value, (tuple, list)):
        return tuple(_as_unsigned(v) for v in value)
    return value % 2**64 if isinstance(value, int) else value


def checked_value(node: OpNode, index: int) -> Any:
    """A saved tensor (or list) with its place in the graph, if it was not changed since."""
    from .graph_errors import modified_error, saved_positions

    for pair, position in enumerate(saved_positions(node)):
        counter = node.versions[2 * pair] if 2 * pair < len(node.versions) else None
        if position == index and counter is not None and counter is not PACKED_COUNTER and counter[0] != node.versions[2 * pair + 1]:
            raise modified_error(node, pair)
    value = unpack(node)[index]
    return tuple(value) if isinstance(value, list) else value


class SavedTensor:
    """A node's hold on one saved tensor; `register_hooks` packs it after the fact."""

    __slots__ = ("_index", "_node")

    def __init__(self, node: Any, index: int) -> None:
        self._node = node
        self._index = index

    @property
    def data(self) -> Any:
        """The saved tensor."""
        if self._node.saved is FREED:
            raise freed_error()
        return checked_value(self._node, self._index)

    def register_hooks(self, pack_hook: Callable[[Any], Any], unpack_hook: Callable[[Any], Any]) -> None:
        """Replace the tensor by `pack_hook(tensor)`; `unpack_hook` gives it back when it is wanted."""
        from .graph_errors import saved_positions

        node = self._node
        if node.saved is FREED:
            raise RuntimeError(
                "Calling register_hooks on a saved tensor after it has been freed. Saved intermediate values of the graph are freed when "
                "you call .backward() or autograd.grad(). Specify retain_graph=True if you need to backward through the graph a second "
                "time or if you need to access saved variables after calling backward.")
        value = node.saved[self._index]
        if isinstance(value, Packed):
            raise RuntimeError("Calling register_hooks on a saved tensor whose hooks have already been set. Hint: only one pair of hooks "
                               "is allowed at a time.")
        if not isinstance(value, np.ndarray):
            raise RuntimeError("Calling register_hooks on a saved tensor with value None is forbidden")
        pair = 2 * saved_positions(node).index(self._index)
        packed = pack_with(pack_hook, unpack_hook, checked_value(node, self._index).detach(), value.dtype)
        node.saved = (*node.saved[:self._index], packed, *node.saved[self._index + 1:])
        node.versions = (*node.versions[:pair], PACKED_COUNTER, 0, *node.versions[pair + 2:])
