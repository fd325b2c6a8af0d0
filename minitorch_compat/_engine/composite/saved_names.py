"""The `_saved_*` attributes of nodes of compositions; imported on inspection."""
from __future__ import annotations

from itertools import count
from typing import Any

from ..._dispatch.call.caller import wrap
from ..._dispatch.call.own_signature import own_signature
from ..._dispatch.graph.errors import freed_error
from ..._dispatch.graph.unpacking import saved_argument
from ..._dispatch.unsupported import UnsupportedError
from ..._fidelity.saved_attributes import SavedTensor as OpSavedTensor
from ..._fidelity.saved_attributes import saved_names
from .nodes import PLACEHOLDER, RESULTS, CompositeNode, attach_output, fill_placeholders


def attribute_names(node: str) -> list[str]:
    """Names of the attributes of nodes called `node`."""
    return [f"{kind}_{entry.lstrip('*')}" for entry in saved_names().get(node, "").split()
            for kind in (("_raw_saved", "_saved") if entry.startswith("*") else ("_saved",))]


def saved_attribute(node: CompositeNode, name: str) -> Any:
    """The value of an attribute of `node`."""
    if name not in attribute_names(type(node).__name__):
        raise AttributeError(f"'{type(node).__name__}' object has no attribute '{name}'")
    if name.startswith("_raw"):
        return SavedTensor(node, name.removeprefix("_raw"))
    name = name.removeprefix("_saved_")
    value = _bound_arguments(*node.call).get(name, PLACEHOLDER)
    if not isinstance(value, (TensorPlaceholder, ComputedPlaceholder)) and value is not PLACEHOLDER:
        return value
    if node.inner is None:
        raise freed_error()
    if isinstance(value, ComputedPlaceholder):
        return wrap(value.make())
    if isinstance(value, TensorPlaceholder):
        tensor = saved_argument(node, value.index, node.arrays[value.index])
        return tensor.reshape(-1) if isinstance(value, FlattenedPlaceholder) else tensor
    slot = RESULTS.get(name)
    if slot is None:
        raise UnsupportedError(f"{node.name()}._saved_{name}")
    return node.constant_results[slot] if slot in node.constant_results else attach_output(node.inner[0][slot], node, slot)


class SavedTensor(OpSavedTensor):
    """A saved tensor of such a node. It takes no hooks: the node computes with the parts of the composition."""

    __slots__ = ()
    __module__ = "torch._C._autograd"
    _index: str

    @property
    def data(self) -> Any:
        """The saved tensor."""
        tensor = None if self._node.inner is None else self.unpack()
        return tensor.detach() if tensor is not None and tensor.grad_fn is self._node else tensor

    def unpack(self) -> Any:
        """The saved tensor, attached to the graph."""
        return getattr(self._node, self._index)

    @property
    def unpack_hook(self) -> Any:
        """None: nothing can be registered."""
        return None

    def register_hooks(self, *hooks: Any) -> None:
        """Not supported, unlike in PyTorch."""
        raise UnsupportedError(f"{self._node.name()}._raw{self._index}.register_hooks")


class TensorPlaceholder:
    """Placeholder for a tensor argument."""

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index = index


class FlattenedPlaceholder(TensorPlaceholder):
    """Placeholder for a tensor argument that is saved flattened."""

    __slots__ = ()


class ComputedPlaceholder:
    """Placeholder for a tensor that is computed on access."""

    __slots__ = ("make",)

    def __init__(self, make: Any) -> None:
        self.make = make


def _bound_arguments(function: Any, places: Any, options: Any) -> dict[str, Any]:
    """The arguments of a call under PyTorch's names and in the node's form; tensors as placeholders."""
    bound = own_signature(function).bind(*fill_placeholders(places, map(TensorPlaceholder, count())), **options)
    bound.apply_defaults()
    arguments = {"self" if name == "input" else name: value for name, value in bound.arguments.items()}
    shows = getattr(function, "shows", None)
    if shows is not None:
        return shows(arguments)
    if isinstance(arguments.get("dim"), int):
        arguments["dim"] %= 2**64
    return arguments
