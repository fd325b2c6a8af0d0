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
    if not isinstance(value, (_TensorPlaceholder, _ComputedPlaceholder)) and value is not PLACEHOLDER:
        return value
    if node.inner is None:
        raise freed_error()
    if isinstance(value, _ComputedPlaceholder):
        return wrap(value.make())
    if isinstance(value, _TensorPlaceholder):
        tensor = saved_argument(node, value.index, node.arrays[value.index])
        return tensor.reshape(-1) if isinstance(value, _FlattenedPlaceholder) else tensor
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


class _TensorPlaceholder:
    """Placeholder for a tensor argument."""

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index = index


class _FlattenedPlaceholder(_TensorPlaceholder):
    """Placeholder for a tensor argument that is saved flattened."""

    __slots__ = ()


class _ComputedPlaceholder:
    """Placeholder for a tensor that is computed on access."""

    __slots__ = ("make",)

    def __init__(self, make: Any) -> None:
        self.make = make


def _bound_arguments(function: Any, places: Any, options: Any) -> dict[str, Any]:
    """The arguments of a call under PyTorch's names and in the node's form; tensors as placeholders."""
    bound = own_signature(function).bind(*fill_placeholders(places, map(_TensorPlaceholder, count())), **options)
    bound.apply_defaults()
    arguments = {"self" if name == "input" else name: value for name, value in bound.arguments.items()}
    if arguments.get("p").__class__ is int and function.__name__ == "pdist":
        arguments["p"] = float(arguments["p"])
    if function.__name__ == "reduce_bags":
        arguments = _bag_arguments(arguments)
    if isinstance(arguments.get("dim"), int) and "correction" not in arguments:
        arguments["dim"] %= 2**64
    if "correction" in arguments:
        # An argument that was not given is neither a number nor a bool.
        dim, unbiased, correction = arguments["dim"], arguments["unbiased"], arguments["correction"]
        if isinstance(dim, bool):
            dim, unbiased = None, dim
        plain = not isinstance(dim, (int, tuple, list, type(None))) and not isinstance(unbiased, bool)
        dim = (dim,) if isinstance(dim, int) else dim if isinstance(dim, (tuple, list)) else None
        arguments["correction"] = correction if correction.__class__ in (int, float) else None if plain else int(unbiased is not False)
        arguments["dim"], arguments["keepdim"] = dim and tuple([d % 2**64 for d in dim]), arguments["keepdim"] is True
    return arguments


def _bag_arguments(arguments: dict[str, Any]) -> dict[str, Any]:
    """The arguments of `embedding_bag` that PyTorch saves; it saves `weight` only for the gradient of `per_sample_weights`."""
    weights = arguments["weights"]
    saved = {"mode": ("sum", "mean", "max").index(arguments["mode"]), "per_sample_weights": weights, "sparse": arguments["sparse"],
             "scale_grad_by_freq": arguments["by_frequency"]}
    saved_bag, kind = arguments["saved_bag"], arguments["index"].dtype
    saved["weight"] = arguments["weight"] if saved_bag.has_weight_gradient else None
    saved["padding_idx"], saved["weight_sym_argsize_0"] = 2**64 - 1 if saved_bag.padding is None else saved_bag.padding, saved_bag.rows
    if isinstance(arguments["self"], _TensorPlaceholder):  # not the result of a transform
        saved["indices"], saved["offsets"] = _FlattenedPlaceholder(arguments["self"].index), arguments["offsets"]
        if arguments["offsets"] is None:
            saved["offsets"] = _ComputedPlaceholder(lambda: saved_bag.starts(arguments["count"], kind))
        parts = arguments["index"], arguments["bag"], arguments["count"], arguments["mode"], kind
        saved |= {f"result{i + 1}": _ComputedPlaceholder(lambda i=i: saved_bag.results(*parts)[i]) for i in range(3)}
    return saved
