"""Losses and embeddings."""
from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from ...._array.core import intp
from ...._array.index import scatter as sc
from ...._array.linalg import pdist as distances
from ...._array.nn import ctc as c
from ...._array.nn import embedding_bags as bags
from ...._array.nn import losses as k
from ...batching import products as bp
from ...batching import shapes as bs
from ...batching.rules import Definition
from ...namespace import ARRAYS
from ...not_implemented import no_derivative, no_forward, not_implemented
from ...op import Op, custom, elementwise, fused, linear, nondiff


def _nll_loss(name: str, node: str) -> Op:
    return linear(f"{name}(Tensor input, Tensor target, Tensor? weight, str reduction, int ignore_index) -> Tensor", k.nll_loss,
                  lambda xp, g, _out, x, target, weight, reduction, ignore_index: xp.nll_loss_transpose(
                      g, x.shape, target, weight, reduction, ignore_index), module=None, node=node, piecewise_linear=True, refuses="buic",
                  batch=bp.nll_loss)


NLL_LOSS, NLL_LOSS2D = _nll_loss("nll_loss_plain", "NllLossBackward0"), _nll_loss("nll_loss_images", "NllLoss2DBackward0")
NLL_LOSS2D.set_facts(aten="nll_loss2d_forward", autocast="single", kernel_label="nll_loss2d_forward_out_frame")
NLL_LOSS.set_facts(aten="nll_loss_forward", overload_arguments="likelihood",
              autocast="single", device_argument=1, kernel_label="nll_loss_out_frame")
NLL_LOSS_TRANSPOSE = linear(
    "nll_loss_transpose(Tensor input, int[] shape, Tensor target, Tensor? weight, str reduction, int ignore_index) -> Tensor",
    k.nll_loss_transpose,
    lambda xp, g, _out, _x, shape, target, weight, reduction, ignore_index: xp.nll_loss_plain(g, target, weight, reduction, ignore_index),
    module=None, node="NllLossBackwardBackward0", batch=bp.nll_loss_transpose, aten="nll_loss_backward")
MSE = elementwise("mse(Tensor input, Tensor target) -> Tensor", k.squared_difference,
                  lambda xp, g, _out, x, y: xp.mse_backward(g, x, y, 1.0),
                  lambda xp, g, _out, x, y: xp.mse_backward(g, y, x, 1.0), promote="common", module=None, node="MseLossBackward0",
                  gradient_layout="own", refuses="buic", aten="mse_loss", overload_arguments="unreduced",
                  autocast="single", tangent_dtype="rounded", tangent_rule="squares")
SMOOTH_L1 = elementwise("smooth_l1(Tensor input, Tensor target, float beta) -> Tensor", k.smooth_l1,
                        lambda xp, g, _out, x, y, beta: xp.smooth_l1_backward(g, x, y, beta, 1.0),
                        lambda xp, g, _out, x, y, beta: xp.smooth_l1_backward(g, y, x, beta, 1.0), promote="common",
                        module=None, node="SmoothL1LossBackward0", refuses="buic", aten="smooth_l1_loss",
                        overload_arguments="unreduced with width",
                        gradient_layout="own",
                        autocast="single", tangent_dtype="rounded")
HUBER = elementwise("huber(Tensor input, Tensor target, float delta) -> Tensor", k.huber,
                    lambda xp, g, _out, x, y, delta: xp.huber_backward(g, x, y, delta, 1.0),
                    lambda xp, g, _out, x, y, delta: xp.huber_backward(g, y, x, delta, 1.0), module=None,
                    node="HuberLossBackward0", refuses="buic", aten="huber_loss", overload_arguments="unreduced with width",
                    gradient_layout="own",
                    autocast="single", tangent_check="written")
