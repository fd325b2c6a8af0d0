"""Losses. https://docs.pytorch.org/docs/stable/nn.functional.html#loss-functions"""
from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from ..._array.core import intp
from ..._array.core.dtypes import can_cast
from ..._array.core.numbers import check_number_fits
from ..._array.core.user_warnings import warn
from ..._array.exchange.type_names import value_type_name
from ..._array.reduce.softmax import soft_cross_entropy
from ..._array.shape.views import common_shape
from ..._bindings.functions.arguments import as_float, as_scalar, can_run_on_arrays, refuse_requires_grad
from ..._bindings.functions.on_values import on_values
from ..._bindings.generated import functions as ops
from ..._dispatch.call.autocast import in_single_precision
from ..._dispatch.call.caller import caller, wrap
from ..._dispatch.call.kernel_errors import broadcast_message, type_name
from ..._dispatch.grad_mode import grad_mode
from ..._dispatch.levels.lifting import concrete_values
from ..._dispatch.state import ACTIVE
from ..._dispatch.tensor import TensorBase, is_meta_tensor
from ..._engine.composite.nodes import one_node
from ..._fidelity.argument_checks import check_native
from .._reduction import get_enum
from .arguments import requires_tensor
from .linear import linear

if TYPE_CHECKING:
    from ..._bindings.tensor.tensor import Tensor

_nll, _log_softmax, _mse, _smooth_l1, _huber = (caller(n) for n in ("nll_loss_plain", "log_softmax_dim", "mse", "smooth_l1", "huber"))
_pdist = caller("pdist_of")
_nll_images, _soft_margin, _scale_by = caller("nll_loss_images"), caller("soft_margin"), caller("mul_scalar")
_multi_margin, _multilabel_margin = caller("multi_margin"), caller("multilabel_margin")
_bce_weighted, _bce_with_logits_weighted, _ctc = (
    caller(n) for n in ("bce_weighted", "bce_with_logits_weighted", "ctc"))


def _parse_reduction(size_average: Any, reduce: Any, reduction: str) -> str:
    """The reduction, also from the deprecated flags."""
    if size_average is not None or reduce is not None:
        average = True if size_average is None else size_average
        chosen = "none" if reduce is not None and not reduce else "mean" if average else "sum"
        warn(f"size_average and reduce args will be deprecated, please use reduction='{chosen}' instead.", UserWarning)
        return chosen
    is_known = reduction in ("none", "mean", "sum") or get_enum(reduction) < 0  # `get_enum` raises, or warns of an old name for the mean
    return reduction if is_known else "mean"


def _reduce(loss: Any, reduction: str) -> Any:
    return loss.mean() if reduction == "mean" else loss.sum() if reduction == "sum" else loss


def _fused_loss(name: str, reduction: str, *args: Any) -> Any:
    """The loss of every element, or the mean or sum by a single op."""
    return caller(name)(*args) if reduction == "none" else caller(f"{name}_over_all")(*args, reduction == "mean")


def _broadcast_target(input: Any, target: Any) -> tuple[Tensor, ...]:
    """Broadcast input and target, with a warning if their shapes differ."""
    if target._array.shape != input._array.shape:
        warn(f"Using a target size ({target.shape}) that is different to the input size ({input.shape}). This will likely lead to "
             "incorrect results due to broadcasting. Please ensure they have the same size.", UserWarning)
        return ops.broadcast_tensors(input, target)
    return input, target


@requires_tensor("nll_loss_nd")
def nll_loss(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: bool | None = None, ignore_index: int = -100,
             reduce: bool | None = None,
             reduction: str = "mean") -> Tensor:
    """Minus the log-probabilities of the target classes.

        loss = -weight[c] * input[c], where c is the target class

    Parameters
    ----------
    input : Tensor
        Log-probabilities, as from `log_softmax`: batch x C, batch x C x d1 x ..., or C.
    target : Tensor
        Classes (`torch.int64`), in the shape of `input` without C.
    weight : Tensor, optional
        A factor for each class.
    size_average : bool, optional
        Deprecated, in favour of `reduction`.
    ignore_index : int, default -100
        The class whose examples are ignored.
    reduce : bool, optional
        Deprecated, in favour of `reduction`.
    reduction : 'none', 'mean' or 'sum', default 'mean'
        The losses as they are, their mean, or their sum.

    Returns
    -------
    Tensor
        A number, or a loss for each example with 'none'.

    Raises
    ------
    IndexError
        A class is out of range.

    Notes
    -----
    The mean is weighted: divided by the sum of weights.

    References
    ----------
    PyTorch: torch.nn.functional.nll_loss

    Examples
    --------
    >>> logp = torch.nn.functional.log_softmax(torch.tensor([[2., 0., 0.], [0., 0., 3.]]), dim=1)
    >>> torch.nn.functional.nll_loss(logp, torch.tensor([0, 2]))
    tensor(0.1672)
    """
    if not input._array.ndim:
        raise ValueError(f"Expected 1 or more dimensions (got {input._array.ndim})")
    if weight is not None:
        if ACTIVE:
            input, weight = in_single_precision(input, weight)
        _check_weight(input, target, weight)
    return _nll_by_rows_or_images(input, target, weight, _parse_reduction(size_average, reduce, reduction), ignore_index)


def _nll_by_rows_or_images(logp: Any, target: Any, weight: Any, reduction: str, ignore_index: int) -> Any:
    """The loss by PyTorch's op for rows, or its op for images, to which inputs of other dimensions are reshaped."""
    shape, target_shape = logp._array.shape, target._array.shape
    if weight is not None:
        refuse_requires_grad("nll_loss_forward" if len(shape) < 3 else "nll_loss2d_forward", weight=weight)
    if len(shape) < 3:
        return _nll(logp, target, weight, reduction, ignore_index)
    if len(shape) == 4 or target_shape != (shape[0], *shape[2:]):  # a target that does not fit is refused by the op
        return _nll_images(logp, target, weight, reduction, ignore_index)
    rows = (1, -1) if 0 not in shape and 0 not in target_shape else (0, 0)
    logp, target = logp.contiguous().view(*shape[:2], *rows), target.contiguous().view(shape[0], *rows)
    loss = _nll_images(logp, target, weight, reduction, ignore_index)
    return loss.view(target_shape) if reduction == "none" else loss


def _check_weight(input: Any, target: Any, weight: Any) -> None:
    """Refuse weights whose dtype is not that of the input."""
    dtype, weight_dtype = input._array.dtype, weight._array.dtype
    if weight_dtype != dtype or dtype.kind not in "fV":
        from ..._array.nn.losses import check_weighted

        check_weighted(input._array, target._array, weight._array)
    if weight_dtype != dtype and dtype.kind in "fV":
        raise RuntimeError(f"expected scalar type {type_name(dtype)} but found {type_name(weight_dtype)}")


