"""Record under PyTorch what aten ops, nodes of backward and optimizers call inside: `python tests/data/record_inner_spans.py`.

Of the programs of the conformance suite's profiles, and of more; kept is what was the same each time an op, or a node of backward, was
heard, in the first, or else two times of three in all. Nodes of which it was always the same are "certain".
"""
from __future__ import annotations

import json
import re
import sys
import warnings
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

import torch
from torch.autograd.profiler import profile

#: The options on which it depends what a step calls.
OPTIONS = ("amsgrad", "centered", "momentum", "nesterov", "weight_decay")

#: What has a profile say the overloads of ops.
OVERLOADS = torch._C._profiler._ExperimentalConfig(capture_overload_names=True)

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from tests.data.span_programs import PROGRAMS  # noqa: E402 (of this tree)

#: Further programs: what backward calls for them.
_MORE = (*(f"F.{loss}_loss(x,x.detach())" for loss in ("mse", "l1", "smooth_l1", "huber")),
         *(f"torch.{name}(x * 0.1 + 1.2)" for name in (
             "cos", "tan", "atan", "sinh", "cosh", "asinh", "acosh", "log2", "log10", "erfc", "exp2", "sinc", "rsqrt", "frac", "digamma",
             "square", "deg2rad", "i0")),
         *(f"torch.{name}(x * 0.1)" for name in ("asin", "acos", "atanh", "erfinv")), "x.logit(0.1)", "x.cumsum(0)", "F.selu(x)",
         "F.softshrink(x)", "F.hardshrink(x)", "F.rrelu(x)")


def _regular(torch: Any) -> dict[str, Any]:
    """A matrix that can be inverted, of numbers all of which every function is defined for."""
    torch.manual_seed(0)
    return {"torch": torch, "F": torch.nn.functional, "x": torch.arange(1.0, 10.0).reshape(3, 3).div(11).sin()}


#: What is called, or not, as tensors happen to lie in memory.
_AS_LAID_OUT = ("clone", "contiguous", "resolve_conj", "reshape", "view", "_reshape_alias")


def _usual(trees: list[Any], share: float) -> Any:
    """What is inside in that share of all cases, if anything is. (Rules know better where they can; `_inner_spans.py` has them.)"""
    text, count = Counter(map(_names, trees)).most_common(1)[0]
    return _merged([tree for tree in trees if _names(tree) == text]) if count >= share * len(trees) else []


def _names(trees: list[Any]) -> str:
    """The names of trees alone."""
    return json.dumps([[name, _names(inner)] for name, _, inner in trees])


def _merged(same: list[list[Any]]) -> list[Any]:
    """Trees of the same names as one: of each argument what its shape was in all of them (see `_sources`), or else "x": a tensor's."""
    merged = []
    for calls in zip(*same, strict=True):
        count = min(len(given) for _, given, _ in calls)
        given = "".join(_source([given[i] for _, given, _ in calls]) for i in range(count))
        merged.append([calls[0][0], given, _merged([inner for _, _, inner in calls])])
    return merged


def _source(seen: list[str]) -> str:
    """The first of what an argument may have been each time; one of no dimensions does not show, so that any that shows is a tensor."""
    if all("-" in sources for sources in seen):
        return "-"
    common = set.intersection(*map(set, seen))
    return min(common - {"x"}, default="x")


def _sources(shape: list[int], around: list[list[int]]) -> str:
    """Where the shape of an argument may come from: "0" is the first argument of the call that it is inside of; "e" is empty."""
    same = "".join(str(i) for i, other in enumerate(around[:10]) if other == shape)
    return f"-{same}" if not shape else f"{same}e" if shape == [0] else f"{same}x"


def _heard(programs: list[tuple[str, Any]]) -> dict[str, list[Any]]:
    """Op or node -> what was inside each time it was heard; in backward only where forward has not heard it.

    Ops also by overload, nodes also by which inputs need a gradient.
    """
    found: dict[str, list[Any]] = defaultdict(list)
    behind: dict[str, list[Any]] = defaultdict(list)
    called: dict[str, list[Any]] = defaultdict(list)
    for text, made in programs:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            space = made(torch)
            with profile(record_shapes=True, experimental_config=OVERLOADS) as prof:
                eval(text, space)
        back, needed = _backward(text, made(torch))
        for heard, events in ((found, prof.function_events), (behind, back)):
            for event in events:
                again = event.cpu_parent is not None and event.cpu_parent.name == event.name  # which writes to an `out`
                known = event.name.startswith("aten::") or re.fullmatch(r"\w+Backward\d+", event.name) is not None
                if known and not again and event.name != "aten::to":  # which depends on what it is given
                    kept, tree = called if event.cpu_parent is None else heard, _shape(event)[2]
                    kept[event.name].append(tree)
                    variant = event.overload_name if event.name.startswith("aten::") else needed.get(event.sequence_nr)
                    if variant:
                        kept[f"{event.name}.{variant}"].append(tree)
    # What the program itself has called says more than what other ops call; what is called in backward alone may be told from that.
    return {**behind, **found, **called}


def _shape(event: Any) -> list[Any]:
    name = event.name.removeprefix("aten::") if event.name.startswith("aten::") else f".{event.name}"
    around = event.cpu_parent.input_shapes if event.cpu_parent is not None else []
    given = [_sources(shape, around) for shape in event.input_shapes]
    return [name, given, [_shape(e) for e in sorted(event.cpu_children, key=lambda e: e.time_range.start)]]


