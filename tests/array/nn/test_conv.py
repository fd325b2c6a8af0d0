"""Convolution kernels against a loop by definition, and against each other as adjoints."""
from __future__ import annotations

import math
from itertools import product
from threading import Thread

import numpy as np
import pytest

from minitorch_compat._array.nn import conv, patches

# x, w, stride, padding, dilation, groups
CASES = [
    ((2, 3, 7), (4, 3, 3), (1,), (1,), (1,), 1),
    ((5, 2, 9), (4, 1, 2), (2,), (0,), (3,), 2),
    ((2, 3, 6, 7), (5, 3, 3, 3), (1, 1), (1, 1), (1, 1), 1),
    ((2, 3, 6, 7), (5, 3, 2, 3), (2, 3), (1, 0), (1, 2), 1),
    ((1, 4, 5, 5), (6, 2, 3, 3), (1, 1), (0, 0), (1, 1), 2),
    ((3, 4, 5, 5), (4, 1, 3, 3), (1, 1), (1, 1), (1, 1), 4),
    ((3, 4, 5, 5), (6, 4, 1, 1), (1, 1), (0, 0), (1, 1), 1),
    ((3, 4, 5, 5), (6, 2, 1, 1), (2, 2), (0, 0), (1, 1), 2),
    ((20, 16, 4, 4), (8, 16, 3, 3), (1, 1), (1, 1), (1, 1), 1),  # short rows: batch innermost
    ((20, 16, 4, 4), (8, 8, 3, 3), (2, 2), (2, 1), (1, 1), 2),
    ((2, 2, 4, 5, 4), (3, 2, 2, 3, 1), (1, 2, 1), (0, 1, 0), (2, 1, 1), 1),
    ((2, 1, 3, 3), (1, 1, 3, 3), (1, 1), (2, 2), (1, 1), 1),
]


def naive(x, w, stride, padding, dilation, groups):
    """The definition, one output element at a time."""
    n, outputs = len(x), len(w)
    padded = np.pad(x, [(0, 0), (0, 0), *((p, p) for p in padding)])
    out = [(m - d * (k - 1) - 1) // s + 1 for m, k, s, d in zip(padded.shape[2:], w.shape[2:], stride, dilation)]
    y = np.zeros((n, outputs, *out), x.dtype)
    for o, place, offset in product(range(outputs), product(*map(range, out)), product(*map(range, w.shape[2:]))):
        first = o // (outputs // groups) * w.shape[1]
        where = (p * s + q * d for p, s, q, d in zip(place, stride, offset, dilation))
        seen = padded[(slice(None), slice(first, first + w.shape[1]), *where)]
        y[(slice(None), o, *place)] += seen @ w[(o, slice(None), *offset)]
    return y


def arrays(x_shape, w_shape, dtype=np.float64, seed=0):
    rng = np.random.default_rng(seed)
    parts = [rng.standard_normal(shape) + (1j * rng.standard_normal(shape) if np.dtype(dtype).kind == "c" else 0)
             for shape in (x_shape, w_shape)]
    return [part.astype(dtype) for part in parts]


@pytest.mark.parametrize("dtype", [np.float64, np.complex128])
@pytest.mark.parametrize(("x_shape", "w_shape", "stride", "padding", "dilation", "groups"), CASES)
def test_conv_is_its_definition(x_shape, w_shape, stride, padding, dilation, groups, dtype):
    x, w = arrays(x_shape, w_shape, dtype)
    y = conv.conv(x, w, stride, padding, dilation, groups)
    assert y.dtype == dtype
    assert y.flags.c_contiguous
    np.testing.assert_allclose(y, naive(x, w, stride, padding, dilation, groups), rtol=1e-12, atol=1e-12)


@pytest.mark.parametrize(("x_shape", "w_shape", "stride", "padding", "dilation", "groups"), CASES)
def test_transposes_are_adjoint(x_shape, w_shape, stride, padding, dilation, groups):
    x, w = arrays(x_shape, w_shape)
    y = conv.conv(x, w, stride, padding, dilation, groups)
    g = np.random.default_rng(1).standard_normal(y.shape)
    gx = conv.conv_input_gradient(g, w, x_shape[2:], stride, padding, dilation, groups)
    gw = conv.conv_weight_gradient(g, x, w_shape[2:], stride, padding, dilation, groups)
    assert gx.shape == x_shape
    assert gw.shape == w_shape
    assert np.vdot(g, y) == pytest.approx(np.vdot(gx, x), rel=1e-10)
    assert np.vdot(g, y) == pytest.approx(np.vdot(gw, w), rel=1e-10)


@pytest.mark.parametrize(("x_shape", "w_shape", "stride", "padding", "dilation", "groups"), CASES)
def test_gradients_are_finite_differences(x_shape, w_shape, stride, padding, dilation, groups):
    """An adjoint that fails on single elements could pass the identity on one vector by accident: look at a few elements."""
    x, w = arrays(x_shape, w_shape)
    geometry = (stride, padding, dilation, groups)
    g = np.random.default_rng(2).standard_normal(conv.conv(x, w, *geometry).shape)
    for which, grad in ((x, conv.conv_input_gradient(g, w, x_shape[2:], *geometry)),
                        (w, conv.conv_weight_gradient(g, x, w_shape[2:], *geometry))):
        for i in np.random.default_rng(3).integers(which.size, size=5):
            old, results = which.flat[i], []
            for step in (1.0, -1.0):  # the map is linear: a step of any size is exact
                which.flat[i] = old + step
                results.append(np.vdot(g, conv.conv(x, w, *geometry)))
            which.flat[i] = old
            assert grad.flat[i] == pytest.approx((results[0] - results[1]) / 2, rel=1e-8, abs=1e-10)


@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int64, np.int32])
def test_other_dtypes(dtype):
    rng = np.random.default_rng(0)
    x, w = (rng.integers(-3, 4, size=shape).astype(dtype) for shape in ((2, 2, 5, 5), (3, 2, 3, 3)))
    y = conv.conv(x, w, (1, 1), (1, 1), (1, 1), 1)
    assert y.dtype == dtype
    np.testing.assert_array_equal(y.astype(np.float64), naive(x.astype(np.float64), w.astype(np.float64), (1, 1), (1, 1), (1, 1), 1))


