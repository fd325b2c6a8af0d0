"""Matrix products."""
from __future__ import annotations

import math
from functools import lru_cache
from typing import Any, TypeAlias

import numpy as np

from ..core import intp
from ..core.axes import moveaxis
from ..core.dtypes import CATEGORY, HALF_TYPES, c_name, scalar_name
from ..core.execution.block_sizes import block_size
from ..core.execution.blocks import SERIAL_VECTOR, add_reduce, dot_parts, widen_half
from ..core.execution.threads import POOLS, run_parallel
from ..shape.strided import as_dtype, convert

Array: TypeAlias = np.ndarray[Any, np.dtype[Any]]


_FLOAT32 = np.dtype(np.float32)
_ONE_ELEMENT = (1,)

#: Number of products from which on integers are worth converting for BLAS.
_MANY_INTEGER_PRODUCTS = block_size(__name__, "_MANY_INTEGER_PRODUCTS", 1 << 16)


def matmul(a: Array, b: Array) -> Array:
    """Matrix product with PyTorch's rules for vectors and batches."""
    try:
        if a.dtype is b.dtype and a.ndim == 2 == b.ndim:
            return multiply_matrices(a, b)
    except ValueError:
        pass  # other dtypes, or mismatched shapes: handled below
    if a.ndim == 0 or b.ndim == 0:
        raise RuntimeError(f"both arguments to matmul need to be at least 1D, but they are {a.ndim}D and {b.ndim}D")
    if a.shape[-1] != b.shape[-2 if b.ndim > 1 else 0]:
        raise RuntimeError(_shape_message(a, b))
    if a.dtype is not b.dtype:
        raise RuntimeError(f"expected m1 and m2 to have the same dtype, but got: {c_name(a.dtype)} != {c_name(b.dtype)}")
    if a.dtype.itemsize == 2 and CATEGORY[a.dtype.kind] == 2:
        return convert(np.matmul(widen_half(a), widen_half(b)), a.dtype)
    if a.dtype.kind in "iu" and b.ndim > 1 < a.ndim and a.size * b.shape[-1] >= _MANY_INTEGER_PRODUCTS and _fit_doubles(a, b):
        return np.matmul(a.astype(np.float64), b.astype(np.float64)).astype(np.int64).astype(a.dtype, copy=False)
    if a.ndim > 2 and b.ndim == 2 and a.flags.c_contiguous:
        return (a.reshape(-1, a.shape[-1]).dot(b)).reshape(*a.shape[:-1], b.shape[1])
    return multiply_stacks(a, b)


def _fit_doubles(a: Array, b: Array) -> bool:
    """Whether products of integers, and their sums, are exact in float64, for which there is BLAS."""
    largest = [max(int(x.max()), -int(x.min())) for x in (a, b)]
    return largest[0] * largest[1] * a.shape[-1] <= 2**53


#: Multiplications in one product from which BLAS uses threads, and in a piece of the stack that is worth waking a thread.
_THREADED_PRODUCT, _PIECE_PRODUCTS = 1 << 18, 1 << 22


