"""Modules that run graphs."""
from __future__ import annotations

import builtins
import contextlib
import importlib
import inspect
import textwrap
from collections.abc import Callable, Iterator
from os import PathLike
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from .. import nn
from .._array.core.user_warnings import warn
from .._bindings.tensor.tensor import Tensor
from .._dispatch.naming import OWN_NAME, to_torch_name
from .._namespace.modules import recorded_getattr
from ..nn import Module
from .graph import CodeGen, Graph, PythonCode, _TreeCodeGen, last_uses
from .node import Node

__all__ = ["GraphModule", "reduce_graph_module"]

_USER_PRESERVED_ATTRIBUTES_KEY = "_user_preserved_attributes"


class _CodeOnlyModule(Module):
    """A module with the attributes of another one."""

    def __init__(self, body: dict[str, Any]) -> None:
        super().__init__()
        self.__dict__ = body


class GraphModule(Module):
    """A module that runs a graph.

    Parameters
    ----------
    root : Module or dict
        The module, or dict, with the submodules and attributes that the graph uses.
    graph : Graph
        The graph; call ``recompile`` after changing it.
    class_name : str, default 'GraphModule'
        Name of its class.

    Raises
    ------
    RuntimeError
        If a target of the graph does not exist.

    References
    ----------
    PyTorch: ``torch.fx.GraphModule``.

    Examples
    --------
    >>> traced = torch.fx.symbolic_trace(torch.nn.Sequential(torch.nn.ReLU()))
    >>> isinstance(traced, torch.fx.GraphModule), traced(torch.tensor([-1., 1.]))
    (True, tensor([0., 1.]))
    """

    _replace_hooks: list[Callable[..., Any]]
    _deepcopy_hooks: list[Callable[..., Any]]

    def __new__(cls, *args: Any, **kwargs: Any) -> Any:
        # Every instance has its own class, which has its `forward`.
        for bases in cls.__mro__:
            if "." not in bases.__qualname__:
                cls = bases
                break
        name = "GraphModule.__new__.<locals>.GraphModuleImpl"
        return object.__new__(type("GraphModuleImpl", (cls,), {"__qualname__": name, "__module__": cls.__module__}))

    def __init__(self, root: Module | dict[str, Any], graph: Graph, class_name: str = "GraphModule") -> None:
        super().__init__()
        self.__class__.__name__ = class_name
        self.meta: dict[str, Any] = {}
        for kind in _HOOKS:
            setattr(self, f"_{kind}_hooks", [])
        if isinstance(root, Module):
            self.training: bool = root.training
            for node in graph.nodes:
                if node.op in ("get_attr", "call_module"):
                    _copy_attr(root, self, node.target)
        elif not isinstance(root, dict):
            raise RuntimeError(f"Unsupported type {root} passed for root!")
        else:
            targets = [n.target for n in graph.nodes if n.op in ("get_attr", "call_module")]
            for target in targets:
                if target not in root:
                    raise RuntimeError(f"Node target {target} is missing from the passed dictionary")
            for target in sorted(dict.fromkeys(targets), key=lambda t: t.count(".")):
                _assign_attr(root[target], self, target)
        self.graph = graph

    @property
    def graph(self) -> Graph:
        """The graph; assigning another one recompiles.

        Returns
        -------
        Graph
            The graph.

        Examples
        --------
        >>> len(torch.fx.symbolic_trace(lambda x: x + 1).graph.nodes)
        3
        """
        return self._graph

    @graph.setter
    def graph(self, g: Graph) -> None:
        if not isinstance(g, Graph):
            raise AssertionError(f"Expected a Graph instance, but got {type(g)}")
        self._graph = g
        g.owning_module = self
        self.recompile()

    def recompile(self) -> Any:
        """Compile the graph again after it was changed.

        Returns
        -------
        PythonCode
            The code.

        Examples
        --------
        >>> traced = torch.fx.symbolic_trace(lambda x: x + 1)
        >>> node = traced.graph.output_node().args[0]
        >>> node.args = (node.args[0], 10)
        >>> code = traced.recompile()
        >>> traced(torch.zeros(1))
        tensor([10.])
        """
        python = self._graph.python_code(root_module="self")
        self._code = python.src
        if isinstance(self._graph._codegen, _TreeCodeGen):
            self._in_spec, self._out_spec = self._graph._codegen.in_spec, self._graph._codegen.out_spec
        codegen = self._graph._codegen
        runs_nodes = codegen.__class__ in (CodeGen, _TreeCodeGen) and codegen._body_transformer is None
        type.__setattr__(type(self), "forward", _compile(self._graph) if runs_nodes else _execute(python))
        return python

    @property
    def code(self) -> str:
        """The source code of the graph.

        Returns
        -------
        str
            A function ``forward``.

        Examples
        --------
        >>> "return" in torch.fx.symbolic_trace(lambda x: x + 1).code
        True
        """
        if not hasattr(self, "_code"):
            raise RuntimeError("Code has not been generated! Please report a bug to PyTorch")
        return self._code

    def print_readable(self, print_output: bool = True, include_stride: bool = False, include_device: bool = False,
                       colored: bool = False, *, fast_sympy_print: bool = False, expanded_def: bool = False,
                       additional_meta: list[str] | None = None) -> str:
        """Print the module as the code of a class.

        Parameters
        ----------
        print_output : bool, default True
            Whether to print it.
        include_stride : bool, default False
            Whether comments include strides.
        include_device : bool, default False
            Whether comments include devices.
        colored : bool, default False
            Accepted for compatibility; the text has no colours.
        fast_sympy_print : bool, default False
            Accepted for compatibility.
        expanded_def : bool, default False
            Whether each argument has a line.
        additional_meta : list of str, optional
            Entries of ``meta`` for comments.

        Returns
        -------
        str
            The code.

        Examples
        --------
        >>> "def forward" in torch.fx.symbolic_trace(lambda x: x + 1).print_readable(print_output=False)
        True
        """
        text = self._readable(type(self).__name__, {
            "verbose": True, "include_stride": include_stride, "include_device": include_device, "expanded_def": expanded_def,
            "additional_meta": additional_meta})
        if print_output:
            print(text)
        return text

    def _readable(self, name: str, options: dict[str, Any]) -> str:
        """The module as the code of a class, with classes inside for the modules with graphs that it contains."""
        lines = self._graph.python_code("self", **options).src.strip("\n ").split("\n")
        source = "\n".join(line if line.strip() else "" for line in lines)
        parts = [source, *(module._readable(child, options).rstrip("\n") for child, module in self.named_children()
                           if isinstance(module, GraphModule))]
        return f"class {name}(torch.nn.Module):\n" + "\n\n".join(textwrap.indent(part, "    ") for part in parts) + "\n"

    def add_submodule(self, target: str, m: Module) -> bool:
        """Set a module at a path, creating missing modules on the way.

        Parameters
        ----------
        target : str
            The path.
        m : Module
            The module.

        Returns
        -------
        bool
            False if another attribute occupies the path.

        Examples
        --------
        >>> traced = torch.fx.symbolic_trace(lambda x: x)
        >>> traced.add_submodule("a.b", torch.nn.ReLU())
        True
        """
        *path, name = target.split(".")
        at: Any = self
        for part in path:
            if not hasattr(at, part):
                setattr(at, part, Module())
            at = getattr(at, part)
            if not isinstance(at, Module):
                return False
        at.add_module(name, m)
        return True

    def delete_submodule(self, target: str) -> bool:
        """Delete the module at a path.

        Parameters
        ----------
        target : str
            The path.

        Returns
        -------
        bool
            False if there is none.

        Examples
        --------
        >>> torch.fx.symbolic_trace(lambda x: x).delete_submodule("a")
        False
        """
        *path, name = target.split(".")
        at: Any = self
        for part in path:
            at = getattr(at, part, None)
        if not isinstance(at, Module) or not isinstance(getattr(at, name, None), Module):
            return False
        delattr(at, name)
        return True

    def delete_all_unused_submodules(self) -> None:
        """Delete all modules that the graph does not use.

        Examples
        --------
        >>> traced = torch.fx.symbolic_trace(torch.nn.Sequential(torch.nn.ReLU()))
        >>> traced.add_submodule("unused", torch.nn.Identity())
        True
        >>> traced.delete_all_unused_submodules()
        >>> [name for name, _ in traced.named_modules()]
        ['', '0']
        """
        used: set[str] = set()
        for node in self.graph.nodes:
            if node.op in ("call_module", "get_attr"):
                parts = node.target.split(".")
                used |= {".".join(parts[:i + 1]) for i in range(len(parts))}
            if node.op == "call_module" and isinstance(module := _value_at(self, node.target), Module):
                used |= {f"{node.target}.{name}" for name, _ in module.named_modules() if name}
        for name in [name for name, _ in self.named_modules()]:
            if name and name not in used:
                self.delete_submodule(name)

    def to_folder(self, folder: str | PathLike[str], module_name: str = "FxModule") -> None:
        """Write the module as a package: its code, and its parameters.

        Parameters
        ----------
        folder : str or path
            The folder, which is created.
        module_name : str, default 'FxModule'
            Name of the class in the package.

        Warns
        -----
        UserWarning
            If submodules are saved as pickles, because their ``repr`` does not say how to construct them.

        Examples
        --------
        >>> traced = torch.fx.symbolic_trace(torch.nn.Sequential(torch.nn.Linear(1, 1)))
        >>> import os, tempfile
        >>> with tempfile.TemporaryDirectory() as folder:
        ...     traced.to_folder(f"{folder}/traced")
        ...     sorted(os.listdir(f"{folder}/traced"))
        ['__init__.py', 'module.py', 'state_dict.pt']
        """
        from ..serialization import save

        path = Path(folder)
        path.mkdir(exist_ok=True)
        save(self.state_dict(), path / "state_dict.pt")
        steps, pickled = list[str](), list[str]()
        for name, module in self.named_children():
            if type(module).__name__ in _CONSTRUCTED_FROM_REPR and type(module) is getattr(nn, type(module).__name__):
                steps.append(f"setattr(self, {name!r}, {module!r})")
            else:
                save(module, path / f"{name}.pt")
                steps.append(f"setattr(self, {name!r}, torch.load({str(path / f'{name}.pt')!r}, weights_only=False))")
                pickled.append(name)
        for name, tensor in [*self._buffers.items(), *self._parameters.items()]:
            if tensor is not None:
                empty = f"torch.empty({list(tensor.shape)}, dtype={tensor.dtype})"
                steps.append(f"self.register_buffer({name!r}, {empty})" if name in self._buffers
                             else f"setattr(self, {name!r}, torch.nn.Parameter({empty}))")
        steps.append(f"self.load_state_dict(torch.load({str(path / 'state_dict.pt')!r}))")
        body = "\n".join(f"        {step}" for step in steps)
        code = textwrap.indent(self.code, "    ")
        (path / "module.py").write_text(f"{_FOLDER_IMPORTS}\nclass {module_name}(torch.nn.Module):\n    def __init__(self):\n"
                                        f"        super().__init__()\n{body}\n\n{code}\n")
        (path / "__init__.py").write_text("from .module import *\n")
        if pickled:
            warn("Was not able to save the following children modules as reprs -saved as pickled files instead: " + str(pickled),
                 UserWarning)

    def __deepcopy__(self, memo: dict[int, Any]) -> GraphModule:
        import copy

        state = {name: value for name, value in self.__dict__.items() if name not in ("_graph", "_code")}
        holder, hooks = Module(), [f"_{kind}_hooks" for kind in _HOOKS]
        holder.__dict__.update(copy.deepcopy(state, memo))
        holder.__dict__.update(holder.__dict__["meta"].get(_USER_PRESERVED_ATTRIBUTES_KEY, {}))
        out = GraphModule(holder, copy.deepcopy(self._graph))
        for name, value in holder.__dict__.items():
            if name not in out.__dict__ or name in ("_parameters", "_buffers", "_modules", "training", "meta", *hooks):
                out.__dict__[name] = value
        for hook in self._deepcopy_hooks:
            hook(out)
        memo[id(self)] = out
        return out

    def __copy__(self) -> GraphModule:
        return GraphModule(self, self._graph)

    def __reduce__(self) -> Any:
        left_out = ("_graph", *[f"_{kind}_hooks" for kind in _HOOKS])
        state = {name: value for name, value in self.__dict__.items() if name not in left_out}
        if self._graph._codegen.__class__ is not CodeGen:
            return _restore, (state, self._graph, type(self).__name__)
        # Code and state, as in PyTorch, which traces the code when it loads them.
        python = self._graph.python_code(root_module="self")
        return reduce_graph_module, ({**state, "_code": python.src}, _import_block(python.globals))

    @contextlib.contextmanager
    def _set_replace_hook(self, f: Callable[..., Any]) -> Iterator[None]:
        """Register a hook for replaced inputs until the end of a `with` block."""
        self._replace_hooks.append(f)
        try:
            yield
        finally:
            self._replace_hooks.remove(f)

    def __str__(self) -> str:
        return f"{super().__str__()}\n{self._code}\n# To see more debug info, please use `graph_module.print_readable()`"


