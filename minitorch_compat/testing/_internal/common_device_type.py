"""`torch.testing._internal.common_device_type`: instantiate tests per device and dtype; the only device is the CPU.

`instantiate_device_type_tests(TestX, globals())` replaces `TestX` by `TestXCPU`, with a test `test_y_cpu_float32` per dtype.
"""
# ruff: noqa: F401, I001  (test files import flags from here, too)
from __future__ import annotations

import gc
import inspect
import os
import unittest
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import TYPE_CHECKING, Any

import minitorch_compat as torch

from ..._namespace.modules import recorded_getattr
from ._case import TestCase
from ._databases import OpDTypes, ops
from ._flags import (
    IS_FBCODE, IS_MACOS, IS_REMOTE_GPU, IS_S390X, IS_SANDCASTLE, IS_WINDOWS, NATIVE_DEVICES, TEST_HPU, TEST_MKL, TEST_MPS, TEST_WITH_ASAN,
    TEST_WITH_ROCM, TEST_WITH_TORCHINDUCTOR, TEST_WITH_TSAN, TEST_WITH_UBSAN, TEST_XPU, dtype_name,
)
from ._parametrizing import Test, Variant, Variants, add_test, compose_parametrize_fns, no_decorators
from ._skipping import Decorator, no_effect

PYTORCH_TESTING_DEVICE_ONLY_FOR_KEY = "PYTORCH_TESTING_DEVICE_ONLY_FOR"
PYTORCH_TESTING_DEVICE_EXCEPT_FOR_KEY = "PYTORCH_TESTING_DEVICE_EXCEPT_FOR"
PYTORCH_CUDA_MEMCHECK = False
tol = namedtuple("tol", ["atol", "rtol"])


class DeviceTypeTestBase(TestCase):
    """Base of the classes made by `instantiate_device_type_tests`."""

    device_type: str = "generic_device_type"

    @classmethod
    def get_primary_device(cls) -> str:
        """The device passed to tests of a single device."""
        return cls.device_type

    @classmethod
    def get_all_devices(cls) -> list[str]:
        """All devices of the type."""
        return [cls.get_primary_device()]

    @classmethod
    def instantiate_test(cls, name: str, test: Any, *, generic_cls: Any = None) -> None:
        """Add the variants of a test to the class."""
        variants: Variants = getattr(test, "parametrize_fn", lambda test, generic_cls, device_cls: [(test, "", {}, no_decorators)])
        dtypes = _dtypes_of(test, cls.device_type)
        if dtypes is not None:
            variants = compose_parametrize_fns(_parametrize_dtypes(dtypes), variants)
        for one, suffix, arguments, decorators in variants(test, generic_cls, cls):
            _with_device_argument(cls, one, arguments)
            names = [name, suffix, cls.device_type, *map(dtype_name, _tested_dtypes(arguments))]
            for decorator in decorators(arguments):
                one = decorator(one)
            add_test(cls, "_".join(part for part in names if part), _with_tolerances(one, arguments))


class CPUTestBase(DeviceTypeTestBase):
    """Tests on the CPU."""

    device_type = "cpu"


def _dtypes_of(test: Any, device_type: str) -> Any:
    """The dtypes given by the decorator `dtypes`, or None."""
    requested = getattr(test, "dtypes", None)
    if requested is None:
        return None
    if "all" not in requested:
        raise AssertionError(f"@dtypes is mandatory when using @dtypesIf however '{test.__name__}' didn't specify it")
    return requested.get(device_type, requested["all"])


def _tested_dtypes(arguments: dict[str, Any]) -> Any:
    """The dtype or dtypes among the arguments."""
    tested = arguments.get("dtypes", arguments.get("dtype"))
    return tested if isinstance(tested, (list, tuple)) else [tested] if tested else []


def _parametrize_dtypes(dtypes: Iterable[Any]) -> Callable[..., Iterator[Variant]]:
    def variants(test: Test, generic_cls: type, device_cls: type) -> Iterator[Variant]:
        for dtype in dtypes:
            yield test, "", {"dtypes" if isinstance(dtype, (list, tuple)) else "dtype": dtype}, no_decorators

    return variants


def _with_device_argument(cls: type[DeviceTypeTestBase], test: Test, arguments: dict[str, Any]) -> None:
    """Pass `device` to a test, or all `devices` if it states how many it needs."""
    if inspect.signature(test).parameters.keys() & {"device", "devices"}:
        several = hasattr(test, "num_required_devices")
        for name in ("device", "devices"):
            arguments.pop(name, None)
        arguments["devices" if several else "device"] = cls.get_all_devices() if several else cls.get_primary_device()


