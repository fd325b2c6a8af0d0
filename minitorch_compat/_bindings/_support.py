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
    if LOCAL.grad and getattr(call, "differentiable", True) and any(_needs_grad(a) for a in (*outs, *args)):
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
        if _name(call) in ("cat", "stack") and not can_cast(r.array.dtype, o.array.dtype):
            raise TypeError(f"torch.cat(): input types can't be cast to the desired output type {type_name(o.array.dtype)}")
        _check_type(o, r.array.dtype, exact)
    dense = getattr(call, "dense_out", False)
    for o, r in zip(outs, results, strict=True):
        if dense and r._view is None and o.array.shape != r.array.shape:
            resize_array(o, r.array.shape)
        _copy_into(o, r.array, args)
    return type(result)(outs) if isinstance(result, tuple) else out


def takes_out(function: Function) -> Function:
    """`function` with its `out=`: the function itself declares the argument, its result is stored here."""
    @wraps(function)
    def call(*args: Any, out: Any = None, **kwargs: Any) -> Any:
        return function(*args, **kwargs) if out is None else write_out(partial(function, **kwargs), out, *args)

    return call  # type: ignore[return-value]


def takes_tensor(function: Function) -> Function:
    """`function` with PyTorch's refusal of a first argument that is no tensor. Not for functions where a tenth of a microsecond counts."""
    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if args and not isinstance(args[0], TensorBase):
            raise TypeError(f"{function.__name__}(): argument 'input' (position 1) must be Tensor, not {type(args[0]).__name__}")
        return function(*args, **kwargs)

    return call  # type: ignore[return-value]


def overloaded(function: Function) -> Function:
    """`takes_tensor` for what has several signatures in PyTorch: it then lists the types of all arguments."""
    @wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        if not (isinstance(args[0], TensorBase) if args else kwargs):
            raise wrong_combination(function.__name__, args, kwargs)
        return function(*args, **kwargs)

    return call  # type: ignore[return-value]


def check_members(tensors: Any) -> None:
    """Refuse a list that holds something that is no tensor."""
    for place, member in enumerate(tensors):
        if not isinstance(member, TensorBase):
            raise TypeError(f"expected Tensor as element {place} in argument 0, but got {type(member).__name__}")


def wrong_combination(name: str, args: Any, kwargs: dict[str, Any]) -> TypeError:
    """The error where no signature fits."""
    given = [_type_of(a) for a in args] + [f"{k}={_type_of(v)}" for k, v in kwargs.items()]
    return TypeError(f"{name}() received an invalid combination of arguments - got ({', '.join(given)}), but expected one of:")


def _type_of(value: Any) -> str:
    return "torch.dtype" if type(value).__name__ == "dtype" else type(value).__name__


def _needs_grad(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return any(_needs_grad(v) for v in value)
    return isinstance(value, TensorBase) and bool(value.requires_grad)  # type: ignore[attr-defined]


def _has_tangent(value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return any(_has_tangent(v) for v in value)
    return isinstance(value, TensorBase) and value._meta is not None and bool(value._meta.tangents)


def _name(call: Any) -> str:
    name: str = getattr(call, "torch_name", "") or getattr(getattr(call, "func", call), "__name__", "op")
    return name


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
        out.array = _shaped_like(result, out.array.dtype)
    about_to_write(out)
    check_overlap(out.array, args)
    np.copyto(out.array, result, casting="unsafe")
    bump(out)


def _shaped_like(result: np.ndarray[Any, Any], dtype: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """Empty, with the shape and the order of dimensions of `result`. (numpy's `empty_like` loses where dimensions of size 1 stand.)"""
    order = sorted(range(result.ndim), key=lambda d: -abs(result.strides[d]))
    plain = np.empty([result.shape[d] for d in order], dtype)
    return plain.transpose(np.argsort(order)) if order != sorted(order) else plain


def resize_array(out: Any, shape: tuple[int, ...]) -> None:
    """Give a tensor another shape; its values are not kept."""
    out.array = np.empty(shape, out.array.dtype)
