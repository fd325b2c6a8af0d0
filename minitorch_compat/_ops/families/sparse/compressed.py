"""Ops on compressed sparse matrices. Their cotangents are dense or of any sparse layout."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...._array.sparse import compressed as k
from ...op import Op, custom
from .coo import _forward


def _own(schema: str, kernel: Callable[..., Any], *vjps: Any, node: str) -> Op:
    return custom(schema, kernel, *vjps, jvp=_forward, module="sparse", variants="", node=f"{node}Backward0")


COMPRESSED = _own("sparse_compressed(Tensor values, Tensor compressed, Tensor plain, int[] size, str form) -> Tensor", k.make,
                  lambda xp, g, out, _v, _c, _p, _size, _form: xp.sparse_compressed_values(xp.sparse_compressed_mask(g, out)),
                  node="SparseCompressedTensor")
VALUES = _own("sparse_compressed_values(Tensor input) -> Tensor", k.values_of,
              lambda xp, g, _out, x: xp.sparse_compressed_with(g, x), node="Values")
WITH_VALUES = _own("sparse_compressed_with(Tensor values, Tensor like) -> Tensor", k.with_values,
                   lambda xp, g, _out, _v, like: xp.sparse_compressed_values(xp.sparse_compressed_mask(g, like)),
                   node="SparseCompressedTensor")
MASK = _own("sparse_compressed_mask(Tensor input, Tensor like) -> Tensor", k.mask,
            lambda xp, g, _out, x, _like: xp.sparse_restored(g, x), node="SparseMask")
RESTORED = _own("sparse_restored(Tensor input, Tensor like) -> Tensor", k.restore,
                lambda xp, g, _out, x, _like: xp.sparse_restored(g, x), node="SparseMask")
COMPRESS = _own("sparse_compress(Tensor input, str form, int[]? block=None, int dense_dim=0) -> Tensor", k.compress,
                lambda xp, g, _out, x, _form, _block, _dense: xp.sparse_restored(g, x), node="ToSparse")
TO_COO = _own("sparse_compressed_coo(Tensor input) -> Tensor", k.to_coo, lambda xp, g, _out, x: xp.sparse_compressed_mask(g, x),
              node="ToSparse")


def _dense_cotangent(xp: Any, g: Any, x: Any, masked: bool) -> Any:
    if masked:
        return xp.sparse_compressed_mask(g, x)
    array = x if k.is_compressed(x) else x._array
    return xp.sparse_compress(g, array.form, array.block or None, array.dense_dim)


TO_DENSE = _own("sparse_compressed_dense(Tensor input, bool masked=True) -> Tensor", k.to_dense,
                lambda xp, g, _out, x, masked: _dense_cotangent(xp, g, x, masked), node="ToDense")
T = _own("sparse_compressed_t(Tensor input) -> Tensor", k.t, lambda xp, g, _out, _x: xp.sparse_compressed_t(g), node="T")
ADD = _own("sparse_compressed_add(Tensor input, Tensor other) -> Tensor", k.add,
           lambda xp, g, _out, _x, _y: g, lambda xp, g, _out, _x, _y: g, node="Add")
MUL = _own("sparse_compressed_mul(Tensor input, Tensor other) -> Tensor", k.mul,
           lambda xp, g, _out, x, y: xp.sparse_restored(xp.sparse_compressed_mul(g, y), x),
           lambda xp, g, _out, x, y: xp.sparse_restored(xp.sparse_compressed_mul(g, x), y), node="Mul")
SUM = _own("sparse_compressed_sum(Tensor input) -> Tensor", k.total, lambda xp, g, _out, x_meta: xp.expand(g, x_meta.shape), node="Sum")
#: The values of a product of dense matrices at the specified elements of a compressed one.
SAMPLED = _own("sparse_sampled(Tensor like, Tensor mat1, Tensor mat2) -> Tensor", k.sampled_product, None,
               lambda xp, g, _out, like, _a, b: xp.sparse_compressed_mm(xp.sparse_compressed_with(g, like), xp.t(b)),
               lambda xp, g, _out, like, a, _b: xp.t(xp.sparse_compressed_mm(
                   xp.sparse_compressed_t(xp.sparse_compressed_with(g, like)), a)),
               node="SparseSampledAddmm")
#: A compressed times a dense matrix; the gradient of the former is dense, that of `torch.sparse.mm` has its sparsity pattern.
MM = _own("sparse_compressed_mm(Tensor input, Tensor mat2) -> Tensor", k.mm,
          lambda xp, g, _out, _x, y: xp.mm(g, xp.t(y)),
          lambda xp, g, _out, x, _y: xp.sparse_compressed_mm(xp.sparse_compressed_t(x), g), node="Mm")
MM_SAMPLED = _own("sparse_compressed_mm_sampled(Tensor input, Tensor mat2) -> Tensor", k.mm,
                  lambda xp, g, _out, x, y: xp.sparse_compressed_with(xp.sparse_sampled(x, g, xp.t(y)), x),
                  lambda xp, g, _out, x, _y: xp.sparse_compressed_mm(xp.sparse_compressed_t(x), g), node="SparseAddmm")
DENSE_MM = _own("sparse_dense_mm(Tensor input, Tensor mat2) -> Tensor", k.dense_mm,
                lambda xp, g, _out, _x, y: xp.sparse_dense_mm(g, xp.sparse_compressed_t(y)),
                lambda xp, g, _out, x, _y: xp.mm(xp.t(x), g), node="Mm")
MATMUL = _own("sparse_compressed_matmul(Tensor input, Tensor mat2) -> Tensor", k.sparse_mm,
              lambda xp, g, _out, x, y: xp.sparse_restored(
                  xp.sparse_compressed_matmul(xp.sparse_compress(g, "csr", None, 0), xp.sparse_compressed_t(y)), x),
              lambda xp, g, _out, x, y: xp.sparse_restored(
                  xp.sparse_compressed_matmul(xp.sparse_compressed_t(x), xp.sparse_compress(g, "csr", None, 0)), y),
              node="Mm")
DENSE_PRODUCT = _own("sparse_compressed_product(Tensor input, Tensor mat2) -> Tensor", k.dense_product,
                     lambda xp, g, _out, _x, y: xp.sparse_dense_mm(g, xp.sparse_compressed_t(y)),
                     lambda xp, g, _out, x, _y: xp.sparse_compressed_mm(xp.sparse_compressed_t(x), g), node="Addmm")
