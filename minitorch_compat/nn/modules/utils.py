"""Helper functions of several layers."""
from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import repeat
from typing import Any

__all__ = ["consume_prefix_in_state_dict_if_present"]


def _ntuple(n: int, name: str = "parse") -> Callable[[Any], Any]:
    def parse(x: Any) -> Any:
        return tuple(x) if isinstance(x, Iterable) else tuple(repeat(x, n))

    parse.__name__ = name
    return parse


_single = _ntuple(1, "_single")
_pair = _ntuple(2, "_pair")
_triple = _ntuple(3, "_triple")
_quadruple = _ntuple(4, "_quadruple")


def weight_and_bias(module: Any) -> tuple[Any, Any]:
    """`module.weight` and `module.bias`; as attributes each would need a failing lookup and `__getattr__`, half the cost of a small
    product."""
    parameters = module._parameters
    try:
        return parameters["weight"], parameters["bias"]
    except KeyError:  # no longer a parameter (weight_norm)
        return module.weight, module.bias


def _reverse_repeat_tuple(t: Sequence[int], n: int) -> tuple[int, ...]:
    """Repeat each element in reverse order, as `F.pad` expects: (1, 2, 3) and 2 give (3, 3, 2, 2, 1, 1)."""
    return tuple(x for x in reversed(t) for _ in range(n))


def _list_with_default(out_size: Any, defaults: Sequence[int]) -> Any:
    if isinstance(out_size, (int, type(None))):
        return out_size
    if len(defaults) <= len(out_size):
        raise ValueError(f"Input dimension should be at least {len(out_size) + 1}")
    return [d if v is None else v for v, d in zip(out_size, defaults[-len(out_size):], strict=True)]


def consume_prefix_in_state_dict_if_present(state_dict: dict[str, Any], prefix: str) -> None:
    """Remove `prefix` from the keys of `state_dict` and of its metadata, in place.

    Converts a checkpoint of a wrapped model (`"module."`) to the names of the unwrapped one.
    """
    for key in list(state_dict):
        if key.startswith(prefix):
            state_dict[key[len(prefix):]] = state_dict.pop(key)
    metadata = getattr(state_dict, "_metadata", None)
    if metadata is None:
        return
    for key in list(metadata):
        # "" is the wrapper itself, and "module" the model that replaces it.
        if key and (key == prefix.replace(".", "") or key.startswith(prefix)):
            metadata[key[len(prefix):]] = metadata.pop(key)
