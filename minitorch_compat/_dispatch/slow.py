"""Calls that meet something special: a wrong type, an override, a level."""
from __future__ import annotations

from typing import Any

from .._ops.op import Op
from .errors import argument_error
from .forward import dual_call, dual_inplace, highest_level
from .state import ACTIVE, PLAIN
from .tensor import TensorBase

_NUMBER_TYPES = (int, float, complex)


def special_call(op: Op, args: tuple[Any, ...]) -> tuple[bool, Any]:
    """(True, result) when a level or an override took the call; (False, None) when it is a plain one after all."""
    check_types(op, args)
    if ACTIVE:
        level = highest_level(op, args)
        if level >= 0:
            return True, dual_call(op, args, level)
    return False, None


def special_inplace(op: Op, args: tuple[Any, ...]) -> tuple[bool, Any]:
    """The same for a call that writes into its first argument."""
    check_types(op, args)
    if ACTIVE:
        level = highest_level(op, args)
        if level >= 0:
            return True, dual_inplace(op, args, level)
    return False, None


def check_types(op: Op, args: tuple[Any, ...]) -> None:
    """Raise PyTorch's TypeError if an argument that must be a tensor is none."""
    for i in op.schema.tensor_positions:
        value, param = args[i], op.params[i]
        if value.__class__ in PLAIN or isinstance(value, TensorBase) and not param.is_tensor_list:
            continue
        if param.is_tensor_list:
            if not isinstance(value, (list, tuple)) or not all(isinstance(v, TensorBase) for v in value):
                raise argument_error(op, i, value)
        elif not _acceptable(op, param.type, value):
            raise argument_error(op, i, value)


def _acceptable(op: Op, kind: str, value: Any) -> bool:
    if value is None:
        return kind == "Tensor?"
    # Ops that promote take Python numbers in place of tensors.
    return op.promote is not None and isinstance(value, _NUMBER_TYPES) or _is_numpy_number(value)


def _is_numpy_number(value: Any) -> bool:
    import numpy as np

    return isinstance(value, np.generic)
