"""Losses as modules. `reduction` is "mean", "sum" or "none"; size_average and reduce are deprecated."""
from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from ..._array.core.user_warnings import warn
from .. import functional as F
from .._torch import Tensor
from .distance import PairwiseDistance
from .module import Module

__all__ = [
    "BCELoss", "BCEWithLogitsLoss", "CTCLoss", "CosineEmbeddingLoss", "CrossEntropyLoss", "GaussianNLLLoss",
    "HingeEmbeddingLoss", "HuberLoss", "KLDivLoss", "L1Loss", "MSELoss", "MarginRankingLoss", "MultiLabelMarginLoss",
    "MultiLabelSoftMarginLoss", "MultiMarginLoss", "NLLLoss", "NLLLoss2d", "PoissonNLLLoss", "SmoothL1Loss",
    "SoftMarginLoss", "TripletMarginLoss", "TripletMarginWithDistanceLoss",
]


def _legacy_reduction(size_average: bool | None, reduce: bool | None) -> str:
    average = True if size_average is None else size_average
    wanted = "none" if reduce is False else ("mean" if average else "sum")
    warn(f"size_average and reduce args will be deprecated, please use reduction='{wanted}' instead.")
    return wanted


class _Loss(Module):
    reduction: str
    __constants__: ClassVar[list[str]] = ["reduction"]

    def __init__(self, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean") -> None:
        super().__init__()
        legacy = size_average is not None or reduce is not None
        self.reduction = _legacy_reduction(size_average, reduce) if legacy else reduction


class _WeightedLoss(_Loss):
    """Base of losses with a weight per class, which is a buffer."""

    weight: Tensor | None

    def __init__(self, weight: Tensor | None = None, size_average: bool | None = None, reduce: bool | None = None,
                 reduction: str = "mean") -> None:
        super().__init__(size_average, reduce, reduction)
        self.register_buffer("weight", weight)


class L1Loss(_Loss):
    """Mean absolute error: ``|input - target|``.

    Parameters
    ----------
    size_average : bool, optional
        Deprecated in favour of ``reduction``.
    reduce : bool, optional
        Deprecated in favour of ``reduction``.
    reduction : str, default 'mean'
        ``'none'`` keeps one loss per element, ``'mean'`` averages them, ``'sum'`` adds them up.

    Notes
    -----
    Shape: input and target of the same shape; output a scalar, or that shape with ``'none'``.

    References
    ----------
    PyTorch: ``torch.nn.L1Loss``.

    Examples
    --------
    >>> loss = torch.nn.L1Loss()
    >>> loss(torch.tensor([1., 2., 3.]), torch.tensor([1., 4., 7.]))
    tensor(2.)
    """

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compute the loss.

        Parameters
        ----------
        input : Tensor
            Predictions, of any shape.
        target : Tensor
            The targets, of the same shape.

        Returns
        -------
        Tensor
            A scalar, or that shape with ``'none'``.

        Examples
        --------
        >>> loss = torch.nn.L1Loss()
        >>> loss(torch.tensor([1., 2., 3.]), torch.tensor([1., 4., 7.]))
        tensor(2.)
        """
        return F.l1_loss(input, target, reduction=self.reduction)


class MSELoss(_Loss):
    """Mean squared error: ``(input - target)**2``.

    Parameters
    ----------
    size_average : bool, optional
        Deprecated in favour of ``reduction``.
    reduce : bool, optional
        Deprecated in favour of ``reduction``.
    reduction : str, default 'mean'
        ``'none'`` keeps one loss per element, ``'mean'`` averages them, ``'sum'`` adds them up.

    Notes
    -----
    Shape: input and target of the same shape; output a scalar, or that shape with ``'none'``.

    References
    ----------
    PyTorch: ``torch.nn.MSELoss``.

    Examples
    --------
    >>> loss = torch.nn.MSELoss()
    >>> loss(torch.tensor([1., 2., 3.]), torch.tensor([1., 4., 7.]))
    tensor(6.6667)
    """

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compute the loss.

        Parameters
        ----------
        input : Tensor
            Predictions, of any shape.
        target : Tensor
            The targets, of the same shape.

        Returns
        -------
        Tensor
            A scalar, or that shape with ``'none'``.

        Examples
        --------
        >>> loss = torch.nn.MSELoss()
        >>> loss(torch.tensor([1., 2., 3.]), torch.tensor([1., 4., 7.]))
        tensor(6.6667)
        """
        return F.mse_loss(input, target, reduction=self.reduction)


class NLLLoss(_WeightedLoss):
    """Negative log likelihood of the right class: ``-weight[t] * input[t]``, for log-probabilities.

    Parameters
    ----------
    weight : Tensor, optional
        ``(C,)``, a weight for each class.
    size_average : bool, optional
        Deprecated in favour of ``reduction``.
    ignore_index : int, default -100
        Targets of this value are ignored.
    reduce : bool, optional
        Deprecated in favour of ``reduction``.
    reduction : str, default 'mean'
        ``'none'``, ``'sum'``, or ``'mean'``: the sum divided by the sum of the weights of the targets.

    Notes
    -----
    Shape: input ``(N, C)``, ``(C,)`` or ``(N, C, d1, ...)``, target ``(N,)``, ``()`` or
    ``(N, d1, ...)`` of class indices; output a scalar, or as target with ``'none'``.

    The input is the output of ``LogSoftmax``; ``CrossEntropyLoss`` does both.

    References
    ----------
    PyTorch: ``torch.nn.NLLLoss``.

    Examples
    --------
    >>> logp = torch.log(torch.tensor([[0.5, 0.25, 0.25], [0.1, 0.1, 0.8]]))
    >>> torch.nn.NLLLoss()(logp, torch.tensor([0, 2]))
    tensor(0.4581)
    """

    __constants__: ClassVar[list[str]] = ["ignore_index", "reduction"]

    def __init__(self, weight: Tensor | None = None, size_average: bool | None = None, ignore_index: int = -100,
                 reduce: bool | None = None, reduction: str = "mean") -> None:
        super().__init__(weight, size_average, reduce, reduction)
        self.ignore_index = ignore_index

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compute the loss.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C)``, ``(C,)`` or ``(N, C, d1, ...)``, target ``(N,)``, ``()`` or
            ``(N, d1, ...)`` of class indices.
        target : Tensor
            The targets.

        Returns
        -------
        Tensor
            A scalar, or as target with ``'none'``.

        Examples
        --------
        >>> logp = torch.log(torch.tensor([[0.5, 0.25, 0.25], [0.1, 0.1, 0.8]]))
        >>> torch.nn.NLLLoss()(logp, torch.tensor([0, 2]))
        tensor(0.4581)
        """
        return F.nll_loss(input, target, weight=self.weight, ignore_index=self.ignore_index, reduction=self.reduction)


class NLLLoss2d(NLLLoss):
    """Deprecated name of ``NLLLoss`` for images; warns when created.

    Parameters
    ----------
    *args : object
        As for ``NLLLoss``.
    **kwargs : object
        As for ``NLLLoss``.

    References
    ----------
    PyTorch: ``torch.nn.NLLLoss2d``.

    Examples
    --------
    >>> logp = torch.log_softmax(torch.zeros(1, 4, 2, 2), dim=1)
    >>> torch.nn.NLLLoss2d()(logp, torch.zeros(1, 2, 2, dtype=torch.long))
    tensor(1.3863)
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        warn("`NLLLoss2d` has been deprecated. Please use `NLLLoss` instead as a drop-in replacement and see "
             "https://pytorch.org/docs/main/nn.html#torch.nn.NLLLoss for more details.", FutureWarning)
        super().__init__(*args, **kwargs)


