"""The graph that backward runs over: nodes, saved tensors, hooks. https://docs.pytorch.org/docs/stable/autograd.html#autograd-graph"""
from __future__ import annotations

import contextlib
import functools
from _thread import allocate_lock
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from weakref import WeakKeyDictionary, WeakValueDictionary

import numpy as np

from .._array.exchange.type_names import value_type_name
from .._bindings.tensor.tensor import Tensor
from .._dispatch.graph.node import Node, as_node
from .._dispatch.graph.recording import edge_of
from .._dispatch.graph.versions import bump_version
from .._dispatch.levels.lifting import example_array
from .._dispatch.state import LOCAL, activate, deactivate
from ..utils.hooks import RemovableHandle

__all__ = ["GradientEdge", "Node", "allow_mutation_on_saved_tensors", "disable_saved_tensors_hooks", "get_gradient_edge",
           "increment_version", "region_activation_memory_budget", "register_multi_grad_hook", "save_on_cpu", "saved_tensors_hooks",
           "set_override_stale_capture_stream", "set_warn_on_accumulate_grad_stream_mismatch"]


class GradientEdge(NamedTuple):
    """An output of a node, to which a gradient flows; accepted in place of a tensor by ``grad`` and ``backward``.

    Parameters
    ----------
    node : Node
        The step.
    output_nr : int
        Which of its outputs.
    ownership_token : Node
        Keeps the graph alive.

    References
    ----------
    PyTorch: ``torch.autograd.graph.GradientEdge``.

    Examples
    --------
    >>> x = torch.ones(1, requires_grad=True)
    >>> edge = torch.autograd.graph.get_gradient_edge(x * 2)
    >>> edge.node.name(), edge.output_nr
    ('MulBackward0', 0)
    """

    node: Node
    output_nr: int
    ownership_token: Node | None = None


def get_gradient_edge(tensor: Tensor) -> GradientEdge:
    """The edge along which the gradient of a tensor flows.

    Parameters
    ----------
    tensor : Tensor
        One that requires a gradient.

    Returns
    -------
    GradientEdge
        Node and number.

    Raises
    ------
    RuntimeError
        If it requires none.

    References
    ----------
    PyTorch: ``torch.autograd.graph.get_gradient_edge``.

    Examples
    --------
    >>> x = torch.ones(1, requires_grad=True)
    >>> y = x * 2
    >>> edge = torch.autograd.graph.get_gradient_edge(y)
    >>> torch.autograd.grad(edge, x, torch.ones(1))
    (tensor([2.]),)
    """
    if not tensor.requires_grad:
        raise RuntimeError("It is not possible to get the gradient edge for a Tensor that does not require gradients")
    edge, slot = edge_of(tensor)
    node = as_node(edge)
    if node is None:
        raise AssertionError("Expected gradient function to be set")
    return GradientEdge(node, slot)


def increment_version(tensor: Tensor | Iterable[Tensor]) -> None:
    """Increment the version counter of a tensor that was changed without autograd's knowledge.

    Parameters
    ----------
    tensor : Tensor or iterable of Tensor
        What was changed.

    References
    ----------
    PyTorch: ``torch.autograd.graph.increment_version``.

    Examples
    --------
    >>> x = torch.ones(1)
    >>> torch.autograd.graph.increment_version(x)
    >>> x._version
    1
    """
    tensors = (tensor,) if isinstance(tensor, Tensor) else tensor
    if not isinstance(tensors, Iterable):
        raise RuntimeError("increment_version expect a Iterable[Tensor] as input")
    for t in tensors:
        if not isinstance(t, Tensor):
            raise RuntimeError("increment_version expects each element of the iterable to be a tensor")
        bump_version(t)


