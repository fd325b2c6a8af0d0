"""Pipes that apply functions."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from ....._dispatch.unsupported import UnsupportedError
from ..._utils.collate import default_collate
from .._decorator import functional_datapipe
from ..datapipe import IterDataPipe, length_of
from ..utils.common import check_function, validate_input_col

__all__ = ["CollatorIterDataPipe", "MapperIterDataPipe"]

_T_co = TypeVar("_T_co", covariant=True)


@functional_datapipe("map")
class MapperIterDataPipe(IterDataPipe[_T_co]):
    """Apply a function to each element; as a method, ``map``.

    Parameters
    ----------
    datapipe : IterDataPipe
        The source.
    fn : callable
        The function.
    input_col : int, str, list or tuple, optional
        The index or key in an element of the function's argument, or of several arguments; None for the whole element.
    output_col : int or str, optional
        Where the result is stored; -1 to append it, None to replace the (first) argument.

    Raises
    ------
    TypeError
        If the function is not callable.
    ValueError
        If the function takes another number of arguments, or the columns do not fit.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.iter.Mapper``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.iter import IterableWrapper
    >>> list(IterableWrapper([1, 2]).map(str))
    ['1', '2']
    >>> list(IterableWrapper([(1, 2), (3, 4)]).map(abs, input_col=0, output_col=-1))
    [(1, 2, 1), (3, 4, 3)]
    """

    def __init__(self, datapipe: IterDataPipe[Any], fn: Callable[..., Any], input_col: Any = None, output_col: Any = None) -> None:
        super().__init__()
        check_function(fn)
        self.datapipe = datapipe
        self.fn = fn
        self.input_col = input_col
        if input_col is None and output_col is not None:
            raise ValueError("`output_col` must be None when `input_col` is None.")
        if isinstance(output_col, (list, tuple)):
            if len(output_col) > 1:
                raise ValueError("`output_col` must be a single-element list or tuple")
            output_col = output_col[0]
        self.output_col = output_col
        validate_input_col(fn, input_col)

    def _apply_fn(self, data: Any) -> Any:
        columns = self.input_col
        if columns is None:
            return self.fn(data)
        several = isinstance(columns, (list, tuple))
        result = self.fn(*[data[column] for column in columns]) if several else self.fn(data[columns])
        changed = list(data) if isinstance(data, tuple) else data
        if self.output_col == -1:
            changed.append(result)
        elif self.output_col is not None:
            changed[self.output_col] = result
        elif several:  # the first argument is replaced, the others are removed
            changed[columns[0]] = result
            for column in sorted(columns[1:], reverse=True):
                del changed[column]
        else:
            changed[columns] = result
        return tuple(changed) if isinstance(data, tuple) else changed

    def __iter__(self) -> Iterator[_T_co]:
        for data in self.datapipe:
            yield self._apply_fn(data)

    def __len__(self) -> int:
        return length_of(self.datapipe, self)


@functional_datapipe("collate")
class CollatorIterDataPipe(MapperIterDataPipe[Any]):
    """Collate the elements of each batch; as a method, ``collate``.

    Parameters
    ----------
    datapipe : IterDataPipe
        The source, of batches.
    conversion : callable, default default_collate
        Collates a list of elements; those of data frames (a dict, None) are not built.
    collate_fn : callable, optional
        The same; used instead if both are given.

    References
    ----------
    PyTorch: ``torch.utils.data.datapipes.iter.Collator``.

    Examples
    --------
    >>> from torch.utils.data.datapipes.iter import IterableWrapper
    >>> list(IterableWrapper(range(4)).batch(2).collate())
    [tensor([0, 1]), tensor([2, 3])]
    """

    def __init__(self, datapipe: IterDataPipe[Any], conversion: Any = default_collate,
                 collate_fn: Callable[..., Any] | None = None) -> None:
        function = conversion if collate_fn is None else collate_fn
        if not callable(function):
            raise UnsupportedError("torch.utils.data.datapipes.iter.Collator", "conversion of data frames")
        super().__init__(datapipe, fn=function)
