"""Schema strings, one line with an op's name, parameters, defaults and outputs, and the recorded signatures of public functions.

The syntax of schemas is that of PyTorch's native_functions.yaml: `sum(Tensor input, int[1]? dim=None, bool keepdim=False) -> Tensor`.

A recorded signature (`_fidelity/tables/signatures.json`) is the part in parentheses; `SymInt` is an int for which more can stand, `int[1]`
(of any number) a list for which an int can, `Tensor|Scalar` a tensor for which a number can, `Any` what is not looked at. Where a list of
ints is all that may be given by position, it may come as single arguments. Behind a signature that is accepted and not told of stands
`|deprecated`.
"""
from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Any, NamedTuple

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
    """Parse a schema string; raises ValueError if it is malformed."""
    call, arrow, outputs = text.partition(") -> ")
    name, opened, params = call.partition("(")
    if not (arrow and opened and outputs and name.isidentifier()):
        raise ValueError(f"not a schema: {text!r}")
    if outputs in _SINGLE_OUTPUTS:
        return Schema(text, name, _parse_params(params), ("",), outputs == "Tensor[]")
    names = tuple([part.split()[-1] if " " in part.strip() else "" for part in outputs.strip("()").split(",")])
    return Schema(text, name, _parse_params(params), names, False)


_SINGLE_OUTPUTS = frozenset({"Tensor", "Tensor[]"})
#: Text of a parameter -> parameter; ops share most of them.
_PARAMS: dict[tuple[str, bool], Param] = {}


def _parse_params(text: str) -> tuple[Param, ...]:
    return parameters(re.split(r",\s*(?![^\[]*\])", text) if "[" in text else text.split(", ") if text else ())


def parameters(parts: Iterable[str]) -> tuple[Param, ...]:
    """The parameters of a schema, from the texts between its commas."""
    params: list[Param] = []
    keyword_only = False
    for part in parts:
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


class SignatureParam(NamedTuple):
    """One parameter of a recorded signature.

    `kind` is the character of its type, prefixed with `j` if an int may stand for a list, followed by `?` if None is accepted.
    """

    name: str
    kind: str
    optional: bool
    by_position: bool


#: The characters of types, as argument checks use them.
TYPE_CODES = {
    "Tensor": "T", "Tensor|Scalar": "Tn", "Tensor[]": "L", "int": "i", "int[]": "I", "SymInt": "k", "SymInt[]": "K", "float": "f",
    "float[]": "F", "Scalar": "n", "Scalar[]": "N", "bool": "b", "str": "s", "ScalarType": "d", "Device": "v", "Layout": "y",
    "MemoryFormat": "m", "Generator": "g"}
_DEPRECATED = "|deprecated"


@cache
def parse_signature(text: str) -> tuple[SignatureParam, ...]:
    """The parameters of a recorded signature, positional ones first."""
    text = text.removesuffix(_DEPRECATED)
    return tuple([SignatureParam(p.name, type_code(p.type), p.default is not None, not p.keyword_only)
                  for p in parameters(text.split(", ") if text else ())])


def type_code(type: str) -> str:
    """The kind of a parameter of a given type."""
    plain = type.removesuffix("?")
    base, sized, _ = plain.partition("[")
    kind = TYPE_CODES.get(plain) or ("j" + TYPE_CODES[f"{base}[]"] if sized else ".")
    return kind + "?" * (plain != type)


def is_deprecated(text: str) -> bool:
    """Whether error messages omit a recorded signature."""
    return text.endswith(_DEPRECATED)


def takes_ints_as_varargs(text: str) -> bool:
    """Whether a recorded signature also takes the ints of a list as separate arguments."""
    positional = [parameter for parameter in parse_signature(text) if parameter.by_position]
    return len(positional) == 1 and not {"I", "K"}.isdisjoint(positional[0].kind)
