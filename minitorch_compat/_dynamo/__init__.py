"""`torch._dynamo` without a compiler: decorators that mark functions return them unchanged, compiling is not supported."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._namespace.modules import recorded_getattr
from ..compiler import allow_in_graph, assume_constant_result, disable, is_compiling, reset


def disallow_in_graph(fn: Any) -> Any:
    """`fn` itself."""
    return fn


def graph_break(msg: str = "") -> None:
    """Do nothing: there is no graph to break."""


def mark_static(t: Any, index: Any = None) -> None:
    """Nothing."""


def mark_dynamic(t: Any, index: Any, **options: Any) -> None:
    """Nothing."""


maybe_mark_dynamic = mark_dynamic


def mark_static_address(t: Any, guard: bool = False) -> None:
    """Nothing."""


_unavailable = recorded_getattr("torch._dynamo")


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    def __getattr__(name: str) -> Any:
        if name == "OptimizedModule":
            from .eval_frame import OptimizedModule

            return OptimizedModule
        return _unavailable(name)
