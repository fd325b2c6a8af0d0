"""Nodes without a derivative, or without a second one, which raise when backward reaches them."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ..messages import graph_messages
from ..state import LOCAL, Anomaly
from .node import Node
from .recording import edge_of, note_origin


class RaisingNode(Node):
    """A node whose derivative raises."""

    __slots__ = ("text",)
    text: str


class NotImplementedNode(RaisingNode):
    """The node of a function without a derivative; `text` names it."""

    __slots__ = ()

    def name(self) -> str:
        return "torch::autograd::NotImplemented"

    def _derive(self, _cotangents: Any, _space: Any) -> Any:
        raise graph_messages.not_differentiable(self.text)


NotImplementedNode.__name__ = NotImplementedNode.__qualname__ = "NotImplemented"


def mark_not_differentiable(name: str, inputs: Iterable[Any], outs: Iterable[Any]) -> Any:
    """Set a raising node as the history of `outs`, the results of `name`, if one of the inputs requires a gradient."""
    outs = tuple(outs)
    sources = [t for t in inputs if t is not None and t.requires_grad] if LOCAL.grad and not LOCAL.inference else []
    floating = [t for t in outs if t._array.dtype.kind in "fcV"]
    if sources and floating:
        attach_not_implemented(name, tuple(map(edge_of, sources)), floating)
    return outs


def attach_not_implemented(name: str, edges: tuple[Any, ...], outs: Sequence[Any]) -> None:
    """Set such a node as the history of `outs`."""
    _attach_raising(NotImplementedNode, name, edges, outs)


def not_implemented_node(name: str, edges: tuple[Any, ...], out: Any) -> Node:
    """Such a node for an in-place change of `out`, which does not have it yet."""
    nodes, slots = zip(*edges, strict=True)
    node = NotImplementedNode(nodes, slots if any(slots) else None)
    node.text, node.shape, node.dtype = name, out._array.shape, out._array.dtype
    if Anomaly.enabled:
        note_origin(node)
    return node


def _attach_raising(cls: type[RaisingNode], text: str, edges: Iterable[tuple[Any, int]], outs: Sequence[Any]) -> None:
    """Set a node of `cls` as the history of `outs`, some of which may be None."""
    nodes, slots = zip(*edges, strict=True)
    node = cls(nodes, slots if any(slots) else None)
    node.text, node.shape = text, None
    node.metas = tuple(((), None) if t is None else (t._array.shape, t._array.dtype) for t in outs)
    for slot, t in enumerate(outs):
        if t is not None:
            t._grad_fn, t._output_nr, t._requires_grad = node, slot, True
    if Anomaly.enabled:
        note_origin(node)


class Error(RaisingNode):
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
    _attach_raising(Error, text, ((None, 0) if t is None else edge_of(t) for t in inputs), outs)
    return outs


class ToCopyBackward0(RaisingNode):
    """The node of a copy on the meta device, whose gradient has no values to copy back."""

    __slots__ = ()
    __module__ = "builtins"

    def _derive(self, _cotangents: Any, _space: Any) -> Any:
        raise NotImplementedError(self.text)


def attach_meta_copy(text: str, source: Any, out: Any) -> Any:
    """Set `source` as the history of `out`, a meta tensor, if that requires a gradient: backward raises `text`."""
    if LOCAL.grad and not LOCAL.inference and source.requires_grad and out._array.dtype.kind in "fcV":
        _attach_raising(ToCopyBackward0, text, (edge_of(source),), (out,))
    return out
