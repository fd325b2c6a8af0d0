"""Every function of nn.functional against PyTorch 2.13's results: outputs and gradients, with its random numbers."""
from __future__ import annotations

import numpy as np
import pytest

import minitorch_compat as torch
import minitorch_compat.nn.functional as F
from tests.nn.recorded.functional_cases import CASES, REFERENCE, run

RECORDED = dict(np.load(REFERENCE))


def recorded_results(name, kind):
    return {key: value for key, value in RECORDED.items() if key.startswith(f"{name}/{kind}/")}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", CASES)
def test_outputs_and_gradients(name):
    outputs, grads = run(torch, F, CASES[name])
    for kind, tensors in (("out", outputs), ("grad", grads)):
        found = {f"{name}/{kind}/{i}": t.numpy() for i, t in enumerate(tensors) if t is not None}
        expected = recorded_results(name, kind)
        assert list(found) == list(expected)
        for key, value in expected.items():
            np.testing.assert_allclose(found[key], value, rtol=2e-5, atol=1e-5, err_msg=key, strict=True)


def test_the_recorded_calls_are_the_ones_tried():
    assert {key.rsplit("/", 2)[0] for key in RECORDED} - {"version"} == set(CASES)


def test_gradients_of_convolutions_as_functions():
    x, w = torch.ones(1, 2, 5, 5), torch.arange(24.0).view(3, 2, 2, 2)
    x.requires_grad_(), w.requires_grad_()
    out = F.conv2d(x, w, stride=2, padding=1)
    g = torch.arange(float(out.numel())).view(out.shape)
    for found, expected in zip((torch.nn.grad.conv2d_input(x.shape, w, g, 2, 1), torch.nn.grad.conv2d_weight(x, w.shape, g, 2, 1)),
                               torch.autograd.grad(out, (x, w), g), strict=True):
        assert torch.equal(found, expected)


def test_choosing_a_kernel_changes_nothing():
    q = torch.randn(2, 3, 4)
    with torch.nn.attention.sdpa_kernel([torch.nn.attention.SDPBackend.MATH]):
        inside = F.scaled_dot_product_attention(q, q, q)
    assert torch.equal(inside, F.scaled_dot_product_attention(q, q, q))
    with pytest.raises(AssertionError, match="Backend must be an instance of SDPBackend"), torch.nn.attention.sdpa_kernel(3):
        pass


@pytest.mark.parametrize("shape", [(0, 2, 3), (3, 2, 0), (3, 0, 2), (0, 0, 2)])
def test_norms_of_nothing(shape):
    x = torch.ones(shape, requires_grad=True)
    results = [F.batch_norm(x, None, None, training=True), F.instance_norm(x), F.layer_norm(x, shape[1:]), F.group_norm(x, 1)]
    assert all(r.shape == shape for r in results)
    sum(r.sum() for r in results).backward()
    assert x.grad.shape == shape


@pytest.mark.parametrize("padding", ["border", "reflection"])
@pytest.mark.parametrize("mode", ["bilinear", "nearest", "bicubic"])
def test_grid_points_that_are_no_number_go_to_an_edge(mode, padding):
    image = torch.arange(16.0).reshape(1, 1, 4, 4)
    grid = torch.tensor([[[[float("nan"), -0.25], [float("nan"), 0.25]]]])
    found = F.grid_sample(image, grid, mode, padding, align_corners=False).flatten().tolist()
    expected = {"bilinear": [4.0, 8.0], "nearest": [4.0, 8.0], "bicubic": [float("nan")] * 2}[mode]
    assert found == pytest.approx(expected, nan_ok=True)


@pytest.mark.parametrize("p", [0.0, 1.0])
def test_dropout_of_integers_keeps_their_type_when_no_number_is_scaled(p):
    assert F.dropout(torch.ones(3, dtype=torch.int64), p).dtype is torch.int64
