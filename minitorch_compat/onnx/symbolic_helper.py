"""`torch.onnx.symbolic_helper` without an exporter: decorators return functions unchanged."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .._namespace.modules import recorded_getattr


def parse_args(*arg_descriptors: str) -> Callable[[Any], Any]:
    """A decorator that changes nothing."""
    return lambda fn: fn


def quantized_args(*arg_q_descriptors: bool, **options: Any) -> Callable[[Any], Any]:
    """A decorator that changes nothing."""
    return lambda fn: fn


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch.onnx.symbolic_helper")
