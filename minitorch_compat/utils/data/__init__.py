"""torch.utils.data: datasets, samplers and the DataLoader."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..._namespace.names import claim, missing
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
    "BatchSampler", "ChainDataset", "ConcatDataset", "DataChunk", "DataLoader", "Dataset", "DistributedSampler", "IterDataPipe",
    "IterableDataset", "MapDataPipe", "RandomSampler", "Sampler", "SequentialSampler", "StackDataset", "Subset", "SubsetRandomSampler",
    "TensorDataset", "WeightedRandomSampler", "argument_validation", "default_collate", "default_convert", "functional_datapipe",
    "get_worker_info", "guaranteed_datapipes_determinism", "non_deterministic", "random_split", "runtime_validation",
    "runtime_validation_disabled",
]



claim(globals())

#: Data pipes are imported when one of these is first accessed.
_PIPES = {
    **dict.fromkeys(("DataChunk", "IterDataPipe", "MapDataPipe"), "datapipe"),
    **dict.fromkeys(("argument_validation", "functional_datapipe", "guaranteed_datapipes_determinism", "non_deterministic",
                     "runtime_validation", "runtime_validation_disabled"), "_decorator"),
}


if TYPE_CHECKING:  # names provided by `__getattr__`
    from . import datapipes as datapipes
    from . import graph as graph
    from . import graph_settings as graph_settings
    from .datapipes._decorator import (
        argument_validation,
        functional_datapipe,
        guaranteed_datapipes_determinism,
        non_deterministic,
        runtime_validation,
        runtime_validation_disabled,
    )
    from .datapipes.datapipe import DataChunk, IterDataPipe, MapDataPipe
else:  # type checkers must see only the names that exist
    _missing = missing("torch.utils.data", __name__)

    def __getattr__(name: str) -> Any:
        if name not in _PIPES:
            return _missing(name)
        from importlib import import_module

        globals()[name] = value = getattr(import_module(f".datapipes.{_PIPES[name]}", __name__), name)
        return value
