"""The pipe that groups elements."""
from __future__ import annotations

from typing import Any

from .._decorator import functional_datapipe
from ..datapipe import DataChunk, MapDataPipe, length_of

__all__ = ["BatcherMapDataPipe"]


@functional_datapipe("batch")
class BatcherMapDataPipe(MapDataPipe[DataChunk[Any]]):
    """Collect elements into batches; as a method, ``batch``.

    Parameters
    ----------
    datapipe : MapDataPipe
        The source, indexed from 0.
    batch_size : int
        Number of elements of a batch.
    drop_last : bool, default False
        Whether to drop a shorter last batch.
    wrapper_class : type, default DataChunk
        Makes a batch of a list.

    Raises
    ------
    AssertionError
        If a batch has no size.
    IndexError
        For the index of a batch that does not exist.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.map.Batcher``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.map import SequenceWrapper
    >>> list(SequenceWrapper(range(5)).batch(2))
    [[0, 1], [2, 3], [4]]
    """

    def __init__(self, datapipe: MapDataPipe[Any], batch_size: int, drop_last: bool = False, wrapper_class: Any = DataChunk) -> None:
        if batch_size <= 0:
            raise AssertionError("Batch size is required to be larger than 0!")
        super().__init__()
        self.datapipe = datapipe
        self.batch_size = batch_size
        self.drop_last = drop_last
        self.wrapper_class = wrapper_class

    def __getitem__(self, index: Any) -> Any:
        batch: list[Any] = []
        try:
            for i in range(index * self.batch_size, (index + 1) * self.batch_size):
                batch.append(self.datapipe[i])
        except IndexError as error:
            if not batch or self.drop_last:
                raise IndexError(f"Index {index} is out of bound.") from error
        return self.wrapper_class(batch)

    def __len__(self) -> int:
        count = length_of(self.datapipe, self)
        return count // self.batch_size if self.drop_last else -(-count // self.batch_size)
