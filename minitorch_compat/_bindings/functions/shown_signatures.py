"""Public signatures of functions whose own have internal parameters: marks for missing arguments, numpy's names,
parameters for calls in a deprecated order."""
from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from typing import Any, TypeVar

_Function = TypeVar("_Function", bound=Callable[..., Any])
_PACKAGE = __name__.partition(".")[0]


class LazySignature(inspect.Signature):
    """A signature, stored as text until it is inspected: an import makes more than a hundred of them."""

    __slots__ = ("_function", "_text")

    def __init__(self, text: str, function: Any) -> None:
        self._text, self._function = text, function

    def __getattr__(self, name: str) -> Any:
        if name not in ("_parameters", "_return_annotation"):
            raise AttributeError(name)
        names: dict[str, Any] = {"torch": sys.modules[_PACKAGE]}
        exec(f"def function({self._text}): ...", names)
        returned = self._function.__annotations__.get("return", inspect.Signature.empty)
        made = inspect.signature(names["function"])
        inspect.Signature.__init__(self, list(made.parameters.values()), return_annotation=returned)
        return object.__getattribute__(self, name)

    def replace(self, **changes: Any) -> inspect.Signature:  # type: ignore[override]
        """Return an ordinary signature with changes."""
        parameters, returned = changes.get("parameters", self.parameters.values()), self.return_annotation
        return inspect.Signature(list(parameters), return_annotation=changes.get("return_annotation", returned))

    __replace__ = replace  # type: ignore[assignment]


def shown_as(text: str) -> Callable[[_Function], _Function]:
    """Make `inspect.signature` and `help` show these parameters; the function itself is unchanged."""
    def mark(function: _Function) -> _Function:
        function.__signature__ = LazySignature(text, function)  # type: ignore[attr-defined]
        return function

    return mark
