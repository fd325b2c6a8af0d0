"""Selective checkpointing: results that a policy has kept stand in for a recomputation of the ops they came from.

Both contexts watch calls as a profiler does.  The first asks the policy about each op of the forward and keeps what it says; the second
counts the ops of the recomputation, and gives the n-th call of an op the result that was kept of its n-th call in the forward.
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
from ...autograd._profile.recording import is_looked_into, user_stack
from ...ops._observed import call_seen, calls_after, calls_before, check_of_function, is_copied_first, ops_of_function, without_defaults
from ...ops._overloads import OpOverload, aten

RECOMPUTE, CONSUMED = object(), object()
_MISMATCH = ("This can happen if the operations in the checkpointed region are nondeterministic or depend on global state that changed "
             "between forward and backward.")


class Kept:
    """A result as it was; to change it in place afterwards is noticed.

    Policies see below autograd: views do not share the versions of their bases there, and what an op writes to is a version older.
    """

    __slots__ = ("_array", "counter", "version")

    def __init__(self, t: Any, overload: OpOverload) -> None:
        self._array = t._array
        self.counter = [0] if overload.is_view else counter_of(t)
        self.version = self.counter[0] - overload._schema.is_mutable

    def taken(self, allow_mutation: bool) -> Any:
        """The values."""
        if self.counter[0] != self.version and not allow_mutation:
            raise RuntimeError("Tensor cached during selective activation checkpoint has been mutated")
        return self._array


class Watch:
    """A context that sees the ops called inside, and who else was listening sees them still."""

    def __enter__(self) -> Watch:
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
        """Whether an argument is no tensor, or one that has values of its own, outside of every transform."""
        return not isinstance(value, Tensor) or value._array.__class__.__name__ == "ndarray"

    def begin(self, name: str, scope: int = 0) -> Any:
        """A span of whoever measures."""
        return _Nothing() if self.previous is None else self.previous.begin(name, scope)

    def shown(self, values: Any) -> tuple[Any, ...]:
        """What whoever measures notes of arguments."""
        return () if self.previous is None else tuple(self.previous.shown(values))

    def worked(self, node: Any, g: Any) -> None:
        """A node's formula has run: only whoever measures sees it."""
        if self.previous is not None:
            self.previous.worked(node, g)

    def finish(self, span: Any) -> None:
        """The end of such a span."""
        if self.previous is not None:
            self.previous.finish(span)

    def __call__(self, op: Op, args: tuple[Any, ...], run: Callable[[], Any], suffix: str = "") -> Any:
        if self.previous is not None:
            return self.previous(op, args, lambda: self._seen(op, args, run, suffix), suffix)
        return self._seen(op, args, run, suffix)

    def changed(self, name: str, args: tuple[Any, ...], run: Callable[[], Any]) -> Any:
        """A change in place that is no op of the table: `packet_.overload`, or `packet_` for its default."""
        if self.previous is not None:
            return self.previous.changed(name, args, lambda: self._changed(name, args, run))
        return self._changed(name, args, run)

    def whole(self, name: str, args: tuple[Any, ...], run: Callable[[], Any]) -> Any:
        """A composition that is one op there."""
        if self.previous is not None:
            return self.previous.whole(name, args, lambda: self._changed(name, args, run))
        return self._changed(name, args, run)

    def within(self, name: str, args: tuple[Any, ...], run: Callable[[], Any]) -> Any:
        """A composition of which the parts are ops there, too."""
        return run() if self.previous is None else self.previous.within(name, args, run)

    def copied(self, x: Any, run: Callable[[], Any]) -> Any:
        """A copy that somebody has asked for; those that ops make on their own account are nobody's affair."""
        return self.changed("clone.default", (x,), run) if self.previous is None else self.previous.copied(
            x, lambda: self._changed("clone.default", (x,), run))

    def _changed(self, name: str, args: tuple[Any, ...], run: Callable[[], Any]) -> Any:
        packet, _, overload = name.partition(".")
        found = None if self.inside else getattr(aten, packet, None)
        if found is None or not self.is_observable(args[0]):
            return run()
        op = getattr(found, overload or "default")
        return self._result(op, without_defaults(op, args), {}, lambda: self._hidden(run), None)

    def made(self, name: str, t: Any) -> Any:
        """A tensor that creation function `name` has just made. Policies see its shape, whatever the function was given."""
        if self.previous is not None:
            t = self.previous.made(name, t)
        packet = None if self.inside else getattr(aten, {"tensor": "lift_fresh", "new_tensor": "lift_fresh"}.get(name, name), None)
        if packet is None or not self.is_observable(t):
            return t
        overload = packet.default if "default" in packet.overloads() else getattr(packet, packet.overloads()[0])
        return self._result(overload, (t,) if name in ("tensor", "new_tensor", "lift_fresh") else (list(t.shape),), {}, lambda: t, None)

    def _seen(self, op: Op, args: tuple[Any, ...], run: Callable[[], Any], suffix: str) -> Any:
        if self.inside or op.unobserved or not all(map(self.is_observable, args)):
            return run()
        found = self._hidden(lambda: call_seen(op, args, bool(suffix)))
        if found is None:
            return run()
        for name, *given in self._hidden(lambda: calls_before(op, args)):
            self.note(name, given)  # what PyTorch calls first, and this package does within
        if suffix and self._hidden(lambda: is_copied_first(op, args)):
            self.note("clone", [args[0]])
        overload, shown, named = found
        out = self._result(overload, shown, named, lambda: self._hidden(run),
                           None if suffix or op.view or op.kernel is None else (op, args))
        for name, *given in calls_after(op, out, args):
            self.note(name, given)
        return out

    def note(self, name: str, args: list[Any]) -> None:
        """See of a call that was not made by itself."""
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
        """`run()`, the ops inside which are its own affair."""
        before, self.inside = self.inside, True
        try:
            return run()
        finally:
            self.inside = before

    def _result(self, overload: OpOverload, args: tuple[Any, ...], named: dict[str, Any], run: Callable[[], Any],
                replay: tuple[Op, Any] | None) -> Any:
        raise NotImplementedError


