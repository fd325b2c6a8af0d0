"""Functions of `torch` with a leading underscore that public code calls nevertheless."""
from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np

from ..._array.core.user_warnings import warn_once
from ..._dispatch.call.kernel_errors import type_name
from ..._dispatch.dtype import int32
from ..._dispatch.grad_mode import grad_mode
from ..._dispatch.levels.lifting import array_values
from ..generated import functions as ops
from ..linalg.products import log_softmax, softmax

__all__ = ["_aminmax", "_amp_foreach_non_finite_check_and_unscale_", "_amp_update_scale_", "_convert_indices_from_coo_to_csr",
           "_convert_indices_from_csr_to_coo", "_debug_has_internal_overlap", "_is_all_true", "_is_any_true", "_log_softmax",
           "_softmax", "_unique", "_unique2"]


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


def _convert_indices_from_coo_to_csr(input: Any, size: int, *, out_int32: bool = False) -> Any:
    """Where each of `size` rows begins in ascending row indices, and the end of the last."""
    if input.dim() != 1:
        raise RuntimeError(f"Input is supposed to be a vector, but got {input.dim()} dimensional tensor.")
    if input.dtype.is_floating_point:
        raise NotImplementedError(f"\"convert_indices_from_coo_to_csr_cpu\" not implemented for '{type_name(input._array.dtype)}'")
    return ops.searchsorted(input, ops.arange(size + 1, dtype=input.dtype), out_int32=out_int32)


def _convert_indices_from_csr_to_coo(crow_indices: Any, col_indices: Any, *, out_int32: bool = False, transpose: bool = False) -> Any:
    """The row and the column of each element, below the number of the example if there are several."""
    *batch, ends = crow_indices.shape
    examples = math.prod(batch)
    rows = ops.arange(ends - 1).repeat(examples).repeat_interleave(crow_indices.diff().reshape(-1))
    columns = col_indices.reshape(-1)
    both = (columns, rows) if transpose else (rows, columns)
    dtype = int32 if out_int32 else crow_indices.dtype
    numbers = [n.repeat_interleave(columns.numel() // examples) for n in ops.cartesian_prod(*map(ops.arange, batch)).reshape(
        examples, -1).unbind(1)] if batch else []
    return ops.stack([index.to(dtype) for index in (*numbers, *both)])


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
