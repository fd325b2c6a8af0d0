"""Datasets."""
from __future__ import annotations

import bisect
import itertools
import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from ..._array.core.user_warnings import warn
from ..._bindings.generated import functions as ops
from ..._bindings.randomness.generators import default_generator

if TYPE_CHECKING:
    from ..._bindings.annotations import OptionalGenerator
    from ..._bindings.tensor.tensor import Tensor

__all__ = ["ChainDataset", "ConcatDataset", "Dataset", "IterableDataset", "StackDataset", "Subset", "TensorDataset", "random_split"]

T_co = TypeVar("T_co", covariant=True)
_T = TypeVar("_T")

if TYPE_CHECKING:
    from typing import Protocol

    class IndexedDataset(Protocol[T_co]):
        """The protocol of datasets: a `Dataset`, a list, or any other object indexed by integers."""

        def __getitem__(self, index: int, /) -> T_co: ...


class Dataset(Generic[T_co]):
    """Base class of map-style datasets: a subclass defines ``__getitem__``, and usually ``__len__``.

    ``a + b`` is a ``ConcatDataset``. A method ``__getitems__`` that takes a list of indices is used to
    fetch whole batches.

    References
    ----------
    PyTorch: ``torch.utils.data.Dataset``.

    Examples
    --------
    >>> class Squares(torch.utils.data.Dataset):
    ...     def __len__(self):
    ...         return 4
    ...     def __getitem__(self, i):
    ...         return torch.tensor(i * i)
    >>> list(torch.utils.data.DataLoader(Squares(), batch_size=2))
    [tensor([0, 1]), tensor([4, 9])]
    """

    def __getitem__(self, index: Any) -> T_co:
        raise NotImplementedError("Subclasses of Dataset should implement __getitem__.")

    def __add__(self, other: Dataset[T_co]) -> Any:
        return ConcatDataset([self, other])


class IterableDataset(Dataset[T_co], ABC):
    """Base class of datasets that are streams: a subclass defines ``__iter__``.

    With several workers each one iterates over all items, unless ``__iter__`` uses ``get_worker_info``
    to select its share.

    References
    ----------
    PyTorch: ``torch.utils.data.IterableDataset``.

    Examples
    --------
    >>> class Stream(torch.utils.data.IterableDataset):
    ...     def __iter__(self):
    ...         return iter(range(5))
    >>> list(torch.utils.data.DataLoader(Stream(), batch_size=2))
    [tensor([0, 1]), tensor([2, 3]), tensor([4])]
    """

    @abstractmethod
    def __iter__(self) -> Iterator[T_co]:
        """Iterate over the items."""

    def __add__(self, other: Dataset[T_co]) -> Any:
        return ChainDataset([self, other])


class TensorDataset(Dataset["tuple[Tensor, ...]"]):
    """Zip tensors: element ``i`` is the tuple of their ``i``-th elements.

    Parameters
    ----------
    *tensors : Tensor
        All with the same size of the first dimension.

    Raises
    ------
    AssertionError
        If sizes differ.

    References
    ----------
    PyTorch: ``torch.utils.data.TensorDataset``.

    Examples
    --------
    >>> data = torch.utils.data.TensorDataset(torch.arange(3), torch.tensor([10, 20, 30]))
    >>> len(data), data[1]
    (3, (tensor(1), tensor(20)))
    """

    tensors: tuple[Tensor, ...]

    def __init__(self, *tensors: Tensor) -> None:
        if any(tensor.size(0) != tensors[0].size(0) for tensor in tensors):
            raise AssertionError("Size mismatch between tensors")
        self.tensors = tensors

    def __getitem__(self, index: Any) -> tuple[Tensor, ...]:
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self) -> int:
        return int(self.tensors[0].size(0))


