"""The second derivative of what is linear piece by piece: zeros, on which a result depends all the same, as in PyTorch."""
from __future__ import annotations

from functools import cache
from typing import Any

from ..._ops.op import ENTRY, overload
from ..call.caller import call_of


@cache
def with_zeros(name: str) -> Any:
    """The op of that name under the name of the second derivative of the node `name`."""
    renamed = {"ReluBackward0": "ThresholdBackwardBackward0", "RreluWithNoiseBackward0": "RreluWithNoiseBackwardBackward0"}
    return call_of(overload(ENTRY.with_zeros, renamed.get(name, name.replace("Backward", "BackwardBackward"))))
