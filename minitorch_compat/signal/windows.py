"""`torch.signal.windows`. https://docs.pytorch.org/docs/stable/signal.html

Every window has `M` points; `sym=False` gives a periodic one, the first M points of the symmetric window of M + 1.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import numpy as np

from .._array.core.dtypes import Defaults
from .._array.core.numbers import storable
from .._array.special.modified_bessel_and_zeta import i0
from .._bindings.creation.factories import finish
from .._bindings.settings.constants import strided
from .._dispatch.dtype import array_dtype, float32, float64, of
from .._fidelity.argument_checks import check_native
from .._namespace.names import missing

__path__: list[str] = []  # modules below are found by `_modules.py`


def _made(name: str, m: Any, sym: bool, options: tuple[Any, ...], window: Callable[[Any, int], Any],
          check: Callable[[], None] | None = None, ones: bool = True) -> Any:
    """`window(i, n)` at i = 0 .. m - 1, where n is the last place of the symmetric window.

    `check` refuses what else is given, but not before the length; `ones`: a single point is 1 whatever else is given.
    """
    dtype, layout, device, requires_grad = options
    wanted = of(np.dtype(Defaults.floating)) if dtype is None else dtype
    if m < 0:
        raise ValueError(f"{name} requires non-negative window length, got M={m}")
    if layout is not strided:
        raise ValueError(f"{name} is implemented for strided tensors only, got: {layout}")
    if wanted not in (float32, float64):
        raise ValueError(f"{name} expects float32 or float64 dtypes, got: {wanted}")
    if check is not None:
        check()
    if m.__class__ is not int or device is not None or requires_grad.__class__ is not bool:
        _check_maker(m, ones, {"dtype": wanted, "layout": layout, "device": device, "requires_grad": requires_grad})
    m = int(m)
    if m <= 1:
        return finish(np.ones(m, array_dtype(wanted)), requires_grad, device)
    values = window(np.arange(storable(m), dtype=np.float64), m - 1 if sym else m)
    return finish(values.astype(array_dtype(wanted)), requires_grad, device)


def _check_maker(m: Any, ones: bool, options: dict[str, Any]) -> None:
    """Refuse what the function refuses that PyTorch has make the places."""
    if m == 0:
        check_native("empty", (0,), **options)
    elif m == 1 and ones:
        check_native("ones", (1,), **options)
    else:
        check_native("linspace", start=0 if ones else 0.0, end=1.0, steps=m, **options)


def _cosine_sum(angle: Any, a: Iterable[float]) -> Any:
    """Summed in single precision for a single result, as in PyTorch: where the terms cancel, what is left differs."""
    return sum(angle.dtype.type(w * (-1) ** k) * np.cos(angle * k) for k, w in enumerate(a))


def _cosines(name: str, m: int, a: Iterable[float], sym: bool, options: tuple[Any, ...]) -> Any:
    """The sum of (-1)^k a_k cos(2 pi k i / n)."""
    def window(i: Any, n: int) -> Any:
        if not isinstance(a, Iterable):
            raise TypeError("Coefficients must be a list/tuple")
        if not a:
            raise ValueError("Coefficients cannot be empty")
        wanted = Defaults.floating if options[0] is None else array_dtype(options[0])
        return _cosine_sum((i * (2 * np.pi / n)).astype(wanted), a)

    return _made(name, m, sym, options, window)


def bartlett(M: int, *, sym: bool = True, dtype: Any = None, layout: Any = strided, device: Any = None, requires_grad: bool = False) -> Any:
    """A triangle from 0 to 1 to 0."""
    return _made("bartlett", M, sym, (dtype, layout, device, requires_grad), lambda i, n: 1 - np.abs(2 * i / n - 1))


def blackman(M: int, *, sym: bool = True, dtype: Any = None, layout: Any = strided, device: Any = None, requires_grad: bool = False) -> Any:
    """0.42 - 0.5 cos(2 pi i / n) + 0.08 cos(4 pi i / n)."""
    return _cosines("blackman", M, [0.42, 0.5, 0.08], sym, (dtype, layout, device, requires_grad))


def cosine(M: int, *, sym: bool = True, dtype: Any = None, layout: Any = strided, device: Any = None, requires_grad: bool = False) -> Any:
    """Half a period of the sine, sampled at the middles of equal parts."""
    return _made("cosine", M, sym, (dtype, layout, device, requires_grad), lambda i, n: np.sin(np.pi * (i + 0.5) / (n + 1)),
                 ones=False)


def exponential(M: int, *, center: float | None = None, tau: float = 1.0, sym: bool = True, dtype: Any = None, layout: Any = strided,
                device: Any = None, requires_grad: bool = False) -> Any:
    """exp(-|i - center| / tau); the centre of a symmetric window is its middle and cannot be given."""
    def check() -> None:
        if tau <= 0:
            raise ValueError(f"Tau must be positive, got: {tau} instead.")
        if sym and center is not None:
            raise ValueError("Center must be None for symmetric windows")

    return _made("exponential", M, sym, (dtype, layout, device, requires_grad),
                 lambda i, n: np.exp(-np.abs(i - (n / 2 if center is None else center)) / tau), check, ones=False)


def gaussian(M: int, *, std: float = 1.0, sym: bool = True, dtype: Any = None, layout: Any = strided, device: Any = None,
             requires_grad: bool = False) -> Any:
    """exp(-((i - n / 2) / std)^2 / 2)."""
    def check() -> None:
        if std <= 0:
            raise ValueError(f"Standard deviation must be positive, got: {std} instead.")

    return _made("gaussian", M, sym, (dtype, layout, device, requires_grad), lambda i, n: np.exp(-((i - n / 2) / std) ** 2 / 2), check,
                 ones=False)


def general_cosine(M: Any, *, a: Iterable[float], sym: bool = True, dtype: Any = None, layout: Any = strided, device: Any = None,
                   requires_grad: bool = False) -> Any:
    """The sum of (-1)^k a[k] cos(2 pi k i / n)."""
    return _cosines("general_cosine", M, a, sym, (dtype, layout, device, requires_grad))


def general_hamming(M: Any, *, alpha: float = 0.54, sym: bool = True, dtype: Any = None, layout: Any = strided, device: Any = None,
                    requires_grad: bool = False) -> Any:
    """alpha - (1 - alpha) cos(2 pi i / n)."""
    return general_cosine(M, a=[alpha, 1.0 - alpha], sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def hamming(M: int, *, sym: bool = True, dtype: Any = None, layout: Any = strided, device: Any = None, requires_grad: bool = False) -> Any:
    """0.54 - 0.46 cos(2 pi i / n)."""
    return general_hamming(M, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def hann(M: int, *, sym: bool = True, dtype: Any = None, layout: Any = strided, device: Any = None, requires_grad: bool = False) -> Any:
    """0.5 - 0.5 cos(2 pi i / n)."""
    return general_hamming(M, alpha=0.5, sym=sym, dtype=dtype, layout=layout, device=device, requires_grad=requires_grad)


def kaiser(M: int, *, beta: float = 12.0, sym: bool = True, dtype: Any = None, layout: Any = strided, device: Any = None,
           requires_grad: bool = False) -> Any:
    """I0(beta sqrt(1 - (2 i / n - 1)^2)) / I0(beta)."""
    def check() -> None:
        if beta < 0:
            raise ValueError(f"beta must be non-negative, got: {beta} instead.")

    return _made("kaiser", M, sym, (dtype, layout, device, requires_grad),
                 lambda i, n: i0(np.sqrt(np.maximum(beta * beta - (i * (2 * beta / n) - beta) ** 2, 0))) / i0(np.float64(beta)), check)


def nuttall(M: int, *, sym: bool = True, dtype: Any = None, layout: Any = strided, device: Any = None, requires_grad: bool = False) -> Any:
    """Nuttall's minimum four-term window."""
    return general_cosine(M, a=[0.3635819, 0.4891775, 0.1365995, 0.0106411], sym=sym, dtype=dtype, layout=layout, device=device,
                          requires_grad=requires_grad)


__all__ = ["bartlett", "blackman", "cosine", "exponential", "gaussian", "general_cosine", "general_hamming", "hamming", "hann", "kaiser",
           "nuttall"]
if not TYPE_CHECKING:  # checkers are to know the names that there are
    __getattr__ = missing("torch.signal.windows", __name__)
