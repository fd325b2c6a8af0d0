"""An optimizer sharded over the processes, so that its state takes a fraction of the memory."""
from __future__ import annotations

import copy
from typing import Any

import numpy as np

from ..._dispatch.unsupported import UnsupportedError
from ...optim.optimizer import Optimizer
from .. import distributed_c10d as c10d
from .._buckets import broadcast_all
from ..algorithms.join import Join, Joinable, JoinHook

__all__ = ["ZeroRedundancyOptimizer"]


class _ZeroJoinHook(JoinHook):
    def __init__(self, zero: ZeroRedundancyOptimizer) -> None:
        self.zero = zero

    def main_hook(self) -> None:
        """A step without gradients: the parameters of this process are unchanged, and sent to the others."""
        self.zero.step()


class ZeroRedundancyOptimizer(Optimizer, Joinable):
    """Shards the parameters over the processes: each steps its own with `optimizer_class`, and sends them to the others.

    Parameters: `params`, of the whole model, in every process; `optimizer_class` and its options; `process_group` (None: all processes).
    Gradients must be equal in all processes, as with DistributedDataParallel. Call `consolidate_state_dict(to)` before `state_dict()`,
    which is then that of an unsharded optimizer.

    Example: `ZeroRedundancyOptimizer(model.parameters(), optimizer_class=torch.optim.Adam, lr=0.01)`.
    """

    rank: int
    world_size: int

    def __init__(self, params: Any, optimizer_class: type[Optimizer], process_group: Any = None, parameters_as_bucket_view: bool = False,
                 overlap_with_ddp: bool = False, **defaults: Any) -> None:
        if overlap_with_ddp:
            raise UnsupportedError("ZeroRedundancyOptimizer(overlap_with_ddp=True)")
        self.process_group: Any = c10d._get_default_group() if process_group is None else process_group
        self.rank, self.world_size = c10d.get_rank(self.process_group), c10d.get_world_size(self.process_group)
        self.initialized: bool = False
        self._gathered: list[Any] = []
        super().__init__(params, defaults)
        Joinable.__init__(self)
        self._optimizer_class = optimizer_class
        self.optim: Any = None
        self._divide()
        self.initialized = True

    def _divide(self) -> None:
        """Assign each parameter to the process with the fewest elements so far, largest first, group by group."""
        sizes = [0] * self.world_size
        self._parts: list[list[list[Any]]] = [[] for _ in range(self.world_size)]
        for group in self.param_groups:
            mine: list[list[Any]] = [[] for _ in range(self.world_size)]
            for p in sorted(group["params"], key=lambda p: p.numel(), reverse=True):
                least = int(np.argmin(sizes))
                mine[least].append(p)
                sizes[least] += p.numel()
            for part, chosen in zip(self._parts, mine):
                part.append(chosen)
        local = [{**{k: v for k, v in group.items() if k != "params"}, "params": chosen}
                 for group, chosen in zip(self.param_groups, self._parts[self.rank])]
        state = {} if self.optim is None else self.optim.state
        self.optim = self._optimizer_class(local, **self.defaults) if any(g["params"] for g in local) else None
        if self.optim is not None:
            self.optim.state.update(state)
            for theirs, ours in zip(self.optim.param_groups, self.param_groups):  # with defaults of options filled in
                for key, value in theirs.items():
                    ours.setdefault(key, value)

    def add_param_group(self, param_group: Any) -> None:
        """Add parameters, and assign all again."""
        super().add_param_group(param_group)
        if self.initialized:
            self._divide()

    def step(self, closure: Any = None, **kwargs: Any) -> Any:
        """Step the parameters of this process, and receive the others."""
        Join.notify_join_context(self)
        loss = None
        if self.optim is not None:
            for theirs, ours in zip(self.optim.param_groups, self.param_groups):
                theirs.update({k: v for k, v in ours.items() if k != "params"})
            loss = self.optim.step(**kwargs) if closure is None else self.optim.step(closure=closure, **kwargs)
        elif closure is not None:
            loss = closure()
        for owner, groups in enumerate(self._parts):
            broadcast_all([p for chosen in groups for p in chosen], self.process_group, owner)
        return loss

    def consolidate_state_dict(self, to: int = 0) -> None:
        """Gather the state of all processes at rank `to`; nowhere, if there is no such rank."""
        self._gathered = []
        if to not in range(self.world_size):
            return
        mine = None if self.optim is None else self.optim.state_dict()
        every: list[Any] | None = [None] * self.world_size if self.rank == to else None
        c10d.gather_object(mine, every, group=self.process_group, group_dst=to)
        self._gathered = every or []

    def state_dict(self) -> dict[str, Any]:
        """The state of the unsharded optimizer; raises RuntimeError unless `consolidate_state_dict` was called for this rank."""
        if not self._gathered:
            raise RuntimeError("Optimizer state has not been consolidated on this rank. Please call `consolidate_state_dict(to="
                               f"{self.rank})` on all ranks beforehand if you meant to save the global state.")
        whole = super().state_dict()
        place = {id(p): i for i, p in enumerate(p for group in self.param_groups for p in group["params"])}
        state: dict[int, Any] = {}
        for groups, part in zip(self._parts, self._gathered):
            own = [p for chosen in groups for p in chosen]
            state.update({place[id(own[i])]: value for i, value in (part["state"] if part else {}).items()})
        return {**whole, "state": dict(sorted(state.items()))}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Load the part of this process from the state of an unsharded optimizer."""
        every = [p for group in self.param_groups for p in group["params"]]
        mine = {id(p): i for i, p in enumerate(p for chosen in self._parts[self.rank] for p in chosen)}
        for ours, theirs in zip(self.param_groups, state_dict["param_groups"]):
            ours.update({k: v for k, v in theirs.items() if k != "params"})
        if self.optim is None:
            return
        local = self.optim.state_dict()
        local["state"] = {mine[id(every[i])]: copy.deepcopy(value) for i, value in state_dict["state"].items() if id(every[i]) in mine}
        for ours, theirs in zip(local["param_groups"], state_dict["param_groups"]):
            ours.update({k: v for k, v in theirs.items() if k != "params"})
        self.optim.load_state_dict(local)

    def join_hook(self, **kwargs: Any) -> JoinHook:
        """The hook for `Join` in a finished process."""
        return _ZeroJoinHook(self)

    @property
    def join_device(self) -> Any:
        """The CPU."""
        return self.param_groups[0]["params"][0].device

    @property
    def join_process_group(self) -> Any:
        """The process group."""
        return self.process_group