@requires_tensor("cross_entropy_loss")
def cross_entropy(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: bool | None = None, ignore_index: int = -100,
                  reduce: bool | None = None,
                  reduction: str = "mean", label_smoothing: float = 0.0) -> Tensor:
    """The cross entropy of scores and classes, for classification.

        loss = -weight[c] * ln(softmax(input)[c]), where c is the target class

    Parameters
    ----------
    input : Tensor
        Scores (logits): batch x C, batch x C x d1 x ..., or C.
    target : Tensor
        Classes (`torch.int64`), in the shape of `input` without C; or probabilities, in the shape of `input`.
    weight : Tensor, optional
        A factor for each class.
    size_average : bool, optional
        Deprecated, in favour of `reduction`.
    ignore_index : int, default -100
        The class whose examples are ignored.
    reduce : bool, optional
        Deprecated, in favour of `reduction`.
    reduction : 'none', 'mean' or 'sum', default 'mean'
        The losses as they are, their mean, or their sum.
    label_smoothing : float, default 0.0
        Mixes the target with the uniform distribution; between 0 and 1.

    Returns
    -------
    Tensor
        A number, or a loss for each example with 'none'.

    Raises
    ------
    IndexError
        A class is out of range.
    RuntimeError
        Shapes or dtypes do not fit.

    Notes
    -----
    The mean of classes is weighted: divided by the sum of their weights.

    References
    ----------
    PyTorch: torch.nn.functional.cross_entropy

    Examples
    --------
    >>> scores = torch.tensor([[2., 0., 0.], [0., 0., 3.]])
    >>> torch.nn.functional.cross_entropy(scores, torch.tensor([0, 2]))
    tensor(0.1672)
    >>> torch.nn.functional.cross_entropy(scores, torch.tensor([0, 1]), reduction="none")
    tensor([0.2395, 3.0949])
    """
    if size_average is not None or reduce is not None or reduction not in ("mean", "sum", "none"):
        reduction = _parse_reduction(size_average, reduce, reduction)
    if label_smoothing.__class__ is not float:
        check_native("cross_entropy_loss", input, target, weight, 1, -100, label_smoothing)
        label_smoothing = as_scalar(label_smoothing)
    if not label_smoothing <= 1.0 or label_smoothing < 0.0 and target._array.dtype.kind in "fV":  # with classes it counts as 0
        raise RuntimeError(f"label_smoothing must be between 0.0 and 1.0. Got: {label_smoothing:g}")
    if ACTIVE:
        input, weight = in_single_precision(input, weight)
    class_dim = 0 if input._array.ndim == 1 else 1
    if target._array.shape == input._array.shape:
        if target._array.dtype.kind not in "fV":
            raise RuntimeError(f"Expected floating point type for target with class probabilities, got {type_name(target._array.dtype)}")
        if ignore_index >= 0:
            raise RuntimeError("ignore_index is not supported for floating point target")
        if not input._array.ndim:
            raise IndexError("Dimension specified as 1 but tensor has no dimensions")
        return _soft_cross_entropy(input, target, weight, reduction, label_smoothing, class_dim)
    logp = _log_softmax(input, class_dim)
    if weight is not None:
        _check_weight(logp, target, weight)
    loss = _nll_by_rows_or_images(logp, target, weight, reduction, ignore_index)
    if not label_smoothing > 0.0:
        return loss
    if input._array.ndim == 1 == target._array.ndim:
        raise RuntimeError("output with shape [] doesn't match the broadcast shape [1]")
    smoothing_term = _smoothing_loss(logp, target, weight, reduction, ignore_index, class_dim)
    return _scale_by(loss, 1 - label_smoothing) + _scale_by(smoothing_term, label_smoothing / input._array.shape[class_dim])


def linear_cross_entropy(input: Tensor, linear_weight: Tensor, target: Tensor, *, linear_bias: Tensor | None = None,
                         weight: Tensor | None = None,
                         reduction: str = "mean", ignore_index: int | None = None, label_smoothing: float = 0.0,
                         options: Any = None) -> Tensor:
    """The cross entropy of the scores of a linear layer, computed without storing all scores.

        cross_entropy(input @ linear_weight.T + linear_bias, target)

    Parameters
    ----------
    input : Tensor
        batch x features.
    linear_weight : Tensor
        C x features.
    target : Tensor
        Classes (`torch.int64`).
    linear_bias : Tensor, optional
        Of size C.
    weight : Tensor, optional
        A factor for each class.
    reduction : 'none', 'mean' or 'sum', default 'mean'
        The losses as they are, their mean, or their sum.
    ignore_index : int, optional
        The class whose examples are ignored.
    label_smoothing : float, default 0.0
        Mixes the target with the uniform distribution.
    options : object, optional
        How PyTorch divides the computation; has no effect.

    Returns
    -------
    Tensor
        A number, or a loss for each example with 'none'.

    References
    ----------
    PyTorch: torch.nn.functional.linear_cross_entropy

    Examples
    --------
    >>> torch.nn.functional.linear_cross_entropy(torch.tensor([[1., 2.]]), torch.eye(2), torch.tensor([1]))
    tensor(0.3133)
    """
    _check_linear_cross_entropy(input._array.shape, linear_weight._array.shape, linear_bias, target, ignore_index)
    shape = linear_weight._array.shape
    if options is not None and (len(shape) > 2 or reduction not in ("none", "mean", "sum") or label_smoothing or (
            target._array.dtype != np.int64)):
        warn("linear_cross_entropy: ``options`` ignored; it needs one loss for each example, classes of torch.int64, and no "
             "label_smoothing.", UserWarning)
    if len(shape) > 2:
        linear_weight = linear_weight.reshape(-1, shape[-1])
        linear_bias = None if linear_bias is None else linear_bias.reshape(-1)
    logits = linear(input, linear_weight, linear_bias).view(*input._array.shape[:-1], *shape[:-1])
    return cross_entropy(logits, target, weight, ignore_index=-100 if ignore_index is None else ignore_index, reduction=reduction,
                         label_smoothing=label_smoothing)


def _check_linear_cross_entropy(x: tuple[int, ...], weight: tuple[int, ...], bias: Any, target: Any, ignore_index: int | None) -> None:
    if len(x) not in (1, 2):
        raise RuntimeError(f"expected input with dimensionality 1 or 2, got {len(x)}")
    if len(weight) < 2:
        raise RuntimeError(f"expected linear_weight with dimensionality at least 2, got {len(weight)}")
    if x[-1] != weight[-1]:
        raise RuntimeError("expected equal input and linear_weight last dimensions (in_features), got "
                           f"{x[-1]} and {weight[-1]}, respectively")
    if len(weight) > 2 and len(x) == 1:
        raise RuntimeError(f"K-dimensional loss defined by linear_weight shape {weight} requires batched input, (N, {x[-1]}), got "
                           f"unbatched input with shape {x}")
    if bias is not None and tuple(bias.shape) != weight[:-1]:
        raise RuntimeError(f"expected linear_bias shape {weight[:-1]}, got {tuple(bias.shape)}")
    if not isinstance(target, TensorBase):
        raise TypeError(f"cross_entropy_loss(): argument 'target' (position 2) must be Tensor, not {value_type_name(target)}")
    if ignore_index is not None and target._array.dtype.kind in "fV":
        raise RuntimeError("ignore_index cannot be specified when target contains probabilities")


def _smoothing_loss(logp: Any, target: Any, weight: Any, reduction: str, ignore_index: int, class_dim: int) -> Any:
    """The part of a smoothed target that is spread over all classes."""
    shape = [1] * logp._array.ndim
    shape[class_dim] = -1
    class_loss = -(logp if weight is None else logp * weight.view(shape)).sum(class_dim)
    ignored = target == ignore_index
    class_loss = class_loss.masked_fill(ignored, 0.0)
    if reduction != "mean":
        return _reduce(class_loss, reduction)
    if weight is None:
        return class_loss.sum() / ops.logical_not(ignored).sum()
    return class_loss.sum() / ops.where(ignored, 0.0, weight[ops.where(ignored, 0, target)]).sum()


