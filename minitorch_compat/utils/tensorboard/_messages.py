"""Lazy access to the classes of the optional package tensorboard."""
from __future__ import annotations

from importlib import import_module
from typing import Any


def import_name(module: str, name: str) -> Any:
    """Import a name from a module of tensorboard."""
    return getattr(import_module(f"tensorboard.{module}"), name)


def message_class(name: str) -> Any:
    """Return a message class of the event format."""
    return import_name(f"compat.proto.{_MODULES[name]}_pb2", name)


_MODULES = {
    "Event": "event", "SessionLog": "event", "HistogramProto": "summary", "Summary": "summary", "SummaryMetadata": "summary",
    "TensorProto": "tensor", "TensorShapeProto": "tensor_shape",
}
