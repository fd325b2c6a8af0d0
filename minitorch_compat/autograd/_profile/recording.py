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

from ..._bindings.override.overridable import ENTRIES
from ..._dispatch.call.caller import wrap
from ..._dispatch.call.torch_function import drop_mode, push_mode
from ..._dispatch.graph.node import as_node, next_sequence_nr
from ..._dispatch.state import LOCAL, activate, deactivate
from ..._dispatch.tensor import TensorBase
from ..._ops.aten import kinds_of, profiled_as
from ..._ops.op import Op
from ..._tables import table as read_table
from .allocations import Allocations
from .arguments import Described, describe, flops_of, is_dense, padded
from .inner_spans import (
    ADDED,
    COPIED,
    KEPT,
    certain,
    copied_first,
    inside,
    inside_composition,
    inside_node,
    laid_in_order,
    made_alike,
    made_smaller,
    of_shape,
    shapes_inside,
    steps_of,
    unsqueezed,
    usual,
    variant,
)

F = TypeVar("F", bound=Callable[..., Any])

#: Numbers by which PyTorch tells kinds of spans apart (`RecordScope`).
FUNCTION_SCOPE, BACKWARD_SCOPE, USER_SCOPE = 0, 1, 7


#: The name of what stands for memory that is let go outside of every call.
MEMORY_NAME = "[memory]"

#: Losses that first make their arguments of one size, and layers that ask for a library that is not there.
_BROADCAST = frozenset(f"torch.nn.functional.{name}_loss" for name in ("mse", "l1", "smooth_l1", "huber"))
#: How many dimensions what is joined gets first.
_AT_LEAST = {"hstack": 1, "vstack": 2, "dstack": 3}
#: Functions in Python that hand on to one that has a span, and whose parts are heard in it.
_NATIVE = {"torch.nn.functional.l1_loss": "l1_loss"}
_RECURRENT = ("lstm", "gru", "rnn_tanh", "rnn_relu")

def _t(x: Any) -> Any:
    return wrap(x._array.T) if isinstance(x, TensorBase) else x.T


class Span:
    """One call: name, when, inside which other."""

    __slots__ = ("computes", "dense", "end", "flops", "freed", "given", "inner", "memory", "name", "overload", "parent", "part", "pattern",
                 "result", "scope", "sequence_nr", "shared", "stack", "start", "thread", "waiting")

    def __init__(self, name: str, parent: Span | None, scope: int) -> None:
        self.name, self.parent, self.scope = name, parent, scope
        self.given: Any = ()  # what it was called with; None for a part: as the call that it is inside of
        self.part, self.result = False, None
        self.pattern = ""  # of a part: where the shapes of its arguments come from
        self.overload = ""
        self.sequence_nr, self.flops = -1, 0
        self.memory: list[int] = []  # bytes of what it answers with
        self.freed = 0  # bytes of what was let go inside
        self.stack: list[str] = []
        self.thread = threading.get_native_id()
        self.start = self.end = 0
        self.inner = False  # whether there are spans inside
        self.waiting = False  # that of a public function in which nothing has been called so far
        self.computes = False  # a formula of backward, and nobody's own function
        self.dense = True  # what it was called with lies in order, as far as is known
        self.shared = 0  # how many calls inside it use it for their own

    @property
    def args(self) -> tuple[Any, ...]:
        """What it was called with, described."""
        if not self.part:
            return tuple(self.given)
        assert self.parent is not None
        given = None
        if self.given is not None:
            given = [g if g is None or isinstance(g, Described) else Described(tuple(g), (), "") for g in self.given]
        shapes = shapes_inside(self.name, given, self.parent.name, self.parent.args, self._result())
        if self.pattern and given is None:
            known = padded(shapes, len(self.pattern))
            return tuple(_argument(*each, self.parent.args) for each in zip(self.pattern, known, strict=True))
        count = _argument_count(self.name.removeprefix("aten::"))
        return shapes if len(shapes) > min(count, 4) else padded(shapes, count)

    @args.setter
    def args(self, given: tuple[Any, ...]) -> None:
        self.given = given

    def _result(self) -> Any:
        span: Span | None = self
        while span is not None and span.part:
            span = span.parent
        return None if span is None else span.result


