"""Run many small cases as one test: pytest's overhead per test exceeds the time of such a case, and with several processes twice so."""
from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import pytest

import minitorch_compat as torch
from compat_tests.judging.invariants import close, left_open
from compat_tests.judging.scoring import WITHOUT_BFLOAT16


def for_each(cases: Iterable[Any], name: Callable[[Any], str] = str) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Makes one test of a test of a case, or of several arguments: each has the seed and the check of what is left open that a test has.

    All failures are told, by the name of the case. The test must not skip anything.
    """
    listed = list(cases)

    def decorate(test: Callable[..., None]) -> Callable[[], None]:
        def together() -> None:
            failed, without = [], []
            assert listed
            for case in listed:
                torch.manual_seed(0)
                try:
                    test(*case) if isinstance(case, tuple) else test(case)
                except Exception as error:
                    if WITHOUT_BFLOAT16 and isinstance(error, torch.UnsupportedError) and error.name == "torch.bfloat16":
                        without.append(name(case))
                    else:
                        failed.append(f"{name(case)}: {type(error).__name__}: {error}")
                if left := left_open():
                    close()
                    failed.append(f"{name(case)}: left open: {'; '.join(left)}")
            assert not failed, f"{len(failed)} of {len(listed)}:\n" + "\n".join(failed)
            if without:
                pytest.skip(f"{len(without)} of {len(listed)} need the extra 'bfloat16'")

        together.__name__, together.__doc__, together.__module__ = test.__name__, test.__doc__, test.__module__
        return together

    return decorate


def for_each_call(calls: Iterable[Any]) -> Callable[[Callable[[Any, int, str], None]], Callable[[str], None]]:
    """Makes of a test of (row, call, dtype) one test for each op, of all its calls: `pytest.param`s of those three."""
    of: dict[str, list[tuple[Any, ...]]] = {}
    for call in calls:
        of.setdefault(call.values[0].op, []).append(call.values)

    def decorate(test: Callable[[Any, int, str], None]) -> Callable[[str], None]:
        def together(op: str) -> None:
            for_each(of[op], lambda values: f"{op}-{values[1]}-{values[2]}")(test)()

        together.__name__, together.__doc__, together.__module__ = test.__name__, test.__doc__, test.__module__
        marked: Callable[[str], None] = pytest.mark.parametrize("op", of)(together)
        return marked

    return decorate
