"""`torch.jit` without a compiler: functions and modules run as Python."""
from __future__ import annotations

import builtins
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import BuiltinFunctionType
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

from .._array.core.user_warnings import warn
from .._namespace.names import missing
from ..futures import Future
from ..nn import Module
from ._container_types import has_type
from ._errors import Error
from ._scripted import RecursiveScriptModule, ScriptFunction, ScriptModule, TopLevelTracedModule, TracedModule, scripted

T = TypeVar("T")


def _deprecated(name: str) -> None:
    instead = "switch to `torch.compile` or `torch.export`" if name in ("script", "trace") else "use `torch.compile` instead"
    warn(f"`torch.jit.{name}` is deprecated. Please {instead}.", DeprecationWarning)


def script(obj: Any, optimize: Any = None, _frames_up: int = 0, _rcb: Any = None, example_inputs: Any = None) -> Any:
    """Return a module or function of PyTorch's classes for scripted code that runs `obj` as Python; a class is returned unchanged.

    Its `save`, `graph` and `code` raise UnsupportedError.

        >>> isinstance(torch.jit.script(torch.nn.ReLU()), torch.jit.ScriptModule)
        True
    """
    if obj is None or isinstance(obj, (int, float, complex, str, bytes, BuiltinFunctionType)):
        raise TypeError(f"{type(obj)} is a built-in class")
    _deprecated("script")
    return _run_as_python(obj, RecursiveScriptModule)


def _run_as_python(obj: Any, kind: builtins.type) -> Any:
    if builtins.isinstance(obj, Module):
        return scripted(obj, kind)
    return obj if builtins.isinstance(obj, (builtins.type, ScriptFunction)) or not callable(obj) else \
        ScriptFunction(obj, kind is TopLevelTracedModule)


class CompilationUnit:
    """The class in which PyTorch stores compiled functions; nothing is compiled here.

    References
    ----------
    PyTorch: ``torch.jit.CompilationUnit``.

    Examples
    --------
    >>> isinstance(torch.jit.CompilationUnit(), torch.CompilationUnit)
    True
    """

    __module__ = "torch.jit"


_compilation_unit = CompilationUnit()


def trace(func: Any, example_inputs: Any = None, optimize: Any = None, check_trace: bool = True, check_inputs: Any = None,
          check_tolerance: float = 1e-5, strict: bool = True, _force_outplace: bool = False, _module_class: Any = None,
          _compilation_unit: Any = _compilation_unit, example_kwarg_inputs: Any = None, _store_inputs: bool = True) -> Any:
    """Return a module or function that runs `func` as Python: branches and loops remain, where PyTorch records one path through them."""
    _deprecated("trace")
    return _run_as_python(func, TopLevelTracedModule)


def trace_module(mod: Any, inputs: Any, optimize: Any = None, check_trace: bool = True, check_inputs: Any = None,
                 check_tolerance: float = 1e-5, strict: bool = True, _force_outplace: bool = False, _module_class: Any = None,
                 _compilation_unit: Any = _compilation_unit, example_inputs_is_kwarg: bool = False, _store_inputs: bool = True) -> Any:
    """Return a module that runs `mod` as Python."""
    return _run_as_python(mod, TopLevelTracedModule)


def freeze(mod: Any, preserved_attrs: Any = None, optimize_numerics: bool = True) -> Any:
    """Return `mod` itself, which must have been scripted or traced, and be in evaluation mode."""
    _deprecated("freeze")
    _require_script(mod, "Freezing expects")
    if mod.training:
        raise RuntimeError("Freezing is currently only implemented for modules in eval mode: call .eval() on the module first.")
    return mod


def _require_script(mod: Any, who: str) -> None:
    if not isinstance(mod, ScriptModule):
        raise RuntimeError(f"{who} a ScriptModule as input: apply torch.jit.script or torch.jit.trace to the module first.")


def optimize_for_inference(mod: Any, other_methods: Any = None) -> Any:
    """Return `mod` itself, which must have been scripted or traced."""
    _deprecated("optimize_for_inference")
    _require_script(mod, "optimize_for_inference expects")
    return mod


def script_if_tracing(fn: T) -> T:
    """Return `fn` itself."""
    return fn


_script_if_tracing = script_if_tracing


def script_method(fn: T) -> T:
    """Return `fn` itself."""
    return fn


def export(fn: T) -> T:
    """Return the method; a decorator for TorchScript.

    Parameters
    ----------
    fn : callable
        The method.

    Returns
    -------
    callable
        The method.

    References
    ----------
    PyTorch: ``torch.jit.export``.
    """
    return fn


def unused(fn: T) -> T:
    """Return the method; a decorator for TorchScript.

    Parameters
    ----------
    fn : callable
        The method.

    Returns
    -------
    callable
        The method.

    References
    ----------
    PyTorch: ``torch.jit.unused``.
    """
    return fn


def interface(obj: T) -> T:
    """Return `obj` itself."""
    return obj


def ignore(drop: Any = False, **kwargs: Any) -> Any:
    """Return the method; a decorator for TorchScript.

    Parameters
    ----------
    drop : bool, default False
        Accepted for compatibility.
    **kwargs : object
        Accepted for compatibility.

    Returns
    -------
    callable
        The method, or a decorator.

    References
    ----------
    PyTorch: ``torch.jit.ignore``.
    """
    return drop if callable(drop) else lambda fn: fn


def _overload(fn: T) -> T:
    return fn


def _overload_method(fn: T) -> T:
    return fn