class PoissonNLLLoss(_Loss):
    """Negative log likelihood of counts under a Poisson distribution: ``exp(input) - target * input``.

    Parameters
    ----------
    log_input : bool, default True
        Whether the input is the logarithm of the rate; otherwise the loss is
        ``input - target * log(input + eps)``.
    full : bool, default False
        Whether Stirling's approximation of ``log(target!)`` is added, for targets above 1.
    size_average : bool, optional
        Deprecated in favour of ``reduction``.
    eps : float, default 1e-08
        Added so that the logarithm is finite.
    reduce : bool, optional
        Deprecated in favour of ``reduction``.
    reduction : str, default 'mean'
        ``'none'`` keeps one loss per element, ``'mean'`` averages them, ``'sum'`` adds them up.

    Notes
    -----
    Shape: input and target of the same shape; output a scalar, or that shape with ``'none'``.

    References
    ----------
    PyTorch: ``torch.nn.PoissonNLLLoss``.

    Examples
    --------
    >>> torch.nn.PoissonNLLLoss()(torch.tensor([0., 1.]), torch.tensor([1., 3.]))
    tensor(0.3591)
    """

    __constants__: ClassVar[list[str]] = ["log_input", "full", "eps", "reduction"]

    def __init__(self, log_input: bool = True, full: bool = False, size_average: bool | None = None, eps: float = 1e-8,
                 reduce: bool | None = None, reduction: str = "mean") -> None:
        super().__init__(size_average, reduce, reduction)
        self.log_input = log_input
        self.full = full
        self.eps = eps

    def forward(self, log_input: Tensor, target: Tensor) -> Tensor:
        """Compute the loss.

        Parameters
        ----------
        log_input : Tensor
            Predictions, of any shape.
        target : Tensor
            The targets, of the same shape.

        Returns
        -------
        Tensor
            A scalar, or that shape with ``'none'``.

        Examples
        --------
        >>> torch.nn.PoissonNLLLoss()(torch.tensor([0., 1.]), torch.tensor([1., 3.]))
        tensor(0.3591)
        """
        return F.poisson_nll_loss(log_input, target, log_input=self.log_input, full=self.full, eps=self.eps,
                                  reduction=self.reduction)


class GaussianNLLLoss(_Loss):
    """Negative log likelihood under normal distributions: ``0.5 * (log(var) + (input - target)**2 / var)``.

    Parameters
    ----------
    full : bool, default False
        Whether the constant ``0.5 * log(2 * pi)`` is added.
    eps : float, default 1e-06
        Variances are at least this.
    reduction : str, default 'mean'
        ``'none'`` keeps one loss per element, ``'mean'`` averages them, ``'sum'`` adds them up.

    Raises
    ------
    ValueError
        If a variance is negative, or its shape fits neither.

    Notes
    -----
    Shape: input and target ``(N, *)``; var the same, or with a last size of 1 or missing, or one
    number.

    References
    ----------
    Nix and Weigend (1994), Estimating the mean and variance of the target probability distribution.

    PyTorch: ``torch.nn.GaussianNLLLoss``.

    Examples
    --------
    >>> loss = torch.nn.GaussianNLLLoss()
    >>> loss(torch.tensor([0., 0.]), torch.tensor([1., 2.]), torch.tensor([1., 1.]))
    tensor(1.2500)
    """

    __constants__: ClassVar[list[str]] = ["full", "eps", "reduction"]

    def __init__(self, *, full: bool = False, eps: float = 1e-6, reduction: str = "mean") -> None:
        super().__init__(None, None, reduction)
        self.full = full
        self.eps = eps

    def forward(self, input: Tensor, target: Tensor, var: Tensor | float) -> Tensor:
        """Compute the loss.

        Parameters
        ----------
        input : Tensor
            Means that were predicted, ``(N, *)``.
        target : Tensor
            The targets, of the same shape.
        var : Tensor
            Variances, not negative: of the same shape, or with a last size of 1 or missing, or one number.

        Returns
        -------
        Tensor
            A scalar, or with ``'none'`` in the shape of ``input``.

        Examples
        --------
        >>> loss = torch.nn.GaussianNLLLoss()
        >>> loss(torch.tensor([0., 0.]), torch.tensor([1., 2.]), torch.tensor([1., 1.]))
        tensor(1.2500)
        """
        return F.gaussian_nll_loss(input, target, var, full=self.full, eps=self.eps, reduction=self.reduction)


