"""Profiling of op calls: `profile`, `record_function`. https://docs.pytorch.org/docs/stable/autograd.html#profiler

Profiles contain the calls of this package: ops as they are dispatched and nodes as backward runs them.  Without an open profile
there is no overhead.
"""
from __future__ import annotations

import gzip
import json
import os
import socket
import time
import uuid
from collections.abc import Callable
from typing import Any, Literal

from .._array.core.user_warnings import warn
from .._dispatch.unsupported import UnsupportedError
from ._profile.recording import FUNCTION_SCOPE, USER_SCOPE, Recorder, Span, TensorDescription, record_function
from .profiler_util import (
    MEMORY_EVENT_NAME,
    OUT_OF_MEMORY_EVENT_NAME,
    DeviceType,
    EventList,
    FunctionEvent,
    FunctionEventAvg,
    MemRecordsAcc,
    flow_events,
    memory_events,
    profiler_window,
    trace_event,
)

#: Devices that PyTorch can profile besides the CPU.
_DEVICES = ("cuda", "xpu", "mtia", "hpu", "privateuseone")


class profile:
    """Context that profiles the operations inside; ``torch.profiler.profile`` has more options.

    Parameters
    ----------
    enabled : bool, default True
        False measures nothing.
    use_cuda : bool, default False
        Deprecated.
    use_device : str, optional
        Another device to profile; there is none.
    record_shapes : bool, default False
        Whether input shapes are recorded.
    with_flops : bool, default False
        Whether floating-point operations are counted.
    profile_memory : bool, default False
        Whether allocations are recorded.
    with_stack : bool, default False
        Whether source lines are recorded.
    with_modules : bool, default False
        Whether modules are recorded.
    use_kineto : bool, default False
        Accepted for compatibility.
    use_cpu : bool, default True
        Accepted for compatibility.
    experimental_config : object, optional
        Accepted for compatibility.
    acc_events : bool, default False
        Accepted for compatibility.
    custom_trace_id_callback : callable, optional
        Accepted for compatibility.
    post_processing_timeout_s : float, optional
        Accepted for compatibility.
    activity_filters : object, optional
        Accepted for compatibility.

    References
    ----------
    PyTorch: ``torch.autograd.profiler.profile``.

    Examples
    --------
    >>> with torch.autograd.profiler.profile() as prof:
    ...     y = torch.ones(3) + 1
    >>> "aten::add" in [event.key for event in prof.key_averages()]
    True
    """

    enabled: bool
    custom_trace_id_callback: Any

    def __init__(
        self, enabled: bool = True, *, use_cuda: bool = False, use_device: str | None = None, record_shapes: bool = False,
        with_flops: bool = False, profile_memory: bool = False, with_stack: bool = False, with_modules: bool = False,
        use_kineto: bool = False, use_cpu: bool = True, experimental_config: Any = None, acc_events: bool = False,
        custom_trace_id_callback: Callable[[], str] | None = None, post_processing_timeout_s: float | None = None,
        activity_filters: Any = None,
    ) -> None:
        self.enabled, self.use_cpu = bool(enabled), use_cpu
        self.entered: bool = False
        self.record_shapes: bool = record_shapes or with_flops
        self.with_flops, self.with_stack, self.with_modules, self.profile_memory = with_flops, with_stack, with_modules, profile_memory
        self.acc_events, self.custom_trace_id_callback = acc_events, custom_trace_id_callback
        self.use_device: str | None = None
        if use_cuda:
            warn("The attribute `use_cuda` will be deprecated soon, please use ``use_device = 'cuda'`` instead.", FutureWarning)
        if use_cuda or use_device == "cuda":
            warn("CUDA is not available, disabling CUDA profiling")
        elif use_device is not None and use_device not in _DEVICES:
            warn(f"The {use_device} is not a valid device option.")
        if enabled and not use_cpu:
            raise AssertionError("No activities specified for the profiler" if use_kineto else
                                 "Device-only events supported only with Kineto (use_kineto=True)")
        self.trace_id: str = ""
        self._events: EventList | None = None
        self._recorder: Recorder | None = None
        self._metadata: dict[str, Any] = {}
        self._saved = False
        self._start_ns = self._epoch_ns = self._end_ns = 0

    def __enter__(self) -> profile | None:
        if not self.enabled:
            return None
        if self.entered:
            raise RuntimeError("Profiler context manager is not reentrant")
        self.entered = True
        make_id = self.custom_trace_id_callback
        self.trace_id = make_id() if make_id is not None else uuid.uuid4().hex.upper()
        self._recorder = Recorder(self.record_shapes, self.with_stack, self.profile_memory, self.with_flops)
        self._start_ns, self._epoch_ns = time.perf_counter_ns(), time.time_ns()
        self._recorder.start()
        return self

    def __exit__(self, *exc: object) -> Literal[False] | None:
        if not self.enabled:
            return None
        if self._recorder is not None:
            self._recorder.stop()
            self._end_ns = time.perf_counter_ns()
        return False

    def _go_on_from(self, former: profile) -> None:
        """Include the events of another profile."""
        if self._recorder is not None and former._recorder is not None:
            self._recorder.spans[:0] = former._recorder.spans
            self._start_ns = former._start_ns

    def __repr__(self) -> str:
        return "<unfinished torch.autograd.profile>" if not self._is_finished() else repr(self.function_events)

    def __str__(self) -> str:
        return "<unfinished torch.autograd.profile>" if not self._is_finished() else str(self.function_events)

    def _is_finished(self) -> bool:
        return self._end_ns > 0

    @property
    def function_events(self) -> EventList:
        """All recorded calls, ordered by start time."""
        if not self._is_finished():
            return EventList([], profile_memory=self.profile_memory, with_flops=self.with_flops)
        if self._events is None:
            spans = self._recorder.spans if self._recorder is not None else []
            events = [_make_event(i, span, self.record_shapes, self._start_ns) for i, span in enumerate(spans, 1)]
            _link_events(spans, events)
            self._events = EventList(events, profile_memory=self.profile_memory, with_flops=self.with_flops)
            self._events._remove_dup_nodes()
        return self._events

    def table(
        self, sort_by: str | None = None, row_limit: int = 100, max_src_column_width: int = 75, max_name_column_width: int = 55,
        max_shapes_column_width: int = 80, header: str | None = None, top_level_events_only: bool = False, time_unit: str | None = None,
    ) -> str:
        """The calls as a text table, a row each.

        Parameters
        ----------
        sort_by : str, optional
            Attribute to sort rows by, such as ``'cpu_time_total'``, in descending order.
        row_limit : int, default 100
            Maximum number of rows; -1 for all.
        max_src_column_width : int, default 75
            Width of the column of source lines.
        max_name_column_width : int, default 55
            Width of the column of names.
        max_shapes_column_width : int, default 80
            Width of the column of shapes.
        header : str, optional
            Line before the table.
        top_level_events_only : bool, default False
            Whether nested calls are omitted.
        time_unit : str, optional
            ``'s'``, ``'ms'`` or ``'us'``; None chooses per number.

        Returns
        -------
        str
            The table.

        Examples
        --------
        >>> with torch.autograd.profiler.profile() as prof:
        ...     y = torch.ones(1) + 1
        >>> "aten::add" in prof.table()
        True
        """
        return self.function_events.table(sort_by, row_limit, max_src_column_width, max_name_column_width, max_shapes_column_width, header,
                                          top_level_events_only, time_unit)

    def key_averages(
        self, group_by_input_shape: bool = False, group_by_stack_n: int = 0, group_by_overload_name: bool = False,
    ) -> EventList:
        """Sum the events by name.

        Parameters
        ----------
        group_by_input_shape : bool, default False
            Whether to group by input shapes, too.
        group_by_stack_n : int, default 0
            Number of stack frames to group by.
        group_by_overload_name : bool, default False
            Whether to group by overload, too.

        Returns
        -------
        EventList
            One for each name.

        Examples
        --------
        >>> with torch.autograd.profiler.profile() as prof:
        ...     y = torch.ones(1) + 1 + 1
        >>> [event.count for event in prof.key_averages() if event.key == "aten::add"]
        [2]
        """
        return self.function_events.key_averages(group_by_input_shape, group_by_stack_n, group_by_overload_name)

    def total_average(self) -> FunctionEventAvg:
        """The sum of all calls.

        Returns
        -------
        FunctionEventAvg
            The sum.

        Examples
        --------
        >>> with torch.autograd.profiler.profile() as prof:
        ...     y = torch.ones(1) + 1
        >>> prof.total_average().count > 0
        True
        """
        return self.function_events.total_average()

    @property
    def self_cpu_time_total(self) -> float:
        """Total microseconds of all calls, without counting nested ones twice."""
        return self.function_events.self_cpu_time_total

    def export_stacks(self, path: str, metric: str = "self_cpu_time_total") -> None:
        """Write stacks for flame graphs; needs ``with_stack``.

        Parameters
        ----------
        path : str
            The file.
        metric : str, default 'self_cpu_time_total'
            The attribute to sum.

        Examples
        --------
        >>> with torch.autograd.profiler.profile(with_stack=True) as prof:
        ...     _ = torch.ones(2) + 1
        >>> prof.export_stacks("stacks")
        >>> type(open("stacks").read()).__name__
        'str'
        """
        if not self.with_stack:
            raise AssertionError("export_stacks() requires with_stack=True")
        self.function_events.export_stacks(path, metric)

    def export_chrome_trace(self, path: str) -> None:
        """Write a trace for chrome://tracing and Perfetto; may be called once.

        Parameters
        ----------
        path : str
            The file.

        Examples
        --------
        >>> import os, tempfile
        >>> with torch.autograd.profiler.profile() as prof:
        ...     y = torch.ones(1) + 1
        >>> path = tempfile.mkdtemp() + "/trace.json"
        >>> prof.export_chrome_trace(path)
        >>> os.path.exists(path)
        True
        """
        if self._saved:
            raise RuntimeError("Trace is already saved.")
        self._saved = True
        pid = os.getpid()
        named = {"ph": "M", "pid": pid, "ts": 0.0}
        threads = sorted({event.device_resource_id for event in self.function_events})
        events: list[dict[str, Any]] = [{**named, "name": "process_name", "tid": 0, "args": {"name": "python"}},
                                        {**named, "name": "process_labels", "tid": 0, "args": {"labels": "CPU"}}]
        events.append({**named, "name": "process_sort_index", "tid": 0, "args": {"sort_index": pid}})
        events += [{**named, "name": "thread_sort_index", "tid": t, "args": {"sort_index": t}} for t in threads]
        events += [{**named, "name": "thread_name", "tid": t, "args": {"name": f"thread {t} (python)"}} for t in threads]
        for index, event in enumerate(e for e in self.function_events if e.name != MEMORY_EVENT_NAME):
            shown = trace_event(event, pid)
            shown["args"] |= {"Record function id": 0, "Ev Idx": index}
            events.append(shown)
        if self._recorder is not None:
            events += memory_events(self._recorder.allocations.records, self._start_ns, pid)
        events += flow_events(self.function_events, pid)
        ended = (self._end_ns - self._start_ns) / 1000
        events += profiler_window(ended)
        events.append({"ph": "i", "s": "g", "name": "Record Window End", "pid": "", "tid": "", "ts": ended})
        trace = {"schemaVersion": 1, "deviceProperties": [], "trace_id": self.trace_id, "host_name": socket.gethostname(),
                 **self._metadata, "displayTimeUnit": "ms",
                 "baseTimeNanoseconds": self._epoch_ns, "traceEvents": events, "traceName": str(path)}
        opener: Any = gzip.open if str(path).endswith(".gz") else open
        with opener(path, "wt") as file:
            json.dump(trace, file)


