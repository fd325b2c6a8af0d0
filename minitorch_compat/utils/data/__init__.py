"""torch.utils.data: datasets, samplers and the DataLoader."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .dataloader import DataLoader, _DatasetKind, default_collate, default_convert, get_worker_info
from .dataset import (
    ChainDataset,
    ConcatDataset,
    Dataset,
    IterableDataset,
    StackDataset,
    Subset,
    TensorDataset,
    random_split,
)
from .distributed import DistributedSampler
from .sampler import (
    BatchSampler,
    RandomSampler,
    Sampler,
    SequentialSampler,
    SubsetRandomSampler,
    WeightedRandomSampler,
)

__all__ = [
    "BatchSampler",
    "ChainDataset",
    "ConcatDataset",
    "DataLoader",
    "Dataset",
    "DistributedSampler",
    "IterableDataset",
    "RandomSampler",
    "Sampler",
    "SequentialSampler",
    "StackDataset",
    "Subset",
    "SubsetRandomSampler",
    "TensorDataset",
    "WeightedRandomSampler",
    "default_collate",
    "default_convert",
    "get_worker_info",
    "random_split",
]

from ..._namespace.names import claim, missing


def functional_datapipe(name: str, enable_df_api_tracing: bool = False) -> Any:
    """Accepted for compatibility: data pipes, to which it would add a method, are not supported.

    Parameters
    ----------
    name : str
        Name of the method.
    enable_df_api_tracing : bool, default False
        Ignored.

    Returns
    -------
    callable
        A decorator that returns the class unchanged.

    References
    ----------
    PyTorch: ``torch.utils.data.functional_datapipe``.

    Examples
    --------
    >>> decorator = torch.utils.data.functional_datapipe("my_stage_of_pipes")
    >>> callable(decorator)
    True
    """
    return lambda cls: cls


claim(globals())
if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.utils.data", __name__)


if TYPE_CHECKING:  # names provided by `__getattr__`
    datapipes: Any
    graph: Any
    graph_settings: Any