class KLDivLoss(_Loss):
    """Kullback-Leibler divergence of the target from the input: ``target * (log(target) - input)``.

    Parameters
    ----------
    size_average : bool, optional
        Deprecated in favour of ``reduction``.
    reduce : bool, optional
        Deprecated in favour of ``reduction``.
    reduction : str, default 'mean'
        ``'none'``, ``'sum'``, ``'mean'`` over all elements, or ``'batchmean'``, the sum divided by the
        size of the batch, which is the divergence proper.
    log_target : bool, default False
        Whether the target, too, is given as logarithms.

    Notes
    -----
    Shape: input and target of the same shape; output a scalar, or that shape with ``'none'``.

    The input is always log-probabilities.

    References
    ----------
    PyTorch: ``torch.nn.KLDivLoss``.

    Examples
    --------
    >>> p = torch.tensor([[0.5, 0.5]])
    >>> q = torch.tensor([[0.25, 0.75]])
    >>> torch.nn.KLDivLoss(reduction='batchmean')(q.log(), p)
    tensor(0.1438)
    """

    __constants__: ClassVar[list[str]] = ["reduction"]

    def __init__(self, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean",
                 log_target: bool = False) -> None:
        super().__init__(size_average, reduce, reduction)
        self.log_target = log_target

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compute the loss.

        Parameters
        ----------
        input : Tensor
            Predictions, of any shape.
        target : Tensor
            The targets, of the same shape.

        Returns
        -------
        Tensor
            A scalar, or that shape with ``'none'``.

        Examples
        --------
        >>> p = torch.tensor([[0.5, 0.5]])
        >>> q = torch.tensor([[0.25, 0.75]])
        >>> torch.nn.KLDivLoss(reduction='batchmean')(q.log(), p)
        tensor(0.1438)
        """
        return F.kl_div(input, target, reduction=self.reduction, log_target=self.log_target)


class BCELoss(_WeightedLoss):
    """Binary cross-entropy of probabilities: ``-(target * log(input) + (1 - target) * log(1 - input))``.

    Parameters
    ----------
    weight : Tensor, optional
        Weight of each element, broadcast to the input.
    size_average : bool, optional
        Deprecated in favour of ``reduction``.
    reduce : bool, optional
        Deprecated in favour of ``reduction``.
    reduction : str, default 'mean'
        ``'none'`` keeps one loss per element, ``'mean'`` averages them, ``'sum'`` adds them up.

    Raises
    ------
    RuntimeError
        If the input is not within [0, 1].

    Notes
    -----
    Shape: input and target of the same shape; output a scalar, or that shape with ``'none'``.

    Logarithms are kept above -100, so that the loss and its gradient stay finite.

    References
    ----------
    PyTorch: ``torch.nn.BCELoss``.

    Examples
    --------
    >>> torch.nn.BCELoss()(torch.tensor([0.5, 0.25]), torch.tensor([1., 0.]))
    tensor(0.4904)
    """

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compute the loss.

        Parameters
        ----------
        input : Tensor
            Predictions, of any shape.
        target : Tensor
            The targets, of the same shape.

        Returns
        -------
        Tensor
            A scalar, or that shape with ``'none'``.

        Examples
        --------
        >>> torch.nn.BCELoss()(torch.tensor([0.5, 0.25]), torch.tensor([1., 0.]))
        tensor(0.4904)
        """
        return F.binary_cross_entropy(input, target, weight=self.weight, reduction=self.reduction)


