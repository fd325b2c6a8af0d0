"""Graphs: nodes in execution order, and their source code."""
from __future__ import annotations

import builtins
import contextlib
import importlib
import keyword
import re
from collections import defaultdict
from collections.abc import Callable, Iterator
from enum import Enum
from typing import TYPE_CHECKING, Any

from .._array.core.user_warnings import warn
from .._bindings.tensor.tensor import Tensor
from .._namespace.modules import recorded_getattr
from ..utils._pytree import tree_flatten, tree_unflatten
from ._code_globals import code_globals, type_code
from .node import Argument, Node, Target, global_name, map_arg, qualified_name, run_hooks

__all__ = ["CodeGen", "Graph", "PythonCode"]

_RESERVED_NAMES = frozenset({*keyword.kwlist, *dir(builtins), "inf", "nan", "NoneType", "torch", "device", "fx_pytree", "pytree"})

#: Operators in source code.
_BINARY_OPERATORS = {"add": "+", "sub": "-", "mul": "*", "floordiv": "//", "truediv": "/", "mod": "%", "pow": "**", "lshift": "<<",
                     "rshift": ">>",
                     "and_": "&", "or_": "|", "xor": "^", "matmul": "@", "eq": "==", "ne": "!=", "lt": "<", "gt": ">", "le": "<=",
                     "ge": ">="}
_UNARY_OPERATORS = {"pos": "+", "neg": "-", "invert": "~"}
_INPLACE_OPERATORS = {"iadd": "+=", "isub": "-=", "imul": "*=", "ifloordiv": "//=", "itruediv": "/=", "imod": "%=", "ipow": "**=",
                      "imatmul": "@=",
                      "iand": "&=", "ior": "|=", "ixor": "^=", "ilshift": "<<=", "irshift": ">>="}


class _Namespace:
    """The names in use."""

    def __init__(self) -> None:
        self.used: set[str] = set()
        self.counts: dict[str, int] = defaultdict(int)

    def create_name(self, candidate: str, obj: Any = None) -> str:
        """Return an unused name like `candidate` that is no keyword of Python."""
        name = re.sub(r"[^0-9a-zA-Z_]+", "_", candidate) or "_unnamed"
        name = f"_{name}" if name[0].isdigit() else name
        match = re.fullmatch(r"(.*)_(\d+)", name)
        base, number = (match[1], int(match[2])) if match and match[1] else (name, self.counts[name])
        while name in self.used or name in _RESERVED_NAMES:
            number += 1
            name = f"{base}_{number}"
        self.used.add(name)
        self.counts[base] = number
        return name


class PythonCode:
    """The source text of a graph's function."""

    def __init__(self, src: str, globals: dict[str, Any]) -> None:
        self.src = src
        self.globals = globals


class CodeGen:
    """Generates the source code of a graph.

    References
    ----------
    PyTorch: ``torch.fx.CodeGen``.

    Examples
    --------
    >>> torch.fx.CodeGen().process_inputs(1, 2)
    (1, 2)
    """

    #: The function that changes the statements of the code (`Graph.on_generate_code`).
    _body_transformer: Callable[[list[str]], list[str]] | None = None

    def additional_globals(self) -> list[tuple[str, Any]]:
        """Names and objects that the code refers to, beside those of the graph.

        Returns
        -------
        list
            Pairs.

        Examples
        --------
        >>> torch.fx.CodeGen().additional_globals()
        []
        """
        return []

    def gen_fn_def(self, free_vars: list[str], maybe_return_annotation: str) -> str:
        """The `def` line of the function.

        Parameters
        ----------
        free_vars : list of str
            Parameters.
        maybe_return_annotation : str
            Annotation of the result, or nothing.

        Returns
        -------
        str
            Code.

        Examples
        --------
        >>> torch.fx.CodeGen().gen_fn_def(["x", "y"], "")
        'def forward(self, x, y):'
        """
        if not free_vars or free_vars[0] != "self":
            free_vars.insert(0, "self")
        return f"def forward({', '.join(free_vars)}){maybe_return_annotation}:"

    def generate_output(self, output_args: Any) -> str:
        """The `return` line.

        Parameters
        ----------
        output_args : object
            The value to return.

        Returns
        -------
        str
            Code.

        Examples
        --------
        >>> torch.fx.CodeGen().generate_output("add")
        "return 'add'"
        """
        return f"return {value_text(output_args)}"

    def process_inputs(self, *args: Any) -> Any:
        """Convert the caller's arguments to the values of the placeholders.

        Parameters
        ----------
        *args : object
            The arguments.

        Returns
        -------
        object
            The arguments.

        Examples
        --------
        >>> torch.fx.CodeGen().process_inputs(1, 2)
        (1, 2)
        """
        return args

    def process_outputs(self, outputs: Any) -> Any:
        """Convert the result to what the caller gets.

        Parameters
        ----------
        outputs : object
            The result.

        Returns
        -------
        object
            The result.

        Examples
        --------
        >>> torch.fx.CodeGen().process_outputs(3)
        3
        """
        return outputs


