"""`torch._C._autograd`: names of the engine's C++ side that programs use. Of the profiler's only those that have a counterpart here."""
from __future__ import annotations

import enum
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from .._bindings.tensor.tensor import Tensor
from .._dispatch.graph.node import InputMetadata as _InputMetadata
from .._dispatch.graph.node import next_key as _next_key
from .._dispatch.graph.versions import counter_of as _counter_of
from .._dispatch.state import LOCAL as _LOCAL
from .._dispatch.state import activate as _activate
from .._dispatch.state import deactivate as _deactivate
from .._fidelity.saved_attributes import SavedTensor
from ..autograd._custom_function.saved import SavedTensor as _SavedTensor
from ..autograd._custom_function.saved import SavedValue as _Saved
from ..autograd._profile.recording import record_function as _record_function
from ..autograd.profiler import kineto_available
from ..autograd.profiler_util import DeviceType

__all__ = ["CreationMeta", "DeviceType", "SavedTensor", "_InputMetadata", "kineto_available"]


class CreationMeta(enum.IntEnum):
    """How a view was created, which decides whether it may be changed in place."""

    DEFAULT = 0
    IN_CUSTOM_FUNCTION = 1
    MULTI_OUTPUT_NODE = 2
    NO_GRAD_MODE = 3
    INFERENCE_MODE = 4

    def __str__(self) -> str:
        return f"CreationMeta.{self.name}"


def _view(tensor: Any, name: str) -> Any:
    if not isinstance(tensor, Tensor):
        raise TypeError(f"{name}(): incompatible function arguments. The following argument types are supported:\n    (torch.Tensor)")
    if tensor._view is None:
        raise RuntimeError("Expected meta != nullptr to be true, but got false.  (Could this error message be improved?  If so, please "
                           "report an enhancement request to PyTorch.)")
    return tensor


def _get_creation_meta(tensor: Tensor) -> CreationMeta:
    """How the view `tensor` was created."""
    meta = _view(tensor, "_get_creation_meta")._autograd_meta
    return CreationMeta(0 if meta is None else meta.creation)


def _set_creation_meta(tensor: Tensor, creation_meta: CreationMeta) -> None:
    """Set how the view `tensor` was created."""
    _view(tensor, "_set_creation_meta")._meta_for_writing().creation = int(creation_meta)


def _get_data_attr(tensor: Tensor) -> Tensor:
    """`tensor.data`."""
    return tensor.data


def _unsafe_set_version_counter(tensors: Sequence[Tensor], versions: Sequence[int]) -> None:
    """Set the version counters of `tensors`, so that changes made since go unnoticed."""
    if not isinstance(tensors, (tuple, list)) or not isinstance(versions, (tuple, list)):
        raise TypeError("_unsafe_set_version_counter(): incompatible function arguments. The following argument types are supported:\n"
                        "    (arg0: Sequence[torch.Tensor], arg1: Sequence[int]) -> None")
    if len(tensors) != len(versions):
        raise RuntimeError(f"tensors_len={len(tensors)}, versions_len={len(versions)}")
    for tensor, version in zip(tensors, versions, strict=True):
        if version < 0:
            raise RuntimeError(f"Cannot set a version_counter to a value below 0: {version}")
        _counter_of(tensor)[0] = version


def _get_current_graph_task_keep_graph() -> bool:
    """Whether the current backward retains its graph; True outside of backward."""
    return _LOCAL.task is None or bool(_LOCAL.task.retain)


def _get_sequence_nr() -> int:
    """The sequence number of the next node."""
    following = int(repr(_next_key.__self__)[len("count("):].partition(",")[0])  # type: ignore[attr-defined]
    return -following - 1


# Saved tensors ---------------------------------------------------------------------------------------------------------------------


def _make_saved_tensor(tensor: Tensor, is_output: bool, is_inplace_on_view: bool = False) -> SavedTensor:
    """A `SavedTensor` of `tensor`, packed by the open hooks, if any."""
    return _SavedTensor(None, _Saved(tensor, None))


class _PushedHooks:
    """A marker in `ACTIVE` that makes calls take the path that applies saved-tensor hooks."""


