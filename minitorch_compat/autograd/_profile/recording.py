"""The recorder of a profiler: a span per op call, node of backward and `record_function`, nested as they ran.

A recorder is stored in `LOCAL.observer`, and a token in `ACTIVE` routes calls through it; without one, calls pay nothing.
"""
from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from contextlib import ContextDecorator
from time import perf_counter_ns
from typing import Any

from ..._bindings.override.overridable import ENTRIES
from ..._dispatch.call.torch_function import drop_mode, push_mode
from ..._dispatch.graph.node import next_sequence_nr
from ..._dispatch.state import LOCAL, activate, deactivate
from ..._ops.aten import kinds_of, name_in_profiles
from ..._ops.op import Op
from ..._tables import table as read_table
from .allocations import Allocations
from .arguments import TensorDescription, describe, flops_of, pad_arguments

#: PyTorch's numbers for kinds of spans (`RecordScope`).
FUNCTION_SCOPE, BACKWARD_SCOPE, USER_SCOPE = 0, 1, 7

#: The name of events for memory freed outside of every call.
MEMORY_NAME = "[memory]"
#: Functions that make a tensor from Python numbers, for which PyTorch has no op.
_FROM_PYTHON_NUMBERS = frozenset({"tensor", "new_tensor", "as_tensor"})

class Span:
    """One call: its name, times and parent."""

    __slots__ = (
        "args",
        "end",
        "flops",
        "freed",
        "is_formula",
        "memory",
        "name",
        "parent",
        "scope",
        "sequence_nr",
        "shared",
        "stack",
        "start",
        "thread",
        "waiting",
    )

    def __init__(self, name: str, parent: Span | None, scope: int) -> None:
        self.name, self.parent, self.scope = name, parent, scope
        self.args: tuple[Any, ...] = ()  # descriptions of the arguments
        self.sequence_nr, self.flops = -1, 0
        self.memory: list[int] = []  # bytes of the results
        self.freed = 0  # bytes freed inside
        self.stack: list[str] = []
        self.thread = threading.get_native_id()
        self.start = self.end = 0
        self.waiting = False  # of a public function in which no op has been called yet
        self.is_formula = False  # a formula of backward, not a custom Function
        self.shared = 0  # number of inner calls that use this span as theirs


