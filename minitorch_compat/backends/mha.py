"""`torch.backends.mha`: whether attention and encoder layers behave like PyTorch's inference kernels in evaluation without gradients."""
from __future__ import annotations

_is_fastpath_enabled = True


def get_fastpath_enabled() -> bool:
    """Whether attention layers may take the fast path in evaluation.

    Returns
    -------
    bool
        True by default.

    References
    ----------
    PyTorch: ``torch.backends.mha.get_fastpath_enabled``.

    Examples
    --------
    >>> torch.backends.mha.get_fastpath_enabled()
    True
    """
    return _is_fastpath_enabled


def set_fastpath_enabled(value: bool) -> None:
    """Choose whether attention layers may take the fast path in evaluation.

    Parameters
    ----------
    value : bool
        True permits it.

    References
    ----------
    PyTorch: ``torch.backends.mha.set_fastpath_enabled``.

    Examples
    --------
    >>> torch.backends.mha.set_fastpath_enabled(True)
    """
    global _is_fastpath_enabled
    _is_fastpath_enabled = value
