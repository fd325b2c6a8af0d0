"""The profiler with a schedule: which steps of a training loop are recorded, and how each recording is handled."""
from __future__ import annotations

import enum
import json
import os
import socket
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from .._array.core.user_warnings import warn
from .._dispatch.unsupported import UnsupportedError
from .._namespace.names import missing
from ..autograd.profiler import profile as _measure
from ..autograd.profiler import record_function
from ..autograd.profiler_util import EventList


class ProfilerActivity(enum.Enum):
    """The activities that a profile covers; only ``CPU`` is recorded here.

    Parameters
    ----------
    value : int
        Number of the activity; `CPU` is 0.
    names, module, qualname, type, start, boundary : optional
        Python's arguments for making enumerations.

    References
    ----------
    PyTorch: ``torch.profiler.ProfilerActivity``.

    Examples
    --------
    >>> torch.profiler.ProfilerActivity.CPU.name
    'CPU'
    """

    CPU = 0
    XPU = 1
    MTIA = 4
    CUDA = 2
    HPU = 3
    PrivateUse1 = 5

    def __str__(self) -> str:
        return f"ProfilerActivity.{self.name}"


class ProfilerAction(enum.Enum):
    """The action of the profiler in a step: ``NONE``, ``WARMUP``, ``RECORD`` or ``RECORD_AND_SAVE``.

    Parameters
    ----------
    value : int
        0 to 3, in this order.
    names, module, qualname, type, start, boundary : optional
        Python's arguments for making enumerations.

    References
    ----------
    PyTorch: ``torch.profiler.ProfilerAction``.

    Examples
    --------
    >>> torch.profiler.ProfilerAction.RECORD.name
    'RECORD'
    """

    NONE = 0
    WARMUP = 1
    RECORD = 2
    RECORD_AND_SAVE = 3
    DEVICE_STOPPED = 4


_RECORDING = (ProfilerAction.RECORD, ProfilerAction.RECORD_AND_SAVE)


def supported_activities() -> set[ProfilerActivity]:
    """The activities that can be recorded.

    Returns
    -------
    set of ProfilerActivity
        The CPU here.

    References
    ----------
    PyTorch: ``torch.profiler.supported_activities``.

    Examples
    --------
    >>> torch.profiler.ProfilerActivity.CPU in torch.profiler.supported_activities()
    True
    """
    return {ProfilerActivity.CPU}


def schedule(
    *, wait: int, warmup: int, active: int, repeat: int = 0, skip_first: int = 0, skip_first_wait: int = 0,
) -> Callable[[int], ProfilerAction]:
    """A schedule of cycles, each of idle, then discarded, then recorded steps.

    Parameters
    ----------
    wait : int
        Idle steps of a cycle.
    warmup : int
        Discarded steps.
    active : int
        Recorded steps.
    repeat : int, default 0
        Number of cycles; 0 is unlimited.
    skip_first : int, default 0
        Idle steps before all.
    skip_first_wait : int, default 0
        1 skips the idle steps of the first cycle.

    Returns
    -------
    callable
        Maps a step number to a ``ProfilerAction``.

    References
    ----------
    PyTorch: ``torch.profiler.schedule``.

    Examples
    --------
    >>> plan = torch.profiler.schedule(wait=1, warmup=1, active=2)
    >>> [plan(step).name for step in range(5)]
    ['NONE', 'WARMUP', 'RECORD', 'RECORD_AND_SAVE', 'NONE']
    """
    if wait < 0 or warmup < 0 or active <= 0 or repeat < 0 or skip_first < 0:
        raise AssertionError(f"Invalid profiler schedule arguments. Got wait={wait} (need >= 0), warmup={warmup} (need >= 0), "
                             f"active={active} (need > 0), repeat={repeat} (need >= 0), skip_first={skip_first} (need >= 0).")
    if warmup == 0:
        warn("Profiler won't be using warmup, this can skew profiler results")

    def action(step: int) -> ProfilerAction:
        if step < 0:
            raise AssertionError(f"Step must be non-negative. Got {step}.")
        step -= skip_first
        if step < 0:
            return ProfilerAction.NONE
        if skip_first_wait:
            step += wait
        cycle, position = divmod(step, wait + warmup + active)
        if repeat and cycle >= repeat or position < wait:
            return ProfilerAction.NONE
        if position < wait + warmup:
            return ProfilerAction.WARMUP
        return ProfilerAction.RECORD if position < wait + warmup + active - 1 else ProfilerAction.RECORD_AND_SAVE

    return action


