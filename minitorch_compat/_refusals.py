"""Functions of builds with other devices, or with several processes: they have PyTorch's signature, and fail as PyTorch does without."""
from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from functools import cache
from typing import Any, NoReturn

_Kinds = inspect.Parameter


class Refusal:
    """A function that checks how it is called and then raises."""

    def __init__(self, name: str, signature: str, error: Callable[[], Exception]) -> None:
        self.__module__, _, self.__name__ = name.rpartition(".")
        self.__qualname__ = self.__name__
        self.__doc__ = f"`{name}{signature}`: fails as in a build without."
        self._signature, self._error = signature, error

    @property
    def __signature__(self) -> inspect.Signature:
        return parsed(self._signature)

    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        try:
            self.__signature__.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{self.__name__}() {error}") from None
        raise self._error()

    def __repr__(self) -> str:
        return f"<function {self.__name__}>"


def refuser(module: str, error: Callable[[], Exception]) -> Callable[[str, str], Any]:
    """Makes the refusals of a module: `refuse(name, signature)`."""
    return lambda name, signature: Refusal(f"{module}.{name}", signature, error)


@cache
def parsed(text: str) -> inspect.Signature:
    """The signature written as in a `def`; defaults are literals."""
    arguments = ast.parse(f"def f{text}: 0").body[0].args  # type: ignore[attr-defined]
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults = [*[None] * (len(plain) - len(arguments.defaults)), *arguments.defaults]
    kinds = [_Kinds.POSITIONAL_ONLY] * len(arguments.posonlyargs) + [_Kinds.POSITIONAL_OR_KEYWORD] * len(arguments.args)
    parameters = [_parameter(a, kind, d) for a, kind, d in zip(plain, kinds, defaults, strict=True)]
    if arguments.vararg:
        parameters.append(_Kinds(arguments.vararg.arg, _Kinds.VAR_POSITIONAL))
    parameters += [_parameter(a, _Kinds.KEYWORD_ONLY, d) for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
    if arguments.kwarg:
        parameters.append(_Kinds(arguments.kwarg.arg, _Kinds.VAR_KEYWORD))
    return inspect.Signature(parameters)


def _parameter(argument: ast.arg, kind: Any, default: ast.expr | None) -> inspect.Parameter:
    if default is None:
        return _Kinds(argument.arg, kind)
    try:
        return _Kinds(argument.arg, kind, default=ast.literal_eval(default))
    except ValueError:  # a dtype, a layout: shown as None
        return _Kinds(argument.arg, kind, default=None)
