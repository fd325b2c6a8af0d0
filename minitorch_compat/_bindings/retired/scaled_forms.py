"""Calls with scaling factors before the tensors: `p.add_(-lr, grad)`. PyTorch deprecates but supports them."""
from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from ..._array.core.user_warnings import IssuedWarnings, warn
from ..._dispatch.call.caller import wrap
from ..._dispatch.tensor import TensorBase

_NUMBERS = (int, float, complex, np.generic)
_WARNED: list[str] = []
#: Ops with a second signature that has a dtype for the result.
_WITH_DTYPE = frozenset({"addmm", "baddbmm"})


def scaled_sum(name: str, function: Any, input: Any, alpha: Any, rest: tuple[Any, ...], out: Any = None) -> Any:
    """`add(input, alpha, other)`: `input + alpha * other`."""
    if isinstance(alpha, TensorBase) and not alpha._array.ndim and not alpha.requires_grad:  # type: ignore[attr-defined]
        alpha = alpha.item()  # type: ignore[attr-defined]
    if len(rest) != 1 or not isinstance(alpha, _NUMBERS) or not isinstance(rest[0], (TensorBase, *_NUMBERS)):
        _raise_invalid_combination(name, input, alpha, *rest)
    _warn_deprecated_order(name, function, "Number alpha, Tensor other", ["Tensor other, *, Number alpha = 1"])
    other = wrap(np.array(rest[0])) if rest[0].__class__ is bool else rest[0]  # so that a bool does not promote to an integer
    return function(input, other, alpha=alpha, **_out_keyword(out))


def scaled_product(name: str, function: Any, input: Any, value: Any, tensor1: Any, rest: tuple[Any, ...], out: Any = None) -> Any:
    """`addcmul(input, value, tensor1, tensor2)`, and addcdiv."""
    if len(rest) != 1 or not isinstance(value, _NUMBERS) or not all(isinstance(t, TensorBase) for t in (tensor1, rest[0])):
        _raise_invalid_combination(name, input, value, tensor1, *rest)
    _warn_deprecated_order(name, function, "Number value, Tensor tensor1, Tensor tensor2",
                           ["Tensor tensor1, Tensor tensor2, *, Number value = 1"])
    return function(input, tensor1, rest[0], value=value, **_out_keyword(out))


def scaled_affine(name: str, factors: str, function: Any, first: Any, second: Any, third: Any, rest: tuple[Any, ...],
                  out: Any = None) -> Any:
    """`addmm(beta, input, alpha, mat1, mat2)`, or without alpha; as a method `input.addmm(beta, alpha, mat1, mat2)`."""
    args = [first, second, third, *rest]
    is_method = _is_method(function)
    if is_method:
        args[:2] = [second, first]  # in the order of the function: beta before the input
    tensors, numbers = [args[1], *args[-2:]], [args[0], *args[2:-2]]
    if len(args) > 5 or not all(isinstance(t, TensorBase) for t in tensors) or not all(isinstance(n, _NUMBERS) for n in numbers):
        _raise_invalid_combination(name, first, second, third, *rest, with_input=not is_method)
    both = ", ".join(f"Tensor {factor}" for factor in factors.split())
    scales = "*, Number beta = 1, Number alpha = 1"
    wide = [f"{both}, torch.dtype out_dtype, {scales}"] if name in _WITH_DTYPE and not is_method else []
    alpha = "Number alpha, " * (len(numbers) == 2)
    _warn_deprecated_order(name, function, f"{alpha}{both}", [f"{both}, {scales}", *wide], before="Number beta, ")
    return function(*tensors, beta=numbers[0], alpha=numbers[1] if alpha else 1, **_out_keyword(out))


def _out_keyword(out: Any) -> dict[str, Any]:
    return {} if out is None else {"out": out}


def _is_method(function: Any) -> bool:
    """Whether a function is a method, whose `input` is self."""
    return "." in function.__qualname__


def _raise_invalid_combination(name: str, *args: Any, with_input: bool = False) -> NoReturn:
    got = ", ".join(type(a).__name__ for a in (args if with_input else args[1:]))
    raise TypeError(f"{name}() received an invalid combination of arguments - got ({got})")


def _warn_deprecated_order(name: str, function: Any, old: str, new: list[str], before: str = "") -> None:
    """Warn once for all of these functions, as PyTorch does. `before` is the text of the parameters before the input."""
    if _WARNED and not IssuedWarnings.always:
        return
    _WARNED.append(name)
    first, stored = ("", "") if _is_method(function) else ("Tensor input, ", ", Tensor out = None")
    late = ", *" * bool(stored)
    signatures = "".join(f"\n\t{name}({first}{text}{stored})" for text in new)
    warn(f"This overload of {name} is deprecated:\n\t{name}({before}{first}{old}{late}{stored})\n"
         f"Consider using one of the following signatures instead:{signatures}")
