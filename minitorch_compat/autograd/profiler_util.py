"""Events of a profile, their sums and their table. https://docs.pytorch.org/docs/stable/autograd.html#profiler"""
from __future__ import annotations

import enum
import json
from collections import defaultdict, namedtuple
from collections.abc import Iterable
from typing import Any, NamedTuple

MEMORY_EVENT_NAME = "[memory]"
OUT_OF_MEMORY_EVENT_NAME = "[OutOfMemory]"


class DeviceType(enum.Enum):
    """The device of an event; always the CPU here."""

    CPU = 0
    CUDA = 1

    def __str__(self) -> str:
        return f"DeviceType.{self.name}"


class Interval:
    """A time interval in microseconds."""

    def __init__(self, start: float, end: float) -> None:
        self.start, self.end = start, end

    def elapsed_us(self) -> float:
        """Its length."""
        return self.end - self.start


class Kernel(NamedTuple):
    """A device kernel; there are none on a CPU."""

    name: str
    device: int
    duration: float


class EventMetadata(namedtuple("EventMetadata", (
        "registers_per_thread shared_memory grid block priority blocks_per_sm warps_per_sm occupancy est_occupancy_pct queued "
        "graph_id graph_node_id stream context channel channel_type bytes bandwidth_gb_s collective_name dtype in_msg_nelems "
        "out_msg_nelems in_split_size out_split_size global_rank_start global_rank_stride group_size process_group_name "
        "process_group_desc group_ranks rank src_rank dst_rank seq is_async"))):
    """Metadata of device events; on a CPU there is none, so `event_metadata` is None."""

    __slots__ = ()


class MemRecordsAcc:
    """Memory records sorted by time, to be queried by interval.

    Parameters
    ----------
    mem_records : list
        Pairs of a record and a flag.

    References
    ----------
    PyTorch: ``torch.autograd.profiler.MemRecordsAcc``.

    Examples
    --------
    >>> class Record:
    ...     def start_ns(self):
    ...         return 0
    >>> acc = torch.autograd.profiler.MemRecordsAcc([(Record(), False)])
    >>> len(list(acc.in_interval(0, 10)))
    1
    """

    def __init__(self, mem_records: Any) -> None:
        self._records = sorted(mem_records, key=lambda record: record[0].start_ns())

    def in_interval(self, start_us: float, end_us: float) -> Iterable[Any]:
        """Yield the records that start between two times.

        Parameters
        ----------
        start_us : int
            Start of the interval.
        end_us : int
            End of the interval.

        Yields
        ------
        tuple
            The records.

        Examples
        --------
        >>> class Record:
        ...     def start_ns(self):
        ...         return 0
        >>> acc = torch.autograd.profiler.MemRecordsAcc([(Record(), False)])
        >>> len(list(acc.in_interval(0, 10))), len(list(acc.in_interval(10, 20)))
        (1, 0)
        """
        return (r for r in self._records if start_us * 1000 <= r[0].start_ns() <= end_us * 1000)


class StringTable(defaultdict[str, str]):
    """Demangled names by mangled name; no names are mangled here."""

    def __missing__(self, key: str) -> str:
        self[key] = key
        return key


def device_metric(name: str) -> str:
    """The device-independent name of a metric."""
    for device in ("cuda", "xpu", "privateuse1"):
        name = name.replace(device, "device")
    return name


def _format_time(microseconds: float, unit: str | None = None) -> str:
    """`1.500ms`: in the largest unit that leaves at least one, or in `unit`."""
    if unit == "s" or unit is None and microseconds >= 1e6:
        return f"{microseconds / 1e6:.3f}s"
    if unit == "ms" or unit is None and microseconds >= 1e3:
        return f"{microseconds / 1e3:.3f}ms"
    return f"{microseconds:.3f}us"


def _format_time_share(part: float, total: float) -> str:
    """A share in percent."""
    if total == 0:
        assert part == 0
        return "NaN"
    return f"{part * 100 / total:.2f}%"


def _format_memory(count: int) -> str:
    """A number of bytes with its unit."""
    for factor, unit in ((1 << 30, "GB"), (1 << 20, "MB"), (1 << 10, "KB")):
        if abs(count) >= factor:
            return f"{count / factor:.2f} {unit}"
    return f"{count} B"


