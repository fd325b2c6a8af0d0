"""`torch.distributions.negative_binomial`."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .._bindings.generated import functions as ops
from .._dispatch.grad_mode import grad_mode
from ..nn import functional as F
from . import constraints
from ._parameters import _CountDistribution
from .gamma import Gamma

if TYPE_CHECKING:
    from .._bindings.tensor.tensor import Tensor

__all__ = ["NegativeBinomial"]


class NegativeBinomial(_CountDistribution):
    """Number of successes of probability ``p`` before ``r`` failures.

    Mean ``r * p / (1 - p)``.

    Parameters
    ----------
    total_count : Tensor or float
        ``r``, not negative.
    probs : Tensor or float, optional
        ``p``, in [0, 1); give either this or ``logits``.
    logits : Tensor or float, optional
        Its log-odds.
    validate_args : bool, optional
        Whether to check parameters and values against their constraints; None uses the class-wide
        default.

    Raises
    ------
    ValueError
        If a parameter violates its constraint.

    References
    ----------
    PyTorch: ``torch.distributions.NegativeBinomial``.

    Examples
    --------
    >>> d = torch.distributions.NegativeBinomial(2.0, torch.tensor([0.5]))
    >>> d.log_prob(torch.tensor([1.]))
    tensor([-1.3863])
    >>> d.mean, d.variance
    (tensor([2.]), tensor([4.]))
    """

    arg_constraints: Any = {"total_count": constraints.greater_than_eq(0), "probs": constraints.half_open_interval(0.0, 1.0),
                       "logits": constraints.real}
    support: Any = constraints.nonnegative_integer

    def __init__(self, total_count: Tensor | float, probs: Tensor | None = None, logits: Tensor | None = None,
                 validate_args: bool | None = None) -> None:
        super().__init__(total_count, probs, logits, validate_args)

    @property
    def mean(self) -> Tensor:
        """The mean of the distribution; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.NegativeBinomial(2.0, torch.tensor([0.5]))
        >>> d.mean
        tensor([2.])
        """
        return self.total_count * ops.exp(self.logits)

    @property
    def mode(self) -> Tensor:
        """The most likely value.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.NegativeBinomial(2.0, torch.tensor([0.5]))
        >>> d.mode
        tensor([1.])
        """
        return ((self.total_count - 1) * self.logits.exp()).floor().clamp(min=0.0)

    @property
    def variance(self) -> Tensor:
        """The variance of each element; nan or inf if undefined.

        Returns
        -------
        Tensor
            ``(*batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.NegativeBinomial(2.0, torch.tensor([0.5]))
        >>> d.variance
        tensor([4.])
        """
        return self.mean / ops.sigmoid(-self.logits)

    def sample(self, sample_shape: Any = ()) -> Tensor:
        """Draw samples without gradients.

        Parameters
        ----------
        sample_shape : tuple of int, default ()
            Shape of the sample.

        Returns
        -------
        Tensor
            ``(*sample_shape, *batch_shape, *event_shape)``.

        Examples
        --------
        >>> d = torch.distributions.NegativeBinomial(2.0, torch.tensor([0.5]))
        >>> d.sample((3,)).shape
        torch.Size([3, 1])
        """
        with grad_mode(False):
            rate = Gamma(self.total_count, ops.exp(-self.logits), validate_args=False).sample(sample_shape)
            return ops.poisson(rate)

    def log_prob(self, value: Any) -> Tensor:
        """Logarithm of the density, or of the probability, of a value.

        Parameters
        ----------
        value : Tensor
            Values in the support.

        Returns
        -------
        Tensor
            Without the event dimensions.

        Examples
        --------
        >>> d = torch.distributions.NegativeBinomial(2.0, torch.tensor([0.5]))
        >>> d.log_prob(torch.tensor([1.]))
        tensor([-1.3863])
        """
        if self._validate_args:
            self._validate_sample(value)
        n = self.total_count
        unnormalized = n * F.logsigmoid(-self.logits) + value * F.logsigmoid(self.logits)
        norm = -ops.lgamma(n + value) + ops.lgamma(1.0 + value) + ops.lgamma(n)
        return unnormalized - norm.masked_fill(n + value == 0.0, 0.0)
