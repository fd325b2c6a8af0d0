"""What the programs about torch.func share."""
from __future__ import annotations

import functools
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from . import error_text


def plain(value: Any) -> Any:
    """Values, types and nesting; strides and version counters of results are nobody's promise."""
    if isinstance(value, dict):
        return {k: plain(v) for k, v in value.items()}
    if isinstance(value, (tuple, list)):
        return [type(value).__name__, *map(plain, value)]
    if hasattr(value, "tolist"):
        return value.tolist(), str(value.dtype), tuple(value.shape), value.requires_grad
    return value


def materialized(torch: Any, value: Any) -> Any:
    """With memory behind the tensors: PyTorch has tensors of zeros that have none."""
    if isinstance(value, (tuple, list)):
        return type(value)(materialized(torch, v) for v in value)
    return value.clone() if isinstance(value, torch.Tensor) else value


def quietly(call: Callable[[], Any]) -> Any:
    """Without the warnings of PyTorch's own decompositions, which come once in a process."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return call()


def attempt(call: Callable[[], Any]) -> Any:
    """What a call gives, or what it raises."""
    try:
        return plain(quietly(call))
    except Exception as error:
        return error_text(error)


def escaped(call: Callable[[], Any]) -> Any:
    """What a call with a tensor that outlived its vmap raises; PyTorch's text names the place inside it that noticed."""
    found = attempt(call)
    if isinstance(found, dict):
        found["message"] = "may have escaped from inside a function being vmapped" in found["message"]
    return found


def sample(torch: Any) -> Any:
    """The numbers from 0 to 5 in two rows of three."""
    return torch.arange(6.0).reshape(2, 3)


def silent(case: Callable[[Any], Iterator[Any]]) -> Callable[[Any], Iterator[Any]]:
    """A case without the warnings of PyTorch's own decompositions, which come once in a process."""
    @functools.wraps(case)
    def run(torch: Any) -> Iterator[Any]:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield from case(torch)

    return run
