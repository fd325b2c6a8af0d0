"""Calls with a COO tensor: what `_ops/families/sparse/coo.py` lists is supported, everything else is refused."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..._array.core.conjugate import Pending, Unresolved
from ..._array.core.dtypes import CATEGORY, Defaults, can_cast, result_type
from ..._array.sparse.coo import Coo, astype, to_dense, unsupported_error
from ..._ops.families.sparse.coo import Rule
from ..._ops.op import Op, overload
from ..call.caller import CALLS, TENSORS, wrap
from ..call.kernel_errors import to_torch_error, type_name
from ..call.promotion import scalar_as
from ..graph.recording import needs_mask, record
from ..graph.versions import bump_version
from ..levels.lifting import Lifted, TrackLevel, is_at_level, lift_batch, value_below
from ..messages import graph_messages, layout_messages
from ..state import LOCAL, Classes
from ..tensor import TensorBase, set_array
from .sparse_values import FORMS

#: Ops of the COO layout itself: their kernels take tensors' arrays as they are.
_LAYOUT_OP_PREFIX = "sparse_"
_LAYOUTS = Classes.layouts


def is_sparse(value: Any) -> bool:
    return isinstance(value, TensorBase) and value._array.__class__ in _LAYOUTS


def _is_compressed(value: Any) -> bool:
    """Whether `value` is a sparse tensor of another layout than COO."""
    return is_sparse(value) and value._array.__class__ is not Coo


def check_layout(like: Any, layout: Any) -> None:
    """Refuse `*_like` of a compressed tensor with another layout."""
    if _is_compressed(like):
        from ..._array.sparse.compressed import LAYOUT_NAMES

        name = str(layout).removeprefix("torch.")
        wanted_name = {"strided": "Strided", "sparse_coo": "Sparse"}.get(name, f"Sparse{name[7:].capitalize()}")
        raise layout_messages.empty_like_other_layout(LAYOUT_NAMES[like._array.form], wanted_name)


def fill_pattern(input: Any, make: Any, requires_grad: bool) -> Any:
    """A compressed tensor with the same pattern and the values `make(shape)`."""
    from ..._array.sparse.compressed import copy

    out = wrap(copy(input._array.with_values(make(input._array.values.shape))))
    return out.requires_grad_() if requires_grad else out


def any_sparse(args: Any) -> bool:
    """Whether a sparse tensor is among the arguments, or in a list there."""
    return any(is_sparse(v) or v.__class__ in (list, tuple) and any(map(is_sparse, v)) for v in args)


def _resolve(value: Any) -> Any:
    if not isinstance(value, TensorBase):
        return value
    tensor: Any = value
    return tensor.resolve_conj().resolve_neg()


def sparse_call(op: Op, args: tuple[Any, ...], in_place: bool = False) -> Any:
    """A call with a sparse tensor among its arguments; a refusal names the in-place method if it is one."""
    if any(isinstance(v, TensorBase) and isinstance(v._array, Pending) for v in args):
        args = tuple(map(_resolve, args))
    if not op.name.startswith(_LAYOUT_OP_PREFIX) and any(_is_compressed(v) or v.__class__ in (list, tuple) and any(map(_is_compressed, v))
                                                         for v in args):
        from .compressed import compressed_call

        return compressed_call(op, args)
    if op.coo == "values":
        return _apply_to_values(op, args)
    if op.coo:
        if highest_level(args) is None:
            check_levels(args)
        return with_node_name(FORMS[op.coo](*args), op.coo_node or op.node_name)
    rule = Rule(op.kernel, op) if op.name.startswith(_LAYOUT_OP_PREFIX) else op.coo_rule  # type: ignore[arg-type]
    if op.coo_products is not None:
        rule = op.coo_products[is_sparse(args[0]), is_sparse(args[1])]
    if rule is None or any(v.__class__ in (list, tuple) and any(map(is_sparse, v)) for v in args):
        from ..._ops.aten import name_in_sparse_errors

        raise unsupported_error(name_in_sparse_errors(op, args, in_place))
    level = highest_level(args)
    if level is not None:
        return _call_at_level(rule.op, args, level)
    check_levels(args)
    values = _promote(op, args)
    try:
        out = wrap(rule.kernel(*values))
    except ValueError as error:
        raise to_torch_error(op, args, error) from None
    if op.is_differentiable and LOCAL.grad and not LOCAL.inference:
        mask = needs_mask(op, args)
        if mask:
            record(rule.op, mask, args, values, (out,))
    return out


def check_levels(args: Any) -> None:
    """Refuse tensors of open function transforms, for which there are no sparse rules."""
    for value in args:
        if isinstance(value, TensorBase) and isinstance(value._array, Pending):
            raise Unresolved  # the call is repeated with resolved values
        if isinstance(value, TensorBase) and value._array.__class__ is not np.ndarray and not is_sparse(value):
            raise layout_messages.sparse_in_transform()
        if isinstance(value, TensorBase) and value._autograd_meta is not None and value._autograd_meta.tangents:
            raise layout_messages.sparse_in_forward_mode()


def highest_level(args: Any) -> Any:
    """The highest level of `grad`, `vjp` and `vmap` among tensors; None if there is none."""
    levels = [value._array.level for value in args if isinstance(value, TensorBase) and isinstance(value._array, Lifted)]
    return max(levels, key=lambda level: level.index) if levels and all(level.alive for level in levels) else None


def _call_at_level(op: Op, args: tuple[Any, ...], level: Any) -> Any:
    """A call at a level, at which sparse tensors are constants, and nothing else is sparse."""
    if level.__class__ is not TrackLevel:
        return _call_per_example(op, args, level)
    from ..levels.grad_level import general_tracked_call

    out = general_tracked_call(op, args, level)
    if is_sparse(out._array.value):
        raise layout_messages.sparse_in_transform()
    return out


def _call_per_example(op: Op, args: tuple[Any, ...], level: Any) -> Any:
    """The same at a level of `vmap`: one example after the other, as in PyTorch."""
    def example(value: Any, i: int) -> Any:
        return TENSORS.select(value_below(value, level), 0, i) if isinstance(value, TensorBase) and is_at_level(value, level) else value

    delegated, LOCAL.delegated = LOCAL.delegated, True
    try:
        outs = [sparse_call(op, tuple([example(v, i) for v in args])) for i in range(level.size)]
        if not outs or any(map(is_sparse, outs)):
            raise layout_messages.sparse_in_transform()
        return lift_batch(TENSORS.stack(outs, 0), level)
    finally:
        LOCAL.delegated = delegated


def _promote(op: Op, args: tuple[Any, ...]) -> list[Any]:
    """The kernel's arguments: arrays for tensors, promoted if the op requires that."""
    values = [v._array if isinstance(v, TensorBase) else v for v in args]
    if op.promote is None or op.name.startswith(_LAYOUT_OP_PREFIX):
        return values
    positions = [i for i in op.promoted if values[i] is not None]
    dtype = result_type(_placeholder(values[i]) for i in positions)
    if op.promote == "floating" and CATEGORY[dtype.kind] < 2:
        dtype = Defaults.floating
    for i in positions:
        values[i] = astype(values[i], dtype) if isinstance(values[i], (Coo, np.ndarray)) else scalar_as(values[i], dtype)
    return values