class saved_tensors_hooks:
    """Context that applies functions to saved tensors: to compress them, or store them on disk.

    Parameters
    ----------
    pack_hook : callable
        Takes a tensor, gives anything; must not change it.
    unpack_hook : callable
        Takes that, gives the tensor.

    Raises
    ------
    RuntimeError
        If hooks are disabled.

    References
    ----------
    PyTorch: ``torch.autograd.graph.saved_tensors_hooks``.

    Examples
    --------
    >>> with torch.autograd.graph.saved_tensors_hooks(lambda t: t.half(), lambda t: t.float()):
    ...     x = torch.tensor([2.0], requires_grad=True)
    ...     y = x * x
    >>> y.backward()
    >>> x.grad
    tensor([4.])
    """

    def __init__(self, pack_hook: Callable[[Tensor], Any], unpack_hook: Callable[[Any], Tensor]) -> None:
        self.pack_hook = pack_hook
        self.unpack_hook = unpack_hook

    def __enter__(self) -> None:
        if LOCAL.saved_hooks_disabled is not None:
            raise RuntimeError(LOCAL.saved_hooks_disabled)
        if not callable(self.pack_hook) or not callable(self.unpack_hook):
            raise TypeError("_push_saved_tensors_default_hooks(): incompatible function arguments. The following argument types are "
                            "supported:\n    1. (arg0: function, arg1: function) -> None")
        LOCAL.saved_hooks.append((self.pack_hook, self.unpack_hook))
        activate(self)

    def __exit__(self, *args: object) -> None:
        if not LOCAL.saved_hooks:
            raise RuntimeError("is_initialized && !tls.stack.empty() INTERNAL ASSERT FAILED: no hooks are open")
        LOCAL.saved_hooks.pop()
        deactivate(self)


class save_on_cpu(saved_tensors_hooks):
    """Context in which saved tensors are kept in main memory, where they already are.

    Parameters
    ----------
    pin_memory : bool, default False
        Refused without a GPU.
    device_type : str, default 'cuda'
        Accepted for compatibility.

    References
    ----------
    PyTorch: ``torch.autograd.graph.save_on_cpu``.

    Examples
    --------
    >>> x = torch.tensor([2.0], requires_grad=True)
    >>> with torch.autograd.graph.save_on_cpu():
    ...     y = x * x
    >>> y.backward()
    >>> x.grad
    tensor([4.])
    """

    def __init__(self, pin_memory: bool = False, device_type: str = "cuda") -> None:
        pack = _refuse_to_pin if pin_memory and device_type == "cpu" else _pack_with_device  # there are no other devices to pin for
        super().__init__(pack, lambda packed: packed[1].to(packed[0]))


def _pack_with_device(tensor: Any) -> tuple[Any, Any]:
    return tensor.device, tensor.cpu()


def _refuse_to_pin(tensor: Any) -> tuple[Any, Any]:
    raise RuntimeError("pin_memory=True requires a CUDA or other accelerator backend; no pinned memory allocator is available on this "
                       "system.")


@contextlib.contextmanager
def disable_saved_tensors_hooks(error_message: str) -> Generator[None, None, None]:
    """Context in which ``saved_tensors_hooks`` raises.

    Parameters
    ----------
    error_message : str
        Its text.

    Yields
    ------
    None
        Nothing.

    References
    ----------
    PyTorch: ``torch.autograd.graph.disable_saved_tensors_hooks``.

    Examples
    --------
    >>> with torch.autograd.graph.disable_saved_tensors_hooks("no hooks here"):
    ...     try:
    ...         with torch.autograd.graph.saved_tensors_hooks(lambda x: x, lambda x: x):
    ...             pass
    ...     except RuntimeError as error:
    ...         print(error)
    no hooks here
    """
    if not isinstance(error_message, str):
        raise TypeError("_saved_tensors_hooks_disable(): incompatible function arguments. The following argument types are supported:\n"
                        "    1. (error_message: str) -> None")
    if LOCAL.saved_hooks:
        raise RuntimeError(error_message)
    previous = LOCAL.saved_hooks_disabled
    LOCAL.saved_hooks_disabled = error_message
    try:
        yield
    finally:
        LOCAL.saved_hooks_disabled = previous


class _MultiHandle(RemovableHandle):
    """Removes several hooks at once."""

    def __init__(self, handles: tuple[RemovableHandle, ...]) -> None:
        self.handles = handles

    def remove(self) -> None:
        for handle in self.handles:
            handle.remove()

    def __getstate__(self) -> tuple[RemovableHandle, ...]:
        return self.handles

    def __setstate__(self, state: tuple[RemovableHandle, ...]) -> None:
        self.handles = state


