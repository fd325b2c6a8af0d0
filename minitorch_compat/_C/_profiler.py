"""`torch._C._profiler`: enumerations of profiler settings. Events and traces of the C++ profiler do not exist here."""
from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any

from ..autograd._profile.recording import record_function as _record_function
from ..profiler.profiler import ProfilerActivity

__all__ = ["ActiveProfilerType", "ProfilerActivity", "ProfilerState", "RecordScope", "_RecordFunctionFast"]

ActiveProfilerType: Any = enum.IntEnum("ActiveProfilerType", ["NONE", "LEGACY", "KINETO", "NVTX", "ITT", "PRIVATEUSE1"], start=0)
ProfilerState: Any = enum.IntEnum("ProfilerState", [
    "Disabled", "CPU", "CUDA", "NVTX", "ITT", "PRIVATEUSE1", "KINETO", "KINETO_GPU_FALLBACK", "KINETO_PRIVATEUSE1_FALLBACK",
    "KINETO_PRIVATEUSE1"], start=0)
RecordScope: Any = enum.IntEnum("RecordScope", [
    "FUNCTION", "BACKWARD_FUNCTION", "TORCHSCRIPT_FUNCTION", "KERNEL_FUNCTION_DTYPE", "CUSTOM_CLASS", "BUILD_FEATURE", "LITE_INTERPRETER",
    "USER_SCOPE", "STATIC_RUNTIME_OP", "STATIC_RUNTIME_MODEL"], start=0)


class _RecordFunctionFast:
    """`record_function` without its checks."""

    def __init__(self, name: str, input_values: Any = None, keyword_values: Any = None) -> None:
        self._name = name

    def __enter__(self) -> None:
        self._span = _record_function(self._name).__enter__()

    def __exit__(self, *exc: object) -> None:
        self._span.__exit__(*exc)


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    def __getattr__(name: str) -> Any:
        if name in ("_ExperimentalConfig", "ProfilerConfig", "_ProfilerEvent", "_TensorMetadata", "_EventType", "CapturedTraceback",
                    "_ExtraFields_PyCall", "_ExtraFields_TorchOp"):
            from .._namespace.names import placeholder

            found = globals()[name] = placeholder(f"torch._C._profiler.{name}", "c")
            return found
        raise AttributeError(f"module 'torch._C._profiler' has no attribute {name!r}")
