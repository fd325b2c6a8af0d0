"""`torch.onnx` without an exporter."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._namespace.modules import recorded


def is_in_onnx_export() -> bool:
    """False."""
    return False


def register_custom_op_symbolic(symbolic_name: str, symbolic_fn: Any, opset_version: int) -> None:
    """Nothing: no exporter will ask for it."""


def unregister_custom_op_symbolic(symbolic_name: str, opset_version: int) -> None:
    """Nothing."""


if not TYPE_CHECKING:  # checkers are to know the names that there are
    __getattr__ = recorded("torch.onnx")
