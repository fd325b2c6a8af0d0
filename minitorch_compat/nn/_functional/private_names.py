"""Private functions of `torch.nn.functional` which programs import for their own attention or normalization layers."""
from __future__ import annotations

from typing import Any

from ..._array.core.user_warnings import warn
from ..._bindings.generated import functions as ops
from ..._bindings.tensor.tensor import Tensor
from ..._dispatch.dtype import bool_
from .attention import _check_dimensions, _packed_projection, _parts_as_views
from .linear import linear

__all__ = ["_canonical_mask", "_check_key_padding_mask", "_get_softmax_dim", "_in_projection", "_in_projection_packed", "_mha_shape_check",
           "_none_or_dtype", "_verify_batch_size", "_verify_spatial_size"]


def _canonical_mask(mask: Any, mask_name: str, other_type: Any, other_name: str, target_type: Any, check_other: bool = True) -> Any:
    """The mask as numbers to add: -inf where a boolean mask is True."""
    if mask is None:
        return None
    if mask.dtype != bool_ and not ops.is_floating_point(mask):
        raise AssertionError(f"only bool and floating types of {mask_name} are supported")
    if check_other and other_type is not None and mask.dtype != other_type:
        warn(f"Support for mismatched {mask_name} and {other_name} is deprecated. Use same type for both instead.")
    return mask if mask.dtype != bool_ else ops.zeros_like(mask, dtype=target_type).masked_fill_(mask, float("-inf"))


def _none_or_dtype(input: Any) -> Any:
    """The dtype of a tensor, None of None."""
    if input is None or isinstance(input, Tensor):
        return None if input is None else input.dtype
    raise RuntimeError("input to _none_or_dtype() must be None or torch.Tensor")


def _mha_shape_check(query: Tensor, key: Tensor, value: Tensor, key_padding_mask: Tensor | None, attn_mask: Tensor | None,
                     num_heads: int) -> bool:
    """Whether the arguments of an attention have a batch dimension; AssertionError if they disagree."""
    return _check_dimensions(query, key, value, key_padding_mask, attn_mask, num_heads)


def _check_key_padding_mask(key_padding_mask: Tensor, src_len: int, bsz: int) -> None:
    """Raise AssertionError unless the mask has shape (bsz, src_len)."""
    for dim, size in ((0, bsz), (1, src_len)):
        if key_padding_mask.shape[dim] != size:
            raise AssertionError(f"Expected key_padded_mask.shape[{dim}] to be {size}, but got {key_padding_mask.shape[dim]}")


def _in_projection_packed(q: Tensor, k: Tensor, v: Tensor, w: Tensor, b: Tensor | None = None) -> Any:
    """Queries, keys and values from one weight, which has the rows of all three."""
    if k is not v:
        return _packed_projection(q, k, v, w, b)
    if q is k:
        return _parts_as_views(linear(q, w, b), 3)
    size = q.size(-1)
    w_q, w_kv = w.split([size, 2 * size])
    b_q, b_kv = (None, None) if b is None else b.split([size, 2 * size])
    return linear(q, w_q, b_q), *_parts_as_views(linear(k, w_kv, b_kv), 2)


def _in_projection(q: Tensor, k: Tensor, v: Tensor, w_q: Tensor, w_k: Tensor, w_v: Tensor, b_q: Tensor | None = None,
                   b_k: Tensor | None = None, b_v: Tensor | None = None) -> tuple[Tensor, Tensor, Tensor]:
    """Queries, keys and values from one weight each."""
    size = q.size(-1)
    projections = tuple(zip(("query", "key", "value"), (q, k, v), (w_q, w_k, w_v), (b_q, b_k, b_v), strict=True))
    for name, x, w, _ in projections:
        if w.shape != (size, x.size(-1)):
            raise AssertionError(f"expecting {name} weights shape of {(size, x.size(-1))}, but got {w.shape}")
    for name, _, _, b in projections:
        if b is not None and b.shape != (size,):
            raise AssertionError(f"expecting {name} bias shape of {(size,)}, but got {b.shape}")
    return linear(q, w_q, b_q), linear(k, w_k, b_k), linear(v, w_v, b_v)


def _get_softmax_dim(name: str, ndim: int, _stacklevel: int) -> int:
    """Return the dimension for a call without `dim`, with a warning, which points at user code whatever `_stacklevel` is."""
    warn(f"Implicit dimension choice for {name} has been deprecated. Change the call to include dim=X as an argument.")
    return 0 if ndim in (0, 1, 3) else 1


def _verify_batch_size(size: Any) -> None:
    """Raise ValueError if a channel has only one value."""
    count = size[0]
    for n in size[2:]:
        count *= n
    if count == 1:
        raise ValueError(f"Expected more than 1 value per channel when training, got input size {size}")


def _verify_spatial_size(size: Any) -> None:
    """Raise ValueError if a channel of an example has only one value."""
    count = 1
    for n in size[2:]:
        count *= n
    if count == 1:
        raise ValueError(f"Expected more than 1 spatial element when training, got input size {size}")
