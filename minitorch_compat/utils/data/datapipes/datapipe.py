"""The base classes of data pipes."""
from __future__ import annotations

import functools
import pickle
from collections.abc import Callable, Iterable, Iterator, Sized
from importlib import import_module
from importlib.util import find_spec
from typing import Any, ClassVar, TypeVar

from ...._namespace.names import MissingFunction, missing
from ..dataset import Dataset, IterableDataset
from ._hook_iterator import constraint_message, hook_iterator

__all__ = ["DataChunk", "IterDataPipe", "MapDataPipe"]

_T = TypeVar("_T")
_T_co = TypeVar("_T_co", covariant=True)


class DataChunk(list[_T]):
    """The batch that a pipe makes: a list, whose text and iteration subclasses may change.

    Parameters
    ----------
    items : iterable
        The elements.

    Attributes
    ----------
    items : list
        The elements.

    References
    ----------
    PyTorch: ``torch.utils.data.DataChunk``.

    Examples
    --------
    >>> torch.utils.data.DataChunk([1, 2])
    [1, 2]
    """

    def __init__(self, items: Iterable[_T]) -> None:
        self.items = list(items)
        super().__init__(self.items)

    def as_str(self, indent: str = "") -> str:
        """The elements as text.

        Parameters
        ----------
        indent : str, default ''
            What precedes them.

        Returns
        -------
        str
            The text.

        Examples
        --------
        >>> torch.utils.data.DataChunk([1, 2]).as_str("> ")
        '> [1, 2]'
        """
        return f"{indent}[{', '.join(map(str, self))}]"

    def __iter__(self) -> Iterator[_T]:
        yield from super().__iter__()

    def raw_iterator(self) -> Iterator[_T]:
        """Iterate over the elements as they are stored, also where a subclass converts them in ``__iter__``.

        Yields
        ------
        object
            An element.

        Examples
        --------
        >>> list(torch.utils.data.DataChunk([1, 2]).raw_iterator())
        [1, 2]
        """
        yield from self.items


