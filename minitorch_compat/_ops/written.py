"""How often PyTorch writes into the gradient that a node makes: what `.grad._version` is when a leaf keeps that gradient.

Formulas here return new arrays and say nothing of it; a leaf's version counter is visible to users all the same.  By node name;
zero times where a name is absent; one number per argument where they differ.  ~n says that the gradient is written n times and that
nothing is added to it in place afterwards; False, that it is not written, nor added to in place.
"""
from __future__ import annotations

#: Ops that copy a tensor into new memory.  PyTorch hands a call whose tensors are all inference tensors past what counts and records; the
#: copy itself is an ordinary tensor, of which the write into it is counted then: its version is 1.
COPIES = frozenset({"cast", "clone", "contiguous", "repeat", "to_format"})

WRITES: dict[str, int | tuple[int, ...]] = {
    **dict.fromkeys(("IndexBackward0", "IndexSelectBackward0", "GatherBackward0", "MaskedSelectBackward0", "TakeBackward0", "MaxBackward1",
                     "MinBackward1", "MedianBackward0", "NanmedianBackward0", "AsStridedBackward0", "MaximumBackward0",
                     "MinimumBackward0"), 1),
    **dict.fromkeys(("MaxBackward0", "MinBackward0", "SortBackward0", "SortBackward1", "TopkBackward0", "KthvalueBackward0",
                     "MedianBackward1", "NanmedianBackward1", "ModeBackward0", "CummaxBackward0", "CumminBackward0"), 2),
    "CopysignBackward0": (0, 1), "NextafterBackward0": (0, 1),
    # Nothing is added in place to a zero without memory, which that of `sgn` is as long as it is real, nor to a view: ~n for n writes.
    "SgnBackward0": ~0, "TraceBackward0": ~2,
    # Divided after it is expanded, so that it is memory of its own; ours is still expanded, and copied when it is kept.
    **dict.fromkeys(("MeanBackward0", "MeanBackward1"), 0),
    # Laid out otherwise here than there, where nothing is copied; products that lie by columns are views of others (False).
    "ToCopyBackward0": 0, **dict.fromkeys(("AddmmBackward0", "MmBackward0"), False)}

#: What the gradient that an elementwise op makes follows in memory where that is not what came: where PyTorch's formula begins with
#: something else.
LIES: dict[str, str] = {
    **dict.fromkeys(("AngleBackward0", "ClampBackward0", "ClampBackward1", "ClampMaxBackward0", "ClampMaxBackward1", "ClampMinBackward0",
                     "ClampMinBackward1", "ErfBackward0", "ErfinvBackward0", "HardshrinkBackward0", "LeakyReluBackward0",
                     "MaximumBackward0", "MinimumBackward0", "PreluKernelBackward0", "ReluBackward0",
                     "ThresholdBackward0", "WhereBackward0"), "as what was saved"),
    "NextafterBackward0": "on its own"}
