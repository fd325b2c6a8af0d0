"""Proxies: the values with which a function is traced. Operations on them are recorded as nodes."""
from __future__ import annotations

import copy
import dis
import operator
import os
import sys
import traceback as python_traceback
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any

from .._bindings.settings.constants import layout, memory_format
from .._bindings.tensor.tensor import Tensor
from .._dispatch.device import device
from .._dispatch.dtype import dtype
from .._dispatch.size import Size
from .._namespace.modules import recorded_getattr
from ..ops._overloads import OpOverload
from . import traceback
from .graph import Graph
from .node import Argument, Node, Target, map_aggregate

__all__ = ["Attribute", "ParameterProxy", "Proxy", "Scope", "ScopeContextManager", "TraceError", "TracerBase"]

_LITERAL_TYPES = (str, int, float, bool, complex, dtype, Tensor, device, range, type(None), type(...))


class TraceError(ValueError):
    """The program needs a value that is not known during tracing."""


class Scope:
    """Where in a module a node is made: the path of the innermost submodule that is called, and its class."""

    def __init__(self, module_path: str, module_type: Any) -> None:
        self.module_path, self.module_type = module_path, module_type


class ScopeContextManager:
    """While open, `scope` describes `current_scope`."""

    def __init__(self, scope: Scope, current_scope: Scope) -> None:
        self._outer = copy.copy(scope)
        scope.module_path, scope.module_type = current_scope.module_path, current_scope.module_type
        self._scope = scope

    def __enter__(self) -> Scope:
        return self._scope

    def __exit__(self, *error: object) -> None:
        self._scope.module_path, self._scope.module_type = self._outer.module_path, self._outer.module_type


def _user_stack() -> str:
    """The stack trace of the traced program, from its outermost `forward` inwards."""
    frames = python_traceback.extract_stack()
    start = next((i for i, frame in enumerate(frames) if frame.name == "forward"), len(frames))
    package = os.path.dirname(os.path.dirname(__file__))
    return "".join(python_traceback.format_list([frame for frame in frames[start:] if not frame.filename.startswith(package)])).strip()


def _is_mutable(function: Any, kwargs: dict[str, Argument]) -> bool:
    """Whether one of torch's functions writes into an argument."""
    name = getattr(function, "__name__", "")
    is_ours = getattr(function, "__module__", None) is None or function.__module__.startswith(("torch", __name__.partition(".")[0]))
    return is_ours and (kwargs.get("out") is not None or name.endswith("_") and not name.startswith("_") and not name.endswith("__"))


