"""Signatures that functions show where their own has what is for other eyes: marks of what was not given, numpy's names of parameters,
places for calls in an order that PyTorch gave up."""
from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from typing import Any, TypeVar

__all__ = ["shown_as"]

_Function = TypeVar("_Function", bound=Callable[..., Any])
_PACKAGE = __name__.partition(".")[0]


class Shown(inspect.Signature):
    """A signature, as text until somebody looks: there are more than a hundred of these to an import."""

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
        """Another signature, an ordinary one."""
        parameters, returned = changes.get("parameters", self.parameters.values()), self.return_annotation
        return inspect.Signature(list(parameters), return_annotation=changes.get("return_annotation", returned))

    __replace__ = replace  # type: ignore[assignment]


def shown_as(text: str) -> Callable[[_Function], _Function]:
    """Makes `inspect.signature` and `help` show these parameters; the function stays what it is."""
    def mark(function: _Function) -> _Function:
        function.__signature__ = Shown(text, function)  # type: ignore[attr-defined]
        return function

    return mark
