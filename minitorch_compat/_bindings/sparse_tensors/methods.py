"""Layout methods of all tensors; `Tensor` inherits them."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from ..._array.core.deferred import Family
from ..._array.sparse.coo import Coo, Sparse
from ..._array.sparse.coo import is_coo as is_coo_array
from ..._dispatch.call.caller import TENSORS, wrap
from ..._dispatch.state import Classes
from ..._dispatch.tensor import TensorBase
from ..override.overridable import all_overridable, overridable_def
from ..settings.constants import layout as Layout
from ..settings.constants import sparse_coo

if TYPE_CHECKING:
    from ..tensor.tensor import Tensor

_sparse: Any = Family(f"{__package__}.coo")


def is_sparse(value: Any) -> bool:
    """Whether `value` is a tensor of a sparse layout."""
    return isinstance(value, TensorBase) and isinstance(value._array, Sparse)


def is_coo(value: Any) -> bool:
    """Whether `value` is a tensor in coordinate form."""
    return isinstance(value, TensorBase) and is_coo_array(value._array)


def raise_wrong_layout(name: str, t: Any) -> NoReturn:
    raise RuntimeError(f"{name} expected sparse {'' if name == 'values' else 'coordinate '}tensor layout but got {_layout_name(t)}")


def _layout_name(t: Any) -> str:
    if not is_sparse(t):
        return "Strided"
    from ..._dispatch.layouts.compressed import layout_name

    return layout_name(t)


@all_overridable
class SparseMethods:
    """Layout methods of all tensors."""

    __slots__ = ()

    def to_sparse(self: Any, sparse_dim: int | None = None, *, layout: Any = None, blocksize: int | Sequence[int] | None = None,
                  dense_dim: int | None = None) -> Tensor:
        # The docstring is written in _bindings/sparse_tensors/methods.md.
        """A dense tensor as a sparse one, without its zeros.

        Parameters
        ----------
        sparse_dim : int, optional
            The number of sparse dimensions, the others remaining dense; all if not given.
        layout : torch.layout, optional
            `torch.sparse_coo` (if not given) or a compressed one.
        blocksize : two ints, optional
            The size of blocks, for block layouts.
        dense_dim : int, optional
            The number of dense dimensions, for compressed layouts.

        Returns
        -------
        Tensor
            Of the sparse layout.

        References
        ----------
        PyTorch: torch.Tensor.to_sparse

        Examples
        --------
        >>> torch.tensor([[0, 5], [0, 0]]).to_sparse()
        tensor(indices=tensor([[0],
                               [1]]),
               values=tensor([5]),
               size=(2, 2), nnz=1, layout=torch.sparse_coo)
        """
        target_layout = sparse_dim if isinstance(sparse_dim, Layout) else layout
        if target_layout is not None and target_layout is not sparse_coo:
            from .compressed import to_layout

            return to_layout(self, target_layout, blocksize, dense_dim)
        if blocksize is not None:
            from .compressed import refuse_blocksize

            refuse_blocksize(self, sparse_coo)
        count: Any = None if isinstance(sparse_dim, Layout) else sparse_dim
        ndim = self._array.ndim
        if is_coo(self):
            if count is not None and count != self._array.sparse_dim:
                raise RuntimeError("to_sparse: conversion from Sparse to Sparse with sparse_dim argument !=self.sparse_dim() is not "
                                   "supported")
            return self
        if count is None:
            count = ndim - (dense_dim or 0)
            node = "ToSparseBackward1"
        else:
            node = "ToSparseBackward0"
        if not 0 <= count <= ndim:
            raise RuntimeError(f"dense_to_sparse: sparse_dim argument must be in [0,{ndim}] range, but {count} is given")
        if not count and ndim:
            raise RuntimeError("dense_to_sparse: sparse_dim argument must be in >0 when self.dim()>0")
        from ..._dispatch.layouts.sparse import check_levels, with_node_name

        check_levels((self,))
        return with_node_name(TENSORS.sparse_from_dense(self, count), node)

    def to_sparse_coo(self: Any) -> Any:
        # The docstring is written in _bindings/sparse_tensors/methods.md.
        """A dense tensor as a sparse one in coordinate form: `to_sparse()`.

        Returns
        -------
        Tensor
            Of the layout `torch.sparse_coo`.

        References
        ----------
        PyTorch: torch.Tensor.to_sparse_coo

        Examples
        --------
        >>> torch.tensor([0, 5]).to_sparse_coo().indices()
        tensor([[1]])
        """
        return self.to_sparse()

    def to_sparse_csr(self: Any, dense_dim: int | None = None) -> Any:
        # The docstring is written in _bindings/sparse_tensors/methods.md.
        """A matrix in the CSR layout (compressed rows).

        Parameters
        ----------
        dense_dim : int, optional
            The number of dense dimensions.

        Returns
        -------
        Tensor
            Of the layout `torch.sparse_csr`.

        References
        ----------
        PyTorch: torch.Tensor.to_sparse_csr

        Examples
        --------
        >>> torch.eye(2).to_sparse_csr().col_indices()
        tensor([0, 1])
        """
        return _to_compressed(self, "csr", None, dense_dim)

    def to_sparse_csc(self: Any, dense_dim: int | None = None) -> Any:
        # The docstring is written in _bindings/sparse_tensors/methods.md.
        """A matrix in the CSC layout (compressed columns).

        Parameters
        ----------
        dense_dim : int, optional
            The number of dense dimensions.

        Returns
        -------
        Tensor
            Of the layout `torch.sparse_csc`.

        References
        ----------
        PyTorch: torch.Tensor.to_sparse_csc

        Examples
        --------
        >>> torch.eye(2).to_sparse_csc().row_indices()
        tensor([0, 1])
        """
        return _to_compressed(self, "csc", None, dense_dim)

    def to_sparse_bsr(self: Any, blocksize: int | Sequence[int], dense_dim: int | None = None) -> Any:
        # The docstring is written in _bindings/sparse_tensors/methods.md.
        """A matrix in the BSR layout (compressed rows of blocks).

        Parameters
        ----------
        blocksize : two ints
            The size of blocks.
        dense_dim : int, optional
            The number of dense dimensions.

        Returns
        -------
        Tensor
            Of the layout `torch.sparse_bsr`.

        References
        ----------
        PyTorch: torch.Tensor.to_sparse_bsr

        Examples
        --------
        >>> torch.eye(4).to_sparse_bsr((2, 2)).values().shape
        torch.Size([2, 2, 2])
        """
        return _to_compressed(self, "bsr", blocksize, dense_dim)

    def to_sparse_bsc(self: Any, blocksize: int | Sequence[int], dense_dim: int | None = None) -> Any:
        # The docstring is written in _bindings/sparse_tensors/methods.md.
        """A matrix in the BSC layout (compressed columns of blocks).

        Parameters
        ----------
        blocksize : two ints
            The size of blocks.
        dense_dim : int, optional
            The number of dense dimensions.

        Returns
        -------
        Tensor
            Of the layout `torch.sparse_bsc`.

        References
        ----------
        PyTorch: torch.Tensor.to_sparse_bsc

        Examples
        --------
        >>> torch.eye(4).to_sparse_bsc((2, 2)).values().shape
        torch.Size([2, 2, 2])
        """
        return _to_compressed(self, "bsc", blocksize, dense_dim)

    def to_dense(self: Any, dtype: Any = None, *, masked_grad: bool | None = None) -> Tensor:
        # The docstring is written in _bindings/sparse_tensors/methods.md.
        """A sparse tensor as a dense one.

        Parameters
        ----------
        dtype : torch.dtype, optional
            Another dtype.
        masked_grad : bool, default True
            Whether gradients flow to stored elements only.

        Returns
        -------
        Tensor
            `self` if it is dense already, else a copy.

        References
        ----------
        PyTorch: torch.Tensor.to_dense

        Examples
        --------
        >>> torch.eye(2).to_sparse().to_dense()
        tensor([[1., 0.],
                [0., 1.]])
        """
        if not is_coo(self):
            return self if dtype is None else self.to(dtype)
        if dtype is not None:
            raise RuntimeError("dtype argument is not supported by sparse_to_dense")
        return TENSORS.sparse_to_dense(self, masked_grad is not False)

    def coalesce(self: Any) -> Tensor:
        # The docstring is written in _bindings/sparse_tensors/methods.md.
        """A sparse tensor in coordinate form with sorted, distinct indices; elements with the same indices are summed.

        Returns
        -------
        Tensor
            `self` if it is coalesced already.

        Raises
        ------
        RuntimeError
            The tensor is not in coordinate form.

        References
        ----------
        PyTorch: torch.Tensor.coalesce

        Examples
        --------
        >>> torch.sparse_coo_tensor([[1, 1]], [2., 3.], (3,)).coalesce().values()
        tensor([5.])
        """
        if not is_coo(self):
            raise_wrong_layout("coalesce", self)
        return self if self._array.coalesced else TENSORS.sparse_coalesce(self)

    def is_coalesced(self: Any) -> bool:
        # The docstring is written in _bindings/sparse_tensors/methods.md.
        """Whether the indices are sorted and distinct.

        Returns
        -------
        bool
            The answer.

        Raises
        ------
        RuntimeError
            The tensor is not in coordinate form.

        References
        ----------
        PyTorch: torch.Tensor.is_coalesced

        Examples
        --------
        >>> torch.sparse_coo_tensor([[1, 1]], [2., 3.], (3,)).is_coalesced()
        False
        """
        if not is_coo(self):
            raise_wrong_layout("is_coalesced", self)
        return bool(self._array.coalesced)

    def indices(self: Any) -> Tensor:
        # The docstring is written in _bindings/sparse_tensors/methods.md.
        """The indices of the stored elements of a tensor in coordinate form.

        Returns
        -------
        A view
            a row for each sparse dimension, a column for each element.

        Raises
        ------
        RuntimeError
            The tensor is not in coordinate form, or not coalesced.

        References
        ----------
        PyTorch: torch.Tensor.indices

        Examples
        --------
        >>> torch.tensor([0, 5, 6]).to_sparse().indices()
        tensor([[1, 2]])
        """
        _check_coalesced(self, "indices")
        return wrap(self._array.indices)

    def values(self: Any) -> Tensor:
        # The docstring is written in _bindings/sparse_tensors/methods.md.
        """The stored elements of a sparse tensor.

        Returns
        -------
        Tensor
            A view.

        Raises
        ------
        RuntimeError
            The tensor is dense, or not coalesced.

        References
        ----------
        PyTorch: torch.Tensor.values

        Examples
        --------
        >>> torch.tensor([0, 5, 6]).to_sparse().values()
        tensor([5, 6])
        """
        _check_coalesced(self, "values")
        return TENSORS.sparse_values(self)

    def _indices(self: Any) -> Tensor:
        """The indices, coalesced or not, sharing memory."""
        return wrap(require_coo(self, "_indices").indices)

    def _values(self: Any) -> Tensor:
        """The values, coalesced or not, sharing memory and without history."""
        return wrap(require_coo(self, "_values").values)

    def _nnz(self: Any) -> int:
        """The number of specified elements."""
        return int(require_coo(self, "_nnz").indices.shape[1])

    def sparse_dim(self: Any) -> int:
        # The docstring is written in _bindings/sparse_tensors/methods.md.
        """How many dimensions of a sparse tensor are sparse.

        Returns
        -------
        int
            The number; 0 of a dense tensor.

        References
        ----------
        PyTorch: torch.Tensor.sparse_dim

        Examples
        --------
        >>> torch.eye(2).to_sparse().sparse_dim()
        2
        """
        return self._array.sparse_dim if is_coo(self) else 0

    def dense_dim(self: Any) -> int:
        # The docstring is written in _bindings/sparse_tensors/methods.md.
        """How many dimensions of a sparse tensor are dense.

        Returns
        -------
        int
            The number.

        References
        ----------
        PyTorch: torch.Tensor.dense_dim

        Examples
        --------
        >>> torch.eye(2).to_sparse(1).dense_dim()
        1
        """
        return self._array.ndim - (self._array.sparse_dim if is_coo(self) else 0)

    @overridable_def
    def sparse_mask(self: Any, mask: Tensor) -> Tensor:
        # The docstring is written in _bindings/sparse_tensors/methods.md.
        """The elements of a dense tensor at the indices of a sparse one.

        Parameters
        ----------
        mask : Tensor
            Sparse, of the same shape.

        Returns
        -------
        Tensor
            Of the layout of `mask`.

        References
        ----------
        PyTorch: torch.Tensor.sparse_mask

        Examples
        --------
        >>> torch.tensor([1., 2., 3.]).sparse_mask(torch.tensor([0., 1., 1.]).to_sparse()).values()
        tensor([2., 3.])
        """
        if isinstance(mask, TensorBase) and not is_coo(mask) and is_sparse(mask):
            from .compressed import sparse_mask

            return sparse_mask(self, mask)
        if not is_coo(mask):
            raise NotImplementedError("Could not run 'aten::sparse_mask' with arguments from the 'CPU' backend.")
        if self._array.shape != mask._array.shape:
            raise RuntimeError("sparse_mask(): operands have incompatible sizes; self has size "
                               f"{list(self.shape)} but mask has size {list(mask.shape)}")
        from ..._dispatch.layouts.sparse import check_levels

        check_levels((self,))
        source = self if is_coo(self) else TENSORS.sparse_dense_again(self)
        pattern: Any = mask._array
        return TENSORS.sparse_mask_at(source, wrap(pattern.indices), pattern.coalesced)

    @overridable_def
    def smm(self: Any, mat: Any) -> Tensor:
        # The docstring is written in _bindings/sparse_tensors/coo.md.
        """The product of a sparse and a dense matrix, as a sparse one.

        Parameters
        ----------
        mat : Tensor
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
        >>> torch.eye(2).to_sparse().smm(torch.ones(2, 2)).to_dense()
        tensor([[1., 1.],
                [1., 1.]])
        """
        return _sparse.smm(self, mat)

    @overridable_def
    def sspaddmm(self: Any, mat1: Any, mat2: Any, *, beta: Any = 1, alpha: Any = 1) -> Tensor:
        # The docstring is written in _bindings/sparse_tensors/coo.md.
        """The sum of a sparse matrix and a product, as a sparse matrix: beta * input + alpha * (mat1 @ mat2).

        Parameters
        ----------
        mat1 : Tensor
            Sparse, n x m.
        mat2 : Tensor
            Dense, m x p.
        beta, alpha : number, default 1
            Factors of `self` and of the product.

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
        >>> eye.sspaddmm(eye, torch.ones(2, 2), alpha=3).to_dense()
        tensor([[4., 3.],
                [3., 4.]])
        """
        return _sparse.sspaddmm(self, mat1, mat2, beta=beta, alpha=alpha)


def _to_compressed(t: Any, form: str, blocksize: Any, dense_dim: int | None) -> Any:
    from .compressed import to_compressed

    return to_compressed(t, form, blocksize, dense_dim)


def _check_coalesced(t: Any, name: str) -> None:
    if not is_coo(t):
        raise_wrong_layout(name, t)
    if not t._array.coalesced:
        raise RuntimeError(f"Cannot get {name} on an uncoalesced tensor, please call .coalesce() first")


def require_coo(t: Any, name: str) -> Coo:
    if not is_coo(t):
        raise NotImplementedError(f"Could not run 'aten::{name}' with arguments from the 'CPU' backend.")
    coo: Coo = t._array
    return coo


def _sparse_class() -> Any:
    """The class of tensors in coordinate form, imported with the first such tensor."""
    from .coo_tensor import SparseTensor

    return SparseTensor


Classes.layouts[Coo] = _sparse_class
