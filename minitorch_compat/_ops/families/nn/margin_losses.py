"""Hinge losses over classes, and distances between rows."""
from __future__ import annotations

from typing import Any

from ...._array.nn import margin_losses as k
from ...batching.rules import Definition
from ...op import fused


def _reduce(xp: Any, each: Any, reduction: str) -> Any:
    return xp.mean(each) if reduction == "mean" else xp.sum(each) if reduction == "sum" else each


def _positive(xp: Any, gaps: Any) -> Any:
    """Not relu: a NaN gap counts as 0."""
    return xp.where(gaps > 0, gaps, 0.0)


def _multi_margin(xp: Any, x: Any, target: Any, weight: Any, p: int, margin: float, reduction: str) -> Any:
    rows = x if len(x.shape) == 2 else xp.reshape(x, (1, -1))
    y = xp.reshape(target, (-1, 1))
    gaps = _positive(xp, margin - xp.gather(rows, 1, y) + rows)
    gaps = gaps if p == 1 else gaps * gaps
    if weight is not None:
        gaps = gaps * xp.reshape(xp.index_select(weight, 0, xp.reshape(y, (-1,))), (-1, 1))
    each = xp.sum_dim(xp.scatter_clear(gaps, 1, y), (1,), False, None) / rows.shape[1]
    return _reduce(xp, each if len(target.shape) else xp.reshape(each, ()), reduction)


MULTI_MARGIN = fused(
    "multi_margin(Tensor input, Tensor target, Tensor? weight, int p, float margin, str reduction) -> Tensor", k.multi_margin,
    lambda xp, g, _out, x, y, w, p, margin, reduction: k.multi_margin_backward(g, x, y, w, p, margin, reduction),
    composite=_multi_margin, module=None, node="MultiMarginLossBackward0", batch=Definition(_multi_margin), aten="multi_margin_loss",
    autocast="single")


def _multilabel_margin(xp: Any, x: Any, target: Any, reduction: str) -> Any:
    rows = x if len(x.shape) == 2 else xp.reshape(x, (1, -1))
    y = xp.reshape(target, tuple(rows.shape))
    listed = xp.cumsum(y < 0, 1, None) == 0
    classes = xp.where(listed, y, 0)
    named = xp.scatter_add(xp.where(listed, 0.0, 0.0), 1, classes, xp.where(listed, 1.0, 0.0)) > 0
    gaps = _positive(xp, 1 - xp.unsqueeze(xp.gather(rows, 1, classes), 2) + xp.unsqueeze(rows, 1))
    gaps = xp.where(xp.unsqueeze(listed, 2) & (xp.unsqueeze(named, 1) == 0), gaps, 0.0)
    each = xp.sum_dim(gaps, (1, 2), False, None) / rows.shape[1]
    return _reduce(xp, each if len(x.shape) == 2 else xp.reshape(each, ()), reduction)


MULTILABEL_MARGIN = fused(
    "multilabel_margin(Tensor input, Tensor target, str reduction) -> Tensor", k.multilabel_margin,
    lambda xp, g, _out, x, y, reduction: k.multilabel_margin_backward(g, x, y, reduction),
    composite=_multilabel_margin, module=None, node="MultilabelMarginLossBackward0", batch=Definition(_multilabel_margin),
    aten="multilabel_margin_loss_forward", autocast="single", device_argument=1)
