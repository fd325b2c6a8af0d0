"""Keyword arguments under another name than the parameter has here.

PyTorch parses a call against several signatures, which may name the same parameter differently (`sections` and `indices` of
`hsplit`), and accepts numpy's names as well. Here a function has one name for each parameter, and Python rejects another; only then, after
the failure, are the names looked up in PyTorch's signatures (`signatures.json`) and the call is repeated.
"""
from __future__ import annotations

from typing import Any

from .._dispatch.call.own_signature import own_signature
from .argument_checks import parameter_names, signatures
from .call_form import NUMPY_NAMES

_TENSOR = "torch.Tensor."
#: The key under which a value to be passed by position is returned.
BY_POSITION = "*"


def own_keyword_arguments(full: str, raw: Any, args: tuple[Any, ...], kwargs: dict[str, Any], error: TypeError) -> dict[str, Any] | None:
    """The keyword arguments of a call in which `raw` rejected a keyword, under the names of its own parameters; None if they have none."""
    unexpected = str(error).partition("unexpected keyword argument '")[2].partition("'")[0]  # newer Pythons append a suggestion
    if unexpected not in kwargs:
        return None
    parameters = own_signature(raw).parameters.values()
    own = [parameter.name for parameter in parameters]
    space, _, name = full.rpartition(".")
    positional_count = len(args)
    if full.startswith(_TENSOR):
        own, positional_count = own[1:], positional_count - 1
    if any(parameter.kind is parameter.VAR_POSITIONAL for parameter in parameters) and not positional_count and len(kwargs) == 1:
        firsts = {names[0] for names, _ in map(parameter_names, signatures(space, name) or ()) if names}
        return {BY_POSITION: (kwargs[unexpected],)} if unexpected in firsts else None  # sizes, which may be passed as one list by name
    for text in signatures(space, name) or [""]:
        found = _rename_keywords(*parameter_names(text), own, positional_count, kwargs)
        if found is not None and found.keys() != kwargs.keys():
            return found
    return None


def _rename_keywords(by_position: list[str], by_keyword: list[str], own: list[str], positional_count: int,
                     kwargs: dict[str, Any]) -> dict[str, Any] | None:
    """The keyword arguments under `own` names, if a signature has a place for each that no positional argument occupies."""
    renamed: dict[str, Any] = {}
    for key, value in kwargs.items():
        own_name = key if key in by_position or key in by_keyword else NUMPY_NAMES.get(key, key)
        if own_name in by_position:
            place = by_position.index(own_name)
            own_name = own_name if own_name in own else own[place] if place < len(own) else ""
            taken = place < positional_count
        else:
            taken = own_name not in by_keyword and bool(by_position or by_keyword)
        if taken or own_name not in own or own_name in renamed:
            return None
        renamed[own_name] = value
    return renamed
