"""The lifetime of a leaf's AccumulateGrad state: as long as PyTorch's node would live.

In PyTorch every node that sends gradients to a leaf owns the leaf's AccumulateGrad, and the leaf does not: hooks on it are lost with the
last graph, unless the user holds the node.  Here nodes own the leaf itself and the state is stored with the leaf, so a `Life` stands for
PyTorch's node: the object that user code sees owns it, and when that is gone, the nodes that lead to the leaf do.
"""
from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from itertools import compress
from typing import Any


class Life:
    """Alive while PyTorch's node would be."""

    __slots__ = ("__weakref__",)


#: Lives whose node object is gone, owned by the nodes that lead to the leaf.
_HELD: weakref.WeakKeyDictionary[Any, list[Life]] = weakref.WeakKeyDictionary()


def life_of(leaf: Any) -> Life:
    """The life of the leaf's AccumulateGrad, started now if it has none."""
    meta = leaf._meta_for_writing()
    life = None if meta.life is None else meta.life()
    if life is None:
        life = Life()
        meta.life = weakref.ref(life, partial(_ended, weakref.ref(leaf)))
    return life


def _ended(leaf_ref: weakref.ref[Any], ended: Any) -> None:
    """Called when the node object is gone: its hooks and metadata stay with the graphs that lead to the leaf, if there are any."""
    leaf = leaf_ref()
    if leaf is None or leaf._autograd_meta is None or leaf._autograd_meta.life is not ended:
        return
    meta = leaf._autograd_meta
    nodes = leading_to(leaf) if _has_something(meta) else ()
    if not nodes:
        meta.node_hooks = meta.node_metadata = meta.life = None
        return
    meta.life = hold(nodes, partial(_ended, leaf_ref))


def hold(nodes: Iterable[Any], ended: Callable[[Any], None]) -> weakref.ref[Life]:
    """A life owned by these nodes; `ended` is called when the last of them is gone."""
    life = Life()
    for node in nodes:
        _HELD.setdefault(node, []).append(life)
    return weakref.ref(life, ended)


def _has_something(meta: Any) -> bool:
    """Whether any state would be lost. If not, the search over all objects of the process is skipped."""
    hooks = meta.node_hooks
    return meta.node_metadata is not None or hooks is not None and bool(hooks.hooks.pre or hooks.hooks.post)


class _Searches:
    """The result of the last search, and whether it is still valid: every new node takes a number."""

    #: How many calls of `one_search` are active, and whether a search was made inside them.
    depth, looked = 0, False
    #: id of a leaf -> the nodes that lead to it; None if a search is due.
    found: dict[int, list[weakref.ref[Any]]] | None = {}
    #: The number of the next node if none has been made since the search.
    following = -1


#: Results for more leaves than this are not kept beyond the call.
_FEW = 10_000


@contextmanager
def one_search() -> Iterator[None]:
    """Search the objects of the process once for all leaves queried inside, where nothing may be recorded."""
    if not _Searches.depth:
        _Searches.looked = False
    _Searches.depth += 1
    try:
        yield
    finally:
        _Searches.depth -= 1
        if not _Searches.depth and _Searches.found is not None and len(_Searches.found) > _FEW:
            _Searches.found = None


def leading_to(leaf: Any) -> list[Any]:
    """The living nodes that have the leaf among their edges.

    Leaves do not know them, so all objects are searched; not if no node has been made since the last search, or at all.
    """
    from .node import next_key

    key = next_key()
    due = key != _Searches.following and not (_Searches.depth and _Searches.looked)
    _Searches.following = key - 1
    if due or _Searches.found is None:
        _Searches.found = _all_that_lead_to_leaves()
    _Searches.looked = True
    alive = [node() for node in _Searches.found.get(id(leaf), ())]
    return [node for node in alive if node is not None and any(edge is leaf for edge in _edges(node))]


def _all_that_lead_to_leaves() -> dict[int, list[weakref.ref[Any]]]:
    from .node import AccumulateGrad, Node

    kinds, unseen = set(), [Node]
    while unseen:
        kind = unseen.pop()
        kinds.add(kind)
        unseen += kind.__subclasses__()
    found: dict[int, list[weakref.ref[Any]]] = {}
    objects = gc.get_objects()
    for node in compress(objects, map(kinds.__contains__, map(type, objects))):
        if isinstance(node, AccumulateGrad):
            continue
        for edge in {id(edge): edge for edge in _edges(node)}.values():
            if edge is not None and not isinstance(edge, Node):
                found.setdefault(id(edge), []).append(weakref.ref(node))
    return found


def _edges(node: Any) -> tuple[Any, ...]:
    edges = node._fn_kept("_links") if hasattr(node, "_fn_kept") else node.edges
    return edges if isinstance(edges, tuple) else ()
