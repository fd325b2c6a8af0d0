"""Which aten op a call of an op of the table is, for policies of selective checkpointing and other observers.

Most entries have aten's name, and their overload follows from the arguments; for the others their `aten` has it. Ops that PyTorch composes
of others (CompositeImplicit) are None here, too, and the ops inside are observed one by one.
"""
from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from .._dispatch.dtype import of
from .._dispatch.graph.recording import needs_mask, plan_for
from .._dispatch.state import LOCAL
from .._dispatch.tensor import TensorBase
from .._ops.aten import kinds_of, overload_name, packet_of
from .._ops.op import OPS, VALUE, Op
from ._overloads import OpOverload, aten, schemas

#: Names under which compositions are observed (see `profiled_as_one`), besides those with entries or functions.
_COMPOSITE_NAMES = ("_scaled_dot_product_flash_attention_for_cpu", "mkldnn_rnn_layer", "native_dropout", "var_mean", "std_mean")


def packets() -> set[str]:
    """The aten ops that correspond to entries of the table, callable or not."""
    ops = [op for op in OPS.values() if op.aten]
    profiled = [op.profiled_name for op in ops if op.profiled_name]
    return {name.partition(".")[0] for name in (*map(packet_of, ops), *profiled, *_COMPOSITE_NAMES)}


def observed_call(op: Op, args: tuple[Any, ...], in_place: bool) -> tuple[OpOverload, tuple[Any, ...], dict[str, Any]] | None:
    """The aten op for a call of `op`, its positional arguments without trailing defaults, and its keyword arguments."""
    arrange = _ARRANGEMENTS.get(op.overload_arguments)
    found = overload_of(op, kinds_of(args), in_place)
    if found is None:
        return None
    if arrange is None and (split := _split_by_name(found, [p.name for p in op.params], args)) is not None:
        return found, *split
    named = {"dtype": of(args[1])} if op.overload_arguments == "conversion" else {}
    return found, without_defaults(found, args if arrange is None else arrange(*args)), named


def _split_by_name(overload: OpOverload, names: list[str], args: tuple[Any, ...]) -> tuple[tuple[Any, ...], dict[str, Any]] | None:
    """The overload's positional and keyword arguments; None if the entry's parameters have other names."""
    parameters = {a.name: a for a in overload.arguments}
    arguments = dict(zip([next(iter(parameters)), *names[1:]], args, strict=False))
    if not parameters.keys() >= arguments.keys():
        return None
    ordered = [a.name for a in overload.arguments if not a.keyword_only]
    count = next((i for i, name in enumerate(ordered) if name not in arguments), len(ordered))
    if not arguments.keys() - ordered[:count] <= {a.name for a in overload.arguments if a.keyword_only}:
        return None
    named = {a.name: _to_list(a.type, arguments[a.name]) for a in overload.arguments
             if a.keyword_only and a.name in arguments and not _is_default(a.default, arguments[a.name])}
    return without_defaults(overload, tuple(arguments[name] for name in ordered[:count])), named


@cache
def overload_of(op: Op, kinds: tuple[str, ...], in_place: bool = False) -> OpOverload | None:
    """The overload for a call of `op` with arguments of these kinds; None for ops that PyTorch's dispatcher does not see."""
    if op.is_composed:
        return None
    packet, overload = overload_name(op, kinds, in_place)
    texts = schemas().get(packet, {})
    if overload not in texts:
        wanted = "Tensor" if len(kinds) > 1 and kinds[1] == "Tensor" else "Scalar"
        overload = next((o for o in (wanted, "default", "Tensor", *texts) if o in texts), "")
    return getattr(getattr(aten, packet), overload) if overload else None


def without_defaults(overload: OpOverload, args: tuple[Any, ...]) -> tuple[Any, ...]:
    """Positional arguments without trailing ones that equal their defaults."""
    if not overload._text:  # only its name is known
        return args
    parameters = [a for a in overload.arguments if not a.keyword_only]
    values = [_to_list(a.type, v) for a, v in zip(parameters, args, strict=False) if not isinstance(v, np.ndarray)]
    while values and _is_default(parameters[len(values) - 1].default, values[-1]):
        values.pop()
    return tuple(values)


