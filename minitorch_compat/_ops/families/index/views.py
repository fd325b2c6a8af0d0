"""Shapes, views, joining and splitting."""
from __future__ import annotations

from itertools import accumulate
from typing import Any

import numpy as np

from ...._array.core import intp
from ...._array.index import slice_scatter as placing
from ...._array.shape import copies, strided
from ...._array.shape import views as k
from ...batching import rules as b
from ...batching import shapes as bs
from ...facts import NO_UNSIGNED, NoUnsigned, Out
from ...op import InPlace, Op, composite, custom, linear, nondiff

# The same elements in another shape ------------------------------------------------------------------------------------------------

VIEW = linear("view(Tensor input, int[] size) -> Tensor", k.view,
              lambda xp, g, _out, x_meta, size: xp.reshape_or_copy(g, x_meta.shape), view=True, variants="", batch=bs.view)
RESHAPE_ALIAS = linear("reshape_alias(Tensor input, int[] size) -> Tensor", k.view,
                       lambda xp, g, _out, x_meta, size: xp.reshape_or_copy(g, x_meta.shape), view=True, module=None,
                       node="ReshapeAliasBackward0", batch=bs.view, aten="view", profiled_name="_reshape_alias")
# Always copies; the public reshape returns a view where it can.
RESHAPE = linear("reshape(Tensor input, int[] size) -> Tensor", k.reshape,
                 lambda xp, g, _out, x_meta, size: xp.reshape_or_copy(g, x_meta.shape), node="UnsafeViewBackward0", variants="",
                 batch=bs.view, holomorphic=False, aten="_unsafe_view", coo="reshape",
                 shape_rule=lambda x, size: k.resolve_size(size, x.size))


def _reshape_kernel(xp: Any, x: Any, size: Any) -> Any:
    """As the public `reshape`: a view where possible, else a copy."""
    a = x._array
    if a.flags.c_contiguous if a.__class__ is np.ndarray else x.is_contiguous():
        return xp.view(x, size)
    try:
        return xp.reshape_alias(x, size)
    except RuntimeError:
        return xp.reshape(xp.clone(x, None), size)


RESHAPE_OR_COPY = Op("composite", "reshape_or_copy(Tensor input, int[] size) -> Tensor", k.reshape, composite=_reshape_kernel, module=None)
RESHAPE_OR_COPY.set_facts(aten="reshape", is_composed=True)


def _unsqueeze_to(xp: Any, x: Any, size: Any) -> Any:
    """Restore the squeezed dimensions of size 1 one by one."""
    for dim, n in enumerate(size):
        if len(x.shape) < len(size) and (dim >= len(x.shape) or x.shape[dim] != n):
            x = xp.unsqueeze(x, dim)
    return x


UNSQUEEZE_TO = Op("composite", "unsqueeze_to(Tensor input, int[] size) -> Tensor",
                  lambda g, size: g if g.shape == size else k.reshape(g, size), composite=_unsqueeze_to, module=None)
EXPAND = linear("expand(Tensor input, int[] size) -> Tensor", k.expand,
                lambda xp, g, _out, x_meta, size: xp.sum_to_size(g, x_meta.shape) if x_meta.shape else xp.sum(g), view=True,
                variants="", batch=bs.expand, coo="expand")
TRANSPOSE = linear("transpose(Tensor input, int dim0, int dim1) -> Tensor", k.transpose,
                   lambda xp, g, _out, _x, dim0, dim1: xp.transpose(g, dim0, dim1), view=True, variants="function method",
                   doc="Two dimensions swapped; a view.", batch=bs.transpose, aten="transpose.int", compressed="transpose")
T = linear("t(Tensor input) -> Tensor", k.t, lambda xp, g, _out, _x: xp.t(g), view=True, variants="function method",
           doc="The transpose of a matrix; a view.", batch=bs.transpose_matrix, compressed="t")
PERMUTE = linear("permute(Tensor input, int[] dims) -> Tensor", k.permute,
                 lambda xp, g, _out, _x, dims: xp.permute(g, _inverse(dims)), view=True, variants="function",
                 doc="All dimensions in a new order; a view.", batch=bs.permute, coo="permute")


