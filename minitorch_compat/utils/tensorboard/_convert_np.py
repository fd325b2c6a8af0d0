"""Convert values to arrays."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..._dispatch.tensor import TensorBase, is_meta_tensor
from ..._dispatch.unsupported import UnsupportedError


def make_np(x: Any) -> Any:
    """Convert an array, a number or a tensor to an array."""
    if isinstance(x, np.ndarray):
        return x
    if np.isscalar(x):
        return np.array([x])
    if not isinstance(x, TensorBase):
        raise NotImplementedError(f"Got {type(x)}, but numpy array or torch tensor are expected.")
    if is_meta_tensor(x):
        raise UnsupportedError("a tensor of the meta device, which has no values, given to SummaryWriter")
    values: Any = x
    return (values.half() if str(values.dtype) == "torch.bfloat16" else values).detach().numpy()
