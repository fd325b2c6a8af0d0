"""Sparse tensors in compressed layouts: constructors and class. See docs/api/sparse.md."""
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np

from ..._array.core.dtypes import is_differentiable
from ..._array.sparse import compressed as k
from ..._array.sparse.compressed import Compressed, unsupported_error
from ..._dispatch.call.caller import TENSORS, wrap
from ..._dispatch.call.kernel_errors import type_name
from ..._dispatch.device import refuse_pinned
from ..._dispatch.dtype import get_default_dtype
from ..._dispatch.graph.versions import bump_version, counter_of
from ..._dispatch.layouts.compressed import is_compressed, layout_name, sampled_mm
from ..._dispatch.layouts.sparse import check_levels, with_node_name
from ..._dispatch.naming import names_torch
from ..._dispatch.state import LOCAL, Classes
from ..._dispatch.tensor import TensorBase, set_array, wrap_as
from ..._dispatch.unsupported import UnsupportedError
from ..creation.factories import tensor
from ..functions.arguments import write_out
from ..settings.constants import layout as Layout
from ..settings.constants import sparse_bsc, sparse_bsr, sparse_coo, sparse_csc, sparse_csr, strided
from ..tensor.tensor import Tensor
from .coo import refuse_meta
from .coo_tensor import SparseTensor
from .methods import is_coo, is_sparse

FORMS = {sparse_csr: "csr", sparse_csc: "csc", sparse_bsr: "bsr", sparse_bsc: "bsc"}
LAYOUTS = {form: layout for layout, form in FORMS.items()}
#: The names of the index tensors of each layout: compressed and plain.
INDEX_NAMES = {"csr": ("crow_indices", "col_indices"), "bsr": ("crow_indices", "col_indices"),
               "csc": ("ccol_indices", "row_indices"), "bsc": ("ccol_indices", "row_indices")}


# Construction ---------------------------------------------------------------------------------------------------------------------


def sparse_csr_tensor(crow_indices: Any, col_indices: Any, values: Any, size: Sequence[int] | None = None, *, dtype: Any = None,
                      layout: Any = None,
                      device: Any = None, pin_memory: bool = False, requires_grad: bool = False,
                      check_invariants: bool | None = None) -> Tensor:
    # The docstring is written in _bindings/sparse_tensors/compressed.md.
    """A sparse matrix in the CSR layout (compressed rows).

    Parameters
    ----------
    crow_indices : Tensor or sequence
        The index in `values` where each row begins, and the end.
    col_indices : Tensor or sequence
        The column of each value.
    values : Tensor or sequence
        The elements, row by row.
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
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.

    Returns
    -------
    Tensor
        Of the layout `torch.sparse_csr`.

    Raises
    ------
    RuntimeError
        The indices do not fit.

    References
    ----------
    PyTorch: torch.sparse_csr_tensor

    Examples
    --------
    >>> torch.sparse_csr_tensor([0, 1, 2], [1, 0], [5., 6.], (2, 2)).to_dense()
    tensor([[0., 5.],
            [6., 0.]])
    """
    _check_options("csr", layout, pin_memory)
    return _make_compressed("csr", crow_indices, col_indices, values, size, dtype, device, requires_grad)


def sparse_csc_tensor(ccol_indices: Any, row_indices: Any, values: Any, size: Sequence[int] | None = None, *, dtype: Any = None,
                      layout: Any = None,
                      device: Any = None, pin_memory: bool = False, requires_grad: bool = False,
                      check_invariants: bool | None = None) -> Tensor:
    # The docstring is written in _bindings/sparse_tensors/compressed.md.
    """A sparse matrix in the CSC layout (compressed columns).

    Parameters
    ----------
    ccol_indices : Tensor or sequence
        The index in `values` where each column begins, and the end.
    row_indices : Tensor or sequence
        The row of each value.
    values : Tensor or sequence
        The elements, column by column.
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
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.

    Returns
    -------
    Tensor
        Of the layout `torch.sparse_csc`.

    Raises
    ------
    RuntimeError
        The indices do not fit.

    References
    ----------
    PyTorch: torch.sparse_csc_tensor

    Examples
    --------
    >>> torch.sparse_csc_tensor([0, 1, 2], [1, 0], [5., 6.], (2, 2)).to_dense()
    tensor([[0., 6.],
            [5., 0.]])
    """
    _check_options("csc", layout, pin_memory)
    return _make_compressed("csc", ccol_indices, row_indices, values, size, dtype, device, requires_grad)


