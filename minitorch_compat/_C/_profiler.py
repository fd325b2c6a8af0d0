"""`torch._C._profiler`: enumerations of profiler settings. Events and traces of the C++ profiler do not exist here."""
from __future__ import annotations

import enum
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .._dispatch.unsupported import UnsupportedError
from ..autograd._profile.recording import record_function as _record_function
from ..profiler.profiler import ProfilerActivity

__all__ = ["ActiveProfilerType", "ProfilerActivity", "ProfilerState", "RecordScope", "_ExperimentalConfig", "_RecordFunctionFast"]

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


class _ExperimentalConfig:
    """Options of `torch.profiler.profile`. Those that concern accelerators have no effect; others that would change a profile raise."""

    def __init__(
        self, profiler_metrics: Sequence[str] = (), profiler_measure_per_kernel: bool = False, verbose: bool = False,
        performance_events: Sequence[str] = (), enable_cuda_sync_events: bool = False, adjust_profiler_step: bool = False,
        disable_external_correlation: bool = False, profile_all_threads: bool = False, capture_overload_names: bool = False,
        record_python_gc_info: bool = False, expose_kineto_event_metadata: bool = False, custom_profiler_config: str = "",
        adjust_timestamps: bool = False, trace_only: bool = False,
    ) -> None:
        for name, value in {"performance_events": performance_events, "profile_all_threads": profile_all_threads,
                            "capture_overload_names": capture_overload_names, "record_python_gc_info": record_python_gc_info,
                            "expose_kineto_event_metadata": expose_kineto_event_metadata, "trace_only": trace_only}.items():
            if value:
                raise UnsupportedError(f"torch._C._profiler._ExperimentalConfig({name}=)")
        self.custom_profiler_config, self.trace_only, self.verbose = custom_profiler_config, trace_only, verbose


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    def __getattr__(name: str) -> Any:
        if name in ("ProfilerConfig", "_ProfilerEvent", "_TensorMetadata", "_EventType", "CapturedTraceback",
                    "_ExtraFields_PyCall", "_ExtraFields_TorchOp"):
            from .._namespace.names import placeholder

            found = globals()[name] = placeholder(f"torch._C._profiler.{name}", "c")
            return found
        raise AttributeError(f"module 'torch._C._profiler' has no attribute {name!r}")
