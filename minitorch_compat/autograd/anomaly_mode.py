"""Anomaly mode: find the forward call of an error in backward. https://docs.pytorch.org/docs/stable/autograd.html#anomaly-detection"""
from __future__ import annotations

from .._array.core.user_warnings import warn
from .._dispatch.state import Anomaly, activate, deactivate

__all__ = ["detect_anomaly", "set_detect_anomaly"]

_ACTIVE = "anomaly mode"  # routes calls through the slow path, where nodes store their traceback


def _set(enabled: bool, check_nan: bool) -> tuple[bool, bool]:
    """Switch the mode for all threads; return the previous state."""
    previous = Anomaly.enabled, Anomaly.check_nan
    if enabled and not previous[0]:
        activate(_ACTIVE)
    elif previous[0] and not enabled:
        deactivate(_ACTIVE)
    Anomaly.enabled, Anomaly.check_nan = enabled, check_nan
    return previous


class detect_anomaly:
    """Context for debugging: an error in backward shows which call of forward it comes from, and a nan is an error.

    Parameters
    ----------
    check_nan : bool, default True
        Whether backward looks for nan.

    Notes
    -----
    Slow; making one warns.

    References
    ----------
    PyTorch: ``torch.autograd.detect_anomaly``.

    Examples
    --------
    >>> x = torch.tensor([0.], requires_grad=True)
    >>> try:
    ...     with torch.autograd.detect_anomaly():
    ...         (x.sqrt() * 0).sum().backward()
    ... except RuntimeError as error:
    ...     print(error)
    Function 'SqrtBackward0' returned nan values in its 0th output.
    """

    prev: bool
    prev_check_nan: bool

    def __init__(self, check_nan: bool = True) -> None:
        self.check_nan = check_nan
        self.prev, self.prev_check_nan = Anomaly.enabled, Anomaly.check_nan
        warn("Anomaly Detection has been enabled. This mode will increase the runtime and should only be enabled for debugging.",
             UserWarning)

    def __enter__(self) -> None:
        set_anomaly_enabled(True, self.check_nan)

    def __exit__(self, *args: object) -> None:
        set_anomaly_enabled(self.prev, self.prev_check_nan)


def is_anomaly_enabled() -> bool:
    """Whether `torch.autograd.detect_anomaly` is on.

    Returns
    -------
    bool
        The answer.

    References
    ----------
    PyTorch: torch.is_anomaly_enabled

    Examples
    --------
    >>> torch.is_anomaly_enabled()
    False
    """
    return Anomaly.enabled


def is_anomaly_check_nan_enabled() -> bool:
    """Whether anomaly mode also looks for nan in gradients.

    Returns
    -------
    bool
        The answer.

    References
    ----------
    PyTorch: torch.is_anomaly_check_nan_enabled

    Examples
    --------
    >>> torch.is_anomaly_check_nan_enabled()
    True
    """
    return Anomaly.check_nan


def set_anomaly_enabled(enabled: bool, check_nan: bool = True) -> None:
    """Turn `torch.autograd.detect_anomaly` on or off.

    Parameters
    ----------
    mode, enabled : bool
        Whether it is on.
    check_nan : bool, default True
        Whether gradients are checked for nan.

    Returns
    -------
    None
        Nothing.

    References
    ----------
    PyTorch: torch.set_anomaly_enabled

    Examples
    --------
    >>> torch.set_anomaly_enabled(False)
    >>> torch.is_anomaly_enabled()
    False
    """
    for place, (name, value) in enumerate((("enabled", enabled), ("check_nan", check_nan)), 1):
        if not isinstance(value, bool):
            raise TypeError(f"set_anomaly_enabled(): argument '{name}' (position {place}) must be bool, not {type(value).__name__}")
    _set(enabled, check_nan)


class set_detect_anomaly:
    """Turn ``detect_anomaly`` on or off: at once, and until the block ends if used as a context.

    Parameters
    ----------
    mode : bool
        True turns it on.
    check_nan : bool, default True
        Whether backward looks for nan.

    References
    ----------
    PyTorch: ``torch.autograd.set_detect_anomaly``.

    Examples
    --------
    >>> with torch.autograd.set_detect_anomaly(False):
    ...     print(torch.is_anomaly_enabled())
    False
    """

    prev: bool
    prev_check_nan: bool

    def __init__(self, mode: bool, check_nan: bool = True) -> None:
        self.prev, self.prev_check_nan = Anomaly.enabled, Anomaly.check_nan
        set_anomaly_enabled(mode, check_nan)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *args: object) -> None:
        _set(self.prev, self.prev_check_nan)
