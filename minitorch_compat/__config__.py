"""`torch.__config__`: a description of this build. Programs search it for settings such as `USE_MKL=`."""
from __future__ import annotations

import numpy as np

from ._bindings.settings.process import get_num_interop_threads, get_num_threads
from ._version import __version__, torch_version


def show() -> str:
    """Return a description of the build."""
    return (f"minitorch_compat {__version__} standing in for PyTorch {torch_version.partition('+')[0]}:\n"
            f"  - numpy {np.__version__}\n"
            "  - Build settings: USE_CUDA=OFF, USE_CUDNN=OFF, USE_DISTRIBUTED=OFF, USE_MKL=OFF, USE_MKLDNN=OFF, USE_MPI=OFF, "
            "USE_NCCL=OFF, USE_NNPACK=OFF, USE_OPENMP=OFF\n")


def parallel_info() -> str:
    """Return a description of the threads in use."""
    return ("ATen/Parallel:\n"
            f"\tat::get_num_threads() : {get_num_threads()}\n"
            f"\tat::get_num_interop_threads() : {get_num_interop_threads()}\n"
            "ATen parallel backend: numpy's BLAS\n")
