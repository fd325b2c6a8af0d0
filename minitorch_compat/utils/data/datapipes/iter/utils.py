"""The pipe that begins a pipeline: the elements of any iterable."""
from __future__ import annotations

import copy
from collections.abc import Iterable, Iterator
from typing import TypeVar

from ....._array.core.user_warnings import warn
from ..datapipe import IterDataPipe, length_of

__all__ = ["IterableWrapperIterDataPipe"]

_T = TypeVar("_T")


class IterableWrapperIterDataPipe(IterDataPipe[_T]):
    """The elements of an iterable.

    Parameters
    ----------
    iterable : iterable
        The elements.
    deepcopy : bool, default True
        Whether each epoch reads a copy, so that elements can be modified.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.iter.IterableWrapper``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.iter import IterableWrapper
    >>> list(IterableWrapper(range(3)))
    [0, 1, 2]
    """

    def __init__(self, iterable: Iterable[_T], deepcopy: bool = True) -> None:
        self.iterable = iterable
        self.deepcopy = deepcopy

    def __iter__(self) -> Iterator[_T]:
        source = self.iterable
        if self.deepcopy:
            try:
                source = copy.deepcopy(source)
            except TypeError:
                warn("The input iterable can not be deepcopied: elements that are modified in place are those of the source.")
        yield from source

    def __len__(self) -> int:
        return length_of(self.iterable, self)
