"""Selective checkpointing: ops whose results a policy saved are not recomputed.

Both contexts observe calls like a profiler.  The first calls the policy for each op of the forward and saves results as it decides; the
second counts the ops of the recomputation, and replaces the n-th call of an op by the saved result of its n-th call in the forward.
"""
from __future__ import annotations

import copy
from collections import defaultdict
from collections.abc import Callable
from typing import Any

import numpy as np

from ..._bindings.override.overridable import ENTRIES
from ..._bindings.tensor.tensor import Tensor
from ..._dispatch.call.caller import _unobserved_call, wrap
from ..._dispatch.call.torch_function import drop_mode, push_mode
from ..._dispatch.graph.versions import counter_of
from ..._dispatch.state import LOCAL, activate, deactivate
from ..._ops.op import Op
from ...autograd._profile.recording import is_traced_into, user_stack
from ...ops._observed import (
    calls_after,
    calls_before,
    error_check_of_function,
    is_cloned_first,
    observed_call,
    ops_of_function,
    without_defaults,
)
from ...ops._overloads import OpOverload, aten

RECOMPUTE, CONSUMED = object(), object()
_MISMATCH = ("This can happen if the operations in the checkpointed region are nondeterministic or depend on global state that changed "
             "between forward and backward.")


class SavedResult:
    """A saved result; later in-place changes are detected.

    PyTorch saves below autograd, where views do not share the version of their base, and an in-place op has not bumped the version yet.
    """

    __slots__ = ("_array", "counter", "version")

    def __init__(self, t: Any, overload: OpOverload) -> None:
        self._array = t._array
        self.counter = [0] if overload.is_view else counter_of(t)
        self.version = self.counter[0] - overload._schema.is_mutable

    def take(self, allow_mutation: bool) -> Any:
        """The array; raises if it was changed, unless `allow_mutation`."""
        if self.counter[0] != self.version and not allow_mutation:
            raise RuntimeError("Tensor cached during selective activation checkpoint has been mutated")
        return self._array