def _soft_cross_entropy(input: Any, target: Any, weight: Any, reduction: str, smoothing: float, class_dim: int) -> Any:
    classes = input._array.shape[class_dim] if input._array.ndim else 1
    if weight is not None and weight._array.shape != (classes,):
        raise RuntimeError(f"cross_entropy: weight tensor should be defined either for all {classes} classes or no classes but got weight "
                           f"tensor of shape: {list(weight._array.shape)}")
    dtype = input._array.dtype
    is_plain = weight is None and not smoothing and reduction != "none"
    if is_plain and dtype.char in "fd" and target._array.dtype is dtype and can_run_on_arrays(input, target):
        return wrap(soft_cross_entropy(input._array, target._array, class_dim, reduction == "mean"))
    if smoothing:
        target = target * (1 - smoothing) + smoothing / max(input._array.shape[class_dim], 1)
    product = _log_softmax(input, class_dim) * target
    if weight is not None:
        product = product * weight.view([-1 if d == class_dim else 1 for d in range(product._array.ndim)])
    if reduction == "none":
        return -product.sum(class_dim)
    total, count = product.sum(), input._array.size
    if reduction == "mean" and count:
        return caller("div_scalar")(-total, count // input._array.shape[class_dim])
    return -(total if reduction == "sum" else total.fill_(math.nan))


def _weighted_loss(loss: Any, weight: Any, reduction: str) -> Any:
    """A loss weighted element by element; its mean is a weighted mean."""
    if weight.size() != loss._array.shape:
        raise ValueError("Weights and input must have the same size.")
    loss = loss * weight
    return loss.sum() / weight.sum() if reduction == "mean" else _reduce(loss, reduction)


def mse_loss(input: Tensor, target: Tensor, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean",
             weight: Tensor | None = None) -> Tensor:
    """The squares of differences.

        loss = (input - target) ** 2

    Parameters
    ----------
    input : Tensor
        The computed values.
    target : Tensor
        The expected values, in the same shape; another shape is broadcast, with a warning.
    size_average : bool, optional
        Deprecated, in favour of `reduction`.
    reduce : bool, optional
        Deprecated, in favour of `reduction`.
    reduction : 'none', 'mean' or 'sum', default 'mean'
        The losses as they are, their mean, or their sum.
    weight : Tensor, optional
        A factor for each element.

    Returns
    -------
    Tensor
        A number, or a loss for each element with 'none'.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.nn.functional.mse_loss

    Examples
    --------
    >>> torch.nn.functional.mse_loss(torch.tensor([1., 2., 3.]), torch.tensor([1., 2., 6.]))
    tensor(3.)
    >>> torch.nn.functional.mse_loss(torch.tensor([1., 2.]), torch.tensor([0., 4.]), reduction="none")
    tensor([1., 4.])
    """
    input, target = _broadcast_target(input, target)
    reduction = _parse_reduction(size_average, reduce, reduction)
    return _fused_loss("mse", reduction, input, target) if weight is None else _weighted_loss((input - target).pow(2), weight, reduction)


def l1_loss(input: Tensor, target: Tensor, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean",
            weight: Tensor | None = None) -> Tensor:
    """The absolute values of differences.

        loss = |input - target|

    Parameters
    ----------
    input : Tensor
        The computed values.
    target : Tensor
        The expected values, in the same shape; another shape is broadcast, with a warning.
    size_average : bool, optional
        Deprecated, in favour of `reduction`.
    reduce : bool, optional
        Deprecated, in favour of `reduction`.
    reduction : 'none', 'mean' or 'sum', default 'mean'
        The losses as they are, their mean, or their sum.
    weight : Tensor, optional
        A factor for each element.

    Returns
    -------
    Tensor
        A number, or a loss for each element with 'none'.

    Raises
    ------
    RuntimeError
        The shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.nn.functional.l1_loss

    Examples
    --------
    >>> torch.nn.functional.l1_loss(torch.tensor([1., 2., 3.]), torch.tensor([1., 2., 6.]))
    tensor(1.)
    """
    if ACTIVE:
        input, target, weight = in_single_precision(input, target, weight)
    input, target = _broadcast_target(input, target)
    loss, reduction = (input - target).abs(), _parse_reduction(size_average, reduce, reduction)
    return _reduce(loss, reduction) if weight is None else _weighted_loss(loss, weight, reduction)


def smooth_l1_loss(input: Tensor, target: Tensor, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean",
                   beta: float = 1.0) -> Tensor:
    """Squares of small differences, absolute values of great ones.

        loss = (input - target) ** 2 / (2 * beta) if |input - target| < beta, else |input - target| - beta / 2

    Parameters
    ----------
    input : Tensor
        The computed values.
    target : Tensor
        The expected values, in the same shape; another shape is broadcast, with a warning.
    size_average : bool, optional
        Deprecated, in favour of `reduction`.
    reduce : bool, optional
        Deprecated, in favour of `reduction`.
    reduction : 'none', 'mean' or 'sum', default 'mean'
        The losses as they are, their mean, or their sum.
    beta : float, default 1.0
        The difference at which the one becomes the other; 0 gives `l1_loss`.

    Returns
    -------
    Tensor
        A number, or a loss for each element with 'none'.

    Raises
    ------
    RuntimeError
        `beta` is negative, or the shapes cannot be broadcast.

    References
    ----------
    PyTorch: torch.nn.functional.smooth_l1_loss

    Examples
    --------
    >>> torch.nn.functional.smooth_l1_loss(torch.tensor([1., 2.]), torch.tensor([1.5, 6.]), reduction="none")
    tensor([0.1250, 3.5000])
    """
    input, target = _broadcast_target(input, target)
    if beta < 0:
        raise RuntimeError("smooth_l1_loss does not support negative values for beta.")
    if beta == 0:
        return l1_loss(input, target, size_average, reduce, reduction)
    return _fused_loss("smooth_l1", _parse_reduction(size_average, reduce, reduction), input, target, beta)


def huber_loss(input: Tensor, target: Tensor, reduction: str = "mean", delta: float = 1.0, weight: Tensor | None = None) -> Tensor:
    """Squares of small differences, absolute values of great ones; `delta` times `smooth_l1_loss`.

        loss = (input - target) ** 2 / 2 if |input - target| < delta, else delta * (|input - target| - delta / 2)

    Parameters
    ----------
    input : Tensor
        The computed values.
    target : Tensor
        The expected values, in the same shape; another shape is broadcast, with a warning.
    reduction : 'none', 'mean' or 'sum', default 'mean'
        The losses as they are, their mean, or their sum.
    delta : float, default 1.0
        The difference at which the one becomes the other; positive.
    weight : Tensor, optional
        A factor for each element.

    Returns
    -------
    Tensor
        A number, or a loss for each element with 'none'.

    Raises
    ------
    RuntimeError
        `delta` is not positive.

    References
    ----------
    PyTorch: torch.nn.functional.huber_loss

    Examples
    --------
    >>> torch.nn.functional.huber_loss(torch.tensor([1., 2.]), torch.tensor([1.5, 6.]), reduction="none")
    tensor([0.1250, 3.5000])
    """
    if weight is not None and weight.size() != input._array.shape:
        raise ValueError("Weights and input must have the same size.")
    input, target = _broadcast_target(input, target)
    if not delta > 0:
        raise RuntimeError("huber_loss does not support non-positive values for delta.")
    reduction = _parse_reduction(None, None, reduction)
    if input._array.dtype != target._array.dtype:
        if not can_cast(np.result_type(input._array.dtype, target._array.dtype), input._array.dtype):
            raise RuntimeError(f"result type {type_name(target._array.dtype)} can't be cast to the desired output type "
                               f"{type_name(input._array.dtype)}")
        target = target.to(input.dtype)  # the result has the dtype of the input
    if weight is None:
        return _fused_loss("huber", reduction, input, target, delta)
    return _reduce(_huber(input, target, delta) * weight, reduction)  # an unweighted mean, unlike that of `mse_loss`


def binary_cross_entropy(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: bool | None = None,
                         reduce: bool | None = None,
                         reduction: str = "mean") -> Tensor:
    """The cross entropy of probabilities and binary targets.

        loss = -weight * (target * ln(input) + (1 - target) * ln(1 - input))

    Parameters
    ----------
    input : Tensor
        Probabilities, between 0 and 1.
    target : Tensor
        Floats between 0 and 1, in the same shape.
    weight : Tensor, optional
        A factor for each element, broadcast.
    size_average : bool, optional
        Deprecated, in favour of `reduction`.
    reduce : bool, optional
        Deprecated, in favour of `reduction`.
    reduction : 'none', 'mean' or 'sum', default 'mean'
        The losses as they are, their mean, or their sum.

    Returns
    -------
    Tensor
        A number, or a loss for each element with 'none'.

    Raises
    ------
    RuntimeError
        A probability is out of range.
    ValueError
        The shapes differ.

    Notes
    -----
    Logarithms are kept above -100. With scores use `binary_cross_entropy_with_logits`, which is more exact.

    References
    ----------
    PyTorch: torch.nn.functional.binary_cross_entropy

    Examples
    --------
    >>> torch.nn.functional.binary_cross_entropy(torch.tensor([0.9, 0.2]), torch.tensor([1., 0.]))
    tensor(0.1643)
    """
    if ACTIVE:
        input, target, weight = in_single_precision(input, target, weight)
    if target._array.shape != input._array.shape:
        raise ValueError(f"Using a target size ({target.shape}) that is different to the input size ({input.shape}) is deprecated. Please "
                         "ensure they have the same size.")
    reduction = _parse_reduction(size_average, reduce, reduction)
    if weight is not None:
        if broadcast_message([input._array.shape, weight._array.shape]):
            size, input_shape = weight._array.shape, input._array.shape
            dim = next(i for i, (n, m) in enumerate(zip(size[::-1], input_shape[::-1], strict=False), 1) if n not in (1, m))
            raise RuntimeError(f"Attempting to broadcast a dimension of length {size[-dim]} at -{dim}! Mismatching argument at "
                               f"index 1 had {weight.shape}; but expected shape should be broadcastable to {list(input._array.shape)}")
    if target._array.dtype != input._array.dtype:
        raise RuntimeError(f"Found dtype {type_name(target._array.dtype)} but expected {type_name(input._array.dtype)}")
    if weight is not None:
        weight = _weight_for_inplace(weight, input)
        refuse_requires_grad("binary_cross_entropy", weight=weight)
    return _fused_loss("bce", reduction, input, target) if weight is None else _bce_weighted(input, target, weight, reduction)


def binary_cross_entropy_with_logits(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: bool | None = None,
                                     reduce: bool | None = None,
                                     reduction: str = "mean", pos_weight: Tensor | None = None) -> Tensor:
    """The cross entropy of scores and binary targets, without loss of digits.

        p = sigmoid(input); loss = -weight * (pos_weight * target * ln(p) + (1 - target) * ln(1 - p))

    Parameters
    ----------
    input : Tensor
        Scores (logits).
    target : Tensor
        Floats between 0 and 1, in the same shape.
    weight : Tensor, optional
        A factor for each element, broadcast.
    size_average : bool, optional
        Deprecated, in favour of `reduction`.
    reduce : bool, optional
        Deprecated, in favour of `reduction`.
    reduction : 'none', 'mean' or 'sum', default 'mean'
        The losses as they are, their mean, or their sum.
    pos_weight : Tensor, optional
        A factor for the positive part, broadcast; for classes of different frequency.

    Returns
    -------
    Tensor
        A number, or a loss for each element with 'none'.

    Raises
    ------
    ValueError
        The shapes differ.

    References
    ----------
    PyTorch: torch.nn.functional.binary_cross_entropy_with_logits

    Examples
    --------
    >>> torch.nn.functional.binary_cross_entropy_with_logits(torch.tensor([2., -1.]), torch.tensor([1., 0.]))
    tensor(0.2201)
    """
    if ACTIVE:
        input, target, weight, pos_weight = in_single_precision(input, target, weight, pos_weight)
    if target._array.shape != input._array.shape:
        raise ValueError(f"Target size ({target.shape}) must be the same as input size ({input.shape})")
    reduction = _parse_reduction(size_average, reduce, reduction)
    if input._array.dtype.kind not in "fV":
        raise NotImplementedError(f"\"log_sigmoid_cpu\" not implemented for '{type_name(input._array.dtype)}'")
    if target._array.dtype.kind == "c" and pos_weight is None:
        from .activation import logsigmoid

        loss = (1 - target) * input - logsigmoid(input)
        return _reduce(loss if weight is None else loss * weight, reduction)
    if pos_weight is not None and pos_weight._array.dtype.kind == "b":
        raise RuntimeError("Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, use "
                           "the `~` or `logical_not()` operator instead.")
    if pos_weight is not None and (text := broadcast_message([pos_weight._array.shape, target._array.shape])):
        raise RuntimeError(text)
    if target._array.dtype != input._array.dtype:
        if pos_weight is not None:
            _check_inplace_dtype(target, input)
        _check_inplace_dtype(input, target)
        input = input.to(target.dtype)
    if pos_weight is None and weight is None:
        return _fused_loss("bce_with_logits", reduction, input, target)
    refuse_requires_grad("binary_cross_entropy_with_logits", weight=weight, pos_weight=pos_weight)
    weight, pos_weight = (t if t is None else _weight_for_inplace(t, target) for t in (weight, pos_weight))
    return _bce_with_logits_weighted(input, target, weight, pos_weight, reduction)


def _weight_for_inplace(weight: Any, loss: Any) -> Any:
    """The weight, in the dtype of the loss. PyTorch multiplies the loss by it in place, which keeps the loss's dtype and shape."""
    dtype, shape, weight_shape = loss._array.dtype, loss._array.shape, weight._array.shape
    if weight._array.dtype.kind == "c":
        _check_inplace_dtype(weight, loss)
    if weight_shape != shape:
        _check_inplace_shape(shape, weight_shape)
    return weight if weight._array.dtype == dtype else weight.to(loss.dtype)


def _check_inplace_shape(shape: tuple[int, ...], other: tuple[int, ...]) -> None:
    """Refuse shapes that would enlarge a tensor changed in place."""
    full = common_shape((shape, other))
    if full != shape:
        raise RuntimeError(f"output with shape {list(shape)} doesn't match the broadcast shape {list(full)}")


def _check_inplace_dtype(read: Any, written: Any) -> None:
    """Refuse dtypes that do not fit a copy of one argument, in which PyTorch computes some losses."""
    dtype, read_dtype = written._array.dtype, read._array.dtype
    if dtype.kind == "b":
        raise RuntimeError("Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator "
                           "instead.")
    if dtype.kind in "iu" or read_dtype.kind == "c" and dtype.kind != "c":
        result = "Float" if read_dtype.kind in "biu" else type_name(read_dtype)
        raise RuntimeError(f"result type {result} can't be cast to the desired output type {type_name(dtype)}")


@requires_tensor("kl_div")
def kl_div(input: Tensor, target: Tensor, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean",
           log_target: bool = False) -> Tensor:
    """The divergence of Kullback and Leibler, element by element.

        loss = target * (ln(target) - input)

    Parameters
    ----------
    input : Tensor
        Log-probabilities.
    target : Tensor
        Probabilities, in the same shape; or their logarithms, see `log_target`.
    size_average : bool, optional
        Deprecated, in favour of `reduction`.
    reduce : bool, optional
        Deprecated, in favour of `reduction`.
    reduction : str, default 'mean'
        'none', 'mean' over all elements, 'batchmean' (the sum, divided by the size of the batch: the divergence as it is
        defined), or 'sum'.
    log_target : bool, default False
        Whether `target` has logarithms.

    Returns
    -------
    Tensor
        A number, or a loss for each element with 'none'.

    References
    ----------
    PyTorch: torch.nn.functional.kl_div

    Examples
    --------
    >>> p, q = torch.tensor([[0.5, 0.5]]), torch.tensor([[0.9, 0.1]])
    >>> torch.nn.functional.kl_div(q.log(), p, reduction="batchmean")
    tensor(0.5108)
    """
    if ACTIVE:
        input, target = in_single_precision(input, target)
    if input._array.dtype.kind == "c" or target._array.dtype.kind == "c":
        raise RuntimeError("kl_div: Complex inputs not supported.")
    if input._array.dtype.kind in "biu" or target._array.dtype.kind in "biu":
        raise RuntimeError("kl_div: Integral inputs not supported.")
    if log_target:
        difference = target - input
        loss = target.exp() * difference
    else:
        product = target * input
        loss = ops.xlogy(target, target) - product
    if size_average is not None or reduce is not None:  # they take precedence over the reduction
        return _reduce(loss, _parse_reduction(size_average, reduce, reduction))
    if reduction == "batchmean":
        return loss.sum() / input._array.shape[0] if input._array.ndim else loss.sum()
    if reduction == "mean":
        warn("reduction: 'mean' divides the total loss by both the batch size and the support size.'batchmean' divides only by "
             "the batch size, and aligns with the KL div math definition.'mean' will be changed to behave the same as 'batchmean' "
             "in the next major release.", UserWarning)
    return _reduce(loss, _parse_reduction(None, None, reduction))


@requires_tensor("poisson_nll_loss")
def poisson_nll_loss(input: Tensor, target: Tensor, log_input: bool = True, full: bool = False, size_average: bool | None = None,
                     eps: float = 1e-8,
                     reduce: bool | None = None, reduction: str = "mean") -> Tensor:
    """Minus the log-likelihood of counts under a Poisson distribution.

        loss = e ** input - target * input, or input - target * ln(input + eps) without log_input

    Parameters
    ----------
    input : Tensor
        The logarithm of the expected count, or the count.
    target : Tensor
        The counts.
    log_input : bool, default True
        Whether `input` is a logarithm.
    full : bool, default False
        Add Stirling's approximation of ln(target!).
    size_average : bool, optional
        Deprecated, in favour of `reduction`.
    eps : float, default 1e-08
        Keeps the logarithm finite.
    reduce : bool, optional
        Deprecated, in favour of `reduction`.
    reduction : 'none', 'mean' or 'sum', default 'mean'
        The losses as they are, their mean, or their sum.

    Returns
    -------
    Tensor
        A number, or a loss for each element with 'none'.

    References
    ----------
    PyTorch: torch.nn.functional.poisson_nll_loss

    Examples
    --------
    >>> torch.nn.functional.poisson_nll_loss(torch.tensor([0., 1.]), torch.tensor([1., 3.]))
    tensor(0.3591)
    """
    if size_average is None and reduce is None and reduction not in ("none", "mean", "sum"):
        raise ValueError(reduction + " is not a valid value for reduction")
    if ACTIVE:
        input, target = in_single_precision(input, target)
    expected = target * (input if log_input else (input + as_float(eps)).log())  # first, since observers see PyTorch's order
    loss = (input.exp() if log_input else input) - expected
    if full:
        stirling = target * target.log() - target + 0.5 * (2 * math.pi * target).log()
        loss += stirling.masked_fill(target <= 1, 0)
    return _reduce(loss, _parse_reduction(size_average, reduce, reduction))


def gaussian_nll_loss(input: Tensor, target: Tensor, var: Tensor | float, full: bool = False, eps: float = 1e-6,
                      reduction: str = "mean") -> Tensor:
    """Minus the log-likelihood of numbers under normal distributions.

        loss = (ln(max(var, eps)) + (input - target) ** 2 / max(var, eps)) / 2

    Parameters
    ----------
    input : Tensor
        The means.
    target : Tensor
        The numbers.
    var : Tensor or float
        The variances, one for each element, or for each row.
    full : bool, default False
        Add ln(2 * pi) / 2.
    eps : float, default 1e-06
        The least value of a variance.
    reduction : 'none', 'mean' or 'sum', default 'mean'
        The losses as they are, their mean, or their sum.

    Returns
    -------
    Tensor
        A number, or a loss for each element with 'none'.

    Raises
    ------
    ValueError
        A variance is negative, or the shapes do not fit.

    References
    ----------
    PyTorch: torch.nn.functional.gaussian_nll_loss

    Examples
    --------
    >>> torch.nn.functional.gaussian_nll_loss(torch.tensor([1., 2.]), torch.tensor([1., 4.]), torch.tensor([1., 4.]))
    tensor(0.5966)
    """
    if isinstance(var, float):
        if var < 0:
            raise ValueError("var has negative entry/entries")
    elif isinstance(below := var < 0, TensorBase):
        if concrete_values(below).any():
            raise ValueError("var has negative entry/entries")
        var = _variance_shape(input, var)
    else:
        check_native("any", below)
    if reduction != "none" and reduction != "mean" and reduction != "sum":
        raise ValueError(reduction + " is not valid")
    variance = var.clone() if hasattr(var, "clone") else ops.full_like(input, var)
    with grad_mode(False):  # not in the graph, but tangents are computed
        variance.clamp_(min=eps)
    loss = 0.5 * (variance.log() + (input - target) ** 2 / variance)
    if full:
        loss += 0.5 * math.log(2 * math.pi)
    return _reduce(loss, _parse_reduction(None, None, reduction))


def _variance_shape(input: Any, var: Any) -> Any:
    """The variances in a shape that broadcasts: one per element, or one for a whole dimension; a missing last dimension is added."""
    have, shape = var._array.shape, input._array.shape
    if have == shape:
        return var
    if have == shape[:-1]:
        return var.unsqueeze(-1)
    if len(have) == len(shape) and [h for h, s in zip(have, shape, strict=True) if h != s] == [1]:
        return var
    raise ValueError("var is of incorrect size")


@requires_tensor("soft_margin_loss")
def soft_margin_loss(input: Tensor, target: Tensor, size_average: bool | None = None, reduce: bool | None = None,
                     reduction: str = "mean") -> Tensor:
    """The logistic loss of scores and targets 1 or -1.

        loss = ln(1 + e ** (-target * input))

    Parameters
    ----------
    input : Tensor
        Scores.
    target : Tensor
        1 or -1, in the same shape.
    size_average : bool, optional
        Deprecated, in favour of `reduction`.
    reduce : bool, optional
        Deprecated, in favour of `reduction`.
    reduction : 'none', 'mean' or 'sum', default 'mean'
        The losses as they are, their mean, or their sum.

    Returns
    -------
    Tensor
        A number, or a loss for each element with 'none'.

    References
    ----------
    PyTorch: torch.nn.functional.soft_margin_loss

    Examples
    --------
    >>> torch.nn.functional.soft_margin_loss(torch.tensor([1., -2.]), torch.tensor([1., -1.]))
    tensor(0.2201)
    """
    if ACTIVE:
        input, target = in_single_precision(input, target)
    refuse_requires_grad("soft_margin_loss", target=target)
    if input._array.dtype.kind == "b":
        raise RuntimeError("Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use the `~` "
                           "or `logical_not()` operator instead.")
    _check_inplace_shape(input._array.shape, target._array.shape)
    if target._array.dtype != input._array.dtype or input._array.dtype.kind in "iu":
        _check_inplace_dtype(target, input)
        target = target.to(input.dtype)
    return _soft_margin(input, target, _parse_reduction(size_average, reduce, reduction))


@requires_tensor("hinge_embedding_loss")
def hinge_embedding_loss(input: Tensor, target: Tensor, margin: float = 1.0, size_average: bool | None = None, reduce: bool | None = None,
                         reduction: str = "mean") -> Tensor:
    """Distances where the target is 1, and their shortfall from a margin where it is -1.

        loss = input if target == 1, else max(0, margin - input)

    Parameters
    ----------
    input : Tensor
        Distances.
    target : Tensor
        1 or -1.
    margin : float, default 1.0
        The margin.
    size_average : bool, optional
        Deprecated, in favour of `reduction`.
    reduce : bool, optional
        Deprecated, in favour of `reduction`.
    reduction : 'none', 'mean' or 'sum', default 'mean'
        The losses as they are, their mean, or their sum.

    Returns
    -------
    Tensor
        A number, or a loss for each element with 'none'.

    References
    ----------
    PyTorch: torch.nn.functional.hinge_embedding_loss

    Examples
    --------
    >>> torch.nn.functional.hinge_embedding_loss(torch.tensor([0.5, 0.2]), torch.tensor([1., -1.]))
    tensor(0.6500)
    """
    if ACTIVE:
        input, target = in_single_precision(input, target)
    dtype = input._array.dtype
    if dtype.kind == "b":
        raise RuntimeError("Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator "
                           "instead.")
    margin = check_number_fits(float(as_float(margin)), dtype)
    if dtype.kind in "iu":
        margin = int(margin)  # the loss is computed in the input's dtype
    below = ops.where(target != 1, (input.new_tensor(margin) - input).clamp_min(0), 0)
    return _reduce(below + ops.where(target != -1, input, 0), _parse_reduction(size_average, reduce, reduction))


def margin_ranking_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0, size_average: bool | None = None,
                        reduce: bool | None = None,
                        reduction: str = "mean") -> Tensor:
    """The shortfall of the difference of two inputs from a margin, in the given order.

        loss = max(0, -target * (input1 - input2) + margin)

    Parameters
    ----------
    input1 : Tensor
        The first input.
    input2 : Tensor
        The second input, in the same shape.
    target : Tensor
        1 if `input1` should be the greater, -1 if `input2`.
    margin : float, default 0
        The margin.
    size_average : bool, optional
        Deprecated, in favour of `reduction`.
    reduce : bool, optional
        Deprecated, in favour of `reduction`.
    reduction : 'none', 'mean' or 'sum', default 'mean'
        The losses as they are, their mean, or their sum.

    Returns
    -------
    Tensor
        A number, or a loss for each pair with 'none'.

    References
    ----------
    PyTorch: torch.nn.functional.margin_ranking_loss

    Examples
    --------
    >>> torch.nn.functional.margin_ranking_loss(torch.tensor([1., 2.]), torch.tensor([0., 3.]), torch.tensor([1, 1]))
    tensor(0.5000)
    """
    if ACTIVE:
        input1, input2, target = in_single_precision(input1, input2, target)
    if not input1._array.ndim == input2._array.ndim == target._array.ndim:
        raise RuntimeError("margin_ranking_loss : All input tensors should have same dimension but got sizes: input1: "
                           f"{input1.shape}, input2: {input2.shape}, target: {target.shape} ")
    difference = _shifted(-target * (input1 - input2), float(as_float(margin)))  # a float also for integers
    return _reduce(difference.clamp_min_(0), _parse_reduction(size_average, reduce, reduction))


