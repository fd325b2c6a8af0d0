"""In-place calls that a function transform forbids: how the call is named, and what may be written inside `jvp`.

PyTorch names the overload it refuses (`add_.Tensor`), and has three texts for vmap, by how it batches the op.
"""
from __future__ import annotations

from typing import Any, NoReturn

import numpy as np

from .state import LOCAL
from .tensor import TensorBase

CAPTURED = ("During a grad (vjp, jvp, grad, etc) transform, the function provided attempted to call in-place operation (aten::{}) that "
            "would mutate a captured Tensor. This is not supported; please rewrite the function being transformed to explicitly accept "
            "the mutated Tensor(s) as inputs.")
_UNBATCHED = ("vmap: {0}(self, *extra_args) is not possible because there exists a Tensor `other` in extra_args that has more elements "
              "than `self`. This happened due to `other` being vmapped over but `self` not being vmapped over {1}. Please try to use "
              "out-of-place operators instead of {0}. If said operator is being called inside the PyTorch framework, please file a bug "
              "report instead.")

#: Ops whose in-place form has overloads: by the last argument, or by name.
_BY_ARGUMENT = frozenset({"bitwise_and", "bitwise_left_shift", "bitwise_or", "bitwise_right_shift", "bitwise_xor", "copysign", "eq", "fmod",
                          "float_power", "ge", "gt", "le", "lt", "ne", "remainder", "xlogy"})
_OVERLOADS = {
    "add": "add_.Tensor", "clamp_max_scalar": "clamp_max_", "clamp_max_tensor": "clamp_max_.Tensor", "clamp_min_scalar": "clamp_min_",
    "clamp_min_tensor": "clamp_min_.Tensor", "clamp_scalars": "clamp_", "clamp_tensors": "clamp_.Tensor", "div": "div_.Tensor",
    "fill_tensor": "fill_.Tensor", "floor_divide": "floor_divide_.Tensor", "index_fill_tensor": "index_fill_.int_Tensor",
    "index_fill_value": "index_fill_.int_Scalar", "index_put_plan": "index_put_", "lerp": "lerp_.Tensor", "lerp_scalar": "lerp_.Scalar",
    "masked_fill_tensor": "masked_fill_.Tensor", "masked_fill_value": "masked_fill_.Scalar", "mul": "mul_.Tensor", "pow": "pow_.Tensor",
    "pow_scalar": "pow_.Scalar", "put_flat": "put_", "scatter_reduce_of": "scatter_reduce_.two", "scatter_tensor": "scatter_.src",
    "scatter_value": "scatter_.value", "sub": "sub_.Tensor"}

#: Ops that vmap refuses as "inplace arithmetic", by their own name, or not before the shapes disagree; the others by `aten::name_`.
_ARITHMETIC = frozenset({"clamp_max", "clamp_min", "copy", "div", "logical_and", "logical_or", "logical_xor", "masked_fill_value", "mul",
                         "sub"})
_OWN_NAME = frozenset({"fill", "index_add", "index_fill", "index_put", "scatter_add", "scatter_reduce"})
_BROADCASTING = frozenset({"add", "atan2", "bitwise_and", "bitwise_left_shift", "bitwise_or", "bitwise_right_shift", "bitwise_xor",
                           "copysign", "gcd", "lcm"})


def overload(op: Any, args: tuple[Any, ...]) -> str:
    """What PyTorch calls the in-place overload of `op` that takes these arguments."""
    name: str = op.name
    if name in _BY_ARGUMENT:
        return f"{name}_.{'Tensor' if isinstance(args[-1], TensorBase) else 'Scalar'}"
    return _OVERLOADS.get(name) or name + "_"


def refuse_unbatched(op: Any, args: tuple[Any, ...], level: Any) -> NoReturn:
    """Raise: `args[0]`, which all examples share, would get a value per example."""
    target = args[0]
    name = _base_name(overload(op, args))
    if level.older:
        _refuse_at_older(name, level)
    if name in _BROADCASTING:
        _refuse_broadcast(target, max(args[1:], key=lambda a: physical_ndim(a) if isinstance(a, TensorBase) else -1), level)
    refuse_by_name(op.name if op.name in _ARITHMETIC else name, level)


