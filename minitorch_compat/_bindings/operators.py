"""Python's operators on tensors.

An operand that is neither a tensor nor a number makes the op raise TypeError; the operator then answers NotImplemented, so that the
other operand gets its turn, as in PyTorch.
"""
from __future__ import annotations

from typing import Any

from .._dispatch.call import caller
from .._dispatch.inplace import inplace
from .._ops.op import OPS
from .arithmetic import floor_divide, pow_, power, remainder, rsub

_add, _sub, _mul, _div, _neg, _abs, _matmul = (caller(n) for n in ("add", "sub", "mul", "div", "neg", "abs", "matmul"))
_eq, _ne, _lt, _le, _gt, _ge = (caller(n) for n in ("eq", "ne", "lt", "le", "gt", "ge"))
_and, _or, _xor, _not = (caller(f"bitwise_{n}") for n in ("and", "or", "xor", "not"))
_lshift, _rshift = caller("bitwise_left_shift"), caller("bitwise_right_shift")


class Operators:
    """Arithmetic, comparison and bitwise dunders of Tensor."""

    __slots__ = ()
    __array_priority__ = 1000  # numpy's operators leave the work to ours

    def __add__(self, other: Any) -> Any:
        try:
            return _add(self, other)
        except TypeError:
            return NotImplemented

    def __radd__(self, other: Any) -> Any:
        try:
            return _add(self, other)
        except TypeError:
            return NotImplemented

    def __mul__(self, other: Any) -> Any:
        try:
            return _mul(self, other)
        except TypeError:
            return NotImplemented

    def __rmul__(self, other: Any) -> Any:
        try:
            return _mul(self, other)
        except TypeError:
            return NotImplemented

    def __sub__(self, other: Any) -> Any:
        try:
            return _sub(self, other)
        except TypeError:
            return NotImplemented

    def __rsub__(self, other: Any) -> Any:
        try:
            return rsub(self, other)
        except TypeError:
            return NotImplemented

    def __truediv__(self, other: Any) -> Any:
        try:
            return _div(self, other)
        except TypeError:
            return NotImplemented

    def __rtruediv__(self, other: Any) -> Any:
        try:
            return _mul(self.reciprocal(), other)  # type: ignore[attr-defined]
        except TypeError:
            return NotImplemented

    def __floordiv__(self, other: Any) -> Any:
        try:
            return floor_divide(self, other)
        except TypeError:
            return NotImplemented

    def __rfloordiv__(self, other: Any) -> Any:
        try:
            return floor_divide(other, self)
        except TypeError:
            return NotImplemented

    def __mod__(self, other: Any) -> Any:
        try:
            return remainder(self, other)
        except TypeError:
            return NotImplemented

    def __rmod__(self, other: Any) -> Any:
        try:
            return remainder(other, self)
        except TypeError:
            return NotImplemented

    def __pow__(self, other: Any) -> Any:
        try:
            return power(self, other)
        except TypeError:
            return NotImplemented

    def __rpow__(self, other: Any) -> Any:
        try:
            return power(other, self)
        except TypeError:
            return NotImplemented

    def __matmul__(self, other: Any) -> Any:
        try:
            return _matmul(self, other)
        except TypeError:
            return NotImplemented

    def __rmatmul__(self, other: Any) -> Any:
        try:
            return _matmul(other, self)
        except TypeError:
            return NotImplemented

    def __neg__(self) -> Any:
        return _neg(self)

    def __pos__(self) -> Any:
        return self

    def __abs__(self) -> Any:
        return _abs(self)

    def __invert__(self) -> Any:
        return _not(self)

    def __iadd__(self, other: Any) -> Any:
        return inplace(OPS["add"], self, other)

    def __isub__(self, other: Any) -> Any:
        return inplace(OPS["sub"], self, other)

    def __imul__(self, other: Any) -> Any:
        return inplace(OPS["mul"], self, other)

    def __itruediv__(self, other: Any) -> Any:
        return inplace(OPS["div"], self, other)

    def __ifloordiv__(self, other: Any) -> Any:
        return inplace(OPS["floor_divide"], self, other)

    def __imod__(self, other: Any) -> Any:
        return inplace(OPS["remainder"], self, other)

    def __ipow__(self, other: Any) -> Any:
        return pow_(self, other)

    def __iand__(self, other: Any) -> Any:
        return inplace(OPS["bitwise_and"], self, other)

    def __ior__(self, other: Any) -> Any:
        return inplace(OPS["bitwise_or"], self, other)

    def __ixor__(self, other: Any) -> Any:
        return inplace(OPS["bitwise_xor"], self, other)

    def __ilshift__(self, other: Any) -> Any:
        return inplace(OPS["bitwise_left_shift"], self, other)

    def __irshift__(self, other: Any) -> Any:
        return inplace(OPS["bitwise_right_shift"], self, other)

    def __and__(self, other: Any) -> Any:
        try:
            return _and(self, other)
        except TypeError:
            return NotImplemented

    __rand__ = __and__

    def __or__(self, other: Any) -> Any:
        try:
            return _or(self, other)
        except TypeError:
            return NotImplemented

    __ror__ = __or__

    def __xor__(self, other: Any) -> Any:
        try:
            return _xor(self, other)
        except TypeError:
            return NotImplemented

    __rxor__ = __xor__

    def __lshift__(self, other: Any) -> Any:
        return _lshift(self, other)

    def __rshift__(self, other: Any) -> Any:
        return _rshift(self, other)

    def __rlshift__(self, other: Any) -> Any:
        return _lshift(other, self)

    def __rrshift__(self, other: Any) -> Any:
        return _rshift(other, self)

    # Python 2's names of division, which PyTorch has kept.
    __div__, __rdiv__, __idiv__ = __truediv__, __rtruediv__, __itruediv__

    def __eq__(self, other: object) -> Any:
        try:
            return _eq(self, other)
        except TypeError:
            return NotImplemented

    def __ne__(self, other: object) -> Any:
        try:
            return _ne(self, other)
        except TypeError:
            return NotImplemented

    def __lt__(self, other: Any) -> Any:
        try:
            return _lt(self, other)
        except TypeError:
            return NotImplemented

    def __le__(self, other: Any) -> Any:
        try:
            return _le(self, other)
        except TypeError:
            return NotImplemented

    def __gt__(self, other: Any) -> Any:
        try:
            return _gt(self, other)
        except TypeError:
            return NotImplemented

    def __ge__(self, other: Any) -> Any:
        try:
            return _ge(self, other)
        except TypeError:
            return NotImplemented

    def __hash__(self) -> int:
        return id(self)
