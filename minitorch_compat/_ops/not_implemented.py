"""Formulas of ops for which PyTorch has none: the op works, and its derivative raises.

PyTorch has two messages: one for nodes without any derivative, one for missing single derivatives.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn

Refusal = Callable[..., NoReturn]


def no_derivative(name: str) -> Refusal:
    """For an op whose node is PyTorch's NotImplemented."""
    def refuse(*_args: object) -> NoReturn:
        raise RuntimeError(f"derivative for aten::{name} is not implemented")

    return refuse


def not_implemented(what: str) -> Refusal:
    """For a single missing derivative of an op that has a node of its own."""
    def refuse(*_args: object) -> NoReturn:
        raise NotImplementedError(f"the derivative for '{what}' is not implemented.")

    return refuse


def no_tangent(name: str) -> Refusal:
    """The jvp of an op without any derivative."""
    def refuse(*_args: object) -> NoReturn:
        raise NotImplementedError(f"Trying to use forward AD with aten::{name} that does not support it.")

    return refuse


def no_forward(name: str) -> Refusal:
    """The jvp of an op without forward mode in PyTorch."""
    def refuse(*_args: object) -> NoReturn:
        raise NotImplementedError(f"Trying to use forward AD with {name} that does not support it because it has not been implemented yet.")

    return refuse
