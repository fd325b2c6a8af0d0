"""How long what hangs on a leaf's AccumulateGrad stays: as long as PyTorch's node lives.

There, every node whose gradients go to a leaf holds the leaf's AccumulateGrad, and the leaf does not: hooks on it are lost with the last
graph, unless the user holds the node.  Here nodes hold the leaf itself and what hangs on the AccumulateGrad is kept with the leaf, so a
`Life` stands for PyTorch's node: the object that the user sees holds it, and when that goes, the nodes that lead to the leaf do.
"""
from __future__ import annotations

import gc
import weakref
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any


class Life:
    """Alive while PyTorch's node would be."""

    __slots__ = ("__weakref__",)


#: What keeps lives going that nobody looks at: the nodes that lead to the leaf.
_HELD: weakref.WeakKeyDictionary[Any, list[Life]] = weakref.WeakKeyDictionary()


def life_of(leaf: Any) -> Life:
    """The leaf's AccumulateGrad's life, which starts now if it has none."""
    meta = leaf._meta_for_writing()
    life = None if meta.life is None else meta.life()
    if life is None:
        life = Life()
        _watch(leaf, life)
    return life


def _watch(leaf: Any, life: Life) -> None:
    leaf._meta.life = weakref.ref(life, partial(_ended, weakref.ref(leaf)))


def _ended(leaf_ref: weakref.ref[Any], ended: Any) -> None:
    """Nobody looks at the node any more: its hooks and metadata live on in the graphs that lead to the leaf, if there are any."""
    leaf = leaf_ref()
    if leaf is None or leaf._meta is None or leaf._meta.life is not ended:
        return
    meta = leaf._meta
    nodes = leading_to(leaf) if _has_something(meta) else ()
    if not nodes:
        meta.node_hooks = meta.node_metadata = meta.life = None
        return
    life = Life()
    for node in nodes:
        _HELD.setdefault(node, []).append(life)
    _watch(leaf, life)


def hold(nodes: Iterable[Any], ended: Callable[[Any], None]) -> weakref.ref[Life]:
    """A life that these nodes share; `ended` is called when the last of them goes."""
    life = Life()
    for node in nodes:
        _HELD.setdefault(node, []).append(life)
    return weakref.ref(life, ended)


def _has_something(meta: Any) -> bool:
    """Whether anything would be lost. If not, the search is spared: it looks at every object of the process."""
    hooks = meta.node_hooks
    return meta.node_metadata is not None or hooks is not None and bool(hooks.hooks.pre or hooks.hooks.post)


def leading_to(leaf: Any) -> list[Any]:
    """The living nodes that have the leaf among their edges."""
    from .node import AccumulateGrad, Node

    found = []
    for holder in gc.get_referrers(leaf):
        for node in (holder,) if isinstance(holder, Node) else gc.get_referrers(holder) if holder.__class__ is tuple else ():
            if isinstance(node, Node) and not isinstance(node, AccumulateGrad) and any(edge is leaf for edge in _edges(node)):
                found.append(node)
    return found


def _edges(node: Any) -> tuple[Any, ...]:
    edges = node._kept("_links") if hasattr(node, "_kept") else node.edges
    return edges if isinstance(edges, tuple) else ()