class TracerBase:
    """Base class of tracers, which create nodes and their proxies."""

    graph: Graph
    scope: Scope | None = None
    module_stack: OrderedDict[str, tuple[str, Any]] | None = None
    node_name_to_scope: dict[str, tuple[str, Any]]
    record_stack_traces = False
    check_mutable_operations = False
    trace_asserts = False
    proxy_buffer_attributes = False
    traced_func_name = "forward"

    def create_node(self, kind: str, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Argument], name: str | None = None,
                    type_expr: Any = None) -> Node:
        """Create a node in the graph; to be overridden by tracers that inspect every node."""
        if self.check_mutable_operations and kind == "call_function" and _is_mutable(target, kwargs):
            raise RuntimeError(f"Tried to trace mutable operation {target.__name__}. FX only supports functional code, so operations that "
                               "write into their arguments cannot be traced.")
        node = self.graph.create_node(kind, target, args, kwargs, name, type_expr)
        if self.scope is not None:
            self.node_name_to_scope[node.name] = self.scope.module_path, self.scope.module_type
        if traceback.has_preserved_node_meta():
            traceback.copy_current_meta(node)
        elif self.module_stack:
            node.meta["nn_module_stack"] = copy.copy(self.module_stack)
        if self.record_stack_traces and not node.stack_trace:
            node.stack_trace = _user_stack() or None
        return node

    def proxy(self, node: Node) -> Proxy:
        """Create the proxy of a node; to be overridden by tracers with their own class of proxies."""
        return Proxy(node, self)

    def create_proxy(self, kind: str, target: Target, args: tuple[Any, ...], kwargs: dict[str, Any], name: str | None = None,
                     type_expr: Any = None, proxy_factory_fn: Any = None) -> Any:
        """Create a node with these arguments, which may contain proxies, and return its proxy."""
        node = self.create_node(kind, target, self.create_arg(args), self.create_arg(kwargs), name, type_expr)
        return (proxy_factory_fn or self.proxy)(node)

    def create_arg(self, a: Any) -> Argument:
        """Convert an argument to the form that nodes hold, with nodes for proxies. NotImplementedError for types that nodes cannot hold."""
        if isinstance(a, Proxy):
            return a.node
        if hasattr(a, "__fx_create_arg__"):
            return a.__fx_create_arg__(self)
        if isinstance(a, tuple) and not isinstance(a, Size):
            parts = [self.create_arg(v) for v in a]
            return type(a)(*parts) if hasattr(a, "_fields") else tuple(parts)
        if isinstance(a, list):
            return [self.create_arg(v) for v in a]
        if isinstance(a, dict):
            return self._dict_arg(a)
        if isinstance(a, slice):
            return slice(self.create_arg(a.start), self.create_arg(a.stop), self.create_arg(a.step))
        if is_dataclass(a) and not isinstance(a, type):
            return self.create_node("call_function", a.__class__, (), {f.name: self.create_arg(getattr(a, f.name)) for f in fields(a)})
        if isinstance(a, (Node, *_LITERAL_TYPES, Size, layout, memory_format, OpOverload, Enum)):
            return a
        raise NotImplementedError(f"argument of type: {type(a)}")

    def _dict_arg(self, a: dict[Any, Any]) -> dict[Any, Any]:
        def check_key(v: Any) -> Any:
            if isinstance(v, Node):
                raise RuntimeError(f"Keys for dictionaries used as an argument cannot contain a Node. Got key: {v}")
            return v

        return {map_aggregate(self.create_arg(k), check_key): self.create_arg(v) for k, v in a.items()}

    def to_bool(self, obj: Proxy) -> bool:
        """Called where the program branches on a proxy. Raises TraceError."""
        raise TraceError("symbolically traced variables cannot be used as inputs to control flow")

    def iter(self, obj: Proxy) -> Iterator[Any]:
        """Called where the program iterates over a proxy: unpacking into a fixed number of names is recorded; else raise TraceError."""
        frame = sys._getframe(1).f_back
        if frame is None:
            raise AssertionError("there is no caller")
        instructions = [i for i in dis.get_instructions(frame.f_code) if i.offset == frame.f_lasti]
        if instructions and instructions[0].opname == "UNPACK_SEQUENCE":
            return iter([self.create_proxy("call_function", operator.getitem, (obj, i), {}) for i in range(int(instructions[0].argval))])
        raise TraceError("Proxy object cannot be iterated. This can be attempted when the Proxy is used in a loop or as a *args or "
                         "**kwargs function argument. See the torch.fx docs on pytorch.org for a more detailed explanation of what types "
                         "of control flow can be traced, and check out the Proxy docstring for help troubleshooting Proxy iteration errors")

    def keys(self, obj: Proxy) -> Any:
        """Called for `**proxy`."""
        return Attribute(obj, "keys")()


#: Special methods that programs also call by name, as on a tensor; for operators Python itself looks on the class.
_IN_PLACE = frozenset(f"__i{name}__" for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor", "lshift",
                                                 "rshift"))


