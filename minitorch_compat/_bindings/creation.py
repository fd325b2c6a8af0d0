"""Creation functions. https://docs.pytorch.org/docs/stable/torch.html#creation-ops"""
from __future__ import annotations

import math
from collections.abc import Sequence
from operator import index
from typing import Any

import numpy as np

from .._array.dtypes import Defaults, is_differentiable, scalar_dtype
from .._array.indexing import number
from .._array.parsing import parse
from .._array.strided import empty_strided as _empty_strided
from .._dispatch.call import wrap
from .._dispatch.device import check_device
from .._dispatch.dtype import array_dtype, of
from .._dispatch.lifting import born, born_like, settle
from .._dispatch.state import ACTIVE
from .._dispatch.tensor import TensorBase
from ._support import missing_argument, store_out, takes_tensor


def finish(array: np.ndarray[Any, Any], requires_grad: bool, device: Any = None, out: Any = None) -> Any:
    """Wrap a fresh array, mark it as a leaf that requires a gradient if wanted, or store it in `out`."""
    if device is not None:
        check_device(device)
    if out is not None:
        store_out(out, array)
        return out
    t = wrap(array)
    if ACTIVE:
        t = born(t)
    if requires_grad:
        if not is_differentiable(array.dtype):
            raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
        t._requires_grad = True
    return t


def finish_like(input: Any, shape: tuple[int, ...], make: Any, requires_grad: bool, device: Any = None) -> Any:
    """A fresh tensor `make(shape)`; inside a transform one at the levels of `input`, so that its values may be written into it."""
    if input.array.__class__ is np.ndarray:
        return finish(make(shape), requires_grad, device)
    t = born_like(settle(input), shape, make)
    t.requires_grad = requires_grad
    return t


def shape_of(size: Sequence[Any], name: str) -> tuple[int, ...]:
    """`f(2, 3)` and `f((2, 3))` alike; negative sizes are refused."""
    if not size:
        raise missing_argument(name, "size")
    if len(size) == 1 and isinstance(size[0], (tuple, list)):
        size = tuple(size[0])
    try:
        shape = tuple(map(index, size))
    except TypeError:
        bad = next(n for n in size if not hasattr(n, "__index__"))
        raise TypeError(f"{name}(): argument 'size' (position 1) must be tuple of ints, but found element of type "
                        f"{type(bad).__name__} at pos 0") from None
    for n in shape:
        if n < 0:
            raise RuntimeError(f"Trying to create tensor with negative dimension {n}: {list(shape)}")
    return shape


def unwrap(item: Any) -> Any:
    """The array of a tensor met inside data; None for anything else."""
    return item.array if isinstance(item, TensorBase) else None


def tensor(data: Any, *, dtype: Any = None, device: Any = None, requires_grad: bool = False, pin_memory: bool = False) -> Any:
    """A new leaf with a copy of `data`: numbers, nested sequences, arrays or tensors.

    The dtype is inferred (bool, int64, the default float, the default complex) unless given.
    """
    if isinstance(data, TensorBase):
        import warnings

        warnings.warn("To copy construct from a tensor, it is recommended to use sourceTensor.detach().clone() or "
                      "sourceTensor.detach().clone().requires_grad_(True), rather than torch.tensor(sourceTensor).", UserWarning,
                      stacklevel=2)
        array = np.array(data.array, dtype=data.array.dtype if dtype is None else array_dtype(dtype))
    else:
        array = parse(data, None if dtype is None else array_dtype(dtype), unwrap)
    return finish(array, requires_grad, device)


def as_tensor(data: Any, dtype: Any = None, device: Any = None) -> Any:
    """`data` as a tensor, without a copy where it is a tensor or an array of the wanted dtype already."""
    check_device(device)
    wanted = array_dtype(dtype)
    if isinstance(data, TensorBase):
        return data if wanted is None or wanted is data.array.dtype else data.to(dtype)  # type: ignore[attr-defined]
    if isinstance(data, np.ndarray):
        return wrap(data if wanted is None or wanted == data.dtype else data.astype(wanted)) if of(data.dtype) else None
    return wrap(parse(data, wanted, unwrap))


asarray = as_tensor


def from_numpy(ndarray: np.ndarray[Any, Any]) -> Any:
    """A tensor that shares memory with the array."""
    if not isinstance(ndarray, np.ndarray):
        raise TypeError(f"expected np.ndarray (got {type(ndarray).__name__})")
    of(ndarray.dtype)
    if any(s < 0 for s in ndarray.strides):
        raise ValueError("At least one stride in the given numpy array is negative, and tensors with negative strides are not currently "
                         "supported. (You can probably work around this by making a copy of your array  with array.copy().) ")
    return wrap(ndarray if type(ndarray) is np.ndarray else ndarray.view(np.ndarray))


def _dtype_or_default(dtype: Any) -> Any:
    return Defaults.floating if dtype is None else array_dtype(dtype)


