"""`torch.fx.traceback`: entries of `meta` for the nodes that are created next, and where nodes come from."""
from __future__ import annotations

import copy
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import Enum
from functools import wraps
from typing import TYPE_CHECKING, Any

from .._namespace.modules import recorded_getattr
from .node import Node

__all__ = ["NodeSource", "NodeSourceAction", "annotate", "annotate_fn", "format_stack", "get_current_meta", "get_current_replay_node",
           "get_graph_provenance_json", "has_preserved_node_meta", "preserve_node_meta", "reset_grad_fn_seq_nr", "set_current_meta",
           "set_current_replay_node", "set_grad_fn_seq_nr", "set_stack_trace"]

GRADIENT_ACC_SPECIAL_STACK = "Gradient addition node due to multiple use of tensor around:"

#: What a tracer copies into the `meta` of a node that it creates.
COPIED_FIELDS = ("nn_module_stack", "torch_fn", "source_fn_stack", "original_aten", "recompute", "ac_graph_id", "has_backward_hook",
                 "from_node", "quantization_tag", "_numeric_debug_handle", "custom", "partitioner_tag")

current_meta: dict[str, Any] = {}
current_replay_node: Node | None = None
should_preserve_node_meta = False


class NodeSourceAction(Enum):
    """How a pass has made a node from another one."""

    CREATE = "create"
    REPLACE = "replace"


class NodeSource:
    """The node that another one was made from, by which pass, and its own sources."""

    class NodeInfo:
        """Name, target and graph of a node, which outlive it."""

        def __init__(self, name: str, target: str, graph_id: int) -> None:
            self.name, self.target, self.graph_id = name, target, graph_id

    def __init__(self, node: Node | None, pass_name: str = "", action: Any = None) -> None:
        self.pass_name = pass_name
        self.action: list[NodeSourceAction] = action if isinstance(action, list) else [] if action is None else [action]
        for one in self.action:
            if not isinstance(one, NodeSourceAction):
                raise AssertionError(f"Expected NodeSourceAction, got {type(one)}")
        self.node_info = None if node is None else self.NodeInfo(node.name, str(node.target), id(node.graph))
        self.from_node: list[NodeSource] = [] if node is None else copy.deepcopy(node.meta.get("from_node", []))

    @property
    def name(self) -> str:
        """The node's name."""
        return self.node_info.name if self.node_info else ""

    @property
    def target(self) -> str:
        """The node's target, as text."""
        return self.node_info.target if self.node_info else ""

    @property
    def graph_id(self) -> int:
        """The `id` of the node's graph."""
        return self.node_info.graph_id if self.node_info else -1

    def __repr__(self) -> str:
        return self.print_readable()

    def _actions(self) -> str:
        return "+".join(action.value for action in self.action)

    def print_readable(self, indent: int = 0) -> str:
        """The source and its own sources, one per line; ten levels at most."""
        if indent > 9:
            return ""
        line = f"(name={self.name}, pass_name={self.pass_name}, action={self._actions()}, graph_id={self.graph_id})\n"
        return " " * 4 * indent + line + "".join(source.print_readable(indent + 1) for source in self.from_node)

    def to_dict(self) -> dict[str, Any]:
        """The same as a dict of texts and numbers."""
        return {"name": self.name, "target": self.target, "graph_id": self.graph_id, "pass_name": self.pass_name,
                "action": self._actions(), "from_node": [source.to_dict() for source in self.from_node]}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, NodeSource) and self.to_dict() == other.to_dict()

    def __hash__(self) -> int:
        return hash(repr(self))

    @classmethod
    def _from_dict(cls, d: dict[str, Any] | None) -> NodeSource | None:
        """The inverse of `to_dict`."""
        if d is None:
            return None
        if not isinstance(d, dict):
            raise AssertionError(f"Expected a dict, got {type(d)}")
        known = [action.value for action in NodeSourceAction]
        source = cls(None, d.get("pass_name", ""),
                     [NodeSourceAction(name) for name in d.get("action", "").lower().split("+") if name in known])
        if {"name", "target", "graph_id"} <= set(d):
            source.node_info = cls.NodeInfo(d["name"], d["target"], d["graph_id"])
        source.from_node = [found for part in d.get("from_node") or () if (found := cls._from_dict(part)) is not None]
        return source


@contextmanager
def preserve_node_meta(enable: bool = True) -> Iterator[None]:
    """Let tracers copy the current entries to the nodes that they create, until the end of the block."""
    global should_preserve_node_meta, current_meta
    kept = should_preserve_node_meta, current_meta.copy()
    should_preserve_node_meta = enable
    try:
        yield
    finally:
        should_preserve_node_meta, current_meta = kept


