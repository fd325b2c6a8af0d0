"""Tests that are skipped or expected to fail, texts written in a test, and flags of other hardware."""
from __future__ import annotations

import sys
import unittest
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat.testing._internal import common_cuda, common_device_type, common_methods_invocations, common_utils
from minitorch_compat.testing._internal.common_utils import TestCase as Case
from minitorch_compat.testing._internal.common_utils import first_sample, skipIfPythonVersionMismatch


def _outcome(case: type[unittest.TestCase], name: str) -> dict[str, Any]:
    result = unittest.TestResult()
    case(name).run(result)
    return {"failed": len(result.failures) + len(result.errors), "skipped": len(result.skipped), "expected": len(result.expectedFailures),
            "unexpected": len(result.unexpectedSuccesses)}


def test_ops_can_be_skipped_and_expected_to_fail() -> None:
    ops = [op for op in common_methods_invocations.op_db if op.name in ("sin", "cos", "exp")]
    assert len(ops) == 3
    xfail, skip = common_device_type.xfail, common_device_type.skip

    class TestOps(Case):
        @common_device_type.skipOps({xfail("sin"), skip("cos"), xfail("exp", dtypes=(torch.float64,))})
        @common_device_type.ops(ops, allowed_dtypes=(torch.float32,))
        def test_op(self, device: str, dtype: Any, op: Any) -> None:
            self.assertNotEqual(op.name, "sin")

    scope: dict[str, Any] = {"TestOps": TestOps}
    common_device_type.instantiate_device_type_tests(TestOps, scope, only_for="cpu")
    (case,) = scope.values()
    good = {"failed": 0, "skipped": 0, "expected": 0, "unexpected": 0}
    assert _outcome(case, "test_op_sin_cpu_float32") == {**good, "expected": 1}
    assert _outcome(case, "test_op_cos_cpu_float32") == {**good, "skipped": 1}
    assert _outcome(case, "test_op_exp_cpu_float32") == good


def test_inline_texts_are_compared() -> None:
    class Inline(Case):
        def test_right(self) -> None:
            self.assertExpectedInline("a\nb", "a\nb")
            self.assertExpectedRaisesInline(ValueError, lambda: int("x"), "invalid literal for int() with base 10: 'x'")

        def test_wrong(self) -> None:
            self.assertExpectedInline("a", "b")

    assert _outcome(Inline, "test_right")["failed"] == 0 and _outcome(Inline, "test_wrong")["failed"] == 1


def test_skipped_versions_and_missing_samples() -> None:
    case = unittest.TestCase()
    assert first_sample(case, iter([4, 5])) == 4
    with pytest.raises(unittest.SkipTest):
        first_sample(case, [])
    skipped = skipIfPythonVersionMismatch(lambda version: version[0] < 3)(_raise)
    with pytest.raises(unittest.SkipTest):
        skipped()
    assert skipIfPythonVersionMismatch(lambda version: version == sys.version_info)(_raise) is _raise


def _raise() -> None:
    raise ValueError("bad")


def test_flags_of_other_hardware_are_negative() -> None:
    assert not common_utils.isRocmArchAnyOf(common_utils.MI300_ARCH) and common_utils.getRocmVersion() == (0, 0)
    assert not common_cuda.evaluate_platform_supports_fp8() and not common_device_type.has_cusolver()
    assert common_methods_invocations.wrapper_set_seed(torch.rand, 2).tolist() == _seeded()


def _seeded() -> list[float]:
    with torch.random.fork_rng():
        torch.manual_seed(42)
        return torch.rand(2).tolist()
