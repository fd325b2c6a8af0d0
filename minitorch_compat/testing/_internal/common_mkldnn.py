"""`torch.testing._internal.common_mkldnn`: tests with reduced precision, which does not exist here."""
from __future__ import annotations

from ._skipping import Decorator, no_effect


def bf32_is_not_fp32() -> bool:
    """Whether float32 may be computed in bfloat16: False."""
    return False


tf32_is_not_fp32 = bf32_is_not_fp32


def reduced_f32_on_and_off(bf32_precision: float = 1e-2, tf32_precision: float = 1e-5) -> Decorator:
    """Run a test once, because there is one precision."""
    return no_effect
