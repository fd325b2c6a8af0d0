"""Graph nodes: what a call records for backward."""
from __future__ import annotations

import weakref
from _thread import allocate_lock
from collections import OrderedDict
from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Any

from ..._ops.op import OPS, Op
from ..device import CPU
from ..dtype import of
from ..messages import graph_messages
from ..state import Classes
from ..tensor import MAYBE, TensorBase
from .accumulator_lifetime import accumulator_state

#: Nodes are numbered downwards, so that the smallest key is the newest node: descending creation order is a topological
#: order of the graph, and a heap of keys yields it.
_key_counter = count(-1, -1)
next_key = _key_counter.__next__

#: The value of `saved` after backward has freed it.
FREED = ("freed",)
#: Not empty once a part of a graph was folded, see `_engine/lazy_subgraphs.py`.
FOLDED_GRAPHS: list[None] = []
#: Held while freeing, where the test for another thread takes more than one attribute read.
FREEING = allocate_lock()

#: Index of the only saved value, and how many there could be: the result and one argument, or two.
SAVED_PLACES = ((0, 2), (1, 2), (0, 3), (1, 3), (2, 3))


#: Sequence numbers set by `_set_sequence_nr`.
_SEQUENCE_NUMBERS: weakref.WeakKeyDictionary[Node, int] = weakref.WeakKeyDictionary()


def next_sequence_nr() -> int:
    """The `_sequence_nr` of the next node."""
    return -int(repr(_key_counter)[6:].partition(",")[0]) - 1  # count(key, -1): there is no other way to read it without counting


class OptionalAttribute:
    """An attribute that few nodes have, None by default, stored in the node's `_optional` dict."""

    __slots__ = ("name",)

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, node: Any, owner: type | None = None) -> Any:
        if node is None:
            return self
        optional = getattr(node, "_optional", None)  # catching an AttributeError here takes three times as long
        return None if optional is None else optional.get(self.name)

    def __set__(self, node: Any, value: Any) -> None:
        try:
            node._optional[self.name] = value
        except AttributeError:
            node._optional = {self.name: value}


