"""`symbolic_trace`: run a function or module once with proxies, and return the graph."""
from __future__ import annotations

import builtins
import functools
import inspect
import math
import sys
from collections import OrderedDict
from collections.abc import Callable
from contextlib import ExitStack, suppress
from types import FunctionType, ModuleType
from typing import TYPE_CHECKING, Any

from .._bindings.tensor.tensor import Tensor
from .._namespace.checks import _assert
from .._namespace.modules import recorded_getattr
from ..nn import Module, Parameter, Sequential
from ..utils._pytree import tree_flatten, tree_unflatten
from .graph import Graph, _TreeCodeGen
from .graph_module import GraphModule
from .node import Argument
from .proxy import ParameterProxy, Scope, ScopeContextManager, TracerBase, _tracers

__all__ = ["PH", "PHBase", "ProxyableClassMeta", "Tracer", "is_fx_tracing", "symbolic_trace", "wrap"]

#: (globals, name) of the functions whose calls are recorded as single nodes, without tracing into them.
_wrapped_functions: list[tuple[dict[str, Any], str]] = []
_tracing_depth = [0]


def is_fx_tracing() -> bool:
    """Whether a trace is running."""
    return _tracing_depth[0] > 0


class PHBase:
    """In `concrete_args`: marks an argument that stays a parameter."""

    def __repr__(self) -> str:
        return "PH"


PH = PHBase()


def _assert_is_none(value: Any, message: str) -> None:
    if value is not None:
        raise AssertionError(message)


class ProxyableClassMeta(type):
    """Metaclass of classes that can be constructed from proxies: creating an instance records a node.

    References
    ----------
    PyTorch: ``torch.fx.ProxyableClassMeta``.

    Examples
    --------
    >>> class Pair(metaclass=torch.fx.ProxyableClassMeta):
    ...     def __init__(self, a, b):
    ...         self.a, self.b = a, b
    >>> def f(x):
    ...     return Pair(x, x)
    >>> [node.op for node in torch.fx.symbolic_trace(f).graph.nodes]
    ['placeholder', 'call_function', 'output']
    """

    def __call__(cls, *args: Any, **kwargs: Any) -> Any:
        tracers = list(_tracers((args, kwargs)))
        return tracers[0].create_proxy("call_function", cls, args, kwargs) if tracers else super().__call__(*args, **kwargs)


def wrap(fn_or_name: Any) -> Any:
    """Let calls of a function with proxies be a single node, instead of tracing into it.

    Parameters
    ----------
    fn_or_name : callable or str
        A function of this module, as a decorator, or its name.

    Returns
    -------
    callable or str
        The argument.

    Raises
    ------
    RuntimeError
        If it is neither, or not at the top of a module.

    References
    ----------
    PyTorch: ``torch.fx.wrap``.

    Examples
    --------
    >>> torch.fx.wrap("len")
    'len'
    """
    if not callable(fn_or_name) and not isinstance(fn_or_name, str):
        raise RuntimeError("Unsupported type for global function! Must be either a callable or string name")
    frame = sys._getframe(1)
    while frame.f_globals.get("__name__") == f"{__name__.rpartition('.')[0]}":
        frame = frame.f_back  # type: ignore[assignment]
    if callable(fn_or_name):
        namespace, name = getattr(fn_or_name, "__globals__", frame.f_globals), fn_or_name.__name__
    else:
        namespace, name = frame.f_globals, fn_or_name
    if frame.f_code.co_name != "<module>":
        raise NotImplementedError("wrap must be called at the top level of a module")
    _wrapped_functions.append((namespace, name))
    return fn_or_name


