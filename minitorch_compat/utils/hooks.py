"""Handles that remove hooks, and the backward hooks of modules."""
from __future__ import annotations

import itertools
import weakref
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, ClassVar

from .._array.core.user_warnings import warn
from .._bindings.tensor.interop import warn_if_has_hooks
from .._dispatch.levels.lifting import is_inner_dual
from .._dispatch.state import LOCAL, Classes
from .._dispatch.tensor import TensorBase

__all__ = ["BackwardHook", "RemovableHandle", "unserializable_hook", "warn_if_has_hooks"]


class RemovableHandle:
    """The handle of a registered hook; as a context manager it removes the hook on exit.

    Parameters
    ----------
    hooks_dict : dict
        The dict that holds the hook.
    extra_dict : dict or list of dict, optional
        Dicts with further data on the hook.

    References
    ----------
    PyTorch: ``torch.utils.hooks.RemovableHandle``.

    Examples
    --------
    >>> layer = torch.nn.ReLU()
    >>> with layer.register_forward_hook(lambda module, args, out: print("called")):
    ...     y = layer(torch.ones(1))
    called
    >>> y = layer(torch.ones(1))
    """

    id: int
    next_id: ClassVar[int] = 0
    _ids: ClassVar[Any] = itertools.count()

    def __init__(self, hooks_dict: Any, *, extra_dict: Any = None) -> None:
        self.hooks_dict_ref: Any = weakref.ref(hooks_dict)
        self.id: int = next(RemovableHandle._ids)
        RemovableHandle.next_id = self.id + 1
        self.extra_dict_ref: tuple[weakref.ref[Any], ...] = ()
        if isinstance(extra_dict, dict):
            self.extra_dict_ref = (weakref.ref(extra_dict),)
        elif isinstance(extra_dict, list):
            self.extra_dict_ref = tuple(weakref.ref(d) for d in extra_dict)

    def remove(self) -> None:
        """Remove the hook.

        Examples
        --------
        >>> handle = torch.nn.ReLU().register_forward_hook(lambda module, args, out: None)
        >>> handle.remove()
        """
        for ref in (self.hooks_dict_ref, *self.extra_dict_ref):
            hooks = ref()
            if hooks is not None:
                hooks.pop(self.id, None)

    def __getstate__(self) -> tuple[Any, ...]:
        return self.hooks_dict_ref(), self.id, tuple(ref() for ref in self.extra_dict_ref)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        hooks = state[0]
        self.id = state[1]
        # If the dict was gone when the handle was pickled, a reference to a temporary one is dead as well.
        self.hooks_dict_ref = weakref.ref(hooks if hooks is not None else OrderedDict())
        extra = state[2] if len(state) > 2 and state[2] is not None else ()
        self.extra_dict_ref = tuple(weakref.ref(d if d is not None else OrderedDict()) for d in extra)
        if self.id >= RemovableHandle.next_id:
            RemovableHandle.next_id = self.id + 1
            RemovableHandle._ids = itertools.count(self.id + 1)

    def __enter__(self) -> RemovableHandle:
        return self

    def __exit__(self, type: Any, value: Any, tb: Any) -> None:
        self.remove()


