"""`torch.signal.windows`. https://docs.pytorch.org/docs/stable/signal.html

Every window has `M` points; `sym=False` gives a periodic one, the first M points of the symmetric window of M + 1.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from .._array.core.dtypes import Defaults
from .._array.core.numbers import check_numel
from .._array.special.modified_bessel_and_zeta import i0
from .._bindings.creation.factories import finish
from .._bindings.settings.constants import strided
from .._bindings.settings.default_device import get_default_device
from .._dispatch.dtype import array_dtype, float32, float64, of
from .._dispatch.state import LOCAL
from .._fidelity.argument_checks import check_native
from .._namespace.names import missing

__path__: list[str] = []  # modules below are found by `_modules.py`


def _evaluate_window(name: str, m: Any, sym: bool, options: tuple[Any, ...], window: Callable[[Any, int], Any],
                     check: Callable[[], None] | None = None, ones: bool = True) -> Any:
    """Evaluate `window(i, n)` at i = 0 .. m - 1, where n is the last index of the symmetric window.

    `check` validates further arguments after the length; `ones`: whether a single point is always 1.
    """
    dtype, layout, device, requires_grad = options
    if device is None and LOCAL.function_modes:  # the functions below know of no mode
        device = get_default_device()
    result_dtype = of(np.dtype(Defaults.floating)) if dtype is None else dtype
    if m < 0:
        raise ValueError(f"{name} requires non-negative window length, got M={m}")
    if layout is not strided:
        raise ValueError(f"{name} is implemented for strided tensors only, got: {layout}")
    if result_dtype not in (float32, float64):
        raise ValueError(f"{name} expects float32 or float64 dtypes, got: {result_dtype}")
    if check is not None:
        check()
    if m.__class__ is not int or device is not None or requires_grad.__class__ is not bool:
        _check_factory_arguments(m, ones, {"dtype": result_dtype, "layout": layout, "device": device, "requires_grad": requires_grad})
    m = int(m)
    if m <= 1:
        return finish(np.ones(m, array_dtype(result_dtype)), requires_grad, device)
    values = window(np.arange(check_numel(m), dtype=np.float64), m - 1 if sym else m)
    return finish(values.astype(array_dtype(result_dtype)), requires_grad, device)


def _check_factory_arguments(m: Any, ones: bool, options: dict[str, Any]) -> None:
    """Refuse the arguments that PyTorch's factory function for these points refuses."""
    if m == 0:
        check_native("empty", (0,), **options)
    elif m == 1 and ones:
        check_native("ones", (1,), **options)
    else:
        check_native("linspace", start=0 if ones else 0.0, end=1.0, steps=m, **options)


def _cosine_sum(angle: Any, a: Iterable[float]) -> Any:
    """The sum in the precision of `angle`, as in PyTorch: cancellation makes the rounding visible."""
    return sum(angle.dtype.type(w * (-1) ** k) * np.cos(angle * k) for k, w in enumerate(a))


def _cosine_window(name: str, m: int, a: Iterable[float], sym: bool, options: tuple[Any, ...]) -> Any:
    """The sum of (-1)^k a_k cos(2 pi k i / n)."""
    def window(i: Any, n: int) -> Tensor:
        if not isinstance(a, Iterable):
            raise TypeError("Coefficients must be a list/tuple")
        if not a:
            raise ValueError("Coefficients cannot be empty")
        computed_dtype = Defaults.floating if options[0] is None else array_dtype(options[0])
        return _cosine_sum((i * (2 * np.pi / n)).astype(computed_dtype), a)

    return _evaluate_window(name, m, sym, options, window)


