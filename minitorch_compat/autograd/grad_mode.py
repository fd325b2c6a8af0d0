"""Grad modes, which control recording. https://docs.pytorch.org/docs/stable/notes/autograd.html"""
from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar, overload

from .._array.core.user_warnings import warn
from .._array.exchange.type_names import value_type_name
from .._dispatch.state import LOCAL, NO_LEVEL_LIMIT, PAUSED, activate, deactivate, set_recording

F = TypeVar("F", bound=Callable[..., Any])


class _Mode:
    """A context manager that also decorates functions, generators and the constructors of classes."""

    def __call__(self, orig_func: F) -> F:
        return _decorate(self.clone, orig_func)

    def __enter__(self) -> Any:
        raise NotImplementedError

    def __exit__(self, exc_type: Any, exc_value: Any, traceback: Any) -> None:
        raise NotImplementedError

    def clone(self) -> _Mode:
        """A new context of the same kind, because a decorated function may be entered several times at once."""
        return type(self)()


def _decorate(make: Callable[[], Any], func: Any) -> Any:
    if inspect.isclass(func):
        warn("Decorating classes is deprecated and will be disabled in future versions. You should only decorate functions or "
             "methods. To preserve the current behavior of class decoration, you can directly decorate the `__init__` method and "
             "nothing else.", FutureWarning)
        return _decorate(make, lambda *args, **kwargs: func(*args, **kwargs))
    if inspect.isgeneratorfunction(func):
        return _decorate_generator(make, func)

    @functools.wraps(func)
    def decorated(*args: Any, **kwargs: Any) -> Any:
        with make():
            return func(*args, **kwargs)

    return decorated


def _decorate_generator(make: Callable[[], Any], func: Any) -> Any:
    """Decorate a generator: the mode holds inside it, the caller's mode between its steps."""

    @functools.wraps(func)
    def decorated(*args: Any, **kwargs: Any) -> Any:
        generator = func(*args, **kwargs)
        try:
            with make():
                item = generator.send(None)
            while True:
                try:
                    sent = yield item
                except GeneratorExit:
                    with make():
                        generator.close()
                    raise
                except BaseException as error:  # passed to the generator, as for an undecorated one
                    with make():
                        item = generator.throw(error)
                else:
                    with make():
                        item = generator.send(sent)
        except StopIteration as stop:
            return stop.value

    return decorated


_NOTHING: Any = object()


class _NoParameters(_Mode):
    """A mode that decorates with or without parentheses: `@torch.no_grad` and `@torch.no_grad()`."""

    if TYPE_CHECKING:
        @overload
        def __new__(cls) -> Self: ...
        @overload
        def __new__(cls, orig_func: F) -> F: ...  # type: ignore[misc]

    def __new__(cls, orig_func: Any = _NOTHING) -> Any:
        if orig_func is _NOTHING or orig_func is None and cls is not no_grad:
            return object.__new__(cls)
        if orig_func is None:
            raise TypeError("no_grad.__init__() takes 1 positional argument but 2 were given")
        return _decorate(cls, orig_func)


class no_grad(_NoParameters):
    """Context, or decorator, in which nothing is recorded: results require no gradients.

    References
    ----------
    PyTorch: ``torch.no_grad``.

    Examples
    --------
    >>> x = torch.ones(1, requires_grad=True)
    >>> with torch.no_grad():
    ...     y = x * 2
    >>> y.requires_grad
    False
    """

    prev: bool = False
    __signature__: ClassVar[Any] = inspect.Signature()  # instead of an `__init__`, which would be called each time

    # Inference enters this once per call of a model, so `set_recording` is inlined and uses the thread's own dict: each attribute access
    # on `LOCAL` costs as much as everything else.
    def __enter__(self) -> None:
        own = LOCAL.__dict__
        if own.get("grad", True):
            self.prev = True
            own["grad"] = False
            PAUSED.append(None)
        else:
            self.prev = False

    def __exit__(self, exc_type: Any, exc_value: Any, traceback: Any) -> None:
        own = LOCAL.__dict__
        if own.get("grad", True) is not self.prev:
            own["grad"] = self.prev
            if self.prev:
                PAUSED.pop()
            else:
                PAUSED.append(None)


