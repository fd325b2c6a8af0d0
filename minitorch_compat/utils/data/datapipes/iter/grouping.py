"""Pipes that group elements."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from .._decorator import functional_datapipe
from ..datapipe import DataChunk, IterDataPipe, TupleState, length_of
from ..utils.common import check_function

__all__ = ["BatcherIterDataPipe", "GrouperIterDataPipe", "UnBatcherIterDataPipe"]

_T_co = TypeVar("_T_co", covariant=True)


@functional_datapipe("batch")
class BatcherIterDataPipe(IterDataPipe[DataChunk[Any]]):
    """Collect elements into batches; as a method, ``batch``.

    Parameters
    ----------
    datapipe : IterDataPipe
        The source.
    batch_size : int
        Number of elements of a batch.
    drop_last : bool, default False
        Whether to drop a shorter last batch.
    wrapper_class : type, default DataChunk
        Makes a batch of a list.

    Raises
    ------
    AssertionError
        If a batch has no size.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.iter.Batcher``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.iter import IterableWrapper
    >>> list(IterableWrapper(range(5)).batch(2))
    [[0, 1], [2, 3], [4]]
    """

    def __init__(self, datapipe: IterDataPipe[Any], batch_size: int, drop_last: bool = False, wrapper_class: Any = DataChunk) -> None:
        if batch_size <= 0:
            raise AssertionError("Batch size is required to be larger than 0!")
        super().__init__()
        self.datapipe = datapipe
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.wrapper_class = wrapper_class

    def __iter__(self) -> Iterator[DataChunk[Any]]:
        batch: list[Any] = []
        for item in self.datapipe:
            batch.append(item)
            if len(batch) == self.batch_size:
                yield self.wrapper_class(batch)
                batch = []
        if batch and not self.drop_last:
            yield self.wrapper_class(batch)

    def __len__(self) -> int:
        count = length_of(self.datapipe, self)
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)


@functional_datapipe("unbatch")
class UnBatcherIterDataPipe(IterDataPipe[Any]):
    """Take batches apart; as a method, ``unbatch``.

    Parameters
    ----------
    datapipe : IterDataPipe
        The source.
    unbatch_level : int, default 1
        Number of levels of nested lists; -1 for all.

    Raises
    ------
    ValueError
        On iteration, if the level is less than -1.
    IndexError
        On iteration, if an element has fewer levels.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.iter.UnBatcher``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.iter import IterableWrapper
    >>> list(IterableWrapper([[1, [2]], [[3]]]).unbatch(-1))
    [1, 2, 3]
    """

    def __init__(self, datapipe: IterDataPipe[Any], unbatch_level: int = 1) -> None:
        self.datapipe = datapipe
        self.unbatch_level = unbatch_level

    def __iter__(self) -> Iterator[Any]:
        for element in self.datapipe:
            yield from self._dive(element, self.unbatch_level)

    def _dive(self, element: Any, unbatch_level: int) -> Iterator[Any]:
        if unbatch_level < -1:
            raise ValueError("unbatch_level must be -1 or >= 0")
        if isinstance(element, list) and unbatch_level:
            for item in element:
                yield from self._dive(item, max(unbatch_level - 1, -1))
        elif unbatch_level > 0:
            raise IndexError(f"unbatch_level {self.unbatch_level} exceeds the depth of the DataPipe")
        else:
            yield element


@functional_datapipe("groupby")
class GrouperIterDataPipe(TupleState, IterDataPipe[DataChunk[Any]]):
    """Collect elements with the same key; as a method, ``groupby``.

    A group is yielded when it is complete, when it is the largest one of a full buffer, or at the end.

    Parameters
    ----------
    datapipe : IterDataPipe
        The source.
    group_key_fn : callable
        The key of an element.
    keep_key : bool, default False
        Whether to yield the key with a group. With a group that a full buffer has to give up it is, as in PyTorch, the key of the
        last element read.
    buffer_size : int, default 10000
        Number of elements in the buffer.
    group_size : int, optional
        Size of a complete group.
    guaranteed_group_size : int, optional
        Size below which a group in a full buffer is not yielded; ``group_size`` by default.
    drop_remaining : bool, default False
        Whether such a group is dropped instead of raising an error.

    Raises
    ------
    AssertionError
        If sizes are out of range.
    RuntimeError
        On iteration, if the largest group in a full buffer is too small.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.iter.Grouper``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.iter import IterableWrapper
    >>> list(IterableWrapper(["a", "bb", "c", "dd"]).groupby(len))
    [['a', 'c'], ['bb', 'dd']]
    """

    _state = ("datapipe", "group_key_fn", "keep_key", "max_buffer_size", "group_size", "guaranteed_group_size", "drop_remaining",
              "wrapper_class")

    def __init__(
        self, datapipe: IterDataPipe[_T_co], group_key_fn: Callable[[Any], Any], *, keep_key: bool = False, buffer_size: int = 10000,
        group_size: int | None = None, guaranteed_group_size: int | None = None, drop_remaining: bool = False,
    ) -> None:
        check_function(group_key_fn)
        if group_size is not None and not 0 < group_size <= buffer_size:
            raise AssertionError("group_size must be > 0 and <= buffer_size")
        if guaranteed_group_size is not None and (group_size is None or not 0 < guaranteed_group_size <= group_size):
            raise AssertionError("guaranteed_group_size must be > 0 and <= group_size and group_size must be set")
        self.datapipe = datapipe
        self.group_key_fn = group_key_fn
        self.keep_key = keep_key
        self.max_buffer_size = buffer_size
        self.group_size = group_size
        self.guaranteed_group_size = group_size if guaranteed_group_size is None else guaranteed_group_size
        self.drop_remaining = drop_remaining
        self.wrapper_class: Any = DataChunk
        self._clear()

    def _clear(self) -> None:
        self.buffer_elements: dict[Any, list[Any]] = {}
        self.curr_buffer_size = 0

    def _take(self, key: Any) -> list[Any]:
        group = self.buffer_elements.pop(key)
        self.curr_buffer_size -= len(group)
        return group

    def _take_biggest(self) -> list[Any] | None:
        """Remove the largest group from the buffer; None if it is too small to be yielded."""
        key = max(self.buffer_elements, key=lambda key: len(self.buffer_elements[key]))
        too_small = len(self.buffer_elements[key]) < (self.guaranteed_group_size or 0)
        if too_small and not self.drop_remaining:
            raise RuntimeError("Failed to group items", str(self.buffer_elements[key]))
        group = self._take(key)
        return None if too_small else group

    def _wrap(self, key: Any, group: list[Any]) -> Any:
        return (key, self.wrapper_class(group)) if self.keep_key else self.wrapper_class(group)

    def __iter__(self) -> Iterator[DataChunk[Any]]:
        for item in self.datapipe:
            key = self.group_key_fn(item)
            self.buffer_elements.setdefault(key, []).append(item)
            self.curr_buffer_size += 1
            if len(self.buffer_elements[key]) == self.group_size:
                yield self._wrap(key, self._take(key))
            if self.curr_buffer_size == self.max_buffer_size:
                group = self._take_biggest()
                if group is not None:
                    yield self._wrap(key, group)
        for key in list(self.buffer_elements):
            yield self._wrap(key, self._take(key))

    def reset(self) -> None:
        """Empty the buffer.

        Examples
        --------
        >>> from torch.utils.data.datapipes.iter import IterableWrapper
        >>> IterableWrapper(["a", "bb"]).groupby(len).reset()
        """
        self._clear()
