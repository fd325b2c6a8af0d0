"""Nodes of what has no derivative, or none of its derivative: they say so when backward comes to them."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from .node import Node
from .record import edge_of, note_origin
from .state import LOCAL, Anomaly


class NotImplementedNode(Node):
    """Where backward ends in an error."""

    __slots__ = ("_what",)
    _what: str

    def name(self) -> str:
        return "torch::autograd::NotImplemented"

    def apply(self, _cotangents: Any, _space: Any) -> Any:
        raise RuntimeError(f"derivative for {self._what} is not implemented")


def without_derivative(what: str, inputs: Iterable[Any], outs: Iterable[Any]) -> Any:
    """Hang `outs`, what the function `what` made of `inputs`, on a node that refuses, if one of the inputs requires a gradient."""
    outs = tuple(outs)
    sources = [t for t in inputs if t is not None and t.requires_grad] if LOCAL.grad and not LOCAL.inference else []
    made = [t for t in outs if t.array.dtype.kind in "fcV"]
    if sources and made:
        hang_refusal(what, tuple(map(edge_of, sources)), made)
    return outs


def hang_refusal(what: str, edges: tuple[Any, ...], outs: Sequence[Any], *, alone: bool = False) -> None:
    """Make of such a node the history of `outs`; if they stand `alone`, they are views no more."""
    nodes, slots = zip(*edges, strict=True)
    node = NotImplementedNode(nodes, slots if any(slots) else None)
    node._what = what
    node.metas = tuple((t.array.shape, t.array.dtype) for t in outs)
    node.shape = None
    for slot, t in enumerate(outs):
        t._grad_fn, t._output_nr, t._requires_grad = node, slot, True
        if alone:
            t._view = None
    if Anomaly.enabled:
        note_origin(node)


class Error(Node):
    """Where backward ends in an error that somebody asked for."""

    __slots__ = ("_text",)
    __module__ = "builtins"
    _text: str

    def name(self) -> str:
        return "torch::autograd::Error"

    def apply(self, _cotangents: Any, _space: Any) -> Any:
        raise RuntimeError(self._text)


def delayed_error(text: str, inputs: Sequence[Any]) -> tuple[Any, ...]:
    """The values of `inputs` (None stays) with one node as their history, if one of them requires a gradient: it raises `text`."""
    outs = tuple(None if t is None else t.detach() for t in inputs)
    if not LOCAL.grad or not any(t is not None and t.requires_grad for t in inputs):
        return outs
    nodes, slots = zip(*((None, 0) if t is None else edge_of(t) for t in inputs), strict=True)
    node = Error(nodes, slots if any(slots) else None)
    node._text = text
    node.metas = tuple(((), None) if t is None else (t.array.shape, t.array.dtype) for t in outs)
    for slot, out in enumerate(outs):
        if out is not None:
            out._grad_fn, out._output_nr, out._requires_grad = node, slot, True
    return outs
