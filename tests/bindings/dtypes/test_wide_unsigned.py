"""Unsigned integers of 16, 32 and 64 bits, for which PyTorch has few kernels: the error texts are PyTorch's."""
from __future__ import annotations

import re

import pytest

import minitorch_compat as torch

DTYPES = [(torch.uint16, "UInt16"), (torch.uint32, "UInt32"), (torch.uint64, "UInt64")]
REFUSED = [
    ("add_stub", lambda x, i: x + x),
    ("add_stub", lambda x, i: x - 1),
    ("add_stub", lambda x, i: x.add_(x)),
    ("pow", lambda x, i: x**2),
    ("gt_cpu", lambda x, i: x > x),
    ("neg_cpu", lambda x, i: -x),
    ("max_all", lambda x, i: x.max()),
    ("argmax_cpu", lambda x, i: x.argmax(0)),
    ("sum_cpu", lambda x, i: x.sum(dtype=x.dtype)),
    ("cumsum_out_cpu", lambda x, i: x.cumsum_(0)),
    ("dot", lambda x, i: x @ x),
    ("addmm_impl_cpu_", lambda x, i: x[:, None] @ x[None]),
    ("clamp_scalar_cpu", lambda x, i: x.clamp(0, 2)),
    ("flip_cpu", lambda x, i: x.flip(0)),
    ("clamp_max_scalar_cpu", lambda x, i: x.clamp(max=2)),
    ("index_put", lambda x, i: x.__setitem__(i, 3)),
    ("take_cpu", lambda x, i: x.take(i)),
    ("masked_fill", lambda x, i: x.__setitem__(x == 1, 3)),
    ("aminmax_cpu", lambda x, i: x.aminmax()),
    ("eye", lambda x, i: torch.eye(2, dtype=x.dtype)),
]


@pytest.mark.parametrize(("dtype", "name"), DTYPES)
@pytest.mark.parametrize(("kernel", "call"), REFUSED)
def test_what_has_no_kernel_is_refused_and_nothing_written(dtype, name, kernel, call) -> None:  # type: ignore[no-untyped-def]
    x = torch.tensor([1, 2, 3]).to(dtype)
    with pytest.raises(NotImplementedError, match=f'^"{re.escape(kernel)}" not implemented for \'{name}\'$'):
        call(x, torch.tensor([0, 1]))
    assert x.tolist() == [1, 2, 3]
    assert x._version == 0


@pytest.mark.parametrize("dtype", [d for d, _ in DTYPES])
def test_what_has_one_is_answered(dtype) -> None:  # type: ignore[no-untyped-def]
    x = torch.tensor([1, 2, 3]).to(dtype)
    assert (x * x).tolist() == [1, 4, 9]
    assert (x == 2).tolist() == [False, True, False]
    assert x.cumsum(0).dtype is x.sum().dtype is torch.int64
    assert x[None].T.flip(1).tolist() == [[1], [2], [3]]
    assert x[:0].cummax(0).values.dtype is dtype
    with pytest.raises(NotImplementedError):
        x[:0] + 1
    assert (x + 1.5).tolist() == [2.5, 3.5, 4.5]
