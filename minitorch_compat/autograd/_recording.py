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

F = TypeVar("F", bound=Callable[..., Any])

#: Numbers by which PyTorch tells kinds of spans apart (`RecordScope`).
FUNCTION_SCOPE, BACKWARD_SCOPE, USER_SCOPE = 0, 1, 7


#: PyTorch's names of what is split, or joined, in other ways here.
_ATEN_NAMES = {
    "bce": "binary_cross_entropy", "bce_with_logits": "binary_cross_entropy_with_logits", "cast": "_to_copy",
    "channel_sum": "sum", "clamp_max_scalar": "clamp_max", "clamp_min_scalar": "clamp_min", "clamp_scalars": "clamp",
    "clamp_tensors": "clamp", "conv": "convolution", "conv_input": "convolution_backward", "conv_weight": "convolution_backward",
    "convolution_transpose": "convolution", "ctc": "_ctc_loss", "div_floor": "div", "div_trunc": "div",
    "embedding_transpose": "embedding_dense_backward", "expand_reduced": "expand", "gelu_slope": "gelu_backward", "huber": "huber_loss",
    "index_fill_value": "index_fill", "lerp_scalar": "lerp", "linear_2d": "addmm", "log_softmax_backward": "_log_softmax_backward_data",
    "log_softmax_dim": "_log_softmax", "masked_fill_tensor": "masked_fill", "masked_fill_value": "masked_fill", "max_all": "max",
    "max_dim": "max", "max_pool1d_with_places": "max_pool1d_with_indices", "max_pool2d_with_places": "max_pool2d_with_indices",
    "max_pool3d_with_places": "max_pool3d_with_indices", "mean_dim": "mean", "median_all": "median", "median_dim": "median",
    "min_all": "min", "min_dim": "min", "mm_nt": "mm", "mm_tn": "mm", "mse": "mse_loss", "nll_loss_plain": "nll_loss_forward",
    "nll_loss_transpose": "nll_loss_backward", "pool_scatter": "max_pool2d_with_indices_backward", "pow_of_scalar": "pow",
    "pow_scalar": "pow", "prod_dim": "prod", "scatter_tensor": "scatter", "scatter_value": "scatter",
    "sigmoid_gradient": "sigmoid_backward", "silu_slope": "silu_backward", "smooth_l1": "smooth_l1_loss",
    "softmax_backward": "_softmax_backward_data", "softmax_dim": "_softmax", "split_even": "split", "squeeze_all": "squeeze",
    "std_of": "std", "step_gradient": "threshold_backward", "sum_dim": "sum", "tanh_gradient": "tanh_backward", "var_of": "var",
}


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

    def start(self) -> None:
        """Begin to listen; whoever listened before hears again afterwards."""
        self.previous = LOCAL.observer
        LOCAL.observer = self
        activate(self)

    def stop(self) -> None:
        """Listen no more."""
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
            self.outer = self.begin(f"aten::{around.format(args[0].ndim - 2)}")
            try:
                return self(op, args, run, suffix)
            finally:
                self.finish(self.outer)
                self.outer = None
        span = self.begin(f"aten::{_ATEN_NAMES.get(op.name, op.name)}{suffix}")
        try:
            out = run()
        finally:
            self.finish(span)
        if self.shapes or self.flops:
            span.args = tuple(describe(a) for a in args)
        if self.flops:
            span.flops = _flops(op.name, span.args)
        if self.memory:
            span.memory = _bytes(out, args)
        span.sequence_nr = _sequence_nr(out)
        return out


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

    def __enter__(self) -> record_function:
        self._recorder = LOCAL.observer
        if self._recorder is not None:
            self._span = self._recorder.begin(self.name, USER_SCOPE)
        return self

    def __exit__(self, *exc: object) -> None:
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
