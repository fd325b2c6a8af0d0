"""Proxies: what a function is traced with. Whatever is done to one is noted as a node."""
from __future__ import annotations

import dis
import operator
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .._bindings.settings.constants import layout, memory_format
from .._bindings.tensor.tensor import Tensor
from .._dispatch.device import device
from .._dispatch.dtype import dtype
from .._dispatch.size import Size
from .._namespace.modules import recorded
from .graph import Graph
from .node import Argument, Node, Target, map_aggregate

__all__ = ["Attribute", "ParameterProxy", "Proxy", "TraceError", "TracerBase"]

_KEPT = (str, int, float, bool, complex, dtype, Tensor, device, range, type(None), type(...))


class TraceError(ValueError):
    """The program asks for a value that is not known while it is traced."""


class TracerBase:
    """What makes nodes and proxies for them."""

    graph: Graph
    record_stack_traces = False
    check_mutable_operations = False
    trace_asserts = False
    proxy_buffer_attributes = False
    traced_func_name = "forward"

    def create_node(self, kind: str, target: Target, args: tuple[Argument, ...], kwargs: dict[str, Argument], name: str | None = None,
                    type_expr: Any = None) -> Node:
        """A node in the graph; to be overridden by tracers that look at every one."""
        return self.graph.create_node(kind, target, args, kwargs, name, type_expr)

    def proxy(self, node: Node) -> Proxy:
        """The proxy of a node; to be overridden by tracers with proxies of their own."""
        return Proxy(node, self)

    def create_proxy(self, kind: str, target: Target, args: tuple[Any, ...], kwargs: dict[str, Any], name: str | None = None,
                     type_expr: Any = None, proxy_factory_fn: Any = None) -> Any:
        """A node with these arguments, which may hold proxies, and its proxy."""
        node = self.create_node(kind, target, self.create_arg(args), self.create_arg(kwargs), name, type_expr)
        return (proxy_factory_fn or self.proxy)(node)

    def create_arg(self, a: Any) -> Argument:
        """An argument as a node holds it: nodes for proxies. NotImplementedError for what no node can hold."""
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
        if isinstance(a, (Node, *_KEPT, Size, layout, memory_format)) or callable(a) and not hasattr(a, "forward"):
            return a
        raise NotImplementedError(f"argument of type: {type(a)}")

    def _dict_arg(self, a: dict[Any, Any]) -> dict[Any, Any]:
        def refuse(v: Any) -> Any:
            if isinstance(v, Node):
                raise RuntimeError(f"Keys for dictionaries used as an argument cannot contain a Node. Got key: {v}")
            return v

        return {map_aggregate(self.create_arg(k), refuse): self.create_arg(v) for k, v in a.items()}

    def to_bool(self, obj: Proxy) -> bool:
        """Asked where the program branches. TraceError."""
        raise TraceError("symbolically traced variables cannot be used as inputs to control flow")

    def iter(self, obj: Proxy) -> Iterator[Any]:
        """Asked where the program iterates: unpacking into so many names is noted, anything else a TraceError."""
        frame = sys._getframe(1).f_back
        if frame is None:
            raise AssertionError("there is no caller")
        found = [i for i in dis.get_instructions(frame.f_code) if i.offset == frame.f_lasti]
        if found and found[0].opname == "UNPACK_SEQUENCE":
            return iter([self.create_proxy("call_function", operator.getitem, (obj, i), {}) for i in range(int(found[0].argval))])
        raise TraceError("Proxy object cannot be iterated. This can be attempted when the Proxy is used in a loop or as a *args or "
                         "**kwargs function argument. See the torch.fx docs on pytorch.org for a more detailed explanation of what types "
                         "of control flow can be traced, and check out the Proxy docstring for help troubleshooting Proxy iteration errors")

    def keys(self, obj: Proxy) -> Any:
        """Asked for `**proxy`."""
        return Attribute(obj, "keys")()


#: Methods that programs call by name, as they do of a tensor; Python finds the operators themselves on the class.
_IN_PLACE = frozenset(f"__i{name}__" for name in ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor", "lshift",
                                                 "rshift"))


class Proxy:
    """Stands for a value while a program is traced: operators, methods and functions of it make nodes.

    Parameters
    ----------
    node : Node
        The node whose value it is.
    tracer : TracerBase, optional
        What makes nodes; None adds them to the graph of the node.

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
        if k.startswith("__") and k.endswith("__") and k not in _IN_PLACE:  # what Python itself looks for
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
        """Asked for ``**proxy``; cannot be traced as it is.

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
    """An attribute of a proxy: called, it is a method; used otherwise, its value."""

    def __init__(self, root: Proxy, attr: str) -> None:
        self.root = root
        self.attr = attr
        self.tracer: GraphAppendingTracer | TracerBase = root.tracer
        self._node: Node | None = None

    @property
    def node(self) -> Node:  # type: ignore[override]
        """Made when it turns out that the attribute itself is wanted."""
        if self._node is None:
            self._node = self.tracer.create_proxy("call_function", getattr, (self.root, self.attr), {}).node
        return self._node

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        return self.tracer.create_proxy("call_method", self.attr, (self.root, *args), kwargs)


class ParameterProxy(Proxy):
    """A parameter of the module that is traced: its shape is known."""

    def __init__(self, tracer: TracerBase, node: Node, name: str, param: Any) -> None:
        super().__init__(node, tracer)
        self.param = param
        self.name = name

    def __repr__(self) -> str:
        return f"ParameterProxy({self.name})"

    @property
    def shape(self) -> Any:
        """The parameter's own."""
        return self.param.shape

    def size(self) -> Any:
        """The parameter's own."""
        return self.param.size()

    def dim(self) -> int:
        """The parameter's own."""
        return int(self.param.dim())

    @property
    def ndim(self) -> int:
        """The parameter's own."""
        return int(self.param.ndim)

    def numel(self) -> int:
        """The parameter's own."""
        return int(self.param.numel())

    def nelement(self) -> int:
        """The parameter's own."""
        return int(self.param.nelement())


class GraphAppendingTracer(TracerBase):
    """Makes nodes at the end of a graph: what proxies that are made by hand use."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph


def _operator(name: str, function: Any) -> Any:
    def method(self: Proxy, *others: Any) -> Any:
        return self.tracer.create_proxy("call_function", function, (self, *others), {})

    method.__name__ = f"__{name.rstrip('_')}__"
    return method


def _reflected(name: str, function: Any) -> Any:
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
    _method = _reflected(_name, getattr(operator, _name))
    type.__setattr__(Proxy, _method.__name__, _method)
type.__setattr__(Proxy, "__hash__", object.__hash__)


if not TYPE_CHECKING:  # checkers are to know the names that there are
    __getattr__ = recorded("torch.fx.proxy")
