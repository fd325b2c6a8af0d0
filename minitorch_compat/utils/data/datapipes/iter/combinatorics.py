"""Pipes that change the order of elements."""
from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, TypeVar

from ..._utils.seeds import draw_seed
from ...sampler import Sampler, SequentialSampler
from .._decorator import functional_datapipe
from ..datapipe import IterDataPipe, TupleState, length_of

__all__ = ["SamplerIterDataPipe", "ShufflerIterDataPipe"]

_T_co = TypeVar("_T_co", covariant=True)


class SamplerIterDataPipe(IterDataPipe[_T_co]):
    """What a sampler yields for a source.

    Parameters
    ----------
    datapipe : IterDataPipe
        The source.
    sampler : type, default SequentialSampler
        Class of the sampler, which gets the source as ``data_source``.
    sampler_args : tuple, optional
        Its further arguments by position.
    sampler_kwargs : dict, optional
        Its further arguments by name.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.iter.Sampler``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.iter import IterableWrapper, Sampler
    >>> list(Sampler(IterableWrapper("abc")))
    [0, 1, 2]
    """

    sampler: Sampler[Any]

    def __init__(self, datapipe: IterDataPipe[Any], sampler: Any = SequentialSampler, sampler_args: tuple[Any, ...] | None = None,
                 sampler_kwargs: dict[str, Any] | None = None) -> None:
        super().__init__()
        self.datapipe = datapipe
        self.sampler_args = sampler_args or ()
        self.sampler_kwargs = {**(sampler_kwargs or {}), "data_source": datapipe}
        self.sampler = sampler(*self.sampler_args, **self.sampler_kwargs)

    def __iter__(self) -> Iterator[_T_co]:
        return iter(self.sampler)

    def __len__(self) -> int:
        return length_of(self.sampler, self)


class SeededPipe(TupleState):
    """A pipe that draws with a generator of its own, seeded when an iterator starts: with the number set last, or from the global one."""

    _enabled: bool
    _seed: int | None
    _rng: random.Random

    @property
    def _rng_state(self) -> Any:
        return self._rng.getstate()

    @_rng_state.setter
    def _rng_state(self, state: Any) -> None:
        self._rng = random.Random()
        self._rng.setstate(state)

    def set_shuffle(self, shuffle: bool = True) -> Any:
        """Set whether elements are shuffled.

        Parameters
        ----------
        shuffle : bool, default True
            Whether they are.

        Returns
        -------
        IterDataPipe
            The pipe itself.

        Examples
        --------
        >>> from torch.utils.data.datapipes.iter import IterableWrapper
        >>> list(IterableWrapper(range(3)).shuffle().set_shuffle(False))
        [0, 1, 2]
        """
        self._enabled = shuffle
        return self

    def set_seed(self, seed: int) -> Any:
        """Set the seed of the next iterator, and only of that.

        Parameters
        ----------
        seed : int
            The seed.

        Returns
        -------
        IterDataPipe
            The pipe itself.

        Examples
        --------
        >>> from torch.utils.data.datapipes.iter import IterableWrapper
        >>> list(IterableWrapper(range(5)).shuffle().set_seed(5))
        [4, 2, 3, 1, 0]
        """
        self._seed = seed
        return self

    def _seed_generator(self) -> None:
        if self._enabled and self._seed is None:
            self._seed = draw_seed()
        self._rng.seed(self._seed)
        self._seed = None


@functional_datapipe("shuffle")
class ShufflerIterDataPipe(SeededPipe, IterDataPipe[_T_co]):
    """Shuffle elements with a buffer, from which a random one is yielded whenever it is full; as a method, ``shuffle``.

    Parameters
    ----------
    datapipe : IterDataPipe
        The source.
    buffer_size : int, default 10000
        Number of elements in the buffer.
    unbatch_level : int, default 0
        Number of levels by which batches are taken apart first (see ``UnBatcher``).

    Raises
    ------
    AssertionError
        If the buffer has no size.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.iter.Shuffler``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.iter import IterableWrapper
    >>> sorted(IterableWrapper(range(5)).shuffle())
    [0, 1, 2, 3, 4]
    """

    datapipe: IterDataPipe[_T_co]
    _state = ("datapipe", "buffer_size", "_enabled", "_seed", "_buffer", "_rng_state")

    def __init__(self, datapipe: IterDataPipe[_T_co], *, buffer_size: int = 10000, unbatch_level: int = 0) -> None:
        super().__init__()
        if buffer_size <= 0:
            raise AssertionError("buffer_size should be larger than 0")
        self._buffer: list[Any] = []
        self.datapipe = datapipe if unbatch_level == 0 else datapipe.unbatch(unbatch_level=unbatch_level)
        self.buffer_size = buffer_size
        self._enabled = True
        self._seed = None
        self._rng = random.Random()

    def __iter__(self) -> Iterator[_T_co]:
        if not self._enabled:
            yield from self.datapipe
            return
        buffer, draw = self._buffer, self._rng.randint
        for item in self.datapipe:
            if len(buffer) < self.buffer_size:
                buffer.append(item)
            else:
                i = draw(0, len(buffer) - 1)
                chosen, buffer[i] = buffer[i], item
                yield chosen
        while buffer:
            yield buffer.pop(draw(0, len(buffer) - 1))

    def __len__(self) -> int:
        return length_of(self.datapipe, self)

    def reset(self) -> None:
        """Empty the buffer and seed the generator.

        Examples
        --------
        >>> from torch.utils.data.datapipes.iter import IterableWrapper
        >>> IterableWrapper(range(3)).shuffle().reset()
        """
        self._buffer = []
        if self._enabled:
            self._seed_generator()