def sparse_bsr_tensor(crow_indices: Any, col_indices: Any, values: Any, size: Sequence[int] | None = None, *, dtype: Any = None,
                      layout: Any = None,
                      device: Any = None, pin_memory: bool = False, requires_grad: bool = False,
                      check_invariants: bool | None = None) -> Tensor:
    # The docstring is written in _bindings/sparse_tensors/compressed.md.
    """A sparse matrix of dense blocks, by compressed rows of blocks.

    Parameters
    ----------
    crow_indices : Tensor or sequence
        The index in `values` where each row of blocks begins, and the end.
    col_indices : Tensor or sequence
        The column of each block.
    values : Tensor or sequence
        The blocks, of three dimensions.
    size : ints, optional
        The shape; the smallest with room for all blocks if not given.
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
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.

    Returns
    -------
    Tensor
        Of the layout `torch.sparse_bsr`.

    Raises
    ------
    RuntimeError
        The indices do not fit.

    References
    ----------
    PyTorch: torch.sparse_bsr_tensor

    Examples
    --------
    >>> torch.sparse_bsr_tensor([0, 1], [1], [[[1., 2.]]], (1, 4)).to_dense()
    tensor([[0., 0., 1., 2.]])
    """
    _check_options("bsr", layout, pin_memory)
    return _make_compressed("bsr", crow_indices, col_indices, values, size, dtype, device, requires_grad)


def sparse_bsc_tensor(ccol_indices: Any, row_indices: Any, values: Any, size: Sequence[int] | None = None, *, dtype: Any = None,
                      layout: Any = None,
                      device: Any = None, pin_memory: bool = False, requires_grad: bool = False,
                      check_invariants: bool | None = None) -> Tensor:
    # The docstring is written in _bindings/sparse_tensors/compressed.md.
    """A sparse matrix of dense blocks, by compressed columns of blocks.

    Parameters
    ----------
    ccol_indices : Tensor or sequence
        The index in `values` where each column of blocks begins, and the end.
    row_indices : Tensor or sequence
        The row of each block.
    values : Tensor or sequence
        The blocks, of three dimensions.
    size : ints, optional
        The shape; the smallest with room for all blocks if not given.
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
    layout : torch.layout, optional
        The layout of the result; `torch.strided` (dense) by default.

    Returns
    -------
    Tensor
        Of the layout `torch.sparse_bsc`.

    Raises
    ------
    RuntimeError
        The indices do not fit.

    References
    ----------
    PyTorch: torch.sparse_bsc_tensor

    Examples
    --------
    >>> torch.sparse_bsc_tensor([0, 0, 1], [0], [[[1., 2.]]], (1, 4)).to_dense()
    tensor([[0., 0., 1., 2.]])
    """
    _check_options("bsc", layout, pin_memory)
    return _make_compressed("bsc", ccol_indices, row_indices, values, size, dtype, device, requires_grad)


def sparse_compressed_tensor(compressed_indices: Any, plain_indices: Any, values: Any, size: Sequence[int] | None = None, *,
                             dtype: Any = None,
                             layout: Any = None, device: Any = None, pin_memory: bool = False, requires_grad: bool = False,
                             check_invariants: bool | None = None) -> Tensor:
    # The docstring is written in _bindings/sparse_tensors/compressed.md.
    """A sparse matrix in one of the compressed layouts.

    Parameters
    ----------
    compressed_indices : Tensor or sequence
        The index in `values` where each compressed row or column begins, and the end.
    plain_indices : Tensor or sequence
        The other coordinate of each value.
    values : Tensor or sequence
        The elements, or blocks.
    size : ints, optional
        The shape; the smallest with room for all elements if not given.
    dtype : torch.dtype, optional
        The dtype of the values; their own if not given.
    layout : torch.layout, optional
        `torch.sparse_csr`, `sparse_csc`, `sparse_bsr` or `sparse_bsc`; it must be given.
    device : torch.device or str, optional
        The device of the result; the default device if not given.
    pin_memory : bool, default False
        Accepted for programs that use GPUs; there is no memory to pin.
    requires_grad : bool, default False
        Whether autograd records operations on the result.
    check_invariants : bool, optional
        Whether to check that the indices fit; by default the setting of `torch.sparse.check_sparse_tensor_invariants`.

    Returns
    -------
    Tensor
        Of the given layout.

    Raises
    ------
    RuntimeError
        The layout is missing, or the indices do not fit.

    References
    ----------
    PyTorch: torch.sparse_compressed_tensor

    Examples
    --------
    >>> torch.sparse_compressed_tensor([0, 1], [1], [5.], (1, 2), layout=torch.sparse_csr).to_dense()
    tensor([[0., 5.]])
    """
    if layout is not None and not isinstance(layout, Layout):
        raise TypeError("sparse_compressed_tensor() received an invalid combination of arguments - got "
                        f"({', '.join(type(v).__name__ for v in (compressed_indices, plain_indices, values, size))}, "
                        f"layout={type(layout).__name__}), but expected one of:")
    if layout not in FORMS:
        raise RuntimeError(f"sparse_compressed_tensor expected sparse compressed tensor layout but got {_layout_name(layout)}")
    refuse_pinned(pin_memory)
    return _make_compressed(FORMS[layout], compressed_indices, plain_indices, values, size, dtype, device, requires_grad)


def _check_options(form: str, layout: Any, pin_memory: Any) -> None:
    """Refuse a layout other than the function's."""
    refuse_pinned(pin_memory)
    if layout is not None and FORMS.get(layout) != form:
        raise RuntimeError(f"sparse_{form}_tensor: layout must be {k.LAYOUT_NAMES[form]} but got {_layout_name(layout)}")


