"""`torch._foreach_*`: an op applied to each tensor of a list. Many libraries write their optimizers with these."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from .._array.core import intp
from .._bindings.generated import functions as ops
from .._bindings.tensor.tensor import Tensor
from .._dispatch.call.caller import wrap
from .._dispatch.graph.inplace import check_fits
from .._dispatch.graph.inplace import inplace as in_place
from .._dispatch.state import LOCAL
from .._engine.composite.nodes import in_one_node
from .._ops.facts import Foreach
from .._ops.op import ENTRY, OPS, overload

#: The kinds of the second operand, in the order of `Foreach.nodes`: one number, a list of numbers, a list of tensors, one tensor for all.
_ONE_NUMBER, _NUMBER_LIST, _TENSOR_LIST, _ONE_TENSOR = range(4)
_EMPTY_LIST_ERROR = "Tensor list must have at least one tensor."


if not TYPE_CHECKING:  # type checkers should report names that do not exist
    def __getattr__(name: str) -> Callable[..., Any]:
        """Create the function of that name on first access."""
        inplace = name.endswith("_")
        op = name.removeprefix("_foreach_").rstrip("_")
        facts = _facts(op)
        if facts is not None and name == f"_foreach_{op}{'_' * inplace}":
            globals()[name] = made = (_unary_function, _binary_function, _ternary_function)[facts.tensors - 1](op, inplace)
            made.__name__ = made.__qualname__ = name
            return made
        raise AttributeError(f"module 'torch' has no attribute {name!r}")


def _facts(op: str) -> Foreach | None:
    """The `foreach` fact of the op's entry, or of its overload that takes a number."""
    entry = next((OPS[name] for name in (op, f"{op}_scalar") if name in OPS), None)
    return None if entry is None else entry.foreach


def _required_facts(op: str) -> Foreach:
    facts = _facts(op)
    assert facts is not None, op  # only called for ops that have the fact
    return facts


def _elementwise_function(op: str, inplace: bool) -> Callable[..., Any]:
    """The function applied to each tensor of the list."""
    of_number = _required_facts(op).of_number
    if of_number:
        tensor, number = getattr(ops, op), getattr(Tensor, f"{of_number}_" if inplace else of_number)
        if inplace:
            return lambda t, o: number(t, o) if not isinstance(o, Tensor) else _write_result(t, tensor, o)
        # Where a number equals an element, that element gets half of the gradient.
        return lambda t, o: number(t, o) if not isinstance(o, Tensor) and not t.requires_grad else tensor(t, _as_tensor(o))
    method: Callable[..., Any] = getattr(Tensor, f"{op}_" if inplace else op)
    return method


def _has_number_node(op: str, t: Any, o: Any) -> bool:
    """Whether an in-place call records another node than the method does."""
    return bool(_required_facts(op).by_number) and isinstance(o, (int, float)) and LOCAL.grad and t.requires_grad and not LOCAL.levels


def _apply_number(op: str, t: Any, number: float) -> Any:
    entry = OPS[_required_facts(op).by_number]
    return in_place(_sub_number_op() if entry is ENTRY.sub else entry, t, number)


@cache
def _sub_number_op() -> Any:
    return overload(ENTRY.sub, "SubBackward1", ENTRY.sub.vjps[0], None)


def _write_result(t: Any, function: Callable[..., Any], o: Any) -> Any:
    """Write `function(t, o)` into `t`, whose old values the derivative needs."""
    from .._dispatch.graph.composed_inplace import compose_in_place

    return compose_in_place(t, lambda before: function(before, o), lambda result: check_fits(t._array, result._array, ENTRY.copy))


def _as_tensor(value: Any) -> Any:
    return value if isinstance(value, Tensor) else wrap(intp.asarray(value))


def _check_tensors(name: str, value: Any) -> list[Any]:
    if isinstance(value, Tensor) or not isinstance(value, (list, tuple)):
        raise TypeError(f"{name}(): argument 'self' (position 1) must be tuple of Tensors, not {type(value).__name__}")
    if not value:
        raise RuntimeError(_EMPTY_LIST_ERROR)
    for i, t in enumerate(value):
        if not isinstance(t, Tensor):
            raise TypeError(f"expected Tensor as element {i} in argument 0, but got {type(t).__name__}")
    return list(value)


def _check_same_length(first: Sequence[Any], other: Sequence[Any]) -> Sequence[Any]:
    if len(first) != len(other):
        if not other or isinstance(other[0], Tensor):
            raise RuntimeError(f"Tensor lists must have the same number of tensors, got {len(first)} and {len(other)}")
        raise RuntimeError("Tensor list must have same number of elements as scalar list.")
    return other


