"""`torch.testing._internal.inductor_utils`: flags of a compiler that is not here."""
# ruff: noqa: F401
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._namespace.modules import recorded_getattr
from ._flags import IS_CI, IS_WINDOWS

HAS_CPU = HAS_GPU = HAS_MULTIGPU = HAS_MPS = HAS_TRITON = HAS_CUDA_AND_TRITON = HAS_XPU_AND_TRITON = HAS_GPU_AND_TRITON = False
RUN_CPU = RUN_GPU = TRITON_HAS_CPU = IS_A100 = IS_H100 = IS_BIG_GPU = False
GPU_TYPES = ["cuda", "mps", "xpu", "mtia"]
GPU_TYPE = "cuda"

if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch.testing._internal.inductor_utils")
