"""`torch._foreach_*`: an op over lists of tensors, one tensor after the other. Optimizers of many libraries are written with them."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ._bindings import functions as ops
from ._bindings.tensor import Tensor

_UNARY = frozenset({
    "abs", "acos", "asin", "atan", "ceil", "cos", "cosh", "erf", "erfc", "exp", "expm1", "floor", "frac", "lgamma", "log", "log10", "log1p",
    "log2", "neg", "reciprocal", "round", "rsqrt", "sigmoid", "sign", "sin", "sinh", "sqrt", "tan", "tanh", "trunc"})
_BINARY = ["add", "clamp_max", "clamp_min", "div", "maximum", "minimum", "mul", "pow", "sub"]
_TERNARY = ["addcdiv", "addcmul"]
_NO_TENSORS = "Tensor list must have at least one tensor."


def __getattr__(name: str) -> Callable[..., Any]:
    """The function of a name of the family, made when it is first asked for."""
    op, inplace = name.removeprefix("_foreach_"), name.endswith("_")
    op = op.rstrip("_")
    for family, maker in ((_UNARY, _unary), (_BINARY, _binary), (_TERNARY, _ternary)):
        if name == f"_foreach_{op}{'_' * inplace}" and op in family:
            globals()[name] = made = maker(op, inplace)
            made.__name__ = made.__qualname__ = name
            return made
    raise AttributeError(f"module 'torch' has no attribute {name!r}")


def _one(op: str, inplace: bool) -> Callable[..., Any]:
    """What is done to one tensor of the list."""
    bound = {"maximum": "clamp_min", "minimum": "clamp_max"}.get(op)
    if bound is not None:  # these take a number here
        tensor, number = getattr(ops, op), getattr(Tensor, f"{bound}_" if inplace else bound)
        return lambda t, o: number(t, o) if not isinstance(o, Tensor) else t.copy_(tensor(t, o)) if inplace else tensor(t, o)
    method: Callable[..., Any] = getattr(Tensor, f"{op}_" if inplace else op)
    return method


def _tensors(name: str, value: Any) -> list[Any]:
    if isinstance(value, Tensor) or not isinstance(value, (list, tuple)):
        raise TypeError(f"{name}(): argument 'self' (position 1) must be tuple of Tensors, not {type(value).__name__}")
    if not value:
        raise RuntimeError(_NO_TENSORS)
    for i, t in enumerate(value):
        if not isinstance(t, Tensor):
            raise TypeError(f"expected Tensor as element {i} in argument 0, but got {type(t).__name__}")
    return list(value)


def _same_length(first: Sequence[Any], other: Sequence[Any]) -> Sequence[Any]:
    if len(first) != len(other):
        if not other or isinstance(other[0], Tensor):
            raise RuntimeError(f"Tensor lists must have the same number of tensors, got {len(first)} and {len(other)}")
        raise RuntimeError("Tensor list must have same number of elements as scalar list.")
    return other


def _spread(value: Any, tensors: Sequence[Any]) -> Sequence[Any]:
    """An operand for each tensor: of a list its members, otherwise the same for all; a number may come as a tensor."""
    if isinstance(value, (list, tuple)):
        return _same_length(tensors, value)
    if isinstance(value, Tensor) and value.dim():
        raise RuntimeError(f"scalar tensor expected to be 0 dim but it has {value.dim()} dimensions and {value.numel()} elements.")
    return [value] * len(tensors)


def _given(inplace: bool, self: Any, results: list[Any]) -> Any:
    """In place gives the list that came; otherwise there is a new tuple."""
    return self if inplace else tuple(results)


def _unary(op: str, inplace: bool) -> Callable[..., Any]:
    do = _one(op, inplace)

    def each(self: Any) -> Any:
        return _given(inplace, self, [do(t) for t in _tensors(each.__name__, self)])

    return each


def _binary(op: str, inplace: bool) -> Callable[..., Any]:
    do = _one(op, inplace)

    def each(self: Any, other: Any = None, *, alpha: Any = 1, **named: Any) -> Any:
        if other is None:
            other = next(named[k] for k in ("scalar", "scalars", "exponent") if k in named)
        if op == "pow" and not inplace and isinstance(self, (int, float, complex)):
            return tuple(ops.pow(self, t) for t in _tensors(each.__name__, other))
        tensors = _tensors(each.__name__, self)
        others = _spread(other, tensors)
        if alpha != 1:
            return _given(inplace, self, [do(t, o, alpha=alpha) for t, o in zip(tensors, others, strict=True)])
        return _given(inplace, self, [do(t, o) for t, o in zip(tensors, others, strict=True)])

    return each


def _ternary(op: str, inplace: bool) -> Callable[..., Any]:
    do = _one(op, inplace)

    def each(self: Any, tensor1: Any, tensor2: Any, value: Any = 1, *, scalars: Any = None) -> Any:
        tensors = _tensors(each.__name__, self)
        firsts, seconds = _same_length(tensors, tensor1), _same_length(tensors, tensor2)
        values = value if scalars is None else scalars
        if isinstance(values, Tensor):
            values = values.tolist()
        return _given(inplace, self, [do(t, a, b, value=v) for t, a, b, v in zip(
            tensors, firsts, seconds, _spread(values, tensors), strict=True)])

    return each


def _foreach_lerp(self: Any, tensors1: Any, weight: Any = None, *, weights: Any = None) -> tuple[Any, ...]:
    """Towards `tensors1` by a weight: one for all, or one each."""
    tensors = _tensors("_foreach_lerp", self)
    amounts = _spread(weight if weights is None else weights, tensors)
    return tuple(t.lerp(o, w) for t, o, w in zip(tensors, _same_length(tensors, tensors1), amounts, strict=True))


def _foreach_lerp_(self: Any, tensors1: Any, weight: Any = None, *, weights: Any = None) -> Any:
    """In place, see `_foreach_lerp`."""
    tensors = _tensors("_foreach_lerp_", self)
    amounts = _spread(weight if weights is None else weights, tensors)
    for t, o, w in zip(tensors, _same_length(tensors, tensors1), amounts, strict=True):
        t.lerp_(o, w)
    return self


def _foreach_norm(self: Any, ord: Any = 2, dtype: Any = None) -> tuple[Any, ...]:
    """The vector norm of each tensor."""
    from .linalg import vector_norm

    return tuple(vector_norm(t, ord, dtype=dtype) for t in _tensors("_foreach_norm", self))


def _foreach_powsum(self: Any, ord: Any = 2, dtype: Any = None) -> tuple[Any, ...]:
    """The sum of the powers of the magnitudes in each tensor."""
    return tuple(t.abs().pow(ord).sum(dtype=dtype) for t in _tensors("_foreach_powsum", self))


def _foreach_max(self: Any) -> tuple[Any, ...]:
    """The largest element of each tensor."""
    return tuple(t.max() for t in _tensors("_foreach_max", self))


def _foreach_mm(self: Any, mat2: Any) -> tuple[Any, ...]:
    """Matrix products, pair by pair."""
    tensors = _tensors("_foreach_mm", self)
    return tuple(a.mm(b) for a, b in zip(tensors, _same_length(tensors, mat2), strict=True))


def _foreach_clone(self: Any, *, memory_format: Any = None) -> tuple[Any, ...]:
    """Copies."""
    options = {} if memory_format is None else {"memory_format": memory_format}
    return tuple(t.clone(**options) for t in _tensors("_foreach_clone", self))


def _foreach_copy_(self: Any, src: Any, non_blocking: bool = False) -> Any:
    """Each tensor gets the values of its partner."""
    tensors = _tensors("_foreach_copy_", self)
    for t, s in zip(tensors, _same_length(tensors, src), strict=True):
        t.copy_(s)
    return self


def _foreach_zero_(self: Any) -> Any:
    """Zeros everywhere."""
    for t in _tensors("_foreach_zero_", self):
        t.zero_()
    return self
