"""Nodes: the steps of a graph. https://docs.pytorch.org/docs/stable/fx.html#torch.fx.Node"""
from __future__ import annotations

import builtins
import operator
import sys
import types
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from .._dispatch.unsupported import UnsupportedError
from .._namespace.modules import recorded_getattr
from .immutable_collections import immutable_dict, immutable_list

__all__ = ["Node", "has_side_effect", "map_aggregate", "map_arg"]

Argument = Any
Target = Any
OPS = ("placeholder", "get_attr", "call_function", "call_method", "call_module", "output")
_PACKAGE = __name__.partition(".")[0]
#: Modules whose functions PyTorch defines in others.
_NAMESPACES = {f"{_PACKAGE}.{name}": name for name in ("linalg", "fft", "special")}
#: The defining module of functions that PyTorch exports from another one.
_MODULE_OF_NAME = {f"{offered}.{name}": kept for kept, offered, names in (
    ("torch.functional", "torch", """atleast_1d atleast_2d atleast_3d block_diag broadcast_shapes broadcast_tensors cartesian_prod cdist
        chain_matmul einsum lu meshgrid norm split stft tensordot unique unique_consecutive unravel_index"""),
    ("torch._C._nn", "torch.nn.functional", """avg_pool2d avg_pool3d elu_ gelu hardtanh_ leaky_relu_ linear one_hot
        scaled_dot_product_attention softplus softshrink"""),
    ("torch", "torch.nn.functional", "celu_ conv_tbc hardshrink native_channel_shuffle relu_ rrelu_ selu_ threshold_"),
) for name in names.split()}
#: Functions whose calls are kept even if their results are not used.
_side_effectful_functions: set[Any] = set()


#: Functions of torch that are kept as well: random ones, and those that may raise.
_IMPURE_NAMES = ("_assert", "bernoulli", "multinomial", "normal", "poisson", "rand", "rand_like", "randint", "randint_like", "randn",
                 "randn_like", "randperm")


@cache
def _impure_functions() -> frozenset[Any]:
    return frozenset([operator.setitem, *(getattr(sys.modules[_PACKAGE], name) for name in _IMPURE_NAMES)])


def has_side_effect(fn: Any) -> Any:
    """Make ``eliminate_dead_code`` keep calls of a function.

    Parameters
    ----------
    fn : callable
        The function.

    Returns
    -------
    callable
        The function.

    References
    ----------
    PyTorch: ``torch.fx.has_side_effect``.

    Examples
    --------
    >>> torch.fx.has_side_effect(len) is len
    True
    """
    _side_effectful_functions.add(fn)
    return fn


def map_arg(a: Any, fn: Callable[[Node], Any]) -> Any:
    """Return a structure with each node in it replaced.

    Parameters
    ----------
    a : object
        Lists, tuples, dicts and slices with nodes.
    fn : callable
        Returns the replacement of a node.

    Returns
    -------
    object
        The structure.

    References
    ----------
    PyTorch: ``torch.fx.map_arg``.

    Examples
    --------
    >>> node = torch.fx.Graph().placeholder("x")
    >>> torch.fx.map_arg((node, [1]), lambda n: n.name)
    ('x', [1])
    """
    if not callable(fn):
        raise AssertionError("torch.fx.map_arg(a, fn): fn must be a callable")
    return map_aggregate(a, lambda x: fn(x) if isinstance(x, Node) else x)


def map_aggregate(a: Any, fn: Callable[[Any], Any]) -> Any:
    """`a` with `fn` applied to every member of lists, tuples, dicts and slices in it; to `a` itself if it is none of these."""
    if isinstance(a, tuple):
        parts = [map_aggregate(v, fn) for v in a]
        return type(a)(*parts) if hasattr(a, "_fields") else tuple(parts)
    if isinstance(a, list):
        return immutable_list([map_aggregate(v, fn) for v in a])
    if isinstance(a, dict):
        return immutable_dict({k: map_aggregate(v, fn) for k, v in a.items()})
    if isinstance(a, slice):
        return slice(map_aggregate(a.start, fn), map_aggregate(a.stop, fn), map_aggregate(a.step, fn))
    return fn(a)


def qualified_name(func: Any) -> str:
    """The qualified name of a function in source code: `torch.nn.functional.relu`, `operator.add`, `builtins.getattr`."""
    name = _offered_name(func)
    return f"{_MODULE_OF_NAME[name]}.{name.rpartition('.')[2]}" if name in _MODULE_OF_NAME else name


