"""`torch.autograd.Function`: ops whose derivative the user writes. https://docs.pytorch.org/docs/stable/notes/extending.html"""
from __future__ import annotations

import functools
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np

from .._bindings.tensor import Tensor
from .._dispatch.call import wrap
from .._dispatch.graph_errors import freed_error
from .._dispatch.inplace import rebase
from .._dispatch.modes import grad_mode
from .._dispatch.node import Node
from .._dispatch.record import edge_of
from .._dispatch.state import ACTIVE, LOCAL
from .._dispatch.tensor import CUSTOM_FUNCTION
from .._dispatch.versions import counter_of
from .._dispatch.views import mark_view
from .._engine.observed import hear
from ..utils.hooks import unserializable_hook  # noqa: F401  (re-exported as PyTorch does)


class FunctionCtx:
    """What `forward` and `backward` share: saved tensors, marks, and any attribute the user likes."""

    def save_for_backward(self, *tensors: Any) -> None:
        """Keep tensors (inputs, outputs or others; None allowed) for `backward`, checked against in-place changes."""
        self.to_save = tensors

    def save_for_forward(self, *tensors: Any) -> None:
        """Keep tensors for `jvp`."""
        for t in tensors:
            if t is not None and not isinstance(t, Tensor):
                raise AssertionError("save_for_forward expects all arguments to be tensors; you should save non-tensors as attributes "
                                     "on ctx.")
        self.saved_for_forward = tensors

    def mark_dirty(self, *args: Any) -> None:
        """Say which inputs `forward` changed in place; they must be returned too."""
        self.dirty_tensors = args

    def mark_non_differentiable(self, *args: Any) -> None:
        """Say which outputs have no derivative."""
        self.non_differentiable = args

    def set_materialize_grads(self, value: bool) -> None:
        """Whether `backward` gets zeros (the default) or None for outputs without a gradient."""
        self.materialize_grads = value


class BackwardCFunction(FunctionCtx):
    """Base of the nodes' contexts, as in PyTorch."""


class _FunctionNode(Node):
    """The node of a custom Function; it is the `ctx` of `forward` as well."""

    __slots__ = ("__dict__",)
    function: type[Function]

    def name(self) -> str:
        return type(self).__name__

    def release(self) -> None:
        self.__dict__["_freed"] = True
        self.__dict__.pop("to_save", None)
        self.__dict__.pop("_saved", None)

    @property
    def saved_tensors(self) -> tuple[Any, ...]:
        """What `save_for_backward` kept."""
        state = self.__dict__
        if state.get("_freed"):
            raise freed_error()
        saved = state.get("_saved")
        if saved is None:
            return state.get("to_save", ())
        return tuple(_unsave(self, *entry) for entry in saved)

    @property
    def saved_variables(self) -> tuple[Any, ...]:
        """The old name of `saved_tensors`."""
        warnings.warn("'saved_variables' is deprecated; use 'saved_tensors'", DeprecationWarning, stacklevel=2)
        return self.saved_tensors

    @property
    def needs_input_grad(self) -> tuple[bool, ...]:
        """Per input, whether its gradient is wanted."""
        return self.__dict__["_needs"]

    def apply(self, cotangents: Any, space: Any) -> Any:
        if LOCAL.observer is not None:
            return hear(self, lambda: _run_backward(self, cotangents, space))
        return _run_backward(self, cotangents, space)


def _unsave(node: Any, kind: str, value: Any, counter: Any, version: int) -> Any:
    if kind == "none":
        return None
    if counter[0] != version:
        raise RuntimeError(
            "one of the variables needed for gradient computation has been modified by an inplace operation: "
            f"[{value.type() if kind == 'input' else 'torch.Tensor'} {list(value.array.shape if kind == 'input' else value[0].shape)}] "
            f"is at version {counter[0]}; expected version {version} instead. Hint: enable anomaly detection to find the operation that "
            "failed to compute its gradient, with torch.autograd.set_detect_anomaly(True).")
    if kind == "input":
        return value
    array, slot = value
    t = wrap(array)
    if slot >= 0:
        t._grad_fn, t._output_nr, t._requires_grad = node, slot, True
    t._counter = counter
    return t


