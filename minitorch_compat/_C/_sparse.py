"""`torch._C._sparse`: the module of PyTorch's native functions of `torch.sparse`, named `_sparse_...` there and in pickles."""
from __future__ import annotations

from .. import sparse as _public

_sparse_addmm, _sparse_log_softmax, _sparse_mm, _sparse_softmax = _public.addmm, _public.log_softmax, _public.mm, _public.softmax
sparse_sampled_addmm, _spsolve, _sparse_sum = _public.sampled_addmm, _public.spsolve, _public.sum
