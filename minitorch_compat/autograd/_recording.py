"""What a profiler hears: a span per op call, node of backward and `record_function`, nested as they ran.

A recorder is put into `LOCAL.observer`, and a token into `ACTIVE`, which is what sends calls past it; without one no call pays.
"""
from __future__ import annotations

import functools
import threading
from collections.abc import Callable
from time import perf_counter_ns
from typing import Any, TypeVar

import numpy as np

from .._dispatch.dtype import of
from .._dispatch.state import LOCAL, activate, deactivate
from .._dispatch.tensor import TensorBase
from .._ops.op import Op
from ._aten_names import ATEN_NAMES

F = TypeVar("F", bound=Callable[..., Any])

#: Numbers by which PyTorch tells kinds of spans apart (`RecordScope`).
FUNCTION_SCOPE, BACKWARD_SCOPE, USER_SCOPE = 0, 1, 7


#: What PyTorch calls around an op that is called by itself here. Where several functions end in one op, as `matmul` and `mm` do, none is.
_AROUND = {"softmax_dim": "softmax", "log_softmax_dim": "log_softmax", "native_layer_norm": "layer_norm", "linear_2d": "linear",
           "conv": "conv{}d", "convolution": "conv{}d"}


class Span:
    """One call: name, when, inside which other."""

    __slots__ = ("args", "end", "flops", "memory", "name", "parent", "scope", "sequence_nr", "stack", "start", "thread")

    def __init__(self, name: str, parent: Span | None, scope: int) -> None:
        self.name, self.parent, self.scope = name, parent, scope
        self.args: tuple[Any, ...] = ()
        self.sequence_nr, self.flops, self.memory = -1, 0, 0
        self.stack: list[str] = []
        self.thread = threading.get_native_id()
        self.start = self.end = 0


class Recorder:
    """Hears the ops of the thread that it is started in. Shapes, stacks, memory and flops are noted only if asked for."""

    def __init__(self, shapes: bool = False, stack: bool = False, memory: bool = False, flops: bool = False) -> None:
        self.shapes, self.stack, self.memory, self.flops = shapes, stack, memory, flops
        self.spans: list[Span] = []
        self.current: Span | None = None
        self.outer: Span | None = None
        self.listening = False

    def start(self) -> None:
        """Begin to listen; whoever listened before hears again afterwards."""
        if self.listening:
            return
        self.listening = True
        self.previous = LOCAL.observer
        LOCAL.observer = self
        activate(self)

    def stop(self) -> None:
        """Listen no more."""
        if not self.listening:
            return
        self.listening = False
        deactivate(self)
        LOCAL.observer = self.previous

    def begin(self, name: str, scope: int = FUNCTION_SCOPE) -> Span:
        """Open a span inside the current one."""
        span = Span(name, self.current, scope)
        self.spans.append(span)
        self.current = span
        if self.stack:
            span.stack = _stack()
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
        """Run one op call inside a span."""
        around = _AROUND.get(op.name)
        if around is not None and (self.outer is None or self.current is not self.outer):
            outer = self.outer = self.begin(f"aten::{around.format(args[0].ndim - 2)}")
            try:
                return self(op, args, run, suffix)
            finally:
                self.finish(outer)
                self.outer = None
                if self.shapes or self.flops:
                    outer.args = _padded(tuple(describe(a) for a in args), _argument_count(outer.name[6:]))
                if self.flops and op.name in ("conv", "convolution"):  # counted where PyTorch counts it
                    outer.flops, self.spans[self.spans.index(outer) + 1].flops = _flops(op.name, outer.args), 0
        span = self.begin(f"aten::{ATEN_NAMES.get(op.name, op.name)}{suffix}")
        try:
            out = run()
        finally:
            self.finish(span)
        if self.shapes or self.flops:
            span.args = _padded(tuple(describe(a) for a in args), _arity(op.name, args, bool(suffix)))
        if self.flops:
            span.flops = _flops(op.name, span.args)
        if self.memory:
            span.memory = _bytes(out, args)
        span.sequence_nr = _sequence_nr(out)
        return out


    def changed(self, name: str, args: tuple[Any, ...], run: Callable[[], Any]) -> Any:
        """Run a change in place that is no op of the table: `packet_.overload`, or `packet_` for its default."""
        span = self.begin(f"aten::{name.partition('.')[0]}")
        try:
            return run()
        finally:
            self.finish(span)
            if self.shapes:
                span.args = _padded(tuple(describe(a) for a in args), _argument_count(name.partition(".")[0]))

    def made(self, name: str, t: Any) -> Any:
        """A span for a tensor that creation function `name` has just made, from when it began; gives the tensor."""
        if name:
            span = self.begin(f"aten::{name}")
            span.start, LOCAL.began = LOCAL.began or span.start, 0
            self.finish(span)
            if self.shapes:
                span.args = (None,) * _argument_count(name)
            if self.memory:
                span.memory = _bytes(t, ())
        return t