def _operand_per_tensor(value: Any, tensors: Sequence[Any]) -> Sequence[Any]:
    """One operand per tensor: the members of a list, otherwise the same one repeated; a tensor without dimensions counts as a number."""
    if isinstance(value, (list, tuple)):
        return _check_same_length(tensors, value)
    if isinstance(value, Tensor) and value.dim():
        raise RuntimeError(f"scalar tensor expected to be 0 dim but it has {value.dim()} dimensions and {value.numel()} elements.")
    return [value] * len(tensors)


def _combination_error(name: str, self: Any, other: Any) -> TypeError:
    """The TypeError for operands that no overload takes."""
    return TypeError(f"{name}() received an invalid combination of arguments - got ({type(self).__name__}, {type(other).__name__}), but "
                     "expected one of:\n * a list of tensors, and a number, a list of numbers or a list of tensors")


def _check_operand(name: str, op: str, self: Any, other: Any) -> None:
    """Refuse invalid operands. A tensor counts as a number if it has no dimensions and requires no gradient; some ops take any tensor."""
    if isinstance(other, Tensor):
        if not _required_facts(op).one_for_all and (other.dim() or other.requires_grad and not LOCAL.levels):
            raise _combination_error(name, self, other)
    elif isinstance(other, (list, tuple)):
        if any(isinstance(o, Tensor) for o in other):
            for i, o in enumerate(other):
                if not isinstance(o, Tensor):
                    raise TypeError(f"expected Tensor as element {i} in argument 1, but got {type(o).__name__}")
    elif isinstance(other, str):
        raise _combination_error(name, self, other)


def _unpack_scalars(value: Any, count: int) -> Any:
    """Return the factors as numbers if they are packed in a tensor."""
    if not isinstance(value, Tensor):
        return value
    if value.dim() != 1:
        raise RuntimeError(f"Expected packed scalar Tensor to be of dimension 1. Got {value.dim()} instead.")
    if not value.is_contiguous():
        raise RuntimeError("Expected scalars to be contiguous.")
    if len(value) != count:
        raise RuntimeError(f"Expected length of scalars to match input of length {count} but got {len(value)} instead.")
    return value.tolist()


def _result(inplace: bool, self: Any, results: list[Any]) -> Any:
    """Return the caller's list if in place, otherwise a new tuple."""
    return self if inplace else tuple(results)


def _node_name(op: str, form: int | None = None) -> str:
    """The name of the single node that an op on a list records."""
    return f"Foreach{op.replace('_', ' ').title().replace(' ', '')}Backward{'0' if form is None else _required_facts(op).nodes[form]}"


def _operand_kind(operands: Any) -> int:
    """The kind of the second operand."""
    if not isinstance(operands, (list, tuple)):
        return _ONE_NUMBER
    return _TENSOR_LIST if any(isinstance(o, Tensor) for o in operands) else _NUMBER_LIST


def _unary_function(op: str, inplace: bool) -> Callable[..., Any]:
    do = _elementwise_function(op, inplace)

    def each(self: Any) -> Any:
        tensors = _check_tensors(each.__name__, self)
        if inplace:
            return _result(True, self, [do(t) for t in tensors])
        return in_one_node(_node_name(op), lambda ts: tuple([do(t) for t in ts]), tensors)

    return each


def _binary_function(op: str, inplace: bool) -> Callable[..., Any]:
    do, facts = _elementwise_function(op, inplace), _required_facts(op)

    def each(self: Any, other: Any = None, *, alpha: Any = 1, **named: Any) -> Any:
        if other is None:
            other = next(named[k] for k in ("scalar", "scalars", "exponent") if k in named)
        if facts.number_first and not inplace and isinstance(self, (int, float, complex)):
            node_name = _node_name(op).removesuffix("0") + facts.number_first
            return in_one_node(node_name, lambda ts: tuple([getattr(ops, op)(self, t) for t in ts]),
                               _check_tensors(each.__name__, other))
        tensors = _check_tensors(each.__name__, self)
        _check_operand(each.__name__, op, self, other)
        others = _operand_per_tensor(other, tensors)
        options = {"alpha": alpha} if alpha != 1 else {}
        if inplace:
            return _result(True, self, [_apply_number(op, t, o) if not options and _has_number_node(op, t, o) else do(t, o, **options)
                                        for t, o in zip(tensors, others, strict=True)])
        if isinstance(other, Tensor):
            if facts.one_for_all and (other.requires_grad or not facts.one_as_number):
                return in_one_node(_node_name(op, _ONE_TENSOR), lambda ts, o: tuple([do(t, o, **options) for t in ts]), tensors, other)
            if not other.requires_grad and not LOCAL.levels:
                others = [other.item()] * len(tensors)
        return in_one_node(_node_name(op, _operand_kind(other)), lambda ts, os: tuple([
            do(t, o, **options) for t, o in zip(ts, os, strict=True)]), tensors, list(others))

    return each