def _layout_name(layout: Any) -> str:
    """The name of a layout in messages."""
    if layout in FORMS:
        return k.LAYOUT_NAMES[FORMS[layout]]
    return {None: "none", strided: "Strided", sparse_coo: "Sparse"}.get(layout, str(layout))


def _make_compressed(form: str, starts: Any, plain: Any, values: Any, size: Any, dtype: Any, device: Any, requires_grad: bool) -> Any:
    refuse_meta(device)
    value_tensor: Any = values if isinstance(values, TensorBase) else tensor(values)
    check_levels((value_tensor,))
    if dtype is not None:
        value_tensor = value_tensor.to(dtype)
    starts, plain = _index_array(starts), _index_array(plain)
    shape = _check_parts(form, starts, plain, value_tensor._array, size)
    out = TENSORS.sparse_compressed(value_tensor, wrap(starts), wrap(plain), shape, form)
    if requires_grad and out.grad_fn is None:
        if not is_differentiable(out._array.dtype):
            raise RuntimeError("Only Tensors of floating point and complex dtype can require gradients")
        out.requires_grad_()
    return out


def _index_array(value: Any) -> Any:
    held: Any = value if isinstance(value, TensorBase) else tensor(value)
    if held._array.__class__ is not np.ndarray:
        raise UnsupportedError("a compressed tensor", "indices inside a function transform are not built")
    return held._array if held._array.size or isinstance(value, TensorBase) else held._array.astype(np.int64)


def _check_parts(form: str, starts: Any, plain: Any, values: Any, size: Any) -> tuple[int, ...]:
    """The size, as given or the smallest possible; RuntimeError if the parts are inconsistent."""
    first, second = INDEX_NAMES[form]
    block = 2 if form[0] == "b" else 0
    for name, array in ((first, starts), (second, plain)):
        if array.ndim < 1:
            raise RuntimeError(f"{name} must have dimensionality >= 1 but got {array.ndim}")
    if starts.ndim != plain.ndim:
        raise RuntimeError(f"{first} and {second} dimensionalities must be equal but got {starts.ndim} and {plain.ndim}, respectively")
    batch = starts.ndim - 1
    if values.ndim <= batch + block:
        raise RuntimeError(f"values must have dimensionality > sum of batch and block dimensionalities (={batch} + {block}) but got "
                           f"{values.ndim}")
    if starts.dtype != plain.dtype or starts.dtype.name not in ("int32", "int64"):
        if starts.dtype != plain.dtype:
            raise RuntimeError(f"{first} and {second} must have the same dtype, bot got {type_name(starts.dtype)} and "
                               f"{type_name(plain.dtype)}, respectively")
        raise RuntimeError(f"{first} and {second} dtype must be Int or Long, but got {type_name(starts.dtype)}")
    inner = values.shape[batch + 1:batch + 1 + block] if block else (1, 1)
    dense = values.shape[batch + 1 + block:]
    if size is None:
        count = max(starts.shape[-1] - 1, 0)
        other = int(plain.max()) + 1 if plain.size else 0
        matrix = (count * inner[0], other * inner[1]) if form in ("csr", "bsr") else (other * inner[0], count * inner[1])
        shape = (*starts.shape[:-1], *matrix, *dense)
    else:
        shape = tuple(int(n) for n in size)
        if len(shape) != batch + 2 + len(dense):
            raise RuntimeError("tensor dimensionality must be sum of batch, base, and dense dimensionalities "
                               f"(={batch} + 2 + {len(dense)}) but got {len(shape)}")
    _check_shapes(form, starts, plain, values, shape, inner)
    _check_indices(form, starts, plain, shape, inner)
    return shape


def _check_shapes(form: str, starts: Any, plain: Any, values: Any, shape: tuple[int, ...], inner: Sequence[int]) -> None:
    first, second = INDEX_NAMES[form]
    batch = starts.ndim - 1
    nnz = values.shape[batch]
    if plain.shape[-1] != nnz:
        raise RuntimeError(f"{second}.shape[-1] must be equal to nnz (={nnz}) as defined by values.shape[{batch}], but got "
                           f"{plain.shape[-1]}")
    for d in (0, 1):
        if shape[batch + d] % inner[d]:
            raise RuntimeError(f"tensor shape[{batch + d}] (={shape[batch + d]}) must be divisible with blocksize[{d}] (={inner[d]}) as "
                               "defined by values shape")
    batch_shape = shape[:batch]
    for array in (starts, plain, values):
        if array.shape[:batch] != batch_shape:
            raise RuntimeError(f"all batch dimensions of {first} (={list(starts.shape[:batch])}), {second} (={list(plain.shape[:batch])}), "
                               f"values (={list(values.shape[:batch])}), and tensor dimensions (={list(batch_shape)}) must be equal to "
                               f"tensor batch dimensions (={list(batch_shape)})")
    d = 0 if form in ("csr", "bsr") else 1
    count = shape[batch + d] // inner[d]
    if starts.shape[-1] != count + 1:
        what = ("number of rows" if d == 0 else "number of columns") if form[0] == "c" else (
            "number of row blocks" if d == 0 else "number of column blocks")
        raise RuntimeError(f"{first}.shape[-1] must be equal to the {what} + 1 (={count + 1}), but got {starts.shape[-1]}")


