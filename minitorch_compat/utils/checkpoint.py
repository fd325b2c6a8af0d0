"""Checkpointing: recompute a part of the graph in backward instead of keeping its saved tensors.

https://docs.pytorch.org/docs/stable/checkpoint.html.  Two variants: the reentrant one runs a nested backward inside backward;
the other (recommended) keeps the ordinary graph, whose saved tensors are placeholders filled by one recomputation.
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
from ._checkpoint.private_names import _get_autocast_kwargs as _get_autocast_kwargs
from ._checkpoint.private_names import _get_device_module as _get_device_module
from ._checkpoint.private_names import _infer_device_type as _infer_device_type
from ._checkpoint.recompute import CheckpointError, Frame, GraphExecGroup, Settings
from ._checkpoint.selective import ReplayingObserver, SavingObserver


class DefaultDeviceType:
    """The device type whose generator state checkpoints restore if no input determines it.

    References
    ----------
    PyTorch: ``torch.utils.checkpoint.DefaultDeviceType``.

    Examples
    --------
    >>> torch.utils.checkpoint.DefaultDeviceType.get_device_type()
    'cpu'
    """

    _default = "cpu"

    @staticmethod
    def set_device_type(device: str = "cuda") -> None:
        """Set the device type.

        Parameters
        ----------
        device : str, default 'cuda'
            Such as ``'cuda'``.

        Examples
        --------
        >>> torch.utils.checkpoint.DefaultDeviceType.set_device_type("cuda")
        >>> torch.utils.checkpoint.DefaultDeviceType.get_device_type()
        'cuda'
        """
        DefaultDeviceType._default = device

    @staticmethod
    def get_device_type() -> str:
        """Get the device type.

        Returns
        -------
        str
            ``'cpu'`` at first.

        Examples
        --------
        >>> torch.utils.checkpoint.DefaultDeviceType.get_device_type()
        'cpu'
        """
        return DefaultDeviceType._default


def get_device_states(*args: Any) -> tuple[list[int], list[Any]]:
    """Generator states of the devices of the arguments, except the CPU.

    Parameters
    ----------
    *args : object
        The arguments.

    Returns
    -------
    tuple
        Device numbers and states, two lists; empty here.

    References
    ----------
    PyTorch: ``torch.utils.checkpoint.get_device_states``.

    Examples
    --------
    >>> torch.utils.checkpoint.get_device_states(torch.ones(1))
    ([], [])
    """
    return [], []


def set_device_states(devices: Any, states: Any, *, device_type: str | None = None) -> None:
    """Set the generator states of devices.

    Parameters
    ----------
    devices : list
        Device numbers.
    states : list
        States.
    device_type : str, optional
        Device type.

    References
    ----------
    PyTorch: ``torch.utils.checkpoint.set_device_states``.

    Examples
    --------
    >>> print(torch.utils.checkpoint.set_device_states([], []))
    None
    """


def detach_variable(inputs: tuple[Any, ...]) -> tuple[Any, ...]:
    """Detach tensors, keeping their ``requires_grad``.

    Parameters
    ----------
    inputs : tuple
        Tensors, and other values, which are kept.

    Returns
    -------
    tuple
        The same, detached.

    Raises
    ------
    RuntimeError
        If it is not a tuple.

    References
    ----------
    PyTorch: ``torch.utils.checkpoint.detach_variable``.

    Examples
    --------
    >>> torch.utils.checkpoint.detach_variable((torch.ones(1, requires_grad=True), 3))
    (tensor([1.], requires_grad=True), 3)
    """
    if not isinstance(inputs, tuple):
        raise RuntimeError(f"Only tuple of tensors is supported. Got Unsupported input type: {type(inputs).__name__}")
    return tuple(x.detach().requires_grad_(x.requires_grad) if isinstance(x, Tensor) else x for x in inputs)


def check_backward_validity(inputs: Iterable[Any]) -> None:
    """Warn if no input requires a gradient, in which case none will be computed.

    Parameters
    ----------
    inputs : iterable
        The inputs.

    References
    ----------
    PyTorch: ``torch.utils.checkpoint.check_backward_validity``.

    Examples
    --------
    >>> import warnings
    >>> with warnings.catch_warnings(record=True) as caught:
    ...     warnings.simplefilter("always")
    ...     torch.utils.checkpoint.check_backward_validity([torch.ones(1)])
    ...     torch.utils.checkpoint.check_backward_validity([torch.ones(1, requires_grad=True)])
    >>> len(caught)
    1
    """
    if not any(isinstance(x, Tensor) and x.requires_grad for x in inputs):
        warn("None of the inputs have requires_grad=True. Gradients will be None")


def noop_context_fn() -> tuple[AbstractContextManager[Any], AbstractContextManager[Any]]:
    """Two contexts that do nothing.

    Returns
    -------
    tuple
        The contexts.

    References
    ----------
    PyTorch: ``torch.utils.checkpoint.noop_context_fn``.

    Examples
    --------
    >>> len(torch.utils.checkpoint.noop_context_fn())
    2
    """
    return contextlib.nullcontext(), contextlib.nullcontext()


@contextlib.contextmanager
def set_checkpoint_early_stop(enable: bool) -> Iterator[None]:
    """Context that sets for all checkpoints whether recomputation stops early.

    Parameters
    ----------
    enable : bool
        True stops.

    Yields
    ------
    None
        Nothing.

    References
    ----------
    PyTorch: ``torch.utils.checkpoint.set_checkpoint_early_stop``.

    Examples
    --------
    >>> with torch.utils.checkpoint.set_checkpoint_early_stop(False):
    ...     torch.utils.checkpoint.checkpoint(torch.sin, torch.zeros(1), use_reentrant=False)
    tensor([0.])
    """
    previous, Settings.early_stop = Settings.early_stop, enable
    try:
        yield
    finally:
        Settings.early_stop = previous


@contextlib.contextmanager
def set_checkpoint_debug_enabled(enabled: bool | None) -> Iterator[None]:
    """Context that sets for all checkpoints whether they log ops for error messages.

    Parameters
    ----------
    enabled : bool or None
        None leaves it to ``checkpoint``.

    Yields
    ------
    None
        Nothing.

    References
    ----------
    PyTorch: ``torch.utils.checkpoint.set_checkpoint_debug_enabled``.

    Examples
    --------
    >>> with torch.utils.checkpoint.set_checkpoint_debug_enabled(False):
    ...     torch.utils.checkpoint.checkpoint(torch.sin, torch.zeros(1), use_reentrant=False)
    tensor([0.])
    """
    previous, Settings.debug = Settings.debug, enabled
    try:
        yield
    finally:
        Settings.debug = previous


@contextlib.contextmanager
def random_state(state: Any) -> Iterator[None]:
    """Context in which the generator starts from `state` and is restored on exit; None does nothing."""
    if state is None:
        yield
        return
    previous = get_rng_state()
    set_rng_state(state)
    try:
        yield
    finally:
        set_rng_state(previous)


def _autocast_restorer() -> Callable[[], AbstractContextManager[Any]]:
    """A function that makes contexts with the current autocast state."""
    dtype, caching = LOCAL.autocast, LOCAL.autocast_caching

    def restore() -> AbstractContextManager[Any]:
        if dtype is None and LOCAL.autocast is None and caching is LOCAL.autocast_caching:
            return contextlib.nullcontext()
        from ..amp import autocast

        return autocast("cpu", enabled=False, cache_enabled=caching) if dtype is None else autocast("cpu", of(dtype), cache_enabled=caching)

    return restore


class CheckpointFunction(Function):
    """The ``Function`` of the reentrant variant of ``checkpoint``.

    References
    ----------
    PyTorch: ``torch.utils.checkpoint.CheckpointFunction``.

    Examples
    --------
    >>> x = torch.ones(1, requires_grad=True)
    >>> torch.utils.checkpoint.CheckpointFunction.apply(torch.exp, True, x).detach()
    tensor([2.7183])
    """

    @staticmethod
    def forward(ctx: Any, run_function: Callable[..., Any], preserve_rng_state: bool, *args: Any) -> Any:
        """Call the function without recording.

        Parameters
        ----------
        ctx : FunctionCtx
            The context.
        run_function : callable
            The function.
        preserve_rng_state : bool
            Whether the recomputation draws the same random numbers.
        *args : object
            Its arguments.

        Returns
        -------
        object
            Its result.

        Examples
        --------
        >>> x = torch.tensor(2., requires_grad=True)
        >>> y = torch.utils.checkpoint.CheckpointFunction.apply(torch.square, True, x)
        >>> y.detach(), y.requires_grad
        (tensor(4.), True)
        """
        check_backward_validity(args)
        ctx.run_function = run_function
        ctx.rng_state = get_rng_state() if preserve_rng_state else None
        ctx.autocast = _autocast_restorer()
        ctx.inputs = [None if isinstance(a, Tensor) else a for a in args]
        ctx.tensor_indices = [i for i, a in enumerate(args) if isinstance(a, Tensor)]
        ctx.save_for_backward(*(args[i] for i in ctx.tensor_indices))
        with no_grad():
            return run_function(*args)

    @staticmethod
    def backward(ctx: Any, *args: Any) -> Any:
        """Call the function again with recording, and run backward.

        Parameters
        ----------
        ctx : FunctionCtx
            The context.
        *args : Tensor
            Gradients of the outputs.

        Returns
        -------
        tuple
            Gradients of the arguments.

        Examples
        --------
        >>> x = torch.tensor(2., requires_grad=True)
        >>> torch.utils.checkpoint.CheckpointFunction.apply(torch.square, True, x).backward()
        >>> x.grad
        tensor(4.)
        """
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
    """Call a function without keeping its saved tensors, which backward recomputes.

    Trades time for memory: only the inputs are kept.

    Parameters
    ----------
    function : callable
        The function; it must be deterministic.
    *args : object
        Its arguments.
    use_reentrant : bool, optional
        The variant: False is the newer one, True runs a nested backward, takes no keyword arguments
        and fails under ``torch.autograd.grad``. None warns and means True.
    context_fn : callable, default noop_context_fn
        Returns two contexts, for the call and the recomputation; see
        ``create_selective_checkpoint_contexts``.
    determinism_check : str, default 'default'
        ``'default'`` compares shape, dtype and device of saved tensors, ``'none'`` only their number.
    debug : bool, default False
        Whether error messages list the ops of both runs.
    early_stop : bool, default True
        Whether recomputation stops after the last tensor that is needed.
    **kwargs : object
        Keyword arguments; ``preserve_rng_state=False`` does not restore the generator state.

    Returns
    -------
    object
        What the function returns.

    Raises
    ------
    CheckpointError
        In backward, if the recomputation saves different tensors.

    References
    ----------
    Chen and others (2016), arXiv:1604.06174.

    PyTorch: ``torch.utils.checkpoint.checkpoint``.

    Examples
    --------
    >>> x = torch.tensor([2.0], requires_grad=True)
    >>> y = torch.utils.checkpoint.checkpoint(lambda t: t.exp().sin(), x, use_reentrant=False)
    >>> y.sum().backward()
    >>> torch.allclose(x.grad, x.exp().cos() * x.exp())
    True
    """
    if use_reentrant is None:
        warn("torch.utils.checkpoint: the use_reentrant parameter should be passed explicitly. Calling checkpoint without it is "
             "deprecated; use_reentrant=False is recommended, use_reentrant=True is what you get now.")
        use_reentrant = True
    preserve = kwargs.pop("preserve_rng_state", True)
    if not use_reentrant:
        return _checkpoint_without_reentrant(function, args, kwargs, preserve, context_fn, determinism_check, debug, early_stop)
    if kwargs:
        raise ValueError("Unexpected keyword arguments: " + ",".join(kwargs))
    if context_fn is not noop_context_fn or debug is not False:
        raise ValueError("Passing `context_fn` or `debug` is only supported when use_reentrant=False.")
    return CheckpointFunction.apply(function, preserve, *args)


def _checkpoint_without_reentrant(
    function: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any], preserve: bool, context_fn: Callable[[], Any],
    determinism_check: str, debug: bool, early_stop: bool,
) -> Any:
    if determinism_check not in ("default", "none"):
        raise ValueError(f"determinism_check should be one of ['default', 'none'], but got {determinism_check}")
    if Settings.debug is not None:
        debug = Settings.debug
    if debug and context_fn is not noop_context_fn:
        raise ValueError("debug=True is incompatible with non-default context_fn")
    forward_context, recompute_context = context_fn()
    if not LOCAL.grad:
        return function(*args, **kwargs)
    state = get_rng_state() if preserve else None
    autocast = _autocast_restorer()

    def recompute(*inputs: Any) -> None:
        with random_state(state), autocast(), recompute_context:
            function(*inputs, **kwargs)

    frame = Frame(recompute, args, Settings.early_stop if Settings.early_stop is not None else early_stop,
                  compare=determinism_check == "default", debug=debug)
    with frame.forward(), forward_context:
        return function(*args, **kwargs)
    raise RuntimeError("torch.utils.checkpoint: the forward context provided by context_fn suppressed an exception raised during the "
                       "checkpointed forward: there is no result to return.")


def checkpoint_sequential(functions: Any, segments: int, input: Any, use_reentrant: bool | None = None, **kwargs: Any) -> Any:
    """Run a chain of functions in segments, all but the last of which are checkpointed.

    Parameters
    ----------
    functions : Sequential or list of callable
        The chain.
    segments : int
        Number of segments.
    input : Tensor
        Input of the first function.
    use_reentrant : bool, optional
        As for ``checkpoint``.
    **kwargs : object
        ``preserve_rng_state``.

    Returns
    -------
    object
        Result of the last function.

    References
    ----------
    PyTorch: ``torch.utils.checkpoint.checkpoint_sequential``.

    Examples
    --------
    >>> net = torch.nn.Sequential(torch.nn.Linear(2, 4), torch.nn.Tanh(), torch.nn.Linear(4, 1))
    >>> torch.utils.checkpoint.checkpoint_sequential(net, 2, torch.ones(3, 2), use_reentrant=False).shape
    torch.Size([3, 1])
    """
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
        input = checkpoint(_compose(parts[start:last]), input, use_reentrant=use_reentrant, preserve_rng_state=preserve)
    return _compose(parts[last:])(input)


def _compose(functions: list[Callable[..., Any]]) -> Callable[[Any], Any]:
    def run(value: Any) -> Any:
        for function in functions:
            value = function(value)
        return value

    return run


# Selective checkpointing ---------------------------------------------------------------------------------------------------------------


class CheckpointPolicy(enum.Enum):
    """The decision of a policy about the result of an op: ``MUST_SAVE``, ``PREFER_RECOMPUTE`` and so on.

    Parameters
    ----------
    value : int
        Number of the policy.
    names, module, qualname, type, start, boundary : optional
        Python's arguments for making enumerations.

    References
    ----------
    PyTorch: ``torch.utils.checkpoint.CheckpointPolicy``.

    Examples
    --------
    >>> torch.utils.checkpoint.CheckpointPolicy.MUST_SAVE
    <CheckpointPolicy.MUST_SAVE: 0>
    """

    MUST_SAVE = 0
    PREFER_SAVE = 1
    MUST_RECOMPUTE = 2
    PREFER_RECOMPUTE = 3
    MUST_CPU_OFFLOAD = 4
    PREFER_CPU_OFFLOAD = 5


class SelectiveCheckpointContext:
    """The first argument of a policy.

    Parameters
    ----------
    is_recompute : bool
        Whether this is the recomputation.
    op_output : object, optional
        The result of the op.

    References
    ----------
    PyTorch: ``torch.utils.checkpoint.SelectiveCheckpointContext``.

    Examples
    --------
    >>> torch.utils.checkpoint.SelectiveCheckpointContext(is_recompute=False).is_recompute
    False
    """

    def __init__(self, *, is_recompute: bool, op_output: Any = None) -> None:
        self.is_recompute, self.op_output = is_recompute, op_output


#: Ops that selective checkpointing ignores.
SAC_IGNORED_OPS: set[Any] = {aten.detach.default, aten.numel.default, aten.storage_offset.default}


def create_selective_checkpoint_contexts(policy_fn_or_list: Any, allow_cache_entry_mutation: bool = False) -> Any:
    """Make the contexts for ``context_fn`` of ``checkpoint`` that save the results of some ops.

    Parameters
    ----------
    policy_fn_or_list : callable or list
        ``policy(ctx, op, *args, **kwargs)`` returns a ``CheckpointPolicy`` (or a bool, True to save)
        for an overload of ``torch.ops.aten``; or a list of such overloads whose results are saved.
    allow_cache_entry_mutation : bool, default False
        Whether a saved result may be changed in place.

    Returns
    -------
    tuple
        Two contexts.

    Raises
    ------
    TypeError
        If it is neither.
    ValueError
        If an entry of the list is not an overload.

    References
    ----------
    PyTorch: ``torch.utils.checkpoint.create_selective_checkpoint_contexts``.

    Examples
    --------
    >>> from functools import partial
    >>> keep = [torch.ops.aten.mm.default]
    >>> contexts = partial(torch.utils.checkpoint.create_selective_checkpoint_contexts, keep)
    >>> x = torch.ones(2, 2, requires_grad=True)
    >>> y = torch.utils.checkpoint.checkpoint(lambda t: (t @ t).sin(), x, use_reentrant=False, context_fn=contexts)
    >>> y.shape
    torch.Size([2, 2])
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
    return SavingObserver(policy, storage, SelectiveCheckpointContext, saves), ReplayingObserver(storage, allow_cache_entry_mutation)


def _check_ops(ops: list[Any]) -> None:
    for op in ops:
        if not isinstance(op, OpOverload):
            hint = (f"Name one of its overloads, for example `torch.ops.{op}.default`." if isinstance(op, OpOverloadPacket) else "")
            raise ValueError(f"Expected op in `op_list` to be an OpOverload but got: {op} of type {type(op)}. {hint}")


__all__ = ["SAC_IGNORED_OPS", "CheckpointError", "CheckpointFunction", "CheckpointPolicy", "DefaultDeviceType", "GraphExecGroup",
           "SelectiveCheckpointContext", "check_backward_validity", "checkpoint", "checkpoint_sequential",
           "create_selective_checkpoint_contexts", "detach_variable", "get_device_states", "noop_context_fn",
           "set_checkpoint_debug_enabled", "set_checkpoint_early_stop", "set_device_states"]
