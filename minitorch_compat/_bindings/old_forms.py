"""Calls in which a number stands before the tensors that it scales: `p.add_(-lr, grad)`. PyTorch has deprecated and kept them."""
from __future__ import annotations

import warnings
from typing import Any, NoReturn

from .._dispatch.tensor import TensorBase

_NUMBERS = (int, float, complex)
_WARNED: list[str] = []


def scaled_sum(name: str, function: Any, input: Any, alpha: Any, rest: tuple[Any, ...]) -> Any:
    """`add(input, alpha, other)`: `input + alpha * other`."""
    if len(rest) != 1 or not isinstance(alpha, _NUMBERS) or not isinstance(rest[0], TensorBase):
        _refuse(name, input, alpha, *rest)
    _warn(name, f"{name}(Number alpha, Tensor other)", f"{name}(Tensor other, *, Number alpha = 1)")
    return function(input, rest[0], alpha=alpha)


def scaled_product(name: str, function: Any, input: Any, value: Any, tensor1: Any, rest: tuple[Any, ...]) -> Any:
    """`addcmul(input, value, tensor1, tensor2)`, and addcdiv."""
    if len(rest) != 1 or not isinstance(value, _NUMBERS) or not all(isinstance(t, TensorBase) for t in (tensor1, rest[0])):
        _refuse(name, input, value, tensor1, *rest)
    _warn(name, f"{name}(Number value, Tensor tensor1, Tensor tensor2)", f"{name}(Tensor tensor1, Tensor tensor2, *, Number value = 1)")
    return function(input, tensor1, rest[0], value=value)


def _refuse(name: str, *args: Any) -> NoReturn:
    got = ", ".join(type(a).__name__ for a in args[1:])
    raise TypeError(f"{name}() received an invalid combination of arguments - got ({got})")


def _warn(name: str, old: str, new: str) -> None:
    """Once, as PyTorch does, whichever comes first."""
    if not _WARNED:
        _WARNED.append(name)
        warnings.warn(f"This overload of {name} is deprecated:\n\t{old}\nConsider using one of the following signatures instead:\n\t{new}",
                      stacklevel=4)
