"""Decorators for PyTorch's messages about arguments that do not fit."""
from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar

from ..._bindings.functions.arguments import UNCHECKED
from ..._dispatch.tensor import TensorBase

Function = TypeVar("Function", bound=Callable[..., Any])


def requires_tensor(name: str, argument: str = "input") -> Callable[[Function], Function]:
    """Make a function raise PyTorch's TypeError for a first argument that is not a tensor.

    The check runs only after the function has failed on its own.
    """
    def decorate(function: Function) -> Function:
        @wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            try:
                return function(*args, **kwargs)
            except (AttributeError, TypeError) as error:
                is_argument_error = isinstance(error, TypeError) or error.name == "array" or (error.name or "_").startswith("_")
                if is_argument_error and args and not isinstance(args[0], TensorBase):
                    raise TypeError(f"{name}(): argument '{argument}' (position 1) must be Tensor, not {type(args[0]).__name__}") from None
                raise

        UNCHECKED[call] = function
        return call  # type: ignore[return-value]

    return decorate


def with_error_name(name: str, name_with_indices: str | None = None, position: int = 6) -> Callable[[Function], Function]:
    """Set the function's name in Python's errors about calls that do not fit its signature: that of the function which PyTorch calls, and
    `name_with_indices` where `return_indices` (by name, or the positional argument `position`) is true."""
    def decorate(function: Function) -> Function:
        function.__qualname__ = name
        if name_with_indices is None:
            return function

        @wraps(function)
        def call(*args: Any, **kwargs: Any) -> Any:
            try:
                return function(*args, **kwargs)
            except TypeError as error:
                text = str(error)
                return_indices = kwargs["return_indices"] if "return_indices" in kwargs else len(args) > position and args[position]
                if return_indices and text.startswith(f"{name}()"):
                    raise TypeError(text.replace(name, name_with_indices, 1)) from None
                raise

        return call  # type: ignore[return-value]

    return decorate
