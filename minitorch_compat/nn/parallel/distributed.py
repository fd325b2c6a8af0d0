"""DistributedDataParallel: the same model in every process, each with a part of the batch; gradients are averaged during backward."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import is_dataclass
from typing import Any

import numpy as np

from ..._array.core.user_warnings import warn
from ..._bindings.generated import functions as ops
from ..._bindings.tensor.tensor import Tensor
from ..._dispatch.graph.node import AccumulateGrad
from ..._dispatch.unsupported import UnsupportedError
from ...autograd.grad_mode import is_grad_enabled, no_grad
from ...autograd.variable import Variable
from ...distributed import distributed_c10d as c10d
from ...distributed._buckets import BUCKET_BYTES, FIRST_BUCKET_BYTES, Bucket, GradBucket, assign_buckets, broadcast_all
from ...distributed._collectives import all_reduce_parts, supports_parts
from ...distributed.algorithms.join import Join, Joinable, JoinHook
from .._uninitialized import UninitializedParameter
from ..modules.module import Module

__all__ = ["DistributedDataParallel"]


def _find_tensors(obj: Any) -> Any:
    """The tensors in nested lists, tuples, dictionaries and dataclasses, in order."""
    if isinstance(obj, Tensor):
        return [obj]
    if isinstance(obj, dict):
        obj = obj.values()
    elif is_dataclass(obj):
        obj = vars(obj).values()
    elif not isinstance(obj, (list, tuple)):
        return []
    return [tensor for value in obj for tensor in _find_tensors(value)]


class Reducer:
    """Average gradients over processes: the reduction of a bucket starts as soon as all its gradients are complete.

    Where ranks share memory and all parameters take part (`in_place`), the bucket has views of the gradients. Otherwise gradients and
    means are copied.

    Buckets start in a fixed order, whatever the order in which they become ready, so that all processes start the same ones.
    """

    has_begun: bool
    expects_gradients: bool

    def __init__(self, parameters: list[Any], names: list[str], group: Any, first_bytes: float, bytes_: float, views: bool) -> None:
        self.parameters, self.names, self.group, self.uses_views = parameters, names, group, views
        self.buckets: list[Bucket] = assign_buckets(parameters, first_bytes, bytes_)
        self.bucket_positions: dict[int, tuple[Bucket, int]] = {i: (bucket, k) for bucket in self.buckets
                                                                for k, i in enumerate(bucket.indices)}
        self.divisor: float = float(c10d.get_world_size(group))
        self.hook: Callable[[GradBucket], Any] | None = None
        self.find_unused = self.is_static = False
        self.expects_gradients = self.has_begun = self.in_place = False
        self.ready: set[int] = set()
        self.unused: list[int] = []
        self.used: set[int] = set()  # since the last averaging, including backward passes without averaging
        self.static_counts: dict[int,
                                 int] | None = None  # for a static graph: the number of calls of each parameter's hook in a backward pass
        self.hook_calls: dict[int, int] = {}
        self.next = 0
        self.hook_handles: list[Any] = [p.register_post_accumulate_grad_hook(self._make_hook(i)) for i, p in enumerate(parameters)]

    def _make_hook(self, index: int) -> Callable[[Any], None]:
        def on_accumulated(_: Any) -> None:
            self.used.add(index)
            if self.expects_gradients:
                self._on_gradient(index)

        return on_accumulated

    # One iteration

    def prepare(self, outputs: Any) -> None:
        """Prepare for backward from these outputs: expect a gradient of every parameter that they depend on."""
        if self.has_begun:
            raise RuntimeError(self._unfinished_error())
        self.next, self.expects_gradients = 0, True
        self.in_place = self.hook is None and not (self.find_unused or self.is_static) and supports_parts(self.group)
        self.ready.clear()
        self.hook_calls.clear()
        for bucket in self.buckets:
            bucket.refresh()
        if self.is_static:
            self.unused = [] if self.static_counts is None else [i for i in range(len(self.parameters)) if i not in self.static_counts]
        else:
            self.unused = self._unreached_parameters(outputs) if self.find_unused else []

    #: The name by which training libraries call it, after forward calls without synchronization.
    prepare_for_backward = prepare

    def _rebuild_buckets(self) -> bool:
        """Return False: buckets do not follow the order of gradients. Training libraries call this before backward."""
        return False

    def _unfinished_error(self) -> str:
        missing = [i for i in range(len(self.parameters)) if i not in self.ready]
        advice = ("making sure all `forward` function outputs participate in calculating loss" if self.find_unused else
                  "passing the keyword argument `find_unused_parameters=True` to `torch.nn.parallel.DistributedDataParallel`, or making "
                  "sure all "
                  "`forward` function outputs participate in calculating loss")
        return ("Expected to have finished reduction in the prior iteration before starting a new one. This error indicates that your "
                f"module "
                f"has parameters that were not used in producing loss. It goes away by {advice}.\n"
                f"Parameter indices which did not receive grad for rank {c10d.get_rank(self.group)}: {' '.join(map(str, missing))} "
                f"({', '.join(self.names[i] for i in missing)})")

    def _unreached_parameters(self, outputs: Any) -> list[int]:
        """The parameters that backward from the outputs does not reach."""
        stack = [t.grad_fn for t in _tensors_in(outputs) if t.grad_fn is not None]
        visited: set[int] = {id(node) for node in stack}
        kept_alive = list(stack)
        reached: set[int] = {id(t) for t in _tensors_in(outputs) if t.grad_fn is None}
        while stack:
            node = stack.pop()
            if isinstance(node, AccumulateGrad):
                reached.add(id(node.variable))
                continue
            for next_node, _ in node.next_functions:
                if next_node is not None and id(next_node) not in visited:
                    visited.add(id(next_node))
                    kept_alive.append(next_node)
                    stack.append(next_node)
        return [i for i, p in enumerate(self.parameters) if id(p) not in reached]

    def _on_gradient(self, index: int) -> None:
        if not self.has_begun:
            self.has_begun = True
            if self.is_static and self.static_counts is None:
                Variable._execution_engine.queue_callback(self._store_static_counts)
            for unused in self.unused:
                self._mark_ready(unused)
            if self.find_unused:
                Variable._execution_engine.queue_callback(self._mark_unreached)
        if self.is_static:
            self.hook_calls[index] = self.hook_calls.get(index, 0) + 1
            if self.static_counts is None or self.hook_calls[index] < self.static_counts.get(index, 1):
                return
        self._mark_ready(index)

    def _mark_unreached(self) -> None:
        """Mark the parameters that backward has not reached: they belong to outputs that were not used."""
        unmarked = [i for i in range(len(self.parameters)) if i not in self.ready]
        self.used.update(i for i in unmarked if self.parameters[i].grad is not None)
        for i in unmarked:
            self._mark_ready(i, in_callback=True)

    def _store_static_counts(self) -> None:
        """Store the counts of the first backward of a static graph, which are the same for all later ones."""
        self.static_counts = dict(self.hook_calls)
        for i in range(len(self.parameters)):
            self._mark_ready(i, in_callback=True)

    def _mark_ready(self, index: int, in_callback: bool = False) -> None:
        """Put a complete gradient into its bucket, and start reducing buckets that are full."""
        if index in self.ready:
            raise RuntimeError("Expected to mark a variable ready only once. This error is caused by one of the following reasons: 1) "
                               f"Use of "
                               "a module parameter outside the `forward` function. 2) Reused parameters in multiple reentrant backward "
                               f"passes, or backward called twice for one forward. Parameter at index {index} with name "
                               f"{self.names[index]} "
                               "has been marked as ready twice.")
        self.ready.add(index)
        bucket, k = self.bucket_positions[index]
        self._fill_bucket(bucket, k, self.parameters[index])
        bucket.pending -= 1
        self._start_full_buckets()
        if self.next == len(self.buckets):
            if in_callback:
                self._finish()
            else:
                Variable._execution_engine.queue_callback(self._finish)
        else:
            self.group._inner.advance()  # otherwise communication would not progress before backward ends

    def _fill_bucket(self, bucket: Bucket, k: int, p: Any) -> None:
        target, grad = bucket.arrays[k], p.grad
        if grad is None:
            target.fill(0)
            return
        source = grad._array
        if not isinstance(source, np.ndarray):
            raise UnsupportedError("DistributedDataParallel", f"with a gradient of layout {grad.layout}")
        if self.in_place:
            self._alias_gradient(bucket, k, p, source)
        elif self.hook is None:
            np.multiply(source, target.dtype.type(1 / self.divisor), out=target)
        elif source is not target:
            np.copyto(target, source)
        if self.uses_views and grad is not bucket.views[k]:
            p.grad = bucket.views[k]

    def _alias_gradient(self, bucket: Bucket, k: int, p: Any, source: Any) -> None:
        """Let the reduction read the gradient in its own memory, and write the mean there (or into the view that replaces it)."""
        if source is bucket.arrays[k]:
            return
        flat = bucket.flats[k]
        if not (source.flags.c_contiguous and source.flags.writeable) or _has_other_hooks(p):
            np.copyto(bucket.arrays[k], source)
            return
        flat_gradient = source.reshape(-1)
        bucket.parts[k] = flat_gradient, flat if self.uses_views else flat_gradient
        if not self.uses_views:
            bucket.in_place_arrays[k] = source

    def _start_full_buckets(self) -> None:
        while self.next < len(self.buckets) and not self.buckets[self.next].pending:
            bucket = self.buckets[self.next]
            self.next += 1
            if self.in_place:
                bucket.work = all_reduce_parts(self.group, bucket.parts, 1 / self.divisor)
            elif self.hook is None:
                bucket.work = c10d.all_reduce(bucket.flat, group=self.group, async_op=True)
            else:
                with no_grad():
                    bucket.work = self.hook(GradBucket(bucket, self.next - 1, self.next == len(self.buckets)))

    def _finish(self) -> None:
        """Wait for the reduction of all buckets, and store the averages in the gradients."""
        used = self._globally_used_parameters()
        with no_grad():
            for bucket in self.buckets:
                self._wait_for_bucket(bucket)
                for k, i in enumerate(bucket.indices):
                    if i in used:
                        self._store_average(self.parameters[i], bucket, k)
        self.has_begun = self.expects_gradients = False
        self.used.clear()

    def _wait_for_bucket(self, bucket: Bucket) -> None:
        outcome = bucket.work.wait()
        if self.hook is not None:
            result = outcome[0] if isinstance(outcome, (list, tuple)) else outcome
            if not isinstance(result, Tensor):
                raise RuntimeError("the future of a communication hook must give a tensor, or a list with one")
            if result is not bucket.flat:
                np.copyto(bucket.flat._array, result.detach()._array.reshape(-1))

    def _store_average(self, p: Any, bucket: Bucket, k: int) -> None:
        if self.uses_views:
            if p.grad is not bucket.views[k]:
                p.grad = bucket.views[k]
        elif p.grad is None:
            p.grad = bucket.views[k].clone()
        elif bucket.in_place_arrays[k] is None:
            np.copyto(p.grad._array, bucket.arrays[k])
        elif bucket.in_place_arrays[k] is not p.grad._array:  # user code has set another gradient meanwhile
            np.copyto(p.grad._array, bucket.in_place_arrays[k])

    def _globally_used_parameters(self) -> set[int]:
        """The parameters of which any process has a gradient; the others keep their gradients."""
        if not (self.find_unused or self.is_static):
            return set(range(len(self.parameters)))
        used = ops.zeros(len(self.parameters), dtype=_int32())
        for i in self.used if self.static_counts is None else self.static_counts:
            used[i] = 1
        c10d.all_reduce(used, op=c10d.ReduceOp.MAX, group=self.group)
        return {i for i, flag in enumerate(used.tolist()) if flag}

    def shadow(self) -> None:
        """Contribute zeros to every bucket, for a process without inputs during backward of the others."""
        for i, bucket in enumerate(self.buckets):
            bucket.flat._array.fill(0)
            if self.hook is None:
                bucket.work = c10d.all_reduce(bucket.flat, group=self.group, async_op=True)
            else:
                bucket.work = self.hook(GradBucket(bucket, i, i == len(self.buckets) - 1))
        if self.find_unused or self.is_static:
            c10d.all_reduce(ops.zeros(len(self.parameters), dtype=_int32()), op=c10d.ReduceOp.MAX, group=self.group)
        for bucket in self.buckets:
            self._wait_for_bucket(bucket)


def _has_other_hooks(p: Any) -> bool:
    """Whether other hooks run once the parameter has its gradient; these must see the gradient of this process."""
    return len(p._post_accumulate_grad_hooks) > 1 or p._autograd_meta.node_hooks is not None


def _int32() -> Any:
    from ..._dispatch import dtype as dtypes

    return dtypes.int32


def _tensors_in(value: Any) -> Iterator[Any]:
    """The tensors in a module's output: in lists, tuples, dictionaries and dataclasses."""
    if isinstance(value, Tensor):
        yield value
    elif isinstance(value, dict):
        for element in value.values():
            yield from _tensors_in(element)
    elif isinstance(value, (list, tuple)):
        for element in value:
            yield from _tensors_in(element)
    elif hasattr(value, "__dataclass_fields__"):
        for name in value.__dataclass_fields__:
            yield from _tensors_in(getattr(value, name))