def bartlett(M: int, *, sym: bool = True, dtype: Dtype = None, layout: Layout = strided, device: Device = None,
             requires_grad: bool = False) -> Tensor:
    """Triangular window with zeros at both ends: ``1 - |2 * n / (M - 1) - 1|``.

    Parameters
    ----------
    M : int
        Number of points, ``n = 0, ..., M - 1``; 0 gives an empty window, 1 gives 1.
    sym : bool, default True
        Whether the window is symmetric, for filters; otherwise periodic, for spectra: ``M`` stands for
        ``M - 1`` in the formula.
    dtype : dtype, optional
        ``torch.float32`` or ``torch.float64``; None is the default dtype.
    layout : layout, default strided
        Only ``torch.strided``.
    device : device or str, optional
        None is the default device.
    requires_grad : bool, default False
        Whether the result is a leaf with a gradient.

    Returns
    -------
    Tensor
        ``(M,)``.

    Raises
    ------
    ValueError
        If ``M`` is negative, or another option out of range.

    References
    ----------
    PyTorch: ``torch.signal.windows.bartlett``.

    Examples
    --------
    >>> torch.signal.windows.bartlett(5)
    tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])
    """
    return _evaluate_window("bartlett", M, sym, (dtype, layout, device, requires_grad), lambda i, n: 1 - np.abs(2 * i / n - 1))


def blackman(M: int, *, sym: bool = True, dtype: Dtype = None, layout: Layout = strided, device: Device = None,
             requires_grad: bool = False) -> Tensor:
    """Window ``0.42 - 0.5 * cos(2 * pi * n / (M - 1)) + 0.08 * cos(4 * pi * n / (M - 1))``.

    Parameters
    ----------
    M : int
        Number of points, ``n = 0, ..., M - 1``; 0 gives an empty window, 1 gives 1.
    sym : bool, default True
        Whether the window is symmetric, for filters; otherwise periodic, for spectra: ``M`` stands for
        ``M - 1`` in the formula.
    dtype : dtype, optional
        ``torch.float32`` or ``torch.float64``; None is the default dtype.
    layout : layout, default strided
        Only ``torch.strided``.
    device : device or str, optional
        None is the default device.
    requires_grad : bool, default False
        Whether the result is a leaf with a gradient.

    Returns
    -------
    Tensor
        ``(M,)``.

    Raises
    ------
    ValueError
        If ``M`` is negative, or another option out of range.

    References
    ----------
    PyTorch: ``torch.signal.windows.blackman``.

    Examples
    --------
    >>> torch.signal.windows.blackman(4)
    tensor([-1.4901e-08,  6.3000e-01,  6.3000e-01, -1.4901e-08])
    """
    return _cosine_window("blackman", M, [0.42, 0.5, 0.08], sym, (dtype, layout, device, requires_grad))


def cosine(M: int, *, sym: bool = True, dtype: Dtype = None, layout: Layout = strided, device: Device = None,
           requires_grad: bool = False) -> Tensor:
    """Half a sine: ``sin(pi * (n + 0.5) / M)``.

    Parameters
    ----------
    M : int
        Number of points, ``n = 0, ..., M - 1``; 0 gives an empty window, 1 gives 1.
    sym : bool, default True
        Whether the window is symmetric, for filters; otherwise periodic, for spectra: ``M`` stands for
        ``M - 1`` in the formula.
    dtype : dtype, optional
        ``torch.float32`` or ``torch.float64``; None is the default dtype.
    layout : layout, default strided
        Only ``torch.strided``.
    device : device or str, optional
        None is the default device.
    requires_grad : bool, default False
        Whether the result is a leaf with a gradient.

    Returns
    -------
    Tensor
        ``(M,)``.

    Raises
    ------
    ValueError
        If ``M`` is negative, or another option out of range.

    References
    ----------
    PyTorch: ``torch.signal.windows.cosine``.

    Examples
    --------
    >>> torch.signal.windows.cosine(5)
    tensor([0.3090, 0.8090, 1.0000, 0.8090, 0.3090])
    """
    return _evaluate_window("cosine", M, sym, (dtype, layout, device, requires_grad), lambda i, n: np.sin(np.pi * (i + 0.5) / (n + 1)),
                            ones=False)