class PublicFunctions:
    """Sees, as a mode of `__torch_function__` does, the public functions that are one op for PyTorch and none, or several, here."""

    def __init__(self, watch: Watch) -> None:
        self.watch = watch
        self.looked_into: list[Any] = []

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        """The call, of which the watch sees what PyTorch's dispatcher sees; what PyTorch writes in Python is looked into."""
        kwargs = kwargs or {}
        entry = ENTRIES.get(func)
        seen = [] if entry is None or LOCAL.observer is not self.watch else ops_of_function(entry.name, args)
        if seen:
            for name in seen[:-1]:
                self.watch.note(name, list(args))
            return self.watch.whole(seen[-1], (*args, *kwargs.values()), lambda: func(*args, **kwargs))
        checked = None if entry is None or LOCAL.observer is not self.watch else check_of_function(entry.name)
        if checked is not None:
            out = func(*args, **kwargs)
            self.watch.note("_linalg_check_errors", [args[0], checked, args[0].dim() == 2])
            return out
        if entry is None or not is_looked_into(entry) or entry in self.looked_into:
            return func(*args, **kwargs)
        LOCAL.function_modes.append(self)
        self.looked_into.append(entry)
        try:
            return entry.raw(*args, **kwargs)
        finally:
            self.looked_into.pop()
            LOCAL.function_modes.remove(self)


class _Nothing:
    """A span that nobody measures; attributes may be set on it."""


def _detached(value: Any) -> Any:
    return value.detach() if isinstance(value, Tensor) else value


class Logging(Watch):
    """Notes each op and where it was called."""

    def __init__(self, log: list[tuple[str, list[str]]]) -> None:
        self.log = log

    def _result(self, overload: OpOverload, args: tuple[Any, ...], named: dict[str, Any], run: Callable[[], Any],
                replay: tuple[Op, Any] | None) -> Any:
        self.log.append((str(overload), user_stack()))
        return run()


