"""Functions that need another device or several processes: they have PyTorch's signature and fail as in its builds without these."""
from __future__ import annotations

import ast
import builtins
import importlib
import inspect
from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from typing import Any, NoReturn

_Parameter = inspect.Parameter


def _documentation(summary: str, returns: str, name: str) -> str:
    return f"{summary}\n\nReturns\n-------\n{returns}\n\nReferences\n----------\nPyTorch: ``{name}``."


class RefusingFunction:
    """A function that checks its arguments and then raises."""

    def __init__(self, name: str, signature: str, error: Callable[[], Exception], defaults: dict[str, Any] | None = None) -> None:
        self.__module__, _, self.__name__ = name.rpartition(".")
        self.__qualname__ = self.__name__
        self.__doc__ = _documentation("Needs what a build for CPUs is without.", "never\n    It raises.", name)
        self._signature, self._error, self._defaults = signature, error, defaults or {}

    @property
    def __signature__(self) -> inspect.Signature:
        found = parse_signature(self._signature)
        parameters = [p.replace(default=self._defaults[p.name]) if p.name in self._defaults else p for p in found.parameters.values()]
        return inspect.Signature(parameters)

    def __call__(self, *args: Any, **kwargs: Any) -> NoReturn:
        self.check(args, kwargs)
        raise self._error()

    def check(self, args: tuple[Any, ...], kwargs: dict[str, Any]) -> None:
        """Raise TypeError if the arguments do not fit the signature."""
        try:
            self.__signature__.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{self.__name__}() {error}") from None

    def __repr__(self) -> str:
        return f"<function {self.__name__}>"


def dispatch_or_raise(func: Any, name: str, args: tuple[Any, ...], kwargs: dict[str, Any], error: Callable[[], Exception]) -> Any:
    """Call `__torch_function__` of the arguments that override it, for a function that is not implemented; raise the error if none does."""
    from .._dispatch.call.torch_function import call_handlers, overriding_arguments

    found = overriding_arguments([*args, *kwargs.values()])
    if not found:
        raise error()
    return call_handlers(func, name, found, tuple(map(type, found)), args, kwargs, False)


_EMPTY_CONTAINERS: dict[str, Callable[[], Any]] = {"dict": dict, "OrderedDict": OrderedDict, "tuple": tuple}


class AbsentFunction(RefusingFunction):
    """A function of another device or backend, which returns a constant or raises a fixed error, as in a build without that device."""

    def __init__(self, name: str, signature: str, answer: Any, error: str | None) -> None:
        super().__init__(name, signature, lambda: getattr(builtins, error or "")(answer))
        self.answer, self.fails = answer, error is not None
        if error is None:
            self.__doc__ = _documentation("The same in every build for CPUs.", f"{type(answer).__name__}\n    {answer!r}.", name)

    @property
    def __signature__(self) -> inspect.Signature:
        if not self._signature:
            raise AttributeError("__signature__")  # a function that PyTorch writes in C has none
        return parse_signature(self._signature)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        if self._signature:
            self.check(args, kwargs)
        if self.fails:
            return dispatch_or_raise(self, self.__name__, args, kwargs, self._error)
        if self.answer == []:
            return []
        return _EMPTY_CONTAINERS[self.answer]() if isinstance(self.answer, str) and self.answer in _EMPTY_CONTAINERS else self.answer


def build_object(namespace: str, name: str, kind: str, *rest: Any) -> Any:
    """The object that an entry of `forwarded_names.json` describes."""
    if kind == "constant":
        return tuple(rest[0]) if isinstance(rest[0], list) else rest[0]
    if kind == "=":
        module = importlib.import_module(__name__.partition(".")[0] + rest[0].removeprefix("torch"))
        return getattr(module, rest[1]) if rest[1] else module
    how, *what = rest
    return AbsentFunction(f"{namespace}.{name}", kind, what[-1], what[0] if how == "error" else None)


def refusing_function_factory(
        module: str, error: Callable[[], Exception], defaults: dict[str, Any] | None = None) -> Callable[[str, str], Any]:
    """Return `refuse(name, signature)`, which makes a module's `RefusingFunction`s; `defaults` has the defaults that are no literals."""
    return lambda name, signature: RefusingFunction(f"{module}.{name}", signature, error, defaults)


@cache
def parse_signature(text: str) -> inspect.Signature:
    """The signature written as in a `def`, with literals for defaults."""
    arguments = ast.parse(f"def f{text}: 0").body[0].args  # type: ignore[attr-defined]
    plain = [*arguments.posonlyargs, *arguments.args]
    defaults = [*[None] * (len(plain) - len(arguments.defaults)), *arguments.defaults]
    kinds = [_Parameter.POSITIONAL_ONLY] * len(arguments.posonlyargs) + [_Parameter.POSITIONAL_OR_KEYWORD] * len(arguments.args)
    parameters = [_make_parameter(a, kind, d) for a, kind, d in zip(plain, kinds, defaults, strict=True)]
    if arguments.vararg:
        parameters.append(_Parameter(arguments.vararg.arg, _Parameter.VAR_POSITIONAL))
    parameters += [_make_parameter(a, _Parameter.KEYWORD_ONLY, d) for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)]
    if arguments.kwarg:
        parameters.append(_Parameter(arguments.kwarg.arg, _Parameter.VAR_KEYWORD))
    return inspect.Signature(parameters)


def _make_parameter(argument: ast.arg, kind: Any, default: ast.expr | None) -> inspect.Parameter:
    if default is None:
        return _Parameter(argument.arg, kind)
    try:
        return _Parameter(argument.arg, kind, default=ast.literal_eval(default))
    except ValueError:  # a dtype or a layout: shown as None
        return _Parameter(argument.arg, kind, default=None)
