"""The names of `torch._C` that public code uses."""
from __future__ import annotations

import sys as _sys
import weakref as _weakref
from enum import Enum as _Enum
from typing import TYPE_CHECKING
from typing import Any as _Any

from .._array.linalg.decompositions import LinAlgError as _LinAlgError
from .._bindings.override.overridable import TensorMeta as _TensorMeta
from .._bindings.randomness.generators import Generator, default_generator
from .._bindings.tensor.tensor import Tensor as TensorBase
from .._bindings.tensor.tensor import no_dispatch as _disabled_torch_dispatch_impl
from .._dispatch.call.torch_function import NO_CLASSES, NOTHING, mode_open, pop_mode, push_mode, switched_off
from .._dispatch.call.torch_function import disabled as _disabled_torch_function_impl
from .._dispatch.device import device
from .._dispatch.dtype import dtype
from .._dispatch.graph.node import Node as _Node
from .._dispatch.size import Size
from .._dispatch.state import ACTIVE as _ACTIVE
from .._dispatch.state import LOCAL as _LOCAL
from .._dispatch.state import NO_LEVEL_LIMIT as _EVERY_LEVEL
from .._dispatch.state import set_recording as _set_recording
from .._dispatch.state import set_view_replay as _set_view_replay
from .._engine.profiled import node_of_frames as _node_of_frames


def _current_graph_task_id() -> int:
    """The number of the backward that runs in this thread; -1 outside of backward."""
    task = _LOCAL.task
    return -1 if task is None else int(task.id)


def _current_autograd_node() -> _Node | None:
    """The node whose derivative or hooks run in this thread; None outside of backward."""
    return None if _LOCAL.task is None else _node_of_frames(_sys._getframe(1))


def _current_graph_task_execution_order() -> list[_Node]:
    """The nodes that the current backward will run, in order; to be called at the first of them, with multithreading off."""
    from .._engine.schedule.execution_order import execution_order

    frame = _sys._getframe(1)
    return execution_order(lambda: _node_of_frames(frame))


def _will_engine_execute_node(node: _Node) -> bool:
    """Whether the current backward runs `node`."""
    if _LOCAL.task is None:
        raise RuntimeError("_get_should_execute_nodes should only be called during the backward pass")
    return bool(_LOCAL.task.will_execute(node))


def _is_fwd_grad_enabled() -> bool:
    """Whether forward mode is enabled in this thread."""
    return bool(_LOCAL.forward_limit)


def _set_fwd_grad_enabled(enabled: bool, /) -> None:
    """Turn the propagation of tangents in this thread on or off."""
    _LOCAL.forward_limit = _EVERY_LEVEL if enabled else 0


class _WeakTensorRef:
    """A weak reference to a tensor."""

    def __init__(self, tensor: TensorBase) -> None:
        self._reference = _weakref.ref(tensor)

    def expired(self) -> bool:
        """Whether the tensor is gone."""
        return self._reference() is None


def _is_view_replay_enabled() -> bool:
    """Whether `_force_original_view_tracking` is on in this thread."""
    return bool(_LOCAL.view_replay)


def _is_grad_layout_enforcement_enabled() -> bool:
    """Whether `enforce_grad_layout_policy` is on in this thread."""
    return bool(_LOCAL.grad_layout)


def _is_multithreading_enabled() -> bool:
    """Whether multithreading is enabled (`set_multithreading_enabled`); False in inference mode."""
    return _LOCAL.multithreading and not _LOCAL.inference


def _set_multithreading_enabled(enabled: bool, /) -> None:
    """Do what calling `set_multithreading_enabled` does."""
    if not isinstance(enabled, bool):
        raise TypeError(f"set_multithreading_enabled(): argument 'enabled' (position 1) must be bool, not {type(enabled).__name__}")
    _LOCAL.multithreading = enabled


def _set_view_replay_enabled(enabled: bool, /) -> None:
    """Do what calling `_force_original_view_tracking` does."""
    if not isinstance(enabled, bool):
        raise TypeError(f"_set_view_replay_enabled(): argument 'enabled' (position 1) must be bool, not {type(enabled).__name__}")
    _set_view_replay(enabled)


