"""`torch.jit` without a compiler: functions and modules are given back as they are, and run as Python."""
from __future__ import annotations

import builtins
from collections.abc import Callable
from types import BuiltinFunctionType
from typing import Any, Final, NamedTuple, TypeVar

from .._array.warned import warn
from .._names import missing
from ..nn import Module

T = TypeVar("T")


def _deprecated(name: str) -> None:
    instead = "switch to `torch.compile` or `torch.export`" if name in ("script", "trace") else "use `torch.compile` instead"
    warn(f"`torch.jit.{name}` is deprecated. Please {instead}.", DeprecationWarning)


def script(obj: Any, optimize: Any = None, _frames_up: int = 0, _rcb: Any = None, example_inputs: Any = None) -> Any:
    """`obj` itself."""
    if obj is None or isinstance(obj, (int, float, complex, str, bytes, BuiltinFunctionType)):
        raise TypeError(f"{type(obj)} is a built-in class")
    _deprecated("script")
    return obj


def trace(func: Any = None, example_inputs: Any = None, *args: Any, **kwargs: Any) -> Any:
    """`func` itself: it keeps its branches and loops, where PyTorch records one path through them."""
    _deprecated("trace")
    return func


def trace_module(mod: Any, inputs: Any = None, *args: Any, **kwargs: Any) -> Any:
    """`mod` itself."""
    return mod


def freeze(mod: Any, preserved_attrs: Any = None, optimize_numerics: bool = True) -> Any:
    """`mod` itself."""
    _deprecated("freeze")
    return mod


def optimize_for_inference(mod: Any, other_methods: Any = None) -> Any:
    """`mod` itself."""
    _deprecated("optimize_for_inference")
    return mod


def script_if_tracing(fn: T) -> T:
    """`fn` itself."""
    return fn


_script_if_tracing = script_if_tracing


def script_method(fn: T) -> T:
    """`fn` itself."""
    return fn


def export(fn: T) -> T:
    """`fn` itself."""
    return fn


def unused(fn: T) -> T:
    """`fn` itself."""
    return fn


def interface(obj: T) -> T:
    """`obj` itself."""
    return obj


def ignore(drop: Any = False, **kwargs: Any) -> Any:
    """A decorator, with or without arguments, that changes nothing."""
    return drop if callable(drop) else lambda fn: fn


def _overload(fn: T) -> T:
    return fn


def _overload_method(fn: T) -> T:
    return fn


def is_scripting() -> bool:
    """False."""
    return False


def is_tracing() -> bool:
    """False."""
    return False


def annotate(the_type: Any, the_value: T) -> T:
    """The value."""
    return the_value


def isinstance(obj: Any, target_type: Any) -> bool:
    """Whether `obj` has the type; of `List[int]` and its like the container only."""
    kinds: tuple[Any, ...] = target_type if builtins.isinstance(target_type, tuple) else (target_type,)
    return builtins.isinstance(obj, tuple(getattr(t, "__origin__", t) for t in kinds))


class Attribute(NamedTuple):
    """A value with the type a compiler should see."""

    value: Any
    type: Any


class ScriptModule(Module):
    """A module; nothing is compiled."""


class Future:
    """A result that is there already."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def wait(self) -> Any:
        """The result."""
        return self._value

    value = wait

    def done(self) -> bool:
        """True."""
        return True

    def then(self, callback: Callable[[Any], Any]) -> Future:
        """The result of calling `callback` with this one."""
        return Future(callback(self))


def fork(func: Callable[..., Any], *args: Any, **kwargs: Any) -> Future:
    """Calls at once; `wait` gives the result."""
    _deprecated("fork")
    return Future(func(*args, **kwargs))


def wait(future: Future) -> Any:
    """The result of a `fork`."""
    return future.wait()


__all__ = ["Final", "ScriptModule", "annotate", "export", "fork", "freeze", "ignore", "interface", "is_scripting", "is_tracing",
           "isinstance", "optimize_for_inference", "script", "script_if_tracing", "script_method", "trace",
           "trace_module", "unused", "wait"]

__getattr__ = missing("torch.jit", __name__)
