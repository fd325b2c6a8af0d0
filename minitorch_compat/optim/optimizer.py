"""The base class of optimizers: parameter groups, state, saving and loading, hooks."""
from __future__ import annotations

import functools
from collections import OrderedDict, defaultdict
from collections.abc import Callable, Iterable
from copy import deepcopy
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeAlias

from .._array.core.user_warnings import warn
from .._bindings import Tensor
from .._bindings.settings.process import typename
from .._dispatch.dtype import float32
from .._dispatch.naming import reduce_instance
from .._dispatch.state import LOCAL
from .._namespace.names import missing
from ..utils._foreach_utils import (
    _get_foreach_kernels_supported_devices,
    _get_fused_kernels_supported_devices,
    _group_tensors_by_device_and_dtype,
)
from ..utils.hooks import RemovableHandle

__all__ = ["Optimizer", "_get_foreach_kernels_supported_devices", "_get_fused_kernels_supported_devices",
           "register_optimizer_step_post_hook", "register_optimizer_step_pre_hook"]

ParamsT: TypeAlias = Iterable[Any]
StateDict: TypeAlias = dict[str, Any]
Hooks: TypeAlias = "OrderedDict[int, Callable[..., Any]]"

_global_optimizer_pre_hooks: Hooks = OrderedDict()
_global_optimizer_post_hooks: Hooks = OrderedDict()

_HOOK_DICTS = (
    "_optimizer_step_pre_hooks",
    "_optimizer_step_post_hooks",
    "_optimizer_state_dict_pre_hooks",
    "_optimizer_state_dict_post_hooks",
    "_optimizer_load_state_dict_pre_hooks",
    "_optimizer_load_state_dict_post_hooks",
)


class _RequiredParameter:
    """The default of an option that every group must specify."""

    def __repr__(self) -> str:
        return "<required parameter>"


required: _RequiredParameter = _RequiredParameter()