def _always(_step: int) -> ProfilerAction:
    return ProfilerAction.RECORD


_default_schedule_fn = _always  # trainers compare with it


def tensorboard_trace_handler(
    dir_name: str, worker_name: str | None = None, use_gzip: bool = False, use_python_export: bool = False,
) -> Callable[[Any], None]:
    """A handler for ``on_trace_ready`` that writes each trace to a folder for TensorBoard's plugin.

    Parameters
    ----------
    dir_name : str
        The folder.
    worker_name : str, optional
        Part of the names; None is host and process.
    use_gzip : bool, default False
        Whether files are compressed.
    use_python_export : bool, default False
        Accepted for compatibility.

    Returns
    -------
    callable
        Takes the profiler.

    Raises
    ------
    RuntimeError
        If the folder cannot be created.

    References
    ----------
    PyTorch: ``torch.profiler.tensorboard_trace_handler``.

    Examples
    --------
    >>> import os, tempfile
    >>> folder = tempfile.mkdtemp()
    >>> with torch.profiler.profile(on_trace_ready=torch.profiler.tensorboard_trace_handler(folder)):
    ...     y = torch.ones(1) + 1
    >>> [name.endswith(".pt.trace.json") for name in os.listdir(folder)]
    [True]
    """

    def write(prof: Any) -> None:
        try:
            os.makedirs(dir_name, exist_ok=True)
        except Exception as error:
            raise RuntimeError("Can't create directory: " + dir_name) from error
        worker = worker_name or f"{socket.gethostname()}_{os.getpid()}"
        suffix = ".gz" if use_gzip else ""
        prof.export_chrome_trace(os.path.join(dir_name, f"{worker}.{time.time_ns()}.pt.trace.json{suffix}"))

    return write


#: Whether the warning about discarded events of earlier cycles was issued.
_WARNED: list[bool] = []


