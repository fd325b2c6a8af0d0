"""`torch.fx`: programs as graphs. https://docs.pytorch.org/docs/stable/fx.html

A graph is run node by node; `code` shows the function that it represents.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._namespace.modules import recorded_getattr
from .._namespace.names import claim
from ._symbolic_trace import PH, ProxyableClassMeta, Tracer, symbolic_trace, wrap
from .graph import CodeGen, Graph
from .graph_module import GraphModule
from .interpreter import Interpreter, Transformer
from .node import Node, has_side_effect, map_arg
from .proxy import Proxy
from .subgraph_rewriter import replace_pattern

__all__ = ["PH", "CodeGen", "Graph", "GraphModule", "Interpreter", "Node", "Proxy", "ProxyableClassMeta", "Tracer", "Transformer",
           "has_side_effect", "map_arg", "replace_pattern", "symbolic_trace", "wrap"]

claim(globals())
if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx")


if TYPE_CHECKING:  # names that `__getattr__` resolves
    config: Any
    operator_schemas: Any
    tensor_type: Any
    traceback: Any
