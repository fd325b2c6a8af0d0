"""`torch._vmap_internals`: PyTorch's vmap from before `torch.func`, with which programs batch backward passes."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ._array.core.user_warnings import warn
from ._bindings.tensor.tensor import Tensor
from ._dispatch.state import LOCAL
from .func import vmap as _batched

in_dims_t = int | tuple[Any, ...]
out_dims_t = int | tuple[int, ...]


def _vmap(func: Callable[..., Any], in_dims: in_dims_t = 0, out_dims: out_dims_t = 0,
          allow_none_pass_through: bool = False) -> Callable[..., Any]:
    """`torch.vmap` of a function that returns a tensor or a tuple of tensors; with the flag, None among them is passed on."""
    def wrapped(*args: Any) -> Any:
        form: list[Any] = []

        def drop_none(*inner: Any) -> Any:
            LOCAL.levels[-1].is_legacy = True
            out = func(*inner)
            outs = out if isinstance(out, tuple) else (out,)
            _check(func, outs, isinstance(out, tuple), allow_none_pass_through)
            form[:] = isinstance(out, tuple), [o is None for o in outs]
            return tuple(o for o in outs if o is not None)

        found = iter(_batched(drop_none, in_dims)(*args))
        is_tuple, absent = form
        dims = _dims(func, out_dims, len(absent))
        outs = tuple(None if none else next(found).movedim(0, dim) for none, dim in zip(absent, dims, strict=True))
        return outs if is_tuple else outs[0]

    return wrapped


def _check(func: Any, outs: tuple[Any, ...], is_tuple: bool, may_be_none: bool) -> None:
    name = getattr(func, "__name__", repr(func))
    for index, out in enumerate(outs):
        if not isinstance(out, Tensor) and not (out is None and may_be_none):
            where = f"for return {index}" if is_tuple else "as the return"
            raise ValueError(f"vmap({name}, ...): `{name}` must only return Tensors, got type {type(out)} {where}.")


def _dims(func: Any, out_dims: Any, count: int) -> tuple[int, ...]:
    name = getattr(func, "__name__", repr(func))
    if isinstance(out_dims, int):
        return (out_dims,) * count
    if not isinstance(out_dims, tuple) or not all(isinstance(dim, int) for dim in out_dims):
        raise ValueError(f"vmap({name}, ..., out_dims={out_dims}): `out_dims` must be an int or a tuple of int representing where in the "
                         "outputs the vmapped dimension should appear.")
    if len(out_dims) != count:
        raise ValueError(f"vmap({name}, ..., out_dims={out_dims}): `out_dims` must have one dim per output (got {count} outputs) of "
                         f"{name}.")
    return out_dims


def vmap(func: Callable[..., Any], in_dims: in_dims_t = 0, out_dims: out_dims_t = 0) -> Callable[..., Any]:
    """The same, deprecated: FutureWarning."""
    warn("Please use `torch.vmap` instead of `torch._vmap_internals.vmap`.", FutureWarning)
    return _vmap(func, in_dims, out_dims)
