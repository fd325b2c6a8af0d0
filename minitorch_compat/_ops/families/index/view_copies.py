"""Copying variants of views: each entry is that of its view except for the kernel and the node's name."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...._array.shape import views as k
from ...facts import Out
from ...op import Op, linear
from . import views as shape


def _copying_kernel(view: Callable[..., Any]) -> Callable[..., Any]:
    """A kernel that copies the result of a view's kernel in row-major order."""
    def kernel(*args: Any) -> Any:
        out = view(*args)
        return [np.array(part, order="C") for part in out] if isinstance(out, list) else np.array(out, order="C")

    return kernel


def _narrow(a: Any, dim: int, start: int, length: int) -> Any:
    """`narrow`, and what `narrow_copy` says of a length below 0, that it ends too far, and of a dimension beyond the last."""
    if 0 < a.ndim <= dim:
        raise RuntimeError("Expected dim < static_cast<int64_t>(self_sizes.size()) to be true, but got false.")
    if length < 0 and a.ndim:
        n = a.shape[k.wrap_dim(dim, a.ndim)]
        k.narrow(a, dim, start, 0)
        raise RuntimeError(f"start ({start % n if start < 0 else start}) + length ({length}) exceeds dimension size ({n}).")
    return k.narrow(a, dim, start, length)


def _declare_copy(view: Op, schema: str, *, node: str | None = None, variants: str = "function out", doc: str | None = None,
             kernel: Any = None, **facts: Any) -> Op:
    """The op `schema`, which copies the view `view`, with whose parameters it is called."""
    assert view.kernel is not None
    return linear(schema, _copying_kernel(kernel or view.kernel), view.vjps[0], node=node or f"{view.node_name}_copy", variants=variants,
                  exact_out=True, doc=f"`{view.name}`, as a copy." if doc is None else doc, batch=view.batch, **facts)


EXPAND_COPY = _declare_copy(shape.EXPAND, "expand_copy(Tensor input, int[] size) -> Tensor", variants="",
                            out=Out(reads_before_write="first",
                       refusing_function="aten::"), float8=True)
ALIAS_COPY = _declare_copy(shape.ALIAS, "alias_copy(Tensor input) -> Tensor", doc="A copy.",
                           out=Out(reads_before_write="first", refusing_function="aten::"))
NARROW_COPY = _declare_copy(shape.NARROW, "narrow_copy(Tensor input, int dim, int start, int length) -> Tensor", node="NarrowCopyBackward0",
                       variants="function method out", kernel=_narrow, coo="narrow_copy", out=Out(reads_before_write="first",
                       accepted_dtypes="exact", dtype_message="Expected self.dtype() == output.dtype() to be true, but got false."))
# Where a view is impossible PyTorch copies as well.
VIEW_COPY = _declare_copy(shape.RESHAPE, "view_copy(Tensor input, int[] size) -> Tensor", node="ViewBackward0_copy",
                     variants="", doc="`view`, as a copy.", out=Out(reads_before_write="first", refusing_function="aten::"))
PERMUTE_COPY = _declare_copy(shape.PERMUTE, "permute_copy(Tensor input, int[] dims) -> Tensor",
                             out=Out(reads_before_write="first", refusing_function="aten::"))
UNFOLD_COPY = _declare_copy(shape.UNFOLD, "unfold_copy(Tensor input, int dimension, int size, int step) -> Tensor",
                            out=Out(reads_before_write="first",
                       refusing_function="aten::"))
UNSQUEEZE_COPY = _declare_copy(shape.UNSQUEEZE, "unsqueeze_copy(Tensor input, int dim) -> Tensor",
                               out=Out(reads_before_write="first", refusing_function="aten::"))
TRANSPOSE_COPY = _declare_copy(shape.TRANSPOSE, "transpose_copy(Tensor input, int dim0, int dim1) -> Tensor",
                               refused_as="transpose_copy.int",
                          out=Out(reads_before_write="first", refusing_function="aten::"))
T_COPY = _declare_copy(shape.T, "t_copy(Tensor input) -> Tensor", out=Out(reads_before_write="first", refusing_function="aten::"))
SELECT_COPY = _declare_copy(shape.SELECT, "select_copy(Tensor input, int dim, int index) -> Tensor", out=Out(reads_before_write="first"))
SLICE_COPY = _declare_copy(shape.SLICE, "slice_copy(Tensor input, int dim=0, int? start=None, int? end=None, int step=1) -> Tensor",
                      doc="A range of indices along a dimension, as a copy.", refused_as="slice_copy.Tensor",
                           out=Out(reads_before_write="first"))
AS_STRIDED_COPY = _declare_copy(shape.AS_STRIDED,
                                "as_strided_copy(Tensor input, int[] size, int[] stride, int offset=0, int[]? layout=None, "
                           "int? storage_offset=None) -> Tensor", variants="",
                                out=Out(reads_before_write="first", refusing_function="aten::"))
SQUEEZE_COPY = _declare_copy(shape.SQUEEZE, "squeeze_all_copy(Tensor input) -> Tensor", variants="", aten="squeeze_copy",
                             out=Out(reads_before_write="first"))
SQUEEZE_DIM_COPY = _declare_copy(shape.SQUEEZE_DIM, "squeeze_dim_copy(Tensor input, int[1]? dim=None) -> Tensor", variants="",
                            aten="squeeze_copy", refused_as="squeeze_copy.dim", out=Out(reads_before_write="first"))
SQUEEZE_DIMS_COPY = _declare_copy(shape.SQUEEZE_DIMS, "squeeze_dims_copy(Tensor input, int[] dim) -> Tensor", variants="",
                                  aten="squeeze_copy",
                             out=Out(reads_before_write="first"))
UNBIND_COPY = _declare_copy(shape.UNBIND, "unbind_copy(Tensor input, int dim=0) -> Tensor[]", variants="", refused_as="unbind_copy.int",
                       out=Out(reads_before_write="first", checks_out_only=True))
SPLIT_COPY = _declare_copy(shape.SPLIT, "split_copy(Tensor input, int split_size, int dim=0) -> Tensor[]", variants="",
                      refused_as="split_copy.Tensor", out=Out(reads_before_write="first"))
SPLIT_SIZES_COPY = _declare_copy(shape.SPLIT_SIZES, "split_with_sizes_copy(Tensor input, int[] split_sizes, int dim=0) -> Tensor[]",
                            variants="", out=Out(reads_before_write="first"))

# Views that autograd does not treat as views, in PyTorch too, hence the name.
UNSAFE_SPLIT = linear("unsafe_split(Tensor input, int split_size, int dim=0) -> Tensor[]", k.split, shape.SPLIT.vjps[0],
                      variants="function method", doc="`split` without the tracking of views.", batch=shape.SPLIT.batch,
                      refused_as="as_strided")
UNSAFE_SPLIT_SIZES = linear("unsafe_split_with_sizes(Tensor input, int[] split_sizes, int dim=0) -> Tensor[]", k.split_sizes,
                            shape.SPLIT_SIZES.vjps[0], variants="function method",
                            doc="`split_with_sizes` without the tracking of views.", batch=shape.SPLIT_SIZES.batch)