class Node:
    """A node of the graph; the type of `Tensor.grad_fn`.

    `edges[i]` is where the gradient of input i goes: a Node, a leaf tensor (PyTorch's AccumulateGrad), or None; `slots[i]` the
    output number there (None: all zero).  `versions` holds, for each saved tensor, its version counter and the version it had.
    These are tuples that the cyclic collector would follow for as long as the graph lives, so the usual node keeps what would be in
    them in slots: `_links` is the tuple of edges or, if only input `_only` has one, that edge itself; `_counter` is the tuple of
    versions, the counter of the only saved tensor, whose version is then `_version`, or None; `_values` is the tuple or, in a node of
    an op of one or two arguments that saves one of its values, that value, of which `_place` (see `SAVED_PLACES`) tells which it is.
    `shape` and `dtype` describe the node's own output, so that whoever sends a gradient here can fit it; nodes with several outputs
    have `metas` instead, such a pair for each.

    The collector looks at each slot of each node whenever it runs, and a long graph leaves the processor's caches: so what few nodes
    have shares the slot `_optional`, a dict.

    Parameters
    ----------
    edges : tuple
        Where the gradients of the inputs go.
    slots : tuple of int, optional
        Output numbers there; all zero if not given.

    References
    ----------
    PyTorch: ``torch.autograd.graph.Node``.

    Examples
    --------
    >>> x = torch.ones(2, requires_grad=True)
    >>> y = (x * x).sum()
    >>> y.grad_fn.name(), isinstance(y.grad_fn, torch.autograd.graph.Node)
    ('SumBackward0', True)
    >>> y.grad_fn.next_functions[0][0].name()
    'MulBackward0'
    """

    __slots__ = ("__weakref__", "_counter", "_links", "_only", "_optional", "_place", "_values", "_version", "dtype", "hooks", "key",
                 "shape")

    op: Op | None = None
    #: Output numbers of the edges: set only if one of the edges is a node with several outputs.
    slots: Any = OptionalAttribute()
    #: If the node changed a view in place: a weak reference to the CopySlices that contains it.
    window_copy: Any = OptionalAttribute()
    metas: Any = OptionalAttribute()
    _metadata: Any = OptionalAttribute()
    _only: int
    _place: int
    _values: Any
    _version: int
    #: Whether the node stands for several of PyTorch's, which `unfold` makes.
    folded = False
    #: Whether `apply` is called even if no output has a gradient.
    takes_nothing = False
    __module__ = "torch.autograd.graph"  # as in PyTorch

    def __init__(self, edges: tuple[Any, ...], slots: tuple[int, ...] | None = None) -> None:
        self.key: int = next_key()
        self.edges = edges
        if slots is not None:
            self.slots = slots
        self.hooks: None = None
        self._values: Any = ()
        self._counter: Any = None
        self.shape: Any = ()
        self.dtype: Any = None

    @property
    def edges(self) -> tuple[Any, ...]:
        """The edges of the inputs."""
        links = self._links
        if links.__class__ is tuple:
            return links
        edges: list[Any] = [None] * len(self.op.vjps)  # type: ignore[union-attr]
        edges[self._only] = links
        return tuple(edges)

    @edges.setter
    def edges(self, edges: tuple[Any, ...]) -> None:
        self._links: Any = edges

    @property
    def saved(self) -> tuple[Any, ...]:
        """What the formula needs: outputs and arguments, None for those that it does not need."""
        saved = self._values
        if saved.__class__ is tuple:
            return saved
        index, count = SAVED_PLACES[self._place]
        return (*(None,) * index, saved, *(None,) * (count - index - 1))

    @saved.setter
    def saved(self, saved: tuple[Any, ...]) -> None:
        self._values = saved

    @property
    def versions(self) -> tuple[Any, ...]:
        """Version counters of the saved tensors, each followed by the saved version."""
        counter = self._counter
        if counter is None:
            return ()
        return counter if counter.__class__ is tuple else (counter, self._version)

    @versions.setter
    def versions(self, versions: tuple[Any, ...]) -> None:
        if len(versions) == 2:
            self._counter, self._version = versions
        else:
            self._counter = versions or None

    def name(self) -> str:
        """The node's name as in PyTorch.

        Returns
        -------
        str
            Such as ``'MulBackward0'``.

        Examples
        --------
        >>> (torch.ones(1, requires_grad=True) * 2).grad_fn.name()
        'MulBackward0'
        """
        return type(self).__name__

    def _derive(self, cotangents: Any, space: Any) -> Any:
        """Gradients along `edges`, computed in `space` from the cotangents of the outputs."""
        raise NotImplementedError

    def release(self) -> None:
        """Free the saved values. Of two concurrent backwards through the same graph, the second to get here fails.

        Examples
        --------
        >>> x = torch.ones(2, requires_grad=True)
        >>> y = (x * x).sum()
        >>> y.backward()
        >>> try:
        ...     y.backward()
        ... except RuntimeError:
        ...     print("what was saved is gone")
        what was saved is gone
        """
        if self._counter is not None:
            with FREEING:
                freed, self.saved = self.saved is FREED, FREED
            if freed:
                from .errors import freed_error

                raise freed_error()

    @property
    def requires_grad(self) -> bool:
        """Whether it takes part in backward: always true of nodes."""
        return True

    def __call__(self, *cotangents: Any, **named: Any) -> Any:
        """The node's derivative alone: the gradients of its inputs from those of its outputs."""
        if named:
            raise graph_messages.node_keyword_arguments()
        return Classes.call_node(self, cotangents)

    def _sequence_nr(self) -> int:
        return _SEQUENCE_NUMBERS.get(self, -self.key - 1)

    def _set_sequence_nr(self, number: int) -> None:
        """Set `_sequence_nr`; the engine goes by the order of creation in any case."""
        if not isinstance(number, int):
            raise graph_messages.sequence_nr_not_int()
        if number < 0:
            raise graph_messages.negative_sequence_nr()
        _SEQUENCE_NUMBERS[self] = number

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise graph_messages.node_pickled(type(self).__name__)

    def _register_hook_dict(self, variable: TensorBase) -> None:
        """Register the tensor hooks of `variable`, an output of this node, with the node."""
        if not isinstance(variable, TensorBase):
            raise graph_messages.hooks_on_non_leaf()
        hooks = variable._backward_hooks  # type: ignore[attr-defined]
        if hooks is not None:
            hooks_of(self).tensor[variable._output_nr] = hooks

    @property
    def _input_metadata(self) -> tuple[InputMetadata, ...]:
        metas = ((self.shape, self.dtype),) if self.shape is not None else self.metas
        if self.op is not None and not self.op.schema.returns_list:
            metas = tuple(metas[i] for i in self.op.differentiable if i < len(metas))
        return tuple(InputMetadata(shape, dtype) for shape, dtype in metas)

    def __dir__(self) -> list[str]:
        from ..._fidelity.visible_nodes import visible_attributes

        return visible_attributes(self, super().__dir__())

    @property
    def metadata(self) -> dict[Any, Any]:
        """A dict for user metadata.

        Returns
        -------
        dict
            The same each time.

        Examples
        --------
        >>> y = torch.ones(1, requires_grad=True) * 2
        >>> y.grad_fn.metadata["note"] = 1
        >>> y.grad_fn.metadata
        {'note': 1}
        """
        if self._metadata is None:
            self._metadata = {}
        return self._metadata

    @property
    def next_functions(self) -> tuple[tuple[Node | None, int], ...]:
        """The nodes that its gradients are sent to.

        Returns
        -------
        tuple of tuple
            For each input a node, or None, and which of its outputs.

        Examples
        --------
        >>> y = torch.ones(1, requires_grad=True) * 2
        >>> y.grad_fn.next_functions[0][0].name()
        'torch::autograd::AccumulateGrad'
        """
        slots = self.slots or (0,) * len(self.edges)
        return tuple((as_node(edge), slot) for edge, slot in zip(self.edges, slots, strict=True))

    def register_hook(self, fn: Callable[..., Any]) -> Any:
        """Call a function after the node has run in backward.

        Parameters
        ----------
        fn : callable
            ``fn(grad_inputs, grad_outputs)`` returns None, or a tuple in the place of the first.

        Returns
        -------
        RemovableHandle
            Its ``remove()`` ends it.

        Examples
        --------
        >>> x = torch.ones(1, requires_grad=True)
        >>> y = x * 2
        >>> handle = y.grad_fn.register_hook(lambda gin, gout: tuple(g * 10 if g is not None else None for g in gin))
        >>> y.backward()
        >>> x.grad
        tensor([20.])
        """
        return self._register(hooks_of(self).post, fn)

    def register_prehook(self, fn: Callable[..., Any]) -> Any:
        """Call a function before the node runs in backward.

        Parameters
        ----------
        fn : callable
            ``fn(grad_outputs)`` returns None, or a tuple in their place.

        Returns
        -------
        RemovableHandle
            Its ``remove()`` ends it.

        Examples
        --------
        >>> x = torch.ones(1, requires_grad=True)
        >>> y = x * 2
        >>> handle = y.grad_fn.register_prehook(lambda gout: (gout[0] * 10,))
        >>> y.backward()
        >>> x.grad
        tensor([20.])
        """
        return self._register(hooks_of(self).pre, fn)

    @staticmethod
    def _register(hooks: OrderedDict[int, Any], fn: Callable[..., Any]) -> Any:
        handle = Classes.handle(hooks)
        hooks[handle.id] = fn
        return handle

    def __repr__(self) -> str:
        return f"<{type(visible_node(self)).__name__} object at {id(self):#x}>"


