"""The results of `torch.jit.script` and `torch.jit.trace`: modules and functions that run as Python, without a graph or code."""
from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any, ClassVar, NoReturn
from weakref import WeakKeyDictionary

from .._dispatch.dtype import SignatureLike
from .._dispatch.unsupported import UnsupportedError
from ..nn import Module
from ._errors import scripted_error

_REASON = "there is no compiler, and what was scripted or traced runs as Python"
#: Additional properties and methods of compiled modules and functions.
_UNSUPPORTED_PROPERTIES = ("code", "code_with_constants", "graph", "inlined_graph", "_c")
_UNSUPPORTED_METHODS = ("define", "dump", "dump_to_str", "get_debug_state", "graph_for", "save", "save_to_buffer",
                        "_save_for_lite_interpreter",
                        "_save_to_buffer_for_lite_interpreter")


def _unsupported_property(name: str) -> Any:
    def refuse(self: Any) -> NoReturn:
        raise UnsupportedError(f"torch.jit.{type(self).__name__}.{name}", _REASON)

    return property(refuse, doc=f"UnsupportedError: {_REASON}.")


def _unsupported_method(name: str) -> Any:
    def refuse(self: Any, *args: Any, **kwargs: Any) -> NoReturn:
        raise UnsupportedError(f"torch.jit.{type(self).__name__}.{name}", _REASON)

    refuse.__name__, refuse.__doc__ = name, f"UnsupportedError: {_REASON}."
    return refuse


class ScriptedBase:
    """Base of modules and functions whose attributes that need a compiler raise UnsupportedError."""

    __slots__ = ()

    locals().update({name: _unsupported_property(name) for name in _UNSUPPORTED_PROPERTIES} |
                    {name: _unsupported_method(name) for name in _UNSUPPORTED_METHODS})


class ScriptModule(ScriptedBase, Module):
    """A scripted or traced module; nothing is compiled. Programs recognize such modules by this class."""

    __module__ = "minitorch_compat.jit"
    __signature__: ClassVar[Any] = SignatureLike(lambda: None)
    _kind = "RecursiveScriptModule"

    def compile(self, *args: Any, **kwargs: Any) -> None:
        """Raise RuntimeError, as PyTorch does."""
        raise RuntimeError("compile is not supported on ScriptModules")

    @property
    def original_name(self) -> str:
        """The name of the class that was scripted."""
        return getattr(self, "_original_name", type(self).__name__)

    def _get_name(self) -> str:
        return self._kind if "_original_name" in self.__dict__ else super()._get_name()

    def extra_repr(self) -> str:
        """The name of the class that was scripted."""
        return f"original_name={self.original_name}" if "_original_name" in self.__dict__ else super().extra_repr()


class RecursiveScriptModule(ScriptModule):
    """The result of `torch.jit.script(module)`: it shares the module's parameters and its code, which runs as Python."""

    __module__ = "minitorch_compat.jit"


class TracedModule(ScriptModule):
    """A submodule of a traced module."""

    __module__ = "minitorch_compat.jit"

    def _get_name(self) -> str:
        return self.original_name


class TopLevelTracedModule(TracedModule):
    """The result of `torch.jit.trace(module)`: branches and loops remain, where PyTorch records one path through them."""

    __module__ = "minitorch_compat.jit"


class ScriptFunction(ScriptedBase):
    """The result of `torch.jit.script(function)`: it calls the function."""

    __module__ = "minitorch_compat.jit"

    def __init__(self, function: Callable[..., Any], traced: bool = False) -> None:
        functools.update_wrapper(self, function)
        self._function, self._traced = function, traced

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        try:
            return self._function(*args, **kwargs)
        except Exception as error:
            raise scripted_error(self._function, error, args, kwargs, self._traced)  # noqa: B904 (it names its cause)

    @property
    def name(self) -> str:
        """The function's name."""
        return self.__name__  # type: ignore[attr-defined]

    @property
    def qualified_name(self) -> str:
        """The same under `__torch__`."""
        return f"__torch__.{self.__qualname__}"  # type: ignore[attr-defined]

    def __reduce__(self) -> NoReturn:
        raise RuntimeError("ScriptFunction cannot be pickled")

    def __copy__(self) -> ScriptFunction:
        return self

    def __deepcopy__(self, memo: Any) -> ScriptFunction:
        return self


_CLASSES: WeakKeyDictionary[type, dict[type, type]] = WeakKeyDictionary()


def _scripted_class(cls: type, kind: type) -> type:
    """The class of scripted modules of class `cls`: a subclass, first of `kind`, whose `forward` raises the exceptions of scripts."""
    classes = _CLASSES.setdefault(cls, {})
    if kind not in classes:
        body = {"__module__": kind.__module__, "__doc__": kind.__doc__, "forward": _forward(cls, issubclass(kind, TracedModule))}
        classes[kind] = type(cls)(kind.__name__, (kind, cls), body)
    return classes[kind]


def _forward(cls: Any, traced: bool) -> Callable[..., Any]:
    """The `forward` of a class, raising the exceptions of scripts."""

    @functools.wraps(cls.forward)
    def forward(self: Any, *args: Any, **kwargs: Any) -> Any:
        try:
            return cls.forward(self, *args, **kwargs)
        except Exception as error:
            raise scripted_error(cls.forward, error, (self, *args), kwargs, traced)  # noqa: B904 (it names its cause)

    return forward


def scripted(module: Module, kind: type, memo: dict[int, Any] | None = None) -> Any:
    """A module that shares the parameters, buffers, code and hooks of `module`, with attributes and a training mode of its own."""
    memo = {} if memo is None else memo
    if isinstance(module, ScriptModule):
        return module
    if id(module) not in memo:
        out: Any = object.__new__(_scripted_class(type(module), kind))
        memo[id(module)] = out
        out.__dict__.update({name: value.copy() if name[:1] == "_" and isinstance(value, dict) else value
                             for name, value in module.__dict__.items()})
        out.__dict__["_original_name"] = type(module).__name__
        inner = TracedModule if issubclass(kind, TracedModule) else RecursiveScriptModule
        for name, child in module._modules.items():
            if child is not None:
                out._modules[name] = scripted(child, inner, memo)
    return memo[id(module)]