def _needed(outputs: list[Any]) -> dict[int, str]:
    """Number of a node -> which of its inputs need a gradient, "101" say."""
    found, waiting = {}, [o.grad_fn for o in outputs]
    while waiting:
        node = waiting.pop()
        if node is not None and node._sequence_nr() not in found:
            found[node._sequence_nr()] = "".join("0" if edge is None else "1" for edge, _ in node.next_functions)
            waiting += [edge for edge, _ in node.next_functions]
    return found


def _backward(text: str, space: dict[str, Any]) -> tuple[list[Any], dict[int, str]]:
    """The events of backward through what a program computes, if it can be differentiated, and which gradients the nodes give."""
    for value in space.values():
        if isinstance(value, torch.Tensor) and value.is_floating_point() and value.is_leaf:
            value.requires_grad_()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            result = eval(text, space)
            outputs = [o for o in (result if isinstance(result, (tuple, list)) else (result,)) if o.requires_grad]
            # Which lie in order, as gradients mostly do.
            ones = [torch.ones_like(o, memory_format=torch.contiguous_format) for o in outputs]
            needed = _needed(outputs)
            with profile(record_shapes=True, experimental_config=OVERLOADS) as prof:
                torch.autograd.backward(outputs, ones)
    except (RuntimeError, AttributeError, TypeError, NotImplementedError):
        return [], {}
    return list(prof.function_events), needed


#: Optimizers and the options with which their steps are recorded.
_STEPS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("SGD", {}), ("SGD", {"weight_decay": 0.1}), ("SGD", {"momentum": 0.9}), ("SGD", {"momentum": 0.9, "weight_decay": 0.1}),
    ("SGD", {"momentum": 0.9, "nesterov": True}), ("SGD", {"momentum": 0.9, "nesterov": True, "weight_decay": 0.1}),
    ("Adam", {}), ("Adam", {"weight_decay": 0.1}), ("Adam", {"amsgrad": True}), ("AdamW", {}),
    ("AdamW", {"amsgrad": True}), ("AdamW", {"weight_decay": 0}),
    ("RMSprop", {}), ("RMSprop", {"momentum": 0.9}), ("RMSprop", {"centered": True}), ("Adagrad", {}), ("Adadelta", {}), ("Adamax", {}),
    ("NAdam", {}), ("RAdam", {}), ("ASGD", {}), ("Rprop", {}),
)


def _plain(trees: list[Any]) -> list[Any]:
    return [[name, _plain(inner)] for name, _, inner in trees]


def _steps() -> dict[str, list[Any]]:
    """What the first and the later steps of optimizers call for a parameter: name, how many arguments are of its shape, inner."""
    found = {}
    for name, options in _STEPS:
        p = torch.nn.Parameter(torch.ones(7, 3))
        optimizer = getattr(torch.optim, name)([p], **options)
        trees = []
        for _ in range(2):
            p.grad = torch.ones(7, 3)
            with profile(record_shapes=True) as prof:
                optimizer.step()
            (step,) = [e for e in prof.function_events if e.name.startswith("Optimizer.step")]
            parts = sorted(step.cpu_children, key=lambda e: e.time_range.start)
            trees.append([[_shape(e)[0], e.input_shapes.count([7, 3]), _plain(_shape(e)[2])] for e in parts])
        named = [k for k, v in sorted(optimizer.defaults.items()) if k in OPTIONS and v]
        found[" ".join([name, *named])] = trees
    return found


def main() -> None:
    """Writes `minitorch_compat/autograd/_profile/inner_spans.json`."""
    steps = json.dumps(_steps(), separators=(",", ":")).replace('],"', '],\n"')
    (ROOT / "minitorch_compat" / "optim" / "inner_spans.json").write_text(steps + "\n")
    from compat_tests.behaviours.profiling.profiling_names import FUNCTIONS, _space

    first = [(text, _space) for text in [*FUNCTIONS.replace("\n", "").split(";"), *_MORE]]
    more = [(text, _regular) for text in PROGRAMS.replace("\n", "").split(";")]
    seen, all_seen = _heard(first), _heard([*first, *more])
    kept = {name: tree for name, trees in sorted(all_seen.items())
            if (tree := _usual(trees, 1) if name not in seen else _usual(seen[name], 1) or _usual(trees, 2 / 3))}
    for name, trees in all_seen.items():  # nothing, where it is something for other inputs
        if re.fullmatch(r"\w+Backward\d+\.[01]+", name) and name.partition(".")[0] in kept and not any(trees):
            kept[name] = []
    kept = dict(sorted(kept.items()))
    certain = [name for name, tree in kept.items() if not name.startswith("aten::")
               and all(_names(t) == _names(tree) for t in all_seen[name])
               and not any(f'"{op}"' in json.dumps(tree) for op in _AS_LAID_OUT)]
    for name in [n for n in kept if "." in n and _names(kept[n]) == _names(kept.get(n.partition(".")[0], []))]:
        whole, _, variant = name.partition(".")
        if name.startswith("aten::") or "0" not in variant and (whole in certain) == (name in certain):
            del kept[name]  # as in every case
    certain = [name for name in certain if name in kept]
    lines = ",\n".join(f"{json.dumps(name)}:{json.dumps(trees, separators=(',', ':'))}"
                       for name, trees in {"certain": certain, **kept}.items())
    (ROOT / "minitorch_compat" / "autograd/_profile/inner_spans.json").write_text("{\n" + lines + "\n}\n")


if __name__ == "__main__":
    main()
