"""Messages for arrays that are refused; imported when a call fails."""
from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from .dtypes import UnsupportedError
from .intp import ADDRESS_BITS_NOTE

Array = np.ndarray[Any, np.dtype[Any]]


#: The most dimensions of a numpy array.
MAX_DIMENSIONS = 64
_TOO_MANY_DIMENSIONS = re.compile(
    r"maximum supported dimension for an ndarray is currently \d+, found (\d+)|number of dimensions must be within")


def dimension_error(count: int | None) -> UnsupportedError:
    """The error for a tensor with `count` dimensions."""
    return UnsupportedError("a tensor of more than 64 dimensions" if count is None else f"a tensor of {count} dimensions",
                            "numpy's arrays have at most 64")


def translate_dimension_error(error: Exception) -> UnsupportedError | None:
    """The same, made from numpy's error; None for another error."""
    found = _TOO_MANY_DIMENSIONS.search(str(error)) if isinstance(error, ValueError) else None
    return None if found is None else dimension_error(int(found[1]) if found[1] else None)


def expand_error(a: Array, size: Sequence[int], extra: int) -> RuntimeError:
    """The error for the last dimension that has another size already, or for a negative one."""
    if len(size) > MAX_DIMENSIONS:
        return dimension_error(len(size))
    wrong = [(i, n, m) for i, (n, m) in enumerate(zip(size[extra:], a.shape), extra) if n not in (-1, m) and m != 1]
    if not wrong:
        if a.ndim and -1 in size[:extra]:
            position = tuple(size).index(-1)
            return RuntimeError(f"The expanded size of the tensor (-1) isn't allowed in a leading, non-existing dimension {position}")
        return RuntimeError(f"numel: integer multiplication overflow{ADDRESS_BITS_NOTE}")
    i, n, existing = wrong[-1]
    return RuntimeError(f"The expanded size of the tensor ({n}) must match the existing size ({existing}) at non-singleton dimension {i}.  "
                        f"Target sizes: {list(size)}.  Tensor sizes: {list(a.shape)}")


def require_identity(shape: tuple[int, ...], dim: Any, ord: float) -> None:
    """Raise for a norm of an empty tensor that has no identity; the dimension is named as it was passed."""
    if dim is None or dim == () or dim == []:
        if math.prod(shape) == 0:
            raise RuntimeError(f"linalg.vector_norm cannot compute the {ord:g} norm on an empty tensor because the operation does not have "
                               "an identity")
        return
    for d in (dim,) if dim.__class__ is int else dim:
        if shape[d] == 0:
            raise RuntimeError(f"linalg.vector_norm cannot compute the {ord:g} norm on the dimension {d}because this dimension is empty "
                               "and the operation does not have an identity")


def invalid_weights_message(a: Any, summed: bool) -> str:
    """PyTorch's message for invalid weights; where they are summed, it names the first invalid one."""
    if not summed:
        return "probability tensor contains either `inf`, `nan` or element < 0"
    first = a[~((a >= 0) & (a < np.inf))][0]
    return f"invalid multinomial distribution (encountering probability entry {'= infinity or NaN' if first > 0 else '< 0'})"
