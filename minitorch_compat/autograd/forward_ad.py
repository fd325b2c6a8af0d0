"""Forward mode: `make_dual`, `unpack_dual`, levels. https://docs.pytorch.org/docs/stable/generated/torch.autograd.forward_ad.html

Levels nest here, which PyTorch's header promises and PyTorch refuses: each tangent is differentiated at the levels below its own.
"""
from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from .._array.strided import storage_of
from .._dispatch.call import call_of, wrap
from .._dispatch.forward import DualLevel, adopt_tangents, enter_level, exit_level, primal_alias, primal_of, set_tangent, tangent_of
from .._dispatch.lifting import Lifted, Tracked
from .._dispatch.state import EVERY_LEVEL, LOCAL
from .._dispatch.tensor import TensorBase
from .._dispatch.unsupported import UnsupportedError
from .._ops.op import OPS, overload
from .grad_mode import _Mode

__all__ = ["UnpackedDualTensor", "dual_level", "enter_dual_level", "exit_dual_level", "make_dual", "unpack_dual"]


class UnpackedDualTensor(NamedTuple):
    """A dual's parts."""

    primal: Any
    tangent: Any


def _current() -> int:
    """The innermost level; where that is one of `func` inside a forward level, PyTorch refuses too."""
    for level in reversed(LOCAL.levels):
        if isinstance(level, DualLevel):
            return level.index
    return -1


def _below(t: Any, level: int, name: str) -> Any:
    """`t` as forward level `level` sees it, and the reverse-mode level above that it belongs to, if any."""
    if len(LOCAL.levels) - 1 == level or not isinstance(t.array, Lifted) or t.array.level.index < level:
        return t, None
    if not isinstance(t.array, Tracked):
        raise RuntimeError(f"Batching rule not implemented for aten::{name}; the fallback path doesn't work on out= or view ops.")
    if t.array.value.array.__class__ is not np.ndarray:
        raise UnsupportedError("torch.autograd.forward_ad inside several function transforms, for a level opened outside of them")
    return t.array.value, t.array.level


def enter_dual_level() -> int:
    """Open a level inside those already open; returns its index, 0 for the outermost."""
    return enter_level()


def exit_dual_level(*, level: int | None = None) -> None:
    """Close the innermost level (which `level` must be); tangents of that level are gone with it."""
    if level is None:
        level = _current()
    if level < 0 and _current() in (level, -1):
        raise RuntimeError("Dual level must be a positive number.")
    exit_level(level)


def _check_kind(name: str, tensor: Any) -> None:
    if not (tensor.is_floating_point() or tensor.is_complex()):
        raise ValueError(f"Expected {name} to be floating point or complex, but got: {tensor.dtype}")


def make_dual(tensor: Any, tangent: Any, *, level: int | None = None) -> Any:
    """A dual of `tensor`, of the same shape and type as `tangent`, at `level` (default: the innermost)."""
    if level is None:
        level = _current()
    if level < 0:
        raise RuntimeError("Trying to create a dual Tensor for forward AD but no level exists, make sure to enter_dual_level() first.")
    _check_kind("primal", tensor)
    _check_kind("tangent", tangent)
    if tangent_of(tensor, level) is not None:
        raise RuntimeError(f"Making a dual Tensor based on a Tensor that already has a forward gradient at the same level {level} is not "
                           "supported.")
    if tangent_of(tangent, level) is not None:
        raise RuntimeError(f"Setting a forward grad that itself has a forward gradient at the same level{level} is not supported.")
    dual = tensor.view_as(tensor)
    if LOCAL.inference:
        return dual
    value, above = _below(dual, level, "_make_dual")
    if above is None and _below(tangent, level, "_make_dual")[1] is None:
        set_tangent(dual, level, _laid_out_as(tensor, tangent))
        return dual
    # Inside a reverse-mode level the tangent belongs to the value below, and is a constant of the level.
    inner = primal_alias(value)
    set_tangent(inner, level, _laid_out_as(value, _below(tangent, level, "_make_dual")[0]))
    if above is None:
        return inner
    dual.array = type(dual.array)(inner, above)
    return dual
    return dual


def _laid_out_as(tensor: Any, tangent: Any) -> Any:
    """The tangent, copied if its layout is another than the tensor's: views of a dual are views of its tangent."""
    a, t = tensor.array, tangent.array
    if t.__class__ is not np.ndarray or a.__class__ is not np.ndarray or t.shape != a.shape:
        return tangent
    memory, offset = storage_of(a), tensor.storage_offset()
    if t.strides == a.strides and offset == tangent.storage_offset() and memory.size == storage_of(t).size:
        return tangent
    kept = wrap(np.zeros(memory.size, t.dtype))
    return kept.as_strided(a.shape, tensor.stride(), offset).copy_(tangent)


def unpack_dual(tensor: Any, *, level: int | None = None) -> UnpackedDualTensor:
    """Primal and tangent of a dual at `level` (default: the innermost); the tangent is None for an ordinary tensor."""
    if level is None:
        level = _current()
    if level < 0:
        return UnpackedDualTensor(tensor, None)
    if not isinstance(tensor, TensorBase):
        raise TypeError(f"_unpack_dual(): argument 'dual' (position 1) must be Tensor, not {type(tensor).__name__}")
    if _below(tensor, level, "_unpack_dual")[1] is not None:
        raise UnsupportedError("torch.autograd.forward_ad.unpack_dual inside a function transform, for a level opened outside of it")
    if tensor._view is not None:
        adopt_tangents(tensor)
    tangent = tangent_of(tensor, level) if level < LOCAL.forward_limit else None
    return UnpackedDualTensor(_identity(primal_of(tensor, level)), tangent)


_identity = call_of(overload(OPS["alias"], "torch::autograd::Identity"))


class dual_level(_Mode):
    """`with dual_level():` opens a level and closes it at the end, also after an exception."""

    def __enter__(self) -> int:
        self.level = enter_dual_level()
        return self.level

    def __exit__(self, *exc: object) -> None:
        exit_dual_level(level=self.level)


def _is_fwd_grad_enabled() -> bool:
    return LOCAL.forward_limit > 0


class _set_fwd_grad_enabled(_Mode):
    """Inside, with False, tangents are not propagated."""

    def __init__(self, mode: bool) -> None:
        self.mode = mode
        self.previous = LOCAL.forward_limit
        LOCAL.forward_limit = EVERY_LEVEL if mode else 0

    def __enter__(self) -> None:
        pass

    def __exit__(self, *exc: object) -> None:
        LOCAL.forward_limit = self.previous

    def clone(self) -> _set_fwd_grad_enabled:
        return _set_fwd_grad_enabled(self.mode)