def _make_event(number: int, span: Span, shapes: bool, start_ns: int) -> FunctionEvent:
    described = span.args if shapes else ()
    found, structured = [_shape_of(a) for a in described], [_shapes_of(a) for a in described]
    # Sums merge steps of all numbers; traces keep the numbers.
    name = "ProfilerStep*" if span.name.startswith("ProfilerStep#") else span.name
    return FunctionEvent(
        number, name, 1, (span.start - start_ns) / 1000, (span.end - start_ns) / 1000, overload_name="", fwd_thread=0, trace_name=span.name,
        input_shapes=found, structured_input_shapes=structured, structured_input_strides=[_strides_of(a) for a in described],
        input_dtypes=[_type_of(a) for a in described], concrete_inputs=[None if _holds_tensors(a) else a for a in described], kwinputs={},
        stack=span.stack, scope=_scope(span), sequence_nr=span.sequence_nr, cpu_memory_usage=0, flops=span.flops,
        device_resource_id=span.thread, is_user_annotation=span.scope == USER_SCOPE,
        activity_type="user_annotation" if span.scope == USER_SCOPE else "cpu_op", external_id=number)


def _scope(span: Span) -> int:
    """The scope of a span; spans around a node count as ordinary calls."""
    return FUNCTION_SCOPE if span.name.startswith("autograd::engine::") else span.scope