class _FunctionMeta(type):
    """Makes the node class of each Function, named as PyTorch names it."""

    def __init__(cls, name: str, bases: tuple[type, ...], attrs: dict[str, Any]) -> None:
        super().__init__(name, bases, attrs)
        cls._node_class = type(name + "Backward", (_FunctionNode, BackwardCFunction), {"function": cls})


class Function(FunctionCtx, metaclass=_FunctionMeta):
    """Subclass with static `forward` and `backward` (and `setup_context`, `jvp`), then call `apply`."""

    _node_class: Any
    #: Set to True where `forward`, `backward` and `jvp` are made of ops only: vmap then batches them.
    generate_vmap_rule = False

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        warnings.warn(f"{type(self)} should not be instantiated. Methods on autograd functions are all static, so you should invoke them "
                      "on the class itself. Instantiating an autograd function will raise an error in a future version of PyTorch.",
                      DeprecationWarning, stacklevel=2)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        raise RuntimeError("Legacy autograd function with non-static forward method is deprecated. Please use new-style autograd "
                           "function with static forward method. (Example: https://pytorch.org/docs/stable/autograd.html#torch.autograd"
                           ".Function)")

    @staticmethod
    def forward(*args: Any, **kwargs: Any) -> Any:
        """Compute the outputs: `forward(ctx, *args)`, or `forward(*args)` with `setup_context`."""
        raise NotImplementedError("You must implement the forward function for custom autograd.Function.")

    @staticmethod
    def setup_context(ctx: Any, inputs: tuple[Any, ...], output: Any) -> Any:
        """Save what `backward` needs; defining it takes `ctx` away from `forward`."""
        raise NotImplementedError("setup_context is not implemented.")

    @staticmethod
    def backward(ctx: Any, *grad_outputs: Any) -> Any:
        """One gradient (or None) per input of `forward`, from one per output."""
        raise NotImplementedError("You must implement either the backward or vjp method for your custom autograd.Function to use it with "
                                  "backward mode AD.")

    vjp = backward

    @staticmethod
    def jvp(ctx: Any, *grad_inputs: Any) -> Any:
        """Tangents of the outputs from tangents of the inputs."""
        raise NotImplementedError("You must implement the jvp function for custom autograd.Function to use it with forward mode AD.")

    @staticmethod
    def vmap(info: Any, in_dims: Any, *args: Any) -> Any:
        """`(output, out_dims)` for many examples at once; `in_dims` says where each argument has them, None where it has none."""
        raise NotImplementedError("To use autograd.Function with vmap, you must either override the vmap staticmethod or set "
                                  "generate_vmap_rule=True.")

    @classmethod
    def apply(cls, *args: Any, **kwargs: Any) -> Any:
        """Run `forward` and record a node whose derivative is `backward`."""
        if cls.setup_context is not Function.setup_context and kwargs:
            raise RuntimeError("apply() takes no keyword arguments when setup_context is defined")
        return _apply(cls, args)


def _apply(cls: Any, args: tuple[Any, ...]) -> Any:
    if ACTIVE:
        from ._function_levels import apply_at_level

        handled, result = apply_at_level(cls, args)
        if handled:
            return result
    return run(cls, args, cls.forward)


def run(cls: Any, args: tuple[Any, ...], forward: Callable[..., Any]) -> Any:
    """Call `forward` and hang a node of `cls` on what it returns."""
    node = cls._node_class(())
    state = node.__dict__
    inputs = [a for a in args if isinstance(a, Tensor)]
    state["_needs"] = tuple(isinstance(a, Tensor) and bool(a.requires_grad) for a in args)
    recording = LOCAL.grad and any(state["_needs"])
    before = {id(t): t._version for t in inputs}
    if cls.setup_context is not Function.setup_context:
        with grad_mode(False):
            raw = forward(*args)
            cls.setup_context(node, args, raw)
    else:
        with grad_mode(False):
            raw = forward(node, *args)
    outs = raw if isinstance(raw, tuple) else (raw,)
    if not isinstance(raw, (tuple, Tensor)) and not _holds_tensor(raw):
        outs = (raw,)
    results = _hang_outputs(node, inputs, outs, recording, before)
    _connect(node, args, results, recording)
    _forward_tangents(cls, node, args, results)
    return results if isinstance(raw, tuple) else results[0]


