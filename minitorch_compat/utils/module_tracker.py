"""Track the modules that are running, forward or backward. https://docs.pytorch.org/docs/stable/module_tracker.html"""
from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Any

from .._bindings.tensor.tensor import Tensor
from .._dispatch.state import LOCAL
from ..autograd.graph import register_multi_grad_hook
from ..autograd.variable import Variable
from ..nn import Module
from ..nn.modules.module import register_module_forward_hook, register_module_forward_pre_hook
from ._pytree import tree_flatten

__all__ = ["ModuleTracker"]


class ModuleTracker:
    """Context that tracks the running modules, also in backward.

    Attributes
    ----------
    parents : set of str
        Names of the running modules; always includes ``'Global'``.

    References
    ----------
    PyTorch: ``torch.utils.module_tracker.ModuleTracker``.

    Examples
    --------
    >>> from torch.utils.module_tracker import ModuleTracker
    >>> class Net(torch.nn.Module):
    ...     def forward(self, x):
    ...         print(sorted(tracker.parents))
    ...         return x
    >>> with ModuleTracker() as tracker:
    ...     y = Net()(torch.ones(1))
    ['Global', 'Net']
    """

    parents: set[str]

    def __init__(self) -> None:
        self.parents = {"Global"}
        self._known_modules: weakref.WeakKeyDictionary[Module, str] = weakref.WeakKeyDictionary()
        self._seen_modules: weakref.WeakSet[Module] = weakref.WeakSet()
        self._has_callback = False
        self._hooks: list[Any] = []

    @property
    def is_bw(self) -> bool:
        """Whether backward is running.

        Returns
        -------
        bool
            True if so.

        Examples
        --------
        >>> from torch.utils.module_tracker import ModuleTracker
        >>> with ModuleTracker() as tracker:
        ...     print(tracker.is_bw)
        False
        """
        return LOCAL.task is not None

    def _get_mod_name(self, mod: Module) -> str:
        name = self._known_modules.setdefault(mod, type(mod).__name__)
        if mod not in self._seen_modules:
            for inner_name, inner in mod.named_children():
                self._known_modules[inner] = f"{name}.{inner_name}"
                self._get_mod_name(inner)
            self._seen_modules.add(mod)
        return name

    def _maybe_set_engine_callback(self) -> None:
        if self._has_callback:
            return

        def on_backward_end() -> None:
            self.parents, self._has_callback = {"Global"}, False

        Variable._execution_engine.queue_callback(on_backward_end)
        self._has_callback = True

    def _get_append_fn(self, name: str, is_bw: bool) -> Callable[..., None]:
        def on_enter(*_: Any) -> None:
            if is_bw:
                self._maybe_set_engine_callback()
            self.parents.add(name)

        return on_enter

    def _get_pop_fn(self, name: str, is_bw: bool) -> Callable[..., None]:
        def on_exit(*_: Any) -> None:
            self.parents.discard(name)

        return on_exit

    def _hook(self, values: Any, hook: Callable[..., None]) -> None:
        tensors = [t for t in tree_flatten(values)[0] if isinstance(t, Tensor) and t.requires_grad]
        if tensors:
            self._hooks.append(register_multi_grad_hook(tensors, hook))

    def _fw_pre_hook(self, mod: Module, input: Any) -> None:
        name = self._get_mod_name(mod)
        self._get_append_fn(name, False)()
        self._hook(input, self._get_pop_fn(name, True))

    def _fw_post_hook(self, mod: Module, input: Any, output: Any) -> None:
        name = self._get_mod_name(mod)
        self._get_pop_fn(name, False)()
        self._hook(output, self._get_append_fn(name, True))

    def __enter__(self) -> ModuleTracker:
        self._fw_pre_handle = register_module_forward_pre_hook(self._fw_pre_hook)
        self._fw_post_handle = register_module_forward_hook(self._fw_post_hook)
        return self

    def __exit__(self, *args: object) -> None:
        self._fw_pre_handle.remove()
        self._fw_post_handle.remove()
        for hook in self._hooks:
            hook.remove()
        self._hooks.clear()