class _Patches:
    """Temporary replacements of dict entries and class attributes."""

    def __init__(self) -> None:
        self.undo: list[Callable[[], None]] = []
        self.done: set[tuple[int, str]] = set()

    def entry(self, namespace: dict[str, Any], name: str, value: Any) -> None:
        if (id(namespace), name) in self.done:
            return
        self.done.add((id(namespace), name))
        if name in namespace:
            self.undo.append(functools.partial(namespace.__setitem__, name, namespace[name]))
        else:
            self.undo.append(functools.partial(namespace.pop, name, None))
        namespace[name] = value

    def attribute(self, cls: type, name: str, value: Any) -> None:
        before = cls.__dict__[name]
        self.undo.append(lambda: type.__setattr__(cls, name, before))
        type.__setattr__(cls, name, value)

    def __enter__(self) -> _Patches:
        _tracing_depth[0] += 1
        return self

    def __exit__(self, *exc: object) -> None:
        _tracing_depth[0] -= 1
        for undo in reversed(self.undo):
            undo()


def _recording_wrapper(function: Any) -> Any:
    """Wrap `function` so that its calls with proxies are recorded."""
    @functools.wraps(function)
    def call(*args: Any, **kwargs: Any) -> Any:
        tracer = next(_tracers((args, kwargs)), None)
        if tracer is None:
            return function(*args, **kwargs)
        proxy = tracer.create_proxy("call_function", function, args, kwargs)
        proxy.node.meta["is_wrapped"] = True
        return proxy

    return call


def _positional_variant(function: Any, count: int) -> Any:
    """`function` with all its `count` parameters positional: one proxy for the value of `*args`, one for that of `**kwargs`."""
    code = function.__code__.replace(co_flags=function.__code__.co_flags & ~(inspect.CO_VARARGS | inspect.CO_VARKEYWORDS),
                                     co_argcount=count, co_posonlyargcount=0, co_kwonlyargcount=0)
    return FunctionType(code, function.__globals__, function.__name__, function.__defaults__, function.__closure__)


_STARS = {inspect.Parameter.VAR_POSITIONAL: "*", inspect.Parameter.VAR_KEYWORD: "**"}


