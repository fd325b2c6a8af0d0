"""Rows of views, joining, splitting, rearranging and indexing."""
from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from tests.ops.op_row import D, F, Ours, family

row = family("shape")

V, W = F((2, 3)), F((2, 3, 2))


def _method(name):  # type: ignore[no-untyped-def]
    return lambda torch, x, *args: getattr(x, name)(*args)


row("view", (V, (3, 2)), (V, (-1,)), reference=_method("view"), public=True, holomorphic=True, any_layout=False)
row("reshape", (V, (3, 2)), (V, (-1,)), holomorphic=True)
row("reshape_alias", (V, (3, 2)), (V, (-1,)), reference=_method("reshape"), holomorphic=True, any_layout=False)
row("reshape_or_copy", (V, (3, 2)), (V, (-1,)), reference=_method("reshape"), holomorphic=True)
row("unsqueeze_to", (V, (1, 2, 1, 3)), (F((1, 3)), (1, 3, 1)), reference=_method("reshape"), holomorphic=True)
row("expand", (F((2, 1)), (2, 3)), (F((3,)), (2, 3)), reference=_method("expand"), public=True, holomorphic=True)
row("transpose", (V, 0, 1), (W, 0, -1), holomorphic=True)
row("t", V, F((3,)), holomorphic=True)
row("permute", (W, (2, 0, 1)), holomorphic=True)
row("movedim", (W, (0, 1), (2, 0)), (W, 0, 2), holomorphic=True)
row("unsqueeze", (V, 1), (V, -1), holomorphic=True)
row("squeeze_all", F((2, 1, 3, 1)), reference="squeeze", holomorphic=True)
row("squeeze", (F((2, 1, 3)), 1), (F((1, 2, 1)), (0, 2)), (V, 0), holomorphic=True)
row("squeeze_dims", (F((1, 2, 1)), (0, 2)), (F((2, 1, 3)), (0, 1)), reference="squeeze", holomorphic=True)
row("squeezed", (F((2, 1, 3)), 1), (F((1, 2, 1)), (0, 2)), reference="squeeze", holomorphic=True, public=False)
row("alias", V, reference=lambda torch, x: x.view(x.shape), holomorphic=True)
row("clone", (V, None), reference=lambda torch, x, memory_format: x.clone(), public=True, holomorphic=True)
row("copy", (V, F((2, 3))), (V, F((3,))), reference=lambda torch, x, src: x.clone().copy_(src), holomorphic=True)
row("contiguous", V, reference=_method("contiguous"), public=True, holomorphic=True)

# Windows --------------------------------------------------------------------------------------------------------------------------

WINDOW = ((2, 2), (2, 1), 1)
row("as_strided", (F((6,)), *WINDOW), (F((2, 3)), (3,), (1,), 0), (F((4,)), (2, 2), (1, 1), 0), holomorphic=True, public=False,
    any_layout=False)
row("as_strided_transpose", (F((2, 2)), (6,), *WINDOW), (F((2, 2)), (4,), (2, 2), (1, 1), 0), holomorphic=True,
    reference=lambda torch, g, shape, size, stride, offset: adjoint(torch, g, shape, lambda z: z.as_strided(size, stride, offset)))
row("as_strided_scatter", (F((6,)), F((2, 2)), *WINDOW), holomorphic=True, public=False)
row("select", (V, 1, 2), (V, 0, -1), holomorphic=True)
row("select_scatter", (V, F((2,)), 1, 2), (W, F((2, 2)), 1, -1), holomorphic=True)
row("slice_scatter", (V, F((2, 2)), 1, 1, None, 1), (F((5,)), F((3,)), 0, 0, 5, 2), holomorphic=True)
row("diagonal_scatter", (V, F((2,)), 0, 0, 1), (W, F((2, 1)), -1, 2, 1), holomorphic=True)
row("diagonal_copy", (V, 0, 0, 1), (W, -1, 2, 1), holomorphic=True)
row("trace", V, F((3, 3)), holomorphic=True)
row("put_select", (F((2,)), (2, 3), 1, 2), holomorphic=True,
    reference=lambda torch, g, shape, dim, index: adjoint(torch, g, shape, lambda z: z.select(dim, index)))
