"""Tests as in PyTorch's test files: a plain TestCase."""
# ruff: noqa: I001
import os
import unittest
import warnings

import numpy as np
import torch
from torch.testing._internal.common_utils import (
    SEED, AlwaysWarnTypedStorageRemoval, BytesIOContext, DeterministicGuard, TemporaryDirectoryName, TemporaryFileName, TestCase,
    disable_gc, freeze_rng_state, gradcheck, gradgradcheck, is_iterable_of_tensors, load_tests, noncontiguous_like, random_matrix,
    run_tests, set_default_dtype, set_rng_seed, set_warn_always_context, skip_exception_type, torch_to_numpy_dtype_dict,
)

load_tests = load_tests


class TestEquality(TestCase):
    def test_numbers_and_tensors(self):
        self.assertEqual(torch.tensor(2.0), 2)
        self.assertEqual(torch.tensor([1, 2]), [1, 2])
        self.assertEqual(np.array([1.5]), torch.tensor([1.5], dtype=torch.double))
        self.assertEqual([1, torch.ones(2)], (1.0, torch.ones(2)))
        self.assertEqual(float("nan"), torch.tensor(float("nan")))

    def test_dtype_matters(self):
        self.assertEqual(torch.ones(2), torch.ones(2, dtype=torch.double), exact_dtype=False)
        self.assertNotEqual(torch.ones(2), torch.ones(2, dtype=torch.double))

    def test_tolerances(self):
        self.assertEqual(torch.ones(1), torch.ones(1) + 1e-6)
        self.assertNotEqual(torch.ones(1), torch.ones(1) + 1e-4)
        self.assertEqual(torch.ones(1), torch.ones(1) + 1e-4, atol=1e-3, rtol=0)
        self.precision = 1e-3
        self.assertEqual(torch.ones(1), torch.ones(1) + 1e-4)

    def test_message(self):
        with self.assertRaisesRegex(AssertionError, "(?s)Scalars are not equal.*while counting"):
            self.assertEqual(1, 2, "while counting")
        with self.assertRaisesRegex(AssertionError, "^mine$"):
            self.assertEqual(torch.ones(2), torch.zeros(2), msg=lambda text: "mine")

    def test_fails(self):
        self.assertEqual({"a": torch.ones(2)}, {"a": torch.zeros(2)})

    def test_shapes_differ(self):
        self.assertEqual(torch.ones(2, 2), torch.ones(4))

    def test_errors(self):
        self.assertEqual(torch.ones(2), True)

    def test_broadcasting(self):
        self.assertEqualBroadcasting(torch.full((2, 3), 4.0), 4.0)
        self.assertEqualIgnoreType(torch.ones(2), torch.ones(2, dtype=torch.long))
        self.compare_with_numpy(torch.sin, np.sin, torch.arange(3.0))
        self.compare_with_numpy(torch.abs, np.abs, [[-1, 2]], device="cpu", dtype=torch.int16)


class TestSurroundings(TestCase):
    def setUp(self):
        super().setUp()
        torch.set_grad_enabled(False)

    def test_same_seed_each_time(self):
        torch.manual_seed(SEED)
        first = torch.rand(3)
        set_rng_seed()
        self.assertEqual(torch.rand(3), first, atol=0, rtol=0)
        with freeze_rng_state():
            second = torch.rand(3)
        self.assertEqual(torch.rand(3), second, atol=0, rtol=0)

    def test_grad_is_on_again(self):
        self.assertFalse(torch.is_grad_enabled())

    def test_warnings(self):
        with self.assertWarnsOnceRegex(UserWarning, "TypedStorage is deprecated"), AlwaysWarnTypedStorageRemoval(True):
            torch.ones(1).storage()
        self.assertNotWarn(lambda: torch.ones(1) + 1)
        with set_warn_always_context(True):
            self.assertTrue(torch.is_warn_always_enabled())
        self.assertFalse(torch.is_warn_always_enabled())

    def test_no_warning_comes(self):
        with self.assertWarnsOnceRegex(UserWarning, "never"):
            pass

    def test_one_warning_too_many(self):
        self.assertNotWarn(lambda: warnings.warn("again", stacklevel=1))

    def test_guards(self):
        with set_default_dtype(torch.double):
            self.assertEqual(torch.ones(1).dtype, torch.double)
        with DeterministicGuard(True, warn_only=True):
            self.assertTrue(torch.is_deterministic_algorithms_warn_only_enabled())
        self.assertFalse(torch.are_deterministic_algorithms_enabled())
        with disable_gc(), TemporaryFileName() as name, TemporaryDirectoryName() as place:
            torch.save([1], name)
            self.assertEqual(torch.load(name), [1])
            self.assertTrue(os.path.isdir(place))
        with BytesIOContext() as file:
            file.write(b"x")
        self.assertEqual(file.getvalue(), b"x")

    def test_skips_by_exception(self):
        with skip_exception_type(NotImplementedError):
            raise NotImplementedError("later")

    def test_leaves_a_mode_open(self):
        torch.set_default_device("cpu")

    @unittest.expectedFailure
    def test_expected_to_fail(self):
        self.assertEqual(1, 2)

    def test_unraisable(self):
        self.assertNoUnraisable(lambda: None)
        self.assertObjectIn(self, [1, self])


class TestHelpers(TestCase):
    def test_gradients(self):
        x = torch.randn(3, dtype=torch.double, requires_grad=True)
        self.assertTrue(gradcheck(lambda v: (v * v).sin(), (x,)))
        self.assertTrue(gradgradcheck(lambda v: (v * v).sin(), (x,)))
        with self.assertRaisesRegex(RuntimeError, "Jacobian mismatch"):
            gradcheck(lambda v: v * v.detach(), (x,))

    def test_matrices(self):
        a = random_matrix(3, 3, singular=True)
        self.assertEqual(torch.linalg.matrix_rank(a), 1)
        x = noncontiguous_like(torch.ones(2, 3))
        self.assertFalse(x.is_contiguous())
        self.assertEqual(x, torch.ones(2, 3))
        self.assertEqual(x, torch.ones(2, 3), exact_stride=True)

    def test_small_questions(self):
        self.assertTrue(is_iterable_of_tensors([torch.ones(1)]))
        self.assertFalse(is_iterable_of_tensors(torch.ones(1)))
        self.assertIs(torch_to_numpy_dtype_dict[torch.int32], np.int32)

    def test_logs(self):
        with self.assertNoLogs():
            pass


class TestLenient(TestCase):
    _ignore_not_implemented_error = True

    def test_not_implemented(self):
        raise NotImplementedError

    def test_not_implemented_inside(self):
        with self.assertRaises(ValueError):
            raise NotImplementedError

    def test_regex(self):
        with self.assertRaisesRegex(ValueError, "x"):
            raise ValueError("x")


if __name__ == "__main__":
    run_tests()
