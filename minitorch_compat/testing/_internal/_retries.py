"""Decorators that repeat a test that fails."""
from __future__ import annotations

import time
import unittest
from functools import wraps
from typing import Any

from ._flags import ADDRESS_IN_USE
from ._skipping import Decorator


def retry(ExceptionToCheck: Any, tries: int = 3, delay: float = 3, skip_after_retries: bool = False) -> Decorator:
    """Repeat a test that fails with these exceptions."""
    def decorate(fn: Any) -> Any:
        @wraps(fn)
        def repeated(*args: Any, **kwargs: Any) -> Any:
            for left in range(tries - 1, -1, -1):
                try:
                    return fn(*args, **kwargs)
                except ExceptionToCheck as error:
                    if not left and skip_after_retries:
                        raise unittest.SkipTest(f"Skipping after {tries} consecutive {error}") from error
                    if not left:
                        raise
                    time.sleep(delay)
            return None

        return repeated

    return decorate


def retry_on_connect_failures(func: Any = None, connect_errors: Any = ADDRESS_IN_USE) -> Any:
    """Repeat a test that fails to connect."""
    if func is None:
        return lambda fn: retry_on_connect_failures(fn, connect_errors)
    expected = (connect_errors,) if isinstance(connect_errors, str) else connect_errors

    @wraps(func)
    def repeated(*args: Any, **kwargs: Any) -> Any:
        for left in range(9, -1, -1):
            try:
                return func(*args, **kwargs)
            except RuntimeError as error:
                if not left or not any(text in str(error) for text in expected):
                    raise
                time.sleep(0.1)
        return None

    return repeated