#: The layers whose `repr` constructs an equal one.
_CONSTRUCTED_FROM_REPR = {"Linear", "Conv1d", "Conv2d", "Conv3d", "BatchNorm1d", "BatchNorm2d", "BatchNorm3d"}

#: What the code of a graph may refer to.
_FOLDER_IMPORTS = """
from math import inf, nan

import torch
import torch.fx._pytree as fx_pytree
import torch.utils._pytree as pytree
from torch import device
from torch.nn import *

NoneType = type(None)

"""

#: What hooks are called for -> their name: copies of the module, and nodes that are created, erased, or replaced as an input (`old`,
#: the name of the `new` one, `user`).
_HOOKS = {"deepcopy": "deepcopy", "create_node": "create_node", "erase_node": "erase_node", "replace": "replace_node"}


def _hook_methods(kind: str, name: str) -> None:
    """Give the class the methods that add a hook and remove it."""
    def register(self: GraphModule, f: Callable[..., Any]) -> None:
        if not callable(f):
            raise AssertionError(f"{name} hook must be a callable.")
        getattr(self, f"_{kind}_hooks").append(f)

    def unregister(self: GraphModule, f: Callable[..., Any]) -> None:
        getattr(self, f"_{kind}_hooks").remove(f)

    setattr(GraphModule, f"_register_{name}_hook", register)
    setattr(GraphModule, f"_unregister_{name}_hook", unregister)


