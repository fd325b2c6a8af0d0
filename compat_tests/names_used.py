"""Which public names the behaviour programs use, read from their text: full name -> cases.

A name counts as used where it is spelled out from `torch` on, or from a local name that stands for such a chain (`ad =
torch.autograd.forward_ad`), in a case or in definitions of its module to which the case refers. Names that a case reaches in other
ways are not counted.
"""
from __future__ import annotations

import ast
import inspect
from collections import defaultdict
from collections.abc import Iterator

from . import behaviours


def names_in_behaviours() -> dict[str, list[str]]:
    """Full name -> the cases that use it, as `xfails.txt` calls them."""
    found: dict[str, list[str]] = defaultdict(list)
    for family in behaviours.families():
        definitions = {node.name: node for node in ast.parse(inspect.getsource(behaviours.module_of(family))).body
                       if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        direct = {name: set(chains(node)) for name, node in definitions.items()}
        mentions = {name: {n.id for n in ast.walk(node) if isinstance(n, ast.Name)} & definitions.keys()
                    for name, node in definitions.items()}
        for case in behaviours.cases(family):
            for full in set().union(*(direct[name] for name in reached(case, mentions))):
                found[full].append(f"behaviour {family} {case}")
    return found


def reached(start: str, mentions: dict[str, set[str]]) -> set[str]:
    """All definitions that a definition refers to, directly or through others."""
    seen, open_ = set(), {start}
    while open_:
        seen |= open_
        open_ = set().union(*(mentions[name] for name in open_)) - seen
    return seen


def chains(definition: ast.AST) -> Iterator[str]:
    """The dotted names in a definition that begin with `torch`, and all their prefixes."""
    known = {"torch": "torch"}
    for node in ast.walk(definition):  # outer ones first: assignments come before what is inside of later functions
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            for target, value in pairs(node.targets[0], node.value):
                if isinstance(target, ast.Name) and (path := dotted(value, known)) is not None:
                    known[target.id] = path
    for node in ast.walk(definition):
        path = dotted(node, known) if isinstance(node, ast.Attribute) else None
        if path is not None:
            parts = path.split(".")
            yield from (".".join(parts[:i]) for i in range(2, len(parts) + 1))


def pairs(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """The single assignments in an assignment of tuples."""
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return [pair for parts in zip(target.elts, value.elts, strict=False) for pair in pairs(*parts)]
    return [(target, value)]


def dotted(node: ast.expr, known: dict[str, str]) -> str | None:
    """`torch.a.b` for an expression that spells it, else None."""
    if isinstance(node, ast.Name):
        return known.get(node.id)
    if isinstance(node, ast.Attribute) and (owner := dotted(node.value, known)) is not None:
        return f"{owner}.{node.attr}"
    return None


__all__ = ["names_in_behaviours"]
