"""The pipe that applies a function."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from .._decorator import functional_datapipe
from ..datapipe import MapDataPipe
from ..utils.common import check_function

__all__ = ["MapperMapDataPipe", "default_fn"]

_T_co = TypeVar("_T_co", covariant=True)


def default_fn(data: Any) -> Any:
    """Return an element as it is.

    Parameters
    ----------
    data : object
        The element.

    Returns
    -------
    object
        The same.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.map.callable.default_fn``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.map.callable import default_fn
    >>> default_fn(3)
    3
    """
    return data


@functional_datapipe("map")
class MapperMapDataPipe(MapDataPipe[_T_co]):
    """Apply a function to each element; as a method, ``map``.

    Parameters
    ----------
    datapipe : MapDataPipe
        The source.
    fn : callable, default default_fn
        The function.

    Raises
    ------
    TypeError
        If the function is not callable.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.map.Mapper``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.map import SequenceWrapper
    >>> list(SequenceWrapper([1, 2]).map(str))
    ['1', '2']
    """

    def __init__(self, datapipe: MapDataPipe[Any], fn: Callable[[Any], Any] = default_fn) -> None:
        super().__init__()
        self.datapipe = datapipe
        check_function(fn)
        self.fn = fn

    def __len__(self) -> int:
        return len(self.datapipe)  # raises TypeError where it has none

    def __getitem__(self, index: Any) -> _T_co:
        item: _T_co = self.fn(self.datapipe[index])
        return item
