"""What PyTorch does with memory that its results show."""
from __future__ import annotations

#: Ops that copy a tensor into new memory.  PyTorch hands a call whose tensors are all inference tensors past what counts and records; the
#: copy itself is an ordinary tensor, of which the write into it is counted then: its version is 1.
COPIES = frozenset({"cast", "clone", "contiguous", "repeat", "to_format"})

#: What the gradient that an elementwise op makes follows in memory where that is not what came: where PyTorch's formula begins with
#: something else.
LIES: dict[str, str] = {
    **dict.fromkeys(("AngleBackward0", "ClampBackward0", "ClampBackward1", "ClampMaxBackward0", "ClampMaxBackward1", "ClampMinBackward0",
                     "ClampMinBackward1", "ErfBackward0", "ErfinvBackward0", "HardshrinkBackward0", "LeakyReluBackward0",
                     "MaximumBackward0", "MinimumBackward0", "PreluKernelBackward0", "ReluBackward0",
                     "ThresholdBackward0", "WhereBackward0"), "as what was saved"),
    "NextafterBackward0": "on its own"}
