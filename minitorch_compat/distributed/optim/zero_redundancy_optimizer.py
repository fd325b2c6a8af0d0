"""An optimizer sharded over the processes, so that its state takes a fraction of the memory."""
from __future__ import annotations

import copy
from typing import Any

import numpy as np

from ..._bindings.settings.process import typename
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
        self._gathered_states: list[Any] = []
        super().__init__(params, defaults)
        kinds = {typename(p) for group in self.param_groups for p in group["params"]}
        if len(kinds) > 1:
            raise ValueError("ZeroRedundancyOptimizer only supports using the same dense type for all parameters but got both "
                             f"{' and '.join(sorted(kinds))}")
        Joinable.__init__(self)
        self._optimizer_class = optimizer_class
        self.optim: Any = None
        self._partition_parameters()
        self.initialized = True

    def _partition_parameters(self) -> None:
        """Assign each parameter to the process with the fewest elements so far, largest first, group by group."""
        sizes = [0] * self.world_size
        self._partitions: list[list[list[Any]]] = [[] for _ in range(self.world_size)]
        for group in self.param_groups:
            group_parts: list[list[Any]] = [[] for _ in range(self.world_size)]
            for p in sorted(group["params"], key=lambda p: p.numel(), reverse=True):
                smallest = int(np.argmin(sizes))
                group_parts[smallest].append(p)
                sizes[smallest] += p.numel()
            for part, parameters in zip(self._partitions, group_parts):
                part.append(parameters)
        local = [{**{k: v for k, v in group.items() if k != "params"}, "params": parameters}
                 for group, parameters in zip(self.param_groups, self._partitions[self.rank])]
        state = {} if self.optim is None else self.optim.state
        self.optim = self._optimizer_class(local, **self.defaults) if any(g["params"] for g in local) else None
        if self.optim is not None:
            self.optim.state.update(state)
            for local_group, own_group in zip(self.optim.param_groups, self.param_groups):  # with defaults of options filled in
                for key, value in local_group.items():
                    own_group.setdefault(key, value)

    def add_param_group(self, param_group: Any) -> None:
        """Add parameters, and assign all again."""
        super().add_param_group(param_group)
        if self.initialized:
            self._partition_parameters()

    def step(self, closure: Any = None, **kwargs: Any) -> Any:
        """Step the parameters of this process, and receive the others."""
        Join.notify_join_context(self)
        loss = None
        if self.optim is not None:
            for local_group, own_group in zip(self.optim.param_groups, self.param_groups):
                local_group.update({k: v for k, v in own_group.items() if k != "params"})
            loss = self.optim.step(**kwargs) if closure is None else self.optim.step(closure=closure, **kwargs)
        elif closure is not None:
            loss = closure()
        for owner, groups in enumerate(self._partitions):
            broadcast_all([p for parameters in groups for p in parameters], self.process_group, owner)
        return loss

    def consolidate_state_dict(self, to: int = 0) -> None:
        """Gather the state of all processes at rank `to`; nowhere, if there is no such rank."""
        self._gathered_states = []
        if to not in range(self.world_size):
            return
        own_state = None if self.optim is None else self.optim.state_dict()
        all_states: list[Any] | None = [None] * self.world_size if self.rank == to else None
        c10d.gather_object(own_state, all_states, group=self.process_group, group_dst=to)
        self._gathered_states = all_states or []

    def state_dict(self) -> dict[str, Any]:
        """The state of the unsharded optimizer; raises RuntimeError unless `consolidate_state_dict` was called for this rank."""
        if not self._gathered_states:
            raise RuntimeError("Optimizer state has not been consolidated on this rank. Please call `consolidate_state_dict(to="
                               f"{self.rank})` on all ranks beforehand if you meant to save the global state.")
        base_state = super().state_dict()
        indices = {id(p): i for i, p in enumerate(p for group in self.param_groups for p in group["params"])}
        state: dict[int, Any] = {}
        for groups, part in zip(self._partitions, self._gathered_states):
            owned = [p for parameters in groups for p in parameters]
            state.update({indices[id(owned[i])]: value for i, value in (part["state"] if part else {}).items()})
        return {**base_state, "state": dict(sorted(state.items()))}

    def load_state_dict(self, state_dict: dict[str, Any]) -> None:
        """Load the part of this process from the state of an unsharded optimizer."""
        all_parameters = [p for group in self.param_groups for p in group["params"]]
        local_indices = {id(p): i for i, p in enumerate(p for chosen in self._partitions[self.rank] for p in chosen)}
        for own_group, saved_group in zip(self.param_groups, state_dict["param_groups"]):
            own_group.update({k: v for k, v in saved_group.items() if k != "params"})
        if self.optim is None:
            return
        local = self.optim.state_dict()
        local["state"] = {local_indices[id(all_parameters[i])]: copy.deepcopy(value)
                          for i, value in state_dict["state"].items() if id(all_parameters[i]) in local_indices}
        for own_group, saved_group in zip(local["param_groups"], state_dict["param_groups"]):
            own_group.update({k: v for k, v in saved_group.items() if k != "params"})
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
