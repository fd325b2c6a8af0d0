"""8-bit floating dtypes: the ops that PyTorch supports for them, which copy and compare. Imported when a call has met one."""
from __future__ import annotations

ANSWERED = frozenset([
    "abs", "cast", "cat", "clone", "constant_pad_nd", "contiguous", "copy", "embedding", "eq", "expand_copy", "flip", "index",
    "index_put_plan", "index_select", "isnan", "ne", "repeat", "roll", "stack", "where"])