class InputMetadata:
    """Shape and dtype of one output of a node, to which its cotangents are fitted."""

    __slots__ = ("_dtype", "shape")
    device = CPU
    is_nested_tensor = is_cpp_nested_tensor = False

    def __init__(self, shape: tuple[int, ...], dtype: Any) -> None:
        self.shape = list(shape)
        self._dtype = dtype

    @property
    def dtype(self) -> Any:
        return None if self._dtype is None else of(self._dtype)


InputMetadata.__name__ = InputMetadata.__qualname__ = "_InputMetadata"
InputMetadata.__module__ = "torch._C._autograd"


class NodeHooks:
    """Hooks of one node: tensor hooks and retained gradients by output, and the node's pre- and post-hooks."""

    __slots__ = ("post", "pre", "retain", "tensor")

    def __init__(self) -> None:
        self.tensor: dict[int, OrderedDict[int, Any]] = {}
        self.retain: dict[int, weakref.ref[Any]] = {}
        self.pre: OrderedDict[int, Any] = OrderedDict()
        self.post: OrderedDict[int, Any] = OrderedDict()


def hooks_of(node: Any) -> NodeHooks:
    """The node's hooks, created on first use."""
    if node.hooks is None:
        node.hooks = NodeHooks()
    return node.hooks


class LeafHooks:
    """The hooks of a leaf's AccumulateGrad, in the form that the functions that run a node's hooks take."""

    __slots__ = ("hooks",)
    shape = ()

    def __init__(self, hooks: NodeHooks) -> None:
        self.hooks = hooks

    def name(self) -> str:
        return "torch::autograd::AccumulateGrad"