def exponential(M: int, *, center: float | None = None, tau: float = 1.0, sym: bool = True, dtype: Dtype = None, layout: Layout = strided,
                device: Device = None, requires_grad: bool = False) -> Tensor:
    """Window that decays on both sides: ``exp(-|n - center| / tau)``.

    Parameters
    ----------
    M : int
        Number of points, ``n = 0, ..., M - 1``; 0 gives an empty window, 1 gives 1.
    center : float, optional
        Position of the maximum, 1; None is the middle. Only for periodic windows.
    tau : float, default 1.0
        Number of points over which it decays to 1 / e.
    sym : bool, default True
        Whether the window is symmetric, for filters; otherwise periodic, for spectra: ``M`` stands for
        ``M - 1`` in the formula.
    dtype : dtype, optional
        ``torch.float32`` or ``torch.float64``; None is the default dtype.
    layout : layout, default strided
        Only ``torch.strided``.
    device : device or str, optional
        None is the default device.
    requires_grad : bool, default False
        Whether the result is a leaf with a gradient.

    Returns
    -------
    Tensor
        ``(M,)``.

    Raises
    ------
    ValueError
        If ``M`` is negative, or another option out of range.

    References
    ----------
    PyTorch: ``torch.signal.windows.exponential``.

    Examples
    --------
    >>> torch.signal.windows.exponential(5)
    tensor([0.1353, 0.3679, 1.0000, 0.3679, 0.1353])
    """
    def check() -> None:
        if tau <= 0:
            raise ValueError(f"Tau must be positive, got: {tau} instead.")
        if sym and center is not None:
            raise ValueError("Center must be None for symmetric windows")

    return _evaluate_window("exponential", M, sym, (dtype, layout, device, requires_grad),
                            lambda i, n: np.exp(-np.abs(i - (n / 2 if center is None else center)) / tau), check, ones=False)


def gaussian(M: int, *, std: float = 1.0, sym: bool = True, dtype: Dtype = None, layout: Layout = strided, device: Device = None,
             requires_grad: bool = False) -> Tensor:
    """Gaussian window ``exp(-(n - (M - 1) / 2)**2 / (2 * std**2))``.

    Parameters
    ----------
    M : int
        Number of points, ``n = 0, ..., M - 1``; 0 gives an empty window, 1 gives 1.
    std : float, default 1.0
        Standard deviation, in points.
    sym : bool, default True
        Whether the window is symmetric, for filters; otherwise periodic, for spectra: ``M`` stands for
        ``M - 1`` in the formula.
    dtype : dtype, optional
        ``torch.float32`` or ``torch.float64``; None is the default dtype.
    layout : layout, default strided
        Only ``torch.strided``.
    device : device or str, optional
        None is the default device.
    requires_grad : bool, default False
        Whether the result is a leaf with a gradient.

    Returns
    -------
    Tensor
        ``(M,)``.

    Raises
    ------
    ValueError
        If ``M`` is negative, or another option out of range.

    References
    ----------
    PyTorch: ``torch.signal.windows.gaussian``.

    Examples
    --------
    >>> torch.signal.windows.gaussian(5)
    tensor([0.1353, 0.6065, 1.0000, 0.6065, 0.1353])
    """
    def check() -> None:
        if std <= 0:
            raise ValueError(f"Standard deviation must be positive, got: {std} instead.")

    return _evaluate_window("gaussian", M, sym, (dtype, layout, device, requires_grad), lambda i, n: np.exp(-((i - n / 2) / std) ** 2 / 2),
                            check,
                            ones=False)


def general_cosine(M: Any, *, a: Iterable[float], sym: bool = True, dtype: Dtype = None, layout: Layout = strided, device: Device = None,
                   requires_grad: bool = False) -> Tensor:
    """Sum of cosines: ``sum_k (-1)**k * a[k] * cos(2 * pi * k * n / (M - 1))``.

    Parameters
    ----------
    M : int
        Number of points, ``n = 0, ..., M - 1``; 0 gives an empty window, 1 gives 1.
    a : iterable of float
        The coefficients.
    sym : bool, default True
        Whether the window is symmetric, for filters; otherwise periodic, for spectra: ``M`` stands for
        ``M - 1`` in the formula.
    dtype : dtype, optional
        ``torch.float32`` or ``torch.float64``; None is the default dtype.
    layout : layout, default strided
        Only ``torch.strided``.
    device : device or str, optional
        None is the default device.
    requires_grad : bool, default False
        Whether the result is a leaf with a gradient.

    Returns
    -------
    Tensor
        ``(M,)``.

    Raises
    ------
    ValueError
        If ``M`` is negative, or another option out of range.

    References
    ----------
    PyTorch: ``torch.signal.windows.general_cosine``.

    Examples
    --------
    >>> torch.signal.windows.general_cosine(5, a=[0.5, 0.5])
    tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])
    """
    return _cosine_window("general_cosine", M, a, sym, (dtype, layout, device, requires_grad))


