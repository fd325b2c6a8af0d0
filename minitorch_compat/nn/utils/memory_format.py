"""Memory formats of convolutions' weights."""
from __future__ import annotations

from typing import Any, TypeVar

__all__ = ["convert_conv2d_weight_memory_format", "convert_conv3d_weight_memory_format"]

M = TypeVar("M")


def convert_conv2d_weight_memory_format(module: M, memory_format: Any) -> M:
    """The module as it is: kernels here read every layout, so that another one would change nothing but strides."""
    return module


def convert_conv3d_weight_memory_format(module: M, memory_format: Any) -> M:
    """The module as it is: kernels here read every layout, so that another one would change nothing but strides."""
    return module
