"""`torch.use_deterministic_algorithms`. Every algorithm here is deterministic; PyTorch's errors are reproduced."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..._array.core.user_warnings import warn


class Determinism:
    """The current settings; `fills` is `torch.utils.deterministic.fill_uninitialized_memory`."""

    enabled = False
    warn_only = False
    fills = True


def alert_not_deterministic(name: str) -> None:
    """Raise or warn if deterministic algorithms are required and PyTorch has none for this function."""
    if not Determinism.enabled:
        return
    text = (f"{name} does not have a deterministic implementation, but you set 'torch.use_deterministic_algorithms(True{{}})'. ")
    if not Determinism.warn_only:
        raise RuntimeError(text.format("") + "You can turn off determinism just for this operation, or you can use the 'warn_only=True' "
                           "option, if that's acceptable for your application.")
    warn(text.format(", warn_only=True"), UserWarning)


def fill_uninitialized(array: Any) -> Any:
    """Fill new memory with NaN or the largest number if deterministic algorithms and `torch.utils.deterministic` require it."""
    if Determinism.enabled and Determinism.fills:
        kind = array.dtype.kind
        array[...] = np.iinfo(array.dtype).max if kind in "iu" else True if kind == "b" else np.nan
    return array
