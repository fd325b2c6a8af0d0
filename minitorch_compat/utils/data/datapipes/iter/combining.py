"""Pipes that combine several sources, or give one source to several readers."""
from __future__ import annotations

import copy as copymodule
import itertools
from collections import deque
from collections.abc import Callable, Iterator
from typing import Any, Literal, TypeVar

from ....._array.core.user_warnings import warn
from .._decorator import functional_datapipe
from .._hook_iterator import constraint_message
from ..datapipe import IterDataPipe, TupleState, length_of
from ..utils.common import StreamWrapper, check_function

__all__ = ["ConcaterIterDataPipe", "DemultiplexerIterDataPipe", "ForkerIterDataPipe", "MultiplexerIterDataPipe", "ZipperIterDataPipe"]

_T_co = TypeVar("_T_co", covariant=True)


@functional_datapipe("concat")
class ConcaterIterDataPipe(IterDataPipe[Any]):
    """One source after the other; as a method, ``concat``.

    Parameters
    ----------
    *datapipes : IterDataPipe
        The sources.

    Raises
    ------
    ValueError
        If there is none.
    TypeError
        If one is no stream.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.iter.Concater``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.iter import IterableWrapper
    >>> list(IterableWrapper([1, 2]).concat(IterableWrapper([3])))
    [1, 2, 3]
    """

    datapipes: tuple[IterDataPipe[Any], ...]

    def __init__(self, *datapipes: IterDataPipe[Any]) -> None:
        if not datapipes:
            raise ValueError("Expected at least one DataPipe, but got nothing")
        if not all(isinstance(pipe, IterDataPipe) for pipe in datapipes):
            raise TypeError("Expected all inputs to be `IterDataPipe`")
        self.datapipes = datapipes

    def __iter__(self) -> Iterator[Any]:
        for pipe in self.datapipes:
            yield from pipe

    def __len__(self) -> int:
        return sum(length_of(pipe, self) for pipe in self.datapipes)


@functional_datapipe("zip")
class ZipperIterDataPipe(IterDataPipe[tuple[Any, ...]]):
    """Tuples of one element of each source, until the first one ends; as a method, ``zip``.

    Parameters
    ----------
    *datapipes : IterDataPipe
        The sources.

    Raises
    ------
    TypeError
        If one is no stream.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.iter.Zipper``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.iter import IterableWrapper
    >>> list(IterableWrapper([1, 2]).zip(IterableWrapper("ab")))
    [(1, 'a'), (2, 'b')]
    """

    datapipes: tuple[IterDataPipe[Any], ...]

    def __init__(self, *datapipes: IterDataPipe[Any]) -> None:
        if not all(isinstance(pipe, IterDataPipe) for pipe in datapipes):
            raise TypeError("All inputs are required to be `IterDataPipe` for `ZipIterDataPipe`.")
        super().__init__()
        self.datapipes = datapipes

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        yield from zip(*self.datapipes)

    def __len__(self) -> int:
        return min(length_of(pipe, self) for pipe in self.datapipes)


@functional_datapipe("mux")
class MultiplexerIterDataPipe(TupleState, IterDataPipe[Any]):
    """One element of each source in turn, until the first one ends; as a method, ``mux``.

    Parameters
    ----------
    *datapipes : IterDataPipe
        The sources.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.iter.Multiplexer``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.iter import IterableWrapper
    >>> list(IterableWrapper([1, 2]).mux(IterableWrapper([10, 20, 30])))
    [1, 10, 2, 20]
    """

    _state = ("datapipes",)

    def __init__(self, *datapipes: IterDataPipe[Any]) -> None:
        self.datapipes = datapipes

    def __iter__(self) -> Iterator[Any]:
        return itertools.chain.from_iterable(zip(*self.datapipes))

    def __len__(self) -> int:
        return len(self.datapipes) * min(length_of(pipe, self) for pipe in self.datapipes)


class _Epoch:
    """The state of a source that several children read: one iterator, what is read ahead, and who has finished."""

    def __init__(self, pipe: _SharedIterDataPipe) -> None:
        self.source = iter(pipe.main_datapipe)
        #: What a child has not read yet. An element that is for several children is in the buffer of each.
        self.buffers: list[deque[Any]] = [deque() for _ in range(pipe.num_instances)]
        self.reading = set(range(pipe.num_instances))
        self.ended = False