class FormattedTimesMixin:
    """Times as text, and averages per call, for a class with `count` and the `..._time_total` attributes."""

    count: int
    cpu_time_total: Any
    device_time_total: float
    self_cpu_time_total: Any
    self_device_time_total: float

    @property
    def cpu_time(self) -> float:
        """Microseconds per call."""
        return 0.0 if self.count == 0 else 1.0 * float(self.cpu_time_total) / self.count

    @property
    def device_time(self) -> float:
        """Microseconds per call on a device: none."""
        return 0.0 if self.count == 0 else 1.0 * self.device_time_total / self.count

    @property
    def cuda_time(self) -> float:
        """The old name of `device_time`."""
        return self.device_time

    @property
    def cpu_time_str(self) -> str:
        return _format_time(self.cpu_time)

    @property
    def device_time_str(self) -> str:
        return _format_time(self.device_time)

    @property
    def cpu_time_total_str(self) -> str:
        return _format_time(self.cpu_time_total)

    @property
    def device_time_total_str(self) -> str:
        return _format_time(self.device_time_total)

    @property
    def self_cpu_time_total_str(self) -> str:
        return _format_time(self.self_cpu_time_total)

    @property
    def self_device_time_total_str(self) -> str:
        return _format_time(self.self_device_time_total)


