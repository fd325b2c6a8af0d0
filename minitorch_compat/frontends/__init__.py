"""Other interfaces to automatic differentiation, over the same engine.

`torch_1_0`: `torch.autograd` as it was in PyTorch 1.0.  `libtorch`: the functions of libtorch's `autograd.h`.  `oneflow` and
`oneflow_early`: OneFlow's `autograd`, now and in its first releases.  Each translates arguments, defaults and error texts, and
nothing else; tensors are the ordinary ones.
"""
from __future__ import annotations