class _SharedIterDataPipe(TupleState, IterDataPipe[Any]):
    """The common source of several pipes, its children, which read it at their own pace."""

    main_datapipe: IterDataPipe[Any]
    num_instances: int
    buffer_size: int
    _method: str

    def _clear(self) -> None:
        self._epoch: _Epoch | None = None
        self._exhausted = False

    def _check_sizes(self) -> None:
        if self.num_instances < 1:
            raise ValueError(f"Expected `num_instances` larger than 0, but {self.num_instances} is found")
        if self.buffer_size < 0:
            warn(f"Unlimited buffer size is set for `{self._method}`: memory may grow without bound.")

    def get_next_element_by_instance(self, instance_id: int) -> Iterator[Any]:
        """Iterate over the elements of a child."""
        epoch = self._epoch = self._epoch or _Epoch(self)
        own = epoch.buffers[instance_id]
        try:
            while own or self._read(instance_id, epoch):
                yield self._released(own.popleft())
        finally:
            epoch.reading.discard(instance_id)
            if not epoch.reading and epoch is self._epoch:
                self._epoch, self._exhausted = None, epoch.ended

    def _read(self, instance_id: int, epoch: _Epoch) -> bool:
        if epoch.ended or epoch is not self._epoch:
            return False
        epoch.ended = not self._read_until(instance_id, epoch)
        return not epoch.ended

    def _read_until(self, instance_id: int, epoch: _Epoch) -> bool:
        """Read the source until there is an element for a child; False at its end."""
        raise NotImplementedError

    def _check_room(self, used: int) -> None:
        if 0 <= self.buffer_size < used:
            name = type(self).__name__.removeprefix("_")
            raise BufferError(f"{name} buffer overflow, buffer size {self.buffer_size} is insufficient.")

    def _released(self, item: Any) -> Any:
        """The element that a child yields."""
        return item

    def is_every_instance_exhausted(self) -> bool:
        """Whether the source has ended and no child is reading."""
        return self._exhausted

    def reset(self) -> None:
        """Forget what has been read ahead."""
        self._clear()


class _ChildDataPipe(IterDataPipe[Any]):
    """A reader of a shared source.

    Its iterator is valid until this child starts another one, or another child has started a new epoch of the source.
    """

    _is_child_datapipe = True

    def __init__(self, main_datapipe: Any, instance_id: int) -> None:
        self.main_datapipe = main_datapipe
        self.instance_id = instance_id

    def __iter__(self) -> Iterator[Any]:
        return iter(self.main_datapipe.get_next_element_by_instance(self.instance_id))

    def __len__(self) -> int:
        return int(self.main_datapipe.get_length_by_instance(self.instance_id))

    def _start_iterator(self) -> int:
        main = self.main_datapipe
        if main._valid_iterator_id is None:
            main._valid_iterator_id = 0
        elif self._valid_iterator_id == main._valid_iterator_id:  # this child begins a new epoch
            main._valid_iterator_id += 1
            if not main.is_every_instance_exhausted():
                warn("Some child DataPipes are not exhausted when __iter__ is called. The buffer is reset, and each child reads "
                     "from the start again.")
            main.reset()
        self._valid_iterator_id = main._valid_iterator_id
        self._number_of_samples_yielded = 0
        return int(self._valid_iterator_id)

    def _check_iterator(self, number: int) -> None:
        main = self.main_datapipe
        if number != self._valid_iterator_id or number != main._valid_iterator_id:
            raise RuntimeError(constraint_message(", because a new iterator has been created from one of the ChildDataPipes of", main))


@functional_datapipe("fork")
class ForkerIterDataPipe(IterDataPipe[Any]):
    """Pipes that all yield the elements of one source; as a method, ``fork``.

    Parameters
    ----------
    datapipe : IterDataPipe
        The source.
    num_instances : int
        Number of pipes; of one, the source itself is returned.
    buffer_size : int, default 1000
        How many elements the fastest reader may be ahead of the slowest; a negative number for any.
    copy : {'shallow', 'deep'}, optional
        How elements are copied for each pipe.

    Returns
    -------
    list of IterDataPipe
        The pipes.

    Raises
    ------
    ValueError
        If there is no pipe, or another kind of copy is named.
    BufferError
        On iteration, if a reader is too far ahead.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.iter.Forker``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.iter import IterableWrapper
    >>> a, b = IterableWrapper(range(3)).fork(2)
    >>> list(a), list(b)
    ([0, 1, 2], [0, 1, 2])
    """

    def __new__(cls, datapipe: IterDataPipe[Any], num_instances: int, buffer_size: int = 1000,
                copy: Literal["shallow", "deep"] | None = None) -> Any:
        if num_instances < 1:
            raise ValueError(f"Expected `num_instances` larger than 0, but {num_instances} is found")
        if num_instances == 1:
            return datapipe
        main = _ForkerIterDataPipe(datapipe, num_instances, buffer_size, copy)
        return [_ChildDataPipe(main, i) for i in range(num_instances)]


