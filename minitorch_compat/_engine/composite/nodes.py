"""Compositions that are one node of the graph in PyTorch: their own graph is kept inside one node of that name."""
from __future__ import annotations

import functools
from collections.abc import Callable, Iterator
from typing import Any, TypeVar

import numpy as np

from ..._array.core.deferred import Family
from ..._dispatch.call.caller import TENSORS, wrap
from ..._dispatch.grad_mode import profiled_as_one
from ..._dispatch.graph.errors import freed_error
from ..._dispatch.graph.node import Node, short_name
from ..._dispatch.graph.recording import edge_of
from ..._dispatch.graph.unpacking import saved_argument
from ..._dispatch.graph.versions import counter_of, is_marked_only
from ..._dispatch.graph.views import refresh
from ..._dispatch.state import ACTIVE, LOCAL, ORDINARY, PLAIN, Anomaly, Classes
from ..._dispatch.tensor import TensorBase, alias

_run: Any = Family(f"{__package__.rpartition('.')[0]}.run")

_ARRAYS = frozenset({np.ndarray})
_Function = TypeVar("_Function", bound=Callable[..., Any])


class CompositeNode(Node):
    """The node of such a composition.

    `inner` holds the outputs and leaves of the inner graph, through which an ordinary backward runs.  For a differentiable backward
    `recompute` runs the composition once more, on the arguments with their history.
    """

    __slots__ = ("all_require_grad", "arrays", "call", "constant_results", "inner", "saved_versions")
    arrays: list[Any]
    inner: Any
    #: The composition and its arguments, with placeholders for the tensors.
    call: tuple[Callable[..., Any], Any, Any]
    #: What PyTorch saves of arguments and results: arrays, version counters and versions; where there is a history also its node (None for
    #: this one) and the output number.
    saved_versions: list[tuple[Any, list[int], int, tuple[Node | None, int] | None]]
    #: Saved results that require no gradient, by output number.
    constant_results: dict[int, Any]
    #: Whether all results require a gradient as soon as one argument does.
    all_require_grad: bool

    @property
    def next_functions(self) -> tuple[tuple[Node | None, int], ...]:
        """The nodes of the inputs; omitted arguments count, too."""
        return super().next_functions[:_INPUT_COUNTS.get(type(self).__name__)]

    def _derive(self, cotangents: Any, space: Any) -> Any:
        if self.inner is None:
            raise freed_error()
        for array, counter, version, origin in self.saved_versions:
            if counter[0] != version and not is_marked_only(counter[0], version):
                from ..._fidelity.modified_errors import changed_error

                raise changed_error(array, counter[0], version, origin and (short_name(origin[0] or self), origin[1]))
        grad_outputs = cotangents if self.shape is None else [cotangents]
        if LOCAL.grad:
            inputs = [TENSORS.alias(saved_argument(self, i, array)) for i, array in enumerate(self.arrays)]
            outs = [o for o in self.recompute(inputs) if o.requires_grad or self.all_require_grad]
        else:
            outs, inputs = self.inner
        edges = self.edges
        input_tensors = [t for t, edge in zip(inputs, edges, strict=True) if edge is not None]
        pairs = [(o, g) for o, g in zip(outs, grad_outputs, strict=True) if g is not None and o.requires_grad]
        found = None
        if not LOCAL.grad and not space.differentiable and _ARRAYS.issuperset([g.__class__ for _, g in pairs]):
            found = _run.leaf_gradients(pairs, input_tensors, True, {})
        if found is None:
            found = _run.run_graph([o for o, _ in pairs], [space.wrap(g) for _, g in pairs], inputs=input_tensors, create_graph=LOCAL.grad)
        input_grads = iter(found)
        grads = [None if edge is None else next(input_grads) for edge in edges]
        return [None if g is None else space.unwrap(g) for g in grads]

    def recompute(self, tensors: list[Any]) -> tuple[Any, ...]:
        """The composition as a function of its tensors."""
        function, places, options = self.call
        result = function(*fill_placeholders(places, iter(tensors)), **options)
        return result if isinstance(result, tuple) else (result,)

    def release(self) -> None:
        if self.inner is None:
            raise freed_error()
        self.inner, self.constant_results = None, {}

    def __getattr__(self, name: str) -> Any:
        """`_saved_x` and `_raw_saved_x`: an argument or a result."""
        if name == "_optional":  # looked for in every node
            raise AttributeError(name)
        from .saved_names import saved_attribute

        return saved_attribute(self, name)

    def __dir__(self) -> list[str]:
        from .saved_names import attribute_names

        return [*super().__dir__(), *attribute_names(type(self).__name__)]