class Recorder:
    """Record the ops of the thread that starts it; shapes, stacks, memory and flops on request."""

    def __init__(self, shapes: bool = False, stack: bool = False, memory: bool = False, flops: bool = False) -> None:
        self.shapes, self.stack, self.memory, self.flops = shapes, stack, memory, flops
        self.spans: list[Span] = []
        self.current: Span | None = None
        self.is_active = False
        self.allocations = Allocations(self)

    def start(self) -> None:
        """Become the observer of this thread; the previous one is restored by `stop`."""
        if self.is_active:
            return
        self.is_active = True
        self.previous = LOCAL.observer
        LOCAL.observer = self
        activate(self)
        self.functions = PublicCalls(self)
        push_mode(self.functions)

    def stop(self) -> None:
        """Stop recording."""
        if not self.is_active:
            return
        self.is_active = False
        drop_mode(self.functions)
        deactivate(self)
        LOCAL.observer = self.previous
        self.allocations.live_blocks.clear()

    def begin(self, name: str, scope: int = FUNCTION_SCOPE) -> Span:
        """Open a span inside the current one."""
        if self.current is not None:
            self.current.waiting = False
        span = Span(name, self.current, scope)
        self.spans.append(span)
        self.current = span
        if self.stack:
            span.stack = user_stack()
        span.start = perf_counter_ns()
        return span

    def finish(self, span: Span) -> None:
        """Close a span, and those left open inside it by an exception."""
        span.end = perf_counter_ns()
        inner = self.current
        while inner is not None and inner is not span:
            inner.end = inner.end or span.end
            inner = inner.parent
        if inner is span:
            self.current = span.parent

    def __call__(self, op: Op, args: tuple[Any, ...], run: Callable[[], Any], suffix: str = "") -> Any:
        """Run an op call inside a span, or inside that of the public function if this op is all that it calls."""
        if not is_aten(op) and self.current is not None and self.current.scope == BACKWARD_SCOPE:
            return run()  # a helper of formulas, without counterpart in PyTorch
        span = self.open_span(f"aten::{name_in_profiles(op)}{suffix}")
        span.sequence_nr = max(span.sequence_nr, _next_sequence_nr())
        try:
            out = run()
        except Exception:
            if op.profiled_name == "_reshape_alias" and not span.shared and self.spans[-1] is span:
                self.spans.pop()  # `reshape` tried a view and will copy instead
            raise
        finally:
            self.close_span(span)
        if self.shapes or self.flops:
            span.args = pad_arguments(tuple(describe(a) for a in args), _arity(op, args, bool(suffix)))
        if self.flops and not suffix:  # PyTorch counts no in-place ops, and only 2d convolutions
            counted = span.parent if op.flops == "convolutions" else span
            if counted is not None and (counted is span or counted.name == "aten::conv2d"):
                counted.flops = flops_of(op.flops, span.args)
        if self.memory:
            self.allocations.note(span, out, args)
        return out

    def open_span(self, name: str) -> Span:
        """A span of that name: the waiting one of a public function, or a new one."""
        waiting = self.current
        if waiting is None or not waiting.waiting or waiting.name != name:
            return self.begin(name)
        waiting.waiting = False
        waiting.shared += 1
        return waiting

    def close_span(self, span: Span) -> None:
        """The counterpart of `open_span`."""
        if span.shared:
            span.shared -= 1
        else:
            self.finish(span)

    def record_call(self, name: str, args: tuple[Any, ...], run: Callable[[], Any]) -> Any:
        """Run a call that is not an op of the table: `packet_.overload`, or `packet_` for its default."""
        span = self.open_span(f"aten::{name.partition('.')[0]}")
        span.waiting, span.sequence_nr = True, max(span.sequence_nr, _next_sequence_nr())
        try:
            return run()
        finally:
            self.close_span(span)
            if self.shapes:
                span.args = pad_arguments(tuple(describe(a) for a in args), _argument_count(name))

    def describe_all(self, values: Any) -> tuple[Any, ...]:
        """The descriptions of arguments; empty unless shapes are recorded."""
        return tuple(describe(v) for v in values) if self.shapes else ()

    def after_formula(self, node: Any, g: Any) -> None:
        """Called after the formula of `node` has run on `g`; its calls are recorded already."""

    def record_nested(self, name: str, args: tuple[Any, ...], run: Callable[[], Any]) -> Any:
        """Run a composite inside the span that PyTorch has around its parts."""
        span = self.begin(f"aten::{name.partition('.')[0]}")
        span.sequence_nr = _next_sequence_nr()
        if self.shapes:
            span.args = pad_arguments(tuple(describe(a) for a in args), _argument_count(name))
        try:
            return run()
        finally:
            self.finish(span)

    def record_as_one(self, name: str, args: tuple[Any, ...], run: Callable[[], Any]) -> Any:
        """Run a composite as one call, without recording its parts."""
        def quietly() -> Any:
            observer, LOCAL.observer = LOCAL.observer, None
            try:
                return run()
            finally:
                LOCAL.observer = observer

        return self.record_call(name, args, quietly)

    def record_copy(self, x: Any, run: Callable[[], Any]) -> Any:
        """Run an explicit copy, which is recorded as an op."""
        return run()

    def record_creation(self, name: str, t: Any) -> Any:
        """Record a span for a tensor just made by creation function `name`, starting when that began; return the tensor."""
        if name:
            span = self.open_span(f"aten::{'lift_fresh' if name in _FROM_PYTHON_NUMBERS else name}")
            span.start, LOCAL.creation_start = min(LOCAL.creation_start or span.start, span.start), 0
            span.sequence_nr = -1
            self.close_span(span)
            if self.shapes:
                span.args = (None,) * _argument_count(name)
            if self.memory:
                self.allocations.note(span, t, (t,) if name == "lift_fresh" else ())
        return t

    def record_freed(self, size: int) -> None:
        """Record freed memory in the open call, or else in an event of its own."""
        span = self.current
        if span is None:
            span = Span(MEMORY_NAME, None, FUNCTION_SCOPE)
            span.start = span.end = perf_counter_ns()
            self.spans.append(span)
        span.freed += size


