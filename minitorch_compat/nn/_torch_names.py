"""Functions of `torch.nn.functional` that `torch` has with other parameters: a number for the reduction, tensors first.

PyTorch declares the mean as the default of `reduction`, but does not reduce by default, and neither does this module.
"""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._bindings.functions.arguments import write_out
from .._dispatch.grad_mode import profiled_as_one
from . import functional as F
from ._functional.activation import rrelu_with_generator
from ._functional.dropout import _channel_dropout, check_native_probability
from ._functional.norm import normalized_batch

if TYPE_CHECKING:
    from .._bindings.annotations import OptionalGenerator
    from .._bindings.tensor.tensor import Tensor

_REDUCTIONS = ("none", "mean", "sum")


def dropout(input: Any, p: float, train: bool) -> Tensor:
    """Set elements to zero at random, and scale the others by 1 / (1 - p).

    Parameters
    ----------
    input : Tensor
        Floats, or complex numbers.
    p : float
        The probability that an element or channel becomes zero.
    train : bool
        Apply dropout; False returns `input`.

    Returns
    -------
    Tensor
        As `input`; `dropout_` changes it in place.

    Raises
    ------
    RuntimeError
        `p` is not between 0 and 1.

    Notes
    -----
    Programs use `torch.nn.functional.dropout`.

    References
    ----------
    PyTorch: torch.dropout

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.dropout(torch.ones(4), 0.5, True)
    tensor([0., 0., 2., 0.])
    """
    check_native_probability(p)
    return F.dropout(input, p, train)


def dropout_(input: Any, p: float, train: bool) -> Tensor:
    """Set elements to zero at random, and scale the others by 1 / (1 - p). In place.

    Parameters
    ----------
    input : Tensor
        Floats, or complex numbers.
    p : float
        The probability that an element or channel becomes zero.
    train : bool
        Apply dropout; False returns `input`.

    Returns
    -------
    Tensor
        `input`, changed.

    Raises
    ------
    RuntimeError
        `p` is not between 0 and 1.

    Notes
    -----
    Programs use `torch.nn.functional.dropout`.

    References
    ----------
    PyTorch: torch.dropout

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.dropout_(torch.ones(4), 0.5, True)
    tensor([0., 0., 2., 0.])
    """
    check_native_probability(p)
    return F.dropout(input, p, train, inplace=True)


def alpha_dropout(input: Any, p: float, train: bool) -> Tensor:
    """Dropout that keeps mean and variance of the results of `selu`.

    Parameters
    ----------
    input : Tensor
        Floats.
    p : float
        The probability that an element is dropped.
    train : bool
        Apply dropout; False returns `input`.

    Returns
    -------
    Tensor
        As `input`; `alpha_dropout_` changes it in place.

    Notes
    -----
    Programs use `torch.nn.functional.alpha_dropout`.

    References
    ----------
    PyTorch: torch.alpha_dropout

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.alpha_dropout(torch.ones(4), 0.5, True)
    tensor([-0.7792, -0.7792,  1.6656, -0.7792])
    """
    check_native_probability(p)
    return F.alpha_dropout(input, p, train)


def feature_dropout(input: Any, p: float, train: bool) -> Tensor:
    """Set whole channels to zero at random, and scale the others.

    Parameters
    ----------
    input : Tensor
        batch x channels x ...
    p : float
        The probability that an element or channel becomes zero.
    train : bool
        Apply dropout; False returns `input`.

    Returns
    -------
    Tensor
        As `input`; `feature_dropout_` changes it in place.

    Notes
    -----
    Programs use `torch.nn.functional.dropout2d`.

    References
    ----------
    PyTorch: torch.feature_dropout

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.feature_dropout(torch.ones(1, 3, 1, 1), 0.5, True).flatten()
    tensor([0., 0., 2.])
    """
    check_native_probability(p)
    return _channel_dropout(input, p, train, False)


def feature_alpha_dropout(input: Any, p: float, train: bool) -> Tensor:
    """Alpha dropout of whole channels.

    Parameters
    ----------
    input : Tensor
        batch x channels x ...
    p : float
        The probability that a channel is dropped.
    train : bool
        Apply dropout; False returns `input`.

    Returns
    -------
    Tensor
        As `input`; `feature_alpha_dropout_` changes it in place.

    Notes
    -----
    Programs use `torch.nn.functional.feature_alpha_dropout`.

    References
    ----------
    PyTorch: torch.feature_alpha_dropout

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.feature_alpha_dropout(torch.ones(1, 3, 1), 0.5, True).flatten()
    tensor([-0.7792, -0.7792,  1.6656])
    """
    check_native_probability(p)
    return F.feature_alpha_dropout(input, p, train)