class AccumulateGrad(Node):
    """The node of a leaf: adds what arrives to `variable.grad`. Created only on inspection."""

    __module__ = "builtins"  # as in PyTorch
    __slots__ = ("_leaf", "_state")

    def __init__(self, variable: TensorBase | None = None) -> None:
        if variable is None:  # called by user code
            raise RuntimeError("Cannot construct")
        super().__init__(())
        self._leaf = variable
        self.shape, self.dtype = variable._array.shape, variable._array.dtype
        state, recorded_shape = variable._meta_for_writing().accumulator_state, variable._meta_for_writing().recorded_shape
        if recorded_shape is not None:
            self.shape = recorded_shape[0]
        self._state = None if state is None else state()

    @property
    def variable(self) -> TensorBase:
        """The leaf."""
        return self._leaf

    @property
    def hooks(self) -> Any:
        """Stored with the leaf, since this object lives only while user code refers to it; see accumulator_lifetime.py."""
        variable = getattr(self, "_leaf", None)
        meta = None if variable is None else variable._autograd_meta
        return None if meta is None or meta.node_hooks is None else meta.node_hooks.hooks

    @hooks.setter
    def hooks(self, value: Any) -> None:
        if value is not None:
            self._state = accumulator_state(self.variable)
            self.variable._meta_for_writing().node_hooks = LeafHooks(value)

    @property
    def metadata(self) -> dict[Any, Any]:
        """A dict for user metadata, stored with the leaf like the hooks."""
        meta = self.variable._meta_for_writing()
        if meta.node_metadata is None:
            self._state = accumulator_state(self.variable)
            meta.node_metadata = {}
        return meta.node_metadata

    def _sequence_nr(self) -> int:
        return 2**64 - 1

    def name(self) -> str:
        return "torch::autograd::AccumulateGrad"


def as_node(edge: Any) -> Node | None:
    """An edge as user code sees it: for a leaf its AccumulateGrad node, the same object each time while it lives."""
    if isinstance(edge, Node):
        return visible_node(edge)
    if edge is None or edge._requires_grad is MAYBE:  # a view that is a leaf because its base requires a gradient: it gets none
        return None
    meta = edge._meta_for_writing()
    node = None if meta.accumulate is None else meta.accumulate()
    if node is None:
        node = AccumulateGrad(edge)
        meta.accumulate = weakref.ref(node)
    return node


def visible_node(node: Any) -> Node:
    """`node` as user code sees it: of a class named after its op, with PyTorch's `_saved_*` attributes.

    While nobody looks, the nodes of all ops are of one class: the interpreter's caches of attribute places serve one class only.
    """
    if node.folded:
        node.unfold()
    if node.__class__ is OpNode:
        node.__class__ = node_class(node.op)
    return node


def short_name(node: Node) -> str:
    """The node's name in errors: without `Backward0`, and `Sum1` for `SumBackward1`."""
    name, end, digits = node.name().rpartition("Backward")
    return name + digits.lstrip("0") if end and (not digits or digits.isdigit()) else node.name()


