"""Errors for invalid learning rates at a step: in PyTorch each optimizer fails at a different operation."""
from __future__ import annotations

from typing import Any

import numpy as np

from .._bindings import Tensor

_MINUS = "bad operand type for unary -: '{}'"
_NOT_WHOLE = "only integer tensors of a single element can be converted to an index"
_FILL = "full_like(): argument 'fill_value' (position 2) must be Number, not {}"
#: By optimizer: the messages for None, and for a string or list.
_WORDS = {
    "SGD": (_MINUS, _MINUS), "NAdam": (_MINUS, _MINUS), "Rprop": (_FILL, _FILL),
    "RAdam": ("unsupported operand type(s) for *: 'Tensor' and '{}'", _NOT_WHOLE),
    "LBFGS": ("unsupported operand type(s) for *: 'Tensor' and '{}'", _NOT_WHOLE),
    "ASGD": ("must be real number, not {}", "new(): invalid data type '{}'"),
}
_ALPHA = "For non-complex input tensors, argument alpha must not be a complex number."
_CAST = "result type ComplexFloat can't be cast to the desired output type Float"
#: By optimizer: the message for a complex rate with real parameters.
_COMPLEX = {"SGD": _ALPHA, "Adadelta": _ALPHA, "LBFGS": _ALPHA, "AdamW": _CAST, "RAdam": _CAST, "Muon": _CAST}


def check_rate(name: str, rate: Any) -> None:
    """Refuse a rate that is not a real number, with the error of the named optimizer."""
    if isinstance(rate, np.bool_) and name in ("SGD", "NAdam"):
        np.negative(rate)  # raises numpy's error, as in PyTorch
    if isinstance(rate, (int, float, np.number, np.bool_, Tensor)) and not isinstance(rate, np.complexfloating):
        return
    if isinstance(rate, (complex, np.complexfloating)):
        if name == "ASGD":
            raise TypeError("must be real number, not complex")
        raise RuntimeError(_COMPLEX.get(name, "value cannot be converted to type float without overflow"))
    if name in _WORDS:
        raise TypeError(_WORDS[name][rate is not None].format(type(rate).__name__))
