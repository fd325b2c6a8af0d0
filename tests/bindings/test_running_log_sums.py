"""`logcumsumexp` of complex numbers, windows at their ends, and other values that depend on the algorithm."""
from __future__ import annotations

import math

import pytest

import minitorch_compat as torch


def test_the_imaginary_part_goes_on_from_the_larger_numbers():
    x = torch.tensor([-3 + 9j, 1 - 4j, 0.5 + 6j, 2 - 7j], dtype=torch.complex128)
    found = torch.logcumsumexp(x, 0)
    assert found[0] == x[0]
    torch.testing.assert_close(found.exp(), x.exp().cumsum(0))
    torch.testing.assert_close(found.imag, torch.tensor([9.0, -3.9924, -4.5656, -6.8289], dtype=torch.float64), rtol=1e-3, atol=1e-3)


def test_infinite_and_missing_numbers():
    inf, nan = math.inf, math.nan
    assert torch.logcumsumexp(torch.tensor([complex(-inf, 1), complex(-inf, 2), 1 + 1j]), 0)[2] == 1 + 1j
    assert torch.logcumsumexp(torch.tensor([1 + 1j, complex(inf, 1), 1 + 1j]), 0).tolist() == [1 + 1j, complex(inf, 1), complex(inf, 1)]
    assert torch.logcumsumexp(torch.tensor([1 + 1j, complex(nan, 1), 1 + 1j]), 0).isnan().tolist() == [False, True, True]


@pytest.mark.parametrize(("dtype", "first"), [(torch.float32, -2.9802322387695312e-08), (torch.float64, 0.0)])
def test_the_first_of_a_blackman_window_is_rounded_in_its_dtype(dtype, first):
    assert torch.blackman_window(4, dtype=dtype)[0].item() == first


def test_bartlett_windows_are_symmetric_to_the_bit():
    for n in (2, 5, 8, 33):
        window = torch.bartlett_window(n, periodic=False)
        assert window[0] == 0.0
        assert window.max() <= 1


def test_linspace_of_booleans():
    assert torch.linspace(-2.0, -3, 1, dtype=torch.bool).tolist() == [True]
    assert torch.linspace(-2.0, -3, 0, dtype=torch.bool).tolist() == []


def test_variance_of_nothing_warns():
    with pytest.warns(UserWarning, match="degrees of freedom"):
        torch.var(torch.ones(0, 3), 1)


def test_a_subclass_with_slots():
    class Slotted(torch.Tensor):
        __slots__ = ("tag",)

    x = torch.ones(2, requires_grad=True)
    y = (x * 3).as_subclass(Slotted)
    y.tag = "t"
    assert type(y) is Slotted
    y.sum().backward()
    assert x.grad.tolist() == [3, 3]


def test_empty_memory_given_as_out_is_filled_too():
    torch.use_deterministic_algorithms(True)
    try:
        assert torch.empty(10, out=torch.zeros(1)).isnan().all()
    finally:
        torch.use_deterministic_algorithms(False)


def test_type_takes_a_memory_format():
    x = torch.randn(2, 3, 4, 4).to(memory_format=torch.channels_last)
    assert x.type(torch.float64, memory_format=torch.contiguous_format).is_contiguous()


def test_small_private_functions():
    overlap = torch._debug_has_internal_overlap
    assert [overlap(t) for t in (torch.ones(3), torch.ones(1).expand(3), torch.ones(6)[::2], torch.ones(3, 4).t())] == [0, 1, 2, 0]
    assert torch.FloatTensor in torch._tensor_classes
    assert torch.FloatStorage in torch._storage_classes
    assert torch._softmax(torch.zeros(2), 0, False).tolist() == [0.5, 0.5]
    assert torch.storage._dtype_to_storage_type_map()[torch.float32] == "FloatStorage"
    assert torch.return_types.max in torch.return_types.all_return_types


def test_running_sums_start_from_zero_but_for_a_number_alone() -> None:
    """A tensor without dimensions is copied, with the sign of its zero."""
    assert torch.signbit(torch.cumsum(torch.tensor(-0.0), 0)).item()
    assert not torch.signbit(torch.cumsum(torch.tensor([-0.0]), 0)).item()