def _set_grad_enabled(enabled: bool, /) -> None:
    """Do what calling `set_grad_enabled` does."""
    if not isinstance(enabled, bool):
        raise TypeError(f"set_grad_enabled(): argument 'enabled' (position 1) must be bool, not {type(enabled).__name__}")
    _set_recording(enabled)


def is_grad_enabled() -> bool:
    """Return `torch.is_grad_enabled()`."""
    return bool(_LOCAL.grad)


def is_inference_mode_enabled() -> bool:
    """Return `torch.is_inference_mode_enabled()`."""
    return bool(_LOCAL.inference)


def _get_tracing_state() -> None:
    """Return None: there is no tracing."""


def _is_tracing() -> bool:
    """Return False: there is no tracing."""
    return False


def _log_api_usage_once(event: str) -> None:
    """Do nothing: no usage statistics are collected."""


def _are_functorch_transforms_active() -> bool:
    """Whether a transform of `torch.func` is running."""
    return bool(_ACTIVE)


def _get_accelerator(check: bool | None = None) -> device:
    """Return the CPU, the only device."""
    return device("cpu")


def _get_default_device() -> str:
    return "cpu"


def _get_privateuse1_backend_name() -> str:
    return "privateuseone"


_push_on_torch_function_stack, _pop_torch_function_stack = push_mode, pop_mode


class DisableTorchFunctionSubclass(switched_off):
    """Context in which `__torch_function__` of classes is not called; that of modes still is.

    References
    ----------
    PyTorch: ``torch._C.DisableTorchFunctionSubclass``.

    Examples
    --------
    >>> class Loud(torch.Tensor):
    ...     pass
    >>> x = torch.ones(2).as_subclass(Loud)
    >>> type(x + 1).__name__
    'Loud'
    >>> with torch._C.DisableTorchFunctionSubclass():
    ...     print(type(x + 1).__name__)
    Tensor
    """

    __slots__ = ()

    def __init__(self, *_ignored: _Any, **_also: _Any) -> None:
        super().__init__(NO_CLASSES)


class DisableTorchFunction(switched_off):
    """Context in which `__torch_function__` of neither classes nor modes is called.

    References
    ----------
    PyTorch: ``torch._C.DisableTorchFunction``.

    Examples
    --------
    >>> class Loud(torch.Tensor):
    ...     pass
    >>> x = torch.ones(2).as_subclass(Loud)
    >>> with torch._C.DisableTorchFunction():
    ...     print(type(x + 1).__name__)
    Tensor
    """

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(NOTHING)


class _AutoDispatchBelowAutograd:
    """Context in which ops are not recorded, and registered ops run the function that they have for the CPU, not the one for autograd."""

    __slots__ = ("_grad", "_previous")

    def __enter__(self) -> None:
        self._previous, self._grad = _LOCAL.below_autograd, _set_recording(False)
        _LOCAL.below_autograd = True

    def __exit__(self, *error: object) -> None:
        _LOCAL.below_autograd = self._previous
        _set_recording(self._grad)


def _is_torch_function_enabled() -> bool:
    return not _LOCAL.no_overrides


def _is_torch_function_all_disabled() -> bool:
    return _LOCAL.no_overrides == NOTHING


def _is_torch_function_mode_enabled() -> bool:
    return mode_open()


class _TorchFunctionState(_Enum):
    """How much of `__torch_function__` is disabled in a thread."""

    ENABLED = 0
    SUBCLASSES_DISABLED = 1
    ALL_DISABLED = 2


def _get_torch_function_state() -> _TorchFunctionState:
    """Return what is disabled in this thread."""
    return _TorchFunctionState(_LOCAL.no_overrides)


def _set_torch_function_state(state: _TorchFunctionState) -> None:
    """Disable exactly that in this thread."""
    _LOCAL.no_overrides = state.value


def _len_torch_function_stack() -> int:
    return len(_LOCAL.function_modes)


def _get_function_stack_at(level: int) -> object:
    return _LOCAL.function_modes[level]


