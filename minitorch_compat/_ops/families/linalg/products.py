"""Matrix products."""
from __future__ import annotations

from typing import Any

from ...._array.linalg import products as k
from ...batching import products as bp
from ...batching import rules as b
from ...facts import NoUnsigned, Out, Unfused
from ...namespace import conjugate
from ...op import composite, custom, linear


def _column_major_product(xp: Any, a: Any, b: Any) -> Any:
    """a @ b^T (or a^T @ b) as the gradient of a single number, which PyTorch takes for column-major: transposed, a view."""
    return xp.t(xp.mm(a, xp.t(b)) if a.shape[0] == 1 else xp.mm(xp.t(a), b))


MM = linear("mm(Tensor input, Tensor mat2) -> Tensor", k.mm,
            lambda xp, g, _out, _a, b: _column_major_product(xp, b, g) if g.shape[0] == 1 == b.shape[0] else xp.mm(g, xp.t(b)),
            lambda xp, g, _out, a, _b: _column_major_product(xp, g, a) if g.shape[1] == 1 == a.shape[1] else xp.mm(xp.t(a), g), batch=bp.mm,
            flops="product",
            autocast="lower", meta_rule="product", compressed="mm", tangent_check="product", products_in_backward="matrices",
            out=Out(reads_before_write="first"), allows_mixed_devices=True, unsigned=NoUnsigned("addmm_impl_cpu_", answers_empty=True))
#: The gradient of a factor is column-major if the factor is.
MM.layout_formulas = 0, False, lambda xp, g, _out, _a, b: xp.t(xp.mm(b, xp.t(g))), lambda xp, g, _out, a, _b: xp.t(xp.mm(xp.t(g), a))
BMM = linear("bmm(Tensor input, Tensor mat2) -> Tensor", k.bmm,
             lambda xp, g, _out, _a, b: xp.bmm(g, xp.transpose(b, 1, 2)),
             lambda xp, g, _out, a, _b: xp.bmm(xp.transpose(a, 1, 2), g), batch=bp.bmm, flops="product",
             autocast="lower", meta_rule="product", products_in_backward="batches", out=Out(reads_before_write="first"),
             allows_mixed_devices=True, unsigned=NoUnsigned("bmm", answers_empty=True))
MV = linear("mv(Tensor input, Tensor vec) -> Tensor", k.mv,
            lambda xp, g, _out, _a, v: xp.ger(g, v),
            lambda xp, g, _out, a, _v: xp.mv(xp.t(a), g), batch=bp.mv, coo="mv", compressed="mv", fills_new_memory=True,
            out=Out(reads_before_write="first",
            accepted_dtypes="exact", dtype_message="addmv input tensors must have the same dtype, but got {1}, {0}, and {0}"),
            unsigned=NoUnsigned("addmv_impl_cpu", answers_empty=True))
DOT = linear("dot(Tensor input, Tensor tensor) -> Tensor", k.dot,
             lambda xp, g, _out, _a, b: g * b,
             lambda xp, g, _out, a, _b: g * a, batch=bp.dot, out=Out(reads_before_write="first",
             accepted_dtypes="exact", dtype_message="result dtype {1} does not match input dtype {0}"), unsigned=NoUnsigned("dot"))
GER = composite("ger(Tensor input, Tensor vec2) -> Tensor", lambda xp, a, b: k.outer(xp, a, b), exact_out=False, out=Out(may_be_input=False,
                refusing_function="mul"))
OUTER = composite("outer(Tensor input, Tensor vec2) -> Tensor", lambda xp, a, b: k.outer(xp, a, b), exact_out=False,
                  aten="mul.Tensor", profiled_name="outer", extra_calls="outer product",
                  out=Out(may_be_input=False, refusing_function="mul"))