def has_preserved_node_meta() -> bool:
    """Whether entries are copied."""
    return should_preserve_node_meta


def get_current_meta() -> dict[str, Any]:
    """The entries that are copied."""
    return current_meta


def set_stack_trace(stack: list[str]) -> None:
    """Set the stack trace of the nodes that are created next; an empty one removes it."""
    if should_preserve_node_meta:
        current_meta.pop("stack_trace", None)
        if stack:
            current_meta["stack_trace"] = "".join(stack)


def format_stack() -> list[str]:
    """The current stack trace: the one that is set while entries are copied, else that of the caller."""
    if should_preserve_node_meta:
        return [current_meta.get("stack_trace", "")]
    return traceback.format_list(traceback.extract_stack()[:-1])


@contextmanager
def annotate(annotation_dict: dict[str, Any]) -> Iterator[None]:
    """Add entries to ``meta["custom"]`` of the nodes that are created in the block."""
    meta, outer = current_meta, current_meta.get("custom")
    meta["custom"] = {**(outer or {}), **annotation_dict}
    try:
        yield
    finally:
        if outer is None:
            current_meta.pop("custom", None)
        else:
            current_meta["custom"] = outer


def annotate_fn(annotation_dict: dict[str, Any]) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """A decorator: `annotate` for the nodes that are created in a function."""
    def decorate(func: Callable[..., Any]) -> Callable[..., Any]:
        @wraps(func)
        def annotated(*args: Any, **kwargs: Any) -> Any:
            with annotate(annotation_dict):
                return func(*args, **kwargs)

        return annotated

    return decorate


def set_grad_fn_seq_nr(seq_nr: int) -> None:
    """Say that the nodes created next belong to the backward node with this sequence number; may be nested."""
    if should_preserve_node_meta:
        current_meta["grad_fn_seq_nr"] = [*current_meta.get("grad_fn_seq_nr", ()), seq_nr]
        current_meta["in_grad_fn"] = current_meta.get("in_grad_fn", 0) + 1


def reset_grad_fn_seq_nr() -> None:
    """End the innermost `set_grad_fn_seq_nr`."""
    if not should_preserve_node_meta:
        return
    depth = current_meta.get("in_grad_fn", 0)
    if depth <= 0:
        raise AssertionError(f"Expected current_level > 0, got {depth}")
    if depth == 1:
        del current_meta["in_grad_fn"], current_meta["grad_fn_seq_nr"]
    else:
        current_meta["in_grad_fn"] = depth - 1
        current_meta["grad_fn_seq_nr"] = current_meta["grad_fn_seq_nr"][:-1]


@contextmanager
def set_current_meta(node: Node, pass_name: str = "") -> Iterator[None]:
    """Let the nodes that are created in the block take over the entries of this one, which becomes their source."""
    global current_meta
    if not should_preserve_node_meta or not node.meta:
        yield
        return
    kept = current_meta
    current_meta = {**node.meta, "from_node": [NodeSource(node, pass_name, NodeSourceAction.CREATE)]}
    try:
        yield
    finally:
        current_meta = kept


@contextmanager
def set_current_replay_node(node: Node | None) -> Iterator[None]:
    """Declare which node the block computes again."""
    global current_replay_node
    kept, current_replay_node = current_replay_node, node
    try:
        yield
    finally:
        current_replay_node = kept


def get_current_replay_node() -> Node | None:
    """The node that is computed again."""
    return current_replay_node


def get_graph_provenance_json(graph: Any) -> dict[str, Any]:
    """The sources of the calls of functions in a graph, by name."""
    return {node.name: [source.to_dict() for source in node.meta.get("from_node", ())] for node in graph.nodes
            if node.op == "call_function"}


def copy_current_meta(node: Node) -> None:
    """Give a new node what is to be copied; called while entries are copied."""
    if trace := current_meta.get("stack_trace"):
        node.stack_trace = trace
        if GRADIENT_ACC_SPECIAL_STACK in trace:
            node.meta["is_gradient_acc"] = node.meta["autograd_backward"] = True
    for name in COPIED_FIELDS:
        if name in current_meta:
            node.meta[name] = copy.copy(current_meta[name])
    if current_meta.get("in_grad_fn", 0) > 0:
        node.meta["seq_nr"] = current_meta["grad_fn_seq_nr"][-1]
    if current_replay_node is not None:
        node.meta["is_functional_regenerated"] = True
        node.meta.update({name: current_replay_node.meta[name] for name in ("custom", "stack_trace", "seq_nr")
                          if name in current_replay_node.meta})


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx.traceback")
