"""`torch.backends.cudnn`: settings of a GPU library, absent in CPU builds too. They are stored and have no effect."""
from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from typing import Any

from ._switches import BackendSettings, check_flag, make_part, set_temporarily

__path__: list[str] = []  # modules below are found by `_modules.py`

enabled: bool
benchmark: bool
deterministic: bool
allow_tf32: bool
enabled, benchmark, deterministic, allow_tf32 = True, False, False, True
benchmark_limit = 10
_precision_keys = ("cuda", ""), ("cuda", "")
conv: Any
rnn: Any
conv, rnn = (make_part(f"torch.backends.cudnn.{op}", backend="cuda", op=op) for op in ("conv", "rnn"))
_checks = {"enabled": check_flag("set_enabled_cudnn"), "benchmark": check_flag("set_benchmark_cudnn"),
           "deterministic": check_flag("set_deterministic_cudnn"), "allow_tf32": check_flag("set_allow_tf32_cudnn")}


def is_available() -> bool:
    """Whether cuDNN is available.

    Returns
    -------
    bool
        False.

    References
    ----------
    PyTorch: ``torch.backends.cudnn.is_available``.

    Examples
    --------
    >>> torch.backends.cudnn.is_available()
    False
    """
    return False


def version() -> None:
    """The version of cuDNN.

    Returns
    -------
    int or None
        None.

    References
    ----------
    PyTorch: ``torch.backends.cudnn.version``.

    Examples
    --------
    >>> print(torch.backends.cudnn.version())
    None
    """
    return


def is_acceptable(tensor: Any) -> bool:
    """Whether cuDNN supports a tensor.

    Parameters
    ----------
    tensor : Tensor
        The tensor.

    Returns
    -------
    bool
        False.

    References
    ----------
    PyTorch: ``torch.backends.cudnn.is_acceptable``.

    Examples
    --------
    >>> torch.backends.cudnn.is_acceptable(torch.ones(1))
    False
    """
    return False


def flags(enabled: bool = False, benchmark: bool = False, benchmark_limit: int = 10, deterministic: bool = False,
          allow_tf32: bool = True, fp32_precision: str = "none") -> AbstractContextManager[None]:
    """Context with changed settings, which have no effect here.

    Parameters
    ----------
    enabled : bool, default False
        Switch.
    benchmark : bool, default False
        Switch.
    benchmark_limit : int, default 10
        Switch.
    deterministic : bool, default False
        Switch.
    allow_tf32 : bool, default True
        Switch.
    fp32_precision : str, default 'none'
        Switch.

    References
    ----------
    PyTorch: ``torch.backends.cudnn.flags``.

    Examples
    --------
    >>> with torch.backends.cudnn.flags(enabled=False):
    ...     print(torch.backends.cudnn.enabled)
    False
    """
    return set_temporarily(sys.modules[__name__], enabled=enabled, benchmark=benchmark, benchmark_limit=benchmark_limit,
                           deterministic=deterministic, allow_tf32=allow_tf32, fp32_precision=fp32_precision)


sys.modules[__name__].__class__ = BackendSettings
