"""Checkpointing: compute a part of the graph again in backward instead of keeping what it saved.

https://docs.pytorch.org/docs/stable/checkpoint.html.  Two variants: the reentrant one runs a backward of its own inside backward;
the other (recommended) keeps the ordinary graph, whose saved tensors are place holders that one recomputation fills.
"""
from __future__ import annotations

import contextlib
import enum
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Any

from .._array.core.user_warnings import warn
from .._bindings.generated.functions import get_rng_state, set_rng_state
from .._bindings.tensor.tensor import Tensor
from .._dispatch.dtype import of
from .._dispatch.state import LOCAL
from ..autograd import backward as _backward
from ..autograd._legacy import _is_checkpoint_valid
from ..autograd.function import Function
from ..autograd.grad_mode import enable_grad, no_grad
from ..ops import OpOverload, OpOverloadPacket, aten
from ._checkpoint_parts import _get_autocast_kwargs as _get_autocast_kwargs
from ._checkpoint_parts import _get_device_module as _get_device_module
from ._checkpoint_parts import _infer_device_type as _infer_device_type
from ._recompute import CheckpointError, Frame, GraphExecGroup, Settings
from ._selective import Cached, Caching


class DefaultDeviceType:
    """The device whose random state is kept besides the CPU's; there is none to keep."""

    _default = "cpu"

    @staticmethod
    def set_device_type(device: str = "cuda") -> None:
        """Remember a device type."""
        DefaultDeviceType._default = device

    @staticmethod
    def get_device_type() -> str:
        """The device type last set."""
        return DefaultDeviceType._default


def get_device_states(*args: Any) -> tuple[list[int], list[Any]]:
    """Devices and random states of the tensors among `args` that are not on the CPU: none."""
    return [], []


def set_device_states(devices: Any, states: Any, *, device_type: str | None = None) -> None:
    """The counterpart of `get_device_states`: nothing to set."""


def detach_variable(inputs: tuple[Any, ...]) -> tuple[Any, ...]:
    """Detached tensors that require gradients where the given ones do; anything else as it is."""
    if not isinstance(inputs, tuple):
        raise RuntimeError(f"Only tuple of tensors is supported. Got Unsupported input type: {type(inputs).__name__}")
    return tuple(x.detach().requires_grad_(x.requires_grad) if isinstance(x, Tensor) else x for x in inputs)


def check_backward_validity(inputs: Iterable[Any]) -> None:
    """Warn if no input requires a gradient: nothing will then be computed in backward."""
    if not any(isinstance(x, Tensor) and x.requires_grad for x in inputs):
        warn("None of the inputs have requires_grad=True. Gradients will be None")


def noop_context_fn() -> tuple[AbstractContextManager[Any], AbstractContextManager[Any]]:
    """The default `context_fn`: nothing around the forward, nothing around the recomputation."""
    return contextlib.nullcontext(), contextlib.nullcontext()


@contextlib.contextmanager
def set_checkpoint_early_stop(enable: bool) -> Iterator[None]:
    """Inside, recomputations stop as soon as all is there that backward needs (or do not), whatever `checkpoint` is told."""
    previous, Settings.early_stop = Settings.early_stop, enable
    try:
        yield
    finally:
        Settings.early_stop = previous


@contextlib.contextmanager
def set_checkpoint_debug_enabled(enabled: bool | None) -> Iterator[None]:
    """Inside, checkpoints log their ops for error messages (or do not; None: as `checkpoint` is told)."""
    previous, Settings.debug = Settings.debug, enabled
    try:
        yield
    finally:
        Settings.debug = previous


@contextlib.contextmanager
def random_state(state: Any) -> Iterator[None]:
    """Inside, random numbers continue from `state` (None: from where they are, for good)."""
    if state is None:
        yield
        return
    now = get_rng_state()
    set_rng_state(state)
    try:
        yield
    finally:
        set_rng_state(now)


def _autocast_now() -> Callable[[], AbstractContextManager[Any]]:
    """What opens (or closes) autocast as it is at this moment."""
    dtype, cached = LOCAL.autocast, LOCAL.autocast_caching

    def as_then() -> AbstractContextManager[Any]:
        if dtype is None and LOCAL.autocast is None and cached is LOCAL.autocast_caching:
            return contextlib.nullcontext()
        from ..amp import autocast

        return autocast("cpu", enabled=False, cache_enabled=cached) if dtype is None else autocast("cpu", of(dtype), cache_enabled=cached)

    return as_then


