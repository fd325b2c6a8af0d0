"""Collate lists of items into batches."""
from __future__ import annotations

import collections.abc
import copy
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from ...._bindings import Tensor
from ...._bindings.generated import functions as ops
from ...._bindings.settings.constants import strided
from ...._dispatch.dtype import float64

__all__ = ["collate", "default_collate", "default_collate_fn_map", "default_convert"]

default_collate_err_msg_format = "default_collate: batch must contain tensors, numpy arrays, numbers, dicts or lists; found {}"
#: Kinds of arrays that are not converted: strings and objects.
np_str_obj_array_pattern = re.compile(r"[SaUO]")

FnMap = dict[Any, Callable[..., Any]]


def _is_numeric(dtype: np.dtype[Any]) -> bool:
    return dtype.kind in "biufc"


def default_convert(data: Any) -> Any:
    """Convert arrays in an element to tensors and keep everything else: the default of a ``DataLoader`` without batches.

    Parameters
    ----------
    data : object
        The element.

    Returns
    -------
    object
        The element with tensors.

    References
    ----------
    PyTorch: ``torch.utils.data.default_convert``.

    Examples
    --------
    >>> import numpy
    >>> torch.utils.data.default_convert([numpy.array([1, 2]), "a"])
    [tensor([1, 2]), 'a']
    """
    if isinstance(data, Tensor):
        return data
    if isinstance(data, (np.ndarray, np.generic)):
        return ops.as_tensor(data) if _is_numeric(data.dtype) else data
    if isinstance(data, collections.abc.Mapping):
        return _rebuild_mapping(data, {key: default_convert(value) for key, value in data.items()})
    if isinstance(data, tuple) and hasattr(data, "_fields"):
        return type(data)(*(default_convert(value) for value in data))
    if isinstance(data, tuple):
        return [default_convert(value) for value in data]
    if isinstance(data, collections.abc.Sequence) and not isinstance(data, (str, bytes)):
        return _rebuild_sequence(data, [default_convert(value) for value in data])
    return data


def _rebuild_mapping(template: Any, values: dict[Any, Any]) -> Any:
    """`values` as a mapping of the type of `template`, if that can be constructed."""
    try:
        if isinstance(template, collections.abc.MutableMapping):
            clone: Any = copy.copy(template)  # keeps further state of the type, such as the factory of a defaultdict
            clone.update(values)
            return clone
        return type(template)(values)
    except TypeError:
        return values


def _rebuild_sequence(template: Any, values: list[Any]) -> Any:
    """`values` as a sequence of the type of `template`, if that can be constructed."""
    try:
        if isinstance(template, collections.abc.MutableSequence):
            clone: Any = copy.copy(template)
            for i, value in enumerate(values):
                clone[i] = value
            return clone
        return type(template)(values)
    except TypeError:
        return values


def collate(batch: Any, *, collate_fn_map: FnMap | None = None) -> Any:
    """Collate items of one type: by the function for it in `collate_fn_map`, or containers element by element.

    Raises TypeError for a type without a function, RuntimeError for sequences of different lengths.
    """
    first = batch[0]
    function = _find_collate_function(first, collate_fn_map)
    if function is not None:
        return function(batch, collate_fn_map=collate_fn_map)
    if isinstance(first, collections.abc.Mapping):
        joined = {key: collate([item[key] for item in batch], collate_fn_map=collate_fn_map) for key in first}
        return _rebuild_mapping(first, joined)
    if isinstance(first, tuple) and hasattr(first, "_fields"):
        return type(first)(*(collate(column, collate_fn_map=collate_fn_map) for column in zip(*batch)))
    if isinstance(first, collections.abc.Sequence):
        return _collate_sequences(first, batch, collate_fn_map)
    raise TypeError(default_collate_err_msg_format.format(type(first)))


def _find_collate_function(first: Any, collate_fn_map: FnMap | None) -> Callable[..., Any] | None:
    if collate_fn_map is None:
        return None
    exact = collate_fn_map.get(type(first))
    if exact is not None:
        return exact
    return next((function for kind, function in collate_fn_map.items() if isinstance(first, kind)), None)


def _collate_sequences(first: Any, batch: Any, collate_fn_map: FnMap | None) -> Any:
    if any(len(item) != len(first) for item in batch):
        raise RuntimeError("each element in list of batch should be of equal size")
    columns = [collate(column, collate_fn_map=collate_fn_map) for column in zip(*batch)]
    return columns if isinstance(first, tuple) else _rebuild_sequence(first, columns)


def collate_tensor_fn(batch: Any, *, collate_fn_map: FnMap | None = None) -> Any:
    """Stack tensors."""
    if isinstance(batch, Tensor):
        raise TypeError("stack(): argument 'tensors' (position 1) must be tuple of Tensors, not Tensor")
    if batch[0].layout is not strided:
        raise RuntimeError("Batches of sparse tensors are not currently supported by the default collate_fn; please provide a custom "
                           "collate_fn to handle them appropriately.")
    return ops.stack(list(batch), 0)


def collate_numpy_array_fn(batch: Any, *, collate_fn_map: FnMap | None = None) -> Any:
    """Stack numeric arrays into a tensor."""
    if not _is_numeric(batch[0].dtype):
        raise TypeError(default_collate_err_msg_format.format(batch[0].dtype))
    return collate([ops.as_tensor(array) for array in batch], collate_fn_map=collate_fn_map)


def collate_numpy_scalar_fn(batch: Any, *, collate_fn_map: FnMap | None = None) -> Any:
    """A tensor of numpy scalars, with their dtype."""
    for text in (item for item in batch if isinstance(item, (str, bytes))):
        raise TypeError(f"new(): invalid data type '{type(text).__name__}'")
    return ops.as_tensor(np.array(batch))


def collate_float_fn(batch: Any, *, collate_fn_map: FnMap | None = None) -> Any:
    """A float64 tensor, which preserves Python floats."""
    return ops.tensor(list(batch), dtype=float64)


def collate_int_fn(batch: Any, *, collate_fn_map: FnMap | None = None) -> Any:
    """A tensor of the numbers."""
    return ops.tensor(list(batch))


def collate_str_fn(batch: Any, *, collate_fn_map: FnMap | None = None) -> Any:
    """Strings stay a list."""
    return batch


default_collate_fn_map: FnMap = {
    Tensor: collate_tensor_fn,
    np.ndarray: collate_numpy_array_fn,
    (np.bool_, np.number, np.object_): collate_numpy_scalar_fn,
    float: collate_float_fn,
    int: collate_int_fn,
    str: collate_str_fn,
    bytes: collate_str_fn,
}


def default_collate(batch: Any) -> Any:
    """Collate a list of elements into a batch.

    Tensors, arrays and numbers are stacked into a tensor; dicts, tuples and dataclasses of them become
    the same containers of batches; strings are kept as a list.

    Parameters
    ----------
    batch : list
        The elements.

    Returns
    -------
    object
        The batch.

    Raises
    ------
    TypeError
        For elements of another type.

    References
    ----------
    PyTorch: ``torch.utils.data.default_collate``.

    Examples
    --------
    >>> torch.utils.data.default_collate([{"x": 1, "name": "a"}, {"x": 2, "name": "b"}])
    {'x': tensor([1, 2]), 'name': ['a', 'b']}
    >>> torch.utils.data.default_collate([(torch.zeros(2), 0.5), (torch.ones(2), 1.5)])
    [tensor([[0., 0.],
            [1., 1.]]), tensor([0.5000, 1.5000], dtype=torch.float64)]
    """
    return collate(batch, collate_fn_map=default_collate_fn_map)