def _movedim(xp: Any, x: Any, source: Any, destination: Any) -> Any:
    ndim = x.ndim
    order = k.movedim_order(ndim, source, destination)
    return xp.permute(x, order) if ndim else xp.alias(x)


MOVEDIM = composite("movedim(Tensor input, int[] source, int[] destination) -> Tensor", _movedim,
                    variants="function method", doc="Some dimensions moved, the others kept in order; a view.",
                    aten="permute", profiled_name="movedim", overload_arguments="permutation")
UNSQUEEZE = linear("unsqueeze(Tensor input, int dim) -> Tensor", k.unsqueeze,
                   lambda xp, g, _out, x_meta, dim: xp.squeeze(g, dim), view=True, variants="function method",
                   doc="A dimension of size 1 put in at `dim`; a view.", batch=b.with_dims(1, extra=1), coo="unsqueeze")
SQUEEZE = linear("squeeze_all(Tensor input) -> Tensor", k.squeeze,
                 lambda xp, g, _out, x_meta: xp.unsqueeze_to(g, x_meta.shape), view=True, variants="", node="SqueezeBackward0",
                 batch=bs.squeeze, aten="squeeze", refused_as="as_strided", coo="squeeze")
SQUEEZE_DIM = linear("squeeze(Tensor input, int[1]? dim=None) -> Tensor", k.squeeze,
                     lambda xp, g, _out, x_meta, dim: xp.unsqueeze_to(g, x_meta.shape), view=True, variants="", node="SqueezeBackward1",
                     batch=bs.squeeze, aten="squeeze.dim", coo="squeeze")
# For a tensor without other references, as if in place.
SQUEEZED = linear("squeezed(Tensor input, int[1]? dim=None) -> Tensor", k.squeeze,
                  lambda xp, g, _out, x_meta, dim: xp.unsqueeze_to(g, x_meta.shape), module=None, node="SqueezeBackward4", batch=bs.squeeze,
                  holomorphic=False, result_version=(1, ""), aten="squeeze_.dim", refused_as="as_strided_")
SQUEEZE_DIMS = linear("squeeze_dims(Tensor input, int[] dim) -> Tensor", k.squeeze,
                      lambda xp, g, _out, x_meta, dim: xp.unsqueeze_to(g, x_meta.shape), view=True, module=None, node="SqueezeBackward2",
                      batch=bs.squeeze, aten="squeeze.dims", coo="squeeze")
ALIAS = linear("alias(Tensor input) -> Tensor", k.alias, lambda xp, g, _out, _x: g, view=True, module=None, batch=b.broadcast_rule,
               is_composed=True, refused_as="as_strided", keeps_batch_dim=True, hidden_from_policies=True)
TO_FORMAT = linear("to_format(Tensor input, ScalarType dtype, MemoryFormat memory_format) -> Tensor",
                   lambda a, dtype, memory_format: k.to_memory_format(a, dtype, memory_format, copy=True),
                   lambda xp, g, _out, x_meta, dtype, _memory_format: xp.cast(g, x_meta.dtype), module=None, node="ToCopyBackward0",
                   holomorphic=False, batch=b.broadcast_rule, copies=True, aten="_to_copy", overload_arguments="conversion", float8=True)
CLONE = linear("clone(Tensor input, MemoryFormat? memory_format=None) -> Tensor", k.clone,
               lambda xp, g, _out, _x, memory_format: g, variants="", batch=b.broadcast_rule, holomorphic=False, copies=True,
               compressed="clone", keeps_batch_dim=True, fills_new_memory=True, float8=True)
def _copied_tangent(xp: Any, t: Any, out: Any) -> Any:
    """A tangent with the result's layout is kept, whatever its dtype; others are copied to the result's dtype."""
    return t if t.shape == out.shape else xp.expand(xp.cast(t, out._array.dtype), tuple(out.shape))


