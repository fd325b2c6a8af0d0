"""Copies of functions, mocks around methods, and tests with other attributes of their case."""
from __future__ import annotations

from minitorch_compat.testing._internal.common_utils import TestCase as Case
from minitorch_compat.testing._internal.common_utils import copy_func, mock_wrapper, patch_test_members


def test_members_are_patched_for_one_test() -> None:
    class Patched(Case):
        limit = 1

        @patch_test_members({"limit": 5})
        def test_limit(self) -> None:
            assert self.limit == 5

    case = Patched("test_limit")
    case.test_limit()
    assert case.limit == 1


def test_copies_and_mocks() -> None:
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