def _register(hooks: Hooks, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
    handle = RemovableHandle(hooks)
    hooks[handle.id] = hook
    if prepend:
        hooks.move_to_end(handle.id, last=False)
    return handle


def register_optimizer_step_pre_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call a function before each step of every optimizer.

    Parameters
    ----------
    hook : callable
        ``hook(optimizer, args, kwargs)`` returns None, or new arguments and keyword arguments.

    Returns
    -------
    RemovableHandle
        Its ``remove()`` removes the hook.

    References
    ----------
    PyTorch: ``torch.optim.register_optimizer_step_pre_hook``.

    Examples
    --------
    >>> from torch.optim.optimizer import register_optimizer_step_pre_hook
    >>> handle = register_optimizer_step_pre_hook(lambda opt, args, kwargs: print("called"))
    >>> torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1).step()
    called
    >>> handle.remove()
    """
    return _register(_global_optimizer_pre_hooks, hook)


def register_optimizer_step_post_hook(hook: Callable[..., Any]) -> RemovableHandle:
    """Call a function after each step of every optimizer.

    Parameters
    ----------
    hook : callable
        ``hook(optimizer, args, kwargs)``.

    Returns
    -------
    RemovableHandle
        Its ``remove()`` removes the hook.

    References
    ----------
    PyTorch: ``torch.optim.register_optimizer_step_post_hook``.

    Examples
    --------
    >>> from torch.optim.optimizer import register_optimizer_step_post_hook
    >>> handle = register_optimizer_step_post_hook(lambda opt, args, kwargs: print("called"))
    >>> torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1).step()
    called
    >>> handle.remove()
    """
    return _register(_global_optimizer_post_hooks, hook)


class Optimizer:
    """Base class of optimizers: parameter groups, state per parameter, hooks.

    Parameters
    ----------
    params : iterable
        Parameters, ``(name, parameter)`` pairs, or dicts with a ``params`` entry and options of their
        own (parameter groups).
    defaults : dict
        Default options of groups.

    Attributes
    ----------
    param_groups : list of dict
        Dicts with ``params`` and options such as ``lr``.
    state : dict
        The optimizer's state of each parameter.

    Raises
    ------
    TypeError
        If ``params`` is a tensor, or contains other objects.
    ValueError
        If it is empty.

    References
    ----------
    PyTorch: ``torch.optim.Optimizer``.

    Examples
    --------
    >>> a, b = torch.nn.Linear(1, 1), torch.nn.Linear(1, 1)
    >>> optimizer = torch.optim.SGD([{"params": a.parameters()}, {"params": b.parameters(), "lr": 0.5}], lr=0.1)
    >>> [group["lr"] for group in optimizer.param_groups]
    [0.1, 0.5]
    """

    state: defaultdict[Any, Any]
    param_groups: list[dict[str, Any]]

    def __init__(self, params: ParamsT, defaults: dict[str, Any]) -> None:
        if isinstance(params, Tensor):
            raise TypeError("params argument given to the optimizer should be an iterable of Tensors or dicts, "
                            f"but got {params.type()}")
        self.defaults = defaults
        self.state = defaultdict(dict)
        self.param_groups = []
        self._initialize_unsaved()
        groups = list(params)
        if not groups:
            raise ValueError("optimizer got an empty parameter list")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)

    def _initialize_unsaved(self) -> None:
        """Set up what is not saved: the hook dicts, and the wrapper of the class's `step` that calls them."""
        for name in _HOOK_DICTS:
            self.__dict__.setdefault(name, OrderedDict())
        self._patch_step_function()

    def _patch_step_function(self) -> None:
        """Wrap the class's `step` to call hooks; also called by wrapper optimizers that skip this class's `__init__`."""
        cls = type(self)
        if not getattr(cls.step, "hooked", False):
            cls.step = cls.profile_hook_step(cls.step)  # type: ignore[method-assign]
            cls.step.hooked = True  # type: ignore[attr-defined]

    def _accelerator_graph_capture_health_check(self) -> None:
        """Check nothing, as there are no accelerators. Users' optimizers call this in their `step`."""

    def _cuda_graph_capture_health_check(self) -> None:
        """Check nothing, under the earlier name."""
        warn("Use _accelerator_graph_capture_health_check instead", DeprecationWarning)

    @staticmethod
    def profile_hook_step(func: Callable[..., Any]) -> Callable[..., Any]:
        """Decorate a `step` to call the step hooks and to appear in profiles.

        Applied automatically to the `step` of an optimizer.

        Parameters
        ----------
        func : callable
            Takes the optimizer as first argument.

        Returns
        -------
        callable
            A function with the same arguments and result.

        References
        ----------
        PyTorch: torch.optim.Optimizer.profile_hook_step

        Examples
        --------
        >>> class Nothing(torch.optim.Optimizer):
        ...     @torch.optim.Optimizer.profile_hook_step
        ...     def step(self, closure=None):
        ...         return "done"
        >>> Nothing([torch.ones(1)], {}).step()
        'done'
        """
        return _with_hooks(func)

    if not TYPE_CHECKING:
        __reduce_ex__ = reduce_instance

    def __getstate__(self) -> dict[str, Any]:
        return {"defaults": self.defaults, "state": self.state, "param_groups": self.param_groups}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._initialize_unsaved()
        self.defaults.setdefault("differentiable", False)

    def __repr__(self) -> str:
        lines = [f"{type(self).__name__} ("]
        for i, group in enumerate(self.param_groups):
            if i:
                lines.append("")
            lines.append(f"Parameter Group {i}")
            lines += [f"    {key}: {group[key]}" for key in sorted(group) if key != "params"]
        return "\n".join([*lines, ")"])

    def step(self, closure: Callable[[], Any] | None = None) -> Any:
        """Perform a single update of the parameters; a subclass defines it.

        Parameters
        ----------
        closure : callable, optional
            Clears the gradients, computes the loss, calls ``backward`` and returns the loss.

        Returns
        -------
        object
            What ``closure`` returned, or None.

        Raises
        ------
        NotImplementedError
            If a subclass does not define it.

        Examples
        --------
        >>> w = torch.tensor([1.0], requires_grad=True)
        >>> w.grad = torch.tensor([1.0])
        >>> torch.optim.SGD([w], lr=0.5).step()
        >>> w.detach()
        tensor([0.5000])
        """
        raise NotImplementedError

    @staticmethod
    def _group_tensors_by_device_and_dtype(tensorlistlist: Any, with_indices: bool = False) -> dict[Any, Any]:
        """Group lists by (device, dtype) of the first list's tensors; each group has its part of the lists, and the indices."""
        return _group_tensors_by_device_and_dtype(tensorlistlist, with_indices)

    def zero_grad(self, set_to_none: bool = True) -> None:
        """Reset the gradients of all parameters.

        Parameters
        ----------
        set_to_none : bool, default True
            Whether ``.grad`` becomes None; otherwise it is filled with zeros, in place.

        Examples
        --------
        >>> w = torch.ones(1, requires_grad=True)
        >>> w.grad = torch.ones(1)
        >>> torch.optim.SGD([w], lr=0.1).zero_grad()
        >>> w.grad is None
        True
        """
        if LOCAL.observer is not None:
            with _span(f"Optimizer.zero_grad#{type(self).__name__}.zero_grad"):
                self._zero_grad(set_to_none)
        else:
            self._zero_grad(set_to_none)

    def _zero_grad(self, set_to_none: bool) -> None:
        for group in self.param_groups:
            for p in group["params"]:
                grad = p.grad
                if grad is None:
                    continue
                if set_to_none:
                    p.grad = None
                else:
                    _zero(grad)

    # Groups.

    def add_param_group(self, param_group: dict[str, Any]) -> None:
        """Add a parameter group, for example of layers that are unfrozen later.

        Parameters
        ----------
        param_group : dict
            ``params``, and options that differ from the defaults.

        Raises
        ------
        TypeError
            If it is not a dict, or parameters are a set.
        ValueError
            If a parameter is already in a group.

        Examples
        --------
        >>> optimizer = torch.optim.SGD(torch.nn.Linear(1, 1).parameters(), lr=0.1)
        >>> optimizer.add_param_group({"params": [torch.ones(1, requires_grad=True)], "lr": 0.01})
        >>> len(optimizer.param_groups)
        2
        """
        if not isinstance(param_group, dict):
            raise TypeError(f"param_group must be a dict, but got {type(param_group)}")
        param_group["params"] = params = _as_list(param_group["params"])
        _split_names(param_group, params)
        params = param_group["params"]
        for p in params:
            self._check_parameter(p)
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError(f"parameter group didn't specify a value of required optimization parameter {name}")
            param_group.setdefault(name, default)
        if len(params) != len(set(params)):
            warn(
                "optimizer contains a parameter group with duplicate parameters; in future, this will cause an error; "
                "see github.com/pytorch/pytorch/issues/40967 for more information"
            )
        self._check_against_other_groups(param_group)
        self.param_groups.append(param_group)

    def _check_parameter(self, p: Any) -> None:
        if not isinstance(p, Tensor):
            raise TypeError(f"optimizer can only optimize Tensors, but one of the params is {typename(p)}")
        if not self.defaults.get("differentiable") and not (p.is_leaf or p.retains_grad):
            raise ValueError("can't optimize a non-leaf Tensor")

    def _check_against_other_groups(self, param_group: dict[str, Any]) -> None:
        existing = set(chain.from_iterable(group["params"] for group in self.param_groups))
        if not existing.isdisjoint(param_group["params"]):
            raise ValueError("some parameters appear in more than one parameter group")
        if self.param_groups and ("param_names" in param_group) != ("param_names" in self.param_groups[0]):
            what = "with" if "param_names" in param_group else "without"
            raise ValueError("all optimizer param groups should be with/without names. "
                             f"cannot add param group {what} names to the optimizer")

    # Saving and loading.

    def state_dict(self) -> StateDict:
        """State and options, to save for resuming.

        Returns
        -------
        dict
            ``state``, by index of the parameter, and ``param_groups`` with indices instead of
            parameters.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1)
        >>> state = optimizer.state_dict()
        >>> state["state"], state["param_groups"][0]["params"]
        ({}, [0])
        """
        for hook in self._optimizer_state_dict_pre_hooks.values():
            hook(self)
        numbers: dict[int, int] = {}
        for p in chain.from_iterable(group["params"] for group in self.param_groups):
            numbers.setdefault(id(p), len(numbers))
        groups = []
        for group in self.param_groups:
            packed = {key: value for key, value in group.items() if key != "params"}
            packed["params"] = [numbers[id(p)] for p in group["params"]]
            groups.append(packed)
        state = {numbers[id(p)] if isinstance(p, Tensor) else p: value for p, value in self.state.items()}
        result: StateDict = {"state": state, "param_groups": groups}
        for hook in self._optimizer_state_dict_post_hooks.values():
            hook_result = hook(self, result)
            result = result if hook_result is None else hook_result
        return result

    def load_state_dict(self, state_dict: StateDict) -> None:
        """Load state and options.

        Parameters
        ----------
        state_dict : dict
            As returned by ``state_dict``.

        Raises
        ------
        ValueError
            If groups differ in number or size.

        Notes
        -----
        Create learning-rate schedulers before; they load their own state.

        Examples
        --------
        >>> w = torch.ones(1, requires_grad=True)
        >>> state = torch.optim.SGD([w], lr=0.5).state_dict()
        >>> optimizer = torch.optim.SGD([w], lr=0.1)
        >>> optimizer.load_state_dict(state)
        >>> optimizer.param_groups[0]["lr"]
        0.5
        """
        state_dict = state_dict.copy()
        for hook in self._optimizer_load_state_dict_pre_hooks.values():
            hook_result = hook(self, state_dict)
            state_dict = state_dict if hook_result is None else hook_result
        saved = deepcopy(state_dict["param_groups"])
        self._check_group_sizes(saved)
        parameters = dict(zip(
            chain.from_iterable(group["params"] for group in saved),
            chain.from_iterable(group["params"] for group in self.param_groups),
        ))
        single_steps = {number for group in saved if group.get("fused") or group.get("capturable") for number in group["params"]}
        state: defaultdict[Any, Any] = defaultdict(dict)
        for number, value in state_dict["state"].items():
            if number in parameters:
                p = parameters[number]
                state[p] = _cast_state_value(value, p, number in single_steps)
            else:
                state[number] = value
        groups = [_merge_group(old, new) for old, new in zip(self.param_groups, saved)]
        self.__setstate__({"state": state, "param_groups": groups})
        for hook in self._optimizer_load_state_dict_post_hooks.values():
            hook(self)

    def _check_group_sizes(self, saved: list[dict[str, Any]]) -> None:
        if len(saved) != len(self.param_groups):
            raise ValueError("loaded state dict has a different number of parameter groups")
        if any(len(a["params"]) != len(b["params"]) for a, b in zip(saved, self.param_groups)):
            raise ValueError("loaded state dict contains a parameter group that doesn't match the size of optimizer's "
                             "group")

    # Hooks.

    def register_step_pre_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call a function before each step of this optimizer.

        Parameters
        ----------
        hook : callable
            ``hook(optimizer, args, kwargs)`` returns None, or new arguments and keyword arguments.

        Returns
        -------
        RemovableHandle
            Its ``remove()`` removes the hook.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1)
        >>> handle = optimizer.register_step_pre_hook(lambda opt, args, kwargs: print("called"))
        >>> optimizer.step()
        called
        """
        return _register(self._optimizer_step_pre_hooks, hook)

    def register_step_post_hook(self, hook: Callable[..., Any]) -> RemovableHandle:
        """Call a function after each step of this optimizer.

        Parameters
        ----------
        hook : callable
            ``hook(optimizer, args, kwargs)``.

        Returns
        -------
        RemovableHandle
            Its ``remove()`` removes the hook.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1)
        >>> handle = optimizer.register_step_post_hook(lambda opt, args, kwargs: print("called"))
        >>> optimizer.step()
        called
        """
        return _register(self._optimizer_step_post_hooks, hook)

    def register_state_dict_pre_hook(self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """Call a function before ``state_dict``.

        Parameters
        ----------
        hook : callable
            ``hook(optimizer)``.
        prepend : bool, default False
            Whether it runs before the hooks registered so far.

        Returns
        -------
        RemovableHandle
            Its ``remove()`` removes the hook.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1)
        >>> handle = optimizer.register_state_dict_pre_hook(lambda opt: print("called"))
        >>> state = optimizer.state_dict()
        called
        """
        return _register(self._optimizer_state_dict_pre_hooks, hook, prepend)

    def register_state_dict_post_hook(self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """Call a function with the result of ``state_dict``.

        Parameters
        ----------
        hook : callable
            ``hook(optimizer, state_dict)`` returns None or another dict.
        prepend : bool, default False
            Whether it runs before the hooks registered so far.

        Returns
        -------
        RemovableHandle
            Its ``remove()`` removes the hook.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1)
        >>> handle = optimizer.register_state_dict_post_hook(lambda opt, state: print("called"))
        >>> state = optimizer.state_dict()
        called
        """
        return _register(self._optimizer_state_dict_post_hooks, hook, prepend)

    def register_load_state_dict_pre_hook(self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """Call a function before ``load_state_dict``, with a shallow copy of the dict.

        Parameters
        ----------
        hook : callable
            ``hook(optimizer, state_dict)`` returns None or another dict.
        prepend : bool, default False
            Whether it runs before the hooks registered so far.

        Returns
        -------
        RemovableHandle
            Its ``remove()`` removes the hook.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1)
        >>> handle = optimizer.register_load_state_dict_pre_hook(lambda opt, state: print("called"))
        >>> optimizer.load_state_dict(optimizer.state_dict())
        called
        """
        return _register(self._optimizer_load_state_dict_pre_hooks, hook, prepend)

    def register_load_state_dict_post_hook(self, hook: Callable[..., Any], prepend: bool = False) -> RemovableHandle:
        """Call a function after ``load_state_dict``.

        Parameters
        ----------
        hook : callable
            ``hook(optimizer)``.
        prepend : bool, default False
            Whether it runs before the hooks registered so far.

        Returns
        -------
        RemovableHandle
            Its ``remove()`` removes the hook.

        Examples
        --------
        >>> optimizer = torch.optim.SGD([torch.ones(1, requires_grad=True)], lr=0.1)
        >>> handle = optimizer.register_load_state_dict_post_hook(lambda opt: print("called"))
        >>> optimizer.load_state_dict(optimizer.state_dict())
        called
        """
        return _register(self._optimizer_load_state_dict_post_hooks, hook, prepend)

    _optimizer_step_pre_hooks: Hooks
    _optimizer_step_post_hooks: Hooks
    _optimizer_state_dict_pre_hooks: Hooks
    _optimizer_state_dict_post_hooks: Hooks
    _optimizer_load_state_dict_pre_hooks: Hooks
    _optimizer_load_state_dict_post_hooks: Hooks


def _span(name: str) -> Any:
    """A span in the active profile."""
    from ..autograd._profile.recording import record_function

    return record_function(name)


def _with_hooks(step: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap `step` to call the step hooks."""

    @functools.wraps(step)
    def hooked_step(self: Optimizer, *args: Any, **kwargs: Any) -> Any:
        if LOCAL.observer is not None:
            with _span(f"Optimizer.step#{type(self).__name__}.step"):
                return run(self, *args, **kwargs)
        try:
            return run(self, *args, **kwargs)
        except Exception as error:
            from .._fidelity.tracebacks import shorten_traceback

            raise shorten_traceback(error)  # noqa: B904 (the same)

    def run(self: Optimizer, *args: Any, **kwargs: Any) -> Any:
        if not (self._optimizer_step_pre_hooks or self._optimizer_step_post_hooks
                or _global_optimizer_pre_hooks or _global_optimizer_post_hooks):
            return step(self, *args, **kwargs)
        # The optimizer is also the first element of the `args` that hooks receive.
        arguments: tuple[Any, ...] = (self, *args)
        for hook in chain(_global_optimizer_pre_hooks.values(), self._optimizer_step_pre_hooks.values()):
            arguments, kwargs = _replace_arguments(hook(self, arguments, kwargs), step, arguments, kwargs)
        result = step(*arguments, **kwargs)
        for hook in chain(self._optimizer_step_post_hooks.values(), _global_optimizer_post_hooks.values()):
            hook(self, arguments, kwargs)
        return result

    return hooked_step


