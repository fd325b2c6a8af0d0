"""`run_tests`, called at the end of a test file, and `load_tests`."""
from __future__ import annotations

import argparse
import sys
import unittest
from collections.abc import Iterator
from typing import Any

from ._case import TestCase
from ._guards import set_rng_seed


def run_tests(argv: list[str] | None = None) -> None:
    """Run the tests of the program with unittest and its options, then exit.

    Supported options of PyTorch are --accept, --repeat N, --discover-tests, --showlocals and --use-pytest.
    """
    options, rest = _options()
    argv = [sys.argv[0], *rest] if argv is None else argv
    set_rng_seed()
    suite = unittest.TestLoader().loadTestsFromModule(sys.modules["__main__"])
    if options.discover_tests:
        print("\n".join(test.id().partition(".")[2] for test in tests_of(suite)))
        return
    if not _check_base_classes(suite):
        sys.exit(1)
    if options.accept:
        import expecttest  # type: ignore[import-not-found,unused-ignore]

        expecttest.ACCEPT = True
    if options.use_pytest:
        import pytest

        code = int(pytest.main([sys.modules["__main__"].__file__ or "", *argv[1:]]))
        sys.exit(0 if code == 5 else code)  # 5: no tests
    argv = [argv[0], *(["--locals"] if options.showlocals else []), *argv[1:]]
    for _ in range(options.repeat - 1):
        if not unittest.main(exit=False, argv=argv).result.wasSuccessful():
            sys.exit(-1)
    unittest.main(argv=argv)


def _options() -> tuple[Any, list[str]]:
    parser = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    for flag in ("--accept", "--discover-tests", "--use-pytest"):
        parser.add_argument(flag, action="store_true")
    parser.add_argument("--repeat", type=int, default=1)
    parser.add_argument("--showlocals", action=argparse.BooleanOptionalAction, default=False)
    return parser.parse_known_args()


def tests_of(suite: Any) -> Iterator[Any]:
    """The tests in a suite, including nested suites."""
    for part in suite:
        if isinstance(part, unittest.TestSuite):
            yield from tests_of(part)
        else:
            yield part


def _check_base_classes(suite: unittest.TestSuite) -> bool:
    """Whether all test classes derive from `TestCase`; prints those that do not."""
    others = {type(test).__name__ for test in tests_of(suite) if not isinstance(test, TestCase)}
    for name in sorted(others):
        print(f"{name} - failed. This test class should extend from torch.testing._internal.common_utils.TestCase but it doesn't.")
    return not others


def load_tests(loader: Any, tests: Any, pattern: Any) -> unittest.TestSuite:
    """unittest's load_tests protocol: return the tests without empty suites."""
    return unittest.TestSuite(group for group in tests if group.countTestCases())


def raise_on_run_directly(file_to_call: str) -> None:
    """Say which file runs the tests of this one."""
    raise RuntimeError("This test file is not meant to be run directly, use:\n\n"
                       f"\tpython {file_to_call} TESTNAME\n\ninstead.")
