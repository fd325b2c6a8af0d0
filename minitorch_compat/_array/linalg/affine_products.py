"""Products of matrices and vectors added to a tensor: addmm and its relatives."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..core.dtypes import CATEGORY, c_name, cast, scalar_name, tensor_type
from ..core.execution.blocks import float16_through_float32, through_float32
from ..core.execution.quiet import quiet
from ..core.numbers import LARGEST32, check_number_fits, to_number32
from ..shape.strided import layout_template
from .products import bmm, mm, mv

Array = np.ndarray[Any, np.dtype[Any]]


@quiet
def addmm(x: Array, a: Array, b: Array, beta: Any = 1, alpha: Any = 1) -> Array:
    """beta * x + alpha * (a @ b)."""
    if beta == 1 == alpha and a.ndim == 2 == b.ndim and x.dtype is a.dtype is b.dtype and x.dtype.char in "fd" and len(b) == a.shape[1]:
        if x.ndim and x.shape == (len(a), b.shape[1])[-x.ndim:]:
            product = mm(a, b)
            return np.add(product, x, product)
    if not x.dtype is a.dtype is b.dtype:
        _check_same_dtype(x, a, b)
    if a.ndim != 2 or b.ndim != 2:
        name, wrong = ("mat1", a) if a.ndim != 2 else ("mat2", b)
        raise RuntimeError(f"{name} must be a matrix, got {wrong.ndim}-D tensor")
    if a.shape[1] == b.shape[0]:  # mm raises for shapes that do not match
        _check_expandable(x, (a.shape[0], b.shape[1]))
    return _add_scaled_product(x, a, b, mm, beta, alpha, "addmm_impl_cpu_")


def _check_same_dtype(x: Array, a: Array, b: Array) -> None:
    for name, left, right in (("self", x, b), ("mat1", a, b)):
        if left.dtype is not right.dtype:
            raise RuntimeError(f"{name} and mat2 must have the same dtype, but got {scalar_name(left.dtype)} and "
                               f"{scalar_name(right.dtype)}")


@quiet
def addmv(x: Array, a: Array, v: Array, beta: Any = 1, alpha: Any = 1) -> Array:
    """beta * x + alpha * (a @ v)."""
    if a.ndim != 2 or v.ndim != 1 or x.ndim > 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got {x.ndim}, {a.ndim}, {v.ndim}")
    if a.shape[1] != v.shape[0] or x.ndim and x.shape[0] not in (1, a.shape[0]):
        _check_has_dim(x, 0)
        raise RuntimeError(f"size mismatch, got input ({x.size}), mat ({a.shape[0]}x{a.shape[1]}), vec ({v.shape[0]})")
    if not x.dtype is a.dtype is v.dtype:
        raise RuntimeError("addmv input tensors must have the same dtype, but got "
                           f"{scalar_name(x.dtype)}, {scalar_name(a.dtype)}, and {scalar_name(v.dtype)}")
    return _add_scaled_product(x, a, v, mv, beta, alpha, "addmv_impl_cpu")


@quiet
def baddbmm(x: Array, a: Array, b: Array, beta: Any = 1, alpha: Any = 1) -> Array:
    """beta * x + alpha * bmm(a, b)."""
    if a.ndim < 2 or b.ndim < 3:
        for dim in (0, 1):
            _check_has_dim(a, dim)
        _check_has_dim(b, 2)
    _check_expandable(x, (a.shape[0], a.shape[1], b.shape[2]))
    if x.dtype is a.dtype is not b.dtype:
        raise RuntimeError(f"expected scalar type {scalar_name(a.dtype)} but found {scalar_name(b.dtype)}")
    if not x.dtype is a.dtype is b.dtype:
        raise RuntimeError(f"Input dtypes must be the same, got: input {c_name(x.dtype)}, batch1: {c_name(a.dtype)}, "
                           f"batch2: {c_name(b.dtype)}")
    return _add_scaled_product(x, a, b, bmm, beta, alpha, "baddbmm", compute_if_alpha_zero=True)


@quiet
def addbmm(x: Array, a: Array, b: Array, beta: Any = 1, alpha: Any = 1) -> Array:
    """beta * x + alpha * the sum of bmm(a, b) over the batch."""
    _check_has_dim(a, 1)
    _check_has_dim(b, 2)
    _check_expandable(x, (a.shape[1], b.shape[2]))
    for name, batch in (("batch1", a), ("batch2", b)):
        if batch.ndim != 3:
            raise RuntimeError(f"{name} must be a 3D tensor")
    if a.shape[0] != b.shape[0]:
        raise RuntimeError(f"batch1 and batch2 must have same number of batches, got {a.shape[0]} and {b.shape[0]}")
    if a.shape[2] != b.shape[1]:
        raise RuntimeError(f"Incompatible matrix sizes for bmm ({a.shape[1]}x{a.shape[2]} and {b.shape[1]}x{b.shape[2]})")
    _check_same_dtype(x, a, b)
    # The sum over the batch is part of a single matrix product.
    rows = a.transpose(1, 0, 2).reshape(a.shape[1], a.shape[0] * a.shape[2])
    return _add_scaled_product(x, rows, b.reshape(b.shape[0] * b.shape[1], b.shape[2]), mm, beta, alpha, "addmm_impl_cpu_")


@quiet
def addr(x: Array, v: Array, w: Array, beta: Any = 1, alpha: Any = 1) -> Array:
    """beta * x + alpha * outer(v, w)."""
    for name, vector in (("vec1", v), ("vec2", w)):
        if vector.ndim != 1:
            raise RuntimeError(f"addr: Expected 1-D argument {name}, but got {vector.ndim}-D")
    _check_expandable(x, (v.shape[0], w.shape[0]))
    kind = x.dtype.kind
    for name, factor in (("beta", beta), ("alpha", alpha)):
        if isinstance(factor, bool) and kind != "b":
            raise RuntimeError(f"Boolean {name} only supported for Boolean results.")
        if not isinstance(factor, int) and CATEGORY[kind] < 2:
            raise RuntimeError(f"For integral input tensors, argument {name} must not be a floating point number.")
    beta, alpha = _cast_factor(beta, x.dtype), _cast_factor(alpha, x.dtype)
    x = np.broadcast_to(x, (v.shape[0], w.shape[0]))  # its layout matters even with beta 0
    out = _multiply(x, np.asarray(beta).astype(x.dtype)) if beta else np.zeros_like(layout_template(x), subok=False)
    products = _multiply(_multiply(v, np.asarray(alpha).astype(x.dtype))[:, None], w)  # in this order: v * w may overflow half precision
    if x.dtype.itemsize == 2:
        out[...] = _add(out, products)
    else:
        out += products
    return out


_multiply, _add = float16_through_float32(np.multiply), through_float32(np.add)


def _check_has_dim(a: Array, dim: int) -> None:
    if not a.ndim:
        raise IndexError(f"Dimension specified as {dim} but tensor has no dimensions")
    if dim >= a.ndim:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-a.ndim}, {a.ndim - 1}], but got {dim})")


def _check_expandable(x: Array, shape: tuple[int, ...]) -> None:
    """Raise for a shape that does not broadcast to that of the product."""
    if x.shape == shape:
        return
    if x.ndim > len(shape):
        raise RuntimeError(f"expand({tensor_type(x.dtype)}{{{list(x.shape)}}}, size={list(shape)}): the number of sizes provided "
                           f"({len(shape)}) must be greater or equal to the number of dimensions in the tensor ({x.ndim})")
    for back in range(1, x.ndim + 1):
        if x.shape[-back] not in (1, shape[-back]):
            raise RuntimeError(f"The expanded size of the tensor ({shape[-back]}) must match the existing size ({x.shape[-back]}) at "
                               f"non-singleton dimension {len(shape) - back}.  Target sizes: {list(shape)}.  "
                               f"Tensor sizes: {list(x.shape)}")


def _add_scaled_product(x: Array, a: Array, b: Array, multiply: Any, beta: Any, alpha: Any, name: str,
                        compute_if_alpha_zero: bool = False) -> Array:
    """beta * x + alpha * multiply(a, b); as in BLAS, `x` is not read with beta 0, nor the factors with alpha 0."""
    dtype = x.dtype
    if dtype.kind == "b" and a.size and b.size and a.shape[-1] == b.shape[-2 if b.ndim > 1 else 0]:
        raise NotImplementedError(f"\"{name}\" not implemented for 'Bool'")
    if dtype.itemsize == 2 and CATEGORY[dtype.kind] == 2:  # rounded once, at the end
        x, a, b = (v.astype(np.float32) for v in (x, a, b))
    beta, alpha = _cast_factor(beta, dtype), _cast_factor(alpha, dtype)
    # A product over an empty dimension gives zeros of the right shape.
    product = multiply(a, b) if alpha or compute_if_alpha_zero else multiply(a[..., :0], b[..., :0, :] if b.ndim > 1 else b[:0])
    if alpha != 1:
        product *= _as_operand(alpha, product.dtype)
    if beta:
        product += x if beta == 1 else x * _as_operand(beta, x.dtype)
    return cast(product, dtype)


def _as_operand(factor: Any, dtype: np.dtype[Any]) -> Any:
    """A scalar factor as what an array of this dtype is multiplied by."""
    return to_number32(factor) if factor.__class__ is float and dtype.char == "f" else np.asarray(factor).astype(dtype)


def _cast_factor(value: Any, dtype: np.dtype[Any]) -> Any:
    """A scalar factor as used for the result's dtype: integer dtypes truncate it."""
    if dtype.kind == "f" and (value.__class__ is float and -LARGEST32 <= value <= LARGEST32 or value.__class__ is int):
        return value
    if isinstance(value, complex) and dtype.kind != "c":
        if value.imag:
            target = "int64_t" if CATEGORY[dtype.kind] < 2 else "float" if dtype != np.float64 else "double"
            raise RuntimeError(f"value cannot be converted to type {target} without overflow")
        value = value.real
    return int(value) if dtype.kind in "iu" else check_number_fits(value, dtype)