class PublicCalls:
    """A `__torch_function__` mode that opens spans for those public functions that have one in PyTorch.

    The parts of a composite function are recorded inside its span, op by op.
    """

    def __init__(self, recorder: Recorder, traced_into: tuple[Any, ...] = ()) -> None:
        self.recorder = recorder
        self.traced_into = traced_into

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Run the call, in its own span if it has one; functions that PyTorch writes in Python are traced into."""
        entry = ENTRIES.get(func) if _innermost_recorder() is self.recorder else None  # otherwise an inner profile records
        name = None if entry is None else outer_op(entry.name)
        if name is None:
            if entry is None or not is_traced_into(entry) or entry in self.traced_into:
                return func(*args, **(kwargs or {}))
            inner = PublicCalls(self.recorder, (*self.traced_into, entry))
            LOCAL.function_modes.append(inner)
            try:
                return entry.raw(*args, **(kwargs or {}))
            finally:
                LOCAL.function_modes.remove(inner)
        recorder = self.recorder
        if kwargs and kwargs.get("inplace") is True and not name.endswith("_"):
            name += "_"
        span = recorder.open_span(f"aten::{name}")
        span.waiting, span.sequence_nr = True, _next_sequence_nr()
        try:
            out = func(*args, **(kwargs or {}))
        finally:
            recorder.close_span(span)
        if (recorder.shapes or recorder.flops) and not span.args:
            arguments = (*args, *(kwargs or {}).values())
            span.args = pad_arguments(tuple(describe(a) for a in arguments), _argument_count(name, len(arguments)))
        return out


def is_traced_into(entry: Any) -> bool:
    """Whether calls of public functions inside this one are recorded: PyTorch writes it in Python. Operators only call ops."""
    return bool(entry.in_python) and not entry.name.rpartition(".")[2].startswith("__")


def _innermost_recorder() -> Any:
    """The recorder of this thread; observers of checkpoint policies may precede it."""
    observer = LOCAL.observer
    while observer is not None and not isinstance(observer, Recorder):
        observer = observer.previous
    return observer


@functools.cache
def outer_op(function: str) -> str | None:
    """The aten op that a profile shows for a public function: the op of its name that returns tensors, unless the table has another.

    None for functions that PyTorch composes in Python, and for those without an op.
    """
    from ...ops._overloads import absent_ops, schemas

    exceptions: dict[str, str | None] = read_table("autograd/_profile/span_names.json")
    if function in exceptions:
        return exceptions[function]
    space, _, last = function.rpartition(".")
    if last in ("__get__", "__set__"):
        return None
    for name in (f"{space.rpartition('.')[2]}_{last}", last, last.strip("_")):
        overloads = schemas().get(name)
        if name in absent_ops() if overloads is None else any("-> Tensor" in text or "-> (Tensor" in text for text in overloads.values()):
            return name
    return None


class record_function(ContextDecorator):
    """Context, or decorator, that gives a part of the program a name in profiles.

    Parameters
    ----------
    name : str
        The name.
    args : str, optional
        A note.

    References
    ----------
    PyTorch: ``torch.autograd.profiler.record_function``.

    Examples
    --------
    >>> with torch.profiler.profile() as prof:
    ...     with torch.profiler.record_function("my part"):
    ...         y = torch.ones(3) + 1
    >>> "my part" in [event.key for event in prof.key_averages()]
    True
    """

    __module__ = "minitorch_compat.autograd.profiler"

    def __init__(self, name: str, args: str | None = None) -> None:
        self.name, self.args = name, args
        self._recorder: Any = None
        self._entered = False

    def __enter__(self) -> record_function:
        for name, value, expected in (("name", self.name, "str"), ("args", self.args, "Optional[str]")):
            if not isinstance(value, str) and (value is not None or name == "name"):
                raise RuntimeError(f"profiler::_record_function_enter_new() Expected a value of type '{expected}' for argument '{name}' "
                                   f"but instead found type '{type(value).__name__}'.")
        self._entered = True
        self._recorder = LOCAL.observer
        if self._recorder is not None:
            self._span = self._recorder.begin(self.name, USER_SCOPE)
            if self.args is not None:
                self._span.args = (None,)
        return self

    def __exit__(self, *exc: object) -> None:
        if not self._entered:
            raise AssertionError("Expected record to be set")
        if self._recorder is not None:
            self._recorder.finish(self._span)
            self._recorder = None

    def _recreate_cm(self) -> record_function:
        """The context of one call of a decorated function."""
        return type(self)(self.name, self.args)


def _arity(op: Op, args: tuple[Any, ...], in_place: bool) -> int:
    from ...ops._observed import overload_of

    overload = overload_of(op, kinds_of(args), in_place)
    return 0 if overload is None else len(overload.arguments)


@functools.cache
def is_aten(op: Op) -> bool:
    """Whether an entry of the table is an aten op."""
    from ...ops._overloads import schemas

    return name_in_profiles(op) in schemas()


@functools.cache
def _argument_count(name: str, given_count: int = 0) -> int:
    """The number of arguments of an aten op: of the named overload, or of the shortest that takes as many as are given."""
    from ...ops import aten

    name, _, overload = name.partition(".")
    try:
        packet = getattr(aten, name)
        overloads = [overload] if overload in packet.overloads() else packet.overloads()
        counts = [len(getattr(packet, o).arguments) for o in overloads if "out" not in o]
    except (AttributeError, ValueError):  # ValueError: an op without a recorded schema
        return 0
    return min((count for count in counts if count >= given_count), default=0)


def user_stack() -> list[str]:
    """The user's frames, innermost first."""
    import traceback

    frames = traceback.extract_stack()
    return [f"{f.filename}({f.lineno}): {f.name}" for f in reversed(frames) if "minitorch_compat" not in f.filename]


def _next_sequence_nr() -> int:
    """The sequence number of the next node, or -1 if nothing is recorded."""
    return next_sequence_nr() if LOCAL.grad else -1


__all__ = [
    "BACKWARD_SCOPE", "FUNCTION_SCOPE", "USER_SCOPE", "Recorder", "Span", "TensorDescription", "describe", "is_traced_into",
    "record_function", "user_stack",
]
