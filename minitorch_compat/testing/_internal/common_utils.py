"""`torch.testing._internal.common_utils`: `TestCase`, `run_tests`, and other names that most test files import."""
# ruff: noqa: F401, I001
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._namespace.modules import recorded_getattr
from .._creation import make_tensor
from ._case import TestCase
from ._flags import (
    GRADCHECK_NONDET_TOL, IN_RE_WORKER, IS_ARM64, IS_AVX512_VNNI_SUPPORTED, IS_CI, IS_CPU_CAPABILITY_SVE, IS_CPU_CAPABILITY_SVE256,
    IS_CPU_EXT_SVE_SUPPORTED, IS_FBCODE, IS_FILESYSTEM_UTF8_ENCODING, IS_JETSON, IS_LINUX, IS_MACOS, IS_PPC, IS_REMOTE_GPU, IS_S390X,
    IS_SANDCASTLE, IS_WINDOWS, IS_X86, LazyVal, MACOS_VERSION, NATIVE_DEVICES, NOTEST_CPU, NO_MULTIPROCESSING_SPAWN, SEED,
    TEST_ACCELERATOR, TEST_ACL, TEST_CUDA, TEST_CUDA_CUDSS, TEST_CUDA_GRAPH, TEST_CUDA_GRAPH_CONDITIONAL_NODES,
    TEST_CUDA_MEM_LEAK_CHECK, TEST_CUDA_PYTHON_BINDINGS, TEST_DILL, TEST_FAIRSEQ, TEST_HPU, TEST_LIBROSA, TEST_MKL, TEST_MPS,
    TEST_MULTIACCELERATOR, TEST_NUMBA, TEST_NUMPY, TEST_NVMATH, TEST_ONEDNN, TEST_OPT_EINSUM, TEST_PRIVATEUSE1, TEST_SCIPY,
    TEST_SKIP_CUDAGRAPH, TEST_SKIP_FAST, TEST_TRANSFORMERS, TEST_WITH_AOT_EAGER, TEST_WITH_ASAN, TEST_WITH_CROSSREF,
    TEST_WITH_DEV_DBG_ASAN, TEST_WITH_MTIA, TEST_WITH_ROCM, TEST_WITH_SLOW, TEST_WITH_SLOW_GRADCHECK, TEST_WITH_TORCHDYNAMO,
    TEST_WITH_TORCHINDUCTOR, TEST_WITH_TSAN, TEST_WITH_TV, TEST_WITH_UBSAN, TEST_XPU, dtype_name, has_corresponding_torch_dtype,
    numpy_to_torch_dtype, numpy_to_torch_dtype_dict, torch_to_numpy_dtype_dict,
)
from ._guards import (
    AlwaysWarnTypedStorageRemoval, BytesIOContext, DeterministicGuard, SwapTensorsGuard, TemporaryDirectoryName, TemporaryFileName,
    _assertGradAndGradgradChecks, bytes_to_scalar, disable_gc, download_file, freeze_rng_state, get_function_arglist, get_tensors_from,
    gradcheck, gradgradcheck, is_iterable, is_iterable_of_tensors, iter_indices, scoped_load_inline, set_cwd, set_default_dtype,
    set_default_tensor_type, set_rng_seed, set_warn_always_context, skip_exception_type, swap, wrapDeterministicFlagAPITest,
    wrapSwapTensorsTest,
)
from ._matrices import (
    make_fullrank_matrices_with_distinct_singular_values, make_symmetric_matrices, make_symmetric_pd_matrices, noncontiguous_like,
    random_hermitian_matrix, random_hermitian_pd_matrix, random_hermitian_psd_matrix, random_lowrank_matrix, random_matrix,
    random_matrix_with_scaled_reduction_dim, random_square_matrix_of_rank, random_symmetric_matrix, random_symmetric_pd_matrix,
    random_symmetric_psd_matrix, random_well_conditioned_matrix,
)
from ._parametrizing import (
    _TestParametrizer, compose_parametrize_fns, decorateIf, instantiate_parametrized_tests, parametrize, reparametrize, subtest,
)
from ._running import (
    load_tests, run_tests,
)
from ._skipping import (
    coalescedonoff, gcIfJetson, lazy_skip_if, markDynamoStrictTest, requires_cuda, requires_cuda_p2p_access, requires_mkl,
    requires_onednn, runOnRocm, runOnRocmArch, runWithoutCompiledAutograd, serialTest, skipCUDAMemoryLeakCheckIf,
    skipCUDANonDefaultStreamIf, skipIfCachingAllocatorDisabled, skipIfCompiledWithoutNumpy, skipIfCrossRef, skipIfFreeThreaded,
    skipIfHpu, skipIfHpu_BUGGY, skipIfLegacyJitExecutor, skipIfMPS, skipIfNNModuleInlined, skipIfNoDill, skipIfNoLapack, skipIfNoNvmath,
    skipIfNoSciPy, skipIfNoXNNPACK, skipIfNoXPU, skipIfNotMiopenSuggestNHWC, skipIfRocm, skipIfRocmArch, skipIfRocmVersionLessThan,
    skipIfRocm_BUGGY, skipIfSlowGradcheckEnv, skipIfTorchDynamo, skipIfTorchInductor, skipIfWindows, skipIfWindowsXPU, skipIfXpu,
    skipIfXpu_BUGGY, skipRocmIfTorchInductor, skip_but_pass_in_sandcastle, skip_but_pass_in_sandcastle_if, skip_if_pytest, slowTest,
    slowTestIf, suppress_warnings, unMarkDynamoStrictTest, xfailIf, xfailIfACL, xfailIfLinux, xfailIfPy312Plus, xfailIfROCm,
    xfailIfS390X, xfailIfTorchDynamo, xfailIfWindows, xfail_inherited_tests, xpassIfTorchDynamo_np,
)

if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch.testing._internal.common_utils")
