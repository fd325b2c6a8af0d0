"""Decorators that skip tests or expect failures. Those for other devices or compilers have no effect."""
from __future__ import annotations

import os
import sys
import sysconfig
import unittest
import warnings
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import minitorch_compat as torch

from . import _flags as flags

Decorator = Callable[[Any], Any]


def lazy_skip_if(condition_fn: Callable[[], Any], reason: str) -> Decorator:
    """Skip a function if the condition holds when it is called, a class if it holds now."""
    def decorate(fn: Any) -> Any:
        if isinstance(fn, type):
            return unittest.skip(reason)(fn) if condition_fn() else fn

        @wraps(fn)
        def checked(*args: Any, **kwargs: Any) -> Any:
            if condition_fn():
                raise unittest.SkipTest(reason)
            return fn(*args, **kwargs)

        return checked

    return decorate


def no_effect(fn: Any) -> Any:
    """A decorator without effect."""
    return fn


def _no_skip(func: Any = None, *, msg: str = "") -> Any:
    """Do nothing: skips on a device that is not available."""
    return no_effect if func is None else func


skipIfRocm = skipIfXpu = skipIfRocm_BUGGY = skipIfXpu_BUGGY = skipIfWindowsXPU = _no_skip
skipIfMPS = skipIfHpu = skipIfHpu_BUGGY = skipIfCrossRef = skipIfNoLapack = skipIfCompiledWithoutNumpy = gcIfJetson = no_effect
skipIfCachingAllocatorDisabled = xfailIfACL = xfailIfTorchDynamo = xfailIfROCm = no_effect


def skipIfRocmArch(arch: Any) -> Decorator:
    """No effect: there is no such device."""
    return no_effect


skipCUDAMemoryLeakCheckIf = skipCUDANonDefaultStreamIf = skipIfRocmArch


def skipIfRocmVersionLessThan(version: Any = None) -> Decorator:
    """No effect: there is no such device."""
    return no_effect


def skipIfWindows(func: Any = None, *, msg: str = "test doesn't currently work on the Windows stack") -> Any:
    """Skip on Windows."""
    decorate = lazy_skip_if(lambda: flags.IS_WINDOWS, f"skipIfWindows: {msg}")
    return decorate if func is None else decorate(func)


def skipIfTorchDynamo(msg: str = "") -> Decorator:
    """No effect: nothing is compiled."""
    if not isinstance(msg, str):
        raise AssertionError("Are you using skipIfTorchDynamo correctly?")
    return no_effect


runWithoutCompiledAutograd = skipIfLegacyJitExecutor = skipRocmIfTorchInductor = skipIfTorchDynamo


def skipIfTorchInductor(msg: str = "test doesn't currently work with torchinductor", condition: bool = False) -> Decorator:
    """Skip if the condition holds."""
    return lazy_skip_if(lambda: condition, msg)


def skipIfNNModuleInlined(msg: str = "test doesn't currently work with nn module inlining", condition: bool = True) -> Decorator:
    """Skip if the condition holds."""
    return lazy_skip_if(lambda: condition, msg)


def skipIfNotMiopenSuggestNHWC(fn: Any) -> Any:
    """Skip: there is no such device."""
    return lazy_skip_if(lambda: True, "test doesn't currently work without MIOpen NHWC activation")(fn)


def skipIfNoXNNPACK(fn: Any) -> Any:
    """Skip: there is no such library."""
    return lazy_skip_if(lambda: True, "XNNPACK must be enabled for these tests. Please build with USE_XNNPACK=1.")(fn)


def skipIfNoXPU(fn: Any) -> Any:
    """Skip: there is no such device."""
    return lazy_skip_if(lambda: True, "no XPU")(fn)


runOnRocm = skipIfNoXPU


def runOnRocmArch(arch: Any) -> Decorator:
    """Skip: there is no such device."""
    return skipIfNoXPU


def skipIfNoSciPy(fn: Any) -> Any:
    """Skip unless SciPy is installed."""
    return lazy_skip_if(lambda: not flags.TEST_SCIPY, "test require SciPy, but SciPy not found")(fn)


def skip_if_pytest(fn: Any) -> Any:
    """Skip under pytest."""
    return lazy_skip_if(lambda: "PYTEST_CURRENT_TEST" in os.environ, "does not work under pytest")(fn)


def skipIfFreeThreaded(msg: str = "Test doesn't work with free-threaded python") -> Decorator:
    """Skip on free-threaded Python."""
    if not isinstance(msg, str):
        raise AssertionError("Are you using skipIfFreeThreaded correctly?")
    return unittest.skipIf(sysconfig.get_config_var("Py_GIL_DISABLED") == 1, msg)


