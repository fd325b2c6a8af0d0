"""Functions that PyTorch speaks of by their name in its C++ layer."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from types import FunctionType
from typing import Any, TypeVar

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


def named(name: str, *, dense_out: bool | Callable[[Any], bool] = False,
          exact_out: bool = True) -> Callable[[Function], Function]:
    """Decorate a function of which PyTorch speaks as `name`.

    `out=`, where the function declares it, is dealt with here.
    `dense_out`: an `out` that is resized becomes contiguous, whatever the result's strides (or where a
    function of the result says so). `exact_out`: it must have the result's dtype.
    """
    def decorate(function: Function) -> Function:
        @dressed_as(function)
        def call(*args: Any, out: Any = None, **kwargs: Any) -> Any:
            if out is not None:
                return write_out(storing, out, *args, **kwargs) if stores else function(*args, out=out, **kwargs)
            return function(*args, **kwargs) if kwargs else function(*args)

        storing, stores = partial(function), "out" in function.__code__.co_varnames
        storing.torch_name, storing.dense_out, storing.exact_out = name, dense_out, exact_out  # type: ignore[attr-defined]
        return call

    return decorate