def embedding(weight: Any, indices: Any, padding_idx: int = -1, scale_grad_by_freq: bool = False, sparse: bool = False) -> Tensor:
    """The rows of a table at given indices.

    Parameters
    ----------
    weight : Tensor
        The table.
    indices : Tensor
        Indices, `torch.int32` or `torch.int64`.
    padding_idx : int, default -1
        The index of the row that gets no gradient; -1 for none.
    scale_grad_by_freq : bool, default False
        Divide gradients by the number of times an index occurs.
    sparse : bool, default False
        Whether the gradient of `weight` is sparse.

    Returns
    -------
    Tensor
        In the shape of `indices`, with the rows as a new last dimension.

    Notes
    -----
    Programs use `torch.nn.functional.embedding`, which has the indices first.

    References
    ----------
    PyTorch: torch.embedding

    Examples
    --------
    >>> torch.embedding(torch.tensor([[0., 0.], [1., 10.]]), torch.tensor([1, 0, 1]))
    tensor([[ 1., 10.],
            [ 0.,  0.],
            [ 1., 10.]])
    """
    return F.embedding(indices, weight, None if padding_idx < 0 else padding_idx, scale_grad_by_freq=scale_grad_by_freq, sparse=sparse)


def batch_norm(input: Any, weight: Any, bias: Any, running_mean: Any, running_var: Any, training: bool, momentum: float, eps: float,
               cudnn_enabled: bool) -> Tensor:
    """Normalize each channel by its mean and variance over the batch.

    Parameters
    ----------
    input : Tensor
        batch x channels x ...
    weight, bias : Tensor or None
        Multiply and are added, for each channel.
    running_mean, running_var : Tensor or None
        The running statistics; updated in training.
    training : bool
        Normalize by the batch.
    momentum : float
        The share of the running statistics that is replaced.
    eps : float
        Is added under the root, so that it is not zero.
    cudnn_enabled : bool
        Has no effect on a CPU.

    Returns
    -------
    Tensor
        In the shape of `input`.

    Notes
    -----
    Programs use `torch.nn.functional.batch_norm`.

    References
    ----------
    PyTorch: torch.batch_norm

    Examples
    --------
    >>> torch.batch_norm(torch.tensor([[1.], [3.]]), None, None, None, None, True, 0.1, 0., True)
    tensor([[-1.],
            [ 1.]])
    """
    return normalized_batch(input, running_mean, running_var, weight, bias, training, momentum, eps)[0]


def instance_norm(input: Any, weight: Any, bias: Any, running_mean: Any, running_var: Any, use_input_stats: bool, momentum: float,
                  eps: float, cudnn_enabled: bool) -> Tensor:
    """Normalize each channel of each example by its own mean and variance.

    Parameters
    ----------
    input : Tensor
        batch x channels x ...
    weight, bias : Tensor or None
        Multiply and are added, for each channel.
    running_mean, running_var : Tensor or None
        The running statistics.
    use_input_stats : bool
        Normalize by the examples; False by the running statistics.
    momentum : float
        The share of the running statistics that is replaced.
    eps : float
        Is added under the root, so that it is not zero.
    cudnn_enabled : bool
        Has no effect on a CPU.

    Returns
    -------
    Tensor
        In the shape of `input`.

    Notes
    -----
    Programs use `torch.nn.functional.instance_norm`.

    References
    ----------
    PyTorch: torch.instance_norm

    Examples
    --------
    >>> torch.instance_norm(torch.tensor([[[1., 3.]]]), None, None, None, None, True, 0.1, 0., True)
    tensor([[[-1.,  1.]]])
    """
    return F.instance_norm(input, running_mean, running_var, weight, bias, use_input_stats, momentum, eps)


def layer_norm(input: Any, normalized_shape: Any, weight: Any = None, bias: Any = None, eps: float = 1e-5,
               cudnn_enable: bool = True) -> Tensor:
    """Normalize over the last dimensions.

    Parameters
    ----------
    input : Tensor
        Ends in `normalized_shape`.
    normalized_shape : ints
        The sizes of the dimensions that are normalized over.
    weight, bias : Tensor, optional
        Multiply and are added, in this shape.
    eps : float, default 1e-05
        Is added under the root, so that it is not zero.
    cudnn_enable : bool, default True
        Has no effect on a CPU.

    Returns
    -------
    Tensor
        In the shape of `input`.

    Notes
    -----
    Programs use `torch.nn.functional.layer_norm`.

    References
    ----------
    PyTorch: torch.layer_norm

    Examples
    --------
    >>> torch.layer_norm(torch.tensor([[1., 2., 3.]]), (3,))
    tensor([[-1.2247,  0.0000,  1.2247]])
    """
    return F.layer_norm(input, normalized_shape, weight, bias, eps)


