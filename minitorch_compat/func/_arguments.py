"""Helpers of the transforms: selecting arguments, lifting them, checking structures."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from numpy import ndarray

from .._array.core import intp
from .._array.core.dtypes import is_differentiable
from .._array.core.meta import MetaArray
from .._array.shape.strided import empty_like_layout
from .._bindings.tensor.tensor import Tensor
from .._dispatch.call.caller import TENSORS, wrap
from .._dispatch.levels.forward import zeros_on_device_of
from .._dispatch.levels.lifting import TrackLevel, batch_levels, concrete_values, lift, lift_batch, resolve_levels, value_below
from ..utils._pytree import tree_map

Argnums = int | tuple[int, ...]


def check_argnums(argnums: Any, count: int) -> Any:
    """`argnums` as non-negative numbers; raises PyTorch's errors for invalid ones."""
    if isinstance(argnums, int):
        return _check_argnum(argnums, count)
    if not isinstance(argnums, tuple):
        raise RuntimeError(f"argnums must be int or Tuple[int, ...], got: {type(argnums)}")
    if not argnums:
        raise RuntimeError("argnums must be non-empty")
    wrapped = tuple(_check_argnum(n, count) for n in argnums)
    if len(set(wrapped)) != len(wrapped):
        raise RuntimeError(f"argnums elements must be unique, got {wrapped}")
    return wrapped


def _check_argnum(argnum: Any, count: int) -> int:
    if not isinstance(argnum, int):
        raise RuntimeError(f"argnum must be int, got: {type(argnum)}")
    if not -count <= argnum < count:
        raise RuntimeError(f"Got argnum={argnum}, but only {count} positional inputs")
    return argnum % count


def select_arguments(args: tuple[Any, ...], argnums: Any) -> Any:
    """The arguments that are differentiated: one, or a tuple of them."""
    return args[argnums] if isinstance(argnums, int) else tuple(args[i] for i in argnums)


def replace_arguments(args: tuple[Any, ...], argnums: Any, values: Any) -> tuple[Any, ...]:
    """The arguments with the differentiated ones replaced by `values`."""
    out = list(args)
    for i, value in zip((argnums,), (values,), strict=True) if isinstance(argnums, int) else zip(argnums, values, strict=True):
        out[i] = value
    return tuple(out)


def lift_tree(tree: Any, level: TrackLevel) -> Any:
    """Lift every tensor of a structure to `level`, as a constant."""
    return tree_map(lambda x: lift(resolve_levels(x), level) if isinstance(x, Tensor) else x, tree)


def require_gradient(x: Any) -> Any:
    """Make a lifted tensor a leaf that requires a gradient."""
    if not isinstance(x, Tensor):
        raise ValueError(f"Thing passed to transform API must be Tensor, got {type(x)}")
    if not is_differentiable(x._array.dtype):
        raise RuntimeError("only Tensors of floating point dtype can require gradients")
    x._requires_grad = True
    return x


def lower_aux(aux: Any, level: TrackLevel) -> Any:
    """Lower the auxiliary output, a structure of tensors, from `level`."""
    return tree_map(lambda x: lower(check_aux(x), level), aux)


def check_aux(x: Any) -> Any:
    """Return `x`, a leaf of the auxiliary output; raise unless it is a tensor."""
    if not isinstance(x, Tensor):
        raise RuntimeError(f"Expected tensors, got unsupported type {type(x)}")
    return x


def check_real(tensors: Sequence[Any], what: str) -> None:
    """Refuse complex tensors, for which PyTorch computes no Jacobians."""
    for i, t in enumerate(tensors):
        if isinstance(t, Tensor) and t._array.dtype.kind == "c":
            raise RuntimeError(f"{what} to be real but received complex tensor at flattened input idx: {i}")


def lower(x: Any, level: TrackLevel) -> Any:
    """The value of a tensor one level below `level`."""
    return value_below(resolve_levels(x), level)


def new_like(t: Any, shape: tuple[int, ...], write: Callable[[Any], object] | None = None) -> Any:
    """A tensor of this shape, zero where `write` writes nothing else, one per example if `t` is batched.

    It is batched even if all examples are equal: its shape decides where `out_dims` puts the examples, and how the results lie in memory.
    """
    levels = [level for level in batch_levels(t) if level.alive]
    array = zeros_on_device_of(t, (*(level.size for level in levels), *shape))
    if write is not None and array.__class__ is not MetaArray:
        write(array)
    return _lift_to(array, levels)


def _lift_to(array: Any, levels: Sequence[Any]) -> Any:
    """A tensor that has an example in `array` for each of those of the vmap levels, which are its first dimensions."""
    out = wrap(array)
    for level in levels:
        out = lift_batch(out, level)
    return out


def zeros_like(t: Any) -> Any:
    """Zeros in the shape and memory order of `t`, one per example if `t` is batched."""
    values, levels = concrete_values(t), batch_levels(t)
    if values.__class__ is not ndarray or not all(level.alive for level in levels):
        return new_like(t, t._array.shape)
    zeros = empty_like_layout(values, values.dtype)
    zeros.fill(0)
    return _lift_to(zeros, levels)


def one_like(t: Any) -> Any:
    """A one for the 0-d tensor `t`, one per example if `t` is batched."""
    return new_like(t, (), lambda array: array.fill(1))


def standard_basis(tensors: Sequence[Any]) -> tuple[Any, ...]:
    """The standard basis of the space of all tensors together: for each tensor a part of shape (total, *shape)."""
    if not tensors:
        raise AssertionError("tensors must have at least one element")
    sizes = [t.numel() for t in tensors]
    total, start, parts = sum(sizes), 0, []
    for t, size in zip(tensors, sizes, strict=True):
        parts.append(new_like(t, (total, *t._array.shape), partial(_write_unit_rows, total, size, start)))
        start += size
    return tuple(parts)


def _write_unit_rows(total: int, size: int, start: int, block: Any) -> None:
    """The unit vectors of one tensor in its part of the basis, which begin in row `start`; the same for each example."""
    if size:
        block.reshape(-1, total, size)[:, start + intp.arange(size), intp.arange(size)] = 1


def reshape_or_view(t: Any, shape: tuple[int, ...]) -> Any:
    """Reshape a tensor; a view if possible."""
    try:
        return TENSORS.view(t, shape)
    except RuntimeError:
        return TENSORS.reshape(t, shape)


def split_rows(t: Any, tensors: Sequence[Any]) -> list[Any]:
    """Split the first dimension of `t`, which indexes the elements of all `tensors`, into the part of each."""
    return list(TENSORS.split_with_sizes(t, tuple(x._array.size for x in tensors), 0))
