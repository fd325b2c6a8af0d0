"""`torch.onnx` without an exporter."""
from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any

from .._namespace.modules import recorded_getattr


class TrainingMode(Enum):
    """The mode of an exported model: functions that call the exporter have one for a default."""

    EVAL = 0
    PRESERVE = 1
    TRAINING = 2


class OperatorExportTypes(Enum):
    """What the exporter does with operators that ONNX lacks."""

    ONNX = 0
    ONNX_ATEN = 1
    ONNX_ATEN_FALLBACK = 2
    ONNX_FALLTHROUGH = 3


def is_in_onnx_export() -> bool:
    """False."""
    return False


def register_custom_op_symbolic(symbolic_name: str, symbolic_fn: Any, opset_version: int) -> None:
    """Do nothing: there is no exporter to use it."""


def unregister_custom_op_symbolic(symbolic_name: str, opset_version: int) -> None:
    """Do nothing."""


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch.onnx")
