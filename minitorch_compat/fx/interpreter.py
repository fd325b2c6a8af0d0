"""Base classes that run graphs node by node."""
from __future__ import annotations

from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, NoReturn

from .._namespace.modules import recorded_getattr
from ..nn import Module
from . import traceback
from .graph import Graph, last_uses
from .graph_module import GraphModule
from .node import Argument, Node, Target, map_arg
from .proxy import Proxy, TracerBase

__all__ = ["Interpreter", "Transformer"]


class Interpreter:
    """Runs a graph node by node; a subclass may override the methods for kinds of nodes.

    Parameters
    ----------
    module : Module
        A ``GraphModule``, or the module with the attributes that ``graph`` uses.
    garbage_collect_values : bool, default True
        Whether values are dropped after their last use.
    graph : Graph, optional
        The graph; None is that of the module.

    References
    ----------
    PyTorch: ``torch.fx.Interpreter``.

    Examples
    --------
    >>> class Count(torch.fx.Interpreter):
    ...     calls = 0
    ...     def call_function(self, target, args, kwargs):
    ...         self.calls += 1
    ...         return super().call_function(target, args, kwargs)
    >>> interpreter = Count(torch.fx.symbolic_trace(lambda x: torch.sin(x) + 1))
    >>> interpreter.run(torch.zeros(1)), interpreter.calls
    (tensor([1.]), 2)
    """

    def __init__(self, module: Module, garbage_collect_values: bool = True, graph: Graph | None = None) -> None:
        self.module: Any = module
        self.graph: Graph = self.module.graph if graph is None else graph  # type: ignore[assignment]
        self.submodules: dict[str, Any] = dict(module.named_modules())
        self.env: dict[Node, Any] = {}
        self.name = "Interpreter"
        self.garbage_collect_values = garbage_collect_values
        self.extra_traceback = True
        self.user_to_last_uses: dict[Node, list[Node]] = last_uses(self.graph) if garbage_collect_values else {}

    def run(self, *args: Any, initial_env: dict[Node, Any] | None = None, enable_io_processing: bool = True) -> Any:
        """Run the graph.

        Parameters
        ----------
        *args : object
            Arguments.
        initial_env : dict, optional
            Values of nodes that need not run.
        enable_io_processing : bool, default True
            Whether the code generator's conversions of inputs and outputs are applied.

        Returns
        -------
        object
            The result.

        Examples
        --------
        >>> torch.fx.Interpreter(torch.fx.symbolic_trace(lambda x: x + 1)).run(torch.zeros(1))
        tensor([1.])
        """
        self.env = {} if initial_env is None else dict(initial_env)
        self.args_iter: Any = iter(self.graph.process_inputs(*args) if enable_io_processing else args)
        for node in self.graph.nodes:
            if node in self.env:
                continue
            try:
                self.env[node] = self.run_node(node)
            except Exception as error:
                _raise_with_node(error, node, self.extra_traceback)
            for used in self.user_to_last_uses.get(node, ()):
                del self.env[used]
            if node.op == "output":
                out = self.env[node]
                return self.graph.process_outputs(out) if enable_io_processing else out
        return None

    def boxed_run(self, args_list: list[Any]) -> Any:
        """Run the graph with arguments in a list, which is cleared.

        Parameters
        ----------
        args_list : list
            The arguments.

        Returns
        -------
        object
            The result.

        Examples
        --------
        >>> torch.fx.Interpreter(torch.fx.symbolic_trace(lambda x: x + 1)).boxed_run([torch.zeros(1)])
        tensor([1.])
        """
        parameters = [node for node in self.graph.nodes if node.op == "placeholder"]
        if len(args_list) != len(parameters):
            detail = "extra" if len(args_list) > len(parameters) else "missing"
            raise RuntimeError(f"Interpreter.boxed_run expected {len(parameters)} arguments for placeholders but received "
                               f"{len(args_list)} ({detail} arguments)")
        values = dict(zip(parameters, args_list, strict=True))
        args_list.clear()
        return self.run(initial_env=values)

    def run_node(self, n: Node) -> Any:
        """Compute the value of a node.

        Parameters
        ----------
        n : Node
            The node.

        Returns
        -------
        object
            The value.

        Examples
        --------
        >>> class Names(torch.fx.Interpreter):
        ...     def run_node(self, n):
        ...         print(n.name)
        ...         return super().run_node(n)
        >>> y = Names(torch.fx.symbolic_trace(lambda x: x + 1)).run(torch.zeros(1))
        x
        add
        output
        """
        with self._set_current_node(n):
            args, kwargs = self.fetch_args_kwargs_from_env(n)
            return getattr(self, n.op)(n.target, args, kwargs)

    def _set_current_node(self, node: Node) -> AbstractContextManager[None]:
        """While the context is open, nodes that are created take over what this one's `meta` says, if that is asked for."""
        return traceback.set_current_meta(node, f"Interpreter_{type(self).__name__}")

    def placeholder(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        """Return the next argument, or the default.

        Parameters
        ----------
        target : str
            Name of the parameter.
        args : tuple
            Arguments of the node.
        kwargs : dict
            Keyword arguments of the node.

        Returns
        -------
        object
            The value.

        Examples
        --------
        >>> class Doubled(torch.fx.Interpreter):
        ...     def placeholder(self, target, args, kwargs):
        ...         return 2 * super().placeholder(target, args, kwargs)
        >>> Doubled(torch.fx.symbolic_trace(lambda x: x + 1)).run(torch.ones(1))
        tensor([3.])
        """
        if target.startswith("*"):
            return list(self.args_iter)
        try:
            return next(self.args_iter)
        except StopIteration:
            if args:
                return args[0]
            raise RuntimeError(f"Expected positional argument for parameter {target}, but one was not passed in!") from None

    def get_attr(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        """Return an attribute of the module.

        Parameters
        ----------
        target : str
            Its path.
        args : tuple
            Arguments of the node.
        kwargs : dict
            Keyword arguments of the node.

        Returns
        -------
        object
            The value.

        Examples
        --------
        >>> interpreter = torch.fx.Interpreter(torch.fx.symbolic_trace(torch.nn.Sequential(torch.nn.ReLU())))
        >>> interpreter.get_attr("0", (), {})
        ReLU()
        """
        return self.fetch_attr(target)

    def call_function(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        """Call a function.

        Parameters
        ----------
        target : callable
            The function.
        args : tuple
            Arguments.
        kwargs : dict
            Keyword arguments.

        Returns
        -------
        object
            The value.

        Examples
        --------
        >>> interpreter = torch.fx.Interpreter(torch.fx.symbolic_trace(lambda x: x + 1))
        >>> interpreter.call_function(abs, (-3,), {})
        3
        """
        return target(*args, **kwargs)

    def call_method(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        """Call a method of the first argument.

        Parameters
        ----------
        target : str
            Its name.
        args : tuple
            Arguments.
        kwargs : dict
            Keyword arguments.

        Returns
        -------
        object
            The value.

        Examples
        --------
        >>> interpreter = torch.fx.Interpreter(torch.fx.symbolic_trace(lambda x: x + 1))
        >>> interpreter.call_method("relu", (torch.tensor([-1., 1.]),), {})
        tensor([0., 1.])
        """
        return getattr(args[0], target)(*args[1:], **kwargs)

    def call_module(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        """Call a submodule.

        Parameters
        ----------
        target : str
            Its path.
        args : tuple
            Arguments.
        kwargs : dict
            Keyword arguments.

        Returns
        -------
        object
            The value.

        Examples
        --------
        >>> interpreter = torch.fx.Interpreter(torch.fx.symbolic_trace(torch.nn.Sequential(torch.nn.ReLU())))
        >>> interpreter.call_module("0", (torch.tensor([-1., 1.]),), {})
        tensor([0., 1.])
        """
        return self.fetch_attr(target)(*args, **kwargs)

    def output(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        """Return the value of the output node.

        Parameters
        ----------
        target : str
            ``'output'``.
        args : tuple
            Arguments of the node.
        kwargs : dict
            Keyword arguments of the node.

        Returns
        -------
        object
            The value.

        Examples
        --------
        >>> interpreter = torch.fx.Interpreter(torch.fx.symbolic_trace(lambda x: x + 1))
        >>> interpreter.output("output", (3,), {})
        3
        """
        return args[0]

    def fetch_attr(self, target: str) -> Any:
        """Return the attribute of the module at a path.

        Parameters
        ----------
        target : str
            The path.

        Returns
        -------
        object
            The value.

        Raises
        ------
        RuntimeError
            If there is none.

        Examples
        --------
        >>> traced = torch.fx.symbolic_trace(torch.nn.Sequential(torch.nn.ReLU()))
        >>> torch.fx.Interpreter(traced).fetch_attr("0")
        ReLU()
        """
        at = self.module
        for i, part in enumerate(target.split(".")):
            if not hasattr(at, part):
                raise RuntimeError(f"Node referenced nonexistent target {'.'.join(target.split('.')[:i + 1])}")
            at = getattr(at, part)
        return at

    def fetch_args_kwargs_from_env(self, n: Node) -> tuple[Any, Any]:
        """Return the arguments of a node, with values in place of nodes.

        Parameters
        ----------
        n : Node
            The node.

        Returns
        -------
        tuple
            Arguments and keyword arguments.

        Examples
        --------
        >>> class Seen(torch.fx.Interpreter):
        ...     def run_node(self, n):
        ...         if n.op == "call_function":
        ...             print(self.fetch_args_kwargs_from_env(n))
        ...         return super().run_node(n)
        >>> y = Seen(torch.fx.symbolic_trace(lambda x: x + 1)).run(torch.ones(1))
        ((tensor([1.]), 1), {})
        """
        return self.map_nodes_to_values(n.args, n), self.map_nodes_to_values(n.kwargs, n)

    def map_nodes_to_values(self, args: Argument, n: Node) -> Any:
        """Replace the nodes in a structure by their values.

        Parameters
        ----------
        args : object
            The structure.
        n : Node
            The node that has this argument.

        Returns
        -------
        object
            The structure.

        Examples
        --------
        >>> class Seen(torch.fx.Interpreter):
        ...     def run_node(self, n):
        ...         if n.op == "call_function":
        ...             print(self.map_nodes_to_values(n.args, n))
        ...         return super().run_node(n)
        >>> y = Seen(torch.fx.symbolic_trace(lambda x: x + 1)).run(torch.ones(1))
        (tensor([1.]), 1)
        """
        def value(node: Node) -> Any:
            if node not in self.env:
                raise RuntimeError(f"Node {n} referenced nonexistent value {node}! Run Graph.lint() to diagnose such issues")
            return self.env[node]

        return map_arg(args, value)


def _raise_with_node(error: Exception, node: Node, enabled: bool) -> NoReturn:
    """Raise an error again, with the node that was running added to its message."""
    if enabled:
        text = f"While executing {node.format_node()}\nOriginal traceback:\n{node.stack_trace}"
        error.args = (f"{error.args[0]}\n\n{text}" if error.args else text, *error.args[1:])
        if isinstance(error, KeyError):
            raise RuntimeError(*error.args) from error
    raise error


class _AppendingTracer(TracerBase):
    def __init__(self, graph: Graph) -> None:
        self.graph = graph


class Transformer(Interpreter):
    """Makes another graph from a module's; a subclass may override the methods for kinds of nodes.

    Parameters
    ----------
    module : GraphModule
        The module to transform.

    References
    ----------
    PyTorch: ``torch.fx.Transformer``.

    Examples
    --------
    >>> class SinToCos(torch.fx.Transformer):
    ...     def call_function(self, target, args, kwargs):
    ...         return super().call_function(torch.cos if target is torch.sin else target, args, kwargs)
    >>> SinToCos(torch.fx.symbolic_trace(lambda x: torch.sin(x))).transform()(torch.zeros(1))
    tensor([1.])
    """

    def __init__(self, module: GraphModule) -> None:
        super().__init__(module)
        self.new_graph: Any = Graph()
        self.new_graph.set_codegen(module.graph._codegen)
        self.tracer: _AppendingTracer = _AppendingTracer(self.new_graph)
        self.tracer.root = module  # type: ignore[attr-defined]

    def placeholder(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        """Return a proxy for a parameter.

        Parameters
        ----------
        target : str
            Name of the parameter.
        args : tuple
            Arguments of the node.
        kwargs : dict
            Keyword arguments of the node.

        Returns
        -------
        Proxy
            The proxy.

        Examples
        --------
        >>> class Loud(torch.fx.Transformer):
        ...     def placeholder(self, target, args, kwargs):
        ...         print(target)
        ...         return super().placeholder(target, args, kwargs)
        >>> _ = Loud(torch.fx.symbolic_trace(torch.nn.ReLU())).transform()
        input
        """
        return Proxy(self.new_graph.placeholder(target, default_value=next(iter(args)) if args else ...), self.tracer)

    def get_attr(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        """Return a proxy for an attribute.

        Parameters
        ----------
        target : str
            Its path.
        args : tuple
            Arguments of the node.
        kwargs : dict
            Keyword arguments of the node.

        Returns
        -------
        Proxy
            The proxy.

        Examples
        --------
        >>> class Scale(torch.nn.Module):
        ...     def __init__(self):
        ...         super().__init__()
        ...         self.factor = torch.nn.Parameter(torch.ones(1))
        ...     def forward(self, x):
        ...         return x * self.factor
        >>> class Loud(torch.fx.Transformer):
        ...     def get_attr(self, target, args, kwargs):
        ...         print(target)
        ...         return super().get_attr(target, args, kwargs)
        >>> _ = Loud(torch.fx.symbolic_trace(Scale())).transform()
        factor
        """
        return self.tracer.create_proxy("get_attr", target, args, kwargs)

    def call_module(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        """Return a proxy for a call of a submodule.

        Parameters
        ----------
        target : str
            Its path.
        args : tuple
            Arguments.
        kwargs : dict
            Keyword arguments.

        Returns
        -------
        Proxy
            The proxy.

        Examples
        --------
        >>> class Skip(torch.fx.Transformer):
        ...     def call_module(self, target, args, kwargs):
        ...         return args[0]
        >>> traced = torch.fx.symbolic_trace(torch.nn.Sequential(torch.nn.ReLU()))
        >>> Skip(traced).transform()(torch.tensor([-1.0]))
        tensor([-1.])
        """
        return self.tracer.create_proxy("call_module", target, args, kwargs)

    def call_function(self, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Any]) -> Any:
        """Return a proxy for a call of a function.

        Parameters
        ----------
        target : callable
            The function.
        args : tuple
            Arguments.
        kwargs : dict
            Keyword arguments.

        Returns
        -------
        Proxy
            The proxy.

        Examples
        --------
        >>> class SinToCos(torch.fx.Transformer):
        ...     def call_function(self, target, args, kwargs):
        ...         return super().call_function(torch.cos if target is torch.sin else target, args, kwargs)
        >>> SinToCos(torch.fx.symbolic_trace(lambda x: torch.sin(x))).transform()(torch.zeros(1))
        tensor([1.])
        """
        return self.tracer.create_proxy("call_function", target, args, kwargs)

    def transform(self) -> GraphModule:
        """Make the new graph.

        Returns
        -------
        GraphModule
            A new module.

        Examples
        --------
        >>> torch.fx.Transformer(torch.fx.symbolic_trace(lambda x: x + 1)).transform()(torch.zeros(1))
        tensor([1.])
        """
        with traceback.preserve_node_meta():
            result = super().run(enable_io_processing=False)
        if result is not None:
            last, before = self.new_graph.output(map_proxies(result)), self.graph.output_node()
            last.type = before.type
            last.meta.update(before.meta)
        return GraphModule(self.module, self.new_graph)


def map_proxies(value: Any) -> Any:
    """`value` with nodes in place of proxies."""
    from .node import map_aggregate

    return map_aggregate(value, lambda v: v.node if isinstance(v, Proxy) else v)


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx.interpreter")
