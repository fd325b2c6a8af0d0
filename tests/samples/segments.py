"""Rows of segment reductions, grouped products, and fake quantization."""
from __future__ import annotations

from tests.ops.op_row import C, F, family

row = family("segments")

V = F((6, 2), "distinct")
LENGTHS, OFFSETS, IN_ROWS = C([2, 0, 4]), C([0, 2, 2, 5]), C([[2, 3], [4, 1]])


def _of(torch, x, lengths, offsets):  # type: ignore[no-untyped-def]
    """(first, end) of every run, for a single row of them."""
    if offsets is not None:
        return offsets[:-1], offsets[1:]
    return torch.cumsum(lengths, 0) - lengths, torch.cumsum(lengths, 0)


def _index(torch, x, lengths, offsets, axis):  # type: ignore[no-untyped-def]
    first, end = _of(torch, x, lengths, offsets)
    out = torch.full(tuple(x.shape), len(first))
    for run, (a, b) in enumerate(zip(first.tolist(), end.tolist(), strict=True)):
        out[a:b] = run
    return out


def _sizes(torch, out, lengths, offsets, empty):  # type: ignore[no-untyped-def]
    first, end = _of(torch, out, lengths, offsets)
    sizes = (end - first).to(out.dtype)
    return torch.where(sizes == 0, empty, sizes).to(out.dtype).unsqueeze(1).expand(tuple(out.shape))


row("segment_index", (V, LENGTHS, None, 0), (V, None, OFFSETS, 0), reference=_index, public=False, first=False, second=False)
row("segment_sizes", (F((3, 2)), LENGTHS, None, 2.0), (F((3, 2)), None, OFFSETS, 0.5), reference=_sizes, public=False, first=False,
    second=False)
row("segment_reduce",
    *((V, how, LENGTHS, None, None, 0, False, initial) for how in ("sum", "mean", "max", "min", "prod") for initial in (0.52, -3.0)),
    *((F((2, 5), "distinct"), how, IN_ROWS, None, None, 1, False, None) for how in ("sum", "mean", "max", "min", "prod")),
    (F((6, 2), "zeros_among"), "prod", None, None, OFFSETS, 0, False, None), (V, "sum", None, None, OFFSETS, 0, False, None),
    public=False,  # PyTorch reads beyond tensors of fewer dimensions or elements, and ends there
    reference=lambda torch, x, how, lengths, indices, offsets, axis, unsafe, initial: torch.segment_reduce(
        x, how, lengths=lengths, offsets=offsets, axis=axis, unsafe=unsafe, initial=initial))
row("hash_tensor", (F((2, 3)), (), False, 0), (F((2, 3)), 1, False, 0), (F((2, 2, 3)), (0, 2), True, 0),
    keywords=("dim", "keepdim", "mode"), first=False, second=False)
row("embedding_renorm", (F((4, 3)), C([1, 3, 3]), 1.0, 2.0), (F((4, 3)), C([[0], [2]]), 0.5, 1.0), public=False, first=False, second=False,
    reference=lambda torch, table, index, most, kind: torch.embedding_renorm_(table.detach().clone(), index, most, kind))
row("fake_quantize", (F((2, 3)), 0.125, 3, 0, 15), (F((2, 3), "wide"), 0.1, 0, -128, 127), public=False, first=False, second=False,
    outputs=(0,), reference=lambda torch, x, scale, zero, low, high: torch.fake_quantize_per_tensor_affine(x, scale, zero, low, high))
row("fake_quantize_channels", (F((2, 3)), C([0.1, 0.3], "float32"), C([0, 2], "int32"), 0, 0, 15),
    (F((2, 3)), C([0.1, 0.3, 0.5], "float32"), C([0.5, 2, 3], "float32"), 1, 0, 15), public=False, first=False, second=False, outputs=(0,),
    reference=lambda torch, x, scale, zero, axis, low, high: torch.fake_quantize_per_channel_affine(x, scale, zero, axis, low, high))


def _groups(torch, a, b, offsets):  # type: ignore[no-untyped-def]
    """The definition: a product for each group."""
    if offsets is None:
        return a @ b
    cuts = list(zip([0, *offsets.tolist()], offsets.tolist(), strict=False))
    if len(a.shape) == len(b.shape):
        return torch.stack([a[:, i:j] @ b[i:j] for i, j in cuts])
    if len(a.shape) == 2:
        return torch.cat([a[i:j] @ m for (i, j), m in zip(cuts, b, strict=True)])
    return torch.cat([m @ b[:, i:j] for (i, j), m in zip(cuts, a, strict=True)], 1)


ENDS = C([1, 4], "int32")
row("grouped_product", (F((4, 2)), F((2, 2, 4)), ENDS), (F((2, 2, 4)), F((4, 4)), ENDS), (F((2, 4)), F((4, 4)), ENDS),
    (F((2, 2, 4)), F((2, 4, 4)), None), reference=_groups, public=False)
