"""`TestCase`: unittest's class with comparison of tensors and a fixed seed per test."""
from __future__ import annotations

import gc
import logging
import re
import subprocess
import sys
import unittest
import unittest.mock
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from types import MethodType
from typing import TYPE_CHECKING, Any

import numpy as np

import minitorch_compat as torch

from .._comparison import ComparisonRules, Mismatch
from . import _flags as flags
from ._equality import compare, to_comparable
from ._guards import DeterministicGuard, set_rng_seed, set_warn_always_context, skip_exception_type

if TYPE_CHECKING:
    _Base = unittest.TestCase
else:
    try:
        from expecttest import TestCase as _Base
    except ImportError:
        _Base = unittest.TestCase

_ANSI = re.compile(r"\x1B(?:[@-Z\\-_]|\[[0-?]*[ -/]*[@-~])")


class TestCase(_Base):
    """A test case whose `assertEqual` compares tensors, arrays and numbers with tolerances; every test is seeded with `SEED`.

    `precision` and `rel_tol` are the minimum absolute and relative tolerances of a test.
    """

    maxDiff = None
    precision: float = 0
    rel_tol: float = 0
    _ignore_not_implemented_error = False
    _default_dtype_check_enabled = False

    def __init__(self, method_name: str = "runTest", methodName: str = "runTest") -> None:
        name = method_name if methodName == "runTest" else methodName
        super().__init__(name)
        if self._ignore_not_implemented_error and hasattr(self, name):
            self.wrap_with_policy(name, lambda: skip_exception_type(NotImplementedError))

    def wrap_with_policy(self, method_name: str, policy: Callable[[], Any]) -> None:
        """Wrap a method of this case, by name, in the context `policy()`."""
        setattr(self, method_name, self.wrap_method_with_policy(getattr(self, method_name), policy))

    def wrap_method_with_policy(self, method: Callable[..., Any], policy: Callable[[], Any]) -> Any:
        """Wrap a method in the context `policy()`."""
        @wraps(method)
        def run_in_policy(self: Any, *args: Any, **kwargs: Any) -> None:
            with policy():
                method(*args, **kwargs)

        return MethodType(run_in_policy, self)

    def setUp(self) -> None:
        self._skip_fast()
        set_rng_seed()
        self._check_default_dtype()
        invariants = torch.sparse.check_sparse_tensor_invariants
        self.addCleanup(invariants.enable if invariants.is_enabled() else invariants.disable)
        invariants.enable()
        self.addCleanup(torch.set_grad_enabled, torch.is_grad_enabled())
        self._modes = torch._C._len_torch_function_stack()

    def tearDown(self) -> None:
        self._check_default_dtype()
        before, after = getattr(self, "_modes", 0), torch._C._len_torch_function_stack()
        for _ in range(after - before):
            torch._C._pop_torch_function_stack()
        if after != before:
            raise AssertionError(f"torch function mode stack was leaked: {before} modes were open, and now {after}")

    def _skip_fast(self) -> None:
        if flags.TEST_SKIP_FAST and not getattr(getattr(self, self._testMethodName), "slow_test", False):
            raise unittest.SkipTest("test is fast; we disabled it with PYTORCH_TEST_SKIP_FAST")

    def _check_default_dtype(self) -> None:
        if self._default_dtype_check_enabled and torch.get_default_dtype() != torch.float:
            raise AssertionError(f"expected default dtype to be torch.float, got {torch.get_default_dtype()}")

    def assertEqual(self, x: Any, y: Any, msg: Any = None, *, atol: float | None = None, rtol: float | None = None,
                    equal_nan: bool = True, exact_dtype: bool = True, exact_device: bool = False, exact_layout: bool = False,
                    exact_stride: bool = False, exact_is_coalesced: bool = False) -> None:
        """Assert equality within tolerances, by default those of the dtype. Numbers may be compared with tensors of one element.

        `exact_is_coalesced` has no effect, as in PyTorch: sparse tensors are compared without coalescing.
        """
        __tracebackhide__ = True
        rules = ComparisonRules(rtol=rtol, atol=atol, equal_nan=equal_nan, check_device=exact_device, check_dtype=exact_dtype,
                                check_layout=exact_layout, check_stride=exact_stride, least=(self.rel_tol, self.precision))
        try:
            compare(*to_comparable(x, y), rules)
        except Mismatch as found:
            raise found.error_for(self._rewriter(msg)) from None

    def _rewriter(self, msg: Any) -> Callable[[str], str] | None:
        if msg is None or callable(msg):
            return msg
        return lambda text: f"{text}\n{msg}" if self.longMessage else msg

    def assertNotEqual(self, x: Any, y: Any, msg: Any = None, *, atol: float | None = None,  # type: ignore[override]
                       rtol: float | None = None, **kwargs: Any) -> None:
        """Assert that `assertEqual` fails."""
        with self.assertRaises(AssertionError, msg=msg):
            self.assertEqual(x, y, msg, atol=atol, rtol=rtol, **kwargs)

    def assertEqualIgnoreType(self, *args: Any, **kwargs: Any) -> None:
        """`assertEqual` that ignores dtypes."""
        self.assertEqual(*args, exact_dtype=False, **kwargs)

    def assertEqualBroadcasting(self, x: Any, y: Any, *args: Any, **kwargs: Any) -> None:
        """`assertEqual` with y broadcast to the shape of x."""
        if not isinstance(y, torch.Tensor):
            y = torch.ones_like(x) * (torch.tensor(y) if isinstance(y, Iterable) else y)
        self.assertEqual(x, y, *args, **kwargs)

    def assertEqualTypeString(self, x: Any, y: Any) -> None:
        """Assert that device, dtype and layout are the same."""
        for name in ("device", "dtype", "is_sparse"):
            self.assertEqual(getattr(x, name), getattr(y, name))

    def assertObjectIn(self, obj: Any, iterable: Iterable[Any]) -> None:
        """Assert that an iterable contains the object, by identity."""
        if all(item is not obj for item in iterable):
            raise AssertionError("object not found in iterable")

    def assertRaises(self, expected_exception: Any, *args: Any, **kwargs: Any) -> Any:
        """unittest's method; skips on NotImplementedError if the case is configured so."""
        if self._ignore_not_implemented_error:
            return _RaisesOrSkips(expected_exception, self).handle("assertRaises", list(args), kwargs)
        return super().assertRaises(expected_exception, *args, **kwargs)

    def assertRaisesRegex(self, expected_exception: Any, expected_regex: Any, *args: Any, **kwargs: Any) -> Any:
        """unittest's method; skips on NotImplementedError if the case is configured so."""
        if self._ignore_not_implemented_error:
            context = _RaisesOrSkips(expected_exception, self, expected_regex)
            return context.handle("assertRaisesRegex", list(args), kwargs)
        return super().assertRaisesRegex(expected_exception, expected_regex, *args, **kwargs)

    def assertNoUnraisable(self, callable: Callable[..., Any], *args: Any, **kwargs: Any) -> None:
        """Assert that the call causes no unraisable exceptions, as in `__del__`."""
        seen: list[Any] = []
        on = gc.isenabled()
        gc.disable()
        try:
            with unittest.mock.patch("sys.unraisablehook", seen.append):
                callable(*args, **kwargs)
        finally:
            if on:
                gc.enable()
        self.assertIsNone(seen[-1] if seen else None)

    def assertNotWarn(self, callable: Callable[[], Any], msg: str = "") -> None:
        """Assert that there is no warning, not even a once-only one."""
        with self._recorded_warnings() as seen:
            callable()
        self.assertTrue(len(seen) == 0, msg)

    @contextmanager
    def assertWarnsOnceRegex(self, category: type[Warning], regex: str = "") -> Iterator[None]:
        """Assert that a warning has exactly this category and one matches the expression; once-only warnings are repeated inside."""
        with self._recorded_warnings() as seen:
            yield
        if not seen:
            self.fail("no warning caught")
        self.assertTrue(any(type(one.message) is category for one in seen))
        texts = [str(one.message) for one in seen]
        self.assertTrue(any(re.match(regex, text) for text in texts), f"{regex!r}, {texts}")

    @contextmanager
    def _recorded_warnings(self) -> Iterator[list[Any]]:
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            with set_warn_always_context(True):
                yield seen

    def assertLogs(self, logger: Any = None, level: Any = None) -> Any:
        """unittest's method, with torch's logger by default."""
        return super().assertLogs(logging.getLogger("torch") if logger is None else logger, level)

    def assertNoLogs(self, logger: Any = None, level: Any = None) -> Any:
        """unittest's method, with torch's logger by default."""
        return super().assertNoLogs(logging.getLogger("torch") if logger is None else logger, level)

    def assertExpectedInline(self, actual: Any, expect: str, skip: int = 0, ignore_comments: bool = False,
                             ignore_empty_lines: bool = False) -> None:
        """Assert that a text equals the one in the source; needs the package expecttest, which can update it there."""
        if _Base is unittest.TestCase:
            raise ModuleNotFoundError("assertExpectedInline needs the package expecttest: pip install expecttest", name="expecttest")
        texts = [_ANSI.sub("", text if isinstance(text, str) else str(text)) for text in (actual, expect)]
        if ignore_comments:
            texts = ["\n".join(line for line in text.split("\n") if not line.strip().startswith("#")) for text in texts]
        if ignore_empty_lines:
            texts = ["\n".join(line for line in text.split("\n") if line.strip()) for text in texts]
        super().assertExpectedInline(*texts, skip + 1)  # type: ignore[misc]

    def compare_with_numpy(self, torch_fn: Any, np_fn: Any, tensor_like: Any, device: Any = None, dtype: Any = None, **kwargs: Any) -> None:
        """Assert that `np_fn` of an array equals `torch_fn` of the tensor with the same values."""
        if isinstance(tensor_like, torch.Tensor):
            t = tensor_like
            array = (t.float() if t.dtype is torch.bfloat16 else t).detach().cpu().numpy()
        else:
            t = torch.tensor(tensor_like, device=device, dtype=dtype)
            array = np.array(tensor_like, dtype=flags.torch_to_numpy_dtype_dict[dtype])
        expected, actual = np_fn(array), torch_fn(t).cpu()
        if isinstance(expected, np.ndarray):
            expected = torch.from_numpy(expected.copy())
            if t.dtype is actual.dtype is torch.bfloat16 and expected.dtype is torch.float:
                actual = actual.float()
        self.assertEqual(expected, actual, **kwargs)

    def check_nondeterministic_alert(self, fn: Callable[[], Any], caller_name: str, should_alert: bool = True) -> None:
        """Assert that `fn` raises, or warns with warn_only, that it is nondeterministic."""
        text = f"{caller_name} does not have a deterministic implementation, but you set"
        with DeterministicGuard(True):
            if should_alert:
                self.assertRaisesRegex(RuntimeError, text, fn)
            else:
                fn()
        with DeterministicGuard(True, warn_only=True), self._recorded_warnings() as seen:
            fn()
        self.assertEqual(any(re.search(text, str(one.message)) for one in seen), should_alert)

    @staticmethod
    def run_process_no_exception(code: str, env: Any = None) -> tuple[bytes, bytes]:
        """Run code in a new interpreter; return its stdout and stderr."""
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, env=env, check=False)
        return done.stdout, done.stderr


class _RaisesOrSkips(unittest.case._AssertRaisesContext):  # type: ignore[type-arg]
    """`assertRaises` that skips the test on NotImplementedError."""

    def __exit__(self, exc_type: Any, exc_value: Any, tb: Any) -> Any:
        if exc_type is not None and issubclass(exc_type, NotImplementedError):
            self.test_case.skipTest(f"not_implemented: {exc_value}")
        return super().__exit__(exc_type, exc_value, tb)