class BCEWithLogitsLoss(_Loss):
    """Binary cross-entropy of scores: ``BCELoss`` of their sigmoid, computed without overflow.

    Parameters
    ----------
    weight : Tensor, optional
        Weight of each element, broadcast to the input.
    size_average : bool, optional
        Deprecated in favour of ``reduction``.
    reduce : bool, optional
        Deprecated in favour of ``reduction``.
    reduction : str, default 'mean'
        ``'none'`` keeps one loss per element, ``'mean'`` averages them, ``'sum'`` adds them up.
    pos_weight : Tensor, optional
        Factor of the loss of positive targets, by class: above 1 favours recall.

    Notes
    -----
    Shape: input and target of the same shape; output a scalar, or that shape with ``'none'``.

    References
    ----------
    PyTorch: ``torch.nn.BCEWithLogitsLoss``.

    Examples
    --------
    >>> loss = torch.nn.BCEWithLogitsLoss()
    >>> loss(torch.tensor([0., 100., -100.]), torch.tensor([1., 1., 0.]))
    tensor(0.2310)
    """

    def __init__(self, weight: Tensor | None = None, size_average: bool | None = None, reduce: bool | None = None,
                 reduction: str = "mean", pos_weight: Tensor | None = None) -> None:
        super().__init__(size_average, reduce, reduction)
        self.register_buffer("weight", weight)
        self.register_buffer("pos_weight", pos_weight)
        self.weight: Tensor | None
        self.pos_weight: Tensor | None

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compute the loss.

        Parameters
        ----------
        input : Tensor
            Predictions, of any shape.
        target : Tensor
            The targets, of the same shape.

        Returns
        -------
        Tensor
            A scalar, or that shape with ``'none'``.

        Examples
        --------
        >>> loss = torch.nn.BCEWithLogitsLoss()
        >>> loss(torch.tensor([0., 100., -100.]), torch.tensor([1., 1., 0.]))
        tensor(0.2310)
        """
        return F.binary_cross_entropy_with_logits(input, target, self.weight, pos_weight=self.pos_weight,
                                                  reduction=self.reduction)


class HingeEmbeddingLoss(_Loss):
    """Loss of distances: ``input`` where the target is 1, ``max(0, margin - input)`` where it is -1.

    Parameters
    ----------
    margin : float, default 1.0
        The margin between dissimilar pairs.
    size_average : bool, optional
        Deprecated in favour of ``reduction``.
    reduce : bool, optional
        Deprecated in favour of ``reduction``.
    reduction : str, default 'mean'
        ``'none'`` keeps one loss per element, ``'mean'`` averages them, ``'sum'`` adds them up.

    Notes
    -----
    Shape: input and target of the same shape; output a scalar, or that shape with ``'none'``.

    References
    ----------
    PyTorch: ``torch.nn.HingeEmbeddingLoss``.

    Examples
    --------
    >>> torch.nn.HingeEmbeddingLoss(reduction='none')(torch.tensor([0.3, 0.3, 2.]), torch.tensor([1., -1., -1.]))
    tensor([0.3000, 0.7000, 0.0000])
    """

    __constants__: ClassVar[list[str]] = ["margin", "reduction"]

    def __init__(self, margin: float = 1.0, size_average: bool | None = None, reduce: bool | None = None,
                 reduction: str = "mean") -> None:
        super().__init__(size_average, reduce, reduction)
        self.margin = margin

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compute the loss.

        Parameters
        ----------
        input : Tensor
            Predictions, of any shape.
        target : Tensor
            The targets, of the same shape.

        Returns
        -------
        Tensor
            A scalar, or that shape with ``'none'``.

        Examples
        --------
        >>> torch.nn.HingeEmbeddingLoss(reduction='none')(torch.tensor([0.3, 0.3, 2.]), torch.tensor([1., -1., -1.]))
        tensor([0.3000, 0.7000, 0.0000])
        """
        return F.hinge_embedding_loss(input, target, margin=self.margin, reduction=self.reduction)


class MultiLabelMarginLoss(_Loss):
    """Hinge loss for several right classes: the sum of ``max(0, 1 - (input[right] - input[wrong])) / C``.

    Parameters
    ----------
    size_average : bool, optional
        Deprecated in favour of ``reduction``.
    reduce : bool, optional
        Deprecated in favour of ``reduction``.
    reduction : str, default 'mean'
        ``'none'`` keeps one loss per element, ``'mean'`` averages them, ``'sum'`` adds them up.

    Notes
    -----
    Shape: input and target ``(C,)`` or ``(N, C)``; output a scalar, or ``(N,)`` with ``'none'``.

    The target lists the right classes; entries after the first -1 are ignored.

    References
    ----------
    PyTorch: ``torch.nn.MultiLabelMarginLoss``.

    Examples
    --------
    >>> x = torch.tensor([[0.1, 0.2, 0.4, 0.8]])
    >>> torch.nn.MultiLabelMarginLoss()(x, torch.tensor([[3, 0, -1, 1]]))
    tensor(0.8500)
    """

    __constants__: ClassVar[list[str]] = ["reduction"]

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compute the loss.

        Parameters
        ----------
        input : Tensor
            Predictions ``(C,)`` or ``(N, C)``.
        target : Tensor
            The targets, of the same shape.

        Returns
        -------
        Tensor
            A scalar, or ``(N,)`` with ``'none'``.

        Examples
        --------
        >>> x = torch.tensor([[0.1, 0.2, 0.4, 0.8]])
        >>> torch.nn.MultiLabelMarginLoss()(x, torch.tensor([[3, 0, -1, 1]]))
        tensor(0.8500)
        """
        return F.multilabel_margin_loss(input, target, reduction=self.reduction)


class SmoothL1Loss(_Loss):
    """Squared error near 0, absolute error beyond: ``0.5 * d**2 / beta`` where ``d = |input - target| < beta``, else ``d - 0.5 * beta``.

    Parameters
    ----------
    size_average : bool, optional
        Deprecated in favour of ``reduction``.
    reduce : bool, optional
        Deprecated in favour of ``reduction``.
    reduction : str, default 'mean'
        ``'none'`` keeps one loss per element, ``'mean'`` averages them, ``'sum'`` adds them up.
    beta : float, default 1.0
        The difference at which the two meet; 0 gives ``L1Loss``.

    Notes
    -----
    Shape: input and target of the same shape; output a scalar, or that shape with ``'none'``.

    References
    ----------
    Girshick (2015), arXiv:1504.08083.

    PyTorch: ``torch.nn.SmoothL1Loss``.

    Examples
    --------
    >>> torch.nn.SmoothL1Loss(reduction='none')(torch.tensor([0.5, 3.]), torch.zeros(2))
    tensor([0.1250, 2.5000])
    """

    __constants__: ClassVar[list[str]] = ["reduction"]

    def __init__(self, size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean",
                 beta: float = 1.0) -> None:
        super().__init__(size_average, reduce, reduction)
        self.beta = beta

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compute the loss.

        Parameters
        ----------
        input : Tensor
            Predictions, of any shape.
        target : Tensor
            The targets, of the same shape.

        Returns
        -------
        Tensor
            A scalar, or that shape with ``'none'``.

        Examples
        --------
        >>> torch.nn.SmoothL1Loss(reduction='none')(torch.tensor([0.5, 3.]), torch.zeros(2))
        tensor([0.1250, 2.5000])
        """
        return F.smooth_l1_loss(input, target, reduction=self.reduction, beta=self.beta)


