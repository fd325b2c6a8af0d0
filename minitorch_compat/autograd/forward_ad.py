"""Forward mode: `make_dual`, `unpack_dual`, levels. https://docs.pytorch.org/docs/stable/generated/torch.autograd.forward_ad.html

Levels nest here, which PyTorch's header promises and PyTorch refuses: each tangent is differentiated at the levels below its own.
"""
from __future__ import annotations

from typing import Any, NamedTuple

from .._bindings.tensor import Tensor
from .._dispatch.forward import enter_level, exit_level, primal_of, set_tangent, tangent_of
from .._dispatch.state import LOCAL


class UnpackedDualTensor(NamedTuple):
    """A dual's parts."""

    primal: Any
    tangent: Any


def _current() -> int:
    return len(LOCAL.levels) - 1


def enter_dual_level() -> int:
    """Open a level inside those already open; returns its index, 0 for the outermost."""
    return enter_level()


def exit_dual_level(*, level: int | None = None) -> None:
    """Close the innermost level (which `level` must be); tangents of that level are gone with it."""
    if level is None:
        level = _current()
    if level < 0:
        raise RuntimeError("Dual level must be a positive number.")
    exit_level(level)


def make_dual(tensor: Any, tangent: Any, *, level: int | None = None) -> Any:
    """A dual of `tensor`, of the same shape and type as `tangent`, at `level` (default: the innermost)."""
    if level is None:
        level = _current()
    if level < 0:
        raise RuntimeError("Trying to create a dual Tensor for forward AD but no level exists, make sure to enter_dual_level() first.")
    if not (tensor.is_floating_point() or tensor.is_complex()):
        raise ValueError(f"Expected primal to be floating point or complex, but got: {tensor.dtype}")
    if not (tangent.is_floating_point() or tangent.is_complex()):
        raise ValueError(f"Expected tangent to be floating point or complex, but got: {tangent.dtype}")
    if tensor.array.shape != tangent.array.shape:
        raise RuntimeError(f"Expected tangent to have the same shape as the primal: got {tangent.shape} and {tensor.shape}")
    dual = tensor.view_as(tensor)
    set_tangent(dual, level, tangent)
    return dual


def unpack_dual(tensor: Any, *, level: int | None = None) -> UnpackedDualTensor:
    """Primal and tangent of a dual at `level` (default: the innermost); the tangent is None for an ordinary tensor."""
    if level is None:
        level = _current()
    if level < 0:
        return UnpackedDualTensor(tensor, None)
    tangent = tangent_of(tensor, level)
    primal = tensor.view_as(tensor) if tangent is None else primal_of(tensor, level)
    return UnpackedDualTensor(primal, tangent)


class dual_level:
    """`with dual_level():` opens a level and closes it at the end, also after an exception."""

    def __enter__(self) -> int:
        self.level = enter_dual_level()
        return self.level

    def __exit__(self, *exc: object) -> None:
        exit_dual_level(level=self.level)


__all__ = ["UnpackedDualTensor", "dual_level", "enter_dual_level", "exit_dual_level", "make_dual", "unpack_dual"]
_ = Tensor