def _argument(source: str, otherwise: Any, around: tuple[Any, ...]) -> Any:
    """An argument by where its shape comes from: "0" is the first argument of the call around, "e" is empty, "-" is no tensor."""
    if source == "x":
        return otherwise
    if source == "e":
        return Described((0,), (1,), "")
    found = around[int(source)] if source != "-" and int(source) < len(around) else None
    return found if isinstance(found, Described) else None


class Recorder:
    """Hears the ops of the thread that it is started in. Shapes, stacks, memory and flops are noted only if asked for.

    `parts`: whether what PyTorch's ops consist of is noted, too, where ours are of one piece.
    """

    def __init__(self, shapes: bool = False, stack: bool = False, memory: bool = False, flops: bool = False, parts: bool = True) -> None:
        self.parts = parts
        self.shapes, self.stack, self.memory, self.flops = shapes, stack, memory, flops
        self.spans: list[Span] = []
        self.current: Span | None = None
        self.evaluated: Span | None = None  # the last node of backward
        self.certainly = self.ruled = False  # whether what it calls is the same whatever it is given; whether a rule says what that is
        self.listening = False
        self.allocations = Allocations(self)

    def start(self) -> None:
        """Begin to listen; whoever listened before hears again afterwards."""
        if self.listening:
            return
        self.listening = True
        self.previous = LOCAL.observer
        LOCAL.observer = self
        activate(self)
        self.functions = PublicCalls(self)
        push_mode(self.functions)

    def stop(self) -> None:
        """Listen no more."""
        if not self.listening:
            return
        self.listening = False
        drop_mode(self.functions)
        deactivate(self)
        LOCAL.observer = self.previous
        self.allocations.held.clear()

    def begin(self, name: str, scope: int = FUNCTION_SCOPE) -> Span:
        """Open a span inside the current one."""
        if self.current is not None:
            self.current.waiting = False
            self.current.inner = True
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
        if self.parts and not span.inner and span.scope != USER_SCOPE:
            known = usual(f"{span.name}.{span.overload}")
            self.fill(span, usual(span.name) or () if known is None else known)
        if span.scope == BACKWARD_SCOPE and span.name.startswith("autograd::"):
            self.evaluated = span
        inner = self.current
        while inner is not None and inner is not span:
            inner.end = inner.end or span.end
            inner = inner.parent
        if inner is span:
            self.current = span.parent

    def complete(self, span: Span, trees: Any) -> None:
        """Note the spans that PyTorch has inside beside those that were measured, if these are some of them, in that order."""
        measured = [s for s in self.spans[self.spans.index(span) + 1:] if s.parent is span] if span.inner else []
        missing: list[Any] = []
        found: list[Any] = []
        ordered = True
        for tree in trees:
            if measured and measured[0].name == tree[0]:
                found.append((measured.pop(0), tree))
                ordered = ordered and not missing
            else:
                missing.append(tree)
        if measured or not ordered and self.certainly:
            self.instead(span, trees)
            return
        for part, (_, *inner) in found:
            if inner and inner[0].__class__ is str:
                inner.pop(0)
            elif inner and inner[0].__class__ is list:
                part.given = [None if shape is None else Described(tuple(shape), (), "") for shape in inner.pop(0)]
            if part.inner and inner and (self.ruled or usual(part.name) is not None):
                self.forget(part)  # what it calls here is known better than what it usually calls
            if not part.inner:
                self.fill(part, inner)
        self.fill(span, missing)

    def forget(self, span: Span) -> None:
        """Take out what was noted inside of a span, unless something of it has happened."""
        place = end = self.spans.index(span) + 1
        within = {span}
        while end < len(self.spans) and self.spans[end].parent in within:
            within.add(self.spans[end])
            end += 1
        if all(s.part for s in self.spans[place:end]):
            del self.spans[place:end]
            span.inner = False

    def instead(self, span: Span, trees: Any) -> None:
        """Note the spans that PyTorch has inside of a node in the place of those of our formula, if nobody else's are among them."""
        place = self.spans.index(span) + 1
        if trees and self.certainly and all(s.scope == FUNCTION_SCOPE for s in self.spans[place:]):
            del self.spans[place:]
            span.inner = False
            self.fill(span, trees)

    def added(self, shape: tuple[int, ...], in_place: bool) -> None:
        """The engine has added a gradient to what waits for the same node, behind the node that sent it."""
        if self.parts and self.evaluated is not None:
            self.fill(self.evaluated, [("aten::add_" if in_place else "aten::add", [tuple(shape)] * 2)])

    def fill(self, span: Span, trees: Any) -> None:
        """Note the spans that PyTorch has inside: nothing happens in them, and they take no time."""
        for name, *inner in trees:
            if name == "aten::contiguous" and span.dense:
                continue
            part = Span(name, span, FUNCTION_SCOPE)
            part.part, part.dense = True, span.dense
            part.pattern = inner.pop(0) if inner and inner[0].__class__ is str else ""
            part.given = inner.pop(0) if inner and inner[0].__class__ is list else None
            if part.given is None and not inner and span.scope == BACKWARD_SCOPE and name in ("aten::mul", "aten::div", "aten::add"):
                part.given = [*span.args[:1]] * 2  # of two tensors: a number would be cast inside
            part.start = part.end = span.end or perf_counter_ns()
            part.inner = span.inner = True
            self.spans.append(part)
            self.fill(part, inner)

    def __call__(self, op: Op, args: tuple[Any, ...], run: Callable[[], Any], suffix: str = "") -> Any:
        """Run one op call inside a span, or inside that of the public function if it is nothing else."""
        if not is_aten(op) and self.current is not None and self.current.scope == BACKWARD_SCOPE:
            return run()  # a helper of formulas: what PyTorch calls instead, the node's own parts say
        if op.part_of and self.current is not None and self.current.name == op.part_of[0]:
            return self.continued(op.part_of[1], run)
        if op.spans == "products of batches":
            return self.batched(args, run)
        if op.spans == "sum to size" and self.current is not None and self.current.scope == BACKWARD_SCOPE:
            if tuple(args[0].shape) != tuple(args[1]):
                self.summed(args[0], tuple(args[1]))
            return run()
        if op.spans == "expansion of reduced" and self.parts and self.current is not None and self.current.scope == BACKWARD_SCOPE:
            self.fill(self.current, unsqueezed(tuple(args[0].shape), tuple(args[1]), *args[2:4])[0])
        arounds = op.around
        for around in arounds:
            around = f"aten::{around.format(args[0].ndim - 2)}"
            if self.around(around, len(arounds)):
                continue
            outer = self.begin(around)
            outer.sequence_nr = _following()
            if self.parts and around == "aten::_batch_norm_impl_index":
                self.fill(outer, [("aten::empty", [])])
            if self.parts and around == "aten::log_softmax" and self.around("aten::cross_entropy_loss", 3):
                self.fill(outer, [("aten::to", [args[0].shape, *[None] * 7])])
            try:
                return self(op, args, run, suffix)
            finally:
                self.finish(outer)
                if around == "aten::_batch_norm_impl_index":
                    outer.part, outer.given = True, None
                elif self.shapes or self.flops:
                    outer.args = padded(tuple(describe(a) for a in args), _argument_count(outer.name[6:]))
        if op.transposes is not None and self.parts:
            turned = args[op.transposes]
            args = (*args[:op.transposes], _t(turned), *args[op.transposes + 1:])
            first = self.begin("aten::t")
            first.sequence_nr = _following()
            first.args = (describe(turned),)
            self.finish(first)
        if op.biases and self.around("aten::linear", 1):
            suffix = "_"  # as there, where policies do not listen
        span = self.opened(f"aten::{profiled_as(op)}{suffix}")
        span.sequence_nr, span.dense = max(span.sequence_nr, _following()), is_dense(args)
        span.overload = _overload(op, args, bool(suffix)) if self.parts else ""
        copied = suffix and self.parts and self.copied_first(op, args)
        try:
            out = run()
        except Exception:
            if op.profiled == "_reshape_alias" and not span.shared and self.spans[-1] is span:
                self.spans.pop()  # an attempt of `reshape`, which copies now
            raise
        finally:
            self.closed(span)
        whole = span.inner
        if copied:
            self.fill(span, copied_first(args[0]._array))
        if self.parts and not whole:
            in_order = op.spans == "copying" and span.parent is not None and span.parent.name == "aten::reshape"
            self.fill(span, laid_in_order(args, out) if in_order else inside(op, args, out))
        if op.spans == "batch norm" and self.around("aten::_batch_norm_impl_index", 1):
            span.part, span.given = True, None
        elif self.shapes or self.flops:
            span.args = padded(tuple(describe(a) for a in args), _arity(op, args, bool(suffix)))
            if isinstance(out, (TensorBase, np.ndarray)):
                span.result = describe(out)
        if self.flops:
            span.flops = flops_of(op.flops, span.args)
            if op.spans.startswith("convolutions") and span.parent is not None and span.parent.name.startswith("aten::conv"):
                span.parent.flops, span.flops = span.flops, 0  # counted where PyTorch counts it
        if self.memory:
            self.allocations.note(span, out, args)
        return out

    def copied_first(self, op: Op, args: tuple[Any, ...]) -> bool:
        """Whether PyTorch copies what is to be changed in place, because backward needs it as it was."""
        from ...ops._observed import is_copied_first

        if not isinstance(args[0], TensorBase) or args[0]._array.__class__ is not np.ndarray:
            return False
        observer, LOCAL.observer = LOCAL.observer, None
        try:
            return is_copied_first(op, args)
        finally:
            LOCAL.observer = observer

    def batched(self, args: tuple[Any, ...], run: Callable[[], Any]) -> Any:
        """Run a product of several parts, which are heard; what PyTorch does before and after one of like batches is noted."""
        before, after = made_alike(*args) if self.parts and self.around("aten::matmul", 0) else ((), ())
        self.fill(self.current, before)  # type: ignore[arg-type]
        out = run()
        self.fill(self.current, after)  # type: ignore[arg-type]
        return out

    def continued(self, name: str, run: Callable[[], Any]) -> Any:
        """Run a part of what is one op for PyTorch, in the span of the parts before it."""
        last = next((s for s in reversed(self.spans) if s.parent is self.current), None)
        if last is not None and last.name == name:
            before, self.current = self.current, last
            try:
                return run()
            finally:
                self.finish(last)
                self.current = before
        span = self.begin(name)
        span.sequence_nr = _following()
        try:
            return run()
        finally:
            self.finish(span)

    def around(self, name: str, depth: int) -> bool:
        """Whether one of the `depth` innermost spans has that name."""
        span = self.current
        for _ in range(depth):
            if span is None or span.name == name:
                break
            span = span.parent
        return span is not None and span.name == name

    def opened(self, name: str) -> Span:
        """A span of that name: the one of a public function that waits for it, or a new one."""
        waiting = self.current
        if waiting is None or not waiting.waiting or waiting.name != name:
            return self.begin(name)
        waiting.waiting = False
        waiting.shared += 1
        return waiting

    def closed(self, span: Span) -> None:
        """The counterpart of `opened`."""
        if span.shared:
            span.shared -= 1
        else:
            self.finish(span)

    def changed(self, name: str, args: tuple[Any, ...], run: Callable[[], Any]) -> Any:
        """Run a call that is no op of the table: `packet_.overload`, or `packet_` for its default."""
        span = self.opened(f"aten::{name.partition('.')[0]}")
        span.waiting, span.sequence_nr, span.dense = True, max(span.sequence_nr, _following()), is_dense(args)
        try:
            out = run()
            if self.parts and not span.inner:
                self.fill(span, inside_composition(name.partition(".")[0].removesuffix("_"), args, out))
            return out
        finally:
            self.closed(span)
            if self.shapes:
                span.args = padded(tuple(describe(a) for a in args), _argument_count(name))

    def shown(self, values: Any) -> tuple[Any, ...]:
        """What is noted of arguments: nothing unless shapes are asked for."""
        return tuple(describe(v) for v in values) if self.shapes else ()

    def summed(self, g: Any, shape: tuple[int, ...]) -> None:
        """The engine makes a gradient as small as the input that was repeated."""
        if self.parts and self.current is not None:
            self.fill(self.current, made_smaller(tuple(g.shape), shape))

    def worked(self, node: Any, g: Any) -> None:
        """The formula of `node` has run on `g`; what it calculates with operators is heard by nobody."""
        first = g[0] if isinstance(g, (list, tuple)) else g
        if self.parts and self.current is not None and isinstance(first, np.ndarray):
            name, given = self.current.name, f"{self.current.name}.{variant(as_node(node))}"
            self.current.overload = given.rpartition(".")[2]
            whole = len(node.edges) == 1 or name in certain() and all(edge is not None for edge in node.edges)
            ruled = inside_node(node, g)
            self.ruled = bool(ruled)
            known = usual(given)
            self.certainly = self.ruled or (name if known is None else given) in certain()
            self.complete(self.current, ruled or (usual(name) or [] if whole else []) if known is None else ruled or known)

    def stepped(self, optimizer: Any, fresh: set[int]) -> None:
        """An optimizer has taken a step, the first for the parameters with ids in `fresh`."""
        span = self.current
        for group in optimizer.param_groups if self.parts else ():
            trees = steps_of(optimizer, group)
            if trees is None or span is None:
                continue
            first, later = trees
            changed = [p for p in group["params"] if p._grad is not None]
            if len(first) > len(later) and first[-len(later):] == later:  # all states are made before the first parameter is changed
                for p in changed:
                    if id(p) in fresh:
                        self.fill(span, of_shape(first[:-len(later)], p.shape))
                first = later
            for p in changed:
                self.fill(span, of_shape(first if id(p) in fresh else later, p.shape))

    def kept(self, grad: Any, first: bool, copied: bool) -> None:
        """A leaf has got its first gradient, the one that came or a copy, or one more."""
        if self.parts and self.current is not None and not self.current.inner:
            self.fill(self.current, (COPIED if copied else KEPT) if first else ADDED)
            if not first:
                self.spans[-1].given = [*self.current.args[:1]] * 2

    def within(self, name: str, args: tuple[Any, ...], run: Callable[[], Any]) -> Any:
        """Run a composition inside a span that PyTorch has around its parts."""
        span = self.begin(f"aten::{name.partition('.')[0]}")
        span.sequence_nr = _following()
        if self.shapes:
            span.args = padded(tuple(describe(a) for a in args), _argument_count(name))
        if self.parts and name in _RECURRENT:
            self.fill(span, [("aten::cudnn_is_acceptable", [args[0].shape])])
        try:
            return run()
        finally:
            self.finish(span)

    def whole(self, name: str, args: tuple[Any, ...], run: Callable[[], Any]) -> Any:
        """The same for a composition: what it consists of is heard by nobody."""
        def quietly() -> Any:
            observer, LOCAL.observer = LOCAL.observer, None
            try:
                return run()
            finally:
                LOCAL.observer = observer

        return self.changed(name, args, quietly)

    def copied(self, x: Any, run: Callable[[], Any]) -> Any:
        """Run a copy that somebody has asked for, which is heard as an op."""
        return run()

    def made(self, name: str, t: Any) -> Any:
        """A span for a tensor that creation function `name` has just made, from when it began; gives the tensor."""
        if name in ("tensor", "new_tensor", "as_tensor"):
            self.copied_in(t)
        elif name:
            span = self.opened(f"aten::{name}")
            span.start, LOCAL.began = min(LOCAL.began or span.start, span.start), 0
            span.sequence_nr, span.result = -1, describe(t) if self.shapes else None
            self.closed(span)
            if self.shapes:
                span.args = (None,) * _argument_count(name)
            if self.memory:
                self.allocations.note(span, t, (t,) if name == "lift_fresh" else ())
        return t

    def copied_in(self, t: Any) -> None:
        """The spans of a tensor that was made of Python's numbers."""
        began, LOCAL.began = LOCAL.began, 0
        for name, count in (("empty", 6), ("to", 6), ("lift_fresh", 1), ("detach_", 1)):
            span = self.begin(f"aten::{name}")
            span.start, began = began or span.start, 0
            span.args = (None,) * count if name == "empty" else padded(self.shown([t]), count)
            self.finish(span)
            if name == "empty" and self.memory:
                self.allocations.note(span, t, ())

    def let_go(self, size: int) -> None:
        """Memory is let go: inside the call that is open, or else in an event of its own."""
        span = self.current
        if span is None:
            span = Span(MEMORY_NAME, None, FUNCTION_SCOPE)
            span.start = span.end = perf_counter_ns()
            self.spans.append(span)
        span.freed += size


