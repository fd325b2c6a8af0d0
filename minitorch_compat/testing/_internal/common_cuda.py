"""`torch.testing._internal.common_cuda`: flags of CUDA, all negative."""
from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ..._namespace.modules import recorded_getattr
from ._flags import IS_JETSON as IS_JETSON
from ._flags import IS_MACOS as IS_MACOS
from ._flags import IS_WINDOWS as IS_WINDOWS
from ._flags import TEST_CUDA as TEST_CUDA
from ._flags import TEST_NUMBA as TEST_NUMBA
from ._flags import TEST_WITH_ROCM as TEST_WITH_ROCM
from ._flags import TEST_XPU as TEST_XPU
from ._skipping import Decorator, no_effect

CUDA_DEVICE = None
TEST_MULTIGPU = TEST_CUDNN = TEST_NUMBA_CUDA = TEST_CUSPARSE_GENERIC = TEST_HIPSPARSE_GENERIC = IS_THOR = False
CUDA_ALREADY_INITIALIZED_ON_IMPORT = False
TEST_CUDNN_VERSION = 0
ROCM_VERSION = (0, 0)
IS_SM89 = IS_SM90 = IS_SM100 = IS_SM10X = IS_SM12X = False
SM53OrLater = SM60OrLater = SM70OrLater = SM75OrLater = SM80OrLater = SM89OrLater = SM90OrLater = SM100OrLater = SM120OrLater = False
PLATFORM_SUPPORTS_FLASH_ATTENTION = PLATFORM_SUPPORTS_MEM_EFF_ATTENTION = PLATFORM_SUPPORTS_CUDNN_ATTENTION = False
PLATFORM_SUPPORTS_FUSED_ATTENTION = PLATFORM_SUPPORTS_FUSED_SDPA = PLATFORM_SUPPORTS_CK_SDPA = PLATFORM_SUPPORTS_BF16 = False
PLATFORM_SUPPORTS_BF16_ATOMICS = PLATFORM_SUPPORTS_HALF_ATOMICS = PLATFORM_SUPPORTS_GREEN_CONTEXT = False
PLATFORM_SUPPORTS_FP8 = PLATFORM_SUPPORTS_FP8_SPARSE = PLATFORM_SUPPORTS_FP8_GROUPED_GEMM = PLATFORM_SUPPORTS_MX_GEMM = False
PLATFORM_SUPPORTS_MXFP8_GROUPED_GEMM = PLATFORM_SUPPORTS_WORKQUEUE_CONFIG = False

with_tf32_off = xfailIfSM89 = xfailIfSM90 = xfailIfSM89PreCUDA13 = xfailIfSM100OrLater = xfailIfSM120OrLater = xfailIfSM12X = no_effect


xfailIfDistributedNotSupported = xfailCUDAIfSM89OrLaterOnWindows = no_effect


def CDNA2OrLater(*args: Any) -> bool:
    """False: there is no such device."""
    return False


CDNA3OrLater = tf32_enabled = evaluate_gfx_arch_within = evaluate_platform_supports_flash_attention = CDNA2OrLater
evaluate_platform_supports_ck_sdpa = evaluate_platform_supports_efficient_attention = CDNA2OrLater
evaluate_platform_supports_cudnn_attention = evaluate_platform_supports_green_context = evaluate_platform_supports_bf16 = CDNA2OrLater
evaluate_platform_supports_bf16_atomics = evaluate_platform_supports_half_atomics = evaluate_platform_supports_fp8 = CDNA2OrLater
evaluate_platform_supports_workqueue_config = evaluate_platform_supports_fp8_grouped_gemm = CDNA2OrLater
evaluate_platform_supports_mx_gemm = evaluate_platform_supports_mxfp8_grouped_gemm = evaluate_platform_supports_fp8_sparse = CDNA2OrLater


@contextmanager
def tf32_off() -> Iterator[None]:
    """Do nothing: there is no TF32."""
    yield


@contextmanager
def tf32_on(self: Any, tf32_precision: float = 1e-5) -> Iterator[None]:
    """Do nothing: there is no TF32."""
    yield


def tf32_on_and_off(tf32_precision: float = 1e-5, *, only_if: bool = True) -> Decorator:
    """Run a test once, because the CPU has no TF32."""
    return no_effect


def initialize_cuda_context_rng() -> None:
    """Raise AssertionError: there is no device."""
    raise AssertionError("CUDA must be available when calling initialize_cuda_context_rng")


def _no_version(*args: Any) -> tuple[int, int]:
    return 0, 0


_get_magma_version = _get_torch_cuda_version = _get_torch_rocm_version = _no_version
if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch.testing._internal.common_cuda")