class enable_grad(_NoParameters):
    """Context, or decorator, in which operations are recorded, whatever the surrounding mode.

    Parameters
    ----------
    orig_func : callable, default _NOTHING
        A function to decorate, without brackets.

    References
    ----------
    PyTorch: ``torch.enable_grad``.

    Examples
    --------
    >>> x = torch.ones(1, requires_grad=True)
    >>> with torch.no_grad(), torch.enable_grad():
    ...     y = x * 2
    >>> y.requires_grad
    True
    """

    prev: bool = False
    __signature__: ClassVar[Any] = inspect.Signature([
        inspect.Parameter("orig_func", inspect.Parameter.POSITIONAL_OR_KEYWORD, default=None)])

    def __enter__(self) -> None:
        self.prev = LOCAL.grad or set_recording(True)

    def __exit__(self, exc_type: Any, exc_value: Any, traceback: Any) -> None:
        if LOCAL.grad is not self.prev:
            set_recording(self.prev)


class set_grad_enabled(_Mode):
    """Turn recording on or off: at once, and until the block ends if used as a context.

    Parameters
    ----------
    mode : bool
        True records.

    References
    ----------
    PyTorch: ``torch.set_grad_enabled``.

    Examples
    --------
    >>> x = torch.ones(1, requires_grad=True)
    >>> with torch.set_grad_enabled(False):
    ...     y = x * 2
    >>> y.requires_grad
    False
    """

    def __init__(self, mode: bool) -> None:
        if mode is not True and mode is not False:
            raise TypeError(f"set_grad_enabled(): argument 'enabled' (position 1) must be bool, not {value_type_name(mode)}")
        self.mode = mode
        self.prev: bool = set_recording(bool(mode))

    def __call__(self, orig_func: F) -> F:
        set_recording(self.prev)
        return super().__call__(orig_func)

    def __enter__(self) -> None:
        set_recording(bool(self.mode))

    def __exit__(self, exc_type: Any, exc_value: Any, traceback: Any) -> None:
        set_recording(self.prev)

    def __str__(self) -> str:
        return f"torch.autograd.grad_mode.set_grad_enabled(mode={self.mode})"

    __repr__ = __str__

    def clone(self) -> set_grad_enabled:
        """Another one with the same mode.

        Returns
        -------
        set_grad_enabled
            The copy.

        Examples
        --------
        >>> with torch.set_grad_enabled(True):
        ...     off = torch.set_grad_enabled(False).clone()
        >>> off.mode
        False
        >>> torch.set_grad_enabled(True).mode
        True
        """
        return set_grad_enabled(self.mode)


class inference_mode(_Mode):
    """``no_grad``, and tensors made inside stay outside of autograd for good.

    Parameters
    ----------
    mode : bool, default True
        False switches it off inside.

    Raises
    ------
    RuntimeError
        Later, where such a tensor is saved for backward, or changed in place outside.

    References
    ----------
    PyTorch: ``torch.inference_mode``.

    Examples
    --------
    >>> with torch.inference_mode():
    ...     y = torch.ones(1)
    >>> y.is_inference()
    True
    """

    def __new__(cls, mode: Any = True) -> Any:
        if isinstance(mode, bool):
            return super().__new__(cls)
        return cls()(mode)

    def __init__(self, mode: Any = True) -> None:
        self.mode = mode

    def __enter__(self) -> None:
        self.prev: tuple[bool, bool, int] = (LOCAL.grad, LOCAL.inference, LOCAL.forward_limit)
        LOCAL.inference = bool(self.mode)
        set_recording(not self.mode)  # also in `no_grad`, as in PyTorch
        if self.mode:
            LOCAL.forward_limit = 0
            activate(self)
        elif LOCAL.forward_limit == 0:
            LOCAL.forward_limit = NO_LEVEL_LIMIT

    def __exit__(self, exc_type: Any, exc_value: Any, traceback: Any) -> None:
        recording, LOCAL.inference, LOCAL.forward_limit = self.prev
        set_recording(recording)
        if self.mode:
            deactivate(self)

    def clone(self) -> inference_mode:
        """Another one with the same mode.

        Returns
        -------
        inference_mode
            The copy.

        Examples
        --------
        >>> with torch.inference_mode().clone():
        ...     print(torch.is_inference_mode_enabled())
        True
        """
        return inference_mode(self.mode)