def _refuse_at_older(name: str, level: Any) -> NoReturn:
    """Raise: at the level of `is_grads_batched` all ops are refused alike."""
    depth = sum(getattr(other, "older", False) for other in LOCAL.levels[:LOCAL.levels.index(level) + 1])
    raise RuntimeError(_UNBATCHED.format(f"aten::{name}_", f"at level {depth}"))


def _refuse_broadcast(target: Any, other: Any, level: Any) -> NoReturn:
    """Raise: as one tensor of all examples of `level`, `other` is wider than `target`."""
    from .inplace import check_writable
    from .lifting import below

    if LOCAL.grad and target.requires_grad:
        check_writable(target)
    own, wanted = list(target._array.shape), list(below(other, level)._array.shape)
    examples = physical_shape(target)[:-len(own) or None]
    if not examples:
        raise RuntimeError(f"output with shape {own} doesn't match the broadcast shape "
                           f"{_beside(own, physical_shape(other), len(wanted) - 1)}")
    raise RuntimeError(f"output with shape {[*examples, *(1,) * (len(wanted) - len(own)), *own]} doesn't match the broadcast shape "
                       f"{[*examples, *wanted]}")


def _beside(own: list[int], wide: list[int], rank: int) -> list[int]:
    """What a tensor without examples, and one with them in front of `rank` dimensions, broadcast to."""
    missing = len(own) - rank
    shape = [wide[0], *(1,) * missing, *wide[1:]] if len(wide) == rank + 1 and missing > 0 else wide
    return list(np.broadcast_shapes(tuple(own), tuple(shape))) if len(shape) > len(wide) else wide


def refuse_by_name(name: str, level: Any) -> NoReturn:
    """Raise PyTorch's text for an op of this name."""
    if level.older:
        _refuse_at_older(name, level)
    if name in _ARITHMETIC:
        raise RuntimeError(_UNBATCHED.format("inplace arithmetic", "in a vmap"))
    if name in _OWN_NAME:
        raise RuntimeError(_UNBATCHED.format(f"{name}_", "in a vmap"))
    raise RuntimeError(_UNBATCHED.format(f"aten::{name}_", f"at level {level.depth}"))


def physical_ndim(t: Any) -> int:
    """The number of dimensions of `t` and of the vmap levels it is batched at."""
    return len(physical_shape(t))


def physical_shape(t: Any) -> list[int]:
    """The shape of `t` with the examples of every vmap level in front."""
    from .lifting import concrete_values

    return list(concrete_values(t).shape)


def check_captured(t: Any, name: str, others: tuple[Any, ...] = ()) -> None:
    """Refuse to write into a tensor that the innermost open `grad`, `vjp` or `jvp` has not seen made.

    What is made inside a reverse-mode level belongs to it, so that a tensor of levels below was made outside; inside `jvp` it is noted.
    Where vmap does not let `t` take a value per example from the `others`, that is said instead, later.
    """
    from .lifting import BatchLevel, is_at

    if LOCAL.lowered:
        return
    owner = t if t._view is None else t._view
    for level in reversed(LOCAL.levels):
        if is_at(t, level):
            return
        if isinstance(level, BatchLevel):
            if _base_name(name) not in _BROADCASTING and any(isinstance(o, TensorBase) and is_at(o, level) for o in others):
                return
        elif level.differentiates:
            if not made_inside(t, level) and not made_inside(owner, level):
                raise RuntimeError(CAPTURED.format(name))
            return


def _base_name(overload_name: str) -> str:
    return overload_name.split("_.")[0].removesuffix("_")


def made_inside(t: Any, level: Any) -> bool:
    """Whether `t`, a tensor over an ndarray, was made inside `level`, a `jvp`, or varies with its primals."""
    if not hasattr(level, "duals") or t._autograd_meta is None:
        return False
    made_in = t._autograd_meta.made_in
    return (made_in is not None and made_in.index >= level.index and made_in.index < len(LOCAL.levels)
            and LOCAL.levels[made_in.index] is made_in) or bool(t._autograd_meta.tangents) and level.index in t._autograd_meta.tangents