def _holds_tensor(value: Any) -> bool:
    return isinstance(value, Tensor)


def _hang_outputs(node: Any, inputs: list[Any], outs: tuple[Any, ...], recording: bool, before: dict[int, int]) -> tuple[Any, ...]:
    state = node.__dict__
    dirty = {id(t) for t in state.get("dirty_tensors", ())}
    fixed = {id(t) for t in state.get("non_differentiable", ())}
    ids = {id(t) for t in inputs}
    results: list[Any] = []
    node.shape = None
    node.metas = tuple((o.array.shape, o.array.dtype) if isinstance(o, Tensor) else ((), None) for o in outs)
    for slot, out in enumerate(outs):
        if not isinstance(out, Tensor):
            results.append(out)
            continue
        if id(out) in dirty:
            from .._dispatch.inplace import check_writable

            if recording:
                if out._version == before[id(out)]:
                    counter_of(out)[0] += 1
                check_writable(out)
            results.append(out)
            continue
        if id(out) in ids:  # an input returned as it is becomes a view of itself
            given = out
            out = wrap(given.array[...])
            mark_view(out, given)
            out._meta_for_writing().creation = CUSTOM_FUNCTION
        elif out._view is not None and recording:
            out._meta_for_writing().creation = CUSTOM_FUNCTION
        if recording and id(outs[slot]) not in fixed and out.array.dtype.kind in "fcV":
            out._grad_fn, out._output_nr, out._requires_grad = node, slot, True
            if out._view is not None:
                out._attr_version = counter_of(out)[0]
        elif id(outs[slot]) in fixed:
            out._grad_fn, out._requires_grad = None, False
        results.append(out)
    return tuple(results)


def _connect(node: Any, args: tuple[Any, ...], results: tuple[Any, ...], recording: bool) -> None:
    state = node.__dict__
    if not recording:
        state.pop("to_save", None) if False else None
        return
    dirty = list(state.get("dirty_tensors", ()))
    edges = [edge_of(a) if isinstance(a, Tensor) and a.requires_grad and not _is_own(a, node) else (None, 0) for a in args]
    node.edges = tuple(e for e, _ in edges)
    node.slots = tuple(s for _, s in edges) if any(s for _, s in edges) else None
    from .._dispatch.node import next_key

    node.key = next_key()
    for t in dirty:
        slot = next(i for i, r in enumerate(results) if r is t)
        rebase(t, node, slot)
    saved = []
    for t in state.get("to_save", ()):
        saved.append(_save(t, results))
    state["_saved"] = tuple(saved)
    node.versions = (None,) if saved else ()
    state.pop("to_save", None)


def _is_own(a: Any, node: Any) -> bool:
    return a._grad_fn is node


def _save(t: Any, results: tuple[Any, ...]) -> tuple[Any, ...]:
    if t is None:
        return ("none", None, None, 0)
    if not isinstance(t, Tensor):
        raise TypeError(f"save_for_backward can only save variables, but argument 0 is of type {type(t).__name__}")
    counter = counter_of(t)
    for slot, r in enumerate(results):
        if isinstance(r, Tensor) and (r is t or r.array is t.array):
            return ("output", (t.array, slot if r.requires_grad else -1), counter, counter[0])
    return ("input", t, counter, counter[0])


def _forward_tangents(cls: Any, node: Any, args: tuple[Any, ...], results: tuple[Any, ...]) -> None:
    """Tangents of the outputs by the user's `jvp`, if an input is a dual."""
    from .._dispatch.forward import level_of, set_tangent, tangent_of

    level = max((level_of(a) for a in args if isinstance(a, Tensor)), default=-1)
    if level < 0:
        return
    tangents = [tangent_of(a, level) if isinstance(a, Tensor) else None for a in args]
    node.__dict__.setdefault("to_save", node.__dict__.get("saved_for_forward", ()))
    node.__dict__["_saved"] = node.__dict__.get("_saved")
    found = cls.jvp(node, *tangents)
    for out, tangent in zip(results, found if isinstance(found, tuple) else (found,), strict=True):
        if tangent is not None and isinstance(out, Tensor):
            set_tangent(out, level, tangent)