def zeros(*size: Any, out: Any = None, dtype: Any = None, layout: Any = None, device: Any = None, pin_memory: bool = False,
          requires_grad: bool = False) -> Any:
    """All zeros."""
    return finish(np.zeros(shape_of(size, "zeros"), _dtype_or_default(dtype)), requires_grad, device, out)


def ones(*size: Any, out: Any = None, dtype: Any = None, layout: Any = None, device: Any = None, pin_memory: bool = False,
         requires_grad: bool = False) -> Any:
    """All ones."""
    return finish(np.ones(shape_of(size, "ones"), _dtype_or_default(dtype)), requires_grad, device, out)


def empty(*size: Any, out: Any = None, dtype: Any = None, layout: Any = None, device: Any = None, pin_memory: bool = False,
          requires_grad: bool = False, memory_format: Any = None) -> Any:
    """Uninitialised memory."""
    return finish(np.empty(shape_of(size, "empty"), _dtype_or_default(dtype)), requires_grad, device, out)


def empty_strided(size: Sequence[int], stride: Sequence[int], *, dtype: Any = None, layout: Any = None, device: Any = None,
                  pin_memory: bool = False, requires_grad: bool = False) -> Any:
    """Uninitialised memory with given strides, counted in elements."""
    return finish(_empty_strided(tuple(size), tuple(stride), _dtype_or_default(dtype)), requires_grad, device)


def fill_number(value: Any, dtype: np.dtype[Any], name: str) -> Any:
    """The value to fill with, as an array of the dtype: a number or a 0-d tensor that fits."""
    if isinstance(value, TensorBase):
        if value.array.ndim:
            raise TypeError(f"{name}(): argument 'fill_value' (position 2) must be Number, not Tensor")
        value = value.array.item()
    return number(value, dtype)


def full(size: Sequence[int], fill_value: Any, *, out: Any = None, dtype: Any = None, layout: Any = None, device: Any = None,
         pin_memory: bool = False, requires_grad: bool = False) -> Any:
    """One value everywhere; the dtype is the value's unless given."""
    if isinstance(fill_value, TensorBase):
        fill_value = fill_value.array.item()
    wanted = scalar_dtype(fill_value) if dtype is None else array_dtype(dtype)
    shape = shape_of((size,) if isinstance(size, (tuple, list)) else size, "full")
    return finish(np.full(shape, fill_number(fill_value, wanted, "full"), wanted), requires_grad, device, out)


def _like(input: Any, dtype: Any) -> Any:
    return input.array.dtype if dtype is None else array_dtype(dtype)


def _empty_like(input: Any, dtype: Any) -> Any:
    """Memory laid out as `input` is where that is dense, otherwise contiguous."""
    return np.empty_like(input.array, dtype=_like(input, dtype), subok=False)


@takes_tensor
def empty_like(input: Any, *, dtype: Any = None, layout: Any = None, device: Any = None, requires_grad: bool = False,
               memory_format: Any = None) -> Any:
    """Uninitialised memory in the shape of `input`."""
    if input.array.__class__ is not np.ndarray:
        return finish_like(input, input.array.shape, lambda shape: np.empty(shape, _like(input, dtype)), requires_grad, device)
    return finish(_empty_like(input, dtype), requires_grad, device)


@takes_tensor
def zeros_like(input: Any, *, dtype: Any = None, layout: Any = None, device: Any = None, requires_grad: bool = False,
               memory_format: Any = None) -> Any:
    """Zeros in the shape of `input`."""
    if input.array.__class__ is not np.ndarray:
        return finish_like(input, input.array.shape, lambda shape: np.zeros(shape, _like(input, dtype)), requires_grad, device)
    return finish(np.zeros_like(input.array, dtype=_like(input, dtype), subok=False), requires_grad, device)


@takes_tensor
def ones_like(input: Any, *, dtype: Any = None, layout: Any = None, device: Any = None, requires_grad: bool = False,
              memory_format: Any = None) -> Any:
    """Ones in the shape of `input`."""
    if input.array.__class__ is not np.ndarray:
        return finish_like(input, input.array.shape, lambda shape: np.ones(shape, _like(input, dtype)), requires_grad, device)
    return finish(np.ones_like(input.array, dtype=_like(input, dtype), subok=False), requires_grad, device)


@takes_tensor
def full_like(input: Any, fill_value: Any, *, dtype: Any = None, layout: Any = None, device: Any = None, requires_grad: bool = False,
              memory_format: Any = None) -> Any:
    """One value in the shape of `input`."""
    wanted = _like(input, dtype)
    value = fill_number(fill_value, wanted, "full_like")
    if input.array.__class__ is not np.ndarray:
        return finish_like(input, input.array.shape, lambda shape: np.full(shape, value, wanted), requires_grad, device)
    return finish(np.full_like(input.array, value, dtype=wanted, subok=False), requires_grad, device)


def _number(value: Any) -> Any:
    return value.array.item() if isinstance(value, TensorBase) else value


