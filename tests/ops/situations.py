"""Calls in situations that entries have facts for: what they come to, in a few words, for `data/situations.json.xz` and for us.

Nothing here imports a tensor library: the recorder in `data/recorders/situations.py` asks PyTorch the same.
"""
from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from .op_row import Row, build, referee

#: What making a tensor of Python's numbers shows, and giving its values back.
_OF_DATA = {"aten::empty", "aten::to", "aten::lift_fresh", "aten::detach_", "aten::resolve_conj", "aten::resolve_neg"}
#: Calls of a row that are asked.
MOST = 2


def _changed(value: Any, change: Callable[[Any], Any], torch: Any, seen: list[int], only_first: bool) -> Any:
    if isinstance(value, list):
        return [_changed(v, change, torch, seen, only_first) for v in value]
    if isinstance(value, torch.Tensor) and value.is_floating_point():
        seen.append(1)
        return change(value) if len(seen) == 1 or not only_first else value
    return value


def _told(torch: Any, result: Any) -> str:
    """Dtypes and layouts of results."""
    outs = result if isinstance(result, (tuple, list)) else (result,)
    return " ".join(f"{o.dtype}{'' if o.layout is torch.strided else f'/{o.layout}'}{'!' if o.requires_grad else ''}".replace("torch.", "")
                    if isinstance(o, torch.Tensor) else type(o).__name__ for o in outs)


def _autocast(torch: Any, call: Callable[[], Any]) -> str:
    with torch.autocast("cpu", torch.bfloat16):
        return _told(torch, call())


def _profile(torch: Any, call: Callable[[], Any]) -> str:
    with torch.autograd.profiler.profile() as found:
        call()
    names = [event.name for event in found.function_events if event.cpu_parent is None and event.name.startswith("aten::")]
    return " ".join(name for name, before in zip(names, ["", *names]) if name not in _OF_DATA and name != before)


def _deterministic(torch: Any, call: Callable[[], Any]) -> str:
    torch.use_deterministic_algorithms(True)
    try:
        return _told(torch, call())
    finally:
        torch.use_deterministic_algorithms(False)


def _plain(torch: Any, call: Callable[[], Any]) -> str:
    return _told(torch, call())


#: Situation -> (how, what is done to floating tensors, whether to the first alone).
SITUATIONS: dict[str, tuple[Callable[[Any, Callable[[], Any]], str], Callable[[Any, Any], Any] | None, bool]] = {
    "autocast of float32": (_autocast, None, False),
    "autocast of bfloat16": (_autocast, lambda torch, t: t.bfloat16(), False),
    "autocast of both": (_autocast, lambda torch, t: t.bfloat16(), True),
    "profiled": (_profile, None, False),
    "of bfloat16": (_plain, lambda torch, t: t.bfloat16(), False),
    "of both": (_plain, lambda torch, t: t.bfloat16(), True),
    "of one that requires a gradient": (_plain, lambda torch, t: t.requires_grad_(), True),
    "of one in coordinate form": (_plain, lambda torch, t: t.to_sparse(), True),
    "of all in coordinate form": (_plain, lambda torch, t: t.to_sparse(), False),
    "of one in compressed form": (_plain, lambda torch, t: t.to_sparse_csr(), True),
    "of one that is an array": (_plain, lambda torch, t: t.numpy(), True),
    "of one that is a number": (_plain, lambda torch, t: t.flatten()[0].item(), True),
    "of one on the meta device": (_plain, lambda torch, t: t.to("meta"), True),
    "of one with a tangent": (_plain, lambda torch, t: torch.autograd.forward_ad.make_dual(t, torch.ones_like(t)), True),
    "with deterministic algorithms": (_deterministic, None, False),
}


def outcomes(row: Row, torch: Any, make: Callable[[Any], Any]) -> dict[str, str]:
    """Situation and call -> dtypes and layouts, events, or the exception's name."""
    found = {}
    for call in range(min(len(row.calls), MOST)):
        for name, (how, change, only_first) in SITUATIONS.items():
            with warnings.catch_warnings(), torch.autograd.forward_ad.dual_level():
                warnings.simplefilter("ignore")
                torch.manual_seed(0)
                args = build(row, call, make, lambda d: getattr(torch, d), dtype="float32", reference=True)
                try:
                    seen: list[int] = []
                    if change is not None:
                        args = [_changed(a, lambda t, change=change: change(torch, t), torch, seen, only_first) for a in args]
                    found[f"{call} {name}"] = how(torch, lambda args=args: referee(row, torch)(*args))
                except Exception as error:
                    found[f"{call} {name}"] = type(error).__name__
    return found


def array(values: Any) -> Any:
    """An array that a tensor may be made of: numpy gives empty ones strides of 0."""
    return np.array(values, order="K") if values.size else np.zeros(values.shape, values.dtype)
