"""Uneven inputs: processes that have finished shadow the collective calls of the others."""
from __future__ import annotations

import warnings
from abc import ABC, abstractmethod
from types import TracebackType
from typing import Any, NamedTuple

from ..._bindings.generated import functions as ops
from .. import distributed_c10d as c10d

__all__ = ["Join", "JoinHook", "Joinable"]


class JoinHook:
    """The hooks of a finished process for one object: `main_hook` per iteration of the others, `post_hook` at the end."""

    def main_hook(self) -> None:
        """Make the collective calls of an iteration of the others."""

    def post_hook(self, is_last_joiner: bool) -> None:
        """Called once, when all processes have finished."""


class _JoinConfig(NamedTuple):
    enable: bool
    throw_on_early_termination: bool
    is_first_joinable: bool


class Joinable(ABC):
    """Base class of objects whose iterations call collectives."""

    @abstractmethod
    def __init__(self) -> None:
        super().__init__()
        self._join_config = _JoinConfig(False, False, False)

    @abstractmethod
    def join_hook(self, **kwargs: Any) -> JoinHook:
        """The hook of this object."""

    @property
    @abstractmethod
    def join_device(self) -> Any:
        """The device of this object."""

    @property
    @abstractmethod
    def join_process_group(self) -> Any:
        """The group of this object."""


class Join:
    """Context for uneven inputs: `with Join([model, optimizer]): for batch in batches: …`.

    Parameters: joinable objects, each of which notifies the context at the beginning of an iteration; `enable=False` disables it;
    `throw_on_early_termination` raises RuntimeError in all processes when the first has finished. Others are passed to `join_hook`.
    """

    def __init__(self, joinables: list[Joinable], enable: bool = True, throw_on_early_termination: bool = False, **kwargs: Any) -> None:
        if not joinables:
            raise ValueError("The join context manager requires at least one joinable")
        self._joinables, self._enable, self._throw = joinables, enable, throw_on_early_termination
        self._hooks = [joinable.join_hook(**kwargs) for joinable in joinables]
        self._group = joinables[0].join_process_group
        if any(joinable.join_process_group is not self._group for joinable in joinables):
            raise ValueError("Using join context manager with multiple process groups")
        for joinable in joinables:
            joinable._join_config = _JoinConfig(enable, throw_on_early_termination, joinable is joinables[0])

    def __enter__(self) -> None:
        return

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if not self._enable or kind is not None:
            return
        last, warned = True, 0
        while (active := _count(self._group, 0)) > 0:
            last = False
            if self._throw:
                c10d.barrier(self._group)  # all have seen it, leave together
                raise RuntimeError(f"Rank {c10d.get_rank(self._group)} exhausted all inputs.")
            for hook in self._hooks:
                hook.main_hook()
            warned += 1
            if warned == 1000:
                warnings.warn(f"Detected uneven input skew of greater than 1000: rank {c10d.get_rank(self._group)} has at least 1000 fewer "
                              f"inputs than {active} other(s)", stacklevel=2)
        for hook in self._hooks:
            hook.post_hook(last)

    @staticmethod
    def notify_join_context(joinable: Joinable) -> int | None:
        """Announce the beginning of an iteration; return the number of active processes, or None except for the first object."""
        config = joinable._join_config
        if not config.is_first_joinable or not config.enable:
            return None
        active = _count(joinable.join_process_group, 1)
        if config.throw_on_early_termination and active < c10d.get_world_size(joinable.join_process_group):
            c10d.barrier(joinable.join_process_group)
            raise RuntimeError("Detected at least one rank that exhausted inputs. Throwing across all ranks.")
        return active


def _count(group: Any, own_count: int) -> int:
    number = ops.tensor([own_count])
    c10d.all_reduce(number, group=group)
    return int(number.item())
