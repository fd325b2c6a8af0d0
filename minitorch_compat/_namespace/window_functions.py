"""Window functions of `torch`. https://docs.pytorch.org/docs/stable/torch.html#spectral-ops"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from .._array.core.dtypes import Defaults, is_floating
from .._array.core.numbers import check_numel, index
from .._bindings.creation.factories import finish
from .._bindings.functions.arguments import require_strided
from .._dispatch.device import refuse_pinned
from .._dispatch.dtype import array_dtype
from .._fidelity.argument_checks import check_native

if TYPE_CHECKING:
    from .._bindings.annotations import Device, Dtype, Layout


def _make_window(name: str, length: int, periodic: bool, options: tuple[Any, ...], window: Any) -> Any:
    """The tensor of `window(i, n)` for i = 0 .. n; a periodic window leaves out the last."""
    dtype, layout, device, pin_memory, requires_grad = options
    refuse_pinned(pin_memory)
    require_strided(name, layout)
    check_native(name, length, *[periodic] * (periodic is not True))
    np_dtype = Defaults.floating if dtype is None else array_dtype(dtype)
    if not is_floating(np_dtype):
        raise RuntimeError(f"{name} expects floating point dtypes, got: {np_dtype.name}")
    length = index(length)
    if length < 0:
        raise RuntimeError(f"{name} requires non-negative window_length, got window_length={length}")
    if length <= 1:
        return finish(np.ones(length, np_dtype), requires_grad, device)
    # In the dtype itself, as in PyTorch: rounding decides on which side of 0 an end falls.
    positions = np.arange(check_numel(length), dtype=np.float64 if np_dtype.itemsize == 8 else np.float32)
    values = window(positions, length if periodic else length - 1)
    return finish(values.astype(np_dtype), requires_grad, device)


def hann_window(window_length: int, periodic: bool = True, *, dtype: Dtype = None, layout: Layout = None, device: Device = None,
                pin_memory: bool = False, requires_grad: bool = False) -> Any:
    """The Hann window, a raised cosine.

        out[n] = (1 - cos(2 pi n / (N - 1))) / 2

    Parameters
    ----------
    window_length : int
        How many elements.
    periodic : bool, default True
        One period of a periodic function, for spectra; False for a symmetric window.
    dtype : torch.dtype, optional
        A floating dtype; the default dtype if not given.
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    requires_grad : bool, default False
        Whether autograd records operations on the result.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.

    Returns
    -------
    Tensor
        Of one dimension.

    Raises
    ------
    RuntimeError
        `window_length` is negative, or `dtype` not floating.

    References
    ----------
    PyTorch: torch.hann_window

    Examples
    --------
    >>> torch.hann_window(4)
    tensor([0.0000, 0.5000, 1.0000, 0.5000])
    >>> torch.hann_window(5, periodic=False)
    tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])
    """
    return _make_window("hann_window", window_length, periodic, (dtype, layout, device, pin_memory, requires_grad),
                        lambda i, n: np.cos(i * (2 * np.pi / n)) * -0.5 + 0.5)


def hamming_window(window_length: int, periodic: bool = True, alpha: float = 0.54, beta: float = 0.46, *, dtype: Dtype = None,
                   layout: Layout = None, device: Device = None, pin_memory: bool = False, requires_grad: bool = False) -> Any:
    """The Hamming window.

        out[n] = alpha - beta * cos(2 pi n / (N - 1))

    Parameters
    ----------
    window_length : int
        How many elements.
    dtype : torch.dtype, optional
        A floating dtype; the default dtype if not given.
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.
    requires_grad : bool, default False
        Whether autograd records operations on the result.
    periodic : bool, default True
        One period of a periodic function, for spectra; False for a symmetric window.
    alpha : float, default 0.54
        See the formula.
    beta : float, default 0.46
        See the formula.

    Returns
    -------
    Tensor
        Of one dimension.

    Raises
    ------
    RuntimeError
        `window_length` is negative, or `dtype` not floating.

    References
    ----------
    PyTorch: torch.hamming_window

    Examples
    --------
    >>> torch.hamming_window(4)
    tensor([0.0800, 0.5400, 1.0000, 0.5400])
    """
    return _make_window("hamming_window", window_length, periodic, (dtype, layout, device, pin_memory, requires_grad),
                        lambda i, n: np.cos(i * (2 * np.pi / n)) * -beta + alpha)


def bartlett_window(window_length: int, periodic: bool = True, *, dtype: Dtype = None, layout: Layout = None, device: Device = None,
                    pin_memory: bool = False, requires_grad: bool = False) -> Any:
    """The Bartlett window, a triangle.

        out[n] = 1 - |2n / (N - 1) - 1|

    Parameters
    ----------
    window_length : int
        How many elements.
    periodic : bool, default True
        One period of a periodic function, for spectra; False for a symmetric window.
    dtype : torch.dtype, optional
        A floating dtype; the default dtype if not given.
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    requires_grad : bool, default False
        Whether autograd records operations on the result.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.

    Returns
    -------
    Tensor
        Of one dimension.

    Raises
    ------
    RuntimeError
        `window_length` is negative, or `dtype` not floating.

    References
    ----------
    PyTorch: torch.bartlett_window

    Examples
    --------
    >>> torch.bartlett_window(5)
    tensor([0.0000, 0.4000, 0.8000, 0.8000, 0.4000])
    >>> torch.bartlett_window(5, periodic=False)
    tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])
    """
    return _make_window("bartlett_window", window_length, periodic, (dtype, layout, device, pin_memory, requires_grad), _bartlett_values)


def _bartlett_values(i: Any, n: int) -> Any:
    i *= 2 / n
    down = i[(n >> 1) + 1:]
    np.subtract(2, down, out=down)
    return i


def blackman_window(window_length: int, periodic: bool = True, *, dtype: Dtype = None, layout: Layout = None, device: Device = None,
                    pin_memory: bool = False, requires_grad: bool = False) -> Any:
    """The Blackman window.

        out[n] = 0.42 - 0.5 cos(2 pi n / (N - 1)) + 0.08 cos(4 pi n / (N - 1))

    Parameters
    ----------
    window_length : int
        How many elements.
    periodic : bool, default True
        One period of a periodic function, for spectra; False for a symmetric window.
    dtype : torch.dtype, optional
        A floating dtype; the default dtype if not given.
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    requires_grad : bool, default False
        Whether autograd records operations on the result.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.

    Returns
    -------
    Tensor
        Of one dimension.

    Raises
    ------
    RuntimeError
        `window_length` is negative, or `dtype` not floating.

    References
    ----------
    PyTorch: torch.blackman_window

    Examples
    --------
    >>> torch.blackman_window(4)[1:]
    tensor([0.3400, 1.0000, 0.3400])
    """
    return _make_window("blackman_window", window_length, periodic, (dtype, layout, device, pin_memory, requires_grad), _blackman_values)


def _blackman_values(i: Any, n: int) -> Any:
    i *= np.pi / n
    return np.cos(i * 4) * 0.08 - np.cos(i * 2) * 0.5 + 0.42


def kaiser_window(window_length: int, periodic: bool = True, beta: float = 12.0, *, dtype: Dtype = None, layout: Layout = None,
                  device: Device = None, pin_memory: bool = False, requires_grad: bool = False) -> Any:
    """The Kaiser window.

        out[n] = I0(beta * sqrt(1 - ((2n / (N - 1)) - 1) ** 2)) / I0(beta)

    Parameters
    ----------
    window_length : int
        How many elements.
    periodic : bool, default True
        One period of a periodic function, for spectra; False for a symmetric window.
    beta : float, default 12.0
        The shape parameter: larger values give narrower windows.
    dtype : torch.dtype, optional
        A floating dtype; the default dtype if not given.
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    requires_grad : bool, default False
        Whether autograd records operations on the result.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.

    Returns
    -------
    Tensor
        Of one dimension.

    Raises
    ------
    RuntimeError
        `window_length` is negative, or `dtype` not floating.

    References
    ----------
    PyTorch: torch.kaiser_window

    Examples
    --------
    >>> torch.kaiser_window(5, periodic=False, beta=4.)
    tensor([0.0885, 0.6334, 1.0000, 0.6334, 0.0885])
    """
    return _make_window("kaiser_window", window_length, periodic, (dtype, layout, device, pin_memory, requires_grad),
                        lambda i, n: np.i0(beta * np.sqrt(np.maximum(1 - (2 * i / n - 1) ** 2, 0))) / np.i0(beta))
from .._bindings.override.public_functions import make_all_overridable  # noqa: E402

make_all_overridable(globals(), "torch")
