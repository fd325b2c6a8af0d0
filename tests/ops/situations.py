"""Calls in situations that entries have facts for: short descriptions of the outcomes, as in `data/situations.json.xz`.

Nothing here imports a tensor library: the recorder in `data/recorders/ops/situations.py` does the same with PyTorch.
"""
from __future__ import annotations

import importlib
import warnings
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import numpy as np

from .op_row import Row, build, referee

#: What making a tensor of Python's numbers shows, and giving its values back.
_OF_DATA = {"aten::empty", "aten::to", "aten::lift_fresh", "aten::detach_", "aten::resolve_conj", "aten::resolve_neg"}
#: Calls of a row that are asked.
MOST = 2


def _map_tensors(value: Any, change: Callable[[Any], Any], torch: Any, seen: list[int], only_first: bool) -> Any:
    if isinstance(value, list):
        return [_map_tensors(v, change, torch, seen, only_first) for v in value]
    if isinstance(value, torch.Tensor) and value.is_floating_point():
        seen.append(1)
        return change(value) if len(seen) == 1 or not only_first else value
    return value


def _layouts_of(torch: Any, result: Any) -> str:
    """Dtypes and layouts of results."""
    outs = result if isinstance(result, (tuple, list)) else (result,)
    return " ".join(f"{o.dtype}{'' if o.layout is torch.strided else f'/{o.layout}'}{'!' if o.requires_grad else ''}".replace("torch.", "")
                    if isinstance(o, torch.Tensor) else type(o).__name__ for o in outs)


def _autocast(torch: Any, call: Callable[[], Any]) -> str:
    with torch.autocast("cpu", torch.bfloat16):
        return _layouts_of(torch, call())


def _profile(torch: Any, call: Callable[[], Any]) -> str:
    with torch.autograd.profiler.profile() as found:
        call()
    names = [event.name for event in found.function_events if event.cpu_parent is None and event.name.startswith("aten::")]
    return " ".join(name for name, before in zip(names, ["", *names]) if name not in _OF_DATA and name != before)


def _deterministic(torch: Any, call: Callable[[], Any]) -> str:
    torch.use_deterministic_algorithms(True)
    try:
        return _layouts_of(torch, call())
    finally:
        torch.use_deterministic_algorithms(False)


def _tensors(torch: Any, result: Any) -> list[Any]:
    return [o for o in (result if isinstance(result, (tuple, list)) else (result,)) if isinstance(o, torch.Tensor)]


def _node(torch: Any, call: Callable[[], Any]) -> str:
    """The node, what it saves, and where its edges lead."""
    node = next((o.grad_fn for o in _tensors(torch, call()) if o.grad_fn is not None), None)
    if node is None:
        return "no node"
    saved = [name.removeprefix("_saved_") for name in dir(node) if name.startswith("_saved_")]
    return f"{node.name()} saves {' '.join(saved)}, then {' '.join(str(n and n.name()) for n, _ in node.next_functions)}"


def _flops(torch: Any, call: Callable[[], Any]) -> str:
    counter = importlib.import_module(f"{torch.__name__}.utils.flop_counter").FlopCounterMode(display=False)
    with counter:
        call()
    return str(counter.get_total_flops())


def _marks(torch: Any, call: Callable[[], Any]) -> str:
    """Dtypes, and whether memory is to be conjugated or negated."""
    return " ".join(f"{o.dtype}{'*' * o.is_conj()}{'-' * o.is_neg()}" for o in _tensors(torch, call()))


def _strides(torch: Any, call: Callable[[], Any]) -> str:
    return " ".join(str(o.stride()) for o in _tensors(torch, call()) if o.layout is torch.strided)


def _plain(torch: Any, call: Callable[[], Any]) -> str:
    return _layouts_of(torch, call())


def _channels_last(torch: Any, t: Any) -> Any:
    formats = {4: torch.channels_last, 5: torch.channels_last_3d}
    return t.contiguous(memory_format=formats[t.ndim]) if t.ndim in formats else t


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
    "whose node is asked": (_node, lambda torch, t: t.requires_grad_(), False),
    "one of which has a node": (_node, lambda torch, t: t.requires_grad_(), True),
    "whose operations are counted": (_flops, None, False),
    "of conjugates": (_marks, lambda torch, t: torch.complex(t, t).conj(), False),
    "of one conjugate": (_marks, lambda torch, t: torch.complex(t, t).conj(), True),
    "of negated imaginary parts": (_marks, lambda torch, t: torch.complex(t, t).conj().imag, False),
    "laid out channels last": (_strides, _channels_last, False),
    "one of which is laid out channels last": (_strides, _channels_last, True),
    "transposed": (_strides, lambda torch, t: t.mT.contiguous().mT if t.ndim > 1 else t, False),
    "one of which is transposed": (_strides, lambda torch, t: t.mT.contiguous().mT if t.ndim > 1 else t, True),
    "of every second element": (_strides, lambda torch, t: t.repeat_interleave(2, -1)[..., ::2] if t.ndim else t, False),
}


#: Those whose gradients' strides are asked, too: of what lies so, for a cotangent in row-major order.
LAID_OUT = ("of one that requires a gradient", "laid out channels last", "transposed", "of every second element")


def _gradients(torch: Any, function: Callable[..., Any], args: list[Any]) -> str:
    """Strides of the gradients of all floating tensors."""
    tensors = [t for a in args for t in (a if isinstance(a, list) else [a]) if isinstance(t, torch.Tensor)]
    leaves = [t.requires_grad_() for t in tensors if t.is_floating_point()]
    outs = [o for o in _tensors(torch, function(*args)) if o.requires_grad]
    grads = torch.autograd.grad(outs, leaves, [torch.ones(o.shape, dtype=o.dtype) for o in outs], allow_unused=True)
    return " ".join("none" if g is None else str(g.stride()) for g in grads)


def _outcome_in_situation(torch: Any, row: Row, call: int, name: str, make: Callable[[Any], Any], how: Any) -> str:
    """What a call comes to in a situation, as `how` tells of function and arguments."""
    _, change, only_first = SITUATIONS[name]
    level = torch.autograd.forward_ad.dual_level() if "tangent" in name else nullcontext()
    with warnings.catch_warnings(), level:
        warnings.simplefilter("ignore")
        torch.manual_seed(0)
        args = build(row, call, make, lambda d: getattr(torch, d), dtype="float32", reference=True)
        try:
            if change is not None:
                seen: list[int] = []
                args = [_map_tensors(a, lambda t: change(torch, t), torch, seen, only_first) for a in args]
            found: str = how(torch, referee(row, torch), args)
            return found
        except Exception as error:
            return type(error).__name__


def outcomes(row: Row, torch: Any, make: Callable[[Any], Any]) -> dict[str, str]:
    """Situation and call -> what it is asked for, or the exception's name."""
    found = {}
    for call in range(min(len(row.calls), MOST)):
        for name, (how, *_) in SITUATIONS.items():
            found[f"{call} {name}"] = _outcome_in_situation(torch, row, call, name, make, lambda torch, f, args,
                                                            how=how: how(torch, lambda: f(*args)))
            if name in LAID_OUT:
                found[f"{call} {name}, gradients"] = _outcome_in_situation(torch, row, call, name, make, _gradients)
    return found


def array(values: Any) -> Any:
    """An array that a tensor may be made of: numpy gives empty ones strides of 0."""
    return np.array(values, order="K") if values.size else np.zeros(values.shape, values.dtype)