@requires_tensor("cosine_embedding_loss", "input1")
def cosine_embedding_loss(input1: Tensor, input2: Tensor, target: Tensor, margin: float = 0, size_average: bool | None = None,
                          reduce: bool | None = None,
                          reduction: str = "mean") -> Tensor:
    """The distances of cosines of pairs from 1, or their excess over a margin.

        loss = 1 - cos(input1, input2) if target == 1, else max(0, cos(input1, input2) - margin)

    Parameters
    ----------
    input1 : Tensor
        batch x E, or E.
    input2 : Tensor
        In the same shape.
    target : Tensor
        1 or -1, for each pair.
    margin : float, default 0
        The margin, between -1 and 1.
    size_average : bool, optional
        Deprecated, in favour of `reduction`.
    reduce : bool, optional
        Deprecated, in favour of `reduction`.
    reduction : 'none', 'mean' or 'sum', default 'mean'
        The losses as they are, their mean, or their sum.

    Returns
    -------
    Tensor
        A number, or a loss for each pair with 'none'.

    Raises
    ------
    RuntimeError
        The shapes do not fit.

    References
    ----------
    PyTorch: torch.nn.functional.cosine_embedding_loss

    Examples
    --------
    >>> torch.nn.functional.cosine_embedding_loss(torch.tensor([[1., 0.]]), torch.tensor([[1., 1.]]), torch.tensor([1]))
    tensor(0.2929)
    """
    if ACTIVE:
        input1, input2, target = in_single_precision(input1, input2, target)
    dim = target._array.ndim
    if dim > 1:
        raise RuntimeError("0D or 1D target tensor expected, multi-target not supported")
    if dim == 0 and not input1._array.ndim == input2._array.ndim == 1:
        raise RuntimeError(f"0D target tensor expects 1D input tensors, but found inputs with sizes {list(input1._array.shape)} and "
                           f"{list(input2._array.shape)}.")
    if dim == 1 and not input1._array.ndim == input2._array.ndim == 2:
        raise RuntimeError(f"1D target tensor expects 2D input tensors, but found inputs with sizes {list(input1._array.shape)} and "
                           f"{list(input2._array.shape)}.")
    squares = _shifted((input1 * input1).sum(dim), 1e-12) * _shifted((input2 * input2).sum(dim), 1e-12)
    cos = (input1 * input2).sum(dim) / squares.sqrt()
    near, far = cos.new_ones(()) - cos, _lowered(cos, float(as_float(margin))).clamp_min(0)
    return _reduce(ops.where(target == 1, near, 0.0) + ops.where(target == -1, far, 0.0), _parse_reduction(size_average, reduce, reduction))


