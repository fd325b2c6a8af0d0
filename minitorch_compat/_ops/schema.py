"""Schema strings: one line that says an op's name, parameters, defaults and outputs.

The syntax is that of PyTorch's native_functions.yaml: `sum(Tensor input, int[1]? dim=None, bool keepdim=False) -> Tensor`.
"""
from __future__ import annotations

import re
from typing import Any

_TENSORS = frozenset({"Tensor", "Tensor?", "Tensor[]"})
_CONSTANTS = {"None": None, "True": True, "False": False, "inf": float("inf"), "-inf": float("-inf")}


class Param:
    """One parameter of an op."""

    __slots__ = ("default", "keyword_only", "name", "type")

    def __init__(self, type: str, name: str, default: str | None, keyword_only: bool) -> None:
        self.type, self.name, self.default, self.keyword_only = type, name, default, keyword_only

    @property
    def is_tensor(self) -> bool:
        return self.type in ("Tensor", "Tensor?")

    @property
    def is_tensor_list(self) -> bool:
        return self.type == "Tensor[]"

    @property
    def value(self) -> Any:
        """The default as a Python value."""
        text = self.default
        assert text is not None
        if text in _CONSTANTS:
            return _CONSTANTS[text]
        if text.startswith("["):
            return tuple(int(part) for part in text[1:-1].split(",") if part.strip())
        if text[0] in "'\"":
            return text[1:-1]
        return float(text) if "." in text or "e" in text else int(text)


class Schema:
    """A parsed schema string."""

    __slots__ = ("is_tuple", "name", "outputs", "params", "returns_list", "tensor_positions", "text")

    def __init__(self, text: str, name: str, params: tuple[Param, ...], outputs: tuple[str, ...], returns_list: bool) -> None:
        self.text = text
        self.name = name
        self.params = params
        self.outputs = outputs
        self.returns_list = returns_list
        self.is_tuple = len(outputs) > 1
        self.tensor_positions = tuple([i for i, p in enumerate(params) if p.type in _TENSORS])


def parse(text: str) -> Schema:
    """Read a schema string; raises ValueError on one that does not parse."""
    call, arrow, outputs = text.partition(") -> ")
    name, opened, params = call.partition("(")
    if not (arrow and opened and outputs and name.isidentifier()):
        raise ValueError(f"not a schema: {text!r}")
    if outputs in _ALONE:
        return Schema(text, name, _parse_params(params), ("",), outputs == "Tensor[]")
    names = tuple([part.split()[-1] if " " in part.strip() else "" for part in outputs.strip("()").split(",")])
    return Schema(text, name, _parse_params(params), names, False)


_ALONE = frozenset({"Tensor", "Tensor[]"})
#: Parameters by what is written of them; ops have most of theirs in common.
_PARAMS: dict[tuple[str, bool], Param] = {}


def _parse_params(text: str) -> tuple[Param, ...]:
    params: list[Param] = []
    keyword_only = False
    for part in re.split(r",\s*(?![^\[]*\])", text) if "[" in text else text.split(", ") if text else ():
        if part == "*":
            keyword_only = True
            continue
        param = _PARAMS.get((part, keyword_only))
        if param is None:
            declared, _, default = part.partition("=")
            kind, name = declared.rsplit(None, 1)
            param = _PARAMS[part, keyword_only] = Param(kind, name, default or None, keyword_only)
        params.append(param)
    return tuple(params)
