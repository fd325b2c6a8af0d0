"""Arguments of `Function.apply`, passed to `forward` by position; checks of what is marked and saved."""
from __future__ import annotations

import functools
import inspect
from collections.abc import Iterable, Iterator
from typing import Any

from ..._dispatch.graph.views import requires_grad
from ..._dispatch.tensor import TensorBase

_BY_POSITION = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)


@functools.cache
def _signature(forward: Any) -> inspect.Signature:
    return inspect.signature(forward)


def bind_arguments(forward: Any, has_setup: bool, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
    """All arguments by position. Defaults are filled in if there is a `setup_context`, which receives all arguments."""
    return _bind_with_defaults(forward, args, kwargs) if has_setup else _bind_by_position(forward, args, kwargs)


def _bind_with_defaults(forward: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
    bound = _signature(forward).bind(*args, **kwargs)
    bound.apply_defaults()
    _refuse_keywords(bound.kwargs)
    return bound.args


def _bind_by_position(forward: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, ...]:
    """Move keywords to their positions; every parameter before the last one given must be given, even if it has a default."""
    names = [name for name, p in _signature(forward).parameters.items() if p.kind in _BY_POSITION][1:]
    _refuse_keywords({k: v for k, v in kwargs.items() if k not in names})
    for name in names[:len(args)]:
        if name in kwargs:
            raise TypeError(f"forward() got multiple values for argument '{name}'")
    last = max(names.index(name) for name in kwargs)
    for i in range(len(args), last + 1):
        if names[i] not in kwargs:
            raise TypeError(f"forward() missing required argument: '{names[i]}' (position {i})")
    return (*args, *(kwargs[name] for name in names[len(args):last + 1]))


def _refuse_keywords(kwargs: dict[str, Any]) -> None:
    for name in kwargs:
        raise TypeError(f"forward() got an unexpected keyword argument '{name}'")


def tensors_within(value: Any) -> Iterator[Any]:
    """The tensors in nested tuples, lists and dicts; None is skipped."""
    if isinstance(value, TensorBase):
        yield value
    elif isinstance(value, (tuple, list, dict)):
        for part in value.values() if isinstance(value, dict) else value:
            yield from tensors_within(part)
    elif value is not None:
        raise ValueError(f"Auto nesting doesn't know how to process an input object of type {type(value).__name__}. Accepted types: "
                         "Tensors, or lists/tuples of them")


def refill(tensors: Iterable[Any], nested: Any) -> Any:
    """A copy of `nested` whose tensors are replaced, in order, by `tensors`."""
    return _refill(iter(tensors), nested)


def _refill(tensors: Iterator[Any], nested: Any) -> Any:
    if isinstance(nested, TensorBase):
        for t in tensors:
            return t
        raise IndexError("tuple index out of range")
    if isinstance(nested, dict):
        return {k: _refill(tensors, v) for k, v in nested.items()}
    return type(nested)(_refill(tensors, v) for v in nested) if isinstance(nested, (tuple, list)) else nested


def check_inputs_saved(node: Any, inputs: list[Any], outs: tuple[Any, ...], dirty: set[int]) -> None:
    """Refuse saving an input that is also an output in `setup_context`: the caller gets another tensor than the one saved."""
    attributes = node.__dict__
    saved = {id(t) for name in ("to_save", "saved_for_forward") for t in attributes.get(name) or ()} & {id(t) for t in inputs} - dirty
    if saved and any(id(o) in saved and (is_differentiable or not requires_grad(o))
                     for o, is_differentiable in zip(outs, node._fn_differentiable, strict=True)):
        raise RuntimeError("An input that has been returned as-is as output is being saved for backward. This is not supported if you "
                           "override setup_context. You should return and save a view of the input instead, e.g. with x.view_as(x) or "
                           "setup ctx inside the forward function itself.")


def marked_ids(node: Any, mark: str, complaint: str) -> set[int]:
    """The ids of the tensors that `forward` marked."""
    marked = node.__dict__.get(mark)
    if marked is None:
        return set()
    if not isinstance(marked, tuple):
        raise RuntimeError(f"autograd internal error: {mark} attribute is expected to be a tuple but is {type(marked).__name__}")
    for t in marked:
        if not isinstance(t, TensorBase):
            raise RuntimeError(complaint)
    return {id(t) for t in marked}


def full_name(cls: type) -> str:
    """The name of a class as C++ prints it."""
    return cls.__name__ if cls.__module__ == "builtins" else f"{cls.__module__}.{cls.__name__}"


def expands_to(shape: Any, target: Any) -> bool:
    """Whether `shape` broadcasts to `target`."""
    return len(shape) <= len(target) and all(a in (1, b) for a, b in zip(reversed(shape), reversed(target), strict=False))