def _holds_tensors(value: Any) -> bool:
    return isinstance(value, TensorDescription) or isinstance(value, list) and bool(value) and isinstance(value[0], TensorDescription)


def _shape_of(value: Any) -> list[int]:
    return list(value.shape) if isinstance(value, TensorDescription) else []


def _shapes_of(value: Any) -> Any:
    if isinstance(value, TensorDescription):
        return list(value.shape)
    return [list(v.shape) for v in value] if _holds_tensors(value) else []


def _strides_of(value: Any) -> Any:
    if isinstance(value, TensorDescription):
        return list(value.strides)
    return [list(v.strides) for v in value] if _holds_tensors(value) else []


#: Type names in traces, which are those of C.
_C_NAMES = {"torch.float32": "float", "torch.float64": "double", "torch.int64": "long int", "torch.int32": "int", "torch.bool": "bool",
            "torch.uint8": "unsigned char", "torch.int8": "signed char", "torch.int16": "short", "torch.float16": "c10::Half",
            "torch.bfloat16": "c10::BFloat16", "torch.complex64": "c10::complex<float>", "torch.complex128": "c10::complex<double>"}


def _type_of(value: Any) -> str:
    if isinstance(value, TensorDescription):
        return _C_NAMES.get(value.dtype, value.dtype)
    return "TensorList" if _holds_tensors(value) else "Scalar" if isinstance(value, (int, float, complex)) else ""