class HuberLoss(_Loss):
    """Squared error near 0, linear beyond: ``0.5 * d**2`` where ``d = |input - target| <= delta``, else ``delta * (d - 0.5 * delta)``.

    Parameters
    ----------
    reduction : str, default 'mean'
        ``'none'`` keeps one loss per element, ``'mean'`` averages them, ``'sum'`` adds them up.
    delta : float, default 1.0
        The difference at which the two meet, positive.

    Notes
    -----
    Shape: input and target of the same shape; output a scalar, or that shape with ``'none'``.

    It is ``delta`` times ``SmoothL1Loss`` with ``beta=delta``.

    References
    ----------
    PyTorch: ``torch.nn.HuberLoss``.

    Examples
    --------
    >>> torch.nn.HuberLoss(reduction='none', delta=2.0)(torch.tensor([1., 5.]), torch.zeros(2))
    tensor([0.5000, 8.0000])
    """

    __constants__: ClassVar[list[str]] = ["reduction", "delta"]

    def __init__(self, reduction: str = "mean", delta: float = 1.0) -> None:
        super().__init__(reduction=reduction)
        if not isinstance(delta, (int, float)):
            raise TypeError(f"delta must be a float or int, got: {type(delta)}")
        self.delta = delta

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compute the loss.

        Parameters
        ----------
        input : Tensor
            Predictions, of any shape.
        target : Tensor
            The targets, of the same shape.

        Returns
        -------
        Tensor
            A scalar, or that shape with ``'none'``.

        Examples
        --------
        >>> torch.nn.HuberLoss(reduction='none', delta=2.0)(torch.tensor([1., 5.]), torch.zeros(2))
        tensor([0.5000, 8.0000])
        """
        return F.huber_loss(input, target, reduction=self.reduction, delta=self.delta)


class SoftMarginLoss(_Loss):
    """Logistic loss for targets 1 and -1: ``log(1 + exp(-target * input))``.

    Parameters
    ----------
    size_average : bool, optional
        Deprecated in favour of ``reduction``.
    reduce : bool, optional
        Deprecated in favour of ``reduction``.
    reduction : str, default 'mean'
        ``'none'`` keeps one loss per element, ``'mean'`` averages them, ``'sum'`` adds them up.

    Notes
    -----
    Shape: input and target of the same shape; output a scalar, or that shape with ``'none'``.

    References
    ----------
    PyTorch: ``torch.nn.SoftMarginLoss``.

    Examples
    --------
    >>> torch.nn.SoftMarginLoss()(torch.tensor([0., 2.]), torch.tensor([1., -1.]))
    tensor(1.4100)
    """

    __constants__: ClassVar[list[str]] = ["reduction"]

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compute the loss.

        Parameters
        ----------
        input : Tensor
            Predictions, of any shape.
        target : Tensor
            The targets, of the same shape.

        Returns
        -------
        Tensor
            A scalar, or that shape with ``'none'``.

        Examples
        --------
        >>> torch.nn.SoftMarginLoss()(torch.tensor([0., 2.]), torch.tensor([1., -1.]))
        tensor(1.4100)
        """
        return F.soft_margin_loss(input, target, reduction=self.reduction)


class CrossEntropyLoss(_WeightedLoss):
    """Cross-entropy of scores and classes: ``-weight[t] * log_softmax(input)[t]``.

    Parameters
    ----------
    weight : Tensor, optional
        ``(C,)``, a weight for each class.
    size_average : bool, optional
        Deprecated in favour of ``reduction``.
    ignore_index : int, default -100
        Target indices of this value are ignored.
    reduce : bool, optional
        Deprecated in favour of ``reduction``.
    reduction : str, default 'mean'
        ``'none'``, ``'sum'``, or ``'mean'``: for class indices the sum divided by the sum of the
        weights of the targets, for probabilities by the size of the batch.
    label_smoothing : float, default 0.0
        Share in [0, 1] of the target that is spread evenly over all classes.

    Notes
    -----
    Shape: input ``(N, C)``, ``(C,)`` or ``(N, C, d1, ...)``; target class indices ``(N,)``, ``()`` or
    ``(N, d1, ...)``, or probabilities of the shape of the input; output a scalar, or without ``C`` with
    ``'none'``.

    The input is plain scores: no softmax before it.

    References
    ----------
    PyTorch: ``torch.nn.CrossEntropyLoss``.

    Examples
    --------
    >>> loss = torch.nn.CrossEntropyLoss()
    >>> scores = torch.tensor([[2., 0., 0.], [0., 0., 0.]])
    >>> loss(scores, torch.tensor([0, 1]))
    tensor(0.6691)
    >>> loss(scores, torch.tensor([[1., 0., 0.], [0., 0.5, 0.5]]))
    tensor(0.6691)
    """

    __constants__: ClassVar[list[str]] = ["ignore_index", "reduction", "label_smoothing"]

    def __init__(self, weight: Tensor | None = None, size_average: bool | None = None, ignore_index: int = -100,
                 reduce: bool | None = None, reduction: str = "mean", label_smoothing: float = 0.0) -> None:
        super().__init__(weight, size_average, reduce, reduction)
        self.ignore_index = ignore_index
        self.label_smoothing = label_smoothing

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compute the loss.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C)``, ``(C,)`` or ``(N, C, d1, ...)``; target class indices ``(N,)``, ``()`` or
            ``(N, d1, ...)``, or probabilities of the shape of the input.
        target : Tensor
            The targets.

        Returns
        -------
        Tensor
            A scalar, or without ``C`` with ``'none'``.

        Examples
        --------
        >>> loss = torch.nn.CrossEntropyLoss()
        >>> scores = torch.tensor([[2., 0., 0.], [0., 0., 0.]])
        >>> loss(scores, torch.tensor([0, 1]))
        tensor(0.6691)
        >>> loss(scores, torch.tensor([[1., 0., 0.], [0., 0.5, 0.5]]))
        tensor(0.6691)
        """
        return F.cross_entropy(input, target, weight=self.weight, ignore_index=self.ignore_index,
                               reduction=self.reduction,
                               label_smoothing=self.label_smoothing)


class MultiLabelSoftMarginLoss(_WeightedLoss):
    """Binary cross-entropy of each class, averaged over the classes.

    For scores ``x`` and targets ``y`` of 0 and 1:
    ``-mean_c(y[c] * logsigmoid(x[c]) + (1 - y[c]) * logsigmoid(-x[c]))``.

    Parameters
    ----------
    weight : Tensor, optional
        ``(C,)``, a weight for each class.
    size_average : bool, optional
        Deprecated in favour of ``reduction``.
    reduce : bool, optional
        Deprecated in favour of ``reduction``.
    reduction : str, default 'mean'
        ``'none'`` keeps one loss per element, ``'mean'`` averages them, ``'sum'`` adds them up.

    Notes
    -----
    Shape: input and target ``(N, C)``; output a scalar, or ``(N,)`` with ``'none'``.

    References
    ----------
    PyTorch: ``torch.nn.MultiLabelSoftMarginLoss``.

    Examples
    --------
    >>> torch.nn.MultiLabelSoftMarginLoss()(torch.tensor([[0., 2.]]), torch.tensor([[1., 0.]]))
    tensor(1.4100)
    """

    __constants__: ClassVar[list[str]] = ["reduction"]

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compute the loss.

        Parameters
        ----------
        input : Tensor
            Predictions ``(N, C)``.
        target : Tensor
            The targets, of the same shape.

        Returns
        -------
        Tensor
            A scalar, or ``(N,)`` with ``'none'``.

        Examples
        --------
        >>> torch.nn.MultiLabelSoftMarginLoss()(torch.tensor([[0., 2.]]), torch.tensor([[1., 0.]]))
        tensor(1.4100)
        """
        return F.multilabel_soft_margin_loss(input, target, weight=self.weight, reduction=self.reduction)


