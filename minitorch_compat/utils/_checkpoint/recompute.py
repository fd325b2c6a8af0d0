"""Non-reentrant checkpointing: placeholders for saved tensors, and the recomputation that fills them.

In forward the n-th saved tensor is replaced by the n-th placeholder of a frame.  The first placeholder that a backward unpacks runs
the function again; the tensors saved then, in the same order, are the values of the placeholders.  A frame keeps values per backward,
so that each backward over a retained graph recomputes once; a value is returned once and then dropped.

Checkpoints nest: an inner frame saves its inputs as a node would, so that the outer one replaces them in turn.
"""
from __future__ import annotations

import contextlib
import weakref
from collections.abc import Callable, Iterator
from itertools import count
from typing import Any

from ..._bindings.tensor.tensor import Tensor
from ..._dispatch.graph.saved_tensor_hooks import StopRecomputation
from ..._dispatch.state import LOCAL
from ...autograd._custom_function.saved import SavedValue
from ...autograd.grad_mode import enable_grad
from ...autograd.graph import saved_tensors_hooks
from .selective import LoggingObserver


class CheckpointError(RuntimeError):
    """Raised when a recomputation saves other tensors than the forward did."""

    __module__ = "minitorch_compat.utils.checkpoint"  # its public module


class Settings:
    """The values of `set_checkpoint_early_stop` and `set_checkpoint_debug_enabled`; None if not set."""

    early_stop: bool | None = None
    debug: bool | None = None


class GraphExecGroup:
    """Context in which several backwards over parts of one graph share their recomputations.

    Each saved tensor may then be used by only one of them.

    References
    ----------
    PyTorch: ``torch.utils.checkpoint.GraphExecGroup``.

    Examples
    --------
    >>> x = torch.ones(2, requires_grad=True)
    >>> y = torch.utils.checkpoint.checkpoint(torch.sin, x, use_reentrant=False).sum()
    >>> with torch.utils.checkpoint.GraphExecGroup():
    ...     y.backward()
    >>> x.grad
    tensor([0.5403, 0.5403])
    """

    __module__ = "minitorch_compat.utils.checkpoint"

    current: GraphExecGroup | None = None

    def __enter__(self) -> GraphExecGroup:
        if GraphExecGroup.current is not None:
            raise RuntimeError("GraphExecGroup contexts cannot be nested")
        GraphExecGroup.current = self
        return self

    def __exit__(self, *args: object) -> None:
        GraphExecGroup.current = None


class _Holder:
    """The placeholder of a saved tensor: its index within its frame."""

    __slots__ = ("__weakref__", "index")

    def __init__(self, index: int) -> None:
        self.index = index


#: Makes unique keys for unpacking outside of any backward; keys of backwards are not negative.
_next_outside_key = count(-1, -1).__next__


