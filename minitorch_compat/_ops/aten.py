"""PyTorch's dispatcher names of ops and overloads, which programs see in errors, profiles and policies."""
from __future__ import annotations

from functools import cache
from typing import Any

from .op import OPS


def full_name(op: Any) -> str:
    """`op.aten`, or its default."""
    stated: str = op.aten
    return stated or (f"{op.module}_{op.name}" if op.module in ("special", "linalg") else op.name)


def packet_of(op: Any) -> str:
    """The name without the overload."""
    return full_name(op).partition(".")[0]


def name_in_profiles(op: Any) -> str:
    """The name that a profile shows."""
    return op.profiled_name or packet_of(op)


def overload_name(op: Any, kinds: tuple[str, ...], in_place: bool = False) -> tuple[str, str]:
    """Packet and overload for arguments of these kinds ("Tensor", "number", "none", "other"); "" if there is a single overload."""
    packet, _, overload = (op.aten_in_place if in_place and op.aten_in_place else full_name(op)).partition(".")
    if overload == "*":
        overload = "Tensor" if len(kinds) > 1 and kinds[-1] == "Tensor" else "Scalar"
    elif "|" in overload:
        with_argument, without_argument = overload.split("|")
        overload = without_argument if len(kinds) < 2 or kinds[1] == "none" else with_argument
    return packet + "_" * (in_place and packet[-1] != "_"), overload


def kinds_of(args: tuple[Any, ...]) -> tuple[str, ...]:
    """The kinds of arguments that distinguish overloads."""
    return tuple("Tensor" if hasattr(a, "_array") else "number" if isinstance(a, (bool, int, float, complex)) else
                 "none" if a is None else "other" for a in args)


def name_in_errors(op: Any, args: tuple[Any, ...], in_place: bool = False) -> str:
    """The name in errors, which omit the default overload."""
    packet, overload = overload_name(op, kinds_of(args), in_place)
    return packet if overload in ("", "default") else f"{packet}.{overload}"


def name_in_sparse_errors(op: Any, args: tuple[Any, ...], in_place: bool) -> str:
    """The op that PyTorch names in its error for a missing sparse kernel."""
    if in_place and op.refused_in_place_as:
        return str(op.refused_in_place_as)
    stated = op.refused_as if isinstance(op.refused_as, str) else op.refused_as.get(args[0].dim(), "")
    if not stated:
        return name_in_errors(op, args, in_place)
    packet, dot, overload = stated.partition(".")
    return f"{packet}{'_' * (in_place and overload != 'out' and packet[-1] != '_')}{dot}{overload}"


@cache
def names_accepting_numbers() -> frozenset[str]:
    """The names, aliases included, of the ops that accept numbers for all of their tensors."""
    return frozenset(name for op in OPS.values() if op.accepts_numbers_alone for name in (op.name, *op.aliases))
