"""The choice of kernels for attention, which is accepted; results do not depend on it."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import TYPE_CHECKING, Any

__all__ = ["SDPBackend", "sdpa_kernel"]

WARN_FOR_UNFUSED_KERNELS = False


class SDPBackend(IntEnum):
    """Ways to compute scaled dot-product attention, for ``sdpa_kernel``: ``MATH``, ``FLASH_ATTENTION``, ``EFFICIENT_ATTENTION`` and others.

    References
    ----------
    PyTorch: ``torch.nn.attention.SDPBackend``.

    Examples
    --------
    >>> torch.nn.attention.SDPBackend.MATH
    <SDPBackend.MATH: 0>
    """

    ERROR = -1
    MATH = 0
    FLASH_ATTENTION = 1
    EFFICIENT_ATTENTION = 2
    CUDNN_ATTENTION = 3
    OVERRIDEABLE = 4

    def __str__(self) -> str:
        return f"SDPBackend.{self.name}"


@contextmanager
def sdpa_kernel(backends: Any, set_priority: bool = False) -> Iterator[dict[str, Any]]:
    """Context in which scaled dot-product attention uses the given backends only.

    Parameters
    ----------
    backends : SDPBackend or list of SDPBackend
        The backends.
    set_priority : bool, default False
        Whether their order is a preference.

    Notes
    -----
    Attention raises in a context without a backend that works on a CPU.

    References
    ----------
    PyTorch: ``torch.nn.attention.sdpa_kernel``.

    Examples
    --------
    >>> with torch.nn.attention.sdpa_kernel(torch.nn.attention.SDPBackend.MATH):
    ...     y = torch.nn.functional.scaled_dot_product_attention(*torch.zeros(3, 1, 2, 4))
    >>> y.shape
    torch.Size([1, 2, 4])
    """
    listed = [backends] if isinstance(backends, SDPBackend) else backends
    if not isinstance(listed, (list, tuple)) or not all(isinstance(b, SDPBackend) for b in listed):
        raise AssertionError(f"Backend must be an instance of SDPBackend or a list of SDPBackend instances, got {type(backends).__name__}")
    from ...backends import cuda

    enabled = {"enable_" + name: backend in listed for name, backend in (
        ("math", SDPBackend.MATH), ("flash", SDPBackend.FLASH_ATTENTION), ("mem_efficient", SDPBackend.EFFICIENT_ATTENTION),
        ("cudnn", SDPBackend.CUDNN_ATTENTION))}
    with cuda.enable_kernels(**enabled):
        yield {}


from ..._namespace.names import missing

if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = missing("torch.nn.attention", __name__)