class OpObserver:
    """A context that observes the ops called inside, and forwards them to the previous observer."""

    def __enter__(self) -> OpObserver:
        self.previous: Any = LOCAL.observer
        LOCAL.observer = self
        activate(self)
        self.inside: bool = False
        self.functions: PublicFunctions = PublicFunctions(self)
        push_mode(self.functions)
        return self

    def __exit__(self, *exc: object) -> None:
        drop_mode(self.functions)
        deactivate(self)
        LOCAL.observer = self.previous

    def is_observable(self, value: Any) -> bool:
        """Whether a value is not a tensor, or is a tensor with an ndarray, outside of transforms."""
        return not isinstance(value, Tensor) or value._array.__class__.__name__ == "ndarray"

    def begin(self, name: str, scope: int = 0) -> Any:
        """Open a span of the previous observer, if any."""
        return _NullSpan() if self.previous is None else self.previous.begin(name, scope)

    def describe_all(self, values: Any) -> tuple[Any, ...]:
        """The previous observer's descriptions of arguments."""
        return () if self.previous is None else tuple(self.previous.describe_all(values))

    def after_formula(self, node: Any, g: Any) -> None:
        """Notify the previous observer that a node's formula has run."""
        if self.previous is not None:
            self.previous.after_formula(node, g)

    def finish(self, span: Any) -> None:
        """Close a span opened by `begin`."""
        if self.previous is not None:
            self.previous.finish(span)

    def __call__(self, op: Op, args: tuple[Any, ...], run: Callable[[], Any], suffix: str = "") -> Any:
        if self.previous is not None:
            return self.previous(op, args, lambda: self._seen(op, args, run, suffix), suffix)
        return self._seen(op, args, run, suffix)

    def record_call(self, name: str, args: tuple[Any, ...], run: Callable[[], Any]) -> Any:
        """Observe an in-place call that is not an op of the table: `packet_.overload`, or `packet_` for its default."""
        if self.previous is not None:
            return self.previous.record_call(name, args, lambda: self._changed(name, args, run))
        return self._changed(name, args, run)

    def record_as_one(self, name: str, args: tuple[Any, ...], run: Callable[[], Any]) -> Any:
        """Observe a composite that is a single op in PyTorch."""
        if self.previous is not None:
            return self.previous.record_as_one(name, args, lambda: self._changed(name, args, run))
        return self._changed(name, args, run)

    def record_nested(self, name: str, args: tuple[Any, ...], run: Callable[[], Any]) -> Any:
        """Observe a composite whose parts are ops in PyTorch, too."""
        return run() if self.previous is None else self.previous.record_nested(name, args, run)

    def record_copy(self, x: Any, run: Callable[[], Any]) -> Any:
        """Observe an explicit copy; copies made internally by ops are not observed."""
        return self.record_call("clone.default", (x,), run) if self.previous is None else self.previous.record_copy(
            x, lambda: self._changed("clone.default", (x,), run))

    def _changed(self, name: str, args: tuple[Any, ...], run: Callable[[], Any]) -> Any:
        packet, _, overload = name.partition(".")
        overload_packet = None if self.inside else getattr(aten, packet, None)
        if overload_packet is None or not self.is_observable(args[0]):
            return run()
        op = getattr(overload_packet, overload or "default")
        return self._result(op, without_defaults(op, args), {}, lambda: self._hidden(run), None)

    def record_creation(self, name: str, t: Any) -> Any:
        """Observe a tensor just made by creation function `name`. Policies receive its shape, whatever the arguments were."""
        if self.previous is not None:
            t = self.previous.record_creation(name, t)
        packet = None if self.inside else getattr(aten, {"tensor": "lift_fresh", "new_tensor": "lift_fresh"}.get(name, name), None)
        if packet is None or not self.is_observable(t):
            return t
        overload = packet.default if "default" in packet.overloads() else getattr(packet, packet.overloads()[0])
        return self._result(overload, (t,) if name in ("tensor", "new_tensor", "lift_fresh") else (list(t.shape),), {}, lambda: t, None)

    def _seen(self, op: Op, args: tuple[Any, ...], run: Callable[[], Any], suffix: str) -> Any:
        if self.inside or op.hidden_from_policies or not all(map(self.is_observable, args)):
            return run()
        seen = self._hidden(lambda: observed_call(op, args, bool(suffix)))
        if seen is None:
            return run()
        for name, *inner_args in self._hidden(lambda: calls_before(op, args)):
            self.note(name, inner_args)  # ops that PyTorch calls first, and that are part of the kernel here
        if suffix and self._hidden(lambda: is_cloned_first(op, args)):
            self.note("clone", [args[0]])
        overload, seen_args, named = seen
        out = self._result(overload, seen_args, named, lambda: self._hidden(run),
                           None if suffix or op.view or op.kernel is None else (op, args))
        for name, *inner_args in calls_after(op, out, args):
            self.note(name, inner_args)
        return out

    def note(self, name: str, args: list[Any]) -> None:
        """Observe a call that PyTorch makes as an op of its own, and that is part of another op here."""
        if self.inside:
            return
        def run() -> Any:
            if not isinstance(args[0], Tensor):
                return wrap(np.zeros(args[0]) if isinstance(args[0], list) else np.array(args[0]))
            x = args[0].detach()
            if name == "_linalg_check_errors":
                return x
            if name in ("t", "clone"):
                return x.t() if name == "t" else x.clone()
            if name in ("expand", "permute"):
                return x.expand(args[1]) if name == "expand" else x.permute(args[1])
            return x.reshape(args[1]) if name in ("view", "_unsafe_view") else x

        packet, _, overload = name.partition(".")
        self._result(getattr(getattr(aten, packet), overload or "default"), tuple(args), {}, lambda: self._hidden(run), None)

    def _hidden(self, run: Callable[[], Any]) -> Any:
        """Return `run()`, without observing the ops inside."""
        before, self.inside = self.inside, True
        try:
            return run()
        finally:
            self.inside = before

    def _result(self, overload: OpOverload, args: tuple[Any, ...], named: dict[str, Any], run: Callable[[], Any],
                replay: tuple[Op, Any] | None) -> Any:
        raise NotImplementedError


class PublicFunctions:
    """A `__torch_function__` mode for public functions that are one op in PyTorch, and none or several here."""

    def __init__(self, watch: OpObserver) -> None:
        self.watch = watch
        self.traced_entries: list[Any] = []

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """Run the call and report the ops that PyTorch's dispatcher sees; functions that PyTorch writes in Python are traced into."""
        kwargs = kwargs or {}
        entry = ENTRIES.get(func)
        seen = [] if entry is None or LOCAL.observer is not self.watch else ops_of_function(entry.name, args)
        if seen:
            for name in seen[:-1]:
                self.watch.note(name, list(args))
            return self.watch.record_as_one(seen[-1], (*args, *kwargs.values()), lambda: func(*args, **kwargs))
        checked = None if entry is None or LOCAL.observer is not self.watch else error_check_of_function(entry.name)
        if checked is not None:
            out = func(*args, **kwargs)
            self.watch.note("_linalg_check_errors", [args[0], checked, args[0].dim() == 2])
            return out
        if entry is None or not is_traced_into(entry) or entry in self.traced_entries:
            return func(*args, **kwargs)
        LOCAL.function_modes.append(self)
        self.traced_entries.append(entry)
        try:
            return entry.raw(*args, **kwargs)
        finally:
            self.traced_entries.pop()
            LOCAL.function_modes.remove(self)