for _kind, _name in _HOOKS.items():
    _hook_methods(_kind, _name)


#: The statements for names whose objects do not tell where they are from.
_IMPORTS = {"inf": "from math import inf", "nan": "from math import nan", "device": "from torch import device",
            "NoneType": "NoneType = type(None)"}


def _import_block(globals: dict[str, Any]) -> str:
    """Imports of what code refers to, by the names that it has in PyTorch."""
    lines = []
    for name, value in globals.items():
        module = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", "")
        path = to_torch_name(module) if module.partition(".")[0] == OWN_NAME else module
        lines.append(_IMPORTS.get(name) or (f"import {path} as {name}" if isinstance(value, ModuleType) else f"{name} = {value!r}"
                                            if isinstance(value, str) else f"from {path} import {value.__qualname__} as {name}"))
    return "\n".join(sorted(lines)) + "\n"


def _restore(state: dict[str, Any], graph: Graph, name: str) -> GraphModule:
    holder = Module()
    holder.__dict__.update(state)
    return GraphModule(holder, graph, name)


def reduce_graph_module(body: dict[str, Any], import_block: str) -> GraphModule:
    """The module of a pickle of PyTorch's: its code is run with proxies, in which calls of submodules are single nodes."""
    from ._symbolic_trace import Tracer

    def import_ours(name: str, *args: Any) -> Any:
        ours, (root, _, path) = __name__.partition(".")[0], name.partition(".")
        name = f"{ours}.{path}" if root == "torch" and path else ours if root == "torch" else name
        return importlib.import_module(name if len(args) > 2 and args[2] else name.partition(".")[0])

    names = {"__builtins__": {**vars(builtins), "__import__": import_ours}}
    exec(compile(import_block + (body.get("_code") or body["code"]), "<pickled>", "exec", dont_inherit=True), names)

    class KeepModules(Tracer):
        def is_leaf_module(self, m: Module, module_qualified_name: str) -> bool:
            return True

    root = type("CodeOnlyModule", (_CodeOnlyModule,), {"forward": names["forward"]})(body)
    module = GraphModule(root, KeepModules().trace(root), body.get("_graphmodule_cls_name", "GraphModule"))
    for name, value in body.items():
        if not hasattr(module, name):
            setattr(module, name, value)
    return module


