"""`make_tensor`: random tensors for tests."""
from __future__ import annotations

import math
from typing import Any

from .._array.core.user_warnings import warn
from .._bindings.generated import functions as ops
from .._dispatch import dtype as _d
from .._dispatch.size import Size


def _bounds(dtype: _d.dtype, low: Any, high: Any) -> tuple[Any, Any]:
    """The limits asked for, clamped to what the dtype holds; by default -9 to 9, integers from what they can hold on."""
    lowest: float
    highest: float
    if dtype is _d.bool_:
        lowest, highest, defaults = 0, 2, (0, 2)
    elif dtype.is_floating_point or dtype.is_complex:
        limit = ops.finfo(dtype)
        lowest, highest, defaults = limit.min, limit.max, (-9, 9)
    else:
        info = ops.iinfo(dtype)
        lowest, highest, defaults = info.min, info.max, (0 if info.min == 0 else -9, 10)
    low, high = (default if given is None else given for given, default in zip((low, high), defaults, strict=True))
    if low != low or high != high:
        raise ValueError(f"`low` and `high` cannot be NaN, but got {low=} and {high=}")
    if low == high and (dtype.is_floating_point or dtype.is_complex):
        warn("Passing `low==high` to `torch.testing.make_tensor` for floating or complex types is deprecated since 2.1 and will be "
             "removed in 2.3. Usage of `torch.full(...)` is recommended.", FutureWarning)
    if low > high:
        raise ValueError(f"`low` must be less than `high`, but got {low} >= {high}")
    if low >= highest + (not dtype.is_floating_point) or high < lowest:
        raise ValueError(f"The value interval specified by `low` and `high` is [{low}, {high}), but {dtype} only supports "
                         f"[{lowest}, {highest + (not dtype.is_floating_point and dtype is not _d.bool_)})")
    return max(low, lowest), min(high, highest)


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
        Where it is made.
    low : number, optional
        Lower end; None is -9, or what the dtype can hold.
    high : number, optional
        Upper end, left out; None is 9, or 10 for integers.
    requires_grad : bool, default False
        Whether it is a leaf with a gradient.
    noncontiguous : bool, default False
        Whether it is a view with gaps.
    exclude_zero : bool, default False
        Whether zeros are replaced by the smallest number.
    memory_format : memory_format, optional
        How it lies in memory.

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
    low, high = _bounds(dtype, low, high)
    stretch = noncontiguous and sizes.numel() > 1
    drawn = Size((*sizes[:-1], 2 * sizes[-1])) if stretch else sizes
    if dtype.is_complex:
        result = ops.empty(drawn, dtype=dtype, device=device)
        ops.view_as_real(result).uniform_(low, high)
    elif differentiable:
        result = ops.empty(drawn, dtype=dtype, device=device).uniform_(low, high)
    else:
        first, last = math.ceil(low), math.ceil(high)  # of the integers in [low, high) at least one, if there are none
        result = ops.randint(first, max(last, first + 1), drawn, dtype=dtype, device=device)
    if exclude_zero:
        smallest = 1 if not differentiable else ops.finfo(dtype).tiny
        result[result == 0] = smallest
    if stretch:
        result = result[..., 1::2]
    if memory_format is not None:
        result = result.clone(memory_format=memory_format)
    return result.requires_grad_(requires_grad) if requires_grad else result