def unserializable_hook(f: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a hook as not serializable: pickling its tensor drops the hook with a warning.

    Parameters
    ----------
    f : callable
        The hook.

    Returns
    -------
    callable
        The hook.

    References
    ----------
    PyTorch: ``torch.utils.hooks.unserializable_hook``.

    Examples
    --------
    >>> hook = torch.utils.hooks.unserializable_hook(lambda g: g)
    >>> hook(1)
    1
    """
    f.__torch_unserializable__ = True  # type: ignore[attr-defined]
    return f


_NO_INPUT_GRAD_WARNING = (
    "Full backward hook is firing when gradients are computed with respect to module outputs since no inputs require "
    "gradients. See https://docs.pytorch.org/docs/main/generated/torch.nn.Module.html"
    "#torch.nn.Module.register_full_backward_hook for more details.")


class BackwardHook:
    """Runs the full backward hooks of a module.

    Parameters
    ----------
    module : Module
        The module.
    user_hooks : sequence of callable
        Backward hooks.
    user_pre_hooks : sequence of callable
        Backward pre-hooks.

    References
    ----------
    PyTorch: ``torch.utils.hooks.BackwardHook``.
    """

    def __init__(self, module: Any, user_hooks: Sequence[Any], user_pre_hooks: Sequence[Any]) -> None:
        self.module = module
        self.user_hooks = user_hooks
        self.user_pre_hooks = user_pre_hooks
        self.grad_outputs: tuple[Any, ...] | None = None
        self.n_inputs: int = -1
        self.n_outputs: int = -1
        self.input_tensors_index: list[int] | None = None
        self.output_tensors_index: list[int] | None = None

    def setup_input_hook(self, args: tuple[Any, ...]) -> tuple[Any, ...]:
        """Attach the hook to the inputs of the module.

        Parameters
        ----------
        args : tuple
            Arguments of the module.

        Returns
        -------
        tuple
            Arguments to use.
        """
        new_args, self.input_tensors_index = self._apply_on_tensors(self._hook_grad_inputs, args)
        self.n_inputs = len(args)
        return new_args

    def setup_output_hook(self, args: Any) -> Any:
        """Attach the hook to the outputs of the module.

        Parameters
        ----------
        args : object
            Outputs of the module.

        Returns
        -------
        object
            Outputs to use.
        """
        single = not isinstance(args, tuple)
        packed = (args,) if single else args
        if single and not isinstance(args, TensorBase):
            warn("For backward hooks to be called, module output should be a Tensor or a tuple of Tensors "
                 f"but received {type(args)}")
            return args
        new_args, self.output_tensors_index = self._apply_on_tensors(self._hook_grad_outputs, packed)
        self.n_outputs = len(packed)
        return new_args[0] if single else new_args

    def _apply_on_tensors(self, watch: Callable[[Any], None], args: tuple[Any, ...]) -> tuple[Any, list[int] | None]:
        index, needs_hook = [], False
        for i, arg in enumerate(args):
            if isinstance(arg, TensorBase):
                index.append(i)
                needs_hook = needs_hook or arg.requires_grad and not is_inner_dual(arg)  # type: ignore[attr-defined]
        if not needs_hook or not LOCAL.grad:
            return args, None
        tensors, node = _node_inserter()([args[i] for i in index])
        watch(node)
        if type(args) is tuple and len(index) == len(args):
            return tensors, index
        new_args = list(args)
        for i, tensor in zip(index, tensors, strict=True):
            new_args[i] = tensor
        # The constructor of a namedtuple takes its fields as separate arguments.
        return (tuple(new_args) if type(args) is tuple else type(args)(*new_args)), index

    def _hook_grad_inputs(self, grad_fn: Any) -> None:
        def hook(grad_input: tuple[Any, ...], grad_output: Any) -> tuple[Any, ...] | None:  # messages about its result contain this name
            return self._on_grad_input(grad_input, grad_output)

        grad_fn.register_hook(hook)

    def _hook_grad_outputs(self, grad_fn: Any) -> None:
        def hook(_: Any, grad_output: tuple[Any, ...]) -> tuple[Any, ...]:
            return self._on_grad_output(grad_output)

        grad_fn.register_hook(hook)  # after hooks that change its arguments

    def _on_grad_input(self, grad_input: tuple[Any, ...], _: Any) -> tuple[Any, ...] | None:
        if self.grad_outputs is None:  # this backward did not reach the outputs of this call
            return None
        assert self.input_tensors_index is not None
        packed = _scatter_to_positions(self.input_tensors_index, grad_input, self.n_inputs)
        for hook in self.user_hooks:
            packed = self._run(hook, packed, "Backward hook returned an invalid number of grad_input")
        self.grad_outputs = None
        return _gather_from_positions(self.input_tensors_index, packed)

    def _run(self, hook: Any, grads: tuple[Any, ...], complaint: str) -> tuple[Any, ...]:
        result = hook(self.module, grads, self.grad_outputs)
        return grads if result is None else _check_hook_result(result, grads, complaint)

    def _on_grad_output(self, grad_output: tuple[Any, ...]) -> tuple[Any, ...]:
        assert self.output_tensors_index is not None
        packed = _scatter_to_positions(self.output_tensors_index, grad_output, self.n_outputs)
        for hook in self.user_pre_hooks:
            result = hook(self.module, packed)
            if result is not None:
                packed = _check_hook_result(result, packed, "Backward pre hook returned an invalid number of grad_output")
        self.grad_outputs = packed
        if self.input_tensors_index is None:
            self._fire_without_inputs()
        return _gather_from_positions(self.output_tensors_index, packed)

    def _fire_without_inputs(self) -> None:
        warn(_NO_INPUT_GRAD_WARNING)
        grads = (None,) * self.n_inputs
        for hook in self.user_hooks:
            result = hook(self.module, grads, self.grad_outputs)
            if result is not None and not (isinstance(result, tuple) and all(r is None for r in result)):
                raise RuntimeError("Backward hook for Modules where no input requires gradient should always return "
                                   "None or None for all gradients.")
        self.grad_outputs = None


@cache
def _node_inserter() -> Any:
    from ..nn.modules._functions import insert_node

    return insert_node


def _scatter_to_positions(index: list[int], values: Sequence[Any], size: int) -> tuple[Any, ...]:
    if len(index) == size:
        return tuple(values)
    out: list[Any] = [None] * size
    for i, value in zip(index, values, strict=True):
        out[i] = value
    return tuple(out)


def _gather_from_positions(index: list[int], values: Any) -> tuple[Any, ...]:
    if values.__class__ is tuple and len(index) == len(values):
        return values
    return tuple([values[i] for i in index])


def _check_hook_result(result: Any, grads: tuple[Any, ...], complaint: str) -> Any:
    """Check the number of gradients that a hook returned; any sequence is accepted, even a tensor with its rows, as in PyTorch."""
    if len(result) != len(grads):
        raise RuntimeError(f"{complaint}, got {len(result)}, but expected {len(grads)}")
    return result


# `register_hook` of tensors and nodes, in layers below, returns this class.
Classes.handle = RemovableHandle
