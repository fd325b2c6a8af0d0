"""torch.utils.data.graph: which pipes a pipe reads from."""
from __future__ import annotations

import pickle
from collections.abc import Collection
from typing import Any

from ..._array.core.user_warnings import warn
from .datapipes.datapipe import IterDataPipe, MapDataPipe, _DataPipeSerializationWrapper

__all__ = ["traverse", "traverse_dps"]

DataPipe = IterDataPipe[Any] | MapDataPipe[Any]
#: The id of a pipe -> the pipe and the graph of those that it reads from.
DataPipeGraph = dict[int, tuple[DataPipe, "DataPipeGraph"]]


class _Finder(pickle.Pickler):
    """A pickler that collects the pipes in an object, and pickles nothing of them."""

    def __init__(self) -> None:
        super().__init__(self)
        self.found: list[DataPipe] = []

    @staticmethod
    def write(content: Any) -> int:
        """Discard what is pickled."""
        return len(content)

    def reducer_override(self, obj: Any) -> Any:
        """Replace a pipe by something small."""
        if not isinstance(obj, (IterDataPipe, MapDataPipe)):
            return NotImplemented
        self.found.append(obj)
        return int, ()


def _sources(pipe: DataPipe, only_datapipe: bool) -> list[DataPipe]:
    """The pipes that a pipe refers to: those in its pickle, or only those in attributes that are pipes or collections."""
    if isinstance(pipe, _DataPipeSerializationWrapper):
        return [pipe._datapipe]
    kinds = (IterDataPipe, MapDataPipe, Collection) if only_datapipe else object
    state: Any = pipe._reduce()[2]
    if isinstance(state, dict):
        state = {name: value for name, value in state.items() if isinstance(value, kinds)}
    elif isinstance(state, (list, tuple)):
        state = [value for value in state if isinstance(value, kinds)]
    finder = _Finder()
    finder.dump(state)
    return [source for source in finder.found if source is not pipe]


def _traverse(pipe: Any, only_datapipe: bool, readers: frozenset[int]) -> DataPipeGraph:
    if not isinstance(pipe, (IterDataPipe, MapDataPipe)):
        raise RuntimeError(f"Expected `IterDataPipe` or `MapDataPipe`, but {type(pipe)} is found")
    if id(pipe) in readers:
        return {}
    below: DataPipeGraph = {}
    for source in _sources(pipe, only_datapipe):
        below.update(_traverse(source, only_datapipe, readers | {id(pipe)}))
    return {id(pipe): (pipe, below)}


def traverse_dps(datapipe: DataPipe) -> DataPipeGraph:
    """The graph of a pipe and those that it reads from.

    They are found in attributes that are pipes or collections of them.

    Parameters
    ----------
    datapipe : IterDataPipe or MapDataPipe
        The last pipe.

    Returns
    -------
    dict
        From the id of the pipe to the pipe and the graph of its sources.

    Raises
    ------
    RuntimeError
        If it is no pipe.

    References
    ----------
    PyTorch: ``torch.utils.data.graph.traverse_dps``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.iter import IterableWrapper
    >>> from torch.utils.data.graph import traverse_dps
    >>> (pipe, sources), = traverse_dps(IterableWrapper([1, 2]).batch(2)).values()
    >>> pipe, [source for source, _ in sources.values()]
    (BatcherIterDataPipe, [IterableWrapperIterDataPipe])
    """
    return _traverse(datapipe, True, frozenset())


def traverse(datapipe: DataPipe, only_datapipe: bool | None = None) -> DataPipeGraph:
    """The graph of a pipe and those that it reads from; deprecated in favour of ``traverse_dps``.

    Parameters
    ----------
    datapipe : IterDataPipe or MapDataPipe
        The last pipe.
    only_datapipe : bool, optional
        Whether only attributes that are pipes or collections are searched, instead of all that is pickled.

    Returns
    -------
    dict
        From the id of the pipe to the pipe and the graph of its sources.

    References
    ----------
    PyTorch: ``torch.utils.data.graph.traverse``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.iter import IterableWrapper
    >>> from torch.utils.data.graph import traverse
    >>> len(traverse(IterableWrapper([1, 2]).batch(2), only_datapipe=True))
    1
    """
    warn("`traverse` function is deprecated. Please use `traverse_dps` instead, which is equivalent to `only_datapipe=True`.",
         FutureWarning)
    return _traverse(datapipe, bool(only_datapipe), frozenset())