@requires_tensor("log_sigmoid")
def multilabel_soft_margin_loss(input: Tensor, target: Tensor, weight: Tensor | None = None, size_average: bool | None = None,
                                reduce: bool | None = None,
                                reduction: str = "mean") -> Tensor:
    """The mean over classes of binary cross entropies of scores.

        loss = -mean over classes of target * ln(sigmoid(input)) + (1 - target) * ln(sigmoid(-input))

    Parameters
    ----------
    input : Tensor
        Scores: batch x C.
    target : Tensor
        0 or 1, in the same shape.
    weight : Tensor, optional
        A factor for each class.
    size_average : bool, optional
        Deprecated, in favour of `reduction`.
    reduce : bool, optional
        Deprecated, in favour of `reduction`.
    reduction : 'none', 'mean' or 'sum', default 'mean'
        The losses as they are, their mean, or their sum.

    Returns
    -------
    Tensor
        A number, or a loss for each example with 'none'.

    References
    ----------
    PyTorch: torch.nn.functional.multilabel_soft_margin_loss

    Examples
    --------
    >>> torch.nn.functional.multilabel_soft_margin_loss(torch.tensor([[2., -1.]]), torch.tensor([[1., 0.]]))
    tensor(0.2201)
    """
    from .activation import logsigmoid

    loss = -(target * logsigmoid(input) + (1 - target) * logsigmoid(-input))
    loss = loss if weight is None else loss * weight
    if size_average is None and reduce is None and reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not valid")
    class_dim = input._array.ndim - 1  # even if the target has more dimensions
    if class_dim < 0:
        raise IndexError("Dimension specified as -1 but tensor has no dimensions")
    return _reduce(loss.sum(class_dim) / input._array.shape[class_dim], _parse_reduction(size_average, reduce, reduction))


