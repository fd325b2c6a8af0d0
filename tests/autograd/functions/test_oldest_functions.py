"""`torch.autograd._functions`: functions that programs for the first versions call."""
import pytest

import minitorch_compat as torch
from minitorch_compat.autograd._functions import Resize, Type
from minitorch_compat.autograd._functions.utils import maybe_unexpand, maybe_view


def test_resize_keeps_the_elements_and_hands_the_gradient_back() -> None:
    x = torch.arange(6.).reshape(2, 3).requires_grad_()
    y = Resize.apply(x.t(), (6,))
    assert y.tolist() == [0, 3, 1, 4, 2, 5] and type(y.grad_fn).__name__ == "ResizeBackward"
    (y * torch.arange(6.)).sum().backward()
    assert x.grad.tolist() == [[0, 2, 4], [1, 3, 5]]
    assert Resize.apply(x, (3, 2)).data_ptr() == x.data_ptr()


def test_resize_refuses_another_number_of_elements() -> None:
    with pytest.raises(RuntimeError, match=r"requested resize to 7 \(7 elements in total\), but the given tensor has a size of 2x3"):
        Resize.apply(torch.ones(2, 3), (7,))


def test_type_is_deprecated_and_its_gradient_has_the_old_type() -> None:
    x = torch.ones(2, requires_grad=True)
    with pytest.warns(FutureWarning, match="_functions.Type. is deprecated"):
        y = Type.apply(x, torch.float64)
    assert y.dtype is torch.float64
    assert torch.autograd.grad(y.sum(), x)[0].dtype is torch.float32


def test_gradients_of_expanded_tensors_are_summed() -> None:
    g = torch.ones(4, 2, 3)
    assert maybe_unexpand(g, (2, 1)).tolist() == [[12], [12]]
    assert maybe_unexpand(g, (4, 2, 3)) is g
    assert maybe_view(g, (4, 2, 3)) is g and maybe_view(g, (24,)).shape == (24,)
