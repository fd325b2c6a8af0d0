"""Optional arguments that are given: PyTorch's results."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import minitorch_compat as torch
import minitorch_compat.nn.functional as F

T = torch.tensor


def one() -> Any:
    return T([[1.0, 2.0], [3.0, 4.0]])


def test_addr_expands_before_it_promotes() -> None:
    wide = T(1.0, dtype=torch.float64)
    assert torch.addr(wide, torch.ones(2), torch.ones(2)).dtype == torch.float64
    assert torch.addr(T(1), torch.ones(2), torch.ones(2)).dtype == torch.float32
    assert torch.addmv(wide, torch.ones(2, 2).double(), torch.ones(2).double()).dtype == torch.float64


@pytest.mark.parametrize("call", [
    lambda x: x.view(size=(4,)), lambda x: x.reshape(shape=(4,)), lambda x: x.reshape(shape=[4]), lambda x: x.clone().view(size=[-1])])
def test_sizes_by_keyword(call: Callable[[Any], Any]) -> None:
    assert call(one()).tolist() == [1, 2, 3, 4]


def test_other_sizes_by_keyword() -> None:
    x = one()
    assert x.permute(dims=(1, 0)).tolist() == [[1, 3], [2, 4]]
    assert x.expand(size=(2, 2, 2)).shape == (2, 2, 2) and x.repeat(repeats=(1, 2)).shape == (2, 4)
    with pytest.raises(TypeError, match="unexpected keyword argument 'shape'"):
        x.view(shape=(4,))


def test_random_numbers_up_to_the_end_of_the_range() -> None:
    torch.manual_seed(0)
    drawn = one().random_(5, None)
    assert drawn.min() >= 5 and drawn.max() > 1000
    torch.manual_seed(0)
    assert one().long().random_(5, None).tolist() == [[900450186894289465, 3969543146641149130], [1895649597198586629, 827948490035658097]]


def test_masked_medians_compare_integers_in_single_precision() -> None:
    median = torch.masked.median
    large = T([16777217, 16777219])
    assert median(large, 0).item() == 16777216
    assert median(T([1, 2]), 0, dtype=torch.float64).dtype == torch.float64
    assert median(T([1.0, 2.0]), 0, dtype=torch.float64).dtype == torch.float32
    assert median(T([True, False]), 0, mask=T([True, False])).item() is True


def test_laguerre_polynomials_near_the_end_of_single_precision() -> None:
    values = torch.special.laguerre_polynomial_l(T([-8.5] * 4), T([220, 230, 240, 250], dtype=torch.uint8))
    assert torch.allclose(values[:3], T([2.8173e34, 1.9363e35, 1.2772e36]), rtol=1e-4) and values[3].isnan()


def test_a_second_ellipsis_stands_for_as_many_dimensions() -> None:
    x = torch.arange(8.0).reshape(2, 2, 2)
    assert x[..., ..., :1].shape == (2, 2, 2) and x[..., :1, ...].shape == (2, 2, 1)
    assert x[..., ..., 0, 0, 0].item() == 0
    with pytest.raises(IndexError, match="index 0 is out of bounds for dimension 2 with size 0"):
        x[..., ..., 0]


@pytest.mark.parametrize(("call", "expected"), [
    (lambda: torch.linspace(3, 1, 1, dtype=torch.bool), [True]), (lambda: torch.trapz(torch.ones(1, 2), dx=True), [1.0]),
    (lambda: torch.ones(1, 2).squeeze_(0, 1), [1.0, 1.0]), (lambda: torch.ones(2).sub_(np.bool_(True)), [0.0, 0.0]),
    (lambda: torch.add(torch.ones(2), T(3.0), 2), [7.0, 7.0]), (lambda: torch.fft.fftshift(T([1.0, 2.0]), T(0)), [2.0, 1.0]),
    (lambda: F.group_norm(torch.ones(1, 4), T(2)), [[0.0] * 4]), (lambda: torch.unravel_index(T([1]), []), ()),
    (lambda: F.scaled_dot_product_attention(torch.ones(2, 0), torch.ones(2, 0), one()), [[2.0, 3.0], [2.0, 3.0]])])
@pytest.mark.filterwarnings("ignore:This overload of add")
def test_answered_as_in_pytorch(call: Callable[[], Any], expected: Any) -> None:
    found = call()
    assert (found if isinstance(found, tuple) else found.tolist()) == expected


def test_a_complex_target_of_logits() -> None:
    loss = F.binary_cross_entropy_with_logits(torch.ones(2), torch.ones(2) * 1j)
    assert torch.allclose(loss, T(1.3133 - 1j), atol=1e-4)


def test_pieces_go_into_tensors_that_require_gradients() -> None:
    outs = (torch.zeros(2, requires_grad=True), torch.zeros(2))
    torch.split_with_sizes_copy(torch.ones(4), [2, 2], out=outs)
    assert outs[0].tolist() == [1.0, 1.0] and outs[0].is_leaf and outs[0].requires_grad


def test_reflections_are_not_broadcast() -> None:
    with pytest.raises(RuntimeError, match="Expected batch dimensions of other to be equal"):
        torch.ormqr(torch.ones(1, 3, 3), torch.ones(1, 3), torch.ones(2, 3, 3))


def test_a_refused_gradient_leaves_the_old_one() -> None:
    p = torch.nn.Parameter(torch.ones(2))
    p._grad = torch.ones(2)
    for wrong in (1, torch.ones(3)):
        with pytest.raises((TypeError, RuntimeError), match="assign"):
            p._grad = wrong
    assert p.grad.tolist() == [1.0, 1.0]


def test_a_negative_number_of_segments_leaves_all_to_the_last() -> None:
    from minitorch_compat.utils.checkpoint import checkpoint_sequential

    layers = [torch.nn.Linear(2, 2), torch.nn.ReLU()]
    assert torch.equal(checkpoint_sequential(layers, -1, one(), use_reentrant=False), torch.nn.Sequential(*layers)(one()))