def _replace_arguments(hook_result: Any, step: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, dict[str, Any]]:
    if hook_result is None:
        return args, kwargs
    if isinstance(hook_result, tuple) and len(hook_result) == 2:
        return hook_result
    raise RuntimeError(f"{step} must return None or a tuple of (new_args, new_kwargs), but got {hook_result}.")


def _as_list(params: Any) -> list[Any]:
    if isinstance(params, Tensor):
        return [params]
    if isinstance(params, set):
        raise TypeError("optimizer parameters need to be organized in ordered collections, but the ordering of "
                        "tensors in sets "
                        "will change between runs. Please use a list instead.")
    return list(params)


def _split_names(param_group: dict[str, Any], params: list[Any]) -> None:
    """Split (name, tensor) pairs into 'params' and 'param_names'."""
    named = [isinstance(p, tuple) for p in params]
    if not any(named):
        return
    if not all(named):
        raise ValueError("all optimizer params should be with/without names. Some param names are missing")
    param_group["params"] = [pair[1] for pair in params]
    param_group["param_names"] = [pair[0] for pair in params]


def _merge_group(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    """A loaded group with the parameters (and names) of the group it replaces."""
    new["params"] = old["params"]
    if "param_names" in old and "param_names" not in new:
        new["param_names"] = old["param_names"]
    return new


def _cast_state_value(value: Any, p: Any, single_step: bool, key: Any = None) -> Any:
    """Cast a loaded value to the dtype and device of parameter `p`; a count of steps keeps its own, or becomes float32."""
    if isinstance(value, Tensor):
        if key == "step":
            return value.to(p.device, float32) if single_step else value
        return value.to(p.device, p.dtype) if p.is_floating_point() else value.to(p.device)
    if isinstance(value, dict):
        return {k: _cast_state_value(v, p, single_step, k) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return type(value)(_cast_state_value(v, p, single_step) for v in value)
    return value


def _zero(grad: Any) -> None:
    if grad.grad_fn is not None:
        grad.detach_()
    else:
        grad.requires_grad_(False)
    grad.zero_()


_missing = missing("torch.optim.optimizer", __name__)


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    def __getattr__(name: str) -> Any:
        if name.startswith("_") and not name.startswith("__"):
            from . import _private_names

            if name in _private_names.__all__:
                return getattr(_private_names, name)
        return _missing(name)
