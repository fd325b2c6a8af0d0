"""Parametrized tests: `parametrize` and related decorators.

A decorator stores a generator, `parametrize_fn`, on the function; `instantiate_parametrized_tests` or `instantiate_device_type_tests`
runs it. Each variant is a tuple: function, name suffix, arguments, and a function from all arguments to decorators.
"""
from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import wraps
from typing import Any

from ..._dispatch.device import device
from ..._dispatch.dtype import dtype
from ._flags import dtype_name

Test = Callable[..., Any]
Decorators = Callable[[dict[str, Any]], Iterable[Callable[[Any], Any]]]
Variant = tuple[Test, str, dict[str, Any], Decorators]
Variants = Callable[..., Iterable[Variant]]


def no_decorators(_arguments: dict[str, Any]) -> list[Any]:
    """Return no decorators, for any arguments."""
    return []


def copy_test(test: Test) -> Test:
    """Wrap a test in a new function, so that decorating it does not change `test`."""
    @wraps(test)
    def call(*args: Any, **kwargs: Any) -> Any:
        return test(*args, **kwargs)

    return call


class _TestParametrizer:
    """Base class of the decorators; subclasses yield the variants."""

    def _parametrize_test(self, test: Test, generic_cls: type, device_cls: type | None) -> Iterable[Variant]:
        raise NotImplementedError

    def __call__(self, fn: Any) -> Any:
        inner = getattr(fn, "parametrize_fn", None)
        fn.parametrize_fn = self._parametrize_test if inner is None else compose_parametrize_fns(inner, self._parametrize_test)
        return fn


def compose_parametrize_fns(old_parametrize_fn: Variants, new_parametrize_fn: Variants) -> Variants:
    """Combine the variants of two decorators; the name suffix of the outer one (`new`) comes first."""
    def pairs(test: Test, generic_cls: type, device_cls: type | None) -> Iterator[Variant]:
        for inner in list(old_parametrize_fn(test, generic_cls, device_cls)):
            for outer in new_parametrize_fn(inner[0], generic_cls, device_cls):
                yield _join_variants(test, inner, outer)

    return pairs


def _join_variants(test: Test, inner: Variant, outer: Variant) -> Variant:
    duplicated = inner[2].keys() & outer[2].keys()
    if duplicated:
        raise RuntimeError(f"Parametrization over the same parameter by multiple parametrization decorators is not supported: "
                           f"{duplicated} of the test {test.__name__!r}")
    name = "_".join(part for part in (outer[1], inner[1]) if part)
    return outer[0], name, {**inner[2], **outer[2]}, lambda arguments: [*inner[3](arguments), *outer[3](arguments)]


def _constant_decorators(decorators: Iterable[Any]) -> Decorators:
    return lambda _arguments: decorators


class subtest:
    """Values for `parametrize` with their own name and decorators."""

    __slots__ = ["arg_values", "decorators", "name"]

    def __init__(self, arg_values: Any, name: str | None = None, decorators: Iterable[Any] | None = None) -> None:
        self.arg_values, self.name, self.decorators = arg_values, name, decorators or []


class parametrize(_TestParametrizer):
    """`@parametrize("x,y", [(1, 2), subtest((3, 4), name="big")])`: run the test per item, with the names as keywords.

    Tests are named after names and values (`test_f_x_1_y_2`), by `name_fn(*values)`, or by the name of `subtest`.
    """

    def __init__(self, arg_str: str, arg_values: Iterable[Any], name_fn: Callable[..., str] | None = None) -> None:
        self.arg_names = [name.strip() for name in arg_str.split(",") if name != ""]
        self.arg_values, self.name_fn = arg_values, name_fn

    def _parametrize_test(self, test: Test, generic_cls: type, device_cls: type | None) -> Iterator[Variant]:
        if not self.arg_names:
            yield test, "", {}, no_decorators
            return
        i = -1
        for i, item in enumerate(self.arg_values):
            case = item if isinstance(item, subtest) else subtest(item)
            values = list(case.arg_values) if len(self.arg_names) > 1 else [case.arg_values]
            if len(values) != len(self.arg_names):
                raise RuntimeError(f"Expected # values == # arg names, but got: {len(values)} values and {len(self.arg_names)} names for "
                                   f"test {test.__name__!r}")
            arguments = dict(zip(self.arg_names, values, strict=True))
            name = case.name or (self.name_fn(*values) if self.name_fn else self._default_subtest_name(i, values))
            yield copy_test(test) if case is item else test, name, arguments, _constant_decorators(case.decorators)
        if i < 0:
            raise ValueError(f"{test}: An empty arg_values was passed to @parametrize; a generator can be used once only.")

    def _default_subtest_name(self, idx: int, values: list[Any]) -> str:
        return "_".join(_value_name(idx, name, value) for name, value in zip(self.arg_names, values, strict=True))


def _value_name(i: int, name: str, value: Any) -> str:
    """A value in the name of a test: dtypes and devices alone, numbers and strings after the parameter name, others by index."""
    if isinstance(value, dtype):
        return dtype_name(value)
    if isinstance(value, device):
        return str(value)
    return f"{name}_{str(value).replace('.', '_')}" if isinstance(value, (int, float, str)) else f"{name}{i}"


class reparametrize(_TestParametrizer):
    """Replace each variant of `parametrizer` by those (name, arguments) that `adapter_fn(name, arguments)` yields."""

    def __init__(self, parametrizer: _TestParametrizer, adapter_fn: Callable[..., Iterable[Any] | None]) -> None:
        self.parametrizer, self.adapter_fn = parametrizer, adapter_fn

    def _parametrize_test(self, test: Test, generic_cls: type, device_cls: type | None) -> Iterator[Variant]:
        for one, name, arguments, decorators in self.parametrizer._parametrize_test(test, generic_cls, device_cls):
            for other in self.adapter_fn(name, arguments) or ():
                if other is not None:
                    yield one, *other, decorators


class decorateIf(_TestParametrizer):
    """Apply `decorator` to the variants for whose arguments, a dictionary, `predicate_fn` is true."""

    def __init__(self, decorator: Any, predicate_fn: Callable[[dict[str, Any]], bool]) -> None:
        self.decorator, self.predicate_fn = decorator, predicate_fn

    def _parametrize_test(self, test: Test, generic_cls: type, device_cls: type | None) -> Iterator[Variant]:
        yield copy_test(test), "", {}, lambda arguments: [self.decorator] if self.predicate_fn(arguments) else []


def instantiate_parametrized_tests(generic_cls: Any) -> Any:
    """Replace the parametrized tests of a class by their variants. May be used as a class decorator."""
    for name in dir(generic_cls):
        generic = getattr(generic_cls, name)
        if not hasattr(generic, "parametrize_fn"):
            continue
        delattr(generic_cls, name)
        for test, suffix, arguments, decorators in generic.parametrize_fn(generic, generic_cls=generic_cls, device_cls=None):
            full_name = f"{test.__name__}_{suffix}"
            for decorator in decorators(arguments):
                test = decorator(test)
            add_test(generic_cls, full_name, _bind_arguments(test, arguments))
    return generic_cls


def _bind_arguments(test: Test, arguments: dict[str, Any]) -> Test:
    @wraps(test)
    def instantiated(self: Any, param_kwargs: dict[str, Any] = arguments) -> None:
        test(self, **param_kwargs)

    return instantiated


def add_test(cls: type, name: str, test: Test) -> None:
    """Add `test` as a method of the class, which must not have one of that name."""
    if hasattr(cls, name):
        raise AssertionError(f"Redefinition of test {name}")
    setattr(cls, name, test)
