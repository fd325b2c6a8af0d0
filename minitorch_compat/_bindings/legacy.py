"""The old constructors: `torch.Tensor(2, 3)`, `torch.FloatTensor([1, 2])`."""
from __future__ import annotations

from typing import Any

import numpy as np

from .._array.dtypes import Defaults
from .._array.parsing import parse
from .._dispatch.tensor import TensorBase, alias, wrap_as


def legacy_tensor(cls: Any, *args: Any, device: Any = None, dtype: Any = None) -> Any:
    """`Tensor(*sizes)`: uninitialised; `Tensor(data)`: its values; both of the default dtype (or `dtype`)."""
    wanted = Defaults.floating if dtype is None else dtype
    if not args:
        return wrap_as(cls, np.empty(0, wanted))
    if len(args) == 1 and isinstance(args[0], TensorBase):
        return alias(args[0], cls)
    if len(args) == 1 and not hasattr(args[0], "__index__"):
        data = args[0]
        if isinstance(data, tuple) and type(data) is not tuple:
            return wrap_as(cls, np.empty(tuple(data), wanted))
        return wrap_as(cls, parse(data, wanted))
    return wrap_as(cls, np.empty(tuple(args), wanted))
