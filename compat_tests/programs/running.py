"""Runs a program, a list of statements, on one side; the outcome is portable."""
from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

from ..behaviours import error_text, sharing
from ..judging.portable import snapshot
from .grammar import Filler

Program = list[str]


def forward_derivative(torch: Any) -> Callable[[Callable[[Any], Any], Any], Any]:
    """`jvp(f, x)` for programs: the tangent of f at x along ones."""
    def jvp(function: Callable[[Any], Any], x: Any) -> Any:
        forward_ad = torch.autograd.forward_ad
        with forward_ad.dual_level():
            return forward_ad.unpack_dual(function(forward_ad.make_dual(x.detach(), torch.ones_like(x)))).tangent
    return jvp


def environment(torch: Any) -> dict[str, Any]:
    torch.manual_seed(0)
    return {"torch": torch, "jvp": forward_derivative(torch)}


def step(statement: str, names: dict[str, Any]) -> Exception | None:
    """Run one statement; return the exception that it raises, if any."""
    try:
        exec(statement, names)
    except Exception as error:
        return error
    return None


def run(torch: Any, program: Program, broken: list[str] | None = None) -> dict[str, Any]:
    """The errors of statements, and the observable state of the variables at the end.

    `broken` collects violated invariants: gradients of two leaves that share memory.
    """
    names = environment(torch)
    errors = {}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for number, statement in enumerate(program):
            error = step(statement, names)
            if error is not None:
                errors[str(number)] = error_text(error)
        if broken is not None:
            from ..judging.invariants import gradients_shared
            broken += gradients_shared({n: v for n, v in names.items() if isinstance(v, torch.Tensor)})
        return {"errors": errors, **final(torch, names)}


def final(torch: Any, names: dict[str, Any]) -> dict[str, Any]:
    """The state of the variables."""
    found = {name: value for name, value in names.items() if name.startswith("v") and name[1:].isdigit()}
    tensors = [value for value in found.values() if isinstance(value, torch.Tensor) and value.layout == torch.strided]
    return {"variables": {name: look(torch, value) for name, value in found.items()}, "sharing": sharing(tensors)}


def look(torch: Any, value: Any) -> Any:
    if not isinstance(value, torch.Tensor):
        return snapshot(torch, value)
    if value.layout != torch.strided:
        return snapshot(torch, [str(value.layout), value.detach().to_dense()])
    try:
        node, version = value.grad_fn, None if value.is_inference() else value._version
    except RuntimeError as error:  # a view whose base was changed without recording
        return error_text(error)
    grad = value.grad if value.is_leaf else None
    return {"value": snapshot(torch, value), "strides": tuple(value.stride()), "offset": value.storage_offset(), "leaf": value.is_leaf,
            "node": None if node is None else node.name(), "version": version, "grad": snapshot(torch, grad)}


def generate(torch: Any, seed: int, length: int = 14, wide: bool = False) -> Program:
    """The program of a seed, with more kinds of statements if `wide` is set. Only a few failing statements are kept."""
    filler = Filler(torch, seed, wide)
    names = environment(torch)
    program: Program = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        while len(program) < length:
            filler.variables = {n: v for n, v in names.items() if n.startswith("v") and n[1:].isdigit()}
            statement = filler.statement()
            error = step(statement, names)
            if error is None or filler.random.random() < 0.15:
                program.append(statement)
            if error is None and too_big(torch, names):
                break
    return program


def too_big(torch: Any, names: dict[str, Any]) -> bool:
    return any(isinstance(v, torch.Tensor) and v.numel() > 2000 for v in names.values())