def _to_list(kind: str, value: Any) -> Any:
    if isinstance(value, tuple):
        return list(value)
    return [value] if kind.startswith(("int[", "SymInt[")) and isinstance(value, int) else value


#: A float in a schema; an int is the default of a parameter of another type.
_FLOAT_PATTERN = re.compile(r"-?\d*\.\d*(e-?\d+)?|-?\d+e-?\d+")


def _is_default(default: str | None, value: Any) -> bool:
    if isinstance(value, TensorBase):
        return False
    if default is None or value is None:
        return default in ("None", "[]") and value is None
    if value.__class__ is float:
        return _FLOAT_PATTERN.fullmatch(default) is not None and float(default) == value
    if value.__class__ is list and value and not default.startswith("["):  # one number for all dimensions
        return all(_is_default(default, v) for v in value)
    if value.__class__ is str:
        return value == default.strip("'\"")
    text = str(value).replace(" ", "")
    return text == default or default == "Mean" and value.__class__ is int and value == 1


_REDUCTIONS = ("none", "mean", "sum")

#: By the name in an entry's `overload_arguments`: its arguments in the order of the overload.
_ARRANGEMENTS: dict[str, Callable[..., tuple[Any, ...]]] = {
    "in order": lambda *args: args, "first alone": lambda x, *_: (x,), "conversion": lambda x, *_: (x,),
    "first two": lambda x, alpha=1.0, *_: (x, alpha), "softmax": lambda x, dim, *_: (x, dim, False),
    "contraction": lambda a, b, left, right: tuple(
        x.permute(order).reshape(sizes)
        for x, (order, sizes) in ((a, _contracted_dims_last(a, left)), (b, _contracted_dims_first(b, right)))),
    "affine": lambda x, weight, bias: (bias, x, weight.t()), "second transposed": lambda x, y: (x, y.t()),
    "first transposed": lambda x, y: (x.t(), y),
    "product of all": lambda x, dim, keepdim=False, dtype=None: (x,) if dim is None else (x, dim, keepdim),
    "range": lambda x, dim, start, length: (x, dim, start, start + length),
    "slices": lambda x, dim, start, stop, step=1: (x, dim, start or 0, 2**63 - 1 if stop is None else stop, step),
    "permutation": lambda x, *dims: (x, _movedim_permutation(x.dim(), *dims)), "padding": lambda x, pad, value=0.0: (x, pad, float(value)),
    "sizes of axes": lambda x, axes: (x, [len(axis) for axis in axes]),
    "norm": lambda x, ord=2, dim=None, keepdim=False, dtype=None: (x, ord, dim, keepdim),
    "layer norm": lambda x, shape, weight=None, bias=None, eps=1e-5: (x, shape, weight, bias, eps),
    "group norm": lambda x, weight, bias, groups, eps: (x, weight, bias, *x.shape[:2], math.prod(x.shape[2:]), groups, eps),
    "unreduced": lambda x, y: (x, y, 0), "unreduced with width": lambda x, y, width: (x, y, 0, width),
    "reduced": lambda x, y, mean: (x, y, 1 if mean else 2), "reduced with width": lambda x, y, width, mean: (x, y, 1 if mean else 2, width),
    "reduced by weights": lambda x, y, mean: (x, y, None, 1 if mean else 2),
    "reduced by two weights": lambda x, y, mean: (x, y, None, None, 1 if mean else 2),
    "likelihood": lambda x, y, w, reduction, ignored: (x, y, w, _REDUCTIONS.index(reduction), ignored),
    "convolutions": lambda x, w, b, stride, padding, dilation, groups: (
        x, w, b, stride, padding, dilation, False, [0] * len(stride), groups),
    "convolution without bias": lambda x, w, stride, padding, dilation, groups: (
        x, w, None, stride, padding, dilation, False, [0] * len(stride), groups),
    "transposed convolution": lambda x, w, b, stride, padding, output_padding, dilation, groups: (
        x, w, b, stride, padding, dilation, True, output_padding, groups),
    "batches": lambda x, y: (x, y) if x.dim() == y.dim() == 3 else _expand_batches(x, y),
}


