"""`torch.masked`: reductions and normalizations over unmasked elements. https://docs.pytorch.org/docs/stable/masked.html

Functions only; the tensor subclass MaskedTensor is not supported.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._namespace.names import claim, missing
from ._ops import (
    _canonical_dim,
    _combine_input_and_mask,
    _input_mask,
    _output_mask,
    amax,
    amin,
    argmax,
    argmin,
    cumprod,
    cumsum,
    log_softmax,
    logaddexp,
    logsumexp,
    mean,
    median,
    norm,
    normalize,
    prod,
    softmax,
    softmin,
    std,
    sum,
    var,
)

__all__ = ["amax", "amin", "argmax", "argmin", "cumprod", "cumsum", "log_softmax", "logaddexp", "logsumexp", "mean", "median", "norm",
           "normalize", "prod", "softmax", "softmin", "std", "sum", "var"]
claim(globals())
if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.masked", __name__)


if TYPE_CHECKING:  # names provided by `__getattr__`
    maskedtensor: Any
