"""Calls of two tensors, or of a tensor and a number: which fast path an op gets, and Python's operators."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...._array.core.dtypes import LIMITED_TYPES
from ...._ops.op import OPS, Op
from ..caller import general_call, slow_chars_of, wrap
from ..torch_function import OPERATORS, Overridden, handles_overrides
from .fast_calls import addition_call, other_binary_call, product_call
from .save_plans import SAVES_OTHER_OPERAND, binary_plan


def operator(name: str, kernel: Any = None, otherwise: Any = None) -> Callable[[Any, Any], Any]:
    """Python's binary operator for op `name`, to be used in a class body.

    It is the caller itself, not a method around it: a second Python call would cost a sixth of a small addition.  For an operand that is
    neither a tensor nor a number it returns NotImplemented, so that the other operand is asked.  With a `kernel` that raises ValueError for
    some arrays, `otherwise` is called for those, and for every case that the fast path does not handle.
    """

    @handles_overrides
    def attempt(op: Op, args: tuple[Any, ...]) -> Any:
        try:
            return general_call(op, args) if otherwise is None else otherwise(*args)
        except TypeError:
            if op.accepts_numpy_arrays and args[1].__class__ is np.ndarray and args[1].dtype.kind in "biufc":
                return general_call(op, (args[0], wrap(args[1])))  # as in PyTorch, which does so for no other comparison
            return NotImplemented
        except Overridden:
            return OPERATORS[0](op.name, args)

    def fallback(op: Op, args: tuple[Any, ...]) -> Any:
        try:
            return attempt(op, args)
        except Exception as error:
            from ...._fidelity.tracebacks import shorten_traceback

            raise shorten_traceback(error)  # noqa: B904 (the same)

    return binary_call(OPS[name], kernel, fallback)


def binary_call(op: Op, kernel: Any = None, general: Any = None) -> Callable[..., Any]:
    """The call of an op of two tensors; `kernel` and `general` (for what the fast path leaves out) if not the usual ones."""
    kernel = kernel or op.kernel
    general = general or general_call
    plans = [None, *(binary_plan(op, mask) for mask in (1, 2, 3))] if op.is_differentiable else None
    if plans is not None and slow_chars_of(op) == LIMITED_TYPES and op.number_overloads is None:
        if op.elementwise and op.numbers == "any" and not any(plans):
            return addition_call(op, kernel, general)
        if plans == SAVES_OTHER_OPERAND and op.numbers in ("any", "none"):
            return product_call(op, kernel, general, op.numbers == "any")
    return other_binary_call(op, kernel, general, plans)
