"""Copies of functions, mocks around methods, and tests with other attributes of their case."""
from __future__ import annotations

import types
import unittest.mock
from functools import wraps
from typing import Any

from ._skipping import Decorator


def patch_test_members(updates: dict[str, Any]) -> Decorator:
    """Run a test with other attributes of its case."""
    def decorate(fn: Any) -> Any:
        @wraps(fn)
        def patched(self: Any, *args: Any, **kwargs: Any) -> Any:
            before = {name: getattr(self, name) for name in updates}
            try:
                for name, value in updates.items():
                    setattr(self, name, value)
                return fn(self, *args, **kwargs)
            finally:
                for name, value in before.items():
                    setattr(self, name, value)

        return patched

    return decorate


def copy_func(f: Any) -> Any:
    """A copy of a function, with attributes of its own."""
    copy = types.FunctionType(f.__code__, f.__globals__, f.__name__, f.__defaults__, f.__closure__)
    copy.__dict__.update(f.__dict__)
    copy.__kwdefaults__ = f.__kwdefaults__
    return wraps(f)(copy)


def mock_wrapper(method: Any) -> Any:
    """A function that calls the method, and a mock, its attribute `mock`, with the same arguments."""
    mock = unittest.mock.MagicMock()

    @wraps(method)
    def wrapper(self: Any, *args: Any, **kwargs: Any) -> Any:
        mock(*args, **kwargs)
        return method(self, *args, **kwargs)

    wrapper.mock = mock  # type: ignore[attr-defined]
    return wrapper
