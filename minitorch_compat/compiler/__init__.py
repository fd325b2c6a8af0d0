"""`torch.compiler` and `torch.compile` without a compiler: functions and modules run eagerly."""
from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar, overload

from .._namespace.names import missing

F = TypeVar("F")

_MODES = ("default", "lite", "reduce-overhead", "max-autotune-no-cudagraphs", "max-autotune")
#: Backends that programs name; none has an effect here.
_BACKENDS = frozenset((
    "aot_eager", "aot_eager_decomp_partition", "aot_eager_default_partitioner", "aot_ts", "cudagraphs", "eager", "eager_debug",
    "eager_noexcept", "inductor", "invoke_subgraph", "ipex", "onnxrt", "openvino", "openxla", "openxla_eval", "pre_dispatch_eager",
    "tensorrt", "torch_tensorrt", "ts", "tvm"))


def compile(*args: Any, **kwargs: Any) -> Any:
    """Same as ``torch.compile``.

    Parameters
    ----------
    *args : object
        As for ``torch.compile``.
    **kwargs : object
        As for ``torch.compile``.

    Returns
    -------
    callable
        The function or module.

    References
    ----------
    PyTorch: ``torch.compiler.compile``.

    Examples
    --------
    >>> torch.compiler.compile(abs)(-2)
    2
    """
    return torch_compile(*args, **kwargs)


@overload
def torch_compile(
    model: F, *, fullgraph: bool = False, dynamic: bool | None = None, backend: Any = None, mode: str | None = None, options: Any = None,
    name: str | None = None, disable: bool = False, recompile_limit: int | None = None, isolate_recompiles: bool = False,
    shapes_spec: Any = None) -> F: ...
@overload
def torch_compile(
    model: None = None, *, fullgraph: bool = False, dynamic: bool | None = None, backend: Any = None, mode: str | None = None,
    options: Any = None, name: str | None = None, disable: bool = False, recompile_limit: int | None = None,
    isolate_recompiles: bool = False, shapes_spec: Any = None) -> Callable[[F], F]: ...
def torch_compile(model: Any = None, *, fullgraph: bool = False, dynamic: bool | None = None, backend: Any = None, mode: str | None = None,
            options: Any = None, name: str | None = None, disable: bool = False, recompile_limit: int | None = None,
            isolate_recompiles: bool = False, shapes_spec: Any = None) -> Any:
    """Wrap a function or module like PyTorch's compiler does; it runs eagerly.

    A function is wrapped in a function, a module in an `OptimizedModule` that keeps it as `_orig_mod`; a class is returned unchanged.

    Parameters
    ----------
    model : callable, optional
        What to compile; without it, a decorator is returned.
    fullgraph, dynamic, options, name, recompile_limit, isolate_recompiles, shapes_spec : optional
        Checked or accepted; no effect.
    backend : str or callable, optional
        A backend that PyTorch knows; a callable is not called.
    mode : str, optional
        One of PyTorch's modes.
    disable : bool, default False
        Return `model` itself.

    Returns
    -------
    callable
        Computes the same as ``model``.

    Raises
    ------
    RuntimeError
        For an unknown mode.
    InvalidBackend
        For an unknown backend.

    References
    ----------
    PyTorch: ``torch.compile``.

    Examples
    --------
    >>> list(torch.compile(torch.nn.Linear(1, 1)).state_dict())
    ['_orig_mod.weight', '_orig_mod.bias']
    >>> def double(x):
    ...     return 2 * x
    >>> torch.compile(double, backend="eager")(torch.ones(2))
    tensor([2., 2.])
    """
    if mode is not None and options is not None:
        raise RuntimeError("Either mode or options can be specified, but both can't be specified at the same time.")
    if model is not None and not callable(model):
        raise AssertionError(f"A callable function is expected, but {type(model)} is provided.")
    if backend in (None, "inductor") and mode is not None and mode not in _MODES:
        raise RuntimeError(f"Unrecognized mode={mode}, should be one of: {', '.join(_MODES)}")
    if isinstance(backend, str) and backend not in _BACKENDS:
        from .._dynamo.exc import InvalidBackend

        raise InvalidBackend(f"Invalid backend: {backend!r}, see `torch._dynamo.list_backends()` for available backends.")
    if model is None:
        return lambda function: torch_compile(function, disable=disable)
    if disable or isinstance(model, type):
        return model
    from .._dynamo.eval_frame import OptimizedModule, optimized
    from ..jit._scripted import RecursiveScriptModule
    from ..nn import Module

    if isinstance(model, RecursiveScriptModule):
        raise RuntimeError("torch.compile does not support compiling torch.jit.script or torch.jit.freeze models directly.")
    return OptimizedModule(model) if isinstance(model, Module) and not isinstance(model, OptimizedModule) else optimized(model)


torch_compile.__name__ = torch_compile.__qualname__ = "compile"
torch_compile.__module__ = __name__.partition(".")[0]