class CosineEmbeddingLoss(_Loss):
    """Loss of the cosine: ``1 - cos(x1, x2)`` where the target is 1, ``max(0, cos(x1, x2) - margin)`` where it is -1.

    Parameters
    ----------
    margin : float, default 0.0
        Cosine up to which dissimilar pairs have no loss, in [-1, 1].
    size_average : bool, optional
        Deprecated in favour of ``reduction``.
    reduce : bool, optional
        Deprecated in favour of ``reduction``.
    reduction : str, default 'mean'
        ``'none'`` keeps one loss per element, ``'mean'`` averages them, ``'sum'`` adds them up.

    Notes
    -----
    Shape: inputs ``(N, D)`` or ``(D,)``, target ``(N,)`` or ``()``; output a scalar, or as the target
    with ``'none'``.

    References
    ----------
    PyTorch: ``torch.nn.CosineEmbeddingLoss``.

    Examples
    --------
    >>> a, b = torch.tensor([[1., 0.], [1., 0.]]), torch.tensor([[0., 1.], [1., 0.]])
    >>> torch.nn.CosineEmbeddingLoss(reduction='none')(a, b, torch.tensor([1., -1.]))
    tensor([1., 1.])
    """

    __constants__: ClassVar[list[str]] = ["margin", "reduction"]

    def __init__(self, margin: float = 0.0, size_average: bool | None = None, reduce: bool | None = None,
                 reduction: str = "mean") -> None:
        super().__init__(size_average, reduce, reduction)
        self.margin = margin

    def forward(self, input1: Tensor, input2: Tensor, target: Tensor) -> Tensor:
        """Compute the loss.

        Parameters
        ----------
        input1 : Tensor
            First input: inputs ``(N, D)`` or ``(D,)``, target ``(N,)`` or ``()``.
        input2 : Tensor
            Second input.
        target : Tensor
            The targets.

        Returns
        -------
        Tensor
            A scalar, or as the target with ``'none'``.

        Examples
        --------
        >>> a, b = torch.tensor([[1., 0.], [1., 0.]]), torch.tensor([[0., 1.], [1., 0.]])
        >>> torch.nn.CosineEmbeddingLoss(reduction='none')(a, b, torch.tensor([1., -1.]))
        tensor([1., 1.])
        """
        return F.cosine_embedding_loss(input1, input2, target, margin=self.margin, reduction=self.reduction)


class MarginRankingLoss(_Loss):
    """Ranking loss of pairs: ``max(0, -target * (input1 - input2) + margin)``.

    Parameters
    ----------
    margin : float, default 0.0
        The margin between the two.
    size_average : bool, optional
        Deprecated in favour of ``reduction``.
    reduce : bool, optional
        Deprecated in favour of ``reduction``.
    reduction : str, default 'mean'
        ``'none'`` keeps one loss per element, ``'mean'`` averages them, ``'sum'`` adds them up.

    Notes
    -----
    Shape: inputs and target ``(N,)`` or ``()``; output a scalar, or that shape with ``'none'``.

    The target is 1 where the first is to be the larger, else -1.

    References
    ----------
    PyTorch: ``torch.nn.MarginRankingLoss``.

    Examples
    --------
    >>> loss = torch.nn.MarginRankingLoss(reduction='none')
    >>> loss(torch.tensor([1., 1.]), torch.tensor([3., 0.]), torch.tensor([1., 1.]))
    tensor([2., 0.])
    """

    __constants__: ClassVar[list[str]] = ["margin", "reduction"]

    def __init__(self, margin: float = 0.0, size_average: bool | None = None, reduce: bool | None = None,
                 reduction: str = "mean") -> None:
        super().__init__(size_average, reduce, reduction)
        self.margin = margin

    def forward(self, input1: Tensor, input2: Tensor, target: Tensor) -> Tensor:
        """Compute the loss.

        Parameters
        ----------
        input1 : Tensor
            First input: inputs and target ``(N,)`` or ``()``.
        input2 : Tensor
            Second input.
        target : Tensor
            The targets.

        Returns
        -------
        Tensor
            A scalar, or that shape with ``'none'``.

        Examples
        --------
        >>> loss = torch.nn.MarginRankingLoss(reduction='none')
        >>> loss(torch.tensor([1., 1.]), torch.tensor([3., 0.]), torch.tensor([1., 1.]))
        tensor([2., 0.])
        """
        return F.margin_ranking_loss(input1, input2, target, margin=self.margin, reduction=self.reduction)