def multiply_stacks(a: Array, b: Array, out: Array | None = None) -> Array:
    """`np.matmul`, of stacks of matrices several at once, each on one thread: BLAS would use all its threads for one after another."""
    if not POOLS or a.ndim < 3 and b.ndim < 3 or a.ndim < 2 or b.ndim < 2:
        return np.matmul(a, b, out=out)
    stack = np.broadcast_shapes(a.shape[:-2], b.shape[:-2])
    axis = next((i for i, length in enumerate(stack) if length > 1), 0)
    multiplications = a.shape[-2] * a.shape[-1] * b.shape[-1]
    step = -(-_PIECE_PRODUCTS // max(1, multiplications * math.prod(stack[axis + 1:])))
    count = -(-stack[axis] // step)
    if multiplications < _THREADED_PRODUCT or count < 2 * POOLS[0].thread_count or a.dtype is not b.dtype:
        return np.matmul(a, b, out=out)
    if out is None:
        out = np.empty((*stack, a.shape[-2], b.shape[-1]), a.dtype)

    def cut(v: Array, i: int) -> Array:
        place = axis - (len(stack) + 2 - v.ndim)
        return v if place < 0 or v.shape[place] == 1 else v[(slice(None),) * place + (slice(i * step, (i + 1) * step),)]

    run_parallel(lambda i: np.matmul(cut(a, i), cut(b, i), cut(out, i)), count, calls_blas=True)
    return out


def _shape_message(a: Array, b: Array) -> str:
    if a.ndim == 1 == b.ndim:
        return f"inconsistent tensor size, expected tensor [{a.shape[0]}] and src [{b.shape[0]}] to have the same number of elements, " \
               f"but got {a.shape[0]} and {b.shape[0]} elements respectively"
    if b.ndim == 1:
        rows = math.prod(a.shape[:-1])
        return f"size mismatch, got input ({rows}), mat ({rows}x{a.shape[-1]}), vec ({b.shape[0]})"
    m1 = a if a.ndim > 1 else a.reshape(1, -1)
    rows = math.prod(m1.shape[:-1]) if b.ndim == 2 else m1.shape[-2]
    if a.ndim <= 2 and b.ndim <= 2 or b.ndim == 2:
        return f"mat1 and mat2 shapes cannot be multiplied ({rows}x{m1.shape[-1]} and {b.shape[-2]}x{b.shape[-1]})"
    batch = math.prod(np.broadcast_shapes(a.shape[:-2], b.shape[:-2]))
    return f"Expected size for first two dimensions of batch2 tensor to be: [{batch}, {m1.shape[-1]}] but got: [{batch}, {b.shape[-2]}]."


def multiply_matrices(a: Array, b: Array) -> Array:
    """Matrix times matrix of one floating dtype; ValueError for anything else."""
    if a.ndim == 2 == b.ndim:
        dtype = a.dtype
        if dtype is _FLOAT32 or dtype.char in "dFD":
            if len(b) == 1 and a.shape[1] == 1:
                r = np.multiply(a, b)  # numpy's dot takes a factor of one element for a number, and then 0 times NaN is 0
                return np.add(r, 0.0, r) if 1 in r.shape else r  # a sum that begins with 0 is never -0
            return a.dot(b)  # half the overhead of np.matmul
    raise ValueError("no matrices")


def mm(a: Array, b: Array) -> Array:
    """Matrix times matrix."""
    try:
        if a.dtype is b.dtype:
            return multiply_matrices(a, b)
    except ValueError:
        pass  # other dtypes, or mismatched shapes: handled below
    if a.ndim != 2:
        raise RuntimeError("self must be a matrix")
    if b.ndim != 2:
        raise RuntimeError("mat2 must be a matrix")
    return _matmul_except_bool(a, b, "addmm_impl_cpu_")


def _matmul_except_bool(a: Array, b: Array, name: str) -> Array:
    """`matmul` for an op that has no kernel for bool in PyTorch."""
    if a.dtype is b.dtype and a.dtype.kind == "b" and a.size and b.size and a.shape[-1] == b.shape[0]:
        raise NotImplementedError(f"\"{name}\" not implemented for 'Bool'")
    return matmul(a, b)


def mm_nt(a: Array, b: Array) -> Array:
    """a @ b.T."""
    return a.dot(b.T) if a.ndim == 2 == b.ndim and b.shape[1] != 1 and a.dtype.itemsize != 2 else _multiply_general(a, b.swapaxes(-1, -2))


def mm_tn(a: Array, b: Array) -> Array:
    """a.T @ b."""
    return a.T.dot(b) if a.ndim == 2 == b.ndim and len(b) != 1 and a.dtype.itemsize != 2 else _multiply_general(a.swapaxes(-1, -2), b)


def _multiply_general(a: Array, b: Array) -> Array:
    """The product of batches, of a column and a row, or in half precision."""
    if a.dtype.itemsize == 2:
        return convert(np.matmul(widen_half(a), widen_half(b)), a.dtype)
    try:
        return multiply_matrices(a, b)
    except ValueError:
        return multiply_stacks(a, b)


def bmm(a: Array, b: Array) -> Array:
    """A batch of matrix products."""
    if a.ndim != 3:
        raise RuntimeError("batch1 must be a 3D tensor")
    if b.ndim != 3:
        raise RuntimeError("batch2 must be a 3D tensor")
    if a.shape[0] != b.shape[0] or a.shape[2] != b.shape[1]:
        raise RuntimeError(f"Expected size for first two dimensions of batch2 tensor to be: [{a.shape[0]}, {a.shape[2]}] but got: "
                           f"[{b.shape[0]}, {b.shape[1]}].")
    if a.dtype.kind == "b" and a.size and b.size:
        raise NotImplementedError("\"bmm\" not implemented for 'Bool'")
    if a.dtype is not b.dtype:
        if not (a.size and b.size):  # the product checks dtypes, and there is none to compute
            return np.zeros((*a.shape[:2], b.shape[2]), b.dtype)
        raise RuntimeError(f"expected scalar type {scalar_name(a.dtype)} but found {scalar_name(b.dtype)}")
    return matmul(a, b) if a.dtype.itemsize == 2 else multiply_stacks(a, b)


def mv(a: Array, v: Array) -> Array:
    """Matrix times vector."""
    if a.ndim == 0:
        raise IndexError("Dimension specified as 0 but tensor has no dimensions")
    if a.ndim != 2 or v.ndim != 1:
        raise RuntimeError(f"vector + matrix @ vector expected, got {1}, {a.ndim}, {v.ndim}")
    if a.dtype is v.dtype and a.dtype.kind in "fc" and a.shape[1] == v.shape[0] != 1 and a.dtype.itemsize > 2:
        return a.dot(v)
    if a.shape[1] != v.shape[0]:
        raise RuntimeError(_shape_message(a, v))
    if a.dtype is not v.dtype:
        vector = scalar_name(v.dtype)
        raise RuntimeError(f"addmv input tensors must have the same dtype, but got {vector}, {scalar_name(a.dtype)}, and {vector}")
    return _matmul_except_bool(a, v, "addmv_impl_cpu")


def dot(a: Array, b: Array) -> Array:
    """The dot product of two vectors."""
    if a.ndim != 1 or b.ndim != 1:
        raise RuntimeError(f"1D tensors expected, but got {a.ndim}D and {b.ndim}D tensors")
    if a.dtype is not b.dtype:
        raise RuntimeError(f"dot : expected both vectors to have same dtype, but found {scalar_name(a.dtype)} and "
                           f"{scalar_name(b.dtype)}")
    if a.shape != b.shape:
        raise RuntimeError(_shape_message(a, b))
    if a.dtype.kind == "b":
        raise NotImplementedError("\"dot\" not implemented for 'Bool'")
    if a.shape == _ONE_ELEMENT:
        return a.dot(b) + a.dtype.type(0)  # adding 0 turns -0 into 0
    if a.shape[0] > SERIAL_VECTOR and a.dtype.char in "fd" and a.flags.c_contiguous and b.flags.c_contiguous:
        return np.asarray(np.add.reduce(dot_parts(a, b)))
    return matmul(a, b) if a.dtype.itemsize == 2 else a.dot(b)


def vdot(a: Array, b: Array) -> Array:
    """`dot` with the first vector conjugated."""
    return dot(a.conj() if a.dtype.kind == "c" else a, b)


#: Indices of the factors of each component: the next component and the one after.
_NEXT_COMPONENT, _PREVIOUS_COMPONENT = np.array([1, 2, 0], np.int64), np.array([2, 0, 1], np.int64)
_SMALL_SIZE = block_size(__name__, "_SMALL_SIZE", 1024)


def cross(a: Array, b: Array, dim: int = -1) -> Array:
    """The cross product along a dimension of size 3."""
    if a.ndim != b.ndim:
        raise RuntimeError("linalg.cross: inputs must have the same number of dimensions.")
    if not -a.ndim <= dim < a.ndim:
        raise IndexError(f"Dimension out of range (expected to be in range of [{-a.ndim}, {a.ndim - 1}], but got {dim})" if a.ndim
                         else f"Dimension specified as {dim} but tensor has no dimensions")
    if a.shape[dim] != 3 or b.shape[dim] != 3:
        raise RuntimeError(f"linalg.cross: inputs dimension {dim} must have length 3. Got {a.shape[dim]} and {b.shape[dim]}")
    shape = broadcast_shapes(a.shape, b.shape)
    if a.dtype.kind == "b":
        raise NotImplementedError("\"cross\" not implemented for 'Bool'")
    if a.dtype is not b.dtype:
        raise RuntimeError(f"expected scalar type {scalar_name(a.dtype)} but found {scalar_name(b.dtype)}")
    if math.prod(shape) <= _SMALL_SIZE:  # one call for all three components
        out = np.multiply(intp.take(a, _NEXT_COMPONENT, dim), intp.take(b, _PREVIOUS_COMPONENT, dim))
        return np.subtract(out, np.multiply(intp.take(a, _PREVIOUS_COMPONENT, dim), intp.take(b, _NEXT_COMPONENT, dim)), out)
    out = np.empty(shape, a.dtype)
    (x0, x1, x2), (y0, y1, y2), parts = (moveaxis(t, dim, 0) for t in (a, b, out))
    parts[0], parts[1], parts[2] = x1 * y2 - x2 * y1, x2 * y0 - x0 * y2, x0 * y1 - x1 * y0
    return out


def outer(xp: Any, a: Any, b: Any) -> Any:
    """All products of an element of `a` and an element of `b`."""
    vector = getattr(a, "_array", a)
    if vector.ndim != 1 or b.ndim != 1:
        name, ndim = ("self", vector.ndim) if vector.ndim != 1 else ("vec2", b.ndim)
        raise RuntimeError(f"outer: Expected 1-D argument {name}, but got {ndim}-D")
    return xp.mul(xp.reshape_or_copy(a, (vector.shape[0], 1)), b)


def check_dimensions(a: tuple[int, ...], b: tuple[int, ...]) -> None:
    """Raise for 0-d operands, which have no matrix product."""
    if not a or not b:
        raise RuntimeError(f"both arguments to matmul need to be at least 1D, but they are {len(a)}D and {len(b)}D")


def is_row_major(x: Any) -> bool:
    """Whether a tensor (or array) is contiguous."""
    array = getattr(x, "_array", x)
    return array.__class__ is np.ndarray and bool(array.flags.c_contiguous)


def check_matmul(a: tuple[int, ...], b: tuple[int, ...]) -> None:
    """Raise for shapes without a matrix product."""
    check_dimensions(a, b)
    if a[-1] != b[-2 if len(b) > 1 else 0]:
        raise RuntimeError(_shape_message(np.empty(a, np.bool_), np.empty(b, np.bool_)))


def check_batched(a: tuple[int, ...], b: tuple[int, ...]) -> None:
    """The same for a product that is computed in batches, with the messages of that."""
    check_dimensions(a, b)
    inner, height = a[-1], b[-2 if len(b) > 1 else 0]
    if inner != height:
        batch = math.prod(broadcast_shapes(a[:-2], b[:-2]))
        raise RuntimeError(f"Expected size for first two dimensions of batch2 tensor to be: [{batch}, {inner}] but got: "
                           f"[{batch}, {height}].")


_cached_broadcast_shapes = lru_cache(maxsize=256)(np.broadcast_shapes)


def broadcast_shapes(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    """The common shape of two batches."""
    if a == b:
        return a
    try:
        return _cached_broadcast_shapes(a, b)
    except ValueError:
        back, m, n = next((back, m, n) for back, (m, n) in enumerate(zip(a[::-1], b[::-1])) if m != n and 1 not in (m, n))
        raise RuntimeError(f"The size of tensor a ({m}) must match the size of tensor b ({n}) at non-singleton dimension "
                           f"{max(len(a), len(b)) - 1 - back}") from None


def numel(shape: tuple[int, ...]) -> int:
    """The number of elements of a shape."""
    return math.prod(shape)


def trilinear(x: Array, weight: Array, y: Array) -> Array:
    """The sum over i and j of x[n, i] weight[o, i, j] y[n, j]."""
    if x.dtype.kind == "b":
        raise NotImplementedError("\"bmm\" not implemented for 'Bool'")
    left = np.tensordot(widen_half(x), widen_half(weight), (1, 1))
    return as_dtype(add_reduce(left * widen_half(y)[:, None, :], -1, left.dtype), x.dtype)


#: Shape -> for each element of a matrix the index of its column, which is also its index in a bias.
_COLUMN_INDICES: dict[tuple[int, int], Array] = {}
_INDEXED_BIAS_SIZE = 256


def affine(x: Array, weight: Array, bias: Array) -> Array | None:
    """x @ weight.T + bias, all float32 or all float64; None unless they are two matrices and a vector, ValueError if shapes mismatch."""
    if x.ndim != 2 or weight.ndim != 2 or bias.ndim != 1:
        return None
    columns = weight.T
    if len(columns) == 1:
        return None  # numpy's dot treats an array of one element as a number
    out = x.dot(columns)
    shape = len(x), len(bias)
    column_indices = _COLUMN_INDICES.get(shape)
    if column_indices is None:
        if out.size > _INDEXED_BIAS_SIZE:
            return np.add(out, bias, out)
        column_indices = _COLUMN_INDICES[shape] = intp.repeat(intp.arange(shape[1]), shape[0]).reshape(shape[::-1]).T.copy()
    return np.add(out, bias[column_indices], out)  # on few elements numpy's broadcasting takes three times as long as an addition


def linear(x: Array, weight: Array, bias: Array) -> Array:
    """x @ weight.T + bias for two matrices."""
    dtype = weight.dtype
    if (dtype.kind == "b" or not x.dtype is dtype is bias.dtype or x.ndim != 2 or weight.ndim != 2 or x.shape[1] != weight.shape[1]
            or bias.shape != weight.shape[:1]):
        from .affine_products import addmm

        return addmm(bias, x, weight.T)  # raises for mismatched arguments
    if dtype.itemsize == 2 and dtype in HALF_TYPES:  # rounded once, at the end, as in PyTorch
        return convert(matmul(widen_half(x), widen_half(weight).T) + widen_half(bias), dtype)
    out = x.dot(weight.T) if x.shape[1] != 1 else matmul(x, weight.T)
    return np.add(out, bias, out)
