"""Rows of softmax, convolutions, pooling, normalisation, losses and embeddings."""
from __future__ import annotations

import numpy as np

from minitorch_compat._array.nn.resampling.interpolation_weights import Axis, AxisWeights, InterpolationWeights
from tests.ops.op_row import C, F, Ours, family
from tests.samples.shape import adjoint

row = family("nn")

V = F((2, 3))

row("softmax_dim", (V, 1), (V, 0), (F(()), 0), reference="softmax", public=False)
row("safe_softmax", (V, 1), (V, 0), (F(()), 0), reference="_safe_softmax", public=False)
row("softmax_backward", (V, F((2, 3), "open"), 1),
    reference=lambda torch, g, out, dim: out * (g - (g * out).sum(dim, True)))
row("log_softmax_dim", (V, 1), (V, 0), reference="log_softmax", public=False)
row("log_softmax_backward", (V, V, 1), reference=lambda torch, g, out, dim: g - out.exp() * g.sum(dim, True))

# Convolution ----------------------------------------------------------------------------------------------------------------------

X, K = F((1, 2, 4, 3)), F((2, 2, 2, 2))
GEOMETRY = ((1, 1), (0, 0), (1, 1), 1)
STRIDED = ((2, 1), (1, 1), (1, 2), 1)
GROUPED = ((1, 1), (1, 0), (1, 1), 2)


def _conv(torch, x, w, bias, stride, padding, dilation, groups):  # type: ignore[no-untyped-def]
    function = getattr(torch.nn.functional, f"conv{x.dim() - 2}d")
    return function(x, w, bias, stride, padding, dilation, groups)


for _name in ("conv", "conv_backward"):
    row(_name, (X, K, *GEOMETRY), (X, K, *STRIDED), (X, F((2, 1, 2, 2)), *GROUPED), (F((2, 2, 4)), F((1, 2, 3)), (1,), (1,), (1,), 1),
        reference=lambda torch, x, w, *rest: _conv(torch, x, w, None, *rest))
row("conv_input_gradient", (F((1, 2, 3, 2)), K, (4, 3), *GEOMETRY), (F((1, 2, 3, 3)), K, (4, 3), *STRIDED),
    reference=lambda torch, g, w, size, *rest: adjoint(torch, g, (1, 2, *size), lambda z: _conv(torch, z, w.detach(), None, *rest)))
row("conv_weight_gradient", (F((1, 2, 3, 2)), X, (2, 2), *GEOMETRY), (F((1, 2, 3, 3)), X, (2, 2), *STRIDED),
    reference=lambda torch, g, x, size, *rest: adjoint(torch, g, (2, 2, *size), lambda z: _conv(torch, x.detach(), z, None, *rest)))
row("im2col", (F((1, 2, 4, 3)), (2, 2), (1, 1), (1, 0), (2, 1)), reference="nn.functional.unfold", holomorphic=True)
row("col2im", (F((1, 8, 6)), (4, 3), (2, 2), (1, 1), (0, 0), (1, 1)), reference="nn.functional.fold", holomorphic=True)
row("channel_sum", X, reference=lambda torch, x: x.sum((0, 2, 3)), holomorphic=True)
row("convolution", (X, K, F((2,)), *GEOMETRY), (X, K, None, *STRIDED), (F((2, 1, 4)), F((2, 1, 2)), F((2,)), (1,), (1,), (1,), 1),
    (F((1, 1, 2, 3, 2)), F((1, 1, 2, 2, 1)), F((1,)), (1, 1, 1), (0, 1, 0), (1, 1, 1), 1), reference=_conv)
row("convolution_transpose", (F((1, 2, 2, 2)), K, F((2,)), (1, 1), (0, 0), (0, 0), (1, 1), 1),
    (F((1, 2, 2, 2)), K, None, (2, 2), (1, 0), (1, 0), (1, 1), 1), (F((1, 2, 2, 2)), K, None, (1, 1), (0, 0), (1, 2), (2, 3), 1),
    reference=lambda torch, x, w, b, stride, padding, extra, dilation, groups: torch.nn.functional.conv_transpose2d(
        x, w, b, stride, padding, extra, groups, dilation))

# Pooling --------------------------------------------------------------------------------------------------------------------------

