"""Functions of `torch` that are those of `torch.nn.functional`, with other parameters: a number for the reduction, tensors first.

What PyTorch declares as the default of `reduction` is the mean; what it does is not to reduce, and so does this module.
"""
from __future__ import annotations

from typing import Any

from .._bindings.functions.arguments import write_out
from .._dispatch.grad_mode import as_one
from . import functional as F
from ._functional.activation import randomly_leaky
from ._functional.dropout import check_probability
from ._functional.norm import normalised_batch

_REDUCTIONS = ("none", "mean", "sum")


def dropout(input: Any, p: float, train: bool) -> Any:
    """`F.dropout`."""
    check_probability(p)
    return F.dropout(input, p, train)


def dropout_(input: Any, p: float, train: bool) -> Any:
    """`F.dropout`, in place."""
    check_probability(p)
    return F.dropout(input, p, train, inplace=True)


def alpha_dropout(input: Any, p: float, train: bool) -> Any:
    """`F.alpha_dropout`."""
    check_probability(p)
    return F.alpha_dropout(input, p, train)


def feature_dropout(input: Any, p: float, train: bool) -> Any:
    """`F.dropout2d` and its like: whole channels."""
    check_probability(p)
    return F.dropout3d(input, p, train) if input._array.ndim == 5 else F.dropout2d(input, p, train)


def feature_alpha_dropout(input: Any, p: float, train: bool) -> Any:
    """`F.feature_alpha_dropout`."""
    check_probability(p)
    return F.feature_alpha_dropout(input, p, train)


def embedding(weight: Any, indices: Any, padding_idx: int = -1, scale_grad_by_freq: bool = False, sparse: bool = False) -> Any:
    """`F.embedding`, the table first."""
    return F.embedding(indices, weight, None if padding_idx < 0 else padding_idx, scale_grad_by_freq=scale_grad_by_freq, sparse=sparse)


def batch_norm(input: Any, weight: Any, bias: Any, running_mean: Any, running_var: Any, training: bool, momentum: float, eps: float,
               cudnn_enabled: bool) -> Any:
    """`F.batch_norm`, of which this is the native part: a batch may be of one value per channel, and `eps` may be 0."""
    return normalised_batch(input, running_mean, running_var, weight, bias, training, momentum, eps)[0]


def instance_norm(input: Any, weight: Any, bias: Any, running_mean: Any, running_var: Any, use_input_stats: bool, momentum: float,
                  eps: float, cudnn_enabled: bool) -> Any:
    """`F.instance_norm`."""
    return F.instance_norm(input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps)


def layer_norm(input: Any, normalized_shape: Any, weight: Any = None, bias: Any = None, eps: float = 1e-5,
               cudnn_enable: bool = True) -> Any:
    """`F.layer_norm`."""
    return F.layer_norm(input, normalized_shape, weight, bias, eps)


def group_norm(input: Any, num_groups: int, weight: Any = None, bias: Any = None, eps: float = 1e-5, cudnn_enabled: bool = True) -> Any:
    """`F.group_norm`."""
    return F.group_norm(input, num_groups, weight, bias, eps)


def max_pool1d(input: Any, kernel_size: Any, stride: Any = (), padding: Any = 0, dilation: Any = 1, ceil_mode: bool = False) -> Any:
    """`F.max_pool1d`."""
    return F.max_pool1d(input, kernel_size, stride or None, padding, dilation, ceil_mode)


def max_pool2d(input: Any, kernel_size: Any, stride: Any = (), padding: Any = 0, dilation: Any = 1, ceil_mode: bool = False) -> Any:
    """`F.max_pool2d`."""
    return F.max_pool2d(input, kernel_size, stride or None, padding, dilation, ceil_mode)


def max_pool3d(input: Any, kernel_size: Any, stride: Any = (), padding: Any = 0, dilation: Any = 1, ceil_mode: bool = False) -> Any:
    """`F.max_pool3d`."""
    return F.max_pool3d(input, kernel_size, stride or None, padding, dilation, ceil_mode)