class _DataPipe:
    """What both kinds of pipes have: the registry of functions, hooks of pickling, and texts."""

    functions: ClassVar[dict[str, Callable[..., Any]]]
    reduce_ex_hook: ClassVar[Callable[[Any], Any] | None] = None
    getstate_hook: ClassVar[Callable[[Any], Any] | None] = None
    str_hook: ClassVar[Any] = None
    repr_hook: ClassVar[Any] = None

    @classmethod
    def _owner(cls) -> Any:
        """The base class that has the registry and the hooks of this kind of pipe."""
        return next(base for base in cls.__mro__ if "functions" in vars(base))

    def __getattr__(self, name: str) -> Any:
        function = self.functions.get(name)
        if function is None:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        method = functools.partial(function, self)
        method.__doc__ = function.__doc__
        return method

    @classmethod
    def register_function(cls, function_name: str, function: Callable[..., Any]) -> None:
        """Let a function be called as a method of all pipes of this kind.

        Parameters
        ----------
        function_name : str
            The name of the method.
        function : callable
            Gets the pipe as its first argument.

        Examples
        --------
        >>> from torch.utils.data.datapipes.iter import IterableWrapper
        >>> torch.utils.data.IterDataPipe.register_function("pairs", lambda pipe: pipe.batch(2))
        >>> list(IterableWrapper([1, 2, 3]).pairs())
        [[1, 2], [3]]
        """
        cls.functions[function_name] = function

    @classmethod
    def register_datapipe_as_function(cls, function_name: str, cls_to_register: Any, enable_df_api_tracing: bool = False) -> None:
        """Let a class of pipes be called as a method of all pipes of this kind.

        Parameters
        ----------
        function_name : str
            The name of the method.
        cls_to_register : type
            Gets the pipe as its first argument.
        enable_df_api_tracing : bool, default False
            Concerns pipes of data frames only, which are not built.

        Raises
        ------
        Exception
            If the name is taken.

        Examples
        --------
        >>> from torch.utils.data.datapipes.iter import Batcher, IterableWrapper
        >>> torch.utils.data.IterDataPipe.register_datapipe_as_function("in_groups_of", Batcher)
        >>> list(IterableWrapper([1, 2, 3]).in_groups_of(2))
        [[1, 2], [3]]
        """
        if function_name in cls.functions:
            raise Exception(f"Unable to add DataPipe function name {function_name} as it is already taken")
        cls.functions[function_name] = cls_to_register

    def __getstate__(self) -> Any:
        hook = type(self).getstate_hook
        return self.__dict__ if hook is None else hook(self.__dict__)

    def __reduce_ex__(self, protocol: Any) -> Any:
        hook = type(self).reduce_ex_hook
        if hook is not None:
            try:
                return hook(self)
            except NotImplementedError:
                pass
        return self._reduce()

    def _reduce(self) -> Any:
        """How the pipe is pickled without a hook."""
        return super().__reduce_ex__(2)

    @classmethod
    def set_getstate_hook(cls, hook_fn: Callable[[Any], Any] | None) -> None:
        """Set a function that replaces the state of a pipe that is pickled.

        Parameters
        ----------
        hook_fn : callable, optional
            From the state to the state that is pickled; None removes the hook.

        Raises
        ------
        RuntimeError
            If another hook is set.

        Examples
        --------
        >>> torch.utils.data.IterDataPipe.set_getstate_hook(None)
        """
        if cls.getstate_hook is not None and hook_fn is not None:
            raise RuntimeError("Attempt to override existing getstate_hook")
        cls._owner().getstate_hook = hook_fn

    @classmethod
    def set_reduce_ex_hook(cls, hook_fn: Callable[[Any], Any] | None) -> None:
        """Set a function that reduces a pipe that is pickled.

        Parameters
        ----------
        hook_fn : callable, optional
            From a pipe to what ``__reduce_ex__`` returns; it may raise NotImplementedError to have the pipe pickled as without it.
            None removes the hook.

        Raises
        ------
        RuntimeError
            If another hook is set.

        Examples
        --------
        >>> torch.utils.data.IterDataPipe.set_reduce_ex_hook(None)
        """
        if cls.reduce_ex_hook is not None and hook_fn is not None:
            raise RuntimeError("Attempt to override existing reduce_ex_hook")
        cls._owner().reduce_ex_hook = hook_fn

    def __repr__(self) -> str:
        return str(type(self).__qualname__) if self.repr_hook is None else self.repr_hook(self)

    def __str__(self) -> str:
        return str(type(self).__qualname__) if self.str_hook is None else self.str_hook(self)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.functions]


