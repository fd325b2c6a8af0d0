"""Batching a Function by its own `forward`, `backward` and `jvp` (`generate_vmap_rule`): each runs at a vmap level of its own."""
from __future__ import annotations

from typing import Any

from ..._array.core.user_warnings import warn
from ..._bindings.tensor.tensor import Tensor
from ..._dispatch.call.caller import TENSORS
from ..._dispatch.levels.lifting import BatchLevel, is_at_level, lift_batch, value_below
from ...utils._pytree import tree_flatten, tree_leaves, tree_unflatten
from ..function import Function, call_backward
from .levels import Context


def _new_level_like(level: BatchLevel) -> BatchLevel:
    """A new level of the same batch size, randomness and kind."""
    new = BatchLevel(level.size, level.randomness)
    new.is_legacy = level.is_legacy
    return new


class GeneratedVmapRule:
    """The state shared by the static methods of a batched Function: which of its tensors are batched."""

    def __init__(self, cls: Any, in_dims: tuple[Any, ...], outer: BatchLevel) -> None:
        self.cls = cls
        self.in_dims = in_dims
        self._level = _new_level_like(outer)
        self.saved: dict[str, list[bool]] = {}
        self.results: list[bool] = []
        self.shapes: list[Any] = []

    def level(self) -> BatchLevel:
        """The level of `forward`, to be entered again: tensors kept as attributes of ctx belong to it."""
        return _new_level_like(self._level) if getattr(self._level, "alive", False) else self._level

    def function(self) -> Any:
        """The Function that processes the whole batch."""

        class Vmapped(Function):
            generate_vmap_rule = True
            forward = staticmethod(lambda *values: self.forward(values))
            setup_context = staticmethod(self.setup_context)
            backward = staticmethod(lambda ctx, *grads: self.backward(ctx, grads))
            jvp = staticmethod(lambda ctx, *tangents: self.jvp(ctx, tangents))

        Vmapped.__name__ = f"Vmapped{self.cls.__name__}"
        Vmapped._backward_cls.__name__ = f"Vmapped{self.cls.__name__}Backward"
        return Vmapped

    def forward(self, values: tuple[Any, ...]) -> Any:
        with self.level() as level:
            lifted = lift_arguments(values, self.in_dims, level)
            self.shapes = [a.shape if isinstance(a, Tensor) else None for a in lifted]
            out = self.cls.forward(*lifted)
            outs = out if isinstance(out, tuple) else (out,)
            _check_outputs(out)
            self.results = [isinstance(t, Tensor) and is_at_level(t, level) for t in outs]
            values_below = tuple(value_below(t, level) if at else t for t, at in zip(outs, self.results, strict=True))
            return values_below if isinstance(out, tuple) else values_below[0]

    def lifted(self, outs: Any, level: BatchLevel) -> Any:
        """The outputs, with the batched ones lifted to `level`."""
        each = outs if isinstance(outs, tuple) else (outs,)
        lifted = tuple(lift_batch(t, level) if at and t is not None else t for t, at in zip(each, self.results, strict=True))
        return lifted if isinstance(outs, tuple) else lifted[0]

    def setup_context(self, ctx: Any, inputs: Any, output: Any) -> Any:
        with self.level() as level:
            return self.cls.setup_context(_PerExampleContext(ctx, level, self.saved, ""), lift_arguments(inputs, self.in_dims, level),
                                          self.lifted(output, level))

    def backward(self, ctx: Any, grads: tuple[Any, ...]) -> tuple[Any, ...]:
        with self.level() as level:
            gradients = call_backward(self.cls, _PerExampleContext(ctx, level, self.saved, "backward"), list(self.lifted(grads, level)))
            gradients = gradients if isinstance(gradients, tuple) else (gradients,)
            return tuple(_input_gradient(g, d, shape, level) for g, d, shape in zip(gradients, self.in_dims, self.shapes, strict=False))

    def jvp(self, ctx: Any, tangents: tuple[Any, ...]) -> Any:
        kind = "forward" if "forward" in self.saved else "backward"
        with self.level() as level:
            out_tangents = self.cls.jvp(_PerExampleContext(ctx, level, self.saved, kind), *lift_arguments(tangents, self.in_dims, level))
            each = out_tangents if isinstance(out_tangents, tuple) else (out_tangents,)
            flags = [*self.results, *(True for _ in each[len(self.results):])]
            each = tuple(_with_batch_dim(t, level) if isinstance(t, Tensor) and (at or is_at_level(t, level)) else t
                         for t, at in zip(each, flags, strict=False))
            return each if isinstance(out_tangents, tuple) else each[0]


def _check_outputs(out: Any) -> None:
    if isinstance(out, (list, dict)):
        raise AssertionError(f"flat_bdims must not be None: a Function with generate_vmap_rule returned a {type(out).__name__}; return a "
                             "tensor or a tuple")
    if not isinstance(out, (Tensor, tuple)):
        raise TypeError(f"Value after * must be an iterable, not {type(out).__name__}: a Function with generate_vmap_rule has to return a "
                        "tensor or a tuple")


