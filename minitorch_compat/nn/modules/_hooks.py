"""Hooks of modules: registries, registration, and the call that runs them."""
from __future__ import annotations

import weakref
from collections import OrderedDict
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

from ..._array.core.user_warnings import warn
from ...utils.hooks import BackwardHook, RemovableHandle
from .._torch import Tensor

Hooks = OrderedDict[int, Callable[..., Any]]


@cache
def _registry_module() -> Any:
    """The module whose globals are the registries for all modules. User code may replace these, so they are looked up at each use."""
    from . import module

    return module


_MIXED_GLOBAL_HOOKS_ERROR = ("Cannot use both regular backward hooks and full backward hooks as a global Module hook. "
                             "Please use only one of them.")
_MIXED_HOOKS_ERROR = ("Cannot use both regular backward hooks and full backward hooks on a single Module. "
                      "Please use only one of them.")
_NON_FULL_WARNING_END = " Please use register_full_backward_hook to get the documented behavior."


class _WrappedHook:
    """A hook, optionally with its module as first argument, which is held weakly so that it can be freed."""

    __module__ = "minitorch_compat.nn.modules.module"  # PyTorch's module of this class, which files refer to

    def __init__(self, hook: Callable[..., Any], module: Any = None) -> None:
        self.hook = hook
        self.__name__ = getattr(hook, "__name__", type(hook).__name__)
        self.__doc__ = getattr(hook, "__doc__", None)
        self.with_module = module is not None
        self.module = weakref.ref(module) if module is not None else None

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self.module is None:
            return self.hook(*args, **kwargs)
        module = self.module()
        if module is None:
            raise RuntimeError("You are trying to call the hook of a dead Module!")
        return self.hook(module, *args, **kwargs)

    def __getstate__(self) -> dict[str, Any]:
        state = {"hook": self.hook, "with_module": self.with_module}
        if self.module is not None:
            state["module"] = self.module()
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        module = state.get("module")
        if state["with_module"] and module is None:
            raise RuntimeError("You are trying to revive the hook of a dead Module!")
        self.__init__(state["hook"], module)  # type: ignore[misc]


def _register_hook(hooks: Any, hook: Callable[..., Any], *, prepend: bool = False, flagged_dicts: Any = ()) -> RemovableHandle:
    """Register `hook`; `flagged_dicts` are dicts, with flags that tell whether to enter its key."""
    handle = RemovableHandle(hooks, extra_dict=[mark for mark, _ in flagged_dicts])
    hooks[handle.id] = hook
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    for mark, is_marked in flagged_dicts:
        if is_marked:
            mark[handle.id] = True
    return handle


def register_module_buffer_registration_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call a function when any module registers a buffer.

    Parameters
    ----------
    hook : callable
        ``hook(module, name, buffer)`` returns None or the object to register instead.

    Returns
    -------
    RemovableHandle
        Its ``remove()`` removes the hook.

    References
    ----------
    PyTorch: ``torch.nn.register_module_buffer_registration_hook``.

    Examples
    --------
    >>> names = []
    >>> def hook(module, name, value):
    ...     names.append(name)
    >>> handle = torch.nn.modules.module.register_module_buffer_registration_hook(hook)
    >>> layer = torch.nn.BatchNorm1d(2)
    >>> handle.remove()
    >>> names
    ['running_mean', 'running_var', 'num_batches_tracked']
    """
    return _register_hook(_registry_module()._global_buffer_registration_hooks, hook)


def register_module_module_registration_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call a function when any module registers a submodule.

    Parameters
    ----------
    hook : callable
        ``hook(module, name, submodule)`` returns None or the object to register instead.

    Returns
    -------
    RemovableHandle
        Its ``remove()`` removes the hook.

    References
    ----------
    PyTorch: ``torch.nn.register_module_module_registration_hook``.

    Examples
    --------
    >>> names = []
    >>> def hook(module, name, value):
    ...     names.append(name)
    >>> handle = torch.nn.modules.module.register_module_module_registration_hook(hook)
    >>> net = torch.nn.Sequential(torch.nn.ReLU(), torch.nn.Tanh())
    >>> handle.remove()
    >>> names
    ['0', '1']
    """
    return _register_hook(_registry_module()._global_module_registration_hooks, hook)