class FunctionEvent(FormattedTimesMixin):
    """One recorded call. `cpu_children` are the calls inside it, `self_cpu_time_total` is the time spent outside of these.

    Parameters
    ----------
    id : int
        Number of the call.
    name : str
        What was called.
    overload_name : str, optional
        Name of the op's signature.
    trace_name : str, optional
        Name to show in traces; `name` if not given.
    thread, fwd_thread : int
        Where it ran; where its forward ran.
    start_us, end_us : float
        When, in microseconds.
    input_shapes, structured_input_shapes, structured_input_strides, input_dtypes, concrete_inputs, kwinputs : optional
        What was recorded of the arguments.
    stack : list of str, optional
        Stack of source lines that led to the call.
    scope, node_id, sequence_nr, flow_id, flow_type, external_id, linked_correlation_id : int
        Numbers that link records; a backward has the `sequence_nr` of its forward.
    flow_start, is_legacy, is_async, is_remote, is_user_annotation, is_python_function : bool
        Of what kind the record is.
    use_device : str, optional
        Device that was profiled besides the CPU.
    device_type, device_index, device_resource_id : optional
        Where it ran.
    cpu_memory_usage, device_memory_usage : int, default 0
        Bytes allocated minus bytes freed.
    flops : int, optional
        Estimate of its operations.
    activity_type, metadata_json, extra_meta : optional
        Further data of a tracer.
    python_id, python_parent_id, python_module_id : int, default -1
        Of calls of Python functions.

    References
    ----------
    PyTorch: ``torch.autograd.profiler.FunctionEvent``.

    Examples
    --------
    >>> event = torch.autograd.profiler.FunctionEvent(0, "op", 0, 0, 10)
    >>> event.name, event.cpu_time_total
    ('op', 10)
    """

    trace_name: str
    event_metadata: None

    def __init__(
        self, id: int, name: str, thread: int, start_us: float, end_us: float, overload_name: str | None = None,
        fwd_thread: int | None = None, input_shapes: Any = None, stack: Any = None, scope: int = 0, use_device: str | None = None,
        cpu_memory_usage: int = 0, device_memory_usage: int = 0, is_async: bool = False, is_remote: bool = False, sequence_nr: int = -1,
        node_id: int = -1, device_type: DeviceType = DeviceType.CPU, device_index: int = 0, device_resource_id: int | None = None,
        is_legacy: bool = False, flops: int | None = None, trace_name: str | None = None, concrete_inputs: Any = None, kwinputs: Any = None,
        is_user_annotation: bool = False, is_python_function: bool = False, activity_type: str | None = None,
        metadata_json: str | None = None, flow_id: int | None = None, flow_type: int | None = None, flow_start: bool | None = None,
        external_id: int = 0, linked_correlation_id: int = 0, extra_meta: Any = None, structured_input_shapes: Any = None,
        structured_input_strides: Any = None, input_dtypes: Any = None, python_id: int = -1, python_parent_id: int = -1,
        python_module_id: int = -1,
    ) -> None:
        self.id, self.name, self.trace_name = id, name, trace_name if trace_name is not None else name
        self.thread, self.fwd_thread, self.node_id = thread, fwd_thread, node_id
        self.time_range: Interval = Interval(start_us, end_us)
        self.overload_name, self.scope, self.sequence_nr = overload_name, scope, sequence_nr
        self.input_shapes, self.concrete_inputs, self.kwinputs, self.stack = input_shapes, concrete_inputs, kwinputs, stack
        self.structured_input_shapes, self.structured_input_strides = structured_input_shapes, structured_input_strides
        self.input_dtypes = input_dtypes
        self.use_device, self.device_type, self.device_index = use_device, device_type, device_index
        self.device_resource_id: int = thread if device_resource_id is None else device_resource_id
        self.cpu_memory_usage, self.device_memory_usage, self.flops = cpu_memory_usage, device_memory_usage, flops
        self.is_async, self.is_remote, self.is_legacy = is_async, is_remote, is_legacy
        self.is_user_annotation, self.is_python_function, self.activity_type = is_user_annotation, is_python_function, activity_type
        self.metadata_json, self.event_metadata, self.extra_meta = metadata_json, None, extra_meta
        self.flow_id, self.flow_type, self.flow_start = flow_id, flow_type, flow_start
        self.external_id, self.linked_correlation_id = external_id, linked_correlation_id
        self.python_id, self.python_parent_id, self.python_module_id = python_id, python_parent_id, python_module_id
        self.count = 1
        self.kernels: list[Kernel] = []
        self.cpu_children: list[FunctionEvent] = []
        self.cpu_parent: FunctionEvent | None = None
        self.self_cpu_percent: Any = -1
        self.total_cpu_percent: Any = -1
        self.total_device_percent: Any = -1

    def append_kernel(self, name: str, device: int, duration: float) -> None:
        """Add a kernel of a device.

        Parameters
        ----------
        name : str
            Its name.
        device : int
            The device.
        duration : int
            Microseconds.

        Examples
        --------
        >>> event = torch.autograd.profiler.FunctionEvent(0, "op", 0, 0, 10)
        >>> event.append_kernel("kernel", 0, 4)
        >>> len(event.kernels)
        1
        """
        self.kernels.append(Kernel(name, device, duration))

    def append_cpu_child(self, child: FunctionEvent) -> None:
        """Add a call made inside of this one.

        Parameters
        ----------
        child : FunctionEvent
            The call.

        Examples
        --------
        >>> event = torch.autograd.profiler.FunctionEvent
        >>> outer, inner = event(0, "outer", 0, 0, 10), event(1, "inner", 0, 2, 5)
        >>> outer.append_cpu_child(inner)
        >>> outer.self_cpu_time_total
        7
        """
        self.cpu_children.append(child)

    def set_cpu_parent(self, parent: FunctionEvent) -> None:
        """Set the call inside which this one was made.

        Parameters
        ----------
        parent : FunctionEvent
            The call.

        Examples
        --------
        >>> event = torch.autograd.profiler.FunctionEvent
        >>> outer, inner = event(0, "outer", 0, 0, 10), event(1, "inner", 0, 2, 5)
        >>> inner.set_cpu_parent(outer)
        >>> inner.cpu_parent is outer
        True
        """
        self.cpu_parent = parent

    @property
    def key(self) -> str:
        """The key of sums: the name."""
        return self.name

    @property
    def cpu_time_total(self) -> float:
        """Microseconds, including nested calls."""
        return self.time_range.elapsed_us()

    @property
    def self_cpu_time_total(self) -> float:
        """Microseconds, excluding nested calls."""
        return self.cpu_time_total - sum(child.cpu_time_total for child in self.cpu_children)

    @property
    def self_cpu_memory_usage(self) -> int:
        """Bytes, excluding nested calls."""
        return self.cpu_memory_usage - sum(child.cpu_memory_usage for child in self.cpu_children)

    @property
    def device_time_total(self) -> float:  # type: ignore[override]
        """Microseconds on a device: none.

        Returns
        -------
        int
            0.
        """
        return 0.0

    @property
    def self_device_time_total(self) -> float:  # type: ignore[override]
        """Microseconds on a device, excluding nested calls: none.

        Returns
        -------
        int
            0.
        """
        return 0.0

    @property
    def self_device_memory_usage(self) -> int:
        """Bytes on a device: none.

        Returns
        -------
        int
            0.
        """
        return self.device_memory_usage

    cuda_time_total: Any
    self_cuda_time_total: Any
    cuda_time_total, self_cuda_time_total = device_time_total, self_device_time_total
    self_cuda_memory_usage = self_device_memory_usage

    def __repr__(self) -> str:
        device = self.use_device
        return (f"<FunctionEvent id={self.id} name={self.name} overload_name={self.overload_name} device_type={self.device_type} "
                f"node_id={self.node_id} cpu_time={self.cpu_time_str} start_us={self.time_range.start} end_us={self.time_range.end} "
                f"cpu_children={[child.id for child in self.cpu_children]} {device}_time={self.device_time_str} name={self.name} "
                f"thread={self.thread} input_shapes={self.input_shapes} cpu_memory_usage={self.cpu_memory_usage} "
                f"{device}_memory_usage={self.device_memory_usage} is_async={self.is_async} is_remote={self.is_remote} "
                f"seq_nr={self.sequence_nr} is_legacy={self.is_legacy}>")