class PublicCalls:
    """Hears the calls of public functions, as a mode of `__torch_function__` does, and opens spans for those that PyTorch has one for.

    What a composed function consists of here is heard inside of it, op by op.
    """

    def __init__(self, recorder: Recorder) -> None:
        self.recorder = recorder
        self.looked_into: list[Any] = []

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """The call, in a span of its own if it has one; what PyTorch writes in Python is looked into."""
        entry = ENTRIES.get(func) if _innermost() is self.recorder else None  # else a profile inside has taken over
        if entry is not None and entry.name in _BROADCAST:
            self.recorder.within("broadcast_tensors", (), lambda: None)
        found = None if entry is None else spans().get(entry.name)
        if found is None:
            if entry is None or not is_looked_into(entry) or entry in self.looked_into:
                return func(*args, **(kwargs or {}))
            LOCAL.function_modes.append(self)
            self.looked_into.append(entry)
            try:
                if entry.name in _NATIVE and (kwargs or {}).get("weight") is None:
                    return self.recorder.within(_NATIVE[entry.name], args[:2], lambda: entry.raw(*args, **(kwargs or {})))
                return entry.raw(*args, **(kwargs or {}))
            finally:
                self.looked_into.pop()
                LOCAL.function_modes.remove(self)
        recorder, (name, count) = self.recorder, found
        if kwargs and kwargs.get("inplace") is True and not name.endswith("_"):
            name += "_"
        span = recorder.opened(f"aten::{name}")
        span.waiting, span.sequence_nr = True, _following()
        if name in _AT_LEAST and recorder.parts and args and all(getattr(t, "ndim", 0) >= _AT_LEAST[name] for t in args[0]):
            recorder.fill(span, [(f"aten::atleast_{_AT_LEAST[name]}d", [None])])
        try:
            out = func(*args, **(kwargs or {}))
        finally:
            recorder.closed(span)
        if (recorder.shapes or recorder.flops) and not span.args:
            given = (*args, *(kwargs or {}).values())
            if name == "batch_norm" and entry is not None and entry.in_python and len(given) > 4:
                given = (given[0], *given[3:5], *given[1:3])
            span.args = padded(tuple(describe(a) for a in given), count)
        return out