VDOT = custom("vdot(Tensor input, Tensor other) -> Tensor", k.vdot,
              lambda xp, g, _out, _a, b: conjugate(xp, g) * b,
              lambda xp, g, _out, a, _b: g * a, holomorphic=False,
              jvp=lambda xp, ts, _out, a, b: sum_of_tangents(None, (ts[0], b, xp.vdot), (a, ts[1], xp.vdot)),
              batch=b.Definition(lambda xp, a, c: xp.dot(conjugate(xp, a), c)), out=Out(reads_before_write="first",
              accepted_dtypes="exact", dtype_message="result dtype {1} does not match input dtype {0}"), unsigned=NoUnsigned("dot"))


CROSS = linear("linalg_cross(Tensor input, Tensor other, int dim=-1) -> Tensor", k.cross,
               lambda xp, g, _out, _a, b, dim: xp.linalg_cross(b, g, dim),
               lambda xp, g, _out, a, _b, dim: xp.linalg_cross(g, a, dim), module=None, may_not_overlap=(0, 1),
               batch=b.along_dim(2, everything=False), allows_mixed_devices=True, function="cross", unsigned=NoUnsigned("cross"))


def _matmul(xp: Any, a: Any, b: Any) -> Any:
    """torch's rules: vectors by dot and mv, matrices by mm, everything else by reshaping to mm or bmm."""
    x, y = getattr(a, "_array", a), getattr(b, "_array", b)  # whose shapes and dtypes cost less to read
    left, right = x.shape, y.shape
    n, m = len(left), len(right)
    if n == 2 and m == 2:
        return xp.mm(a, b)
    if n == 1 and m == 1:
        return xp.dot(a, b)
    if n == 2 and m == 1:
        return xp.mv(a, b)
    if n > 2 == m:  # the most frequent result of `_folded_matmul`
        (*batch, last), (height, width) = left, right
        if 0 != last == height and (
                getattr(b, "requires_grad", False) or not getattr(a, "requires_grad", False) and x.dtype is y.dtype):
            return xp.reshape(xp.mm(xp.reshape_or_copy(a, (k.numel(batch), last)), b), (*batch, width))
    k.check_dimensions(left, right)
    if n == 1 and m == 2:
        k.check_matmul(left, right)
        return xp.squeezed(xp.mm(xp.unsqueeze(a, 0), b), 0)
    transposed = n < m or n == m == 3 and left[0] == 1 != right[0]
    if _can_fold_batch(a, b, transposed):
        return _folded_matmul(xp, a, b, transposed)
    if len(left) > 2 and len(right) > 2:
        k.broadcast_shapes(left[:-2], right[:-2])
    k.check_batched(left, right)
    return xp.batched_matmul(a, b)


def _can_fold_batch(a: Any, b: Any, transposed: bool) -> bool:
    """Whether a batch times a single matrix or vector becomes one mm or mv of all its rows, as PyTorch decides it.

    Always if the single one needs a gradient, which a batched product would have to sum; otherwise if the rows are contiguous.
    """
    many, one = (b, a) if transposed else (a, b)
    needed = getattr(one, "requires_grad", False)
    if len(one.shape) > 2:
        return needed and len(many.shape) == len(one.shape) == 3 and one.shape[0] == 1 != many.shape[0]
    if needed or transposed and len(one.shape) == 2:
        return needed
    array = getattr(many, "_array", many)
    if not transposed and not getattr(many, "requires_grad", False) and many.shape[-1] == one.shape[0] and (
            array.dtype is getattr(one, "_array", one).dtype):
        return True  # not observable, and one product costs less
    strides = getattr(array, "strides", None)
    if strides is None or 0 in many.shape:
        return not transposed or 0 in many.shape
    shape = many.shape
    if transposed:
        strides, shape = (*strides[:-2], strides[-1], strides[-2]), (*shape[:-2], shape[-1], shape[-2])
    return all(strides[i] == strides[i + 1] * shape[i + 1] for i in range(len(shape) - 2))