@pytest.mark.parametrize("order", ["F", "sliced"])
def test_any_memory_layout(order):
    x, w = arrays((3, 4, 6, 6), (4, 4, 3, 3))
    g = np.random.default_rng(1).standard_normal((3, 4, 6, 6))
    attributes = ((1, 1), (1, 1), (1, 1), 1)
    odd = [np.asfortranarray(a) if order == "F" else np.repeat(a, 2, axis=-1)[..., ::2] for a in (x, w, g)]
    for f, args, strange in ((conv.conv, (x, w), odd[:2]), (conv.conv_weight_gradient, (g, x, (3, 3)), [odd[2], odd[0], (3, 3)]),
                             (conv.conv_input_gradient, (g, w, (6, 6)), [odd[2], odd[1], (6, 6)])):
        np.testing.assert_allclose(f(*strange, *attributes), f(*args, *attributes), rtol=1e-12)


def test_nothing_in_nothing_out():
    empty, w = np.zeros((0, 3, 5, 5)), np.ones((4, 3, 3, 3))
    attributes = ((1, 1), (1, 1), (1, 1), 1)
    assert conv.conv(empty, w, *attributes).shape == (0, 4, 5, 5)
    assert conv.conv_input_gradient(np.zeros((0, 4, 5, 5)), w, (5, 5), *attributes).shape == (0, 3, 5, 5)
    np.testing.assert_array_equal(conv.conv_weight_gradient(np.zeros((0, 4, 5, 5)), empty, (3, 3), *attributes), np.zeros_like(w))
    no_channels = conv.convolution(np.zeros((2, 0, 5, 5)), np.zeros((4, 0, 3, 3)), np.arange(4.0), *attributes)
    np.testing.assert_array_equal(no_channels, np.broadcast_to(np.arange(4.0)[:, None, None], (2, 4, 5, 5)))