def is_looked_into(entry: Any) -> bool:
    """Whether the public functions that this one calls are heard: PyTorch writes it in Python. Operators call ops only."""
    return bool(entry.in_python) and not entry.name.rpartition(".")[2].startswith("__")


def _innermost() -> Any:
    """The recorder that hears this thread's ops; policies of checkpoints may listen before it."""
    observer = LOCAL.observer
    while observer is not None and not isinstance(observer, Recorder):
        observer = observer.previous
    return observer


@functools.cache
def spans() -> dict[str, tuple[str, int]]:
    """Public function -> the aten op that a profile shows for it, and how many arguments that has; recorded from PyTorch."""
    return dict(read_table("autograd/_profile/spans.json"))


class record_function:
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

    name: str
    args: str | None
    __module__ = "minitorch_compat.autograd.profiler"

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
            if self.args is not None:
                self._span.args = (None,)
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


#: How many arguments ops have of which no schema is recorded, but the count; see also `spans`.
_COUNTS = {"embedding_backward": 6, "_safe_softmax": 3}


def _arity(op: Op, args: tuple[Any, ...], in_place: bool) -> int:
    from ...ops._observed import overload_of

    if op.profiled_arguments:
        return op.profiled_arguments
    overload = overload_of(op, kinds_of(args), in_place)
    return 0 if overload is None else len(overload.arguments)