def disable(fn: Any = None, recursive: bool = True, *, reason: str | None = None) -> Any:
    """Mark a function as not to be compiled: returns it unchanged.

    Parameters
    ----------
    fn : callable, optional
        The function; None makes it a decorator.
    recursive : bool, default True
        Whether this applies to the functions it calls, too.
    reason : str, optional
        A note.

    Returns
    -------
    callable
        The function.

    References
    ----------
    PyTorch: ``torch.compiler.disable``.

    Examples
    --------
    >>> torch.compiler.disable(abs)(-1)
    1
    """
    return fn if fn is not None else lambda function: function


def allow_in_graph(fn: Any) -> Any:
    """Mark a function as not to be traced into: returns it unchanged.

    Parameters
    ----------
    fn : callable
        The function.

    Returns
    -------
    callable
        The function.

    References
    ----------
    PyTorch: ``torch.compiler.allow_in_graph``.

    Examples
    --------
    >>> torch.compiler.allow_in_graph(abs)(-1)
    1
    """
    return fn


def assume_constant_result(fn: Any) -> Any:
    """Mark a function whose result is constant: returns it unchanged.

    Parameters
    ----------
    fn : callable
        The function.

    Returns
    -------
    callable
        The function.

    References
    ----------
    PyTorch: ``torch.compiler.assume_constant_result``.

    Examples
    --------
    >>> torch.compiler.assume_constant_result(lambda x: -x)(-1)
    1
    """
    return fn


def is_compiling() -> bool:
    """Whether this runs inside of ``torch.compile`` or ``torch.export``.

    Returns
    -------
    bool
        False.

    References
    ----------
    PyTorch: ``torch.compiler.is_compiling``.

    Examples
    --------
    >>> torch.compiler.is_compiling()
    False
    """
    return False


def is_dynamo_compiling() -> bool:
    """Whether this runs inside of ``torch.compile``.

    Returns
    -------
    bool
        False.

    References
    ----------
    PyTorch: ``torch.compiler.is_dynamo_compiling``.

    Examples
    --------
    >>> torch.compiler.is_dynamo_compiling()
    False
    """
    return False


def is_exporting() -> bool:
    """Whether this runs inside of ``torch.export``.

    Returns
    -------
    bool
        False.

    References
    ----------
    PyTorch: ``torch.compiler.is_exporting``.

    Examples
    --------
    >>> torch.compiler.is_exporting()
    False
    """
    return False


def reset() -> None:
    """Clear compilation caches; no effect.

    References
    ----------
    PyTorch: ``torch.compiler.reset``.

    Examples
    --------
    >>> torch.compiler.reset()
    """


def cudagraph_mark_step_begin() -> None:
    """Accepted for CUDA graphs; no effect.

    References
    ----------
    PyTorch: ``torch.compiler.cudagraph_mark_step_begin``.

    Examples
    --------
    >>> torch.compiler.cudagraph_mark_step_begin()
    """


def list_backends(exclude_tags: Any = ("debug", "experimental")) -> list[str]:
    """[]"""
    return []


_default_backend: list[Any] = ["inductor"]


def get_default_backend() -> Any:
    """The value of `set_default_backend`, "inductor" by default; nothing is compiled by it."""
    return _default_backend[0]


def set_default_backend(backend: Any) -> None:
    """Set the result of `get_default_backend`; None is "inductor"."""
    if backend is not None and not isinstance(backend, str) and not callable(backend):
        raise TypeError(f"backend must be a string or callable, got {type(backend)}")
    _default_backend[0] = "inductor" if backend is None else backend


def save_cache_artifacts() -> None:
    """Return None: nothing is compiled, so there is nothing to save."""


def set_enable_guard_collectives(enabled: bool) -> bool:
    """Return whether it was enabled before; the setting has no effect."""
    before, _GUARDS[0] = _GUARDS[0], enabled
    return before


_GUARDS = [False]


class _Stance:
    """The result of `set_stance`, a context manager and decorator; no effect."""

    def __init__(self, stance: str) -> None:
        self.stance = stance

    def __enter__(self) -> None:
        """Nothing."""

    def __exit__(self, *exc: object) -> None:
        """Nothing."""

    def __call__(self, fn: Any) -> Any:
        """`fn` itself: a decorator."""
        return fn


def set_stance(stance: str = "default", *, skip_guard_eval_unsafe: bool = False, force_backend: Any = None) -> _Stance:
    """Choose how compiled functions behave, from now on or in a context; no effect.

    Parameters
    ----------
    stance : str, default 'default'
        Such as ``'force_eager'``.
    skip_guard_eval_unsafe : bool, default False
        Accepted for compatibility.
    force_backend : object, optional
        Accepted for compatibility.

    References
    ----------
    PyTorch: ``torch.compiler.set_stance``.

    Examples
    --------
    >>> with torch.compiler.set_stance("force_eager"):
    ...     pass
    """
    return _Stance(stance)


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.compiler", __name__)


if TYPE_CHECKING:  # names provided by `__getattr__`
    config: Any
