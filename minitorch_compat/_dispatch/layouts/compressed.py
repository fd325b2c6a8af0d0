"""Calls with a compressed sparse tensor (CSR, CSC, BSR, BSC): the functions listed here are supported, everything else is refused."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..._array.sparse import compressed as k
from ..._array.sparse.compressed import Compressed, unsupported_error
from ..._array.sparse.coo import Coo, is_coo
from ..._ops.op import Op
from ..call.caller import CALLS, TENSORS, wrap
from ..graph.recording import needs_mask
from ..graph.versions import bump_version
from ..messages import layout_messages
from ..state import LOCAL
from ..tensor import TensorBase, set_array
from .sparse import check_levels, highest_level, with_node_name
from .sparse_values import select, wrap_dim


def is_compressed(value: Any) -> bool:
    """Whether `value` is a compressed sparse tensor."""
    return isinstance(value, TensorBase) and k.is_compressed(value._array)


def layout_name(t: Any) -> str:
    """The layout's name in PyTorch's messages."""
    array = t._array
    return k.LAYOUT_NAMES[array.form] if array.__class__ is Compressed else "Sparse" if array.__class__ is Coo else "Strided"


def compressed_call(op: Op, args: tuple[Any, ...]) -> Any:
    """A call with such a tensor among its arguments."""
    if highest_level(args) is None:
        check_levels(args)
    if op.compressed == "values":
        x = args[0]
        values = TENSORS.sparse_compressed_values(x)
        out = CALLS[op.name](values, *args[1:]) if op.name in CALLS else getattr(TENSORS, op.name)(values, *args[1:])
        return with_node_name(TENSORS.sparse_compressed_with(out, x), op.compressed_node or op.node_name)
    form = FORMS.get(op.compressed)
    if form is None:
        if op.elementwise:
            raise layout_messages.unsupported_layout(layout_name(next(a for a in args if is_compressed(a))))
        raise unsupported_error(op.name)
    return form(*args)


def _check_same_dtype(x: Any, y: Any) -> None:
    if x._array.dtype != y._array.dtype:
        raise layout_messages.scalar_types_differ(x._array.dtype, y._array.dtype)


def _check_layouts(into: Any, x: Any, y: Any) -> None:
    """Refuse factors of which PyTorch has no product, by itself or added to what is there."""
    forms = [v._array.form if is_compressed(v) else layout_name(v) for v in (x, y)]
    squares = forms == ["Strided", "bsc"] and len(set(y._array.block)) == 1
    if forms[1][0] == "b" and not squares or forms[0] == "bsc" or "Sparse" in forms:
        raise layout_messages.unsupported_product_layouts(None if into is None else layout_name(into), layout_name(x), layout_name(y))


def mm(x: Any, y: Any) -> Any:
    """A matrix product with a compressed factor: dense, or CSR if both are."""
    _check_layouts(None, x, y)
    _check_same_dtype(x, y)
    if is_compressed(x) and is_compressed(y):
        return TENSORS.sparse_compressed_matmul(x, y)
    return TENSORS.sparse_compressed_mm(x, y) if is_compressed(x) else TENSORS.sparse_dense_mm(x, y)


def sampled_mm(x: Any, y: Any) -> Any:
    """`mm` with a compressed first factor, whose gradient has its sparsity pattern."""
    _check_same_dtype(x, y)
    return TENSORS.sparse_compressed_mm_sampled(x, y)


def mv(x: Any, vec: Any) -> Any:
    """A compressed matrix times a vector."""
    if vec.dim() != 1 or x._array.shape[-1] != vec._array.shape[0]:
        raise layout_messages.compressed_mv_size_mismatch(x._array.shape, vec._array.shape[0] if vec.dim() else 0)
    return with_node_name(TENSORS.select(mm(x, TENSORS.unsqueeze(vec, 1)), 1, 0), "MvBackward0")


def addmv(input: Any, x: Any, vec: Any, beta: Any = 1, alpha: Any = 1) -> Any:
    """beta * input + alpha * (x @ vec)"""
    product = mv(x, vec)
    return with_node_name((product if alpha == 1 else product * alpha) if beta == 0 else TENSORS.add(
        input if beta == 1 else input * beta, product if alpha == 1 else product * alpha), "AddmvBackward0")


def linear_2d(input: Any, weight: Any, bias: Any) -> Any:
    """input @ weight.T + bias"""
    return mm(input, TENSORS.t(weight)) + bias


def triangular_pair(b: Any, x: Any, upper: bool, transpose: bool, unit: bool) -> Any:
    """The solution of a triangular CSR system, row by row; there is no copy of the matrix."""
    if not is_compressed(x) or x._array.form != "csr" or x._array.batch:
        raise layout_messages.triangular_solve_layout()
    if LOCAL.grad and (b.requires_grad or x.requires_grad):
        raise unsupported_error("triangular_solve_backward")
    return wrap(k.solve_triangular(x._array, b._array, upper, transpose, unit)), wrap(b._array[:0].reshape(-1)[:0].copy())


def addmm(input: Any, x: Any, y: Any, beta: Any = 1, alpha: Any = 1) -> Any:
    """beta * input + alpha * (x @ y)"""
    _check_layouts(input, x, y)
    if is_compressed(x) and is_compressed(y) and not is_compressed(input):
        if (x._array.form, y._array.form) not in _INTO_DENSE or is_coo(input._array):
            raise layout_messages.unsupported_product_layouts(*map(layout_name, (input, x, y)))
        _check_same_dtype(x, y)
        product = TENSORS.sparse_compressed_product(x, y)
    elif not (is_compressed(x) or is_compressed(y)):
        raise layout_messages.unsupported_product_layouts(*map(layout_name, (input, x, y)))
    else:
        product = mm(x, y)
        if is_compressed(product) and [v._array.form for v in (input, x, y) if is_compressed(v)] == ["csc"] * 3:
            product = TENSORS.sparse_compress(product, "csc", None, 0)
    if is_compressed(input) is not is_compressed(product):
        raise layout_messages.unsupported_product_layouts(*map(layout_name, (input, x, y)))
    out = (product if alpha == 1 else product * alpha) if beta == 0 else (
        (input if beta == 1 else input * beta) + (product if alpha == 1 else product * alpha))
    return with_node_name(out, "AddmmBackward0")


#: Forms of two factors whose product is added to what is dense.
_INTO_DENSE = frozenset({("csr", "csr"), ("csr", "csc"), ("csc", "csc")})


def add(x: Any, y: Any) -> Any:
    """The sum of two tensors of one compressed layout, or with a dense one."""
    for operand in (x, y):
        if not isinstance(operand, TensorBase):
            raise layout_messages.add_compressed_and_number((x if is_compressed(x) else y).shape)
        if is_coo(operand._array):
            raise layout_messages.mixed_layouts("add.out")
    _check_same_dtype(x, y)
    return TENSORS.sparse_compressed_add(x, y)


def mul(x: Any, y: Any) -> Any:
    """The product with a number, or element by element with a dense or compressed tensor of the same shape."""
    x, y = (x, y) if is_compressed(x) else (y, x)
    if not isinstance(y, TensorBase) or not y._array.ndim:
        return with_node_name(TENSORS.sparse_compressed_with(TENSORS.sparse_compressed_values(x) * y, x), "MulBackward0")
    if is_coo(y._array):
        raise layout_messages.mixed_layouts("mul.out")
    if is_compressed(y) and x._array.form != "csr" and not x._array.block:
        raise layout_messages.mul_without_csr()
    _check_same_dtype(x, y)
    return TENSORS.sparse_compressed_mul(x, y)


def conj(x: Any) -> Any:
    """The conjugate, computed at once, since sparse tensors have no lazy one."""
    return with_node_name(TENSORS.sparse_compressed_with(TENSORS.conj_now(TENSORS.sparse_compressed_values(x)), x), "ConjBackward0")


def clone(x: Any, memory_format: Any = None) -> Any:
    """A copy, including the indices."""
    values = TENSORS.clone(TENSORS.sparse_compressed_values(x), None)
    a = x._array
    return with_node_name(TENSORS.sparse_compressed(values, wrap(a.compressed.copy()), wrap(a.plain.copy()), a.shape, a.form),
                          "CloneBackward0")


def transpose(x: Any, dim0: int, dim1: int) -> Any:
    """The transpose: the other compressed layout over the same memory."""
    ndim = x.dim()
    pair = {wrap_dim(d, ndim) for d in (dim0, dim1)}
    if len(pair) == 1:
        return x
    if pair != {ndim - 2, ndim - 1} or x._array.dense_dim:
        raise layout_messages.compressed_transpose_dims()
    return with_node_name(TENSORS.sparse_compressed_t(x), "TransposeBackward0")


def t(x: Any) -> Any:
    """The transpose of a matrix."""
    if x.dim() != 2:
        raise layout_messages.transpose_without_matrix(x.dim())
    return TENSORS.sparse_compressed_t(x)


def total(x: Any) -> Any:
    """The sum of all elements; its gradient is dense."""
    return TENSORS.sparse_compressed_sum(x)


def sum_dim(x: Any, dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Any:
    """Sums over rows, columns or both of a CSR matrix, as CSR."""
    x = x if dtype is None else TENSORS.cast(x, dtype)
    if dim is None:
        return total(x)
    if x._array.form != "csr":
        raise layout_messages.sum_without_csr(layout_name(x))
    if not keepdim:
        raise layout_messages.sum_without_keepdim()
    if LOCAL.grad and x.requires_grad:
        raise layout_messages.compressed_sum_with_gradient()
    return wrap(k.compress(TENSORS.sum_dim(wrap(k.to_coo(x._array)), (0, 1) if dim == () else dim, True, None).to_sparse()._array, "csr"))


def slice_of(x: Any, dim: int, index: int) -> Any:
    """One row or column, in coordinate form; of a batch a matrix."""
    if -x.dim() <= dim < x.dim() and (dim_position := dim % x.dim()) < x._array.batch:
        a = x._array
        values, starts, plain = (TENSORS.select(part, dim_position, index) for part in (
            TENSORS.sparse_compressed_values(x), wrap(a.compressed), wrap(a.plain)))
        shape = (*a.shape[:dim_position], *a.shape[dim_position + 1:])
        return with_node_name(TENSORS.sparse_compressed(values, starts, plain, shape, a.form), "SelectBackward0")
    out = select(TENSORS.sparse_compressed_coo(x), dim, index)
    return with_node_name(out, "SelectBackward0")


def mm_of_transposed(x: Any, y: Any) -> Any:
    """The product with the transpose of the second."""
    return mm(x, TENSORS.t(y))


#: The functions that entries refer to (`is_compressed`).
FORMS: dict[str, Callable[..., Any]] = {form.__name__: form for form in (
    add, addmm, addmv, clone, conj, linear_2d, mm, mm_of_transposed, mul, mv, slice_of, sum_dim, t, total, transpose, triangular_pair)}


def compressed_inplace(op: Op, x: Any, args: tuple[Any, ...]) -> Any:
    """In-place call `x = op(x, *args)`: an op that keeps the pattern writes the values, whose memory others may share."""
    full_args = (x, *args)
    if LOCAL.grad and (x.requires_grad or needs_mask(op, (*full_args, *(p.value for p in op.params[len(full_args):])))):
        from ..graph.inplace import check_writable

        check_writable(x)
        raise layout_messages.compressed_inplace_with_gradient(op.name)
    if not is_compressed(x):
        result = compressed_call(op, full_args)
        if is_compressed(result):
            raise unsupported_error(f"{op.name}_")
        x._array[...] = result._array
    else:
        result = compressed_call(op, full_args)._array
        if result.__class__ is not Compressed or result.shape != x._array.shape:
            raise unsupported_error(f"{op.name}_")
        result = k.cast_values(result, x._array.dtype)
        if result.plain is x._array.plain:
            x._array.values[...] = result.values
        else:
            set_array(x, result)
    bump_version(x)
    return x