class StackDataset(Dataset[Any]):
    """Zip datasets: element ``i`` is the tuple, or dict, of their ``i``-th elements.

    Parameters
    ----------
    *args : Dataset
        Datasets of equal length, for tuples.
    **kwargs : Dataset
        Or by name, for dicts.

    Raises
    ------
    ValueError
        If lengths differ, there is none, or both kinds are given.

    References
    ----------
    PyTorch: ``torch.utils.data.StackDataset``.

    Examples
    --------
    >>> data = torch.utils.data.StackDataset(x=[1, 2], y=[3, 4])
    >>> data[0]
    {'x': 1, 'y': 3}
    """

    datasets: Any

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        if args and kwargs:
            raise ValueError("Supported either ``tuple``- (via ``args``) or``dict``- (via ``kwargs``) like "
                             "input/output, "
                             "but both types are given.")
        if not args and not kwargs:
            raise ValueError("At least one dataset should be passed")
        self.datasets = args or kwargs
        sizes = {len(dataset) for dataset in (args or kwargs.values())}
        if len(sizes) > 1:
            raise ValueError("Size mismatch between datasets")
        self._length = sizes.pop()

    def __getitem__(self, index: Any) -> Any:
        if isinstance(self.datasets, dict):
            return {name: dataset[index] for name, dataset in self.datasets.items()}
        return tuple(dataset[index] for dataset in self.datasets)

    def __getitems__(self, indices: list[Any]) -> list[Any]:
        if isinstance(self.datasets, dict):
            columns = [_items(dataset, indices) for dataset in self.datasets.values()]
            return [dict(zip(self.datasets, row)) for row in zip(*columns)]
        return list(zip(*[_items(dataset, indices) for dataset in self.datasets]))

    def __len__(self) -> int:
        return self._length


def _items(dataset: Any, indices: list[Any]) -> list[Any]:
    """Fetch several items of a dataset, with its `__getitems__` if it has one."""
    whole = getattr(dataset, "__getitems__", None)
    if not callable(whole):
        return [dataset[i] for i in indices]
    items: list[Any] = whole(indices)
    if len(items) != len(indices):
        raise ValueError(f"Nested dataset's output size mismatch. Expected {len(indices)}, got {len(items)}")
    return items


class ConcatDataset(Dataset[T_co]):
    """Concatenate datasets.

    Parameters
    ----------
    datasets : iterable of Dataset
        Datasets with a length.

    Attributes
    ----------
    datasets : list
        The datasets.
    cumulative_sizes : list of int
        Cumulative lengths.

    Raises
    ------
    AssertionError
        If there is none, or one is an ``IterableDataset``.

    References
    ----------
    PyTorch: ``torch.utils.data.ConcatDataset``.

    Examples
    --------
    >>> data = torch.utils.data.ConcatDataset([[1, 2], [3]])
    >>> len(data), data[2], data.cumulative_sizes
    (3, 3, [2, 3])
    """

    datasets: list[Any]
    cumulative_sizes: list[int]

    def __init__(self, datasets: Iterable[IndexedDataset[T_co]]) -> None:
        self.datasets = list(datasets)
        if not self.datasets:
            raise AssertionError("datasets should not be an empty iterable")
        if any(isinstance(dataset, IterableDataset) for dataset in self.datasets):
            raise AssertionError("ConcatDataset does not support IterableDataset")
        self.cumulative_sizes = self.cumsum(self.datasets)

    @staticmethod
    def cumsum(sequence: Sequence[Any]) -> list[int]:
        """Cumulative lengths of datasets.

        Parameters
        ----------
        sequence : sequence
            The datasets.

        Returns
        -------
        list of int
            Sums of lengths.

        Examples
        --------
        >>> torch.utils.data.ConcatDataset.cumsum([[1, 2], [3]])
        [2, 3]
        """
        return list(itertools.accumulate(len(dataset) for dataset in sequence))

    def __len__(self) -> int:
        return self.cumulative_sizes[-1]

    def __getitem__(self, index: int) -> T_co:
        if index < 0:
            if -index > len(self):
                raise ValueError("absolute value of index should not exceed dataset length")
            index += len(self)
        i = bisect.bisect_right(self.cumulative_sizes, index)
        item: T_co = self.datasets[i][index - self.cumulative_sizes[i - 1] if i else index]
        return item

    @property
    def cummulative_sizes(self) -> list[int]:
        """Deprecated, misspelt alias of `cumulative_sizes`."""
        warn("`cummulative_sizes` attribute is renamed to `cumulative_sizes`", FutureWarning)
        return self.cumulative_sizes