def _copy_attr(source: Any, target: Any, path: str) -> None:
    *parents, name = path.split(".")
    for part in parents:
        source, below = getattr(source, part), getattr(target, part, None)
        if below is source:  # already complete
            return
        if below is None:
            below = Module()
            setattr(target, part, below)
        target = below
    _assign(getattr(source, name), target, name)


def _assign_attr(value: Any, target: Any, path: str) -> None:
    *parent_path, name = path.split(".")
    for part in parent_path:
        if getattr(target, part, None) is None:
            setattr(target, part, Module())
        target = getattr(target, part)
    _assign(value, target, name)


def _assign(value: Any, target: Any, name: str) -> None:
    from ..nn import Parameter

    if isinstance(value, Tensor) and not isinstance(value, Parameter):
        target.register_buffer(name, value)
    else:
        setattr(target, name, value)


# Running --------------------------------------------------------------------------------------------------------------------------

def _execute(python: PythonCode) -> Callable[..., Any]:
    """The function of code that is not the graph's own: made by a user's generator, or changed by a user's function."""
    names = dict(python.globals)
    exec(compile(python.src, "<eval_with_key>", "exec"), names)
    forward: Callable[..., Any] = names["forward"]
    return forward


def _compile(graph: Graph) -> Callable[..., Any]:
    """The function of a graph: one step per node, with each value dropped after its last use."""
    nodes = list(graph.nodes)
    parameters = [n for n in nodes if n.op == "placeholder"]
    last_use_of = last_uses(graph)
    steps = [(n, _make_step(n), last_use_of.get(n, ())) for n in nodes if n.op not in ("placeholder", "output")]
    last = next((n for n in nodes if n.op == "output"), None)
    result = None if last is None else last.args[0]
    trees = graph._codegen.names if isinstance(graph._codegen, _TreeCodeGen) else None
    signature = _signature(parameters, None if last is None else last.type, trees)
    names = trees or [n.target.lstrip("*") for n in parameters]

    def forward(self: Any, *args: Any, **kwargs: Any) -> Any:
        bound = signature.bind(self, *args, **kwargs)
        bound.apply_defaults()
        values = [bound.arguments[name] for name in names]
        if trees is not None:
            values = graph.process_inputs(*values)
        env = dict(zip(parameters, values, strict=True))
        for node, step, to_delete in steps:
            env[node] = step(self, env)
            for used in to_delete:
                del env[used]
        return graph.process_outputs(fill_arguments(result, env))

    forward.__signature__ = signature  # type: ignore[attr-defined]
    return forward