def group_norm(input: Any, num_groups: int, weight: Any = None, bias: Any = None, eps: float = 1e-5, cudnn_enabled: bool = True) -> Tensor:
    """Normalize over groups of channels.

    Parameters
    ----------
    input : Tensor
        batch x channels x ...
    num_groups : int
        The number of groups.
    weight, bias : Tensor, optional
        Multiply and are added, for each channel.
    eps : float, default 1e-05
        Is added under the root, so that it is not zero.
    cudnn_enabled : bool, default True
        Has no effect on a CPU.

    Returns
    -------
    Tensor
        In the shape of `input`.

    Notes
    -----
    Programs use `torch.nn.functional.group_norm`.

    References
    ----------
    PyTorch: torch.group_norm

    Examples
    --------
    >>> torch.group_norm(torch.tensor([[1., 3., 10., 30.]]), 2)
    tensor([[-1.0000,  1.0000, -1.0000,  1.0000]])
    """
    if num_groups.__class__ is int and not num_groups:  # F.group_norm would divide by it first
        raise RuntimeError("Expected num groups to be greater than 0, got 0")
    return F.group_norm(input, num_groups, weight, bias, eps)


def max_pool1d(input: Any, kernel_size: Any, stride: Any = (), padding: Any = 0, dilation: Any = 1, ceil_mode: bool = False) -> Tensor:
    """Maxima over windows along one dimension.

    Parameters
    ----------
    input : Tensor
        batch x channels x L.
    kernel_size, stride, padding, dilation : int
        As for `torch.nn.functional.max_pool1d`.
    ceil_mode : bool, default False
        Round the output size up instead of down.

    Returns
    -------
    Tensor
        batch x channels x L'.

    References
    ----------
    PyTorch: torch.max_pool1d

    Examples
    --------
    >>> torch.max_pool1d(torch.tensor([[[1., 5., 2., 3.]]]), 2)
    tensor([[[5., 3.]]])
    """
    return F.max_pool1d(input, kernel_size, stride or None, padding, dilation, ceil_mode)


def max_pool2d(input: Any, kernel_size: Any, stride: Any = (), padding: Any = 0, dilation: Any = 1, ceil_mode: bool = False) -> Tensor:
    """Maxima over windows of images.

    Parameters
    ----------
    input : Tensor
        batch x channels x H x W.
    kernel_size, stride, padding, dilation : int or ints
        As for `torch.nn.functional.max_pool2d`.
    ceil_mode : bool, default False
        Round the output size up instead of down.

    Returns
    -------
    Tensor
        batch x channels x H' x W'.

    References
    ----------
    PyTorch: torch.max_pool2d

    Examples
    --------
    >>> torch.max_pool2d(torch.arange(16.).reshape(1, 1, 4, 4), 2)
    tensor([[[[ 5.,  7.],
              [13., 15.]]]])
    """
    return F.max_pool2d(input, kernel_size, stride or None, padding, dilation, ceil_mode)


def max_pool3d(input: Any, kernel_size: Any, stride: Any = (), padding: Any = 0, dilation: Any = 1, ceil_mode: bool = False) -> Tensor:
    """Maxima over windows of volumes.

    Parameters
    ----------
    input : Tensor
        batch x channels x D x H x W.
    kernel_size, stride, padding, dilation : int or ints
        As for `torch.nn.functional.max_pool3d`.
    ceil_mode : bool, default False
        Round the output size up instead of down.

    Returns
    -------
    Tensor
        batch x channels x D' x H' x W'.

    References
    ----------
    PyTorch: torch.max_pool3d

    Examples
    --------
    >>> torch.max_pool3d(torch.arange(8.).reshape(1, 1, 2, 2, 2), 2)
    tensor([[[[[7.]]]]])
    """
    return F.max_pool3d(input, kernel_size, stride or None, padding, dilation, ceil_mode)


