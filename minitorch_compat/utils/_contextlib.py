"""`torch.utils._contextlib`: context managers that also decorate functions, generators and (with a warning) classes."""
from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Generator
from typing import Any

from .._array.core.user_warnings import warn


def _wrap_generator(ctx_factory: Callable[[], Any], func: Callable[..., Any]) -> Callable[..., Any]:
    """Decorate a generator function: it runs inside the context, which is left while the generator is suspended."""

    @functools.wraps(func)
    def generator_context(*args: Any, **kwargs: Any) -> Generator[Any, Any, Any]:
        generator = func(*args, **kwargs)
        step: Callable[[], Any] = functools.partial(next, generator)
        while True:
            try:
                with ctx_factory():
                    response = step()
            except StopIteration as stop:
                return stop.value
            try:
                request = yield response
            except GeneratorExit:
                with ctx_factory():
                    generator.close()
                raise
            except BaseException as error:
                step = functools.partial(generator.throw, error)
            else:
                step = functools.partial(generator.send, request)

    return generator_context


def context_decorator(ctx: Any, func: Any) -> Any:
    """Decorate `func` to run inside a context: `ctx` is a reusable context manager or a factory of them."""
    if not (callable(ctx) or hasattr(ctx, "__enter__")):
        raise TypeError(f"{ctx} is no context manager")
    if callable(ctx) and hasattr(ctx, "__enter__"):
        raise AssertionError(f"Passed in {ctx} is both callable and also a valid context manager: give a function that makes it")

    def ctx_factory() -> Any:
        return ctx() if not hasattr(ctx, "__enter__") else ctx

    if inspect.isclass(func):
        raise RuntimeError("Cannot decorate classes: decorate the methods that are meant")
    if inspect.isgeneratorfunction(func):
        return _wrap_generator(ctx_factory, func)

    @functools.wraps(func)
    def decorate_context(*args: Any, **kwargs: Any) -> Any:
        with ctx_factory():
            return func(*args, **kwargs)

    return decorate_context


class _DecoratorContextManager:
    """A context manager whose instances decorate functions; `clone` makes a new one for each call."""

    def __call__(self, orig_func: Any) -> Any:
        if inspect.isclass(orig_func):
            warn("Decorating classes is deprecated: decorate functions or methods", FutureWarning)
            func: Any = lambda *args, **kwargs: orig_func(*args, **kwargs)  # noqa: E731
        else:
            func = orig_func
        return context_decorator(self.clone, func)

    def __enter__(self) -> None:
        raise NotImplementedError

    def __exit__(self, exc_type: Any, exc_value: Any, traceback: Any) -> None:
        raise NotImplementedError

    def clone(self) -> Any:
        """Return a new instance with the same arguments."""
        return self.__class__()


class _NoParamDecoratorContextManager(_DecoratorContextManager):
    """One that can decorate without parentheses."""

    def __new__(cls, orig_func: Any = None) -> Any:
        if orig_func is None:
            return super().__new__(cls)
        return cls()(orig_func)
