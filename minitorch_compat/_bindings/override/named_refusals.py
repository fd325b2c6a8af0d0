"""Functions that speak of wrong arguments as PyTorch does: by their name in its C++ layer, and with its words."""
from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from functools import partial
from types import FunctionType
from typing import Any, TypeVar

from ..._dispatch.call.own_signature import own_signature
from ..._dispatch.tensor import TensorBase
from ..functions.arguments import dressed_as, write_out
from .overridable import IN_PYTHON

Function = TypeVar("Function", bound=Callable[..., Any])


def show_names(methods: Iterable[tuple[str, Any]]) -> None:
    """Have Python's refusals of a call name a method as PyTorch's do."""
    for name, method in methods:
        while method.__class__ is FunctionType:
            python = name[:2] == "__" or f"torch.Tensor.{name}" in IN_PYTHON
            method.__qualname__ = f"Tensor.{name}" if python else method.__name__
            method = getattr(method, "__wrapped__", None)


def named(name: str, tensors: int = 1, *, overloaded: bool = False, dense_out: bool | Callable[[Any], bool] = False,
          exact_out: bool = True) -> Callable[[Function], Function]:
    """Decorate a function of which PyTorch speaks as `name`; its first `tensors` arguments are tensors.

    `out=`, where the function declares it, is dealt with here. `overloaded`: PyTorch has several signatures and lists them all.
    `dense_out`: an `out` that is resized becomes contiguous, whatever the result's strides (or where a
    function of the result says so). `exact_out`: it must have the result's dtype.
    """
    def decorate(function: Function) -> Function:
        @dressed_as(function)
        def call(*args: Any, out: Any = None, **kwargs: Any) -> Any:
            try:
                if out is not None:
                    return write_out(storing, out, *args, **kwargs) if stores else function(*args, out=out, **kwargs)
                return function(*args, **kwargs) if kwargs else function(*args)
            except (TypeError, AttributeError) as error:
                raise _explained(name, function, tensors, overloaded, args, kwargs, error) from None

        storing, stores = partial(function), "out" in function.__code__.co_varnames
        storing.torch_name, storing.dense_out, storing.exact_out = name, dense_out, exact_out  # type: ignore[attr-defined]
        return call

    return decorate


def _explained(name: str, function: Any, tensors: int, overloaded: bool, args: tuple[Any, ...], kwargs: dict[str, Any],
               error: Exception) -> Exception:
    """PyTorch's error for arguments that do not fit; `error` itself where they do."""
    parameters = [p for p in own_signature(function).parameters.values() if p.name != "out"]
    if not kwargs.keys() <= {p.name for p in parameters}:
        return error  # the wrapper in front knows other names
    text = _wrong_number(parameters, args, kwargs) or _wrong_type(parameters[:tensors], args, kwargs)
    if text is None:
        return error
    if overloaded:
        given = [_kind(a) for a in args] + [f"{key}={_kind(value)}" for key, value in kwargs.items()]
        return TypeError(f"{name}() received an invalid combination of arguments - got ({', '.join(given)}), but expected one of:")
    return TypeError(name + text)


def _kind(value: Any) -> str:
    return "Tensor" if isinstance(value, TensorBase) else type(value).__name__


def _wrong_number(parameters: list[inspect.Parameter], args: tuple[Any, ...], kwargs: dict[str, Any]) -> str | None:
    positional = [p for p in parameters if p.kind is p.POSITIONAL_OR_KEYWORD]
    required = [p.name for p in positional if p.default is p.empty]
    if len(args) > len(positional):
        count = f"{len(required)} to {len(positional)}" if len(required) < len(positional) else str(len(positional))
        verb = f"takes from {count}" if len(required) < len(positional) else f"takes {count}"
        return f"() {verb} positional argument{'' if count == '1' else 's'} but {len(args)} were given"
    missing = [n for n in required[len(args):] if n not in kwargs]
    if missing:
        quoted = ", ".join(f'"{n}"' for n in missing)
        return f"() missing {len(missing)} required positional argument{'s' if len(missing) == 1 else ''}: {quoted}"
    return None


def _wrong_type(parameters: list[inspect.Parameter], args: tuple[Any, ...], kwargs: dict[str, Any]) -> str | None:
    for position, parameter in enumerate(parameters):
        value = args[position] if position < len(args) else kwargs.get(parameter.name)
        if not isinstance(value, TensorBase):
            return f"(): argument '{parameter.name}' (position {position + 1}) must be Tensor, not {type(value).__name__}"
    return None