def is_scripting() -> bool:
    """Whether this runs as TorchScript.

    Returns
    -------
    bool
        False.

    References
    ----------
    PyTorch: ``torch.jit.is_scripting``.

    Examples
    --------
    >>> torch.jit.is_scripting()
    False
    """
    return False


def is_tracing() -> bool:
    """Whether this is being traced.

    Returns
    -------
    bool
        False.

    References
    ----------
    PyTorch: ``torch.jit.is_tracing``.

    Examples
    --------
    >>> torch.jit.is_tracing()
    False
    """
    return False


def annotate(the_type: Any, the_value: T) -> T:
    """Return the value; its type is for TorchScript.

    Parameters
    ----------
    the_type : type
        The type.
    the_value : object
        The value.

    Returns
    -------
    object
        The value.

    References
    ----------
    PyTorch: ``torch.jit.annotate``.

    Examples
    --------
    >>> torch.jit.annotate(int, 3)
    3
    """
    return the_value


def isinstance(obj: Any, target_type: Any) -> bool:
    """Whether an object has a type, with all that it contains.

    Parameters
    ----------
    obj : object
        The object.
    target_type : type or tuple of types
        Such as ``List[int]``.

    Returns
    -------
    bool
        Also for containers without members, with a warning.

    Raises
    ------
    RuntimeError
        For a container type without the types of its members.

    References
    ----------
    PyTorch: ``torch.jit.isinstance``.

    Examples
    --------
    >>> torch.jit.isinstance([1], list[int]), torch.jit.isinstance([1], list[str])
    (True, False)
    """
    return has_type(obj, target_type)


class Attribute(NamedTuple):
    """A value with a type for the compiler."""

    value: Any
    type: Any


def fork(func: Callable[..., Any], *args: Any, **kwargs: Any) -> Future[Any]:
    """Run a function immediately, in this thread, and return its result as a future.

    Parameters
    ----------
    func : callable
        The function.
    *args : object
        Arguments.
    **kwargs : object
        Keyword arguments.

    Returns
    -------
    Future
        A future with the result.

    References
    ----------
    PyTorch: ``torch.jit.fork``.

    Examples
    --------
    >>> torch.jit.wait(torch.jit.fork(abs, -1))
    1
    """
    _deprecated("fork")
    future: Future[Any] = Future()
    future.set_result(func(*args, **kwargs))
    return future


def wait(future: Future[T]) -> T:
    """Wait for the result of ``fork``.

    Parameters
    ----------
    future : Future
        The future.

    Returns
    -------
    object
        The result.

    References
    ----------
    PyTorch: ``torch.jit.wait``.

    Examples
    --------
    >>> torch.jit.wait(torch.jit.fork(abs, -1))
    1
    """
    return future.wait()


JITException = Error


class ScriptWarning(Warning):
    """A compiler's warning about code that it does not compile."""


class TracerWarning(Warning):
    """A tracer's warning about code whose path may depend on its inputs. Code runs as Python here and can take any path."""

    @staticmethod
    def ignore_lib_warnings() -> None:
        """Do nothing: there are no such warnings."""


class TracingCheckError(Exception):
    """A trace computes something else than the traced function."""

    def __init__(self, graph_diff_error: str | None, tensor_compare_error: str | None, extra_msg: str | None = None) -> None:
        parts = ["Tracing failed sanity checks!", extra_msg, graph_diff_error, tensor_compare_error]
        self.message = "\n".join(part for part in parts if part) + "\n"
        super().__init__(self.message)


class strict_fusion:
    """Context in which PyTorch requires everything to be fused; no effect here."""

    def __enter__(self) -> None:
        """Do nothing."""

    def __exit__(self, type: Any, value: Any, tb: Any) -> None:
        """Do nothing."""


@contextmanager
def optimized_execution(should_optimize: Any) -> Iterator[None]:
    """Context without effect: there is nothing to optimize."""
    yield


@contextmanager
def fuser(name: str) -> Iterator[None]:
    """Context without effect."""
    if name not in ("fuser0", "fuser1", "fuser2", "fuser3"):
        raise Exception(f"unrecognized fuser option (name: {name})")
    yield


def set_fusion_strategy(strategy: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return the previous strategy; nothing is fused."""
    before, _STRATEGY[:] = list(_STRATEGY), strategy
    return before


_STRATEGY: list[tuple[str, int]] = [("STATIC", 2), ("DYNAMIC", 10)]


def enable_onednn_fusion(enabled: bool) -> None:
    """Do nothing: nothing is fused."""


def onednn_fusion_enabled() -> bool:
    """Return False."""
    return False


def set_module(obj: Any, mod: str) -> None:
    """Set the module that `obj` claims to be from."""
    if not builtins.isinstance(mod, str):
        raise TypeError("The mod argument should be a string")
    obj.__module__ = mod


__all__ = ["CompilationUnit", "Error", "Final", "Future", "ScriptModule", "ScriptWarning", "TracerWarning", "TracingCheckError", "annotate",
           "enable_onednn_fusion", "export", "fork", "freeze", "fuser", "ignore", "interface", "is_scripting", "is_tracing",
           "isinstance", "onednn_fusion_enabled", "optimize_for_inference", "optimized_execution",
           "script", "script_if_tracing", "script_method",
           "set_fusion_strategy", "set_module", "strict_fusion", "trace",
           "trace_module", "unused", "wait"]

del annotations  # of `__future__`: the name is resolved to the submodule `annotations` by what follows
if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = missing("torch.jit", __name__)


if TYPE_CHECKING:  # names that `__getattr__` resolves
    frontend: Any