class FunctionEventAvg(FormattedTimesMixin):
    """The sum of events with one key; `cpu_time` is the average per call."""

    node_id: Any
    is_async: Any
    is_remote: Any
    is_legacy: Any
    device_type: Any
    is_user_annotation: Any

    def __init__(self) -> None:
        self.key: str | None = None
        self.overload_name: str | None = None
        self.count = self.node_id = 0
        self.is_async = self.is_remote = self.is_legacy = self.is_user_annotation = False
        self.use_device: str | None = None
        self.cpu_time_total = self.self_cpu_time_total = 0
        self.device_time_total = self.self_device_time_total = 0
        self.cpu_memory_usage = self.self_cpu_memory_usage = 0
        self.device_memory_usage = self.self_device_memory_usage = 0
        self.input_shapes: Any = None
        self.stack: Any = None
        self.scope: int | None = None
        self.cpu_children: Any = None
        self.cpu_parent: Any = None
        self.device_type = DeviceType.CPU
        self.flops = 0

    def add(self, other: Any) -> FunctionEventAvg:
        """Add an event, or another sum, of the same key."""
        if self.key is None:
            self._describe_as(other)
        self.count += other.count
        self.cpu_time_total += other.cpu_time_total
        self.self_cpu_time_total += other.self_cpu_time_total
        self.device_time_total += other.device_time_total
        self.self_device_time_total += other.self_device_time_total
        self.cpu_memory_usage += other.cpu_memory_usage
        self.self_cpu_memory_usage += other.self_cpu_memory_usage
        self.device_memory_usage += other.device_memory_usage
        self.self_device_memory_usage += other.self_device_memory_usage
        self.flops += other.flops or 0
        return self

    def _describe_as(self, other: Any) -> None:
        self.key, self.overload_name, self.node_id = other.key, other.overload_name, other.node_id
        self.is_async, self.is_remote, self.is_legacy = other.is_async, other.is_remote, other.is_legacy
        self.cpu_parent, self.cpu_children = other.cpu_parent, other.cpu_children
        self.input_shapes, self.stack, self.scope = other.input_shapes, other.stack, other.scope
        self.device_type, self.use_device, self.is_user_annotation = other.device_type, other.use_device, other.is_user_annotation

    __iadd__ = add

    def __repr__(self) -> str:
        device = self.use_device or "cuda"
        return (f"<FunctionEventAvg key={self.key} self_cpu_time={self.self_cpu_time_total_str} cpu_time={self.cpu_time_str}  "
                f"self_{device}_time={self.self_device_time_total_str} {device}_time={self.device_time_str} "
                f"input_shapes={self.input_shapes} cpu_memory_usage={self.cpu_memory_usage} "
                f"{device}_memory_usage={self.device_memory_usage}>")