def _overload(op: Op, args: tuple[Any, ...], in_place: bool) -> str:
    """The overload of aten's op that `op` is for these arguments, as far as is known."""
    from ...ops._observed import overload_of

    overload = overload_of(op, kinds_of(args), in_place)
    return "" if overload is None else str(overload).rpartition(".")[2]


@functools.cache
def is_aten(op: Op) -> bool:
    """Whether an entry of the table is an op of PyTorch's."""
    from ...ops._overloads import schemas

    return profiled_as(op) in schemas()


@functools.cache
def _argument_count(name: str) -> int:
    """How many arguments aten's op of that name has (its first overload, if none is named); those of creation functions are no tensors."""
    from ...ops import aten

    try:
        name, _, overload = name.partition(".")
        packet = getattr(aten, name)
        return len(getattr(packet, overload if overload in packet.overloads() else packet.overloads()[0]).arguments)
    except (AttributeError, ValueError):  # ValueError: an op without a recorded schema
        return _COUNTS.get(name) or next((count for shown, count in spans().values() if shown == name), 0)


def user_stack() -> list[str]:
    """The user's frames, innermost first."""
    import traceback

    frames = traceback.extract_stack()
    return [f"{f.filename}({f.lineno}): {f.name}" for f in reversed(frames) if "minitorch_compat" not in f.filename]


def _following() -> int:
    """The number that the next node will have, where nodes are made."""
    return next_sequence_nr() if LOCAL.grad else -1


__all__ = ["BACKWARD_SCOPE", "FUNCTION_SCOPE", "USER_SCOPE", "Described", "Recorder", "Span", "describe", "is_looked_into",
           "record_function", "user_stack"]