@requires_tensor("multi_margin_loss")
def multi_margin_loss(input: Tensor, target: Tensor, p: int = 1, margin: float = 1.0, weight: Tensor | None = None,
                      size_average: bool | None = None,
                      reduce: bool | None = None, reduction: str = "mean") -> Tensor:
    """The hinge loss of several classes.

        loss = sum over i != c of max(0, weight[c] * (margin - input[c] + input[i])) ** p / C

    Parameters
    ----------
    input : Tensor
        Scores: batch x C, or C.
    target : Tensor
        Classes (`torch.int64`).
    p : 1 or 2, default 1
        The exponent.
    margin : float, default 1.0
        The margin.
    weight : Tensor, optional
        A factor for each class.
    size_average : bool, optional
        Deprecated, in favour of `reduction`.
    reduce : bool, optional
        Deprecated, in favour of `reduction`.
    reduction : 'none', 'mean' or 'sum', default 'mean'
        The losses as they are, their mean, or their sum.

    Returns
    -------
    Tensor
        A number, or a loss for each example with 'none'.

    Raises
    ------
    RuntimeError
        `p` is neither 1 nor 2, or the shapes do not fit.

    References
    ----------
    PyTorch: torch.nn.functional.multi_margin_loss

    Examples
    --------
    >>> torch.nn.functional.multi_margin_loss(torch.tensor([[1., 2., 0.]]), torch.tensor([1]))
    tensor(0.)
    """
    reduction = _parse_reduction(size_average, reduce, reduction)
    if p not in (1, 2):
        raise ValueError("only p == 1 and p == 2 supported")
    if weight is not None and weight._array.ndim != 1:
        raise ValueError("weight must be one-dimensional")
    refuse_requires_grad("multi_margin_loss", weight=weight)
    return _multi_margin(input, target, weight, p, as_scalar(margin), reduction)