class MultiMarginLoss(_WeightedLoss):
    """Hinge loss for one right class: ``sum_i max(0, margin - x[t] + x[i])**p / C`` over the other classes.

    Parameters
    ----------
    p : int, default 1
        The power, 1 or 2.
    margin : float, default 1.0
        The margin of the right class.
    weight : Tensor, optional
        ``(C,)``, a weight for each class.
    size_average : bool, optional
        Deprecated in favour of ``reduction``.
    reduce : bool, optional
        Deprecated in favour of ``reduction``.
    reduction : str, default 'mean'
        ``'none'`` keeps one loss per element, ``'mean'`` averages them, ``'sum'`` adds them up.

    Raises
    ------
    ValueError
        If ``p`` is neither 1 nor 2, or ``weight`` is not one-dimensional.

    Notes
    -----
    Shape: input ``(N, C)`` or ``(C,)``, target ``(N,)`` or ``()``; output a scalar, or as the target
    with ``'none'``.

    References
    ----------
    PyTorch: ``torch.nn.MultiMarginLoss``.

    Examples
    --------
    >>> torch.nn.MultiMarginLoss()(torch.tensor([[0.1, 0.2, 0.4, 0.8]]), torch.tensor([3]))
    tensor(0.3250)
    """

    __constants__: ClassVar[list[str]] = ["p", "margin", "reduction"]

    def __init__(self, p: int = 1, margin: float = 1.0, weight: Tensor | None = None, size_average: bool | None = None,
                 reduce: bool | None = None, reduction: str = "mean") -> None:
        super().__init__(weight, size_average, reduce, reduction)
        if p not in (1, 2):
            raise ValueError("only p == 1 and p == 2 supported")
        if weight is not None and weight.dim() != 1:
            raise ValueError(f"MultiMarginLoss: expected weight to be None or 1D tensor, got {weight.dim()}D instead")
        self.p = p
        self.margin = margin

    def forward(self, input: Tensor, target: Tensor) -> Tensor:
        """Compute the loss.

        Parameters
        ----------
        input : Tensor
            The input: ``(N, C)`` or ``(C,)``, target ``(N,)`` or ``()``.
        target : Tensor
            The targets.

        Returns
        -------
        Tensor
            A scalar, or as the target with ``'none'``.

        Examples
        --------
        >>> torch.nn.MultiMarginLoss()(torch.tensor([[0.1, 0.2, 0.4, 0.8]]), torch.tensor([3]))
        tensor(0.3250)
        """
        return F.multi_margin_loss(input, target, p=self.p, margin=self.margin, weight=self.weight,
                                   reduction=self.reduction)


class TripletMarginLoss(_Loss):
    """Loss of relative distance: ``max(0, d(anchor, positive) - d(anchor, negative) + margin)``.

    Parameters
    ----------
    margin : float, default 1.0
        The margin by which the negative should be farther away, positive.
    p : float, default 2.0
        Order of the norm that measures distances.
    eps : float, default 1e-06
        Added to differences, for a finite gradient at 0.
    swap : bool, default False
        Whether the distance of positive and negative replaces that of anchor and negative where it is
        smaller.
    size_average : bool, optional
        Deprecated in favour of ``reduction``.
    reduce : bool, optional
        Deprecated in favour of ``reduction``.
    reduction : str, default 'mean'
        ``'none'`` keeps one loss per element, ``'mean'`` averages them, ``'sum'`` adds them up.

    Notes
    -----
    Shape: three inputs ``(N, D)`` or ``(D,)``; output a scalar, or ``(N,)`` with ``'none'``.

    References
    ----------
    Balntas and others (2016), Learning shallow convolutional feature descriptors with triplet losses.

    PyTorch: ``torch.nn.TripletMarginLoss``.

    Examples
    --------
    >>> a = torch.zeros(1, 2)
    >>> torch.nn.TripletMarginLoss()(a, torch.tensor([[3., 4.]]), torch.tensor([[0., 2.]]))
    tensor(4.0000)
    """

    __constants__: ClassVar[list[str]] = ["margin", "p", "eps", "swap", "reduction"]

    def __init__(self, margin: float = 1.0, p: float = 2.0, eps: float = 1e-6, swap: bool = False,
                 size_average: bool | None = None, reduce: bool | None = None, reduction: str = "mean") -> None:
        super().__init__(size_average, reduce, reduction)
        if margin <= 0:
            raise ValueError(f"TripletMarginLoss: expected margin to be greater than 0, got {margin} instead")
        self.margin = margin
        self.p = p
        self.eps = eps
        self.swap = swap

    def forward(self, anchor: Tensor, positive: Tensor, negative: Tensor) -> Tensor:
        """Compute the loss.

        Parameters
        ----------
        anchor : Tensor
            The anchors: ``(N, D)`` or ``(D,)``.
        positive : Tensor
            Examples of the same kind.
        negative : Tensor
            Examples of another kind.

        Returns
        -------
        Tensor
            A scalar, or ``(N,)`` with ``'none'``.

        Examples
        --------
        >>> a = torch.zeros(1, 2)
        >>> torch.nn.TripletMarginLoss()(a, torch.tensor([[3., 4.]]), torch.tensor([[0., 2.]]))
        tensor(4.0000)
        """
        return F.triplet_margin_loss(anchor, positive, negative, margin=self.margin, p=self.p, eps=self.eps,
                                     swap=self.swap,
                                     reduction=self.reduction)