class record_function:
    """`with record_function("name"):`, or as a decorator: a span of the user's own in a profile; outside of one it does nothing."""

    def __init__(self, name: str, args: str | None = None) -> None:
        self.name, self.args = name, args
        self._recorder: Any = None
        self._entered = False

    def __enter__(self) -> record_function:
        for name, value, wanted in (("name", self.name, "str"), ("args", self.args, "Optional[str]")):
            if not isinstance(value, str) and (value is not None or name == "name"):
                raise RuntimeError(f"profiler::_record_function_enter_new() Expected a value of type '{wanted}' for argument '{name}' but "
                                   f"instead found type '{type(value).__name__}'.")
        self._entered = True
        self._recorder = LOCAL.observer
        if self._recorder is not None:
            self._span = self._recorder.begin(self.name, USER_SCOPE)
        return self

    def __exit__(self, *exc: object) -> None:
        if not self._entered:
            raise AssertionError("Expected record to be set")
        if self._recorder is not None:
            self._recorder.finish(self._span)
            self._recorder = None

    def __call__(self, func: F) -> F:
        @functools.wraps(func)
        def measured(*args: Any, **kwargs: Any) -> Any:
            with record_function(self.name, self.args):
                return func(*args, **kwargs)

        return measured  # type: ignore[return-value]


def describe(value: Any) -> Any:
    """Shape, strides and dtype of a tensor, those of each of a list, or the value of anything else."""
    if isinstance(value, TensorBase):
        array = value.array
        return Described(tuple(array.shape), tuple(s // (array.itemsize or 1) for s in array.strides), str(of(array.dtype)))
    if isinstance(value, (list, tuple)) and value and isinstance(value[0], TensorBase):
        return [describe(v) for v in value]
    return value


class Described:
    """What is kept of a tensor argument: not the tensor, which must not live on because somebody measured."""

    __slots__ = ("dtype", "shape", "strides")

    def __init__(self, shape: tuple[int, ...], strides: tuple[int, ...], dtype: str) -> None:
        self.shape, self.strides, self.dtype = shape, strides, dtype


def _padded(args: tuple[Any, ...], count: int) -> tuple[Any, ...]:
    """As many as PyTorch's op has: what has no tensor here, as `alpha` of `add`, has no shape there either."""
    return args if len(args) == count or not count else (*args[:count], *(None,) * (count - len(args)))


def _arity(name: str, args: tuple[Any, ...], in_place: bool) -> int:
    from ..ops._observed import _kinds, overload_of

    overload = overload_of(name, _kinds(args), in_place)
    return 0 if overload is None else len(overload.arguments)


def _argument_count(name: str) -> int:
    """How many arguments aten's op of that name has; those of creation functions are no tensors."""
    from ..ops import aten

    try:
        packet = getattr(aten, name)
        return len(getattr(packet, packet.overloads()[0]).arguments)
    except AttributeError:
        return 0


def _stack() -> list[str]:
    """The user's frames, innermost first."""
    import traceback

    frames = traceback.extract_stack()
    return [f"{f.filename}({f.lineno}): {f.name}" for f in reversed(frames) if "minitorch_compat" not in f.filename]


def _sequence_nr(out: Any) -> int:
    first = out[0] if isinstance(out, (tuple, list)) and out else out
    node = getattr(first, "_grad_fn", None)
    return -1 if node is None else node._sequence_nr()


def _bytes(out: Any, args: tuple[Any, ...]) -> int:
    """The memory of the results that are no views of arguments (temporaries inside kernels are not seen)."""
    results = [t.array for t in (out if isinstance(out, (tuple, list)) else (out,)) if isinstance(t, TensorBase)]
    given = [a.array for a in args if isinstance(a, TensorBase)]
    return sum(r.nbytes for r in results if not any(np.may_share_memory(r, g) for g in given))


def _flops(name: str, args: tuple[Any, ...]) -> int:
    """Floating point operations of the ops that PyTorch counts: products and convolutions twice per multiply-add, mul and add once."""
    shapes = [a.shape for a in args if isinstance(a, Described)]
    if name in ("mm", "mm_tn", "bmm") and len(shapes) == 2:
        return 2 * int(np.prod(shapes[0])) * int(shapes[1][-1])
    if name in ("linear_2d", "mm_nt"):
        return 2 * int(np.prod(shapes[0])) * int(shapes[1][0])
    if name in ("addmm", "baddbmm") and len(shapes) == 3:
        return 2 * int(np.prod(shapes[1])) * int(shapes[2][-1])
    if name == "convolution":
        return _convolution_flops(shapes[0], shapes[1], *args[3:6])
    if name in ("mul", "add") and shapes:
        return int(np.prod(np.broadcast_shapes(*shapes)))
    return 0


def _convolution_flops(image: Any, weight: Any, stride: Any, padding: Any, dilation: Any) -> int:
    """Two per tap of the kernel, input channel of its group, and output element."""
    sizes = zip(image[2:], weight[2:], stride, padding, dilation, strict=True)
    outputs = [(n + 2 * p - d * (k - 1) - 1) // s + 1 for n, k, s, p, d in sizes]
    return 2 * int(image[0]) * int(np.prod(weight)) * int(np.prod(outputs))


__all__ = ["BACKWARD_SCOPE", "FUNCTION_SCOPE", "USER_SCOPE", "Described", "Recorder", "Span", "describe", "record_function"]