class _DDPJoinHook(JoinHook):
    """The hook of `Join` for processes without further inputs."""

    def __init__(self, ddp: DistributedDataParallel, divide_by_initial_world_size: bool) -> None:
        self.ddp = ddp
        ddp._divide_by_initial_world_size = divide_by_initial_world_size

    def main_hook(self) -> None:
        """Take part in the communication of one iteration of the others."""
        self.ddp._shadow_forward()

    def post_hook(self, is_last_joiner: bool) -> None:
        """Copy the model of a process that took part in the last iteration."""
        self.ddp._sync_final_model(is_last_joiner)


class DistributedDataParallel(Module, Joinable):
    """Wrap a model that every process has: forward calls it, backward gives every process the mean of all gradients.

    Parameters: `module`; `process_group` (None: all processes); `bucket_cap_mb`, the size of the part reduced in one call;
    `forward_sync_buffers` (None: True): every forward call begins with the buffers of rank 0; `broadcast_buffers`, deprecated: the same,
    and whether those of rank 0 are the first ones; `find_unused_parameters`: not all parameters are used in
    every forward call; `static_graph`: those that are used are always the same; `gradient_as_bucket_view`: gradients are views of the
    buckets, which saves memory; `init_sync`: begin with the parameters of rank 0. Raises RuntimeError if a parameter that should be used
    gets no gradient, or the models differ.

    Example: `model = DistributedDataParallel(nn.Linear(4, 2)); model(x).sum().backward()`.
    """

    module: Any
    device: Any
    device_ids: None
    output_device: None
    require_backward_grad_sync: bool
    require_forward_param_sync: bool

    def __init__(self, module: Module, device_ids: Any = None, output_device: Any = None, dim: int = 0,
                 broadcast_buffers: bool | None = None,
                 init_sync: bool = True, process_group: Any = None, bucket_cap_mb: float | None = None,
                 find_unused_parameters: bool = False,
                 check_reduction: bool = False, gradient_as_bucket_view: bool = False, static_graph: bool = False,
                 delay_all_reduce_named_params: Any = None, param_to_hook_all_reduce: Any = None, mixed_precision: Any = None,
                 device_mesh: Any = None, skip_all_reduce_unused_params: bool = False, bucket_cap_mb_list: Any = None,
                 batched_grad_copy: bool = False, forward_sync_buffers: bool | None = None) -> None:
        super().__init__()
        Joinable.__init__(self)
        self._refuse(device_ids=device_ids, delay_all_reduce_named_params=delay_all_reduce_named_params,
                     param_to_hook_all_reduce=param_to_hook_all_reduce, mixed_precision=mixed_precision, device_mesh=device_mesh)
        self.process_group: Any = c10d._get_default_group() if process_group is None else process_group
        ignored = set(getattr(module, "_ddp_params_and_buffers_to_ignore", ()))
        self.parameters_to_ignore = ignored
        self.module = module
        named = self._trained_parameters()
        if not named:
            raise RuntimeError("DistributedDataParallel is not needed when a module doesn't have any parameter that requires a gradient.")
        self.dim, self.device, self.device_ids, self.output_device = dim, named[0][1].device, None, None
        self.device_type: str = self.device.type
        self.forward_sync_buffers: bool = broadcast_buffers is not False if forward_sync_buffers is None else forward_sync_buffers
        self.find_unused_parameters, self.static_graph = find_unused_parameters, static_graph
        self.gradient_as_bucket_view = gradient_as_bucket_view
        self.require_backward_grad_sync = self.require_forward_param_sync = True
        self._divide_by_initial_world_size = True
        self._warn_of_deprecated(broadcast_buffers, forward_sync_buffers, check_reduction)
        self._check_same_model(named)
        if init_sync:
            self._sync_module(0, forward_sync_buffers is not None or self.forward_sync_buffers)
        self._bucket_bytes: float = BUCKET_BYTES if bucket_cap_mb is None else bucket_cap_mb * 2**20
        self.reducer: Reducer = self._make_reducer()

    def _make_reducer(self) -> Reducer:
        named = self._trained_parameters()
        reducer = Reducer([p for _, p in named], [n for n, _ in named], self.process_group, min(FIRST_BUCKET_BYTES, self._bucket_bytes),
                          self._bucket_bytes, self.gradient_as_bucket_view)
        reducer.find_unused, reducer.is_static = self.find_unused_parameters and not self.static_graph, self.static_graph
        return reducer

    @staticmethod
    def _warn_of_deprecated(broadcast_buffers: bool | None, forward_sync_buffers: bool | None, check_reduction: bool) -> None:
        if broadcast_buffers is not None:
            warn("`broadcast_buffers` is deprecated. " + (
                "Use `forward_sync_buffers` instead, which does not concern the buffers at the beginning: rank 0 has them then."
                if forward_sync_buffers is None else "It is ignored when `forward_sync_buffers` is given."), FutureWarning)
        if check_reduction:
            warn("The `check_reduction` argument in `DistributedDataParallel` module is deprecated. It has no effect.", FutureWarning)

    @property
    def broadcast_buffers(self) -> bool:
        """The old name of `forward_sync_buffers`."""
        return self.forward_sync_buffers

    @broadcast_buffers.setter
    def broadcast_buffers(self, value: bool) -> None:
        self.forward_sync_buffers = value

    @staticmethod
    def _refuse(device_ids: Any, **others: Any) -> None:
        if device_ids:
            raise ValueError("DistributedDataParallel device_ids and output_device arguments only work with "
                             f"single-device/multiple-device GPU "
                             f"modules or CPU modules, but got device_ids {device_ids} and a module on the CPU.")
        for name, value in others.items():
            if value:
                raise UnsupportedError(f"DistributedDataParallel({name}=…)")

    def _check_same_model(self, named: list[tuple[str, Any]]) -> None:
        """Raise on all ranks if the models differ, before anything is sent."""
        own_model = [(str(p.dtype), tuple(p.shape)) for _, p in named]
        all_models: list[Any] = [None] * c10d.get_world_size(self.process_group)
        c10d.all_gather_object(all_models, own_model, self.process_group)
        rank = c10d.get_rank(self.process_group)
        for other, other_model in enumerate(all_models):
            if len(other_model) != len(all_models[0]):
                raise RuntimeError(f"DDP expects same model across all ranks, but Rank {rank} has {len(own_model)} params, while rank "
                                   f"{other} has inconsistent {len(other_model)} params.")
            for i, (a, b) in enumerate(zip(all_models[0], other_model)):
                if a != b:
                    raise RuntimeError(f"[{rank}]: params[{i}] in this process with sizes {list(own_model[i][1])} appears not to match "
                                       f"sizes of the same param in process 0: {list(a[1])} there, {list(b[1])} in process {other} "
                                       f"({named[i][0]}).")

    def _trained_parameters(self) -> list[tuple[str, Any]]:
        named = [(name, p) for name, p in self.module.named_parameters() if p.requires_grad and name not in self.parameters_to_ignore]
        if any(isinstance(p, UninitializedParameter) for _, p in named):
            raise RuntimeError("Modules with uninitialized parameters can't be used with `DistributedDataParallel`. Call the module once "
                               "before.")
        if len({p.device.type for _, p in named}) > 1:
            raise ValueError("DistributedDataParallel's input module must be on the same type of devices, but input module parameters "
                             f"locate in {sorted({p.device.type for _, p in named})}.")
        return named

    def _buffers_to_sync(self) -> list[Any]:
        return [b for name, b in self.module.named_buffers() if name not in self.parameters_to_ignore and b.numel()]

    def _sync_module(self, source: int, buffers: bool) -> None:
        """Broadcast one rank's parameters and, if `buffers`, its buffers."""
        parameters = [p for name, p in self.module.named_parameters() if name not in self.parameters_to_ignore]
        self._broadcast(source, [*parameters, *(self._buffers_to_sync() if buffers else ())])

    def _broadcast(self, source: int, tensors: Any) -> None:
        broadcast_all(tensors, self.process_group, source)

    def forward(self, *inputs: Any, **kwargs: Any) -> Any:
        """Call the module."""
        syncing = is_grad_enabled() and self.require_backward_grad_sync
        if self._join_config.enable:
            self._join_forward(syncing)
        if self.will_sync_module_buffers():
            self._sync_buffers()
        outputs = self.module(*inputs, **kwargs)
        if syncing:
            self.require_forward_param_sync = True
            self.reducer.prepare(outputs)
        else:
            self.require_forward_param_sync = False
            self.reducer.expects_gradients = False
        return outputs

    def will_sync_module_buffers(self) -> bool:
        """Whether the next forward begins with the buffers of rank 0."""
        return self.require_forward_param_sync and self.forward_sync_buffers and bool(self._buffers_to_sync())

    def _sync_buffers(self) -> None:
        source = 0
        if self._join_config.enable:
            source = self._common_rank(True)
        self._broadcast(source, self._buffers_to_sync())

    def _common_rank(self, has_inputs: bool) -> int:
        """The largest rank that has inputs."""
        rank = ops.tensor([c10d.get_rank(self.process_group) if has_inputs else -1])
        c10d.all_reduce(rank, op=c10d.ReduceOp.MAX, group=self.process_group)
        return int(rank.item())

    @contextmanager
    def no_sync(self) -> Iterator[None]:
        """Accumulate gradients in each process. The first backward after a forward call outside the context averages the sums."""
        before, self.require_backward_grad_sync = self.require_backward_grad_sync, False
        try:
            yield
        finally:
            self.require_backward_grad_sync = before

    def register_comm_hook(self, state: Any, hook: Callable[[Any, Any], Any]) -> None:
        """Let `hook(state, bucket)` reduce the buckets; it returns a future of the flat tensor of means.

        Example: `model.register_comm_hook(None, default_hooks.fp16_compress_hook)`.
        """
        if not callable(hook):
            raise TypeError("Communication hook must be callable.")
        annotation = getattr(hook, "__annotations__", {}).get("bucket", GradBucket)
        if annotation is not GradBucket and getattr(annotation, "rpartition", lambda _: ("", "", ""))(".")[2] != "GradBucket":
            raise ValueError("Communication hook: bucket annotation should be dist.GradBucket.")
        if self.reducer.hook is not None:
            raise RuntimeError("register_comm_hook or register_builtin_comm_hook can only be called once.")
        self.reducer.hook = lambda bucket: hook(state, bucket)

    def _set_static_graph(self) -> None:
        self.static_graph = self.reducer.is_static = True

    @staticmethod
    def _set_params_and_buffers_to_ignore_for_model(module: Any, params_and_buffers_to_ignore: Any) -> None:
        module._ddp_params_and_buffers_to_ignore = params_and_buffers_to_ignore

    def _get_ddp_logging_data(self) -> dict[str, Any]:
        return {"world_size": c10d.get_world_size(self.process_group), "rank": c10d.get_rank(self.process_group),
                "bucket_sizes": ", ".join(str(b.flat.numel() * b.flat.element_size()) for b in self.reducer.buckets)}

    # Uneven inputs

    def join(self, divide_by_initial_world_size: bool = True, enable: bool = True, throw_on_early_termination: bool = False) -> Join:
        """A context in which processes may have different numbers of inputs: finished ones take part in the others' communication.

        Parameters: `divide_by_initial_world_size`: average over all processes, not only over those with inputs;
        `throw_on_early_termination`: raise in all processes when the first has finished, instead.
        """
        return Join([self], enable, throw_on_early_termination, divide_by_initial_world_size=divide_by_initial_world_size)

    def join_hook(self, **kwargs: Any) -> JoinHook:
        """The hook that `Join` calls in a finished process."""
        return _DDPJoinHook(self, kwargs.get("divide_by_initial_world_size", True))

    @property
    def join_device(self) -> Any:
        """The CPU."""
        return self.device

    @property
    def join_process_group(self) -> Any:
        """The process group."""
        return self.process_group

    def _join_forward(self, syncing: bool) -> None:
        active = Join.notify_join_context(self)
        if not self._divide_by_initial_world_size and active is not None:
            self.reducer.divisor = float(active)
        self._notify_joined_processes(syncing)

    def _notify_joined_processes(self, syncing: bool) -> tuple[bool, bool]:
        flags = ops.tensor([int(syncing), int(self.will_sync_module_buffers())])
        c10d.all_reduce(flags, op=c10d.ReduceOp.MAX, group=self.process_group)
        return bool(flags[0].item()), bool(flags[1].item())

    def _shadow_forward(self) -> None:
        flags = ops.zeros(2, dtype=ops.tensor([0]).dtype)
        c10d.all_reduce(flags, op=c10d.ReduceOp.MAX, group=self.process_group)
        backward, buffers = (bool(flag) for flag in flags.tolist())
        if buffers:
            self._broadcast(self._common_rank(False), self._buffers_to_sync())
        self.require_forward_param_sync = backward
        if backward:
            with no_grad():
                self.reducer.shadow()

    def _sync_final_model(self, is_last_joiner: bool) -> None:
        self._sync_module(self._common_rank(is_last_joiner), self.forward_sync_buffers)

    # Copies and files have neither the process group nor the reducer, which belong to this process.

    def __getstate__(self) -> dict[str, Any]:
        if self.process_group is not c10d._get_default_group():
            raise RuntimeError("DDP Pickling/Unpickling are only supported when using DDP with the default process group")
        return {name: value for name, value in self.__dict__.items() if name not in ("process_group", "reducer")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self.process_group = c10d._get_default_group()
        self.reducer = self._make_reducer()
