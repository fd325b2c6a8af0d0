"""`make_tensor`: random tensors for tests."""
from __future__ import annotations

import math
from typing import Any

from .._array.core.user_warnings import warn
from .._bindings.generated import functions as ops
from .._dispatch import dtype as _d
from .._dispatch.size import Size


def _dtype_range(dtype: _d.dtype) -> tuple[Any, Any, Any, Any]:
    """The minimum and the exclusive upper bound of a dtype, and the default limits."""
    if dtype is _d.bool_:
        return 0, 2, 0, 2
    if dtype.is_floating_point or dtype.is_complex:
        limit = ops.finfo(dtype)
        return limit.min, limit.max, -9, 9
    info = ops.iinfo(dtype)
    return info.min, info.max + (dtype is not _d.int64), -9, 10  # the generator takes no bound beyond int64


def _clamped_bounds(dtype: _d.dtype, low: Any, high: Any) -> tuple[Any, Any]:
    """The requested limits, clamped to the range of the dtype; by default -9 to 9, for integers -9 to 10 (exclusive)."""
    lowest, end, *defaults = _dtype_range(dtype)
    low, high = (default if requested is None else requested for requested, default in zip((low, high), defaults, strict=True))
    continuous = dtype.is_floating_point or dtype.is_complex
    if low != low or high != high:
        raise ValueError(f"`low` and `high` cannot be NaN, but got {low=} and {high=}")
    if low == high and continuous:
        warn("Passing `low==high` to `torch.testing.make_tensor` for floating or complex types is deprecated since 2.1 and will be "
             "removed in 2.3. Usage of `torch.full(...)` is recommended.", FutureWarning)
    elif low >= high:
        raise ValueError(f"`low` must be less than `high`, but got {low} >= {high}")
    elif high < lowest or low >= end:
        raise ValueError(f"The value interval specified by `low` and `high` is [{low}, {high}), but {dtype} only supports "
                         f"[{lowest}, {end})")
    low, high = (min(max(requested, lowest), end) for requested in (low, high))
    return (low, high) if continuous else (math.ceil(low), math.ceil(high))


def _fill_uniformly(t: Any, low: Any, high: Any) -> None:
    """Draw from [low, high); from half the range and doubled, if the range exceeds the limit of `uniform_`."""
    if high - low >= ops.finfo(t.dtype).max:
        t.uniform_(low / 2, high / 2).mul_(2)
    else:
        t.uniform_(low, high)


def make_tensor(*shape: Any, dtype: Any, device: Any, low: Any = None, high: Any = None, requires_grad: bool = False,
                noncontiguous: bool = False, exclude_zero: bool = False, memory_format: Any = None) -> Any:
    """A tensor of uniform random values, for tests.

    Parameters
    ----------
    *shape : int
        Sizes, or one sequence of them.
    dtype : dtype
        Its dtype.
    device : device or str
        Its device.
    low : number, optional
        Lower bound; None is -9, or the minimum of the dtype.
    high : number, optional
        Upper bound, exclusive; None is 9, or 10 for integers.
    requires_grad : bool, default False
        Whether it is a leaf with a gradient.
    noncontiguous : bool, default False
        Whether it is a view with gaps.
    exclude_zero : bool, default False
        Whether zeros are replaced by the smallest number.
    memory_format : memory_format, optional
        Its memory format.

    Returns
    -------
    Tensor
        The tensor.

    Raises
    ------
    ValueError
        If bounds or options do not fit.

    References
    ----------
    PyTorch: ``torch.testing.make_tensor``.

    Examples
    --------
    >>> seed = torch.manual_seed(0)
    >>> torch.testing.make_tensor(3, dtype=torch.int64, device="cpu", low=0, high=10)
    tensor([4, 9, 3])
    """
    sizes = Size(shape[0]) if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else Size(shape)
    if not isinstance(dtype, _d.dtype):
        raise TypeError(f"The requested dtype '{dtype}' is not supported by torch.testing.make_tensor(). To request support, file an issue "
                        "at: https://github.com/pytorch/pytorch/issues")
    differentiable = dtype.is_floating_point or dtype.is_complex
    if requires_grad and not differentiable:
        raise ValueError(f"`requires_grad=True` is not supported for boolean and integral dtypes, but got dtype={dtype}")
    if noncontiguous and memory_format is not None:
        raise ValueError("The parameters `noncontiguous` and `memory_format` are mutually exclusive, but got both")
    low, high = _clamped_bounds(dtype, low, high)
    stretch = noncontiguous and sizes.numel() > 1
    drawn = Size((*sizes[:-1], 2 * sizes[-1])) if stretch else sizes
    if differentiable:
        is_float8 = dtype.itemsize == 1
        result = ops.empty(drawn, dtype=_d.float32 if is_float8 else dtype, device=device)
        _fill_uniformly(ops.view_as_real(result) if dtype.is_complex else result, low, high)
        result = result.to(dtype) if is_float8 else result
    else:
        result = ops.randint(low, high, drawn, dtype=dtype, device=device)
    if exclude_zero:
        smallest = 1 if not differentiable else ops.finfo(dtype).tiny
        result[result == 0] = smallest
    if stretch:
        result = result[..., 1::2]
    if memory_format is not None:
        result = result.clone(memory_format=memory_format)
    return result.requires_grad_() if requires_grad and dtype.itemsize > 1 else result  # PyTorch passes over float8