COPY = custom("copy(Tensor input, Tensor src) -> Tensor", lambda a, b: k.copy_into(a, b),
              lambda xp, g, _out, _x, _src: xp.contiguous_zeros(g),  # for what was overwritten
              lambda xp, g, _out, _x, _src: g,
              jvp=lambda xp, ts, out, _x, src: _copied_tangent(xp, ts[1], out) if ts[1] is not None else None,
              module=None, node="CopyBackwards", batch=bs.copy, holomorphic=False, overwrites="copy", unbatched_write_error="arithmetic",
              float8=True)


def _trace(xp: Any, x: Any) -> Any:
    if len(x.shape) != 2:
        raise RuntimeError(f"trace: expected a matrix, but got tensor with dim {len(x.shape)}")
    return xp.sum_dim(xp.diagonal(x, 0, 0, 1), (-1,), False, None)


TRACE = linear("trace(Tensor input) -> Tensor", k.trace,
               lambda xp, g, _out, x_meta: xp.view(
                   xp.put_diagonal(xp.expand(g, (min(x_meta.shape),)), x_meta.shape, 0, 0, 1), x_meta.shape),
               variants="function method", refuses="b", doc="The sum of a matrix's diagonal.",
               batch=b.Definition(_trace), autocast="single", kernel_label="trace", unsigned=NO_UNSIGNED)
CONTIGUOUS = linear("contiguous(Tensor input) -> Tensor", k.contiguous, lambda xp, g, _out, _x: g, module=None,
                    node="CloneBackward0", batch=b.broadcast_rule, holomorphic=False, copies=True, aten="clone",
                    profiled_name="contiguous", overload_arguments="first alone", hidden_from_policies=True, float8=True)

# For batching rules: values without a derivative, and a range.
STOP_GRADIENT = nondiff("stop_gradient(Tensor input) -> Tensor", k.alias, module=None, batch=b.leading_dims_rule)
INDEX_RANGE = nondiff("index_range(int count) -> Tensor", intp.arange, module=None)

# Windows --------------------------------------------------------------------------------------------------------------------------

def _window(x: Any, size: Any, stride: Any, offset: int, layout: Any = None, _told: int | None = None) -> Any:
    return strided.window(x, size, stride, offset, layout)


def _window_gradient(xp: Any, g: Any, _out: Any, x_meta: Any, size: Any, stride: Any, offset: int, layout: Any,
                     storage_offset: int | None) -> Any:
    """Zeros with `g` in the window. Where recorded, PyTorch writes to a new tensor of which the gradient is a view; so does this."""
    steps = strided.row_major(x_meta.shape) if layout is None else layout
    plain = xp.has_views and g._array.__class__ is np.ndarray
    if plain and 0 in size:
        return g.new_zeros(x_meta.shape)  # a new tensor without history
    if not plain or 0 in x_meta.shape or strided.overlaps(x_meta.shape, steps):
        return xp.as_strided_transpose(g, x_meta.shape, size, stride, offset, layout)
    for d in range(len(size) - 1, -1, -1):
        if size[d] == 1 or stride[d] == 0:
            g = xp.squeeze(g, d) if size[d] == 1 else xp.sum_dim(g, (d,), False, None)
            size, stride = (*size[:d], *size[d + 1:]), (*stride[:d], *stride[d + 1:])
    before = max(0, -offset)
    base = g.new_zeros(before + max(strided.window_numel(x_meta.shape, steps), offset + strided.window_numel(size, stride)))
    if strided.overlaps(size, stride):
        positions = xp.index_range(len(base)).as_strided(size, stride, before + offset)
        base.index_add_(0, positions.reshape(-1), g.reshape(-1))
    else:
        base.as_strided(size, stride, before + offset).copy_(g)
    return base.as_strided(x_meta.shape, steps, before)


# `layout` has the input's strides when the window was taken: cotangents and tangents may have others.
# `storage_offset` is what the caller passed, which nodes show; `offset` is relative to the input's own first element.
AS_STRIDED = linear(
    "as_strided(Tensor input, int[] size, int[] stride, int offset=0, int[]? layout=None, int? storage_offset=None) -> Tensor",
    _window, _window_gradient, view=True, variants="", batch=bs.as_strided)
