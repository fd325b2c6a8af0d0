"""`torch.special`: special functions. https://docs.pytorch.org/docs/stable/special.html"""
from __future__ import annotations

from .._bindings.compositions import mvlgamma as multigammaln
from .._bindings.compositions import polygamma, sinc
from .._bindings.functions import (
    digamma,
    erf,
    erfc,
    erfinv,
    exp2,
    expm1,
    i0,
    log1p,
    log_softmax,
    logit,
    logsumexp,
    round,
    softmax,
    xlogy,
)
from .._bindings.functions import igamma as gammainc
from .._bindings.functions import igammac as gammaincc
from .._bindings.functions import lgamma as gammaln
from .._bindings.functions import sigmoid as expit
from .._bindings.special_gen import entr, erfcx, i0e, i1, i1e, log_ndtr, ndtr, ndtri, xlog1py, zeta
from .._names import missing

psi = digamma

__all__ = [
    "digamma",
    "entr",
    "erf",
    "erfc",
    "erfcx",
    "erfinv",
    "exp2",
    "expit",
    "expm1",
    "gammainc",
    "gammaincc",
    "gammaln",
    "i0",
    "i0e",
    "i1",
    "i1e",
    "log1p",
    "log_ndtr",
    "log_softmax",
    "logit",
    "logsumexp",
    "multigammaln",
    "ndtr",
    "ndtri",
    "polygamma",
    "psi",
    "round",
    "sinc",
    "softmax",
    "xlog1py",
    "xlogy",
    "zeta",
]

__getattr__ = missing("torch.special", __name__)
