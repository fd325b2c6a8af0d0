"""The smaller names of `torch.testing._internal.common_utils`, and `skipOps`."""
from __future__ import annotations

import sys
import unittest
from typing import Any

import pytest

import minitorch_compat as torch
from minitorch_compat.testing._internal import common_device_type, common_methods_invocations, common_utils
from minitorch_compat.testing._internal.common_utils import (
    TestCase as Case,
)
from minitorch_compat.testing._internal.common_utils import (
    check_leaked_tensors,
    compare_equal_outs_and_grads,
    copy_func,
    find_free_port,
    first_sample,
    is_coalesced_indices,
    mock_wrapper,
    patch_test_members,
    random_sparse_matrix,
    random_sparse_pd_matrix,
    retry,
    run_concurrently,
    skipIfPythonVersionMismatch,
)


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


def test_members_are_patched_for_one_test() -> None:
    class Patched(Case):
        limit = 1

        @patch_test_members({"limit": 5})
        def test_limit(self) -> None:
            assert self.limit == 5

    case = Patched("test_limit")
    case.test_limit()
    assert case.limit == 1


def test_threads_meet_and_report() -> None:
    seen: list[int] = []
    run_concurrently(lambda x, y: seen.append(x + y), 3, (1,), {"y": 2})
    run_concurrently([lambda: seen.append(0)])
    assert seen == [3, 3, 3, 0]
    with pytest.raises(ValueError, match="bad"):
        run_concurrently(_raise, 2)


def _raise() -> None:
    raise ValueError("bad")


def test_repetitions() -> None:
    calls: list[int] = []

    @retry(KeyError, tries=3, delay=0)
    def sometimes() -> int:
        calls.append(1)
        if len(calls) < 3:
            raise KeyError("no")
        return len(calls)

    assert sometimes() == 3
    with pytest.raises(unittest.SkipTest):
        retry(ValueError, tries=2, delay=0, skip_after_retries=True)(_raise)()
    assert 0 < find_free_port() < 65536


def test_samples_and_functions() -> None:
    case = unittest.TestCase()
    assert first_sample(case, iter([4, 5])) == 4
    with pytest.raises(unittest.SkipTest):
        first_sample(case, [])

    def f(x: int = 3, *, y: int = 4) -> int:
        return x + y

    copy = copy_func(f)
    copy.mark = True
    assert copy() == 7 and not hasattr(f, "mark") and copy.__name__ == "f"

    class Counted:
        @mock_wrapper
        def add(self, x: int) -> int:
            return x + 1

    assert Counted().add(2) == 3
    Counted.add.mock.assert_called_once_with(2)  # type: ignore[attr-defined]
    skipped = skipIfPythonVersionMismatch(lambda version: version[0] < 3)(_raise)
    with pytest.raises(unittest.SkipTest):
        skipped()
    assert skipIfPythonVersionMismatch(lambda version: version == sys.version_info)(_raise) is _raise


def test_leaks_outputs_and_sparse_matrices() -> None:
    with pytest.warns(UserWarning, match="1 tensors were found"), check_leaked_tensors() as found:
        ring: list[Any] = [torch.ones(1)]
        ring.append(ring)
        del ring
    assert found[0].tolist() == [1]
    x = torch.ones(2, requires_grad=True)
    compare_equal_outs_and_grads(Case(), lambda x: x * 2, lambda x: x + x, (x,))
    with pytest.raises(AssertionError):
        compare_equal_outs_and_grads(Case(), lambda x: x * 2, lambda x: x + x.detach(), (x,))
    matrix = random_sparse_matrix(4, 6, 0.5)
    assert matrix.shape == (4, 6) and matrix._nnz() == 12 and is_coalesced_indices(matrix)
    assert not is_coalesced_indices(torch.sparse_coo_tensor([[1, 0]], [1.0, 2.0], (2,)))
    positive = random_sparse_pd_matrix(6, 0.5).to_dense()
    torch.testing.assert_close(torch.linalg.eigvalsh(positive), torch.arange(1, 7, dtype=torch.double) / 6)


def test_flags_of_other_hardware_are_negative() -> None:
    from minitorch_compat.testing._internal import common_cuda

    assert not common_utils.isRocmArchAnyOf(common_utils.MI300_ARCH) and common_utils.getRocmVersion() == (0, 0)
    assert not common_cuda.evaluate_platform_supports_fp8() and not common_device_type.has_cusolver()
    assert common_methods_invocations.wrapper_set_seed(torch.rand, 2).tolist() == _seeded()


def _seeded() -> list[float]:
    with torch.random.fork_rng():
        torch.manual_seed(42)
        return torch.rand(2).tolist()