def _signature(free: list[Node], returned: Any, trees: list[str] | None) -> inspect.Signature:
    if trees is not None:
        return inspect.Signature([inspect.Parameter(name, inspect.Parameter.POSITIONAL_OR_KEYWORD) for name in ("self", *trees)])
    kinds = {"*": inspect.Parameter.VAR_POSITIONAL, "**": inspect.Parameter.VAR_KEYWORD}
    parameters = [inspect.Parameter("self", inspect.Parameter.POSITIONAL_OR_KEYWORD)]
    starred = False
    for node in free:
        stars = node.target[:len(node.target) - len(node.target.lstrip("*"))]
        kind = kinds.get(stars, inspect.Parameter.KEYWORD_ONLY if starred else inspect.Parameter.POSITIONAL_OR_KEYWORD)
        starred = starred or stars == "*"
        parameters.append(inspect.Parameter(
            node.target.lstrip("*"), kind, default=node.args[0] if node.args else inspect.Parameter.empty,
            annotation=inspect.Parameter.empty if node.type is None else node.type))
    return inspect.Signature(parameters, return_annotation=inspect.Signature.empty if returned is None else returned)


def _make_step(node: Node) -> Callable[[Any, dict[Node, Any]], Any]:
    """The function that computes a node's value from `(module, values by node)`."""
    fill = _argument_filler(node)
    target = node.target
    if node.op == "get_attr":
        return lambda module, env: attribute_at(module, target)
    if node.op == "call_function":
        def call(module: Any, env: dict[Node, Any]) -> Any:
            args, kwargs = fill(env)
            return target(*args, **kwargs)
    elif node.op == "call_module":
        def call(module: Any, env: dict[Node, Any]) -> Any:
            args, kwargs = fill(env)
            return attribute_at(module, target)(*args, **kwargs)
    else:
        def call(module: Any, env: dict[Node, Any]) -> Any:
            args, kwargs = fill(env)
            return getattr(args[0], target)(*args[1:], **kwargs)
    return call