def binary_cross_entropy_with_logits(input: Any, target: Any, weight: Any = None, pos_weight: Any = None, reduction: int = 0) -> Tensor:
    """The cross entropy of scores and binary targets.

    Parameters
    ----------
    input : Tensor
        Scores.
    target : Tensor
        Floats between 0 and 1, in the same shape.
    weight, pos_weight : Tensor, optional
        Factors, for each element and for the positive part.
    reduction : int, default 0
        0 for each element, 1 the mean, 2 the sum.

    Returns
    -------
    Tensor
        A number, or a loss for each element.

    Notes
    -----
    Programs use `torch.nn.functional.binary_cross_entropy_with_logits`.

    References
    ----------
    PyTorch: torch.binary_cross_entropy_with_logits

    Examples
    --------
    >>> torch.binary_cross_entropy_with_logits(torch.tensor([2., -1.]), torch.tensor([1., 0.]), reduction=1)
    tensor(0.2201)
    """
    return F.binary_cross_entropy_with_logits(input, target, weight, pos_weight=pos_weight, reduction=_REDUCTIONS[reduction])


def cosine_embedding_loss(input1: Any, input2: Any, target: Any, margin: float = 0.0, reduction: int = 0) -> Tensor:
    """The distances of cosines of pairs from 1, or their excess over a margin.

    Parameters
    ----------
    input1, input2 : Tensor
        batch x E.
    target : Tensor
        1 or -1, for each pair.
    margin : float, default 0.0
        The margin.
    reduction : int, default 0
        0 for each pair, 1 the mean, 2 the sum.

    Returns
    -------
    Tensor
        A number, or a loss for each pair.

    Notes
    -----
    Programs use `torch.nn.functional.cosine_embedding_loss`.

    References
    ----------
    PyTorch: torch.cosine_embedding_loss

    Examples
    --------
    >>> torch.cosine_embedding_loss(torch.tensor([[1., 0.]]), torch.tensor([[1., 1.]]), torch.tensor([1]), reduction=1)
    tensor(0.2929)
    """
    return F.cosine_embedding_loss(input1, input2, target, margin, reduction=_REDUCTIONS[reduction])


def hinge_embedding_loss(input: Any, target: Any, margin: float = 1.0, reduction: int = 0) -> Tensor:
    """Distances where the target is 1, and their shortfall from a margin where it is -1.

    Parameters
    ----------
    input : Tensor
        Distances.
    target : Tensor
        1 or -1.
    margin : float, default 1.0
        The margin.
    reduction : int, default 0
        0 for each element, 1 the mean, 2 the sum.

    Returns
    -------
    Tensor
        A number, or a loss for each element.

    Notes
    -----
    Programs use `torch.nn.functional.hinge_embedding_loss`.

    References
    ----------
    PyTorch: torch.hinge_embedding_loss

    Examples
    --------
    >>> torch.hinge_embedding_loss(torch.tensor([0.5, 0.2]), torch.tensor([1., -1.]), reduction=1)
    tensor(0.6500)
    """
    return F.hinge_embedding_loss(input, target, margin, reduction=_REDUCTIONS[reduction])


def margin_ranking_loss(input1: Any, input2: Any, target: Any, margin: float = 0.0, reduction: int = 0) -> Tensor:
    """The shortfall of the difference of two inputs from a margin, in the given order.

    Parameters
    ----------
    input1, input2 : Tensor
        In the same shape.
    target : Tensor
        1 if `input1` should be the greater, else -1.
    margin : float, default 0.0
        The margin.
    reduction : int, default 0
        0 for each pair, 1 the mean, 2 the sum.

    Returns
    -------
    Tensor
        A number, or a loss for each pair.

    Notes
    -----
    Programs use `torch.nn.functional.margin_ranking_loss`.

    References
    ----------
    PyTorch: torch.margin_ranking_loss

    Examples
    --------
    >>> torch.margin_ranking_loss(torch.tensor([1., 2.]), torch.tensor([0., 3.]), torch.tensor([1, 1]), reduction=1)
    tensor(0.5000)
    """
    return F.margin_ranking_loss(input1, input2, target, margin, reduction=_REDUCTIONS[reduction])