def _no_op(x: Any) -> Any:
    """The copy of an element that is not copied; under this name pickles refer to it."""
    return x


class _ForkerIterDataPipe(_SharedIterDataPipe):
    """The source of forked pipes."""

    _method = "fork"
    _state = ("main_datapipe", "num_instances", "buffer_size", "copy_fn")

    def __init__(self, datapipe: IterDataPipe[Any], num_instances: int, buffer_size: int = 1000,
                 copy: Literal["shallow", "deep"] | None = None) -> None:
        self.main_datapipe = datapipe
        self.num_instances = num_instances
        self.buffer_size = buffer_size
        self._check_sizes()
        copies: dict[Any, Callable[[Any], Any]] = {None: _no_op, "shallow": copymodule.copy, "deep": copymodule.deepcopy}
        if copy not in copies:
            raise ValueError(f"Unknown copy method `{copy}` requested, choose one of None, `shallow` or `deep`.")
        self.copy_fn = copies[copy]
        self._clear()

    def __len__(self) -> int:
        return length_of(self.main_datapipe, self)

    def get_length_by_instance(self, instance_id: int) -> int:
        """The number of elements of a child."""
        return length_of(self.main_datapipe, self)

    def _read_until(self, instance_id: int, epoch: _Epoch) -> bool:
        for item in epoch.source:
            for buffer in epoch.buffers:
                buffer.append(item)
            self._check_room(max(map(len, epoch.buffers)))
            return True
        return False

    def _released(self, item: Any) -> Any:
        return self.copy_fn(item)


@functional_datapipe("demux")
class DemultiplexerIterDataPipe(IterDataPipe[Any]):
    """Pipes among which the elements of one source are distributed; as a method, ``demux``.

    Parameters
    ----------
    datapipe : IterDataPipe
        The source.
    num_instances : int
        Number of pipes.
    classifier_fn : callable
        The number of the pipe for an element, or None.
    drop_none : bool, default False
        Whether to drop elements for which it is None, instead of raising ValueError.
    buffer_size : int, default 1000
        How many elements may wait for the other readers; a negative number for any.

    Returns
    -------
    list of IterDataPipe
        The pipes.

    Raises
    ------
    ValueError
        If there is no pipe, or, on iteration, if the function returns another number.
    BufferError
        On iteration, if too many elements wait.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.iter.Demultiplexer``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.iter import IterableWrapper
    >>> even, odd = IterableWrapper(range(5)).demux(2, lambda x: x % 2)
    >>> list(even), list(odd)
    ([0, 2, 4], [1, 3])
    """

    def __new__(cls, datapipe: IterDataPipe[Any], num_instances: int, classifier_fn: Callable[[Any], int | None],
                drop_none: bool = False, buffer_size: int = 1000) -> Any:
        check_function(classifier_fn)
        main = _DemultiplexerIterDataPipe(datapipe, num_instances, classifier_fn, drop_none, buffer_size)
        return [_ChildDataPipe(main, i) for i in range(num_instances)]


class _DemultiplexerIterDataPipe(_SharedIterDataPipe):
    """The source of pipes among which its elements are distributed."""

    _method = "demux"
    _state = ("main_datapipe", "num_instances", "buffer_size", "classifier_fn", "drop_none")

    def __init__(self, datapipe: IterDataPipe[Any], num_instances: int, classifier_fn: Callable[[Any], int | None], drop_none: bool,
                 buffer_size: int) -> None:
        self.main_datapipe = datapipe
        self.num_instances = num_instances
        self.buffer_size = buffer_size
        self._check_sizes()
        self.classifier_fn = classifier_fn
        self.drop_none = drop_none
        self._clear()

    def get_length_by_instance(self, instance_id: int) -> int:
        """Raise TypeError: the number of elements of a child is not known."""
        raise TypeError(f"{type(self).__name__} instance doesn't have valid length")

    def _read_until(self, instance_id: int, epoch: _Epoch) -> bool:
        for item in epoch.source:
            number = self.classifier_fn(item)
            if number is None and self.drop_none:
                StreamWrapper.close_streams(item)
                continue
            if number is None or not 0 <= number < self.num_instances:
                raise ValueError(f"Output of the classification fn should be between 0 and {self.num_instances - 1}. {number} is returned.")
            if number == instance_id:
                epoch.buffers[instance_id].append(item)
                return True
            epoch.buffers[number].append(item)
            self._check_room(sum(map(len, epoch.buffers)))
        return False
