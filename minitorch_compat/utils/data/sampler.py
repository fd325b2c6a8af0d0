"""Samplers: orders in which to visit a dataset."""
from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence, Sized
from typing import Any, Generic, TypeVar

from ..._bindings.generated import functions as ops
from ..._dispatch.dtype import float64
from ._utils.seeds import draw_seed, new_generator

__all__ = [
    "BatchSampler",
    "RandomSampler",
    "Sampler",
    "SequentialSampler",
    "SubsetRandomSampler",
    "WeightedRandomSampler",
]

T_co = TypeVar("T_co", covariant=True)

# With replacement PyTorch draws this many at a time, which decides how far a generator advances.
_CHUNK = 32


class Sampler(Generic[T_co]):
    """An iterable of keys of a dataset. Subclasses give `__iter__`, and `__len__` if they know it."""

    def __iter__(self) -> Iterator[T_co]:
        raise NotImplementedError


class SequentialSampler(Sampler[int]):
    """0, 1, 2, ..."""

    data_source: Sized

    def __init__(self, data_source: Sized) -> None:
        self.data_source = data_source

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.data_source)))

    def __len__(self) -> int:
        return len(self.data_source)


def _check_flag(name: str, value: Any, error: type[Exception]) -> None:
    if not isinstance(value, bool):
        raise error(f"{name} should be a boolean value, but got {name}={value}")


def _check_count(name: str, value: Any, refuse_bool: bool = True) -> None:
    if not isinstance(value, int) or (refuse_bool and isinstance(value, bool)) or value <= 0:
        raise ValueError(f"{name} should be a positive integer value, but got {name}={value}")


class RandomSampler(Sampler[int]):
    """Keys in random order, or drawn with `replacement`; `num_samples` of them, by default as many as there are items.

    Without a generator each iteration draws one seed from the default generator and works with its own.
    """

    data_source: Sized

    def __init__(
        self, data_source: Sized, replacement: bool = False, num_samples: int | None = None, generator: Any = None,
    ) -> None:
        self.data_source = data_source
        self.replacement = replacement
        self._num_samples = num_samples
        self.generator = generator
        _check_flag("replacement", replacement, TypeError)
        _check_count("num_samples", self.num_samples, refuse_bool=False)

    @property
    def num_samples(self) -> int:
        """How many keys one iteration gives."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self) -> Iterator[int]:
        size, count = len(self.data_source), self.num_samples
        generator = new_generator(draw_seed()) if self.generator is None else self.generator
        if self.replacement:
            for _ in range(count // _CHUNK):
                yield from ops.randint(0, size, (_CHUNK,), generator=generator).tolist()
            yield from ops.randint(0, size, (count % _CHUNK,), generator=generator).tolist()
            return
        for _ in range(count // size):
            yield from ops.randperm(size, generator=generator).tolist()
        # Drawn also when nothing is left over: a generator shared with others must advance as far as in PyTorch.
        yield from ops.randperm(size, generator=generator).tolist()[: count % size]

    def __len__(self) -> int:
        return self.num_samples


class SubsetRandomSampler(Sampler[int]):
    """The given keys in random order, each once, in another order in each iteration.

    `generator` is where the order is drawn from, by default `torch.default_generator`.
    """

    indices: Sequence[int]

    def __init__(self, indices: Sequence[int], generator: Any = None) -> None:
        self.indices = indices
        self.generator = generator

    def __iter__(self) -> Iterator[int]:
        for i in ops.randperm(len(self.indices), generator=self.generator).tolist():
            yield self.indices[i]

    def __len__(self) -> int:
        return len(self.indices)


class WeightedRandomSampler(Sampler[int]):
    """`num_samples` keys from 0 to len(weights) - 1, drawn with probabilities proportional to the weights.

    The weights, a 1-d sequence, need not sum to 1. Without `replacement` no key comes twice. ValueError for a number that is no int above
    0, a flag that is no bool, and weights of other dimensions; RuntimeError, when iterated, for more samples than weights then.
    """

    weights: Any

    def __init__(
        self, weights: Sequence[float], num_samples: int, replacement: bool = True, generator: Any = None,
    ) -> None:
        _check_count("num_samples", num_samples)
        _check_flag("replacement", replacement, ValueError)
        values = ops.as_tensor(weights, dtype=float64)
        if values.dim() != 1:
            raise ValueError(f"weights should be a 1d sequence but given weights have shape {tuple(values.shape)}")
        self.weights = values
        self.num_samples = num_samples
        self.replacement = replacement
        self.generator = generator

    def __iter__(self) -> Iterator[int]:
        drawn = ops.multinomial(self.weights, self.num_samples, self.replacement, generator=self.generator)
        yield from drawn.tolist()

    def __len__(self) -> int:
        return self.num_samples


class BatchSampler(Sampler[list[int]]):
    """Lists of `batch_size` keys of another sampler, or of any iterable; `drop_last` leaves out a shorter last one.

    Its length needs that of the sampler. ValueError unless `batch_size` is an int above 0 and `drop_last` a bool.
    """

    def __init__(self, sampler: Any, batch_size: int, drop_last: bool) -> None:
        _check_count("batch_size", batch_size)
        _check_flag("drop_last", drop_last, ValueError)
        self.sampler: Iterable[int] = sampler
        self.batch_size = batch_size
        self.drop_last = drop_last

    def __iter__(self) -> Iterator[list[int]]:
        keys = iter(self.sampler)
        while batch := list(itertools.islice(keys, self.batch_size)):
            if self.drop_last and len(batch) < self.batch_size:
                return
            yield batch

    def __len__(self) -> int:
        count = len(self.sampler)  # type: ignore[arg-type]
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)
