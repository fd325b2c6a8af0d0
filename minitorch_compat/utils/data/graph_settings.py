"""torch.utils.data.graph_settings: settings of all pipes that a pipe reads from."""
from __future__ import annotations

import inspect
from typing import Any

from ..._array.core.user_warnings import warn
from ._utils.seeds import draw_seed
from .datapipes.iter.sharding import SHARDING_PRIORITIES, _ShardingIterDataPipe
from .graph import DataPipe, DataPipeGraph, traverse_dps

__all__ = ["apply_random_seed", "apply_sharding", "apply_shuffle_seed", "apply_shuffle_settings", "get_all_graph_pipes"]


def get_all_graph_pipes(graph: DataPipeGraph) -> list[DataPipe]:
    """The pipes of a graph, each once.

    Parameters
    ----------
    graph : dict
        The result of ``traverse_dps``.

    Returns
    -------
    list of IterDataPipe or MapDataPipe
        The pipes, a reader before its sources.

    References
    ----------
    PyTorch: ``torch.utils.data.graph_settings.get_all_graph_pipes``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.iter import IterableWrapper
    >>> from torch.utils.data.graph import traverse_dps
    >>> from torch.utils.data.graph_settings import get_all_graph_pipes
    >>> get_all_graph_pipes(traverse_dps(IterableWrapper([1, 2]).batch(2)))
    [BatcherIterDataPipe, IterableWrapperIterDataPipe]
    """
    pipes: dict[int, DataPipe] = {}

    def collect(graph: DataPipeGraph) -> None:
        for key, (pipe, sources) in graph.items():
            if key not in pipes:
                pipes[key] = pipe
                collect(sources)

    collect(graph)
    return list(pipes.values())


def _has_methods(pipe: Any, *names: str) -> bool:
    return all(inspect.ismethod(getattr(pipe, name, None)) for name in names)


def apply_sharding(
    datapipe: DataPipe, num_of_instances: int, instance_id: int, sharding_group: SHARDING_PRIORITIES = SHARDING_PRIORITIES.DEFAULT,
) -> DataPipe:
    """Set the share of a worker in all pipes that have ``apply_sharding``.

    Parameters
    ----------
    datapipe : IterDataPipe or MapDataPipe
        The last pipe.
    num_of_instances : int
        Number of shares.
    instance_id : int
        Which one.
    sharding_group : SHARDING_PRIORITIES, default SHARDING_PRIORITIES.DEFAULT
        Of whom.

    Returns
    -------
    IterDataPipe or MapDataPipe
        The pipe that was given.

    Raises
    ------
    RuntimeError
        If one such pipe reads from another.

    References
    ----------
    PyTorch: ``torch.utils.data.graph_settings.apply_sharding``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.iter import IterableWrapper
    >>> from torch.utils.data.graph_settings import apply_sharding
    >>> list(apply_sharding(IterableWrapper(range(6)).sharding_filter().map(str), 2, 1))
    ['1', '3', '5']
    """

    def apply(graph: DataPipeGraph, reader: Any) -> None:
        for pipe, sources in graph.values():
            sharded: Any = pipe if isinstance(pipe, _ShardingIterDataPipe) or _has_methods(pipe, "apply_sharding") else None
            if sharded is not None:
                if reader is not None:
                    raise RuntimeError("Sharding twice on a single pipeline is likely unintended and will cause data loss. "
                                       f"{reader} reads from {pipe}, and both are sharded.")
                takes_group = len(inspect.signature(sharded.apply_sharding).parameters) >= 3
                sharded.apply_sharding(num_of_instances, instance_id, **({"sharding_group": sharding_group} if takes_group else {}))
            apply(sources, reader if sharded is None else sharded)

    apply(traverse_dps(datapipe), None)
    return datapipe


def apply_shuffle_settings(datapipe: DataPipe, shuffle: bool | None = None) -> DataPipe:
    """Set in all shufflers whether they shuffle.

    Parameters
    ----------
    datapipe : IterDataPipe or MapDataPipe
        The last pipe.
    shuffle : bool, optional
        Whether they do; None changes nothing.

    Returns
    -------
    IterDataPipe or MapDataPipe
        The pipe that was given, or a shuffler that reads from it if elements are to be shuffled and there was none.

    References
    ----------
    PyTorch: ``torch.utils.data.graph_settings.apply_shuffle_settings``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.iter import IterableWrapper
    >>> from torch.utils.data.graph_settings import apply_shuffle_settings
    >>> list(apply_shuffle_settings(IterableWrapper(range(3)).shuffle(), shuffle=False))
    [0, 1, 2]
    """
    if shuffle is None:
        return datapipe
    shufflers: list[Any] = [pipe for pipe in get_all_graph_pipes(traverse_dps(datapipe)) if _has_methods(pipe, "set_shuffle", "set_seed")]
    if shuffle and not shufflers:
        warn("`shuffle=True` was set, but the datapipe does not contain a `Shuffler`. One is added at the end; the size of its "
             "buffer may not be sufficient.")
        return datapipe.shuffle()
    for shuffler in shufflers:
        shuffler.set_shuffle(shuffle)
    return datapipe


def apply_shuffle_seed(datapipe: DataPipe, rng: Any) -> DataPipe:
    """Deprecated alias of ``apply_random_seed``.

    Parameters
    ----------
    datapipe : IterDataPipe or MapDataPipe
        The last pipe.
    rng : Generator
        Source of the seeds.

    Returns
    -------
    IterDataPipe or MapDataPipe
        The pipe that was given.

    References
    ----------
    PyTorch: ``torch.utils.data.graph_settings.apply_shuffle_seed``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.iter import IterableWrapper
    >>> from torch.utils.data.graph_settings import apply_shuffle_seed
    >>> apply_shuffle_seed(IterableWrapper([1, 2]).shuffle(), torch.Generator())
    ShufflerIterDataPipe
    """
    warn("`apply_shuffle_seed` is deprecated. Please use `apply_random_seed` instead.", FutureWarning)
    return apply_random_seed(datapipe, rng)


def apply_random_seed(datapipe: DataPipe, rng: Any) -> DataPipe:
    """Seed all pipes that have ``set_seed``.

    Parameters
    ----------
    datapipe : IterDataPipe or MapDataPipe
        The last pipe.
    rng : Generator
        Source of the seeds, one for each pipe.

    Returns
    -------
    IterDataPipe or MapDataPipe
        The pipe that was given.

    References
    ----------
    PyTorch: ``torch.utils.data.graph_settings.apply_random_seed``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.iter import IterableWrapper
    >>> from torch.utils.data.graph_settings import apply_random_seed
    >>> list(apply_random_seed(IterableWrapper(range(5)).shuffle(), torch.Generator().manual_seed(1)))
    [3, 2, 4, 0, 1]
    """
    pipes: list[Any] = get_all_graph_pipes(traverse_dps(datapipe))
    for pipe in pipes:
        if _has_methods(pipe, "set_seed"):
            pipe.set_seed(draw_seed(rng))
    return datapipe
