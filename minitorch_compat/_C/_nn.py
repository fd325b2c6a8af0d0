"""`torch._C._nn`: functions of `torch.nn.functional` that PyTorch binds without a wrapper, and `_parse_to`, which libraries use."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..nn import functional as _functional
from ..nn.functional import (
    avg_pool2d,
    avg_pool3d,
    elu_,
    gelu,
    hardtanh_,
    leaky_relu_,
    linear,
    one_hot,
    scaled_dot_product_attention,
    softplus,
    softshrink,
)
from ..nn.functional import logsigmoid as log_sigmoid
from ..nn.modules._conversion import _parse_to

__all__ = [
    "_parse_to", "avg_pool2d", "avg_pool3d", "elu_", "gelu", "hardtanh_", "leaky_relu_", "linear", "log_sigmoid", "one_hot",
    "scaled_dot_product_attention", "softplus", "softshrink",
]


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    def __getattr__(name: str) -> Any:
        """Any other function of `torch.nn.functional`: pickles have native ones under this module."""
        found = None if name.startswith("_") else getattr(_functional, name, None)
        if found is None:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return found
