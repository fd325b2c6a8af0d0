"""The pipe that begins a pipeline: the elements of a sequence or a mapping."""
from __future__ import annotations

import copy
from typing import Any, TypeVar

from ....._array.core.user_warnings import warn
from ..datapipe import MapDataPipe

__all__ = ["SequenceWrapperMapDataPipe"]

_T = TypeVar("_T")


class SequenceWrapperMapDataPipe(MapDataPipe[_T]):
    """The elements of a sequence or a mapping.

    Parameters
    ----------
    sequence : sequence or mapping
        The elements.
    deepcopy : bool, default True
        Whether the pipe has a copy of its own.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.map.SequenceWrapper``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.map import SequenceWrapper
    >>> SequenceWrapper({"a": 1, "b": 2})["b"]
    2
    """

    sequence: Any

    def __init__(self, sequence: Any, deepcopy: bool = True) -> None:
        self.sequence = sequence
        if deepcopy:
            try:
                self.sequence = copy.deepcopy(sequence)
            except TypeError:
                warn("The input sequence can not be deepcopied: elements that are modified in place are those of the source.")

    def __getitem__(self, index: Any) -> _T:
        item: _T = self.sequence[index]
        return item

    def __len__(self) -> int:
        return len(self.sequence)