def register_multi_grad_hook(
    tensors: Sequence[Tensor], fn: Callable[..., None], *, mode: Literal["all", "any"] = "all",
) -> RemovableHandle:
    """Call a function once per backward, when the gradients of several tensors are computed.

    Parameters
    ----------
    tensors : sequence of Tensor
        The tensors.
    fn : callable
        With ``'all'`` it takes the list of gradients (None for unreachable tensors), with ``'any'``
        the first one.
    mode : str, default 'all'
        ``'all'`` waits for the last, ``'any'`` for the first.

    Returns
    -------
    RemovableHandle
        Its ``remove()`` removes the hook.

    References
    ----------
    PyTorch: ``torch.autograd.graph.register_multi_grad_hook``.

    Examples
    --------
    >>> a, b = torch.ones(1, requires_grad=True), torch.ones(1, requires_grad=True)
    >>> handle = torch.autograd.graph.register_multi_grad_hook((a, b), lambda grads: print(grads))
    >>> (2 * a + 3 * b).backward()
    [tensor([2.]), tensor([3.])]
    """
    if mode not in ("all", "any"):
        raise ValueError(f"Expects mode to be one of ('all', 'any') but got {mode}")
    if mode == "any":
        tensors, hook = [t for t in tensors if t.requires_grad], _any_hook(fn)
    else:
        hook = _all_hook(fn, [_get_grad_fn_or_grad_acc(t) for t in tensors])
    return _MultiHandle(tuple(t.register_hook(functools.partial(hook, i)) for i, t in enumerate(tensors)))


def _get_grad_fn_or_grad_acc(t: Tensor | GradientEdge) -> Node:
    """The node that receives the gradient of a tensor or edge; for a leaf, its gradient accumulator."""
    if isinstance(t, GradientEdge):
        return t.node
    node = as_node(edge_of(t)[0]) if t.requires_grad else None
    if node is None:
        raise AssertionError("Expected gradient function to be set")
    return node


def _all_hook(fn: Callable[..., None], nodes: list[Node]) -> Callable[[int, Any], None]:
    lock = allocate_lock()
    waiting: dict[int, list[Any]] = {}  # per backward: the gradients, and the number still missing

    def hook(index: int, grad: Any) -> None:
        task = LOCAL.task
        with lock:
            if task.id not in waiting:
                waiting[task.id] = [[None] * len(nodes), sum(task.will_execute(node) for node in nodes)]
            entry = waiting[task.id]
            entry[0][index] = grad
            entry[1] -= 1
            if entry[1]:
                return
            del waiting[task.id]
        fn(entry[0])

    return hook


def _any_hook(fn: Callable[..., None]) -> Callable[[int, Any], None]:
    lock = allocate_lock()
    seen: set[int] = set()

    def hook(_index: int, grad: Any) -> None:
        with lock:
            first = LOCAL.task.id not in seen
            seen.add(LOCAL.task.id)
        if first:
            fn(grad)

    return hook


class _Handle:
    """A placeholder for a saved tensor in a node, so that the tensor can be replaced."""


class _AllowMutationOnSavedContext:
    """The state of an `allow_mutation_on_saved_tensors` block: saved tensors, and copies of those that were changed."""

    def __init__(self) -> None:
        self.original: WeakKeyDictionary[_Handle, Tensor] = WeakKeyDictionary()
        self.cloned: WeakKeyDictionary[_Handle, Tensor] = WeakKeyDictionary()
        #: The handle of a tensor, its memory and version: what is saved several times is copied once.
        self.tid_to_weakhandle: WeakValueDictionary[tuple[int, int, int], _Handle] = WeakValueDictionary()

    def clear(self) -> None:
        """Drop all tensors and copies."""
        self.original.clear()
        self.cloned.clear()

    def pack(self, tensor: Tensor) -> _Handle:
        tid = id(tensor), tensor.data_ptr(), tensor._version
        handle = self.tid_to_weakhandle.get(tid)
        if handle is None or self.original.get(handle) is not tensor:
            handle = self.tid_to_weakhandle[tid] = _Handle()
            self.original[handle] = tensor
        return handle

    def unpack(self, handle: _Handle) -> Tensor:
        found = self.cloned.get(handle, self.original.get(handle))
        if found is None:
            raise AssertionError("Trying to backward outside of the 'allow_mutation_on_saved_tensors' context"
                                 "in which the graph was originally recorded.")
        return found

    def before_write(self, tensor: Any) -> None:
        """Copy saved tensors that share memory with `tensor`, which is about to change."""
        for handle, saved in list(self.original.items()):
            if np.may_share_memory(example_array(saved._array), example_array(tensor._array)):
                self.cloned[handle] = saved.detach().clone()
                del self.original[handle]