def _with_tolerances(test: Any, arguments: dict[str, Any]) -> Test:
    """Bind the arguments of a test, with the tolerances that it states for the dtype."""
    @wraps(test)
    def instantiated(self: Any, param_kwargs: dict[str, Any] = arguments) -> Any:
        before = self.precision, self.rel_tol
        dtype = param_kwargs.get("dtypes", param_kwargs.get("dtype"))
        if dtype:
            precision = getattr(test, "precision_overrides", {}).get(dtype, self.precision)
            self.precision, self.rel_tol = getattr(test, "tolerance_overrides", {}).get(dtype, (precision, self.rel_tol))
        try:
            return test(self, **param_kwargs)
        finally:
            self.precision, self.rel_tol = before

    return instantiated


def get_device_type_test_bases() -> list[type[DeviceTypeTestBase]]:
    """The base classes: that of the CPU."""
    return [CPUTestBase]


device_type_test_bases = get_device_type_test_bases()


def get_all_device_types() -> list[str]:
    """The device types on which tests run."""
    return ["cpu"]


def filter_desired_device_types(device_type_test_bases: Iterable[Any], except_for: Any = None, only_for: Any = None) -> list[Any]:
    """The classes of device types that are in `only_for` (if given) and not in `except_for`."""
    both = set(except_for or ()) & set(only_for or ())
    if both:
        raise AssertionError(f"device ({both}) appeared in both except_for and only_for")
    return [base for base in device_type_test_bases
            if not (except_for and base.device_type in except_for) and (not only_for or base.device_type in only_for)]


def get_desired_device_type_test_bases(except_for: Any = None, only_for: Any = None, include_lazy: bool = False, allow_mps: bool = False,
                                       allow_xpu: bool = False) -> list[Any]:
    """The base classes selected by arguments and environment."""
    requested = [[name for name in os.environ.get(key, "").split(",") if name]
                 for key in (PYTORCH_TESTING_DEVICE_EXCEPT_FOR_KEY, PYTORCH_TESTING_DEVICE_ONLY_FOR_KEY)]
    return filter_desired_device_types(filter_desired_device_types(device_type_test_bases, except_for, only_for), *requested)


def instantiate_device_type_tests(generic_test_class: Any, scope: dict[str, Any], except_for: Any = None, only_for: Any = None,
                                  include_lazy: bool = False, allow_mps: bool = False, allow_xpu: bool = False) -> None:
    """Replace `TestX` in `scope` by a class per device type, `TestXCPU`."""
    del scope[generic_test_class.__name__]
    members = dict(vars(generic_test_class))
    tests = [name for name in members if name.startswith("test")]
    for base in get_desired_device_type_test_bases(except_for, only_for):
        name = generic_test_class.__name__ + base.device_type.upper()
        # Members of the class take precedence over those of the base.
        own_members = {key: value
                       for key, value in members.items() if key not in tests and not (key.startswith("__") and key != "__init__")}
        cls: Any = type(name, (base, generic_test_class), {**own_members, "__module__": generic_test_class.__module__})
        for test in tests:
            cls.instantiate_test(test, getattr(generic_test_class, test), generic_cls=generic_test_class)
        scope[name] = cls
    for test in tests:
        delattr(generic_test_class, test)


class dtypes:
    """Run the test for each dtype (`dtype=`), or for each tuple of dtypes (`dtypes=`)."""

    def __init__(self, *args: Any, device_type: str = "all") -> None:
        several = bool(args) and isinstance(args[0], (list, tuple))
        if several and not all(isinstance(arg, (list, tuple)) for arg in args):
            raise AssertionError("When one dtype variant is a tuple or list, all dtype variants must be.")
        if not all(isinstance(dtype, torch.dtype) for arg in args for dtype in (arg if several else [arg])):
            raise AssertionError(f"Unknown dtype in {args}")
        self.args, self.device_type = args, device_type

    def __call__(self, fn: Any) -> Any:
        requested = getattr(fn, "dtypes", {})
        if self.device_type in requested:
            raise AssertionError(f"dtypes redefinition for {self.device_type}")
        fn.dtypes = {**requested, self.device_type: self.args}
        return fn


