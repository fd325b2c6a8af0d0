"""`torch.masked`: reductions and normalisations of the elements that a mask admits. https://docs.pytorch.org/docs/stable/masked.html

The functions only; MaskedTensor, a tensor subclass, is not built.
"""
from __future__ import annotations

from .._namespace.names import claim, missing
from ._functions import (
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
__getattr__ = missing("torch.masked", __name__)
