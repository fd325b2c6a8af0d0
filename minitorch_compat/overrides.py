"""`torch.overrides`: helpers for `__torch_function__` and modes. https://docs.pytorch.org/docs/stable/torch.overrides.html"""
from __future__ import annotations

import collections
import contextlib
import functools
import types
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from ._array.core.user_warnings import warn
from ._bindings.tensor.tensor import Tensor, unconverted_functions
from ._dispatch.call.torch_function import (
    call_handlers,
    has_handler,
    innermost_closed,
    mode_open,
    overriding_arguments,
    pop_mode,
    push_mode,
)
from ._dispatch.call.torch_function import overrides as _asks
from ._dispatch.state import LOCAL
from ._namespace.absent_functions import parse_signature
from ._namespace.names import MissingFunction, missing
from ._tables import table as read_table
from .ops._overloads import OpOverload, OpOverloadPacket

__all__ = ["enable_reentrant_dispatch", "get_ignored_functions", "get_overridable_functions", "get_testing_overrides",
           "handle_torch_function", "has_torch_function", "is_tensor_like", "is_tensor_method_or_property", "redispatch_function",
           "resolve_name", "wrap_torch_function"]


# Overridable user functions -------------------------------------------------------------------------------------------------------

def has_torch_function(relevant_args: Iterable[Any]) -> bool:
    """Return whether the class of one of the objects overrides functions by `__torch_function__`.

    Parameters
    ----------
    relevant_args : iterable
        The objects.

    Returns
    -------
    bool
        The answer.

    References
    ----------
    PyTorch: torch.nn.functional.has_torch_function

    Examples
    --------
    >>> torch.nn.functional.has_torch_function((torch.zeros(2), 1))
    False
    """
    if LOCAL.skip_override_check:
        LOCAL.skip_override_check = False
        return False
    if not hasattr(relevant_args, "__iter__"):
        raise TypeError("expected a sequence")
    return mode_open() or not LOCAL.no_overrides and any(map(_asks, relevant_args))


def has_torch_function_unary(value: Any) -> bool:
    """Same as `has_torch_function`, for one object.

    Parameters
    ----------
    value : object
        The object.

    Returns
    -------
    bool
        The answer.

    References
    ----------
    PyTorch: torch.nn.functional.has_torch_function_unary

    Examples
    --------
    >>> torch.nn.functional.has_torch_function_unary(torch.zeros(2))
    False
    """
    return has_torch_function((value,))


def has_torch_function_variadic(*values: Any) -> bool:
    """Same as `has_torch_function`, for objects passed as separate arguments.

    Parameters
    ----------
    values : objects
        The objects.

    Returns
    -------
    bool
        The answer.

    References
    ----------
    PyTorch: torch.nn.functional.has_torch_function_variadic

    Examples
    --------
    >>> torch.nn.functional.has_torch_function_variadic(torch.zeros(2), 1)
    False
    """
    return has_torch_function(values)


def handle_torch_function(public_api: Callable[..., Any], relevant_args: Iterable[Any], *args: Any, **kwargs: Any) -> Any:
    """Call the `__torch_function__` of the objects that have one, until one does not return NotImplemented.

    Parameters
    ----------
    public_api : callable
        The function that was called.
    relevant_args : iterable
        The arguments that may override it.
    args : objects
        Its arguments.
    kwargs : objects
        Its keyword arguments.

    Returns
    -------
    object
        The answer.

    Raises
    ------
    TypeError
        All returned NotImplemented.

    References
    ----------
    PyTorch: torch.nn.functional.handle_torch_function

    Examples
    --------
    >>> class Loud(torch.Tensor):
    ...     @classmethod
    ...     def __torch_function__(cls, func, types, args=(), kwargs=None):
    ...         return "mine"
    >>> torch.nn.functional.handle_torch_function(torch.sin, (torch.zeros(2).as_subclass(Loud),), 1)
    'mine'
    """
    overloaded = _get_overloaded_args(relevant_args)
    name = f"{public_api.__module__}.{public_api.__name__}"
    return call_handlers(public_api, name, overloaded, tuple(type(value) for value in overloaded), args, kwargs, True)


