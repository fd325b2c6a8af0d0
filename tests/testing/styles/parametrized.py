"""Tests as in PyTorch's test files: parametrized, skipped, expected to fail."""
# ruff: noqa: I001
import sys
import unittest

import torch
from torch.testing._internal.common_cuda import SM80OrLater, TEST_CUDNN, TEST_MULTIGPU, tf32_on_and_off
from torch.testing._internal.common_utils import (
    IS_LINUX, IS_MACOS, IS_WINDOWS, TEST_CUDA, TEST_NUMPY, TEST_WITH_ROCM, TestCase, decorateIf, instantiate_parametrized_tests,
    markDynamoStrictTest, parametrize, reparametrize, run_tests, serialTest, skipCUDAMemoryLeakCheckIf, skipIfCompiledWithoutNumpy,
    skipIfCrossRef, skipIfMPS, skipIfNoLapack, skipIfRocm, skipIfTorchDynamo, skipIfTorchInductor, skipIfXpu, slowTest, slowTestIf,
    subtest, suppress_warnings, swap, xfailIf, xfailIfTorchDynamo, xfail_inherited_tests,
)
from torch.testing._internal.common_utils import parametrize as parametrize_test


def odd_only(name, arguments):
    if arguments["x"] % 2:
        yield f"{name}_odd", {**arguments, "half": arguments["x"] // 2}


@instantiate_parametrized_tests
class TestParametrized(TestCase):
    @parametrize("x", range(3))
    def test_numbers(self, x):
        self.assertEqual(x, 1)

    @parametrize("x,y", [(1, "a.b"), (True, None), (2.5, [1])])
    def test_pairs(self, x, y):
        pass

    @parametrize("dtype", [torch.float32, torch.int64])
    @parametrize_test("device", ["cpu", torch.device("cpu")], name_fn=lambda device: f"on_{type(device).__name__}")
    def test_products(self, dtype, device):
        self.assertEqual(torch.ones(1, dtype=dtype, device=device).dtype, dtype)

    @parametrize("x, y", [subtest((1, 2), name="double"), subtest((1, 3), name="triple", decorators=[unittest.expectedFailure]),
                          subtest((1, 4), decorators=[unittest.skip("never")])])
    def test_named(self, x, y):
        self.assertEqual(y, 2 * x)

    @decorateIf(unittest.skip("two"), lambda arguments: arguments["x"] == 2)
    @parametrize("x", range(4))
    def test_decorated(self, x):
        self.assertNotEqual(x, 2)

    @parametrize("f", [torch.sin, lambda x: x])
    @decorateIf(unittest.expectedFailure, lambda arguments: arguments["f"] is torch.sin)
    def test_functions(self, f):
        self.assertEqual(f(torch.ones(1)), torch.ones(1))

    @reparametrize(parametrize("x", range(4)), odd_only)
    def test_adapted(self, x, half):
        self.assertEqual(2 * half + 1, x)

    @swap([False])
    def test_swapped(self):
        self.assertEqual(torch.nn.Linear(1, 1).double().weight.dtype, torch.double)

    @parametrize("x", [])
    @unittest.skip("not instantiated before")
    def helper(self, x):
        pass

    del helper

    def test_plain(self):
        pass


class TestSkips(TestCase):
    @slowTest
    def test_slow(self):
        pass

    @slowTestIf(False)
    @serialTest()
    @skipIfMPS
    @skipIfRocm
    @skipIfRocm(msg="x")
    @skipIfXpu(msg="x")
    @skipIfNoLapack
    @skipIfCrossRef
    @skipIfCompiledWithoutNumpy
    @skipIfTorchDynamo("x")
    @skipIfTorchInductor("x")
    @xfailIfTorchDynamo
    @skipCUDAMemoryLeakCheckIf(True)
    @markDynamoStrictTest
    @suppress_warnings
    @tf32_on_and_off(0.01)
    def test_runs(self):
        pass

    @xfailIf(True)
    def test_xfail(self):
        raise ValueError

    @xfailIf(False)
    def test_no_xfail(self):
        pass

    @xfailIf(True)
    def test_passes_unexpectedly(self):
        pass

    @unittest.skipIf(not TEST_CUDA, "no CUDA")
    def test_cuda(self):
        pass

    @unittest.skipIf(not TEST_MULTIGPU, "one GPU")
    def test_two(self):
        pass

    @unittest.skipUnless(TEST_NUMPY, "no numpy")
    def test_flags(self):
        self.assertFalse(TEST_WITH_ROCM or TEST_CUDNN or SM80OrLater)
        self.assertEqual([IS_LINUX, IS_WINDOWS, IS_MACOS], [sys.platform == name for name in ("linux", "win32", "darwin")])

    @skipIfTorchInductor("always", condition=True)
    def test_condition(self):
        pass


@xfail_inherited_tests(["test_flags"])
class TestInherits(TestSkips):
    pass


@skipIfTorchDynamo("class")
@markDynamoStrictTest
class TestWhole(TestCase):
    def test_runs(self):
        pass


if __name__ == "__main__":
    run_tests()
