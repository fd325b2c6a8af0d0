"""`torch.sparse.as_sparse_gradcheck`: sparse support for gradient checks that handle only strided tensors."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..._array.sparse.coo import Sparse, coalesce, is_coo
from ..._bindings.sparse_tensors.compressed import sparse_compressed_tensor
from ..._bindings.sparse_tensors.coo import sparse_coo_tensor
from ..._bindings.tensor.tensor import Tensor
from ..._dispatch.tensor import wrap_as
from .jacobians import as_tuple, store_all_elements


def as_sparse_gradcheck(gradcheck: Callable[..., Any]) -> Callable[..., Any]:
    """Wrap `gradcheck` for functions of sparse tensors: it receives the values of those that require gradients, and dense results.

    All elements are varied, or only the stored ones with `masked=True`.
    """
    def gradcheck_with_sparse_support(func: Callable[..., Any], inputs: Any, **kwargs: Any) -> Any:
        masked = bool(kwargs.pop("masked", False))
        parts = [_split_sparse(x, masked) if _is_checked(x) else (x, _identity) for x in as_tuple(inputs)]

        def of_values(*values: Any) -> Any:
            result = func(*(put_together(v) for v, (_, put_together) in zip(values, parts, strict=True)))
            if isinstance(result, (list, tuple)):
                return tuple(_densify(r, masked) for r in result)
            return _densify(result, masked)

        return gradcheck(of_values, tuple(values for values, _ in parts), **kwargs)

    return gradcheck_with_sparse_support


def _is_checked(x: Any) -> bool:
    return isinstance(x, Tensor) and isinstance(x._array, Sparse) and bool(x.requires_grad)


def _identity(x: Any) -> Any:
    return x


def _densify(result: Any, masked: bool) -> Any:
    return result.to_dense(masked_grad=masked) if _is_checked(result) else result


def _split_sparse(x: Any, masked: bool) -> tuple[Any, Callable[[Any], Any]]:
    """The values of a sparse tensor as a leaf, and a function that rebuilds the tensor from them."""
    if not masked:
        x = wrap_as(type(x), store_all_elements(coalesce(x._array) if is_coo(x._array) else x._array))
    x = x.detach()
    if is_coo(x._array):
        indices, is_coalesced = x._indices(), x.is_coalesced()
        return x._values().detach().clone().requires_grad_(), lambda v: sparse_coo_tensor(indices, v, x.shape, is_coalesced=is_coalesced)
    by_rows = x._array.form.endswith("r")
    compressed, plain = (x.crow_indices(), x.col_indices()) if by_rows else (x.ccol_indices(), x.row_indices())
    return x.values().detach().clone().requires_grad_(), lambda v: sparse_compressed_tensor(compressed, plain, v, x.shape, layout=x.layout)
