"""Window functions of `torch`. https://docs.pytorch.org/docs/stable/torch.html#spectral-ops"""
from __future__ import annotations

from typing import Any

import numpy as np

from .._array.core.dtypes import Defaults, is_floating
from .._array.core.numbers import index, storable
from .._bindings.creation.factories import finish
from .._dispatch.dtype import array_dtype
from .._fidelity.argument_checks import check_native


def _made(name: str, length: int, periodic: bool, dtype: Any, requires_grad: bool, device: Any, window: Any) -> Any:
    """`window(i, n)` at i = 0 .. n, of which a periodic window leaves out the last."""
    check_native(name, length, *[periodic] * (periodic is not True))
    wanted = Defaults.floating if dtype is None else array_dtype(dtype)
    if not is_floating(wanted):
        raise RuntimeError(f"{name} expects floating point dtypes, got: {wanted.name}")
    length = index(length)
    if length < 0:
        raise RuntimeError(f"{name} requires non-negative window_length, got window_length={length}")
    if length <= 1:
        return finish(np.ones(length, wanted), requires_grad, device)
    values = window(np.arange(storable(length), dtype=np.float64), length if periodic else length - 1)
    return finish(values.astype(wanted), requires_grad, device)


def hann_window(window_length: int, periodic: bool = True, *, dtype: Any = None, layout: Any = None, device: Any = None,
                pin_memory: bool = False, requires_grad: bool = False) -> Any:
    """0.5 - 0.5 cos(2 pi i / n)."""
    return _made("hann_window", window_length, periodic, dtype, requires_grad, device, lambda i, n: 0.5 - 0.5 * np.cos(2 * np.pi * i / n))


def hamming_window(window_length: int, periodic: bool = True, alpha: float = 0.54, beta: float = 0.46, *, dtype: Any = None,
                   layout: Any = None, device: Any = None, pin_memory: bool = False, requires_grad: bool = False) -> Any:
    """alpha - beta cos(2 pi i / n)."""
    return _made("hamming_window", window_length, periodic, dtype, requires_grad, device,
                 lambda i, n: alpha - beta * np.cos(2 * np.pi * i / n))


def bartlett_window(window_length: int, periodic: bool = True, *, dtype: Any = None, layout: Any = None, device: Any = None,
                    pin_memory: bool = False, requires_grad: bool = False) -> Any:
    """A triangle from 0 to 1 to 0."""
    return _made("bartlett_window", window_length, periodic, dtype, requires_grad, device, lambda i, n: 1 - np.abs(2 * i / n - 1))


def blackman_window(window_length: int, periodic: bool = True, *, dtype: Any = None, layout: Any = None, device: Any = None,
                    pin_memory: bool = False, requires_grad: bool = False) -> Any:
    """0.42 - 0.5 cos(2 pi i / n) + 0.08 cos(4 pi i / n)."""
    return _made("blackman_window", window_length, periodic, dtype, requires_grad, device,
                 lambda i, n: 0.42 - 0.5 * np.cos(2 * np.pi * i / n) + 0.08 * np.cos(4 * np.pi * i / n))


def kaiser_window(window_length: int, periodic: bool = True, beta: float = 12.0, *, dtype: Any = None, layout: Any = None,
                  device: Any = None, pin_memory: bool = False, requires_grad: bool = False) -> Any:
    """I0(beta sqrt(1 - (2 i / n - 1)^2)) / I0(beta)."""
    return _made("kaiser_window", window_length, periodic, dtype, requires_grad, device,
                 lambda i, n: np.i0(beta * np.sqrt(np.maximum(1 - (2 * i / n - 1) ** 2, 0))) / np.i0(beta))
from .._bindings.override.publishing import publish  # noqa: E402

publish(globals(), "torch")
