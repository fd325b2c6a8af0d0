"""`torch.linalg`: norms, powers and products of matrices."""
from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core.dtypes import c_name, scalar_name
from ..._array.core.numbers import to_int64
from ..._array.exchange.type_names import value_type_name
from ..._array.linalg import decompositions as k
from ..._array.reduce import reduction
from ..._array.shape.views import wrap_dim
from ..._dispatch.call.autocast import in_lower_precision
from ..._dispatch.call.caller import caller, wrap
from ..._dispatch.dtype import array_dtype
from ..._dispatch.state import ACTIVE
from ..._dispatch.tensor import is_meta_tensor
from ..functions.arguments import can_run_on_arrays, check_tensor_list, is_int_like
from ..override.named_refusals import named
from .decompositions import inv, svdvals

if TYPE_CHECKING:
    from ..._bindings.annotations import Dtype
    from ..tensor.tensor import Tensor

_vector_norm = caller("vector_norm")
INF = float("inf")


def _check_floating(A: Any, name: str) -> None:
    if A._array.dtype.kind not in "fcV":
        raise RuntimeError(f"{name}: Expected a floating point or complex tensor as input. Got {scalar_name(A._array.dtype)}")


def norm_dtype(A: Any, dtype: Dtype, name: str) -> Any:
    """The numpy dtype to compute a norm in; RuntimeError if the input cannot be converted to it without loss."""
    if dtype is None:
        return None
    np_dtype, own = array_dtype(dtype), A._array.dtype
    if np_dtype.kind not in "fcV":
        raise RuntimeError(f"{name}: dtype should be floating point or complex, but got {scalar_name(np_dtype)}")
    if (own.kind == "c") is not (np_dtype.kind == "c"):
        kind = "complex" if own.kind == "c" else "real"
        raise RuntimeError(f"{name}: dtype should be {kind} for {kind} inputs, but got {scalar_name(np_dtype)}")
    if own is not np_dtype and np.promote_types(own, np_dtype) != np_dtype:
        raise RuntimeError(f"{name}: the dtype of the input ({scalar_name(own)}) should be convertible without narrowing to the specified "
                           f"dtype ({scalar_name(np_dtype)})")
    return np_dtype


