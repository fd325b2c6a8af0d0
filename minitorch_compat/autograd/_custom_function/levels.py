"""`Function.apply` inside function transforms: each level does its part, then applies the Function one level below."""
from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from typing import Any, NamedTuple

from ..._bindings.tensor.tensor import Tensor
from ..._dispatch.call.caller import TENSORS
from ..._dispatch.call.special_calls import level_index
from ..._dispatch.grad_mode import grad_mode
from ..._dispatch.levels.forward import LevelOfOtherThread, primal_of, run_on_levels
from ..._dispatch.levels.grad_level import calls_below
from ..._dispatch.levels.lifting import (
    BatchLevel,
    DualLevel,
    Lifted,
    Tracked,
    TrackLevel,
    is_at_level,
    lift,
    lift_batch,
    register_at_levels,
    register_in_jvp,
    value_below,
    without_ended_levels,
)
from ..._dispatch.state import LOCAL, NO_LEVEL_LIMIT
from ..._dispatch.tensor import wrap_as
from ...utils._pytree import broadcast_prefix, tree_flatten, tree_leaves, tree_map, tree_unflatten
from ..function import Function, run_forward
from .forward import attach_tangents, tangent_or_zeros

_MORE_DETAILS = "For more details, please see https://pytorch.org/docs/main/notes/extending.func.html"


class VmapInfo(NamedTuple):
    """The `info` argument of a `vmap` staticmethod."""

    batch_size: int
    randomness: str


def apply_at_level(cls: Any, args: tuple[Any, ...]) -> tuple[bool, Any]:
    """(True, result) if a level handles the call; (False, None) if no argument belongs to one."""
    args = tuple(without_ended_levels(a) if isinstance(a, Tensor) else a for a in args)
    try:
        top = _top_level(args)
    except LevelOfOtherThread as other:
        return True, run_on_levels(other.levels, cls.apply, *args)
    combined = cls.setup_context is Function.setup_context
    levels = LOCAL.levels if top < 0 and not LOCAL.delegated else LOCAL.levels[top:top + 1]
    if combined and any(getattr(level, "functional", False) and not _is_legacy(level) for level in levels):
        raise RuntimeError("In order to use an autograd.Function with functorch transforms (vmap, grad, jvp, jacrev, ...), it must "
                           "override "
                           f"the setup_context staticmethod. {_MORE_DETAILS}")
    if not LOCAL.delegated:
        for level in LOCAL.levels:
            if isinstance(level, BatchLevel):
                _has_own_vmap_rule(cls, level)
    if top < 0:
        if LOCAL.delegated or combined or not any(level.differentiates for level in LOCAL.levels):
            return False, None
        return True, _apply_below_levels(cls, args)
    level = LOCAL.levels[top]
    if combined and not _is_legacy(level):
        return False, None
    if isinstance(level, DualLevel) and not level.functional and not any(_is_lifted(a) for a in args):
        return False, None  # see _function_forward.py
    if isinstance(level, TrackLevel):
        return True, _apply_at_reverse_level(cls, args, level)
    if isinstance(level, BatchLevel):
        return True, _apply_at_vmap_level(cls, args, level)
    return True, _apply_at_forward_level(cls, args, level)


def _top_level(args: tuple[Any, ...]) -> int:
    """The level that handles the call: the highest of any argument, or a vmap level of a tensor nested in one."""
    top = max((level_index(a) for a in args if isinstance(a, Tensor)), default=-1)
    if all(isinstance(a, Tensor) or not isinstance(a, (tuple, list, dict)) for a in args):
        return top
    nested = max((level_index(a) for a in tree_leaves(args) if isinstance(a, Tensor)), default=-1)
    return nested if nested > top and isinstance(LOCAL.levels[nested], BatchLevel) else top


def _is_legacy(level: Any) -> bool:
    """Whether this is the level of `is_grads_batched`, which does not require `setup_context`."""
    return getattr(level, "is_legacy", False)


def _is_lifted(value: Any) -> bool:
    return isinstance(value, Tensor) and isinstance(value._array, Lifted)


def _map_tensors(args: tuple[Any, ...], change: Callable[[Any], Any]) -> tuple[Any, ...]:
    return tuple(change(a) if isinstance(a, Tensor) else a for a in args)


def _arguments_by_value(lowered: Any, args: Any) -> dict[int, Any]:
    """Map the id of each lowered argument to the argument itself, so that an output which is an input is returned as that input."""
    return {id(b): a for b, a in zip(tree_leaves(lowered), tree_leaves(args), strict=True) if isinstance(a, Tensor)}