AS_STRIDED_TRANSPOSE = linear(
    "as_strided_transpose(Tensor input, int[] shape, int[] size, int[] stride, int offset, int[]? layout=None) -> Tensor",
    strided.window_transpose,
    lambda xp, g, _out, _x, shape, size, stride, offset, layout: xp.as_strided(
        g, size, stride, offset, strided.row_major(shape) if layout is None else layout), module=None, node="AsStridedBackward0",
    batch=bs.as_strided_transpose, result_version=(1, ""))
AS_STRIDED_SCATTER = linear(
    "as_strided_scatter(Tensor input, Tensor src, int[] size, int[] stride, int offset=0, int[]? layout=None, int? storage_offset=None) "
    "-> Tensor",
    lambda base, src, size, stride, offset, layout=None, _told=None: strided.window_scatter(base, src, size, stride, offset, layout),
    lambda xp, g, _out, x_meta, _src, size, stride, offset, layout, storage_offset: xp.as_strided_scatter(
        g, xp.mul(xp.as_strided(g, size, stride, offset, layout or strided.row_major(x_meta.shape)), 0.0), size, stride, offset, layout),
    lambda xp, g, _out, x_meta, _src, size, stride, offset, layout, storage_offset: xp.as_strided(
        g, size, stride, offset, layout or strided.row_major(x_meta.shape)), additive=True, variants="",
                            batch=bs.as_strided_scatter, allows_mixed_devices=True)
SELECT = linear("select(Tensor input, int dim, int index) -> Tensor", k.select,
                lambda xp, g, _out, x_meta, dim, index: xp.put_select(g, x_meta.shape, dim, index), view=True,
                variants="function method", doc="One index along a dimension, which is dropped; a view.", batch=b.with_dims(1),
                aten="select.int", coo="select", compressed="slice_of")
SELECT_SCATTER = linear("select_scatter(Tensor input, Tensor src, int dim, int index) -> Tensor", placing.select_scatter,
                        lambda xp, g, _out, _x, _src, dim, index: xp.select_scatter(
                            g, xp.contiguous_zeros(xp.select(g, dim, index)), dim, index),
                        lambda xp, g, _out, _x, _src, dim, index: xp.select(g, dim, index), additive=True,
                        variants="function method", doc="A copy of `input` with `src` at an index along `dim`.",
                        batch=b.with_shape(dims=(2,), of=0), allows_mixed_devices=True)
PUT_SELECT = linear("put_select(Tensor input, int[] shape, int dim, int index) -> Tensor", k.put_select,
                    lambda xp, g, _out, _x, shape, dim, index: xp.select(g, dim, index), module=None, node="SelectBackwardBackward0",
                    batch=b.with_shape(1, dims=(2,)))
SLICE = linear("slice(Tensor input, int dim=0, int? start=None, int? end=None, int step=1) -> Tensor", k.slice_,
               lambda xp, g, _out, x_meta, dim, start, end, step: xp.put_slice(g, x_meta.shape, dim, start, end, step), view=True,
               variants="", batch=b.with_dims(1), aten="slice.Tensor", refused_as="as_strided", overload_arguments="slices")
SLICE_SCATTER = linear(
    "slice_scatter(Tensor input, Tensor src, int dim=0, int? start=None, int? end=None, int step=1) -> Tensor", placing.slice_scatter,
    lambda xp, g, _out, _x, _src, dim, start, end, step: xp.slice_scatter(
        g, xp.contiguous_zeros(xp.slice(g, dim, start, end, step)), dim, start, end, step),
    lambda xp, g, _out, _x, _src, dim, start, end, step: xp.slice(g, dim, start, end, step), additive=True,
    variants="function method out", doc="A copy of `input` with `src` in a slice along `dim`.", batch=b.with_shape(dims=(2,), of=0),
    out=Out(reads_before_write="first", refusing_function="aten::"), allows_mixed_devices=True)
NARROW = linear("narrow(Tensor input, int dim, int start, int length) -> Tensor", k.narrow,
                lambda xp, g, _out, x_meta, dim, start, length: xp.put_slice(
                    g, x_meta.shape, dim, start % x_meta.shape[dim], start % x_meta.shape[dim] + length, 1)
                if start < x_meta.shape[dim] else xp.put_slice(g, x_meta.shape, dim, start, start, 1),
                view=True, variants="", node="SliceBackward0", batch=b.with_dims(1, scalars=False),
                aten="slice.Tensor", profiled_name="narrow", refused_as="as_strided", overload_arguments="range", coo="narrow",
                takes_length=True)