def register_module_parameter_registration_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call a function when any module registers a parameter.

    Parameters
    ----------
    hook : callable
        ``hook(module, name, parameter)`` returns None or the object to register instead.

    Returns
    -------
    RemovableHandle
        Its ``remove()`` removes the hook.

    References
    ----------
    PyTorch: ``torch.nn.register_module_parameter_registration_hook``.

    Examples
    --------
    >>> names = []
    >>> def hook(module, name, value):
    ...     names.append(name)
    >>> handle = torch.nn.modules.module.register_module_parameter_registration_hook(hook)
    >>> layer = torch.nn.Linear(1, 1)
    >>> handle.remove()
    >>> names
    ['weight', 'bias']
    """
    return _register_hook(_registry_module()._global_parameter_registration_hooks, hook)


def register_module_forward_pre_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call a function before each ``forward`` of any module.

    Parameters
    ----------
    hook : callable
        ``hook(module, args)`` returns None or new arguments.

    Returns
    -------
    RemovableHandle
        Its ``remove()`` removes the hook.

    Notes
    -----
    Hooks for all modules are meant for debugging; they run before those of the module itself.

    References
    ----------
    PyTorch: ``torch.nn.register_module_forward_pre_hook``.

    Examples
    --------
    >>> calls = []
    >>> handle = torch.nn.modules.module.register_module_forward_pre_hook(lambda m, args: calls.append(type(m).__name__))
    >>> y = torch.nn.ReLU()(torch.ones(1))
    >>> handle.remove()
    >>> calls
    ['ReLU']
    """
    return _register_hook(_registry_module()._global_forward_pre_hooks, hook)


def register_module_forward_hook(
    hook: Callable[..., Any], *, with_kwargs: bool = False, always_call: bool = False,
) -> RemovableHandle:
    """Call a function after each ``forward`` of any module.

    Parameters
    ----------
    hook : callable
        ``hook(module, args, output)``, with ``kwargs`` before ``output`` if requested, returns None or
        a new output.
    with_kwargs : bool, default False
        Whether the hook gets the keyword arguments, too.
    always_call : bool, default False
        Whether it is called even if ``forward`` raises.

    Returns
    -------
    RemovableHandle
        Its ``remove()`` removes the hook.

    References
    ----------
    PyTorch: ``torch.nn.register_module_forward_hook``.

    Examples
    --------
    >>> shapes = []
    >>> handle = torch.nn.modules.module.register_module_forward_hook(lambda m, args, out: shapes.append(tuple(out.shape)))
    >>> y = torch.nn.Linear(2, 3)(torch.ones(1, 2))
    >>> handle.remove()
    >>> shapes
    [(1, 3)]
    """
    registry = _registry_module()
    return _register_hook(registry._global_forward_hooks, hook, flagged_dicts=[
        (registry._global_forward_hooks_with_kwargs, with_kwargs), (registry._global_forward_hooks_always_called, always_call)])


def register_module_backward_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Old variant of ``register_module_full_backward_hook``, which sees the last operation of a module only.

    Parameters
    ----------
    hook : callable
        ``hook(module, grad_input, grad_output)`` returns None or new input gradients.

    Returns
    -------
    RemovableHandle
        Its ``remove()`` removes the hook.

    Raises
    ------
    RuntimeError
        If full backward hooks are registered.

    References
    ----------
    PyTorch: ``torch.nn.register_module_backward_hook``.
    """
    if _registry_module()._global_is_full_backward_hook is True:
        raise RuntimeError(_MIXED_GLOBAL_HOOKS_ERROR)
    _registry_module()._global_is_full_backward_hook = False
    return _register_hook(_registry_module()._global_backward_hooks, hook)


def register_module_full_backward_pre_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call a function when the gradient of the output of any module has been computed.

    Parameters
    ----------
    hook : callable
        ``hook(module, grad_output)`` returns None or new gradients.

    Returns
    -------
    RemovableHandle
        Its ``remove()`` removes the hook.

    References
    ----------
    PyTorch: ``torch.nn.register_module_full_backward_pre_hook``.

    Examples
    --------
    >>> seen = []
    >>> handle = torch.nn.modules.module.register_module_full_backward_pre_hook(lambda m, gout: seen.append(gout[0].item()))
    >>> torch.nn.ReLU()(torch.ones(1, requires_grad=True)).sum().backward()
    >>> handle.remove()
    >>> seen
    [1.0]
    """
    return _register_hook(_registry_module()._global_backward_pre_hooks, hook)


