"""Fetch the items of a batch from a dataset."""
from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import Any

from ...._bindings import Tensor
from ...._dispatch.state import LOCAL
from ...._dispatch.tensor import wrap_as
from ..dataset import Subset, TensorDataset
from .collate import default_collate

__all__ = ["make_fetcher"]


# The classes have PyTorch's names, under which other loaders derive from them.
class _BaseDatasetFetcher:
    """Returns the batch for the keys of a sampler, or a single item without automatic batching."""

    def __init__(self, dataset: Any, auto_collation: bool, collate_fn: Callable[[Any], Any], drop_last: bool) -> None:
        self.dataset = dataset
        self.auto_collation = auto_collation
        self.collate_fn = collate_fn
        self.drop_last = drop_last

    def fetch(self, keys: Any) -> Any:
        """The batch for a list of keys, or the item for one key."""
        raise NotImplementedError


class _MapDatasetFetcher(_BaseDatasetFetcher):
    """The fetcher of a map-style dataset."""

    def __init__(self, dataset: Any, auto_collation: bool, collate_fn: Callable[[Any], Any], drop_last: bool) -> None:
        super().__init__(dataset, auto_collation, collate_fn, drop_last)
        self.gathers = auto_collation and collate_fn is default_collate and _is_rows_of_tensors(dataset)

    def fetch(self, keys: Any) -> Any:
        """The batch for a list of keys, or the item for one key."""
        if not self.auto_collation:
            return self.collate_fn(self.dataset[keys])
        if self.gathers and LOCAL.observer is None:  # an observer must see the access of each row
            return _gather(self.dataset, keys)
        whole = getattr(self.dataset, "__getitems__", None)
        return self.collate_fn(whole(keys) if whole else [self.dataset[key] for key in keys])


def _is_rows_of_tensors(dataset: Any) -> bool:
    """Whether the items are rows of tensors, which can be gathered without indexing each row."""
    while type(dataset) is Subset:
        dataset = dataset.dataset
    # Gradients must flow through the indexing of single rows.
    return type(dataset) is TensorDataset and not any(tensor.requires_grad for tensor in dataset.tensors)


def _gather(dataset: Any, keys: Any) -> list[Any]:
    """The result of collating the items at `keys`."""
    while type(dataset) is Subset:
        keys = [dataset.indices[key] for key in keys]
        dataset = dataset.dataset
    return [wrap_as(Tensor, tensor._array.take(keys, 0)) for tensor in dataset.tensors]


class _IterableDatasetFetcher(_BaseDatasetFetcher):
    """The fetcher of an iterable dataset, which uses only the number of keys."""

    def __init__(self, dataset: Any, auto_collation: bool, collate_fn: Callable[[Any], Any], drop_last: bool) -> None:
        super().__init__(dataset, auto_collation, collate_fn, drop_last)
        self.dataset_iter = iter(dataset)
        self.ended = False

    def fetch(self, keys: Any) -> Any:
        """The next items; raises StopIteration at the end."""
        if self.ended:
            raise StopIteration
        if not self.auto_collation:
            return self.collate_fn(next(self.dataset_iter))
        batch = list(itertools.islice(self.dataset_iter, len(keys)))
        self.ended = len(batch) < len(keys)
        if not batch or (self.ended and self.drop_last):
            raise StopIteration
        return self.collate_fn(batch)


def make_fetcher(iterable: bool, *args: Any) -> _BaseDatasetFetcher:
    """Make the fetcher for an iterable or map-style dataset."""
    return _IterableDatasetFetcher(*args) if iterable else _MapDatasetFetcher(*args)
