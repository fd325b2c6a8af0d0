"""The pipe that selects elements."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from .._decorator import functional_datapipe
from ..datapipe import IterDataPipe
from ..utils.common import StreamWrapper, check_function, validate_input_col

__all__ = ["FilterIterDataPipe"]

_T_co = TypeVar("_T_co", covariant=True)


@functional_datapipe("filter")
class FilterIterDataPipe(IterDataPipe[_T_co]):
    """Keep the elements for which a function returns True; as a method, ``filter``. Streams in the others are closed.

    Parameters
    ----------
    datapipe : IterDataPipe
        The source.
    filter_fn : callable
        The function, which returns a bool.
    input_col : int, str, list or tuple, optional
        The index or key in an element of the function's argument, or of several arguments; None for the whole element.

    Raises
    ------
    TypeError
        If the function is not callable.
    ValueError
        If the function takes another number of arguments, or, on iteration, returns no bool.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.iter.Filter``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.iter import IterableWrapper
    >>> list(IterableWrapper(["a", "1", "b"]).filter(str.isalpha))
    ['a', 'b']
    """

    def __init__(self, datapipe: IterDataPipe[_T_co], filter_fn: Callable[..., Any], input_col: Any = None) -> None:
        super().__init__()
        check_function(filter_fn)
        self.datapipe = datapipe
        self.filter_fn = filter_fn
        self.input_col = input_col
        validate_input_col(filter_fn, input_col)

    def _apply_filter_fn(self, data: Any) -> Any:
        columns = self.input_col
        if columns is None:
            return self.filter_fn(data)
        return self.filter_fn(*[data[column] for column in (columns if isinstance(columns, (list, tuple)) else [columns])])

    def __iter__(self) -> Iterator[_T_co]:
        for data in self.datapipe:
            wanted = self._apply_filter_fn(data)
            if not isinstance(wanted, bool):
                raise ValueError(f"Boolean output is required for `filter_fn` of FilterIterDataPipe, got {type(wanted)}")
            if wanted:
                yield data
            else:
                StreamWrapper.close_streams(data)