__all__ = ["DisableTorchFunction", "DisableTorchFunctionSubclass", "Generator", "Size", "TensorBase", "_LinAlgError", "_TensorMeta",
           "_disabled_torch_dispatch_impl", "_disabled_torch_function_impl", "_get_function_stack_at",
           "_is_torch_function_all_disabled", "_is_torch_function_enabled", "_is_torch_function_mode_enabled",
           "_len_torch_function_stack", "_pop_torch_function_stack", "_push_on_torch_function_stack",
           "default_generator", "device", "dtype"]


_TensorBase = TensorBase
_has_mkldnn, _GLIBCXX_USE_CXX11_ABI = False, True


def _jit_set_profiling_executor(_enabled: bool) -> bool:
    """Return True, PyTorch's default. The setting has no effect: nothing is compiled."""
    return True


def _get_autograd_fallback_mode() -> str:
    """What happens to results of registered ops without a formula."""
    from ..ops._custom import Fallback

    return Fallback.mode


def _set_autograd_fallback_mode(mode: str, /) -> None:
    """Set it: "warn", the default, or "nothing"."""
    from ..ops._custom import Fallback

    if mode not in ("nothing", "warn"):
        raise RuntimeError(f"unknown autograd fallback mode {mode!r}")
    Fallback.mode = mode


def _jit_set_texpr_fuser_enabled(_enabled: bool) -> None:
    """Do nothing: nothing is compiled, so there is nothing to fuse."""


_jit_override_can_fuse_on_cpu = _jit_override_can_fuse_on_gpu = _jit_set_texpr_fuser_enabled
_jit_set_nvfuser_enabled = _jit_set_nvfuser_guard_mode = _debug_set_autodiff_subgraph_inlining = _jit_set_texpr_fuser_enabled


def _jit_can_fuse_on_cpu() -> bool:
    """Return False."""
    return False


_jit_can_fuse_on_gpu = _jit_texpr_fuser_enabled = _jit_can_fuse_on_cpu


def _jit_set_profiling_mode(_enabled: bool) -> bool:
    """Return True, PyTorch's default. The setting has no effect: nothing is profiled for a compiler."""
    return True


def _debug_only_are_vmap_fallback_warnings_enabled() -> bool:
    """Whether `vmap` would warn of an op that it runs once per example; there is none."""
    from ._functorch import _fallback

    return _fallback["warns"]


def _debug_only_display_vmap_fallback_warnings(enabled: bool, /) -> None:
    """Set what `_debug_only_are_vmap_fallback_warnings_enabled` returns."""
    from ._functorch import _fallback

    _fallback["warns"] = enabled


def _infer_size(a: _Any, b: _Any) -> Size:
    """The shape that two shapes broadcast to; RuntimeError if they do not."""
    from .._array.shape.views import common_shape

    return Size(common_shape((tuple(a), tuple(b))))


#: Classes that programs use in annotations and conditions.
_CLASSES = frozenset({"_ExcludeDispatchKeyGuard", "_DisableFuncTorch", "_IncludeDispatchKeyGuard"})


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    def __getattr__(name: str) -> object:
        """Import submodules on first access, and resolve the few other names."""
        if name in ("_autograd", "_fft", "_functions", "_functorch", "_linalg", "_nn", "_profiler", "_sparse", "_special"):
            from importlib import import_module

            return import_module(f"{__name__}.{name}")
        if name == "StorageBase":
            from .._bindings.storage.untyped import UntypedStorage

            return UntypedStorage
        if name in ("DispatchKey", "DispatchKeySet"):
            from . import _keys

            return getattr(_keys, name)
        if name in ("_from_dlpack", "_to_dlpack"):
            from ..utils import dlpack

            return dlpack.from_dlpack if name == "_from_dlpack" else dlpack.to_dlpack
        if name in ("_VariableFunctions", "_VariableFunctionsClass"):  # pickles of native functions have the latter
            from .. import _VF

            return _VF
        from .._namespace.names import names_table, placeholder

        if name in _CLASSES or name in names_table()["torch"]:
            return placeholder(f"torch._C.{name}", names_table()["torch"].get(name, "c"))
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