for _dims in (1, 2, 3):
    _x = F((1, 2, *(4, 3, 2)[:_dims]), "distinct")
    _two, _one, _none = (2,) * _dims, (1,) * _dims, (0,) * _dims
    row(f"max_pool{_dims}d_and_indices", (_x, _two, _one, _none, _one, False), (_x, _two, _two, _one, _one, True), outputs=(0,),
        reference=lambda torch, x, *rest, dims=_dims: getattr(torch.nn.functional, f"max_pool{dims}d_with_indices")(x, *rest))
    # An explicit divisor exists in two and three dimensions only; in one, None is the same as leaving it out.
    row(f"avg_pool{_dims}d_plain", (_x, _two, _one, _none, False, True, None), (_x, _two, _two, _one, True, False, None),
        reference=lambda torch, x, *rest, dims=_dims: getattr(torch.nn.functional, f"avg_pool{dims}d")(x, *rest[:5]))
row("avg_pool_transpose", (F((1, 2, 3, 2)), (4, 3), (2, 2), (1, 1), (0, 0), False, True, None),
    reference=lambda torch, g, size, kernel, stride, padding, ceil_mode, include, divisor: adjoint(
        torch, g, (1, 2, *size), lambda z: torch.nn.functional.avg_pool2d(z, kernel, stride, padding, ceil_mode, include, divisor)))
PLACES = C([[[[0, 1], [3, 3]]]])
row("pool_scatter", (F((1, 1, 2, 2)), PLACES, (2, 3)), holomorphic=True,
    reference=lambda torch, g, index, size: torch.zeros((1, 1, 6), dtype=g.dtype).scatter_add(
        2, index.reshape(1, 1, 4), g.reshape(1, 1, 4)).reshape(1, 1, *size))
row("pool_gather", (F((1, 1, 2, 3)), PLACES), holomorphic=True,
    reference=lambda torch, x, index: x.reshape(1, 1, 6).gather(2, index.reshape(1, 1, 4)).reshape(1, 1, 2, 2))


MATRICES = (np.array([[0.5, 0.5, 0, 0], [0, 0, 0.5, 0.5]]), np.array([[1.0, 0, 0], [0, 0.5, 0.5]]))


def axes(matrices):  # type: ignore[no-untyped-def]
    return tuple(
        Axis(AxisWeights(InterpolationWeights(np.repeat(np.arange(m.shape[1])[:, None], len(m), 1), m.T, m.shape[1]))) for m in matrices)


def _resampled(torch, x, _axes):  # type: ignore[no-untyped-def]
    rows, columns = (torch.tensor(m.tolist(), dtype=x.dtype) for m in MATRICES)
    return rows @ x @ columns.t()


row("adaptive_avg", (X, Ours(lambda: axes(MATRICES))), reference=_resampled)
row("adaptive_max", (F((1, 2, 4, 3), "distinct"), (2, 2)), (F((2, 4, 3), "distinct"), (3, 2)), outputs=(0,),
    reference=lambda torch, x, size: torch.nn.functional.adaptive_max_pool2d(x, size, return_indices=True))
row("adaptive_avg3d", (F((2, 4, 3)), Ours(lambda: axes(MATRICES))), reference=_resampled)
row("adaptive_max3d", (F((2, 4, 3, 2), "distinct"), (2, 2, 1)), outputs=(0,),
    reference=lambda torch, x, size: torch.nn.functional.adaptive_max_pool3d(x, size, return_indices=True))
APART = C([[[[0, 1], [5, 3]]]])
row("max_unpool2d_to", (F((1, 1, 2, 2)), APART, (2, 3)),
    reference=lambda torch, x, index, size: torch.nn.functional.max_unpool2d(x, index, (1, 2), 1, 0, size))
row("max_unpool3d_to", (F((1, 1, 1, 2, 2)), C([[[[[0, 1], [5, 3]]]]]), (1, 2, 3)),
    reference=lambda torch, x, index, size: torch.nn.functional.max_unpool3d(x, index, (1, 1, 2), 1, 0, size))

# Borders and shuffling ------------------------------------------------------------------------------------------------------------

for _dims, _widths in ((1, (1, 2)), (2, (1, 0, -1, 2)), (3, (0, 1, 1, 1, 1, 0))):
    for _mode in ("reflect", "replicate"):
        row(f"pad_{_mode}{_dims}d", (F((2, *(3,) * _dims)), _widths),
            reference=lambda torch, x, widths, mode=_mode: torch.nn.functional.pad(x, widths, mode))
row("pad_border_transpose", (F((1, 2, 6)), (3,), (1, 2), "reflect"), (F((1, 2, 6)), (3,), (1, 2), "replicate"),
    reference=lambda torch, g, size, widths, mode: adjoint(
        torch, g, (1, 2, *size), lambda z: torch.nn.functional.pad(z, widths, mode)))