def _placeholder(value: Any) -> Any:
    """An ndarray of the same dtype and rank, for the promotion rules."""
    return np.empty((1,) * value.ndim, value.dtype) if value.__class__ is Coo else value


def _apply_to_values(op: Op, args: tuple[Any, ...]) -> Any:
    """A function with f(0) = 0, applied to the values of the coalesced tensor."""
    if op.coo_check is not None:
        op.coo_check(*args)
    check_levels(args)
    x = TENSORS.sparse_coalesce(args[0])
    values = CALLS[op.name](TENSORS.sparse_values(x), *args[1:]) if op.name in CALLS else getattr(TENSORS, op.name)(
        TENSORS.sparse_values(x), *args[1:])
    return with_node_name(TENSORS.sparse_coo(values, TENSORS.sparse_indices(x), x._array.shape, True), op.node_name)


def with_node_name(out: Any, node: str) -> Any:
    """A result whose node has the name of PyTorch's single node."""
    if out._grad_fn is not None:
        out._grad_fn.op = overload(out._grad_fn.op, node)
    return out


def sparse_inplace(op: Op, x: Any, args: tuple[Any, ...]) -> Any:
    """In-place call `x = op(x, *args)`, where one of them is sparse."""
    full_args = (x, *args)
    check_levels(full_args)
    if any(map(_is_compressed, full_args)):
        from .compressed import compressed_inplace

        return compressed_inplace(op, x, args)
    recorded = LOCAL.grad and (x.requires_grad or needs_mask(op, (*full_args, *(p.value for p in op.params[len(full_args):]))))
    if recorded:
        from ..graph.composed_inplace import snapshot
        from ..graph.inplace import check_writable, rebase

        check_writable(x)
        if x._array.__class__ is not Coo or x._view is not None:
            raise layout_messages.sparse_inplace_with_gradient(op.name)
    if op.coo == "values" and x._array.__class__ is Coo and not x._array.coalesced:
        raise layout_messages.inplace_without_coalesced(op.name)
    out = sparse_call(op, (snapshot(x), *args) if recorded else full_args, True)
    result = out._array
    if x._array.__class__ is np.ndarray:
        result = to_dense(result)
    if (result.__class__ is Coo) is not (x._array.__class__ is Coo):
        raise unsupported_error(f"{op.name}_")
    if not can_cast(result.dtype, x._array.dtype):
        raise graph_messages.cannot_cast(type_name(result.dtype), type_name(x._array.dtype))
    if result.shape != x._array.shape:
        raise unsupported_error(f"{op.name}_")
    if result.__class__ is not Coo:
        np.copyto(x._array, result, casting="unsafe")
    elif result.indices is x._array.indices and x._array.values.flags.writeable:
        np.copyto(x._array.values, result.values, casting="unsafe")  # others may share these values
    else:
        set_array(x, astype(result, x._array.dtype))
    bump_version(x)
    if recorded and out.requires_grad:
        rebase(x, out._grad_fn, out._output_nr)
    return x