class IterDataPipe(_DataPipe, IterableDataset[_T_co]):
    """Base class of pipes that are streams: a subclass defines ``__iter__``, which reads from the pipes it was constructed with.

    Pipes that are decorated with ``functional_datapipe`` are methods of all others: ``pipe.map(f).batch(2)``. A pipe has one valid
    iterator: a new one resets the pipe (``reset``), and the older ones raise RuntimeError.

    References
    ----------
    PyTorch: ``torch.utils.data.IterDataPipe``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.iter import IterableWrapper
    >>> class Repeat(torch.utils.data.IterDataPipe):
    ...     def __init__(self, pipe, times):
    ...         self.pipe, self.times = pipe, times
    ...     def __iter__(self):
    ...         for item in self.pipe:
    ...             yield from [item] * self.times
    >>> list(Repeat(IterableWrapper([1, 2]), 2).batch(3))
    [[1, 1, 2], [2]]
    """

    functions = {}
    _valid_iterator_id: int | None = None
    _number_of_samples_yielded = 0

    def __init_subclass__(cls, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        hook_iterator(cls)

    def __iter__(self) -> Iterator[_T_co]:
        return self  # a subclass may define `__next__`

    def _start_iterator(self) -> int:
        """Reset the pipe for a new iterator, the only one that is valid from now on, and return its number."""
        self._valid_iterator_id = 0 if self._valid_iterator_id is None else self._valid_iterator_id + 1
        self._number_of_samples_yielded = 0
        self.reset()
        return self._valid_iterator_id

    def _check_iterator(self, number: int) -> None:
        """Raise RuntimeError if a newer iterator has made this one invalid."""
        if number != self._valid_iterator_id:
            raise RuntimeError(constraint_message(" because another iterator has been created from the same IterDataPipe:", self))

    def reset(self) -> None:
        """Called when a new iterator starts; a subclass that keeps elements forgets them here.

        Examples
        --------
        >>> from torch.utils.data.datapipes.iter import IterableWrapper
        >>> pipe = IterableWrapper([1, 2])
        >>> pipe.reset()
        >>> list(pipe)
        [1, 2]
        """


hook_iterator(IterDataPipe)
IterDataPipe.register_function("trace_as_dataframe", MissingFunction("torch.utils.data.IterDataPipe.trace_as_dataframe"))


class MapDataPipe(_DataPipe, Dataset[_T_co]):
    """Base class of pipes that are indexed: a subclass defines ``__getitem__``, and usually ``__len__``.

    References
    ----------
    PyTorch: ``torch.utils.data.MapDataPipe``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.map import SequenceWrapper
    >>> class Squares(torch.utils.data.MapDataPipe):
    ...     def __init__(self, pipe):
    ...         self.pipe = pipe
    ...     def __getitem__(self, index):
    ...         return self.pipe[index] ** 2
    ...     def __len__(self):
    ...         return len(self.pipe)
    >>> list(Squares(SequenceWrapper([1, 2, 3])).batch(2))
    [[1, 4], [9]]
    """

    functions = {}


class TupleState(_DataPipe):
    """Base class of pipes that are pickled as a tuple of some of their attributes, and start anew when they are loaded.

    The order is PyTorch's, so that pickles can be exchanged.
    """

    _state: ClassVar[tuple[str, ...]]

    def __getstate__(self) -> Any:
        state = tuple(getattr(self, name) for name in (*self._state, "_valid_iterator_id", "_number_of_samples_yielded"))
        hook = type(self).getstate_hook
        return state if hook is None else hook(state)

    def __setstate__(self, state: Any) -> None:
        self._clear()
        for name, value in zip((*self._state, "_valid_iterator_id", "_number_of_samples_yielded"), state):
            setattr(self, name, value)

    def _clear(self) -> None:
        """Forget what an iterator has left."""


def length_of(source: Any, pipe: Any) -> int:
    """The length of a source; raises TypeError in the name of the pipe that reads it if it has none."""
    if isinstance(source, Sized):
        return len(source)
    raise TypeError(f"{type(pipe).__name__} instance doesn't have valid length")


class _DataPipeSerializationWrapper:
    """The dataset of a loader: a pipe, pickled by `dill` if `pickle` cannot do it and dill is installed."""

    def __init__(self, datapipe: Any) -> None:
        self._datapipe = datapipe

    def __getstate__(self) -> Any:
        try:
            return "pickle", pickle.dumps(self._datapipe)
        except Exception:
            if find_spec("dill") is None:
                raise
            return "dill", import_module("dill").dumps(self._datapipe)

    def __setstate__(self, state: Any) -> None:
        module, content = state
        self._datapipe = import_module(module).loads(content)

    def __len__(self) -> int:
        try:
            return len(self._datapipe)
        except Exception as error:
            raise TypeError(f"{type(self).__name__} instance doesn't have valid length") from error


class _IterDataPipeSerializationWrapper(_DataPipeSerializationWrapper, IterDataPipe[_T_co]):
    """The wrapper of a stream."""

    def __iter__(self) -> Iterator[_T_co]:
        return iter(self._datapipe)


class _MapDataPipeSerializationWrapper(_DataPipeSerializationWrapper, MapDataPipe[_T_co]):
    """The wrapper of a pipe that is indexed."""

    def __getitem__(self, index: Any) -> Any:
        return self._datapipe[index]


__getattr__ = missing("torch.utils.data", __name__)  # DFIterDataPipe