def binary_cross_entropy_with_logits(input: Any, target: Any, weight: Any = None, pos_weight: Any = None, reduction: int = 0) -> Any:
    """`F.binary_cross_entropy_with_logits`; 0: none, 1: mean, 2: sum."""
    return F.binary_cross_entropy_with_logits(input, target, weight, pos_weight=pos_weight, reduction=_REDUCTIONS[reduction])


def cosine_embedding_loss(input1: Any, input2: Any, target: Any, margin: float = 0.0, reduction: int = 0) -> Any:
    """`F.cosine_embedding_loss`; 0: none, 1: mean, 2: sum."""
    return F.cosine_embedding_loss(input1, input2, target, margin, reduction=_REDUCTIONS[reduction])


def hinge_embedding_loss(input: Any, target: Any, margin: float = 1.0, reduction: int = 0) -> Any:
    """`F.hinge_embedding_loss`; 0: none, 1: mean, 2: sum."""
    return F.hinge_embedding_loss(input, target, margin, reduction=_REDUCTIONS[reduction])


def margin_ranking_loss(input1: Any, input2: Any, target: Any, margin: float = 0.0, reduction: int = 0) -> Any:
    """`F.margin_ranking_loss`; 0: none, 1: mean, 2: sum."""
    return F.margin_ranking_loss(input1, input2, target, margin, reduction=_REDUCTIONS[reduction])


def kl_div(input: Any, target: Any, reduction: int = 0, *, log_target: bool = False) -> Any:
    """`F.kl_div`; 0: none, 1: mean, 2: sum."""
    return F.kl_div(input, target, reduction=_REDUCTIONS[reduction], log_target=log_target)


def poisson_nll_loss(input: Any, target: Any, log_input: bool, full: bool, eps: float, reduction: int) -> Any:
    """`F.poisson_nll_loss`; 0: none, 1: mean, 2: sum."""
    return F.poisson_nll_loss(input, target, log_input, full, eps=eps, reduction=_REDUCTIONS[reduction])


def triplet_margin_loss(anchor: Any, positive: Any, negative: Any, margin: float = 1.0, p: float = 2.0, eps: float = 1e-6,
                        swap: bool = False, reduction: int = 0) -> Any:
    """`F.triplet_margin_loss`; 0: none, 1: mean, 2: sum."""
    return F.triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, reduction=_REDUCTIONS[reduction])


def ctc_loss(log_probs: Any, targets: Any, input_lengths: Any, target_lengths: Any, blank: int = 0, reduction: int = 0,
             zero_infinity: bool = False) -> Any:
    """`F.ctc_loss`; 0: none, 1: mean, 2: sum."""
    return F.ctc_loss(log_probs, targets, input_lengths, target_lengths, blank, _REDUCTIONS[reduction], zero_infinity)


def celu_(input: Any, alpha: float = 1.0) -> Any:
    """The exponential linear unit that is continuously differentiable for every `alpha`.

        out[i] = max(0, input[i]) + min(0, alpha * (e ** (input[i] / alpha) - 1))

    Parameters
    ----------
    input : Tensor
        Floats.
    alpha : float, default 1.
        Minus the limit far below zero; not 0.
    inplace : bool, default False
        Write the result into `input`.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Notes
    -----
    After Barron (2017).

    References
    ----------
    PyTorch: torch.nn.functional.celu

    Examples
    --------
    >>> F.celu(torch.tensor([-1., 0., 2.]), alpha=2.)
    tensor([-0.7869,  0.0000,  2.0000])
    """
    return F.celu(input, alpha, inplace=True)


