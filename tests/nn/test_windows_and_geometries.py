"""Windows of pooling and geometries of convolutions in every form in which they may be given, one after the other."""
from __future__ import annotations

from typing import Any

import pytest

import minitorch_compat as torch
import minitorch_compat.nn.functional as F


class Sizes(list):  # type: ignore[type-arg]
    """A list of a class of its own."""


X = torch.linspace(-1, 1, 50).reshape(1, 2, 5, 5)
W = torch.linspace(-1, 1, 16).reshape(2, 2, 2, 2)
FORMS: list[Any] = [2, [2, 2], (2, 2), torch.Size([2, 2]), [2], (2,)]


@pytest.mark.parametrize("form", FORMS, ids=repr)
@pytest.mark.parametrize("pool", [F.avg_pool2d, F.max_pool2d])
def test_windows(pool: Any, form: Any) -> None:
    assert pool(X, form).equal(pool(X, 2, 2, 0))
    assert pool(X, 2, form, 1).equal(pool(X, 2, 2, 1))
    assert pool(X, Sizes([2, 2]), []).equal(pool(X, 2))


@pytest.mark.parametrize("pool", [F.avg_pool2d, F.max_pool2d])
def test_what_equals_an_int_is_none(pool: Any) -> None:
    assert pool(X, 1).equal(X)
    for wrong in (1.0, True, "1"):
        with pytest.raises(TypeError):
            pool(X, wrong)
        with pytest.raises(TypeError):
            pool(X, 1, wrong)


@pytest.mark.parametrize("form", FORMS, ids=repr)
def test_geometries(form: Any) -> None:
    assert F.conv2d(X, W, None, form, 1).equal(F.conv2d(X, W, None, 2, 1))
    assert F.conv2d(X, W, None, 1, form, form).equal(F.conv2d(X, W, None, 1, 2, 2))
    assert F.conv_transpose2d(X, W, None, form, 1).equal(F.conv_transpose2d(X, W, None, 2, 1))


@pytest.mark.parametrize(("stride", "padding", "dilation", "message"), [
    (0, 0, 1, "stride"), (1, -1, 1, "padding"), ((1, 0), 0, 1, "stride"), (1, 0, 0, "dilation"), ((1, 1, 1), 0, 1, "stride")])
def test_wrong_geometries(stride: Any, padding: Any, dilation: Any, message: str) -> None:
    with pytest.raises(RuntimeError, match=message):
        F.conv2d(X, W, None, stride, padding, dilation)


def test_layers_whose_weight_is_no_parameter() -> None:
    for layer, x in ((torch.nn.Linear(3, 2), torch.ones(1, 3)), (torch.nn.Conv1d(2, 3, 2), torch.ones(1, 2, 4)),
                     (torch.nn.ConvTranspose1d(2, 3, 2), torch.ones(1, 2, 4))):
        expected = layer(x)
        assert torch.allclose(torch.nn.utils.parametrizations.weight_norm(layer)(x), expected)
        assert "weight" not in layer._parameters


@pytest.mark.parametrize("create_graph", [False, True])
@pytest.mark.parametrize("device", ["cpu", "meta"])
def test_nearest_pixels_give_points_a_gradient_of_zeros(create_graph: bool, device: str) -> None:
    """Also where the gradient is that of a definition, in which the points do not appear."""
    image = torch.ones(1, 1, 3, 3, device=device, requires_grad=True)
    grid = torch.zeros(1, 2, 2, 2, device=device, requires_grad=True)
    out = F.grid_sample(image, grid, mode="nearest", align_corners=False)
    found = torch.autograd.grad(out.sum(), (image, grid), create_graph=create_graph)
    assert [(g.shape, g.device) for g in found] == [(t.shape, t.device) for t in (image, grid)]
    assert device == "meta" or not found[1].any()


@pytest.mark.parametrize("align", [True, False])
def test_reflection_in_images_of_one_row(align: bool) -> None:
    image = torch.tensor([[[[3.0, 4.0]]]], requires_grad=True)
    grid = torch.tensor([[[[1.5, 0.3], [-2.0, 7.0]]]], requires_grad=True)
    out = F.grid_sample(image, grid, padding_mode="reflection", align_corners=align)
    found = torch.autograd.grad(out.sum(), (image, grid))
    assert out.flatten().tolist() == ([3.75, 3.5] if align else [4.0, 3.5])
    assert found[0].flatten().tolist() == ([0.75, 1.25] if align else [0.5, 1.5])
    assert found[1].flatten().tolist() == ([-0.5, 0.0, -0.5, 0.0] if align else [0.0, 0.0, -1.0, 0.0])


def test_packed_states_of_another_number_of_layers() -> None:
    packed = torch.nn.utils.rnn.pack_padded_sequence(torch.ones(3, 2, 4), [3, 2])
    state = torch.zeros(1, 2, 3)
    lstm = torch.nn.LSTM(4, 3, 2)
    lstm.check_forward_args = lambda *_: None  # type: ignore[method-assign]
    with pytest.raises(RuntimeError, match="Expected more hidden states"):
        lstm(packed, (state, state))


def test_out_of_another_dtype_is_refused_in_the_ops_own_words() -> None:
    with pytest.raises(RuntimeError, match="self and result must have the same scalar type"):
        torch.index_select(torch.ones(2), 0, torch.tensor([0]), out=torch.ones(1, dtype=torch.float64))