def _check_indices(form: str, starts: Any, plain: Any, shape: tuple[int, ...], inner: Sequence[int]) -> None:
    first, second = INDEX_NAMES[form]
    batch = starts.ndim - 1
    by_row = form in ("csr", "bsr")
    limit = shape[batch + (1 if by_row else 0)] // inner[1 if by_row else 0]
    ending, count = ("ncols", "nrows") if by_row else ("nrows", "ncols")
    steps = np.diff(starts)
    refusals = (
        (starts[..., 0] != 0, f"`{first}[..., 0] == 0`"),
        (starts[..., -1] != plain.shape[-1], f"`{first}[..., -1] == nnz`"),
        ((steps < 0) | (steps > limit), f"`0 <= {first}[..., 1:] - {first}[..., :-1] <= {ending}`"),
        ((plain < 0) | (plain >= limit), f"`0 <= {second} < {ending}`"),
    )
    for wrong, what in refusals:
        if wrong.any():
            raise RuntimeError(f"{what} is not satisfied.")
    inside = np.ones(plain.shape, bool)  # whether an index is not the first of its row
    if not plain.size:
        return
    for own_starts, own_inside in zip(starts.reshape(-1, starts.shape[-1]), inside.reshape(-1, plain.shape[-1]), strict=True):
        own_inside[own_starts[own_starts < len(own_inside)]] = False
    if ((np.diff(plain, axis=-1) <= 0) & inside[..., 1:]).any():
        raise RuntimeError(f"`{second}[..., {first}[..., i - 1]:{first}[..., i]] for all i = 1, ..., {count} are sorted and distinct along "
                           "the last dimension values` is not satisfied.")


_NODES = {"csr": "ToSparseCsrBackward0", "csc": "ToSparseCscBackward0", "bsr": "ToSparseBsrBackward0", "bsc": "ToSparseBscBackward0"}


def to_compressed(t: Any, form: str, blocksize: Any = None, dense_dim: int | None = None) -> Any:
    """Convert a dense or sparse tensor to a compressed layout, which stores the nonzero elements (or blocks)."""
    check_levels((t,))
    source = layout_name(t)
    name = "dense" if source == "Strided" else "coo" if source == "Sparse" else "sparse_compressed"
    function = f"{name}_to_sparse_{form}"
    if source != "Strided" and dense_dim:
        raise RuntimeError(f"{function}: conversion from {source} to {k.LAYOUT_NAMES[form]} with dense_dim argument given is not supported")
    if source == "Strided" and t.dim() > 1 and not 0 <= (dense_dim or 0) <= t.dim() - 2:
        raise RuntimeError(f"{function}: dense_dim argument must be in [0,{t.dim() - 2}] range, but {dense_dim} is given")
    if t.dim() < 2 and form == "csc":
        raise IndexError("Dimension out of range (expected to be in range of [-1, 0], but got 1)")
    if t.dim() == 0 and form == "csr":
        raise IndexError("select(): index 1 out of range for tensor of size [1, 0] at dimension 1")
    if t.dim() < 2:
        raise IndexError(f"select(): index 1 out of range for tensor of size {[int(t.count_nonzero()), 1]} at dimension 1"
                         if t.dim() == 1 else "Dimension specified as -2 but tensor has no dimensions")
    if is_coo(t) and t._array.sparse_dim != 2:
        raise RuntimeError(f"{function}: conversion from Sparse to {k.LAYOUT_NAMES[form]} for input tensors with sparse_dim()!=2 is not "
                           "supported")
    if form[0] == "c" and is_compressed(t) and t._array.block:
        raise RuntimeError(f"{function}: expected SparseCsr or SparseCsc layout but got {source}")
    block = None
    if form[0] == "b":
        block = tuple(blocksize) if isinstance(blocksize, (tuple, list)) else (blocksize,) * 2
        if len(block) != 2:
            raise RuntimeError(f"{function}: blocksize needs to be a tuple of size 2, but got {len(block)}")
        if min(block) < 1:
            raise RuntimeError(f"{function}: blocksize needs to be positive, but got {list(block)}")
        batch = t.dim() - 2 - (dense_dim or 0) if source == "Strided" else 0
        rows, columns = t.shape[batch:batch + 2]
        if rows % block[0] or columns % block[1]:
            raise RuntimeError(f"{function}: tensor sparse size ({rows},{columns}) must be divisible by given blocksize "
                               f"({block[0]},{block[1]})")
    if is_compressed(t) and t._array.form == form:
        if block is not None and block != t._array.block:
            raise RuntimeError(f"to_sparse_{form}: conversion from {source} to {source} with blocksize changed from "
                               f"{list(t._array.block)} to {list(block)} is not supported")
        return t
    return with_node_name(TENSORS.sparse_compress(t, form, block, dense_dim or 0), _NODES[form])