class Caching(Watch):
    """Around the forward."""

    def __init__(self, policy: Callable[..., Any], storage: dict[Any, dict[int, Any]], context: Callable[..., Any], saves: Any) -> None:
        self.policy, self.storage, self.context, self.saves = policy, storage, context, saves
        self.counts: dict[Any, int] = defaultdict(int)

    def _result(self, overload: OpOverload, args: tuple[Any, ...], named: dict[str, Any], run: Callable[[], Any],
                replay: tuple[Op, Any] | None) -> Any:
        index = self.counts[overload]
        self.counts[overload] += 1
        self.storage[overload][index] = RECOMPUTE  # also what fails is called again, and fails again
        out = run()
        shown = tuple(map(_detached, out)) if isinstance(out, tuple) else _detached(out)
        wanted = self._hidden(lambda: self.policy(self.context(is_recompute=False, op_output=shown), overload, *args, **named))
        if wanted is True or wanted in self.saves:
            results = out if isinstance(out, tuple) else (out,)
            self.storage[overload][index] = [Kept(o, overload) for o in results if isinstance(o, Tensor)]
        return out


class Cached(Watch):
    """Around the recomputation."""

    def __init__(self, storage: dict[Any, dict[int, Any]], allow_mutation: bool) -> None:
        self.storage, self.allow_mutation = storage, allow_mutation
        self.counts: dict[Any, int] = defaultdict(int)
        self.refusal: RuntimeError | None = None

    def __enter__(self) -> Watch:
        self.counts.clear()
        self.refusal = None
        return super().__enter__()

    def _result(self, overload: OpOverload, args: tuple[Any, ...], named: dict[str, Any], run: Callable[[], Any],
                replay: tuple[Op, Any] | None) -> Any:
        """The result that was kept; what was refused stays refused, for functions that fail are called again to say why."""
        if self.refusal is not None:
            raise self.refusal
        try:
            arrays = self._kept(overload)
        except RuntimeError as error:
            self.refusal = error
            raise
        if arrays is None:
            return run()
        if overload._schema.is_mutable and isinstance(args[0], Tensor):
            return _unwritten(args[0]._array, run)
        if replay is None:
            return run()  # a view: nothing is computed
        return self._hidden(lambda: _replayed(*replay, arrays))

    def _kept(self, overload: OpOverload) -> list[Any] | None:
        """What was kept of the next call of an op, None if nothing was."""
        index = self.counts[overload]
        self.counts[overload] += 1
        if overload not in self.storage:
            raise RuntimeError(f"{overload} encountered during backward but not found in storage. {_MISMATCH}")
        kept = self.storage[overload].get(index)
        if kept is None:
            raise RuntimeError(f"{overload} invocation index {index} encountered during backward but not found in storage. {_MISMATCH}")
        if kept is CONSUMED:
            raise RuntimeError("Trying to backward an extra time. You are only allowed to backward once on any region computed under "
                               "selective activation checkpoint.")
        if kept is RECOMPUTE:
            return None
        self.storage[overload][index] = CONSUMED
        return [k.taken(self.allow_mutation) for k in kept]


def _unwritten(array: Any, run: Callable[[], Any]) -> Any:
    """A change in place, recorded as ever: as its result is there already, what it would write to stays as it is."""
    before = array.copy()
    out = run()
    array[...] = before
    return out


def _replayed(op: Op, args: tuple[Any, ...], arrays: list[Any]) -> Any:
    """The call, recorded as ever, with results that are there already."""
    twin = copy.copy(op)
    twin.kernel = lambda *_args, **_options: arrays[0] if op.schema.outputs == ("",) and not op.schema.returns_list else tuple(arrays)
    return _unobserved_call(twin, args)


__all__ = ["Cached", "Caching", "Logging"]
