"""Decorators of data pipes: functions by which they are called, determinism, validation of types."""
from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator
from typing import Any, ClassVar, TypeVar, get_type_hints

from ...._namespace.names import claim
from .datapipe import IterDataPipe, MapDataPipe

_F = TypeVar("_F", bound=Callable[..., Any])


class functional_datapipe:
    """Decorate a class of pipes, which can be called as a method of the others from then on.

    Parameters
    ----------
    name : str
        Name of the method.
    enable_df_api_tracing : bool, default False
        Concerns pipes of data frames only, which are not built.

    Raises
    ------
    Exception
        If the name is taken.

    References
    ----------
    PyTorch: ``torch.utils.data.functional_datapipe``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.iter import IterableWrapper
    >>> @torch.utils.data.functional_datapipe("doubled")
    ... class Doubler(torch.utils.data.IterDataPipe):
    ...     def __init__(self, pipe):
    ...         self.pipe = pipe
    ...     def __iter__(self):
    ...         for item in self.pipe:
    ...             yield 2 * item
    >>> list(IterableWrapper([1, 2]).doubled())
    [2, 4]
    """

    def __init__(self, name: str, enable_df_api_tracing: bool = False) -> None:
        self.name = name
        self.enable_df_api_tracing = enable_df_api_tracing

    def __call__(self, cls: Any) -> Any:
        for base in (IterDataPipe, MapDataPipe):
            if issubclass(cls, base):
                base.register_datapipe_as_function(self.name, cls, self.enable_df_api_tracing)
        return cls


class _Switch:
    """A context manager that sets a class attribute; it is set when the object is made, as in PyTorch."""

    _value: ClassVar[bool]
    enabled: ClassVar[bool]

    def __init__(self) -> None:
        self.prev = self.enabled
        type(self).enabled = self._value

    def __enter__(self) -> None:
        pass

    def __exit__(self, exc_type: Any, exc_value: Any, traceback: Any) -> None:
        type(self).enabled = self.prev


class guaranteed_datapipes_determinism(_Switch):
    """Within this context pipes that are declared to be ``non_deterministic`` cannot be constructed.

    References
    ----------
    PyTorch: ``torch.utils.data.guaranteed_datapipes_determinism``.

    Examples
    --------
    >>> @torch.utils.data.non_deterministic
    ... class Clock(torch.utils.data.IterDataPipe):
    ...     pass
    >>> with torch.utils.data.guaranteed_datapipes_determinism():
    ...     Clock()
    Traceback (most recent call last):
        ...
    TypeError: Clock is non-deterministic, but you set 'guaranteed_datapipes_determinism'...
    """

    _value = True
    enabled = False


class runtime_validation_disabled(_Switch):
    """Within this context ``runtime_validation`` checks nothing.

    References
    ----------
    PyTorch: ``torch.utils.data.runtime_validation_disabled``.

    Examples
    --------
    >>> class Numbers(torch.utils.data.IterDataPipe):
    ...     @torch.utils.data.runtime_validation
    ...     def __iter__(self):
    ...         yield from range(3)
    >>> with torch.utils.data.runtime_validation_disabled():
    ...     list(Numbers())
    [0, 1, 2]
    """

    _value = False
    enabled = True


class non_deterministic:
    """Decorate a class of pipes whose elements or their order differ from run to run.

    Parameters
    ----------
    arg : type or callable
        The class; or a function of the constructor's arguments that tells whether a pipe is not deterministic,
        and then the result decorates the class.

    Raises
    ------
    TypeError
        If it decorates something other than a subclass of ``IterDataPipe``.

    References
    ----------
    PyTorch: ``torch.utils.data.non_deterministic``.

    Examples
    --------
    >>> @torch.utils.data.non_deterministic(lambda *args, shuffled=False: shuffled)
    ... class Numbers(torch.utils.data.IterDataPipe):
    ...     def __init__(self, shuffled=False):
    ...         self.shuffled = shuffled
    >>> with torch.utils.data.guaranteed_datapipes_determinism():
    ...     print(Numbers())
    Numbers
    """

    cls: Any = None
    deterministic_fn: Callable[..., bool]

    def __init__(self, arg: Any) -> None:
        if inspect.isclass(arg):
            if not issubclass(arg, IterDataPipe):
                raise TypeError(f"Only `IterDataPipe` can be decorated with `non_deterministic`, but {arg.__name__} is found")
            self.cls = arg
        elif callable(arg):
            self.deterministic_fn = arg
        else:
            raise TypeError(f"{arg} can not be decorated by non_deterministic")

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self.cls is not None:
            self._refuse(True, "")
            return self.cls(*args, **kwargs)
        if not (inspect.isclass(args[0]) and issubclass(args[0], IterDataPipe)):
            raise TypeError(f"Only `IterDataPipe` can be decorated, but {getattr(args[0], '__name__', args[0])} is found")
        self.cls = args[0]
        return self._construct

    def _construct(self, *args: Any, **kwargs: Any) -> Any:
        answer = self.deterministic_fn(*args, **kwargs)
        if not isinstance(answer, bool):
            raise TypeError("deterministic_fn of `non_deterministic` decorator is required to return a boolean value, "
                            f"but {type(answer)} is found")
        self._refuse(answer, " with the inputs")
        return self.cls(*args, **kwargs)

    def _refuse(self, random: bool, condition: str) -> None:
        if random and guaranteed_datapipes_determinism.enabled:
            raise TypeError(f"{self.cls.__name__} is non-deterministic{condition}, but you set 'guaranteed_datapipes_determinism'")


