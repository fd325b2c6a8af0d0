"""Functions whose messages in PyTorch's C++ code use another name."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from types import FunctionType
from typing import Any, TypeVar

from ..functions.arguments import fast_wraps, write_out
from .overridable import IN_PYTHON

Function = TypeVar("Function", bound=Callable[..., Any])


def show_names(methods: Iterable[tuple[str, Any]]) -> None:
    """Set `__qualname__`, so that Python's TypeErrors name a method as PyTorch's do."""
    for name, method in methods:
        while method.__class__ is FunctionType:
            python = name[:2] == "__" or f"torch.Tensor.{name}" in IN_PYTHON
            method.__qualname__ = f"Tensor.{name}" if python else method.__name__
            method = getattr(method, "__wrapped__", None)


def named(name: str, *, dense_out: bool | Callable[[Any], bool] = False,
          exact_out: bool = True) -> Callable[[Function], Function]:
    """Decorate a function that PyTorch's messages call `name`.

    An `out=` that the function declares is handled here.
    `dense_out`: a resized `out` becomes contiguous, whatever the result's strides (or if a
    function of the result returns True). `exact_out`: it must have the result's dtype.
    """
    def decorate(function: Function) -> Function:
        @fast_wraps(function)
        def call(*args: Any, out: Any = None, **kwargs: Any) -> Any:
            if out is not None:
                return write_out(storing, out, *args, **kwargs) if stores else function(*args, out=out, **kwargs)
            return function(*args, **kwargs) if kwargs else function(*args)

        storing, stores = partial(function), "out" in function.__code__.co_varnames
        storing.torch_name, storing.dense_out, storing.exact_out = name, dense_out, exact_out  # type: ignore[attr-defined]
        return call

    return decorate
