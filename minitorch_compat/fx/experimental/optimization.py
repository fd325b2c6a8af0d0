"""Optimize models for inference: fold batch norms into the layers before them, remove dropout."""
from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from ..._namespace.modules import recorded_getattr
from ...nn import BatchNorm1d, BatchNorm2d, BatchNorm3d, Conv1d, Conv2d, Conv3d, Dropout, Linear, Module
from ...nn.utils.fusion import fuse_conv_bn_eval, fuse_linear_bn_eval
from .._symbolic_trace import Tracer
from ..graph_module import GraphModule
from ..node import Node

__all__ = ["fuse", "matches_module_pattern", "remove_dropout", "replace_node_module"]

_PATTERNS: tuple[tuple[type, type], ...] = ((Conv1d, BatchNorm1d), (Conv2d, BatchNorm2d), (Conv3d, BatchNorm3d), (Linear, BatchNorm1d))


def _split_target(target: str) -> tuple[str, str]:
    path, _, name = target.rpartition(".")
    return path, name


def matches_module_pattern(pattern: Any, node: Node, modules: dict[str, Any]) -> bool:
    """Whether a node and the one before it call modules of exactly these two classes."""
    if not node.args:
        return False
    return all(isinstance(n, Node) and n.op == "call_module" and n.target in modules and type(modules[n.target]) is kind
               for kind, n in zip(pattern, (node.args[0], node), strict=True))


def replace_node_module(node: Node, modules: dict[str, Any], new_module: Module) -> None:
    """Replace the module that a node calls."""
    path, name = _split_target(node.target)
    modules[node.target] = new_module
    setattr(modules[path], name, new_module)


def fuse(model: Module, inplace: bool = False, no_trace: bool = False) -> Module:
    """Return a graph module of a model in evaluation mode, with each batch norm folded into the convolution or linear layer before it."""
    model = model if inplace else copy.deepcopy(model)
    traced: Any = model if no_trace and isinstance(model, GraphModule) else _trace(model)
    modules = dict(traced.named_modules())
    graph = copy.deepcopy(traced.graph)
    for pattern in _PATTERNS:
        for node in graph.nodes:
            if not matches_module_pattern(pattern, node, modules) or len(node.args[0].users) > 1:
                continue
            normalization = modules[node.target]
            if not normalization.track_running_stats:
                continue
            fuse_both: Any = fuse_linear_bn_eval if pattern[0] is Linear else fuse_conv_bn_eval
            replace_node_module(node.args[0], modules, fuse_both(modules[node.args[0].target], normalization))
            node.replace_all_uses_with(node.args[0])
            graph.erase_node(node)
    return GraphModule(traced, graph)


def _trace(model: Module) -> GraphModule:
    return GraphModule(model, Tracer().trace(model))


def remove_dropout(model: Module) -> Module:
    """Return a graph module of a model without its dropout modules."""
    traced = _trace(model)
    modules = dict(traced.named_modules())
    for node in traced.graph.nodes:
        if node.op == "call_module" and isinstance(modules.get(node.target), Dropout):
            node.replace_all_uses_with(node.args[0])
            traced.graph.erase_node(node)
    traced.recompile()
    return GraphModule(traced, traced.graph)


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx.experimental.optimization")
