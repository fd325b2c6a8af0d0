"""What generated bindings share: `out=`, scalars, missing arguments."""
from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Any, TypeVar

import numpy as np

from .._array.dtypes import can_cast
from .._dispatch.errors import type_name
from .._dispatch.inplace import check_overlap
from .._dispatch.modes import grad_mode
from .._dispatch.state import LOCAL
from .._dispatch.tensor import TensorBase
from .._dispatch.versions import about_to_write, bump

Function = TypeVar("Function", bound=Callable[..., Any])

MISSING: Any = type("MISSING", (), {"__repr__": lambda self: "<required>", "__slots__": ()})()


def missing_argument(name: str, argument: str) -> TypeError:
    """The error for a required argument that was not given."""
    return TypeError(f"{name}() missing 1 required positional arguments: \"{argument}\"")


def as_scalar(value: Any) -> Any:
    """A Python number for a `Scalar` argument: 0-d tensors give their value."""
    return value.array.item() if isinstance(value, TensorBase) else value


def write_out(call: Callable[..., Any], out: Any, *args: Any, **named: Any) -> Any:
    """Call, and store the result(s) in `out`, which is resized if it has another shape. `out=` has no derivative.

    Nothing is written unless every result fits.
    """
    outs = out if isinstance(out, (tuple, list)) else (out,)
    for o in outs:
        if not isinstance(o, TensorBase):
            raise TypeError(f"argument 'out' must be Tensor, not {type(o).__name__}")
    if LOCAL.grad and any(_needs_grad(a) for a in (*outs, *args)):
        raise RuntimeError(
            f"{_name(call)}(): functions with out=... arguments don't support automatic differentiation, but one of the arguments "
            "requires grad.")
    if LOCAL.levels and any(_has_tangent(a) for a in (*outs, *args)):
        raise NotImplementedError(f"Trying to use forward AD with {_name(call)}_out that does not support it because it is an out= "
                                  "function")
    with grad_mode(False):
        result = call(*args, **named)
    exact = getattr(call, "exact_out", True)
    results = result if isinstance(result, tuple) else (result,)
    for o, r in zip(outs, results, strict=True):
        _check_type(o, r.array.dtype, exact)
    for o, r in zip(outs, results, strict=True):
        _copy_into(o, r.array, args)
    return type(result)(outs) if isinstance(result, tuple) else out


def takes_out(function: Function) -> Function:
    """`function` with its `out=`: the function itself declares the argument, its result is stored here."""
    @wraps(function)
    def call(*args: Any, out: Any = None, **kwargs: Any) -> Any:
        return function(*args, **kwargs) if out is None else write_out(partial(function, **kwargs), out, *args)

    return call  # type: ignore[return-value]


def takes_tensor(function: Function) -> Function:
    """`function`, whose first argument must be a tensor: anything else gets PyTorch's TypeError where it makes the function stumble."""
    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        try:
            return function(*args, **kwargs)
        except (AttributeError, ValueError):
            name, value = ("input", args[0]) if args else next(iter(kwargs.items()), ("input", None))
            if isinstance(value, (str, int, float, complex)) or value is None:
                raise TypeError(
                    f"{function.__name__}(): argument '{name}' (position 1) must be Tensor, not {type(value).__name__}") from None
            raise

    return call  # type: ignore[return-value]


def _needs_grad(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return any(_needs_grad(v) for v in value)
    return isinstance(value, TensorBase) and bool(value.requires_grad)  # type: ignore[attr-defined]


def _has_tangent(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return any(_has_tangent(v) for v in value)
    return isinstance(value, TensorBase) and value._meta is not None and bool(value._meta.tangents)


def _name(call: Any) -> str:
    return getattr(getattr(call, "func", call), "__name__", "op")


def into(out: Any, call: Callable[..., Any], *args: Any) -> Any:
    """The result of a call, in `out` if there is one."""
    return call(*args) if out is None else write_out(call, out, *args)


def _check_type(out: Any, dtype: np.dtype[Any], exact: bool) -> None:
    """Refuse a result of type `dtype` that `out` may not hold."""
    own = out.array.dtype
    if exact and own != dtype:
        raise RuntimeError(f"Expected out tensor to have dtype {type_name(dtype)}, but got {type_name(own)} instead")
    if not can_cast(dtype, own):
        raise RuntimeError(f"result type {type_name(dtype)} can't be cast to the desired output type {type_name(own)}")


def store_out(out: Any, result: np.ndarray[Any, Any], args: Any = ()) -> None:
    """Copy `result` into `out`, cast as PyTorch allows and resized if it must be."""
    _check_type(out, result.dtype, False)
    _copy_into(out, result, args)


def _copy_into(out: Any, result: np.ndarray[Any, Any], args: Any) -> None:
    if out.array.shape != result.shape:
        resize_array(out, result.shape)
    about_to_write(out)
    check_overlap(out.array, args)
    np.copyto(out.array, result, casting="unsafe")
    bump(out)


def resize_array(out: Any, shape: tuple[int, ...]) -> None:
    """Give a tensor another shape; its values are not kept."""
    out.array = np.empty(shape, out.array.dtype)