@requires_tensor("pairwise_distance", "x1")
def pairwise_distance(x1: Tensor, x2: Tensor, p: float = 2.0, eps: float = 1e-6, keepdim: bool = False) -> Tensor:
    """The distances of vectors, row by row.

        norm_p(x1 - x2 + eps)

    Parameters
    ----------
    x1 : Tensor
        ... x M.
    x2 : Tensor
        ... x M; both are broadcast.
    p : float, default 2.0
        The order of the norm.
    eps : float, default 1e-6
        Is added to the differences, so that the gradient stays finite.
    keepdim : bool, default False
        Keep the last dimension, with size 1.

    Returns
    -------
    Tensor
        Without the last dimension.

    References
    ----------
    PyTorch: torch.nn.functional.pairwise_distance

    Examples
    --------
    >>> torch.nn.functional.pairwise_distance(torch.tensor([[0., 0.]]), torch.tensor([[3., 4.]]))
    tensor([5.0000])
    """
    shifted = _shifted(x1 - x2, eps)
    return _norm_of(shifted, float(p), (shifted._array.ndim - 1,), keepdim)


@one_node("AddBackward1", overload="add.Scalar")
def _shifted(x: Any, eps: float) -> Any:
    return x + eps


@one_node("SubBackward1", overload="sub.Scalar")
def _lowered(x: Any, margin: float) -> Any:
    return x - margin


@one_node("NormBackward1", overload="norm.ScalarOpt_dim")
def _norm_of(input: Any, p: float, dim: tuple[int, ...], keepdim: bool) -> Any:
    return caller("vector_norm")(input, p, dim, keepdim, None)


