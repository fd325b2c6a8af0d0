"""The pipe that shuffles what is indexed: it is a stream."""
from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, TypeVar

from ..datapipe import IterDataPipe, MapDataPipe
from ..iter.combinatorics import SeededPipe

__all__ = ["ShufflerIterDataPipe"]

_T_co = TypeVar("_T_co", covariant=True)


class ShufflerIterDataPipe(SeededPipe, IterDataPipe[_T_co]):
    """A stream of the elements of a pipe that is indexed, in random order; as a method, ``shuffle``.

    Parameters
    ----------
    datapipe : MapDataPipe
        The source.
    indices : list, optional
        Its indices or keys; by default the numbers up to its length.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.map.Shuffler``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.map import SequenceWrapper
    >>> sorted(SequenceWrapper([1, 2, 3]).shuffle())
    [1, 2, 3]
    """

    _state = ("datapipe", "indices", "_enabled", "_seed", "_rng_state", "_shuffled_indices")

    def __init__(self, datapipe: MapDataPipe[_T_co], *, indices: list[Any] | None = None) -> None:
        super().__init__()
        self.datapipe = datapipe
        self.indices = list(range(len(datapipe))) if indices is None else indices
        self._enabled = True
        self._seed = None
        self._rng = random.Random()
        self._shuffled_indices: list[Any] = self.indices

    def __iter__(self) -> Iterator[_T_co]:
        if not self._enabled:
            yield from map(self.datapipe.__getitem__, self.indices)
        while self._enabled and self._shuffled_indices:
            yield self.datapipe[self._shuffled_indices.pop()]

    def reset(self) -> None:
        """Draw a new order.

        Examples
        --------
        >>> from torch.utils.data.datapipes.map import SequenceWrapper
        >>> SequenceWrapper([1, 2, 3]).shuffle().reset()
        """
        self._seed_generator()
        self._shuffled_indices = self._rng.sample(self.indices, len(self.indices))

    def __len__(self) -> int:
        return len(self.datapipe)


MapDataPipe.register_datapipe_as_function("shuffle", ShufflerIterDataPipe)