def selu_(input: Any) -> Any:
    """The scaled exponential linear unit, which keeps mean 0 and variance 1.

        out[i] = scale * (input[i] if input[i] > 0, else alpha * (e ** input[i] - 1))

    with scale = 1.0507... and alpha = 1.6732...

    Parameters
    ----------
    input : Tensor
        Floats.
    inplace : bool, default False
        Write the result into `input`.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Notes
    -----
    After Klambauer and others (2017). Meant for weights of variance 1 / fan_in.

    References
    ----------
    PyTorch: torch.nn.functional.selu

    Examples
    --------
    >>> F.selu(torch.tensor([-1., 0., 2.]))
    tensor([-1.1113,  0.0000,  2.1014])
    """
    return F.selu(input, inplace=True)


def threshold(input: Any, threshold: float, value: float, *, out: Any = None) -> Any:
    """Elements that are not above a threshold are replaced.

        out[i] = input[i] if input[i] > threshold, else value

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    threshold : number
        The threshold.
    value : number
        What takes their place.
    inplace : bool, default False
        Write the result into `input`.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    References
    ----------
    PyTorch: torch.nn.functional.threshold

    Examples
    --------
    >>> F.threshold(torch.tensor([-1., 0.5, 2.]), 1., -5.)
    tensor([-5., -5.,  2.])
    """
    return F.threshold(input, threshold, value) if out is None else write_out(F.threshold, out, input, threshold, value)


def threshold_(input: Any, threshold: float, value: float) -> Any:
    """Elements that are not above a threshold are replaced.

        out[i] = input[i] if input[i] > threshold, else value

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    threshold : number
        The threshold.
    value : number
        What takes their place.
    inplace : bool, default False
        Write the result into `input`.
    out : Tensor, optional
        Takes the result; it is resized if it has another shape.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    References
    ----------
    PyTorch: torch.nn.functional.threshold

    Examples
    --------
    >>> F.threshold(torch.tensor([-1., 0.5, 2.]), 1., -5.)
    tensor([-5., -5.,  2.])
    """
    return F.threshold(input, threshold, value, inplace=True)


def alpha_dropout_(input: Any, p: float, train: bool) -> Any:
    """`F.alpha_dropout`, in place."""
    check_probability(p)
    return F.alpha_dropout(input, p, train, inplace=True)


def feature_dropout_(input: Any, p: float, train: bool) -> Any:
    """`feature_dropout`, in place."""
    check_probability(p)
    return F.dropout3d(input, p, train, inplace=True) if input._array.ndim == 5 else F.dropout2d(input, p, train, inplace=True)


def feature_alpha_dropout_(input: Any, p: float, train: bool) -> Any:
    """`F.feature_alpha_dropout`, in place."""
    check_probability(p)
    return F.feature_alpha_dropout(input, p, train, inplace=True)


def native_dropout(input: Any, p: float, train: bool | None) -> Any:
    """`F.dropout`, and where it kept what there was."""
    def run() -> Any:
        kept = F.dropout(input.new_ones(input.shape), p, bool(train))
        return (input * kept if train else input.clone()), kept != 0

    return as_one("native_dropout.default", (input, p, train), run)


def rrelu(input: Any, lower: float = 0.125, upper: float = 1.0 / 3, training: bool = False, generator: Any = None) -> Any:
    """A rectified linear unit with random slopes below zero.

    Parameters
    ----------
    input : Tensor
        Floats.
    lower : float, default 1./8
        The least slope.
    upper : float, default 1./3
        The greatest slope.
    training : bool, default False
        Draw a slope for each element; else all are the mean of both bounds.
    inplace : bool, default False
        Write the result into `input`.
    generator : torch.Generator, optional
        Where the random numbers come from; the default generator if not given.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Notes
    -----
    After Xu and others (2015).

    References
    ----------
    PyTorch: torch.nn.functional.rrelu

    Examples
    --------
    >>> F.rrelu(torch.tensor([-1., 2.]))
    tensor([-0.2292,  2.0000])
    """
    return randomly_leaky(input, lower, upper, training, False, generator)