_PUSHED = _PushedHooks()


def _push_saved_tensors_default_hooks(pack_hook: Callable[[Any], Any], unpack_hook: Callable[[Any], Any]) -> None:
    """Do what entering `graph.saved_tensors_hooks` does."""
    if _LOCAL.saved_hooks_disabled is not None:
        raise RuntimeError(_LOCAL.saved_hooks_disabled)
    _LOCAL.saved_hooks.append((pack_hook, unpack_hook))
    _activate(_PUSHED)


def _pop_saved_tensors_default_hooks() -> None:
    """Do what leaving `graph.saved_tensors_hooks` does."""
    if not _LOCAL.saved_hooks:
        raise RuntimeError("is_initialized && !tls.stack.empty() INTERNAL ASSERT FAILED")
    _LOCAL.saved_hooks.pop()
    _deactivate(_PUSHED)


def _top_saved_tensors_default_hooks(ignore_is_tracing: bool) -> tuple[Any, Any] | None:
    """The innermost pair of hooks, or None."""
    return _LOCAL.saved_hooks[-1] if _LOCAL.saved_hooks else None


def _saved_tensors_hooks_disable(error_message: str, fail_if_non_empty: bool = True) -> None:
    """Make opening saved-tensor hooks raise RuntimeError with this message."""
    if fail_if_non_empty and _LOCAL.saved_hooks:
        raise RuntimeError(error_message)
    _LOCAL.saved_hooks_disabled = error_message


def _saved_tensors_hooks_enable() -> None:
    """Allow saved-tensor hooks again."""
    _LOCAL.saved_hooks_disabled = None


def _saved_tensors_hooks_is_enabled() -> bool:
    return _LOCAL.saved_hooks_disabled is None


def _saved_tensors_hooks_get_disabled_error_message() -> str | None:
    return _LOCAL.saved_hooks_disabled


def _saved_tensors_hooks_set_tracing(is_tracing: bool) -> bool:
    """Return False: there is no tracing."""
    return False


# Profiles --------------------------------------------------------------------------------------------------------------------------


def _profiler_enabled() -> bool:
    """Whether a profiler is active in this thread."""
    return _LOCAL.observer is not None


def _profiler_type() -> Any:
    from ._profiler import ActiveProfilerType

    return ActiveProfilerType.KINETO if _profiler_enabled() else ActiveProfilerType.NONE


def _supported_activities() -> Any:
    from ..profiler.profiler import supported_activities

    return supported_activities()


def _record_function_with_args_enter(name: str, *args: Any) -> _record_function:
    """Open a span; `_record_function_with_args_exit` closes it."""
    return _record_function(name).__enter__()


def _record_function_with_args_exit(handle: _record_function) -> None:
    handle.__exit__(None, None, None)


def _kineto_step() -> None:
    """Do nothing: steps are counted by `torch.profiler.profile`."""


def _is_kineto_stopped() -> bool:
    return False


def _add_metadata_json(key: str, value: str) -> None:
    """Do nothing: no trace is being written."""


def _enable_record_function(enable: bool) -> None:
    """Do nothing: spans cost nothing without a profiler."""


def _clear_callbacks() -> None:
    """Do nothing: there are no callbacks."""


#: Classes and functions of the C++ profiler without a counterpart here.
_MISSING = {"ProfilerEvent": "c", "TensorGeometry": "c", "_ITraceActivity": "c", "_KinetoEvent": "c", "_ProfilerDisableOptions": "c",
            "_ProfilerResult": "c", "_disable_profiler": "f", "_disable_profiler_legacy": "f", "_enable_profiler": "f",
            "_enable_profiler_legacy": "f", "_prepare_profiler": "f", "_set_empty_test_observer": "f", "_soft_assert_raises": "f",
            "_toggle_collection_dynamic": "f"}


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    def __getattr__(name: str) -> Any:
        if name in _MISSING:
            from .._namespace.names import placeholder

            found = globals()[name] = placeholder(f"torch._C._autograd.{name}", _MISSING[name])
            return found
        raise AttributeError(f"module 'torch._C._autograd' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_MISSING})