def kl_div(input: Any, target: Any, reduction: int = 0, *, log_target: bool = False) -> Tensor:
    """The divergence of Kullback and Leibler, element by element.

    Parameters
    ----------
    input : Tensor
        Log-probabilities.
    target : Tensor
        Probabilities, or their logarithms.
    reduction : int, default 0
        0 for each element, 1 the mean, 2 the sum.
    log_target : bool, default False
        Whether `target` has logarithms.

    Returns
    -------
    Tensor
        A number, or a loss for each element.

    Notes
    -----
    Programs use `torch.nn.functional.kl_div`.

    References
    ----------
    PyTorch: torch.kl_div

    Examples
    --------
    >>> torch.kl_div(torch.tensor([0.9, 0.1]).log(), torch.tensor([0.5, 0.5]), reduction=2)
    tensor(0.5108)
    """
    return F.kl_div(input, target, reduction=_REDUCTIONS[reduction], log_target=log_target)


def poisson_nll_loss(input: Any, target: Any, log_input: bool, full: bool, eps: float, reduction: int) -> Tensor:
    """Minus the log-likelihood of counts under a Poisson distribution.

    Parameters
    ----------
    input : Tensor
        The logarithm of the expected count, or the count.
    target : Tensor
        The counts.
    log_input : bool
        Whether `input` is a logarithm.
    full : bool
        Add Stirling's approximation.
    eps : float
        Keeps the logarithm finite.
    reduction : int
        0 for each element, 1 the mean, 2 the sum.

    Returns
    -------
    Tensor
        A number, or a loss for each element.

    Notes
    -----
    Programs use `torch.nn.functional.poisson_nll_loss`.

    References
    ----------
    PyTorch: torch.poisson_nll_loss

    Examples
    --------
    >>> torch.poisson_nll_loss(torch.tensor([0., 1.]), torch.tensor([1., 3.]), True, False, 1e-8, 1)
    tensor(0.3591)
    """
    return F.poisson_nll_loss(input, target, log_input, full, eps=eps, reduction=_REDUCTIONS[reduction])


def triplet_margin_loss(anchor: Any, positive: Any, negative: Any, margin: float = 1.0, p: float = 2.0, eps: float = 1e-6,
                        swap: bool = False, reduction: int = 0) -> Tensor:
    """The shortfall from a margin by which positives should be nearer to anchors than negatives.

    Parameters
    ----------
    anchor, positive, negative : Tensor
        batch x E.
    margin : float, default 1.0
        The margin.
    p : float, default 2.0
        The order of the norm.
    eps : float, default 1e-06
        Is added to differences.
    swap : bool, default False
        Use the distance of positive and negative, if it is smaller.
    reduction : int, default 0
        0 for each triplet, 1 the mean, 2 the sum.

    Returns
    -------
    Tensor
        A number, or a loss for each triplet.

    Notes
    -----
    Programs use `torch.nn.functional.triplet_margin_loss`.

    References
    ----------
    PyTorch: torch.triplet_margin_loss

    Examples
    --------
    >>> a, p, n = torch.tensor([[0., 0.]]), torch.tensor([[3., 4.]]), torch.tensor([[0., 1.]])
    >>> torch.triplet_margin_loss(a, p, n, reduction=1)
    tensor(5.0000)
    """
    return F.triplet_margin_loss(anchor, positive, negative, margin, p, eps, swap, reduction=_REDUCTIONS[reduction])


def ctc_loss(log_probs: Any, targets: Any, input_lengths: Any, target_lengths: Any, blank: int = 0, reduction: int = 0,
             zero_infinity: bool = False) -> Tensor:
    """Minus the log-likelihood of label sequences under all their alignments.

    Parameters
    ----------
    log_probs : Tensor
        Log-probabilities: T x batch x C.
    targets : Tensor
        Labels: batch x S, or concatenated.
    input_lengths, target_lengths : Tensor or tuple of ints
        The number of time steps and labels of each example.
    blank : int, default 0
        The class of blanks.
    reduction : int, default 0
        0 for each example, 1 the mean, 2 the sum.
    zero_infinity : bool, default False
        Count sequences that are too long as 0.

    Returns
    -------
    Tensor
        A number, or a loss for each example.

    Notes
    -----
    Programs use `torch.nn.functional.ctc_loss`.

    References
    ----------
    PyTorch: torch.ctc_loss

    Examples
    --------
    >>> logp = torch.full((4, 1, 3), 1 / 3).log()
    >>> torch.ctc_loss(logp, torch.tensor([[1, 2]]), torch.tensor([4]), torch.tensor([2]), reduction=1)
    tensor(0.8432)
    """
    return F.ctc_loss(log_probs, targets, input_lengths, target_lengths, blank, _REDUCTIONS[reduction], zero_infinity)


