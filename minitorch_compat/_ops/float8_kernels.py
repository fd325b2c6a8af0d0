"""Floating types of 8 bits: the ops that PyTorch answers of them, which copy and compare. Only read once a call has met such numbers."""
from __future__ import annotations

ANSWERED = frozenset([
    "abs", "cast", "cat", "clone", "constant_pad_nd", "contiguous", "copy", "embedding", "eq", "expand_copy", "flip", "index",
    "index_put_plan", "index_select", "isnan", "ne", "repeat", "roll", "stack", "where"])