row("pixel_shuffle_by", (F((1, 4, 2, 3)), 2), (F((4, 1, 2)), 2), reference=lambda torch, x, n: torch.pixel_shuffle(x, n), holomorphic=True)
row("pixel_unshuffle_by", (F((1, 1, 4, 2)), 2), (F((2, 2, 4)), 2), reference=lambda torch, x, n: torch.pixel_unshuffle(x, n),
    holomorphic=True)
row("channel_shuffle_by", (F((1, 6, 2)), 2), reference=lambda torch, x, n: torch.channel_shuffle(x, n), holomorphic=True)

# Recurrence -----------------------------------------------------------------------------------------------------------------------


def _lstm(torch, x, w_ih, w_hh, b_ih, b_hh, h, c, reverse, *_):  # type: ignore[no-untyped-def]
    x = x.flip(0) if reverse else x
    out, h, c = torch.lstm(x, (h[None], c[None]), [w_ih, w_hh, b_ih, b_hh], True, 1, 0.0, False, False, False)
    return out.flip(0) if reverse else out, h[0], c[0]


LAYER = F((3, 2, 2)), F((12, 2)), F((12, 3)), F((12,)), F((12,)), F((2, 3)), F((2, 3))
SETTINGS = (), 2, 3, 1, True, False, False, True
row("mkldnn_rnn_layer", (*LAYER, False, *SETTINGS), (*LAYER, True, *SETTINGS), outputs=(0, 1, 2), rtol=1e-7, reference=_lstm)

# Normalisation --------------------------------------------------------------------------------------------------------------------

row("native_layer_norm", (V, (3,), F((3,)), F((3,)), 1e-5), (F((2, 2, 2)), (2, 2), None, None, 1e-5), outputs=(0,), rtol=1e-7,
    reference=lambda torch, x, shape, w, b, eps: torch.nn.functional.layer_norm(x, shape, w, b, eps))


def _of_rows(g, x, _mean, _rstd, w, b, shape, eps):  # type: ignore[no-untyped-def]
    """With the mean and the deviation of each row, as the forward pass leaves them."""
    dims = tuple(range(-len(shape), 0))
    centred = x - x.mean(dims, keepdim=True)
    return g, x, x.mean(dims, keepdim=True), ((centred * centred).mean(dims, keepdim=True) + eps).rsqrt(), w, b, shape, eps


def _layer_norm_gradients(torch, g, x, _mean, _rstd, w, b, shape, eps):  # type: ignore[no-untyped-def]
    leaves = [t.detach().requires_grad_() for t in (x, w, b)]
    return torch.autograd.grad(torch.nn.functional.layer_norm(leaves[0], shape, *leaves[1:], eps), leaves, g.detach())


row("layer_norm_backward", (V, F((2, 3)), C(0.0), C(0.0), F((3,)), F((3,)), (3,), 1e-5),
    (F((2, 2, 2)), F((2, 2, 2)), C(0.0), C(0.0), F((2, 2)), F((2, 2)), (2, 2), 1e-5),
    outputs=(0, 1, 2), rtol=1e-7, prepare=_of_rows, public=False, reference=_layer_norm_gradients)
row("weight_norm_interface", (V, F((2, 1)), 0), (F((2, 2, 3)), F((1, 1, 3)), 2), outputs=(0,), rtol=1e-7,
    reference=lambda torch, v, g, dim: torch._weight_norm_interface(v, g, dim))
row("group_norm_of", (F((2, 4, 3)), F((4,)), F((4,)), 2, 1e-5), (F((2, 2, 2, 2)), None, None, 1, 1e-5), outputs=(0,), rtol=1e-7,
    reference=lambda torch, x, w, b, groups, eps: torch.nn.functional.group_norm(x, groups, w, b, eps))
row("native_batch_norm", (F((3, 2)), F((2,)), F((2,)), None, None, True, 1e-5), (F((2, 2, 2)), None, None, None, None, True, 1e-5),
    (F((3, 2)), F((2,)), F((2,)), C([0.1, 0.2], "float64"), C([1.5, 0.7], "float64"), False, 1e-5), outputs=(0,), rtol=1e-7,
    reference=lambda torch, x, w, b, mean, var, training, eps: torch.nn.functional.batch_norm(x, mean, var, w, b, training, 0.1, eps))


def _of_channels(g, x, w, running_mean, running_var, _mean, _rstd, _has_bias, training, eps):  # type: ignore[no-untyped-def]
    """With the mean and the deviation of each channel, of the batch or as remembered."""
    dims = (0, *range(2, x.dim()))
    mean = x.mean(dims) if training else running_mean
    spread = (x * x).mean(dims) - mean * mean if training else running_var
    return g, x, w, running_mean, running_var, mean, (spread + eps).rsqrt(), True, training, eps


