"""Ops on COO tensors, and the list of the other ops that support them.

The cotangent of a sparse tensor is dense, or sparse with each index used once: formulas never read `values` of an uncoalesced tensor, where
an index may occur twice.
"""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ...._array.index import scatter
from ...._array.sparse import coo as k
from ...._array.sparse import coo_products as products
from ...op import Op, custom, nondiff, overload
from ..index import views as shape
from ..linalg import products as linalg
from ..pointwise import arithmetic as pointwise
from ..pointwise import complex as parts
from ..reduce import reduction


def _forward(xp: Any, tangents: Any, *_values: Any) -> Any:
    raise NotImplementedError("Forward mode is not built for sparse tensors; to_dense() gives tensors that have it.")


def _coo(schema: str, kernel: Callable[..., Any], *vjps: Any, node: str) -> Op:
    return custom(schema, kernel, *vjps, jvp=_forward, module="sparse", variants="", node=f"{node}Backward0")


def _places(xp: Any, x: Any) -> Any:
    """The indices of a tensor, each once."""
    return xp.sparse_indices(xp.sparse_coalesce(x))


def _with_own_layout(xp: Any, g: Any) -> Any:
    """A cotangent that will have a gradient of its own layout."""
    return g if getattr(g, "is_sparse", False) else xp.sparse_dense_again(g)


COO = _coo("sparse_coo(Tensor values, Tensor indices, int[] size, bool coalesced=False) -> Tensor", k.make,
           lambda xp, g, _out, _v, indices, size, coalesced: xp.sparse_at(_with_own_layout(xp, g), indices),
           node="SparseCooTensorWithDimsAndTensors")
AT = _coo("sparse_at(Tensor input, Tensor indices) -> Tensor", k.values_at,
          lambda xp, g, _out, x_meta, indices: xp.sparse_coo(g, indices, x_meta.shape, False), node="SparseMask")
MASK = _coo("sparse_mask_at(Tensor input, Tensor indices, bool coalesced=False) -> Tensor", k.mask,
            lambda xp, g, _out, _x, indices, coalesced: xp.sparse_mask_at(g, indices, coalesced), node="SparseMask")
INDICES = nondiff("sparse_indices(Tensor input) -> Tensor", k.indices_of, module="sparse", variants="")
COALESCE = _coo("sparse_coalesce(Tensor input) -> Tensor", k.coalesce, lambda xp, g, _out, _x: g, node="Coalesce")
#: For a coalesced tensor.
VALUES = _coo("sparse_values(Tensor input) -> Tensor", k.values_of,
              lambda xp, g, _out, x: xp.sparse_coo(g, xp.sparse_indices(x), x.shape, True), node="Values")
TO_DENSE = _coo("sparse_to_dense(Tensor input, bool masked=True) -> Tensor", k.to_dense,
                lambda xp, g, _out, x, masked: (xp.sparse_mask_at(_with_own_layout(xp, g), _places(xp, x), True) if masked
                                                else xp.sparse_everything(g, xp.sparse_indices(x).shape[0])), node="ToDense")
#: Dense, whatever the layout was; and so is its gradient.
DENSE_AGAIN = _coo("sparse_dense_again(Tensor input) -> Tensor", k.to_dense, lambda xp, g, _out, _x: xp.sparse_dense_again(g),
                   node="ToDense")
EVERYTHING = _coo("sparse_everything(Tensor input, int sparse_dim) -> Tensor", k.from_dense_with_zeros,
                  lambda xp, g, _out, _x, sparse_dim: xp.sparse_dense_again(g), node="ToSparse")
FROM_DENSE = _coo("sparse_from_dense(Tensor input, int sparse_dim) -> Tensor", k.from_dense,
                  lambda xp, g, _out, _x, sparse_dim: xp.sparse_dense_again(g), node="ToSparse")
T = _coo("sparse_t(Tensor input) -> Tensor", k.t, lambda xp, g, _out, _x: xp.sparse_t(g), node="T")
TRANSPOSE = _coo("sparse_transpose(Tensor input, int dim0, int dim1) -> Tensor", k.transpose,
                 lambda xp, g, _out, _x, d0, d1: xp.sparse_transpose(g, d0, d1), node="Transpose")
CAST = _coo("sparse_cast(Tensor input, ScalarType dtype) -> Tensor", k.astype,
            lambda xp, g, _out, x_meta, dtype: xp.sparse_cast(g, x_meta.dtype), node="ToCopy")


def _sample_product(xp: Any, g: Any, x: Any, y: Any) -> Any:
    """g @ y.T at the specified elements of `x` only."""
    places = _places(xp, x)
    values = xp.sum_dim(xp.index_select(g, 0, places[0]) * xp.index_select(y, 0, places[1]), (1,), False, None)
    return xp.sparse_coo(values, places, x.shape, True)


def _mask_product(xp: Any, product: Any, x: Any) -> Any:
    return xp.sparse_mask_at(product, _places(xp, x), True)


#: A sparse times a dense matrix.
MM = _coo("sparse_mm(Tensor input, Tensor mat2) -> Tensor", products.mm,
          lambda xp, g, _out, x, y: _sample_product(xp, g, x, y),
          lambda xp, g, _out, x, _y: xp.sparse_mm(xp.sparse_t(x), g), node="SparseAddmm")
BMM = _coo("sparse_bmm(Tensor input, Tensor mat2) -> Tensor", products.bmm,
           lambda xp, g, _out, _x, y: xp.bmm(g, xp.transpose(y, 1, 2)),
           lambda xp, g, _out, x, _y: xp.sparse_bmm(xp.sparse_transpose(x, 1, 2), g), node="Bmm")