@pytest.mark.parametrize(("x_shape", "w_shape", "stride", "padding", "dilation", "groups"), CASES)
def test_bias(x_shape, w_shape, stride, padding, dilation, groups):
    x, w = arrays(x_shape, w_shape)
    bias = np.arange(1.0, w_shape[0] + 1)
    with_bias = conv.convolution(x, w, bias, stride, padding, dilation, groups)
    expected = naive(x, w, stride, padding, dilation, groups) + bias.reshape(-1, *(1,) * len(stride))
    np.testing.assert_allclose(with_bias, expected, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(conv.channel_sum(with_bias), with_bias.sum((0, *range(2, x.ndim))), rtol=1e-12)


def transposed_naive(x, w, size, stride, padding, dilation, groups):
    """Every input element spreads its kernel over the output."""
    outputs = w.shape[1]
    full = np.zeros((len(x), outputs * groups, *(n + 2 * p + max(stride) for n, p in zip(size, padding))))
    for c, place, offset in product(range(len(w)), product(*map(range, x.shape[2:])), product(*map(range, w.shape[2:]))):
        first = c // (len(w) // groups) * outputs
        where = (slice(None), slice(first, first + outputs), *(p * s + q * d for p, s, q, d in zip(place, stride, offset, dilation)))
        full[where] += x[(slice(None), c, *place)][:, None] * w[(c, slice(None), *offset)]
    return full[(..., *(slice(p, p + n) for p, n in zip(padding, size)))]


@pytest.mark.parametrize(("x_shape", "w_shape", "stride", "padding", "output_padding", "dilation", "groups"), [
    ((2, 3, 4, 5), (3, 2, 3, 3), (2, 2), (1, 1), (1, 0), (1, 1), 1),
    ((2, 4, 4, 5), (4, 3, 2, 3), (1, 3), (0, 1), (0, 2), (2, 1), 2),
    ((2, 3, 4, 4), (3, 5, 3, 3), (1, 1), (1, 1), (0, 0), (1, 1), 1),
    ((2, 3, 4), (3, 5, 2), (1,), (0,), (1,), (2,), 1),  # output_padding as large as the stride
    ((6, 3, 4, 4), (3, 5, 1, 1), (1, 1), (0, 0), (0, 0), (1, 1), 1),
])
def test_transposed(x_shape, w_shape, stride, padding, output_padding, dilation, groups):
    x, w = arrays(x_shape, w_shape)
    bias = np.arange(1.0, w_shape[1] * groups + 1)
    y = conv.convolution_transpose(x, w, bias, stride, padding, output_padding, dilation, groups)
    size = conv.transposed_size(x_shape[2:], w_shape[2:], stride, padding, output_padding, dilation)
    expected = transposed_naive(x, w, size, stride, padding, dilation, groups) + bias.reshape(-1, *(1,) * len(stride))
    np.testing.assert_allclose(y, expected, rtol=1e-12, atol=1e-12)


def test_output_padding_cannot_exceed_what_is_possible():
    with pytest.raises(RuntimeError, match="expected at most"):
        conv.conv_input_gradient(np.ones((1, 1, 5, 5)), np.ones((1, 1, 3, 3)), (5, 5), (1, 1), (0, 0), (1, 1), 1)


@pytest.mark.parametrize(("x_shape", "w_shape", "bias", "changes", "message"), [
    ((1, 4, 8, 8), (6, 3, 3, 3), None, {},
     r"Given groups=1, weight of size \[6, 3, 3, 3\], expected input\[1, 4, 8, 8\] to have 3 channels, but got 4 channels instead"),
    ((1, 4, 8, 8), (5, 2, 3, 3), None, {"groups": 2}, "Given groups=2, expected weight to be divisible by 2 at dimension 0"),
    ((1, 3, 8, 8), (0, 3, 3, 3), None, {}, "expected weight to be at least 1 at dimension 0"),
    ((1, 3, 8, 8), (6, 3, 3, 3), (5,), {},
     r"Given weight of size \[6, 3, 3, 3\], expected bias to be 1-dimensional with 6 elements, but got bias of size \[5\] instead"),
    ((1, 3, 2, 8), (6, 3, 5, 3), None, {"padding": (1, 1)},
     r"Calculated padded input size per channel: \(4 x 10\). Kernel size: \(5 x 3\). Kernel size can't be greater than actual input size"),
    ((1, 3, 8, 8), (6, 3, 3, 3), None, {"stride": (0, 0)}, "non-positive stride is not supported"),
    ((1, 3, 8, 8), (6, 3, 3, 3), None, {"padding": (-1, 0)}, "negative padding is not supported"),
    ((1, 3, 8, 8), (6, 3, 3, 3), None, {"dilation": (0, 0)}, r"dilation should be greater than zero, but got \[0, 0\]"),
    ((1, 3, 8, 8), (6, 3, 3, 3), None, {"groups": 0}, "non-positive groups is not supported"),
    ((1, 3, 8, 8), (6, 3, 0, 3), None, {}, "kernel size should be greater than zero"),
])
def test_refusals(x_shape, w_shape, bias, changes, message):
    attributes = {"stride": (1, 1), "padding": (0, 0), "dilation": (1, 1), "groups": 1} | changes
    with pytest.raises(RuntimeError, match=message):
        conv.convolution(np.zeros(x_shape), np.zeros(w_shape), None if bias is None else np.zeros(bias), *attributes.values())


@pytest.mark.parametrize(("x_shape", "bias", "changes", "message"), [
    ((1, 4, 8, 8), None, {}, r"Given transposed=1, weight of size \[3, 6, 3, 3\], expected input\[1, 4, 8, 8\] to have 3 channels"),
    ((1, 3, 8, 8), (5,), {}, r"Given transposed=1, weight of size \[3, 6, 3, 3\], expected bias to be 1-dimensional with 6 elements"),
    ((1, 3, 8, 8), None, {"output_padding": (1, 1)}, "output padding must be smaller than either stride or dilation, but got "
                                                     "output_padding_height: 1 output_padding_width: 1 stride_height: 1"),
    ((1, 3, 8, 8), None, {"output_padding": (-1, 0)}, "negative output_padding is not supported"),
    ((1, 3, 1, 1), None, {"padding": (3, 3)}, r"Calculated output size per channel: \(-3 x -3\). Output size is too small"),
])
def test_refusals_of_transposed(x_shape, bias, changes, message):
    attributes = {"stride": (1, 1), "padding": (0, 0), "output_padding": (0, 0), "dilation": (1, 1), "groups": 1} | changes
    with pytest.raises(RuntimeError, match=message):
        conv.convolution_transpose(np.zeros(x_shape), np.zeros((3, 6, 3, 3)), None if bias is None else np.zeros(bias),
                                   *attributes.values())


def test_refusals_of_dtypes():
    x, w, attributes = np.zeros((1, 1, 4, 4)), np.zeros((1, 1, 3, 3)), ((1, 1), (0, 0), (1, 1), 1)
    with pytest.raises(RuntimeError, match="expected scalar type Double but found Float"):
        conv.convolution(x, w.astype(np.float32), None, *attributes)
    with pytest.raises(RuntimeError, match=r"Input type \(double\) and bias type \(float\) should be the same"):
        conv.convolution(x, w, np.zeros(1, np.float32), *attributes)
    with pytest.raises(NotImplementedError, match="not implemented for 'Bool'"):
        conv.convolution(x.astype(bool), w.astype(bool), None, *attributes)


def test_infinities_do_not_warn(recwarn):
    x = np.array([[[np.inf, -np.inf, np.nan, 3e38]]], np.float32)
    y = conv.conv(x, np.full((1, 1, 2), 2, np.float32), (1,), (0,), (1,), 1)
    np.testing.assert_array_equal(y, [[[np.nan, np.nan, np.nan]]])
    assert not recwarn.list


# Buffers --------------------------------------------------------------------------------------------------------------------------

def test_results_do_not_share_the_buffers():
    x, w = arrays((2, 3, 6, 6), (4, 3, 3, 3))
    attributes = ((1, 1), (1, 1), (1, 1), 1)
    first = conv.conv(x, w, *attributes)
    kept = first.copy()
    conv.conv(-x, w, *attributes)
    np.testing.assert_array_equal(first, kept)


def test_threads_get_buffers_of_their_own():
    x, w = arrays((8, 8, 12, 12), (8, 8, 3, 3))
    attributes = ((2, 1), (1, 1), (1, 1), 1)
    expected, wrong = conv.conv(x, w, *attributes), []

    def work(factor):
        for _ in range(30):
            if not np.allclose(conv.conv(factor * x, w, *attributes), factor * expected):
                wrong.append(factor)

    threads = [Thread(target=work, args=(factor,)) for factor in (1.0, 2.0, 3.0)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_the_store_of_buffers_is_bounded():
    for n in range(1, 40):
        x, w = arrays((2, 8, 20 + n, 20), (4, 8, 3, 3))
        conv.conv(x, w, (1, 1), (1, 1), (1, 1), 1)
    store = patches._STORE
    assert store.nbytes == sum(space.nbytes for alike in store.spaces.values() for space in alike) <= patches.BUFFER_STORE_BYTES


@pytest.mark.parametrize(("n", "size"), [(64, 1000), (7, patches.BLOCK), (5, 10 * patches.BLOCK), (64, patches.BLOCK // 5), (1, 0)])
def test_blocks_cover_the_batch_once(n, size):
    ranges = patches._image_blocks(n, size)
    assert [i for start, stop in ranges for i in range(start, stop)] == list(range(n))
    assert max(stop - start for start, stop in ranges) <= max(1, patches.BLOCK // max(1, size))
    assert math.prod(stop - start > 0 for start, stop in ranges)
