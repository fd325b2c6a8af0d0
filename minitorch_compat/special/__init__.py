"""`torch.special`: special functions. https://docs.pytorch.org/docs/stable/special.html"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._bindings.functions.compositions import sinc
from .._bindings.functions.gamma import mvlgamma as multigammaln
from .._bindings.functions.gamma import special_polygamma as polygamma
from .._bindings.generated import special_gen as _special_gen
from .._bindings.generated.functions import (
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
from .._bindings.generated.functions import igamma as gammainc
from .._bindings.generated.functions import igammac as gammaincc
from .._bindings.generated.functions import lgamma as gammaln
from .._bindings.generated.functions import sigmoid as expit
from .._bindings.generated.special_gen import *
from .._namespace.names import claim, missing

psi = digamma

__all__ = [
    "digamma", "erf", "erfc", "erfinv", "exp2", "expit", "expm1", "gammainc", "gammaincc", "gammaln", "i0", "log1p", "log_softmax",
    "logit", "logsumexp", "multigammaln", "polygamma", "psi", "round", "sinc", "softmax", "xlogy",
]
__all__ += _special_gen.__all__

claim(globals())
if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.special", __name__)
from .._bindings.override.public_functions import make_all_overridable

make_all_overridable(globals(), "torch.special")


if TYPE_CHECKING:  # names provided by `__getattr__`
    Tensor: Any