class Tracer(TracerBase):
    """The tracer of ``symbolic_trace``; a subclass may change what becomes a node.

    Parameters
    ----------
    autowrap_modules : tuple of module, default (math,)
        Modules whose functions are single nodes.
    autowrap_functions : tuple of callable, default ()
        Functions that are single nodes.
    param_shapes_constant : bool, default False
        Whether shapes of parameters are plain numbers.

    References
    ----------
    PyTorch: ``torch.fx.Tracer``.

    Examples
    --------
    >>> class Inside(torch.fx.Tracer):
    ...     def is_leaf_module(self, m, name):
    ...         return False
    >>> graph = Inside().trace(torch.nn.Sequential(torch.nn.ReLU()))
    >>> [node.op for node in graph.nodes]
    ['placeholder', 'call_function', 'output']
    """

    def __init__(self, autowrap_modules: tuple[ModuleType, ...] = (math,), autowrap_functions: tuple[Callable[..., Any], ...] = (),
                 param_shapes_constant: bool = False) -> None:
        self._functions = {id(f) for m in autowrap_modules for n, f in vars(m).items() if not n.startswith("_") and callable(f)}
        self._functions |= {id(f) for f in autowrap_functions}
        self._autowrap_search = list(autowrap_modules)
        self.param_shapes_constant = param_shapes_constant
        self.submodule_paths: dict[Module, str] | None = None
        self.root: Any = None
        self.scope: Scope = Scope("", None)
        self.module_stack: OrderedDict[str, tuple[str, Any]] = OrderedDict()
        self.num_calls: dict[str, int] = {}
        self.node_name_to_scope: dict[str, tuple[str, Any]] = {}
        self.tensor_attrs: dict[Tensor, str] = {}

    # What is traced into ----------------------------------------------------------------------------------------------------------

    def is_leaf_module(self, m: Module, module_qualified_name: str) -> bool:
        """Whether the call of a submodule becomes a single node: those of ``torch.nn`` do, except ``Sequential``.

        Parameters
        ----------
        m : Module
            The submodule.
        module_qualified_name : str
            Its path.

        Returns
        -------
        bool
            False traces into it.

        Examples
        --------
        >>> torch.fx.Tracer().is_leaf_module(torch.nn.ReLU(), "act"), torch.fx.Tracer().is_leaf_module(torch.nn.Sequential(), "net")
        (True, False)
        """
        home = type(m).__module__.split(".")
        return home[:2] in (["torch", "nn"], [__name__.partition(".")[0], "nn"]) and not isinstance(m, Sequential)

    def path_of_module(self, mod: Module) -> str:
        """The path of a submodule.

        Parameters
        ----------
        mod : Module
            The submodule.

        Returns
        -------
        str
            Such as ``'layers.0'``.

        Raises
        ------
        NameError
            If it is no submodule.

        Examples
        --------
        >>> net = torch.nn.Sequential(torch.nn.ReLU())
        >>> tracer = torch.fx.Tracer()
        >>> graph = tracer.trace(net)
        >>> tracer.path_of_module(net[0])
        '0'
        """
        paths = self.submodule_paths
        if not paths:
            paths = {module: path for path, module in self.root.named_modules()}
        if mod not in paths:
            raise NameError("module is not installed as a submodule")
        return paths[mod]

    def call_module(self, m: Module, forward: Callable[..., Any], args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Record or trace the call of a submodule.

        Parameters
        ----------
        m : Module
            The submodule.
        forward : callable
            Its ``forward``.
        args : tuple
            Arguments.
        kwargs : dict
            Keyword arguments.

        Returns
        -------
        Proxy
            A proxy for a leaf, else the result of tracing into it.

        Examples
        --------
        >>> class Loud(torch.fx.Tracer):
        ...     def call_module(self, m, forward, args, kwargs):
        ...         print(type(m).__name__)
        ...         return super().call_module(m, forward, args, kwargs)
        >>> _ = Loud().trace(torch.nn.Sequential(torch.nn.ReLU(), torch.nn.Tanh()))
        ReLU
        Tanh
        """
        path = self.path_of_module(m)
        with ScopeContextManager(self.scope, Scope(path, type(m))):
            calls = self.num_calls.get(path, 0)
            self.num_calls[path] = calls + 1
            self.module_stack[f"{path}@{calls}" if calls else path] = path, type(m)
            is_leaf = self.is_leaf_module(m, path)
            result = self.create_proxy("call_module", path, args, kwargs) if is_leaf else forward(*args, **kwargs)
            self.module_stack.popitem()
        return result

    def getattr(self, attr: str, attr_val: Any, parameter_proxy_cache: dict[str, Any]) -> Any:
        """Record the reading of an attribute of a module.

        Parameters
        ----------
        attr : str
            The name.
        attr_val : object
            The value.
        parameter_proxy_cache : dict
            Cache of the proxies of parameters.

        Returns
        -------
        object
            A proxy for a parameter, else the value.

        Examples
        --------
        >>> class Loud(torch.fx.Tracer):
        ...     def getattr(self, attr, attr_val, parameter_proxy_cache):
        ...         if isinstance(attr_val, torch.nn.Parameter):
        ...             print(attr)
        ...         return super().getattr(attr, attr_val, parameter_proxy_cache)
        >>> class Scale(torch.nn.Module):
        ...     def __init__(self):
        ...         super().__init__()
        ...         self.factor = torch.nn.Parameter(torch.ones(1))
        ...     def forward(self, x):
        ...         return x * self.factor
        >>> _ = Loud().trace(Scale())
        factor
        """
        if isinstance(attr_val, Parameter):
            return self._path_of(attr_val, self.root.named_parameters(), parameter_proxy_cache)
        if self.proxy_buffer_attributes and isinstance(attr_val, Tensor):
            return self._path_of(attr_val, self.root.named_buffers(), parameter_proxy_cache)
        return attr_val

    def _path_of(self, value: Any, named: Any, cache: dict[str, Any]) -> Any:
        name = next((name for name, candidate in named if candidate is value), None)
        if name is None:
            return value
        if name not in cache:
            options: dict[str, Any] = {}  # omitted for tracers whose `create_proxy` does not have the parameter
            if self.param_shapes_constant:
                options["proxy_factory_fn"] = lambda node: ParameterProxy(self, node, name, value)
            cache[name] = self.create_proxy("get_attr", name, (), {}, **options)
        return cache[name]

    # Arguments --------------------------------------------------------------------------------------------------------------------

    def create_arg(self, a: Any) -> Argument:
        """Convert an argument to the form that nodes hold; tensors become attributes of the module.

        Parameters
        ----------
        a : object
            The argument.

        Returns
        -------
        object
            The argument, with nodes in place of proxies.

        Examples
        --------
        >>> class Loud(torch.fx.Tracer):
        ...     def create_arg(self, a):
        ...         if isinstance(a, int):
        ...             print(a)
        ...         return super().create_arg(a)
        >>> _ = Loud().trace(lambda x: x + 5)
        5
        """
        if isinstance(a, Tensor):
            named = self.root.named_parameters() if isinstance(a, Parameter) else self.root.named_buffers()
            for name, candidate in named:
                if candidate is a:
                    return self.create_node("get_attr", name, (), {})
            if isinstance(a, Parameter):
                raise NameError("parameter is not a member of this module")
            return self.create_node("get_attr", self._constant_name(a), (), {})
        if isinstance(a, Module):
            return self.create_node("get_attr", self.path_of_module(a), (), {})
        if isinstance(a, tuple) and hasattr(a, "_fields"):  # made where it is used, by a node of its own
            return self.create_node("call_function", type(a), tuple(self.create_arg(member) for member in a), {})
        return super().create_arg(a)

    def _constant_name(self, value: Tensor) -> str:
        """The path of a tensor that is an attribute, but neither parameter nor buffer; any other becomes an attribute of the root."""
        if value not in self.tensor_attrs:
            self.tensor_attrs[value] = self.get_fresh_qualname("_tensor_constant")
            setattr(self.root, self.tensor_attrs[value], value)
        return self.tensor_attrs[value]

    def get_fresh_qualname(self, prefix: str) -> str:
        """Return a name that is no attribute of the module yet.

        Parameters
        ----------
        prefix : str
            The prefix of the name.

        Returns
        -------
        str
            The name.

        Examples
        --------
        >>> tracer = torch.fx.Tracer()
        >>> graph = tracer.trace(torch.nn.Sequential(torch.nn.ReLU()))
        >>> tracer.get_fresh_qualname("extra")
        'extra0'
        """
        i = 0
        while hasattr(self.root, f"{prefix}{i}"):
            i += 1
        return f"{prefix}{i}"

    def create_args_for_root(self, root_fn: Callable[..., Any], is_module: bool, concrete_args: dict[str, Any] | None = None) -> Any:
        """Proxies for the parameters of the function that is traced.

        Parameters
        ----------
        root_fn : callable
            The function.
        is_module : bool
            Whether it is a ``forward``.
        concrete_args : dict, optional
            Arguments that are fixed.

        Returns
        -------
        tuple
            The function, and its arguments.

        Examples
        --------
        >>> def f(x, flag):
        ...     return x + 1 if flag else x - 1
        >>> graph = torch.fx.Tracer().trace(f, concrete_args={"flag": True})
        >>> [node.name for node in graph.nodes if node.op == "placeholder"]
        ['x', 'flag_1']
        """
        function = inspect.unwrap(root_fn)
        parameters = list(_signature(function).parameters.values())
        if is_module and (not parameters or parameters[0].kind is inspect.Parameter.VAR_POSITIONAL):
            raise RuntimeError("``self`` argument cannot be part of *args expansion!")
        values: list[Any] = [self.root] if is_module else []
        if isinstance(concrete_args, tuple):
            if len(concrete_args) != len(parameters) - is_module:
                raise RuntimeError(f"Tracing expected {len(parameters) - is_module} arguments but got {len(concrete_args)} concrete "
                                   "arguments")
            concrete_args = {p.name: value for p, value in zip(parameters[is_module:], concrete_args, strict=True)}
        starred = []
        for parameter in parameters[is_module:]:
            if parameter.kind in _STARS:
                starred.append(_STARS[parameter.kind] + parameter.name)
            else:
                values.append(self._create_argument(parameter, concrete_args))
        if not starred:
            named = {p.name: v for p, v in zip(parameters, values, strict=True) if p.kind is inspect.Parameter.KEYWORD_ONLY}
            positional = values[:len(values) - len(named)]

            def call() -> Any:
                return root_fn(*positional, **named)  # the undecorated function is needed only for the signature

            arguments = values[is_module:]
            if any(isinstance(value, (list, tuple, dict)) for value in arguments):
                return self._flatten_result(call, [p.name for p in parameters[is_module:]], arguments), positional
            return call, positional
        values += [self.create_proxy("placeholder", name, (), {}) for name in starred]
        unstarred = _positional_variant(function, len(values))
        return (lambda: unstarred(*values)), values

    def __deepcopy__(self, memo: dict[int, Any]) -> Tracer:
        import copy

        copied = self.__class__.__new__(self.__class__)
        for name, value in vars(self).items():  # modules cannot be copied
            setattr(copied, name, list(value) if name == "_autowrap_search" else copy.deepcopy(value, memo))
        return copied

    def _create_argument(self, parameter: inspect.Parameter, concrete: dict[str, Any] | None) -> Any:
        name = parameter.name
        default = () if parameter.default is inspect.Parameter.empty else (parameter.default,)
        if concrete is not None and name in concrete:
            return self._create_concrete(name, concrete[name], default)
        kind = None if parameter.annotation is inspect.Parameter.empty else parameter.annotation
        return self.create_proxy("placeholder", name, default, {}, type_expr=kind)

    def _create_concrete(self, name: str, value: Any, default: tuple[Any, ...]) -> Any:
        """The value of an argument, with proxies for its leaves that are `PH`; nodes in the graph check the other leaves."""
        leaves, spec = tree_flatten(value)
        parts = [self._create_concrete_leaf(f"{name}_{i}", name, leaf, default if len(leaves) == 1 else ())
                 for i, leaf in enumerate(leaves, 1)]
        return tree_unflatten(parts, spec)

    def _create_concrete_leaf(self, placeholder_name: str, name: str, value: Any, default: tuple[Any, ...]) -> Any:
        proxy = self.create_proxy("placeholder", placeholder_name, default, {})
        if value is PH:
            return proxy
        if value is None:
            self.create_proxy("call_function", _assert_is_none, (
                proxy, f"{name} has been specialized to have value None but got another value"), {})
        elif isinstance(value, (bool, int, float, str)):
            self.create_proxy("call_function", _assert, (
                proxy == value, f"{name} has been specialized to have value {value} but got another value"), {})
        return value

    def _flatten_result(self, call: Callable[[], Any], names: list[str], values: list[Any]) -> Callable[[], Any]:
        """`call` with the leaves of its result returned instead, for arguments that are containers."""
        codegen = self.graph._codegen = _TreeCodeGen(names, tree_flatten(tuple(values))[1])

        def flat_call() -> Any:
            leaves, codegen.out_spec = tree_flatten(call())
            return leaves

        return flat_call

    # Tracing ----------------------------------------------------------------------------------------------------------------------

    def trace(self, root: Any, concrete_args: dict[str, Any] | None = None) -> Graph:
        """Trace a module or a function.

        Parameters
        ----------
        root : Module or callable
            The module or function to trace.
        concrete_args : dict, optional
            Arguments by name that are fixed to these values.

        Returns
        -------
        Graph
            The graph.

        Examples
        --------
        >>> len(torch.fx.Tracer().trace(lambda x: x + 1).nodes)
        3
        """
        is_module = isinstance(root, Module)
        if is_module:
            function = getattr(type(root), self.traced_func_name)
            self.root, name = root, root.__class__.__name__
            self.submodule_paths = {module: path for path, module in root.named_modules()}
        else:
            if not isinstance(root, Callable):  # type: ignore[arg-type]
                raise AssertionError(f"Expected FunctionType, got {type(root)}")
            self.root, function, name = Module(), root, getattr(root, "__name__", "GraphModule")
        self.root_module_name = name
        self.graph: Any = Graph(tracer_cls=type(self) if "<locals>" not in type(self).__qualname__ else None)
        self.tensor_attrs = {value: f"{path}.{name}" if path else name for path, module in self.root.named_modules()
                             for name, value in vars(module).items() if isinstance(value, Tensor)}
        cache: dict[str, Any] = {}
        with ExitStack() as stack:
            patches = stack.enter_context(_Patches())
            call, _ = self.create_args_for_root(function, is_module, concrete_args)
            _patch_modules(patches, self, cache)
            _patch_functions(patches, self, inspect.unwrap(function))
            result = call()
            self.create_node("output", "output", (self.create_arg(result),), {}, type_expr=_return_type(function))
        return self.graph


def _signature(function: Any) -> inspect.Signature:
    """The signature with its annotations; for functions of this package, annotations that are strings are evaluated."""
    signature = inspect.signature(function)
    home = (getattr(function, "__module__", "") or "").partition(".")[0]
    if hasattr(function, "__signature__") or home not in ("torch", __name__.partition(".")[0]):
        return signature
    with suppress(NameError, TypeError):
        signature = inspect.signature(function, eval_str=True,
                                      locals={"Tensor": Tensor})  # some modules import Tensor only for type checkers
    parameters = [p.replace(annotation=p.empty) if p.annotation in (Any, "Any") else p for p in signature.parameters.values()]
    returned = signature.empty if signature.return_annotation in (Any, "Any") else signature.return_annotation
    return signature.replace(parameters=parameters, return_annotation=returned)


def _return_type(function: Any) -> Any:
    annotation = _signature(inspect.unwrap(function)).return_annotation
    return None if annotation is inspect.Signature.empty else annotation


def _patch_modules(patches: _Patches, tracer: Tracer, cache: dict[str, Any]) -> None:
    """Redirect calls of modules and reads of their attributes to the tracer."""
    plain_getattr: Any = Module.__getattr__
    plain_call: Any = Module.__call__

    def read(module: Any, name: str) -> Any:
        return tracer.getattr(name, plain_getattr(module, name), cache)

    def call(module: Any, *args: Any, **kwargs: Any) -> Any:
        if isinstance(module, GraphModule) or next(_tracers((args, kwargs)), None) is not None or (
                tracer.submodule_paths is not None and module in tracer.submodule_paths):
            return tracer.call_module(module, functools.partial(plain_call, module), args, kwargs)
        return plain_call(module, *args, **kwargs)

    patches.attribute(Module, "__getattr__", read)
    patches.attribute(Module, "__call__", call)


def _patch_functions(patches: _Patches, tracer: Tracer, function: Any) -> None:
    """Record calls of wrapped functions, and of the functions of whole modules (math)."""
    for namespace, name in _wrapped_functions:
        original = namespace.get(name, getattr(builtins, name, None))
        if original is not None:
            patches.entry(namespace, name, _recording_wrapper(original))
    namespaces = [vars(m) for m in tracer._autowrap_search]
    if isinstance(function, FunctionType):
        namespaces.append(function.__globals__)
    for namespace in namespaces:
        for name, value in list(namespace.items()):
            if not name.startswith("_") and callable(value) and id(value) in tracer._functions:
                patches.entry(namespace, name, _recording_wrapper(value))


def symbolic_trace(root: Any, concrete_args: dict[str, Any] | None = None) -> GraphModule:
    """Trace a module or function, and return a module that runs the resulting graph.

    It is run once with proxies as arguments, so branches on values cannot be traced.

    Parameters
    ----------
    root : Module or callable
        The module or function to trace.
    concrete_args : dict, optional
        Arguments by name that are fixed to these values.

    Returns
    -------
    GraphModule
        The graph module.

    Raises
    ------
    TraceError
        If the program needs a value, as in ``if x.sum() > 0``.

    References
    ----------
    PyTorch: ``torch.fx.symbolic_trace``.

    Examples
    --------
    >>> traced = torch.fx.symbolic_trace(lambda x: torch.relu(x) + 1)
    >>> traced(torch.tensor([-1., 2.]))
    tensor([1., 3.])
    >>> [node.op for node in traced.graph.nodes]
    ['placeholder', 'call_function', 'call_function', 'output']
    """
    tracer = Tracer()
    graph = tracer.trace(root, concrete_args)
    return GraphModule(tracer.root, graph, tracer.root_module_name)


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx._symbolic_trace")