skipIfNoDill = unittest.skipIf(not flags.TEST_DILL, "no dill")
skipIfNoNvmath = unittest.skip("nvmath-python not available")
skipIfSlowGradcheckEnv = unittest.skipIf(flags.TEST_WITH_SLOW_GRADCHECK, "needs no slow gradcheck")
requires_cuda = unittest.skip("Requires CUDA")
requires_mkl = unittest.skipUnless(flags.TEST_MKL, "Test requires MKL")
requires_onednn = unittest.skipUnless(flags.TEST_ONEDNN, "Test requires OneDNN/MKLDNN")


def requires_cuda_p2p_access() -> Decorator:
    """Skip: there is no such device."""
    return requires_cuda


def skip_but_pass_in_sandcastle(reason: str) -> Decorator:
    """`unittest.skip`."""
    return unittest.skip(reason)


def skip_but_pass_in_sandcastle_if(condition: Any, reason: str) -> Decorator:
    """`unittest.skipIf`."""
    return unittest.skipIf(bool(condition), reason)


def xfailIf(condition: Any) -> Decorator:
    """`unittest.expectedFailure` if the condition holds."""
    return unittest.expectedFailure if condition else no_effect


xfailIfPy312Plus = xfailIf(sys.version_info >= (3, 12))
xfailIfLinux = xfailIf(flags.IS_LINUX)
xfailIfWindows = xfailIf(flags.IS_WINDOWS)
xfailIfS390X = xfailIf(flags.IS_S390X)
xpassIfTorchDynamo_np = unittest.expectedFailure


def xfail_inherited_tests(tests: list[str]) -> Decorator:
    """Expect these inherited tests to fail in this class, but not in the base class."""
    def decorate(cls: Any) -> Any:
        from ._parametrizing import copy_test

        for name in tests:
            setattr(cls, name, unittest.expectedFailure(copy_test(getattr(cls, name))))
        return cls

    return decorate


def slowTest(fn: Any) -> Any:
    """Skip unless PYTORCH_TEST_WITH_SLOW is 1."""
    slow = lazy_skip_if(lambda: not flags.TEST_WITH_SLOW, "test is slow; run with PYTORCH_TEST_WITH_SLOW to enable test")(fn)
    slow.slow_test = True
    return slow


def slowTestIf(condition: Any) -> Decorator:
    """`slowTest` if the condition holds."""
    return slowTest if condition else no_effect


def serialTest(condition: bool = True) -> Decorator:
    """Do nothing: unittest does not run tests in parallel."""
    if type(condition) is not bool:
        raise AssertionError(f"expected condition to be bool, got {type(condition)}")
    return no_effect


def markDynamoStrictTest(cls_or_func: Any = None, nopython: bool = False) -> Any:
    """No effect: nothing is compiled."""
    return no_effect if cls_or_func is None else cls_or_func


def unMarkDynamoStrictTest(cls: Any = None) -> Any:
    """No effect: nothing is compiled."""
    return no_effect if cls is None else cls


def suppress_warnings(fn: Any) -> Any:
    """Run a test without warnings."""
    @wraps(fn)
    def quiet(*args: Any, **kwargs: Any) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            fn(*args, **kwargs)

    return quiet


def coalescedonoff(f: Any) -> Any:
    """Run a test with coalesced=True and with coalesced=False."""
    @wraps(f)
    def both(self: Any, *args: Any, **kwargs: Any) -> None:
        for coalesced in (True, False):
            f(self, *args, **kwargs, coalesced=coalesced)

    return both


#: These put choices between the libraries of a GPU back.
setLinalgBackendsToDefaultFinally = setBlasBackendsToDefaultFinally = setSdpaBackendsToDefaultFinally = no_effect


def recover_orig_fp32_precision(fn: Any) -> Any:
    """Put the precision of products back after a test."""
    @wraps(fn)
    def run(*args: Any, **kwargs: Any) -> Any:
        precision = torch.get_float32_matmul_precision()
        try:
            return fn(*args, **kwargs)
        finally:
            torch.set_float32_matmul_precision(precision)

    return run


def with_ieee_matmul_precision(fn: Any) -> Any:
    """Run a test with the highest precision of products."""
    @wraps(fn)
    def run(*args: Any, **kwargs: Any) -> Any:
        torch.set_float32_matmul_precision("highest")
        return fn(*args, **kwargs)

    return recover_orig_fp32_precision(run)


#: It concerns GPUs and compilers.
xfailIfNoAcceleratorTriton = no_effect


def skipIfPythonVersionMismatch(predicate: Callable[[Any], bool]) -> Decorator:
    """Skip a test if the predicate of `sys.version_info` is false."""
    return no_effect if predicate(sys.version_info) else unittest.skip("Python version mismatch")


def first_sample(self: unittest.TestCase, samples: Iterable[Any]) -> Any:
    """The first sample; the test is skipped if there is none."""
    for sample in samples:
        return sample
    raise unittest.SkipTest("Skipped! Need at least 1 sample input")