def _map_outputs(out: Any, change: Callable[[Any], Any]) -> Any:
    return _map_tensors(out, change) if isinstance(out, tuple) else _map_tensors((out,), change)[0]


def _apply_at_reverse_level(cls: Any, args: tuple[Any, ...], level: TrackLevel) -> Any:
    """Compute the outputs one level below and record the node at this level."""
    level.plain = False  # the user's backward computes with tensors of this level
    lifted = _map_tensors(args, lambda t: t if is_at_level(t, level) else lift(t, level))

    grad = LOCAL.grad

    def forward(*inputs: Any) -> Any:
        lowered = _map_tensors(inputs, lambda t: value_below(t, level))
        with grad_mode(grad), calls_below(level):  # `run_forward` has disabled it
            out = cls.apply(*lowered)
        arguments = _arguments_by_value(lowered, inputs)
        return _map_outputs(out, lambda t: arguments[id(t)] if id(t) in arguments else wrap_as(Tensor, Tracked(t, level)))

    return run_forward(cls, lifted, forward, NO_LEVEL_LIMIT, _node_class(cls))  # tangents belong to the values below


def _node_class(cls: Any) -> Any:
    """The node class of the Function at reverse levels, which PyTorch names differently."""
    attributes = vars(cls._backward_cls)
    if "_at_levels" not in attributes:
        cls._backward_cls._at_levels = type(f"{cls.__name__}GeneratedBackward", (cls._backward_cls,), {})
    return cls._backward_cls._at_levels


def _apply_below_levels(cls: Any, args: tuple[Any, ...]) -> Any:
    """Run a call that no level handles: `forward` runs below all levels, and its new tensors count as made inside them."""
    with _below_levels():
        out = cls.apply(*args)
    argument_ids = {id(a) for a in args}
    return _map_outputs(out, lambda t: t if id(t) in argument_ids else register_at_levels(t, LOCAL.levels))


@contextmanager
def _below_levels() -> Iterator[None]:
    """Context in which `forward` runs below all levels, on ordinary tensors with memory of their own."""
    previous, LOCAL.delegated = LOCAL.delegated, True
    try:
        yield
    finally:
        LOCAL.delegated = previous


def _apply_at_forward_level(cls: Any, args: tuple[Any, ...], level: DualLevel) -> Any:
    """Compute the outputs from the primals and their tangents with the user's `jvp`."""
    primals = _map_tensors(args, lambda t: primal_of(t, level.index))
    with _below_levels() if level.functional else nullcontext():
        out = cls.apply(*primals)
    out = _map_outputs(out, lambda t: _to_argument(t, primals, args))
    outs = out if isinstance(out, tuple) else (out,)
    ctx = Context()
    cls.setup_context(ctx, primals, out)
    tangents = tuple(tangent_or_zeros(a, level.index, ctx.materialize_grads) for a in args)
    for t in tangents:
        if t is not None and not any(t is input_tangent for input_tangent in level.input_tangents):
            register_in_jvp(t)  # inside the level: the user's `jvp` may write into it
    attach_tangents(ctx, cls.jvp(ctx, *tangents), (args, tangents), outs, level.index)
    return out


def _to_argument(out: Any, primals: tuple[Any, ...], args: tuple[Any, ...]) -> Any:
    """Map an output that is a primal to its argument, with the new history; make views of a primal views of the argument."""
    for primal, a in zip(primals, args, strict=True):
        if out is primal and out is not a:
            a._grad_fn, a._output_nr, a._requires_grad = out._grad_fn, out._output_nr, out._requires_grad
            return a
        if isinstance(primal, Tensor) and out._view is primal:
            out._view = a
    return out


class Context:
    """A ctx that only stores attributes."""

    to_save: tuple[Any, ...] = ()
    saved_for_forward: tuple[Any, ...] | None = None
    needs_input_grad: tuple[bool, ...] = ()
    dirty_tensors: tuple[Any, ...] = ()
    materialize_grads = True

    @property
    def saved_tensors(self) -> tuple[Any, ...]:
        return self.to_save if self.saved_for_forward is None else self.saved_for_forward

    def save_for_backward(self, *tensors: Any) -> None:
        self.to_save = tensors

    def save_for_forward(self, *tensors: Any) -> None:
        self.saved_for_forward = tensors

    def mark_non_differentiable(self, *tensors: Any) -> None:
        self.non_differentiable = tensors

    def mark_dirty(self, *tensors: Any) -> None:
        self.dirty_tensors = tensors

    def set_materialize_grads(self, value: bool) -> None:
        self.materialize_grads = value