def _run_backward(node: Any, cotangents: Any, space: Any) -> list[Any]:
    cls = node.function
    state = node.__dict__
    if state.get("_freed"):
        raise freed_error()
    cots = list(cotangents)
    if state.get("materialize_grads", True):
        cots = [wrap(np.zeros(*meta)) if c is None and meta[1] is not None else c if c is None else space.wrap(c)
                for c, meta in zip(cots, node.metas, strict=True)]
    else:
        cots = [None if c is None else space.wrap(c) for c in cots]
    if cls.vjp is not Function.vjp and cls.backward is not Function.backward:
        raise RuntimeError("Implementing both 'backward' and 'vjp' for a custom Function is not allowed. You should only implement one of "
                           "them.")
    formula = cls.vjp if cls.vjp is not Function.vjp else cls.backward
    found = formula(node, *cots)
    grads = list(found) if isinstance(found, tuple) else [found]
    return [None if g is None else space.unwrap(g) for g in _checked(node, grads)]


def _checked(node: Any, grads: list[Any]) -> list[Any]:
    count = len(node.edges)
    if len(grads) > count and all(g is None for g in grads[count:]):
        grads = grads[:count]
    if len(grads) != count:
        raise RuntimeError(f"function {node.name()} returned an incorrect number of gradients (expected {count}, got {len(grads)})")
    for i, (g, edge) in enumerate(zip(grads, node.edges, strict=True)):
        if g is not None and not isinstance(g, Tensor):
            raise TypeError(f"expected Variable or None (got {type(g).__name__})")
        if g is not None and edge is not None:
            _check_shape(node, i, g, edge)
    return grads


def _check_shape(node: Any, i: int, g: Any, edge: Any) -> None:
    shape = edge.array.shape if not isinstance(edge, Node) else edge.shape
    if shape is None:
        shape = edge.metas[node.slots[i] if node.slots else 0][0]
    if g.array.shape != shape:
        try:
            fits = np.broadcast_shapes(g.array.shape, shape) == g.array.shape
        except ValueError:
            fits = False
        if not fits:
            raise RuntimeError(f"Function {node.name()} returned an invalid gradient at index {i} - got {list(g.array.shape)} but expected "
                               f"shape compatible with {list(shape)}")


def once_differentiable(fn: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a `backward` whose result cannot be differentiated again; doing so raises."""

    @functools.wraps(fn)
    def wrapper(ctx: Any, *args: Any) -> Any:
        with grad_mode(False):
            outputs = fn(ctx, *args)
        if not LOCAL.grad or not any(isinstance(a, Tensor) and a.requires_grad for a in args):
            return outputs
        results = outputs if isinstance(outputs, tuple) else (outputs,)
        blocked = tuple(_block(r) if isinstance(r, Tensor) else r for r in results)
        return blocked if isinstance(outputs, tuple) else blocked[0]

    return wrapper


class _Blocked(Node):
    """A node that refuses to be differentiated."""

    __slots__ = ()

    def apply(self, cotangents: Any, space: Any) -> Any:
        raise RuntimeError("trying to differentiate twice a function that was marked with @once_differentiable")


def _block(t: Any) -> Any:
    out = t.detach()
    node = _Blocked(())
    node.shape, node.dtype = out.array.shape, out.array.dtype
    out._grad_fn, out._requires_grad = node, True
    return out


class InplaceFunction(Function):
    """Kept for old code: a Function with an `inplace` flag."""

    def __init__(self, inplace: bool = False) -> None:
        super().__init__()
        self.inplace = inplace


__all__ = ["BackwardCFunction", "Function", "FunctionCtx", "FunctionMeta", "InplaceFunction", "once_differentiable"]
FunctionMeta = _FunctionMeta
