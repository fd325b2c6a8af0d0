"""What stands in a formula's place where PyTorch has none: the op works, and says so to whoever asks for a derivative.

PyTorch has two texts: one for nodes without any derivative, one for single derivatives of ops that have others.
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
    """For one derivative of an op that has a node of its own."""
    def refuse(*_args: object) -> NoReturn:
        raise NotImplementedError(f"the derivative for '{what}' is not implemented.")

    return refuse


def no_tangent(name: str) -> Refusal:
    """The jvp of what has no derivative at all."""
    def refuse(*_args: object) -> NoReturn:
        raise NotImplementedError(f"Trying to use forward AD with aten::{name} that does not support it.")

    return refuse


def no_forward(name: str) -> Refusal:
    """The jvp of what PyTorch has no forward mode for."""
    def refuse(*_args: object) -> NoReturn:
        raise NotImplementedError(f"Trying to use forward AD with {name} that does not support it because it has not been implemented yet.")

    return refuse