def _batch_norm_gradients(torch, g, x, w, running_mean, running_var, _mean, _rstd, _has_bias, training, eps):  # type: ignore[no-untyped-def]
    leaves = [t.detach().requires_grad_() for t in (x, w, torch.zeros_like(w))]
    out = torch.nn.functional.batch_norm(leaves[0], running_mean, running_var, *leaves[1:], training, 0.0, eps)
    return torch.autograd.grad(out, leaves, g.detach())


row("batch_norm_backward", (F((3, 2)), F((3, 2)), F((2,)), None, None, C(0.0), C(0.0), True, True, 1e-5),
    (F((2, 2, 2)), F((2, 2, 2)), F((2,)), None, None, C(0.0), C(0.0), True, True, 1e-5),
    (F((3, 2)), F((3, 2)), F((2,)), C([0.1, 0.2], "float64"), C([1.5, 0.7], "float64"), C(0.0), C(0.0), True, False, 1e-5),
    outputs=(0, 1, 2), rtol=1e-7,
    prepare=_of_channels, public=False, reference=_batch_norm_gradients)


def _attention(torch, q, k, v, mask, causal, scale):  # type: ignore[no-untyped-def]
    return torch.nn.functional.scaled_dot_product_attention(q, k, v, mask, 0.0, causal, scale=scale)


row("flash_attention", (F((1, 2, 3, 2)), F((1, 2, 4, 2)), F((1, 2, 4, 2)), None, False, None),
    (F((2, 1, 3, 2)), F((2, 1, 3, 2)), F((2, 1, 3, 2)), None, True, 0.7),
    (F((1, 2, 2, 3)), F((1, 2, 3, 3)), F((1, 2, 3, 3)), C([[True, False, True], [False, False, False]], "bool"), False, None),
    (F((1, 2, 2, 3)), F((1, 2, 3, 3)), F((1, 2, 3, 3)), C([[0.5, -1.0, 0.2], [0.1, 0.0, 1.0]], "float64"), False, None), outputs=(0,),
    rtol=1e-7, reference=_attention)

# Losses and embeddings ------------------------------------------------------------------------------------------------------------

LABELS = C([2, 0])
WEIGHT = C([0.5, 1.0, 2.0], "float64")


def _nll(torch, x, target, weight, reduction, ignored):  # type: ignore[no-untyped-def]
    return torch.nn.functional.nll_loss(x, target, weight, ignore_index=ignored, reduction=reduction)


row("nll_loss_images", *((F((1, 3, 2, 2)), C([[[0, 2], [1, 1]]]), None, reduction, -100) for reduction in ("mean", "sum", "none")),
    reference=lambda torch, x, y, w, r, ignored: torch.nn.functional.nll_loss(x, y, w, reduction=r, ignore_index=ignored))
row("nll_loss_plain", *((V, LABELS, w, reduction, -100) for w in (None, WEIGHT) for reduction in ("mean", "sum", "none")),
    (F((3, 3)), C([2, 0, 1]), WEIGHT, "mean", 0), (F((2, 3, 2)), C([[2, 0], [1, 1]]), None, "mean", -100), reference=_nll)
row("nll_loss_transpose", (F(()), (2, 3), LABELS, WEIGHT, "mean", -100), (F((2,)), (2, 3), LABELS, None, "none", -100),
    reference=lambda torch, g, shape, *rest: adjoint(torch, g, shape, lambda z: _nll(torch, z, *rest)))
INDICES = C([[1, 0], [3, 1]])
row("embedding", (F((4, 2)), INDICES, -1, False), (F((4, 2)), INDICES, 1, True), public=False, first=False,
    reference=lambda torch, w, i, padding, scale: torch.nn.functional.embedding(i, w))
row("embedding_transpose", (F((2, 2, 2)), INDICES, 4, -1, False), reference=lambda torch, g, i, rows, padding, scale: adjoint(
    torch, g, (rows, 2), lambda z: torch.nn.functional.embedding(i, z)))
BAGS = C([0, 0, 1, 1, 1, 3])
row("bag_sums", (F((4, 2)), C([1, 0, 3, 1, 2, 2]), BAGS, None, None, 4), (F((4, 2)), C([1, 0, 3, 1, 2, 2]), BAGS, F((6,)), None, 4),
    reference=lambda torch, w, i, bag, factors, divisors, count: torch.zeros(count, w.shape[1], dtype=w.dtype).index_add(
        0, bag, w[i] if factors is None else w[i] * factors[:, None]))
row("row_products", (F((4, 2)), F((3, 2)), C([1, 0, 3, 1]), C([2, 0, 2, 1])), holomorphic=True,
    reference=lambda torch, a, b, i, j: (a[i] * b[j]).sum(1))