row("slice", (V, 1, 1, None, 1), (F((5,)), 0, 0, 5, 2), (V, 0, -1, 9, 1), (V, 1, None, 2, 1), public=False, holomorphic=True,
    reference=lambda torch, x, dim, start, end, step: torch.ops.aten.slice(x, dim, start, end, step) if hasattr(torch, "ops") else None)
row("narrow", (V, 1, 1, 2), (F((4,)), 0, -2, 2), (V, 1, 3, 0), holomorphic=True)
row("put_slice", (F((2, 2)), (2, 3), 1, 1, None, 1), (F((3,)), (5,), 0, 0, 5, 2), holomorphic=True,
    reference=lambda torch, g, shape, dim, start, end, step: adjoint(
        torch, g, shape, lambda z: z.transpose(0, dim)[start:end:step].transpose(0, dim)))
row("diagonal", (V, 0, 0, 1), (V, 1, 0, 1), (W, -1, 2, 1), holomorphic=True)
row("put_diagonal", (F((2,)), (2, 3), 1, 0, 1), holomorphic=True,
    reference=lambda torch, g, shape, *args: adjoint(torch, g, shape, lambda z: z.diagonal(*args)))
row("diag_embed", (V, 0, -2, -1), (F((2,)), 1, 0, 1), holomorphic=True)
row("unfold", (F((5,)), 0, 2, 1), (V, 1, 2, 1), (F((5, 2)), 0, 3, 2), reference=_method("unfold"), public=True, holomorphic=True)
row("fold_windows", (F((4, 2)), (5,), 0, 2, 1), holomorphic=True,
    reference=lambda torch, g, shape, *args: adjoint(torch, g, shape, lambda z: z.unfold(*args)))


def adjoint(torch, g, shape, function):  # type: ignore[no-untyped-def]
    """The transpose of a linear function applied to g, by the library's own backward."""
    z = torch.zeros(shape, dtype=g.dtype, requires_grad=True)
    return torch.autograd.grad(function(z), z, g.detach())[0]


# Views as copies ------------------------------------------------------------------------------------------------------------------

row("expand_copy", (F((2, 1)), (2, 3)), (F((3,)), (2, 3)), holomorphic=True)
row("alias_copy", V, holomorphic=True)
row("narrow_copy", (V, 1, 1, 2), (F((4,)), 0, -2, 2), holomorphic=True)
row("view_copy", (V, (3, 2)), (V, (-1,)), holomorphic=True, any_layout=False)
row("permute_copy", (W, (2, 0, 1)), holomorphic=True)
row("unfold_copy", (F((5,)), 0, 2, 1), (V, 1, 2, 1), holomorphic=True)
row("unsqueeze_copy", (V, 1), (V, -1), holomorphic=True)
row("transpose_copy", (V, 0, 1), (W, 0, -1), holomorphic=True)
row("t_copy", V, F((3,)), holomorphic=True)
row("select_copy", (V, 1, 2), (V, 0, -1), holomorphic=True)
row("slice_copy", (V, 1, 1, None, 1), (F((5,)), 0, 0, 5, 2), holomorphic=True)
row("as_strided_copy", (F((6,)), (2, 2), (2, 1), 1), (F((4,)), (2, 2), (1, 1), 0), holomorphic=True, public=False, any_layout=False)
row("squeeze_all_copy", F((2, 1, 3, 1)), reference="squeeze_copy", holomorphic=True)
row("squeeze_dim_copy", (F((2, 1, 3)), 1), (V, 0), reference="squeeze_copy", holomorphic=True)
row("squeeze_dims_copy", (F((1, 2, 1)), (0, 2)), reference="squeeze_copy", holomorphic=True)
# Not public: with `out` PyTorch answers None.
row("unbind_copy", (V, 0), (V, 1), holomorphic=True, public=False)
row("split_copy", (F((5, 2)), 2, 0), (V, 2, 1), holomorphic=True, public=False)
row("split_with_sizes_copy", (F((5, 2)), (1, 4), 0), (V, (3, 0), 1), holomorphic=True, public=False)
row("unsafe_split", (F((5, 2)), 2, 0), (V, 2, 1), holomorphic=True)
row("unsafe_split_with_sizes", (F((5, 2)), (1, 4), 0), (V, (3, 0), 1), holomorphic=True)


