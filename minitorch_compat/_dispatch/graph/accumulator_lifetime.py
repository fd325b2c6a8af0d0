"""The lifetime of a leaf's AccumulateGrad state: as long as PyTorch's node would live.

In PyTorch every node that sends gradients to a leaf owns the leaf's AccumulateGrad, and the leaf does not: hooks on it are lost with the
last graph, unless the user holds the node.  Here nodes own the leaf itself and the state is stored with the leaf, so an
`AccumulatorState` stands for PyTorch's node: the object that user code sees owns it, and when that is gone, the nodes that lead to the
leaf do.
"""
from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import Any

from ..living_objects import living_objects


class AccumulatorState:
    """Alive while PyTorch's node would be."""

    __slots__ = ("__weakref__",)


#: States whose node object is gone, owned by the nodes that lead to the leaf.
_OWNED_STATES: weakref.WeakKeyDictionary[Any, list[AccumulatorState]] = weakref.WeakKeyDictionary()


def accumulator_state(leaf: Any) -> AccumulatorState:
    """The state of the leaf's AccumulateGrad, created now if it has none."""
    meta = leaf._meta_for_writing()
    state = None if meta.accumulator_state is None else meta.accumulator_state()
    if state is None:
        state = AccumulatorState()
        meta.accumulator_state = weakref.ref(state, partial(_on_state_lost, weakref.ref(leaf)))
    return state


def _on_state_lost(leaf_ref: weakref.ref[Any], on_lost: Any) -> None:
    """Called when the node object is gone: its hooks and metadata stay with the graphs that lead to the leaf, if there are any."""
    leaf = leaf_ref()
    if leaf is None or leaf._autograd_meta is None or leaf._autograd_meta.accumulator_state is not on_lost:
        return
    meta = leaf._autograd_meta
    nodes = nodes_leading_to(leaf) if _has_hooks_or_metadata(meta) else ()
    if not nodes:
        meta.node_hooks = meta.node_metadata = meta.accumulator_state = None
        return
    meta.accumulator_state = state_owned_by(nodes, partial(_on_state_lost, leaf_ref))


def state_owned_by(nodes: Iterable[Any], on_lost: Callable[[Any], None]) -> weakref.ref[AccumulatorState]:
    """A state owned by these nodes; `on_lost` is called when the last of them is gone."""
    state = AccumulatorState()
    for node in nodes:
        _OWNED_STATES.setdefault(node, []).append(state)
    return weakref.ref(state, on_lost)


def _has_hooks_or_metadata(meta: Any) -> bool:
    """Whether any state would be lost. If not, the search over all objects of the process is skipped."""
    hooks = meta.node_hooks
    return meta.node_metadata is not None or hooks is not None and bool(hooks.hooks.pre or hooks.hooks.post)


class _SearchCache:
    """The result of the last search, and whether it is still valid: every new node takes a number."""

    #: How many calls of `sharing_search` are active, and whether a search was made inside them.
    depth, searched = 0, False
    #: id of a leaf -> the nodes that lead to it; None if a search is due.
    found: dict[int, list[weakref.ref[Any]]] | None = {}
    #: The number of the next node if none has been made since the search.
    expected_key = -1


#: Results for more leaves than this are not kept beyond the call.
_MAX_CACHED = 10_000


@contextmanager
def sharing_search() -> Iterator[None]:
    """Search the objects of the process once for all leaves queried inside, where nothing may be recorded."""
    if not _SearchCache.depth:
        _SearchCache.searched = False
    _SearchCache.depth += 1
    try:
        yield
    finally:
        _SearchCache.depth -= 1
        if not _SearchCache.depth and _SearchCache.found is not None and len(_SearchCache.found) > _MAX_CACHED:
            _SearchCache.found = None


def nodes_leading_to(leaf: Any) -> list[Any]:
    """The living nodes that have the leaf among their edges.

    Leaves do not know them, so all objects are searched; not if no node has been made since the last search, or at all.
    """
    from .node import next_key

    key = next_key()
    is_outdated = key != _SearchCache.expected_key and not (_SearchCache.depth and _SearchCache.searched)
    _SearchCache.expected_key = key - 1
    if is_outdated or _SearchCache.found is None:
        _SearchCache.found = _find_nodes_by_leaf()
    _SearchCache.searched = True
    alive = [node() for node in _SearchCache.found.get(id(leaf), ())]
    return [node for node in alive if node is not None and any(edge is leaf for edge in _edges(node))]


def _find_nodes_by_leaf() -> dict[int, list[weakref.ref[Any]]]:
    from .node import AccumulateGrad, Node

    found: dict[int, list[weakref.ref[Any]]] = {}
    for node in living_objects(Node):
        if isinstance(node, AccumulateGrad):
            continue
        for edge in {id(edge): edge for edge in _edges(node)}.values():
            if edge is not None and not isinstance(edge, Node):
                found.setdefault(id(edge), []).append(weakref.ref(node))
    return found


def _edges(node: Any) -> tuple[Any, ...]:
    edges = node._fn_engine_value("_links") if hasattr(node, "_fn_engine_value") else node.edges
    return edges if isinstance(edges, tuple) else ()