def celu_(input: Any, alpha: float = 1.0) -> Tensor:
    """The exponential linear unit that is continuously differentiable for every `alpha`. In place.

        out[i] = max(0, input[i]) + min(0, alpha * (e ** (input[i] / alpha) - 1))

    Parameters
    ----------
    input : Tensor
        Floats.
    alpha : float, default 1.
        Minus the limit at minus infinity; not 0.

    Returns
    -------
    Tensor
        `input`, changed.

    Notes
    -----
    After Barron (2017).

    References
    ----------
    PyTorch: torch.nn.functional.celu

    Examples
    --------
    >>> torch.celu_(torch.tensor([-1., 0., 2.]), alpha=2.)
    tensor([-0.7869,  0.0000,  2.0000])
    """
    return F.celu(input, alpha, inplace=True)


def selu_(input: Any) -> Tensor:
    """The scaled exponential linear unit, which keeps mean 0 and variance 1. In place.

        out[i] = scale * (input[i] if input[i] > 0, else alpha * (e ** input[i] - 1))

    with scale = 1.0507... and alpha = 1.6732...

    Parameters
    ----------
    input : Tensor
        Floats.

    Returns
    -------
    Tensor
        `input`, changed.

    Notes
    -----
    After Klambauer and others (2017). Meant for weights of variance 1 / fan_in.

    References
    ----------
    PyTorch: torch.nn.functional.selu

    Examples
    --------
    >>> torch.selu_(torch.tensor([-1., 0., 2.]))
    tensor([-1.1113,  0.0000,  2.1014])
    """
    return F.selu(input, inplace=True)


def threshold(input: Any, threshold: float, value: float, *, out: Any = None) -> Tensor:
    """Elements that are not above a threshold are replaced.

        out[i] = input[i] if input[i] > threshold, else value

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    threshold : number
        The threshold.
    value : number
        The value that replaces them.
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
    >>> torch.nn.functional.threshold(torch.tensor([-1., 0.5, 2.]), 1., -5.)
    tensor([-5., -5.,  2.])
    """
    return F.threshold(input, threshold, value) if out is None else write_out(F.threshold, out, input, threshold, value)


def threshold_(input: Any, threshold: float, value: float) -> Tensor:
    """Elements that are not above a threshold are replaced. In place.

        out[i] = input[i] if input[i] > threshold, else value

    Parameters
    ----------
    input : Tensor
        Numbers of any real dtype.
    threshold : number
        The threshold.
    value : number
        The value that replaces them.

    Returns
    -------
    Tensor
        `input`, changed.

    References
    ----------
    PyTorch: torch.nn.functional.threshold

    Examples
    --------
    >>> torch.threshold_(torch.tensor([-1., 0.5, 2.]), 1., -5.)
    tensor([-5., -5.,  2.])
    """
    return F.threshold(input, threshold, value, inplace=True)


def alpha_dropout_(input: Any, p: float, train: bool) -> Tensor:
    """Dropout that keeps mean and variance of the results of `selu`. In place.

    Parameters
    ----------
    input : Tensor
        Floats.
    p : float
        The probability that an element is dropped.
    train : bool
        Apply dropout; False returns `input`.

    Returns
    -------
    Tensor
        `input`, changed.

    Notes
    -----
    Programs use `torch.nn.functional.alpha_dropout`.

    References
    ----------
    PyTorch: torch.alpha_dropout

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.alpha_dropout_(torch.ones(4), 0.5, True)
    tensor([-0.7792, -0.7792,  1.6656, -0.7792])
    """
    check_native_probability(p)
    return F.alpha_dropout(input, p, train, inplace=True)


def feature_dropout_(input: Any, p: float, train: bool) -> Tensor:
    """Set whole channels to zero at random, and scale the others. In place.

    Parameters
    ----------
    input : Tensor
        batch x channels x ...
    p : float
        The probability that an element or channel becomes zero.
    train : bool
        Apply dropout; False returns `input`.

    Returns
    -------
    Tensor
        `input`, changed.

    Notes
    -----
    Programs use `torch.nn.functional.dropout2d`.

    References
    ----------
    PyTorch: torch.feature_dropout

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.feature_dropout_(torch.ones(1, 3, 1, 1), 0.5, True).flatten()
    tensor([0., 0., 2.])
    """
    check_native_probability(p)
    return _channel_dropout(input, p, train, True)