PUT_SLICE = linear("put_slice(Tensor input, int[] shape, int dim, int? start, int? end, int step) -> Tensor", k.put_slice,
                   lambda xp, g, _out, _x, shape, dim, start, end, step: xp.slice(g, dim, start, end, step), module=None,
                   node="SliceBackwardBackward0", batch=b.with_shape(1, dims=(2,)))
DIAGONAL = linear("diagonal(Tensor input, int offset=0, int dim1=0, int dim2=1) -> Tensor", k.diagonal,
                  lambda xp, g, _out, x_meta, offset, dim1, dim2: xp.put_diagonal(g, x_meta.shape, offset, dim1, dim2), view=True,
                  variants="function method", doc="The diagonal of two dimensions, as the last one; a view.", batch=b.with_dims(2, 3),
                  refused_as="as_strided")
DIAGONAL_COPY = linear("diagonal_copy(Tensor input, int offset=0, int dim1=0, int dim2=1) -> Tensor",
                       lambda x, offset, dim1, dim2: np.array(k.diagonal(x, offset, dim1, dim2), order="C"),
                       lambda xp, g, _out, x_meta, offset, dim1, dim2: xp.put_diagonal(g, x_meta.shape, offset, dim1, dim2),
                       variants="function out", node="DiagonalBackward0_copy",
                       exact_out=True, doc="`diagonal`, as a copy.", batch=b.with_dims(2, 3),
                       out=Out(reads_before_write="first", refusing_function="aten::"))
PUT_DIAGONAL = linear("put_diagonal(Tensor input, int[] shape, int offset, int dim1, int dim2) -> Tensor", k.put_diagonal,
                      lambda xp, g, _out, _x, shape, offset, dim1, dim2: xp.diagonal(g, offset, dim1, dim2), module=None,
                      node="DiagonalBackwardBackward0", batch=b.with_shape(1, dims=(3, 4)))
DIAGONAL_SCATTER = linear(
    "diagonal_scatter(Tensor input, Tensor src, int offset=0, int dim1=0, int dim2=1) -> Tensor", placing.diagonal_scatter,
    lambda xp, g, _out, _x, _src, offset, dim1, dim2: xp.diagonal_scatter(
        g, xp.contiguous_zeros(xp.diagonal(g, offset, dim1, dim2)), offset, dim1, dim2),
    lambda xp, g, _out, _x, _src, offset, dim1, dim2: xp.diagonal(g, offset, dim1, dim2), additive=True,
    variants="function method", doc="A copy of `input` with `src` on a diagonal.", batch=b.with_shape(dims=(3, 4), of=0),
    allows_mixed_devices=True)
DIAG_EMBED = linear("diag_embed(Tensor input, int offset=0, int dim1=-2, int dim2=-1) -> Tensor", placing.diag_embed,
                    lambda xp, g, _out, _x, offset, dim1, dim2: xp.diagonal(g, offset, dim1, dim2), variants="function method",
                    doc="Matrices with the last dimension on their diagonal.", batch=b.with_dims(2, 3, extra=1),
                    out=Out(refusing_function="aten::"))
UNFOLD = linear("unfold(Tensor input, int dimension, int size, int step) -> Tensor", k.unfold,
                lambda xp, g, _out, x_meta, dimension, size, step: xp.fold_windows(g, x_meta.shape, dimension, size, step), view=True,
                variants="method", batch=bs.unfold)
FOLD_WINDOWS = linear("fold_windows(Tensor input, int[] shape, int dimension, int size, int step) -> Tensor", placing.fold_windows,
                      lambda xp, g, _out, _x, shape, dimension, size, step: xp.unfold(g, dimension, size, step), module=None,
                      node="UnfoldBackwardBackward0", batch=bs.fold_windows, aten="col2im")

# Splitting and joining --------------------------------------------------------------------------------------------------------------