class _TreeCodeGen(CodeGen):
    """For functions with containers among their arguments: flattens the arguments, and rebuilds the structure of the result."""

    def __init__(self, names: list[str], in_spec: Any, out_spec: Any = None) -> None:
        self.names, self.in_spec, self.out_spec = names, in_spec, out_spec

    def gen_fn_def(self, free_vars: list[str], maybe_return_annotation: str) -> str:
        """The `def` line, and a line that flattens the arguments."""
        names = ", ".join(self.names)
        parts = ", ".join(name.split("=")[0].split(":")[0].strip() for name in free_vars)
        return (f"{super().gen_fn_def([*self.names], maybe_return_annotation)}\n"
                f"    {parts}, = fx_pytree.tree_flatten_spec([{names}], self._in_spec)")

    def generate_output(self, output_args: Any) -> str:
        """The `return` line."""
        return f"return pytree.tree_unflatten({value_text(output_args)}, self._out_spec)"

    def process_inputs(self, *args: Any) -> Any:
        """The leaves of the arguments. ValueError if their structure differs from that of the traced call."""
        leaves, spec = tree_flatten(tuple(args))
        if spec != self.in_spec:
            raise ValueError(f"The arguments are of another structure than those that were traced: {spec} instead of {self.in_spec}")
        return leaves

    def process_outputs(self, outputs: Any) -> Any:
        """The result in its original structure."""
        return tree_unflatten(list(outputs), self.out_spec)


class _NodeList:
    """The nodes of a graph in order; it can be reversed."""

    def __init__(self, graph: Graph, direction: str = "_next") -> None:
        self.graph = graph
        self.direction = direction

    def __len__(self) -> int:
        return self.graph._len

    def __iter__(self) -> Iterator[Node]:
        root = self.graph._root
        at = getattr(root, self.direction)
        while at is not root:
            next_node = getattr(at, self.direction)
            if not at._erased:
                yield at
                next_node = getattr(at, self.direction)
            at = next_node

    def __reversed__(self) -> _NodeList:
        return _NodeList(self.graph, "_next" if self.direction == "_prev" else "_prev")


class _InsertPoint:
    before: Any

    def __init__(self, graph: Graph, insert: Callable[[Node], None]) -> None:
        self.graph = graph
        self.before, graph._insert = graph._insert, insert

    def __enter__(self) -> None:
        return None

    def __exit__(self, *exc: object) -> None:
        self.graph._insert = self.before