#: A product of two sparse matrices.
MATMUL = _coo("sparse_matmul(Tensor input, Tensor mat2) -> Tensor", products.sparse_mm,
              lambda xp, g, _out, x, y: _mask_product(xp, xp.sparse_matmul(xp.sparse_everything(g, 2), xp.sparse_t(y)), x),
              lambda xp, g, _out, x, y: _mask_product(xp, xp.sparse_matmul(xp.sparse_t(x), xp.sparse_everything(g, 2)), y),
              node="SparseSparseMatmul")


def _rows(xp: Any, g: Any, indices: Any, rows: int, padding: int, scale: bool) -> Any:
    if scale:
        raise RuntimeError("embedding_backward: scale_grad_by_freq not supported with sparse gradients")
    return xp.sparse_rows(g, indices, rows, padding)


ROWS = _coo("sparse_rows(Tensor input, Tensor indices, int rows, int padding_idx) -> Tensor", k.embedding_rows,
            lambda xp, g, _out, _x, indices, rows, padding: xp.sparse_rows_at(g, indices, padding),
            node="SparseCooTensorWithDimsAndTensors")
ROWS_AT = _coo("sparse_rows_at(Tensor input, Tensor indices, int padding_idx) -> Tensor", k.take_rows,
               lambda xp, g, _out, x_meta, indices, padding: xp.sparse_rows(g, indices, x_meta.shape[0], padding), node="Embedding")
#: An embedding whose table gets a sparse gradient.
EMBEDDING = _coo("sparse_embedding(Tensor weight, Tensor indices, int padding_idx=-1, bool scale=False) -> Tensor",
                 lambda w, i, padding_idx=-1, scale=False: scatter.embedding(w, i),
                 lambda xp, g, _out, w_meta, indices, padding, scale: _rows(xp, g, indices, w_meta.shape[0], padding, scale),
                 node="Embedding")
#: A gather whose source gets a sparse gradient.
GATHER = _coo("sparse_gather(Tensor input, int dim, Tensor index, bool sparse_grad=True) -> Tensor",
              lambda x, dim, index, _: scatter.gather(x, dim, index),
              lambda xp, g, _out, x_meta, dim, index, _: xp.sparse_gathered(g, index, dim, x_meta.shape), node="Gather")
GATHERED = _coo("sparse_gathered(Tensor input, Tensor index, int dim, int[] size) -> Tensor", k.gather_gradient,
                lambda xp, g, _out, _x, index, dim, _size: xp.gather(xp.sparse_dense_again(g), dim, index, False),
                node="SparseCooTensorWithDimsAndTensors")


class Rule(NamedTuple):
    """An op of the table for sparse arguments: a kernel, and the entry of its nodes."""

    kernel: Callable[..., Any]
    op: Op


_DENSE_MM = overload(MM, "MmBackward0", lambda xp, g, _out, _x, y: xp.mm(g, xp.t(y)), MM.vjps[1])
_MM_DENSE = overload(linalg.MM, "MmBackward0", lambda xp, g, _out, _x, y: xp.t(xp.sparse_mm(y, xp.t(g))),
                     lambda xp, g, _out, x, _y: xp.mm(xp.t(x), g))


#: The gradient of a dense factor is dense, whatever computed it.
_TIMES_DENSE = overload(pointwise.MUL, "MulBackward0", lambda xp, g, _out, _x, y: g * y,
                        lambda xp, g, _out, x, _y: xp.sparse_dense_again(g * x))
_DENSE_TIMES = overload(pointwise.MUL, "MulBackward0", lambda xp, g, _out, _x, y: xp.sparse_dense_again(g * y),
                        lambda xp, g, _out, x, _y: g * x)
# What else sparse tensors support. The formulas are those of the table where `g`, dense or sparse, has the operators that they use.
for _entry, _kernel, _op in (
        (pointwise.ADD, k.add, pointwise.ADD), (pointwise.SUB, k.sub, pointwise.SUB), (pointwise.DIV, k.div, pointwise.DIV),
        (pointwise.NEG, k.neg, pointwise.NEG), (reduction.CAST, k.astype, CAST), (shape.CLONE, k.copy, shape.CLONE), (shape.T, k.t, T),
        (shape.TRANSPOSE, k.transpose, TRANSPOSE), (reduction.SUM, k.total, reduction.SUM), (parts.CONJ, k.conj, parts.CONJ_NOW),
        (parts.CONJ_NOW, k.conj, parts.CONJ_NOW), (pointwise.CONJ_PHYSICAL, k.conj, pointwise.CONJ_PHYSICAL)):
    _entry.set_facts(coo_rule=Rule(_kernel, _op))

# Products by which of the two are sparse.
pointwise.MUL.set_facts(coo_products={
    (True, False): Rule(k.mul, _TIMES_DENSE), (False, True): Rule(k.mul, _DENSE_TIMES), (True, True): Rule(k.mul, pointwise.MUL)})
linalg.MM.set_facts(coo_products={
    (True, False): Rule(products.mm, _DENSE_MM), (False, True): Rule(lambda x, y: products.mm(k.t(y), x.T).T, _MM_DENSE),
    (True, True): Rule(products.sparse_mm, MATMUL)})
linalg.BMM.set_facts(coo_products=dict.fromkeys(((True, False), (False, True), (True, True)), Rule(products.bmm, BMM)))
