"""Python's operators on tensors.

For an operand that is neither a tensor nor a number the op raises TypeError; the operator then returns NotImplemented, so that Python
tries the other operand, as in PyTorch.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ..._array.linalg.products import multiply_matrices
from ..._dispatch.call.caller import caller, lazy_call, resolve_calls
from ..._dispatch.call.fast_paths.binary import operator
from ..._dispatch.call.torch_function import OPERATORS, Overridden, handles_overrides
from ..._dispatch.graph.inplace import in_place
from ..functions.arithmetic import floor_divide, pow_, power, remainder, rsub

if TYPE_CHECKING:
    from .tensor import Tensor

    Binary = Callable[[Any, Any], Tensor]

_matmul = caller("matmul")
_mul, _neg, _abs = (lazy_call(n) for n in ("mul", "neg", "abs"))
_and, _or, _xor, _not = (lazy_call(f"bitwise_{n}") for n in ("and", "or", "xor", "not"))
_lshift, _rshift = lazy_call("bitwise_left_shift"), lazy_call("bitwise_right_shift")
resolve_calls(globals())


def _matmul_or_defer(a: Any, b: Any) -> Any:
    if isinstance(b, (np.generic, np.ndarray)):
        raise TypeError  # numpy's numbers are not accepted here, and its arrays multiply tensors themselves
    return _matmul(a, b)


def resolve_operator(error: Exception, name: str, a: Any, b: Any) -> Any:
    """The result of a failed in-place operator: that of an overriding operand, else raise."""
    if isinstance(error, Overridden):
        return OPERATORS[0](name, (a, b))
    from ..._fidelity.tracebacks import shorten_traceback

    raise shorten_traceback(error)


_add_, _sub_, _mul_, _div_ = (in_place(n) for n in ("add", "sub", "mul", "div"))
_floor_divide_, _remainder_ = in_place("floor_divide"), in_place("remainder")
_bitwise_and_, _bitwise_or_, _bitwise_xor_ = (in_place(f"bitwise_{n}") for n in ("and", "or", "xor"))
_bitwise_left_shift_, _bitwise_right_shift_ = in_place("bitwise_left_shift"), in_place("bitwise_right_shift")


class Operators:
    """Arithmetic, comparison and bitwise dunders of Tensor."""

    __slots__ = ()
    __array_priority__ = 1000  # makes numpy's operators defer to these

    __add__: ClassVar[Binary] = operator("add")
    __radd__: ClassVar[Binary] = __add__
    __mul__: ClassVar[Binary] = operator("mul")
    __rmul__: ClassVar[Binary] = __mul__
    __sub__: ClassVar[Binary] = operator("sub")
    __truediv__: ClassVar[Binary] = operator("div")
    __matmul__: ClassVar[Binary] = operator("mm", multiply_matrices, _matmul_or_defer)
    __eq__: ClassVar[Binary] = operator("eq")  # type: ignore[assignment]
    __ne__: ClassVar[Binary] = operator("ne")  # type: ignore[assignment]
    __lt__: ClassVar[Binary] = operator("lt")
    __le__: ClassVar[Binary] = operator("le")
    __gt__: ClassVar[Binary] = operator("gt")
    __ge__: ClassVar[Binary] = operator("ge")

    @handles_overrides
    def __rsub__(self, other: Any) -> Tensor:
        try:
            return rsub(self, other)  # type: ignore[arg-type]
        except TypeError:
            return NotImplemented
        except Overridden:
            return OPERATORS[0]("__rsub__", (self, other))

    @handles_overrides
    def __rtruediv__(self, other: Any) -> Tensor:
        try:
            return _mul(self.reciprocal(), other)  # type: ignore[attr-defined]
        except TypeError:
            numbers = isinstance(other, np.ndarray) and other.dtype.kind in "biufcV"
            return self.reciprocal() * other if numbers else NotImplemented  # type: ignore[attr-defined]
        except Overridden:
            return OPERATORS[0]("__rtruediv__", (self, other))

    @handles_overrides
    def __floordiv__(self, other: Any) -> Tensor:
        try:
            return floor_divide(self, other)
        except TypeError:
            return NotImplemented
        except Overridden:
            return OPERATORS[0]("__floordiv__", (self, other))

    @handles_overrides
    def __rfloordiv__(self, other: Any) -> Tensor:
        try:
            return floor_divide(other, self)
        except TypeError:
            return NotImplemented
        except Overridden:
            return OPERATORS[0]("__rfloordiv__", (self, other))

    @handles_overrides
    def __mod__(self, other: Any) -> Tensor:
        try:
            return remainder(self, other)
        except TypeError:
            return NotImplemented
        except Overridden:
            return OPERATORS[0]("__mod__", (self, other))

    @handles_overrides
    def __rmod__(self, other: Any) -> Tensor:
        try:
            return remainder(other, self)
        except TypeError:
            return NotImplemented
        except Overridden:
            return OPERATORS[0]("__rmod__", (self, other))

    @handles_overrides
    def __pow__(self, other: Any) -> Tensor:
        try:
            return power(self, other)
        except TypeError:
            return NotImplemented
        except Overridden:
            return OPERATORS[0]("__pow__", (self, other))

    @handles_overrides
    def __rpow__(self, other: Any) -> Tensor:
        try:
            return power(other, self)
        except TypeError:
            return NotImplemented
        except Overridden:
            return OPERATORS[0]("__rpow__", (self, other))

    @handles_overrides
    def __rmatmul__(self, other: Any) -> Tensor:
        if isinstance(other, (np.generic, np.ndarray)):
            return NotImplemented  # before shapes are checked
        try:
            return _matmul(other, self)
        except TypeError:
            return NotImplemented
        except Overridden:
            return OPERATORS[0]("__rmatmul__", (self, other))

    def __neg__(self) -> Tensor:
        return _neg(self)

    def __pos__(self: Any) -> Tensor:
        from ..functions.compositions import positive

        return positive(self)

    def __abs__(self) -> Tensor:
        return _abs(self)

    def __invert__(self) -> Tensor:
        if self._array.dtype.kind not in "biu":  # type: ignore[attr-defined]
            raise TypeError("~ (operator.invert) is only implemented on integer and Boolean-type tensors")
        return _not(self)

    @handles_overrides
    def __iadd__(self, other: Any) -> Tensor:
        try:
            return _add_(self, other)
        except TypeError:
            return NotImplemented
        except Exception as error:
            return resolve_operator(error, "__iadd__", self, other)

    @handles_overrides
    def __isub__(self, other: Any) -> Tensor:
        try:
            return _sub_(self, other)
        except TypeError:
            return NotImplemented
        except Exception as error:
            return resolve_operator(error, "__isub__", self, other)

    @handles_overrides
    def __imul__(self, other: Any) -> Tensor:
        try:
            return _mul_(self, other)
        except TypeError:
            return NotImplemented
        except Exception as error:
            return resolve_operator(error, "__imul__", self, other)

    @handles_overrides
    def __itruediv__(self, other: Any) -> Tensor:
        try:
            return _div_(self, other)
        except TypeError:
            return NotImplemented
        except Exception as error:
            return resolve_operator(error, "__itruediv__", self, other)

    @handles_overrides
    def __ifloordiv__(self, other: Any) -> Tensor:
        try:
            return _floor_divide_(self, other)
        except TypeError:
            return NotImplemented
        except Exception as error:
            return resolve_operator(error, "__ifloordiv__", self, other)

    @handles_overrides
    def __imod__(self, other: Any) -> Tensor:
        try:
            return _remainder_(self, other)
        except TypeError:
            return NotImplemented
        except Exception as error:
            return resolve_operator(error, "__imod__", self, other)

    @handles_overrides
    def __ipow__(self, other: Any) -> Tensor:
        try:
            return pow_(self, other)
        except TypeError:
            return NotImplemented
        except Exception as error:
            return resolve_operator(error, "__ipow__", self, other)

    @handles_overrides
    def __iand__(self, other: Any) -> Tensor:
        try:
            return _bitwise_and_(self, other)
        except TypeError:
            return NotImplemented
        except Exception as error:
            return resolve_operator(error, "__iand__", self, other)

    @handles_overrides
    def __ior__(self, other: Any) -> Tensor:
        try:
            return _bitwise_or_(self, other)
        except TypeError:
            return NotImplemented
        except Exception as error:
            return resolve_operator(error, "__ior__", self, other)

    @handles_overrides
    def __ixor__(self, other: Any) -> Tensor:
        try:
            return _bitwise_xor_(self, other)
        except TypeError:
            return NotImplemented
        except Exception as error:
            return resolve_operator(error, "__ixor__", self, other)

    @handles_overrides
    def __ilshift__(self, other: Any) -> Tensor:
        try:
            return _bitwise_left_shift_(self, other)
        except TypeError:
            return NotImplemented
        except Exception as error:
            return resolve_operator(error, "__ilshift__", self, other)

    @handles_overrides
    def __irshift__(self, other: Any) -> Tensor:
        try:
            return _bitwise_right_shift_(self, other)
        except TypeError:
            return NotImplemented
        except Exception as error:
            return resolve_operator(error, "__irshift__", self, other)

    @handles_overrides
    def __and__(self, other: Any) -> Tensor:
        try:
            return _and(self, other)
        except TypeError:
            return NotImplemented
        except Overridden:
            return OPERATORS[0]("__and__", (self, other))

    __rand__ = __and__

    @handles_overrides
    def __or__(self, other: Any) -> Tensor:
        try:
            return _or(self, other)
        except TypeError:
            return NotImplemented
        except Overridden:
            return OPERATORS[0]("__or__", (self, other))

    __ror__ = __or__

    @handles_overrides
    def __xor__(self, other: Any) -> Tensor:
        try:
            return _xor(self, other)
        except TypeError:
            return NotImplemented
        except Overridden:
            return OPERATORS[0]("__xor__", (self, other))

    __rxor__ = __xor__

    @handles_overrides
    def __lshift__(self, other: Any) -> Tensor:
        try:
            return _lshift(self, other)
        except TypeError:
            return NotImplemented
        except Overridden:
            return OPERATORS[0]("__lshift__", (self, other))

    @handles_overrides
    def __rshift__(self, other: Any) -> Tensor:
        try:
            return _rshift(self, other)
        except TypeError:
            return NotImplemented
        except Overridden:
            return OPERATORS[0]("__rshift__", (self, other))

    @handles_overrides
    def __rlshift__(self, other: Any) -> Tensor:
        try:
            return _lshift(other, self)
        except TypeError:
            return NotImplemented
        except Overridden:
            return OPERATORS[0]("__rlshift__", (self, other))

    @handles_overrides
    def __rrshift__(self, other: Any) -> Tensor:
        try:
            return _rshift(other, self)
        except TypeError:
            return NotImplemented
        except Overridden:
            return OPERATORS[0]("__rrshift__", (self, other))

    # Python 2's names of division, which PyTorch still has.
    __div__, __rdiv__, __idiv__ = __truediv__, __rtruediv__, __itruediv__

    def __hash__(self) -> int:
        return id(self)
