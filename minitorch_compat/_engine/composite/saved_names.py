"""The `_saved_*` attributes of nodes of compositions; imported on inspection."""
from __future__ import annotations

from itertools import count
from typing import Any

from ..._dispatch.call.caller import wrap
from ..._dispatch.call.own_signature import own_signature
from ..._dispatch.graph.errors import freed_error
from ..._dispatch.graph.unpacking import argument
from ..._dispatch.unsupported import UnsupportedError
from ..._fidelity.saved_attributes import SavedTensor as OpSavedTensor
from ..._fidelity.saved_attributes import table
from .nodes import PLACE, RESULTS, Collapsed, filled, hung


def names(node: str) -> list[str]:
    """Names of the attributes of nodes called `node`."""
    return [f"{kind}_{entry.lstrip('*')}" for entry in table().get(node, "").split()
            for kind in (("_raw_saved", "_saved") if entry.startswith("*") else ("_saved",))]


def named(node: Collapsed, name: str) -> Any:
    """The value of an attribute of `node`."""
    if name not in names(type(node).__name__):
        raise AttributeError(f"'{type(node).__name__}' object has no attribute '{name}'")
    if name.startswith("_raw"):
        return SavedTensor(node, name.removeprefix("_raw"))
    name = name.removeprefix("_saved_")
    value = _given(*node.call).get(name, PLACE)
    if not isinstance(value, (_Place, _Made)) and value is not PLACE:
        return value
    if node.inner is None:
        raise freed_error()
    if isinstance(value, _Made):
        return wrap(value.make())
    if isinstance(value, _Place):
        found = argument(node, value.index, node.arrays[value.index])
        return found.reshape(-1) if isinstance(value, _Row) else found
    slot = RESULTS.get(name)
    if slot is None:
        raise UnsupportedError(f"{node.name()}._saved_{name}")
    return node.others[slot] if slot in node.others else hung(node.inner[0][slot], node, slot)


class SavedTensor(OpSavedTensor):
    """A saved tensor of such a node. It takes no hooks: the node computes with the parts of the composition."""

    __slots__ = ()
    __module__ = "torch._C._autograd"
    _index: str

    @property
    def data(self) -> Any:
        """The saved tensor."""
        found = None if self._node.inner is None else self.unpack()
        return found.detach() if found is not None and found.grad_fn is self._node else found

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


class _Place:
    """Placeholder for a tensor argument."""

    __slots__ = ("index",)

    def __init__(self, index: int) -> None:
        self.index = index


class _Row(_Place):
    """Placeholder for a tensor argument that is saved flattened."""

    __slots__ = ()


class _Made:
    """Placeholder for a tensor that is computed on access."""

    __slots__ = ("make",)

    def __init__(self, make: Any) -> None:
        self.make = make


def _given(function: Any, places: Any, options: Any) -> dict[str, Any]:
    """The arguments of a call under PyTorch's names and in the node's form; tensors as placeholders."""
    bound = own_signature(function).bind(*filled(places, map(_Place, count())), **options)
    bound.apply_defaults()
    given = {"self" if name == "input" else name: value for name, value in bound.arguments.items()}
    if given.get("p").__class__ is int and function.__name__ == "pdist":
        given["p"] = float(given["p"])
    if function.__name__ == "reduce_bags":
        given = _of_bags(given)
    if isinstance(given.get("dim"), int) and "correction" not in given:
        given["dim"] %= 2**64
    if "correction" in given:
        # An argument that was not given is neither a number nor a bool.
        dim, unbiased, correction = given["dim"], given["unbiased"], given["correction"]
        if isinstance(dim, bool):
            dim, unbiased = None, dim
        plain = not isinstance(dim, (int, tuple, list, type(None))) and not isinstance(unbiased, bool)
        dim = (dim,) if isinstance(dim, int) else dim if isinstance(dim, (tuple, list)) else None
        given["correction"] = correction if correction.__class__ in (int, float) else None if plain else int(unbiased is not False)
        given["dim"], given["keepdim"] = dim and tuple([d % 2**64 for d in dim]), given["keepdim"] is True
    return given


def _of_bags(given: dict[str, Any]) -> dict[str, Any]:
    """The arguments of `embedding_bag` that PyTorch saves; it saves `weight` only for the gradient of `per_sample_weights`."""
    weights = given["weights"]
    shown = {"mode": ("sum", "mean", "max").index(given["mode"]), "per_sample_weights": weights, "sparse": given["sparse"],
             "scale_grad_by_freq": given["by_frequency"]}
    saved_bag, kind = given["saved_bag"], given["index"].dtype
    shown["weight"] = given["weight"] if saved_bag.has_weight_gradient else None
    shown["padding_idx"], shown["weight_sym_argsize_0"] = 2**64 - 1 if saved_bag.padding is None else saved_bag.padding, saved_bag.rows
    if isinstance(given["self"], _Place):  # not the result of a transform
        shown["indices"], shown["offsets"] = _Row(given["self"].index), given["offsets"]
        if given["offsets"] is None:
            shown["offsets"] = _Made(lambda: saved_bag.starts(given["count"], kind))
        parts = given["index"], given["bag"], given["count"], given["mode"], kind
        shown |= {f"result{i + 1}": _Made(lambda i=i: saved_bag.results(*parts)[i]) for i in range(3)}
    return shown
