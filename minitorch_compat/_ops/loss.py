"""Losses and embeddings."""
from __future__ import annotations

from math import prod
from typing import Any

import numpy as np

from .._array import bags, distances
from .._array import ctc as c
from .._array import losses as k
from .._array import scatter as sc
from . import batching_products as bp
from . import batching_shapes as bs
from .batching import Definition
from .lacking import no_derivative, no_forward, not_implemented
from .namespace import ARRAYS
from .op import Op, custom, elementwise, fused, linear


def _nll_loss(name: str, node: str) -> Op:
    return linear(f"{name}(Tensor input, Tensor target, Tensor? weight, str reduction, int ignore_index) -> Tensor", k.nll_loss,
                  lambda xp, g, _out, x, target, weight, reduction, ignore_index: xp.nll_loss_transpose(
                      g, x.shape, target, weight, reduction, ignore_index), module=None, node=node, flat=True, refuses="buic",
                  batch=bp.nll_loss)


NLL_LOSS, NLL_LOSS2D = _nll_loss("nll_loss_plain", "NllLossBackward0"), _nll_loss("nll_loss_images", "NllLoss2DBackward0")
NLL_LOSS_TRANSPOSE = linear(
    "nll_loss_transpose(Tensor input, int[] shape, Tensor target, Tensor? weight, str reduction, int ignore_index) -> Tensor",
    k.nll_loss_transpose,
    lambda xp, g, _out, _x, shape, target, weight, reduction, ignore_index: xp.nll_loss_plain(g, target, weight, reduction, ignore_index),
    module=None, node="NllLossBackwardBackward0", batch=bp.nll_loss_transpose)
MSE = elementwise("mse(Tensor input, Tensor target) -> Tensor", k.squared_difference,
                  lambda xp, g, _out, x, y: xp.mul(g, 2 * (x - y)),
                  lambda xp, g, _out, x, y: xp.mul(g, 2 * (y - x)), promote="common", module=None, node="MseLossBackward0",
                  refuses="buic")
SMOOTH_L1 = elementwise("smooth_l1(Tensor input, Tensor target, float beta) -> Tensor", k.smooth_l1,
                        lambda xp, g, _out, x, y, beta: g * xp.clamp_scalars((x - y) * (1 / beta), -1.0, 1.0),
                        lambda xp, g, _out, x, y, beta: g * xp.clamp_scalars((y - x) * (1 / beta), -1.0, 1.0), promote="common",
                        module=None, node="SmoothL1LossBackward0", refuses="buic")
HUBER = elementwise("huber(Tensor input, Tensor target, float delta) -> Tensor", k.huber,
                    lambda xp, g, _out, x, y, delta: g * xp.clamp_scalars(x - y, -delta, delta),
                    lambda xp, g, _out, x, y, delta: g * xp.clamp_scalars(y - x, -delta, delta), module=None,
                    node="HuberLossBackward0", refuses="buic")
BCE = elementwise("bce(Tensor input, Tensor target) -> Tensor", k.bce,
                  lambda xp, g, _out, p, target: xp.bce_backward(g, p, target),
                  lambda xp, g, _out, p, _target: g * (xp.log1p(-p) - xp.log(p)), module=None, node="BinaryCrossEntropyBackward0",
                  refuses="buic")
#: As PyTorch has it: what its derivatives divide by is kept from 0, in the target by a bound, otherwise by additions.
BCE_BACKWARD = elementwise(
    "bce_backward(Tensor grad, Tensor input, Tensor target) -> Tensor", k.bce_backward,
    lambda xp, g, _out, _grad, p, target: g * ((p - target) / ((p + 1e-12) * (1 - p + 1e-12))),
    lambda xp, g, _out, grad, p, target: g * grad * ((p * p - 2 * p * target + target) / xp.square((p + 1e-12) * (1 - p + 1e-12))),
    lambda xp, g, _out, grad, p, _target: -g * grad / xp.clamp_min_scalar(p * (1 - p), 1e-12), module=None,
    node="BinaryCrossEntropyBackwardBackward0")
BCE_WITH_LOGITS = elementwise("bce_with_logits(Tensor input, Tensor target) -> Tensor", k.bce_with_logits,
                              lambda xp, g, _out, x, target: xp.mul(g, xp.sigmoid(x) - target),
                              lambda xp, g, _out, x, target: xp.mul(-g, x), module=None, node="BinaryCrossEntropyWithLogitsBackward0",
                              refuses="buic")