class set_multithreading_enabled(_Mode):
    """Accepted for compatibility: backward runs in the calling thread.

    Parameters
    ----------
    mode : bool
        Ignored.

    References
    ----------
    PyTorch: ``torch.autograd.grad_mode.set_multithreading_enabled``.

    Examples
    --------
    >>> x = torch.ones(2, requires_grad=True)
    >>> with torch.autograd.grad_mode.set_multithreading_enabled(False):
    ...     (x * 3).sum().backward()
    >>> x.grad
    tensor([3., 3.])
    """

    def __init__(self, mode: bool) -> None:
        if not isinstance(mode, bool):
            raise TypeError(f"set_multithreading_enabled(): argument 'enabled' (position 1) must be bool, not {type(mode).__name__}")
        self.prev: bool = LOCAL.multithreading
        self.mode = mode
        LOCAL.multithreading = mode

    def __enter__(self) -> None:
        pass

    def __exit__(self, exc_type: Any, exc_value: Any, traceback: Any) -> None:
        LOCAL.multithreading = self.prev

    def clone(self) -> set_multithreading_enabled:
        """A fresh context of the same kind.

        Returns
        -------
        set_multithreading_enabled
            The copy.

        Examples
        --------
        >>> with torch.autograd.grad_mode.set_multithreading_enabled(True) as context:
        ...     again = torch.autograd.grad_mode.set_multithreading_enabled(True).clone()
        >>> type(again).__name__
        'set_multithreading_enabled'
        """
        return set_multithreading_enabled(self.mode)


def is_grad_enabled() -> bool:
    """Whether autograd records operations.

    Returns
    -------
    bool
        False in `torch.no_grad` and `torch.inference_mode`.

    References
    ----------
    PyTorch: torch.is_grad_enabled

    Examples
    --------
    >>> torch.is_grad_enabled()
    True
    >>> with torch.no_grad():
    ...     print(torch.is_grad_enabled())
    False
    """
    return LOCAL.grad


def is_inference_mode_enabled() -> bool:
    """Whether the program is in `torch.inference_mode`.

    Returns
    -------
    bool
        The answer.

    References
    ----------
    PyTorch: torch.is_inference_mode_enabled

    Examples
    --------
    >>> torch.is_inference_mode_enabled()
    False
    """
    return LOCAL.inference


_LAZY_NAMES = ("_force_original_view_tracking", "_unsafe_preserve_version_counter", "enforce_grad_layout_policy")
_CONTEXTS = ("_DecoratorContextManager", "_NoParamDecoratorContextManager")  # base classes that libraries derive from


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    def __getattr__(name: str) -> Any:
        if name in _CONTEXTS:
            from ..utils import _contextlib

            return getattr(_contextlib, name)
        if name not in _LAZY_NAMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        from . import _layout_and_view_modes

        return getattr(_layout_and_view_modes, name)


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY_NAMES})


__all__ = ["no_grad", "enable_grad", "set_grad_enabled", "inference_mode", "set_multithreading_enabled",  # noqa: RUF022 - PyTorch's order
           "enforce_grad_layout_policy"]  # noqa: F822 - imported when it is asked for
