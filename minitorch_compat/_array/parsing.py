"""Python data to arrays."""
from __future__ import annotations

from typing import Any

import numpy as np

from .dtypes import Defaults


def parse(data: Any, dtype: Any = None) -> Any:
    """Placeholder until the inference of `torch.tensor` is in."""
    array = np.array(data)
    if dtype is None and array.dtype == np.float64 and not isinstance(data, np.ndarray):
        dtype = Defaults.floating
    return array.astype(dtype) if dtype is not None else array