def _share(g: Any, x: Any, y: Any, mean: bool) -> Any:
    """The cotangent of each element of a reduced loss."""
    return g * (1 / max(1, prod(np.broadcast_shapes(tuple(x.shape), tuple(y.shape))))) if mean else g


def _over_all(base: Op) -> Op:
    """The mean or the sum of a loss in one node, as torch has it."""
    head, result = base.schema.text.split(") -> ")
    schema = f"{head.replace('(', '_over_all(', 1)}, bool mean) -> {result}"
    first, second = base.vjps
    assert first is not None and second is not None

    def composite(xp: Any, *args: Any) -> Any:
        each = getattr(xp, base.name)(*args[:-1])
        return xp.mean(each) if args[-1] else xp.sum(each)

    vjps: tuple[Any, Any] = (lambda xp, g, _out, x, y, mean: first(xp, _share(g, x, y, mean), None, x, y),
                             lambda xp, g, _out, x, y, mean: second(xp, _share(g, x, y, mean), None, x, y))
    if len(base.params) == 3:
        vjps = (lambda xp, g, _out, x, y, width, mean: first(xp, _share(g, x, y, mean), None, x, y, width),
                lambda xp, g, _out, x, y, width, mean: second(xp, _share(g, x, y, mean), None, x, y, width))
    return fused(schema, lambda *args: composite(ARRAYS, *args), *vjps, composite=composite, promote=base.promote, module=None,
                 node=base.node_name, batch=Definition(composite), refuses="".join(base.refuses))


MSE_ALL, SMOOTH_L1_ALL, HUBER_ALL, BCE_ALL, BCE_WITH_LOGITS_ALL = map(_over_all, (MSE, SMOOTH_L1, HUBER, BCE, BCE_WITH_LOGITS))


def _reduce(xp: Any, each: Any, reduction: str) -> Any:
    return xp.mean(each) if reduction == "mean" else xp.sum(each) if reduction == "sum" else each


def _weighted_bce(xp: Any, x: Any, target: Any, weight: Any, reduction: str) -> Any:
    return _reduce(xp, xp.bce(x, target) * weight, reduction)


BCE_WEIGHTED = fused(
    "bce_weighted(Tensor input, Tensor target, Tensor weight, str reduction) -> Tensor", lambda *args: _weighted_bce(ARRAYS, *args),
    lambda xp, g, _out, x, t, w, reduction: xp.bce_backward(_share(g, x, t, reduction == "mean") * w, x, t),
    lambda xp, g, _out, x, t, w, reduction: _share(g, x, t, reduction == "mean") * w * (xp.log1p(-x) - xp.log(x)),
    composite=_weighted_bce, module=None, node="BinaryCrossEntropyBackward0", batch=Definition(_weighted_bce), refuses="buic")


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


def _soft_margin_slope(xp: Any, x: Any, target: Any, reduction: str) -> Any:
    """As PyTorch has it: NaN where the exponential is infinite."""
    z = xp.exp(-target * x)
    return target * z * (-1.0 / prod(x.shape) if reduction == "mean" else -1.0) / (z + 1)


SOFT_MARGIN = fused(
    "soft_margin(Tensor input, Tensor target, str reduction) -> Tensor", lambda *args: _soft_margin(ARRAYS, *args),
    lambda xp, g, _out, x, t, reduction: _soft_margin_slope(xp, x, t, reduction) * g,
    lambda xp, g, _out, x, t, reduction: _share(g, x, t, reduction == "mean") * (-x * xp.sigmoid(-t * x)),
    composite=_soft_margin, promote="floating", module=None, node="SoftMarginLossBackward0", batch=Definition(_soft_margin))
BCE_WITH_LOGITS_WEIGHTED = fused(
    "bce_with_logits_weighted(Tensor input, Tensor target, Tensor? weight, Tensor? pos_weight, str reduction) -> Tensor",
    lambda *args: _weighted_logits(ARRAYS, *args),
    joint=lambda xp, g, _out, x, t, w, pw, reduction: _weighted_logits_backward(xp, g, x, t, w, pw, reduction),
    composite=_weighted_logits, module=None, node="BinaryCrossEntropyWithLogitsBackward0", batch=Definition(_weighted_logits),
    refuses="buic")