def _offered_name(func: Any) -> str:
    name = func.__name__
    if getattr(builtins, name, None) is func:
        return f"builtins.{name}"
    module = getattr(func, "__module__", None) or getattr(getattr(func, "__objclass__", None), "__module__", None) or "torch"
    module = {"_operator": "operator", "torch._ops.aten": "torch.ops.aten"}.get(module, module)
    if module.partition(".")[0] == "torch":  # functions of this package while it is installed as torch
        module = _PACKAGE + module[len("torch"):]
    if module.partition(".")[0] == _PACKAGE and getattr(sys.modules[_PACKAGE], name, None) is func:
        return f"torch.{name}"
    if module in _NAMESPACES and name.startswith(f"{_NAMESPACES[module]}_"):
        return f"torch._C._{_NAMESPACES[module]}.{name}"
    if module == _PACKAGE or module.startswith(f"{_PACKAGE}."):
        module = "torch" + module[len(_PACKAGE):]
    qualname = getattr(func, "__qualname__", name)
    if isinstance(func, (types.MethodDescriptorType, types.WrapperDescriptorType)) or qualname.startswith("Tensor."):
        return f"torch.Tensor.{name}"
    return f"{module}.{name}"


def _get_qualified_name(func: Any) -> str:
    """The name by which PyTorch prints a function."""
    name = qualified_name(func).removeprefix("builtins.")
    return f"_{name}" if name.startswith("operator.") else name


def _type_repr(obj: Any) -> str:
    """An annotation as text: classes by their qualified name."""
    if not isinstance(obj, type):
        return "..." if obj is ... else obj.__name__ if isinstance(obj, types.FunctionType) else repr(obj)
    module = obj.__module__
    if module == "builtins":
        return obj.__qualname__
    return f"{'torch' + module[len(_PACKAGE):] if module.partition('.')[0] == _PACKAGE else module}.{obj.__qualname__}"


def _format_arg(arg: Any, max_list_len: float = float("inf")) -> str:
    """An argument as the text of a graph shows it."""
    if isinstance(arg, Node):
        return f"%{arg}"
    if hasattr(arg, "_custom_fx_repr_fn"):
        return str(arg._custom_fx_repr_fn())
    if isinstance(arg, dict):
        return f"{{{', '.join(f'{key}: {_format_arg(value)}' for key, value in arg.items())}}}"
    if not isinstance(arg, (list, tuple)):
        return str(arg)
    parts = [_format_arg(value) for i, value in enumerate(arg) if i < max_list_len]
    if len(arg) > max_list_len:
        parts.append(f"...[total_len={len(arg)}]")
    inner = ", ".join(parts)
    return f"[{inner}]" if isinstance(arg, list) else f"({inner},)" if len(arg) == 1 else f"({inner})"


def run_hooks(graph: Any, kind: str, *args: Any, **kwargs: Any) -> None:
    """Call the hooks of a graph's module for a change of the graph."""
    for hook in getattr(graph.owning_module, kind, ()):
        hook(*args, **kwargs)


def global_name(func: Any) -> str:
    """The name by which generated code calls a function: a dotted path for torch's, a single identifier among the globals for others."""
    name = qualified_name(func)
    name = f"_{name}" if name.startswith("operator.") else name
    if name.startswith("builtins."):
        return name.removeprefix("builtins.")
    return name if name.startswith("torch.") else name.replace(".", "_")


