"""Memory formats of convolutions' weights."""
from __future__ import annotations

from typing import Any, TypeVar

from ..modules.conv import Conv2d, Conv3d, ConvTranspose2d, ConvTranspose3d
from ..modules.module import Module

__all__ = ["convert_conv2d_weight_memory_format", "convert_conv3d_weight_memory_format"]

M = TypeVar("M", bound=Module)


def convert_conv2d_weight_memory_format(module: M, memory_format: Any) -> M:
    """Lay the weights of all two-dimensional convolutions in `module` out in a memory format, in place."""
    return _converted(module, memory_format, (Conv2d, ConvTranspose2d))


def convert_conv3d_weight_memory_format(module: M, memory_format: Any) -> M:
    """The same of three-dimensional convolutions."""
    return _converted(module, memory_format, (Conv3d, ConvTranspose3d))


def _converted(module: M, memory_format: Any, kinds: tuple[type, ...]) -> M:
    parts: list[Any] = [part for part in module.modules() if isinstance(part, kinds)]
    for part in parts:
        part.weight.data = part.weight.detach().clone(memory_format=memory_format)
    return module
