"""`torch.backends.cuda`: settings of an absent device. They are stored; only attention reads some of them, as in PyTorch."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Any

from .._array.core.user_warnings import warn
from .._bindings.settings.process import get_float32_matmul_precision, set_float32_matmul_precision
from .._namespace.names import missing
from ..nn._functional.attention import KERNELS as _sdp
from ._switches import BackendSettings, make_part


class _Products(BackendSettings):
    """Settings of products; others do not exist. One of them is another name for the precision of products of float32."""

    @property
    def allow_tf32(self) -> bool:
        return get_float32_matmul_precision() != "highest"

    @allow_tf32.setter
    def allow_tf32(self, allowed: bool) -> None:
        set_float32_matmul_precision("high" if allowed else "highest")

    def __setattr__(self, name: str, value: Any) -> None:
        if not hasattr(self, name):
            raise AttributeError(f"Unknown attribute {name}")
        super().__setattr__(name, value)


matmul: Any = make_part("torch.backends.cuda.matmul", _Products, allow_fp16_reduced_precision_reduction=True,
                        allow_bf16_reduced_precision_reduction=True, allow_fp16_accumulation=False)


def is_built() -> bool:
    """Whether this is a build for CUDA.

    Returns
    -------
    bool
        False.

    References
    ----------
    PyTorch: ``torch.backends.cuda.is_built``.

    Examples
    --------
    >>> torch.backends.cuda.is_built()
    False
    """
    return False


def flash_sdp_enabled() -> bool:
    """The value set by `enable_flash_sdp`."""
    return _sdp["flash"]


def mem_efficient_sdp_enabled() -> bool:
    """The value set by `enable_mem_efficient_sdp`."""
    return _sdp["mem_efficient"]


def math_sdp_enabled() -> bool:
    """The value set by `enable_math_sdp`."""
    return _sdp["math"]


def cudnn_sdp_enabled() -> bool:
    """The value set by `enable_cudnn_sdp`."""
    return _sdp["cudnn"]


def enable_flash_sdp(enabled: bool) -> None:
    """Remembered."""
    _sdp["flash"] = enabled


def enable_mem_efficient_sdp(enabled: bool) -> None:
    """Remembered."""
    _sdp["mem_efficient"] = enabled


def enable_math_sdp(enabled: bool) -> None:
    """Remembered."""
    _sdp["math"] = enabled


def enable_cudnn_sdp(enabled: bool) -> None:
    """Remembered."""
    _sdp["cudnn"] = enabled


def allow_fp16_bf16_reduction_math_sdp(enabled: bool) -> None:
    """Store the setting: attention in half precision sums in float32, which both values permit."""
    _reduced_precision_sums[0] = bool(enabled)


def fp16_bf16_reduction_math_sdp_allowed() -> bool:
    """The value set by `allow_fp16_bf16_reduction_math_sdp`."""
    return _reduced_precision_sums[0]


_reduced_precision_sums = [False]


def sdp_kernel(enable_flash: bool = True, enable_math: bool = True, enable_mem_efficient: bool = True,
               enable_cudnn: bool = True) -> AbstractContextManager[dict[str, Any]]:
    """Kernels for attention, chosen for the length of a block; there is one kernel here. Deprecated."""
    warn("`torch.backends.cuda.sdp_kernel()` is deprecated. Please see `torch.nn.attention.sdpa_kernel()`, which takes a list of kernels.",
         FutureWarning)
    return enable_kernels(enable_flash, enable_math, enable_mem_efficient, enable_cudnn)


@contextmanager
def enable_kernels(enable_flash: bool, enable_math: bool, enable_mem_efficient: bool, enable_cudnn: bool) -> Iterator[dict[str, Any]]:
    """The kernels of attention for the length of a block."""
    before = dict(_sdp)
    _sdp.update(flash=enable_flash, math=enable_math, mem_efficient=enable_mem_efficient, cudnn=enable_cudnn)
    try:
        yield {}
    finally:
        _sdp.update(before)


_missing = missing("torch.backends.cuda", __name__)


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    def __getattr__(name: str) -> Any:
        if name == "SDPBackend":  # an alias from an older version
            from ..nn.attention import SDPBackend

            globals()[name] = SDPBackend
            return SDPBackend
        return _missing(name)


if TYPE_CHECKING:  # names provided by `__getattr__`
    from ..nn.attention import SDPBackend as SDPBackend

    blas_workspace_size: Any
    cublas_workspace_size: Any
    cublaslt_workspace_size: Any
    is_ck_sdpa_available: Any
    is_flash_attention_available: Any