# The gradients of these three, where `scale` is the weight of one element; they have derivatives of their own, as in PyTorch.
MSE_BACKWARD = elementwise(
    "mse_backward(Tensor grad, Tensor input, Tensor target, float scale) -> Tensor", k.mse_backward,
    lambda xp, g, _out, _grad, x, y, scale: xp.mse_backward(g, x, y, scale),
    lambda xp, g, _out, grad, _x, _y, scale: xp.mul_scalar(g * grad, 2 * scale),
    lambda xp, g, _out, grad, _x, _y, scale: xp.mul_scalar(g * grad, -2 * scale), module=None, node="MseLossBackwardBackward0",
    row_major=True)
SMOOTH_L1_BACKWARD = elementwise(
    "smooth_l1_backward(Tensor grad, Tensor input, Tensor target, float beta, float scale) -> Tensor", k.smooth_l1_backward,
    lambda xp, g, _out, _grad, x, y, beta, scale: xp.smooth_l1_backward(g, x, y, beta, scale),
    lambda xp, g, _out, grad, x, y, beta, scale: _where_near(xp, g, grad, x, y, beta, scale / beta),
    lambda xp, g, _out, grad, x, y, beta, scale: _where_near(xp, g, grad, x, y, beta, -scale / beta), module=None,
    node="SmoothL1LossBackwardBackward0", row_major=True)
HUBER_BACKWARD = elementwise(
    "huber_backward(Tensor grad, Tensor input, Tensor target, float delta, float scale) -> Tensor", k.huber_backward,
    lambda xp, g, _out, _grad, x, y, delta, scale: xp.huber_backward(g, x, y, delta, scale),
    lambda xp, g, _out, grad, x, y, delta, scale: _where_near(xp, g, grad, x, y, delta, scale),
    lambda xp, g, _out, grad, x, y, delta, scale: _where_near(xp, g, grad, x, y, delta, -scale), module=None,
    node="HuberLossBackwardBackward0", row_major=True)


def _where_near(xp: Any, g: Any, grad: Any, x: Any, y: Any, width: float, slope: float) -> Any:
    """The second derivative of a loss that is quadratic where |x - y| < `width`, and linear elsewhere."""
    return xp.where_or_zero(xp.abs(x - y) < width, xp.mul_scalar(g * grad, slope))


BCE = elementwise("bce(Tensor input, Tensor target) -> Tensor", k.bce,
                  lambda xp, g, _out, p, target: xp.bce_backward(g, p, target),
                  lambda xp, g, _out, p, _target: g * (xp.log1p(-p) - xp.log(p)), module=None, node="BinaryCrossEntropyBackward0",
                  refuses="buic", aten="binary_cross_entropy", autocast="single", tangent_check="entropy", tangent_rule="entropy",
                  gradient_layout="saved", kernel_label="binary_cross_entropy")
#: As in PyTorch, denominators of the derivatives are kept from 0: in the target by a bound, otherwise by adding.
BCE_BACKWARD = elementwise(
    "bce_backward(Tensor grad, Tensor input, Tensor target) -> Tensor", k.bce_backward,
    lambda xp, g, _out, _grad, p, target: g * ((p - target) / ((p + 1e-12) * (1 - p + 1e-12))),
    lambda xp, g, _out, grad, p, target: g * grad * ((p * p - 2 * p * target + target) / xp.square((p + 1e-12) * (1 - p + 1e-12))),
    lambda xp, g, _out, grad, p, _target: -g * grad / xp.clamp_min_scalar(p * (1 - p), 1e-12), module=None,
    node="BinaryCrossEntropyBackwardBackward0")
BCE_WITH_LOGITS = elementwise("bce_with_logits(Tensor input, Tensor target) -> Tensor", k.bce_with_logits,
                              lambda xp, g, _out, x, target: xp.mul(g, xp.sigmoid(x) - target),
                              lambda xp, g, _out, x, target: xp.mul(-g, x), module=None, node="BinaryCrossEntropyWithLogitsBackward0",
                              refuses="buic", aten="binary_cross_entropy_with_logits", autocast="single", allows_complex_tangents=True,
                              gradient_layout="saved", iterates_backwards=True, kernel_label="log_sigmoid_cpu")