class TripletMarginWithDistanceLoss(_Loss):
    """Triplet margin loss with a given distance.

    Parameters
    ----------
    distance_function : callable, optional
        Takes two tensors, gives their distances; None is ``PairwiseDistance``.
    margin : float, default 1.0
        The margin by which the negative should be farther away, positive.
    swap : bool, default False
        Whether the distance of positive and negative replaces that of anchor and negative where it is
        smaller.
    reduction : str, default 'mean'
        ``'none'`` keeps one loss per element, ``'mean'`` averages them, ``'sum'`` adds them up.

    Notes
    -----
    Shape: three inputs ``(N, *)``, whatever the distance accepts; output a scalar, or as the distances
    with ``'none'``.

    References
    ----------
    PyTorch: ``torch.nn.TripletMarginWithDistanceLoss``.

    Examples
    --------
    >>> def distance(a, b):
    ...     return (a - b).abs().sum(dim=-1)
    >>> loss = torch.nn.TripletMarginWithDistanceLoss(distance_function=distance)
    >>> loss(torch.zeros(1, 2), torch.tensor([[1., 1.]]), torch.tensor([[0., 2.]]))
    tensor(1.)
    """

    __constants__: ClassVar[list[str]] = ["margin", "swap", "reduction"]

    def __init__(self, *, distance_function: Callable[[Tensor, Tensor], Tensor] | None = None, margin: float = 1.0,
                 swap: bool = False, reduction: str = "mean") -> None:
        super().__init__(None, None, reduction)
        if margin <= 0:
            raise ValueError(f"TripletMarginWithDistanceLoss: expected margin to be greater than 0, got {margin} "
                             "instead")
        self.distance_function: Any = distance_function if distance_function is not None else PairwiseDistance()
        self.margin = margin
        self.swap = swap

    def forward(self, anchor: Tensor, positive: Tensor, negative: Tensor) -> Tensor:
        """Compute the loss.

        Parameters
        ----------
        anchor : Tensor
            The anchors: ``(N, *)``, whatever the distance accepts.
        positive : Tensor
            Examples of the same kind.
        negative : Tensor
            Examples of another kind.

        Returns
        -------
        Tensor
            A scalar, or as the distances with ``'none'``.

        Examples
        --------
        >>> def distance(a, b):
        ...     return (a - b).abs().sum(dim=-1)
        >>> loss = torch.nn.TripletMarginWithDistanceLoss(distance_function=distance)
        >>> loss(torch.zeros(1, 2), torch.tensor([[1., 1.]]), torch.tensor([[0., 2.]]))
        tensor(1.)
        """
        return F.triplet_margin_with_distance_loss(
            anchor, positive, negative, distance_function=self.distance_function, margin=self.margin, swap=self.swap,
            reduction=self.reduction)


class CTCLoss(_Loss):
    """Connectionist temporal classification: minus the log of the summed probability of all alignments of a target to a sequence.

    Parameters
    ----------
    blank : int, default 0
        Index of the blank label.
    reduction : str, default 'mean'
        ``'none'``, ``'sum'``, or ``'mean'``: losses are divided by the lengths of their targets, then
        averaged.
    zero_infinity : bool, default False
        Whether infinite losses (targets too long for their inputs) and their gradients become 0.

    Notes
    -----
    Shape: log_probs ``(T, N, C)`` or ``(T, C)``; targets ``(N, S)`` or concatenated
    ``(sum(target_lengths),)``; input_lengths and target_lengths ``(N,)`` or ``()``; output a scalar, or
    ``(N,)`` with ``'none'``.

    References
    ----------
    Graves and others (2006), Connectionist temporal classification.

    PyTorch: ``torch.nn.CTCLoss``.

    Examples
    --------
    >>> logp = torch.log_softmax(torch.zeros(3, 1, 2), dim=2)
    >>> torch.nn.CTCLoss(reduction='none')(logp, torch.tensor([[1]]), torch.tensor([3]), torch.tensor([1]))
    tensor([0.2877])
    """

    __constants__: ClassVar[list[str]] = ["blank", "reduction"]

    def __init__(self, blank: int = 0, reduction: str = "mean", zero_infinity: bool = False) -> None:
        super().__init__(reduction=reduction)
        self.blank = blank
        self.zero_infinity = zero_infinity

    def forward(self, log_probs: Tensor, targets: Tensor, input_lengths: Tensor, target_lengths: Tensor) -> Tensor:
        """Compute the loss.

        Parameters
        ----------
        log_probs : Tensor
            Log-probabilities of the labels: log_probs ``(T, N, C)`` or ``(T, C)``; targets ``(N, S)`` or
            concatenated ``(sum(target_lengths),)``; input_lengths and target_lengths ``(N,)`` or ``()``.
        targets : Tensor
            The labels.
        input_lengths : Tensor
            Lengths of the inputs.
        target_lengths : Tensor
            Lengths of the targets.

        Returns
        -------
        Tensor
            A scalar, or ``(N,)`` with ``'none'``.

        Examples
        --------
        >>> logp = torch.log_softmax(torch.zeros(3, 1, 2), dim=2)
        >>> torch.nn.CTCLoss(reduction='none')(logp, torch.tensor([[1]]), torch.tensor([3]), torch.tensor([1]))
        tensor([0.2877])
        """
        return F.ctc_loss(log_probs, targets, input_lengths, target_lengths, self.blank, self.reduction,
                          self.zero_infinity)

from .linear_cross_entropy import LinearCrossEntropyLoss  # noqa: E402, F401 (a loss, too: this is the place that files name)
