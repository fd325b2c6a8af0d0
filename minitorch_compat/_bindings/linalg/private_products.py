"""Products and decompositions of `torch` with a leading underscore that public code calls nevertheless."""
from __future__ import annotations

from typing import Any

import numpy as np

from ..._dispatch.call.caller import TENSORS, wrap
from ..._dispatch.call.kernel_errors import type_name
from ..generated import functions as ops


def _int_mm(input: Any, mat2: Any, *, out: Any = None) -> Any:
    """The product of two matrices of bytes, as int32."""
    for name, t in (("self", input), ("mat2", mat2)):
        if t.dim() != 2:
            raise RuntimeError(f"int_mm_out_cpu: Expected {name} to be of dimension 2 but got {t.dim()}")
    if input.shape[1] != mat2.shape[0]:
        raise RuntimeError(f"int_mm_out_cpu: self.size(1) needs to match mat2.size(0) but got {input.shape[1]} and {mat2.shape[0]}")
    for name, t in (("self", input), ("mat2", mat2)):
        if t._array.dtype.name not in ("int8", "uint8"):
            raise RuntimeError(f"int_mm_out_cpu: Expected {name} dtype to be int8 or uint8 but got {type_name(t._array.dtype).lower()}")
    product = wrap((input._array.astype(np.float64) @ mat2._array.astype(np.float64)).astype(np.int64).astype(np.int32))  # exact in doubles
    if out is None:
        return product
    if out.dtype != product.dtype:
        raise RuntimeError(f"int_mm_out_cpu: Expected result dtype to be of type kInt but got {type_name(out._array.dtype).lower()}")
    for d in (0, 1):
        if out.shape[d] != product.shape[d]:
            raise RuntimeError(f"int_mm_out_cpu: Expected result.size({d}) to be {product.shape[d]} but got {out.shape[d]}")
    return out.copy_(product)


def _addmm_activation(input: Any, mat1: Any, mat2: Any, *, beta: Any = 1, alpha: Any = 1, use_gelu: bool = False) -> Any:
    """`torch.addmm`, then ReLU, or GELU with tanh."""
    out = ops.addmm(input, mat1, mat2, beta=beta, alpha=alpha)
    return TENSORS.gelu(out, "tanh") if use_gelu else ops.relu(out)


def _compute_linear_combination(input: Any, coefficients: Any) -> Any:
    """Sums over the first dimension of `input`, weighted by each row of `coefficients`."""
    return ops.tensordot(coefficients, input, dims=1)


def _euclidean_dist(x1: Any, x2: Any) -> Any:
    """Distances between rows."""
    return ops.cdist(x1, x2)