class ChainDataset(IterableDataset[Any]):
    """Concatenate iterable datasets; the result of ``a + b``.

    Parameters
    ----------
    datasets : iterable of IterableDataset
        The datasets.

    Raises
    ------
    AssertionError
        On iteration, if one is not iterable-style.

    References
    ----------
    PyTorch: ``torch.utils.data.ChainDataset``.

    Examples
    --------
    >>> class Stream(torch.utils.data.IterableDataset):
    ...     def __iter__(self):
    ...         return iter(range(2))
    >>> list(torch.utils.data.ChainDataset([Stream(), Stream()]))
    [0, 1, 0, 1]
    """

    def __init__(self, datasets: Iterable[Any]) -> None:
        super().__init__()
        self.datasets = datasets

    def __iter__(self) -> Iterator[Any]:
        for dataset in self.datasets:
            self._check(dataset)
            yield from dataset

    def __len__(self) -> int:
        total = 0
        for dataset in self.datasets:
            self._check(dataset)
            total += len(dataset)
        return total

    @staticmethod
    def _check(dataset: Any) -> None:
        if not isinstance(dataset, IterableDataset):
            raise AssertionError("ChainDataset only supports IterableDataset")


class Subset(Dataset[T_co]):
    """A subset of a dataset.

    Parameters
    ----------
    dataset : Dataset
        The whole.
    indices : sequence of int
        Indices of the elements, in order.

    References
    ----------
    PyTorch: ``torch.utils.data.Subset``.

    Examples
    --------
    >>> list(torch.utils.data.Subset([10, 20, 30], [2, 0]))
    [30, 10]
    """

    dataset: Any

    def __init__(self, dataset: IndexedDataset[T_co], indices: Sequence[int]) -> None:
        self.dataset = dataset
        self.indices = indices

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, list):
            return self.dataset[[self.indices[i] for i in index]]
        return self.dataset[self.indices[index]]

    def __getitems__(self, indices: list[int]) -> list[Any]:
        chosen = [self.indices[i] for i in indices]
        whole = getattr(self.dataset, "__getitems__", None)
        return whole(chosen) if callable(whole) else [self.dataset[i] for i in chosen]

    def __len__(self) -> int:
        return len(self.indices)


def random_split(
    dataset: IndexedDataset[_T], lengths: Sequence[int | float], generator: OptionalGenerator = default_generator,
) -> list[Subset[_T]]:
    """Split a dataset at random into parts of given lengths.

    Parameters
    ----------
    dataset : Dataset
        The whole.
    lengths : sequence of int or float
        Lengths that sum to that of the dataset, or fractions that sum to 1; the remainder of rounding
        goes to the first parts.
    generator : Generator, default default_generator
        Source of random numbers.

    Returns
    -------
    list of Subset
        The parts.

    Raises
    ------
    ValueError
        If lengths do not sum to that of the dataset.

    References
    ----------
    PyTorch: ``torch.utils.data.random_split``.

    Examples
    --------
    >>> parts = torch.utils.data.random_split(range(10), [0.7, 0.3], generator=torch.Generator().manual_seed(0))
    >>> [len(part) for part in parts]
    [7, 3]
    """
    total = len(dataset)  # type: ignore[arg-type]  # a Dataset that is cut has a length
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        lengths = _lengths_of_fractions(total, lengths)
    if sum(lengths) != total:
        raise ValueError("Sum of input lengths does not equal the length of the input dataset!")
    counts: Any = lengths
    order = ops.randperm(sum(counts), generator=generator).tolist()
    ends = itertools.accumulate(counts)
    return [Subset(dataset, order[end - length : end]) for length, end in zip(counts, ends)]


def _lengths_of_fractions(total: int, fractions: Sequence[float]) -> list[int]:
    for i, fraction in enumerate(fractions):
        if not 0 <= fraction <= 1:
            raise ValueError(f"Fraction at index {i} is not between 0 and 1")
    lengths = [math.floor(total * fraction) for fraction in fractions]
    for i in range(total - sum(lengths)):
        lengths[i % len(lengths)] += 1
    for i, length in enumerate(lengths):
        if length == 0:
            warn(f"Length of split at index {i} is 0. This might result in an empty dataset.")
    return lengths
