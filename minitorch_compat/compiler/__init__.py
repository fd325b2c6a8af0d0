"""`torch.compiler` and `torch.compile` without a compiler: functions and modules are given back as they are."""
from __future__ import annotations

from typing import Any

from .._names import missing


def compile(model: Any = None, *, fullgraph: bool = False, dynamic: bool | None = None, backend: Any = None, mode: str | None = None,
            options: Any = None, name: str | None = None, disable: bool = False, recompile_limit: int | None = None,
            isolate_recompiles: bool = False, shapes_spec: Any = None) -> Any:
    """`model` itself; without it, a decorator that gives back what it gets."""
    if mode is not None and options is not None:
        raise RuntimeError("Either mode or options can be specified, but both can't be specified at the same time.")
    if model is not None and not callable(model):
        raise AssertionError(f"A callable function is expected, but {type(model)} is provided.")
    return model if model is not None else lambda function: function


def disable(fn: Any = None, recursive: bool = True, *, reason: str | None = None) -> Any:
    """`fn` itself; without it, a decorator that gives back what it gets."""
    return fn if fn is not None else lambda function: function


def allow_in_graph(fn: Any) -> Any:
    """`fn` itself."""
    return fn


def assume_constant_result(fn: Any) -> Any:
    """`fn` itself."""
    return fn


def is_compiling() -> bool:
    """False."""
    return False


def is_dynamo_compiling() -> bool:
    """False."""
    return False


def is_exporting() -> bool:
    """False."""
    return False


def reset() -> None:
    """Nothing."""


def cudagraph_mark_step_begin() -> None:
    """Nothing."""


def list_backends(exclude_tags: Any = ("debug", "experimental")) -> list[str]:
    """[]"""
    return []


__getattr__ = missing("torch.compiler", __name__)