class _NullSpan:
    """A dummy span; attributes may be set on it."""


def _detach_if_tensor(value: Any) -> Any:
    return value.detach() if isinstance(value, Tensor) else value


class LoggingObserver(OpObserver):
    """Log each op with its stack."""

    def __init__(self, log: list[tuple[str, list[str]]]) -> None:
        self.log = log

    def _result(self, overload: OpOverload, args: tuple[Any, ...], named: dict[str, Any], run: Callable[[], Any],
                replay: tuple[Op, Any] | None) -> Any:
        self.log.append((str(overload), user_stack()))
        return run()


class SavingObserver(OpObserver):
    """The context around the forward, which saves results."""

    def __init__(self, policy: Callable[..., Any], storage: dict[Any, dict[int, Any]], context: Callable[..., Any], saves: Any) -> None:
        self.policy, self.storage, self.context, self.saves = policy, storage, context, saves
        self.counts: dict[Any, int] = defaultdict(int)

    def _result(self, overload: OpOverload, args: tuple[Any, ...], named: dict[str, Any], run: Callable[[], Any],
                replay: tuple[Op, Any] | None) -> Any:
        index = self.counts[overload]
        self.counts[overload] += 1
        self.storage[overload][index] = RECOMPUTE  # a call that raises is repeated, and raises again
        out = run()
        detached = tuple(map(_detach_if_tensor, out)) if isinstance(out, tuple) else _detach_if_tensor(out)
        decision = self._hidden(lambda: self.policy(self.context(is_recompute=False, op_output=detached), overload, *args, **named))
        if decision is True or decision in self.saves:
            results = out if isinstance(out, tuple) else (out,)
            self.storage[overload][index] = [SavedResult(o, overload) for o in results if isinstance(o, Tensor)]
        return out


class ReplayingObserver(OpObserver):
    """The context around the recomputation, which replays saved results."""

    def __init__(self, storage: dict[Any, dict[int, Any]], allow_mutation: bool) -> None:
        self.storage, self.allow_mutation = storage, allow_mutation
        self.counts: dict[Any, int] = defaultdict(int)
        self.error: RuntimeError | None = None

    def __enter__(self) -> OpObserver:
        self.counts.clear()
        self.error = None
        return super().__enter__()

    def _result(self, overload: OpOverload, args: tuple[Any, ...], named: dict[str, Any], run: Callable[[], Any],
                replay: tuple[Op, Any] | None) -> Any:
        """Return the saved result. An error is raised again at later ops: functions that fail are called again to explain the failure."""
        if self.error is not None:
            raise self.error
        try:
            arrays = self._take_saved_arrays(overload)
        except RuntimeError as error:
            self.error = error
            raise
        if arrays is None:
            return run()
        if overload._schema.is_mutable and isinstance(args[0], Tensor):
            return _run_without_writing(args[0]._array, run)
        if replay is None:
            return run()  # a view, which computes nothing
        return self._hidden(lambda: _replay(*replay, arrays))

    def _take_saved_arrays(self, overload: OpOverload) -> list[Any] | None:
        """The saved arrays of the next call of an op, None if it is to be recomputed."""
        index = self.counts[overload]
        self.counts[overload] += 1
        if overload not in self.storage:
            raise RuntimeError(f"{overload} encountered during backward but not found in storage. {_MISMATCH}")
        saved = self.storage[overload].get(index)
        if saved is None:
            raise RuntimeError(f"{overload} invocation index {index} encountered during backward but not found in storage. {_MISMATCH}")
        if saved is CONSUMED:
            raise RuntimeError("Trying to backward an extra time. You are only allowed to backward once on any region computed under "
                               "selective activation checkpoint.")
        if saved is RECOMPUTE:
            return None
        self.storage[overload][index] = CONSUMED
        return [k.take(self.allow_mutation) for k in saved]


def _run_without_writing(array: Any, run: Callable[[], Any]) -> Any:
    """Record an in-place call, but restore the array: it already holds the result."""
    before = array.copy()
    out = run()
    array[...] = before
    return out


def _replay(op: Op, args: tuple[Any, ...], arrays: list[Any]) -> Any:
    """Record the call of an op with the saved results instead of running its kernel."""
    replaying_op = copy.copy(op)
    result = arrays[0] if op.schema.outputs == ("",) and not op.schema.returns_list else tuple(arrays)
    replaying_op.kernel = lambda *_args, **_options: result
    return _unobserved_call(replaying_op, args)