def _argument_filler(node: Node) -> Callable[[dict[Node, Any]], Any]:
    """A function that replaces the nodes among a node's arguments by values; quick if the arguments are only nodes and constants."""
    args, kwargs = node.args, node.kwargs
    simple = all(isinstance(a, (Node, int, float, str, type(None))) for a in args) and not any(
        isinstance(v, (Node, list, tuple, dict, slice)) for v in kwargs.values())
    if simple:
        flagged_args = [(a, isinstance(a, Node)) for a in args]
        return lambda env: ([env[a] if is_node else a for a, is_node in flagged_args], kwargs)

    return lambda env: (fill_arguments(args, env), fill_arguments(kwargs, env))


def fill_arguments(value: Any, env: dict[Node, Any]) -> Any:
    """An argument as its node's target gets it: values in place of nodes, in ordinary lists and dicts."""
    if isinstance(value, Node):
        return env[value]
    if isinstance(value, tuple):
        parts = [fill_arguments(v, env) for v in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if isinstance(value, list):
        return [fill_arguments(v, env) for v in value]
    if isinstance(value, dict):
        return {k: fill_arguments(v, env) for k, v in value.items()}
    if isinstance(value, slice):
        return slice(fill_arguments(value.start, env), fill_arguments(value.stop, env), fill_arguments(value.step, env))
    return value


def _value_at(module: Any, path: str) -> Any:
    """The attribute at a dotted path, or None."""
    try:
        return attribute_at(module, path)
    except AttributeError:
        return None


def attribute_at(module: Any, path: str) -> Any:
    """The attribute at a dotted path."""
    for part in path.split("."):
        module = getattr(module, part)
    return module


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx.graph_module")