@named("linalg_vector_norm")
def vector_norm(x: Any, ord: int | float | complex | bool = 2, dim: int | Sequence[int] | None = None, keepdim: bool = False, *,
                dtype: Dtype = None, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/matrix_norms.md.
    """A norm of vectors.

        (sum |x| ** ord) ** (1 / ord)

    Parameters
    ----------
    x : Tensor
        Floats or complex numbers.
    ord : number, default 2
        inf and -inf give the greatest and the least absolute value, 0 the number of elements that are not zero.
    dim : int or tuple of ints, optional
        The dimensions of the vectors; None for all.
    keepdim : bool, default False
        Keep the reduced dimensions, with size 1.
    dtype : torch.dtype, optional
        The dtype that `x` is cast to first.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Without the dimensions that were reduced, in a real dtype.

    Raises
    ------
    RuntimeError
        `x` is of integers.

    References
    ----------
    PyTorch: torch.linalg.vector_norm

    Examples
    --------
    >>> x = torch.tensor([[3., -4.], [6., 8.]])
    >>> torch.linalg.vector_norm(x), torch.linalg.vector_norm(x, ord=1, dim=1)
    (tensor(11.1803), tensor([ 7., 14.]))
    """
    _check_floating(x, "linalg.vector_norm")
    return _vector_norm(x, ord, dim, keepdim, norm_dtype(x, dtype, "linalg.vector_norm"))


@named("linalg_matrix_norm")
def matrix_norm(A: Any, ord: int | float | complex | bool | str = "fro", dim: Any = (-2, -1), keepdim: bool = False, *, dtype: Dtype = None,
                out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/matrix_norms.md.
    """A norm of matrices.

    Parameters
    ----------
    A : Tensor
        At least two dimensions; floats or complex numbers.
    ord : number or str, default 'fro'
        'fro' the root of the sum of squares, 'nuc' the sum of singular values; 1, -1 sums of columns, inf, -inf sums of
        rows, 2, -2 singular values: the greatest, or the least if negative.
    dim : two ints, default (-2, -1)
        The dimensions of the matrices.
    keepdim : bool, default False
        Keep the reduced dimensions, with size 1.
    dtype : torch.dtype, optional
        The dtype that `A` is cast to first.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Without the dimensions that were reduced, in a real dtype.

    Raises
    ------
    RuntimeError
        `A` is of integers, or `ord` is none of these.

    References
    ----------
    PyTorch: torch.linalg.matrix_norm

    Examples
    --------
    >>> A = torch.tensor([[3., 4.], [0., 1.]])
    >>> torch.linalg.matrix_norm(A), torch.linalg.matrix_norm(A, ord=1)
    (tensor(5.0990), tensor(5.))
    """
    if isinstance(ord, complex):
        raise RuntimeError("linalg.matrix_norm: Expected a non-complex scalar as the order of norm.")
    if ord not in ("fro", "nuc") if isinstance(ord, str) else abs(ord) not in (1, 2, INF):
        raise RuntimeError(f"linalg.matrix_norm: Order {ord} not supported.")
    k.check_shape(A._array, "linalg.matrix_norm", False)
    _check_floating(A, "linalg.matrix_norm")
    dim = (dim,) if isinstance(dim, int) else dim
    if len(dim) != 2:
        raise RuntimeError(f"linalg.matrix_norm: dim must be a 2-tuple. Got {' '.join(map(str, dim))}")
    ndim = A._array.ndim
    rows, columns = wrap_dim(dim[0], ndim), wrap_dim(dim[1], ndim)
    if rows == columns:
        raise RuntimeError(f"linalg.matrix_norm: dims must be different. Got ({rows}, {columns})")
    np_dtype = norm_dtype(A, dtype, "linalg.matrix_norm")
    if ord == "fro":
        return _vector_norm(A, 2, (rows, columns), keepdim, np_dtype)
    if dtype is not None:
        A = A.to(dtype)
    if ord in ("nuc", 2, -2):
        return _singular_value_norm(A, ord, rows, columns, keepdim)
    order: Any = ord  # a number: strings were handled above
    sum_dim, extreme_dim = (rows, columns) if abs(order) == 1 else (columns, rows)
    sums = _vector_norm(A, 1, (sum_dim,), keepdim, None)
    if not keepdim and extreme_dim > sum_dim:
        extreme_dim -= 1
    if order > 0 and not sums._array.shape[extreme_dim]:
        return _zero_norm(sums, extreme_dim, keepdim)
    return sums.amax(extreme_dim, keepdim=keepdim) if order > 0 else sums.amin(extreme_dim, keepdim=keepdim)


def _singular_value_norm(A: Any, ord: Any, rows: int, columns: int, keepdim: bool) -> Any:
    """Norms of the singular values."""
    if A._array.dtype.kind in "fV" and A._array.dtype.itemsize == 2:
        raise RuntimeError(f"linalg.matrix_norm: Low precision dtypes not supported. Got {scalar_name(A._array.dtype)}")
    ndim = A._array.ndim
    order = [d for d in range(ndim) if d != rows and d != columns] + [rows, columns]
    if A._array.size and can_run_on_arrays(A):
        each = k.svdvals(A._array.transpose(order))
        found = wrap((reduction.sum if ord == "nuc" else reduction.amax if ord == 2 else reduction.amin)(each, -1, keepdim))
    else:
        found = _norm_of_singular_values(svdvals(A.permute(order)), ord, keepdim)
    if not keepdim:
        return found
    found = found.unsqueeze(-1)
    if rows + 1 == columns == ndim - 1 and can_run_on_arrays(found):
        return found
    return found.permute([order.index(d) for d in range(ndim)])


def _zero_norm(values: Any, dim: int, keepdim: bool) -> Any:
    """The maximum of no values: zeros without history."""
    return values.detach().sum(dim, keepdim=keepdim).zero_()


def _norm_of_singular_values(values: Any, ord: Any, keepdim: bool) -> Any:
    if ord == "nuc":
        return values.sum(-1, keepdim=keepdim)
    if ord == 2 and not values._array.shape[-1]:
        return _zero_norm(values, -1, keepdim)
    return (values.amax if ord == 2 else values.amin)(-1, keepdim=keepdim)


@named("linalg_norm")
def norm(A: Any, ord: int | float | complex | bool | str | None = None, dim: int | Sequence[int] | None = None, keepdim: bool = False, *,
         out: Tensor | None = None, dtype: Dtype = None) -> Tensor:
    # The docstring is written in _bindings/linalg/matrix_norms.md.
    """A norm of vectors or of matrices, depending on `ord` and the dimensions.

    Parameters
    ----------
    input, A : Tensor
        Floats or complex numbers.
    ord : number or str, optional
        None for the root of the sum of squares; for vectors any number, for matrices see `torch.linalg.matrix_norm`.
    dim : int or two ints, optional
        One dimension for vectors, two for matrices; None for all, as one vector, or as a matrix if `ord` is given.
    keepdim : bool, default False
        Keep the reduced dimensions, with size 1.
    dtype : torch.dtype, optional
        The dtype that `input` is cast to first.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Without the dimensions that were reduced, in a real dtype.

    Raises
    ------
    RuntimeError
        `input` is of integers, or `ord` does not fit.

    References
    ----------
    PyTorch: torch.linalg.norm

    Examples
    --------
    >>> x = torch.tensor([[3., 4.], [6., 8.]])
    >>> torch.linalg.norm(x), torch.linalg.norm(x, dim=1), torch.linalg.norm(x, ord=1)
    (tensor(11.1803), tensor([ 5., 10.]), tensor(12.))
    """
    two = isinstance(dim, (tuple, list)) and len(dim) == 2
    if isinstance(dim, (tuple, list)) and not 0 < len(dim) < 3:
        raise RuntimeError(f"linalg.norm: If dim is specified, it must be of length 1 or 2. Got {list(dim)}")
    if ord is not None:
        if dim is None and A._array.ndim not in (1, 2):
            raise RuntimeError("linalg.norm: If dim is not specified but ord is, the input must be 1D or 2D. "
                               f"Got {A._array.ndim}D.")
        if isinstance(ord, str) or two or (dim is None and A._array.ndim == 2):
            return matrix_norm(A, ord, (-2, -1) if dim is None else dim, keepdim, dtype=dtype)
    return vector_norm(A, 2.0 if ord is None else ord, dim, keepdim, dtype=dtype)


@named("linalg_matrix_power", dense_out=True)
def matrix_power(A: Any, n: int, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/matrix_norms.md.
    """Square matrices to an integer power.

    Parameters
    ----------
    input, A : Tensor
        ... x n x n.
    n : int
        The power; negative ones take the inverse, 0 gives the identity.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        ... x n x n.

    Raises
    ------
    RuntimeError
        A matrix is not square, or, for negative powers, singular.

    References
    ----------
    PyTorch: torch.matrix_power

    Examples
    --------
    >>> torch.matrix_power(torch.tensor([[1., 1.], [0., 1.]]), 3)
    tensor([[1., 3.],
            [0., 1.]])
    """
    k.check_shape(A._array, "linalg.matrix_power")
    to_int64(n)
    if n < 0:
        return inv(A) if n == -1 else matrix_power(inv(A), -n)
    if n == 0:
        if is_meta_tensor(A):
            return A.clone()
        rows, eye = A._array.shape[-1], np.zeros(A._array.shape, A._array.dtype)
        eye.reshape(*A._array.shape[:-2], rows * rows)[..., ::rows + 1] = 1
        found = wrap(eye)
        if not can_run_on_arrays(A):
            return A.clone().copy_(found)
        found._counter = [1]  # PyTorch writes into a copy
        return found
    return A.clone() if n == 1 else _repeated_squaring(A, n)


def _repeated_squaring(A: Any, n: int) -> Any:
    """The n-th power by repeated squaring; the third power is two products."""
    if n == 1:
        return A
    if n == 3:
        return (A @ A) @ A
    result = square = None
    while n:
        square = A if square is None else square @ square
        if n % 2:
            result = square if result is None else result @ square
        n //= 2
    return result


@named("linalg_multi_dot")
def multi_dot(tensors: Sequence[Tensor], *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/matrix_norms.md.
    """The product of several matrices, in the order that needs the fewest multiplications.

    Parameters
    ----------
    tensors : sequence of Tensors
        At least two; the first and the last may be vectors.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        The product.

    Raises
    ------
    RuntimeError
        The sizes do not fit.

    References
    ----------
    PyTorch: torch.linalg.multi_dot

    Examples
    --------
    >>> torch.linalg.multi_dot([torch.ones(2, 3), torch.ones(3, 4), torch.ones(4)])
    tensor([12., 12.])
    """
    if not isinstance(tensors, (list, tuple)):
        raise TypeError(f"linalg_multi_dot(): argument 'tensors' (position 1) must be tuple of Tensors, not {type(tensors).__name__}")
    members = list(tensors)
    check_tensor_list(members)
    if len(members) < 2:
        raise RuntimeError(f"multi_dot(): expected at least 2 tensors but got {len(members)}")
    for i, t in enumerate(members):
        inner = 0 < i < len(members) - 1
        if t._array.ndim != 2 and (inner or t._array.ndim != 1):
            raise RuntimeError(f"multi_dot(): {'tensor ' + str(i) if inner else 'the ' + ('last' if i else 'first') + ' tensor'} must be "
                               f"{'2D' if inner else '1D or 2D'} but got {t._array.ndim}D")
    row, column = members[0]._array.ndim == 1, members[-1]._array.ndim == 1
    shapes = [list(t._array.shape) for t in members]
    if row:
        members[0] = members[0].unsqueeze(0)
    if column:
        members[-1] = members[-1].unsqueeze(-1)
    for i in range(len(members) - 1):
        left, right = members[i]._array.shape, members[i + 1]._array.shape
        if members[i + 1]._array.dtype != members[0]._array.dtype:
            raise RuntimeError("multi_dot(): all tensors must have be the same dtype but tensor 0 is "
                               f"{c_name(members[0]._array.dtype)} and tensor {i + 1} {c_name(members[i + 1]._array.dtype)}")
        if left[1] != right[0]:
            raise RuntimeError(f"multi_dot(): tensors {i} and {i + 1} with shapes {shapes[i]} and {shapes[i + 1]} cannot be multiplied")
    sizes = (members[0]._array.shape[0], *[t._array.shape[1] for t in members])
    result = _multiply_chain(members, _cheapest_splits(sizes), 0, len(members) - 1)
    return result.view(result._array.shape[row:result._array.ndim - column])


@lru_cache(maxsize=64)
def _cheapest_splits(sizes: tuple[int, ...]) -> dict[tuple[int, int], int]:
    """Where to split each run of factors so that the number of multiplications is minimal; `sizes` are the dimensions of the chain."""
    n = len(sizes) - 1
    cost = {(i, i): 0.0 for i in range(n)}
    split: dict[tuple[int, int], int] = {}
    for length in range(1, n):
        for i in range(n - length):
            j = i + length
            options = [(cost[i, k] + cost[k + 1, j] + math.prod((sizes[i], sizes[k + 1], sizes[j + 1])), k) for k in range(i, j)]
            cost[i, j], split[i, j] = min(options)
    return split


def _multiply_chain(members: list[Any], split: dict[tuple[int, int], int], i: int, j: int) -> Any:
    if i == j:
        return members[i]
    k = split[i, j]
    return _multiply_chain(members, split, i, k) @ _multiply_chain(members, split, k + 1, j)


@named("linalg_vecdot")
def vecdot(x: Tensor, y: Tensor, *, dim: int = -1, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/matrix_norms.md.
    """The inner products along a dimension, the first conjugated.

        sum_i conj(x[i]) * y[i]

    Parameters
    ----------
    x : Tensor
        The first factor.
    y : Tensor
        The second; both are broadcast.
    dim : int, default -1
        The dimension to sum over.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        Without `dim`.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.linalg.vecdot

    Examples
    --------
    >>> torch.linalg.vecdot(torch.tensor([[1., 2.], [3., 4.]]), torch.tensor([1., 1.]))
    tensor([3., 7.])
    """
    if ACTIVE:
        x, y = in_lower_precision(x, y)
    _check_floating(x, "linalg.vecdot")
    if x._array.dtype != y._array.dtype:
        raise RuntimeError(f"linalg.vecdot: Expected x and y to have the same dtype, but found x of type {scalar_name(x._array.dtype)} and "
                           f"y of type {scalar_name(y._array.dtype)} instead")
    if dim.__class__ is not int and not is_int_like(dim):
        raise TypeError(f"linalg_vecdot(): argument 'dim' must be int, not {value_type_name(dim)}")
    return caller("vdot")(x, y) if x._array.ndim == 1 == y._array.ndim else (x.conj() * y).sum(dim)


@named("linalg_diagonal")
def diagonal(A: Tensor, *, offset: int = 0, dim1: int = -2, dim2: int = -1) -> Tensor:
    # The docstring is written in _bindings/linalg/matrix_norms.md.
    """The diagonals of matrices, by default along the last two dimensions.

    Parameters
    ----------
    A : Tensor
        Of at least two dimensions.
    offset : int, default 0
        Which diagonal: 0 the main one, positive ones above, negative ones below.
    dim1 : int, default -2
        The dimension of rows.
    dim2 : int, default -1
        The dimension of columns.

    Returns
    -------
    Tensor
        A view, in which the diagonal is the last dimension.

    References
    ----------
    PyTorch: torch.linalg.diagonal

    Examples
    --------
    >>> torch.linalg.diagonal(torch.tensor([[1, 2], [3, 4]]))
    tensor([1, 4])
    """
    return A.diagonal(offset, dim1, dim2)


@named("linalg_matmul")
def matmul(input: Tensor, other: Tensor, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/linalg/matrix_norms.md.
    """The product of two tensors as matrices; the operator `@`.

    Vectors give a number, a matrix and a vector a vector, matrices a matrix; further dimensions are batches and are
    broadcast.

    Parameters
    ----------
    input : Tensor
        The first factor.
    other : Tensor
        The second factor, of the same dtype.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        The last two dimensions are those of the product; a vector's dimension is dropped again.

    Raises
    ------
    RuntimeError
        The inner sizes differ, or the dtypes.

    References
    ----------
    PyTorch: torch.matmul

    Examples
    --------
    >>> torch.linalg.matmul(torch.tensor([[1., 2.], [3., 4.]]), torch.tensor([5., 6.]))
    tensor([17., 39.])
    >>> torch.linalg.matmul(torch.ones(10, 3, 4), torch.ones(4, 5)).shape
    torch.Size([10, 3, 5])
    """
    return input @ other


@named("linalg_matrix_exp")
def matrix_exp(A: Any) -> Tensor:
    # The docstring is written in _bindings/linalg/matrix_norms.md.
    """The exponentials of square matrices.

        sum over k >= 0 of A ** k / k!

    Parameters
    ----------
    input, A : Tensor
        ... x n x n; floats or complex numbers.

    Returns
    -------
    Tensor
        ... x n x n.

    Raises
    ------
    RuntimeError
        A matrix is not square.

    References
    ----------
    PyTorch: torch.matrix_exp

    Examples
    --------
    >>> torch.linalg.matrix_exp(torch.tensor([[0., 1.], [0., 0.]]))
    tensor([[1., 1.],
            [0., 1.]])
    """
    return caller("matrix_exp_of")(A)


@named("matrix_exp")
def torch_matrix_exp(input: Tensor) -> Tensor:
    # The docstring is written in _bindings/linalg/matrix_norms.md.
    """The exponentials of square matrices.

        sum over k >= 0 of A ** k / k!

    Parameters
    ----------
    input, A : Tensor
        ... x n x n; floats or complex numbers.

    Returns
    -------
    Tensor
        ... x n x n.

    Raises
    ------
    RuntimeError
        A matrix is not square.

    References
    ----------
    PyTorch: torch.matrix_exp

    Examples
    --------
    >>> torch.matrix_exp(torch.tensor([[0., 1.], [0., 0.]]))
    tensor([[1., 1.],
            [0., 1.]])
    """
    return matrix_exp(input)
