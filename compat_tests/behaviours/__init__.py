"""Behaviours: small programs whose whole observable outcome is recorded.

A case is a public function in a module of this package. It takes `torch` (either side) and yields what is to be observed: tensors, numbers,
texts, nested as it likes, and `refused(call)` for a call that must fail. Beside the yielded values the recorder keeps warnings, printed
text, which of the tensors share memory, and the exception that ends the case, if one does.

Behind a case whose outcome is short stands what PyTorch answered, a line for each thing that it yields: `python -m compat_tests.answers`
writes these comments from what is recorded.
"""
from __future__ import annotations

import importlib
import inspect
import io
import pkgutil
import warnings
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from functools import cache
from types import ModuleType
from typing import Any

from ..judging.portable import flat_tensors, map_tensors, snapshot
from ..operations.probes import shares

Case = Callable[[Any], Iterator[Any]]


@cache
def _module_names() -> dict[str, str]:
    """Family -> the name of its module. A family is called as its module is, whichever folder that lies in."""
    rooms = [module.name for module in pkgutil.iter_modules(__path__) if module.ispkg]
    found = {module.name: f"{__name__}.{room}.{module.name}" for room in rooms
             for module in pkgutil.iter_modules([f"{__path__[0]}/{room}"])}
    outside = [module.name for module in pkgutil.iter_modules(__path__) if not module.ispkg and not module.name.startswith("_")]
    if outside:
        raise RuntimeError(f"cases outside of the folders, which nothing would run: {', '.join(outside)}")
    return found


def families() -> list[str]:
    """The modules with cases."""
    return sorted(_module_names())


def module_of(family: str) -> ModuleType:
    return importlib.import_module(_module_names()[family])


def cases(family: str) -> dict[str, Case]:
    """Name -> case of a module, in the order they are written."""
    module = module_of(family)
    found = {name: value for name, value in vars(module).items()
             if inspect.isgeneratorfunction(value) and value.__module__ == module.__name__ and not name.startswith("_")}
    return dict(sorted(found.items(), key=lambda item: item[1].__code__.co_firstlineno))


def error_text(error: BaseException) -> dict[str, str]:
    """An exception in full, but for what follows its first line."""
    return {"raised": type(error).__name__, "message": str(error).split("\n")[0]}


def refused(call: Callable[[], Any]) -> dict[str, str]:
    """What a call that must fail raises."""
    try:
        value = call()
    except Exception as error:
        return error_text(error)
    return {"raised": "nothing", "message": f"{type(value).__name__}"}


def chain(node: Any, depth: int = 6) -> Any:
    """The names of a graph's nodes, from one node downwards."""
    if node is None:
        return None
    if depth == 0:
        return "..."
    return [node.name(), *([chain(n, depth - 1), i] for n, i in node.next_functions)]


def observe(torch: Any, value: Any) -> Any:
    """All that can be seen of a value; of a tensor also its layout, its graph and how it prints."""
    def tensor(t: Any) -> Any:
        return {"value": snapshot(torch, t), "layout": (str(t.dtype), tuple(t.shape), tuple(t.stride()), t.storage_offset()),
                "graph": chain(t.grad_fn), "leaf": t.is_leaf, "version": t._version, "text": repr(t)}
    return snapshot_rest(torch, map_tensors(tensor, value, torch.Tensor))


def relied_on(outcome: Any) -> Any:
    """An outcome without the version counters of tensors that have no history, as gradients are.

    They count in how many writes a kernel has computed them. What a program itself writes it reads from `_version`, which stays.
    """
    if isinstance(outcome, dict):
        passed_over = "version" in outcome and outcome.get("graph") is None and not getattr(outcome.get("value"), "requires_grad", True)
        return {k: relied_on(v) for k, v in outcome.items() if not (passed_over and k == "version")}
    if type(outcome) in (list, tuple):
        return type(outcome)(relied_on(v) for v in outcome)
    return outcome


def snapshot_rest(torch: Any, value: Any) -> Any:
    """Portable form of a value in which the tensors are portable already."""
    if isinstance(value, dict):
        return {str(k): snapshot_rest(torch, v) for k, v in value.items()}
    if type(value) in (tuple, list):
        return type(value)(snapshot_rest(torch, v) for v in value)
    return value if type(value).__name__ in ("TensorRecord", "Symbol", "Named") else snapshot(torch, value)


def run(torch: Any, case: Case) -> dict[str, Any]:
    """The outcome of a case."""
    torch.manual_seed(0)
    seen: list[Any] = []
    tensors: list[Any] = []
    error = None
    printed = io.StringIO()
    with warnings.catch_warnings(record=True) as caught, redirect_stdout(printed):
        warnings.simplefilter("always")
        try:
            for value in case(torch):
                seen.append(observe(torch, value))
                tensors += flat_tensors(torch, value)
        except NameError:
            raise  # a mistake in the case itself: recorded, both sides would agree on it
        except Exception as exception:
            error = error_text(exception)
    return {"values": seen, "error": error, "printed": printed.getvalue(), "sharing": sharing(tensors),
            "warnings": [(w.category.__name__, warning_text(w.message)) for w in caught]}


def warning_text(message: Any) -> str:
    """The first line of a warning, without the place in PyTorch's own sources that it may name."""
    return str(message).split("\n")[0].partition(" (Triggered internally at ")[0]


def sharing(tensors: list[Any]) -> list[tuple[int, int]]:
    """Pairs of the yielded tensors that use the same memory."""
    return [(i, j) for j in range(len(tensors)) for i in range(j) if shares(tensors[i], tensors[j])]