class _PerExampleContext:
    """The ctx seen by per-example code: saved tensors are lifted to the level, everything else is delegated to the real ctx.

    `_fn_saved_at` flags the saved tensors that are batched, `_fn_kind` selects those that are read.
    """

    __slots__ = ("_fn_ctx", "_fn_kind", "_fn_level", "_fn_saved_at")

    def __init__(self, ctx: Any, level: BatchLevel, saved: dict[str, list[bool]], kind: str) -> None:
        for name, value in zip(_PerExampleContext.__slots__, (ctx, kind, level, saved), strict=True):
            object.__setattr__(self, name, value)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._fn_ctx, name)

    def __setattr__(self, name: str, value: Any) -> None:
        setattr(self._fn_ctx, name, value)

    def __delattr__(self, name: str) -> None:
        delattr(self._fn_ctx, name)

    def save_for_backward(self, *tensors: Any) -> None:
        self._fn_ctx.save_for_backward(*self._fn_lowered("backward", tensors))

    def save_for_forward(self, *tensors: Any) -> None:
        self._fn_ctx.save_for_forward(*self._fn_lowered("forward", tensors))

    def _fn_lowered(self, kind: str, tensors: tuple[Any, ...]) -> list[Any]:
        level = self._fn_level
        flags = self._fn_saved_at[kind] = [isinstance(t, Tensor) and is_at_level(t, level) for t in tensors]
        return [value_below(t, level) if at else t for t, at in zip(tensors, flags, strict=True)]

    @property
    def saved_tensors(self) -> tuple[Any, ...]:
        found = self._fn_ctx.saved_tensors
        flags = self._fn_saved_at.get(self._fn_kind) or [False] * len(found)
        return tuple(lift_batch(t, self._fn_level) if at else t for t, at in zip(found, flags, strict=True))

    @property
    def saved_variables(self) -> tuple[Any, ...]:
        warn("'saved_variables' is deprecated; use 'saved_tensors'", DeprecationWarning)
        return self.saved_tensors


def lift_arguments(values: tuple[Any, ...], in_dims: tuple[Any, ...], level: BatchLevel) -> tuple[Any, ...]:
    """The arguments, with the batched ones lifted to `level`."""
    return tuple(_lift_argument(v, d, level) for v, d in zip(values, in_dims, strict=True))


def _lift_argument(value: Any, dim: Any, level: BatchLevel) -> Any:
    if isinstance(value, Tensor):
        return lift_batch(value, level) if dim == 0 else value
    flat, spec = tree_flatten(value)
    dims = tree_leaves(dim)
    return tree_unflatten([_lift_argument(v, d, level) for v, d in zip(flat, dims, strict=True)], spec) if flat != [value] else value


def _with_batch_dim(t: Any, level: BatchLevel) -> Any:
    """A result with the batch dimension first; an unbatched one is expanded."""
    return value_below(t, level) if is_at_level(t, level) else TENSORS.expand(TENSORS.unsqueeze(t, 0), (level.size, *t.shape))


def _input_gradient(g: Any, dim: Any, shape: Any, level: BatchLevel) -> Any:
    """The gradient of an input: per example and summed to its shape there, or summed over the batch if the input is unbatched.

    An unbatched gradient of an unbatched input is not summed, as in PyTorch.
    """
    if not isinstance(g, Tensor):
        return g
    if dim is None:
        return TENSORS.sum_dim(value_below(g, level), (0,), False, None) if is_at_level(g, level) else g
    return _with_batch_dim(g if g.shape == shape else g.sum_to_size(shape), level)


def batched_function(cls: Any, in_dims: tuple[Any, ...], outer: BatchLevel) -> Any:
    """The batched Function for one without `setup_context`, whose `forward` saves tensors itself."""

    class Vmapped(Function):
        @staticmethod
        def forward(ctx: Any, *values: Any) -> Any:
            with _new_level_like(outer) as level:
                inner = ctx.inner = Context()
                out = cls.forward(inner, *lift_arguments(values, in_dims, level))
                ctx.batched = [isinstance(t, Tensor) and is_at_level(t, level) for t in inner.to_save]
                ctx.save_for_backward(*(value_below(t, level) if at else t for t, at in zip(inner.to_save, ctx.batched, strict=True)))
                each = tuple(_with_batch_dim(t, level) if isinstance(t, Tensor) else t for t in (out if isinstance(out, tuple) else (out,)))
                return each if isinstance(out, tuple) else each[0]

        @staticmethod
        def backward(ctx: Any, *grads: Any) -> Any:
            with _new_level_like(outer) as level:
                inner = ctx.inner
                inner.to_save = tuple(lift_batch(t, level) if at else t for t, at in zip(ctx.saved_tensors, ctx.batched, strict=True))
                found = call_backward(cls, inner, [lift_batch(g, level) if isinstance(g, Tensor) else g for g in grads])
                found = found if isinstance(found, tuple) else (found,)
                return tuple(_sum_if_unbatched(g, d, level) for g, d in zip(found, in_dims, strict=True))

    return Vmapped


def _sum_if_unbatched(g: Any, dim: Any, level: BatchLevel) -> Any:
    if not isinstance(g, Tensor):
        return g
    full = _with_batch_dim(g, level)
    return full if dim == 0 else TENSORS.sum_dim(full, (0,), False, None)