def _link_events(spans: list[Span], events: list[FunctionEvent]) -> None:
    """Set parents and children from the nesting of calls, and each call's share of memory."""
    by_span = {id(span): event for span, event in zip(spans, events, strict=True)}
    for span, event in zip(spans, events, strict=True):
        if span.parent is not None:
            parent = by_span[id(span.parent)]
            parent.append_cpu_child(event)
            event.set_cpu_parent(parent)
    for span, event in zip(spans, events, strict=True):
        event.cpu_memory_usage += sum(span.memory) - span.freed
    for event in reversed(events):  # children before parents: a call's allocations include those of its children
        event.cpu_memory_usage += sum(c.cpu_memory_usage for c in event.cpu_children)


class emit_nvtx:
    """Annotations for NVIDIA's profiler, which needs a GPU.

    Parameters
    ----------
    enabled : bool, default True
        False does nothing.
    record_shapes : bool, default False
        Accepted for compatibility.

    Raises
    ------
    UnsupportedError
        When it is entered.

    References
    ----------
    PyTorch: ``torch.autograd.profiler.emit_nvtx``.

    Examples
    --------
    >>> with torch.autograd.profiler.emit_nvtx(enabled=False):
    ...     print(torch.ones(2).sum())
    tensor(2.)
    """

    entered: bool

    def __init__(self, enabled: bool = True, record_shapes: bool = False) -> None:
        self.enabled, self.record_shapes = enabled, record_shapes
        self.entered: bool = False

    def __enter__(self) -> emit_nvtx | None:
        if not self.enabled:
            return None
        if self.entered:
            raise RuntimeError("NVTX annotation context manager is not reentrant")
        raise AssertionError("Torch not compiled with CUDA enabled")

    def __exit__(self, *exc: object) -> None:
        pass


class emit_itt:
    """Annotations for Intel's profiler, which is not available.

    Parameters
    ----------
    enabled : bool, default True
        False does nothing.
    record_shapes : bool, default False
        Accepted for compatibility.

    Raises
    ------
    UnsupportedError
        When it is entered.

    References
    ----------
    PyTorch: ``torch.autograd.profiler.emit_itt``.

    Examples
    --------
    >>> with torch.autograd.profiler.emit_itt(enabled=False):
    ...     print(torch.ones(2).sum())
    tensor(2.)
    """

    def __init__(self, enabled: bool = True, record_shapes: bool = False) -> None:
        self.enabled, self.record_shapes = enabled, record_shapes
        self.entered: bool = False

    def __enter__(self) -> emit_itt | None:
        if not self.enabled:
            return None
        if self.entered:
            raise RuntimeError("ITT annotation context manager is not reentrant")
        self.entered = True
        return self

    def __exit__(self, *exc: object) -> None:
        pass


class EnforceUnique:
    """Raises ``RuntimeError`` when it sees a key twice.

    References
    ----------
    PyTorch: ``torch.autograd.profiler.EnforceUnique``.

    Examples
    --------
    >>> seen = torch.autograd.profiler.EnforceUnique()
    >>> seen.see("a")
    >>> try:
    ...     seen.see("a")
    ... except RuntimeError:
    ...     print("twice")
    twice
    """

    def __init__(self) -> None:
        self.seen: set[Any] = set()

    def see(self, *key: Any) -> None:
        """Record a key.

        Parameters
        ----------
        *key : object
            The key.

        Raises
        ------
        RuntimeError
            If it was seen.

        Examples
        --------
        >>> seen = torch.autograd.profiler.EnforceUnique()
        >>> seen.see("a", 1), seen.see("a", 2)
        (None, None)
        >>> try:
        ...     seen.see("a", 2)
        ... except RuntimeError:
        ...     print("twice")
        twice
        """
        if key in self.seen:
            raise RuntimeError("duplicate key: " + str(key))
        self.seen.add(key)


