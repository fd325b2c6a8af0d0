"""Nodes without a derivative, or without a second one, which raise when backward reaches them."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..state import LOCAL, Anomaly
from ..words import graph_words
from .node import Node
from .recording import edge_of, note_origin


class Refusing(Node):
    """A node whose derivative raises."""

    __slots__ = ("text",)
    text: str


class NotImplementedNode(Refusing):
    """The node of a function without a derivative; `text` names it."""

    __slots__ = ()

    def name(self) -> str:
        return "torch::autograd::NotImplemented"

    def _derive(self, _cotangents: Any, _space: Any) -> Any:
        raise graph_words.not_differentiable(self.text)


NotImplementedNode.__name__ = NotImplementedNode.__qualname__ = "NotImplemented"


def without_derivative(what: str, inputs: Iterable[Any], outs: Iterable[Any]) -> Any:
    """Set a raising node as the history of `outs`, the results of `what`, if one of the inputs requires a gradient."""
    outs = tuple(outs)
    sources = [t for t in inputs if t is not None and t.requires_grad] if LOCAL.grad and not LOCAL.inference else []
    made = [t for t in outs if t._array.dtype.kind in "fcV"]
    if sources and made:
        attach_refusal(what, tuple(map(edge_of, sources)), made)
    return outs


def attach_refusal(what: str, edges: tuple[Any, ...], outs: Sequence[Any]) -> None:
    """Set such a node as the history of `outs`."""
    _hung(NotImplementedNode, what, edges, outs)


def refusing_node(what: str, edges: tuple[Any, ...], out: Any) -> Node:
    """Such a node for an in-place change of `out`, which does not have it yet."""
    nodes, slots = zip(*edges, strict=True)
    node = NotImplementedNode(nodes, slots if any(slots) else None)
    node.text, node.shape, node.dtype = what, out._array.shape, out._array.dtype
    if Anomaly.enabled:
        note_origin(node)
    return node


def _hung(kind: type[Refusing], text: str, edges: Iterable[tuple[Any, int]], outs: Sequence[Any]) -> None:
    """Set a node of `kind` as the history of `outs`, some of which may be None."""
    nodes, slots = zip(*edges, strict=True)
    node = kind(nodes, slots if any(slots) else None)
    node.text, node.shape = text, None
    node.metas = tuple(((), None) if t is None else (t._array.shape, t._array.dtype) for t in outs)
    for slot, t in enumerate(outs):
        if t is not None:
            t._grad_fn, t._output_nr, t._requires_grad = node, slot, True
    if Anomaly.enabled:
        note_origin(node)


class Error(Refusing):
    """A node that raises a given `text`."""

    __slots__ = ()
    __module__ = "builtins"

    def name(self) -> str:
        return "torch::autograd::Error"

    def _derive(self, _cotangents: Any, _space: Any) -> Any:
        raise RuntimeError(self.text)


def delayed_error(text: str, inputs: Sequence[Any]) -> tuple[Any, ...]:
    """The values of `inputs` (None stays None) with one node as history if one of them requires grad; its derivative raises `text`."""
    outs = tuple(None if t is None else t.detach() for t in inputs)
    if not LOCAL.grad or not any(t is not None and t.requires_grad for t in inputs):
        return outs
    _hung(Error, text, ((None, 0) if t is None else edge_of(t) for t in inputs), outs)
    return outs


class ToCopyBackward0(Refusing):
    """The node of a copy on the meta device, whose gradient has no values to copy back."""

    __slots__ = ()
    __module__ = "builtins"

    def _derive(self, _cotangents: Any, _space: Any) -> Any:
        raise NotImplementedError(self.text)


def moved_without_values(text: str, source: Any, out: Any) -> Any:
    """Set `source` as the history of `out`, a meta tensor, if that requires a gradient: backward raises `text`."""
    if LOCAL.grad and not LOCAL.inference and source.requires_grad and out._array.dtype.kind in "fcV":
        _hung(ToCopyBackward0, text, (edge_of(source),), (out,))
    return out
