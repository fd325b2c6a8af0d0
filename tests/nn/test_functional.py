"""Every function of nn.functional against what PyTorch 2.13 gives: outputs and gradients, with its random numbers."""
from __future__ import annotations

import numpy as np
import pytest

import minitorch_compat as torch
import minitorch_compat.nn.functional as F

from .functional_cases import CASES, REFERENCE, run

RECORDED = dict(np.load(REFERENCE))


def recorded(name, kind):
    return {key: value for key, value in RECORDED.items() if key.startswith(f"{name}/{kind}/")}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", CASES)
def test_outputs_and_gradients(name):
    outputs, grads = run(torch, F, CASES[name])
    for kind, tensors in (("out", outputs), ("grad", grads)):
        found = {f"{name}/{kind}/{i}": t.numpy() for i, t in enumerate(tensors) if t is not None}
        expected = recorded(name, kind)
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