class Node:
    """A step of a graph.

    Parameters
    ----------
    graph : Graph
        The graph of the node.
    name : str
        Its name.
    op : str
        Its op, such as ``'call_function'``.
    target : object
        The target: a function, or a name.
    args : tuple
        Arguments, with nodes.
    kwargs : dict
        Keyword arguments, with nodes.
    return_type : object, optional
        Annotation of its value.

    Attributes
    ----------
    users : dict
        The nodes that use it.
    meta : dict
        Arbitrary data of the user.

    References
    ----------
    PyTorch: ``torch.fx.Node``.

    Examples
    --------
    >>> node = list(torch.fx.symbolic_trace(lambda x: x + 1).graph.nodes)[1]
    >>> node.op, node.name, node.args
    ('call_function', 'add', (x, 1))
    """

    def __init__(self, graph: Any, name: str, op: str, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Argument],
                 return_type: Any = None) -> None:
        if op not in OPS:
            raise AssertionError(f"op must be one of {OPS}, but got {op!r}")
        if op == "call_function" and not callable(target):
            raise ValueError(f"Node [graph = {graph}, name = '{name}'] target {target} has type {type(target)} but a Callable is expected")
        if op != "call_function" and not isinstance(target, str):
            raise ValueError(f"Node [graph = {graph}, name = '{name}'] target {target} has type {type(target)} but a str is expected")
        self.graph = graph
        self.name: str = name
        self.op = op
        self.target = target
        self.type = return_type
        self.users: dict[Node, None] = {}
        self._input_nodes: dict[Node, None] = {}
        self._args: tuple[Argument, ...] = ()
        self._kwargs: dict[str, Argument] = {}
        self._prev = self._next = self
        self._erased = False
        #: Information that passes store about the node.
        self.meta: dict[str, Any] = {}
        self._set_arguments(args, kwargs)

    # Arguments --------------------------------------------------------------------------------------------------------------------

    @property
    def args(self) -> tuple[Argument, ...]:
        """The positional arguments; can be assigned.

        Returns
        -------
        tuple
            Values and nodes.

        Examples
        --------
        >>> torch.fx.symbolic_trace(lambda x: x + 1).graph.output_node().args
        (add,)
        """
        return self._args

    @args.setter
    def args(self, a: tuple[Argument, ...]) -> None:
        self._set_arguments(a, self._kwargs)

    @property
    def kwargs(self) -> dict[str, Argument]:
        """The keyword arguments; can be assigned.

        Returns
        -------
        dict
            Values and nodes.

        Examples
        --------
        >>> torch.fx.symbolic_trace(lambda x: torch.sum(x, dim=0)).graph.output_node().args[0].kwargs
        {'dim': 0}
        """
        return self._kwargs

    @kwargs.setter
    def kwargs(self, k: dict[str, Argument]) -> None:
        self._set_arguments(self._args, k)

    def _set_arguments(self, args: Any, kwargs: Any) -> None:
        for input_node in self._input_nodes:
            input_node.users.pop(self, None)
        self._input_nodes = {}

        def add_user(node: Node) -> Node:
            self._input_nodes.setdefault(node)
            node.users.setdefault(self)
            return node

        self._args = map_arg(tuple(args), add_user)
        self._kwargs = map_arg(dict(kwargs), add_user)

    @property
    def all_input_nodes(self) -> list[Node]:
        """The nodes that this one uses, each once.

        Returns
        -------
        list of Node
            The nodes.

        Examples
        --------
        >>> torch.fx.symbolic_trace(lambda x: x + x).graph.output_node().args[0].all_input_nodes
        [x]
        """
        return list(self._input_nodes)

    def update_arg(self, idx: int, arg: Argument) -> None:
        """Replace an argument.

        Parameters
        ----------
        idx : int
            Its index.
        arg : object
            The new argument.

        Examples
        --------
        >>> traced = torch.fx.symbolic_trace(lambda x: x + 1)
        >>> traced.graph.output_node().args[0].update_arg(1, 5)
        >>> traced.graph.output_node().args[0].args
        (x, 5)
        """
        args = list(self.args)
        args[idx] = arg
        self.args = tuple(args)

    def insert_arg(self, idx: int, arg: Argument) -> None:
        """Insert an argument.

        Parameters
        ----------
        idx : int
            The index to insert before.
        arg : object
            The new argument.

        Examples
        --------
        >>> node = torch.fx.symbolic_trace(lambda x: torch.sum(x)).graph.output_node().args[0]
        >>> node.insert_arg(1, 0)
        >>> node.args
        (x, 0)
        """
        if not 0 <= idx <= len(self.args):
            raise AssertionError("insert_args index must be between 0 and len(self.args)")
        self.args = (*self.args[:idx], arg, *self.args[idx:])

    def update_kwarg(self, key: str, arg: Argument) -> None:
        """Replace a keyword argument.

        Parameters
        ----------
        key : str
            Its name.
        arg : object
            The new argument.

        Examples
        --------
        >>> node = torch.fx.symbolic_trace(lambda x: torch.sum(x)).graph.output_node().args[0]
        >>> node.update_kwarg("dim", 0)
        >>> node.kwargs
        {'dim': 0}
        """
        self.kwargs = {**self.kwargs, key: arg}

    def replace_input_with(self, old_input: Node, new_input: Node) -> None:
        """Replace one of the nodes that this one uses.

        Parameters
        ----------
        old_input : Node
            The node to replace.
        new_input : Node
            The replacement.

        Examples
        --------
        >>> graph = torch.fx.symbolic_trace(lambda x, y: x + 1).graph
        >>> x, y = list(graph.nodes)[:2]
        >>> node = graph.output_node().args[0]
        >>> node.replace_input_with(x, y)
        >>> node.args
        (y, 1)
        """
        run_hooks(self.graph, "_replace_hooks", old=old_input, new=new_input.name, user=self)
        self._map_arguments(lambda n: new_input if n is old_input else n)

    def _map_arguments(self, change: Callable[[Node], Any]) -> None:
        self._set_arguments(map_arg(self._args, change), map_arg(self._kwargs, change))

    # Position ---------------------------------------------------------------------------------------------------------------------

    @property
    def next(self) -> Node:
        """The node after this one.

        Returns
        -------
        Node
            The node.

        Examples
        --------
        >>> next(iter(torch.fx.symbolic_trace(lambda x: x + 1).graph.nodes)).next
        add
        """
        return self._next

    @property
    def prev(self) -> Node:
        """The node before this one.

        Returns
        -------
        Node
            The node.

        Examples
        --------
        >>> torch.fx.symbolic_trace(lambda x: x + 1).graph.output_node().prev
        add
        """
        return self._prev

    def prepend(self, x: Node) -> None:
        """Move a node before this one.

        Parameters
        ----------
        x : Node
            The node to move.

        Examples
        --------
        >>> graph = torch.fx.Graph()
        >>> x, y = graph.placeholder("x"), graph.placeholder("y")
        >>> x.prepend(y)
        >>> [node.name for node in graph.nodes]
        ['y', 'x']
        """
        if self.graph is not x.graph:
            raise AssertionError("Attempting to move a Node into a different Graph")
        if x is self:
            return
        x._unlink()
        before = self._prev
        before._next, x._prev, x._next, self._prev = x, before, self, x

    def append(self, x: Node) -> None:
        """Move a node after this one.

        Parameters
        ----------
        x : Node
            The node to move.

        Examples
        --------
        >>> graph = torch.fx.Graph()
        >>> x, y = graph.placeholder("x"), graph.placeholder("y")
        >>> y.append(x)
        >>> [node.name for node in graph.nodes]
        ['y', 'x']
        """
        self._next.prepend(x)

    def _unlink(self) -> None:
        self._prev._next, self._next._prev = self._next, self._prev

    # Users ------------------------------------------------------------------------------------------------------------------------

    def replace_all_uses_with(self, replace_with: Node, delete_user_cb: Callable[[Node], bool] | None = None, *,
                              propagate_meta: bool = False) -> list[Node]:
        """Make all users of this node use another one.

        Parameters
        ----------
        replace_with : Node
            The replacement.
        delete_user_cb : callable, optional
            Returns whether a user is changed.
        propagate_meta : bool, default False
            Whether ``meta`` is copied to the new node.

        Returns
        -------
        list of Node
            The users that were changed.

        Examples
        --------
        >>> graph = torch.fx.symbolic_trace(lambda x, y: x + 1).graph
        >>> x, y = list(graph.nodes)[:2]
        >>> x.replace_all_uses_with(y)
        [add]
        """
        if propagate_meta:
            if replace_with.meta:
                raise AssertionError("Called node.replace_all_uses_with(replace_with, propagate_meta=True), but replace_with already has "
                                     ".meta keys")
            replace_with.meta.update(self.meta)
        changed = [user for user in self.users if delete_user_cb is None or delete_user_cb(user)]
        for user in changed:
            user.replace_input_with(self, replace_with)
        return changed

    def is_impure(self, impure_random: bool = True) -> bool:
        """Whether the node has side effects, and must not be removed as unused.

        Parameters
        ----------
        impure_random : bool, default True
            Whether random functions count.

        Returns
        -------
        bool
            True if it is.

        Examples
        --------
        >>> torch.fx.symbolic_trace(lambda x: x + 1).graph.output_node().is_impure()
        True
        """
        if self.op in ("placeholder", "output"):
            return True
        if self.op == "call_function":
            schema = getattr(self.target, "_schema", None)
            is_listed = self.target in _side_effectful_functions or self.target in _impure_functions()
            return is_listed or bool(getattr(schema, "is_mutable", False))
        if self.op == "call_module":
            owner = self.graph.owning_module
            target = None if owner is None else owner.get_submodule(self.target)
            return bool(getattr(target, "_is_impure", False))
        return False

    def normalized_arguments(self, root: Any, arg_types: Any = None, kwarg_types: Any = None,
                             normalize_to_only_use_kwargs: bool = False) -> Any:
        """Not implemented: the arguments by name, for functions of torch and modules.

        Parameters
        ----------
        root : Module
            The module with the submodules.
        arg_types : tuple, optional
            Types of arguments, where overloads are ambiguous.
        kwarg_types : dict, optional
            Types of keyword arguments.
        normalize_to_only_use_kwargs : bool, default False
            Whether all arguments become keyword arguments.

        Returns
        -------
        tuple or None
            With PyTorch: arguments and keyword arguments; None if that is not possible.

        Raises
        ------
        UnsupportedError
            Always.

        Examples
        --------
        >>> traced = torch.fx.symbolic_trace(torch.nn.Sequential(torch.nn.ReLU()))
        >>> try:
        ...     for node in traced.graph.nodes:
        ...         found = node.normalized_arguments(traced)
        ...     print("normalized")
        ... except NotImplementedError:
        ...     print("not there")
        not there

        With PyTorch this prints ``normalized``.
        """
        raise UnsupportedError("torch.fx.Node.normalized_arguments")

    @property
    def stack_trace(self) -> str | None:
        """Where the program created the node, if that was recorded.

        Returns
        -------
        str or None
            A traceback.

        Examples
        --------
        >>> print(torch.fx.Graph().placeholder("x").stack_trace)
        None
        """
        return self.meta.get("stack_trace")

    @stack_trace.setter
    def stack_trace(self, trace: str | None) -> None:
        self.meta["stack_trace"] = trace

    def _rename(self, candidate: str) -> None:
        if candidate != self.name:
            self.name = self.graph._graph_namespace.create_name(candidate, None)

    # Text -------------------------------------------------------------------------------------------------------------------------

    def __repr__(self) -> str:
        return self.name

    def __lt__(self, other: Any) -> bool:
        """Whether this node precedes another one of its graph."""
        return self is not other and self._precedes(other)

    def __le__(self, other: Any) -> bool:
        return self is other or self._precedes(other)

    def __gt__(self, other: Any) -> bool:
        return not self <= other

    def __ge__(self, other: Any) -> bool:
        return not self < other

    def _precedes(self, other: Node) -> bool:
        at = self._next
        while at is not other and at is not self.graph._root:
            at = at._next
        return at is other

    def _pretty_print_target(self, target: Any) -> str:
        if isinstance(target, str):
            return target
        if getattr(target, "__module__", None) in ("_operator", "math") and hasattr(target, "__name__"):
            return f"{target.__module__.lstrip('_')}.{target.__name__}"
        return qualified_name(target) if hasattr(target, "__name__") else operator.attrgetter("__class__.__name__")(target)

    def format_node(self, placeholder_names: list[str] | None = None, maybe_return_typename: list[str] | None = None, *,
                    include_tensor_metadata: bool = False) -> str | None:
        """A line of text that describes the node.

        Parameters
        ----------
        placeholder_names : list, optional
            A list that placeholders are added to, instead of being returned.
        maybe_return_typename : list, optional
            A list that the return type is added to.
        include_tensor_metadata : bool, default False
            Whether to include shapes and dtypes.

        Returns
        -------
        str or None
            The line.

        Examples
        --------
        >>> torch.fx.symbolic_trace(lambda x: torch.relu(x)).graph.output_node().format_node()
        'return relu'
        """
        typed = "" if self.type is None else f"{type_text(self.type)} "
        head = f"%{self.name} : {typed}[num_users={len(self.users)}] = {self.op}[target={self._pretty_print_target(self.target)}]"
        if self.op == "placeholder":
            if placeholder_names is not None:
                placeholder_names.append(self.target + (f" : {type_text(self.type)}" if self.type else ""))
                return None
            return head + (f"(default={self.args[0]})" if self.args else "")
        if self.op == "get_attr":
            return head
        if self.op == "output":
            if self.type and maybe_return_typename is not None:
                maybe_return_typename[0] = f" -> {type_text(self.type)}"
            return f"return {self.args[0]}"
        return f"{head}(args = {format_arg(self.args)}, kwargs = {format_arg(self.kwargs)})"


def type_text(kind: Any) -> str:
    """An annotation in the text of a graph."""
    if isinstance(kind, type):
        if kind.__module__ == "builtins":
            return kind.__name__
        module = kind.__module__
        module = "torch" + module[len(_PACKAGE):] if module.partition(".")[0] == _PACKAGE else module
        return f"{module}.{kind.__qualname__}"
    return repr(kind) if isinstance(kind, str) else str(kind).replace(_PACKAGE, "torch")


def format_arg(arg: Any) -> str:
    """Arguments in the text of a graph: nodes with a percent sign."""
    if isinstance(arg, list):
        return "[" + ", ".join(map(format_arg, arg)) + "]"
    if isinstance(arg, tuple):
        return "(" + ", ".join(map(format_arg, arg)) + ("," if len(arg) == 1 else "") + ")"
    if isinstance(arg, dict):
        return "{" + ", ".join(f"{key}: {format_arg(value)}" for key, value in arg.items()) + "}"
    return f"%{arg}" if isinstance(arg, Node) else str(arg)


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx.node")
