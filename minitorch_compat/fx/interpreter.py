"""Graphs run node by node, by classes to derive from."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from .._namespace.modules import recorded
from ..nn import Module
from .graph import Graph, last_uses
from .graph_module import GraphModule
from .node import Argument, Node, Target, map_arg
from .proxy import Proxy, TracerBase

__all__ = ["Interpreter", "Transformer"]


class Interpreter:
    """Runs a graph: `run(*args)`. Override a method to do something else for a kind of node."""

    def __init__(self, module: Module, garbage_collect_values: bool = True, graph: Graph | None = None) -> None:
        self.module: Any = module
        self.graph: Graph = self.module.graph if graph is None else graph
        self.submodules = dict(module.named_modules())
        self.env: dict[Node, Any] = {}
        self.name = "Interpreter"
        self.garbage_collect_values = garbage_collect_values
        self.extra_traceback = True
        self.user_to_last_uses = last_uses(self.graph) if garbage_collect_values else {}

    def run(self, *args: Any, initial_env: dict[Node, Any] | None = None, enable_io_processing: bool = True) -> Any:
        """The graph's result for these arguments; `initial_env` has values of nodes that need not run."""
        self.env = {} if initial_env is None else dict(initial_env)
        self.args_iter = iter(self.graph.process_inputs(*args) if enable_io_processing else args)
        for node in self.graph.nodes:
            if node in self.env:
                continue
            try:
                self.env[node] = self.run_node(node)
            except Exception as error:
                _say_where(error, node, self.extra_traceback)
            for used in self.user_to_last_uses.get(node, ()):
                del self.env[used]
            if node.op == "output":
                out = self.env[node]
                return self.graph.process_outputs(out) if enable_io_processing else out
        return None

    def boxed_run(self, args_list: list[Any]) -> Any:
        """`run` with a list of arguments, which is emptied."""
        args = tuple(args_list)
        args_list.clear()
        return self.run(*args)

    def run_node(self, n: Node) -> Any:
        """The value of one node."""
        args, kwargs = self.fetch_args_kwargs_from_env(n)
        return getattr(self, n.op)(n.target, args, kwargs)

    def placeholder(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        """The next argument, or the default."""
        if target.startswith("*"):
            return list(self.args_iter)
        try:
            return next(self.args_iter)
        except StopIteration:
            if args:
                return args[0]
            raise RuntimeError(f"Expected positional argument for parameter {target}, but one was not passed in!") from None

    def get_attr(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        """An attribute of the module."""
        return self.fetch_attr(target)

    def call_function(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        """A function's result."""
        return target(*args, **kwargs)

    def call_method(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        """A method's result."""
        return getattr(args[0], target)(*args[1:], **kwargs)

    def call_module(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        """A submodule's result."""
        return self.fetch_attr(target)(*args, **kwargs)

    def output(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        """What is returned."""
        return args[0]

    def fetch_attr(self, target: str) -> Any:
        """The attribute of the module at a path."""
        at = self.module
        for i, part in enumerate(target.split(".")):
            if not hasattr(at, part):
                raise RuntimeError(f"Node referenced nonexistent target {'.'.join(target.split('.')[:i + 1])}")
            at = getattr(at, part)
        return at

    def fetch_args_kwargs_from_env(self, n: Node) -> tuple[Any, Any]:
        """A node's arguments, with values in place of nodes."""
        return self.map_nodes_to_values(n.args, n), self.map_nodes_to_values(n.kwargs, n)

    def map_nodes_to_values(self, args: Argument, n: Node) -> Any:
        """`args` with values in place of nodes."""
        def value(node: Node) -> Any:
            if node not in self.env:
                raise RuntimeError(f"Node {n} referenced nonexistent value {node}! Run Graph.lint() to diagnose such issues")
            return self.env[node]

        return map_arg(args, value)


def _say_where(error: Exception, node: Node, wanted: bool) -> NoReturn:
    """Raise an error again, which says now what node was running."""
    if wanted:
        text = f"While executing {node.format_node()}\nOriginal traceback:\n{node.stack_trace}"
        error.args = (f"{error.args[0]}\n\n{text}" if error.args else text, *error.args[1:])
        if isinstance(error, KeyError):
            raise RuntimeError(*error.args) from error
    raise error


class _Appending(TracerBase):
    def __init__(self, graph: Graph) -> None:
        self.graph = graph


class Transformer(Interpreter):
    """Makes a new graph of a module's: `transform()`. Override a method to have other nodes in it."""

    def __init__(self, module: GraphModule) -> None:
        super().__init__(module)
        self.new_graph = Graph()
        self.tracer = _Appending(self.new_graph)
        self.tracer.root = module  # type: ignore[attr-defined]

    def placeholder(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        """A proxy for a parameter."""
        return Proxy(self.new_graph.placeholder(target, default_value=next(iter(args)) if args else ...), self.tracer)

    def get_attr(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        """A proxy for an attribute."""
        return self.tracer.create_proxy("get_attr", target, args, kwargs)

    def call_module(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        """A proxy for a call."""
        return self.tracer.create_proxy("call_module", target, args, kwargs)

    def call_function(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        """A proxy for a call."""
        return self.tracer.create_proxy("call_function", target, args, kwargs)

    def transform(self) -> GraphModule:
        """The module of the new graph."""
        result = super().run(enable_io_processing=False)
        if result is not None:
            last = self.new_graph.output(map_proxies(result))
            last.type = self.graph.output_node().type
        return GraphModule(self.module, self.new_graph)


def map_proxies(value: Any) -> Any:
    """`value` with nodes in place of proxies."""
    from .node import map_aggregate

    return map_aggregate(value, lambda v: v.node if isinstance(v, Proxy) else v)


if not TYPE_CHECKING:  # checkers are to know the names that there are
    __getattr__ = recorded("torch.fx.interpreter")