#: The number of inputs of PyTorch's node, including omitted ones, without indices.
_INPUT_COUNTS = {"EmbeddingBagBackward0": 2}

#: Name of a saved result -> output number.
RESULTS = {"result": 0, "result0": 0, "result1": 1, "min": 0, "max": 1, "exponent": 1}


@functools.cache
def saved_names(name: str) -> frozenset[str]:
    """PyTorch's names of what such a node saves."""
    from ..._fidelity.saved_attributes import saved_names

    return frozenset(entry.lstrip("*") for entry in saved_names().get(name, "").split())


@functools.cache
def _saved_outputs(name: str) -> list[int]:
    """The numbers of the results that such a node saves."""
    return sorted(RESULTS[n] for n in saved_names(name) & RESULTS.keys())


@functools.cache
def _class_of(name: str) -> type[CompositeNode]:
    return type(name, (CompositeNode,), {"__slots__": (), "__module__": "builtins"})


def one_node(name: str, saves: Any = "arguments", overload: str = "default",
             shows: Callable[[dict[str, Any]], dict[str, Any]] | None = None) -> Callable[[_Function], _Function]:
    """Decorator for a composition that leaves one node called `name`.

    `saves` says which tensors PyTorch's node saves: "arguments", "" (none), "other" (the inner nodes check their own), or a function of the
    arguments that returns them. With open levels or saved-tensor hooks the function stays a composition, whose parts these deal with.
    `overload` is the aten overload shown to profilers, or "packet.overload" if the packet has another name than the function. `shows` makes
    what the node's `_saved_*` show of the arguments by name, tensors being placeholders, where that is something else than they are.
    """
    def decorate(function: _Function) -> _Function:
        if shows is not None:
            function.shows = shows  # type: ignore[attr-defined]
        aten_name = overload if "." in overload else f"{function.__name__}.{overload}"

        @functools.wraps(function)
        def call(*args: Any, **options: Any) -> Any:
            if not (ACTIVE and _parts_concern_modes()) and _may_be_recorded(args) and LOCAL.grad and options.get("out") is None:
                tensors = _tensors(args)
                if _are_recorded(tensors):
                    return _record_one_node(name, function, args, options, tensors, saves)
            return profiled_as_one(aten_name, args, lambda: function(*args, **options)) if ACTIVE else function(*args, **options)

        return call  # type: ignore[return-value]

    return decorate


def in_one_node(name: str, function: Callable[..., Any], *args: Any) -> Any:
    """`function(*args)` of lists, recorded as one node called `name`; its inner nodes check their saved tensors."""
    if LOCAL.grad and not (ACTIVE and _parts_concern_modes()):
        tensors = _tensors(args)
        if _are_recorded(tensors):
            return _record_one_node(name, function, args, {}, tensors, "other", True)
    return function(*args)


def _parts_concern_modes() -> bool:
    """Whether an open mode deals with the parts of a composition. Modes of functions have done theirs; others may be of another thread."""
    return bool(LOCAL.levels or LOCAL.function_modes or LOCAL.observer is not None or LOCAL.saved_hooks or LOCAL.functionalizing
                or LOCAL.autocast or LOCAL.inference or LOCAL.view_replay or LOCAL.before_write is not None or Anomaly.enabled
                or Classes.inference_leaves is not None and Classes.inference_leaves.registered)