class CheckpointFunction(Function):
    """The reentrant variant as a node: runs `run_function` unrecorded, and in backward again, recorded, followed by a backward."""

    @staticmethod
    def forward(ctx: Any, run_function: Callable[..., Any], preserve_rng_state: bool, *args: Any) -> Any:
        """The outputs of `run_function(*args)`."""
        check_backward_validity(args)
        ctx.run_function = run_function
        ctx.rng_state = get_rng_state() if preserve_rng_state else None
        ctx.autocast = _autocast_now()
        ctx.inputs = [None if isinstance(a, Tensor) else a for a in args]
        ctx.tensor_indices = [i for i, a in enumerate(args) if isinstance(a, Tensor)]
        ctx.save_for_backward(*(args[i] for i in ctx.tensor_indices))
        with no_grad():
            return run_function(*args)

    @staticmethod
    def backward(ctx: Any, *args: Any) -> Any:
        """The gradients of the tensors among the arguments."""
        if not _is_checkpoint_valid():
            raise RuntimeError("When use_reentrant=True, torch.utils.checkpoint is incompatible with .grad() or passing an `inputs` "
                               "parameter to .backward(). To resolve this error, you can either set use_reentrant=False, or call "
                               ".backward() without passing the `inputs` argument.")
        inputs = list(ctx.inputs)
        for i, t in zip(ctx.tensor_indices, ctx.saved_tensors, strict=True):
            inputs[i] = t
        detached = detach_variable(tuple(inputs))
        with enable_grad(), random_state(ctx.rng_state), ctx.autocast():
            outputs = ctx.run_function(*detached)
        pairs = [(o, g) for o, g in zip(outputs if isinstance(outputs, tuple) else (outputs,), args, strict=True)
                 if isinstance(o, Tensor) and o.requires_grad]
        if not pairs:
            raise RuntimeError("none of output has requires_grad=True, this checkpoint() is not necessary")
        _backward([o for o, _ in pairs], [g for _, g in pairs])
        return None, None, *(x.grad if isinstance(x, Tensor) else None for x in detached)


def checkpoint(
    function: Callable[..., Any], *args: Any, use_reentrant: bool | None = None,
    context_fn: Callable[[], tuple[AbstractContextManager[Any], AbstractContextManager[Any]]] = noop_context_fn,
    determinism_check: str = "default", debug: bool = False, early_stop: bool = True, **kwargs: Any,
) -> Any:
    """`function(*args, **kwargs)`, of which backward keeps the inputs only and computes the rest again.

    `preserve_rng_state=True` (a keyword too) gives the recomputation the same random numbers.  Without `use_reentrant` a warning, and
    the reentrant variant, which takes no keywords and fails under `autograd.grad`.  The other variant raises CheckpointError if the
    recomputation saves other tensors than the forward did (`determinism_check`: "default" compares shape, dtype and device, "none"
    nothing but their number).
    """
    if use_reentrant is None:
        warn("torch.utils.checkpoint: the use_reentrant parameter should be passed explicitly. Calling checkpoint without it is "
             "deprecated; use_reentrant=False is recommended, use_reentrant=True is what you get now.")
        use_reentrant = True
    preserve = kwargs.pop("preserve_rng_state", True)
    if not use_reentrant:
        return _without_reentry(function, args, kwargs, preserve, context_fn, determinism_check, debug, early_stop)
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    if context_fn is not noop_context_fn or debug is not False:
        raise ValueError("Passing `context_fn` or `debug` is only supported when use_reentrant=False.")
    return CheckpointFunction.apply(function, preserve, *args)


def _without_reentry(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], preserve: bool, context_fn: Callable[[], Any],
    determinism_check: str, debug: bool, early_stop: bool,
) -> Any:
    if determinism_check not in ("default", "none"):
        raise ValueError(f"determinism_check should be one of ['default', 'none'], but got {determinism_check}")
    forward_context, recompute_context = context_fn()
    if not LOCAL.grad:
        return function(*args, **kwargs)
    state = get_rng_state() if preserve else None
    autocast = _autocast_now()

    def again(*inputs: Any) -> None:
        with random_state(state), autocast(), recompute_context:
            function(*inputs, **kwargs)

    frame = Frame(again, args, Settings.early_stop if Settings.early_stop is not None else early_stop,
                  compare=determinism_check == "default", debug=Settings.debug if Settings.debug is not None else debug)
    with frame.forward(), forward_context:
        return function(*args, **kwargs)


