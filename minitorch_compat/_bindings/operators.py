"""Python's operators on tensors.

An operand that is neither a tensor nor a number makes the op raise TypeError; the operator then answers NotImplemented, so that the
other operand gets its turn, as in PyTorch.
"""
from __future__ import annotations

from typing import Any

from .._dispatch.call import caller
from .._dispatch.inplace import inplace
from .._ops.op import OPS

_add, _sub, _mul, _div, _pow, _neg = (caller(n) for n in ("add", "sub", "mul", "div", "pow", "neg"))


class Operators:
    """Arithmetic, comparison and bitwise dunders of Tensor."""

    __slots__ = ()

    def __add__(self, other: Any) -> Any:
        try:
            return _add(self, other)
        except TypeError:
            return NotImplemented

    __radd__ = __add__

    def __mul__(self, other: Any) -> Any:
        try:
            return _mul(self, other)
        except TypeError:
            return NotImplemented

    __rmul__ = __mul__

    def __sub__(self, other: Any) -> Any:
        try:
            return _sub(self, other)
        except TypeError:
            return NotImplemented

    def __rsub__(self, other: Any) -> Any:
        try:
            return _sub(other, self)
        except TypeError:
            return NotImplemented

    def __truediv__(self, other: Any) -> Any:
        try:
            return _div(self, other)
        except TypeError:
            return NotImplemented

    def __rtruediv__(self, other: Any) -> Any:
        try:
            return _div(other, self)
        except TypeError:
            return NotImplemented

    def __pow__(self, other: Any) -> Any:
        try:
            return _pow(self, other)
        except TypeError:
            return NotImplemented

    def __rpow__(self, other: Any) -> Any:
        try:
            return _pow(other, self)
        except TypeError:
            return NotImplemented

    def __neg__(self) -> Any:
        return _neg(self)

    def __iadd__(self, other: Any) -> Any:
        return inplace(OPS["add"], self, other)

    def __isub__(self, other: Any) -> Any:
        return inplace(OPS["sub"], self, other)

    def __imul__(self, other: Any) -> Any:
        return inplace(OPS["mul"], self, other)

    def __itruediv__(self, other: Any) -> Any:
        return inplace(OPS["div"], self, other)