class EventList(list[Any]):
    """A list of events, or of sums of events, that prints as a table.

    Parameters
    ----------
    *args : object
        As for ``list``.
    **kwargs : object
        Options of the profile.

    References
    ----------
    PyTorch: ``torch.autograd.profiler.EventList``.

    Examples
    --------
    >>> with torch.autograd.profiler.profile() as prof:
    ...     y = torch.ones(1) + 1
    >>> type(prof.key_averages()).__name__
    'EventList'
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        self._use_device = kwargs.pop("use_device", None)
        self._profile_memory = kwargs.pop("profile_memory", False)
        self._with_flops = kwargs.pop("with_flops", False)
        super().__init__(*args, **kwargs)
        self._tree_built = False

    def _build_tree(self) -> None:
        """Derive the nesting of calls from their times."""
        by_thread: dict[int, list[FunctionEvent]] = defaultdict(list)
        for event in sorted(self, key=lambda e: (e.time_range.start, -e.time_range.end)):
            open_events = by_thread[event.thread]
            while open_events and open_events[-1].time_range.end < event.time_range.end:
                open_events.pop()
            if open_events:
                open_events[-1].append_cpu_child(event)
                event.set_cpu_parent(open_events[-1])
            open_events.append(event)
        self._remove_dup_nodes()
        self._tree_built = True

    def _remove_dup_nodes(self) -> None:
        """Merge a call into its parent if it is the only child and has the same name."""
        merged = True
        while merged:
            kept = []
            for event in self:
                parent = event.cpu_parent
                if parent is None or parent.name != event.name or len(parent.cpu_children) != 1:
                    kept.append(event)
                    continue
                parent.cpu_children, parent.kernels = event.cpu_children, event.kernels
                for child in event.cpu_children:
                    child.set_cpu_parent(parent)
            merged = len(kept) < len(self)
            self[:] = kept

    def __str__(self) -> str:
        return self.table()

    @property
    def self_cpu_time_total(self) -> float:
        """Total microseconds of all events, without counting nested ones twice."""
        return sum(event.self_cpu_time_total for event in self)

    def supported_export_stacks_metrics(self) -> list[str]:
        """The metrics that ``export_stacks`` can sum.

        Returns
        -------
        list of str
            Names of attributes.

        Examples
        --------
        >>> with torch.autograd.profiler.profile() as prof:
        ...     y = torch.ones(1) + 1
        >>> "self_cpu_time_total" in prof.function_events.supported_export_stacks_metrics()
        True
        """
        return ["self_cpu_time_total", "self_cuda_time_total", "self_xpu_time_total", "self_privateuse1_time_total"]

    def table(
        self, sort_by: str | None = None, row_limit: int = 100, max_src_column_width: int = 75, max_name_column_width: int = 55,
        max_shapes_column_width: int = 80, header: str | None = None, top_level_events_only: bool = False, time_unit: str | None = None,
    ) -> str:
        """The events as a text table, a row each.

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
        >>> "aten::add" in prof.key_averages().table(sort_by="cpu_time_total")
        True
        """
        from ._profile.table import Table

        table = Table(self, max_src_column_width, max_name_column_width, max_shapes_column_width, time_unit)
        return table.text(sort_by, row_limit, header, top_level_events_only)

    def key_averages(
        self, group_by_input_shapes: bool = False, group_by_stack_n: int = 0, group_by_overload_name: bool = False,
    ) -> EventList:
        """Sum the events by name.

        Parameters
        ----------
        group_by_input_shapes : bool, default False
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
        ...     y = torch.ones(1) + 1
        >>> len(prof.function_events.key_averages()) > 0
        True
        """
        sums: dict[tuple[Any, ...], FunctionEventAvg] = defaultdict(FunctionEventAvg)
        for event in self:
            key: list[Any] = [event.key, event.node_id, event.device_type, event.is_legacy, event.is_user_annotation]
            if group_by_overload_name:
                key.append(event.overload_name)
            if group_by_input_shapes:
                key.append(str(event.input_shapes))
            if group_by_stack_n > 0:
                key += (event.stack or [])[:group_by_stack_n]
            sums[tuple(key)].add(event)
        for total in sums.values():
            total.stack = (total.stack or [])[:group_by_stack_n]
            if not group_by_input_shapes:
                total.input_shapes = ""
            if not group_by_overload_name:
                total.overload_name = ""
        return EventList(sums.values(), use_device=self._use_device, profile_memory=self._profile_memory, with_flops=self._with_flops)

    def total_average(self) -> FunctionEventAvg:
        """The sum of all events.

        Returns
        -------
        FunctionEventAvg
            The sum.

        Examples
        --------
        >>> with torch.autograd.profiler.profile() as prof:
        ...     y = torch.ones(1) + 1
        >>> prof.function_events.total_average().count > 0
        True
        """
        total = FunctionEventAvg()
        for event in self:
            total += event
        total.key = "Total"
        return total

    def export_stacks(self, path: str, metric: str) -> None:
        """Write a line for each event with a stack, for flame graphs.

        Parameters
        ----------
        path : str
            The file.
        metric : str
            The attribute to sum.

        Raises
        ------
        ValueError
            If the metric is unknown.

        Examples
        --------
        >>> with torch.autograd.profiler.profile() as prof:
        ...     _ = torch.ones(2) + 1
        >>> prof.function_events.export_stacks("stacks", "self_cpu_time_total")
        >>> open("stacks").read()
        ''
        """
        if metric not in self.supported_export_stacks_metrics():
            raise ValueError(f"metric should be one of: {self.supported_export_stacks_metrics()!s}")
        with open(path, "w") as file:
            for event in self:
                value = int(getattr(event, device_metric(metric)))
                if event.stack and value > 0:
                    frames = ";".join(frame.translate(_STACK_CHARACTERS) for frame in reversed(event.stack))
                    file.write(f"{frames} {value}\n")

    def export_chrome_trace(self, path: str) -> None:
        """Write the events as a trace for chrome://tracing and Perfetto.

        Parameters
        ----------
        path : str
            The file.

        Examples
        --------
        >>> with torch.autograd.profiler.profile() as prof:
        ...     _ = torch.ones(2) + 1
        >>> prof.function_events.export_chrome_trace("trace.json")
        >>> open("trace.json").read()[0]
        '['
        """
        with open(path, "w") as file:
            json.dump([{k: v for k, v in trace_event(event).items() if k != "cat"} for event in self], file)


#: Separators of the format that `export_stacks` writes, which frames must not contain.
_STACK_CHARACTERS = str.maketrans(" ;\t\n", "____")


def trace_event(event: Any, pid: int = 0) -> dict[str, Any]:
    """A complete event of the trace format."""
    args: dict[str, Any] = {"External id": event.id}
    if event.sequence_nr >= 0:
        args |= {"Sequence number": event.sequence_nr, "Fwd thread id": event.fwd_thread or 0}
    if event.structured_input_shapes:
        args |= {"Input Dims": event.structured_input_shapes, "Input Strides": event.structured_input_strides,
                 "Input type": event.input_dtypes, "Concrete Inputs": ["" if v is None else str(v) for v in event.concrete_inputs or ()]}
    if event.stack:
        args["Call stack"] = ";".join(event.stack)
    category = "user_annotation" if event.is_user_annotation else "cpu_op"
    return {"ph": "X", "cat": category, "name": event.trace_name, "pid": pid, "tid": event.device_resource_id,
            "ts": event.time_range.start, "dur": event.time_range.elapsed_us(), "args": args}


def memory_events(records: list[tuple[int, int, int]], start_ns: int, pid: int) -> list[dict[str, Any]]:
    """Instant events of a trace at which memory is allocated or freed."""
    found, total = [], 0
    for index, (when, count, place) in enumerate(records):
        total += count
        arguments = {"Total Reserved": 0, "Total Allocated": total, "Bytes": count, "Device Id": -1, "Device Type": 0, "Addr": place,
                 "finished": False, "Ev Idx": index}
        found.append({"ph": "i", "cat": "cpu_instant_event", "s": "t", "name": MEMORY_EVENT_NAME, "pid": pid, "tid": pid,
                      "ts": (when - start_ns) / 1000, "args": arguments})
    return found


def profiler_window(length: float) -> list[dict[str, Any]]:
    """The event that spans the whole profile in a trace; `length` is in microseconds."""
    return [{"ph": "X", "cat": "Trace", "name": "PyTorch Profiler (0)", "pid": "Spans", "tid": "PyTorch Profiler", "ts": 0.0, "dur": length,
             "args": {"Op count": 0}},
            {"ph": "M", "name": "process_sort_index", "ts": 0.0, "pid": "Spans", "tid": 0, "args": {"sort_index": 1 << 29}},
            {"ph": "i", "s": "g", "name": "Iteration Start: PyTorch Profiler", "pid": "Traces", "tid": "Trace PyTorch Profiler", "ts": 0.0}]


def flow_events(events: list[Any], pid: int) -> list[dict[str, Any]]:
    """Flow events of a trace, drawn from each op to its node in backward."""
    ops = {e.sequence_nr: e for e in events if e.sequence_nr >= 0 and e.scope == 0 and not e.name.startswith("autograd::engine::")}
    nodes: dict[int, Any] = {}
    for e in events:
        if e.sequence_nr >= 0 and e.scope == 1:
            nodes.setdefault(e.sequence_nr, e)
    found = []
    for number, (key, node) in enumerate(sorted(nodes.items(), key=lambda item: item[1].time_range.start), 1):
        for phase, e, more in (("s", ops.get(key), {}), ("f", node, {"bp": "e"})):
            if e is not None and key in ops:
                found.append({"ph": phase, "id": number, "pid": pid, "tid": e.device_resource_id, "ts": e.time_range.start, "cat": "fwdbwd",
                              "name": "fwdbwd", **more})
    return found


__all__ = ["EventList", "EventMetadata", "FormattedTimesMixin", "FunctionEvent", "FunctionEventAvg", "Interval", "Kernel", "MemRecordsAcc",
           "StringTable"]
