"""The pipe that gives each worker its share."""
from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from typing import Any

from .._decorator import functional_datapipe
from ..datapipe import IterDataPipe, length_of

__all__ = ["SHARDING_PRIORITIES", "ShardingFilterIterDataPipe"]


class SHARDING_PRIORITIES(IntEnum):
    """Who shares the elements: processes of a distributed program first, then the workers of a loader.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.iter.sharding.SHARDING_PRIORITIES``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.iter.sharding import SHARDING_PRIORITIES
    >>> [priority.name for priority in SHARDING_PRIORITIES]
    ['DEFAULT', 'DISTRIBUTED', 'MULTIPROCESSING']
    """

    DEFAULT = 1
    DISTRIBUTED = 2
    MULTIPROCESSING = 3


class _ShardingIterDataPipe(IterDataPipe[Any]):
    """Base class of pipes that are told their share."""

    def apply_sharding(self, num_of_instances: int, instance_id: int, sharding_group: SHARDING_PRIORITIES) -> None:
        """Set the share."""
        raise NotImplementedError


@functional_datapipe("sharding_filter")
class ShardingFilterIterDataPipe(_ShardingIterDataPipe):
    """The share of a worker: with n workers, each n-th element; as a method, ``sharding_filter``.

    A ``DataLoader`` sets the shares of its workers.

    Parameters
    ----------
    source_datapipe : IterDataPipe
        The source.
    sharding_group_filter : SHARDING_PRIORITIES, optional
        The only kind of share that is applied.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.iter.ShardingFilter``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.iter import IterableWrapper
    >>> pipe = IterableWrapper(range(7)).sharding_filter()
    >>> pipe.apply_sharding(3, 1)
    >>> list(pipe)
    [1, 4]
    """

    def __init__(self, source_datapipe: IterDataPipe[Any], sharding_group_filter: SHARDING_PRIORITIES | None = None) -> None:
        self.source_datapipe = source_datapipe
        self.sharding_group_filter = sharding_group_filter
        self.groups: dict[int, tuple[int, int]] = {}
        self.num_of_instances = 1
        self.instance_id = 0

    def apply_sharding(self, num_of_instances: int, instance_id: int,
                       sharding_group: SHARDING_PRIORITIES = SHARDING_PRIORITIES.DEFAULT) -> None:
        """Set the share.

        Parameters
        ----------
        num_of_instances : int
            Number of shares.
        instance_id : int
            Which one.
        sharding_group : SHARDING_PRIORITIES, default SHARDING_PRIORITIES.DEFAULT
            Of whom; the shares of several kinds are applied one after the other.

        Raises
        ------
        ValueError
            If there is no such share.
        RuntimeError
            If the default kind is mixed with others.

        Examples
        --------
        >>> from torch.utils.data.datapipes.iter import IterableWrapper
        >>> pipe = IterableWrapper(range(7)).sharding_filter()
        >>> pipe.apply_sharding(2, 0)
        >>> list(pipe)
        [0, 2, 4, 6]
        """
        if instance_id >= num_of_instances:
            raise ValueError(f"instance_id({instance_id}) should be smaller than num_of_instances({num_of_instances})")
        default = SHARDING_PRIORITIES.DEFAULT
        if self.groups and (sharding_group == default) != (default in self.groups):
            raise RuntimeError("ShardingFilter cannot mix DEFAULT and non DEFAULT groups")
        self.groups[sharding_group] = (num_of_instances, instance_id)
        self.num_of_instances, self.instance_id = 1, 0
        for group in sorted(self.groups):
            if self.sharding_group_filter in (None, group):
                count, number = self.groups[group]
                self.instance_id += self.num_of_instances * number
                self.num_of_instances *= count

    def __iter__(self) -> Iterator[Any]:
        for i, item in enumerate(self.source_datapipe):
            if i % self.num_of_instances == self.instance_id:
                yield item

    def __len__(self) -> int:
        count = length_of(self.source_datapipe, self)
        return count // self.num_of_instances + (self.instance_id < count % self.num_of_instances)
