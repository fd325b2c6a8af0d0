"""`IS_*` and `TEST_*`: flags of the platform, the build and the environment."""
from __future__ import annotations

import os
import platform
import sys
from collections.abc import Callable
from importlib.util import find_spec
from typing import Any

import numpy as np

import minitorch_compat as _torch

torch: Any = _torch  # includes dtype placeholders, unknown to type checkers

SEED = 1234
GRADCHECK_NONDET_TOL = 1e-12
NATIVE_DEVICES = ("cpu", "cuda", "xpu", "meta", "mps", "mtia", "privateuseone")


def _set(variable: str) -> bool:
    return os.environ.get(variable) == "1"


class LazyVal:
    """A lazily evaluated flag."""

    def __init__(self, condition: Callable[[], Any]) -> None:
        self._condition = condition

    def __bool__(self) -> bool:
        return bool(self._condition())


IS_LINUX = sys.platform == "linux"
IS_WINDOWS = sys.platform == "win32"
IS_MACOS = sys.platform == "darwin"
IS_PPC = platform.machine() == "ppc64le"
IS_X86 = platform.machine() in ("x86_64", "i386")
IS_ARM64 = platform.machine() in ("arm64", "aarch64", "ARM64")
IS_S390X = platform.machine() == "s390x"
IS_CI = bool(os.environ.get("CI"))
IS_SANDCASTLE = IS_FBCODE = IS_REMOTE_GPU = IN_RE_WORKER = False
IS_JETSON = TEST_PRIVATEUSE1 = False
IS_FILESYSTEM_UTF8_ENCODING = sys.getfilesystemencoding() == "utf-8"
# No kernel here depends on the instruction set.
IS_AVX512_VNNI_SUPPORTED = IS_CPU_EXT_SVE_SUPPORTED = IS_CPU_CAPABILITY_SVE = IS_CPU_CAPABILITY_SVE256 = False
MACOS_VERSION = float(".".join(platform.mac_ver()[0].split(".")[:2]) or -1)

TEST_NUMPY = True
TEST_SCIPY, TEST_NUMBA, TEST_DILL, TEST_LIBROSA, TEST_OPT_EINSUM, TEST_FAIRSEQ, TEST_TRANSFORMERS, TEST_Z3 = (
    find_spec(name) is not None for name in ("scipy", "numba", "dill", "librosa", "opt_einsum", "fairseq", "transformers", "z3"))
TEST_MKL = torch.backends.mkl.is_available()
TEST_ONEDNN = torch.backends.mkldnn.is_available()
TEST_CUDA = TEST_XPU = TEST_MPS = TEST_HPU = TEST_ACL = TEST_ACCELERATOR = TEST_MULTIACCELERATOR = False
TEST_CUDA_GRAPH = TEST_CUDA_CUDSS = TEST_CUDA_PYTHON_BINDINGS = TEST_CUDA_GRAPH_CONDITIONAL_NODES = TEST_NVMATH = False
TEST_WITH_ROCM = TEST_WITH_MTIA = TEST_WITH_TV = TEST_CUDA_MEM_LEAK_CHECK = TEST_SKIP_CUDAGRAPH = False
EXPANDABLE_SEGMENTS = TEST_WITH_MIOPEN_SUGGEST_NHWC = False
MI200_ARCH, MI300_ARCH, MI350_ARCH = ("gfx90a",), ("gfx942",), ("gfx950",)
NAVI3_ARCH, NAVI4_ARCH = ("gfx1100", "gfx1101"), ("gfx1200", "gfx1201")
NAVI_ARCH = ("gfx1030", *NAVI3_ARCH, *NAVI4_ARCH)
TEST_WITH_ASAN = TEST_WITH_DEV_DBG_ASAN = TEST_WITH_TSAN = TEST_WITH_UBSAN = False
# Nothing is compiled or traced, whatever the environment requests.
TEST_WITH_TORCHDYNAMO = TEST_WITH_TORCHINDUCTOR = TEST_WITH_AOT_EAGER = TEST_WITH_CROSSREF = False
TEST_WITH_SLOW = _set("PYTORCH_TEST_WITH_SLOW")
TEST_SKIP_FAST = _set("PYTORCH_TEST_SKIP_FAST")
TEST_WITH_SLOW_GRADCHECK = _set("PYTORCH_TEST_WITH_SLOW_GRADCHECK")
NOTEST_CPU = "cpu" in os.environ.get("PYTORCH_TESTING_DEVICE_EXCEPT_FOR", "").split(",")
NO_MULTIPROCESSING_SPAWN = False
RERUN_DISABLED_TESTS = TEST_IN_SUBPROCESS = TEST_WITHOUT_COMPILED_AUTOGRAD = False
TEST_PRIVATEUSE1_DEVICE_TYPE = "privateuseone"
DEVICE_LIST_SUPPORT_PROFILING_TEST = ("cpu", "cuda", "xpu")
ALLOW_XPU_PROFILING_TEST = True
ADDRESS_IN_USE, CONNECT_TIMEOUT = "Address already in use", "connect() timed out."
FILE_SCHEMA = "file:///" if IS_WINDOWS else "file://"
dtype2prec_DONTUSE = {torch.float: 1e-5, torch.double: 1e-5, torch.half: 1e-2, torch.bfloat16: 1e-1}
PRINT_REPRO_ON_FAILURE = os.environ.get("PYTORCH_PRINT_REPRO_ON_FAILURE", "1") == "1"

numpy_to_torch_dtype_dict = {
    np.bool_: torch.bool, np.uint8: torch.uint8, np.uint16: torch.uint16, np.uint32: torch.uint32, np.uint64: torch.uint64,
    np.int8: torch.int8, np.int16: torch.int16, np.int32: torch.int32, np.int64: torch.int64, np.float16: torch.float16,
    np.float32: torch.float32, np.float64: torch.float64, np.complex64: torch.complex64, np.complex128: torch.complex128,
}
torch_to_numpy_dtype_dict = {**{ours: theirs for theirs, ours in numpy_to_torch_dtype_dict.items()},
                             torch.bfloat16: np.float32, torch.complex32: np.complex64}


def numpy_to_torch_dtype(np_dtype: Any) -> Any:
    """The tensor dtype that corresponds to a numpy dtype; raises ValueError if there is none."""
    known = numpy_to_torch_dtype_dict.get(np.dtype(np_dtype).type)
    if known is None:
        raise ValueError(f"no dtype of torch corresponds to {np_dtype!r}")
    return known


def has_corresponding_torch_dtype(np_dtype: Any) -> bool:
    """Whether a numpy dtype has a corresponding tensor dtype."""
    return np.dtype(np_dtype).type in numpy_to_torch_dtype_dict


def dtype_name(dtype: Any) -> str:
    """`float32` of `torch.float32`."""
    return str(dtype).split(".")[1]


def isRocmArchAnyOf(arch: tuple[str, ...]) -> bool:
    """False: there is no such device."""
    return False


def is_navi3_arch() -> bool:
    """False: there is no such device."""
    return False


def getRocmVersion() -> tuple[int, int]:
    """No version: there is no such device."""
    return 0, 0