def checkpoint_sequential(functions: Any, segments: int, input: Any, use_reentrant: bool | None = None, **kwargs: Any) -> Any:
    """The functions (or the modules of a Sequential) one after the other, in `segments` parts that are checkpointed, all but the last."""
    if use_reentrant is None:
        warn("torch.utils.checkpoint.checkpoint_sequential: the use_reentrant parameter should be passed explicitly. "
             "use_reentrant=False is recommended, use_reentrant=True is what you get now.")
        use_reentrant = True
    preserve = kwargs.pop("preserve_rng_state", True)
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    from ..nn import Sequential

    parts = list(functions.children()) if isinstance(functions, Sequential) else functions
    size = len(parts) // segments
    last = 0
    for start in range(0, size * (segments - 1), size):
        last = start + size
        input = checkpoint(_chain(parts[start:last]), input, use_reentrant=use_reentrant, preserve_rng_state=preserve)
    return _chain(parts[last:])(input)


def _chain(functions: list[Callable[..., Any]]) -> Callable[[Any], Any]:
    def run(value: Any) -> Any:
        for function in functions:
            value = function(value)
        return value

    return run


# Selective checkpointing ---------------------------------------------------------------------------------------------------------------


class CheckpointPolicy(enum.Enum):
    """What selective checkpointing may do with an op's result."""

    MUST_SAVE = 0
    PREFER_SAVE = 1
    MUST_RECOMPUTE = 2
    PREFER_RECOMPUTE = 3
    MUST_CPU_OFFLOAD = 4
    PREFER_CPU_OFFLOAD = 5


class SelectiveCheckpointContext:
    """What a policy function is told besides the op: whether this is the recomputation, and the op's result."""

    def __init__(self, *, is_recompute: bool, op_output: Any = None) -> None:
        self.is_recompute, self.op_output = is_recompute, op_output


#: Ops that selective checkpointing passes over.
SAC_IGNORED_OPS: set[Any] = {aten.detach.default, aten.numel.default, aten.storage_offset.default}


def create_selective_checkpoint_contexts(policy_fn_or_list: Any, allow_cache_entry_mutation: bool = False) -> Any:
    """What `checkpoint` wants as the result of its `context_fn`, to keep the results of some ops instead of computing them again.

    A policy is called as `policy(ctx, op, *args, **kwargs)` after each op of the forward, with an entry of `torch.ops.aten`, and answers
    with a CheckpointPolicy (or a bool: True saves); a list of such entries has these saved.  A saved result that is changed in place
    raises RuntimeError in backward unless `allow_cache_entry_mutation`, and so does a second backward.
    """
    if isinstance(policy_fn_or_list, list):
        _check_ops(policy_fn_or_list)
        chosen = frozenset(policy_fn_or_list)

        def policy(ctx: Any, op: Any, *args: Any, **kwargs: Any) -> CheckpointPolicy:
            return CheckpointPolicy.MUST_SAVE if op in chosen else CheckpointPolicy.PREFER_RECOMPUTE
    elif callable(policy_fn_or_list):
        policy = policy_fn_or_list
    else:
        raise TypeError("policy_fn_or_list must be either a function or a list of ops.")
    storage: dict[Any, dict[int, Any]] = defaultdict(dict)
    saves = (CheckpointPolicy.MUST_SAVE, CheckpointPolicy.PREFER_SAVE)
    return Caching(policy, storage, SelectiveCheckpointContext, saves), Cached(storage, allow_cache_entry_mutation)


def _check_ops(ops: list[Any]) -> None:
    for op in ops:
        if not isinstance(op, OpOverload):
            hint = (f"Name one of its overloads, for example `torch.ops.{op}.default`." if isinstance(op, OpOverloadPacket) else "")
            raise ValueError(f"Expected op in `op_list` to be an OpOverload but got: {op} of type {type(op)}. {hint}")


__all__ = ["SAC_IGNORED_OPS", "CheckpointError", "CheckpointFunction", "CheckpointPolicy", "DefaultDeviceType", "GraphExecGroup",
           "SelectiveCheckpointContext", "check_backward_validity", "checkpoint", "checkpoint_sequential",
           "create_selective_checkpoint_contexts", "detach_variable", "get_device_states", "noop_context_fn",
           "set_checkpoint_debug_enabled", "set_checkpoint_early_stop", "set_device_states"]
