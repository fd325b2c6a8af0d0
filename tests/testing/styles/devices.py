"""Tests as in PyTorch's test files: for devices and dtypes."""
# ruff: noqa: I001
import torch
from torch.testing import make_tensor
from torch.testing._internal.common_device_type import (
    deviceCountAtLeast, dtypes, dtypesIfCPU, dtypesIfCUDA, expectedFailureCPU, expectedFailureCUDA, expectedFailureMeta,
    instantiate_device_type_tests, onlyCPU, onlyCUDA, onlyNativeDeviceTypes, onlyOn, precisionOverride, skipCPUIf, skipCPUIfNoLapack,
    skipCUDAIf, skipCUDAIfNoMagma, skipCUDAIfRocm, skipIf, skipMeta, skipMPS, skipXLA, tol, toleranceOverride,
)
from torch.testing._internal.common_dtype import (
    all_types_and, all_types_and_complex_and, complex_types, floating_and_complex_types, floating_types, floating_types_and, get_all_dtypes,
    get_all_math_dtypes, integral_types, integral_types_and,
)
from torch.testing._internal.common_utils import TestCase, parametrize, run_tests, skipIfTorchDynamo, subtest


class TestDevices(TestCase):
    exact_dtype = True

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.prepared = cls.device_type

    @staticmethod
    def twice(x):
        return 2 * x

    def _make(self, device, dtype):
        return make_tensor((3,), device=device, dtype=dtype)

    def test_device(self, device):
        self.assertEqual(self.prepared, torch.ones(1, device=device).device.type)

    def test_nothing(self):
        self.assertEqual(TestDevices.twice(2), 4)

    @dtypes(*all_types_and_complex_and(torch.half, torch.bfloat16, torch.bool))
    def test_dtypes(self, device, dtype):
        self.assertEqual(self._make(device, dtype).dtype, dtype)

    @dtypes(torch.float, torch.long)
    @dtypesIfCPU(torch.double)
    @dtypesIfCUDA(*floating_types_and(torch.half))
    def test_dtypes_here(self, device, dtype):
        self.assertEqual(dtype, torch.double)

    @dtypes((torch.float, torch.double), (torch.int, torch.long))
    def test_pairs(self, device, dtypes):
        self.assertEqual(torch.promote_types(*dtypes), dtypes[1])

    @dtypes(*integral_types(), *complex_types())
    @parametrize("n,name", [(1, "a"), subtest((2, "b"), name="two")])
    def test_both(self, device, n, name, dtype):
        pass

    @parametrize("n", [1, 2])
    def test_parametrized(self, device, n):
        pass

    @onlyCPU
    def test_only_cpu(self, device):
        pass

    @onlyCUDA
    @dtypes(torch.float)
    def test_only_cuda(self, device, dtype):
        pass

    @onlyOn(["cuda", "mps"])
    def test_only_on(self, device):
        pass

    @onlyNativeDeviceTypes
    @skipMeta
    @skipXLA
    @skipMPS
    @skipCUDAIfNoMagma
    @skipCUDAIfRocm
    @skipCUDAIfRocm(msg="x")
    @skipCPUIfNoLapack
    @skipCUDAIf(True, "x")
    @expectedFailureMeta
    @expectedFailureCUDA
    @skipIfTorchDynamo("x")
    def test_native(self, device):
        pass

    @skipCPUIf(True, "on the CPU")
    def test_not_here(self, device):
        pass

    @skipIf("absent", "an attribute that is not there")
    def test_attribute(self, device):
        pass

    @expectedFailureCPU
    def test_fails_here(self, device):
        raise ValueError

    @expectedFailureCPU
    def test_should_fail_here(self, device):
        pass

    @deviceCountAtLeast(1)
    def test_one(self, devices):
        self.assertEqual(devices, ["cpu"])

    @deviceCountAtLeast(2)
    @dtypes(*floating_types())
    def test_two(self, devices, dtype):
        pass

    @precisionOverride({torch.float: 0.5, torch.double: 0.1})
    @dtypes(torch.float, torch.double, torch.half)
    def test_precision(self, device, dtype):
        self.assertEqual(torch.ones(1, dtype=dtype), torch.ones(1, dtype=dtype) + 0.3)

    @toleranceOverride({torch.float: tol(atol=0.0, rtol=0.5), torch.double: tol(0.1, 0.0)})
    @dtypes(torch.float, torch.double)
    def test_tolerance(self, device, dtype):
        self.assertEqual(torch.ones(1, dtype=dtype), torch.ones(1, dtype=dtype) + 0.3)

    @dtypes(*integral_types_and(torch.bool))
    def test_sets(self, device, dtype):
        self.assertIn(dtype, get_all_dtypes())
        self.assertNotIn(torch.bool, get_all_math_dtypes(device))
        self.assertEqual(len(all_types_and(torch.bool) + floating_and_complex_types()), 12)


class TestElsewhere(TestCase):
    def test_it(self, device):
        pass


class TestHere(TestCase):
    def test_it(self, device):
        pass


instantiate_device_type_tests(TestDevices, globals())
instantiate_device_type_tests(TestElsewhere, globals(), only_for="cuda")
instantiate_device_type_tests(TestHere, globals(), except_for=["meta"], allow_mps=True)

if __name__ == "__main__":
    run_tests()