#: Nodes that PyTorch defines in its engine, not with its ops.
_ENGINE_NODES = frozenset({"CopyBackwards", "NotImplemented"})


class OpNode(Node):
    """A node of a declared op."""

    __slots__ = ("op",)
    op: Op
    #: The dual arguments of the call, see levels/forward.py.
    duals: Any = OptionalAttribute()
    #: The code that creates a node fills its slots: an `__init__` would cost more than that.
    __init__ = object.__init__

    def name(self) -> str:
        name = self.op.node_name
        return f"torch::autograd::{name}" if name in _ENGINE_NODES else name

    def _derive(self, cotangents: Any, space: Any) -> Any:
        return space.vjp(self, cotangents)

    def register_hook(self, fn: Callable[..., Any]) -> Any:
        """Call `fn(grad_inputs, grad_outputs)` after the derivative; a result replaces `grad_inputs`."""
        if self.op.unfused is not None:
            from ..._fidelity.visible_nodes import unfuse

            unfuse(self)
        return super().register_hook(fn)

    @property
    def next_functions(self) -> tuple[tuple[Node | None, int], ...]:
        """The nodes of the arguments that can have a gradient, in PyTorch's order."""
        from ..._fidelity.visible_nodes import visible_edges_of

        return visible_edges_of(self, lambda: super(OpNode, self).next_functions)


_CLASSES: dict[tuple[str, str], type[OpNode]] = {}


class _KeptConstants:
    """`_values` of an inspected node: what is not a tensor outlives it, since `_saved_*` shows it after backward, too."""

    def __get__(self, node: Any, owner: Any) -> Any:
        return self if node is None else _SAVED_SLOT.__get__(node)

    def __set__(self, node: Any, value: Any) -> None:
        if value is FREED and (before := node.saved) is not FREED:
            count = len(node.op.schema.outputs)
            tensors = {*range(count), *(count + i for i in node.op.schema.tensor_positions)}
            KEPT_CONSTANTS[node] = tuple(FREED if i in tensors and v is not None else v for i, v in enumerate(before))
        _SAVED_SLOT.__set__(node, value)


_SAVED_SLOT: Any = Node.__dict__["_values"]
#: What freed nodes have saved that is not a tensor.
KEPT_CONSTANTS: weakref.WeakKeyDictionary[Any, tuple[Any, ...]] = weakref.WeakKeyDictionary()


def node_class(op: Op) -> type[OpNode]:
    """The class of inspected nodes of `op`, named as in PyTorch."""
    cls = _CLASSES.get((op.name, op.node_name))
    if cls is None:
        from ..._fidelity.saved_attributes import saved_attributes

        body = {"__slots__": (), "__module__": "builtins", "_values": _KeptConstants(), **saved_attributes(op)}
        cls = _CLASSES[op.name, op.node_name] = type(_base_of(op.node_name).__name__, (_base_of(op.node_name),), body)
    return cls


class _NodeMeta(type):
    """The metaclass of those classes: a node composed of several ops is an instance, too, if it has the name."""

    def __instancecheck__(cls, node: Any) -> bool:
        return super().__instancecheck__(node) or isinstance(node, Node) and type(node).__name__ == cls.__name__


@cache
def _base_of(name: str) -> type[OpNode]:
    """The common base of the node classes called `name`: PyTorch has one class of that name, this package one per op."""
    name = "CppFunction" if name.startswith("torch::") else name
    return _NodeMeta(name, (OpNode,), {"__slots__": (),  # type: ignore[return-value]
                                     "__module__": "builtins", "__new__": _refuse_construction})


def _refuse_construction(cls: type, *_args: Any) -> Any:
    raise graph_messages.node_instantiated(cls.__name__)


def named_class(name: str, is_known: bool = False) -> type[OpNode] | None:
    """The class of all nodes of that name; None if no op leaves such nodes and the name is not `is_known` otherwise."""
    return _base_of(name) if is_known or any(op.node_name == name for op in OPS.values()) else None
