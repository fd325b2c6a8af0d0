"""Attributes of a `ctx` that are called like what the engine keeps in every node: `ctx.shape = x.shape`.

The ctx of a Function is its node, and user code may call what it remembers as it likes. While that code runs, the names below are
the user's; while the engine looks at the node, they are the engine's.
"""
from __future__ import annotations

from operator import attrgetter, is_
from typing import Any

from ..._dispatch.graph.node import NodeHooks

#: What the engine keeps in a Function's node under names a user can write (`edges` and `versions` are properties over the first two).
_SHARED = ("_links", "_counter", "hooks", "key", "metas", "shape", "slots")
#: What the engine finds on the class: methods that it calls, and `op`, which says that the node is no op's.
_ON_THE_CLASS = frozenset({"op", "release", "_derive"})
UNSET: Any = object()


_shared: Any = attrgetter(*_SHARED)


def _are_same(node: Any, engine: list[Any]) -> bool:
    """Whether user code has left all shared names alone, as most does."""
    try:
        return all(map(is_, _shared(node), engine))
    except AttributeError:  # it has deleted one
        return False


class users_names:
    """Inside, the attributes of `node` are as user code left them."""

    __slots__ = ("engine", "node", "outer")

    def __init__(self, node: Any) -> None:
        self.node = node

    def __enter__(self) -> None:
        node = self.node
        self.engine = list(_shared(node))
        self.outer, node._fn_lent = node._fn_lent, self
        if node._fn_own is None:  # `forward` has not run: nothing is set
            for name in _SHARED:
                delattr(node, name)
        else:
            for name, value in node._fn_own.items():
                setattr(node, name, value)

    def kept(self, name: str) -> Any:
        """What the engine has under a shared name."""
        return self.engine[_SHARED.index(name)]

    def hooks(self) -> NodeHooks:
        """The node's hooks, which user code registers while its own names stand in their place."""
        at = _SHARED.index("hooks")
        if self.engine[at] is None:
            self.engine[at] = NodeHooks()
        found: NodeHooks = self.engine[at]
        return found

    def __exit__(self, *exc: object) -> None:
        node = self.node
        node._fn_lent = self.outer
        first = node._fn_own is None
        own = {} if first else node._fn_own
        if first or own or not _are_same(node, self.engine):
            for name, value in zip(_SHARED, self.engine, strict=True):
                current = getattr(node, name, UNSET)
                if current is not UNSET and (first or current is not value):
                    own[name] = current
                setattr(node, name, value)
        if not _ON_THE_CLASS.isdisjoint(node.__dict__):
            for name in _ON_THE_CLASS & node.__dict__.keys():
                own[name] = node.__dict__.pop(name)
        node._fn_own = own