def refuse_blocksize(t: Any, layout: Any) -> NoReturn:
    """Refuse block sizes for a layout without blocks."""
    start, form = ("sparse_coo_to_sparse", "Sparse") if is_coo(t) else ("dense_to_sparse", "Strided")
    name = str(layout).removeprefix("torch.sparse_")
    raise RuntimeError(f"{start}: conversion from {form} to Sparse{'' if layout is sparse_coo else name.capitalize()} with blocksize "
                       "argument given is not supported")


def to_layout(t: Any, layout: Any, blocksize: Any, dense_dim: int | None) -> Any:
    """`Tensor.to_sparse` into a layout other than coordinates."""
    if layout is strided:
        return t
    if layout not in FORMS:
        raise UnsupportedError(f"torch.Tensor.to_sparse(layout={layout})")
    if FORMS[layout][0] == "c" and blocksize is not None:
        refuse_blocksize(t, layout)
    if FORMS[layout][0] == "b" and blocksize is None:
        raise RuntimeError(f"dense_to_sparse: conversion from {layout_name(t)} to {k.LAYOUT_NAMES[FORMS[layout]]} without blocksize "
                           "argument given is not supported")
    return to_compressed(t, FORMS[layout], blocksize, dense_dim)


def compressed_zeros(shape: tuple[int, ...], dtype: Any, layout: Any) -> Any:
    """A tensor of zeros, without specified elements."""
    if FORMS[layout][0] == "b" or len(shape) < 2:
        raise RuntimeError("torch.zeros: Only batched sparse compressed (non-block) tensors are supported, but got size "
                           f"{list(shape)}")
    batch_shape = shape[:-2]
    count = shape[-2 if layout is sparse_csr else -1]
    return wrap(Compressed(np.zeros((*batch_shape, 0), dtype), np.zeros((*batch_shape, count + 1), np.int64),
                           np.zeros((*batch_shape, 0), np.int64), shape, FORMS[layout]))


def rebuilt(form: str, starts: Any, plain: Any, values: Any, size: Any) -> Any:
    """A tensor from its pickled parts."""
    return _make_compressed(form, starts, plain, values, tuple(size), None, None, False)


# Functions ------------------------------------------------------------------------------------------------------------------------


def sparse_mm(mat1: Any, mat2: Any) -> Any:
    """`torch.sparse.mm` where a factor is compressed."""
    if is_compressed(mat1) and not is_compressed(mat2) and not is_coo(mat2) and not mat1._array.block:
        return sampled_mm(mat1, mat2)
    if is_compressed(mat2) and not is_compressed(mat1) and not is_coo(mat1) and not mat2._array.block:
        return sampled_mm(mat2.t(), mat1.t()).t()
    return TENSORS.mm(mat1, mat2)


def sparse_mm_reduce(mat1: Any, mat2: Any, reduce: str) -> Any:
    """For each row of `mat1`, the sum, mean, amax or amin of its values times the rows of `mat2`; 0 for rows without values."""
    if not is_compressed(mat1) or mat1._array.form != "csr":
        backend = "SparseCPU" if is_coo(mat1) else "CPU"
        raise NotImplementedError(f"Could not run 'aten::_sparse_mm_reduce_impl' with arguments from the '{backend}' backend.")
    how = {"max": "amax", "min": "amin"}.get(reduce, reduce)
    if how not in ("sum", "mean", "amax", "amin"):
        raise RuntimeError(f"reduce argument must be either sum, prod, mean, amax or amin, got {reduce}")
    if mat1.dtype != mat2.dtype:
        raise RuntimeError(f"Expected tensor for argument #1 'other' to have scalar type {type_name(mat1._array.dtype)}; but got "
                           f"{mat2.type()} instead (while checking arguments for sparse_mm_reduce)")
    rows, columns = k.row_and_column_indices(mat1._array)
    values = TENSORS.sparse_compressed_values(mat1)
    if how in ("sum", "mean"):
        counts = np.maximum(np.diff(mat1._array.compressed), 1).astype(mat1._array.dtype)
        shares = values if how == "sum" else values / wrap(counts[rows])
        return with_node_name(sampled_mm(TENSORS.sparse_compressed_with(shares, mat1), mat2), "SparseMmReduceImplBackward0")
    products = values.unsqueeze(1) * mat2.index_select(0, wrap(columns))
    extreme_indices = k.extreme_indices(products.detach()._array, mat1._array.compressed, how == "amax")
    found = products.gather(0, wrap(np.maximum(extreme_indices, 0))) if len(rows) else mat2.new_zeros(extreme_indices.shape)
    return with_node_name(found.where(wrap(extreme_indices >= 0), wrap(np.zeros((), found._array.dtype))), "SparseMmReduceImplBackward0")


