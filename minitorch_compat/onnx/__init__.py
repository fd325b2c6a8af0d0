"""`torch.onnx` without an exporter."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._namespace.modules import recorded_getattr


def is_in_onnx_export() -> bool:
    """False."""
    return False


def register_custom_op_symbolic(symbolic_name: str, symbolic_fn: Any, opset_version: int) -> None:
    """Do nothing: there is no exporter to use it."""


def unregister_custom_op_symbolic(symbolic_name: str, opset_version: int) -> None:
    """Do nothing."""


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch.onnx")
