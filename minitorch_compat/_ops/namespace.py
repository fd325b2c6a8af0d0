"""The namespaces that formulas get as `xp`: the ops by name, callable with positional arguments in schema order."""
from __future__ import annotations

import importlib
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np

from .._array.core.deferred import replace_when_imported
from .._array.core.dtypes import HALF_TYPES
from .._array.core.execution.blocks import float16_through_float32, widen_half
from .._array.shape.strided import convert
from .op import OPS, Op, on_declaration
from .table import FAMILY_OF, LazyAttribute


class Namespace(SimpleNamespace):
    """Ops by name, looked up on first use."""

    __hash__ = object.__hash__  # type: ignore[assignment]
    #: Whether views may be lazily conjugated.
    has_views = False

    def __getattr__(self, name: str) -> Any:
        # Reached once per name: the result is stored.
        op = OPS.get(name)
        if op is None:
            raise AttributeError(f"a formula uses xp.{name}, but no op of that name is declared")
        entry = self._entry(op)
        self.__dict__[name] = entry
        return entry

    def _entry(self, op: Op) -> Any:
        raise NotImplementedError


class ArrayNamespace(SimpleNamespace):
    """Kernels on ndarrays, for formulas whose results need no further derivative.

    It is filled as ops are declared: a `__getattr__` would slow down every access, and an ordinary backward consists of these. Ops of
    lazily loaded families have placeholders.
    """

    __hash__ = object.__hash__  # type: ignore[assignment]
    has_views = False

    def declared(self, name: str) -> Any:
        """Replaces a placeholder once its op is declared."""
        return self.__dict__[OPS[name].name]

    def add_op(self, op: Op) -> None:
        """Add `op`'s kernel, or its definition, under its name."""
        function = op.composite
        kernel = float16_through_float32(op.kernel) if op.widens_float16 else op.kernel
        self.__dict__[op.name] = kernel if function is None or op.kernel is not None else lambda *args: function(self, *args)
        replace_when_imported(op.kernel, self, op.name)


ARRAYS = ArrayNamespace()
ARRAYS.__dict__.update({name: LazyAttribute(partial(ARRAYS.declared, name)) for name in FAMILY_OF})
on_declaration(ARRAYS.add_op)

# Pieces that formulas of several families are made of ---------------------------------------------------------------------------------


def array_of(x: Any) -> Any:
    """The array of a tensor, or an array itself, whose dtype is numpy's."""
    return x._array if hasattr(x, "_array") else x


def conjugate(xp: Any, x: Any) -> Any:
    """`x`, conjugated if it is complex; for real numbers PyTorch's formulas make no copy and record nothing."""
    return xp.conj_physical(x) if array_of(x).dtype.kind == "c" else x


def number_over(number: Any, x: Any) -> Any:
    """`number / x`: as in PyTorch, the number is not rounded to half precision, which numpy and some versions of ml_dtypes do."""
    if x.__class__ is np.ndarray and x.dtype in HALF_TYPES:
        return convert(np.float32(number) / widen_half(x), x.dtype)
    return number / x


def public_class(name: str) -> object:
    """`OpOverload` and `OpOverloadPacket` as attributes of `torch._ops`, where PyTorch defines them and programs import them from."""
    if name not in ("OpOverload", "OpOverloadPacket"):
        raise AttributeError(f"module {__package__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__package__.partition('.')[0]}.ops"), name)