class Proxy:
    """Represents a value while a program is traced: operators, methods and functions of it record nodes.

    Parameters
    ----------
    node : Node
        The node of the value.
    tracer : TracerBase, optional
        The tracer that creates nodes; if None, they are added to the graph of the node.

    References
    ----------
    PyTorch: ``torch.fx.Proxy``.

    Examples
    --------
    >>> graph = torch.fx.Graph()
    >>> x = torch.fx.Proxy(graph.placeholder("x"))
    >>> node = graph.output((x + 1).node)
    >>> torch.fx.GraphModule({}, graph)(torch.zeros(1))
    tensor([1.])
    """

    def __init__(self, node: Node, tracer: TracerBase | None = None) -> None:
        self.tracer: GraphAppendingTracer | TracerBase = GraphAppendingTracer(node.graph) if tracer is None else tracer
        self.node = node

    def __repr__(self) -> str:
        return f"Proxy({self.node.name})"

    def __getattr__(self, k: str) -> Attribute:
        if k.startswith("__") and k.endswith("__") and k not in _IN_PLACE:  # special methods that Python looks up
            raise AttributeError(k)
        return Attribute(self, k)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.tracer.create_proxy("call_method", "__call__", (self, *args), kwargs)

    def __iter__(self) -> Iterator[Any]:
        return self.tracer.iter(self)

    def __bool__(self) -> bool:
        return self.tracer.to_bool(self)

    def __len__(self) -> int:
        raise RuntimeError("'len' is not supported in symbolic tracing by default. If you want this call to be recorded, please call "
                           "torch.fx.wrap('len') at module scope")

    def __contains__(self, item: Any) -> bool:
        return any(part is item for part in self.tracer.iter(self))

    def __setitem__(self, key: Any, value: Any) -> None:
        raise TypeError(f"'{type(self).__name__}' object does not support item assignment")

    def __deepcopy__(self, memo: dict[int, Any]) -> Proxy:
        return self

    def keys(self) -> Any:
        """Called for ``**proxy``; cannot be traced by default.

        Returns
        -------
        Proxy
            A node.

        Examples
        --------
        >>> def f(x):
        ...     x.keys()
        ...     return x
        >>> [node.target for node in torch.fx.Tracer().trace(f).nodes]
        ['x', 'keys', 'output']
        """
        return self.tracer.keys(self)

    @classmethod
    def __torch_function__(cls, orig_method: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        kwargs = kwargs or {}
        tracers = dict.fromkeys(_tracers((args, kwargs)))
        if len(tracers) > 1:
            raise RuntimeError(f"Found multiple different tracers {list(tracers)} while trying to trace operations {orig_method}")
        tracer = next(iter(tracers))
        if getattr(orig_method, "__qualname__", "").startswith("Tensor."):
            return tracer.create_proxy("call_method", orig_method.__name__, args, kwargs)
        return tracer.create_proxy("call_function", orig_method, args, kwargs)


def _tracers(value: Any) -> Iterator[TracerBase]:
    if isinstance(value, Proxy):
        yield value.tracer
    elif isinstance(value, dict):
        yield from _tracers(list(value.values()))
    elif isinstance(value, (tuple, list)):
        for part in value:
            yield from _tracers(part)
    elif isinstance(value, slice):
        yield from _tracers((value.start, value.stop, value.step))


class Attribute(Proxy):
    """An attribute of a proxy: a call records a method call; any other use records a read."""

    def __init__(self, root: Proxy, attr: str) -> None:
        self.root = root
        self.attr = attr
        self.tracer: GraphAppendingTracer | TracerBase = root.tracer
        self._node: Node | None = None

    @property
    def node(self) -> Node:  # type: ignore[override]
        """Created when the attribute is used without a call."""
        if self._node is None:
            self._node = self.tracer.create_proxy("call_function", getattr, (self.root, self.attr), {}).node
        return self._node

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.tracer.create_proxy("call_method", self.attr, (self.root, *args), kwargs)


class ParameterProxy(Proxy):
    """A parameter of the traced module, whose shape is known."""

    def __init__(self, tracer: TracerBase, node: Node, name: str, param: Any) -> None:
        super().__init__(node, tracer)
        self.param = param
        self.name = name

    def __repr__(self) -> str:
        return f"ParameterProxy({self.name})"

    @property
    def shape(self) -> Any:
        """The parameter's shape."""
        return self.param.shape

    def size(self) -> Any:
        """The parameter's size."""
        return self.param.size()

    def dim(self) -> int:
        """The parameter's number of dimensions."""
        return int(self.param.dim())

    @property
    def ndim(self) -> int:
        """The parameter's number of dimensions."""
        return int(self.param.ndim)

    def numel(self) -> int:
        """The parameter's number of elements."""
        return int(self.param.numel())

    def nelement(self) -> int:
        """The parameter's number of elements."""
        return int(self.param.nelement())


class GraphAppendingTracer(TracerBase):
    """Appends nodes to a graph; the tracer of proxies that are created by hand."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph


def _operator(name: str, function: Any) -> Any:
    def method(self: Proxy, *others: Any) -> Any:
        return self.tracer.create_proxy("call_function", function, (self, *others), {})

    method.__name__ = f"__{name.rstrip('_')}__"
    return method


def _reflected_operator(name: str, function: Any) -> Any:
    def method(self: Proxy, other: Any) -> Any:
        return self.tracer.create_proxy("call_function", function, (other, self), {})

    method.__name__ = f"__r{name.rstrip('_')}__"
    return method


_REFLECTED = ("add", "sub", "mul", "floordiv", "truediv", "mod", "pow", "lshift", "rshift", "and_", "or_", "xor", "matmul")
_OPERATORS = (*_REFLECTED, "eq", "ne", "lt", "gt", "le", "ge", "pos", "neg", "invert", "getitem", "abs")
for _name in _OPERATORS:
    _method = _operator(_name, getattr(operator, _name))
    type.__setattr__(Proxy, _method.__name__, _method)
for _name in _REFLECTED:
    _method = _reflected_operator(_name, getattr(operator, _name))
    type.__setattr__(Proxy, _method.__name__, _method)
type.__setattr__(Proxy, "__hash__", object.__hash__)


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    __getattr__ = recorded_getattr("torch.fx.proxy")