class dtypesIfCPU(dtypes):
    """`dtypes` on the CPU."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args, device_type="cpu")


def _check_dtypes_only(*args: Any) -> Decorator:
    """`dtypes` for an unavailable device: the arguments are only checked."""
    dtypes(*args)
    return no_effect


dtypesIfCUDA = dtypesIfXPU = dtypesIfMPS = dtypesIfHPU = dtypesIfPRIVATEUSE1 = _check_dtypes_only


class precisionOverride:
    """Set the minimum absolute tolerance per dtype."""

    def __init__(self, d: dict[Any, Any]) -> None:
        if not isinstance(d, dict) or not all(isinstance(dtype, torch.dtype) for dtype in d):
            raise AssertionError(f"{type(self).__name__} not given a dtype : tolerance dict, but {d!r}")
        self.d = d

    def __call__(self, fn: Any) -> Any:
        fn.precision_overrides = self.d
        return fn


class toleranceOverride(precisionOverride):
    """Set the minimum tolerances, `tol(atol, rtol)`, per dtype."""

    def __init__(self, d: dict[Any, Any]) -> None:
        super().__init__(d)
        if not all(isinstance(value, tol) for value in d.values()):
            raise AssertionError("toleranceOverride not given a dtype : tol dict!")

    def __call__(self, fn: Any) -> Any:
        fn.tolerance_overrides = self.d
        return fn


class deviceCountAtLeast:
    """Pass a list `devices` to the test; skip it if there are too few."""

    def __init__(self, num_required_devices: int) -> None:
        self.num_required_devices = num_required_devices

    def __call__(self, fn: Any) -> Any:
        if hasattr(fn, "num_required_devices"):
            raise AssertionError(f"deviceCountAtLeast redefinition for {fn.__name__}")
        fn.num_required_devices = self.num_required_devices

        @wraps(fn)
        def counted(slf: Any, devices: Any, *args: Any, **kwargs: Any) -> Any:
            if len(devices) < self.num_required_devices:
                raise unittest.SkipTest(f"fewer than {self.num_required_devices} devices detected")
            return fn(slf, devices, *args, **kwargs)

        return counted


def _skip_if_applies(applies: Callable[[Any], Any], reason: str) -> Decorator:
    """Skip if `applies(test case)` holds when the test runs."""
    def decorate(fn: Any) -> Any:
        @wraps(fn)
        def checked(slf: Any, *args: Any, **kwargs: Any) -> Any:
            if applies(slf):
                raise unittest.SkipTest(reason)
            return fn(slf, *args, **kwargs)

        return checked

    return decorate


class skipIf:
    """Skip on a device type (None: on all) if `dep` holds: a condition, or the name of an attribute of the test case."""

    def __init__(self, dep: Any, reason: str, device_type: Any = None) -> None:
        self.dep, self.reason, self.device_type = dep, reason, device_type

    def _applies(self, case: Any) -> bool:
        types = [self.device_type] if isinstance(self.device_type, str) else self.device_type
        holds = getattr(case, self.dep, True) if isinstance(self.dep, str) else self.dep is True
        return bool(holds and (types is None or case.device_type in types))

    def __call__(self, fn: Any) -> Any:
        return _skip_if_applies(self._applies, self.reason)(fn)


class skipCPUIf(skipIf):
    """Skip on the CPU."""

    def __init__(self, dep: Any, reason: str) -> None:
        super().__init__(dep, reason, device_type="cpu")


def _no_skip(dep: Any, reason: str) -> Decorator:
    """Do nothing: skips on a device that is not available."""
    return no_effect


skipCUDAIf = skipXPUIf = skipGPUIf = skipLazyIf = skipMetaIf = skipMPSIf = skipHPUIf = skipXLAIf = skipPRIVATEUSE1If = _no_skip


def _no_effect_decorator(func: Any = None, *args: Any, **kwargs: Any) -> Any:
    """A decorator for an unavailable device, with or without arguments; no effect."""
    return func if callable(func) else no_effect


skipLazy = skipMeta = skipXLA = skipMPS = skipHPU = skipXPU = skipPRIVATEUSE1 = no_effect
skipCUDAIfNoMagma = skipCUDAIfNoCusolver = skipCUDAIfNoCudnn = skipCUDAIfNotRocm = skipCUDAIfMiopen = skipCUDAIfNoMiopen = no_effect
skipCUDAIfNoCusolverROCMIfNoMagma = skipCUDAIfNoMagmaAndNoCusolver = skipCUDAIfNoMagmaAndNoLinalgsolver = no_effect
skipCUDAIfNoCusparseGeneric = skipCUDAIfNoHipsparseGeneric = skipCUDAIfNoSparseGeneric = skipCUDAIfNotMiopenSuggestNHWC = no_effect
skipCUDAIfRocm = skipCUDAIfRocmVersionLessThan = skipCUDAVersionIn = skipCUDAIfVersionLessThan = _no_effect_decorator
skipCUDAIfCudnnVersionLessThan = skipCUDAIfRocmHipBlasltVersionLessThan = _no_effect_decorator
expectedFailureCUDA = expectedFailureXPU = expectedFailureMeta = expectedFailureXLA = expectedFailureHPU = expectedFailureMPS = no_effect
expectedFailureMPSComplex = expectedFailureMPSPre15 = expectedFailureMPSPre14 = disablecuDNN = disableMkldnn = no_effect
skipCPUIfNoLapack = skipCPUIfNoFFT = no_effect  # both are available
skipCPUIfNoMkl = skipCPUIfNoMklSparse = skipCPUIf(not torch.backends.mkl.is_available(), "there is no MKL here")
skipCPUIfNoMkldnn = skipCPUIf(not torch.backends.mkldnn.is_available(), "there is no MKL-DNN here")


class onlyOn:
    """Skip except on this device type, or one of these."""

    def __init__(self, device_type: str | list[str]) -> None:
        self.device_type = device_type

    def __call__(self, fn: Any) -> Any:
        return _skip_if_applies(lambda case: case.device_type not in self.device_type, f"Only runs on {self.device_type}")(fn)


onlyCPU, onlyCUDA, onlyMPS, onlyXPU, onlyHPU = (onlyOn(name) for name in ("cpu", "cuda", "mps", "xpu", "hpu"))
onlyPRIVATEUSE1 = unittest.skip("there is no such device")
onlyCUDAAndPRIVATEUSE1 = onlyOn(["cuda", "privateuseone"])
onlyNativeDeviceTypes = onlyOn(list(NATIVE_DEVICES))
onlyAccelerator = _skip_if_applies(lambda case: case.device_type in ("cpu", "meta"), "onlyAccelerator: doesn't run on CPU or meta devices")


def onlyNativeDeviceTypesAnd(devices: Any = None) -> Decorator:
    """Skip except on PyTorch's native device types and these."""
    return onlyOn([*NATIVE_DEVICES, *(devices or ())])