def _folded_matmul(xp: Any, a: Any, b: Any, transposed: bool) -> Any:
    """The rows of the batch in one mm or mv; with `transposed` the second argument is the batch, and everything is transposed."""
    many, one = (xp.transpose(b, -1, -2), a) if transposed else (a, b)
    if len(one.shape) == 3:
        one = xp.squeeze(one, 0)
    if transposed and len(one.shape) == 2:
        one = xp.t(one)
    last = many.shape[-1]
    rows = xp.reshape_or_copy(many, (-1, last) if last else (k.numel(many.shape[:-1]), 0))
    product = xp.mm(rows, one) if len(one.shape) == 2 else xp.mv(rows, one)
    product = xp.reshape(product, (*many.shape[:-1], *one.shape[1:]))
    if not transposed or len(one.shape) == 1:
        return product
    product = xp.transpose(product, -1, -2)
    return product if k.is_row_major(product) else xp.contiguous(product)


MATMUL = composite("matmul(Tensor input, Tensor other) -> Tensor", _matmul, is_composed=True,
                   autocast="lower", meta_rule="product", products_in_backward="unknown",
                   out=Out(reads_before_write="first", stores_row_matrix=True),
                   allows_mixed_devices=True)


def _batched_matmul(xp: Any, a: Any, b: Any) -> Any:
    """Batches broadcast against each other, then one bmm."""
    if len(a.shape) == 3 == len(b.shape) and a.shape[0] == b.shape[0] and not (
            getattr(a, "requires_grad", False) or getattr(b, "requires_grad", False)) and (
            a.__class__ is b.__class__ or not (getattr(a, "is_sparse", False) or getattr(b, "is_sparse", False))):
        return xp.bmm(a, b)  # not observable that they were not expanded first
    row, column = len(a.shape) == 1, len(b.shape) == 1
    if row:
        a = xp.unsqueeze(a, 0)
    if column:
        b = xp.unsqueeze(b, 1)
    *before, rows, inner = a.shape
    *behind, height, columns = b.shape
    batch = k.broadcast_shapes(tuple(before), tuple(behind))
    size = k.numel(batch)
    left = xp.reshape_or_copy(xp.expand(a, (*batch, rows, inner)), (size, rows, inner))
    right = xp.reshape_or_copy(xp.expand(b, (*batch, height, columns)), (size, height, columns))
    product = xp.squeeze(xp.bmm(left, right), -1) if column else xp.bmm(left, right)
    return xp.reshape(product, (*batch, *(() if row else (rows,)), *(() if column else (columns,))))


BATCHED_MATMUL = composite("batched_matmul(Tensor input, Tensor other) -> Tensor", _batched_matmul, module=None, aten="bmm",
                           overload_arguments="batches", extra_calls="batches",
                           autocast="lower", products_in_backward="batches", allows_mixed_devices=True)

LINEAR = custom("linear_2d(Tensor input, Tensor weight, Tensor bias) -> Tensor", k.linear,
                lambda xp, g, _out, _x, w, _b: xp.mm(g, w),
                lambda xp, g, _out, x, _w, _b: xp.mm_tn(g, x),
                lambda xp, g, _out, _x, _w, b_meta: g, jvp=lambda xp, ts, _out, x, w, _b: sum_of_tangents(
                    ts[2], (ts[0], w, xp.mm_nt), (x, ts[1], xp.mm_nt)), module=None, node="AddmmBackward0",
                batch=b.Definition(lambda xp, x, w, c: xp.mm_nt(x, w) + c), aten="addmm", flops="transposed product",
                overload_arguments="affine", extra_calls="second transposed",
                compressed="linear_2d", autocast="lower", meta_rule="affine", tangent_check="product",
                unfused=Unfused("addmm", (2, 0, 1), 1),
                products_in_backward="second transposed", unsigned=NoUnsigned("addmm_impl_cpu_", answers_empty=True))
LINEAR.layout_formulas = (0, True, lambda xp, g, _out, _x, w, _b: xp.t(xp.mm(xp.t(w), xp.t(g))),
               lambda xp, g, _out, x, _w, _b: xp.t(xp.mm_tn(x, g)))