def feature_alpha_dropout_(input: Any, p: float, train: bool) -> Tensor:
    """Alpha dropout of whole channels. In place.

    Parameters
    ----------
    input : Tensor
        batch x channels x ...
    p : float
        The probability that a channel is dropped.
    train : bool
        Apply dropout; False returns `input`.

    Returns
    -------
    Tensor
        `input`, changed.

    Notes
    -----
    Programs use `torch.nn.functional.feature_alpha_dropout`.

    References
    ----------
    PyTorch: torch.feature_alpha_dropout

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.feature_alpha_dropout_(torch.ones(1, 3, 1), 0.5, True).flatten()
    tensor([-0.7792, -0.7792,  1.6656])
    """
    check_native_probability(p)
    return F.feature_alpha_dropout(input, p, train, inplace=True)


def native_dropout(input: Any, p: float, train: bool | None) -> Any:
    """Dropout, and the mask of the elements that were kept.

    Parameters
    ----------
    input : Tensor
        Floats.
    p : float
        The probability that an element or channel becomes zero.
    train : bool or None
        Apply dropout; False keeps all.

    Returns
    -------
    tuple of two Tensors
        The result, and the mask (`torch.bool`).

    References
    ----------
    PyTorch: torch.native_dropout

    Examples
    --------
    >>> _ = torch.manual_seed(0)
    >>> torch.native_dropout(torch.ones(4), 0.5, True)[1]
    tensor([False, False,  True, False])
    """
    def run() -> Any:
        mask = F.dropout(input.new_ones(input.shape), p, bool(train))
        return (input * mask if train else input.clone()), mask != 0

    return profiled_as_one("native_dropout.default", (input, p, train), run)


def rrelu(input: Any, lower: float = 0.125, upper: float = 1.0 / 3, training: bool = False, generator: OptionalGenerator = None) -> Tensor:
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
        The source of random numbers; the default generator if not given.

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
    >>> torch.nn.functional.rrelu(torch.tensor([-1., 2.]))
    tensor([-0.2292,  2.0000])
    """
    return rrelu_with_generator(input, lower, upper, training, False, generator)


def rrelu_(input: Any, lower: float = 0.125, upper: float = 1.0 / 3, training: bool = False, generator: OptionalGenerator = None) -> Tensor:
    """A rectified linear unit with random slopes below zero. In place.

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
    generator : torch.Generator, optional
        The source of random numbers; the default generator if not given.

    Returns
    -------
    Tensor
        `input`, changed.

    Notes
    -----
    After Xu and others (2015).

    References
    ----------
    PyTorch: torch.nn.functional.rrelu

    Examples
    --------
    >>> torch.rrelu_(torch.tensor([-1., 2.]))
    tensor([-0.2292,  2.0000])
    """
    return rrelu_with_generator(input, lower, upper, training, True, generator)


def max_pool1d_with_indices(input: Any, kernel_size: Any, stride: Any = (), padding: Any = 0, dilation: Any = 1,
                            ceil_mode: bool = False) -> Any:
    """Maxima over windows along one dimension, and their indices.

    Parameters
    ----------
    input : Tensor
        batch x channels x L.
    kernel_size, stride, padding, dilation : int
        As for `torch.nn.functional.max_pool1d`.
    ceil_mode : bool, default False
        Round the output size up instead of down.

    Returns
    -------
    tuple of two Tensors
        The maxima and their indices.

    References
    ----------
    PyTorch: torch.max_pool1d_with_indices

    Examples
    --------
    >>> torch.max_pool1d_with_indices(torch.tensor([[[1., 5., 2., 3.]]]), 2)
    (tensor([[[5., 3.]]]), tensor([[[1, 3]]]))
    """
    return F.max_pool1d_with_indices(input, kernel_size, stride or None, padding, dilation, ceil_mode)


def adaptive_max_pool1d(input: Any, output_size: Any) -> Any:
    """Maxima over a given number of windows along one dimension, and their indices.

    Parameters
    ----------
    input : Tensor
        batch x channels x L.
    output_size : int
        The number of windows.

    Returns
    -------
    tuple of two Tensors
        The maxima and their indices.

    References
    ----------
    PyTorch: torch.adaptive_max_pool1d

    Examples
    --------
    >>> torch.adaptive_max_pool1d(torch.tensor([[[1., 5., 2., 3.]]]), 2)
    (tensor([[[5., 3.]]]), tensor([[[1, 3]]]))
    """
    return F.adaptive_max_pool1d(input, output_size, return_indices=True)


def native_channel_shuffle(input: Any, groups: int) -> Tensor:
    """Interleave the channels of groups; see `torch.nn.functional.channel_shuffle`.

    Parameters
    ----------
    input : Tensor
        batch x channels x ...
    groups : int
        The number of groups.

    Returns
    -------
    Tensor
        In the shape of `input`.

    References
    ----------
    PyTorch: torch.native_channel_shuffle

    Examples
    --------
    >>> torch.native_channel_shuffle(torch.arange(4.).reshape(1, 4, 1, 1), 2).flatten()
    tensor([0., 2., 1., 3.])
    """
    return F.channel_shuffle(input, groups)


def convolution(input: Any, weight: Any, bias: Any, stride: Any, padding: Any, dilation: Any, transposed: bool, output_padding: Any,
                groups: int) -> Tensor:
    """Convolution of any number of dimensions, or its transpose.

    Parameters
    ----------
    input : Tensor
        batch x in_channels x ...
    weight : Tensor
        The kernels.
    bias : Tensor or None
        One for each channel of the result.
    stride, padding, dilation : ints
        A number for each dimension.
    transposed : bool
        The transpose.
    output_padding : ints
        Additional size of the transpose's result, at its end.
    groups : int
        The number of groups into which the channels are divided.

    Returns
    -------
    Tensor
        batch x out_channels x ...

    Notes
    -----
    Programs use `torch.nn.functional.conv2d` and its variants.

    References
    ----------
    PyTorch: torch.convolution

    Examples
    --------
    >>> torch.convolution(torch.tensor([[[1., 2., 3.]]]), torch.tensor([[[1., 10.]]]), None, [1], [0], [1], False, [0], 1)
    tensor([[[21., 32.]]])
    """
    ndim = weight.dim() - 2
    if not 1 <= ndim <= 3:
        raise RuntimeError("weight should have at least three dimensions" if ndim < 1 else "unsupported ConvNd parameters")
    name = f"conv{'_transpose' * transposed}{ndim}d"
    if transposed:
        return getattr(F, name)(input, weight, bias, stride, padding, output_padding, groups, dilation)
    return getattr(F, name)(input, weight, bias, stride, padding, dilation, groups)


def conv_tbc(input: Any, weight: Any, bias: Any, pad: int = 0) -> Tensor:
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
        The number of zeros on either side.

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
    >>> torch.nn.functional.conv_tbc(torch.ones(3, 1, 2), torch.ones(2, 2, 1), torch.zeros(1)).flatten()
    tensor([4., 4.])
    """
    return F.conv_tbc(input, weight, bias, pad)


