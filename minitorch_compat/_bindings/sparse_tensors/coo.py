"""Sparse tensors in coordinate form: constructors and layout methods. See docs/api/sparse.md."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core import intp
from ..._array.core.dtypes import is_differentiable
from ..._array.sparse.coo import Coo
from ..._dispatch.call.caller import TENSORS, wrap
from ..._dispatch.device import check_device, refuse_pinned
from ..._dispatch.dtype import array_dtype
from ..._dispatch.tensor import TensorBase
from ..._dispatch.unsupported import UnsupportedError
from ..creation.factories import tensor
from ..functions.arguments import is_int_like, write_out
from ..functions.shown_signatures import shown_as
from ..settings.constants import sparse_coo
from .methods import is_coo, is_sparse, raise_wrong_layout, require_coo

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor


@shown_as("indices, values, size=None, *, dtype=None, device=None, pin_memory=False, requires_grad=False, check_invariants=None, "
          "is_coalesced=None")
def sparse_coo_tensor(*args: Any, **kwargs: Any) -> Tensor:
    # The docstring is written in _bindings/sparse_tensors/coo.md.
    """A sparse tensor in coordinate form.

    Parameters
    ----------
    indices : Tensor or sequence
        The coordinates of the elements: one row for each sparse dimension, a column for each element.
    values : Tensor or sequence
        The elements; additional dimensions are dense. Elements with the same indices are summed.
    size : ints, optional
        The shape; the smallest with room for all elements if not given.
    dtype : torch.dtype, optional
        The dtype of the values; their own if not given.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.
    requires_grad : bool, default False
        Whether autograd records operations on the result.
    check_invariants : bool, optional
        Whether to check that the indices fit; by default the setting of `torch.sparse.check_sparse_tensor_invariants`.
    is_coalesced : bool, optional
        Promise that the indices are sorted and without repetitions.

    Returns
    -------
    Tensor
        Of the layout `torch.sparse_coo`.

    Raises
    ------
    RuntimeError
        The indices do not fit the size, or the values.

    References
    ----------
    PyTorch: torch.sparse_coo_tensor

    Examples
    --------
    >>> torch.sparse_coo_tensor([[0, 1], [2, 0]], [3., 4.], (2, 3)).to_dense()
    tensor([[0., 0., 3.],
            [4., 0., 0.]])
    """
    return _make_coo(*_parse_arguments(args, kwargs), **kwargs)


def _parse_arguments(args: tuple[Any, ...], kwargs: dict[str, Any]) -> tuple[Any, Any, Any]:
    """Indices, values and size, of which the first two may be missing."""
    names = ("indices", "values", "size") if len(args) > 1 or "indices" in kwargs or "values" in kwargs else ("size",)
    if len(args) > len(names):
        raise TypeError(f"sparse_coo_tensor() takes {len(names)} positional arguments but {len(args)} were given")
    arguments = dict(zip(names, args, strict=False))
    for name in names[len(args):]:
        if name in kwargs:
            arguments[name] = kwargs.pop(name)
    if arguments.get("size") is None and "indices" not in arguments:
        raise TypeError("sparse_coo_tensor() received an invalid combination of arguments: indices and values, or a size, are needed")
    return arguments.get("indices"), arguments.get("values"), arguments.get("size")


def refuse_meta(device: Any) -> None:
    """Refuse the meta device, which supports only dense tensors here."""
    if check_device(device, None):
        raise UnsupportedError("a sparse tensor of the meta device")


def _check_device(device: Any) -> None:
    try:
        refuse_meta(device)
    except AssertionError:
        raise RuntimeError("PyTorch is not linked with support for cuda devices") from None


def _make_coo(indices: Any, values: Any, size: Any, *, dtype: Any = None, device: Any = None, pin_memory: bool = False,
              requires_grad: bool = False, check_invariants: bool | None = None, is_coalesced: bool | None = None,
              layout: Any = None) -> Any:
    _check_device(device)
    refuse_pinned(pin_memory)
    if indices is None:
        out = empty_coo(tuple(size), array_dtype(dtype) or tensor(0.0)._array.dtype)
    else:
        index_array = _index_array(indices)
        value_tensor: Any = values if isinstance(values, TensorBase) else tensor(values)
        from ..._dispatch.layouts.sparse import check_levels

        check_levels((value_tensor,))
        if dtype is not None:
            value_tensor = value_tensor.to(dtype)
        if not value_tensor._array.ndim:
            value_tensor = value_tensor.unsqueeze(0)
        shape = _check_shape(index_array, value_tensor._array, size)
        coalesced = _check_coalesced(index_array, shape, bool(is_coalesced))
        out = TENSORS.sparse_coo(value_tensor, wrap(index_array), shape, coalesced)
    if requires_grad and out.grad_fn is None:
        if not is_differentiable(out._array.dtype):
            raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
        out.requires_grad_()
    return out


def empty_coo(shape: tuple[int, ...], dtype: Any, sparse_dim: int | None = None) -> Any:
    """A sparse tensor of zeros."""
    count = len(shape) if sparse_dim is None else sparse_dim
    return wrap(Coo(np.zeros((0, *shape[count:]), dtype), np.zeros((count, 0), np.int64), shape, True))


def _index_array(indices: Any) -> np.ndarray[Any, Any]:
    array = (indices if isinstance(indices, TensorBase) else tensor(indices))._array
    if array.__class__ is not np.ndarray:
        raise UnsupportedError("torch.sparse_coo_tensor", "indices inside a function transform are not built")
    if array.ndim != 2:
        raise RuntimeError(f"indices must be sparse_dim x nnz, but got: {list(array.shape)}")
    return array.astype(np.int64, copy=False)


def _check_shape(indices: Any, values: Any, size: Any) -> tuple[int, ...]:
    """The size, as given or the smallest possible; RuntimeError if the parts are inconsistent."""
    if indices.shape[1] != values.shape[0]:
        raise RuntimeError(f"indices and values must have same nnz, but got nnz from indices: {indices.shape[1]}, nnz from values: "
                           f"{values.shape[0]}")
    for d, row in enumerate(indices):
        if row.size and row.min() < 0:
            raise RuntimeError(f"found negative index {row.min()} for dim {d}")
    if size is None:
        return (*(int(row.max()) + 1 if row.size else 0 for row in indices), *values.shape[1:])
    shape = tuple(int(n) for n in size)
    if any(n < 0 for n in shape):
        raise RuntimeError("numel: integer multiplication overflow")
    if len(shape) != len(indices) + values.ndim - 1:
        raise RuntimeError(f"'len(size) == sparse_dim + dense_dim' is not satisfied: len(size) = {len(shape)}, "
                           f"sparse_dim = {len(indices)}, dense_dim = {values.ndim - 1}")
    for d, (row, n) in enumerate(zip(indices, shape, strict=False)):
        if row.size and row.max() >= n:
            raise RuntimeError(f"size is inconsistent with indices: for dim {d}, size is {n} but found index {row.max()}")
    if shape[len(indices):] != values.shape[1:]:
        raise RuntimeError(f"values has incorrect size, expected {[len(values), *shape[len(indices):]]}, got {list(values.shape)}")
    return shape


def _check_coalesced(indices: Any, shape: tuple[int, ...], is_coalesced: bool) -> bool:
    if is_coalesced:
        from ..._array.sparse.coo import keys

        found = keys(Coo(indices[0], indices, shape)) if len(indices) else np.zeros(indices.shape[1])
        if (np.diff(found) <= 0).any():
            raise RuntimeError("cannot set is_coalesced to true if indices correspond to uncoalesced COO tensor")
    return is_coalesced or indices.shape[1] < 2


# Functions ------------------------------------------------------------------------------------------------------------------------


def spmm(input: Any, mat2: Any, *, out: Any = None) -> Tensor:
    # The docstring is written in _bindings/sparse_tensors/coo.md.
    """The product of a sparse and a dense matrix: other names of `torch.mm`.

    Parameters
    ----------
    input : Tensor
        Sparse, n x m.
    mat2 : Tensor
        Dense, m x p.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        n x p, dense.

    References
    ----------
    PyTorch: torch.spmm

    Examples
    --------
    >>> torch.spmm(torch.eye(2).to_sparse(), torch.ones(2, 2))
    tensor([[1., 1.],
            [1., 1.]])
    """
    return TENSORS.mm(input, mat2) if out is None else write_out(TENSORS.mm, out, input, mat2)


def dsmm(input: Any, mat2: Any, *, out: Any = None) -> Tensor:
    # The docstring is written in _bindings/sparse_tensors/coo.md.
    """The product of a sparse and a dense matrix: other names of `torch.mm`.

    Parameters
    ----------
    input : Tensor
        Sparse, n x m.
    mat2 : Tensor
        Dense, m x p.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        n x p, dense.

    References
    ----------
    PyTorch: torch.spmm

    Examples
    --------
    >>> torch.dsmm(torch.eye(2).to_sparse(), torch.ones(2, 2))
    tensor([[1., 1.],
            [1., 1.]])
    """
    return spmm(input, mat2, out=out)


def smm(input: Tensor, mat2: Tensor) -> Tensor:
    # The docstring is written in _bindings/sparse_tensors/coo.md.
    """The product of a sparse and a dense matrix, as a sparse one.

    Parameters
    ----------
    input : Tensor
        Sparse, n x m. (A method: `self`.)
    mat, mat2 : Tensor
        Dense, m x p.

    Returns
    -------
    Tensor
        n x p.

    References
    ----------
    PyTorch: torch.smm

    Examples
    --------
    >>> torch.smm(torch.eye(2).to_sparse(), torch.ones(2, 2)).to_dense()
    tensor([[1., 1.],
            [1., 1.]])
    """
    return _whole_rows(input, mat2)


def _whole_rows(mat1: Any, mat2: Any) -> Any:
    """The product with every element of the rows that `mat1` has values in, zeros included."""
    _check_factors("sspaddmm", mat1, mat2)
    columns = mat2.shape[1]
    rows = np.unique(require_coo(mat1, "sspaddmm").indices[0])
    values = TENSORS.sparse_mm(mat1, mat2).index_select(0, wrap(rows)).reshape(-1)
    indices = np.stack((np.repeat(rows, columns), np.tile(np.arange(columns), len(rows))))
    return _mark_uncoalesced(TENSORS.sparse_coo(values, wrap(indices), (mat1.shape[0], columns), False))


def _check_factors(name: str, mat1: Any, mat2: Any) -> None:
    for place, t, wanted, fits in (("mat1", mat1, "sparse", is_coo), ("mat2", mat2, "strided", lambda t: not is_sparse(t))):
        if not fits(t):
            raise RuntimeError(f"{name}: expected '{place}' to have {wanted} layout, got '{place}' with layout "
                               f"{str(t.layout).rpartition('.')[2].capitalize()}")
    if mat2.shape[0] != mat1.shape[1]:
        raise RuntimeError(f"{name}: Argument #3: Expected dim 0 size {mat1.shape[1]}, got {mat2.shape[0]}")


def sspaddmm(input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: Any = 1, alpha: Any = 1, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/sparse_tensors/coo.md.
    """The sum of a sparse matrix and a product, as a sparse matrix: beta * input + alpha * (mat1 @ mat2).

    Parameters
    ----------
    input : Tensor
        Sparse, n x p. (A method: `self`.)
    mat1 : Tensor
        Sparse, n x m.
    mat2 : Tensor
        Dense, m x p.
    beta, alpha : number, default 1
        Factors of `input` and of the product.
    out : Tensor, optional
        Sparse; takes the result.

    Returns
    -------
    Tensor
        n x p, not coalesced.

    References
    ----------
    PyTorch: torch.sspaddmm

    Examples
    --------
    >>> eye = torch.eye(2).to_sparse()
    >>> torch.sspaddmm(eye, eye, torch.ones(2, 2), alpha=3).to_dense()
    tensor([[4., 3.],
            [3., 4.]])
    """
    if out is not None:
        return write_out(sspaddmm, out, input, mat1, mat2, beta=beta, alpha=alpha)
    held = require_coo(input, "sspaddmm")
    product = _whole_rows(mat1, mat2)
    for d in (0, 1):
        if input.shape[d] != product.shape[d]:
            raise RuntimeError(f"sspaddmm: Argument #1: Expected dim {d} size {product.shape[d]}, got {input.shape[d]}")
    if product.dtype != input.dtype:
        raise RuntimeError(f"sspaddmm: expected one dtype, but got {input.dtype} and {product.dtype}")
    indices = np.concatenate((held.indices, product._array.indices), axis=1)
    values = TENSORS.cat([wrap(held.values) * beta, product._values() * alpha], 0)
    return TENSORS.sparse_coo(values, wrap(indices), product._array.shape, False)


def saddmm(input: Tensor, mat1: Tensor, mat2: Tensor, *, beta: Any = 1, alpha: Any = 1, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/sparse_tensors/coo.md.
    """The sum of a sparse matrix and a product, as a sparse matrix: beta * input + alpha * (mat1 @ mat2).

    Parameters
    ----------
    input : Tensor
        Sparse, n x p. (A method: `self`.)
    mat1 : Tensor
        Sparse, n x m.
    mat2 : Tensor
        Dense, m x p.
    beta, alpha : number, default 1
        Factors of `input` and of the product.
    out : Tensor, optional
        Sparse; takes the result.

    Returns
    -------
    Tensor
        n x p, not coalesced.

    References
    ----------
    PyTorch: torch.sspaddmm

    Examples
    --------
    >>> eye = torch.eye(2).to_sparse()
    >>> torch.saddmm(eye, eye, torch.ones(2, 2), alpha=3).to_dense()
    tensor([[4., 3.],
            [3., 4.]])
    """
    return sspaddmm(input, mat1, mat2, beta=beta, alpha=alpha, out=out)


def hspmm(mat1: Tensor, mat2: Tensor, *, out: Tensor | None = None) -> Tensor:
    # The docstring is written in _bindings/sparse_tensors/coo.md.
    """The product of a sparse and a dense matrix, as a matrix of sparse rows.

    Parameters
    ----------
    mat1 : Tensor
        Sparse, n x m.
    mat2 : Tensor
        Dense, m x p.
    out : Tensor, optional
        Takes the result.

    Returns
    -------
    Tensor
        n x p, with one sparse and one dense dimension.

    References
    ----------
    PyTorch: torch.hspmm

    Examples
    --------
    >>> torch.hspmm(torch.eye(2).to_sparse(), torch.ones(2, 2)).to_dense()
    tensor([[1., 1.],
            [1., 1.]])
    """
    if out is not None:
        return write_out(hspmm, out, mat1, mat2)
    if isinstance(mat1, TensorBase) and type(mat1._array) is np.ndarray:
        require_coo(mat1, "hspmm")
    return _mark_uncoalesced(sparse_mm(mat1, mat2).to_sparse(1))


def hsmm(mat1: Any, mat2: Any, *, out: Any = None) -> Tensor:
    # The docstring is written in _bindings/sparse_tensors/coo.md.
    """The product of a sparse and a dense matrix, as a matrix of sparse rows.

    Parameters
    ----------
    mat1 : Tensor
        Sparse, n x m.
    mat2 : Tensor
        Dense, m x p.
    out : Tensor, optional
        Takes the result.

    Returns
    -------
    Tensor
        n x p, with one sparse and one dense dimension.

    References
    ----------
    PyTorch: torch.hspmm

    Examples
    --------
    >>> torch.hsmm(torch.eye(2).to_sparse(), torch.ones(2, 2)).to_dense()
    tensor([[1., 1.],
            [1., 1.]])
    """
    return hspmm(mat1, mat2, out=out)


def _mark_uncoalesced(t: Any) -> Any:
    return t._coalesced_(t._nnz() < 2)


def sparse_mm(mat1: Any, mat2: Any, reduce: str | None = None) -> Any:
    """The product of two matrices, at least one of them sparse; the gradient of a sparse one is sparse, at its own indices only.

    The result is dense, unless both are sparse. RuntimeError if shapes or dtypes do not match.

    Parameters
    ----------
    mat1 : Tensor
        n x m.
    mat2 : Tensor
        m x p.
    reduce : {'sum', 'mean', 'amax', 'amin'}, optional
        The reduction of the products in place of the sum, for CSR matrices.

    Returns
    -------
    Tensor
        n x p.

    References
    ----------
    PyTorch: ``torch.sparse.mm``.

    Examples
    --------
    >>> a = torch.tensor([[0., 2.], [1., 0.]]).to_sparse()
    >>> torch.sparse.mm(a, torch.tensor([[1., 2.], [3., 4.]]))
    tensor([[6., 8.],
            [1., 2.]])
    >>> torch.sparse.mm(a, a).is_sparse
    True
    """
    if reduce is not None:
        from .compressed import sparse_mm_reduce

        return sparse_mm_reduce(mat1, mat2, reduce)
    if not hasattr(mat2, "_array"):
        raise TypeError(f"_sparse_mm(): argument 'dense' (position 2) must be Tensor, not {type(mat2).__name__}")
    if is_coo(mat1) and mat2._array.ndim == 1:
        raise IndexError("Dimension out of range (expected to be in range of [-1, 0], but got 1)")
    first, second = is_coo(mat1), is_coo(mat2)
    if not first and is_sparse(mat1) or not second and is_sparse(mat2):
        from .compressed import sparse_mm as compressed_mm

        return compressed_mm(mat1, mat2)
    if first and second:
        return TENSORS.mm(mat1, mat2)
    if second:
        return sparse_mm(mat2.t(), mat1.t()).transpose(0, 1)
    return TENSORS.sparse_mm(mat1, mat2) if first else TENSORS.mm(mat1, mat2)


def sparse_addmm(mat: Any, mat1: Any, mat2: Any, *, beta: Any = 1.0, alpha: Any = 1.0) -> Any:
    """beta * mat + alpha * (mat1 @ mat2) with a sparse `mat1`; its gradient is sparse.

    Parameters
    ----------
    mat : Tensor
        Dense, n x p.
    mat1 : Tensor
        Sparse, n x m.
    mat2 : Tensor
        Dense, m x p.
    beta : number, default 1.0
        The factor of `mat`.
    alpha : number, default 1.0
        The factor of the product.

    Returns
    -------
    Tensor
        Dense, n x p.

    References
    ----------
    PyTorch: ``torch.sparse.addmm``.

    Examples
    --------
    >>> a = torch.tensor([[0., 2.], [1., 0.]]).to_sparse()
    >>> torch.sparse.addmm(torch.ones(2, 2), a, torch.eye(2), alpha=10.)
    tensor([[ 1., 21.],
            [11.,  1.]])
    """
    from ..._dispatch.layouts.sparse import with_node_name

    if is_sparse(mat1) and mat1.dim() == mat2.dim() == 2 and not is_sparse(mat):
        TENSORS.expand(mat, (mat1.shape[0], mat2.shape[1]))  # refuses what does not fit
    product = TENSORS.addmm(mat, mat1, mat2, 0, 1) if is_sparse(mat1) and is_sparse(mat2) else sparse_mm(mat1, mat2)
    return with_node_name((mat if beta == 1 else mat * beta) + (product if alpha == 1 else product * alpha), "SparseAddmmBackward0")


def sparse_sum(input: Any, dim: Any = None, dtype: Any = None) -> Any:
    """The sum of all specified elements, or sums over dimensions: sparse if a sparse dimension remains. Gradients are sparse.

    Parameters
    ----------
    input : Tensor
        Sparse.
    dim : int or ints, optional
        The dimensions to sum over; all if not given.
    dtype : torch.dtype, optional
        The dtype that `input` is converted to first.

    Returns
    -------
    Tensor
        Dense if no sparse dimension remains.

    References
    ----------
    PyTorch: ``torch.sparse.sum``.

    Examples
    --------
    >>> a = torch.tensor([[0., 2.], [1., 5.]]).to_sparse()
    >>> torch.sparse.sum(a)
    tensor(8.)
    >>> torch.sparse.sum(a, 0).to_dense()
    tensor([1., 7.])
    """
    if not is_coo(input):
        raise_wrong_layout("coalesce", input)
    if dtype is not None:
        input = input.to(dtype)
    if dim == ():
        return input
    if isinstance(dim, str):
        raise TypeError("_sparse_sum() received an invalid combination of arguments - got (Tensor, str), but expected one of:")
    if dim is None or not isinstance(dim, int) and len(dim) == input.dim() and set(range(input.dim())) == {d % input.dim() for d in dim}:
        return input.coalesce().values().sum()
    return TENSORS.sum_dim(input, (dim,) if isinstance(dim, int) else tuple(dim), False, None)


def sparse_softmax(input: Any, dim: int, *, dtype: Any = None) -> Any:
    """Softmax along a dimension over the specified elements only; others count as -inf. The result is coalesced.

    Parameters
    ----------
    input : Tensor
        Sparse.
    dim : int
        The dimension along which the results sum to one.
    dtype : torch.dtype, optional
        The dtype that `input` is converted to first.

    Returns
    -------
    Tensor
        Sparse, with the indices of `input`.

    References
    ----------
    PyTorch: ``torch.sparse.softmax``.

    Examples
    --------
    >>> a = torch.tensor([[0., 2., 2.], [1., 0., 0.]]).to_sparse()
    >>> torch.sparse.softmax(a, 1).to_dense()
    tensor([[0.0000, 0.5000, 0.5000],
            [1.0000, 0.0000, 0.0000]])
    """
    return _softmax(input, dim, dtype, False)


def sparse_log_softmax(input: Any, dim: int, *, dtype: Any = None) -> Any:
    """The logarithm of `torch.sparse.softmax`.

    Parameters
    ----------
    input : Tensor
        Sparse.
    dim : int
        The dimension along which the exponentials sum to one.
    dtype : torch.dtype, optional
        The dtype that `input` is converted to first.

    Returns
    -------
    Tensor
        Sparse, coalesced, with the indices of `input`.

    References
    ----------
    PyTorch: ``torch.sparse.log_softmax``.

    Examples
    --------
    >>> a = torch.tensor([[0., 2., 2.], [1., 0., 0.]]).to_sparse()
    >>> torch.sparse.log_softmax(a, 1).values()
    tensor([-0.6931, -0.6931,  0.0000])
    """
    return _softmax(input, dim, dtype, True)


def _softmax(input: Any, dim: int, dtype: Any, log: bool) -> Tensor:
    if not is_int_like(dim):
        raise TypeError(f"_sparse_{'log_' * log}softmax(): argument 'dim' (position 2) must be int, not {type(dim).__name__}")
    if not is_coo(input):
        if is_sparse(input):
            raise NotImplementedError("Could not run 'aten::_sparse_softmax' with arguments from the 'SparseCsrCPU' backend.")
        raise UnsupportedError("torch.sparse.softmax of a dense tensor", "use torch.softmax")
    x = input if dtype is None else input.to(dtype)
    if x._array.dtype.kind not in "fV":
        from ..._dispatch.call.kernel_errors import type_name

        raise NotImplementedError(f"\"{'log_softmax' if log else 'softmax'}\" not implemented for '{type_name(x._array.dtype)}'")
    from ..._dispatch.layouts.sparse import with_node_name
    from ..._dispatch.layouts.sparse_values import softmax

    return with_node_name(softmax(x, dim, log), "SparseLogSoftmaxBackward0" if log else "SparseSoftmaxBackward0")


def _rebuild_sparse(indices: Any, values: Any, size: Any, coalesced: bool) -> Any:
    """A sparse tensor from its pickled parts."""
    return sparse_coo_tensor(indices, values, size, is_coalesced=coalesced)


def spdiags(diagonals: Any, offsets: Any, shape: Any, layout: Any = None) -> Any:
    """A sparse matrix of `shape` with the rows of `diagonals` on the diagonals that `offsets` names: 0, 1 above it, -1 below, and so on.

    Element j of a row is in column j. RuntimeError if numbers, dtype or layout do not fit.

    Parameters
    ----------
    diagonals : Tensor
        A row for each diagonal; a vector for a single one.
    offsets : Tensor
        The distinct numbers of the diagonals, int64.
    shape : ints
        The numbers of rows and columns.
    layout : torch.layout, optional
        `torch.sparse_coo`, `torch.sparse_csr` or `torch.sparse_csc`; the first if not given.

    Returns
    -------
    Tensor
        Sparse.

    References
    ----------
    PyTorch: ``torch.sparse.spdiags``.

    Examples
    --------
    >>> d = torch.tensor([[1., 2., 3.], [7., 8., 9.]])
    >>> torch.sparse.spdiags(d, torch.tensor([0, 1]), (3, 3)).to_dense()
    tensor([[1., 8., 0.],
            [0., 2., 9.],
            [0., 0., 3.]])
    """
    if diagonals.dim() > 2:
        raise RuntimeError(f"Diagonals must be vector or matrix, but got {diagonals.dim()} dimensions")
    if len(shape) != 2:
        raise RuntimeError("Output shape must be 2d")
    from ..settings.constants import sparse_csc, sparse_csr

    if layout is not None and layout not in (sparse_coo, sparse_csc, sparse_csr):
        raise RuntimeError(f"Only output layouts (Sparse, SparseCsc, SparseCsr) are supported, got {str(layout)[6:].capitalize()}")
    if offsets._array.dtype != np.int64:
        from ..._dispatch.call.kernel_errors import type_name

        raise RuntimeError(f"Offset Tensor must have dtype Long but got {type_name(offsets._array.dtype)}")
    rows = diagonals.unsqueeze(0) if diagonals.dim() == 1 else diagonals
    wanted = offsets._array.reshape(-1)
    if offsets.dim() > 1:
        raise RuntimeError(f"Offsets must be scalar or vector, but got {offsets.dim()} dimensions")
    if len(rows) != len(wanted):
        raise RuntimeError(f"Number of diagonals ({len(rows)}) does not match the number of offsets ({len(wanted)})")
    if len(intp.unique(wanted)) != len(wanted):
        raise RuntimeError("Offset tensor contains duplicate values")
    return _place_diagonals(rows, wanted, shape, layout)


def _place_diagonals(rows: Any, offsets: Any, shape: Any, layout: Any) -> Any:
    column = np.broadcast_to(intp.arange(rows.shape[1]), rows.shape)
    row = column - offsets[:, None]
    kept = (row >= 0) & (row < shape[0]) & (column < shape[1])
    which, at = intp.nonzero(kept)
    out = sparse_coo_tensor(wrap(np.stack((row[kept], column[kept]))), rows[wrap(which), wrap(at)], tuple(shape))
    return out if layout is None or layout is sparse_coo else out.to_sparse(layout=layout)


# Methods --------------------------------------------------------------------------------------------------------------------------


__all__ = ["dsmm", "hsmm", "hspmm", "saddmm", "smm", "sparse_coo_tensor", "spmm", "sspaddmm"]
