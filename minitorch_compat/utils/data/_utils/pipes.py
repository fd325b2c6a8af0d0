"""What a loader does with data pipes: their settings of shuffling, a seed that all workers share, and the share of each worker.

A dataset can be a pipe only if their module has been imported, so that a loader of other datasets does not import it.
"""
from __future__ import annotations

import functools
import sys
from collections.abc import Callable
from typing import Any

from ..dataset import IterableDataset
from .seeds import draw_seed, new_generator
from .worker import get_worker_info

_PACKAGE = __name__.partition(".")[0]


def is_pipe(dataset: Any) -> bool:
    """Whether a dataset is a pipe."""
    module = sys.modules.get(f"{_PACKAGE}.utils.data.datapipes.datapipe")
    return module is not None and isinstance(dataset, (module.IterDataPipe, module.MapDataPipe))


def is_stream(dataset: Any) -> bool:
    """Whether a dataset is a pipe that is a stream."""
    return is_pipe(dataset) and isinstance(dataset, IterableDataset)


def prepare(dataset: Any, shuffle: Any) -> Any:
    """The dataset of a loader: a pipe has its shufflers set, and gets a wrapper that is pickled as well as possible."""
    if not is_pipe(dataset):
        return dataset
    from ..datapipes.datapipe import _IterDataPipeSerializationWrapper, _MapDataPipeSerializationWrapper
    from ..graph_settings import apply_shuffle_settings

    if not is_stream(dataset):
        return _MapDataPipeSerializationWrapper(dataset)
    # Where the pipe has no shuffler PyTorch warns that it adds one, and does not read from it.
    wrapper: Any = _IterDataPipeSerializationWrapper(dataset)
    apply_shuffle_settings(wrapper, shuffle)
    return wrapper


def _distributed() -> Any:
    module = sys.modules.get(f"{_PACKAGE}.distributed")
    return module if module is not None and module.is_available() and module.is_initialized() else None


def world() -> tuple[int, int]:
    """The number of processes of a distributed program, and the number of this one."""
    distributed = _distributed()
    return (1, 0) if distributed is None else (distributed.get_world_size(), distributed.get_rank())


def draw_shared_seed(generator: Any) -> int:
    """A seed for all workers: of a distributed program that of its first process."""
    seed, distributed = draw_seed(generator), _distributed()
    if distributed is None:
        return seed
    shared = [seed]
    distributed.broadcast_object_list(shared, src=0)
    return shared[0]


def seed_pipe(dataset: Any, seed: int) -> None:
    """Seed the random pipes of a dataset."""
    from ..graph_settings import apply_random_seed

    apply_random_seed(dataset, new_generator(seed))


def shard(dataset: Any, count: int, number: int) -> None:
    """Set the share of a worker, or of a process of a distributed program, if the dataset is a pipe."""
    if is_pipe(dataset):
        from ..graph_settings import apply_sharding

        apply_sharding(dataset, count, number)


def start_worker(init_fn: Callable[[int], Any] | None, world_size: int, rank: int, worker: int) -> None:
    """Set the share of a worker, one of all workers of all processes; then call the user's function."""
    info = get_worker_info()
    assert info is not None
    shard(info.dataset, info.num_workers * world_size, worker * world_size + rank)
    if init_fn is not None:
        init_fn(worker)


def worker_init_fn(dataset: Any, init_fn: Callable[[int], Any] | None, world_size: int, rank: int) -> Callable[[int], Any] | None:
    """The function that workers begin with."""
    return functools.partial(start_worker, init_fn, world_size, rank) if is_pipe(dataset) else init_fn