class Frame:
    """One checkpointed call."""

    def __init__(self, recompute: Callable[..., Any], args: tuple[Any, ...], early_stop: bool, *, compare: bool, debug: bool) -> None:
        self.recompute, self.early_stop, self.compare, self.debug = recompute, early_stop, compare, debug
        self.non_tensor_args = [None if isinstance(a, Tensor) else a for a in args]
        self.tensor_positions = [i for i, a in enumerate(args) if isinstance(a, Tensor)]
        # Saved as by a node, so that versions are checked, and an outer checkpoint replaces them by placeholders.
        self.inputs = [SavedValue(args[i], None) for i in self.tensor_positions]
        self.holders: list[weakref.ref[_Holder]] = []
        self.metadata: list[dict[str, Any]] = []
        self.values: dict[Any, dict[int, Any]] = {}
        self.forward_log: list[tuple[str, list[str]]] = []
        self.recompute_log: list[tuple[str, list[str]]] = []
        #: Whether the forward is over. A backward inside it recomputes before all tensors have been saved.
        self.complete = False

    @contextlib.contextmanager
    def forward(self) -> Iterator[None]:
        """Context around the call in which saved tensors are replaced by placeholders."""
        with saved_tensors_hooks(self._pack, self._unpack), _logging(self.forward_log, self.debug):
            yield
        self.complete = True

    def _pack(self, t: Any) -> _Holder:
        holder = _Holder(len(self.holders))
        self.holders.append(weakref.ref(holder))
        self.metadata.append(_metadata(t))
        return holder

    def _unpack(self, holder: _Holder) -> Any:
        """The value of a placeholder in the running backward."""
        key = _backward_key()
        if key not in self.values:
            self._recompute(key)
        value = self.values[key].pop(holder.index, None)
        if value is None:
            shared = ("Performing two backward calls that overlap (i.e. require the same saved activation in order to compute gradients) "
                      "is not allowed while under the torch.utils.checkpoint.GraphExecGroup context. ") if GraphExecGroup.current else ""
            raise CheckpointError("torch.utils.checkpoint: Unpack is being triggered for a tensor that was already unpacked once. "
                                  f"{shared}If you are calling ctx.saved_tensors in backward, make sure to do so only once.")
        return value

    def _recompute(self, key: Any) -> None:
        recomputed: dict[int, Any] = {}
        metadata: dict[int, dict[str, Any]] = {}  # local, because several threads may recompute at once
        self.recompute_log.clear()
        args = list(self.non_tensor_args)
        for i, saved in zip(self.tensor_positions, self.inputs, strict=True):
            args[i] = saved.unpack(None)
        counter = count()
        hooks = saved_tensors_hooks(lambda t: self._save_recomputed(t, next(counter), recomputed, metadata), lambda t: t)
        with contextlib.suppress(StopRecomputation), _logging(self.recompute_log, self.debug), enable_grad(), hooks:
            self.recompute(*args)
        self._check_recomputed(next(counter), metadata)
        self.values[key] = recomputed

    def _save_recomputed(self, t: Any, index: int, recomputed: dict[int, Any], metadata: dict[int, dict[str, Any]]) -> Any:
        value = t.detach() if t.requires_grad else t
        if index >= len(self.holders):
            if not self.complete:
                return value
            raise self._error("trying to save more tensors during recomputation than during the original forward pass.\n")
        metadata[index] = _metadata(t)
        if self.holders[index]() is not None:
            recomputed[index] = value
        if self.early_stop and index + 1 == len(self.holders):
            raise StopRecomputation
        return value

    def _check_recomputed(self, total: int, metadata: dict[int, dict[str, Any]]) -> None:
        if total != len(self.holders) and self.complete:
            raise self._error("A different number of tensors was saved during the original forward and recomputation.\nNumber of tensors "
                              f"saved during forward: {len(self.holders)}\nNumber of tensors saved during recomputation: {total}.\n")
        if not self.compare:
            return
        text = ""
        for i, before in enumerate(self.metadata):
            if self.holders[i]() is not None and before != metadata[i]:
                text += f"tensor at position {i}:\nsaved metadata: {before}\nrecomputed metadata: {metadata[i]}\n"
        if text:
            raise self._error("Recomputed values for the following tensors have different metadata than during the forward pass.\n" + text)

    def _error(self, text: str) -> CheckpointError:
        text = "torch.utils.checkpoint: " + text
        if not self.debug:
            return CheckpointError(text + "\nTip: `debug=True` to `torch.utils.checkpoint.checkpoint(...)` gives the ops of both runs.\n")
        cause = CheckpointError(text)
        error = CheckpointError(
            " An error happened while unpacking tensors; dumping logs of latest computation\nbecause you passed `debug=True` to "
            "`torch.utils.checkpoint.checkpoint()`. What went wrong stands at the end.\n\n"
            f"1. Stack traces of the operators that ran in the original forward\n\n{_format_log(self.forward_log, 'original')}\n"
            f"2. Stack traces of the operators that ran during recomputation\n\n{_format_log(self.recompute_log, 'recompute')}\n"
            f"3. Error message\n\n{text}")
        error.__cause__ = cause
        return error


def _backward_key() -> Any:
    if GraphExecGroup.current is not None:
        return GraphExecGroup.current
    return _next_outside_key() if LOCAL.task is None else LOCAL.task.id


def _metadata(t: Any) -> dict[str, Any]:
    return {"shape": t.shape, "dtype": t.dtype, "device": t.device}


@contextlib.contextmanager
def _logging(log: list[tuple[str, list[str]]], enabled: bool) -> Iterator[None]:
    """Context that appends each called op and its stack to `log`."""
    if not enabled:
        yield
        return
    with LoggingObserver(log):
        yield


#: Number of stack frames shown per op.
_SHOWN_FRAMES = 8


def _format_log(log: list[tuple[str, list[str]]], run: str) -> str:
    """Format each op with its stack, innermost frame first."""
    return "".join(f"{name}   ({i} of {len(log)} in {run})\n" + "".join(f"    {frame}\n" for frame in stack[:_SHOWN_FRAMES])
                   for i, (name, stack) in enumerate(log, 1))