SPLIT = linear("split_even(Tensor input, int split_size, int dim=0) -> Tensor[]", k.split,
               lambda xp, g, _out, x_meta, split_size, dim: xp.cat(g, dim % len(x_meta.shape)), view=True, variants="",
               node="SplitBackward0", batch=b.with_dims(2), aten="split.Tensor", refused_as="as_strided")
SPLIT_SIZES = linear("split_with_sizes(Tensor input, int[] split_sizes, int dim=0) -> Tensor[]", k.split_sizes,
                     lambda xp, g, _out, x_meta, split_sizes, dim: xp.cat(g, dim % len(x_meta.shape)), view=True,
                     variants="function method", batch=b.with_dims(2), refused_as="as_strided")
UNBIND = linear("unbind(Tensor input, int dim=0) -> Tensor[]", k.unbind,
                lambda xp, g, _out, _x, dim: xp.stack(g, dim), view=True, variants="function method",
                doc="Every index along a dimension, as a tuple; views.", batch=b.with_dims(1), aten="unbind.int")
CAT = linear("cat(Tensor[] tensors, int dim=0) -> Tensor", k.cat,
             lambda xp, g, _out, tensors_meta, dim: _cat_vjp(xp, g, tensors_meta, dim), promote="common", variants="function out",
             doc="Tensors joined along an existing dimension.", may_not_overlap=(0,), batch=bs.cat, holomorphic=False,
             meta_rule="joined", coo="cat",
             out=Out(accepted_dtypes="cast", dtype_message="torch.cat(): input types can't be cast to the desired output type {1}",
                     is_type_error=True, refusing_function="cat"), float8=True)
STACK = linear("stack(Tensor[] tensors, int dim=0) -> Tensor", k.stack,
               lambda xp, g, _out, _tensors, dim: xp.stack_backward(g, dim), promote="common", variants="function out",
               doc="Tensors joined along a new dimension.", may_not_overlap=(0,), batch=bs.stack, holomorphic=False,
               overload_arguments="in order", meta_rule="stacked", coo="stack", out=Out(may_be_input=False,
               accepted_dtypes="cast", dtype_message="torch.cat(): input types can't be cast to the desired output type {1}",
                     is_type_error=True), float8=True)


# Where it is differentiated again, one by one as in PyTorch.
STACK_BACKWARD = Op("composite", "stack_backward(Tensor input, int dim) -> Tensor[]", k.unbind, module=None,
                    composite=lambda xp, g, dim: tuple([xp.select(g, dim, i) for i in range(g.shape[dim])]))
STACK_BACKWARD.set_facts(aten="select")


def _split_cat(xp: Any, g: Any, sizes: Any, dim: int) -> tuple[Any, ...]:
    return tuple([xp.slice(g, dim, end - size, end, 1) for size, end in zip(sizes, accumulate(sizes), strict=True)])


CAT_BACKWARD = Op("composite", "cat_backward(Tensor input, int[] sizes, int dim) -> Tensor[]", k.split_sizes, composite=_split_cat,
                  module=None)
CAT_BACKWARD.set_facts(aten="slice")


def _cat_vjp(xp: Any, g: Any, metas: Any, dim: int) -> list[Any]:
    """The parts of g that belong to each member; those of one-dimensional empty members do not depend on it."""
    pieces = xp.cat_backward(g, k.cat_lengths(metas, dim), dim % len(g.shape))
    return [xp.zero_gradient(xp.reshape(p, m.shape)) if len(m.shape) == 1 and m.shape[0] == 0 else p
            for p, m in zip(pieces, metas, strict=True)]


# Rearranging ----------------------------------------------------------------------------------------------------------------------

TRIL = linear("tril(Tensor input, int diagonal=0) -> Tensor", copies.tril, lambda xp, g, _out, _x, diagonal: xp.tril(g, diagonal),
              variants="function method inplace out", doc="The lower triangle of matrices, 0 elsewhere.", batch=b.matrix_rule,
              holomorphic=False, in_place=InPlace(internal_overlap=()), meta_rule="as the first", out=Out(reads_before_write="first"),
              unsigned=NoUnsigned("tril", answers_empty=True))
