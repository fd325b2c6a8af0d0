"""What is said first of a failed call whose argument is a view that lost its history: that, or what else is wrong with the call."""
from __future__ import annotations

import re
import sys
from typing import Any

from .._dispatch.modes import grad_mode
from .._dispatch.overrides import members
from .._dispatch.state import Classes
from .._dispatch.tensor import TensorBase
from .._dispatch.views import refresh

#: Functions that PyTorch composes of others, or gives no derivative: they look at arguments before anybody asks for a history. Of some
#: only part of what they refuse comes from them; the rest comes from functions that have asked.
_NAMES = """all any argmax argmin broadcast_tensors cdist chunk count_nonzero cross einsum eq flatten ge gt isclose allclose le lt meshgrid
movedim moveaxis narrow ne pad quantile nanquantile repeat_interleave size tensordot to unflatten"""
_LOOK_FIRST = dict.fromkeys(_NAMES.split(), "")
_LOOK_FIRST |= {"matmul": "at least 1D", "linear": "at least 1D", "outer": "Expected 1-D", "ger": "Expected 1-D"}


def said_of(full: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Exception | None:
    """What PyTorch says of a failed call of the public function `full` on account of such a view, None if there is none."""
    stale = stale_among((*args, *kwargs.values()))
    name = full.rpartition(".")[2]
    if stale is None or name not in _LOOK_FIRST:
        return stale
    try:
        with grad_mode(False):
            _named(full)(*_without_history(args), **dict(zip(kwargs, _without_history(kwargs.values()), strict=True)))
    except Exception as error:
        if re.search(_LOOK_FIRST[name], str(error)):
            return error
    return stale


def stale_among(values: Any) -> RuntimeError | None:
    """The refusal of the first view among `values` that lost its history."""
    for t in members(values):
        if isinstance(t, TensorBase) and t._view is not None:
            try:
                refresh(t)
            except RuntimeError as stale:
                return stale
    return None


def _without_history(values: Any) -> list[Any]:
    return [_bare(v) for v in values]


def _bare(value: Any) -> Any:
    if value.__class__ in (list, tuple):
        return type(value)(_without_history(value))
    return value.data if isinstance(value, TensorBase) else value  # type: ignore[attr-defined]


def _named(full: str) -> Any:
    space, _, name = full.rpartition(".")
    owner = Classes.tensor if space == "torch.Tensor" else sys.modules[__name__.partition(".")[0] + space.removeprefix("torch")]
    return getattr(owner, name)
