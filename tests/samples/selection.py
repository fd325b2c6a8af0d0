"""Rows of indexing and scattering by index arrays and masks, sorting and order statistics."""
from __future__ import annotations

from tests.ops.op_row import C, Default, F, family
from tests.samples.shape import adjoint

row = family("selection")

X, V = F((3, 4)), F((2, 3))
PLACES = C([[0, 2, 1], [1, 3, 0]])
MASK = C([[True, False, True], [False, True, True]], "bool")
ORDER = C([2, 0])

# Index arrays ---------------------------------------------------------------------------------------------------------------------

row("gather", (X, 1, PLACES), (X, 0, C([[0, 2, 2, 1]])), holomorphic=True)
for _name in ("gather_backward", "sort_backward", "cummaxmin_backward"):
    row(_name, (V, 1, C([[0, 2, 2], [1, 3, 1]]), (3, 4)), holomorphic=True,
        reference=lambda torch, g, dim, index, shape: adjoint(torch, g, shape, lambda z: z.gather(dim, index)))
row("scatter_tensor", (X, 1, PLACES, V), (X, 0, C([[2, 0, 1]]), F((2, 3))), holomorphic=True, reference="scatter")
row("scatter_value", (X, 1, PLACES, 2.5), holomorphic=True, reference="scatter")
for _name, _source in (("scatter_reduced_tensor", V), ("scatter_reduced_value", 2.5)):
    row(_name, *((X, 1, PLACES, _source, how) for how in ("add", "multiply")), first=False, second=False,
        reference=lambda torch, x, dim, index, source, how: x.scatter(dim, index, source, reduce=how))
row("scatter_clear", (X, 1, PLACES), holomorphic=True, reference=lambda torch, x, dim, index: x.scatter(dim, index, 0))
row("scatter_source", (V, (3, 4)), (X, (2, 3)), holomorphic=True, reference=lambda torch, x, shape: torch.nn.functional.pad(
    x, (0, shape[1] - x.shape[1], 0, shape[0] - x.shape[0])))
row("scatter_add", (X, 1, C([[0, 2, 2], [1, 1, 1]]), V), holomorphic=True)
row("index_select", (V, 1, ORDER), (V, 0, C([1, 1, 0])), holomorphic=True)
row("index_select_backward", (F((2, 2)), 1, ORDER, (2, 3)), (F((3, 3)), 0, C([1, 1, 0]), (2, 3)), holomorphic=True,
    reference=lambda torch, g, dim, index, shape: adjoint(torch, g, shape, lambda z: z.index_select(dim, index)))
row("index_add", (V, 1, ORDER, F((2, 2)), Default(1)), (V, 0, C([1, 1]), V, 2), holomorphic=True, keywords=("alpha",))
row("index_copy", (V, 1, ORDER, F((2, 2))), holomorphic=True)
row("index_fill_value", (V, 1, ORDER, 2.5), holomorphic=True, reference="index_fill")
row("index_fill_tensor", (V, 1, ORDER, F(())), holomorphic=True, reference="index_fill")
row("fill_value", (V, 2.5), holomorphic=True, reference="fill")
row("fill_tensor", (V, F(())), holomorphic=True, reference="fill")
row("put_flat", (V, C([[0, -1]]), F((1, 2)), False), (V, C([[0, 5], [5, 1]]), F((2, 2)), True), holomorphic=True, reference="put")
row("take", (V, C([[0, 5], [5, 1]])), holomorphic=True)
row("take_backward", (F((2, 2)), C([[0, 5], [5, 1]]), (2, 3)), holomorphic=True,
    reference=lambda torch, g, index, shape: adjoint(torch, g, shape, lambda z: z.take(index)))

# Masks ----------------------------------------------------------------------------------------------------------------------------

row("masked_fill_value", (V, MASK, 2.5), (V, C([True, False, True], "bool"), -1.0), holomorphic=True, reference="masked_fill")
row("masked_fill_tensor", (V, MASK, F(())), holomorphic=True, reference="masked_fill")
row("masked_select", (V, MASK), (V, C([True, False, True], "bool")), holomorphic=True)
row("masked_select_backward", (F((4,)), MASK, (2, 3)), holomorphic=True,
    reference=lambda torch, g, mask, shape: adjoint(torch, g, shape, lambda z: z.masked_select(mask)))
row("masked_scatter", (V, MASK, F((5,))), holomorphic=True)
row("masked_scatter_backward", (V, MASK, (4,)), (V, MASK, (2, 3)), holomorphic=True,
    reference=lambda torch, x, mask, shape: torch.nn.functional.pad(
    x.masked_select(mask), (0, torch.zeros(shape).numel() - 4)).reshape(shape))
row("pad_to_shape", (F((4,)), (2, 3)), holomorphic=True,
    reference=lambda torch, x, shape: torch.nn.functional.pad(x, (0, shape[0] * shape[1] - x.numel())).reshape(shape))
row("flat_prefix", (V, 4), holomorphic=True, reference=lambda torch, x, count: x.reshape(-1)[:count])
row("nonzero_rows", F((2, 3), "zeros_among"), F((4,), "zeros_among"), reference="nonzero")
row("bincount", (C([1, 0, 3, 1]), None, 0), (C([1, 0, 3, 1]), C([0.5, 1.0, 2.0, 0.25], "float64"), 6), F((4,)), base="int64",
    first=False)  # as `floor_divide`
row("histc", (V, 4, -2, 2), (V, 3))

# Order ----------------------------------------------------------------------------------------------------------------------------

S = F((2, 4), "distinct")
ROW_MAJOR = "sorted rows are written in row-major order; PyTorch keeps the order of the input"
TIES = C([[2.0, 1.0, 2.0, float("nan")], [0.0, 0.0, -1.0, 3.0]], "float64")
row("sort", (S, 1, False, False), (S, 0, True, True), (TIES, 1, False, True), (TIES, 1, True, True),
    keywords=("dim", "descending", "stable"), other_strides=ROW_MAJOR)
row("argsort", (S, 1, False, False), (S, 0, True, True), (TIES, 1, False, True), keywords=("dim", "descending", "stable"),
    other_strides=ROW_MAJOR)
row("topk", (S, 2, 1, True, True), (S, 1, 0, False, True))
row("kthvalue", (S, 2, 1, False), (S, 1, 0, True))
row("median_dim", (S, 1, False, False), (S, 0, True, True), (TIES, 1, False, False), (TIES, 1, False, True), public=True,
    reference=lambda torch, x, dim, keepdim, ignore_nan: (torch.nanmedian if ignore_nan else torch.median)(x, dim, keepdim))
row("median_all", (S, False), (S, True), (TIES, False), (TIES, True), public=True,
    reference=lambda torch, x, ignore_nan: (torch.nanmedian if ignore_nan else torch.median)(x))
row("mode", (C([[1.0, 2.0, 2.0, 3.0]], "float64"), 1, False), (S, 0, True))
for _name in ("cummax", "cummin"):
    row(_name, (S, 1), (S, 0), (TIES, 1))
