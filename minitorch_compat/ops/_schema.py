"""A schema as an object, as in `op._schema`. https://github.com/pytorch/pytorch/blob/main/aten/src/ATen/native/README.md"""
from __future__ import annotations

import re
from functools import cached_property
from typing import Any

from ._fitting import DTYPE_CODES, type_name


class AliasInfo:
    """Describes that an argument or result shares memory, and whether it is written to."""

    def __init__(self, mark: str) -> None:
        names = mark.strip("()").split("->")[0].replace("!", "").strip()
        self.is_write = "!" in mark
        self.before_set = {f"alias::{name.strip()}" for name in names.split("|")}
        self.after_set = set(self.before_set)


class SchemaArgument:
    """One argument of a schema, or one result."""

    def __init__(self, declared: str, name: str, default: Any = None, has_default: bool = False, kwarg_only: bool = False) -> None:
        mark = re.search(r"\([^)]*\)", declared)
        plain = re.sub(r"\([^)]*\)", "", declared)
        length = re.search(r"\[(\d+)\]", plain)
        self.name, self.kwarg_only = name, kwarg_only
        self.type = self.real_type = type_name(plain)
        self.N = int(length[1]) if length else None
        self.default_value, self._has_default = default, has_default
        self.alias_info = AliasInfo(mark[0]) if mark else None

    @property
    def is_out(self) -> bool:
        """Whether results are written into it."""
        return self.kwarg_only and self.is_write

    @property
    def is_write(self) -> bool:
        """Whether the op writes to it."""
        return self.alias_info is not None and self.alias_info.is_write

    def has_default_value(self) -> bool:
        """Whether the argument may be omitted."""
        return self._has_default


class FunctionSchema:
    """The declaration of an overload; equal to those of the same text."""

    def __init__(self, name: str, overload_name: str, text: str, arguments: list[SchemaArgument]) -> None:
        self.name, self.overload_name, self._text, self.arguments = name, overload_name, text, arguments

    @cached_property
    def returns(self) -> list[SchemaArgument]:
        """The results in order."""
        text = self._text[self._text.rindex(") -> ") + 5:] if ") -> (" not in self._text else self._text[self._text.rindex(") -> (") + 6:-1]
        return [SchemaArgument(kind, name) for kind, _, name in (part.strip().partition(" ") for part in split_at_commas(text))]

    @property
    def is_mutable(self) -> bool:
        """Whether the op writes to an argument."""
        return any(a.is_write for a in self.arguments)

    def __repr__(self) -> str:
        return self._text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FunctionSchema) and self._text == other._text

    def __hash__(self) -> int:
        return hash(self._text)


#: Types that schemas may name; those with other types inside, such as `Dict(str, int)`, are not checked further.
_TYPES = re.compile(
    "Any|AnyClassType|AnyEnumType|Capsule|ConstQuantizerPtr|Device|DeviceIndex|Generator|Layout|MemoryFormat|None|NoneType|QScheme|Quantizer"
    "|Scalar|ScalarType|Storage|Stream|SymBool|SymInt|Tensor|bool|complex|float|int|str")
_ARROW = re.compile(r"\)\s*->\s*")


def normalize_schema(text: str) -> str:
    """A schema's text in PyTorch's notation: a space around the arrow, floats with a point, dtypes as codes, devices without quotes.

    RuntimeError if it is no schema.
    """
    text = text.strip()
    arrows = list(_ARROW.finditer(text))
    if not text.startswith("(") or not arrows:
        raise RuntimeError(f"expected ) and -> in the schema, but got: {text}")
    arguments, returned = text[1:arrows[-1].start()], text[arrows[-1].end():]
    parts = [" ".join(part.split()) if "=" not in part else part.strip() for part in split_at_commas(arguments)]
    for part in parts:
        _check_argument(part)
    if returned.startswith("("):
        results = [kind.strip() for kind in split_at_commas(returned[1:-1])]
        returned = f"({', '.join(results)})"
    else:
        results = [returned]
    for result in results:
        _check_type(result.partition(" ")[0] if re.fullmatch(r"\S+ \w+", result) else result)
    return f"{', '.join(map(_normalize_default, parts))}) -> {returned}"


def _check_argument(part: str) -> None:
    declared = part.partition("=")[0].strip()
    kind, _, name = declared.rpartition(" ")
    if part != "*" and not (kind and name.isidentifier()):
        raise RuntimeError(f"expected a type and a name in the schema, but got: {part}")
    if part != "*":
        _check_type(kind.strip())


def _check_type(kind: str) -> None:
    """Refuse a type that no schema has."""
    plain = re.sub(r"(\?|\[\d*\])+$", "", re.sub(r"^Tensor\([^)]*\)", "Tensor", kind))
    if not _TYPES.fullmatch(plain) and not re.fullmatch(r"\w*\(.*\)|\w+(\.\w+)+", plain):
        raise RuntimeError(f"unknown type specifier {plain!r} in the schema. Types are Tensor, SymInt, int, float, bool, Scalar and more, "
                           "lists such as int[], and what may be None, such as Tensor?")


def _normalize_default(argument: str) -> str:
    declared, sign, default = argument.strip().partition("=")
    kind = declared.split(" ")[0].rstrip("?")
    if not sign or default == "None":
        return argument.strip()
    if kind.startswith("float"):
        default = re.sub(r"[^\[\], ]+", lambda m: _float_text(float(m[0])), default).replace(",", ", ").replace(",  ", ", ")
    elif kind == "Scalar" and re.search(r"[.e]", default):
        default = _float_text(float(default))
    elif kind == "ScalarType" and default in DTYPE_CODES:
        default = str(DTYPE_CODES[default])
    elif kind == "Device":
        default = default.strip("\"'")
    elif kind == "str":
        default = f'"{default[1:-1]}"'
    return f"{declared}={default}"


def _float_text(value: float) -> str:
    if value in (float("inf"), -float("inf")) or value != value:
        raise RuntimeError("invalid numeric default value")
    return f"{value:.0f}." if value.is_integer() and abs(value) < 2 ** 63 else f"{value:.17g}"


def split_at_commas(text: str) -> list[str]:
    """The parts between the commas that are not inside brackets."""
    depth, start, parts = 0, 0, []
    for i, c in enumerate(text):
        depth += (c in "([") - (c in ")]")
        if c == "," and not depth:
            parts.append(text[start:i])
            start = i + 1
    return [*parts, text[start:]] if text.strip() else []