def sampled_addmm(input: Any, mat1: Any, mat2: Any, *, beta: Any = 1.0, alpha: Any = 1.0, out: Any = None) -> Tensor:
    """alpha * (mat1 @ mat2) at the indices of `input`, a CSR matrix, plus beta * input. Differentiable in all three."""
    if out is not None:
        return write_out(sampled_addmm, out, input, mat1, mat2, beta=beta, alpha=alpha)
    if not is_compressed(input):
        raise NotImplementedError("Could not run 'aten::sparse_sampled_addmm' with arguments from the 'CPU' backend.")
    if not (input.is_floating_point() or input.is_complex()) or input.dtype.itemsize < 4:
        raise RuntimeError(f"sparse_sampled_addmm: Expected self to be a floating-point or complex tensor, but got "
                           f"{type_name(input._array.dtype)}")
    if input._array.form != "csr":
        raise RuntimeError(f"sampled_addmm: Expected result to have sparse csr layout, but got {layout_name(input)}")
    for name, m in (("mat1", mat1), ("mat2", mat2)):
        if is_sparse(m):
            raise RuntimeError(f"sampled_addmm: Expected {name} to have strided layout, but got {layout_name(m)}")
        if m.dtype != input.dtype:
            raise RuntimeError(f"sampled_addmm: Expected {name} and self to have the same dtype, but got {type_name(m._array.dtype)} and "
                               f"{type_name(input._array.dtype)}")
    if mat1.dim() != 2 or mat2.dim() != 2 or input._array.batch:
        raise unsupported_error("sparse_sampled_addmm of a batch")
    if mat1.shape[1] != mat2.shape[0]:
        raise RuntimeError(f"sampled_addmm: mat1 and mat2 shapes cannot be multiplied ({mat1.shape[0]}x{mat1.shape[1]} and "
                           f"{mat2.shape[0]}x{mat2.shape[1]})")
    for d, m in ((0, mat1), (1, mat2)):
        if input.shape[d] != m.shape[d]:
            raise RuntimeError(f"sampled_addmm: self.shape[-{2 - d}] must match mat{d + 1}.shape[-{2 - d}]")
    values = TENSORS.sparse_sampled(input.detach(), mat1, mat2)
    own_values = TENSORS.sparse_compressed_values(input)
    total = (values if alpha == 1 else values * alpha) + (own_values if beta == 1 else own_values * beta)
    return with_node_name(TENSORS.sparse_compressed_with(total, input.detach()), "SparseSampledAddmmBackward0")


# The class ------------------------------------------------------------------------------------------------------------------------