class Graph:
    """Nodes in execution order.

    Parameters
    ----------
    owning_module : GraphModule, optional
        The module that owns the graph.
    tracer_cls : type, optional
        Class of the tracer that created it.
    tracer_extras : dict, optional
        Additional data of that tracer.

    References
    ----------
    PyTorch: ``torch.fx.Graph``.

    Examples
    --------
    >>> graph = torch.fx.Graph()
    >>> x = graph.placeholder("x")
    >>> node = graph.output(graph.call_function(torch.relu, (x,)))
    >>> torch.fx.GraphModule(torch.nn.Module(), graph)(torch.tensor([-1., 1.]))
    tensor([0., 1.])
    """

    def __init__(self, owning_module: Any = None, tracer_cls: Any = None, tracer_extras: dict[str, Any] | None = None) -> None:
        self._root = Node(self, "", "placeholder", "", (), {})
        self._len = 0
        self._insert: Callable[[Node], None] = self._root.prepend
        self._graph_namespace = _Namespace()
        self.owning_module = owning_module
        self._tracer_cls = tracer_cls
        self._tracer_extras = tracer_extras
        self._codegen = CodeGen()

    @property
    def nodes(self) -> _NodeList:
        """All nodes, in order.

        Returns
        -------
        iterable of Node
            A live view.

        Examples
        --------
        >>> [node.name for node in torch.fx.symbolic_trace(lambda x: x + 1).graph.nodes]
        ['x', 'add', 'output']
        """
        return _NodeList(self)

    def output_node(self) -> Node:
        """Return the node of the return value.

        Returns
        -------
        Node
            The last one.

        Examples
        --------
        >>> torch.fx.symbolic_trace(lambda x: x + 1).graph.output_node().op
        'output'
        """
        node = next(iter(reversed(self.nodes)))
        if node.op != "output":
            raise AssertionError(f"Expected output node, got {node.op}")
        return node

    def find_nodes(self, *, op: str, target: Target | None = None, sort: bool = True) -> list[Node]:
        """Return the nodes with this op, and this target if given.

        Parameters
        ----------
        op : str
            The op, such as ``'call_function'``.
        target : object, optional
            The target; required for ``'call_function'``.
        sort : bool, default True
            Whether they are sorted in graph order.

        Returns
        -------
        list of Node
            The nodes.

        Examples
        --------
        >>> len(torch.fx.symbolic_trace(lambda x: torch.sin(x)).graph.find_nodes(op="call_function", target=torch.sin))
        1
        """
        if op == "call_function" and target is None:
            raise AssertionError("target must not be None for call_function op")
        return [n for n in self.nodes if n.op == op and (target is None or n.target == target)]

    # Making nodes -----------------------------------------------------------------------------------------------------------------

    def create_node(self, op: str, target: Target, args: tuple[Argument, ...] | None = None, kwargs: dict[str, Argument] | None = None,
                    name: str | None = None, type_expr: Any = None) -> Node:
        """Add a node at the insertion point.

        Parameters
        ----------
        op : str
            The op: ``'placeholder'``, ``'get_attr'``, ``'call_function'``, ``'call_method'``,
            ``'call_module'`` or ``'output'``.
        target : object
            The target: a function, or a name.
        args : tuple, optional
            Arguments.
        kwargs : dict, optional
            Keyword arguments.
        name : str, optional
            Its name; generated if None.
        type_expr : object, optional
            Annotation of its value.

        Returns
        -------
        Node
            The node.

        Examples
        --------
        >>> graph = torch.fx.Graph()
        >>> graph.create_node("placeholder", "x").op
        'placeholder'
        """
        args, kwargs = () if args is None else args, {} if kwargs is None else kwargs
        if not isinstance(args, tuple):
            raise AssertionError(f"args must be a tuple, got {type(args)}")
        if not isinstance(kwargs, dict):
            raise AssertionError(f"kwargs must be a dict, got {type(kwargs)}")
        node = Node(self, "", op, target, args, kwargs, type_expr)
        node.name = self._graph_namespace.create_name(name if name is not None else _suggested_name(target), node)
        self._insert(node)
        self._len += 1
        run_hooks(self, "_create_node_hooks", node)
        return node

    def placeholder(self, name: str, type_expr: Any = None, default_value: Any = ...) -> Node:
        """Add a parameter of the function.

        Parameters
        ----------
        name : str
            Its name.
        type_expr : object, optional
            Its annotation.
        default_value : object, default ...
            Its default.

        Returns
        -------
        Node
            The node.

        Examples
        --------
        >>> torch.fx.Graph().placeholder("x").name
        'x'
        """
        return self.create_node("placeholder", name, () if default_value is ... else (default_value,), type_expr=type_expr)

    def get_attr(self, qualified_name: str, type_expr: Any = None) -> Node:
        """Add a read of an attribute of the module.

        Parameters
        ----------
        qualified_name : str
            Its path.
        type_expr : object, optional
            Annotation of its value.

        Returns
        -------
        Node
            The node.

        Examples
        --------
        >>> layer = torch.nn.Linear(2, 1)
        >>> graph = torch.fx.Graph()
        >>> node = graph.output(graph.get_attr("weight"))
        >>> torch.fx.GraphModule(layer, graph)().shape
        torch.Size([1, 2])
        """
        if self.owning_module is not None and not _is_value_of(self.owning_module, qualified_name):
            warn("Attempted to insert a get_attr Node with no underlying reference in the owning GraphModule! Before the graph runs, "
                 f"`{qualified_name}` has to be added to it, by `add_submodule`, `register_parameter` or `register_buffer`.")
        return self.create_node("get_attr", qualified_name, type_expr=type_expr)

    def call_module(self, module_name: str, args: Any = None, kwargs: Any = None, type_expr: Any = None) -> Node:
        """Add a call of a submodule.

        Parameters
        ----------
        module_name : str
            Its path.
        args : tuple, optional
            Arguments.
        kwargs : dict, optional
            Keyword arguments.
        type_expr : object, optional
            Annotation of its value.

        Returns
        -------
        Node
            The node.

        Examples
        --------
        >>> net = torch.nn.Sequential(torch.nn.ReLU())
        >>> graph = torch.fx.Graph()
        >>> node = graph.output(graph.call_module("0", (graph.placeholder("x"),)))
        >>> torch.fx.GraphModule(net, graph)(torch.tensor([-1., 1.]))
        tensor([0., 1.])
        """
        if self.owning_module is not None:
            self.owning_module.get_submodule(module_name)  # raises AttributeError where there is none
        return self.create_node("call_module", module_name, args, kwargs, type_expr=type_expr)

    def call_method(self, method_name: str, args: Any = None, kwargs: Any = None, type_expr: Any = None) -> Node:
        """Add a call of a method of the first argument.

        Parameters
        ----------
        method_name : str
            Its name.
        args : tuple, optional
            Arguments.
        kwargs : dict, optional
            Keyword arguments.
        type_expr : object, optional
            Annotation of its value.

        Returns
        -------
        Node
            The node.

        Examples
        --------
        >>> graph = torch.fx.Graph()
        >>> graph.call_method("relu", (graph.placeholder("x"),)).target
        'relu'
        """
        return self.create_node("call_method", method_name, args, kwargs, type_expr=type_expr)

    def call_function(self, the_function: Callable[..., Any], args: Any = None, kwargs: Any = None, type_expr: Any = None,
                      name: str | None = None) -> Node:
        """Add a call of a function.

        Parameters
        ----------
        the_function : callable
            The function.
        args : tuple, optional
            Arguments.
        kwargs : dict, optional
            Keyword arguments.
        type_expr : object, optional
            Annotation of its value.
        name : str, optional
            Name of the node; generated if None.

        Returns
        -------
        Node
            The node.

        Examples
        --------
        >>> graph = torch.fx.Graph()
        >>> graph.call_function(torch.add, (graph.placeholder("x"), 1)).args
        (x, 1)
        """
        return self.create_node("call_function", the_function, args, kwargs, name, type_expr)

    def output(self, result: Argument, type_expr: Any = None) -> Node:
        """Add the node of the return value.

        Parameters
        ----------
        result : object
            The value, with nodes.
        type_expr : object, optional
            Its annotation.

        Returns
        -------
        Node
            The node.

        Examples
        --------
        >>> graph = torch.fx.Graph()
        >>> graph.output(graph.placeholder("x")).op
        'output'
        """
        return self.create_node("output", "output", (result,), type_expr=type_expr)

    def node_copy(self, node: Node, arg_transform: Callable[[Node], Argument] = lambda x: x) -> Node:
        """Add a copy of a node of another graph.

        Parameters
        ----------
        node : Node
            The node.
        arg_transform : callable, default lambda x: x
            Maps nodes of that graph to nodes of this one.

        Returns
        -------
        Node
            The copy.

        Examples
        --------
        >>> other = torch.fx.Graph().placeholder("x")
        >>> torch.fx.Graph().node_copy(other).name
        'x'
        """
        out = self.create_node(node.op, node.target, map_arg(node.args, arg_transform), map_arg(node.kwargs, arg_transform), node.name,
                               node.type)
        out.meta = dict(node.meta)
        return out

    def graph_copy(self, g: Graph, val_map: dict[Node, Node], return_output_node: bool = False) -> Any:
        """Add copies of all nodes of another graph.

        Parameters
        ----------
        g : Graph
            The other graph.
        val_map : dict
            Nodes of that graph -> nodes of this one; filled.
        return_output_node : bool, default False
            Whether to return the output node, too.

        Returns
        -------
        object
            The return value of ``g``, as nodes of this graph.

        Examples
        --------
        >>> source = torch.fx.symbolic_trace(lambda x: x + 1).graph
        >>> graph = torch.fx.Graph()
        >>> result = graph.graph_copy(source, {})
        >>> result.op, len(graph.nodes)
        ('call_function', 2)
        """
        for node in g.nodes:
            if node in val_map:
                continue
            if node.op == "output":
                result = map_arg(node.args[0], val_map.__getitem__)
                return (result, node) if return_output_node else result
            val_map[node] = self.node_copy(node, val_map.__getitem__)
        return None

    # Changing the order -----------------------------------------------------------------------------------------------------------

    def inserting_before(self, n: Node | None = None) -> _InsertPoint:
        """Context in which new nodes come before a node.

        Parameters
        ----------
        n : Node, optional
            The node; None for the start of the graph.

        Returns
        -------
        context
            A context.

        Examples
        --------
        >>> graph = torch.fx.symbolic_trace(lambda x: x + 1).graph
        >>> with graph.inserting_before(graph.output_node()):
        ...     node = graph.call_function(torch.relu, (graph.output_node().args[0],))
        >>> [n.name for n in graph.nodes]
        ['x', 'add', 'relu', 'output']
        """
        if n is None:
            return self.inserting_after(self._root)
        _check_same_graph(self, n)
        return _InsertPoint(self, n.prepend)

    def inserting_after(self, n: Node | None = None) -> _InsertPoint:
        """Context in which new nodes come after a node.

        Parameters
        ----------
        n : Node, optional
            The node; None for the end of the graph.

        Returns
        -------
        context
            A context.

        Examples
        --------
        >>> graph = torch.fx.symbolic_trace(lambda x: x + 1).graph
        >>> x = next(iter(graph.nodes))
        >>> with graph.inserting_after(x):
        ...     node = graph.call_function(torch.relu, (x,))
        >>> [n.name for n in graph.nodes]
        ['x', 'relu', 'add', 'output']
        """
        if n is None:
            return self.inserting_before(self._root)
        _check_same_graph(self, n)
        next_node = n.next
        return _InsertPoint(self, next_node.prepend)

    def erase_node(self, to_erase: Node) -> None:
        """Remove a node that has no users.

        Parameters
        ----------
        to_erase : Node
            The node.

        Raises
        ------
        RuntimeError
            If it has users.

        Examples
        --------
        >>> graph = torch.fx.Graph()
        >>> x = graph.placeholder("x")
        >>> graph.erase_node(x)
        >>> len(graph.nodes)
        0
        """
        if to_erase.users:
            raise RuntimeError(f"Tried to erase Node {to_erase} but it still had {len(to_erase.users)} users in the graph: "
                               f"{to_erase.users}!")
        if to_erase.graph is not self:
            raise RuntimeError(f"Attempting to remove {to_erase} from wrong graph!")
        if to_erase._erased:
            warn(f"erase_node({to_erase}) on an already erased node", UserWarning)
            return
        run_hooks(self, "_erase_node_hooks", to_erase)
        to_erase._unlink()
        to_erase._erased = True
        self._len -= 1
        to_erase._set_arguments((), {})

    def eliminate_dead_code(self, is_impure_node: Callable[[Node], bool] | None = None) -> bool:
        """Remove nodes without users and side effects.

        Parameters
        ----------
        is_impure_node : callable, optional
            Returns whether a node has side effects; ``Node.is_impure`` if None.

        Returns
        -------
        bool
            Whether any node was removed.

        Examples
        --------
        >>> def f(x):
        ...     torch.sin(x)
        ...     return x
        >>> torch.fx.symbolic_trace(f).graph.eliminate_dead_code()
        True
        """
        self.lint()
        impure = is_impure_node or Node.is_impure
        changed = False
        for node in reversed(self.nodes):
            if not node.users and not impure(node):
                self.erase_node(node)
                changed = True
        return changed

    def lint(self) -> None:
        """Check that the graph is well formed.

        Raises
        ------
        RuntimeError
            For a node that is used before it is created, a duplicate name, or a target that does not
            exist.

        Examples
        --------
        >>> graph = torch.fx.Graph()
        >>> x = graph.placeholder("x")
        >>> result = graph.output(x)
        >>> graph.lint()
        >>> late = graph.call_function(torch.sin, (x,))
        >>> x.prepend(late)
        >>> try:
        ...     graph.lint()
        ... except RuntimeError:
        ...     print("sin comes before its argument")
        sin comes before its argument
        """
        seen: set[Node] = set()
        names: set[str] = set()
        for node in self.nodes:
            if node.graph is not self:
                raise RuntimeError(f"Node '{node}' does not belong to this Graph!")
            for used in node.all_input_nodes:
                if used.graph is not self:
                    raise RuntimeError(f"Argument '{used}' of Node '{node}' does not belong to this Graph, but was used as an argument! If "
                                       "nodes were copied from another graph, their arguments have to be replaced by copies, too "
                                       f"(`arg_transform` of `node_copy`)\n{self}")
                if used not in seen:
                    raise RuntimeError(f"Argument '{used}' of Node '{node}' was used before it has been defined! Please check that Nodes "
                                       f"in the graph are topologically ordered\n{self}")
            if node.name in names:
                raise RuntimeError(f"Node redefined name {node.name}!")
            seen.add(node)
            names.add(node.name)
        if self.owning_module is not None:
            for node in self.nodes:
                if node.op in ("get_attr", "call_module"):
                    _check_target(self.owning_module, node)

    # Text -------------------------------------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        lines = [line for line in (node.format_node() for node in self.nodes) if line]
        return "graph():" + "".join(f"\n    {line}" for line in lines)

    def print_tabular(self) -> None:
        """Print a table of the nodes; needs the library tabulate.

        Examples
        --------
        >>> import contextlib
        >>> import io
        >>> graph = torch.fx.Graph()
        >>> _ = graph.output(graph.placeholder("x"))
        >>> with contextlib.redirect_stdout(io.StringIO()) as text, contextlib.suppress(ImportError):
        ...     graph.print_tabular()
        >>> text.getvalue() != ""
        True
        """
        try:
            tabulate = importlib.import_module("tabulate").tabulate
        except ImportError:
            print("`print_tabular` relies on the library `tabulate`, which could not be found on this machine. Run `pip install tabulate` "
                  "to install the library.")
            raise
        rows = [[n.op, n.name, n.target, n.args, n.kwargs] for n in self.nodes]
        print(tabulate(rows, headers=["opcode", "name", "target", "args", "kwargs"]))

    def python_code(self, root_module: str, *, verbose: bool = False, include_stride: bool = False, include_device: bool = False,
                    colored: bool = False, expanded_def: bool = False, record_func: bool = False,
                    additional_meta: list[str] | None = None) -> PythonCode:
        """Generate the source code of the graph.

        Parameters
        ----------
        root_module : str
            Name of the module in the code.
        verbose : bool, default False
            Whether comments tell the origin of nodes.
        include_stride : bool, default False
            Whether comments include strides.
        include_device : bool, default False
            Whether comments include devices.
        colored : bool, default False
            Accepted for compatibility; the text has no colours.
        expanded_def : bool, default False
            Whether each argument has a line.
        record_func : bool, default False
            Accepted for compatibility.
        additional_meta : list of str, optional
            Entries of ``meta`` for comments.

        Returns
        -------
        PythonCode
            ``src`` is the text, ``globals`` has the objects that it refers to.

        Examples
        --------
        >>> "return" in torch.fx.symbolic_trace(lambda x: x + 1).graph.python_code("self").src
        True
        """
        comments = _Comments(include_stride, include_device, additional_meta) if verbose else None
        source = _source_code(self, root_module, comments, expanded_def)
        return PythonCode(source, code_globals(self) | dict(self._codegen.additional_globals()))

    def on_generate_code(self, make_transformer: Callable[[Any], Any]) -> contextlib.ExitStack:
        """Set a function that changes the statements of the generated code. The module then runs its code, after ``recompile``.

        Parameters
        ----------
        make_transformer : callable
            Receives the present function, or None; returns a function from a list of statements to another.

        Returns
        -------
        context
            A context that undoes the change at its end.

        Examples
        --------
        >>> traced = torch.fx.symbolic_trace(lambda x: x + 1)
        >>> with traced.graph.on_generate_code(lambda _: lambda body: ["x = x * 2\\n", *body]):
        ...     code = traced.recompile()
        >>> traced(torch.ones(1))
        tensor([3.])
        """
        codegen, undo = self._codegen, contextlib.ExitStack()
        undo.callback(setattr, codegen, "_body_transformer", codegen._body_transformer)
        codegen._body_transformer = make_transformer(codegen._body_transformer)
        return undo

    def set_codegen(self, codegen: CodeGen) -> None:
        """Set the code generator.

        Parameters
        ----------
        codegen : CodeGen
            The code generator.

        Examples
        --------
        >>> graph = torch.fx.symbolic_trace(torch.nn.Identity()).graph
        >>> graph.set_codegen(torch.fx.CodeGen())
        >>> graph.python_code("self").src.strip().splitlines()[-1].strip()
        'return input_1'
        """
        self._codegen = codegen

    def process_inputs(self, *args: Any) -> Any:
        """Convert the caller's arguments to the values of the placeholders.

        Parameters
        ----------
        *args : object
            The arguments.

        Returns
        -------
        object
            The arguments.

        Examples
        --------
        >>> torch.fx.Graph().process_inputs(1, 2)
        (1, 2)
        """
        return self._codegen.process_inputs(*args)

    def process_outputs(self, out: Any) -> Any:
        """Convert the result to what the caller gets.

        Parameters
        ----------
        out : object
            The result.

        Returns
        -------
        object
            The result.

        Examples
        --------
        >>> torch.fx.Graph().process_outputs(3)
        3
        """
        return self._codegen.process_outputs(out)

    def __deepcopy__(self, memo: dict[int, Any] | None = None) -> Graph:
        out = Graph(tracer_cls=self._tracer_cls)
        mapping: dict[Node, Node] = {}
        result = out.graph_copy(self, mapping, return_output_node=True)
        out._codegen = self._codegen
        if result is not None:
            last = out.output(result[0], result[1].type)
            last.meta = dict(result[1].meta)
        if memo is not None:
            memo[id(self)] = out
        return out

    def __reduce__(self) -> Any:
        nodes = list(self.nodes)
        indices = {node: i for i, node in enumerate(nodes)}


        def to_index(node: Node) -> _PickledNode:
            return _PickledNode(indices[node])

        packed = [(n.op, n.target, map_arg(n.args, to_index), map_arg(n.kwargs, to_index), n.name, n.type) for n in nodes]
        return _unpack_graph, (packed, self._codegen)