# The two vectors of indices are for the definition alone; the kernel goes through the pairs by itself.
def _pdist(xp: Any, x: Any, first: Any, second: Any, p: float) -> Any:
    return xp.vector_norm(xp.index_select(x, 0, first) - xp.index_select(x, 0, second), p, 1, False, None)


PDIST = fused("pdist_of(Tensor input, Tensor first, Tensor second, float p) -> Tensor", lambda x, _first, _second, p: distances.pdist(x, p),
              lambda xp, g, out, x, _first, _second, p: distances.pdist_backward(g, out, x, p), None, None, composite=_pdist, module=None,
              node="PdistBackward0", batch=Definition(_pdist))
EMBEDDING = linear("embedding(Tensor weight, Tensor indices, int padding_idx=-1, bool scale_grad_by_freq=False) -> Tensor",
                   lambda w, i, padding_idx=-1, scale=False: sc.embedding(w, i),
                   lambda xp, g, _out, w_meta, indices, padding_idx, scale_grad_by_freq: xp.embedding_transpose(
                       g, indices, w_meta.shape[0], padding_idx, scale_grad_by_freq), module=None, batch=bs.embedding)


def _but_padding(xp: Any, rows: Any, indices: Any, padding_idx: int) -> Any:
    """Rows, with zeros for those that came of `padding_idx`: it had no part in what they are the cotangent of."""
    return rows if padding_idx < 0 else xp.masked_fill_value(rows, xp.unsqueeze(xp.eq(indices, padding_idx), -1), 0)


EMBEDDING_TRANSPOSE = custom(
    "embedding_transpose(Tensor input, Tensor indices, int rows, int padding_idx, bool scale_grad_by_freq) -> Tensor",
    sc.embedding_backward,
    lambda xp, g, _out, _x, indices, rows, padding_idx, scale: _but_padding(xp, xp.embedding(g, indices, -1, False), indices, padding_idx),
    jvp=lambda xp, t, _out, _x, indices, rows, padding_idx, scale: xp.embedding_transpose(t[0], indices, rows, padding_idx, scale),
    module=None, node="EmbeddingDenseBackwardBackward0", batch=bs.embedding_transpose)


_NO_RENORM = not_implemented("embedding_renorm")
EMBEDDING_RENORM = custom("embedding_renorm(Tensor input, Tensor indices, float max_norm, float norm_type) -> Tensor",
                          bags.embedding_renorm,
                          lambda xp, g, _out, _x, _indices, _max_norm, _norm_type: _NO_RENORM(), jvp=no_forward("embedding_renorm"),
                          variants="", module=None)


_NO_FORWARD, _NO_SECOND = no_forward("_ctc_loss"), no_derivative("_ctc_loss_backward")
# Its gradient holds only for log-probabilities that add up to 1 (see the kernel), so that a derivative of it would be wrong: as in
# PyTorch there is none.
# `rows` are the targets filled up; `targets` are as they were given, for a change of them to be noticed.
CTC = custom(
    "ctc(Tensor log_probs, Tensor rows, Tensor input_lengths, Tensor target_lengths, Tensor? targets, int blank, bool zero_infinity) -> "
    "(Tensor nll, Tensor alpha)", lambda lp, rows, inputs, lengths, targets, blank, zero_infinity: c.ctc(lp, rows, inputs, lengths, blank),
    lambda xp, g, nll, alpha, lp, rows_loose, inputs_loose, lengths_loose, targets, blank, zero_infinity: xp.ctc_backward(
        g, nll, alpha, lp, rows_loose, inputs_loose, lengths_loose, blank, zero_infinity),
    jvp=_NO_FORWARD, differentiable=(0,), module=None, node="CtcLossBackward0", batch=bp.joined((1, 0, 0, 0), (0, 1)))
CTC_BACKWARD = custom(
    "ctc_backward(Tensor input, Tensor nll, Tensor alpha, Tensor lp, Tensor targets, Tensor inputs, Tensor lengths, int blank, "
    "bool zero_infinity) -> Tensor", c.ctc_backward,
    *(lambda xp, g, _out, _g, _nll, _alpha, _lp, _targets, _inputs, _lengths, blank, zero: _NO_SECOND() for _ in range(4)),
    jvp=_NO_FORWARD, module=None, node="NotImplemented", batch=bp.joined((0, 0, 1, 1, 0, 0, 0), (1,)))