def rrelu_(input: Any, lower: float = 0.125, upper: float = 1.0 / 3, training: bool = False, generator: Any = None) -> Any:
    """A rectified linear unit with random slopes below zero.

    Parameters
    ----------
    input : Tensor
        Floats.
    lower : float, default 1./8
        The least slope.
    upper : float, default 1./3
        The greatest slope.
    training : bool, default False
        Draw a slope for each element; else all are the mean of both bounds.
    inplace : bool, default False
        Write the result into `input`.
    generator : torch.Generator, optional
        Where the random numbers come from; the default generator if not given.

    Returns
    -------
    Tensor
        As `input` in shape and dtype.

    Notes
    -----
    After Xu and others (2015).

    References
    ----------
    PyTorch: torch.nn.functional.rrelu

    Examples
    --------
    >>> F.rrelu(torch.tensor([-1., 2.]))
    tensor([-0.2292,  2.0000])
    """
    return randomly_leaky(input, lower, upper, training, True, generator)


def max_pool1d_with_indices(input: Any, kernel_size: Any, stride: Any = (), padding: Any = 0, dilation: Any = 1,
                            ceil_mode: bool = False) -> Any:
    """`F.max_pool1d` with indices."""
    return F.max_pool1d_with_indices(input, kernel_size, stride or None, padding, dilation, ceil_mode)


def adaptive_max_pool1d(input: Any, output_size: Any) -> Any:
    """`F.adaptive_max_pool1d` with indices."""
    return F.adaptive_max_pool1d(input, output_size, return_indices=True)


def native_channel_shuffle(input: Any, groups: int) -> Any:
    """`F.channel_shuffle`."""
    return F.channel_shuffle(input, groups)


def convolution(input: Any, weight: Any, bias: Any, stride: Any, padding: Any, dilation: Any, transposed: bool, output_padding: Any,
                groups: int) -> Any:
    """`F.conv1d` to `F.conv3d`, or `F.conv_transpose1d` to `F.conv_transpose3d`, by the dimensions of the weight."""
    name = f"conv{'_transpose' * transposed}{weight.dim() - 2}d"
    if transposed:
        return getattr(F, name)(input, weight, bias, stride, padding, output_padding, groups, dilation)
    return getattr(F, name)(input, weight, bias, stride, padding, dilation, groups)


def conv_tbc(input: Any, weight: Any, bias: Any, pad: int = 0) -> Any:
    """Convolution along the first dimension, of sequences as time x batch x channels.

    Parameters
    ----------
    input : Tensor
        time x batch x in_channels.
    weight : Tensor
        k x in_channels x out_channels.
    bias : Tensor
        Of size out_channels.
    pad : int, default 0
        How many zeros on either side.

    Returns
    -------
    Tensor
        (time + 2 * pad - k + 1) x batch x out_channels.

    Raises
    ------
    RuntimeError
        The sizes do not fit.

    References
    ----------
    PyTorch: torch.nn.functional.conv_tbc

    Examples
    --------
    >>> F.conv_tbc(torch.ones(3, 1, 2), torch.ones(2, 2, 1), torch.zeros(1)).flatten()
    tensor([4., 4.])
    """
    return F.conv1d(input.permute(1, 2, 0), weight.permute(2, 1, 0), bias, padding=pad).permute(2, 0, 1)


def grid_sampler(input: Any, grid: Any, interpolation_mode: int, padding_mode: int, align_corners: bool) -> Any:
    """`F.grid_sample`, with numbers for the modes."""
    modes, paddings = ("bilinear", "nearest", "bicubic"), ("zeros", "border", "reflection")
    return F.grid_sample(input, grid, modes[interpolation_mode], paddings[padding_mode], align_corners)


def affine_grid_generator(theta: Any, size: Any, align_corners: bool) -> Any:
    """`F.affine_grid`."""
    return F.affine_grid(theta, size, align_corners)


from .._bindings.override.publishing import publish  # noqa: E402

publish(globals(), "torch")