def _has_own_vmap_rule(cls: Any, level: BatchLevel) -> bool:
    """Whether the Function defines `vmap`; raise if neither that nor `generate_vmap_rule` applies."""
    has_own = cls.vmap is not Function.vmap
    if level.is_legacy:
        return False
    if cls.generate_vmap_rule and has_own:
        raise RuntimeError(f"You tried to vmap over {cls.__name__}, but it has both generate_vmap_rule=True and an overridden vmap "
                           "staticmethod. "
                           "Please set generate_vmap_rule=False or delete the overridden vmap staticmethod to avoid ambiguity. "
                           f"{_MORE_DETAILS}")
    if not has_own and not cls.generate_vmap_rule:
        raise RuntimeError(f"You tried to vmap over {cls.__name__}, but it does not have vmap support. Please override and implement "
                           "the vmap "
                           f"staticmethod or set generate_vmap_rule=True. {_MORE_DETAILS}")
    return has_own


@contextmanager
def _level_closed(level: BatchLevel) -> Iterator[None]:
    """Context in which `level` and those above it are closed, for a batching rule: random numbers in it are drawn once."""
    closed_levels = LOCAL.levels[level.index:]
    del LOCAL.levels[level.index:]
    level.alive = False
    try:
        yield
    finally:
        level.alive = True
        LOCAL.levels[level.index:] = closed_levels


def _apply_at_vmap_level(cls: Any, args: tuple[Any, ...], level: BatchLevel) -> Any:
    if _has_own_vmap_rule(cls, level):
        values = tree_map(lambda a: _value_and_batch_dim(a, level)[0], args)
        return _apply_own_vmap_rule(cls, args, values, tree_map(lambda a: _value_and_batch_dim(a, level)[1], args), level)
    in_dims = tree_map(lambda a: 0 if isinstance(a, Tensor) and is_at_level(a, level) else None, args)
    values = tree_map(lambda a: value_below(a, level) if isinstance(a, Tensor) else a, args)
    from . import batches as rules

    if cls.setup_context is Function.setup_context:
        with _level_closed(level):
            outs = rules.batched_function(cls, in_dims, level).apply(*values)
        return _map_outputs(outs, lambda t: lift_batch(t, level))
    rule = rules.GeneratedVmapRule(cls, in_dims, level)
    with _level_closed(level):
        outs = rule.function().apply(*values)
    return rule.lifted(outs, level)


def _value_and_batch_dim(a: Any, level: BatchLevel) -> tuple[Any, int | None]:
    """A tensor one level below and its batch dimension: that of `in_dims` for vmap's own arguments, 0 for computed tensors."""
    if not isinstance(a, Tensor) or not is_at_level(a, level):
        return a, None
    for array, value, leaf, dim in level.moved_inputs:
        if array is a._array and value_below(a, level) is value:
            return leaf, dim
    batched: Any = a._array
    value, dim = value_below(a, level), batched.dim
    return (TENSORS.movedim(value, 0, dim), dim) if dim else (value, 0)


def _apply_own_vmap_rule(cls: Any, args: tuple[Any, ...], values: tuple[Any, ...], in_dims: tuple[Any, ...], level: BatchLevel) -> Any:
    """The user's `vmap`."""
    with _level_closed(level):
        result = cls.vmap(VmapInfo(level.size, level.randomness), in_dims, *values)
    if not (isinstance(result, tuple) and len(result) == 2):
        got = f"{len(result)} returns" if isinstance(result, tuple) else f"a {type(result)}"
        raise RuntimeError("Expected the vmap staticmethod to have two returns, an output and out_dims with pytree structure "
                           f"compatible with the output. Got {got} instead")
    flat, spec = tree_flatten(result[0])
    dims = broadcast_prefix(result[1], spec)
    if dims is None:
        raise RuntimeError("The autograd.Function's vmap staticmethod returned an incompatible (output, out_dims) tuple. Expected "
                           f"out_dims={result[1]} to be compatible with the structure of `output`. out_dims has structure "
                           f"{tree_flatten(result[1])[1]} but output has structure {spec}. {_MORE_DETAILS}")
    arguments = _arguments_by_value(values, args)

    def lift_output(t: Any, d: Any) -> Any:
        if isinstance(t, Tensor) and d is not None and not t.ndim:
            raise ValueError("The autograd.Function's vmap staticmethod says that the examples of an output without dimensions lie along "
                             "one")
        if id(t) in arguments:
            return arguments[id(t)]
        if d is None or not isinstance(t, Tensor):
            return t
        return lift_batch(TENSORS.movedim(t, d, 0) if d else t, level)

    return tree_unflatten([lift_output(t, d) for t, d in zip(flat, dims, strict=True)], spec)
