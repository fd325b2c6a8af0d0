"""Pipes that combine several sources."""
from __future__ import annotations

from collections.abc import Sized
from typing import Any

from .._decorator import functional_datapipe
from ..datapipe import MapDataPipe

__all__ = ["ConcaterMapDataPipe", "ZipperMapDataPipe"]


def _check(pipes: tuple[Any, ...]) -> None:
    if not pipes:
        raise ValueError("Expected at least one DataPipe, but got nothing")
    if not all(isinstance(pipe, MapDataPipe) for pipe in pipes):
        raise TypeError("Expected all inputs to be `MapDataPipe`")
    if not all(isinstance(pipe, Sized) for pipe in pipes):
        raise TypeError("Expected all inputs to be `Sized`")


@functional_datapipe("concat")
class ConcaterMapDataPipe(MapDataPipe[Any]):
    """One source after the other; as a method, ``concat``.

    Parameters
    ----------
    *datapipes : MapDataPipe
        The sources, indexed from 0.

    Raises
    ------
    ValueError
        If there is none.
    TypeError
        If one is not indexed or has no length.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.map.Concater``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.map import SequenceWrapper
    >>> list(SequenceWrapper([1, 2]).concat(SequenceWrapper([3])))
    [1, 2, 3]
    """

    datapipes: tuple[Any, ...]

    def __init__(self, *datapipes: MapDataPipe[Any]) -> None:
        _check(datapipes)
        self.datapipes = datapipes

    def __getitem__(self, index: Any) -> Any:
        rest = index
        for pipe in self.datapipes:
            if rest < len(pipe):
                return pipe[rest]
            rest -= len(pipe)
        raise IndexError(f"Index {index} is out of range.")

    def __len__(self) -> int:
        return sum(map(len, self.datapipes))


@functional_datapipe("zip")
class ZipperMapDataPipe(MapDataPipe[tuple[Any, ...]]):
    """Tuples of one element of each source; as a method, ``zip``.

    Parameters
    ----------
    *datapipes : MapDataPipe
        The sources.

    Raises
    ------
    ValueError
        If there is none.
    TypeError
        If one is not indexed or has no length.
    IndexError
        For an index that one of them does not have.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.map.Zipper``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.map import SequenceWrapper
    >>> list(SequenceWrapper([1, 2]).zip(SequenceWrapper("ab")))
    [(1, 'a'), (2, 'b')]
    """

    datapipes: tuple[Any, ...]

    def __init__(self, *datapipes: MapDataPipe[Any]) -> None:
        _check(datapipes)
        self.datapipes = datapipes

    def __getitem__(self, index: Any) -> tuple[Any, ...]:
        items = []
        for pipe in self.datapipes:
            try:
                items.append(pipe[index])
            except IndexError as error:
                raise IndexError(f"Index {index} is out of range for one of the input MapDataPipes {pipe}.") from error
        return tuple(items)

    def __len__(self) -> int:
        return min(map(len, self.datapipes))
