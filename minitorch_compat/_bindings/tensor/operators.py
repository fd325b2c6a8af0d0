"""Python's operators on tensors.

For an operand that is neither a tensor nor a number the op raises TypeError; the operator then returns NotImplemented, so that Python
tries the other operand, as in PyTorch.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from ..._array.linalg.products import multiply_matrices
from ..._dispatch.call.caller import caller, lazy_call, resolve_calls, resolve_closure
from ..._dispatch.call.fast_paths.binary import operator
from ..._dispatch.call.torch_function import OPERATORS, Overridden, handles_overrides
from ..._dispatch.graph.inplace import in_place
from ..functions.arithmetic import floor_divide, pow_, power, remainder, rsub

if TYPE_CHECKING:
    from .tensor import Tensor

    Binary = Callable[[Any, Any], Tensor]

_matmul = caller("matmul")
_mul, _neg, _abs = (lazy_call(n) for n in ("mul", "neg", "abs"))
_not = lazy_call("bitwise_not")
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


def _named(name: str, call: Any) -> Binary:
    call.__name__, call.__qualname__ = name, f"Operators.{name}"
    resolve_closure(call)
    return call


def _defer(name: str, function: Callable[[Any, Any], Any]) -> Binary:
    """The operator of a function: Python tries the other operand where the function refuses its type."""
    @handles_overrides
    def call(self: Any, other: Any) -> Any:
        try:
            return function(self, other)
        except TypeError:
            return NotImplemented
        except Overridden:
            return OPERATORS[0](name, (self, other))

    return _named(name, call)


def _defer_reflected(name: str, function: Callable[[Any, Any], Any]) -> Binary:
    """The same with the tensor on the right."""
    @handles_overrides
    def call(self: Any, other: Any) -> Any:
        try:
            return function(other, self)
        except TypeError:
            return NotImplemented
        except Overridden:
            return OPERATORS[0](name, (self, other))

    return _named(name, call)


def _in_place(name: str, function: Callable[[Any, Any], Any]) -> Binary:
    """The operator of an in-place function."""
    @handles_overrides
    def call(self: Any, other: Any) -> Any:
        try:
            return function(self, other)
        except TypeError:
            return NotImplemented
        except Exception as error:
            return resolve_operator(error, name, self, other)

    return _named(name, call)


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

    __rsub__: ClassVar[Binary] = _defer("__rsub__", rsub)
    __floordiv__: ClassVar[Binary] = _defer("__floordiv__", floor_divide)
    __rfloordiv__: ClassVar[Binary] = _defer_reflected("__rfloordiv__", floor_divide)
    __mod__: ClassVar[Binary] = _defer("__mod__", remainder)
    __rmod__: ClassVar[Binary] = _defer_reflected("__rmod__", remainder)
    __pow__: ClassVar[Binary] = _defer("__pow__", power)
    __rpow__: ClassVar[Binary] = _defer_reflected("__rpow__", power)
    __and__: ClassVar[Binary] = _defer("__and__", lazy_call("bitwise_and"))
    __rand__: ClassVar[Binary] = __and__
    __or__: ClassVar[Binary] = _defer("__or__", lazy_call("bitwise_or"))
    __ror__: ClassVar[Binary] = __or__
    __xor__: ClassVar[Binary] = _defer("__xor__", lazy_call("bitwise_xor"))
    __rxor__: ClassVar[Binary] = __xor__
    __lshift__: ClassVar[Binary] = _defer("__lshift__", lazy_call("bitwise_left_shift"))
    __rlshift__: ClassVar[Binary] = _defer_reflected("__rlshift__", lazy_call("bitwise_left_shift"))
    __rshift__: ClassVar[Binary] = _defer("__rshift__", lazy_call("bitwise_right_shift"))
    __rrshift__: ClassVar[Binary] = _defer_reflected("__rrshift__", lazy_call("bitwise_right_shift"))

    __iadd__: ClassVar[Binary] = _in_place("__iadd__", in_place("add"))
    __isub__: ClassVar[Binary] = _in_place("__isub__", in_place("sub"))
    __imul__: ClassVar[Binary] = _in_place("__imul__", in_place("mul"))
    __itruediv__: ClassVar[Binary] = _in_place("__itruediv__", in_place("div"))
    __ifloordiv__: ClassVar[Binary] = _in_place("__ifloordiv__", in_place("floor_divide"))
    __imod__: ClassVar[Binary] = _in_place("__imod__", in_place("remainder"))
    __ipow__: ClassVar[Binary] = _in_place("__ipow__", pow_)
    __iand__: ClassVar[Binary] = _in_place("__iand__", in_place("bitwise_and"))
    __ior__: ClassVar[Binary] = _in_place("__ior__", in_place("bitwise_or"))
    __ixor__: ClassVar[Binary] = _in_place("__ixor__", in_place("bitwise_xor"))
    __ilshift__: ClassVar[Binary] = _in_place("__ilshift__", in_place("bitwise_left_shift"))
    __irshift__: ClassVar[Binary] = _in_place("__irshift__", in_place("bitwise_right_shift"))

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

    # Python 2's names of division, which PyTorch still has.
    __div__, __rdiv__, __idiv__ = __truediv__, __rtruediv__, __itruediv__

    def __hash__(self) -> int:
        return id(self)
