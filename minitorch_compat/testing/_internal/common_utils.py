"""`torch.testing._internal.common_utils`: `TestCase`, `run_tests`, and other names that most test files import."""
# ruff: noqa: F401, I001
from __future__ import annotations

from typing import TYPE_CHECKING

from ..._namespace.modules import recorded_getattr
from .._creation import make_tensor
from ._case import TestCase
from ._concurrency import find_free_port, run_concurrently, shell
from ._flags import (
    ADDRESS_IN_USE, ALLOW_XPU_PROFILING_TEST, CONNECT_TIMEOUT, DEVICE_LIST_SUPPORT_PROFILING_TEST, EXPANDABLE_SEGMENTS, FILE_SCHEMA,
    GRADCHECK_NONDET_TOL, IN_RE_WORKER, IS_ARM64, IS_AVX512_VNNI_SUPPORTED, IS_CI, IS_CPU_CAPABILITY_SVE, IS_CPU_CAPABILITY_SVE256,
    IS_CPU_EXT_SVE_SUPPORTED, IS_FBCODE, IS_FILESYSTEM_UTF8_ENCODING, IS_JETSON, IS_LINUX, IS_MACOS, IS_PPC, IS_REMOTE_GPU, IS_S390X,
    IS_SANDCASTLE, IS_WINDOWS, IS_X86, MACOS_VERSION, MI200_ARCH, MI300_ARCH, MI350_ARCH, NATIVE_DEVICES, NAVI3_ARCH, NAVI4_ARCH,
    NAVI_ARCH, NOTEST_CPU, NO_MULTIPROCESSING_SPAWN, PRINT_REPRO_ON_FAILURE, RERUN_DISABLED_TESTS, SEED, TEST_ACCELERATOR, TEST_ACL,
    TEST_CUDA, TEST_CUDA_CUDSS, TEST_CUDA_GRAPH, TEST_CUDA_GRAPH_CONDITIONAL_NODES, TEST_CUDA_MEM_LEAK_CHECK, TEST_CUDA_PYTHON_BINDINGS,
    TEST_DILL, TEST_FAIRSEQ, TEST_HPU, TEST_IN_SUBPROCESS, TEST_LIBROSA, TEST_MKL, TEST_MPS, TEST_MULTIACCELERATOR, TEST_NUMBA,
    TEST_NUMPY, TEST_NVMATH, TEST_ONEDNN, TEST_OPT_EINSUM, TEST_PRIVATEUSE1, TEST_PRIVATEUSE1_DEVICE_TYPE, TEST_SCIPY,
    TEST_SKIP_CUDAGRAPH, TEST_SKIP_FAST, TEST_TRANSFORMERS, TEST_WITHOUT_COMPILED_AUTOGRAD, TEST_WITH_AOT_EAGER, TEST_WITH_ASAN,
    TEST_WITH_CROSSREF, TEST_WITH_DEV_DBG_ASAN, TEST_WITH_MIOPEN_SUGGEST_NHWC, TEST_WITH_MTIA, TEST_WITH_ROCM, TEST_WITH_SLOW,
    TEST_WITH_SLOW_GRADCHECK, TEST_WITH_TORCHDYNAMO, TEST_WITH_TORCHINDUCTOR, TEST_WITH_TSAN, TEST_WITH_TV, TEST_WITH_UBSAN, TEST_XPU,
    TEST_Z3, LazyVal, dtype2prec_DONTUSE, dtype_name, getRocmVersion, has_corresponding_torch_dtype, numpy_to_torch_dtype,
    numpy_to_torch_dtype_dict, isRocmArchAnyOf, is_navi3_arch, torch_to_numpy_dtype_dict,
)
from ._guards import (
    AlwaysWarnTypedStorageRemoval, BytesIOContext, DeterministicGuard, ProfilingMode, SwapTensorsGuard, TemporaryDirectoryName,
    TemporaryFileName, enable_profiling_mode, enable_profiling_mode_for_profiling_tests,
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
from ._retries import retry, retry_on_connect_failures
from ._running import load_tests, raise_on_run_directly, run_tests
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

from ._skipping import first_sample, recover_orig_fp32_precision, setBlasBackendsToDefaultFinally, setLinalgBackendsToDefaultFinally
from ._skipping import setSdpaBackendsToDefaultFinally, skipIfPythonVersionMismatch, with_ieee_matmul_precision
from ._skipping import xfailIfNoAcceleratorTriton
from ._sparse_matrices import random_sparse_matrix, random_sparse_pd_matrix
from ._tensor_checks import check_leaked_tensors, clone_input_helper, compare_equal_outs_and_grads, do_test_dtypes, do_test_empty_full
from ._tensor_checks import is_coalesced_indices, outs_and_grads
from ._wrapped_functions import copy_func, mock_wrapper, patch_test_members

if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch.testing._internal.common_utils")