def register_module_full_backward_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call a function when the gradients of the inputs of any module have been computed.

    Parameters
    ----------
    hook : callable
        ``hook(module, grad_input, grad_output)`` returns None or new input gradients.

    Returns
    -------
    RemovableHandle
        Its ``remove()`` removes the hook.

    Raises
    ------
    RuntimeError
        If old hooks are registered.

    References
    ----------
    PyTorch: ``torch.nn.register_module_full_backward_hook``.

    Examples
    --------
    >>> seen = []
    >>> handle = torch.nn.modules.module.register_module_full_backward_hook(lambda m, gin, gout: seen.append(gin[0].item()))
    >>> torch.nn.ReLU()(torch.ones(1, requires_grad=True)).sum().backward()
    >>> handle.remove()
    >>> seen
    [1.0]
    """
    if _registry_module()._global_is_full_backward_hook is False:
        raise RuntimeError(_MIXED_GLOBAL_HOOKS_ERROR)
    _registry_module()._global_is_full_backward_hook = True
    return _register_hook(_registry_module()._global_backward_hooks, hook)


def _has_any_global_hook() -> bool:
    registry = _registry_module()
    return bool(registry._global_backward_pre_hooks or registry._global_backward_hooks or registry._global_forward_hooks
                or registry._global_forward_pre_hooks or registry._global_forward_hooks_always_called
                or registry._global_forward_hooks_with_kwargs)


def has_forward_hooks(module: Any) -> bool:
    """Whether `module` has forward hooks of its own."""
    return bool(module._forward_hooks or module._forward_pre_hooks)


class HooksMixin:
    """Registration of hooks on a module, and `_hooked_call`, which runs them before and after forward."""

    _backward_pre_hooks: Hooks
    _backward_hooks: Hooks
    _is_full_backward_hook: bool | None
    _forward_hooks: Hooks
    _forward_hooks_with_kwargs: dict[int, bool]
    _forward_hooks_always_called: dict[int, bool]
    _forward_pre_hooks: Hooks
    _forward_pre_hooks_with_kwargs: dict[int, bool]
    forward: Callable[..., Any]

    def register_forward_pre_hook(
        self, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False,
    ) -> RemovableHandle:
        """Call a function before each ``forward`` of this module.

        Parameters
        ----------
        hook : callable
            ``hook(module, args)`` returns None, or new arguments (a tuple, or a single one); with
            ``with_kwargs`` it is ``hook(module, args, kwargs)`` and returns None or a pair of both.
        prepend : bool, default False
            Whether it runs before the registered ones.
        with_kwargs : bool, default False
            Whether it gets the keyword arguments, too.

        Returns
        -------
        RemovableHandle
            Its ``remove()`` removes the hook.

        Examples
        --------
        >>> layer = torch.nn.ReLU()
        >>> handle = layer.register_forward_pre_hook(lambda module, args: (args[0] + 1,))
        >>> layer(torch.tensor([-3., 0.]))
        tensor([0., 1.])
        """
        return _register_hook(self._forward_pre_hooks, hook, prepend=prepend,
                              flagged_dicts=[(self._forward_pre_hooks_with_kwargs, with_kwargs)])

    def register_forward_hook(
        self, hook: Callable[..., Any], *, prepend: bool = False, with_kwargs: bool = False, always_call: bool = False,
    ) -> RemovableHandle:
        """Call a function after each ``forward`` of this module, to observe or replace its output.

        Parameters
        ----------
        hook : callable
            ``hook(module, args, output)``, with ``kwargs`` before ``output`` if requested, returns None or
            a new output.
        prepend : bool, default False
            Whether it runs before the registered ones.
        with_kwargs : bool, default False
            Whether it gets the keyword arguments, too.
        always_call : bool, default False
            Whether it is called even if ``forward`` raises.

        Returns
        -------
        RemovableHandle
            Its ``remove()`` removes the hook.

        Examples
        --------
        >>> features = {}
        >>> layer = torch.nn.Linear(2, 3)
        >>> def keep(module, args, output):
        ...     features["out"] = output.shape
        >>> handle = layer.register_forward_hook(keep)
        >>> y = layer(torch.ones(1, 2))
        >>> features
        {'out': torch.Size([1, 3])}
        """
        return _register_hook(self._forward_hooks, hook, prepend=prepend,
                              flagged_dicts=[(self._forward_hooks_with_kwargs, with_kwargs),
                                             (self._forward_hooks_always_called, always_call)])

    def register_full_backward_pre_hook(self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """Call a function when the gradient of this module's output has been computed.

        Parameters
        ----------
        hook : callable
            ``hook(module, grad_output)`` returns None or new gradients, a tuple.
        prepend : bool, default False
            Whether it runs before the registered ones.

        Returns
        -------
        RemovableHandle
            Its ``remove()`` removes the hook.

        Examples
        --------
        >>> layer = torch.nn.Identity()
        >>> handle = layer.register_full_backward_pre_hook(lambda module, gout: (gout[0] * 10,))
        >>> x = torch.ones(1, requires_grad=True)
        >>> layer(x).sum().backward()
        >>> x.grad
        tensor([10.])
        """
        return _register_hook(self._backward_pre_hooks, hook, prepend=prepend)

    def register_full_backward_hook(self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """Call a function when the gradients of this module's inputs have been computed.

        Parameters
        ----------
        hook : callable
            ``hook(module, grad_input, grad_output)`` returns None or new input gradients, a tuple; entries
            are None for values other than tensors.
        prepend : bool, default False
            Whether it runs before the registered ones.

        Returns
        -------
        RemovableHandle
            Its ``remove()`` removes the hook.

        Raises
        ------
        RuntimeError
            If the module has old hooks.

        Notes
        -----
        Inputs and outputs of the module cannot be changed in place while it is registered.

        Examples
        --------
        >>> layer = torch.nn.Linear(1, 1, bias=False)
        >>> handle = layer.register_full_backward_hook(lambda module, gin, gout: print(gout[0]))
        >>> layer(torch.ones(1, 1, requires_grad=True)).sum().backward()
        tensor([[1.]])
        """
        if self._is_full_backward_hook is False:
            raise RuntimeError(_MIXED_HOOKS_ERROR)
        self._is_full_backward_hook = True
        return _register_hook(self._backward_hooks, hook, prepend=prepend)

    def register_backward_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Old variant of ``register_full_backward_hook``, which sees the last operation of a module only.

        Parameters
        ----------
        hook : callable
            ``hook(module, grad_input, grad_output)`` returns None or new input gradients.

        Returns
        -------
        RemovableHandle
            Its ``remove()`` removes the hook.

        Raises
        ------
        RuntimeError
            If the module has full backward hooks.

        Examples
        --------
        >>> handle = torch.nn.ReLU().register_backward_hook(lambda module, gin, gout: None)
        >>> handle.remove()
        """
        if self._is_full_backward_hook is True:
            raise RuntimeError(_MIXED_HOOKS_ERROR)
        self._is_full_backward_hook = False
        return _register_hook(self._backward_hooks, hook)

    def _get_backward_hooks(self) -> tuple[list[Any], list[Any]]:
        """The full and the non-full backward hooks that apply to a call."""
        full: list[Any] = []
        non_full: list[Any] = []
        registry = _registry_module()
        if registry._global_is_full_backward_hook is not None:
            (full if registry._global_is_full_backward_hook else non_full).extend(registry._global_backward_hooks.values())
        if self._is_full_backward_hook is not None:
            (full if self._is_full_backward_hook else non_full).extend(self._backward_hooks.values())
        return full, non_full

    def _get_backward_pre_hooks(self) -> list[Any]:
        return [*_registry_module()._global_backward_pre_hooks.values(), *self._backward_pre_hooks.values()]

    def _hooked_call(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Run `forward` with all hooks."""
        ran: set[int] = set()
        try:
            return self._forward_between_hooks(args, kwargs, ran)
        except Exception:
            self._run_always_called(args, kwargs, ran)
            raise

    def _forward_between_hooks(self, args: tuple[Any, ...], kwargs: dict[str, Any], ran: set[int]) -> Any:
        full, non_full = self._get_backward_hooks()
        pre = self._get_backward_pre_hooks()
        args, kwargs = self._run_pre_hooks(args, kwargs)
        backward = BackwardHook(self, full, pre) if full or pre else None
        if backward is not None:
            args = backward.setup_input_hook(args)
        result = self.forward(*args, **kwargs)
        result = self._run_forward_hooks(args, kwargs, result, ran)
        if backward is not None:
            if not isinstance(result, (Tensor, tuple)):
                warn("For backward hooks to be called, module output should be a Tensor or a tuple of Tensors "
                     f"but received {type(result)}")
                return result
            result = backward.setup_output_hook(result)
        if non_full:
            self._attach_non_full(non_full, args, result)
        return result

    def _run_pre_hooks(self, args: Any, kwargs: dict[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
        for key, hook in (*_registry_module()._global_forward_pre_hooks.items(), *self._forward_pre_hooks.items()):
            if key in self._forward_pre_hooks_with_kwargs:
                result = hook(self, args, kwargs)
                if result is None:
                    continue
                if not (isinstance(result, tuple) and len(result) == 2):
                    raise RuntimeError("forward pre-hook must return None or a tuple of (new_args, new_kwargs), "
                                       f"but got {result}.")
                args, kwargs = result
            else:
                result = hook(self, args)
                if result is not None:
                    args = result if isinstance(result, tuple) else (result,)
        return args, kwargs

    def _all_forward_hooks(self) -> Iterator[tuple[int, Callable[..., Any], bool, bool]]:
        """Yield key, hook, whether it takes kwargs, and whether it is always called; global hooks first."""
        registry = _registry_module()
        for key, hook in list(registry._global_forward_hooks.items()):
            yield key, hook, key in registry._global_forward_hooks_with_kwargs, key in registry._global_forward_hooks_always_called
        for key, hook in list(self._forward_hooks.items()):
            yield key, hook, key in self._forward_hooks_with_kwargs, key in self._forward_hooks_always_called

    def _run_forward_hooks(self, args: Any, kwargs: dict[str, Any], result: Any, ran: set[int]) -> Any:
        for key, hook, with_kwargs, always in self._all_forward_hooks():
            if always:
                ran.add(key)
            new = hook(self, args, kwargs, result) if with_kwargs else hook(self, args, result)
            if new is not None:
                result = new
        return result

    def _run_always_called(self, args: Any, kwargs: dict[str, Any], ran: set[int]) -> None:
        """After an error, run the hooks with `always_call` that have not run yet. Their errors become
        warnings.
        """
        for key, hook, with_kwargs, always in self._all_forward_hooks():
            if not always or key in ran:
                continue
            try:
                hook(self, args, kwargs, None) if with_kwargs else hook(self, args, None)
            except Exception as error:
                kind = "global module" if key in _registry_module()._global_forward_hooks else "module"
                warn(f"{kind} forward hook with ``always_call=True`` raised an exception that was silenced as "
                     f"another error was raised in forward: {error}")

    def _attach_non_full(self, hooks: list[Any], args: Any, result: Any) -> None:
        var = result
        while not isinstance(var, Tensor):
            var = next(v for v in var.values() if isinstance(v, Tensor)) if isinstance(var, dict) else var[0]
        grad_fn = var.grad_fn
        if grad_fn is None:
            return
        for hook in hooks:
            grad_fn.register_hook(_bind_module(self, hook))
        self._maybe_warn_non_full_backward_hook(args, result, grad_fn)

    def _maybe_warn_non_full_backward_hook(self, inputs: Any, result: Any, grad_fn: Any) -> None:
        """Warn about what a non-full hook on `grad_fn` misses of this call."""
        missing = _non_full_hook_problem(inputs, result, grad_fn)
        if missing:
            warn(missing + _NON_FULL_WARNING_END, FutureWarning)


def _bind_module(module: Any, hook: Callable[..., Any]) -> Callable[[Any, Any], Any]:
    def with_module(grad_input: Any, grad_output: Any) -> Any:
        return hook(module, grad_input, grad_output)

    with_module.__name__ = getattr(hook, "__name__", "<unknown>")  # the name in messages about its result
    return with_module


def _tensors_only(value: Any) -> bool:
    return isinstance(value, Tensor) or (isinstance(value, tuple) and all(isinstance(v, Tensor) for v in value))


def _non_full_hook_problem(inputs: Any, result: Any, grad_fn: Any) -> str | None:
    removed = "is deprecated and will be removed in future versions. This hook will be missing some"
    if not _tensors_only(result):
        return ("Using non-full backward hooks on a Module that does not return a single Tensor or a tuple of Tensors "
                f"{removed} of the grad_output.")
    if not _tensors_only(inputs):
        return ("Using non-full backward hooks on a Module that does not take as input a single Tensor or a tuple of "
                f"Tensors {removed} of the grad_input.")
    if isinstance(result, tuple) and {r.grad_fn for r in result if r.grad_fn is not None} != {grad_fn}:
        return ("Using a non-full backward hook when outputs are generated by different autograd Nodes "
                f"{removed} grad_output.")
    input_nodes = {i.grad_fn for i in ((inputs,) if isinstance(inputs, Tensor) else inputs) if i.grad_fn is not None}
    if input_nodes != {node for node, _ in grad_fn.next_functions if node is not None}:
        return f"Using a non-full backward hook when the forward contains multiple autograd Nodes {removed} grad_input."
    return None