class _PickledNode:
    """Represents a node in a pickle."""

    def __init__(self, index: int) -> None:
        self.index = index


def _unpack_graph(packed: list[Any], codegen: CodeGen | None = None) -> Graph:
    from .node import map_aggregate

    graph, nodes = Graph(), list[Node]()
    for op, target, args, kwargs, name, kind in packed:
        arguments = [map_aggregate(a, lambda v: nodes[v.index] if isinstance(v, _PickledNode) else v) for a in (args, kwargs)]
        nodes.append(graph.create_node(op, target, arguments[0], arguments[1], name, kind))
    graph._codegen = codegen or graph._codegen
    return graph


def _check_same_graph(graph: Graph, n: Node) -> None:
    if n.graph is not graph:
        raise AssertionError("Node to insert before is not in graph.")


def _is_value_of(module: Any, path: str) -> bool:
    """Whether a path leads to a submodule, a parameter, a buffer or a tensor."""
    from ..nn import Module

    home, _, name = path.rpartition(".")
    try:
        owner = module.get_submodule(home)
    except AttributeError:
        warn(f"Failed to fetch module {home}!")
        return False
    return isinstance(getattr(owner, name, None), (Module, Tensor)) or name in owner._buffers


def _check_target(owner: Any, node: Node) -> None:
    at = owner
    for part in node.target.split("."):
        if not hasattr(at, part):
            raise RuntimeError(f"Node {node} target {node.target} references nonexistent attribute {part} of {node.target}")
        at = getattr(at, part)