def _may_be_recorded(args: tuple[Any, ...]) -> bool:
    """Whether an argument is a tensor that may require a gradient, or anything that has to be looked at closely."""
    for a in args:
        if a.__class__ in PLAIN:
            if a._requires_grad:
                return True
        elif a.__class__ not in ORDINARY:
            return True
    return False


def _are_recorded(tensors: list[Any]) -> bool:
    requires_grad = False
    for t in tensors:
        if t.__class__ not in PLAIN:
            return False
        requires_grad = requires_grad or bool(t._requires_grad and t.requires_grad)
    return requires_grad


def _tensors(args: Any) -> list[Any]:
    found = []
    for a in args:
        if isinstance(a, TensorBase):
            found.append(a)
        elif isinstance(a, (tuple, list)):
            found += _tensors(a)
    return found


def _replace_tensors(args: Any, tensors: Iterator[Any]) -> Any:
    """`args` with their tensors replaced, in order."""
    found = [next(tensors) if isinstance(a, TensorBase) else _replace_tensors(a, tensors) if type(a) in (tuple, list) else a for a in args]
    return found if args.__class__ is list else tuple(found)


def _record_one_node(name: str, function: Any, args: Any, options: Any, tensors: list[Any], saves: Any,
                     all_require_grad: bool = False) -> Any:
    inner = []
    for t in tensors:
        inner_tensor = alias(t, type(t))
        inner_tensor._requires_grad = bool(t.requires_grad) or all_require_grad and t._array.dtype.kind in "fcV"
        inner.append(inner_tensor)
    result = function(*_replace_tensors(args, iter(inner)), **options)
    is_tuple = isinstance(result, tuple)
    outs = result if is_tuple else (result,)
    differentiable = [o for o in outs if o.requires_grad]
    edges, slots = zip(*[edge_of(t) if t.requires_grad else (None, 0) for t in tensors])
    node = _class_of(name)(edges, slots if any(slots) else None)
    node.inner, node.arrays = (differentiable, inner), [t._array for t in tensors]
    node.all_require_grad = all_require_grad
    node.call = function, _replace_tensors(args, iter([PLACEHOLDER] * len(tensors))), options
    node._counter = (None,) if saves else None  # truthy if there is something to release
    node.shape, node.dtype = differentiable[0]._array.shape, differentiable[0]._array.dtype
    if len(differentiable) > 1:
        node.shape = node.dtype = None
        node.metas = tuple([(o._array.shape, o._array.dtype) for o in differentiable])
    slot = iter(range(len(differentiable)))
    visible = [attach_output(o, node, next(slot)) if o.requires_grad else o for o in outs]
    versioned = saves(*args) if callable(saves) else tensors if saves == "arguments" else ()
    node.saved_versions = [(t._array, counter_of(t), counter_of(t)[0], _origin(t)) for t in versioned if t is not None]
    node.constant_results = {}
    for i in _saved_outputs(name):
        if i < len(visible):
            t = visible[i]
            is_own = t._grad_fn is node
            node.saved_versions.append((t._array, counter_of(t), counter_of(t)[0], (None, i) if is_own else None))
            if not is_own:
                node.constant_results[i] = t
    return visible[0] if not is_tuple else tuple(visible) if type(result) is tuple else type(result)(*visible)


def _origin(t: Any) -> tuple[Node, int] | None:
    if t._view is not None:
        refresh(t)
    return (t._grad_fn, t._output_nr) if isinstance(t._grad_fn, Node) else None


def attach_output(out: Any, node: Any, slot: int) -> Any:
    t = wrap(out._array)
    t._grad_fn, t._output_nr, t._requires_grad = node, slot, True
    t._counter = counter_of(out)
    return t


PLACEHOLDER = object()


def fill_placeholders(args: Any, tensors: Iterator[Any]) -> Any:
    found = [next(tensors) if a is PLACEHOLDER else fill_placeholders(a, tensors) if type(a) in (tuple, list) else a for a in args]
    return found if args.__class__ is list else tuple(found)