def _share(g: Any, x: Any, y: Any, mean: bool) -> Any:
    """The cotangent of each element of a reduced loss."""
    return g * _part(x, y) if mean else g


def _part(x: Any, y: Any) -> float:
    """The weight of one element in the mean."""
    return 1 / max(1, prod(np.broadcast_shapes(tuple(x.shape), tuple(y.shape))))


def _reduced_loss(base: Op, *vjps: Any) -> Op:
    """The mean or sum of a loss in one node, as in PyTorch; its vjps, if they can be differentiated, else those of the loss."""
    head, result = base.schema.text.split(") -> ")
    schema = f"{head.replace('(', '_over_all(', 1)}, bool mean) -> {result}"
    first, second = base.vjps
    assert first is not None and second is not None

    def composite(xp: Any, *args: Any) -> Any:
        each = getattr(xp, base.name)(*args[:-1])
        return xp.mean(each) if args[-1] else xp.sum(each)

    by_loss = (lambda xp, g, _out, x, y, mean: first(xp, _share(g, x, y, mean), None, x, y),
               lambda xp, g, _out, x, y, mean: second(xp, _share(g, x, y, mean), None, x, y))
    return fused(schema, lambda *args: composite(ARRAYS, *args), *vjps or by_loss, composite=composite, promote=base.promote, module=None,
                 node=base.node_name, batch=Definition(composite), refuses="".join(base.refuses), has_differentiable_vjps=bool(vjps),
                 gradient_layout=base.gradient_layout)


def _mean_factor(mean: bool, x: Any, y: Any) -> float:
    return _part(x, y) if mean else 1.0


MSE_ALL = _reduced_loss(MSE, lambda xp, g, _out, x, y, mean: xp.mse_backward(g, x, y, _mean_factor(mean, x, y)),
                    lambda xp, g, _out, x, y, mean: xp.mse_backward(g, y, x, _mean_factor(mean, x, y)))
MSE_ALL.set_facts(aten="mse_loss", overload_arguments="reduced",
             autocast="single", tangent_dtype="rounded", kernel_label="mse_cpu")
SMOOTH_L1_ALL = _reduced_loss(SMOOTH_L1,
                          lambda xp, g, _out, x, y, beta, mean: xp.smooth_l1_backward(g, x, y, beta, _mean_factor(mean, x, y)),
                          lambda xp, g, _out, x, y, beta, mean: xp.smooth_l1_backward(g, y, x, beta, _mean_factor(mean, x, y)))
SMOOTH_L1_ALL.set_facts(aten="smooth_l1_loss", overload_arguments="reduced with width", autocast="single", tangent_dtype="rounded",
                   kernel_label="smooth_l1_cpu")
HUBER_ALL = _reduced_loss(HUBER, lambda xp, g, _out, x, y, delta, mean: xp.huber_backward(g, x, y, delta, _mean_factor(mean, x, y)),
                      lambda xp, g, _out, x, y, delta, mean: xp.huber_backward(g, y, x, delta, _mean_factor(mean, x, y)))
HUBER_ALL.set_facts(aten="huber_loss", overload_arguments="reduced with width", autocast="single", tangent_check="written",
               kernel_label="huber_cpu")
BCE_ALL, BCE_WITH_LOGITS_ALL = map(_reduced_loss, (BCE, BCE_WITH_LOGITS))
BCE_WITH_LOGITS_ALL.set_facts(aten="binary_cross_entropy_with_logits", refused_as="log_sigmoid_forward",
                         overload_arguments="reduced by two weights",
                         autocast="single", device_argument=1, kernel_label="log_sigmoid_cpu")
BCE_ALL.set_facts(aten="binary_cross_entropy", overload_arguments="reduced by weights", autocast="single", device_argument=1,
             tangent_check="entropy",
             kernel_label="binary_cross_entropy")


