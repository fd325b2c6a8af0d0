"""Errors for invalid learning rates at a step: in PyTorch each optimizer fails at a different operation."""
from __future__ import annotations

from typing import Any

import numpy as np

from .._bindings import Tensor

_NEGATION_ERROR = "bad operand type for unary -: '{}'"
_INDEX_ERROR = "only integer tensors of a single element can be converted to an index"
_FULL_LIKE_ERROR = "full_like(): argument 'fill_value' (position 2) must be Number, not {}"
#: By optimizer: the messages for None, and for a string or list.
_ERRORS = {
    "SGD": (_NEGATION_ERROR, _NEGATION_ERROR), "NAdam": (_NEGATION_ERROR, _NEGATION_ERROR), "Rprop": (_FULL_LIKE_ERROR, _FULL_LIKE_ERROR),
    "RAdam": ("unsupported operand type(s) for *: 'Tensor' and '{}'", _INDEX_ERROR),
    "LBFGS": ("unsupported operand type(s) for *: 'Tensor' and '{}'", _INDEX_ERROR),
    "ASGD": ("must be real number, not {}", "new(): invalid data type '{}'"),
}
_COMPLEX_ALPHA_ERROR = "For non-complex input tensors, argument alpha must not be a complex number."
_CAST_ERROR = "result type ComplexFloat can't be cast to the desired output type Float"
#: By optimizer: the message for a complex rate with real parameters.
_COMPLEX_RATE_ERRORS = {"SGD": _COMPLEX_ALPHA_ERROR, "Adadelta": _COMPLEX_ALPHA_ERROR, "LBFGS": _COMPLEX_ALPHA_ERROR, "AdamW": _CAST_ERROR,
                        "RAdam": _CAST_ERROR, "Muon": _CAST_ERROR}


def check_rate(name: str, rate: Any) -> None:
    """Refuse a rate that is not a real number, with the error of the named optimizer."""
    if isinstance(rate, np.bool_) and name in ("SGD", "NAdam"):
        np.negative(rate)  # raises numpy's error, as in PyTorch
    if isinstance(rate, (int, float, np.number, np.bool_, Tensor)) and not isinstance(rate, np.complexfloating):
        return
    if isinstance(rate, (complex, np.complexfloating)):
        if name == "ASGD":
            raise TypeError("must be real number, not complex")
        raise RuntimeError(_COMPLEX_RATE_ERRORS.get(name, "value cannot be converted to type float without overflow"))
    if name in _ERRORS:
        raise TypeError(_ERRORS[name][rate is not None].format(type(rate).__name__))