def _trilinear(xp: Any, x: Any, w: Any, y: Any) -> Any:
    left = xp.squeeze_dims(xp.matmul(xp.unsqueeze(xp.unsqueeze(x, 1), 1), w), (2,))
    return xp.sum_dim(left * xp.unsqueeze(y, 1), (2,), False, None)


def _trilinear_weight(xp: Any, g: Any, x: Any, y: Any) -> Any:
    pairs = xp.unsqueeze(x, 2) * xp.unsqueeze(y, 1)
    flat = xp.reshape(pairs, (x.shape[0], x.shape[1] * y.shape[1]))
    return xp.reshape(xp.mm(xp.t(g), flat), (g.shape[1], x.shape[1], y.shape[1]))


TRILINEAR = linear("trilinear(Tensor input, Tensor weight, Tensor other) -> Tensor", k.trilinear,
                   lambda xp, g, _out, _x, w, y: xp.trilinear(g, xp.permute(w, (1, 0, 2)), y),
                   lambda xp, g, _out, x, _w, y: _trilinear_weight(xp, g, x, y),
                   lambda xp, g, _out, x, w, _y: xp.trilinear(g, xp.permute(w, (2, 0, 1)), x), module=None,
                   batch=b.Definition(_trilinear), aten="_trilinear", allows_mixed_devices=True,
                   unsigned=NoUnsigned("bmm", answers_empty=True))
MM_NT = linear("mm_nt(Tensor input, Tensor mat2) -> Tensor", k.mm_nt,
               lambda xp, g, _out, _a, b: _column_major_product(xp, xp.t(b), g) if g.shape[0] == 1 == b.shape[1] else xp.mm(g, b),
               lambda xp, g, _out, a, _b: xp.t(xp.t(xp.mm_tn(g, a))), module=None, node="MmBackward0", batch=bp.mm_nt,
               aten="mm", flops="transposed product",
               overload_arguments="second transposed", extra_calls="second transposed",
               autocast="lower", compressed="mm_of_transposed", tangent_check="product", unfused=Unfused("mm_of_view", (0, 1), 1),
               products_in_backward="second transposed", allows_mixed_devices=True)  # PyTorch's is a view
MM_NT.layout_formulas = 0, True, lambda xp, g, _out, _a, b: xp.t(xp.mm(xp.t(b), xp.t(g))), lambda xp, g, _out, a, _b: xp.t(xp.mm_tn(a, g))
#: The product with a matrix that was transposed before: its gradient has the layout from before the transpose.
MM_OF_VIEW = linear("mm_of_view(Tensor input, Tensor mat2) -> Tensor", k.mm,
                   lambda xp, g, _out, _a, b: xp.mm(g, xp.t(b)),
                   lambda xp, g, _out, a, _b: xp.t(xp.mm_tn(g, a)), module=None, node="MmBackward0", batch=bp.mm, aten="mm",
                   autocast="lower", products_in_backward="matrices", allows_mixed_devices=True)
MM_OF_VIEW.layout_formulas = 0, True, MM.layout_formulas[2], lambda xp, g, _out, a, _b: xp.mm(xp.t(a), g)
MM_TN = linear("mm_tn(Tensor input, Tensor mat2) -> Tensor", k.mm_tn,
               lambda xp, g, _out, _a, b: xp.mm_nt(b, g),
               lambda xp, g, _out, a, _b: xp.mm(a, g), module=None, node="MmBackward0", batch=bp.mm_tn, aten="mm",
               flops="product", overload_arguments="first transposed", extra_calls="first transposed",
               autocast="lower", unfused=Unfused("mm", (0, 1), 0), products_in_backward="first transposed", allows_mixed_devices=True)


def sum_of_tangents(constant: Any, *products: Any) -> Any:
    """The sum of the tangents that are present: of the summand, and of the product in each factor."""
    total = None
    for left, right, multiply in products:
        if left is not None and right is not None:
            part = multiply(left, right)
            total = part if total is None else total + part
    if constant is None:
        return total
    return constant if total is None else total + constant