def _get_overloaded_args(relevant_args: Iterable[Any], get_type_fn: Callable[[Any], type] | None = None) -> list[Any]:
    """One argument of each type that has a `__torch_function__`, a subclass before its base."""
    if LOCAL.no_overrides:
        return []
    return overriding_arguments(relevant_args, has_handler, get_type_fn or type)


def wrap_torch_function(dispatcher: Callable[..., Iterable[Any]]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Decorator that makes a function overridable by ``__torch_function__``.

    Parameters
    ----------
    dispatcher : callable
        Called with the function's arguments; returns those that may override.

    Returns
    -------
    callable
        The decorator.

    References
    ----------
    PyTorch: ``torch.overrides.wrap_torch_function``.

    Examples
    --------
    >>> @torch.overrides.wrap_torch_function(lambda x: (x,))
    ... def double(x):
    ...     return 2 * x
    >>> double(torch.ones(1))
    tensor([2.])
    """

    def decorate(func: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(func)
        def wrapped(*args: Any, **kwargs: Any) -> Any:
            relevant = dispatcher(*args, **kwargs)
            if has_torch_function(relevant):
                return handle_torch_function(wrapped, relevant, *args, **kwargs)
            return func(*args, **kwargs)

        return wrapped

    return decorate


def is_tensor_like(inp: Any) -> bool:
    """Return whether an object is a tensor, or has a ``__torch_function__``.

    Parameters
    ----------
    inp : object
        The object.

    Returns
    -------
    bool
        True if it is.

    References
    ----------
    PyTorch: ``torch.overrides.is_tensor_like``.

    Examples
    --------
    >>> torch.overrides.is_tensor_like(torch.ones(1)), torch.overrides.is_tensor_like(1.0)
    (True, False)
    """
    return type(inp) is Tensor or hasattr(inp, "__torch_function__")


# What can be overridden -----------------------------------------------------------------------------------------------------------

_NAMESPACES = ("torch", "torch.functional", "torch.nn.functional", "torch.nn.init", "torch.Tensor", "torch.linalg", "torch.fft",
               "torch.special")


def _import_namespace(name: str) -> Any:
    import importlib

    if name == "torch.Tensor":
        return Tensor
    return importlib.import_module(__package__ + name.removeprefix("torch"))


def _find_by_name(name: str) -> Any:
    """The object that a name like "torch.Tensor.shape.__get__" refers to; None if there is none here."""
    for space in sorted(_NAMESPACES, key=len, reverse=True):
        if name.startswith(space + "."):
            obj = _import_namespace(space)
            for part in name.removeprefix(space + ".").split("."):
                obj = getattr(obj, part, None)
                if obj is None:
                    return None
            return obj
    return None


@functools.cache
def _names_by_function() -> dict[Any, str]:
    """Function -> name, of all functions in the public namespaces, and of the accessors of properties."""
    names: dict[Any, str] = {}
    for space in _NAMESPACES:
        owner = _import_namespace(space)
        for name in dir(owner):
            value = getattr(owner, name, None)
            if isinstance(value, (property, types.MemberDescriptorType)):
                names[value.__get__] = f"{space}.{name}.__get__"
                names[value.__set__] = f"{space}.{name}.__set__"
            elif isinstance(value, (types.FunctionType, MissingFunction)):
                existing = names.get(value)
                if existing is None or space != "torch.Tensor":
                    names[value] = f"{space}.{name}"
    return names


def resolve_name(f: Any) -> str | None:
    """Return the name of a function, in the form that handlers get.

    Parameters
    ----------
    f : callable
        The function.

    Returns
    -------
    str or None
        The name, such as ``'torch.add'``; None if it is no function of PyTorch.

    References
    ----------
    PyTorch: ``torch.overrides.resolve_name``.

    Examples
    --------
    >>> torch.overrides.resolve_name(torch.Tensor.add)
    'torch.Tensor.add'
    """
    if isinstance(f, (OpOverload, OpOverloadPacket)):
        return str(f)
    try:
        return _names_by_function().get(f)
    except TypeError:
        return None


@functools.cache
def get_overridable_functions() -> dict[Any, list[Callable[..., Any]]]:
    """Return the functions that ``__torch_function__`` can override.

    Returns
    -------
    dict
        Namespace -> list of functions; properties are included by their ``__get__``.

    References
    ----------
    PyTorch: ``torch.overrides.get_overridable_functions``.

    Examples
    --------
    >>> torch.add in torch.overrides.get_overridable_functions()[torch]
    True
    """
    result: dict[Any, list[Callable[..., Any]]] = collections.defaultdict(list)
    for name in sorted(read_table("testing_overrides.json")):
        function = _find_by_name(name)
        if function is None:
            continue
        space = next(space for space in sorted(_NAMESPACES, key=len, reverse=True) if name.startswith(space + "."))
        if name.endswith(".__get__"):
            result[function.__self__].append(function)
        else:
            result[_import_namespace(space)].append(function)
    return dict(result)


@functools.cache
def get_testing_overrides() -> dict[Callable[..., Any], Callable[..., Any]]:
    """Return a dummy for each overridable function, with its signature, that returns -1.

    Returns
    -------
    dict
        Function -> dummy.

    References
    ----------
    PyTorch: ``torch.overrides.get_testing_overrides``.

    Examples
    --------
    >>> torch.overrides.get_testing_overrides()[torch.add](1, 2)
    -1
    """
    result: dict[Callable[..., Any], Callable[..., Any]] = {}
    for name, signature in read_table("testing_overrides.json").items():
        function = _find_by_name(name)
        if function is not None:
            result[function] = _dummy_override(signature)
    return result


def _dummy_override(signature: str) -> Callable[..., Any]:
    """A function with this signature that returns -1."""

    def dummy(*args: Any, **kwargs: Any) -> int:
        dummy.__signature__.bind(*args, **kwargs)  # type: ignore[attr-defined]
        return -1

    dummy.__signature__ = parse_signature(signature)  # type: ignore[attr-defined]
    return dummy


@functools.cache
def get_ignored_functions() -> set[Callable[..., Any]]:
    """Return the public functions that cannot be overridden.

    Returns
    -------
    set
        The functions.

    References
    ----------
    PyTorch: ``torch.overrides.get_ignored_functions``.

    Examples
    --------
    >>> torch.manual_seed in torch.overrides.get_ignored_functions()
    True
    """
    return {function for name in read_table("ignored_functions.json") if (function := _find_by_name(name)) is not None}


@functools.cache
def get_default_nowrap_functions() -> set[Callable[..., Any]]:
    """Return the functions whose results ``Tensor.__torch_function__`` does not convert to the subclass.

    Returns
    -------
    set
        The functions.

    References
    ----------
    PyTorch: ``torch.overrides.get_default_nowrap_functions``.

    Examples
    --------
    >>> torch.Tensor.grad.__get__ in torch.overrides.get_default_nowrap_functions()
    True
    """
    return set(unconverted_functions())


@functools.cache
def _get_tensor_methods() -> set[Callable[..., Any]]:
    return set(get_overridable_functions()[Tensor])


def is_tensor_method_or_property(func: Callable[..., Any]) -> bool:
    """Return whether a function is a method of ``Tensor``, or the ``__get__`` of a property.

    Parameters
    ----------
    func : callable
        The function.

    Returns
    -------
    bool
        True if it is.

    References
    ----------
    PyTorch: ``torch.overrides.is_tensor_method_or_property``.

    Examples
    --------
    >>> torch.overrides.is_tensor_method_or_property(torch.Tensor.add), torch.overrides.is_tensor_method_or_property(torch.add)
    (True, False)
    """
    return func in _get_tensor_methods() or func.__name__ == "__get__"


# Modes ----------------------------------------------------------------------------------------------------------------------------

class TorchFunctionMode:
    """Context in which all calls of public functions are passed to ``__torch_function__(self, func, types, args, kwargs)``.

    Inside of that method the mode is disabled.

    References
    ----------
    PyTorch: ``torch.overrides.TorchFunctionMode``.

    Examples
    --------
    >>> class Count(torch.overrides.TorchFunctionMode):
    ...     calls = 0
    ...     def __torch_function__(self, func, types, args=(), kwargs=None):
    ...         self.calls += 1
    ...         return func(*args, **(kwargs or {}))
    >>> with Count() as mode:
    ...     y = torch.add(torch.ones(1), 1)
    >>> mode.calls
    2
    """

    inner: TorchFunctionMode

    def __init__(self) -> None:
        pass

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        raise NotImplementedError

    def __enter__(self) -> Any:
        push_mode(self)
        return self

    def __exit__(self, exc_type: Any, exc_val: Any, exc_tb: Any) -> None:
        pop_mode()

    @classmethod
    def push(cls, *args: Any, **kwargs: Any) -> Any:
        """Create an instance, for ``with``; kept for backward compatibility.

        Parameters
        ----------
        *args : object
            Arguments of the constructor.
        **kwargs : object
            Arguments of the constructor.

        Returns
        -------
        TorchFunctionMode
            The instance.

        Examples
        --------
        >>> with torch.overrides.BaseTorchFunctionMode.push():
        ...     y = torch.ones(1) + 1
        >>> y
        tensor([2.])
        """
        warn("`Mode.push()` is no longer necessary and can be replaced with just `with Mode()`")
        return cls(*args, **kwargs)


class BaseTorchFunctionMode(TorchFunctionMode):
    """A mode that calls the function unchanged.

    References
    ----------
    PyTorch: ``torch.overrides.BaseTorchFunctionMode``.

    Examples
    --------
    >>> with torch.overrides.BaseTorchFunctionMode():
    ...     y = torch.ones(1) + 1
    >>> y
    tensor([2.])
    """

    def __torch_function__(self, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        return func(*args, **(kwargs or {}))


def _get_current_function_mode() -> Any:
    return LOCAL.function_modes[-1] if LOCAL.function_modes else None


def _get_current_function_mode_stack() -> list[Any]:
    return list(LOCAL.function_modes)


_push_mode, _pop_mode, _pop_mode_temporarily = push_mode, pop_mode, innermost_closed


@contextlib.contextmanager
def enable_reentrant_dispatch() -> Iterator[None]:
    """Context in which overriding is enabled, as outside of all handlers.

    Yields
    ------
    None
        Nothing.

    References
    ----------
    PyTorch: ``torch.overrides.enable_reentrant_dispatch``.

    Examples
    --------
    >>> class Counted(torch.Tensor):
    ...     @classmethod
    ...     def __torch_function__(cls, func, types, args=(), kwargs=None):
    ...         with torch._C.DisableTorchFunctionSubclass():
    ...             return func(*args, **(kwargs or {}))
    >>> try:
    ...     with torch.overrides.enable_reentrant_dispatch():
    ...         print(torch.ones(2).as_subclass(Counted).sum().item())
    ... except RuntimeError:
    ...     print("only inside of __torch_dispatch__")
    2.0

    PyTorch has it for handlers of its dispatcher, and prints ``only inside of __torch_dispatch__``.
    """
    previous, LOCAL.no_overrides = LOCAL.no_overrides, 0
    try:
        yield
    finally:
        LOCAL.no_overrides = previous


def redispatch_function(func: Any, types: Any, args: Any, kwargs: Any) -> Any:
    """Call a function without calling handlers for this call; calls inside it use handlers as usual.

    Parameters
    ----------
    func : callable
        The function.
    types : tuple
        Ignored.
    args : tuple
        Its arguments.
    kwargs : dict
        Its keyword arguments.

    Returns
    -------
    object
        Its result.

    References
    ----------
    PyTorch: ``torch.overrides.redispatch_function``.

    Examples
    --------
    >>> class Loud(torch.Tensor):
    ...     @classmethod
    ...     def __torch_function__(cls, func, types, args=(), kwargs=None):
    ...         print("asked")
    ...         return torch.overrides.redispatch_function(func, types, args, kwargs or {})
    >>> torch.add(torch.ones(1).as_subclass(Loud), 1).tolist()
    asked
    [2.0]
    """
    from ._bindings.override.overridable import call_without_handlers

    return call_without_handlers(func, args, kwargs or {})


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = missing("torch.overrides", __name__)