@requires_tensor("triplet_margin_loss", "anchor")
def triplet_margin_loss(anchor: Tensor, positive: Tensor, negative: Tensor, margin: float = 1.0, p: float = 2, eps: float = 1e-6,
                        swap: bool = False,
                        size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean") -> Tensor:
    """The shortfall from a margin by which positives should be nearer to anchors than negatives.

        loss = max(0, norm_p(anchor - positive) - norm_p(anchor - negative) + margin)

    Parameters
    ----------
    anchor : Tensor
        batch x E, or E.
    positive : Tensor
        The examples that should be near.
    negative : Tensor
        The examples that should be far.
    margin : float, default 1.0
        The margin.
    p : float, default 2
        The order of the norm.
    eps : float, default 1e-06
        Is added to differences.
    swap : bool, default False
        Use the distance of positive and negative, if it is smaller.
    size_average : bool, optional
        Deprecated, in favour of `reduction`.
    reduce : bool, optional
        Deprecated, in favour of `reduction`.
    reduction : 'none', 'mean' or 'sum', default 'mean'
        The losses as they are, their mean, or their sum.

    Returns
    -------
    Tensor
        A number, or a loss for each triplet with 'none'.

    Raises
    ------
    RuntimeError
        `margin` is not positive, or the shapes do not fit.

    Notes
    -----
    After Balntas and others (2016).

    References
    ----------
    PyTorch: torch.nn.functional.triplet_margin_loss

    Examples
    --------
    >>> torch.nn.functional.triplet_margin_loss(torch.tensor([[0., 0.]]), torch.tensor([[3., 4.]]), torch.tensor([[0., 1.]]))
    tensor(5.0000)
    """
    if p.__class__ is not float:
        check_native("triplet_margin_loss", anchor, positive, negative, 1.0, p, eps, swap)
    if ACTIVE:
        anchor, positive, negative = in_single_precision(anchor, positive, negative)
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    if isinstance(margin, TensorBase) and margin._array.ndim:
        raise TypeError("triplet_margin_loss(): argument 'margin' (position 4) must be float, not Tensor")
    loss = _triplet_loss(anchor, positive, negative, lambda a, b: pairwise_distance(a, b, p, eps), lambda n: _shifted(n, as_float(margin)),
                         swap)
    return _reduce(loss, _parse_reduction(size_average, reduce, reduction))


def triplet_margin_with_distance_loss(anchor: Tensor, positive: Tensor, negative: Tensor, *, distance_function: Any = None,
                                      margin: float = 1.0,
                                      swap: bool = False, reduction: str = "mean") -> Tensor:
    """The triplet margin loss with a given distance.

        loss = max(0, d(anchor, positive) - d(anchor, negative) + margin)

    Parameters
    ----------
    anchor : Tensor
        batch x ...
    positive : Tensor
        The examples that should be near.
    negative : Tensor
        The examples that should be far.
    distance_function : callable, optional
        d; `pairwise_distance` if not given.
    margin : float, default 1.0
        The margin.
    swap : bool, default False
        Use the distance of positive and negative, if it is smaller.
    reduction : 'none', 'mean' or 'sum', default 'mean'
        The losses as they are, their mean, or their sum.

    Returns
    -------
    Tensor
        A number, or a loss for each triplet with 'none'.

    References
    ----------
    PyTorch: torch.nn.functional.triplet_margin_with_distance_loss

    Examples
    --------
    >>> a, p, n = torch.tensor([[0., 0.]]), torch.tensor([[3., 4.]]), torch.tensor([[0., 1.]])
    >>> torch.nn.functional.triplet_margin_with_distance_loss(a, p, n, distance_function=lambda x, y: (x - y).abs().sum(1))
    tensor(7.)
    """
    if margin <= 0:
        raise ValueError(f"margin must be greater than 0, got {margin}")
    loss = _triplet_loss(anchor, positive, negative, distance_function or pairwise_distance, lambda near: near + margin, swap)
    return _reduce(loss, _parse_reduction(None, None, reduction))


def _triplet_loss(anchor: Any, positive: Any, negative: Any, distance: Any, shifted: Any, swap: bool) -> Any:
    ndims = [t.ndim for t in (anchor, positive, negative)]
    if len(set(ndims)) > 1:
        raise RuntimeError("The anchor, positive, and negative tensors are expected to have the same number of dimensions, but got: "
                           f"anchor {ndims[0]}D, positive {ndims[1]}D, and negative {ndims[2]}D inputs")
    positive_distance, negative_distance = distance(anchor, positive), distance(anchor, negative)
    return (shifted(positive_distance) -
            (ops.minimum(negative_distance, distance(positive, negative)) if swap else negative_distance)).clamp_min(0)


@requires_tensor("multilabel_margin_loss")
def multilabel_margin_loss(input: Tensor, target: Tensor, size_average: bool | None = None, reduce: bool | None = None,
                           reduction: str = "mean") -> Tensor:
    """The hinge loss of examples with several classes.

        loss = sum over classes c of the example and others i of max(0, 1 - (input[c] - input[i])) / C

    Parameters
    ----------
    input : Tensor
        Scores: batch x C, or C.
    target : Tensor
        Classes (`torch.int64`), in the same shape, ended by -1.
    size_average : bool, optional
        Deprecated, in favour of `reduction`.
    reduce : bool, optional
        Deprecated, in favour of `reduction`.
    reduction : 'none', 'mean' or 'sum', default 'mean'
        The losses as they are, their mean, or their sum.

    Returns
    -------
    Tensor
        A number, or a loss for each example with 'none'.

    Raises
    ------
    RuntimeError
        The shapes differ.

    References
    ----------
    PyTorch: torch.nn.functional.multilabel_margin_loss

    Examples
    --------
    >>> torch.nn.functional.multilabel_margin_loss(torch.tensor([0.1, 0.2, 0.8]), torch.tensor([2, -1, 0]))
    tensor(0.2333)
    """
    return _multilabel_margin(input, target, _parse_reduction(size_average, reduce, reduction))


@requires_tensor("pdist")
@one_node("PdistBackward0", shows=lambda arguments: {**arguments, "p": float(arguments["p"])})
def pdist(input: Tensor, p: float = 2) -> Tensor:
    """The distances of all pairs of rows.

    Parameters
    ----------
    input : Tensor
        N x M, a row for each point.
    p : float, default 2
        The order of the norm.

    Returns
    -------
    Tensor
        Of size N * (N - 1) / 2: of the pairs (0, 1), (0, 2), ..., (1, 2), ...

    Raises
    ------
    RuntimeError
        `input` does not have two dimensions, or `p` is negative.

    References
    ----------
    PyTorch: torch.nn.functional.pdist

    Examples
    --------
    >>> torch.nn.functional.pdist(torch.tensor([[0., 0.], [3., 4.], [0., 1.]]))
    tensor([5.0000, 1.0000, 4.2426])
    """
    if input._array.dtype.kind not in "fV":
        raise RuntimeError("pdist only supports floating-point dtypes")
    if input._array.ndim != 2:
        raise RuntimeError(f"pdist only supports 2D tensors, got: {input._array.ndim}D")
    if input._array.dtype.itemsize == 2:
        raise NotImplementedError(f"\"pdist\" not implemented for '{type_name(input._array.dtype)}'")
    if not p >= 0:
        raise RuntimeError("pdist only supports non-negative p values")
    return _pdist(input, float(p))


@requires_tensor("ctc_loss", "log_probs")
def ctc_loss(log_probs: Tensor, targets: Tensor, input_lengths: Tensor, target_lengths: Tensor, blank: int = 0, reduction: str = "mean",
             zero_infinity: bool = False) -> Tensor:
    """Minus the log-likelihood of label sequences under all their alignments (connectionist temporal classification).

    Parameters
    ----------
    log_probs : Tensor
        Log-probabilities: T x batch x C, or T x C.
    targets : Tensor
        Labels: batch x S, or concatenated.
    input_lengths : Tensor or tuple of ints
        The number of time steps of each example.
    target_lengths : Tensor or tuple of ints
        The number of labels of each example.
    blank : int, default 0
        The class of blanks.
    reduction : 'none', 'mean' or 'sum', default 'mean'
        The losses as they are, their mean, or their sum.
    zero_infinity : bool, default False
        Count sequences that are too long as 0, without gradient, instead of inf.

    Returns
    -------
    Tensor
        A number, or a loss for each example with 'none'; the mean is over losses divided by their lengths.

    Raises
    ------
    RuntimeError
        The lengths do not fit.

    Notes
    -----
    After Graves and others (2006).

    References
    ----------
    PyTorch: torch.nn.functional.ctc_loss

    Examples
    --------
    >>> logp = torch.full((4, 1, 3), 1 / 3).log()
    >>> torch.nn.functional.ctc_loss(logp, torch.tensor([[1, 2]]), torch.tensor([4]), torch.tensor([2]))
    tensor(0.8432)
    """
    if reduction not in ("none", "mean", "sum"):
        raise ValueError(f"{reduction} is not a valid value for reduction")
    check_native("ctc_loss", log_probs, targets, input_lengths, target_lengths, blank, 0, zero_infinity)
    if ACTIVE:
        (log_probs,) = in_single_precision(log_probs)
    if not log_probs._array.ndim:
        raise IndexError("Dimension out of range (expected to be in range of [-1, 0], but got 1)")
    if log_probs._array.ndim not in (2, 3):
        dims = log_probs._array.ndim + 1  # PyTorch adds a batch dimension first
        raise RuntimeError(f"Expected 3-dimensional tensor, but got {dims}-dimensional tensor for argument #1 'log_probs' (while checking "
                           "arguments for ctc_loss_allocate_outputs)")
    if not log_probs._array.size:
        raise RuntimeError("log_probs tensor must not be empty")
    if targets._array.ndim not in (1, 2):
        raise RuntimeError(f"Expected 1 to 2 dimensions, but got {targets._array.ndim}-dimensional tensor for argument #2 'targets' (while "
                           "checking arguments for ctc_loss_allocate_outputs)")
    for name, lengths_given in (("input_lengths", input_lengths), ("target_lengths", target_lengths)):
        if isinstance(lengths_given, TensorBase) and lengths_given._array.dtype.kind not in "biu":
            raise RuntimeError(f"{name} must be integral")
    if log_probs._array.dtype not in (np.float32, np.float64):
        raise NotImplementedError(f"\"ctc_loss_cpu\" not implemented for '{type_name(log_probs._array.dtype)}'")
    batched = log_probs._array.ndim == 3
    x = log_probs if batched else log_probs.unsqueeze(1)
    lengths = [v if isinstance(v, TensorBase) else wrap(np.asarray(v, np.int64)) for v in (input_lengths, target_lengths)]
    if is_meta_tensor(x):
        lengths = [v.to("meta") for v in lengths]
    width = int(concrete_values(lengths[1]).max(initial=0))
    padded = _padded_targets(targets, *lengths, tuple(x._array.shape), blank, width)
    loss, _ = _ctc(x, *padded, targets if targets._array.__class__ is np.ndarray else None, blank, zero_infinity)
    if zero_infinity:
        loss = ops.where(loss == float("inf"), 0.0, loss)
    if reduction == "mean":
        return (loss / padded[2].clamp_min(1).to(x.dtype)).mean()
    return loss.sum() if reduction == "sum" else loss if batched else loss.squeeze(0)


@on_values("_ctc_loss", warns=False)
def _padded_targets(targets: Any, inputs: Any, lengths: Any, shape: tuple[int, ...], blank: int, width: int) -> Any:
    """Targets as one row of `width` per example, padded with blanks, and both lengths."""
    inputs, lengths = (v._array.astype(np.int64).reshape(-1) for v in (inputs, lengths))
    return wrap(_label_rows(shape, targets._array, blank, inputs, lengths, width)), wrap(inputs), wrap(lengths)


def _label_rows(shape: tuple[int, ...], targets: Any, blank: int, inputs: Any, lengths: Any, width: int) -> Any:
    targets = targets.real.astype(np.int64)
    if not 0 <= blank < shape[2]:
        raise RuntimeError("blank must be in label range")
    if len(inputs) != shape[1]:
        raise RuntimeError("input_lengths must be of size batch_size")
    if len(lengths) != shape[1]:
        raise RuntimeError("target_lengths must be of size batch_size")
    for name, length_array in (("input_lengths", inputs), ("target_lengths", lengths)):
        if length_array.size and length_array.min() < 0:
            raise RuntimeError(f"Expected {name} to have value at least 0, but got value {length_array[length_array < 0][0]} "
                               "(while checking arguments for ctc_loss_allocate_outputs)")
    if targets.ndim > 1 and len(targets) != shape[1]:
        raise RuntimeError(f"Expected tensor to have size {shape[1]} at dimension 0, but got size {len(targets)} for argument #2 'targets' "
                           "(while checking arguments for ctc_loss_allocate_outputs)")
    inside = intp.arange(width) < lengths[:, None]
    rows = np.full((shape[1], width), blank, np.int64)
    if targets.ndim == 1:
        if targets.size != lengths.sum():
            raise RuntimeError(f"Expected tensor to have size {lengths.sum()} at dimension 0, but got size {targets.size} for argument #2 "
                               "'targets' (while checking arguments for ctc_loss_allocate_outputs)")
        rows[inside] = targets
    else:
        if targets.shape[1] < width:
            raise RuntimeError(f"Expected tensor to have size at least {width} at dimension 1, but got size {targets.shape[1]} for "
                               "argument #2 'targets' (while checking arguments for ctc_loss_allocate_outputs)")
        rows[inside] = targets[:, :width][inside]
    if inputs.size and inputs.max() > shape[0]:
        at = int(inputs.argmax())
        raise RuntimeError(f"Expected input_lengths to have value at most {shape[0]}, but got value {inputs[at]} (while checking "
                           "arguments for ctc_loss_allocate_outputs)")
    return rows


__all__ = [
    "binary_cross_entropy", "binary_cross_entropy_with_logits", "cosine_embedding_loss", "cross_entropy", "ctc_loss", "gaussian_nll_loss",
    "hinge_embedding_loss", "huber_loss", "kl_div", "l1_loss", "linear_cross_entropy", "margin_ranking_loss", "mse_loss",
    "multi_margin_loss", "multilabel_margin_loss", "multilabel_soft_margin_loss", "nll_loss", "pairwise_distance", "pdist",
    "poisson_nll_loss", "smooth_l1_loss", "soft_margin_loss", "triplet_margin_loss", "triplet_margin_with_distance_loss",
]