def argument_validation(f: _F) -> _F:
    """Decorate a function whose arguments are checked where they are annotated with a class of pipes.

    A value must be a pipe whose ``type`` is a subtype of that of the annotation. PyTorch 2.13 gives its classes no ``type``, so that
    other pipes raise AttributeError; annotations such as ``IterDataPipe[int]`` are not checked.

    Parameters
    ----------
    f : callable
        The function.

    Returns
    -------
    callable
        The function that checks its arguments first.

    Raises
    ------
    TypeError
        At a call, for an argument that is no pipe or has another type.

    References
    ----------
    PyTorch: ``torch.utils.data.argument_validation``.

    Examples
    --------
    >>> @torch.utils.data.argument_validation
    ... def size(pipe: torch.utils.data.IterDataPipe):
    ...     return len(pipe)
    >>> size([1, 2])
    Traceback (most recent call last):
        ...
    TypeError: Expected argument 'pipe' as a IterDataPipe, but found <class 'list'>
    """
    signature, hints = inspect.signature(f), get_type_hints(f)

    @functools.wraps(f)
    def wrapper(*args: Any, **kwargs: Any) -> Any:
        for name, value in signature.bind(*args, **kwargs).arguments.items():
            hint = hints.get(name)
            if not (inspect.isclass(hint) and issubclass(hint, (IterDataPipe, MapDataPipe))):
                continue
            if not isinstance(value, IterDataPipe):
                raise TypeError(f"Expected argument '{name}' as a IterDataPipe, but found {type(value)}")
            found, expected = value.type, hint.type  # type: ignore[union-attr]  # only subclasses that declare it have one
            if not found.issubtype(expected):
                raise TypeError(f"Expected type of argument '{name}' as a subtype of hint {expected}, but found {found}")
        return f(*args, **kwargs)

    return wrapper  # type: ignore[return-value]


def runtime_validation(f: _F) -> _F:
    """Decorate the ``__iter__`` of a pipe: each element is checked against the pipe's ``type``.

    PyTorch 2.13 gives its classes no ``type``: where a subclass declares none, iterating raises AttributeError.

    Parameters
    ----------
    f : callable
        A method ``__iter__``.

    Returns
    -------
    callable
        The method that checks its elements.

    Raises
    ------
    TypeError
        If the function has another name.
    RuntimeError
        On iteration, for an element of another type.

    References
    ----------
    PyTorch: ``torch.utils.data.runtime_validation``.

    Examples
    --------
    >>> class Numbers:
    ...     def issubtype_of_instance(self, value):
    ...         return isinstance(value, int)
    >>> class Pipe(torch.utils.data.IterDataPipe):
    ...     type = Numbers()
    ...     @torch.utils.data.runtime_validation
    ...     def __iter__(self):
    ...         yield from range(3)
    >>> list(Pipe())
    [0, 1, 2]
    """
    if f.__name__ != "__iter__":
        raise TypeError(f"Can not decorate function {f.__name__} with 'runtime_validation'")

    @functools.wraps(f)
    def wrapper(self: Any) -> Iterator[Any]:
        if not runtime_validation_disabled.enabled:
            yield from f(self)
            return
        for item in f(self):
            if not self.type.issubtype_of_instance(item):
                raise RuntimeError(f"Expected an instance as subtype of {self.type}, but found {item}({type(item)})")
            yield item

    return wrapper  # type: ignore[return-value]


claim({**globals(), "__name__": __name__.removesuffix(".datapipes._decorator")})