def load_nvprof(path: str) -> EventList:
    """Not there: traces of NVIDIA's profiler.

    Parameters
    ----------
    path : str
        The file.

    Returns
    -------
    EventList
        Its events, with PyTorch.

    Raises
    ------
    UnsupportedError
        Always.

    References
    ----------
    PyTorch: ``torch.autograd.profiler.load_nvprof``.

    Examples
    --------
    >>> try:
    ...     torch.autograd.profiler.load_nvprof("no such file")
    ... except Exception:
    ...     print("no trace")
    no trace
    """
    raise UnsupportedError("torch.autograd.profiler.load_nvprof")


def parse_nvprof_trace(path: str) -> list[FunctionEvent]:
    """Not there: traces of NVIDIA's profiler.

    Parameters
    ----------
    path : str
        The file.

    Returns
    -------
    list of FunctionEvent
        Its events, with PyTorch.

    Raises
    ------
    UnsupportedError
        Always.

    References
    ----------
    PyTorch: ``torch.autograd.profiler.parse_nvprof_trace``.

    Examples
    --------
    >>> try:
    ...     torch.autograd.profiler.parse_nvprof_trace("no such file")
    ... except Exception:
    ...     print("no trace")
    no trace
    """
    raise UnsupportedError("torch.autograd.profiler.parse_nvprof_trace")


class KinetoStepTracker:
    """A shared step count: the maximum of the counts of all requesters.

    References
    ----------
    PyTorch: ``torch.autograd.profiler.KinetoStepTracker``.

    Examples
    --------
    >>> torch.autograd.profiler.KinetoStepTracker.init_step_count("docs")
    >>> torch.autograd.profiler.KinetoStepTracker.erase_step_count("docs")
    True
    """

    _current_step = 0
    _step_dict: dict[str, int] = {}

    @classmethod
    def init_step_count(cls, requester: str) -> None:
        """Register a requester, starting at the current count.

        Parameters
        ----------
        requester : str
            Its name.

        Examples
        --------
        >>> tracker = torch.autograd.profiler.KinetoStepTracker
        >>> tracker.init_step_count("docs a")
        >>> tracker.erase_step_count("docs a")
        True
        """
        cls._step_dict[requester] = cls._current_step

    @classmethod
    def erase_step_count(cls, requester: str) -> bool:
        """Unregister a requester.

        Parameters
        ----------
        requester : str
            Its name.

        Returns
        -------
        bool
            Whether it was registered.

        Examples
        --------
        >>> torch.autograd.profiler.KinetoStepTracker.erase_step_count("nobody")
        False
        """
        return cls._step_dict.pop(requester, None) is not None

    @classmethod
    def increment_step(cls, requester: str) -> int:
        """Count a step.

        Parameters
        ----------
        requester : str
            Its name.

        Returns
        -------
        int
            The shared count.

        Examples
        --------
        >>> before = torch.autograd.profiler.KinetoStepTracker.current_step()
        >>> torch.autograd.profiler.KinetoStepTracker.increment_step("docs b") - before
        1
        """
        cls._step_dict[requester] = cls._step_dict.get(requester, cls._current_step) + 1
        cls._current_step = max(cls._step_dict.values())
        return cls._current_step

    @classmethod
    def current_step(cls) -> int:
        """The shared count.

        Returns
        -------
        int
            The count.

        Examples
        --------
        >>> isinstance(torch.autograd.profiler.KinetoStepTracker.current_step(), int)
        True
        """
        return cls._current_step


def kineto_available() -> bool:
    """Whether profiles provide what PyTorch's Kineto library does.

    Returns
    -------
    bool
        True.

    References
    ----------
    PyTorch: ``torch.autograd.profiler.kineto_available``.

    Examples
    --------
    >>> torch.autograd.profiler.kineto_available()
    True
    """
    return True


__all__ = ["MEMORY_EVENT_NAME", "OUT_OF_MEMORY_EVENT_NAME", "DeviceType", "EnforceUnique", "EventList", "FunctionEvent",
           "KinetoStepTracker", "MemRecordsAcc", "emit_itt", "emit_nvtx", "kineto_available", "load_nvprof",
           "parse_nvprof_trace", "profile", "record_function"]
