"""`torch._dynamo.eval_frame`: the results of `torch.compile`, wrappers of a module or function that runs eagerly."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .._namespace.modules import recorded_getattr
from ..nn import Module

#: The attributes of an OptimizedModule itself. All others are read from, and set on, the inner module.
_OWN_ATTRIBUTES = frozenset({"_orig_mod", "dynamo_ctx", "forward", "named_children", "get_compiler_config", "_forward", "__dict__",
                             *vars(Module())} - {"training"})


class OptimizedModule(Module):
    """The result of `torch.compile(module)`: a wrapper of `_orig_mod` with the attributes, training mode and parameters of that.

    Names in `state_dict` begin with `_orig_mod.`, as in PyTorch, because checkpoints contain them.
    """

    def __init__(self, mod: Module, dynamo_ctx: Any = None) -> None:
        super().__init__()
        self.__dict__.pop("training", None)
        self._orig_mod = mod
        self.dynamo_ctx = dynamo_ctx

    def forward(self, *args: Any, **kwargs: Any) -> Any:
        """Call the inner module."""
        return self._orig_mod(*args, **kwargs)

    @property
    def training(self) -> bool:
        """The training mode of the inner module."""
        return self._orig_mod.training

    @training.setter
    def training(self, value: bool) -> None:
        if "_modules" in self.__dict__ and "_orig_mod" in self._modules:
            self._orig_mod.training = value

    def __getattr__(self, name: str) -> Any:
        if name == "_orig_mod":
            inner = self.__dict__.get("_modules", {}).get("_orig_mod")
            if inner is None:
                raise AttributeError(name)
            return inner
        return getattr(self._orig_mod, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name in _OWN_ATTRIBUTES or name == "training":
            super().__setattr__(name, value)
        else:
            setattr(self._orig_mod, name, value)

    def __delattr__(self, name: str) -> None:
        if name in _OWN_ATTRIBUTES:
            super().__delattr__(name)
        else:
            delattr(self._orig_mod, name)

    def __len__(self) -> int:
        return len(self._orig_mod)  # type: ignore[arg-type]

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *dir(self._orig_mod)})


def optimized(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap `fn`, which the wrapper keeps as `_torchdynamo_orig_callable`."""

    @functools.wraps(fn, updated=() if not hasattr(fn, "__dict__") else functools.WRAPPER_UPDATES)
    def compiled(*args: Any, **kwargs: Any) -> Any:
        return fn(*args, **kwargs)

    compiled._torchdynamo_orig_callable = fn  # type: ignore[attr-defined]
    return compiled


def innermost_fn(fn: Any) -> Any:
    """The function or module passed to `torch.compile`."""
    while hasattr(fn, "_torchdynamo_orig_callable"):
        fn = fn._torchdynamo_orig_callable
    return fn


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch._dynamo.eval_frame")
