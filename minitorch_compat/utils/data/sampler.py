"""Samplers: sequences of indices into a dataset."""
from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence, Sized
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ..._bindings.generated import functions as ops
from ..._dispatch.dtype import float64
from ._utils.seeds import draw_seed, new_generator

if TYPE_CHECKING:
    from ..._bindings.annotations import OptionalGenerator

__all__ = ["BatchSampler", "RandomSampler", "Sampler", "SequentialSampler", "SubsetRandomSampler", "WeightedRandomSampler"]

T_co = TypeVar("T_co", covariant=True)

# With replacement PyTorch draws this many at a time, which determines how far the generator advances.
_CHUNK = 32


class Sampler(Generic[T_co]):
    """Base class of samplers: a subclass defines ``__iter__``, which yields indices (or lists of them), and usually ``__len__``.

    References
    ----------
    PyTorch: ``torch.utils.data.Sampler``.

    Examples
    --------
    >>> class Backwards(torch.utils.data.Sampler):
    ...     def __iter__(self):
    ...         return iter(range(3, -1, -1))
    ...     def __len__(self):
    ...         return 4
    >>> list(torch.utils.data.DataLoader([10, 20, 30, 40], sampler=Backwards()))
    [tensor([40]), tensor([30]), tensor([20]), tensor([10])]
    """

    def __iter__(self) -> Iterator[T_co]:
        raise NotImplementedError


class SequentialSampler(Sampler[int]):
    """Indices in order.

    Parameters
    ----------
    data_source : sized
        What they are for.

    References
    ----------
    PyTorch: ``torch.utils.data.SequentialSampler``.

    Examples
    --------
    >>> list(torch.utils.data.SequentialSampler("abc"))
    [0, 1, 2]
    """

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
    """Indices in random order, or drawn with replacement.

    Parameters
    ----------
    data_source : sized
        What they are for.
    replacement : bool, default False
        Whether indices may repeat.
    num_samples : int, optional
        Number of indices; None for one per element.
    generator : Generator, optional
        Source of random numbers; None is the global one.

    Raises
    ------
    TypeError
        If ``replacement`` is not a bool.
    ValueError
        If ``num_samples`` is not a positive integer.

    References
    ----------
    PyTorch: ``torch.utils.data.RandomSampler``.

    Examples
    --------
    >>> sampler = torch.utils.data.RandomSampler("abcde", generator=torch.Generator().manual_seed(0))
    >>> sorted(sampler), len(sampler)
    ([0, 1, 2, 3, 4], 5)
    """

    def __init__(
        self, data_source: Sized, replacement: bool = False, num_samples: int | None = None, generator: OptionalGenerator = None,
    ) -> None:
        self.data_source = data_source
        self.replacement = replacement
        self._num_samples = num_samples
        self.generator = generator
        _check_flag("replacement", replacement, TypeError)
        _check_count("num_samples", self.num_samples, refuse_bool=False)

    @property
    def num_samples(self) -> int:
        """The number of indices.

        Returns
        -------
        int
            As given, or the length of the data.

        Examples
        --------
        >>> torch.utils.data.RandomSampler("abc").num_samples
        3
        """
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
        # Drawn even if there is no remainder: a shared generator must advance as far as in PyTorch.
        yield from ops.randperm(size, generator=generator).tolist()[: count % size]

    def __len__(self) -> int:
        return self.num_samples


class SubsetRandomSampler(Sampler[int]):
    """Given indices in random order, without replacement.

    Parameters
    ----------
    indices : sequence of int
        The indices.
    generator : Generator, optional
        Source of random numbers; None is the global one.

    References
    ----------
    PyTorch: ``torch.utils.data.SubsetRandomSampler``.

    Examples
    --------
    >>> sorted(torch.utils.data.SubsetRandomSampler([4, 7, 9]))
    [4, 7, 9]
    """

    def __init__(self, indices: Sequence[int], generator: OptionalGenerator = None) -> None:
        self.indices = indices
        self.generator = generator

    def __iter__(self) -> Iterator[int]:
        for i in ops.randperm(len(self.indices), generator=self.generator).tolist():
            yield self.indices[i]

    def __len__(self) -> int:
        return len(self.indices)


class WeightedRandomSampler(Sampler[int]):
    """Draw indices with given weights, for example to balance classes.

    Parameters
    ----------
    weights : sequence of float
        Weight of each index; they need not sum to 1.
    num_samples : int
        Number of indices.
    replacement : bool, default True
        Whether indices may repeat.
    generator : Generator, optional
        Source of random numbers; None is the global one.

    Raises
    ------
    ValueError
        If a number is out of range, or weights are not one-dimensional.

    References
    ----------
    PyTorch: ``torch.utils.data.WeightedRandomSampler``.

    Examples
    --------
    >>> list(torch.utils.data.WeightedRandomSampler([0.0, 1.0], 3))
    [1, 1, 1]
    """

    weights: Any

    def __init__(
        self, weights: Sequence[float], num_samples: int, replacement: bool = True, generator: OptionalGenerator = None,
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
    """Group the indices of another sampler into lists.

    Parameters
    ----------
    sampler : Sampler or iterable
        Yields the indices.
    batch_size : int
        Length of the lists.
    drop_last : bool
        Whether to drop a shorter last list.

    Raises
    ------
    ValueError
        If an argument is of another type, or not positive.

    References
    ----------
    PyTorch: ``torch.utils.data.BatchSampler``.

    Examples
    --------
    >>> list(torch.utils.data.BatchSampler(range(5), batch_size=2, drop_last=False))
    [[0, 1], [2, 3], [4]]
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
