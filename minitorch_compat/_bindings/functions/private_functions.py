"""Functions of `torch` with a leading underscore that public code calls nevertheless."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..._array.core.user_warnings import warn_once
from ..._dispatch.grad_mode import grad_mode
from ..._dispatch.levels.lifting import array_values
from ..generated import functions as ops
from ..linalg.products import log_softmax, softmax


def _aminmax(input: Any, dim: int | None = None, keepdim: bool = False) -> tuple[Any, Any]:
    """The smallest and the largest element, overall or along `dim`: the former name of `torch.aminmax`."""
    warn_once("_aminmax is deprecated as of PyTorch 1.11 and will be removed in a future release. Use aminmax instead. This warning "
              "will only appear once per process.")
    found = ops.aminmax(input, dim=dim, keepdim=keepdim)
    return found[0], found[1]


def _unique(input: Any, sorted: bool = True, return_inverse: bool = False) -> tuple[Any, Any]:
    """The distinct elements, and the index of each element among them, which is empty unless requested."""
    values, inverse, _ = _unique2(input, sorted, return_inverse)
    return values, inverse


def _unique2(input: Any, sorted: bool = True, return_inverse: bool = False, return_counts: bool = False) -> tuple[Any, Any, Any]:
    """`torch.unique`, always with three results, which are empty unless requested."""
    values, inverse, counts = ops.unique(input, sorted, True, True)
    empty = ops.empty(0, dtype=inverse.dtype)
    return values, inverse if return_inverse else empty, counts if return_counts else empty.clone()


def _amp_foreach_non_finite_check_and_unscale_(self: Sequence[Any], found_inf: Any, inv_scale: Any) -> None:
    """Multiply every tensor by `inv_scale` in place, and set `found_inf` to 1 if one contains a number that is not finite."""
    factor = inv_scale.item()
    with grad_mode(False):
        for grad in self:
            if not np.isfinite(array_values(grad._array)).all():
                found_inf.fill_(1.0)
            if factor != 1.0:
                grad.mul_(factor)


def _amp_update_scale_(self: Any, growth_tracker: Any, found_inf: Any, scale_growth_factor: float, scale_backoff_factor: float,
                       growth_interval: int) -> Any:
    """One step of a gradient scaler: update the scale and the count of steps without an infinity in place."""
    with grad_mode(False):
        if found_inf.item():
            self.mul_(scale_backoff_factor)
            growth_tracker.zero_()
        elif growth_tracker.item() + 1 == growth_interval:
            grown = self * scale_growth_factor
            if np.isfinite(array_values(grown._array)).all():
                self.copy_(grown)
            growth_tracker.zero_()
        else:
            growth_tracker.add_(1)
    return self


def _softmax(input: Any, dim: int, half_to_float: bool) -> Any:
    """`torch.softmax` without a dtype; `half_to_float` is for GPUs."""
    _check_half_to_float("softmax", half_to_float)
    return softmax(input, dim)


def _log_softmax(input: Any, dim: int, half_to_float: bool) -> Any:
    """`torch.log_softmax` without a dtype; `half_to_float` is for GPUs."""
    _check_half_to_float("log_softmax", half_to_float)
    return log_softmax(input, dim)


def _check_half_to_float(name: str, half_to_float: bool) -> None:
    if half_to_float:
        raise RuntimeError(f"{name} with half to float conversion is not supported on CPU")


def _debug_has_internal_overlap(input: Any) -> int:
    """Return 1 if elements share memory because of a stride of 0, 0 if the tensor has no gaps and no overlap, else 2: unknown."""
    sizes = sorted((stride, size) for size, stride in zip(input.shape, input.stride(), strict=True) if size != 1)
    if 0 in input.shape or all(stride == math.prod(size for _, size in sizes[:i]) for i, (stride, _) in enumerate(sizes)):
        return 0
    return 1 if any(stride == 0 for stride, _ in sizes) else 2


def _conj_physical(input: Any) -> Any:
    """`torch.conj_physical`."""
    return ops.conj_physical(input)


def _dim_arange(like: Any, dim: int) -> Any:
    """The indices along a dimension of a tensor."""
    return ops.arange(like.shape[dim], device=like.device)


def _logcumsumexp(input: Any, dim: int, *, out: Any = None) -> Any:
    """`torch.logcumsumexp`."""
    return ops.logcumsumexp(input, dim, out=out)


def _stack(tensors: Any, dim: int = 0, *, out: Any = None) -> Any:
    """`torch.stack`."""
    return ops.stack(tensors, dim, out=out)


def _index_put_impl_(input: Any, indices: Any, values: Any, accumulate: bool = False, unsafe: bool = False) -> Any:
    """`torch.index_put_`; indices are checked in any case."""
    return input.index_put_(indices, values, accumulate)


def _unsafe_index(input: Any, indices: Any) -> Any:
    """The elements at indices, which are checked nevertheless; None stands for a whole dimension."""
    return input[tuple(slice(None) if i is None else i for i in indices)]


def _unsafe_index_put(input: Any, indices: Any, values: Any, accumulate: bool = False) -> Any:
    """`torch.index_put`; indices are checked nevertheless."""
    return input.index_put(indices, values, accumulate)


def _is_all_true(input: Any) -> Any:
    """`torch.all` of a bool tensor."""
    _check_booleans(input)
    return ops.all(input)


def _is_any_true(input: Any) -> Any:
    """`torch.any` of a bool tensor."""
    _check_booleans(input)
    return ops.any(input)


def _check_booleans(input: Any) -> None:
    if not input._array.dtype.kind == "b":
        raise RuntimeError(f"Expected a tensor of Booleans, but got one of {input.dtype}")
