"""The signature that a function really has, whatever `__signature__` shows."""
from __future__ import annotations

import inspect
from types import FunctionType
from typing import Any


def own_signature(function: Any) -> inspect.Signature:
    """The signature that `function` really has."""
    function = inspect.unwrap(function)
    if function.__class__ is not FunctionType or "__signature__" not in function.__dict__:
        return inspect.signature(function)
    bare = FunctionType(function.__code__, function.__globals__, function.__name__, function.__defaults__, function.__closure__)
    bare.__kwdefaults__, bare.__annotations__ = function.__kwdefaults__, function.__annotations__
    return inspect.signature(bare)