def _reduce(xp: Any, each: Any, reduction: str) -> Any:
    return xp.mean(each) if reduction == "mean" else xp.sum(each) if reduction == "sum" else each


def _weighted_bce(xp: Any, x: Any, target: Any, weight: Any, reduction: str) -> Any:
    return _reduce(xp, xp.bce(x, target) * weight, reduction)


BCE_WEIGHTED = fused(
    "bce_weighted(Tensor input, Tensor target, Tensor weight, str reduction) -> Tensor", lambda *args: _weighted_bce(ARRAYS, *args),
    lambda xp, g, _out, x, t, w, reduction: xp.bce_backward(_share(g, x, t, reduction == "mean") * w, x, t),
    lambda xp, g, _out, x, t, w, reduction: _share(g, x, t, reduction == "mean") * w * (xp.log1p(-x) - xp.log(x)),
    composite=_weighted_bce, module=None, gradient_layout="saved", node="BinaryCrossEntropyBackward0", batch=Definition(_weighted_bce),
    refuses="buic", aten="binary_cross_entropy", autocast="single", device_argument=1, kernel_label="binary_cross_entropy")


def _weighted_logits(xp: Any, x: Any, target: Any, weight: Any, pos_weight: Any, reduction: str) -> Any:
    if pos_weight is None:
        loss = xp.bce_with_logits(x, target)
    else:
        soft = xp.log1p(xp.exp(-xp.abs(x))) + xp.relu(-x)
        loss = (1 - target) * x + ((pos_weight - 1) * target + 1) * soft
    return _reduce(xp, loss if weight is None else loss * weight, reduction)


def _weighted_logits_backward(xp: Any, g: Any, x: Any, target: Any, weight: Any, pos_weight: Any, reduction: str) -> tuple[Any, ...]:
    g = _share(g, x, target, reduction == "mean")
    g = g if weight is None else g * weight
    s = xp.sigmoid(x)
    if pos_weight is None:
        return g * (s - target), -g * x, None, None
    soft = xp.log1p(xp.exp(-xp.abs(x))) + xp.relu(-x)
    return g * ((1 - target) * s - pos_weight * target * (1 - s)), g * ((pos_weight - 1) * soft - x), None, None


def _soft_margin(xp: Any, x: Any, target: Any, reduction: str) -> Any:
    return _reduce(xp, xp.log1p(xp.exp(-target * x)), reduction)


def _soft_margin_derivative(xp: Any, x: Any, target: Any, scale: float) -> Any:
    """As in PyTorch: NaN where the exponential is infinite."""
    z = xp.exp(-target * x)
    return target * z * -scale / (z + 1)


def _soft_margin_curvature(xp: Any, x: Any, target: Any, scale: float) -> Any:
    s = xp.sigmoid(-target * x)
    return target * target * s * (1 - s) * scale


SOFT_MARGIN = fused(
    "soft_margin(Tensor input, Tensor target, str reduction) -> Tensor",
    lambda x, *args: k.laid_out_like(x, _soft_margin(ARRAYS, x, *args)),
    lambda xp, g, _out, x, t, reduction: xp.soft_margin_backward(g, x, t, 1.0 / (prod(x.shape) or 1) if reduction == "mean" else 1.0),
    has_differentiable_vjps=True, composite=_soft_margin, promote="floating", module=None, node="SoftMarginLossBackward0",
    batch=Definition(_soft_margin),
    aten="soft_margin_loss", refused_as="exp_", autocast="single")
SOFT_MARGIN_BACKWARD = elementwise(
    "soft_margin_backward(Tensor grad, Tensor input, Tensor target, float scale) -> Tensor",
    lambda g, x, t, scale: _soft_margin_derivative(ARRAYS, x, t, scale) * g,
    lambda xp, g, _out, _grad, x, t, scale: xp.soft_margin_backward(g, x, t, scale),
    lambda xp, g, _out, grad, x, t, scale: _soft_margin_curvature(xp, x, t, scale) * (g * grad), module=None,
    node="SoftMarginLossBackwardBackward0")
