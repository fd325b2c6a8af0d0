"""Methods that are about the layout, as every tensor has them. `Tensor` inherits them."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NoReturn

from ..._array.core.deferred import Family
from ..._array.sparse.coo import Coo, Sparse
from ..._array.sparse.coo import is_coo as is_coo_array
from ..._dispatch.call.caller import TENSORS, wrap
from ..._dispatch.state import Classes
from ..._dispatch.tensor import TensorBase
from ..override.overridable import ask_all, asks
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


def refuse_strided(name: str, t: Any) -> NoReturn:
    raise RuntimeError(f"{name} expected sparse {'' if name == 'values' else 'coordinate '}tensor layout but got {_layout_name(t)}")


def _layout_name(t: Any) -> str:
    if not is_sparse(t):
        return "Strided"
    from ..._dispatch.layouts.compressed import layout_name

    return layout_name(t)


@ask_all
class SparseMethods:
    """Methods about the layout, as every tensor has them."""

    __slots__ = ()

    def to_sparse(self: Any, sparse_dim: int | None = None, *, layout: Any = None, blocksize: int | Sequence[int] | None = None,
                  dense_dim: int | None = None) -> Tensor:
        """The elements that are not 0, in coordinate form; with `sparse_dim` the first dimensions only are sparse."""
        wanted = sparse_dim if isinstance(sparse_dim, Layout) else layout
        if wanted is not None and wanted is not sparse_coo:
            from .compressed import to_layout

            return to_layout(self, wanted, blocksize, dense_dim)
        if blocksize is not None:
            from .compressed import no_blocks

            no_blocks(self, sparse_coo)
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
        from ..._dispatch.layouts.sparse import check_levels, named

        check_levels((self,))
        return named(TENSORS.sparse_from_dense(self, count), node)

    def to_sparse_coo(self: Any) -> Any:
        """The elements that are not 0, in coordinate form."""
        return self.to_sparse()

    def to_sparse_csr(self: Any, dense_dim: int | None = None) -> Any:
        """The elements that are not 0, by rows."""
        return _to_compressed(self, "csr", None, dense_dim)

    def to_sparse_csc(self: Any, dense_dim: int | None = None) -> Any:
        """The elements that are not 0, by columns."""
        return _to_compressed(self, "csc", None, dense_dim)

    def to_sparse_bsr(self: Any, blocksize: int | Sequence[int], dense_dim: int | None = None) -> Any:
        """The blocks that are not all 0, by rows."""
        return _to_compressed(self, "bsr", blocksize, dense_dim)

    def to_sparse_bsc(self: Any, blocksize: int | Sequence[int], dense_dim: int | None = None) -> Any:
        """The blocks that are not all 0, by columns."""
        return _to_compressed(self, "bsc", blocksize, dense_dim)

    def to_dense(self: Any, dtype: Any = None, *, masked_grad: bool | None = None) -> Tensor:
        """The tensor with all its zeros; one that is dense, itself.

        Its gradient is sparse, with the places of this tensor only, or (`masked_grad=False`) with all.
        """
        if not is_coo(self):
            return self if dtype is None else self.to(dtype)
        if dtype is not None:
            raise RuntimeError("dtype argument is not supported by sparse_to_dense")
        return TENSORS.sparse_to_dense(self, masked_grad is not False)

    def coalesce(self: Any) -> Tensor:
        """With every place named once, in order, and the values there added up; itself if it is so already."""
        if not is_coo(self):
            refuse_strided("coalesce", self)
        return self if self._array.coalesced else TENSORS.sparse_coalesce(self)

    def is_coalesced(self: Any) -> bool:
        """Whether every place is known to be named once, in order."""
        if not is_coo(self):
            refuse_strided("is_coalesced", self)
        return bool(self._array.coalesced)

    def indices(self: Any) -> Tensor:
        """The places of a coalesced tensor: [sparse dimensions, nnz]."""
        _check_coalesced(self, "indices")
        return wrap(self._array.indices)

    def values(self: Any) -> Tensor:
        """The values of a coalesced tensor: [nnz, *dense]. Differentiable."""
        _check_coalesced(self, "values")
        return TENSORS.sparse_values(self)

    def _indices(self: Any) -> Tensor:
        """The places, coalesced or not, over the same memory."""
        return wrap(coo_of(self, "_indices").indices)

    def _values(self: Any) -> Tensor:
        """The values, coalesced or not, over the same memory and without history."""
        return wrap(coo_of(self, "_values").values)

    def _nnz(self: Any) -> int:
        """The number of specified elements."""
        return int(coo_of(self, "_nnz").indices.shape[1])

    def sparse_dim(self: Any) -> int:
        """The number of sparse dimensions."""
        return self._array.sparse_dim if is_coo(self) else 0

    def dense_dim(self: Any) -> int:
        """The number of dense dimensions: those of the values behind the first."""
        return self._array.ndim - (self._array.sparse_dim if is_coo(self) else 0)

    @asks
    def sparse_mask(self: Any, mask: Tensor) -> Tensor:
        """The elements at the places of `mask`, a sparse tensor, in its layout."""
        if isinstance(mask, TensorBase) and not is_coo(mask) and is_sparse(mask):
            from .compressed import masked

            return masked(self, mask)
        if not is_coo(mask):
            raise NotImplementedError("Could not run 'aten::sparse_mask' with arguments from the 'CPU' backend.")
        if self._array.shape != mask._array.shape:
            raise RuntimeError("sparse_mask(): operands have incompatible sizes; self has size "
                               f"{list(self.shape)} but mask has size {list(mask.shape)}")
        from ..._dispatch.layouts.sparse import check_levels

        check_levels((self,))
        source = self if is_coo(self) else TENSORS.sparse_dense_again(self)
        return TENSORS.sparse_mask_at(source, wrap(mask._array.indices), mask._array.coalesced)

    @asks
    def smm(self: Any, mat: Any) -> Tensor:
        """This sparse matrix times a dense one, as a sparse tensor."""
        return _sparse.smm(self, mat)


def _to_compressed(t: Any, form: str, blocksize: Any, dense_dim: int | None) -> Any:
    from .compressed import to_compressed

    return to_compressed(t, form, blocksize, dense_dim)


def _check_coalesced(t: Any, name: str) -> None:
    if not is_coo(t):
        refuse_strided(name, t)
    if not t._array.coalesced:
        raise RuntimeError(f"Cannot get {name} on an uncoalesced tensor, please call .coalesce() first")


def coo_of(t: Any, name: str) -> Coo:
    if not is_coo(t):
        raise NotImplementedError(f"Could not run 'aten::{name}' with arguments from the 'CPU' backend.")
    coo: Coo = t._array
    return coo


def _sparse_class() -> Any:
    """The class of tensors in coordinate form, which waits for the first of them."""
    from .coo_tensor import SparseTensor

    return SparseTensor


Classes.layouts[Coo] = _sparse_class
