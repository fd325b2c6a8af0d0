"""Gamma variates from PyTorch's stream: Marsaglia and Tsang, A simple method for generating gamma variables, 2000.

How many numbers one variate takes depends on the numbers, so variates are made one after the other.
"""
from __future__ import annotations

import math
from typing import Any

import numpy as np

from .mt19937 import Stream
from .normals import serial_normal

Array = np.ndarray[Any, np.dtype[Any]]
_THIRD = float(np.float32(1) / np.float32(3))  # a constant of single precision, whatever is computed


def standard_gamma(stream: Stream, alpha: Array) -> Array:
    """A variate of unit scale for each shape parameter, at least the smallest normal number. Computed in double precision but for what
    concerns the parameter alone, which has the parameter's."""
    made = np.array([_variate(stream, a) for a in alpha.ravel()], np.float64)
    return np.maximum(made.astype(alpha.dtype), np.finfo(alpha.dtype).tiny).reshape(alpha.shape)


def _variate(stream: Stream, alpha: Any) -> float:
    scale = 1.0
    one = alpha.dtype.type(1)
    if alpha < one:
        if alpha == 0:
            return 0.0
        scale = (1 - stream.double()) ** float(one / alpha)
        alpha = alpha + one
    d = float(alpha - alpha.dtype.type(_THIRD))
    c = 1 / math.sqrt(9 * d)
    while True:
        y = 0.0
        while y <= 0:
            x = serial_normal(stream)
            y = 1 + c * x
        v = y * y * y
        u = 1 - stream.double()
        xx = x * x
        if u < 1 - _SQUEEZE * xx * xx or math.log(u) < 0.5 * xx + d * (1 - v + math.log(v)):
            return scale * d * v


_SQUEEZE = float(np.float32(0.0331))


def dirichlet(stream: Stream, alpha: Array) -> Array:
    """Variates that sum to 1 along the last dimension, kept inside (0, 1)."""
    gamma = standard_gamma(stream, alpha.astype(np.float64))
    info = np.finfo(alpha.dtype)
    ratio = (gamma / gamma.sum(-1, keepdims=True)).astype(alpha.dtype)
    return np.clip(ratio, info.tiny, np.nextafter(alpha.dtype.type(1), alpha.dtype.type(0)))