BCE_WITH_LOGITS_WEIGHTED = fused(
    "bce_with_logits_weighted(Tensor input, Tensor target, Tensor? weight, Tensor? pos_weight, str reduction) -> Tensor",
    lambda *args: _weighted_logits(ARRAYS, *args),
    joint=lambda xp, g, _out, x, t, w, pw, reduction: _weighted_logits_backward(xp, g, x, t, w, pw, reduction),
    composite=_weighted_logits, module=None, gradient_layout="saved", node="BinaryCrossEntropyWithLogitsBackward0",
    batch=Definition(_weighted_logits), refuses="buic", aten="binary_cross_entropy_with_logits", refused_as="log_sigmoid_forward",
    autocast="single", device_argument=1, visible_edges=(0, 1), kernel_label="log_sigmoid_cpu")
# The row numbers of all pairs are for the definition only; the kernel enumerates the pairs itself.
PAIRS = nondiff("row_pairs(int count) -> (Tensor first, Tensor second)", lambda count: intp.triu_indices(count, 1), module=None)


def _pdist(xp: Any, x: Any, p: float) -> Any:
    first, second = xp.row_pairs(x.shape[0])
    return xp.vector_norm(xp.index_select(x, 0, first) - xp.index_select(x, 0, second), p, 1, False, None)


PDIST = fused("pdist_of(Tensor input, float p) -> Tensor", distances.pdist,
              lambda xp, g, out, x, p: distances.pdist_backward(g, out, x, p), composite=_pdist, module=None,
              node="PdistBackward0", batch=Definition(_pdist), aten="_pdist_forward")
EMBEDDING = linear("embedding(Tensor weight, Tensor indices, int padding_idx=-1, bool scale_grad_by_freq=False) -> Tensor",
                   lambda w, i, padding_idx=-1, scale=False: sc.embedding(w, i),
                   lambda xp, g, _out, w_meta, indices, padding_idx, scale_grad_by_freq: xp.embedding_transpose(
                       g, indices, w_meta.shape[0], padding_idx, scale_grad_by_freq), module=None, batch=bs.embedding,
                   allows_cpu_index=True, float8=True)


def _zero_padding_rows(xp: Any, rows: Any, indices: Any, padding_idx: int) -> Any:
    """Rows, with zeros for those of `padding_idx`, which do not contribute."""
    return rows if padding_idx < 0 else xp.masked_fill_value(rows, xp.unsqueeze(xp.eq(indices, padding_idx), -1), 0)


EMBEDDING_TRANSPOSE = custom(
    "embedding_transpose(Tensor input, Tensor indices, int rows, int padding_idx, bool scale_grad_by_freq) -> Tensor",
    sc.embedding_backward,
    lambda xp, g, _out, _x, indices, rows, padding_idx, scale: _zero_padding_rows(
        xp, xp.embedding(g, indices, -1, False), indices, padding_idx),
    jvp=lambda xp, t, _out, _x, indices, rows, padding_idx, scale: xp.embedding_transpose(t[0], indices, rows, padding_idx, scale),
    module=None, node="EmbeddingDenseBackwardBackward0", batch=bs.embedding_transpose, aten="embedding_dense_backward")


def _bag_sums(xp: Any, weight: Any, index: Any, bag: Any, factors: Any, divisors: Any, count: int) -> Any:
    rows = xp.index_select(weight, 0, index)
    if divisors is not None:  # of gradients only
        fixed = xp.stop_gradient(rows)
        rows = fixed + (rows - fixed) / xp.unsqueeze(divisors, 1)
    rows = rows if factors is None else rows * xp.unsqueeze(factors, 1)
    return xp.embedding_transpose(rows, bag, count, -1, False)