def _ternary_function(op: str, inplace: bool) -> Callable[..., Any]:
    do = _elementwise_function(op, inplace)

    def each(self: Any, tensor1: Any, tensor2: Any, value: Any = 1, *, scalars: Any = None) -> Any:
        tensors = _check_tensors(each.__name__, self)
        firsts, seconds = _check_same_length(tensors, tensor1), _check_same_length(tensors, tensor2)
        values = _unpack_scalars(value if scalars is None else scalars, len(tensors))
        amounts = _operand_per_tensor(values, tensors)

        def all_of(ts: Any, xs: Any, ys: Any) -> tuple[Any, ...]:
            return tuple([do(t, x, y, value=v) for t, x, y, v in zip(ts, xs, ys, amounts, strict=True)])

        if inplace:
            return _result(True, self, list(all_of(tensors, firsts, seconds)))
        return in_one_node(_node_name(op, _operand_kind(values)), all_of, tensors, list(firsts), list(seconds))

    return each


def _foreach_lerp(self: Any, tensors1: Any, weight: Any = None, *, weights: Any = None) -> tuple[Any, ...]:
    """Interpolate towards `tensors1`, with one weight for all or one each."""
    tensors = _check_tensors("_foreach_lerp", self)
    amounts = _operand_per_tensor(weight if weights is None else weights, tensors)
    return in_one_node(_node_name("lerp", _operand_kind(weight if weights is None else weights)), lambda ts, ends, shares: tuple(
        [t.lerp(o, w) for t, o, w in zip(ts, ends, shares, strict=True)]),
        tensors, list(_check_same_length(tensors, tensors1)), list(amounts))


def _foreach_lerp_(self: Any, tensors1: Any, weight: Any = None, *, weights: Any = None) -> Any:
    """Interpolate in place; see `_foreach_lerp`."""
    tensors = _check_tensors("_foreach_lerp_", self)
    amounts = _operand_per_tensor(weight if weights is None else weights, tensors)
    for t, o, w in zip(tensors, _check_same_length(tensors, tensors1), amounts, strict=True):
        t.lerp_(o, w)
    return self


def _foreach_norm(self: Any, ord: Any = 2, dtype: Any = None) -> tuple[Any, ...]:
    """The vector norm of each tensor."""
    from ..linalg import vector_norm

    return in_one_node("ForeachNormBackward0", lambda ts: tuple([vector_norm(t, ord, dtype=dtype) for t in ts]),
                       _check_tensors("_foreach_norm", self))


def _foreach_powsum(self: Any, ord: Any = 2, dtype: Any = None) -> tuple[Any, ...]:
    """The sum of the powers of the magnitudes of each tensor's elements."""
    return tuple(t.abs().pow(ord).sum(dtype=dtype) for t in _check_tensors("_foreach_powsum", self))


def _foreach_max(self: Any) -> tuple[Any, ...]:
    """The largest element of each tensor."""
    return in_one_node("ForeachMaxBackward1", lambda ts: tuple([t.max() for t in ts]), _check_tensors("_foreach_max", self))


def _foreach_mm(self: Any, mat2: Any) -> tuple[Any, ...]:
    """Matrix products, pair by pair."""
    tensors = _check_tensors("_foreach_mm", self)
    return tuple(a.mm(b) for a, b in zip(tensors, _check_same_length(tensors, mat2), strict=True))


def _foreach_clone(self: Any, *, memory_format: Any = None) -> tuple[Any, ...]:
    """Copy each tensor."""
    options = {} if memory_format is None else {"memory_format": memory_format}
    return tuple(t.clone(**options) for t in _check_tensors("_foreach_clone", self))


def _foreach_copy_(self: Any, src: Any, non_blocking: bool = False) -> Any:
    """Copy into each tensor the values of its counterpart in `src`."""
    tensors = _check_tensors("_foreach_copy_", self)
    for t, s in zip(tensors, _check_same_length(tensors, src), strict=True):
        t.copy_(s)
    return self


def _foreach_zero_(self: Any) -> Any:
    """Fill each tensor with zeros."""
    for t in _check_tensors("_foreach_zero_", self):
        t.zero_()
    return self
