"""`torch._C._functorch`: what code outside of `torch.func` uses of it."""
from __future__ import annotations

from typing import Any

from .._bindings.tensor.tensor import Tensor
from .._dispatch.call.caller import TENSORS
from .._dispatch.levels.lifting import BatchLevel, FunctionLevel, Lifted, TrackLevel, is_at_level, lift_batch, resolve_levels
from .._dispatch.state import LOCAL


def _level(tensor: Any) -> Any:
    """The open level that a tensor belongs to, or None."""
    array = tensor._array
    return array.level if isinstance(array, Lifted) and array.level.alive else None


def is_functorch_wrapped_tensor(tensor: Any) -> bool:
    """Whether `tensor` is wrapped by an open level of `torch.func`."""
    return isinstance(tensor, Tensor) and isinstance(tensor._array, Lifted)


def is_legacy_batchedtensor(tensor: Any) -> bool:
    """Return False: the old vmap no longer exists."""
    return False


def is_batchedtensor(tensor: Any) -> bool:
    """Whether `tensor` is batched by `vmap`."""
    return isinstance(_level(tensor), BatchLevel)


def is_gradtrackingtensor(tensor: Any) -> bool:
    """Whether `tensor` is tracked by an open `grad` or `vjp`."""
    return isinstance(_level(tensor), TrackLevel)


def get_unwrapped(tensor: Any) -> Any:
    """The tensor one level below. RuntimeError for an ordinary tensor."""
    if _level(tensor) is None:
        raise RuntimeError("No wrappers present!")
    dim = maybe_get_bdim(tensor)
    return TENSORS.movedim(tensor._array.value, 0, dim) if dim > 0 else tensor._array.value


def maybe_get_bdim(tensor: Any) -> int:
    """The batch dimension of a batched tensor in `get_unwrapped`; -1 for other tensors."""
    return (tensor._array.dim or 0) if is_batchedtensor(tensor) else -1


#: PyTorch runs ops without a batching rule once per example, unless this is off. Here each op has a rule: nothing depends on it.
_fallback = {"enabled": True, "warns": False}


def _is_vmap_fallback_enabled() -> bool:
    """Whether ops without a batching rule may run once per example; no op does."""
    return _fallback["enabled"]


def _set_vmap_fallback_enabled(enabled: bool, /) -> None:
    """Set what `_is_vmap_fallback_enabled` returns."""
    _fallback["enabled"] = enabled


def maybe_current_level() -> int | None:
    """The number of the innermost open transform, counted from 1; None outside."""
    return sum(isinstance(level, FunctionLevel) for level in LOCAL.levels) or None


def current_level() -> int:
    """The number of the innermost open transform, counted from 1. RuntimeError outside."""
    level = maybe_current_level()
    if level is None:
        raise RuntimeError("maybe_layer.has_value() INTERNAL ASSERT FAILED: no transform is open")
    return level


def maybe_get_level(tensor: Any) -> int:
    """The number of the transform that a tensor belongs to, counted from 1; -1 for an ordinary one."""
    level = _level(tensor)
    if level is None:
        return -1
    return [found for found in LOCAL.levels if isinstance(found, FunctionLevel)].index(level) + 1


def dlevel(tensor: Any) -> int:
    """The number of the transform that a tensor belongs to: 0 for an ordinary one, -1 if the transform has ended."""
    level = getattr(tensor._array, "level", None)
    if level is None:
        return 0
    return maybe_get_level(tensor) if level.alive else -1


def _level_by_depth(level: int) -> BatchLevel:
    """The open vmap level with that number, counted from 1."""
    found = [open_level for open_level in LOCAL.levels if isinstance(open_level, FunctionLevel)][level - 1:level]
    if not found or not isinstance(found[0], BatchLevel):
        raise RuntimeError(f"level {level} is no open level of vmap")
    return found[0]


def _add_batch_dim(tensor: Any, bdim: int, level: int) -> Any:
    """`tensor` as a batched tensor of that level, with `bdim` as its batch dimension."""
    tensor = resolve_levels(tensor)
    return lift_batch(TENSORS.movedim(tensor, bdim, 0) if bdim else tensor, _level_by_depth(level))


def _remove_batch_dim(tensor: Any, level: int, batch_size: int, out_dim: int) -> Any:
    """The tensor below that level, with its batch dimension at `out_dim`; an unbatched tensor is expanded."""
    tensor = resolve_levels(tensor)
    if is_at_level(tensor, _level_by_depth(level)):
        return TENSORS.movedim(tensor._array.value, 0, out_dim) if out_dim else tensor._array.value
    repeated = TENSORS.expand(TENSORS.unsqueeze(tensor, 0), (batch_size, *tensor.shape))
    return TENSORS.movedim(repeated, 0, out_dim) if out_dim else repeated