def grid_sampler(input: Any, grid: Any, interpolation_mode: int, padding_mode: int, align_corners: bool) -> Tensor:
    """Read images at given positions; see `torch.nn.functional.grid_sample`.

    Parameters
    ----------
    input : Tensor
        batch x channels x H x W.
    grid : Tensor
        batch x H' x W' x 2.
    interpolation_mode : int
        0 bilinear, 1 nearest, 2 bicubic.
    padding_mode : int
        0 zeros, 1 the border, 2 reflection.
    align_corners : bool
        Whether -1 and 1 are the centers of the outermost pixels.

    Returns
    -------
    Tensor
        batch x channels x H' x W'.

    References
    ----------
    PyTorch: torch.grid_sampler

    Examples
    --------
    >>> torch.grid_sampler(torch.tensor([[[[1., 2.], [3., 4.]]]]), torch.tensor([[[[0., 0.]]]]), 0, 0, True)
    tensor([[[[2.5000]]]])
    """
    modes, paddings = ("bilinear", "nearest", "bicubic"), ("zeros", "border", "reflection")
    return F.grid_sample(input, grid, modes[interpolation_mode], paddings[padding_mode], align_corners)


def affine_grid_generator(theta: Any, size: Any, align_corners: bool) -> Tensor:
    """The grid with which a grid sampler applies an affine map to images; see `torch.nn.functional.affine_grid`.

    Parameters
    ----------
    theta : Tensor
        The maps: batch x 2 x 3.
    size : ints
        The shape of the result.
    align_corners : bool
        Whether -1 and 1 are the centers of the outermost pixels.

    Returns
    -------
    Tensor
        batch x H x W x 2.

    References
    ----------
    PyTorch: torch.affine_grid_generator

    Examples
    --------
    >>> torch.affine_grid_generator(torch.tensor([[[1., 0., 0.], [0., 1., 0.]]]), (1, 1, 1, 2), True)
    tensor([[[[-1.,  0.],
              [ 1.,  0.]]]])
    """
    return F.affine_grid(theta, size, align_corners)


from .._bindings.override.public_functions import make_all_overridable  # noqa: E402

make_all_overridable(globals(), "torch")