def general_hamming(M: Any, *, alpha: float = 0.54, sym: bool = True, dtype: Dtype = None, layout: Layout = strided, device: Device = None,
                    requires_grad: bool = False) -> Tensor:
    """Window ``alpha - (1 - alpha) * cos(2 * pi * n / (M - 1))``.

    Parameters
    ----------
    M : int
        Number of points, ``n = 0, ..., M - 1``; 0 gives an empty window, 1 gives 1.
    alpha : float, default 0.54
        The constant part.
    sym : bool, default True
        Whether the window is symmetric, for filters; otherwise periodic, for spectra: ``M`` stands for
        ``M - 1`` in the formula.
    dtype : dtype, optional
        ``torch.float32`` or ``torch.float64``; None is the default dtype.
    layout : layout, default strided
        Only ``torch.strided``.
    device : device or str, optional
        None is the default device.
    requires_grad : bool, default False
        Whether the result is a leaf with a gradient.

    Returns
    -------
    Tensor
        ``(M,)``.

    Raises
    ------
    ValueError
        If ``M`` is negative, or another option out of range.

    References
    ----------
    PyTorch: ``torch.signal.windows.general_hamming``.

    Examples
    --------
    >>> torch.signal.windows.general_hamming(5)
    tensor([0.0800, 0.5400, 1.0000, 0.5400, 0.0800])
    """
    return general_cosine(M, a=[alpha, 1.0 - alpha], sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def hamming(M: int, *, sym: bool = True, dtype: Dtype = None, layout: Layout = strided, device: Device = None,
            requires_grad: bool = False) -> Tensor:
    """Window ``0.54 - 0.46 * cos(2 * pi * n / (M - 1))``.

    Parameters
    ----------
    M : int
        Number of points, ``n = 0, ..., M - 1``; 0 gives an empty window, 1 gives 1.
    sym : bool, default True
        Whether the window is symmetric, for filters; otherwise periodic, for spectra: ``M`` stands for
        ``M - 1`` in the formula.
    dtype : dtype, optional
        ``torch.float32`` or ``torch.float64``; None is the default dtype.
    layout : layout, default strided
        Only ``torch.strided``.
    device : device or str, optional
        None is the default device.
    requires_grad : bool, default False
        Whether the result is a leaf with a gradient.

    Returns
    -------
    Tensor
        ``(M,)``.

    Raises
    ------
    ValueError
        If ``M`` is negative, or another option out of range.

    References
    ----------
    PyTorch: ``torch.signal.windows.hamming``.

    Examples
    --------
    >>> torch.signal.windows.hamming(5)
    tensor([0.0800, 0.5400, 1.0000, 0.5400, 0.0800])
    """
    return general_hamming(M, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def hann(M: int, *, sym: bool = True, dtype: Dtype = None, layout: Layout = strided, device: Device = None,
         requires_grad: bool = False) -> Tensor:
    """Raised cosine: ``0.5 - 0.5 * cos(2 * pi * n / (M - 1))``.

    Parameters
    ----------
    M : int
        Number of points, ``n = 0, ..., M - 1``; 0 gives an empty window, 1 gives 1.
    sym : bool, default True
        Whether the window is symmetric, for filters; otherwise periodic, for spectra: ``M`` stands for
        ``M - 1`` in the formula.
    dtype : dtype, optional
        ``torch.float32`` or ``torch.float64``; None is the default dtype.
    layout : layout, default strided
        Only ``torch.strided``.
    device : device or str, optional
        None is the default device.
    requires_grad : bool, default False
        Whether the result is a leaf with a gradient.

    Returns
    -------
    Tensor
        ``(M,)``.

    Raises
    ------
    ValueError
        If ``M`` is negative, or another option out of range.

    References
    ----------
    PyTorch: ``torch.signal.windows.hann``.

    Examples
    --------
    >>> torch.signal.windows.hann(5)
    tensor([0.0000, 0.5000, 1.0000, 0.5000, 0.0000])
    """
    return general_hamming(M, alpha=0.5, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def kaiser(M: int, *, beta: float = 12.0, sym: bool = True, dtype: Dtype = None, layout: Layout = strided, device: Device = None,
           requires_grad: bool = False) -> Tensor:
    """Window ``I0(beta * sqrt(1 - (2 * n / (M - 1) - 1)**2)) / I0(beta)``.

    Parameters
    ----------
    M : int
        Number of points, ``n = 0, ..., M - 1``; 0 gives an empty window, 1 gives 1.
    beta : float, default 12.0
        The larger, the narrower in time; not negative.
    sym : bool, default True
        Whether the window is symmetric, for filters; otherwise periodic, for spectra: ``M`` stands for
        ``M - 1`` in the formula.
    dtype : dtype, optional
        ``torch.float32`` or ``torch.float64``; None is the default dtype.
    layout : layout, default strided
        Only ``torch.strided``.
    device : device or str, optional
        None is the default device.
    requires_grad : bool, default False
        Whether the result is a leaf with a gradient.

    Returns
    -------
    Tensor
        ``(M,)``.

    Raises
    ------
    ValueError
        If ``M`` is negative, or another option out of range.

    References
    ----------
    PyTorch: ``torch.signal.windows.kaiser``.

    Examples
    --------
    >>> torch.signal.windows.kaiser(5)
    tensor([5.2773e-05, 2.1567e-01, 1.0000e+00, 2.1567e-01, 5.2773e-05])
    """
    def check() -> None:
        if beta < 0:
            raise ValueError(f"beta must be non-negative, got: {beta} instead.")

    return _evaluate_window("kaiser", M, sym, (dtype, layout, device, requires_grad),
                            lambda i, n: i0(np.sqrt(np.maximum(beta * beta - (i * (2 * beta / n) - beta) ** 2, 0))) / i0(np.float64(beta)),
                            check)


def nuttall(M: int, *, sym: bool = True, dtype: Dtype = None, layout: Layout = strided, device: Device = None,
            requires_grad: bool = False) -> Tensor:
    """Sum of four cosines, with coefficients 0.3635819, 0.4891775, 0.1365995 and 0.0106411.

    Parameters
    ----------
    M : int
        Number of points, ``n = 0, ..., M - 1``; 0 gives an empty window, 1 gives 1.
    sym : bool, default True
        Whether the window is symmetric, for filters; otherwise periodic, for spectra: ``M`` stands for
        ``M - 1`` in the formula.
    dtype : dtype, optional
        ``torch.float32`` or ``torch.float64``; None is the default dtype.
    layout : layout, default strided
        Only ``torch.strided``.
    device : device or str, optional
        None is the default device.
    requires_grad : bool, default False
        Whether the result is a leaf with a gradient.

    Returns
    -------
    Tensor
        ``(M,)``.

    Raises
    ------
    ValueError
        If ``M`` is negative, or another option out of range.

    References
    ----------
    PyTorch: ``torch.signal.windows.nuttall``.

    Examples
    --------
    >>> torch.signal.windows.nuttall(4)
    tensor([3.6280e-04, 5.2923e-01, 5.2923e-01, 3.6280e-04])
    """
    return general_cosine(M, a=[0.3635819, 0.4891775, 0.1365995, 0.0106411], sym=sym, dtype=dtype, layout=layout, device=device,
                          requires_grad=requires_grad)


__all__ = ["bartlett", "blackman", "cosine", "exponential", "gaussian", "general_cosine", "general_hamming", "hamming", "hann", "kaiser",
           "nuttall"]
if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.signal.windows", __name__)


if TYPE_CHECKING:  # names provided by `__getattr__`
    from .._bindings.annotations import Device, Dtype, Layout
    from .._bindings.tensor.tensor import Tensor
    from . import windows as windows