class expectedFailure:
    """Fail if the test passes on this device type (None: all) and for this dtype (None: all)."""

    def __init__(self, device_type: str | None, dtype: Any = None) -> None:
        self.device_type, self.dtype = device_type, dtype

    def __call__(self, fn: Any) -> Any:
        @wraps(fn)
        def failing(slf: Any, *args: Any, **kwargs: Any) -> Any:
            dtype = kwargs.get("dtype", getattr(slf, "dtype", None))
            if self.device_type not in (None, getattr(slf, "device_type", None)) or self.dtype not in (None, dtype):
                return fn(slf, *args, **kwargs)
            try:
                fn(slf, *args, **kwargs)
            except Exception:
                return None
            return slf.fail("expected test to fail, but it passed")

        return failing


expectedFailureCPU = expectedFailure("cpu")


def largeTensorTest(size: Any, device: Any = None, inductor: bool = False) -> Decorator:
    """Skip unless enough memory is free: bytes, "4GB", or a function of the arguments. Requires psutil."""
    if isinstance(size, str):
        if not size.endswith(("GB", "gb")):
            raise AssertionError(f"only bytes or GB supported, got {size!r}")
        size = 1024**3 * int(size[:-2])

    def decorate(fn: Any) -> Any:
        @wraps(fn)
        def checked(self: Any, *args: Any, **kwargs: Any) -> Any:
            if _free_bytes() < (size(self, *args, **kwargs) if callable(size) else size):
                raise unittest.SkipTest("Insufficient cpu memory")
            return fn(self, *args, **kwargs)

        return checked

    return decorate


def _free_bytes() -> int:
    try:
        import psutil  # type: ignore[import-untyped,unused-ignore]
    except ImportError:
        raise unittest.SkipTest("Need psutil to determine if memory is sufficient") from None
    gc.collect()
    return int(psutil.virtual_memory().available)


if not TYPE_CHECKING:  # type checkers must see only the names that exist
    __getattr__ = recorded_getattr("torch.testing._internal.common_device_type")
