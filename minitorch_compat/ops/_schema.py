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


def normalize_schema(text: str) -> str:
    """A schema's text with its defaults in PyTorch's notation: floats with a point, dtypes as codes, devices without quotes."""
    arguments, arrow, returned = text.strip().removeprefix("(").rpartition(") -> ")
    several = f"({', '.join(kind.strip() for kind in split_at_commas(returned[1:-1]))})" if returned.startswith("(") else returned
    return f"{', '.join(map(_normalize_default, split_at_commas(arguments)))}{arrow}{several}" if arrow else text


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