def _movedim_permutation(ndim: int, source: Any, target: Any) -> list[int]:
    """The permutation that moves dimensions from `source` to `target`."""
    sources, targets = ([d % ndim for d in (v if isinstance(v, (tuple, list)) else (v,))] for v in (source, target))
    order = dict(zip(targets, sources, strict=True))
    rest = iter(d for d in range(ndim) if d not in sources)
    return [order[d] if d in order else next(rest) for d in range(ndim)]


def _flatten_batches(x: Any, y: Any) -> list[tuple[Any, ...]]:
    """The ops with which PyTorch turns the factors into two batches of matrices."""
    rows, columns = x.shape[-2:], y.shape[-2:]
    batch = np.broadcast_shapes(x.shape[:-2], y.shape[:-2])
    calls: list[tuple[Any, ...]] = []
    for t, matrix in ((x, rows), (y, columns)):
        calls += [("expand", t, [*batch, *matrix]), ("view", t.detach().expand(*batch, *matrix), [math.prod(batch), *matrix])]
    return calls


def _contracted_dims_last(x: Any, dims: Any) -> tuple[list[int], list[int]]:
    """The order of the dimensions that has `dims` last, and the sizes of the matrix of which these are then the columns."""
    last = [d % x.dim() for d in dims]
    first = [d for d in range(x.dim()) if d not in last]
    return first + last, [math.prod(x.shape[d] for d in first), math.prod(x.shape[d] for d in last)]


def _contracted_dims_first(x: Any, dims: Any) -> tuple[list[int], list[int]]:
    order, (rows, columns) = _contracted_dims_last(x, dims)
    return order[x.dim() - len(dims):] + order[:x.dim() - len(dims)], [columns, rows]


def _matrix_view_calls(x: Any, wanted: tuple[list[int], list[int]]) -> list[tuple[Any, ...]]:
    """The ops with which PyTorch turns a tensor into a matrix: by a view, or of a copy."""
    order, sizes = wanted
    permuted = x.detach().permute(order)
    try:
        permuted.view(sizes)
    except RuntimeError:
        return [("permute", x, order), ("clone", permuted), ("_unsafe_view", permuted.contiguous(), sizes)]
    return [("permute", x, order), ("view", permuted, sizes)]


def _expand_batches(x: Any, y: Any) -> tuple[Any, Any]:
    """Two batches of matrices, as PyTorch multiplies them; a vector becomes a single row or column."""
    x, y = x[None] if x.dim() == 1 else x, y[:, None] if y.dim() == 1 else y
    batch = np.broadcast_shapes(tuple(x.shape[:-2]), tuple(y.shape[:-2]))
    first, second = (t.detach().expand(*batch, *t.shape[-2:]).reshape(math.prod(batch), *t.shape[-2:]) for t in (x, y))
    return first, second


#: By the name in an entry's `extra_calls`: the ops that PyTorch calls before one that is a single op here, each with its arguments.
_CALLS_BEFORE: dict[str, Callable[..., list[tuple[Any, ...]]]] = {
    "second transposed": lambda x, y, *_: [("t", y)], "first transposed": lambda x, y: [("t", x)],
    "batches": lambda x, y: _flatten_batches(x, y) if min(x.dim(), y.dim()) > 1 else [],
    "outer product": lambda x, y: [("view", x, [x.numel(), 1])], "batch norm": lambda *_: [("empty.memory_format", [0])],
    "slopes": lambda x, weight: [("view", weight, [1] * x.dim())] if weight.dim() == 1 < x.dim() else [],
    "contraction": lambda a, b, left, right: [*_matrix_view_calls(a, _contracted_dims_last(a, left)),
                                              *_matrix_view_calls(b, _contracted_dims_first(b, right))],
    "numbers": lambda _, *values: [("scalar_tensor", v) for v in values if not isinstance(v, TensorBase)],
}
#: The same for the ops that PyTorch calls afterwards.
_CALLS_AFTER: dict[str, Callable[..., list[tuple[Any, ...]]]] = {
    "batches": lambda out, x, y: [("_unsafe_view", out, list(out.shape))] if min(x.dim(), y.dim()) > 1 else [],
    "contraction": lambda out, *_: [("view", out, list(out.shape))],
    "inverse": lambda out, x: [("_linalg_check_errors", x, "linalg.inv", x.dim() == 2)],
}