TRIU = linear("triu(Tensor input, int diagonal=0) -> Tensor", copies.triu, lambda xp, g, _out, _x, diagonal: xp.triu(g, diagonal),
              variants="function method inplace out", doc="The upper triangle of matrices, 0 elsewhere.", batch=b.matrix_rule,
              holomorphic=False, in_place=InPlace(internal_overlap=()), meta_rule="as the first", out=Out(reads_before_write="first"),
              unsigned=NoUnsigned("triu", answers_empty=True))


def _flip_label(x: Any, dims: Any) -> str | None:
    """PyTorch copies contiguous rows without checking the dtype."""
    long = [d for d in range(x.ndim) if x.shape[d] > 1]
    if not dims or not long:
        return None
    inner = min(long, key=lambda d: x.strides[d])
    return "flip_cpu" if inner in [d % x.ndim for d in dims] or x.strides[inner] != x.itemsize else None


FLIP = linear("flip(Tensor input, int[] dims) -> Tensor", copies.flip, lambda xp, g, _out, _x, dims: xp.flip(g, dims), variants="",
              batch=b.along_dim(1, empty_is_all=False), holomorphic=False,
              unsigned=NoUnsigned(_flip_label, answers_empty=True, answers_single=True), float8=True)
ROT90 = linear("rot90(Tensor input, int k, int[] dims) -> Tensor", copies.rot90,
               lambda xp, g, _out, _x, turns, dims: xp.rot90(g, -turns, dims), variants="", batch=b.with_dims(2), refused_as="flip",
               unsigned=NoUnsigned(lambda x, k, dims: _flip_label(x, ((), dims[1:], dims, dims[:1])[k % 4]), answers_empty=True))
ROLL = linear("roll(Tensor input, int[1] shifts, int[1]? dims=None) -> Tensor", copies.roll,
              lambda xp, g, _out, _x, shifts, dims: _roll_vjp(xp, g, shifts, dims), variants="function method", batch=bs.roll,
              holomorphic=False, float8=True)


def _repeat_vjp(xp: Any, g: Any, shape: tuple[int, ...], repeats: tuple[int, ...]) -> Any:
    if g.shape == shape and 0 not in repeats:
        return g
    folded = xp.repeat_backward(g, shape, repeats)
    return xp.stop_gradient(folded) if 0 in repeats else folded


REPEAT = linear("repeat(Tensor input, int[] repeats) -> Tensor", copies.repeat,
                lambda xp, g, _out, x_meta, repeats: _repeat_vjp(xp, g, x_meta.shape, repeats), variants="", batch=bs.repeat,
                holomorphic=False, copies=True, coo="repeat", records_inference_copy=False, float8=True)
REPEAT_BACKWARD = linear("repeat_backward(Tensor input, int[] shape, int[] repeats) -> Tensor", copies.repeat_backward,
                         lambda xp, g, _out, _x, shape, repeats: xp.repeat(g, repeats), module=None, node="SumBackward1",
                         batch=bs.repeat_backward, aten="sum")
# Affine in its input: tangents are padded with 0.
PAD_CONSTANT = custom("constant_pad_nd(Tensor input, int[] pad, Scalar value=0) -> Tensor", placing.pad_constant,
                      lambda xp, g, _out, _x, pad, value: xp.constant_pad_nd(g, tuple(-n for n in pad), 0),
                      jvp=lambda xp, t, _out, _x, pad, value: xp.constant_pad_nd(t, pad, 0), variants="function", batch=b.leading_dims_rule,
                      refused_as="fill_.Scalar", overload_arguments="padding", fills_new_memory=True, float8=True)


def _roll_vjp(xp: Any, g: Any, shifts: Any, dims: Any) -> Any:
    """`g`, rolled back, the last dimension first, as in PyTorch."""
    back = tuple(-s for s in reversed(shifts)) if isinstance(shifts, (tuple, list)) else -shifts
    return xp.roll(g, back, tuple(reversed(dims)) if isinstance(dims, (tuple, list)) else dims)


def _inverse(order: Any) -> tuple[int, ...]:
    """The permutation that undoes `order`."""
    n = len(order)
    inverse = [0] * n
    for i, d in enumerate(order):
        inverse[d % n] = i
    return tuple(inverse)
