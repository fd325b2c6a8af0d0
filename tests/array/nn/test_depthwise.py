"""Depthwise convolution, computed by rows of the kernels, agrees with a full convolution with zeros between channels."""
from __future__ import annotations

import numpy as np
import pytest

from minitorch_compat._array.nn.conv import conv, conv_input_gradient, conv_weight_gradient
from minitorch_compat._array.nn.patches import Plan


@pytest.mark.parametrize("multiplier", [1, 3])
@pytest.mark.parametrize("kernel", [(3, 3), (2, 5), (4, 1)])
@pytest.mark.parametrize(("stride", "padding", "dilation"), [((1, 1), (1, 1), (1, 1)), ((1, 2), (0, 3), (2, 1)), ((1, 1), (3, 0), (1, 2)),
                                                             ((2, 1), (1, 1), (1, 1))])
def test_depthwise_is_a_dense_convolution_with_zeros(kernel: tuple[int, int], multiplier: int, stride: tuple[int, int],
                                                     padding: tuple[int, int], dilation: tuple[int, int]) -> None:
    generator = np.random.default_rng(0)
    channels, size = 4, (21, 30)
    x, w = generator.standard_normal((5, channels, *size)), generator.standard_normal((channels * multiplier, 1, *kernel))
    dense = np.zeros((channels * multiplier, channels, *kernel))
    for i in range(len(w)):
        dense[i, i // multiplier] = w[i, 0]
    y = conv(x, w, stride, padding, dilation, channels)
    np.testing.assert_allclose(y, conv(x, dense, stride, padding, dilation, 1), atol=1e-12)
    np.testing.assert_allclose(conv_input_gradient(y, w, size, stride, padding, dilation, channels),
                               conv_input_gradient(y, dense, size, stride, padding, dilation, 1), atol=1e-10)
    found = conv_weight_gradient(y, x, kernel, stride, padding, dilation, channels)
    expected = conv_weight_gradient(y, x, kernel, stride, padding, dilation, 1)
    np.testing.assert_allclose(found, np.stack([expected[i, i // multiplier][None] for i in range(len(w))]), atol=1e-9)


@pytest.mark.parametrize(("channels", "outputs", "groups", "by_rows"),
                         [(8, 8, 8, True), (8, 16, 8, False), (1, 8, 1, False), (8, 8, 1, False)])
def test_with_several_outputs_per_channel_patches_are_copied(channels: int, outputs: int, groups: int, by_rows: bool) -> None:
    """To add up the rows' shares would take twice as long, for the first layer of a network for grey images, say."""
    plan = Plan((2, channels, 40, 40), (outputs, channels // groups, 3, 3), (1, 1), (1, 1), (1, 1), groups, 4)
    assert bool(plan.row_blocks) is by_rows