def _suggested_name(target: Any) -> str:
    """A name for a node with this target."""
    if not isinstance(target, str):
        name = getattr(target, "__name__", type(target).__name__)
    else:
        name = target[2:-2] if target.startswith("__") and target.endswith("__") else target
    return _snake_case(name)


def _snake_case(name: str) -> str:
    """`FooBar2d` as `foo_bar2d`."""
    return re.sub(r"(?<=[a-z])([A-Z])", r"_\1", name).lower()


# Code -----------------------------------------------------------------------------------------------------------------------------

def value_text(value: Any) -> str:
    """An argument as source code."""
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return f"{qualified_name(type(value))}({', '.join(f'{k} = {value_text(v)}' for k, v in zip(value._fields, value, strict=True))})"
    if isinstance(value, tuple):
        return "(" + ", ".join(map(value_text, value)) + ("," if len(value) == 1 else "") + ")"
    if isinstance(value, list):
        return "[" + ", ".join(map(value_text, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{value_text(k)}: {value_text(v)}" for k, v in value.items()) + "}"
    if isinstance(value, slice):
        return f"slice({value_text(value.start)}, {value_text(value.stop)}, {value_text(value.step)})"
    if isinstance(value, Enum):
        return f"{type(value).__name__}.{value.name}"
    if callable(value) and hasattr(value, "__name__") and not isinstance(value, Node):
        return qualified_name(value)
    return repr(value)


def _call_text(args: Any, kwargs: Any) -> str:
    return ", ".join([*map(value_text, args), *(f"{k} = {value_text(v)}" for k, v in kwargs.items())])


def _path_text(root: str, path: str) -> str:
    for part in path.split("."):
        root = f"{root}.{part}" if part.isidentifier() and not keyword.iskeyword(part) else f'getattr({root}, "{part}")'
    return root


def _function_text(node: Node) -> str:
    target, args = node.target, node.args
    name = getattr(target, "__name__", "")
    if getattr(target, "__module__", None) == "_operator" and not node.kwargs:
        if name in _BINARY_OPERATORS and len(args) == 2:
            return f"{value_text(args[0])} {_BINARY_OPERATORS[name]} {value_text(args[1])}"
        if name in _UNARY_OPERATORS and len(args) == 1:
            return f"{_UNARY_OPERATORS[name]}{value_text(args[0])}"
        if name == "getitem":
            return f"{value_text(args[0])}[{value_text(args[1])}]"
    if target is getattr and isinstance(args[1], str) and args[1].isidentifier() and len(args) == 2:
        return f"{value_text(args[0])}.{args[1]}"
    return f"{global_name(target)}({_call_text(args, node.kwargs)})"


class _Comments:
    """What verbose code tells of nodes: types of their values, and where they come from."""

    def __init__(self, include_stride: bool, include_device: bool, additional_meta: list[str] | None) -> None:
        self.include_stride, self.include_device, self.additional_meta = include_stride, include_device, additional_meta or []
        self.last = ""

    def type_of(self, node: Node) -> str:
        """Dtype and shape of a node's value, if a pass has recorded them."""
        value: Any = next((node.meta[key] for key in ("val", "example_value", "tensor_meta") if key in node.meta), None)
        if not hasattr(value, "dtype") or not hasattr(value, "shape"):
            return ""
        text = f"{_SHORT_DTYPES.get(str(value.dtype), str(value.dtype))}{list(value.shape)}"
        if isinstance(value, Tensor):
            text += f"{list(value.stride()) if self.include_stride else ''}{value.device if self.include_device else ''}"
        return f': "{text}"'

    def before(self, node: Node) -> list[str]:
        """The comment before a node, unless it is that of the node before."""
        origin = "No stacktrace found for following nodes"
        frames = re.findall(r'File "([^"]*)", line (\d+), in (.*)\n\s*(.*)', node.stack_trace or "")
        if frames:
            origin = "File: {}:{} in {}, code: {}".format(*(part.strip() for part in frames[-1]))
        custom = f" Annotation: {node.meta['custom']}" if node.meta.get("custom") else ""
        others = "".join(f" {key}: {node.meta[key]} #" for key in self.additional_meta if key in node.meta)
        comment = f"#{others}{custom} {origin}"
        if comment == self.last:
            return []
        self.last = comment
        return ["", comment]


_SHORT_DTYPES = {f"torch.{name}": short for name, short in {
    "float16": "f16", "bfloat16": "bf16", "float32": "f32", "float64": "f64", "complex64": "c64", "complex128": "c128", "int8": "i8",
    "int16": "i16", "int32": "i32", "int64": "i64", "uint8": "u8", "uint16": "u16", "uint32": "u32", "uint64": "u64", "bool": "b8",
    "float8_e4m3fn": "f8e4m3fn", "float8_e5m2": "f8e5m2"}.items()}


def _annotation(node: Node, comments: _Comments | None) -> str:
    recorded = "" if comments is None else comments.type_of(node)
    return recorded or ("" if node.type is None else f" : {type_code(node.type, {})}")


def _statement(node: Node, root: str, comments: _Comments | None = None) -> str:
    head = f"{node.name}{_annotation(node, comments)} = "
    if node.op == "call_method":
        return f"{head}{value_text(node.args[0])}.{node.target}({_call_text(node.args[1:], node.kwargs)})"
    if node.op == "call_function":
        name = getattr(node.target, "__name__", "")
        if getattr(node.target, "__module__", None) == "_operator" and name in _INPLACE_OPERATORS:
            first = value_text(node.args[0])
            return f"{first} {_INPLACE_OPERATORS[name]} {value_text(node.args[1])};  {node.name} = {first}"
        return head + _function_text(node)
    if node.op == "call_module":
        return f"{head}{_path_text(root, node.target)}({_call_text(node.args, node.kwargs)})"
    return head + _path_text(root, node.target)


def last_uses(graph: Graph) -> dict[Node, list[Node]]:
    """Node -> the nodes whose values are no longer needed after it has run."""
    result: dict[Node, list[Node]] = defaultdict(list)
    seen: set[Node] = set()
    for node in reversed(graph.nodes):
        for used in node.all_input_nodes:
            if used not in seen:
                seen.add(used)
                result[node].append(used)
    return result


def _source_code(graph: Graph, root: str, comments: _Comments | None, expanded_def: bool) -> str:
    parameters, body, returned = list[str](), list[str](), ""
    last_use_of = last_uses(graph)
    for node in graph.nodes:
        if node.op == "placeholder":
            default = f" = {value_text(node.args[0])}" if node.args else ""
            parameters.append(f"{node.target}{_annotation(node, comments)}{default}")
            is_raw = node.target.replace("*", "")
            if is_raw != node.name:
                body.append(f"{node.name} = {is_raw}")
        elif node.op == "output":
            returned = f" -> {type_code(node.type, {})}" if node.type is not None else ""
            body.append(graph._codegen.generate_output(node.args[0]))
        else:
            to_delete = [*last_use_of.get(node, ()), *(() if node.users else (node,))]
            body.extend(() if comments is None else comments.before(node))
            body.append(_statement(node, root, comments) + (f";  {' = '.join(map(repr, to_delete))} = None" if to_delete else ""))
    text = graph._codegen.gen_fn_def(parameters, returned)
    if expanded_def and graph._codegen.__class__ is CodeGen:
        text = f"def forward({''.join(f'{chr(10)}    {p},' for p in parameters)}\n){returned}:"
    wrapped = dict.fromkeys(global_name(n.target) for n in graph.nodes if n.op == "call_function" and n.meta.get("is_wrapped"))
    lines = "\n".join(f'torch.fx._symbolic_trace.wrap("{name}")' for name in wrapped)
    statements = [f"{line}\n" for line in (body[1:] if body[:1] == [""] else body) or ["pass"]]
    if graph._codegen._body_transformer is not None:
        statements = graph._codegen._body_transformer(statements)
    return f"\n{lines}\n\n{text}\n" + "\n".join(f"    {line}" for line in "".join(statements).split("\n"))


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx.graph")