# Splitting and joining ------------------------------------------------------------------------------------------------------------

row("split_even", (F((5, 2)), 2, 0), (V, 2, 1), reference="split", holomorphic=True)
row("split_with_sizes", (F((5, 2)), (1, 4), 0), (V, (3, 0), 1), holomorphic=True)
row("cat_backward", (F((5, 2)), (1, 4), 0), (V, (3, 0), 1), holomorphic=True, reference="split_with_sizes")
row("stack_backward", (V, 0), (V, 1), holomorphic=True, reference="unbind")
row("unbind", (V, 0), (V, 1), holomorphic=True)
row("cat", ([V, F((1, 3))], 0), ([V, F((2, 1)), F((2, 2))], -1), ([F((0,)), V], 1), holomorphic=True)
row("stack", ([V, F((2, 3))], 0), ([V, F((2, 3)), F((2, 3))], -1), holomorphic=True)

# Rearranging ----------------------------------------------------------------------------------------------------------------------

row("tril", (V, 0), (F((3, 3)), -1), holomorphic=True)
row("triu", (V, 0), (F((3, 3)), 1), holomorphic=True)
row("flip", (V, (0,)), (W, (0, 2)), holomorphic=True)
row("rot90", (V, 1, (0, 1)), (W, 2, (0, 2)), (W, -1, (1, 2)), (V, 4, (0, 1)), holomorphic=True)
row("roll", (V, 1, 1), (V, 1, None), (W, (1, -1), (0, 2)), holomorphic=True)
row("repeat", (V, (2, 1)), (F((2,)), (2, 2)), reference=_method("repeat"), public=True, holomorphic=True)
row("repeat_backward", (F((4, 3)), (2, 3), (2, 1)), (F((2, 4)), (2,), (2, 2)), holomorphic=True,
    reference=lambda torch, g, shape, repeats: adjoint(torch, g, shape, lambda z: z.repeat(repeats)))
row("constant_pad_nd", (V, (1, 2), 0.5), (V, (-1, 1, 1, 0), 2.0), (V, (1, 1), 0), holomorphic=True, public=True,
    reference=lambda torch, x, pad, value: torch.nn.functional.pad(x, pad, "constant", value))

# Indexing -------------------------------------------------------------------------------------------------------------------------

ROWS_OF = np.array([1, 0, 1])


def plan():  # type: ignore[no-untyped-def]
    """Rows 1, 0 and again 1 of a (2, 3) tensor."""
    from minitorch_compat._array.index.indexing import normalize

    return normalize(ROWS_OF, (2, 3))


def _rows(torch):  # type: ignore[no-untyped-def]
    return torch.tensor(ROWS_OF.tolist())


row("index", (V, Ours(plan)), holomorphic=True, reference=lambda torch, x, _plan: x[_rows(torch)])
row("index_backward", (F((3, 3)), Ours(plan), (2, 3)), holomorphic=True,
    reference=lambda torch, g, _plan, shape: adjoint(torch, g, shape, lambda z: z[_rows(torch)]))
row("index_put_plan", (V, F((3, 3)), Ours(plan), True), holomorphic=True,
    reference=lambda torch, x, value, _plan, accumulate: x.index_put((_rows(torch),), value, accumulate))
row("index_clear", (V, Ours(plan)), holomorphic=True, reference=lambda torch, x, _plan: x * 0)
row("index_range", (4,), reference=lambda torch, count: torch.arange(count))
row("stop_gradient", V, reference=lambda torch, x: x.detach())
row("to_format", (F((2, 3, 1, 2)), D("float64"), Ours(lambda: SimpleNamespace(name="contiguous_format"))), first=False, public=False,
    reference=lambda torch, x, dtype, _format: x.to(dtype, memory_format=torch.contiguous_format))