class CompressedTensor(SparseTensor):
    """A sparse matrix (or a batch of them) that stores its elements by rows or by columns."""

    __slots__ = ()
    __module__ = "minitorch_compat"

    @property
    def layout(self) -> Any:
        """`torch.sparse_csr`, `sparse_csc`, `sparse_bsr` or `sparse_bsc`."""
        return LAYOUTS[self._array.form]

    @property
    def is_sparse(self) -> bool:
        """False: True only for the coordinate layout."""
        return False

    @property
    def is_sparse_csr(self) -> bool:
        """Whether the layout is `torch.sparse_csr`."""
        return bool(self._array.form == "csr")

    @property
    def nbytes(self) -> int:
        """The number of bytes of all elements, zeros included."""
        return int(self.numel() * self._array.itemsize)

    def stride(self, dim: int | None = None) -> NoReturn:
        """Raise RuntimeError."""
        raise RuntimeError("Sparse CSR tensors do not have strides")

    def is_contiguous(self, memory_format: Any = None) -> NoReturn:
        """Raise RuntimeError."""
        raise RuntimeError("Sparse CSR tensors do not have is_contiguous")

    def contiguous(self, memory_format: Any = None) -> NoReturn:
        """Raise RuntimeError."""
        self.is_contiguous()

    def type(self, dtype: Any = None, non_blocking: bool = False, **kwargs: Any) -> Any:
        """Convert to another dtype; there is no legacy type name."""
        if dtype is None:
            raise RuntimeError("Unimplemented backend SparseCsrCPU")
        return Tensor.type(self, dtype, non_blocking, **kwargs)

    def numpy(self, *, force: bool = False) -> NoReturn:
        """Raise TypeError."""
        raise TypeError(f"can't convert {layout_name(self)} layout tensor to numpy. Use Tensor.to_dense() first.")

    def untyped_storage(self) -> NoReturn:
        """Raise NotImplementedError."""
        raise NotImplementedError("Cannot access storage of SparseCsrTensorImpl")

    storage = untyped_storage

    def __repr__(self, *, tensor_contents: Any = None) -> str:  # type: ignore[override]
        from ..._array.exchange.printing import format_sparse

        node, a = self.grad_fn, self._array
        names = INDEX_NAMES[a.form]
        text = format_sparse([(names[0], a.compressed), (names[1], a.plain), ("values", a.values)], layout=f"torch.sparse_{a.form}",
                             nnz=a.plain.shape[-1], shape=a.shape, dtype_name=repr(self.dtype),
                             default_dtype_name=repr(get_default_dtype()), requires_grad=bool(self.requires_grad),
                             grad_fn_name=None if node is None else node.name().rpartition("::")[2])
        return f"Parameter containing:\n{text}" if getattr(self, "_is_param", False) else text

    # Parts ------------------------------------------------------------------------------------------------------------------------

    def _part(self, name: str) -> Any:
        if name not in INDEX_NAMES[self._array.form]:
            what = "row" if name in INDEX_NAMES["csr"] else "column"
            raise RuntimeError(f"{name} expected sparse {what} compressed tensor layout but got {layout_name(self)}")
        return wrap(self._array.compressed if name[0] == "c" and name != "col_indices" else self._array.plain)

    def crow_indices(self) -> Any:
        """The index of the first value of each row, and the number of values."""
        return self._part("crow_indices")

    def col_indices(self) -> Any:
        """The column of each value (or block)."""
        return self._part("col_indices")

    def ccol_indices(self) -> Any:
        """The index of the first value of each column, and the number of values."""
        return self._part("ccol_indices")

    def row_indices(self) -> Any:
        """The row of each value (or block)."""
        return self._part("row_indices")

    def values(self) -> Any:
        """The values, sharing memory. Differentiable."""
        return TENSORS.sparse_compressed_values(self)

    def _nnz(self) -> int:
        return int(self._array.plain.shape[-1])

    def sparse_dim(self) -> int:
        """2: rows and columns."""
        return 2

    def dense_dim(self) -> int:
        """The number of dimensions of each value."""
        return int(self._array.dense_dim)

    def _not_coo(self, name: str) -> NoReturn:
        raise RuntimeError(f"{name} expected sparse coordinate tensor layout but got {layout_name(self)}")

    def indices(self) -> NoReturn:
        """Raise RuntimeError: only for the coordinate layout."""
        self._not_coo("indices")

    def coalesce(self) -> NoReturn:
        """Raise RuntimeError: only for the coordinate layout."""
        self._not_coo("coalesce")

    def is_coalesced(self) -> NoReturn:
        """Raise RuntimeError: only for the coordinate layout."""
        self._not_coo("is_coalesced")

    def _indices(self) -> NoReturn:
        raise unsupported_error("_indices")

    def _values(self) -> NoReturn:
        raise unsupported_error("_values")

    # Layouts ----------------------------------------------------------------------------------------------------------------------

    def to_dense(self, dtype: Any = None, *, masked_grad: bool | None = None) -> Any:
        """The dense tensor, with all zeros."""
        if dtype is not None:
            raise RuntimeError("dtype argument is not supported by sparse_csr_to_dense")
        return TENSORS.sparse_compressed_dense(self, masked_grad is not False)

    def to_sparse(self, sparse_dim: Any = None, *, layout: Any = None, blocksize: Any = None, dense_dim: int | None = None) -> Any:
        """Convert to another layout, by default coordinates."""
        target_layout = sparse_dim if isinstance(sparse_dim, Layout) else layout
        if target_layout is not None and target_layout is not sparse_coo:
            return to_layout(self, target_layout, blocksize, dense_dim)
        if sparse_dim.__class__ is int and sparse_dim != 2:
            raise RuntimeError(f"sparse_compressed_to_sparse: conversion from {layout_name(self)} to Sparse with sparse_dim argument !=2 "
                               "is not supported")
        return with_node_name(TENSORS.sparse_compressed_coo(self), "ToSparseBackward0" if sparse_dim.__class__ is int
                              else "ToSparseBackward1")

    def to_sparse_coo(self) -> Any:
        """Convert to the coordinate layout."""
        return self.to_sparse()

    def sparse_mask(self, mask: Any) -> Any:
        """The elements at the indices of `mask`."""
        if not is_compressed(mask):
            raise unsupported_error("sparse_mask of another layout")
        return sparse_mask(self, mask)

    # Values -----------------------------------------------------------------------------------------------------------------------

    def norm(self, p: Any = "fro", dim: Any = None, keepdim: bool = False, dtype: Any = None) -> Any:
        """Raise NotImplementedError."""
        raise unsupported_error("norm.out")

    def permute(self, *dims: Any, **options: Any) -> Any:
        """Raise RuntimeError."""
        self.stride()

    def __getitem__(self, index: Any) -> Any:
        if index.__class__ is slice:
            self.stride()
        return SparseTensor.__getitem__(self, index)

    unsqueeze = dim_order = permute

    def expand(self, *sizes: Any, implicit: bool = False, size: Any = None) -> NoReturn:
        """Raise RuntimeError."""
        raise RuntimeError(f"expand is unsupported for {layout_name(self)} tensors")

    def reshape(self, *size: Any, shape: Any = None) -> NoReturn:
        """Raise RuntimeError."""
        self.is_contiguous()

    def square(self) -> Any:
        """Raise RuntimeError."""
        raise RuntimeError(f"unsupported tensor layout: {layout_name(self)}")

    @property
    def mT(self) -> Any:
        """The tensor with its last two dimensions exchanged."""
        return self.transpose(-2, -1)

    @property
    def T(self) -> Any:
        """Raise NotImplementedError, as in PyTorch; use `t()`."""
        raise unsupported_error("as_strided")

    @property
    def H(self) -> Any:
        """The conjugate transpose."""
        return self.transpose(-2, -1) if not self.is_complex() else self.conj().transpose(-2, -1)

    def conj(self) -> Any:
        """The conjugate; the tensor itself if it is real."""
        return self if not self.is_complex() else TENSORS.conj_physical(self)

    def __add__(self, other: Any) -> Any:
        return Tensor.__add__(self, other)

    # Copies -----------------------------------------------------------------------------------------------------------------------

    def detach(self) -> Any:
        """The tensor without history, sharing memory."""
        out = wrap_as(CompressedTensor, self._array)
        out._counter = counter_of(self)
        return out

    @property
    def data(self) -> Any:
        """The tensor without history."""
        return wrap_as(CompressedTensor, self._array)

    @data.setter
    def data(self, value: Any) -> None:
        if not is_compressed(value):
            raise RuntimeError("data of a compressed tensor must be compressed")
        set_array(self, value._array)

    def new_zeros(self, *shape: Any, size: Any = (), dtype: Any = None, **options: Any) -> Any:
        """Zeros of the same dtype and layout."""
        from ..creation.factories import zeros

        return zeros(*(shape or (size,)), dtype=self.dtype if dtype is None else dtype, **{"layout": self.layout, **options})

    new_empty = new_zeros

    def new_ones(self, *shape: Any, **options: Any) -> NoReturn:
        """Raise NotImplementedError: not every element is stored."""
        raise unsupported_error("new_ones")

    def zero_(self) -> Any:
        """Remove all values."""
        if LOCAL.grad and self.requires_grad:
            raise RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")
        set_array(self, compressed_zeros(self._array.shape, self._array.dtype, self.layout)._array)
        bump_version(self)
        return self

    def fill_(self, value: Any) -> Any:
        """Set all values, not the zeros between them."""
        if LOCAL.grad and self.requires_grad:
            raise RuntimeError("a leaf Variable that requires grad is being used in an in-place operation.")
        wrap(self._array.values).fill_(value)
        bump_version(self)
        return self

    def resize_(self, *size: Any) -> Any:  # type: ignore[override]  # there are no memory formats
        """Resize a CSR matrix: rows are added or removed; columns are only added."""
        shape = tuple(size[0]) if len(size) == 1 and not isinstance(size[0], int) else size
        a = self._array
        if a.form != "csr":
            raise unsupported_error("resize_")
        if len(shape) != 2 or a.ndim != 2:
            raise RuntimeError(f"torch.resize_: Only batched sparse CSR matrices are supported, but got size {list(shape)}")
        if shape[1] < a.shape[1]:
            raise RuntimeError("torch.resize_: Resizing columns of sparse CSR tensors to a smaller value is not supported. The original "
                               f"number of columns is {a.shape[1]} while the requested new number of columns is {shape[1]}.")
        starts = np.concatenate((a.compressed, np.full(max(shape[0] - a.shape[0], 0), a.compressed[-1], a.compressed.dtype)))
        starts = starts[:shape[0] + 1]
        set_array(self, Compressed(a.values[:starts[-1]], starts, a.plain[:starts[-1]], shape, a.form))
        bump_version(self)
        return self

    def copy_(self, src: Any, non_blocking: bool = False) -> Any:
        """Copy indices and values of another tensor of the same layout."""
        if is_compressed(src) and src._array.form == self._array.form and src.shape != self.shape:
            d = next(i for i, (a, b) in enumerate(zip(self.shape, src.shape, strict=False)) if a != b)
            raise RuntimeError(f"torch.copy_: expected shapes of self and src to match along dimension {d} for {layout_name(self)} layout "
                               "but the corresponding dimensions of self and src are "
                               f"{self.shape[d]} and {src.shape[d]}, respectively.")
        if not is_compressed(src) or src._array.form != self._array.form:
            raise RuntimeError("copy of sparse compressed tensors having different layouts is not supported. self layout is "
                               f"{layout_name(self)} and src layout is {layout_name(src)}")
        if LOCAL.grad and (self.requires_grad or src.requires_grad):
            raise unsupported_error("copy_ with a gradient")
        if src._nnz() != self._nnz():
            raise RuntimeError("torch.copy_: only sparse compressed tensors with the same number of specified elements are supported.")
        set_array(self, k.copy(src.to(self.dtype)._array))
        bump_version(self)
        return self

    def __reduce_ex__(self, proto: Any) -> Any:
        if names_torch():
            from ..tensor.pickled_windows import reduce_tensor

            return reduce_tensor(self)
        a = self._array
        return rebuilt, (a.form, wrap(a.compressed), wrap(a.plain), wrap(a.values), tuple(self.shape))


def sparse_mask(input: Any, mask: Any) -> Any:
    """The elements of a dense or compressed tensor at the indices of a compressed one."""
    if tuple(input._array.shape) != tuple(mask._array.shape):
        raise RuntimeError(f"sparse_mask(): operands have incompatible sizes; self has size {list(input.shape)} but mask has size "
                           f"{list(mask.shape)}")
    return TENSORS.sparse_compressed_mask(input, mask.detach())


Classes.layouts[Compressed] = lambda: CompressedTensor