def _gradient_factors(xp: Any, factors: Any, divisors: Any) -> Any:
    if divisors is None:
        return factors
    return xp.reciprocal(divisors) if factors is None else factors / divisors


# The transpose exchanges `index` and `bag`: what is saved are the indices alone, if nothing but `weight` requires a gradient.
BAG_SUMS = linear(
    "bag_sums(Tensor weight, Tensor index, Tensor bag, Tensor? factors, Tensor? divisors, int count) -> Tensor",
    lambda weight, index, bag, factors, divisors, count: bags.bag_sums(weight, index, bag, factors, count),
    lambda xp, g, _out, weight_meta, index, bag, factors, divisors, count: xp.bag_sums(
        g, bag, index, _gradient_factors(xp, factors, divisors), None, weight_meta.shape[0]),
    None, None,
    lambda xp, g, _out, weight, index, bag, _factors, _divisors, count: xp.row_products(g, weight, bag, index),
    module=None, batch=Definition(_bag_sums))
ROW_PRODUCTS = linear(
    "row_products(Tensor left, Tensor right, Tensor i, Tensor j) -> Tensor", bags.row_products,
    lambda xp, g, _out, left_meta, right, i, j: xp.bag_sums(right, j, i, g, None, left_meta.shape[0]),
    lambda xp, g, _out, left, right_meta, i, j: xp.bag_sums(left, i, j, g, None, right_meta.shape[0]),
    module=None, batch=Definition(lambda xp, left, right, i, j: xp.sum_dim(
        xp.index_select(left, 0, i) * xp.index_select(right, 0, j), (1,), False, None)))


_NO_RENORM = not_implemented("embedding_renorm")
EMBEDDING_RENORM = custom("embedding_renorm(Tensor input, Tensor indices, float max_norm, float norm_type) -> Tensor",
                          bags.embedding_renorm,
                          lambda xp, g, _out, _x, _indices, _max_norm, _norm_type: _NO_RENORM(), jvp=no_forward("embedding_renorm"),
                          variants="", module=None)


_NO_FORWARD, _NO_SECOND = no_forward("_ctc_loss"), no_derivative("_ctc_loss_backward")
# Its gradient is valid only for normalised log-probabilities (see the kernel), so that a second derivative would be wrong: as in PyTorch
# there is none.
# `rows` are the padded targets; `targets` are as given, so that in-place changes of them are noticed.
CTC = custom(
    "ctc(Tensor log_probs, Tensor rows, Tensor input_lengths, Tensor target_lengths, Tensor? targets, int blank, bool zero_infinity) -> "
    "(Tensor nll, Tensor alpha)", lambda lp, rows, inputs, lengths, targets, blank, zero_infinity: c.ctc(lp, rows, inputs, lengths, blank),
    lambda xp, g, nll, alpha, lp, rows_unversioned, inputs_unversioned, lengths_unversioned, targets, blank, zero_infinity: xp.ctc_backward(
        g, nll, alpha, lp, rows_unversioned, inputs_unversioned, lengths_unversioned, blank, zero_infinity),
    jvp=_NO_FORWARD, differentiable=(0,), module=None, node="CtcLossBackward0", batch=bp.joint_rule((1, 0, 0, 0), (0, 1)),
    aten="_ctc_loss.Tensor", refused_as="_ctc_loss", autocast="single")
CTC_BACKWARD = custom(
    "ctc_backward(Tensor input, Tensor nll, Tensor alpha, Tensor lp, Tensor targets, Tensor inputs, Tensor lengths, int blank, "
    "bool zero_infinity) -> Tensor", c.ctc_backward,
    *(lambda xp, g, _out, _g, _nll, _alpha, _lp, _targets, _inputs, _lengths, blank, zero: _NO_SECOND() for _ in range(4)),
    jvp=_NO_FORWARD, module=None, node="NotImplemented", batch=bp.joint_rule((0, 0, 1, 1, 0, 0, 0), (1,)), aten="_ctc_loss_backward")
