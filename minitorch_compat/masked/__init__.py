"""`torch.masked`: reductions and normalisations of the elements that a mask admits. https://docs.pytorch.org/docs/stable/masked.html

The functions only; MaskedTensor, a tensor subclass, is not built.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._namespace.names import claim, missing
from ._ops import (
    _canonical_dim,
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
if not TYPE_CHECKING:  # checkers are to know the names that there are
    __getattr__ = missing("torch.masked", __name__)


if TYPE_CHECKING:  # what `__getattr__` answers
    maskedtensor: Any
