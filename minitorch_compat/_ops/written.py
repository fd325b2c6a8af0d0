"""How often PyTorch writes into the gradient that a node makes: what `.grad._version` is when a leaf keeps that gradient.

Formulas here return new arrays and say nothing of it; a leaf's version counter is visible to users all the same.  By node name;
zero times where a name is absent; one number per argument where they differ.
"""
from __future__ import annotations

WRITES: dict[str, int | tuple[int, ...]] = {
    **dict.fromkeys(("IndexBackward0", "IndexSelectBackward0", "GatherBackward0", "MaskedSelectBackward0", "TakeBackward0", "MaxBackward1",
                     "MinBackward1", "MedianBackward0", "NanmedianBackward0", "AsStridedBackward0", "MaximumBackward0", "MinimumBackward0",
                     "DiagEmbedBackward0"), 1),
    **dict.fromkeys(("MaxBackward0", "MinBackward0", "SortBackward0", "SortBackward1", "TopkBackward0", "KthvalueBackward0",
                     "MedianBackward1", "NanmedianBackward1", "ModeBackward0", "CummaxBackward0", "CumminBackward0", "TraceBackward0"), 2),
    "CopysignBackward0": (0, 1),
    # A zero without memory, as long as it is real: nothing is added to that in place.
    "SgnBackward0": -1,
    # Divided after it is expanded, so that it is memory of its own; ours is still expanded, and copied when it is kept.
    **dict.fromkeys(("MeanBackward0", "MeanBackward1"), 0),
    # Laid out otherwise here than there, where nothing is copied; products that lie by columns are views of others (False).
    "ToCopyBackward0": 0, **dict.fromkeys(("AddmmBackward0", "MmBackward0"), False)}

#: The same of results, by the op's name: their versions as they leave it, and the kinds of dtype for which it is so.
RESULTS: dict[str, tuple[int, str]] = dict.fromkeys(("squeezed", "index_backward", "gather_backward", "index_select_backward",
    "take_backward", "masked_place", "prod_others_slope"), (1, ""))
RESULTS["isfinite"] = 1, "c"

#: Ops whose gradient is the one that comes, beside views: its version stays what it is.
HANDING_ON = frozenset({
    "add", "sub", "add_scaled", "sub_scaled", "rsub_tensor", "clone", "contiguous", "frac", "fmod", "remainder", "addcmul", "addcdiv",
    "reshape", "sum", "sum_dim", "cumprod", "cumsum", "prod_dim", "cat", "stack", "scatter_add", "index_add", "squeezed", "copy"})

#: Ops that arrange or add up elements, beside views: their adjoints have no complex factors.
REAL = frozenset({
    "add", "sub", "rsub_tensor", "neg", "clone", "contiguous", "copy", "reshape", "squeezed", "sum", "sum_dim", "sum_to_size", "mean",
    "mean_dim", "cat", "stack", "cumsum", "flip", "roll", "where", "repeat", "tril", "triu", "gather", "index_select"})
#: The same of these, where they are called with a real number.
REAL_WITH_NUMBER = frozenset({"mul", "div", "add_scaled", "sub_scaled"})