@contextlib.contextmanager
def allow_mutation_on_saved_tensors() -> Generator[_AllowMutationOnSavedContext, None, None]:
    """Context in which saved tensors may be changed in place: a backward inside uses their original values.

    Yields
    ------
    object
        The holder of the copies; its ``clear()`` frees them.

    References
    ----------
    PyTorch: ``torch.autograd.graph.allow_mutation_on_saved_tensors``.

    Examples
    --------
    >>> with torch.autograd.graph.allow_mutation_on_saved_tensors():
    ...     x = torch.tensor([2.0], requires_grad=True)
    ...     a = x.clone()
    ...     y = a * a
    ...     b = a.zero_()
    ...     y.backward()
    >>> x.grad
    tensor([4.])
    """
    if LOCAL.before_write is not None:
        raise RuntimeError("allow_mutation_on_saved_tensors contexts cannot be nested")
    context = _AllowMutationOnSavedContext()
    with saved_tensors_hooks(context.pack, context.unpack):
        LOCAL.before_write = context.before_write
        try:
            yield context
        finally:
            LOCAL.before_write = None
            context.clear()


def region_activation_memory_budget(budget: float) -> AbstractContextManager[None]:
    """Context that sets how much a compiled function saves; always raises, because nothing is compiled.

    Parameters
    ----------
    budget : float
        Share in [0, 1].

    Returns
    -------
    context
        With PyTorch, in a compiled function.

    Raises
    ------
    TypeError
        `budget` is no number.
    ValueError
        `budget` is not in [0, 1].
    RuntimeError
        Otherwise.

    References
    ----------
    PyTorch: ``torch.autograd.graph.region_activation_memory_budget``.

    Examples
    --------
    >>> try:
    ...     with torch.autograd.graph.region_activation_memory_budget(0.5):
    ...         pass
    ... except RuntimeError:
    ...     print("for compiled functions only")
    for compiled functions only
    """
    if isinstance(budget, bool) or not isinstance(budget, (int, float)):
        raise TypeError(f"torch.autograd.graph.region_activation_memory_budget: expects a float, got {type(budget).__name__}")
    if not 0 <= budget <= 1:
        raise ValueError(f"torch.autograd.graph.region_activation_memory_budget: must be in [0, 1], got {budget}")
    raise RuntimeError("torch.autograd.graph.region_activation_memory_budget can only be used inside a torch.compile region; it has no "
                       "effect in eager mode.")


def set_warn_on_accumulate_grad_stream_mismatch(enabled: bool) -> None:
    """Accepted for CUDA streams; no effect.

    Parameters
    ----------
    enabled : bool
        Ignored.

    References
    ----------
    PyTorch: ``torch.autograd.graph.set_warn_on_accumulate_grad_stream_mismatch``.

    Examples
    --------
    >>> print(torch.autograd.graph.set_warn_on_accumulate_grad_stream_mismatch(True))
    None
    """
    if enabled is not True and enabled is not False:
        raise RuntimeError(f"enabled must be a bool, but got {value_type_name(enabled)}")


def set_override_stale_capture_stream(enabled: bool) -> None:
    """Accepted for CUDA graphs; no effect.

    Parameters
    ----------
    enabled : bool
        Ignored.

    References
    ----------
    PyTorch: ``torch.autograd.graph.set_override_stale_capture_stream``.

    Examples
    --------
    >>> print(torch.autograd.graph.set_override_stale_capture_stream(False))
    None
    """


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    def __getattr__(name: str) -> Any:
        if name != "_engine_run_backward":
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from ._engine_calls import _engine_run_backward

        return _engine_run_backward