class profile:
    """Context that profiles the operations inside.

    Parameters
    ----------
    activities : iterable of ProfilerActivity, optional
        Activities to record; None for all that are available.
    schedule : callable, optional
        Steps to record, see ``schedule``; None for all.
    on_trace_ready : callable, optional
        Called with the profiler after each cycle.
    record_shapes : bool, default False
        Whether input shapes are recorded.
    profile_memory : bool, default False
        Whether allocations are recorded.
    with_stack : bool, default False
        Whether source lines are recorded.
    with_flops : bool, default False
        Whether floating-point operations are counted.
    with_modules : bool, default False
        Whether modules are recorded.
    experimental_config : object, optional
        Accepted for compatibility.
    execution_trace_observer : object, optional
        Accepted for compatibility.
    acc_events : bool, default False
        Whether events of all cycles are kept.
    use_cuda : bool, optional
        Deprecated.
    custom_trace_id_callback : callable, optional
        Returns ids of traces.
    post_processing_timeout_s : float, optional
        Accepted for compatibility.

    References
    ----------
    PyTorch: ``torch.profiler.profile``.

    Examples
    --------
    >>> with torch.profiler.profile() as prof:
    ...     y = torch.ones(3) + 1
    >>> "aten::add" in [event.key for event in prof.key_averages()]
    True
    """

    schedule: Any
    record_steps: bool

    def __init__(
        self, *, activities: Iterable[Any] | None = None, schedule: Callable[[int], ProfilerAction] | None = None,
        on_trace_ready: Callable[..., Any] | None = None, record_shapes: bool = False, profile_memory: bool = False,
        with_stack: bool = False, with_flops: bool = False, with_modules: bool = False, experimental_config: Any = None,
        execution_trace_observer: Any = None, acc_events: bool = False, use_cuda: bool | None = None,
        custom_trace_id_callback: Callable[[], str] | None = None, post_processing_timeout_s: float | None = None,
    ) -> None:
        if use_cuda is not None:
            warn("`use_cuda` is deprecated, use `activities` argument instead", FutureWarning)
        self.activities: set[Any] | set[ProfilerActivity] = set(activities) if activities is not None else supported_activities()
        strangers = [a for a in self.activities if not isinstance(a, (ProfilerActivity, dict))]
        if len(strangers) == len(self.activities):
            raise AssertionError("No valid profiler activities found")
        if strangers:
            raise TypeError(f"Expected ProfilerActivity or dict, got {type(strangers[0])}")
        self.schedule, self.record_steps = schedule or _always, schedule is not None
        self.on_trace_ready = on_trace_ready
        self.record_shapes, self.with_flops, self.profile_memory = record_shapes, with_flops, profile_memory
        self.with_stack, self.with_modules, self.acc_events = with_stack, with_modules, acc_events
        self.custom_trace_id_callback = custom_trace_id_callback
        self.step_num = 0
        self.current_action: ProfilerAction = self.schedule(self.step_num)
        self.profiler: _measure | None = None
        self.step_rec_fn: record_function | None = None
        self.preset_metadata: dict[str, Any] = {}

    def __enter__(self) -> profile:
        self.start()
        return self

    def __exit__(self, *exc: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start profiling; with a schedule, at its step 0.

        Examples
        --------
        >>> prof = torch.profiler.profile()
        >>> prof.start()
        >>> y = torch.ones(1) + 1
        >>> prof.stop()
        >>> any(event.key == "aten::add" for event in prof.key_averages())
        True
        """
        if self.current_action in _RECORDING:
            self.start_trace()
        self._mark_step()

    def stop(self) -> None:
        """Stop profiling and call ``on_trace_ready``.

        Examples
        --------
        >>> prof = torch.profiler.profile()
        >>> prof.start()
        >>> y = torch.ones(1) * 2
        >>> prof.stop()
        >>> any(event.key == "aten::mul" for event in prof.key_averages())
        True
        """
        self._end_step()
        if self.current_action in _RECORDING:
            self.stop_trace()
            self._hand_over()

    def step(self) -> None:
        """Mark the end of a step of the loop.

        Examples
        --------
        >>> with torch.profiler.profile(schedule=torch.profiler.schedule(wait=0, warmup=0, active=1, repeat=1)) as prof:
        ...     y = torch.ones(1) + 1
        ...     prof.step()
        >>> prof.step_num
        1
        """
        self._end_step()
        previous = self.current_action
        self.step_num += 1
        self.current_action = self.schedule(self.step_num)
        ended = previous is ProfilerAction.RECORD_AND_SAVE or previous in _RECORDING and self.current_action not in _RECORDING
        if ended:
            self.stop_trace()
            self._hand_over()
        if self.current_action in _RECORDING and (ended or previous not in _RECORDING):
            self.start_trace()
        self._mark_step()

    def _mark_step(self) -> None:
        if self.record_steps:
            self.step_rec_fn = record_function(f"ProfilerStep#{self.step_num}")
            self.step_rec_fn.__enter__()

    def _end_step(self) -> None:
        if self.step_rec_fn is not None:
            self.step_rec_fn.__exit__(None, None, None)
            self.step_rec_fn = None

    def _hand_over(self) -> None:
        if self.on_trace_ready is not None:
            self.on_trace_ready(self)

    def prepare_trace(self) -> None:
        """Prepare recording: nothing to do.

        Examples
        --------
        >>> prof = torch.profiler.profile()
        >>> prof.prepare_trace()
        >>> prof.start_trace()
        >>> y = torch.ones(1) + 1
        >>> prof.stop_trace()
        >>> any(event.key == "aten::add" for event in prof.key_averages())
        True
        """

    def start_trace(self) -> None:
        """Start recording, after ``prepare_trace``.

        Examples
        --------
        >>> prof = torch.profiler.profile()
        >>> prof.prepare_trace()
        >>> prof.start_trace()
        >>> y = torch.ones(1) + 1
        >>> prof.stop_trace()
        >>> any(event.key == "aten::add" for event in prof.key_averages())
        True
        """
        former = self.profiler
        if former is not None and not self.acc_events and not _WARNED:
            _WARNED.append(True)
            warn("Warning: Profiler clears events at the end of each cycle. Only events from the current cycle will be reported. "
                 "To keep events across cycles, set acc_events=True.")
        self._check_activities()
        self.profiler = _measure(record_shapes=self.record_shapes, with_flops=self.with_flops, profile_memory=self.profile_memory,
                                 with_stack=self.with_stack, with_modules=self.with_modules, acc_events=self.acc_events,
                                 custom_trace_id_callback=self.custom_trace_id_callback)
        for key, value in self.preset_metadata.items():
            self.add_metadata_json(key, value)
        self.profiler.__enter__()
        if self.acc_events and former is not None:
            self.profiler._go_on_from(former)

    def _check_activities(self) -> None:
        """Only the CPU can be recorded."""
        for activity in sorted((a for a in self.activities if isinstance(a, ProfilerActivity)), key=lambda a: a.value):
            if activity in (ProfilerActivity.CUDA, ProfilerActivity.XPU):
                warn(f"{activity.name} is not available, disabling {activity.name} profiling")
        if ProfilerActivity.CPU not in self.activities and not any(isinstance(a, dict) for a in self.activities):
            raise AssertionError("No activities specified for the profiler")

    def stop_trace(self) -> None:
        """Stop recording.

        Examples
        --------
        >>> prof = torch.profiler.profile()
        >>> prof.prepare_trace()
        >>> prof.start_trace()
        >>> y = torch.ones(1) + 1
        >>> prof.stop_trace()
        >>> any(event.key == "aten::add" for event in prof.key_averages())
        True
        """
        if self.profiler is None:
            raise AssertionError("Profiler must be initialized before stopping trace")
        self.profiler.__exit__(None, None, None)

    def toggle_collection_dynamic(self, enable: bool, activities: Iterable[Any]) -> None:
        """Pause or resume recording.

        Parameters
        ----------
        enable : bool
            True resumes.
        activities : iterable of ProfilerActivity
            The activities affected.

        Examples
        --------
        >>> cpu = [torch.profiler.ProfilerActivity.CPU]
        >>> with torch.profiler.profile(activities=cpu) as prof:
        ...     prof.toggle_collection_dynamic(False, cpu)
        ...     y = torch.ones(1) + 1
        >>> any(event.key == "aten::add" for event in prof.key_averages())
        False
        """
        recorder = None if self.profiler is None else self.profiler._recorder
        if recorder is not None and ProfilerActivity.CPU in activities:
            (recorder.start if enable else recorder.stop)()

    def _require_profiler(self, what: str) -> _measure:
        if self.profiler is None:
            raise AssertionError(f"Profiler must be initialized before {what}")
        return self.profiler

    def events(self) -> EventList:
        """The events recorded in this cycle.

        Returns
        -------
        EventList
            One per call.

        Examples
        --------
        >>> with torch.profiler.profile() as prof:
        ...     y = torch.ones(3) + 1
        >>> "aten::add" in [event.name for event in prof.events()]
        True
        """
        return self._require_profiler("accessing events").function_events

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
            One for each name; prints as a table.

        Examples
        --------
        >>> with torch.profiler.profile() as prof:
        ...     for _ in range(3):
        ...         y = torch.ones(1) + 1
        >>> [event.count for event in prof.key_averages() if event.key == "aten::add"]
        [3]
        """
        return self._require_profiler("getting key averages").key_averages(group_by_input_shape, group_by_stack_n, group_by_overload_name)

    def export_chrome_trace(self, path: str) -> None:
        """Write a trace for chrome://tracing and Perfetto.

        Parameters
        ----------
        path : str
            The file; compressed if it ends in ``.gz``.

        Examples
        --------
        >>> import json, tempfile
        >>> with torch.profiler.profile() as prof:
        ...     y = torch.ones(1) + 1
        >>> path = tempfile.mkdtemp() + "/trace.json"
        >>> prof.export_chrome_trace(path)
        >>> any(event.get("name") == "aten::add" for event in json.load(open(path))["traceEvents"])
        True
        """
        self._require_profiler("exporting chrome trace").export_chrome_trace(path)

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
        >>> with torch.profiler.profile(with_stack=True) as prof:
        ...     _ = torch.ones(2) + 1
        >>> prof.export_stacks("stacks")
        >>> type(open("stacks").read()).__name__
        'str'
        """
        self._require_profiler("exporting stacks").export_stacks(path, metric)

    def export_memory_timeline(self, path: str, device: str | None = None) -> None:
        """Unsupported: would sort memory into parameters, activations and gradients.

        Parameters
        ----------
        path : str
            The file.
        device : str, optional
            The device.

        Raises
        ------
        UnsupportedError
            Always.

        Examples
        --------
        >>> with torch.profiler.profile(profile_memory=True, record_shapes=True, with_stack=True) as prof:
        ...     y = torch.ones(2) + 1
        >>> try:
        ...     prof.export_memory_timeline("memory.json", device="cpu")
        ...     print("written")
        ... except NotImplementedError:
        ...     print("not there")
        not there

        With PyTorch this prints ``written``.
        """
        warn("`export_memory_timeline` is deprecated and will be removed in a future version. Please use "
             "`torch.cuda.memory._record_memory_history` and `torch.cuda.memory._export_memory_snapshot` instead.", FutureWarning)
        if not (self.record_shapes and self.profile_memory and self.with_stack):
            raise ValueError("record_shapes=True, profile_memory=True, with_stack=True required for memory profiling.")
        raise UnsupportedError("torch.profiler.profile.export_memory_timeline")

    def add_metadata(self, key: str, value: str) -> None:
        """Add a string to the trace.

        Parameters
        ----------
        key : str
            Its name.
        value : str
            The text.

        Examples
        --------
        >>> import json
        >>> with torch.profiler.profile() as prof:
        ...     prof.add_metadata("run", "first")
        >>> prof.export_chrome_trace("trace.json")
        >>> json.load(open("trace.json"))["run"]
        'first'
        """
        self._require_profiler("adding metadata")._metadata[key] = value

    def add_metadata_json(self, key: str, value: str) -> None:
        """Add a JSON value to the trace.

        Parameters
        ----------
        key : str
            Its name.
        value : str
            JSON.

        Examples
        --------
        >>> import json
        >>> with torch.profiler.profile() as prof:
        ...     prof.add_metadata_json("sizes", "[1, 2]")
        >>> prof.export_chrome_trace("trace.json")
        >>> json.load(open("trace.json"))["sizes"]
        [1, 2]
        """
        self._require_profiler("adding metadata")._metadata[key] = json.loads(value)

    def preset_metadata_json(self, key: str, value: str) -> None:
        """Add a JSON value to all later traces.

        Parameters
        ----------
        key : str
            Its name.
        value : str
            JSON.

        Examples
        --------
        >>> prof = torch.profiler.profile()
        >>> prof.preset_metadata_json("sizes", "[1, 2]")
        >>> prof.preset_metadata
        {'sizes': '[1, 2]'}
        """
        self.preset_metadata[key] = value

    def get_trace_id(self) -> str | None:
        """The id of the current trace.

        Returns
        -------
        str or None
            None before there is one.

        Examples
        --------
        >>> print(torch.profiler.profile().get_trace_id())
        None
        """
        return None if self.profiler is None else self.profiler.trace_id

    def set_custom_trace_id_callback(self, callback: Callable[[], str]) -> None:
        """Set a callback for the ids of later traces.

        Parameters
        ----------
        callback : callable
            Returns an id.

        Examples
        --------
        >>> prof = torch.profiler.profile()
        >>> prof.set_custom_trace_id_callback(lambda: "my trace")
        >>> with prof:
        ...     y = torch.ones(1) + 1
        >>> prof.get_trace_id()
        'my trace'
        """
        self.custom_trace_id_callback = callback


__all__ = ["ProfilerAction", "ProfilerActivity", "profile", "schedule", "supported_activities", "tensorboard_trace_handler"]


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.profiler.profiler", __name__)