def calls_before(op: Op, args: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """The ops that PyTorch calls before `op`, with their arguments."""
    return _CALLS_BEFORE[op.extra_calls](*args) if op.extra_calls in _CALLS_BEFORE else []


def calls_after(op: Op, out: Any, args: tuple[Any, ...]) -> list[tuple[Any, ...]]:
    """The ops that PyTorch calls after `op` has returned `out`, with their arguments."""
    return _CALLS_AFTER[op.extra_calls](out, *args) if op.extra_calls in _CALLS_AFTER else []


#: Public functions, without their namespace, that are one op in PyTorch, and here no entry of the table, or several.
_NORMAL_OVERLOADS = {(True, True): "normal.Tensor_Tensor", (True, False): "normal.Tensor_float", (False, True): "normal.float_Tensor"}
_OPS_OF_FUNCTIONS: dict[str, Any] = {
    "item": "_local_scalar_dense.default", "__bool__": "_local_scalar_dense.default", "__float__": "_local_scalar_dense.default",
    "__int__": "_local_scalar_dense.default", "__index__": "_local_scalar_dense.default", "bucketize": "bucketize.Tensor",
    "searchsorted": "searchsorted.Tensor", "multinomial": "multinomial.default", "_unique2": "_unique2.default",
    "unique_consecutive": "unique_consecutive.default", "unique_dim": "unique_dim.default", "histc": "histc.default",
    "bincount": "bincount.default", "pdist": "_pdist_forward.default", "cholesky_solve": "cholesky_solve.default",
    "hann_window": "hann_window.default", "hamming_window": "hamming_window.default", "bartlett_window": "bartlett_window.default",
    "blackman_window": "blackman_window.default", "kaiser_window": "kaiser_window.default",
    "as_tensor": lambda data, *_: None if isinstance(data, TensorBase) else "lift_fresh.default",
    "unique": lambda x, *further: "unique_dim.default" if len(further) > 3 and further[3] is not None else "_unique2.default",
    "normal": lambda mean, std=1.0, *_: _NORMAL_OVERLOADS.get((isinstance(mean, TensorBase), isinstance(std, TensorBase))),
    "isfinite": lambda x: "abs.default ne.Scalar eq.Tensor mul.Tensor" if x.is_floating_point() else None,
    "squeeze_": lambda x, dim=None, *_: f"squeeze_.{'default' if dim is None else 'dim' if dim.__class__ is int else 'dims'}",
    "t_": "t_.default", "transpose_": "transpose_.default", "swapaxes_": "swapaxes_.default", "swapdims_": "swapdims_.default",
    "unsqueeze_": "unsqueeze_.default", "rrelu": "empty_like.default rrelu_with_noise.default",
    "square": "pow.Tensor_Scalar", "square_": "pow_.Scalar",
}


#: Public functions whose single op returns an error code that they check.
_ERROR_CHECKS = {"torch.linalg.cholesky": "linalg.cholesky", "torch.linalg.solve": "linalg.solve",
                 "torch.linalg.lu_factor": "torch.linalg.lu_factor"}


def error_check_of_function(name: str) -> str | None:
    """The name under which the public function of this full name checks whether its op has succeeded."""
    return _ERROR_CHECKS.get(name)


def ops_of_function(name: str, args: tuple[Any, ...]) -> list[str]:
    """The ops that a call of the public function is observed as: the last one is the call, those before have no effect."""
    names = _OPS_OF_FUNCTIONS.get(name.rpartition(".")[2])
    found: str | None = names(*args) if callable(names) else names
    return found.split() if found else []


def is_cloned_first(op: Any, args: tuple[Any, ...]) -> bool:
    """Whether PyTorch copies an argument that `op` is about to change in place, because backward needs the old values."""
    full = (*args, *[p.value for p in op.params[len(args):]])
    mask = needs_mask(op, full) if LOCAL.grad and op.is_differentiable else 0
    return bool(mask) and plan_for(op, mask).args[0] == VALUE