def arange(*bounds: Any, start: Any = None, end: Any = None, step: Any = None, out: Any = None, dtype: Any = None, layout: Any = None,
           device: Any = None, pin_memory: bool = False, requires_grad: bool = False) -> Any:
    """`arange(end)`, `arange(start, end, step)`: evenly spaced values, `end` left out; integers give int64."""
    given = list(bounds)
    if start is not None and end is None and len(given) == 1:
        start, end = start, given.pop()
    first, last, by = _bounds(given, start, end, step)
    floating = any(isinstance(v, float) for v in (first, last, by))
    inferred: np.dtype[Any] = Defaults.floating if floating else np.dtype(np.int64)
    wanted = inferred if dtype is None else array_dtype(dtype)
    if wanted.kind in "bc":
        name = "Bool" if wanted.kind == "b" else _COMPLEX_NAMES[wanted.itemsize]
        raise NotImplementedError(f"\"arange_cpu\" not implemented for '{name}'")
    if by == 0:
        raise RuntimeError("step must be nonzero")
    if (last - first) * (1 if by > 0 else -1) < 0:
        raise RuntimeError("upper bound and lower bound inconsistent with step sign")
    count = math.ceil((last - first) / by)
    compute = np.float64 if wanted.kind in "fV" else np.int64
    values = first + np.arange(count, dtype=compute) * by
    return finish(values.astype(wanted), requires_grad, device, out)


_COMPLEX_NAMES = {8: "ComplexFloat", 16: "ComplexDouble"}


def _bounds(given: list[Any], start: Any, end: Any, step: Any) -> tuple[Any, Any, Any]:
    values = [_number(v) for v in given]
    if len(values) == 1 and end is None:
        return 0 if start is None else _number(start), values[0], 1 if step is None else _number(step)
    first = values[0] if values else (0 if start is None else _number(start))
    last = values[1] if len(values) > 1 else _number(end)
    by = values[2] if len(values) > 2 else (1 if step is None else _number(step))
    return first, last, by


def linspace(start: Any, end: Any, steps: int, *, out: Any = None, dtype: Any = None, layout: Any = None, device: Any = None,
             pin_memory: bool = False, requires_grad: bool = False) -> Any:
    """`steps` evenly spaced values from `start` to `end`, both included."""
    steps = index(steps)
    if steps < 0:
        raise RuntimeError("number of steps must be non-negative")
    wanted = _dtype_or_default(dtype)
    return finish(_spaced(_number(start), _number(end), steps, wanted), requires_grad, device, out)


def _spaced(start: Any, end: Any, steps: int, wanted: np.dtype[Any]) -> np.ndarray[Any, Any]:
    """The first half counts up from `start`, the second down from `end`, in the type itself, as PyTorch's kernel does."""
    if steps == 1:
        return np.full((1,), start, wanted)
    compute = wanted if wanted.kind in "fc" and wanted.itemsize > 2 else np.dtype(np.float32 if wanted.kind in "fV" else np.float64)
    first, last = compute.type(start), compute.type(end)
    step = (last - first) / compute.type(max(steps - 1, 1))
    i = np.arange(steps).astype(compute)
    half = steps // 2
    values = np.concatenate([first + step * i[:half], last - step * (compute.type(steps - 1) - i[half:])])
    return (np.trunc(values) if wanted.kind in "iu" else values).astype(wanted)


def logspace(start: Any, end: Any, steps: int, base: float = 10.0, *, out: Any = None, dtype: Any = None, layout: Any = None,
             device: Any = None, pin_memory: bool = False, requires_grad: bool = False) -> Any:
    """`base` to the power of evenly spaced exponents."""
    wanted = _dtype_or_default(dtype)
    exponents = _spaced(_number(start), _number(end), index(steps), np.dtype(np.float64))
    return finish(np.power(float(base), exponents).astype(wanted), requires_grad, device, out)


def eye(n: int, m: int | None = None, *, out: Any = None, dtype: Any = None, layout: Any = None, device: Any = None,
        pin_memory: bool = False, requires_grad: bool = False) -> Any:
    """Ones on the diagonal of an n x m matrix."""
    for name, value in (("n", n), ("m", m)):
        if value is not None and index(value) < 0:
            raise RuntimeError(f"{name} must be greater or equal to 0, got {value}")
    return finish(np.eye(n, m, dtype=_dtype_or_default(dtype)), requires_grad, device, out)


def scalar_tensor(s: Any, *, dtype: Any = None, layout: Any = None, device: Any = None, pin_memory: bool = False,
                  requires_grad: bool = False) -> Any:
    """A 0-d tensor of a Python number; floating unless `dtype` says otherwise."""
    return finish(np.asarray(s, _dtype_or_default(dtype)), requires_grad, device)


__all__ = ["arange", "as_tensor", "asarray", "empty", "empty_like", "empty_strided", "eye", "from_numpy", "full", "full_like", "linspace",
           "logspace", "ones", "ones_like", "scalar_tensor", "tensor", "zeros", "zeros_like"]
