"""The few names of `torch._C` that code reaches for."""
from __future__ import annotations

from .._array.decompositions import LinAlgError as _LinAlgError
from .._bindings.random import Generator, default_generator
from .._bindings.tensor import Tensor as TensorBase
from .._dispatch.device import device
from .._dispatch.dtype import dtype
from .._dispatch.node import Node as _Node
from .._dispatch.size import Size
from .._dispatch.state import LOCAL as _LOCAL


def _current_graph_task_id() -> int:
    """The number of the backward that this thread runs; -1 outside of one."""
    task = _LOCAL.task
    return -1 if task is None else int(task.id)


def _will_engine_execute_node(node: _Node) -> bool:
    """Whether the backward that this thread runs comes, or came, to `node`."""
    if _LOCAL.task is None:
        raise RuntimeError("_get_should_execute_nodes should only be called during the backward pass")
    return bool(_LOCAL.task.reaches(node))


def _is_multithreading_enabled() -> bool:
    """Whether `set_multithreading_enabled` was last told True."""
    return _LOCAL.multithreading


__all__ = ["Generator", "Size", "TensorBase", "_LinAlgError", "default_generator", "device", "dtype"]
