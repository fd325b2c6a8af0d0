"""The sampler that divides a dataset among processes."""
from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from ..._bindings.generated import functions as ops
from ._utils.seeds import new_generator
from .sampler import Sampler

__all__ = ["DistributedSampler"]


class DistributedSampler(Sampler[int]):
    """The share of one process in the indices of a dataset.

    Parameters
    ----------
    dataset : Dataset
        The dataset to sample from.
    num_replicas : int, optional
        Number of processes; None uses ``torch.distributed``.
    rank : int, optional
        Rank of this process; None uses ``torch.distributed``.
    shuffle : bool, default True
        Whether to shuffle, in a new order after each ``set_epoch``.
    seed : int, default 0
        Seed of the order, the same in all processes.
    drop_last : bool, default False
        Whether to drop indices to make shares equal; otherwise some are repeated.

    Raises
    ------
    ValueError
        If ``rank`` is out of range.

    References
    ----------
    PyTorch: ``torch.utils.data.DistributedSampler``.

    Examples
    --------
    >>> sampler = torch.utils.data.DistributedSampler(range(5), num_replicas=2, rank=0, shuffle=False)
    >>> list(sampler)
    [0, 2, 4]
    """

    def __init__(
        self, dataset: Any, num_replicas: int | None = None, rank: int | None = None, shuffle: bool = True,
        seed: int = 0,
        drop_last: bool = False,
    ) -> None:
        if num_replicas is None or rank is None:
            from ... import distributed

            num_replicas = distributed.get_world_size() if num_replicas is None else num_replicas
            rank = distributed.get_rank() if rank is None else rank
        if rank >= num_replicas or rank < 0:
            raise ValueError(f"Invalid rank {rank}, rank should be in the interval [0, {num_replicas - 1}]")
        self.dataset = dataset
        self.num_replicas = num_replicas
        self.rank = rank
        self.epoch: int = 0
        self.drop_last = drop_last
        samples_per_replica = len(dataset) / num_replicas
        self.num_samples: int = math.floor(samples_per_replica) if drop_last else math.ceil(samples_per_replica)
        self.total_size: Any = self.num_samples * num_replicas
        self.shuffle = shuffle
        self.seed = seed

    def __iter__(self) -> Iterator[int]:
        size = len(self.dataset)
        if self.shuffle:
            order = ops.randperm(size, generator=new_generator(self.seed + self.epoch)).tolist()
        else:
            order = list(range(size))
        if order and not self.drop_last:
            order *= -(-self.total_size // size)
        return iter(order[: self.total_size][self.rank :: self.num_replicas])

    def __len__(self) -> int:
        return self.num_samples

    def set_epoch(self, epoch: int) -> None:
        """Set the epoch, which determines the order; without it each epoch has the same order.

        Parameters
        ----------
        epoch : int
            Number of the epoch.

        Examples
        --------
        >>> sampler = torch.utils.data.DistributedSampler(range(4), num_replicas=2, rank=0)
        >>> sampler.set_epoch(1)
        >>> len(list(sampler))
        2
        """
        self.epoch = epoch
